//! `herma mcp scan`: what every configured server offers, and how much of it matters.

use super::clients::{CLIENTS, Configured, Launch};
use super::exec::{self, IfTaken};
use super::scan_url;
use crate::check::usage;
use crate::effective_policy;
use crate::paths::Paths;
use crate::world::RealWorld;
use herma_core::ToolCall;
use herma_core::text::shown;
use herma_mcp::guard::Input;
use herma_mcp::lock::{Key, Locks};
use herma_mcp::message::MESSAGE_MAX;
use herma_mcp::pin::Pins;
use herma_mcp::suspicion;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{ExitCode, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

const HELP: &str = "\
usage: herma mcp scan [--no-start] [--json] [--home DIR]

Lists the MCP servers in the settings of Claude Code, Claude Desktop, Cursor, VS Code and Codex, of the user and of the
project in the current folder; starts each that is a command, goes to each that is a URL, asks which tools it has, and says
of each how much it matters, what is fishy about it, and whether it has changed since it was pinned.

  --no-start   only what stands in the settings: nothing is started, nobody is asked
  --json       for machines
  --home DIR   Herma's own home

exit: 0, 1 something is fishy or has changed, 2 usage
";

/// A server that is installed first takes its time.
pub(super) const WITHIN: Duration = Duration::from_secs(30);
/// Pages of a list of tools.
pub(super) const PAGES_MAX: usize = 50;

struct Found {
    client: &'static str,
    file: PathBuf,
    server: Configured,
    tools: Result<Vec<Value>, String>,
}

pub fn main(args: &[OsString]) -> ExitCode {
    let (mut start, mut as_json, mut home) = (true, false, None);
    let mut words = args.iter();
    while let Some(word) = words.next() {
        match word.to_str().unwrap_or_default() {
            "--help" | "-h" => {
                print!("{HELP}");
                return ExitCode::SUCCESS;
            }
            "--no-start" => start = false,
            "--json" => as_json = true,
            "--home" => match words.next() {
                Some(folder) => home = Some(folder.clone()),
                None => return usage("`--home` needs a value"),
            },
            other => return usage(&format!("`{other}` is not known; --help says more")),
        }
    }
    let paths = match Paths::resolve(home.as_deref()) {
        Ok(paths) => paths,
        Err(error) => {
            eprintln!("herma: {error}");
            return ExitCode::FAILURE;
        }
    };
    let found = found(&paths, start);
    let report: Vec<Value> = found.iter().map(|one| report(&paths, one, &found)).collect();
    match as_json {
        true => println!("{}", Value::Array(report.clone())),
        false => report.iter().for_each(show),
    }
    if report.is_empty() && !as_json {
        println!("no MCP servers are configured here");
    }
    let tools = report.iter().filter_map(|one| one["tools"].as_array()).flatten();
    let fishy = tools.into_iter().any(|tool| tool["flags"].as_array().is_some_and(|flags| !flags.is_empty()));
    if fishy { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

fn found(paths: &Paths, start: bool) -> Vec<Found> {
    let mut all = Vec::new();
    for client in CLIENTS {
        let files = client.user_file().ok().into_iter().chain(client.project_file());
        for file in files {
            let Ok(text) = fs::read_to_string(&file) else { continue };
            match client.servers(&file, &text) {
                Err(error) => eprintln!("herma: {}: {}", file.display(), shown(&error)),
                Ok(servers) => all.extend(servers.into_iter().map(|server| {
                    let tools = match (&server.launch, start) {
                        (Launch::Command { words, env }, true) => tools_of(paths, words, env),
                        (Launch::Command { .. }, false) => Err("not started".to_owned()),
                        (Launch::Url { url, headers }, true) => scan_url::tools_of(url, headers),
                        (Launch::Url { .. }, false) => Err("not asked".to_owned()),
                    };
                    Found { client: client.name, file: file.clone(), server, tools }
                })),
            }
        }
    }
    all
}

/// Starts it, and asks.
fn tools_of(paths: &Paths, words: &[String], env: &[(String, String)]) -> Result<Vec<Value>, String> {
    let command: Vec<OsString> = words.iter().map(OsString::from).collect();
    let key = Key::plain("scan").map_err(|e| e.to_string())?;
    let locks = Locks::at(paths.mcp_locks());
    let started = exec::start(&locks, &key, IfTaken::Off, Input::IsItsLife, &command, |command| {
        let env = env.iter().map(|(name, value)| (name, value));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).envs(env);
    });
    let mut guarded = started.map_err(|why| format!("{why:?}"))?;
    let (Some(mut to), Some(from)) = (guarded.guard.stdin.take(), guarded.guard.stdout.take()) else {
        return Err("it has no standard streams".to_owned());
    };
    let (send, lines) = channel::<Value>();
    let read = move || {
        let mut reader = BufReader::new(from);
        loop {
            let mut line = Vec::new();
            match reader.by_ref().take(MESSAGE_MAX as u64).read_until(b'\n', &mut line) {
                Ok(0) | Err(_) => return,
                Ok(_) => {}
            }
            if let Ok(message) = serde_json::from_slice(&line)
                && send.send(message).is_err()
            {
                return;
            }
        }
    };
    std::thread::Builder::new().stack_size(herma_core::work::STACK).spawn(read).map_err(|e| e.to_string())?;
    let until = Instant::now() + WITHIN;
    let mut ask = |id: u64, method: &str, params: Value| {
        let message = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        writeln!(to, "{message}").and_then(|()| to.flush()).map_err(|_| "it has ended".to_owned())?;
        loop {
            match lines.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(answer) if answer["id"] == id && answer.get("method").is_none() => return Ok(answer),
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout) => return Err("it did not answer in time".to_owned()),
                Err(RecvTimeoutError::Disconnected) => return Err("it has ended".to_owned()),
            }
        }
    };
    let who = json!({"protocolVersion": "2025-11-25", "capabilities": {},
        "clientInfo": {"name": "herma-scan", "version": env!("CARGO_PKG_VERSION")}});
    let listed = ask(1, "initialize", who).and_then(|_| {
        let (mut tools, mut cursor) = (Vec::new(), json!({}));
        for page in 0..PAGES_MAX {
            let answer = ask(2 + page as u64, "tools/list", cursor)?;
            tools.extend(answer["result"]["tools"].as_array().cloned().unwrap_or_default());
            match answer["result"]["nextCursor"].as_str() {
                Some(next) => cursor = json!({"cursor": next}),
                None => break,
            }
        }
        Ok(tools)
    });
    drop(to);
    guarded.finish_beside();
    listed
}

fn report(paths: &Paths, one: &Found, all: &[Found]) -> Value {
    let Configured { name, launch, is_wrapped } = &one.server;
    let tools: Vec<Value> = match &one.tools {
        Ok(tools) => tools.iter().map(|tool| tool_report(paths, one, tool, all)).collect(),
        Err(_) => Vec::new(),
    };
    json!({
        "client": one.client,
        "file": one.file,
        "name": name,
        "wrapped": is_wrapped,
        "command": match launch { Launch::Command { words, .. } => json!(words), Launch::Url { .. } => Value::Null },
        "url": match launch { Launch::Url { url, .. } => json!(url), Launch::Command { .. } => Value::Null },
        "error": one.tools.as_ref().err(),
        "tools": tools,
    })
}

fn tool_report(paths: &Paths, one: &Found, tool: &Value, all: &[Found]) -> Value {
    let name = tool["name"].as_str().unwrap_or_default();
    let call = ToolCall {
        tool: format!("mcp__{}__{name}", one.server.name),
        args: json!({}),
        description: tool["description"].as_str().map(str::to_owned),
        annotations: tool.get("annotations").cloned(),
        schema: tool.get("inputSchema").cloned(),
        ..ToolCall::default()
    };
    let verdict = effective_policy::load(paths).judge(&call, &RealWorld);
    let mut flags = suspicion::of_definition(tool);
    let others = all.iter().filter(|other| !std::ptr::eq(*other, one)).flat_map(|other| {
        let tools = other.tools.iter().flatten();
        tools.filter_map(|tool| Some((other.server.name.as_str(), tool["name"].as_str()?)))
    });
    flags.extend(suspicion::look_alike(name, others));
    flags.extend(changed(paths, one, tool).then(|| "it has changed since it was first seen".to_owned()));
    json!({"name": name, "class": verdict.assessment.class.as_str(), "tier": verdict.assessment.tier.as_str(),
        "risk_score": verdict.assessment.risk, "decision": verdict.decision.as_str(), "flags": flags})
}

fn changed(paths: &Paths, one: &Found, tool: &Value) -> bool {
    let words = match &one.server.launch {
        Launch::Command { words, .. } => words.clone(),
        Launch::Url { url, .. } => vec![url.clone()],
    };
    let Ok(key) = Key::configured(&one.server.name, &words, OsStr::new("")) else { return false };
    let pins = Pins::open(&paths.mcp_pins(), &one.server.name, key.as_str());
    let name = tool["name"].as_str().unwrap_or_default();
    pins.is_ok_and(|pins| {
        pins.definition(name).is_some_and(|pinned| herma_mcp::pin::hash(pinned) != herma_mcp::pin::hash(tool))
    })
}

fn show(one: &Value) {
    let text = |name: &str| shown(one[name].as_str().unwrap_or_default());
    let through = if one["wrapped"] == true { "through herma" } else { "not through herma" };
    println!("{}  {}  ({through})", text("name"), text("client"));
    if let Some(error) = one["error"].as_str() {
        println!("  {}", shown(error));
    }
    let mut by_tier: BTreeMap<String, usize> = BTreeMap::new();
    for tool in one["tools"].as_array().into_iter().flatten() {
        let part = |name: &str| shown(tool[name].as_str().unwrap_or_default());
        println!("  {:<32} {:<16} {:<8} {}", part("name"), part("class"), part("tier"), part("decision"));
        for flag in tool["flags"].as_array().into_iter().flatten() {
            println!("      ! {}", shown(flag.as_str().unwrap_or_default()));
        }
        *by_tier.entry(part("tier")).or_default() += 1;
    }
    let counts: Vec<String> = by_tier.iter().map(|(tier, count)| format!("{count} {tier}")).collect();
    if !counts.is_empty() {
        println!("  {}", counts.join(", "));
    }
}
