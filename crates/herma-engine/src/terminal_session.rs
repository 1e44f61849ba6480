//! The session of whoever sits at this terminal: its session leader, and when that was started.

use herma_store::Host;
use std::fs;

pub struct TerminalSession {
    pub id: String,
    pub host: Host,
}

/// The leader of this terminal's session. A number alone is used again; with its start time it is not.
pub fn terminal_session() -> TerminalSession {
    let leader = session_of("self").unwrap_or_else(std::os::unix::process::parent_id);
    let started = stat(&leader.to_string(), 22).unwrap_or(0);
    TerminalSession { id: format!("terminal-{leader}-{started}"), host: Host { pid: leader, started } }
}

fn session_of(process: &str) -> Option<u32> {
    stat(process, 6).and_then(|leader| u32::try_from(leader).ok()).filter(|leader| *leader > 0)
}

/// A field of `/proc/PID/stat`, counted from one as its manual page does.
pub fn stat(process: &str, field: usize) -> Option<u64> {
    let text = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name may hold anything, blanks and parentheses too.
    let (_, rest) = text.rsplit_once(')')?;
    rest.split_whitespace().nth(field.checked_sub(3)?)?.parse().ok()
}
