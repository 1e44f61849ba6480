//! Redirections: where input comes from, and what output is written to.

use super::field::{Part, Source, Value};
use super::place::PlaceKind;
use super::walk::Walker;
use crate::effect::{Kind, Span};
use crate::shell::syntax::{Redirect, RedirectOp, RedirectTarget};
use std::rc::Rc;

/// Descriptors of one call that are followed.
const MAX_DESCRIPTORS: usize = 16;

/// Input and output of one command after its redirections.
pub(super) struct Flow {
    pub stdin: Value,
    /// Standard output goes to these files; with `true` it is appended.
    outputs: Vec<(Value, bool)>,
}

impl Flow {
    /// Files that output is redirected to and not appended to.
    pub(super) fn made_anew(&self) -> impl Iterator<Item = &Value> {
        self.outputs.iter().filter(|(_, append)| !append).map(|(target, _)| target)
    }
}

impl Walker<'_> {
    pub(super) fn redirections(&mut self, redirects: &[Redirect], stdin: Value) -> Flow {
        let mut flow = Flow { stdin, outputs: Vec::new() };
        for redirect in redirects {
            match (&redirect.target, redirect.op) {
                (RedirectTarget::Here(body), _) => {
                    let body = body.borrow().clone();
                    let content = self.body_of(&body);
                    self.opens_for_reading(redirect.fd, content, &mut flow);
                }
                (RedirectTarget::Word(word), RedirectOp::HereString) => {
                    let mut content = self.value_of(word);
                    content.push_text("\n");
                    self.opens_for_reading(redirect.fd, content, &mut flow);
                }
                (RedirectTarget::Word(word), op) => {
                    let fields = self.fields_of(word);
                    for field in fields {
                        self.redirect_one(op, redirect.fd, &field.value, redirect.span, &mut flow);
                    }
                }
            }
        }
        flow
    }

    fn redirect_one(&mut self, op: RedirectOp, fd: Option<u32>, target: &Value, span: Span, flow: &mut Flow) {
        match op {
            RedirectOp::Duplicate => {
                let Some(text) = target.known() else { return };
                let number = text.trim_end_matches('-');
                if number.is_empty() {
                } else if number.bytes().all(|b| b.is_ascii_digit()) {
                    let path = format!("/dev/fd/{number}");
                    self.output_duplicated(fd, number, flow);
                    if fd.is_none_or(|n| n == 0)
                        && let Some((_, content)) = self.written.iter().rev().find(|(p, _)| *p == path)
                    {
                        flow.stdin = content.clone();
                    }
                } else {
                    self.path_effect(Kind::Write, target, span, "redirect/write", "writes {}", false);
                }
            }
            RedirectOp::Read => {
                let content = self.content_of(target, span);
                self.opens_for_reading(fd, content, flow);
            }
            RedirectOp::ReadWrite => self.path_effect(
                Kind::Write,
                target,
                span,
                "redirect/read-write",
                "opens {} for reading and writing",
                false,
            ),
            RedirectOp::Write | RedirectOp::Clobber | RedirectOp::WriteBoth => {
                self.path_effect(Kind::Overwrite, target, span, "redirect/overwrite", "writes {}", false);
                if fd.is_none_or(|n| n == 1) {
                    flow.outputs.push((target.clone(), false));
                } else {
                    self.opens_for_writing(fd, target);
                }
            }
            RedirectOp::Append | RedirectOp::AppendBoth => {
                self.path_effect(Kind::Write, target, span, "redirect/append", "appends to {}", false);
                if fd.is_none_or(|n| n == 1) {
                    flow.outputs.push((target.clone(), true));
                } else {
                    self.opens_for_writing(fd, target);
                }
            }
            RedirectOp::HereString | RedirectOp::HereDocument => {}
        }
    }

    /// Standard input, or another descriptor: what is read from that one by its name comes from here.
    fn opens_for_reading(&mut self, fd: Option<u32>, content: Value, flow: &mut Flow) {
        match fd {
            None | Some(0) => flow.stdin = content,
            Some(number) => {
                self.remember_written(&Value::text(format!("/dev/fd/{number}")), &content, false);
            }
        }
    }

    /// `exec 3> f`: what is written to that descriptor later goes to the file.
    fn opens_for_writing(&mut self, fd: Option<u32>, target: &Value) {
        let Some(number) = fd.filter(|n| *n > 2 && self.files.descriptors.len() < MAX_DESCRIPTORS) else {
            return;
        };
        self.files.descriptors.retain(|(open, _)| *open != number);
        self.files.descriptors.push((number, target.clone()));
    }

    /// `>&3`: output goes to whatever is open there.
    fn output_duplicated(&mut self, fd: Option<u32>, number: &str, flow: &mut Flow) {
        let open = self.files.descriptors.iter().find(|(open, _)| Some(*open) == number.parse().ok());
        let Some((_, target)) = open.cloned() else { return };
        match fd {
            None | Some(1) => flow.outputs.push((target, true)),
            Some(other) => self.opens_for_writing(Some(other), &target),
        }
    }

    /// `exec > f`: from here on all output goes to the file; `exec < f`: what follows reads it.
    pub(super) fn redirects_shell(&mut self, flow: &Flow) {
        if *self.state.input != flow.stdin {
            self.state.input = Rc::new(flow.stdin.clone());
        }
        for (target, _) in &flow.outputs {
            self.files.descriptors.retain(|(open, _)| *open != 1);
            self.files.descriptors.push((1, target.clone()));
        }
    }

    /// What is read from a path: what the text wrote there, a pipe's output, a secret, or a file's content.
    pub(super) fn content_of(&mut self, path: &Value, span: Span) -> Value {
        if let [Part::Unknown(Source::Pipe(value))] = path.parts.as_slice() {
            return value.as_ref().clone();
        }
        self.path_effect(Kind::Read, path, span, "redirect/read", "reads {}", false);
        let placed = self.place(path);
        if let Some((_, content)) = self.written.iter().rev().find(|(p, _)| *p == placed.path) {
            return content.clone();
        }
        if placed.kind == PlaceKind::Credential {
            return Value::unknown(Source::Secret(placed.path));
        }
        Value::unknown(Source::File(super::named_files::path_to_run(path, &placed)))
    }

    /// Hands output on: into the files it is redirected to, or to whoever comes next.
    pub(super) fn deliver(&mut self, out: Value, flow: &Flow) -> Value {
        if flow.outputs.is_empty() {
            let shell = self.files.descriptors.iter().find(|(open, _)| *open == 1).map(|(_, t)| t.clone());
            if let Some(target) = shell.filter(|_| !out.is_empty()) {
                self.remember_written(&target, &out, true);
            }
            return out;
        }
        self.endless_output(&out, self.span);
        for (target, append) in &flow.outputs {
            self.remember_written(target, &out, *append);
        }
        Value::default()
    }

    /// Keeps what the text writes into a file, so that running that file later is no surprise.
    pub(super) fn remember_written(&mut self, target: &Value, content: &Value, append: bool) {
        let path = self.place(target).path;
        if path == "/dev/null" || !self.works((self.effects.len() + self.written.len()) / 16) {
            return;
        }
        if !super::empties::is_nothing(content) {
            self.fills_again(&path);
        }
        self.files.forget_touched(&path);
        match self.written.iter_mut().find(|(p, _)| *p == path) {
            Some((_, old)) if append => old.append(content),
            Some((_, old)) => *old = content.clone(),
            None => self.written.push((path, content.clone())),
        }
    }
}
