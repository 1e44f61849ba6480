//! One live instance of each server, and nothing left running.

#![cfg(target_os = "linux")]

use crate::support;

use serde_json::Value;
use std::fs;
use std::io::Read;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use support::{Ends, HERMA, Notes, PATIENCE, Said, Scratch, command, finish, run, signal};

const STARTERS: usize = 64;
const ROUNDS: usize = 200;
const BUSY: i32 = 75;
/// The issue's own figure.
const NO_ORPHAN_AFTER: Duration = Duration::from_secs(2);

struct Place {
    scratch: Scratch,
    /// The numbers of processes that scripts write down.
    pids: Notes,
}

impl Place {
    fn new() -> Place {
        let scratch = Scratch::new();
        let pids = Notes::at(scratch.path().join("pids"));
        Place { scratch, pids }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.scratch.path().join(name)
    }

    /// The next numbers, as soon as there are so many.
    fn pids(&mut self, count: usize) -> Vec<u32> {
        self.pids.next(count).iter().map(|line| line.parse().unwrap()).collect()
    }

    /// Whoever holds this lock.
    fn holders(&self, name: &str) -> Vec<u32> {
        let holders = self.json(&["status", name, "--json"])["instances"][0]["holders"].clone();
        holders.as_array().unwrap().iter().map(|pid| u32::try_from(pid.as_u64().unwrap()).unwrap()).collect()
    }

    /// Kills whoever runs under the lock, and waits until nothing holds it any more.
    fn kill(&self, name: &str, mut holder: Child) {
        let ends = Ends::of(&self.holders(name));
        holder.kill().unwrap();
        holder.wait().unwrap();
        ends.within(NO_ORPHAN_AFTER, "the lock is free");
    }

    fn lock(&self, words: &[&str]) -> Command {
        let mut lock = command(HERMA, self.scratch.path());
        lock.args(["mcp", "lock"]).args(words).env("HERMA_HOME", self.path("h"));
        lock
    }

    fn said(&self, words: &[&str]) -> Said {
        run(&mut self.lock(words), b"")
    }

    fn json(&self, words: &[&str]) -> Value {
        let said = self.said(words);
        serde_json::from_str(&said.stdout).unwrap_or_else(|e| panic!("{e}: {said:?}"))
    }

    /// Runs this under the lock, once it says that it does.
    fn hold(&self, name: &str, script: &str) -> Child {
        let script = format!("echo up; {script}");
        let mut child = self.lock(&["run", name, "--", "sh", "-c", &script]).spawn().unwrap();
        let mut said = [0; 3];
        child.stdout.as_mut().unwrap().read_exact(&mut said).unwrap();
        assert_eq!(&said, b"up\n");
        child
    }

    fn state(&self, name: &str) -> String {
        let status = self.json(&["status", name, "--json"]);
        status["instances"][0]["state"].as_str().unwrap_or("free").to_owned()
    }
}

fn is_running(pid: u32) -> bool {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    stat.rsplit_once(')').is_some_and(|(_, rest)| !rest.trim_start().starts_with(['Z', 'X']))
}

#[test]
fn of_64_starters_exactly_one_runs_in_each_of_200_rounds() {
    let place = Place::new();
    for round in 0..ROUNDS {
        let go = place.path(&format!("go-{round}"));
        assert!(Command::new("mkfifo").arg(&go).status().unwrap().success());
        // Whoever gets it runs until everybody else has tried.
        let script = format!("exec cat {}", go.display());
        let start = || {
            let mut starter = place.lock(&["run", "race", "--", "sh", "-c", &script]);
            starter.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
        };
        let (tell, ended) = std::sync::mpsc::channel();
        for _ in 0..STARTERS {
            let (mut starter, tell) = (start(), tell.clone());
            std::thread::spawn(move || tell.send(starter.wait().unwrap().code()));
        }
        let next = || ended.recv_timeout(PATIENCE).unwrap_or_else(|e| panic!("round {round}: {e}"));
        for _ in 1..STARTERS {
            assert_eq!(next(), Some(BUSY), "round {round}");
        }
        // The one that is left is the one that runs.
        assert!(ended.try_recv().is_err(), "round {round}: nobody runs");
        fs::write(&go, "").unwrap();
        assert_eq!(next(), Some(0), "round {round}");
    }
}

#[test]
fn the_commands_say_how_it_stands() {
    let place = Place::new();
    assert_eq!(place.said(&["status", "a"]).code(), Some(1));
    let holder = place.hold("a", "exec sleep 100");
    let status = place.json(&["status", "a", "--json"]);
    assert_eq!((&status["locked"], &status["name"]), (&Value::Bool(true), &"a".into()), "{status}");
    assert_eq!(status["instances"][0]["pid"], holder.id());
    assert_eq!(status["instances"][0]["alive"], true);
    assert_eq!(place.json(&["list", "--json"])[0]["key"], "a");
    let said = place.said(&["run", "a", "--", "true"]);
    assert_eq!(said.code(), Some(BUSY), "{said:?}");
    assert!(said.stderr.contains(&format!("process {}", holder.id())), "{said:?}");
    let said = place.said(&["release", "a"]);
    assert_eq!(said.code(), Some(1), "another's lock is not freed: {said:?}");
    assert_eq!(place.state("a"), "live");
    assert_eq!(place.said(&["release", "a", "--force"]).code(), Some(0));
    assert_eq!(place.state("a"), "free");
    finish(holder);
    assert_eq!(place.said(&["run", "a", "--", "sh", "-c", "exit 7"]).code(), Some(7));
    for name in ["../a", "a/b", ".a", ""] {
        assert_eq!(place.said(&["run", name, "--", "true"]).code(), Some(2), "{name}");
    }
    assert_eq!(place.said(&["cleanup"]).stdout, "0\n");
}

#[test]
fn what_a_killed_holder_left_behind_is_taken_over_and_cleaned_up() {
    let place = Place::new();
    place.kill("a", place.hold("a", "exec sleep 100"));
    assert_eq!(place.state("a"), "stale");
    assert_eq!(place.said(&["run", "a", "--", "true"]).code(), Some(0), "stale is free");
    place.kill("b", place.hold("b", "exec sleep 100"));
    assert_eq!(place.state("b"), "stale");
    assert_eq!(place.said(&["cleanup"]).stdout, "1\n");
    assert_eq!(place.said(&["cleanup"]).stdout, "0\n");
}

#[test]
fn a_label_of_another_process_or_another_boot_proves_nothing() {
    let place = Place::new();
    let label = |pid: u32, started: u64, boot: &str| {
        format!(
            r#"{{"pid":{pid},"started":{started},"boot":"{boot}","uid":0,"program":"x","command_hash":"","since":1}}"#
        )
    };
    fs::create_dir_all(place.path("h/mcp/locks")).unwrap();
    // The first has our own number, and was started at another time; the second is of before a reboot.
    for text in [label(std::process::id(), 1, ""), label(1, 1, "another"), "garbage".to_owned()] {
        fs::write(place.path("h/mcp/locks/a.lock"), text).unwrap();
        let said = place.said(&["release", "a", "--force"]);
        assert_eq!(said.code(), Some(0), "{said:?}");
        fs::write(place.path("h/mcp/locks/a.lock"), label(std::process::id(), 1, "")).unwrap();
        assert_eq!(place.said(&["run", "a", "--", "true"]).code(), Some(0));
    }
}

#[test]
fn a_link_in_the_place_of_a_lock_is_not_followed() {
    let place = Place::new();
    fs::create_dir_all(place.path("h/mcp/locks")).unwrap();
    fs::write(place.path("precious"), "precious").unwrap();
    std::os::unix::fs::symlink(place.path("precious"), place.path("h/mcp/locks/a.lock")).unwrap();
    assert_eq!(place.said(&["run", "a", "--", "true"]).code(), Some(1));
    assert_eq!(fs::read_to_string(place.path("precious")).unwrap(), "precious");
}

#[test]
fn whoever_waits_runs_next() {
    let place = Place::new();
    let holder = place.hold("a", "read line");
    let waiting = place.lock(&["run", "a", "--lock", "wait", "--", "echo", "next"]).spawn().unwrap();
    drop({
        let mut holder = holder;
        holder.stdin.take();
        finish(holder)
    });
    let said = finish(waiting);
    assert_eq!((said.code(), said.stdout.as_str()), (Some(0), "next\n"), "{said:?}");
}

/// Kills these in this order, and sees that nothing is left of them, nor of what they started.
fn killed_in_order(order: &[&str]) {
    let mut place = Place::new();
    // A server that heeds nothing, with a child, and one that has left its group.
    let server = format!(
        "trap '' TERM HUP INT; echo $$ >> {0}; sleep 1000 & echo $! >> {0}; setsid sleep 1000 & echo $! >> {0}; \
         echo up; while :; do sleep 1; done",
        place.pids.path()
    );
    // A client: it starts the wrapper, keeps its input open, and does nothing.
    let mut wrapper = Notes::at(place.path("wrapper"));
    let script = format!(
        "sleep 1000 | {HERMA} mcp wrap --name k --home {1} -- sh -c '{0}' & echo $! > {2}; wait",
        server.replace('\'', "'\\''"),
        place.path("h").display(),
        wrapper.path()
    );
    let mut client =
        command("sh", place.scratch.path()).args(["-c", &script]).stdin(Stdio::null()).spawn().unwrap();
    let all = place.pids(3);
    let wrapper: u32 = wrapper.next(1)[0].parse().unwrap();
    let (ends, holders) = (Ends::of(&all), Ends::of(&place.holders("k")));
    for who in order {
        let pid = match *who {
            "client" => client.id(),
            "wrapper" => wrapper,
            "server" => all[0],
            other => panic!("{other}"),
        };
        // Its end may have been the end of this one too.
        let _ =
            Command::new("/bin/kill").args(["-s", "KILL", &pid.to_string()]).stderr(Stdio::null()).status();
    }
    ends.within(NO_ORPHAN_AFTER, &format!("nothing is left after {order:?}"));
    let _ = client.kill();
    client.wait().unwrap();
    holders.within(NO_ORPHAN_AFTER, "the lock is free");
    assert_eq!(place.json(&["status", "k", "--json"])["locked"], false);
    let started = run(
        command(HERMA, place.scratch.path())
            .args(["mcp", "wrap", "--name", "k", "--home"])
            .arg(place.path("h"))
            .args(["--", "true"]),
        b"",
    );
    assert_eq!(started.code(), Some(0), "{started:?}");
}

macro_rules! in_every_order {
    ($($name:ident: $order:expr,)*) => { $(#[test] fn $name() { killed_in_order(&$order); })* };
}

in_every_order! {
    killed_wrapper: ["wrapper"],
    killed_client: ["client"],
    killed_server: ["server"],
    killed_wrapper_client: ["wrapper", "client"],
    killed_wrapper_server: ["wrapper", "server"],
    killed_client_wrapper: ["client", "wrapper"],
    killed_client_server: ["client", "server"],
    killed_server_wrapper: ["server", "wrapper"],
    killed_server_client: ["server", "client"],
    killed_wrapper_client_server: ["wrapper", "client", "server"],
    killed_wrapper_server_client: ["wrapper", "server", "client"],
    killed_client_wrapper_server: ["client", "wrapper", "server"],
    killed_client_server_wrapper: ["client", "server", "wrapper"],
    killed_server_wrapper_client: ["server", "wrapper", "client"],
    killed_server_client_wrapper: ["server", "client", "wrapper"],
}

#[test]
fn a_second_wrapper_of_the_same_server_is_refused_and_an_orphan_is_replaced() {
    let mut place = Place::new();
    let (folder, home, notes) = (place.scratch.path().to_owned(), place.path("h"), place.path("pids"));
    let wrap = |policy: &str| {
        let mut wrap = command(HERMA, &folder);
        wrap.args(["mcp", "wrap", "--name", "w", "--lock", policy, "--home"]).arg(&home);
        wrap.args(["--", "sh", "-c"]);
        wrap.arg(format!("echo $$ >> {}; cat", notes.display()));
        wrap
    };
    let first = wrap("refuse").spawn().unwrap();
    let server = place.pids(1)[0];
    for policy in ["refuse", "replace-orphan"] {
        let second = run(&mut wrap(policy), b"");
        assert_eq!(second.code(), Some(BUSY), "a live one is never ended: {second:?}");
    }
    assert!(is_running(server));
    let beside = run(&mut wrap("off"), b"");
    assert_eq!(beside.code(), Some(0), "{beside:?}");
    drop(finish({
        let mut first = first;
        first.stdin.take();
        first
    }));
    assert!(!is_running(server));
}

/// Everything that guards is killed at once, and a grandchild keeps the place: it is seen, and can be replaced.
#[test]
fn an_orphan_that_holds_the_place_is_seen_as_such() {
    let mut place = Place::new();
    let script = format!("setsid sleep 1000 & echo $! >> {}; wait", place.pids.path());
    let mut wrapper = place.hold("o", &script);
    let orphan = place.pids(1)[0];
    // The wrapper and the guard, before either can do anything about it: stopped first.
    let others: Vec<u32> = place.holders("o").into_iter().filter(|pid| *pid != orphan).collect();
    others.iter().for_each(|pid| signal(*pid, "STOP"));
    others.iter().rev().for_each(|pid| {
        let _ =
            Command::new("/bin/kill").args(["-s", "KILL", &pid.to_string()]).stderr(Stdio::null()).status();
    });
    wrapper.wait().unwrap();
    assert!(is_running(orphan));
    assert_eq!(place.state("o"), "orphan");
    let said = place.said(&["run", "o", "--", "true"]);
    assert_eq!(said.code(), Some(BUSY), "{said:?}");
    assert!(said.stderr.contains("whoever started it is gone"), "{said:?}");
    assert_eq!(place.said(&["run", "o", "--lock", "replace-orphan", "--", "true"]).code(), Some(0));
    assert!(!is_running(orphan));
}
