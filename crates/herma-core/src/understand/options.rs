//! Options: which words of a command line are options, which are their values, which are operands.

use super::field::{Field, Part, Value};
use super::glob;
use crate::effect::Span;
use crate::knowledge::{Cond, On, Opt, OptValue, Program, Style, Test};
use std::borrow::Cow;

/// Programs that read the whole command line first, and only explain themselves when it asks for help. None of them hands its
/// words on to a script or a container.
#[rustfmt::skip]
const ASKED_ABOUT: &[&str] = &[
    "argocd", "aws", "az", "circleci", "doctl", "eksctl", "firebase", "fly", "flyctl", "gcloud", "gh", "glab", "helm", "heroku", "kubectl",
    "minikube", "netlify", "npm", "oc", "pulumi", "railway", "sentry-cli", "serverless", "stripe", "supabase", "turso", "vercel", "wrangler",
];
/// The same, up to the image that they start.
const CONTAINERS: &[&str] = &["docker", "podman", "nerdctl"];
/// Words that are compared in one unit of work.
const COMPARED: usize = 8;

/// Words that are matched with a pattern in one unit of work.
const MATCHED: usize = 2;

/// An option as it was given.
pub(super) struct Given {
    /// The first spelling in the table; as typed where no table knows it.
    pub name: Cow<'static, str>,
    pub value: Option<Field>,
    pub span: Span,
    /// How deep in the chain of subcommands the table that knows it stands: `docker -v` is not `docker run -v`.
    level: usize,
}

/// An option of a table, and how deep that table stands.
#[derive(Clone, Copy)]
struct Known {
    level: usize,
    opt: &'static Opt,
}

/// A command line, taken apart.
pub(super) struct Options {
    /// The program and the subcommands that were named, outermost first.
    pub chain: Vec<&'static Program>,
    /// The subcommands as they were typed: several names may share an entry.
    pub path: Vec<String>,
    pub given: Vec<Given>,
    pub args: Vec<Field>,
    /// All words as they stand, for programs whose words mean something by their order.
    pub raw: Vec<Field>,
}

impl Options {
    /// `fields` without the program's own name.
    pub fn of(program: &'static Program, fields: &[Field]) -> Self {
        let mut options = Options {
            chain: vec![program],
            path: Vec::new(),
            given: Vec::new(),
            args: Vec::new(),
            raw: fields.to_vec(),
        };
        let mut at = 0;
        let mut ended = false;
        while let Some(field) = fields.get(at) {
            at += 1;
            if ended || !options.take_option(field, fields, &mut at, &mut ended) {
                options.operand(field, &mut ended);
            }
        }
        options
    }

    fn operand(&mut self, field: &Field, ended: &mut bool) {
        let leaf = self.leaf();
        if self.args.is_empty()
            && !leaf.subs.is_empty()
            && let Some((word, sub)) = field.known().and_then(|word| Some((word, leaf.sub(word)?)))
        {
            self.chain.push(sub);
            self.path.push(word.to_owned());
            return;
        }
        if leaf.stops_at_operand {
            *ended = true;
        }
        self.args.push(field.clone());
    }

    pub fn leaf(&self) -> &'static Program {
        self.chain.last().copied().unwrap_or_else(|| self.chain.first().copied().unwrap_or(&NOTHING))
    }

    /// Takes the option at the cursor; false if it is an operand.
    fn take_option(&mut self, field: &Field, fields: &[Field], at: &mut usize, ended: &mut bool) -> bool {
        let style = self.leaf().style;
        let text = field.value.prefix();
        match style {
            Style::Plain => false,
            Style::Dd => match text.split_once('=') {
                Some((key, _)) if !key.is_empty() => {
                    let value = rest_of(field, key.len() + 1);
                    self.give(Cow::Owned(key.to_owned()), Some(value), field.span, 0);
                    true
                }
                _ => false,
            },
            _ if text.len() < 2 || !text.starts_with('-') => false,
            _ if field.is("--") => {
                *ended = true;
                true
            }
            Style::Single => {
                self.long(field, fields, at, text, style);
                true
            }
            Style::Gnu if text.starts_with("--") => {
                self.long(field, fields, at, text, style);
                true
            }
            Style::Gnu => {
                // `-rf`; but a table may know a whole word behind one dash (`tar -xzf` does not, `gcc -Wall` might).
                if let Some(opt) = self.find(text) {
                    self.whole(opt, field, fields, at, None);
                } else {
                    self.cluster(field, fields, at);
                }
                true
            }
        }
    }

    fn long(&mut self, field: &Field, fields: &[Field], at: &mut usize, text: &str, style: Style) {
        let (name, joined) = match text.split_once('=') {
            Some((name, _)) => (name, Some(rest_of(field, name.len() + 1))),
            None => (text, None),
        };
        let found = self
            .find(name)
            .or_else(|| if style == Style::Single { self.find_single(name) } else { self.abbreviated(name) });
        match found {
            Some(known) => self.whole(known, field, fields, at, joined),
            None => match self.prefixed(text).filter(|_| style == Style::Single) {
                Some((known, len)) => self.whole(known, field, fields, at, Some(rest_of(field, len))),
                None => self.give(Cow::Owned(name.to_owned()), joined, field.span, 0),
            },
        }
    }

    fn whole(
        &mut self,
        known: Known,
        field: &Field,
        fields: &[Field],
        at: &mut usize,
        joined: Option<Field>,
    ) {
        let value = match (known.opt.value, joined) {
            (OptValue::Two, Some(_)) => {
                *at += 1;
                fields.get(*at - 1).cloned()
            }
            (_, Some(joined)) => Some(joined),
            (OptValue::Required, None) => {
                *at += 1;
                fields.get(*at - 1).cloned()
            }
            (OptValue::Two, None) => {
                *at += 2;
                fields.get(*at - 1).cloned()
            }
            (OptValue::No | OptValue::Optional, None) => None,
        };
        let span = value.as_ref().map_or(field.span, |v| field.span.to(v.span));
        self.give(Cow::Borrowed(canonical(known.opt)), value, span, known.level);
    }

    /// `-rf`, `-ofile`, `-o file`.
    fn cluster(&mut self, field: &Field, fields: &[Field], at: &mut usize) {
        let text = field.value.prefix().to_owned();
        for (index, c) in text.char_indices().skip(1) {
            let mut name = String::with_capacity(2);
            name.push('-');
            name.push(c);
            let after = index + c.len_utf8();
            let has_rest = after < text.len() || field.value.parts.len() > 1;
            match self.find(&name) {
                Some(known)
                    if matches!(known.opt.value, OptValue::Required | OptValue::Two)
                        || known.opt.value == OptValue::Optional && has_rest =>
                {
                    let joined = has_rest.then(|| {
                        let value = rest_of(field, after);
                        // `-o=x` is `-o x` for many programs, and `=x` for few.
                        if value.value.prefix().starts_with('=') { rest_of(field, after + 1) } else { value }
                    });
                    self.whole(known, field, fields, at, joined);
                    return;
                }
                Some(known) => self.give(Cow::Borrowed(canonical(known.opt)), None, field.span, known.level),
                None => self.give(Cow::Owned(name), None, field.span, 0),
            }
        }
    }

    fn give(&mut self, name: Cow<'static, str>, value: Option<Field>, span: Span, level: usize) {
        self.given.push(Given { name, value, span, level });
    }

    /// Every option that may stand here, the innermost subcommand's first.
    fn known_options(&self) -> impl Iterator<Item = Known> {
        self.chain
            .iter()
            .enumerate()
            .rev()
            .flat_map(|(level, p)| p.opts.iter().map(move |opt| Known { level, opt }))
    }

    fn find(&self, name: &str) -> Option<Known> {
        self.known_options().find(|k| k.opt.names.contains(&name))
    }

    /// One dash or two: the same to programs of that style.
    fn find_single(&self, name: &str) -> Option<Known> {
        let bare = name.trim_start_matches('-');
        self.known_options().find(|k| k.opt.names.iter().any(|n| n.trim_start_matches('-') == bare))
    }

    /// `-o/tmp` for an option `-o=?` in the style of whole words, and how much of the text is its name.
    fn prefixed(&self, text: &str) -> Option<(Known, usize)> {
        self.known_options()
            .filter(|k| k.opt.value == OptValue::Optional)
            .flat_map(|k| k.opt.names.iter().filter(|n| text.starts_with(**n)).map(move |n| (k, n.len())))
            .max_by_key(|(_, len)| *len)
    }

    /// `--rec` for `--recursive`. An ambiguous one is an error to the program; to us the first will do.
    fn abbreviated(&self, name: &str) -> Option<Known> {
        if name.len() < 4 {
            return None;
        }
        self.known_options().find(|k| k.opt.names.iter().any(|n| n.starts_with("--") && n.starts_with(name)))
    }

    // --- asking ------------------------------------------------------------------------------------------

    /// What was given of the option of this name, in any of its spellings.
    fn given_as<'a>(&'a self, name: &'a str) -> impl DoubleEndedIterator<Item = &'a Given> {
        let given = self.given_in_budget();
        let first = if given.is_empty() { None } else { self.find(name).map(|known| canonical(known.opt)) };
        given.iter().filter(move |g| g.name == name || first.is_some_and(|f| g.name == f))
    }

    /// All of them are looked through, and some ask again for each word. Past the budget there is nothing to see: the call is
    /// too complex to inspect by then.
    fn given_in_budget(&self) -> &[Given] {
        match crate::work::is_spent() || !crate::work::charge(self.given.len() / COMPARED) {
            true => &[],
            false => &self.given,
        }
    }

    pub fn has(&self, name: &str) -> bool {
        self.given_as(name).next().is_some()
    }

    pub fn value<'a>(&'a self, name: &'a str) -> Option<&'a Field> {
        self.given_as(name).rev().find_map(|g| g.value.as_ref())
    }

    pub fn values<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Field> {
        self.given_as(name).filter_map(|g| g.value.as_ref())
    }

    /// An option under which it changes nothing, by the table of the program or subcommand that has it.
    pub fn only_looks(&self) -> bool {
        let dry = |level: usize, name: &str| {
            self.given.iter().any(|g| g.level <= level && g.name == name && (!is_help(name) || self.helps(g)))
        };
        self.chain.iter().enumerate().any(|(level, p)| p.dry.iter().any(|d| dry(level, d)))
    }

    /// `--help` where nothing is carried that could swallow it.
    pub fn asks_for_help(&self) -> bool {
        self.asks_about_a_command()
            || self.given.iter().any(|g| matches!(g.name.as_ref(), "--help" | "--version") && self.helps(g))
                && self.chain.iter().all(|p| p.runs.is_empty() && p.special.is_none())
    }

    /// `gh pr create --help`, `aws s3 rm help`: behind the words of a command, and with no other option.
    fn asks_about_a_command(&self) -> bool {
        let is = |list: &[&str]| self.chain.first().is_some_and(|p| p.names.iter().any(|n| list.contains(n)));
        let last = self.raw.last().and_then(|f| f.known());
        let asks = match (last, self.given.as_slice()) {
            (Some("--help"), [only]) => only.name == "--help" && only.value.is_none(),
            (Some("help"), []) => is(&["aws"]),
            _ => false,
        };
        // `railway run x --help`: what it runs is asked, not it.
        let hands_on = self.args.first().is_some_and(|a| a.is("run") || a.is("exec")) && !is(&["gh"]);
        asks && !hands_on
            && (is(ASKED_ABOUT) || is(CONTAINERS) && (self.args.is_empty() || self.manages()))
            && self.args.iter().all(|a| a.known().is_some_and(super::command_verb::is_word))
    }

    /// `docker system prune`: about the engine, not about a program in a container.
    fn manages(&self) -> bool {
        const MANAGES: &[&str] = &["builder", "buildx", "context", "image", "network", "system", "volume"];
        let first =
            self.path.first().map(String::as_str).or_else(|| self.args.first().and_then(|a| a.known()));
        first.is_some_and(|word| MANAGES.contains(&word))
    }

    /// Help counts only where there is nothing to act on: BSD's `rm -rf / --help` deletes.
    fn helps(&self, given: &Given) -> bool {
        given.value.is_none() && self.args.is_empty()
    }

    /// Whether a condition in the table of the program at `level` holds.
    pub fn holds(&self, when: &[&[Test]], stdin: &Value, level: usize) -> bool {
        when.iter().all(|any| any.iter().any(|test| self.test(&test.cond, stdin, level) != test.negate))
    }

    fn test(&self, cond: &Cond, stdin: &Value, level: usize) -> bool {
        let any_case = self.chain.first().is_some_and(|p| p.any_case);
        let fits = |pattern: &str, field: &Field| {
            field.value.literal().is_some_and(|t| {
                glob::fits(pattern, &t) || any_case && glob::fits(pattern, &t.to_ascii_lowercase())
            })
        };
        match cond {
            Cond::Opt(name, pattern) => {
                self.given_in_budget().iter().filter(|g| g.level <= level && g.name == *name).any(|g| {
                    match pattern {
                        Some(pattern) => g.value.as_ref().is_some_and(|v| fits(pattern, v)),
                        None => true,
                    }
                })
            }
            Cond::Arg(n, pattern) => {
                self.args.get(usize::from(*n).saturating_sub(1)).is_some_and(|a| fits(pattern, a))
            }
            Cond::AnyArg(pattern) => {
                !crate::work::is_spent()
                    && crate::work::charge(self.args.len() / MATCHED)
                    && self.args.iter().any(|a| fits(pattern, a))
            }
            Cond::LastArg(pattern) => self.args.last().is_some_and(|a| fits(pattern, a)),
            Cond::Verb(verb) => super::command_verb::of(&self.args) == Some(*verb),
            Cond::AtLeast(n) => self.args.len() >= usize::from(*n),
            Cond::Stdin => !stdin.is_empty(),
            Cond::StdinFits(pattern) => fits(pattern, &Field::new(stdin.clone(), Span::default())),
        }
    }

    /// The words an effect is on.
    pub fn on(&self, on: On) -> Vec<Field> {
        let args = self.args.as_slice();
        match on {
            On::Args => args.to_vec(),
            On::ArgsFrom(n) => args.iter().skip(usize::from(n).saturating_sub(1)).cloned().collect(),
            On::Arg(n) => args.get(usize::from(n).saturating_sub(1)).cloned().into_iter().collect(),
            On::Last => args.last().cloned().into_iter().collect(),
            On::ButLast => args.split_last().map_or_else(Vec::new, |(_, rest)| rest.to_vec()),
            On::Opt(name) => self.values(name).cloned().collect(),
            On::Cwd | On::Nothing => Vec::new(),
        }
    }
}

static NOTHING: Program = Program {
    names: &[],
    style: Style::Gnu,
    opts: &[],
    stops_at_operand: false,
    any_case: false,
    dry: &[],
    base: crate::knowledge::Base::Runs,
    rules: &[],
    runs: &[],
    subs: &[],
    special: None,
};

fn is_help(name: &str) -> bool {
    matches!(name, "--help" | "--version" | "-h" | "-V" | "-help" | "-version" | "-?")
}

fn canonical(opt: &'static Opt) -> &'static str {
    opt.names.first().copied().unwrap_or("")
}

/// A field without the first `n` bytes of its text.
pub(super) fn rest_of(field: &Field, n: usize) -> Field {
    let mut parts = field.value.parts.clone();
    if let Some(Part::Text(first)) = parts.first_mut() {
        let rest = first.get(n..).unwrap_or("").to_owned();
        *first = rest;
    }
    parts.retain(|p| !matches!(p, Part::Text(t) if t.is_empty()));
    Field::new(Value { parts }, field.span)
}
