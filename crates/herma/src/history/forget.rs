//! `herma forget`: traces, and the text of requests that are over.

use super::Options;
use crate::answerer::may_answer;
use crate::approvals::now;
use crate::check::usage;
use herma_store::{Forget, Store};
use std::ffi::OsString;
use std::process::ExitCode;

pub const HELP: &str = "\
usage: herma forget --before TIME | --session NAME | --all   [--home DIR]

Forgets traces, and the commands in requests that are over; then the store is written anew, so that the bytes are gone.
What waits for an answer stays. The audit chain stays too, with its hashes: it says who decided what, and when something
was forgotten. What was noted about sessions goes with their traces, but for a sign of a crisis of the last 24 hours.

  --before TIME   30d, 12h, 90m (ago), or a day: 2026-11-16 (UTC)

exit: 0, 1 if the store cannot be written, 2 usage
";

pub fn main(args: &[OsString]) -> ExitCode {
    let options = match Options::parse(args, &["--before", "--session", "--all"]) {
        Ok(Some(options)) => options,
        Ok(None) => {
            print!("{HELP}");
            return ExitCode::SUCCESS;
        }
        Err(message) => return usage(&message),
    };
    let what = match (options.before, &options.session, options.all) {
        (Some(time), None, false) => Forget::Before(time),
        (None, Some(name), false) => Forget::Session(name.clone()),
        (None, None, true) => Forget::All,
        _ => return usage("what? one of --before, --session and --all"),
    };
    if !options.words.is_empty() {
        return usage("`forget` takes options only; --help lists them");
    }
    let done = options.open().and_then(|(paths, keeper)| {
        may_answer(keeper.gate.store())?;
        crate::session_state::forget(&paths, &what)
            .map_err(|e| format!("the notes of sessions cannot be forgotten: {e}"))?;
        keeper.gate.store().forget(&what, &keeper.account, now()).map_err(|e| e.to_string())
    });
    match done {
        Ok(gone) => {
            println!("forgot {} traces, and the text of {} requests", gone.traces, gone.requests);
            ExitCode::SUCCESS
        }
        Err(why) => {
            eprintln!("herma: {why}");
            ExitCode::FAILURE
        }
    }
}
