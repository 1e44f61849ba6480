//! From `knowledge/*.toml` to what the crate includes: strict reading, then one text of records, where each lies
//! in it, and the list of examples.
//!
//! Used by `build.rs`, and by the unit tests in `tests.rs` (through `src/knowledge/mod.rs`).

pub mod blob;
mod condition;
mod format;
mod program;
mod scope;
#[cfg(test)]
mod tests;
mod tool;
mod tool_format;
mod words;
mod write;

use std::collections::BTreeMap;
use std::fmt;

/// A mistake in a table. Line 0 means the folder as a whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    pub file: String,
    pub line: usize,
    pub message: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "knowledge/{}:{}: {}", self.file, self.line, self.message)
    }
}

/// The files that the crate includes.
#[derive(Debug)]
pub struct Made {
    /// All records, and all names: the text that `src/knowledge/unpack.rs` reads.
    pub records: String,
    /// Where they lie, as Rust.
    pub tables: String,
    pub examples: String,
    /// Known tools, their examples, and the words of tools' names.
    pub tools: blob::Compiled,
    pub tool_examples: String,
    pub words: String,
}

/// Takes one table after the other and remembers what must be unique among them.
#[derive(Debug, Default)]
pub struct Compiler {
    records: String,
    programs: Vec<write::Place>,
    names: BTreeMap<String, (usize, String)>,
    examples: Vec<String>,
    problems: Vec<Problem>,
    tools: tool::Tools,
    words: words::Words,
}

impl Compiler {
    pub fn tools(&mut self, file: &str, text: &str) {
        self.tools.file(file, text, &mut self.problems);
    }

    /// After all tables of tools.
    pub fn shells(&mut self, names: &[&str]) {
        self.tools.shells(names);
    }

    pub fn words(&mut self, file: &str, text: &str) {
        self.words.file(file, text, &mut self.problems);
    }

    pub fn file(&mut self, file: &str, text: &str) {
        let parsed: format::File = match toml::from_str(text) {
            Ok(parsed) => parsed,
            Err(error) => {
                let line = line_of(text, error.span().map_or(0, |s| s.start));
                let message = error.message().trim().replace('\n', ", ");
                return self.problems.push(Problem { file: file.to_owned(), line, message });
            }
        };
        let mut source = Source {
            file,
            text,
            problems: &mut self.problems,
            examples: &mut self.examples,
            records: &mut self.records,
        };
        if parsed.program.is_empty() {
            source.problem(0, "no `[[program]]` in this table");
        }
        for spanned in &parsed.program {
            let number = self.programs.len();
            let place = program::top(&mut source, spanned);
            let at = spanned.get_ref().names.span().start;
            for name in spanned.get_ref().names.get_ref() {
                if let Some((_, other)) = self.names.get(name) {
                    source.problem(at, format!("program `{name}` is already in knowledge/{other}"));
                }
                self.names.insert(name.clone(), (number, file.to_owned()));
            }
            self.programs.push(place);
        }
    }

    pub fn finish(self) -> Result<Made, Vec<Problem>> {
        let mut problems = self.problems;
        if self.programs.len() > usize::from(u16::MAX) {
            let message = "more programs than a u16 can count".to_owned();
            problems.push(Problem { file: String::new(), line: 0, message });
        }
        if !problems.is_empty() {
            return Err(problems);
        }
        let mut records = self.records;
        let names: Vec<(write::Place, usize)> = self
            .names
            .iter()
            .map(|(name, (number, _))| (write::store(&mut records, name), *number))
            .collect();
        let tables = write::tables(&self.programs, &names);
        let mut examples = String::from("pub static EXAMPLES: &[(&str, u32, &str, &[&str])] = &[\n");
        examples.extend(self.examples);
        examples.push_str("];\n");
        let (tools, tool_examples) = self.tools.finish();
        Ok(Made { records, tables, examples, tools, tool_examples, words: self.words.finish() })
    }
}

/// The table being read: where its problems and examples go.
struct Source<'a> {
    file: &'a str,
    text: &'a str,
    problems: &'a mut Vec<Problem>,
    examples: &'a mut Vec<String>,
    records: &'a mut String,
}

impl Source<'_> {
    fn store(&mut self, record: &str) -> write::Place {
        write::store(self.records, record)
    }

    fn problem(&mut self, at: usize, message: impl Into<String>) {
        let line = line_of(self.text, at);
        self.problems.push(Problem { file: self.file.to_owned(), line, message: message.into() });
    }

    fn example(&mut self, at: usize, run: &str, want: &[&str]) {
        let line = line_of(self.text, at);
        self.examples.push(format!("    ({:?}, {line}, {run:?}, &{want:?}),\n", self.file));
    }
}

fn line_of(text: &str, offset: usize) -> usize {
    let upto = text.as_bytes().get(..offset).unwrap_or(text.as_bytes());
    1 + upto.iter().filter(|&&b| b == b'\n').count()
}
