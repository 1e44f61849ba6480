//! A fleet of one test: a CA, agents with certificates, one that serves, and a person who answers.

use super::held::Held;
use super::{HERMA, PATIENCE, Said, command, run, signal};
use herma_a2a::client::Client;
use herma_a2a::server::Files;
use herma_a2a::tls;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::Child;
use std::sync::{Arc, Condvar, Mutex};

pub struct Fleet {
    /// The home of whoever serves, with the CA in it.
    pub held: Held,
}

/// A serving agent. Killed with the test.
pub struct Serving {
    /// None: somebody else's, at this address.
    child: Option<Child>,
    pub url: String,
    log: Arc<Log>,
}

/// What it says on its standard error, as it comes.
#[derive(Default)]
struct Log {
    text: Mutex<String>,
    more: Condvar,
}

impl Fleet {
    /// A CA, and `bob`, who serves.
    pub fn new() -> Fleet {
        Fleet::of(Held::new())
    }

    /// In which tasks are allowed up to this tier, whatever they say.
    pub fn trusting() -> Fleet {
        let rule =
            "[[rule]]\nname = \"all\"\ntool = \"a2a_task\"\ndecision = \"allow\"\nmax_tier = \"critical\"\n";
        Fleet::of(Held::with_policy(rule))
    }

    /// In a home of one's own making.
    pub fn of(held: Held) -> Fleet {
        let fleet = Fleet { held };
        fleet.pki(&["init", "--no-passphrase"]);
        fleet.pki(&["issue", "bob"]);
        fleet
    }

    pub fn pki(&self, args: &[&str]) -> Said {
        let said = self.held.herma(&[&["pki"], args].concat());
        assert_eq!(said.code(), Some(0), "{said:?}");
        said
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.held.home().join("pki").join(name)
    }

    pub fn files(&self, name: &str) -> Files {
        Files {
            certificate: self.file(&format!("agents/{name}/{name}.crt")),
            key: self.file(&format!("agents/{name}/{name}.key")),
            ca: self.file("ca/fleet-ca.crt"),
            crl: self.file("ca/fleet-ca.crl"),
        }
    }

    /// `herma a2a serve` as bob, once it listens.
    pub fn serve(&self, args: &[&str]) -> Serving {
        let mut serve = command(HERMA, self.held.scratch.path());
        serve
            .args(["a2a", "serve", "--name", "bob", "--port", "0", "--home"])
            .arg(self.held.home())
            .args(args);
        let mut child = serve.spawn().unwrap();
        let log = Arc::new(Log::default());
        let (from, to) = (BufReader::new(child.stderr.take().unwrap()), Arc::clone(&log));
        std::thread::spawn(move || {
            for line in from.lines().map_while(Result::ok) {
                *to.text.lock().unwrap() += &format!("{line}\n");
                to.more.notify_all();
            }
        });
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let url = line.split(" listens on ").nth(1).unwrap_or_else(|| {
            panic!("{line:?} {}", log.text.lock().unwrap());
        });
        Serving { url: url.trim().to_owned(), child: Some(child), log }
    }

    /// One that another program serves.
    pub fn elsewhere(&self, url: &str) -> Serving {
        Serving { url: url.to_owned(), child: None, log: Arc::default() }
    }

    /// `herma a2a …` of an agent with a home of its own.
    pub fn a2a(&self, agent: &str, serving: &Serving, args: &[&str]) -> Said {
        run(&mut self.a2a_command(agent, serving, args), b"")
    }

    pub fn a2a_command(&self, agent: &str, serving: &Serving, args: &[&str]) -> std::process::Command {
        let files = self.files(agent);
        let mut a2a = command(HERMA, self.held.scratch.path());
        a2a.arg("a2a")
            .args(args)
            .arg("--home")
            .arg(self.held.scratch.path().join(format!("home-of-{agent}")));
        a2a.env("HERMA_A2A_BOB_URL", &serving.url)
            .env("HERMA_A2A_CERT", files.certificate)
            .env("HERMA_A2A_KEY", files.key)
            .env("HERMA_A2A_CA", files.ca);
        a2a
    }

    /// A connection of this agent.
    pub fn client(&self, agent: &str, serving: &Serving) -> Client {
        client_of(&self.files(agent), serving)
    }
}

pub fn client_of(files: &Files, serving: &Serving) -> Client {
    let config = tls::client_config(&files.trust().unwrap(), &files.own().unwrap(), None).unwrap();
    Client::new(&serving.url, Arc::new(config)).unwrap()
}

impl Serving {
    pub fn log(&self) -> String {
        self.log.text.lock().unwrap().clone()
    }

    /// Waits until the log says this.
    pub fn wait_for_log(&self, what: &str) -> String {
        let text = self.log.text.lock().unwrap();
        let (text, late) =
            self.log.more.wait_timeout_while(text, PATIENCE, |text| !text.contains(what)).unwrap();
        assert!(!late.timed_out(), "no {what:?} in\n{text}");
        text.clone()
    }

    pub fn pid(&self) -> u32 {
        self.child.as_ref().unwrap().id()
    }

    /// As a crash does it.
    pub fn kill(mut self) {
        signal(self.pid(), "KILL");
        self.child.take().unwrap().wait().unwrap();
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

pub fn message(id: &str, text: &str) -> Value {
    json!({"message": {"messageId": id, "role": "ROLE_USER", "parts": [{"text": text}]}})
}

/// The same, answered as soon as it is kept.
pub fn at_once(id: &str, text: &str) -> Value {
    let mut all = message(id, text);
    all["configuration"] = json!({"returnImmediately": true});
    all
}

pub fn block_on<T>(work: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(work)
}
