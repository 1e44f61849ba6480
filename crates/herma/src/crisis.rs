//! `herma crisis`: the card that a person in crisis is shown, and how often that was (design, section 7; docs/crisis.md).

use crate::answerer::may_change;
use crate::approvals::ApprovalService;
use crate::check::usage;
use crate::effective_policy;
use crate::paths::Paths;
use herma_core::crisis::card::{built_in, lines};
use herma_core::text::shown;
use herma_engine::crisis::{crisis_state, in_force, is_crisis, operator};
use herma_store::{Filter, Request, State, Store};
use std::ffi::OsString;
use std::process::ExitCode;

pub const HELP: &str = "\
usage: herma crisis card list
       herma crisis card show [LOCALE]
       herma crisis card sign --text FILE --key FILE --reviewed DATE --expires DATE
       herma crisis card verify
       herma crisis report [--json]

When a person in a conversation shows signs of a suicidal crisis, a fixed card with a helpline is shown to them at once, and
every message to them waits for a human. docs/crisis.md says what this does and does not. It is no medical device.

  card list       the built-in lines: country, language, who, how, page, month, where it was found again; verify your own
  card show       the card that is in force here, or the built-in one of a locale such as en-US
  card sign       makes your own card out of a text file, and prints the line that policy.toml needs. The key file is made
                  if there is none; keep it elsewhere. DATE is 2026-11-30. Refused to agents
  card verify     whether your own card is in force, and if not, why; then the built-in one is shown
  report          how many people, cards and held messages there were. Nobody's words are in it

  --home DIR      Herma's own home

exit: 0, 1 not done, or the card is not in force; 2 usage
";

/// Requests looked at for the report.
const REPORTED: usize = 100_000;

pub fn main(args: &[OsString]) -> ExitCode {
    let mut words: Vec<String> = Vec::new();
    let (mut home, mut machine, mut options) = (None, false, Vec::new());
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
            "--json" => machine = true,
            name @ ("--text" | "--key" | "--reviewed" | "--expires") => match rest.next() {
                Some(value) => options.push((name.to_owned(), value.to_string_lossy().into_owned())),
                None => return usage(&format!("`{name}` needs a value")),
            },
            option if option.starts_with('-') => {
                return usage(&format!("`{option}` is no option; --help lists them"));
            }
            text => words.push(text.to_owned()),
        }
    }
    let paths = match Paths::resolve(home.as_deref()) {
        Ok(paths) => paths,
        Err(error) => return failed(&error.to_string()),
    };
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        ["card", "list"] => Ok(listed()),
        ["card", "show"] => Ok(format!("{}\n", in_force(&paths))),
        ["card", "show", locale] => Ok(format!("{}\n", built_in(Some(locale)).text())),
        ["card", "sign"] => may_change(&paths).and_then(|()| operator::sign(&paths, &options)),
        ["card", "verify"] => verified(&paths),
        ["report"] => Ok(report(&paths, machine)),
        _ => return usage("`card list|show|sign|verify` or `report`; --help says more"),
    };
    match done {
        Ok(text) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Err(why) => failed(&why),
    }
}

fn failed(why: &str) -> ExitCode {
    eprintln!("herma: {}", shown(why));
    ExitCode::FAILURE
}

fn listed() -> String {
    let row = |l: herma_core::crisis::card::Line| {
        let found = l.confirmed.map_or_else(|| "unconfirmed".to_owned(), |page| format!("found on {page}"));
        format!(
            "{}  {}  {}: {}  ({}, {} from memory; {found})\n",
            l.country, l.language, l.name, l.reach, l.source, l.written
        )
    };
    let mut out = String::from(
        "written from memory, then looked up in stored copies of public pages; no number was called: verify your own\n\n",
    );
    out.extend(lines().map(row));
    out.push_str("*   *   Find A Helpline: https://findahelpline.com\n");
    out
}

fn verified(paths: &Paths) -> Result<String, String> {
    let settings = effective_policy::load(paths).base().policy().crisis.clone();
    match operator::read(&paths.data, settings.card_key.as_deref()) {
        Ok(_) => Ok("your own card is in force: it is whole, signed and not expired\n".to_owned()),
        Err(why) => Err(format!("the built-in card is in force: {why}")),
    }
}

/// A message that waited for a human: one a ticket, however often the agent called. What an edit took the place of is the
/// same message.
fn is_held(request: &Request) -> bool {
    is_crisis(request) && request.edited_into.is_none()
}

fn report(paths: &Paths, machine: bool) -> String {
    let counts = crisis_state::counts(paths);
    let requests = ApprovalService::open(paths)
        .and_then(|keeper| Ok(keeper.gate.store().list(&Filter::default(), None, REPORTED)?.requests))
        .map(|all| all.into_iter().filter(is_held).collect::<Vec<_>>())
        .ok();
    let held = requests.as_ref().map(Vec::len);
    let of = |states: &[State]| {
        requests.as_ref().map(|all| all.iter().filter(|one| states.contains(&one.state)).count())
    };
    let waits = of(&[State::Pending]);
    let sent = of(&[State::Approved, State::Executed, State::Unknown]);
    let refused = of(&[State::Denied]);
    let expired = of(&[State::Expired]);
    if machine {
        return format!(
            "{}\n",
            serde_json::json!({"people": counts.people, "cards": counts.cards, "held": held,
                "waits": waits, "sent": sent, "refused": refused, "expired": expired})
        );
    }
    let said = |n: Option<usize>| n.map_or("unknown, the store cannot be read".to_owned(), |n| n.to_string());
    format!(
        "people in crisis    {}\ncards shown         {}\nmessages held       {}\n  still wait        {}\n  \
         sent by a human   {}\n  refused           {}\n  nobody answered   {}\n",
        counts.people,
        counts.cards,
        said(held),
        said(waits),
        said(sent),
        said(refused),
        said(expired),
    )
}
