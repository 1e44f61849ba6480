//! `herma check`: one call judged, or a stream of them. Records nothing, runs nothing.

use crate::EXIT_USAGE;
use crate::assessors;
use crate::effective_policy::{self, EffectivePolicy, PolicyState};
use crate::paths::Paths;
use crate::world::{RealWorld, SnapshotWorld};
use herma_core::call::Conversation;
use herma_core::{ToolCall, Verdict, World};
use serde_json::Value;
use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, IsTerminal, Read, Write};
use std::process::ExitCode;
use std::time::Instant;

pub const HELP: &str = "\
usage: herma check [--json] [--cwd DIR] COMMAND
       herma check [--json] [--cwd DIR] --tool NAME --args JSON [--description TEXT] [--annotations JSON]
                   [--schema JSON] [--action WORD]
       herma check --batch < calls.jsonl

Says what would be decided about a call. Runs nothing, records nothing.

  --json        the whole verdict on one line
  --tool NAME   a tool of an agent (terminal, read_file, write_file, patch, send_message, Bash, …)
  --args JSON   its arguments
  --description TEXT, --annotations JSON, --schema JSON
                what the tool's server says about it; it may raise the verdict, and lowers it only for a server
                that the policy trusts
  --action WORD the agent's own word for the act; it raises only
  --said TEXT   what the person said last to whom it goes: read for signs of a suicidal crisis (docs/crisis.md)
  --cwd DIR     where it would run (default: here)
  --assessors   start the policy's assessors too (docs/assessors.md); by itself `check` starts no program
  --home DIR    Herma's own home, for its policy
  --batch       JSON lines in, one verdict a line out, in order:
                {\"id\", \"command\"} or {\"id\", \"tool\", \"args\", \"description\"?, \"annotations\"?,
                \"schema\"?, \"action\"?, \"conversation\"?}, each with \"cwd\"? and \"home\"?

exit: 0 allow, 10 ask, 20 deny, 1 failure, 2 usage (with --batch: 0 when every line was answered)
";

/// Bytes of batch input judged at a time: large enough to keep all cores busy, small enough to answer promptly.
const BATCH_BUFFER: usize = 1 << 20;

/// One command longer than this is not even taken in: the bound of the shell reader is far below.
const COMMAND_MAX: u64 = 64 << 20;

/// What was typed.
#[derive(Debug, Default)]
pub struct Arguments {
    pub json: bool,
    pub batch: bool,
    /// The policy's own programs look at it too.
    pub assessors: bool,
    pub tool: Option<String>,
    pub args: Option<String>,
    pub description: Option<String>,
    pub annotations: Option<String>,
    pub schema: Option<String>,
    pub action: Option<String>,
    pub cwd: Option<String>,
    pub home: Option<OsString>,
    pub said: Option<String>,
    pub command: Option<String>,
    /// Bytes that are no UTF-8 were replaced.
    pub mangled: bool,
}

pub fn main(args: &[OsString]) -> ExitCode {
    let arguments = match Arguments::parse(args, HELP) {
        Ok(arguments) => arguments,
        Err(code) => return code,
    };
    let policy = match load_policy(&arguments) {
        Ok(policy) => policy,
        Err(code) => return code,
    };
    if arguments.batch
        && (arguments.command.is_some()
            || arguments.tool.is_some()
            || arguments.args.is_some()
            || arguments.assessors)
    {
        return usage("--batch takes its calls from standard input, and starts no assessors");
    }
    if arguments.batch {
        policy.base().complain();
        return match batch(&policy) {
            Ok(()) => ExitCode::SUCCESS,
            Err(e) if e.kind() == io::ErrorKind::BrokenPipe => ExitCode::FAILURE,
            Err(e) => fail(&format!("reading or writing the batch: {e}")),
        };
    }
    let started = Instant::now();
    let mut call = match arguments.call() {
        Ok(call) => call,
        Err(message) => return usage(&message),
    };
    let in_force = policy.for_call(&call);
    let plain = match arguments.assessors {
        true => assessors::judge(&in_force, &mut call, &RealWorld, "check", assessors::Run::Now).0,
        false => in_force.judge(&call, &RealWorld),
    };
    let verdict = preview(&arguments, &in_force, &call, plain);
    let elapsed = u64::try_from(started.elapsed().as_micros()).unwrap_or(u64::MAX);
    in_force.complain();
    let line = if arguments.json {
        verdict.to_json_line(&Value::Null, elapsed)
    } else {
        crate::explain::short(&verdict)
    };
    let mut out = io::stdout().lock();
    if let Some(card) = verdict.crisis_card.as_deref().filter(|_| !arguments.json) {
        eprintln!("{card}");
    }
    if writeln!(out, "{line}").and_then(|()| out.flush()).is_err() {
        return ExitCode::FAILURE;
    }
    ExitCode::from(verdict.exit_code())
}

/// What `herma run` or a hook would decide, the way back included.
pub fn preview(
    arguments: &Arguments,
    in_force: &EffectivePolicy,
    call: &ToolCall,
    plain: Verdict,
) -> Verdict {
    match Paths::resolve(arguments.home.as_deref()) {
        Ok(paths) => herma_engine::undo::preview(in_force, call, &RealWorld, &paths, plain),
        Err(_) => plain,
    }
}

pub fn load_policy(arguments: &Arguments) -> Result<PolicyState, ExitCode> {
    let paths =
        Paths::resolve(arguments.home.as_deref()).map_err(|e| fail(&format!("finding Herma's home: {e}")))?;
    Ok(effective_policy::load(&paths))
}

pub fn usage(message: &str) -> ExitCode {
    eprintln!("herma: {}", herma_core::text::shown(message));
    ExitCode::from(EXIT_USAGE)
}

/// Whether a word is a command line: no program's name has blanks in it.
pub fn is_line(word: &str) -> bool {
    word.trim().contains(char::is_whitespace)
}

fn fail(message: &str) -> ExitCode {
    eprintln!("herma: {message}");
    ExitCode::FAILURE
}

impl Arguments {
    /// Takes the words apart; on `--help` or a mistake, the exit code.
    pub fn parse(words: &[OsString], help: &str) -> Result<Self, ExitCode> {
        let mut out = Arguments::default();
        let mut rest: Vec<String> = Vec::new();
        let mut words = words.iter();
        let mut ended = false;
        while let Some(word) = words.next() {
            let text = word.to_string_lossy();
            if ended || !text.starts_with('-') || text == "-" {
                out.mangled |= word.to_str().is_none();
                // A whole command line in one word has no arguments behind it: what follows are options of ours. As its
                // arguments they would make it the name of a program that does not exist, which harms nobody.
                ended |= !is_line(&text);
                rest.push(text.into_owned());
                continue;
            }
            let (name, joined) = match text.split_once('=') {
                Some((name, value)) => (name.to_owned(), Some(value.to_owned())),
                None => (text.into_owned(), None),
            };
            let mut value =
                || match joined.clone().or_else(|| words.next().map(|w| w.to_string_lossy().into_owned())) {
                    Some(value) => Ok(value),
                    None => Err(usage(&format!("`{name}` needs a value"))),
                };
            match name.as_str() {
                "--json" => out.json = true,
                "--batch" => out.batch = true,
                "--assessors" => out.assessors = true,
                "--tool" => out.tool = Some(value()?),
                "--args" => out.args = Some(value()?),
                "--description" => out.description = Some(value()?),
                "--annotations" => out.annotations = Some(value()?),
                "--schema" => out.schema = Some(value()?),
                "--action" => out.action = Some(value()?),
                "--said" => out.said = Some(value()?),
                "--cwd" => out.cwd = Some(absolute(&value()?)),
                "--home" => out.home = Some(value()?.into()),
                "--help" | "-h" => {
                    print!("{help}");
                    return Err(ExitCode::SUCCESS);
                }
                "--" => ended = true,
                other => return Err(usage(&format!("`{other}` is no option; --help lists them"))),
            }
        }
        out.command = match rest.as_slice() {
            [] => None,
            [one] => Some(one.clone()),
            [line, _, ..] if is_line(line) => {
                return Err(usage(
                    "a command line in one word takes no more words; give one line, or program and arguments",
                ));
            }
            // Several words are an argument vector: each stays one word.
            several => Some(crate::argv::Argv::new(several).text),
        };
        Ok(out)
    }

    /// The call that was meant; a command may also come in on standard input.
    pub fn call(&self) -> Result<ToolCall, String> {
        for (given, name) in [
            (&self.args, "--args"),
            (&self.description, "--description"),
            (&self.annotations, "--annotations"),
            (&self.schema, "--schema"),
            (&self.action, "--action"),
        ] {
            if given.is_some() && self.tool.is_none() {
                return Err(format!("{name} goes with --tool"));
            }
        }
        let mut call = match (&self.tool, &self.command) {
            (Some(_), Some(_)) => return Err("give either --tool or a command, not both".to_owned()),
            (Some(tool), None) => {
                let args = json("--args", self.args.as_deref().unwrap_or("{}"))?;
                ToolCall {
                    tool: tool.clone(),
                    args,
                    description: self.description.clone(),
                    annotations: self.annotations.as_deref().map(|t| json("--annotations", t)).transpose()?,
                    schema: self.schema.as_deref().map(|t| json("--schema", t)).transpose()?,
                    action: self.action.clone(),
                    ..ToolCall::default()
                }
            }
            (None, Some(command)) if command != "-" => {
                ToolCall { mangled: self.mangled, ..ToolCall::shell(command.as_str()) }
            }
            (None, command) => {
                if command.is_none() && io::stdin().is_terminal() {
                    return Err("give a command to judge; --help says more".to_owned());
                }
                let mut bytes = Vec::new();
                io::stdin()
                    .lock()
                    .take(COMMAND_MAX)
                    .read_to_end(&mut bytes)
                    .map_err(|e| format!("reading standard input: {e}"))?;
                let (text, mangled) = match String::from_utf8(bytes) {
                    Ok(text) => (text, false),
                    Err(e) => (String::from_utf8_lossy(e.as_bytes()).into_owned(), true),
                };
                ToolCall { mangled, ..ToolCall::shell(text) }
            }
        };
        call.cwd.clone_from(&self.cwd);
        call.conversation = Conversation { human: self.said.is_some(), last_message: self.said.clone() };
        Ok(call)
    }
}

fn json(option: &str, text: &str) -> Result<Value, String> {
    herma_core::json::value(text).map_err(|e| format!("{option} is not JSON: {e}"))
}

fn absolute(path: &str) -> String {
    std::path::absolute(path)
        .ok()
        .and_then(|p| p.to_str().map(str::to_owned))
        .unwrap_or_else(|| path.to_owned())
}

// --- batch -------------------------------------------------------------------------------------------------

/// Judges JSON lines on all cores, and answers them in order.
fn batch(policy: &PolicyState) -> io::Result<()> {
    let cores = std::thread::available_parallelism().map_or(1, |n| n.get());
    let mut reader = BufReader::with_capacity(BATCH_BUFFER, io::stdin().lock());
    let mut out = io::stdout().lock();
    let mut held: Vec<u8> = Vec::new();
    loop {
        let chunk = reader.fill_buf()?;
        let ended = chunk.is_empty();
        let complete = chunk.iter().rposition(|b| *b == b'\n').map_or(0, |at| at + 1);
        let used = chunk.len();
        let (now, later) = chunk.split_at_checked(complete).unwrap_or((chunk, &[]));
        held.extend_from_slice(now);
        let rest = later.to_vec();
        reader.consume(used);
        if complete > 0 || ended {
            // One answer a line, blank ones too; what follows the last newline is no line.
            let whole = held.strip_suffix(b"\n").unwrap_or(&held);
            let lines: Vec<&[u8]> =
                if held.is_empty() { Vec::new() } else { whole.split(|b| *b == b'\n').collect() };
            for answer in judge_lines(policy, &lines, cores) {
                out.write_all(answer.as_bytes())?;
            }
            out.flush()?;
            held.clear();
        }
        held.extend_from_slice(&rest);
        if ended {
            return Ok(());
        }
    }
}

/// The answers to a run of lines, one text a core.
fn judge_lines(policy: &PolicyState, lines: &[&[u8]], cores: usize) -> Vec<String> {
    let share = lines.len().div_ceil(cores).max(1);
    let all = |part: &[&[u8]]| {
        let world = SnapshotWorld::default();
        part.iter().map(|l| answer(policy, &world, l)).collect::<String>()
    };
    if lines.len() < cores * 4 {
        return vec![all(lines)];
    }
    std::thread::scope(|scope| {
        let worker = || std::thread::Builder::new().stack_size(herma_core::work::STACK);
        let workers: Vec<_> =
            lines.chunks(share).map(|part| (part, worker().spawn_scoped(scope, move || all(part)))).collect();
        workers
            .into_iter()
            .map(|(part, worker)| match worker {
                Ok(worker) => worker.join().unwrap_or_else(|_| all(part)),
                Err(_) => all(part),
            })
            .collect()
    })
}

/// One line in, one line out. What cannot be read, or fails to be judged, is asked about.
fn answer(policy: &PolicyState, world: &dyn World, line: &[u8]) -> String {
    let judged = || answer_to(policy, world, line);
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(judged)).unwrap_or_else(|_| {
        let id = match herma_core::json::value_of_bytes(line) {
            Ok(Value::Object(mut object)) => object.remove("id").unwrap_or_default(),
            _ => Value::Null,
        };
        unreadable(policy, &id)
    })
}

fn answer_to(policy: &PolicyState, world: &dyn World, line: &[u8]) -> String {
    let started = Instant::now();
    let Ok(Value::Object(mut object)) = herma_core::json::value_of_bytes(line) else {
        return unreadable(policy, &Value::Null);
    };
    let id = match object.remove("id") {
        Some(id @ (Value::String(_) | Value::Number(_))) => id,
        _ => Value::Null,
    };
    // A `cwd` or `home` of another type is a line that was not understood.
    if ["cwd", "home"].iter().any(|k| object.get(*k).is_some_and(|v| !v.is_string() && !v.is_null())) {
        return unreadable(policy, &id);
    }
    if object.get("command").is_some_and(Value::is_array) && !object.contains_key("tool") {
        let args = serde_json::json!({"command": object.remove("command")});
        object.insert("tool".to_owned(), Value::from("shell"));
        object.insert("args".to_owned(), args);
    }
    let mut text = |key: &str| match object.remove(key) {
        Some(Value::String(text)) => Some(text),
        _ => None,
    };
    let (command, tool) = (text("command"), text("tool"));
    let (cwd, home, action, description) = (text("cwd"), text("home"), text("action"), text("description"));
    let mut call = match (command, tool) {
        (Some(command), None) => ToolCall::shell(command),
        (None, Some(tool)) => {
            ToolCall { tool, args: object.remove("args").unwrap_or(Value::Null), ..ToolCall::default() }
        }
        _ => return unreadable(policy, &id),
    };
    call.cwd = cwd;
    call.home = home;
    call.action = action;
    call.description = description;
    call.annotations = object.remove("annotations");
    call.schema = object.remove("schema");
    if let Some(conversation) = object.get("conversation") {
        let last_message = conversation.get("last_message").and_then(Value::as_str).map(str::to_owned);
        // Who says something is a person unless the caller says otherwise.
        let said = conversation.get("human").and_then(Value::as_bool);
        call.conversation = Conversation { human: said.unwrap_or(last_message.is_some()), last_message };
    }
    let verdict = policy.judge(&call, world);
    line_of(&verdict, &id, started)
}

/// A line that is no call: a verdict all the same, and a cautious one.
fn unreadable(policy: &PolicyState, id: &Value) -> String {
    let started = Instant::now();
    let call = ToolCall { mangled: true, ..ToolCall::shell("") };
    line_of(&policy.judge(&call, &RealWorld), id, started)
}

fn line_of(verdict: &Verdict, id: &Value, started: Instant) -> String {
    let elapsed = u64::try_from(started.elapsed().as_micros()).unwrap_or(u64::MAX);
    let mut line = verdict.to_json_line(id, elapsed);
    line.push('\n');
    line
}
