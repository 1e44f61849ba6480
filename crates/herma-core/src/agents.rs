//! The programs that agents' hosts run as: everything that recognises an agent's process asks here. The facts are those of the
//! specs (`knowledge/agents/`).

pub use herma_specs::{AGENTS as HOSTS, AgentSpec};

/// The agent that a program of this name is.
pub fn by_program(name: &str) -> Option<&'static AgentSpec> {
    HOSTS.iter().find(|host| host.program == name)
}
