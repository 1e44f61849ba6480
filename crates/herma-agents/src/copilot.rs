//! GitHub Copilot CLI, measured with 1.0.102.
//!
//! It blocks by itself when a hook fails, but runs the call when one overruns its time or says what is no JSON.

use crate::agent::{Agent, AskOwnPrompt, Folder, Install, Noted, Reply, TimeUnit, asks_person, plain, shell};
use crate::settings::note_of;
use crate::shape::{PROMPT, Shape};
use crate::text::reason_or_default;
use serde_json::{Map, json};

pub(crate) static AGENT: Agent = Agent {
    name: "copilot",
    title: "GitHub Copilot CLI",
    program: "copilot",
    event: "preToolUse",
    noted: Some(Noted {
        after_tool: "postToolUse",
        after_failure: None,
        user_prompt: Some("userPromptSubmitted"),
    }),
    shape: Shape {
        event: None,
        tool: "/toolName",
        args: "/toolArgs",
        args_may_be_text: true,
        session: "/sessionId",
        cwd: &["/cwd"],
        sub_agent: &["/agentId"],
        parent: None,
        call_id: &[],
        after: None,
        result: &["/toolResult"],
        prompt: PROMPT,
    },
    tried: true,
    tools: &[
        shell("bash", None),
        shell("powershell", None),
        // Feeds a running shell.
        shell("write_bash", None),
        plain("create"),
        plain("edit"),
        plain("view"),
        plain("grep"),
        plain("glob"),
        plain("sql"),
        plain("task"),
        plain("read_bash"),
        plain("stop_bash"),
        plain("report_intent"),
        asks_person("ask_user"),
    ],
    render,
    carries_edits: &["bash"],
    canned_deny: concat!(
        r#"{"permissionDecision":"deny","permissionDecisionReason":"herma: the hook came to no answer, so this was "#,
        r#"not run; a person can look into it with `herma doctor`"}"#
    ),
    // Without anybody to ask it denies, and with somebody it would ask twice.
    own_prompt: AskOwnPrompt::Never,
    folder: Folder { variable: Some("COPILOT_HOME"), variable_is_home: false, name: ".copilot" },
    user_file: "hooks/herma.json",
    project_file: ".github/hooks/herma.json",
    install: Install::File { text: file, runs: false, beside: &[] },
    matcher: "",
    timeout_s: 600,
    timeout_unit: TimeUnit::Seconds,
    extra: &[],
    fails_closed: false,
    open_by_nature: &[
        "if the hook, its wrapper and its shell are all held up until Copilot's own timeout, Copilot runs the command",
    ],
};

fn render(reply: &Reply) -> String {
    let (decision, reason) = match reply {
        Reply::Silence => return String::new(),
        Reply::Allow(reason) => ("allow", reason),
        Reply::AllowInstead { reason, args } => {
            return json!({"permissionDecision": "allow", "permissionDecisionReason": reason_or_default(reason),
                "modifiedArgs": args})
            .to_string();
        }
        Reply::Ask(reason) | Reply::Deny(reason) => ("deny", reason),
    };
    json!({"permissionDecision": decision, "permissionDecisionReason": reason_or_default(reason)}).to_string()
}

fn file(agent: &Agent, command: &str) -> String {
    let mut hooks = Map::new();
    for event in [agent.event].into_iter().chain(agent.noted_events()) {
        let command = if event == agent.event { command.to_owned() } else { note_of(command) };
        let timeout = agent.timeout_in_settings(event);
        hooks.insert(event.to_owned(), json!([{"type": "command", "bash": command, "timeoutSec": timeout}]));
    }
    format!("{:#}\n", json!({"version": 1, "hooks": hooks}))
}
