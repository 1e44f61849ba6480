//! The agent's card: what it is, how to reach it, what it takes.

use crate::protocol::{Takes, VERSION};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// How long others may keep it.
const MAX_AGE_S: u64 = 300;

#[derive(Debug, Clone)]
pub struct Card {
    pub name: String,
    pub description: String,
    pub url: String,
    pub identity: String,
    pub push: bool,
    pub takes: Takes,
    /// What the executor is, for those who ask for the extended card.
    pub executor: String,
    /// Seconds since the epoch: when what it says last changed.
    pub changed: i64,
}

impl Card {
    pub fn to_json(&self) -> Value {
        json!({
            "name": self.name,
            "description": self.description,
            "version": env!("CARGO_PKG_VERSION"),
            "supportedInterfaces": [
                {"url": self.url, "protocolBinding": "JSONRPC", "protocolVersion": VERSION},
                {"url": self.url, "protocolBinding": "JSONRPC", "protocolVersion": "0.3"},
            ],
            "capabilities": {"streaming": true, "pushNotifications": self.push, "extendedAgentCard": true},
            "securitySchemes": {"mtls": {"mtlsSecurityScheme": {
                "description": "TLS 1.3 with a client certificate of the fleet's CA; its one URI name is the identity"}}},
            "securityRequirements": [{"schemes": {"mtls": {"list": []}}}],
            "defaultInputModes": self.takes.modes(),
            "defaultOutputModes": ["text/plain", "application/json"],
            "skills": [{"id": "task", "name": "task", "description": "takes a task in plain words; one that matters \
                waits for a person here (TASK_STATE_AUTH_REQUIRED)", "tags": ["task", "human-in-the-loop"]}],
        })
    }

    /// For whoever has shown a certificate: who we are to the fleet, and what does the work.
    pub fn extended(&self) -> Value {
        let mut card = self.to_json();
        let skill = json!({"id": "identity", "name": "identity", "description":
            format!("{}; tasks are done by {}", self.identity, self.executor), "tags": ["identity"]});
        if let Some(skills) = card.get_mut("skills").and_then(Value::as_array_mut) {
            skills.push(skill);
        }
        card
    }

    pub fn etag(body: &str) -> String {
        let hash = Sha256::digest(body.as_bytes());
        let short: String = hash.iter().take(12).map(|byte| format!("{byte:02x}")).collect();
        format!("\"{short}\"")
    }

    pub fn cache_control() -> String {
        format!("private, max-age={MAX_AGE_S}")
    }

    /// As HTTP writes dates: `Sun, 06 Nov 1994 08:49:37 GMT`.
    pub fn last_modified(&self) -> String {
        let at = time::OffsetDateTime::from_unix_timestamp(self.changed)
            .unwrap_or(time::OffsetDateTime::UNIX_EPOCH);
        let day = at.weekday().to_string();
        let month = at.month().to_string();
        let (day, month) = (day.get(..3).unwrap_or_default(), month.get(..3).unwrap_or_default());
        let (hour, minute, second) = at.to_hms();
        format!("{day}, {:02} {month} {:04} {hour:02}:{minute:02}:{second:02} GMT", at.day(), at.year())
    }
}
