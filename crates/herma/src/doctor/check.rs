//! One agent, looked at from top to bottom.

use super::canary;
use super::shadow;
use super::{DoctorFinding, Level, Report};
use crate::connect::place::Settings;
use crate::connect::{self, trust};
use crate::world::RealWorld;
use herma_agents::settings::{self, Hook};
use herma_agents::wrapper::{self, Told};
use herma_agents::{Agent, Install, Quirks, Scope};
use herma_core::{Answer, Question, World};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// Whether the caller asked for this very agent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    Connected,
    Perhaps,
}

pub(super) fn examine(agent: &'static Agent, wanted: Wanted) -> Report {
    let mut findings = vec![installed(agent)];
    if !agent.tried {
        let text = "by its documentation, not tried with the real one";
        findings.push(DoctorFinding::new(Level::Note, "tried", text));
    }
    let mut connected = false;
    let mut seen: Option<PathBuf> = None;
    for scope in [Scope::User, Scope::Project] {
        match Settings::find(agent, scope) {
            // In the home directory the project's settings are the user's.
            Ok(file) if seen.as_ref() == Some(&file.path) => {}
            Err(e) => findings
                .push(DoctorFinding::new(Level::Broken, "settings", e.to_string()).fix("mend the file")),
            Ok(file) => {
                connected |= settings_file(agent, &file, &mut findings);
                seen = Some(file.path);
            }
        }
    }
    if connected {
        findings.extend(shadow::look(agent));
        findings.extend(
            agent.open_by_nature.iter().map(|hole| DoctorFinding::new(Level::Open, "by nature", *hole)),
        );
    } else {
        let level = match wanted {
            Wanted::Connected => Level::Broken,
            Wanted::Perhaps => Level::Note,
        };
        let text = "not connected: its tool calls are not checked";
        findings.push(
            DoctorFinding::new(level, "connected", text).fix(format!("`herma connect {}`", agent.name)),
        );
    }
    Report { agent, connected, findings }
}

/// Whether the agent is on this machine, and whether Herma stands in its settings, the user's or the project's.
pub(super) fn state(agent: &Agent) -> (Option<String>, bool) {
    let program = match RealWorld.ask(Question::Which(agent.program)) {
        Answer::Text(path) => Some(path),
        _ => None,
    };
    let connected = [Scope::User, Scope::Project].into_iter().any(|scope| {
        let text = Settings::find(agent, scope).ok().and_then(|file| file.text);
        text.is_some_and(|text| settings::hooks(agent, &text).is_ok_and(|all| all.iter().any(|h| h.ours)))
    });
    (program, connected)
}

fn installed(agent: &Agent) -> DoctorFinding {
    match RealWorld.ask(Question::Which(agent.program)) {
        Answer::Text(path) => DoctorFinding::new(Level::Ok, "installed", path),
        _ => DoctorFinding::new(
            Level::Note,
            "installed",
            format!("`{}` is not on the search path", agent.program),
        ),
    }
}

/// Looks at one settings file; says whether Herma is in it.
fn settings_file(agent: &Agent, file: &Settings, findings: &mut Vec<DoctorFinding>) -> bool {
    let Some(text) = &file.text else {
        return false;
    };
    let place = file.path.display();
    let hooks = match settings::hooks(agent, text) {
        Ok(hooks) => hooks,
        Err(e) => {
            let broken = DoctorFinding::new(Level::Broken, "settings", format!("{place}, {e}"));
            findings.push(broken.fix("mend the file"));
            return false;
        }
    };
    let (ours, others): (Vec<&Hook>, Vec<&Hook>) = hooks.iter().partition(|hook| hook.ours);
    if ours.is_empty() {
        return false;
    }
    findings.push(DoctorFinding::new(Level::Ok, "settings", place.to_string()));
    for hook in &ours {
        findings.extend(entry(agent, hook));
        findings.extend(hook_command(agent, hook));
    }
    findings.extend(agent.noted_events().into_iter().map(|event| noted(agent, event, text)));
    if !others.is_empty() {
        let names: Vec<&str> = others.iter().map(|hook| hook.command.as_str()).collect();
        let text = format!(
            "{} in {place} are asked too, and may change a call after herma has judged it: {}",
            others.len(),
            names.join(", ")
        );
        findings.push(DoctorFinding::new(Level::Note, "other hooks", text));
    }
    true
}

/// Is an event that is only noted as `connect` would write it? Without it calls are judged, only with less known.
fn noted(agent: &Agent, event: &str, text: &str) -> DoctorFinding {
    let ours = settings::hooks_of(agent, event, text).unwrap_or_default();
    let ours: Vec<&Hook> = ours.iter().filter(|hook| hook.ours).collect();
    let as_set = |hook: &Hook| {
        wrapper_path(agent, &hook.command).is_some_and(|path| {
            let command = settings::note_command(&path.display().to_string());
            settings::is_as_set(agent, event, hook, &command)
        })
    };
    let without = match agent.noted.is_some_and(|noted| noted.user_prompt == Some(event)) {
        true => "what its person says is not looked at for signs of a crisis",
        false => "what it reads of strangers is not noted",
    };
    let broken = |text: String| {
        DoctorFinding::new(Level::Broken, "events", text).fix(format!("`herma connect {}`", agent.name))
    };
    match ours.as_slice() {
        [] => broken(format!("{event} is not connected: {without}")),
        [hook] if as_set(hook) => match canary::try_note(agent, &hook.command) {
            Ok(()) => DoctorFinding::new(Level::Ok, "events", format!("{event} is noted")),
            Err(why) => broken(format!("{event}: {why}")),
        },
        _ => broken(format!("{event} is not as it should be: {without}")),
    }
}

/// Is the entry as `connect` would write it?
fn entry(agent: &Agent, hook: &Hook) -> Vec<DoctorFinding> {
    let again = format!("`herma connect {}`", agent.name);
    let mut findings = Vec::new();
    let wanted = agent.timeout_in_settings(agent.event);
    let timeout = hook.timeout.as_deref().and_then(|text| text.parse::<u64>().ok());
    findings.push(match timeout {
        Some(timeout) if timeout >= wanted => {
            DoctorFinding::new(Level::Ok, "timeout", format!("{} waits {} s", agent.title, agent.timeout_s))
        }
        _ => {
            let text = format!("should be {wanted}, is {}", hook.timeout.as_deref().unwrap_or("not set"));
            DoctorFinding::new(Level::Broken, "timeout", text).fix(again.clone())
        }
    });
    if hook.matcher.as_deref() != Some(agent.matcher) {
        let text = format!("`{}` does not take every tool", hook.matcher.as_deref().unwrap_or_default());
        findings.push(DoctorFinding::new(Level::Broken, "matcher", text).fix(again.clone()));
    }
    match (agent.fails_closed, hook.extra_as_set) {
        (true, true) => findings.push(DoctorFinding::new(
            Level::Ok,
            "fail closed",
            format!("{} itself blocks when the hook fails or overruns its time", agent.title),
        )),
        (_, false) => {
            let switches: Vec<String> =
                agent.extra.iter().map(|(key, value)| format!("{key}: {value}")).collect();
            let text = match agent.install {
                Install::File { .. } => "the file is not as herma wrote it".to_owned(),
                Install::Groups | Install::List { .. } => format!("`{}` is not set", switches.join(", ")),
            };
            findings.push(DoctorFinding::new(Level::Broken, "fail closed", text).fix(again));
        }
        (false, true) => {}
    }
    findings
}

/// The wrapper that the entry names, the binary that the wrapper names, and what both say when they are asked.
fn hook_command(agent: &Agent, hook: &Hook) -> Vec<DoctorFinding> {
    let again = format!("`herma connect {}`", agent.name);
    let broken = |about, text: String| DoctorFinding::new(Level::Broken, about, text).fix(again.clone());
    let Some(path) = wrapper_path(agent, &hook.command) else {
        return vec![broken("wrapper", format!("`{}` is not a wrapper's command", hook.command))];
    };
    if settings::command(agent, &path.display().to_string()) != hook.command {
        return vec![broken("wrapper", format!("`{}` is not how it should be called", hook.command))];
    }
    let Ok(script) = fs::read_to_string(&path) else {
        return vec![broken("wrapper", format!("{} is missing", path.display()))];
    };
    let Some(told) = wrapper::read_script(&script) else {
        return vec![broken("wrapper", format!("{} is not what herma wrote", path.display()))];
    };
    let mut findings = vec![wrapper_file(&path, &broken)];
    findings.extend(binary(agent, &told, &broken));
    if agent.quirks == Quirks::Codex {
        findings.push(trusted(&[hook.command.clone(), settings::note_command(&path.display().to_string())]));
    }
    findings.extend(canary::try_hook(agent, &hook.command, &script));
    findings
}

/// The path that a settings' command begins with.
fn wrapper_path(agent: &Agent, command: &str) -> Option<PathBuf> {
    let name = format!("/hooks/{}", settings::wrapper_name(agent));
    let end = command.find(&name)? + name.len();
    let spelt = command.get(..end)?;
    let path = spelt.strip_prefix('\'').map_or_else(|| spelt.to_owned(), |inner| inner.replace("'\\''", "'"));
    Some(PathBuf::from(path))
}

fn wrapper_file(path: &Path, broken: &dyn Fn(&'static str, String) -> DoctorFinding) -> DoctorFinding {
    let place = path.display();
    match fs::metadata(path).map(|m| m.permissions().mode() & 0o777) {
        Ok(mode) if mode & 0o100 == 0 => broken("wrapper", format!("{place} cannot be run")),
        Ok(mode) if mode & 0o022 != 0 => broken("wrapper", format!("{place} can be changed by others")),
        Ok(_) => DoctorFinding::new(Level::Ok, "wrapper", place.to_string()),
        Err(e) => broken("wrapper", format!("{place}: {e}")),
    }
}

fn binary(
    agent: &Agent,
    told: &Told,
    broken: &dyn Fn(&'static str, String) -> DoctorFinding,
) -> Vec<DoctorFinding> {
    let runs = fs::metadata(&told.binary).is_ok_and(|m| m.is_file() && m.permissions().mode() & 0o111 != 0);
    let own = connect::own_binary().ok();
    let mut findings = Vec::new();
    findings.push(if !runs {
        broken("binary", format!("{} is missing; everything is denied", told.binary))
    } else if own.as_deref() == fs::canonicalize(&told.binary).ok().as_deref() {
        DoctorFinding::new(Level::Ok, "binary", told.binary.clone())
    } else {
        DoctorFinding::new(Level::Note, "binary", format!("{} is another herma than this one", told.binary))
    });
    if told.deadline_s >= agent.timeout_s {
        let text = format!("{} s is not before the agent's own timeout", told.deadline_s);
        findings.push(broken("deadline", text));
    }
    findings
}

fn trusted(commands: &[String]) -> DoctorFinding {
    let fix = "`herma connect codex`, or `/hooks` in codex";
    match trust::ask_codex(commands) {
        Ok(listed) if listed.iter().any(|one| !one.enabled) => {
            DoctorFinding::new(Level::Broken, "trust", "codex has a hook of herma's switched off")
                .fix("`/hooks` in codex")
        }
        Ok(listed) if listed.iter().all(|one| one.trusted) => {
            DoctorFinding::new(Level::Ok, "trust", "codex trusts the hook")
        }
        Ok(_) => {
            DoctorFinding::new(Level::Broken, "trust", "codex does not trust the hook, and skips it silently")
                .fix(fix)
        }
        Err(why) => DoctorFinding::new(Level::Note, "trust", format!("not known: {why}")),
    }
}
