//! Calls as agents were seen to send them, or as their documentation gives them: one file per agent in this folder, and what
//! is read from each. The files repeat what the specs say, so that a mistake in one of the two is noticed.

use herma_agents::{AGENTS, Agent};
use serde::Deserialize;
use serde_json::Value;
use std::path::Path;

/// The file of one agent.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "each test binary uses a part")]
pub struct Seen {
    pub reads: Reads,
    pub says: Says,
    pub calls: Vec<Call>,
    pub results: Vec<Result>,
    pub prompts: Vec<Prompt>,
}

/// Where anybody would look for a call.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "each test binary uses a part")]
pub struct Reads {
    /// Where the event is, and its name.
    pub event: Option<(String, String)>,
    pub tool: String,
    pub args: String,
    pub args_may_be_text: bool,
}

/// What the agent is told, to the letter: allowed as "fine", denied as "no".
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "each test binary uses a part")]
pub struct Says {
    pub allow: String,
    pub deny: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "each test binary uses a part")]
pub struct Call {
    pub input: Value,
    pub tool: String,
    pub args: Value,
    pub session: String,
    pub cwd: String,
    pub sub_agent: Option<String>,
}

/// What a tool gave back, and a piece of its text.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "each test binary uses a part")]
pub struct Result {
    pub input: Value,
    pub tool: String,
    pub text: String,
    pub call_id: Option<String>,
}

/// What the person said.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "each test binary uses a part")]
pub struct Prompt {
    pub input: Value,
    pub text: String,
    pub session: String,
}

/// Every agent with its file.
pub fn seen() -> Vec<(&'static Agent, Seen)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/seen");
    let file = |agent: &'static Agent| {
        let path = folder.join(format!("{}.json", agent.name));
        let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let seen: Seen = serde_json::from_str(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        assert!(!seen.calls.is_empty(), "{} has no call", path.display());
        (agent, seen)
    };
    AGENTS.into_iter().map(file).collect()
}
