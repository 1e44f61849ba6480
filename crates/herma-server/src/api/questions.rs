//! An agent asks a person something: with choices, or for a text (`herma ask`, over HTTP).

use super::Json;
use super::input::{Object, Query};
use super::openapi::{Access, id, list_of, object, operation, parameter, reference};
use crate::channel::API;
use crate::gateway::{Gateway, now};
use crate::problem::Problem;
use crate::question::{self, Answered, Asked, Asker, CHOICE_MAX, CHOICES_MAX, Question, TEXT_MAX};
use crate::who::Agent;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, Method, Uri};
use herma_core::effect::Tier;
use herma_gate::Caller;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

const WAIT_MAX_S: u64 = 300;
const SURFACE: &str = "question";

impl Gateway {
    pub(crate) fn question(&self, id: &str) -> Result<Question, Problem> {
        let found = self.noted(question::find(&*self.reader, id, now()))?;
        found.ok_or_else(|| Problem::unknown("there is no such question, or no longer"))
    }

    /// Whose conversation an answer belongs to.
    pub(crate) fn whose(&self, question: &Question) -> Caller {
        let Question { agent, session, .. } = question;
        Caller { agent: agent.clone(), session: session.clone(), surface: SURFACE }
    }

    /// Those without an answer, the oldest first.
    pub(crate) fn open_questions(&self) -> Result<Vec<Question>, Problem> {
        self.noted(question::open(&*self.reader, now()))
    }

    /// A person answers, on whichever channel: whoever may answer requests may answer these.
    pub(crate) fn answer_question(
        &self,
        id: &str,
        answer: &str,
        account: &str,
        how: &str,
    ) -> Result<Question, Problem> {
        let gate = self.gate();
        let by = gate
            .settings()
            .person(account)
            .filter(|by| gate.settings().approvers(Tier::Medium).any(|one| one == *by));
        let Some(by) = by else { return Err(Problem::forbidden("whoever this is may not answer")) };
        if answer.trim().is_empty() || answer.len() > TEXT_MAX {
            return Err(Problem::usage(format!("an answer has 1 to {TEXT_MAX} bytes")));
        }
        match self.noted(question::answer(&**gate.store(), id, answer, (by, how), now()))? {
            Answered::Counts(answered) => {
                self.hub.question_changed(&answered.agent);
                Ok(answered)
            }
            Answered::InCrisis(question) => {
                let card = self.house.enforcer().said(&self.whose(&question), &question.cwd, answer);
                Err(Problem::in_crisis(card))
            }
            Answered::Before(_) => {
                Err(Problem::conflict("already_decided", "somebody has answered this already"))
            }
            Answered::Unknown => Err(Problem::unknown("there is no such question, or no longer")),
        }
    }
}

pub(super) async fn ask(
    State(gateway): State<Arc<Gateway>>,
    uri: Uri,
    headers: HeaderMap,
    body: Body,
) -> Result<Json, Problem> {
    let agent = gateway.agent(&headers)?;
    let wait = Query::strict(&uri, &["wait"])?.number("wait", 0, WAIT_MAX_S)?.unwrap_or(0);
    let mut object = Object::read(body, &["question", "choices", "session"]).await?;
    let text = object.needed_text("question")?;
    if text.trim().is_empty() || text.len() > TEXT_MAX {
        return Err(Problem::usage(format!("`question` has 1 to {TEXT_MAX} bytes")));
    }
    let session = super::calls::session_of(&mut object)?;
    let choices = match object.take("choices") {
        None => Vec::new(),
        Some(Value::Array(all)) if all.len() <= CHOICES_MAX => {
            let texts = all.iter().map(|one| one.as_str().map(str::to_owned));
            texts.collect::<Option<Vec<_>>>().ok_or_else(|| Problem::usage("`choices` are texts"))?
        }
        Some(_) => return Err(Problem::usage(format!("`choices` are {CHOICES_MAX} texts at most"))),
    };
    if let Some(wrong) = question::wrong_with(&text, &choices) {
        return Err(Problem::usage(wrong));
    }
    let name = agent.name.clone();
    let put = move |gateway: &Gateway| {
        put(gateway, Asker { agent: &name, session: &session, cwd: "" }, &text, choices)
    };
    let asked = gateway.blocking_for(&agent.place, put).await??;
    waited(&gateway, &agent, asked.id, wait).await
}

fn put(gateway: &Gateway, asker: Asker<'_>, text: &str, choices: Vec<String>) -> Result<Question, Problem> {
    let text = &gateway.house.redacted(text);
    let choices = choices.iter().map(|choice| gateway.house.redacted(choice)).collect();
    match gateway.noted(question::put(&**gateway.gate().store(), asker, text, choices, now()))? {
        Asked::Waits(question) => {
            gateway.hub.question_changed(&question.agent);
            Ok(question)
        }
        Asked::TooMany => {
            Err(Problem::conflict("too_many", "so many questions of this agent are open already"))
        }
    }
}

async fn waited(gateway: &Arc<Gateway>, agent: &Agent, id: String, wait: u64) -> Result<Json, Problem> {
    let until = Instant::now() + Duration::from_secs(wait);
    loop {
        let changed = gateway.hub.questions();
        tokio::pin!(changed);
        changed.as_mut().enable();
        let name = id.clone();
        let question = gateway.blocking_for(&agent.place, move |gateway| gateway.question(&name)).await??;
        if question.answer.is_some() || Instant::now() >= until || gateway.is_stopping() {
            return Ok(Json(question.to_json()));
        }
        tokio::select! {
            () = changed => {}
            () = gateway.stopped() => {}
            () = tokio::time::sleep_until(until) => {}
        }
    }
}

fn wait_parameter() -> Value {
    parameter(
        "wait",
        "seconds to wait for the answer",
        json!({"type": "integer", "minimum": 0, "maximum": WAIT_MAX_S}),
    )
}

pub(super) fn ask_doc() -> Value {
    let body = json!({
        "type": "object", "additionalProperties": false, "required": ["question"],
        "properties": {
            "question": {"type": "string", "minLength": 1, "maxLength": TEXT_MAX},
            "choices": {"type": ["array", "null"], "maxItems": CHOICES_MAX, "items": {"type": "string", "minLength": 1, "maxLength": CHOICE_MAX}, "description": "a person may always answer something else"},
            "session": {"type": ["string", "null"], "description": "the session that the answer is for, as in a call; `default` if there is none"},
        },
    });
    let about = "Puts a question to a person. `answer` is null until there is one. It permits nothing.";
    operation("Ask a person", about, Access::Agent, &[wait_parameter()], Some(body), reference("Question"))
}

pub(super) async fn look(
    State(gateway): State<Arc<Gateway>>,
    Path(id): Path<String>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Json, Problem> {
    let agent = gateway.agent(&headers)?;
    let wait = Query::strict(&uri, &["wait"])?.number("wait", 0, WAIT_MAX_S)?.unwrap_or(0);
    let name = id.clone();
    let question = gateway.blocking_for(&agent.place, move |gateway| gateway.question(&name)).await??;
    if question.agent != agent.name {
        return Err(Problem::unknown("there is no such question, or no longer"));
    }
    waited(&gateway, &agent, id, wait).await
}

pub(super) fn look_doc() -> Value {
    operation(
        "Look for the answer",
        "An agent sees its own questions.",
        Access::Agent,
        &[id(), wait_parameter()],
        None,
        reference("Question"),
    )
}

pub(super) async fn list(State(gateway): State<Arc<Gateway>>, headers: HeaderMap) -> Result<Json, Problem> {
    gateway.person(&headers, &Method::GET)?;
    let open = gateway.blocking(Gateway::open_questions).await??;
    Ok(Json(json!({"questions": open.iter().map(Question::to_json).collect::<Vec<_>>()})))
}

pub(super) fn list_doc() -> Value {
    let page = object(&[("questions", list_of("Question"))]);
    operation("List questions", "Those without an answer, the oldest first.", Access::Person, &[], None, page)
}

pub(super) async fn answer(
    State(gateway): State<Arc<Gateway>>,
    Path(id): Path<String>,
    method: Method,
    headers: HeaderMap,
    body: Body,
) -> Result<Json, Problem> {
    let person = gateway.person(&headers, &method)?;
    let text = Object::read(body, &["answer"]).await?.needed_text("answer")?;
    let answered =
        gateway.blocking(move |gateway| gateway.answer_question(&id, &text, &person.account, API)).await??;
    Ok(Json(answered.to_json()))
}

pub(super) fn answer_doc() -> Value {
    let body = json!({"type": "object", "additionalProperties": false, "required": ["answer"],
                      "properties": {"answer": {"type": "string", "minLength": 1, "maxLength": TEXT_MAX}}});
    operation(
        "Answer a question",
        "One of its choices, or anything else. A person's own words that show signs of a crisis are not passed on and not written \
         down: 409 `crisis`, with `crisis_card` to be shown to that person at once.",
        Access::Person,
        &[id()],
        Some(body),
        reference("Question"),
    )
}
