//! Who may answer from this process (design, section 6, level 0): not what an agent has started.
//!
//! Everything runs under one user here, so this is evidence, not prevention: whoever hides where it comes from gets past
//! it, and every answer is on record.

use std::fs;

/// Processes of agents: what they start may not answer for the person.
const AGENTS: &[&str] =
    &["claude", "codex", "gemini", "hermes", "copilot", "cline", "opencode", "goose", "crush"];
/// Variables that agents set for what they start; a process that has left its parents still has them.
const MARKS: &[(&str, &str)] =
    &[("CLAUDECODE", "claude"), ("GEMINI_CLI", "gemini"), ("CODEX_SANDBOX", "codex")];
/// As many ancestors as are looked at; a real tree has a dozen.
const ANCESTORS_MAX: usize = 64;

/// `Err` if a rule wants an answer of a level that nobody here has: everything runs under one user, which is level 0
/// (design, section 6).
pub fn can_answer(level: u8) -> Result<(), String> {
    match level {
        0 => Ok(()),
        _ => Err(format!(
            "a rule wants an answer of level {level}, and here answers are of level 0: nobody may answer this"
        )),
    }
}

/// `Err` if an agent runs this.
pub fn may_answer() -> Result<(), String> {
    let marked = MARKS.iter().find(|(name, _)| std::env::var_os(name).is_some_and(|value| !value.is_empty()));
    match agent_above_us().or_else(|| marked.map(|(_, agent)| (*agent).to_owned())) {
        Some(agent) => Err(format!("`{agent}` runs this: an agent may not answer for the person")),
        None => Ok(()),
    }
}

/// The agent that has made the terminal we stand at, if one has: what is typed there is typed by it (T29). At a person's own
/// terminal the session leader stands above the agent, or is it.
pub fn terminal_of_agent() -> Option<String> {
    let leader = crate::terminal_session::terminal_session().host.pid;
    agent_from(parent_of(leader)?)
}

/// An agent among the processes above us.
fn agent_above_us() -> Option<String> {
    agent_from(std::os::unix::process::parent_id())
}

/// An agent among this process and those above it.
fn agent_from(pid: u32) -> Option<String> {
    let mut pid = pid;
    for _ in 0..ANCESTORS_MAX {
        let name = fs::read_to_string(format!("/proc/{pid}/comm")).ok()?;
        let line = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        let words = line.split(|b| *b == 0).take(2).map(|w| String::from_utf8_lossy(w).into_owned());
        let named = words
            .chain([name.trim().to_owned()])
            .filter_map(|w| w.rsplit('/').next().map(|n| n.trim_end_matches(".js").to_owned()));
        if let Some(agent) = named.into_iter().find(|n| AGENTS.contains(&n.as_str())) {
            return Some(agent);
        }
        pid = parent_of(pid)?;
    }
    None
}

fn parent_of(pid: u32) -> Option<u32> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let (_, rest) = stat.rsplit_once(')')?;
    rest.split_whitespace().nth(1)?.parse().ok().filter(|parent| *parent > 1)
}
