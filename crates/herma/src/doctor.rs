//! `herma doctor`: is every hook alive, and what stays open?
//!
//! A hook that is missing, untrusted or switched off is invisible from inside the agent. So the doctor reads
//! the settings as the agent does, and then runs the very command that stands there.

mod canary;
mod check;
mod levels;
mod shadow;
mod show;

use crate::effective_policy::{self, FileState};
use crate::paths::Paths;
use herma_agents::text::plain_line;
use herma_agents::{AGENTS, Agent};
use std::ffi::OsString;
use std::os::unix::fs::MetadataExt;
use std::process::ExitCode;

pub const HELP: &str = "\
usage: herma doctor [AGENT] [--json] [--home DIR]

looks at every agent that herma can be connected to, or at one: is the hook in the settings, is its wrapper
there, does the agent trust it, is it switched off somewhere, what stays open. then it runs the hook as the agent
would, with a harmless call that must pass and a catastrophic one that must be denied.
the hook only judges: nothing is ever executed.
at level 1 (`herma setup`) it tries, as the agents' user, what that user must not be able to do: reading keys, writing the
store and the settings, ending the service, forging an answer. that takes root, or that user.

  ok      as it should be
  note    worth knowing
  open    a hole that the agent leaves open and no setting can close
  broken  does not protect, and can be mended: what to do stands behind the arrow

exit code: 0 all is well, 1 something is broken, 2 usage
";

/// How good or bad something is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Level {
    Ok,
    Note,
    Open,
    Broken,
}

impl Level {
    const fn as_str(self) -> &'static str {
        match self {
            Level::Ok => "ok",
            Level::Note => "note",
            Level::Open => "open",
            Level::Broken => "broken",
        }
    }
}

/// One thing that was looked at.
#[derive(Debug, Clone)]
struct DoctorFinding {
    level: Level,
    /// What was looked at, in a word.
    about: &'static str,
    text: String,
    /// What to do next.
    fix: Option<String>,
}

impl DoctorFinding {
    fn new(level: Level, about: &'static str, text: impl Into<String>) -> DoctorFinding {
        DoctorFinding { level, about, text: text.into(), fix: None }
    }

    fn fix(mut self, fix: impl Into<String>) -> DoctorFinding {
        self.fix = Some(fix.into());
        self
    }
}

/// Everything found about one agent.
#[derive(Debug)]
struct Report {
    agent: &'static Agent,
    connected: bool,
    findings: Vec<DoctorFinding>,
}

struct Arguments {
    agent: Option<&'static Agent>,
    json: bool,
    home: Option<OsString>,
}

pub fn main(args: &[OsString]) -> ExitCode {
    let arguments = match parse(args) {
        Ok(Some(arguments)) => arguments,
        Ok(None) => {
            print!("{HELP}");
            return ExitCode::SUCCESS;
        }
        Err(complaint) => {
            eprintln!("herma doctor: {complaint}\n\n{HELP}");
            return ExitCode::from(2);
        }
    };
    let paths = match Paths::resolve(arguments.home.as_deref()) {
        Ok(paths) => paths,
        Err(e) => {
            eprintln!("herma doctor: {e}");
            return ExitCode::from(1);
        }
    };
    let mut general: Vec<DoctorFinding> = std::iter::once(policy(&paths)).chain(admin()).collect();
    let reports: Vec<Report> = match arguments.agent {
        Some(agent) => vec![check::examine(agent, check::Wanted::Connected)],
        None => AGENTS.into_iter().map(|agent| check::examine(agent, check::Wanted::Perhaps)).collect(),
    };
    let levels = levels::look(arguments.home.as_deref());
    if !levels.guards && reports.iter().all(|report| !report.connected) {
        let nobody =
            DoctorFinding::new(Level::Broken, "agents", "no agent is connected, so nothing is protected");
        general.push(nobody.fix("`herma connect AGENT`"));
    }
    general.extend(levels.findings);
    let all = general.iter().chain(reports.iter().flat_map(|report| &report.findings));
    let well = all.into_iter().all(|finding| finding.level != Level::Broken);
    match arguments.json {
        true => println!("{}", show::json(&general, &reports, well)),
        false => print!("{}", show::text(&general, &reports)),
    }
    if well { ExitCode::SUCCESS } else { ExitCode::from(1) }
}

/// `herma connect` without an agent: who is here, and who is connected.
pub fn table() -> ExitCode {
    println!("{:<12}  {:<19}  {:<13}  program", "agent", "", "state");
    for agent in AGENTS {
        let (program, connected) = check::state(agent);
        let state = match (connected, &program) {
            (true, _) => "connected",
            (false, Some(_)) => "not connected",
            (false, None) => "not here",
        };
        let note = if agent.tried { "" } else { "by its documentation" };
        let place = program.as_deref().map(plain_line).unwrap_or_default();
        println!("{:<12}  {:<19}  {state:<13}  {}", agent.name, agent.title, [&place, note].join(" ").trim());
    }
    println!("\n`herma connect AGENT` connects one; `herma doctor` proves that a hook is alive");
    ExitCode::SUCCESS
}

fn parse(args: &[OsString]) -> Result<Option<Arguments>, String> {
    let mut arguments = Arguments { agent: None, json: false, home: None };
    let mut words = args.iter();
    while let Some(word) = words.next() {
        let word = word.to_string_lossy();
        match &*word {
            "--help" | "-h" => return Ok(None),
            "--json" => arguments.json = true,
            "--home" => arguments.home = Some(words.next().cloned().ok_or("`--home` needs a value")?),
            name if name.starts_with('-') => return Err(format!("`{}` is not known", plain_line(name))),
            name if arguments.agent.is_some() => {
                return Err(format!("`{}` is one word too many", plain_line(name)));
            }
            name => {
                let known = Agent::named(name);
                arguments.agent =
                    Some(known.ok_or_else(|| format!("there is no agent `{}`", plain_line(name)))?);
            }
        }
    }
    Ok(Some(arguments))
}

/// The administrator's file is in force as it is found: that is safe only while nobody but root can write it.
fn admin() -> Option<DoctorFinding> {
    let path = effective_policy::admin();
    let about = std::fs::metadata(&path).ok()?;
    (about.uid() != 0 || about.mode() & 0o022 != 0).then(|| {
        let text =
            format!("`{}` can be written by others than root: they can switch Herma off", path.display());
        let fix = format!("`sudo chown root {0}; sudo chmod 644 {0}`", path.display());
        DoctorFinding::new(Level::Broken, "policy", text).fix(fix)
    })
}

fn policy(paths: &Paths) -> DoctorFinding {
    // Before anything else opens the store, and puts the copy right.
    if let Some(tampered) = effective_policy::record::tampered(paths) {
        let text = format!("{tampered}: somebody has altered it");
        return DoctorFinding::new(Level::Broken, "policy", text)
            .fix("look for who did; `herma policy show` restores the recorded policy and shows it");
    }
    let state = effective_policy::load(paths);
    let place = paths.policy.display();
    let layers = &state.base().layers;
    for one in layers {
        let (what, broken) = match &one.state {
            FileState::Good(_) => continue,
            FileState::LastGood(_, broken) => ("the last good one is in force", broken),
            FileState::Broken(broken) => ("only what is safe runs", broken),
            FileState::NotApplied(_, edited) => {
                let text = format!("{edited}. It would loosen: {}", edited.looser.join("; "));
                return DoctorFinding::new(Level::Broken, "policy", text).fix(
                    "`herma policy apply` shows the change and applies it; `herma policy restore` puts the recorded one back",
                );
            }
        };
        return DoctorFinding::new(Level::Broken, "policy", format!("broken, {what}: {broken}"))
            .fix("mend the file");
    }
    let files: Vec<String> = layers.iter().map(|one| one.path.display().to_string()).collect();
    match files.as_slice() {
        [] => DoctorFinding::new(Level::Ok, "policy", format!("built in (no {place})")),
        files => DoctorFinding::new(Level::Ok, "policy", files.join(", ")),
    }
}
