//! What a rule is about: structural matchers, all of which must fit; those that speak of effects, the same effect.

use super::host::host_of;
use super::path::{Doubt, Ground, PathPattern};
use super::rule::Layer;
use crate::call::{Surface, ToolCall};
use crate::effect::{Effect, Kind};
use crate::link_target::Ways;
use crate::understand::glob;
use crate::verdict::Assessment;
use crate::world::World;
use std::cell::OnceCell;

/// Empty lists say nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Matcher {
    pub(super) tool: Vec<String>,
    pub(super) agent: Vec<String>,
    pub(super) session: Vec<String>,
    pub(super) surface: Vec<String>,
    /// Each a program and as many words behind it as were given.
    pub(super) program: Vec<Vec<String>>,
    /// A bit for each kind; zero says nothing.
    pub(super) kinds: u64,
    pub(super) path: Vec<PathPattern>,
    pub(super) host: Vec<String>,
}

impl Matcher {
    pub(super) fn says_nothing(&self) -> bool {
        !self.speaks_of_effects()
            && [&self.tool, &self.agent, &self.session, &self.surface].iter().all(|list| list.is_empty())
    }

    /// Whether it fits wherever the other one does, as far as their lists show.
    pub(super) fn spans(&self, other: &Matcher) -> bool {
        fn wider<T: PartialEq>(own: &[T], other: &[T]) -> bool {
            own.is_empty() || !other.is_empty() && other.iter().all(|one| own.contains(one))
        }
        // INVARIANT: every field is named here, so that a new one is compared before it compiles.
        let Matcher { tool, agent, session, surface, program, kinds, path, host } = self;
        wider(tool, &other.tool)
            && wider(agent, &other.agent)
            && wider(session, &other.session)
            && wider(surface, &other.surface)
            && wider(program, &other.program)
            && wider(path, &other.path)
            && wider(host, &other.host)
            && (*kinds == 0 || other.kinds != 0 && other.kinds & !kinds == 0)
    }

    fn speaks_of_effects(&self) -> bool {
        !self.program.is_empty() || self.kinds != 0 || !self.path.is_empty() || !self.host.is_empty()
    }

    /// Whether the call, or any part of it, is what a deny or ask is about.
    pub(super) fn fits_any(&self, seen: &Seen<'_>, layer: &Layer) -> bool {
        self.fits_call(seen.call)
            && (!self.speaks_of_effects()
                || seen.effects.iter().any(|effect| self.fits(effect, seen, layer, Doubt::Fits)))
    }

    /// The same for one part. A rule that speaks of no effect is about each.
    pub(super) fn fits_part(&self, effect: &SeenEffect<'_>, seen: &Seen<'_>, layer: &Layer) -> bool {
        self.fits_call(seen.call)
            && (!self.speaks_of_effects() || self.fits(effect, seen, layer, Doubt::Fits))
    }

    /// Whether an allow is about this part for sure.
    pub(super) fn covers(&self, effect: &SeenEffect<'_>, seen: &Seen<'_>, layer: &Layer) -> bool {
        // What could not be read is covered only by a rule that says so.
        let read = effect.effect.kind != Kind::Unreadable || self.kinds & bit(Kind::Unreadable) != 0;
        read && self.fits_call(seen.call)
            && (!self.speaks_of_effects() || self.fits(effect, seen, layer, Doubt::Fails))
    }

    fn fits_call(&self, call: &ToolCall) -> bool {
        let origin = &call.origin;
        fits_one(&self.tool, Some(&call.tool))
            && fits_one(&self.agent, origin.agent.as_deref())
            && fits_one(&self.session, origin.session.as_deref())
            && fits_one(&self.surface, Some(surface_name(origin.surface)))
    }

    fn fits(&self, seen: &SeenEffect<'_>, all: &Seen<'_>, layer: &Layer, doubt: Doubt) -> bool {
        if self.kinds != 0 && self.kinds & bit(seen.effect.kind) == 0 {
            return false;
        }
        let fits = |p: &Vec<String>| {
            fits_program(p, seen, doubt) || doubt == Doubt::Fits && self.fits_words(p, seen, all)
        };
        if !self.program.is_empty() && !self.program.iter().any(fits) {
            return false;
        }
        if !self.host.is_empty() && !seen.host().is_some_and(|host| fits_one(&self.host, Some(host))) {
            return false;
        }
        if self.path.is_empty() {
            return true;
        }
        let ground = all.ground(layer);
        let ways = seen.ways(all);
        let ends = ways.ends.iter().map(String::as_str);
        self.path.iter().any(|path| {
            let mut ends = ends.clone();
            let fits = |real| path.fits(seen.effect, real, ground, doubt);
            match doubt {
                Doubt::Fits => fits(None) || ends.any(|end| fits(Some(end))),
                Doubt::Fails => ways.are_known() && ends.all(|end| fits(Some(end))),
            }
        })
    }
}

impl Matcher {
    /// `npm run deploy`, `./deploy.sh prod`: the words behind a program whose subcommands nobody has listed. What it does may
    /// be put down to what it starts in turn: where nothing is put down to itself, a rule of programs alone fits whatever the
    /// call does. Only who stops it is believed: to allow, more must be known of a word than that it stands there.
    fn fits_words(&self, pattern: &[String], seen: &SeenEffect<'_>, all: &Seen<'_>) -> bool {
        let Some((program, behind)) = pattern.split_first().filter(|(_, behind)| !behind.is_empty()) else {
            return false;
        };
        let is_program = |word: &str| {
            glob::fits(program, word) || glob::fits(program, word.rsplit('/').next().unwrap_or(word))
        };
        if all.ran.is_empty() || all.effects.iter().any(|one| fits_program(pattern, one, Doubt::Fits)) {
            return false;
        }
        let alone = self.kinds == 0 && self.path.is_empty() && self.host.is_empty();
        let its_own = |one: &SeenEffect<'_>| one.effect.command.split(' ').next().is_some_and(is_program);
        (its_own(seen) || alone && !all.effects.iter().any(its_own))
            && all.ran.iter().any(|words| {
                let Some((first, rest)) = words.split_first().filter(|(first, _)| is_program(first)) else {
                    return false;
                };
                let in_place = |skip: bool| {
                    let passed = |word: &&String| skip && (word.starts_with('-') || word.contains('='));
                    let mut rest = rest.iter().filter(|word| !passed(word));
                    behind.iter().all(|own| rest.next().is_some_and(|word| glob::fits(own, word)))
                };
                !first.is_empty() && (in_place(false) || in_place(true))
            })
    }
}

pub(super) const fn bit(kind: Kind) -> u64 {
    1 << (kind as u64)
}

pub(super) const fn surface_name(surface: Surface) -> &'static str {
    match surface {
        Surface::Interactive => "interactive",
        Surface::Headless => "headless",
        Surface::Cron => "cron",
    }
}

fn fits_one(patterns: &[String], text: Option<&str>) -> bool {
    patterns.is_empty() || text.is_some_and(|text| patterns.iter().any(|p| glob::fits(p, text)))
}

/// `docker compose` fits `docker compose down`. Another folder's `./docker` is that program to who stops it, not to who
/// allows it (T40).
fn fits_program(pattern: &[String], seen: &SeenEffect<'_>, doubt: Doubt) -> bool {
    let mut words = seen.effect.command.split(' ');
    pattern.iter().enumerate().all(|(at, own)| {
        let Some(word) = words.next().filter(|w| !w.is_empty()) else { return false };
        let base = || word.rsplit('/').next().unwrap_or(word);
        glob::fits(own, word) || at == 0 && doubt == Doubt::Fits && glob::fits(own, base())
    })
}

/// A judged call, as rules look at it.
pub(crate) struct Seen<'a> {
    pub(crate) call: &'a ToolCall,
    pub(crate) assessment: &'a Assessment,
    pub(super) effects: Vec<SeenEffect<'a>>,
    pub(super) world: &'a dyn World,
    pub(super) home: &'a str,
    pub(super) cwd: &'a str,
    /// Links that the call itself makes.
    links: &'a [(String, Option<String>)],
    /// What it runs, word by word.
    ran: &'a [Vec<String>],
}

impl<'a> Seen<'a> {
    pub(crate) fn running(self, ran: &'a [Vec<String>]) -> Self {
        Seen { ran, ..self }
    }

    pub(crate) fn new(
        call: &'a ToolCall,
        assessment: &'a Assessment,
        (home, cwd): (&'a str, &'a str),
        links: &'a [(String, Option<String>)],
        world: &'a dyn World,
    ) -> Seen<'a> {
        let effects =
            assessment.effects.iter().chain(&assessment.overflow_effects).map(SeenEffect::new).collect();
        Seen { call, assessment, effects, world, home, cwd, links, ran: &[] }
    }

    fn ground<'b>(&'b self, layer: &'b Layer) -> Ground<'b> {
        let here = match layer {
            Layer::Project(root) => root.as_str(),
            Layer::BuiltIn | Layer::Admin | Layer::User => self.cwd,
        };
        Ground { home: self.home, here, world: self.world }
    }
}

/// An effect, and what is worked out about it once, for all rules.
pub(super) struct SeenEffect<'a> {
    pub(super) effect: &'a Effect,
    host: OnceCell<Option<String>>,
    ways: OnceCell<Ways>,
}

impl<'a> SeenEffect<'a> {
    fn new(effect: &'a Effect) -> SeenEffect<'a> {
        SeenEffect { effect, host: OnceCell::new(), ways: OnceCell::new() }
    }

    fn host(&self) -> Option<&str> {
        self.host.get_or_init(|| host_of(self.effect.target.as_deref()?)).as_deref()
    }

    /// Where its path leads, through links that are there and links that the call makes.
    fn ways(&self, seen: &Seen<'_>) -> &Ways {
        self.ways.get_or_init(|| match self.effect.target.as_deref() {
            Some(target) => Ways::of(target, seen.links, seen.world),
            None => Ways::default(),
        })
    }
}
