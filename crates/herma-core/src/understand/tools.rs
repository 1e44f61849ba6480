//! Structured tools: what a call of `Write`, `run_commands`, `mcp__stripe__create_refund` would do.

use super::field::{Field, Value};
use super::uses::Uses;
use super::verbs::{self, Verb};
use super::walk::Walker;
use crate::assess::assess;
use crate::call::ToolCall;
use crate::effect::{Effect, Kind, Reach, Scale, Span, Tier, Undo};
use crate::knowledge::Lang;
use crate::policy::Policy;
use crate::verdict::Assessment;
use crate::world::World;
use serde_json::Value as Json;

/// Which mode of the policy speaks for a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Area {
    Shell,
    Tools,
}

/// What a known tool of a known agent does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Does {
    /// A command line, or a list of them.
    Shell,
    /// Text typed into a program that is already running.
    Types,
    Code,
    Reads,
    Writes,
    /// Writes the files that a patch text names.
    Patches,
    Fetches,
    /// Runs a sub-agent, which meets the same gate.
    Delegates,
    /// Nothing outside the agent itself.
    Nothing,
    /// Makes something run later, without anybody watching.
    Schedules,
    Messages,
}

/// Whether a tool of this name runs its `command` in a shell: then places in the text are places in that argument.
pub fn is_shell(tool: &str) -> bool {
    KNOWN.iter().any(|(names, does)| matches!(does, Does::Shell) && names.contains(&tool))
}

/// The tools of the agents that `herma connect` knows, by every name they go by.
const KNOWN: &[(&[&str], Does)] = &[
    (
        &[
            "terminal",
            "Bash",
            "bash",
            "run_shell_command",
            "exec_command",
            "shell",
            "shell_command",
            "local_shell",
            "execute_command",
            "developer__shell",
            "run_terminal_cmd",
            "Monitor",
            "unified_exec",
            "run_commands",
            "container.exec",
            "BashTool",
            "run_in_terminal",
            "PowerShell",
        ],
        Does::Shell,
    ),
    (&["write_stdin", "process", "send_input", "write_to_terminal"], Does::Types),
    (&["execute_code", "python", "code_interpreter", "run_python", "Workflow"], Does::Code),
    (
        &[
            "Read",
            "read_file",
            "view",
            "view_image",
            "NotebookRead",
            "read_many_files",
            "list_directory",
            "LS",
            "Glob",
            "Grep",
            "grep",
            "glob",
            "search_file_content",
            "list_dir",
            "read_files",
            "file_search",
            "grep_search",
            "vision_analyze",
            "ReadMcpResourceTool",
            "ListMcpResourcesTool",
            "LSP",
            "search_files",
            "read_mcp_resource",
            "list_mcp_resources",
            "list_mcp_resource_templates",
            "grep_files",
        ],
        Does::Reads,
    ),
    (
        &[
            "Write",
            "write_file",
            "Edit",
            "MultiEdit",
            "replace",
            "create",
            "edit",
            "str_replace_editor",
            "NotebookEdit",
            "editor",
            "write",
            "developer__write",
            "developer__edit",
            "edit_file",
            "create_file",
            "str_replace_based_edit_tool",
            "insert_edit_into_file",
        ],
        Does::Writes,
    ),
    (&["apply_patch", "patch", "ApplyPatch"], Does::Patches),
    (
        &[
            "WebFetch",
            "web_fetch",
            "WebSearch",
            "google_web_search",
            "web_search",
            "webfetch",
            "fetch_web_content",
            "web_extract",
            "fetch_url",
            "open_page",
            "find_in_page",
        ],
        Does::Fetches,
    ),
    (
        &[
            "Agent",
            "Task",
            "invoke_agent",
            "delegate_task",
            "spawn_agent",
            "task",
            "multi_agent_v1",
            "wait_agent",
            "close_agent",
            "resume_agent",
            "send_agent_input",
            "wait",
        ],
        Does::Delegates,
    ),
    (
        &[
            "TodoWrite",
            "TodoRead",
            "ExitPlanMode",
            "EnterPlanMode",
            "AskUserQuestion",
            "Skill",
            "ToolSearch",
            "activate_skill",
            "save_memory",
            "update_plan",
            "KillShell",
            "BashOutput",
            "TaskOutput",
            "TaskStop",
            "TaskCreate",
            "TaskGet",
            "TaskList",
            "TaskUpdate",
            "request_user_input",
            "EnterWorktree",
            "ExitWorktree",
            "CronList",
            "KillBash",
            "todo",
            "write_todos",
            "ask_user",
            "enter_plan_mode",
            "exit_plan_mode",
            "goals",
            "create_goal",
            "get_goal",
            "update_goal",
            "memory",
            "get_internal_docs",
            "skill",
            "codebase_investigator",
            "cli_help",
            "StructuredOutput",
            "skills_list",
            "skill_view",
            "session_search",
            "clarify",
            "report_intent",
            "complete_task",
            "tracker_create_task",
            "tracker_update_task",
            "tracker_list_tasks",
        ],
        Does::Nothing,
    ),
    (
        &["CronCreate", "CronDelete", "cronjob", "RemoteTrigger", "ScheduleWakeup", "skill_manage"],
        Does::Schedules,
    ),
    (&["send_message", "SendMessage", "PushNotification", "send_email"], Does::Messages),
];

/// Arguments that name a file or folder.
const PATH_KEYS: &[&str] = &[
    "file_path",
    "path",
    "absolute_path",
    "notebook_path",
    "dir_path",
    "filePath",
    "file",
    "filename",
    "image_path",
    "image_url",
    "directory",
    "source",
    "destination",
    "paths",
    "files",
    "folder",
    "uri",
];
const COMMAND_KEYS: &[&str] = &["command", "cmd", "commands", "script", "shell_command", "bash"];
const CWD_KEYS: &[&str] = &["workdir", "dir_path", "cwd", "working_directory"];

/// What understanding a call has come to.
pub(crate) struct Understood {
    pub(crate) assessment: Assessment,
    pub(crate) area: Area,
    pub(crate) uses: Uses,
    /// Where it starts.
    pub(crate) home: String,
    pub(crate) cwd: Option<String>,
    /// The links that it makes, and where they lead.
    pub(crate) links: Vec<(String, Option<String>)>,
}

/// Understands and assesses a call.
pub(crate) fn assess_call(call: &ToolCall, world: &dyn World, policy: &Policy) -> Understood {
    let does = KNOWN.iter().find(|(names, _)| names.contains(&call.tool.as_str())).map(|(_, does)| *does);
    let cwd = match does {
        Some(Does::Shell) => CWD_KEYS
            .iter()
            .find_map(|k| call.args.get(k))
            .and_then(Json::as_str)
            .map(str::to_owned)
            .filter(|d| d.starts_with('/')),
        _ => None,
    };
    let mut walker = Walker::new(world, policy, cwd.or_else(|| call.cwd.clone()), call.home.clone());
    let (home, start) = (walker.home.clone(), walker.cwd());
    let area =
        if matches!(does, Some(Does::Shell | Does::Types | Does::Code)) { Area::Shell } else { Area::Tools };
    if call.mangled {
        walker.unreadable(Span::default(), "call/bytes", "holds bytes that are not valid text");
    }
    match does {
        Some(does) => walker.known_tool(does, call),
        None => walker.unknown_tool(call),
    }
    walker.claims(call);
    if walker.tampers {
        // In a loop what stands behind comes before.
        walker.effects.iter_mut().for_each(|effect| effect.setting = None);
    }
    let mut assessment = assess(walker.effects, walker.bounded);
    assessment.unshown = walker.unshown;
    Understood { assessment, area, uses: walker.uses, home, cwd: start, links: walker.links }
}

impl Walker<'_> {
    fn known_tool(&mut self, does: Does, call: &ToolCall) {
        let args = &call.args;
        match does {
            Does::Shell => self.shell_tool(call),
            Does::Types => self.typing_tool(args),
            Does::Code => {
                let code =
                    ["code", "script", "source"].iter().find_map(|k| args.get(k)).and_then(Json::as_str);
                match code {
                    Some(code) => {
                        let lang = match args.get("language").and_then(Json::as_str) {
                            Some("javascript" | "typescript" | "js" | "ts" | "node") => Lang::JavaScript,
                            Some("bash" | "shell" | "sh") => Lang::Shell,
                            Some("ruby") => Lang::Ruby,
                            Some("perl") => Lang::Perl,
                            _ if call.tool == "Workflow" => Lang::JavaScript,
                            _ => Lang::Python,
                        };
                        self.run_code(lang, &Value::text(code), Span::new(0, code.len()));
                    }
                    None => self.unreadable(Span::default(), "tool/no-code", "the call names no code"),
                }
            }
            Does::Reads => {
                let paths = paths_in(args);
                for path in &paths {
                    self.tool_path(Kind::Read, path, "tool/reads", "reads {}");
                }
                if paths.is_empty() {
                    self.say(Kind::Read, "tool/reads", "reads", Tier::Safe, Reach::Workspace, Undo::Easy);
                }
            }
            Does::Writes => {
                let paths = paths_in(args);
                for path in &paths {
                    self.tool_path(Kind::Write, path, "tool/writes", "writes {}");
                }
                if paths.is_empty() {
                    self.unreadable(
                        Span::default(),
                        "tool/no-path",
                        "the call does not say which file it writes",
                    );
                }
            }
            Does::Patches => self.patch_tool(args),
            Does::Fetches => match args.get("url").and_then(Json::as_str) {
                Some(url) => self.fetches(&Value::text(url), Span::default(), "tool/fetches"),
                None => self.say(
                    Kind::Download,
                    "tool/fetches",
                    "looks something up on the web",
                    Tier::Low,
                    Reach::Workspace,
                    Undo::Easy,
                ),
            },
            Does::Delegates => self.say(
                Kind::Run,
                "tool/delegates",
                "hands work to a sub-agent, which meets the same gate",
                Tier::Low,
                Reach::Workspace,
                Undo::Easy,
            ),
            Does::Nothing => self.say(
                Kind::Read,
                "tool/nothing",
                "touches nothing outside the agent",
                Tier::Safe,
                Reach::Scratch,
                Undo::Easy,
            ),
            Does::Schedules => self.say(
                Kind::Persist,
                "tool/schedules",
                "makes something run later by itself",
                Tier::Medium,
                Reach::User,
                Undo::Hard,
            ),
            Does::Messages => self.say(
                Kind::Message,
                "tool/messages",
                "sends a message to somebody",
                Tier::Medium,
                Reach::Person,
                Undo::None,
            ),
        }
    }

    fn shell_tool(&mut self, call: &ToolCall) {
        let Some(command) = COMMAND_KEYS.iter().find_map(|k| call.args.get(k)) else {
            // `Monitor` can watch a socket instead of a command.
            self.unreadable(Span::default(), "tool/no-command", "the call names no command");
            return;
        };
        match command {
            Json::String(text) => self.top_level(text),
            Json::Array(items) if call.tool.contains("commands") || call.args.get("commands").is_some() => {
                for item in items {
                    match item.as_str() {
                        Some(text) => self.in_subshell(|w| w.top_level(text)),
                        None => {
                            self.unreadable(Span::default(), "tool/no-command", "the call names no command")
                        }
                    }
                }
            }
            Json::Array(items) if !items.is_empty() && items.iter().all(Json::is_string) => {
                let fields: Vec<Field> =
                    items.iter().filter_map(Json::as_str).map(|t| Field::text(t, Span::default())).collect();
                self.exec(fields, Value::default());
            }
            _ => self.unreadable(Span::default(), "tool/no-command", "the call names no command"),
        }
        if call.args.get("dangerouslyDisableSandbox") == Some(&Json::Bool(true))
            || call.args.get("sandbox_permissions").and_then(Json::as_str).is_some_and(|p| p != "use_default")
        {
            self.say(
                Kind::EscalatePrivilege,
                "tool/no-sandbox",
                "asks to run outside the agent's sandbox",
                Tier::Medium,
                Reach::User,
                Undo::Hard,
            );
        }
    }

    /// Text typed into a running program is a command if that program is a shell, and nobody can say that it is not.
    fn typing_tool(&mut self, args: &Json) {
        let text = ["chars", "data", "input", "text"]
            .iter()
            .find_map(|k| args.get(k))
            .and_then(Json::as_str)
            .unwrap_or("");
        let looks = args
            .get("action")
            .and_then(Json::as_str)
            .is_some_and(|a| !matches!(a, "submit" | "write" | "send" | "input"));
        if looks || text.trim().is_empty() {
            self.say(
                Kind::Read,
                "tool/types",
                "looks at a program it started",
                Tier::Low,
                Reach::Workspace,
                Undo::Easy,
            );
            return;
        }
        if text.chars().any(|c| c.is_control() && !matches!(c, '\n' | '\t' | '\r' | '\x03' | '\x04')) {
            self.unreadable(Span::default(), "tool/types-keys", "types keys into a running program");
            return;
        }
        let clean: String = text.chars().filter(|c| !matches!(c, '\r' | '\x03' | '\x04')).collect();
        self.top_level(&clean);
        self.say(
            Kind::Run,
            "tool/types",
            "types into a program it started",
            Tier::Low,
            Reach::Workspace,
            Undo::Hard,
        );
    }

    fn patch_tool(&mut self, args: &Json) {
        let text = ["patch", "input", "diff"].iter().find_map(|k| args.get(k)).and_then(Json::as_str);
        let paths = paths_in(args);
        for path in &paths {
            self.tool_path(Kind::Write, path, "tool/patches", "patches {}");
        }
        if !self.patch_text(text.unwrap_or("")) && paths.is_empty() {
            self.unreadable(Span::default(), "tool/no-path", "the patch names no file");
        }
    }

    /// `apply_patch`, which Codex takes out of a shell command and carries out itself.
    pub(super) fn apply_patch(&mut self, fields: &[Field], stdin: &Value) -> Value {
        let patch = fields.get(1).map_or_else(|| stdin.clone(), Field::to_value);
        if !patch.literal().is_some_and(|text| self.patch_text(&text)) {
            self.unreadable(self.span, "tool/no-path", "the patch names no file");
        }
        Value::default()
    }

    /// The files that a patch names; false if there is none.
    fn patch_text(&mut self, text: &str) -> bool {
        let mut found = false;
        for line in text.lines() {
            let writes = ["*** Update File: ", "*** Add File: ", "*** Move to: ", "+++ b/", "+++ "]
                .iter()
                .find_map(|mark| line.strip_prefix(mark));
            if let Some(path) = writes {
                found = true;
                self.tool_path(Kind::Write, path.trim(), "tool/patches", "patches {}");
            }
            if let Some(path) = line.strip_prefix("*** Delete File: ") {
                found = true;
                self.tool_path(Kind::Delete, path.trim(), "tool/patch-deletes", "deletes {}");
            }
        }
        found
    }

    fn tool_path(&mut self, kind: Kind, path: &str, rule: &str, text: &str) {
        let path = match path.strip_prefix('~') {
            Some(rest) if rest.is_empty() || rest.starts_with('/') => format!("{}{rest}", self.home),
            _ => path.strip_prefix("file://").unwrap_or(path).to_owned(),
        };
        self.path_effect(kind, &Value::text(path), Span::default(), rule, text, false);
    }

    fn say(&mut self, kind: Kind, rule: &str, text: &str, tier: Tier, reach: Reach, undo: Undo) {
        self.effect(kind, None, Span::default(), rule, text, tier, reach, undo);
    }

    /// A tool that nobody listed: its name's verbs, and what its arguments hold.
    fn unknown_tool(&mut self, call: &ToolCall) {
        let verb = verbs::of_tool(&call.tool, call.description.as_deref());
        let (kind, tier, reach, undo, text) = match verb {
            Some(Verb::Read) => (Kind::Read, Tier::Low, Reach::Remote, Undo::Easy, "reads, by its name"),
            Some(Verb::Interact) if verbs::weighty(&call.args) => (
                Kind::Send,
                Tier::Medium,
                Reach::Remote,
                Undo::Hard,
                "presses something that pays, sends or deletes",
            ),
            Some(Verb::Interact) => {
                (Kind::Run, Tier::Low, Reach::Remote, Undo::Easy, "moves about, by its name")
            }
            Some(Verb::Write) => {
                (Kind::Send, Tier::Medium, Reach::Remote, Undo::Hard, "changes something, by its name")
            }
            Some(Verb::Message) => (
                Kind::Message,
                Tier::Medium,
                Reach::Person,
                Undo::None,
                "tells other people something, by its name",
            ),
            Some(Verb::Pay) => (Kind::Pay, Tier::High, Reach::Person, Undo::None, "moves money, by its name"),
            Some(Verb::Delete) => (
                Kind::Delete,
                Tier::Critical,
                Reach::Remote,
                Undo::None,
                "deletes or stops something, by its name",
            ),
            None => (Kind::Unreadable, Tier::Medium, Reach::Remote, Undo::Hard, "a tool that nobody knows"),
        };
        self.push(Effect {
            kind,
            target: Some(crate::text::shown(&call.tool)),
            scale: Scale::One,
            reach,
            undo,
            span: Span::default(),
            rule: "tool/by-name".to_owned(),
            command: String::new(),
            setting: None,
            text: format!("`{}` {text}", crate::text::shown(&call.tool)),
            floor: tier,
            hardline: false,
            certainty: if verb.is_some() { 0.8 } else { 0.6 },
            instead: None,
        });
        let writes = !matches!(verb, Some(Verb::Read | Verb::Interact));
        for path in paths_in(&call.args).iter().filter(|p| !p.contains("://") || p.starts_with("file://")) {
            let kind = if writes { Kind::Write } else { Kind::Read };
            self.tool_path(kind, path, "tool/path-argument", if writes { "changes {}" } else { "reads {}" });
        }
        for key in ["sql", "statement"] {
            if let Some(sql) = call.args.get(key).and_then(Json::as_str) {
                self.sql(&Value::text(sql), Span::default());
            }
        }
        if let Some(Json::String(query)) = call.args.get("query")
            && ["postgres", "mysql", "sqlite", "sql", "database", "clickhouse", "bigquery"]
                .iter()
                .any(|d| call.tool.to_ascii_lowercase().contains(d))
        {
            self.sql(&Value::text(query.as_str()), Span::default());
        }
        for key in COMMAND_KEYS {
            if let Some(Json::String(command)) = call.args.get(key)
                && !matches!(verb, Some(Verb::Interact))
            {
                self.in_subshell(|w| w.top_level(command));
            }
        }
    }

    /// What the caller and the server claim about the call: it may raise, never lower.
    fn claims(&mut self, call: &ToolCall) {
        if let Some(action) = &call.action {
            let claimed = match verbs::of_tool(action, None) {
                Some(Verb::Delete) => Some(Tier::Critical),
                Some(Verb::Pay) => Some(Tier::High),
                Some(Verb::Message) => Some(Tier::Medium),
                Some(Verb::Write | Verb::Read | Verb::Interact) | None => None,
            };
            if let Some(tier) = claimed {
                self.say(
                    Kind::Run,
                    "call/action",
                    "the agent itself calls it something that matters",
                    tier,
                    Reach::User,
                    Undo::Hard,
                );
            }
        }
        let hint = |name: &str| call.annotations.as_ref().and_then(|a| a.get(name)).and_then(Json::as_bool);
        if hint("destructiveHint") == Some(true) && hint("readOnlyHint") != Some(true) {
            self.say(
                Kind::Delete,
                "call/annotation",
                "its server calls it destructive",
                Tier::Medium,
                Reach::Remote,
                Undo::Hard,
            );
        }
    }
}

fn paths_in(args: &Json) -> Vec<String> {
    let mut out = Vec::new();
    for key in PATH_KEYS {
        match args.get(key) {
            Some(Json::String(path)) => out.push(path.clone()),
            Some(Json::Array(items)) => {
                for item in items {
                    match item {
                        Json::String(path) => out.push(path.clone()),
                        Json::Object(_) => {
                            out.extend(item.get("path").and_then(Json::as_str).map(str::to_owned))
                        }
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }
    out
}
