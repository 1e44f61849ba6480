//! The format of an agent's table, as serde sees it, and what serde cannot check. `docs/add-an-agent.md` explains
//! the keys.

use crate::dialect::{Dialect, Quirks, Writer};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt::Debug;

/// A table, and the name of its file.
pub struct Spec {
    pub name: String,
    pub table: Table,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    pub title: String,
    pub program: String,
    #[serde(default)]
    pub packages: Vec<String>,
    pub mark: Option<String>,
    /// Its place in lists. Those without one come last, by name.
    #[serde(default = "last")]
    pub rank: u32,
    pub measured: Option<String>,
    #[serde(default)]
    pub readme: Readme,
    #[serde(default)]
    pub executor: Vec<String>,
    /// Whether `knowledge/agents.toml` says what starting the program does. No: another program has the same name.
    #[serde(default = "yes")]
    pub known_command: bool,
    /// Whether the program may name the agents' settings on its command line: what it changes, it says by its own words.
    #[serde(default)]
    pub names_settings: bool,
    pub hook: Option<Hook>,
    pub settings: Option<Settings>,
    #[serde(default)]
    pub shape: Shape,
    #[serde(default)]
    pub tools: Tools,
    #[serde(default)]
    pub guard: Guard,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Readme {
    /// Empty: the settings file.
    pub connect: String,
    pub doctor: String,
    /// Empty: the program.
    pub start: String,
    pub note: String,
    pub remark: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hook {
    pub dialect: String,
    #[serde(default = "none")]
    pub quirks: String,
    pub event: String,
    pub after_tool: Option<String>,
    pub after_failure: Option<String>,
    pub user_prompt: Option<String>,
    #[serde(default)]
    pub own_prompt_modes: Vec<String>,
    #[serde(default)]
    pub carries_edits: Vec<String>,
    #[serde(default)]
    pub matcher: String,
    #[serde(default = "ten_minutes")]
    pub timeout_s: u32,
    #[serde(default)]
    pub timeout_in_ms: bool,
    #[serde(default)]
    pub extra: BTreeMap<String, toml::Value>,
    pub fails_closed: bool,
    #[serde(default)]
    pub open_by_nature: Vec<String>,
    #[serde(default)]
    pub switch_files: Vec<String>,
    pub managed_file: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    pub folder: String,
    pub variable: Option<String>,
    #[serde(default)]
    pub variable_is_home: bool,
    pub user_file: String,
    pub project_file: String,
    pub form: Form,
    /// Form `list`: what else the file must have.
    #[serde(default)]
    pub besides: BTreeMap<String, toml::Value>,
    /// Form `file`: who writes it.
    pub writer: Option<String>,
    #[serde(default)]
    pub runs: bool,
    #[serde(default)]
    pub beside: BTreeMap<String, String>,
}

#[derive(Debug, Deserialize, PartialEq, Eq, Clone, Copy)]
#[serde(rename_all = "lowercase")]
pub enum Form {
    Groups,
    List,
    File,
}

/// Where Claude Code has it, unless it is said.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Shape {
    /// Empty: it does not say.
    pub event: String,
    pub tool: String,
    pub args: String,
    pub args_may_be_text: bool,
    pub session: String,
    pub cwd: Vec<String>,
    pub sub_agent: Vec<String>,
    pub parent: Option<String>,
    pub call_id: Vec<String>,
    pub after: Option<(String, String)>,
    pub result: Vec<String>,
    pub prompt: String,
}

impl Default for Shape {
    fn default() -> Self {
        let list = |all: &[&str]| all.iter().map(|one| (*one).to_owned()).collect();
        Shape {
            event: "/hook_event_name".to_owned(),
            tool: "/tool_name".to_owned(),
            args: "/tool_input".to_owned(),
            args_may_be_text: false,
            session: "/session_id".to_owned(),
            cwd: list(&["/cwd"]),
            sub_agent: list(&["/agent_id", "/agent_type"]),
            parent: None,
            call_id: list(&["/tool_use_id"]),
            after: None,
            // A tool that failed has an error in its place.
            result: list(&["/tool_response", "/error"]),
            prompt: "/prompt".to_owned(),
        }
    }
}

/// Names with blanks between. `bash(workdir)`: the argument that moves the working directory.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Tools {
    pub shell: String,
    pub plain: String,
    pub asks_person: String,
    /// Of a tool: the name of an argument here, and its usual one.
    pub renamed: BTreeMap<String, (String, String)>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Guard {
    pub home: Vec<String>,
    pub folders: Vec<String>,
    pub anywhere: Vec<String>,
    pub loads: Vec<String>,
    pub system: Vec<String>,
    pub precious: Vec<String>,
    pub moved: Vec<String>,
    pub secrets: Vec<String>,
    pub startup: Vec<String>,
    pub project_startup: Vec<String>,
}

pub fn last() -> u32 {
    u32::MAX
}

fn yes() -> bool {
    true
}

fn none() -> String {
    "none".to_owned()
}

fn ten_minutes() -> u32 {
    600
}

pub fn read(name: &str, text: &str) -> Result<Spec, Vec<String>> {
    let table: Table = toml::from_str(text).map_err(|e| vec![e.to_string().replace('\n', "; ")])?;
    let problems = problems(name, &table);
    if problems.is_empty() { Ok(Spec { name: name.to_owned(), table }) } else { Err(problems) }
}

/// The enum's own spelling of a name, for the code that is written.
pub fn chosen<T: Debug>(what: &str, name: &str, names: &[(&str, T)]) -> Result<String, String> {
    match names.iter().find(|(known, _)| *known == name) {
        Some((_, value)) => Ok(format!("{what}::{value:?}")),
        None => {
            let known: Vec<&str> = names.iter().map(|(known, _)| *known).collect();
            Err(format!("`{name}` is not a {}; known: {}", what.to_lowercase(), known.join(", ")))
        }
    }
}

fn problems(name: &str, table: &Table) -> Vec<String> {
    let mut found = Vec::new();
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if !name.starts_with(|c: char| c.is_ascii_lowercase()) || !name.chars().all(plain) {
        found.push("the file's name is the agent's: lower case letters, digits and hyphens".to_owned());
    }
    if table.program.is_empty() || table.program.contains('/') {
        found.push("`program` is a name on the search path".to_owned());
    }
    if table.hook.is_some() != table.settings.is_some() {
        found.push("`[hook]` and `[settings]` come together".to_owned());
    }
    if let Some(hook) = &table.hook {
        found.extend(chosen("Dialect", &hook.dialect, Dialect::NAMES).err());
        found.extend(chosen("Quirks", &hook.quirks, Quirks::NAMES).err());
        if table.tools.shell.is_empty() {
            found.push("`[tools] shell` names no tool that runs commands".to_owned());
        }
        if hook.event.is_empty() {
            found.push("`event` is empty".to_owned());
        }
        if hook.managed_file.is_some() && !matches!(hook.quirks.as_str(), "claude-code" | "codex") {
            found.push("`managed_file` is written for the quirks `claude-code` and `codex` only".to_owned());
        }
        if hook.after_tool.is_none() && (hook.after_failure.is_some() || hook.user_prompt.is_some()) {
            found.push("`after_failure` and `user_prompt` need `after_tool`".to_owned());
        }
    }
    if let Some(settings) = &table.settings {
        match (&settings.writer, settings.form) {
            (Some(writer), Form::File) => found.extend(chosen("Writer", writer, Writer::NAMES).err()),
            (None, Form::File) => found.push("form `file` needs a `writer`".to_owned()),
            (Some(_), _) => found.push("only form `file` has a `writer`".to_owned()),
            (None, _) => {}
        }
        if settings.form != Form::List && !settings.besides.is_empty() {
            found.push("only form `list` has `besides`".to_owned());
        }
        if settings.form != Form::File && (!settings.beside.is_empty() || settings.runs) {
            found.push("only form `file` has `beside` and `runs`".to_owned());
        }
        for path in [&settings.folder, &settings.user_file, &settings.project_file] {
            let odd = path.contains(['~', '$', ' ']) || path.contains("..");
            if path.is_empty() || path.starts_with('/') || path.ends_with('/') || odd {
                found.push(format!("`{path}` is not a path below a folder: write `.acme`, not `~/.acme`"));
            }
        }
        let name = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
        if let Some(variable) = settings.variable.as_ref().filter(|one| !one.chars().all(name)) {
            found.push(format!(
                "`{variable}` is not the name of a variable: write `ACME_HOME`, not `$ACME_HOME`"
            ));
        }
        if settings.variable_is_home && settings.variable.is_none() {
            found.push("`variable_is_home` needs a `variable`".to_owned());
        }
    }
    let guard = &table.guard;
    for (list, starts) in [
        (&guard.home, '.'),
        (&guard.folders, '.'),
        (&guard.precious, '.'),
        (&guard.secrets, '.'),
        (&guard.startup, '.'),
        (&guard.anywhere, '/'),
        (&guard.loads, '/'),
        (&guard.system, '/'),
        (&guard.project_startup, '/'),
    ] {
        for entry in list.iter().filter(|entry| !entry.starts_with(starts)) {
            found.push(format!("`{entry}` in `[guard]` has to begin with `{starts}`"));
        }
    }
    found.extend(
        guard.loads.iter().filter(|l| !l.ends_with('/')).map(|l| format!("`{l}` has to end with `/`")),
    );
    found
}
