//! A throw-away user with a checkout, a home of Herma, and something to lose.

use super::pty::{Place, Terminal};
use super::{HERMA, Said, finish};
use serde_json::Value;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// A home of one test alone, outside of /tmp: what lies there is scratch, and nobody is asked about it.
pub struct Home(pub PathBuf);

impl Home {
    pub fn new() -> Home {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!("home-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let home = PathBuf::from(env!("HERMA_SCRATCH")).join(name).join("user");
        fs::create_dir_all(home.join("photos")).unwrap();
        // A checkout of its own: the one that this test is built in has its target folder for build output.
        // A whole one, or git would look for another further up.
        fs::create_dir_all(home.join(".git/objects")).unwrap();
        fs::create_dir_all(home.join(".git/refs")).unwrap();
        fs::write(home.join(".git/HEAD"), "ref: refs/heads/main\n").unwrap();
        fs::write(home.join("photos/cat.jpg"), "cat").unwrap();
        Home(home.canonicalize().unwrap())
    }

    pub fn photos(&self) -> String {
        self.0.join("photos").display().to_string()
    }

    pub fn herma_home(&self) -> String {
        self.0.join("herma-home").display().to_string()
    }

    /// `herma ARGS…` without a terminal.
    pub fn herma(&self, args: &[&str]) -> Said {
        let mut command = Command::new(HERMA);
        let (name, rest) = args.split_first().unwrap();
        command.arg(name).args(["--home", &self.herma_home()]).args(rest);
        command.env_clear().env("HOME", &self.0).env("PATH", "/usr/local/bin:/usr/bin:/bin");
        command.current_dir(&self.0).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        finish(command.spawn().unwrap())
    }

    /// `herma ARGS…` at a terminal of this size, as it is started.
    pub fn start(&self, size: (u16, u16), args: &[&str], environment: &[(&str, &str)]) -> Terminal {
        let mut terminal = Terminal::new(size.0, size.1);
        terminal.folder = Some(self.0.clone());
        let (home, herma_home) = (self.0.display().to_string(), self.herma_home());
        let (name, rest) = args.split_first().unwrap();
        let mut words = vec![*name, "--home", &herma_home];
        words.extend(rest);
        let mut all = vec![("HOME", home.as_str())];
        all.extend(environment);
        terminal.start(Place::AtTerminal, &words, &all);
        terminal
    }

    /// `herma run` at a terminal, up to the drawn prompt.
    pub fn run(&self, command: &str) -> Terminal {
        let mut terminal = self.start((100, 30), &["run", command], &[]);
        terminal.wait_for("r denies with a reason");
        terminal
    }

    /// All requests, the newest first.
    pub fn listed(&self) -> Vec<Value> {
        let said = self.herma(&["list", "--all", "--json"]);
        serde_json::from_str(&said.stdout).unwrap_or_else(|e| panic!("{e}: {said:?}"))
    }

    pub fn states(&self) -> Vec<String> {
        self.listed().iter().map(|r| r["state"].as_str().unwrap().to_owned()).collect()
    }

    /// The ticket of the newest request.
    pub fn ticket(&self) -> String {
        self.listed()[0]["ticket"].as_str().unwrap().to_owned()
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(self.0.parent().unwrap());
    }
}

/// The digits of the attention check, as a person reads them.
pub fn digits(terminal: &Terminal) -> String {
    let text = terminal.text();
    let (_, after) =
        text.split_once("digits to approve it: ").unwrap_or_else(|| panic!("no digits:\n{text}"));
    after.chars().take(2).collect()
}

/// Says yes with this number, and types the digits.
pub fn approve(terminal: &mut Terminal, number: &str) {
    let digits = digits(terminal);
    terminal.press(number);
    terminal.wait_for("type the two digits");
    terminal.press(&format!("{digits}\r"));
}
