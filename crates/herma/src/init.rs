//! `herma init`: a first policy by three questions.

use crate::answerer::may_change;
use crate::check::usage;
use crate::effective_policy;
use crate::paths::{Paths, make_folder};
use crate::prompt::{self, Reply, Wait};
use herma_core::text::shown;
use std::ffi::OsString;
use std::fs::OpenOptions;
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::process::ExitCode;

pub const HELP: &str = "\
usage: herma init [--mode MODE] [--ask HOW] [--nobody HOW] [--yes] [--home DIR]

Writes a first policy file. It asks three questions at the terminal, or takes the answers from here. A policy that is there
is never touched. It is refused to an agent.

  --mode MODE   enforce (ask before what matters), careful (enforce for shell commands, only watch other tools), observe (only
                watch, and record what would have been asked)
  --ask HOW     hold (a hook waits for `herma inbox` or `herma approve`), agent (the agent's own prompt where it has one), deny
  --nobody HOW  where nobody sits in front of the agent: wait (with a ticket), deny
  --yes         no questions: what is not said here is enforce, hold, wait
  --home DIR    Herma's own home

exit: 0 written, 1 not: there is one already, nobody to ask, or you may not; 2 usage
";

/// A question, and its answers: the word on the command line, and what a person reads.
struct Question {
    option: &'static str,
    text: &'static str,
    answers: &'static [(&'static str, &'static str)],
}

const QUESTIONS: &[Question] = &[
    Question {
        option: "--mode",
        text: "How shall Herma start?",
        answers: &[
            ("enforce", "Ask before what matters, everywhere"),
            ("careful", "Ask about shell commands, only watch other tools"),
            ("observe", "Only watch, and record what would have been asked"),
        ],
    },
    Question {
        option: "--ask",
        text: "An agent wants something that you must see. Where?",
        answers: &[
            ("hold", "In Herma: the agent waits for `herma inbox` or `herma approve`"),
            ("agent", "In the agent's own prompt, where it has one"),
            ("deny", "Nowhere: deny at once, with a ticket that can be approved later"),
        ],
    },
    Question {
        option: "--nobody",
        text: "And where nobody sits in front of the agent (cron, CI)?",
        answers: &[("wait", "Wait with a ticket: somebody may come by"), ("deny", "Deny")],
    },
];

pub fn main(args: &[OsString]) -> ExitCode {
    let (mut given, mut yes, mut home) = ([None; 3], false, None);
    let mut words = args.iter();
    while let Some(word) = words.next() {
        let word = word.to_str().unwrap_or_default();
        match word {
            "--help" | "-h" => {
                print!("{HELP}");
                return ExitCode::SUCCESS;
            }
            "--yes" => yes = true,
            "--home" => match words.next() {
                Some(folder) => home = Some(folder.clone()),
                None => return usage("`--home` needs a value"),
            },
            _ => {
                let found = QUESTIONS.iter().zip(&mut given).find(|(question, _)| question.option == word);
                let Some((question, slot)) = found else {
                    return usage(&format!("`{word}` is no option; --help lists them"));
                };
                let value = words.next().and_then(|value| value.to_str()).unwrap_or_default();
                *slot = question.answers.iter().map(|(name, _)| *name).find(|name| *name == value);
                if slot.is_none() {
                    let names: Vec<&str> = question.answers.iter().map(|(name, _)| *name).collect();
                    return usage(&format!("`{word}` is one of {}", names.join(", ")));
                }
            }
        }
    }
    match written(given, yes, home) {
        Ok(text) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Err(why) => {
            eprintln!("herma: {}", shown(&why));
            ExitCode::FAILURE
        }
    }
}

fn written(given: [Option<&'static str>; 3], yes: bool, home: Option<OsString>) -> Result<String, String> {
    let paths = Paths::resolve(home.as_deref()).map_err(|e| e.to_string())?;
    may_change(&paths)?;
    let place = paths.policy.display().to_string();
    let there = || format!("there is a policy already: `{place}`; `herma config list` shows it");
    if paths.policy.exists() {
        return Err(there());
    }
    let mut answers = [""; 3];
    for ((question, given), answer) in QUESTIONS.iter().zip(given).zip(&mut answers) {
        *answer = match given {
            Some(given) => given,
            None if yes => question.answers.first().map_or("", |(name, _)| name),
            None => asked(question)?,
        };
    }
    let text = policy(answers);
    let io = |e: std::io::Error| match e.kind() {
        std::io::ErrorKind::AlreadyExists => there(),
        _ => format!("`{place}`: {e}"),
    };
    if let Some(folder) = paths.policy.parent() {
        make_folder(folder).map_err(io)?;
    }
    // Somebody may have been faster: theirs stays.
    let mut file = OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(crate::paths::FILE_MODE)
        .open(&paths.policy)
        .map_err(io)?;
    file.write_all(text.as_bytes()).and_then(|()| file.sync_all()).map_err(io)?;
    // The first file is recorded as it is found. Where another was recorded before, this one may have to be applied.
    let state = effective_policy::load(&paths);
    let notice = state.base().notice().map(|notice| format!("\n{notice}\n")).unwrap_or_default();
    Ok(format!("{text}\nwritten to {place}; next: `herma connect AGENT`, then `herma doctor`\n{notice}"))
}

fn asked(question: &Question) -> Result<&'static str, String> {
    let choices: Vec<String> = question.answers.iter().map(|(_, text)| (*text).to_owned()).collect();
    let said = prompt::ask(question.text, choices, Wait::default())
        .map_err(|e| format!("{e}; `{} …` answers here, or --yes", question.option))?;
    let Reply::Text(said) = said else { return Err("nothing was written".to_owned()) };
    let found = question.answers.iter().find(|(name, text)| *text == said || *name == said.trim());
    found
        .map(|(name, _)| *name)
        .ok_or_else(|| format!("`{said}` is none of the answers; nothing was written"))
}

fn policy([mode, ask, nobody]: [&str; 3]) -> String {
    let (shell, tools) = match mode {
        "careful" => ("enforce", "observe"),
        "observe" => ("observe", "observe"),
        _ => ("enforce", "enforce"),
    };
    format!(
        "# Herma's policy, made by `herma init`. `herma config list` shows every setting.\n\
         version = 1\n\n\
         [mode] # enforce, observe, smart, off\nshell = \"{shell}\"\ntools = \"{tools}\"\n\n\
         [hook]\nask = \"{ask}\" # hold, agent, deny\nnobody = \"{nobody}\" # wait, deny\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use herma_core::Policy;

    #[test]
    fn every_answer_makes_a_policy() {
        let names = |at: usize| QUESTIONS[at].answers.iter().map(|(name, _)| *name);
        for mode in names(0) {
            for ask in names(1) {
                for nobody in names(2) {
                    let text = policy([mode, ask, nobody]);
                    Policy::parse(&text).unwrap_or_else(|e| panic!("{text}: {e}"));
                }
            }
        }
        assert_eq!(Policy::parse(&policy(["enforce", "hold", "wait"])).unwrap(), Policy::default());
    }
}
