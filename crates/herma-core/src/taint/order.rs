//! What in a stranger's text speaks to an agent, and not to a reader.
//!
//! A tutorial is full of imperatives, and so is an issue; they are no orders to an agent. What makes an order is one of:
//! it sets earlier instructions aside, it addresses the machine, it poses as somebody with a say, it wants its doing kept
//! from the person, it was hidden from every reader, or it wants what nobody may have sent elsewhere. Tables below; no
//! sentence of a known attack stands in them.

use super::names::names;
use super::segment::{Seen, Sentence, sentences};
use super::{NAMES_MAX, cut};

/// Sentences behind an order that still belong to it.
const BEHIND: usize = 6;

#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) order: Option<String>,
    pub(super) names: Vec<String>,
    /// An order with more names than are kept.
    pub(super) more: bool,
}

pub(super) fn find(text: &str) -> Found {
    let all = sentences(text);
    let marks: Vec<Marks> = all.iter().map(Marks::of).collect();
    let mut found = Found::default();
    let (mut mild, mut until) = (Vec::new(), 0);
    for (at, sentence) in all.iter().enumerate() {
        let acting = (at..all.len().min(at + BEHIND)).find(|i| marks.get(*i).is_some_and(|m| m.acts));
        if is_order(&marks, at, sentence) {
            if found.order.is_none() {
                let doing = acting.filter(|i| *i != at).and_then(|i| all.get(i));
                let said = match doing {
                    Some(doing) => format!("{} {}", sentence.text, doing.text),
                    None => sentence.text.clone(),
                };
                found.order = Some(cut(&said));
            }
            until = until.max(at + BEHIND);
        }
        if at < until || is_order(&marks, at, sentence) {
            names(&sentence.text, &mut found.names);
        } else if marks.get(at).is_some_and(|m| m.acts && m.sends) {
            names(&sentence.text, &mut mild);
        }
    }
    // With no order in it, what the text asks its readers for is worth a word to whoever approves just that.
    if found.order.is_none() {
        found.names = mild;
    }
    found.more = found.order.is_some() && found.names.len() > NAMES_MAX;
    found.names.truncate(NAMES_MAX);
    found
}

/// What one sentence does.
#[derive(Debug, Clone, Copy, Default)]
struct Marks {
    overrides: bool,
    addresses: bool,
    poses: bool,
    keeps_quiet: bool,
    /// Tells somebody to do something.
    acts: bool,
    /// … that takes something elsewhere, or destroys it.
    sends: bool,
    /// Speaks of keys, files of secrets, the conversation.
    secret: bool,
    secret_file: bool,
    /// Names a host or an address.
    elsewhere: bool,
}

impl Marks {
    fn of(sentence: &Sentence) -> Marks {
        let lower = sentence.lower.as_str();
        let words: Vec<&str> = lower
            .split(|c: char| {
                c.is_whitespace() || matches!(c, '/' | '(' | ')' | '[' | ']' | '*' | '_' | '"' | '“' | '”')
            })
            .filter(|word| !word.is_empty())
            .collect();
        let (acts, sends) = imperatives(&words);
        Marks {
            overrides: overrides(lower, &words),
            addresses: addresses(lower, &words),
            poses: POSES.iter().any(|mark| lower.contains(mark)),
            keeps_quiet: keeps_quiet(lower),
            acts,
            sends,
            secret: SECRETS.iter().any(|one| lower.contains(one)),
            secret_file: SECRET_FILES.iter().any(|one| lower.contains(one)),
            elsewhere: lower.contains("http://")
                || lower.contains("https://")
                || lower.contains('@') && lower.contains('.')
                || words.iter().any(|word| super::names::is_host(trim(word))),
        }
    }
}

fn is_order(marks: &[Marks], at: usize, sentence: &Sentence) -> bool {
    let near = |from: usize, to: usize, what: fn(&Marks) -> bool| {
        marks.get(from..to.min(marks.len())).unwrap_or_default().iter().any(what)
    };
    let Some(own) = marks.get(at) else { return false };
    let acts_near = near(at, at + 4, |m| m.acts);
    let takes = own.acts && own.sends && own.elsewhere;
    own.overrides
        || own.poses && acts_near
        || own.addresses && near(at, at + 3, |m| m.acts)
        || own.keeps_quiet && near(at.saturating_sub(2), at + 3, |m| m.acts)
        || takes && own.secret_file
        || match sentence.seen {
            Seen::ByAll => false,
            Seen::InSource => takes && own.secret || own.addresses || own.keeps_quiet,
            Seen::ByNoReader => own.acts || own.addresses || takes,
        }
}

fn trim(word: &str) -> &str {
    word.trim_matches(|c: char| !c.is_alphanumeric() && c != '-')
}

/// Setting aside what the agent was told.
fn overrides(lower: &str, words: &[&str]) -> bool {
    const ASIDE: &[&str] = &[
        "ignore",
        "disregard",
        "forget",
        "override",
        "bypass",
        "discard",
        "abandon",
        "neglect",
        "dismiss",
        "ignoring",
        "disregarding",
        "drop",
        "stop",
        "supersede",
        "supersedes",
        "replace",
        "replaces",
        "overrides",
        "cancel",
        "skip",
        "violate",
        "void",
        "nullify",
        "suspend",
        "pause",
    ];
    const TOLD: &[&str] = &[
        "instruction",
        "instructions",
        "prompt",
        "prompts",
        "directive",
        "directives",
        "guidelines",
        "guideline",
        "task",
        "tasks",
        "orders",
        "commands",
        "rules",
        "constraints",
        "restrictions",
        "guardrails",
        "safeguards",
        "programming",
        "training",
        "context",
        "policies",
        "objective",
        "goal",
        "goals",
        "conversation",
        "request",
        "requests",
    ];
    const WHOSE: &[&str] = &[
        "previous",
        "prior",
        "above",
        "earlier",
        "preceding",
        "your",
        "original",
        "system",
        "former",
        "existing",
        "initial",
        "foregoing",
        "user",
        "user's",
        "current",
        "given",
        "everything",
    ];
    const SURE: &[&str] = &["instruction", "instructions", "prompt", "prompts", "directives", "directive"];
    for (at, word) in words.iter().enumerate() {
        if !ASIDE.contains(&trim(word)) {
            continue;
        }
        let behind: Vec<&str> = words.iter().skip(at + 1).take(9).map(|word| trim(word)).collect();
        let told = behind.iter().position(|word| TOLD.contains(word));
        let Some(told) = told else { continue };
        let before = behind.get(..told).unwrap_or_default();
        let whose = behind.get(..(told + 3).min(behind.len())).unwrap_or_default();
        let sure = behind.get(told).is_some_and(|word| SURE.contains(word));
        if whose.iter().any(|word| WHOSE.contains(word)) && !mild_aside(word, &behind)
            || sure && before.iter().any(|word| matches!(*word, "all" | "any" | "these" | "those"))
        {
            return true;
        }
    }
    let aside = [
        "forget everything",
        "disregard everything",
        "ignore everything",
        "ignore the above",
        "ignore all of the above",
        "forget all you",
        "forget what you were",
        "forget about the task",
        "new task for you",
        "your new task",
        "your real task",
        "your actual task",
        "your only task",
        "your new instructions",
        "your new goal",
        "your new objective",
        "instead of the user's",
        "instead of summarizing",
        "instead of summarising",
        "instead of answering",
        "do not follow the user",
        "takes precedence over",
        "take precedence over",
        "supersedes all",
        "you are no longer",
    ];
    aside.iter().any(|one| lower.contains(one)) || elsewhere_in_the_world(lower)
}

/// `stop the current task`, `skip the above task`: menus and manuals say that.
fn mild_aside(word: &str, behind: &[&str]) -> bool {
    let mild = matches!(
        trim(word),
        "stop"
            | "skip"
            | "cancel"
            | "pause"
            | "suspend"
            | "drop"
            | "replace"
            | "replaces"
            | "void"
            | "override"
            | "overrides"
            | "bypass"
            | "discard"
    );
    let sure = behind
        .iter()
        .any(|word| matches!(*word, "instructions" | "prompt" | "directives" | "guardrails" | "programming"));
    mild && !sure
}

/// The same in other languages: a word for setting aside, and one for earlier instructions.
fn elsewhere_in_the_world(lower: &str) -> bool {
    const ASIDE: &[&str] = &[
        "ignor",
        "oubli",
        "olvid",
        "vergiss",
        "vergesse",
        "missacht",
        "dimentica",
        "esque",
        "negeer",
        "zignoruj",
        "pomiń",
        "игнор",
        "забуд",
        "無視",
        "忽略",
        "忘记",
        "忘掉",
        "忘れ",
        "무시",
        "잊",
        "yok say",
        "görmezden",
        "unut",
        "تجاهل",
        "انس",
        "अनदेखा",
        "नज़रअंदाज़",
        "bỏ qua",
        "abaikan",
        "desconsider",
        "ne tenez",
        "no hagas caso",
        "glöm",
        "glem",
    ];
    const EARLIER: &[&str] = &[
        "instructions précédentes",
        "consignes précédentes",
        "instructions ci-dessus",
        "instrucciones anteriores",
        "instrucciones previas",
        "indicaciones anteriores",
        "vorherigen anweisungen",
        "bisherigen anweisungen",
        "vorigen anweisungen",
        "obigen anweisungen",
        "istruzioni precedenti",
        "instruções anteriores",
        "instruções prévias",
        "предыдущие инструкц",
        "предыдущих инструкц",
        "прежние инструкц",
        "все инструкц",
        "以前の指示",
        "前の指示",
        "これまでの指示",
        "之前的指令",
        "之前的指示",
        "之前的所有",
        "先前的指令",
        "以上指令",
        "以上所有",
        "上述指令",
        "이전 지시",
        "이전의 지시",
        "모든 지시",
        "önceki talimat",
        "vorige instructies",
        "eerdere instructies",
        "poprzednie instrukcje",
        "التعليمات السابقة",
        "पिछले निर्देश",
        "hướng dẫn trước",
        "instruksi sebelumnya",
        "tidigare instruktioner",
        "tidligere instruk",
    ];
    ASIDE.iter().any(|one| lower.contains(one)) && EARLIER.iter().any(|one| lower.contains(one))
}

/// Speaking to a machine, not of one.
fn addresses(lower: &str, words: &[&str]) -> bool {
    /// Machines that are nothing else.
    const MACHINES: &[&str] = &[
        "ai",
        "llm",
        "llms",
        "chatgpt",
        "gpt",
        "gpt-4",
        "gpt-5",
        "claude",
        "gemini",
        "copilot",
        "codex",
        "chatbot",
        "chatbots",
        "ais",
        "ki-assistent",
        "ia",
    ];
    /// … and words that people go by too.
    const PERHAPS: &[&str] =
        &["assistant", "assistants", "agent", "agents", "bot", "bots", "model", "models"];
    const HAIL: &[&str] = &["hey", "hi", "hello", "dear", "attention", "ok", "okay"];
    const OUGHT: &[&str] = &[
        "must",
        "should",
        "please",
        "shall",
        "need",
        "have",
        "are",
        "will",
        "you",
        "before",
        "processing",
        "reading",
    ];
    let direct = [
        "if you are an ai",
        "if you're an ai",
        "if you are a language model",
        "if you are an llm",
        "if you are a large",
        "if you are an assistant",
        "if you are an automated",
        "if you are an agent",
        "if you are reading this as an ai",
        "as an ai assistant, you",
        "as an ai agent, you",
        "as an ai, you",
        "ai agents reading",
        "ai assistants reading",
        "ai reading this",
        "llm reading this",
        "models reading this",
        "agents reading this",
        "assistants reading this",
        "agent reading this",
        "assistant reading this",
        "ai systems processing",
        "ai system processing",
        "ai summarizing",
        "assistant summarizing",
        "note to ai",
        "note to llm",
        "note to the ai",
        "note to the assistant",
        "note for ai",
        "note for the ai",
        "message to ai",
        "message for ai",
        "message for the ai",
        "message to the ai",
        "instruction for ai",
        "instructions for ai",
        "instructions to ai",
        "instructions for the ai",
        "instructions for the assistant",
        "instructions for llm",
        "instructions for agents",
        "instructions for automated",
        "instruction to the assistant",
        "automated agents must",
        "automated assistants must",
        "coding agents must",
        "coding agents should",
        "coding assistants must",
        "coding assistant:",
        "to the coding agent",
        "to the ai ",
        "to any ai",
        "to all ai",
        "to the assistant reading",
        "whoever is processing this",
    ];
    if direct.iter().any(|one| lower.contains(one)) {
        return true;
    }
    words.iter().enumerate().any(|(at, word)| {
        let bare = trim(word);
        let (sure, perhaps) = (MACHINES.contains(&bare), PERHAPS.contains(&bare));
        if !sure && !perhaps {
            return false;
        }
        let before = at.checked_sub(1).and_then(|at| words.get(at)).map(|word| trim(word));
        let hailed = before.is_some_and(|word| HAIL.contains(&word))
            || before.is_some_and(|word| MACHINES.contains(&word)) && at == 1;
        let called = word.ends_with([',', ':', '!', '—']) && (at == 0 || hailed);
        let told = words.iter().skip(at + 1).take(3).any(|word| OUGHT.contains(&trim(word)));
        let of_machines =
            before.is_some_and(|word| MACHINES.contains(&word) || matches!(word, "language" | "coding"));
        called || hailed && (sure || told) || (perhaps && of_machines || sure && at == 0) && tells(words, at)
    })
}

/// `AI agents must …`: what follows is an obligation, not a description.
fn tells(words: &[&str], at: usize) -> bool {
    words.iter().skip(at + 1).take(5).any(|word| matches!(trim(word), "must" | "should" | "please" | "shall"))
}

/// Posing as whoever has a say: the system, the operator, the end of the document.
const POSES: &[&str] = &[
    "<|im_start|>",
    "<|im_end|>",
    "<|system|>",
    "<|user|>",
    "<|assistant|>",
    "<|endoftext|>",
    "[inst]",
    "[/inst]",
    "<<sys>>",
    "[system]",
    "[system ",
    "(system)",
    "<system>",
    "</system>",
    "<system-reminder>",
    "<important>",
    "<information>",
    "<instructions>",
    "<instruction>",
    "<admin>",
    "<user>",
    "<tool_result>",
    "</tool_result>",
    "</document>",
    "</context>",
    "</data>",
    "system prompt:",
    "system message:",
    "system notice",
    "system:",
    "system override",
    "system update:",
    "system instruction",
    "admin override",
    "administrator override",
    "developer mode",
    "developer message",
    "maintenance mode",
    "new instructions",
    "updated instructions",
    "additional instructions:",
    "begin instructions",
    "### instruction",
    "### system",
    "## instructions for",
    "end of document",
    "end of page",
    "end of tool output",
    "end of tool result",
    "end of results",
    "end of the document",
    "end of file]",
    "end of email",
    "end of search results",
    "important message from",
    "message from the user",
    "message from your",
    "message from the developer",
    "message from anthropic",
    "message from openai",
    "message from the system",
    "instructions from the user",
    "instruction from the user",
    "instructions from your",
    "the user has asked you",
    "the user wants you to",
    "the user would like you to",
    "the user has requested",
    "user request:",
    "on behalf of the user",
    "before you can solve the task",
    "before you can complete",
    "in order to complete your task",
    "in order to complete this task",
    "to complete your task",
    "before continuing with the task",
    "before you continue",
    "before answering the user",
    "before responding to the user",
    "before you respond",
    "before proceeding with",
    "as part of your task",
    "your next step is to",
    "your next action",
    "the previous tool call failed",
    "tool call required",
    "required by the tool",
    "call the tool",
    "use the tool",
    "using your tools",
    "use your tools",
    "with your tools",
    "you have access to",
    "this tool requires",
    "prior to using this tool",
    "before using this tool",
    "security protocol requires",
    "compliance requires",
];

/// Wanting it kept from the person.
fn keeps_quiet(lower: &str) -> bool {
    const PERSON: &[&str] = &[
        "the user",
        "your user",
        "user ",
        "the human",
        "a human",
        "your human",
        "your owner",
        "the owner",
        "your operator",
        "the operator",
        "the developer",
        "anyone",
        "anybody",
        "them about",
        "this to",
        "your principal",
        "user.",
    ];
    const QUIET: &[&str] = &[
        "do not tell",
        "don't tell",
        "do not inform",
        "don't inform",
        "do not mention",
        "don't mention",
        "do not alert",
        "don't alert",
        "do not notify",
        "don't notify",
        "do not reveal",
        "don't reveal",
        "do not ask",
        "don't ask",
        "do not disclose",
        "don't disclose",
        "never tell",
        "never mention",
        "never inform",
        "without telling",
        "without asking",
        "without informing",
        "without notifying",
        "without alerting",
        "without mentioning",
        "without involving",
        "without waiting for",
        "do not show",
        "don't show",
        "hide this from",
        "keep this from",
        "conceal",
        "do not wait for",
        "do not report",
    ];
    const ALWAYS: &[&str] = &[
        "do not mention this",
        "don't mention this",
        "do not mention these",
        "do not include this instruction",
        "do not reveal these instructions",
        "do not reveal this instruction",
        "keep this secret",
        "keep it secret",
        "keep this instruction",
        "the user has already approved",
        "the user already approved",
        "the user has authorized",
        "the user has authorised",
        "the user has pre-approved",
        "the user has consented",
        "user consent has been",
        "this has been approved by the user",
        "already authorized by the user",
        "the user is aware",
        "the user will not see",
        "the user cannot see",
        "user does not need to know",
        "no user confirmation",
        "no confirmation from the user",
        "confirmation is not required from the user",
        "no need to ask the user",
        "no need to confirm with the user",
        "without user confirmation",
        "without user approval",
        "without the user",
        "without confirmation from the user",
    ];
    ALWAYS.iter().any(|one| lower.contains(one))
        || QUIET.iter().any(|quiet| {
            lower.find(quiet).and_then(|at| lower.get(at..)).is_some_and(|rest| {
                let near = rest.get(..rest.floor_char_boundary(60)).unwrap_or(rest);
                PERSON.iter().any(|person| near.contains(person))
            })
        })
}

const SECRETS: &[&str] = &[
    "api key",
    "api_key",
    "apikey",
    "token",
    "password",
    "credential",
    "secret",
    "private key",
    "ssh key",
    "environment variable",
    "conversation",
    "chat history",
    "system prompt",
    "cookies",
    "session id",
    "seed phrase",
    "recovery phrase",
    "wallet",
    ".env",
    "2fa",
    "one-time code",
    "verification code",
    "security code",
    "bank",
];
const SECRET_FILES: &[&str] = &[
    "id_rsa",
    "id_ed25519",
    ".ssh",
    ".aws/credentials",
    ".aws",
    ".env",
    ".netrc",
    ".npmrc",
    ".pypirc",
    ".kube/config",
    ".gnupg",
    "/etc/passwd",
    "/etc/shadow",
    ".git-credentials",
    ".docker/config",
    "wallet.dat",
    "keychain",
    "$github_token",
    "github_token",
    "aws_secret",
    "printenv",
    "`env`",
    "$(env)",
    "all environment variables",
    "chat history",
    "conversation history",
    "system prompt",
    "seed phrase",
    "login cookies",
];

/// Whether somebody is told to do something, and whether that takes something elsewhere.
fn imperatives(words: &[&str]) -> (bool, bool) {
    const SENDS: &[&str] = &[
        "send",
        "email",
        "e-mail",
        "mail",
        "post",
        "upload",
        "transmit",
        "exfiltrate",
        "forward",
        "share",
        "submit",
        "publish",
        "push",
        "transfer",
        "pay",
        "wire",
        "buy",
        "purchase",
        "delete",
        "remove",
        "erase",
        "drop",
        "wipe",
        "destroy",
        "invite",
        "grant",
        "curl",
        "wget",
        "donate",
        "leak",
        "message",
        "dm",
        "tweet",
        "reply",
        "book",
        "reserve",
        "order",
        "move",
        "copy",
        "dump",
        "report",
        "deliver",
        "relay",
        "encode",
        "append",
        "smuggle",
        "kill",
        "shutdown",
        "terminate",
        "refund",
    ];
    const DOES: &[&str] = &[
        "run",
        "execute",
        "install",
        "download",
        "fetch",
        "visit",
        "open",
        "navigate",
        "browse",
        "go",
        "call",
        "invoke",
        "cat",
        "reveal",
        "output",
        "include",
        "add",
        "create",
        "change",
        "update",
        "set",
        "respond",
        "write",
        "insert",
        "modify",
        "schedule",
        "cancel",
        "approve",
        "merge",
        "say",
        "tell",
        "recommend",
        "disable",
        "edit",
        "overwrite",
        "make",
        "print",
        "read",
        "collect",
        "gather",
        "retrieve",
        "click",
        "rewrite",
        "replace",
        "commit",
        "enable",
        "start",
        "stop",
        "begin",
        "continue",
        "perform",
        "follow",
        "query",
        "access",
        "give",
        "provide",
        "paste",
        "load",
        "clone",
        "eval",
        "source",
        "save",
        "store",
        "list",
        "find",
        "look",
        "search",
        "check",
        "ask",
        "resolve",
        "embed",
        "translate",
        "summarize",
        "conclude",
        "state",
        "answer",
        "rate",
    ];
    const LEADS: &[&str] = &[
        "please",
        "then",
        "now",
        "also",
        "next",
        "first",
        "and",
        "must",
        "should",
        "instead",
        "kindly",
        "immediately",
        "always",
        "just",
        "simply",
        "shall",
        "finally",
        "silently",
        "secretly",
        "quietly",
        "afterwards",
        "additionally",
        "or",
        "you",
        "quickly",
        "automatically",
        "directly",
        "it:",
        "so",
        "only",
        "step",
        "todo",
    ];
    const LEADS_TO: &[&str] = &[
        "need",
        "have",
        "sure",
        "required",
        "asked",
        "instructed",
        "is",
        "ought",
        "remember",
        "authorized",
        "allowed",
        "you",
        "want",
        "wants",
        "like",
        "permission",
        "supposed",
        "expected",
        "free",
        "proceed",
        "order",
    ];
    let (mut acts, mut sends) = (false, false);
    for (at, word) in words.iter().enumerate() {
        let bare = trim(word);
        let takes = SENDS.contains(&bare);
        if !takes && !DOES.contains(&bare) {
            continue;
        }
        let before = at.checked_sub(1).and_then(|at| words.get(at)).copied();
        let leads = match before {
            None => true,
            Some(before) if before.ends_with([',', ':', ';', '.', '!', '—', '>', '`', '-', '•']) => true,
            Some(before) if trim(before).is_empty() || trim(before).parse::<u8>().is_ok() => true,
            Some("to") => {
                let two = at.checked_sub(2).and_then(|at| words.get(at)).copied().unwrap_or_default();
                LEADS_TO.contains(&trim(two))
            }
            Some(before) => LEADS.contains(&trim(before)),
        };
        acts |= leads;
        sends |= leads && takes;
    }
    (acts, sends)
}
