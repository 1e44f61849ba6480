//! The agents people have, as executors. A task's words come on standard input or joined to an option: they never become
//! options themselves.

use herma_specs::AGENTS;

/// Stands for the task's text in a command line.
pub const TEXT: &str = "{text}";

/// The command line of the agent whose program has this name, if its spec has one.
pub fn preset(name: &str) -> Option<Vec<String>> {
    let spec = AGENTS.iter().find(|spec| spec.program == name && !spec.executor.is_empty())?;
    Some(spec.executor.iter().map(|word| (*word).to_owned()).collect())
}
