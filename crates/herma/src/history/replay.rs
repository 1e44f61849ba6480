//! `herma replay`: the recorded calls, judged again under another policy.
//!
//! Each distinct call is judged once, on all cores, in the world as it was recorded. Where that differs from what was
//! decided, it is judged under the policy in force as well: what that one decides the same way is no doing of the new one.

use super::Options;
use super::again::{self, Key, cut, text_of};
use crate::approvals::now;
use crate::check::usage;
use crate::effective_policy;
use herma_core::Decision;
use herma_store::{Store, TraceLine};
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::ffi::OsString;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

pub const HELP: &str = "\
usage: herma replay --policy FILE [--since TIME] [--agent NAME] [--json] [--limit N] [--home DIR]

Judges the recorded calls again under another policy, and says what would change. Nothing is run, nothing is changed.

The world's answers of that time are used; what was not recorded counts as unknown. Files that a call read are told by
their hash: if one has changed since, the call is judged without it and counted as unsure. Secrets are replaced by words
of the same length. Grants are left out: what one let pass counts as asked.

  --since TIME  30d (default), 12h, 90m, or a day: 2026-11-16 (UTC)
  --limit N     calls that are shown of each kind (20)

exit: 0 nothing changes, 3 something does, 4 something that a person denied would now run, 1 failure, 2 usage
";

const EXIT_CHANGES: u8 = 3;
const EXIT_DENIED_RUNS: u8 = 4;
const LIMIT: usize = 20;

/// A recorded decision, as small as can be: there may be a million.
struct Row {
    id: u64,
    key: Key,
    was: Decision,
    /// A grant let it pass: a question all the same, as far as a policy is concerned.
    prompted: bool,
    person: Person,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Person {
    Silent,
    Approved,
    Denied,
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct Judged {
    decision: Decision,
    /// Not all that was judged then is known now.
    lost: bool,
}

#[derive(Default)]
struct Report {
    traces: u64,
    unchanged: u64,
    /// From, to: how many.
    changes: BTreeMap<(Decision, Decision), u64>,
    /// Calls with the most changes: how often, and an example.
    changed: BTreeMap<(u64, Decision, Decision), (u64, u64)>,
    denied_that_run: Vec<(u64, u64)>,
    prompts_saved: u64,
    saved_approved: u64,
    prompts_new: u64,
    already: u64,
    unsure: u64,
    unjudged: u64,
}

pub fn main(args: &[OsString]) -> ExitCode {
    let options = match Options::parse(args, &["--policy", "--since", "--agent", "--json", "--limit"]) {
        Ok(Some(options)) if options.words.is_empty() => options,
        Ok(Some(_)) => return usage("`replay` takes options only; --help lists them"),
        Ok(None) => {
            print!("{HELP}");
            return ExitCode::SUCCESS;
        }
        Err(message) => return usage(&message),
    };
    let Some(policy) = &options.policy else { return usage("which policy? --policy FILE") };
    match run(&options, policy) {
        Ok(code) => code,
        Err(why) => {
            eprintln!("herma: {why}");
            ExitCode::FAILURE
        }
    }
}

fn run(options: &Options, policy: &Path) -> Result<ExitCode, String> {
    let (paths, keeper) = options.open()?;
    let new = &effective_policy::load_with(&paths, policy)
        .map_err(|broken| format!("the policy cannot be used: {broken}"))?;
    let store = keeper.gate.store();
    let in_force = effective_policy::load(&paths);
    let (rows, sessions) = rows(options, store, per_session(options, &paths.policy))?;
    let mut was: HashMap<Key, Vec<Decision>> = HashMap::new();
    for row in &rows {
        let decisions = was.entry(row.key).or_default();
        if !decisions.contains(&row.was) {
            decisions.push(row.was);
        }
    }
    let keys = was.keys().copied().collect();
    let judged = again::judge_all(store, &keys, &sessions, &|key, call, world| {
        let now = Judged { decision: new.decision(call, world), lost: world.is_lost() };
        // Only what differs from what was decided is judged a second time.
        let differs = was.get(&key).is_some_and(|was| was.iter().any(|was| *was != now.decision));
        (now, differs.then(|| in_force.decision(call, world)))
    })?;
    let mut report = Report::default();
    for row in &rows {
        let judged = judged.get(&row.key).copied();
        report.count(row, judged.map(|(now, _)| now), judged.and_then(|(_, today)| today));
    }
    let limit = options.limit.unwrap_or(LIMIT);
    let text = match options.json {
        true => format!("{}\n", report.as_json(store, limit)),
        false => report.text(store, limit),
    };
    std::io::stdout().lock().write_all(text.as_bytes()).map_err(|e| e.to_string())?;
    Ok(report.exit())
}

/// Whether one of the policies may speak of sessions. Then the same call of another session is another case.
fn per_session(options: &Options, in_force: &std::path::Path) -> bool {
    let speaks =
        |path: &std::path::Path| std::fs::read_to_string(path).is_ok_and(|text| text.contains("session"));
    options.policy.as_deref().is_some_and(speaks) || speaks(in_force)
}

fn rows(options: &Options, store: &dyn Store, per_session: bool) -> Result<(Vec<Row>, Vec<String>), String> {
    let mut filter = options.filter();
    filter.since = filter.since.or_else(|| Some(now() - super::MONTH));
    let (mut rows, mut sessions, mut numbers) = (Vec::new(), vec![String::new()], HashMap::new());
    let mut requests = HashSet::new();
    let mut take = |trace: &TraceLine<'_>| {
        let number = match per_session {
            false => 0,
            true => *numbers.entry(trace.session.to_owned()).or_insert_with(|| {
                sessions.push(trace.session.to_owned());
                u32::try_from(sessions.len() - 1).unwrap_or(0)
            }),
        };
        // A call that was repeated while its question waited is one prompt.
        let again = trace.request.is_some_and(|request| !requests.insert(request.to_owned()));
        rows.extend(row(trace, number).map(|row| Row { prompted: row.prompted && !again, ..row }));
    };
    store.each_trace(&filter, &mut take).map_err(|e| e.to_string())?;
    Ok((rows, sessions))
}

fn row(trace: &TraceLine<'_>, session: u32) -> Option<Row> {
    let granted = trace.decided_by.starts_with("grant:");
    let was = match trace.decision {
        _ if granted => Decision::Ask,
        "allow" => Decision::Allow,
        "ask" => Decision::Ask,
        "deny" => Decision::Deny,
        _ => return None,
    };
    let person = match &trace.answered {
        Some(answered) if answered.is_no() => Person::Denied,
        Some(answered) if answered.is_yes() => Person::Approved,
        Some(_) | None => Person::Silent,
    };
    let prompted = was == Decision::Ask && !granted;
    Some(Row { id: trace.id, key: (trace.call, session), was, prompted, person })
}

impl Report {
    fn count(&mut self, row: &Row, now: Option<Judged>, today: Option<Decision>) {
        self.traces += 1;
        let Some(now) = now else {
            self.unjudged += 1;
            return;
        };
        // Whatever the reason: a person said no to it.
        if row.person == Person::Denied && now.decision == Decision::Allow {
            self.denied_that_run.push((row.id, row.key.0));
        }
        if now.decision == row.was {
            self.unchanged += 1;
            return;
        }
        match today {
            Some(today) if today == now.decision => {
                if now.lost {
                    self.unsure += 1;
                } else {
                    self.already += 1;
                }
                return;
            }
            // Judged with less than was known then: only trusted if the policy in force still says what was said.
            Some(today) if now.lost && today != row.was => {
                self.unsure += 1;
                return;
            }
            Some(_) | None => {}
        }
        *self.changes.entry((row.was, now.decision)).or_default() += 1;
        let example = self.changed.entry((row.key.0, row.was, now.decision)).or_insert((0, row.id));
        example.0 += 1;
        if row.prompted && now.decision == Decision::Allow {
            self.prompts_saved += 1;
            self.saved_approved += u64::from(row.person == Person::Approved);
        }
        if row.was == Decision::Allow && now.decision == Decision::Ask {
            self.prompts_new += 1;
        }
    }

    fn exit(&self) -> ExitCode {
        if !self.denied_that_run.is_empty() {
            ExitCode::from(EXIT_DENIED_RUNS)
        } else if !self.changes.is_empty() {
            ExitCode::from(EXIT_CHANGES)
        } else {
            ExitCode::SUCCESS
        }
    }

    /// The calls that change most often: from, to, how often, an example, and what it was.
    fn examples(&self, store: &dyn Store, limit: usize) -> Vec<(Decision, Decision, u64, u64, String)> {
        let mut all: Vec<_> = self.changed.iter().collect();
        all.sort_by_key(|((call, ..), (count, _))| (std::cmp::Reverse(*count), *call));
        all.truncate(limit);
        all.into_iter()
            .map(|((call, was, now), (count, id))| (*was, *now, *count, *id, text_of(store, *call)))
            .collect()
    }

    fn text(&self, store: &dyn Store, limit: usize) -> String {
        let sum: u64 = self.changes.values().sum();
        let mut out =
            format!("{} calls judged again: {} as before, {sum} otherwise\n", self.traces, self.unchanged);
        for ((was, now), count) in &self.changes {
            out.push_str(&format!("  {:<5} -> {:<5}  {count}\n", was.as_str(), now.as_str()));
        }
        out.push_str(&format!(
            "prompts saved: {} (of these {} were approved); new prompts: {}\n",
            self.prompts_saved, self.saved_approved, self.prompts_new
        ));
        for (count, what) in [
            (self.already, "are decided otherwise by the policy in force already"),
            (
                self.unsure,
                "cannot be judged as they were: something they hung on was not kept, or has changed",
            ),
            (self.unjudged, "were too long to be kept"),
        ] {
            if count > 0 {
                out.push_str(&format!("{count} {what}\n"));
            }
        }
        if !self.denied_that_run.is_empty() {
            out.push_str(&format!("\n{} that a person denied would now run:\n", self.denied_that_run.len()));
            for (id, call) in self.denied_that_run.iter().take(limit) {
                out.push_str(&format!("  {id:>7}  {}\n", cut(&text_of(store, *call))));
            }
        }
        if sum > 0 {
            out.push_str("\nwhat changes most:\n");
            for (was, now, count, id, text) in self.examples(store, limit) {
                let text = cut(&text);
                let line =
                    format!("  {count:>7} x  {} -> {}  {text}  (trace {id})\n", was.as_str(), now.as_str());
                out.push_str(&line);
            }
        }
        out
    }

    fn as_json(&self, store: &dyn Store, limit: usize) -> Value {
        let changes: Vec<Value> = self
            .changes
            .iter()
            .map(|((was, now), count)| json!({"from": was.as_str(), "to": now.as_str(), "count": count}))
            .collect();
        let examples: Vec<Value> = self
            .examples(store, limit)
            .into_iter()
            .map(|(was, now, count, id, text)| {
                json!({"from": was.as_str(), "to": now.as_str(), "count": count, "trace": id, "call": text})
            })
            .collect();
        let denied: Vec<Value> = self
            .denied_that_run
            .iter()
            .take(limit)
            .map(|(id, call)| json!({"trace": id, "call": text_of(store, *call)}))
            .collect();
        json!({
            "version": 1, "traces": self.traces, "unchanged": self.unchanged, "changes": changes,
            "prompts_saved": self.prompts_saved, "prompts_saved_approved": self.saved_approved,
            "prompts_new": self.prompts_new, "already_so": self.already, "unsure": self.unsure,
            "unjudged": self.unjudged, "denied_that_run_count": self.denied_that_run.len(),
            "denied_that_run": denied, "examples": examples,
        })
    }
}
