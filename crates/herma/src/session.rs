//! `herma session`: who has been asking, and ending what they were allowed.

use crate::answerer::may_answer;
use crate::approvals::{ApprovalService, now};
use crate::check::usage;
use crate::options::{PLAIN, Typed};
use crate::paths::Paths;
use herma_core::text::shown;
use herma_engine::text::cut;
use herma_store::{Filter, Session, Store, StoreError};
use std::ffi::OsString;
use std::process::ExitCode;

pub const HELP: &str = "\
usage: herma session list | show AGENT SESSION | end AGENT SESSION   [--home DIR]

  list    the sessions that have asked, the one seen last first
  show    one of them, with its requests
  end     ends it, and revokes what was allowed for it; its requests stay

exit: 0, 1 if there is no such session or the store cannot be used, 2 usage
";

/// A name that is longer is cut: an agent makes them up, and one of a megabyte would be the whole screen.
const NAME_MAX: usize = 200;
/// Sessions and requests on one screen.
const PAGE: usize = 200;

pub fn main(args: &[OsString]) -> ExitCode {
    let typed = match Typed::read(args, &PLAIN) {
        Ok(typed) if typed.help => {
            print!("{HELP}");
            return ExitCode::SUCCESS;
        }
        Ok(typed) => typed,
        Err(message) => return usage(&message),
    };
    let names: Vec<&str> = typed.words.iter().map(String::as_str).collect();
    let done = Paths::resolve(typed.home.as_deref())
        .map_err(|e| e.to_string())
        .and_then(|paths| ApprovalService::open(&paths).map_err(|e| e.to_string()))
        .and_then(|keeper| match names.as_slice() {
            ["list"] | [] => list(keeper.gate.store()).map_err(|e| e.to_string()),
            ["show", agent, id] => show(keeper.gate.store(), agent, id).map_err(|e| e.to_string()),
            ["end", agent, id] => {
                may_answer(keeper.gate.store())?;
                let by = keeper.gate.settings().person(&keeper.account).unwrap_or_default().to_owned();
                let ended = keeper.gate.store().end_session(agent, id, &by, now());
                ended.map(|session| format!("{} has ended\n", line(&session))).map_err(|e| e.to_string())
            }
            _ => Err("list, show AGENT SESSION or end AGENT SESSION; --help says more".to_owned()),
        });
    match done {
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

fn list(store: &dyn Store) -> Result<String, StoreError> {
    let sessions = store.sessions(PAGE)?;
    if sessions.is_empty() {
        return Ok("no session has asked yet\n".to_owned());
    }
    Ok(sessions.iter().map(|session| format!("{}\n", line(session))).collect())
}

fn show(store: &dyn Store, agent: &str, id: &str) -> Result<String, StoreError> {
    let mut text = format!("{}\n", line(&store.session(agent, id)?));
    let filter = Filter { agent: Some(agent.to_owned()), session: Some(id.to_owned()), ..Filter::default() };
    for request in store.list(&filter, None, PAGE)?.requests {
        text.push_str(&format!("  {}\n", crate::list::line(&request)));
    }
    Ok(text)
}

fn line(session: &Session) -> String {
    let ended = if session.ended.is_some() { ", ended" } else { "" };
    let (agent, id) = (shown(&session.agent), shown(&session.id));
    format!("{} {} (process {}{ended})", cut(&agent, NAME_MAX), cut(&id, NAME_MAX), session.host.pid)
}
