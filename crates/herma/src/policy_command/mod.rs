//! `herma policy`: check, test, show, and add to the policy.

mod add;
mod apply;
pub mod edit_file;
mod show;
mod voices;

pub use add::Wanted;
pub use show::{origin, policy_rows, settings};
pub use voices::unanswerable;

use crate::check::usage;
use crate::effective_policy::{self, read};
use crate::paths::Paths;
use herma_core::policy::{PolicyFile, run_examples};
use herma_core::text::shown;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

pub const HELP: &str = "\
usage: herma policy check [FILE…]
       herma policy test [FILE…]
       herma policy show
       herma policy add NAME --decision allow|ask|deny MATCHER…
       herma policy apply | restore

Rules and settings, in layers: what is built in, /etc/herma/policy.toml, your own file, and .herma/policy.toml of a
project, which may only tighten. Without FILE: those that are in force here. docs/policy.md has the format and a cookbook.

  check   what is wrong with a file: line, column, and what was probably meant
  test    runs the examples beside each rule, with nothing but that file in force
  show    all that is in force here, in the order in which it is asked, and where it comes from
  add     writes a rule into your own file, keeps your comments, shows the change, and asks. Not for agents
  apply   puts your own file in force after you have edited it by hand: shows what gets looser, and asks with the code.
          Until then the recorded policy stays in force. An edit that only tightens needs no apply. Not for agents
  restore puts the recorded policy back into your own file, after it was edited or deleted. Not for agents

  --home DIR   Herma's own home

matchers of add, each may be given more than once:
  --tool --program --effect --path --host --agent --session --surface PATTERN
and beside them:
  --when EXPR --reason TEXT --max-tier TIER --level N --quorum N --no-self-approval --every-time --human
  --run COMMAND=DECISION (an example)

exit: 0, 1 something is wrong or an example came out otherwise, 2 usage
";

pub fn main(args: &[OsString]) -> ExitCode {
    let (mut words, mut home) = (Vec::new(), None);
    let mut rest = args.iter();
    while let Some(word) = rest.next() {
        match word.to_str().unwrap_or_default() {
            "--help" | "-h" => {
                print!("{HELP}");
                return ExitCode::SUCCESS;
            }
            "--home" => match rest.next() {
                Some(folder) => home = Some(folder.clone()),
                None => return usage("`--home` needs a value"),
            },
            _ => words.push(word.clone()),
        }
    }
    let Some((chore, rest)) = words.split_first() else {
        return usage("check, test, show, add, apply or restore? --help says more");
    };
    let paths = match Paths::resolve(home.as_deref()) {
        Ok(paths) => paths,
        Err(error) => return failed(&error.to_string()),
    };
    let done = match chore.to_str().unwrap_or_default() {
        "check" => files(rest, &paths).map(|files| each(&files, check)),
        "test" => files(rest, &paths).map(|files| each(&files, test)),
        "show" if rest.is_empty() => Ok(show::show(&paths)),
        "apply" if rest.is_empty() => apply::apply(&paths),
        "restore" if rest.is_empty() => apply::restore(&paths),
        "add" => match add::Wanted::parse(rest) {
            Ok(wanted) => add::add(&paths, &wanted),
            Err(message) => return usage(&message),
        },
        other => return usage(&format!("`{other}` is not known here; --help says more")),
    };
    done.unwrap_or_else(|why| failed(&why))
}

fn failed(why: &str) -> ExitCode {
    eprintln!("herma: {}", shown(why));
    ExitCode::FAILURE
}

/// The files that were named, or those that are there.
fn files(named: &[OsString], paths: &Paths) -> Result<Vec<PathBuf>, String> {
    if let Some(option) = named.iter().find(|word| word.as_encoded_bytes().starts_with(b"-")) {
        return Err(format!("`{}` is no option here; --help lists them", option.to_string_lossy()));
    }
    if !named.is_empty() {
        return Ok(named.iter().map(PathBuf::from).collect());
    }
    let here = effective_policy::load(paths).for_call(&herma_core::ToolCall::default());
    Ok(here.layers.iter().map(|one| one.path.clone()).collect())
}

fn each(files: &[PathBuf], f: impl Fn(&Path, &str) -> bool) -> ExitCode {
    if files.is_empty() {
        println!("no policy file: what is built in is in force");
    }
    let one = |path: &PathBuf| match read(path) {
        Ok(Some(text)) => f(path, &text),
        Ok(None) => failed(&format!("`{}`: there is no such file", path.display())) == ExitCode::SUCCESS,
        Err(error) => failed(&format!("`{}`: {error}", path.display())) == ExitCode::SUCCESS,
    };
    let good: Vec<bool> = files.iter().map(one).collect();
    if good.iter().all(|good| *good) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn check(path: &Path, text: &str) -> bool {
    let place = shown(&path.display().to_string());
    match PolicyFile::check(text) {
        Ok(file) => {
            let settings =
                if file.rules.len() == 1 { "1 rule" } else { &format!("{} rules", file.rules.len()) };
            println!("{place}: good, {settings}");
            for nobody in unanswerable(&file.rules, &file.approvers) {
                println!("{place}: {nobody}");
            }
            true
        }
        Err(errors) => {
            for error in &errors {
                println!("{place}:{}:{}: {}", error.line, error.column, shown(&error.message));
                let line = text.lines().nth(error.line.saturating_sub(1)).unwrap_or_default();
                println!("  {}\n  {}^", shown(line), " ".repeat(error.column.saturating_sub(1)));
            }
            false
        }
    }
}

fn test(path: &Path, text: &str) -> bool {
    let Ok(file) = PolicyFile::check(text) else { return check(path, text) };
    let place = shown(&path.display().to_string());
    let (count, failures) = run_examples(&file);
    for failure in &failures {
        println!(
            "{place}:{}: rule {}: `{}` should be {}, and is {} (decided by {}: {})",
            failure.line,
            failure.rule,
            shown(&failure.call),
            failure.want.as_str(),
            failure.got.decision.as_str(),
            failure.got.decided_by,
            shown(&failure.got.reason()),
        );
    }
    for rule in file.rules.iter().filter(|rule| rule.examples.is_empty()) {
        println!("{place}:{}: rule {} has no example", rule.line, rule.name);
    }
    println!("{place}: {} of {count} examples came out as they say", count - failures.len());
    failures.is_empty()
}
