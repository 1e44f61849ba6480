//! The dialect for everybody else: one JSON object in, one out. `herma hook generic` for any agent loop, and the same under
//! the name of an agent whose plugin speaks it (`python/herma`, `docs/python.md`).
//!
//! In: `{"tool", "args", "session"?, "cwd"?, "description"?, "annotations"?, "action"?, "conversation"?, "edits"?}`.
//! With `--note`: `{"said", "session"?, "cwd"?}`, what the person said, and out: `{"crisis_card"}`.
//! Out: `{"decision": "allow" | "deny", "reason", "ticket", "crisis_card"}`; a deny with a ticket may be called again. To
//! whoever said `"edits": true`, an allow may come with `args`, which are to run instead of the call's own.

use crate::agent::{Agent, Reply};
use crate::request::{Event, Prompt, Request, RequestError, moved_cwd, read_object, text};
use crate::text::reason_or_default;
use herma_core::ToolCall;
use herma_core::call::{Conversation, Origin, Surface};
use herma_specs::{
    AskOwnPrompt, Dialect, Folder, HookSpec, Install, Quirks, Shape, TimeUnit, Tool, ToolKind,
};
use serde_json::{Map, Value, json};

/// A member that is not in here is a mistake, and one that could hide an argument.
const MEMBERS: &[&str] = &[
    "version",
    "tool",
    "args",
    "session",
    "cwd",
    "description",
    "annotations",
    "action",
    "conversation",
    "edits",
];

/// Which of the two it is.
const TOOL: &str = "tool";
const SAID: &str = "said";

/// How a deny begins that waits for a person (`herma/src/hook/hold.rs`).
const PENDING: &str = "herma: pending approval ";

/// A whole deny for those who have no time to write one.
pub(crate) const CANNED_DENY: &str = concat!(
    r#"{"decision":"deny","reason":"herma: the hook came to no answer, so this was not run; "#,
    r#"a person can look into it with `herma doctor`","ticket":null,"crisis_card":null}"#
);

pub(crate) static GENERIC: Agent =
    Agent { name: "generic", title: "any agent", program: "generic", hook: &HOOK };

/// Nothing is connected by a settings file: whoever speaks this was written to. It has nobody to show a question to: the call
/// is held.
static HOOK: HookSpec = HookSpec {
    event: "",
    noted: None,
    shape: Shape {
        event: Some("/hook_event_name"),
        tool: "/tool_name",
        args: "/tool_input",
        args_may_be_text: false,
        session: "/session_id",
        cwd: &["/cwd"],
        sub_agent: &["/agent_id", "/agent_type"],
        parent: None,
        call_id: &["/tool_use_id"],
        after: None,
        result: &["/tool_response", "/error"],
        prompt: "/prompt",
    },
    tried: true,
    tools: &[
        shell("terminal", Some("workdir")),
        shell("bash", None),
        shell("Bash", None),
        shell("shell", Some("workdir")),
        shell("run_shell_command", None),
        shell("execute_command", None),
        shell("exec_command", Some("workdir")),
    ],
    dialect: Dialect::Generic,
    quirks: Quirks::None,
    switch_files: &[],
    managed_file: None,
    carries_edits: &[],
    own_prompt: AskOwnPrompt::Never,
    folder: Folder { variable: None, variable_is_home: false, name: "" },
    user_file: "",
    project_file: "",
    install: Install::Groups,
    matcher: "",
    timeout_s: 600,
    timeout_unit: TimeUnit::Seconds,
    extra: &[],
    fails_closed: true,
    open_by_nature: &[],
};

const fn shell(name: &'static str, dir_argument: Option<&'static str>) -> Tool {
    Tool { name, kind: ToolKind::Shell, dir_argument, renamed: None }
}

/// Whether a call of Hermes comes from the Python package, which speaks this dialect, and not from the plugin of `connect`.
pub(crate) fn is_spoken(agent: &Agent, input: &[u8]) -> bool {
    agent.dialect == Dialect::Hermes
        && read_object(input)
            .is_ok_and(|call| call.contains_key(TOOL) && !call.contains_key("hook_event_name"))
}

pub(crate) fn parse_event(agent: &Agent, input: &[u8]) -> Result<Event, RequestError> {
    let members = read_object(input)?;
    if !members.contains_key(SAID) || members.contains_key(TOOL) {
        return parse(agent, input).map(Event::Before);
    }
    known(&members, &["version", SAID, "session", "cwd"])?;
    let session = text(&members, "session")?;
    let cwd = text(&members, "cwd")?.filter(|cwd| !cwd.is_empty());
    let said = text(&members, SAID)?.ok_or(RequestError::Member(SAID))?;
    Ok(Event::Said(Prompt { session, cwd, text: said }))
}

fn known(members: &Map<String, Value>, names: &[&str]) -> Result<(), RequestError> {
    match members.keys().find(|name| !names.contains(&name.as_str())) {
        Some(name) => Err(RequestError::Unknown(crate::text::plain_line(name).chars().take(40).collect())),
        None if members.get("version").is_some_and(|version| *version != 1) => {
            Err(RequestError::Member("version"))
        }
        None => Ok(()),
    }
}

/// The answer to what a person said, where there is no card to show.
pub(crate) const NOTHING_SAID: &str = r#"{"crisis_card":null}"#;

pub(crate) fn parse(agent: &Agent, input: &[u8]) -> Result<Request, RequestError> {
    let mut members = read_object(input)?;
    known(&members, MEMBERS)?;
    let tool = text(&members, TOOL)?.filter(|tool| !tool.trim().is_empty());
    let tool = tool.ok_or(RequestError::Member(TOOL))?;
    let args = match members.remove("args") {
        Some(Value::Object(args)) => args,
        Some(Value::Null) => Map::new(),
        _ => return Err(RequestError::Member("args")),
    };
    let cwd = text(&members, "cwd")?.filter(|cwd| !cwd.is_empty());
    let cwd = match agent.tool(&tool) {
        Some(known) => moved_cwd(known, &args, cwd),
        None => cwd,
    };
    let annotations = match members.remove("annotations") {
        None | Some(Value::Null) => None,
        Some(annotations @ Value::Object(_)) => Some(annotations),
        Some(_) => return Err(RequestError::Member("annotations")),
    };
    // Whoever does not know of it would run the call as it was. What speaks this for an agent cannot pass it on.
    let takes_edits = match members.get("edits") {
        None | Some(Value::Null) => false,
        Some(edits) => edits.as_bool().ok_or(RequestError::Member("edits"))? && agent.name == GENERIC.name,
    };
    let call = ToolCall {
        tool,
        args: Value::Object(args),
        action: text(&members, "action")?,
        description: text(&members, "description")?,
        annotations,
        origin: Origin {
            agent: Some(agent.name.to_owned()),
            session: text(&members, "session")?,
            sub_agent: None,
            surface: Surface::Headless,
        },
        conversation: conversation(members.get("conversation"))?,
        cwd,
        ..ToolCall::default()
    };
    Ok(Request { call, call_id: None, permission_mode: None, transcript: None, takes_edits })
}

fn conversation(value: Option<&Value>) -> Result<Conversation, RequestError> {
    let wrong = || RequestError::Member("conversation");
    match value {
        None | Some(Value::Null) => Ok(Conversation::default()),
        Some(Value::Object(members)) => {
            let last_message = text(members, "last_message").map_err(|_| wrong())?;
            // Whoever hands over what was said, and not who said it, is taken to have heard a person.
            let human = match members.get("human") {
                None | Some(Value::Null) => last_message.is_some(),
                Some(human) => human.as_bool().ok_or_else(wrong)?,
            };
            Ok(Conversation { human, last_message })
        }
        Some(_) => Err(wrong()),
    }
}

pub(crate) fn render(_: &Agent, reply: &Reply) -> String {
    let (decision, reason) = match reply {
        Reply::Silence => ("allow", "herma: nothing against it"),
        Reply::Allow(reason) | Reply::AllowInstead { reason, .. } => ("allow", reason.as_str()),
        Reply::Ask(reason) | Reply::Deny(reason) => ("deny", reason.as_str()),
    };
    let reason = reason_or_default(reason);
    let ticket = match decision {
        "deny" => {
            reason.strip_prefix(PENDING).and_then(|rest| rest.split_once(',')).map(|(ticket, _)| ticket)
        }
        _ => None,
    };
    let mut said = json!({"decision": decision, "reason": reason, "ticket": ticket, "crisis_card": null});
    if let Reply::AllowInstead { args, .. } = reply {
        said["args"] = args.clone();
    }
    said.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(value: Value) -> Result<Request, RequestError> {
        GENERIC.parse(value.to_string().as_bytes())
    }

    #[test]
    fn what_a_person_said_is_no_call() {
        let read = |value: Value| GENERIC.parse_event(value.to_string().as_bytes());
        let said = json!({"said": "hello", "session": "s", "cwd": "/w"});
        let want =
            Prompt { session: Some("s".to_owned()), cwd: Some("/w".to_owned()), text: "hello".to_owned() };
        assert_eq!(read(said), Ok(Event::Said(want)));
        for wrong in [json!({"said": 1}), json!({"said": "x", "args": {}}), json!({"said": "x", "tool": "y"})]
        {
            assert!(read(wrong.clone()).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_call_in_full() {
        let got = read(
            json!({"version": 1, "tool": "mcp__mail__send", "args": {"to": "x"}, "session": "s", "cwd": "/w",
            "description": "sends", "annotations": {"readOnlyHint": true}, "action": "read",
            "conversation": {"human": true, "last_message": "hi"}}),
        )
        .unwrap();
        assert_eq!((got.call.tool.as_str(), &got.call.args), ("mcp__mail__send", &json!({"to": "x"})));
        assert_eq!(got.call.origin.agent.as_deref(), Some("generic"));
        assert!(got.call.conversation.human);
        assert_eq!(got.call.action.as_deref(), Some("read"));
    }

    #[test]
    fn a_shell_may_be_moved() {
        let got = read(json!({"tool": "terminal", "args": {"command": "ls", "workdir": "sub"}, "cwd": "/w"}))
            .unwrap();
        assert_eq!(got.call.cwd.as_deref(), Some("/w/sub"));
    }

    #[test]
    fn what_is_not_a_call_is_an_error() {
        assert!(read(json!({"tool": "t", "args": null})).is_ok());
        for odd in [
            json!({"args": {}}),
            json!({"tool": "t"}),
            json!({"tool": " ", "args": {}}),
            json!({"tool": "t", "args": "rm -rf /"}),
            json!({"tool": "t", "args": {}, "arguments": {"path": "/"}}),
            json!({"tool": "t", "args": {}, "session": 1}),
            json!({"tool": "t", "args": {}, "annotations": "readOnly"}),
            json!({"tool": "t", "args": {}, "conversation": "hi"}),
            json!({"tool": "t", "args": {}, "version": 2}),
            json!([]),
        ] {
            assert!(read(odd.clone()).is_err(), "{odd}");
        }
    }

    #[test]
    fn only_a_pending_deny_has_a_ticket() {
        let said = |reply: &Reply| serde_json::from_str::<Value>(&GENERIC.render(reply)).unwrap();
        let pending =
            said(&Reply::Deny("herma: pending approval 7K2M, call again once it is approved: …".to_owned()));
        assert_eq!((&pending["decision"], &pending["ticket"]), (&json!("deny"), &json!("7K2M")));
        let denied = said(&Reply::Deny("herma: denied: pending approval 7K2M, it says".to_owned()));
        assert_eq!(denied["ticket"], Value::Null);
        assert_eq!(said(&Reply::Silence)["decision"], "allow");
        assert_eq!(said(&Reply::Ask("x".to_owned()))["decision"], "deny");
        assert_eq!(serde_json::from_str::<Value>(&GENERIC.canned_deny()).unwrap()["decision"], "deny");
    }
}
