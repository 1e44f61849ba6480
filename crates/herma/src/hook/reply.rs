//! From what was decided to what is said.

use crate::enforce::words::noticed;
use herma_agents::{Agent, AskOwnPrompt, Reply, Request, ToolKind};
use herma_core::call::Surface;
use herma_core::effect::Tier;
use herma_core::policy::{HookAllow, Mode};
use herma_core::{Policy, Verdict};

/// How Claude Code is started where nobody sits in front of it, besides its SDKs and `-p` (`sdk-cli`).
const BY_A_PROGRAM: &[&str] = &["mcp", "remote", "claude-code-github-action", "local-agent"];

/// Whether somebody may sit in front of the agent. Claude Code tells its hooks how it was started; where a
/// program started it, that program would get the question, and could answer it.
pub(crate) fn somebody_is_there(agent: &Agent) -> bool {
    let started_by = std::env::var("CLAUDE_CODE_ENTRYPOINT").unwrap_or_default();
    let by_a_program = started_by.starts_with("sdk") || BY_A_PROGRAM.contains(&started_by.as_str());
    agent.own_prompt != AskOwnPrompt::Never && !by_a_program
}

/// Facts, finding 10: an "ask" is a question only where the agent really shows it to somebody.
pub(super) fn may_ask_there(agent: &Agent, request: &Request) -> bool {
    let there = match request.call.origin.surface {
        Surface::Interactive => true,
        Surface::Headless | Surface::Cron => false,
    };
    match (agent.own_prompt, request.permission_mode.as_deref()) {
        (AskOwnPrompt::InModes(modes), Some(mode)) => there && modes.contains(&mode),
        (AskOwnPrompt::InModes(_), None) | (AskOwnPrompt::Never, _) => false,
    }
}

pub(crate) fn allow(agent: &Agent, request: &Request, verdict: &Verdict, policy: &Policy) -> Reply {
    let mode = match kind(agent, request) {
        ToolKind::Shell => policy.mode.shell,
        ToolKind::Plain | ToolKind::AsksPerson => policy.mode.tools,
    };
    let mode = policy.mode.on(request.call.origin.surface, mode);
    let by_mode = verdict.would.is_some() || verdict.decided_by.starts_with("mode:");
    match (mode, policy.hook.allow) {
        (Mode::Observe | Mode::Off, _) | (_, HookAllow::Silent) => Reply::Silence,
        (Mode::Enforce | Mode::Smart, HookAllow::Allow) if by_mode => Reply::Silence,
        (Mode::Enforce | Mode::Smart, HookAllow::Allow) => {
            let tier = verdict.assessment.tier;
            yes(
                agent,
                request,
                verdict,
                format!("herma: tier {tier}, runs without a question{}", noticed(verdict)),
            )
        }
    }
}

/// Says that it may run, as far as that is ours to say. What a person has allowed needs no second question, so this is
/// the agent's explicit allow where it has one.
pub(crate) fn yes(agent: &Agent, request: &Request, verdict: &Verdict, why: String) -> Reply {
    match is_silent(agent, request) && (verdict.assessment.tier > Tier::Safe || asks_person(agent, request)) {
        true => Reply::Silence,
        false => Reply::Allow(why),
    }
}

/// Whether a call that does anything is allowed by silence: a plan is a promise to change nothing, which our approval must
/// not break, and a question to the person is theirs to answer.
pub(crate) fn is_silent(agent: &Agent, request: &Request) -> bool {
    request.permission_mode.as_deref() == Some("plan") || asks_person(agent, request)
}

fn asks_person(agent: &Agent, request: &Request) -> bool {
    kind(agent, request) == ToolKind::AsksPerson
}

pub(crate) fn kind(agent: &Agent, request: &Request) -> ToolKind {
    agent.tool(&request.call.tool).map_or(ToolKind::Plain, |tool| tool.kind)
}
