//! The call: what an agent asks for, before anybody has thought about it.

use crate::effect::Tier;
use crate::verdict::Decision;
use serde_json::Value;

/// One tool call, as an agent, a proxy or a person handed it in.
///
/// Everything in here is the caller's word. Nothing in it may lower a decision.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ToolCall {
    /// The tool's name, exactly as the caller spells it.
    pub tool: String,
    /// The arguments, as JSON.
    pub args: Value,
    /// The caller's own label for the act ("read", "delete"). Raises only.
    pub action: Option<String>,
    /// What the tool's server says about the tool, and its annotations: a stranger's words.
    pub description: Option<String>,
    pub annotations: Option<Value>,
    /// The JSON schema of its arguments, likewise.
    pub schema: Option<Value>,
    pub origin: Origin,
    pub conversation: Conversation,
    /// What happened before in the session, as Herma itself noted it. Raises only.
    pub context: Context,
    /// What else a yes is good for alone: the peer that asks, the definition of the tool as it was shown.
    pub bound_to: Vec<String>,
    /// No later call is the same, since what it is bound to does not come again (the id of a task): an approval of it cannot be
    /// remembered, and only "once" is offered.
    pub comes_once: bool,
    /// Where the call would run, if the caller says so; else the world's working directory.
    pub cwd: Option<String>,
    /// The home of the user it would run as, if the caller says so; else the world's.
    pub home: Option<String>,
    /// The bytes could not be taken as they came (invalid UTF-8): what follows is an approximation.
    pub mangled: bool,
}

impl ToolCall {
    /// A plain shell command, as `herma check COMMAND` takes it.
    pub fn shell(command: impl Into<String>) -> Self {
        let mut args = serde_json::Map::new();
        args.insert("command".to_owned(), Value::String(command.into()));
        ToolCall { tool: "terminal".to_owned(), args: Value::Object(args), ..Self::default() }
    }
}

/// Who asks.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Origin {
    pub agent: Option<String>,
    pub session: Option<String>,
    /// Set when a sub-agent asks. Sub-agents meet the same gate.
    pub sub_agent: Option<String>,
    pub surface: Surface,
}

/// Whether somebody sits in front of the agent.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Surface {
    Interactive,
    #[default]
    Headless,
    Cron,
}

/// The person on the other side, if there is one.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Conversation {
    pub human: bool,
    pub last_message: Option<String>,
}

/// What came before this call. Noted by Herma, not said by the caller.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Context {
    /// What strangers wrote and the agent has read in this session, the newest last.
    pub taint: Vec<Taint>,
    /// A person of this conversation has shown signs of a crisis, and that is not over.
    pub crisis: bool,
    /// What the user's own assessors, and the reviewer, say about this very call.
    pub raised: Vec<Finding>,
}

/// A word about a call that can make it look worse, never better (`docs/assessors.md`, `docs/reviewer.md`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    pub by: FindingSource,
    /// `Allow` says nothing.
    pub decision: Decision,
    /// The lowest tier that it may have.
    pub tier: Option<Tier>,
    pub reason: String,
}

/// Whose word it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FindingSource {
    /// An assessor, by the name that the policy gives it.
    Assessor(String),
    /// The reviewer of mode `smart`, who was shown a call that would have run.
    Reviewer,
}

impl FindingSource {
    /// As `decided_by` says it.
    pub fn decides(&self) -> String {
        match self {
            FindingSource::Assessor(name) => format!("assessor:{name}"),
            FindingSource::Reviewer => "reviewer".to_owned(),
        }
    }

    /// Whose word it was, by what [`Self::decides`] says.
    pub fn named(text: &str) -> Self {
        match text.strip_prefix("assessor:") {
            Some(name) => FindingSource::Assessor(name.to_owned()),
            None => FindingSource::Reviewer,
        }
    }

    /// The rule of the effect that it adds.
    pub fn rule(&self) -> String {
        match self {
            FindingSource::Assessor(name) => format!("assessor/{name}"),
            FindingSource::Reviewer => "reviewer/raises".to_owned(),
        }
    }

    /// Whether an effect of this rule is somebody's word.
    pub fn is_rule(rule: &str) -> bool {
        rule.starts_with("assessor/") || rule.starts_with("reviewer/")
    }
}

/// Something a stranger wrote that the agent has read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Taint {
    /// Where from, in words: "the page https://example.com/x", "issue 12 of acme/app".
    pub source: String,
    /// What of it looks like an order to an agent, if anything does.
    pub order: Option<String>,
    /// Words of it that would stand in a call that obeys it: hosts, addresses, paths, accounts.
    pub names: Vec<String>,
    /// It has more names than are kept, or some that may not be: then whatever leaves or destroys may be what it asks for.
    pub more: bool,
}
