//! Questions to people through the socket (`herma ask`): agents put them, those who may answer see and answer them. An
//! answer permits nothing.

use super::client;
use super::remote::Remote;
use super::wire;
use crate::approvals::{ApprovalService, now};
use crate::enforce::LocalEnforcer;
use crate::paths::Paths;
use crate::redact::redacted;
use herma_gate::{Caller, Enforcer};
use herma_server::question::{self, Answered, Asked, Asker, Question};
use herma_store::Store;
use serde_json::{Value, json};

/// Who is at the other end, as the kernel says.
pub(super) struct Who<'a> {
    pub name: String,
    /// The person that this account is, if it is one who answers here.
    pub person: Option<&'a str>,
}

/// What is put by whoever may ask: any user. `None`: this is no matter of questions.
pub(super) fn attend(
    keeper: &ApprovalService,
    paths: &Paths,
    who: &Who<'_>,
    message: &Value,
) -> Option<Result<Value, String>> {
    let store = keeper.gate.store();
    Some(match wire::text(message, "op")? {
        "ask" => put(store, who, message),
        "asked" => asked(store, who, message),
        "questions" => person(who).and_then(|_| open(store)),
        "reply" => person(who).and_then(|by| reply(store, paths, by, message)),
        _ => return None,
    })
}

fn person<'a>(who: &Who<'a>) -> Result<&'a str, String> {
    who.person.ok_or_else(|| format!("`{}` is nobody who may answer here", who.name))
}

/// As the question's own name for who asked.
fn asker(who: &Who<'_>) -> String {
    format!("herma ask@{}", who.name)
}

fn put(store: &dyn Store, who: &Who<'_>, message: &Value) -> Result<Value, String> {
    let text = wire::text(message, "text").ok_or("which question?")?;
    let choices: Vec<String> = texts(message, "choices");
    if let Some(wrong) = question::wrong_with(text, &choices) {
        return Err(wrong);
    }
    let text = redacted(text);
    let choices = choices.iter().map(|choice| redacted(choice)).collect();
    let agent = asker(who);
    let cwd = wire::text(message, "cwd").unwrap_or_default();
    let of = Asker { agent: &agent, session: "", cwd };
    match question::put(store, of, &text, choices, now()).map_err(|e| e.to_string())? {
        Asked::Waits(one) => Ok(json!({"question": one.to_json()})),
        Asked::TooMany => Err("so many questions are open already".to_owned()),
    }
}

/// How one's own question stands.
fn asked(store: &dyn Store, who: &Who<'_>, message: &Value) -> Result<Value, String> {
    let id = wire::text(message, "id").ok_or("which question?")?;
    let found = question::find(store, id, now()).map_err(|e| e.to_string())?;
    let found = found.filter(|one| one.agent == asker(who));
    Ok(json!({"question": found.map(|one| one.to_json())}))
}

fn open(store: &dyn Store) -> Result<Value, String> {
    let open = question::open(store, now()).map_err(|e| e.to_string())?;
    Ok(json!({"questions": open.iter().map(Question::to_json).collect::<Vec<_>>()}))
}

fn reply(store: &dyn Store, paths: &Paths, by: &str, message: &Value) -> Result<Value, String> {
    let (Some(id), Some(text)) = (wire::text(message, "id"), wire::text(message, "text")) else {
        return Err("which question, and what is said?".to_owned());
    };
    let done = question::answer(store, id, text, (by, "socket"), now()).map_err(|e| e.to_string())?;
    Ok(match done {
        Answered::Counts(one) => json!({"question": one.to_json(), "counts": true}),
        Answered::Before(one) => json!({"question": one.to_json(), "counts": false}),
        // Whoever typed it is shown the card where they typed it; it stands where what follows is judged.
        Answered::InCrisis(one) => {
            let caller =
                Caller { agent: one.agent.clone(), session: one.session.clone(), surface: "question" };
            LocalEnforcer::new(paths.clone()).stands(&caller, &one.cwd);
            json!({"question": one.to_json(), "crisis": true})
        }
        Answered::Unknown => json!({"question": null}),
    })
}

fn texts(message: &Value, key: &str) -> Vec<String> {
    let items = message.get(key).and_then(Value::as_array).into_iter().flatten();
    items.filter_map(Value::as_str).map(str::to_owned).collect()
}

fn read(value: &Value) -> Option<Question> {
    let text = |key: &str| wire::text(value, key).map(str::to_owned);
    Some(Question {
        id: text("id")?,
        agent: text("agent")?,
        session: text("session").unwrap_or_default(),
        cwd: text("cwd").unwrap_or_default(),
        text: text("question")?,
        choices: texts(value, "choices"),
        asked: value.get("asked")?.as_i64()?,
        until: value.get("until")?.as_i64()?,
        answer: text("answer"),
        by: text("by"),
    })
}

/// The near end.
impl Remote {
    pub fn put_question(&self, text: &str, choices: &[String], cwd: &str) -> Result<Question, String> {
        let put = json!({"op": "ask", "text": text, "choices": choices, "cwd": cwd});
        let said = client::call(self.places(), &put)?;
        said.get("question").and_then(read).ok_or_else(unknown)
    }

    /// The question as it stands; `None` once nobody is asked any more.
    pub fn question(&self, id: &str) -> Result<Option<Question>, String> {
        let said = client::call(self.places(), &json!({"op": "asked", "id": id}))?;
        Ok(said.get("question").and_then(read))
    }

    pub fn questions(&self) -> Result<Vec<Question>, String> {
        let said = client::call(self.places(), &json!({"op": "questions"}))?;
        let rows = said.get("questions").and_then(Value::as_array);
        Ok(rows.into_iter().flatten().filter_map(read).collect())
    }

    pub fn reply(&self, id: &str, text: &str) -> Result<Answered, String> {
        let said = client::call(self.places(), &json!({"op": "reply", "id": id, "text": text}))?;
        let is = |name: &str| said.get(name).and_then(Value::as_bool).unwrap_or(false);
        Ok(match (said.get("question").and_then(read), is("counts")) {
            (Some(one), _) if is("crisis") => Answered::InCrisis(one),
            (Some(one), true) => Answered::Counts(one),
            (Some(one), false) => Answered::Before(one),
            (None, _) => Answered::Unknown,
        })
    }
}

fn unknown() -> String {
    "the service says nothing that is known here".to_owned()
}
