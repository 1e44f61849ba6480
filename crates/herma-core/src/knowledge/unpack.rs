//! Reads the records that `build/write.rs` wrote, each at most once and only when it is asked for.
//!
//! INVARIANT: what is unpacked lives as long as the process, and there are only so many records: memory is bounded.

use std::sync::OnceLock;

use super::{
    Base, Carried, Cond, Lang, On, Opt, OptValue, Program, Rule, RunPlace, Runs, Special, Style, Sub, Test,
    What,
};
use crate::effect::{CommandVerb, Kind, Reach, Tier, Undo};

include!(concat!(env!("OUT_DIR"), "/tables.rs"));

pub(super) fn program(name: &str) -> Option<&'static Program> {
    let first = usize::from(*name.as_bytes().first()?);
    let begins = |first: usize| FIRST.get(first).copied().map(usize::from);
    let names = NAMES.get(begins(first)?..begins(first + 1)?)?;
    let at = names.binary_search_by(|&(start, len, _)| text(start, u32::from(len)).cmp(name)).ok()?;
    let number = usize::from(names.get(at)?.2);
    let &(start, len) = PROGRAMS.get(number)?;
    Some(UNPACKED.get(number)?.get_or_init(|| unpack(text(start, len))))
}

/// Where the names begin that start with each byte: half of a search is done by one look.
static FIRST: [u16; 129] = first_bytes();

#[allow(clippy::indexing_slicing, clippy::cast_possible_truncation, reason = "worked out by the compiler")]
const fn first_bytes() -> [u16; 129] {
    let records = RECORDS.as_bytes();
    let mut first = [0; 129];
    let (mut byte, mut at) = (0, 0);
    while byte < first.len() {
        while at < NAMES.len() && (records[NAMES[at].0 as usize] as usize) < byte {
            at += 1;
        }
        first[byte] = at as u16;
        byte += 1;
    }
    first
}

pub(super) fn names() -> impl Iterator<Item = &'static str> {
    NAMES.iter().map(|&(start, len, _)| text(start, u32::from(len)))
}

impl Program {
    pub fn sub(&self, word: &str) -> Option<&'static Program> {
        let same = |name: &str| name == word || self.any_case && name.eq_ignore_ascii_case(word);
        let sub = self.subs.iter().find(|sub| sub.names.split(' ').any(same))?;
        Some(sub.unpacked.get_or_init(|| unpack(text(sub.start, sub.len))))
    }
}

/// A slice of the records. They are the work of our own build script; nothing of them can be missing.
fn text(start: u32, len: u32) -> &'static str {
    let start = usize::try_from(start).unwrap_or(usize::MAX);
    let end = start.saturating_add(usize::try_from(len).unwrap_or(usize::MAX));
    RECORDS.get(start..end).unwrap_or("")
}

fn unpack(record: &'static str) -> &'static Program {
    let mut program = Program::default();
    let mut opts: Vec<(usize, OptValue)> = Vec::new();
    let mut spellings: Vec<&'static str> = Vec::new();
    let (mut rules, mut runs, mut subs) = (Vec::new(), Vec::new(), Vec::new());
    for line in Split::of(record, b'\n') {
        let (tag, rest) = line.split_at_checked(1).unwrap_or(("", ""));
        match tag {
            "P" => head(rest, &mut program),
            "O" => {
                let (names, value) = option(rest);
                let before = spellings.len();
                spellings.extend(Split::of(names, b' '));
                opts.push((spellings.len() - before, value));
            }
            "R" => rules.extend(rule(rest)),
            "C" => runs.extend(carries(rest)),
            "S" => subs.extend(subcommand(rest)),
            _ => {}
        }
    }
    let mut spellings: &'static [&'static str] = spellings.leak();
    let mut take = |n: usize| {
        let (names, rest) = spellings.split_at_checked(n).unwrap_or((&[], &[]));
        spellings = rest;
        names
    };
    program.opts =
        opts.into_iter().map(|(n, value)| Opt { names: take(n), value }).collect::<Vec<_>>().leak();
    program.rules = rules.leak();
    program.runs = runs.leak();
    program.subs = subs.leak();
    Box::leak(Box::new(program))
}

fn head(line: &'static str, program: &mut Program) {
    let mut fields = Split::of(line, FIELD);
    let mut next = || fields.next().unwrap_or("");
    program.names = words(next());
    program.style = variant(STYLES, next()).unwrap_or(Style::Gnu);
    program.base = variant(BASES, next()).unwrap_or(Base::Asks);
    let flags = next();
    program.stops_at_operand = flags.contains('s');
    program.any_case = flags.contains('c');
    program.special = variant(SPECIALS, next());
    program.dry = words(next());
}

fn option(line: &'static str) -> (&'static str, OptValue) {
    if let Some(names) = line.strip_suffix("=?") {
        (names, OptValue::Optional)
    } else if let Some(names) = line.strip_suffix("==") {
        (names, OptValue::Two)
    } else if let Some(names) = line.strip_suffix('=') {
        (names, OptValue::Required)
    } else {
        (line, OptValue::No)
    }
}

fn rule(line: &'static str) -> Option<Rule> {
    let mut fields = Split::of(line, FIELD);
    let mut next = || fields.next();
    Some(Rule {
        id: next()?,
        when: when(next()?)?,
        effect: variant(Kind::ALL, next()?)?,
        on: on(next()?)?,
        what: variant(WHATS, next()?)?,
        deep: next()? == "d",
        hardline: next()? == "h",
        reach: variant(Reach::ALL, next()?),
        undo: variant(Undo::ALL, next()?),
        tier: variant(Tier::ALL, next()?),
        text: next()?,
        instead: Some(next()?).filter(|i| !i.is_empty()),
    })
}

fn carries(line: &'static str) -> Option<Runs> {
    let mut fields = Split::of(line, FIELD);
    let mut next = || fields.next();
    Some(Runs {
        when: when(next()?)?,
        code: carried(next()?)?,
        lang: variant(LANGS, next()?)?,
        place: variant(PLACES, next()?)?,
    })
}

fn subcommand(line: &'static str) -> Option<Sub> {
    let mut fields = Split::of(line, FIELD);
    let names = fields.next()?;
    let start = fields.next()?.parse().ok()?;
    let len = fields.next()?.parse().ok()?;
    Some(Sub { names, start, len, unpacked: OnceLock::new() })
}

fn when(field: &'static str) -> Option<&'static [&'static [Test]]> {
    if field.is_empty() {
        return Some(&[]);
    }
    let terms: Option<Vec<&'static [Test]>> = Split::of(field, ITEM)
        .map(|term| {
            Split::of(term, ALTERNATIVE).map(test).collect::<Option<Vec<Test>>>().map(|tests| &*tests.leak())
        })
        .collect();
    terms.map(|terms| &*terms.leak())
}

fn test(word: &'static str) -> Option<Test> {
    let (negate, word) = match word.strip_prefix('!') {
        Some(rest) => (true, rest),
        None => (false, word),
    };
    let (tag, rest) = word.split_at_checked(1)?;
    let cond = match tag {
        "o" => Cond::Opt(rest, None),
        "v" => rest.split_once('=').map(|(name, glob)| Cond::Opt(name, Some(glob)))?,
        "a" => rest.split_once('=').and_then(|(n, glob)| Some(Cond::Arg(n.parse().ok()?, glob)))?,
        "*" => Cond::AnyArg(rest),
        "l" => Cond::LastArg(rest),
        "V" => Cond::Verb(*CommandVerb::ALL.iter().find(|v| v.as_str() == rest)?),
        "n" => Cond::AtLeast(rest.parse().ok()?),
        "i" => Cond::Stdin,
        "I" => Cond::StdinFits(rest),
        _ => return None,
    };
    Some(Test { negate, cond })
}

fn on(field: &'static str) -> Option<On> {
    let (tag, rest) = field.split_at_checked(1)?;
    Some(match tag {
        "f" if rest == "1" => On::Args,
        "f" => On::ArgsFrom(rest.parse().ok()?),
        "a" => On::Arg(rest.parse().ok()?),
        "l" => On::Last,
        "b" => On::ButLast,
        "v" => On::Opt(rest),
        "c" => On::Cwd,
        "-" => On::Nothing,
        _ => return None,
    })
}

fn carried(field: &'static str) -> Option<Carried> {
    let (tag, rest) = field.split_at_checked(1)?;
    Some(match tag {
        "f" => Carried::ArgsFrom(rest.parse().ok()?),
        "v" => Carried::Opt(rest),
        "a" => Carried::Arg(rest.parse().ok()?),
        "s" => Carried::Script(rest.parse().ok()?),
        "w" => Carried::ScriptOpt(rest),
        "i" => Carried::Stdin,
        "+" => Carried::PlusArgs,
        _ => return None,
    })
}

const FIELD: u8 = b'\x1f';
const ITEM: u8 = b'\x1e';
const ALTERNATIVE: u8 = b'\x1d';

/// Parts of a record. They are a few bytes long, so that looking at each byte is several times faster than
/// `str::split`, which is made for long texts; and a start unpacks thousands of them.
struct Split {
    rest: Option<&'static str>,
    at: u8,
}

impl Split {
    fn of(text: &'static str, at: u8) -> Self {
        Split { rest: Some(text), at }
    }
}

impl Iterator for Split {
    type Item = &'static str;

    fn next(&mut self) -> Option<&'static str> {
        let text = self.rest?;
        match text.bytes().position(|b| b == self.at).and_then(|i| Some((text.get(..i)?, text.get(i + 1..)?)))
        {
            Some((part, rest)) => {
                self.rest = Some(rest);
                Some(part)
            }
            None => self.rest.take(),
        }
    }
}

fn variant<T: Copy>(all: &[T], number: &str) -> Option<T> {
    all.get(number.parse::<usize>().ok()?).copied()
}

fn words(field: &'static str) -> &'static [&'static str] {
    if field.is_empty() { &[] } else { Split::of(field, b' ').collect::<Vec<_>>().leak() }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nothing is lost on the way: each line of each record becomes one thing, the subcommands' too.
    #[test]
    fn every_record_is_unpacked_whole() {
        fn whole(record: &'static str, program: &'static Program) {
            let count = |tag: char| record.lines().filter(|line| line.starts_with(tag)).count();
            assert_eq!(program.opts.len(), count('O'), "{:?}", program.names);
            assert_eq!(program.rules.len(), count('R'), "{:?}", program.names);
            assert_eq!(program.runs.len(), count('C'), "{:?}", program.names);
            assert_eq!(program.subs.len(), count('S'), "{:?}", program.names);
            assert!(!program.names.is_empty() && program.opts.iter().all(|o| !o.names.is_empty()));
            for sub in program.subs {
                let name = sub.names.split(' ').next().unwrap();
                whole(text(sub.start, sub.len), program.sub(name).unwrap());
            }
        }
        for (number, &(start, len)) in PROGRAMS.iter().enumerate() {
            let name = names().zip(NAMES).find(|(_, n)| usize::from(n.2) == number).unwrap().0;
            whole(text(start, len), program(name).unwrap());
        }
        assert!(names().is_sorted());
    }

    #[test]
    fn rm_is_as_its_table_says() {
        let rm = program("grm").unwrap();
        assert_eq!(rm.names, ["rm", "grm"]);
        assert_eq!(
            (rm.style, rm.base, rm.stops_at_operand, rm.special),
            (Style::Gnu, Base::Runs, false, None)
        );
        assert_eq!(rm.opts[0].names, ["-r", "-R", "--recursive"]);
        let recursive = &rm.rules[0];
        assert_eq!(
            (recursive.id, recursive.effect, recursive.on, recursive.deep),
            ("recursive", Kind::Delete, On::Args, true)
        );
        assert!(matches!(recursive.when, [[Test { negate: false, cond: Cond::Opt("-r", None) }]]));
        assert!(program("no-such-program").is_none());
        assert!(program("git").unwrap().sub("push").unwrap().rules.len() > 5);
    }
}
