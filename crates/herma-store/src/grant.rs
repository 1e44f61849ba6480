//! A grant: a remembered yes.

use crate::Millis;
use crate::request::Scope;
use herma_core::effect::Tier;
use herma_core::grant::Rule;
use std::fmt;

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GrantId(pub(crate) String);

impl GrantId {
    pub(crate) const LETTERS: usize = 8;

    /// Takes what a person typed.
    pub fn parse(text: &str) -> Self {
        GrantId(text.to_ascii_uppercase())
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for GrantId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What is granted, and to whom.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewGrant {
    pub scope: Scope,
    /// What it speaks of.
    pub rule: Rule,
    /// The call that it was given for; for [`Rule::Exact`] the only one that it fits.
    pub digest: String,
    /// That call as people were shown it, secrets redacted.
    pub about: String,
    /// `Once` and `Session` are for this agent's session only; `Always` is for whoever brings such a call.
    pub agent: String,
    pub session: String,
    /// It fits nothing above this tier.
    pub tier: Tier,
    pub by: String,
    pub expires: Option<Millis>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grant {
    pub id: GrantId,
    pub scope: Scope,
    pub rule: Rule,
    pub digest: String,
    pub about: String,
    pub agent: String,
    pub session: String,
    pub tier: Tier,
    pub by: String,
    pub given: Millis,
    pub expires: Option<Millis>,
    pub used: u32,
    pub last_used: Option<Millis>,
    /// By whom, and when.
    pub revoked: Option<(String, Millis)>,
    /// Its session was resumed: somebody must say yes once more before it counts again.
    pub reconfirm: bool,
}

impl Grant {
    pub(crate) fn new(new: &NewGrant, now: Millis) -> crate::Result<Self> {
        Ok(Grant {
            id: GrantId(crate::id::name(GrantId::LETTERS)?),
            scope: new.scope,
            rule: new.rule.clone(),
            digest: new.digest.clone(),
            about: new.about.clone(),
            agent: new.agent.clone(),
            session: new.session.clone(),
            tier: new.tier,
            by: new.by.clone(),
            given: now,
            expires: new.expires,
            used: 0,
            last_used: None,
            revoked: None,
            reconfirm: false,
        })
    }

    /// Whether it may still be used at all.
    pub fn is_live(&self, now: Millis) -> bool {
        self.revoked.is_none()
            && self.expires.is_none_or(|end| now < end)
            && !(self.scope == Scope::Once && self.used > 0)
    }

    /// Whether it speaks of exactly this call.
    pub(crate) fn fits(&self, digest: &str, agent: &str, session: &str, tier: Tier) -> bool {
        self.rule == Rule::Exact
            && self.digest == digest
            && self.tier >= tier
            && self.is_given_to(agent, session)
    }

    pub(crate) fn is_given_to(&self, agent: &str, session: &str) -> bool {
        match self.scope {
            Scope::Once | Scope::Session => self.agent == agent && self.session == session,
            Scope::Always => true,
        }
    }
}
