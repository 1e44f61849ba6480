//! Level 1: the hook of Claude Code, as one user, in front of the service of another. A third one answers, who is root.
//!
//! The service lies below a root of its own in the scratch folder (`herma setup serve --root`). Who is at the other end of its
//! socket is what the kernel says: no user has to be known to this machine. Needs root, like tests/level1.rs.

use super::hook::Hook;
use super::surface::{Room, Setup, Surface};
use crate::support::{HERMA, PATIENCE, Said, command, command_as};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::ffi::OsString;
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::net::UnixStream;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex};

/// Numbers that no user of a machine has.
const SERVICE: u32 = 54_711;
pub const AGENT: u32 = 54_712;
/// Who answers, as `herma setup --level 1` writes it into the policy of the service.
pub const APPROVER: &str = "\n[[approver]]\nname = \"root\"\nrole = \"admin\"\naccounts = [\"unix:0\"]\n";

/// One process for all calls, as an agent is: it starts each hook, and says what came of it.
const AGENT_PROGRAM: &str = r"
import json, subprocess, sys, threading
lock = threading.Lock()
def call(one):
    ran = subprocess.run(one['words'], input=one['input'], capture_output=True, text=True)
    with lock:
        print(json.dumps([one['number'], ran.returncode, ran.stdout, ran.stderr]), flush=True)
for line in sys.stdin:
    threading.Thread(target=call, args=[json.loads(line)], daemon=True).start()
";

/// The service and an agent of another user. Both end with the test.
pub struct Level1 {
    service: Child,
    agent: Child,
    /// The calls that are under way.
    calls: Arc<Mutex<HashMap<u32, Sender<Said>>>>,
    next: AtomicU32,
}

impl Level1 {
    fn start(room: &Room, root: &Path) -> Level1 {
        let scratch = room.held().scratch.path();
        let mut serve = command(HERMA, scratch);
        serve.args(["setup", "serve", "--root"]).arg(root).stdin(Stdio::null()).stderr(Stdio::inherit());
        let mut service = serve.spawn().unwrap();
        let mut line = String::new();
        BufReader::new(service.stdout.take().unwrap()).read_line(&mut line).unwrap();
        assert!(line.contains("serves level 1"), "{line}");
        let mut agent = command_as(Some(AGENT), "python3", scratch);
        agent.args(["-c", AGENT_PROGRAM]).current_dir(room.work()).stderr(Stdio::inherit());
        let mut agent = agent.spawn().unwrap();
        let calls: Arc<Mutex<HashMap<u32, Sender<Said>>>> = Arc::default();
        let (lines, ended) = (BufReader::new(agent.stdout.take().unwrap()).lines(), Arc::clone(&calls));
        std::thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                let (number, code, stdout, stderr): (u32, i32, String, String) =
                    serde_json::from_str(&line).unwrap();
                let said = Said { stdout, stderr, status: ExitStatus::from_raw(code << 8) };
                let _ = ended.lock().unwrap().remove(&number).unwrap().send(said);
            }
        });
        Level1 { service, agent, calls, next: AtomicU32::new(0) }
    }

    /// Lets the agent start these words; the end of it.
    pub fn begin(&self, words: &[OsString], input: &str) -> impl FnOnce() -> Said + Send + 'static {
        let (tell, said) = channel();
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let words: Vec<&str> = words.iter().map(|word| word.to_str().unwrap()).collect();
        let line = json!({"number": number, "words": words, "input": input});
        self.calls.lock().unwrap().insert(number, tell);
        writeln!(self.agent.stdin.as_ref().unwrap(), "{line}").unwrap();
        move || said.recv_timeout(PATIENCE).expect("the hook ends")
    }
}

impl Drop for Level1 {
    fn drop(&mut self) {
        for child in [&mut self.agent, &mut self.service] {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

pub fn open(setup: &Setup) -> Box<dyn Surface> {
    assert!(rustix::process::geteuid().is_root(), "level 1 is about several users: only root can run this");
    let policy = format!("{}{APPROVER}", setup.policy);
    let mut room = Room::new(&Setup { policy: &policy, ..*setup });
    let scratch = room.held().scratch.path().to_owned();
    let (root, home) = (scratch.join("root"), room.held().home());
    let data = root.join("var/lib/herma");
    room.held().scratch.write("root/etc/passwd", format!("herma:x:{SERVICE}:{SERVICE}::/:/bin/false\n"));
    std::fs::create_dir_all(data.parent().unwrap()).unwrap();
    std::os::unix::fs::symlink(&home, data).unwrap();
    give(SERVICE, &home);
    give(AGENT, &room.work());
    give(AGENT, &scratch.join("photos"));
    room.fleet.held.owner = Some(SERVICE);
    room.socket = Some(root.join("run/herma/herma.sock"));
    let level1 = Level1::start(&room, &root);
    room.agent = level1.agent.id();
    Hook::at_level1(level1, room)
}

fn give(user: u32, folder: &Path) {
    let given = Command::new("chown").args(["-R", &format!("{user}:{user}")]).arg(folder).status().unwrap();
    assert!(given.success(), "chown {}", folder.display());
}

/// One message to the socket, as the user of this test, and the answer. An error is the service's.
pub fn speak(socket: &Path, message: &Value) -> Result<Value, String> {
    let mut stream = UnixStream::connect(socket).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    let bytes = message.to_string().into_bytes();
    stream.write_all(&u32::try_from(bytes.len()).unwrap().to_be_bytes()).unwrap();
    stream.write_all(&bytes).unwrap();
    let mut length = [0; 4];
    stream.read_exact(&mut length).unwrap();
    let mut answer = vec![0; u32::from_be_bytes(length) as usize];
    stream.read_exact(&mut answer).unwrap();
    let answer: Value = serde_json::from_slice(&answer).unwrap();
    match answer["error"].as_str() {
        Some(error) => Err(error.to_owned()),
        None => Ok(answer),
    }
}
