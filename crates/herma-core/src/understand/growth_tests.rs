//! Judging takes work in proportion to the text, and processor time in proportion to the work: whatever is repeated, the
//! budget ends it in time. Every example of the tables is grown to the longest text that is read, in several ways.
//!
//! Time is compared with the other texts of the same run, not with a clock, so that a slow machine fails nothing.
//! A sample is judged by default; `HERMA_TEST_GROWTH=all` judges everything (minutes), `HERMA_TEST_GROWTH=N` every Nth.

use crate::call::{Conversation, Taint};
use crate::knowledge::examples::EXAMPLES;
use crate::policy::Policy;
use crate::shell::MAX_TEXT;
use crate::verdict::Decision;
use crate::work::{self, BUDGET, STACK};
use crate::world::TableWorld;
use crate::{ToolCall, judge};
use rustix::time::{ClockId, clock_gettime};
use std::time::Duration;

/// One in so many grown examples is judged. A prime, so that a sample holds every way of growing.
const ONE_IN: usize = 601;

/// A unit of work may take so many times as long as the median one.
const UNEVEN: u32 = 12;

/// Less than this is measured badly.
const SHORT: Duration = Duration::from_millis(20);

/// Texts that once took seconds.
const ONCE_SLOW: &[(&str, &str)] = &[
    ("words", "ln -s a b"),
    ("words behind a verb", "git restore -SW :/"),
    ("words behind a verb", "git checkout -f main"),
    ("words", "tar xzf dist.tgz -C build"),
    ("text", "sed -i.bak -e 's/a/b/' -e 's/c/d/' app/settings.py"),
    ("words behind a verb", "cp .env.example .env"),
    ("numbered words", "rm x"),
    ("numbered commands", "ln -s a b"),
];

/// Texts that grow in another way: what comes first, what is repeated, its number in place of `#`, and what comes last.
const SHAPES: &[(&str, &str, &str)] = &[
    ("curl", " http://h#/", ""),
    ("wget", " http://h#/", ""),
    ("wget", " p#/f#=1", ""),
    ("curl", " -o a# http://h/#", ""),
    ("curl -X POST -d x", " --proxy p# http://h#/", ""),
    ("truncate -s0", " p#/f#=1", ""),
    ("mv", " p#/f#", ""),
    ("cp", " p#/f#", ""),
    ("chmod 644", " p#/f#", ""),
    ("declare", " v#=#", ""),
    ("unset", " v#", ""),
    ("", "v#=#;", " rm $v1"),
    ("", "if x; then v=a#; else v=b#$v; fi;", " rm $v"),
    ("", "if x; then v#=a; fi;", " rm $v1"),
    ("", "if x; then f#() { ls; }; fi;", " f1"),
    ("", "if x; then hash -p ./p# n#; fi;", " n1"),
    ("", "ln -s f# g#; cat g#;", ""),
    ("a=(", " x", "); for i in \"${a[@]}\"; do for j in \"${a[@]}\"; do ls $i$j; done; done"),
    ("set --", " x", "; for i in \"$@\"; do for j in \"$@\"; do ls $i$j; done; done"),
];

/// A shape with a text of about so many bytes.
fn shaped((head, each, tail): (&str, &str, &str), size: usize) -> String {
    let mut text = head.to_owned();
    for i in 0.. {
        let next = each.replace('#', &i.to_string());
        if text.len() + next.len() + tail.len() > size {
            break;
        }
        text.push_str(&next);
    }
    text + tail
}

/// The ways in which an example is grown.
const WAYS: &[&str] =
    &["text", "commands", "numbered commands", "words", "numbered words", "words behind a verb", "carried"];

fn grown(way: &str, example: &str) -> String {
    let words: Vec<&str> = example.split(' ').collect();
    let filled = |head: &str, each: &dyn Fn(usize) -> String| {
        let mut text = head.to_owned();
        for i in 0.. {
            let next = each(i);
            if text.len() + next.len() > MAX_TEXT {
                break;
            }
            text.push_str(&next);
        }
        text
    };
    let behind = |skip: usize| words.get(skip..).filter(|rest| !rest.is_empty()).unwrap_or(&["a"]).join(" ");
    match way {
        "text" => filled("", &|_| example.to_owned()),
        "commands" => filled("", &|_| format!("{example}; ")),
        "numbered commands" => filled("", &|i| format!("{example}{i}; ")),
        "words" => filled(words[0], &|_| format!(" {}", behind(1))),
        "numbered words" => filled(words[0], &|i| format!(" {}{i}", words.last().unwrap())),
        "words behind a verb" => {
            filled(&words[..words.len().min(2)].join(" "), &|_| format!(" {}", behind(2)))
        }
        "carried" => filled("", &|_| format!("{} ", words[0])),
        _ => unreachable!("{way}"),
    }
}

struct Judged {
    what: String,
    units: u64,
    time: Duration,
    decision: Decision,
}

impl Judged {
    /// Picoseconds per unit of work.
    fn price(&self) -> u128 {
        self.time.as_nanos() * 1_000 / u128::from(self.units.max(1))
    }
}

fn thread_time() -> Duration {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(u64::try_from(now.tv_sec).unwrap(), u32::try_from(now.tv_nsec).unwrap())
}

fn judged(what: String, call: &ToolCall) -> Judged {
    let world = TableWorld::developer();
    let start = thread_time();
    let verdict = judge(call, &world, &Policy::default());
    let time = thread_time().saturating_sub(start);
    Judged { what, units: work::last(), time, decision: verdict.decision }
}

/// Calls that are long in something other than a command.
fn long_calls() -> Vec<(String, ToolCall)> {
    let mut calls = Vec::new();
    for words in [
        "I want to die. ",
        "he told me to kill the process ",
        "i ",
        "k i l l ",
        "my self ",
        "\u{1e}a",
        "bye. ",
        "a",
    ] {
        let said = Conversation { human: true, last_message: Some(words.repeat((256 << 10) / words.len())) };
        let call = ToolCall { conversation: said, ..ToolCall::shell("rm x") };
        calls.push((format!("message of {words:?}"), call));
    }
    let names: Vec<String> = (0..24).map(|i| format!("evil{i}.example/aaaaaaaa")).collect();
    let taint = Taint { source: "a page".to_owned(), order: Some("send it".to_owned()), names, more: false };
    for text in ["evil.example/aaaaaaaa", "a", "evil1 "] {
        let mut call = ToolCall {
            tool: "send_message".to_owned(),
            args: serde_json::json!({ "text": text.repeat(MAX_TEXT / text.len()) }),
            ..ToolCall::default()
        };
        call.context.taint = vec![taint.clone(); 32];
        calls.push((format!("tainted text of {text:?}"), call));
    }
    calls
}

#[test]
fn t64_processor_time_is_in_proportion_to_the_work_charged() {
    std::thread::Builder::new().stack_size(STACK).spawn(grow_and_judge).unwrap().join().unwrap();
}

#[test]
fn t64_time_per_byte_does_not_grow_with_the_text() {
    std::thread::Builder::new().stack_size(STACK).spawn(cost_per_byte).unwrap().join().unwrap();
}

/// A text four times as long takes four times as long, or passes the bound: then it takes no longer than the budget.
fn cost_per_byte() {
    const TIMES: usize = 4;
    const SLACK: u32 = 3;
    let mut wrong = Vec::new();
    for shape in SHAPES {
        let judge = |size| judged(format!("{shape:?}"), &ToolCall::shell(shaped(*shape, size)));
        let _warm = judge(MAX_TEXT / 64);
        let (short, long) = (judge(MAX_TEXT / TIMES), judge(MAX_TEXT));
        let most = short.time * u32::try_from(TIMES).unwrap() * SLACK;
        if long.time > SHORT * 2 && long.time > most {
            wrong.push(format!("{}: {:?}, then {:?}", long.what, short.time, long.time));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn grow_and_judge() {
    let one_in = match std::env::var("HERMA_TEST_GROWTH").ok().as_deref() {
        Some("all") => 1,
        Some(n) => n.parse().unwrap(),
        None => ONE_IN,
    };
    let every = EXAMPLES.iter().flat_map(|(_, _, run, _)| WAYS.iter().map(|way| (*way, *run)));
    let rows: Vec<(&str, &str)> = ONCE_SLOW.iter().copied().chain(every.step_by(one_in)).collect();
    let rows = rows
        .iter()
        .map(|(way, example)| (format!("{way} of `{example}`"), ToolCall::shell(grown(way, example))));
    let shapes = SHAPES.iter().map(|shape| {
        (format!("`{}{}{}`", shape.0, shape.1, shape.2), ToolCall::shell(shaped(*shape, MAX_TEXT)))
    });
    let mut all: Vec<Judged> =
        rows.chain(shapes).chain(long_calls()).map(|(what, call)| judged(what, &call)).collect();
    let mut wrong = Vec::new();
    for row in &all {
        if row.units > BUDGET + BUDGET / 4 {
            wrong.push(format!("{}: {} units", row.what, row.units));
        }
        if row.units >= BUDGET && row.decision == Decision::Allow {
            wrong.push(format!("{}: allowed past the budget", row.what));
        }
    }
    all.sort_by_key(Judged::price);
    let median = all[all.len() / 2].price();
    let dear: Vec<&Judged> = all
        .iter()
        .rev()
        .filter(|row| row.time > SHORT && row.price() > median * u128::from(UNEVEN))
        .collect();
    for row in dear {
        wrong.push(format!(
            "{}: {} units in {:?}, {} times the median per unit",
            row.what,
            row.units,
            row.time,
            row.price() / median
        ));
    }
    if std::env::var_os("HERMA_TEST_GROWTH").is_some() {
        all.sort_by_key(|row| std::cmp::Reverse(row.time));
        for row in all.iter().take(60) {
            eprintln!(
                "{:8.1?} {:7} units {:4} x median {}",
                row.time,
                row.units,
                row.price() / median,
                row.what
            );
        }
        eprintln!("{} rows, median {median} ps per unit", all.len());
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
