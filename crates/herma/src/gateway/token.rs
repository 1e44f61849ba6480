//! `herma token`: who may talk to the gateway.

use crate::answerer::may_answer;
use crate::approvals::{ApprovalService, now};
use crate::approver::web_account;
use crate::check::usage;
use crate::paths::Paths;
use herma_core::text::shown;
use herma_server::credential::{self, Kind};
use herma_view::{duration, time};
use std::ffi::OsString;
use std::io::IsTerminal;
use std::process::ExitCode;

pub const HELP: &str = "\
usage: herma token add agent NAME [--for TIME]
       herma token add approver [NAME] [--for TIME]
       herma token list
       herma token revoke ID

Credentials for the gateway's API. An agent's submits calls and reads what came of its own; an approver's decides, in your
name, or in that of somebody with an account `web:NAME`. Neither does the other's work. The token is printed once; the store keeps a
hash of it. Who answers with a token that you have made is one voice with you.

  --for TIME   how long it is good: 30m, 12h, 7d (default: until it is revoked)
  --home DIR   Herma's own home

Refused to agents. An approver's token is made at a terminal only.

exit: 0, 1 not done, 2 usage
";

const NAME_MAX: usize = 64;

/// What is to be done, once the store is open.
type Work = Box<dyn FnOnce(&ApprovalService) -> Result<String, String>>;

pub fn main(args: &[OsString]) -> ExitCode {
    let (mut words, mut home, mut lasts) = (Vec::new(), None, None);
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
            "--for" => match rest.next().and_then(|text| duration::parse(text.to_str()?)) {
                Some(time) => lasts = Some(time),
                None => return usage("`--for` needs a time: 30m, 12h, 7d"),
            },
            other if other.starts_with('-') => {
                return usage(&format!("`{other}` is no option; --help lists them"));
            }
            text => words.push(text.to_owned()),
        }
    }
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let work: Work = match words.as_slice() {
        ["add", "agent", name] => {
            let plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
            if name.len() > NAME_MAX || !name.chars().all(plain) {
                return usage("an agent's name has letters, digits, `-`, `_` and `.`, 64 at most");
            }
            let name = (*name).to_owned();
            Box::new(move |keeper| add(keeper, Kind::Agent, &name, lasts))
        }
        ["add", "approver", name @ ..] if name.len() <= 1 => {
            let name = name.first().map(|name| (*name).to_owned());
            Box::new(move |keeper| {
                if !std::io::stdout().is_terminal() {
                    return Err("an approver's token is shown at a terminal only".to_owned());
                }
                let account = name.as_deref().map(|name| web_account(keeper, name)).transpose()?;
                add(keeper, Kind::Person, account.unwrap_or(&keeper.account), lasts)
            })
        }
        ["list"] => Box::new(list),
        ["revoke", id] => {
            let id = (*id).to_owned();
            Box::new(move |keeper| revoke(keeper, &id))
        }
        _ => return usage("add agent NAME, add approver [NAME], list, or revoke ID; --help says more"),
    };
    let keeper = Paths::resolve(home.as_deref()).map_err(|e| e.to_string());
    let keeper = keeper.and_then(|paths| ApprovalService::open(&paths).map_err(|e| e.to_string()));
    match keeper.and_then(|keeper| work(&keeper)) {
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

fn add(keeper: &ApprovalService, kind: Kind, who: &str, lasts: Option<i64>) -> Result<String, String> {
    let store = keeper.gate.store();
    may_answer(store)?;
    let made = credential::mint(store, kind, who, lasts, &keeper.account, now());
    let (_, token) = made.map_err(|e| e.to_string())?;
    Ok(format!("{token}\n"))
}

fn list(keeper: &ApprovalService) -> Result<String, String> {
    let all = credential::list(keeper.gate.store(), now()).map_err(|e| e.to_string())?;
    if all.is_empty() {
        return Ok("nobody: no token, no session\n".to_owned());
    }
    let line = |one: &credential::Credential| {
        let until =
            one.until.map_or("until revoked".to_owned(), |until| format!("until {} UTC", time::shown(until)));
        let own = one.kind == Kind::Agent || one.by == one.who;
        let by = if own { String::new() } else { format!(", made by {}", shown(&one.by)) };
        format!("{}  {:<8}  {:<24} {until}{by}\n", one.id, one.kind.as_str(), shown(&one.who))
    };
    Ok(all.iter().map(line).collect())
}

fn revoke(keeper: &ApprovalService, id: &str) -> Result<String, String> {
    let store = keeper.gate.store();
    may_answer(store)?;
    let gone = credential::revoke(store, id, &keeper.account, now()).map_err(|e| e.to_string())?;
    match gone {
        true => Ok(format!("{} is good for nothing any more\n", shown(id))),
        false => Err(format!("there is no credential `{id}`; `herma token list` shows them")),
    }
}
