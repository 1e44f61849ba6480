//! The dialect of Slack: Block Kit messages to a member; buttons, slash commands and what is typed to the app back, signed with the app's
//! signing secret.
//!
//! Every text is a `plain_text` or a literal `rich_text` element: Slack reads no markup and no mention in those (T09).

use super::card::{Card, Piece};
use super::chat_dispatcher::{ChatDispatcher, Posted, Service};
use super::http::{Client, Failure};
use super::sign::{SEEN_STATUS as SEEN, fresh, hmac, is_signed, seen_before};
use super::words::{self, Said};
use crate::api::form;
use crate::channel::Receipt;
use crate::gateway::{Gateway, now};
use axum::http::HeaderMap;
use herma_core::policy::ChannelSetup;
use herma_specs::{ChannelSpec, Key};
use herma_store::Millis;
use serde_json::{Value, json};
use std::sync::Arc;

/// Of one text element.
const TEXT_MAX: usize = 3000;
/// Of a header.
const TITLE_MAX: usize = 150;
/// Of a message; Slack takes 50.
const BLOCKS_MAX: usize = 45;

pub(super) struct Slack {
    spec: &'static ChannelSpec,
    client: Client,
    base: String,
    signing: Vec<u8>,
}

impl Slack {
    pub(super) fn new(setup: &ChannelSetup, token: &str, signing: &str) -> Slack {
        Slack {
            spec: setup.spec,
            client: Client::new(
                setup.seconds(Key::Timeout),
                vec![("authorization", format!("Bearer {token}"))],
            ),
            base: setup.address().trim_end_matches('/').to_owned(),
            signing: signing.as_bytes().to_vec(),
        }
    }

    fn call(&self, method: &str, body: &Value) -> Result<Value, Failure> {
        let answer = self.client.post(&format!("{}/{method}", self.base), body)?;
        if answer["ok"].as_bool() == Some(true) {
            return Ok(answer);
        }
        let why = answer["error"].as_str().unwrap_or("it does not speak as Slack does");
        let text = format!("it says: {}", herma_core::text::shown(why));
        match why {
            "channel_not_found"
            | "user_not_found"
            | "message_not_found"
            | "cant_update_message"
            | "is_archived"
            | "user_disabled"
            | "cannot_dm_bot"
            | "edit_window_closed"
            | "invalid_blocks"
            | "msg_too_long" => Err(Failure::Never(text)),
            _ => Err(Failure::Later(text, None)),
        }
    }

    fn pressed(&self, desk: &ChatDispatcher<Self>, gateway: &Gateway, payload: &Value) -> Option<Receipt> {
        let user = &payload["user"]["id"];
        let action = &payload["actions"][0];
        if payload["type"] != "block_actions" || payload["actions"].as_array().map(Vec::len) != Some(1) {
            return Receipt::ok(Value::Null);
        }
        let (Some(user), Some(data)) = (user.as_str(), action["value"].as_str()) else {
            return Receipt::ok(Value::Null);
        };
        let place = &payload["container"];
        let channel = place["channel_id"].as_str().unwrap_or_default();
        let message = format!("{channel} {}", place["message_ts"].as_str().unwrap_or_default());
        let said = desk.press(gateway, user, Some(&message), data);
        desk.say_later(user, said);
        Receipt::ok(Value::Null)
    }

    /// The Events API: that the address is ours, and what people type to the app.
    fn event(&self, desk: &ChatDispatcher<Self>, gateway: &Gateway, body: &[u8]) -> Option<Receipt> {
        let Ok(came) = serde_json::from_slice::<Value>(body) else {
            return Receipt::refused(400, "this is no event");
        };
        match (came["type"].as_str(), came["event_id"].as_str()) {
            (Some("url_verification"), _) => Receipt::ok(json!({"challenge": came["challenge"]})),
            (Some("event_callback"), Some(id)) if !id.is_empty() => {
                // Slack sends it again, signed anew, if we were slow: it counts once, and that it came is all it is told.
                match seen_before(gateway, self.spec.name, id) {
                    Some(refused) if refused.status == SEEN => return Receipt::ok(Value::Null),
                    Some(refused) => return Some(refused),
                    None => {}
                }
                if let Some((user, text, at)) = spoken(&came["event"]) {
                    Self::typed(desk, gateway, user, &text, at);
                }
                Receipt::ok(Value::Null)
            }
            (_, _) => Receipt::ok(Value::Null),
        }
    }

    fn typed(desk: &ChatDispatcher<Self>, gateway: &Gateway, user: &str, text: &str, at: Millis) {
        let said = words::parse_plain(text);
        // The words, without the command before them.
        desk.heard(gateway, user, said.as_ref().map_or(text, Said::words));
        let Some(said) = said else { return };
        // Strangers are told who they are when they ask, and nothing else.
        if desk.person(gateway, user).is_some() || said == Said::Help {
            desk.say_later(user, desk.said(gateway, user, said, at));
        }
    }
}

/// Who typed a message to the app, in their own conversation with it, what, and when. Of bots, edited, joined, forwarded or
/// uploaded it is nobody's word (T33).
fn spoken(event: &Value) -> Option<(&str, String, Millis)> {
    let signs =
        ["subtype", "bot_id", "bot_profile", "app_id", "edited", "hidden", "attachments", "files", "upload"];
    let is_foreign = signs.iter().any(|sign| event.get(*sign).is_some_and(|value| !value.is_null()));
    let direct = event["type"] == "message" && event["channel_type"] == "im";
    if is_foreign || !direct {
        return None;
    }
    // Slack writes three characters otherwise than they were typed.
    let text = event["text"].as_str()?.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    Some((event["user"].as_str()?, text, time_of(event["ts"].as_str()?)?))
}

/// `1712345678.000200`: seconds, and which of that second.
fn time_of(ts: &str) -> Option<Millis> {
    let (seconds, micros) = ts.split_once('.')?;
    let millis = micros.get(..3).and_then(|digits| digits.parse::<Millis>().ok()).unwrap_or(0);
    seconds.parse::<Millis>().ok()?.checked_mul(1000)?.checked_add(millis)
}

impl Service for Slack {
    fn spec(&self) -> &'static ChannelSpec {
        self.spec
    }

    fn fits(&self, card: &Card) -> bool {
        card.pieces.len() < BLOCKS_MAX
            && card.pieces.iter().all(|piece| piece.text().chars().count() <= TEXT_MAX)
    }

    fn post(&self, to: &str, card: &Card) -> Result<Posted, Failure> {
        let mut body = message(card);
        body["channel"] = json!(to);
        let sent = self.call("chat.postMessage", &body)?;
        match (sent["channel"].as_str(), sent["ts"].as_str()) {
            // By the clock that what people type has its times from.
            (Some(channel), Some(ts)) => {
                Ok(Posted { message: format!("{channel} {ts}"), at: time_of(ts).unwrap_or_else(now) })
            }
            _ => Err(Failure::Never("it gives no message".to_owned())),
        }
    }

    fn update(&self, _: &str, id: &str, card: &Card) -> Result<(), Failure> {
        let (channel, ts) = id.split_once(' ').unwrap_or_default();
        let mut body = message(card);
        body["channel"] = json!(channel);
        body["ts"] = json!(ts);
        self.call("chat.update", &body).map(drop)
    }

    fn say(&self, to: &str, text: &str) -> Result<(), Failure> {
        let body = json!({"channel": to, "text": "Herma", "blocks": [section(text)], "unfurl_links": false});
        self.call("chat.postMessage", &body).map(drop)
    }

    fn receive(
        &self,
        desk: &ChatDispatcher<Self>,
        gateway: &Arc<Gateway>,
        headers: &HeaderMap,
        body: &[u8],
    ) -> Option<Receipt> {
        let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let (timestamp, signature) = (header("x-slack-request-timestamp"), header("x-slack-signature"));
        let parts: [&[u8]; 4] = [b"v0:", timestamp.as_bytes(), b":", body];
        let signed = signature
            .strip_prefix("v0=")
            .is_some_and(|signature| is_signed(&self.signing, &parts, signature));
        let Some(at) = fresh(timestamp).filter(|_| signed) else {
            return Receipt::refused(401, &format!("this is not {}, or it is old", self.spec.title));
        };
        // Events come as JSON, all else as a form.
        if header("content-type").starts_with("application/json") {
            return self.event(desk, gateway, body);
        }
        // By the signature itself, and not by how it is spelled: upper case is the same one (T56).
        if let Some(refused) = seen_before(gateway, self.spec.name, &hmac(&self.signing, &parts)) {
            return Some(refused);
        }
        let form = form(body);
        let field =
            |name: &str| form.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str());
        if let Some(payload) = field("payload").and_then(|text| serde_json::from_str::<Value>(text).ok()) {
            return self.pressed(desk, gateway, &payload);
        }
        let (Some(command), Some(user)) = (field("command"), field("user_id")) else {
            return Receipt::ok(Value::Null);
        };
        // `/approve …`, or `/herma approve …` where the short names are somebody else's.
        let text = field("text").unwrap_or_default();
        let typed = if command == "/herma" { format!("/{text}") } else { format!("{command} {text}") };
        let said = words::parse(&typed).map_or_else(String::new, |said| {
            desk.heard(gateway, user, said.words());
            desk.said(gateway, user, said, at + 999)
        });
        Receipt::ok(json!({"response_type": "ephemeral", "text": "Herma", "blocks": [section(&said)]}))
    }
}

fn section(text: &str) -> Value {
    let text: String = text.chars().take(TEXT_MAX).collect();
    json!({"type": "section", "text": {"type": "plain_text", "text": text, "emoji": false}})
}

fn message(card: &Card) -> Value {
    let mut blocks: Vec<Value> = Vec::new();
    for piece in &card.pieces {
        let literal = || json!([{"type": "text", "text": piece.text()}]);
        let rich =
            |kind: &str| json!({"type": "rich_text", "elements": [{"type": kind, "elements": literal()}]});
        blocks.push(match piece {
            Piece::Title(text) => {
                let text: String = text.chars().take(TITLE_MAX).collect();
                json!({"type": "header", "text": {"type": "plain_text", "text": text, "emoji": false}})
            }
            Piece::Line(text) => section(text),
            Piece::Code(_) => rich("rich_text_preformatted"),
            Piece::Quote(_) => rich("rich_text_quote"),
            Piece::Link(url) => {
                json!({"type": "rich_text", "elements": [{"type": "rich_text_section", "elements": [{"type": "link", "url": url}]}]})
            }
        });
    }
    if !card.buttons.is_empty() {
        let buttons: Vec<Value> = card.buttons.iter().enumerate().map(|(at, one)| {
            let mut button = json!({"type": "button", "action_id": format!("herma_{at}"), "value": one.data,
                                    "text": {"type": "plain_text", "text": one.label, "emoji": false}});
            if one.is_no {
                button["style"] = json!("danger");
            }
            button
        }).collect();
        blocks.push(json!({"type": "actions", "elements": buttons}));
    }
    // What a notification shows: nothing of the action, and no digits.
    json!({"text": "Herma: a request for you", "blocks": blocks, "unfurl_links": false, "unfurl_media": false})
}
