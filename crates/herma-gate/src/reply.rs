//! Whose answer counts, and what for.

use crate::error::Refusal;
use crate::settings::Settings;
use herma_core::grant::Width;
use herma_store::{Answer, Millis, Request, Scope, Vote};

/// A person's answer, as a surface brings it in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reply {
    /// Who it was, as the surface has made sure: `unix:1000`, `telegram:4711`. Never a name from a text.
    pub account: String,
    /// Where: `terminal`, `inbox`, `chat`.
    pub channel: String,
    pub answer: Answer,
    pub reason: Option<String>,
    /// What they had in front of them.
    pub seen: Seen,
    /// The two digits that they typed.
    pub digits: Option<String>,
    /// How wide the rules are that they were shown, and that a yes for longer is to leave behind.
    pub width: Width,
    /// How long such a yes is good, if they said so.
    pub lasts: Option<Millis>,
    /// Of what level it is (design, section 6), as the surface has made sure, and what proves it.
    pub level: u8,
    pub proof: Option<String>,
    /// The account that made the link or the token that it came by, where it came by one.
    pub maker: Option<String>,
}

/// What a surface has shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Seen {
    /// Every byte of the action with this digest.
    Whole(String),
    /// A part of it, or only its ticket. Enough for a no.
    Part,
}

impl Reply {
    pub fn deny(account: &str, reason: Option<&str>) -> Self {
        Reply {
            account: account.to_owned(),
            channel: String::new(),
            answer: Answer::Deny,
            reason: reason.map(str::to_owned),
            seen: Seen::Part,
            digits: None,
            width: Width::Exact,
            lasts: None,
            level: 0,
            proof: None,
            maker: None,
        }
    }

    /// A yes to this request, by somebody who saw all of it. The digits come on top.
    pub fn approve(account: &str, scope: Scope, shown: &Request) -> Self {
        let seen = Seen::Whole(shown.digest.clone());
        Reply { answer: Answer::Approve(scope), seen, ..Reply::deny(account, None) }
    }

    #[must_use]
    pub fn with_digits(mut self, digits: &str) -> Self {
        self.digits = Some(digits.to_owned());
        self
    }

    /// Signed by a passkey.
    #[must_use]
    pub fn proven(mut self, level: u8, proof: &str) -> Self {
        (self.level, self.proof) = (level, Some(proof.to_owned()));
        self
    }

    /// A yes for longer is to be remembered as a rule of this width.
    #[must_use]
    pub fn as_wide_as(mut self, width: Width) -> Self {
        self.width = width;
        self
    }

    /// A yes for longer is good for so long.
    #[must_use]
    pub fn lasting(mut self, time: Option<Millis>) -> Self {
        self.lasts = time;
        self
    }

    /// By a link or a token that this account has made.
    #[must_use]
    pub fn made_by(mut self, account: &str) -> Self {
        self.maker = Some(account.to_owned());
        self
    }

    #[must_use]
    pub fn on(mut self, channel: &str) -> Self {
        self.channel = channel.to_owned();
        self
    }
}

/// The vote that a reply amounts to. Whether the request still takes one is for the store to say.
pub fn judge_reply(
    settings: &Settings,
    request: &Request,
    reply: &Reply,
    now: Millis,
) -> Result<Vote, Refusal> {
    let person = approver(settings, request, &reply.account)?;
    let through = settings.through(&reply.account, reply.maker.as_deref(), reply.level);
    if let Answer::Approve(scope) = reply.answer {
        if settings.has_asked(request, person) || reply.account == request.agent {
            return Err(Refusal::Requester);
        }
        settings.may_come_through(request, through.as_deref())?;
        if reply.level < request.proof {
            return Err(Refusal::Level { wanted: request.proof });
        }
        match &reply.seen {
            Seen::Part => return Err(Refusal::NotAllShown),
            Seen::Whole(digest) if *digest != request.digest => return Err(Refusal::OtherShown),
            Seen::Whole(_) => {}
        }
        let widest = settings.widest(request, &reply.account);
        if scope > widest {
            return Err(Refusal::TooWide { widest });
        }
        if request.tier >= settings.digits_from && reply.digits.as_deref() != Some(&request.digits) {
            return Err(Refusal::Digits);
        }
    }
    let grant_for = match reply.answer {
        Answer::Approve(Scope::Session) => shorter(reply.lasts, settings.session_grant_for),
        Answer::Approve(Scope::Always) => shorter(reply.lasts, settings.always_grant_for),
        Answer::Approve(Scope::Once) | Answer::Deny => None,
    };
    Ok(Vote {
        by: person.to_owned(),
        through,
        account: reply.account.clone(),
        channel: reply.channel.clone(),
        answer: reply.answer,
        reason: reply.reason.clone(),
        width: reply.width,
        grant_until: grant_for.map(|time| now.saturating_add(time)),
        level: reply.level,
        proof: reply.proof.clone(),
    })
}

/// What somebody wants lasts no longer than the settings allow.
fn shorter(wanted: Option<Millis>, most: Option<Millis>) -> Option<Millis> {
    match (wanted, most) {
        (Some(wanted), Some(most)) => Some(wanted.min(most)),
        (wanted, most) => wanted.or(most),
    }
}

/// The person behind the account, if that person may answer this.
pub(crate) fn approver<'a>(
    settings: &'a Settings,
    request: &Request,
    account: &str,
) -> Result<&'a str, Refusal> {
    let mut approvers = settings.approvers(request.tier).peekable();
    if approvers.peek().is_none() {
        return Err(Refusal::NobodyMay);
    }
    let person = settings.person(account).filter(|person| approvers.any(|one| one == *person));
    person.ok_or_else(|| Refusal::NotAnApprover { account: account.to_owned() })
}

/// Whether those who said yes may still do so (T32).
pub fn still_stands(settings: &Settings, request: &Request, votes: &[Vote]) -> Result<(), Refusal> {
    for vote in votes.iter().filter(|vote| matches!(vote.answer, Answer::Approve(_))) {
        // A name that was given to somebody else is not who has answered.
        let theirs = settings.person(&vote.account) == Some(vote.by.as_str());
        if !theirs || !settings.approvers(request.tier).any(|one| one == vote.by) {
            return Err(Refusal::NoLongerAnApprover { by: vote.by.clone() });
        }
        if vote.level < request.proof {
            return Err(Refusal::Level { wanted: request.proof });
        }
    }
    Ok(())
}
