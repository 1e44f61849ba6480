//! A process that cannot be taken for another: its number, and when it was started.

use rustix::process::{Pid, Signal};
use serde_json::{Value, json};
use std::fs;
use std::io;
use std::time::{Duration, Instant};

/// Numbers are used again; a number and its start are not, until the machine starts anew.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Process {
    pub pid: u32,
    /// Field 22 of `/proc/PID/stat`.
    pub started: u64,
}

/// The shortest time between two looks at a process that ends.
const LOOK: Duration = Duration::from_millis(10);

impl Process {
    /// `None` if there is no such process, or nobody says when it was started.
    pub fn running(pid: u32) -> Option<Process> {
        let stat = Stat::of(pid)?;
        // A zombie has ended: it holds nothing any more.
        (!stat.ended).then_some(Process { pid, started: stat.started })
    }

    pub fn current() -> Process {
        let pid = std::process::id();
        Process::running(pid).unwrap_or(Process { pid, started: 0 })
    }

    pub fn parent() -> Option<Process> {
        Process::running(std::os::unix::process::parent_id())
    }

    pub fn is_alive(self) -> bool {
        Process::running(self.pid) == Some(self)
    }

    /// Whose it is.
    pub fn uid(self) -> Option<u32> {
        use std::os::unix::fs::MetadataExt;
        let uid = fs::metadata(format!("/proc/{}", self.pid)).ok()?.uid();
        self.is_alive().then_some(uid)
    }

    pub(crate) fn raw(self) -> Option<Pid> {
        i32::try_from(self.pid).ok().and_then(Pid::from_raw)
    }

    /// A handle that stays with this process, and never comes to mean another.
    #[cfg(target_os = "linux")]
    pub fn open(self) -> io::Result<rustix::fd::OwnedFd> {
        let gone = || io::Error::from(io::ErrorKind::NotFound);
        let handle =
            rustix::process::pidfd_open(self.raw().ok_or_else(gone)?, rustix::process::PidfdFlags::empty())?;
        // Looked at after it was opened: the handle is of whoever has this number now.
        if self.is_alive() { Ok(handle) } else { Err(gone()) }
    }

    /// Ends it: TERM, then KILL, to this very process of this very user. Gives whether it has ended.
    #[cfg(target_os = "linux")]
    pub fn end(self, uid: u32, grace: Duration) -> io::Result<bool> {
        let handle = match self.open() {
            Ok(handle) => handle,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(true),
            Err(error) => return Err(error),
        };
        if self.uid() != Some(uid) {
            return Err(io::Error::new(
                io::ErrorKind::PermissionDenied,
                "the process belongs to another user",
            ));
        }
        for signal in [Signal::TERM, Signal::KILL] {
            match rustix::process::pidfd_send_signal(&handle, signal) {
                Err(rustix::io::Errno::SRCH) => return Ok(true),
                Err(error) => return Err(error.into()),
                Ok(()) => {}
            }
            if ended_within(&handle, grace) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    #[cfg(not(target_os = "linux"))]
    pub fn end(self, _: u32, _: Duration) -> io::Result<bool> {
        Err(io::Error::new(io::ErrorKind::Unsupported, "only Linux tells one process from another safely"))
    }

    pub(crate) fn to_json(self) -> Value {
        json!({ "pid": self.pid, "started": self.started })
    }

    pub(crate) fn from_json(value: &Value) -> Option<Process> {
        let pid = u32::try_from(value.get("pid")?.as_u64()?).ok()?;
        Some(Process { pid, started: value.get("started")?.as_u64()? })
    }
}

/// Waits for the end of a process.
#[cfg(target_os = "linux")]
pub fn wait_for_end(handle: &rustix::fd::OwnedFd) {
    while !ended_within(handle, Duration::from_secs(3600)) {}
}

/// Waits for the end of a process, at most so long.
#[cfg(target_os = "linux")]
pub(crate) fn ended_within(handle: &rustix::fd::OwnedFd, time: Duration) -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let until = Instant::now() + time;
    loop {
        let left = until.saturating_duration_since(Instant::now());
        let wait = Timespec::try_from(left).unwrap_or(Timespec { tv_sec: 0, tv_nsec: 0 });
        let mut watched = [PollFd::new(handle, PollFlags::IN)];
        match poll(&mut watched, Some(&wait)) {
            Ok(0) if left.is_zero() => return false,
            Ok(0) => {}
            Ok(_) => return true,
            Err(rustix::io::Errno::INTR) => {}
            Err(_) => std::thread::sleep(LOOK.min(left)),
        }
    }
}

/// What `/proc/PID/stat` says, as far as we need it.
struct Stat {
    parent: u32,
    started: u64,
    ended: bool,
}

impl Stat {
    fn of(pid: u32) -> Option<Stat> {
        let stat = fs::read(format!("/proc/{pid}/stat")).ok()?;
        let stat = String::from_utf8_lossy(&stat);
        // `pid (name) state ppid …`: the name may hold spaces and brackets, so look from the right.
        let mut fields = stat.rsplit_once(')')?.1.split_whitespace();
        let ended = matches!(fields.next()?, "Z" | "X");
        let parent = fields.next()?.parse().ok()?;
        // Fields 1 to 4 are behind us, the start is field 22.
        Some(Stat { parent, started: fields.nth(17)?.parse().ok()?, ended })
    }
}

/// Everything that runs, by number.
pub(crate) fn all() -> Vec<u32> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect()
}

/// The living children of a process.
pub(crate) fn children(parent: u32) -> Vec<Process> {
    let child = |pid: u32| {
        let stat = Stat::of(pid)?;
        (stat.parent == parent && !stat.ended).then_some(Process { pid, started: stat.started })
    };
    all().into_iter().filter_map(child).collect()
}

/// Which start of the machine this is: after another one, no number means what it did.
pub(crate) fn boot_id() -> String {
    fs::read_to_string("/proc/sys/kernel/random/boot_id").unwrap_or_default().trim().to_owned()
}
