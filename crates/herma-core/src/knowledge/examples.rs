//! Every example of every table, judged. The examples are the tests and the documentation.

use crate::world::TableWorld;
use crate::{Policy, ToolCall, judge};

include!(concat!(env!("OUT_DIR"), "/examples.rs"));

#[test]
fn examples_get_the_verdict_they_name() {
    let world = TableWorld::developer();
    let mut wrong = Vec::new();
    for (file, line, run, want) in EXAMPLES {
        let verdict = judge(&ToolCall::shell(*run), &world, &Policy::default());
        if !want.contains(&verdict.decision.as_str()) {
            wrong.push(format!(
                "{file}:{line}: `{run}` wants {want:?}, gets {} ({})",
                verdict.decision.as_str(),
                verdict.reason()
            ));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {} examples are judged wrongly:\n{}",
        wrong.len(),
        EXAMPLES.len(),
        wrong.join("\n")
    );
}

#[test]
fn what_is_shown_of_an_example_agrees_with_itself() {
    let world = TableWorld::developer();
    for (_, _, run, _) in EXAMPLES {
        crate::assess::tests::agrees(&judge(&ToolCall::shell(*run), &world, &Policy::default()), run);
    }
}
