//! Shortening: what of a request is shown at first, on a screen that is too small for all of it.
//!
//! Who asks, what is lost, and the warnings stay whole as long as that is possible at all; the command keeps its head and
//! its tail (T08); each gap is counted. The digits of the attention check are left out: they stand in the full view.

use super::body::{BodyLine, Section};
use super::line::Line;
use super::visible::Look;

/// In which order parts give way, and how many rows of each stay at least.
const GIVE_WAY: [(Section, usize); 6] = [
    (Section::Command, 7),
    (Section::Narration, 3),
    (Section::Sentences, 3),
    (Section::Command, 4),
    (Section::Narration, 0),
    (Section::Instead, 0),
];
/// The rows at the end of a part that stay when its middle goes.
const TAIL: usize = 2;

/// What is left.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Folded {
    pub lines: Vec<Line>,
    /// Up to here it is shown without a gap.
    pub shown_to: usize,
}

enum Row<'a> {
    Shown(&'a BodyLine),
    /// So many rows are missing here.
    Gap(Section, usize),
}

pub fn fold(body: &[BodyLine], room: usize) -> Folded {
    let mut rows: Vec<Row<'_>> =
        body.iter().filter(|l| l.section != Section::Digits).map(Row::Shown).collect();
    for (section, least) in GIVE_WAY {
        let over = rows.len().saturating_sub(room);
        if over > 0 {
            rows = shorten(rows, section, least, over);
        }
    }
    if rows.len() > room {
        rows = cut_middle(rows, room);
    }
    let mut shown_to = None;
    let mut before = 0;
    let mut lines = Vec::new();
    for row in &rows {
        match row {
            Row::Shown(line) => {
                if line.from > before {
                    shown_to.get_or_insert(before);
                }
                before = line.to;
                lines.push(line.line.clone());
            }
            Row::Gap(_, count) => {
                shown_to.get_or_insert(before);
                let text = format!(" … {count} more row{} …", if *count == 1 { "" } else { "s" });
                lines.push(Line::of(&text, Look::Warn));
            }
        }
    }
    Folded { lines, shown_to: shown_to.unwrap_or(before) }
}

/// Takes rows out of the middle of one part, until `over` fewer are left or the part is down to `least`.
fn shorten<'a>(rows: Vec<Row<'a>>, section: Section, least: usize, over: usize) -> Vec<Row<'a>> {
    let (start, count) = extent(&rows, section);
    if count <= least.max(1) {
        return rows;
    }
    // The gap itself takes a row.
    let keep = count.saturating_sub(over + 1).max(least.saturating_sub(1)).min(count - 1);
    let tail = TAIL.min(keep / 2);
    let head = keep - tail;
    gap(rows, section, start + head, count - keep)
}

fn cut_middle<'a>(rows: Vec<Row<'a>>, room: usize) -> Vec<Row<'a>> {
    let (start, count) = extent(&rows, Section::Command);
    // The tail of the command stays; what follows it gives way, and so does what is in the middle.
    let end = if count == 0 { rows.len() } else { start + count };
    let mut rows = rows;
    let behind = rows.len() - end;
    if behind > 0 {
        rows = gap(rows, Section::Instead, end, behind);
    }
    let over = (rows.len() + 1).saturating_sub(room);
    let tail = TAIL.min(room / 3) + usize::from(behind > 0);
    let from = rows.len().saturating_sub(tail + over);
    if over > 1 { gap(rows, Section::Command, from, over) } else { rows }
}

fn extent(rows: &[Row<'_>], section: Section) -> (usize, usize) {
    let of = |row: &Row<'_>| match row {
        Row::Shown(line) => line.section == section,
        Row::Gap(other, _) => *other == section,
    };
    let start = rows.iter().position(of).unwrap_or(0);
    (start, rows.iter().filter(|row| of(row)).count())
}

/// Replaces rows by one that counts them.
fn gap<'a>(mut rows: Vec<Row<'a>>, section: Section, from: usize, count: usize) -> Vec<Row<'a>> {
    let end = (from + count).min(rows.len());
    let from = from.min(end);
    let missing = rows
        .get(from..end)
        .unwrap_or_default()
        .iter()
        .map(|row| match row {
            Row::Shown(_) => 1,
            Row::Gap(_, count) => *count,
        })
        .sum();
    rows.splice(from..end, [Row::Gap(section, missing)]);
    rows
}
