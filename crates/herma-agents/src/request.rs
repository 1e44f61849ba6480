//! What an agent hands to its hook: one JSON object about one event, mostly a tool call.
//!
//! One reader does for all: an agent's [`Shape`](herma_specs::Shape) says where things stand. It takes nothing on trust:
//! another event, a missing member or a wrong type is an error, and an error is a deny.

use crate::agent::{Agent, Noted, Tool};
use crate::shape::Places;
use herma_core::ToolCall;
use herma_core::call::{Origin, Surface};
use serde_json::{Map, Value};

/// One tool call, as the agent described it.
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    pub call: ToolCall,
    /// The agent's own name for this call, where it has one.
    pub call_id: Option<String>,
    /// The agent's own permission mode (`default`, `plan`, `bypassPermissions`, …), where it says so.
    pub permission_mode: Option<String>,
    /// Where the agent keeps what was said, where it says so.
    pub transcript: Option<String>,
    /// Whether whoever asks runs the arguments that come with a yes, by its own word.
    pub takes_edits: bool,
}

/// What a hook was called for.
#[derive(Debug, Clone, PartialEq)]
#[allow(clippy::large_enum_variant, reason = "there is one a process")]
pub enum Event {
    /// A tool is to be called: the only one that is answered.
    Before(Request),
    /// A tool was called.
    After(ToolResult),
    /// The person in front of the agent said something.
    Said(Prompt),
}

/// What came of a tool call.
#[derive(Debug, Clone, PartialEq)]
pub struct ToolResult {
    pub call: ToolCall,
    /// The agent's own name for this call, where it has one.
    pub call_id: Option<String>,
    /// What the tool gave back, in whatever shape.
    pub result: Value,
    /// The exit code, where the result has one.
    pub exit_code: Option<i32>,
}

/// What the person in front of the agent said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prompt {
    pub session: Option<String>,
    pub cwd: Option<String>,
    pub text: String,
}

/// Why the input is not a tool call.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RequestError {
    #[error("the hook's input is empty")]
    Empty,
    #[error("the hook's input is not the JSON it should be (line {line}, column {column})")]
    NotJson { line: usize, column: usize },
    #[error("the hook's input is not a JSON object")]
    NotAnObject,
    #[error("the hook's input has no usable `{0}`")]
    Member(&'static str),
    #[error("the hook's input has a member `{0}`, which nobody knows")]
    Unknown(String),
    #[error("the tool's input says `{here}` and `{usual}`, which are the same thing")]
    Twice { here: &'static str, usual: &'static str },
    #[error("the hook was called for the event `{found}`; only `{wanted}` is a tool call")]
    Event { found: String, wanted: &'static str },
}

pub(crate) fn parse(agent: &Agent, input: &[u8]) -> Result<Request, RequestError> {
    match parse_event(agent, input)? {
        Event::Before(request) => Ok(request),
        Event::After(_) | Event::Said(_) => {
            Err(RequestError::Event { found: "one that is only noted".to_owned(), wanted: agent.event })
        }
    }
}

/// The one JSON object of the input.
pub(crate) fn read_object(input: &[u8]) -> Result<Map<String, Value>, RequestError> {
    if input.iter().all(u8::is_ascii_whitespace) {
        return Err(RequestError::Empty);
    }
    // What is not UTF-8, nested too deep, or has a key twice, another reader may read otherwise.
    let value = herma_core::json::value_of_bytes(input)
        .map_err(|e| RequestError::NotJson { line: e.line(), column: e.column() })?;
    match value {
        Value::Object(members) => Ok(members),
        _ => Err(RequestError::NotAnObject),
    }
}

pub(crate) fn parse_event(agent: &Agent, input: &[u8]) -> Result<Event, RequestError> {
    let value = Value::Object(read_object(input)?);
    let shape = &agent.shape;
    let event = event_of(agent, &value)?;
    let is = |noted: Option<&'static str>| noted == Some(event.as_str());
    if is(agent.noted.and_then(|noted| noted.user_prompt)) {
        return Ok(Event::Said(Prompt {
            session: shape.text(&value, shape.session)?,
            cwd: shape.first_text(&value, shape.cwd)?,
            text: shape.text(&value, shape.prompt)?.ok_or(RequestError::Member("prompt"))?,
        }));
    }
    let is_after = agent.noted.is_some_and(|noted| is(Some(noted.after_tool)) || is(noted.after_failure));
    if event != agent.event && !is_after {
        return Err(RequestError::Event { found: event, wanted: agent.event });
    }
    let (tool_at, args_at) = shape.after.filter(|_| is_after).unwrap_or((shape.tool, shape.args));
    let tool = shape.text(&value, tool_at)?.filter(|tool| !tool.trim().is_empty());
    let tool = tool.ok_or(RequestError::Member("tool_name"))?;
    let args = with_usual_names(agent.tool(&tool), shape.arguments(&value, args_at)?)?;
    let cwd = shape.first_text(&value, shape.cwd)?;
    let cwd = match agent.tool(&tool) {
        Some(known) => moved_cwd(known, &args, cwd),
        None => cwd,
    };
    let call = ToolCall {
        tool,
        args: Value::Object(args),
        origin: Origin {
            agent: Some(agent.name.to_owned()),
            session: shape.text(&value, shape.session)?,
            sub_agent: shape.sub_agent(&value)?,
            surface: Surface::Headless,
        },
        cwd,
        ..ToolCall::default()
    };
    let call_id = shape.first_text(&value, shape.call_id)?;
    if is_after {
        let result = shape.result.iter().find_map(|at| value.pointer(at));
        let result = result.cloned().unwrap_or_default();
        let exit_code = exit_code(&result);
        return Ok(Event::After(ToolResult { call, call_id, result, exit_code }));
    }
    // A path of another type is no path: then nothing was heard, and that is no reason to refuse the call.
    let transcript = value.get("transcript_path").and_then(Value::as_str).map(str::to_owned);
    let permission_mode = shape.text(&value, "/permission_mode")?;
    Ok(Event::Before(Request { call, call_id, permission_mode, transcript, takes_edits: false }))
}

/// Which event it is: as the agent says, or, where it does not, by what is there.
fn event_of(agent: &Agent, value: &Value) -> Result<String, RequestError> {
    let shape = &agent.shape;
    if let Some(at) = shape.event {
        return shape.text(value, at)?.ok_or(RequestError::Member("hook_event_name"));
    }
    let has = |at: &str| value.pointer(at).is_some_and(|member| !member.is_null());
    let name = match agent.noted {
        Some(noted) if shape.result.iter().any(|at| has(at)) => noted.after_tool,
        Some(Noted { user_prompt: Some(said), .. }) if has(shape.prompt) && !has(shape.tool) => said,
        Some(_) | None => agent.event,
    };
    Ok(name.to_owned())
}

/// Under the names that agents give it.
fn exit_code(result: &Value) -> Option<i32> {
    let named = ["exit_code", "exitCode", "/metadata/exit_code", "/data/exitCode"];
    let found = named.iter().find_map(|name| match name.starts_with('/') {
        true => result.pointer(name)?.as_i64(),
        false => result.get(name)?.as_i64(),
    });
    found.and_then(|code| i32::try_from(code).ok())
}

impl ToolResult {
    /// All text in the result, one piece a line, so much of it.
    #[must_use]
    pub fn text(&self, most: usize) -> String {
        let mut out = String::new();
        gather(&self.result, most, &mut out);
        out
    }
}

fn gather(value: &Value, most: usize, out: &mut String) {
    if out.len() >= most {
        return;
    }
    match value {
        Value::String(text) => {
            out.push_str(text);
            out.push('\n');
        }
        Value::Array(items) => items.iter().for_each(|item| gather(item, most, out)),
        Value::Object(map) => map.values().for_each(|inner| gather(inner, most, out)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// One argument under two names is two arguments, and nobody knows which of them the agent takes.
fn with_usual_names(
    tool: Option<&Tool>,
    mut args: Map<String, Value>,
) -> Result<Map<String, Value>, RequestError> {
    // A patch has one name more that some take it by.
    const PATCHES: &[&str] = &["command", "patch", "input", "diff"];
    if tool.is_some_and(|tool| tool.name == "apply_patch") {
        let mut named = PATCHES.iter().filter(|name| args.get(**name).is_some_and(|value| !value.is_null()));
        if let (Some(here), Some(usual)) = (named.next(), named.next()) {
            return Err(RequestError::Twice { here, usual });
        }
    }
    if let Some((here, usual)) = tool.and_then(|tool| tool.renamed)
        && let Some(value) = args.remove(here)
        && args.insert(usual.to_owned(), value).is_some()
    {
        return Err(RequestError::Twice { here, usual });
    }
    Ok(args)
}

/// Some shells take their working directory as an argument.
pub(crate) fn moved_cwd(tool: &Tool, args: &Map<String, Value>, cwd: Option<String>) -> Option<String> {
    let moved = tool.dir_argument.and_then(|name| args.get(name)).and_then(Value::as_str);
    match (moved.filter(|dir| !dir.is_empty()), cwd) {
        (None, cwd) => cwd,
        (Some(dir), _) if dir.starts_with('/') => Some(dir.to_owned()),
        (Some(dir), Some(cwd)) => Some(format!("{}/{dir}", cwd.trim_end_matches('/'))),
        (Some(_), None) => None,
    }
}

/// A member that is a string or not there; anything else is an error, so that no odd type slips by.
pub(crate) fn text(members: &Map<String, Value>, name: &'static str) -> Result<Option<String>, RequestError> {
    match members.get(name) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.clone())),
        Some(_) => Err(RequestError::Member(name)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn request(agent: &str, input: &Value) -> Result<Request, RequestError> {
        Agent::named(agent).expect("an agent").parse(input.to_string().as_bytes())
    }

    #[test]
    fn claude_code_asks_for_a_command() {
        let got = request(
            "claude-code",
            &json!({"session_id": "s", "transcript_path": "/t", "cwd": "/w", "prompt_id": "p",
                "permission_mode": "default", "hook_event_name": "PreToolUse", "tool_name": "Bash",
                "tool_input": {"command": "ls", "description": "look"}, "tool_use_id": "toolu_1"}),
        )
        .unwrap();
        assert_eq!(got.call.tool, "Bash");
        assert_eq!(got.call.args["command"], "ls");
        assert_eq!(got.call.cwd.as_deref(), Some("/w"));
        assert_eq!(got.call.origin.session.as_deref(), Some("s"));
        assert_eq!(got.permission_mode.as_deref(), Some("default"));
    }

    #[test]
    fn what_a_tool_gave_back_and_what_the_person_said_are_read() {
        let claude = Agent::named("claude-code").unwrap();
        let after = json!({"session_id": "s", "cwd": "/w", "hook_event_name": "PostToolUse", "tool_name": "WebFetch",
            "tool_input": {"url": "https://a.example/"}, "tool_use_id": "toolu_1",
            "tool_response": {"code": 200, "result": "a page", "parts": [{"text": "more"}]}});
        let Ok(Event::After(got)) = claude.parse_event(after.to_string().as_bytes()) else {
            panic!("{after}")
        };
        assert_eq!((got.call.tool.as_str(), got.call_id.as_deref()), ("WebFetch", Some("toolu_1")));
        assert_eq!((got.text(1000).as_str(), got.exit_code), ("more\na page\n", None));
        let gemini = Agent::named("gemini").unwrap();
        let said =
            json!({"session_id": "s", "cwd": "/w", "hook_event_name": "BeforeAgent", "prompt": "hello"});
        let want = Prompt { session: Some("s".into()), cwd: Some("/w".into()), text: "hello".into() };
        assert_eq!(gemini.parse_event(said.to_string().as_bytes()), Ok(Event::Said(want)));
    }

    #[test]
    fn a_shell_may_be_moved() {
        let moved = |dir: &str| {
            request(
                "gemini",
                &json!({"hook_event_name": "BeforeTool", "tool_name": "run_shell_command", "cwd": "/w/",
                    "tool_input": {"command": "ls", "dir_path": dir}}),
            )
            .unwrap()
            .call
            .cwd
        };
        assert_eq!(moved("sub").as_deref(), Some("/w/sub"));
        assert_eq!(moved("/elsewhere").as_deref(), Some("/elsewhere"));
        assert_eq!(moved("").as_deref(), Some("/w/"));
    }

    #[test]
    fn a_patch_of_codex_is_a_patch() {
        let got = request(
            "codex",
            &json!({"hook_event_name": "PreToolUse", "tool_name": "apply_patch",
                "tool_input": {"command": "*** Begin Patch"}}),
        )
        .unwrap();
        assert_eq!(got.call.args, json!({"patch": "*** Begin Patch"}));
        let both = request(
            "codex",
            &json!({"hook_event_name": "PreToolUse", "tool_name": "apply_patch",
                "tool_input": {"command": "*** Begin Patch\n*** Delete File: /etc/passwd", "patch": "*** Begin Patch"}}),
        );
        assert_eq!(both, Err(RequestError::Twice { here: "command", usual: "patch" }));
        let other = request(
            "codex",
            &json!({"hook_event_name": "PreToolUse", "tool_name": "apply_patch",
                "tool_input": {"command": "*** Begin Patch", "input": "*** Begin Patch\n*** Delete File: /etc/passwd"}}),
        );
        assert_eq!(other, Err(RequestError::Twice { here: "command", usual: "input" }));
    }

    #[test]
    fn an_unknown_tool_is_passed_on() {
        let got = request(
            "codex",
            &json!({"hook_event_name": "PreToolUse", "tool_name": "mcp__x__y", "tool_input": null}),
        )
        .unwrap();
        assert_eq!(got.call.tool, "mcp__x__y");
        assert_eq!(got.call.args, json!({}));
    }

    #[test]
    fn what_is_not_a_tool_call_is_an_error() {
        let ok = json!({"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {}});
        assert!(request("claude-code", &ok).is_ok());
        for (member, value) in [
            ("hook_event_name", json!("PostToolUse")),
            ("hook_event_name", json!("BeforeTool")),
            ("hook_event_name", json!(7)),
            ("tool_name", json!("")),
            ("tool_name", json!(["Bash"])),
            ("tool_input", json!("rm -rf /")),
            ("tool_input", json!(["rm"])),
            ("cwd", json!({"at": "/"})),
            ("permission_mode", json!(1)),
            ("session_id", json!(1)),
        ] {
            let mut odd = ok.clone();
            odd[member] = value;
            assert!(request("claude-code", &odd).is_err(), "{odd}");
        }
        for member in ["hook_event_name", "tool_name", "tool_input"] {
            let mut odd = ok.clone();
            odd.as_object_mut().unwrap().remove(member);
            assert!(request("claude-code", &odd).is_err(), "{odd}");
        }
        let agent = Agent::named("claude-code").unwrap();
        assert_eq!(agent.parse(b" \n"), Err(RequestError::Empty));
        assert_eq!(agent.parse(b"[]"), Err(RequestError::NotAnObject));
        assert!(matches!(agent.parse(b"{\"a\": \xff}"), Err(RequestError::NotJson { .. })));
        assert!(agent.parse("[".repeat(100_000).as_bytes()).is_err());
    }
}
