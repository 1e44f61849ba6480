//! The format of a table of known tools, as serde sees it. What serde cannot check is checked in `tool.rs`.

use serde::Deserialize;
use toml::Spanned;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct File {
    /// What the server is called in people's settings: `mcp__NAME__tool`. Without one these are an agent's own tools.
    #[serde(default)]
    pub server: Vec<String>,
    /// The names say by themselves whose they are (`browser_click`): they hold without the server's name, too.
    #[serde(default)]
    pub bare: bool,
    #[serde(default)]
    pub tool: Vec<Spanned<Tool>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tool {
    /// All that do the same, with blanks between.
    pub names: Spanned<String>,
    /// A word of `does.rs`.
    pub does: Spanned<String>,
    /// `action=list`: with that argument it only looks.
    #[serde(default)]
    pub looks_when: Vec<String>,
    /// Only where `does` does not say it already.
    pub tier: Option<Spanned<String>>,
    /// For a person: lower case, no full stop.
    pub text: Option<String>,
    #[serde(default)]
    pub example: Vec<Spanned<Example>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Example {
    pub tool: String,
    /// JSON.
    pub args: Option<String>,
    pub want: String,
}
