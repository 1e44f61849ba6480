//! Emptying is deleting (design, section 3.9): `: > f`, `truncate -s 0 f`, `cp /dev/null f`, `open(f, "w").close()`.

use super::field::{Part, Source, Value};
use super::place::{PlaceKind, Placed};
use super::redirect::Flow;
use super::walk::Walker;
use crate::effect::{Kind, Reach, Span, Tier, Undo};
use crate::knowledge::RunPlace;
use crate::world::{Answer, Entry, Question, Tracked};

/// The rule of every such effect but those of the tables.
const RULE: &str = "file/empties";

/// Built-ins that print nothing.
const SILENT: &[&str] = &[":", "false", "true"];

/// Their output is known if it is computed at all: nothing is nothing.
const COMPUTED: &[&str] = &["echo", "printf", "cat"];

/// Names of variables that say that what they name may be emptied.
const MEANT_TO_BE: &[&str] = &["CACHE", "LOG", "OUT", "TEMP", "TMP", "log", "out", "tmp"];

impl Walker<'_> {
    /// A file that loses all that is in it. One that is not there in the workspace loses nothing.
    pub(super) fn empties(&mut self, target: &Value, span: Span) {
        let placed = self.place(target);
        let meant = |name: &str| MEANT_TO_BE.iter().any(|word| name.contains(word));
        if target.sources().any(|s| matches!(s, Source::Variable(name) if meant(name))) {
            return;
        }
        let one = !placed.many && !placed.unknown && !placed.path.contains('*');
        let here = matches!(placed.kind, PlaceKind::Workspace | PlaceKind::WorkspaceRoot)
            || placed.kind == PlaceKind::Credential && self.is_project_secret(&placed);
        if one && (here && !self.holds_something(&placed.path) || self.is_surely_new(&placed.path)) {
            return;
        }
        self.path_effect(Kind::Delete, target, span, RULE, "empties {}", false);
    }

    /// Something lies there. Where the world does not know, the text of the call does: what it names first it makes.
    fn holds_something(&self, path: &str) -> bool {
        matches!(self.world.ask(Question::Look(path)), Answer::Entry(_))
    }

    /// A tool that writes nothing into a file makes it, unless it is known to be there.
    pub(super) fn lies_there(&self, path: &str) -> bool {
        self.holds_something(&self.place(&Value::text(path)).path)
    }

    /// Nothing lies there, in a folder that does.
    fn is_surely_new(&self, path: &str) -> bool {
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        self.world.ask(Question::Look(path)) == Answer::Missing
            && self.world.ask(Question::Look(folder)) == Answer::Entry(Entry::Directory)
    }

    /// What a table says of emptying a file of the workspace that is not there.
    pub(super) fn empties_nothing(&self, rule: &str, placed: &Placed) -> bool {
        rule.ends_with("/empties")
            && rule != RULE
            && !placed.many
            && !placed.unknown
            && placed.kind == PlaceKind::Workspace
            && !self.holds_something(&placed.path)
    }

    /// Nothing lies where something would be deleted: the folder around it is there, and it is not. Only while nothing before it
    /// in the text can have put something there.
    pub(super) fn is_nothing_there(&self, placed: &Placed) -> bool {
        let ordinary = matches!(
            placed.kind,
            PlaceKind::Workspace
                | PlaceKind::Home
                | PlaceKind::Elsewhere
                | PlaceKind::Build
                | PlaceKind::Scratch
        );
        let path = placed.path.trim_end_matches('/');
        let Some((folder, name)) = path.rsplit_once('/') else { return false };
        ordinary
            && !placed.many
            && !placed.unknown
            && !name.is_empty()
            && !folder.is_empty()
            && self.run_place == RunPlace::Here
            // `find -execdir rm x`, `git submodule foreach rm x`: carried elsewhere, where there may be one.
            && self.depth == 1
            && self.written.is_empty()
            && self.moved.is_empty()
            && self.made.is_empty()
            && self.links.is_empty()
            && self.started.is_empty()
            && self.effects.iter().all(|e| matches!(e.kind, Kind::Read | Kind::Delete))
            && self.world.ask(Question::Look(path)) == Answer::Missing
            && self.world.ask(Question::Look(folder)) == Answer::Entry(Entry::Directory)
    }

    /// What was emptied and is filled again in the same text was overwritten, which is no loss by itself.
    pub(super) fn fills_again(&mut self, path: &str) {
        self.effects.retain(|e| e.rule != RULE || e.hardline || e.target.as_deref() != Some(path));
    }

    /// Output that is nothing, into files that are made anew.
    pub(super) fn empties_outputs(&mut self, command: Option<&str>, out: &Value, flow: &Flow) {
        let nothing = match command {
            None => true,
            Some(name) if SILENT.contains(&name) => true,
            Some(name) if COMPUTED.contains(&name) => is_nothing(out) && (name != "cat" || !out.is_empty()),
            Some(_) => false,
        };
        if !nothing {
            return;
        }
        let targets: Vec<Value> = flow.made_anew().cloned().collect();
        for target in targets {
            self.empties(&target, self.span);
        }
    }

    /// A secret of the project that git does not hold, and that is replaced as a whole: nobody has it any more.
    pub(super) fn loses_project_secret(&self, path: &str) -> bool {
        matches!(self.world.ask(Question::Look(path)), Answer::Entry(Entry::File { size, .. }) if size > 0)
            && self.world.ask(Question::Tracked(path)) != Answer::Tracked(Tracked::Clean)
            && !self.written.iter().any(|(written, _)| written == path)
    }

    /// `git checkout -- FILE`, `git restore FILE`: changes that are not committed are lost.
    pub(super) fn discards_changes(&mut self, target: &Value, span: Span) {
        let placed = self.place(target);
        let lost = match self.world.ask(Question::Look(&placed.path)) {
            _ if placed.unknown => false,
            _ if placed.many || target.literal().is_some_and(|t| t.contains(['*', '?'])) => true,
            Answer::Entry(Entry::Directory) => true,
            Answer::Entry(_) => {
                self.world.ask(Question::Tracked(&placed.path)) == Answer::Tracked(Tracked::Modified)
            }
            _ => false,
        };
        if lost {
            self.effect(
                Kind::Overwrite,
                Some(placed.path.clone()),
                span,
                "git/discards",
                &format!("throws away changes in `{}` that are not committed", placed.path),
                Tier::Critical,
                Reach::Workspace,
                Undo::None,
            );
        }
    }
}

/// No output at all, or all of `/dev/null`.
pub(super) fn is_nothing(out: &Value) -> bool {
    match out.parts.as_slice() {
        [] => true,
        [Part::Text(text)] => text.is_empty(),
        [Part::Unknown(Source::File(path))] => path == "/dev/null",
        _ => false,
    }
}

/// Code that opens a file for writing and writes nothing.
pub(super) fn empties_in_code(code: &str) -> bool {
    const EMPTIES: &[&str] = &[
        "\"w\").close()",
        "'w').close()",
        "\"wb\").close()",
        "'wb').close()",
        ".truncate(0)",
        "truncateSync(",
        ".truncate(",
        "write_text(\"\")",
        "write_text('')",
        "write_bytes(b\"\")",
        "write_bytes(b'')",
        "write(\"\")",
        "write('')",
        "os.truncate(",
    ];
    let compact: String = code.chars().filter(|c| *c != ' ').take(64 * 1024).collect();
    // Opened anew, and nothing in the text puts anything into it.
    const OPENS: &[&str] =
        &[",\"w\")", ",'w')", ",\"wb\")", ",'wb')", ",\"w+\")", ",'w+')", "mode='w')", "mode=\"w\")"];
    const FILLS: &[&str] = &["write", "dump", "print", "save", "copy", "to_", "stdout", "send", "put", "def"];
    let opens = compact.contains("open(") && OPENS.iter().any(|mark| compact.contains(mark));
    if opens && !FILLS.iter().any(|mark| compact.contains(mark)) {
        return true;
    }
    EMPTIES.iter().any(|mark| compact.contains(mark))
        || ["\"\")", "'')", "\"\",", "'',", "``)"]
            .iter()
            .any(|end| compact.contains("writeFile") && compact.contains(&format!(",{end}")))
        || compact.contains("truncate\"")
        || compact.contains("truncate'")
}
