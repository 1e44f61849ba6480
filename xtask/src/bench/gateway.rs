//! The gateway: calls a second, thousands that wait, how fast a decision reaches whoever waits for it, and being killed.

use super::paint;
use super::report::{Report, Times, ms};
use crate::failure::Failure;
use herma_store::audit::verify;
use herma_store::{Note, SqliteStore, State, Store};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Issue 11.
const CALLS_A_SECOND: u32 = 2_000;
const CALL_P99_MS: f64 = 20.0;
const WAITERS: usize = 5_000;
const LISTENERS: usize = 500;
const MEMORY_MB: u64 = 400;
const REACHES_P99_MS: f64 = 50.0;
const KILLED_REQUESTS: usize = 1_000;

const CONNECTIONS: usize = 16;
const SECONDS: u32 = 5;
const DECISIONS: usize = 300;
/// An agent may have so many questions before it is locked.
const QUESTIONS: usize = 20;
/// What agents do all day; the last one is denied, none asks.
const COMMANDS: &[&str] = &[
    "git status --short",
    "ls -la src && grep -rn TODO src | head -20",
    "cargo test --workspace 2>&1 | tail -5",
    "cat Cargo.toml | wc -l",
    "mkdir -p target/x && cp README.md target/x/",
    "sed -n '1,40p' src/main.rs",
    "rm -rf /",
];
/// A token's secret, and its SHA-256 as the store keeps it.
const SECRET: &str = "bench";
const HASH: &str = "1b32c28cb38c05480eccc1bd60ff97029b57a05c96718b96dad7e9d84894f549";

pub fn measure(report: &mut Report, binary: &Path) -> Result<(), Failure> {
    report.part("gateway: one process, its clients on the same machine");
    let gateway = Gateway::start(binary, "calls")?;
    painted(report, &gateway)?;
    calls(report, &gateway)?;
    waiting(report, &gateway)?;
    drop(gateway);
    killed(report, binary)
}

/// A few that wait, and the pages that show them.
fn painted(report: &mut Report, gateway: &Gateway) -> Result<(), Failure> {
    const PERSON: usize = 9000;
    const AGENT: usize = 9001;
    gateway.credential(PERSON, "code", &gateway.account()?)?;
    gateway.credential(AGENT, "agent", "painter")?;
    let mut connection = gateway.connect()?;
    let mut id = String::new();
    for number in 0..5 {
        let asked =
            connection.ask(AGENT, "POST", "/v1/calls", &call(&format!("rm -rf /srv/photos/{number}")));
        let (_, body) = asked.map_err(Failure::of("a call"))?;
        let body: Value = serde_json::from_str(&body).unwrap_or_default();
        id = body["request"].as_str().unwrap_or_default().to_owned();
    }
    let pages = [
        ("the list", "/".to_owned()),
        ("a request", format!("/r/{id}")),
        ("history", "/history".to_owned()),
        ("charts", "/charts".to_owned()),
    ];
    paint::measure(report, &gateway.address, &format!("{PERSON:010}.{SECRET}"), &pages)
}

struct Gateway {
    home: PathBuf,
    address: String,
    binary: PathBuf,
    child: Child,
}

impl Gateway {
    fn start(binary: &Path, name: &str) -> Result<Gateway, Failure> {
        // Beside our own binary: a temporary folder may be in memory, where a sync is free.
        let myself = std::env::current_exe().map_err(Failure::of("own path"))?;
        let folder = myself.parent().unwrap_or(Path::new("."));
        let home = folder.join(format!("herma-bench-gateway-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&home).map_err(Failure::of(home.display()))?;
        let (child, address) = started(binary, &home, "127.0.0.1:0")?;
        let gateway = Gateway { home, address, binary: binary.to_owned(), child };
        gateway.credential(0, "approver", &gateway.account()?)?;
        Ok(gateway)
    }

    fn account(&self) -> Result<String, Failure> {
        let home = std::fs::metadata(&self.home).map_err(Failure::of(self.home.display()))?;
        Ok(format!("unix:{}", home.uid()))
    }

    fn store(&self) -> Result<SqliteStore, Failure> {
        SqliteStore::open(&self.home.join("herma.db")).map_err(Failure::of("the store"))
    }

    /// As `herma token add` makes them, but for the terminal.
    fn credential(&self, number: usize, kind: &str, who: &str) -> Result<(), Failure> {
        let id = format!("{number:010}");
        let body = json!({"kind": kind, "who": who, "hash": HASH, "made": 0}).to_string();
        let note = Note::new("credential", &id, body);
        self.store()?
            .swap_note("credential", &id, None, Some(&note), 1)
            .map(drop)
            .map_err(Failure::of("a token"))
    }

    fn again(&mut self) -> Result<(), Failure> {
        let _ = self.child.kill();
        let _ = self.child.wait();
        self.child = started(&self.binary, &self.home, &self.address)?.0;
        Ok(())
    }

    fn connect(&self) -> Result<Connection, Failure> {
        Connection::to(&self.address).map_err(Failure::of(&self.address))
    }

    fn resident_mb(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok()).unwrap_or(u64::MAX) / 1024
    }
}

impl Drop for Gateway {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.home);
    }
}

fn started(binary: &Path, home: &Path, listen: &str) -> Result<(Child, String), Failure> {
    let mut command = Command::new(binary);
    command.args(["up", "--listen", listen, "--home"]).arg(home).stdin(Stdio::null()).stdout(Stdio::piped());
    let mut child = command.spawn().map_err(Failure::of(binary.display()))?;
    let out = child.stdout.take().ok_or_else(|| Failure::new("no output of the gateway"))?;
    let mut lines = BufReader::new(out).lines();
    let first = lines.next().and_then(Result::ok).unwrap_or_default();
    let address = first.rsplit("http://").next().unwrap_or_default().trim().to_owned();
    std::thread::spawn(move || lines.for_each(drop));
    Ok((child, address))
}

/// One connection, kept.
struct Connection {
    stream: BufReader<TcpStream>,
    host: String,
}

impl Connection {
    fn to(address: &str) -> std::io::Result<Connection> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(Duration::from_secs(60)))?;
        Ok(Connection { stream: BufReader::new(stream), host: address.to_owned() })
    }

    fn send(&mut self, token: usize, method: &str, path: &str, body: &str) -> std::io::Result<()> {
        let text = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {token:010}.{SECRET}\r\nContent-Length: {}\r\n\r\n{body}",
            self.host,
            body.len()
        );
        self.stream.get_mut().write_all(text.as_bytes())
    }

    fn answer(&mut self) -> std::io::Result<(u16, String)> {
        let (mut status, mut length) = (0, 0);
        loop {
            let mut line = String::new();
            if self.stream.read_line(&mut line)? == 0 {
                return Err(std::io::ErrorKind::UnexpectedEof.into());
            }
            match line.trim().split_once(": ") {
                Some((name, value)) if name.eq_ignore_ascii_case("content-length") => {
                    length = value.parse().unwrap_or(0)
                }
                Some(_) => {}
                None if line.trim().is_empty() => break,
                None => status = line.split(' ').nth(1).and_then(|text| text.parse().ok()).unwrap_or(0),
            }
        }
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body)?;
        Ok((status, String::from_utf8_lossy(&body).into_owned()))
    }

    fn ask(&mut self, token: usize, method: &str, path: &str, body: &str) -> std::io::Result<(u16, String)> {
        self.send(token, method, path, body)?;
        self.answer()
    }
}

fn call(command: &str) -> String {
    json!({"tool": "terminal", "args": {"command": command}, "cwd": "/srv/app", "home": "/home/dev", "session": "s"}).to_string()
}

/// At the wanted pace, whether or not the one before is answered: who is late is late from when it should have been sent.
fn calls(report: &mut Report, gateway: &Gateway) -> Result<(), Failure> {
    gateway.credential(1, "agent", "bench")?;
    let each = CALLS_A_SECOND * SECONDS / CONNECTIONS as u32;
    let pause = Duration::from_secs(1) * CONNECTIONS as u32 / CALLS_A_SECOND;
    let start = Instant::now() + Duration::from_millis(200);
    let times = std::thread::scope(|scope| {
        let at_work: Vec<_> = (0..CONNECTIONS as u32)
            .map(|number| {
                scope.spawn(move || -> Result<Vec<Duration>, Failure> {
                    let mut connection = gateway.connect()?;
                    let mut times = Vec::new();
                    for n in 0..each {
                        let due = start + pause * n + pause * number / CONNECTIONS as u32;
                        std::thread::sleep(due.saturating_duration_since(Instant::now()));
                        let command =
                            COMMANDS.get((n + number) as usize % COMMANDS.len()).copied().unwrap_or("ls");
                        let (status, body) = connection
                            .ask(1, "POST", "/v1/calls", &call(command))
                            .map_err(Failure::of("a call"))?;
                        if status != 200 {
                            return Err(Failure::new(format!("{status}: {body}")));
                        }
                        times.push(due.elapsed());
                    }
                    Ok(times)
                })
            })
            .collect();
        let joined =
            at_work.into_iter().map(|one| one.join().map_err(|_| Failure::new("a client panicked"))?);
        joined.collect::<Result<Vec<_>, Failure>>()
    })?;
    let took = start.elapsed();
    let times: Vec<Duration> = times.into_iter().flatten().collect();
    let rate = times.len() as f64 / took.as_secs_f64();
    let times = Times::new(times);
    let (median, p99) = (ms(times.median()), ms(times.p99()));
    let figure = format!("{rate:.0} a second, median {median:.1} ms, p99 {p99:.1} ms");
    let target = format!("{CALLS_A_SECOND} a second, p99 {CALL_P99_MS} ms");
    report.target(
        "calls judged",
        &figure,
        &target,
        rate >= f64::from(CALLS_A_SECOND) * 0.98 && p99 <= CALL_P99_MS,
    );
    Ok(())
}

fn waiting(report: &mut Report, gateway: &Gateway) -> Result<(), Failure> {
    let agents = WAITERS / QUESTIONS;
    for agent in 0..agents {
        gateway.credential(100 + agent, "agent", &format!("agent{agent}"))?;
    }
    let mut waiters = Vec::new();
    for number in 0..WAITERS {
        let mut connection = gateway.connect()?;
        let command = format!("rm -rf /home/dev/photos{number}");
        connection
            .send(100 + number / QUESTIONS, "POST", "/v1/calls?wait=300", &call(&command))
            .map_err(Failure::of("a call"))?;
        waiters.push(connection);
    }
    let mut listeners = Vec::new();
    for _ in 0..LISTENERS {
        let mut connection = gateway.connect()?;
        connection.send(0, "GET", "/v1/events", "").map_err(Failure::of("a listener"))?;
        listeners.push(connection);
    }
    let mut person = gateway.connect()?;
    let wanted = format!("herma_calls_waiting {WAITERS}\n");
    let patience = Instant::now() + Duration::from_secs(120);
    loop {
        let (_, metrics) = person.ask(0, "GET", "/metrics", "").map_err(Failure::of("metrics"))?;
        if metrics.contains(&wanted) && metrics.contains(&format!("herma_event_listeners {LISTENERS}\n")) {
            break;
        }
        if Instant::now() > patience {
            return Err(Failure::new(format!("they never all waited: {metrics}")));
        }
        std::thread::sleep(Duration::from_millis(200));
    }
    let memory = gateway.resident_mb();
    report.target(
        &format!("{WAITERS} waiting, {LISTENERS} listening"),
        &format!("{memory} MB"),
        &format!("{MEMORY_MB} MB"),
        memory <= MEMORY_MB,
    );
    // Whoever listens must read, or the kernel's buffers would be the measure.
    for mut listener in listeners {
        std::thread::spawn(move || while listener.stream.read(&mut [0; 4096]).is_ok_and(|n| n > 0) {});
    }
    let store = gateway.store()?;
    let ids = waiters_ids(&store)?;
    let (mut times, mut decided) = (Vec::new(), Vec::new());
    for (number, waiter) in waiters.iter_mut().enumerate().step_by(WAITERS / DECISIONS) {
        let Some((id, digest, digits)) = ids.get(&format!("/home/dev/photos{number}")) else { continue };
        let body = json!({"answer": "approve", "digest": digest, "digits": digits}).to_string();
        let start = Instant::now();
        person
            .send(0, "POST", &format!("/v1/requests/{id}/decision"), &body)
            .map_err(Failure::of("a decision"))?;
        let (status, answer) = person.answer().map_err(Failure::of("a decision"))?;
        decided.push(start.elapsed());
        let answered = Instant::now();
        if status != 200 {
            return Err(Failure::new(format!("{status}: {answer}")));
        }
        let (_, answer) = waiter.answer().map_err(Failure::of("a waiter"))?;
        if !answer.contains("\"decision\":\"allow\"") {
            return Err(Failure::new(answer));
        }
        // From when the person heard that it is decided.
        times.push(answered.elapsed());
    }
    let (times, decided) = (Times::new(times), Times::new(decided));
    report.note(
        "a decision, durable",
        &format!("median {:.1} ms, p99 {:.1} ms", ms(decided.median()), ms(decided.p99())),
    );
    let p99 = ms(times.p99());
    report.target(
        "from the decision to its waiter",
        &format!("median {:.1} ms, p99 {p99:.1} ms", ms(times.median())),
        &format!("p99 {REACHES_P99_MS} ms"),
        p99 <= REACHES_P99_MS,
    );
    Ok(())
}

type Asked = (String, String, String);

/// What each waiter waits for, by what it would delete.
fn waiters_ids(store: &SqliteStore) -> Result<std::collections::HashMap<String, Asked>, Failure> {
    let page =
        store.list(&herma_store::Filter::waiting(), None, WAITERS * 2).map_err(Failure::of("the store"))?;
    let named = page.requests.into_iter().filter_map(|request| {
        let target = request.document.command.rsplit(' ').next()?.to_owned();
        Some((target, (request.id.to_string(), request.digest, request.digits)))
    });
    Ok(named.collect())
}

/// Two people click everything, while the gateway is killed again and again.
fn killed(report: &mut Report, binary: &Path) -> Result<(), Failure> {
    let mut gateway = Gateway::start(binary, "killed")?;
    let mut asking = gateway.connect()?;
    for number in 0..KILLED_REQUESTS {
        if number % QUESTIONS == 0 {
            gateway.credential(100 + number / QUESTIONS, "agent", &format!("agent{number}"))?;
        }
        let command = format!("rm -rf /home/dev/photos{number}");
        asking
            .ask(100 + number / QUESTIONS, "POST", "/v1/calls", &call(&command))
            .map_err(Failure::of("a call"))?;
    }
    let store = gateway.store()?;
    let asked: Vec<Asked> = waiters_ids(&store)?.into_values().collect();
    let address = gateway.address.clone();
    let mut kills = 0;
    let first = std::thread::scope(|scope| -> Result<usize, Failure> {
        let people: Vec<_> = (0..2).map(|_| scope.spawn(|| click(&address, &asked))).collect();
        while people.iter().any(|one| !one.is_finished()) {
            // Anywhere in its work: chance is the clock's.
            std::thread::sleep(Duration::from_millis(
                150 + u64::from(Instant::now().elapsed().subsec_nanos()) % 7 + kills * 13 % 400,
            ));
            gateway.again()?;
            kills += 1;
        }
        Ok(people.into_iter().filter_map(|one| one.join().ok()).sum())
    })?;
    let all = store
        .list(&herma_store::Filter::default(), None, KILLED_REQUESTS * 2)
        .map_err(Failure::of("the store"))?
        .requests;
    let approved = all.iter().filter(|one| one.state == State::Approved).count();
    let votes: usize = all.iter().filter_map(|one| store.votes(&one.id).ok()).map(|votes| votes.len()).sum();
    let entries = store.entries(0, usize::MAX >> 1).map_err(Failure::of("the chain"))?;
    let entries = entries.iter().filter(|entry| entry.kind == "approved").count();
    let findings = verify(&store, &[]).map_err(Failure::of("the chain"))?.findings.len();
    let once = [all.len(), approved, votes, entries] == [KILLED_REQUESTS; 4]
        && first <= KILLED_REQUESTS
        && findings == 0;
    report.target(
        &format!("killed {kills} times"),
        &format!("{approved} approved, {votes} votes, {entries} in the chain, {findings} findings"),
        &format!("{KILLED_REQUESTS} each, 0"),
        once,
    );
    Ok(())
}

/// Clicks until nothing is left; gives how often this one was the first.
fn click(address: &str, asked: &[Asked]) -> usize {
    let (mut left, mut first) = (asked.to_vec(), 0);
    while !left.is_empty() {
        // Away for the moment: as a person would, again.
        let Ok(mut connection) = Connection::to(address) else {
            std::thread::sleep(Duration::from_millis(5));
            continue;
        };
        while let Some((id, digest, digits)) = left.last() {
            let body = json!({"answer": "approve", "digest": digest, "digits": digits}).to_string();
            match connection.ask(0, "POST", &format!("/v1/requests/{id}/decision"), &body) {
                Ok((200, _)) => first += 1,
                Ok((409, _)) => {}
                Ok(_) | Err(_) => break,
            }
            left.pop();
        }
    }
    first
}
