//! PowerShell, walked as it would run: statements, pipelines, blocks, variables.

use super::cmdlet::Arg;
use super::lex::{self, Kind as T, Piece, Token};
use crate::effect::{Kind, Span};
use crate::understand::field::{Field, Part, Source, Value};
use crate::understand::walk::Walker;
use std::rc::Rc;

/// Statements and expressions looked at in one text.
const MAX_WORK: u32 = 6_000;
/// Values of one list that are followed one by one.
pub(super) const MAX_LIST: usize = 16;

/// Variables of one text.
const MAX_VARIABLES: usize = 256;

/// What flows through a pipeline: objects, each as far as it is known.
pub(super) type List = Vec<Value>;

pub(super) struct Power<'a, 'w> {
    pub w: &'a mut Walker<'w>,
    /// The one place that everything in this text gets; `None` for the call's own text.
    fixed: Option<Span>,
    vars: Vec<(String, List)>,
    functions: Vec<(String, Rc<Vec<Token>>)>,
    work: u32,
    /// What flows came from a search that goes down.
    pub deep: bool,
}

impl<'a, 'w> Power<'a, 'w> {
    pub fn new(w: &'a mut Walker<'w>, fixed: Option<Span>) -> Self {
        Power { w, fixed, vars: Vec::new(), functions: Vec::new(), work: MAX_WORK, deep: false }
    }

    /// Reads and walks a text.
    pub fn text(&mut self, text: &str, input: List) -> List {
        if !self.w.deeper() {
            return Vec::new();
        }
        let (tokens, trouble) = lex::read(text);
        let out = self.run(&tokens, &input);
        if let Some(trouble) = trouble {
            let span = self.fixed.unwrap_or(Span::new(0, text.len()));
            match trouble {
                lex::Trouble::TooDeep => self.w.too_complex(),
                lex::Trouble::Unclosed => {
                    self.w.unreadable(span, "powershell/parse", "PowerShell text that does not end");
                }
            }
        }
        self.w.depth -= 1;
        out
    }

    /// Text that is run as code inside other text.
    pub fn code(&mut self, value: &Value, span: Span, input: &[Value]) -> List {
        if let Some(from) = value.download() {
            let from = from.to_owned();
            self.w.runs_download(Some(&from), span, &format!("runs code straight from {from}"));
            return Vec::new();
        }
        // What fills a text is a value in it, as for the other shells; a text that is nothing else cannot be read.
        let readable = value.parts.iter().any(|p| matches!(p, Part::Text(t) if !t.trim().is_empty()));
        match readable || value.is_empty() {
            true => {
                let text = self.w.text_with_holes(value);
                let outer = self.fixed.replace(span);
                let out = self.text(&text, input.to_vec());
                self.fixed = outer;
                out
            }
            false => {
                self.unread(span, "runs code that is known only at run time");
                vec![Value::unknown(Source::Output("iex".to_owned()))]
            }
        }
    }

    pub fn unread(&mut self, span: Span, text: &str) {
        self.w.unreadable(span, "powershell/unknown", text);
    }

    pub fn span(&self, tokens: &[Token]) -> Span {
        self.fixed.unwrap_or_else(|| match (tokens.first(), tokens.last()) {
            (Some(first), Some(last)) => Span::new(first.start, last.end),
            _ => self.w.span,
        })
    }

    fn worked(&mut self) -> bool {
        if self.work == 0 || self.w.is_over() {
            self.w.too_complex();
            return false;
        }
        self.work -= 1;
        true
    }

    // --- statements ----------------------------------------------------------------------------------------

    pub fn run(&mut self, tokens: &[Token], input: &[Value]) -> List {
        let mut out = Vec::new();
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            if !self.worked() {
                break;
            }
            if is_end(token) {
                at += 1;
                continue;
            }
            if let Some(next) = self.control(tokens, at, input, &mut out) {
                at = next.max(at + 1);
                continue;
            }
            let end = statement_end(tokens, at);
            let printed = self.statement(tokens.get(at..end).unwrap_or(&[]), input);
            out.extend(printed);
            out.truncate(MAX_LIST * 4);
            at = end.max(at + 1);
        }
        out
    }

    /// A statement that begins with a keyword; gives where the next one begins.
    fn control(&mut self, tokens: &[Token], at: usize, input: &[Value], out: &mut List) -> Option<usize> {
        let T::Word(word) = &tokens.get(at)?.kind else { return None };
        let word = word.to_ascii_lowercase();
        match word.as_str() {
            "return" | "throw" | "exit" | "break" | "continue" => {
                let end = statement_end(tokens, at);
                let printed = self.statement(tokens.get(at + 1..end).unwrap_or(&[]), input);
                out.extend(printed);
                Some(end)
            }
            "function" | "filter" | "workflow" => {
                let T::Word(name) = &tokens.get(at + 1)?.kind else { return Some(at + 1) };
                let block = tokens.iter().enumerate().skip(at + 2).take(3).find_map(|(i, t)| match &t.kind {
                    T::Block(body) => Some((i, body)),
                    _ => None,
                });
                let (i, body) = block?;
                let name = name.to_ascii_lowercase();
                self.functions.retain(|(n, _)| *n != name);
                self.functions.push((name, Rc::new(body.clone())));
                Some(i + 1)
            }
            "using" => {
                let end = statement_end(tokens, at);
                let words = tokens.get(at + 1..end).unwrap_or(&[]);
                if words
                    .first()
                    .is_some_and(|t| matches!(&t.kind, T::Word(w) if w.eq_ignore_ascii_case("module")))
                {
                    self.statement(
                        &[&[word_token("import-module", tokens.get(at)?)], words.get(1..).unwrap_or(&[])]
                            .concat(),
                        input,
                    );
                }
                Some(end)
            }
            "foreach" if matches!(tokens.get(at + 1)?.kind, T::Paren(_)) => {
                let T::Paren(head) = &tokens.get(at + 1)?.kind else { return None };
                let body = match tokens.get(at + 2).map(|t| &t.kind) {
                    Some(T::Block(body)) => body.as_slice(),
                    _ => &[],
                };
                let split =
                    head.iter().position(|t| matches!(&t.kind, T::Word(w) if w.eq_ignore_ascii_case("in")));
                let name = head.iter().find_map(|t| match &t.kind {
                    T::Var(name) => Some(name.clone()),
                    _ => None,
                });
                let values = self.run(split.and_then(|s| head.get(s + 1..)).unwrap_or(&[]), input);
                let printed = self.each(&values, |p, value| {
                    if let Some(name) = &name {
                        p.set(name, vec![value.clone()]);
                    }
                    p.run(body, &[])
                });
                out.extend(printed);
                Some(at + 3)
            }
            "if" | "elseif" | "else" | "while" | "for" | "switch" | "try" | "catch" | "finally" | "do"
            | "until" | "begin" | "process" | "end" | "param" | "trap" | "class" | "enum" | "data"
            | "dynamicparam" | "configuration" => {
                let mut next = at + 1;
                let before = self.vars.clone();
                while let Some(token) = tokens.get(next) {
                    match &token.kind {
                        T::Paren(inner) => {
                            self.run(inner, input);
                        }
                        T::Block(inner) if word == "switch" => self.cases(inner, input, out),
                        T::Block(inner) => {
                            let printed = self.run(inner, input);
                            out.extend(printed);
                        }
                        T::Bracket(..) => {}
                        T::Word(name) if name.starts_with('-') || word == "class" => {}
                        _ => break,
                    }
                    next += 1;
                }
                self.join(before);
                Some(next)
            }
            _ => None,
        }
    }

    /// `switch`'s block: patterns and what is done for them.
    fn cases(&mut self, inner: &[Token], input: &[Value], out: &mut List) {
        for token in inner {
            match &token.kind {
                T::Block(body) => out.extend(self.run(body, input)),
                T::Paren(body) => _ = self.run(body, input),
                _ => {}
            }
        }
    }

    /// Runs for each value; for an unknown list once with a value that is not known.
    pub fn each(&mut self, values: &[Value], mut f: impl FnMut(&mut Self, &Value) -> List) -> List {
        if values.len() > MAX_LIST {
            self.w.too_complex();
        }
        let mut out = Vec::new();
        for value in values.iter().take(MAX_LIST) {
            out.extend(f(self, value));
        }
        if values.is_empty() {
            out.extend(f(self, &Value::unknown(Source::Input)));
        }
        out
    }

    /// After a branch: a variable may hold what it held before, too.
    fn join(&mut self, before: Vec<(String, List)>) {
        for (name, values) in &mut self.vars {
            match before.iter().find(|(n, _)| n == name) {
                Some((_, old)) if old == values => {}
                Some((_, old)) => {
                    for value in old {
                        if !values.contains(value) {
                            values.push(value.clone());
                        }
                    }
                }
                None => {}
            }
        }
    }

    fn statement(&mut self, tokens: &[Token], input: &[Value]) -> List {
        if tokens.is_empty() || !self.worked() {
            return Vec::new();
        }
        let equals = tokens.iter().position(|t| t.is_op("=") || t.is_op("+="));
        if let Some(at) = equals.filter(|at| is_target(tokens.get(..*at).unwrap_or(&[]))) {
            let values = self.statement(tokens.get(at + 1..).unwrap_or(&[]), input);
            self.assign(
                tokens.get(..at).unwrap_or(&[]),
                values,
                tokens.get(at).is_some_and(|t| t.is_op("+=")),
            );
            return Vec::new();
        }
        let mut flow: List = input.to_vec();
        for (i, element) in tokens.split(|t| t.is_op("|")).enumerate() {
            let element = trimmed(element);
            if element.is_empty() {
                continue;
            }
            flow = self.element(element, &flow, i > 0 || !input.is_empty());
        }
        flow
    }

    fn assign(&mut self, target: &[Token], mut values: List, more: bool) {
        let names: Vec<&String> = target
            .iter()
            .filter_map(|t| match &t.kind {
                T::Var(name) => Some(name),
                _ => None,
            })
            .collect();
        let plain = target.iter().all(|t| matches!(t.kind, T::Var(_) | T::Bracket(..)));
        match names.as_slice() {
            [name] if plain && !matches!(target.last().map(|t| &t.kind), Some(T::Bracket(..))) => {
                if let Some(variable) = name.strip_prefix("env:") {
                    let mut pair = Value::text(format!("{}=", environment_name(variable)));
                    values.first().into_iter().for_each(|value| pair.append(value));
                    let span = self.span(target);
                    let words = vec![Field::text("export", span), Field::new(pair, span)];
                    self.w.exec(words, Value::default());
                }
                if more {
                    let old = self.get(name);
                    values = match (old.as_slice(), values.as_slice()) {
                        ([one], [other]) => {
                            let mut joined = one.clone();
                            joined.append(other);
                            vec![joined]
                        }
                        _ => [old, values].concat(),
                    };
                }
                self.set(name, values);
            }
            _ => {
                // A property, an index, several at once.
                self.expression(target);
                for name in names {
                    self.set(name, vec![Value::unknown(Source::Variable(name.clone()))]);
                }
            }
        }
    }

    pub fn set(&mut self, name: &str, mut values: List) {
        values.truncate(MAX_LIST * 4);
        let size: usize = values
            .iter()
            .flat_map(|v| &v.parts)
            .map(|p| if let Part::Text(t) = p { t.len() } else { 16 })
            .sum();
        let values =
            if size > 1 << 16 { vec![Value::unknown(Source::Variable(name.to_owned()))] } else { values };
        let (name, full) = (bare_name(name), self.vars.len() >= MAX_VARIABLES);
        match self.vars.iter_mut().find(|(n, _)| n == name) {
            Some((_, slot)) => *slot = values,
            None if full => self.w.too_complex(),
            None => self.vars.push((name.to_owned(), values)),
        }
    }

    pub fn get(&self, name: &str) -> List {
        let name = bare_name(name);
        if let Some((_, values)) = self.vars.iter().find(|(n, _)| n == name) {
            return values.clone();
        }
        let home = self.w.home.clone();
        let text = match name {
            "null" => return vec![Value::default()],
            "true" => "True".to_owned(),
            "false" => "False".to_owned(),
            "home" | "env:userprofile" | "env:home" => home,
            "env:temp" | "env:tmp" | "env:tmpdir" => "/tmp".to_owned(),
            "env:appdata" => format!("{home}/AppData/Roaming"),
            "env:localappdata" => format!("{home}/AppData/Local"),
            "env:systemroot" | "env:windir" => "C:/Windows".to_owned(),
            "env:systemdrive" | "env:homedrive" => "C:".to_owned(),
            "env:programfiles" | "env:programw6432" => "C:/Program Files".to_owned(),
            "env:programfiles(x86)" => "C:/Program Files (x86)".to_owned(),
            "env:programdata" | "env:allusersprofile" => "C:/ProgramData".to_owned(),
            "env:public" => "C:/Users/Public".to_owned(),
            "env:comspec" => "cmd".to_owned(),
            "pwd" | "psscriptroot" => match self.w.cwd() {
                Some(cwd) => cwd,
                None => return vec![Value::unknown(Source::Variable("pwd".to_owned()))],
            },
            "pid" => return vec![Value::unknown(Source::OwnPid)],
            "profile" => format!("{home}/Documents/PowerShell/Microsoft.PowerShell_profile.ps1"),
            "pshome" => "C:/Windows/System32/WindowsPowerShell/v1.0".to_owned(),
            "shellid" | "verbosepreference" => "Microsoft.PowerShell".to_owned(),
            _ => {
                let name = name.strip_prefix("env:").map(environment_name).unwrap_or_else(|| name.to_owned());
                return vec![Value::unknown(Source::Variable(name))];
            }
        };
        vec![Value::text(text)]
    }

    // --- one element of a pipeline ----------------------------------------------------------------------------

    fn element(&mut self, tokens: &[Token], flow: &[Value], piped: bool) -> List {
        let span = self.span(tokens);
        self.w.span = span;
        let (tokens, outputs) = self.without_redirections(tokens);
        let Some(first) = tokens.first() else { return Vec::new() };
        let calls = first.is_op("&")
            || matches!(&first.kind, T::Word(w) if w == ".")
                && tokens.get(1).is_some_and(|t| t.apart || !matches!(t.kind, T::Word(_)));
        let out = if calls {
            self.call(tokens.get(1..).unwrap_or(&[]), flow)
        } else {
            match &first.kind {
                T::Word(word) if self.compares_a_hole(word, tokens.get(1)) => {
                    self.expression(tokens.get(2..).unwrap_or(&[]));
                    vec![self.w.with_holes_back(word)]
                }
                T::Word(word) if !is_expression_word(word) => self.command_line(&tokens, flow),
                _ => {
                    let values = self.expression(&tokens);
                    if values.is_empty() && piped { flow.to_vec() } else { values }
                }
            }
        };
        if outputs.is_empty() {
            return out;
        }
        let content = joined(&out);
        let nothing =
            matches!(&first.kind, T::Var(name) if name.eq_ignore_ascii_case("null")) && tokens.len() == 1;
        for (target, append) in outputs {
            self.writes(&target, &content, append, span, "redirect/overwrite");
            if nothing && !append {
                let path = self.w.windows_path(&target);
                self.w.empties(&path, span);
            }
        }
        Vec::new()
    }

    /// `{$name -like "*x*"}` in double quotes: the shell has put in what nobody knows, and PowerShell compares it.
    fn compares_a_hole(&self, word: &str, next: Option<&Token>) -> bool {
        const COMPARES: &[&str] = &[
            "contains",
            "eq",
            "ge",
            "gt",
            "in",
            "is",
            "isnot",
            "le",
            "like",
            "lt",
            "match",
            "ne",
            "notcontains",
            "notin",
            "notlike",
            "notmatch",
        ];
        let Some(T::Word(operator)) = next.map(|t| &t.kind) else { return false };
        let operator = operator.strip_prefix('-').unwrap_or("").to_ascii_lowercase();
        let whole = self.w.with_holes_back(word);
        COMPARES.contains(&operator.as_str())
            && whole.has_unknown()
            && whole.literal().is_none()
            && whole.prefix().is_empty()
    }

    /// Takes the redirections out; gives the files that output goes to.
    fn without_redirections(&mut self, tokens: &[Token]) -> (Vec<Token>, Vec<(Value, bool)>) {
        if !tokens.iter().any(|t| matches!(t.kind, T::Op(">" | ">>" | "2>" | "2>&1" | "<"))) {
            return (tokens.to_vec(), Vec::new());
        }
        let (mut kept, mut outputs) = (Vec::new(), Vec::new());
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            match token.kind {
                T::Op("2>&1" | "<") => at += 1,
                T::Op(op @ (">" | ">>" | "2>")) => {
                    let end = run_end(tokens, at + 1);
                    let run = tokens.get(at + 1..end).unwrap_or(&[]);
                    let target = self.argument(run).into_iter().next().unwrap_or_default();
                    if !target.is_empty() && !target.known().is_some_and(|t| t.eq_ignore_ascii_case("nul")) {
                        outputs.push((target, op == ">>"));
                    }
                    at = end.max(at + 1);
                }
                _ => {
                    kept.push(token.clone());
                    at += 1;
                }
            }
        }
        (kept, outputs)
    }

    /// Something is written to a file.
    pub fn writes(&mut self, target: &Value, content: &Value, append: bool, span: Span, rule: &str) {
        let path = self.w.windows_path(target);
        let (kind, text) =
            if append { (Kind::Write, "appends to {}") } else { (Kind::Overwrite, "writes {}") };
        self.w.path_effect(kind, &path, span, rule, text, false);
        self.w.remember_written(&path, content, append);
    }

    /// `& name …`, `. file …`, `& { … }`.
    fn call(&mut self, tokens: &[Token], flow: &[Value]) -> List {
        let Some(first) = tokens.first() else { return Vec::new() };
        if let T::Block(body) = &first.kind {
            let args: List =
                self.arguments(tokens.get(1..).unwrap_or(&[])).into_iter().flat_map(|a| a.values).collect();
            self.set("args", args);
            return self.run(body, flow);
        }
        let end = run_end(tokens, 0);
        let names = self.argument(tokens.get(..end).unwrap_or(&[]));
        let span = self.span(tokens.get(..end).unwrap_or(&[]));
        let args = self.arguments(tokens.get(end..).unwrap_or(&[]));
        match names.first() {
            // A block that was made out of a text.
            Some(name) if name.literal().is_some_and(|text| is_line(&text)) => self.code(name, span, flow),
            Some(name) => self.invoke(name, span, args, flow),
            None => Vec::new(),
        }
    }

    fn command_line(&mut self, tokens: &[Token], flow: &[Value]) -> List {
        // `IEX(…)`: what stands in brackets right behind a name is its first argument.
        let end = match tokens {
            [Token { kind: T::Word(_), .. }, Token { kind: T::Paren(_), .. }, ..] => 1,
            _ => run_end(tokens, 0),
        };
        let name = self.argument(tokens.get(..end).unwrap_or(&[])).into_iter().next().unwrap_or_default();
        let span = self.span(tokens.get(..end).unwrap_or(&[]));
        let args = self.arguments(tokens.get(end..).unwrap_or(&[]));
        self.invoke(&name, span, args, flow)
    }

    /// A command by its name: a function of the text, a cmdlet, or a program.
    fn invoke(&mut self, name: &Value, span: Span, args: Vec<Arg>, flow: &[Value]) -> List {
        let Some(known) = name.literal() else {
            let (Some(Part::Text(tail)), true) = (name.parts.last(), name.parts.len() > 1) else {
                self.unread(span, &format!("which program `{}` is cannot be known beforehand", name.shown()));
                self.blocks(&args, flow);
                return vec![Value::unknown(Source::Output("&".to_owned()))];
            };
            // `$dir\tool.exe`: somewhere, but that tool.
            let tail = tail.rsplit(['/', '\\']).next().unwrap_or("").to_owned();
            return self.program(&tail, name, span, &args, flow);
        };
        let lower = known.to_ascii_lowercase();
        if let Some((_, body)) = self.functions.iter().find(|(n, _)| *n == lower) {
            let body = Rc::clone(body);
            if !self.w.deeper() {
                return Vec::new();
            }
            let outer = self.vars.clone();
            self.parameters(&body, &args);
            let out = self.run(&body, flow);
            self.vars = outer;
            self.w.depth -= 1;
            return out;
        }
        if known.trim().is_empty() {
            return Vec::new();
        }
        self.cmdlet(&lower, name, span, args, flow)
    }

    /// A function's parameters get the arguments, by name or in order.
    fn parameters(&mut self, body: &[Token], args: &[Arg]) {
        let all: List = args.iter().filter(|a| a.name.is_none()).flat_map(|a| a.values.clone()).collect();
        let names: Vec<String> = match body.iter().skip_while(|t| is_end(t)).collect::<Vec<_>>().as_slice() {
            [first, second, ..] if matches!(&first.kind, T::Word(w) if w.eq_ignore_ascii_case("param")) => {
                match &second.kind {
                    T::Paren(inner) => inner
                        .iter()
                        .filter_map(|t| match &t.kind {
                            T::Var(name) => Some(name.clone()),
                            _ => None,
                        })
                        .collect(),
                    _ => Vec::new(),
                }
            }
            _ => Vec::new(),
        };
        for (i, name) in names.iter().enumerate() {
            let by_name = args.iter().position(|a| a.name.as_deref() == Some(name.as_str()));
            let value = match by_name {
                Some(at) => args
                    .get(at)
                    .filter(|a| !a.values.is_empty())
                    .or_else(|| args.get(at + 1))
                    .map(|a| a.values.clone()),
                None => all.get(i).map(|v| vec![v.clone()]),
            };
            if let Some(value) = value {
                self.set(name, value);
            }
        }
        self.set("args", all);
    }

    /// Blocks among the arguments of something that may run them.
    pub fn blocks(&mut self, args: &[Arg], flow: &[Value]) -> List {
        let mut out = Vec::new();
        for block in args.iter().flat_map(|a| &a.blocks) {
            out.extend(self.run(block, flow));
        }
        out
    }

    // --- arguments and expressions ---------------------------------------------------------------------------

    /// The arguments of a command.
    fn arguments(&mut self, tokens: &[Token]) -> Vec<Arg> {
        let mut out: Vec<Arg> = Vec::new();
        let mut at = 0;
        let mut listed = false;
        while let Some(token) = tokens.get(at) {
            if token.is_op(",") {
                listed = true;
                at += 1;
                continue;
            }
            if matches!(token.kind, T::Op(_)) {
                at += 1;
                continue;
            }
            let end = run_end(tokens, at).max(at + 1);
            let run = tokens.get(at..end).unwrap_or(&[]);
            at = end;
            let span = self.span(run);
            if let (Some(T::Word(word)), false) = (run.first().map(|t| &t.kind), listed)
                && let Some(name) = word.strip_prefix('-')
                && name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '-')
            {
                let (name, value) = match name.split_once(':') {
                    Some((name, value)) => (name, Some(value)),
                    None => (name, None),
                };
                let mut arg = Arg::named(name, word, span);
                if let Some(value) = value {
                    let mut whole = Value::text(value);
                    for other in self.argument(run.get(1..).unwrap_or(&[])) {
                        whole.append(&other);
                    }
                    arg.values.push(whole);
                } else if run.len() > 1 {
                    // `-I"C:\x"`: one word to a program.
                    let mut whole = Value::text(word.clone());
                    for other in self.argument(run.get(1..).unwrap_or(&[])) {
                        whole.append(&other);
                    }
                    arg.raw = whole;
                }
                out.push(arg);
                continue;
            }
            let blocks: Vec<Vec<Token>> = run
                .iter()
                .filter_map(|t| match &t.kind {
                    T::Block(body) => Some(body.clone()),
                    _ => None,
                })
                .collect();
            let values = if blocks.is_empty() { self.argument(run) } else { Vec::new() };
            match out.last_mut().filter(|last| listed && (last.name.is_none() || !last.values.is_empty())) {
                Some(last) => {
                    last.values.extend(values);
                    last.blocks.extend(blocks);
                }
                None => out.push(Arg { values, blocks, ..Arg::positional(span) }),
            }
            listed = false;
        }
        out
    }

    /// One argument: a run of tokens with no blank between them.
    fn argument(&mut self, run: &[Token]) -> List {
        match run {
            [] => Vec::new(),
            [Token { kind: T::Word(word), .. }] => vec![self.plain(word)],
            [one] => self.operand(one),
            [first, second, ..]
                if !matches!(first.kind, T::Word(_))
                    && matches!(&second.kind, T::Word(w) if is_member(w))
                    || matches!(
                        (&first.kind, &second.kind),
                        (T::Var(_), T::Bracket(..)) | (T::Bracket(..), _)
                    ) =>
            {
                self.expression(run)
            }
            _ => {
                let mut whole = Value::default();
                for token in run {
                    match &token.kind {
                        T::Word(word) => whole.append(&self.plain(word)),
                        _ => self.operand(token).first().into_iter().for_each(|value| whole.append(value)),
                    }
                }
                vec![whole]
            }
        }
    }

    /// Text of the source as a value.
    fn plain(&self, text: &str) -> Value {
        if text.is_ascii() { Value::text(text) } else { self.w.with_holes_back(text) }
    }

    /// A string with what fills it.
    fn filled(&mut self, pieces: &[Piece]) -> Value {
        let mut out = Value::default();
        for piece in pieces {
            match piece {
                Piece::Text(text) => out.append(&self.plain(text)),
                Piece::Var(name) => out.append(&joined_by(&self.get(name), " ")),
                Piece::Sub(tokens) => {
                    let values = self.run(tokens, &[]);
                    out.append(&joined_by(&values, " "));
                }
            }
        }
        out
    }

    fn operand(&mut self, token: &Token) -> List {
        match &token.kind {
            T::Word(word) => vec![self.plain(word)],
            T::Text(pieces) => vec![self.filled(pieces)],
            T::Var(name) => self.get(name),
            T::Paren(inner) => self.run(inner, &[]),
            T::Block(body) => {
                // A block as a value: whoever calls it later, this is what it does.
                self.run(body, &[]);
                vec![Value::unknown(Source::Output("block".to_owned()))]
            }
            T::Hash(inner) => {
                // `@{Name = 'x'; Expression = { … }}`
                for token in inner {
                    if matches!(token.kind, T::Block(_) | T::Paren(_) | T::Hash(_) | T::Text(_)) {
                        self.operand(token);
                    }
                }
                vec![Value::unknown(Source::Output("table".to_owned()))]
            }
            T::Bracket(name, _) => vec![Value::text(format!("[{name}]"))],
            T::Op(_) => Vec::new(),
        }
    }

    /// An expression: operands with their members, joined by operators.
    pub fn expression(&mut self, tokens: &[Token]) -> List {
        let mut all: List = Vec::new();
        for item in tokens.split(|t| t.is_op(",")) {
            let values = self.joined_terms(item);
            all.extend(values);
            if all.len() > MAX_LIST * 4 {
                all.truncate(MAX_LIST * 4);
                break;
            }
        }
        all
    }

    fn joined_terms(&mut self, tokens: &[Token]) -> List {
        if !self.worked() {
            return Vec::new();
        }
        let mut left: Option<List> = None;
        let mut op = String::new();
        let mut at = 0;
        let mut cast: Option<String> = None;
        while let Some(token) = tokens.get(at) {
            match &token.kind {
                T::Word(word) if is_operator(word) => {
                    op = word.to_ascii_lowercase();
                    at += 1;
                    continue;
                }
                T::Op(_) => {
                    at += 1;
                    continue;
                }
                T::Bracket(name, _)
                    if tokens.get(at + 1).is_some_and(
                        |next| !matches!(&next.kind, T::Word(w) if is_member(w) || is_operator(w)),
                    ) =>
                {
                    cast = Some(name.to_ascii_lowercase());
                    at += 1;
                    continue;
                }
                _ => {}
            }
            if left.is_some() && op.is_empty() && token.apart {
                let span = self.span(tokens);
                self.unread(span, "PowerShell text that cannot be parsed");
            }
            let (mut values, next) = self.term(tokens, at);
            at = next.max(at + 1);
            if let Some(cast) = cast.take() {
                values = cast_to(&cast, values);
            }
            left = Some(match left.take() {
                None if op == "-join" => vec![joined_by(&values, "")],
                None => values,
                Some(before) => combine(&op, before, values),
            });
            op.clear();
        }
        left.unwrap_or_default()
    }

    /// One operand and what is called on it; gives where the next one begins.
    fn term(&mut self, tokens: &[Token], at: usize) -> (List, usize) {
        let Some(first) = tokens.get(at) else { return (Vec::new(), at) };
        let class = match &first.kind {
            T::Bracket(name, _) => Some(name.to_ascii_lowercase()),
            _ => None,
        };
        let mut item = matches!(&first.kind, T::Var(name) if matches!(name.as_str(), "_" | "psitem"));
        let mut values = self.operand(first);
        let mut class = class;
        let mut next = at + 1;
        while let Some(token) = tokens.get(next).filter(|t| !t.apart) {
            match &token.kind {
                T::Bracket(_, inner) => {
                    let index = self.run(inner, &[]);
                    let number = index.first().and_then(|v| v.known()).and_then(|t| t.parse::<usize>().ok());
                    let picked = number.and_then(|n| values.get(n).cloned()).filter(|_| index.len() == 1);
                    values = vec![picked.unwrap_or_else(|| joined(&values).through("index"))];
                    next += 1;
                }
                T::Word(word) if is_member(word) => {
                    let mut names: Vec<String> = word
                        .trim_start_matches([':', '.', '?'])
                        .split(['.', ':'])
                        .filter(|n| !n.is_empty())
                        .map(str::to_ascii_lowercase)
                        .collect();
                    next += 1;
                    let mut unknown = false;
                    if names.is_empty() || word.ends_with('.') || word.ends_with("::") {
                        // `.$name( )`, `."name"( )`
                        if let Some(named) = tokens.get(next).filter(|t| !t.apart) {
                            let value = self.operand(named);
                            match value.first().and_then(Value::literal) {
                                Some(name) => names.push(name.to_ascii_lowercase()),
                                None => unknown = true,
                            }
                            next += 1;
                        }
                    }
                    let args = match tokens.get(next).filter(|t| !t.apart).map(|t| &t.kind) {
                        Some(T::Paren(inner)) => {
                            next += 1;
                            Some(self.call_arguments(inner))
                        }
                        Some(T::Block(body)) => {
                            // `.ForEach{ … }`, `.Where{ … }`
                            next += 1;
                            let given = values.clone();
                            Some(self.each(&given, |p, value| {
                                p.set("_", vec![value.clone()]);
                                p.run(body, &[])
                            }))
                        }
                        _ => None,
                    };
                    let span = self.span(tokens.get(at..next).unwrap_or(&[]));
                    if unknown {
                        if args.is_some() {
                            self.unread(span, "calls a method that is named only at run time");
                        }
                        values = vec![joined(&values).through("member")];
                        continue;
                    }
                    let last = names.len().saturating_sub(1);
                    for (i, name) in names.iter().enumerate() {
                        let args = if i == last { args.clone() } else { None };
                        values = self.member(class.as_deref(), &values, name, args, item, span);
                    }
                    class = None;
                    item = false;
                }
                T::Word(word) if word == "++" || word == "--" => next += 1,
                _ => break,
            }
        }
        (values, next)
    }

    /// What stands between a method's brackets: each argument as one value.
    fn call_arguments(&mut self, inner: &[Token]) -> List {
        let mut out = Vec::new();
        for item in inner.split(|t| t.is_op(",")) {
            if item.is_empty() {
                continue;
            }
            let values = self.run(item, &[]);
            out.push(match values.as_slice() {
                [one] => one.clone(),
                _ => joined_by(&values, " "),
            });
        }
        out
    }
}

/// Whether these tokens can stand before a `=`.
fn is_target(tokens: &[Token]) -> bool {
    tokens.iter().all(|t| match &t.kind {
        T::Var(_) | T::Bracket(..) => true,
        T::Op(op) => *op == ",",
        T::Word(word) => is_member(word),
        T::Paren(_) | T::Text(_) => !t.apart,
        _ => false,
    }) && tokens.iter().any(|t| matches!(t.kind, T::Var(_) | T::Bracket(..)))
}

fn is_end(token: &Token) -> bool {
    matches!(token.kind, T::Op(";" | "\n" | "&&" | "||"))
}

/// Where the statement that begins here ends.
fn statement_end(tokens: &[Token], at: usize) -> usize {
    let mut end = at;
    while let Some(token) = tokens.get(end) {
        let goes_on = end > at
            && tokens.get(end - 1).is_some_and(|t| t.is_op("|") || t.is_op(",") || t.is_op("="))
            || tokens
                .iter()
                .skip(end)
                .find(|t| !t.is_op("\n"))
                .is_some_and(|t| t.is_op("|") && token.is_op("\n"));
        if is_end(token) && !(token.is_op("\n") && goes_on) {
            break;
        }
        // Behind an operand `&` sends to the background.
        if end > at && token.is_op("&") && tokens.get(end - 1).is_some_and(|t| !matches!(t.kind, T::Op(_))) {
            return end + 1;
        }
        end += 1;
    }
    end
}

/// Where the run of tokens without a blank between them ends.
fn run_end(tokens: &[Token], at: usize) -> usize {
    let mut end = at + 1;
    while tokens.get(end).is_some_and(|t| !t.apart && !matches!(t.kind, T::Op(_))) {
        // `foreach{ … }`, `?{ … }`: the block is an argument.
        if matches!(tokens.get(end).map(|t| &t.kind), Some(T::Block(_)))
            && matches!(tokens.get(at).map(|t| &t.kind), Some(T::Word(_)))
        {
            break;
        }
        end += 1;
    }
    end.min(tokens.len())
}

fn trimmed(tokens: &[Token]) -> &[Token] {
    let mut tokens = tokens;
    while let Some((first, rest)) = tokens.split_first() {
        if !first.is_op("\n") {
            break;
        }
        tokens = rest;
    }
    while let Some((last, rest)) = tokens.split_last() {
        if !last.is_op("\n") && !last.is_op("&") {
            break;
        }
        tokens = rest;
    }
    tokens
}

fn word_token(word: &str, like: &Token) -> Token {
    Token { kind: T::Word(word.to_owned()), start: like.start, end: like.end, apart: true }
}

/// `.Name`, `::Name`, `?.Name`.
fn is_member(word: &str) -> bool {
    let Some(rest) =
        word.strip_prefix("::").or_else(|| word.strip_prefix("?.")).or_else(|| word.strip_prefix('.'))
    else {
        return false;
    };
    (rest.is_empty() || rest.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_'))
        && !rest.contains(['/', '\\'])
}

fn is_operator(word: &str) -> bool {
    const NAMED: &[&str] = &[
        "-and",
        "-as",
        "-band",
        "-bnot",
        "-bor",
        "-bxor",
        "-ccontains",
        "-ceq",
        "-cge",
        "-cgt",
        "-cle",
        "-clike",
        "-clt",
        "-cmatch",
        "-cne",
        "-contains",
        "-creplace",
        "-csplit",
        "-eq",
        "-f",
        "-ge",
        "-gt",
        "-icontains",
        "-ieq",
        "-ilike",
        "-imatch",
        "-in",
        "-ine",
        "-ireplace",
        "-is",
        "-isnot",
        "-join",
        "-le",
        "-like",
        "-lt",
        "-match",
        "-ne",
        "-not",
        "-notcontains",
        "-notin",
        "-notlike",
        "-notmatch",
        "-or",
        "-replace",
        "-shl",
        "-shr",
        "-split",
        "-xor",
    ];
    matches!(word, "+" | "-" | "*" | "/" | "%" | "!" | "++" | "--" | ".." | "?" | ":" | "??")
        || NAMED.binary_search(&word.to_ascii_lowercase().as_str()).is_ok()
}

/// A first word that begins an expression rather than a command.
fn is_expression_word(word: &str) -> bool {
    if matches!(word, "%" | "?") {
        return false;
    }
    is_operator(word)
        || word.starts_with(|c: char| c.is_ascii_digit())
            && word
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'*' | b'+' | b'-' | b'/'))
        || word.starts_with("++")
        || word.starts_with("--") && word.len() == 2
        || word.starts_with('!')
}

fn bare_name(name: &str) -> &str {
    match name.split_once(':') {
        Some(("global" | "script" | "local" | "private" | "using" | "variable", name)) => name,
        _ => name,
    }
}

/// Several words, the first of which is no path: code rather than a program's name.
fn is_line(text: &str) -> bool {
    text.trim().split_once(char::is_whitespace).is_some_and(|(first, _)| !first.contains(['/', '\\', ':']))
}

/// Variables of the environment are written in capitals, and names are compared without them.
fn environment_name(name: &str) -> String {
    name.to_ascii_uppercase()
}

fn combine(op: &str, before: List, after: List) -> List {
    match op {
        "+" => match (before.as_slice(), after.as_slice()) {
            ([one], [other]) => {
                let mut whole = one.clone();
                whole.append(other);
                vec![whole]
            }
            _ => [before, after].concat(),
        },
        "-join" => {
            let by = after.first().and_then(Value::literal).unwrap_or_default();
            vec![joined_by(&before, &by)]
        }
        "-f" => vec![formatted(&joined(&before), &after)],
        "-replace" | "-ireplace" | "-creplace" => {
            let known = (joined(&before).literal(), after.first().and_then(Value::literal));
            match known {
                (Some(text), Some(what))
                    if !what.contains(['\\', '[', '(', '.', '*', '+', '?', '^', '$', '|']) =>
                {
                    vec![Value::text(text.replace(&what, ""))]
                }
                _ => vec![joined(&before).through("replace")],
            }
        }
        "-split" | "-csplit" => match (joined(&before).literal(), after.first().and_then(Value::literal)) {
            (Some(text), Some(by))
                if by.len() == 1 && !matches!(by.as_str(), "." | "|" | "^" | "$" | "*" | "+" | "?") =>
            {
                text.split(by.as_str()).take(MAX_LIST * 4).map(Value::text).collect()
            }
            _ => vec![joined(&before).through("split")],
        },
        _ => {
            let mut whole = joined(&before);
            whole.append(&joined(&after));
            let tainted = whole.secret().is_some() || whole.download().is_some();
            if tainted {
                vec![whole.through("expression")]
            } else {
                vec![Value::unknown(Source::Output("expression".to_owned()))]
            }
        }
    }
}

/// `'{0}{1}' -f 'a', 'b'`.
fn formatted(pattern: &Value, args: &[Value]) -> Value {
    let Some(text) = pattern.literal() else { return pattern.through("format") };
    let mut out = Value::default();
    let mut rest = text.as_str();
    while let Some((before, behind)) = rest.split_once('{') {
        out.push_text(before);
        let Some((inside, after)) = behind.split_once('}') else { break };
        let number = inside.split([',', ':']).next().and_then(|n| n.trim().parse::<usize>().ok());
        match number.and_then(|n| args.get(n)) {
            Some(value) => out.append(value),
            None => out.push(Part::Unknown(Source::Output("format".to_owned()))),
        }
        rest = after;
    }
    out.push_text(rest);
    out
}

fn cast_to(class: &str, values: List) -> List {
    if class != "char" && class != "char[]" {
        return values;
    }
    values
        .into_iter()
        .map(|value| match value.known().and_then(number).and_then(char::from_u32) {
            Some(c) => Value::text(c.to_string()),
            None => value,
        })
        .collect()
}

fn number(text: &str) -> Option<u32> {
    match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(hex) => u32::from_str_radix(hex, 16).ok(),
        None => text.parse().ok(),
    }
}

/// All of a list as one text, a line each.
pub(super) fn joined(values: &[Value]) -> Value {
    joined_by(values, "\n")
}

pub(super) fn joined_by(values: &[Value], by: &str) -> Value {
    let mut out = Value::default();
    for (i, value) in values.iter().enumerate() {
        if i > 0 {
            out.push_text(by);
        }
        out.append(value);
    }
    out
}
