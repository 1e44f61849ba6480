//! What services send to us: Telegram's webhook, Slack, Discord and a webhook of one's own, each with its own proof.

use crate::support::chat_server;
use crate::support::gateway;
use crate::support::http;

use chat_server::{ChatServer, Seen, TOKEN, Telegram, hmac, message, seconds, webhook_sends_at};
use ed25519_dalek::{Signer, SigningKey};
use gateway::Gateway;
use herma_store::{State, Store};
use serde_json::{Value, json};

const MEDIUM: &str = "git push origin main";
const CRITICAL: &str = "rm -rf /home/dev/photos";
const ADA: i64 = 111;

/// A gateway whose Telegram is this one, and whose approver there is Ada.
fn with_telegram(base: &str, more: &str) -> Gateway {
    let policy = format!(
        "version = 1\n[channel.telegram]\ntoken_file = \"bot.token\"\nbase_url = \"{base}\"\n{more}\n\
         [[approver]]\nname = \"ada\"\naccounts = [\"telegram:{ADA}\"]\n"
    );
    Gateway::with_policy(&policy, &[("bot.token", TOKEN)])
}

fn state(gateway: &Gateway, id: &str) -> State {
    gateway.store().request(id).unwrap().state
}

fn ticket(gateway: &Gateway, id: &str) -> String {
    gateway.store().request(id).unwrap().ticket
}

#[test]
fn t53_t56_telegram_by_webhook_proves_itself_and_says_nothing_twice() {
    let telegram = Telegram::start();
    let gateway = with_telegram(&telegram.server.base(), "webhook_url = \"https://herma.example.org\"");
    let hook = telegram.server.next("/setWebhook").body;
    assert_eq!(hook["url"], "https://herma.example.org/channels/telegram");
    let secret = hook["secret_token"].as_str().unwrap().to_owned();
    let id = gateway.agent("bot").asks(MEDIUM);
    telegram.sent();
    let mut update = message(ADA, &format!("/deny {}", ticket(&gateway, &id)));
    update["update_id"] = json!(7);
    for wrong in [None, Some(""), Some("x"), Some(&secret[1..])] {
        let caller = wrong
            .map_or(gateway.nobody(), |text| gateway.nobody().with("X-Telegram-Bot-Api-Secret-Token", text));
        assert_eq!(caller.post("/channels/telegram", &update).status, 401);
    }
    let page = gateway
        .nobody()
        .with("X-Telegram-Bot-Api-Secret-Token", &secret)
        .with("Origin", "https://evil.example");
    assert_eq!(page.post("/channels/telegram", &update).status, 403, "a page in a browser (T53)");
    assert_eq!(state(&gateway, &id), State::Pending);
    let genuine = gateway.nobody().with("X-Telegram-Bot-Api-Secret-Token", &secret);
    let mut bare = message(ADA, "/pending");
    bare["update_id"] = json!(6);
    assert_eq!(genuine.post("/channels/telegram", &bare).status, 200);
    assert!(telegram.sent().text.contains(&ticket(&gateway, &id)));
    assert_eq!(genuine.post("/channels/telegram", &bare).status, 200, "again");
    assert_eq!(genuine.post("/channels/telegram", &update).status, 200);
    assert!(telegram.sent().text.contains("denied by ada"), "the repeated one was not answered");
    assert_eq!(state(&gateway, &id), State::Denied);
    assert_eq!(gateway.nobody().post("/channels/slack", &json!({})).status, 404, "not set up");
    // One that was held up on its way counts, behind later ones; and once.
    let id = gateway.agent("bot").asks("git push origin master");
    telegram.sent();
    let say = |number: i64, text: &str| {
        let mut update = message(ADA, text);
        update["update_id"] = json!(number);
        assert_eq!(genuine.post("/channels/telegram", &update).status, 200);
    };
    say(9, "/pending");
    assert!(telegram.sent().text.contains(&ticket(&gateway, &id)));
    let no = format!("/deny {}", ticket(&gateway, &id));
    say(8, &no);
    assert!(telegram.sent().text.contains("denied by ada"));
    for number in [6, 7, 8, 9] {
        say(number, "/pending");
    }
    say(10, "/help");
    assert!(telegram.sent().text.contains("/approve ID NN"), "none of those was answered again");
}

fn encoded(fields: &[(&str, &str)]) -> String {
    let escape = |text: &str| text.bytes().map(|b| format!("%{b:02X}")).collect::<String>();
    fields.iter().map(|(name, value)| format!("{name}={}", escape(value))).collect::<Vec<_>>().join("&")
}

fn slack_sends(gateway: &Gateway, secret: &str, at: i64, body: &str) -> http::Answer {
    let signature = format!("v0={}", hmac(secret, &format!("v0:{at}:{body}")));
    let caller = gateway
        .nobody()
        .with("X-Slack-Request-Timestamp", &at.to_string())
        .with("X-Slack-Signature", &signature);
    caller.open("POST", "/channels/slack", body).finish()
}

#[test]
fn t09_t19_t56_slack_blocks_buttons_commands_and_signatures() {
    let slack = ChatServer::start(|seen: &Seen| {
        assert_eq!(seen.header("authorization"), "Bearer xoxb-test");
        (200, json!({"ok": true, "channel": "D1", "ts": "171.5"}))
    });
    let policy = format!(
        "version = 1\n[channel.slack]\ntoken_file = \"t\"\nsigning_secret_file = \"s\"\nbase_url = \"{}\"\n\
         [[approver]]\nname = \"ada\"\naccounts = [\"slack:U0ADA\"]\n",
        slack.base()
    );
    let gateway = Gateway::with_policy(&policy, &[("t", "xoxb-test"), ("s", "shhh")]);
    let agent = gateway.agent("bot");
    let id = agent.asks("git push origin main # <!channel> *bold*");
    let card = slack.next("/chat.postMessage").body;
    assert_eq!(card["channel"], "U0ADA");
    let blocks = card["blocks"].as_array().unwrap();
    let code = blocks.iter().find(|one| one["elements"][0]["type"] == "rich_text_preformatted").unwrap();
    assert_eq!(
        code["elements"][0]["elements"][0],
        json!({"type": "text", "text": "git push origin main # <!channel> *bold*"})
    );
    assert!(blocks.iter().all(|one| one["text"]["type"] != "mrkdwn"), "{card}");
    assert!(!card["text"].as_str().unwrap().contains("push"), "nothing of it in a notification");
    let buttons = blocks.last().unwrap()["elements"].as_array().unwrap();
    let yes = buttons[0]["value"].as_str().unwrap();
    let press = |user: &str, ts: &str| {
        let payload = json!({"type": "block_actions", "user": {"id": user}, "actions": [{"value": yes}],
            "container": {"channel_id": "D1", "message_ts": ts}});
        encoded(&[("payload", &payload.to_string())])
    };
    let (own, now) = (press("U0ADA", "171.5"), seconds());
    assert_eq!(slack_sends(&gateway, "wrong", now, &own).status, 401);
    assert_eq!(slack_sends(&gateway, "shhh", now - 301, &own).status, 401, "old");
    assert_eq!(slack_sends(&gateway, "shhh", now + 330, &own).status, 401, "from the future");
    assert_eq!(gateway.nobody().open("POST", "/channels/slack", &own).finish().status, 401);
    assert_eq!(slack_sends(&gateway, "shhh", now, &press("U0EVE", "171.5")).status, 200);
    assert!(slack.next("/chat.postMessage").body.to_string().contains("not an approver"));
    assert_eq!(slack_sends(&gateway, "shhh", now, &press("U0ADA", "999.9")).status, 200);
    assert!(slack.next("/chat.postMessage").body.to_string().contains("out of date"));
    assert_eq!(state(&gateway, &id), State::Pending);
    assert_eq!(slack_sends(&gateway, "shhh", now, &own).status, 200);
    assert_eq!(slack_sends(&gateway, "shhh", now, &own).status, 409, "replayed");
    assert_eq!(state(&gateway, &id), State::Approved);
    let updated = slack.next("/chat.update").body;
    assert_eq!((updated["channel"].as_str(), updated["ts"].as_str()), (Some("D1"), Some("171.5")));
    assert!(updated.to_string().contains("by ada (slack)"), "{updated}");
    // What is critical takes a command with the digits.
    let id = agent.asks(CRITICAL);
    let card = loop {
        let sent = slack.next("/chat.postMessage").body;
        if sent.to_string().contains(CRITICAL) {
            break sent;
        }
    };
    let request = gateway.store().request(&id).unwrap();
    assert!(card.to_string().contains(&format!("/approve {} {}", request.ticket, request.digits)), "{card}");
    let text = format!("{} {}", request.ticket, request.digits);
    let command = encoded(&[("command", "/approve"), ("text", &text), ("user_id", "U0EVE")]);
    assert!(slack_sends(&gateway, "shhh", seconds(), &command).body.contains("not an approver"));
    let command = encoded(&[("command", "/approve"), ("text", &text), ("user_id", "U0ADA")]);
    assert!(slack_sends(&gateway, "shhh", seconds(), &command).body.contains("approved by ada"));
    assert_eq!(state(&gateway, &id), State::Approved);
}

fn slack_event(gateway: &Gateway, secret: &str, retry: &str, body: &Value) -> http::Answer {
    let (at, body) = (seconds(), body.to_string());
    let signature = format!("v0={}", hmac(secret, &format!("v0:{at}:{body}")));
    let caller = gateway
        .nobody()
        .with("Content-Type", "application/json")
        .with("X-Slack-Request-Timestamp", &at.to_string())
        .with("X-Slack-Retry-Num", retry)
        .with("X-Slack-Signature", &signature);
    caller.open("POST", "/channels/slack", &body).finish()
}

/// What somebody types to the app, as Slack tells it.
fn typed(event: &str, user: &str, text: &str) -> Value {
    let ts = format!("{}.000200", seconds());
    json!({"type": "event_callback", "event_id": event, "team_id": "T1", "api_app_id": "A1", "event_time": seconds(),
           "event": {"type": "message", "channel": "D1", "channel_type": "im", "user": user, "text": text, "ts": ts,
                     "event_ts": ts, "client_msg_id": event}})
}

#[test]
fn t30_t33_t56_slack_what_is_typed_to_the_app() {
    let slack = ChatServer::start(|seen: &Seen| match seen.path.as_str() {
        "/chat.postMessage" | "/chat.update" => {
            (200, json!({"ok": true, "channel": "D1", "ts": format!("{}.000100", seconds())}))
        }
        _ => (404, json!({"ok": false, "error": "unknown_method"})),
    });
    let policy = format!(
        "version = 1\n[channel.slack]\ntoken_file = \"t\"\nsigning_secret_file = \"s\"\nbase_url = \"{}\"\n\
         [crisis]\nlocale = \"en-US\"\n[[approver]]\nname = \"ada\"\naccounts = [\"slack:U0ADA\"]\n",
        slack.base()
    );
    let gateway = Gateway::with_policy(&policy, &[("t", "xoxb-test"), ("s", "shhh")]);
    let challenge = json!({"type": "url_verification", "token": "x", "challenge": "3eZbrw1aB"});
    assert_eq!(slack_event(&gateway, "wrong", "0", &challenge).status, 401);
    assert_eq!(slack_event(&gateway, "shhh", "0", &challenge).json(), json!({"challenge": "3eZbrw1aB"}));

    let agent = gateway.agent("bot");
    let id = agent.asks(CRITICAL);
    slack.next("/chat.postMessage");
    let request = gateway.store().request(&id).unwrap();
    let yes = format!("approve {} {}", request.ticket, request.digits);
    let say = |event: &str, user: &str, text: &str| {
        assert_eq!(slack_event(&gateway, "shhh", "0", &typed(event, user, text)).status, 200);
    };
    assert_eq!(slack_event(&gateway, "wrong", "0", &typed("E0", "U0ADA", &yes)).status, 401);
    // None of these is Ada's own word, in her own conversation with the app.
    for (number, (name, value)) in [
        ("subtype", json!("message_changed")),
        ("subtype", json!("bot_message")),
        ("bot_id", json!("B1")),
        ("edited", json!({"user": "U0ADA", "ts": "1.0"})),
        ("attachments", json!([{"is_share": true}])),
        ("channel_type", json!("channel")),
        ("channel_type", json!("mpim")),
        ("type", json!("app_mention")),
        ("user", json!("U0EVE")),
    ]
    .into_iter()
    .enumerate()
    {
        let mut event = typed(&format!("F{number}"), "U0ADA", &yes);
        event["event"][name] = value;
        assert_eq!(slack_event(&gateway, "shhh", "0", &event).status, 200, "{name}");
    }
    say("G1", "U0ADA", "yes, approve it");
    assert_eq!(state(&gateway, &id), State::Pending);
    // A stranger who asks is told who they are.
    say("G2", "U0EVE", "/help");
    assert!(slack.next("/chat.postMessage").body.to_string().contains("slack:U0EVE"));
    say("G3", "U0ADA", &format!("approve {}", request.ticket));
    assert!(slack.next("/chat.postMessage").body.to_string().contains("needs the two digits"));
    say("G4", "U0ADA", &yes);
    assert_eq!(state(&gateway, &id), State::Approved);
    assert!(slack.next("/chat.postMessage").body.to_string().contains("approved by ada"));

    // Slack sends what it got no answer to again: it counts once. Two wait, and none is taken for the other.
    let (one, two) = (agent.asks(MEDIUM), agent.asks("git push origin dev --force"));
    slack.next("/chat.postMessage");
    slack.next("/chat.postMessage");
    say("H1", "U0ADA", "/deny");
    let listed = slack.next("/chat.postMessage").body.to_string();
    assert!(listed.contains("More than one waits") && listed.contains(&ticket(&gateway, &one)), "{listed}");
    let no = typed("H2", "U0ADA", &format!("deny {} 1 &lt; 2 &amp; so on", ticket(&gateway, &one)));
    for retry in ["0", "1", "2"] {
        assert_eq!(slack_event(&gateway, "shhh", retry, &no).status, 200);
    }
    assert!(slack.next("/chat.postMessage").body.to_string().contains("denied by ada"));
    let decided = gateway.store().request(&one).unwrap().decided.unwrap();
    assert_eq!(decided.reason.as_deref(), Some("1 < 2 & so on"));
    say("H3", "U0ADA", "pending");
    let listed = slack.next("/chat.postMessage").body.to_string();
    assert!(listed.contains(&ticket(&gateway, &two)), "the repeated no was answered once: {listed}");
    // Whoever writes of their own need gets the card, approver or not, at once.
    for (event, user) in [("I1", "U0ADA"), ("I2", "U0EVE")] {
        say(event, user, "I want to kill myself.");
        let card = slack.next("/chat.postMessage").body;
        assert!(card["channel"] == user && card.to_string().contains("988"), "{card}");
    }
}

fn discord_sends(gateway: &Gateway, key: &SigningKey, at: i64, body: &Value) -> http::Answer {
    let body = body.to_string();
    let signature = key.sign(format!("{at}{body}").as_bytes()).to_bytes();
    let signature: String = signature.iter().map(|byte| format!("{byte:02x}")).collect();
    let caller = gateway
        .nobody()
        .with("X-Signature-Timestamp", &at.to_string())
        .with("X-Signature-Ed25519", &signature);
    caller.open("POST", "/channels/discord", &body).finish()
}

#[test]
fn t09_t33_t56_discord_buttons_commands_and_signatures() {
    let discord = ChatServer::start(|seen: &Seen| {
        assert_eq!(seen.header("authorization"), "Bot tok");
        let made = match (seen.method.as_str(), seen.path.as_str()) {
            ("GET", "/applications/@me") => json!({"id": "77"}),
            ("PUT", "/applications/77/commands") => json!([]),
            ("POST", "/users/@me/channels") => json!({"id": "500"}),
            ("POST", "/channels/500/messages") => json!({"id": "9001"}),
            ("PATCH", "/channels/500/messages/9001") => json!({}),
            _ => return (404, json!({"message": "404: Not Found"})),
        };
        let content = seen.body["content"].as_str().unwrap_or("");
        if content.chars().count() > 2000 {
            return (400, json!({"message": "Invalid Form Body"}));
        }
        (200, made)
    });
    let (key, other) = (SigningKey::from_bytes(&[7; 32]), SigningKey::from_bytes(&[8; 32]));
    let public: String = key.verifying_key().to_bytes().iter().map(|byte| format!("{byte:02x}")).collect();
    let policy = format!(
        "version = 1\n[channel.discord]\ntoken_file = \"t\"\npublic_key = \"{public}\"\nbase_url = \"{}\"\n\
         [[approver]]\nname = \"ada\"\naccounts = [\"discord:8035\"]\n",
        discord.base()
    );
    let gateway = Gateway::with_policy(&policy, &[("t", "tok")]);
    let commands = discord.next("/commands").body;
    let names: Vec<&str> =
        commands.as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["approve", "deny", "answer", "pending"], "registered by itself");
    let agent = gateway.agent("bot");
    let id = agent.asks(MEDIUM);
    assert_eq!(discord.next("/users/@me/channels").body["recipient_id"], "8035");
    let card = discord.next("/channels/500/messages").body;
    assert_eq!(card["allowed_mentions"], json!({"parse": []}));
    assert!(card["content"].as_str().unwrap().contains(&format!("```\n{MEDIUM}\n```")), "{card}");
    let yes = card["components"][0]["components"][0]["custom_id"].as_str().unwrap();
    let press = |number: &str, user: &str| {
        json!({"id": number, "type": 3, "channel_id": "500", "user": {"id": user},
               "message": {"id": "9001"}, "data": {"custom_id": yes}})
    };
    let now = seconds();
    assert_eq!(discord_sends(&gateway, &key, now, &json!({"type": 1})).json(), json!({"type": 1}));
    assert_eq!(discord_sends(&gateway, &other, now, &json!({"type": 1})).status, 401);
    assert_eq!(discord_sends(&gateway, &other, now, &press("1", "8035")).status, 401);
    assert_eq!(discord_sends(&gateway, &key, now - 301, &press("2", "8035")).status, 401, "old");
    assert!(discord_sends(&gateway, &key, now, &press("3", "666")).body.contains("not an approver"));
    let mut server = press("4", "8035");
    server["guild_id"] = json!("1");
    assert!(discord_sends(&gateway, &key, now, &server).body.contains("decides nothing"));
    let mut bot = press("5", "8035");
    bot["user"]["bot"] = json!(true);
    assert!(discord_sends(&gateway, &key, now, &bot).body.contains("decides nothing"));
    assert_eq!(state(&gateway, &id), State::Pending);
    assert!(discord_sends(&gateway, &key, now, &press("6", "8035")).body.contains("approved by ada"));
    assert_eq!(discord_sends(&gateway, &key, now, &press("6", "8035")).status, 409, "replayed");
    assert_eq!(state(&gateway, &id), State::Approved);
    let updated = discord.next("/channels/500/messages/9001").body;
    assert!(
        updated["content"].as_str().unwrap().contains("by ada") && updated["components"] == json!([]),
        "{updated}"
    );
    let id = agent.asks(CRITICAL);
    discord.next("/channels/500/messages");
    let request = gateway.store().request(&id).unwrap();
    let command = json!({"id": "7", "type": 2, "user": {"id": "8035"}, "data": {"name": "approve", "options": [
        {"name": "id", "value": request.ticket}, {"name": "digits", "value": request.digits}]}});
    assert!(discord_sends(&gateway, &key, seconds(), &command).body.contains("approved by ada"));
    // Each command of the menu; without an id, when more than one waits, the list.
    let command = |number: &str, name: &str, options: &[(&str, &str)]| {
        let options: Vec<Value> =
            options.iter().map(|(name, value)| json!({"type": 3, "name": name, "value": value})).collect();
        let body = json!({"id": number, "type": 2, "channel_id": "500", "user": {"id": "8035"},
            "data": {"id": "1", "type": 1, "name": name, "options": options}});
        discord_sends(&gateway, &key, seconds(), &body).json()["data"]["content"].as_str().unwrap().to_owned()
    };
    let (one, two) = (agent.asks("git push origin master"), agent.asks("rm -rf /home/dev/mail"));
    discord.next("/channels/500/messages");
    discord.next("/channels/500/messages");
    let listed = command("20", "pending", &[]);
    for id in [&one, &two] {
        assert!(listed.contains(&ticket(&gateway, id)), "{listed}");
    }
    let (first, second) = (gateway.store().request(&one).unwrap(), gateway.store().request(&two).unwrap());
    for (number, name) in [("21", "approve"), ("22", "deny")] {
        assert!(command(number, name, &[]).contains("More than one waits"));
    }
    assert!(command("23", "approve", &[("id", &second.ticket)]).contains("two digits"));
    assert_eq!((state(&gateway, &one), state(&gateway, &two)), (State::Pending, State::Pending));
    let yes = [("id", second.ticket.as_str()), ("digits", &second.digits), ("scope", "session")];
    assert!(command("24", "approve", &yes).contains("approved by ada"));
    assert_eq!(gateway.store().request(&two).unwrap().decided.unwrap().scope.unwrap().as_str(), "session");
    let no = [("id", first.ticket.as_str()), ("reason", "main is frozen")];
    assert!(command("25", "deny", &no).contains("denied by ada"));
    assert_eq!(
        gateway.store().request(&one).unwrap().decided.unwrap().reason.as_deref(),
        Some("main is frozen")
    );
    assert!(command("26", "pending", &[]).contains("Nothing waits"));
    // Code that would end its own block is not shown there.
    agent.asks("git push origin main # ``` @everyone");
    let card = discord.next("/channels/500/messages").body;
    assert!(!card["content"].as_str().unwrap().contains("everyone"), "{card}");
    assert_eq!(card["components"][0]["components"].as_array().unwrap().len(), 1);
}

#[test]
fn t56_webhooks_are_signed_dated_and_good_once() {
    let hook = ChatServer::start(|_: &Seen| (200, json!({})));
    let policy = format!(
        "version = 1\n[channel.webhook]\nurl = \"{}/in\"\nsecret_file = \"s\"\n\
         [[approver]]\nname = \"ada\"\naccounts = [\"webhook:pager\"]\n",
        hook.base()
    );
    let gateway = Gateway::with_policy(&policy, &[("s", "hushhushhushhushhushhushhushhush")]);
    let id = gateway.agent("bot").asks(CRITICAL);
    let seen = hook.next("/in");
    let signed =
        format!("v1:{}:{}:{}", seen.header("x-herma-timestamp"), seen.header("x-herma-delivery"), seen.text);
    assert_eq!(
        seen.header("x-herma-signature"),
        format!("v1={}", hmac("hushhushhushhushhushhushhushhush", &signed))
    );
    let card = seen.body;
    assert_eq!((card["id"].as_str(), card["account"].as_str()), (Some(id.as_str()), Some("webhook:pager")));
    assert!(card["text"].as_str().unwrap().contains(CRITICAL), "{card}");
    let digits = gateway.store().request(&id).unwrap().digits;
    let answer = json!({"account": "webhook:pager", "id": id, "nonce": card["nonce"], "digest": card["digest"],
                        "answer": "approve", "digits": digits});
    let now = seconds();
    assert_eq!(webhook_sends_at(&gateway, "wrong", now, "d1", &answer).status, 401);
    assert_eq!(
        webhook_sends_at(&gateway, "hushhushhushhushhushhushhushhush", now - 301, "d2", &answer).status,
        401
    );
    for (name, value, told) in [
        ("account", json!("webhook:other"), "not an approver"),
        ("nonce", json!("0000000000000000"), "out of date"),
        ("digest", json!("000000000000"), "out of date"),
        ("digits", Value::Null, "two digits"),
    ] {
        let mut wrong = answer.clone();
        wrong[name] = value;
        let answer = webhook_sends_at(&gateway, "hushhushhushhushhushhushhushhush", now, name, &wrong).json();
        assert!(answer["text"].as_str().unwrap().contains(told), "{name}: {answer}");
        assert_eq!(answer["state"], "pending", "{name}");
    }
    let mut more = answer.clone();
    more["force"] = json!(true);
    assert_eq!(webhook_sends_at(&gateway, "hushhushhushhushhushhushhushhush", now, "d3", &more).status, 400);
    let mut chat = answer.clone();
    chat["account"] = json!("unix:0");
    assert_eq!(
        webhook_sends_at(&gateway, "hushhushhushhushhushhushhushhush", now, "d4", &chat).status,
        400,
        "only its own accounts"
    );
    assert_eq!(
        webhook_sends_at(&gateway, "hushhushhushhushhushhushhushhush", now, "d5", &answer).json()["state"],
        "approved"
    );
    assert_eq!(
        webhook_sends_at(&gateway, "hushhushhushhushhushhushhushhush", now, "d5", &answer).status,
        409,
        "replayed"
    );
    let over = hook.next("/in").body;
    assert!(over["type"] == "over" && over["text"].as_str().unwrap().contains("by ada (webhook)"), "{over}");
}
