//! A folder above Herma's own read as a whole and shown, copied or packed: its secrets are among what was read, though nobody
//! has named them. What only lists or counts shows nothing of them, and whoever leaves Herma's folder out reads none.

use crate::effect::{Kind, Reach, Span, Tier, Undo};
use crate::knowledge::{RunPlace, program as program_of};
use crate::understand::field::{Field, Value};
use crate::understand::glob::{fits, meets};
use crate::understand::options::Options;
use crate::understand::own_secret::shows_nothing;
use crate::understand::place::PlaceKind;
use crate::understand::walk::Walker;
use serde_json::Value as Json;

const RULE: &str = "principle/sweep";

/// How Herma's secrets end, and what nobody has given an ending: a search for other names passes them by.
const ENDINGS: &[&str] =
    &["", "crt", "db", "json", "jsonl", "key", "pem", "secret", "sign", "token", "toml", "txt"];

/// What stands on a line with a secret of Herma's, and what whoever looks for secrets looks for. In small letters.
const BESIDE: &[&str] = &[
    "{\"listen\":\"127.0.0.1:\",\"names\":[\"http://127.0.0.1:\",\"http://localhost:\",\"pid\":,\"started\":,\"watch\":\"",
    "-----begin private key-----",
    "xoxb- xapp- bearer authorization cookie credential herma key passphrase password secret token",
];
/// A shorter word may stand in any of them by chance.
const WORD: usize = 4;

/// What a command line reads as a whole.
#[derive(Debug, Default)]
struct Sweep {
    roots: Vec<Field>,
    /// Patterns of what is left out.
    without: Vec<String>,
    /// Hidden files and folders are left out.
    plain_only: bool,
    verb: &'static str,
    instead: &'static str,
}

impl Sweep {
    fn of(name: &str, options: &Options) -> Option<Sweep> {
        match name {
            "grep" | "egrep" | "fgrep" | "ggrep" | "zgrep" | "zegrep" | "zfgrep" | "ugrep" => grep(options),
            "rg" | "ripgrep" => rg(options),
            "ag" | "ack" | "pt" => ag(name, options),
            "diff" if options.has("-r") => Some(Sweep {
                roots: options.args.clone(),
                without: texts(options, &["-x", "--exclude"]),
                verb: "compares",
                ..Sweep::default()
            }),
            "cp" | "gcp" if options.has("-r") || options.has("-a") => Some(copies(options)),
            "scp" if options.has("-r") => Some(copies(options)),
            "rsync" if options.has("-r") || options.has("-a") => Some(copies(options)),
            "tar" | "gtar" | "bsdtar" => tar(options),
            "zip" if options.has("-r") => Some(Sweep {
                roots: options.args.get(1..).unwrap_or_default().to_vec(),
                // Of `zip` a name alone leaves out that name, and nothing below it.
                without: texts(options, &["-x", "--exclude"])
                    .into_iter()
                    .filter(|one| one.ends_with('*'))
                    .collect(),
                verb: "packs",
                ..Sweep::default()
            }),
            _ => None,
        }
    }

    /// Whether it reads what lies here, by the names of the folders on the way.
    fn reaches(&self, way: &[&str]) -> bool {
        let hidden = self.plain_only && way.iter().any(|name| name.starts_with('.'));
        let whole = way.join("/");
        let left_out = self.without.iter().any(|pattern| {
            let pattern = pattern.trim_start_matches('!').trim_end_matches("/**").trim_end_matches("/*");
            let pattern = pattern.trim_end_matches('/').trim_start_matches("**/").trim_start_matches("*/");
            let pattern = pattern.trim_start_matches("./").trim_start_matches('/');
            !pattern.is_empty()
                && (way.iter().any(|name| fits(pattern, name))
                    || whole == pattern
                    || whole.ends_with(&format!("/{pattern}")))
        });
        !hidden && !left_out
    }
}

fn texts(options: &Options, names: &[&str]) -> Vec<String> {
    names.iter().flat_map(|name| options.values(name)).filter_map(|field| field.value.literal()).collect()
}

/// Whether a search for names like these may come upon Herma's secrets.
fn may_be_ours(pattern: &str) -> bool {
    let ending = pattern.rsplit_once('.').map_or("", |(_, ending)| ending.trim_end_matches('}'));
    let ending = ending.rsplit([',', '{']).next().unwrap_or(ending);
    ENDINGS.contains(&ending) || ending.contains(['*', '?', '['])
}

/// Only other files are looked into.
fn is_narrowed(patterns: &[String]) -> bool {
    !patterns.is_empty() && !patterns.iter().any(|pattern| may_be_ours(pattern))
}

/// What it searches: everything behind the pattern, or what lies here.
fn searched(options: &Options) -> Vec<Field> {
    let pattern = usize::from(!options.has("-e") && !options.has("-f"));
    let roots = options.args.get(pattern..).unwrap_or_default();
    if roots.is_empty() { vec![Field::text(".", Span::default())] } else { roots.to_vec() }
}

fn is_everyday(pattern: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || " -_:/@,#<>='\"".contains(c);
    let pattern = pattern.to_ascii_lowercase();
    // What has digits of a number to sixteen alone may stand in any of them.
    let is_plain =
        pattern.chars().all(plain) && pattern.contains(|c: char| c.is_ascii_alphabetic() && c > 'f');
    let stands_there = BESIDE.iter().any(|line| {
        line.contains(&pattern) || line.split([' ', '"']).any(|word| word.len() > 2 && pattern.contains(word))
    });
    pattern.len() >= WORD && is_plain && !stands_there
}

/// Whether all that is shown are lines with some everyday word: those are not the ones that hold a secret.
fn shows_only_a_word(options: &Options) -> bool {
    let more = ["-v", "-f", "-a", "-A", "-B", "-C", "-z", "-U", "--passthru", "--output", "--json"];
    let patterns = match options.has("-e") {
        true => texts(options, &["-e"]),
        false => options.args.first().and_then(|field| field.value.literal()).into_iter().collect(),
    };
    !more.iter().any(|name| options.has(name))
        && !patterns.is_empty()
        && patterns.iter().all(|pattern| is_everyday(pattern))
}

/// Of a search: names and numbers, or lines with some everyday word.
fn shows_no_secret(options: &Options) -> bool {
    ["-l", "-L", "-c", "-q"].iter().any(|name| options.has(name)) || shows_only_a_word(options)
}

fn grep(options: &Options) -> Option<Sweep> {
    let recurses = options.has("-r")
        || options.has("-R")
        || options.values("-d").chain(options.values("--directories")).any(|how| how.is("recurse"));
    if !recurses || shows_no_secret(options) || is_narrowed(&texts(options, &["--include"])) {
        return None;
    }
    // `--exclude` is for names of files, and Herma's is a folder.
    let without = texts(options, &["--exclude-dir"]);
    let instead = "name the folder you mean, or leave Herma's out: `--exclude-dir=herma`";
    Some(Sweep { roots: searched(options), without, verb: "searches", instead, ..Sweep::default() })
}

fn rg(options: &Options) -> Option<Sweep> {
    let lists = ["-l", "-c", "-q", "--files", "--files-without-match", "--count-matches", "--type-list"];
    let globs = texts(options, &["-g", "--iglob"]);
    let (without, only): (Vec<String>, Vec<String>) =
        globs.into_iter().partition(|glob| glob.starts_with('!'));
    let types = texts(options, &["-t"]);
    let typed =
        !types.is_empty() && !types.iter().any(|name| name == "all" || ENDINGS.contains(&name.as_str()));
    let lists = lists.iter().any(|name| options.has(name));
    if lists || shows_only_a_word(options) || is_narrowed(&only) || typed {
        return None;
    }
    let unrestricted = options.given.iter().filter(|given| given.name == "-u").count();
    let plain_only = !options.has("--hidden") && unrestricted < 2;
    let instead = "name the folder you mean, or leave Herma's out: `-g '!herma'`";
    Some(Sweep { roots: searched(options), without, plain_only, verb: "searches", instead })
}

fn ag(name: &str, options: &Options) -> Option<Sweep> {
    let lists = ["-l", "-L", "-c", "-g"].iter().any(|name| options.has(name));
    if lists || shows_only_a_word(options) || options.has("-G") || options.has("--type") {
        return None;
    }
    let plain_only = name != "ack" && !options.has("--hidden") && !options.has("-u");
    let without = texts(options, &["--ignore", "--ignore-dir"]);
    let instead = "name the folder you mean, or leave Herma's out: `--ignore-dir herma`";
    Some(Sweep { roots: searched(options), without, plain_only, verb: "searches", instead })
}

fn copies(options: &Options) -> Sweep {
    let roots = match options.has("-t") {
        true => options.args.clone(),
        false => options.args.split_last().map(|(_, sources)| sources.to_vec()).unwrap_or_default(),
    };
    // What is named first decides: something may be let in again.
    let kept = options.values("--include").next().is_some() || options.values("-f").next().is_some();
    let without = if kept { Vec::new() } else { texts(options, &["--exclude"]) };
    Sweep { roots, without, verb: "copies", ..Sweep::default() }
}

fn tar(options: &Options) -> Option<Sweep> {
    // `czf`, the old way: the first word, without a dash.
    let old = options.raw.first().map_or("", |word| word.value.prefix());
    let old = if old.starts_with('-') { "" } else { old };
    let packs = old.contains(['c', 'r', 'u']) || ["-c", "-r", "-u"].iter().any(|name| options.has(name));
    if !packs {
        return None;
    }
    let below = options.value("-C");
    let inside = |field: &Field| match below {
        Some(folder) if !field.value.prefix().starts_with(['/', '~']) => {
            let mut inside = folder.to_value();
            inside.push_text("/");
            inside.append(&field.value);
            Field::new(inside, field.span)
        }
        Some(_) | None => field.clone(),
    };
    let roots = options.args.iter().skip(usize::from(!old.is_empty())).map(inside).collect();
    Some(Sweep { roots, without: texts(options, &["--exclude"]), verb: "packs", ..Sweep::default() })
}

impl Walker<'_> {
    /// A tool that searches, by the arguments that such tools have.
    pub(in crate::understand) fn tool_sweeps(&mut self, tool: &str, args: &Json, paths: &[String]) {
        const SEARCH: &[&str] =
            &["Grep", "grep", "grep_files", "grep_search", "search_file_content", "search_files"];
        let text = |name: &str| args.get(name).and_then(Json::as_str);
        let lists = match text("output_mode") {
            Some(mode) => mode != "content",
            None => tool == "Grep",
        };
        if !SEARCH.contains(&tool) || lists {
            return;
        }
        let pattern = ["pattern", "query", "regex"].into_iter().find_map(text).unwrap_or_default();
        let more = ["-A", "-B", "-C", "context", "multiline"].iter().any(|name| args.get(name).is_some());
        let only = ["glob", "include", "include_pattern", "file_pattern"].into_iter().filter_map(text);
        if !more && is_everyday(pattern) || is_narrowed(&only.map(str::to_owned).collect::<Vec<_>>()) {
            return;
        }
        let sweep = Sweep { verb: "searches", instead: "name the folder you mean", ..Sweep::default() };
        if paths.is_empty() {
            self.sweep(&sweep, &Value::text("."), Span::default());
        }
        for path in paths {
            let below_home = path.strip_prefix('~').map(|below| format!("{}{below}", self.home));
            self.sweep(&sweep, &Value::text(below_home.as_ref().unwrap_or(path)), Span::default());
        }
    }

    pub(in crate::understand) fn sweeps(&mut self, name: &str, options: &Options) {
        if self.run_place != RunPlace::Here {
            return;
        }
        let Some(sweep) = Sweep::of(name, options) else { return };
        for root in &sweep.roots {
            let span = if root.span == Span::default() { self.span } else { root.span };
            self.sweep(&sweep, &root.value, span);
        }
    }

    /// What `find` has found below a folder, all of it, in the hands of another program.
    pub(in crate::understand) fn sweeps_found(&mut self, root: &Value, command: &[Field], span: Span) {
        let Some((program, words)) = command.split_first() else { return };
        let name = program.value.prefix().rsplit('/').next().unwrap_or_default();
        let searches = matches!(name, "grep" | "egrep" | "fgrep" | "ggrep" | "zgrep" | "rg");
        let quiet =
            searches && program_of(name).is_some_and(|program| shows_no_secret(&Options::of(program, words)));
        if self.run_place == RunPlace::Here && !shows_nothing(name) && !quiet {
            let instead = "name the folder you mean, or leave Herma's out: `-not -path '*/herma/*'`";
            self.sweep(&Sweep { verb: "hands on", instead, ..Sweep::default() }, root, span);
        }
    }

    fn sweep(&mut self, sweep: &Sweep, root: &Value, span: Span) {
        let placed = self.place(root);
        if placed.unknown || !self.holds_own_secrets(sweep, &placed.path, placed.kind) {
            return;
        }
        // Said already, of a home as a whole.
        if self.effects.iter().any(|e| {
            e.kind == Kind::ReadSecret && e.target.as_deref() == Some(&placed.path) && e.floor >= Tier::Medium
        }) {
            return;
        }
        let text = format!("{} all of `{}`, with Herma's own secrets in it", sweep.verb, placed.path);
        let (kind, reach) = (Kind::ReadSecret, Reach::User);
        self.effect(kind, Some(placed.path), span, RULE, &text, Tier::Medium, reach, Undo::Easy);
        if let Some(last) = self.effects.last_mut() {
            let instead = if sweep.instead.is_empty() { "name what you need" } else { sweep.instead };
            last.instead = Some(instead.to_owned());
        }
    }

    fn holds_own_secrets(&self, sweep: &Sweep, path: &str, kind: PlaceKind) -> bool {
        let elsewhere = !matches!(
            kind,
            PlaceKind::Workspace
                | PlaceKind::Build
                | PlaceKind::System
                | PlaceKind::Null
                | PlaceKind::Scratch
        );
        self.own_folders(elsewhere).iter().any(|folder| {
            let cuts = folder.match_indices('/').map(|(at, _)| at.max(1)).filter(|at| *at < folder.len());
            cuts.filter(|at| meets(path, folder.get(..*at).unwrap_or_default())).any(|at| {
                let rest = folder.get(at..).unwrap_or_default();
                let way: Vec<&str> = rest.split('/').filter(|name| !name.is_empty()).collect();
                sweep.reaches(&way)
            })
            // `~/.config/*` means it as well.
            || meets(path, folder) && sweep.reaches(&[folder.rsplit('/').next().unwrap_or_default()])
        })
    }
}

#[cfg(test)]
#[path = "../sweep_tests.rs"]
mod tests;
