//! Every channel's spec in a running gateway, with the examples of `tests/channel_specs/NAME.json`: a person is told of a
//! request there and denies it; a message without proof decides nothing. No test names a channel.

use crate::support::chat_server;
use crate::support::gateway;
use crate::support::http;

use chat_server::{ChatServer, Seen, hmac, seconds};
use ed25519_dalek::{Signer, SigningKey};
use gateway::Gateway;
use herma_specs::{CHANNELS, ChannelDialect, ChannelSpec, KeyKind, Proof};
use herma_store::{State, Store};
use serde_json::{Value, json};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

const COMMAND: &str = "git push origin main";
/// Every secret file holds it. Telegram's tokens look like this.
const SECRET: &str = "4242:test-TOKEN_0123456789abcdef0123456789";
const WRONG: &str = "4242:test-TOKEN_fedcba9876543210fedcba9876";
const PATIENCE: Duration = Duration::from_secs(60);

/// What is known of a service by example.
struct Example {
    /// The id of an account.
    account: String,
    /// What the service answers, by the end of the path.
    answers: Vec<(String, Value)>,
    /// Where a card is sent, and where in it the account is.
    told_path: String,
    told_account: String,
    authorization: Option<String>,
    /// What the service sends when the person denies. `{name}`, `{ticket}`, `{account}`, `{now}`, and `{/pointer}` into the
    /// card are filled in. A text is sent as it is, all else as JSON.
    deny: Value,
}

impl Example {
    fn of(spec: &ChannelSpec) -> Example {
        let file = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join(format!("../../tests/channel_specs/{}.json", spec.name));
        let text = std::fs::read_to_string(&file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
        let shown = file.display();
        let value: Value = serde_json::from_str(&text.replace("{secret}", SECRET))
            .unwrap_or_else(|e| panic!("{shown}: {e}"));
        let text = |at: &str| value.pointer(at).and_then(Value::as_str).map(str::to_owned);
        let needed =
            |at: &str| text(at).unwrap_or_else(|| panic!("{shown}: `{at}` is missing, or is not a text"));
        let answers = value["answers"]
            .as_object()
            .unwrap_or_else(|| panic!("{shown}: `answers` is missing, or is not an object"));
        Example {
            account: needed("/account"),
            answers: answers.iter().map(|(path, answer)| (path.clone(), answer.clone())).collect(),
            told_path: needed("/told/path"),
            told_account: needed("/told/account"),
            authorization: text("/told/authorization"),
            deny: value["deny"].clone(),
        }
    }

    fn denial(&self, name: &str, ticket: &str, card: &Value) -> String {
        let mut text = self.deny.as_str().map_or_else(|| self.deny.to_string(), str::to_owned);
        for (hole, filled) in [("{name}", name), ("{ticket}", ticket), ("{account}", &self.account)] {
            text = text.replace(hole, filled);
        }
        text = text.replace("\"{now}\"", &seconds().to_string());
        while let Some((before, rest)) = text.split_once("{/") {
            let (pointer, after) = rest.split_once('}').unwrap();
            text =
                format!("{before}{}{after}", card.pointer(&format!("/{pointer}")).unwrap().as_str().unwrap());
        }
        text
    }
}

fn key_of(secret: &str) -> SigningKey {
    let mut bytes = [0; 32];
    bytes.copy_from_slice(&secret.as_bytes()[5..37]);
    SigningKey::from_bytes(&bytes)
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A policy with this channel, all of whose addresses are one, and its only approver.
fn policy(spec: &ChannelSpec, base: &str, account: &str) -> (String, Vec<&'static str>) {
    let mut text = format!("version = 1\n[{}]\n", spec.section);
    let mut files = Vec::new();
    for facts in spec.dialect.facts().keys.iter().map(|key| key.facts()).filter(|facts| !facts.optional) {
        let value = match facts.kind {
            KeyKind::Seconds { .. } => continue,
            KeyKind::Secret(_) => {
                files.push(facts.name);
                facts.name.to_owned()
            }
            KeyKind::Address { .. } => format!("{base}/at"),
            KeyKind::Hex(_) => hex(key_of(SECRET).verifying_key().as_bytes()),
        };
        text.push_str(&format!("{} = \"{value}\"\n", facts.name));
    }
    text.push_str(&format!("[[approver]]\nname = \"ada\"\naccounts = [\"{}:{account}\"]\n", spec.name));
    (text, files)
}

/// The service sends this, proved by a secret as its dialect does.
fn sends(gateway: &Gateway, spec: &ChannelSpec, secret: &str, body: &str) -> http::Answer {
    let at = seconds();
    let (path, caller) = (format!("/channels/{}", spec.name), gateway.nobody());
    let caller = match spec.dialect {
        ChannelDialect::Discord => {
            let signature = hex(&key_of(secret).sign(format!("{at}{body}").as_bytes()).to_bytes());
            caller.with("X-Signature-Timestamp", &at.to_string()).with("X-Signature-Ed25519", &signature)
        }
        ChannelDialect::Slack => {
            let signature = format!("v0={}", hmac(secret, &format!("v0:{at}:{body}")));
            caller.with("X-Slack-Request-Timestamp", &at.to_string()).with("X-Slack-Signature", &signature)
        }
        ChannelDialect::Telegram => unreachable!("Herma fetches it"),
        ChannelDialect::Webhook => {
            let signature = format!("v1={}", hmac(secret, &format!("v1:{at}:d1:{body}")));
            let caller = caller.with("X-Herma-Timestamp", &at.to_string()).with("X-Herma-Delivery", "d1");
            caller.with("X-Herma-Signature", &signature)
        }
    };
    caller.open("POST", &path, body).finish()
}

#[test]
fn each_channel_tells_a_person_who_denies() {
    for spec in &CHANNELS {
        tells_and_hears(spec);
    }
}

fn tells_and_hears(spec: &'static ChannelSpec) {
    let name = spec.name;
    let example = Example::of(spec);
    let updates: Arc<Mutex<Vec<Value>>> = Arc::default();
    let (answers, coming) = (example.answers.clone(), Arc::clone(&updates));
    let service = ChatServer::start(move |seen: &Seen| {
        if seen.path.ends_with("/getUpdates") {
            std::thread::sleep(Duration::from_millis(20));
            return (200, json!({"ok": true, "result": std::mem::take(&mut *coming.lock().unwrap())}));
        }
        let known = answers.iter().find(|(path, _)| seen.path.ends_with(path));
        known.map_or((404, Value::Null), |(_, answer)| (200, answer.clone()))
    });
    let (policy, files) = policy(spec, &service.base(), &example.account);
    let secrets: Vec<(&str, &str)> = files.into_iter().map(|file| (file, SECRET)).collect();
    let gateway = Gateway::with_policy(&policy, &secrets);

    let id = gateway.agent("bot").asks(COMMAND);
    let card = service.next(&example.told_path);
    assert!(card.text.contains(COMMAND), "{name}: {}", card.text);
    assert_eq!(example.authorization.as_deref().unwrap_or_default(), card.header("authorization"), "{name}");
    let to = service_account(&service, &example, &card);
    assert!(to == example.account || to == format!("{name}:{}", example.account), "{name}: {to}");

    let request = || gateway.store().request(&id).unwrap();
    let denial = example.denial(name, &request().ticket, &card.body);
    if spec.dialect.facts().proof == Proof::Token {
        updates.lock().unwrap().push(serde_json::from_str(&denial).unwrap());
    } else {
        assert_eq!(sends(&gateway, spec, WRONG, &denial).status, 401, "{name}");
        assert_eq!(request().state, State::Pending, "{name}");
        assert_eq!(sends(&gateway, spec, SECRET, &denial).status, 200, "{name}");
    }
    let (store, start) = (gateway.store(), Instant::now());
    let mut seen = store.wait_for_any(0, Duration::ZERO).unwrap();
    while request().state == State::Pending {
        assert!(start.elapsed() < PATIENCE, "{name}: the denial was not heard");
        seen = store.wait_for_any(seen, PATIENCE).unwrap();
    }
    let decided = request().decided.unwrap();
    assert_eq!((request().state, decided.how.as_str()), (State::Denied, name));
}

/// The account that a card went to: in the card, or in what was sent before it.
fn service_account(service: &ChatServer, example: &Example, card: &Seen) -> String {
    let before = service.left("").into_iter().map(|seen| seen.body);
    let mut bodies = std::iter::once(card.body.clone()).chain(before);
    let found = bodies.find_map(|body| body.pointer(&example.told_account)?.as_str().map(str::to_owned));
    found.unwrap_or_else(|| panic!("no {} in {}", example.told_account, card.text))
}
