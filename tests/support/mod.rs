//! What the end-to-end tests share: a throw-away folder, and the binary run in a world that is set in full.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test says no by panicking")]
#![allow(missing_debug_implementations, reason = "nobody prints a scripted service")]
#![allow(clippy::new_without_default, clippy::should_implement_trait, reason = "for tests, not a library")]

pub mod agents;
pub mod browser;
pub mod chat_server;
pub mod fleet;
pub mod gateway;
pub mod held;
pub mod home;
pub mod http;
pub mod machine;
pub mod mcp;
pub mod model_server;
pub mod past;
pub mod policy;
pub mod pty;
pub mod reviewer;
pub mod sandbox;

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

pub const HERMA: &str = env!("HERMA_BUILT");

/// Longer than anything here may take, even on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// A folder of this test alone, removed when the test is over.
#[derive(Debug)]
pub struct Scratch(PathBuf);

impl Scratch {
    pub fn new() -> Scratch {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!("herma-test-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Scratch(path.canonicalize().unwrap())
    }

    /// The same outside of /tmp: what lies there is scratch, and nobody is asked about it.
    pub fn beside_the_build() -> Scratch {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!("scratch-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let path = Path::new(env!("HERMA_SCRATCH")).join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Scratch(path.canonicalize().unwrap())
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    /// A file below this folder, with everything above it.
    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).unwrap()
    }

    pub fn exists(&self, name: &str) -> bool {
        self.0.join(name).exists()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// What a program said.
#[derive(Debug)]
pub struct Said {
    pub stdout: String,
    pub stderr: String,
    pub status: ExitStatus,
}

impl Said {
    pub fn code(&self) -> Option<i32> {
        self.status.code()
    }
}

/// The binary (or another program), with nothing in its environment but a home and a search path.
pub fn command(program: impl AsRef<std::ffi::OsStr>, home: &Path) -> Command {
    let mut command = Command::new(program);
    command
        .env_clear()
        .env("HOME", home)
        .env("PATH", "/usr/local/bin:/usr/bin:/bin")
        .current_dir(home)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// The same as another user. Only root can.
pub fn command_as(user: Option<u32>, program: impl AsRef<std::ffi::OsStr>, home: &Path) -> Command {
    let Some(user) = user else { return command(program, home) };
    let [setpriv, words @ ..] = as_user(user);
    let mut command = command(setpriv, home);
    command.args(words).arg(program);
    command
}

/// What stands before a command by which root becomes this user.
pub fn as_user(user: u32) -> [std::ffi::OsString; 6] {
    let (uid, gid) = (format!("--reuid={user}"), format!("--regid={user}"));
    ["setpriv", &uid, &gid, "--clear-groups", "--inh-caps=-all", "--"].map(Into::into)
}

/// Runs it with this input to its end. A program that overstays [`PATIENCE`] fails the test.
pub fn run(command: &mut Command, input: &[u8]) -> Said {
    let mut child = command.spawn().unwrap_or_else(|e| panic!("{command:?}: {e}"));
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    // A program may answer before it has read everything; that is its right.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let said = finish(child);
    writer.join().unwrap();
    said
}

/// Waits for a program whose input is somebody else's business.
pub fn finish(mut child: Child) -> Said {
    let mut stdout = child.stdout.take().unwrap();
    let mut stderr = child.stderr.take().unwrap();
    let pid = child.id();
    let (done, finished) = std::sync::mpsc::channel::<()>();
    let watch = std::thread::spawn(move || {
        if finished.recv_timeout(PATIENCE) == Err(std::sync::mpsc::RecvTimeoutError::Timeout) {
            signal(pid, "KILL");
            panic!("process {pid} did not end within {PATIENCE:?}");
        }
    });
    let errors = std::thread::spawn(move || {
        let mut bytes = Vec::new();
        stderr.read_to_end(&mut bytes).map(|_| bytes).unwrap_or_default()
    });
    let mut bytes = Vec::new();
    stdout.read_to_end(&mut bytes).unwrap();
    let status = child.wait().unwrap();
    drop(done);
    watch.join().unwrap();
    Said {
        stdout: String::from_utf8_lossy(&bytes).into_owned(),
        stderr: String::from_utf8_lossy(&errors.join().unwrap()).into_owned(),
        status,
    }
}

/// Who answers here: the user database's name of whoever runs this.
pub fn person() -> String {
    let said = Command::new("id").arg("-un").output().unwrap();
    String::from_utf8(said.stdout).unwrap().trim().to_owned()
}

/// Sends a signal to a process of our own.
pub fn signal(pid: u32, name: &str) {
    let status = Command::new("/bin/kill").args(["-s", name, &pid.to_string()]).status().unwrap();
    assert!(status.success(), "kill -s {name} {pid}");
}

/// Lines that scripts write down for the test, as they come. Whoever writes never waits for a reader.
pub struct Notes {
    path: PathBuf,
    lines: std::io::Lines<std::io::BufReader<std::fs::File>>,
}

impl Notes {
    pub fn at(path: PathBuf) -> Notes {
        assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
        // Both ends are ours: it neither ends nor blocks when somebody comes and goes.
        let pipe = std::fs::OpenOptions::new().read(true).write(true).open(&path).unwrap();
        Notes { path, lines: std::io::BufRead::lines(std::io::BufReader::new(pipe)) }
    }

    pub fn path(&self) -> std::path::Display<'_> {
        self.path.display()
    }

    /// Waits for so many more.
    pub fn next(&mut self, count: usize) -> Vec<String> {
        self.lines.by_ref().take(count).map(Result::unwrap).collect()
    }
}

/// Processes whose end can be awaited.
#[cfg(target_os = "linux")]
pub struct Ends(Vec<std::os::fd::OwnedFd>);

#[cfg(target_os = "linux")]
impl Ends {
    /// Of those that still run.
    pub fn of(pids: &[u32]) -> Ends {
        let open = |pid: &u32| herma_mcp::process::Process::running(*pid)?.open().ok();
        Ends(pids.iter().filter_map(open).collect())
    }

    #[track_caller]
    pub fn within(self, time: Duration, what: &str) {
        let (tell, told) = std::sync::mpsc::channel();
        std::thread::spawn(move || {
            self.0.iter().for_each(herma_mcp::process::wait_for_end);
            let _ = tell.send(());
        });
        assert!(told.recv_timeout(time).is_ok(), "{what}: not within {time:?}");
    }
}
