//! The names by which a spec selects code. `build.rs` compiles this file too, so a name that no code answers to is a build
//! error.

/// How an agent wants to be answered. The code is in `herma-agents`, one module per dialect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    ClaudeCode,
    Cline,
    Codex,
    Copilot,
    Crush,
    Cursor,
    Gemini,
    /// The dialect of `herma hook generic`.
    Generic,
    Goose,
    Hermes,
    /// What our own plugins read: allow, deny or silence in plain words.
    Plugin,
}

/// Writes a file that is Herma's alone. The code is in `herma-agents`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Writer {
    Cline,
    Copilot,
    Goose,
    Hermes,
    OpenClaw,
    OpenCode,
}

/// What an agent needs beyond its dialect: steps of `herma connect`, switches that `herma doctor` looks at, settings of the
/// machine. The code is in `crates/herma`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quirks {
    None,
    /// `disableAllHooks` and `allowManagedHooksOnly` in JSON settings; managed settings.
    ClaudeCode,
    /// Hooks that want trust, and a switch against typing into running programs; requirements.
    Codex,
    /// `hooksConfig` and `hooks` that switch hooks off.
    Gemini,
    /// A plugin that has to be enabled.
    Hermes,
}

impl Dialect {
    pub const NAMES: &[(&str, Dialect)] = &[
        ("claude-code", Dialect::ClaudeCode),
        ("cline", Dialect::Cline),
        ("codex", Dialect::Codex),
        ("copilot", Dialect::Copilot),
        ("crush", Dialect::Crush),
        ("cursor", Dialect::Cursor),
        ("gemini", Dialect::Gemini),
        ("generic", Dialect::Generic),
        ("goose", Dialect::Goose),
        ("hermes", Dialect::Hermes),
        ("plugin", Dialect::Plugin),
    ];
}

impl Writer {
    pub const NAMES: &[(&str, Writer)] = &[
        ("cline", Writer::Cline),
        ("copilot", Writer::Copilot),
        ("goose", Writer::Goose),
        ("hermes", Writer::Hermes),
        ("openclaw", Writer::OpenClaw),
        ("opencode", Writer::OpenCode),
    ];
}

impl Quirks {
    pub const NAMES: &[(&str, Quirks)] = &[
        ("none", Quirks::None),
        ("claude-code", Quirks::ClaudeCode),
        ("codex", Quirks::Codex),
        ("gemini", Quirks::Gemini),
        ("hermes", Quirks::Hermes),
    ];
}
