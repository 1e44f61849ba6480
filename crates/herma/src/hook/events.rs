//! The events that decide nothing: a tool has given something back, the person has said something.
//!
//! Whatever fails in here is passed over in silence: the agent goes on, and the next call is judged with what is known.

use crate::approvals::{ApprovalService, now};
use crate::paths::Paths;
use crate::session_state::{self, SessionKey, call_key};
use herma_agents::{Prompt, ToolResult};
use herma_core::policy::CrisisSettings;
use herma_core::taint;
use herma_store::{Outcome, RequestId};

/// Notes what a tool has given back, and that a call which a person approved has run.
pub(crate) fn after(paths: &Paths, agent: &str, result: &ToolResult) {
    let whose = SessionKey {
        agent,
        session: result.call.origin.session.as_deref().unwrap_or_default(),
        cwd: result.call.cwd.as_deref().unwrap_or_default(),
    };
    let known = session_state::of(paths, whose);
    let key = call_key(&result.call, result.call_id.as_deref());
    let handed = known.handed.iter().any(|(known, _)| *known == key);
    // Twice the bound: the end of a long text is looked at too.
    let _ = session_state::heard(paths, whose, &result.call, &result.text(taint::RESULT_MAX * 2));
    herma_engine::undo::settle(
        paths,
        herma_engine::undo::Caller { agent, session: whose.session },
        &result.call,
    );
    if handed {
        let mut request = None;
        let _ = session_state::change(paths, whose, |notes| request = notes.take_handed(&key));
        report(paths, request, result.exit_code);
    }
}

/// The store is opened for this alone: a call that somebody approved is rare.
fn report(paths: &Paths, request: Option<String>, exit_code: Option<i32>) {
    let Some(request) = request.and_then(|id| RequestId::parse(&id)) else { return };
    let outcome = exit_code.map_or(Outcome::Ran, Outcome::Exited);
    let _ = ApprovalService::open(paths).and_then(|keeper| keeper.gate.report(&request, outcome, now()));
}

/// Looks at what the person said, and keeps nothing of it but whether it was a sign of a crisis. Then there is a card to
/// show, whether or not any of that could be written down.
pub(crate) fn said(paths: Option<&Paths>, agent: &str, prompt: &Prompt) -> Option<String> {
    let band = crate::session_state::crisis_band(&prompt.text)?;
    let Some(paths) = paths else {
        return Some(herma_engine::crisis::card(None, &CrisisSettings::default()));
    };
    let whose = SessionKey {
        agent,
        session: prompt.session.as_deref().unwrap_or_default(),
        cwd: prompt.cwd.as_deref().unwrap_or_default(),
    };
    herma_engine::crisis::crisis_state::said(paths, whose, band);
    Some(herma_engine::crisis::in_force(paths))
}
