//! A gateway of one test alone, and the people and agents around it.

#![allow(dead_code, reason = "each test file takes what it needs")]

use crate::http::{Answer, Open};
use crate::support::{HERMA, Scratch, signal};
use herma_server::credential::{self, Kind};
use herma_store::SqliteStore;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

pub struct Gateway {
    pub home: PathBuf,
    pub address: String,
    child: Option<Child>,
    _scratch: Scratch,
}

impl Gateway {
    pub fn start() -> Gateway {
        let mut gateway = Gateway::down();
        gateway.up();
        gateway
    }

    /// With this policy, and these secrets beside it.
    pub fn with_policy(policy: &str, secrets: &[(&str, &str)]) -> Gateway {
        let mut gateway = Gateway::down();
        std::fs::create_dir_all(&gateway.home).unwrap();
        std::fs::set_permissions(&gateway.home, PermissionsExt::from_mode(0o700)).unwrap();
        for (name, text) in secrets.iter().chain(&[("policy.toml", policy)]) {
            let path = gateway.home.join(name);
            std::fs::write(&path, text).unwrap();
            std::fs::set_permissions(&path, PermissionsExt::from_mode(0o600)).unwrap();
        }
        gateway.up();
        gateway
    }

    fn down() -> Gateway {
        let scratch = Scratch::new();
        let home = scratch.path().join("herma-home");
        Gateway { home, address: "127.0.0.1:0".to_owned(), child: None, _scratch: scratch }
    }

    /// How large its files may be from now on; `None` is as large as they like. Past it, every write fails.
    pub fn limit_files(&self, bytes: Option<u64>) {
        let limit = bytes.map_or("unlimited".to_owned(), |bytes| bytes.to_string());
        let pid = self.child.as_ref().unwrap().id().to_string();
        let status = Command::new("prlimit").args(["--pid", &pid, &format!("--fsize={limit}:")]).status();
        assert!(status.unwrap().success());
    }

    /// Starts it, at the same address as before if there was one.
    pub fn up(&mut self) {
        // Without the signal, a write past a limit is an error like any other.
        let mut command = Command::new("sh");
        command
            .args(["-c", "trap '' XFSZ; exec \"$@\"", "sh", HERMA])
            .args(["up", "--listen", &self.address, "--home"])
            .arg(&self.home);
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

    /// A credential, as `herma token add` and the login link make them.
    pub fn token(&self, kind: Kind, who: &str) -> String {
        let lasts = (kind == Kind::Session).then_some(credential::SESSION_LASTS);
        credential::mint(&self.store(), kind, who, lasts, "test", herma_server::now()).unwrap().1
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
