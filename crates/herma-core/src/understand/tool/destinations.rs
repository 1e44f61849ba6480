//! Where a tool puts what it makes or fetches. A tool that looks, draws or downloads writes the file that an argument names
//! as its output; and a file that guards the agent, or runs by itself later, is nothing to hand to a tool of which nobody
//! knows that it only reads files.

use super::does::Does;
use super::keys::Key;
use super::{name, personal};
use crate::call::ToolCall;
use crate::effect::{Kind, Tier};
use crate::understand::place::{PlaceKind, starts_by_itself};
use crate::understand::walk::Walker;
use serde_json::Value as Json;

/// Values that are looked at; the bound on the whole call has been passed long before.
const MAX_VALUES: usize = 2_048;
/// Longer texts are no paths.
const MAX_PATH: usize = 4_096;

/// Beginnings of an argument's name that say by themselves that something is put there: `output`, `saveTo`, `dest_dir`.
const PUTS: &[&str] = &["output", "out", "outfile", "destination", "dest", "dst", "save", "saved", "saveas"];
/// Those that say it beside a word for a file: `download_path`, `exportFile`, `extract_to`.
const PUTS_INTO: &[&str] = &["download", "downloads", "export", "extract", "write", "render", "to", "record"];
/// Words for a file behind one of them.
const FILE_WORDS: &[&str] = &[
    "path",
    "file",
    "filename",
    "name",
    "dir",
    "directory",
    "folder",
    "location",
    "uri",
    "to",
    "as",
    "into",
];

/// Words of a tool that makes a file of something: its `to` and `target` are files.
#[rustfmt::skip]
const PRODUCES: &[&str] = &[
    "archive", "backup", "beautify", "bundle", "capture", "clip", "clone", "compile", "compress", "convert", "copy", "crop",
    "decode", "decompress", "decrypt", "download", "downloads", "downloader", "draw", "dump", "encode", "encrypt", "export",
    "exporter", "extract", "fetch", "format", "generate", "generator", "grab", "image", "install", "minify", "pack", "pdf", "plot",
    "print", "record", "render", "renderer", "resize", "rotate", "save", "screencast", "screenshot", "scrape", "snapshot",
    "speech", "synthesize", "tidy", "trace", "transcode", "transform", "unpack", "untar", "unzip", "video", "zip",
];

/// Of those, the ones that start from something other than a file: their `path` and `file` are where it is put.
#[rustfmt::skip]
const CREATES: &[&str] = &[
    "capture", "download", "downloader", "downloads", "draw", "dump", "export", "exporter", "generate", "generator", "grab",
    "record", "save", "screencast", "screenshot", "snapshot", "speech", "synthesize", "trace",
];

/// Names of an argument that is a file, which only the tool's name says is written.
const FILES: &[&str] = &["path", "file", "filename", "filepath", "absolutepath", "fullpath", "name"];
/// Names that say where to, of a tool that puts something somewhere.
const TOWARDS: &[&str] = &["to", "target", "targetpath", "targetfile", "targetdir", "targetfolder", "into"];

/// Words of a tool that looks at pages: it has no file to read, so a file that it names is one that it writes.
const PAGES: &[&str] =
    &["browser", "chrome", "console", "devtools", "network", "page", "playwright", "puppeteer", "tab"];

/// What a tool does with the files that its arguments name.
#[derive(Debug, Clone, Copy)]
struct Files {
    /// It only reads those that are no destination.
    reads: bool,
    produces: bool,
    creates: bool,
    /// It sends files, or acts on those it names: that is said elsewhere.
    elsewhere: bool,
}

impl Files {
    fn of(tool: &str, does: Does) -> Files {
        let (server, own) = name::split(tool);
        let words = name::words(own);
        let has = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
        let pages =
            || words.iter().chain(&name::words(server.unwrap_or(""))).any(|w| PAGES.contains(&w.as_str()));
        let produces = has(PRODUCES);
        let of_files =
            matches!(does, Does::Reads | Does::Writes | Does::Relocates | Does::Deletes | Does::Patches);
        let creates = !of_files && (has(CREATES) || does.is_harmless() && pages());
        Files {
            reads: does == Does::Reads || does == Does::Looks && !produces && !creates,
            produces: produces && !of_files,
            creates,
            elsewhere: does.tells_others() || of_files,
        }
    }
}

impl Walker<'_> {
    /// The files that a structured tool writes by the names of its arguments, or may write for all that anybody knows.
    pub(super) fn destinations(&mut self, call: &ToolCall, does: Does) {
        if matches!(does, Does::Shell | Does::Types | Does::Code | Does::Desktop) {
            return;
        }
        let files = Files::of(&call.tool, does);
        let mut left = MAX_VALUES;
        let mut stack: Vec<(&str, bool, &Json)> = vec![("", false, &call.args)];
        while let Some((key, puts, value)) = stack.pop() {
            if left == 0 {
                self.too_complex();
                break;
            }
            left -= 1;
            match value {
                Json::Array(items) => stack.extend(items.iter().rev().map(|item| (key, puts, item))),
                // `destination: {path: …}`: what is inside is the destination.
                Json::Object(map) => {
                    stack.extend(map.iter().rev().map(|(k, v)| (k.as_str(), puts || puts_there(k), v)));
                }
                Json::String(text) if may_be_a_path(text) => self.destination(files, key, puts, text),
                Json::String(_) | Json::Null | Json::Bool(_) | Json::Number(_) => {}
            }
        }
    }

    fn destination(&mut self, files: Files, key: &str, puts: bool, text: &str) {
        let plain = plain(key);
        let towards = TOWARDS.contains(&plain.as_str());
        let written = puts
            || files.produces && towards
            || files.creates && (FILES.contains(&plain.as_str()) || towards);
        let kind = Key::of(key);
        let talk = matches!(
            kind,
            Key::Prose
                | Key::Command
                | Key::Code
                | Key::Sql
                | Key::Url
                | Key::Wish
                | Key::Amount
                | Key::Query
        );
        if talk && !written {
            return;
        }
        let path = self.tool_value(text);
        let placed = self.place(&path);
        let holds = (written || towards).then(|| self.holds(&placed.path)).flatten();
        let weighty = matches!(placed.kind, PlaceKind::Guard | PlaceKind::Startup)
            || starts_by_itself(&placed.path)
            || self.is_moved_guard(&placed.path)
            || holds.is_some();
        let guessed = weighty && !files.reads && !files.elsewhere || holds.is_some() && towards;
        if !(written && (weighty || looks_like_a_file(text)) || guessed) || self.is_said_written(&placed.path)
        {
            return;
        }
        let says = if written { "puts something into {}" } else { "may change {}" };
        self.tool_path(Kind::Write, text, "tool/destination", says, holds.is_some());
    }

    /// It was said that this file is changed.
    fn is_said_written(&self, path: &str) -> bool {
        self.effects.iter().any(|e| {
            e.target.as_deref() == Some(path)
                && e.floor >= Tier::Low
                && !matches!(e.kind, Kind::Read | Kind::ReadSecret)
        })
    }
}

/// `saveTo`, `save_to`, `SAVE-TO`: the letters of a name.
fn plain(key: &str) -> String {
    key.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).take(64).collect()
}

/// Whether an argument of this name says that something is put there: `output`, `saveTo`, `dest_file`, not `output_format`.
fn puts_there(key: &str) -> bool {
    let plain = plain(key);
    PUTS.iter().any(|start| plain.strip_prefix(start).is_some_and(is_file_words))
        || PUTS_INTO.iter().any(|start| {
            plain.strip_prefix(start).is_some_and(|rest| !rest.is_empty() && is_file_words(rest))
        })
}

/// Nothing but words for a file, or nothing.
fn is_file_words(mut rest: &str) -> bool {
    while !rest.is_empty() {
        // The longest first: `filename` is no `file` and `name`.
        let word = FILE_WORDS.iter().filter(|word| rest.starts_with(**word)).max_by_key(|word| word.len());
        let Some(left) = word.and_then(|word| rest.strip_prefix(word)) else { return false };
        rest = left;
    }
    true
}

fn may_be_a_path(text: &str) -> bool {
    let web = text.contains("://") && !text.starts_with("file://");
    !text.is_empty() && text.len() <= MAX_PATH && !text.contains('\n') && !web && !personal::is_address(text)
}

/// `docs/x.pdf`, `out.png`, `~/x`: rather than `json`, `de`, `v1.2` or a sentence.
fn looks_like_a_file(text: &str) -> bool {
    let rooted = ["/", "~/", "./", "../", "file://"].iter().any(|start| text.starts_with(start));
    let ending = text.rsplit_once('.').is_some_and(|(stem, ending)| {
        !stem.is_empty()
            && (1..=5).contains(&ending.len())
            && ending.bytes().all(|b| b.is_ascii_alphanumeric())
            && !ending.bytes().all(|b| b.is_ascii_digit())
    });
    rooted || !text.contains(' ') && (ending || text.contains('/'))
}

#[cfg(test)]
mod tests {
    use super::puts_there;
    use crate::world::TableWorld;
    use crate::{Decision, Policy, ToolCall, judge};
    use serde_json::{Value as Json, json};

    fn decide(tool: &str, args: Json) -> (Decision, String) {
        let call = ToolCall { tool: tool.to_owned(), args, ..ToolCall::default() };
        let verdict = judge(&call, &TableWorld::developer(), &Policy::default());
        (verdict.decision, verdict.reason().to_string())
    }

    #[test]
    fn names_of_destinations() {
        for key in [
            "output",
            "outputPath",
            "out",
            "outfile",
            "output_file",
            "save_to",
            "saveAs",
            "SAVE_PATH",
            "dest",
            "to_file",
        ] {
            assert!(puts_there(key), "{key}");
        }
        for key in
            ["output_format", "outputMode", "output_schema", "to", "outcome", "download", "savepoint", "tone"]
        {
            assert!(!puts_there(key), "{key}");
        }
    }

    #[test]
    fn t62_output_of_a_structured_tool_is_written() {
        let guard = "~/.claude/settings.json";
        for (tool, args) in [
            ("download_file", json!({"url": "https://e", "path": "~/.config/herma/policy.toml"})),
            ("download_file", json!({"url": "https://e", "path": guard})),
            ("download_file", json!({"url": "https://e", "output": ".claude/settings.json"})),
            ("download", json!({"url": "https://e", "options": {"destination": {"path": guard}}})),
            ("fetch", json!({"url": "https://e.example/", "save_to": guard})),
            ("WebFetch", json!({"url": "https://e.example/", "outputFile": guard})),
            ("browser_take_screenshot", json!({"filename": guard})),
            ("browser_console_messages", json!({"filename": guard})),
            ("mcp__chrome-devtools__take_snapshot", json!({"filePath": guard})),
            ("generate_image", json!({"prompt": "x", "save_path": guard})),
            ("export_data", json!({"file": guard})),
            ("render_pdf", json!({"html": "<p>", "to": ".claude/settings.json"})),
            ("query_to_csv", json!({"query": "select 1", "outfile": guard})),
            ("Read", json!({"file_path": "a.txt", "output": guard})),
            ("mcp__acme__frob", json!({"thing": guard})),
        ] {
            let (decision, reason) = decide(tool, args.clone());
            assert_eq!(decision, Decision::Deny, "{tool} {args}: {reason}");
        }
        for (tool, args) in [
            ("get_report", json!({"output_path": ".git/hooks/pre-commit"})),
            ("convert_image", json!({"input": "a.png", "output": "~/.ssh/authorized_keys"})),
            ("extract", json!({"file": "a.tar", "to": "~/.claude"})),
            ("format_file", json!({"path": "~/.bashrc"})),
            ("capture_trace", json!({"filename": ".git/hooks/pre-commit"})),
            ("mcp__acme__print_page", json!({"dest": "~/.bashrc"})),
            ("download_file", json!({"url": "https://e", "path": "/etc/cron.d/x"})),
            ("summarize", json!({"file": "~/.bashrc", "outputFile": "~/.profile"})),
        ] {
            let (decision, reason) = decide(tool, args.clone());
            assert_ne!(decision, Decision::Allow, "{tool} {args}: {reason}");
        }
    }

    #[test]
    fn ordinary_destinations_and_readers_stay_quiet() {
        for (tool, args) in [
            ("download_file", json!({"url": "https://e", "path": "docs/x.pdf"})),
            ("download_file", json!({"url": "https://e", "output": "out.png"})),
            ("browser_take_screenshot", json!({"filename": "shots/a.png", "type": "png"})),
            ("generate_image", json!({"prompt": "a cat", "save_path": "img/a.png", "output_format": "png"})),
            ("convert_image", json!({"input": "a.png", "output": "b.png"})),
            ("convert_currency", json!({"from": "EUR", "to": "USD"})),
            ("export_data", json!({"file": "data.csv"})),
            ("format_file", json!({"path": "src/main.rs"})),
            ("fetch", json!({"url": "https://docs.rs/serde", "save_to": "/tmp/x.html"})),
            ("WebFetch", json!({"url": "https://docs.rs/serde", "prompt": "what is ~/.bashrc"})),
            ("extract", json!({"file": "a.tar", "to": "out"})),
            ("Read", json!({"file_path": "~/.claude/settings.json"})),
            ("read_text_file", json!({"path": ".claude/settings.json"})),
            ("get_file", json!({"path": ".claude/settings.json"})),
            ("search_docs", json!({"query": "~/.bashrc syntax"})),
            ("http_get", json!({"path": "/v1/users"})),
            ("mcp__acme__translate", json!({"text": "hello", "to": "de"})),
            ("Glob", json!({"pattern": "**/*.rs"})),
        ] {
            let (decision, reason) = decide(tool, args.clone());
            assert_eq!(decision, Decision::Allow, "{tool} {args}: {reason}");
        }
    }
}
