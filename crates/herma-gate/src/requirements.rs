//! What a request wants of whoever answers, beyond one person's yes: in words, the same on every surface.

use crate::distinct_approvers::is_new_voice;
use crate::error::Refusal;
use crate::reply::approver;
use crate::settings::Settings;
use herma_store::{Answer, Request, Scope, Vote, voices};

/// The level of an answer whose account the kernel names: the highest that a terminal can give.
const AT_SOCKET: u8 = 1;

/// Who has said yes, each once, in the order in which they did.
pub fn yeses(votes: &[Vote]) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for vote in votes.iter().filter(|vote| matches!(vote.answer, Answer::Approve(_))) {
        if !names.contains(&vote.by.as_str()) {
            names.push(&vote.by);
        }
    }
    names
}

/// What a request wants beyond one yes at a terminal, in a sentence for whoever asks: `None` where that is enough. Without the
/// names of people, which are not for agents.
pub fn beyond_one_yes(request: &Request) -> Option<String> {
    let signed = request.proof > AT_SOCKET;
    let others = request.requesters().next().is_some();
    if !signed && !others && request.needed <= 1 {
        return None;
    }
    let who = match (request.needed, others) {
        (0 | 1, true) => "somebody else than whoever runs the agent must say yes".to_owned(),
        (0 | 1, false) => "a person must say yes".to_owned(),
        (needed, true) => format!("{needed} people must say yes, whoever runs the agent not among them"),
        (needed, false) => format!("{needed} people must say yes"),
    };
    let place = match (signed, others) {
        (true, _) => ", signed with a passkey, in the web inbox (`herma up`)".to_owned(),
        (false, true) => ", in chat or the web inbox (`herma up`)".to_owned(),
        (false, false) => {
            format!(": `herma approve {}` in a terminal, in chat or the web inbox", request.ticket)
        }
    };
    Some(who + &place)
}

impl Settings {
    /// A sentence for each thing that is wanted, and how far it is. Empty where one person's yes is enough.
    pub fn wants(&self, request: &Request, votes: &[Vote]) -> Vec<String> {
        let mut lines = Vec::new();
        let needed = usize::from(request.needed.max(1));
        let may = self.may_approve(request.tier, request.requester.as_deref());
        if needed > 1 {
            let said = match yeses(votes).as_slice() {
                [] => "nobody has yet".to_owned(),
                [one] => format!("{one} has, {} missing", needed.saturating_sub(1)),
                several => {
                    let missing = needed.saturating_sub(voices(votes));
                    format!("{} have, {missing} missing", several.join(" and "))
                }
            };
            lines.push(format!("{needed} people must say yes: {said}; one no denies it"));
        }
        // Whoever could not answer anyway is not worth a word.
        let mut from: Vec<&str> = request.requesters().map(|one| self.person(one).unwrap_or(one)).collect();
        from.retain(|name| self.approvers(request.tier).any(|one| one == *name));
        from.dedup();
        if !from.is_empty() {
            lines.push(format!(
                "{} cannot approve it: that takes somebody else than whoever asks",
                from.join(" and ")
            ));
        }
        if may.len() < needed && !lines.is_empty() {
            let most = if may.is_empty() {
                "nobody may".to_owned()
            } else {
                format!("only {} may", may.join(" and "))
            };
            lines.push(format!("{most} say yes to it at present: `herma approver add` names more people"));
        }
        if request.proof > 0 {
            lines.push("each yes must be signed with a passkey, in the web inbox".to_owned());
        }
        lines
    }

    /// How far a yes of this account to this request may go.
    pub fn widest(&self, request: &Request, account: &str) -> Scope {
        let person = self.person(account);
        match self.not_for_good.iter().any(|one| Some(one.as_str()) == person) {
            true => request.widest.min(Scope::Session),
            false => request.widest,
        }
    }

    /// Whether a yes of this account can count at all, on a surface whose answers are of this level.
    pub fn may_say_yes(&self, request: &Request, account: &str, level: u8) -> Result<(), Refusal> {
        self.may_say_yes_by(request, &[], account, None, level)
    }

    /// The same of an account that came in by a link or a token of somebody's, where these have been said.
    pub fn may_say_yes_by(
        &self,
        request: &Request,
        votes: &[Vote],
        account: &str,
        maker: Option<&str>,
        level: u8,
    ) -> Result<(), Refusal> {
        let person = approver(self, request, account)?;
        if self.has_asked(request, person) {
            return Err(Refusal::Requester);
        }
        let through = self.through(account, maker, level);
        self.may_come_through(request, through.as_deref())?;
        is_new_voice(votes, person, through.as_deref())?;
        match level < request.proof {
            true => Err(Refusal::Level { wanted: request.proof }),
            false => Ok(()),
        }
    }
}
