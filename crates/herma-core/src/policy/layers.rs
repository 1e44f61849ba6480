//! Layers: built-in, admin, user, project. A later one overrides the settings of an earlier one; a project's may only
//! tighten (T48), and what it says beyond that is reported and ignored. So is a weaker mode of the user, where the
//! administrator has pinned the modes.

use super::assessor::Assessor;
use super::people::Approver;
use super::rule::{Layer, Rule};
use super::settings::{
    CrisisSection, HookSection, Mode, ModeSection, PlaceSection, ReviewSection, TimeSection, TraceSection,
};
use super::threshold::{ThresholdSection, Thresholds};
use super::{ChannelSettings, Policy, PolicyFile, ReviewSettings};
use crate::verdict::Decision;
use std::cmp::Reverse;

/// The outcome of merging.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Merged {
    pub policy: Policy,
    pub ignored: Vec<Ignored>,
    /// Each setting that a layer has set, as `mode.shell`, and which.
    pub set_by: Vec<(&'static str, Layer)>,
}

/// Something that a layer may not say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ignored {
    pub what: String,
    pub layer: Layer,
}

impl std::fmt::Display for Ignored {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let what = &self.what;
        match &self.layer {
            Layer::Project(folder) => {
                write!(f, "{what} of the project `{folder}` is ignored: a project may only tighten")
            }
            Layer::BuiltIn | Layer::Admin | Layer::User => {
                write!(f, "{what} of your own policy is ignored: the administrator's policy says so")
            }
        }
    }
}

/// Merges files, the first one lowest.
pub fn merge(files: &[(Layer, &PolicyFile)]) -> Merged {
    let mut merged = Merged::default();
    for (layer, file) in files {
        merged.take_settings(layer, file);
        merged.take_channels(layer, &file.channel);
        for approver in &file.approvers {
            merged.take_approver(layer, approver);
        }
        for rule in &file.rules {
            merged.take_rule(layer, rule);
        }
        for assessor in &file.assessors {
            merged.take_assessor(layer, assessor);
        }
    }
    merged
}

impl Merged {
    fn take_rule(&mut self, layer: &Layer, rule: &Rule) {
        if matches!(layer, Layer::Project(_)) && rule.decision == Decision::Allow {
            self.ignore(layer, format!("rule `{}`, which allows,", rule.name));
            return;
        }
        let mut rule = rule.clone();
        rule.layer = layer.clone();
        self.policy.rules.add(rule);
    }

    /// A project may tighten, but it may not have programs started: a repository would run code by being opened.
    fn take_assessor(&mut self, layer: &Layer, assessor: &Assessor) {
        if matches!(layer, Layer::Project(_)) {
            self.ignore(layer, format!("assessor `{}`, which is a program,", assessor.name));
            return;
        }
        let mut assessor = assessor.clone();
        assessor.layer = layer.clone();
        self.policy.assessors.push(assessor);
    }

    /// Where questions go, and with which token, is no project's business.
    fn take_channels(&mut self, layer: &Layer, said: &ChannelSettings) {
        let mut own = std::mem::take(&mut self.policy.channel);
        for ((spec, own), (_, said)) in own.slots_mut().zip(said.slots()) {
            self.take_own(layer, spec.section, own, said.clone().map(Some));
        }
        self.policy.channel = own;
    }

    /// Nor is who answers. Whom the administrator has named, with these accounts, the user does not rename.
    fn take_approver(&mut self, layer: &Layer, approver: &Approver) {
        let known = |one: &Approver| {
            one.name == approver.name
                || one.accounts.iter().any(|account| approver.accounts.contains(account))
        };
        if matches!(layer, Layer::Project(_)) || self.policy.approvers.iter().any(known) {
            self.ignore(layer, format!("approver `{}`", approver.name));
            return;
        }
        self.policy.approvers.push(Approver { layer: layer.clone(), ..approver.clone() });
    }

    fn take_settings(&mut self, layer: &Layer, file: &PolicyFile) {
        let ModeSection { shell, tools, headless, cron, pinned } = file.sections.mode;
        let HookSection { allow, ask, nobody } = file.sections.hook;
        let PlaceSection { backend, container_root } = file.sections.place;
        let TimeSection { medium, high, critical, expires_after, good_for, after_last } = file.sections.times;
        let TraceSection { keep, max_traces, command_bytes, argument_bytes } = file.sections.trace;
        let mut policy = std::mem::take(&mut self.policy);
        let bound = match layer {
            Layer::Project(_) => true,
            Layer::User => policy.mode.pinned,
            Layer::BuiltIn | Layer::Admin => false,
        };
        self.take_bound(layer, bound, "mode.shell", &mut policy.mode.shell, shell);
        self.take_bound(layer, bound, "mode.tools", &mut policy.mode.tools, tools);
        let least = policy.mode.shell.max(policy.mode.tools);
        let headless_least = policy.mode.headless.unwrap_or(least);
        self.take_surface(layer, bound, "mode.headless", &mut policy.mode.headless, headless, headless_least);
        let cron_least = policy.mode.cron.or(policy.mode.headless).unwrap_or(least);
        self.take_surface(layer, bound, "mode.cron", &mut policy.mode.cron, cron, cron_least);
        match (pinned, layer) {
            (None, _) => {}
            (Some(pinned), Layer::BuiltIn | Layer::Admin) => {
                policy.mode.pinned = pinned;
                self.set_by.push(("mode.pinned", layer.clone()));
            }
            (Some(_), Layer::User | Layer::Project(_)) => self.ignore(layer, "`mode.pinned`".to_owned()),
        }
        self.take(layer, "hook.allow", &mut policy.hook.allow, allow);
        self.take(layer, "hook.ask", &mut policy.hook.ask, ask);
        self.take(layer, "hook.nobody", &mut policy.hook.nobody, nobody);
        // Where commands run is a fact, and none that a project knows: neither answer is the stricter one for every call.
        self.take_own(layer, "place.backend", &mut policy.place.backend, backend);
        self.take_own(layer, "place.container_root", &mut policy.place.container_root, container_root);
        self.take_thresholds(layer, bound, file.sections.threshold, &mut policy.threshold);
        // How long people have is theirs to say.
        self.take_own(layer, "times.medium", &mut policy.times.medium, medium.map(|s| s.0));
        self.take_own(layer, "times.high", &mut policy.times.high, high.map(|s| s.0));
        self.take_own(layer, "times.critical", &mut policy.times.critical, critical.map(|s| s.0));
        // Whom a person in need reaches is no project's business.
        let CrisisSection { locale, card_key, responders, backup } = file.sections.crisis.clone();
        self.take_own(layer, "crisis.locale", &mut policy.crisis.locale, locale.map(Some));
        self.take_own(layer, "crisis.card_key", &mut policy.crisis.card_key, card_key.map(Some));
        self.take_own(layer, "crisis.responders", &mut policy.crisis.responders, responders);
        self.take_own(layer, "crisis.backup", &mut policy.crisis.backup, backup);
        self.take_review(layer, &file.sections.review, &mut policy.review);
        let times = &mut policy.times;
        self.take_own(layer, "times.expires_after", &mut times.expires_after, expires_after.map(|s| s.0));
        self.take_own(layer, "times.good_for", &mut times.good_for, good_for.map(|s| s.0));
        self.take_own(layer, "times.after_last", &mut times.after_last, after_last);
        // What is remembered, and for how long, too: one repository must not shorten the memory of all.
        self.take_own(layer, "trace.keep", &mut policy.trace.keep, keep.map(|s| s.0));
        self.take_own(layer, "trace.max_traces", &mut policy.trace.max_traces, max_traces.map(|n| n.0));
        let (command, argument) = (command_bytes.map(|n| n.0), argument_bytes.map(|n| n.0));
        self.take_own(layer, "trace.command_bytes", &mut policy.trace.command_bytes, command);
        self.take_own(layer, "trace.argument_bytes", &mut policy.trace.argument_bytes, argument);
        // Whose word counts is the user's to say: it lowers.
        self.take_own(layer, "mcp.trusted", &mut policy.mcp.trusted, file.sections.mcp.trusted.clone());
        // Who may clear a call is the user's to say.
        let reviewer = &file.sections.reviewer;
        // It costs the user's money, and what it is shown leaves the machine.
        self.take_own(layer, "reviewer.look", &mut policy.reviewer.look, reviewer.look);
        self.take_own(
            layer,
            "reviewer.deadline",
            &mut policy.reviewer.deadline_s,
            reviewer.deadline.map(|s| s.0),
        );
        self.take_own(layer, "reviewer.provider", &mut policy.reviewer.providers, reviewer.provider.clone());
        self.policy = policy;
    }

    /// A project may only want to be asked about what could be undone: keeping costs the user's disk, and with it on a
    /// deletion may run.
    fn take_review(&mut self, layer: &Layer, section: &ReviewSection, own: &mut ReviewSettings) {
        let ReviewSection { changes, deletes, keep, files, mib, total_mib, paths } = section;
        self.take(layer, "review.deletes", &mut own.deletes, *deletes);
        self.take_own(layer, "review.changes", &mut own.changes, *changes);
        self.take_own(layer, "review.keep", &mut own.keep, keep.map(|time| time.0));
        self.take_own(layer, "review.files", &mut own.files, *files);
        self.take_own(layer, "review.mib", &mut own.mib, *mib);
        self.take_own(layer, "review.total_mib", &mut own.total_mib, *total_mib);
        let paths = (!paths.0.is_empty()).then(|| paths.0.clone());
        self.take_own(layer, "review.paths", &mut own.paths, paths);
    }

    /// A lower risk is stricter, and a higher confidence.
    fn take_thresholds(&mut self, layer: &Layer, bound: bool, said: ThresholdSection, own: &mut Thresholds) {
        let ThresholdSection { risk_low, risk_high, confidence_low, confidence_ask } = said;
        for (name, own, said) in [
            ("threshold.risk_low", &mut own.risk_low, risk_low),
            ("threshold.risk_high", &mut own.risk_high, risk_high),
        ] {
            let mut reversed = Reverse(*own);
            self.take_bound(layer, bound, name, &mut reversed, said.map(Reverse));
            *own = reversed.0;
        }
        for (name, own, said) in [
            ("threshold.confidence_low", &mut own.confidence_low, confidence_low),
            ("threshold.confidence_ask", &mut own.confidence_ask, confidence_ask),
        ] {
            self.take_bound(layer, bound, name, own, said);
        }
    }

    /// INVARIANT: every setting that is taken here is ordered, its weakest value first.
    fn take<T: Ord + Copy>(&mut self, layer: &Layer, name: &'static str, own: &mut T, said: Option<T>) {
        self.take_bound(layer, matches!(layer, Layer::Project(_)), name, own, said);
    }

    /// The same; `bound`: this layer may only tighten.
    fn take_bound<T: Ord + Copy>(
        &mut self,
        layer: &Layer,
        bound: bool,
        name: &'static str,
        own: &mut T,
        said: Option<T>,
    ) {
        match said {
            None => {}
            Some(said) if bound && said < *own => self.ignore(layer, format!("`{name}`")),
            Some(said) => {
                *own = said;
                self.set_by.push((name, layer.clone()));
            }
        }
    }

    /// A mode for where nobody is: it stands in the place of both areas, so it may not be weaker than the stricter one.
    fn take_surface(
        &mut self,
        layer: &Layer,
        bound: bool,
        name: &'static str,
        own: &mut Option<Mode>,
        said: Option<Mode>,
        least: Mode,
    ) {
        match said {
            None => {}
            Some(said) if bound && said < least => self.ignore(layer, format!("`{name}`")),
            Some(said) => {
                *own = Some(said);
                self.set_by.push((name, layer.clone()));
            }
        }
    }

    /// What no project has a say in.
    fn take_own<T>(&mut self, layer: &Layer, name: &'static str, own: &mut T, said: Option<T>) {
        match (said, layer) {
            (None, _) => {}
            (Some(_), Layer::Project(_)) => self.ignore(layer, format!("`{name}`")),
            (Some(said), Layer::BuiltIn | Layer::Admin | Layer::User) => {
                *own = said;
                self.set_by.push((name, layer.clone()));
            }
        }
    }

    fn ignore(&mut self, layer: &Layer, what: String) {
        self.ignored.push(Ignored { what, layer: layer.clone() });
    }
}
