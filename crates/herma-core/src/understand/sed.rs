//! What a sed script does besides editing text, as effects.

use super::field::{Part, Source, Value};
use super::placeholders::is_hole;
use super::walk::Walker;
use crate::code::{CodePart, SedAct, read_sed};
use crate::effect::{Kind, Span};
use crate::knowledge::Lang;

impl Walker<'_> {
    /// A script, and the text that it edits as far as that is known.
    pub(super) fn sed_script(&mut self, script: &Value, input: &Value, span: Span) -> Value {
        let text = self.text_with_holes(script);
        let reading = read_sed(&text, is_hole);
        if !reading.complete && !self.in_file {
            self.unreadable(span, "sed/unread", "runs a sed script that could not be read");
        }
        for act in reading.acts {
            self.sed_act(act, input, span);
        }
        Value::default()
    }

    fn sed_act(&mut self, act: SedAct, input: &Value, span: Span) {
        match act {
            SedAct::Run(command) => {
                let command = self.with_holes_back(&command);
                self.in_subshell(|w| w.run_code(Lang::Shell, &command, span));
            }
            SedAct::RunInput => {
                if !self.code_on_stdin(Lang::Shell, input) && !self.in_file {
                    self.unreadable(span, "sed/execute", "lets sed run each line that it reads");
                }
            }
            SedAct::RunEdited(replacement) => {
                self.unreadable(span, "sed/execute", "lets sed run what it has edited");
                let mut command = Value::default();
                for part in &replacement.parts {
                    match part {
                        CodePart::Text(text) => command.append(&self.with_holes_back(text)),
                        CodePart::Unknown | CodePart::Env(_) | CodePart::Each => {
                            command.push(Part::Unknown(Source::Input))
                        }
                    }
                }
                self.in_subshell(|w| w.run_text(&command, span));
            }
            SedAct::Read(file) if matches!(file.as_str(), "/dev/stdin" | "/dev/null") => {}
            SedAct::Read(file) => {
                let file = self.file_of_sed(&file);
                self.path_effect(Kind::Read, &file, span, "sed/inserts", "reads {}", false);
            }
            SedAct::Write(file) if matches!(file.as_str(), "/dev/stdout" | "/dev/stderr" | "/dev/null") => {}
            SedAct::Write(file) => {
                let file = self.file_of_sed(&file);
                self.path_effect(Kind::Overwrite, &file, span, "sed/write", "writes {}", false);
                self.remember_written(&file, &Value::unknown(Source::Output("sed".to_owned())), false);
            }
        }
    }

    /// sed itself knows no `~`; whoever writes one means the home.
    fn file_of_sed(&self, file: &str) -> Value {
        let mut value = self.with_holes_back(file);
        if let Some(Part::Text(first)) = value.parts.first_mut()
            && let Some(rest) = first.strip_prefix('~').filter(|r| r.is_empty() || r.starts_with('/'))
        {
            *first = format!("{}{rest}", self.home);
        }
        value
    }

    /// A text whose holes are what they stand for again.
    pub(super) fn with_holes_back(&self, text: &str) -> Value {
        let mut value = Value::default();
        for piece in text.split_inclusive(is_hole) {
            match piece.char_indices().next_back() {
                Some((at, c)) if is_hole(c) => {
                    value.push_text(piece.get(..at).unwrap_or_default());
                    value.push(Part::Unknown(self.hole(c)));
                }
                _ => value.push_text(piece),
            }
        }
        value
    }
}
