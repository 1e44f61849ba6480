//! Where copies land: the names that `cp`, `mv`, `install`, `ln`, `rsync` and their like put into a folder. Names are followed
//! through folders that the text itself fills; where they are not known, the folder is written as a whole (`place/below`).

use super::field::{Field, Part, Value};
use super::options::Options;
use super::place::{PlaceKind, starts_by_itself};
use super::walk::Walker;
use crate::effect::{Kind, Span};
use crate::knowledge::RunPlace;
use crate::world::{Answer, Entry, Question};

/// Files of one staged folder that are followed. With more the folder is written as a whole.
const MAX_STAGED: usize = 64;

/// What a copy brings to a folder, and how.
pub(super) struct Landing {
    rule: String,
    folder: Field,
    sources: Vec<Source>,
    /// The target is certainly a folder, whatever lies there now.
    into: bool,
    /// `-T`: the target is what the source becomes.
    becomes: bool,
}

struct Source {
    /// As it is written, without the host in front of it.
    path: Value,
    span: Span,
    /// All that is in it rather than itself: `x/.`, `rsync x/`.
    contents: bool,
    /// It may be a folder with anything in it.
    deep: bool,
    /// On this machine.
    here: bool,
}

impl Walker<'_> {
    /// What a copying program would put where, if its words say that.
    pub(super) fn landing_of(&self, name: &str, options: &Options) -> Option<Landing> {
        if self.run_place == RunPlace::Container {
            return None;
        }
        let leaf = options.leaf();
        let (deep, slash_means_contents) = match name {
            "cp" | "gcp" => (options.has("-r") || options.has("-a"), false),
            "mv" | "gmv" => (true, false),
            "install" | "ginstall" if !options.has("-d") => (false, false),
            // A link to a folder brings all that is in it.
            "ln" | "gln" => (true, false),
            "scp" => (options.has("-r"), false),
            "rsync" | "openrsync" => (true, true),
            "docker" | "podman" | "nerdctl" | "kubectl" | "oc" if leaf.names.contains(&"cp") => (true, false),
            _ => return None,
        };
        let (folder, sources, into) = match options.value("-t").filter(|_| has_target_option(name)) {
            Some(folder) => (folder.clone(), options.args.as_slice(), true),
            None => {
                let (last, sources) = options.args.split_last()?;
                (last.clone(), sources, false)
            }
        };
        if sources.is_empty() || is_remote(&folder) {
            return None;
        }
        let text = folder.value.prefix();
        let into = into
            || sources.len() > 1
            || sources.iter().any(|s| s.value.has_glob())
            || text.ends_with('/') && folder.known().is_some()
            || matches!(folder.known(), Some("." | ".." | "~"))
            || folder.known().is_some_and(|t| t.ends_with("/.") || t.ends_with("/.."));
        let remote_names = matches!(
            name,
            "scp" | "rsync" | "openrsync" | "docker" | "podman" | "nerdctl" | "kubectl" | "oc"
        );
        let sources =
            sources.iter().map(|field| source(field, deep, slash_means_contents, remote_names)).collect();
        let rule = format!("{name}/into");
        Some(Landing { rule, folder, sources, into, becomes: options.has("-T") && !remote_names })
    }

    /// Each name that lands somewhere that matters, and the folder as a whole where names are not known.
    pub(super) fn lands(&mut self, landing: &Landing) {
        let folder = self.place(&landing.folder.value);
        if folder.unknown {
            return;
        }
        let known_folder = landing.into || self.is_folder_already(&folder.path, folder.kind);
        for source in &landing.sources {
            let inside = !landing.becomes && (known_folder || source.contents);
            if source.contents {
                self.lands_as(&folder.path, source, source.span, &landing.rule, true);
                continue;
            }
            let name = last_name(&source.path);
            if inside
                || !landing.becomes && (!self.is_missing(&folder.path) || self.holds(&folder.path).is_some())
            {
                self.lands_inside(&folder.path, name.as_ref(), source, &landing.rule);
            }
            if !inside {
                self.lands_as(&folder.path, source, source.span, &landing.rule, source.deep);
            }
        }
    }

    /// One thing under a name of its own in the folder.
    fn lands_inside(&mut self, folder: &str, name: Option<&Value>, source: &Source, rule: &str) {
        let Some(name) = name else {
            // `cp "$f" D`: some name.
            if self.holds(folder).is_some() {
                self.path_effect(
                    Kind::Write,
                    &Value::text(folder),
                    source.span,
                    rule,
                    "puts files into {}",
                    true,
                );
            }
            return;
        };
        if let Some(name) = name.known() {
            let at = format!("{}/{name}", folder.trim_end_matches('/'));
            self.lands_as(&at, source, source.span, rule, source.deep);
            return;
        }
        let anything = name.literal().is_some_and(|t| says_nothing(&t));
        self.staged(&source.path, folder, source, rule);
        if anything {
            if self.holds(folder).is_some() {
                self.path_effect(
                    Kind::Write,
                    &Value::text(folder),
                    source.span,
                    rule,
                    "puts files into {}",
                    true,
                );
            }
            return;
        }
        let mut at = Value::text(format!("{}/", folder.trim_end_matches('/')));
        at.append(name);
        let placed = self.place(&at);
        if matters(placed.kind) || self.worst_meant(&placed, source.deep).is_some_and(|m| matters(m.kind)) {
            self.path_effect(Kind::Write, &at, source.span, rule, "writes {}", source.deep);
        }
    }

    /// The source becomes this path; `deep`: with all that may be in it.
    fn lands_as(&mut self, at: &str, source: &Source, span: Span, rule: &str, deep: bool) {
        let value = Value::text(at);
        let kind = self.place(&value).kind;
        let held = if deep && !self.is_plain_file(source) { self.holds(at) } else { None };
        if deep {
            self.staged(&source.path, at, source, rule);
        }
        if held.is_some() {
            self.path_effect(Kind::Write, &value, span, rule, "puts files into {}", true);
        } else if (matters(kind) && !is_new_program(kind, at)) || starts_by_itself(at) {
            let outer = std::mem::replace(&mut self.lands_by_name, true);
            self.path_effect(Kind::Write, &value, span, rule, "writes {}", false);
            self.lands_by_name = outer;
        }
    }

    /// Files that the text has written below the source are at the target now.
    fn staged(&mut self, from: &Value, to: &str, source: &Source, rule: &str) {
        if !source.here {
            return;
        }
        let placed = self.place(from);
        let folder = match placed.path.rfind(['*', '?', '[']) {
            Some(_) => placed.path.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned(),
            None => placed.path,
        };
        let below = |path: &str| {
            path.strip_prefix(folder.as_str()).and_then(|rest| rest.strip_prefix('/')).map(str::to_owned)
        };
        let found: Vec<(String, Value)> = self
            .written
            .iter()
            .filter_map(|(path, content)| Some((below(path)?, content.clone())))
            .take(MAX_STAGED)
            .collect();
        for (rest, content) in found {
            let at = Value::text(format!("{}/{rest}", to.trim_end_matches('/')));
            if matters(self.place(&at).kind) || at.known().is_some_and(starts_by_itself) {
                let outer = std::mem::replace(&mut self.lands_by_name, true);
                self.path_effect(Kind::Write, &at, source.span, rule, "writes {}", false);
                self.lands_by_name = outer;
            }
            self.remember_written(&at, &content, false);
        }
        let made: Vec<String> = self
            .made
            .iter()
            .filter_map(|path| below(path))
            .take(MAX_STAGED)
            .map(|rest| format!("{}/{rest}", to.trim_end_matches('/')))
            .filter(|path| !self.made.contains(path))
            .collect();
        self.made.extend(made);
    }

    /// A file, not a folder: the text wrote it, or it lies there.
    fn is_plain_file(&self, source: &Source) -> bool {
        if !source.here || source.contents {
            return false;
        }
        let placed = self.place(&source.path);
        !placed.unknown
            && !placed.many
            && (self.written.iter().any(|(path, _)| *path == placed.path)
                || matches!(self.world.ask(Question::Look(&placed.path)), Answer::Entry(Entry::File { .. })))
    }

    fn is_folder_already(&self, path: &str, kind: PlaceKind) -> bool {
        let moved_away = self.moved.iter().any(|(_, from)| from == path);
        let usual = kind == PlaceKind::HomeWhole
            || kind == PlaceKind::WorkspaceRoot
            || self
                .below_home(path)
                .0
                .is_some_and(|b| matches!(b, ".config" | ".local" | ".local/share" | ".local/bin"));
        !moved_away
            && (usual
                || self.made.iter().any(|made| made == path)
                || self.world.ask(Question::Look(path)) == Answer::Entry(Entry::Directory))
    }

    fn is_missing(&self, path: &str) -> bool {
        self.world.ask(Question::Look(path)) == Answer::Missing
    }
}

/// `*`, `.[!.]*`: a pattern that fits nearly every name.
fn says_nothing(pattern: &str) -> bool {
    let mut in_class = false;
    let said = pattern.chars().filter(|c| {
        let class = in_class || *c == '[';
        in_class = class && *c != ']';
        !class && !matches!(c, '*' | '?' | '.')
    });
    said.count() == 0
}

/// A program in a person's own folder of programs runs when somebody calls it, unless it takes another one's name.
fn is_new_program(kind: PlaceKind, at: &str) -> bool {
    let (folder, name) = at.rsplit_once('/').unwrap_or(("", at));
    kind == PlaceKind::Startup && folder.ends_with("/bin") && crate::knowledge::program(name).is_none()
}

fn matters(kind: PlaceKind) -> bool {
    matches!(kind, PlaceKind::Guard | PlaceKind::Startup | PlaceKind::Credential)
}

fn has_target_option(name: &str) -> bool {
    matches!(name, "cp" | "gcp" | "mv" | "gmv" | "install" | "ginstall" | "ln" | "gln")
}

/// `host:path`
fn is_remote(field: &Field) -> bool {
    field.value.prefix().split('/').next().is_some_and(|host| host.contains(':'))
}

fn source(field: &Field, deep: bool, slash_means_contents: bool, remote_names: bool) -> Source {
    let here = !remote_names || !is_remote(field);
    let path = match field.value.prefix().split_once(':') {
        Some((host, _)) if !here => super::options::rest_of(field, host.len() + 1).to_value(),
        _ => field.to_value(),
    };
    let text = path.literal().unwrap_or_default();
    let contents = deep
        && (matches!(text.as_str(), "." | ".." | "./" | "../")
            || text.ends_with("/.")
            || text.ends_with("/./")
            || text.ends_with("/..")
            || slash_means_contents && text.ends_with('/'));
    Source { path, span: field.span, contents, deep, here }
}

/// The last name of a path, if anything of it is known.
fn last_name(path: &Value) -> Option<Value> {
    let mut name: Vec<Part> = Vec::new();
    let mut parts = path.parts.clone();
    if let Some(Part::Text(last)) = parts.last_mut() {
        *last = last.trim_end_matches('/').to_owned();
    }
    for part in parts.into_iter().rev() {
        match part {
            Part::Text(text) => match text.rsplit_once('/') {
                Some((_, end)) => {
                    name.push(Part::Text(end.to_owned()));
                    break;
                }
                None => name.push(Part::Text(text)),
            },
            Part::Glob(glob) => name.push(Part::Glob(glob)),
            Part::Unknown(_) => return None,
        }
    }
    let mut value = Value::default();
    name.into_iter().rev().for_each(|part| value.push(part));
    (!value.is_empty()).then_some(value)
}
