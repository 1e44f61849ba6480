//! Three ways to ask a model: OpenAI's chat, which everybody imitates, OpenAI's responses, and Anthropic's messages.

use crate::fail::Kind;
use crate::frame::Frame;
use crate::{Provider, Usage};
use serde_json::{Value, json};

/// A short opinion; some models think aloud first.
const TOKENS_MAX: u32 = 1024;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Protocol {
    Chat,
    Responses,
    Messages,
}

impl Protocol {
    pub const ALL: &'static [Protocol] = &[Protocol::Chat, Protocol::Responses, Protocol::Messages];

    pub const fn as_str(self) -> &'static str {
        match self {
            Protocol::Chat => "chat",
            Protocol::Responses => "responses",
            Protocol::Messages => "messages",
        }
    }

    pub fn named(name: &str) -> Option<Protocol> {
        Protocol::ALL.iter().copied().find(|one| one.as_str() == name)
    }

    const fn path(self) -> &'static str {
        match self {
            Protocol::Chat => "/chat/completions",
            Protocol::Responses => "/responses",
            Protocol::Messages => "/v1/messages",
        }
    }
}

/// Where to, with which headers, and what.
pub(crate) fn request(
    provider: &Provider,
    frame: &Frame,
    form: Form,
) -> (String, Vec<(&'static str, String)>, Value) {
    let Provider { protocol, url, model, key, .. } = provider;
    let url = format!("{}{}", url.trim_end_matches('/'), protocol.path());
    let bearer = key.iter().map(|key| ("authorization", format!("Bearer {key}")));
    let (headers, body) = match protocol {
        Protocol::Chat => {
            let mut body = json!({"model": model, "messages": [
                {"role": "system", "content": frame.system}, {"role": "user", "content": frame.user}]});
            match form.thinks {
                true => body["max_completion_tokens"] = THINKING_MAX.into(),
                false => body["max_tokens"] = TOKENS_MAX.into(),
            }
            if !form.unheated {
                body["temperature"] = 0.into();
            }
            (bearer.collect(), body)
        }
        Protocol::Responses => (
            bearer.collect(),
            json!({"model": model, "max_output_tokens": TOKENS_MAX, "store": false,
                "instructions": frame.system, "input": frame.user}),
        ),
        Protocol::Messages => {
            let mut headers = vec![("anthropic-version", "2023-06-01".to_owned())];
            headers.extend(key.iter().map(|key| ("x-api-key", key.clone())));
            let body = json!({"model": model, "max_tokens": TOKENS_MAX, "system": frame.system,
                "messages": [{"role": "user", "content": frame.user}]});
            (headers, body)
        }
    };
    (url, headers, body)
}

/// With room for what a model thinks before it answers, which counts there too.
const THINKING_MAX: u32 = 4 * TOKENS_MAX;

/// What of a chat request a model does not take: those that think want no `temperature`, and `max_completion_tokens` for
/// `max_tokens`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Form {
    /// With `max_completion_tokens`.
    pub thinks: bool,
    /// Without `temperature`.
    pub unheated: bool,
}

impl Form {
    /// The form without what a provider's refusal names, if there is such a thing in it.
    pub(crate) fn without(self, protocol: Protocol, refusal: &str) -> Option<Form> {
        let thinks = self.thinks || refusal.contains("max_tokens");
        // Who minds the one minds the other, and would only say so next.
        let unheated = self.unheated || thinks || refusal.contains("temperature");
        let other = Form { thinks, unheated };
        (protocol == Protocol::Chat && other != self).then_some(other)
    }
}

/// What the model said, or how it did not.
pub(crate) type Said = Result<String, (Kind, String)>;

/// The text of an answer, and what it cost.
pub(crate) fn answer(provider: &Provider, body: &str) -> (Said, Usage) {
    let value: Value = serde_json::from_str(body).unwrap_or_default();
    let number = |at: &[&str]| at.iter().find_map(|at| value.pointer(at)?.as_u64()).unwrap_or_default();
    let usage = Usage {
        provider: provider.name.clone(),
        model: provider.model.clone(),
        input: number(&["/usage/prompt_tokens", "/usage/input_tokens"]),
        output: number(&["/usage/completion_tokens", "/usage/output_tokens"]),
        failed: None,
    };
    let refused = |words: &str| Err((Kind::Refused, format!("it refused: {}", short(words))));
    let said = match provider.protocol {
        Protocol::Chat => {
            let message = value.pointer("/choices/0/message");
            let filtered =
                value.pointer("/choices/0/finish_reason").and_then(Value::as_str) == Some("content_filter");
            match message.and_then(|m| m.get("refusal")).and_then(Value::as_str) {
                Some(words) => refused(words),
                None if filtered => refused("content filter"),
                None => Ok(message.and_then(|m| m.get("content")).map(text_of).unwrap_or_default()),
            }
        }
        Protocol::Responses => {
            let parts = items(&value, "output").flat_map(|item| items(item, "content"));
            let mut said = String::new();
            let mut no = None;
            for part in parts {
                match part.get("type").and_then(Value::as_str) {
                    Some("output_text") => {
                        said += part.get("text").and_then(Value::as_str).unwrap_or_default()
                    }
                    Some("refusal") => no = part.get("refusal").and_then(Value::as_str),
                    _ => {}
                }
            }
            no.map_or(Ok(said), refused)
        }
        Protocol::Messages => match value.get("stop_reason").and_then(Value::as_str) {
            Some("refusal") => refused("stop reason"),
            _ => Ok(value.get("content").map(text_of).unwrap_or_default()),
        },
    };
    (said, usage)
}

/// A text, or the texts of its parts.
fn text_of(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        Value::Array(parts) => {
            parts.iter().filter_map(|part| part.get("text").and_then(Value::as_str)).collect()
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => String::new(),
    }
}

fn items<'a>(value: &'a Value, name: &str) -> impl Iterator<Item = &'a Value> {
    value.get(name).and_then(Value::as_array).into_iter().flatten()
}

pub(crate) fn short(text: &str) -> String {
    herma_core::text::shown(text).chars().take(200).collect()
}
