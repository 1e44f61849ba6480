//! Goose, by its documentation: a plugin folder with the hooks of Claude Code, and the strictest contract of all.

use crate::agent::{Agent, AskOwnPrompt, Folder, Install, Noted, Reply, TimeUnit, plain, shell};
use crate::settings::{events, matcher, note_of};
use crate::shape::Shape;
use crate::text::reason_or_default;
use serde_json::json;

pub(crate) static AGENT: Agent = Agent {
    name: "goose",
    title: "Goose",
    program: "goose",
    event: "PreToolUse",
    noted: Some(Noted {
        after_tool: "PostToolUse",
        after_failure: Some("PostToolUseFailure"),
        user_prompt: Some("UserPromptSubmit"),
    }),
    shape: Shape {
        event: Some("/event"),
        tool: "/tool_name",
        args: "/tool_input",
        args_may_be_text: false,
        session: "/session_id",
        cwd: &["/working_dir"],
        sub_agent: &[],
        parent: None,
        call_id: &["/tool_call_id"],
        after: None,
        // Of some versions: others say only that it has run.
        result: &["/tool_output"],
        prompt: "/message",
    },
    tried: false,
    tools: &[
        shell("developer__shell", None),
        plain("developer__write"),
        plain("developer__edit"),
        plain("developer__text_editor"),
        plain("developer__tree"),
    ],
    render,
    carries_edits: &[],
    canned_deny: concat!(
        r#"{"decision":"block","reason":"herma: the hook came to no answer, so this was not run; "#,
        r#"a person can look into it with `herma doctor`"}"#
    ),
    own_prompt: AskOwnPrompt::Never,
    folder: Folder { variable: None, variable_is_home: false, name: ".agents" },
    user_file: "plugins/herma/hooks/hooks.json",
    project_file: ".agents/plugins/herma/hooks/hooks.json",
    install: Install::File {
        text: hooks,
        runs: false,
        beside: &[(
            "../plugin.json",
            "{\n  \"name\": \"herma\",\n  \"version\": \"1.0.0\",\n  \"description\": \"asks Herma before every tool call\"\n}\n",
        )],
    },
    // A regular expression; `*` would switch the rule off without a word.
    matcher: ".*",
    timeout_s: 600,
    timeout_unit: TimeUnit::Seconds,
    extra: &[],
    fails_closed: true,
    open_by_nature: &["what Goose does with a hook is not tried here, only read in its documentation"],
};

fn render(reply: &Reply) -> String {
    match reply {
        Reply::Silence => String::new(),
        Reply::Allow(_) => json!({"decision": "allow"}).to_string(),
        Reply::Ask(reason) | Reply::Deny(reason) | Reply::AllowInstead { reason, .. } => {
            json!({"decision": "block", "reason": reason_or_default(reason)}).to_string()
        }
    }
}

fn hooks(agent: &Agent, command: &str) -> String {
    let rule = |event: &'static str| {
        let decides = event == agent.event;
        let command = if decides { command.to_owned() } else { note_of(command) };
        let timeout = agent.timeout_in_settings(event);
        let mut hook = json!({"type": "command", "command": command, "timeout": timeout});
        if decides {
            hook["on_failure"] = "block".into();
        }
        let mut rule = json!({"hooks": [hook]});
        if let Some(matcher) = matcher(agent, event) {
            rule["matcher"] = matcher.into();
        }
        (event.to_owned(), json!([rule]))
    };
    let rules: serde_json::Map<_, _> = events(agent).map(rule).collect();
    format!("{:#}\n", json!({"hooks": rules}))
}
