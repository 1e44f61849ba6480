//! Chat services on loopback: they check what they are sent as the real ones do, and say what a test has them say.

#![allow(dead_code, reason = "each test file takes what it needs")]

use super::gateway::Gateway;
use super::http::Answer;
use hmac::{Hmac, Mac};
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, SystemTime};

const PATIENCE: Duration = Duration::from_secs(60);

/// What was sent to a service.
#[derive(Debug, Clone)]
pub struct Seen {
    pub method: String,
    pub path: String,
    pub headers: Vec<(String, String)>,
    pub text: String,
    pub body: Value,
}

impl Seen {
    pub fn header(&self, name: &str) -> &str {
        let known = self.headers.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        known.map_or("", |(_, value)| value)
    }
}

type Handler = Arc<dyn Fn(&Seen) -> (u16, Value) + Send + Sync>;

/// A service; everything it is sent arrives at `seen`, after it was answered.
pub struct ChatServer {
    pub port: u16,
    seen: Mutex<(Receiver<Seen>, VecDeque<Seen>)>,
}

impl ChatServer {
    pub fn start(handler: impl Fn(&Seen) -> (u16, Value) + Send + Sync + 'static) -> ChatServer {
        ChatServer::on(TcpListener::bind("127.0.0.1:0").unwrap(), handler)
    }

    pub fn on(
        listener: TcpListener,
        handler: impl Fn(&Seen) -> (u16, Value) + Send + Sync + 'static,
    ) -> ChatServer {
        let port = listener.local_addr().unwrap().port();
        let (send, seen) = channel();
        let handler: Handler = Arc::new(handler);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (handler, send) = (Arc::clone(&handler), send.clone());
                std::thread::spawn(move || serve(stream, &handler, &send));
            }
        });
        ChatServer { port, seen: Mutex::new((seen, VecDeque::new())) }
    }

    pub fn base(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// The next thing whose path ends like this; what came in between stays for later.
    pub fn next(&self, ending: &str) -> Seen {
        let mut seen = self.seen.lock().unwrap();
        let (coming, kept) = &mut *seen;
        if let Some(at) = kept.iter().position(|one| one.path.ends_with(ending)) {
            return kept.remove(at).unwrap();
        }
        loop {
            let one = coming
                .recv_timeout(PATIENCE)
                .unwrap_or_else(|e| panic!("no {ending}: {e}; there were {kept:?}"));
            if one.path.ends_with(ending) {
                return one;
            }
            kept.push_back(one);
        }
    }

    /// What has come so far and nobody has looked at.
    pub fn left(&self, ending: &str) -> Vec<Seen> {
        let mut seen = self.seen.lock().unwrap();
        let (coming, kept) = &mut *seen;
        kept.extend(coming.try_iter());
        kept.iter().filter(|one| one.path.ends_with(ending)).cloned().collect()
    }
}

fn serve(stream: TcpStream, handler: &Handler, send: &Sender<Seen>) {
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let mut writer = stream;
    while let Some(seen) = read(&mut reader) {
        let (status, body) = handler(&seen);
        let body = body.to_string();
        let head = format!(
            "HTTP/1.1 {status} Said\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
            body.len()
        );
        if writer.write_all(format!("{head}{body}").as_bytes()).is_err() {
            return;
        }
        let _ = send.send(seen);
    }
}

fn read(reader: &mut BufReader<TcpStream>) -> Option<Seen> {
    let mut line = String::new();
    reader.read_line(&mut line).ok().filter(|n| *n > 0)?;
    let mut words = line.split(' ');
    let (method, path) = (words.next()?.to_owned(), words.next()?.to_owned());
    let mut headers = Vec::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok().filter(|n| *n > 0)?;
        match line.trim_end().split_once(':') {
            Some((name, value)) => headers.push((name.to_owned(), value.trim().to_owned())),
            None => break,
        }
    }
    let length = headers.iter().find(|(name, _)| name.eq_ignore_ascii_case("content-length"));
    let mut body = vec![0; length.map_or(0, |(_, value)| value.parse().unwrap())];
    reader.read_exact(&mut body).ok()?;
    let text = String::from_utf8(body).unwrap();
    let body = serde_json::from_str(&text).unwrap_or_default();
    Some(Seen { method, path, headers, text, body })
}

pub fn hmac(key: &str, text: &str) -> String {
    let mut mac = Hmac::<sha2::Sha256>::new_from_slice(key.as_bytes()).unwrap();
    mac.update(text.as_bytes());
    mac.finalize().into_bytes().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// An answer to a webhook's card, signed now.
pub fn webhook_sends(gateway: &Gateway, secret: &str, delivery: &str, body: &Value) -> Answer {
    webhook_sends_at(gateway, secret, seconds(), delivery, body)
}

pub fn webhook_sends_at(gateway: &Gateway, secret: &str, at: i64, delivery: &str, body: &Value) -> Answer {
    let body = body.to_string();
    let signature = format!("v1={}", hmac(secret, &format!("v1:{at}:{delivery}:{body}")));
    let caller =
        gateway.nobody().with("X-Herma-Timestamp", &at.to_string()).with("X-Herma-Signature", &signature);
    caller.with("X-Herma-Delivery", delivery).open("POST", "/channels/webhook", &body).finish()
}

pub fn seconds() -> i64 {
    i64::try_from(SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap().as_secs()).unwrap()
}

/// Telegram's Bot API, as far as a bot like ours meets it.
pub struct Telegram {
    pub server: ChatServer,
    /// How many messages the test has looked at: they are numbered as they come.
    looked: AtomicI64,
    state: Arc<(Mutex<TelegramState>, Condvar)>,
}

#[derive(Default)]
struct TelegramState {
    updates: Vec<Value>,
    next: i64,
    messages: i64,
}

pub const TOKEN: &str = "4242:test-TOKEN_x";

impl Telegram {
    pub fn start() -> Telegram {
        Telegram::on(TcpListener::bind("127.0.0.1:0").unwrap())
    }

    pub fn on(listener: TcpListener) -> Telegram {
        let state: Arc<(Mutex<TelegramState>, Condvar)> = Arc::default();
        state.0.lock().unwrap().next = 100;
        let own = Arc::clone(&state);
        Telegram {
            server: ChatServer::on(listener, move |seen| telegram(&own, seen)),
            looked: AtomicI64::new(0),
            state,
        }
    }

    /// Something happens in a chat; gives its number.
    pub fn push(&self, mut update: Value) -> i64 {
        let mut state = self.state.0.lock().unwrap();
        state.next += 1;
        let id = state.next;
        update["update_id"] = json!(id);
        state.updates.push(update);
        self.state.1.notify_all();
        id
    }

    /// Somebody types something in their own chat with the bot.
    pub fn types(&self, from: i64, text: &str) {
        self.push(message(from, text));
    }

    /// Somebody presses a button of a card; gives what they are told.
    pub fn presses(&self, from: i64, card: &Sent, data: &str) -> String {
        let query = json!({"id": "q", "from": person(from), "data": data,
            "message": {"message_id": card.id, "date": seconds(), "chat": {"id": card.chat, "type": "private"}}});
        self.asks(json!({"callback_query": query}))
    }

    pub fn asks(&self, update: Value) -> String {
        self.push(update);
        self.server.next("/answerCallbackQuery").body["text"].as_str().unwrap().to_owned()
    }

    /// The next card or line that is sent.
    pub fn sent(&self) -> Sent {
        let body = self.server.next("/sendMessage").body;
        let buttons = body["reply_markup"]["inline_keyboard"].as_array().into_iter().flatten();
        let buttons = buttons.flat_map(|row| row.as_array().unwrap()).map(|one| {
            (one["text"].as_str().unwrap().to_owned(), one["callback_data"].as_str().unwrap().to_owned())
        });
        Sent {
            id: self.looked.fetch_add(1, Ordering::Relaxed) + 1,
            chat: body["chat_id"].as_str().unwrap().parse().unwrap(),
            text: body["text"].as_str().unwrap().to_owned(),
            buttons: buttons.collect(),
        }
    }
}

/// A message as it was sent.
#[derive(Debug, Clone)]
pub struct Sent {
    pub id: i64,
    pub chat: i64,
    pub text: String,
    pub buttons: Vec<(String, String)>,
}

impl Sent {
    pub fn button(&self, label: &str) -> &str {
        let found = self.buttons.iter().find(|(known, _)| known == label);
        &found.unwrap_or_else(|| panic!("no {label}: {self:?}")).1
    }

    pub fn labels(&self) -> Vec<&str> {
        self.buttons.iter().map(|(label, _)| label.as_str()).collect()
    }
}

pub fn person(id: i64) -> Value {
    json!({"id": id, "is_bot": false, "first_name": "Ada"})
}

pub fn message(from: i64, text: &str) -> Value {
    json!({"message": {"message_id": 9000, "from": person(from), "chat": {"id": from, "type": "private"},
                       "date": seconds(), "text": text}})
}

fn telegram(state: &(Mutex<TelegramState>, Condvar), seen: &Seen) -> (u16, Value) {
    let Some(method) = seen.path.strip_prefix(&format!("/bot{TOKEN}/")) else {
        return (401, json!({"ok": false, "error_code": 401, "description": "Unauthorized"}));
    };
    let ok = |result: Value| (200, json!({"ok": true, "result": result}));
    let bad = |why: String| {
        (400, json!({"ok": false, "error_code": 400, "description": format!("Bad Request: {why}")}))
    };
    match method {
        "deleteWebhook" | "setWebhook" | "answerCallbackQuery" => ok(json!(true)),
        "getUpdates" => {
            assert_eq!(seen.body["allowed_updates"], json!(["message", "callback_query"]));
            let offset = seen.body["offset"].as_i64().unwrap();
            let wait = Duration::from_secs(seen.body["timeout"].as_u64().unwrap());
            let fits = |one: &Value| one["update_id"].as_i64().unwrap() >= offset;
            let held = state.0.lock().unwrap();
            let (held, _) =
                state.1.wait_timeout_while(held, wait, |held| !held.updates.iter().any(fits)).unwrap();
            ok(held.updates.iter().filter(|one| fits(one)).cloned().collect())
        }
        "sendMessage" | "editMessageText" => {
            if let Err(why) = check(&seen.body) {
                return bad(why);
            }
            let mut state = state.0.lock().unwrap();
            let id = match seen.body["message_id"].as_i64() {
                Some(id) => id,
                None => {
                    state.messages += 1;
                    state.messages
                }
            };
            ok(json!({"message_id": id, "date": seconds()}))
        }
        _ => (404, json!({"ok": false, "error_code": 404, "description": "Not Found"})),
    }
}

/// As Telegram does: its limits, and markup that it can read.
fn check(body: &Value) -> Result<(), String> {
    let text = body["text"].as_str().ok_or("message text is empty")?;
    let mut plain = text.to_owned();
    if body["parse_mode"] == "HTML" {
        plain = strip(text)?;
    }
    if plain.encode_utf16().count() > 4096 {
        return Err("message is too long".to_owned());
    }
    for row in body["reply_markup"]["inline_keyboard"].as_array().into_iter().flatten() {
        for one in row.as_array().unwrap() {
            if one["callback_data"].as_str().is_none_or(|data| data.is_empty() || data.len() > 64) {
                return Err("BUTTON_DATA_INVALID".to_owned());
            }
        }
    }
    Ok(())
}

fn strip(text: &str) -> Result<String, String> {
    let (mut out, mut open, mut rest) = (String::new(), Vec::new(), text);
    while let Some(at) = rest.find(['<', '&', '>']) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        if let Some((entity, c)) =
            [("&lt;", '<'), ("&gt;", '>'), ("&amp;", '&')].iter().find(|(e, _)| rest.starts_with(e))
        {
            out.push(*c);
            rest = &rest[entity.len()..];
            continue;
        }
        let end = rest.find('>').ok_or("can't parse entities")?;
        let tag = &rest[1..end];
        match tag.strip_prefix('/') {
            Some(name) if open.pop() == Some(name) => {}
            None if ["b", "pre", "blockquote"].contains(&tag) => open.push(tag),
            _ => return Err(format!("can't parse entities: unsupported tag {tag:?}")),
        }
        rest = &rest[end + 1..];
    }
    out.push_str(rest);
    if open.is_empty() { Ok(out) } else { Err("can't parse entities: unclosed".to_owned()) }
}
