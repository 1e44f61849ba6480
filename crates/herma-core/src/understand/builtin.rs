//! The shell's own commands: those that change what later words mean.

use super::evaluate::flat;
use super::field::{Field, Part, Source, Value};
use super::filter;
use super::options::rest_of;
use super::state::Var;
use super::walk::Walker;
use crate::effect::{Kind, Reach, Tier, Undo};
use crate::world::{Answer, Question};
use std::rc::Rc;

impl Walker<'_> {
    /// A built-in command; `None` if the name is none.
    pub(super) fn builtin(&mut self, name: &str, fields: &[Field], stdin: &Value) -> Option<Value> {
        let args = fields.get(1..).unwrap_or(&[]);
        self.subscripts(name, args);
        match name {
            "cd" | "pushd" | "chdir" => self.change_directory(args),
            "popd" => self.state.cwd = vec![None],
            "eval" => return Some(self.eval(args)),
            "source" | "." => return Some(self.source(args, stdin)),
            "exec" => {
                if args.iter().any(|a| a.is("-a")) {
                    self.other_name(self.span);
                }
                return Some(self.exec_rest(args, &["-a"], stdin));
            }
            "command" | "builtin" => return Some(self.command_builtin(args, stdin)),
            "trap" => self.trap(args),
            "export" | "declare" | "typeset"
                if args.iter().all(|a| a.is("-p") || a.is("-x") || a.is("-xp") || a.is("-px")) =>
            {
                self.prints_only(name);
                return Some(Value::unknown(Source::Output("export".to_owned())));
            }
            "declare" | "typeset" | "export" if args.iter().any(|a| a.is("-p")) => {
                self.prints_only(name);
                let named = args.iter().filter_map(|a| a.known()).filter(|t| !t.starts_with('-'));
                let mut out = Value::default();
                for variable in named {
                    out.push(Part::Unknown(Source::Variable(variable.to_owned())));
                }
                return Some(out);
            }
            "set" if args.is_empty() => {
                self.prints_only(name);
                return Some(Value::unknown(Source::Output("set".to_owned())));
            }
            "export" | "declare" | "typeset" | "local" | "readonly" => self.declare(name, args),
            "unset" => {
                if args.iter().any(|a| a.is("HISTFILE")) {
                    self.history_off(self.span);
                }
                for name in args.iter().filter_map(|a| a.known()).take_while(|_| !crate::work::is_spent()) {
                    match name.split_once('[') {
                        // A list with holes is not followed.
                        Some((list, _)) => {
                            if let Some(Var::Array(values)) = self.pick(list) {
                                values.iter().for_each(|value| self.state.lose(list, value));
                            }
                            self.set_unknown_list(list);
                        }
                        None => self.state.unset(name),
                    }
                }
            }
            "alias" => self.alias(args),
            "unalias" => args.iter().filter_map(|a| a.known()).for_each(|n| self.state.unalias(n)),
            "set" => self.set(args),
            "return" => {
                self.returns();
                self.prints_only(name);
                return Some(Value::unknown(Source::Output(name.to_owned())));
            }
            "shift" => {
                let count = args.first().map_or(Some(1), |a| a.known().and_then(|t| t.parse::<usize>().ok()));
                match (count, &mut self.state.positional) {
                    // More than there are is refused, and nothing moves.
                    (Some(count), Some(values)) if count > values.len() => {}
                    (Some(count), Some(values)) => {
                        crate::work::charge(values.len() / 64);
                        drop(Rc::make_mut(values).drain(..count));
                    }
                    _ => self.state.positional = None,
                }
            }
            "read" | "mapfile" | "readarray" => {
                if name != "read" {
                    self.callbacks(args, stdin);
                }
                self.read_builtin(name, args, stdin);
            }
            "printf" if printf_variable(args).is_some() => {
                let skip = if args.first().is_some_and(|a| a.is("-v")) { 2 } else { 1 };
                let value = filter::output("printf", args.get(skip..).unwrap_or(&[]), stdin)
                    .unwrap_or_else(|| Value::unknown(Source::Output("printf".into())));
                match printf_variable(args).and_then(|name| name.known().map(str::to_owned)) {
                    Some(name) => self.set_named(&name, value),
                    // It may set anything.
                    None => self.state.blur(),
                }
            }
            "let" => {
                for arg in args {
                    // Evaluated as `(( ))` would, substitutions in subscripts included.
                    let mut text = Value::text("((");
                    text.append(&arg.value);
                    text.push_text("))");
                    self.run_text(&text, arg.span);
                }
            }
            "getopts" => {
                for name in [args.get(1).and_then(|a| a.known()), Some("OPTARG"), Some("OPTIND")] {
                    name.into_iter().for_each(|name| self.set_unknown(name));
                }
            }
            "history"
                if args
                    .iter()
                    .any(|a| a.known().is_some_and(|t| t.starts_with('-') && t.contains(['c', 'd']))) =>
            {
                self.effect(
                    Kind::DisableGuard,
                    None,
                    self.span,
                    "history/clear",
                    "clears the shell's history",
                    Tier::High,
                    Reach::User,
                    Undo::None,
                );
            }
            "fc" if !args.iter().any(|a| a.known().is_some_and(|t| t.starts_with("-l") || t == "-nl")) => {
                let text = "runs a command of the history: which one cannot be known beforehand";
                self.unreadable(self.span, "shell/history", text);
            }
            "enable" if args.iter().any(|a| a.is("-f")) => {
                self.effect(
                    Kind::RunUnknownCode,
                    None,
                    self.span,
                    "enable/load",
                    "loads code into the shell",
                    Tier::High,
                    Reach::User,
                    Undo::None,
                );
            }
            "echo" | "printf" => {
                let out = filter::output(name, args, stdin).unwrap_or_else(|| joined(args).through(name));
                self.prints_only(name);
                return Some(out);
            }
            "pwd" => {
                self.prints_only(name);
                return Some(self.cwd().map_or_else(
                    || Value::unknown(Source::Output("pwd".into())),
                    |c| Value::text(c + "\n"),
                ));
            }
            "jobs" if args.iter().any(|a| a.is("-p")) => {
                self.prints_only(name);
                return Some(Value::unknown(Source::ChildPid));
            }
            "hash" => self.hash(args),
            "emulate" => self.emulate(args),
            "autoload" => self.autoload(),
            "setopt" => self.setopt(args),
            "print" | "zmv" | "zcp" | "zln" | "add-zsh-hook" => {
                self.zsh_expands(name, args);
                return None;
            }
            "bind" => self.bind(args),
            "compgen" | "complete" => {
                self.completion(args);
                self.prints_only(name);
                return Some(Value::unknown(Source::Output(name.to_owned())));
            }
            ":" | "true" | "false" | "test" | "[" | "exit" | "break" | "continue" | "wait" | "jobs"
            | "bg" | "fg" | "times" | "umask" | "ulimit" | "type" | "help" | "shopt" | "enable"
            | "history" | "dirs" | "disown" | "logout" | "caller" | "unsetopt" | "rehash" => {
                self.prints_only(name);
                return Some(Value::unknown(Source::Output(name.to_owned())));
            }
            _ => return None,
        }
        self.prints_only(name);
        Some(Value::default())
    }

    fn set_unknown(&mut self, name: &str) {
        self.state.set(name, Var::Scalar(Value::unknown(Source::Variable(name.to_owned()))));
    }

    fn set_unknown_list(&mut self, name: &str) {
        self.state.set(name, Var::list(vec![Value::unknown(Source::Variable(name.to_owned()))]));
    }

    /// Sets what a built-in was given by name; an element of a list is not followed.
    pub(super) fn set_named(&mut self, name: &str, value: Value) {
        let changed = |n: &str| self.changed.iter().any(|c| c == n);
        match name.split_once('[') {
            Some((list, key)) => {
                let key = Value::text(key.strip_suffix(']').unwrap_or(key));
                self.evaluates_assigned(list, &value);
                self.element_set(list, &key, &value);
                self.state.lose(list, &value);
                self.set_unknown_list(list);
            }
            None => {
                let changed = changed(name);
                self.evaluates_assigned(name, &value);
                if changed {
                    self.state.lose(name, &value);
                    self.set_unknown(name);
                } else if matches!(self.pick(name), Some(Var::Array(_))) {
                    self.state.lose(name, &value);
                    self.set_unknown_list(name);
                } else {
                    self.state.set(name, Var::Scalar(value));
                }
            }
        }
    }

    /// Built-ins that take names evaluate their subscripts, substitutions included: `unset 'a[$(…)]'`.
    fn subscripts(&mut self, name: &str, args: &[Field]) {
        match name {
            "test" | "[" => {
                let values: Vec<Value> = args.iter().map(Field::to_value).collect();
                self.compared(&values, false);
            }
            "unset" | "read" | "declare" | "typeset" | "local" | "export" | "readonly" | "mapfile"
            | "readarray" | "wait" | "getopts" | "integer" | "float" => {
                for arg in args {
                    self.evaluates_name(&arg.value);
                }
            }
            "printf" => {
                if let Some(variable) = printf_variable(args) {
                    self.evaluates_name(&variable);
                }
            }
            _ => {}
        }
    }

    /// `compgen` and `complete`: word lists are expanded, functions and commands are run.
    fn completion(&mut self, args: &[Field]) {
        for (flag, value) in options_with_value(args, &['o', 'A', 'G', 'W', 'F', 'C', 'X', 'P', 'S', 'V']) {
            match flag {
                'W' if self.deeper() => {
                    self.in_subshell(|w| w.expand_again(&value.value));
                    self.depth -= 1;
                }
                'F' | 'C' => {
                    self.in_subshell(|w| w.run_text(&value.value, value.span));
                }
                _ => {}
            }
        }
    }

    /// `hash -p PATH NAME…`, and `hash NAME=PATH` in zsh.
    fn hash(&mut self, args: &[Field]) {
        let path =
            options_with_value(args, &['p']).into_iter().find(|(flag, _)| *flag == 'p').map(|(_, v)| v);
        let mut names = args.iter().filter(|a| !a.value.prefix().starts_with('-'));
        match path {
            Some(path) => {
                for name in names.filter(|n| n.value != path.value) {
                    self.element_set("BASH_CMDS", &name.value, &path.value);
                }
            }
            None if args.iter().any(|a| a.is("-d")) => {
                if names.any(|a| a.value.prefix().contains('=')) {
                    self.unreadable(self.span, "shell/named-folder", "gives a folder a name of its own");
                }
            }
            None => {
                for arg in names {
                    if let Some(at) = arg.value.prefix().find('=') {
                        let name = Value::text(arg.value.prefix().get(..at).unwrap_or_default());
                        self.element_set("BASH_CMDS", &name, &rest_of(arg, at + 1).value);
                    }
                }
            }
        }
    }

    /// `bind -x '"KEYS": COMMAND'`; without `-x` the keys that are typed instead.
    fn bind(&mut self, args: &[Field]) {
        for arg in args {
            if let Some((_, code)) = arg.value.literal().as_deref().and_then(|t| t.rsplit_once("\":")) {
                let code = code.trim().trim_matches('"').to_owned();
                self.in_subshell(|w| w.run_text(&Value::text(code), arg.span));
            }
        }
    }

    /// `mapfile -C CODE`: run with the number and the text of each line behind it.
    fn callbacks(&mut self, args: &[Field], stdin: &Value) {
        for (flag, code) in options_with_value(args, &['d', 'n', 'O', 's', 'u', 'C', 'c']) {
            if flag == 'C' {
                let mut text = code.to_value();
                text.push_text(" 0 ");
                match stdin.known() {
                    Some(lines) => text.push_text(&super::command::quoted(lines)),
                    None => text.append(&stdin.through("mapfile")),
                }
                self.in_subshell(|w| w.run_text(&text, code.span));
            }
        }
    }

    fn tells_user(&mut self) -> Option<Value> {
        self.told.push(self.span);
        self.user.clone().map(Value::text)
    }

    /// Programs that only tell something we know.
    pub(super) fn builtin_by_path(&mut self, name: &str, fields: &[Field], stdin: &Value) -> Option<Value> {
        let args = fields.get(1..).unwrap_or(&[]);
        let out = match name {
            "echo" | "printf" | "true" | "false" | "test" | "[" | "pwd" => {
                return self.builtin(name, fields, stdin);
            }
            "whoami" | "logname" => self.tells_user(),
            "id" if args.iter().any(|a| a.is("-un") || a.is("-nu")) => self.tells_user(),
            "mktemp"
                if !args
                    .iter()
                    .any(|a| a.is("-p") || a.known().is_some_and(|t| t.starts_with("--tmpdir"))) =>
            {
                let template = args.iter().filter_map(|a| a.known()).find(|t| !t.starts_with('-'));
                Some(Value::text(
                    template.map_or_else(|| "/tmp/tmp.made".to_owned(), |t| t.replace("XXXXXX", "made")),
                ))
            }
            "which" if args.len() == 1 => return Some(self.path_of(args.first()?.known()?)),
            "realpath" | "readlink" => {
                let path = args.iter().rfind(|a| !a.known().is_some_and(|t| t.starts_with('-')))?;
                let placed = self.place(&path.value);
                if placed.unknown || placed.many || placed.kind == super::place::PlaceKind::Unknown {
                    return None;
                }
                Some(Value::text(placed.path))
            }
            "ps" if args.iter().any(|a| a.known().is_some_and(|t| t.contains("ppid=")))
                && args.iter().any(|a| a.value.sources().any(|s| *s == Source::OwnPid)) =>
            {
                Some(Value::unknown(Source::ParentPid))
            }
            _ => return None,
        };
        self.prints_only(name);
        out
    }

    /// Said once a call: scripts are full of built-ins, and none of them is news.
    fn prints_only(&mut self, name: &str) {
        if std::mem::replace(&mut self.builtins_seen, true) {
            return;
        }
        let text = format!("`{name}`, a built-in of the shell");
        self.effect(
            Kind::Read,
            None,
            self.span,
            "shell/builtin",
            &text,
            Tier::Safe,
            Reach::Scratch,
            Undo::Easy,
        );
    }

    /// What `command -v` prints.
    fn path_of(&self, program: &str) -> Value {
        if program == "herma" {
            return Value::text(
                self.world
                    .text(Question::Which("herma"))
                    .unwrap_or_else(|| "/usr/local/bin/herma".to_owned()),
            );
        }
        match self.world.text(Question::Which(program)) {
            Some(path) => Value::text(path),
            None => Value::text(format!("/usr/bin/{program}")),
        }
    }

    fn change_directory(&mut self, args: &[Field]) {
        let target = args
            .iter()
            .find(|a| !a.known().is_some_and(|t| matches!(t, "-P" | "-L" | "-e" | "-@" | "--" | "-n")));
        let searched = target.is_some_and(|field| self.is_searched(field));
        self.state.cwd = vec![match target {
            None => self.home_now().known().map(str::to_owned),
            Some(field) if field.is("-") => None,
            // Whichever of the folders in `CDPATH` has one of that name.
            Some(_) if searched => None,
            // Where `..` leads behind a link hangs on the link.
            Some(field)
                if args.iter().any(|a| a.is("-P")) && field.known().is_none_or(|t| t.contains("..")) =>
            {
                None
            }
            Some(field) => {
                let placed = self.place(&field.value);
                if placed.many && !placed.unknown {
                    // Whatever it fits: what follows is placed below the pattern. If it fits nothing, we are where we were.
                    let before = std::mem::take(&mut self.state.cwd);
                    let pattern = Some(super::glob::without_sets(&placed.path));
                    self.state.cwd = if before.len() == 1 {
                        vec![pattern].into_iter().chain(before).collect()
                    } else {
                        vec![pattern, None]
                    };
                    return;
                }
                let clear =
                    !placed.unknown && !placed.many && placed.kind != super::place::PlaceKind::Unknown;
                if clear
                    && self.world.ask(Question::Look(&placed.path)) == Answer::Missing
                    && self.state.cwd.len() == 1
                {
                    // It may fail, and then we are where we were.
                    let before = self.state.cwd.clone();
                    self.state.cwd = std::iter::once(Some(placed.path)).chain(before).collect();
                    return;
                }
                clear.then(|| self.world.text(Question::RealPath(&placed.path)).unwrap_or(placed.path))
            }
        }];
    }

    /// A folder that `cd` looks for in `CDPATH`: one that does not say where it is, while that is set.
    fn is_searched(&self, folder: &Field) -> bool {
        let named = folder.value.prefix();
        if named.starts_with('/') || matches!(named.split('/').next(), Some("." | "..")) {
            return false;
        }
        let leads = |path: &str| path.split(':').any(|folder| !matches!(folder, "" | "." | "./"));
        match self.state.get("CDPATH") {
            Some(values) => values.iter().any(|value| match value {
                Var::Scalar(value) => value.known().map_or(!value.is_empty(), leads),
                Var::Array(_) => true,
            }),
            None if self.state.is_gone("CDPATH") => false,
            None => self.world.text(Question::Env("CDPATH")).is_some_and(|path| leads(&path)),
        }
    }

    /// The command line after options; those in `with_value` take a word.
    pub(super) fn exec_rest(&mut self, args: &[Field], with_value: &[&str], stdin: &Value) -> Value {
        let mut at = 0;
        while let Some(text) =
            args.get(at).and_then(|a| a.known()).filter(|t| t.starts_with('-') && t.len() > 1)
        {
            at += 1;
            if text == "--" {
                break;
            }
            if with_value.contains(&text) {
                at += 1;
            }
        }
        let rest = args.get(at..).unwrap_or(&[]).to_vec();
        if rest.is_empty() { Value::default() } else { self.exec(rest, stdin.clone()) }
    }

    fn command_builtin(&mut self, args: &[Field], stdin: &Value) -> Value {
        let looks = args.first().is_some_and(|a| {
            a.known().is_some_and(|t| t.starts_with('-') && (t.contains('v') || t.contains('V')))
        });
        if looks {
            self.prints_only("command");
            return args.get(1).and_then(|a| a.known()).map_or_else(Value::default, |p| self.path_of(p));
        }
        let rest: Vec<Field> = args.iter().skip_while(|a| a.is("-p") || a.is("--")).cloned().collect();
        match rest.first().and_then(|f| f.known()).map(str::to_owned) {
            Some(name) if self.deeper() => {
                let out = self.exec_real(&name, rest, stdin.clone());
                self.depth -= 1;
                out
            }
            _ => self.exec_rest(args, &[], stdin),
        }
    }

    fn trap(&mut self, args: &[Field]) {
        let code = args.iter().find(|a| !a.known().is_some_and(|t| t.starts_with('-')));
        if let Some(code) = code.filter(|_| args.len() > 1) {
            let code = code.clone();
            if args.iter().any(|a| matches!(a.known(), Some("DEBUG" | "ERR" | "RETURN"))) {
                // It runs between the commands that follow, and what it sets holds there.
                self.maybe(|w| w.run_text(&code.value, code.span));
            }
            self.set_trap(code.to_value(), code.span);
        }
    }

    fn declare(&mut self, name: &str, args: &[Field]) {
        let flags: String = args.iter().filter_map(|a| a.known()).filter(|t| t.starts_with('-')).collect();
        if flags.contains('n') && name != "export" {
            self.unreadable(
                self.span,
                "shell/name-reference",
                "one variable stands for another: what is set cannot be followed",
            );
        }
        for arg in args.iter().take_while(|_| !crate::work::is_spent()) {
            let text = arg.value.prefix();
            if text.starts_with('-') {
                continue;
            }
            if matches!(name, "local" | "declare" | "typeset") {
                self.make_local(text.split('=').next().unwrap_or("").trim_end_matches('+'));
            }
            if name == "readonly" || flags.contains('r') {
                self.fixed.push(text.split('=').next().unwrap_or("").to_owned());
            }
            // The shell changes the letters, or computes, whenever it is set.
            let changes = flags.contains(['l', 'u', 'c', 'i']) && name != "export";
            let base = text.split(['=', '[']).next().unwrap_or("").trim_end_matches('+').to_owned();
            if flags.contains('A') {
                self.attributes.keyed.push(base.clone());
            }
            let value = text.find('=').map(|at| rest_of(arg, at + 1).into_value());
            if let Some(value) = value.as_ref().filter(|v| flat(v).contains("]=")) {
                // `([x]=1)`: where its elements go is computed.
                self.elements_given(&base, value);
            }
            if changes {
                if flags.contains('i') {
                    self.attributes.integers.push(base.clone());
                }
                if let Some(value) = value {
                    self.evaluates_assigned(&base, &value);
                    self.state.lose(&base, &value);
                }
                if let Some(vars) = self.state.get(&base).map(<[Var]>::to_vec) {
                    vars.iter().for_each(|var| self.lose_all(&base, var));
                }
                self.set_unknown(&base);
                self.changed.push(base);
                continue;
            }
            if let Some((name, _)) = text.split_once('=') {
                let append = name.ends_with('+');
                let name = name.trim_end_matches('+').to_owned();
                let mut value = rest_of(arg, text.find('=').map_or(0, |at| at + 1)).into_value();
                if let Some(known) = value
                    .known()
                    .and_then(|t| t.strip_prefix('~'))
                    .filter(|r| r.is_empty() || r.starts_with('/'))
                {
                    let below = known.to_owned();
                    value = self.home_now();
                    value.push_text(&below);
                }
                if let (true, Some(mut old)) = (append, self.scalar(&name)) {
                    old.append(&value);
                    value = old;
                }
                self.environment(&name, &value, arg.span);
                if flags.contains('A')
                    || value.literal().is_some_and(|t| t.starts_with('[') && t.contains("]="))
                {
                    value = Value::unknown(Source::Variable(name.clone()));
                }
                // `(a b)` comes as text with a blank behind each element: it may be that list, or that text.
                let list = value.literal().is_some_and(|t| t.ends_with(' '));
                self.set_named(&name, value.clone());
                if list && !name.contains('[') {
                    let unknown = Value::unknown(Source::Variable(name.clone()));
                    self.state.restore(&name, Some(vec![Var::Scalar(unknown), Var::Scalar(value)]));
                }
            }
        }
    }

    fn alias(&mut self, args: &[Field]) {
        // In zsh such an alias stands for its text behind any command.
        if args.iter().any(|a| a.is("-g") || a.is("-s")) {
            for arg in args {
                if let Some((_, text)) = arg.value.literal().as_deref().and_then(|t| t.split_once('=')) {
                    let code = text.trim_start_matches(['|', '&', ';', ' ', '<', '>']).to_owned();
                    self.in_subshell(|w| w.run_text(&Value::text(code), arg.span));
                }
            }
        }
        for arg in args {
            // What is unknown in it stays unknown where it is used.
            let text = self.text_with_holes(&arg.value);
            let Some((name, text)) = text.split_once('=') else { continue };
            let (name, text) = (name.to_owned(), text.to_owned());
            // An alias for a program that people trust, put in its place for later, is no ordinary alias.
            if self.state.functions(&name).is_empty() {
                let file = self.file_being_read();
                self.state.alias(&name, &text, file);
            }
        }
    }

    fn set(&mut self, args: &[Field]) {
        if args.windows(2).any(|pair| matches!(pair, [o, h] if o.is("+o") && h.is("history"))) {
            self.history_off(self.span);
        }
        if let Some(at) = args.iter().position(|a| a.is("--")) {
            self.state.positional = Some(Rc::new(args.iter().skip(at + 1).map(Field::to_value).collect()));
        } else if args.first().is_some_and(|a| a.known().is_none_or(|t| !t.starts_with(['-', '+']))) {
            self.state.positional = Some(Rc::new(args.iter().map(Field::to_value).collect()));
        }
    }
}

/// Options that take a value, alone, joined (`-W'a b'`) or behind others (`-aW x`).
fn options_with_value(args: &[Field], with_value: &[char]) -> Vec<(char, Field)> {
    let mut found = Vec::new();
    let mut words = args.iter();
    while let Some(word) = words.next() {
        let text = word.value.prefix();
        let Some(flags) = text.strip_prefix('-').filter(|flags| !flags.starts_with('-')) else { continue };
        if let Some((at, flag)) = flags.char_indices().find(|(_, c)| with_value.contains(c)) {
            let joined = rest_of(word, 1 + at + flag.len_utf8());
            let value = if joined.value.is_empty() { words.next().cloned() } else { Some(joined) };
            found.extend(value.map(|value| (flag, value)));
        }
    }
    found
}

/// The name behind `printf -v`.
fn printf_variable(args: &[Field]) -> Option<Value> {
    let first = args.first()?;
    match first.value.prefix().strip_prefix("-v")? {
        "" if first.known() == Some("-v") => args.get(1).map(Field::to_value),
        _ => Some(rest_of(first, 2).into_value()),
    }
}

/// A name for standard input.
pub(super) fn is_stdin(file: &Field) -> bool {
    matches!(file.known(), Some("-" | "/dev/stdin" | "/dev/fd/0" | "/proc/self/fd/0"))
}

/// Words joined by blanks, as `eval` does.
pub(super) fn joined(args: &[Field]) -> Value {
    let mut out = Value::default();
    for (i, arg) in args.iter().enumerate() {
        if i > 0 {
            out.push_text(" ");
        }
        out.append(&arg.value);
    }
    out
}

pub(super) fn span_of(args: &[Field], otherwise: crate::effect::Span) -> crate::effect::Span {
    args.iter().map(|a| a.span).reduce(crate::effect::Span::to).unwrap_or(otherwise)
}
