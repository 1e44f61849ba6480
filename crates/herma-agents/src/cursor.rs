//! Cursor, by its documentation.

use crate::agent::{Agent, AskOwnPrompt, Folder, Install, Noted, Reply, TimeUnit, plain, shell};
use crate::shape::{PROMPT, Shape};
use crate::text::reason_or_default;
use serde_json::json;

pub(crate) static AGENT: Agent = Agent {
    name: "cursor",
    title: "Cursor",
    program: "cursor-agent",
    event: "preToolUse",
    noted: Some(Noted {
        after_tool: "postToolUse",
        after_failure: None,
        user_prompt: Some("beforeSubmitPrompt"),
    }),
    shape: Shape {
        event: Some("/hook_event_name"),
        tool: "/tool_name",
        args: "/tool_input",
        args_may_be_text: true,
        session: "/conversation_id",
        cwd: &["/cwd", "/workspace_roots/0"],
        sub_agent: &["/subagent_id"],
        parent: None,
        call_id: &["/tool_use_id"],
        after: None,
        result: &["/tool_output", "/result_json"],
        prompt: PROMPT,
    },
    tried: false,
    tools: &[
        shell("Shell", Some("working_directory")),
        plain("Write"),
        plain("Edit"),
        plain("Read"),
        plain("Grep"),
        plain("Delete"),
        plain("Task"),
        plain("WebFetch"),
        plain("WebSearch"),
    ],
    render,
    carries_edits: &[],
    canned_deny: concat!(
        r#"{"permission":"deny","user_message":"herma: the hook came to no answer, so this was not run","#,
        r#""agent_message":"herma: the hook came to no answer, so this was not run; "#,
        r#"a person can look into it with `herma doctor`"}"#
    ),
    own_prompt: AskOwnPrompt::Never,
    folder: Folder { variable: None, variable_is_home: false, name: ".cursor" },
    user_file: "hooks.json",
    project_file: ".cursor/hooks.json",
    install: Install::List { besides: &[("version", "1")] },
    matcher: ".*",
    timeout_s: 600,
    // Its pages do not agree on the unit; taken as seconds a number of milliseconds would be too long, not too short.
    timeout_unit: TimeUnit::Seconds,
    extra: &[("failClosed", "true")],
    fails_closed: true,
    open_by_nature: &["what Cursor does with a hook is not tried here, only read in its documentation"],
};

fn render(reply: &Reply) -> String {
    match reply {
        Reply::Silence => String::new(),
        Reply::Allow(_) => json!({"permission": "allow"}).to_string(),
        Reply::Ask(reason) | Reply::Deny(reason) | Reply::AllowInstead { reason, .. } => {
            let reason = reason_or_default(reason);
            json!({"permission": "deny", "user_message": reason, "agent_message": reason}).to_string()
        }
    }
}
