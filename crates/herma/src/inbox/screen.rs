//! The inbox as rows of a screen: a title, the list, the request, a line of keys.

use super::model::{Focus, Inbox, Open, Page};
use super::news::Wants;
use super::past::{self, ago};
use crate::prompt::line::Line;
use crate::prompt::panel::{self, Screen, tier_look, words};
use crate::prompt::visible::{Look, visible_line};
use crate::view::preview_of;
use herma_server::question::Question;
use herma_store::{Millis, Request, State};
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::{Frame, buffer::Buffer};

/// Fewer rows for a request are no view of it: then the list has the screen for itself.
const MIN_REQUEST: u16 = 13;
/// With so many rows, list and open request stand on the screen together.
const BOTH: u16 = 34;
/// On a narrower screen the list leaves out who asks.
const WIDE: usize = 72;
/// Questions above the list, at most; `a` goes through all of them.
const QUESTIONS: usize = 3;

const KEYS: &[(&str, &str)] = &[
    ("↑ ↓", "select a request; Home and End: the first, the last"),
    ("Enter", "open it: arrows and Enter then choose an answer"),
    ("Esc", "back; nothing is answered"),
    ("1 2 3", "allow once, for this session, always (from tier high on the two digits are asked for)"),
    ("4", "deny"),
    ("r", "deny with a reason that the agent reads"),
    ("5", "show all of it, where it was shortened"),
    ("Space", "the next page of it; PgUp goes back"),
    ("a", "answer what agents ask; PgDn and PgUp: the next, the one before"),
    ("h", "what has been decided, by whom, and why"),
    ("q", "quit; what was not answered waits on"),
];

/// Draws it, and notes what of the open request stands on the screen.
pub fn draw(inbox: &mut Inbox, frame: &mut Frame<'_>, screen: Screen, now: Millis) {
    let area = frame.area();
    let rows = match inbox.page {
        Page::Waiting => inbox.pending.len().max(1) + inbox.questions.all.len().min(QUESTIONS),
        Page::Past => inbox.past.decided.len().max(1),
        Page::Help | Page::Questions => 0,
    };
    let [title, list, detail, foot] = parts(inbox, area, rows);
    let columns = screen.columns();
    put(frame.buffer_mut(), title, &[title_line(inbox, columns)]);
    put(frame.buffer_mut(), foot, &[foot_line(inbox, columns)]);
    let screen = Screen { height: usize::from(detail.height), ..screen };
    match inbox.page {
        Page::Help => put(frame.buffer_mut(), detail, &help(columns)),
        Page::Questions => {
            if let Some(shown) = inbox.questions.draw(screen, now) {
                put(frame.buffer_mut(), detail, &shown.lines);
                if let Some((row, column)) = shown.cursor {
                    frame.set_cursor_position((short(column), detail.y.saturating_add(short(row))));
                }
            }
        }
        Page::Past => {
            let at = inbox.past.at();
            let lines =
                inbox.past.decided.iter().enumerate().map(|(n, r)| past_row(r, n == at, columns, now));
            put(frame.buffer_mut(), list, &window(lines.collect(), at, list, "nothing has been decided yet"));
            if let Some(request) = inbox.past.decided.get(at) {
                let lines = past::lines(request, screen, now);
                let room = usize::from(detail.height).saturating_sub(1);
                inbox.past.top = inbox.past.top.min(lines.len().saturating_sub(room));
                let shown: Vec<Line> = std::iter::once(rule(columns))
                    .chain(lines.into_iter().skip(inbox.past.top).take(room))
                    .collect();
                put(frame.buffer_mut(), detail, &shown);
            }
        }
        Page::Waiting => {
            let open = inbox.open.as_ref().filter(|open| open.over.is_none()).map(|open| &open.request.id);
            let at = inbox.pending.iter().position(|request| Some(&request.id) == open);
            let lines = inbox
                .pending
                .iter()
                .enumerate()
                .map(|(n, r)| row(r, inbox.wants.get(&r.id), Some(n) == at, columns, now))
                .collect();
            // Questions stand first, and never take more than half of the list.
            let most = usize::from(list.height / 2).clamp(1, QUESTIONS);
            let asked: Vec<Line> =
                inbox.questions.all.iter().take(most).map(|one| question_row(one, columns, now)).collect();
            let [asks, list] =
                Layout::vertical([Constraint::Length(short(asked.len())), Constraint::Fill(1)]).areas(list);
            put(frame.buffer_mut(), asks, &asked);
            put(frame.buffer_mut(), list, &window(lines, at.unwrap_or(0), list, "nothing waits"));
            let beside_a_list = inbox.focus == Focus::List;
            if let Some(open) = inbox.open.as_mut().filter(|_| detail.height > 0) {
                open.machine.set_beside_a_list(beside_a_list);
                let (lines, cursor) = request(open, screen, now);
                put(frame.buffer_mut(), detail, &lines);
                if let Some((row, column)) = cursor {
                    frame.set_cursor_position((short(column), detail.y.saturating_add(short(row))));
                }
            }
        }
    }
}

/// Title, list, request, keys.
fn parts(inbox: &Inbox, area: Rect, rows: usize) -> [Rect; 4] {
    let between = area.height.saturating_sub(2);
    let focused = inbox.page == Page::Waiting && inbox.focus == Focus::Request;
    let list = match inbox.page {
        Page::Help | Page::Questions => 0,
        Page::Waiting | Page::Past if focused && area.height < BOTH => 0,
        // Where both do not fit, the list comes first; Enter opens the request on the whole screen.
        Page::Waiting | Page::Past if between < MIN_REQUEST + 2 => between,
        Page::Waiting | Page::Past => short(rows).min(between / 3).min(between - MIN_REQUEST).max(2),
    };
    Layout::vertical([
        Constraint::Length(1),
        Constraint::Length(list),
        Constraint::Length(between.saturating_sub(list)),
        Constraint::Length(1),
    ])
    .areas(area)
}

/// The open request: the prompt's own panel, or what became of it.
fn request(open: &mut Open, screen: Screen, now: Millis) -> (Vec<Line>, Option<(usize, usize)>) {
    let columns = screen.columns();
    if let Some(over) = &open.over {
        let mut lines = vec![rule(columns)];
        lines.extend(words(&format!("{}: {over}", open.request.ticket), columns, Look::Warn));
        lines.extend(words("it waits no longer; ↑ or ↓ selects another", columns, Look::Faint));
        return (lines, None);
    }
    let left = u64::try_from(open.request.expires - now).unwrap_or(0).div_ceil(1000);
    let frame = panel::frame(&open.shown, &open.document, &open.machine, screen, Some(left));
    open.machine.drawn(frame.drawn);
    (frame.lines, frame.cursor)
}

/// ` ❯ 7K2M critical   58 s  claude-code  rm -rf ./photos`
fn row(request: &Request, wants: Option<&Wants>, selected: bool, columns: usize, now: Millis) -> Line {
    let mut line = pointer(selected);
    line.push(&format!("{:<5}", request.ticket), Look::Strong);
    line.push(&format!("{:<9}", request.tier.to_string()), tier_look(request.tier));
    line.push(&format!("{:>7}  ", ago((request.expires - now).max(0) + 999)), Look::Plain);
    if let Some(count) = wants.and_then(|wants| wants.count.as_ref()) {
        line.push(&format!("yes {count}  "), Look::Warn);
    }
    if columns >= WIDE {
        column(&mut line, &request.agent, 14);
    }
    rest(&mut line, &preview_of(request), columns);
    line
}

/// ` ? 3fa2b1 asks       59 min  bot           Which branch?`
fn question_row(question: &Question, columns: usize, now: Millis) -> Line {
    let mut line = Line::of(" ? ", Look::Warn);
    line.push(&format!("{:<7}", question.short()), Look::Strong);
    line.push(&format!("{:<7}", "asks"), Look::Warn);
    line.push(&format!("{:>7}  ", ago((question.until - now).max(0) + 999)), Look::Plain);
    if columns >= WIDE {
        column(&mut line, &question.agent, 14);
    }
    rest(&mut line, &question.text, columns);
    line
}

/// ` ❯ 7K2M denied    3 min  ada  rm -rf ./photos`
fn past_row(request: &Request, selected: bool, columns: usize, now: Millis) -> Line {
    let mut line = pointer(selected);
    line.push(&format!("{:<5}", request.ticket), Look::Strong);
    let look = match request.state {
        State::Approved | State::Executed => Look::Good,
        State::Denied => Look::Danger,
        State::Pending | State::Expired | State::Canceled | State::Delegated | State::Unknown => Look::Warn,
    };
    line.push(&format!("{:<10}", request.state.to_string()), look);
    let at = request.decided.as_ref().map_or(request.created, |decided| decided.at);
    line.push(&format!("{:>6}  ", ago(now - at)), Look::Plain);
    if columns >= WIDE {
        column(&mut line, request.decided.as_ref().map_or("", |decided| decided.by.as_str()), 14);
    }
    rest(&mut line, &preview_of(request), columns);
    line
}

fn pointer(selected: bool) -> Line {
    Line::of(if selected { " ❯ " } else { "   " }, Look::Strong)
}

/// A text in a column of this width.
fn column(line: &mut Line, text: &str, width: usize) {
    let end = line.width() + width;
    rest(line, text, end - 1);
    line.push(&" ".repeat(end.saturating_sub(line.width())), Look::Plain);
}

/// As much of a text as there is room for. The list only says which request it is: all of it is in the lower pane.
fn rest(line: &mut Line, text: &str, columns: usize) {
    let room = columns.saturating_sub(line.width());
    let atoms = visible_line(text).atoms;
    let fits = atoms.iter().map(|atom| atom.width).sum::<usize>() <= room;
    let mut used = 0;
    for atom in &atoms {
        if !fits && used + atom.width + 1 > room {
            line.push("…", Look::Warn);
            return;
        }
        used += atom.width;
        line.push(&atom.text, atom.look);
    }
}

/// The rows around the selected one, or why there are none.
fn window(lines: Vec<Line>, selected: usize, area: Rect, none: &str) -> Vec<Line> {
    if lines.is_empty() {
        return vec![Line::of(&format!(" {none}"), Look::Faint)];
    }
    let room = usize::from(area.height);
    let from = (selected + 1).saturating_sub(room).min(lines.len().saturating_sub(room));
    lines.into_iter().skip(from).take(room).collect()
}

fn title_line(inbox: &Inbox, columns: usize) -> Line {
    let mut line = Line::of("── ", Look::Good);
    line.push("herma inbox", Look::Strong);
    let what = match (inbox.page, &inbox.open) {
        (Page::Help, _) => "keys".to_owned(),
        (Page::Past, _) => "decided".to_owned(),
        (Page::Questions, _) => {
            format!("question {} of {}", inbox.questions.at() + 1, inbox.questions.all.len())
        }
        (Page::Waiting, Some(open)) if inbox.focus == Focus::Request => open.request.ticket.clone(),
        (Page::Waiting, _) => {
            let more = if inbox.more { "+" } else { "" };
            let asked = match inbox.questions.all.len() {
                0 => String::new(),
                1 => ", 1 question".to_owned(),
                many => format!(", {many} questions"),
            };
            format!("{}{more} waiting{asked}", inbox.pending.len())
        }
    };
    line.push(&format!(" ── {what} "), Look::Good);
    if inbox.notice.is_some() {
        line.push("── ", Look::Good);
        line.push("edited policy not applied: herma policy apply ", Look::Danger);
    }
    line.push(&"─".repeat(columns.saturating_sub(line.width())), Look::Good);
    line
}

fn foot_line(inbox: &Inbox, columns: usize) -> Line {
    let (text, look) = match (&inbox.trouble, &inbox.said) {
        (Some(trouble), _) => (trouble.as_str(), Look::Danger),
        (None, Some(said)) => (said.as_str(), Look::Warn),
        (None, None) => (
            match (inbox.page, inbox.focus) {
                (Page::Help, _) => "any key goes back, q quits",
                (Page::Past, _) => "↑/↓ select, Space scrolls, h back",
                (Page::Questions, _) => "PgDn the next question, Esc back",
                (Page::Waiting, Focus::Request) => "Esc back to the list, ? keys",
                (Page::Waiting, Focus::List) if !inbox.questions.all.is_empty() => {
                    "Enter opens, a answers a question, h past, ? keys, q quits"
                }
                (Page::Waiting, Focus::List) => "Enter opens, h past, ? keys, q quits",
            },
            Look::Faint,
        ),
    };
    let mut line = Line::of(" ", look);
    for atom in visible_line(text).atoms {
        if line.width() + atom.width > columns {
            break;
        }
        line.push(&atom.text, if atom.look == Look::Plain { look } else { atom.look });
    }
    line
}

fn help(columns: usize) -> Vec<Line> {
    let mut lines = vec![Line::default()];
    for (key, meaning) in KEYS {
        let mut first = true;
        for row in words(meaning, columns.saturating_sub(9), Look::Plain) {
            let mut line = Line::of(&format!(" {:<8}", if first { key } else { "" }), Look::Strong);
            line.push(row.text().trim_start(), Look::Plain);
            lines.push(line);
            first = false;
        }
    }
    lines
}

fn rule(columns: usize) -> Line {
    Line::of(&"─".repeat(columns), Look::Faint)
}

/// Puts lines into an area of the buffer.
fn put(buffer: &mut Buffer, area: Rect, lines: &[Line]) {
    for (line, y) in lines.iter().zip(area.top()..area.bottom()) {
        let mut x = area.left();
        for piece in line.pieces() {
            let room = usize::from(area.right().saturating_sub(x));
            (x, _) = buffer.set_stringn(x, y, &piece.text, room, super::canvas::style(piece.look));
        }
    }
}

fn short(number: usize) -> u16 {
    u16::try_from(number).unwrap_or(u16::MAX)
}
