//! A task, and what happens to it.

use super::when;
use serde_json::{Map, Value, json};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum State {
    Submitted,
    Working,
    Completed,
    Failed,
    Canceled,
    InputRequired,
    Rejected,
    /// A person at the serving side is asked. The state itself authorises nothing.
    AuthRequired,
}

const NAMES: &[(State, &str, &str)] = &[
    (State::Submitted, "TASK_STATE_SUBMITTED", "submitted"),
    (State::Working, "TASK_STATE_WORKING", "working"),
    (State::Completed, "TASK_STATE_COMPLETED", "completed"),
    (State::Failed, "TASK_STATE_FAILED", "failed"),
    (State::Canceled, "TASK_STATE_CANCELED", "canceled"),
    (State::InputRequired, "TASK_STATE_INPUT_REQUIRED", "input-required"),
    (State::Rejected, "TASK_STATE_REJECTED", "rejected"),
    (State::AuthRequired, "TASK_STATE_AUTH_REQUIRED", "auth-required"),
];

impl State {
    /// As 1.0 writes it.
    pub fn as_str(self) -> &'static str {
        NAMES.iter().find(|(state, _, _)| *state == self).map_or("", |(_, name, _)| name)
    }

    /// As 0.3 writes it, and as people read it.
    pub fn plain(self) -> &'static str {
        NAMES.iter().find(|(state, _, _)| *state == self).map_or("", |(_, _, name)| name)
    }

    /// By either name; `_` and `-` are one.
    pub fn named(name: &str) -> Option<State> {
        let plain = name.to_ascii_lowercase().replace('_', "-");
        NAMES.iter().find(|(_, long, short)| *long == name || *short == plain).map(|(state, _, _)| *state)
    }

    pub fn is_terminal(self) -> bool {
        match self {
            State::Completed | State::Failed | State::Canceled | State::Rejected => true,
            State::Submitted | State::Working | State::InputRequired | State::AuthRequired => false,
        }
    }

    /// Somebody must do something before it goes on.
    pub fn is_interrupted(self) -> bool {
        matches!(self, State::InputRequired | State::AuthRequired)
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct Status {
    pub state: State,
    /// A message of the agent.
    pub message: Option<Value>,
    /// Milliseconds since the epoch.
    pub at: i64,
}

impl Status {
    pub fn to_json(&self) -> Value {
        let mut all = json!({"state": self.state.as_str(), "timestamp": when::text(self.at)});
        if let (Some(message), Some(map)) = (&self.message, all.as_object_mut()) {
            map.insert("message".to_owned(), message.clone());
        }
        all
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct Task {
    /// The server's choice, never the caller's.
    pub id: String,
    pub context: String,
    pub status: Status,
    pub artifacts: Vec<Value>,
    pub history: Vec<Value>,
}

impl Task {
    /// As the protocol writes it; `history` is how many of the latest messages, `None` for all.
    pub fn to_json(&self, history: Option<usize>, artifacts: bool) -> Value {
        let mut all = Map::new();
        all.insert("id".to_owned(), self.id.as_str().into());
        all.insert("contextId".to_owned(), self.context.as_str().into());
        all.insert("status".to_owned(), self.status.to_json());
        if artifacts && !self.artifacts.is_empty() {
            all.insert("artifacts".to_owned(), self.artifacts.clone().into());
        }
        let skip = history.map_or(0, |wanted| self.history.len().saturating_sub(wanted));
        let shown: Vec<Value> = self.history.iter().skip(skip).cloned().collect();
        if !shown.is_empty() {
            all.insert("history".to_owned(), shown.into());
        }
        Value::Object(all)
    }

    /// Takes an artifact in: a new one, or more of one that is there.
    pub fn take(&mut self, artifact: &Artifact) {
        let id = artifact.value.get("artifactId");
        let known = self.artifacts.iter_mut().find(|one| one.get("artifactId") == id);
        match known {
            None => self.artifacts.push(artifact.value.clone()),
            Some(known) if artifact.append => {
                let more = artifact.value.get("parts").and_then(Value::as_array).cloned().unwrap_or_default();
                if let Some(parts) = known.get_mut("parts").and_then(Value::as_array_mut) {
                    parts.extend(more);
                }
            }
            Some(known) => *known = artifact.value.clone(),
        }
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct Artifact {
    pub value: Value,
    pub append: bool,
    pub last: bool,
}

/// What a stream tells.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    Task(Task),
    Status(Status),
    Artifact(Artifact),
}

impl Event {
    /// A `StreamResponse` of 1.0.
    pub fn to_json(&self, task: &str, context: &str) -> Value {
        match self {
            Event::Task(task) => json!({"task": task.to_json(None, true)}),
            Event::Status(status) => {
                json!({"statusUpdate": {"taskId": task, "contextId": context, "status": status.to_json()}})
            }
            Event::Artifact(Artifact { value, append, last }) => {
                let mut update = json!({"taskId": task, "contextId": context, "artifact": value});
                if let Some(map) = update.as_object_mut() {
                    if *append {
                        map.insert("append".to_owned(), true.into());
                    }
                    if *last {
                        map.insert("lastChunk".to_owned(), true.into());
                    }
                }
                json!({"artifactUpdate": update})
            }
        }
    }

    pub fn state(&self) -> Option<State> {
        match self {
            Event::Task(task) => Some(task.status.state),
            Event::Status(status) => Some(status.state),
            Event::Artifact(_) => None,
        }
    }
}
