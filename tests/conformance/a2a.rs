//! `herma a2a serve --exec`: Herma runs the executor, which writes down the text of each task.

use super::surface::{Call, EDITED, FIRST, InFlight, Outcome, Room, Setup, Surface, as_shell};
use crate::support::fleet::{Serving, block_on, message};
use herma_a2a::client::Client;
use serde_json::{Value, json};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

pub struct A2a {
    room: Room,
    _serving: Serving,
    alice: Arc<Mutex<Client>>,
    next: AtomicU32,
}

impl A2a {
    pub fn open(setup: &Setup) -> Box<dyn Surface> {
        let room = Room::new(setup);
        let fleet = &room.fleet;
        for words in [&["init", "--no-passphrase"][..], &["issue", "bob"], &["issue", "alice"]] {
            fleet.pki(words);
        }
        let writes = format!("cat >> {0}; echo >> {0}; echo done", room.work().join("ran").display());
        let serving = fleet.serve(&["--exec", "sh", "-c", &writes]);
        let alice = Arc::new(Mutex::new(fleet.client("alice", &serving)));
        Box::new(A2a { room, _serving: serving, alice, next: AtomicU32::new(0) })
    }

    fn message(&self, text: &str) -> Value {
        message(&format!("m{}", self.next.fetch_add(1, Ordering::Relaxed)), text)
    }

    /// The task, or why there is none.
    fn submit(&self, call: &Call) -> Result<Value, Outcome> {
        let message = self.message(&words(call));
        let mut alice = self.alice.lock().unwrap();
        let answer = block_on(alice.rpc("SendMessage", &message));
        let mut answer = answer.map_err(|error| Outcome::Denied { reason: error.to_string() })?;
        Ok(answer["task"].take())
    }
}

/// The task's text.
fn words(call: &Call) -> String {
    match call {
        Call::ReadOnly | Call::Low => "list the open issues".to_owned(),
        Call::Asked => format!("create the {FIRST} page"),
        Call::AskedEdited => format!("create the {EDITED} page"),
        Call::Critical => "delete the staging database".to_owned(),
        Call::Hardline | Call::Shell(_) => format!("run `{}`", as_shell(call)),
    }
}

fn outcome(task: &Value) -> Outcome {
    let parts = task["status"]["message"]["parts"].as_array().cloned().unwrap_or_default();
    let said: String = parts.iter().filter_map(|part| part["text"].as_str()).collect();
    match task["status"]["state"].as_str() {
        Some("TASK_STATE_COMPLETED") => Outcome::Ran,
        Some("TASK_STATE_AUTH_REQUIRED") => {
            Outcome::Waiting { ticket: task["id"].as_str().unwrap().to_owned() }
        }
        Some("TASK_STATE_REJECTED" | "TASK_STATE_FAILED") => Outcome::Denied { reason: said },
        _ => panic!("{task}"),
    }
}

/// A task that nothing happens to for so long waits for a person again.
const IDLE: Duration = Duration::from_secs(6);

/// Follows a task to its end, or until nothing happens to it any more.
async fn over(client: &mut Client, id: &Value) -> Value {
    if let Ok(mut events) = client.stream("SubscribeToTask", &json!({"id": id})).await {
        while let Ok(Ok(Some(_))) = tokio::time::timeout(IDLE, events.next()).await {}
    }
    client.rpc("GetTask", &json!({"id": id})).await.unwrap()
}

impl Surface for A2a {
    fn room(&self) -> &Room {
        &self.room
    }

    fn start(&self, call: &Call) -> InFlight {
        let (task, alice) = (self.submit(call), Arc::clone(&self.alice));
        InFlight::begin(move || match task.as_ref().map(outcome) {
            Ok(Outcome::Waiting { ticket }) => {
                let mut alice = alice.lock().unwrap();
                outcome(&block_on(over(&mut alice, &json!(ticket))))
            }
            Ok(end) => end,
            Err(refused) => refused.clone(),
        })
    }

    fn send(&self, call: &Call) -> Outcome {
        self.submit(call).map_or_else(|refused| refused, |task| outcome(&task))
    }

    /// The task is what comes back.
    fn resume(&self, _: &Call, ticket: &str) -> Outcome {
        let mut alice = self.alice.lock().unwrap();
        outcome(&block_on(over(&mut alice, &json!(ticket))))
    }

    fn card_for(&self, said: &str, _: &Call) -> Option<String> {
        let message = self.message(said);
        let said = block_on(self.alice.lock().unwrap().rpc("SendMessage", &message)).unwrap();
        let first = &said["task"]["status"]["message"]["parts"][0];
        assert_eq!(said["task"]["status"]["state"], "TASK_STATE_AUTH_REQUIRED", "{said}");
        first["metadata"][herma_a2a::server::CRISIS_CARD]
            .as_bool()?
            .then(|| first["text"].as_str().unwrap().to_owned())
    }

    fn reads_page(&self, _: &str) -> bool {
        false
    }

    fn under(&self, _: &str, _: &Call) -> Outcome {
        panic!("the caller is another machine")
    }
}
