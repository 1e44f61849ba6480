//! Through our whole syntax tree, substitutions and here-documents included: its spans, its commands. The fuzz targets
//! use it too.

#![allow(dead_code, reason = "each user takes what it needs")]

use herma_core::effect::Span;
use herma_core::shell::syntax::{
    Assign, AssignValue, Command, Compound, Parameter, ParameterOp, Redirect, RedirectTarget, Script,
    Segment, Simple, Word,
};

/// Calls `f` with the span of every part.
pub fn spans(script: &Script, f: &mut impl FnMut(Span)) {
    Visitor { span: f, simple: &mut |_| {} }.script(script);
}

/// Every simple command, in order, by its first word or by what it has instead.
pub fn shape(script: &Script) -> Vec<String> {
    let mut out = Vec::new();
    // Written without spans: they differ where the text stands elsewhere.
    let mut describe = |simple: &Simple| {
        out.push(match simple.words.first() {
            Some(word) => without_spans(&format!("{:?}", word.segments)),
            None => format!("{} assigns, {} redirects", simple.assigns.len(), simple.redirects.len()),
        });
    };
    Visitor { span: &mut |_| {}, simple: &mut describe }.script(script);
    out
}

/// The names of all commands whose name is written out.
pub fn names(script: &Script) -> Vec<String> {
    let mut out = Vec::new();
    let mut name = |simple: &Simple| out.extend(simple.words.first().and_then(written_out));
    Visitor { span: &mut |_| {}, simple: &mut name }.script(script);
    out
}

fn written_out(word: &Word) -> Option<String> {
    let text = |segment: &Segment| match segment {
        Segment::Text(text) | Segment::Quoted(text) => Some(text.clone()),
        _ => None,
    };
    word.segments.iter().map(text).collect()
}

struct Visitor<'f, S: FnMut(Span), N: FnMut(&Simple)> {
    span: &'f mut S,
    simple: &'f mut N,
}

impl<S: FnMut(Span), N: FnMut(&Simple)> Visitor<'_, S, N> {
    fn script(&mut self, script: &Script) {
        for item in &script.items {
            (self.span)(item.span);
            for pipeline in std::iter::once(&item.first).chain(item.rest.iter().map(|(_, pipeline)| pipeline))
            {
                (self.span)(pipeline.span);
                pipeline.commands.iter().for_each(|command| self.command(command));
            }
        }
    }

    fn command(&mut self, command: &Command) {
        match command {
            Command::Simple(simple) => {
                (self.span)(simple.span);
                (self.simple)(simple);
                simple.assigns.iter().for_each(|assign| self.assign(assign));
                self.words(&simple.words);
                self.redirects(&simple.redirects);
            }
            Command::Function { body, span, .. } => {
                (self.span)(*span);
                self.command(body);
            }
            Command::Compound { kind, redirects, span } => {
                (self.span)(*span);
                self.compound(kind);
                self.redirects(redirects);
            }
        }
    }

    fn compound(&mut self, kind: &Compound) {
        match kind {
            Compound::Group(script) | Compound::Subshell(script) => self.script(script),
            Compound::If { branches, otherwise } => {
                for (test, body) in branches {
                    self.script(test);
                    self.script(body);
                }
                otherwise.iter().for_each(|body| self.script(body));
            }
            Compound::For { words, body, .. } => {
                words.iter().for_each(|words| self.words(words));
                self.script(body);
            }
            Compound::ArithFor { header, body } => {
                self.words(header);
                self.script(body);
            }
            Compound::While { test, body } => {
                self.script(test);
                self.script(body);
            }
            Compound::Case { subject, arms } => {
                self.word(subject);
                for (patterns, body) in arms {
                    self.words(patterns);
                    self.script(body);
                }
            }
            Compound::Arith(word) => self.word(word),
            Compound::Test(words) => self.words(words),
            Compound::Coproc(command) => self.command(command),
        }
    }

    fn assign(&mut self, assign: &Assign) {
        assign.subscript.iter().for_each(|word| self.word(word));
        match &assign.value {
            AssignValue::Scalar(word) => self.word(word),
            AssignValue::Array(words) => self.words(words),
        }
    }

    fn redirects(&mut self, redirects: &[Redirect]) {
        for redirect in redirects {
            (self.span)(redirect.span);
            match &redirect.target {
                RedirectTarget::Word(word) => self.word(word),
                RedirectTarget::Here(body) => self.word(&body.borrow()),
            }
        }
    }

    fn words(&mut self, words: &[Word]) {
        words.iter().for_each(|word| self.word(word));
    }

    fn word(&mut self, word: &Word) {
        (self.span)(word.span);
        self.segments(&word.segments);
    }

    fn segments(&mut self, segments: &[Segment]) {
        for segment in segments {
            match segment {
                Segment::Text(_) | Segment::Quoted(_) => {}
                Segment::Double(inner) | Segment::Arith(inner) => self.segments(inner),
                Segment::Parameter(parameter) => self.parameter(parameter),
                Segment::Command(script) | Segment::Process { script, .. } => self.script(script),
            }
        }
    }

    fn parameter(&mut self, parameter: &Parameter) {
        parameter.subscript.iter().for_each(|word| self.word(word));
        match &parameter.op {
            None => {}
            Some(
                ParameterOp::Default { word, .. } | ParameterOp::Slice(word) | ParameterOp::Change(_, word),
            ) => {
                self.word(word);
            }
            Some(ParameterOp::Trim { pattern, .. }) => self.word(pattern),
            Some(ParameterOp::Replace { pattern, with, .. }) => {
                self.word(pattern);
                self.word(with);
            }
        }
    }
}

/// `Span { start: 3, end: 5 }` becomes `Span`.
fn without_spans(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("Span { start: ") {
        out.push_str(before);
        out.push_str("Span");
        rest = after.split_once('}').map_or("", |(_, tail)| tail);
    }
    out.push_str(rest);
    out
}
