//! Herma's own commands, said by an agent.

use crate::effect::{Kind, Reach, Tier, Undo};
use crate::understand::field::{Field, Source, Value};
use crate::understand::options::Options;
use crate::understand::walk::Walker;
use crate::world::{Answer, Question};

/// Commands that decide, or change who decides. Under any name the program that is given one of these is looked at.
#[rustfmt::skip]
const DECIDING: &[&str] = &[
    "approve", "approver", "config", "connect", "crisis", "deny", "disconnect", "down", "forget", "grants", "inbox",
    "init", "mode", "pki", "policy", "reviewer", "run", "session", "setup", "token", "undo", "up",
];
/// Bytes by which a program is known again: the header of an executable, with the number of its build.
const SAME_START: usize = 4096;

impl Walker<'_> {
    /// Whether these would be words of a decision, if the program were Herma.
    pub(in crate::understand) fn may_decide(&self, fields: &[Field]) -> bool {
        fields.iter().skip(1).any(|field| field.known().is_none_or(|word| DECIDING.contains(&word)))
    }

    /// Whether the program at this path is Herma by another name: a copy may answer for a person as well.
    pub(in crate::understand) fn is_copy_of_herma(&self, path: &str, fields: &[Field]) -> bool {
        if !self.may_decide(fields) {
            return false;
        }
        let start = |path: &str| match self.world.ask(Question::Read(path, SAME_START)) {
            Answer::Bytes(bytes) if is_native(&bytes) => Some(bytes),
            _ => None,
        };
        let Some(bytes) = start(path) else { return false };
        self.own_program().and_then(start).is_some_and(|own| own == bytes)
    }

    /// Whether this content, made by the same text, has Herma in it.
    pub(in crate::understand) fn holds_herma(&self, content: &Value) -> bool {
        let own = self.own_program();
        content.sources().any(|source| match source {
            Source::File(path) => {
                own == Some(path.as_str()) || path.rsplit('/').next().is_some_and(|name| name == "herma")
            }
            _ => false,
        })
    }

    /// Herma's own commands: what changes something is for people only.
    pub(super) fn herma(&mut self, options: &Options) {
        const ORDINARY: &[&str] = &[
            "check",
            "explain",
            "list",
            "trace",
            "doctor",
            "ask",
            "version",
            "help",
            "status",
            "paths",
            "stats",
            "replay",
            "suggest",
            "completions",
            "eval",
            "hook",
            "man",
        ];
        const ORDINARY_SUB: &[(&str, &str)] = &[
            ("policy", "check"),
            ("policy", "test"),
            ("policy", "show"),
            ("audit", "verify"),
            ("audit", "export"),
            ("session", "show"),
            ("grants", "list"),
            ("grants", "show"),
            ("session", "list"),
            ("config", "list"),
            ("mcp", "list"),
            ("a2a", "list"),
            ("a2a", "status"),
            ("a2a", "cancel"),
            ("pki", "list"),
            ("pki", "verify"),
            ("mode", "show"),
            ("approver", "list"),
            ("token", "list"),
            ("review", ""),
            ("review", "list"),
            ("review", "show"),
            ("review", "--json"),
        ];
        let mut words = options.raw.iter();
        let verb = loop {
            match words.next() {
                Some(word) if matches!(word.known(), Some("--home" | "--policy" | "--data")) => {
                    words.next();
                }
                Some(word) if word.value.prefix().starts_with('-') => {}
                Some(word) => break word,
                None => return,
            }
        };
        if verb.is("run") {
            // Guarded execution of something else: what counts is what it runs.
            let rest: Vec<Field> = words.skip_while(|w| w.value.prefix().starts_with('-')).cloned().collect();
            match rest.as_slice() {
                // One word is a text for bash, as `herma run` takes it.
                [text] => {
                    let text = text.clone();
                    self.in_subshell(|w| w.run_text(&text.value, text.span));
                }
                _ => {
                    self.in_subshell(|w| w.exec(rest, Value::default()));
                }
            }
            return;
        }
        let rest: Vec<Field> = words.cloned().collect();
        // Without another word it is a task that is sent.
        let sub = rest.first().and_then(Field::known).unwrap_or("");
        if verb.is("a2a") && (sub == "send" || sub.starts_with("--")) {
            self.herma_a2a_send(&rest);
            return;
        }
        let ordinary =
            verb.known().is_some_and(|v| ORDINARY.contains(&v) || ORDINARY_SUB.contains(&(v, sub)));
        if ordinary {
            self.effect(
                Kind::Read,
                None,
                self.span,
                "herma/looks",
                "asks Herma",
                Tier::Safe,
                Reach::User,
                Undo::Easy,
            );
            return;
        }
        let shown = verb.value.shown();
        self.hardline(
            Kind::AnswerForPerson,
            self.span,
            "herma/answers",
            &format!("`herma {shown}` decides in a person's place"),
        );
        if let Some(last) = self.effects.last_mut() {
            last.instead = Some("a person runs it in a terminal of their own".to_owned());
        }
    }

    fn herma_a2a_send(&mut self, words: &[Field]) {
        let of = |name: &str| {
            let joined = format!("{name}=");
            let mut found = words.iter().enumerate().filter_map(|(at, word)| match word.is(name) {
                true => Some(words.get(at + 1).and_then(Field::known)),
                false => word.known()?.strip_prefix(joined.as_str()).map(Some),
            });
            // Which of two counts is the command's own business.
            let first = found.next();
            if found.next().is_some() { None } else { first.flatten() }
        };
        let is_known = words.iter().all(|word| word.known().is_some());
        let to = of("--agent").or_else(|| of("--url")).unwrap_or("?").to_owned();
        let text = of("--task").filter(|_| is_known).map(str::to_owned);
        self.task_sent(text.as_deref(), &to);
    }
}

/// An executable of Linux or macOS, and long enough to be told from others.
fn is_native(bytes: &[u8]) -> bool {
    const MAGIC: &[&[u8]] = &[b"\x7fELF", b"\xcf\xfa\xed\xfe", b"\xca\xfe\xba\xbe"];
    bytes.len() >= SAME_START && MAGIC.iter().any(|magic| bytes.starts_with(magic))
}
