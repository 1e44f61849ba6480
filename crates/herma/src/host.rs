//! The process that an agent runs in: found above us, and watched while we wait.

use crate::terminal_session::stat;
use herma_core::call::Surface;
use herma_store::Host;
use rustix::event::{PollFd, PollFlags, poll};
use std::fs;

/// Nobody nests deeper; a table that is broken must not hold us up.
const ABOVE_MAX: usize = 64;
/// What stands between an agent and its hook without being either: the shells that carry it, and the wrapper's timer.
const CARRIERS: &[&str] =
    &["ash", "bash", "busybox", "coreutils", "dash", "fish", "ksh", "sh", "timeout", "zsh"];
/// The wrapper script goes by its own name.
const WRAPPER: &str = "herma-";

/// What starts programs by the clock.
const CLOCKS: &[&str] = &["cron", "crond", "cronie", "anacron", "fcron", "atd", "supercronic"];

/// Who sits in front, as the process table has it: nobody if a clock has started this, somebody if there is a terminal.
/// What the agent's own way of starting says is known better.
pub fn surface(known: Option<Surface>) -> Surface {
    surface_of("self", known)
}

/// The same of another process.
pub fn surface_of(process: &str, known: Option<Surface>) -> Surface {
    let mut pid = stat(process, 4);
    for _ in 0..ABOVE_MAX {
        let Some(above) = pid.filter(|pid| *pid > 1) else { break };
        // One read for each: every call is traced with its surface.
        let Some((name, parent)) = name_and_parent(above) else { break };
        if CLOCKS.contains(&name.to_ascii_lowercase().as_str()) {
            return Surface::Cron;
        }
        pid = Some(parent);
    }
    let at_terminal = || stat(process, 7).is_some_and(|terminal| terminal != 0);
    known.unwrap_or_else(|| if at_terminal() { Surface::Interactive } else { Surface::Headless })
}

fn name_and_parent(pid: u64) -> Option<(String, u64)> {
    let text = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name may hold anything, blanks and parentheses too.
    let (head, rest) = text.rsplit_once(')')?;
    let (_, name) = head.split_once('(')?;
    Some((name.to_owned(), rest.split_whitespace().nth(1)?.parse().ok()?))
}

/// Those above this process, the nearest first, up to the agent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Above(Vec<Host>);

impl Above {
    /// Looks at the process table. Where there is none to look at, nobody is known.
    pub fn look() -> Above {
        Above::of("self")
    }

    /// The same of another process.
    pub fn of(process: &str) -> Above {
        let mut above = Vec::new();
        let mut pid = stat(process, 4);
        while let Some(process) = pid.and_then(|pid| u32::try_from(pid).ok()).filter(|pid| *pid > 0) {
            let name = process.to_string();
            let Some(started) = stat(&name, 22) else { break };
            above.push(Host { pid: process, started });
            if !carries(&name) || above.len() >= ABOVE_MAX {
                break;
            }
            pid = stat(&name, 4);
        }
        Above(above)
    }

    /// The agent's process. One that is not known is always the same: its session's id is all there is then.
    pub fn agent(&self) -> Host {
        self.0.last().copied().unwrap_or_default()
    }

    /// Whether it has a terminal that somebody could sit at.
    pub fn has_terminal(&self) -> bool {
        stat(&self.agent().pid.to_string(), 7).is_some_and(|terminal| terminal != 0)
    }

    /// Comes back when the agent, or anybody between it and us, has ended, or nobody can read our answer any more.
    pub fn wait_until_gone(&self) {
        let Some(processes) = self.open() else { return };
        let stdout = std::io::stdout();
        let mut watched = vec![PollFd::new(&stdout, PollFlags::empty())];
        watched.extend(processes.iter().map(|process| PollFd::new(process, PollFlags::IN)));
        loop {
            match poll(&mut watched, None) {
                Err(rustix::io::Errno::INTR) => {}
                // Nothing can be watched: then the deadline is all there is.
                Err(_) => loop {
                    std::thread::park();
                },
                Ok(_) => return,
            }
        }
    }

    /// A handle for each that cannot come to mean another process. `None`: one of them has ended.
    #[cfg(target_os = "linux")]
    fn open(&self) -> Option<Vec<rustix::fd::OwnedFd>> {
        use rustix::process::{Pid, PidfdFlags, pidfd_open};
        let mut open = Vec::new();
        for host in &self.0 {
            let pid = i32::try_from(host.pid).ok().and_then(Pid::from_raw)?;
            match pidfd_open(pid, PidfdFlags::empty()) {
                Ok(handle) => open.push(handle),
                Err(rustix::io::Errno::SRCH) => return None,
                // An old kernel, or one that forbids it: one less to watch.
                Err(_) => {}
            }
        }
        (Above::look() == *self).then_some(open)
    }

    #[cfg(not(target_os = "linux"))]
    fn open(&self) -> Option<Vec<rustix::fd::OwnedFd>> {
        Some(Vec::new())
    }
}

fn carries(process: &str) -> bool {
    let name = fs::read_to_string(format!("/proc/{process}/comm")).unwrap_or_default();
    let program = fs::read_link(format!("/proc/{process}/exe")).unwrap_or_default();
    let program = program.file_name().unwrap_or_default().to_string_lossy();
    let known = |name: &str| CARRIERS.contains(&name);
    name.starts_with(WRAPPER) || known(name.trim()) || known(&program)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn who_started_us_is_found_and_stays_the_same() {
        let above = Above::look();
        assert!(above.agent().pid > 0 && above.agent().started > 0, "{above:?}");
        assert_eq!(above, Above::look());
        assert!(above.open().is_some());
        let dead = Above(vec![Host { pid: u32::try_from(i32::MAX).unwrap(), started: 1 }]);
        dead.wait_until_gone();
    }
}
