//! Telegram: a bot that people have spoken to. Cards go to private chats only: in a group, others press buttons too.

use super::card::{Card, Piece};
use super::desk::{Desk, HEARING, Posted, Service, rest};
use super::http::{Client, Failure};
use super::words::{self, Said};
use crate::channel::Receipt;
use crate::credential;
use crate::gateway::{Gateway, now};
use axum::http::HeaderMap;
use herma_core::policy::Telegram as Settings;
use herma_store::{Note, Store};
use serde_json::{Value, json};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

/// What one message holds, in UTF-16 units after markup (T10).
const MESSAGE_MAX: usize = 4096;
/// And what a button's answer holds.
const TOAST_MAX: usize = 200;
/// Where the next update is noted, for each bot.
const OFFSET: &str = "chat.telegram-offset";
const SECRET_HEADER: &str = "x-telegram-bot-api-secret-token";
const FIRST_PAUSE: Duration = Duration::from_millis(500);

pub(super) struct Telegram {
    client: Client,
    /// With the token in it: never in a sentence.
    base: String,
    poll: u32,
    webhook: Option<String>,
    /// The bot's number: another one counts its updates anew.
    bot: String,
    /// What Telegram shows us to prove that it is Telegram: derived, so that it is nowhere else to be lost.
    secret: String,
}

impl Telegram {
    pub(super) fn new(settings: &Settings, token: &str) -> Result<Telegram, String> {
        let good = token.bytes().all(|b| b.is_ascii_alphanumeric() || b":_-".contains(&b));
        if token.is_empty() || !good {
            return Err(format!("`{}` holds no bot token: 123456:ABC-…", settings.token_file));
        }
        Ok(Telegram {
            client: Client::new(settings.timeout, Vec::new()),
            base: format!("{}/bot{token}", settings.base_url.trim_end_matches('/')),
            poll: settings.poll,
            bot: token.split(':').next().unwrap_or_default().to_owned(),
            webhook: settings.webhook_url.clone(),
            secret: super::sign::hmac(token.as_bytes(), &[b"herma telegram webhook"]),
        })
    }

    fn call(&self, method: &str, body: &Value) -> Result<Value, Failure> {
        checked(self.client.post(&format!("{}/{method}", self.base), body)?)
    }

    /// One update. Each is seen once: a crash loses it rather than doing it twice.
    fn update_came(&self, desk: &Desk<Self>, gateway: &Gateway, update: &Value) {
        if let Some(query) = update.get("callback_query") {
            let text = self.pressed(desk, gateway, query);
            let toast: String = text.chars().take(TOAST_MAX).collect();
            let answer = json!({"callback_query_id": query["id"], "text": toast, "show_alert": true});
            // Whoever pressed sees the card change in any case.
            let _ = self.call("answerCallbackQuery", &answer);
        } else if let Some(message) = update.get("message")
            && let Some((from, text)) = spoken(message)
        {
            let said = words::parse(text);
            // The words, without the command before them.
            desk.heard(gateway, &from, said.as_ref().map_or(text, Said::words));
            let Some(said) = said else { return };
            let at = message["date"].as_i64().unwrap_or(0).saturating_mul(1000);
            // Strangers are told who they are when they ask, and nothing else.
            if desk.person(gateway, &from).is_some() || said == Said::Help {
                desk.say_later(&from, desk.said(gateway, &from, said, at));
            }
        }
        // Edited messages, channel posts and all else decide nothing (T33).
    }

    fn pressed(&self, desk: &Desk<Self>, gateway: &Gateway, query: &Value) -> String {
        let (Some(from), Some(data)) = (person(&query["from"]), query["data"].as_str()) else {
            return "This decides nothing.".to_owned();
        };
        let message = &query["message"];
        // A button that was carried elsewhere is not the one that was sent (T33).
        if message["chat"]["id"].as_i64().map(|id| id.to_string()).as_ref() != Some(&from)
            || is_foreign(message)
        {
            return "This decides nothing: answer in your own chat with the bot.".to_owned();
        }
        let message = message["message_id"].as_i64().map(|id| id.to_string());
        desk.press(gateway, &from, Some(message.as_deref().unwrap_or_default()), data)
    }

    fn take(&self, desk: &Desk<Self>, gateway: &Gateway, updates: &[Value]) -> Result<i64, Failure> {
        let mut next = self.offset(gateway);
        for update in updates {
            let Some(id) = update["update_id"].as_i64() else { continue };
            if id < next {
                continue;
            }
            // Noted before it is looked at.
            next = id + 1;
            self.note_offset(gateway, next).map_err(|why| Failure::Later(why, None))?;
            self.update_came(desk, gateway, update);
        }
        Ok(next)
    }

    fn offset(&self, gateway: &Gateway) -> i64 {
        let note = gateway.reader.note(OFFSET, &self.bot, now());
        note.ok().flatten().and_then(|note| note.body.parse().ok()).unwrap_or(0)
    }

    fn note_offset(&self, gateway: &Gateway, next: i64) -> Result<(), String> {
        let gate = gateway.gate();
        let old = gate.store().note(OFFSET, &self.bot, now()).map_err(|e| e.to_string())?;
        // Two updates at once: the later one has been seen.
        if old.as_ref().and_then(|note| note.body.parse::<i64>().ok()).is_some_and(|old| old >= next) {
            return Err("another one came first".to_owned());
        }
        let new = Note::new(OFFSET, &self.bot, next.to_string());
        let old = old.as_ref().map(|note| note.body.as_str());
        match gate.store().swap_note(OFFSET, &self.bot, old, Some(&new), now()) {
            Ok(true) => Ok(()),
            Ok(false) => Err("another one came first".to_owned()),
            Err(error) => Err(error.to_string()),
        }
    }

    fn poll(&self, desk: &Desk<Self>, gateway: &Gateway) {
        let mut pause = FIRST_PAUSE;
        let mut unhooked = false;
        while !gateway.is_stopping() {
            let looked = match unhooked {
                true => Ok(()),
                // While a webhook stands, Telegram gives nothing to whoever asks.
                false => self.call("deleteWebhook", &json!({})).map(drop),
            };
            unhooked = looked.is_ok();
            let looked = looked.and_then(|()| {
                let body = json!({"offset": self.offset(gateway), "timeout": self.poll,
                                  "allowed_updates": ["message", "callback_query"]});
                let url = format!("{}/getUpdates", self.base);
                let more = Duration::from_secs(self.poll.into());
                let updates = checked(self.client.post_within(&url, &body, more)?)?;
                desk.trouble(HEARING, None);
                self.take(desk, gateway, updates.as_array().map_or(&[], Vec::as_slice)).map(drop)
            });
            match looked {
                Ok(()) => pause = FIRST_PAUSE,
                Err(Failure::Later(why, after)) => {
                    desk.trouble(HEARING, Some(why));
                    pause = rest(gateway, after.unwrap_or(pause));
                }
                Err(Failure::Never(why)) => {
                    desk.trouble(HEARING, Some(why));
                    pause = rest(gateway, pause);
                }
            }
        }
    }

    fn hook(&self, desk: &Desk<Self>, gateway: &Gateway, url: &str) {
        let body = json!({"url": format!("{}/channels/telegram", url.trim_end_matches('/')), "secret_token": self.secret,
                          "allowed_updates": ["message", "callback_query"], "max_connections": 1});
        let mut pause = FIRST_PAUSE;
        while !gateway.is_stopping() {
            match self.call("setWebhook", &body) {
                Ok(_) => return desk.trouble(HEARING, None),
                Err(Failure::Later(why, _) | Failure::Never(why)) => desk.trouble(HEARING, Some(why)),
            }
            pause = rest(gateway, pause);
        }
    }
}

impl Service for Telegram {
    const NAME: &'static str = "telegram";

    fn fits(&self, card: &Card) -> bool {
        let text: usize = card.pieces.iter().map(|piece| piece.text().encode_utf16().count() + 1).sum();
        text <= MESSAGE_MAX
    }

    fn post(&self, to: &str, card: &Card) -> Result<Posted, Failure> {
        let mut body = message(card);
        body["chat_id"] = json!(to);
        let sent = self.call("sendMessage", &body)?;
        let id = sent["message_id"].as_i64().ok_or(Failure::Never("it gives no message id".to_owned()))?;
        Ok(Posted {
            message: id.to_string(),
            at: sent["date"].as_i64().unwrap_or(now() / 1000).saturating_mul(1000),
        })
    }

    fn update(&self, to: &str, id: &str, card: &Card) -> Result<(), Failure> {
        let mut body = message(card);
        body["chat_id"] = json!(to);
        body["message_id"] = json!(id.parse::<i64>().unwrap_or(0));
        self.call("editMessageText", &body).map(drop)
    }

    fn say(&self, to: &str, text: &str) -> Result<(), Failure> {
        let text: String = text.chars().take(MESSAGE_MAX / 2).collect();
        // No markup: what stands in it stands there as it is.
        self.call(
            "sendMessage",
            &json!({"chat_id": to, "text": text, "link_preview_options": {"is_disabled": true}}),
        )
        .map(drop)
    }

    fn listen(&self, desk: &Arc<Desk<Self>>, gateway: &Arc<Gateway>) {
        let (own, gateway) = (Arc::clone(desk), Arc::clone(gateway));
        let work = move || match own.service.webhook.clone() {
            Some(url) => own.service.hook(&own, &gateway, &url),
            None => own.service.poll(&own, &gateway),
        };
        if let Err(error) = thread::Builder::new().name("herma-telegram-in".to_owned()).spawn(work) {
            desk.trouble(HEARING, Some(error.to_string()));
        }
    }

    fn receive(
        &self,
        desk: &Desk<Self>,
        gateway: &Arc<Gateway>,
        headers: &HeaderMap,
        body: &[u8],
    ) -> Option<Receipt> {
        self.webhook.as_ref()?;
        let brought = headers.get(SECRET_HEADER).and_then(|value| value.to_str().ok()).unwrap_or_default();
        if !credential::same(&self.secret, brought) {
            return Receipt::refused(401, "this is not Telegram");
        }
        let Ok(update) = serde_json::from_slice::<Value>(body) else {
            return Receipt::refused(400, "this is no update");
        };
        match self.take(desk, gateway, std::slice::from_ref(&update)) {
            Ok(_) => Receipt::ok(json!({})),
            // Telegram sends it again.
            Err(Failure::Later(why, _) | Failure::Never(why)) => Receipt::refused(503, &why),
        }
    }
}

/// What stands behind `ok`.
fn checked(answer: Value) -> Result<Value, Failure> {
    match answer["ok"].as_bool() {
        Some(true) => Ok(answer["result"].clone()),
        _ => Err(Failure::Later("it does not speak as Telegram does".to_owned(), None)),
    }
}

/// The account of a person: not of a bot, and a number, not a name.
fn person(from: &Value) -> Option<String> {
    (from["is_bot"].as_bool() == Some(false)).then(|| from["id"].as_i64().map(|id| id.to_string()))?
}

/// Who typed a message in their own chat with us, and what. Forwarded, quoted from elsewhere or sent in somebody else's
/// name is nobody's word (T33).
fn spoken(message: &Value) -> Option<(String, &str)> {
    let from = person(&message["from"])?;
    let private = message["chat"]["type"].as_str() == Some("private");
    let own = message["chat"]["id"].as_i64().map(|id| id.to_string()).as_ref() == Some(&from);
    (private && own && !is_foreign(message)).then_some(())?;
    Some((from, message["text"].as_str()?))
}

fn is_foreign(message: &Value) -> bool {
    let signs = [
        "forward_origin",
        "forward_from",
        "forward_from_chat",
        "forward_sender_name",
        "forward_date",
        "via_bot",
        "sender_chat",
        "edit_date",
        "is_automatic_forward",
        "external_reply",
        "business_connection_id",
    ];
    // Our own cards are changed by ourselves only, and then have no buttons any more.
    signs.iter().any(|sign| message.get(*sign).is_some_and(|value| !value.is_null()))
}

fn message(card: &Card) -> Value {
    let mut rows: Vec<Value> = Vec::new();
    let all: Vec<Value> =
        card.buttons.iter().map(|one| json!({"text": one.label, "callback_data": one.data})).collect();
    rows.extend(all.chunks(2).map(|row| json!(row)));
    json!({"text": html(card), "parse_mode": "HTML", "link_preview_options": {"is_disabled": true},
           "reply_markup": {"inline_keyboard": rows}})
}

/// Telegram's HTML knows three characters that mean something in a text (T09).
fn html(card: &Card) -> String {
    let mut out: Vec<String> = Vec::new();
    for piece in &card.pieces {
        let text = escaped(piece.text());
        out.push(match piece {
            Piece::Title(_) => format!("<b>{text}</b>"),
            Piece::Line(_) | Piece::Link(_) => text,
            Piece::Code(_) => format!("<pre>{text}</pre>"),
            Piece::Quote(_) => format!("<blockquote>{text}</blockquote>"),
        });
    }
    out.join("\n")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
