//! `find`: what it would find, and what it does with it.

use super::replace_marker;
use crate::effect::{Kind, Reach, Tier, Undo};
use crate::knowledge::OptValue;
use crate::understand::field::{Field, Part, Source, Value};
use crate::understand::options::Options;
use crate::understand::place::PlaceKind;
use crate::understand::walk::Walker;

impl Walker<'_> {
    /// Gives what it prints: the paths it would find, where one pattern says that.
    pub(super) fn find(&mut self, options: &Options) -> Option<Value> {
        self.search(Search::of(options))
    }

    pub(super) fn fd(&mut self, options: &Options) -> Option<Value> {
        self.search(Search::of_fd(options))
    }

    fn search(&mut self, search: Search) -> Option<Value> {
        let roots: Vec<Field> =
            if search.roots.is_empty() { vec![Field::text(".", self.span)] } else { search.roots.clone() };
        for root in &roots {
            self.path_effect(Kind::Read, &root.value, root.span, "find/reads", "searches {}", false);
        }
        for list in &search.lists {
            self.path_effect(Kind::Read, &list.value, list.span, "find/list", "reads {}", false);
        }
        self.found_whole = match roots.as_slice() {
            [root] if search.is_whole() => Some(root.to_value()),
            _ => None,
        };
        let printed = match roots.as_slice() {
            [root] if search.actions.is_empty() && !search.deletes => {
                let mut lines = Value::default();
                for (index, one) in search.found(&root.value).iter().enumerate() {
                    if index > 0 {
                        lines.push_text("\n");
                    }
                    lines.append(one);
                }
                Some(lines)
            }
            _ => None,
        };
        for root in roots {
            for target in search.found(&root.value) {
                // Every action for every name below every root.
                if !self.works(1 + search.actions.len() / 8) {
                    return printed;
                }
                if search.deletes {
                    self.find_deletes(&root, &target, &search);
                }
                for action in search.actions.iter().take_while(|_| !crate::work::is_spent()) {
                    if search.is_whole() {
                        self.sweeps_found(&root.value, action, self.span);
                    }
                    let fields: Vec<Field> =
                        action.iter().map(|f| replace_marker(f, "{}", &target)).collect();
                    let outer = std::mem::replace(&mut self.found_deep, search.is_whole());
                    let stdin = (*self.input()).clone();
                    self.in_subshell(|w| w.exec(fields, stdin));
                    self.found_deep = outer;
                }
            }
        }
        printed
    }

    fn find_deletes(&mut self, root: &Field, target: &Value, search: &Search) {
        let span = self.span;
        if !search.filtered {
            // Everything below: as `rm -rf root/*`.
            self.path_effect(Kind::Delete, target, span, "find/delete", "deletes everything below {}", true);
            return;
        }
        if !search.names.is_empty() {
            self.path_effect(
                Kind::Delete,
                target,
                span,
                "find/delete-some",
                "deletes what is found as {}",
                true,
            );
            return;
        }
        let placed = self.place(&root.value);
        let tier = if matches!(placed.kind, PlaceKind::Scratch | PlaceKind::Build) {
            Tier::Low
        } else {
            Tier::Critical
        };
        self.effect(
            Kind::Delete,
            Some(placed.path.clone()),
            span,
            "find/delete-some",
            &format!("deletes what it finds below `{}`", placed.path),
            tier,
            Reach::User,
            Undo::None,
        );
    }
}

/// Names in one `find` that are looked at one by one.
const MAX_NAMES: usize = 16;

/// A `find` command line, taken apart in order.
#[derive(Default)]
struct Search {
    roots: Vec<Field>,
    names: Vec<String>,
    /// Something other than depth and type narrows what is found.
    filtered: bool,
    deletes: bool,
    actions: Vec<Vec<Field>>,
    /// Files with names to look for: what cannot be found is printed.
    lists: Vec<Field>,
}

/// A pattern that leaves nothing out.
fn is_anything(pattern: &str) -> bool {
    matches!(pattern, "*" | ".*" | "**")
}

impl Search {
    fn of(options: &Options) -> Self {
        const NARROWS_NOTHING: &[&str] = &[
            "-print",
            "-print0",
            "-depth",
            "-d",
            "-xdev",
            "-mount",
            "-mindepth",
            "-maxdepth",
            "-L",
            "-H",
            "-P",
            "-o",
            "-or",
            "-a",
            "-and",
            "-ls",
            "-type",
            "-ignore_readdir_race",
            "-noleaf",
            "-follow",
            "-true",
            "-not",
            "-f",
            "-printf",
            "-E",
            "-X",
            "-x",
            "-warn",
            "-nowarn",
            "-daystart",
        ];
        let mut search = Search::default();
        let mut words = options.raw.iter();
        let mut negated = false;
        while let Some(word) = words.next() {
            let text = word.value.prefix();
            match text {
                "-exec" | "-execdir" | "-ok" | "-okdir" => {
                    let command: Vec<Field> =
                        words.by_ref().take_while(|w| !w.is(";") && !w.is("+")).cloned().collect();
                    search.actions.push(command);
                }
                "-delete" => search.deletes = true,
                "!" | "-not" => {
                    negated = true;
                    continue;
                }
                "(" | ")" | "," => {}
                _ if text.starts_with('-') => {
                    let takes = options
                        .chain
                        .iter()
                        .flat_map(|p| p.opts)
                        .any(|o| o.value == OptValue::Required && o.names.contains(&text));
                    let value = if takes { words.next() } else { None };
                    if text == "-files0-from" {
                        search.lists.extend(value.cloned());
                    }
                    if matches!(text, "-name" | "-iname" | "-path" | "-wholename" | "-ipath") && !negated {
                        let name = value.and_then(|v| v.value.literal());
                        search.names.extend(name.filter(|n| !is_anything(n)));
                    }
                    let everything =
                        value.is_some_and(|v| v.value.literal().is_some_and(|t| is_anything(&t)));
                    search.filtered |= !NARROWS_NOTHING.contains(&text) && !everything;
                }
                _ => search.roots.push(word.clone()),
            }
            negated = false;
        }
        search
    }

    /// `fd [options] [pattern] [root…] -x command…`: the command goes on to `;` or the end.
    fn of_fd(options: &Options) -> Self {
        let mut search = Search::default();
        let mut words = options.raw.iter();
        let mut pattern = None;
        let mut globs = false;
        while let Some(word) = words.next() {
            let text = word.value.prefix();
            match text {
                "-x" | "--exec" | "-X" | "--exec-batch" => {
                    let mut command: Vec<Field> =
                        words.by_ref().take_while(|w| !w.is(";")).cloned().collect();
                    if !command.iter().any(|w| w.value.prefix().contains('{')) {
                        command.push(Field::text("{}", word.span));
                    }
                    search.actions.push(command);
                }
                "-g" | "--glob" => globs = true,
                _ if text.starts_with('-') && text.len() > 1 => {
                    let (name, joined) =
                        text.split_once('=').map_or((text, None), |(n, v)| (n, Some(v.to_owned())));
                    let takes = options
                        .chain
                        .iter()
                        .flat_map(|p| p.opts)
                        .any(|o| o.value == OptValue::Required && o.names.contains(&name));
                    let value = if takes && joined.is_none() {
                        words.next().and_then(|v| v.value.literal())
                    } else {
                        joined
                    };
                    match (name, value) {
                        ("-e" | "--extension", Some(extension)) => {
                            search.names.push(format!("*.{extension}"))
                        }
                        ("--base-directory" | "--search-path", Some(root)) => {
                            search.roots.push(Field::text(&root, word.span));
                        }
                        ("-t" | "--type" | "-d" | "--max-depth", _) => {}
                        _ => search.filtered |= takes,
                    }
                }
                _ if pattern.is_none() => pattern = Some(word.value.literal()),
                _ => search.roots.push(word.clone()),
            }
        }
        // `^\.env$` is a name, too.
        let plain =
            pattern.flatten().map(|p| p.trim_start_matches('^').trim_end_matches('$').replace("\\.", "."));
        match plain.as_deref() {
            None | Some("" | "." | "*" | ".*" | "^") => {}
            Some(pattern) if search.names.is_empty() && (globs || is_plain(pattern)) => {
                search.names.push(pattern.to_owned());
            }
            Some(_) => search.filtered = true,
        }
        search.filtered |= !search.names.is_empty();
        search
    }

    /// Nothing narrows what is found.
    fn is_whole(&self) -> bool {
        self.names.is_empty() && !self.filtered
    }

    /// What it would name below a root: one pattern a name, or everything.
    fn found(&self, root: &Value) -> Vec<Value> {
        let below = |tail: &[Part]| {
            let mut value = root.clone();
            value.push_text("/");
            tail.iter().for_each(|part| value.push(part.clone()));
            value
        };
        // More names than are looked at may be any.
        if self.names.is_empty() || self.names.len() > MAX_NAMES {
            return vec![below(&[if self.filtered || !self.names.is_empty() {
                Part::Unknown(found())
            } else {
                Part::Glob("*".to_owned())
            }])];
        }
        let named = |name: &String| {
            let name = name.trim_start_matches("*/").trim_start_matches("./");
            below(&[Part::Unknown(found()), Part::Text("/".to_owned()), Part::Glob(name.to_owned())])
        };
        self.names.iter().map(named).collect()
    }
}

/// A name, or several, that the search came upon.
fn found() -> Source {
    Source::Output("find".to_owned())
}

/// A name, not a pattern of characters.
fn is_plain(pattern: &str) -> bool {
    pattern.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b' ' | b'.'))
}
