//! The gate of this machine: where its store lies, who may answer, what time it is.

use crate::paths::{Paths, make_folder};
use crate::redact::Redactor;
use herma_core::effect::{Kind, Tier};
use herma_core::grant::Parts;
use herma_core::policy::CrisisSettings;
use herma_core::{Policy, ToolCall, Verdict};
use herma_gate::{Gate, GateError, Person, Settings};
use herma_store::{Millis, NewRequest, Scope, SqliteStore, StoreError};
use serde_json::json;
use std::os::unix::fs::MetadataExt;
use std::time::{SystemTime, UNIX_EPOCH};

/// The gate, and the one person who answers on this machine.
pub struct Keeper {
    pub gate: Gate<SqliteStore>,
    /// `unix:1000`: the user that Herma's files belong to.
    pub account: String,
}

impl Keeper {
    pub fn open(paths: &Paths) -> Result<Keeper, GateError> {
        make_folder(&paths.data).map_err(StoreError::from)?;
        let uid = std::fs::metadata(&paths.data).map_err(StoreError::from)?.uid();
        let account = format!("unix:{uid}");
        // Not from the environment: an agent's hook has another one than the terminal that answers it, and what the one
        // remembers as a person's yes must be that person's to the other.
        let name = crate::world::user_name(uid).unwrap_or_else(|| account.clone());
        let store = SqliteStore::open(&paths.store())?;
        let policy = crate::policy_file::load(paths);
        let Policy { times, trace, crisis, .. } = policy.base().policy();
        crate::spool::take_in(&store, paths, trace, now(), crate::spool::WHILE_WAITING);
        let mut settings = Settings::for_one(&name, &account);
        respond(&mut settings, crisis);
        settings.medium.time = Millis::from(times.medium) * 1000;
        settings.high.time = Millis::from(times.high) * 1000;
        settings.critical.time = Millis::from(times.critical) * 1000;
        settings.expires_after = Millis::from(times.expires_after) * 1000;
        settings.good_for = Millis::from(times.good_for) * 1000;
        Ok(Keeper { gate: Gate::new(store, settings), account })
    }
}

/// Who answers for people in crisis: the responders first, at half time the backup. Crisis is critical, and so is what else
/// they then may answer; without any named, it is whoever answers everything here.
fn respond(settings: &mut Settings, crisis: &CrisisSettings) {
    for account in crisis.responders.iter().chain(&crisis.backup) {
        if settings.person(account).is_none() {
            settings.people.push(Person { name: account.clone(), accounts: vec![account.clone()] });
        }
    }
    let names = |accounts: &[String], settings: &Settings| -> Vec<String> {
        accounts.iter().filter_map(|account| settings.person(account).map(str::to_owned)).collect()
    };
    let (first, backup) = (names(&crisis.responders, settings), names(&crisis.backup, settings));
    settings.critical.people.extend(first);
    settings.critical.backup.extend(backup);
}

/// Milliseconds since the epoch.
pub fn now() -> Millis {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Millis::try_from(since.as_millis()).unwrap_or(Millis::MAX)
}

/// A judged call as a question. What people read is redacted; the exact bytes stay with whoever holds the call.
pub fn question(
    call: &ToolCall,
    verdict: &Verdict,
    shown: &str,
    agent: &str,
    session: &str,
    surface: &str,
) -> NewRequest {
    let assessment = &verdict.assessment;
    let redactor = Redactor::of(&call.args);
    // The rule that wants it asked about stands before what it does.
    let rule = verdict.rule.as_ref().map(|rule| {
        json!({"rule": format!("policy/{}", rule.name), "text": redactor.text(&rule.text()),
            "effect": Kind::Run.as_str(), "tier": Tier::Medium.as_str(), "span": [0, 0]})
    });
    let effects: Vec<_> = rule
        .into_iter()
        .chain(assessment.effects.iter().map(|effect| {
            json!({
                "rule": effect.rule,
                "text": redactor.text(&effect.text),
                "effect": effect.kind.as_str(),
                "tier": effect.floor.as_str(),
                "span": [effect.span.start, effect.span.end],
            })
        }))
        .collect();
    let rendering = json!({
        "command": redactor.text(shown),
        "instead": instead(verdict).map(|way| redactor.text(way)),
        "environment": crate::edit::environment(verdict),
    });
    NewRequest {
        agent: agent.to_owned(),
        session: session.to_owned(),
        surface: surface.to_owned(),
        cwd: call.cwd.clone().unwrap_or_default(),
        rendering: rendering.to_string(),
        effects: serde_json::Value::from(effects).to_string(),
        parts: parts(call, verdict),
        tier: assessment.tier,
        class: assessment.class,
        risk: assessment.risk,
        confidence: assessment.confidence,
        // What a rule wants asked every time, and crisis: a person each time (design, section 7).
        widest: match verdict.every_time || assessment.crisis_sensitive {
            true => Scope::Once,
            false => Scope::Always,
        },
        ..NewRequest::of_action(&verdict.digest, &call.tool, shown)
    }
}

/// What of the call a grant may speak of. A rule is kept as it is: where it would hold a secret there is none.
pub fn parts(call: &ToolCall, verdict: &Verdict) -> Parts {
    let parts = herma_core::grant::parts(call, verdict);
    let has_secret = parts.texts().any(|text| crate::redact::redacted(text) != text);
    if has_secret { Parts::default() } else { parts }
}

fn instead(verdict: &Verdict) -> Option<&str> {
    verdict.assessment.effects.iter().find_map(|effect| effect.instead.as_deref())
}
