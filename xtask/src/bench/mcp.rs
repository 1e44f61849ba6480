//! What `herma mcp wrap` adds to an allowed call, what a large result costs, and what random frames do to it.
//!
//! The server is this program itself (`xtask mcp-echo`): one that answers at once, so that what is measured is the proxy.

use super::report::Report;
use crate::failure::Failure;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

/// The issue's own figures.
const ADDED_US: f64 = 150.0;
const RATE: u32 = 1000;
const CALLS: usize = 5000;
const LARGE_MB: usize = 100;
const PEAK_MB: f64 = 24.0;
const FRAMES: usize = 1_000_000;

pub fn measure(report: &mut Report, binary: &Path) -> Result<(), Failure> {
    report.part("MCP: an allowed call through `wrap`, at 1,000 calls a second");
    let own = std::env::current_exe().map_err(Failure::of("our own program"))?;
    let home = std::env::temp_dir().join(format!("herma-bench-mcp-{}", std::process::id()));
    let (mut direct, mut wrapped) = (Vec::new(), Vec::new());
    {
        let mut plain = Talk::start(Command::new(&own).arg("mcp-echo"))?;
        let mut through = wrap(binary, &home, &own)?;
        let start = Instant::now();
        // Alternately: whatever else this machine does, it does to both.
        for round in 0..CALLS {
            let due = start + Duration::from_secs(1) / RATE * u32::try_from(round).unwrap_or(u32::MAX);
            std::thread::sleep(due.saturating_duration_since(Instant::now()));
            direct.push(plain.call(round)?);
            wrapped.push(through.call(round)?);
        }
        plain.finish()?;
        through.finish()?;
    }
    let (direct, wrapped) = (median(&mut direct), median(&mut wrapped));
    let added = wrapped - direct;
    report.target(
        "added by the proxy, median",
        &format!("{added:.0} µs ({direct:.0} direct, {wrapped:.0} wrapped)"),
        &format!("at most {ADDED_US} µs"),
        added <= ADDED_US,
    );
    large(report, binary, &home, &own)?;
    frames(report, binary, &home, &own)?;
    let _ = std::fs::remove_dir_all(&home);
    Ok(())
}

fn wrap(binary: &Path, home: &Path, server: &Path) -> Result<Talk, Failure> {
    let mut command = Command::new(binary);
    command
        .args(["mcp", "wrap", "--name", "bench", "--lock", "off", "--hold", "0", "--home"])
        .arg(home)
        .arg("--");
    Talk::start(command.arg(server).arg("mcp-echo"))
}

fn large(report: &mut Report, binary: &Path, home: &Path, own: &Path) -> Result<(), Failure> {
    let mut talk = wrap(binary, home, own)?;
    let start = Instant::now();
    let params = json!({"name": "get_large", "arguments": {"megabytes": LARGE_MB}});
    talk.say(&json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}).to_string())?;
    let size = talk.line()?.len();
    let seconds = start.elapsed().as_secs_f64();
    let peak = peak_mb(talk.child.id())?;
    talk.finish()?;
    report.target(
        &format!("{LARGE_MB} MB of result, peak memory"),
        &format!("{peak:.1} MB ({:.0} MB/s)", size as f64 / seconds / 1e6),
        &format!("below {PEAK_MB} MB"),
        peak < PEAK_MB && size > LARGE_MB << 20,
    );
    Ok(())
}

/// Random frames at the real program. The server counts the calls that reach it: every one of them must have been judged.
fn frames(report: &mut Report, binary: &Path, home: &Path, own: &Path) -> Result<(), Failure> {
    let mut talk = wrap(binary, home, own)?;
    let mut input = talk.input.take().ok_or_else(|| Failure::new("no input"))?;
    let start = Instant::now();
    let writer = std::thread::spawn(move || -> std::io::Result<()> {
        let mut chance = Chance(0x9e37_79b9_7f4a_7c15);
        for _ in 0..FRAMES {
            input.write_all(&chance.frame())?;
            input.write_all(b"\n")?;
        }
        // The last word: a call that is known to pass, after which nothing comes.
        let last =
            json!({"jsonrpc": "2.0", "id": "last", "method": "tools/call", "params": {"name": "get_count"}});
        input.write_all(format!("{last}\n").as_bytes())?;
        input.flush()
    });
    let said = loop {
        let line = talk.line()?;
        if line.is_empty() {
            return Err(Failure::new("the proxy has ended before the last frame"));
        }
        match serde_json::from_str::<Value>(&line) {
            Ok(message) if message["id"] == "last" => break message,
            _ => {}
        }
    };
    let written = writer.join().map_err(|_| Failure::new("the writer broke down"))?;
    written.map_err(Failure::of("the proxy's input"))?;
    let seconds = start.elapsed().as_secs_f64();
    talk.finish()?;
    let bad = said["result"]["bad"].as_u64().unwrap_or(u64::MAX);
    report.target(
        &format!("{FRAMES} random frames"),
        &format!(
            "{bad} calls that nobody judged reached the server ({:.0} frames/s)",
            FRAMES as f64 / seconds
        ),
        "none, and no crash",
        bad == 0,
    );
    Ok(())
}

fn peak_mb(pid: u32) -> Result<f64, Failure> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).map_err(Failure::of("/proc"))?;
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or_default();
    let kb: f64 = peak.trim().trim_end_matches(" kB").parse().map_err(|_| Failure::new("no VmHWM"))?;
    Ok(kb / 1024.0)
}

fn median(all: &mut [Duration]) -> f64 {
    all.sort();
    all.get(all.len() / 2).map_or(0.0, |middle| middle.as_secs_f64() * 1e6)
}

struct Talk {
    child: Child,
    input: Option<BufWriter<ChildStdin>>,
    output: BufReader<ChildStdout>,
}

impl Talk {
    fn start(command: &mut Command) -> Result<Talk, Failure> {
        let name = PathBuf::from(command.get_program());
        let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().map_err(Failure::of(name.display()))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(Failure::new("no pipes"));
        };
        Ok(Talk {
            child,
            input: Some(BufWriter::new(input)),
            output: BufReader::with_capacity(1 << 20, output),
        })
    }

    fn say(&mut self, line: &str) -> Result<(), Failure> {
        let input = self.input.as_mut().ok_or_else(|| Failure::new("closed"))?;
        writeln!(input, "{line}").and_then(|()| input.flush()).map_err(Failure::of("the server's input"))
    }

    fn line(&mut self) -> Result<String, Failure> {
        let mut line = String::new();
        self.output.read_line(&mut line).map_err(Failure::of("the server's output"))?;
        Ok(line)
    }

    fn call(&mut self, id: usize) -> Result<Duration, Failure> {
        let params = json!({"name": "get_thing", "arguments": {"id": id, "path": "src/main.rs"}});
        let line = json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params}).to_string();
        let start = Instant::now();
        self.say(&line)?;
        let said = self.line()?;
        let took = start.elapsed();
        if !said.contains("done") {
            return Err(Failure::new(format!("the call did not run: {said}")));
        }
        Ok(took)
    }

    fn finish(mut self) -> Result<(), Failure> {
        self.input.take();
        self.child.wait().map(drop).map_err(Failure::of("the server"))
    }
}

/// Numbers that look like chance, and are the same each time.
struct Chance(u64);

impl Chance {
    fn next(&mut self, below: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % below.max(1) as u64).unwrap_or(0)
    }

    fn pick<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all.get(self.next(all.len())).copied().unwrap_or_default()
    }

    /// A message that is nearly one, or one with something else in it.
    fn frame(&mut self) -> Vec<u8> {
        let method = self.pick(&[
            "tools/call",
            "tools/call",
            "ping",
            "Tools/Call",
            "tools\\/call",
            "tools/c\\u0061ll",
        ]);
        let key = self.pick(&["method", "method", "Method", "m\\u0065thod", "methoD", "params"]);
        let name = self.pick(&["run_command", "run_command", "get_thing"]);
        // Refused by everybody, without a question: a million questions would measure the store.
        let call = format!("\"params\":{{\"name\":\"{name}\",\"arguments\":{{\"command\":\"rm -rf /\"}}}}");
        let id = self.next(1000);
        let mut text = match self.next(8) {
            0 => format!(
                "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"ping\",\"{key}\":\"{method}\",{call}}}"
            ),
            1 => format!("{{\"{key}\":\"{method}\",{call},\"id\":{id}}}"),
            2 => {
                format!("[{{\"id\":{id},\"method\":\"{method}\",{call}}},{{\"method\":\"{method}\",{call}}}]")
            }
            3 => {
                format!("{{\"id\":{id},\"method\":\"ping\"}}\r{{\"id\":{id},\"method\":\"{method}\",{call}}}")
            }
            4 => format!(
                "{{\"id\":{id},\"method\":\"ping\",\"x\":\"\u{2028}\"}}{{\"method\":\"{method}\",{call}}}"
            ),
            5 => format!("{{\"id\":{id},\"result\":{{}},\"method\":\"{method}\",{call}}}"),
            6 => format!("{{\"id\":[{id}],\"method\":\"{method}\",{call},{call}}}"),
            _ => format!("{}{{\"id\":{id},\"method\":\"{method}\",{call}}}", "[".repeat(self.next(200))),
        }
        .into_bytes();
        // And then some bytes of it are others.
        for _ in 0..self.next(4) {
            let (at, byte) = (self.next(text.len()), self.next(256));
            if let Some(place) = text.get_mut(at) {
                *place = u8::try_from(byte).unwrap_or(b'"');
            }
        }
        text.retain(|byte| *byte != b'\n');
        text
    }
}

/// `xtask mcp-echo`: a server that answers at once. It reads as loosely as any server might: whatever looks like a call of
/// `rm -rf /` to anybody counts as one.
pub fn echo() -> Result<(), Failure> {
    let (mut bad, mut out) = (0_u64, std::io::stdout().lock());
    for line in std::io::stdin().lock().split(b'\n') {
        let line = line.map_err(Failure::of("stdin"))?;
        for part in split_loosely(&line) {
            bad += u64::from(is_bad(&part));
        }
        let Ok(message) = serde_json::from_slice::<Value>(&line) else { continue };
        let Some(id) = message.get("id").filter(|_| message.get("method").is_some()) else { continue };
        let params = &message["params"];
        let result = match params["name"].as_str() {
            Some("get_count") => json!({"bad": bad}),
            Some("get_large") => {
                let size = params["arguments"]["megabytes"].as_u64().unwrap_or(1) << 20;
                json!({"content": [{"type": "text", "text": "x".repeat(usize::try_from(size).unwrap_or(0))}]})
            }
            _ => json!({"content": [{"type": "text", "text": "done"}]}),
        };
        let answer = json!({"jsonrpc": "2.0", "id": id, "result": result});
        writeln!(out, "{answer}").and_then(|()| out.flush()).map_err(Failure::of("stdout"))?;
    }
    Ok(())
}

fn split_loosely(line: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(line);
    text.split(['\r', '\u{2028}', '\u{2029}', '\u{85}']).map(str::to_owned).collect()
}

/// Any reader that would run it: keys in any capitals, the last or the first of several, batches.
fn is_bad(text: &str) -> bool {
    let Ok(value) = serde_json::from_str::<Value>(text) else { return false };
    let items = match value {
        Value::Array(items) => items,
        one => vec![one],
    };
    items.iter().filter_map(Value::as_object).any(|message| {
        let calls = message.iter().any(|(key, value)| {
            key.eq_ignore_ascii_case("method")
                && value.as_str().is_some_and(|m| m.eq_ignore_ascii_case("tools/call"))
        });
        calls && message.get("params").is_some_and(|params| params.to_string().contains("run_command"))
    })
}
