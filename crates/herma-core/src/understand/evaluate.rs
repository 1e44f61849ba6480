//! The one evaluator: text that the shell expands or computes a second time.
//!
//! In arithmetic, bash evaluates the *value* of a variable as another expression, and expands the subscripts in it:
//! `x='a[$(rm -rf /)]'; echo ${y:x}` runs `rm`. Every such context comes here: `$(( ))`, `(( ))`, `let`, `${y:x}`,
//! `${y[x]}`, `y[x]=`, `${!x}`, variables with the integer attribute, `[[ x -eq 1 ]]`, names given to built-ins, prompts.

use super::arith::names;
use super::field::{Part, Source, Value};
use super::state::Var;
use super::walk::Walker;
use crate::effect::{Kind, Reach, Tier, Undo};
use crate::shell;
use crate::shell::syntax::Word;
use crate::text::{Escapes, decode_escapes};
use crate::world::{Answer, Question};

/// Names followed for one expression. Honest ones hold a handful.
const MAX_FOLLOWED: usize = 256;

/// Values that one expression leads to, through names and subscripts.
const MAX_VALUES: usize = 512;

/// How much of a file is read that is computed with. One number is a few bytes.
const MAX_READ: usize = 64 * 1024;

/// Variables of the shell itself that compute whatever is assigned to them, in one shell or another.
#[rustfmt::skip]
const INTEGERS: &[&str] = &[
    "BASHPID", "BASH_MONOSECONDS", "BASH_SUBSHELL", "COLUMNS", "DIRSTACKSIZE", "EGID", "EPOCHREALTIME", "EPOCHSECONDS", "ERRNO",
    "EUID", "FUNCNEST", "GID", "HISTCMD", "HISTSIZE", "KEYTIMEOUT", "LINENO", "LINES", "LISTMAX", "LOGCHECK", "MAILCHECK",
    "OPTIND", "PERIOD", "PPID", "RANDOM", "SAVEHIST", "SECONDS", "SHLVL", "SRANDOM", "TMOUT", "TRY_BLOCK_ERROR", "UID",
];

/// Attributes of variables that matter to evaluation.
#[derive(Debug, Default)]
pub(super) struct Attributes {
    /// `declare -i`: whatever is assigned is computed.
    pub integers: Vec<String>,
    /// `declare -A`: subscripts are keys, and computed by nobody.
    pub keyed: Vec<String>,
}

impl Walker<'_> {
    /// The shell computes this: everything that runs on the way is walked.
    pub(super) fn evaluates(&mut self, expression: &Value) {
        self.evaluate(expression, true);
    }

    /// As [`Self::evaluates`], where only some shells do so: what is unknown is let pass.
    pub(super) fn evaluates_known(&mut self, expression: &Value) {
        self.evaluate(expression, false);
    }

    fn evaluate(&mut self, expression: &Value, unknown_counts: bool) {
        if is_plain(expression) {
            return;
        }
        let mut seen: Vec<String> = Vec::new();
        let mut values = 0;
        let mut work = vec![expression.clone()];
        while let Some(value) = work.pop() {
            values += 1;
            if values > MAX_VALUES || seen.len() > MAX_FOLLOWED || self.is_over() {
                self.too_complex();
                return;
            }
            if values > 1 {
                self.arithmetic_sets(&value);
            }
            let text = flat(&value);
            let from_variables = value.sources().filter_map(|source| match source {
                Source::Variable(name) => Some(name.as_str()),
                _ => None,
            });
            for name in names(&text).chain(from_variables) {
                if name.starts_with(|c: char| c.is_ascii_digit()) || seen.iter().any(|n| n == name) {
                    continue;
                }
                if values == 1 && self.state.get(name).is_none() {
                    super::dependencies::note(&mut self.uses.variables, name);
                }
                if self.values_behind(name, &mut work) {
                    seen.push(name.to_owned());
                }
            }
            if text.contains('[') {
                self.put_in(&value, &mut work);
            }
            if unknown_counts {
                for source in value.sources() {
                    self.evaluates_unknown(source, &mut work);
                }
            }
            if is_expanded_again(&text) {
                if !self.deeper() {
                    return;
                }
                let again = self.expand_again(&value);
                self.depth -= 1;
                if again != value {
                    work.push(again);
                }
            }
        }
    }

    /// A subscript with something unknown in it, once for everything that this may be.
    fn put_in(&mut self, value: &Value, work: &mut Vec<Value>) {
        for (at, part) in value.parts.iter().enumerate() {
            let Part::Unknown(Source::Variable(name)) = part else { continue };
            let mut choices = Vec::new();
            self.values_behind(name, &mut choices);
            for choice in choices.into_iter().filter(|choice| !choice.has_unknown()) {
                let mut whole = Value::default();
                for (i, part) in value.parts.iter().enumerate() {
                    if i == at { whole.append(&choice) } else { whole.push(part.clone()) }
                }
                work.push(whole);
            }
        }
    }

    /// Whatever a name may hold that is more than a number; whether there is anything.
    fn values_behind(&mut self, name: &str, work: &mut Vec<Value>) -> bool {
        let before = work.len();
        for var in self.state.get(name).unwrap_or_default() {
            match var {
                Var::Scalar(value) => work.extend(Some(value).filter(|v| !is_plain(v)).cloned()),
                Var::Array(values) => work.extend(values.iter().filter(|v| !is_plain(v)).cloned()),
            }
        }
        let kept = self.state.lost(name).map(|lost| work.extend(lost.cloned()));
        if kept.is_none() {
            self.too_complex();
        }
        work.len() > before
    }

    /// Something unknown is computed with. A variable of the environment is anybody's; what a stranger wrote is code.
    fn evaluates_unknown(&mut self, source: &Source, work: &mut Vec<Value>) {
        match source {
            Source::Download(from) if !super::network::is_loopback(super::network::host_of(from)) => {
                let from = from.clone();
                self.effect(
                    Kind::RunUnknownCode,
                    Some(from.clone()),
                    self.span,
                    "shell/evaluated",
                    &format!("computes with what comes from {from}: the shell runs commands in it"),
                    Tier::High,
                    Reach::User,
                    Undo::None,
                );
            }
            // The kernel's own numbers.
            Source::File(path) if path.starts_with("/proc/") || path.starts_with("/sys/") => {}
            Source::File(path) if self.placed_before_reading(path, self.span) => {}
            Source::File(path) => match self.world.ask(Question::Read(path, MAX_READ)) {
                Answer::Bytes(bytes) => {
                    super::dependencies::note(&mut self.uses.files, path);
                    let text = String::from_utf8_lossy(&bytes);
                    if bytes.len() >= MAX_READ {
                        self.unreadable(
                            self.span,
                            "shell/evaluated",
                            "computes with a file that is too long to inspect",
                        );
                    } else if is_expanded_again(&text) {
                        work.push(Value::text(text.into_owned()));
                    }
                }
                // It lies there, and cannot be read: whoever runs the command may well read it.
                _ if matches!(self.world.ask(Question::Look(path)), Answer::Entry(_)) => self.unreadable(
                    self.span,
                    "shell/evaluated",
                    "computes with a file that cannot be read: the shell runs commands in it",
                ),
                _ => {}
            },
            Source::Pipe(inner) => work.push(inner.as_ref().clone()),
            _ => {}
        }
    }

    /// Expands a value as if it stood between double quotes: what the shell does with subscripts, prompts and word lists.
    pub(super) fn expand_again(&mut self, value: &Value) -> Value {
        let text = self.text_with_holes(value);
        let (word, error) = shell::read_expandable(&text, self.span);
        self.parse_trouble(error, self.span);
        self.body_of(&word)
    }

    /// A prompt, or `${x@P}`: escapes are decoded, then what is substituted in it is run.
    pub(super) fn evaluates_prompt(&mut self, value: &Value) {
        let from_elsewhere = value.sources().any(|s| !matches!(s, Source::Variable(_)));
        if from_elsewhere {
            self.unreadable(
                self.span,
                "shell/prompt",
                "expands what cannot be known beforehand: commands in it are run",
            );
        }
        let mut texts = vec![value.clone()];
        for source in value.sources() {
            if let Source::Variable(name) = source {
                self.values_behind(name, &mut texts);
            }
        }
        for text in texts {
            if !self.deeper() {
                return;
            }
            self.in_subshell(|w| w.expand_again(&text));
            if let Some(raw) = text.literal().filter(|t| t.contains('\\')) {
                let decoded = Value::text(decode_escapes(&raw, Escapes::AnsiC));
                self.in_subshell(|w| w.expand_again(&decoded));
            }
            self.depth -= 1;
        }
    }

    /// A name that is given to a built-in: its subscript is expanded and computed.
    pub(super) fn evaluates_name(&mut self, name: &Value) {
        // What stands behind `=` is a value, and not computed.
        let text = name.prefix();
        if text.split('[').next().is_some_and(|before| before.contains('=')) {
            return;
        }
        if flat(name).contains('[') {
            match text.find("]=").or_else(|| text.find("]+=")) {
                Some(end) => self.evaluates(&Value::text(text.get(..=end).unwrap_or(text))),
                None => self.evaluates(name),
            }
        }
    }

    /// `[[ … ]]`: number comparisons compute both sides, `-v` the subscript of a name.
    pub(super) fn test_operands(&mut self, words: &[Word]) {
        let values: Vec<Value> = words.iter().map(|word| self.value_of(word)).collect();
        self.compared(&values, true);
    }

    /// The operands of a test that are computed. The words of `test` and `[` are compared as numbers by bash, and computed
    /// by other shells.
    pub(super) fn compared(&mut self, values: &[Value], computes: bool) {
        for (at, value) in values.iter().enumerate() {
            let next = values.get(at + 1);
            match value.known() {
                Some("-eq" | "-ne" | "-lt" | "-le" | "-gt" | "-ge") => {
                    for operand in at.checked_sub(1).and_then(|at| values.get(at)).into_iter().chain(next) {
                        if computes {
                            self.evaluates(operand);
                            self.arithmetic_sets(operand);
                        } else {
                            self.evaluates_known(operand);
                        }
                    }
                }
                Some("-v" | "-R") => next.into_iter().for_each(|name| self.evaluates_name(name)),
                _ => {}
            }
        }
    }

    /// A subscript: computed, unless the list is one of keys.
    pub(super) fn evaluates_subscript(&mut self, list: &str, subscript: &Value) {
        if matches!(subscript.known(), Some("@" | "*")) {
            return;
        }
        if self.attributes.keyed.iter().any(|n| n == list) {
            self.evaluates_known(subscript);
        } else {
            self.evaluates(subscript);
        }
        self.arithmetic_sets(subscript);
    }

    /// An element of one of the lists in which a shell keeps what names stand for.
    pub(super) fn element_set(&mut self, list: &str, key: &Value, value: &Value) {
        // Only bash's own names are nobody else's: in it `commands` is a list like any other.
        let certain = list.starts_with("BASH_");
        let key = key.known().map(|key| key.trim_matches(['"', '\'']).to_owned());
        let named = key.as_deref().filter(|key| certain || !key.bytes().all(|b| b.is_ascii_digit()));
        let known = named.is_some() && !value.has_unknown();
        match list {
            "BASH_CMDS" | "commands" | "BASH_ALIASES" | "aliases" | "dis_aliases" | "functions"
            | "dis_functions"
                if certain && !known || list.ends_with("functions") && named.is_some() && !known =>
            {
                self.unreadable(
                    self.span,
                    "shell/name-changed",
                    "makes a command stand for something that cannot be known beforehand",
                );
            }
            "BASH_CMDS" | "commands" => named.into_iter().for_each(|name| self.state.hash(name, value)),
            "BASH_ALIASES" | "aliases" | "dis_aliases" => {
                let text = self.text_with_holes(value);
                let file = self.file_being_read();
                named.into_iter().for_each(|name| self.state.alias(name, &text, file.clone()));
            }
            "galiases" | "saliases" => self.unreadable(
                self.span,
                "shell/global-alias",
                "makes a word stand for something else wherever it is written",
            ),
            "functions" | "dis_functions" if named.is_some() => {
                self.maybe(|w| w.run_text(value, w.span));
            }
            _ => {}
        }
    }

    /// Something is assigned to a variable: one with the integer attribute computes it.
    pub(super) fn evaluates_assigned(&mut self, name: &str, value: &Value) {
        if INTEGERS.binary_search(&name).is_ok() || self.attributes.integers.iter().any(|n| n == name) {
            self.evaluates(value);
            self.arithmetic_sets(value);
        }
    }
}

/// The known text, with a blank for everything else.
pub(super) fn flat(value: &Value) -> String {
    value
        .parts
        .iter()
        .map(|part| match part {
            Part::Text(text) | Part::Glob(text) => text.as_str(),
            Part::Unknown(_) => " ",
        })
        .collect()
}

/// A number, or nothing that leads anywhere.
pub(super) fn is_plain(value: &Value) -> bool {
    value
        .known()
        .is_some_and(|text| !text.contains(|c: char| c.is_alphabetic() || matches!(c, '_' | '[' | '$' | '`')))
}

/// A subscript with something to expand in it.
fn is_expanded_again(text: &str) -> bool {
    let Some((_, inside)) = text.split_once('[') else { return false };
    let begins = |c: char| {
        c.is_ascii_alphanumeric() || matches!(c, '(' | '{' | '[' | '_' | '@' | '*' | '#' | '!' | '?' | '-')
    };
    inside.contains('`') || inside.split('$').skip(1).any(|after| after.starts_with(begins))
}

#[cfg(test)]
mod tests {
    use super::INTEGERS;

    #[test]
    fn the_list_is_sorted() {
        assert!(INTEGERS.is_sorted());
    }
}
