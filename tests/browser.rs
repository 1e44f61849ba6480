//! The inbox in a real browser, as large as a phone and as a desk.

use crate::support;
use crate::support::browser;
use crate::support::gateway;

use browser::Browser;
use gateway::{Client, Gateway};
use herma_server::credential::Kind;
use herma_store::{State, Store};
use serde_json::json;
use std::io::{BufRead, Write};

const PAGES: [&str; 7] = ["/", "/history", "/grants", "/charts", "/policy", "/audit", "/passkeys"];
/// WebDriver's names of keys that write nothing.
const ENTER: &str = "\u{e007}";
const DOWN: &str = "\u{e015}";

/// Comes in by the link, as a person does.
fn logged_in(gateway: &Gateway, width: u32, height: u32) -> Browser {
    let code = gateway.token(Kind::Code, &gateway.account());
    Browser::logged_in(&gateway.address, &code, width, height)
}

fn photograph(browser: &Browser, name: &str) {
    // The pictures of docs/gateway.md: `HERMA_PICTURES=docs cargo nextest run --test browser`.
    if let Some(folder) = std::env::var_os("HERMA_PICTURES") {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder);
        std::fs::write(root.join(name), browser.picture()).unwrap();
    }
}

/// A call that people have something to look at in.
fn telling(gateway: &Gateway) -> String {
    let mut call = Client::call("npm run build && rm -rf /home/dev/photos", "7f3a");
    call["args"]["description"] = json!("Clean up after the build");
    let answer = gateway.agent("claude-code").post("/v1/calls", &call).json();
    answer["request"].as_str().unwrap().to_owned()
}

#[test]
fn a_phone_sees_it_come_approves_it_and_finds_it_in_history() {
    let gateway = Gateway::start();
    let browser = logged_in(&gateway, 390, 844);
    assert_eq!(
        browser.run("return document.querySelector('#list').innerText.includes('Nothing waits')"),
        true
    );
    let id = telling(&gateway);
    // Live: nobody has touched the page.
    browser.wait("document.querySelector('[data-row]')");
    assert!(browser.run("return document.title").as_str().unwrap().starts_with("(1)"));
    assert_eq!(browser.run("return document.body.innerText.includes('Digits to approve')"), false);
    photograph(&browser, "gateway-list.png");
    browser.click("[data-row]");
    browser.wait("document.querySelector('#open mark')");
    assert_eq!(browser.run("return document.querySelector('#open mark').innerText"), "/home/dev/photos");
    assert_eq!(browser.run("return document.activeElement.dataset.key"), "4", "deny is selected");
    browser.run("scrollTo(0, 0)");
    photograph(&browser, "gateway-phone.png");
    // A yes is a step of its own, with the digits that stand in the whole view.
    browser.click("[data-key='1']");
    browser.wait("document.querySelector('#digits')");
    let digits = gateway.store().request(&id).unwrap().digits;
    assert_eq!(browser.run("return document.querySelector('.digits').innerText"), digits);
    assert_eq!(browser.run("return document.activeElement.id"), "digits");
    browser.press(&digits);
    browser.press(ENTER);
    browser.wait("document.querySelector('.over')?.innerText.includes('approved by')");
    assert_eq!(gateway.store().request(&id).unwrap().state, State::Approved);
    browser.go(&format!("http://{}/history", gateway.address));
    assert_eq!(
        browser.run("return document.querySelector('.outcome').innerText.includes('approved by')"),
        true
    );
    browser.go(&format!("http://{}/audit", gateway.address));
    assert_eq!(browser.run("return document.querySelector('.good').innerText.includes('whole')"), true);
}

#[test]
fn with_the_keyboard_alone() {
    let gateway = Gateway::start();
    let browser = logged_in(&gateway, 1280, 900);
    let first = telling(&gateway);
    let second = gateway.agent("codex").asks("git push origin main");
    browser.wait("document.querySelectorAll('[data-row]').length === 2");
    browser.press("?");
    browser.wait("document.querySelector('#keys').open");
    browser.press("\u{e00c}");
    browser.wait("!document.querySelector('#keys').open");
    // The most urgent stands first.
    browser.press(DOWN);
    assert_eq!(browser.run("return document.activeElement.dataset.row"), first);
    browser.press(DOWN);
    browser.press(ENTER);
    browser.wait("document.querySelector('#open')");
    photograph(&browser, "gateway-desk.png");
    // A digit beyond the list does nothing.
    browser.press("5");
    browser.press("7");
    assert_eq!(gateway.store().request(&second).unwrap().state, State::Pending);
    // It is decided elsewhere: the open page says so by itself.
    assert_eq!(gateway.person().approve(&second, "once").status, 200);
    browser.wait("document.querySelector('.over')?.innerText.includes('approved by')");
    browser.go(&format!("http://{}/r/{first}", gateway.address));
    browser.wait("document.querySelector('[data-key=\"4\"]')");
    browser.press("r");
    browser.press("the only copy");
    browser.press(ENTER);
    browser.wait("document.querySelector('.over')?.innerText.includes('the only copy')");
    let decided = gateway.store().request(&first).unwrap();
    assert_eq!(
        (decided.state, decided.decided.unwrap().reason.as_deref()),
        (State::Denied, Some("the only copy"))
    );
}

#[test]
fn a_responder_edits_the_message_to_a_person_in_crisis_and_only_that_one_is_sent() {
    let gateway = Gateway::with_policy("version = 1\n[crisis]\nlocale = \"en-US\"\n", &[]);
    let agent = gateway.agent("bot");
    let sends = |message: &str| {
        json!({"tool": "send_message", "args": {"target": "them", "message": message}, "session": "s", "cwd": "/srv/app",
            "home": "/home/dev", "conversation": {"human": true, "last_message": "I want to kill myself."}})
    };
    let asked = agent.post("/v1/calls", &sends("Cheer up, others have it worse.")).json();
    assert_eq!(asked["decision"], "ask", "{asked}");
    let first = asked["request"].as_str().unwrap().to_owned();
    let browser = logged_in(&gateway, 390, 844);
    browser.wait("document.querySelector('[data-row]')");
    let listed = browser.run("return document.querySelector('#list').innerText");
    assert!(!listed.as_str().unwrap().contains("Cheer up"), "{listed}");
    browser.click("[data-row]");
    browser.wait("document.querySelector('#edit')");
    // Its text alone stands in the field: where it goes is not for changing.
    assert_eq!(
        browser.run("return document.querySelector('#edit textarea').value"),
        "Cheer up, others have it worse."
    );
    browser.click("#edit summary");
    browser.run(
        "document.querySelector('#edit textarea').value = 'I am glad you wrote.\\nHow are you right now?'",
    );
    browser.click("#edit button");
    browser.wait("document.querySelector('#open')?.innerText.includes('I am glad you wrote.')");
    let address = browser.run("return location.pathname");
    let next = address.as_str().unwrap().rsplit('/').next().unwrap().to_owned();
    assert_ne!(next, first);
    assert_eq!(gateway.store().request(&first).unwrap().state, State::Canceled);
    browser.click("[data-key='1']");
    browser.wait("document.querySelector('#digits')");
    browser.press(&gateway.store().request(&next).unwrap().digits);
    browser.press(ENTER);
    browser.wait("document.querySelector('.over')?.innerText.includes('approved by')");
    let again = agent.post("/v1/calls", &sends("Cheer up, others have it worse.")).json();
    assert_ne!(again["decision"], "allow", "the first draft is never sent: {again}");
    let sent = agent.post("/v1/calls", &sends("I am glad you wrote.\nHow are you right now?")).json();
    assert_eq!(sent["decision"], "allow", "{sent}");
    assert!(sent["verdict"]["crisis_card"].as_str().unwrap().contains("988"), "{sent}");
}

#[test]
fn t22_all_arguments_are_edited_as_json() {
    let gateway = Gateway::start();
    let call = json!({"tool": "mcp__bank__create_transfer", "args": {"amount": 500, "to": "ada"}, "session": "s",
        "cwd": "/srv/app", "home": "/home/dev"});
    let asked = gateway.agent("bot").post("/v1/calls", &call).json();
    let browser = logged_in(&gateway, 390, 844);
    let page = format!("http://{}/r/{}", gateway.address, asked["request"].as_str().unwrap());
    let edit = |text: &str| {
        browser.go(&page);
        browser.wait("document.querySelector('#edit')");
        browser.press("e");
        browser.wait("document.activeElement.name === 'args'");
        browser.run(&format!("document.activeElement.value = {}", json!(text)));
        browser.click("#edit button");
    };
    // A mistake is told with its place, and changes nothing.
    edit("{\"amount\": 5,\n \"amount\": 6}");
    browser.wait("document.querySelector('p.trouble')?.innerText.includes('stands twice at line 2 column')");
    edit("{\"amount\": 5, \"to\": \"ada\"}");
    browser.wait("document.querySelector('#open pre')?.innerText.includes('\"amount\": 5,')");
    assert_ne!(browser.run("return location.href"), page);
}

/// Every page as it is, for whoever wants to look at them: `HERMA_ALBUM=/tmp/album cargo nextest run --test browser`.
fn keep(browser: &Browser, page: &str, width: u32, dark: bool) {
    if let Some(folder) = std::env::var_os("HERMA_ALBUM") {
        let page: String = page.chars().filter(char::is_ascii_alphanumeric).take(8).collect();
        let name = format!("{width}-{}-{page}.png", if dark { "dark" } else { "light" });
        std::fs::write(std::path::Path::new(&folder).join(name), browser.whole_picture()).unwrap();
    }
}

#[test]
fn every_page_fits_a_phone_and_a_desk_asks_nobody_else_and_can_be_read() {
    let gateway = Gateway::start();
    let id = telling(&gateway);
    let medium = gateway.agent("codex").asks("git push origin main");
    assert_eq!(gateway.person().approve(&medium, "always").status, 200);
    let denied = gateway.agent("codex").asks("rm -rf /home/dev/mail");
    let no = json!({"answer": "deny", "reason": "they are the only copy"});
    assert_eq!(gateway.person().post(&format!("/v1/requests/{denied}/decision"), &no).status, 200);
    let tool = json!({"tool": "mcp__bank__create_transfer", "args": {"amount": 500, "to": "ada"}, "session": "s",
        "cwd": "/srv/app", "home": "/home/dev"});
    let tool = gateway.agent("bot").post("/v1/calls", &tool).json()["request"].as_str().unwrap().to_owned();
    let question = json!({"question": "Which branch shall I push to?", "choices": ["main", "next"]});
    assert_eq!(gateway.agent("bot").post("/v1/ask", &question).status, 200);
    let pages: Vec<String> = PAGES
        .iter()
        .map(|page| (*page).to_owned())
        .chain([
            format!("/r/{id}"),
            format!("/r/{id}?step=always"),
            format!("/r/{tool}"),
            format!("/r/{denied}"),
        ])
        .collect();
    for width in [390, 1280] {
        let browser = logged_in(&gateway, width, 844);
        for dark in [false, true] {
            browser.dark(dark);
            for (number, page) in pages.iter().enumerate() {
                browser.go(&format!("http://{}{page}", gateway.address));
                browser.wait("document.querySelector('main')");
                keep(&browser, &format!("{number:02}{page}"), width, dark);
                browser.run("document.querySelectorAll('details').forEach((one) => { one.open = true; })");
                assert_eq!(
                    browser.run("return document.documentElement.scrollWidth"),
                    width,
                    "{page} scrolls sideways"
                );
                assert_eq!(browser.run(CONTRAST), json!([]), "{page}, dark: {dark}");
                assert_eq!(browser.run(NAMED), json!([]), "{page}: a control without a name");
                let foreign = "return performance.getEntriesByType('resource').filter((one) => !one.name.startsWith(location.origin)).length";
                assert_eq!(browser.run(foreign), 0, "{page}");
                let bytes = browser.run(
                    "return performance.getEntries().reduce((all, one) => all + (one.decodedBodySize || 0), 0)",
                );
                assert!(bytes.as_f64().unwrap() < 60_000.0, "{page}: {bytes} bytes");
            }
            if dark && width == 390 {
                browser.go(&format!("http://{}/r/{id}", gateway.address));
                photograph(&browser, "gateway-dark.png");
            }
        }
        if width == 390 {
            browser.dark(false);
            browser.go(&format!("http://{}/charts", gateway.address));
            photograph(&browser, "gateway-charts.png");
        }
    }
}

/// Another web server of the same host, as an agent starts one: what a browser that opens it sends there.
fn another_server() -> (String, std::thread::JoinHandle<String>) {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let heard = std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let mut head = String::new();
        let mut lines = std::io::BufReader::new(stream.try_clone().unwrap());
        while !head.ends_with("\r\n\r\n") && lines.read_line(&mut head).unwrap() > 0 {}
        let page = "<!doctype html><title>mine</title>";
        write!(stream, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{page}", page.len())
            .unwrap();
        head
    });
    (address, heard)
}

#[test]
fn t53_another_port_of_the_same_host_gets_the_cookie_and_can_decide_nothing_with_it() {
    let gateway = Gateway::start();
    let browser = logged_in(&gateway, 1280, 900);
    let id = gateway.agent("bot").asks("git push origin main");
    let (address, heard) = another_server();
    browser.go(&format!("http://{address}/"));
    assert_eq!(
        browser.run("return JSON.stringify(localStorage)"),
        "{}",
        "what the page keeps is not for other ports"
    );
    let head = heard.join().unwrap();
    let cookie =
        head.lines().find_map(|line| line.strip_prefix("Cookie: ")).expect("browsers send it to every port");
    assert!(cookie.starts_with("herma="), "{head}");
    assert!(!head.to_lowercase().contains("x-herma"), "{head}");
    let thief = gateway.nobody().with("Cookie", cookie);
    let page = thief.get(&format!("/r/{id}"));
    assert_eq!(page.status, 200);
    let (csrf, digest) = (Client::csrf(&page), gateway.store().request(&id).unwrap().digest);
    let fields = [("csrf", csrf.as_str()), ("answer", "once"), ("digest", digest.as_str())];
    assert_eq!(thief.form(&format!("/r/{id}/decide"), &fields).status, 403);
    assert_eq!(gateway.store().request(&id).unwrap().state, State::Pending);
    // The page that was logged in still can: in a tab of its own, too.
    browser.go(&format!("http://{}/r/{id}", gateway.address));
    browser.wait("document.querySelector('[data-key=\"1\"]')");
    assert_eq!(browser.run("return document.querySelector('.keyless').hidden"), true);
    browser.click("[data-key='1']");
    browser.wait("document.querySelector('.over')?.innerText.includes('approved by')");
    // Who has lost the key is told so, and by what to get one.
    browser.run("localStorage.clear()");
    browser.go(&format!("http://{}/", gateway.address));
    browser.wait("!document.querySelector('.keyless').hidden");
    browser.go(&format!(
        "http://{}/login#{}",
        gateway.address,
        gateway.token(Kind::Code, &gateway.account())
    ));
    browser.wait("location.pathname === '/' && document.querySelector('.keyless')?.hidden");
}

/// An authenticator of the browser's own, with a person in front of it.
fn authenticator(browser: &Browser) -> String {
    browser.tell("WebAuthn.enable", json!({}));
    let options = json!({"protocol": "ctap2", "transport": "internal", "hasResidentKey": true,
                         "hasUserVerification": true, "isUserVerified": true, "automaticPresenceSimulation": true});
    let made = browser.tell("WebAuthn.addVirtualAuthenticator", json!({"options": options}));
    made["authenticatorId"].as_str().unwrap().to_owned()
}

const SIGNED: &str =
    "version = 1\n[[rule]]\nname = \"signed\"\nprogram = \"git push\"\ndecision = \"ask\"\nlevel = 2\n";

/// Keeps what a form would have sent, and sends nothing.
const CAPTURE: &str = "HTMLFormElement.prototype.submit = function () { window.captured = Object.fromEntries(new FormData(this)); document.title = 'captured'; };";

/// Sends what was captured, with what a form of this page needs besides.
const SEND: &str = "const done = arguments[1]; const [place, fields] = arguments[0];
    fetch(place, {method: 'POST', body: new URLSearchParams({...window.captured, ...fields})}).then(async (answer) => done([answer.status, await answer.text()]));";

#[test]
fn a_passkey_is_added_and_signs_a_yes_and_a_stolen_signature_is_none() {
    let gateway = Gateway::with_policy(SIGNED, &[]);
    let numbered = logged_in(&gateway, 390, 844);
    numbered.go(&format!("http://{}/passkeys", gateway.address));
    let said = numbered.run("return document.body.innerText");
    assert!(said.as_str().unwrap().contains("open http://localhost:"), "{said}");
    drop(numbered);

    let browser = Browser::start(390, 844);
    let port = gateway.address.rsplit(':').next().unwrap();
    let named = format!("http://localhost:{port}");
    browser.go(&format!("{named}/login#{}", gateway.token(Kind::Code, &gateway.account())));
    browser.wait("location.pathname === '/' && document.querySelector('nav')");
    let agent = gateway.agent("bot");
    let id = agent.asks("git push origin main");
    // Without one: a no, and how to get one.
    browser.go(&format!("{named}/r/{id}"));
    browser.wait("document.querySelector('.trouble a[href=\"/passkeys\"]')");
    assert_eq!(browser.run("return document.querySelectorAll('.yes').length"), 0);
    let key = authenticator(&browser);
    browser.click(".trouble a[href='/passkeys']");
    browser.wait("document.querySelector('#new-passkey')");
    photograph(&browser, "gateway-passkeys.png");
    browser.click("#passkey-name");
    browser.press("phone");
    browser.click("#new-passkey button");
    browser.wait("document.querySelector('.parts b')?.innerText === 'phone'");
    // Nobody has shown that it is the person: the authenticator says no, and nothing is decided.
    browser.go(&format!("{named}/r/{id}"));
    browser.wait("document.querySelector('[data-key=\"1\"]')");
    assert_eq!(browser.run("return document.querySelectorAll('.yes').length"), 1, "for once, and no longer");
    browser.tell("WebAuthn.setUserVerified", json!({"authenticatorId": key, "isUserVerified": false}));
    browser.click("[data-key='1']");
    browser.wait("document.querySelector('form .passkey')?.innerText.includes('Nothing was done')");
    assert_eq!(gateway.store().request(&id).unwrap().state, State::Pending);
    // A signature that was stolen on its way is good for the request that it was made for.
    browser.tell("WebAuthn.setUserVerified", json!({"authenticatorId": key, "isUserVerified": true}));
    let other = agent.asks("git push --tags");
    let digest = gateway.store().request(&other).unwrap().digest;
    let digits = gateway.store().request(&other).unwrap().digits;
    browser.run(CAPTURE);
    browser.click("[data-key='1']");
    browser.wait("window.captured");
    let sent =
        browser.run_async(SEND, json!([format!("/r/{other}/decide"), {"digest": digest, "digits": digits}]));
    assert_eq!(sent[0], 403, "{sent}");
    assert!(sent[1].as_str().unwrap().contains("signed for something else"), "{sent}");
    // And it is used up by that.
    let sent = browser.run_async(SEND, json!([format!("/r/{id}/decide"), {}]));
    assert_eq!(sent[0], 403, "{sent}");
    for one in [&id, &other] {
        assert_eq!(gateway.store().request(one).unwrap().state, State::Pending);
    }
    // As it should be.
    browser.go(&format!("{named}/r/{id}"));
    browser.wait("document.querySelector('[data-key=\"1\"]')");
    photograph(&browser, "gateway-signed.png");
    browser.click("[data-key='1']");
    browser.wait("document.querySelector('.over')?.innerText.includes('approved by')");
    let store = gateway.store();
    let request = store.request(&id).unwrap();
    assert_eq!(request.state, State::Approved);
    let votes = store.votes(&request.id).unwrap();
    assert_eq!((votes.len(), votes[0].level, votes[0].channel.as_str()), (1, 2, "inbox"));
    let kinds: Vec<String> = store.entries(0, 100).unwrap().into_iter().map(|entry| entry.kind).collect();
    assert!(kinds.contains(&"passkey".to_owned()), "{kinds:?}");
    // It is listed, and gone once it is removed: at a terminal, or on the page.
    let herma = |words: &[&str]| {
        let output = std::process::Command::new(support::HERMA)
            .args(words)
            .arg("--home")
            .arg(&gateway.home)
            .output()
            .unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let listed = herma(&["approver", "list"]);
    assert!(listed.contains("passkey `phone` for localhost"), "{listed}");
    let people: serde_json::Value = serde_json::from_str(&herma(&["approver", "list", "--json"])).unwrap();
    let passkey = people[0]["passkeys"][0]["id"].as_str().unwrap();
    assert!(herma(&["approver", "remove-passkey", passkey]).contains("signs nothing here any more"));
    browser.go(&format!("{named}/passkeys"));
    browser.wait("document.body.innerText.includes('You have none')");
    browser.click("#new-passkey button");
    browser.wait("document.querySelector('.parts b')?.innerText === 'a passkey'");
    // Whoever has the session, its key and its page, and not the passkey: removes none and adds none beside it.
    browser.tell("WebAuthn.setUserVerified", json!({"authenticatorId": key, "isUserVerified": false}));
    for css in [".parts button", "#new-passkey button"] {
        browser.click(css);
        browser.wait(
            "document.querySelector('form .passkey:not([hidden])')?.innerText.includes('Nothing was done')",
        );
        browser.go(&format!("{named}/passkeys"));
        browser.wait("document.querySelectorAll('.parts li').length === 1");
    }
    browser.run(CAPTURE);
    let id = browser.run("return document.querySelector('.parts form').getAttribute('action')");
    let fields = json!({"csrf": browser.run("return document.body.dataset.csrf"), "key": browser.run("return localStorage.getItem('herma-key')"), "assertion": ""});
    let sent = browser.run_async(SEND, json!([id, fields]));
    assert!(sent[0] == 403 && sent[1].as_str().unwrap().contains("takes a signature"), "{sent}");
    browser.tell("WebAuthn.setUserVerified", json!({"authenticatorId": key, "isUserVerified": true}));
    browser.go(&format!("{named}/passkeys"));
    browser.click(".parts button");
    browser.wait("document.body.innerText.includes('You have none')");
}

/// Both come in by links that the user of the machine has made, and each signs with a passkey of their own: two voices. With
/// a rule that wants two people and no passkey, too.
#[test]
fn t31_two_people_sign_with_their_passkeys_by_links_of_one() {
    for rule in ["quorum = 2\nlevel = 2", "quorum = 2"] {
        let policy = format!(
            "version = 1\n[[rule]]\nname = \"two\"\nprogram = \"git push\"\ndecision = \"ask\"\n{rule}\n\
             [[approver]]\nname = \"bob\"\naccounts = [\"web:bob\"]\n"
        );
        let gateway = Gateway::with_policy(&policy, &[]);
        let port = gateway.address.rsplit(':').next().unwrap();
        let named = format!("http://localhost:{port}");
        let id = gateway.agent("bot").asks("git push origin main");
        let user = gateway.account();
        let browsers = [&user, "web:bob"].map(|account| {
            let browser = Browser::start(390, 844);
            browser.go(&format!("{named}/login#{}", gateway.token_by(Kind::Code, account, &user)));
            browser.wait("location.pathname === '/' && document.querySelector('nav')");
            authenticator(&browser);
            browser.go(&format!("{named}/passkeys"));
            browser.wait("document.querySelector('#new-passkey')");
            browser.click("#new-passkey button");
            browser.wait("document.querySelector('.parts b')?.innerText === 'a passkey'");
            browser
        });
        for (browser, words) in browsers.iter().zip(["1 missing", "approved by bob"]) {
            browser.go(&format!("{named}/r/{id}"));
            browser.wait("document.querySelector('[data-key=\"1\"]')");
            browser.click("[data-key='1']");
            browser.wait(&format!("document.body.innerText.includes('{words}')"));
        }
        let votes = gateway.store().votes(&gateway.store().request(&id).unwrap().id).unwrap();
        assert_eq!(votes.len(), 2, "{votes:?}");
        assert_eq!((votes[1].by.as_str(), votes[1].level, &votes[1].through), ("bob", 2, &None), "{votes:?}");
    }
}

/// Text whose contrast is below WCAG AA: 4.5, for large text 3.
const CONTRAST: &str = r#"
    const parse = (text) => { const all = text.match(/[\d.]+/g).map(Number); return all.length < 4 ? [...all, 1] : all; };
    const light = ([r, g, b]) => { const [x, y, z] = [r, g, b].map((c) => { c /= 255; return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4; }); return 0.2126 * x + 0.7152 * y + 0.0722 * z; };
    const behind = (one) => { for (; one; one = one.parentElement) { const c = parse(getComputedStyle(one).backgroundColor); if (c[3] === 1) return c; } return matchMedia('(prefers-color-scheme: dark)').matches ? [0, 0, 0, 1] : [255, 255, 255, 1]; };
    const bad = [];
    for (const one of document.querySelectorAll('body *')) {
      const own = [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
      if (!own || !one.offsetParent || one.tagName === 'OPTION') continue;
      const style = getComputedStyle(one), size = parseFloat(style.fontSize);
      const large = size >= 24 || (size >= 18.66 && style.fontWeight >= 700);
      const [a, b] = [light(parse(style.color)), light(behind(one))].sort((x, y) => y - x);
      const contrast = (a + 0.05) / (b + 0.05);
      if (contrast < (large ? 3 : 4.5)) bad.push(one.tagName + '.' + one.className + ' ' + contrast.toFixed(2) + ' ' + one.textContent.slice(0, 30));
    }
    return bad;
"#;

/// Fields, buttons and links that a screen reader could not name.
const NAMED: &str = r#"
    const bad = [];
    for (const one of document.querySelectorAll('input:not([type=hidden]), textarea, select, button, a[href], meter')) {
      const label = one.labels && one.labels.length ? one.labels[0].textContent : '';
      if (!(one.textContent.trim() || label.trim() || one.getAttribute('aria-label'))) bad.push(one.outerHTML.slice(0, 80));
    }
    return bad;
"#;
