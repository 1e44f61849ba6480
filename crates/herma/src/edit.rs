//! `herma approve --edit`: a person changes the command, or the text of a message, before answering. What comes out is judged
//! again, and is a request of its own, never easier to approve than the one it came from (T22).

use crate::gatekeeper::{Keeper, now, question};
use crate::hook::hold;
use crate::paths::Paths;
use crate::policy_file::{self, PolicyState};
use crate::prompt::{self, Reply as Typed, Wait};
use crate::redact::redacted;
use crate::view::{command_of, holds_a_secret};
use crate::world::RealWorld;
use herma_core::binding::{Bound, BoundKind, is_general};
use herma_core::digest::digest;
use herma_core::text::shown;
use herma_core::{Decision, ToolCall, Verdict};
use herma_gate::Asked;
use herma_server::Edit;
use herma_store::{Request, State, Store};
pub use herma_view::view::ARGS;
use herma_view::view::text_among;
use serde_json::{Map, Value};
use std::fs::OpenOptions;
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::PathBuf;
use std::process::Command;

/// How tools call their command.
const ARGUMENTS: &[&str] = &["command", "cmd"];
/// An agent is told the edited call in one line (`herma_agents::text`); what is longer would reach it cut off.
const TOLD_MAX: usize = 900;
/// Arguments longer than this are not kept to be edited.
const KEPT_MAX: usize = 16 << 10;
/// Says of a request which one it was edited from.
const EDITED_FROM: &str = "edited_from";

/// Lets a person edit the command. Gives the request that is to be answered now: the edited one, or the same if nothing was
/// changed.
pub fn edited(keeper: &Keeper, paths: &Paths, old: Request) -> Result<Request, String> {
    let rebuilt = Rebuilt::of(&old, paths)?;
    let after = edited_text(paths, &rebuilt.before)?;
    rebuilt.put(keeper, &old, &after, &keeper.account)
}

/// The same for whoever has the new text already.
pub fn edited_into(
    keeper: &Keeper,
    paths: &Paths,
    old: &Request,
    edit: Edit<'_>,
    account: &str,
) -> Result<Request, String> {
    let rebuilt = Rebuilt::of(old, paths)?;
    // Whoever took a message for a command was shown all its arguments, and typed more than its text.
    let after = match (edit, rebuilt.draft) {
        (Edit::Text(after), true) | (Edit::Command(after), false) => after,
        (Edit::Command(_), true) => {
            return Err("this is a message: edit its text alone, as `text`".to_owned());
        }
        (Edit::Text(_), false) => return Err("this is no message: edit it as `command`".to_owned()),
    };
    rebuilt.put(keeper, old, after, account)
}

/// A request whose call can be rebuilt with another command, or another text.
struct Rebuilt {
    /// What is edited.
    before: String,
    argument: &'static str,
    /// It is the text of a message.
    draft: bool,
    policy: PolicyState,
    rendering: Value,
}

impl Rebuilt {
    fn of(old: &Request, paths: &Paths) -> Result<Rebuilt, String> {
        let rendering: Value = serde_json::from_str(&old.rendering).unwrap_or_default();
        let draft = text_of(&rendering).map(|(_, text)| text.to_owned());
        let (draft, before) = (draft.is_some(), draft.unwrap_or_else(|| command_of(old)));
        if holds_a_secret(&before) {
            return Err("part of it is a secret that only the waiting process knows, so it cannot be edited here: deny it \
                    with a reason instead"
            .to_owned());
        }
        let policy = policy_file::load(paths);
        let argument = argument_of(old, &rendering, &policy).ok_or(
            "it is more than a command or a text, or what it does has changed since: deny it with a reason instead",
        )?;
        Ok(Rebuilt { before, argument, draft, policy, rendering })
    }

    fn put(&self, keeper: &Keeper, old: &Request, after: &str, account: &str) -> Result<Request, String> {
        let Rebuilt { before, argument, draft, policy, rendering } = self;
        if after == before {
            return Ok(old.clone());
        }
        if after.trim().is_empty() {
            return Err("nothing is left of it: deny it instead".to_owned());
        }
        if redacted(after) != after {
            return Err(
                "it holds a secret now, which the store may not keep: put it into a variable or a file"
                    .to_owned(),
            );
        }
        let call = call_of(old, args_of(rendering, argument, after));
        if *draft && call.args.to_string().len() > TOLD_MAX {
            return Err(format!(
                "the agent is told what to send instead in at most {TOLD_MAX} bytes: shorten it, or deny it with a reason"
            ));
        }
        let verdict = policy.judge(&call, &RealWorld);
        match verdict.decision {
            Decision::Deny => {
                return Err(format!(
                    "what it was edited into may not run: {}; the request waits as it was",
                    verdict.reason()
                ));
            }
            // What has become harmless is asked about all the same: it is what somebody was asked about.
            Decision::Ask | Decision::Allow => {}
        }
        let verdict = where_it_waits(&call, after, verdict, rendering);
        let mut new = match draft {
            true => hold::asked_about(&call, &verdict, None, &old.agent, &old.session, &old.surface),
            false => question(&call, &verdict, after, &old.agent, &old.session, &old.surface),
        };
        keeper.comes_from(&mut new, &verdict);
        new.rendering = with(&new.rendering, EDITED_FROM, Value::from(old.id.as_str()));
        new.rendering = with(&new.rendering, "environment", rendering["environment"].clone());
        match keeper.gate.edit(old.id.as_str(), account, &new, now()).map_err(|e| e.to_string())? {
            Asked::Waits { request, .. } => Ok(request),
            Asked::Granted(_) | Asked::Nobody => Err("nobody may answer the edited command".to_owned()),
            Asked::Locked(_) => Err("this agent has asked too much and is locked".to_owned()),
        }
    }
}

/// The argument that holds the command. `None` unless the call is rebuilt with it to the last byte: what else the caller
/// would run beside an edited command is not for us to guess.
fn argument_of(old: &Request, rendering: &Value, policy: &PolicyState) -> Option<&'static str> {
    let fits = |argument: &&'static str, text: &str| {
        let call = call_of(old, args_of(rendering, argument, text));
        let verdict = policy.judge(&call, &RealWorld);
        where_it_waits(&call, text, verdict, rendering).digest == old.digest
    };
    match text_of(rendering) {
        Some((argument, text)) => Some(argument).filter(|argument| fits(argument, text)),
        None => ARGUMENTS.iter().copied().find(|argument| fits(argument, &command_of(old))),
    }
}

/// The text of a message that a request would send, and the argument that holds it.
fn text_of(rendering: &Value) -> Option<(&'static str, &str)> {
    text_among(rendering.get(ARGS)?)
}

/// The arguments, with this text in the place of what is edited.
fn args_of(rendering: &Value, argument: &str, text: &str) -> Value {
    let mut args = rendering.get(ARGS).cloned().unwrap_or_else(|| serde_json::json!({}));
    if let Some(args) = args.as_object_mut() {
        args.insert(argument.to_owned(), text.into());
    }
    args
}

/// What a request keeps besides, so that the text it would send can be edited: its arguments, if there is no secret in them.
pub fn editable(args: &Value) -> Option<Value> {
    let text = args.to_string();
    let whole = text.len() <= KEPT_MAX && redacted(&text) == text;
    (whole && text_among(args).is_some()).then(|| args.clone())
}

/// The same tool in the same folder, with these arguments.
fn call_of(old: &Request, args: Value) -> ToolCall {
    let mut call =
        ToolCall { tool: old.tool.clone(), args, cwd: Some(old.cwd.clone()), ..ToolCall::default() };
    // What was held for a person in crisis stays so, whatever it is edited into.
    call.context.crisis = crate::crisis::is_crisis(old);
    // Rules may speak of who asks. `herma run` is nobody's session.
    if old.surface == "hook" || old.surface == "http" {
        call.origin.agent = Some(old.agent.clone());
        call.origin.session = Some(old.session.clone());
    }
    call
}

/// The request that this one was edited into, for whoever waits for it.
pub fn successor(keeper: &Keeper, old: &Request) -> Option<Request> {
    if old.state != State::Canceled {
        return None;
    }
    let reason = old.decided.as_ref()?.reason.as_ref()?;
    let next = keeper.gate.store().request(reason.strip_prefix("edited into ")?).ok()?;
    let rendering: Value = serde_json::from_str(&next.rendering).ok()?;
    (rendering[EDITED_FROM].as_str() == Some(old.id.as_str())).then_some(next)
}

/// The environment that a request will run in, as hashes: whoever edits it sits in another one.
pub fn environment(verdict: &Verdict) -> Value {
    let variables = verdict.bound.iter().filter(|one| one.kind == BoundKind::Variable);
    Value::Object(variables.map(|one| (one.name.clone(), Value::from(one.is.as_str()))).collect())
}

/// The verdict with the digest that the waiting process will compute for the edited command.
fn where_it_waits(call: &ToolCall, text: &str, mut verdict: Verdict, rendering: &Value) -> Verdict {
    if verdict.decision != Decision::Ask {
        return verdict;
    }
    let empty = Map::new();
    let theirs = rendering["environment"].as_object().unwrap_or(&empty);
    let variables: Vec<Bound> = theirs
        .iter()
        .filter(|(name, _)| is_general(name) || text.contains(name.as_str()))
        .filter_map(|(name, is)| {
            Some(Bound { kind: BoundKind::Variable, name: name.clone(), is: is.as_str()?.to_owned() })
        })
        .collect();
    verdict.bound.retain(|one| one.kind != BoundKind::Variable);
    verdict.bound.extend(variables);
    verdict.bound.sort();
    verdict.digest = digest(call, call.cwd.as_deref().unwrap_or_default(), &verdict.bound);
    verdict
}

pub fn with(rendering: &str, name: &str, value: Value) -> String {
    let mut all: Value = serde_json::from_str(rendering).unwrap_or_default();
    all[name] = value;
    all.to_string()
}

/// In the person's editor; without one, in a line of the terminal.
fn edited_text(paths: &Paths, before: &str) -> Result<String, String> {
    let editor = ["VISUAL", "EDITOR"].iter().filter_map(std::env::var_os).find(|value| !value.is_empty());
    let Some(editor) = editor else { return edited_line(before) };
    let file = Draft::new(paths, before)?;
    // As git does: the variable may hold a program with options.
    let status = Command::new("sh")
        .arg("-c")
        .arg(format!("{} \"$1\"", editor.to_string_lossy()))
        .arg("sh")
        .arg(&file.0)
        .status()
        .map_err(|e| format!("the editor could not be started: {e}"))?;
    if !status.success() {
        return Err(format!(
            "`{}` ended with {status}: nothing was changed",
            shown(&editor.to_string_lossy())
        ));
    }
    let text = std::fs::read_to_string(&file.0).map_err(|e| format!("reading what was edited: {e}"))?;
    // Editors end the last line; a command need not.
    let ended = text.strip_suffix('\n').filter(|_| !before.ends_with('\n'));
    Ok(ended.unwrap_or(&text).to_owned())
}

fn edited_line(before: &str) -> Result<String, String> {
    let fits = before.trim() == before && !before.contains(char::is_control);
    if !fits || before.chars().count() > prompt::FIELD_MAX {
        return Err("it does not fit into a line: set EDITOR to edit it".to_owned());
    }
    match prompt::edit("the command that is to run instead", before, Wait::default()) {
        Ok(Typed::Text(text)) => Ok(text),
        Ok(Typed::Expire | Typed::Interrupt | Typed::Lost | Typed::Signal(_)) => {
            Err("nothing was changed; the request waits as it was".to_owned())
        }
        Err(none) => Err(none.to_string()),
    }
}

/// A file for the editor, readable by its owner only, gone when it is over.
struct Draft(PathBuf);

impl Draft {
    fn new(paths: &Paths, text: &str) -> Result<Draft, String> {
        let path = paths.data.join(format!("edit-{}.sh", std::process::id()));
        let _ = std::fs::remove_file(&path);
        let mut options = OpenOptions::new();
        let made = options.write(true).create_new(true).mode(0o600).open(&path);
        let mut file = made.map_err(|e| format!("a file to edit in: {e}"))?;
        let draft = Draft(path);
        writeln!(file, "{text}").map_err(|e| format!("a file to edit in: {e}"))?;
        Ok(draft)
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}
