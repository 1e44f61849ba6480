//! Driving a browser is not looking: a click or a key acts with whatever the person is logged in to. What is known of the
//! page decides; Herma's own pages are nobody's to drive.

use super::name;
use crate::call::ToolCall;
use crate::effect::{Kind, Reach, Scale, Span, Tier, Undo};
use crate::knowledge::Lang;
use crate::understand::field::Value;
use crate::understand::network::{host_of, is_loopback};
use crate::understand::tool::does::Does;
use crate::understand::walk::Walker;
use serde_json::Value as Json;

/// Words of a tool that acts on a page.
const ACTS: &[&str] = &[
    "click", "dblclick", "tap", "type", "press", "drag", "drop", "fill", "select", "check", "uncheck",
    "submit", "dialog", "key", "keys", "input", "act", "paste", "choose", "evaluate", "eval", "script",
    "run",
];

/// Of those, the ones of a tool that runs the code it is handed: what the code does decides.
const RUNS_CODE: &[&str] = &["evaluate", "eval", "script", "run"];

/// Words that make it a look after all.
const LOOKS: &[&str] = &[
    "tab",
    "tabs",
    "page",
    "pages",
    "screenshot",
    "snapshot",
    "hover",
    "scroll",
    "wait",
    "resize",
    "list",
    "move",
];

/// Words of an action argument that acts, for tools that take one.
const ACTIONS: &[&str] = &[
    "click",
    "left_click",
    "right_click",
    "double_click",
    "type",
    "press",
    "key",
    "fill",
    "drag",
    "select",
    "submit",
    "evaluate",
];

/// Keys that only move the view.
const VIEW_KEYS: &[&str] = &[
    "pagedown",
    "pageup",
    "arrowdown",
    "arrowup",
    "arrowleft",
    "arrowright",
    "home",
    "end",
    "escape",
    "esc",
    "tab",
    "f5",
];

/// Arguments that hold code for the page.
pub(super) const CODE: &[&str] = &[
    "code",
    "eval",
    "evaluate",
    "expression",
    "fn",
    "function",
    "javascript",
    "js",
    "jscode",
    "pagefunction",
    "script",
    "snippet",
    "source",
];

/// Words of a tool that has a page before it: code that it is handed runs there, whatever its name says it does.
#[rustfmt::skip]
const PAGE_TOOLS: &[&str] = &[
    "browser", "cdp", "chrome", "chromium", "console", "devtools", "dom", "evaluate", "firefox", "page", "pages", "playwright",
    "puppeteer", "selenium", "tab", "tabs", "webdriver",
];

/// Arguments that say what a tool with several deeds does.
const DEEDS: &[&str] = &["action", "operation", "kind", "op", "method", "verb", "command", "cmd"];

/// Arguments that say which page it is.
const PAGE: &[&str] = &["url", "page_url", "pageUrl", "page", "origin", "current_url", "href"];

/// What code on a page may call and still only look.
const READING_CALLS: &[&str] = &[
    "at",
    "concat",
    "ceil",
    "entries",
    "every",
    "filter",
    "find",
    "flat",
    "flatMap",
    "floor",
    "forEach",
    "from",
    "getAttribute",
    "getBoundingClientRect",
    "getComputedStyle",
    "getElementById",
    "getElementsByClassName",
    "getElementsByTagName",
    "getEntriesByType",
    "getPropertyValue",
    "has",
    "hasAttribute",
    "includes",
    "indexOf",
    "isArray",
    "join",
    "keys",
    "log",
    "map",
    "match",
    "matchMedia",
    "matches",
    "max",
    "min",
    "now",
    "parseFloat",
    "parseInt",
    "querySelector",
    "querySelectorAll",
    "reduce",
    "replace",
    "round",
    "scrollBy",
    "scrollIntoView",
    "scrollTo",
    "slice",
    "some",
    "sort",
    "split",
    "startsWith",
    "stringify",
    "substring",
    "test",
    "toFixed",
    "toLowerCase",
    "toString",
    "toUpperCase",
    "trim",
    "values",
    "closest",
    "Boolean",
    "Number",
    "String",
    "Set",
    "Array",
    "Date",
    "if",
    "for",
    "while",
    "return",
    "function",
    "async",
];

impl Walker<'_> {
    /// A tool that drives a browser: what it presses, types or runs there.
    pub(super) fn drives(&mut self, call: &ToolCall) {
        let words = name::words(name::split(&call.tool).1);
        let action = DEEDS.iter().find_map(|key| call.args.get(key).and_then(Json::as_str));
        let by_name = words.iter().any(|w| ACTS.contains(&w.as_str()))
            && (words.iter().any(|w| matches!(w.as_str(), "click" | "type" | "press" | "fill" | "drag"))
                || !words.iter().any(|w| LOOKS.contains(&w.as_str())));
        let by_action = action.is_some_and(|action| ACTIONS.contains(&action.to_ascii_lowercase().as_str()));
        let coded = self.page_code(call);
        let view_key = ["key", "keys", "text"]
            .iter()
            .filter_map(|key| call.args.get(key).and_then(Json::as_str))
            .any(|key| VIEW_KEYS.contains(&key.to_ascii_lowercase().as_str()))
            && words.iter().any(|w| matches!(w.as_str(), "press" | "key" | "keys"));
        let presses = by_action && action != Some("evaluate")
            || by_name
                && words.iter().any(|w| ACTS.contains(&w.as_str()) && !RUNS_CODE.contains(&w.as_str()));
        let acts = match coded {
            // Code beside a press does not take the press away.
            Some(acts) => acts || presses && !view_key,
            None => (by_name || by_action) && !view_key,
        };
        if !acts || self.on_own_page(call) {
            return;
        }
        let said = (None, "presses, types or runs something on a page that the call does not name");
        self.deed(call, Does::Changes, "tool/drives", said, Scale::One, 0.85);
    }

    /// The call names the page, and it is one of this machine.
    fn on_own_page(&self, call: &ToolCall) -> bool {
        let mut pages = PAGE
            .iter()
            .filter_map(|key| call.args.get(key).and_then(Json::as_str))
            .filter(|text| text.contains("://"))
            .peekable();
        pages.peek().is_some() && pages.all(|page| is_loopback(host_of(page)) || !host_of(page).contains('.'))
    }

    /// Code that a tool runs on a page: read; whether it does more than look. `None` if there is none.
    pub(super) fn page_code(&mut self, call: &ToolCall) -> Option<bool> {
        let mut found = None;
        for code in call
            .args
            .as_object()
            .into_iter()
            .flatten()
            .filter(|(key, _)| is_code(key))
            .filter_map(|(_, value)| value.as_str())
            .filter(|code| !code.trim().is_empty())
        {
            let span = Span::new(0, code.len());
            self.speculate(true, |w| _ = w.run_code(Lang::JavaScript, &Value::text(code), span));
            self.own_pages(code);
            found = Some(found == Some(true) || !only_reads_page(code));
        }
        found
    }

    /// Herma's own pages, wherever an address stands in a text.
    pub(super) fn own_pages(&mut self, text: &str) {
        if let Some(path) = self.own_page_in(text) {
            if self.effects.iter().any(|e| e.hardline && e.rule == "tool/own-page") {
                return;
            }
            self.hardline(
                Kind::AnswerForPerson,
                Span::default(),
                "tool/own-page",
                &format!("addresses Herma's own pages (`{path}`), where people answer"),
            );
            if let Some(last) = self.effects.last_mut() {
                last.instead = Some("a person opens the inbox; an agent may ask /v1/health".to_owned());
            }
        }
    }

    /// Every address among the arguments of a tool that goes to addresses.
    pub(super) fn own_pages_in_arguments(&mut self, args: &Json) {
        let Some(map) = args.as_object() else { return };
        for (key, value) in map {
            let texts: Vec<&str> = match value {
                Json::String(text) => vec![text],
                Json::Array(items) => items.iter().filter_map(Json::as_str).take(64).collect(),
                _ => Vec::new(),
            };
            for text in texts.into_iter().filter(|text| text.len() <= 16 << 10) {
                let lower = text.trim_start().get(..12).unwrap_or(text).to_ascii_lowercase();
                let script = ["data:", "javascript:", "view-source:", "blob:", "about:"]
                    .iter()
                    .any(|s| lower.starts_with(s));
                let address = PAGE.contains(&key.as_str())
                    || key.eq_ignore_ascii_case("urls")
                    || key.eq_ignore_ascii_case("uri")
                    || key == "address"
                    || key == "target"
                    || lower.starts_with("http");
                if address || script {
                    self.own_pages(text);
                }
                if lower.starts_with("javascript:") || lower.starts_with("data:text/html") {
                    self.effect(
                        Kind::RunUnknownCode,
                        None,
                        Span::default(),
                        "tool/page-code",
                        "opens an address that is code",
                        Tier::Medium,
                        Reach::Remote,
                        Undo::Hard,
                    );
                }
            }
        }
    }
}

fn is_code(key: &str) -> bool {
    let plain = key.replace('_', "");
    CODE.iter().any(|known| known.eq_ignore_ascii_case(&plain))
}

/// A tool that looks at pages or drives them, by the words of its name or of its server's.
pub(super) fn has_a_page(tool: &str) -> bool {
    let (server, own) = name::split(tool);
    let words = name::words(own).into_iter().chain(name::words(server.unwrap_or("")));
    words.into_iter().any(|word| PAGE_TOOLS.contains(&word.as_str()))
}

/// Code for a page that calls nothing but what looks, and assigns nothing but its own names.
fn only_reads_page(code: &str) -> bool {
    if code.len() > 8 << 10
        || [
            "cookie",
            "localStorage",
            "sessionStorage",
            "indexedDB",
            "`",
            "\\u",
            "\\x",
            "import",
            "eval",
            "Function",
            "constructor",
            "window[",
        ]
        .iter()
        .any(|word| code.contains(word))
    {
        return false;
    }
    let bytes = code.as_bytes();
    let mut quote = 0u8;
    for (i, &c) in bytes.iter().enumerate() {
        if quote != 0 {
            if c == quote && bytes.get(i.wrapping_sub(1)) != Some(&b'\\') {
                quote = 0;
            }
            continue;
        }
        match c {
            b'"' | b'\'' => quote = c,
            b'(' => {
                let before = code.get(..i).unwrap_or("").trim_end();
                let start = before
                    .rfind(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '$')
                    .map_or(0, |at| at + 1);
                let name = before.get(start..).unwrap_or("");
                // `x[y](…)` and `(…)(…)` call what nobody sees.
                let hidden = before.ends_with([']', ')'])
                    && !code
                        .get(i..)
                        .is_some_and(|rest| rest.starts_with("()=>") || rest.starts_with("() =>"));
                if hidden && !before.ends_with(')')
                    || hidden
                        && before.ends_with(')')
                        && name.is_empty()
                        && code.get(i + 1..).is_some_and(|r| !r.trim_start().starts_with(')'))
                {
                    return false;
                }
                if !name.is_empty() && !READING_CALLS.contains(&name) {
                    return false;
                }
            }
            b'=' => {
                let (last, next) = (
                    bytes.get(i.wrapping_sub(1)).copied().unwrap_or(0),
                    bytes.get(i + 1).copied().unwrap_or(0),
                );
                if matches!(last, b'=' | b'!' | b'<' | b'>') || matches!(next, b'=' | b'>') {
                    continue;
                }
                let before = code.get(..i).unwrap_or("").trim_end();
                let line = before.rsplit([';', '\n', '{', '(']).next().unwrap_or("").trim_start();
                if !["const ", "let ", "var "].iter().any(|word| line.starts_with(word)) {
                    return false;
                }
            }
            b'+' | b'-' if bytes.get(i + 1) == Some(&b'=') => return false,
            _ => {}
        }
    }
    quote == 0
}

#[cfg(test)]
mod tests {
    use crate::world::TableWorld;
    use crate::{Decision, Policy, ToolCall, judge};
    use serde_json::{Value as Json, json};

    fn decide(tool: &str, args: Json) -> (Decision, bool, String) {
        let mut world = TableWorld::developer();
        world.guarded = Some(":17717".to_owned());
        let call = ToolCall { tool: tool.to_owned(), args, ..ToolCall::default() };
        let verdict = judge(&call, &world, &Policy::default());
        (
            verdict.decision,
            verdict.assessment.effects.iter().any(|e| e.hardline),
            verdict.reason().to_string(),
        )
    }

    #[test]
    fn t71_navigating_to_our_own_pages_is_denied() {
        for url in [
            "http://localhost:7717/",
            "http://localhost:7717",
            "http://LOCALHOST:7717/requests/AB",
            "http://127.0.0.1:7717/v1/requests/AB/decision",
            "http://127.1:7717/",
            "http://127.0.1:7717/",
            "http://2130706433:7717/",
            "http://0x7f000001:7717/",
            "http://0x7f.1:7717/",
            "http://0177.0.0.1:7717/",
            "http://[::1]:7717/",
            "http://[::ffff:127.0.0.1]:7717/",
            "http://[0:0:0:0:0:0:0:1]:7717/",
            "http://0.0.0.0:7717/",
            "http://0:7717/",
            "http://inbox.localhost:7717/",
            "http://localhost.:7717/",
            "http://127.0.0.1.nip.io:7717/",
            "http://%31%32%37.0.0.1:7717/",
            "http://127.0.0.1:07717/",
            "http://user:pw@127.0.0.1:7717/",
            "http://１２７.0.0.1:7717/",
            "view-source:http://127.0.0.1:7717/",
            "data:text/html,<meta http-equiv=refresh content='0;url=http://127.1:7717/'>",
            "data:text/html;base64,PHNjcmlwdD5sb2NhdGlvbj0iaHR0cDovLzEyNy4xOjc3MTcvIjwvc2NyaXB0Pg==",
            "javascript:location='http://127.0.0.1:7717/'",
            "http://127.0.0.1:17717/",
            "127.0.0.1:7717/",
            "http://127.0.0.1:7717/v1/health/../requests/AB/decision",
        ] {
            for tool in [
                "browser_navigate",
                "mcp__playwright__browser_navigate",
                "puppeteer_navigate",
                "mcp__acme__open_page",
                "WebFetch",
            ] {
                let (decision, hard, reason) = decide(tool, json!({"url": url}));
                assert!(decision == Decision::Deny && hard, "{tool} {url}: {reason}");
            }
        }
    }

    #[test]
    fn ordinary_pages_stay_quiet() {
        for (tool, args) in [
            ("browser_navigate", json!({"url": "http://localhost:3000/"})),
            ("browser_navigate", json!({"url": "https://docs.rs"})),
            ("browser_navigate", json!({"url": "http://127.0.0.1:7717/v1/health"})),
            ("WebFetch", json!({"url": "http://127.0.0.1:7717/v1/openapi.json"})),
            ("browser_navigate", json!({"url": "https://x.example:7717/"})),
            ("browser_take_screenshot", json!({})),
            ("browser_snapshot", json!({})),
            ("browser_scroll", json!({"direction": "down"})),
            ("browser_hover", json!({"ref": "e1"})),
            ("browser_console", json!({})),
            ("browser_console_messages", json!({})),
            ("browser_press_key", json!({"key": "PageDown"})),
            ("browser_tabs", json!({"action": "list"})),
            ("browser_evaluate", json!({"function": "() => document.title"})),
            ("chrome_evaluate", json!({"code": "document.title"})),
            ("get_console", json!({"level": "error"})),
            ("calculate", json!({"expression": "max(1, 2)"})),
            ("list_functions", json!({"function": "main"})),
            ("browser_console", json!({"expression": "document.querySelectorAll('a').length"})),
            ("browser_click", json!({"ref": "e3", "url": "http://localhost:3000/login"})),
            ("browser_wait_for", json!({"time": 2})),
            (
                "Write",
                json!({"file_path": "docs/x.md", "content": "open http://127.0.0.1:7717/ in a browser"}),
            ),
        ] {
            let (decision, _, reason) = decide(tool, args.clone());
            assert_eq!(decision, Decision::Allow, "{tool} {args}: {reason}");
        }
    }

    #[test]
    fn t71_clicks_and_keys_on_an_unknown_page_are_asked() {
        for (tool, args) in [
            ("browser_click", json!({"ref": "e3"})),
            ("browser_click", json!({"element": "Next page", "ref": "e3"})),
            ("mcp__playwright__browser_type", json!({"ref": "e3", "text": "hello"})),
            ("browser_press", json!({"key": "Enter"})),
            ("browser_drag", json!({"startRef": "a", "endRef": "b"})),
            ("browser_fill_form", json!({"fields": []})),
            ("browser_select_option", json!({"ref": "e1", "values": ["x"]})),
            ("browser_handle_dialog", json!({"accept": true})),
            ("mcp__chrome-devtools__click", json!({"uid": "1"})),
            ("mcp__acme__browser_click", json!({"selector": "#a"})),
            ("browser_evaluate", json!({"function": "() => document.querySelector('#approve').click()"})),
            (
                "browser_evaluate",
                json!({"function": "() => fetch('/v1/requests/AB/decision', {method: 'POST'})"}),
            ),
            ("browser_evaluate", json!({"function": "() => document.cookie"})),
            ("browser_evaluate", json!({"function": "() => document['forms'][0]['submit']()"})),
            ("browser_console", json!({"expression": "location.href = 'https://x.example'"})),
            (
                "mcp__chrome-devtools__evaluate_script",
                json!({"function": "() => localStorage.getItem('token')"}),
            ),
            ("browser_navigate", json!({"url": "javascript:document.forms[0].submit()"})),
            ("browser_console_exec", json!({"expression": "x()"})),
            ("get_console", json!({"expression": "x()"})),
            ("list_console", json!({"evaluate": "x()"})),
            ("chrome_evaluate", json!({"code": "x()"})),
            ("evaluate_script", json!({"function": "() => x()"})),
            ("console_execute", json!({"code": "x()"})),
            ("playwright_evaluate", json!({"script": "x()"})),
            ("mcp__chrome__inspect", json!({"jsCode": "x()"})),
            ("mcp__acme__page_inspect", json!({"page_function": "fetch('https://x.example')"})),
        ] {
            let (decision, _, reason) = decide(tool, args.clone());
            assert_eq!(decision, Decision::Ask, "{tool} {args}: {reason}");
        }
    }

    #[test]
    fn settings_tools_kills_and_typed_lines_are_not_looks() {
        for (tool, args, want) in [
            ("Config", json!({"setting": "disableAllHooks", "value": true}), Decision::Deny),
            ("Config", json!({"setting": "hooks", "value": {}}), Decision::Deny),
            (
                "Config",
                json!({"setting": "permissions.defaultMode", "value": "bypassPermissions"}),
                Decision::Deny,
            ),
            ("config", json!({"key": "hooks.PreToolUse", "value": []}), Decision::Deny),
            ("update_settings", json!({"settings": {"disableAllHooks": true}}), Decision::Deny),
            ("Config", json!({"setting": "theme", "value": "dark"}), Decision::Ask),
            ("Config", json!({"setting": "theme"}), Decision::Allow),
            ("get_config", json!({"key": "hooks"}), Decision::Allow),
            ("process", json!({"action": "kill", "session_id": "1"}), Decision::Ask),
            ("process", json!({"action": "terminate", "session_id": "1"}), Decision::Ask),
            ("process", json!({"op": "kill"}), Decision::Ask),
            ("process", json!({"operation": "TERMINATE"}), Decision::Ask),
            ("process", json!({"cmd": "kill"}), Decision::Ask),
            ("process", json!({"method": "kill", "data": "y\n"}), Decision::Ask),
            ("process", json!({"verb": "stop"}), Decision::Ask),
            ("process", json!({"op": "poll"}), Decision::Allow),
            ("process", json!({"action": "poll", "session_id": "1"}), Decision::Allow),
            ("write_stdin", json!({"chars": "import os; os.system('rm -rf ~/Documents')\n"}), Decision::Ask),
            ("write_stdin", json!({"chars": "DROP TABLE users;\n"}), Decision::Ask),
            ("write_stdin", json!({"chars": "DELETE FROM users;\n"}), Decision::Ask),
            (
                "write_stdin",
                json!({"chars": "import shutil; shutil.rmtree('/home/dev/Documents')\n", "language": "python"}),
                Decision::Ask,
            ),
            ("write_stdin", json!({"chars": "print(1)\n", "language": "python"}), Decision::Allow),
            ("write_stdin", json!({"chars": "print(1 + 2)\n"}), Decision::Allow),
            ("write_stdin", json!({"chars": "SELECT count(*) FROM users;\n"}), Decision::Allow),
            ("write_stdin", json!({"chars": "console.log(process.version)\n"}), Decision::Allow),
            (
                "write_stdin",
                json!({"chars": "require('fs').rmSync('/home/dev/Documents', {recursive: true})\n"}),
                Decision::Ask,
            ),
            ("write_stdin", json!({"chars": "Remove-Item -Recurse ~/Documents\n"}), Decision::Ask),
            ("write_stdin", json!({"chars": "ls -la\n"}), Decision::Allow),
            ("write_stdin", json!({"chars": "y\n"}), Decision::Allow),
            ("process", json!({"action": "write", "data": "rm -rf ~/Documents\n"}), Decision::Ask),
        ] {
            let (decision, _, reason) = decide(tool, args.clone());
            assert_eq!(decision, want, "{tool} {args}: {reason}");
        }
    }
}
