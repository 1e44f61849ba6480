//! Files that a call runs: read from the world, within bounds, and what it means when one cannot be read.
//!
//! A script that cannot be read is unknown code, unless git has it unchanged, or it is a program of the system. A native
//! executable is a program, not a script.

use super::field::{Part, Source, Value};
use super::place::PlaceKind;
use super::walk::Walker;
use crate::effect::{Effect, Kind, Leads, Reach, Scale, Span, Tier, Undo};
use crate::knowledge::Lang;
use crate::text::shown;
use crate::world::{Answer, Question, Tracked};
use std::rc::Rc;

/// How much of one file is read: as much as of the call's own text.
pub(super) const MAX_SCRIPT: usize = 64 * 1024;

/// Files that one call reads, and bytes of all of them. Recipes of large projects stay below half of both.
const MAX_FILES: usize = 40;
const MAX_BYTES: usize = 512 * 1024;

/// Folders of the system's own programs, which nobody writes without being asked.
const SYSTEM_PROGRAMS: &[&str] =
    &["/usr/", "/bin/", "/sbin/", "/lib/", "/opt/", "/nix/", "/snap/", "/Library/", "/Applications/"];

/// Scripts in a home that are larger than what is read, and that everybody has.
const LARGE_AND_COMMON: &[&str] = &["/.nvm/nvm.sh"];

/// Files and folders of one call that are remembered as written.
const MAX_TOUCHED: usize = 256;

/// Programs whose output means what its source meant: compilers, formatters, and what changes no content. Sorted.
#[rustfmt::skip]
const KEEPS_MEANING: &[&str] = &[
    "ar", "as", "autopep8", "biome", "black", "c++", "cargo", "cc", "chmod", "chown", "clang", "clang++", "clang-format",
    "cmake", "dos2unix", "dotnet", "eslint", "g++", "gcc", "ghc", "git", "gmake", "go", "gofmt", "goimports", "isort",
    "javac", "kotlinc", "ld", "ldc2", "make", "mkdir", "mktemp", "nasm", "ninja", "npm", "pip", "pip3", "pnpm", "prettier", "redirect",
    "ruff", "rustc", "rustfmt", "shfmt", "strip", "swiftc", "tcc", "tee", "touch", "truncate", "tsc", "uv", "yapf", "yarn", "zig",
];

/// What lies at a path that is run.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum FileText {
    Text(String),
    /// A compiled program.
    Native,
    /// Nothing is there, or the world does not say.
    Absent,
    /// It is there, and cannot be read: why.
    Unreadable(Why),
}

/// Why a file cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Why {
    TooLarge,
    NotText,
    Interpreter,
    Bound,
    Syntax,
    MaybeWritten,
    MakesObjects,
    Unlisted,
}

impl Why {
    fn sentence(self) -> &'static str {
        match self {
            Why::TooLarge => "it is larger than what is read",
            Why::NotText => "it is not plain text",
            Why::Interpreter => "its first line names an unknown interpreter",
            Why::Bound => "it is too complex to inspect",
            Why::Syntax => "it is not valid in its language",
            Why::MaybeWritten => "this call may have written it",
            Why::Unlisted => "which files that names cannot be said",
            Why::MakesObjects => "objects that are made of it may run code",
        }
    }
}

/// What was read of files so far.
#[derive(Debug, Default)]
pub(super) struct FilesRead {
    count: usize,
    bytes: usize,
    /// Files being read, the innermost last: none is read inside itself.
    pub(super) open: Vec<String>,
    /// Files that this call may have written by means that are not followed; with `true`, everything below a folder.
    touched: Vec<(String, bool)>,
    /// More files were written than are remembered: any file may be one of them.
    overflow: bool,
    /// Folders into which something was put that may have replaced files that were there.
    replaced: Vec<String>,
    /// Code of the call writes a file of which nothing is known.
    pub(super) anywhere: bool,
    /// What editing in place puts into a file.
    inserted: Vec<(String, String)>,
    /// Descriptors that are open for writing, and the file behind each.
    pub(super) descriptors: Vec<(u32, Value)>,
    /// Recipes being read, by file and name.
    pub(super) recipes: Vec<String>,
    /// Nesting at which the innermost one began, and whether its text could not be parsed.
    depth: u32,
    broken: bool,
    /// What git said, asked once per path.
    tracked: Vec<(String, Answer)>,
}

impl FilesRead {
    pub(super) fn is_open(&self, path: &str) -> bool {
        self.open.iter().any(|p| p == path)
    }

    /// Whether something writes exactly this file.
    pub(super) fn is_touched(&self, path: &str) -> bool {
        self.touched.iter().any(|(p, below)| !below && p == path)
    }

    /// Whether something that is not followed writes into this folder.
    pub(super) fn fills(&self, folder: &str) -> bool {
        let inside = |path: &str, folder: &str| {
            path == folder || path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
        };
        self.touched.iter().any(|(path, below)| inside(path, folder) || *below && inside(folder, path))
    }

    /// Whether something that is not followed may put a file there that the pattern fits.
    pub(super) fn may_fill(&self, pattern: &[&str]) -> bool {
        self.touched.iter().any(|(path, below)| match below {
            true => {
                let folder: Vec<&str> = path.split('/').filter(|c| !c.is_empty()).collect();
                let common = folder.len().min(pattern.len());
                let start = pattern.get(..common).unwrap_or(pattern);
                start
                    .iter()
                    .zip(&folder)
                    .all(|(part, name)| part == name || super::named_files::is_pattern(part))
            }
            false => super::named_files::fits_path(pattern, path),
        })
    }

    /// Any file below this folder may be another one now.
    pub(super) fn replace_below(&mut self, folder: &str) {
        if self.replaced.iter().any(|f| f == folder) {
            return;
        }
        if self.replaced.len() < MAX_TOUCHED {
            self.replaced.push(folder.to_owned());
        }
        self.overflow |= self.replaced.len() >= MAX_TOUCHED;
        self.touch(folder.to_owned(), true);
    }

    /// Remembers a file, or everything below a folder, as written by means that are not followed.
    fn touch(&mut self, path: String, below: bool) {
        if self.touched.iter().any(|(p, b)| *b == below && *p == path) {
            return;
        }
        if self.touched.len() < MAX_TOUCHED {
            self.touched.push((path, below));
        } else {
            self.overflow = true;
        }
    }

    /// Takes out what was noted since there were so many touched files and replaced folders.
    fn take_since(&mut self, (touched, replaced): (usize, usize)) -> (Vec<(String, bool)>, Vec<String>) {
        let touched = touched.min(self.touched.len());
        let replaced = replaced.min(self.replaced.len());
        (self.touched.split_off(touched), self.replaced.split_off(replaced))
    }

    /// From here on it is known what is in it.
    pub(super) fn forget_touched(&mut self, path: &str) {
        self.touched.retain(|(p, below)| *below || p != path);
    }

    /// The file being read.
    pub(super) fn innermost(&self) -> Option<&str> {
        self.open.last().map(String::as_str)
    }
}

impl Walker<'_> {
    /// The text of a file that is run. `by_path`: the kernel starts it, so it may be a native program.
    pub(super) fn file_text(&mut self, path: &str, by_path: bool) -> FileText {
        // Through links, too: a link to a key is the key.
        let kind = self.place(&Value::text(path)).kind;
        if matches!(kind, PlaceKind::Credential | PlaceKind::Guard) {
            return FileText::Absent;
        }
        if self.may_be_written(path) {
            return FileText::Unreadable(Why::MaybeWritten);
        }
        let copied = self.copied_from(path);
        let path = copied.as_deref().unwrap_or(path);
        if self.files.count >= MAX_FILES || self.files.bytes >= MAX_BYTES {
            return match self.world.ask(Question::Look(path)) {
                Answer::Entry(_) => FileText::Unreadable(Why::Bound),
                _ => FileText::Absent,
            };
        }
        let Answer::Bytes(bytes) = self.world.ask(Question::Read(path, MAX_SCRIPT)) else {
            return FileText::Absent;
        };
        self.files.count += 1;
        self.files.bytes += bytes.len();
        if by_path && is_native(&bytes) {
            return FileText::Native;
        }
        if bytes.contains(&0) {
            return FileText::Unreadable(Why::NotText);
        }
        if bytes.len() >= MAX_SCRIPT {
            return FileText::Unreadable(Why::TooLarge);
        }
        match String::from_utf8(bytes) {
            Ok(text) if !has_odd_encoding(&text) => FileText::Text(text),
            _ => FileText::Unreadable(Why::NotText),
        }
    }

    /// A program writes this file. What it writes is not known, unless somebody says so afterwards.
    pub(super) fn note_written(&mut self, path: &str, below: bool, rule: &str) {
        let program = rule.split('/').next().unwrap_or(rule);
        if self.speculating
            || matches!(rule, "sed/in-place")
            || KEEPS_MEANING.binary_search(&program).is_ok()
            || self.in_file && self.files.open.last().cloned().is_some_and(|file| self.is_settled(&file))
        {
            return;
        }
        if matches!(program, "split" | "csplit" | "gsplit") {
            // The name is where the names of the pieces begin; of itself it takes `x`, or `xx`.
            let here = if self.cwd_now() == Some(path) { "/x" } else { "" };
            self.files.touch(format!("{path}{here}*"), false);
            return;
        }
        if let Some((_, content)) = self.written.iter_mut().find(|(p, _)| p == path).filter(|_| !below) {
            // It held what is known, and then somebody wrote to it.
            if !matches!(content.parts.last(), Some(Part::Unknown(_))) {
                content.parts.push(Part::Unknown(Source::Output(program.to_owned())));
            }
        } else {
            self.files.touch(path.to_owned(), below);
        }
    }

    /// What a program reads at its start, it reads before it writes: `read` does not see what was noted by the program
    /// since `mark`.
    pub(super) fn reads_at_start(&mut self, mark: (usize, usize), read: impl FnOnce(&mut Self)) {
        let (touched, replaced) = self.files.take_since(mark);
        read(self);
        self.files.touched.extend(touched);
        self.files.replaced.extend(replaced);
    }

    /// How many files and folders are noted as written so far.
    pub(super) fn written_so_far(&self) -> (usize, usize) {
        (self.files.touched.len(), self.files.replaced.len())
    }

    /// Code says what it writes into a file that it has just opened.
    pub(super) fn note_content(&mut self, path: &str, content: &Value) {
        self.files.touched.retain(|(p, below)| *below || p != path);
        match self.written.iter_mut().find(|(p, _)| p == path) {
            Some((_, old)) => {
                if matches!(old.parts.last(), Some(Part::Unknown(Source::Output(_)))) {
                    old.parts.pop();
                    old.push_text("\n");
                }
                old.append(content);
            }
            None => self.written.push((path.to_owned(), content.clone())),
        }
    }

    /// What an editing program puts into a file.
    pub(super) fn note_inserted(&mut self, path: &str, text: String) {
        if self.speculating || text.trim().is_empty() {
            return;
        }
        if self.files.inserted.len() < MAX_TOUCHED {
            self.files.inserted.push((path.to_owned(), text));
        } else {
            self.files.overflow = true;
        }
    }

    /// Runs what editing in place has put into a file that is run now.
    pub(super) fn run_inserted(&mut self, path: &str, lang: Lang, span: Span) {
        let texts: Vec<String> =
            self.files.inserted.iter().filter(|(p, _)| p == path).map(|(_, text)| text.clone()).collect();
        for text in texts {
            self.speculate(true, |w| {
                w.run_code(lang, &Value::text(text), span);
            });
        }
    }

    /// Whether this call may have written it by means that are not followed.
    pub(super) fn may_be_written(&self, path: &str) -> bool {
        let inside = |folder: &str| path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'));
        let hit = |(touched, below): &(String, bool)| {
            touched == path
                || touched.strip_suffix('*').is_some_and(|start| !below && path.starts_with(start))
                || *below
                    && inside(touched)
                    && !matches!(self.world.ask(Question::Look(path)), Answer::Entry(_))
        };
        // A copy of a folder holds what may have been put into that one.
        let copied = |(to, content): &(String, Value)| match content.parts.as_slice() {
            [Part::Unknown(Source::File(from))] => {
                inside(to) && self.files.fills(from.trim_end_matches("/*").trim_end_matches("/."))
            }
            _ => false,
        };
        self.files.overflow && !SYSTEM_PROGRAMS.iter().any(|folder| path.starts_with(folder))
            || self.files.touched.iter().any(hit)
            || self.files.replaced.iter().any(|folder| inside(folder))
            || self.written.iter().any(copied)
    }

    /// The file that this one is a copy of, where the call copies or moves a folder.
    fn copied_from(&self, path: &str) -> Option<String> {
        self.written.iter().rev().find_map(|(to, content)| {
            let [Part::Unknown(Source::File(from))] = content.parts.as_slice() else { return None };
            let from = from.trim_end_matches("/*").trim_end_matches("/.");
            let rest = path.strip_prefix(to.as_str())?.strip_prefix('/')?;
            let base = from.rsplit('/').next().unwrap_or("");
            let inside = rest.strip_prefix(base).and_then(|rest| rest.strip_prefix('/'));
            [Some(rest), inside]
                .into_iter()
                .flatten()
                .map(|rest| format!("{from}/{rest}"))
                .find(|path| matches!(self.world.ask(Question::Look(path)), Answer::Entry(_)))
        })
    }

    /// Whether git holds exactly these bytes.
    pub(super) fn is_committed(&mut self, path: &str) -> bool {
        self.tracked(path) == Answer::Tracked(Tracked::Clean)
    }

    fn tracked(&mut self, path: &str) -> Answer {
        if let Some((_, answer)) = self.files.tracked.iter().find(|(p, _)| p == path) {
            return answer.clone();
        }
        let answer = self.world.ask(Question::Tracked(path));
        self.files.tracked.push((path.to_owned(), answer.clone()));
        answer
    }

    /// A file that nobody changed lately: git has it, or it belongs to the system.
    pub(super) fn is_settled(&mut self, path: &str) -> bool {
        SYSTEM_PROGRAMS.iter().any(|f| path.starts_with(f))
            || path.strip_prefix(&self.home).is_some_and(|rest| LARGE_AND_COMMON.contains(&rest))
            || self.is_committed(path)
    }

    /// A file that is run and cannot be read. A bundle among build output is larger than what is read, and made by a
    /// build.
    pub(super) fn unreadable_file(&mut self, path: &str, lang: Option<Lang>, why: Why, span: Span) {
        let bundle = why == Why::TooLarge
            && matches!(lang, Some(Lang::JavaScript | Lang::Python | Lang::Php | Lang::Ruby))
            && self.kind_of(path) == PlaceKind::Build;
        if why == Why::MaybeWritten || !bundle && !self.is_settled(path) {
            self.unknown_code_in(path, why, span);
        }
    }

    pub(super) fn unknown_code_in(&mut self, path: &str, why: Why, span: Span) {
        self.push(Effect {
            kind: Kind::RunUnknownCode,
            target: Some(shown(path)),
            scale: Scale::One,
            reach: Reach::User,
            undo: Undo::Hard,
            span,
            rule: "file/unknown-code".to_owned(),
            command: String::new(),
            setting: None,
            leads: Leads::Here,
            repeats: crate::effect::Repeats::default(),
            text: shown(&format!("runs `{path}`, which could not be read: {}", why.sentence())),
            floor: Tier::Medium,
            hardline: false,
            certainty: 0.4,
            instead: None,
        });
    }

    /// Objects are made of what is in a file, and may run code while they are. A text is looked at for the tags that do.
    pub(super) fn deserializes(&mut self, path: &str, tagged: bool, span: Span) {
        if self.is_committed(path) {
            return;
        }
        let own = self.written.iter().rev().find(|(p, _)| p == path).map(|(_, content)| content.clone());
        if let Some(from) = own.as_ref().and_then(Value::download).map(str::to_owned) {
            return self.runs_download(
                Some(&from),
                span,
                &format!("makes objects of what it downloaded from {from}"),
            );
        }
        let text = match own {
            Some(content) => content.literal(),
            None => match self.file_text(path, false) {
                FileText::Text(text) => Some(text),
                FileText::Unreadable(_) => None,
                FileText::Native | FileText::Absent => return,
            },
        };
        if !tagged || text.is_some_and(|text| text.contains("!!python/") || text.contains("!ruby/")) {
            self.unknown_code_in(path, Why::MakesObjects, span);
        }
    }

    /// Reads what is in a file that was there before the call. What merely could not be known beforehand in it is not
    /// held against the call; a bound that was reached is, unless git has the file. Whether all of it was read.
    pub(super) fn inside_file(&mut self, path: &str, span: Span, read: impl FnOnce(&mut Self)) -> bool {
        let outer = std::mem::replace(&mut self.in_file, true);
        let (kept, bounded) = (self.effects.len(), self.bounded);
        self.files.open.push(path.to_owned());
        let depth = std::mem::replace(&mut self.files.depth, self.depth);
        let broken = std::mem::replace(&mut self.files.broken, false);
        read(self);
        self.files.open.pop();
        self.files.depth = depth;
        let broken = std::mem::replace(&mut self.files.broken, broken);
        self.in_file = outer;
        let mut index = 0;
        self.effects.retain(|e| {
            index += 1;
            index <= kept || e.kind != Kind::Unreadable
        });
        if self.bounded && !bounded {
            if self.is_settled(path) {
                self.bounded = false;
            } else {
                self.unknown_code_in(path, Why::Bound, span);
            }
            return false;
        }
        if broken && !self.is_settled(path) {
            self.unknown_code_in(path, Why::Syntax, span);
        }
        !broken
    }

    /// The file being read, if the call's own text is not.
    pub(super) fn file_being_read(&self) -> Option<Rc<str>> {
        self.files.innermost().filter(|_| self.in_file).map(Rc::from)
    }

    /// Runs what a file has defined: it is judged as what is in that file, wherever it is called.
    pub(super) fn as_in_file<T: Default>(
        &mut self,
        file: Option<&str>,
        run: impl FnOnce(&mut Self) -> T,
    ) -> T {
        match file.filter(|_| !self.in_file) {
            Some(file) => {
                let mut out = T::default();
                self.inside_file(file, self.span, |w| out = run(w));
                out
            }
            None => run(self),
        }
    }

    /// A makefile that holds what is not followed is not known.
    pub(super) fn note_broken_makefile(&mut self) {
        self.files.broken |= self.in_file;
    }

    /// A text could not be parsed. If it is that of a file being read, nobody knows what the file does.
    pub(super) fn note_broken_file(&mut self) {
        self.files.broken |= self.in_file && self.depth == self.files.depth + 1;
    }
}

/// `# coding: unicode_escape`: its interpreter reads another text than the one that is seen here. Encodings that leave ASCII
/// as it is change nothing.
fn has_odd_encoding(text: &str) -> bool {
    const PLAIN: &[&str] = &[
        "ascii",
        "big5",
        "binary",
        "cp12",
        "euc",
        "gb",
        "iso-8859",
        "iso8859",
        "koi8",
        "latin",
        "l1",
        "shift",
        "sjis",
        "us-ascii",
        "utf-8",
        "utf8",
        "windows-12",
    ];
    text.lines().take(2).filter(|line| line.trim_start().starts_with('#')).any(|line| {
        let Some((_, rest)) = line.split_once("coding") else { return false };
        let Some(rest) = rest.strip_prefix([':', '=']) else { return false };
        let name: String = rest
            .trim_start()
            .chars()
            .take_while(|c| c.is_ascii_alphanumeric() || "-_.".contains(*c))
            .collect();
        let name = name.to_ascii_lowercase().replace('_', "-");
        !name.is_empty() && !PLAIN.iter().any(|plain| name.starts_with(plain))
    })
}

/// The language that a script's first line names: `Ok(None)` without such a line.
pub(super) fn interpreter(text: &str) -> Result<Option<Lang>, Why> {
    let Some(line) = text.strip_prefix("#!").and_then(|rest| rest.lines().next()) else { return Ok(None) };
    let mut words = line.split_whitespace();
    let mut program = words.next().and_then(|p| p.rsplit('/').next()).unwrap_or("");
    if program == "env" {
        program = words.find(|w| !w.starts_with('-') && !w.contains('=')).unwrap_or("");
        program = program.rsplit('/').next().unwrap_or(program);
    }
    let name = program.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.' || c == '-');
    Ok(Some(match name {
        "sh" | "bash" | "dash" | "zsh" | "ksh" | "ash" | "rbash" | "mksh" | "busybox" => Lang::Shell,
        "python" | "pypy" | "uv" | "uvx" | "pipx" => Lang::Python,
        "node" | "bun" | "deno" | "nodejs" | "tsx" | "ts-node" | "zx" => Lang::JavaScript,
        "perl" => Lang::Perl,
        "ruby" => Lang::Ruby,
        "php" => Lang::Php,
        "lua" | "luajit" => Lang::Lua,
        "awk" | "gawk" | "mawk" | "nawk" => Lang::Awk,
        "sed" => Lang::Sed,
        "make" | "gmake" => Lang::Make,
        "Rscript" | "bb" | "clj" | "clojure" | "crystal" | "csi" | "dart" | "dotnet" | "elixir"
        | "elvish" | "escript" | "expect" | "fish" | "gjs" | "gnuplot" | "go" | "gorun" | "groovy"
        | "guile" | "java" | "jbang" | "jshell" | "julia" | "just" | "kotlin" | "kotlinc" | "nix-shell"
        | "nu" | "ocaml" | "octave" | "osascript" | "pwsh" | "racket" | "runghc" | "runhaskell"
        | "rust-script" | "sbcl" | "scala" | "scala-cli" | "stack" | "swift" | "tclsh" | "wish" => {
            Lang::Other
        }
        _ => return Err(Why::Interpreter),
    }))
}

/// A compiled program, by how it begins. A text that only begins like one is a script to a shell that is handed it.
fn is_native(bytes: &[u8]) -> bool {
    let at = |index: usize| bytes.get(index).copied().unwrap_or(0);
    match bytes.get(..4) {
        // Class, byte order and version must hold, or the kernel does not take it.
        Some(b"\x7fELF") => {
            matches!(at(4), 1 | 2) && matches!(at(5), 1 | 2) && at(6) == 1 && bytes.len() > 52
        }
        Some([0xfe, 0xed, 0xfa, 0xce | 0xcf] | [0xce | 0xcf, 0xfa, 0xed, 0xfe]) => {
            bytes.len() > 32 && bytes.iter().take(32).any(|b| *b == 0)
        }
        Some([0xca, 0xfe, 0xba, 0xbe]) => bytes.len() > 32 && at(4) == 0,
        Some([b'M', b'Z', ..]) => {
            let header = u32::from_le_bytes([at(0x3c), at(0x3d), at(0x3e), at(0x3f)]) as usize;
            bytes.get(header..header.saturating_add(4)) == Some(b"PE\0\0")
        }
        _ => false,
    }
}

#[cfg(test)]
#[path = "files_tests.rs"]
mod tests;
