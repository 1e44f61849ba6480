//! `herma grants add`: a yes for longer, before anybody has asked.
//!
//! The same rules as after a question, made from what the call would do; the same prompt, which says the rule and what else it
//! would have admitted; the same people. What could not be granted then cannot be granted here.

use crate::answerer::{may_answer, terminal_of_agent};
use crate::approvals::{ApprovalService, now, parts};
use crate::duration;
use crate::effective_policy;
use crate::paths::Paths;
use crate::prompt::{self, Answer as Said, Choice, Command, Outside, Wait, two_digits};
use crate::redact::Redactor;
use crate::remembered::{admitted, earlier, in_words};
use crate::world::RealWorld;
use herma_core::grant::{Rule, Width};
use herma_core::{Decision, ToolCall, Verdict};
use herma_store::{Millis, NewGrant, Scope, Store};
use serde_json::Value;
use std::ffi::OsString;

/// What was typed.
#[derive(Debug, Default)]
pub(super) struct Wanted {
    pub(super) words: Vec<String>,
    pub(super) tool: Option<String>,
    pub(super) args: Option<String>,
    pub(super) cwd: Option<String>,
    pub(super) lasts: Option<Millis>,
    pub(super) width: Option<Width>,
    pub(super) plain: bool,
    pub(super) home: Option<OsString>,
}

impl Wanted {
    fn call(&self) -> Result<ToolCall, String> {
        let here = || std::env::current_dir().ok().and_then(|dir| dir.to_str().map(str::to_owned));
        let folder = |cwd: &String| std::path::absolute(cwd).ok()?.to_str().map(str::to_owned);
        let cwd = self.cwd.as_ref().map_or_else(here, folder);
        let call = match (&self.tool, self.words.as_slice()) {
            (Some(tool), []) => {
                let args: Value = serde_json::from_str(self.args.as_deref().unwrap_or("{}"))
                    .map_err(|e| format!("--args is not JSON: {e}"))?;
                ToolCall { tool: tool.clone(), args, ..ToolCall::default() }
            }
            (None, [one]) => ToolCall::shell(one.as_str()),
            (None, [_, ..]) => ToolCall::shell(crate::argv::Argv::new(&self.words).text),
            (_, _) => return Err("add what? a command, or --tool NAME; --help says more".to_owned()),
        };
        Ok(ToolCall { cwd, ..call })
    }
}

pub(super) fn add(wanted: &Wanted) -> Result<String, String> {
    let paths = Paths::resolve(wanted.home.as_deref()).map_err(|e| e.to_string())?;
    let keeper = ApprovalService::open(&paths).map_err(|e| e.to_string())?;
    let store = keeper.gate.store();
    may_answer(store)?;
    if let Some(agent) = terminal_of_agent() {
        return Err(format!("this terminal is one of `{agent}`, not a person's"));
    }
    let call = wanted.call()?;
    let verdict = effective_policy::load(&paths).judge(&call, &RealWorld);
    can_be_granted(&verdict)?;
    let width = wanted.width.unwrap_or(Width::Command);
    let rules = parts(&call, &verdict).rules(width);
    if rules == [Rule::Exact] {
        return Err(format!(
            "no `{}` rule can speak of this; it can be allowed exactly, when it is asked about: `herma approve ID`",
            width.as_str()
        ));
    }
    if !asked(wanted, &call, &verdict, &rules, store)? {
        return Err("nothing was stored".to_owned());
    }
    let by = keeper.gate.settings().person(&keeper.account).unwrap_or_default().to_owned();
    let about = Redactor::of(&call.args).text(&text(&call)).into_owned();
    let mut said = String::new();
    for rule in rules {
        let new = NewGrant {
            scope: Scope::Always,
            rule,
            digest: verdict.digest.clone(),
            about: about.clone(),
            agent: String::new(),
            session: String::new(),
            tier: verdict.assessment.tier,
            by: by.clone(),
            expires: wanted.lasts.map(|time| now().saturating_add(time)),
        };
        let grant = store.add_grant(&new, now()).map_err(|e| e.to_string())?;
        said.push_str(&format!("{}\n", super::line(&grant, now())));
    }
    Ok(said)
}

/// Only what is asked about, and may be remembered.
fn can_be_granted(verdict: &Verdict) -> Result<(), String> {
    if verdict.hardline {
        return Err(format!("nobody can allow this: {}", verdict.reason()));
    }
    match verdict.decision {
        Decision::Deny => Err(format!("a rule denies this, and no grant lifts it: {}", verdict.reason())),
        Decision::Allow => Err("this runs without a question: there is nothing to allow".to_owned()),
        Decision::Ask if verdict.every_time || verdict.assessment.crisis_sensitive => {
            Err(format!("this is asked about every time: {}", verdict.reason()))
        }
        Decision::Ask => Ok(()),
    }
}

fn text(call: &ToolCall) -> String {
    match call.args.get("command").and_then(Value::as_str) {
        Some(command) => command.to_owned(),
        None => format!("{} {}", call.tool, call.args),
    }
}

fn asked(
    wanted: &Wanted,
    call: &ToolCall,
    verdict: &Verdict,
    rules: &[Rule],
    store: &dyn Store,
) -> Result<bool, String> {
    let end = wanted.lasts.map(|time| format!(" for {}", duration::text(time)));
    let also = admitted(rules, verdict.assessment.tier, &verdict.digest, &earlier(store));
    let words = in_words(rules);
    let command = match call.args.get("command").and_then(Value::as_str) {
        Some(command) => Command::shell(command.as_bytes().to_vec(), prompt::marks_of(verdict)),
        None => Command::arguments(&call.args),
    };
    let request = prompt::Request {
        agent: "herma grants".to_owned(),
        tool: call.tool.clone(),
        cwd: call.cwd.clone().unwrap_or_default(),
        offers: vec![Choice::Always],
        always: Some(match &end {
            Some(end) => format!("allow {words},{end}{also}"),
            None => format!("always allow {words}{also}"),
        }),
        always_label: end.map(|end| format!("Allow{end}")),
        digits: two_digits(),
        ..prompt::Request::of(verdict, command)
    };
    let wait = Wait { deadline: None, plain: wanted.plain };
    match prompt::confirm(&request, wait, &mut || Outside::Nothing).map_err(|e| e.to_string())? {
        Said::Allow(_) => Ok(true),
        Said::Deny { .. } | Said::Expire | Said::Elsewhere => Ok(false),
    }
}
