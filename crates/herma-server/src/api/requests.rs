//! What waits, what was decided, and deciding.

use super::input::{Object, Query};
use super::openapi::{Access, id, list_of, object, operation, parameter, reference};
use super::{Json, shapes};
use crate::channel::{API, INBOX};
use crate::gateway::{Gateway, now};
use crate::problem::Problem;
use crate::who::{Agent, Person, Who};
use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, Method, Uri};
use herma_core::grant::Width;
use herma_engine::edit::Edit;
use herma_gate::{Reply, Seen};
use herma_store::{Answer, Cursor, Filter, Millis, Order, Request, Scope, State as Stands};
use herma_view::remembered::remembered;
use herma_view::view::view;
use serde_json::{Value, json};
use std::sync::Arc;

const PAGE: usize = 50;
const PAGE_MAX: u64 = 200;

pub(super) async fn list(
    State(gateway): State<Arc<Gateway>>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Json, Problem> {
    let who = gateway.who(&headers)?;
    let query = Query::strict(&uri, &["state", "agent", "session", "after", "limit"])?;
    let limit = query.number("limit", 1, PAGE_MAX)?.and_then(|n| usize::try_from(n).ok()).unwrap_or(PAGE);
    let state = query
        .text("state")
        .map(|state| Stands::parse(state).ok_or_else(|| Problem::usage("there is no such state")));
    let mut filter = Filter {
        state: state.transpose()?,
        agent: query.text("agent").map(str::to_owned),
        session: query.text("session").map(str::to_owned),
        order: Order::Newest,
    };
    if filter.state == Some(Stands::Pending) {
        filter.order = Order::Urgent;
    }
    if let Who::Agent(Agent { name, .. }) = &who {
        // Its own, whatever it asks for.
        if filter.agent.as_ref().is_some_and(|agent| agent != name) {
            return Err(Problem::forbidden("an agent reads what is its own"));
        }
        filter.agent = Some(name.clone());
    }
    let after = query
        .text("after")
        .map(|text| Cursor::parse(text).ok_or_else(|| Problem::usage("`after` is no place in a list")));
    let after = after.transpose()?;
    let page =
        gateway.work(&who, move |gateway| gateway.gate().page(&filter, after.as_ref(), limit, now())).await?;
    let page = page.map_err(Problem::from)?;
    Ok(Json(json!({
        "requests": page.requests.iter().map(shapes::summary).collect::<Vec<_>>(),
        "next": page.next.map(|cursor| cursor.to_text()),
    })))
}

pub(super) fn list_doc() -> Value {
    let states = Stands::ALL.iter().map(|state| state.as_str()).collect::<Vec<_>>();
    let parameters = [
        parameter(
            "state",
            "only these; `pending` comes most urgent first, all else newest first",
            json!({"type": "string", "enum": states}),
        ),
        parameter("agent", "only of this agent", json!({"type": "string"})),
        parameter("session", "only of this session", json!({"type": "string"})),
        parameter("after", "`next` of the page before", json!({"type": "string"})),
        parameter("limit", "how many", json!({"type": "integer", "minimum": 1, "maximum": PAGE_MAX})),
    ];
    let page = object(&[("requests", list_of("Summary")), ("next", json!({"type": ["string", "null"]}))]);
    operation("List requests", "An agent sees its own.", Access::Both, &parameters, None, page)
}

pub(super) async fn one(
    State(gateway): State<Arc<Gateway>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Json, Problem> {
    let who = gateway.who(&headers)?;
    let agent = match &who {
        Who::Agent(agent) => Some(agent.name.clone()),
        Who::Person => None,
    };
    let value = gateway.work(&who, move |gateway| {
        let request = gateway.noted(gateway.reader.request(&id))?;
        match agent {
            Some(name) if name != request.agent => {
                Err(Problem::unknown(format!("there is no request `{}`", herma_core::text::shown(&id))))
            }
            Some(_) => Ok(shapes::request(&request, shapes::For::Agent)),
            None => {
                let mut value = shapes::request(&request, shapes::For::Person);
                let votes = gateway.noted(gateway.reader.votes(&request.id))?;
                value["yes"] = herma_gate::yeses(&votes).into();
                value["wants"] = gateway.gate().settings().wants(&request, &votes).into();
                Ok(shapes::with_remembered(&*gateway.reader, &request, value))
            }
        }
    });
    Ok(Json(value.await??))
}

pub(super) fn one_doc() -> Value {
    let about = "The whole of it. People see the two digits here, and nowhere else; an agent sees its own requests, without them.";
    operation("Look at a request", about, Access::Both, &[id()], None, reference("Request"))
}

pub(super) async fn decide(
    State(gateway): State<Arc<Gateway>>,
    Path(name): Path<String>,
    method: Method,
    headers: HeaderMap,
    body: Body,
) -> Result<Json, Problem> {
    let person = gateway.person(&headers, &method)?;
    let mut object =
        Object::read(body, &["answer", "scope", "digest", "digits", "reason", "width", "for_s"]).await?;
    let scope = match object.text("scope")? {
        None => Scope::Once,
        Some(text) => {
            Scope::parse(&text).ok_or_else(|| Problem::usage("`scope` is once, session or always"))?
        }
    };
    let answer = match object.needed_text("answer")?.as_str() {
        "approve" => Answer::Approve(scope),
        "deny" => Answer::Deny,
        _ => return Err(Problem::usage("`answer` is approve or deny")),
    };
    let width = match object.text("width")? {
        None => Width::Command,
        Some(text) => {
            Width::parse(&text).ok_or_else(|| Problem::usage("`width` is exact, command or effect"))?
        }
    };
    let lasts = match object.number("for_s")? {
        None => None,
        Some(seconds) if (1..=MONTH_S).contains(&seconds) => Some(seconds * 1000),
        Some(_) => return Err(Problem::usage(format!("`for_s` is a number of seconds from 1 to {MONTH_S}"))),
    };
    let wish = Wish {
        answer,
        digest: object.text("digest")?,
        digits: object.text("digits")?,
        reason: object.text("reason")?,
        width,
        lasts,
        proof: None,
    };
    let request = gateway.blocking(move |gateway| wish.put(gateway, &name, &person)).await??;
    Ok(Json(shapes::request(&request, shapes::For::Person)))
}

const MONTH_S: i64 = 31 * 24 * 3600;
/// The agent reads it: a few sentences.
const REASON_MAX: usize = 1000;

/// What a person wants, as a form or a program brings it.
#[derive(Debug)]
pub(crate) struct Wish {
    pub answer: Answer,
    /// Of what was shown.
    pub digest: Option<String>,
    pub digits: Option<String>,
    pub reason: Option<String>,
    pub width: Width,
    pub lasts: Option<Millis>,
    /// The level of the answer, and what proves it; checked by whoever took it.
    pub proof: Option<(u8, String)>,
}

impl Wish {
    pub(crate) fn put(&self, gateway: &Gateway, name: &str, person: &Person) -> Result<Request, Problem> {
        let request = gateway.noted(gateway.reader.request(name))?;
        let reason = self.reason.as_deref().map(str::trim).filter(|reason| !reason.is_empty());
        if reason.is_some_and(|reason| reason.len() > REASON_MAX) {
            return Err(Problem::usage(format!("a reason has {REASON_MAX} bytes at most")));
        }
        // What cannot be shown whole can only be denied, whatever the caller says it was shown (T02).
        let whole = view(&request, remembered(&request, Width::Command, None, &[])).can_be_shown();
        let seen = match (&self.digest, whole) {
            (Some(digest), true) => Seen::Whole(digest.clone()),
            (Some(_), false) | (None, _) => Seen::Part,
        };
        let channel = if person.csrf.is_some() { INBOX } else { API };
        let reply = Reply {
            answer: self.answer,
            seen,
            digits: self.digits.clone(),
            width: self.width,
            lasts: self.lasts,
            level: self.proof.as_ref().map_or(0, |(level, _)| *level),
            proof: self.proof.as_ref().map(|(_, proof)| proof.clone()),
            ..Reply::deny(&person.account, reason).on(channel).made_by(&person.held.by)
        };
        Ok(gateway.decide(request.id.as_str(), &reply)?.request)
    }
}

pub(super) fn decide_doc() -> Value {
    let body = json!({
        "type": "object", "additionalProperties": false, "required": ["answer"],
        "properties": {
            "answer": {"type": "string", "enum": ["approve", "deny"]},
            "scope": {"type": ["string", "null"], "enum": ["once", "session", "always", null]},
            "digest": {"type": ["string", "null"], "description": "of the request as it was shown; a yes needs it"},
            "digits": {"type": ["string", "null"], "description": "the two digits; a yes needs them from tier high on"},
            "reason": {"type": ["string", "null"], "maxLength": REASON_MAX, "description": "the agent reads it"},
            "width": {"type": ["string", "null"], "enum": ["exact", "command", "effect", null]},
            "for_s": {"type": ["integer", "null"], "minimum": 1, "maximum": MONTH_S, "description": "how long a yes for longer is good"},
        },
    });
    let about = "The first answer wins: later ones get 409 with what was decided, or 410 if it has expired. Where `needed` people must say yes it stays pending until they have. A yes of `answer_level` 2 is signed with a passkey, in the web inbox only.";
    operation("Approve or deny", about, Access::Person, &[id()], Some(body), reference("Request"))
}

pub(super) async fn edit(
    State(gateway): State<Arc<Gateway>>,
    Path(name): Path<String>,
    method: Method,
    headers: HeaderMap,
    body: Body,
) -> Result<Json, Problem> {
    let person = gateway.person(&headers, &method)?;
    let mut body = Object::read(body, &["command", "text", "args"]).await?;
    let (command, text, args) = (body.text("command")?, body.text("text")?, body.take("args"));
    if args.as_ref().is_some_and(|args| !args.is_object()) {
        return Err(Problem::usage("`args` is an object"));
    }
    let request = gateway.blocking(move |gateway| {
        let edit = match (&command, &text, &args) {
            (Some(command), None, None) => Edit::Command(command),
            (None, Some(text), None) => Edit::Text(text),
            (None, None, Some(args)) => Edit::Arguments(args),
            (_, _, _) => {
                return Err(Problem::usage("one of `command`, of a message `text`, and `args` is needed"));
            }
        };
        let request = gateway.noted(gateway.reader.request(&name))?;
        gateway.noted(request.open(now()))?;
        gateway
            .house
            .edit(&request, edit, &person.account)
            .map_err(|why| Problem::conflict("not_edited", why))
    });
    Ok(Json(shapes::request(&request.await??, shapes::For::Person)))
}

pub(super) fn edit_doc() -> Value {
    let body = json!({"type": "object", "additionalProperties": false, "minProperties": 1, "maxProperties": 1,
                      "properties": {"command": {"type": "string"},
                                     "text": {"type": "string", "description": "of a message, its text alone"},
                                     "args": {"type": "object", "description": "all arguments of the call, of any tool"}}});
    let about = "What comes out is judged again and is a request of its own, never easier to approve; the old one is canceled.";
    operation(
        "Change the command, the text of a message, or all arguments first",
        about,
        Access::Person,
        &[id()],
        Some(body),
        reference("Request"),
    )
}
