//! The last look: what stands behind the end of the work budget.
//!
//! Whoever pads a text until nobody reads on must not get a question where there would be a refusal. With the part of the
//! budget that was held back, the simple commands that the walk did not reach are read one by one, those first that name a
//! program by which something is refused outright. The call is asked about in any case.

use super::field::Value;
use super::walk::Walker;
use crate::shell::syntax::{Command, Compound, Pipeline, Script, Segment, Simple};

/// Commands that the last look takes.
const MAX_STEPS: u32 = 600;

/// Programs by which something happens that nobody may allow. Sorted.
#[rustfmt::skip]
const GRAVE: &[&str] = &[
    "blkdiscard", "chgrp", "chmod", "chown", "dd", "find", "fuser", "halt", "herma", "init", "kill", "killall", "launchctl",
    "mv", "pkill", "poweroff", "reboot", "rm", "service", "shred", "shutdown", "sudo", "systemctl", "tee", "telinit", "unlink",
    "wipefs",
];

impl Walker<'_> {
    /// Reads on behind the end of the budget, where it was reached.
    pub(super) fn last_look(&mut self, script: &Script) {
        if !self.is_over() {
            return;
        }
        crate::work::take_reserve();
        self.steps = MAX_STEPS;
        let mut left = Vec::new();
        gather(script, &mut left);
        // What the walk stopped in would take all of it again: it comes last.
        let stopped = left.iter().copied().find(|simple| simple.span.start == self.reached);
        left.retain(|simple| simple.span.start > self.reached);
        let (grave, other): (Vec<&Simple>, Vec<&Simple>) = left.into_iter().partition(|s| is_grave(s));
        for simple in grave.into_iter().chain(other).chain(stopped) {
            if self.is_over() {
                break;
            }
            self.steps -= 1;
            self.simple(simple, &Value::default());
        }
        self.steps = 0;
    }
}

/// Whether one of the words names such a program, or is not known as it stands.
fn is_grave(simple: &Simple) -> bool {
    simple.words.iter().any(|word| match word.segments.as_slice() {
        [Segment::Text(text)] => {
            let name = text.rsplit('/').next().unwrap_or(text);
            name.starts_with("mkfs") || GRAVE.binary_search(&name).is_ok()
        }
        _ => false,
    })
}

fn gather<'s>(script: &'s Script, out: &mut Vec<&'s Simple>) {
    for item in &script.items {
        for pipeline in std::iter::once(&item.first).chain(item.rest.iter().map(|(_, p)| p)) {
            gather_pipeline(pipeline, out);
        }
    }
}

fn gather_pipeline<'s>(pipeline: &'s Pipeline, out: &mut Vec<&'s Simple>) {
    pipeline.commands.iter().for_each(|command| gather_command(command, out));
}

fn gather_command<'s>(command: &'s Command, out: &mut Vec<&'s Simple>) {
    match command {
        Command::Simple(simple) => out.push(simple),
        Command::Function { body, .. } => gather_command(body, out),
        Command::Compound { kind, .. } => match kind {
            Compound::Group(s) | Compound::Subshell(s) => gather(s, out),
            Compound::For { body, .. } | Compound::ArithFor { body, .. } => gather(body, out),
            Compound::While { test, body } => [test, body].into_iter().for_each(|s| gather(s, out)),
            Compound::If { branches, otherwise } => {
                branches
                    .iter()
                    .for_each(|(test, body)| [test, body].into_iter().for_each(|s| gather(s, out)));
                otherwise.iter().for_each(|s| gather(s, out));
            }
            Compound::Case { arms, .. } => arms.iter().for_each(|(_, body)| gather(body, out)),
            Compound::Coproc(command) => gather_command(command, out),
            Compound::Arith(_) | Compound::Test(_) => {}
        },
    }
}
