//! What only the machine around the gateway knows.

use herma_engine::edit::Edit;
use herma_gate::{Enforcer, Gate};
use herma_store::{Request, SqliteStore};
use std::sync::Arc;

/// The gate over a store that several hold.
pub type TheGate = Gate<Arc<SqliteStore>>;

/// The binary, as the gateway sees it: policy, world, settings, spool.
pub trait GatewayHost: Send + Sync + 'static {
    /// The gate with the settings as they are now: whoever was taken off the list of approvers is off it (T32).
    fn gate(&self) -> Arc<TheGate>;
    /// Judges calls, and asks about them.
    fn enforcer(&self) -> &dyn Enforcer;
    /// A person changes the command, the text of the message, or all arguments of a request that waits: judged again, and a
    /// request of its own (T22).
    fn edit(&self, request: &Request, edit: Edit<'_>, account: &str) -> Result<Request, String>;
    /// What is in force, for a page.
    fn policy(&self) -> PolicyPage;
    /// What people should know about it: an edited policy that is not in force.
    fn policy_notice(&self) -> Option<String>;
    /// Takes in what hooks have noted down since.
    fn ingest(&self);
    /// Calls that left no trace, because the disk was full or failing.
    fn untraced(&self) -> u64;
    /// A text without the secrets in it: what is written down and sent to people.
    fn redacted(&self, text: &str) -> String;
    /// Bytes that are free where the store lies.
    fn disk_free(&self) -> Option<u64>;
}

/// The policy as merged, in parts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PolicyPage {
    pub files: Vec<PolicyRow>,
    pub settings: Vec<PolicyRow>,
    /// In the order in which they are asked.
    pub rules: Vec<PolicyRow>,
    pub ignored: Vec<String>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PolicyRow {
    pub name: String,
    pub value: String,
    pub from: String,
}
