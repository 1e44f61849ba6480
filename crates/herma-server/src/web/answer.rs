//! What the forms of the inbox do.

use super::{Form, Shown, frame, html, passkeys, see, text, visitor};
use crate::api::Wish;
use crate::api::shapes::words;
use crate::channel::INBOX;
use crate::gateway::{Gateway, now};
use crate::passkey::Purpose;
use crate::problem::Problem;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use herma_core::grant::Width;
use herma_engine::edit::Edit;
use herma_store::{Answer, Scope};
use herma_view::view::{arguments, outcome};
use maud::html as markup;
use std::sync::Arc;

pub(super) async fn decide(
    State(gateway): State<Arc<Gateway>>,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Body,
) -> Shown {
    let visitor = visitor(&gateway, &headers)?;
    let form = Form::read(&visitor, body).await?;
    let answer = match form.text("answer") {
        Some("deny") => Answer::Deny,
        Some(text) => {
            Answer::Approve(Scope::parse(text).ok_or_else(|| Problem::usage("there is no such answer"))?)
        }
        None => return Err(Problem::usage("no answer").into()),
    };
    let wish = Wish {
        answer,
        digest: form.text("digest").map(str::to_owned),
        digits: form.filled("digits").map(str::to_owned),
        reason: form.filled("reason").map(str::to_owned),
        // As the page says it: `remembered` of the same width.
        width: Width::Command,
        lasts: None,
        proof: None,
    };
    let assertion = form.filled("assertion").map(str::to_owned);
    let (name, who) = (id.clone(), Arc::new(visitor));
    let visitor = Arc::clone(&who);
    let decided = gateway.blocking(move |gateway| {
        let proof = match (assertion, wish.answer) {
            (Some(assertion), Answer::Approve(_)) => {
                let request = gateway.noted(gateway.reader.request(&name))?;
                Some(passkeys::proven(gateway, &who, Purpose::Answer(&request), &assertion)?)
            }
            (Some(_) | None, _) => None,
        };
        Wish { proof, ..wish }.put(gateway, &name, &who.person)
    });
    match decided.await? {
        Ok(_) => Ok(see(&format!("/r/{id}"))),
        Err(problem) => late(&gateway, &visitor, id, problem).await,
    }
}

/// An answer that did not count: why, and how the request stands now.
async fn late(gateway: &Arc<Gateway>, visitor: &super::Visitor, id: String, problem: Problem) -> Shown {
    let name = id.clone();
    let request = gateway.blocking(move |gateway| gateway.noted(gateway.reader.request(&name))).await?;
    let Ok(request) = request else { return Err(problem.into()) };
    let page = markup! {
        h1 { "Not counted" }
        p.trouble role="alert" { (text::line(&problem.text)) }
        p { (request.ticket) " is " (text::line(&outcome(&request))) ": " (text::line(&words(&request))) }
        p { a.button href={ "/r/" (id) } autofocus { "Look at it again" } " " a href="/" { "Inbox" } }
    };
    let status =
        if problem.status.is_client_error() { problem.status } else { StatusCode::SERVICE_UNAVAILABLE };
    Ok((status, html(frame::page(gateway, visitor, "/", "Not counted", page))).into_response())
}

pub(super) async fn edit(
    State(gateway): State<Arc<Gateway>>,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Body,
) -> Shown {
    let visitor = visitor(&gateway, &headers)?;
    let form = Form::read(&visitor, body).await?;
    // A browser ends lines its own way.
    let plain = |name: &str| form.text(name).map(|text| text.replace("\r\n", "\n"));
    let (command, text) = (plain("command").unwrap_or_default(), plain("text"));
    let args =
        plain("args").map(|typed| arguments(&typed).map_err(|why| Problem::conflict("not_edited", why)));
    let (name, account) = (id.clone(), visitor.person.account.clone());
    let edited = gateway.blocking(move |gateway| {
        let request = gateway.noted(gateway.reader.request(&name))?;
        gateway.noted(request.open(now()))?;
        let args = args.transpose()?;
        let edit = match (&args, &text) {
            (Some(args), _) => Edit::Arguments(args),
            (None, Some(text)) => Edit::Text(text),
            (None, None) => Edit::Command(&command),
        };
        gateway.house.edit(&request, edit, &account).map_err(|why| Problem::conflict("not_edited", why))
    });
    match edited.await? {
        Ok(request) => Ok(see(&format!("/r/{}", request.id))),
        Err(problem) => late(&gateway, &visitor, id, problem).await,
    }
}

pub(super) async fn question(
    State(gateway): State<Arc<Gateway>>,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Body,
) -> Shown {
    let visitor = visitor(&gateway, &headers)?;
    let form = Form::read(&visitor, body).await?;
    let answer = form.filled("choice").or(form.filled("answer")).unwrap_or_default().to_owned();
    let account = visitor.person.account.clone();
    gateway.blocking(move |gateway| gateway.answer_question(&id, &answer, &account, INBOX)).await??;
    Ok(see("/"))
}
