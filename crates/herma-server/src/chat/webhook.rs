//! The dialect of our own webhook: cards as JSON to an address of your own, answers from there; both signed, dated, and good once (T56).

use super::card::{Card, Press, short};
use super::chat_dispatcher::{ChatDispatcher, Posted, Service};
use super::http::{Client, Failure};
use super::sign::{fresh, hmac, is_signed, seen_before};
use crate::channel::Receipt;
use crate::credential;
use crate::gateway::{Gateway, now};
use axum::http::HeaderMap;
use herma_core::policy::ChannelSetup;
use herma_specs::{ChannelSpec, Key};
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
/// Half as many bytes in hexadecimal, three quarters in base 64: 128 bits at least.
const SECRET_MIN: usize = 32;

pub(super) struct Webhook {
    spec: &'static ChannelSpec,
    client: Client,
    url: String,
    secret: Vec<u8>,
}

impl Webhook {
    pub(super) fn new(setup: &ChannelSetup, secret: &str) -> Result<Webhook, String> {
        // The others are made by a service, and long. This one is made by a person, and whoever guesses it answers.
        if secret.len() < SECRET_MIN {
            return Err(format!(
                "the secret of [{}] in `{file}` has {} characters, and {SECRET_MIN} at least are needed: \
                 `openssl rand -hex 32 > {file}` makes one",
                setup.spec.section,
                secret.len(),
                file = setup.text(Key::SecretFile)
            ));
        }
        Ok(Webhook {
            spec: setup.spec,
            client: Client::new(setup.seconds(Key::Timeout), Vec::new()),
            url: setup.address().to_owned(),
            secret: secret.as_bytes().to_vec(),
        })
    }

    /// The id in an account of this channel.
    fn id_of<'a>(&self, account: &'a str) -> Option<&'a str> {
        account.strip_prefix(self.spec.name)?.strip_prefix(':')
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
    fn spec(&self) -> &'static ChannelSpec {
        self.spec
    }

    fn fits(&self, card: &Card) -> bool {
        text(card).len() <= CARD_MAX
    }

    fn post(&self, to: &str, card: &Card) -> Result<Posted, Failure> {
        let delivery = credential::random::<16>().map_err(|e| Failure::Later(e.to_string(), None))?;
        if let Some(id) = &card.question {
            let body = json!({"type": "question", "account": format!("{}:{to}", self.spec.name), "question": id, "text": text(card)});
            self.send(&body, &delivery)?;
            return Ok(Posted { message: delivery, at: now() });
        }
        let no = card.buttons.iter().rev().find_map(|button| Press::parse(&button.data));
        let no = no.ok_or(Failure::Never("a card without a no".to_owned()))?;
        let choices: Vec<&str> = card.buttons.iter().map(|button| button.label.as_str()).collect();
        let body = json!({"type": "request", "account": format!("{}:{to}", self.spec.name), "id": no.id, "nonce": no.nonce,
                          "digest": no.digest, "whole": card.whole, "choices": choices, "text": text(card)});
        self.send(&body, &delivery)?;
        Ok(Posted { message: delivery, at: now() })
    }

    fn update(&self, to: &str, message: &str, card: &Card) -> Result<(), Failure> {
        // What still has buttons is not over.
        let kind = if card.buttons.is_empty() { "over" } else { "changed" };
        let body = json!({"type": kind, "account": format!("{}:{to}", self.spec.name), "of": message, "text": text(card)});
        let delivery = credential::random::<16>().map_err(|e| Failure::Later(e.to_string(), None))?;
        self.send(&body, &delivery)
    }

    fn say(&self, _: &str, _: &str) -> Result<(), Failure> {
        Ok(())
    }

    fn receive(
        &self,
        desk: &ChatDispatcher<Self>,
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
        if let Some(refused) = seen_before(gateway, self.spec.name, delivery) {
            return Some(refused);
        }
        let value = herma_core::json::value_of_bytes(body).unwrap_or_default();
        let no_answer = || Receipt::refused(400, "this is no answer: docs/channels.md describes one");
        let Some(id) = value["account"].as_str().and_then(|account| self.id_of(account)) else {
            return no_answer();
        };
        if let Some((question, words)) = read_answer(&value) {
            return Receipt::ok(json!({"text": desk.chosen_words(gateway, id, &question, &words)}));
        }
        let Some((press, more)) = read(&value) else { return no_answer() };
        let said = desk.pressed(gateway, id, None, &press, more);
        let state =
            gateway.reader.request(&press.id).map_or("unknown".to_owned(), |one| one.state.to_string());
        Receipt::ok(json!({"state": state, "text": said}))
    }
}

/// To a question: which, and the number of a choice or other words.
fn read_answer(value: &Value) -> Option<(String, String)> {
    let members = value.as_object()?;
    let text = |name: &str| members.get(name).and_then(Value::as_str).map(str::to_owned);
    let all = (text("question")?, text("answer")?);
    (members.len() == 3 && members.contains_key("account")).then_some(all)
}

type Answered = (Press, (Option<String>, Option<String>));

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
    Some((press, (text("digits"), text("reason"))))
}

fn text(card: &Card) -> String {
    card.pieces.iter().map(|piece| piece.text()).collect::<Vec<_>>().join("\n")
}
