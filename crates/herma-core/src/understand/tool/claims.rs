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

impl Walker<'_> {
    pub(super) fn claims(&mut self, call: &ToolCall, named: Option<Does>) {
        if let Some(action) = &call.action {
            let claimed = match reading::of_words(&name::words(action)).does {
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
