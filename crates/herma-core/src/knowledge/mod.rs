//! What programs do: the tables that `build.rs` makes out of `knowledge/*.toml`, unpacked one by one.
//!
//! The format is described in `docs/architecture.md`, "Adding a program".

use crate::effect::{CommandVerb, Kind, Reach, Tier, Undo};

#[cfg(test)]
pub(crate) mod examples;

mod unpack;

/// By its bare name, without a folder.
pub fn program(name: &str) -> Option<&'static Program> {
    #[cfg(test)]
    if HIDDEN.with_borrow(|hidden| hidden == name) {
        return None;
    }
    unpack::program(name)
}

#[cfg(test)]
thread_local! {
    /// A program whose table does not exist for now: what would be said if nobody had listed it.
    pub(crate) static HIDDEN: std::cell::RefCell<String> = const { std::cell::RefCell::new(String::new()) };
}

/// Every name there is, for patterns in command position.
pub fn names() -> impl Iterator<Item = &'static str> {
    unpack::names()
}

#[cfg(test)]
#[path = "../../build/mod.rs"]
mod tables_build;

/// A program, or a subcommand of one.
#[derive(Debug, Default)]
pub struct Program {
    pub names: &'static [&'static str],
    pub style: Style,
    pub opts: &'static [Opt],
    /// Options end at the first operand (`sudo`, `env`, `ssh`): what follows belongs to the carried command.
    pub stops_at_operand: bool,
    /// Its words mean the same in capitals (`redis-cli FLUSHALL`); tables have them in lower case.
    pub any_case: bool,
    /// Options under which it only looks (`--dry-run`).
    pub dry: &'static [&'static str],
    pub base: Base,
    pub rules: &'static [Rule],
    pub runs: &'static [Runs],
    pub subs: &'static [Sub],
    /// Code that knows what a table cannot say.
    pub special: Option<Special>,
}

/// A subcommand, unpacked when [`Program::sub`] asks for it.
#[derive(Debug)]
pub struct Sub {
    /// All its names, with spaces between.
    names: &'static str,
    start: u32,
    len: u32,
    unpacked: std::sync::OnceLock<&'static Program>,
}

/// How its options are written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Style {
    #[default]
    /// `-rf`, `--recursive`, `--out=x`, unambiguous abbreviations of long options, `--` ends them.
    Gnu,
    /// One dash, whole words: `find -name`, `java -jar`, `terraform -chdir=x`. Two dashes are taken as one.
    Single,
    /// `key=value` operands: `dd if=a of=b`. An option `of=` is asked for as `of`.
    Dd,
    /// No options at all: every word is an operand.
    Plain,
}

/// One option with all its spellings, dashes included. The first is the one rules use.
#[derive(Debug)]
pub struct Opt {
    pub names: &'static [&'static str],
    pub value: OptValue,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OptValue {
    No,
    Required,
    /// Two words follow; the second is the value: `jq --arg name value`.
    Two,
    /// Only joined: `--color=auto`, `-i.bak`.
    Optional,
}

/// What it does when no rule fires.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Base {
    /// Nothing outside itself (`echo`, `true`). Tier safe.
    Nothing,
    /// Reads its operands as paths. Tier safe.
    Reads,
    /// Runs: builds, tests, ordinary work. Tier low.
    Runs,
    /// Nobody can say without looking: tier medium.
    #[default]
    Asks,
}

/// One effect, under a condition.
#[derive(Debug)]
pub struct Rule {
    pub id: &'static str,
    /// All of these must hold; each is a list of alternatives.
    pub when: &'static [&'static [Test]],
    pub effect: Kind,
    pub on: On,
    pub what: What,
    /// Goes down the tree.
    pub deep: bool,
    pub reach: Option<Reach>,
    pub undo: Option<Undo>,
    pub tier: Option<Tier>,
    pub hardline: bool,
    /// `{}` stands for the target.
    pub text: &'static str,
    pub instead: Option<&'static str>,
}

#[derive(Debug)]
pub struct Test {
    pub negate: bool,
    pub cond: Cond,
}

#[derive(Debug)]
pub enum Cond {
    /// The option is there; with a pattern (`*` and `?`), its value fits.
    Opt(&'static str, Option<&'static str>),
    /// Operand N (from 1) fits.
    Arg(u8, &'static str),
    /// Any operand fits.
    AnyArg(&'static str),
    /// The last operand fits.
    LastArg(&'static str),
    /// The verb among the operands is of this kind.
    Verb(CommandVerb),
    /// At least so many operands.
    AtLeast(u8),
    /// Something is piped or redirected in.
    Stdin,
    /// What is piped in is known, and fits.
    StdinFits(&'static str),
}

/// Which words an effect is on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum On {
    Args,
    /// Operands from N (from 1) on.
    ArgsFrom(u8),
    Arg(u8),
    Last,
    ButLast,
    /// The value(s) of an option.
    Opt(&'static str),
    /// The working directory and what is below it.
    Cwd,
    /// Nothing that can be named; the text says it all.
    Nothing,
}

/// What those words are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum What {
    Path,
    /// A host, `user@host`, or URL. Loopback stays on the machine.
    Host,
    Name,
}

/// What it carries: another command, or code.
#[derive(Debug)]
pub struct Runs {
    pub when: &'static [&'static [Test]],
    pub code: Carried,
    pub lang: Lang,
    pub place: RunPlace,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Carried {
    /// Operands from N (from 1) on are a command line.
    ArgsFrom(u8),
    /// The value of an option is code.
    Opt(&'static str),
    /// Operand N is code.
    Arg(u8),
    /// Each operand that starts with a plus is code: `vim +wq`.
    PlusArgs,
    /// Operand N names a file of code.
    Script(u8),
    /// The value of an option names a file of code.
    ScriptOpt(&'static str),
    /// What comes in on standard input is code.
    Stdin,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lang {
    /// Words of a command line, run without a shell.
    Argv,
    Shell,
    Python,
    JavaScript,
    Perl,
    Ruby,
    Php,
    Lua,
    Awk,
    Sed,
    Sql,
    Make,
    /// Commands of an editor, pager or debugger: `%s/a/b/`, `!ls`, `shell ls`.
    Editor,
    /// Code we have no reader for.
    Other,
}

/// Where the carried command runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunPlace {
    Here,
    /// On another host: the same words speak of that host.
    Remote,
    /// In a container: its root is not ours.
    Container,
}

/// Programs that need code of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Special {
    Awk,
    Crontab,
    Curl,
    Dd,
    Docker,
    Env,
    Fd,
    Find,
    Fuser,
    Git,
    Herma,
    Kill,
    Killall,
    Lsof,
    Ln,
    Make,
    Netcat,
    Patch,
    Pkill,
    Rsync,
    Sed,
    Ssh,
    Sudo,
    Tar,
    Tee,
    Tmux,
    Xargs,
}
