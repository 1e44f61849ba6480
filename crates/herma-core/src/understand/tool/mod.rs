//! Structured tools: what a call of `Write`, `run_commands`, `mcp__stripe__create_refund` would do (`docs/tools.md`).
//!
//! In this order of trust: the table of known tools; the verbs and objects in the name; the arguments; the description,
//! the schema and the annotations. What comes later may raise what came before, and lower nothing: the one exception is
//! the annotations of a server that the user's policy trusts, about what the name leaves to guess.

mod agent;
mod also;
mod arguments;
mod browser;
mod claims;
mod description;
mod desktop;
mod destinations;
#[allow(dead_code, reason = "build.rs uses more of it")]
pub(crate) mod does;
mod keys;
mod known;
mod lexicon;
pub(crate) mod name;
pub(in crate::understand) mod personal;
mod press;
mod reading;
#[allow(dead_code, reason = "build.rs uses more of it")]
pub(crate) mod senses;
mod service;
mod settings;
mod statement;
#[cfg(test)]
mod tests;

use super::dependencies::Uses;
use super::walk::Walker;
use crate::assess::assess;
use crate::call::ToolCall;
use crate::effect::{Scale, Span};
use crate::policy::Policy;
use crate::verdict::Assessment;
use crate::work;
use crate::world::{Question, World};
use does::Does;
use reading::Reading;
use serde_json::Value as Json;

/// Which mode of the policy speaks for a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Area {
    Shell,
    Tools,
}

/// What understanding a call has come to.
pub(crate) struct Understood {
    pub(crate) assessment: Assessment,
    pub(crate) area: Area,
    pub(crate) uses: Uses,
    /// Where it starts.
    pub(crate) home: String,
    pub(crate) cwd: Option<String>,
    /// The links that it makes, and where they lead.
    pub(crate) links: Vec<(String, Option<String>)>,
}

/// Whether a tool of this name runs its `command` in a shell: then places in the text are places in that argument.
pub fn is_shell(tool: &str) -> bool {
    known::tool(tool).is_some_and(|known| known.does == Does::Shell)
}

/// Understands and assesses a call.
///
/// A folder or variables that a model names beside a command may be ignored by the agent. Such a call is read twice, with
/// them and without, and what it may do is what either may do: they never lower.
pub(crate) fn assess_call(call: &ToolCall, world: &dyn World, policy: &Policy) -> Understood {
    let said = understand(call, world, policy);
    match without_ignored(call) {
        Some(plain) => said.or(understand(&plain, world, policy), policy),
        None => said,
    }
}

/// The call without what its agent may ignore, if there is something of the sort.
fn without_ignored(call: &ToolCall) -> Option<ToolCall> {
    let args = call.args.as_object()?;
    if !is_shell(&call.tool) {
        return None;
    }
    let home = |key: &str| key.eq_ignore_ascii_case("home");
    let ignored = |key: &String| {
        keys::ENVIRONMENT.contains(&key.as_str())
            || home(key)
            || keys::CWD.contains(&key.as_str()) && !keys::starts_there(&call.tool, key)
    };
    let names: Vec<&String> =
        args.iter().filter(|(key, value)| ignored(key) && !value.is_null()).map(|(key, _)| key).collect();
    if names.is_empty() {
        return None;
    }
    let kept = args.iter().filter(|(key, _)| !names.contains(key));
    let args = Json::Object(kept.map(|(key, value)| (key.clone(), value.clone())).collect());
    Some(ToolCall { args, ..call.clone() })
}

impl Understood {
    /// What either of two readings of one call comes to.
    fn or(self, other: Understood, policy: &Policy) -> Understood {
        if self.assessment.effects == other.assessment.effects && self.cwd == other.cwd {
            return self;
        }
        let (one, two) = (self.assessment, other.assessment);
        let mut effects = one.effects;
        for effect in two.effects {
            if !effects.contains(&effect) {
                effects.push(effect);
            }
        }
        // Which of the two it will be is not known: nothing but the whole call can be granted.
        effects.iter_mut().for_each(|effect| effect.setting = None);
        let mut uses = self.uses;
        uses.extend(other.uses);
        let mut links = self.links;
        links.extend(other.links);
        let assessment = assess(effects, one.bounded || two.bounded, policy.threshold);
        Understood { assessment, area: self.area, uses, home: self.home, cwd: self.cwd, links }
    }
}

fn understand(call: &ToolCall, world: &dyn World, policy: &Policy) -> Understood {
    let known = known::tool(&call.tool);
    let does = known.map(|k| k.does);
    let cwd = match does {
        Some(Does::Shell) => keys::CWD
            .iter()
            .find_map(|k| call.args.get(k))
            .and_then(Json::as_str)
            .map(str::to_owned)
            .filter(|d| d.starts_with('/')),
        _ => None,
    };
    let cwd = cwd.or_else(|| call.cwd.clone());
    // No system has such folders: where the call runs is unknown, and so is all that it names.
    let too_long = [&cwd, &call.home].into_iter().flatten().any(|folder| folder.len() > work::PATH_MAX);
    if too_long {
        work::give_up();
    }
    let is_folder = |folder: &String| folder.len() <= work::PATH_MAX;
    let cwd = cwd.filter(is_folder).map(|cwd| walked(cwd, world));
    let mut walker = Walker::new(world, policy, cwd, call.home.clone().filter(is_folder));
    let (home, start) = (walker.home.clone(), walker.cwd());
    let area =
        if matches!(does, Some(Does::Shell | Does::Types | Does::Code)) { Area::Shell } else { Area::Tools };
    if call.mangled {
        walker.unreadable(Span::default(), "call/bytes", "holds bytes that are not valid text");
    }
    let trusted = policy.mcp.trusts(name::split(&call.tool).0);
    let named = match known {
        _ if super::task::is(call) => {
            walker.task_tool(call);
            None
        }
        Some(known) if walker.agent_tool(known, call) => {
            walker.destinations(call, known.does);
            None
        }
        Some(known) => Some(walker.known_service(known, call)),
        None if super::mcp::is_request(call) => {
            walker.mcp_request(call);
            None
        }
        None => Some(walker.unknown_tool(call, trusted)),
    };
    walker.settings_tool(call);
    walker.claims(call, named);
    if walker.tampers {
        // In a loop what stands behind comes before.
        walker.effects.iter_mut().for_each(|effect| effect.setting = None);
    }
    let assessment = assess(walker.effects, walker.bounded, policy.threshold);
    Understood { assessment, area, uses: walker.uses, home, cwd: start, links: walker.links }
}

/// A folder with a `..` in it is where the system would walk to, not what the names look like.
fn walked(folder: String, world: &dyn World) -> String {
    let plain = !folder.split('/').any(|name| name == "..");
    if plain { folder } else { world.text(Question::RealPath(&folder)).unwrap_or(folder) }
}

impl Walker<'_> {
    /// A service that a table lists.
    fn known_service(&mut self, known: known::Known, call: &ToolCall) -> Does {
        // A text beside `action: list` is a message after all.
        let told = known.does.tells_others() && arguments::has_prose(&call.args);
        let does = if known.only_looks(&call.args) && !told { Does::Looks } else { known.does };
        let reading = Reading { does, certainty: 0.95, broad: false, database: does == Does::Queries };
        self.service(call, &reading, (known.tier.filter(|_| does == known.does), known.text));
        self.described(call, None);
        self.arguments(call, &reading);
        self.destinations(call, does);
        self.goes_to_pages(call, reading.does);
        reading.does
    }

    /// Whatever goes to addresses may go to ours; whatever drives a page acts on it.
    fn goes_to_pages(&mut self, call: &ToolCall, does: Does) {
        if does == Does::Drives {
            self.drives(call);
        } else if (browser::has_a_page(&call.tool) || call.tool.to_ascii_lowercase().contains("browser"))
            && self.page_code(call) == Some(true)
        {
            let said = (None, "runs code on a page");
            self.deed(call, Does::Changes, "tool/drives", said, Scale::One, 0.85);
        }
        self.own_pages_in_arguments(&call.args);
    }

    /// A tool that nobody listed.
    fn unknown_tool(&mut self, call: &ToolCall, trusted: bool) -> Does {
        let words = name::words(name::split(&call.tool).1);
        let mut guessed = reading::of_words(&words);
        // `mcp__pg__query`: the server's name says what its queries are.
        guessed.database |= reading::of_words(&name::words(name::split(&call.tool).0.unwrap_or(""))).database;
        if desktop::is_desktop(&words, guessed.does) {
            self.desktop_tool(call);
        }
        let reading = claims::by_trusted_hints(guessed, call, trusted);
        self.service(call, &reading, (None, ""));
        self.described(call, Some(reading.does));
        if reading.does != guessed.does {
            // A server's word is about its name: the arguments say what they say beside the name as well. First, as what
            // is only supposed to be a command would hide the same one that is.
            self.arguments(call, &guessed);
        }
        self.arguments(call, &reading);
        self.destinations(call, guessed.does);
        self.goes_to_pages(call, reading.does);
        reading.does
    }
}
