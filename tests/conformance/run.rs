//! `herma run` without a terminal, from one shell: Herma runs the command itself.

use super::surface::{Call, InFlight, Outcome, Room, Setup, Surface, as_shell};
use crate::support::{HERMA, PATIENCE, command};
use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Condvar, Mutex};

const DENIED: i32 = 126;
const EXPIRED: i32 = 124;

pub struct Run {
    room: Room,
    /// A session without a terminal; its calls are those of one session.
    shell: Mutex<Child>,
    ended: Arc<Ended>,
    next: AtomicU32,
}

/// The exit codes of the calls that are over.
#[derive(Default)]
struct Ended {
    codes: Mutex<HashMap<u32, i32>>,
    more: Condvar,
}

impl Ended {
    fn wait_for(&self, call: u32) -> i32 {
        let codes = self.codes.lock().unwrap();
        let (codes, late) =
            self.more.wait_timeout_while(codes, PATIENCE, |codes| !codes.contains_key(&call)).unwrap();
        assert!(!late.timed_out(), "`herma run` does not end");
        codes[&call]
    }
}

/// The card comes before anything else that is said.
fn card_in(errors: &str) -> Option<String> {
    let card = errors.split("herma: ").next().unwrap_or_default().trim();
    (!card.is_empty()).then(|| card.to_owned())
}

impl Run {
    pub fn open(setup: &Setup) -> Box<dyn Surface> {
        let room = Room::new(setup);
        let mut shell = command("setsid", room.held().scratch.path());
        shell.arg("sh").current_dir(room.work()).stderr(Stdio::null());
        let mut shell = shell.spawn().unwrap();
        let (ended, lines) =
            (Arc::new(Ended::default()), BufReader::new(shell.stdout.take().unwrap()).lines());
        let tell = Arc::clone(&ended);
        std::thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                let (call, code) = line.split_once(' ').unwrap();
                tell.codes.lock().unwrap().insert(call.parse().unwrap(), code.parse().unwrap());
                tell.more.notify_all();
            }
        });
        Box::new(Run { room, shell: Mutex::new(shell), ended, next: AtomicU32::new(0) })
    }

    /// Starts `herma run` with this before its words; where its errors are written.
    fn begin(&self, before: &str, options: &str, call: &Call) -> (u32, std::path::PathBuf) {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let errors = self.room.held().scratch.path().join(format!("errors.{number}"));
        let home = self.room.held().home();
        let words = quoted(&as_shell(call));
        let line = format!(
            "({before} {HERMA} run --home {} {options} {words} </dev/null >/dev/null 2>{}; echo {number} $?) &\n",
            home.display(),
            errors.display()
        );
        let mut shell = self.shell.lock().unwrap();
        shell.stdin.as_mut().unwrap().write_all(line.as_bytes()).unwrap();
        (number, errors)
    }

    fn under_way(&self, before: &str, options: &str, call: &Call) -> InFlight {
        let (number, errors) = self.begin(before, options, call);
        let ended = Arc::clone(&self.ended);
        InFlight::begin(move || match ended.wait_for(number) {
            DENIED | EXPIRED => Outcome::Denied { reason: std::fs::read_to_string(errors).unwrap() },
            _ => Outcome::Ran,
        })
    }
}

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}

impl Surface for Run {
    fn room(&self) -> &Room {
        &self.room
    }

    fn start(&self, call: &Call) -> InFlight {
        self.under_way("", "", call)
    }

    fn send(&self, call: &Call) -> Outcome {
        self.start(call).finish()
    }

    fn resume(&self, call: &Call, _: &str) -> Outcome {
        self.send(call)
    }

    fn card_for(&self, said: &str, call: &Call) -> Option<String> {
        let said = self.room.held().scratch.write("said.txt", said);
        let (before, options) = (self.room.asked(), format!("--said {}", said.display()));
        let (number, errors) = self.begin("", &options, call);
        match call {
            Call::Asked => {
                let request = self.room.wait_for_request(before);
                let shown = std::fs::read_to_string(&errors).unwrap();
                self.room.deny(&request.ticket, "no");
                card_in(&shown)
            }
            _ => {
                self.ended.wait_for(number);
                card_in(&std::fs::read_to_string(&errors).unwrap())
            }
        }
    }

    fn reads_page(&self, _: &str) -> bool {
        false
    }

    fn under(&self, program: &str, call: &Call) -> Outcome {
        let link = self.room.held().scratch.path().join(program);
        std::os::unix::fs::symlink("/bin/sh", &link).unwrap();
        let before = format!("{} -c '\"$@\"; exit $?' {program}", link.display());
        self.under_way(&before, "", call).finish()
    }
}

impl Drop for Run {
    fn drop(&mut self) {
        let mut shell = self.shell.lock().unwrap();
        let _ = shell.kill();
        let _ = shell.wait();
    }
}
