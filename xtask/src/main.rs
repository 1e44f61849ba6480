//! The project's chores. `cargo xtask help` lists them.

#![forbid(unsafe_code)]

mod bench;
mod crisis;
mod docs;
mod failure;
mod fuzz;
mod needs;
mod picture;
mod test;

use failure::Failure;
use std::process::ExitCode;

const HELP: &str = "\
The project's chores.

  cargo xtask test [--install] [--long] [-- ARGS]
                                           run the tests; ARGS go to cargo-nextest
                     --install             first install what the tests need and the machine lacks
                                           (without it: list what is missing, exit 2)
                     --long                also the slow ones, more cases of every property, and five minutes of
                                           each fuzz target: before an issue is closed
  cargo xtask bench [PART…] [--strict]     measure, and compare with the targets
                     PART                  cold, judge, linear, batch, memory, store, policy, traces, undo, crisis, mcp, a2a, gateway;
                                           all by default
                     --runs N              processes started per command in `cold` (default 400)
                     --strict              exit 1 if a target is missed
  cargo xtask docs [--check]               render docs/knowledge/ and docs/man/
                     --check               change nothing; exit 1 if the pages are not what the tables say
  cargo xtask crisis train [--check]       write the weights of the crisis reader out of tests/cases/tuned/crisis*.jsonl
                     --check               change nothing; exit 1 if the weights are others
  cargo xtask crisis across [AUTHOR…]      train without one author, and count how that one is read
  cargo xtask crisis misses FILE…          the rows of tests/cases/tuned that it misreads, and the words that counted
  cargo xtask fuzz [TARGET…]               random texts against what must always hold; installs cargo-fuzz
                     TARGET                scan, parse, evaluate, place, check; all of them by default
                     --seconds N           for each (default 20)
                     --seed N              start chance here (default: somewhere else each time)
  cargo xtask picture [--check]            draw docs/prompt.svg and docs/inbox.svg out of their own lines
                     --check               change nothing; exit 1 if it is not what the prompt shows
  cargo xtask help                         this text
";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match run(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("xtask: {failure}");
            ExitCode::from(failure.code)
        }
    }
}

fn run(args: &[String]) -> Result<(), Failure> {
    match args.split_first() {
        None => {
            print!("{HELP}");
            Err(Failure::usage("name a chore"))
        }
        Some((chore, rest)) => match chore.as_str() {
            "test" => test::run(rest),
            "bench" => bench::run(rest),
            "docs" => docs::run(rest),
            "crisis" => crisis::run(rest),
            "fuzz" => fuzz::run(rest),
            "picture" => picture::run(rest),
            // Not for people: the server that `bench mcp` puts behind the proxy.
            "mcp-echo" => bench::mcp::echo(),
            "help" | "--help" | "-h" => {
                print!("{HELP}");
                Ok(())
            }
            other => Err(Failure::usage(format!("no chore `{other}`; see `cargo xtask help`"))),
        },
    }
}
