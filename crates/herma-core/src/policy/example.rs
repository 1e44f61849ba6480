//! The examples beside a rule: each says what must be decided about a call, and is a test.

use super::rule::{Example, ExampleCall, Layer, Rule};
use super::{PolicyFile, merge};
use crate::call::Surface;
use crate::verdict::Decision;
use crate::world::TableWorld;
use crate::{ToolCall, Verdict};

/// An example that came out otherwise.
#[derive(Debug, Clone, PartialEq)]
pub struct Failure {
    pub rule: String,
    pub line: usize,
    pub call: String,
    pub want: Decision,
    pub got: Verdict,
}

/// Runs every example of a file, with nothing but this file in force, as a developer in `~/src/app`. Gives how many there
/// are, and those that came out otherwise.
pub fn run_examples(file: &PolicyFile) -> (usize, Vec<Failure>) {
    let policy = merge(&[(Layer::User, file)]).policy;
    let world = TableWorld::developer();
    let judged = |rule: &Rule, example: &Example| {
        let call = call_of(example);
        let got = crate::judge(&call, &world, &policy);
        let shown = match &example.call {
            ExampleCall::Run(command) => command.clone(),
            ExampleCall::Tool(tool, args) => format!("{tool} {args}"),
        };
        Failure { rule: rule.name.clone(), line: example.line, call: shown, want: example.want, got }
    };
    let all: Vec<Failure> = file
        .rules
        .iter()
        .flat_map(|rule| rule.examples.iter().map(move |e| (rule, e)))
        .map(|(r, e)| judged(r, e))
        .collect();
    (all.len(), all.into_iter().filter(|one| one.got.decision != one.want).collect())
}

fn call_of(example: &Example) -> ToolCall {
    let mut call = match &example.call {
        ExampleCall::Run(command) => ToolCall::shell(command.as_str()),
        ExampleCall::Tool(tool, args) => {
            ToolCall { tool: tool.clone(), args: args.clone(), ..ToolCall::default() }
        }
    };
    call.origin.agent.clone_from(&example.agent);
    call.origin.surface = match example.surface.as_deref() {
        Some("headless") => Surface::Headless,
        Some("cron") => Surface::Cron,
        _ => Surface::Interactive,
    };
    call
}
