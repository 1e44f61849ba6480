//! The gate of this machine: where its store lies, who may answer, what time it is.

use crate::paths::{Paths, make_folder};
use crate::redact::Redactor;
use herma_core::effect::{Kind, Tier};
use herma_core::grant::Parts;
use herma_core::policy::{Approver, CrisisSettings, OnCall, Role};
use herma_core::verdict::Factors;
use herma_core::{Policy, ToolCall, Verdict};
use herma_gate::{Gate, GateError, Person, Settings};
use herma_store::{Millis, NewRequest, Scope, SqliteStore, StoreError};
use serde_json::{Value, json};
use std::os::unix::fs::MetadataExt;
use std::sync::Arc;

/// Of what strangers wrote, so many are shown, so much of each.
const TAINT_SHOWN: usize = 5;
const TAINT_MAX: usize = 400;

/// The gate, and the one person who answers on this machine.
#[derive(Clone)]
pub struct Keeper {
    /// Shared: a gateway's thousand calls have one store between them.
    pub gate: Arc<Gate<Arc<SqliteStore>>>,
    /// `unix:1000`: the user that Herma's files belong to.
    pub account: String,
}

impl Keeper {
    pub fn open(paths: &Paths) -> Result<Keeper, GateError> {
        make_folder(&paths.data).map_err(StoreError::from)?;
        let account = account(paths)?;
        let store = SqliteStore::open(&paths.store())?;
        let policy = crate::policy_file::load(paths);
        crate::spool::take_in(
            &store,
            paths,
            &policy.base().policy().trace,
            now(),
            crate::spool::WHILE_WAITING,
        );
        Ok(Keeper { gate: Arc::new(Gate::new(Arc::new(store), settings(paths, &account))), account })
    }
}

/// The account of the user that Herma's files belong to.
pub fn account(paths: &Paths) -> Result<String, StoreError> {
    Ok(format!("unix:{}", std::fs::metadata(&paths.data)?.uid()))
}

/// Who may answer here, and how long everything takes, as the files now say.
pub fn settings(paths: &Paths, account: &str) -> Settings {
    // Not from the environment: an agent's hook has another one than the terminal that answers it, and what the one
    // remembers as a person's yes must be that person's to the other.
    let uid = account.strip_prefix("unix:").and_then(|uid| uid.parse().ok());
    let name = uid.and_then(crate::world::user_name).unwrap_or_else(|| account.to_owned());
    let mut settings = Settings::for_one(&name, account);
    let policy = crate::policy_file::load(paths);
    let Policy { times, crisis, approvers, .. } = policy.base().policy();
    name_people(&mut settings, approvers);
    respond(&mut settings, crisis);
    settings.medium.time = Millis::from(times.medium) * 1000;
    settings.high.time = Millis::from(times.high) * 1000;
    settings.critical.time = Millis::from(times.critical) * 1000;
    settings.expires_after = Millis::from(times.expires_after) * 1000;
    settings.good_for = Millis::from(times.good_for) * 1000;
    settings
}

/// Whom the files name, beside the user of this machine: those on call first, at half time their backup, and at half time of
/// the last level everyone. Whoever has the user's own name is the user, by more accounts.
fn name_people(settings: &mut Settings, approvers: &[Approver]) {
    for Approver { name, role, on_call, accounts, .. } in approvers {
        // An account is one person's: the first who is named with it.
        let own: Vec<String> =
            accounts.iter().filter(|account| settings.person(account).is_none()).cloned().collect();
        if let Some(known) = settings.people.iter_mut().find(|one| one.name == *name) {
            known.accounts.extend(own);
            continue;
        }
        settings.people.push(Person { name: name.clone(), accounts: own });
        match role {
            Role::Viewer => continue,
            Role::Approver => settings.not_for_good.push(name.clone()),
            Role::Admin => {}
        }
        let Settings { medium, high, critical, .. } = settings;
        match on_call {
            OnCall::First => [medium, high, critical].map(|level| level.people.push(name.clone())),
            OnCall::Backup => [medium, high, critical].map(|level| level.backup.push(name.clone())),
            OnCall::Everyone => {
                critical.backup.push(name.clone());
                continue;
            }
        };
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
    herma_server::now()
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
        "factors": factors(&assessment.factors),
        "taint": taint(call, &redactor),
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

fn factors(factors: &Factors) -> Value {
    let round = |share: f32| (f64::from(share) * 100.0).round() / 100.0;
    let Factors { class, target, reversibility, human_impact, certainty } = *factors;
    json!({"class": round(class), "target": round(target), "reversibility": round(reversibility),
           "human_impact": round(human_impact), "certainty": round(certainty)})
}

/// What strangers wrote and the agent has read: the newest few are enough to be careful.
fn taint(call: &ToolCall, redactor: &Redactor) -> Value {
    let newest = call.context.taint.iter().rev().take(TAINT_SHOWN);
    let text = |text: &str| redactor.text(text).chars().take(TAINT_MAX).collect::<String>();
    newest.map(|one| json!({"source": text(&one.source), "order": one.order.as_deref().map(text)})).collect()
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
