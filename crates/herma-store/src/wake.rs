//! Waking a waiter in another process: a datagram socket for each waiter, in a folder beside the store.
//!
//! Whoever commits a change sends a byte to those that wait for it. The byte is only a hint: the waiter looks into the
//! store before it believes anything, and looks now and then even if nobody sends one.

use crate::{RequestId, Result};
use std::fs::{self, DirBuilder, File};
use std::io::ErrorKind;
use std::os::unix::fs::DirBuilderExt;
use std::os::unix::net::UnixDatagram;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// If the sender died between its commit and its byte, this is how late we are.
const LOOK_ANYWAY: Duration = Duration::from_secs(1);
/// Where no socket can be had (a path too long for one, a file system without them).
const LOOK_WITHOUT_SOCKET: Duration = Duration::from_millis(50);
/// A socket's address holds 104 bytes on macOS and 108 on Linux, with the final zero.
const ADDRESS_MAX: usize = 103;
/// Waits for changes to any request.
const ANY: &str = "any";

/// The folder of the sockets.
#[derive(Debug)]
pub(crate) struct Wake {
    folder: PathBuf,
}

impl Wake {
    pub(crate) fn beside(store: &Path) -> Self {
        Wake { folder: store.with_file_name("wake") }
    }

    /// Calls `done` until it says so or the time is over.
    pub(crate) fn watch(
        &self,
        id: Option<&RequestId>,
        timeout: Duration,
        done: &mut dyn FnMut() -> Result<bool>,
    ) -> Result<()> {
        let start = Instant::now();
        // Listening comes before looking: a change in between sends its byte to a socket that is there.
        let listener = self.listen(id);
        loop {
            if done()? {
                return Ok(());
            }
            let Some(left) = timeout.checked_sub(start.elapsed()).filter(|left| !left.is_zero()) else {
                return Ok(());
            };
            match &listener {
                Some(listener) => listener.wait(left.min(LOOK_ANYWAY)),
                None => std::thread::sleep(left.min(LOOK_WITHOUT_SOCKET)),
            }
        }
    }

    /// Sends a byte to all that wait for this request. Nothing here can fail a change that is already committed.
    pub(crate) fn wake(&self, ids: &[RequestId]) {
        let (Ok(entries), Ok(socket)) = (fs::read_dir(&self.folder), UnixDatagram::unbound()) else { return };
        if socket.set_nonblocking(true).is_err() {
            return;
        }
        let topics: Vec<&str> = ids.iter().map(topic).collect();
        let folder = Address::of(&self.folder);
        for entry in entries.flatten() {
            let name = entry.file_name();
            let Some(name) = name.to_str() else { continue };
            let theirs = name.split('.').next().unwrap_or_default();
            if theirs != ANY && !topics.contains(&theirs) {
                continue;
            }
            let Some(address) = folder.as_ref().and_then(|folder| folder.join(name)) else { continue };
            // A socket that nobody has open any more: its waiter was killed.
            if socket.send_to(&[1], address).is_err_and(|e| e.kind() == ErrorKind::ConnectionRefused) {
                let _ = fs::remove_file(entry.path());
            }
        }
    }

    fn listen(&self, id: Option<&RequestId>) -> Option<Listener> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let made = DirBuilder::new().mode(0o700).create(&self.folder);
        if made.is_err_and(|e| e.kind() != ErrorKind::AlreadyExists) {
            return None;
        }
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("{}.{}.{count}", id.map_or(ANY, topic), std::process::id());
        let path = self.folder.join(&name);
        // Left behind by an earlier process with our pid.
        let _ = fs::remove_file(&path);
        let socket = UnixDatagram::bind(Address::of(&self.folder)?.join(&name)?).ok()?;
        Some(Listener { socket, path })
    }
}

/// Enough of an id to tell waiters apart; a byte too many costs a look.
fn topic(id: &RequestId) -> &str {
    let text = id.as_str();
    text.get(text.len().saturating_sub(10)..).unwrap_or(text)
}

/// The folder as it can be spelled in a socket's address.
struct Address {
    prefix: PathBuf,
    /// Keeps the short way open.
    _folder: Option<File>,
}

impl Address {
    fn of(folder: &Path) -> Option<Self> {
        // Topic, pid and count.
        const NAME_MAX: usize = 40;
        if folder.as_os_str().len() + NAME_MAX <= ADDRESS_MAX {
            return Some(Address { prefix: folder.to_owned(), _folder: None });
        }
        if cfg!(target_os = "linux") {
            use std::os::fd::AsRawFd;
            let open = File::open(folder).ok()?;
            let prefix = PathBuf::from(format!("/proc/self/fd/{}", open.as_raw_fd()));
            return Some(Address { prefix, _folder: Some(open) });
        }
        None
    }

    fn join(&self, name: &str) -> Option<PathBuf> {
        let address = self.prefix.join(name);
        (address.as_os_str().len() <= ADDRESS_MAX).then_some(address)
    }
}

struct Listener {
    socket: UnixDatagram,
    path: PathBuf,
}

impl Listener {
    fn wait(&self, at_most: Duration) {
        let _ = self.socket.set_read_timeout(Some(at_most.max(Duration::from_millis(1))));
        // One look answers for all bytes that have come.
        if self.socket.recv(&mut [0; 8]).is_ok() && self.socket.set_nonblocking(true).is_ok() {
            while self.socket.recv(&mut [0; 8]).is_ok() {}
            let _ = self.socket.set_nonblocking(false);
        }
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}
