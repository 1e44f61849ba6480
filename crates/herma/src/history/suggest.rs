//! `herma suggest`: rules learned from what people answered. Nothing is applied: it prints a difference, and how to take it.
//!
//! Each rule is tried on the recorded calls before it is printed. One under which anything would run that a person has ever
//! denied is not shown, whatever it would save.

use super::Options;
use super::again::{self, Key, cut, text_of};
use super::learn::{Group, Needs, groups};
use crate::approvals::now;
use crate::check::usage;
use crate::connect::unified;
use crate::effective_policy::{self, PolicyState, read};
use crate::paths::{self, Paths};
use crate::policy_command::Wanted;
use herma_core::Decision;
use herma_core::policy::PolicyFile;
use herma_core::text::shown;
use herma_store::{SqliteStore, Store, TraceFilter, TraceLine};
use serde_json::{Value, json};
use std::collections::{HashMap, HashSet};
use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;
use toml_edit::DocumentMut;

pub const HELP: &str = "\
usage: herma suggest [--since TIME] [--diff] [--json] [--home DIR]

Looks at what people were asked and how they answered, and proposes rules that would have saved prompts, as a difference to
your policy file. Nothing is changed: `herma policy add`, as it is printed beside each, shows the rule again and asks you.

A rule is only proposed if it was approved three times or more, and if under it nothing would run that a person has ever
denied, as far as traces are kept. Never proposed: what a rule asks about, what nobody can lift, crises, text that could not
be read, other rights, unknown code, payments; deletions and the like beyond the very paths that were approved.

  --since TIME  prompts since then: 30d (default), 12h, 90m, or a day: 2026-11-16 (UTC). Denials count however old they are
  --diff        the difference and nothing else: `herma suggest --diff > new.diff`, and `patch FILE new.diff`
  --json        for machines

exit: 0, 1 failure, 2 usage
";

/// Twice may be chance.
const LEAST: u64 = 3;
/// Rules that a person still reads.
const RULES_MAX: usize = 10;
/// Groups that are tried.
const TRIED: usize = 60;
/// Different calls that are learned from, those approved most often. What was denied always counts.
const CALLS_MAX: usize = 20_000;
/// A narrow rule is preferred if it saves so many percent of what a wide one would.
const NARROW_ENOUGH: u64 = 80;

/// What people did about one call.
#[derive(Debug, Default, Clone, Copy)]
struct Answers {
    prompts: u64,
    approved: u64,
    denied: u64,
    /// The newest trace of it.
    trace: u64,
}

/// A rule, and what it would have done.
struct Proposal {
    rule: Wanted,
    words: String,
    saved: u64,
    approved: u64,
    example: (u64, u64),
}

struct History<'a> {
    paths: &'a Paths,
    answers: HashMap<u64, Answers>,
    bodies: HashMap<u64, String>,
    needs: HashMap<u64, Needs>,
}

pub fn main(args: &[OsString]) -> ExitCode {
    let options = match Options::parse(args, &["--since", "--diff", "--json"]) {
        Ok(Some(options)) if options.words.is_empty() => options,
        Ok(Some(_)) => return usage("`suggest` takes options only; --help lists them"),
        Ok(None) => {
            print!("{HELP}");
            return ExitCode::SUCCESS;
        }
        Err(message) => return usage(&message),
    };
    match run(&options) {
        Ok(text) => match std::io::stdout().lock().write_all(text.as_bytes()) {
            Ok(()) => ExitCode::SUCCESS,
            Err(_) => ExitCode::FAILURE,
        },
        Err(why) => {
            eprintln!("herma: {}", shown(&why));
            ExitCode::FAILURE
        }
    }
}

fn run(options: &Options) -> Result<String, String> {
    let (paths, keeper) = options.open()?;
    let store = keeper.gate.store();
    let old = read(&paths.policy).map_err(|e| format!("`{}`: {e}", paths.policy.display()))?;
    let before = old.clone().unwrap_or_else(|| "version = 1\n".to_owned());
    PolicyFile::check(&before).map_err(|errors| {
        let first = errors.first().map(ToString::to_string).unwrap_or_default();
        format!("mend the file first: `{}`, {first}", paths.policy.display())
    })?;
    let history = History::of(&paths, store, options)?;
    let (proposals, after) = history.proposals(&before)?;
    history.verify(store, &after)?;
    let diff = match proposals.is_empty() {
        true => String::new(),
        false => unified(&paths.policy, old.as_deref(), Some(&after)),
    };
    if options.json {
        return Ok(format!("{}\n", as_json(&proposals, &history, store, &diff)));
    }
    if options.diff {
        return Ok(diff);
    }
    Ok(text(&proposals, &history, store, &diff))
}

impl<'a> History<'a> {
    fn of(paths: &'a Paths, store: &SqliteStore, options: &Options) -> Result<History<'a>, String> {
        let since = options.since.unwrap_or_else(|| now() - super::MONTH);
        let filter = TraceFilter { decision: Some("ask".to_owned()), ..TraceFilter::default() };
        let mut answers: HashMap<u64, Answers> = HashMap::new();
        let mut requests = HashSet::new();
        let mut take = |trace: &TraceLine<'_>| {
            let Some(answered) = &trace.answered else { return };
            let one = answers.entry(trace.call).or_default();
            one.trace = trace.id;
            one.denied += u64::from(answered.is_no());
            // A call that was repeated while its question waited is one prompt.
            let first = trace.request.is_some_and(|request| requests.insert(request.to_owned()));
            if first && trace.at >= since {
                one.prompts += 1;
                one.approved += u64::from(answered.is_yes());
            }
        };
        store.each_trace(&filter, &mut take).map_err(|e| e.to_string())?;
        let mut often: Vec<(u64, u64)> = answers
            .iter()
            .filter(|(_, one)| one.denied == 0)
            .map(|(call, one)| (one.approved, *call))
            .collect();
        often.sort_unstable_by(|a, b| b.cmp(a));
        for (_, call) in often.iter().skip(CALLS_MAX) {
            answers.remove(call);
        }
        let (mut bodies, mut after) = (HashMap::new(), 0);
        loop {
            let share = store.traced_calls(after, 500).map_err(|e| e.to_string())?;
            let Some((last, _)) = share.last() else { break };
            after = *last;
            bodies.extend(share.into_iter().filter(|(call, _)| answers.contains_key(call)));
        }
        let in_force = effective_policy::load(paths);
        let keys: HashSet<Key> = answers.keys().map(|call| (*call, 0)).collect();
        let judged = again::judge_all(store, &keys, &[], &|_, call, world| {
            let verdict = in_force.judge(call, world);
            Needs::of(call, &verdict, world.is_lost())
        })?;
        let mut judged: HashMap<u64, Needs> =
            judged.into_iter().map(|((call, _), one)| (call, one)).collect();
        let mut needs = HashMap::with_capacity(judged.len());
        for call in answers.keys() {
            let one = judged.remove(call).unwrap_or_else(Needs::unknown);
            needs.insert(*call, one.with_kept(bodies.get(call).map(String::as_str)));
        }
        Ok(History { paths, answers, bodies, needs })
    }

    /// The rules that hold, and the policy file with all of them in it.
    fn proposals(&self, before: &str) -> Result<(Vec<Proposal>, String), String> {
        let never_denied =
            |call: &u64| self.answers.get(call).filter(|one| one.denied == 0 && one.approved > 0);
        let approved =
            self.needs.iter().filter_map(|(call, needs)| Some((never_denied(call)?.approved, needs)));
        let (mut text, mut proposals) = (before.to_owned(), Vec::new());
        // What runs under what was proposed so far.
        let mut quiet: HashSet<u64> = HashSet::new();
        for group in groups(approved).iter().filter(|group| group.prompts() >= LEAST).take(TRIED) {
            if proposals.len() >= RULES_MAX {
                break;
            }
            if let Some((proposal, new, calls)) = self.best(group, &text, &quiet)? {
                text = new;
                quiet.extend(calls);
                proposals.push(proposal);
            }
        }
        Ok((proposals, text))
    }

    /// The narrowest rule for a group that saves nearly as much as the widest that holds.
    fn best(
        &self,
        group: &Group,
        text: &str,
        quiet: &HashSet<u64>,
    ) -> Result<Option<(Proposal, String, Vec<u64>)>, String> {
        let home = paths::user_home().ok();
        let taken = PolicyFile::parse(text).map_err(|e| e.to_string())?;
        let name = |about: &str| unused(about, &taken);
        let mut best: Option<(Proposal, String, Vec<u64>)> = None;
        for rule in group.rules(home.as_deref(), &name) {
            let new = with(text, &rule)?;
            // What cannot be written as a rule is none.
            let Ok(file) = PolicyFile::check(&new) else { continue };
            let state = effective_policy::load_text(self.paths, &self.paths.policy, &new)
                .map_err(|e| e.to_string())?;
            let Some(calls) = self.tried(group, &state, quiet) else { continue };
            let of =
                |f: fn(&Answers) -> u64| calls.iter().filter_map(|call| self.answers.get(call)).map(f).sum();
            let (saved, approved): (u64, u64) = (of(|one| one.prompts), of(|one| one.approved));
            let enough = best.as_ref().is_none_or(|(narrow, ..)| narrow.saved * 100 < saved * NARROW_ENOUGH);
            if approved < LEAST || !enough {
                continue;
            }
            let words = file.rules.last().map(ToString::to_string).unwrap_or_default();
            let example =
                calls.iter().max_by_key(|call| self.answers.get(call).map(|one| (one.prompts, one.trace)));
            let example =
                example.and_then(|call| Some((*call, self.answers.get(call)?.trace))).unwrap_or_default();
            let rule = rule.because(format!("learned: approved {approved} times, never denied"));
            best = Some((
                Proposal { words, saved, approved, example, rule: rule.clone() },
                with(text, &rule)?,
                calls,
            ));
        }
        Ok(best)
    }

    /// The calls that this policy would newly let run. `None` if one of them was ever denied, or may have been.
    fn tried(&self, group: &Group, state: &PolicyState, quiet: &HashSet<u64>) -> Option<Vec<u64>> {
        let mut calls = Vec::new();
        for (call, needs) in self.needs.iter().filter(|(_, needs)| needs.may_concern(&group.subject)) {
            let answers = self.answers.get(call)?;
            let now = self.bodies.get(call).and_then(|body| again::decided(body, state));
            match now {
                Some((Decision::Allow, _)) if answers.denied > 0 => return None,
                // A person denied something of this kind, and nobody can tell any more what it was.
                None | Some((_, true)) if answers.denied > 0 => return None,
                Some((Decision::Allow, false))
                    if needs.decision == Decision::Ask && !quiet.contains(call) =>
                {
                    calls.push(*call);
                }
                Some(_) | None => {}
            }
        }
        calls.sort_unstable();
        Some(calls)
    }

    /// All rules together, over everything that was ever asked: what no rule does alone, two may do.
    fn verify(&self, store: &SqliteStore, after: &str) -> Result<(), String> {
        let state =
            effective_policy::load_text(self.paths, &self.paths.policy, after).map_err(|e| e.to_string())?;
        let denied = self.answers.iter().filter(|(_, one)| one.denied > 0).map(|(call, _)| (*call, 0));
        let now =
            again::judge_all(store, &denied.collect(), &[], &|_, call, world| state.decision(call, world))?;
        // What runs although it was denied, by the policy in force already, is not our doing.
        let newly =
            |(call, _): &Key| self.needs.get(call).is_none_or(|needs| needs.decision != Decision::Allow);
        match now.iter().find(|(key, now)| **now == Decision::Allow && newly(key)) {
            Some(((call, _), _)) => Err(format!(
                "nothing can be proposed: together the rules would run `{}`, which a person denied",
                cut(&text_of(store, *call))
            )),
            None => Ok(()),
        }
    }

    fn prompts(&self) -> u64 {
        self.answers.values().map(|one| one.prompts).sum()
    }
}

/// The file with one rule more. Comments stay.
fn with(text: &str, rule: &Wanted) -> Result<String, String> {
    let mut document: DocumentMut = text.parse().map_err(|e: toml_edit::TomlError| e.to_string())?;
    rule.append_to(&mut document)?;
    Ok(document.to_string())
}

/// A name for a rule that no other has.
fn unused(about: &str, taken: &PolicyFile) -> String {
    let mut words: Vec<String> = Vec::new();
    for word in about.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()) {
        words.push(word.to_ascii_lowercase());
    }
    let name: String = format!("learned-{}", words.join("-")).chars().take(56).collect();
    let is_free = |name: &String| !taken.rules.iter().any(|rule| rule.name == *name);
    let numbered = (2..).map(|number| format!("{name}-{number}"));
    std::iter::once(name.clone()).chain(numbered).find(is_free).unwrap_or_default()
}

fn text(proposals: &[Proposal], history: &History<'_>, store: &dyn Store, diff: &str) -> String {
    let prompts = history.prompts();
    if proposals.is_empty() {
        return format!(
            "{prompts} prompts, and no rule to propose: nothing was approved {LEAST} times and never denied that a rule \
             could speak of. `herma stats` shows what asks most.\n"
        );
    }
    let saved: u64 = proposals.iter().map(|one| one.saved).sum();
    let rules = if proposals.len() == 1 { "1 rule" } else { &format!("{} rules", proposals.len()) };
    let mut out = format!(
        "{rules} would have saved {saved} of {prompts} prompts, none of which you denied. Nothing is changed.\n"
    );
    for (at, one) in proposals.iter().enumerate() {
        let more = if at > 0 { " on top of those" } else { "" };
        let rest = match one.saved - one.approved {
            0 => String::new(),
            rest => format!(", {rest} nobody answered"),
        };
        out.push_str(&format!(
            "\n{}. {}: {}\n   this rule would have saved {} prompts{more}, none of which you denied ({} you approved{rest})\n   \
             for example `{}` (trace {})\n   {}\n",
            at + 1,
            one.rule.name(),
            shown(&one.words),
            one.saved,
            one.approved,
            cut(&text_of(store, one.example.0)),
            one.example.1,
            shown(&one.rule.command_line()),
        ));
    }
    out.push_str(&format!(
        "\n{diff}\nto take one: its line `herma policy add …`, which asks you. All of them: \
         `herma suggest --diff > new.diff`, `patch {} new.diff`, `herma policy check`.\n",
        shown(&history.paths.policy.display().to_string())
    ));
    out
}

fn as_json(proposals: &[Proposal], history: &History<'_>, store: &dyn Store, diff: &str) -> Value {
    let rules = proposals.iter().map(|one| {
        json!({"rule": one.rule.name(), "words": one.words, "prompts_saved": one.saved, "approved": one.approved,
            "denied": 0, "trace": one.example.1, "example": text_of(store, one.example.0), "toml": one.rule.as_toml(),
            "add": one.rule.command_line()})
    });
    json!({"version": 1, "prompts": history.prompts(), "rules": rules.collect::<Vec<_>>(), "diff": diff})
}
