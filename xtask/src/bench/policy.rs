//! In process: what rules add to a judgement.

use super::report::{Report, Times, us};
use super::samples;
use crate::failure::Failure;
use herma_core::world::TableWorld;
use herma_core::{Policy, ToolCall, judge};
use std::hint::black_box;
use std::time::{Duration, Instant};

const RULES: usize = 500;
const RULES_US: f64 = 20.0;
const EXPRESSIONS: usize = 20;
const EXPRESSIONS_US: f64 = 100.0;
/// Each command is judged this often.
const ROUNDS: usize = 400;

pub fn measure(report: &mut Report) -> Result<(), Failure> {
    report.part("in process: what rules add to a judgement");
    let calls: Vec<ToolCall> = samples::COMMANDS.iter().map(|text| ToolCall::shell(*text)).collect();
    let plain = us(time(&calls, &Policy::default()).median());
    report.note("no rules", &format!("median {plain:.1} µs"));
    for (name, text, most) in [
        (format!("{RULES} structural rules"), structural(), RULES_US),
        (format!("{EXPRESSIONS} rules with `when`"), expressions(), EXPRESSIONS_US),
    ] {
        let start = Instant::now();
        let policy = Policy::parse(&text).map_err(|e| Failure::new(e.to_string()))?;
        let read = us(start.elapsed());
        let added = us(time(&calls, &policy).median()) - plain;
        let figure = format!("adds {added:.1} µs at the median; reading them takes {read:.0} µs");
        report.target(&name, &figure, &format!("{most} µs"), added <= most);
    }
    Ok(())
}

/// Rules of every sort, none of which is about the samples: all of them are asked.
fn structural() -> String {
    let rule = |at: usize| {
        let about = match at % 5 {
            0 => format!("program = \"tool{at} sub\""),
            1 => format!("path = \"~/projects/p{at}\"\neffect = [\"write\", \"delete\"]"),
            2 => format!("host = \"h{at}.example.com\""),
            3 => format!("tool = \"mcp__server{at}__*\""),
            _ => format!("program = [\"a{at}\", \"b{at}\"]\npath = \"/srv/{at}/**\""),
        };
        let decision = ["deny", "ask", "allow"][at % 3];
        format!("[[rule]]\nname = \"r{at}\"\n{about}\ndecision = \"{decision}\"\n")
    };
    (0..RULES).map(rule).fold("version = 1\n".to_owned(), |text, rule| text + &rule)
}

/// Conditions alone: each is worked out for every call.
fn expressions() -> String {
    let rule = |at: usize| {
        let when = match at % 4 {
            0 => format!("risk > 0.9{at} && tier >= critical"),
            1 => format!("tool == 'other{at}' && surface == 'cron'"),
            2 => format!("effects.exists(e, e.kind == 'pay' && e.target == 'x{at}')"),
            _ => format!("has(args.amount) && args.amount > {at}"),
        };
        format!("[[rule]]\nname = \"r{at}\"\nwhen = \"{when}\"\ndecision = \"ask\"\n")
    };
    (0..EXPRESSIONS).map(rule).fold("version = 1\n".to_owned(), |text, rule| text + &rule)
}

fn time(calls: &[ToolCall], policy: &Policy) -> Times {
    let world = TableWorld::developer();
    let mut times: Vec<Duration> = Vec::with_capacity(calls.len() * ROUNDS);
    for round in 0..=ROUNDS {
        for call in calls {
            let start = Instant::now();
            let verdict = judge(black_box(call), &world, policy);
            let time = start.elapsed();
            let _ = black_box(verdict);
            // The first round compiles the expressions and fills the caches.
            if round > 0 {
                times.push(time);
            }
        }
    }
    Times::new(times)
}
