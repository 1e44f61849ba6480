//! Redirections: where input comes from, and what output is written to.

use super::field::{Part, Source, Value};
use super::place::PlaceKind;
use super::walk::Walker;
use crate::effect::{Kind, Span};
use crate::shell::syntax::{Redirect, RedirectOp, RedirectTarget};

/// Input and output of one command after its redirections.
pub(super) struct Flow {
    pub stdin: Value,
    /// Standard output goes to these files; with `true` it is appended.
    outputs: Vec<(Value, bool)>,
}

impl Walker<'_> {
    pub(super) fn redirections(&mut self, redirects: &[Redirect], stdin: Value) -> Flow {
        let mut flow = Flow { stdin, outputs: Vec::new() };
        for redirect in redirects {
            match (&redirect.target, redirect.op) {
                (RedirectTarget::Here(body), _) => {
                    let body = body.borrow().clone();
                    flow.stdin = self.body_of(&body);
                }
                (RedirectTarget::Word(word), RedirectOp::HereString) => {
                    flow.stdin = self.value_of(word);
                    flow.stdin.push_text("\n");
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
                if target.known().is_some_and(|t| !t.starts_with(|c: char| c.is_ascii_digit() || c == '-')) {
                    self.path_effect(Kind::Write, target, span, "redirect/write", "writes {}", false);
                }
            }
            RedirectOp::Read => {
                let content = self.content_of(target, span);
                if fd.is_none_or(|n| n == 0) {
                    flow.stdin = content;
                }
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
                }
            }
            RedirectOp::Append | RedirectOp::AppendBoth => {
                self.path_effect(Kind::Write, target, span, "redirect/append", "appends to {}", false);
                if fd.is_none_or(|n| n == 1) {
                    flow.outputs.push((target.clone(), true));
                }
            }
            RedirectOp::HereString | RedirectOp::HereDocument => {}
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
        Value::unknown(Source::File(placed.path))
    }

    /// Hands output on: into the files it is redirected to, or to whoever comes next.
    pub(super) fn deliver(&mut self, out: Value, flow: &Flow) -> Value {
        if flow.outputs.is_empty() {
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
        if path == "/dev/null" {
            return;
        }
        match self.written.iter_mut().find(|(p, _)| *p == path) {
            Some((_, old)) if append => old.append(content),
            Some((_, old)) => *old = content.clone(),
            None => self.written.push((path, content.clone())),
        }
    }
}
