//! `herma prompt-demo`: the prompt with a request that is given, for tests and for the picture in the README. Only in
//! debug builds: it shows a question behind which there is nothing.

use super::body::Document;
use super::line::Line;
use super::machine::Machine;
use super::panel::{self, Screen};
use super::{Answer, Choice, Command, Denier, Digits, Outside, Request, Sentence, Wait, marks_of};
use herma_core::effect::{Span, Tier};
use herma_core::world::TableWorld;
use herma_core::{Policy, ToolCall};
use herma_view::request::Scope;
use serde_json::{Value, json};
use std::ffi::OsString;
use std::process::ExitCode;
use std::time::{Duration, Instant};

const USAGE: &str = "\
usage: herma prompt-demo [--request JSON] [--timeout SECONDS] [--plain] [--frame COLUMNSxROWS]

shows a request, and prints the answer as JSON. --frame prints the panel's lines as JSON instead.
fields of JSON, all optional: agent session tool cwd tier sentences deletes command argv mark narration instead offers
always digits; `answered_after_ms` answers elsewhere, `panic_after_ms` panics.
";

pub fn main(args: &[OsString]) -> ExitCode {
    let words: Vec<String> = args.iter().map(|a| a.to_string_lossy().into_owned()).collect();
    let value = |name: &str| words.iter().position(|w| w == name).and_then(|at| words.get(at + 1));
    let given: Value = match value("--request").map_or(Ok(Value::Null), |text| serde_json::from_str(text)) {
        Ok(given) => given,
        Err(e) => return crate::check::usage(&format!("{e}\n{USAGE}")),
    };
    let request = if given.is_null() { sample() } else { request(&given) };
    let seconds = value("--timeout").and_then(|s| s.parse().ok()).unwrap_or(60);
    if let Some(size) = value("--frame") {
        let (columns, rows) = size.split_once('x').unwrap_or(("80", "24"));
        let screen = Screen::new(columns.parse().unwrap_or(0), rows.parse().unwrap_or(0), true);
        let document = Document::new(&request);
        let frame = panel::frame(&request, &document, &Machine::new(&request), screen, Some(seconds));
        println!("{}", Value::from_iter(frame.lines.iter().map(pieces)));
        return ExitCode::SUCCESS;
    }
    let started = Instant::now();
    let wait = Wait {
        deadline: Some(started + Duration::from_secs(seconds)),
        plain: words.iter().any(|w| w == "--plain"),
    };
    let is_over =
        |name: &str| given[name].as_u64().is_some_and(|ms| started.elapsed().as_millis() >= ms.into());
    let mut outside = || {
        assert!(!is_over("panic_after_ms"), "as was asked for");
        match is_over("answered_after_ms") {
            true => Outside::Answered("allowed once by anna, on the phone".to_owned()),
            false => Outside::Nothing,
        }
    };
    match super::confirm(&request, wait, &mut outside) {
        Ok(answer) => println!("{}", to_json(&answer)),
        Err(none) => {
            eprintln!("herma: {none}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

fn pieces(line: &Line) -> Value {
    line.pieces().iter().map(|p| json!({"text": p.text, "look": format!("{:?}", p.look)})).collect()
}

fn to_json(answer: &Answer) -> Value {
    match answer {
        Answer::Allow(Scope::Once) => json!({"allow": "once"}),
        Answer::Allow(Scope::Session) => json!({"allow": "session"}),
        Answer::Allow(Scope::Always) => json!({"allow": "always"}),
        Answer::Deny { reason, by } => {
            let by = match by {
                Denier::Signal(_) => "Signal".to_owned(),
                other => format!("{other:?}"),
            };
            json!({"deny": reason, "by": by})
        }
        Answer::Expire => json!("expired"),
        Answer::Elsewhere => json!("elsewhere"),
    }
}

/// A real judgement, on a machine that is the same everywhere.
fn sample() -> Request {
    let text = "npm run build && rm -rf ./photos";
    let call = ToolCall::shell(text);
    let verdict = herma_core::judge(&call, &TableWorld::developer(), &Policy::default());
    Request {
        agent: "claude-code".to_owned(),
        session: Some("7f3a".to_owned()),
        cwd: "/home/dev/src/app".to_owned(),
        narration: Some("Build the app and clean up temporary files.".to_owned()),
        for_session: None,
        always: Some("exactly this command, in this folder".to_owned()),
        always_label: None,
        digits: Digits(47),
        ..Request::of(&verdict, Command::shell(text, marks_of(&verdict)))
    }
}

fn request(given: &Value) -> Request {
    let text = |name: &str| given[name].as_str().map(str::to_owned);
    let texts = |name: &str| -> Vec<String> {
        let all = given[name].as_array().into_iter().flatten();
        all.filter_map(|v| v.as_str().map(str::to_owned)).collect()
    };
    let sentence = |deletes: bool| move |text: String| Sentence { text, deletes };
    let tier = text("tier").unwrap_or_else(|| "medium".to_owned());
    let mut command = match given.get("argv") {
        Some(_) => Command::argv(&texts("argv"), Vec::new()),
        None => Command::shell(text("command").unwrap_or_else(|| "git push".to_owned()), Vec::new()),
    };
    let whole = String::from_utf8_lossy(&command.bytes).into_owned();
    let places = texts("mark");
    command.marks =
        places.iter().filter_map(|m| whole.find(m).map(|at| Span::new(at, at + m.len()))).collect();
    let offers = match given.get("offers") {
        Some(_) => texts("offers"),
        None => ["once", "session", "always"].map(str::to_owned).to_vec(),
    };
    Request {
        agent: text("agent").unwrap_or_else(|| "claude-code".to_owned()),
        session: Some(text("session").unwrap_or_else(|| "7f3a".to_owned())),
        tool: text("tool").unwrap_or_else(|| "terminal".to_owned()),
        cwd: text("cwd").unwrap_or_else(|| "~/src/app".to_owned()),
        tier: Tier::ALL.iter().copied().find(|t| t.as_str() == tier).unwrap_or(Tier::Critical),
        sentences: texts("sentences")
            .into_iter()
            .map(sentence(false))
            .chain(texts("deletes").into_iter().map(sentence(true)))
            .collect(),
        command,
        narration: text("narration"),
        instead: text("instead"),
        offers: [Choice::Once, Choice::Session, Choice::Always]
            .into_iter()
            .zip(["once", "session", "always"])
            .filter(|(_, name)| offers.iter().any(|offer| offer == name))
            .map(|(choice, _)| choice)
            .collect(),
        for_session: text("for_session"),
        always: text("always"),
        always_label: None,
        wants: Vec::new(),
        digits: Digits(given["digits"].as_u64().and_then(|n| u8::try_from(n).ok()).unwrap_or(47)),
    }
}
