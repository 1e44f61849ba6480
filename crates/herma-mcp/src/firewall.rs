//! What is done about each message. Both transports ask here.

use crate::message::{self, INVALID_PARAMS, Kind, Message, member};
use crate::person;
use crate::pin::{self, Held, Pins};
use crate::suspicion;
use crate::under_way::UnderWay;
use herma_core::ToolCall;
use herma_core::call::{Conversation, Origin};
use herma_core::text::shown;
use herma_gate::{Caller, Enforcer, Ruling};
use herma_store::{Outcome, Request};
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// TypeScript clients give up after 60 s.
pub const HOLD: Duration = Duration::from_secs(50);
/// Not run, and why: where there is no tool result to say it in.
const REFUSED: i64 = -32001;
/// What the specification has for a person who does not want the model to be asked.
const SAMPLING_REFUSED: i64 = -1;
/// More sessions than have somebody in crisis at once; beyond it the oldest cards were never fetched.
const CARDS_MAX: usize = 1000;
/// An agent's name is a word.
const AGENT_MAX: usize = 40;

/// What is to be done about a message.
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use]
pub enum Step {
    /// Pass on the very bytes that were read.
    Forward,
    /// Pass on this instead.
    Replace(String),
    /// Say this to whoever sent it.
    Answer(String),
    /// It goes nowhere, and nobody waits for an answer.
    Drop,
}

/// The firewall in front of one server.
pub struct Firewall {
    enforcer: Arc<dyn Enforcer>,
    /// As people call it.
    pub server: String,
    /// Name and configuration: what a yes is good for.
    key: String,
    pins: Mutex<Pins>,
    under_way: Mutex<UnderWay>,
    /// Cards for people in crisis that no client has been given yet, by session.
    cards: Mutex<HashMap<String, String>>,
    /// How long a call is held for a person.
    pub hold: Duration,
    /// Where the server runs, if it runs here.
    pub cwd: Option<String>,
}

impl std::fmt::Debug for Firewall {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Firewall")
            .field("server", &self.server)
            .field("key", &self.key)
            .finish_non_exhaustive()
    }
}

impl Firewall {
    pub fn new(enforcer: Arc<dyn Enforcer>, server: &str, key: &str, pins: Pins) -> Firewall {
        let (server, key) = (server.to_owned(), key.to_owned());
        let (under_way, cards) = (Mutex::default(), Mutex::default());
        Firewall { enforcer, server, key, pins: Mutex::new(pins), under_way, cards, hold: HOLD, cwd: None }
    }

    pub fn enforcer(&self) -> &dyn Enforcer {
        &*self.enforcer
    }

    fn pins(&self) -> MutexGuard<'_, Pins> {
        self.pins.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn under_way(&self) -> MutexGuard<'_, UnderWay> {
        self.under_way.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A person's own words in a client's message: they pass as they are, whatever they say. If they show signs of a crisis,
    /// that stands for the session before the server hears of it, and there is a card to show.
    pub fn hears_person(&self, message: &Message, caller: &Caller) {
        if let Some(words) = person::words(message) {
            let cwd = self.cwd.as_deref().unwrap_or_default();
            self.keep_card(caller, self.enforcer.said(caller, cwd, &words));
        }
    }

    fn keep_card(&self, caller: &Caller, card: Option<String>) {
        let Some(card) = card else { return };
        let mut cards = self.cards.lock().unwrap_or_else(PoisonError::into_inner);
        if cards.len() >= CARDS_MAX {
            cards.clear();
        }
        cards.insert(caller.session.clone(), card);
    }

    /// What the client of this session is to be told before anything else: once, as a line of its own.
    pub fn take_card(&self, caller: &Caller) -> Option<String> {
        let card = self.cards.lock().unwrap_or_else(PoisonError::into_inner).remove(&caller.session);
        card.as_deref().map(person::card_line)
    }

    /// Whether `from_client` looks at more than the method.
    pub fn assesses(message: &Message) -> bool {
        matches!(message.method(), Some("tools/call" | "resources/read" | "prompts/get"))
    }

    /// A message of the client. Blocks while a person is asked, and says so to `waiting` first.
    pub fn from_client(&self, message: &Message, caller: &Caller, waiting: &mut dyn FnMut(&Request)) -> Step {
        let until = Instant::now() + self.hold;
        // Help does not wait for whoever answers.
        let waiting = &mut |request: &Request| {
            self.keep_card(caller, self.enforcer.card(request));
            waiting(request);
        };
        match message.method() {
            Some("tools/call") => self.tool_call(message, caller, until, waiting),
            Some("resources/read") => match message.param("uri").and_then(Value::as_str) {
                Some(uri) => {
                    self.plain(message, caller, "read_resource", json!({"uri": uri}), until, waiting)
                }
                None => invalid(message, "`uri` is a text"),
            },
            Some("prompts/get") => match message.param("name").and_then(Value::as_str) {
                Some(name) => {
                    let args = json!({"name": name, "arguments": message.param("arguments")});
                    self.plain(message, caller, "get_prompt", args, until, waiting)
                }
                None => invalid(message, "`name` is a text"),
            },
            Some(_) | None => Step::Forward,
        }
    }

    fn tool_call(
        &self,
        message: &Message,
        caller: &Caller,
        until: Instant,
        waiting: &mut dyn FnMut(&Request),
    ) -> Step {
        // As a notification it would run, and nobody could be told that it did not.
        if message.kind() != Kind::Request {
            return Step::Drop;
        }
        let Some(name) = message.param("name").and_then(Value::as_str) else {
            return invalid(message, "`name` is a text");
        };
        let args = match message.param("arguments") {
            None => json!({}),
            Some(args @ Value::Object(_)) => args.clone(),
            Some(_) => return invalid(message, "`arguments` is an object"),
        };
        let held = self.pins().held(name).cloned();
        if let Some(held) = held {
            match self.definition(name, &held, caller, until, waiting) {
                Ruling::Run { request, .. } => {
                    self.done(request);
                    if let Err(error) = self.pins().accept(name, &held.now) {
                        let text =
                            format!("herma: not run: what was accepted cannot be written down: {error}");
                        return Step::Answer(tool_error(message, &text));
                    }
                }
                Ruling::Refused { reason, verdict } | Ruling::Waits { reason, verdict, .. } => {
                    return Step::Answer(tool_refusal(message, &reason, verdict.crisis_card.as_deref()));
                }
            }
        }
        let definition = self.pins().definition(name).cloned().unwrap_or_default();
        let mut call = self.call(caller, &format!("mcp__{}__{name}", self.server), args);
        call.description = definition.get("description").and_then(Value::as_str).map(str::to_owned);
        call.annotations = definition.get("annotations").cloned();
        call.schema = definition.get("inputSchema").cloned();
        call.bound_to.push(format!("definition {}", pin::hash(&definition)));
        call.bound_to.extend(written(message));
        let as_approved = call.clone();
        let rest_of = self.under_way().rest_of(message, caller, &call);
        call.bound_to.extend(beside(message));
        let (ruling, edited) = match &rest_of {
            Some(request) => (self.enforcer.go_on(&call, caller, request), None),
            // Written anew, such an id might be another one, and its answer would find nobody.
            None if message.id().is_some_and(Value::is_f64) => {
                (self.enforcer.rule(&call, caller, until, waiting), None)
            }
            None => self.enforcer.rule_or_edited(&call, caller, until, waiting),
        };
        match ruling {
            Ruling::Run { request, .. } => {
                let approved = request.clone().or(rest_of);
                self.done(request);
                if let Some(args) = &edited {
                    call.args = args.clone();
                }
                let listens = self.enforcer.listens(&call, caller);
                if approved.is_some() || listens {
                    // The client knows the call as it made it: should the server ask for more on its way, that is what comes
                    // again, and no yes was given to that.
                    let approved = approved.filter(|_| edited.is_none());
                    let heard = if edited.is_some() { &call } else { &as_approved };
                    self.under_way().begin(message, caller, heard, approved, listens);
                }
                match edited {
                    Some(args) => Step::Replace(with_arguments(message, args)),
                    None => Step::Forward,
                }
            }
            Ruling::Refused { reason, verdict } | Ruling::Waits { reason, verdict, .. } => {
                Step::Answer(tool_refusal(message, &reason, verdict.crisis_card.as_deref()))
            }
        }
    }

    /// A question of its own: a yes to a call is not a yes to what the tool has become.
    fn definition(
        &self,
        tool: &str,
        held: &Held,
        caller: &Caller,
        until: Instant,
        waiting: &mut dyn FnMut(&Request),
    ) -> Ruling {
        let diff = pin::diff(held.before.as_ref(), &held.now);
        let args = json!({"server": self.server, "tool": tool, "why": held.why, "diff": diff});
        let mut call = self.call(caller, herma_core::mcp::DEFINITION, args);
        call.bound_to.push(format!("definition {}", pin::hash(&held.now)));
        self.enforcer.rule(&call, caller, until, waiting)
    }

    /// What has no tool result to say no in.
    fn plain(
        &self,
        message: &Message,
        caller: &Caller,
        verb: &str,
        args: Value,
        until: Instant,
        waiting: &mut dyn FnMut(&Request),
    ) -> Step {
        let Some(id) = message.id().filter(|_| message.kind() == Kind::Request) else { return Step::Drop };
        let mut call = self.call(caller, &format!("mcp__{}__{verb}", self.server), args);
        call.bound_to.extend(beside(message).into_iter().chain(written(message)));
        match self.enforcer.rule(&call, caller, until, waiting) {
            Ruling::Run { request, .. } => {
                self.done(request);
                if self.enforcer.listens(&call, caller) {
                    self.under_way().begin(message, caller, &call, None, true);
                }
                Step::Forward
            }
            Ruling::Refused { reason, .. } | Ruling::Waits { reason, .. } => {
                Step::Answer(message::error(id, REFUSED, &reason))
            }
        }
    }

    /// A message of the server that somebody has to read. Blocks like `from_client`.
    pub fn from_server(&self, message: &Message, caller: &Caller, waiting: &mut dyn FnMut(&Request)) -> Step {
        let until = Instant::now() + self.hold;
        let waiting = &mut |request: &Request| {
            self.keep_card(caller, self.enforcer.card(request));
            waiting(request);
        };
        match (message.kind(), message.method()) {
            (Kind::Response, _) => self.result(message, caller, until, waiting),
            (_, Some(method @ ("sampling/createMessage" | "elicitation/create"))) => {
                let Some(id) = message.id().filter(|_| message.kind() == Kind::Request) else {
                    return Step::Drop;
                };
                let params = message.params().cloned().unwrap_or_default();
                match self.wants(method, params, caller, until, waiting) {
                    Ok(()) => Step::Forward,
                    Err(_) if method == "elicitation/create" => {
                        Step::Answer(message::result(id, &json!({"action": "decline"})))
                    }
                    Err(reason) => Step::Answer(message::error(id, SAMPLING_REFUSED, &reason)),
                }
            }
            (_, _) => Step::Forward,
        }
    }

    /// Whether there is an answer that somebody has to hear.
    pub fn listens(&self) -> bool {
        !self.under_way().is_empty()
    }

    /// An answer that passes unread but for its keys, or the beginning of one: what strangers say in it is heard first. Loosely
    /// read: it decides nothing.
    pub fn hears(&self, caller: &Caller, answer: &[u8]) {
        if !self.listens() {
            return;
        }
        let whole = serde_json::from_slice::<Value>(answer).ok();
        let id = whole.as_ref().and_then(|answer| answer.get("id"));
        match (id, whole.as_ref().and_then(|answer| answer.get("result"))) {
            (Some(id), Some(Value::Object(result))) => self.hear(id, result, caller),
            (Some(id), _) => drop(self.under_way().answered(caller, id)),
            // Too large to be held, and which call it answers may stand behind it: it is taken for all of them.
            (None, _) => {
                let text = String::from_utf8_lossy(answer).replace("\\n", "\n");
                let all = self.under_way().listening(caller);
                all.iter().for_each(|call| self.enforcer.heard(call, caller, &text));
            }
        }
    }

    fn hear(&self, id: &Value, result: &Map<String, Value>, caller: &Caller) {
        let Some(begun) = self.under_way().answered(caller, id) else { return };
        if begun.listens {
            self.enforcer.heard(&begun.call, caller, &words_of(result));
        }
        if result.contains_key("inputRequests") {
            self.under_way().asks(begun, result.get("requestState").unwrap_or(&Value::Null));
        }
    }

    fn result(
        &self,
        message: &Message,
        caller: &Caller,
        until: Instant,
        waiting: &mut dyn FnMut(&Request),
    ) -> Step {
        let Some(Value::Object(result)) = message.body.get("result") else {
            drop(message.id().and_then(|id| self.under_way().answered(caller, id)));
            return Step::Forward;
        };
        if let Some(id) = message.id() {
            self.hear(id, result, caller);
        }
        if let Some(Value::Object(wishes)) = result.get("inputRequests") {
            for wish in wishes.values() {
                let method = wish.get("method").and_then(Value::as_str).unwrap_or_default();
                let params = wish.get("params").and_then(Value::as_object).cloned().unwrap_or_default();
                if let Err(reason) = self.wants(method, params, caller, until, waiting) {
                    return Step::Replace(tool_error(message, &reason));
                }
            }
        }
        match (result.get("tools"), result.get("instructions")) {
            (Some(Value::Array(tools)), _) => self.list(message, tools),
            (_, Some(words)) => self.instructions(message, words),
            (_, None) => Step::Forward,
        }
    }

    /// What a server tells the model to begin with: clients put it where the model obeys it. As with a tool's description,
    /// orders and what nobody can see do not get there.
    fn instructions(&self, message: &Message, words: &Value) -> Step {
        let why = suspicion::of_definition(&json!({"description": words}));
        if why.is_empty() {
            return Step::Forward;
        }
        eprintln!("herma: instructions of `{}` were not passed on: {}", shown(&self.server), why.join("; "));
        let mut body = message.body.clone();
        if let Some(Value::Object(result)) = body.get_mut("result") {
            let text =
                "Herma has left out what this server wants the model to do: it is not what a server says.";
            result.insert("instructions".to_owned(), json!(text));
        }
        Step::Replace(Value::Object(body).to_string())
    }

    /// What a server wants of the client: the model, or the person.
    fn wants(
        &self,
        method: &str,
        mut params: Map<String, Value>,
        caller: &Caller,
        until: Instant,
        waiting: &mut dyn FnMut(&Request),
    ) -> Result<(), String> {
        let tool = match method {
            "sampling/createMessage" => herma_core::mcp::SAMPLING,
            "elicitation/create" => herma_core::mcp::ELICITATION,
            // The folders that the client works in: it says so to every server.
            "roots/list" => return Ok(()),
            _ => "mcp:unknown",
        };
        params.remove("_meta");
        let said = person::handed_on(&params).filter(|_| tool == herma_core::mcp::SAMPLING);
        params.insert("server".to_owned(), json!(self.server));
        let mut call = self.call(caller, tool, Value::Object(params));
        if said.is_some() {
            call.conversation = Conversation { human: true, last_message: said };
        }
        let ruling = self.enforcer.rule(&call, caller, until, waiting);
        if ruling.verdict().crisis_now {
            self.keep_card(caller, ruling.verdict().crisis_card.clone());
        }
        match ruling {
            Ruling::Run { request, .. } => {
                self.done(request);
                Ok(())
            }
            Ruling::Refused { reason, .. } | Ruling::Waits { reason, .. } => Err(reason),
        }
    }

    /// A list of tools: the client sees it as it is, unless something in it is held.
    fn list(&self, message: &Message, tools: &[Value]) -> Step {
        match self.pins().observe(tools) {
            Ok(None) => Step::Forward,
            Ok(Some(tools)) => {
                let mut body = message.body.clone();
                if let Some(Value::Object(result)) = body.get_mut("result") {
                    result.insert("tools".to_owned(), Value::Array(tools));
                }
                Step::Replace(Value::Object(body).to_string())
            }
            Err(error) => {
                let id = message.id().cloned().unwrap_or_default();
                let text = format!("herma: what the server says of its tools cannot be kept: {error}");
                Step::Replace(message::error(&id, message::INTERNAL_ERROR, &text))
            }
        }
    }

    fn call(&self, caller: &Caller, tool: &str, args: Value) -> ToolCall {
        let origin = Origin {
            agent: Some(caller.agent.clone()),
            session: Some(caller.session.clone()),
            ..Origin::default()
        };
        let bound_to = vec![format!("server {}", self.key)];
        ToolCall {
            tool: tool.to_owned(),
            args,
            origin,
            bound_to,
            cwd: self.cwd.clone(),
            ..ToolCall::default()
        }
    }

    /// It is on its way: what comes of it is the server's.
    fn done(&self, request: Option<herma_store::RequestId>) {
        if let Some(request) = request {
            self.enforcer.report(&request, Outcome::Handed);
        }
    }
}

/// The same call with other arguments, and nothing of its own.
fn with_arguments(message: &Message, args: Value) -> String {
    let mut body = message.body.clone();
    if let Some(Value::Object(params)) = body.get_mut("params") {
        params.insert("arguments".to_owned(), args);
    }
    Value::Object(body).to_string()
}

fn invalid(message: &Message, text: &str) -> Step {
    match message.id().filter(|_| message.kind() == Kind::Request) {
        Some(id) => Step::Answer(message::error(id, INVALID_PARAMS, &format!("herma: {text}"))),
        None => Step::Drop,
    }
}

/// What a client that hears of progress is told while somebody is asked.
pub(crate) fn asked_text(request: &Request) -> String {
    match herma_gate::beyond_one_yes(request) {
        None => format!("a person is asked; `herma approve {}` in a terminal answers", request.ticket),
        Some(how) => format!("{} is asked about; {how}", request.ticket),
    }
}

/// A no that the model reads.
pub fn tool_error(message: &Message, reason: &str) -> String {
    tool_refusal(message, reason, None)
}

/// The same, with what the person is shown beside it.
fn tool_refusal(message: &Message, reason: &str, card: Option<&str>) -> String {
    let id = message.id().cloned().unwrap_or_default();
    let mut content = vec![json!({"type": "text", "text": reason})];
    content.extend(card.map(person::card_part));
    let mut result = json!({"content": content, "isError": true});
    let stateless =
        message.is_stateless() || message.body.get("result").is_some_and(|r| r.get("resultType").is_some());
    if let Some(result) = result.as_object_mut().filter(|_| stateless) {
        result.insert("resultType".to_owned(), json!("complete"));
    }
    message::result(&id, &result)
}

/// What a result says, in words: that is what the model reads.
fn words_of(result: &Map<String, Value>) -> String {
    fn collect<'a>(value: &'a Value, out: &mut Vec<&'a str>) {
        match value {
            Value::Object(map) => map.values().for_each(|inner| collect(inner, out)),
            Value::Array(items) => items.iter().for_each(|item| collect(item, out)),
            Value::String(text) => out.push(text),
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
    let mut texts = Vec::new();
    result.values().for_each(|value| collect(value, &mut texts));
    texts.join("\n")
}

/// What else of the parameters the server acts on: answers to its questions, say. A yes is for these too.
fn beside(message: &Message) -> Option<String> {
    let mut others = message.params().cloned().unwrap_or_default();
    others.retain(|key, _| !matches!(key.as_str(), "name" | "arguments" | "uri" | "_meta"));
    (!others.is_empty()).then(|| format!("beside {}", hash(&Value::Object(others).to_string())))
}

/// A number that we have only roughly is bound to as it was written.
fn written(message: &Message) -> Option<String> {
    if !message.inexact {
        return None;
    }
    let arguments = member(&message.line, "params").and_then(|params| member(params, "arguments"));
    Some(format!("written {}", hash(arguments.unwrap_or(&message.line))))
}

fn hash(text: &str) -> String {
    crate::hex(&Sha256::digest(text.as_bytes()))
}

/// How the client calls itself, as far as that is a name.
pub fn agent_of(message: &Message) -> Option<String> {
    let info = message.param("clientInfo").or_else(|| message.param("_meta")?.get("clientInfo"))?;
    let name = info.get("name")?.as_str()?;
    let fits = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    let name: String = name.chars().filter(fits).take(AGENT_MAX).collect();
    (!name.is_empty()).then(|| name.to_lowercase())
}
