//! What is typed elsewhere or run later: `crontab` and `tmux`.

use crate::effect::{Kind, Reach, Tier, Undo};
use crate::understand::builtin::joined;
use crate::understand::field::{Field, Value};
use crate::understand::options::Options;
use crate::understand::walk::Walker;

impl Walker<'_> {
    pub(super) fn crontab(&mut self, options: &Options, stdin: &Value) {
        let file = options.args.first();
        if options.has("-l") || file.is_none() && !options.has("-r") && !options.has("-e") && stdin.is_empty()
        {
            return;
        }
        let (tier, text) = if options.has("-r") {
            (Tier::Critical, "deletes the crontab")
        } else {
            (Tier::High, "changes what runs by itself")
        };
        self.effect(Kind::Persist, None, self.span, "crontab/change", text, tier, Reach::User, Undo::None);
        if let Some(text) = stdin.literal() {
            for line in text.lines().filter(|l| !l.trim_start().starts_with('#')) {
                let command = line
                    .split_whitespace()
                    .skip(if line.trim_start().starts_with('@') { 1 } else { 5 })
                    .collect::<Vec<_>>()
                    .join(" ");
                if !command.is_empty() {
                    self.in_subshell(|w| w.run_text(&Value::text(command), w.span));
                }
            }
        }
    }

    /// Keys typed into another terminal.
    pub(super) fn tmux(&mut self, options: &Options) {
        const TYPES: &[&str] = &[
            "send-keys",
            "send",
            "stuff",
            "pipe-pane",
            "run-shell",
            "run",
            "if-shell",
            "if",
            "respawn-pane",
            "respawn-window",
            "new-window",
            "neww",
            "split-window",
            "splitw",
            "new-session",
            "new",
            "new-s",
            "set-hook",
            "display-popup",
            "popup",
        ];
        let verb_at = options.raw.iter().position(|w| TYPES.contains(&w.value.prefix()));
        let Some((verb, rest)) = verb_at.and_then(|at| options.raw.get(at..)).and_then(|r| r.split_first())
        else {
            return;
        };
        let span = self.span;
        let mut words = rest.iter();
        let mut typed: Vec<Field> = Vec::new();
        while let Some(word) = words.next() {
            match word.known() {
                Some(
                    "-t" | "-s" | "-c" | "-n" | "-x" | "-y" | "-F" | "-e" | "-f" | "-l" | "-N" | "-w" | "-h"
                    | "-p",
                ) if !matches!(verb.known(), Some("send-keys" | "send"))
                    || word.is("-t")
                    || word.is("-N") =>
                {
                    words.next();
                }
                Some("Enter" | "C-m" | "C-j" | "KPEnter" | "Space") => {
                    typed.push(Field::text("\n", word.span))
                }
                Some(text) if text.starts_with('-') && text.len() > 1 => {}
                _ => typed.push(word.clone()),
            }
        }
        if typed.is_empty() {
            return;
        }
        let code = joined(&typed);
        self.in_subshell(|w| w.run_text(&code, span));
        if matches!(verb.known(), Some("send-keys" | "send" | "stuff")) {
            self.effect(
                Kind::Run,
                None,
                span,
                "tmux/send-keys",
                "types into another terminal",
                Tier::Medium,
                Reach::User,
                Undo::Hard,
            );
        }
    }
}
