//! A request of the store as a person is shown it: the same on every surface that is not the caller's own.

use crate::remembered::Remembered;
use crate::request::{self as prompt, Choice, Command, Digits, Sentence};
use herma_core::effect::{Kind, Tier};
use herma_store::{Outcome, Request, Scope, State};
use serde_json::Value;

/// How a redacted secret begins.
const SECRET: &str = "‹secret, ";

/// What is lost by these cannot be had again.
const LOSSES: &[Kind] =
    &[Kind::Delete, Kind::Overwrite, Kind::WipeDisk, Kind::DropData, Kind::RewriteHistory];

/// The command as it was kept: secrets redacted, everything else as it will run. For a screen only behind `prompt` or
/// `shown`.
pub fn command_of(request: &Request) -> String {
    request.document.command.clone()
}

/// How tools that send something call its text.
const TEXTS: &[&str] = &["message", "text", "body", "content"];

/// The text among the arguments of a tool that sends something, and its name.
pub fn text_among(args: &Value) -> Option<(&'static str, &str)> {
    TEXTS.iter().find_map(|name| Some((*name, args.get(name)?.as_str()?)))
}

/// The text of the message that a request would send, if it can be edited alone.
pub fn draft_of(request: &Request) -> Option<String> {
    text_among(request.document.args.as_ref()?).map(|(_, text)| text.to_owned())
}

/// All arguments of a request's call, as they were kept to be edited.
pub fn args_of(request: &Request) -> Option<Value> {
    request.document.args.clone().filter(Value::is_object)
}

/// Arguments as a person has typed them: what two readers could read differently is none.
pub fn arguments(typed: &str) -> Result<Value, String> {
    match herma_core::json::value(typed) {
        Ok(args @ Value::Object(_)) => Ok(args),
        Ok(_) => Err("arguments are a JSON object: { … }".to_owned()),
        Err(error) if error.is_data() => Err(format!("not everybody would read this alike: {error}")),
        Err(error) => Err(format!("this is no JSON: {error}")),
    }
}

/// Whether a request waits because of a person in crisis.
pub fn is_crisis(request: &Request) -> bool {
    request.document.crisis
}

/// The command where it is only one of a list. What is for a person in crisis is read in full or not at all.
pub fn preview_of(request: &Request) -> String {
    match is_crisis(request) {
        true => "‹for a person in crisis: `herma approve` shows it›".to_owned(),
        false => command_of(request),
    }
}

/// Whether part of it is known to the waiting process only.
pub fn holds_a_secret(command: &str) -> bool {
    command.contains(SECRET)
}

/// The request with its choices, and what those for longer stand for.
pub fn view(request: &Request, remembered: Remembered) -> prompt::Request {
    let document = &request.document;
    let command = command_of(request);
    // Places count the bytes that will run; behind a redacted secret they would mark something else.
    let marks = match holds_a_secret(&command) {
        true => Vec::new(),
        // One place of each effect before the repeats of any: where not all are shown, none is left out whole.
        false => {
            let asking = || document.effects.iter().filter(|effect| effect.asks());
            let firsts = asking().filter_map(|effect| effect.spans.first());
            let repeats = asking().flat_map(|effect| effect.spans.iter().skip(1));
            firsts.chain(repeats).copied().collect()
        }
    };
    prompt::Request {
        agent: request.agent.clone(),
        session: Some(request.session.clone()),
        tool: request.tool.clone(),
        cwd: request.cwd.clone(),
        tier: request.tier,
        sentences: sentences_of(request),
        command: Command::shell(command.into_bytes(), marks),
        narration: document.narration.clone(),
        instead: document.instead.clone(),
        offers: offers(request),
        for_session: Some(remembered.session),
        always: Some(remembered.always),
        always_label: remembered.label,
        wants: Vec::new(),
        digits: Digits(request.digits.parse().unwrap_or(0)),
    }
}

/// What a request would do, a sentence each, and how many are left out.
pub fn sentences_of(request: &Request) -> Vec<Sentence> {
    let mut sentences: Vec<Sentence> = Vec::new();
    for effect in request.document.effects.iter().filter(|effect| effect.tier != Tier::Safe) {
        let sentence = Sentence { text: effect.text.clone(), deletes: LOSSES.contains(&effect.kind) };
        if !sentences.contains(&sentence) {
            sentences.push(sentence);
        }
    }
    sentences.extend(prompt::left_out(request.document.more));
    sentences
}

/// How far a yes to it may go. Nobody says yes to what cannot be read.
pub fn offers(request: &Request) -> Vec<Choice> {
    if request.document.unreadable.is_some() {
        return Vec::new();
    }
    let all =
        [(Choice::Once, Scope::Once), (Choice::Session, Scope::Session), (Choice::Always, Scope::Always)];
    all.into_iter().filter(|(_, scope)| *scope <= request.widest).map(|(choice, _)| choice).collect()
}

/// How far a yes goes, as the store says it.
pub fn scope_of(scope: prompt::Scope) -> Scope {
    match scope {
        prompt::Scope::Once => Scope::Once,
        prompt::Scope::Session => Scope::Session,
        prompt::Scope::Always => Scope::Always,
    }
}

/// What became of a request, in words: `denied by ada: they are the only copy`.
pub fn outcome(request: &Request) -> String {
    let mut text = request.state.to_string();
    if let Some(decided) = &request.decided {
        // Nobody answered: that is not a person's no.
        if request.state != State::Expired {
            text.push_str(&format!(" by {}", decided.by));
        }
        if let Some(reason) = &decided.reason {
            text.push_str(&format!(": {reason}"));
        }
    }
    text
}

/// What came of running it; `None` if it was not started at all, or nobody has tried.
pub fn became(request: &Request) -> Option<String> {
    match (request.outcome, request.state) {
        (Some(Outcome::Exited(code)), _) => Some(format!("ended with {code}")),
        (Some(Outcome::Killed(signal)), _) => Some(format!("ended by signal {signal}")),
        (Some(Outcome::NotStarted), _) => Some("not started".to_owned()),
        (Some(Outcome::Handed), _) => Some("handed to the agent".to_owned()),
        (Some(Outcome::Ran), _) => Some("run by the agent".to_owned()),
        // Said openly: whoever started it has been killed, or it still runs (T24).
        (None, State::Executed | State::Unknown) => Some("no word of its end".to_owned()),
        (
            None,
            State::Pending
            | State::Approved
            | State::Denied
            | State::Expired
            | State::Canceled
            | State::Delegated,
        ) => None,
    }
}
