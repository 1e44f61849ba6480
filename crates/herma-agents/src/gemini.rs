//! Gemini CLI, measured with 0.61.0.
//!
//! Gemini reads stderr when stdout is empty, so silence must be silent on both.

use crate::agent::{Agent, AskOwnPrompt, Folder, Install, Noted, Reply, TimeUnit, asks_person, plain, shell};
use crate::shape::USUAL;
use crate::text::reason_or_default;
use serde_json::json;

pub(crate) static AGENT: Agent = Agent {
    name: "gemini",
    title: "Gemini CLI",
    program: "gemini",
    event: "BeforeTool",
    noted: Some(Noted { after_tool: "AfterTool", after_failure: None, user_prompt: Some("BeforeAgent") }),
    shape: USUAL,
    tried: true,
    tools: &[
        shell("run_shell_command", Some("dir_path")),
        plain("write_file"),
        plain("replace"),
        plain("read_file"),
        plain("read_many_files"),
        plain("list_directory"),
        plain("glob"),
        plain("grep_search"),
        plain("search_file_content"),
        plain("web_fetch"),
        plain("google_web_search"),
        plain("invoke_agent"),
        plain("activate_skill"),
        plain("save_memory"),
        plain("write_todos"),
        plain("update_topic"),
        plain("take_snapshot"),
        plain("get_internal_docs"),
        plain("complete_task"),
        plain("list_mcp_resources"),
        plain("read_mcp_resource"),
        plain("tracker_create_task"),
        plain("tracker_update_task"),
        plain("tracker_get_task"),
        plain("tracker_list_tasks"),
        plain("tracker_add_dependency"),
        plain("tracker_visualize"),
        asks_person("ask_user"),
        asks_person("enter_plan_mode"),
        asks_person("exit_plan_mode"),
    ],
    render,
    // It lays them over the call's own: what a person has taken out would still be there.
    carries_edits: &[],
    canned_deny: concat!(
        r#"{"decision":"deny","reason":"herma: the hook came to no answer, so this was not run; "#,
        r#"a person can look into it with `herma doctor`"}"#
    ),
    // An "ask" ends the run without a word to the model.
    own_prompt: AskOwnPrompt::Never,
    folder: Folder { variable: Some("GEMINI_CLI_HOME"), variable_is_home: true, name: ".gemini" },
    user_file: "settings.json",
    project_file: ".gemini/settings.json",
    install: Install::Groups,
    matcher: ".*",
    timeout_s: 600,
    timeout_unit: TimeUnit::Milliseconds,
    extra: &[("name", "\"herma\"")],
    fails_closed: false,
    open_by_nature: &[
        "if the hook, its wrapper and its shell are all held up until Gemini's own timeout, Gemini runs the command",
        "in a folder that Gemini does not trust it runs no hook at all; its own prompts are all there is",
        "`hooksConfig` in a project's settings can switch hooks off",
    ],
};

fn render(reply: &Reply) -> String {
    let (decision, reason) = match reply {
        Reply::Silence => return String::new(),
        Reply::Allow(reason) => ("allow", reason),
        Reply::Ask(reason) | Reply::Deny(reason) | Reply::AllowInstead { reason, .. } => ("deny", reason),
    };
    json!({"decision": decision, "reason": reason_or_default(reason)}).to_string()
}
