//! `herma list`: what waits for a person, and what became of the rest.

use crate::approvals::{ApprovalService, now};
use crate::check::usage;
use crate::level1::{Level1, remote::Remote};
use crate::paths::Paths;
use crate::view::{became, preview_of, sentences_of};
use herma_core::text::shown;
use herma_engine::text::cut;
use herma_server::question::{self, Question};
use herma_store::{Cursor, Filter, Millis, Request, Scope, State, Store};
use serde_json::{Value, json};
use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::process::ExitCode;

pub const HELP: &str = "\
usage: herma list [--all | --drafts] [--json] [--limit N] [--after PLACE] [--home DIR]

Shows what waits for a person, the most urgent first. `herma approve ID` and `herma deny ID` answer, `herma inbox` shows it
live. Behind that what agents ask: `herma ask` answers (and `herma ask --list --json` is for machines).

  --all          also what has been decided, the newest first
  --drafts       only what waits for a person in crisis: answers that nobody has read yet. Not what they say
  --json         one JSON array, one object a request: id, ticket, state, tier, level, agent, session, surface, tool, cwd,
                 command (secrets redacted), digest, created, expires (milliseconds since 1970), merged, decided_by,
                 decided_at, scope, reason, outcome, crisis; needed (how many must say yes), yes (who has), wants (that,
                 and what else a yes needs, in words), answer_level (2: signed with a passkey)
  --limit N      at most so many (200)
  --after PLACE  go on behind this one; where there are more, the next PLACE is said on standard error

exit: 0, 1 if the store cannot be read, 2 usage
";

/// Characters of a command and of an agent's name in a line.
const COMMAND_MAX: usize = 100;
const AGENT_MAX: usize = 40;
/// Requests in one page.
const PAGE: usize = 200;
const PAGE_MAX: usize = 100_000;
/// Started so long ago and never heard of again: what came of it is unknown. Commands that people wait for are over by then;
/// if one is not, its end is recorded all the same.
const SILENT: Millis = 24 * 60 * 60 * 1000;

pub fn main(args: &[OsString]) -> ExitCode {
    let (mut all, mut drafts, mut machine, mut home) = (false, false, false, None);
    let (mut limit, mut after) = (PAGE, None);
    let mut words = args.iter();
    while let Some(word) = words.next() {
        match word.to_str().unwrap_or_default() {
            "--all" => all = true,
            "--drafts" => drafts = true,
            "--json" => machine = true,
            "--home" => match words.next() {
                Some(folder) => home = Some(folder.clone()),
                None => return usage("`--home` needs a value"),
            },
            "--limit" => match words.next().and_then(|w| w.to_str()).and_then(|w| w.parse().ok()) {
                Some(number @ 1..=PAGE_MAX) => limit = number,
                Some(_) | None => return usage("`--limit` needs a number from 1 to 100000"),
            },
            "--after" => match words.next().and_then(|w| w.to_str()).and_then(Cursor::parse) {
                Some(place) => after = Some(place),
                None => return usage("`--after` needs a place as `herma list` says it"),
            },
            "--help" | "-h" => {
                print!("{HELP}");
                return ExitCode::SUCCESS;
            }
            other => return usage(&format!("`{other}` is no option; --help lists them")),
        }
    }
    if all && drafts {
        return usage("`--drafts` are what waits: leave out `--all`");
    }
    let mut asked = Vec::new();
    let listed = match Level1::for_command(home.as_deref()) {
        Ok(Some(level1)) => Remote::new(level1.clone()).list(all).map(|mut requests| {
            requests.truncate(limit);
            // To whoever answers nothing there are no questions.
            asked = Remote::new(level1).questions().unwrap_or_default();
            // Who has said what stays with the service; `herma approve` shows it.
            (requests.into_iter().map(|one| (one, Said::default())).collect(), None)
        }),
        Ok(None) => of_home(home.as_deref(), all, after.as_ref(), limit).map(|(listed, questions)| {
            asked = questions;
            listed
        }),
        Err(why) => Err(why),
    };
    let (requests, next) = match listed {
        Ok((mut requests, next)) => {
            requests.retain(|(request, _)| !drafts || herma_engine::crisis::is_crisis(request));
            (requests, next)
        }
        Err(why) => {
            eprintln!("herma: {why}");
            return ExitCode::FAILURE;
        }
    };
    let text = if machine {
        format!(
            "{}\n",
            Value::from(requests.iter().map(|(request, said)| as_json(request, said)).collect::<Vec<_>>())
        )
    } else if requests.is_empty() && (drafts || asked.is_empty()) {
        "nothing waits\n".to_owned()
    } else {
        let whole = |(request, said): &(Request, Said)| {
            let wants = said.wants.iter().map(|text| format!("       {}\n", shown(text)));
            format!("{}\n{}", line(request), wants.collect::<String>())
        };
        let questions = asked.iter().filter(|_| !drafts).map(|one| crate::ask::line(one) + "\n");
        requests.iter().map(whole).chain(questions).collect()
    };
    if std::io::stdout().lock().write_all(text.as_bytes()).is_err() {
        return ExitCode::FAILURE;
    }
    if let Some(next) = next {
        eprintln!("herma: there are more: --after {}", next.to_text());
    }
    ExitCode::SUCCESS
}

/// A page of requests, each with what is wanted for it; and where the next one starts.
type Listed = (Vec<(Request, Said)>, Option<Cursor>);

/// And what agents ask, which is no request: it permits nothing.
fn of_home(
    home: Option<&OsStr>,
    all: bool,
    after: Option<&Cursor>,
    limit: usize,
) -> Result<(Listed, Vec<Question>), String> {
    let paths = Paths::resolve(home).map_err(|e| e.to_string())?;
    let keeper = ApprovalService::open(&paths).map_err(|e| e.to_string())?;
    keeper.gate.store().give_up(now() - SILENT, now()).map_err(|e| e.to_string())?;
    let filter = if all { Filter::default() } else { Filter::waiting() };
    let page = keeper.gate.page(&filter, after, limit, now()).map_err(|e| e.to_string())?;
    let said =
        page.requests.iter().map(|request| Said::of(&keeper, request)).collect::<Result<Vec<_>, _>>()?;
    let asked = question::open(keeper.gate.store(), now()).map_err(|e| e.to_string())?;
    Ok(((page.requests.into_iter().zip(said).collect(), page.next), asked))
}

/// What is wanted beyond one person's yes, and who has said it.
#[derive(Debug, Default)]
struct Said {
    yes: Vec<String>,
    wants: Vec<String>,
}

impl Said {
    fn of(keeper: &ApprovalService, request: &Request) -> Result<Said, String> {
        // Nearly all of them: nothing is looked up for these.
        if request.needed <= 1 && request.proof == 0 && request.requester.is_none() {
            return Ok(Said::default());
        }
        let votes = keeper.gate.store().votes(&request.id).map_err(|e| e.to_string())?;
        let waits = request.state == State::Pending;
        Ok(Said {
            yes: herma_gate::yeses(&votes).into_iter().map(str::to_owned).collect(),
            wants: if waits { keeper.gate.settings().wants(request, &votes) } else { Vec::new() },
        })
    }
}

pub fn line(request: &Request) -> String {
    let state = match request.state {
        State::Pending => {
            let left = (request.expires - now()).max(0) / 1000;
            format!("pending, {left} s left")
        }
        State::Approved | State::Denied | State::Expired | State::Canceled | State::Delegated => {
            let by = request.decided.as_ref().map_or(String::new(), |d| format!(" by {}", shown(&d.by)));
            format!("{}{by}", request.state)
        }
        State::Executed | State::Unknown => {
            format!("{}, {}", request.state, became(request).unwrap_or_default())
        }
    };
    let command = cut(&shown(&preview_of(request)), COMMAND_MAX);
    let agent = cut(&shown(&request.agent), AGENT_MAX);
    format!("{:<6} {:<9} {agent:<12} {state:<28} {command}", request.ticket, request.tier.as_str())
}

fn as_json(request: &Request, said: &Said) -> Value {
    // What is for a person in crisis is read in full or not at all.
    let effects = match herma_engine::crisis::is_crisis(request) {
        true => Vec::new(),
        false => sentences_of(request).into_iter().map(|sentence| sentence.text).collect(),
    };
    json!({
        "id": request.id.as_str(),
        "ticket": request.ticket,
        "state": request.state.to_string(),
        "tier": request.tier.as_str(),
        "level": request.stage.level,
        "agent": request.agent,
        "session": request.session,
        "surface": request.surface,
        "tool": request.tool,
        "cwd": request.cwd,
        "command": preview_of(request),
        "effects": effects,
        "crisis": herma_engine::crisis::is_crisis(request),
        "digest": request.digest,
        "created": request.created,
        "expires": request.expires,
        "merged": request.merged,
        "needed": request.needed,
        "yes": said.yes,
        "wants": said.wants,
        "answer_level": request.proof,
        "decided_by": request.decided.as_ref().map(|d| d.by.clone()),
        "decided_at": request.decided.as_ref().map(|d| d.at),
        "scope": request.decided.as_ref().and_then(|d| d.scope).map(Scope::as_str),
        "outcome": became(request),
        "reason": request.decided.as_ref().and_then(|d| d.reason.clone()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_cut_says_so() {
        assert_eq!(cut("four", 4), "four");
        assert_eq!(cut("fünfe", 4), "fün…");
        assert_eq!(cut(&"x".repeat(1 << 20), 200).chars().count(), 200);
        assert_eq!(cut("", 4), "");
    }
}
