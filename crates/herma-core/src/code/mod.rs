//! Inline code: what a Python, JavaScript, Perl, Ruby, PHP, Lua or awk text would do to files, processes and
//! the network. A light reader, not an interpreter: it finds the calls that matter; ordinary computing code is
//! ordinary.

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
}

/// One thing the code would do. `at` is the byte offset of the call in the source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    pub at: usize,
    pub act: Act,
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
    Listen,
    Kill {
        pid: CodeText,
    },
    /// An SQL text is executed.
    Sql(CodeText),
    /// Code that is not in the text is evaluated; `downloaded` when it came over the network.
    EvalUnknown {
        downloaded: bool,
    },
}

/// What a reader found, and whether it could read the text at all.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Reading {
    pub findings: Vec<Finding>,
    /// False when the text could not be read as this language: what it does is unknown.
    pub complete: bool,
}
