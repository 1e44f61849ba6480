//! Review: before an allowed call changes files of the workspace, the way back is kept (`docs/undo.md`).
//!
//! What is to be kept is said by `herma-core`, out of the effects; how, by `herma-undo`. In here the two meet the machine.
//! Whatever goes wrong means that there is no way back: the call is judged as if nobody had thought of one.

mod resolve;

use crate::approvals::now;
use crate::effective_policy::EffectivePolicy;
use crate::paths::Paths;
use crate::redact::Redactor;
use herma_core::effect::Kind;
use herma_core::policy::{Policy, ReviewChanges};
use herma_core::review::{UndoPlan, plan};
use herma_core::text::shown;
use herma_core::{Decision, ToolCall, Verdict, World};
use herma_undo::{About, Entry, Lasting, Limits, Refusal};
use std::path::PathBuf;

/// What stands in the list of a command.
const WHAT_MAX: usize = 300;

/// A way back that can be kept.
#[derive(Debug, Clone)]
pub struct PreparedUndo {
    pub promise: UndoPlan,
    paths: Vec<PathBuf>,
    limits: Limits,
    store: PathBuf,
    about: About,
    keep_ms: i64,
    lasting: Lasting,
}

/// A verdict, and its way back where somebody was promised one.
#[derive(Debug)]
pub struct Reviewed {
    pub verdict: Verdict,
    /// To be kept before it runs; what is already kept is not in here.
    pub way: Option<PreparedUndo>,
    pub kept: Option<Entry>,
}

/// Who calls.
#[derive(Debug, Clone, Copy)]
pub struct Caller<'a> {
    pub agent: &'a str,
    pub session: &'a str,
}

/// Looks for a way back, and judges again with it. What is allowed is kept at once; what is asked about, when it is approved.
/// `slow` is called before the disk is looked at.
pub fn review(
    state: &EffectivePolicy,
    (call, world): (&ToolCall, &dyn World),
    paths: Option<&Paths>,
    caller: Caller<'_>,
    plain: Verdict,
    slow: impl FnOnce(),
) -> Reviewed {
    let Reviewed { verdict, way, .. } = planned(state, (call, world), paths, caller, plain.clone(), slow);
    match (verdict.decision, way) {
        (Decision::Allow, Some(way)) => match way.keep() {
            Ok(kept) => Reviewed { verdict, way: None, kept: Some(kept) },
            Err(_) => without(plain),
        },
        (_, way) => Reviewed { verdict, way, kept: None },
    }
}

/// The same, and nothing is kept yet.
pub fn planned(
    state: &EffectivePolicy,
    (call, world): (&ToolCall, &dyn World),
    paths: Option<&Paths>,
    caller: Caller<'_>,
    plain: Verdict,
    slow: impl FnOnce(),
) -> Reviewed {
    let policy = state.policy();
    let off = policy.review.changes == ReviewChanges::Off;
    let Some(paths) = paths.filter(|_| !off) else { return without(plain) };
    let Some(way) = find(policy, (call, world), paths, caller, &plain, slow) else { return without(plain) };
    let verdict = state.judge_with_undo(call, world, &way.promise);
    match verdict.decision {
        Decision::Deny => without(plain),
        Decision::Allow | Decision::Ask => Reviewed { verdict, way: Some(way), kept: None },
    }
}

fn without(verdict: Verdict) -> Reviewed {
    Reviewed { verdict, way: None, kept: None }
}

/// What would be decided with a way back, and nothing is kept: for `herma check`.
pub fn preview(
    state: &EffectivePolicy,
    call: &ToolCall,
    world: &dyn World,
    paths: &Paths,
    plain: Verdict,
) -> Verdict {
    let nobody = Caller { agent: "", session: "" };
    planned(state, (call, world), Some(paths), nobody, plain, || {}).verdict
}

fn find(
    policy: &Policy,
    (call, world): (&ToolCall, &dyn World),
    paths: &Paths,
    caller: Caller<'_>,
    verdict: &Verdict,
    slow: impl FnOnce(),
) -> Option<PreparedUndo> {
    let changes = plan(call, verdict, world, policy)?;
    slow();
    let resolved = resolve::resolve(&changes, call, world, paths)?;
    let review = &policy.review;
    let mib = |n: u32| u64::from(n) << 20;
    let limits = Limits { files: review.files.into(), bytes: mib(review.mib), total: mib(review.total_mib) };
    let mut precious = resolved.whole.then(|| "perhaps all of the workspace".to_owned());
    let measure = herma_undo::measure_each(&resolved.paths, &limits, |path| {
        if precious.is_none() {
            precious = resolved.precious(path);
        }
    });
    let measure = measure.ok()?;
    let keep_ms = i64::from(review.keep) * 1000;
    Some(PreparedUndo {
        promise: UndoPlan {
            files: measure.files,
            until: UndoPlan::until(review.keep),
            without: resolved.without,
            precious,
        },
        paths: resolved.paths,
        limits,
        store: paths.undo(),
        about: About {
            agent: caller.agent.to_owned(),
            session: caller.session.to_owned(),
            tool: call.tool.clone(),
            what: what(call),
            cwd: call.cwd.clone().unwrap_or_default(),
            at: 0,
            until: 0,
            undoes: None,
        },
        keep_ms,
        lasting: match verdict.assessment.effects.iter().any(|effect| effect.kind == Kind::Delete) {
            true => Lasting::ThroughPowerCuts,
            false => Lasting::ThroughCrashes,
        },
    })
}

impl PreparedUndo {
    /// Keeps it, as it is now.
    pub fn keep(&self) -> Result<Entry, Refusal> {
        let at = now();
        let about = About { at, until: at + self.keep_ms, ..self.about.clone() };
        herma_undo::keep(&self.store, &self.paths, &self.limits, about, self.lasting)
    }
}

/// A call is over: what it left is noted at once, so that later work of others is not taken for its own.
pub fn settle(paths: &Paths, caller: Caller<'_>, call: &ToolCall) {
    let store = paths.undo();
    if !store.exists() {
        return;
    }
    let what = what(call);
    let is_it = |entry: &Entry| {
        let About { agent, session, tool, what: kept, .. } = &entry.about;
        (agent.as_str(), session.as_str()) == (caller.agent, caller.session)
            && *tool == call.tool
            && *kept == what
    };
    let entries = herma_undo::entries(&store).unwrap_or_default();
    // The first look counts, so an older one of the same call is not touched again.
    for entry in entries.iter().filter(|entry| is_it(entry)) {
        let _ = entry.settle();
    }
}

/// A line that says which call it was.
fn what(call: &ToolCall) -> String {
    let text = ["command", "cmd"].iter().find_map(|name| call.args.get(name)?.as_str().map(str::to_owned));
    let text = text.unwrap_or_else(|| call.args.to_string());
    let redacted = Redactor::of(&call.args).text(&text).into_owned();
    shown(&redacted).chars().take(WHAT_MAX).collect()
}
