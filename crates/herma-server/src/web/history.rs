//! What has been asked, and what came of it.

use super::{Shown, frame, html, text, visitor};
use crate::api::{Query, shapes};
use crate::gateway::{Gateway, now};
use crate::problem::Problem;
use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use herma_store::{Cursor, Filter, Order, Request, State as Stands};
use herma_view::view::{became, outcome};
use maud::{Markup, html as markup};
use std::sync::Arc;

const ROWS: usize = 50;

pub(super) async fn page(State(gateway): State<Arc<Gateway>>, uri: Uri, headers: HeaderMap) -> Shown {
    let visitor = visitor(&gateway, &headers)?;
    let query = Query::of(&uri);
    let filter = Filter {
        state: query.text("state").and_then(Stands::parse),
        agent: query.text("agent").map(str::to_owned),
        session: query.text("session").map(str::to_owned),
        order: Order::Newest,
    };
    let after = query.text("after").and_then(Cursor::parse);
    let wanted = filter.clone();
    let page =
        gateway.blocking(move |gateway| gateway.gate().page(&wanted, after.as_ref(), ROWS, now())).await?;
    let page = page.map_err(Problem::from)?;
    let next = page.next.map(|cursor| next_address(&filter, &cursor));
    let content = markup! {
        h1 { "History" }
        (filters(&filter))
        ol.past id="list" data-live=(page.requests.iter().map(|one| one.revision).max().unwrap_or(0)) {
            @for one in &page.requests { li { (row(one)) } }
        }
        @if page.requests.is_empty() { p.calm { "Nothing fits." } }
        @if let Some(next) = next { p { a.button href=(next) { "Older ones" } } }
    };
    Ok(html(frame::page(&gateway, &visitor, "/history", "History", content)))
}

fn filters(filter: &Filter) -> Markup {
    let agent = filter.agent.as_deref().unwrap_or_default();
    let session = filter.session.as_deref().unwrap_or_default();
    markup! {
        form.filters method="get" action="/history" {
            label { "State " select name="state" {
                option value="" { "all" }
                @for state in Stands::ALL { option value=(state.as_str()) selected[filter.state == Some(*state)] { (state.as_str()) } }
            } }
            label { "Agent " input name="agent" value=(agent) size="12"; }
            label { "Session " input name="session" value=(session) size="12"; }
            button { "Show" }
        }
    }
}

fn row(one: &Request) -> Markup {
    markup! {
        a.row href={ "/r/" (one.id.as_str()) } {
            span.top { (text::tier(one.tier)) " " b { (text::line(&one.agent)) } " " span.faint { (one.ticket) } " " span.when { (text::moment(one.created)) } }
            span.words { (text::line(&shapes::words(one))) }
            span class={ "outcome " (text::outcome_class(one.state)) } { (text::line(&outcome(one))) @if let Some(became) = became(one) { "; " (became) } }
        }
    }
}

fn next_address(filter: &Filter, cursor: &Cursor) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    query.append_pair("after", &cursor.to_text());
    let state = filter.state.map(|state| state.as_str().to_owned());
    for (name, value) in [("state", &state), ("agent", &filter.agent), ("session", &filter.session)] {
        if let Some(value) = value {
            query.append_pair(name, value);
        }
    }
    format!("/history?{}", query.finish())
}
