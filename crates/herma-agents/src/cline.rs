//! Cline, measured with 3.0.65.
//!
//! Its hook is an executable file called `PreToolUse`. A cancel ends the whole run, and the model is not told why.

use crate::agent::{Agent, AskOwnPrompt, Folder, Install, Noted, Reply, TimeUnit, asks_person, plain, shell};
use crate::settings::{NOTE, note_of};
use crate::shape::{PROMPT, Shape};
use crate::text::reason_or_default;
use serde_json::json;

pub(crate) static AGENT: Agent = Agent {
    name: "cline",
    title: "Cline",
    program: "cline",
    event: "tool_call",
    // What the person says is an event by its documentation; in 3.0.65 without a screen it is not called.
    noted: Some(Noted { after_tool: "tool_result", after_failure: None, user_prompt: None }),
    shape: Shape {
        event: Some("/hookName"),
        // `preToolUse.parameters` has the same with every value turned into text.
        tool: "/tool_call/name",
        args: "/tool_call/input",
        args_may_be_text: false,
        session: "/taskId",
        cwd: &["/workspaceRoots/0"],
        sub_agent: &["/agent_id"],
        // The main agent has an id too; only a sub-agent has a parent.
        parent: Some("/parent_agent_id"),
        call_id: &["/tool_call/id", "/tool_result/id"],
        after: Some(("/tool_result/name", "/tool_result/input")),
        result: &["/tool_result/output", "/postToolUse/result"],
        prompt: PROMPT,
    },
    tried: true,
    tools: &[
        shell("run_commands", None),
        shell("execute_command", None),
        plain("editor"),
        plain("read_files"),
        plain("fetch_web_content"),
        plain("spawn_agent"),
        plain("search"),
        asks_person("ask_question"),
    ],
    render,
    carries_edits: &[],
    canned_deny: concat!(
        r#"{"cancel":true,"errorMessage":"herma: the hook came to no answer, so this was not run; "#,
        r#"a person can look into it with `herma doctor`"}"#
    ),
    own_prompt: AskOwnPrompt::Never,
    folder: Folder { variable: Some("CLINE_DIR"), variable_is_home: false, name: ".cline" },
    user_file: "hooks/PreToolUse",
    project_file: ".clinerules/hooks/PreToolUse",
    install: Install::File { text: file, runs: true, beside: &[("PostToolUse", AFTER)] },
    matcher: "",
    timeout_s: 600,
    timeout_unit: TimeUnit::Seconds,
    extra: &[],
    fails_closed: false,
    open_by_nature: &[
        "Cline runs the command when the hook file is missing or is not executable",
        "a deny ends the whole run, and the model does not read why",
        "`--hooks-dir` points it to other hooks",
    ],
};

fn render(reply: &Reply) -> String {
    match reply {
        Reply::Silence | Reply::Allow(_) => json!({"cancel": false}).to_string(),
        Reply::Ask(reason) | Reply::Deny(reason) | Reply::AllowInstead { reason, .. } => {
            json!({"cancel": true, "errorMessage": reason_or_default(reason)}).to_string()
        }
    }
}

fn file(agent: &Agent, command: &str) -> String {
    let name = agent.name;
    let note = note_of(command);
    format!(
        "#!/bin/sh\n# Written by `herma connect {name}`; `herma disconnect {name}` takes it away. Do not edit.\n\
         if [ \"${{1-}}\" = {NOTE} ]; then {note}; exit 0; fi\n{command}\n"
    )
}

/// Another file, since every event of Cline's is one: it only passes on what a tool has given back.
const AFTER: &str = "#!/bin/sh\n# Written by `herma connect cline`; `herma disconnect cline` takes it away. Do not edit.\n\
    \"${0%/*}/PreToolUse\" note >/dev/null 2>&1\nprintf '{\"cancel\":false}\\n'\n";
