//! What a deed of somebody's service amounts to.

use super::does::Does;
use super::reading::Reading;
use crate::call::ToolCall;
use crate::effect::{Effect, Kind, Leads, Reach, Repeats, Scale, Span, Tier, Undo};
use crate::text::shown;
use crate::understand::walk::Walker;
use serde_json::Value as Json;

/// Least certainty at which what is low stays low: how broad a call is must not make a look a question.
const SURE_ENOUGH: f32 = 0.75;

impl Does {
    /// Kind, lowest tier, reach, way back, and what a person is told.
    pub(super) fn amounts_to(self) -> (Kind, Tier, Reach, Undo, &'static str) {
        match self {
            Does::Looks | Does::Reads => (Kind::Read, Tier::Low, Reach::Remote, Undo::Easy, "only looks"),
            Does::Makes | Does::Nothing | Does::Code | Does::Shell | Does::Types => (
                Kind::Run,
                Tier::Low,
                Reach::Workspace,
                Undo::Easy,
                "makes something, and changes nothing else",
            ),
            Does::Keeps | Does::Writes | Does::Patches | Does::Relocates => (
                Kind::Write,
                Tier::Low,
                Reach::Workspace,
                Undo::Easy,
                "changes something near, easily had back",
            ),
            Does::Drives => (Kind::Run, Tier::Low, Reach::Remote, Undo::Easy, "moves about"),
            Does::Queries => (Kind::Run, Tier::Low, Reach::Remote, Undo::Easy, "asks a database"),
            Does::Thing | Does::Delegates | Does::Fetches => {
                (Kind::Run, Tier::Low, Reach::Remote, Undo::Easy, "is named after a thing, not an act")
            }
            Does::Changes | Does::Desktop => {
                (Kind::Send, Tier::Medium, Reach::Remote, Undo::Hard, "changes something")
            }
            Does::Runs => (Kind::Run, Tier::Medium, Reach::Remote, Undo::Hard, "sets something going"),
            Does::Schedules => {
                (Kind::Persist, Tier::Medium, Reach::User, Undo::Hard, "makes something run later by itself")
            }
            // Taken back by another message; what it holds may make it worse.
            Does::Messages => {
                (Kind::Message, Tier::Medium, Reach::Person, Undo::Hard, "tells other people something")
            }
            Does::Publishes => {
                (Kind::Publish, Tier::Medium, Reach::Remote, Undo::Hard, "puts something where others see it")
            }
            Does::Deploys => (Kind::Publish, Tier::High, Reach::Remote, Undo::Hard, "changes what is live"),
            Does::Pays => (Kind::Pay, Tier::High, Reach::Person, Undo::None, "moves money"),
            Does::Permits => {
                (Kind::ChangePermission, Tier::High, Reach::Remote, Undo::Hard, "changes who may do what")
            }
            Does::Removes | Does::Deletes => {
                (Kind::Delete, Tier::Critical, Reach::Remote, Undo::None, "deletes or ends something")
            }
            Does::Stops => {
                (Kind::StopService, Tier::Critical, Reach::Remote, Undo::Hard, "stops something that runs")
            }
            Does::Reveals => (Kind::ReadSecret, Tier::High, Reach::User, Undo::None, "gives out a secret"),
            Does::Disarms => (
                Kind::DisableGuard,
                Tier::High,
                Reach::Remote,
                Undo::Hard,
                "turns off what watches or protects",
            ),
            Does::Endangers => {
                (Kind::Endanger, Tier::High, Reach::Person, Undo::None, "moves what people's safety hangs on")
            }
            Does::Harms => {
                (Kind::Harm, Tier::High, Reach::Person, Undo::None, "says of itself that it does harm")
            }
            Does::Unknown => {
                (Kind::Unreadable, Tier::Medium, Reach::Remote, Undo::Hard, "a tool that nobody knows")
            }
        }
    }

    /// Nothing outside changes by it.
    pub(super) fn is_harmless(self) -> bool {
        matches!(
            self,
            Does::Looks
                | Does::Reads
                | Does::Makes
                | Does::Nothing
                | Does::Drives
                | Does::Queries
                | Does::Thing
        )
    }

    /// Data goes to somebody.
    pub(super) fn tells_others(self) -> bool {
        matches!(self, Does::Messages | Does::Publishes | Does::Deploys)
    }
}

impl Walker<'_> {
    /// The deed itself, by a table or by the name.
    pub(super) fn service(&mut self, call: &ToolCall, reading: &Reading, said: (Option<Tier>, &str)) {
        let broad = reading.broad || is_broad(&call.args);
        let narrow = !broad && names_one(&call.args);
        let certainty = match (reading.does, broad, narrow) {
            (Does::Unknown, _, _) => reading.certainty,
            (_, true, _) => (reading.certainty - 0.1).max(SURE_ENOUGH),
            (_, false, true) => (reading.certainty + 0.05).min(0.98),
            (_, false, false) => reading.certainty,
        };
        let scale = if broad { Scale::Everything } else { Scale::One };
        let (tier, text) = said;
        let rule = if reading.certainty > 0.9 { "tool/known" } else { "tool/by-name" };
        self.deed(call, reading.does, rule, (tier, text), scale, certainty);
    }

    /// A deed that something about the call says it does.
    pub(super) fn deed(
        &mut self,
        call: &ToolCall,
        does: Does,
        rule: &str,
        said: (Option<Tier>, &str),
        scale: Scale,
        certainty: f32,
    ) {
        let (kind, tier, reach, undo, usual) = does.amounts_to();
        let tool = shown(&call.tool);
        let text = if said.1.is_empty() { usual } else { said.1 };
        let why = if rule == "tool/by-name" && does != Does::Unknown { ", by its name" } else { "" };
        self.push(Effect {
            kind,
            target: Some(tool.clone()),
            scale,
            reach,
            undo,
            span: Span::default(),
            rule: rule.to_owned(),
            command: String::new(),
            setting: None,
            leads: Leads::Here,
            repeats: Repeats::default(),
            text: format!("`{tool}` {text}{why}"),
            floor: said.0.unwrap_or(tier),
            hardline: false,
            certainty,
            instead: None,
        });
    }
}

/// One thing is named: an id, a key, a number.
fn names_one(args: &Json) -> bool {
    args.as_object().is_some_and(|map| {
        map.iter().any(|(key, value)| {
            let named = key.len() <= 64
                && (key.eq_ignore_ascii_case("id")
                    || key.ends_with("_id")
                    || key.ends_with("Id")
                    || key == "key");
            named && (value.is_string() || value.is_number())
        })
    })
}

/// All of it: `*`, `all`, an empty filter.
fn is_broad(args: &Json) -> bool {
    args.as_object().is_some_and(|map| {
        map.iter().any(|(key, value)| match value {
            Json::Bool(true) => {
                matches!(key.as_str(), "all" | "everything" | "force" | "recursive" | "entire")
            }
            Json::String(text) => matches!(text.as_str(), "*" | "all" | "ALL" | "everything" | ".*" | "%"),
            Json::Object(inner) => {
                inner.is_empty() && matches!(key.as_str(), "filter" | "where" | "query" | "selector")
            }
            Json::Null | Json::Bool(false) | Json::Number(_) | Json::Array(_) => false,
        })
    })
}
