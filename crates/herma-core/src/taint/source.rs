//! Whose text is it? By the tool that gave it, and by what it was called with.

use crate::call::ToolCall;
use serde_json::Value;

/// Arguments are looked through so deep.
const DEPTH: usize = 6;

/// What tools give back that strangers write, by a word of the tool's name, and how a person calls it.
const STRANGERS: &[(&[&str], &str)] = &[
    (
        &[
            "webfetch",
            "fetch",
            "browser",
            "browse",
            "navigate",
            "crawl",
            "scrape",
            "playwright",
            "puppeteer",
            "firecrawl",
            "webpage",
            "url",
        ],
        "the page",
    ),
    (
        &["websearch", "web", "google", "brave", "tavily", "serp", "exa", "perplexity", "bing", "duckduckgo"],
        "a web search",
    ),
    (&["issue", "issues"], "an issue"),
    (&["pull", "pr", "prs", "mr"], "a pull request"),
    (&["comment", "comments", "discussion", "discussions", "review", "reviews"], "a comment"),
    (&["mail", "email", "emails", "gmail", "inbox", "imap", "outlook"], "a mail"),
    (
        &[
            "slack", "discord", "telegram", "whatsapp", "channel", "channels", "message", "messages", "chat",
            "sms", "teams", "thread", "threads",
        ],
        "a chat",
    ),
    (
        &[
            "tweet",
            "tweets",
            "twitter",
            "reddit",
            "hackernews",
            "post",
            "posts",
            "feed",
            "rss",
            "news",
            "mastodon",
            "bluesky",
        ],
        "a post",
    ),
    (
        &[
            "ticket",
            "tickets",
            "jira",
            "zendesk",
            "linear",
            "intercom",
            "freshdesk",
            "hubspot",
            "salesforce",
            "customer",
        ],
        "a ticket",
    ),
    (
        &[
            "notion",
            "confluence",
            "gdrive",
            "drive",
            "sharepoint",
            "docs",
            "document",
            "documents",
            "wiki",
            "airtable",
            "sheet",
            "sheets",
        ],
        "a shared document",
    ),
    (&["calendar", "event", "events", "invite", "meeting"], "a calendar entry"),
    (&["download", "downloads", "attachment", "attachments"], "a downloaded file"),
];
/// Tools of an agent's own that have such a word in their names and read nothing of strangers.
const OWN: &[&str] =
    &["SendMessage", "TaskList", "BashOutput", "get_internal_docs", "update_topic", "tracker_create_task"];
/// Arguments that say which one.
const WHICH: &[&str] = &[
    "url",
    "uri",
    "link",
    "href",
    "query",
    "q",
    "issue_number",
    "issue",
    "pull_number",
    "number",
    "id",
    "subject",
    "channel",
    "path",
    "repo",
];

/// Where this call's result is from, if strangers wrote it, in words.
pub(super) fn of(call: &ToolCall, downloaded: &[String]) -> Option<String> {
    if OWN.contains(&call.tool.as_str()) {
        return None;
    }
    let words = words(&call.tool);
    if let Some(command) = command(&call.args) {
        return printed(command, call.cwd.as_deref(), downloaded);
    }
    let url = url(&call.args, 0);
    let strange = STRANGERS.iter().find(|(names, _)| words.iter().any(|word| names.contains(&word.as_str())));
    match (strange, &url) {
        // Anything that was handed an address gives back what lies there.
        (_, Some(url)) if !is_local(url) && !writes(&words) => Some(format!("the page {url}")),
        (Some((_, what)), None) if !writes(&words) => Some(match which(&call.args) {
            Some(which) if *what == "a web search" => format!("a web search for “{which}”"),
            Some(which) => format!("{what} ({which}, by {})", call.tool),
            None => format!("{what} (by {})", call.tool),
        }),
        _ => file(call, downloaded),
    }
}

/// What answers a tool that writes is mostly its own words.
fn writes(words: &[String]) -> bool {
    const WRITES: &[&str] = &[
        "send", "create", "delete", "update", "write", "post", "add", "close", "merge", "edit", "set",
        "remove", "reply", "publish",
    ];
    const READS: &[&str] =
        &["read", "get", "list", "search", "fetch", "view", "find", "show", "download", "query", "open"];
    let has = |all: &[&str]| words.iter().any(|word| all.contains(&word.as_str()));
    has(WRITES) && !has(READS)
}

/// A file that came from outside.
fn file(call: &ToolCall, downloaded: &[String]) -> Option<String> {
    let path = ["file_path", "path", "absolute_path", "filePath", "notebook_path", "filename"]
        .iter()
        .find_map(|name| call.args.get(name)?.as_str())?;
    let path = absolute(path, call.cwd.as_deref());
    let known = downloaded.iter().any(|known| within(&path, known)) || path.contains("/Downloads/");
    known.then(|| format!("the downloaded file {path}"))
}

fn within(path: &str, folder: &str) -> bool {
    path.strip_prefix(folder.trim_end_matches('/'))
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// The words of `mcp__github__getIssueComments`.
pub(super) fn words(name: &str) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    let mut word = String::new();
    let mut small = false;
    for c in name.chars() {
        let breaks = !c.is_alphanumeric() || c.is_uppercase() && small;
        if breaks && !word.is_empty() {
            all.push(std::mem::take(&mut word));
        }
        if c.is_alphanumeric() {
            word.extend(c.to_lowercase());
        }
        small = c.is_lowercase();
    }
    if !word.is_empty() {
        all.push(word);
    }
    // `WebFetch` is one word to whoever names tools.
    let pairs: Vec<String> = all.windows(2).map(|pair| pair.concat()).collect();
    all.extend(pairs);
    all
}

fn command(args: &Value) -> Option<&str> {
    let named = ["command", "cmd"].iter().find_map(|name| args.get(name)?.as_str());
    named.or_else(|| args.get("commands")?.get(0)?.as_str())
}

/// Programs that print what strangers write.
fn printed(command: &str, cwd: Option<&str>, downloaded: &[String]) -> Option<String> {
    let tokens: Vec<&str> = tokens(command).collect();
    for (at, token) in tokens.iter().enumerate() {
        let program = token.rsplit('/').next().unwrap_or(token);
        let next = |n: usize| tokens.get(at + n).copied().unwrap_or_default();
        match program {
            "curl" | "wget" | "http" | "https" | "xh" | "xhs" | "lynx" | "w3m" | "links" | "elinks"
            | "aria2c" | "curlie" | "httpx" => {
                let url = tokens.iter().skip(at + 1).take(24).find(|word| looks_like_address(word));
                if let Some(url) = url.filter(|url| !is_local(url)) {
                    return Some(format!("the page {url}"));
                }
            }
            "gh" | "glab"
                if matches!(
                    next(1),
                    "issue" | "pr" | "mr" | "api" | "release" | "search" | "gist" | "discussion" | "run"
                ) =>
            {
                return Some(format!("what `{}` printed", as_typed(command, program)));
            }
            "himalaya" | "mutt" | "mail" | "notmuch" | "mu" => return Some(format!("a mail (by {program})")),
            _ => {}
        }
    }
    let known = tokens.iter().find(|token| {
        let path = absolute(token, cwd);
        downloaded.iter().any(|known| within(&path, known))
    });
    known.map(|path| format!("the downloaded file {path}"))
}

/// The first words of that program's own command.
fn as_typed(command: &str, program: &str) -> String {
    let commands = command.split([';', '|', '&', '(', ')', '\n', '`', '>', '<']);
    let own = commands.map(|one| one.split_whitespace().skip_while(|word| !word.ends_with(program)));
    // The number of a redirected descriptor is no word of the command.
    let words = own.map(|words| words.take(5).filter(|word| *word != "2").collect::<Vec<_>>().join(" "));
    words.into_iter().find(|words| !words.is_empty()).unwrap_or_default()
}

fn tokens(command: &str) -> impl Iterator<Item = &str> {
    command
        .split(|c: char| c.is_whitespace() || matches!(c, ';' | '|' | '&' | '(' | ')' | '`' | '<' | '>'))
        .map(|word| word.trim_matches(['"', '\'', '$']))
        .filter(|word| !word.is_empty())
}

fn looks_like_address(word: &str) -> bool {
    word.contains("://")
        || !word.starts_with('-')
            && super::names::is_host(word.split(['/', ':', '?']).next().unwrap_or_default())
}

fn is_local(url: &str) -> bool {
    let rest = url.split("://").last().unwrap_or(url);
    let host = rest.split(['/', ':', '?']).next().unwrap_or_default();
    matches!(host, "localhost" | "127.0.0.1" | "0.0.0.0" | "[" | "::1" | "host.docker.internal")
        || host.starts_with("127.")
        || url.starts_with("file:")
}

/// The first address among the arguments, in whatever text it stands.
fn url(value: &Value, depth: usize) -> Option<String> {
    match value {
        Value::String(text) => {
            let at = text.find("https://").or_else(|| text.find("http://"))?;
            let url = text
                .get(at..)?
                .split(|c: char| c.is_whitespace() || matches!(c, '"' | '\'' | ')' | '>' | '<' | ','))
                .next()?;
            Some(url.trim_end_matches('.').to_owned())
        }
        Value::Array(items) if depth < DEPTH => items.iter().find_map(|item| url(item, depth + 1)),
        Value::Object(map) if depth < DEPTH => {
            map.iter().filter(|(name, _)| is_address(name)).find_map(|(_, inner)| url(inner, depth + 1))
        }
        _ => None,
    }
}

/// An address inside a file that is written is content, not where something comes from.
fn is_address(name: &str) -> bool {
    !matches!(
        name,
        "content"
            | "new_string"
            | "old_string"
            | "text"
            | "body"
            | "message"
            | "file_text"
            | "patch"
            | "new_str"
            | "old_str"
            | "data"
            | "html"
            | "description"
            | "todos"
            | "plan"
            | "code"
    )
}

fn which(args: &Value) -> Option<String> {
    let found = WHICH.iter().find_map(|name| args.get(name).filter(|value| !value.is_null()))?;
    let text = found.as_str().map_or_else(|| found.to_string(), str::to_owned);
    Some(text.chars().take(80).collect())
}

fn absolute(path: &str, cwd: Option<&str>) -> String {
    let path = path.trim_start_matches("./");
    match (path.starts_with(['/', '~']), cwd) {
        (false, Some(cwd)) => format!("{}/{path}", cwd.trim_end_matches('/')),
        _ => path.to_owned(),
    }
}

/// Files and folders that a command brings in from outside: best effort, from its words.
pub fn downloads(call: &ToolCall) -> Vec<String> {
    let Some(command) = command(&call.args) else { return Vec::new() };
    let tokens: Vec<&str> = tokens(command).collect();
    let mut found = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let rest = tokens.get(at + 1..).unwrap_or_default();
        match token.rsplit('/').next().unwrap_or(token) {
            "curl" | "wget" | "aria2c" | "xh" => {
                let named = rest
                    .iter()
                    .position(|word| matches!(*word, "-o" | "-O" | "--output" | "--output-document" | "-P"));
                let address = rest.iter().find(|word| looks_like_address(word) && !is_local(word));
                let last = address
                    .and_then(|url| url.split(['?', '#']).next()?.rsplit('/').next())
                    .filter(|name| !name.is_empty());
                let given = named
                    .and_then(|at| rest.get(at + 1))
                    .filter(|word| !looks_like_address(word) && **word != "-");
                if address.is_some() {
                    found.extend(given.copied().or(last).map(|path| absolute(path, call.cwd.as_deref())));
                }
            }
            "git" | "gh" if rest.iter().take(4).any(|word| *word == "clone") => {
                let mut words = rest.iter().skip_while(|word| **word != "clone").skip(1);
                let url = words.by_ref().find(|word| word.contains('/') && !word.starts_with('-'));
                let folder =
                    words.next().filter(|word| !matches!(**word, "cd" | "echo") && !word.starts_with('-'));
                let last = url.and_then(|url| {
                    url.trim_end_matches('/').trim_end_matches(".git").rsplit(['/', ':']).next()
                });
                found.extend(folder.copied().or(last).map(|path| absolute(path, call.cwd.as_deref())));
            }
            _ => {}
        }
    }
    found
}
