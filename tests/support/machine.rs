//! A machine of one's own: the real one, with an /etc, /home, /run and /var/lib that are thrown away, in which a test is root and
//! makes real users. Nothing outside is written.

use super::{HERMA, PATIENCE, Said, Scratch, finish, run};
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Instant;

/// The program as setup installs it.
pub const INSTALLED: &str = "/usr/local/lib/herma/herma";
const PATH: &str = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/// Two users who are on no real machine.
pub const AGENT: &str = "herma-test-agent";
pub const PERSON: &str = "herma-test-person";

#[derive(Debug)]
pub struct Machine {
    pub scratch: Scratch,
    /// Holds the mounts.
    holder: Child,
    service: Option<Child>,
}

impl Machine {
    /// Needs root, and a kernel that lets it mount; `cargo xtask test` says so beforehand.
    pub fn new() -> Machine {
        Machine::with(&[])
    }

    /// The same, with folders of the real one at other places: an agent's package.
    pub fn with(binds: &[(&Path, &str)]) -> Machine {
        let binds: String = binds
            .iter()
            .map(|(from, to)| format!("mkdir -p {to}; mount --bind -o ro {} {to}; ", from.display()))
            .collect();
        let scratch = Scratch::new();
        fs::set_permissions(scratch.path(), std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
        let script = format!(
            "set -eu; cp -a /etc {0}/etc; mount --bind {0}/etc /etc; \
             for one in /home /run /var/lib /usr/local/lib /opt; do mkdir -p $one; mount -t tmpfs -o mode=755 tmpfs $one; done; \
             rm -rf /etc/herma /etc/claude-code /etc/codex; {binds}\
             for user in {AGENT} {PERSON}; do useradd --create-home --shell /bin/bash $user; done; \
             echo ready; exec sleep 3600",
            scratch.path().display()
        );
        let mut command = Command::new("unshare");
        command.args(["--mount", "--propagation", "private", "sh", "-c", &script]);
        command.env_clear().env("PATH", PATH).stdin(Stdio::null()).stdout(Stdio::piped());
        let mut holder = command.spawn().unwrap_or_else(|e| panic!("`unshare` (util-linux): {e}"));
        let mut line = String::new();
        BufReader::new(holder.stdout.take().unwrap()).read_line(&mut line).unwrap();
        assert_eq!(line.trim(), "ready", "a test of two users needs root and mounts");
        Machine { scratch, holder, service: None }
    }

    /// A command in there, as root.
    pub fn root(&self, program: &str) -> Command {
        self.inside(&["env", "-i", &format!("PATH={PATH}"), "HOME=/root", program])
    }

    /// The same as somebody else.
    pub fn user(&self, user: &str, program: &str) -> Command {
        let ids = ["-u", "-g"].map(|flag| {
            let mut id = self.root("id");
            String::from_utf8(id.args([flag, user]).output().unwrap().stdout).unwrap().trim().to_owned()
        });
        let (uid, gid) = (format!("--reuid={}", ids[0]), format!("--regid={}", ids[1]));
        let home = format!("HOME=/home/{user}");
        let folder = format!("--chdir=/home/{user}");
        self.inside(&[
            "setpriv",
            &uid,
            &gid,
            "--init-groups",
            "--inh-caps=-all",
            "--",
            "env",
            "-i",
            &folder,
            &format!("PATH={PATH}"),
            &home,
            "TERM=xterm-256color",
            program,
        ])
    }

    fn inside(&self, words: &[&str]) -> Command {
        let mut command = Command::new("nsenter");
        command.arg(format!("--mount=/proc/{}/ns/mnt", self.holder.id())).arg("--").args(words);
        command.env_clear().env("PATH", PATH).current_dir("/");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// A file in there, as root sees it.
    pub fn read(&self, path: &str) -> Option<String> {
        let output = self.root("cat").arg(path).stdin(Stdio::null()).output().unwrap();
        output.status.success().then(|| String::from_utf8(output.stdout).unwrap())
    }

    pub fn write(&self, path: &str, text: &str) {
        let script = format!("mkdir -p \"$(dirname '{path}')\"; cat > '{path}'");
        let said = run(self.root("sh").args(["-c", &script]), text.as_bytes());
        assert_eq!(said.code(), Some(0), "{said:?}");
    }

    /// `herma setup`, by the binary under test.
    pub fn setup(&self, args: &[&str]) -> Said {
        run(self.root(HERMA).arg("setup").args(args), b"")
    }

    /// Level 1 for the one user, answered by the other.
    pub fn level1(&mut self, deadline: &str) {
        let said = self.setup(&[
            "--level",
            "1",
            "--agent-user",
            AGENT,
            "--approver",
            PERSON,
            "--deadline",
            deadline,
            "--yes",
        ]);
        assert_eq!(said.code(), Some(0), "{said:?}");
        self.serve();
    }

    /// Starts the service as root would, and waits until it serves.
    pub fn serve(&mut self) {
        let mut command = self.root(INSTALLED);
        let mut child =
            command.args(["setup", "serve"]).stdin(Stdio::null()).stderr(Stdio::inherit()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        assert!(line.contains("serves level 1"), "{line}");
        self.service = Some(child);
    }

    pub fn service(&self) -> u32 {
        self.service.as_ref().unwrap().id()
    }

    /// What a hook of the agent's user says about this call.
    pub fn hook(&self, call: &serde_json::Value) -> Child {
        // A process of its own is the agent: what it has started may not answer, and this test starts everybody.
        let mut hook = self.user(AGENT, "python3");
        hook.args([
            "-c",
            "import subprocess, sys; sys.exit(subprocess.call(['/etc/herma/hooks/herma-claude-code']))",
        ]);
        let mut child = hook.spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        std::io::Write::write_all(&mut stdin, call.to_string().as_bytes()).unwrap();
        child
    }

    pub fn hooked(&self, call: &serde_json::Value) -> String {
        let said = finish(self.hook(call));
        assert_eq!(said.code(), Some(0), "{said:?}");
        said.stdout
    }

    /// The ticket of the request that waits, once there is one: as the person sees it.
    pub fn ticket(&self) -> String {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let said = run(self.user(PERSON, INSTALLED).args(["list", "--json"]), b"");
            assert_eq!(said.code(), Some(0), "{said:?}");
            let rows: serde_json::Value = serde_json::from_str(&said.stdout).unwrap();
            if let Some(ticket) = rows[0]["ticket"].as_str() {
                return ticket.to_owned();
            }
            assert!(Instant::now() < deadline, "nothing came in");
        }
    }

    /// The words of a command, for a terminal.
    pub fn words(&self, command: &Command) -> Vec<std::ffi::OsString> {
        [command.get_program()].into_iter().chain(command.get_args()).map(ToOwned::to_owned).collect()
    }

    pub fn home(&self, user: &str) -> PathBuf {
        Path::new("/home").join(user)
    }
}

impl Drop for Machine {
    fn drop(&mut self) {
        for child in self.service.iter_mut().chain([&mut self.holder]) {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}
