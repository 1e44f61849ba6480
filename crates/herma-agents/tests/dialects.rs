//! Each agent's own JSON, as it was seen (facts about the agents) or as its documentation gives it, and what comes of it.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test says no by panicking")]

mod seen;

use herma_agents::{AGENTS, Agent, Reply};
use seen::seen;
use serde_json::json;

#[test]
fn what_an_agent_sends_is_read() {
    for (agent, input, tool, args, session, cwd, sub_agent) in seen() {
        let read = Agent::named(agent).unwrap().parse(input.to_string().as_bytes());
        let call = read.unwrap_or_else(|e| panic!("{agent}: {e}: {input}")).call;
        assert_eq!(call.tool, tool, "{agent}");
        assert_eq!(call.args, args, "{agent}");
        assert_eq!(call.origin.session.as_deref(), Some(session), "{agent}");
        assert_eq!(call.cwd.as_deref(), Some(cwd), "{agent}");
        assert_eq!(call.origin.sub_agent.as_deref(), sub_agent, "{agent}");
        assert_eq!(call.origin.agent.as_deref(), Some(agent));
    }
}

/// What agents say when a tool has run, and when their person has spoken: agent, input, and what is read of it.
#[test]
fn what_is_only_noted_is_read() {
    use herma_agents::Event;
    #[rustfmt::skip]
    let after = [
        ("copilot", json!({"sessionId": "s4", "timestamp": 1_794_842_858_660_u64, "cwd": "/w", "toolName": "bash",
            "toolArgs": {"command": "echo hi", "description": "scripted"},
            "toolResult": {"resultType": "success", "textResultForLlm": "hi\n<shellId: 0 completed with exit code 3>"}}),
            "bash", "hi", None),
        ("cline", json!({"taskId": "s5", "workspaceRoots": ["/w"], "agent_id": "a", "parent_agent_id": null,
            "hookName": "tool_result", "iteration": 1,
            "tool_result": {"id": "call_1", "name": "run_commands", "input": {"commands": ["echo hi"]},
                "output": [{"query": "echo hi", "result": "hi\n", "success": true}], "durationMs": 73},
            "postToolUse": {"toolName": "run_commands", "parameters": {"commands": "[\"echo hi\"]"}, "success": true}}),
            "run_commands", "hi", Some("call_1")),
        ("opencode", json!({"hook_event_name": "tool.execute.after", "session_id": "s6", "cwd": "/w", "tool_name": "bash",
            "tool_input": {"command": "echo hi"}, "tool_use_id": "c1", "tool_response": {"output": "hi\n", "exit_code": 0}}),
            "bash", "hi", Some("c1")),
        ("hermes", json!({"hook_event_name": "post_tool_call", "session_id": "s11", "cwd": "/w", "tool_name": "terminal",
            "tool_input": {"command": "echo hi"}, "tool_use_id": "c2", "tool_response": {"output": "hi", "exit_code": 0}}),
            "terminal", "hi", Some("c2")),
        ("cursor", json!({"hook_event_name": "postToolUse", "conversation_id": "s7", "workspace_roots": ["/w"],
            "tool_name": "Shell", "tool_input": {"command": "echo hi"}, "tool_output": "hi", "tool_use_id": "c3"}),
            "Shell", "hi", Some("c3")),
        ("goose", json!({"event": "PostToolUse", "session_id": "s8", "matcher_context": "developer__shell",
            "tool_name": "developer__shell", "tool_input": {"command": "echo hi"}, "tool_output": {"content": ["hi"]},
            "working_dir": "/w", "tool_call_id": "c4"}),
            "developer__shell", "hi", Some("c4")),
        // As its documentation has it: that it has failed, and nothing of what it said.
        ("goose", json!({"event": "PostToolUseFailure", "session_id": "s8", "tool_name": "developer__shell",
            "tool_input": {"command": "false"}, "working_dir": "/w", "tool_call_id": "c5"}),
            "developer__shell", "", Some("c5")),
        ("openclaw", json!({"hook_event_name": "after_tool_call", "session_id": "agent:main:main", "cwd": "/w",
            "tool_name": "exec", "tool_input": {"command": "echo hi"}, "tool_use_id": "c6",
            "tool_response": {"content": [{"type": "text", "text": "hi"}]}}),
            "exec", "hi", Some("c6")),
    ];
    for (name, input, tool, text, id) in after {
        let agent = Agent::named(name).unwrap();
        let Ok(Event::After(got)) = agent.parse_event(input.to_string().as_bytes()) else { panic!("{name}") };
        assert_eq!((got.call.tool.as_str(), got.call_id.as_deref()), (tool, id), "{name}");
        assert!(got.text(1000).contains(text), "{name}: {}", got.text(1000));
        // It is no call to be judged.
        assert!(agent.parse(input.to_string().as_bytes()).is_err(), "{name}");
    }
    let said = [
        ("copilot", json!({"sessionId": "s", "timestamp": 1, "cwd": "/w", "prompt": "hello"})),
        (
            "opencode",
            json!({"hook_event_name": "chat.message", "session_id": "s", "cwd": "/w", "prompt": "hello"}),
        ),
        (
            "hermes",
            json!({"hook_event_name": "pre_llm_call", "session_id": "s", "cwd": "/w", "prompt": "hello"}),
        ),
        (
            "cursor",
            json!({"hook_event_name": "beforeSubmitPrompt", "conversation_id": "s", "workspace_roots": ["/w"],
            "prompt": "hello"}),
        ),
        (
            "goose",
            json!({"event": "UserPromptSubmit", "session_id": "s", "matcher_context": "hello", "message": "hello"}),
        ),
        ("openclaw", json!({"hook_event_name": "message_received", "session_id": "s", "prompt": "hello"})),
    ];
    for (name, input) in said {
        let agent = Agent::named(name).unwrap();
        let Ok(Event::Said(got)) = agent.parse_event(input.to_string().as_bytes()) else { panic!("{name}") };
        assert_eq!((got.text.as_str(), got.session.as_deref()), ("hello", Some("s")), "{name}");
    }
}

/// What is said, letter for letter: agents are not forgiving.
#[test]
fn what_is_said_is_what_the_agent_wants() {
    #[rustfmt::skip]
    let said = [
        ("claude-code", r#"{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow","permissionDecisionReason":"fine"}}"#,
            r#"{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"no"}}"#),
        ("codex", "", r#"{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"no"}}"#),
        ("gemini", r#"{"decision":"allow","reason":"fine"}"#, r#"{"decision":"deny","reason":"no"}"#),
        ("copilot", r#"{"permissionDecision":"allow","permissionDecisionReason":"fine"}"#,
            r#"{"permissionDecision":"deny","permissionDecisionReason":"no"}"#),
        ("cline", r#"{"cancel":false}"#, r#"{"cancel":true,"errorMessage":"no"}"#),
        ("opencode", r#"{"decision":"allow","reason":"fine"}"#, r#"{"decision":"deny","reason":"no"}"#),
        ("cursor", r#"{"permission":"allow"}"#, r#"{"agent_message":"no","permission":"deny","user_message":"no"}"#),
        ("goose", r#"{"decision":"allow"}"#, r#"{"decision":"block","reason":"no"}"#),
        ("crush", r#"{"decision":"allow","reason":"fine","version":1}"#, r#"{"decision":"deny","reason":"no","version":1}"#),
        ("hermes", r#"{"crisis_card":null,"decision":"allow","reason":"fine","ticket":null}"#,
            r#"{"action":"block","crisis_card":null,"decision":"deny","reason":"no","ticket":null}"#),
        ("openclaw", r#"{"decision":"allow","reason":"fine"}"#, r#"{"decision":"deny","reason":"no"}"#),
    ];
    assert_eq!(said.len(), AGENTS.len());
    for (name, allow, deny) in said {
        let agent = Agent::named(name).unwrap();
        assert_eq!(agent.render(&Reply::Allow("fine".to_owned())), allow, "{name}");
        assert_eq!(agent.render(&Reply::Deny("no".to_owned())), deny, "{name}");
    }
}
