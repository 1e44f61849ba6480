//! Whoever does the work: an external command, or a model behind an endpoint.
//!
//! Its output goes to the peer; its errors go to the log and never to the peer.

mod chat;
mod command;
mod events;
mod preset;

pub use chat::Chat;
pub use command::{Command, Input, Output};
pub use events::{Said, line as read_line};
pub use preset::preset;

use crate::protocol::Artifact;
use serde_json::Value;
use std::time::Duration;
use tokio::sync::{mpsc, watch};

/// More output than this is a mistake or an attack on the peer's memory.
pub const OUTPUT_MAX: usize = 4 * 1024 * 1024;

/// What is to be done.
#[derive(Debug, Clone)]
pub struct Job {
    pub task: String,
    pub context: String,
    pub peer: String,
    /// Identities that handed it on, the peer last, and ours behind it: what we hand on in turn.
    pub chain: Vec<String>,
    pub text: String,
    pub message: Value,
    pub history: Vec<Value>,
}

/// What happens on the way.
#[derive(Debug, Clone, PartialEq)]
pub enum Produced {
    Progress(Option<Value>),
    Artifact(Artifact),
}

/// How it ended. Texts are for the peer.
#[derive(Debug, Clone, PartialEq)]
pub enum Ending {
    /// With these parts as its result.
    Answered(Value),
    /// With a message to say so, as parts; what it made was told before.
    Completed(Option<Value>),
    /// One message is all there is to say: no task.
    Message(Value),
    InputRequired(Value),
    Rejected(Value),
    Failed(String),
    Canceled,
}

#[derive(Debug, Clone)]
pub enum Executor {
    Command(Command),
    Chat(Chat),
    /// Gives back what it was given: for measuring everything else.
    Echo,
}

impl Executor {
    /// Does it. Ends soon after `cancel` turns true, and after `limit` at the latest.
    pub async fn run(
        &self,
        job: &Job,
        limit: Duration,
        tell: mpsc::Sender<Produced>,
        cancel: watch::Receiver<bool>,
        log: &crate::Log,
    ) -> Ending {
        match self {
            Executor::Command(command) => command.run(job, limit, tell, cancel, log).await,
            Executor::Chat(chat) => chat.run(job, limit, cancel, log).await,
            Executor::Echo => Ending::Answered(serde_json::json!([{"text": job.text}])),
        }
    }
}

/// Waits until somebody wants it to end.
pub(crate) async fn canceled(cancel: &mut watch::Receiver<bool>) {
    if cancel.wait_for(|wanted| *wanted).await.is_err() {
        // Nobody can cancel it any more.
        std::future::pending::<()>().await;
    }
}
