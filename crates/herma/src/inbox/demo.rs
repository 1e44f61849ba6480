//! `herma inbox-demo COLUMNSxROWS`: the inbox's cells as JSON, for the picture in the README. Only in debug builds: behind
//! what it shows there is nothing.

use super::canvas::{Canvas, style};
use super::model::Inbox;
use super::news::Found;
use super::screen;
use crate::approvals::question;
use crate::prompt::panel::Screen;
use crate::prompt::visible::Look;
use herma_core::effect::Tier;
use herma_core::world::TableWorld;
use herma_core::{Policy, ToolCall, judge};
use herma_store::{Request, RequestId, Stage, State};
use ratatui::Terminal;
use ratatui::buffer::{Buffer, Cell};
use serde_json::{Value, json};
use std::ffi::OsString;
use std::process::ExitCode;

const LOOKS: [Look; 8] = [
    Look::Plain,
    Look::Strong,
    Look::Faint,
    Look::Good,
    Look::Warn,
    Look::Danger,
    Look::Marked,
    Look::Escaped,
];

/// Agent, ticket, seconds left, command.
const WAITING: [(&str, &str, i64, &str); 3] = [
    ("claude-code", "7K2M", 3540, "npm run build && rm -rf ./photos"),
    ("codex", "Q4XD", 3312, "kubectl rollout restart deployment/api"),
    ("gemini", "9RBW", 2875, "git push origin main"),
];

pub fn main(args: &[OsString]) -> ExitCode {
    let size = args.first().map(|size| size.to_string_lossy().into_owned()).unwrap_or_default();
    let (columns, rows) = size.split_once('x').unwrap_or(("80", "24"));
    let screen = Screen::new(columns.parse().unwrap_or(0), rows.parse().unwrap_or(0), true);
    let mut inbox = Inbox::default();
    inbox.update(Found { pending: WAITING.iter().map(sample).collect(), ..Found::default() });
    inbox.open_first();
    let Ok(mut terminal) = Terminal::new(Canvas::new(screen));
    let Ok(drawn) = terminal.draw(|frame| screen::draw(&mut inbox, frame, screen, 0));
    println!("{}", rows_of(drawn.buffer));
    ExitCode::SUCCESS
}

/// A real judgement, on a machine that is the same everywhere.
fn sample((agent, ticket, left, command): &(&str, &str, i64, &str)) -> Request {
    let call = ToolCall { cwd: Some("/home/dev/src/app".to_owned()), ..ToolCall::shell(*command) };
    let verdict = judge(&call, &TableWorld::developer(), &Policy::default());
    let new = question(&call, &verdict, command, agent, "7f3a", "hook");
    let expires = left * 1000;
    let level = if new.tier == Tier::Critical { 4 } else { 3 };
    let name = format!("{ticket:0>26}").replace(['U', 'I', 'L', 'O'], "0");
    let Some(id) = RequestId::parse(&name) else { unreachable!("`{name}` is no id") };
    Request {
        id,
        ticket: (*ticket).to_owned(),
        digest: new.digest,
        agent: new.agent,
        session: new.session,
        requester: None,
        surface: new.surface,
        tool: new.tool,
        cwd: new.cwd,
        document: new.document,
        parts: new.parts,
        tier: new.tier,
        class: new.class,
        risk: new.risk,
        confidence: new.confidence,
        needed: 1,
        proof: 0,
        widest: new.widest,
        digits: "47".to_owned(),
        created: 0,
        stage: Stage { level, since: 0, deadline: expires, backup_told: false },
        expires,
        good_for: new.good_for,
        state: State::Pending,
        decided: None,
        edited_into: None,
        claimed: None,
        outcome: None,
        merged: 0,
        revision: 1,
    }
}

/// Rows of pieces, each with its look.
fn rows_of(buffer: &Buffer) -> Value {
    let width = usize::from(buffer.area.width).max(1);
    buffer
        .content()
        .chunks(width)
        .map(|row| {
            row.chunk_by(|a, b| look_of(a) == look_of(b))
                .map(|piece| {
                    let text: String = piece.iter().map(Cell::symbol).collect();
                    json!({"text": text, "look": piece.first().map(look_of)})
                })
                .collect::<Value>()
        })
        .collect()
}

fn look_of(cell: &Cell) -> String {
    let is = |look: &&Look| {
        let style = style(**look);
        style.fg.unwrap_or_default() == cell.fg && style.add_modifier == cell.modifier
    };
    LOOKS.iter().find(is).map_or_else(String::new, |look| format!("{look:?}"))
}
