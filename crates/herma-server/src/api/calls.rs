//! An agent submits a call, and says afterwards what became of it.

use super::input::{Object, Query};
use super::openapi::{Access, object, operation, parameter, reference};
use super::{Json, shapes};
use crate::gateway::Gateway;
use crate::limits::Place;
use crate::problem::Problem;
use crate::who::Agent;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, Uri};
use herma_core::call::{Conversation, Surface};
use herma_core::{Decision, ToolCall};
use herma_gate::{Caller, Edited, Ruling};
use herma_store::{Outcome, RequestId, State as Stands};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Proxies and clients give up on an answer that takes much longer.
const WAIT_MAX_S: u64 = 300;
/// Names and the like: nobody's is longer.
const NAME_MAX: usize = 200;
/// What the store and the traces call calls that came in here.
const SURFACE: &str = "http";

pub(super) async fn submit(
    State(gateway): State<Arc<Gateway>>,
    uri: Uri,
    headers: HeaderMap,
    body: Body,
) -> Result<Json, Problem> {
    let Agent { name: agent, place } = gateway.agent(&headers)?;
    let wait = Query::strict(&uri, &["wait"])?.number("wait", 0, WAIT_MAX_S)?.unwrap_or(0);
    let until = tokio::time::Instant::now() + Duration::from_secs(wait);
    let mut object = Object::read(body, MEMBERS).await?;
    let earlier = object.text("request")?;
    let takes_edits = match object.take("edits") {
        None => false,
        Some(edits) => edits.as_bool().ok_or_else(|| Problem::usage("`edits` is true or false"))?,
    };
    let (call, session) = call_of(&mut object, &agent)?;
    let caller = Caller { agent, session, surface: SURFACE };
    let asked = Arc::new((call, caller));
    let mut waited = None;
    let mut ruling = match earlier {
        // Only its own, or what is another agent's could be asked about.
        Some(name) => {
            let id = own_request(&gateway, &place, name, &asked.1).await?;
            waited = Some(id.clone());
            resumed(&gateway, &place, &asked, id).await?
        }
        None => {
            let asked = Arc::clone(&asked);
            let ruled = move |gateway: &Gateway| {
                let started = Instant::now();
                let (call, caller) = &*asked;
                let ruling = gateway.house.enforcer().rule(call, caller, Instant::now(), &mut |_| {});
                gateway.metrics.judged(ruling.verdict().decision, started.elapsed());
                ruling
            };
            gateway.blocking_for(&place, ruled).await?
        }
    };
    // Help does not wait for whoever answers: the caller comes again once it is shown.
    if let Ruling::Waits { request, verdict, .. } = &ruling
        && wait > 0
        && !verdict.crisis_first
    {
        let id = request.clone();
        waited = Some(id.clone());
        gateway.hub.until_decided(&id, until, || is_over(&gateway, &place, &id)).await;
        ruling = resumed(&gateway, &place, &asked, id).await?;
    }
    // What a person could have allowed was refused without one: the store may be why.
    if matches!(&ruling, Ruling::Refused { verdict, .. } if verdict.decision == Decision::Ask) {
        gateway.suspect();
    }
    let edited = match (&ruling, &waited) {
        (Ruling::Refused { .. }, Some(id)) => edited(&gateway, &place, &asked, id).await?,
        (_, _) => None,
    };
    let (mut args, mut instead) = (Value::Null, Value::Null);
    match (edited, waited) {
        (Some(edited), Some(id)) if takes_edits => {
            let (what, came_of_it) = follow(&gateway, &place, &asked, &id, edited, until).await?;
            ruling = match came_of_it {
                // Whoever asks again does so with the call and the request that it knows.
                Ruling::Waits { ticket, reason, verdict, .. } => {
                    Ruling::Waits { ticket, reason, request: id, verdict }
                }
                other => other,
            };
            if let Ruling::Run { .. } = &ruling {
                args = what;
            }
        }
        (Some(Edited { args, request }), _) => {
            let (id, ticket, tool) = (request.id.as_str(), &request.ticket, &request.tool);
            instead = json!({"request": id, "ticket": ticket, "tool": tool, "args": args});
        }
        (None, _) => {}
    }
    let mut said = answer(ruling);
    said["instead"] = instead;
    said["args"] = args;
    Ok(Json(said))
}

/// What a person has made of the call: whoever makes that one finds its question.
async fn edited(
    gateway: &Arc<Gateway>,
    place: &Place,
    asked: &Arc<(ToolCall, Caller)>,
    id: &RequestId,
) -> Result<Option<Edited>, Problem> {
    let (asked, id) = (Arc::clone(asked), id.clone());
    gateway.blocking_for(place, move |gateway| gateway.house.enforcer().edited(&asked.0, &id)).await
}

/// Waits for what becomes of an edited call. Gives its arguments, and what is to be done about it.
async fn follow(
    gateway: &Arc<Gateway>,
    place: &Place,
    asked: &Arc<(ToolCall, Caller)>,
    id: &RequestId,
    mut last: Edited,
    until: tokio::time::Instant,
) -> Result<(Value, Ruling), Problem> {
    while last.request.state == Stands::Pending && tokio::time::Instant::now() < until {
        let known = last.request.id.clone();
        gateway.hub.until_decided(&known, until, || is_over(gateway, place, &known)).await;
        match edited(gateway, place, asked, id).await? {
            // Not answered, but edited again.
            Some(later) if later.request.id != known => last = later,
            _ => break,
        }
    }
    let (args, request, asked) = (last.args.clone(), last.request.id, Arc::clone(asked));
    let rule = move |gateway: &Gateway| {
        let call = ToolCall { args: last.args, ..asked.0.clone() };
        gateway.house.enforcer().resume_edited(&call, &asked.1, &request)
    };
    Ok((args, gateway.blocking_for(place, rule).await?))
}

async fn own_request(
    gateway: &Arc<Gateway>,
    place: &Place,
    name: String,
    caller: &Caller,
) -> Result<RequestId, Problem> {
    let look = move |gateway: &Gateway| gateway.noted(gateway.reader.request(&name));
    let request = gateway.blocking_for(place, look).await??;
    match request.agent == caller.agent {
        true => Ok(request.id),
        false => Err(Problem::unknown("there is no request of this agent by that name")),
    }
}

async fn resumed(
    gateway: &Arc<Gateway>,
    place: &Place,
    asked: &Arc<(ToolCall, Caller)>,
    id: RequestId,
) -> Result<Ruling, Problem> {
    let asked = Arc::clone(asked);
    gateway.blocking_for(place, move |gateway| gateway.house.enforcer().resume(&asked.0, &asked.1, &id)).await
}

async fn is_over(gateway: &Arc<Gateway>, place: &Place, id: &RequestId) -> bool {
    let id = id.clone();
    let look = move |gateway: &Gateway| gateway.reader.request(id.as_str()).map(|found| found.state);
    let state = gateway.blocking_for(place, look).await;
    !matches!(state, Ok(Ok(Stands::Pending)))
}

const MEMBERS: &[&str] = &[
    "tool",
    "args",
    "cwd",
    "home",
    "session",
    "action",
    "description",
    "annotations",
    "conversation",
    "sub_agent",
    "request",
    "edits",
];

/// Whose yes for a session may be used, and whose conversation it is.
pub(super) fn session_of(object: &mut Object) -> Result<String, Problem> {
    let session = named(object, "session")?.filter(|session| !session.is_empty());
    Ok(session.unwrap_or_else(|| "default".to_owned()))
}

fn named(object: &mut Object, name: &str) -> Result<Option<String>, Problem> {
    match object.text(name)? {
        Some(text) if text.len() > NAME_MAX => {
            Err(Problem::usage(format!("`{name}` is longer than {NAME_MAX} bytes")))
        }
        other => Ok(other),
    }
}

fn call_of(object: &mut Object, agent: &str) -> Result<(ToolCall, String), Problem> {
    let tool = named(object, "tool")?.filter(|tool| !tool.is_empty());
    let tool = tool.ok_or_else(|| Problem::usage("`tool` is missing"))?;
    let session = session_of(object)?;
    let (action, sub_agent) = (named(object, "action")?, named(object, "sub_agent")?);
    let args = match object.take("args") {
        None => json!({}),
        Some(args @ Value::Object(_)) => args,
        Some(_) => return Err(Problem::usage("`args` is an object")),
    };
    let cwd = folder(object, "cwd")?;
    let home = folder(object, "home")?;
    let mut call = ToolCall {
        tool,
        args,
        action,
        description: object.text("description")?,
        annotations: object.take("annotations"),
        cwd,
        home,
        ..ToolCall::default()
    };
    call.origin.agent = Some(agent.to_owned());
    call.origin.session = Some(session.clone());
    call.origin.sub_agent = sub_agent;
    call.origin.surface = Surface::Headless;
    if let Some(conversation) = object.take("conversation") {
        call.conversation = conversation_of(&conversation)?;
    }
    Ok((call, session))
}

/// Who is on the other side. What cannot be read is refused: a person's words that were misspelled would go unheard.
fn conversation_of(value: &Value) -> Result<Conversation, Problem> {
    let wrong = || {
        Problem::usage("`conversation` is an object with `human` (true or false) and `last_message` (a text)")
    };
    let all = value.as_object().ok_or_else(wrong)?;
    let human = match all.get("human") {
        None | Some(Value::Null) => None,
        Some(Value::Bool(human)) => Some(*human),
        Some(_) => return Err(wrong()),
    };
    let last_message = match all.get("last_message") {
        None | Some(Value::Null) => None,
        Some(Value::String(text)) => Some(text.clone()),
        Some(_) => return Err(wrong()),
    };
    // Whoever hands over what was said, and not who said it, is taken to have heard a person.
    Ok(Conversation { human: human.unwrap_or(last_message.is_some()), last_message })
}

/// A relative folder would be relative to ours.
fn folder(object: &mut Object, name: &str) -> Result<Option<String>, Problem> {
    match object.text(name)? {
        Some(path) if !path.starts_with('/') => Err(Problem::usage(format!("`{name}` is an absolute path"))),
        other => Ok(other),
    }
}

fn answer(ruling: Ruling) -> Value {
    let card = ruling.verdict().crisis_card.clone();
    let verdict = |one: &herma_core::Verdict| {
        serde_json::from_str::<Value>(&one.to_json_line(&Value::Null, 0)).unwrap_or_default()
    };
    let mut said = match ruling {
        Ruling::Run { why, verdict: one, request } => json!({
            "decision": "allow", "reason": why, "request": request.map(|id| id.to_string()), "ticket": null,
            "verdict": verdict(&one)}),
        Ruling::Refused { reason, verdict: one } => json!({
            "decision": "deny", "reason": reason, "request": null, "ticket": null, "verdict": verdict(&one)}),
        Ruling::Waits { ticket, reason, request, verdict: one } => json!({
            "decision": "ask", "reason": reason, "request": request.to_string(), "ticket": ticket,
            "verdict": verdict(&one)}),
    };
    said["crisis_card"] = card.into();
    said
}

pub(super) fn submit_doc() -> Value {
    let text = |about: &str| json!({"type": ["string", "null"], "description": about});
    let body = json!({
        "type": "object", "additionalProperties": false, "required": ["tool"],
        "properties": {
            "tool": {"type": "string", "minLength": 1, "maxLength": NAME_MAX, "description": "its name, as the agent spells it; `terminal` runs `args.command`"},
            "args": {"type": ["object", "null"]},
            "cwd": text("where it would run; an absolute path"),
            "home": text("the home of the user it would run as; an absolute path"),
            "session": text("whose yes for a session it may use; `default` if there is none"),
            "action": text("the agent's own label: it may raise, never lower"),
            "description": text("what the tool's server says about the tool"),
            "annotations": {},
            "conversation": {"type": ["object", "null"], "description": "who is on the other side of the agent. Signs of a crisis in it stand for the session for 24 hours",
                "properties": {"human": {"type": ["boolean", "null"], "description": "is it a person; true if there is a `last_message`"},
                               "last_message": {"type": ["string", "null"], "description": "what that person said last; it is not kept"}}},
            "sub_agent": text("set when a sub-agent asks"),
            "request": text("the request that an earlier answer to this same call named: what came of that one, without asking anew"),
            "edits": {"type": ["boolean", "null"], "description": "true: whoever asks runs `args` of an allow, where there are any, and not its own"},
        },
        "example": {"tool": "terminal", "args": {"command": "git push --force"}, "cwd": "/home/ada/src/app", "session": "s1"},
    });
    let about = "Judges a call. `allow`: run it now, and once. `deny`: do not; `reason` is for the model. `ask`: a person must \
                 see it first; call again with `request`, or wait for it with `wait`. Where a person has changed the call \
                 before saying yes, whoever said `edits` gets an `allow` with the `args` that are to run instead; anybody \
                 else a `deny` with `instead`. Whatever is decided, a `crisis_card` is shown to the person at once, as it is; the \
                 first one of a conversation comes without waiting.";
    let wait = parameter(
        "wait",
        "seconds to wait for a person's answer",
        json!({"type": "integer", "minimum": 0, "maximum": WAIT_MAX_S}),
    );
    operation("Submit a call, get a decision", about, Access::Agent, &[wait], Some(body), reference("Ruling"))
}

pub(super) async fn report(
    State(gateway): State<Arc<Gateway>>,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Body,
) -> Result<Json, Problem> {
    let agent = gateway.agent(&headers)?;
    let mut object = Object::read(body, &["exit", "signal", "started"]).await?;
    let number = |number: Option<i64>| number.map(|number| i32::try_from(number).unwrap_or(i32::MAX));
    let (exit, signal) = (number(object.number("exit")?), number(object.number("signal")?));
    let outcome = match (exit, signal, object.take("started")) {
        (Some(code), None, None) => Outcome::Exited(code),
        (None, Some(signal), None) => Outcome::Killed(signal),
        (None, None, Some(Value::Bool(false))) => Outcome::NotStarted,
        _ => {
            return Err(Problem::usage(
                "one of: `exit` with a code, `signal` with a number, `started` with false",
            ));
        }
    };
    let name = agent.name;
    let request = gateway.blocking_for(&agent.place, move |gateway| {
        let request = gateway.noted(gateway.reader.request(&id))?;
        if request.agent != name {
            return Err(Problem::unknown("there is no request of this agent by that name"));
        }
        gateway.gate().report(&request.id, outcome, crate::now()).map_err(Problem::from)
    });
    Ok(Json(shapes::request(&request.await??, shapes::For::Agent)))
}

pub(super) fn report_doc() -> Value {
    let body = object(&[
        ("exit", json!({"type": ["integer", "null"]})),
        ("signal", json!({"type": ["integer", "null"]})),
        (
            "started",
            json!({"type": ["boolean", "null"], "description": "only false: it could not even be started"}),
        ),
    ]);
    let about = "What became of a call that a person allowed: exactly one of the three.";
    operation(
        "Report what became of a call",
        about,
        Access::Agent,
        &[super::openapi::id()],
        Some(body),
        reference("Request"),
    )
}
