//! Crush, by its documentation. Its sub-agents are not hooked, by design.

use crate::agent::{Agent, AskOwnPrompt, Folder, Install, Reply, TimeUnit, plain, shell};
use crate::shape::{PROMPT, Shape};
use crate::text::reason_or_default;
use serde_json::json;

pub(crate) static AGENT: Agent = Agent {
    name: "crush",
    title: "Crush",
    program: "crush",
    event: "PreToolUse",
    noted: None,
    shape: Shape {
        event: Some("/event"),
        tool: "/tool_name",
        args: "/tool_input",
        args_may_be_text: false,
        session: "/session_id",
        cwd: &["/cwd"],
        sub_agent: &[],
        parent: None,
        call_id: &[],
        after: None,
        result: &[],
        prompt: PROMPT,
    },
    tried: false,
    tools: &[
        shell("bash", Some("working_dir")),
        plain("edit"),
        plain("multiedit"),
        plain("write"),
        plain("view"),
        plain("ls"),
        plain("glob"),
        plain("grep"),
        plain("fetch"),
        plain("download"),
        plain("sourcegraph"),
        plain("agent"),
    ],
    render,
    carries_edits: &[],
    canned_deny: concat!(
        r#"{"version":1,"decision":"deny","reason":"herma: the hook came to no answer, so this was not run; "#,
        r#"a person can look into it with `herma doctor`"}"#
    ),
    own_prompt: AskOwnPrompt::Never,
    folder: Folder { variable: Some("CRUSH_GLOBAL_CONFIG"), variable_is_home: false, name: ".config/crush" },
    user_file: "crush.json",
    project_file: "crush.json",
    install: Install::List { besides: &[] },
    matcher: ".*",
    timeout_s: 600,
    timeout_unit: TimeUnit::Seconds,
    extra: &[("name", "\"herma\"")],
    fails_closed: false,
    open_by_nature: &[
        "Crush asks no hook about the calls of its sub-agents",
        "if the hook, its wrapper and its shell are all held up until Crush's own timeout, Crush runs the command",
        "what Crush does with a hook is not tried here, only read in its documentation",
    ],
};

fn render(reply: &Reply) -> String {
    match reply {
        Reply::Silence => String::new(),
        Reply::Allow(reason) => json!({"version": 1, "decision": "allow", "reason": reason}).to_string(),
        Reply::Ask(reason) | Reply::Deny(reason) | Reply::AllowInstead { reason, .. } => {
            json!({"version": 1, "decision": "deny", "reason": reason_or_default(reason)}).to_string()
        }
    }
}
