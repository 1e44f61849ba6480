//! Webhook: cards as JSON to an address of your own, answers from there; both signed, dated, and good once (T56).

use super::card::{Card, Press, short};
use super::desk::{Desk, Posted, Service};
use super::http::{Client, Failure};
use super::sign::{fresh, hmac, is_signed, seen_before};
use crate::channel::Receipt;
use crate::credential;
use crate::gateway::{Gateway, now};
use axum::http::HeaderMap;
use herma_core::policy::Webhook as Settings;
use herma_store::Scope;
use serde_json::{Value, json};
use std::sync::Arc;

const TIMESTAMP: &str = "x-herma-timestamp";
const SIGNATURE: &str = "x-herma-signature";
const DELIVERY: &str = "x-herma-delivery";
/// What the answer of a person may have.
const MEMBERS: [&str; 8] = ["account", "id", "nonce", "digest", "answer", "scope", "digits", "reason"];
/// A receiver need not take more.
const CARD_MAX: usize = 64 << 10;

pub(super) struct Webhook {
    client: Client,
    url: String,
    secret: Vec<u8>,
}

impl Webhook {
    pub(super) fn new(settings: &Settings, secret: &str) -> Webhook {
        Webhook {
            client: Client::new(settings.timeout, Vec::new()),
            url: settings.url.clone(),
            secret: secret.as_bytes().to_vec(),
        }
    }

    fn send(&self, body: &Value, delivery: &str) -> Result<(), Failure> {
        let (timestamp, text) = ((now() / 1000).to_string(), body.to_string());
        let signature = hmac(
            &self.secret,
            &[b"v1:", timestamp.as_bytes(), b":", delivery.as_bytes(), b":", text.as_bytes()],
        );
        let headers =
            [(TIMESTAMP, timestamp), (DELIVERY, delivery.to_owned()), (SIGNATURE, format!("v1={signature}"))];
        self.client.post_signed(&self.url, &headers, text).map(drop)
    }
}

impl Service for Webhook {
    const NAME: &'static str = "webhook";

    fn fits(&self, card: &Card) -> bool {
        text(card).len() <= CARD_MAX
    }

    fn post(&self, to: &str, card: &Card) -> Result<Posted, Failure> {
        let delivery = credential::random::<16>().map_err(|e| Failure::Later(e.to_string(), None))?;
        if let Some(id) = &card.question {
            let body = json!({"type": "question", "account": format!("webhook:{to}"), "question": id, "text": text(card)});
            self.send(&body, &delivery)?;
            return Ok(Posted { message: delivery, at: now() });
        }
        let no = card.buttons.iter().rev().find_map(|button| Press::parse(&button.data));
        let no = no.ok_or(Failure::Never("a card without a no".to_owned()))?;
        let choices: Vec<&str> = card.buttons.iter().map(|button| button.label.as_str()).collect();
        let body = json!({"type": "request", "account": format!("webhook:{to}"), "id": no.id, "nonce": no.nonce,
                          "digest": no.digest, "whole": card.whole, "choices": choices, "text": text(card)});
        self.send(&body, &delivery)?;
        Ok(Posted { message: delivery, at: now() })
    }

    fn update(&self, to: &str, message: &str, card: &Card) -> Result<(), Failure> {
        // What still has buttons is not over.
        let kind = if card.buttons.is_empty() { "over" } else { "changed" };
        let body =
            json!({"type": kind, "account": format!("webhook:{to}"), "of": message, "text": text(card)});
        let delivery = credential::random::<16>().map_err(|e| Failure::Later(e.to_string(), None))?;
        self.send(&body, &delivery)
    }

    fn say(&self, _: &str, _: &str) -> Result<(), Failure> {
        Ok(())
    }

    fn receive(
        &self,
        desk: &Desk<Self>,
        gateway: &Arc<Gateway>,
        headers: &HeaderMap,
        body: &[u8],
    ) -> Option<Receipt> {
        let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let (timestamp, delivery) = (header(TIMESTAMP), header(DELIVERY));
        let parts: [&[u8]; 6] = [b"v1:", timestamp.as_bytes(), b":", delivery.as_bytes(), b":", body];
        let signature = header(SIGNATURE).strip_prefix("v1=");
        if !signature.is_some_and(|signature| is_signed(&self.secret, &parts, signature)) {
            return Receipt::refused(401, "the signature is not good");
        }
        if fresh(timestamp).is_none() {
            return Receipt::refused(401, "this is older than five minutes, or a clock is wrong");
        }
        if delivery.is_empty() || delivery.len() > 64 {
            return Receipt::refused(400, "a delivery has a name of its own, of 64 bytes at most");
        }
        if let Some(refused) = seen_before(gateway, Self::NAME, delivery) {
            return Some(refused);
        }
        let value = herma_core::json::value_of_bytes(body).unwrap_or_default();
        if let Some((account, id, words)) = read_answer(&value) {
            return Receipt::ok(json!({"text": desk.chosen_words(gateway, &account, &id, &words)}));
        }
        let Some((account, press, more)) = read(&value) else {
            return Receipt::refused(400, "this is no answer: docs/channels.md describes one");
        };
        let said = desk.pressed(gateway, &account, None, &press, more);
        let state =
            gateway.reader.request(&press.id).map_or("unknown".to_owned(), |one| one.state.to_string());
        Receipt::ok(json!({"state": state, "text": said}))
    }
}

/// To a question: whose, which, and the number of a choice or other words.
fn read_answer(value: &Value) -> Option<(String, String, String)> {
    let members = value.as_object()?;
    let text = |name: &str| members.get(name).and_then(Value::as_str).map(str::to_owned);
    let all = (text("account")?.strip_prefix("webhook:")?.to_owned(), text("question")?, text("answer")?);
    (members.len() == 3).then_some(all)
}

type Answered = (String, Press, (Option<String>, Option<String>));

fn read(value: &Value) -> Option<Answered> {
    let members = value.as_object()?;
    // A word that we do not know may be one that matters.
    if members.keys().any(|name| !MEMBERS.contains(&name.as_str())) {
        return None;
    }
    let text = |name: &str| members.get(name).and_then(Value::as_str).map(str::to_owned);
    let scope = match (text("answer")?.as_str(), text("scope")) {
        ("deny", _) => None,
        ("approve", None) => Some(Scope::Once),
        ("approve", Some(scope)) => Some(Scope::parse(&scope)?),
        _ => return None,
    };
    let digest = short(&text("digest")?).to_owned();
    let press = Press { scope, id: text("id")?, nonce: text("nonce")?, digest };
    let account = text("account")?.strip_prefix("webhook:")?.to_owned();
    Some((account, press, (text("digits"), text("reason"))))
}

fn text(card: &Card) -> String {
    card.pieces.iter().map(|piece| piece.text()).collect::<Vec<_>>().join("\n")
}
