//! Whether a call says something to somebody, where nothing else about it says so. In a crisis a guess must not be that it
//! does not; without one nobody asks here.

use crate::call::ToolCall;
use crate::effect::{Effect, Kind};
use crate::understand::mcp::{ELICITATION, SAMPLING};
use crate::verdict::Assessment;
use serde_json::Value;

/// Words in the names of tools that say something to somebody, whatever else is known of them.
const SAYS: &[&str] = &[
    "answer",
    "reply",
    "replies",
    "respond",
    "say",
    "speak",
    "talk",
    "tell",
    "show",
    "display",
    "render",
    "notify",
    "publish",
    "ask",
    "completion",
    "send",
    "tts",
    "announce",
    "broadcast",
    "whisper",
];

/// What is said, or looked up.
const SAID: &[&str] = &[
    "response",
    "notification",
    "post",
    "question",
    "message",
    "comment",
    "prompt",
    "chat",
    "email",
    "mail",
    "sms",
    "text",
    "voice",
    "call",
    "dm",
    "status",
];

/// These speak whatever stands before them: `get_user_input` asks, `read_aloud` says.
const ALWAYS: &[&str] = &["aloud", "input", "feedback", "confirmation", "clarification", "clarify", "final"];

/// `describe_to_user`: to whom.
const PEOPLE: &[&str] = &["user", "person", "human", "customer", "client", "patient", "caller", "visitor"];

/// A tool that begins with one of these looks something up, though it be messages.
const LOOKS_UP: &[&str] =
    &["get", "list", "read", "search", "find", "fetch", "count", "query", "describe", "lookup", "retrieve"];

/// Words in the names of programs, scripts, addresses and tables that send. Fewer: `git show` and `systemctl status` show
/// something to the agent.
const SENDS: &[&str] = &[
    "send",
    "say",
    "speak",
    "notify",
    "notification",
    "message",
    "reply",
    "tell",
    "announce",
    "broadcast",
    "mail",
    "email",
    "sms",
    "tts",
    "dm",
    "tweet",
    "toot",
    "whisper",
    "outbox",
    "outgoing",
    "maildir",
    "postdrop",
    "comment",
    "chat",
];

/// Programs that speak to whoever sits at this machine, or to whoever listens somewhere else, and whose name does not say so.
const SPEAKERS: &[&str] = &[
    "espeak",
    "espeak-ng",
    "flite",
    "festival",
    "pico2wave",
    "piper",
    "mimic",
    "aplay",
    "paplay",
    "pw-play",
    "afplay",
    "ffplay",
    "play",
    "mpv",
    "mpg123",
    "vlc",
    "cvlc",
    "zenity",
    "kdialog",
    "yad",
    "dialog",
    "whiptail",
    "xdialog",
    "xmessage",
    "gxmessage",
    "swaynag",
    "i3-nagbar",
    "dunstify",
    "alerter",
    "terminal-notifier",
    "growlnotify",
    "osascript",
    "xdg-open",
    "ntfy",
    "apprise",
    "gotify",
    "pushover",
    "mosquitto_pub",
    "amqp-publish",
    "nats",
    "wall",
    "write",
    "lp",
    "lpr",
];

/// Subcommands that do, of programs that mostly do something else.
const SUBCOMMANDS: &[&str] = &[
    "tmux display-message",
    "tmux display",
    "tmux display-popup",
    "tmux popup",
    "tmux display-menu",
    "tmux command-prompt",
    "tmux confirm-before",
];

/// Terminals and loudspeakers: what is written there, somebody reads or hears.
const PLACES: &[&str] = &["/dev/pts/", "/dev/tty", "/dev/console", "/dev/vcs", "/dev/snd/", "/dev/dsp"];

/// Words of one value of an address that are more than a name or a number.
const SENTENCE: usize = 3;
/// Where people who look something up write what they look for.
const SEARCHES: &[&str] = &["q", "query", "search", "s", "term", "terms", "keywords", "filter"];

/// A task of somebody else's that comes in (`herma_a2a`).
const TASK: &str = "a2a_task";
/// What stands in an address for what is not known.
const UNKNOWN: [char; 2] = ['$', '…'];
/// Where a message stands that is sent so.
const TEXTS: &[&str] = &["text", "msg", "body", "caption"];

/// Whether a call would say something, by its name or by what it does.
pub fn would_speak(call: &ToolCall, assessment: &Assessment) -> bool {
    let mut would = assessment.effects.iter().chain(&assessment.overflow_effects);
    speaks(call) || would.any(|effect| says(call, effect))
}

fn speaks(call: &ToolCall) -> bool {
    let said = match &call.args {
        Value::Object(members) => !members.is_empty(),
        other => other.is_string(),
    };
    said && (by_name(&call.tool) || matches!(call.tool.as_str(), SAMPLING | ELICITATION))
}

fn by_name(tool: &str) -> bool {
    let words = words(tool);
    let own = tool.rsplit("__").next().unwrap_or(tool);
    let looks_up = self::words(own).first().is_some_and(|word| LOOKS_UP.contains(&word.as_str()));
    let any = |list: &[&str]| words.iter().any(|word| is_one(word, list));
    let to_somebody =
        words.windows(2).any(|two| matches!(two, [to, whom] if to == "to" && is_one(whom, PEOPLE)));
    any(ALWAYS) || any(SAYS) || to_somebody || !looks_up && any(SAID)
}

/// The same of one thing that a call would do.
fn says(call: &ToolCall, effect: &Effect) -> bool {
    // What is handed on to another agent says something to it; what comes in does not, and its answer is seen to.
    if effect.rule.starts_with("task/") {
        return call.tool != TASK;
    }
    let target = effect.target.as_deref().unwrap_or_default();
    match effect.kind {
        Kind::Download => sends_by_address(effect.target.as_deref()),
        Kind::Write | Kind::Overwrite | Kind::Move => {
            PLACES.iter().any(|known| begins(target, known))
                || effect.rule.starts_with("sql/") && holds_one(SENDS, target, false)
                || target.split('/').any(|part| {
                    ["outbox", "outgoing", "maildir", "spool"].iter().any(|o| part.eq_ignore_ascii_case(o))
                })
        }
        Kind::Run | Kind::Read => by_program(effect),
        _ => false,
    }
}

fn by_program(effect: &Effect) -> bool {
    let typed = effect.command.as_str();
    let first = typed.split_whitespace().next().unwrap_or_default();
    let ours = effect.rule.split('/').next().unwrap_or_default();
    // What no table describes is named by its target, as a script is.
    let unlisted = matches!(ours, "run").then(|| effect.target.as_deref().unwrap_or_default());
    let subcommand =
        |known: &&str| begins(typed, known) && matches!(typed.as_bytes().get(known.len()), None | Some(b' '));
    let speaks = |name: &str| SPEAKERS.iter().any(|s| s.eq_ignore_ascii_case(name));
    let (first, ours, unlisted) = (base(first), base(ours), unlisted.map(base));
    SUBCOMMANDS.iter().any(subcommand)
        || speaks(first)
        // What is typed is one word, whatever its capitals.
        || holds_one(SENDS, first, false)
        || ours != first && speaks(ours)
        || has(SENDS, ours)
        || unlisted.is_some_and(|name| speaks(name) || has(SENDS, name))
}

fn base(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
}

/// Whether it begins with this, in small letters or in capitals.
fn begins(text: &str, known: &str) -> bool {
    text.as_bytes().get(..known.len()).is_some_and(|head| head.eq_ignore_ascii_case(known.as_bytes()))
}

/// An address that is fetched can say something: `…/sendMessage?text=…`. One that is not known may say anything.
fn sends_by_address(address: Option<&str>) -> bool {
    let Some(address) = address.filter(|address| !address.contains(UNKNOWN)) else { return true };
    let (place, query) = address.split_once('?').unwrap_or((address, ""));
    let place = place.split_once("://").map_or(place, |(_, rest)| rest);
    let path = place.split_once('/').map_or("", |(_, path)| path);
    let mut pairs = query.split('&').map(|pair| pair.split_once('=').unwrap_or((pair, "")));
    has(SENDS, path)
        || pairs.any(|(name, value)| {
            let words =
                value.split(['+', ' ']).flat_map(|part| part.split("%20")).filter(|word| !word.is_empty());
            let looked_for = SEARCHES.contains(&name.to_ascii_lowercase().as_str());
            has(SENDS, name)
                || TEXTS.contains(&name.to_ascii_lowercase().as_str())
                || !looked_for && words.count() >= SENTENCE
        })
}

fn has(list: &[&str], name: &str) -> bool {
    holds_one(list, name, true)
}

/// Whether one of the words of a name is in the list. `capitals`: a capital begins a word.
fn holds_one(list: &[&str], name: &str, capitals: bool) -> bool {
    if !name.is_ascii() {
        let lower = if capitals { None } else { Some(name.to_ascii_lowercase()) };
        return words(lower.as_deref().unwrap_or(name)).iter().any(|word| is_one(word, list));
    }
    // As `words` takes it apart, and nothing is put together: a hook counts microseconds.
    let bytes = name.as_bytes();
    let is = |at: Option<usize>, is: fn(&u8) -> bool| at.and_then(|at| bytes.get(at)).is_some_and(is);
    let mut start = 0;
    for at in 0..=bytes.len() {
        let apart = !is(Some(at), u8::is_ascii_alphanumeric);
        let before = at.checked_sub(1);
        let begins = capitals
            && is(Some(at), u8::is_ascii_uppercase)
            && (is(before, u8::is_ascii_lowercase)
                || is(before, u8::is_ascii_uppercase) && is(Some(at + 1), u8::is_ascii_lowercase));
        if !apart && !begins {
            continue;
        }
        let word = name.get(start..at).unwrap_or_default();
        let one = word.strip_suffix(['s', 'S']).unwrap_or(word);
        let same = |known: &&str| known.eq_ignore_ascii_case(word) || known.eq_ignore_ascii_case(one);
        if !word.is_empty() && list.iter().any(same) {
            return true;
        }
        start = if apart { at + 1 } else { at };
    }
    false
}

/// In the singular too.
fn is_one(word: &str, list: &[&str]) -> bool {
    list.contains(&word) || word.strip_suffix('s').is_some_and(|one| list.contains(&one))
}

/// `sendSMSMessage`, `send_sms-message`: the words of a name, in small letters.
fn words(name: &str) -> Vec<String> {
    let all: Vec<char> = name.chars().collect();
    let mut out: Vec<String> = vec![String::new()];
    for (at, c) in all.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|at| all.get(at));
        let after = all.get(at + 1);
        let after_small = before.is_some_and(|c| c.is_lowercase());
        let ends_capitals =
            before.is_some_and(|c| c.is_uppercase()) && after.is_some_and(|c| c.is_lowercase());
        if !c.is_alphanumeric() || c.is_uppercase() && (after_small || ends_capitals) {
            out.push(String::new());
        }
        if c.is_alphanumeric()
            && let Some(word) = out.last_mut()
        {
            word.extend(c.to_lowercase());
        }
    }
    out.retain(|word| !word.is_empty());
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_taken_apart_as_people_write_them() {
        assert_eq!(words("sendSMSMessage"), ["send", "sms", "message"]);
        assert_eq!(words("mcp__mail__list-Folders.v2"), ["mcp", "mail", "list", "folders", "v2"]);
        for speaks in
            ["reply", "sendSMS", "SMSMessage", "read_aloud", "get_user_input", "messages", "mcp__mail__reply"]
                .into_iter()
                .chain([
                    "mcp__x__lookup_and_say",
                    "get_answer",
                    "get_chat_completion",
                    "describe_to_user",
                    "final_result",
                ])
        {
            assert!(by_name(speaks), "{speaks}");
        }
        for looks in
            ["get_prompt", "mcp__mail__list_folders", "mcp__slack__search_messages", "Read", "Grep", "Bash"]
        {
            assert!(!by_name(looks), "{looks}");
        }
    }

    #[test]
    fn words_are_looked_up_as_they_are_taken_apart() {
        for name in [
            "",
            "s",
            "send",
            "Sends",
            "sendSMSMessage",
            "SMSes",
            "resend",
            "re-send",
            "a_DM",
            "dms2",
            "TweetS",
            "mailX",
            "übermail",
            "äSend",
            "notify-send",
            "x.SMSx",
        ] {
            let slow = |name: &str| words(name).iter().any(|word| is_one(word, SENDS));
            assert_eq!(has(SENDS, name), slow(name), "{name}");
            assert_eq!(holds_one(SENDS, name, false), slow(&name.to_ascii_lowercase()), "{name}");
        }
    }

    #[test]
    fn an_address_that_sends_is_known_by_its_path_or_by_a_sentence_in_it() {
        for sends in [
            "https://api.telegram.org/bot1/sendMessage?chat_id=1",
            "http://127.0.0.1:8080/send?text=hi",
            "https://example.com/?text=hi",
            "https://x.example/api?t=please+do+it+now",
            "https://x.example/api?t=please%20do%20it",
        ] {
            assert!(sends_by_address(Some(sends)), "{sends}");
        }
        for reads in [
            "https://crates.io/api/v1/crates?q=message+queue+for+rust",
            "https://example.com/index.html?page=2",
            "https://mail.example.com/",
        ] {
            assert!(!sends_by_address(Some(reads)), "{reads}");
        }
        for unknown in [None, Some("$WHERE"), Some("https://x.example/?t=…")] {
            assert!(sends_by_address(unknown), "{unknown:?}");
        }
    }
}
