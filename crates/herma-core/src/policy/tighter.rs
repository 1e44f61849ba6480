//! Whether a policy is provably tighter than another one (design, section 5: an edited policy that is not takes force only
//! once a person has recorded it).
//!
//! What cannot be compared counts as looser: a change that nobody can show to be harmless waits for a person.

use super::assessor::Assessor;
use super::channel::ChannelSettings;
use super::people::{Approver, Role};
use super::rule::Rule;
use super::settings::{
    CrisisSettings, HookSettings, Modes, PlaceSettings, ReviewSettings, Times, TraceSettings,
};
use super::{ContainerRoot, Mode, Policy, ReviewerLook, ReviewerSettings, Rules, Thresholds};
use crate::call::Surface;
use crate::verdict::Decision;

/// What `after` does not keep of `before`, one sentence each. Empty: it is at least as tight in every respect.
pub fn loosened(before: &Policy, after: &Policy) -> Vec<String> {
    let mut out = Looser(Vec::new());
    // INVARIANT: every field is named here, so that a new one is compared before it compiles.
    let Policy {
        mode,
        hook,
        place,
        times,
        threshold,
        crisis,
        review,
        trace,
        mcp,
        channel,
        approvers,
        reviewer,
        rules,
        assessors,
    } = before;
    out.modes(mode, &after.mode);
    out.hook(hook, &after.hook);
    out.place(place, &after.place);
    out.times(times, &after.times);
    out.thresholds(threshold, &after.threshold);
    out.crisis(crisis, &after.crisis);
    out.review(review, &after.review);
    out.trace(trace, &after.trace);
    for name in after.mcp.trusted.iter().filter(|name| !mcp.trusted.contains(name)) {
        out.add(format!("mcp.trusted: `{name}` is added"));
    }
    out.channels(channel, &after.channel);
    out.approvers(approvers, &after.approvers);
    out.reviewer(reviewer, &after.reviewer);
    out.rules(rules, &after.rules);
    out.assessors(assessors, &after.assessors);
    out.0
}

struct Looser(Vec<String>);

impl Looser {
    fn add(&mut self, sentence: String) {
        self.0.push(sentence);
    }

    /// A setting whose values are ordered, the weakest first.
    fn ordered<T: Ord>(&mut self, name: &str, before: T, after: T, shown: impl Fn(&T) -> String) {
        if after < before {
            self.add(format!("{name}: {} -> {}", shown(&before), shown(&after)));
        }
    }

    /// A setting of which no value is known to be the tighter one.
    fn same<T: PartialEq>(&mut self, name: &str, before: &T, after: &T) {
        if before != after {
            self.add(format!("{name} is changed"));
        }
    }

    fn modes(&mut self, before: &Modes, after: &Modes) {
        const SURFACES: [(&str, Surface); 3] =
            [("", Surface::Interactive), (", headless", Surface::Headless), (", cron", Surface::Cron)];
        for (surface_name, surface) in SURFACES {
            let areas = [("shell", before.shell, after.shell), ("tools", before.tools, after.tools)];
            for (area, was, is) in areas {
                let in_front = (was, is);
                let (was, is) = (before.on(surface, was), after.on(surface, is));
                // Said once, where it is the same for everybody.
                if surface != Surface::Interactive && (was, is) == in_front {
                    continue;
                }
                self.ordered(&format!("mode.{area}{surface_name}"), was, is, |mode: &Mode| {
                    mode.as_str().to_owned()
                });
            }
        }
        if before.pinned && !after.pinned {
            self.add("mode.pinned is removed".to_owned());
        }
    }

    fn hook(&mut self, before: &HookSettings, after: &HookSettings) {
        self.ordered("hook.allow", before.allow, after.allow, lower);
        self.ordered("hook.ask", before.ask, after.ask, lower);
        self.ordered("hook.nobody", before.nobody, after.nobody, lower);
    }

    fn place(&mut self, before: &PlaceSettings, after: &PlaceSettings) {
        self.same("place.backend", &before.backend, &after.backend);
        if before.container_root == ContainerRoot::Ask && after.container_root == ContainerRoot::Allow {
            self.add("place.container_root: ask -> allow".to_owned());
        }
    }

    /// Who has less time runs nothing more: what is not answered is denied.
    fn times(&mut self, before: &Times, after: &Times) {
        let Times { medium, high, critical, expires_after, good_for, after_last } = *before;
        for (name, was, is) in [
            ("times.medium", medium, after.medium),
            ("times.high", high, after.high),
            ("times.critical", critical, after.critical),
            ("times.expires_after", expires_after, after.expires_after),
            ("times.good_for", good_for, after.good_for),
        ] {
            if is > was {
                self.add(format!("{name}: {was}s -> {is}s"));
            }
        }
        if after.after_last < after_last {
            self.add("times.after_last: deny -> keep".to_owned());
        }
    }

    /// A lower risk is stricter, and a higher confidence.
    fn thresholds(&mut self, before: &Thresholds, after: &Thresholds) {
        let Thresholds { risk_low, risk_high, confidence_low, confidence_ask } = *before;
        for (name, was, is) in [
            ("threshold.risk_low", after.risk_low, risk_low),
            ("threshold.risk_high", after.risk_high, risk_high),
        ] {
            if was > is {
                self.add(format!("{name}: {is} -> {was}"));
            }
        }
        self.ordered("threshold.confidence_low", confidence_low, after.confidence_low, ToString::to_string);
        self.ordered("threshold.confidence_ask", confidence_ask, after.confidence_ask, ToString::to_string);
    }

    fn crisis(&mut self, before: &CrisisSettings, after: &CrisisSettings) {
        let CrisisSettings { locale, card_key, responders, backup } = before;
        self.same("crisis.locale", locale, &after.locale);
        self.same("crisis.card_key", card_key, &after.card_key);
        self.same("crisis.responders", responders, &after.responders);
        self.same("crisis.backup", backup, &after.backup);
    }

    /// With a way back less is asked about, and without one less can be undone: neither is the tighter one.
    fn review(&mut self, before: &ReviewSettings, after: &ReviewSettings) {
        self.ordered("review.deletes", before.deletes, after.deletes, lower);
        let kept = ReviewSettings { deletes: before.deletes, ..after.clone() };
        self.same("review", before, &kept);
    }

    fn trace(&mut self, before: &TraceSettings, after: &TraceSettings) {
        let TraceSettings { keep, max_traces, command_bytes, argument_bytes } = *before;
        let shown = |n: &u64| n.to_string();
        self.ordered("trace.keep", keep, after.keep, shown);
        self.ordered("trace.max_traces", max_traces, after.max_traces, shown);
        let shown = |n: &u32| n.to_string();
        self.ordered("trace.command_bytes", command_bytes, after.command_bytes, shown);
        self.ordered("trace.argument_bytes", argument_bytes, after.argument_bytes, shown);
    }

    /// Where questions go, and with which token.
    fn channels(&mut self, before: &ChannelSettings, after: &ChannelSettings) {
        for ((spec, before), (_, after)) in before.slots().zip(after.slots()) {
            self.same(spec.section, before, after);
        }
    }

    /// Nobody may answer who could not before.
    fn approvers(&mut self, before: &[Approver], after: &[Approver]) {
        for one in after {
            let Some(was) = before.iter().find(|was| was.name == one.name) else {
                self.add(format!("approver `{}` is added", one.name));
                continue;
            };
            for account in one.accounts.iter().filter(|account| !was.accounts.contains(account)) {
                self.add(format!("approver `{}`: account {account} is added", one.name));
            }
            if weight(one.role) > weight(was.role) {
                self.add(format!("approver `{}`: {} -> {}", one.name, was.role.as_str(), one.role.as_str()));
            }
            self.same(&format!("approver `{}`: on_call", one.name), &was.on_call, &one.on_call);
        }
    }

    fn reviewer(&mut self, before: &ReviewerSettings, after: &ReviewerSettings) {
        let ReviewerSettings { look, deadline_s, providers } = before;
        if *look == ReviewerLook::Changes && after.look == ReviewerLook::Asked {
            self.add("reviewer.look: changes -> asked".to_owned());
        }
        self.same("reviewer.deadline", deadline_s, &after.deadline_s);
        self.same("reviewer.provider", providers, &after.providers);
    }

    /// Each rule that stops a call is still there, or a stricter one; each that allows one was there, or a wider one.
    fn rules(&mut self, before: &Rules, after: &Rules) {
        let stops = |rule: &&Rule| rule.decision != Decision::Allow;
        for rule in before.iter().filter(stops) {
            if !after.iter().any(|other| other.is_as_strict_as(rule)) {
                self.add(format!("rule `{}` is removed or weaker: {rule}", rule.name));
            }
        }
        for rule in after.iter().filter(|rule| !stops(rule)) {
            if !before.iter().any(|other| other.allows_all_of(rule)) {
                self.add(format!("rule `{}` allows more: {rule}", rule.name));
            }
        }
    }

    /// They look at every call, and each is a program that is started: one more is as much as one less.
    fn assessors(&mut self, before: &[Assessor], after: &[Assessor]) {
        for one in before.iter().filter(|one| !after.contains(one)) {
            self.add(format!("assessor `{}` is removed or changed", one.name));
        }
        for one in after.iter().filter(|one| !before.contains(one)) {
            self.add(format!("assessor `{}` starts `{}` at every call", one.name, one.command.join(" ")));
        }
    }
}

/// The more, the wider an answer of theirs may reach.
const fn weight(role: Role) -> u8 {
    match role {
        Role::Viewer => 0,
        Role::Approver => 1,
        Role::Admin => 2,
    }
}

fn lower<T: std::fmt::Debug>(value: &T) -> String {
    format!("{value:?}").to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn policy(text: &str) -> Policy {
        Policy::parse(&format!("version = 1\n{text}")).unwrap()
    }

    fn looser(before: &str, after: &str) -> Vec<String> {
        loosened(&policy(before), &policy(after))
    }

    const NO_PUSH: &str = "[[rule]]\nname = \"no-push\"\nprogram = \"git push\"\ndecision = \"deny\"\n";
    const ASK_PUSH: &str = "[[rule]]\nname = \"push\"\nprogram = \"git push\"\ndecision = \"ask\"\n";
    const QUIET: &str = "[[rule]]\nname = \"quiet\"\nprogram = [\"docker\", \"npm\"]\ndecision = \"allow\"\n";
    const ADA: &str = "[[approver]]\nname = \"ada\"\naccounts = [\"telegram:1\", \"web:ada\"]\n";
    const LOOKS: &str = "[[assessor]]\nname = \"look\"\ncommand = [\"/usr/bin/look\"]\n";

    #[test]
    fn tighter_and_equal_policies_loosen_nothing() {
        for (before, after) in [
            ("", ""),
            ("", "# a comment\n[mode]\nshell = \"enforce\"\n"),
            ("[mode]\nshell = \"off\"\n", ""),
            ("[mode]\nshell = \"observe\"\n", "[mode]\nshell = \"smart\"\n"),
            ("", NO_PUSH),
            ("", ASK_PUSH),
            (ASK_PUSH, NO_PUSH),
            (ASK_PUSH, &ASK_PUSH.replace("\"ask\"", "\"ask\"\nevery_time = true")),
            (ASK_PUSH, &ASK_PUSH.replace("\"ask\"", "\"ask\"\nquorum = 2")),
            (NO_PUSH, &NO_PUSH.replace("\"git push\"", "[\"git push\", \"svn\"]")),
            (NO_PUSH, &NO_PUSH.replace("\"deny\"", "\"deny\"\nreason = \"other words\"")),
            (QUIET, ""),
            (QUIET, &QUIET.replace("\"docker\", ", "")),
            (QUIET, &QUIET.replace("\"allow\"", "\"allow\"\nmax_tier = \"low\"")),
            (QUIET, &QUIET.replace("\"allow\"", "\"allow\"\nagent = \"codex\"")),
            (QUIET, &QUIET.replace("\"allow\"", "\"allow\"\nwhen = \"tier < high\"")),
            (ADA, ""),
            (ADA, &ADA.replace(", \"web:ada\"", "")),
            (ADA, &ADA.replace("accounts", "role = \"viewer\"\naccounts")),
            ("[threshold]\nrisk_low = 0.5\n", "[threshold]\nrisk_low = 0.1\n"),
            ("[times]\ngood_for = \"15m\"\n", "[times]\ngood_for = \"1m\"\n"),
            ("[mcp]\ntrusted = [\"a\", \"b\"]\n", "[mcp]\ntrusted = [\"b\"]\n"),
            ("[trace]\nkeep = \"10d\"\n", "[trace]\nkeep = \"20d\"\n"),
            (LOOKS, LOOKS),
        ] {
            assert_eq!(looser(before, after), Vec::<String>::new(), "{before:?} -> {after:?}");
        }
    }

    #[test]
    fn whatever_is_not_provably_tighter_is_named() {
        for (before, after, said) in [
            ("", "[mode]\nshell = \"off\"\n", "mode.shell: enforce -> off"),
            ("", "[mode]\ntools = \"smart\"\n", "mode.tools: enforce -> smart"),
            ("", "[mode]\nheadless = \"observe\"\n", "mode.shell, headless: enforce -> observe"),
            ("", "[mode]\ncron = \"off\"\n", "mode.shell, cron: enforce -> off"),
            ("", "[hook]\nask = \"agent\"\n", "hook.ask: hold -> agent"),
            ("", "[place]\nbackend = \"container\"\n", "place.backend is changed"),
            ("[place]\nbackend = \"container\"\n", "", "place.backend is changed"),
            ("", "[times]\ngood_for = \"24h\"\n", "times.good_for: 900s -> 86400s"),
            ("", "[threshold]\nrisk_low = 0.9\n", "threshold.risk_low: 0.25 -> 0.90"),
            ("", "[threshold]\nconfidence_ask = 0.1\n", "threshold.confidence_ask: 0.50 -> 0.10"),
            ("", "[mcp]\ntrusted = [\"a\"]\n", "mcp.trusted: `a` is added"),
            ("", "[review]\nchanges = \"keep\"\ndeletes = \"allow\"\n", "review.deletes: ask -> allow"),
            ("", "[trace]\nkeep = \"1h\"\n", "trace.keep: 2592000 -> 3600"),
            ("", "[crisis]\nresponders = [\"telegram:1\"]\n", "crisis.responders is changed"),
            ("", ADA, "approver `ada` is added"),
            (ADA, &ADA.replace("web:ada", "web:eve"), "approver `ada`: account web:eve is added"),
            (
                ADA,
                &ADA.replace("accounts", "role = \"admin\"\naccounts"),
                "approver `ada`: approver -> admin",
            ),
            ("", LOOKS, "assessor `look` starts `/usr/bin/look` at every call"),
            (LOOKS, "", "assessor `look` is removed or changed"),
            ("", QUIET, "rule `quiet` allows more"),
            (NO_PUSH, "", "rule `no-push` is removed or weaker"),
            (NO_PUSH, ASK_PUSH, "rule `no-push` is removed or weaker"),
            (NO_PUSH, &NO_PUSH.replace("git push", "git push origin"), "rule `no-push` is removed or weaker"),
            (NO_PUSH, &NO_PUSH.replace("\"deny\"", "\"deny\"\nagent = \"codex\""), "is removed or weaker"),
            (
                NO_PUSH,
                &NO_PUSH.replace("\"deny\"", "\"deny\"\nwhen = \"tier > safe\""),
                "rule `no-push` is removed or weaker",
            ),
            (QUIET, &QUIET.replace("npm", "rm"), "rule `quiet` allows more"),
            (QUIET, &QUIET.replace("\"allow\"", "\"allow\"\nmax_tier = \"critical\""), "allows more"),
            // A rule of every effect does not cover what could not be read; one that names it does.
            (
                QUIET,
                &QUIET.replace("\"allow\"", "\"allow\"\neffect = \"unreadable\""),
                "rule `quiet` allows more",
            ),
        ] {
            let got = looser(before, after);
            assert!(got.iter().any(|one| one.contains(said)), "{before:?} -> {after:?}: {got:?}");
        }
    }
}
