//! Which options a program has, its parents' among them.

use super::format::Style;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Value {
    No,
    Required,
    /// Two words follow; the second is the value (`jq --arg name value`).
    Two,
    Optional,
}

#[derive(Debug, Clone)]
pub struct Opt {
    pub names: Vec<String>,
    pub value: Value,
}

impl Opt {
    /// `-o --output=`: all spellings, `=` when it takes a value, `==` when two, `=?` when only a joined one.
    pub fn parse(text: &str, style: Style) -> Result<Opt, String> {
        let (body, value) = if let Some(body) = text.strip_suffix("=?") {
            (body, Value::Optional)
        } else if let Some(body) = text.strip_suffix("==") {
            (body, Value::Two)
        } else if let Some(body) = text.strip_suffix('=') {
            (body, Value::Required)
        } else {
            (text, Value::No)
        };
        let names: Vec<String> = body.split_whitespace().map(str::to_owned).collect();
        if names.is_empty() {
            return Err("an option without a name".to_owned());
        }
        for name in &names {
            spelling(name, style)?;
        }
        Ok(Opt { names, value })
    }

    /// As it is written, without superfluous space.
    pub fn text(&self) -> String {
        let suffix = match self.value {
            Value::No => "",
            Value::Required => "=",
            Value::Two => "==",
            Value::Optional => "=?",
        };
        format!("{}{suffix}", self.names.join(" "))
    }
}

fn spelling(name: &str, style: Style) -> Result<(), String> {
    let plain = |s: &str| !s.is_empty() && !s.contains(['=', '|', '!']);
    let fits = match style {
        Style::Plain => return Err("style `plain` has no options".to_owned()),
        Style::Dd => plain(name),
        Style::Single => name.strip_prefix(['-', '+']).is_some_and(plain),
        Style::Gnu => match name.strip_prefix("--") {
            Some(long) => plain(long),
            // `-es` beside `-e` and `-s`: a few programs have such words, and a whole word is looked for first.
            None => name.strip_prefix('-').is_some_and(|s| plain(s) && s != "-"),
        },
    };
    if fits { Ok(()) } else { Err(format!("`{name}` is no option in style {style:?}").to_lowercase()) }
}

/// The options in force, innermost last.
#[derive(Debug, Clone)]
pub struct Scope {
    pub style: Style,
    pub opts: Vec<Opt>,
    /// Those under which it only looks.
    pub dry: Vec<String>,
    /// A program on the way asks for options, in its rules or in Rust.
    pub asking: bool,
}

impl Scope {
    /// By any spelling. A subcommand's own option hides its parent's.
    pub fn find(&self, name: &str) -> Option<&Opt> {
        self.opts.iter().rev().find(|o| o.names.iter().any(|n| n == name))
    }

    /// Whether an option of a parent, and another one, is asked for by the first spelling of this one.
    pub fn asks_for(&self, opt: &Opt) -> bool {
        let same = |o: &&Opt| o.names.first() == opt.names.first();
        let Some(parents) = self.opts.iter().rev().find(same) else { return false };
        let asked = self.asking || opt.names.first().is_some_and(|f| self.dry.contains(f));
        asked && (parents.names != opt.names || parents.value != opt.value)
    }

    /// The spelling that rules use.
    pub fn canonical(&self, name: &str) -> Result<&str, String> {
        let opt = self.find(name).and_then(|o| o.names.first());
        opt.map(String::as_str).ok_or_else(|| format!("option `{name}` is not in `opts`"))
    }

    pub fn canonical_with_value(&self, name: &str) -> Result<&str, String> {
        let canonical = self.canonical(name)?;
        if self.find(name).is_some_and(|o| o.value == Value::No) {
            return Err(format!("option `{name}` takes no value"));
        }
        Ok(canonical)
    }
}
