//! Where a path leads: what a rule, a grant and a person have to hear of is what is there, not what it is called (T52).

use crate::effect::{Effect, Kind, Leads, Reach, Setting};
use crate::text::shown;
use crate::verdict::Assessment;
use crate::work::charge;
use crate::world::{Question, World};
use std::collections::HashSet;
use std::sync::Arc;

/// Ways that are followed. Nobody needs as many links to get to a file.
const MAX_WAYS: usize = 24;
/// Ends of a path that are told.
const MAX_TOLD: usize = 3;
/// Links that are compared in one unit of work.
const COMPARED: usize = 8;
/// Kinds of effects behind which something else may lie at a path.
const PUTS: &[Kind] = &[Kind::Write, Kind::Overwrite, Kind::Move, Kind::Download];
/// What acts on a link itself, and not on what it leads to.
const ON_LINKS: &[Kind] = &[Kind::Delete, Kind::Move];

/// Links that a call makes, and where each leads if that is known.
type Made = [(String, Option<String>)];

/// Everywhere that a path may lead to while a call runs.
#[derive(Debug, Default)]
pub(crate) struct Ways {
    pub(crate) ends: Vec<String>,
    /// There may be more.
    unsure: bool,
    /// A link on the way is made by the call itself.
    made: bool,
}

impl Ways {
    pub(crate) fn of(path: &str, links: &Made, world: &dyn World) -> Ways {
        let mut ways = Ways::default();
        let mut seen = vec![path.to_owned()];
        let mut at = 0;
        while let Some(path) = seen.get(at).cloned() {
            at += 1;
            let mut add = |path: String| match seen.contains(&path) {
                true => true,
                false if seen.len() < MAX_WAYS => {
                    seen.push(path);
                    true
                }
                false => false,
            };
            let mut through = false;
            // In a loop, or made anew, each of them may be the one that counts.
            for (link, to) in links {
                let Some(rest) = below(&path, link) else { continue };
                through = true;
                ways.unsure |= !to.as_ref().is_some_and(|to| add(joined(to, rest)));
            }
            ways.made |= through;
            match world.text(Question::RealPath(&path)) {
                Some(real) if real != path => ways.unsure |= !add(real),
                Some(_) if through => {}
                Some(real) => ways.ends.push(real),
                None => ways.unsure = true,
            }
        }
        ways
    }

    pub(crate) fn are_known(&self) -> bool {
        !self.unsure && !self.ends.is_empty()
    }

    /// The one place that it is, whatever the call does.
    fn only(&self) -> Option<&str> {
        match self.ends.as_slice() {
            [one] if !self.unsure && !self.made => Some(one),
            _ => None,
        }
    }
}

/// The links that a call makes, each also by the name that its folder really has.
pub(crate) fn by_all_names(
    mut links: Vec<(String, Option<String>)>,
    world: &dyn World,
) -> Vec<(String, Option<String>)> {
    for at in 0..links.len() {
        let Some((link, to)) = links.get(at) else { break };
        let other = (in_place(link, world), to.clone());
        if !links.contains(&other) {
            links.push(other);
        }
    }
    links
}

fn in_place(path: &str, world: &dyn World) -> String {
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    let real = if folder.is_empty() { None } else { world.text(Question::RealPath(folder)) };
    joined(real.as_deref().unwrap_or(folder), &format!("/{name}"))
}

fn below<'a>(path: &'a str, folder: &str) -> Option<&'a str> {
    path.strip_prefix(folder).filter(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Whether a path lies below one of these, and is none of them itself.
fn is_below_one(path: &str, folders: &HashSet<String>) -> bool {
    let folder = |at| path.get(..at).is_some_and(|folder| folders.contains(folder));
    !folders.is_empty() && path.match_indices('/').any(|(at, _)| folder(at))
}

fn joined(folder: &str, rest: &str) -> String {
    match format!("{}{rest}", folder.trim_end_matches('/')) {
        root if root.is_empty() => "/".to_owned(),
        path => path,
    }
}

/// Notes on each effect where its target leads and where its command runs, and says so to whoever is asked.
pub(crate) fn note(assessment: &mut Assessment, cwd: Option<&str>, links: &Made, world: &dyn World) {
    let put: HashSet<String> = assessment
        .effects
        .iter()
        .chain(&assessment.overflow_effects)
        .filter(|effect| PUTS.contains(&effect.kind) && effect.reach < Reach::Remote)
        .filter_map(|effect| effect.target.clone())
        .collect();
    let mut folders: Vec<(String, Option<String>)> = Vec::new();
    let mut last: Option<(Arc<Setting>, Arc<Setting>)> = None;
    for effect in assessment.effects.iter_mut().chain(&mut assessment.overflow_effects) {
        if let Some(setting) = &effect.setting {
            let folder = &setting.folder;
            let real = match folders.iter().find(|(known, _)| known == folder) {
                Some((_, real)) => real.clone(),
                None => {
                    let replaced =
                        cwd != Some(folder) && (put.contains(folder) || is_below_one(folder, &put));
                    let ways = Ways::of(folder, links, world);
                    let real = ways.only().filter(|_| !replaced).map(str::to_owned);
                    folders.push((folder.clone(), real.clone()));
                    real
                }
            };
            // One command line has thousands of effects, and as many words: it is copied once.
            let noted = match &last {
                Some((before, noted)) if Arc::ptr_eq(before, setting) => Arc::clone(noted),
                _ => Arc::new(Setting { real, ..Setting::clone(setting) }),
            };
            last = Some((Arc::clone(setting), Arc::clone(&noted)));
            effect.setting = Some(noted);
        }
        let Some(target) = effect.target.clone().filter(|target| target.starts_with('/')) else { continue };
        if effect.reach >= Reach::Remote {
            continue;
        }
        // Each link that the call makes is compared with the target, by several of its names.
        if !charge(1 + links.len() / COMPARED) {
            assessment.bounded = true;
            effect.leads = Leads::Unsure;
            continue;
        }
        let ways = Ways::of(&target, links, world);
        let is_link = ways.only() != Some(target.as_str()) && is_link(&target, links, world);
        // What is put above it may be, or hold, a link that nobody here has seen.
        let replaced = is_below_one(&target, &put);
        effect.leads = match ways.only() {
            _ if replaced || is_link && ON_LINKS.contains(&effect.kind) => Leads::Unsure,
            Some(only) if only == target => Leads::Here,
            Some(only) => Leads::To(only.to_owned()),
            None => Leads::Unsure,
        };
        tell(effect, &target, &ways, is_link);
    }
}

/// Whether the last name of a path is that of a link.
fn is_link(path: &str, links: &Made, world: &dyn World) -> bool {
    let itself = in_place(path, world);
    links.iter().any(|(link, _)| *link == path || *link == itself)
        || world.text(Question::RealPath(&itself)).is_none_or(|real| real != itself)
}

fn tell(effect: &mut Effect, target: &str, ways: &Ways, is_link: bool) {
    // What everything reads and runs through (`/bin`, `/dev/stderr`) tells nobody anything.
    if matches!(effect.kind, Kind::Read | Kind::Run) || below(target, "/dev").is_some() {
        return;
    }
    let mut ends: Vec<String> = ways.ends.iter().filter(|end| *end != target).map(|end| shown(end)).collect();
    if ends.is_empty() {
        return;
    }
    let more = ends.len() > MAX_TOLD || ways.unsure;
    ends.truncate(MAX_TOLD);
    let mut places = ends.iter().map(|end| format!("`{end}`")).collect::<Vec<_>>().join(" or ");
    if more {
        places.push_str(" or elsewhere");
    }
    let told = if is_link { format!("a link to {places}") } else { format!("which is {places}") };
    let named = format!("`{target}`");
    effect.text = match effect.text.split_once(&named) {
        Some((before, after)) => {
            let comma = if after.starts_with(' ') { "," } else { "" };
            format!("{before}{named}, {told}{comma}{after}")
        }
        None => format!("{}: {named}, {told}", effect.text),
    };
}
