//! Level 1: the service of another user judges and keeps. This process, which is the agent's user, hands the call over,
//! tells the service what only that user can see, and passes its answer on.
//!
//! A service that is not there, is slow, or says anything else is a deny.

use super::{Arguments, Progress, Tell, on_the_wire, person, read_stdin, reply};
use crate::fail_closed;
use crate::host::Above;
use crate::level1::wire;
use crate::world::RealWorld;
use herma_agents::Reply;
use herma_core::World;
use serde_json::json;
use std::ffi::OsStr;
use std::os::unix::net::UnixStream;
use std::time::Instant;

pub(super) fn line(arguments: &Arguments, socket: &OsStr, hold_until: Instant, tell: &Tell) -> String {
    asked(arguments, socket, hold_until, tell).unwrap_or_else(|why| match arguments.note {
        true => String::new(),
        false => arguments.agent.render(&Reply::Deny(format!(
            "herma: not run, because {why}. A person can look into it with `herma doctor`"
        ))),
    })
}

fn asked(arguments: &Arguments, socket: &OsStr, hold_until: Instant, tell: &Tell) -> Result<String, String> {
    let agent = arguments.agent;
    let input = String::from_utf8(read_stdin().map_err(|e| e.to_string())?)
        .map_err(|_| "the hook's input is not UTF-8")?;
    let lost = |e: std::io::Error| format!("the service that judges does not answer ({e})");
    let mut stream = UnixStream::connect(socket).map_err(lost)?;
    let left = hold_until.saturating_duration_since(Instant::now());
    let call = json!({"op": "hook", "agent": agent.name, "note": arguments.note, "input": input,
        "wait_ms": u64::try_from(left.as_millis()).unwrap_or(u64::MAX),
        "interactive": reply::somebody_is_there(agent)});
    wire::send(&mut stream, &call).map_err(lost)?;
    loop {
        let message = wire::receive(&mut stream).map_err(lost)?;
        if let Some(question) = wire::asked(&message) {
            wire::send(&mut stream, &wire::answer(&RealWorld.ask(question))).map_err(lost)?;
        } else if let Some(transcript) = wire::text(&message, "said") {
            wire::send(&mut stream, &json!({"words": person::said(transcript)})).map_err(lost)?;
        } else if let Some(line) = wire::text(&message, "waits") {
            waits(line, &arguments.mark, tell);
        } else if let Some(line) = wire::text(&message, "line") {
            return Ok(line.to_owned());
        } else {
            let said = wire::text(&message, "error").unwrap_or("it says nothing that is known here");
            return Err(format!("the service that judges refuses: {said}"));
        }
    }
}

/// A person is asked. Told to end, or left by our agent, we still leave the ticket.
fn waits(line: &str, mark: &str, tell: &Tell) {
    tell.that(Progress::Waits(line.to_owned()));
    let said = on_the_wire(line, mark);
    fail_closed::prepare(said.clone());
    let above = Above::look();
    // Without a thread to watch, the deadline is all there is.
    let _ = std::thread::Builder::new().name("watch".to_owned()).spawn(move || {
        fail_closed::guard_this_thread();
        above.wait_until_gone();
        fail_closed::say_and_exit(&said)
    });
}
