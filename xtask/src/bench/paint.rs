//! The web inbox in a real browser: how long until something stands on the screen, and how many bytes that takes.

use super::report::{Report, Times, ms};
use crate::failure::Failure;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// Issue 11, on loopback and with nothing in the browser's cache.
const FIRST_PAINT_MS: f64 = 200.0;
const PAGE_BYTES: f64 = 60_000.0;
const LOADS: usize = 10;

/// When the first thing was painted, in milliseconds since the address was asked for, and all that was loaded.
const PAINTED: &str = "const done = arguments[0];
    const seen = (all) => { const one = all.find((entry) => entry.name === 'first-contentful-paint');
      if (one) done([one.startTime, performance.getEntries().reduce((sum, entry) => sum + (entry.decodedBodySize || 0), 0)]); };
    new PerformanceObserver((list) => seen(list.getEntries())).observe({type: 'paint', buffered: true});";

/// Follows the link as a person does, and then loads each page so often.
pub fn measure(
    report: &mut Report,
    address: &str,
    code: &str,
    pages: &[(&str, String)],
) -> Result<(), Failure> {
    let Some(browser) = Browser::start()? else {
        report.note("first paint", "not measured: no chromedriver; `cargo xtask test --install` brings it");
        return Ok(());
    };
    browser.call("/url", &json!({"url": format!("http://{address}/login#{code}")}))?;
    browser.wait_for("location.pathname === '/' && document.querySelector('nav')")?;
    browser.call("/goog/cdp/execute", &json!({"cmd": "Network.enable", "params": {}}))?;
    let uncached = json!({"cmd": "Network.setCacheDisabled", "params": {"cacheDisabled": true}});
    browser.call("/goog/cdp/execute", &uncached)?;
    for (name, page) in pages {
        let (mut times, mut most) = (Vec::new(), 0.0_f64);
        for _ in 0..LOADS {
            browser.call("/url", &json!({"url": format!("http://{address}{page}")}))?;
            let painted = browser.call("/execute/async", &json!({"script": PAINTED, "args": []}))?;
            let number = |at: usize| painted[at].as_f64().unwrap_or(f64::INFINITY);
            times.push(Duration::try_from_secs_f64(number(0) / 1e3).unwrap_or(Duration::MAX));
            most = most.max(number(1));
        }
        let times = Times::new(times);
        report.target(
            &format!("first paint, {name}"),
            &format!(
                "median {:.0} ms, slowest {:.0} ms, {:.1} kB in all",
                ms(times.median()),
                ms(times.p99()),
                most / 1e3
            ),
            &format!("{FIRST_PAINT_MS} ms, {} kB", PAGE_BYTES / 1e3),
            ms(times.p99()) < FIRST_PAINT_MS && most < PAGE_BYTES,
        );
    }
    Ok(())
}

/// Debian's chromium, driven over WebDriver.
struct Browser {
    driver: Child,
    address: String,
    session: String,
}

impl Browser {
    /// `None` where there is none.
    fn start() -> Result<Option<Browser>, Failure> {
        let mut command = Command::new("chromedriver");
        let Ok(mut driver) = command.arg("--port=0").stdout(Stdio::piped()).stderr(Stdio::null()).spawn()
        else {
            return Ok(None);
        };
        let out = driver.stdout.take().ok_or_else(|| Failure::new("no output of chromedriver"))?;
        let mut lines = BufReader::new(out).lines().map_while(Result::ok);
        let port = lines.find_map(|line| {
            Some(line.split("started successfully on port ").nth(1)?.trim_end_matches('.').to_owned())
        });
        std::thread::spawn(move || lines.for_each(drop));
        let address = format!("127.0.0.1:{}", port.unwrap_or_default());
        let mut browser = Browser { driver, address, session: String::new() };
        // As root in a container its own sandbox cannot be had.
        let options = json!({"args": ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
            "mobileEmulation": {"deviceMetrics": {"width": 390, "height": 844, "pixelRatio": 1.0, "mobile": true}}});
        let wanted = json!({"capabilities": {"alwaysMatch": {"goog:chromeOptions": options, "timeouts": {"script": 10_000}}}});
        let made = browser.call("/session", &wanted)?;
        browser.session = format!("/session/{}", made["sessionId"].as_str().unwrap_or_default());
        Ok(Some(browser))
    }

    fn call(&self, path: &str, body: &Value) -> Result<Value, Failure> {
        let (code, answer) = self.send("POST", &format!("{}{path}", self.session), &body.to_string())?;
        match code {
            200 => Ok(answer["value"].clone()),
            _ => Err(Failure::new(format!("the browser, {path}: {answer}"))),
        }
    }

    fn send(&self, method: &str, path: &str, body: &str) -> Result<(u16, Value), Failure> {
        let failed = || Failure::of("chromedriver");
        let mut stream = TcpStream::connect(&self.address).map_err(failed())?;
        stream.set_read_timeout(Some(Duration::from_secs(60))).map_err(failed())?;
        let text = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        );
        stream.write_all(text.as_bytes()).map_err(failed())?;
        let mut stream = BufReader::new(stream);
        let (mut code, mut length) = (0, 0);
        loop {
            let mut line = String::new();
            stream.read_line(&mut line).map_err(failed())?;
            match line.trim().split_once(':') {
                Some((name, value)) if name.eq_ignore_ascii_case("content-length") => {
                    length = value.trim().parse().unwrap_or(0);
                }
                Some(_) => {}
                None if line.trim().is_empty() => break,
                None => code = line.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or(0),
            }
        }
        let mut body = vec![0; length];
        stream.read_exact(&mut body).map_err(failed())?;
        Ok((code, serde_json::from_slice(&body).unwrap_or_default()))
    }

    fn wait_for(&self, condition: &str) -> Result<(), Failure> {
        for _ in 0..200 {
            let body = json!({"script": format!("return !!({condition})"), "args": []});
            if self.call("/execute/sync", &body)? == true {
                return Ok(());
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        Err(Failure::new(format!("`{condition}` never held in the browser")))
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.send("DELETE", &self.session, "");
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}
