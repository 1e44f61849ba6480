//! Whose request it is.

use crate::connection_slots;
use crate::credential::{self, Credential, Kind};
use crate::gateway::{Gateway, now};
use crate::limits::Place;
use crate::problem::Problem;
use axum::http::{HeaderMap, Method, header};

/// The cookie of a session. Its name is nobody's secret; its value is only ever there.
pub(crate) const COOKIE: &str = "herma";
/// Where a page's script puts what proves that it is our page.
pub(crate) const CSRF_HEADER: &str = "x-herma-csrf";
/// Where it puts the key that it keeps for this address and port alone: a cookie goes to every port of a host.
pub(crate) const KEY_HEADER: &str = "x-herma-key";

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Holder {
    Agent(String),
    Person(Person),
}

/// The same, with a place for what it wants.
#[derive(Debug)]
pub(crate) enum Who {
    Agent(Agent),
    Person,
}

/// An agent, for as long as its call is open.
#[derive(Debug)]
pub(crate) struct Agent {
    pub name: String,
    pub place: Place,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Person {
    /// As the settings know it: `unix:1000`.
    pub account: String,
    /// What they hold.
    pub held: Credential,
    /// What the forms of a browser's session must bring along; `None` for a token.
    pub csrf: Option<String>,
}

impl Person {
    fn holding(held: Credential, csrf: Option<String>) -> Holder {
        Holder::Person(Person { account: held.who.clone(), held, csrf })
    }

    /// That this comes from the very page that was logged in, where it comes from a browser.
    pub(crate) fn check_key(&self, brought: &str) -> Result<(), Problem> {
        match self.csrf.is_none() || self.held.opens(brought) {
            true => Ok(()),
            false => Err(Problem::forbidden(
                "this page cannot answer: it has no key, which comes with logging in at this very address and stays in \
                 this browser. Type `herma up` for a link, and open it here",
            )),
        }
    }
}

impl Gateway {
    /// By what the caller holds. The kind stands in the store, not in the request (T26).
    pub(crate) fn who(&self, headers: &HeaderMap) -> Result<Who, Problem> {
        Ok(match self.holder(headers)? {
            Holder::Agent(name) => Who::Agent(Agent { place: self.limits.enter(&name)?, name }),
            Holder::Person(_) => Who::Person,
        })
    }

    /// The same, for whoever is inside already.
    pub(crate) fn holder(&self, headers: &HeaderMap) -> Result<Holder, Problem> {
        self.checked(headers).inspect(|_| connection_slots::is_known())
    }

    fn checked(&self, headers: &HeaderMap) -> Result<Holder, Problem> {
        let check = |token: &str| self.noted(credential::check(&*self.reader, token, now()));
        if let Some(value) = headers.get(header::AUTHORIZATION) {
            let token = value.to_str().ok().and_then(|value| value.strip_prefix("Bearer "));
            let known = token.map(|token| check(token.trim())).transpose()?.flatten();
            return match known {
                Some(known) if known.kind == Kind::Agent => Ok(Holder::Agent(known.who)),
                Some(known) if known.kind == Kind::Person => {
                    self.is_somebody(&known.who)?;
                    Ok(Person::holding(known, None))
                }
                Some(_) | None => Err(Problem::no_credential()),
            };
        }
        // Another server of this host may have left a cookie of the same name: one that is good is good beside it.
        for token in session_tokens(headers).take(COOKIES_MAX) {
            if let Some(known) = check(token)?.filter(|known| known.kind == Kind::Session) {
                self.is_somebody(&known.who)?;
                return Ok(Person::holding(known, Some(credential::csrf(token))));
            }
        }
        Err(Problem::no_credential())
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
    pub(crate) fn agent(&self, headers: &HeaderMap) -> Result<Agent, Problem> {
        match self.who(headers)? {
            Who::Agent(agent) => Ok(agent),
            Who::Person => Err(Problem::forbidden("this is for agents: a person's token submits no calls")),
        }
    }

    /// A person, and nobody else. What changes something needs the proof that it comes from our own page.
    pub(crate) fn person(&self, headers: &HeaderMap, method: &Method) -> Result<Person, Problem> {
        let person = match self.holder(headers)? {
            Holder::Person(person) => person,
            Holder::Agent(_) => {
                return Err(Problem::forbidden("this is for people: an agent's token decides nothing"));
            }
        };
        if !method.is_safe()
            && let Some(csrf) = &person.csrf
        {
            check_csrf(csrf, brought(headers, CSRF_HEADER))?;
            person.check_key(brought(headers, KEY_HEADER))?;
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

pub(crate) fn brought<'a>(headers: &'a HeaderMap, name: &str) -> &'a str {
    headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

/// As many of one name as are looked at: each is a look into the store.
const COOKIES_MAX: usize = 8;

fn session_tokens(headers: &HeaderMap) -> impl Iterator<Item = &str> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    cookies
        .flat_map(|line| line.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .filter_map(|(name, value)| (name == COOKIE).then_some(value))
}
