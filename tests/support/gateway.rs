//! A gateway of one test alone, and the people and agents around it.

#![allow(dead_code, reason = "each test file takes what it needs")]

use super::http::{Answer, Open};
use super::{HERMA, PATIENCE, Said, Scratch, signal};
use herma_server::credential::{self, Kind};
use herma_store::{Filter, Request, SqliteStore, Store};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// What a page of a logged-in browser keeps for its own address.
pub const KEY: &str = "6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b";

pub struct Gateway {
    pub home: PathBuf,
    pub address: String,
    /// What stands before the program: another view of the disk, or of the clock.
    before: Vec<String>,
    /// By which other names it answers.
    hosts: Vec<String>,
    child: Option<Child>,
    _scratch: Scratch,
}

impl Gateway {
    pub fn start() -> Gateway {
        let mut gateway = Gateway::down();
        gateway.up();
        gateway
    }

    /// At this address, and by these names.
    pub fn listening(address: &str, hosts: &[&str]) -> Gateway {
        let mut gateway = Gateway::down();
        gateway.address = address.to_owned();
        gateway.hosts = hosts.iter().map(|host| (*host).to_owned()).collect();
        gateway.up();
        gateway
    }

    /// With this policy, and these secrets beside it.
    pub fn with_policy(policy: &str, secrets: &[(&str, &str)]) -> Gateway {
        let mut gateway = Gateway::down();
        gateway.write(policy, secrets);
        gateway.up();
        gateway
    }

    /// Puts them in their place, and the policy in force: a person applies it where the gateway has known another.
    pub fn write(&self, policy: &str, secrets: &[(&str, &str)]) {
        self.put(policy, secrets);
        if self.child.is_some() {
            super::policy::apply(&self.home);
        }
    }

    /// Puts them in their place, each in one step and readable for nobody else.
    pub fn put(&self, policy: &str, secrets: &[(&str, &str)]) {
        std::fs::create_dir_all(&self.home).unwrap();
        std::fs::set_permissions(&self.home, PermissionsExt::from_mode(0o700)).unwrap();
        for (name, text) in secrets.iter().chain(&[("policy.toml", policy)]) {
            let new = self.home.join(format!(".{name}.new"));
            std::fs::write(&new, text).unwrap();
            std::fs::set_permissions(&new, PermissionsExt::from_mode(0o600)).unwrap();
            std::fs::rename(new, self.home.join(name)).unwrap();
        }
    }

    /// What `herma status` says.
    pub fn status(&self) -> Said {
        let mut program = super::command(HERMA, &std::env::temp_dir());
        super::run(program.args(["status", "--home"]).arg(&self.home), b"")
    }

    /// The same, as soon as it says this.
    pub fn status_saying(&self, want: &str) -> Said {
        let start = std::time::Instant::now();
        loop {
            let said = self.status();
            if said.stdout.contains(want) {
                return said;
            }
            assert!(start.elapsed() < PATIENCE, "`{want}` is never said: {said:?}");
        }
    }

    fn down() -> Gateway {
        let scratch = Scratch::new();
        let home = scratch.path().join("herma-home");
        Gateway {
            home,
            address: "127.0.0.1:0".to_owned(),
            before: Vec::new(),
            hosts: Vec::new(),
            child: None,
            _scratch: scratch,
        }
    }

    /// Its home is a disk of its own, so many megabytes large. Only within [`in_namespace`].
    pub fn on_small_disk(megabytes: u32) -> Gateway {
        let mut gateway = Gateway::down();
        std::fs::create_dir_all(&gateway.home).unwrap();
        let size = format!("size={megabytes}m,mode=700");
        let mounted =
            Command::new("mount").args(["-t", "tmpfs", "-o", &size, "tmpfs"]).arg(&gateway.home).status();
        assert!(mounted.unwrap().success());
        gateway.up();
        gateway
    }

    /// Its clock is so many seconds ahead of everybody else's: `set_clock` moves it while it runs.
    pub fn with_clock(policy: &str, secrets: &[(&str, &str)]) -> Gateway {
        let mut gateway = Gateway::down();
        gateway.write(policy, secrets);
        gateway.set_clock(0);
        gateway.before = vec!["env".to_owned(), format!("HERMA_TEST_CLOCK={}", gateway.clock().display())];
        gateway.up();
        gateway
    }

    fn clock(&self) -> PathBuf {
        self.home.with_file_name("clock")
    }

    pub fn set_clock(&self, ahead: i64) {
        let new = self.clock().with_extension("new");
        std::fs::write(&new, format!("{ahead:+}")).unwrap();
        std::fs::rename(new, self.clock()).unwrap();
    }

    pub fn pid(&self) -> u32 {
        self.child.as_ref().unwrap().id()
    }

    /// How large its files may be from now on; `None` is as large as they like. Past it, every write fails.
    pub fn limit_files(&self, bytes: Option<u64>) {
        let limit = bytes.map_or("unlimited".to_owned(), |bytes| bytes.to_string());
        let pid = self.pid().to_string();
        let status = Command::new("prlimit").args(["--pid", &pid, &format!("--fsize={limit}:")]).status();
        assert!(status.unwrap().success());
    }

    /// Starts it, at the same address as before if there was one.
    pub fn up(&mut self) {
        // Without the signal, a write past a limit is an error like any other.
        let mut command = Command::new("sh");
        command
            .args(["-c", "trap '' XFSZ; exec \"$@\"", "sh"])
            .args(&self.before)
            .arg(HERMA)
            .args(["up", "--listen", &self.address, "--home"])
            .arg(&self.home)
            .args(self.hosts.iter().flat_map(|host| ["--host", host]));
        command
            .env_clear()
            .env("HOME", self.home.parent().unwrap())
            .env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin");
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let first = lines.next().expect("it says where it is").unwrap();
        self.address = first.rsplit("http://").next().unwrap().trim().to_owned();
        // Whatever else it says must find a reader.
        std::thread::spawn(move || lines.for_each(drop));
        self.child = Some(child);
    }

    pub fn kill(&mut self) {
        let mut child = self.child.take().unwrap();
        child.kill().unwrap();
        child.wait().unwrap();
    }

    /// SIGTERM, and its end.
    pub fn end(&mut self) {
        let mut child = self.child.take().unwrap();
        signal(child.id(), "TERM");
        assert!(child.wait().unwrap().success());
    }

    pub fn store(&self) -> SqliteStore {
        SqliteStore::open(&self.home.join("herma.db")).unwrap()
    }

    /// What waits for a person.
    pub fn store_waiting(&self) -> Vec<Request> {
        self.store().list(&Filter::waiting(), None, 1000).unwrap().requests
    }

    /// A credential, as `herma token add` and the login link make them for oneself.
    pub fn token(&self, kind: Kind, who: &str) -> String {
        self.token_by(kind, who, who)
    }

    /// The same, made by somebody else.
    pub fn token_by(&self, kind: Kind, who: &str, by: &str) -> String {
        let (store, now) = (self.store(), herma_server::now());
        if kind != Kind::Session {
            return credential::mint(&store, kind, who, None, by, now).unwrap().1;
        }
        let code =
            credential::mint(&store, Kind::Code, who, Some(credential::CODE_LASTS), by, now).unwrap().1;
        let code = credential::take_code(&store, &code, now).unwrap().unwrap();
        credential::session(&store, &code, KEY, now).unwrap().1
    }

    pub fn agent(&self, name: &str) -> Client<'_> {
        Client { gateway: self, headers: vec![bearer(&self.token(Kind::Agent, name))] }
    }

    pub fn account(&self) -> String {
        format!("unix:{}", std::fs::metadata(&self.home).unwrap().uid())
    }

    pub fn person(&self) -> Client<'_> {
        Client { gateway: self, headers: vec![bearer(&self.token(Kind::Person, &self.account()))] }
    }

    /// A logged-in browser: its cookie.
    pub fn browser(&self) -> String {
        format!("herma={}", self.token(Kind::Session, &self.account()))
    }

    /// The same, with what its pages keep.
    pub fn logged_in(&self) -> Client<'_> {
        self.nobody().with("Cookie", &self.browser()).with("X-Herma-Key", KEY)
    }

    pub fn nobody(&self) -> Client<'_> {
        Client { gateway: self, headers: Vec::new() }
    }
}

impl Drop for Gateway {
    fn drop(&mut self) {
        if let Some(child) = &mut self.child {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Runs this test once more where it may mount what nobody else sees, and gives `false`; there it gives `true`. Where the
/// kernel allows nobody such a place it says so, and the test is over.
pub fn in_namespace(test: &str) -> bool {
    const INSIDE: &str = "HERMA_TEST_NAMESPACE";
    if std::env::var_os(INSIDE).is_some() {
        return true;
    }
    // Only root may mount; anybody may be root of a user namespace, where the kernel allows those.
    let root = std::fs::metadata("/proc/self").unwrap().uid() == 0;
    let mut unshare = Command::new("unshare");
    unshare.args((!root).then_some(["--user", "--map-root-user"]).iter().flatten()).arg("--mount");
    let mut tried = Command::new(unshare.get_program());
    let tried =
        tried.args(unshare.get_args()).args(["mount", "-t", "tmpfs", "tmpfs", "/mnt"]).output().unwrap();
    if !tried.status.success() {
        eprintln!("skipped: nothing can be mounted here: {}", String::from_utf8_lossy(&tried.stderr));
        return false;
    }
    let again = unshare.arg(std::env::current_exe().unwrap()).args(["--exact", test, "--nocapture"]);
    let status = again.env(INSIDE, "1").stdin(Stdio::null()).status().unwrap();
    assert!(status.success(), "see above");
    false
}

/// Takes all that is left of a disk, with this file.
pub fn fill(filler: &Path) {
    let mut file = std::fs::File::create(filler).unwrap();
    for size in [1 << 20, 4096, 1] {
        let block = vec![7_u8; size];
        while file.write_all(&block).is_ok() {}
    }
    assert_eq!(file.write(&[7]).map_err(|e| e.kind()).unwrap_err(), std::io::ErrorKind::StorageFull);
}

fn bearer(token: &str) -> (String, String) {
    ("Authorization".to_owned(), format!("Bearer {token}"))
}

/// Somebody who talks to it.
#[derive(Clone)]
pub struct Client<'a> {
    gateway: &'a Gateway,
    pub headers: Vec<(String, String)>,
}

impl Client<'_> {
    #[must_use]
    pub fn with(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    pub fn open(&self, method: &str, path: &str, body: &str) -> Open {
        let headers: Vec<(&str, &str)> = self.headers.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
        Open::send(&self.gateway.address, method, path, &headers, body.as_bytes())
    }

    pub fn get(&self, path: &str) -> Answer {
        self.open("GET", path, "").finish()
    }

    pub fn post(&self, path: &str, body: &Value) -> Answer {
        self.open("POST", path, &body.to_string()).finish()
    }

    pub fn form(&self, path: &str, fields: &[(&str, &str)]) -> Answer {
        let escape = |text: &str| text.bytes().map(|b| format!("%{b:02X}")).collect::<String>();
        let body: Vec<String> =
            fields.iter().map(|(name, value)| format!("{name}={}", escape(value))).collect();
        self.open("POST", path, &body.join("&")).finish()
    }

    /// A call of this command.
    pub fn call(command: &str, session: &str) -> Value {
        json!({"tool": "terminal", "args": {"command": command}, "cwd": "/srv/app", "home": "/home/dev", "session": session})
    }

    /// What the forms of a page bring along.
    pub fn csrf(page: &Answer) -> String {
        page.body.split("data-csrf=\"").nth(1).unwrap().split('"').next().unwrap().to_owned()
    }

    /// Submits it, and expects that it waits: the request.
    pub fn asks(&self, command: &str) -> String {
        let answer = self.post("/v1/calls", &Client::call(command, "s1")).json();
        assert_eq!(answer["decision"], "ask", "{answer}");
        answer["request"].as_str().unwrap().to_owned()
    }

    /// Says yes as somebody does who has seen all of it.
    pub fn approve(&self, id: &str, scope: &str) -> Answer {
        let shown = self.get(&format!("/v1/requests/{id}")).json();
        let body = json!({"answer": "approve", "scope": scope, "digest": shown["digest"], "digits": shown["digits"]});
        self.post(&format!("/v1/requests/{id}/decision"), &body)
    }
}
