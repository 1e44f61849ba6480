//! What the caller and the server claim about a call: it may raise. It lowers only what the name left to
//! guess, where the user's policy trusts the server.

use super::does::Does;
use super::name;
use super::reading::{self, Reading};
use crate::call::ToolCall;
use crate::effect::{Kind, Reach, Tier, Undo};
use crate::understand::walk::Walker;
use serde_json::Value as Json;

fn hint(call: &ToolCall, name: &str) -> Option<bool> {
    call.annotations.as_ref()?.get(name)?.as_bool()
}

/// What a trusted server's annotations make of the name, where that was a guess. A verb that deletes, pays, tells others,
/// permits, stops or harms is none; two hints that contradict each other say nothing.
pub(super) fn by_trusted_hints(reading: Reading, call: &ToolCall, trusted: bool) -> Reading {
    let guessed = matches!(
        reading.does,
        Does::Unknown | Does::Changes | Does::Runs | Does::Thing | Does::Makes | Does::Keeps
    );
    let looks = hint(call, "readOnlyHint") == Some(true) && hint(call, "destructiveHint") != Some(true);
    if !(trusted && guessed && looks) {
        return reading;
    }
    Reading { does: Does::Looks, certainty: reading.certainty.max(0.85), ..reading }
}

/// Labels of what is high whatever the call is: configuration, wallets, deployments.
#[rustfmt::skip]
const HIGH: &[&str] = &[
    "config", "configs", "configuration", "configurations", "configure", "crypto", "cryptocurrency", "deploy", "deployment", "deploys",
    "wallet", "wallets",
];

impl Walker<'_> {
    /// `edit_config {…}`, `config {"key": …, "value": …}`: configuration is high.
    fn changes_config(&mut self, call: &ToolCall) {
        let words = name::words(name::split(&call.tool).1);
        if !words.iter().any(|w| matches!(w.as_str(), "config" | "configs" | "configuration")) {
            return;
        }
        let value = || {
            let keys = ["value", "values", "set", "new_value", "newValue", "enabled", "settings", "patch"];
            keys.iter().any(|key| call.args.get(key).is_some())
        };
        let changes = match reading::of_words(&words).does {
            Does::Changes | Does::Removes | Does::Writes | Does::Deletes | Does::Disarms | Does::Permits => {
                true
            }
            Does::Looks | Does::Reads => words.len() == 1 && value(),
            _ => value(),
        };
        if changes {
            let text = "changes the configuration";
            self.say(Kind::ChangeConfig, "tool/config", text, Tier::High, Reach::User, Undo::Hard);
        }
    }

    pub(super) fn claims(&mut self, call: &ToolCall, named: Option<Does>) {
        if let Some(action) = &call.action {
            let words = name::words(action);
            let claimed = match reading::of_words(&words).does {
                _ if words.iter().any(|word| HIGH.contains(&word.as_str())) => Some(Tier::High),
                Does::Removes | Does::Stops | Does::Harms => Some(Tier::Critical),
                Does::Pays | Does::Permits | Does::Deploys | Does::Disarms | Does::Endangers => {
                    Some(Tier::High)
                }
                Does::Messages | Does::Publishes => Some(Tier::Medium),
                _ => None,
            };
            if let Some(tier) = claimed {
                self.say(
                    Kind::Run,
                    "call/action",
                    "the agent itself calls it something that matters",
                    tier,
                    Reach::User,
                    Undo::Hard,
                );
            }
        }
        self.changes_config(call);
        let reads = hint(call, "readOnlyHint");
        if hint(call, "destructiveHint") == Some(true) {
            self.say(
                Kind::Delete,
                "call/annotation",
                "its server calls it destructive",
                Tier::Medium,
                Reach::Remote,
                Undo::Hard,
            );
        }
        if reads == Some(false) && matches!(named, Some(Does::Looks | Does::Thing)) {
            self.say(
                Kind::Send,
                "call/annotation",
                "its server says that it does more than look",
                Tier::Medium,
                Reach::Remote,
                Undo::Hard,
            );
        }
        if call.annotations.as_ref().is_some_and(|a| !a.is_object() && *a != Json::Null) {
            self.unreadable(
                crate::effect::Span::default(),
                "call/annotation",
                "its annotations cannot be read",
            );
        }
    }
}
