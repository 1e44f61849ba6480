//! `herma a2a send`, `status`, `cancel`, `list`.

use super::ask::{Reached, block_on, reach};
use super::exit::Failure;
use super::progress::Progress;
use crate::enforce::LocalEnforcer;
use crate::options::Typed;
use crate::paths::Paths;
use crate::prompt::{self, Reply, Wait};
use crate::redact::redacted;
use herma_a2a::client::ClientError;
use herma_a2a::protocol::{State, member, text_of};
use herma_a2a::server::{CHAIN, DEPTH_MAX, crisis_card, outgoing};
use herma_core::text::shown;
use herma_gate::{Caller, Enforcer, Ruling};
use herma_store::Outcome;
use serde_json::{Value, json};
use std::process::ExitCode;
use std::time::{Duration, Instant};

const TIMEOUT_S: f64 = 30.0;
const POLL_S: f64 = 0.5;
/// Between two looks at the clock while a stream is silent.
const TICK: Duration = Duration::from_secs(1);

pub fn send(typed: &Typed, paths: &Paths) -> Result<ExitCode, Failure> {
    let Some(text) = typed.value("--task").filter(|text| !text.trim().is_empty()) else {
        return Err(Failure::Usage("what is to be done? --task TEXT".to_owned()));
    };
    let mut sending = Sending::new(typed, paths)?;
    sending.may_leave(text)?;
    block_on(async move {
        let card = sending.reached.client.card().await?;
        let message = sending.message(text, None)?;
        sending.streams = card.pointer("/capabilities/streaming").and_then(Value::as_bool).unwrap_or(false);
        let task = match typed.has("--wait") {
            false => sending.hand_over(message).await?,
            true => sending.wait(message).await?,
        };
        sending.progress.clear();
        sending.tell(&card, &task)
    })
}

pub fn status(typed: &Typed, paths: &Paths) -> Result<ExitCode, Failure> {
    one(typed, paths, "GetTask")
}

pub fn cancel(typed: &Typed, paths: &Paths) -> Result<ExitCode, Failure> {
    one(typed, paths, "CancelTask")
}

fn one(typed: &Typed, paths: &Paths, method: &str) -> Result<ExitCode, Failure> {
    let Some(id) = typed.value("--task-id") else {
        return Err(Failure::Usage("which task? --task-id ID".to_owned()));
    };
    let mut sending = Sending::new(typed, paths)?;
    block_on(async move {
        let card = sending.reached.client.card().await?;
        let task = sending.reached.client.rpc(method, &json!({"id": id})).await?;
        // Asked for how it is, not for whether it is well.
        sending.tell(&card, &task).map(|_| ExitCode::SUCCESS).or_else(|failure| match failure {
            Failure::NotDone | Failure::Waits(_) => Ok(ExitCode::SUCCESS),
            other => Err(other),
        })
    })
}

pub fn list(typed: &Typed, paths: &Paths) -> Result<ExitCode, Failure> {
    let limit: usize = typed.number("--limit").map_err(Failure::Usage)?.unwrap_or(50);
    let mut sending = Sending::new(typed, paths)?;
    block_on(async move {
        sending.reached.client.card().await?;
        let (mut tasks, mut token) = (Vec::new(), String::new());
        while tasks.len() < limit {
            let size = (limit - tasks.len()).min(100);
            let params = json!({"pageSize": size, "pageToken": token, "historyLength": 1});
            let mut page = sending.reached.client.rpc("ListTasks", &params).await?;
            if let Some(Value::Array(more)) = page.get_mut("tasks").map(Value::take) {
                tasks.extend(more);
            }
            token = member(&page, "nextPageToken").and_then(Value::as_str).unwrap_or_default().to_owned();
            if token.is_empty() {
                break;
            }
        }
        if typed.has("--json") {
            println!("{}", json!(tasks));
            return Ok(ExitCode::SUCCESS);
        }
        for task in &tasks {
            let of = |pointer: &str| task.pointer(pointer).and_then(Value::as_str).unwrap_or_default();
            let state = State::named(of("/status/state")).map_or("?", State::plain);
            println!("{} {state:<14} {}", shown(of("/id")), shown(of("/status/timestamp")));
        }
        Ok(ExitCode::SUCCESS)
    })
}

struct Sending<'a> {
    typed: &'a Typed,
    reached: Reached,
    enforcer: LocalEnforcer,
    /// Whose conversation it is: what was said in one context stands for that one.
    caller: Caller,
    progress: Progress,
    deadline: Instant,
    timeout: f64,
    poll: Duration,
    streams: bool,
}

impl<'a> Sending<'a> {
    fn new(typed: &'a Typed, paths: &Paths) -> Result<Self, Failure> {
        let seconds = |name: &str, usual: f64| -> Result<f64, Failure> {
            let number = typed.number::<f64>(name).map_err(Failure::Usage)?.unwrap_or(usual);
            match number.is_finite() && number > 0.0 && number < 1e8 {
                true => Ok(number),
                false => Err(Failure::Usage(format!("`{name}` is a number of seconds"))),
            }
        };
        let timeout = seconds("--timeout", TIMEOUT_S)?;
        let reached = reach(typed, paths)?;
        let session = typed.value("--context").unwrap_or("outgoing").to_owned();
        let (_, caller) = outgoing(&reached.own, &session, &reached.agent.url, "");
        Ok(Sending {
            poll: Duration::from_secs_f64(seconds("--poll-interval", POLL_S)?),
            enforcer: LocalEnforcer::new(paths.clone()),
            caller,
            reached,
            progress: Progress::new(typed.has("--json")),
            deadline: Instant::now() + Duration::from_secs_f64(timeout),
            timeout,
            typed,
            streams: false,
        })
    }

    /// Assessed before it leaves. What must be asked about waits here for its answer.
    fn may_leave(&self, text: &str) -> Result<(), Failure> {
        let (mut call, caller) =
            outgoing(&self.caller.agent, &self.caller.session, &self.reached.agent.url, text);
        if redacted(text) != text
            && let Some(args) = call.args.as_object_mut()
        {
            args.insert("holds_secret".to_owned(), true.into());
        }
        let enforcer = &self.enforcer;
        let mut asked = |request: &herma_store::Request| {
            // Whoever wrote it is shown help before anybody is asked about anything.
            if let Some(card) = enforcer.card(request) {
                self.progress.card(&card);
            }
            let how =
                herma_gate::beyond_one_yes(request).unwrap_or(format!("herma approve {}", request.ticket));
            eprintln!("waits for a person here: {how}");
        };
        let ruling = enforcer.rule(&call, &caller, self.deadline, &mut asked);
        if let Some(card) = &ruling.verdict().crisis_card {
            self.progress.card(card);
        }
        match ruling {
            Ruling::Run { request, .. } => {
                if let Some(request) = request {
                    enforcer.report(&request, Outcome::Handed);
                }
                Ok(())
            }
            Ruling::Refused { reason, .. } => {
                Err(Failure::Refused(reason.strip_prefix("herma: ").unwrap_or(&reason).to_owned()))
            }
            Ruling::Waits { ticket, .. } => Err(Failure::Waits(format!(
                "it has not left: nobody has answered yet. `herma approve {ticket}`, and send it again"
            ))),
        }
    }

    fn message(&self, text: &str, task: Option<&Value>) -> Result<Value, Failure> {
        let mut id = [0u8; 16];
        getrandom::fill(&mut id).map_err(|error| Failure::Other(error.to_string()))?;
        let id: String = id.iter().map(|byte| format!("{byte:02x}")).collect();
        let mut message = json!({"messageId": id, "role": "ROLE_USER", "parts": [{"text": text}]});
        let mut metadata = serde_json::Map::new();
        // Set by whoever runs us for a task of somebody else's: it carries who wanted it first.
        let chain: Vec<String> = std::env::var("HERMA_A2A_CHAIN")
            .map(|chain| chain.split_whitespace().map(str::to_owned).collect())
            .unwrap_or_default();
        if chain.len() >= DEPTH_MAX {
            return Err(Failure::Refused(format!(
                "it was handed on too often: at most {DEPTH_MAX} agents in a row"
            )));
        }
        if !chain.is_empty() {
            metadata.insert(CHAIN.to_owned(), chain.into());
        }
        if let Some(requester) = self.typed.value("--requester") {
            metadata.insert("requester".to_owned(), requester.into());
        }
        if let Some(map) = message.as_object_mut() {
            if !metadata.is_empty() {
                map.insert("metadata".to_owned(), metadata.into());
            }
            if let Some(context) = self.typed.value("--context") {
                map.insert("contextId".to_owned(), context.into());
            }
            if let Some(task) = task {
                for (from, to) in [("id", "taskId"), ("contextId", "contextId")] {
                    if let Some(value) = task.get(from) {
                        map.insert(to.to_owned(), value.clone());
                    }
                }
            }
        }
        Ok(message)
    }

    async fn hand_over(&mut self, message: Value) -> Result<Value, Failure> {
        let params = json!({"message": message, "configuration": {"returnImmediately": true}});
        let result = self.reached.client.rpc("SendMessage", &params).await?;
        Ok(task_of(result))
    }

    /// To its end, with all that comes between.
    async fn wait(&mut self, message: Value) -> Result<Value, Failure> {
        let mut task = match self.streams {
            true => self.stream("SendStreamingMessage", json!({"message": message})).await?,
            false => self.hand_over(message).await?,
        };
        loop {
            let state = state_of(&task);
            if task.get("id").is_none() || state.is_some_and(State::is_terminal) {
                return Ok(task);
            }
            if state == Some(State::InputRequired) {
                let answer = self.clarify(&task)?;
                let message = self.message(&answer, Some(&task))?;
                task = match self.streams {
                    true => self.stream("SendStreamingMessage", json!({"message": message})).await?,
                    false => self.hand_over(message).await?,
                };
                continue;
            }
            task = self.poll(&task).await?;
        }
    }

    /// Follows a stream to a state at which it is somebody's turn. What breaks off is polled from there.
    async fn stream(&mut self, method: &str, params: Value) -> Result<Value, Failure> {
        let mut events = self.reached.client.stream(method, &params).await?;
        let mut task = Value::Null;
        loop {
            let next = tokio::time::timeout(TICK.min(self.left(&task)?), events.next()).await;
            let event = match next {
                Err(_) => {
                    self.progress.draw();
                    continue;
                }
                Ok(Ok(Some(event))) => event,
                // Over or broken: the task itself says how it stands.
                Ok(Ok(None)) if task.get("id").is_some() => return self.look(&task).await,
                Ok(Err(ClientError::Gone { .. })) if task.get("id").is_some() => return Ok(task),
                Ok(Ok(None)) => {
                    return Err(Failure::Other("the stream ended before it said anything".to_owned()));
                }
                Ok(Err(error)) => return Err(error.into()),
            };
            if let Some(message) = event.get("message") {
                return Ok(message.clone());
            }
            if let Some(whole) = event.get("task") {
                task = whole.clone();
            }
            if let (Some(update), Some(map)) = (event.get("statusUpdate"), task.as_object_mut())
                && let Some(status) = update.get("status")
            {
                map.insert("status".to_owned(), status.clone());
            }
            if let Some(status) = task.get("status") {
                self.progress.state(status);
            }
            match state_of(&task) {
                // Artifacts came in pieces; the whole is the server's to give.
                Some(state) if state.is_terminal() => return self.look(&task).await,
                Some(State::InputRequired) => return Ok(task),
                _ => {}
            }
        }
    }

    async fn look(&mut self, task: &Value) -> Result<Value, Failure> {
        let task = self.reached.client.rpc("GetTask", &json!({"id": task.get("id")})).await?;
        if let Some(status) = task.get("status") {
            self.progress.state(status);
        }
        Ok(task)
    }

    async fn poll(&mut self, task: &Value) -> Result<Value, Failure> {
        tokio::time::sleep(self.poll.min(self.left(task)?)).await;
        self.look(task).await
    }

    fn left(&self, task: &Value) -> Result<Duration, Failure> {
        let left = self.deadline.saturating_duration_since(Instant::now());
        if !left.is_zero() {
            return Ok(left);
        }
        self.progress.clear();
        let id = task.get("id").and_then(Value::as_str).unwrap_or("not known");
        let state = state_of(task).map_or("unknown", State::plain);
        Err(Failure::Timeout(format!(
            "not over within {} s: task {id} of {} is {state}; `herma a2a status --agent {} --task-id {id}` \
             says how it goes on",
            self.timeout, self.reached.agent.name, self.reached.agent.name
        )))
    }

    /// The other agent's question, put to the person here.
    fn clarify(&self, task: &Value) -> Result<String, Failure> {
        self.progress.clear();
        let words = task.pointer("/status/message").map(text_of).unwrap_or_default();
        let question = format!("{} asks: {words}", self.reached.agent.name);
        let id = task.get("id").and_then(Value::as_str).unwrap_or_default();
        match prompt::ask(&question, Vec::new(), Wait { deadline: Some(self.deadline), plain: false }) {
            Ok(Reply::Text(answer)) => {
                // Theirs to give, whatever it says; help is here at once.
                if let Some(card) = self.enforcer.said(&self.caller, "", &answer) {
                    self.progress.card(&card);
                }
                Ok(answer)
            }
            Ok(Reply::Expire) => {
                Err(Failure::Timeout(format!("no answer in time; task {id} still asks: {words}")))
            }
            Ok(Reply::Interrupt | Reply::Signal(_) | Reply::Lost) | Err(_) => {
                Err(Failure::Waits(format!("task {id} asks, and nobody here answers: {words}")))
            }
        }
    }

    /// What came of it.
    fn tell(&self, card: &Value, task: &Value) -> Result<ExitCode, Failure> {
        let state = state_of(task);
        if let Some(card) = task.pointer("/status/message").or(Some(task)).and_then(crisis_card) {
            self.progress.card(card);
        }
        if self.typed.has("--json") {
            let Reached { agent, .. } = &self.reached;
            println!("{}", json!({"agent": agent.name, "url": agent.url, "card": card, "task": task}));
        } else {
            println!("{}", words_of(task));
        }
        match state {
            Some(State::Failed | State::Canceled | State::Rejected) => Err(Failure::NotDone),
            Some(State::InputRequired | State::AuthRequired) if self.typed.has("--wait") => {
                Err(Failure::Waits(String::new()))
            }
            _ => Ok(ExitCode::SUCCESS),
        }
    }
}

/// A task, or the one message that is all there is.
fn task_of(mut result: Value) -> Value {
    let inner = ["task", "message"].iter().find_map(|name| result.get_mut(name).map(Value::take));
    inner.unwrap_or(result)
}

fn state_of(task: &Value) -> Option<State> {
    task.pointer("/status/state").and_then(Value::as_str).and_then(State::named)
}

/// For people: the result, or how it stands. A stranger's words: nothing in them reaches the terminal as a command.
fn words_of(task: &Value) -> String {
    let plain = |text: &str| text.lines().map(shown).collect::<Vec<_>>().join("\n");
    let artifacts = task.get("artifacts").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let results: Vec<String> = artifacts.iter().map(|artifact| plain(&text_of(artifact))).collect();
    let said = task.pointer("/status/message").map(|message| plain(&text_of(message)));
    let Some(state) = state_of(task) else { return plain(&text_of(task)) };
    if state == State::Completed && !results.is_empty() {
        return results.join("\n");
    }
    let id = shown(task.get("id").and_then(Value::as_str).unwrap_or_default());
    let about = said.map(|said| format!(": {said}")).unwrap_or_default();
    match state {
        State::Completed if !about.is_empty() => about.trim_start_matches(": ").to_owned(),
        _ => format!("task {id} {}{about}", state.plain()),
    }
}
