//! Which options a program has, its parents' among them.

use super::format::Style;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Value {
    No,
    Required,
    Optional,
}

#[derive(Debug, Clone)]
pub struct Opt {
    pub names: Vec<String>,
    pub value: Value,
}

impl Opt {
    /// `-o --output=`: all spellings, `=` when it takes a value, `=?` when only a joined one.
    pub fn parse(text: &str, style: Style) -> Result<Opt, String> {
        let (body, value) = if let Some(body) = text.strip_suffix("=?") {
            (body, Value::Optional)
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

    pub fn code(&self) -> String {
        format!("Opt {{ names: &{:?}, value: OptValue::{:?} }}", self.names, self.value)
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
            None => name.strip_prefix('-').is_some_and(|s| plain(s) && s.chars().count() == 1 && s != "-"),
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
}

impl Scope {
    /// By any spelling. A subcommand's own option hides its parent's.
    pub fn find(&self, name: &str) -> Option<&Opt> {
        self.opts.iter().rev().find(|o| o.names.iter().any(|n| n == name))
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
