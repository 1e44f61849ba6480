//! A task in plain words, handed from one agent to another (A2A).
//!
//! Only reading verbs: low. An unknown wish: medium. Verbs that delete, pay, release or tell: what they amount to. Commands
//! in the text are read as commands. It errs towards asking: what a sentence means nobody can prove.

use super::field::Value;
use super::task_words::{AMBIGUOUS, DETERMINERS, POLITE, PROGRAMS, SENSITIVE, TELL_ME, Wish, wish};
use super::walk::Walker;
use crate::call::ToolCall;
use crate::effect::{Effect, Kind, Leads, Reach, Repeats, Scale, Span, Tier, Undo};
use serde_json::Value as Json;

/// A task that came in.
const INCOMING: &str = "a2a_task";
/// One that is about to leave.
const OUTGOING: &str = "a2a_send";
/// As long as a command may be.
const TEXT_MAX: usize = crate::shell::MAX_TEXT;
/// A task has a handful of commands in it.
const COMMANDS_MAX: usize = 64;

pub(super) fn is(call: &ToolCall) -> bool {
    call.tool == INCOMING || call.tool == OUTGOING
}

impl Walker<'_> {
    pub(super) fn task_tool(&mut self, call: &ToolCall) {
        let text = call.args.get("text").and_then(Json::as_str).unwrap_or_default();
        // What rides along is read with it.
        let others = call.args.get("metadata").map(|all| strings(all).join("\n")).unwrap_or_default();
        let all = if others.is_empty() { text.to_owned() } else { format!("{text}\n{others}") };
        if all.len() > TEXT_MAX {
            self.unreadable(Span::default(), "task/long", "is longer than anybody reads");
            return;
        }
        self.secret_in_text("another agent", &Value::text(all.clone()));
        let before = self.effects.len();
        for command in commands(&all) {
            self.in_subshell(|walker| walker.top_level(command));
        }
        if call.tool == OUTGOING {
            // What the words would do is judged where they are followed; here it counts that they leave.
            let mut at = 0;
            self.effects.retain(|effect| {
                at += 1;
                at <= before || effect.hardline || effect.kind == Kind::ReadSecret
            });
            if call.args.get("holds_secret") == Some(&Json::Bool(true)) {
                let text = "sends what looks like a secret to another agent";
                self.task_effect(Kind::Send, "task/secret", text, Tier::High, 0.9);
            }
            let text = "hands a task to another agent, which meets a gate there";
            self.task_effect(Kind::Run, "task/delegates", text, Tier::Low, 0.9);
            return;
        }
        let (kind, rule, text, tier, certainty) = amounts_to(judged(&all));
        self.task_effect(kind, rule, text, tier, certainty);
    }

    /// `herma a2a send`, said by an agent: a person here hears of what matters before it leaves, not only one there. `None`:
    /// what its words are is not known.
    pub(super) fn task_sent(&mut self, text: Option<&str>, to: &str) {
        let to = crate::text::shown(to);
        let Some(text) = text.filter(|text| text.len() <= TEXT_MAX) else {
            let text = format!("hands a task to the agent `{to}`, and nobody can say which");
            self.task_effect(Kind::Run, "task/unknown", &text, Tier::Medium, 0.6);
            return;
        };
        self.secret_in_text(&format!("the agent `{to}`"), &Value::text(text.to_owned()));
        let before = self.effects.len();
        for command in commands(text) {
            self.in_subshell(|walker| walker.top_level(command));
        }
        // The text is one word of a command: places inside it are no places in that command.
        let span = self.span;
        self.effects.iter_mut().skip(before).for_each(|effect| effect.span = span);
        let (kind, rule, wants, tier, certainty) = amounts_to(judged(text));
        self.task_effect(
            kind,
            rule,
            &format!("hands a task to the agent `{to}`, which {wants}"),
            tier,
            certainty,
        );
    }

    fn task_effect(&mut self, kind: Kind, rule: &str, text: &str, tier: Tier, certainty: f32) {
        let undo = match kind {
            Kind::Read | Kind::Run => Undo::Easy,
            Kind::Delete | Kind::Pay | Kind::ReadSecret => Undo::None,
            _ => Undo::Hard,
        };
        let reach = match kind {
            Kind::Message | Kind::Pay => Reach::Person,
            Kind::Run => Reach::Workspace,
            _ => Reach::Remote,
        };
        self.push(Effect {
            kind,
            target: None,
            scale: Scale::One,
            reach,
            undo,
            span: self.span,
            rule: rule.to_owned(),
            command: String::new(),
            setting: None,
            leads: Leads::Here,
            repeats: Repeats::default(),
            text: text.to_owned(),
            floor: tier,
            hardline: false,
            certainty,
            instead: None,
        });
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Judged {
    Reads,
    Wants(Wish),
    Sensitive,
    Unknown,
}

/// What a wish is to whoever would follow it: kind, rule, words, tier, how sure we are.
fn amounts_to(judged: Judged) -> (Kind, &'static str, &'static str, Tier, f32) {
    match judged {
        Judged::Reads => (Kind::Read, "task/reads", "only wants to know something", Tier::Low, 0.8),
        Judged::Sensitive => {
            (Kind::ReadSecret, "task/secret", "is about passwords, keys or accounts", Tier::High, 0.8)
        }
        Judged::Wants(Wish::Delete) => {
            (Kind::Delete, "task/deletes", "wants something deleted, stopped or undone", Tier::Critical, 0.8)
        }
        Judged::Wants(Wish::Pay) => (Kind::Pay, "task/pays", "wants money moved", Tier::High, 0.8),
        Judged::Wants(Wish::Release) => {
            let text = "wants something released, stopped or switched";
            (Kind::Publish, "task/releases", text, Tier::High, 0.8)
        }
        Judged::Wants(Wish::Tell) => {
            (Kind::Message, "task/tells", "wants somebody told something", Tier::Medium, 0.8)
        }
        Judged::Wants(Wish::Change) => {
            (Kind::Run, "task/changes", "wants something made or changed", Tier::Medium, 0.8)
        }
        Judged::Wants(Wish::Read) | Judged::Unknown => {
            (Kind::Run, "task/unknown", "wants something that its words do not make clear", Tier::Medium, 0.6)
        }
    }
}

fn judged(text: &str) -> Judged {
    let text = TELL_ME.iter().fold(text.to_lowercase(), |text, phrase| text.replace(phrase, "show"));
    let text = text.as_str();
    let words: Vec<String> = words(text).collect();
    let gravest = clauses(text).flat_map(|clause| wishes(&clause)).max();
    let sensitive = words.iter().any(|word| SENSITIVE.contains(&word.as_str()));
    match gravest {
        Some(wish @ (Wish::Delete | Wish::Pay | Wish::Release)) => Judged::Wants(wish),
        _ if sensitive => Judged::Sensitive,
        Some(wish @ (Wish::Change | Wish::Tell)) => Judged::Wants(wish),
        Some(Wish::Read) if clauses(text).all(only_reads) => Judged::Reads,
        Some(Wish::Read) | None => Judged::Unknown,
    }
}

/// What the verbs of a clause want.
fn wishes(clause: &Clause<'_>) -> Vec<Wish> {
    let all: Vec<String> = words(clause.text).collect();
    let head = head(&all);
    let is = |at: usize, list: &[&str]| all.get(at).is_some_and(|word| list.contains(&word.as_str()));
    let counts = |at: usize| at <= head || !is(at, AMBIGUOUS) || is(at + 1, DETERMINERS);
    all.iter().enumerate().filter(|(at, _)| counts(*at)).filter_map(|(_, word)| wish(word)).collect()
}

/// Behind what is only polite.
fn head(words: &[String]) -> usize {
    words.iter().take_while(|word| POLITE.contains(&word.as_str()) && wish(word).is_none()).count()
}

fn words(text: &str) -> impl Iterator<Item = String> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase)
}

/// Where a new wish may begin.
fn clauses(text: &str) -> impl Iterator<Item = Clause<'_>> {
    let sentences =
        text.split(['.', '!', '?', ';', '\n', ':']).filter(|part| part.split_whitespace().next().is_some());
    sentences.flat_map(|sentence| {
        let mut rest = sentence.split(',');
        let first = rest.next().map(|text| Clause { text, begins: true });
        first
            .into_iter()
            .chain(rest.map(|text| Clause { text, begins: false }))
            .flat_map(Clause::at_conjunctions)
    })
}

/// A part of a sentence, and whether it begins one.
struct Clause<'a> {
    text: &'a str,
    begins: bool,
}

impl<'a> Clause<'a> {
    fn at_conjunctions(self) -> Vec<Clause<'a>> {
        const AND: &[&str] = &[
            "and", "then", "or", "but", "und", "dann", "oder", "et", "puis", "y", "luego", "e", "poi",
            "depois",
        ];
        let (mut out, mut start, mut begins) = (Vec::new(), 0, self.begins);
        let mut at = 0;
        for word in self.text.split_inclusive(char::is_whitespace) {
            if AND.contains(&word.trim().to_lowercase().as_str()) {
                out.push(Clause { text: self.text.get(start..at).unwrap_or_default(), begins });
                (start, begins) = (at + word.len(), false);
            }
            at += word.len();
        }
        out.push(Clause { text: self.text.get(start..).unwrap_or_default(), begins });
        out
    }
}

/// Whether a clause is led by a verb that reads, or is no wish of its own but more of the one before.
#[allow(clippy::needless_pass_by_value, reason = "it is made for this")]
fn only_reads(clause: Clause<'_>) -> bool {
    let all: Vec<String> = words(clause.text).collect();
    let polite = head(&all);
    let Some(head) = all.get(polite) else { return true };
    if wish(head) == Some(Wish::Read) {
        return true;
    }
    if clause.begins {
        return false;
    }
    // "and nuke the database" is a wish; "and directories" is not, nor is "and the directories".
    let after_article =
        polite > 0 && all.get(polite - 1).is_some_and(|word| DETERMINERS.contains(&word.as_str()));
    let has_object = all.get(polite + 1).is_some_and(|word| DETERMINERS.contains(&word.as_str()));
    after_article || !has_object
}

/// Every text in a value.
fn strings(value: &Json) -> Vec<&str> {
    match value {
        Json::String(text) => vec![text],
        Json::Array(all) => all.iter().flat_map(strings).collect(),
        Json::Object(all) => all
            .iter()
            .flat_map(|(name, value)| std::iter::once(name.as_str()).chain(strings(value)))
            .collect(),
        Json::Null | Json::Bool(_) | Json::Number(_) => Vec::new(),
    }
}

/// Commands inside a text: between backticks, in a block of code, behind a prompt, or from the name of a program on.
fn commands(text: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let (mut rest, mut code) = (text, false);
    // Blocks and spans alike: what stands between two marks is code.
    while let Some((before, after)) = rest.split_once('`') {
        let after = after.trim_start_matches('`');
        match code {
            true => out.push(block(before)),
            false => out.extend(bare(before)),
        }
        (rest, code) = (after, !code);
    }
    match code {
        // One that never ends is code too.
        true => out.push(block(rest)),
        false => out.extend(bare(rest)),
    }
    out.retain(|command| !command.trim().is_empty());
    out.truncate(COMMANDS_MAX);
    out
}

/// Without the language that a block of code names.
fn block(text: &str) -> &str {
    match text.split_once('\n') {
        Some((first, rest)) if ["", "sh", "bash", "shell", "console", "zsh"].contains(&first.trim()) => {
            rest.trim()
        }
        _ => text.trim(),
    }
}

fn bare(text: &str) -> Vec<&str> {
    let mut out = Vec::new();
    for line in text.lines() {
        let line = line.trim();
        if let Some(command) = line.strip_prefix("$ ").or_else(|| line.strip_prefix("# ")) {
            out.push(command);
            continue;
        }
        let mut at = 0;
        for word in line.split_inclusive(char::is_whitespace) {
            let name = word.trim().trim_matches(['"', '\'', '(', ':', ',']);
            let behind = line.get(at + word.len()..).unwrap_or_default();
            let name = name.rsplit('/').next().unwrap_or(name);
            let program = PROGRAMS.contains(&name) || name.starts_with("mkfs.");
            if program && behind.split_whitespace().next().is_some() {
                out.push(line.get(at..).unwrap_or_default().trim_end_matches(['.', '!', '?']));
                break;
            }
            at += word.len();
        }
    }
    out
}

#[cfg(test)]
#[path = "task_tests.rs"]
mod tests;
