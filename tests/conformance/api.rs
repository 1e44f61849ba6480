//! `POST /v1/calls` of `herma up`. The test is the agent: it runs what the gateway allows.

use super::surface::{Call, InFlight, Outcome, Room, Setup, Surface, as_shell, run_as_agent};
use crate::support::http::Open;
use crate::support::{HERMA, command};
use herma_server::credential::{self, Kind};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};

pub struct Api {
    room: Room,
    gateway: Child,
    agent: Caller,
}

/// An agent with its token.
#[derive(Clone)]
struct Caller {
    address: String,
    token: String,
    work: PathBuf,
}

impl Api {
    pub fn open(setup: &Setup) -> Box<dyn Surface> {
        let room = Room::new(setup);
        let mut up = command(HERMA, room.held().scratch.path());
        up.args(["up", "--listen", "127.0.0.1:0", "--home"]).arg(room.held().home());
        let mut gateway = up.stdin(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let mut lines = BufReader::new(gateway.stdout.take().unwrap()).lines();
        let first = lines.next().expect("the gateway starts").unwrap();
        let address = first.rsplit("http://").next().unwrap().trim().to_owned();
        std::thread::spawn(move || lines.for_each(drop));
        let store = room.held().store();
        let token = credential::mint(&store, Kind::Agent, "bot", None, "bot", herma_server::now()).unwrap().1;
        let agent = Caller { address, token, work: room.work() };
        Box::new(Api { room, gateway, agent })
    }

    fn body(&self, call: &Call, request: Option<&str>) -> Value {
        let home = self.room.held().scratch.path();
        json!({"tool": "terminal", "args": {"command": as_shell(call)}, "cwd": self.room.work(), "home": home,
            "session": "s", "edits": true, "request": request})
    }
}

impl Caller {
    fn post(&self, path: &str, body: &Value) -> Value {
        let bearer = format!("Bearer {}", self.token);
        let headers = [("Authorization", bearer.as_str())];
        let answer = Open::send(&self.address, "POST", path, &headers, body.to_string().as_bytes()).finish();
        assert_eq!(answer.status, 200, "{answer:?}");
        answer.json()
    }

    fn call(&self, path: &str, body: &Value) -> Outcome {
        outcome(&self.post(path, body), body, &self.work)
    }
}

fn outcome(answer: &Value, body: &Value, work: &Path) -> Outcome {
    let text = |key: &str| answer[key].as_str().unwrap_or_else(|| panic!("no `{key}`: {answer}")).to_owned();
    match answer["decision"].as_str() {
        Some("allow") => {
            let args = answer.get("args").filter(|args| args.is_object()).unwrap_or(&body["args"]);
            run_as_agent(None, work, args["command"].as_str().unwrap());
            Outcome::Ran
        }
        Some("ask") => Outcome::Waiting { ticket: text("request") },
        Some("deny") => Outcome::Denied { reason: text("reason") },
        _ => panic!("{answer}"),
    }
}

impl Surface for Api {
    fn room(&self) -> &Room {
        &self.room
    }

    fn start(&self, call: &Call) -> InFlight {
        let (agent, body) = (self.agent.clone(), self.body(call, None));
        InFlight::begin(move || agent.call("/v1/calls?wait=60", &body))
    }

    fn send(&self, call: &Call) -> Outcome {
        self.agent.call("/v1/calls", &self.body(call, None))
    }

    fn resume(&self, call: &Call, ticket: &str) -> Outcome {
        self.agent.call("/v1/calls", &self.body(call, Some(ticket)))
    }

    fn card_for(&self, said: &str, call: &Call) -> Option<String> {
        let mut body = self.body(call, None);
        body["conversation"] = json!({"human": true, "last_message": said});
        let answer = self.agent.post("/v1/calls?wait=60", &body);
        answer["crisis_card"].as_str().map(str::to_owned)
    }

    fn reads_page(&self, _: &str) -> bool {
        false
    }

    fn under(&self, _: &str, _: &Call) -> Outcome {
        panic!("the caller is not a process of the gateway's machine")
    }
}

impl Drop for Api {
    fn drop(&mut self) {
        let _ = self.gateway.kill();
        let _ = self.gateway.wait();
    }
}
