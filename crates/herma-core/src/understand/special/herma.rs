//! Herma's own commands, said by an agent.

use crate::effect::{Kind, Reach, Tier, Undo};
use crate::understand::field::{Field, Value};
use crate::understand::options::Options;
use crate::understand::walk::Walker;

impl Walker<'_> {
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
            // Judged when it leaves, and where it arrives.
            ("a2a", "send"),
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
        let sub = words.next().and_then(|w| w.known()).unwrap_or("");
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
}
