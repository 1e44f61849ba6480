//! Who may answer from this process (design, section 6, level 0): not what an agent has started.
//!
//! Everything runs under one user here, so this is evidence, not prevention: whoever hides where it comes from gets past
//! it, and every answer is on record.

use crate::approvals::ApprovalService;
use crate::paths::Paths;
use crate::terminal_session::{stat, terminal_session};
use herma_core::agents::AgentSpec;
use herma_store::{Host, Store};
use std::fs;
use std::path::Path;

/// Agents that Herma is connected to: what they start may not answer for the person. A process that has left its parents
/// still has the variables that they set.
fn hosts() -> impl Iterator<Item = &'static AgentSpec> {
    herma_core::agents::HOSTS.iter().filter(|host| host.hook.is_some())
}

/// What runs a program that it is told of, a folder too.
const INTERPRETERS: &[&str] = &["node", "bun", "deno", "npm", "npx", "python", "pypy", "uv", "ruby"];
/// As many ancestors as are looked at; a real tree has a dozen.
const ANCESTORS_MAX: usize = 64;
/// As many sessions as are looked at, the ones seen last. Nobody runs more agents at a time.
const SESSIONS_MAX: usize = 1000;
/// The session of `herma run` is a person's own terminal.
const A_PERSONS: &str = "run";

/// `Err` if an agent runs this: one that is known by its name or its marks, or any that has asked in this store.
pub fn may_answer(store: &dyn Store) -> Result<(), String> {
    let above = processes_above(std::os::unix::process::parent_id());
    let named = above.iter().find_map(|pid| agent_named(*pid)).or_else(|| marked(own_mark));
    refused(named.or(session_above(store, &above)?))
}

/// The same about another process, as far as it can be seen from here.
pub fn may_process_answer(store: &dyn Store, pid: u32) -> Result<(), String> {
    let above = parent_of(pid).map(processes_above).unwrap_or_default();
    let named = above.iter().find_map(|pid| agent_named(*pid));
    refused(named.or(session_above(store, &above)?))
}

fn refused(agent: Option<String>) -> Result<(), String> {
    match agent {
        Some(agent) => Err(format!("`{agent}` runs this: an agent may not answer for the person")),
        None => Ok(()),
    }
}

/// The same, for whoever has not opened the store.
pub fn may_change(paths: &Paths) -> Result<(), String> {
    let keeper = ApprovalService::open(paths).map_err(|e| e.to_string())?;
    may_answer(keeper.gate.store())
}

/// The agent that has made the terminal we stand at, if one has: what is typed there is typed by it (T29). At a person's own
/// terminal the session leader stands above the agent, or is it.
pub fn terminal_of_agent() -> Option<String> {
    let leader = terminal_session().host.pid;
    let environment = fs::read(format!("/proc/{leader}/environ")).unwrap_or_default();
    let has = |name: &str| {
        let mut variables = environment.split(|b| *b == 0).filter_map(|v| v.strip_prefix(name.as_bytes()));
        variables.any(|rest| rest.len() > 1 && rest.starts_with(b"="))
    };
    let above = parent_of(leader).map(processes_above).unwrap_or_default();
    above.iter().find_map(|pid| agent_named(*pid)).or_else(|| marked(has)).or_else(|| marked(own_mark))
}

fn own_mark(name: &str) -> bool {
    std::env::var_os(name).is_some_and(|value| !value.is_empty())
}

fn marked(has: impl Fn(&str) -> bool) -> Option<String> {
    hosts().find(|host| host.mark.is_some_and(&has)).map(|host| host.program.to_owned())
}

/// The agent of a session whose host stands above us, whatever it is called.
fn session_above(store: &dyn Store, above: &[u32]) -> Result<Option<String>, String> {
    let hosts: Vec<Host> = above
        .iter()
        .filter(|pid| !carries_everybody(**pid))
        .filter_map(|pid| Some(Host { pid: *pid, started: stat(&pid.to_string(), 22)? }))
        .collect();
    let sessions = store.sessions(SESSIONS_MAX).map_err(|e| e.to_string())?;
    let host = sessions.into_iter().find(|one| one.agent != A_PERSONS && hosts.contains(&one.host));
    Ok(host.map(|session| session.agent))
}

/// Everybody's parent: a hook whose agent has died is its child, and so is the person's own shell.
fn carries_everybody(pid: u32) -> bool {
    // Tests are the agent and the person in one process.
    #[cfg(debug_assertions)]
    if fs::read_link(format!("/proc/{pid}/exe"))
        .is_ok_and(|exe| exe.parent().is_some_and(|p| p.ends_with("deps")))
    {
        return true;
    }
    let name = fs::read_to_string(format!("/proc/{pid}/comm")).unwrap_or_default();
    pid <= 1 || matches!(name.trim(), "systemd" | "init" | "launchd")
}

/// This process and those above it.
fn processes_above(pid: u32) -> Vec<u32> {
    std::iter::successors(Some(pid), |pid| parent_of(*pid)).take(ANCESTORS_MAX).collect()
}

/// The agent that a process is, by its name or by any word of its command line: interpreters and launchers take options
/// before the program.
fn agent_named(pid: u32) -> Option<String> {
    let name = fs::read_to_string(format!("/proc/{pid}/comm")).unwrap_or_default();
    let line = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
    let words: Vec<_> = line.split(|b| *b == 0).map(String::from_utf8_lossy).collect();
    let (program, rest) = words.split_first()?;
    let interprets = INTERPRETERS.iter().any(|one| name.starts_with(one));
    let folder = fs::read_link(format!("/proc/{pid}/cwd")).unwrap_or_default();
    // An editor that was opened on a folder of that name is no agent.
    let is_only_opened = |word: &str| !interprets && folder.join(word).is_dir();
    let rest = rest.iter().filter(|word| !is_only_opened(word));
    agent_in(name.trim())
        .or_else(|| agent_in(program))
        .or_else(|| rest.into_iter().find_map(|word| agent_in(word)))
}

fn agent_in(word: &str) -> Option<String> {
    let path = Path::new(word);
    let name = path.file_name()?.to_str()?.trim_end_matches(".js");
    if hosts().any(|host| host.program == name) {
        return Some(name.to_owned());
    }
    let mut parts = path.iter().filter_map(|part| part.to_str());
    let host = parts.find_map(|part| hosts().find(|host| host.packages.contains(&part)));
    host.map(|host| host.program.to_owned())
}

fn parent_of(pid: u32) -> Option<u32> {
    let parent = stat(&pid.to_string(), 4)?;
    u32::try_from(parent).ok().filter(|parent| *parent > 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn t29_an_agent_is_known_by_any_word_of_its_command_line() {
        for (word, agent) in [
            ("claude", Some("claude")),
            ("/usr/lib/node_modules/@anthropic-ai/claude-code/cli.js", Some("claude")),
            ("/opt/bin/gemini.js", Some("gemini")),
            ("/home/ada/.local/bin/cursor-agent", Some("cursor-agent")),
            ("/usr/local/bin/openclaw", Some("openclaw")),
            ("openclaw.js", Some("openclaw")),
            ("/opt/cursor/cursor", None),
            ("/usr/bin/node", None),
            ("--max-old-space-size=4096", None),
            ("notes-about-claude.txt", None),
            ("", None),
        ] {
            assert_eq!(agent_in(word).as_deref(), agent, "{word}");
        }
    }
}
