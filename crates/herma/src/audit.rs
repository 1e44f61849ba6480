//! `herma audit`: the chain of what people decided, and whether it is whole.

use crate::approvals::{ApprovalService, now};
use crate::check::usage;
use crate::paths::Paths;
use herma_store::{Store, audit};
use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

pub const HELP: &str = "\
usage: herma audit verify [--head HEAD] | export | checkpoint   [--home DIR]

Decisions of people, hardline blocks and grants are links of a chain: each holds the hash of the one before.

  verify        finds any edit, deletion, reordering, and truncation below a recorded head; --head takes one that
                was kept elsewhere
  export        the chain as JSON lines, on standard output
  checkpoint    records the newest link for good, and prints it: keep it elsewhere

exit: 0 whole, 1 not whole or unreadable, 2 usage
";

pub fn main(args: &[OsString]) -> ExitCode {
    let (mut chore, mut home, mut heads) = (None, None, Vec::new());
    let mut words = args.iter();
    while let Some(word) = words.next() {
        match word.to_str().unwrap_or_default() {
            "--help" | "-h" => {
                print!("{HELP}");
                return ExitCode::SUCCESS;
            }
            "--home" => match words.next() {
                Some(folder) => home = Some(folder.clone()),
                None => return usage("`--home` needs a value"),
            },
            "--head" => match words.next().and_then(|w| w.to_str()).and_then(audit::Head::parse) {
                Some(head) => heads.push(head),
                None => return usage("`--head` needs a head as `herma audit checkpoint` prints it"),
            },
            "verify" | "export" | "checkpoint" if chore.is_none() => chore = word.to_str().map(str::to_owned),
            other => return usage(&format!("`{other}` is not known; --help says more")),
        }
    }
    let Some(chore) = chore else { return usage("verify, export or checkpoint? --help says more") };
    let keeper = Paths::resolve(home.as_deref())
        .map_err(|e| e.to_string())
        .and_then(|paths| ApprovalService::open(&paths).map_err(|e| e.to_string()));
    match keeper.and_then(|keeper| run(&chore, keeper.gate.store(), &heads)) {
        Ok(code) => code,
        Err(why) => {
            eprintln!("herma: {why}");
            ExitCode::FAILURE
        }
    }
}

fn run(chore: &str, store: &dyn Store, heads: &[audit::Head]) -> Result<ExitCode, String> {
    let mut out = std::io::stdout().lock();
    match chore {
        "verify" => {
            let verified = audit::verify(store, heads).map_err(|e| e.to_string())?;
            for finding in &verified.findings {
                writeln!(out, "{finding}").map_err(|e| e.to_string())?;
            }
            let whole = verified.findings.is_empty();
            if whole {
                writeln!(out, "whole: {} entries, head {}", verified.head.seq, verified.head.to_text())
                    .map_err(|e| e.to_string())?;
            }
            Ok(if whole { ExitCode::SUCCESS } else { ExitCode::FAILURE })
        }
        "export" => {
            audit::export(store, &mut out).map_err(|e| e.to_string())?;
            Ok(ExitCode::SUCCESS)
        }
        _ => {
            let head = audit::checkpoint(store, now()).map_err(|e| e.to_string())?;
            writeln!(out, "{}", head.to_text()).map_err(|e| e.to_string())?;
            Ok(ExitCode::SUCCESS)
        }
    }
}
