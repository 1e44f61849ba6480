//! Whose request it is.

use crate::credential::{self, Kind};
use crate::gateway::{Gateway, now};
use crate::problem::Problem;
use axum::http::{HeaderMap, Method, header};
use herma_store::Millis;

/// The cookie of a session. Its name is nobody's secret; its value is only ever there.
pub(crate) const COOKIE: &str = "herma";
/// Where a page's script puts what proves that it is our page.
pub(crate) const CSRF_HEADER: &str = "x-herma-csrf";

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Who {
    Agent { name: String },
    Person(Person),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Person {
    /// As the settings know it: `unix:1000`.
    pub account: String,
    /// The name of the credential, and when it was made.
    pub id: String,
    pub made: Millis,
    /// What the forms of a browser's session must bring along; `None` for a token.
    pub csrf: Option<String>,
}

impl Gateway {
    /// By what the caller holds. The kind stands in the store, not in the request (T26).
    pub(crate) fn who(&self, headers: &HeaderMap) -> Result<Who, Problem> {
        let check = |token: &str| self.noted(credential::check(&*self.reader, token, now()));
        if let Some(value) = headers.get(header::AUTHORIZATION) {
            let token = value.to_str().ok().and_then(|value| value.strip_prefix("Bearer "));
            let known = token.map(|token| check(token.trim())).transpose()?.flatten();
            return match known {
                Some(known) if known.kind == Kind::Agent => Ok(Who::Agent { name: known.who }),
                Some(known) if known.kind == Kind::Person => {
                    self.is_somebody(&known.who)?;
                    Ok(Who::Person(Person { account: known.who, id: known.id, made: known.made, csrf: None }))
                }
                Some(_) | None => Err(Problem::no_credential()),
            };
        }
        let token = session_token(headers).ok_or_else(Problem::no_credential)?;
        match check(token)? {
            Some(known) if known.kind == Kind::Session => {
                self.is_somebody(&known.who)?;
                let csrf = Some(credential::csrf(token));
                Ok(Who::Person(Person { account: known.who, id: known.id, made: known.made, csrf }))
            }
            Some(_) | None => Err(Problem::no_credential()),
        }
    }

    /// Who was taken off the list reads nothing any more either, with whatever they still hold (T32).
    fn is_somebody(&self, account: &str) -> Result<(), Problem> {
        match self.gate().settings().person(account) {
            Some(_) => Ok(()),
            None => {
                let account = herma_core::text::shown(account);
                Err(Problem::forbidden(format!("`{account}` may not do this: nobody here has that account")))
            }
        }
    }

    /// An agent, and nobody else.
    pub(crate) fn agent(&self, headers: &HeaderMap) -> Result<String, Problem> {
        match self.who(headers)? {
            Who::Agent { name } => Ok(name),
            Who::Person(_) => {
                Err(Problem::forbidden("this is for agents: a person's token submits no calls"))
            }
        }
    }

    /// A person, and nobody else. What changes something needs the proof that it comes from our own page.
    pub(crate) fn person(&self, headers: &HeaderMap, method: &Method) -> Result<Person, Problem> {
        let person = match self.who(headers)? {
            Who::Person(person) => person,
            Who::Agent { .. } => {
                return Err(Problem::forbidden("this is for people: an agent's token decides nothing"));
            }
        };
        if !method.is_safe()
            && let Some(csrf) = &person.csrf
        {
            let brought = headers.get(CSRF_HEADER).and_then(|value| value.to_str().ok()).unwrap_or_default();
            check_csrf(csrf, brought)?;
        }
        Ok(person)
    }
}

pub(crate) fn check_csrf(wanted: &str, brought: &str) -> Result<(), Problem> {
    match credential::same(wanted, brought) {
        true => Ok(()),
        false => Err(Problem::forbidden("this did not come from a page of ours: load it again")),
    }
}

pub(crate) fn session_token(headers: &HeaderMap) -> Option<&str> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    cookies
        .flat_map(|line| line.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find_map(|(name, value)| (name == COOKIE).then_some(value))
}
