//! `herma mcp serve`: Herma as an MCP server, for agents that ask first. It can ask; it cannot approve.

use super::options;
use crate::approvals::{ApprovalService, now};
use crate::check::usage;
use crate::effective_policy;
use crate::enforce::LocalEnforcer;
use crate::paths::Paths;
use crate::redact::redacted;
use crate::world::RealWorld;
use herma_agents::{Agent, ToolKind};
use herma_core::ToolCall;
use herma_core::call::{Conversation, Origin};
use herma_core::mcp::QUESTION;
use herma_core::text::shown;
use herma_gate::{Caller, Enforcer, Ruling};
use herma_mcp::firewall::{HOLD, agent_of};
use herma_mcp::message::{self, Kind, Message, Piece};
use herma_mcp::person::card_part;
use herma_mcp::process::Process;
use herma_server::question::{self, Asked, Asker};
use herma_store::Outcome;
use serde_json::{Value, json};
use std::collections::HashSet;
use std::ffi::OsString;
use std::io::{self, BufRead, Read, Write};
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

const PERMISSION_HELP: &str = "\
usage: herma mcp permission [--hold SECONDS] [--home DIR]

The MCP server that Claude Code asks in place of its own prompt, where nobody sits in front of it:

  claude mcp add herma -- herma mcp permission
  claude -p 'tidy up' --permission-prompt-tool mcp__herma__permission_prompt

  permission_prompt  what Claude Code would have asked about is judged, and what matters is put to a person
  ask_human          puts a question to a person: yes or no, one of several choices, or their own words

It is `herma mcp serve` under the name of what Claude Code wants of it, with the same tools.

  --hold SECONDS   how long to wait for an answer (default: 50)
  --home DIR       Herma's own home

exit: 0 when the client is gone, 2 usage
";

const HELP: &str = "\
usage: herma mcp serve [--hold SECONDS] [--home DIR]

An MCP server over standard streams, with these tools:

  check              what would be decided about a command or a tool call; asks nobody
  request_approval   asks a person about a command or a tool call, and waits for the answer
  ask_human          puts a question to a person: yes, or no with a reason in their own words; with choices one of them,
                     or another answer in their own words
  permission_prompt  for `claude --permission-prompt-tool mcp__herma__permission_prompt`

None of them can approve anything: people do, with `herma approve`, `herma inbox` or elsewhere.

  --hold SECONDS   how long to wait for an answer (default: 50)
  --home DIR       Herma's own home

exit: 0 when the client is gone, 2 usage
";

/// An answer is seen within this.
const LOOK: Duration = Duration::from_millis(200);
const LINE_MAX: u64 = message::MESSAGE_MAX as u64;
/// What this speaks; a client that wants another of these gets it.
const REVISIONS: &[&str] = &["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

pub fn main(args: &[OsString]) -> ExitCode {
    started(args, HELP)
}

/// The same, under the name of what Claude Code wants of it.
pub fn permission(args: &[OsString]) -> ExitCode {
    started(args, PERMISSION_HELP)
}

fn started(args: &[OsString], help: &str) -> ExitCode {
    let options = match options::parse(args) {
        Ok(Some(options)) => options,
        Ok(None) => {
            print!("{help}");
            return ExitCode::SUCCESS;
        }
        Err(message) => return usage(&message),
    };
    let paths = match options.paths() {
        Ok(paths) => paths,
        Err(error) => {
            eprintln!("herma: {}", shown(&error));
            return ExitCode::FAILURE;
        }
    };
    let parent = Process::parent().map_or_else(String::new, |p| format!("-{}-{}", p.pid, p.started));
    let caller = Caller { agent: "mcp".to_owned(), session: format!("serve{parent}"), surface: "mcp" };
    let enforcer = LocalEnforcer::new(paths.clone()).final_reply_only();
    let hold = options.hold.unwrap_or(HOLD);
    serve(&Arc::new(ChatDispatcher {
        paths,
        enforcer,
        hold,
        caller: Mutex::new(caller),
        unheard: Mutex::default(),
    }));
    ExitCode::SUCCESS
}

/// What a tool says, and whether that is a failure; and what the person is shown beside it.
struct Told {
    text: String,
    is_error: bool,
    card: Option<String>,
}

impl From<(String, bool)> for Told {
    fn from((text, is_error): (String, bool)) -> Told {
        Told { text, is_error, card: None }
    }
}

struct ChatDispatcher {
    paths: Paths,
    enforcer: LocalEnforcer,
    hold: Duration,
    caller: Mutex<Caller>,
    /// Questions that nobody had answered when their time was over: whoever asks again hears the answer.
    unheard: Mutex<HashSet<String>>,
}

fn serve(desk: &Arc<ChatDispatcher>) {
    let mut input = io::stdin().lock();
    let mut line = Vec::new();
    loop {
        line.clear();
        match input.by_ref().take(LINE_MAX + 1).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        if line.trim_ascii().is_empty() {
            continue;
        }
        match Piece::read(&line) {
            Err(refusal) => say(&refusal.answer()),
            Ok(piece) => {
                for message in piece.into_messages().into_iter().filter(|one| one.kind() == Kind::Request) {
                    let desk = Arc::clone(desk);
                    // Each for itself: one that waits for a person holds nobody up.
                    let answer = move || say(&desk.answer(&message));
                    if std::thread::Builder::new().stack_size(herma_core::work::STACK).spawn(answer).is_err()
                    {
                        return;
                    }
                }
            }
        }
    }
}

fn say(line: &str) {
    let mut out = io::stdout().lock();
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}

impl ChatDispatcher {
    fn answer(&self, message: &Message) -> String {
        let id = message.id().cloned().unwrap_or_default();
        match message.method().unwrap_or_default() {
            "initialize" => {
                if let Some(agent) = agent_of(message) {
                    self.caller.lock().unwrap_or_else(PoisonError::into_inner).agent = agent;
                }
                let wanted = message.param("protocolVersion").and_then(Value::as_str).unwrap_or_default();
                let revision = REVISIONS.iter().find(|one| **one == wanted).or(REVISIONS.first());
                message::result(
                    &id,
                    &json!({"protocolVersion": revision, "capabilities": {"tools": {}},
                        "serverInfo": {"name": "herma", "version": env!("CARGO_PKG_VERSION")},
                        "instructions": "Ask here before doing what cannot be undone. A person answers; no tool here approves."}),
                )
            }
            "ping" => message::result(&id, &json!({})),
            "tools/list" => message::result(&id, &json!({"tools": tools()})),
            "tools/call" => {
                let empty = json!({});
                let args = message.param("arguments").unwrap_or(&empty);
                let name = message.param("name").and_then(Value::as_str).unwrap_or_default();
                match self.call(name, args) {
                    Some(Told { text, is_error, card }) => {
                        let mut content = vec![json!({"type": "text", "text": text})];
                        content.extend(card.as_deref().map(card_part));
                        message::result(&id, &json!({"content": content, "isError": is_error}))
                    }
                    None => message::error(&id, message::INVALID_PARAMS, "there is no such tool"),
                }
            }
            _ => message::error(&id, -32601, "this method is not spoken here"),
        }
    }

    fn call(&self, name: &str, args: &Value) -> Option<Told> {
        let missing = || Told::from(("give `command`, or `tool` and `arguments`".to_owned(), true));
        Some(match name {
            "check" => match self.named(args) {
                Some(call) => self.check(&call).into(),
                None => missing(),
            },
            "request_approval" => match self.named(args) {
                Some(call) => self.request(&call),
                None => missing(),
            },
            "ask_human" => match args.get("question").and_then(Value::as_str) {
                Some(question) => match args.get("choices") {
                    None | Some(Value::Null) => self.ask(question),
                    Some(choices) => self.clarify(question, choices).into(),
                },
                None => ("give `question`".to_owned(), true).into(),
            },
            "permission_prompt" => (self.prompt(args).to_string(), false).into(),
            _ => return None,
        })
    }

    fn caller(&self) -> Caller {
        self.caller.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn made(&self, tool: &str, args: Value) -> ToolCall {
        let Caller { agent, session, .. } = self.caller();
        let origin = Origin { agent: Some(agent), session: Some(session), ..Origin::default() };
        ToolCall { tool: tool.to_owned(), args, origin, cwd: folder(), ..ToolCall::default() }
    }

    fn named(&self, args: &Value) -> Option<ToolCall> {
        let mut call = match args.get("command").and_then(Value::as_str) {
            Some(command) => self.made("terminal", json!({"command": command})),
            None => {
                let tool = args.get("tool").and_then(Value::as_str)?;
                self.made(tool, args.get("arguments").cloned().unwrap_or_else(|| json!({})))
            }
        };
        if let Some(words) = args.get("last_message").and_then(Value::as_str) {
            call.conversation = Conversation { human: true, last_message: Some(words.to_owned()) };
        }
        Some(call)
    }

    fn check(&self, call: &ToolCall) -> (String, bool) {
        let verdict = effective_policy::load(&self.paths).judge(call, &RealWorld);
        let reasons: Vec<&str> =
            verdict.assessment.effects.iter().map(|effect| effect.text.as_str()).collect();
        let text = json!({"decision": verdict.decision.as_str(), "tier": verdict.assessment.tier.as_str(),
            "hardline": verdict.hardline, "reasons": reasons, "more": verdict.assessment.more});
        (text.to_string(), false)
    }

    fn request(&self, call: &ToolCall) -> Told {
        let ruling = self.rule(call);
        let card = ruling.verdict().crisis_card.clone();
        let (text, is_error) = match ruling {
            Ruling::Run { why, request, .. } => {
                if let Some(request) = request {
                    self.enforcer.report(&request, Outcome::Handed);
                }
                (format!("herma: it may run, once, exactly as asked: {why}"), false)
            }
            Ruling::Refused { reason, .. } | Ruling::Waits { reason, .. } => (reason, true),
        };
        Told { text, is_error, card }
    }

    fn rule(&self, call: &ToolCall) -> Ruling {
        self.enforcer.rule(call, &self.caller(), Instant::now() + self.hold, &mut |_| {})
    }

    /// A question is a request like any other: yes approves it, no denies it, and the words come with the no.
    fn ask(&self, question: &str) -> Told {
        let call = self.made(QUESTION, json!({"question": question}));
        let ruling = self.rule(&call);
        let card = ruling.verdict().crisis_card.clone();
        match ruling {
            Ruling::Run { why, request, .. } => {
                if let Some(request) = request {
                    self.enforcer.report(&request, Outcome::Handed);
                }
                Told { text: format!("yes ({why})"), is_error: false, card }
            }
            Ruling::Refused { reason, .. } | Ruling::Waits { reason, .. } => {
                // A no comes with the person's own words.
                let said = self.enforcer.said(&self.caller(), &folder().unwrap_or_default(), &reason);
                Told { text: reason, is_error: false, card: said.or(card) }
            }
        }
    }

    /// A question with choices, or for a person's own words. The answer permits nothing.
    fn clarify(&self, text: &str, choices: &Value) -> (String, bool) {
        let listed = choices.as_array().map(|all| all.iter().map(Value::as_str).collect::<Option<Vec<_>>>());
        let Some(Some(choices)) = listed else {
            return ("give `question`, and `choices` as a list of texts".to_owned(), true);
        };
        if let Some(wrong) = question::wrong_with(text, &choices) {
            return (wrong, true);
        }
        let choices = choices.into_iter().map(redacted).collect();
        self.answered(&redacted(text), choices)
            .unwrap_or_else(|why| (format!("nobody can be asked: {why}"), true))
    }

    fn answered(&self, text: &str, choices: Vec<String>) -> Result<(String, bool), String> {
        let keeper = ApprovalService::open(&self.paths).map_err(|e| e.to_string())?;
        let store = keeper.gate.store();
        let Caller { agent, session, .. } = self.caller();
        let cwd = folder().unwrap_or_default();
        let unheard = || self.unheard.lock().unwrap_or_else(PoisonError::into_inner);
        let before = question::all(store, now()).map_err(|e| e.to_string())?.into_iter().find(|one| {
            one.agent == agent && one.text == text && one.choices == choices && unheard().contains(&one.id)
        });
        let asker = Asker { agent: &agent, session: &session, cwd: &cwd };
        let asked = match before {
            Some(one) => one,
            None => match question::put(store, asker, text, choices, now()).map_err(|e| e.to_string())? {
                Asked::Waits(one) => one,
                Asked::TooMany => return Ok(("so many questions are open already".to_owned(), true)),
            },
        };
        let until = Instant::now() + self.hold;
        loop {
            let found = question::find(store, &asked.id, now()).map_err(|e| e.to_string())?;
            match found.map(|one| one.answer) {
                Some(Some(answer)) => {
                    unheard().remove(&asked.id);
                    return Ok((answer, false));
                }
                Some(None) if Instant::now() < until => std::thread::sleep(LOOK),
                Some(None) => {
                    unheard().insert(asked.id.clone());
                    let text = format!(
                        "nobody has answered question {} yet (a person does with `herma ask`): ask the same again later, or \
                         use your best judgement",
                        asked.short()
                    );
                    return Ok((text, true));
                }
                None => {
                    unheard().remove(&asked.id);
                    return Ok(("nobody has answered in time: use your best judgement".to_owned(), true));
                }
            }
        }
    }

    /// Claude Code's own contract.
    fn prompt(&self, args: &Value) -> Value {
        let tool = args.get("tool_name").and_then(Value::as_str);
        let (Some(tool), Some(input)) = (tool, args.get("input")) else {
            return json!({"behavior": "deny", "message": "herma: the call could not be read"});
        };
        let known = Agent::named("claude-code").and_then(|agent| agent.tool(tool));
        let call = match known.is_some_and(|known| known.kind == ToolKind::AsksPerson) {
            // What Claude Code puts to the person is put to the person, not answered in their place.
            true => {
                self.made(QUESTION, json!({"question": format!("Claude Code asks by `{tool}`: {input}")}))
            }
            false => self.made(tool, input.clone()),
        };
        let until = Instant::now() + self.hold;
        let (ruling, edited) = self.enforcer.rule_or_edited(&call, &self.caller(), until, &mut |_| {});
        match ruling {
            // A mode that lets things pass leaves them to the agent's own prompt, and here that is we.
            Ruling::Run { verdict, .. } if verdict.would.is_some() => {
                let message = "herma: the mode here lets this pass unseen, and nobody else is asked; \
                    a person sets `herma mode set … enforce`, or starts Claude Code without this prompt";
                json!({"behavior": "deny", "message": message})
            }
            Ruling::Run { request, .. } => {
                if let Some(request) = request {
                    self.enforcer.report(&request, Outcome::Handed);
                }
                json!({"behavior": "allow", "updatedInput": edited.as_ref().unwrap_or(input)})
            }
            Ruling::Refused { reason, .. } | Ruling::Waits { reason, .. } => {
                json!({"behavior": "deny", "message": reason})
            }
        }
    }
}

fn folder() -> Option<String> {
    std::env::current_dir().ok().and_then(|folder| folder.to_str().map(str::to_owned))
}

fn tools() -> Value {
    let call = json!({"type": "object", "properties": {
        "command": {"type": "string", "description": "a shell command"},
        "tool": {"type": "string", "description": "or a tool, by its name"},
        "arguments": {"type": "object", "description": "with these arguments"},
        "last_message": {"type": "string", "description": "what the person on the other side said last, as they said it; it is not kept"}}});
    let reads = json!({"readOnlyHint": true});
    json!([
        {"name": "check", "description": "What Herma would decide about a command or a tool call: allow, ask or deny. Asks nobody.",
            "inputSchema": call, "annotations": reads},
        {"name": "request_approval", "description": "Asks a person whether a command or a tool call may run, and waits for the answer. What is harmless needs nobody.",
            "inputSchema": call},
        {"name": "ask_human", "description": "Puts a question to a person. Without choices it is answered yes, or no with a reason. With choices one of them is picked, or another answer is typed. The answer permits nothing.",
            "inputSchema": {"type": "object", "properties": {"question": {"type": "string"},
                "choices": {"type": "array", "items": {"type": "string", "minLength": 1, "maxLength": question::CHOICE_MAX}, "maxItems": question::CHOICES_MAX,
                    "description": "answers on offer; an empty list is a text field"}}, "required": ["question"]}},
        {"name": "permission_prompt", "description": "Decides a permission prompt of Claude Code.",
            "inputSchema": {"type": "object", "properties": {"tool_name": {"type": "string"}, "input": {"type": "object"},
                "tool_use_id": {"type": "string"}}, "required": ["tool_name", "input"]}},
    ])
}
