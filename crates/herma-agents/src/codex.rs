//! OpenAI Codex CLI, measured with 0.166.0.
//!
//! Codex knows one answer, deny. `allow` and `ask` are "unsupported", which marks the hook failed and runs the
//! command: so an allow is silence, and an ask is a deny. A hook that its user has not reviewed is skipped
//! without a word; `herma connect codex` explains that, and asks. See `codex_config.rs` for what else it needs.

use crate::agent::{
    Agent, AskOwnPrompt, Folder, Install, Noted, Reply, TimeUnit, Tool, asks_person, plain, shell,
};
use crate::shape::USUAL;
use crate::text::reason_or_default;
use serde_json::json;

pub(crate) static AGENT: Agent = Agent {
    name: "codex",
    title: "Codex",
    program: "codex",
    event: "PreToolUse",
    noted: Some(Noted {
        after_tool: "PostToolUse",
        after_failure: None,
        user_prompt: Some("UserPromptSubmit"),
    }),
    shape: USUAL,
    tried: true,
    tools: &[
        // The model calls `exec_command{cmd}`; the hook is shown `Bash{command}`.
        shell("Bash", Some("workdir")),
        shell("exec_command", Some("workdir")),
        shell("shell", Some("workdir")),
        shell("shell_command", Some("workdir")),
        shell("local_shell", Some("workdir")),
        // Feeds a running shell. No hook is called for it, so `connect` switches it off (codex_config.rs).
        shell("write_stdin", None),
        // The patch comes as `command`, as a shell's does.
        Tool { renamed: Some(("command", "patch")), ..plain("apply_patch") },
        plain("view_image"),
        plain("web_search"),
        plain("update_plan"),
        plain("multi_agent_v1"),
        plain("spawn_agent"),
        plain("get_goal"),
        plain("create_goal"),
        plain("update_goal"),
        asks_person("request_user_input"),
    ],
    render,
    carries_edits: &["Bash"],
    canned_deny: concat!(
        r#"{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","#,
        r#""permissionDecisionReason":"herma: the hook came to no answer, so this was not run; "#,
        r#"a person can look into it with `herma doctor`"}}"#
    ),
    own_prompt: AskOwnPrompt::Never,
    folder: Folder { variable: Some("CODEX_HOME"), variable_is_home: false, name: ".codex" },
    user_file: "hooks.json",
    project_file: ".codex/hooks.json",
    install: Install::Groups,
    matcher: ".*",
    timeout_s: 600,
    timeout_unit: TimeUnit::Seconds,
    extra: &[],
    fails_closed: false,
    open_by_nature: &[
        "a hook that is not trusted is skipped silently, and any change to it takes the trust away",
        "if the hook, its wrapper and its shell are all held up until Codex's own timeout, Codex runs the command",
        "hooks can be switched off by `[features] hooks = false`",
    ],
};

fn render(reply: &Reply) -> String {
    match reply {
        Reply::Silence | Reply::Allow(_) => String::new(),
        // The one allow that it knows.
        Reply::AllowInstead { args, .. } => json!({"hookSpecificOutput": {
            "hookEventName": AGENT.event,
            "permissionDecision": "allow",
            "updatedInput": args,
        }})
        .to_string(),
        Reply::Ask(reason) | Reply::Deny(reason) => json!({"hookSpecificOutput": {
            "hookEventName": AGENT.event,
            "permissionDecision": "deny",
            "permissionDecisionReason": reason_or_default(reason),
        }})
        .to_string(),
    }
}
