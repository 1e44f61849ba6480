//! As a new user does it: `herma up`, `herma connect claude-code`, the real Claude Code is asked to delete something, and the
//! person answers on a page as wide as a phone. The model is scripted; everything else is what people have.

#![cfg(target_os = "linux")]

use crate::support;
use crate::support::browser;

use browser::Browser;
use std::fs;
use std::path::Path;
use support::Scratch;
use support::agents::{RealAgent, Setup};
use support::pty::Terminal;

const PHONE: (u32, u32) = (390, 844);
/// The line that it leaves says how often it ran.
const DELETES: &str = "rm -rf photos && echo deleted >> {canary}";
const ENTER: &str = "\u{e007}";

/// A project in which something can be lost, and Claude Code in front of it.
fn project() -> Setup {
    let setup = Setup::connected_on(RealAgent::ClaudeCode, "90", Scratch::beside_the_build());
    let work = &setup.sandbox.work;
    work.write("project/photos/cat.jpg", "cat");
    // A checkout of its own: what lies below it is nobody's build output.
    work.write("project/.git/HEAD", "ref: refs/heads/main\n");
    fs::create_dir_all(work.path().join("project/.git/objects")).unwrap();
    fs::create_dir_all(work.path().join("project/.git/refs")).unwrap();
    setup
}

/// `herma up` at a terminal, and the browser that follows its link.
fn up(home: &Path, herma: &Path) -> (Terminal, Browser, String) {
    let mut terminal = Terminal::new(200, 40);
    let script = format!("exec {} up --listen 127.0.0.1:0 >/dev/tty", herma.display());
    let own = format!("HOME={}", home.display());
    terminal.start_words(&["env", &own, "TERM=xterm-256color", "sh", "-c", &script].map(Into::into));
    let text = terminal.wait_for("good once");
    assert!(text.contains("agents    claude-code"), "{text}");
    let link = text.split("log in    http://").nth(1).unwrap().split_whitespace().next().unwrap();
    let (address, code) = link.split_once("/login#").unwrap();
    let browser = Browser::logged_in(address, code, PHONE.0, PHONE.1);
    (terminal, browser, address.to_owned())
}

/// The one request, open on the page.
fn open(browser: &Browser) {
    browser.wait("document.querySelector('[data-row]')");
    assert_eq!(browser.run("return document.documentElement.scrollWidth"), PHONE.0, "it scrolls sideways");
    browser.click("[data-row]");
    browser.wait("document.querySelector('#open mark')");
    assert_eq!(
        browser.run("return document.querySelector('#open').innerText.includes('rm -rf photos')"),
        true
    );
    assert_eq!(browser.run("return document.documentElement.scrollWidth"), PHONE.0, "it scrolls sideways");
}

mod claude_code {
    use super::*;

    #[test]
    fn what_is_approved_on_a_phone_is_deleted_once_and_is_in_history() {
        let mut setup = project();
        let (mut terminal, browser, address) = up(&setup.home(), &setup.binary());
        let photos = setup.sandbox.work.path().join("project/photos");
        let call = setup.shell_call(DELETES);
        let running = setup.start(vec![call]);
        open(&browser);
        assert!(photos.exists(), "it ran before anybody had seen it");
        browser.click("[data-key='1']");
        browser.wait("document.querySelector('#digits')");
        let digits = browser.run("return document.querySelector('.digits').innerText");
        browser.press(digits.as_str().unwrap());
        browser.press(ENTER);
        // The agent may be faster than the page.
        browser.wait("/(approved|executed) by/.test(document.querySelector('.over')?.innerText)");
        let outcome = setup.outcome(running);
        assert!(!photos.exists(), "approved, and did not run: {outcome:?}");
        assert_eq!(fs::read_to_string(setup.canary()).unwrap(), "deleted\n", "once: {outcome:?}");
        browser.go(&format!("http://{address}/history"));
        let row = browser.run("return document.querySelector('main').innerText");
        let row = row.as_str().unwrap();
        let person = support::person();
        assert!(
            row.contains("project/photos") && row.contains(&format!("executed by {person}; run")),
            "{row}"
        );
        let verified = setup.herma(&["audit", "verify"]);
        assert!(verified.code() == Some(0) && verified.stdout.starts_with("whole: "), "{verified:?}");
        terminal.press("\u{3}");
        terminal.wait_for("herma is down; nothing waits");
        assert_eq!(terminal.finish().code(), Some(0));
    }

    #[test]
    fn what_is_denied_on_a_phone_stays_and_the_model_reads_why() {
        let mut setup = project();
        let (_terminal, browser, _) = up(&setup.home(), &setup.binary());
        let call = setup.shell_call(DELETES);
        let running = setup.start(vec![call]);
        open(&browser);
        browser.click("#reason");
        browser.press("they are the only copy");
        browser.click("[data-key='4']");
        browser.wait("document.querySelector('.over')?.innerText.includes('they are the only copy')");
        let outcome = setup.outcome(running);
        assert!(!outcome.ran && setup.sandbox.work.exists("project/photos/cat.jpg"), "{outcome:?}");
        assert!(outcome.told.contains("they are the only copy"), "the model was not told: {outcome:?}");
        let verified = setup.herma(&["audit", "verify"]);
        assert!(verified.code() == Some(0) && verified.stdout.starts_with("whole: "), "{verified:?}");
    }
}
