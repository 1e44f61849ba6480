//! From what was decided to what is said.

use herma_agents::text::plain_line;
use herma_agents::{Agent, AskOwnPrompt, Reply, Request, ToolKind};
use herma_core::call::Surface;
use herma_core::effect::Tier;
use herma_core::policy::{HookAllow, Mode};
use herma_core::{Policy, Verdict};

/// Characters of the reasons in a reply to an agent: more is cut there.
const WHY_MAX: usize = 600;

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
    // A plan is a promise to change nothing: Herma's yes must not break it.
    let planning = request.permission_mode.as_deref() == Some("plan") && verdict.assessment.tier > Tier::Safe;
    match kind(agent, request) {
        ToolKind::AsksPerson => Reply::Silence,
        ToolKind::Shell | ToolKind::Plain if planning => Reply::Silence,
        ToolKind::Shell | ToolKind::Plain => Reply::Allow(why),
    }
}

pub(super) fn kind(agent: &Agent, request: &Request) -> ToolKind {
    agent.tool(&request.call.tool).map_or(ToolKind::Plain, |tool| tool.kind)
}

pub(crate) fn deny_text(verdict: &Verdict) -> String {
    let why = why(verdict);
    let lifted = if verdict.hardline { "denied, and nobody can lift this" } else { "denied" };
    format!("herma: {lifted}: {why}. It was not run.{}{}", instead(verdict), noticed(verdict))
}

/// What would run, if there were room to write down that it did.
/// A call that reaches somebody, while the disk with the conversation hangs.
pub(crate) fn unheard_text() -> String {
    "herma: not run: what was said in this conversation could not be read, since the disk does not answer. \
     Try again later."
        .to_owned()
}

pub(crate) fn unrecorded_text(why: &str) -> String {
    let why: String = plain_line(why).chars().take(600).collect();
    format!(
        "herma: not run: {why}. A person frees the disk, or mends Herma's home; until then only reading works."
    )
}

/// For the agent's own prompt.
pub(super) fn ask_text(verdict: &Verdict) -> String {
    let tier = verdict.assessment.tier;
    let (why, instead, noticed) = (why(verdict), instead(verdict), noticed(verdict));
    format!("herma: tier {tier}, so a person decides: {why}.{instead}{noticed}")
}

/// What a person must see and has not: `what` became of it, and what the model may do now.
pub(crate) fn not_run_text(verdict: &Verdict, what: &str) -> String {
    format!(
        "herma: {what} It needs a person's yes (tier {}: {}) and was not run; do not try to get around this.{}{}",
        verdict.assessment.tier,
        why(verdict),
        instead(verdict),
        noticed(verdict)
    )
}

pub(super) fn why(verdict: &Verdict) -> String {
    let reason = match verdict.assessment.effects.is_empty() && verdict.rule.is_none() {
        true => "nothing shows that it is harmless".to_owned(),
        false => verdict.reasons(WHY_MAX),
    };
    // The frame around it must survive the cut.
    plain_line(&reason).chars().take(WHY_MAX).collect::<String>().trim_end_matches('.').to_owned()
}

/// What else a verdict has to say: that an edited policy is not in force.
pub(crate) fn noticed(verdict: &Verdict) -> String {
    verdict.notice.as_deref().map_or(String::new(), |notice| format!(" [{}]", plain_line(notice)))
}

pub(super) fn instead(verdict: &Verdict) -> String {
    let instead = verdict.assessment.effects.iter().find_map(|effect| effect.instead.as_deref());
    instead.map_or(String::new(), |way| {
        format!(" Instead: {}", plain_line(way).chars().take(300).collect::<String>())
    })
}
