//! A person changes the command, the text of a message, or all arguments of a call before answering. What comes out is judged again, and is a request of its own, never easier to approve than the one it came
//! from (T22).

mod kept;

use crate::approvals::{ApprovalService, now};
use crate::assessors::{self, Run};
use crate::enforce::LocalEnforcer;
use crate::enforce::request::asked_about;
use crate::redact::redacted;
use crate::reviewer::findings_of_request;
use herma_agents::Agent;
use herma_core::binding::{Bound, BoundKind, is_general};
use herma_core::digest::{digest, freely_varied};
use herma_core::{Decision, ToolCall, Verdict};
use herma_gate::{Asked, Editor};
use herma_store::{ApprovalDocument, Request, RequestId, Store};
use herma_view::view::{command_of, holds_a_secret, text_among};
pub use kept::{args_of, keep};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// How tools call their command.
const ARGUMENTS: &[&str] = &["command", "cmd"];
/// An agent is told the edited call in one line (`herma_agents::text`); what is longer would reach it cut off.
const TOLD_MAX: usize = 900;

/// What a person has made of a call.
#[derive(Debug, Clone, Copy)]
pub enum Edit<'a> {
    Command(&'a str),
    /// The text of a message alone; where it goes stays as it was.
    Text(&'a str),
    /// All of them, as an object.
    Arguments(&'a Value),
}

/// Whether a request can be shown in an editor.
pub fn may_be_shown(command: &str) -> Result<(), String> {
    match holds_a_secret(command) {
        true => Err("part of it is a secret that only the waiting process knows, so it cannot be edited here: deny it \
                with a reason instead"
            .to_owned()),
        false => Ok(()),
    }
}

/// Puts an edited call in the place of a request. Gives the request that is to be answered now.
pub fn into_edited(
    enforcer: &LocalEnforcer,
    keeper: &ApprovalService,
    old: &Request,
    edit: Edit<'_>,
    account: &str,
) -> Result<Request, String> {
    let editable = Editable::of(old, enforcer)?;
    // Whoever took a message for a command was shown all its arguments, and typed more than its text.
    let args = match (edit, editable.field) {
        (Edit::Arguments(args), _) => args.clone(),
        (Edit::Text(after), Some(field @ Field::Text(_)))
        | (Edit::Command(after), Some(field @ Field::Command(_))) => editable.with_text(field, after),
        (Edit::Command(_), Some(Field::Text(_))) => {
            return Err(
                "this is a message: edit its text alone, as `text`, or all of it, as `args`".to_owned()
            );
        }
        (Edit::Text(_), Some(Field::Command(_))) => {
            return Err("this is no message: edit it as `command`, or all of it, as `args`".to_owned());
        }
        (Edit::Command(_) | Edit::Text(_), None) => {
            return Err("this is neither a command nor a message: edit its arguments, as `args`".to_owned());
        }
    };
    editable.put(keeper, old, args, account)
}

/// The one argument that most people want to change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Field {
    Command(&'static str),
    /// Of a message; where it goes stays as it was.
    Text(&'static str),
}

impl Field {
    /// The field of a call with these arguments, whose command is shown as `command`.
    #[must_use]
    pub fn of(args: &Value, command: &str) -> Option<Field> {
        let is_command = |name: &&&'static str| args.get(**name).and_then(Value::as_str) == Some(command);
        match ARGUMENTS.iter().find(is_command) {
            Some(name) => Some(Field::Command(name)),
            None => text_among(args).map(|(name, _)| Field::Text(name)),
        }
    }

    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Field::Command(name) | Field::Text(name) => name,
        }
    }

    /// The ending of a file that holds its text.
    #[must_use]
    pub fn ending(self) -> &'static str {
        match self {
            Field::Command(_) => "sh",
            Field::Text(_) => "txt",
        }
    }
}

/// A request whose call could be rebuilt, to the last byte: what else the caller would run beside what is edited is not for
/// us to guess.
pub struct Editable<'a> {
    pub call: ToolCall,
    /// Whether a rule wants somebody else to answer it than whoever it comes from.
    others: bool,
    /// Judges where the call would run: here, or where the user of level 1 sees it.
    enforcer: &'a LocalEnforcer,
    pub field: Option<Field>,
}

impl<'a> Editable<'a> {
    pub fn of(old: &Request, enforcer: &'a LocalEnforcer) -> Result<Editable<'a>, String> {
        // A task is its peer's: there is no way to have that peer send another one. What it is answered is ours.
        if old.surface == "a2a" && old.tool != herma_gate::A2A_REPLY {
            return Err("a task of another agent cannot be edited: deny it with a reason instead".to_owned());
        }
        // What a server is, or wants of the client: it is theirs, and passes as it is or not at all.
        if old.tool.starts_with("mcp:") {
            return Err("what an MCP server says cannot be edited: deny it with a reason instead".to_owned());
        }
        let command = command_of(old);
        may_be_shown(&command)?;
        let fits = |args: &Value| {
            let mut call = kept::call_of(old, args.clone());
            // What made a question of it is part of the question.
            call.context.raised = findings_of_request(old);
            let verdict = enforcer.policy(&call).judge(&call, enforcer.world());
            let others = !verdict.self_approval;
            (where_it_waits(&call, verdict, &old.document).digest == old.digest).then_some((call, others))
        };
        let alone = |name: &&str| json!({*name: command});
        let call = match &old.document.args {
            Some(args) => fits(args),
            None => ARGUMENTS.iter().map(alone).find_map(|args| fits(&args)),
        };
        let (call, others) = call.ok_or(
            "it is more than what was kept of it, or what it does has changed since: deny it with a reason instead",
        )?;
        let field = Field::of(&call.args, &command);
        Ok(Editable { call, others, enforcer, field })
    }

    /// The text of the field.
    #[must_use]
    pub fn text(&self) -> &str {
        let text = self.field.and_then(|field| self.call.args.get(field.name())).and_then(Value::as_str);
        text.unwrap_or_default()
    }

    /// The arguments with another text in the field.
    #[must_use]
    pub fn with_text(&self, field: Field, after: &str) -> Value {
        let mut args = self.call.args.clone();
        if let Some(args) = args.as_object_mut() {
            args.insert(field.name().to_owned(), after.into());
        }
        args
    }

    /// Judges the edited call and puts it in the place of the request. Gives the request that is to be answered now: the edited
    /// one, or the same if nothing was changed.
    pub fn put(
        &self,
        keeper: &ApprovalService,
        old: &Request,
        args: Value,
        account: &str,
    ) -> Result<Request, String> {
        let Editable { call: before, others, enforcer, field } = self;
        if args == before.args {
            return Ok(old.clone());
        }
        self.may_become(old, &args)?;
        let mut call = ToolCall { args, ..before.clone() };
        // What assessors said was said of another call: they look at this one.
        call.context.raised.clear();
        let policy = enforcer.policy(&call);
        let (verdict, _) = assessors::judge(&policy, &mut call, enforcer.world(), &old.agent, Run::Now);
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
        let verdict = where_it_waits(&call, verdict, &old.document);
        let command = match field {
            Some(Field::Command(name)) => {
                call.args.get(name).and_then(Value::as_str).map(|text| (*name, text))
            }
            Some(Field::Text(_)) | None => None,
        };
        let mut new = asked_about(&call, &verdict, command, &old.agent, &old.session, &old.surface);
        keeper.comes_from(&mut new, &verdict);
        new.document.edited_from = Some(old.id.as_str().to_owned());
        new.document.carried = old.document.carried;
        new.document.environment = old.document.environment.clone();
        // Of another user's call it is known anyway that it is not theirs: only a rule wants a third one.
        let editor = match (enforcer.peer(), *others || !verdict.self_approval) {
            (Some(_), false) => Editor::MayApprove,
            (None | Some(_), _) => Editor::Requests,
        };
        let put = keeper.gate.edit_as(old.id.as_str(), account, editor, &new, now());
        match put.map_err(|e| e.to_string())? {
            Asked::Waits { request, .. } => Ok(request),
            Asked::Granted(_) | Asked::Nobody => Err("nobody may answer the edited call".to_owned()),
            Asked::Locked(_) => Err("this agent has asked too much and is locked".to_owned()),
        }
    }

    /// Whether these arguments could reach whoever waits, and be what was judged.
    fn may_become(&self, old: &Request, args: &Value) -> Result<(), String> {
        if !args.is_object() {
            return Err("arguments are a JSON object: { … }".to_owned());
        }
        if let Some(field) = self.field {
            match args.get(field.name()).and_then(Value::as_str) {
                None => return Err(format!("`{}` is needed, and is a text", field.name())),
                Some(text) if text.trim().is_empty() => {
                    return Err("nothing is left of it: deny it instead".to_owned());
                }
                Some(_) => {}
            }
        }
        let text = args.to_string();
        if redacted(&text) != text {
            return Err(
                "it holds a secret now, which the store may not keep: put it into a variable or a file"
                    .to_owned(),
            );
        }
        if text.len() > kept::KEPT_MAX {
            return Err(format!(
                "arguments of more than {} bytes are not kept: shorten them",
                kept::KEPT_MAX
            ));
        }
        // The folder that it runs in was taken from this argument when the call came in.
        let agent = Agent::with_hook(kept::agent_of(old)).filter(|_| old.surface == "hook");
        let folder = agent.and_then(|agent| agent.tool(&old.tool)).and_then(|tool| tool.dir_argument);
        if let Some(name) = folder.filter(|name| args.get(name) != self.call.args.get(name)) {
            return Err(format!(
                "`{name}` is where it runs, and cannot be changed here: deny it with a reason"
            ));
        }
        // A proxy binds such a number as it is written, and how the model will write it nobody knows.
        if !self.call.bound_to.is_empty() && kept::is_rough(args) {
            return Err("a number with a fraction cannot be bound to here: deny it with a reason".to_owned());
        }
        let is_carried = agent.is_some_and(|agent| agent.carries(&old.tool)) || old.document.carried;
        if !is_carried && old.surface == "hook" && self.told(args).len() > TOLD_MAX {
            return Err(format!(
                "the agent is told what to call instead in at most {TOLD_MAX} bytes: shorten it, or deny it with a reason"
            ));
        }
        Ok(())
    }

    /// What the agent would read of it.
    fn told(&self, args: &Value) -> String {
        let alone = args.as_object().is_some_and(|args| args.len() == 1);
        match self.field {
            Some(Field::Command(name)) if alone => args[name].as_str().unwrap_or_default().to_owned(),
            Some(_) | None => args.to_string(),
        }
    }
}

/// The request that this one was edited into, for whoever waits for it.
pub fn successor(keeper: &ApprovalService, old: &Request) -> Option<Request> {
    let next = keeper.gate.store().request(old.edited_into.as_deref()?).ok()?;
    (next.document.edited_from.as_deref() == Some(old.id.as_str())).then_some(next)
}

/// More often nobody edits one call.
const EDITS_MAX: usize = 100;

/// What this request has become, if it was edited: of several edits the last, which alone can be answered.
pub fn last_successor(keeper: &ApprovalService, old: &RequestId) -> Option<Request> {
    let old = keeper.gate.store().request(old.as_str()).ok()?;
    let mut next = successor(keeper, &old)?;
    for _ in 0..EDITS_MAX {
        match successor(keeper, &next) {
            Some(later) => next = later,
            None => break,
        }
    }
    Some(next)
}

/// Edited arguments with the agent's own words about the call: these are no part of what was approved, and some tools want
/// them.
pub fn with_own_words(mut args: Value, before: &ToolCall) -> Value {
    if let (Some(args), Some(own)) = (args.as_object_mut(), before.args.as_object()) {
        let varied = freely_varied(&before.tool);
        let words = own.iter().filter(|(name, _)| varied.contains(&name.as_str()));
        args.extend(words.map(|(name, value)| (name.clone(), value.clone())));
    }
    args
}

/// The environment that a request will run in, as hashes: whoever edits it sits in another one.
pub fn environment(verdict: &Verdict) -> BTreeMap<String, String> {
    let variables = verdict.bound.iter().filter(|one| one.kind == BoundKind::Variable);
    variables.map(|one| (one.name.clone(), one.is.clone())).collect()
}

/// The verdict with the digest that the waiting process will compute for the edited call.
fn where_it_waits(call: &ToolCall, mut verdict: Verdict, document: &ApprovalDocument) -> Verdict {
    if verdict.decision != Decision::Ask {
        return verdict;
    }
    let text = call.args.to_string();
    let theirs =
        document.environment.iter().filter(|(name, _)| is_general(name) || text.contains(name.as_str()));
    let variables =
        theirs.map(|(name, is)| Bound { kind: BoundKind::Variable, name: name.clone(), is: is.clone() });
    verdict.bound.retain(|one| one.kind != BoundKind::Variable);
    verdict.bound.extend(variables);
    verdict.bound.sort();
    verdict.digest = digest(call, call.cwd.as_deref().unwrap_or_default(), &verdict.bound);
    verdict
}
