//! The policy file: for now the modes, what a hook says when it allows, and where commands run.
//!
//! Rules come with the policy issue; the file format is versioned from the start.

use serde::Deserialize;

/// `policy.toml`, version 1.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Policy {
    pub version: u32,
    #[serde(default)]
    pub mode: Modes,
    #[serde(default)]
    pub hook: HookSettings,
    #[serde(default)]
    pub place: PlaceSettings,
}

impl Default for Policy {
    fn default() -> Self {
        Policy {
            version: 1,
            mode: Modes::default(),
            hook: HookSettings::default(),
            place: PlaceSettings::default(),
        }
    }
}

/// How strictly, per area.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Modes {
    pub shell: Mode,
    pub tools: Mode,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    #[default]
    Enforce,
    Observe,
    Smart,
    Off,
}

impl Mode {
    pub const fn as_str(self) -> &'static str {
        match self {
            Mode::Enforce => "enforce",
            Mode::Observe => "observe",
            Mode::Smart => "smart",
            Mode::Off => "off",
        }
    }
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct HookSettings {
    pub allow: HookAllow,
    pub ask: HookAsk,
    pub nobody: HookNobody,
}

/// What a hook answers when a call is allowed in enforce.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum HookAllow {
    /// `allow` where the agent's dialect has it: replaces the agent's own prompt.
    #[default]
    Allow,
    /// Nothing: the agent's own rules stay in force.
    Silent,
}

/// What a hook does with a call that a person must see.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum HookAsk {
    /// Waits for a person; past its deadline it denies with a ticket.
    #[default]
    Hold,
    /// Hands the question to the agent's own prompt where that reaches somebody, and holds elsewhere.
    Agent,
    /// Denies at once, with a ticket.
    Deny,
}

/// What a hook does with such a call where nobody sits in front of the agent. It never runs unseen.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum HookNobody {
    /// It waits all the same, and has a ticket: somebody may come by.
    #[default]
    Wait,
    Deny,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PlaceSettings {
    pub backend: Backend,
    pub container_root: ContainerRoot,
}

/// Where commands run. Only configuration says so; detection never does.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Backend {
    #[default]
    Host,
    Container,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ContainerRoot {
    #[default]
    Ask,
    Allow,
}

/// A policy file that cannot be used: where, and why.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {message}")]
pub struct PolicyError {
    pub line: usize,
    pub column: usize,
    pub message: String,
}

/// The only version of the format there is.
pub const POLICY_VERSION: u32 = 1;

impl Policy {
    pub fn parse(text: &str) -> Result<Policy, PolicyError> {
        let policy: Policy = toml::from_str(text).map_err(|e| {
            let (line, column) = position(text, e.span().map_or(0, |s| s.start));
            PolicyError { line, column, message: e.message().to_owned() }
        })?;
        if policy.version != POLICY_VERSION {
            return Err(PolicyError {
                line: 1,
                column: 1,
                message: format!(
                    "version `{}` is not known here; this herma reads version {POLICY_VERSION}",
                    policy.version
                ),
            });
        }
        Ok(policy)
    }
}

fn position(text: &str, offset: usize) -> (usize, usize) {
    let before = text.get(..offset).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
    (line, column)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_names_line_and_column() {
        let error = Policy::parse("version = 1\n[mode]\nshell = \"sleepy\"\n").unwrap_err();
        assert_eq!((error.line, error.column), (3, 9));
        let error = Policy::parse("version = 1\nmoed = 3\n").unwrap_err();
        assert_eq!(error.line, 2);
    }

    #[test]
    fn another_version_is_refused() {
        assert!(Policy::parse("version = 2\n").is_err());
    }

    #[test]
    fn an_unknown_word_is_answered_with_the_known_ones() {
        let error = Policy::parse("version = 1\n[hook]\nask = \"maybe\"\n").unwrap_err();
        assert_eq!((error.line, error.column), (3, 7));
        for word in ["maybe", "hold", "agent", "deny"] {
            assert!(error.message.contains(&format!("`{word}`")), "{error}");
        }
        let policy = Policy::parse("version = 1\n[hook]\nask = \"agent\"\nnobody = \"deny\"\n").unwrap();
        assert_eq!((policy.hook.ask, policy.hook.nobody), (HookAsk::Agent, HookNobody::Deny));
        assert_eq!(Policy::default().hook.ask, HookAsk::Hold);
    }

    #[test]
    fn modes_differ_per_area() {
        let policy =
            Policy::parse("version = 1\n[mode]\nshell = \"enforce\"\ntools = \"observe\"\n").unwrap();
        assert_eq!(policy.mode.tools, Mode::Observe);
    }
}
