//! A real pseudo-terminal with the binary in front of it, and a model of what a person would see on its screen.

use super::{HERMA, PATIENCE, Said, as_user, finish};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fd::OwnedFd;
use rustix::fs::{Mode, OFlags};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Termios, Winsize, tcgetattr, tcsetwinsize};
use std::ffi::OsString;
use std::fs::File;
use std::io::{Read, Write};
use std::num::NonZero;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Whether the process has the terminal, and whether its standard input is one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    AtTerminal,
    /// Standard input is not the terminal, which is still there.
    InPipe,
    /// A session without any terminal.
    Nowhere,
}

pub struct Terminal {
    master: Option<File>,
    /// Held until the child is started, or the terminal would be gone before.
    slave: Option<OwnedFd>,
    child: Option<Child>,
    screen: vt100::Parser,
    /// Every byte that was written to the terminal.
    pub raw: Vec<u8>,
    /// Where the process is started; else where the test is.
    pub folder: Option<std::path::PathBuf>,
    /// Who runs it; else whoever runs the test.
    pub user: Option<u32>,
}

impl Terminal {
    pub fn new(columns: u16, rows: u16) -> Terminal {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC).unwrap();
        grantpt(&master).unwrap();
        unlockpt(&master).unwrap();
        let name = ptsname(&master, Vec::new()).unwrap();
        let flags = OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC;
        let slave = rustix::fs::open(name, flags, Mode::empty()).unwrap();
        let master = File::from(master);
        let (shown_rows, shown_columns) = if columns == 0 { (24, 80) } else { (rows, columns) };
        let mut terminal = Terminal {
            master: Some(master),
            slave: Some(slave),
            child: None,
            screen: vt100::Parser::new(some(shown_rows), some(shown_columns), 500),
            raw: Vec::new(),
            folder: None,
            user: None,
        };
        terminal.set_size(columns, rows);
        terminal
    }

    fn set_size(&mut self, columns: u16, rows: u16) {
        let size = Winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
        tcsetwinsize(self.master.as_ref().unwrap(), size).unwrap();
    }

    /// Another size; the kernel tells whoever is in front.
    pub fn resize(&mut self, columns: u16, rows: u16) {
        self.screen.screen_mut().set_size(some(rows), some(columns));
        self.set_size(columns, rows);
    }

    /// Starts `herma ARGS…` as the leader of a session of its own. Output and errors are pipes.
    pub fn start(&mut self, place: Place, args: &[&str], environment: &[(&str, &str)]) {
        let slave = self.slave.take().unwrap();
        let mut command = leader();
        command.args((place != Place::Nowhere).then_some("--ctty"));
        command.args(self.user.into_iter().flat_map(as_user));
        match place {
            Place::AtTerminal => command.arg(HERMA),
            // The terminal is taken through standard input, and then that is something else. It stays open as another
            // file: with nobody at its end, it would hang up.
            Place::InPipe => command.args(["sh", "-c", "exec \"$@\" 3<&0 </dev/null", "sh", HERMA]),
            Place::Nowhere => command.arg(HERMA),
        };
        let stdin = if place == Place::Nowhere { Stdio::null() } else { Stdio::from(slave) };
        command
            .args(args)
            .env_clear()
            .env("HOME", "/nonexistent")
            .env("PATH", "/usr/local/bin:/usr/bin:/bin")
            .env("TERM", "xterm-256color")
            .envs(environment.iter().copied())
            .stdin(stdin)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        if let Some(folder) = &self.folder {
            command.current_dir(folder);
        }
        self.child = Some(command.spawn().unwrap_or_else(|e| panic!("{command:?}: {e}")));
    }

    /// Starts any program as the leader of a session at this terminal, with an environment of its own making.
    pub fn start_words(&mut self, words: &[OsString]) {
        let mut command = leader();
        command.arg("--ctty").args(words).env_clear().env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin");
        command.stdin(self.slave.take().unwrap()).stdout(Stdio::piped()).stderr(Stdio::piped());
        self.child = Some(command.spawn().unwrap_or_else(|e| panic!("{command:?}: {e}")));
    }

    pub fn pid(&self) -> u32 {
        self.child.as_ref().unwrap().id()
    }

    pub fn press(&mut self, keys: &str) {
        self.master.as_mut().unwrap().write_all(keys.as_bytes()).unwrap();
    }

    /// How the terminal is set.
    pub fn modes(&self) -> Termios {
        tcgetattr(self.master.as_ref().unwrap()).unwrap()
    }

    pub fn text(&self) -> String {
        self.screen.screen().contents()
    }

    pub fn cursor_is_hidden(&self) -> bool {
        self.screen.screen().hide_cursor()
    }

    /// What is underlined, row by row.
    pub fn underlined(&self) -> Vec<String> {
        let screen = self.screen.screen();
        let (rows, columns) = screen.size();
        let cell = |row, column| screen.cell(row, column).filter(|cell| cell.underline());
        (0..rows.get())
            .map(|row| {
                (0..columns.get())
                    .filter_map(|c| cell(row, c))
                    .map(|cell| cell.contents())
                    .collect::<String>()
            })
            .filter(|text: &String| !text.is_empty())
            .collect()
    }

    /// Waits until the screen is as wanted, and gives its text.
    #[track_caller]
    pub fn wait_until(&mut self, what: &str, wanted: impl Fn(&str) -> bool) -> String {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let text = self.text();
            if wanted(&text) {
                return text;
            }
            if !self.take(deadline.saturating_duration_since(Instant::now())) {
                panic!("{what} never came; on the screen:\n{text}\nin all: {:?}", self.all());
            }
        }
    }

    #[track_caller]
    pub fn wait_for(&mut self, wanted: &str) -> String {
        self.wait_until(&format!("`{wanted}`"), |text| text.contains(wanted))
    }

    /// Takes what was drawn, when something is. `false`: the terminal is closed, or nothing came in time.
    fn take(&mut self, wait: Duration) -> bool {
        let Some(master) = &mut self.master else { return false };
        let wait = Timespec::try_from(wait).unwrap();
        if poll(&mut [PollFd::new(&*master, PollFlags::IN)], Some(&wait)).unwrap() == 0 {
            return false;
        }
        let mut bytes = [0; 4096];
        // The kernel answers with an error once nobody has the other side open any more.
        let Ok(count) = master.read(&mut bytes) else { return false };
        self.screen.process(&bytes[..count]);
        self.raw.extend_from_slice(&bytes[..count]);
        count > 0
    }

    /// Everything that was written, as text.
    pub fn all(&self) -> String {
        String::from_utf8_lossy(&self.raw).into_owned()
    }

    /// Closes the window.
    pub fn hang_up(&mut self) {
        self.master = None;
    }

    /// Waits for the process to end, and takes the rest of its drawing.
    pub fn finish(&mut self) -> Said {
        let child = self.child.take().unwrap();
        // Beside the drawing: a full terminal would hold the process up.
        let waiter = std::thread::spawn(move || finish(child));
        while self.take(PATIENCE) {}
        waiter.join().unwrap()
    }
}

/// `setsid`, as a terminal would start it: a suite that runs in the background may have been told to ignore the keys that
/// interrupt and quit, and what is ignored stays so in whatever is started.
fn leader() -> Command {
    let mut command = Command::new("env");
    command.args(["--default-signal=INT,QUIT", "setsid"]);
    command
}

fn some(length: u16) -> NonZero<u16> {
    NonZero::new(length).unwrap()
}

impl Drop for Terminal {
    fn drop(&mut self) {
        if let Some(child) = &mut self.child {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}
