//! From tables to Rust.

use crate::dialect::{Dialect, Quirks, Writer};
use crate::format::{Form, Guard, Hook, Settings, Shape, Spec, Table, Tools, chosen};
use crate::guard;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// The base of every folder in `.config`, which a variable moves for all programs.
const CONFIG: &str = ".config";

/// Columns of a help text.
const HELP_WIDTH: usize = 118;

/// Names that two specs claim.
pub fn clashes(specs: &[Spec]) -> Vec<String> {
    let mut programs: BTreeMap<&str, &str> = BTreeMap::new();
    let mut found = Vec::new();
    for spec in specs {
        if let Some(other) = programs.insert(&spec.table.program, &spec.name) {
            let program = &spec.table.program;
            found.push(format!("knowledge/agents/{}.toml: `{program}` is {other}'s program", spec.name));
        }
    }
    found
}

pub fn agents(specs: &[Spec]) -> String {
    let mut out = String::new();
    let connected = specs.iter().filter(|spec| spec.table.hook.is_some()).count();
    let _ = writeln!(
        out,
        "/// Every agent: those that can be connected first, in the order in which people are told."
    );
    let _ = writeln!(out, "pub static AGENTS: [AgentSpec; {}] = [", specs.len());
    for spec in specs {
        out.push_str(&agent(spec));
    }
    let _ = writeln!(
        out,
        "];\n\n/// How many of them can be connected.\npub const CONNECTED: usize = {connected};\n"
    );
    let hooked = |tried: bool| -> Vec<&str> {
        let wanted = |spec: &&Spec| spec.table.hook.is_some() && spec.table.measured.is_some() == tried;
        specs.iter().filter(wanted).map(|spec| spec.name.as_str()).collect()
    };
    let (tried, read) = (hooked(true), hooked(false));
    let names: Vec<&str> = specs.iter().filter(|s| s.table.hook.is_some()).map(|s| s.name.as_str()).collect();
    let _ = writeln!(out, "/// Their names.\npub const NAMES: &[&str] = &{names:?};\n");
    let mut help = format!("agents: {}", tried.join(", "));
    if !read.is_empty() {
        let _ = write!(help, "; and by their documentation, not tried: {}", read.join(", "));
    }
    let _ = writeln!(
        out,
        "/// The same for a person, in lines, as a literal.\n#[macro_export]\nmacro_rules! agents_help {{\n    () => {{\n        \
         {:?}\n    }};\n}}\n",
        wrapped(&help)
    );
    out.push_str(&lists(specs));
    out
}

/// In lines of a help text.
pub fn wrapped(text: &str) -> String {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let last = lines.last_mut().map_or(0, |line| line.len());
        match lines.last_mut() {
            Some(line) if last == 0 => line.push_str(word),
            Some(line) if last + 1 + word.len() <= HELP_WIDTH => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines.join("\n")
}

fn agent(spec: &Spec) -> String {
    let table = &spec.table;
    let all = guard::of(table);
    let hook = match (&table.hook, &table.settings) {
        (Some(hook), Some(settings)) => format!("Some({})", hook_of(table, hook, settings)),
        _ => "None".to_owned(),
    };
    format!(
        "AgentSpec {{ name: {:?}, title: {:?}, program: {:?}, packages: &{:?}, mark: {:?}, measured: {:?}, readme: {}, \
         executor: &{:?}, guard: {}, hook: {hook} }},\n",
        spec.name,
        table.title,
        table.program,
        table.packages,
        table.mark,
        table.measured,
        readme(table),
        table.executor,
        guard_of(&all),
    )
}

fn readme(table: &Table) -> String {
    let said = &table.readme;
    let file =
        table.settings.as_ref().map(|settings| format!("~/{}/{}", settings.folder, settings.user_file));
    let connect = if said.connect.is_empty() { file.unwrap_or_default() } else { said.connect.clone() };
    let start = if said.start.is_empty() { &table.program } else { &said.start };
    format!(
        "Readme {{ connect: {connect:?}, doctor: {:?}, start: {start:?}, note: {:?}, remark: {:?} }}",
        said.doctor, said.note, said.remark
    )
}

fn guard_of(all: &Guard) -> String {
    format!(
        "Guard {{ home: &{:?}, folders: &{:?}, anywhere: &{:?}, loads: &{:?}, system: &{:?}, precious: &{:?}, \
         moved: &{:?}, secrets: &{:?}, startup: &{:?}, project_startup: &{:?} }}",
        all.home,
        all.folders,
        all.anywhere,
        all.loads,
        all.system,
        all.precious,
        all.moved,
        all.secrets,
        all.startup,
        all.project_startup,
    )
}

fn hook_of(table: &Table, hook: &Hook, settings: &Settings) -> String {
    let noted = match &hook.after_tool {
        Some(after) => format!(
            "Some(Noted {{ after_tool: {after:?}, after_failure: {:?}, user_prompt: {:?} }})",
            hook.after_failure, hook.user_prompt
        ),
        None => "None".to_owned(),
    };
    let own_prompt = match hook.own_prompt_modes.is_empty() {
        true => "AskOwnPrompt::Never".to_owned(),
        false => format!("AskOwnPrompt::InModes(&{:?})", hook.own_prompt_modes),
    };
    let unit = if hook.timeout_in_ms { "Milliseconds" } else { "Seconds" };
    let folder = format!(
        "Folder {{ variable: {:?}, variable_is_home: {}, name: {:?} }}",
        settings.variable, settings.variable_is_home, settings.folder
    );
    // Checked when the table was read.
    let name = |found: Result<String, String>| found.unwrap_or_default();
    format!(
        "HookSpec {{ event: {:?}, noted: {noted}, shape: {}, tried: {}, tools: &[{}], dialect: {}, quirks: {}, \
         switch_files: &{:?}, managed_file: {:?}, carries_edits: &{:?}, own_prompt: {own_prompt}, folder: {folder}, \
         user_file: {:?}, project_file: {:?}, install: {}, matcher: {:?}, timeout_s: {}, \
         timeout_unit: TimeUnit::{unit}, extra: &{:?}, fails_closed: {}, open_by_nature: &{:?} }}",
        hook.event,
        shape(&table.shape),
        table.measured.is_some(),
        tools(&table.tools),
        name(chosen("Dialect", &hook.dialect, Dialect::NAMES)),
        name(chosen("Quirks", &hook.quirks, Quirks::NAMES)),
        hook.switch_files,
        hook.managed_file,
        hook.carries_edits,
        settings.user_file,
        settings.project_file,
        install(settings),
        hook.matcher,
        hook.timeout_s,
        json(&hook.extra),
        hook.fails_closed,
        hook.open_by_nature,
    )
}

fn install(settings: &Settings) -> String {
    match settings.form {
        Form::Groups => "Install::Groups".to_owned(),
        Form::List => format!("Install::List {{ besides: &{:?} }}", json(&settings.besides)),
        Form::File => {
            let writer = settings.writer.as_deref().unwrap_or_default();
            let writer = chosen("Writer", writer, Writer::NAMES).unwrap_or_default();
            let beside: Vec<(&String, &String)> = settings.beside.iter().collect();
            format!("Install::File {{ writer: {writer}, runs: {}, beside: &{beside:?} }}", settings.runs)
        }
    }
}

fn shape(shape: &Shape) -> String {
    let event = Some(&shape.event).filter(|event| !event.is_empty());
    format!(
        "Shape {{ event: {event:?}, tool: {:?}, args: {:?}, args_may_be_text: {}, session: {:?}, cwd: &{:?}, \
         sub_agent: &{:?}, parent: {:?}, call_id: &{:?}, after: {:?}, result: &{:?}, prompt: {:?} }}",
        shape.tool,
        shape.args,
        shape.args_may_be_text,
        shape.session,
        shape.cwd,
        shape.sub_agent,
        shape.parent,
        shape.call_id,
        shape.after,
        shape.result,
        shape.prompt,
    )
}

fn tools(tools: &Tools) -> String {
    let mut out = String::new();
    for (kind, names) in
        [("Shell", &tools.shell), ("Plain", &tools.plain), ("AsksPerson", &tools.asks_person)]
    {
        for word in names.split_whitespace() {
            let (name, dir) = named(word);
            let renamed = tools.renamed.get(name);
            let _ = write!(
                out,
                "Tool {{ name: {name:?}, kind: ToolKind::{kind}, dir_argument: {dir:?}, renamed: {renamed:?} }}, "
            );
        }
    }
    out
}

/// `bash(workdir)`: a tool, and the argument that moves its working directory.
fn named(word: &str) -> (&str, Option<&str>) {
    match word.split_once('(') {
        Some((name, dir)) => (name, Some(dir.trim_end_matches(')'))),
        None => (word, None),
    }
}

/// Members as they stand in JSON.
fn json(members: &BTreeMap<String, toml::Value>) -> Vec<(String, String)> {
    let text = |value: &toml::Value| match value {
        // What TOML and JSON escape alike; a table holds nothing else.
        toml::Value::String(text) => format!("{text:?}"),
        other => other.to_string(),
    };
    members.iter().map(|(key, value)| (key.clone(), text(value))).collect()
}

/// The lists of all agents together.
fn lists(specs: &[Spec]) -> String {
    let guards: Vec<Guard> = specs.iter().map(|spec| guard::of(&spec.table)).collect();
    let all = |of: fn(&Guard) -> &Vec<String>| -> BTreeSet<&String> { guards.iter().flat_map(of).collect() };
    let startup = all(|guard| &guard.project_startup);
    let (folders, files): (Vec<&String>, Vec<&String>) =
        startup.into_iter().partition(|path| path.ends_with('/'));
    let home: Vec<&String> = guards.iter().flat_map(|guard| &guard.home).collect();
    let below: Vec<&String> = guards.iter().flat_map(|guard| &guard.folders).collect();
    let config: BTreeSet<String> = guard::moved(CONFIG, &home, &below).into_iter().collect();
    let of = |keep: fn(&Table) -> bool| -> Vec<&String> {
        specs.iter().map(|spec| &spec.table).filter(|table| keep(table)).map(|table| &table.program).collect()
    };
    let variables: BTreeSet<&String> =
        specs.iter().filter_map(|spec| spec.table.settings.as_ref()?.variable.as_ref()).collect();
    let shells: BTreeSet<&str> = specs
        .iter()
        .flat_map(|spec| spec.table.tools.shell.split_whitespace())
        .map(|word| named(word).0)
        .collect();
    let mut out =
        "/// What the judge knows of all agents, without their names.\npub mod lists {\n".to_owned();
    let mut list = |name: &str, about: &str, text: String| {
        let _ = writeln!(out, "    /// {about}\n    pub const {name}: &[&str] = &{text};");
    };
    let text = |set: BTreeSet<&String>| format!("{:?}", set.into_iter().collect::<Vec<_>>());
    list("HOME", "Settings and hooks below a home, as patterns.", text(all(|g| &g.home)));
    list("FOLDERS", "Folders below a home in which those lie.", text(all(|g| &g.folders)));
    list("ANYWHERE", "Settings and hooks, by the end of their path.", text(all(|g| &g.anywhere)));
    list("LOADS", "Folders of a project that agents load from.", text(all(|g| &g.loads)));
    list("SYSTEM", "Settings of the machine, as patterns.", text(all(|g| &g.system)));
    list("PRECIOUS", "Names of folders that are agents' own.", text(all(|g| &g.precious)));
    list("SECRETS", "Credentials below a home, as patterns.", text(all(|g| &g.secrets)));
    list("STARTUP", "What agents obey by themselves below a home.", text(all(|g| &g.startup)));
    list("PROJECT_STARTUP", "The same in a project, by the end of the path.", format!("{files:?}"));
    list("PROJECT_STARTUP_FOLDERS", "Folders of a project with such files.", format!("{folders:?}"));
    list(
        "MOVED_CONFIG",
        "What guards below `XDG_CONFIG_HOME`.",
        format!("{:?}", config.iter().collect::<Vec<_>>()),
    );
    list("VARIABLES", "Variables that move an agent's folder.", text(variables));
    list(
        "COMMANDS",
        "Programs that `knowledge/agents.toml` describes.",
        format!("{:?}", of(|table| table.known_command)),
    );
    list(
        "NAME_SETTINGS",
        "Programs that may name settings.",
        format!("{:?}", of(|table| table.names_settings)),
    );
    list("SHELL_TOOLS", "Tools that run commands.", format!("{:?}", shells.iter().collect::<Vec<_>>()));
    out.push_str("}\n");
    out
}
