//! Attacks on the gateway that take more than one request: forged batches, approvers that leave, redirects, a flood.

use crate::support;
use crate::support::chat_server;
use crate::support::gateway;
use crate::support::http;

use chat_server::{ChatServer, Seen, TOKEN, Telegram};
use gateway::{Client, Gateway};
use herma_store::{State, Store};
use http::error;
use serde_json::json;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Stdio};
use support::pty::Terminal;
use support::{HERMA, signal};

const MEDIUM: &str = "git push origin main";
const OTHER: &str = "git push origin master";
const ADA: i64 = 111;

fn with_telegram(telegram: &Telegram, approvers: &str) -> String {
    format!(
        "version = 1\n[channel.telegram]\ntoken_file = \"bot.token\"\nbase_url = \"{}\"\n{approvers}",
        telegram.server.base()
    )
}

const WITH_ADA: &str = "[[approver]]\nname = \"ada\"\naccounts = [\"telegram:111\"]\n";

#[test]
fn t23_a_batch_with_a_forged_member_consumes_none() {
    let telegram = Telegram::start();
    let gateway = Gateway::with_policy(&with_telegram(&telegram, WITH_ADA), &[("bot.token", TOKEN)]);
    let (agent, person) = (gateway.agent("bot"), gateway.person());
    let (one, two) = (agent.asks(MEDIUM), agent.asks(OTHER));
    let store = gateway.store();
    let (first, second) = (store.request(&one).unwrap(), store.request(&two).unwrap());
    let good = json!({"answer": "approve", "digest": first.digest});
    let forged = json!({"answer": "approve", "digest": first.digest, "request": two});
    // One decision, one request: whatever names more is refused as a whole.
    for body in [
        json!([good, forged]),
        json!({"answer": "approve", "digest": [first.digest, second.digest]}),
        json!({"answer": "approve", "digest": first.digest, "requests": [one, two]}),
        json!({"answer": "approve", "digest": first.digest, "also": two}),
    ] {
        let answer = person.post(&format!("/v1/requests/{one}/decision"), &body);
        assert_eq!(answer.status, 400, "{body}: {answer:?}");
    }
    // Twice the same member: neither counts.
    let double = format!("{{\"answer\":\"deny\",\"answer\":\"approve\",\"digest\":\"{}\"}}", first.digest);
    let answer = person.open("POST", &format!("/v1/requests/{one}/decision"), &double).finish();
    assert_eq!(answer.status, 400, "{answer:?}");
    for path in [format!("{one},{two}"), format!("{one}%20{two}"), format!("{one}/{two}"), "*".to_owned()] {
        let answer = person.post(&format!("/v1/requests/{path}/decision"), &good);
        assert_eq!(answer.status, 404, "{path}: {answer:?}");
    }
    let mut program = support::command(HERMA, gateway.home.parent().unwrap());
    program.args(["deny", &first.ticket, &second.ticket, "--home"]).arg(&gateway.home);
    assert_eq!(support::run(&mut program, b"").code(), Some(2), "the command line takes one");
    let card = telegram.sent();
    telegram.sent();
    telegram.types(ADA, &format!("/approve {} {}", first.ticket, second.ticket));
    assert!(telegram.sent().text.contains("/deny ID"), "help, and nothing else");
    assert_eq!(
        [&one, &two].map(|id| store.request(id).unwrap().state),
        [State::Pending; 2],
        "none of it counted"
    );
    assert!(telegram.presses(ADA, &card, card.button("Approve once")).contains("approved by ada"));
    assert_eq!(store.request(&two).unwrap().state, State::Pending, "one decides one");
}

#[test]
fn t32_an_approver_removed_between_the_yes_and_the_run_has_said_nothing() {
    let telegram = Telegram::start();
    let gateway = Gateway::with_policy(&with_telegram(&telegram, WITH_ADA), &[("bot.token", TOKEN)]);
    let agent = gateway.agent("bot");
    let id = agent.asks(MEDIUM);
    let card = telegram.sent();
    assert!(telegram.presses(ADA, &card, card.button("This session")).contains("approved by ada"));
    assert_eq!(gateway.store().request(&id).unwrap().state, State::Approved);
    gateway.write(&with_telegram(&telegram, ""), &[]);
    let mut call = Client::call(MEDIUM, "s1");
    call["request"] = json!(id);
    let answer = agent.post("/v1/calls", &call).json();
    assert_ne!(answer["decision"], "allow", "{answer}");
    // Nor does the yes for the session that went with it.
    let again = agent.post("/v1/calls", &Client::call(MEDIUM, "s1")).json();
    assert_ne!(again["decision"], "allow", "{again}");
    let state = gateway.store().request(&id).unwrap().state;
    assert_ne!(state, State::Executed);
    // Named again, by hand as they were taken out: what they had allowed does not come back.
    gateway.write(&with_telegram(&telegram, WITH_ADA), &[]);
    let later = agent.post("/v1/calls", &Client::call(MEDIUM, "s1")).json();
    assert_ne!(later["decision"], "allow", "{later}");
    let live = gateway.store().grants(10).unwrap().into_iter().filter(|one| one.revoked.is_none()).count();
    assert_eq!(live, 0);
}

#[test]
fn t29_an_agent_at_a_terminal_gets_no_link_and_no_tool_of_ours_decides() {
    let gateway = Gateway::start();
    let home = gateway.home.display().to_string();
    let mut terminal = Terminal::new(160, 30);
    let script = format!("{HERMA} up --home {home} >/dev/tty; echo ended $?");
    terminal.start_words(&["env", "CLAUDECODE=1", "sh", "-c", &script].map(Into::into));
    let said = terminal.finish();
    let shown = String::from_utf8_lossy(&terminal.raw).into_owned();
    assert!(!shown.contains("login#") && !said.stdout.contains("login#"), "{shown} {said:?}");
    // What an agent can call of Herma over MCP: nothing of it answers.
    let mut program = support::command(HERMA, gateway.home.parent().unwrap());
    program.args(["mcp", "serve", "--home", &home]);
    let mut client = support::mcp::Client::start(&mut program);
    client.greet();
    let listed = client.ask(2, "tools/list", json!({}));
    let tools = listed["result"]["tools"].as_array().unwrap();
    let mut names: Vec<&str> = tools.iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    names.sort_unstable();
    assert_eq!(names, ["ask_human", "check", "permission_prompt", "request_approval"], "{listed}");
}

#[test]
fn t56_a_redirect_carries_no_card_and_no_token_elsewhere() {
    let elsewhere = TcpListener::bind("127.0.0.1:0").unwrap();
    elsewhere.set_nonblocking(true).unwrap();
    let target = format!("http://{}/stolen", elsewhere.local_addr().unwrap());
    let service = TcpListener::bind("127.0.0.1:0").unwrap();
    let base = format!("http://{}/in", service.local_addr().unwrap());
    let (send, asked) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        for stream in service.incoming().flatten() {
            let mut reader = BufReader::new(stream.try_clone().unwrap());
            let mut line = String::new();
            let mut length = 0;
            while reader.read_line(&mut line).is_ok_and(|read| read > 2) {
                if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
                    length = value.trim().parse().unwrap();
                }
                line.clear();
            }
            let mut body = vec![0; length];
            std::io::Read::read_exact(&mut reader, &mut body).unwrap();
            let answer = format!(
                "HTTP/1.1 307 Elsewhere\r\nLocation: {target}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
            );
            (&stream).write_all(answer.as_bytes()).unwrap();
            let _ = send.send(());
        }
    });
    let policy = format!(
        "version = 1\n[channel.webhook]\nurl = \"{base}\"\nsecret_file = \"s\"\n\
         [[approver]]\nname = \"ada\"\naccounts = [\"webhook:pager\"]\n"
    );
    let gateway = Gateway::with_policy(&policy, &[("s", "hushhushhushhushhushhushhushhush")]);
    gateway.agent("bot").asks(MEDIUM);
    asked.recv_timeout(support::PATIENCE).unwrap();
    // It is said that nobody was told; and by then whoever would have followed had followed.
    gateway.status_saying("channel   webhook: down since 20");
    assert_eq!(elsewhere.accept().map_err(|e| e.kind()).unwrap_err(), std::io::ErrorKind::WouldBlock);
}

#[test]
fn t10_what_is_too_long_for_slack_or_discord_is_denied_there_or_seen_elsewhere() {
    let answer = |seen: &Seen| match seen.path.as_str() {
        "/chat.postMessage" => (200, json!({"ok": true, "channel": "D1", "ts": "171.5"})),
        "/applications/@me" => (200, json!({"id": "77"})),
        "/users/@me/channels" => (200, json!({"id": "500"})),
        _ => (200, json!({"id": "9001"})),
    };
    let (slack, discord) = (ChatServer::start(answer), ChatServer::start(answer));
    let policy = format!(
        "version = 1\n[channel.slack]\ntoken_file = \"t\"\nsigning_secret_file = \"s\"\nbase_url = \"{}\"\n\
         [channel.discord]\ntoken_file = \"t\"\npublic_key = \"{}\"\nbase_url = \"{}\"\n\
         [[approver]]\nname = \"ada\"\naccounts = [\"slack:U0ADA\", \"discord:8035\"]\n",
        slack.base(),
        "5866666666666666666666666666666666666666666666666666666666666666",
        discord.base()
    );
    let gateway = Gateway::with_policy(&policy, &[("t", "tok"), ("s", "shhh")]);
    let long = format!("{MEDIUM} # {}", "x".repeat(3001));
    let id = gateway.agent("bot").asks(&long);
    let card = slack.next("/chat.postMessage").body;
    let text = card.to_string();
    assert!(!text.contains("xxx") && text.contains(&format!("/r/{id}")), "{card}");
    let buttons = card["blocks"].as_array().unwrap().last().unwrap()["elements"].as_array().unwrap().clone();
    assert_eq!(buttons.iter().map(|one| &one["text"]["text"]).collect::<Vec<_>>(), [&json!("Deny")]);
    let card = discord.next("/channels/500/messages").body;
    let text = card["content"].as_str().unwrap();
    assert!(!text.contains("xxx") && text.contains(&format!("/r/{id}")), "{card}");
    let buttons = card["components"][0]["components"].as_array().unwrap();
    assert_eq!(buttons.iter().map(|one| &one["label"]).collect::<Vec<_>>(), [&json!("Deny")]);
}

#[test]
fn t55_the_demos_home_is_nobody_elses() {
    let scratch = support::Scratch::new();
    let mut command = Command::new(HERMA);
    command.args(["up", "--demo", "--listen", "127.0.0.1:0"]).env_clear().env("HOME", scratch.path());
    command.env("TMPDIR", scratch.path()).stdin(Stdio::null()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let first = BufReader::new(child.stdout.take().unwrap()).lines().next().unwrap().unwrap();
    assert!(first.contains("herma is up"), "{first}");
    let homes =
        || std::fs::read_dir(scratch.path()).unwrap().flatten().map(|one| one.path()).collect::<Vec<_>>();
    let [home] = &homes()[..] else { panic!("{:?}", homes()) };
    assert_eq!(std::fs::metadata(home).unwrap().permissions().mode() & 0o777, 0o700);
    signal(child.id(), "TERM");
    child.wait().unwrap();
    assert_eq!(homes(), Vec::<std::path::PathBuf>::new(), "nothing is left of it");
}

/// A hundred thousand wait: put there as nobody could in a test's time, each a copy of a real one.
#[test]
fn t60_with_a_hundred_thousand_waiting_the_approver_still_sees_and_decides() {
    const FLOOD: i64 = 100_000;
    let mut gateway = Gateway::start();
    let id = gateway.agent("bot").asks(MEDIUM);
    gateway.end();
    let base = rusqlite::Connection::open(gateway.home.join("herma.db")).unwrap();
    let mut columns = Vec::new();
    let mut statement = base.prepare("PRAGMA table_xinfo(request)").unwrap();
    let mut rows = statement.query(()).unwrap();
    while let Some(row) = rows.next().unwrap() {
        let (name, hidden): (String, i64) = (row.get(1).unwrap(), row.get(6).unwrap());
        columns.extend((hidden == 0).then_some(name));
    }
    let copied: Vec<String> = columns
        .iter()
        .map(|name| match name.as_str() {
            "id" => "substr(id, 1, 20) || printf('%06d', n)".to_owned(),
            "ticket" => "printf('F%06d', n)".to_owned(),
            "digest" => "printf('sha256:%064d', n)".to_owned(),
            "agent" => "printf('flood%d', n % 100)".to_owned(),
            other => other.to_owned(),
        })
        .collect();
    let sql = format!(
        "WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < {FLOOD})
         INSERT INTO request ({}) SELECT {} FROM request, number WHERE id = '{id}'",
        columns.join(", "),
        copied.join(", ")
    );
    assert_eq!(base.execute(&sql, ()).unwrap(), FLOOD as usize);
    gateway.up();
    let (agent, person) = (gateway.agent("bot"), gateway.person());
    let browser = gateway.logged_in();
    let page = browser.get("/");
    assert_eq!((page.status, page.body.matches("data-row=").count()), (200, 50));
    assert!(page.body.len() < 60_000, "{} bytes", page.body.len());
    let listed = person.get("/v1/requests?state=pending&limit=200").json();
    assert_eq!(listed["requests"].as_array().unwrap().len(), 200);
    assert_eq!(browser.get(&format!("/r/{id}")).status, 200);
    // A new one is asked about, decided and run among all of them.
    let waiting = agent.open("POST", "/v1/calls?wait=60", &Client::call(OTHER, "s1").to_string());
    let new = loop {
        let mine = agent.get("/v1/requests?state=pending").json();
        let found = mine["requests"].as_array().unwrap().iter().find(|one| one["id"] != json!(id)).cloned();
        if let Some(found) = found {
            break found["id"].as_str().unwrap().to_owned();
        }
    };
    assert_eq!(person.approve(&new, "once").status, 200);
    assert_eq!(waiting.finish().json()["decision"], "allow");
    assert_eq!(person.approve(&id, "once").status, 200);
    assert_eq!(gateway.status().code(), Some(0));
}

#[test]
fn t60_one_agent_with_all_its_calls_open_starves_nobody() {
    let gateway = Gateway::start();
    let (greedy, other, person) = (gateway.agent("greedy"), gateway.agent("other"), gateway.person());
    let id = greedy.asks(MEDIUM);
    let again = Client::call(MEDIUM, "s1").to_string();
    let mut open: Vec<http::Open> =
        (0..600).map(|_| greedy.open("POST", "/v1/calls?wait=60", &again)).collect();
    // Those beyond what one may have open are sent away at once, and their connections closed.
    let told = loop {
        let metrics = person.get("/metrics").body;
        let waiting = metrics.lines().find_map(|line| line.strip_prefix("herma_calls_waiting ")).unwrap();
        if waiting == "512" {
            break greedy.post("/v1/calls", &Client::call("ls", "s1"));
        }
    };
    assert_eq!(error(&told), (429, "too_many_at_once".to_owned()));
    assert_eq!((told.header("retry-after"), told.header("connection")), (Some("1"), Some("close")));
    assert_eq!(greedy.get("/v1/events").status, 429);
    // Others are judged, and people see and decide.
    assert_eq!(other.post("/v1/calls", &Client::call("ls", "s1")).json()["decision"], "allow");
    assert_eq!(gateway.logged_in().get("/").status, 200);
    assert_eq!(person.approve(&id, "session").status, 200);
    let answers: Vec<http::Answer> = open.drain(..).map(http::Open::finish).collect();
    let refused = answers.iter().filter(|answer| answer.status == 429).count();
    assert_eq!(refused, 600 - 512);
    assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 512);
    // Then there is room again.
    assert_eq!(greedy.post("/v1/calls", &Client::call("ls", "s1")).status, 200);
}

#[test]
fn t60_too_much_too_deep_too_slow_and_the_approver_still_sees() {
    let gateway = Gateway::start();
    let (agent, person) = (gateway.agent("bot"), gateway.person());
    // Says little, slowly: let go. It is read at the end.
    let mut slow = http::Open::send(&gateway.address, "GET", "/v1/health\r\nX-Never: ending", &[], b"");
    let loris = {
        use std::io::Write;
        let mut stream = std::net::TcpStream::connect(&gateway.address).unwrap();
        stream.write_all(b"GET /v1/health HTTP/1.1\r\nHost: x\r\n").unwrap();
        stream.set_read_timeout(Some(std::time::Duration::from_secs(30))).unwrap();
        stream
    };
    drop(slow.line());
    let big = json!({"tool": "terminal", "args": {"command": "x".repeat(10 << 20)}});
    assert_eq!(error(&agent.post("/v1/calls", &big)), (413, "too_large".to_owned()));
    let deep =
        format!("{{\"tool\":\"t\",\"args\":{{\"a\":{}1{}}}}}", "[".repeat(100_000), "]".repeat(100_000));
    assert_eq!(error(&agent.open("POST", "/v1/calls", &deep).finish()), (400, "usage".to_owned()));
    let store = gateway.store();
    for n in 0..500 {
        let new = herma_store::NewRequest {
            agent: format!("a{n}"),
            expires: i64::MAX >> 1,
            ..herma_store::NewRequest::of_action(&format!("sha256:{n}"), "Bash", "x")
        };
        let _ = store.create(&new, None, herma_server::now()).unwrap();
    }
    let page = gateway.logged_in().get("/");
    assert_eq!(page.body.matches("data-row=").count(), 50);
    assert!(page.body.len() < 60_000, "{} bytes", page.body.len());
    assert_eq!(
        person.get("/v1/requests?state=pending&limit=200").json()["requests"].as_array().unwrap().len(),
        200
    );
    let mut rest = Vec::new();
    let ended = std::io::Read::read_to_end(&mut &loris, &mut rest);
    assert!(ended.is_ok(), "whoever never finishes is let go: {ended:?}");
}

/// Ticks of processor time that a process has used.
fn processor_time(pid: u32) -> u64 {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap();
    let fields: Vec<&str> = stat.rsplit(") ").next().unwrap().split(' ').collect();
    fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap()
}

/// Whether a process stops using the processor: for a second it has hardly used any. Waits for that as long as for anything.
fn comes_to_rest(pid: u32) -> bool {
    const LOOKS: u32 = 8;
    const APART: std::time::Duration = std::time::Duration::from_millis(125);
    let until = std::time::Instant::now() + support::PATIENCE;
    let (mut used, mut idle) = (processor_time(pid), 0);
    while idle < LOOKS && std::time::Instant::now() < until {
        std::thread::park_timeout(APART);
        let now = processor_time(pid);
        idle = if now - used <= 1 { idle + 1 } else { 0 };
        used = now;
    }
    idle >= LOOKS
}

/// Judging has a budget, so that nothing is judged for long after its caller hung up.
#[test]
fn judging_ends_when_the_caller_hangs_up() {
    let gateway = Gateway::start();
    let agent = gateway.agent("bot");
    for text in [
        format!("{}rm x", "cd a; ".repeat(250)),
        format!("vim {}", "+:!ls ".repeat(10_000)),
        format!("rm {}", "*/".repeat(30_000)),
        format!("{}rm x", "if a; then cd b; fi; ".repeat(2_500)),
    ] {
        for _ in 0..4 {
            drop(agent.open("POST", "/v1/calls", &Client::call(&text, "s1").to_string()));
        }
    }
    assert!(comes_to_rest(gateway.pid()), "it goes on judging for nobody");
    assert_eq!(agent.post("/v1/calls", &Client::call("git status", "s1")).json()["decision"], "allow");
}
