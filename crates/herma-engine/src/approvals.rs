//! The gate of this machine: where its store lies, who may answer, what time it is.

pub use crate::clock::now;
use crate::paths::{Paths, make_folder};
use crate::redact::Redactor;
use herma_core::call::FindingSource;
use herma_core::crisis::lane::RULE;
use herma_core::effect::{Effect, Span, Tier};
use herma_core::grant::Parts;
use herma_core::policy::{AfterLast, Approver, ChannelSettings, CrisisSettings, OnCall, Role};
use herma_core::verdict::Factors;
use herma_core::{Assessment, Policy, ToolCall, Verdict};
use herma_gate::{Gate, GateError, Person, Settings};
use herma_store::{
    ApprovalDocument, Millis, NewRequest, Request, Said, Scope, ShownEffect, ShownFactors, ShownTaint,
    SqliteStore, Store, StoreError, Vote,
};
use herma_view::request::Choice;
use sha2::{Digest, Sha256};
use std::os::unix::fs::MetadataExt;
use std::sync::Arc;

/// Of what strangers wrote, so many are shown, so much of each.
const TAINT_SHOWN: usize = 5;
const TAINT_MAX: usize = 400;

/// Everything at a terminal is of level 0 (design, section 6).
pub const AT_TERMINAL: u8 = 0;

/// The gate, and the one person who answers on this machine.
#[derive(Clone)]
pub struct ApprovalService {
    /// Shared: a gateway's thousand calls have one store between them.
    pub gate: Arc<Gate<Arc<SqliteStore>>>,
    /// `unix:1000`: the user that Herma's files belong to.
    pub account: String,
}

impl ApprovalService {
    pub fn open(paths: &Paths) -> Result<ApprovalService, GateError> {
        make_folder(&paths.data).map_err(StoreError::from)?;
        let account = account(paths)?;
        let store = SqliteStore::open(&paths.store())?;
        // The policy below is what the store says, whatever has become of the copy.
        let _ = crate::effective_policy::record::agree(&store, paths);
        let policy = crate::effective_policy::load(paths);
        crate::spool::ingest(
            &store,
            paths,
            &policy.base().policy().trace,
            now(),
            crate::spool::WHILE_WAITING,
        );
        Ok(ApprovalService { gate: Arc::new(Gate::new(Arc::new(store), settings(paths, &account))), account })
    }
}

impl ApprovalService {
    /// The same store with the people and times that the files name by now: what is claimed is claimed under these.
    pub fn refreshed(&self, paths: &Paths) -> ApprovalService {
        let store = Arc::clone(self.gate.store());
        ApprovalService {
            gate: Arc::new(Gate::new(store, settings(paths, &self.account))),
            account: self.account.clone(),
        }
    }

    /// Where a rule wants somebody else than whoever runs the agent: that is the user of this machine, whichever of the
    /// surfaces the call came by. At level 1 it is known to be another, who may not answer in any case.
    pub fn comes_from(&self, new: &mut NewRequest, verdict: &Verdict) {
        if !verdict.self_approval && new.requester.is_none() {
            new.requester = Some(self.account.clone());
        }
    }

    /// What a terminal offers of a request: a no, and a yes where one from here can count.
    pub fn at_terminal(&self, request: &Request, shown: &mut herma_view::request::Request) {
        let votes = self.gate.store().votes(&request.id).unwrap_or_default();
        let (wants, can_approve) = self.wants(request, &votes, &self.account, AT_TERMINAL);
        shown.wants = wants;
        let widest = self.gate.settings().widest(request, &self.account);
        shown.offers.retain(|choice| can_approve && (*choice != Choice::Always || widest == Scope::Always));
    }

    /// What a request wants beyond one person's yes, and whether one of this account and level can count.
    pub fn wants(&self, request: &Request, votes: &[Vote], account: &str, level: u8) -> (Vec<String>, bool) {
        let settings = self.gate.settings();
        let mut wants = settings.wants(request, votes);
        let may = settings.may_say_yes(request, account, level);
        if let Err(why) = &may {
            wants.push(format!("here it can only be denied: {why}"));
        }
        (wants, may.is_ok())
    }
}

/// Whether a call, judged again, wants more of whoever answers than its request has asked for.
pub fn wants_more(again: &Verdict, request: &Request) -> bool {
    again.assessment.tier > request.tier
        || again.quorum > request.needed
        || again.level > request.proof
        || (!again.self_approval && request.requester.is_none())
        // Whoever approved it did not know that somebody is in crisis.
        || (again.assessment.crisis_sensitive && !crate::crisis::is_crisis(request))
}

/// Whether a call, judged again, does nothing that whoever approved its request was not shown.
pub fn does_no_more(again: &Verdict, request: &Request) -> bool {
    // What the reviewer says of it is nothing that it does, and never twice the same.
    let does = again.assessment.effects.iter().filter(|effect| effect.rule != FindingSource::Reviewer.rule());
    does.into_iter().all(|effect| {
        let key = key(&again.assessment, effect);
        let is = |one: &ShownEffect| match &one.key {
            Some(shown) => *shown == key,
            // Shown by an earlier release, which kept no key: the same rule found the same in the same places.
            None => {
                one.rule == effect.rule
                    && one.kind == effect.kind
                    && one.count == effect.count()
                    && one.spans.iter().copied().eq(places(effect))
            }
        };
        request.document.effects.iter().any(is)
    })
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
    let policy = crate::effective_policy::load(paths);
    let Policy { times, crisis, approvers, channel, .. } = policy.base().policy();
    name_people(&mut settings, approvers);
    respond(&mut settings, crisis);
    settings.medium.time = Millis::from(times.medium) * 1000;
    settings.high.time = Millis::from(times.high) * 1000;
    settings.critical.time = Millis::from(times.critical) * 1000;
    lasting(&mut settings, channel);
    settings.expires_after = Millis::from(times.expires_after) * 1000;
    settings.good_for = Millis::from(times.good_for) * 1000;
    settings.ends_with_last_level = times.after_last == AfterLast::Deny;
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

/// A level lasts at least as long as the slowest of the channels by which its people are told.
fn lasting(settings: &mut Settings, channel: &ChannelSettings) {
    let Settings { people, medium, high, critical, .. } = settings;
    for (tier, level) in [(Tier::Medium, medium), (Tier::High, high), (Tier::Critical, critical)] {
        for (name, times) in channel.times() {
            let there = |person: &Person| {
                let told = level.people.iter().chain(&level.backup).any(|one| *one == person.name);
                told && person.accounts.iter().any(|one| one.split(':').next() == Some(name))
            };
            if let Some(least) = times.least(tier).filter(|_| people.iter().any(there)) {
                level.time = level.time.max(Millis::from(least) * 1000);
            }
        }
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
    // Whoever answers nothing else answers nothing else now, and nothing for good.
    let only = |name: &&String| !settings.approvers(Tier::Critical).any(|one| one == **name);
    let only: Vec<String> = first.iter().chain(&backup).filter(only).cloned().collect();
    settings.not_for_good.extend(only.iter().cloned());
    settings.responders.extend(only);
    settings.critical.people.extend(first);
    settings.critical.backup.extend(backup);
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
        let text = redactor.text(&rule.text()).into_owned();
        ShownEffect::note(&format!("policy/{}", rule.name), text, Tier::Medium)
    });
    let effects = assessment.effects.iter().map(|effect| ShownEffect {
        rule: effect.rule.clone(),
        text: redactor.text(&effect.text).into_owned(),
        kind: effect.kind,
        tier: effect.floor,
        spans: places(effect).collect(),
        count: effect.count(),
        key: Some(key(assessment, effect)),
        unsure: effect.asks() && effect.floor < Tier::Medium,
    });
    let document = ApprovalDocument {
        command: redactor.text(shown).into_owned(),
        effects: rule.into_iter().chain(effects).collect(),
        more: assessment.more,
        crisis: assessment.effects.iter().any(|effect| effect.rule == RULE),
        instead: instead(verdict).map(|way| redactor.text(way).into_owned()),
        factors: Some(factors(&assessment.factors)),
        taint: taint(call, &redactor),
        raised: said(call, assessment, &redactor),
        environment: crate::edit::environment(verdict),
        ..ApprovalDocument::default()
    };
    NewRequest {
        agent: agent.to_owned(),
        session: session.to_owned(),
        surface: surface.to_owned(),
        cwd: call.cwd.clone().unwrap_or_default(),
        document,
        parts: parts(call, verdict),
        tier: assessment.tier,
        class: assessment.class,
        risk: assessment.risk,
        confidence: assessment.confidence,
        needed: verdict.quorum,
        proof: verdict.level,
        // What a rule wants asked every time, and crisis: a person each time (design, section 7). A grant that no later call
        // can use is not offered.
        widest: match verdict.every_time || assessment.crisis_sensitive || call.comes_once {
            true => Scope::Once,
            false => Scope::Always,
        },
        ..NewRequest::of_action(&verdict.digest, &call.tool, shown)
    }
}

/// The places of an effect that are any.
fn places(effect: &Effect) -> impl Iterator<Item = Span> + '_ {
    effect.spans().filter(|span| span.start < span.end)
}

/// A hash of what exactly would happen. Of two calls that delete 60 files each, the files may be others.
fn key(assessment: &Assessment, effect: &Effect) -> String {
    let mut hasher = Sha256::new();
    let mut add = |text: &str| {
        hasher.update((text.len() as u64).to_le_bytes());
        hasher.update(text.as_bytes());
    };
    let Effect { kind, rule, command, scale, reach, undo, target, .. } = effect;
    add(&format!("{kind} {scale} {reach} {undo}"));
    add(rule);
    add(command);
    add(target.as_deref().unwrap_or_default());
    if effect.count() > 1 {
        let like = |one: &&Effect| one.kind == effect.kind && one.rule == effect.rule;
        assessment.each().filter(like).for_each(|one| add(one.target.as_deref().unwrap_or_default()));
    }
    herma_core::digest::hex(&hasher.finalize())
}

fn factors(factors: &Factors) -> ShownFactors {
    let round = |share: f32| (f64::from(share) * 100.0).round() / 100.0;
    let Factors { class, target, reversibility, human_impact, certainty } = *factors;
    ShownFactors {
        class: round(class),
        target: round(target),
        reversibility: round(reversibility),
        human_impact: round(human_impact),
        certainty: round(certainty),
    }
}

/// What somebody said about it that is among what it does.
fn said(call: &ToolCall, assessment: &Assessment, redactor: &Redactor) -> Vec<Said> {
    let counts = |by: &FindingSource| assessment.effects.iter().any(|effect| effect.rule == by.rule());
    let raised = call.context.raised.iter().filter(|raised| counts(&raised.by));
    raised
        .map(|raised| Said { by: raised.by.decides(), reason: redactor.text(&raised.reason).into_owned() })
        .collect()
}

/// What strangers wrote and the agent has read: the newest few are enough to be careful.
fn taint(call: &ToolCall, redactor: &Redactor) -> Vec<ShownTaint> {
    let newest = call.context.taint.iter().rev().take(TAINT_SHOWN);
    let text = |text: &str| redactor.text(text).chars().take(TAINT_MAX).collect::<String>();
    newest
        .map(|one| ShownTaint { source: text(&one.source), order: one.order.as_deref().map(text) })
        .collect()
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

#[cfg(test)]
mod tests {
    use super::*;
    use herma_gate::{Asked, Notice, Patience};
    use herma_store::MemoryStore;

    const NOW: Millis = 1_800_000_000_000;
    const PEOPLE: &str = "version = 1\n\
        [[approver]]\nname = \"ada\"\naccounts = [\"telegram:1\"]\n\
        [[approver]]\nname = \"bo\"\non_call = \"backup\"\naccounts = [\"slack:U1\"]\n\
        [[approver]]\nname = \"cy\"\non_call = \"everyone\"\naccounts = [\"telegram:3\"]\n\
        [[approver]]\nname = \"vi\"\nrole = \"viewer\"\naccounts = [\"telegram:4\"]\n";

    fn settings_of(policy: &str) -> Settings {
        let policy = Policy::parse(policy).unwrap();
        let mut settings = Settings::for_one("dev", "unix:1000");
        name_people(&mut settings, &policy.approvers);
        lasting(&mut settings, &policy.channel);
        settings
    }

    /// Who is first told at which second.
    fn first_told(settings: Settings, tier: Tier) -> Vec<(Millis, String)> {
        let gate = Gate::new(MemoryStore::new(), settings);
        let new = NewRequest { tier, ..NewRequest::of_action("sha256:x", "Bash", "x") };
        let Asked::Waits { request, tell } = gate.ask(&new, Patience::Open, NOW).unwrap() else { panic!() };
        let mut told: Vec<(Millis, String)> = Vec::new();
        let mut hear = |second: Millis, tell: &[Notice]| {
            for notice in tell {
                if told.iter().all(|(_, name)| *name != notice.person) {
                    told.push((second, notice.person.clone()));
                }
            }
        };
        hear(0, &tell);
        for second in 0..1000 {
            hear(second, &gate.tick(&request.id, NOW + second * 1000).unwrap().tell);
        }
        told
    }

    #[test]
    fn first_then_backup_then_everyone() {
        let expect = |tier, want: [(Millis, &str); 4]| {
            let want: Vec<(Millis, String)> = want.map(|(at, who)| (at, who.to_owned())).to_vec();
            assert_eq!(first_told(settings_of(PEOPLE), tier), want);
        };
        // A viewer is told nothing; the last level begins after 60 + 30 seconds, and is half over after five more.
        expect(Tier::Medium, [(0, "dev"), (0, "ada"), (30, "bo"), (95, "cy")]);
        expect(Tier::High, [(0, "dev"), (0, "ada"), (15, "bo"), (35, "cy")]);
        expect(Tier::Critical, [(0, "dev"), (0, "ada"), (5, "bo"), (5, "cy")]);
    }

    #[test]
    fn a_responder_answers_what_is_critical_and_nothing_for_good() {
        let policy =
            Policy::parse(&format!("{PEOPLE}[crisis]\nresponders = [\"web:psy\", \"telegram:1\"]\n"));
        let policy = policy.unwrap();
        let mut settings = settings_of(PEOPLE);
        respond(&mut settings, &policy.crisis);
        let may = |tier, name| settings.approvers(tier).any(|one| one == name);
        assert!(
            may(Tier::Critical, "web:psy") && !may(Tier::High, "web:psy") && !may(Tier::Medium, "web:psy")
        );
        assert!(settings.not_for_good.contains(&"web:psy".to_owned()));
        // Who is an approver anyway stays one.
        assert!(may(Tier::Medium, "ada"));
        assert!(first_told(settings, Tier::Medium).iter().all(|(_, name)| name != "web:psy"));
    }

    #[test]
    fn a_level_lasts_as_long_as_its_slowest_channel_wants() {
        let telegram = "[channel.telegram]\ntoken_file = \"t\"\n[channel.telegram.times]\nmedium = \"5m\"\ncritical = \"5s\"\n";
        let slack = "[channel.slack]\ntoken_file = \"t\"\nsigning_secret_file = \"s\"\n[channel.slack.times]\nmedium = \"2m\"\n";
        let settings = settings_of(&format!("{PEOPLE}{telegram}{slack}"));
        let times = [&settings.medium, &settings.high, &settings.critical].map(|level| level.time / 1000);
        // Never shorter than the tier's own.
        assert_eq!(times, [300, 30, 10]);
        assert_eq!(first_told(settings, Tier::Medium)[2], (150, "bo".to_owned()));
        // Where nobody is told there, it says nothing.
        let nobody = "[channel.discord]\ntoken_file = \"t\"\npublic_key = \"0000000000000000000000000000000000000000000000000000000000000000\"\n\
                      [channel.discord.times]\nmedium = \"1h\"\n";
        assert_eq!(settings_of(&format!("{PEOPLE}{nobody}")).medium.time, 60_000);
    }
}
