//! The format of a table, as serde sees it. What serde cannot check is checked in `program.rs`.

use serde::Deserialize;
use toml::Spanned;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct File {
    #[serde(default)]
    pub program: Vec<Spanned<Program>>,
}

/// A program, or a subcommand of one.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Program {
    pub names: Spanned<Vec<String>>,
    pub about: Option<Spanned<String>>,
    /// A subcommand without one has its parent's.
    pub style: Option<Style>,
    #[serde(default)]
    pub opts: Vec<Spanned<String>>,
    #[serde(default)]
    pub stops: bool,
    #[serde(default)]
    pub anycase: bool,
    #[serde(default)]
    pub dry: Vec<Spanned<String>>,
    #[serde(default)]
    pub base: Base,
    pub special: Option<Special>,
    #[serde(default)]
    pub rule: Vec<Spanned<Rule>>,
    #[serde(default)]
    pub runs: Vec<Spanned<Runs>>,
    #[serde(default)]
    pub sub: Vec<Spanned<Program>>,
    #[serde(default)]
    pub example: Vec<Spanned<Example>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    pub id: Spanned<String>,
    pub when: Option<Spanned<String>>,
    pub effect: Spanned<String>,
    pub on: Option<Spanned<String>>,
    #[serde(default)]
    pub what: What,
    #[serde(default)]
    pub deep: bool,
    pub reach: Option<Spanned<String>>,
    pub undo: Option<Spanned<String>>,
    pub tier: Option<Spanned<String>>,
    #[serde(default)]
    pub hardline: bool,
    pub text: Spanned<String>,
    pub instead: Option<Spanned<String>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Runs {
    pub code: Spanned<String>,
    pub lang: Lang,
    #[serde(default)]
    pub place: RunPlace,
    pub when: Option<Spanned<String>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Example {
    pub run: Spanned<String>,
    /// One verdict, or a list of those that are fine.
    pub want: Spanned<toml::Value>,
}

/// Declares an enum that is written in lower case in a table and under its own name in Rust.
macro_rules! lower {
    ($name:ident { $($variant:ident),* $(,)? } $($default:ident)?) => {
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
        #[serde(rename_all = "lowercase")]
        pub enum $name { $($variant),* }
        impl $name {
            /// In the order in which `write.rs` numbers them.
            pub const ALL: &'static [$name] = &[$($name::$variant),*];
        }
        $(impl Default for $name {
            fn default() -> Self { $name::$default }
        })?
    };
}

lower!(Style { Gnu, Single, Dd, Plain });
lower!(Base { Nothing, Reads, Runs, Asks } Runs);
lower!(What { Path, Host, Name } Path);
lower!(RunPlace { Here, Remote, Container } Here);
lower!(Lang { Argv, Shell, Python, JavaScript, Perl, Ruby, Php, Lua, Awk, Sed, Sql, Make, Editor, Other });
lower!(Special {
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
});
