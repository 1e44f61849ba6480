//! A real browser, driven over WebDriver: Debian's chromium and its chromedriver.

#![allow(dead_code, reason = "each test file takes what it needs")]

use super::http::Open;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

pub struct Browser {
    driver: Child,
    address: String,
    session: String,
}

impl Browser {
    /// A window of this size, as a phone or a desk has it.
    pub fn start(width: u32, height: u32) -> Browser {
        let mut driver = Command::new("chromedriver")
            .args(["--port=0"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap_or_else(|e| panic!("chromedriver: {e}; `cargo xtask test --install` brings it"));
        let mut lines = BufReader::new(driver.stdout.take().unwrap()).lines().map_while(Result::ok);
        let port = lines.find_map(|line| {
            let port = line.split("started successfully on port ").nth(1)?;
            Some(port.trim_end_matches('.').to_owned())
        });
        let address = format!("127.0.0.1:{}", port.expect("chromedriver says its port"));
        std::thread::spawn(move || lines.for_each(drop));
        let mut browser = Browser { driver, address, session: String::new() };
        // We are root in a container: its own sandbox cannot be had.
        let options = json!({
            "args": ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars"],
            "mobileEmulation": {"deviceMetrics": {"width": width, "height": height, "pixelRatio": 1.0, "touch": false, "mobile": width < 600}},
        });
        let wanted = json!({"capabilities": {"alwaysMatch": {"goog:chromeOptions": options, "timeouts": {"script": 8000}}}});
        let made = browser.post("/session", &wanted);
        browser.session =
            format!("/session/{}", made["sessionId"].as_str().unwrap_or_else(|| panic!("{made}")));
        browser
    }

    /// Comes in by a link, as a person does.
    pub fn logged_in(address: &str, code: &str, width: u32, height: u32) -> Browser {
        let browser = Browser::start(width, height);
        browser.go(&format!("http://{address}/login#{code}"));
        browser.wait("location.pathname === '/' && document.querySelector('nav')");
        assert_eq!(
            browser.run("return location.href"),
            format!("http://{address}/"),
            "no code is left in the address"
        );
        browser
    }

    fn post(&self, path: &str, body: &Value) -> Value {
        let headers = [("Content-Type", "application/json")];
        let answer = Open::send(&self.address, "POST", path, &headers, body.to_string().as_bytes()).finish();
        let mut value = answer.json();
        assert_eq!(answer.status, 200, "{path} {body}: {value}");
        value["value"].take()
    }

    fn call(&self, path: &str, body: &Value) -> Value {
        self.post(&format!("{}{path}", self.session), body)
    }

    pub fn go(&self, address: &str) {
        self.call("/url", &json!({"url": address}));
    }

    /// What a script gives back.
    pub fn run(&self, script: &str) -> Value {
        self.call("/execute/sync", &json!({"script": script, "args": []}))
    }

    /// What a script gives to its last argument, sooner or later.
    pub fn run_async(&self, script: &str, argument: Value) -> Value {
        self.call("/execute/async", &json!({"script": script, "args": [argument]}))
    }

    /// Until this holds on the page: looked at after each change of it, and after each load.
    pub fn wait(&self, condition: &str) {
        let script = format!(
            "const done = arguments[arguments.length - 1]; const holds = () => {{ try {{ return {condition}; }} catch (e) {{ return false; }} }};
             if (holds()) done(true); else {{ const look = () => {{ if (holds()) done(true); }};
             new MutationObserver(look).observe(document, {{subtree: true, childList: true, attributes: true, characterData: true}});
             addEventListener('pagehide', () => done(false)); }}"
        );
        for _ in 0..5 {
            let body = json!({"script": script, "args": []});
            let path = format!("{}/execute/async", self.session);
            let headers = [("Content-Type", "application/json")];
            let answer =
                Open::send(&self.address, "POST", &path, &headers, body.to_string().as_bytes()).finish();
            // A page that was left while we looked is another page now.
            if answer.status == 200 && answer.json()["value"] == true {
                return;
            }
        }
        panic!("`{condition}` never held on {}", self.run("return location.href + document.body.innerText"));
    }

    /// Keys, as a keyboard sends them.
    pub fn press(&self, keys: &str) {
        // Keys from before the page was drawn do not count there.
        self.wait("!document.body.dataset.csrf || 'drawn' in document.documentElement.dataset");
        let actions: Vec<Value> = keys
            .chars()
            .flat_map(|key| ["keyDown", "keyUp"].map(|kind| json!({"type": kind, "value": key.to_string()})))
            .collect();
        self.call("/actions", &json!({"actions": [{"type": "key", "id": "keys", "actions": actions}]}));
    }

    pub fn click(&self, css: &str) {
        let found = self.call("/element", &json!({"using": "css selector", "value": css}));
        let id = found.as_object().unwrap().values().next().unwrap().as_str().unwrap().to_owned();
        self.call(&format!("/element/{id}/click"), &json!({}));
    }

    /// The browser's own protocol.
    pub fn tell(&self, command: &str, parameters: Value) -> Value {
        self.call("/goog/cdp/execute", &json!({"cmd": command, "params": parameters}))
    }

    pub fn dark(&self, dark: bool) {
        let value = if dark { "dark" } else { "light" };
        self.tell(
            "Emulation.setEmulatedMedia",
            json!({"features": [{"name": "prefers-color-scheme", "value": value}]}),
        );
    }

    /// What stands on the screen, as PNG.
    pub fn picture(&self) -> Vec<u8> {
        let headers = [("Content-Type", "application/json")];
        let path = format!("{}/screenshot", self.session);
        let answer = Open::send(&self.address, "GET", &path, &headers, b"").finish();
        decoded(answer.json()["value"].as_str().unwrap())
    }
}

impl Browser {
    /// All of the page, also what is below the screen.
    pub fn whole_picture(&self) -> Vec<u8> {
        let made =
            self.tell("Page.captureScreenshot", json!({"format": "png", "captureBeyondViewport": true}));
        decoded(made["data"].as_str().unwrap())
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let session = std::mem::take(&mut self.session);
        if !session.is_empty() {
            let _ = Open::send(&self.address, "DELETE", &session, &[], b"").finish();
        }
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

/// Base 64.
fn decoded(text: &str) -> Vec<u8> {
    const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let (mut out, mut bits, mut count) = (Vec::new(), 0_u32, 0);
    for byte in text.bytes() {
        let Some(value) = LETTERS.iter().position(|letter| *letter == byte) else { continue };
        bits = (bits << 6) | value as u32;
        count += 6;
        if count >= 8 {
            count -= 8;
            out.push((bits >> count) as u8);
        }
    }
    out
}
