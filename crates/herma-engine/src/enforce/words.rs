//! What an agent is told about a call that was judged: why it may run, why it may not, and what to do now.

use super::{Basis, Cause};
use herma_agents::text::plain_line;
use herma_core::Verdict;
use herma_gate::beyond_one_yes;
use herma_store::{Grant, Millis, Request, State};
use herma_undo::Refusal;
use herma_view::view;

/// Where the approver sits, as far as the agent's instructions depend on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Approvers {
    Here,
    /// At a terminal of another user (level 1).
    AtSocket,
}

impl Basis {
    /// Why it may run.
    pub fn text(&self, verdict: &Verdict) -> String {
        match self {
            Basis::Verdict => format!("tier {}{}", verdict.assessment.tier, noticed(verdict)),
            Basis::Grant(grant) => granted(grant),
            Basis::Reviewer(by) => format!("cleared by the reviewer {}", cut(by)),
            Basis::Approval { by, ticket } => format!("approved by {} ({ticket})", cut(by)),
            Basis::Edited { by, ticket, into } => format!(
                "changed and approved by {} ({ticket}): it runs as `{}`, not as you called it",
                cut(by),
                cut(into)
            ),
            Basis::Continues { ticket } => format!("goes on, as approved ({ticket})"),
        }
    }
}

impl Cause {
    /// What the agent is told.
    pub fn text(&self, verdict: &Verdict, approvers: Approvers) -> String {
        let not_run = |what: &str| not_run_text(verdict, what);
        match self {
            Cause::Verdict => deny_text(verdict),
            Cause::Unreadable => unheard_text(),
            Cause::Unrecorded(why) => unrecorded_text(why),
            Cause::Unavailable(error) => not_run(&format!("nobody can be asked: {}.", cut(error))),
            Cause::Gone => not_run("the agent that asked is gone."),
            Cause::Locked(left) => not_run(&locked(*left)),
            Cause::Nobody => not_run("nobody may answer this."),
            Cause::Changed(_) => not_run("what it would do has changed since it was approved."),
            Cause::NotSaved(why) => not_run(&no_way_back(why)),
            Cause::Edited(next) => not_run(&edited_text(next)),
            Cause::EditedOtherwise(_) => {
                not_run("a person has changed it, and here that would be another action.")
            }
            Cause::Ended(request) => not_run(&outcome_for(request, approvers)),
            Cause::Foreign => not_run("that request is not this session's."),
        }
    }
}

/// What the agent is told while nobody has answered.
pub fn waits_text(request: &Request, verdict: &Verdict, approvers: Approvers) -> String {
    not_run_text(verdict, &outcome_for(request, approvers))
}

fn outcome_for(request: &Request, approvers: Approvers) -> String {
    match approvers {
        Approvers::Here => outcome(request),
        Approvers::AtSocket => outcome_at_socket(request),
    }
}

/// A person's reason is a sentence, not a page.
const REASON_MAX: usize = 500;

/// What was promised to whoever answers cannot be held.
fn no_way_back(why: &Refusal) -> String {
    format!(
        "it was to be undone if need be, and what it changes could not be kept: {}.",
        cut(&why.to_string())
    )
}

/// Whose standing yes it was, and where it can be taken back.
fn granted(grant: &Grant) -> String {
    format!("allowed by {} ({}, grant {})", cut(&grant.by), grant.scope, grant.id)
}

/// What became of a request that may not run, in words.
pub fn outcome(request: &Request) -> String {
    let decided = request.decided.as_ref();
    let by = decided.map_or_else(|| "herma".to_owned(), |decided| cut(&decided.by));
    let reason = decided.and_then(|d| d.reason.as_deref()).map(|reason| format!(": {}", cut(reason)));
    let reason = reason.unwrap_or_default();
    match request.state {
        State::Pending => format!(
            "pending approval {ticket}, call again once it is approved: {}.",
            beyond_one_yes(request).unwrap_or_else(|| format!(
                "nobody has answered yet, and a person can, with `herma approve {ticket}` in a terminal of their own",
                ticket = request.ticket
            )),
            ticket = request.ticket
        ),
        State::Denied => format!("denied by {by}{reason}."),
        State::Expired => "nobody answered in time.".to_owned(),
        State::Canceled => format!("withdrawn by {by}{reason}."),
        State::Delegated => format!("handed to the own prompt of {by}."),
        State::Executed | State::Unknown => {
            "another call of the same has used this approval; call again, and a person is asked anew."
                .to_owned()
        }
        State::Approved => format!("approved by {by}, and not used in time."),
    }
}

/// The same where another user answers, at a terminal of their own (level 1).
pub fn outcome_at_socket(request: &Request) -> String {
    if request.state != State::Pending || request.proof > 1 {
        return outcome(request);
    }
    let ticket = &request.ticket;
    let who = match request.needed {
        0 | 1 => "somebody else than whoever runs the agent".to_owned(),
        needed => format!("{needed} people, whoever runs the agent not among them,"),
    };
    format!(
        "pending approval {ticket}, call again once it is approved: {who} must say yes, with `herma approve {ticket}` in a \
         terminal of their own."
    )
}

/// What the model may call in its place.
fn edited_text(next: &Request) -> String {
    let call = match &next.document.args {
        // To the letter: a draft that is cut off could not be called.
        Some(args) => format!("{} {}", cut(&next.tool), plain_line(&args.to_string())),
        None => plain_line(&view::command_of(next)),
    };
    format!(
        "a person has changed this into `{call}` ({ticket}): call that instead, exactly so, once {ticket} is approved.",
        ticket = next.ticket
    )
}

fn locked(left: Millis) -> String {
    format!(
        "too many questions: this agent is locked, and may ask again in {} s.",
        (left.max(0) / 1000).saturating_add(1)
    )
}

pub fn cut(text: &str) -> String {
    plain_line(text).chars().take(REASON_MAX).collect::<String>().trim_end_matches('.').to_owned()
}

/// Characters of the reasons in a reply to an agent: more is cut there.
const WHY_MAX: usize = 600;

fn deny_text(verdict: &Verdict) -> String {
    let why = why(verdict);
    let lifted = if verdict.hardline { "denied, and nobody can lift this" } else { "denied" };
    format!("herma: {lifted}: {why}. It was not run.{}{}", instead(verdict), noticed(verdict))
}

/// A call that reaches somebody, while the disk with the conversation hangs.
fn unheard_text() -> String {
    "herma: not run: what was said in this conversation could not be read, since the disk does not answer. \
     Try again later."
        .to_owned()
}

/// What would run, if there were room to record that it did.
fn unrecorded_text(why: &str) -> String {
    let why: String = plain_line(why).chars().take(600).collect();
    format!(
        "herma: not run: {why}. A person frees the disk, or mends Herma's home; until then only reading works."
    )
}

/// For the agent's own prompt.
pub fn ask_text(verdict: &Verdict) -> String {
    let tier = verdict.assessment.tier;
    let (why, instead, noticed) = (why(verdict), instead(verdict), noticed(verdict));
    format!("herma: tier {tier}, so a person decides: {why}.{instead}{noticed}")
}

/// What a person must see and has not: `what` became of it, and what the model may do now.
fn not_run_text(verdict: &Verdict, what: &str) -> String {
    format!(
        "herma: {what} It needs a person's yes (tier {}: {}) and was not run; do not try to get around this.{}{}",
        verdict.assessment.tier,
        why(verdict),
        instead(verdict),
        noticed(verdict)
    )
}

fn why(verdict: &Verdict) -> String {
    let reason = match verdict.assessment.effects.is_empty() && verdict.rule.is_none() {
        true => "nothing shows that it is harmless".to_owned(),
        false => verdict.reasons(WHY_MAX),
    };
    // The frame around it must survive the cut.
    plain_line(&reason).chars().take(WHY_MAX).collect::<String>().trim_end_matches('.').to_owned()
}

/// What else a verdict has to say: that an edited policy is not in force.
pub fn noticed(verdict: &Verdict) -> String {
    verdict.notice.as_deref().map_or(String::new(), |notice| format!(" [{}]", plain_line(notice)))
}

fn instead(verdict: &Verdict) -> String {
    let instead = verdict.assessment.effects.iter().find_map(|effect| effect.instead.as_deref());
    instead.map_or(String::new(), |way| {
        format!(" Instead: {}", plain_line(way).chars().take(300).collect::<String>())
    })
}
