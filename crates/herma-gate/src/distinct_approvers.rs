//! Who could have given an answer. A quorum counts people, and what one person can do alone is not done by two.

use crate::error::Refusal;
use crate::settings::Settings;
use herma_store::{Answer, Request, Vote};

/// The level of an answer that is signed by what only the person holds: a passkey.
const SIGNED: u8 = 2;

impl Settings {
    /// Who else could have given an answer of this account: whoever made the link or the token that it came by, or holds
    /// the one secret behind it. Nobody, where a passkey has signed it: whose passkey that is was settled when it was added.
    pub fn through(&self, account: &str, maker: Option<&str>, level: u8) -> Option<String> {
        if level >= SIGNED {
            return None;
        }
        if let Some(channel) = one_voice(account) {
            return Some(channel.to_owned());
        }
        let maker = maker.map(|maker| self.person(maker).unwrap_or(maker))?;
        (self.person(account) != Some(maker)).then(|| maker.to_owned())
    }

    /// Not by way of whoever has asked for it.
    pub(crate) fn may_come_through(&self, request: &Request, through: Option<&str>) -> Result<(), Refusal> {
        let Some(through) = through else { return Ok(()) };
        let by_channel = |name: &str| {
            let person = self.people.iter().find(|one| one.name == name);
            person.is_some_and(|one| one.accounts.iter().any(|account| one_voice(account) == Some(through)))
        };
        let mut asked = request.requesters().map(|one| self.person(one).unwrap_or(one));
        match asked.find(|name| *name == through || by_channel(name)) {
            Some(maker) => Err(Refusal::MakerAsked { maker: maker.to_owned() }),
            None => Ok(()),
        }
    }
}

/// The kind of an account, with its colon, if the holder of the channel's one secret speaks for all accounts of that kind.
fn one_voice(account: &str) -> Option<&str> {
    let colon = account.find(':')?;
    let is_one = herma_specs::channel(account.get(..colon)?)?.is_one_voice();
    account.get(..=colon).filter(|_| is_one)
}

/// `Err` if somebody else has said yes who may have been the same.
pub(crate) fn is_new_voice(votes: &[Vote], person: &str, through: Option<&str>) -> Result<(), Refusal> {
    let same = |vote: &&Vote| {
        let shared = |name: &str| name == person || Some(name) == through;
        matches!(vote.answer, Answer::Approve(_))
            && vote.by != person
            && (shared(&vote.by) || vote.through.as_deref().is_some_and(shared))
    };
    match votes.iter().find(same) {
        Some(vote) => Err(Refusal::OneVoice { who: vote.by.clone() }),
        None => Ok(()),
    }
}
