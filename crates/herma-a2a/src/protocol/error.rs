//! What goes wrong, with the code that the protocol has for it.

use serde_json::{Value, json};

/// An error for the peer. Its words never hold anything that the peer does not know already.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{message}")]
pub struct Fault {
    pub code: i64,
    pub message: String,
    /// The name that machines go by; JSON-RPC's own errors have none.
    pub reason: Option<&'static str>,
    pub metadata: Vec<(&'static str, String)>,
}

const DOMAIN: &str = "a2a-protocol.org";
const INFO: &str = "type.googleapis.com/google.rpc.ErrorInfo";

impl Fault {
    fn new(code: i64, reason: Option<&'static str>, message: impl Into<String>) -> Fault {
        Fault { code, message: message.into(), reason, metadata: Vec::new() }
    }

    pub fn parse(why: &str) -> Fault {
        Fault::new(-32700, None, format!("this is no JSON: {why}"))
    }

    pub fn invalid_request(why: impl Into<String>) -> Fault {
        Fault::new(-32600, None, why)
    }

    pub fn no_method(method: &str) -> Fault {
        let method: String = method.chars().take(80).collect();
        Fault::new(-32601, None, format!("there is no method `{method}`"))
    }

    pub fn params(why: impl Into<String>) -> Fault {
        Fault::new(-32602, None, why)
    }

    pub fn internal() -> Fault {
        Fault::new(-32603, None, "something went wrong here; the operator finds it in the log")
    }

    /// Beyond a limit. JSON-RPC leaves this code to servers; the number of seconds says when to come back.
    pub fn busy(why: impl Into<String>, retry_after_s: u64) -> Fault {
        let mut fault = Fault::new(-32000, Some("RESOURCE_EXHAUSTED"), why);
        fault.metadata.push(("retryAfterSeconds", retry_after_s.to_string()));
        fault
    }

    /// Of another peer or of nobody: the same words, so that nobody learns which.
    pub fn task_not_found(id: &str) -> Fault {
        let id: String = id.chars().take(80).collect();
        let mut fault = Fault::new(-32001, Some("TASK_NOT_FOUND"), "there is no such task");
        fault.metadata.push(("taskId", id));
        fault
    }

    pub fn not_cancelable(state: &str) -> Fault {
        Fault::new(-32002, Some("TASK_NOT_CANCELABLE"), format!("the task is over: {state}"))
    }

    pub fn no_push() -> Fault {
        let why = "this agent sends no push notifications";
        Fault::new(-32003, Some("PUSH_NOTIFICATION_NOT_SUPPORTED"), why)
    }

    pub fn unsupported(why: impl Into<String>) -> Fault {
        Fault::new(-32004, Some("UNSUPPORTED_OPERATION"), why)
    }

    pub fn content_type(why: impl Into<String>) -> Fault {
        Fault::new(-32005, Some("CONTENT_TYPE_NOT_SUPPORTED"), why)
    }

    pub fn no_extended_card() -> Fault {
        Fault::new(-32007, Some("EXTENDED_AGENT_CARD_NOT_CONFIGURED"), "this agent has no extended card")
    }

    pub fn version(asked: &str) -> Fault {
        let asked: String = asked.chars().take(20).collect();
        let why = format!("`{asked}` is not spoken here; 1.0 and 0.3 are");
        Fault::new(-32009, Some("VERSION_NOT_SUPPORTED"), why)
    }

    pub fn to_json(&self) -> Value {
        let Some(reason) = self.reason else {
            return json!({"code": self.code, "message": self.message});
        };
        let metadata: serde_json::Map<String, Value> =
            self.metadata.iter().map(|(name, value)| ((*name).to_owned(), value.as_str().into())).collect();
        json!({"code": self.code, "message": self.message,
            "data": [{"@type": INFO, "reason": reason, "domain": DOMAIN, "metadata": metadata}]})
    }
}
