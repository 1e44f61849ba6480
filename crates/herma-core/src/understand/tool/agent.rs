//! The tools of the agents themselves, which act on this machine: shells, files, patches, pages.

use super::does::Does;
use super::keys::Key;
use super::known::Known;
use crate::call::ToolCall;
use crate::effect::{Effect, Kind, Reach, Span, Tier, Undo};
use crate::knowledge::Lang;
use crate::understand::field::{Field, Value};
use crate::understand::network::{host_of, is_metadata_service};
use crate::understand::place::starts_by_itself;
use crate::understand::walk::Walker;
use crate::understand::windows::drive;
use serde_json::Value as Json;

const COMMAND_KEYS: &[&str] = &["command", "cmd", "commands", "script", "shell_command", "bash"];
const TYPED_KEYS: &[&str] = &["command", "cmd", "chars", "data", "input", "text"];
/// Keys and bytes under other names: what they come to is nobody's to read.
const PRESSED_KEYS: &[&str] = &["keys", "key", "hex", "literal", "paste", "bytes"];
/// Gemini fetches twenty.
const ADDRESSES_MAX: usize = 64;
/// Actions of a tool for processes that end one.
const STOPPING: &[&str] = &["clear", "kill", "kill_all", "killall", "signal", "stop", "terminate"];
const CODE_KEYS: &[&str] = &["code", "script", "source"];

/// Arguments that hold the whole new content of a file.
const CONTENT: &[&str] = &["content", "contents", "file_text", "text", "data"];

impl Walker<'_> {
    /// What one of them does; false if it is somebody's service.
    pub(super) fn agent_tool(&mut self, known: Known, call: &ToolCall) -> bool {
        let args = &call.args;
        match known.does {
            Does::Shell => self.shell_tool(call),
            Does::Types => self.typing_tool(args),
            Does::Code => self.code_tool(call),
            Does::Reads => self.reading_tool(&call.tool, args),
            Does::Writes => {
                self.writing_tool(args, Kind::Write, "tool/writes", "writes {}");
            }
            Does::Relocates => {
                self.writing_tool(args, Kind::Move, "tool/moves", "moves {}");
            }
            Does::Deletes => {
                self.writing_tool(args, Kind::Delete, "tool/deletes", "deletes {}");
            }
            Does::Patches => self.patch_tool(args),
            Does::Fetches => {
                self.own_pages_in_arguments(args);
                match args.get("url").and_then(Json::as_str) {
                    Some(url) => self.fetches(&Value::text(url), Span::default(), "tool/fetches"),
                    None => self.fetch_by_words(args),
                }
            }
            Does::Desktop => self.desktop_tool(call),
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
            _ => return false,
        }
        if matches!(
            known.does,
            Does::Reads | Does::Writes | Does::Relocates | Does::Deletes | Does::Patches | Does::Fetches
        ) {
            self.also(call, known.does);
        }
        self.described(call, None);
        true
    }

    fn code_tool(&mut self, call: &ToolCall) {
        let usual = if call.tool == "Workflow" { Lang::JavaScript } else { Lang::Python };
        let mut found = false;
        for code in CODE_KEYS.iter().filter_map(|k| call.args.get(k)).filter_map(Json::as_str) {
            found = true;
            let lang = match call.args.get("language").and_then(Json::as_str) {
                Some("javascript" | "typescript" | "js" | "ts" | "node") => Lang::JavaScript,
                Some("bash" | "shell" | "sh") => Lang::Shell,
                Some("ruby") => Lang::Ruby,
                Some("perl") => Lang::Perl,
                _ => usual,
            };
            let (value, span) = (Value::text(code), Span::new(0, code.len()));
            self.run_code(lang, &value, span);
            if lang != usual {
                // The caller says which language it is, and may be wrong.
                self.speculate(true, |w| _ = w.run_code(usual, &value, span));
            }
        }
        if !found {
            self.unreadable(Span::default(), "tool/no-code", "the call names no code");
        }
    }

    fn reading_tool(&mut self, tool: &str, args: &Json) {
        let mut paths = paths_in(args);
        paths.retain(|path| !super::also::is_web(path));
        for path in &paths {
            self.tool_path(Kind::Read, path, "tool/reads", "reads {}", false);
        }
        // Claude Code's `Grep` names files only, unless it is told to show lines.
        let shows = tool != "Grep" || args.get("output_mode").and_then(Json::as_str) == Some("content");
        for key in ["glob", "include", "include_pattern"] {
            if let Some(pattern) = args.get(key).and_then(Json::as_str).filter(|_| shows) {
                self.secret_pattern(tool, pattern, Span::default());
            }
        }
        self.tool_sweeps(tool, args, &paths);
        if paths.is_empty() {
            self.say(Kind::Read, "tool/reads", "reads", Tier::Safe, Reach::Workspace, Undo::Easy);
        }
    }

    fn writing_tool(&mut self, args: &Json, kind: Kind, rule: &str, text: &str) {
        let paths = paths_in(args);
        for path in &paths {
            // A whole new content, rather than an edit of what is there.
            let content = CONTENT.iter().find_map(|key| args.get(key)).and_then(Json::as_str);
            let edits = args.get("old_string").or_else(|| args.get("old_str")).or_else(|| args.get("edits"));
            let rule = if kind == Kind::Write && content.is_some() && edits.is_none() {
                "tool/replaces"
            } else {
                rule
            };
            self.tool_path(kind, path, rule, text, kind == Kind::Delete);
            if kind == Kind::Write && content == Some("") && edits.is_none() && self.lies_there(path) {
                self.empties(&Value::text(path.as_str()), Span::default());
            }
            if kind == Kind::Move {
                // One of the two is where it goes: a folder of that name brings all that is in it.
                let at = self.place(&Value::text(path.as_str())).path;
                if starts_by_itself(&at) || self.holds(&at).is_some() {
                    self.tool_path(Kind::Write, path, rule, "moves something to {}", true);
                }
            }
        }
        if paths.is_empty() {
            self.unreadable(Span::default(), "tool/no-path", "the call does not say which file it writes");
        }
    }

    fn shell_tool(&mut self, call: &ToolCall) {
        self.set_before(&call.args);
        let mut found = false;
        // Every one that is there: nobody knows which of two the agent takes.
        for command in COMMAND_KEYS.iter().filter_map(|k| call.args.get(k)) {
            found = true;
            match call.args.get("shell") {
                Some(Json::String(shell)) if !shell.is_empty() && !is_power_shell(call) => {
                    self.named_shell(shell, command.as_str().unwrap_or_default());
                }
                _ => {}
            }
            match command {
                Json::String(text) if is_power_shell(call) => self.power_top_level(text),
                Json::String(text) if call.tool.eq_ignore_ascii_case("bash") => self.top_level(text),
                Json::String(text) => self.top_level_of_any_shell(text, is_on_windows(call)),
                Json::Array(items)
                    if call.tool.contains("commands") || call.args.get("commands").is_some() =>
                {
                    for item in items {
                        match item.as_str() {
                            Some(text) => self.in_subshell(|w| w.top_level(text)),
                            None => self.no_command(),
                        }
                    }
                }
                Json::Array(items) if !items.is_empty() && items.iter().all(Json::is_string) => {
                    let fields: Vec<Field> = items
                        .iter()
                        .filter_map(Json::as_str)
                        .map(|t| Field::text(t, Span::default()))
                        .collect();
                    self.exec(fields, Value::default());
                }
                _ => self.no_command(),
            }
        }
        if !found {
            // `Monitor` can watch a socket instead of a command.
            self.no_command();
            return;
        }
        for (rule, text) in authority_of(&call.args) {
            self.say(Kind::EscalatePrivilege, rule, text, Tier::Medium, Reach::User, Undo::Hard);
        }
    }

    /// Variables that the tool sets for its command are variables that were set before it.
    fn set_before(&mut self, args: &Json) {
        for given in super::keys::ENVIRONMENT.iter().filter_map(|key| args.get(key)) {
            let pairs: Option<Vec<String>> = match given {
                Json::Null => Some(Vec::new()),
                Json::Object(members) => members.iter().map(|(name, value)| pair(name, value)).collect(),
                Json::Array(items) => items
                    .iter()
                    .map(|item| match item {
                        Json::String(text) if text.contains('=') => Some(text.clone()),
                        _ => pair(item.get("name")?.as_str()?, item.get("value")?),
                    })
                    .collect(),
                Json::Bool(_) | Json::Number(_) | Json::String(_) => None,
            };
            match pairs {
                Some(pairs) => pairs.iter().for_each(|pair| {
                    let words = ["export", pair].map(|word| Field::text(word, Span::default()));
                    self.exec(words.to_vec(), Value::default());
                }),
                None => self.unreadable(
                    Span::default(),
                    "tool/odd-environment",
                    "sets variables in a way that cannot be read",
                ),
            }
        }
    }

    fn no_command(&mut self) {
        self.unreadable(Span::default(), "tool/no-command", "the call names no command");
    }

    /// Text typed into a running program is a command if that program is a shell, and nobody can say that it is not.
    fn typing_tool(&mut self, args: &Json) {
        let typed: Vec<&str> = TYPED_KEYS
            .iter()
            .filter_map(|k| args.get(k))
            .filter_map(Json::as_str)
            .filter(|text| !text.trim().is_empty())
            .collect();
        if PRESSED_KEYS.iter().any(|k| args.get(k).is_some_and(|value| !value.is_null())) {
            self.unreadable(Span::default(), "tool/types-keys", "types keys into a running program");
            return;
        }
        if stops(args) {
            self.say(
                Kind::StopProcess,
                "tool/stops",
                "stops a program",
                Tier::Medium,
                Reach::User,
                Undo::Hard,
            );
            if typed.is_empty() {
                return;
            }
        }
        if typed.is_empty() {
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
        // Hermes and others end the line themselves.
        let submits = args.get("action").and_then(Json::as_str).is_some_and(|action| action == "submit");
        for text in typed {
            // Copilot's words for keys. The one that ends the line is a line's end.
            let enters = text.trim_end().strip_suffix("{enter}");
            let text = enters.unwrap_or(text);
            let ended = submits || enters.is_some() || text.ends_with(['\n', '\r', '\x03', '\x04']);
            if has_named_key(text) || !ended && !is_short_answer(text) {
                // Half a line says nothing: `r`, and then `m -rf …`.
                self.unreadable(
                    Span::default(),
                    "tool/types-keys",
                    "types part of a line into a running program",
                );
                continue;
            }
            if text.chars().any(|c| c.is_control() && !matches!(c, '\n' | '\t' | '\r' | '\x03' | '\x04')) {
                self.unreadable(Span::default(), "tool/types-keys", "types keys into a running program");
                continue;
            }
            let clean: String = text.chars().filter(|c| !matches!(c, '\r' | '\x03' | '\x04')).collect();
            if !clean.trim().is_empty() {
                self.typed_text(&clean);
            }
            self.say(
                Kind::Run,
                "tool/types",
                "types into a program it started",
                Tier::Low,
                Reach::Workspace,
                Undo::Hard,
            );
        }
    }

    /// A line for a program of which nobody can say what it reads: as a shell, and as every language that people type into.
    /// What is dangerous in one of them counts; that one of them cannot be parsed does not, if another can.
    fn typed_text(&mut self, text: &str) {
        let before = self.effects.len();
        self.in_subshell(|w| w.top_level(text));
        let refused = |e: &Effect| e.kind == Kind::Unreadable && e.rule == "shell/parse";
        let shell = self.effects.split_off(before);
        let broken = shell.iter().any(refused) && !self.bounded;
        let (value, span) = (Value::text(text), Span::new(0, text.len()));
        let mut read = self.read_as(|w| _ = w.run_code(Lang::Python, &value, span));
        read |= self.read_as(|w| _ = w.run_code(Lang::JavaScript, &value, span));
        // What other prompts call a process, a deletion or a shell: only what is found counts, not that they cannot be read.
        if text.contains(['(', '%', '`', '"', '\'']) {
            self.read_as(|w| _ = w.run_code(Lang::Ruby, &value, span));
        }
        self.read_as(|w| w.prompt_commands(text, span));
        if super::statement::looks_like_sql(text) || super::statement::writes(text) {
            read |= self.read_as(|w| _ = w.run_code(Lang::Sql, &value, span));
        }
        if broken {
            self.read_as(|w| _ = w.power_text(&value, Some(span), &Value::default()));
        }
        // A shell runs nothing of a line that it cannot parse.
        let one_line = !text.trim().contains('\n');
        if broken && read && one_line {
            return;
        }
        for effect in shell.into_iter().filter(|e| !(broken && read && refused(e))) {
            self.push(effect);
        }
    }

    /// Commands that prompts of databases and interpreters have beside their language: a way to a shell, or to lose everything.
    fn prompt_commands(&mut self, text: &str, span: Span) {
        const SHELLS: &[&str] = &["\\!", "!", ".shell", ".system", "system", ":!", "%sx", "host"];
        const LOSES: &[&str] =
            &["flushall", "flushdb", ".dropdatabase(", ".drop(", ".deletemany({})", ".remove({})"];
        for line in text.lines().map(str::trim) {
            let code = SHELLS.iter().find_map(|mark| line.strip_prefix(mark));
            if let Some(code) = code.filter(|c| !c.is_empty() && !c.starts_with(['=', '('])) {
                self.in_subshell(|w| _ = w.run_text(&Value::text(code.trim()), span));
            }
            let lower = line.to_ascii_lowercase();
            if LOSES.iter().any(|word| match word.strip_prefix('.') {
                Some(_) => lower.starts_with("db.") && lower.contains(word),
                None => lower.split_whitespace().next() == Some(word),
            }) {
                self.effect(
                    Kind::DropData,
                    None,
                    span,
                    "tool/types-loss",
                    "types a command that deletes everything in a database",
                    Tier::High,
                    Reach::Remote,
                    Undo::None,
                );
            }
        }
    }

    /// What one reading of a text finds that matters; whether it could be read.
    fn read_as(&mut self, read: impl FnOnce(&mut Self)) -> bool {
        let kept = self.effects.len();
        self.in_subshell(read);
        let clean = !self.effects.iter().skip(kept).any(|e| e.kind == Kind::Unreadable);
        let mut index = 0;
        self.effects.retain(|e| {
            index += 1;
            index <= kept || e.kind != Kind::Unreadable && e.floor >= Tier::Medium
        });
        clean
    }

    fn patch_tool(&mut self, args: &Json) {
        // Every one that is there: nobody knows which of two the agent takes.
        let texts = ["patch", "input", "diff", "command"].iter().filter_map(|k| args.get(k)?.as_str());
        let paths = paths_in(args);
        for path in &paths {
            self.tool_path(Kind::Write, path, "tool/patches", "patches {}", false);
        }
        let mut read = false;
        for text in texts {
            read |= self.patch_text(text);
        }
        if !read && paths.is_empty() {
            self.unreadable(Span::default(), "tool/no-path", "the patch names no file");
        }
    }

    /// Gemini's `web_fetch` takes a text for a model, with the addresses somewhere in it.
    fn fetch_by_words(&mut self, args: &Json) {
        let words = args.get("prompt").and_then(Json::as_str).unwrap_or_default();
        let addresses = addresses_in(words);
        if addresses.is_empty() {
            self.say(
                Kind::Download,
                "tool/fetches",
                "looks something up on the web",
                Tier::Low,
                Reach::Workspace,
                Undo::Easy,
            );
        }
        for address in addresses {
            self.fetches(&Value::text(address), Span::default(), "tool/fetches");
        }
    }

    /// `apply_patch`, which Codex takes out of a shell command and carries out itself.
    pub(in crate::understand) fn apply_patch(&mut self, fields: &[Field], stdin: &Value) -> Value {
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
                self.tool_path(Kind::Write, path.trim(), "tool/patches", "patches {}", false);
            }
            if let Some(path) = line.strip_prefix("*** Delete File: ") {
                found = true;
                self.tool_path(Kind::Delete, path.trim(), "tool/patch-deletes", "deletes {}", false);
            }
        }
        found
    }

    pub(super) fn tool_path(&mut self, kind: Kind, path: &str, rule: &str, text: &str, deep: bool) {
        self.path_effect(kind, &self.tool_value(path), Span::default(), rule, text, deep);
    }

    /// A path as tools are given one: from the home, or as an address of a file.
    pub(super) fn tool_value(&self, path: &str) -> Value {
        Value::text(match path.strip_prefix('~') {
            Some(rest) if rest.is_empty() || rest.starts_with('/') => format!("{}{rest}", self.home),
            _ => path.strip_prefix("file://").unwrap_or(path).to_owned(),
        })
    }

    pub(super) fn say(&mut self, kind: Kind, rule: &str, text: &str, tier: Tier, reach: Reach, undo: Undo) {
        self.effect(kind, None, Span::default(), rule, text, tier, reach, undo);
    }
}

/// Whether an argument that says what is done says that a program is ended.
fn stops(args: &Json) -> bool {
    let deed = |key: &str| matches!(Key::of(key), Key::Deed | Key::Command);
    args.as_object().into_iter().flatten().any(|(key, value)| {
        let said = value.as_str().filter(|_| deed(key)).map(|text| text.trim().to_ascii_lowercase());
        said.is_some_and(|said| STOPPING.contains(&said.as_str()))
    })
}

/// Claude Code's second shell tool, which runs its command by PowerShell.
fn is_power_shell(call: &ToolCall) -> bool {
    call.tool.eq_ignore_ascii_case("powershell")
}

/// Whether the caller names its folders as Windows does.
fn is_on_windows(call: &ToolCall) -> bool {
    [&call.cwd, &call.home]
        .into_iter()
        .flatten()
        .any(|folder| folder.contains('\\') && drive(folder).is_some())
}

/// `NAME=value`, if that is what it comes to for a shell.
fn pair(name: &str, value: &Json) -> Option<String> {
    let is_name = !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    match value {
        _ if !is_name => None,
        Json::String(text) => Some(format!("{name}={text}")),
        Json::Number(number) => Some(format!("{name}={number}")),
        Json::Bool(flag) => Some(format!("{name}={flag}")),
        // Set to nothing, or taken away.
        Json::Null => Some(format!("{name}=")),
        Json::Array(_) | Json::Object(_) => None,
    }
}

/// Arguments by which a call takes more than it was given (T49). What is neither a plain no nor the careful value counts;
/// the careful ones lower nothing.
fn authority_of(args: &Json) -> Vec<(&'static str, &'static str)> {
    const NO_SANDBOX: (&str, &str) = ("tool/no-sandbox", "asks to run outside the agent's sandbox");
    const UNGUARDED: (&str, &str) = ("tool/no-guard", "asks to run with the agent's own guards off");
    let beyond = |key: &str, careful: &[&str]| match args.get(key) {
        None | Some(Json::Null | Json::Bool(false)) => false,
        Some(Json::String(text)) => !careful.contains(&text.as_str()),
        Some(_) => true,
    };
    let mut found = Vec::new();
    if beyond("dangerouslyDisableSandbox", &[])
        || beyond("sandbox_permissions", &["use_default"])
        || beyond("elevated", &["", "false", "off"])
        || beyond("host", &["", "auto", "sandbox"])
    {
        found.push(NO_SANDBOX);
    }
    if beyond("security", &["", "deny", "allowlist"]) || beyond("ask", &["", "always", "on-miss"]) {
        found.push(UNGUARDED);
    }
    found
}

/// Addresses that stand in a text for a model. One without a scheme counts where it is the cloud's own.
fn addresses_in(words: &str) -> Vec<&str> {
    let ends = |c: char| {
        c.is_whitespace() || matches!(c, '"' | '\'' | '`' | '(' | ')' | '<' | '>' | '[' | ']' | ',')
    };
    let address = |word: &&str| word.contains("://") || is_metadata_service(host_of(word));
    words
        .split(ends)
        .map(|word| word.trim_end_matches(['.', ';', '!', '?']))
        .filter(address)
        .take(ADDRESSES_MAX)
        .collect()
}

/// `{up}`, `{backspace}`: a key by its name.
fn has_named_key(text: &str) -> bool {
    text.split('{').skip(1).any(|rest| {
        rest.split_once('}').is_some_and(|(name, _)| {
            !name.is_empty()
                && name.len() <= 12
                && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'+')
        })
    })
}

/// `y`, `no`, `q`, `12`: what programs ask for. No two of them make a command.
fn is_short_answer(text: &str) -> bool {
    let text = text.trim();
    matches!(text.to_ascii_lowercase().as_str(), "" | "y" | "n" | "q" | "yes" | "no" | "a" | "all")
        || text.len() <= 4 && text.bytes().all(|b| b.is_ascii_digit())
}

fn paths_in(args: &Json) -> Vec<String> {
    let Some(map) = args.as_object() else { return Vec::new() };
    let mut out = Vec::new();
    for (_, value) in map.iter().filter(|(key, _)| Key::of(key) == Key::Path) {
        match value {
            Json::String(path) => out.push(path.clone()),
            Json::Array(items) => {
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
