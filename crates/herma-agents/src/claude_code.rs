//! Claude Code: <https://docs.claude.com/en/docs/claude-code/hooks>, measured with 2.1.325.
//!
//! An explicit `allow` replaces Claude Code's own prompt. `onFailure: "block"` closes what a failing hook
//! command leaves open, but not output that is no JSON: that is the wrapper's part.

use crate::agent::{Agent, AskOwnPrompt, Folder, Install, Noted, Reply, TimeUnit, asks_person, plain, shell};
use crate::shape::USUAL;
use crate::text::reason_or_default;
use serde_json::json;

pub(crate) static AGENT: Agent = Agent {
    name: "claude-code",
    title: "Claude Code",
    program: "claude",
    event: "PreToolUse",
    noted: Some(Noted {
        after_tool: "PostToolUse",
        after_failure: Some("PostToolUseFailure"),
        user_prompt: Some("UserPromptSubmit"),
    }),
    shape: USUAL,
    tried: true,
    tools: &[
        shell("Bash", None),
        shell("Monitor", None),
        plain("Read"),
        plain("Write"),
        plain("Edit"),
        plain("MultiEdit"),
        plain("NotebookEdit"),
        plain("NotebookRead"),
        plain("Glob"),
        plain("Grep"),
        plain("LS"),
        plain("LSP"),
        plain("WebFetch"),
        plain("WebSearch"),
        plain("Agent"),
        plain("Task"),
        plain("TaskCreate"),
        plain("TaskGet"),
        plain("TaskList"),
        plain("TaskUpdate"),
        plain("TaskOutput"),
        plain("TaskStop"),
        plain("BashOutput"),
        plain("KillShell"),
        plain("CronCreate"),
        plain("CronDelete"),
        plain("CronList"),
        plain("SendMessage"),
        plain("Skill"),
        plain("SlashCommand"),
        plain("Workflow"),
        plain("ToolSearch"),
        plain("TodoWrite"),
        plain("EnterWorktree"),
        plain("ExitWorktree"),
        plain("ListMcpResourcesTool"),
        plain("ReadMcpResourceTool"),
        asks_person("AskUserQuestion"),
        asks_person("EnterPlanMode"),
        asks_person("ExitPlanMode"),
    ],
    render,
    carries_edits: &["Bash", "Write", "mcp__*"],
    canned_deny: concat!(
        r#"{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","#,
        r#""permissionDecisionReason":"herma: the hook came to no answer, so this was not run; "#,
        r#"a person can look into it with `herma doctor`"}}"#
    ),
    // Under bypassPermissions an "ask" was reported to be answered yes (claude-code #77212).
    own_prompt: AskOwnPrompt::InModes(&["default", "acceptEdits", "plan"]),
    folder: Folder { variable: Some("CLAUDE_CONFIG_DIR"), variable_is_home: false, name: ".claude" },
    user_file: "settings.json",
    // The personal one: what is written names a path on this machine, and must not reach a team by a commit.
    project_file: ".claude/settings.local.json",
    install: Install::Groups,
    matcher: "*",
    timeout_s: 600,
    timeout_unit: TimeUnit::Seconds,
    extra: &[("onFailure", "\"block\"")],
    fails_closed: true,
    open_by_nature: &[
        "`claude --bare` and `disableAllHooks` run without any hook",
        "a command that `!` runs at the prompt is the person's own and meets no hook",
    ],
};

fn render(reply: &Reply) -> String {
    let (decision, reason) = match reply {
        Reply::Silence => return String::new(),
        Reply::Allow(reason) => ("allow", reason),
        Reply::AllowInstead { reason, .. } => ("allow", reason),
        Reply::Ask(reason) => ("ask", reason),
        Reply::Deny(reason) => ("deny", reason),
    };
    let mut answer = json!({"hookSpecificOutput": {
        "hookEventName": AGENT.event,
        "permissionDecision": decision,
        "permissionDecisionReason": reason_or_default(reason),
    }});
    if let Reply::AllowInstead { args, .. } = reply {
        answer["hookSpecificOutput"]["updatedInput"] = args.clone();
    }
    answer.to_string()
}
