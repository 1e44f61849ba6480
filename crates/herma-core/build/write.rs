//! The form in which tables lie in the binary: records of text without a single pointer.
//!
//! Why not static structs: in a position-independent program every pointer in a static is written anew at each
//! start, and these tables hold 35,000 of them (measured: 1 ms of start, for one or two programs that are asked for).
//! `src/knowledge/unpack.rs` reads what is written here.

use std::fmt::Write as _;

use super::format::{Base, Lang, Program, RunPlace, Special, Style, What};

/// Between the fields of a line, the items of a field, the alternatives of an item.
const FIELD: &str = "\x1f";
pub const ITEM: &str = "\x1e";
pub const ALTERNATIVE: &str = "\x1d";

/// Where a record lies: its first byte and its length.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    pub start: usize,
    pub len: usize,
}

pub struct Sub {
    pub names: String,
    pub at: Place,
}

pub fn store(records: &mut String, record: &str) -> Place {
    let start = records.len();
    records.push_str(record);
    Place { start, len: record.len() }
}

pub fn fields(values: &[&str]) -> String {
    values.join(FIELD)
}

/// A variant as a number, written in decimal.
pub fn number<T: Copy + PartialEq>(all: &[T], one: T) -> String {
    all.iter().position(|&t| t == one).map_or_else(String::new, |n| n.to_string())
}

/// A line for each part, its first letter saying which.
pub fn program(
    program: &Program,
    style: Style,
    opts: &[String],
    dry: &[String],
    rules: &[String],
    runs: &[String],
    subs: &[Sub],
) -> String {
    let head = fields(&[
        &program.names.get_ref().join(" "),
        &number(Style::ALL, style),
        &number(Base::ALL, program.base),
        match (program.stops, program.anycase) {
            (true, true) => "sc",
            (true, false) => "s",
            (false, true) => "c",
            (false, false) => "",
        },
        &program.special.map_or_else(String::new, |s| number(Special::ALL, s)),
        &dry.join(" "),
    ]);
    let mut record = format!("P{head}");
    let mut lines = |tag: char, lines: &[String]| {
        for line in lines {
            let _ = write!(record, "\n{tag}{line}");
        }
    };
    lines('O', opts);
    lines('R', rules);
    lines('C', runs);
    for sub in subs {
        let _ = write!(record, "\nS{}{FIELD}{}{FIELD}{}", sub.names, sub.at.start, sub.at.len);
    }
    record
}

/// The Rust beside the records: where each one lies, and what the numbers of variants mean.
pub fn tables(programs: &[Place], names: &[(Place, usize)]) -> String {
    let mut out = String::from("// Made by build.rs out of knowledge/*.toml.\n");
    out.push_str("pub static RECORDS: &str = include_str!(concat!(env!(\"OUT_DIR\"), \"/records.txt\"));\n");
    out.push_str("/// Start and length of each program's record.\npub static PROGRAMS: &[(u32, u32)] = &[");
    for place in programs {
        let _ = write!(out, "({}, {}), ", place.start, place.len);
    }
    out.push_str("];\n/// Start and length of each name, sorted by name, with its program.\n");
    out.push_str("pub static NAMES: &[(u32, u8, u16)] = &[");
    for (place, number) in names {
        let _ = write!(out, "({}, {}, {number}), ", place.start, place.len);
    }
    let count = programs.len();
    let _ = writeln!(
        out,
        "];\npub static UNPACKED: [OnceLock<&'static Program>; {count}] = [const {{ OnceLock::new() }}; {count}];"
    );
    variants(&mut out, "STYLES", Style::ALL, "Style");
    variants(&mut out, "BASES", Base::ALL, "Base");
    variants(&mut out, "WHATS", What::ALL, "What");
    variants(&mut out, "LANGS", Lang::ALL, "Lang");
    variants(&mut out, "PLACES", RunPlace::ALL, "RunPlace");
    variants(&mut out, "SPECIALS", Special::ALL, "Special");
    out
}

fn variants<T: std::fmt::Debug>(out: &mut String, name: &str, all: &[T], of: &str) {
    let _ = write!(out, "pub const {name}: &[{of}] = &[");
    for one in all {
        let _ = write!(out, "{of}::{one:?}, ");
    }
    out.push_str("];\n");
}
