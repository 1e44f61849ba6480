//! `herma ask`: an agent's question to the person at the terminal.

use crate::check::usage;
use crate::prompt::{self, Reply, Wait};
use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;
use std::time::{Duration, Instant};

pub const HELP: &str = "\
usage: herma ask QUESTION [--choice TEXT]… [--timeout SECONDS] [--plain]

Puts a question to the person at the terminal, and prints the answer. With choices, one of them is picked by its
number or with the arrows, or another answer is typed; without, an answer is typed.

  --choice TEXT       one of the answers on offer; may be given several times
  --timeout SECONDS   how long to wait (default: 120)
  --plain             no cursor movement, lines instead of keys: for screen readers

exit: 0 answered, 124 no answer in time (says so), 130 interrupted, 1 no terminal, 2 usage
";

const TIMEOUT_S: u64 = 120;
const EXIT_EXPIRED: u8 = 124;
/// Ended by a signal, as shells say it: this and its number.
const EXIT_SIGNAL: u8 = 128;

/// What was typed.
#[derive(Debug, PartialEq, Eq)]
struct Arguments {
    question: String,
    choices: Vec<String>,
    timeout: u64,
    plain: bool,
}

pub fn main(args: &[OsString]) -> ExitCode {
    if args.iter().any(|word| word == "--help" || word == "-h") {
        print!("{HELP}");
        return ExitCode::SUCCESS;
    }
    let arguments = match parse(args) {
        Ok(arguments) => arguments,
        Err(message) => return usage(&message),
    };
    let Arguments { question, choices, timeout, plain } = arguments;
    let wait = Wait { deadline: Instant::now().checked_add(Duration::from_secs(timeout)), plain };
    match prompt::ask(&question, choices, wait) {
        Ok(Reply::Text(answer)) => say(&answer, ExitCode::SUCCESS),
        Ok(Reply::Expire) => {
            let text = format!("no answer within {timeout} s: use your best judgement");
            say(&text, ExitCode::from(EXIT_EXPIRED))
        }
        Ok(Reply::Interrupt) => ExitCode::from(EXIT_SIGNAL + libc::SIGINT as u8),
        Ok(Reply::Signal(signal)) => {
            ExitCode::from(EXIT_SIGNAL.saturating_add(u8::try_from(signal).unwrap_or(0)))
        }
        Ok(Reply::Lost) => {
            eprintln!("herma: the terminal was closed before there was an answer");
            ExitCode::FAILURE
        }
        Err(none) => {
            eprintln!("herma: {none}");
            ExitCode::FAILURE
        }
    }
}

fn say(text: &str, code: ExitCode) -> ExitCode {
    let mut out = std::io::stdout().lock();
    match writeln!(out, "{text}").and_then(|()| out.flush()) {
        Ok(()) => code,
        Err(_) => ExitCode::FAILURE,
    }
}

fn parse(words: &[OsString]) -> Result<Arguments, String> {
    let mut question = None;
    let mut out =
        Arguments { question: String::new(), choices: Vec::new(), timeout: TIMEOUT_S, plain: false };
    let mut words = words.iter().map(|word| word.to_string_lossy().into_owned());
    let mut ended = false;
    while let Some(word) = words.next() {
        if ended || !word.starts_with("--") {
            if question.replace(word).is_some() {
                return Err("one question at a time; quote it if it has several words".to_owned());
            }
            continue;
        }
        let (name, joined) = match word.split_once('=') {
            Some((name, value)) => (name, Some(value.to_owned())),
            None => (word.as_str(), None),
        };
        let mut value = || joined.clone().or_else(|| words.next()).ok_or(format!("`{name}` needs a value"));
        match name {
            "--" => ended = true,
            "--plain" => out.plain = true,
            "--choice" => out.choices.push(value()?),
            "--timeout" => {
                let text = value()?;
                let seconds = text.parse().ok().filter(|seconds| *seconds > 0);
                out.timeout = seconds.ok_or(format!("`{text}` is no number of seconds"))?;
            }
            other => return Err(format!("`{other}` is no option; --help lists them")),
        }
    }
    out.question =
        question.filter(|q| !q.trim().is_empty()).ok_or("give a question; --help says more".to_owned())?;
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(words: &[&str]) -> Result<Arguments, String> {
        parse(&words.iter().map(OsString::from).collect::<Vec<_>>())
    }

    #[test]
    fn arguments_may_stand_anywhere() {
        let want = Arguments {
            question: "which?".to_owned(),
            choices: vec!["a".to_owned(), "--b".to_owned()],
            timeout: 5,
            plain: true,
        };
        for words in [
            ["which?", "--choice", "a", "--choice=--b", "--timeout", "5", "--plain"],
            ["--plain", "--choice", "a", "--choice", "--b", "--timeout=5", "which?"],
        ] {
            assert_eq!(parsed(&words).unwrap(), want);
        }
        assert_eq!(parsed(&["--", "--why?"]).unwrap().question, "--why?");
    }

    #[test]
    fn mistakes_are_named() {
        for (words, want) in [
            (vec![], "give a question"),
            (vec!["  "], "give a question"),
            (vec!["a", "b"], "one question"),
            (vec!["a", "--timeout", "x"], "`x` is no number"),
            (vec!["a", "--timeout=0"], "`0` is no number"),
            (vec!["a", "--choice"], "`--choice` needs"),
            (vec!["a", "--colour"], "`--colour` is no option"),
        ] {
            let said = parsed(&words).unwrap_err();
            assert!(said.contains(want), "{words:?}: {said}");
        }
    }
}
