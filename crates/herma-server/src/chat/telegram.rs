//! The dialect of Telegram: a bot that people have spoken to. Cards go to private chats only: in a group, others press buttons too.

use super::card::{Card, Piece};
use super::chat_dispatcher::{ChatDispatcher, HEARING, Posted, Service, rest};
use super::http::{Client, Failure};
use super::words::{self, Said};
use crate::channel::Receipt;
use crate::credential;
use crate::gateway::{Gateway, now};
use axum::http::HeaderMap;
use herma_core::policy::ChannelSetup;
use herma_specs::{ChannelSpec, Key};
use herma_store::{Millis, Note, Store};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

/// What one message holds, in UTF-16 units after markup (T10).
const MESSAGE_MAX: usize = 4096;
/// And what a button's answer holds.
const TOAST_MAX: usize = 200;
/// Updates by webhook may overtake each other, but not by so many.
const WINDOW: usize = 128;
/// Whoever notes an update at the same time as others tries so often.
const TRIES: usize = 8;
const SECRET_HEADER: &str = "x-telegram-bot-api-secret-token";
const FIRST_PAUSE: Duration = Duration::from_millis(500);

pub(super) struct Telegram {
    spec: &'static ChannelSpec,
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
    pub(super) fn new(setup: &ChannelSetup, token: &str) -> Result<Telegram, String> {
        let good = token.bytes().all(|b| b.is_ascii_alphanumeric() || b":_-".contains(&b));
        if token.is_empty() || !good {
            return Err(format!("`{}` holds no bot token: 123456:ABC-…", setup.text(Key::TokenFile)));
        }
        Ok(Telegram {
            spec: setup.spec,
            client: Client::new(setup.seconds(Key::Timeout), Vec::new()),
            base: format!("{}/bot{token}", setup.address().trim_end_matches('/')),
            poll: setup.seconds(Key::Poll),
            bot: token.split(':').next().unwrap_or_default().to_owned(),
            webhook: setup.optional(Key::WebhookUrl).map(str::to_owned),
            secret: super::sign::hmac(token.as_bytes(), &[b"herma telegram webhook"]),
        })
    }

    fn call(&self, method: &str, body: &Value) -> Result<Value, Failure> {
        checked(self.client.post(&format!("{}/{method}", self.base), body)?)
    }

    /// One update. Each is seen once: a crash loses it rather than doing it twice.
    fn update_came(&self, desk: &ChatDispatcher<Self>, gateway: &Gateway, update: &Value) {
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

    fn pressed(&self, desk: &ChatDispatcher<Self>, gateway: &Gateway, query: &Value) -> String {
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

    fn take(
        &self,
        desk: &ChatDispatcher<Self>,
        gateway: &Gateway,
        updates: &[Value],
        come: Come,
    ) -> Result<(), Failure> {
        for update in updates {
            let Some(id) = update["update_id"].as_i64() else { continue };
            // Noted before it is looked at.
            if self.note_seen(gateway, id, come).map_err(|why| Failure::Later(why, None))? {
                self.update_came(desk, gateway, update);
            }
        }
        Ok(())
    }

    /// The kind of note that says which updates of a bot have been seen.
    fn offset(&self) -> String {
        format!("chat.{}-offset", self.spec.name)
    }

    fn seen(&self, gateway: &Gateway) -> Seen {
        let note = gateway.reader.note(&self.offset(), &self.bot, now());
        let seen = note.ok().flatten().and_then(|note| Seen::parse(&note.body)).unwrap_or_default();
        if seen.is_stale(now()) { Seen::default() } else { seen }
    }

    /// Whether this one is new. Two at once are noted one after the other.
    fn note_seen(&self, gateway: &Gateway, id: i64, come: Come) -> Result<bool, String> {
        let (gate, offset) = (gateway.gate(), self.offset());
        for _ in 0..TRIES {
            let old = gate.store().note(&offset, &self.bot, now()).map_err(|e| e.to_string())?;
            let mut seen = old.as_ref().and_then(|note| Seen::parse(&note.body)).unwrap_or_default();
            if seen.begins_anew(id, now()) {
                eprintln!("herma: {}: its updates are numbered anew, from {id} on", self.spec.name);
                seen = Seen::default();
            }
            if !seen.add(id, come) {
                return Ok(false);
            }
            seen.last = now();
            let new = Note::new(&offset, &self.bot, seen.text());
            let old = old.as_ref().map(|note| note.body.as_str());
            match gate.store().swap_note(&offset, &self.bot, old, Some(&new), now()) {
                Ok(true) => return Ok(true),
                Ok(false) => {}
                Err(error) => return Err(error.to_string()),
            }
        }
        Err("another one came first".to_owned())
    }

    fn poll(&self, desk: &ChatDispatcher<Self>, gateway: &Gateway) {
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
                let body = json!({"offset": self.seen(gateway).next(), "timeout": self.poll,
                                  "allowed_updates": ["message", "callback_query"]});
                let url = format!("{}/getUpdates", self.base);
                let more = Duration::from_secs(self.poll.into());
                let updates = checked(self.client.post_within(&url, &body, more)?)?;
                desk.trouble(HEARING, None);
                self.take(desk, gateway, updates.as_array().map_or(&[], Vec::as_slice), Come::InOrder)
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

    fn hook(&self, desk: &ChatDispatcher<Self>, gateway: &Gateway, url: &str) {
        let body = json!({"url": format!("{}/channels/{}", url.trim_end_matches('/'), self.spec.name), "secret_token": self.secret,
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
    fn spec(&self) -> &'static ChannelSpec {
        self.spec
    }

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

    fn listen(&self, desk: &Arc<ChatDispatcher<Self>>, gateway: &Arc<Gateway>) {
        let (own, gateway) = (Arc::clone(desk), Arc::clone(gateway));
        let work = move || match own.service.webhook.clone() {
            Some(url) => own.service.hook(&own, &gateway, &url),
            None => own.service.poll(&own, &gateway),
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
        self.webhook.as_ref()?;
        let brought = headers.get(SECRET_HEADER).and_then(|value| value.to_str().ok()).unwrap_or_default();
        if !credential::same(&self.secret, brought) {
            return Receipt::refused(401, &format!("this is not {}", self.spec.title));
        }
        let Ok(update) = serde_json::from_slice::<Value>(body) else {
            return Receipt::refused(400, "this is no update");
        };
        match self.take(desk, gateway, std::slice::from_ref(&update), Come::AsTheyCome) {
            Ok(()) => Receipt::ok(json!({})),
            // Telegram sends it again.
            Err(Failure::Later(why, _) | Failure::Never(why)) => Receipt::refused(503, &why),
        }
    }
}

/// How updates come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Come {
    /// As Telegram hands them out when asked: whatever is below one has been there.
    InOrder,
    /// By webhook: one that is sent again after a failure comes behind later ones.
    AsTheyCome,
}

/// So long without any update, and their numbers may begin anywhere.
const STALE: Millis = 3 * 24 * 60 * 60_000;
/// A number so far below is no late one.
const FAR_BELOW: i64 = 10_000;

/// Which updates have been seen: all below `floor`, and these.
#[derive(Debug, Default, PartialEq, Eq)]
struct Seen {
    floor: i64,
    above: BTreeSet<i64>,
    /// When the newest came; 0 if that was not noted.
    last: Millis,
}

impl Seen {
    fn parse(text: &str) -> Option<Seen> {
        let (text, last) = text.split_once(" @").unwrap_or((text, "0"));
        let mut numbers = text.split(' ').map(str::parse::<i64>);
        let floor = numbers.next()?.ok()?;
        Some(Seen { floor, above: numbers.collect::<Result<_, _>>().ok()?, last: last.parse().ok()? })
    }

    fn text(&self) -> String {
        let numbers = std::iter::once(&self.floor).chain(&self.above);
        let text = numbers.map(i64::to_string).collect::<Vec<_>>().join(" ");
        if self.last == 0 { text } else { format!("{text} @{}", self.last) }
    }

    /// After some days without updates Telegram begins to count elsewhere. None is kept there for longer than one, so none
    /// that was seen comes again.
    fn is_stale(&self, now: Millis) -> bool {
        self.last > 0 && now.saturating_sub(self.last) > STALE
    }

    /// Whether this number is of another count than those that were seen.
    fn begins_anew(&self, id: i64, now: Millis) -> bool {
        id < self.floor && (self.is_stale(now) || id < self.floor.saturating_sub(FAR_BELOW))
    }

    fn next(&self) -> i64 {
        self.above.last().map_or(self.floor, |last| last + 1)
    }

    /// Whether it is new; from now on it is not.
    fn add(&mut self, id: i64, come: Come) -> bool {
        if id < self.floor || self.above.contains(&id) {
            return false;
        }
        match come {
            Come::InOrder if id < self.next() => return false,
            Come::InOrder => *self = Seen { floor: id + 1, above: BTreeSet::new(), last: self.last },
            Come::AsTheyCome => {
                self.above.insert(id);
                while self.above.remove(&self.floor) {
                    self.floor += 1;
                }
                // Past the window there is no telling a late one from one that is played again.
                while self.above.len() > WINDOW {
                    self.floor = self.above.pop_first().map_or(self.floor, |lowest| lowest + 1);
                }
            }
        }
        true
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn t20_an_update_counts_once_in_whatever_order() {
        let mut seen = Seen::parse("8").unwrap();
        let mut come = |id: i64| seen.add(id, Come::AsTheyCome);
        assert_eq!([10, 9, 7, 10, 9, 8, 11].map(&mut come), [true, true, false, false, false, true, true]);
        assert_eq!((seen.text(), seen.next()), ("12".to_owned(), 12));
        for id in (1000..2000).rev().step_by(3) {
            assert!(seen.add(id, Come::AsTheyCome) || id < seen.floor);
            assert!(!seen.add(id, Come::AsTheyCome));
        }
        assert!(seen.above.len() <= WINDOW);
        let mut again = Seen::parse(&seen.text()).unwrap();
        assert_eq!(again, seen);
        assert!(
            again.add(5000, Come::InOrder) && !again.add(4999, Come::AsTheyCome),
            "asked for: all below have been there"
        );
    }

    #[test]
    fn numbers_that_begin_elsewhere_are_heard() {
        let day = 24 * 60 * 60_000;
        let seen = Seen::parse(&format!("500000 @{day}")).unwrap();
        assert_eq!(seen.text(), format!("500000 @{day}"));
        assert!(!seen.begins_anew(499_999, 2 * day));
        assert!(!seen.begins_anew(600_000, 9 * day));
        assert!(seen.begins_anew(499_999, 5 * day));
        assert!(seen.begins_anew(7, 2 * day));
        assert!(!seen.is_stale(2 * day) && seen.is_stale(5 * day));
        assert!(!Seen::parse("500000").unwrap().is_stale(9 * day));
    }
}
