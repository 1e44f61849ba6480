//! The facts about every agent and every chat channel, as static data: one table each in `knowledge/agents/` and
//! `knowledge/channels/`, compiled by `build.rs`.
//!
//! This crate is a leaf. The judge takes its guard lists and process names from here, the policy the settings and accounts
//! of channels, `herma-agents` the hooks, `herma-server` the services, the binary `connect`, `doctor` and help, `xtask` the
//! documentation. No other file names an agent to guard it, nor a channel.

#![forbid(unsafe_code)]

mod agent;
mod channel;
mod channel_dialect;
mod dialect;

pub use agent::{
    AgentSpec, AskOwnPrompt, Folder, Guard, HookSpec, Install, Noted, Readme, Shape, TimeUnit, Tool, ToolKind,
};
pub use channel::{ChannelDocs, ChannelSpec, Ids};
pub use channel_dialect::{ChannelDialect, DialectFacts, Key, KeyFacts, KeyKind, Proof};
pub use dialect::{Dialect, Quirks, Writer};

include!(concat!(env!("OUT_DIR"), "/agents.rs"));
include!(concat!(env!("OUT_DIR"), "/channels.rs"));

/// The agent of this name.
#[must_use]
pub fn agent(name: &str) -> Option<&'static AgentSpec> {
    AGENTS.iter().find(|spec| spec.name == name)
}

/// The channel of this name.
#[must_use]
pub fn channel(name: &str) -> Option<&'static ChannelSpec> {
    CHANNELS.iter().find(|spec| spec.name == name)
}

/// A table of programs with `"@agents"` in it, and there the programs of all agents instead.
#[must_use]
pub fn with_agents(table: &str) -> String {
    let names: Vec<String> = lists::COMMANDS.iter().map(|name| format!("\"{name}\"")).collect();
    table.replace("\"@agents\"", &names.join(", "))
}
