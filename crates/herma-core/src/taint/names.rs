//! Names in a text that would stand in a call: hosts, addresses, paths, accounts, commands.

use super::NAMES_MAX;

/// Shorter ones stand in everything.
const SHORTEST: usize = 4;
/// Commands and quoted texts.
const LONGEST: usize = 120;

/// Endings of files that look like those of hosts.
const FILES: &[&str] = &[
    "md", "pub", "pem", "key", "crt", "rs", "js", "ts", "tsx", "jsx", "json", "txt", "py", "html", "htm",
    "toml", "yml", "yaml", "sh", "lock", "css", "png", "jpg", "csv", "xml", "log", "pdf", "go", "rb", "java",
    "kt", "c", "h", "cpp", "sql", "ini", "cfg", "conf", "env", "zip", "gz", "tar", "svg", "mjs", "cjs",
    "exe", "php", "docx", "xlsx", "ipynb", "g", "e", "i",
];
/// Hosts that everybody's things lie on: the host alone says nothing.
const SHARED: &[&str] = &[
    "github.com",
    "raw.githubusercontent.com",
    "gitlab.com",
    "google.com",
    "www.google.com",
    "docs.google.com",
    "npmjs.com",
    "www.npmjs.com",
    "registry.npmjs.org",
    "pypi.org",
    "crates.io",
    "docs.rs",
    "stackoverflow.com",
    "wikipedia.org",
    "en.wikipedia.org",
    "youtube.com",
    "www.youtube.com",
    "example.com",
    "gist.github.com",
    "api.github.com",
    "bitbucket.org",
    "slack.com",
    "discord.com",
    "huggingface.co",
    "localhost",
];
/// Quoted and backticked words that stand in any call.
const ORDINARY: &[&str] = &[
    "true",
    "false",
    "null",
    "none",
    "main",
    "master",
    "test",
    "tests",
    "build",
    "yes",
    "name",
    "user",
    "file",
    "data",
    "this",
    "that",
    "here",
    "readme",
    "important",
    "system",
    "assistant",
    "human",
];

/// Adds the names of one sentence.
pub(super) fn names(text: &str, out: &mut Vec<String>) {
    quoted(text, out);
    commands(text, out);
    for word in text.split(between) {
        let word =
            word.trim_end_matches(['.', ':', '!', '?', '*', '…']).trim_start_matches(['*', ':', '=', '\'']);
        one(word, out);
    }
    proper(text, out);
}

/// What stands between names: blanks, brackets, quotes, and the letters of scripts that write without blanks.
fn between(c: char) -> bool {
    c.is_whitespace()
        || matches!(
            c,
            '<' | '>' | '(' | ')' | '"' | '“' | '”' | '|' | '`' | '\'' | '[' | ']' | '{' | '}' | ',' | ';'
        )
        || c >= '\u{2E80}'
}

fn one(word: &str, out: &mut Vec<String>) {
    let lower = word.to_lowercase();
    let bare = lower.strip_prefix("mailto:").unwrap_or(&lower);
    if let Some(at) = ["https://", "http://", "ftp://", "ws://", "wss://", "hxxp://", "hxxps://"]
        .iter()
        .find_map(|scheme| bare.strip_prefix(scheme))
    {
        address(at, out);
    } else if bare.contains('@') && bare.split('@').nth(1).is_some_and(|host| is_host(host_of(host))) {
        add(bare, out);
        address(bare, out);
    } else if is_path(bare) || is_handle(bare) {
        add(bare, out);
    } else if is_host(bare.split(['/', ':', '?']).next().unwrap_or_default()) {
        address(bare, out);
    } else if is_account(word) || is_repository(bare) {
        add(bare, out);
    }
}

/// A host; of one that everybody uses, what lies on it.
fn address(rest: &str, out: &mut Vec<String>) {
    let host = host_of(rest.rsplit('@').next().unwrap_or_default());
    if !SHARED.contains(&host) {
        add(host, out);
        return;
    }
    let parts: Vec<&str> = rest.split(['/', '?', '#']).filter(|part| !part.is_empty()).take(3).collect();
    if parts.len() > 1 {
        add(&parts.join("/"), out);
    }
}

/// `@somebody`, `#channel`.
fn is_handle(word: &str) -> bool {
    word.starts_with(['@', '#']) && word.len() > 2 && word.chars().nth(1).is_some_and(char::is_alphabetic)
}

fn host_of(rest: &str) -> &str {
    rest.split(['/', '?', '#', ':']).next().unwrap_or_default()
}

/// `owner/name`, and not `and/or`.
fn is_repository(word: &str) -> bool {
    let part =
        |part: &str| part.len() > 1 && part.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c));
    let made = |c: char| c.is_ascii_digit() || c == '-' || c == '_';
    word.split_once('/').is_some_and(|(owner, name)| part(owner) && part(name) && word.contains(made))
}

pub(super) fn is_host(word: &str) -> bool {
    if word.len() > 250 || word.contains("..") || !word.contains('.') {
        return false;
    }
    let mut parts = word.split('.');
    let numbers = word.split('.').count() == 4 && word.split('.').all(|part| part.parse::<u8>().is_ok());
    let last = word.rsplit('.').next().unwrap_or_default();
    let ending = last.len() >= 2 && last.chars().all(|c| c.is_ascii_alphabetic()) && !FILES.contains(&last);
    numbers
        || ending
            && parts
                .all(|part| !part.is_empty() && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '-'))
}

fn is_path(word: &str) -> bool {
    let rooted = word.starts_with("~/")
        || word.starts_with("./")
        || word.starts_with('/') && word.len() > 4 && !word.starts_with("//");
    let named = word.contains('/')
        && word.rsplit('.').next().is_some_and(|end| FILES.contains(&end))
        && !word.contains("://");
    let hidden =
        word.starts_with('.') && word.len() > 3 && word.chars().nth(1).is_some_and(char::is_alphabetic);
    (rooted || named || hidden) && !word.contains(['{', '<'])
}

/// Account numbers, wallets, telephone numbers, keys: long, and with digits in them.
fn is_account(word: &str) -> bool {
    let digits = word.chars().filter(char::is_ascii_digit).count();
    let telephone = word.starts_with('+') && digits >= 8;
    let plain = word.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
    telephone || plain && word.len() >= 12 && digits >= 3
}

/// What stands in quotes or backticks.
fn quoted(text: &str, out: &mut Vec<String>) {
    for (open, close) in [('`', '`'), ('"', '"'), ('“', '”'), ('\'', '\'')] {
        let mut rest = text;
        while let Some((before, inside)) = rest.split_once(open) {
            // An apostrophe is no quote.
            let opens = open != '\'' || before.chars().next_back().is_none_or(|c| !c.is_alphanumeric());
            let Some((inner, behind)) = inside.split_once(close) else { break };
            rest = if opens { behind } else { inside };
            let inner = inner.trim().to_lowercase();
            if opens && inner.len() <= LONGEST && !ORDINARY.contains(&inner.as_str()) {
                let known = inner.split_whitespace().count() == 1 && is_known(&inner);
                if !known {
                    add(&inner, out);
                }
            }
        }
    }
}

/// Hosts and files have their own form.
fn is_known(word: &str) -> bool {
    word.contains("://") || is_host(word) && SHARED.contains(&word)
}

/// What stands behind `run`, and behind an installer.
fn commands(text: &str, out: &mut Vec<String>) {
    let lower = text.to_lowercase();
    for lead in ["run ", "run: ", "execute ", "execute: ", "command: ", "$ ", "exec "] {
        let Some((_, rest)) = lower.split_once(lead) else { continue };
        let rest = rest
            .trim_start_matches("the following command: ")
            .trim_start_matches("the command ")
            .trim_matches(['`', '"', '\'', '.', ' ']);
        let looks =
            rest.split_whitespace().count() >= 2 && rest.contains(['-', '/', '|', '$', '=', '&', ':']);
        if looks {
            add(rest.get(..rest.floor_char_boundary(LONGEST)).unwrap_or_default(), out);
        }
    }
    for lead in [
        "pip install ",
        "pip3 install ",
        "npm install ",
        "npm i ",
        "npx ",
        "uvx ",
        "cargo install ",
        "gem install ",
        "brew install ",
        "go install ",
        "yarn add ",
        "pnpm add ",
    ] {
        let mut rest = lower.as_str();
        while let Some((_, behind)) = rest.split_once(lead) {
            let word = behind.split_whitespace().find(|word| !word.starts_with('-')).unwrap_or_default();
            let word = word.trim_matches(['`', '"', '\'', '.', ',']);
            if !word.is_empty() {
                add(&format!("{lead}{word}"), out);
            }
            rest = behind;
        }
    }
}

/// Proper names of two words and more.
fn proper(text: &str, out: &mut Vec<String>) {
    let mut run: Vec<&str> = Vec::new();
    for word in text.split_whitespace().skip(1).chain([""]) {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        let named = bare.chars().next().is_some_and(char::is_uppercase)
            && bare.chars().skip(1).any(char::is_lowercase);
        if named {
            run.push(bare);
        }
        if !named || word.ends_with(['.', ',', ';', ':']) {
            if (2..=5).contains(&run.len()) {
                add(&run.join(" ").to_lowercase(), out);
            }
            run.clear();
        }
    }
}

fn add(name: &str, out: &mut Vec<String>) {
    let name = name.trim();
    let short = name.chars().count() < SHORTEST && !name.starts_with(['@', '#']);
    let shared = SHARED.contains(&name) || ORDINARY.contains(&name);
    if short
        || shared
        || name.len() > LONGEST
        // One more than is kept: that there were more is worth knowing.
        || out.len() > NAMES_MAX
        || out.iter().any(|known| known == name)
    {
        return;
    }
    out.push(name.to_owned());
}
