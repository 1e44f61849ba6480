//! An agent asks a person something: with choices, or for a text (`herma ask`, over HTTP).

use super::Json;
use super::input::{Object, Query};
use super::openapi::{Access, id, list_of, object, operation, parameter, reference};
use crate::gateway::{Gateway, now};
use crate::problem::Problem;
use crate::who::Person;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, Method, Uri};
use herma_store::audit::NewEntry;
use herma_store::{Millis, Note, Store};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

/// Notes of this kind are questions.
const NOTE: &str = "question";
/// How long one stays open, and how long its answer is kept.
const OPEN_FOR: Millis = 3_600_000;
const WAIT_MAX_S: u64 = 300;
const TEXT_MAX: usize = 4000;
const CHOICES_MAX: usize = 20;
/// Of one agent at a time: more is no question but noise (T35).
const OPEN_MAX: usize = 20;

/// A question as it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Question {
    pub id: String,
    pub agent: String,
    pub text: String,
    pub choices: Vec<String>,
    pub asked: Millis,
    pub until: Millis,
    pub answer: Option<String>,
    pub by: Option<String>,
}

impl Question {
    fn read(note: &Note) -> Option<Question> {
        let body: Value = serde_json::from_str(&note.body).ok()?;
        let text = |name: &str| body.get(name)?.as_str().map(str::to_owned);
        let choices = body.get("choices")?.as_array()?.iter().filter_map(Value::as_str);
        Some(Question {
            id: note.key.clone(),
            agent: text("agent")?,
            text: text("question")?,
            choices: choices.map(str::to_owned).collect(),
            asked: body.get("asked")?.as_i64()?,
            until: note.until?,
            answer: text("answer"),
            by: text("by"),
        })
    }

    fn note(&self) -> Note {
        Note::new(NOTE, &self.id, self.to_json().to_string()).until(self.until)
    }

    fn to_json(&self) -> Value {
        json!({"id": self.id, "agent": self.agent, "question": self.text, "choices": self.choices, "asked": self.asked,
               "until": self.until, "answer": self.answer, "by": self.by})
    }
}

impl Gateway {
    pub(crate) fn question(&self, id: &str) -> Result<Question, Problem> {
        let note = self.noted(self.reader.note(NOTE, id, now()))?;
        note.as_ref()
            .and_then(Question::read)
            .ok_or_else(|| Problem::unknown("there is no such question, or no longer"))
    }

    /// Those without an answer, the oldest first.
    pub(crate) fn open_questions(&self) -> Result<Vec<Question>, Problem> {
        let notes = self.noted(self.reader.notes(NOTE, now()))?;
        let mut open: Vec<Question> =
            notes.iter().filter_map(Question::read).filter(|one| one.answer.is_none()).collect();
        open.sort_by_key(|one| one.asked);
        Ok(open)
    }

    pub(crate) fn answer_question(
        &self,
        id: &str,
        answer: &str,
        person: &Person,
    ) -> Result<Question, Problem> {
        let gate = self.gate();
        let Some(by) = gate.settings().person(&person.account) else {
            return Err(Problem::forbidden("whoever this is may not answer"));
        };
        if answer.trim().is_empty() || answer.len() > TEXT_MAX {
            return Err(Problem::usage(format!("an answer has 1 to {TEXT_MAX} bytes")));
        }
        let question = self.question(id)?;
        let answered =
            Question { answer: Some(answer.to_owned()), by: Some(by.to_owned()), ..question.clone() };
        let was = question.note().body;
        if question.answer.is_some()
            || !self.noted(gate.store().swap_note(NOTE, id, Some(&was), Some(&answered.note()), now()))?
        {
            return Err(Problem::conflict("already_decided", "somebody has answered this already"));
        }
        let entry = NewEntry::new("answered", json!({"question": id, "agent": answered.agent, "by": by}));
        self.noted(gate.store().append(&entry, now()))?;
        self.hub.question_changed(&answered.agent);
        Ok(answered)
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
    let mut object = Object::read(body, &["question", "choices"]).await?;
    let text = object.needed_text("question")?;
    if text.trim().is_empty() || text.len() > TEXT_MAX {
        return Err(Problem::usage(format!("`question` has 1 to {TEXT_MAX} bytes")));
    }
    let choices = match object.take("choices") {
        None => Vec::new(),
        Some(Value::Array(all)) if all.len() <= CHOICES_MAX => {
            let texts =
                all.iter().map(|one| one.as_str().filter(|text| text.len() <= TEXT_MAX).map(str::to_owned));
            texts.collect::<Option<Vec<_>>>().ok_or_else(|| Problem::usage("`choices` are texts"))?
        }
        Some(_) => return Err(Problem::usage(format!("`choices` are {CHOICES_MAX} texts at most"))),
    };
    let asked = gateway.blocking(move |gateway| put(gateway, agent, text, choices)).await??;
    waited(&gateway, asked.id, wait).await
}

fn put(gateway: &Gateway, agent: String, text: String, choices: Vec<String>) -> Result<Question, Problem> {
    let open = gateway.open_questions()?;
    // The same again is the same question.
    if let Some(same) =
        open.iter().find(|one| one.agent == agent && one.text == text && one.choices == choices)
    {
        return Ok(same.clone());
    }
    if open.iter().filter(|one| one.agent == agent).count() >= OPEN_MAX {
        return Err(Problem::conflict("too_many", "so many questions of this agent are open already"));
    }
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).map_err(|e| Problem::internal(format!("no randomness: {e}")))?;
    let id = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    let asked = now();
    let question =
        Question { id, agent, text, choices, asked, until: asked + OPEN_FOR, answer: None, by: None };
    gateway.noted(gateway.gate().store().swap_note(
        NOTE,
        &question.id,
        None,
        Some(&question.note()),
        asked,
    ))?;
    gateway.hub.question_changed(&question.agent);
    Ok(question)
}

async fn waited(gateway: &Arc<Gateway>, id: String, wait: u64) -> Result<Json, Problem> {
    let until = Instant::now() + Duration::from_secs(wait);
    loop {
        let changed = gateway.hub.questions();
        tokio::pin!(changed);
        changed.as_mut().enable();
        let name = id.clone();
        let question = gateway.blocking(move |gateway| gateway.question(&name)).await??;
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
            "choices": {"type": ["array", "null"], "maxItems": CHOICES_MAX, "items": {"type": "string"}, "description": "a person may always answer something else"},
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
    let question = gateway.blocking(move |gateway| gateway.question(&name)).await??;
    if question.agent != agent {
        return Err(Problem::unknown("there is no such question, or no longer"));
    }
    waited(&gateway, id, wait).await
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
    let answered = gateway.blocking(move |gateway| gateway.answer_question(&id, &text, &person)).await??;
    Ok(Json(answered.to_json()))
}

pub(super) fn answer_doc() -> Value {
    let body = json!({"type": "object", "additionalProperties": false, "required": ["answer"],
                      "properties": {"answer": {"type": "string", "minLength": 1, "maxLength": TEXT_MAX}}});
    operation(
        "Answer a question",
        "One of its choices, or anything else.",
        Access::Person,
        &[id()],
        Some(body),
        reference("Question"),
    )
}
