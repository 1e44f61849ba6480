//! Inline code: what a Python, JavaScript, Perl, Ruby, PHP, Lua or awk text would do to files, processes and
//! the network. A light reader, not an interpreter: it finds the calls that matter; ordinary computing code is
//! ordinary.
//!
//! Four steps. `lex` cuts the text into tokens, one flavour of strings and comments per language. `walk` goes over
//! the statements once (`statement`, `bind`) and follows imports, names, loops and the text's own functions. `expr`,
//! with `literal` and `member`, works out what is constant. `call` hands each call of a function that the tables in
//! `api` list to `apply`, which turns it into acts with `files`, `run`, `net` and `texts`. `awk`, `sed` and `sql` have
//! readers of their own.

mod api;
mod apply;
mod awk;
mod bind;
mod call;
mod computes;
mod decode;
mod expr;
mod files;
mod fill;
mod lex;
mod literal;
mod loose;
mod member;
mod names;
mod net;
mod run;
mod sed;
pub mod sql;
mod statement;
mod texts;
mod value;
mod walk;

#[cfg(test)]
mod tests;

use crate::knowledge::Lang;
pub use decode::base64_bytes;
pub(crate) use decode::percent as percent_decoded;
pub use sed::{SedAct, read_sed};
pub use sql::{SqlAct, SqlReading, read_sql};

/// Reads a text of inline code. A language without a reader is not complete: what it does is unknown.
pub fn read(lang: Lang, source: &str) -> Reading {
    match lang {
        Lang::Python | Lang::JavaScript | Lang::Perl | Lang::Ruby | Lang::Php | Lang::Lua => {
            walk::read(lang, source)
        }
        Lang::Awk => awk::read(source),
        Lang::Argv | Lang::Shell | Lang::Sed | Lang::Sql | Lang::Make | Lang::Editor | Lang::Other => {
            Reading::default()
        }
    }
}

/// Whether a text that could not be read has no word by which code reaches outside: it can only compute and print.
pub fn only_computes(lang: Lang, source: &str) -> bool {
    lang == Lang::Python && computes::only_computes(source)
}

/// A text that may be known only in parts, as `"~/x/" + name`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CodeText {
    pub parts: Vec<CodePart>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CodePart {
    /// Literal text. A leading `~` means the user's home (`Path.home()`, `os.path.expanduser("~")`, `Dir.home`).
    Text(String),
    Unknown,
    /// The value of this variable of the environment; without a name, of all of them.
    Env(String),
    /// Everything that is there, one after the other: a loop over a listing, the star of a glob.
    Each,
}

impl CodeText {
    pub fn new(text: impl Into<String>) -> Self {
        CodeText { parts: vec![CodePart::Text(text.into())] }
    }

    pub fn unknown() -> Self {
        CodeText { parts: vec![CodePart::Unknown] }
    }

    /// The whole text, if all of it is known.
    pub fn known(&self) -> Option<&str> {
        match self.parts.as_slice() {
            [] => Some(""),
            [CodePart::Text(t)] => Some(t),
            _ => None,
        }
    }

    /// What it begins with, as far as that is known.
    pub fn prefix(&self) -> &str {
        match self.parts.first() {
            Some(CodePart::Text(t)) => t,
            Some(CodePart::Unknown | CodePart::Env(_) | CodePart::Each) | None => "",
        }
    }
}

/// One thing the code would do. `at` is the byte offset of the call in the source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CodeFinding {
    pub at: usize,
    pub act: Act,
    /// Where a program is started, when the code said so (`cwd="/"`, an earlier `os.chdir`). Paths of files are
    /// already joined to it.
    pub cwd: Option<CodeText>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Act {
    /// A string handed to a shell.
    Shell(CodeText),
    /// A program with its arguments, no shell.
    Argv(Vec<CodeText>),
    Delete {
        path: CodeText,
        deep: bool,
    },
    Write {
        path: CodeText,
    },
    /// What is written into a file that was opened, or named, for writing.
    Put {
        path: CodeText,
        content: CodeText,
    },
    Read {
        path: CodeText,
    },
    Move {
        from: CodeText,
        to: CodeText,
    },
    ChangeMode {
        path: CodeText,
        deep: bool,
    },
    /// From here on the name leads there.
    Link {
        target: CodeText,
        name: CodeText,
    },
    /// A file that runs with its owner's rights, whoever starts it.
    SetUid {
        path: CodeText,
    },
    /// What came over the network from there is in this file now.
    Store {
        path: CodeText,
        from: CodeText,
    },
    /// Something of the environment goes along with a request; `signs` where a token signs it.
    Carry {
        to: CodeText,
        what: CodeText,
        signs: bool,
    },
    /// Data leaves for this address.
    Send {
        to: CodeText,
    },
    /// Data is fetched from this address.
    Fetch {
        to: CodeText,
    },
    /// A raw connection to this address, as reverse shells make.
    Connect {
        to: CodeText,
    },
    /// A port is opened. `host` is what the code names; `None` when it names none.
    Listen {
        host: Option<CodeText>,
    },
    /// `pid` as a shell would write it: `$$`, `$PPID`, `-1`, `0`; a group is `-N`.
    Kill {
        pid: CodeText,
    },
    /// An SQL text is executed.
    Sql(CodeText),
    /// Code that is not in the text is evaluated; `downloaded` when it came over the network.
    EvalUnknown {
        downloaded: bool,
    },
    /// A file of the same language is run: `exec(open("x.py").read())`, `runpy.run_path`, `dofile`.
    /// A native library that is loaded: its code runs.
    LoadLibrary {
        path: CodeText,
    },
    RunFile {
        path: CodeText,
    },
    /// Objects are made of a file's bytes, and may run code while they are; `tagged` where only a text with tags does.
    Deserialize {
        path: CodeText,
        tagged: bool,
    },
    /// Something read here is part of a host's name that is asked for.
    LeaksInName {
        to: CodeText,
    },
    /// The text of a file is handed to a shell: `os.system(open("x").read())`.
    ShellFile {
        path: CodeText,
    },
}

/// What a reader found, and whether it could read the text at all.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Reading {
    pub findings: Vec<CodeFinding>,
    /// False when the text could not be read as this language: what it does is unknown.
    pub complete: bool,
}
