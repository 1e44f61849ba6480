//! `herma grants`: what has been allowed for longer, how often that was used, and taking it back.

mod add;

use crate::answerer::may_answer;
use crate::approvals::{ApprovalService, now};
use crate::check::usage;
use crate::duration;
use crate::paths::Paths;
use crate::remembered::in_words;
use herma_core::grant::Width;
use herma_core::text::shown;
use herma_store::{Grant, GrantId, Millis, Scope, Store, StoreError};
use serde_json::{Value, json};
use std::ffi::OsString;
use std::process::ExitCode;

pub const HELP: &str = "\
usage: herma grants [list [--all] [--json]] | show ID [--json] | revoke ID… | revoke --all   [--home DIR]
       herma grants add [--for TIME | --until TIME] [--scope command|effect] [--cwd DIR] [--plain] COMMAND
       herma grants add [--for TIME | --until TIME] --tool NAME [--args JSON]

What was allowed for a session, for a time, or until it is revoked: the choices 2 and 3 of a prompt, and
`herma approve ID --for 1h`; or `add`ed. Changing it is refused to an agent.

  list     what is in force, the newest first: its id, how long still, how often it was used, what it allows
  show     one of them with all that is known about it
  revoke   takes it back, from this moment on
  add      allows something before it is asked about: says the rule in words, and what else it would have admitted, and
           stores it if you say yes at the terminal. COMMAND is judged in the folder it is typed in, or in DIR
  --all    list: also what has ended; revoke: everything that is in force
  --for    30m, 2h, 7d; --until: friday, tomorrow, 18:00, 2026-11-20, '2026-11-20 18:00' (a day to its end, local time)
  --json   for machines: id, scope (session, always), rule (scope, command, folder, below, effect, tool), about, tier,
           agent, session, by, given, expires, used, last_used, revoked_by, revoked_at, live (times in ms since 1970)

exit: 0, 1 if there is no such grant, it has ended, or you may not; 2 usage
";

/// Grants on one screen.
const PAGE: usize = 1000;

#[derive(Debug, Default)]
struct Arguments {
    names: Vec<String>,
    all: bool,
    machine: bool,
    home: Option<OsString>,
}

pub fn main(args: &[OsString]) -> ExitCode {
    if let Some(rest) = after_add(args) {
        return match parse_add(&rest) {
            Ok(Some(wanted)) => finish(add::add(&wanted)),
            Ok(None) => {
                print!("{HELP}");
                ExitCode::SUCCESS
            }
            Err(message) => usage(&message),
        };
    }
    let arguments = match parse(args) {
        Ok(Some(arguments)) => arguments,
        Ok(None) => {
            print!("{HELP}");
            return ExitCode::SUCCESS;
        }
        Err(message) => return usage(&message),
    };
    let names: Vec<&str> = arguments.names.iter().map(String::as_str).collect();
    let done = match names.as_slice() {
        [] | ["list"] => list(&arguments),
        ["show", id] => show(&arguments, id),
        ["revoke", ids @ ..] if ids.is_empty() != arguments.all => {
            return usage("revoke which? an id as `herma grants` shows it, or --all");
        }
        ["revoke", ids @ ..] => revoke(&arguments, ids),
        ["add", ..] => return usage("`add` comes first: herma grants add [OPTION…] COMMAND"),
        _ => return usage("list, show ID, revoke ID… or add COMMAND; --help says more"),
    };
    finish(done)
}

fn finish(done: Result<String, String>) -> ExitCode {
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

fn parse(args: &[OsString]) -> Result<Option<Arguments>, String> {
    let mut out = Arguments::default();
    let mut words = args.iter();
    while let Some(word) = words.next() {
        match word.to_str().unwrap_or_default() {
            "--help" | "-h" => return Ok(None),
            "--home" => out.home = Some(words.next().cloned().ok_or("`--home` needs a value")?),
            "--all" => out.all = true,
            "--json" => out.machine = true,
            option if option.starts_with('-') => {
                return Err(format!("`{option}` is no option; --help lists them"));
            }
            name => out.names.push(name.to_owned()),
        }
    }
    Ok(Some(out))
}

/// The words behind `add`; `--home DIR` may stand before it.
fn after_add(args: &[OsString]) -> Option<Vec<OsString>> {
    match args {
        [add, rest @ ..] if add == "add" => Some(rest.to_vec()),
        [home, folder, add, rest @ ..] if home == "--home" && add == "add" => {
            Some([&[home.clone(), folder.clone()], rest].concat())
        }
        _ => None,
    }
}

fn parse_add(args: &[OsString]) -> Result<Option<add::Wanted>, String> {
    let mut out = add::Wanted::default();
    let mut words = args.iter();
    while let Some(word) = words.next() {
        let text = word.to_string_lossy().into_owned();
        let mut value = || words.next().cloned().ok_or_else(|| format!("`{text}` needs a value"));
        let mut words_of = || value().map(|word| word.to_string_lossy().into_owned());
        match text.as_str() {
            "--help" | "-h" => return Ok(None),
            "--home" => out.home = Some(value()?),
            "--tool" => out.tool = Some(words_of()?),
            "--args" => out.args = Some(words_of()?),
            "--cwd" => out.cwd = Some(words_of()?),
            "--for" | "--until" => out.lasts = Some(duration::lasting(&text, &words_of()?, now())?),
            "--scope" => {
                let width = Width::parse(&words_of()?).filter(|width| *width > Width::Exact);
                out.width = Some(width.ok_or("`--scope` is command or effect")?);
            }
            "--plain" => out.plain = true,
            option if option.starts_with('-') && option != "--" => {
                return Err(format!("`{option}` is no option here; --help lists them"));
            }
            _ => {
                // From here on everything belongs to the command.
                let first = (text != "--").then_some(text.clone());
                let rest = words.by_ref().map(|word| word.to_string_lossy().into_owned());
                out.words = first.into_iter().chain(rest).collect();
            }
        }
    }
    Ok(Some(out))
}

fn keeper(arguments: &Arguments) -> Result<ApprovalService, String> {
    let paths = Paths::resolve(arguments.home.as_deref()).map_err(|e| e.to_string())?;
    ApprovalService::open(&paths).map_err(|e| e.to_string())
}

fn list(arguments: &Arguments) -> Result<String, String> {
    let at = now();
    let mut grants = keeper(arguments)?.gate.store().grants(PAGE).map_err(|e| e.to_string())?;
    grants.retain(|grant| arguments.all || grant.is_live(at));
    if arguments.machine {
        return Ok(format!(
            "{}\n",
            Value::from(grants.iter().map(|one| as_json(one, at)).collect::<Vec<_>>())
        ));
    }
    if grants.is_empty() {
        return Ok("nothing is allowed for longer\n".to_owned());
    }
    Ok(grants.iter().map(|grant| format!("{}\n", line(grant, at))).collect())
}

fn show(arguments: &Arguments, id: &str) -> Result<String, String> {
    let grant = keeper(arguments)?.gate.store().grant(&GrantId::parse(id)).map_err(|e| unknown(e, id))?;
    let at = now();
    if arguments.machine {
        return Ok(format!("{}\n", as_json(&grant, at)));
    }
    let used = match grant.last_used {
        Some(last) => format!("{} times, the last time {} ago", grant.used, duration::text(at - last)),
        None => "never".to_owned(),
    };
    let rows = [
        ("allows", what(&grant)),
        ("given for", shown(&grant.about)),
        ("by", format!("{}, {} ago", shown(&grant.by), duration::text(at - grant.given))),
        ("to", whom(&grant)),
        ("up to tier", grant.tier.to_string()),
        ("lasts", lasts(&grant, at)),
        ("used", used),
    ];
    let rows = rows.iter().map(|(name, text)| format!("  {name:<11} {text}\n"));
    let undo = if grant.is_live(at) {
        format!("  undo        herma grants revoke {}\n", grant.id)
    } else {
        String::new()
    };
    Ok(format!("{}\n{}{undo}", grant.id, rows.collect::<String>()))
}

fn revoke(arguments: &Arguments, ids: &[&str]) -> Result<String, String> {
    let keeper = keeper(arguments)?;
    let store = keeper.gate.store();
    may_answer(store)?;
    let by = keeper.gate.settings().person(&keeper.account).unwrap_or_default();
    let ids: Vec<GrantId> = if arguments.all {
        let all = store.grants(PAGE).map_err(|e| e.to_string())?;
        all.into_iter().filter(|grant| grant.is_live(now())).map(|grant| grant.id).collect()
    } else {
        ids.iter().map(|id| GrantId::parse(id)).collect()
    };
    let mut text = String::new();
    for id in ids {
        match store.revoke_grant(&id, by, now()) {
            Ok(grant) => text.push_str(&format!("{id} is revoked: {}\n", what(&grant))),
            Err(error) => {
                // What was revoked before it stays revoked, and is said.
                print!("{text}");
                return Err(unknown(error, id.as_str()));
            }
        }
    }
    Ok(if text.is_empty() { "nothing is allowed for longer\n".to_owned() } else { text })
}

fn unknown(error: StoreError, id: &str) -> String {
    match error {
        StoreError::Unknown { .. } => format!("there is no grant `{id}`; `herma grants` lists them"),
        StoreError::Expired { .. } => format!("grant {id} has ended already"),
        other => other.to_string(),
    }
}

/// What it allows, in words. Of exactly one call that is the call.
pub fn what(grant: &Grant) -> String {
    match &grant.rule {
        herma_core::grant::Rule::Exact => format!("exactly `{}`", shown(&grant.about)),
        rule => shown(&in_words(std::slice::from_ref(rule))),
    }
}

fn whom(grant: &Grant) -> String {
    match grant.scope {
        Scope::Always => "every agent and session".to_owned(),
        Scope::Once | Scope::Session => format!("{}, session {}", shown(&grant.agent), shown(&grant.session)),
    }
}

/// How long it is still good.
fn lasts(grant: &Grant, at: Millis) -> String {
    let end = match (grant.scope, grant.expires) {
        (_, Some(end)) => format!("{} left", duration::text(end - at)),
        (Scope::Always, None) => "always".to_owned(),
        (Scope::Session, None) => "session".to_owned(),
        (Scope::Once, None) => "once".to_owned(),
    };
    match &grant.revoked {
        Some((by, _)) => format!("revoked by {}", shown(by)),
        None if !grant.is_live(at) => "over".to_owned(),
        None if grant.reconfirm => format!("{end}, wants one more yes"),
        None => end,
    }
}

fn line(grant: &Grant, at: Millis) -> String {
    format!("{:<8} {:<14} {:>4}×  {}", grant.id, lasts(grant, at), grant.used, what(grant))
}

fn as_json(grant: &Grant, at: Millis) -> Value {
    json!({
        "id": grant.id.as_str(),
        "scope": grant.scope.as_str(),
        "rule": grant.rule.to_json(),
        "words": what(grant),
        "about": grant.about,
        "digest": grant.digest,
        "tier": grant.tier.as_str(),
        "agent": grant.agent,
        "session": grant.session,
        "by": grant.by,
        "given": grant.given,
        "expires": grant.expires,
        "used": grant.used,
        "last_used": grant.last_used,
        "revoked_by": grant.revoked.as_ref().map(|(by, _)| by),
        "revoked_at": grant.revoked.as_ref().map(|(_, at)| at),
        "reconfirm": grant.reconfirm,
        "live": grant.is_live(at),
    })
}
