//! The verb of a command line made of nouns: `gcloud compute instances delete x`, `aws ec2 terminate-instances`,
//! `heroku pg:reset`.
//!
//! These tools have thousands of subcommands and one habit: somewhere behind the nouns stands the verb.

use super::field::Field;
use crate::effect::CommandVerb;

/// Words are looked at up to here: groups of nouns are at most four deep.
const MAX_WORDS: usize = 6;

/// Reads, wherever it stands: no group of commands is called so.
#[rustfmt::skip]
const READS: &[&str] = &[
    "check", "compare", "describe", "diff", "download", "estimate", "exists", "explain", "get", "head", "help", "inspect",
    "list", "lookup", "ls", "plan", "preview", "query", "read", "search", "show", "tail", "validate", "verify", "view",
    "wait", "watch", "what", "whoami", "select", "scan", "simulate", "detect", "filter", "count", "browse", "print", "receive",
    "tree", "stat", "cat", "find", "test", "lint", "docs", "open",
];

/// Reads, unless a verb follows: `gcloud logging logs delete`.
#[rustfmt::skip]
const READS_ALONE: &[&str] = &[
    "about", "completion", "events", "health", "history", "info", "log", "logs", "metrics", "members", "nodes", "ps", "regions", "releases", "services",
    "size", "stats", "status", "top", "usage", "version", "versions",
];

#[rustfmt::skip]
const DELETES: &[&str] = &[
    "abandon", "cancel", "clean", "clear", "deallocate", "delete", "deprovision", "deregister", "destroy", "detach", "disable",
    "disassociate", "drop", "empty", "erase", "evict", "expire", "flush", "forget", "gc", "kill", "leave", "prune", "purge", "reboot", "rebuild", "release",
    "remove", "reset", "restart", "revoke", "rb", "rm", "schedule", "seal", "shutdown", "stop", "suspend", "teardown", "terminate", "truncate", "undeploy",
    "uninstall", "unset", "wipe", "hibernate", "poweroff", "power", "redeploy", "reimage", "del", "down",
];

#[rustfmt::skip]
const CHANGES: &[&str] = &[
    "accept", "activate", "add", "allocate", "allow", "apply", "approve", "assign", "associate", "attach", "authorize", "backup", "begin", "bind",
    "call", "change", "clone", "configure", "confirm", "connect", "convert", "copy", "cp", "create", "deny", "deploy", "disconnect",
    "edit", "enable", "exec", "execute", "export", "failover", "generate", "grant", "import", "init", "insert", "install",
    "invite", "invoke", "join", "launch", "load", "lock", "login", "logout", "mb", "merge", "migrate", "modify", "move", "mv", "new", "patch", "pause", "process",
    "promote", "provision", "publish", "purchase", "push", "put", "reconcile", "register", "reject", "rename", "renew", "replace", "request", "resize",
    "restore", "resume", "rollback", "rotate", "rsync", "run", "save", "scale", "scp", "send", "set", "sign", "snapshot", "ssh", "start", "submit",
    "subscribe", "swap", "sync", "tag", "transact", "transfer", "trigger", "unlock", "untag", "up", "update", "upgrade", "upload", "use", "write",
];

/// Reading verbs stand in front (`describe-vpcs`, `batch-get-item`); some words only lead up to the verb.
const LEADS: &[&str] = &["batch", "admin", "force", "bulk", "add", "async"];

/// The verb that decides: the first one behind the first noun. A later one counts only where the first could be a noun.
pub(super) fn of(args: &[Field]) -> Option<CommandVerb> {
    let words: Vec<&str> = args.iter().take(MAX_WORDS).map_while(|a| a.known()).collect();
    let (first, rest) = words.split_first()?;
    let mut alone = None;
    for word in rest.iter().filter(|w| is_word(w)) {
        match kind(word) {
            Some((verb, true)) => return Some(verb),
            Some((verb, false)) => alone = alone.or(Some(verb)),
            None => {}
        }
    }
    alone.or_else(|| kind(first).map(|(verb, _)| verb))
}

pub(super) fn is_word(text: &str) -> bool {
    text.bytes().all(|b| b.is_ascii_lowercase() || matches!(b, b'-' | b'_' | b':' | b'0'..=b'9'))
}

/// Whether it is a verb, and one that no group of commands is called by.
fn kind(word: &str) -> Option<(CommandVerb, bool)> {
    // `pg:reset`, `apps:destroy`, `emulators:start`: the verb is behind the noun.
    let word = word.rsplit(':').next().unwrap_or(word);
    if READS_ALONE.contains(&word) {
        return Some((CommandVerb::Read, false));
    }
    let mut parts = word.split(['-', '_']);
    let mut part = parts.next().unwrap_or("");
    if LEADS.contains(&part) {
        part = parts.next().unwrap_or(part);
    }
    let is = |list: &[&str]| list.contains(&part);
    if is(DELETES) {
        Some((CommandVerb::Delete, true))
    } else if is(CHANGES) {
        Some((CommandVerb::Change, true))
    } else if is(READS) {
        Some((CommandVerb::Read, true))
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::effect::Span;

    fn of_text(text: &str) -> Option<&'static str> {
        let args: Vec<Field> = text.split(' ').map(|w| Field::text(w, Span::default())).collect();
        of(&args).map(CommandVerb::as_str)
    }

    #[test]
    fn the_verb_is_found_at_any_depth() {
        for (text, want) in [
            ("compute instances delete list", Some("delete")),
            ("compute instances list", Some("read")),
            ("run services describe api", Some("read")),
            ("run deploy api", Some("change")),
            ("logging logs delete x", Some("delete")),
            ("ec2 terminate-instances", Some("delete")),
            ("dynamodb batch-get-item", Some("read")),
            ("dynamodb batch-write-item", Some("change")),
            ("monitor log-analytics workspace delete", Some("delete")),
            ("pg:reset", Some("delete")),
            ("logs", Some("read")),
            ("frobnicate widgets", None),
        ] {
            assert_eq!(of_text(text), want, "{text}");
        }
    }
}
