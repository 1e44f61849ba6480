//! A sourced `.env`: settings that hold secrets, and a script like any other.
//!
//! What is in it is judged as any sourced script is, and none of it is shown: whatever it would do becomes one sentence
//! that names the file.

use super::field::{Source, Value};
use super::files::{MAX_SCRIPT, Why};
use super::state::{State, Var};
use super::walk::Walker;
use crate::effect::{Effect, Kind, Leads, Reach, Repeats, Scale, Span, Tier, Undo};
use crate::shell::syntax::Command;
use crate::text::shown;
use crate::world::{Answer, Question};

/// Lines of settings that are looked at one by one.
const MAX_LINES: usize = 200;

impl Walker<'_> {
    /// Judges what is in a settings file that the shell takes in, without saying what that is.
    pub(super) fn settings_file(&mut self, file: &Value, span: Span) {
        let path = self.place(file).path;
        let own = self.written.iter().rev().find(|(p, _)| *p == path).map(|(_, content)| content.literal());
        let text = match own {
            Some(Some(text)) => text,
            Some(None) => return self.unknown_code_in(&path, Why::MaybeWritten, span),
            None => match self.world.ask(Question::Read(&path, MAX_SCRIPT)) {
                Answer::Bytes(bytes) if bytes.len() >= MAX_SCRIPT => {
                    return self.unreadable_file(&path, None, Why::TooLarge, span);
                }
                Answer::Bytes(bytes) => match String::from_utf8(bytes) {
                    Ok(text) => text,
                    Err(_) => return self.unreadable_file(&path, None, Why::NotText, span),
                },
                _ => return,
            },
        };
        super::dependencies::note(&mut self.uses.files, &path);
        if self.files.is_open(&path) {
            return;
        }
        let kept = self.effects.len();
        let uses = self.uses.clone();
        let (sourced, bounded) = (self.sourced_secret, self.bounded);
        let mut after = None;
        self.inside_file(&path, span, |w| {
            after = w.in_subshell(|w| w.settings_text(&text, span));
        });
        if let Some(after) = after {
            self.takes_settings(after);
        }
        self.uses = uses;
        self.sourced_secret = sourced;
        let found = self.effects.split_off(kept);
        let worst = found.iter().filter(|e| e.kind != Kind::ReadSecret).map(|e| e.floor).max();
        let hardline = found.iter().any(|e| e.hardline);
        if worst < Some(Tier::Medium) && self.bounded == bounded {
            return;
        }
        let name = path.rsplit('/').next().unwrap_or(&path);
        self.push(Effect {
            kind: Kind::RunUnknownCode,
            target: Some(shown(&path)),
            scale: Scale::One,
            reach: Reach::User,
            undo: Undo::Hard,
            span,
            rule: "source/commands".to_owned(),
            command: String::new(),
            setting: None,
            leads: Leads::Here,
            repeats: Repeats::default(),
            text: shown(&format!("runs commands in `{name}`")),
            floor: worst.unwrap_or(Tier::Medium).max(Tier::Medium),
            hardline,
            certainty: 0.9,
            instead: None,
        });
    }

    /// What the lines do, what the functions and other names in there would do, and what its variables make of a program.
    /// Gives what holds in the shell after it.
    fn settings_text(&mut self, text: &str, span: Span) -> Option<State> {
        self.as_sourced(&[], None, |w| w.run_text(&Value::text(text), span));
        let after = self.state.clone();
        let parsed = crate::shell::read(text, Some(span));
        for item in &parsed.script.items {
            if let [Command::Function { name, .. }] = item.first.commands.as_slice() {
                self.in_subshell(|w| w.run_text(&Value::text(name.as_str()), span));
            }
        }
        for line in text.lines().map(str::trim).take(MAX_LINES) {
            if let Some(meant) = line.strip_prefix("alias ").and_then(|l| l.split_once('=')).map(|(_, m)| m) {
                let meant = meant.trim_matches(['"', '\'']).to_owned();
                self.in_subshell(|w| w.run_text(&Value::text(meant), span));
            }
            let line = line.strip_prefix("export ").unwrap_or(line).trim();
            let named = line.split_once('=').map(|(name, _)| name);
            if named.is_some_and(super::special::is_name) {
                // In front of a program a variable is judged by what it makes that load.
                self.in_subshell(|w| w.run_text(&Value::text(format!("{line} ls")), span));
            }
        }
        Some(after)
    }

    /// The folder, and what the variables say that decide which program runs and which files are meant, hold in the shell that
    /// takes them in. Any other variable may be a secret: it is set, and its value is not known.
    fn takes_settings(&mut self, after: State) {
        for (name, vars) in self.state.set_since(&after) {
            let known = crate::binding::VARIABLES.contains(&name.as_str());
            let unknown = || vec![Var::Scalar(Value::unknown(Source::Variable(name.clone())))];
            let vars = if known { vars } else { unknown() };
            self.state.restore(&name, Some(vars));
        }
        self.state.cwd = after.cwd;
    }
}
