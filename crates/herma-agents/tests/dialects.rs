//! Each agent's own JSON, as it was seen (facts about the agents) or as its documentation gives it, and what comes of it.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test says no by panicking")]

use herma_agents::{AGENTS, Agent, Heard, Reply};
use proptest::prelude::*;
use serde_json::{Value, json};

/// What an agent sends: agent, input, and the tool, arguments, session, folder and sub-agent that are read from it.
type Seen = (&'static str, Value, &'static str, Value, &'static str, &'static str, Option<&'static str>);

#[rustfmt::skip]
fn seen() -> Vec<Seen> {
    vec![
        ("claude-code", json!({"session_id": "s1", "transcript_path": "/t", "cwd": "/w", "prompt_id": "p",
            "permission_mode": "default", "hook_event_name": "PreToolUse", "tool_name": "Bash",
            "tool_input": {"command": "ls", "description": "look"}, "tool_use_id": "toolu_1",
            "agent_id": "a7", "agent_type": "Explore"}),
            "Bash", json!({"command": "ls", "description": "look"}), "s1", "/w", Some("a7")),
        ("claude-code", json!({"session_id": "s1", "cwd": "/w", "hook_event_name": "PreToolUse",
            "tool_name": "mcp__stripe__create_refund", "mcp_server": {"name": "stripe", "source": "dynamic"},
            "tool_input": {"amount": 90_000}}),
            "mcp__stripe__create_refund", json!({"amount": 90_000}), "s1", "/w", None),
        ("codex", json!({"session_id": "s2", "turn_id": "t", "cwd": "/w", "hook_event_name": "PreToolUse",
            "model": "m", "permission_mode": "bypassPermissions", "tool_name": "Bash",
            "tool_input": {"command": "ls"}, "tool_use_id": "call_1"}),
            "Bash", json!({"command": "ls"}), "s2", "/w", None),
        ("codex", json!({"session_id": "s2", "cwd": "/w", "hook_event_name": "PreToolUse", "tool_name": "apply_patch",
            "tool_input": {"command": "*** Begin Patch"}, "agent_id": "sub-1"}),
            "apply_patch", json!({"patch": "*** Begin Patch"}), "s2", "/w", Some("sub-1")),
        ("gemini", json!({"session_id": "s3", "cwd": "/w", "hook_event_name": "BeforeTool", "timestamp": "now",
            "tool_name": "run_shell_command", "tool_input": {"command": "ls", "dir_path": "sub"}}),
            "run_shell_command", json!({"command": "ls", "dir_path": "sub"}), "s3", "/w/sub", None),
        ("gemini", json!({"session_id": "s3", "cwd": "/w", "hook_event_name": "BeforeTool",
            "tool_name": "web_fetch", "tool_input": {"prompt": "read https://example.com/x and summarise"}}),
            "web_fetch", json!({"prompt": "read https://example.com/x and summarise"}), "s3", "/w", None),
        ("copilot", json!({"sessionId": "s4", "timestamp": 1_794_771_213_633_u64, "cwd": "/w", "toolName": "bash",
            "toolArgs": {"command": "ls", "description": "look"}}),
            "bash", json!({"command": "ls", "description": "look"}), "s4", "/w", None),
        // Older ones send the arguments as text.
        ("copilot", json!({"sessionId": "s4", "cwd": "/w", "toolName": "bash", "toolArgs": "{\"command\": \"ls\"}"}),
            "bash", json!({"command": "ls"}), "s4", "/w", None),
        ("cline", json!({"clineVersion": "3.0.65", "taskId": "s5", "workspaceRoots": ["/w", "/v"], "userId": "u",
            "agent_id": "a", "parent_agent_id": null, "hookName": "tool_call",
            "tool_call": {"id": "1", "name": "run_commands", "input": {"commands": ["ls", "pwd"]}},
            "preToolUse": {"toolName": "run_commands", "parameters": {"commands": "[\"ls\"]"}}}),
            "run_commands", json!({"commands": ["ls", "pwd"]}), "s5", "/w", None),
        ("cline", json!({"taskId": "s5", "workspaceRoots": ["/w"], "parent_agent_id": "main", "hookName": "tool_call",
            "tool_call": {"name": "editor", "input": {"path": "a"}}}),
            "editor", json!({"path": "a"}), "s5", "/w", Some("main")),
        ("opencode", json!({"hook_event_name": "tool.execute.before", "session_id": "s6", "cwd": "/w",
            "tool_name": "bash", "tool_input": {"command": "ls", "workdir": "/v"}}),
            "bash", json!({"command": "ls", "workdir": "/v"}), "s6", "/v", None),
        ("hermes", json!({"hook_event_name": "pre_tool_call", "session_id": "s11", "cwd": "/w", "tool_name": "terminal",
            "tool_input": {"command": "ls", "workdir": "sub"}, "tool_use_id": "call_1"}),
            "terminal", json!({"command": "ls", "workdir": "sub"}), "s11", "/w/sub", None),
        // The Python package speaks the dialect for everybody.
        ("hermes", json!({"tool": "terminal", "args": {"command": "ls"}, "session": "s12", "cwd": "/w"}),
            "terminal", json!({"command": "ls"}), "s12", "/w", None),
        // Sub-agents: their id is kept.
        ("copilot", json!({"sessionId": "s4", "cwd": "/w", "agentId": "explore-1", "toolName": "bash",
            "toolArgs": {"command": "ls"}}),
            "bash", json!({"command": "ls"}), "s4", "/w", Some("explore-1")),
        ("cursor", json!({"hook_event_name": "preToolUse", "conversation_id": "s7", "subagent_id": "sub-2",
            "workspace_roots": ["/w"], "tool_name": "Shell", "tool_input": {"command": "ls"}}),
            "Shell", json!({"command": "ls"}), "s7", "/w", Some("sub-2")),
        ("claude-code", json!({"session_id": "s1", "cwd": "/w", "hook_event_name": "PreToolUse", "agent_id": "a9",
            "tool_name": "Monitor", "tool_input": {"command": "tail -f log", "description": "watch"}}),
            "Monitor", json!({"command": "tail -f log", "description": "watch"}), "s1", "/w", Some("a9")),
        ("claude-code", json!({"session_id": "s1", "cwd": "/w", "hook_event_name": "PreToolUse",
            "tool_name": "CronCreate", "tool_input": {"cron": "0 9 * * *", "prompt": "look"}}),
            "CronCreate", json!({"cron": "0 9 * * *", "prompt": "look"}), "s1", "/w", None),
        ("cursor", json!({"hook_event_name": "preToolUse", "conversation_id": "s7", "generation_id": "g",
            "workspace_roots": ["/w"], "tool_name": "Shell", "tool_input": {"command": "ls"}}),
            "Shell", json!({"command": "ls"}), "s7", "/w", None),
        ("goose", json!({"event": "PreToolUse", "session_id": "s8", "tool_name": "developer__shell",
            "tool_input": {"command": "ls"}, "working_dir": "/w", "tool_call_id": "1"}),
            "developer__shell", json!({"command": "ls"}), "s8", "/w", None),
        ("crush", json!({"event": "PreToolUse", "session_id": "s9", "cwd": "/w", "tool_name": "bash",
            "tool_input": {"command": "ls"}}),
            "bash", json!({"command": "ls"}), "s9", "/w", None),
        ("openclaw", json!({"hook_event_name": "before_tool_call", "session_id": "s10", "cwd": "/w",
            "tool_name": "exec", "tool_input": {"command": "ls"}}),
            "exec", json!({"command": "ls"}), "s10", "/w", None),
    ]
}

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

/// JSON as nobody sends it, near what somebody does.
fn near(seed: Value) -> impl Strategy<Value = Vec<u8>> {
    let text = seed.to_string().into_bytes();
    let len = text.len();
    let spoilt = (Just(text), 0..len, any::<u8>(), 0..4_u8).prop_map(|(mut text, at, byte, how)| {
        match how {
            0 => text[at] = byte,
            1 => text.truncate(at),
            2 => drop(text.remove(at)),
            _ => text.insert(at, byte),
        }
        text
    });
    prop_oneof![3 => spoilt, 1 => proptest::collection::vec(any::<u8>(), 0..200)]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100_000, ..ProptestConfig::default() })]

    /// Ten thousand for each agent. Whatever comes in, an agent's answer to it is one that the agent understands: what cannot be read is a deny.
    #[test]
    fn any_input_gets_a_valid_answer(pick in 0..1000_usize, bytes in near(seen()[0].1.clone()), deep in 0..3_u8) {
        let all = seen();
        let (name, good, ..) = &all[pick % all.len()];
        let agent = Agent::named(name).unwrap();
        let input = match deep {
            0 => bytes,
            // A member of the agent's own input, replaced by something else.
            _ => {
                let mut odd = good.clone();
                let keys: Vec<String> = odd.as_object().unwrap().keys().cloned().collect();
                odd[&keys[pick % keys.len()]] = json!([String::from_utf8_lossy(&bytes), pick, null]);
                odd.to_string().into_bytes()
            }
        };
        let reply = match agent.parse(&input) {
            Ok(request) => Reply::Deny(format!("read {}", request.call.tool)),
            Err(why) => Reply::Deny(why.to_string()),
        };
        let line = agent.render(&reply);
        prop_assert_eq!(agent.hear(&line), Heard::Deny, "{}: {}", name, line);
        prop_assert!(!line.contains('\n'), "one line: {}", line);
    }
}
