//! The syntax tree: small, owned, and complete. Nothing in it is left as a raw string to be parsed later.

use crate::effect::Span;
use std::cell::RefCell;
use std::rc::Rc;

#[derive(Debug, Clone, Default)]
pub struct Script {
    pub items: Vec<Item>,
}

/// One element of a list: an and-or chain, and whether it goes to the background.
#[derive(Debug, Clone)]
pub struct Item {
    pub first: Pipeline,
    pub rest: Vec<(AndOr, Pipeline)>,
    pub background: bool,
    pub span: Span,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AndOr {
    And,
    Or,
}

#[derive(Debug, Clone)]
pub struct Pipeline {
    pub commands: Vec<Command>,
    pub span: Span,
}

#[derive(Debug, Clone)]
pub enum Command {
    Simple(Simple),
    Compound { kind: Compound, redirects: Vec<Redirect>, span: Span },
    Function { name: String, body: Rc<Command>, span: Span },
}

#[derive(Debug, Clone, Default)]
pub struct Simple {
    pub assigns: Vec<Assign>,
    pub words: Vec<Word>,
    pub redirects: Vec<Redirect>,
    pub span: Span,
}

#[derive(Debug, Clone)]
pub enum Compound {
    Group(Script),
    Subshell(Script),
    If {
        branches: Vec<(Script, Script)>,
        otherwise: Option<Script>,
    },
    /// `for` and `select`. Without words it runs over the positional parameters.
    For {
        name: String,
        words: Option<Vec<Word>>,
        body: Script,
    },
    ArithFor {
        header: Vec<Word>,
        body: Script,
    },
    /// `while` and `until`.
    While {
        test: Script,
        body: Script,
    },
    Case {
        subject: Word,
        arms: Vec<(Vec<Word>, Script)>,
    },
    Arith(Word),
    Test(Vec<Word>),
    Coproc(Box<Command>),
}

#[derive(Debug, Clone)]
pub struct Assign {
    pub name: String,
    pub subscript: Option<Word>,
    pub append: bool,
    pub value: AssignValue,
}

#[derive(Debug, Clone)]
pub enum AssignValue {
    Scalar(Word),
    Array(Vec<Word>),
}

#[derive(Debug, Clone)]
pub struct Redirect {
    /// The file descriptor, where one is named.
    pub fd: Option<u32>,
    pub op: RedirectOp,
    pub target: RedirectTarget,
    pub span: Span,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RedirectOp {
    Read,
    Write,
    Append,
    /// `>|`
    Clobber,
    ReadWrite,
    /// `&>` and `>&file`: standard output and error.
    WriteBoth,
    AppendBoth,
    /// `<&3`, `>&2`, `>&-`
    Duplicate,
    HereString,
    HereDocument,
}

#[derive(Debug, Clone)]
pub enum RedirectTarget {
    Word(Word),
    /// Filled in when the parser reaches the lines below.
    Here(Rc<RefCell<Word>>),
}

/// One word of the text, before any expansion.
#[derive(Debug, Clone, Default)]
pub struct Word {
    pub segments: Vec<Segment>,
    pub span: Span,
}

#[derive(Debug, Clone)]
pub enum Segment {
    /// Unquoted text: globs, braces and a leading tilde are live.
    Text(String),
    /// Single-quoted, `$'…'`, or behind a backslash: nothing is live.
    Quoted(String),
    /// Double-quoted: expansions are live, splitting is not.
    Double(Vec<Segment>),
    Parameter(Box<Parameter>),
    Command(Rc<Script>),
    /// Arithmetic: its text with expansions.
    Arith(Vec<Segment>),
    /// `<( )` and `>( )`.
    Process {
        writes: bool,
        script: Rc<Script>,
    },
}

#[derive(Debug, Clone, Default)]
pub struct Parameter {
    pub name: String,
    /// `${!name}`
    pub indirect: bool,
    /// `${#name}`
    pub length: bool,
    pub subscript: Option<Word>,
    pub op: Option<ParameterOp>,
}

#[derive(Debug, Clone)]
pub enum ParameterOp {
    /// `-` `=` `?` `+`; with the colon, an empty value counts as none.
    Default { kind: u8, colon: bool, word: Word },
    /// `#` `##` `%` `%%`
    Trim { suffix: bool, longest: bool, pattern: Word },
    /// `/` `//` `/#` `/%`
    Replace { all: bool, pattern: Word, with: Word },
    /// `:offset:length`
    Slice(Word),
    /// `^ ^^ , ,,` and `@Q`-like transformations.
    Change(u8, Word),
}
