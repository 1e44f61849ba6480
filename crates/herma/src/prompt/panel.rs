//! The panel: a request, what the person has done so far, and the size of the screen in; lines out. Pure.

use super::body::{BodyLine, Document};
use super::fold::{self, Folded};
use super::line::Line;
use super::machine::{Drawn, Machine, Notice, Step};
use super::request::{Choice, Request, Scope};
use super::visible::{Look, visible_line};
use herma_core::effect::Tier;

/// What the screen offers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Screen {
    pub width: usize,
    pub height: usize,
    /// Without it, what matters is underlined by a row of carets.
    pub colour: bool,
}

/// A terminal that says it has no size has this one.
const UNKNOWN_SIZE: (usize, usize) = (80, 24);
/// The longest choice still stands in one row.
const MIN_WIDTH: usize = 34;
/// Fewer rows for the request itself are not worth scrolling through.
const MIN_BODY: usize = 5;

impl Screen {
    pub fn new(columns: usize, rows: usize, colour: bool) -> Screen {
        let or = |value: usize, unknown: usize| if value == 0 { unknown } else { value };
        Screen { width: or(columns, UNKNOWN_SIZE.0), height: or(rows, UNKNOWN_SIZE.1), colour }
    }

    /// The last column stays empty: some terminals break a line that reaches it.
    pub fn columns(self) -> usize {
        self.width.saturating_sub(1).max(1)
    }
}

/// What is to be on the screen: never more rows than it has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    pub lines: Vec<Line>,
    /// Row and column of the cursor, where something is typed.
    pub cursor: Option<(usize, usize)>,
    pub drawn: Drawn,
}

/// Lays a request out for this screen.
pub fn frame(
    request: &Request,
    document: &Document,
    machine: &Machine,
    screen: Screen,
    seconds: Option<u64>,
) -> Frame {
    let columns = screen.columns();
    let title = title(request, columns);
    // With room, the parts stand apart; without, closer together before anything is left out.
    let may_fit = document.end() <= screen.width.saturating_mul(screen.height);
    for spaced in [true, false].into_iter().filter(|_| may_fit) {
        let body = document.lines(screen, spaced);
        let foot = footer(request, machine, screen, seconds, false, spaced);
        if 1 + body.len() + foot.lines.len() <= screen.height && columns >= MIN_WIDTH {
            return assemble(title, Part::whole(&body), foot);
        }
    }
    let body = document.lines(screen, false);
    // The digits stand in the full view, so that is what they are asked for in.
    let shortened = !machine.is_viewing() && *machine.step() == Step::Choose;
    let foot = footer(request, machine, screen, seconds, shortened, false);
    let room = screen.height.saturating_sub(1 + foot.lines.len() + usize::from(!shortened));
    if columns < MIN_WIDTH || room < MIN_BODY {
        return too_small(&body, screen, seconds);
    }
    let part =
        if shortened { Part::shortened(&body, room) } else { Part::page(&body, machine, room, columns) };
    assemble(title, part, foot)
}

/// What of the body is shown.
struct Part {
    lines: Vec<Line>,
    drawn: Drawn,
}

impl Part {
    fn whole(body: &[BodyLine]) -> Part {
        let end = end_of(body);
        Part { lines: body.iter().map(|l| l.line.clone()).collect(), drawn: nothing_more(end) }
    }

    fn shortened(body: &[BodyLine], room: usize) -> Part {
        let Folded { lines, shown_to } = fold::fold(body, room);
        let drawn = Drawn { to: shown_to, shortened: true, ..nothing_more(end_of(body)) };
        Part { lines, drawn }
    }

    /// One page of it, from where the person has scrolled to.
    fn page(body: &[BodyLine], machine: &Machine, room: usize, columns: usize) -> Part {
        let last = body.len().saturating_sub(room);
        let top =
            body.iter().position(|l| l.to > machine.top() || l.from >= machine.top()).unwrap_or(0).min(last);
        let below = (top + room).min(body.len());
        let page = body.get(top..below).unwrap_or_default();
        let start_of = |at: usize| body.get(at).map_or(0, |l| l.from);
        let end = end_of(body);
        let drawn = Drawn {
            from: start_of(top),
            to: page.last().map_or(0, |l| l.to),
            end,
            shortened: false,
            too_small: false,
            page_before: start_of(top.saturating_sub(room)),
            page_after: start_of(below.min(last)),
            last_page: start_of(last),
        };
        let mut lines: Vec<Line> = page.iter().map(|l| l.line.clone()).collect();
        lines.push(place(top + 1, below, body.len(), columns));
        Part { lines, drawn }
    }
}

/// Which rows are on this page, and how to go on.
fn place(first: usize, last: usize, all: usize, columns: usize) -> Line {
    let mut line = Line::of(&format!(" rows {first}-{last} of {all}"), Look::Warn);
    let how = if last < all { ", Space for more" } else { ", PgUp for the others" };
    if line.width() + how.len() <= columns {
        line.push(how, Look::Warn);
    }
    line
}

fn nothing_more(end: usize) -> Drawn {
    Drawn { to: end, end, ..Drawn::default() }
}

fn end_of(body: &[BodyLine]) -> usize {
    body.last().map_or(0, |line| line.to)
}

fn assemble(title: Line, part: Part, foot: Footer) -> Frame {
    let mut lines = vec![title];
    lines.extend(part.lines);
    let cursor = foot.cursor.map(|(row, column)| (row + lines.len(), column));
    lines.extend(foot.lines);
    Frame { lines, cursor, drawn: part.drawn }
}

fn too_small(body: &[BodyLine], screen: Screen, seconds: Option<u64>) -> Frame {
    let mut lines = vec![Line::of(" ❯ 4. Deny", Look::Danger)];
    let left = seconds.map(|s| format!(", {s} s left")).unwrap_or_default();
    let text = format!("the window is too small to show it{left}");
    lines.extend(words(&text, screen.columns(), Look::Warn));
    lines.truncate(screen.height.max(1));
    let drawn = Drawn { to: 0, too_small: true, ..nothing_more(end_of(body).max(1)) };
    Frame { lines, cursor: None, drawn }
}

/// How a tier looks, wherever it is named.
pub fn tier_look(tier: Tier) -> Look {
    match tier {
        Tier::Safe | Tier::Low => Look::Good,
        Tier::Medium => Look::Warn,
        Tier::High | Tier::Critical => Look::Danger,
    }
}

/// `── herma ── critical ─────`
fn title(request: &Request, columns: usize) -> Line {
    let look = tier_look(request.tier);
    let mut line = Line::of("── ", look);
    line.push("herma", Look::Strong);
    line.push(&format!(" ── {} ", request.tier), look);
    let rest = columns.saturating_sub(line.width());
    line.push(&"─".repeat(rest), look);
    line
}

struct Footer {
    lines: Vec<Line>,
    cursor: Option<(usize, usize)>,
}

fn footer(
    request: &Request,
    machine: &Machine,
    screen: Screen,
    seconds: Option<u64>,
    shortened: bool,
    spaced: bool,
) -> Footer {
    let columns = screen.columns();
    let mut foot = Footer { lines: Vec::new(), cursor: None };
    if spaced {
        foot.lines.push(Line::default());
    }
    let say = |foot: &mut Footer, text: &str, look: Look| {
        foot.lines.extend(words(text, columns, look));
    };
    if let Some(notice) = machine.notice() {
        say(&mut foot, notice_text(notice, machine), Look::Warn);
    }
    match machine.step() {
        Step::Choose => {
            choices(&mut foot, request, machine, shortened, columns);
            let how = match machine.is_beside_a_list() {
                true => "a number answers, Enter opens it",
                false => "1-9 or ↑/↓ to select, Enter to confirm",
            };
            hint(&mut foot.lines, how, seconds, columns);
            if machine.selected() == Choice::Deny {
                say(&mut foot, "r denies with a reason for the agent", Look::Faint);
            }
        }
        Step::Digits { scope, typed } => {
            let what = match scope {
                Scope::Once => Choice::Once,
                Scope::Session => Choice::Session,
                Scope::Always => Choice::Always,
            };
            say(
                &mut foot,
                &format!("{}: type the two digits shown above", request.label(what)),
                Look::Strong,
            );
            foot.cursor = Some((foot.lines.len(), 3 + typed.len()));
            foot.lines.push(Line::of(&format!(" › {typed:_<2}"), Look::Strong));
            hint(&mut foot.lines, "Enter to confirm, Esc to deny", seconds, columns);
        }
        Step::Reason(field) => {
            say(&mut foot, "Deny: why? The agent will read it", Look::Strong);
            let (line, column) = field.line(columns);
            foot.cursor = Some((foot.lines.len(), column));
            foot.lines.push(line);
            hint(&mut foot.lines, "Enter to deny, Esc to deny without it", seconds, columns);
        }
    }
    foot
}

fn choices(foot: &mut Footer, request: &Request, machine: &Machine, shortened: bool, columns: usize) {
    for choice in machine.choices_if(shortened) {
        let chosen = choice == machine.selected() && !machine.is_beside_a_list();
        let (pointer, look) = match (chosen, choice) {
            (true, Choice::Deny) => (" ❯ ", Look::Danger),
            (true, _) => (" ❯ ", Look::Strong),
            (false, _) => ("   ", Look::Plain),
        };
        foot.lines.push(Line::of(&format!("{pointer}{}. {}", choice.number(), request.label(choice)), look));
        if let Some(rule) = request.rule(choice) {
            foot.lines.extend(words(&format!("     that is: {rule}"), columns, Look::Faint));
        }
    }
}

/// The hint with the seconds left, in one row if it fits.
pub fn hint(foot: &mut Vec<Line>, text: &str, seconds: Option<u64>, columns: usize) {
    let left = seconds.map(|s| format!("{s} s left")).unwrap_or_default();
    let one = if left.is_empty() { format!(" {text}") } else { format!(" {text} · {left}") };
    let line = Line::of(&one, Look::Faint);
    if line.width() <= columns {
        foot.push(line);
        return;
    }
    foot.extend(words(text, columns, Look::Faint));
    foot.extend((!left.is_empty()).then(|| Line::of(&format!(" {left}"), Look::Faint)));
}

fn notice_text(notice: Notice, machine: &Machine) -> &'static str {
    match notice {
        Notice::NotAllShown if machine.is_viewing() => "not all of it was shown yet: Space goes on",
        Notice::NotAllShown => "not all of it was shown: 5 shows it",
        Notice::WrongDigits => "these are not the digits",
    }
}

/// Text in rows, one column in.
pub fn words(text: &str, columns: usize, look: Look) -> Vec<Line> {
    let shown = visible_line(text);
    let indent = text.len() - text.trim_start_matches(' ').len();
    let inner = shown.atoms.get(indent..).unwrap_or_default();
    super::line::wrap(inner, columns.saturating_sub(indent.max(1)))
        .into_iter()
        .map(|row| {
            let mut line = Line::of(&" ".repeat(indent.max(1)), look);
            for atom in row.atoms {
                line.push(&atom.text, if atom.look == Look::Plain { look } else { atom.look });
            }
            line
        })
        .collect()
}

#[cfg(test)]
#[path = "panel_tests.rs"]
mod tests;
