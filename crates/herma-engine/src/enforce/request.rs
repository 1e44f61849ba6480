//! A call as the question that a person is asked about it.

use crate::approvals::question;
use crate::edit;
use crate::redact::Redactor;
use herma_core::digest::freely_varied;
use herma_core::effect::{Span, Tier};
use herma_core::{ToolCall, Verdict};
use herma_store::{NewRequest, ShownEffect};
use herma_view::request::{Command as Shown, SHOWN_MAX};
use serde_json::Value;
use std::borrow::Cow;

/// A shell's arguments that are its command.
const COMMAND: &[&str] = &["command", "cmd"];

/// A call as a person is asked about it: a shell's command as it is, with the places that matter; of other tools the
/// arguments.
pub fn asked_about(
    call: &ToolCall,
    verdict: &Verdict,
    command: Option<(&'static str, &str)>,
    agent: &str,
    session: &str,
    surface: &str,
) -> NewRequest {
    let verdict = match command {
        Some(_) => Cow::Borrowed(verdict),
        None => Cow::Owned(without_spans(verdict.clone())),
    };
    let shown = command.map_or_else(|| argument_text(call), |(_, command)| command.to_owned());
    let mut new = question(call, &verdict, &bounded(&shown), agent, session, surface);
    if let Some((name, _)) = command {
        new.document.effects.extend(other_arguments(call, name));
    }
    edit::keep(&mut new, call, command.map(|(name, _)| name));
    let words = call.args.get("description").filter(|_| freely_varied(&call.tool).contains(&"description"));
    let words = words.and_then(Value::as_str);
    new.document.narration = words.map(|words| Redactor::of(&call.args).text(&bounded(words)).into_owned());
    new
}

/// A shell's command, and the argument that holds it.
pub fn command_of(call: &ToolCall) -> Option<(&'static str, &str)> {
    COMMAND.iter().find_map(|name| Some((*name, call.args.get(name)?.as_str()?)))
}

/// Whatever else a shell was called with stands among what happens, not in the command (T49).
fn other_arguments(call: &ToolCall, command: &str) -> Option<ShownEffect> {
    let mut others = call.args.as_object()?.clone();
    let varied = freely_varied(&call.tool);
    others.retain(|name, _| name != command && !varied.contains(&name.as_str()));
    if others.is_empty() {
        return None;
    }
    let text = format!("is called with {}", Value::Object(others));
    let text = Redactor::of(&call.args).text(&bounded(&text)).into_owned();
    Some(ShownEffect::note("call/arguments", text, Tier::Medium))
}

/// The arguments as they are, but for the agent's own words about them, which are shown apart.
pub fn argument_text(call: &ToolCall) -> String {
    let mut args = call.args.clone();
    if let Some(args) = args.as_object_mut() {
        let varied = freely_varied(&call.tool);
        args.retain(|key, _| !varied.contains(&key.as_str()));
    }
    String::from_utf8_lossy(&Shown::arguments(&args).bytes).into_owned()
}

fn without_spans(mut verdict: Verdict) -> Verdict {
    // They speak of a text inside the arguments, not of what is shown.
    for effect in &mut verdict.assessment.effects {
        effect.span = Span::default();
        effect.repeats.spans.clear();
    }
    verdict
}

/// What is longer than a person is ever shown is not kept whole; it stays too long to be approved (T02).
fn bounded(text: &str) -> String {
    if text.len() <= SHOWN_MAX {
        return text.to_owned();
    }
    let head = text.get(..text.floor_char_boundary(SHOWN_MAX / 2)).unwrap_or_default();
    let tail = text.get(text.ceil_char_boundary(text.len() - SHOWN_MAX / 2)..).unwrap_or_default();
    format!("{head}\n… {} bytes are not kept …\n{tail}", text.len() - head.len() - tail.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn t49_what_carries_authority_is_shown() {
        let effects = |args: Value| {
            let call = ToolCall { tool: "Bash".to_owned(), args, ..ToolCall::default() };
            let (name, command) = command_of(&call).unwrap();
            assert_eq!(command, "make");
            other_arguments(&call, name).map(|effect| effect.text)
        };
        assert_eq!(effects(json!({"command": "make", "description": "builds"})), None);
        let bare = effects(json!({"cmd": "make", "dangerouslyDisableSandbox": true})).unwrap();
        assert!(bare.contains(r#"is called with {"dangerouslyDisableSandbox":true}"#), "{bare}");
    }

    #[test]
    fn t02_what_is_too_long_to_be_shown_stays_too_long() {
        let long = format!("a{}z", "é".repeat(SHOWN_MAX));
        let kept = bounded(&long);
        assert!(kept.len() > SHOWN_MAX && kept.len() < SHOWN_MAX + 100, "{}", kept.len());
        assert!(kept.starts_with('a') && kept.ends_with('z'));
        assert_eq!(bounded("short"), "short");
    }
}
