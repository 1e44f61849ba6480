//! What an agent hands to its hook: one JSON object about one tool call.
//!
//! One reader does for all: an agent's [`Shape`](crate::shape::Shape) says where things stand. It takes nothing on trust:
//! another event, a missing member or a wrong type is an error, and an error is a deny.

use crate::agent::{Agent, Tool};
use herma_core::ToolCall;
use herma_core::call::{Origin, Surface};
use serde_json::{Map, Value};

/// One tool call, as the agent described it.
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    pub call: ToolCall,
    /// The agent's own permission mode (`default`, `plan`, `bypassPermissions`, …), where it says so.
    pub permission_mode: Option<String>,
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
    #[error("the hook was called for the event `{found}`; only `{wanted}` is a tool call")]
    Event { found: String, wanted: &'static str },
}

pub(crate) fn parse(agent: &Agent, input: &[u8]) -> Result<Request, RequestError> {
    if input.iter().all(u8::is_ascii_whitespace) {
        return Err(RequestError::Empty);
    }
    // serde_json stops at a nesting of 128 by itself, and refuses what is not UTF-8.
    let value: Value = serde_json::from_slice(input)
        .map_err(|e| RequestError::NotJson { line: e.line(), column: e.column() })?;
    if !value.is_object() {
        return Err(RequestError::NotAnObject);
    }
    let shape = &agent.shape;
    if let Some(at) = shape.event {
        let event = shape.text(&value, at)?.ok_or(RequestError::Member("hook_event_name"))?;
        if event != agent.event {
            return Err(RequestError::Event { found: event, wanted: agent.event });
        }
    }
    let tool = shape.text(&value, shape.tool)?.filter(|tool| !tool.trim().is_empty());
    let tool = tool.ok_or(RequestError::Member("tool_name"))?;
    let args = with_usual_names(agent.tool(&tool), shape.arguments(&value)?);
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
            sub_agent: shape.first_text(&value, shape.sub_agent)?,
            surface: Surface::Headless,
        },
        cwd,
        ..ToolCall::default()
    };
    Ok(Request { call, permission_mode: shape.text(&value, "/permission_mode")? })
}

fn with_usual_names(tool: Option<&Tool>, mut args: Map<String, Value>) -> Map<String, Value> {
    if let Some((here, usual)) = tool.and_then(|tool| tool.renamed)
        && !args.contains_key(usual)
        && let Some(value) = args.remove(here)
    {
        args.insert(usual.to_owned(), value);
    }
    args
}

/// Some shells take their working directory as an argument.
fn moved_cwd(tool: &Tool, args: &Map<String, Value>, cwd: Option<String>) -> Option<String> {
    let moved = tool.dir_argument.and_then(|name| args.get(name)).and_then(Value::as_str);
    match (moved.filter(|dir| !dir.is_empty()), cwd) {
        (None, cwd) => cwd,
        (Some(dir), _) if dir.starts_with('/') => Some(dir.to_owned()),
        (Some(dir), Some(cwd)) => Some(format!("{}/{dir}", cwd.trim_end_matches('/'))),
        (Some(_), None) => None,
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
