//! `herma connect AGENT` and `herma disconnect AGENT`: one entry in the agent's settings, put in and taken out.
//!
//! Nothing is changed before a person has seen the change and said yes. The wrapper is written first and taken
//! away last, so that no settings file ever names a script that is not there.

mod arguments;
mod diff;
pub mod enable;
pub mod person;
pub mod place;
pub mod record;
pub mod trust;

pub use diff::unified;

use crate::paths::{self, Paths};
use arguments::Arguments;
pub use arguments::{CONNECT_HELP, DISCONNECT_HELP};
use herma_agents::wrapper::{GRACE_S, Wrapper};
use herma_agents::{Agent, Install, Quirks, Scope};
use herma_agents::{codex_config, settings};
use person::Answer;
use place::Settings;
use record::Record;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

/// The wrapper is a program of its owner's alone.
const WRAPPER_MODE: u32 = 0o700;
/// What stands in every file of Herma's own; a plugin's manifest is known by its name.
const OURS: &str = "herma";
/// The hook answers this many seconds before the agent stops waiting for it.
const BEFORE_TIMEOUT_S: u32 = 30;

/// Why something was not done: what, where, and what to do next.
#[derive(Debug, thiserror::Error)]
pub enum ConnectError {
    #[error("{what} `{}`: {source}", path.display())]
    Io { what: &'static str, path: PathBuf, source: io::Error },
    #[error("`{}`, {message}; nothing was changed, mend the file and try again", path.display())]
    Settings { path: PathBuf, message: String },
    #[error("{0}")]
    Plain(String),
}

impl ConnectError {
    pub fn io(what: &'static str, path: &Path) -> impl FnOnce(io::Error) -> ConnectError {
        let path = path.to_owned();
        move |source| ConnectError::Io { what, path, source }
    }
}

type Done = Result<ExitCode, ConnectError>;

/// A person said no, or nobody was there to ask.
const NOT_DONE: u8 = 1;
const USAGE: u8 = 2;

pub fn connect(args: &[OsString]) -> ExitCode {
    #[cfg(target_os = "linux")]
    if let Some(rest) = of_mcp(args) {
        return crate::mcp::connect::main(crate::mcp::connect::Way::Connect, rest);
    }
    run("connect", arguments::CONNECT_HELP, args, connect_agent)
}

pub fn disconnect(args: &[OsString]) -> ExitCode {
    #[cfg(target_os = "linux")]
    if let Some(rest) = of_mcp(args) {
        return crate::mcp::connect::main(crate::mcp::connect::Way::Disconnect, rest);
    }
    run("disconnect", arguments::DISCONNECT_HELP, args, |arguments| match arguments.agent {
        Some(agent) => disconnect_agent(agent, arguments),
        None => {
            eprintln!("herma disconnect: which agent? one of {}\n\n{}", names(), arguments::DISCONNECT_HELP);
            Ok(ExitCode::from(USAGE))
        }
    })
}

/// `mcp CLIENT` is not an agent's hook but its servers.
#[cfg(target_os = "linux")]
fn of_mcp(args: &[OsString]) -> Option<&[OsString]> {
    args.split_first().filter(|(first, _)| *first == "mcp").map(|(_, rest)| rest)
}

fn run(name: &str, help: &str, args: &[OsString], act: fn(&Arguments) -> Done) -> ExitCode {
    match arguments::parse(args) {
        Ok(None) => {
            print!("{help}");
            ExitCode::SUCCESS
        }
        Ok(Some(arguments)) => act(&arguments).unwrap_or_else(|e| {
            eprintln!("herma {name}: {e}");
            ExitCode::from(NOT_DONE)
        }),
        Err(complaint) => {
            eprintln!("herma {name}: {complaint}\n\n{help}");
            ExitCode::from(USAGE)
        }
    }
}

/// Everything that connecting would do, worked out before anything is done.
struct Plan {
    settings: Settings,
    new_text: String,
    wrapper: PathBuf,
    script: String,
    /// All that the settings now name.
    commands: Vec<String>,
    /// Codex has a second file: the one with its switches.
    config: Option<(Settings, String)>,
}

impl Plan {
    fn settings_ready(&self) -> bool {
        let config_ready = self.config.as_ref().is_none_or(|(now, new)| now.text.as_deref() == Some(new));
        self.settings.text.as_deref() == Some(self.new_text.as_str()) && config_ready
    }
}

fn connect_agent(arguments: &Arguments) -> Done {
    let Some(agent) = arguments.agent else { return Ok(crate::doctor::table()) };
    let paths = Paths::resolve(arguments.home.as_deref()).map_err(plain)?;
    let plan = plan(arguments, agent, &paths)?;
    let wrapper_ready = is_ready(&plan.wrapper, &plan.script);
    if wrapper_ready && plan.settings_ready() {
        println!("{} is already connected: {}", agent.title, plan.settings.path.display());
    } else {
        show(&plan, wrapper_ready);
        if arguments.dry_run {
            println!("\nnothing was changed (--dry-run)");
            return Ok(ExitCode::SUCCESS);
        }
        let question = format!("connect {} like this?", agent.title);
        match person::ask(&question, arguments.yes).map_err(plain)? {
            Answer::Yes => {}
            Answer::No => return Ok(declined("nothing was changed")),
            Answer::NobodyThere => return Ok(nobody("connect")),
        }
        write(agent, &paths, &plan)?;
        println!("connected {}: {}", agent.title, plan.settings.path.display());
        if !agent.tried {
            println!(
                "note: this follows the documentation of {}; it was not tried with the real one",
                agent.title
            );
        }
        if arguments.scope == Scope::Project {
            println!("note: this names a path on this machine; do not commit it");
        }
    }
    if !arguments.dry_run {
        crate::effective_policy::record_first(&paths);
    }
    let trusted = match agent.quirks {
        Quirks::Codex => trust::offer(agent, arguments, &paths, &plan.settings, &plan.commands)?,
        Quirks::Hermes => enable::offer(agent, arguments, &paths)?,
        Quirks::None | Quirks::ClaudeCode | Quirks::Gemini => true,
    };
    if !arguments.dry_run {
        println!("next: `herma doctor {}` proves that the hook is alive", agent.name);
    }
    Ok(if trusted { ExitCode::SUCCESS } else { ExitCode::from(NOT_DONE) })
}

fn plan(arguments: &Arguments, agent: &'static Agent, paths: &Paths) -> Result<Plan, ConnectError> {
    let settings = Settings::find(agent, arguments.scope)?.for_agent(agent);
    let wrapper = paths.hooks().join(settings::wrapper_name(agent));
    let wrapper_text = utf8(&wrapper)?;
    let commands = vec![settings::command(agent, wrapper_text), settings::note_command(wrapper_text)];
    let new_text = settings::with_hook(agent, settings.text.as_deref().unwrap_or_default(), wrapper_text)
        .map_err(|e| ConnectError::Settings { path: settings.path.clone(), message: e.to_string() })?;
    let longest = agent.timeout_s - BEFORE_TIMEOUT_S;
    let deadline_s = arguments.deadline_s.unwrap_or(longest);
    if deadline_s > longest {
        return Err(ConnectError::Plain(format!(
            "`--deadline` can be {longest} s at most: {} waits {} s for its hook",
            agent.title, agent.timeout_s
        )));
    }
    let binary = own_binary()?;
    let home: Vec<String> = paths
        .as_arguments()
        .into_iter()
        .map(|word| utf8(Path::new(&word)).map(str::to_owned))
        .collect::<Result<_, _>>()?;
    let timeout_program = if agent.fails_closed { None } else { timeout_program() };
    let script = Wrapper {
        agent,
        binary: utf8(&binary)?,
        home: &home,
        deadline_s,
        timeout_program: timeout_program.as_deref(),
    }
    .script();
    let config = match agent.quirks {
        Quirks::Codex => Some(codex_switch(agent)?),
        Quirks::None | Quirks::ClaudeCode | Quirks::Gemini | Quirks::Hermes => None,
    };
    Ok(Plan { settings, new_text, wrapper, script, commands, config })
}

fn codex_switch(agent: &Agent) -> Result<(Settings, String), ConnectError> {
    let config = trust::config_file(agent)?;
    let new = codex_config::with_typing_off(config.text.as_deref().unwrap_or_default())
        .map_err(|e| ConnectError::Settings { path: config.path.clone(), message: e.to_string() })?;
    Ok((config, new))
}

/// The binary that agents will run: this one, wherever a link to it may stand.
pub fn own_binary() -> Result<PathBuf, ConnectError> {
    let own = std::env::current_exe().and_then(fs::canonicalize);
    own.map_err(|e| ConnectError::Plain(format!("where this herma lies is not known: {e}")))
}

/// What is written into settings and scripts must be text, on one line.
fn utf8(path: &Path) -> Result<&str, ConnectError> {
    path.to_str().filter(|text| !text.contains(char::is_control)).ok_or_else(|| {
        ConnectError::Plain(format!(
            "`{}` cannot be written into settings; use another place",
            path.display()
        ))
    })
}

/// GNU `timeout`, if this machine has it; others do not know `--foreground`.
pub fn timeout_program() -> Option<String> {
    ["/usr/bin/timeout", "/bin/timeout", "/usr/local/bin/timeout", "/opt/homebrew/bin/timeout"]
        .into_iter()
        .find(|program| {
            let tried = Command::new(program)
                .args(["--foreground", "-s", "KILL", &GRACE_S.to_string(), "true"])
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .status();
            tried.is_ok_and(|status| status.success())
        })
        .map(str::to_owned)
}

fn is_ready(wrapper: &Path, script: &str) -> bool {
    let mode = fs::metadata(wrapper).map(|m| m.permissions().mode() & 0o777);
    fs::read(wrapper).is_ok_and(|text| text == script.as_bytes()) && mode.is_ok_and(|m| m == WRAPPER_MODE)
}

fn show(plan: &Plan, wrapper_ready: bool) {
    let old = plan.settings.text.as_deref();
    print!("{}", diff::unified(&plan.settings.path, old, Some(&plan.new_text)));
    if let Some((now, new)) = &plan.config {
        print!("{}", diff::unified(&now.path, now.text.as_deref(), Some(new)));
    }
    if !wrapper_ready {
        let old = fs::read_to_string(&plan.wrapper).ok();
        print!("{}", diff::unified(&plan.wrapper, old.as_deref(), Some(&plan.script)));
    }
    if plan.config.as_ref().is_some_and(|(now, new)| now.text.as_deref() != Some(new)) {
        println!(
            "\ncodex asks no hook about what the model types into a program that is already running, so a shell\n\
             that was harmless to start could be told anything: unified_exec_tty = false closes that."
        );
    }
}

fn write(agent: &Agent, paths: &Paths, plan: &Plan) -> Result<(), ConnectError> {
    let folder = paths.hooks();
    paths::make_folder(&folder).map_err(ConnectError::io("cannot make the folder", &folder))?;
    paths::write_atomically(&plan.wrapper, plan.script.as_bytes(), Some(WRAPPER_MODE))
        .map_err(ConnectError::io("cannot write the wrapper", &plan.wrapper))?;
    if let Some((now, new)) = plan.config.as_ref().filter(|(now, new)| now.text.as_deref() != Some(new)) {
        record::keep(agent, paths, now, new, &|text| text.to_owned())?;
        now.write(new)?;
    }
    if plan.settings.text.as_deref() == Some(plan.new_text.as_str()) {
        return Ok(());
    }
    let clean = |text: &str| settings::without_hook(agent, text, None).unwrap_or_else(|_| text.to_owned());
    let backup = record::keep(agent, paths, &plan.settings, &plan.new_text, &clean)?;
    let mode = matches!(agent.install, Install::File { runs: true, .. }).then_some(WRAPPER_MODE);
    for (path, text) in beside(agent, &plan.settings.path) {
        if fs::read_to_string(&path).is_ok_and(|there| there != text && !there.contains(OURS)) {
            println!("{} is somebody else's hook: it stays, and Herma's is left out there", path.display());
            continue;
        }
        if let Some(folder) = path.parent() {
            paths::make_folder(folder).map_err(ConnectError::io("cannot make the folder", folder))?;
        }
        paths::write_atomically(&path, text.as_bytes(), mode)
            .map_err(ConnectError::io("cannot write", &path))?;
    }
    plan.settings.write(&plan.new_text)?;
    if let Some(backup) = backup {
        println!("what was there before is kept in {}", backup.display());
    }
    Ok(())
}

/// What else a file of Herma's own needs to be seen by the agent: a plugin's manifest.
fn beside(agent: &Agent, file: &Path) -> Vec<(PathBuf, &'static str)> {
    match agent.install {
        Install::File { beside, .. } => {
            let folder = file.parent().unwrap_or(file);
            beside
                .iter()
                .map(|(name, text)| match name.strip_prefix("../") {
                    Some(name) => (folder.parent().unwrap_or(folder).join(name), *text),
                    None => (folder.join(name), *text),
                })
                .collect()
        }
        Install::Groups | Install::List { .. } => Vec::new(),
    }
}

fn disconnect_agent(agent: &Agent, arguments: &Arguments) -> Done {
    let paths = Paths::resolve(arguments.home.as_deref()).map_err(plain)?;
    let settings = Settings::find(agent, arguments.scope)?;
    let record = Record::find(agent, &paths, &settings.path);
    let restored = restored(agent, &settings, record.as_ref())?;
    let wrapper = paths.hooks().join(settings::wrapper_name(agent));
    if restored.as_deref() == settings.text.as_deref() {
        println!("{} is not connected: {}", agent.title, settings.path.display());
        return Ok(ExitCode::SUCCESS);
    }
    print!("{}", diff::unified(&settings.path, settings.text.as_deref(), restored.as_deref()));
    if arguments.dry_run {
        println!("\nnothing was changed (--dry-run)");
        return Ok(ExitCode::SUCCESS);
    }
    let question =
        format!("disconnect {} like this? its tool calls will not be checked any more", agent.title);
    match person::ask(&question, arguments.yes).map_err(plain)? {
        Answer::Yes => {}
        Answer::No => return Ok(declined("nothing was changed")),
        Answer::NobodyThere => return Ok(nobody("disconnect")),
    }
    match &restored {
        Some(text) => settings.write(text)?,
        None => {
            for (path, text) in beside(agent, &settings.path) {
                // Somebody else's by now.
                if fs::read(&path).is_ok_and(|there| there == text.as_bytes()) {
                    remove_if_there(&path)?;
                }
            }
            settings.delete(record.as_ref().is_some_and(|r| r.made_folder))?;
        }
    }
    if let Some(record) = record {
        record.forget()?;
    }
    match agent.quirks {
        Quirks::Codex => trust::withdraw(agent, &paths, &settings)?,
        Quirks::Hermes => enable::withdraw(agent, &paths)?,
        Quirks::None | Quirks::ClaudeCode | Quirks::Gemini => {}
    }
    // Another project may still name it.
    if record::count(agent, &paths) == 0 {
        remove_if_there(&wrapper)?;
    }
    println!("disconnected {}: {}", agent.title, settings.path.display());
    Ok(ExitCode::SUCCESS)
}

/// What the settings become: what was there before if nobody has touched them since, else what is there now
/// without Herma's entry. `None` means that there was no file.
fn restored(agent: &Agent, now: &Settings, record: Option<&Record>) -> Result<Option<String>, ConnectError> {
    let Some(text) = &now.text else {
        return Ok(None);
    };
    if let Some(record) = record
        && record.after == *text
    {
        return Ok(record.before.clone());
    }
    if let Install::File { .. } = agent.install {
        // Changed since or not, a file that calls Herma's wrapper is Herma's; nobody else's is touched.
        let ours = settings::hooks(agent, text).is_ok_and(|hooks| !hooks.is_empty());
        return Ok(if ours { record.and_then(|r| r.before.clone()) } else { Some(text.clone()) });
    }
    let before = record.and_then(|r| r.before.as_deref());
    settings::without_hook(agent, text, before)
        .map(Some)
        .map_err(|e| ConnectError::Settings { path: now.path.clone(), message: e.to_string() })
}

fn remove_if_there(path: &Path) -> Result<(), ConnectError> {
    match fs::remove_file(path) {
        Err(e) if e.kind() != io::ErrorKind::NotFound => Err(ConnectError::io("cannot remove", path)(e)),
        _ => Ok(()),
    }
}

/// Every agent's name, for whoever has mistyped one.
pub fn names() -> String {
    herma_agents::AGENTS.map(|agent| agent.name).join(", ")
}

fn plain(error: io::Error) -> ConnectError {
    ConnectError::Plain(error.to_string())
}

fn declined(what: &str) -> ExitCode {
    println!("{what}");
    ExitCode::from(NOT_DONE)
}

fn nobody(command: &str) -> ExitCode {
    eprintln!(
        "herma {command}: nothing was changed, since there is no terminal to ask on; read the change above and \
         say it again with --yes"
    );
    ExitCode::from(USAGE)
}
