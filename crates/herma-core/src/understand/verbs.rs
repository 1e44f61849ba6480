//! The verbs in a tool's name: all there is to go by when nobody has described the tool.

use serde_json::Value as Json;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verb {
    Read,
    /// Clicks, scrolls, navigates: harmless or not by what it touches.
    Interact,
    Write,
    Message,
    Pay,
    Delete,
}

const VERBS: &[(Verb, &[&str])] = &[
    (
        Verb::Read,
        &[
            "get",
            "list",
            "search",
            "read",
            "view",
            "find",
            "query",
            "describe",
            "fetch",
            "show",
            "lookup",
            "count",
            "check",
            "status",
            "inspect",
            "analyze",
            "analyse",
            "screenshot",
            "snapshot",
            "summarize",
            "calculate",
            "compute",
            "browse",
            "explain",
            "preview",
            "validate",
            "verify",
            "compare",
            "diff",
            "download",
            "retrieve",
            "history",
            "think",
            "thinking",
            "sequentialthinking",
            "resolve",
            "echo",
            "ping",
            "convert",
            "translate",
            "parse",
            "estimate",
            "recommend",
            "info",
            "stat",
            "tree",
            "log",
            "logs",
            "blame",
            "monitor",
            "track",
        ],
    ),
    (
        Verb::Interact,
        &[
            "click", "navigate", "hover", "scroll", "wait", "press", "type", "fill", "select", "resize",
            "tab", "tabs", "back", "forward", "evaluate", "drag", "focus", "take", "handle", "console",
            "network",
        ],
    ),
    (
        Verb::Write,
        &[
            "create",
            "update",
            "write",
            "edit",
            "add",
            "set",
            "put",
            "patch",
            "upload",
            "insert",
            "modify",
            "change",
            "rename",
            "move",
            "copy",
            "append",
            "save",
            "store",
            "import",
            "sync",
            "assign",
            "open",
            "turn",
            "lock",
            "unlock",
            "start",
            "restart",
            "execute",
            "run",
            "invoke",
            "trigger",
            "enable",
            "disable",
            "grant",
            "approve",
            "merge",
            "deploy",
            "release",
            "push",
            "publish",
            "install",
            "apply",
            "book",
            "schedule",
            "reserve",
            "register",
            "fork",
            "star",
            "label",
            "close",
            "reopen",
            "mark",
            "archive",
            "restore",
            "configure",
            "scale",
            "toggle",
            "control",
            "exchange",
            "return",
            "activate",
            "resume",
            "suspend",
            "pause",
            "make",
            "generate",
            "do",
            "perform",
            "submit",
            "request",
            "call",
            "join",
            "leave",
            "accept",
            "reject",
            "dismiss",
            "transfer_to",
            "commit",
            "mutate",
            "alter",
            "bypass",
            "inject",
            "manipulate",
            "override",
        ],
    ),
    (
        Verb::Message,
        &[
            "send",
            "post",
            "email",
            "mail",
            "message",
            "notify",
            "reply",
            "comment",
            "tweet",
            "share",
            "invite",
            "announce",
            "dm",
            "respond",
            "forward_message",
            "broadcast",
            "contact",
            "sms",
            "whatsapp",
            "slack",
        ],
    ),
    (
        Verb::Pay,
        &[
            "pay", "payment", "refund", "transfer", "charge", "purchase", "buy", "checkout", "withdraw",
            "deposit", "trade", "sell", "donate", "tip", "invoice", "payout", "wire", "swap", "stake",
        ],
    ),
    (
        Verb::Delete,
        &[
            "delete",
            "remove",
            "destroy",
            "drop",
            "purge",
            "wipe",
            "erase",
            "terminate",
            "kill",
            "shutdown",
            "reboot",
            "truncate",
            "uninstall",
            "revoke",
            "cancel",
            "stop",
            "clear",
            "reset",
            "format",
            "exfiltrate",
            "trash",
            "unpublish",
            "ban",
            "block",
            "deactivate",
            "void",
            "flush",
            "overwrite",
        ],
    ),
];

/// The verb of a tool's name. A reading verb in front settles it; else the worst one counts.
pub(super) fn of_tool(name: &str, description: Option<&str>) -> Option<Verb> {
    let own = name.rsplit("__").next().unwrap_or(name);
    let words = words(own);
    let found: Vec<Verb> = words.iter().filter_map(|w| verb(w)).collect();
    if let Some(verb @ (Verb::Read | Verb::Interact)) = found.first().copied() {
        // `take_screenshot` is a look although `take` is not.
        return Some(if found.contains(&Verb::Read) { Verb::Read } else { verb });
    }
    let worst = found.into_iter().max_by_key(|v| *v as u8);
    worst.or_else(|| {
        // A description is a stranger's text: it may name a worse verb, and can only make a nameless tool readable
        // when its first word is a plain reading verb.
        let first = description?.split_whitespace().next()?.to_ascii_lowercase();
        verb(first.trim_end_matches(|c: char| !c.is_ascii_alphabetic()).trim_end_matches('s'))
            .or_else(|| verb(&first))
    })
}

fn verb(word: &str) -> Option<Verb> {
    VERBS.iter().find(|(_, words)| words.contains(&word)).map(|(verb, _)| *verb)
}

/// `createRefund`, `create_refund`, `create-refund`: the words of a name, lower case.
fn words(name: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut current = String::new();
    let mut last_lower = false;
    for c in name.chars() {
        if !c.is_alphanumeric() || c.is_uppercase() && last_lower {
            if !current.is_empty() {
                out.push(std::mem::take(&mut current));
            }
            if !c.is_alphanumeric() {
                last_lower = false;
                continue;
            }
        }
        last_lower = c.is_lowercase();
        current.extend(c.to_lowercase());
    }
    if !current.is_empty() {
        out.push(current);
    }
    out
}

/// Arguments that say a click buys, sends or deletes.
pub(super) fn weighty(args: &Json) -> bool {
    const WEIGHTY: &[&str] = &[
        "pay",
        "buy",
        "order",
        "purchase",
        "checkout",
        "delete",
        "remove",
        "send",
        "submit",
        "confirm",
        "transfer",
        "publish",
        "post",
        "subscribe",
        "cancel",
        "approve",
        "merge",
        "deploy",
        "sign",
        "accept",
        "book",
    ];
    let mut stack = vec![args];
    while let Some(value) = stack.pop() {
        match value {
            Json::String(text) => {
                if text
                    .split(|c: char| !c.is_alphanumeric())
                    .any(|w| WEIGHTY.contains(&w.to_ascii_lowercase().as_str()))
                {
                    return true;
                }
            }
            Json::Array(items) => stack.extend(items),
            Json::Object(map) => stack.extend(map.values()),
            Json::Null | Json::Bool(_) | Json::Number(_) => {}
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_verb_decides() {
        for (name, want) in [
            ("mcp__stripe__create_refund", Some(Verb::Pay)),
            ("get_payment", Some(Verb::Read)),
            ("mcp__gmail__batch_delete_emails", Some(Verb::Delete)),
            ("HassTurnOn", Some(Verb::Write)),
            ("browser_take_screenshot", Some(Verb::Read)),
            ("browser_click", Some(Verb::Interact)),
            ("frobnicate", None),
        ] {
            assert_eq!(of_tool(name, None), want, "{name}");
        }
    }
}
