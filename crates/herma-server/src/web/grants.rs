//! What was allowed for longer, with its end, and taking it back.

use super::{Form, Shown, Visitor, frame, html, see, text, visitor};
use crate::gateway::{Gateway, now};
use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use herma_store::Grant;
use herma_view::remembered::in_words;
use maud::{Markup, html as markup};
use std::sync::Arc;

const ROWS: usize = 200;

pub(super) async fn page(State(gateway): State<Arc<Gateway>>, headers: HeaderMap) -> Shown {
    let visitor = visitor(&gateway, &headers)?;
    let grants = gateway.blocking(|gateway| gateway.noted(gateway.reader.grants(ROWS))).await??;
    let (live, dead): (Vec<Grant>, Vec<Grant>) = grants.into_iter().partition(|grant| grant.is_live(now()));
    let content = markup! {
        h1 { "Grants" span.count { (live.len()) } }
        p { "What is allowed without being asked about. Taking one back holds at once." }
        @if live.is_empty() { p.calm { "Nothing was allowed for longer." } }
        ul.cards { @for grant in &live { li { (card(grant, Some(&visitor))) } } }
        @if !dead.is_empty() {
            details { summary { "Over: " (dead.len()) } ul.cards { @for grant in &dead { li { (card(grant, None)) } } } }
        }
    };
    Ok(html(frame::page(&gateway, &visitor, "/grants", "Grants", content)))
}

fn card(grant: &Grant, visitor: Option<&Visitor>) -> Markup {
    markup! {
        p { b { (grant.scope.as_str()) } " " (text::tier(grant.tier)) " allows " (text::line(&in_words(std::slice::from_ref(&grant.rule)))) }
        p.faint { "given by " (text::line(&grant.by)) " " (text::moment(grant.given)) " for " code { (text::line(&grant.about)) } }
        p.faint {
            "used " (grant.used) " times; "
            @match (&grant.revoked, grant.expires) {
                (Some((by, at)), _) => { "taken back by " (text::line(by)) " " (text::moment(*at)) }
                (None, Some(end)) => { "ends in " (text::countdown(end, now())) }
                (None, None) if grant.scope == herma_store::Scope::Session => { "until session " (text::line(&grant.session)) " ends" }
                (None, None) => { "until it is taken back" }
            }
        }
        @if let Some(visitor) = visitor {
            form method="post" action={ "/grants/" (grant.id.as_str()) "/revoke" } {
                input type="hidden" name="csrf" value=(visitor.csrf);
                button.no { "Take back " span.hidden { (grant.id.as_str()) } }
            }
        }
    }
}

pub(super) async fn revoke(
    State(gateway): State<Arc<Gateway>>,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Body,
) -> Shown {
    let visitor = visitor(&gateway, &headers)?;
    Form::read(&visitor, body).await?;
    let account = visitor.person.account;
    gateway.blocking(move |gateway| gateway.take_back(&id, &account)).await??;
    Ok(see("/grants"))
}
