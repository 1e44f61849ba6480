//! Programs that carry another command: `sudo`, `env`, `xargs`.

use super::{is_name, replace_marker};
use crate::effect::{Kind, Reach, Tier, Undo};
use crate::knowledge::{Lang, RunPlace};
use crate::understand::builtin::{joined, span_of};
use crate::understand::field::{Field, Source, Value};
use crate::understand::options::{Options, rest_of};
use crate::understand::state::Var;
use crate::understand::walk::Walker;

/// Processes at once that nobody starts for work: machines have a few dozen processors.
const MANY_AT_ONCE: u32 = 100;

/// Words that `xargs` is handed and that are looked at one by one. What follows is unknown.
const MAX_ITEMS: usize = 64;

impl Walker<'_> {
    pub(super) fn sudo(&mut self, options: &Options, stdin: &Value) -> Option<Value> {
        if options.has("-S") && (!stdin.is_empty() || self.run_place == RunPlace::Here && stdin.has_unknown())
        {
            self.hardline(
                Kind::EscalatePrivilege,
                self.span,
                "sudo/password-piped",
                "feeds a password into `sudo -S`",
            );
            if let Some(last) = self.effects.last_mut() {
                last.instead = Some("a person runs it with `sudo` and types the password".to_owned());
            }
        }
        let rest: Vec<Field> =
            options.args.iter().skip_while(|a| a.is("-") || is_assignment(a)).cloned().collect();
        let outer = std::mem::replace(&mut self.elevated, true);
        for assign in options.args.iter().take(options.args.len() - rest.len()) {
            self.assignment_word(assign);
        }
        self.elevated = outer;
        if rest.is_empty() {
            if options.has("-s") || options.has("-i") || options.has("-e") {
                self.effect(
                    Kind::EscalatePrivilege,
                    None,
                    self.span,
                    "sudo/shell",
                    "opens a shell or editor as root",
                    Tier::High,
                    Reach::System,
                    Undo::Hard,
                );
            }
            return None;
        }
        let outer = std::mem::replace(&mut self.elevated, true);
        let before = self.changes;
        let folder = options.value("-D").cloned();
        let out = self.in_subshell(|w| {
            if let Some(folder) = folder {
                let placed = w.place(&folder.value);
                w.state.cwd = vec![(!placed.unknown).then_some(placed.path)];
            }
            if options.has("-s") || options.has("-i") {
                let span = span_of(&rest, w.span);
                w.run_text(&joined(&rest), span)
            } else {
                w.exec(rest, stdin.clone())
            }
        });
        self.elevated = outer;
        // As root, even a write that is ordinary for the user is the system's business.
        if self.changes > before {
            self.effect(
                Kind::EscalatePrivilege,
                None,
                self.span,
                "sudo/run",
                "runs with the rights of root",
                Tier::Medium,
                Reach::System,
                Undo::Hard,
            );
        } else {
            self.effect(
                Kind::EscalatePrivilege,
                None,
                self.span,
                "sudo/look",
                "looks with the rights of root",
                Tier::Low,
                Reach::System,
                Undo::Easy,
            );
        }
        Some(out)
    }

    /// `env A=1 B=2 command`, `env -S 'command line'`.
    pub(super) fn env(&mut self, options: &Options, stdin: &Value) -> Option<Value> {
        if let Some(text) = options.value("-S") {
            let text = text.clone();
            let mut value = text.to_value();
            for arg in &options.args {
                value.push_text(" ");
                value.append(&arg.value);
            }
            return Some(self.in_subshell(|w| w.run_text(&value, text.span)));
        }
        let rest: Vec<Field> =
            options.args.iter().skip_while(|a| a.is("-") || is_assignment(a)).cloned().collect();
        let given: Vec<Field> = options.args.iter().take(options.args.len() - rest.len()).cloned().collect();
        for assign in &given {
            self.assignment_word(assign);
        }
        let folder = options.value("-C").cloned();
        if rest.is_empty() {
            self.environment_of_service();
            return None;
        }
        Some(self.in_subshell(|w| {
            for (name, assign) in given.iter().filter_map(|a| Some((a.value.prefix().split_once('=')?.0, a)))
            {
                w.state.set(name, Var::Scalar(rest_of(assign, name.len() + 1).into_value()));
            }
            if let Some(folder) = folder {
                let placed = w.place(&folder.value);
                w.state.cwd = vec![(!placed.unknown).then_some(placed.path)];
            }
            w.exec(rest, stdin.clone())
        }))
    }

    pub(super) fn assignment_word(&mut self, word: &Field) {
        if let Some((name, _)) = word.value.prefix().split_once('=') {
            let name = name.to_owned();
            let value = rest_of(word, name.len() + 1).value;
            self.variable_for_command(&name, &value, word.span);
        }
    }

    pub(super) fn xargs(&mut self, options: &Options, stdin: &Value) {
        let mut fields: Vec<Field> = options.args.clone();
        if fields.is_empty() {
            return;
        }
        let span = fields.first().map_or(self.span, |f| f.span);
        if options.value("-P").and_then(|n| n.known()?.parse::<u32>().ok()).is_some_and(|n| n >= MANY_AT_ONCE)
        {
            self.exhausts(span, "starts a crowd of processes at once");
        }
        let marker = options
            .value("-I")
            .or_else(|| options.value("-J"))
            .and_then(|m| m.known().map(str::to_owned))
            .or_else(|| options.given.iter().any(|g| g.name == "-i").then(|| "{}".to_owned()));
        let found = self.found_whole.take().filter(|_| stdin.has_glob());
        if let Some(root) = &found {
            self.sweeps_found(root, &fields, span);
        }
        let outer = std::mem::replace(&mut self.found_deep, found.is_some());
        // Quotes and backslashes join and change words, unless it is told otherwise; a file is not standard input.
        let quotes = |v: &Value| v.literal().is_some_and(|t| t.contains(['"', '\'', '\\']));
        let lines = options.value("-d").is_some_and(|d| matches!(d.known(), Some("\\n" | "\n")));
        let plain = (options.has("-0") || lines || !quotes(stdin))
            && (lines || !options.has("-d"))
            && !options.has("-a");
        let mut items: Vec<Field> =
            if let (true, Some(text), true) = (plain, stdin.known(), lines || marker.is_some()) {
                let each = text.split(['\n', '\0']).map(str::trim_start).filter(|line| !line.is_empty());
                each.map(|line| Field::text(line, span)).collect()
            } else if plain && (stdin.known().is_some() || stdin.has_glob()) {
                // A pattern of paths, as `find` prints them, is a word like others.
                stdin.words().into_iter().map(|word| Field::new(word, span)).collect()
            } else {
                vec![Field::new(stdin.through("xargs"), span)]
            };
        // With nothing to hand on, only a shell does something: it reads what comes next, from the terminal if it is
        // told so (`-o`), and from our own input if the words come out of a file (`-a`).
        let nothing = stdin.known().is_some_and(|t| !t.is_empty() && t.trim().is_empty());
        let typed = options.has("-o") || options.value("-a").is_some_and(|f| f.is("/dev/null"));
        let shell = fields.first().is_some_and(|f| f.known().is_some_and(|n| n.ends_with("sh")));
        let opens = (nothing || typed) && shell;
        if opens {
            items.clear();
        }
        if items.is_empty() && !opens || items.len() > MAX_ITEMS {
            items.truncate(MAX_ITEMS);
            items.push(Field::new(Value::unknown(Source::Input), span));
        }
        match marker {
            Some(marker) => {
                for item in &items {
                    let replaced: Vec<Field> =
                        fields.iter().map(|f| replace_marker(f, &marker, &item.value)).collect();
                    self.in_subshell(|w| w.exec(replaced, Value::default()));
                }
            }
            None => {
                fields.extend(items);
                self.in_subshell(|w| w.exec(fields, Value::default()));
            }
        }
        self.found_deep = outer;
    }
}

impl Walker<'_> {
    /// `parallel COMMAND ::: ITEM…`: a command line of the shell for each item, out of words, files or standard input.
    pub(in crate::understand) fn in_parallel(&mut self, rest: &[Field], stdin: &Value) {
        const FROM_WORDS: &[&str] = &[":::", ":::+"];
        const FROM_FILES: &[&str] = &["::::", "::::+"];
        let is_any = |f: &Field, of: &[&str]| f.known().is_some_and(|t| of.contains(&t));
        let separates = |f: &Field| is_any(f, FROM_WORDS) || is_any(f, FROM_FILES);
        let at = rest.iter().position(separates).unwrap_or(rest.len());
        let (command, given) = rest.split_at(at);
        let span = span_of(command, self.span);
        let mut items: Vec<Value> = match given.first() {
            Some(first) if is_any(first, FROM_FILES) => vec![Value::unknown(Source::Input)],
            Some(_) => given.iter().filter(|f| !separates(f)).map(Field::to_value).collect(),
            None if stdin.known().is_some() || stdin.has_glob() => stdin.words(),
            None if stdin.is_empty() => Vec::new(),
            None => vec![stdin.through("parallel")],
        };
        if items.len() > MAX_ITEMS {
            items.truncate(MAX_ITEMS);
            items.push(Value::unknown(Source::Input));
        }
        let marked = command.iter().any(|f| f.value.prefix().contains('{'));
        if items.is_empty() {
            self.input_spent(|w| w.in_subshell(|w| w.run_code(Lang::Shell, &joined(command), span)));
        }
        for item in items {
            let mut words: Vec<Field> = command.iter().map(|f| replace_marker(f, "{}", &item)).collect();
            if !marked {
                words.push(Field::new(item, span));
            }
            // Without a command each item is one.
            self.input_spent(|w| w.in_subshell(|w| w.run_code(Lang::Shell, &joined(&words), span)));
        }
    }
}

/// `NAME=value`, and the odd names by which bash hands on its functions.
fn is_assignment(word: &Field) -> bool {
    word.value
        .prefix()
        .split_once('=')
        .is_some_and(|(name, _)| is_name(name) || name.starts_with("BASH_FUNC_") && name.ends_with("%%"))
}
