//! Rows, as values and back. A row that does not hold what we put there is damage, not a default.

use super::errors::store_error;
use crate::audit::{Entry, Head};
use crate::{
    Answer, ApprovalDocument, Decided, Grant, GrantId, Host, Lock, Millis, Note, Outcome, Request, RequestId,
    Result, Scope, Session, Stage, State, StoreError, Vote,
};
use herma_core::effect::{Class, Tier};
use herma_core::grant::{Parts, Rule, Width};
use rusqlite::Row;
use rusqlite::types::FromSql;

pub(super) const REQUEST: &str = "id, ticket, digest, agent, session, requester, surface, tool, cwd, document, parts, tier, \
     class, risk, confidence, needed, proof, widest, digits, created, level, level_since, deadline, backup_told, expires, good_for, state, \
     decided_at, decided_by, decided_how, reason, scope, entry, edited_into, claimed, outcome, merged, revision";
pub(super) const VOTE: &str =
    "by, account, channel, answer, reason, width, grant_until, level, proof, through";
pub(super) const SESSION: &str = "agent, id, pid, started, first_seen, last_seen, ended, resumed";
pub(super) const GRANT: &str = "id, scope, rule, digest, about, agent, session, tier, by, given, expires, used, last_used, revoked_by, \
     revoked_at, reconfirm";
pub(super) const ENTRY: &str = "seq, at, kind, body, prev, hash";

pub(super) const NOTE: &str = "kind, key, body, until";

/// Reads a row from left to right.
struct Columns<'a> {
    row: &'a Row<'a>,
    at: usize,
}

impl<'a> Columns<'a> {
    fn of(row: &'a Row<'a>) -> Self {
        Columns { row, at: 0 }
    }

    fn next<T: FromSql>(&mut self) -> Result<T> {
        self.at += 1;
        self.row.get(self.at - 1).map_err(store_error)
    }

    /// A number that must not be negative, or beyond what its type holds.
    fn number<T: TryFrom<i64>>(&mut self) -> Result<T> {
        let number: i64 = self.next()?;
        T::try_from(number).map_err(|_| StoreError::Corrupt(format!("{number} in column {}", self.at)))
    }

    /// A word that must be one of ours.
    fn word<T>(&mut self, parse: impl Fn(&str) -> Option<T>) -> Result<T> {
        let text: String = self.next()?;
        parse(&text).ok_or_else(|| StoreError::Corrupt(format!("`{text}` in column {}", self.at)))
    }

    fn optional_word<T>(&mut self, parse: impl Fn(&str) -> Option<T>) -> Result<Option<T>> {
        let text: Option<String> = self.next()?;
        let Some(text) = text else { return Ok(None) };
        let word = parse(&text);
        word.map(Some).ok_or_else(|| StoreError::Corrupt(format!("`{text}` in column {}", self.at)))
    }
}

fn parts(text: &str) -> Option<Parts> {
    Parts::from_json(&serde_json::from_str(text).ok()?)
}

pub(super) fn rule_text(rule: &Rule) -> String {
    match rule {
        Rule::Exact => String::new(),
        Rule::Command { .. } | Rule::Effect { .. } | Rule::Tool { .. } => rule.to_json().to_string(),
    }
}

fn rule(text: &str) -> Option<Rule> {
    match text {
        "" => Some(Rule::Exact),
        text => Rule::from_json(&serde_json::from_str(text).ok()?),
    }
}

pub(super) fn request(row: &Row<'_>) -> Result<Request> {
    let mut columns = Columns::of(row);
    let c = &mut columns;
    let request = Request {
        id: c.word(RequestId::parse)?,
        ticket: c.next()?,
        digest: c.next()?,
        agent: c.next()?,
        session: c.next()?,
        requester: c.next()?,
        surface: c.next()?,
        tool: c.next()?,
        cwd: c.next()?,
        document: ApprovalDocument::parse(&c.next::<String>()?),
        parts: c.word(parts)?,
        tier: c.word(Tier::parse)?,
        class: c.word(Class::parse)?,
        risk: c.next::<f64>()? as f32,
        confidence: c.next::<f64>()? as f32,
        needed: c.number()?,
        proof: c.number()?,
        widest: c.word(Scope::parse)?,
        digits: c.next()?,
        created: c.next()?,
        stage: Stage { level: c.number()?, since: c.next()?, deadline: c.next()?, backup_told: c.next()? },
        expires: c.next()?,
        good_for: c.next()?,
        state: c.word(State::parse)?,
        decided: decided(c)?,
        edited_into: c.next()?,
        claimed: c.next()?,
        outcome: c.optional_word(Outcome::parse)?,
        merged: c.number()?,
        revision: c.number()?,
    };
    // INVARIANT: pending is undecided, and everything else was decided by somebody.
    if (request.state == State::Pending) == request.decided.is_some() {
        return Err(StoreError::Corrupt(format!(
            "{} is {} without a word on who said so",
            request.ticket, request.state
        )));
    }
    Ok(request)
}

fn decided(c: &mut Columns<'_>) -> Result<Option<Decided>> {
    let (at, by, how): (Option<Millis>, Option<String>, Option<String>) = (c.next()?, c.next()?, c.next()?);
    let (reason, scope) = (c.next()?, c.optional_word(Scope::parse)?);
    let entry: Option<i64> = c.next()?;
    match (at, by, how, entry.map(u64::try_from)) {
        (Some(at), Some(by), Some(how), Some(Ok(entry))) => {
            Ok(Some(Decided { at, by, how, reason, scope, entry }))
        }
        (None, None, None, None) => Ok(None),
        _ => Err(StoreError::Corrupt("half a decision".to_owned())),
    }
}

pub(super) fn vote(row: &Row<'_>) -> Result<Vote> {
    let mut c = Columns::of(row);
    Ok(Vote {
        by: c.next()?,
        account: c.next()?,
        channel: c.next()?,
        answer: c.word(parse_answer)?,
        reason: c.next()?,
        width: c.word(Width::parse)?,
        grant_until: c.next()?,
        level: c.number()?,
        proof: c.next()?,
        through: c.next()?,
    })
}

pub(super) fn answer_text(answer: Answer) -> &'static str {
    match answer {
        Answer::Approve(scope) => scope.as_str(),
        Answer::Deny => "deny",
    }
}

fn parse_answer(text: &str) -> Option<Answer> {
    if text == "deny" { Some(Answer::Deny) } else { Scope::parse(text).map(Answer::Approve) }
}

pub(super) fn lock(row: &Row<'_>) -> Result<Lock> {
    let mut c = Columns::of(row);
    Ok(Lock { agent: c.next()?, since: c.next()?, until: c.next()? })
}

pub(super) fn session(row: &Row<'_>) -> Result<Session> {
    let mut c = Columns::of(row);
    Ok(Session {
        agent: c.next()?,
        id: c.next()?,
        // Bits, not an amount: a start time may use all of them.
        host: Host { pid: c.number()?, started: c.next::<i64>()? as u64 },
        first_seen: c.next()?,
        last_seen: c.next()?,
        ended: c.next()?,
        resumed: c.number()?,
    })
}

pub(super) fn grant(row: &Row<'_>) -> Result<Grant> {
    let mut columns = Columns::of(row);
    let c = &mut columns;
    Ok(Grant {
        id: GrantId(c.next()?),
        scope: c.word(Scope::parse)?,
        rule: c.word(rule)?,
        digest: c.next()?,
        about: c.next()?,
        agent: c.next()?,
        session: c.next()?,
        tier: c.word(Tier::parse)?,
        by: c.next()?,
        given: c.next()?,
        expires: c.next()?,
        used: c.number()?,
        last_used: c.next()?,
        revoked: match (c.next()?, c.next()?) {
            (Some(by), Some(at)) => Some((by, at)),
            (None, None) => None,
            _ => return Err(StoreError::Corrupt("half a revocation".to_owned())),
        },
        reconfirm: c.next()?,
    })
}

pub(super) fn entry(row: &Row<'_>) -> Result<Entry> {
    let mut c = Columns::of(row);
    Ok(Entry {
        seq: c.number()?,
        at: c.next()?,
        kind: c.next()?,
        body: c.next()?,
        prev: c.next()?,
        hash: c.next()?,
    })
}

pub(super) fn note(row: &Row<'_>) -> Result<Note> {
    let mut c = Columns::of(row);
    Ok(Note { kind: c.next()?, key: c.next()?, body: c.next()?, until: c.next()? })
}

pub(super) fn head(row: &Row<'_>) -> Result<Head> {
    let mut c = Columns::of(row);
    Ok(Head { seq: c.number()?, hash: c.next()? })
}
