//! The dialect of Discord: direct messages with buttons; presses and commands come as interactions, signed with the application's key.

use super::card::{Card, Piece};
use super::chat_dispatcher::{ChatDispatcher, HEARING, Posted, Service, rest};
use super::http::{Client, Failure};
use super::sign::{fresh, seen_before, unhex};
use super::words;
use crate::channel::Receipt;
use crate::gateway::{Gateway, now};
use axum::http::HeaderMap;
use ed25519_dalek::{Signature, VerifyingKey};
use herma_core::policy::ChannelSetup;
use herma_specs::{ChannelSpec, Key};
use serde_json::{Value, json};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

/// Of one message.
const MESSAGE_MAX: usize = 2000;
/// Only whoever pressed sees the answer.
const EPHEMERAL: u32 = 64;
const NO_EMBEDS: u32 = 4;

pub(super) struct Discord {
    spec: &'static ChannelSpec,
    client: Client,
    base: String,
    key: VerifyingKey,
}

impl Discord {
    pub(super) fn new(setup: &ChannelSetup, token: &str) -> Result<Discord, String> {
        let bytes = unhex(setup.text(Key::PublicKeyHex)).and_then(|bytes| <[u8; 32]>::try_from(bytes).ok());
        let key = bytes.and_then(|bytes| VerifyingKey::from_bytes(&bytes).ok());
        Ok(Discord {
            spec: setup.spec,
            client: Client::new(setup.seconds(Key::Timeout), vec![("authorization", format!("Bot {token}"))]),
            base: setup.address().trim_end_matches('/').to_owned(),
            key: key.ok_or_else(|| format!("`{}.public_key` is no key", setup.spec.section))?,
        })
    }

    /// The channel of our direct messages with somebody.
    fn direct(&self, to: &str) -> Result<String, Failure> {
        let made =
            self.client.post(&format!("{}/users/@me/channels", self.base), &json!({"recipient_id": to}))?;
        made["id"].as_str().map(str::to_owned).ok_or(Failure::Later("it gives no channel".to_owned(), None))
    }

    /// Signed over the timestamp and the body, by the key of our own application.
    fn is_genuine(&self, timestamp: &str, body: &[u8], signature: &str) -> bool {
        let Some(signature) = unhex(signature).and_then(|bytes| Signature::from_slice(&bytes).ok()) else {
            return false;
        };
        let mut signed = timestamp.as_bytes().to_vec();
        signed.extend_from_slice(body);
        self.key.verify_strict(&signed, &signature).is_ok()
    }

    /// `/approve`, `/deny`, `/answer`, `/pending` as Discord's own menu offers them.
    fn register(&self) -> Result<(), Failure> {
        let own = self.client.get(&format!("{}/applications/@me", self.base))?;
        let id = own["id"].as_str().ok_or(Failure::Later("it gives no application".to_owned(), None))?;
        let text = |name: &str, about: &str| json!({"type": 3, "name": name, "description": about, "required": false});
        let commands = json!([
            {"type": 1, "name": "approve", "description": "Approve a request", "options": [
                text("id", "which"), text("digits", "the two at the end of its card"), text("scope", "once, session or always")]},
            {"type": 1, "name": "deny", "description": "Deny a request", "options": [
                text("id", "which"), text("reason", "the agent reads it")]},
            {"type": 1, "name": "answer", "description": "Answer an agent's question", "options": [
                text("id", "which"), text("words", "a number, or your own words")]},
            {"type": 1, "name": "pending", "description": "What waits"},
        ]);
        self.client.put(&format!("{}/applications/{id}/commands", self.base), &commands).map(drop)
    }

    fn interaction(&self, desk: &ChatDispatcher<Self>, gateway: &Gateway, came: &Value, at: i64) -> String {
        let user = &came["user"];
        // In a server others look on, and `member` speaks for whoever is there: direct messages only (T33).
        if came.get("guild_id").is_some_and(|id| !id.is_null()) || user["bot"].as_bool() == Some(true) {
            return "This decides nothing: answer in your own messages with the bot.".to_owned();
        }
        let Some(user) = user["id"].as_str() else { return "This decides nothing.".to_owned() };
        let data = &came["data"];
        match came["type"].as_i64() {
            Some(COMPONENT) => {
                let place = |name: &str| came[name].as_str().unwrap_or_default().to_owned();
                let message =
                    format!("{} {}", place("channel_id"), came["message"]["id"].as_str().unwrap_or_default());
                desk.press(gateway, user, Some(&message), data["custom_id"].as_str().unwrap_or_default())
            }
            Some(COMMAND) => {
                let option = |name: &str| {
                    let each = data["options"].as_array().into_iter().flatten();
                    each.filter(|one| one["name"] == name)
                        .find_map(|one| one["value"].as_str())
                        .unwrap_or_default()
                };
                desk.heard(gateway, user, option("reason"));
                desk.heard(gateway, user, option("words"));
                let name = data["name"].as_str().unwrap_or_default();
                let typed = match name {
                    "approve" => {
                        format!("/approve {} {} {}", option("id"), option("digits"), option("scope"))
                    }
                    "deny" => format!("/deny {} {}", option("id"), option("reason")),
                    "answer" => format!("/answer {} {}", option("id"), option("words")),
                    other => format!("/{other}"),
                };
                words::parse(&typed).map_or_else(String::new, |said| desk.said(gateway, user, said, at))
            }
            _ => String::new(),
        }
    }
}

const PING: i64 = 1;
const COMMAND: i64 = 2;
const COMPONENT: i64 = 3;

impl Service for Discord {
    fn spec(&self) -> &'static ChannelSpec {
        self.spec
    }

    fn fits(&self, card: &Card) -> bool {
        // Nothing inside a block of code can be escaped: three of these would end it (T09).
        let closes =
            card.pieces.iter().any(|piece| matches!(piece, Piece::Code(text) if text.contains("```")));
        !closes && content(card).chars().count() <= MESSAGE_MAX
    }

    fn post(&self, to: &str, card: &Card) -> Result<Posted, Failure> {
        let channel = self.direct(to)?;
        let sent = self.client.post(&format!("{}/channels/{channel}/messages", self.base), &message(card))?;
        let id = sent["id"].as_str().ok_or(Failure::Never("it gives no message id".to_owned()))?;
        Ok(Posted { message: format!("{channel} {id}"), at: now() })
    }

    fn update(&self, _: &str, id: &str, card: &Card) -> Result<(), Failure> {
        let (channel, id) = id.split_once(' ').unwrap_or_default();
        self.client
            .patch(&format!("{}/channels/{channel}/messages/{id}", self.base), &message(card))
            .map(drop)
    }

    fn say(&self, to: &str, text: &str) -> Result<(), Failure> {
        let card = Card { pieces: vec![Piece::Line(text.to_owned())], ..Card::default() };
        let channel = self.direct(to)?;
        self.client.post(&format!("{}/channels/{channel}/messages", self.base), &message(&card)).map(drop)
    }

    fn listen(&self, desk: &Arc<ChatDispatcher<Self>>, gateway: &Arc<Gateway>) {
        let (own, gateway) = (Arc::clone(desk), Arc::clone(gateway));
        let work = move || {
            let mut pause = Duration::from_millis(500);
            while !gateway.is_stopping() {
                match own.service.register() {
                    Ok(()) => return own.trouble(HEARING, None),
                    Err(Failure::Later(why, _) | Failure::Never(why)) => own.trouble(HEARING, Some(why)),
                }
                pause = rest(&gateway, pause);
            }
        };
        if let Err(error) = thread::Builder::new().name(format!("herma-{}-in", desk.name())).spawn(work) {
            desk.trouble(HEARING, Some(error.to_string()));
        }
    }

    fn receive(
        &self,
        desk: &ChatDispatcher<Self>,
        gateway: &Arc<Gateway>,
        headers: &HeaderMap,
        body: &[u8],
    ) -> Option<Receipt> {
        let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let timestamp = header("x-signature-timestamp");
        let genuine = self.is_genuine(timestamp, body, header("x-signature-ed25519"));
        // Discord itself tries whether we look: it must be 401.
        let Some(at) = fresh(timestamp).filter(|_| genuine) else {
            return Receipt::refused(401, &format!("this is not {}, or it is old", self.spec.title));
        };
        let Ok(came) = serde_json::from_slice::<Value>(body) else {
            return Receipt::refused(400, "this is no interaction");
        };
        if came["type"].as_i64() == Some(PING) {
            return Receipt::ok(json!({"type": 1}));
        }
        let id = came["id"].as_str().unwrap_or_default();
        if id.is_empty() {
            return Receipt::refused(400, "an interaction has a number");
        }
        if let Some(refused) = seen_before(gateway, self.spec.name, id) {
            return Some(refused);
        }
        let said = escaped(&self.interaction(desk, gateway, &came, at + 999));
        let said: String = said.chars().take(MESSAGE_MAX).collect();
        Receipt::ok(
            json!({"type": 4, "data": {"content": said, "flags": EPHEMERAL | NO_EMBEDS, "allowed_mentions": {"parse": []}}}),
        )
    }
}

fn message(card: &Card) -> Value {
    let button = |one: &super::card::Button| json!({"type": 2, "style": if one.is_no { 4 } else { 2 }, "label": one.label, "custom_id": one.data});
    let buttons: Vec<Value> = card.buttons.iter().map(button).collect();
    let rows = if buttons.is_empty() { json!([]) } else { json!([{"type": 1, "components": buttons}]) };
    let content: String = content(card).chars().take(MESSAGE_MAX).collect();
    // Nobody is called by what stands in a card, whatever stands there.
    json!({"content": content, "components": rows, "flags": NO_EMBEDS, "allowed_mentions": {"parse": []}})
}

fn content(card: &Card) -> String {
    let each = card.pieces.iter().map(|piece| match piece {
        Piece::Title(text) => format!("**{}**", escaped(text)),
        Piece::Line(text) => escaped(text),
        Piece::Code(text) => format!("```\n{text}\n```"),
        Piece::Quote(text) => format!("> {}", escaped(text)),
        Piece::Link(url) => format!("<{url}>"),
    });
    each.collect::<Vec<_>>().join("\n")
}

/// A backslash before any punctuation takes its meaning away.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_ascii_punctuation() {
            out.push('\\');
        }
        out.push(c);
    }
    out
}
