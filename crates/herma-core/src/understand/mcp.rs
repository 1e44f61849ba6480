//! What an MCP server wants of the client, and what it says of its own tools. The proxy hands these in under names that no
//! tool has.

use super::walk::Walker;
use crate::call::ToolCall;
use crate::effect::{Kind, Reach, Span, Tier, Undo};
use crate::text::shown;
use serde_json::Value as Json;

/// Before each of them; a tool's name has no colon in front of it.
const PREFIX: &str = "mcp:";
/// The server says something else of a tool than it did when it was first seen, or something that is fishy.
pub const DEFINITION: &str = "mcp:definition";
/// The server wants the client's model to write something.
pub const SAMPLING: &str = "mcp:sampling";
/// The server asks the person something.
pub const ELICITATION: &str = "mcp:elicitation";

/// An agent asks the person something.
pub const QUESTION: &str = "mcp:question";

/// What nobody should type into a form that a stranger shows.
const SECRETS: &[(&str, &str)] = &[
    ("password", "a password"),
    ("passwd", "a password"),
    ("passphrase", "a passphrase"),
    ("passcode", "a passcode"),
    ("secret", "a secret"),
    ("token", "a token"),
    ("apikey", "an API key"),
    ("accesskey", "an access key"),
    ("privatekey", "a private key"),
    ("seedphrase", "a seed phrase"),
    ("mnemonic", "a seed phrase"),
    ("recoveryphrase", "a seed phrase"),
    ("creditcard", "a card number"),
    ("cardnumber", "a card number"),
    ("cvv", "a card's code"),
    ("cvc", "a card's code"),
    ("iban", "an account number"),
    ("socialsecurity", "a social security number"),
    ("ssn", "a social security number"),
    ("onetimecode", "a one-time code"),
    ("verificationcode", "a one-time code"),
    ("otp", "a one-time code"),
    ("2fa", "a one-time code"),
    ("mfacode", "a one-time code"),
    ("credential", "credentials"),
];
/// Short ones stand inside other words: they count only as a word.
const WHOLE_WORD_BELOW: usize = 5;

pub(super) fn is_request(call: &ToolCall) -> bool {
    call.tool.starts_with(PREFIX)
}

impl Walker<'_> {
    pub(super) fn mcp_request(&mut self, call: &ToolCall) {
        let text = |name: &str| call.args.get(name).and_then(Json::as_str).map(shown).unwrap_or_default();
        let server = text("server");
        match call.tool.as_str() {
            DEFINITION => self.mcp_says(
                Kind::ChangeConfig,
                "mcp/definition",
                &format!("takes what `{server}` says of its tool `{}`: {}", text("tool"), text("why")),
                Tier::High,
            ),
            SAMPLING => match call.args.get("includeContext").and_then(Json::as_str) {
                None | Some("none") => self.mcp_says(
                    Kind::Run,
                    "mcp/sampling",
                    &format!("`{server}` has the model write something"),
                    Tier::Low,
                ),
                Some(_) => self.mcp_says(
                    Kind::Send,
                    "mcp/sampling-context",
                    &format!(
                        "`{server}` has the model write something, and wants what was said before with it"
                    ),
                    Tier::Medium,
                ),
            },
            ELICITATION => self.elicitation(call, &server),
            QUESTION => self.mcp_says(Kind::Run, "mcp/question", "an agent asks a person", Tier::Medium),
            _ => self.mcp_says(
                Kind::Run,
                "mcp/unknown",
                &format!("`{server}` wants something that nobody knows"),
                Tier::Medium,
            ),
        }
    }

    fn elicitation(&mut self, call: &ToolCall, server: &str) {
        let mut asked = Vec::new();
        words(&call.args, &mut asked);
        if let Some(what) = asked.iter().find_map(|text| secret_in(text)) {
            let text = format!("`{server}`, an MCP server, asks the person for {what}");
            self.mcp_says(Kind::ReadSecret, "mcp/asks-secret", &text, Tier::High);
        }
        if let Some(url) = call.args.get("url").and_then(Json::as_str) {
            let text = format!("`{server}`, an MCP server, sends the person to {}", shown(url));
            self.mcp_says(Kind::Send, "mcp/asks-url", &text, Tier::Medium);
        }
        let text = format!("`{server}`, an MCP server, asks the person something");
        self.mcp_says(Kind::Run, "mcp/asks", &text, Tier::Low);
    }

    fn mcp_says(&mut self, kind: Kind, rule: &str, text: &str, tier: Tier) {
        let (reach, undo) = match tier {
            Tier::Safe | Tier::Low => (Reach::Workspace, Undo::Easy),
            Tier::Medium | Tier::High | Tier::Critical => (Reach::User, Undo::Hard),
        };
        self.effect(kind, None, Span::default(), rule, text, tier, reach, undo);
    }
}

/// The message, and names, titles and descriptions of the fields.
fn words(value: &Json, out: &mut Vec<String>) {
    match value {
        Json::Object(map) => {
            for (key, inner) in map {
                out.push(key.clone());
                words(inner, out);
            }
        }
        Json::Array(items) => items.iter().for_each(|item| words(item, out)),
        Json::String(text) => out.push(text.clone()),
        Json::Null | Json::Bool(_) | Json::Number(_) => {}
    }
}

fn secret_in(text: &str) -> Option<&'static str> {
    let lower = text.to_lowercase();
    let joined: String = lower.chars().filter(|c| c.is_alphanumeric()).collect();
    let is_word = |word: &str| lower.split(|c: char| !c.is_alphanumeric()).any(|one| one == word);
    let stands = |word: &str| match word.len() < WHOLE_WORD_BELOW {
        true => is_word(word),
        false => joined.contains(word),
    };
    SECRETS.iter().find(|(word, _)| stands(word)).map(|(_, what)| *what)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::Policy;
    use crate::verdict::Decision;
    use crate::world::TableWorld;
    use serde_json::json;

    fn judged(tool: &str, args: Json) -> (Decision, String) {
        let call = ToolCall { tool: tool.to_owned(), args, ..ToolCall::default() };
        let verdict = crate::judge(&call, &TableWorld::developer(), &Policy::default());
        (verdict.decision, verdict.reason())
    }

    #[test]
    fn a_server_that_asks_the_person_for_a_secret_is_shown_as_such() {
        for (args, what) in [
            (json!({"message": "Please enter your GitHub password"}), "a password"),
            (
                json!({"message": "Log in", "requestedSchema": {"properties": {"api_key": {"type": "string"}}}}),
                "an API key",
            ),
            (
                json!({"message": "x", "requestedSchema": {"properties": {"a": {"title": "Card number"}}}}),
                "a card number",
            ),
            (json!({"message": "Enter the OTP we sent"}), "a one-time code"),
        ] {
            let (decision, reason) = judged(ELICITATION, args.clone());
            assert_eq!(decision, Decision::Ask, "{args}");
            assert!(reason.contains(what), "{args}: {reason}");
        }
        let harmless = json!({"message": "Which colour?", "requestedSchema": {"properties": {"colour": {"type": "string"}}}});
        assert_eq!(judged(ELICITATION, harmless).0, Decision::Allow);
        let elsewhere = json!({"message": "Log in", "mode": "url", "url": "https://login.example.net/"});
        assert_eq!(judged(ELICITATION, elsewhere).0, Decision::Ask);
    }

    #[test]
    fn a_changed_definition_is_asked_about() {
        let args = json!({"server": "fs", "tool": "read", "why": "changed"});
        assert_eq!(judged(DEFINITION, args).0, Decision::Ask);
        assert_eq!(judged(SAMPLING, json!({"messages": []})).0, Decision::Allow);
        assert_eq!(judged(SAMPLING, json!({"includeContext": "allServers"})).0, Decision::Ask);
        assert_eq!(judged("mcp:new", json!({})).0, Decision::Ask);
    }
}
