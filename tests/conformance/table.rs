//! Which scenario holds on which surface.

use super::a2a::A2a;
use super::api::Api;
use super::hook::Hook;
use super::level1;
use super::mcp::Mcp;
use super::run::Run;
use super::surface::{Opener, Setup, Surface};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What is expected of a scenario on a surface.
#[derive(Debug, Clone, Copy)]
enum Expected {
    Holds,
    /// It fails today, for this reason, and with these words in the failure. Remove the entry with the fix.
    Known {
        why: &'static str,
        says: &'static str,
    },
    /// The surface has no such thing.
    DoesNotApply {
        why: &'static str,
    },
}

use Expected::{DoesNotApply, Holds, Known};

type Scenario = fn(&Opener);

fn open(surface: &str, setup: &Setup) -> Box<dyn Surface> {
    match surface {
        "hook" => Hook::open("claude-code", setup),
        "run" => Run::open(setup),
        "api" => Api::open(setup),
        "mcp_wrap" => Mcp::wrap(setup),
        "mcp_proxy" => Mcp::proxy(setup),
        "a2a" => A2a::open(setup),
        "level1" => level1::open(setup),
        dialect => Hook::open(&dialect.strip_prefix("hook_").unwrap().replace('_', "-"), setup),
    }
}

fn check(name: &str, surface: &'static str, scenario: Scenario) {
    let test = || scenario(&Opener { name: surface, open });
    match expected(name, surface) {
        Holds => test(),
        DoesNotApply { why } => println!("does not apply: {why}"),
        Known { why, says } => {
            let Err(failure) = catch_unwind(AssertUnwindSafe(test)) else {
                panic!(
                    "`{name}` holds on `{surface}` now: remove its entry ({why}) from conformance/table.rs"
                );
            };
            let text = failure.downcast_ref::<String>().map(String::as_str);
            let text = text.or_else(|| failure.downcast_ref::<&str>().copied()).unwrap_or_default();
            assert!(
                text.contains(says),
                "`{name}` on `{surface}` fails otherwise than known (`{says}`): {text}"
            );
        }
    }
}

fn expected(name: &str, surface: &str) -> Expected {
    let dialect = surface.strip_prefix("hook_").map(|_| "dialects");
    let fits = |row: &&(&str, &[&str], Expected)| {
        row.0 == name && (row.1.contains(&surface) || dialect.is_some_and(|all| row.1.contains(&all)))
    };
    EXCEPTIONS.iter().find(fits).map_or(Holds, |row| row.2)
}

macro_rules! scenarios {
    ($group:ident $surfaces:tt: $($name:ident),* $(,)?) => {
        mod $group { $(scenarios!(@one $name $surfaces);)* }
    };
    (@one $name:ident [$($surface:ident),*]) => {
        mod $name {
            use crate::conformance::{scenarios, table};
            $(
                #[test]
                fn $surface() {
                    table::check(stringify!($name), stringify!($surface), scenarios::$name);
                }
            )*
        }
    };
}

// In full: the hook of Claude Code stands for all hooks.
scenarios! {
    surfaces [hook, run, api, mcp_wrap, mcp_proxy, a2a, level1]:
    allow,
    ask_then_approve,
    ask_then_deny,
    expire,
    ticket_and_retry,
    edit_then_approve,
    deny_rule_while_waiting,
    deny_rule_before_retry,
    quorum_rule_while_waiting,
    quorum_rule_before_retry,
    passkey_rule_while_waiting,
    every_time_rule_while_waiting,
    approver_removed_while_waiting,
    approver_removed_before_retry,
    once_is_asked_again,
    session_grant,
    always_grant,
    only_grants_that_work_are_offered,
    session_end_is_asked_again,
    session_end_after_retry_is_asked_again,
    revoked_grant_is_asked_again,
    revoked_grant_after_retry_is_asked_again,
    late_denial_reaches_the_retry,
    repeated_call_repeats_the_denial,
    every_time,
    quorum_of_two,
    crisis_card_before_waiting,
    crisis_card_with_undo,
    operators_crisis_card,
    operators_crisis_card_with_any_call,
    operators_crisis_card_with_undo,
    crisis_while_waiting,
    taint,
    assessor_raises,
    assessor_denies,
    reviewer_clears,
    reviewer_only_advises,
    undo_plan,
    hardline,
    kill_of_own_pid_and_parent,
    kill_of_the_agents_process,
    observe,
    off,
    cron,
    numbered_choices,
    tiers_and_their_times,
    after_last_level_deny,
    broken_policy_runs_read_only,
    broken_policy_refuses_the_rest,
    broken_policy_keeps_the_recorded_one,
    unwritable_traces_run_read_only,
    unwritable_traces_refuse_the_rest,
    full_disk,
    unusable_store,
    claim_twice,
    claim_twice_is_reported,
    one_trace_when_allowed,
    one_trace_when_approved,
    one_trace_for_each_of_two,
    one_trace_when_denied,
    one_trace_when_edited,
    trace_has_the_verdict,
    trace_says_headless,
    trace_says_cron,
}

// What differs between hooks is how they are asked and how they answer.
scenarios! {
    dialects [
        hook_codex, hook_gemini, hook_copilot, hook_cline, hook_opencode, hook_hermes, hook_cursor, hook_goose, hook_crush,
        hook_openclaw, hook_generic
    ]:
    allow,
    ask_then_approve,
    ask_then_deny,
    ticket_and_retry,
    edit_then_approve,
    one_trace_when_edited,
    late_denial_reaches_the_retry,
    deny_rule_while_waiting,
    hardline,
}

// The dialect of those who hand over what a person said together with the call.
scenarios! {
    conversation [hook_generic]:
    crisis_card_before_waiting,
    crisis_card_with_undo,
    operators_crisis_card,
    operators_crisis_card_with_any_call,
    operators_crisis_card_with_undo,
    crisis_while_waiting,
}

scenarios! {
    terminal [run]:
    trace_says_interactive,
}

const TICKETS: Expected =
    DoesNotApply { why: "`herma run` waits until its request is over; it hands out no ticket" };
const TASKS: Expected = DoesNotApply { why: "each A2A task is an action and a session of its own" };
const TASK_ONCE: Expected =
    DoesNotApply { why: "no later A2A task is the same, so only a single approval is offered" };
const TASK_TEXT: Expected = DoesNotApply { why: "the text of a task is its peer's, and cannot be edited" };
const NO_RESULTS: Expected = DoesNotApply { why: "what a tool gives back does not pass this surface" };
const NO_SAFE: Expected = DoesNotApply { why: "no call of this surface is tier safe" };
const NO_SHELL: Expected = DoesNotApply { why: "no call of this surface is a plain shell command" };
const OTHERS_FILES: Expected = DoesNotApply {
    why: "the service can neither read nor write the files of the agent's user (docs/levels.md)",
};
const ELSEWHERE: Expected = DoesNotApply { why: "the caller is not started by Herma's own parent processes" };
const ONE_LINE: Expected =
    DoesNotApply { why: "the suite's client of this surface makes one call at a time" };
const OPEN_STORE: Expected = DoesNotApply { why: "the gateway has its store open all the time" };

/// A scenario holds on every surface that is not named here. `dialects` are all hooks but that of Claude Code.
const EXCEPTIONS: &[(&str, &[&str], Expected)] = &[
    // What a surface does not have.
    ("ticket_and_retry", &["run"], TICKETS),
    ("deny_rule_before_retry", &["run"], TICKETS),
    ("quorum_rule_before_retry", &["run"], TICKETS),
    ("approver_removed_before_retry", &["run"], TICKETS),
    ("session_end_after_retry_is_asked_again", &["run"], TICKETS),
    ("revoked_grant_after_retry_is_asked_again", &["run"], TICKETS),
    ("late_denial_reaches_the_retry", &["run"], TICKETS),
    ("session_grant", &["a2a"], TASK_ONCE),
    ("always_grant", &["a2a"], TASK_ONCE),
    ("session_end_is_asked_again", &["a2a"], TASK_ONCE),
    ("session_end_after_retry_is_asked_again", &["a2a"], TASK_ONCE),
    ("revoked_grant_is_asked_again", &["a2a"], TASK_ONCE),
    ("revoked_grant_after_retry_is_asked_again", &["a2a"], TASK_ONCE),
    ("every_time_rule_while_waiting", &["a2a"], TASK_ONCE),
    ("repeated_call_repeats_the_denial", &["a2a"], TASKS),
    ("edit_then_approve", &["a2a"], TASK_TEXT),
    ("one_trace_when_edited", &["a2a"], TASK_TEXT),
    ("taint", &["run", "api", "a2a"], NO_RESULTS),
    ("broken_policy_runs_read_only", &["mcp_wrap", "mcp_proxy", "a2a"], NO_SAFE),
    ("undo_plan", &["mcp_wrap", "mcp_proxy", "a2a"], NO_SHELL),
    ("undo_plan", &["level1"], OTHERS_FILES),
    ("cron", &["api", "mcp_wrap", "mcp_proxy", "a2a"], ELSEWHERE),
    ("trace_says_cron", &["api", "mcp_wrap", "mcp_proxy", "a2a"], ELSEWHERE),
    ("unusable_store", &["api"], OPEN_STORE),
    ("crisis_while_waiting", &["a2a"], TASKS),
    ("crisis_while_waiting", &["mcp_wrap"], ONE_LINE),
    ("one_trace_for_each_of_two", &["a2a"], TASKS),
    ("one_trace_for_each_of_two", &["mcp_wrap"], ONE_LINE),
    // What fails today.
    (
        "repeated_call_repeats_the_denial",
        &["hook", "run", "api", "mcp_wrap", "mcp_proxy", "level1"],
        Known { why: "only a waiting call hears a denial", says: "not repeated: Asked" },
    ),
];

/// An entry for a pair that no test has would never be noticed.
#[test]
fn every_exception_names_a_scenario_once() {
    let text = include_str!("table.rs");
    let (tests, _) = text.split_once("const TICKETS").unwrap();
    for (at, (name, surfaces, _)) in EXCEPTIONS.iter().enumerate() {
        assert!(tests.contains(&format!("    {name},\n")), "no scenario `{name}`");
        let twice = EXCEPTIONS[..at].iter().filter(|one| one.0 == *name);
        let twice: Vec<_> = twice.flat_map(|one| one.1).filter(|one| surfaces.contains(one)).collect();
        assert!(twice.is_empty(), "`{name}` has two entries for {twice:?}");
    }
}
