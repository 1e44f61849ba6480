//! The programs that agents' hosts run as: the one list behind everything that recognises an agent's process. The specs of
//! `herma-agents` are held to it by a test there; the judge may not depend on that crate.

/// An agent's host, as its process is seen from outside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AgentHost {
    /// The name of its program.
    pub program: &'static str,
    /// Folders that it is installed in: `node …/@anthropic-ai/claude-code/cli.js`.
    pub packages: &'static [&'static str],
    /// A variable that it sets for what it starts.
    pub mark: Option<&'static str>,
    /// Whether Herma connects to it (a spec in `herma-agents`), or only knows its name.
    pub connected: bool,
}

const fn host(program: &'static str) -> AgentHost {
    AgentHost { program, packages: &[], mark: None, connected: true }
}

const fn known(program: &'static str) -> AgentHost {
    AgentHost { connected: false, ..host(program) }
}

/// Sorted by program.
pub const HOSTS: &[AgentHost] = &[
    known("aider"),
    AgentHost { packages: &["claude-code"], mark: Some("CLAUDECODE"), ..host("claude") },
    host("cline"),
    AgentHost { mark: Some("CODEX_SANDBOX"), ..host("codex") },
    host("copilot"),
    host("crush"),
    host("cursor-agent"),
    AgentHost { packages: &["gemini-cli"], mark: Some("GEMINI_CLI"), ..host("gemini") },
    AgentHost { packages: &["goose-ai"], ..host("goose") },
    AgentHost { packages: &["hermes-agent"], ..host("hermes") },
    host("openclaw"),
    AgentHost { packages: &["opencode-ai"], ..host("opencode") },
    known("openhands"),
    known("qwen"),
    known("windsurf"),
];

/// The host that a program of this name is.
pub fn by_program(name: &str) -> Option<&'static AgentHost> {
    HOSTS.iter().find(|host| host.program == name)
}

#[cfg(test)]
mod tests {
    #[test]
    fn hosts_are_sorted_and_named_once() {
        assert!(super::HOSTS.is_sorted_by(|a, b| a.program < b.program));
    }
}
