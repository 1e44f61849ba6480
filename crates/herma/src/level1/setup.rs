//! `herma setup`: level 1 made, served, proved and undone.

use super::install::Plan;
use super::places::Places;
use super::{proof, remove, serve, users};
use crate::check::usage;
use crate::connect::person::{self, Answer};
use crate::options::{Known, Typed};
use herma_core::text::shown;
use std::ffi::OsString;
use std::process::ExitCode;

pub const HELP: &str = "\
usage: herma setup --level 1 [--agent-user NAME]… [--approver NAME]… [--deadline SECONDS] [--dry-run] [--yes]
       herma setup --remove [--purge] [--yes]
       herma setup serve

Needs root: `sudo herma setup …`. Level 1: store, policy and keys belong to a system user `herma`, and the agent's user cannot
read or write them. Agents reach a socket, where the kernel says who they are; those who answer are other users. Claude Code and
Codex take their hooks from settings that only root can write (/etc/claude-code/managed-settings.json,
/etc/codex/requirements.toml): what stands there stays, a copy is kept, and other hooks run no more. Without the service every
call of these agents is denied.

Whoever answers uses `herma list`, `herma approve ID`, `herma deny ID` and `herma ask` as always, with `--edit` as long as the agent
waits; what is root's to answer, `sudo herma approve ID`. `herma doctor` then tries, as the agent's user, what that user must not be able to do. Everything
else on the store is the user herma's: `sudo -u herma herma grants list --home /var/lib/herma`.

  --level 1          make it, or mend it; done again it changes nothing
  --agent-user NAME  whose agents these are (default: whoever called sudo)
  --approver NAME    who answers: another user (default: root)
  --deadline SECONDS how long a hook waits for a person
  --remove           undo all of it; the record of decisions stays, and is said
  --purge            the record too, and the user herma
  serve              the service, in the foreground: where there is no systemd
  --dry-run          show what would be done
  --yes              do not ask
  --root DIR         everything below DIR instead of /: to look at it, and for tests

exit: 0, 1 not done (says why), 2 usage
";

const KNOWN: Known = Known {
    values: &["--level", "--agent-user", "--approver", "--deadline", "--root"],
    flags: &["--remove", "--purge", "--dry-run", "--yes"],
    rest: None,
};

pub fn main(args: &[OsString]) -> ExitCode {
    let typed = match Typed::read(args, &KNOWN) {
        Ok(typed) if typed.help => {
            print!("{HELP}");
            return ExitCode::SUCCESS;
        }
        Ok(typed) => typed,
        Err(message) => return usage(&message),
    };
    let words: Vec<&str> = typed.words.iter().map(String::as_str).collect();
    let done = match (words.as_slice(), typed.value("--level"), typed.has("--remove")) {
        (["serve"], None, false) => places(&typed).and_then(|places| serve::serve(&places)),
        // What `herma doctor` runs as the agent's user.
        (["prove"], None, false) => places(&typed).and_then(|places| proof::print(&places)),
        ([], Some("1"), false) => make(&typed),
        ([], None, true) => undo(&typed),
        ([], Some("0"), false) => Err("level 0 needs no setup: `herma connect AGENT`".to_owned()),
        ([], Some("2"), false) => {
            Err("level 2 is answered from another device: `herma up` and `herma approver`, docs/channels.md"
                .to_owned())
        }
        ([], Some(other), false) => return usage(&format!("`--level {other}`: only level 1 is set up")),
        _ => return usage("--level 1, --remove, or serve; --help says more"),
    };
    done.unwrap_or_else(|why| {
        eprintln!("herma setup: {}", shown(&why));
        ExitCode::FAILURE
    })
}

fn places(typed: &Typed) -> Result<Places, String> {
    Places::of(typed.value("--root"))
}

fn need_root(what: &str) -> Result<(), String> {
    match users::own_uid() {
        0 => Ok(()),
        _ => Err(format!("only root can {what}: `sudo herma setup …`; nothing was changed")),
    }
}

fn make(typed: &Typed) -> Result<ExitCode, String> {
    need_root("make another user and write its settings")?;
    let places = places(typed)?;
    let deadline = typed.number("--deadline")?;
    let plan = Plan::new(&places, &typed.all("--agent-user"), &typed.all("--approver"), deadline)?;
    print!("{}", plan.show()?);
    if typed.has("--dry-run") {
        println!("\nnothing was changed (--dry-run)");
        return Ok(ExitCode::SUCCESS);
    }
    agreed("set up level 1 like this?", typed)?;
    let said = plan.carry_out()?;
    println!("{said}\nnext: `sudo herma doctor` proves what the agents' user cannot do");
    Ok(ExitCode::SUCCESS)
}

fn undo(typed: &Typed) -> Result<ExitCode, String> {
    need_root("undo it")?;
    let places = places(typed)?;
    if typed.has("--dry-run") {
        return Err("`--remove` has no --dry-run: it says what it did".to_owned());
    }
    agreed("undo level 1? agents are then guarded only by what their own users have connected", typed)?;
    println!("{}", shown_lines(&remove::remove(&places, typed.has("--purge"))?));
    Ok(ExitCode::SUCCESS)
}

fn shown_lines(text: &str) -> String {
    text.lines().map(shown).collect::<Vec<_>>().join("\n")
}

fn agreed(question: &str, typed: &Typed) -> Result<(), String> {
    match person::ask(question, typed.has("--yes")).map_err(|e| e.to_string())? {
        Answer::Yes => Ok(()),
        Answer::No => Err("nothing was changed".to_owned()),
        Answer::NobodyThere => {
            Err("nobody is here to agree: type it at a terminal, or add --yes; nothing was changed"
                .to_owned())
        }
    }
}
