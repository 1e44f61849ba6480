//! What a scenario can do with a surface, and what every surface shares: a home, a workspace, a person who answers.

use super::level1;
use crate::support::fleet::Fleet;
use crate::support::held::{Held, now};
use crate::support::{PATIENCE, Scratch};
use herma_gate::{Gate, Person, Reply, Settings};
use herma_store::{Request, Scope, SqliteStore, State, Store};
use serde_json::{Value, json};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// The word in a call that an edit replaces, and its replacement.
pub const FIRST: &str = "first";
pub const EDITED: &str = "edited";

/// The account of a second approver, and the policy that names them.
pub const ADA: &str = "telegram:111";
pub const ADA_IN_POLICY: &str = "[[approver]]\nname = \"ada\"\naccounts = [\"telegram:111\"]\n";

/// What became of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    Ran,
    /// The caller was told to come back with this ticket.
    Waiting {
        ticket: String,
    },
    Denied {
        reason: String,
    },
}

/// A call, by what it amounts to. Each surface has its own words for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Call {
    /// Class read-only: runs even where nothing can be recorded.
    ReadOnly,
    /// Runs unasked, and changes something where the surface has such a call.
    Low,
    /// Tier medium. Harmless when it runs.
    Asked,
    /// The same call as a person edits it.
    AskedEdited,
    /// Tier critical. Never approved, never run.
    Critical,
    Hardline,
    /// This shell command, in the tool or the words of the surface.
    Shell(String),
}

/// A call that a person may answer while it is under way.
pub struct InFlight(Receiver<std::thread::Result<Outcome>>);

/// How long the end of a call is awaited before the store is looked at again.
const LOOK: Duration = Duration::from_millis(20);

impl InFlight {
    pub fn begin(call: impl FnOnce() -> Outcome + Send + 'static) -> InFlight {
        let (tell, end) = channel();
        std::thread::spawn(move || tell.send(catch_unwind(AssertUnwindSafe(call))));
        InFlight(end)
    }

    /// The end of the call; a panic in there is one of the test.
    pub fn finish(self) -> Outcome {
        self.within(PATIENCE).expect("the call comes to an end")
    }

    fn within(&self, time: Duration) -> Option<Outcome> {
        match self.0.recv_timeout(time) {
            Ok(end) => Some(end.unwrap_or_else(|why| resume_unwind(why))),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => panic!("the call has no end"),
        }
    }
}

/// How a surface is opened.
#[derive(Default)]
pub struct Setup<'a> {
    /// The policy file, the first that Herma finds.
    pub policy: &'a str,
    /// Further files in Herma's home.
    pub files: &'a [(&'a str, &'a str)],
    /// Where the surface and not the caller says how long a call is held: no longer than it must be.
    pub impatient: bool,
    /// Herma's home is on a disk of its own, of a few megabytes. Only within [`in_namespace`](crate::support::gateway::in_namespace).
    pub small_disk: bool,
}

/// Opens one surface, each time in a home of its own.
pub struct Opener {
    pub name: &'static str,
    pub open: fn(&str, &Setup) -> Box<dyn Surface>,
}

impl Opener {
    pub fn surface(&self, policy: &str) -> Box<dyn Surface> {
        self.surface_with(policy, &[])
    }

    pub fn surface_with(&self, policy: &str, files: &[(&str, &str)]) -> Box<dyn Surface> {
        self.set_up(policy, Setup { files, ..Setup::default() })
    }

    /// For scenarios with tickets.
    pub fn impatient(&self, policy: &str) -> Box<dyn Surface> {
        self.set_up(policy, Setup { impatient: true, ..Setup::default() })
    }

    pub fn on_small_disk(&self, policy: &str) -> Box<dyn Surface> {
        self.set_up(policy, Setup { small_disk: true, ..Setup::default() })
    }

    fn set_up(&self, policy: &str, setup: Setup) -> Box<dyn Surface> {
        (self.open)(self.name, &Setup { policy: &format!("version = 1\n{policy}"), ..setup })
    }
}

/// One way into Herma.
pub trait Surface {
    fn room(&self) -> &Room;

    /// Sends a call, waits for a person as long as the surface does, and runs the call if that is up to the caller.
    fn start(&self, call: &Call) -> InFlight;

    /// Sends a call and waits for nobody: what is asked about ends as [`Outcome::Waiting`].
    fn send(&self, call: &Call) -> Outcome;

    /// Comes back with a ticket.
    fn resume(&self, call: &Call, ticket: &str) -> Outcome;

    /// A person in the conversation says this, and then the agent makes a call. The card that the person is given, before the
    /// call waits for anybody.
    fn card_for(&self, said: &str, call: &Call) -> Option<String>;

    /// Lets the agent read what a stranger wrote. `false`: results do not pass this surface.
    fn reads_page(&self, text: &str) -> bool;

    /// The same surface, started by a program of this name.
    fn under(&self, program: &str, call: &Call) -> Outcome;
}

/// A throw-away user with a workspace, and Herma's home.
pub struct Room {
    /// A fleet of one home, whose CA only A2A makes.
    pub fleet: Fleet,
    /// Level 1: where the service listens, for agents and for people.
    pub socket: Option<PathBuf>,
    /// The process that the agent runs in.
    pub agent: u32,
    /// Whether the home is a disk of its own.
    small_disk: bool,
}

impl Room {
    pub fn new(setup: &Setup) -> Room {
        let room = Room {
            fleet: Fleet { held: Held::at(Scratch::beside_the_build()) },
            socket: None,
            agent: std::process::id(),
            small_disk: setup.small_disk,
        };
        let scratch = &room.held().scratch;
        if setup.small_disk {
            std::fs::create_dir_all(room.held().home()).unwrap();
            let mut mount = Command::new("mount");
            mount.args(["-t", "tmpfs", "-o", "size=16m", "tmpfs"]).arg(room.held().home());
            assert!(mount.status().unwrap().success());
        }
        scratch.write("h/policy.toml", setup.policy);
        for (name, text) in setup.files {
            scratch.write(&format!("h/{name}"), text);
        }
        // A whole repository, or git would look for another further up.
        scratch.write("work/.git/HEAD", "ref: refs/heads/main\n");
        std::fs::create_dir_all(scratch.path().join("work/.git/objects")).unwrap();
        std::fs::create_dir_all(scratch.path().join("work/.git/refs")).unwrap();
        scratch.write("work/note.txt", "a note\n");
        scratch.write("photos/cat.jpg", "cat");
        private(&room.held().home());
        room
    }

    pub fn held(&self) -> &Held {
        &self.fleet.held
    }

    pub fn work(&self) -> PathBuf {
        self.held().scratch.path().join("work")
    }

    /// Which calls really ran: one line each.
    pub fn ran(&self) -> Vec<String> {
        let text = std::fs::read_to_string(self.work().join("ran")).unwrap_or_default();
        text.lines().filter(|line| !line.trim().is_empty()).map(str::to_owned).collect()
    }

    /// Replaces the policy, and puts it in force.
    pub fn set_policy(&self, policy: &str) {
        let new = self.held().home().join(".policy.new");
        let approver = if self.socket.is_some() { level1::APPROVER } else { "" };
        std::fs::write(&new, format!("version = 1\n{policy}{approver}")).unwrap();
        std::fs::rename(new, self.held().home().join("policy.toml")).unwrap();
        crate::support::policy::apply_as(self.held().owner, &self.held().home());
    }

    /// The newest request, as soon as there are more calls than before.
    pub fn wait_for_request(&self, before: usize) -> Request {
        self.held().wait_for_calls(before + 1)
    }

    /// How many calls were asked about.
    pub fn asked(&self) -> usize {
        match self.held().home().join("herma.db").is_file() {
            true => self.held().requests().iter().map(|one| 1 + one.merged as usize).sum(),
            false => 0,
        }
    }

    /// The gate as the policy of the scenario has it: the user of this machine, and perhaps Ada.
    fn gate(&self) -> (Gate<SqliteStore>, String) {
        let (gate, account) = self.held().gate();
        let mut settings: Settings = gate.settings().clone();
        settings.people.push(Person { name: "ada".to_owned(), accounts: vec![ADA.to_owned()] });
        for level in [&mut settings.medium, &mut settings.high, &mut settings.critical] {
            level.people.push("ada".to_owned());
        }
        (Gate::new(self.held().store(), settings), account)
    }

    /// An approval by this account, without a terminal.
    pub fn answer_as(&self, account: &str, ticket: &str, scope: Scope) -> Result<State, String> {
        let (gate, _) = self.gate();
        let request = self.request(ticket);
        let yes = Reply::approve(account, scope, &request).with_digits(&request.digits);
        let answered = gate.answer(ticket, &yes, now()).map_err(|e| e.to_string())?;
        Ok(answered.request.state)
    }

    /// An approval by the user of this machine; at level 1 by whom the kernel names at the socket.
    pub fn approve(&self, ticket: &str, scope: Scope) -> Result<State, String> {
        match &self.socket {
            Some(socket) => self.approve_at(socket, ticket, scope),
            None => self.answer_as(&self.gate().1, ticket, scope),
        }
    }

    fn approve_at(&self, socket: &Path, ticket: &str, scope: Scope) -> Result<State, String> {
        let shown = level1::speak(socket, &json!({"op": "request", "id": ticket}))?["request"].take();
        let yes = json!({"op": "answer", "id": ticket, "answer": "approve", "scope": scope.as_str(),
            "seen": shown["digest"], "digits": shown["digits"]});
        level1::speak(socket, &yes)?;
        Ok(self.request(ticket).state)
    }

    /// The same person says no.
    pub fn deny(&self, ticket: &str, reason: &str) {
        match &self.socket {
            Some(socket) => {
                let no = json!({"op": "answer", "id": ticket, "answer": "deny", "reason": reason});
                level1::speak(socket, &no).unwrap();
            }
            None => self.held().deny(ticket, reason),
        }
    }

    /// The same person edits a call ([`FIRST`] to [`EDITED`]), and says yes to that.
    pub fn approve_edited(&self, ticket: &str) {
        match &self.socket {
            Some(socket) => {
                let command = self.request(ticket).document.command.replace(FIRST, EDITED);
                let edit = json!({"op": "edit", "id": ticket, "command": command});
                let edited = level1::speak(socket, &edit).unwrap();
                let ticket = edited["request"]["ticket"].as_str().unwrap();
                assert_eq!(self.approve_at(socket, ticket, Scope::Once), Ok(State::Approved));
            }
            None => self.held().approve_edited(ticket, &format!("s/{FIRST}/{EDITED}/g")),
        }
    }

    pub fn request(&self, ticket: &str) -> Request {
        self.held().store().request(ticket).unwrap()
    }

    /// Every trace, the newest first.
    pub fn traces(&self) -> Vec<Value> {
        let said = self.held().herma(&["trace", "list", "--json"]);
        assert_eq!(said.code(), Some(0), "{said:?}");
        serde_json::from_str(&said.stdout).unwrap()
    }

    /// Somebody changes the database behind Herma's back.
    pub fn tamper(&self, sql: &str) {
        let file = rusqlite::Connection::open(self.held().home().join("herma.db")).unwrap();
        file.busy_timeout(PATIENCE).unwrap();
        file.execute_batch(sql).unwrap();
    }
}

fn private(home: &Path) {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(home, PermissionsExt::from_mode(0o700)).unwrap();
    std::fs::set_permissions(home.join("policy.toml"), PermissionsExt::from_mode(0o600)).unwrap();
}

impl Drop for Room {
    fn drop(&mut self) {
        if self.small_disk {
            let _ = Command::new("umount").arg("--lazy").arg(self.held().home()).status();
        }
    }
}

/// What a call meets when nobody is there to answer.
#[derive(Debug)]
pub enum Met {
    Ran,
    /// A person is asked: this request.
    Asked(Box<Request>),
    Denied(String),
}

impl dyn Surface + '_ {
    pub fn held(&self) -> &Held {
        self.room().held()
    }

    /// Sends a call, and looks what it meets. A question is withdrawn by a denial.
    pub fn meets(&self, call: &Call) -> Met {
        match self.until_asked(call) {
            Ok((under_way, request)) => {
                let (gate, account) = self.held().gate();
                let no = Reply::deny(&account, Some("only looking"));
                let _ = gate.answer(&request.ticket, &no, now());
                match under_way.finish() {
                    Outcome::Ran => Met::Ran,
                    Outcome::Waiting { .. } | Outcome::Denied { .. } => Met::Asked(Box::new(request)),
                }
            }
            Err(Outcome::Ran) => Met::Ran,
            Err(Outcome::Denied { reason }) => Met::Denied(reason),
            Err(Outcome::Waiting { ticket }) => panic!("it waits as {ticket}, and no request is on record"),
        }
    }

    /// Sends a call that has to be asked about; the request, while the call is under way.
    #[track_caller]
    pub fn asks(&self, call: &Call) -> (InFlight, Request) {
        self.until_asked(call).unwrap_or_else(|end| panic!("nobody was asked: {end:?}"))
    }

    fn until_asked(&self, call: &Call) -> Result<(InFlight, Request), Outcome> {
        let before = self.room().asked();
        let (under_way, deadline) = (self.start(call), Instant::now() + PATIENCE);
        loop {
            let end = under_way.within(LOOK);
            if self.room().asked() > before {
                let request = self.held().requests().remove(0);
                return Ok((end.map_or(under_way, |end| InFlight::begin(move || end)), request));
            }
            if let Some(end) = end {
                return Err(end);
            }
            assert!(Instant::now() < deadline, "neither an end nor a question");
        }
    }

    /// Sends a call that has to be asked about, and is told to come back: the ticket.
    #[track_caller]
    pub fn ticket(&self, call: &Call) -> String {
        match self.send(call) {
            Outcome::Waiting { ticket } => ticket,
            other => panic!("not told to wait: {other:?}"),
        }
    }
}

impl Outcome {
    #[track_caller]
    pub fn denied(&self) -> &str {
        match self {
            Outcome::Denied { reason } => reason,
            other => panic!("not denied: {other:?}"),
        }
    }
}

/// The ticket in the words of a surface.
pub fn ticket_in(text: &str) -> Option<String> {
    let (_, after) = text.split_once("pending approval ")?;
    let ticket: String = after.chars().take_while(char::is_ascii_alphanumeric).collect();
    (!ticket.is_empty()).then_some(ticket)
}

/// The call as a shell command.
pub fn as_shell(call: &Call) -> String {
    let asked = |mark: &str| format!("echo {mark} >> ran; git push no-such-remote main || true");
    match call {
        Call::ReadOnly => "cat note.txt".to_owned(),
        Call::Low => "echo low >> ran".to_owned(),
        Call::Asked => asked(FIRST),
        Call::AskedEdited => asked(EDITED),
        Call::Critical => "rm -rf ../photos".to_owned(),
        Call::Hardline => "rm -rf /".to_owned(),
        Call::Shell(text) => text.clone(),
    }
}

/// Runs an allowed command, as an agent of this user does. Never what must not happen.
pub fn run_as_agent(user: Option<u32>, work: &Path, command: &str) {
    assert!(!command.contains("rm -rf") && !command.contains("kill "), "`{command}` was allowed");
    let mut shell = crate::support::command_as(user, "sh", work.parent().unwrap());
    shell.args(["-c", command]).current_dir(work);
    crate::support::run(&mut shell, b"");
}
