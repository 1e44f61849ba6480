//! Mode `smart`: a model reads the call before a person does (`herma-reviewer`, `docs/reviewer.md`).
//!
//! What it may clear, and what it is shown at all, is decided by `herma-core` (`Verdict::reviewer`); here it is asked, its
//! opinion passed on, and what it cost written down.

mod look;
pub mod memory;
pub mod usage;

pub use look::{findings_of_request, longest, look};

use crate::approvals::{ApprovalService, now};
use crate::paths::Paths;
use crate::redact::Redactor;
use crate::trace::{Trace, Yes};
use herma_core::effect::Tier;
use herma_core::policy::{ProviderProtocol, ProviderSettings, ReviewerSettings};
use herma_core::verdict::Reviewer;
use herma_core::{ToolCall, Verdict};
use herma_reviewer::{
    Answer, Case, Fail, Http, Opinion, Protocol, Provider, Review, Reviewed, review, speaks_to_its_judge,
};
use herma_store::audit::NewEntry;
use herma_store::{NewRequest, ShownEffect, Store};
use herma_undo::Refusal;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::time::Duration;

/// A key is a line.
const KEY_MAX: u64 = 4 << 10;

/// What came of asking the reviewer.
pub enum Second {
    /// Nobody was to be asked.
    None,
    /// It may run: the reviewer says so, and may.
    Cleared(Opinion),
    /// A person decides, and reads this.
    Advice(String),
}

/// Asks the reviewer about what a person would be asked about, if this call is one for it.
pub fn consult(paths: &Paths, settings: &ReviewerSettings, call: &ToolCall, verdict: &Verdict) -> Second {
    match verdict.reviewer {
        Reviewer::Advises | Reviewer::MayClear if !settings.providers.is_empty() => {}
        Reviewer::Advises | Reviewer::MayClear | Reviewer::NotAsked | Reviewer::Looks => return Second::None,
    }
    match opinion_on(paths, settings, call, verdict) {
        Review::Failed(fails) => Second::Advice(failed(&fails)),
        Review::Opinion(opinion) => {
            // Who talks to its judge, or sends a secret along, meets a person, whatever the judge makes of it.
            let spoken = speaks(call, verdict);
            let clean = Redactor::of(&call.args).is_idle() && !call.mangled && !spoken;
            match (opinion.answer, verdict.reviewer, clean) {
                (Answer::Approve, Reviewer::MayClear, true) => Second::Cleared(opinion),
                _ if spoken => Second::Advice(format!("{}; {SPOKEN}", advice(&opinion))),
                _ => Second::Advice(advice(&opinion)),
            }
        }
    }
}

/// Shows it the call, redacted, and writes down what that cost.
fn opinion_on(paths: &Paths, settings: &ReviewerSettings, call: &ToolCall, verdict: &Verdict) -> Review {
    let redactor = Redactor::of(&call.args);
    let shown = crate::enforce::request::argument_text(call);
    // A folder or a name may hold a secret as well as a command.
    let redacted = |text: &Option<String>| redactor.text(text.as_deref().unwrap_or_default()).into_owned();
    let case = Case {
        tool: redactor.text(&call.tool).into_owned(),
        call: redactor.text(&shown).into_owned(),
        effects: verdict.assessment.effects.iter().map(|one| redactor.text(&one.text).into_owned()).collect(),
        tier: verdict.assessment.tier.to_string(),
        class: verdict.assessment.class.to_string(),
        cwd: redacted(&call.cwd),
        agent: redacted(&call.origin.agent),
    };
    let Reviewed { review, usage } = ask(settings, &case, &mut memory::Kept::open(paths));
    usage::note(paths, &usage);
    review
}

/// What a person reads of a call that talks to its judge, beside the judge's opinion.
const SPOKEN: &str = "which counts for little: the call itself has words for who judges it";

/// Whether anything about the call that its author chose speaks to the reviewer, whether or not the reviewer is shown it.
fn speaks(call: &ToolCall, verdict: &Verdict) -> bool {
    let mut texts = vec![call.tool.as_str()];
    let own = [&call.cwd, &call.action, &call.description, &call.origin.agent, &call.origin.sub_agent];
    texts.extend(own.into_iter().flatten().map(String::as_str));
    texts.extend(call.bound_to.iter().map(String::as_str));
    texts.extend(verdict.assessment.effects.iter().map(|effect| effect.text.as_str()));
    gather(&call.args, &mut texts);
    // Word by word over all of them too: half a sentence may stand in the name of a file, the other half in a comment.
    texts.iter().any(|text| speaks_to_its_judge(text)) || speaks_to_its_judge(&texts.join(" "))
}

/// Every text in the arguments, names included, as it is and not as JSON spells it.
fn gather<'a>(value: &'a Value, texts: &mut Vec<&'a str>) {
    match value {
        Value::String(text) => texts.push(text),
        Value::Array(items) => items.iter().for_each(|item| gather(item, texts)),
        Value::Object(members) => members.iter().for_each(|(name, inner)| {
            texts.push(name);
            gather(inner, texts);
        }),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Asks the providers in turn, within the time that the policy gives them.
pub fn ask(settings: &ReviewerSettings, case: &Case, memory: &mut memory::Kept) -> Reviewed {
    let (providers, mut fails): (Vec<Provider>, Vec<Fail>) = providers(settings);
    let within = Duration::from_secs(u64::from(settings.deadline_s));
    let mut reviewed = review(&providers, case, &Http, memory, within);
    if let Review::Failed(later) = &mut reviewed.review {
        fails.append(later);
        *later = fails;
    }
    reviewed
}

/// Those whose key can be read.
fn providers(settings: &ReviewerSettings) -> (Vec<Provider>, Vec<Fail>) {
    let (mut providers, mut fails) = (Vec::new(), Vec::new());
    for one in &settings.providers {
        match key(one) {
            Ok(key) => providers.push(Provider {
                name: one.name.clone(),
                protocol: match one.protocol {
                    ProviderProtocol::Chat => Protocol::Chat,
                    ProviderProtocol::Responses => Protocol::Responses,
                    ProviderProtocol::Messages => Protocol::Messages,
                },
                url: one.url.clone(),
                model: one.model.clone(),
                key,
            }),
            Err(text) => {
                fails.push(Fail { by: one.name.clone(), kind: herma_reviewer::Kind::Unauthorized, text })
            }
        }
    }
    (providers, fails)
}

fn key(provider: &ProviderSettings) -> Result<Option<String>, String> {
    if let Some(file) = &provider.key_file {
        let cannot = |why: String| format!("its key in {file} cannot be read: {why}");
        let length = fs::metadata(Path::new(file)).map_err(|e| cannot(e.to_string()))?.len();
        if length > KEY_MAX {
            return Err(cannot("it is too long for a key".to_owned()));
        }
        let text = fs::read_to_string(file).map_err(|e| cannot(e.to_string()))?;
        return Ok(Some(text.trim().to_owned()));
    }
    match &provider.key_env {
        None => Ok(None),
        Some(name) => match std::env::var(name) {
            Ok(key) if !key.trim().is_empty() => Ok(Some(key.trim().to_owned())),
            _ => {
                Err(format!("the variable {name} with its key is not set here; `key_file` works everywhere"))
            }
        },
    }
}

fn advice(opinion: &Opinion) -> String {
    let Opinion { answer, reason, by } = opinion;
    let said = match answer {
        Answer::Approve => "would let it run",
        Answer::Deny => "would deny it",
        Answer::Escalate => "leaves it to a person",
    };
    match reason.is_empty() {
        true => format!("the reviewer ({by}) {said}"),
        false => format!("the reviewer ({by}) {said}: {}", reason.trim_end_matches('.')),
    }
}

/// Why a person is asked about what the reviewer would let run: it was to be undone if need be.
pub fn unkept(opinion: &Opinion, why: &Refusal) -> String {
    format!("{}, but what it changes could not be kept: {why}", advice(opinion))
}

/// Never as "denied": nobody has decided anything.
fn failed(fails: &[Fail]) -> String {
    match fails.last() {
        Some(fail) if fail.kind == herma_reviewer::Kind::Unasked => {
            format!("the reviewer was not asked, so a person decides ({})", fail.text)
        }
        Some(fail) => format!("the reviewer failed, so a person decides ({fail})"),
        None => {
            "the reviewer failed, so a person decides (all of its providers have failed lately)".to_owned()
        }
    }
}

/// Records that the reviewer has cleared a call: in the chain and as a trace, or it does not run.
pub fn clear(keeper: &ApprovalService, trace: &Trace<'_>, opinion: &Opinion) -> Result<(), String> {
    let body = json!({"digest": trace.verdict.digest, "by": opinion.by, "reason": opinion.reason,
        "agent": trace.agent, "tier": trace.verdict.assessment.tier.as_str()});
    keeper.gate.store().append(&NewEntry::new("reviewer", body), now()).map_err(|e| e.to_string())?;
    trace.permit_by(Some(Yes::Reviewer(&opinion.by)))
}

/// Puts an opinion where people read what would happen.
pub fn show(new: &mut NewRequest, advice: &str) {
    new.document.effects.push(ShownEffect::note("reviewer/opinion", advice.to_owned(), Tier::Low));
}
