//! What waits, and the one that is open.

use super::{Shown, Visitor, frame, html, request, text, visitor};
use crate::api::{Query, shapes};
use crate::gateway::{Gateway, now};
use crate::problem::Problem;
use crate::question::Question;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, Uri};
use herma_gate::yeses;
use herma_store::{Filter, Millis, Request, RequestId, Scope, State as Stands};
use maud::{Markup, html as markup};
use std::collections::HashMap;
use std::sync::Arc;

/// Rows of the list; the rest is a number. A page costs the same however much waits (T60).
const ROWS: usize = 50;

/// What is on the page.
struct Found {
    waiting: Vec<Request>,
    more: bool,
    questions: Vec<Question>,
    open: Option<Markup>,
    opened: Option<RequestId>,
    /// Who has said yes to what needs several.
    yes: HashMap<RequestId, usize>,
}

pub(super) async fn page(State(gateway): State<Arc<Gateway>>, headers: HeaderMap) -> Shown {
    show(gateway, headers, None, None).await
}

pub(super) async fn page_of(
    State(gateway): State<Arc<Gateway>>,
    Path(id): Path<String>,
    uri: Uri,
    headers: HeaderMap,
) -> Shown {
    let step = Query::of(&uri).text("step").and_then(Scope::parse);
    show(gateway, headers, Some(id), step).await
}

async fn show(gateway: Arc<Gateway>, headers: HeaderMap, id: Option<String>, step: Option<Scope>) -> Shown {
    let visitor = Arc::new(visitor(&gateway, &headers)?);
    let who = Arc::clone(&visitor);
    let found = gateway.blocking(move |gateway| find(gateway, &who, id.as_deref(), step)).await??;
    let title = match found.waiting.len() {
        0 => "Inbox".to_owned(),
        count => format!("({count}{}) Inbox", if found.more { "+" } else { "" }),
    };
    Ok(html(frame::page(&gateway, &visitor, "/", &title, content(&found, &visitor))))
}

fn find(
    gateway: &Gateway,
    visitor: &Visitor,
    id: Option<&str>,
    step: Option<Scope>,
) -> Result<Found, Problem> {
    let page = gateway.gate().page(&Filter::waiting(), None, ROWS, now()).map_err(Problem::from)?;
    // By its id, never by its ticket: a ticket opens nothing.
    let unknown = || Problem::unknown("there is no such request");
    let opened = id.map(|id| RequestId::parse(id).ok_or_else(unknown)).transpose()?;
    let found = opened.as_ref().map(|id| gateway.noted(gateway.reader.request(id.as_str()))).transpose()?;
    let mut yes = HashMap::new();
    for one in page.requests.iter().filter(|one| one.needed > 1) {
        let votes = gateway.noted(gateway.reader.votes(&one.id))?;
        yes.insert(one.id.clone(), yeses(&votes).len());
    }
    Ok(Found {
        yes,
        more: page.next.is_some(),
        waiting: page.requests,
        questions: gateway.open_questions()?,
        open: found.map(|request| request::article(gateway, &request, visitor, step)),
        opened,
    })
}

fn content(found: &Found, visitor: &Visitor) -> Markup {
    let version = found.waiting.iter().map(|one| one.revision).max().unwrap_or(0);
    let version = format!("{}-{}-{}", found.waiting.len(), version, found.questions.len());
    markup! {
        div class={ "split" @if found.open.is_some() { " opened" } } {
            section.list id="list" aria-label="Waiting" data-live=(version) {
                h1 { "Waiting" span.count { (found.waiting.len()) @if found.more { "+" } } }
                @for question in &found.questions { (asked(question, visitor)) }
                @if found.waiting.is_empty() && found.questions.is_empty() {
                    p.calm { "Nothing waits. This page changes by itself." }
                }
                ol { @for one in &found.waiting { li { (row(one, found.yes.get(&one.id), now(), found.opened.as_ref() == Some(&one.id))) } } }
                @if found.more { p { "More wait behind these; the most urgent come first." } }
            }
            section.open aria-label="Request" {
                @match &found.open {
                    Some(open) => (open),
                    None => p.calm { "Choose a request to see all of it." },
                }
            }
        }
    }
}

/// Never the digits, and no way to answer: that takes the whole view.
fn row(one: &Request, yes: Option<&usize>, now: Millis, open: bool) -> Markup {
    markup! {
        a.row href={ "/r/" (one.id.as_str()) } data-row=(one.id.as_str()) aria-current=[open.then_some("true")] {
            span.top {
                (text::tier(one.tier)) " " b { (text::line(&one.agent)) } " " span.faint { (one.ticket) }
                @if one.state == Stands::Pending { (text::countdown(one.expires, now)) }
            }
            span.words { (text::line(&shapes::words(one))) }
            @if let Some(yes) = yes { span.faint { (yes) " of " (one.needed) " have said yes " } }
            @if one.merged > 0 { span.faint { "asked " (one.merged + 1) " times" } }
        }
    }
}

fn asked(question: &Question, visitor: &Visitor) -> Markup {
    let other = format!("q-{}", question.id);
    markup! {
        form.question method="post" action={ "/q/" (question.id) } {
            input type="hidden" name="csrf" value=(visitor.csrf);
            p { b { (text::line(&question.agent)) } " asks:" }
            p.words { (text::line(&question.text)) }
            @if !question.choices.is_empty() {
                div.offers { @for choice in &question.choices { button.plain name="choice" value=(choice) { (text::line(choice)) } } }
            }
            label for=(other) { @if question.choices.is_empty() { "Your answer" } @else { "Other (type your answer)" } }
            div.pair { input id=(other) name="answer" maxlength="4000"; button { "Answer" } }
        }
    }
}
