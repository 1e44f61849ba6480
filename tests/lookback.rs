//! Looking back on many: list, stats, replay and retention over twenty thousand made-up traces, counted another way.

use crate::support;

use herma_store::NewTrace;
use serde_json::{Value, json};
use support::held::now;
use support::past::{Past, Said};

const MANY: usize = 20_000;
const DISTINCT: usize = 2_000;
const DAY: i64 = 86_400_000;
const COMMANDS: [&str; 4] = ["git status", "cargo test", "npm publish", "rm -rf /"];

/// As many traces as wanted, each command in as many variants, over the last twenty days.
fn many(past: &Past) -> Vec<NewTrace> {
    let patterns: Vec<NewTrace> =
        COMMANDS.iter().map(|command| past.line(&past.held.call("claude-code", command))).collect();
    let (mut all, now) = (Vec::with_capacity(MANY), now());
    for n in 0..MANY {
        let which = n % DISTINCT;
        let mut trace = patterns[which % patterns.len()].clone();
        let mut call: Value = serde_json::from_str(&trace.call).unwrap();
        call["args"]["command"] = format!("{} # {which}", COMMANDS[which % COMMANDS.len()]).into();
        trace.call = call.to_string();
        trace.at = now - 20 * DAY + (n as i64) * 80_000;
        trace.session = format!("session-{}", n / 500);
        trace.request = None;
        all.push(trace);
    }
    all
}

fn json_of(past: &Past, args: &[&str]) -> Value {
    let said = past.held.herma(args);
    serde_json::from_str(&said.stdout).unwrap_or_else(|e| panic!("{e}: {said:?}"))
}

#[test]
fn twenty_thousand_are_counted_listed_and_judged_again() {
    let past = Past::with_policy("");
    let traces = many(&past);
    past.put(&traces);
    // Three questions that people answered stand among them.
    past.asked("curl -X POST -d x https://a.example/1", 2, Said::Yes);
    past.asked("curl -X POST -d x https://a.example/2", 1, Said::No);

    let stats = json_of(&past, &["stats", "--json"]);
    let of = |decision: &str| traces.iter().filter(|trace| trace.decision == decision).count();
    assert_eq!(stats["calls"], MANY + 3);
    assert_eq!(stats["decisions"]["allow"], of("allow"));
    assert_eq!(
        (&stats["decisions"]["ask"], &stats["prompts"]),
        (&json!(of("ask") + 3), &json!(3)),
        "{stats}"
    );
    assert_eq!(stats["decisions"]["deny"], of("deny"));
    assert_eq!(of("allow") + of("ask") + of("deny"), MANY);

    let list = json_of(&past, &["trace", "list", "--json", "--limit", "7"]);
    let ids: Vec<u64> = list.as_array().unwrap().iter().map(|one| one["id"].as_u64().unwrap()).collect();
    assert_eq!(ids, (0..7).map(|n| (MANY as u64 + 3) - n).collect::<Vec<_>>(), "the newest first");
    let denied = past.held.herma(&["trace", "export", "--decision", "deny"]).stdout;
    assert_eq!(denied.lines().count(), of("deny"));

    // Under a policy that denies one program, allows another and asks about a third.
    let policy = "version = 1\n[[rule]]\nname = \"a\"\nprogram = \"npm publish\"\ndecision = \"allow\"\nmax_tier = \"high\"\n\
        [[rule]]\nname = \"b\"\nprogram = \"cargo test\"\ndecision = \"deny\"\n\
        [[rule]]\nname = \"c\"\nprogram = \"git status\"\ndecision = \"ask\"\n";
    let path = past.held.scratch.write("new.toml", policy).display().to_string();
    let report = json_of(&past, &["replay", "--json", "--policy", &path]);
    let each = MANY / COMMANDS.len();
    assert_eq!((&report["traces"], &report["unchanged"]), (&json!(MANY + 3), &json!(each + 3)), "{report}");
    let changes = json!([
        {"from": "allow", "to": "ask", "count": each},
        {"from": "allow", "to": "deny", "count": each},
        {"from": "ask", "to": "allow", "count": each},
    ]);
    assert_eq!(report["changes"], changes, "{report}");
    assert_eq!((&report["unsure"], &report["denied_that_run_count"]), (&json!(0), &json!(0)), "{report}");
    let same =
        past.held.herma(&["replay", "--policy", &past.held.home().join("policy.toml").display().to_string()]);
    assert_eq!(same.code(), Some(0), "{same:?}");
    // Half of the time, half of the traces.
    let since = json_of(&past, &["replay", "--json", "--policy", &path, "--since", "10d"]);
    let recent = traces.iter().filter(|trace| trace.at >= now() - 10 * DAY).count();
    let counted = since["traces"].as_u64().unwrap() as usize;
    assert!(counted.abs_diff(recent + 3) <= 2, "{counted} and {recent}");
}

#[test]
fn what_is_kept_and_for_how_long_is_a_setting() {
    let past = Past::with_policy("");
    let traces = many(&past);
    past.put(&traces);
    let count =
        || json_of(&past, &["stats", "--json", "--since", "365d"])["calls"].as_u64().unwrap() as usize;
    assert_eq!(count(), MANY);
    past.held.set_policy("[trace]\nkeep = \"10d\"\n");
    let recent = traces.iter().filter(|trace| trace.at >= now() - 10 * DAY).count();
    assert!(count().abs_diff(recent) <= 2, "{} and {recent}", count());
    past.held.set_policy("[trace]\nmax_traces = 1000\n");
    assert_eq!(count(), 1000);
    let newest = json_of(&past, &["trace", "list", "--json", "--limit", "1"]);
    assert_eq!(newest[0]["id"], MANY, "the newest stay");
    // How much of a command a trace keeps.
    past.held.set_policy("[trace]\ncommand_bytes = 64\n");
    let line = past.line(&past.held.call("claude-code", &format!("echo {}", "word ".repeat(100))));
    let call: Value = serde_json::from_str(&line.call).unwrap();
    assert!(call["args"]["command"].as_str().unwrap().len() < 80 && call["cut"] == true, "{call}");
    past.held.scratch.write("h/policy.toml", "version = 1\n[trace]\nkeep = \"for ever\"\n");
    let said = past.held.herma(&["policy", "check"]);
    assert!(said.code() == Some(1) && said.stdout.contains("is no time"), "{said:?}");
}
