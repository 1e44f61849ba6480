//! The facts about every agent, as static data: one table per agent in `knowledge/agents/`, compiled by `build.rs`.
//!
//! This crate is a leaf. The judge takes its guard lists and process names from here, `herma-agents` the hooks, the binary
//! `connect`, `doctor` and help, `xtask` the documentation. No other file names an agent to guard it.

#![forbid(unsafe_code)]

mod agent;
mod dialect;

pub use agent::{
    AgentSpec, AskOwnPrompt, Folder, Guard, HookSpec, Install, Noted, Readme, Shape, TimeUnit, Tool, ToolKind,
};
pub use dialect::{Dialect, Quirks, Writer};

include!(concat!(env!("OUT_DIR"), "/agents.rs"));

/// The spec of this name.
#[must_use]
pub fn agent(name: &str) -> Option<&'static AgentSpec> {
    AGENTS.iter().find(|spec| spec.name == name)
}

/// A table of programs with `"@agents"` in it, and there the programs of all agents instead.
#[must_use]
pub fn with_agents(table: &str) -> String {
    let names: Vec<String> = lists::COMMANDS.iter().map(|name| format!("\"{name}\"")).collect();
    table.replace("\"@agents\"", &names.join(", "))
}
