//! The small languages inside a table, `when`, `on` and `code`, in plain words. The build has checked them already
//! (`crates/herma-core/build/condition.rs`): a word that is not known here is shown as it is written.

use super::format::{Base, Lang, Program, Rule, RunPlace, Runs, What};
use super::markdown::{code, codes};
use herma_core::effect::{Kind, Tier};

/// The options in force: a subcommand's own, then its parents'.
#[derive(Clone, Default)]
pub struct Options {
    spellings: Vec<Vec<String>>,
}

impl Options {
    pub fn of(program: &Program, outer: &Options) -> Options {
        let own = program.opts.iter().map(|text| {
            let names = text.get_ref().trim_end_matches('?').trim_end_matches('=');
            names.split_whitespace().map(str::to_owned).collect()
        });
        Options { spellings: own.chain(outer.spellings.iter().cloned()).collect() }
    }

    /// An option as people know it: the short one, and the first long one.
    fn shown(&self, name: &str) -> String {
        let Some(names) = self.spellings.iter().find(|names| names.iter().any(|n| n == name)) else {
            return name.to_owned();
        };
        let is_long = |n: &&String| n.starts_with("--");
        let short = names.iter().find(|n| !is_long(n));
        match (short, names.iter().find(is_long)) {
            (Some(short), Some(long)) => format!("{short}/{long}"),
            (Some(one), None) | (None, Some(one)) => one.clone(),
            (None, None) => name.to_owned(),
        }
    }
}

/// What one condition looks at. Those that look at the same thing are said in one breath.
#[derive(PartialEq)]
enum Subject {
    /// Whether an option is there.
    Option,
    Value(String),
    Operand(String),
    AnyOperand,
    Verb,
    AtLeast,
    Stdin,
    Other,
}

struct Condition {
    negate: bool,
    subject: Subject,
    /// A pattern, a number, the option itself.
    value: String,
}

impl Condition {
    fn read(word: &str, options: &Options) -> Condition {
        let (negate, word) = match word.strip_prefix('!') {
            Some(rest) => (true, rest),
            None => (false, word),
        };
        let (subject, value) = subject(word, options);
        Condition { negate, subject, value }
    }
}

fn subject(word: &str, options: &Options) -> (Subject, String) {
    if word == "stdin" {
        return (Subject::Stdin, String::new());
    }
    if let Some(n) = word.strip_prefix("@>=") {
        return (Subject::AtLeast, n.to_owned());
    }
    if let Some(operand) = word.strip_prefix('@') {
        return match operand.split_once('=') {
            Some(("", glob)) => (Subject::AnyOperand, glob.to_owned()),
            Some(("verb", kind)) => (Subject::Verb, kind.to_owned()),
            Some(("last", glob)) => (Subject::Operand("the last operand".to_owned()), glob.to_owned()),
            Some((n, glob)) => (Subject::Operand(format!("the {} operand", ordinal(n))), glob.to_owned()),
            None => (Subject::Other, word.to_owned()),
        };
    }
    match word.split_once('=') {
        Some((name, glob)) => (Subject::Value(code(&options.shown(name))), glob.to_owned()),
        None => (Subject::Option, options.shown(word)),
    }
}

/// `-r|-R !-i @2=*.git`: "with `-r` or `-R`, without `-i`, and the second operand is `*.git`".
pub fn when(text: &str, options: &Options) -> String {
    let mut terms: Vec<Vec<Condition>> = Vec::new();
    for term in text.split_whitespace() {
        let any: Vec<Condition> = term.split('|').map(|word| Condition::read(word, options)).collect();
        // "Not this, and not that" about one thing reads as "none of": kept together, one below the other.
        let joins = |before: &Vec<Condition>| {
            matches!((before.last(), any.as_slice()), (Some(a), [b]) if a.negate && b.negate && a.subject == b.subject)
                && before.iter().all(|c| c.negate)
        };
        match terms.last_mut().filter(|before| joins(before) && any.len() == 1) {
            Some(before) => before.extend(any),
            None => terms.push(any),
        }
    }
    let said: Vec<String> = terms.iter().map(|term| alternatives(term)).collect();
    said.join(", and ")
}

fn alternatives(term: &[Condition]) -> String {
    let mut said = Vec::new();
    for group in term.chunk_by(|a, b| a.negate == b.negate && a.subject == b.subject) {
        let values: Vec<&str> = group.iter().map(|c| c.value.as_str()).collect();
        if let Some(first) = group.first() {
            said.push(condition(first, &values));
        }
    }
    said.join(", or ")
}

fn condition(first: &Condition, values: &[&str]) -> String {
    let is = match (first.negate, values) {
        (false, values) => format!("is {}", codes(values.iter().copied(), "or")),
        (true, [one]) => format!("is not {}", code(one)),
        (true, values) => format!("is none of {}", codes(values.iter().copied(), "and")),
    };
    let any = codes(values.iter().copied(), "or");
    match (&first.subject, first.negate) {
        (Subject::Option, false) => format!("with {any}"),
        (Subject::Option, true) => format!("without {any}"),
        (Subject::Value(option), _) => format!("the value of {option} {is}"),
        (Subject::Operand(operand), _) => format!("{operand} {is}"),
        (Subject::AnyOperand, false) => format!("an operand is {any}"),
        (Subject::AnyOperand, true) => format!("no operand is {any}"),
        (Subject::Verb, _) => format!("its verb {is}"),
        (Subject::AtLeast, false) if values == ["1"] => "with an operand".to_owned(),
        (Subject::AtLeast, true) if values == ["1"] => "without operands".to_owned(),
        (Subject::AtLeast, false) => format!("with at least {} operands", values.join(" or ")),
        (Subject::AtLeast, true) => format!("with fewer than {} operands", values.join(" or ")),
        (Subject::Stdin, false) => "something is piped in".to_owned(),
        (Subject::Stdin, true) => "nothing is piped in".to_owned(),
        (Subject::Other, _) => any,
    }
}

fn ordinal(n: &str) -> String {
    match n {
        "1" => "first".to_owned(),
        "2" => "second".to_owned(),
        "3" => "third".to_owned(),
        n => format!("{n}th"),
    }
}

/// What a rule is about.
pub fn on(rule: &Rule, options: &Options) -> String {
    let Some(on) = rule.on.as_ref().map(|on| on.get_ref().as_str()).filter(|on| *on != "none") else {
        return String::new();
    };
    let target = operands(on).unwrap_or_else(|| match on {
        "cwd" => "the working directory".to_owned(),
        option => format!("the value of {}", code(&options.shown(option))),
    });
    let what = match rule.what {
        What::Path => "",
        What::Host => ", a host",
        What::Name => ", a name",
    };
    let deep = if rule.deep { ", and everything below" } else { "" };
    format!("{target}{what}{deep}")
}

fn operands(text: &str) -> Option<String> {
    Some(match text {
        "args" => "every operand".to_owned(),
        "last" => "the last operand".to_owned(),
        "butlast" => "every operand but the last".to_owned(),
        _ => match text.strip_prefix("args").and_then(|r| r.strip_suffix("..")) {
            Some("1") => "every operand".to_owned(),
            Some(n) => format!("the operands from the {} on", ordinal(n)),
            None => format!("the {} operand", ordinal(text.strip_prefix("arg")?)),
        },
    })
}

/// The tier that a rule gives, as far as the table alone says it.
pub fn tier(rule: &Rule) -> String {
    const DENY: &str = "**deny**";
    let said = rule.tier.as_ref().map(|t| t.get_ref().as_str());
    let Some(kind) = Kind::ALL.iter().find(|k| k.as_str() == rule.effect.get_ref()) else {
        return said.unwrap_or_default().to_owned();
    };
    let on = rule.on.as_ref().map_or("none", |on| on.get_ref().as_str());
    let is_path = on == "cwd" || on != "none" && rule.what == What::Path;
    if rule.hardline || matches!(kind, Kind::PowerOff | Kind::WipeDisk) && !is_path {
        return DENY.to_owned();
    }
    let (ordinary, _, _) = kind.ordinary();
    let placed = matches!(
        kind,
        Kind::Read
            | Kind::ReadSecret
            | Kind::Write
            | Kind::Overwrite
            | Kind::Delete
            | Kind::Move
            | Kind::ChangePermission
    );
    match said {
        None if is_path && placed => "by place".to_owned(),
        Some(tier) if is_path && placed => format!("by place, at least {tier}"),
        Some(tier) if is_path => {
            let said = Tier::ALL.iter().find(|t| t.as_str() == tier).copied();
            said.map_or(ordinary, |t| t.max(ordinary)).to_string()
        }
        Some(tier) => tier.to_owned(),
        None if on != "none" && rule.what == What::Host && ordinary > Tier::Low => {
            format!("{ordinary}; low on this machine")
        }
        None => ordinary.to_string(),
    }
}

/// What it carries, and how that is read.
pub fn runs(runs: &Runs, options: &Options) -> String {
    let text = runs.code.get_ref().as_str();
    let option = |name: &str| code(&options.shown(name));
    let what = if text == "stdin" {
        "what is piped in".to_owned()
    } else if text == "+args" {
        "every operand that starts with a plus".to_owned()
    } else if let Some(name) = text.strip_prefix("script:") {
        format!("the file that {} names", option(name))
    } else if let Some(n) = text.strip_prefix("script") {
        format!("the file that the {} operand names", ordinal(n))
    } else {
        operands(text).unwrap_or_else(|| format!("the value of {}", option(text)))
    };
    let place = match runs.place {
        RunPlace::Here => "",
        RunPlace::Remote => ", run on another machine",
        RunPlace::Container => ", run in a container",
    };
    let when = match &runs.when {
        Some(text) => format!(" ({})", when(text.get_ref(), options)),
        None => String::new(),
    };
    format!("{what}, as {}{place}{when}", language(runs.lang))
}

fn language(lang: Lang) -> String {
    match lang {
        Lang::Argv => "a command line".to_owned(),
        Lang::Shell => "shell code".to_owned(),
        Lang::Sql => "SQL".to_owned(),
        Lang::Make => "a makefile".to_owned(),
        Lang::Php => "PHP code".to_owned(),
        Lang::Other => "code of another language".to_owned(),
        Lang::Awk | Lang::Sed => format!("{lang:?} code").to_lowercase(),
        named => format!("{named:?} code"),
    }
}

/// What it does when no rule says anything, as the end of a sentence.
pub fn base(base: Base) -> &'static str {
    match base {
        Base::Nothing => "only prints: safe",
        Base::Reads => "reads the files it is given: safe, unless one holds a secret",
        Base::Runs => "is ordinary work: low",
        Base::Asks => "does something that the text does not say: medium",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_become_sentences() {
        let options =
            Options { spellings: vec![vec!["-r".to_owned(), "-R".to_owned(), "--recursive".to_owned()]] };
        for (text, want) in [
            ("-r", "with `-r/--recursive`"),
            ("-a|-b", "with `-a` or `-b`"),
            ("!-r", "without `-r/--recursive`"),
            ("!-a !-b", "without `-a` or `-b`"),
            ("-o=json*|--raw", "the value of `-o` is `json*`, or with `--raw`"),
            ("!-o=a !-o=b", "the value of `-o` is none of `a` and `b`"),
            ("@1=add|@1=set @>=3", "the first operand is `add` or `set`, and with at least 3 operands"),
            ("!@=localhost", "no operand is `localhost`"),
            ("@last=*.o", "the last operand is `*.o`"),
            ("!@>=1 stdin", "without operands, and something is piped in"),
        ] {
            assert_eq!(when(text, &options), want, "{text}");
        }
    }
}
