//! `herma policy show`: the merged result, and where each part comes from.

use crate::effective_policy::{self, EffectivePolicy, FileState, LayerFile};
use crate::paths::Paths;
use herma_core::ToolCall;
use herma_core::policy::{Layer, Mode, Policy};
use herma_core::text::shown;
use herma_server::{PolicyPage, PolicyRow};
use std::fmt::Write as _;
use std::process::ExitCode;

pub(super) fn show(paths: &Paths) -> ExitCode {
    let here = effective_policy::load(paths).for_call(&ToolCall::default());
    print!("{}", page(&here));
    ExitCode::SUCCESS
}

fn page(here: &EffectivePolicy) -> String {
    let mut out = String::from("files\n");
    for one in &here.layers {
        let state = match &one.state {
            FileState::Good(_) => "in force".to_owned(),
            FileState::LastGood(_, broken) => format!("broken, the last good copy is in force: {broken}"),
            FileState::Broken(broken) => format!("broken, so only what is safe runs: {broken}"),
            FileState::NotApplied(_, edited) => edited.to_string(),
        };
        let place = one.path.display().to_string();
        let _ = writeln!(out, "  {:<8} {}: {}", one.layer.as_str(), shown(&place), shown(&state));
    }
    if here.layers.is_empty() {
        out.push_str("  none: what is built in is in force\n");
    }
    out.push_str("\nsettings\n");
    for (name, value) in settings(here.policy()) {
        let layer = here.merged.set_by.iter().rev().find(|(set, _)| *set == name);
        let layer = layer.map_or("built-in", |(_, layer)| layer.as_str());
        let _ = writeln!(out, "  {name:<21} {value:<8} {layer}");
    }
    out.push_str("\nrules, in the order in which they are asked\n");
    out.push_str("  hardline (built in; nothing lifts it)\n");
    for rule in here.policy().rules.iter() {
        let place =
            here.layers.iter().find(|one| one.layer == rule.layer).map(|one| one.path.display().to_string());
        let place = format!("{}:{}", place.unwrap_or_default(), rule.line);
        let _ = writeln!(
            out,
            "  {}: {}  [{} {}]",
            rule.name,
            shown(&rule.to_string()),
            rule.layer.as_str(),
            shown(&place)
        );
        if let Some(reason) = &rule.reason {
            let _ = writeln!(out, "      {}", shown(reason));
        }
    }
    out.push_str("  tier: medium and above ask, all else runs (built in)\n");
    if !here.policy().assessors.is_empty() {
        out.push_str("\nassessors, which look at each call and may raise it\n");
        for one in &here.policy().assessors {
            let _ = writeln!(
                out,
                "  {}: {}  [{}, within {} ms]",
                one.name,
                shown(&one.command.join(" ")),
                one.layer.as_str(),
                one.deadline_ms
            );
        }
    }
    people(here.policy(), &mut out);
    if !here.merged.ignored.is_empty() {
        out.push_str("\nignored\n");
        for ignored in &here.merged.ignored {
            let _ = writeln!(out, "  {}", shown(&ignored.to_string()));
        }
    }
    out
}

/// Who answers beside the user, and where they are told.
fn people(policy: &Policy, out: &mut String) {
    let Policy { channel, approvers, .. } = policy;
    if !approvers.is_empty() {
        out.push_str("\napprovers\n");
        for one in approvers {
            let (role, when, accounts) = (one.role.as_str(), one.on_call.as_str(), one.accounts.join(" "));
            let _ = writeln!(
                out,
                "  {}: {role}, {when}, {}  [{}]",
                one.name,
                shown(&accounts),
                one.layer.as_str()
            );
        }
    }
    if channel.iter().next().is_some() {
        out.push_str("\nchannels\n");
    }
    for one in channel.iter() {
        let quiet = one.times.quiet.map(|quiet| format!(", quiet {}", quiet.to_text()));
        let _ = writeln!(out, "  {}: {}{}", one.spec.name, shown(one.address()), quiet.unwrap_or_default());
    }
}

/// The same in parts, for the gateway's page.
pub fn policy_rows(here: &EffectivePolicy) -> PolicyPage {
    let row = |name: &str, value: String, from: String| PolicyRow { name: name.to_owned(), value, from };
    let state = |one: &LayerFile| match &one.state {
        FileState::Good(_) => "in force".to_owned(),
        FileState::LastGood(_, broken) => format!("broken, the last good copy is in force: {broken}"),
        FileState::Broken(broken) => format!("broken, so only what is safe runs: {broken}"),
        FileState::NotApplied(_, edited) => edited.to_string(),
    };
    let set_by = |name: &str| {
        let layer = here.merged.set_by.iter().rev().find(|(set, _)| *set == name);
        layer.map_or("built-in", |(_, layer)| layer.as_str()).to_owned()
    };
    let mut rules =
        vec![row("hardline", "what must never happen; nothing lifts it".to_owned(), "built-in".to_owned())];
    rules.extend(here.policy().rules.iter().map(|rule| {
        let reason = rule.reason.as_ref().map(|reason| format!(": {reason}")).unwrap_or_default();
        row(&rule.name, format!("{rule}{reason}"), rule.layer.as_str().to_owned())
    }));
    rules.push(row("tier", "medium and above ask, all else runs".to_owned(), "built-in".to_owned()));
    PolicyPage {
        files: here
            .layers
            .iter()
            .map(|one| row(one.layer.as_str(), state(one), one.path.display().to_string()))
            .collect(),
        settings: settings(here.policy())
            .into_iter()
            .map(|(name, value)| row(name, value, set_by(name)))
            .collect(),
        rules,
        ignored: here.merged.ignored.iter().map(ToString::to_string).collect(),
    }
}

/// What a mode is that nobody has set for where nobody is.
const SAME: &str = "same";

fn kept(seconds: u64) -> String {
    match seconds % 86_400 {
        0 => format!("{}d", seconds / 86_400),
        _ => format!("{}h", seconds / 3600),
    }
}

/// Every setting and its value.
pub fn settings(policy: &Policy) -> Vec<(&'static str, String)> {
    let Policy { mode, hook, times, threshold, place, crisis, trace, review, mcp, reviewer, .. } = policy;
    let lower = |value: &dyn std::fmt::Debug| format!("{value:?}").to_lowercase();
    let seconds = |time: u32| format!("{time}s");
    vec![
        ("mode.shell", mode.shell.as_str().to_owned()),
        ("mode.tools", mode.tools.as_str().to_owned()),
        ("mode.headless", mode.headless.map_or(SAME, Mode::as_str).to_owned()),
        ("mode.cron", mode.cron.map_or(SAME, Mode::as_str).to_owned()),
        ("mode.pinned", mode.pinned.to_string()),
        ("hook.allow", lower(&hook.allow)),
        ("hook.ask", lower(&hook.ask)),
        ("hook.nobody", lower(&hook.nobody)),
        ("times.medium", seconds(times.medium)),
        ("times.high", seconds(times.high)),
        ("times.critical", seconds(times.critical)),
        ("times.expires_after", seconds(times.expires_after)),
        ("times.good_for", seconds(times.good_for)),
        ("times.after_last", lower(&times.after_last)),
        ("threshold.risk_low", threshold.risk_low.to_string()),
        ("threshold.risk_high", threshold.risk_high.to_string()),
        ("threshold.confidence_low", threshold.confidence_low.to_string()),
        ("threshold.confidence_ask", threshold.confidence_ask.to_string()),
        ("place.backend", lower(&place.backend)),
        ("place.container_root", lower(&place.container_root)),
        ("crisis.locale", crisis.locale.clone().unwrap_or_else(|| "of the environment".to_owned())),
        ("crisis.card_key", crisis.card_key.clone().unwrap_or_else(|| "none, the built-in card".to_owned())),
        ("crisis.responders", names(&crisis.responders)),
        ("crisis.backup", names(&crisis.backup)),
        ("review.changes", lower(&review.changes)),
        ("review.deletes", lower(&review.deletes)),
        ("review.keep", kept(review.keep.into())),
        ("review.files", review.files.to_string()),
        ("review.mib", review.mib.to_string()),
        ("review.total_mib", review.total_mib.to_string()),
        ("trace.keep", kept(trace.keep)),
        ("trace.max_traces", trace.max_traces.to_string()),
        ("trace.command_bytes", trace.command_bytes.to_string()),
        ("trace.argument_bytes", trace.argument_bytes.to_string()),
        ("reviewer.look", lower(&reviewer.look)),
        ("reviewer.deadline", seconds(reviewer.deadline_s)),
        (
            "reviewer.provider",
            match reviewer.providers.as_slice() {
                [] => "none".to_owned(),
                some => some.iter().map(|one| one.name.as_str()).collect::<Vec<_>>().join(", "),
            },
        ),
        ("mcp.trusted", names(&mcp.trusted)),
    ]
}

/// Where a layer's setting was made, for `herma mode show`.
pub fn origin(here: &EffectivePolicy, name: &str) -> String {
    let set = here.merged.set_by.iter().rev().find(|(set, _)| *set == name);
    let layer = set.map_or(Layer::BuiltIn, |(_, layer)| layer.clone());
    let file = here.layers.iter().find(|one| one.layer == layer);
    match file {
        Some(file) => format!("{} policy, {}", layer.as_str(), file.path.display()),
        None => layer.as_str().to_owned(),
    }
}

fn names(all: &[String]) -> String {
    if all.is_empty() { "none".to_owned() } else { all.join(", ") }
}
