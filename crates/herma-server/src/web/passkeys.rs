//! One's passkeys: adding, using and removing them.

use super::{Failure, Form, Shown, Visitor, frame, html, see, text, visitor};
use crate::api::{Json, read_body};
use crate::gateway::{Gateway, now};
use crate::passkey::{self, Holder, Passkey, Place, Purpose, Refused};
use crate::problem::Problem;
use crate::who::{CSRF_HEADER, Person, brought, check_csrf};
use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, header};
use maud::{Markup, html as markup};
use serde_json::{Value, json};
use std::sync::Arc;

/// Where a browser is, if it is where passkeys work.
#[derive(Debug, Clone)]
pub(super) struct Site {
    origin: String,
    rp: String,
}

impl Site {
    pub(super) fn of(gateway: &Gateway, headers: &HeaderMap) -> Result<Site, String> {
        let host = headers.get(header::HOST).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let host = host.to_ascii_lowercase();
        let (name, port) = match host.rsplit_once(':') {
            Some((name, port)) if port.bytes().all(|b| b.is_ascii_digit()) => (name, Some(port)),
            _ => (host.as_str(), None),
        };
        let secure = gateway.is_secure(headers);
        let is_number = name.starts_with('[') || name.parse::<std::net::Ipv4Addr>().is_ok();
        if is_number || !(secure || name == "localhost" || name.ends_with(".localhost")) {
            let port = port.map(|port| format!(":{port}")).unwrap_or_default();
            return Err(format!(
                "A browser keeps passkeys for a name over https, or for localhost, and this page is at {host}. On this machine, \
                 open http://localhost{port}/: type `herma up` for a link that logs you in there."
            ));
        }
        let scheme = if secure { "https" } else { "http" };
        Ok(Site { origin: format!("{scheme}://{host}"), rp: name.to_owned() })
    }

    fn holder<'a>(&'a self, person: &'a Person) -> Holder<'a> {
        let place = Place { origin: &self.origin, rp: &self.rp };
        Holder { account: &person.account, session: &person.held.id, place }
    }

    /// Whether this person has one that works here.
    fn has_one(&self, gateway: &Gateway, person: &Person) -> bool {
        let gate = gateway.gate();
        let own = passkey::of_person(&*gateway.reader, gate.settings(), &person.account, now());
        own.is_ok_and(|own| own.iter().any(|one| one.rp == self.rp))
    }
}

impl From<Refused> for Problem {
    fn from(refused: Refused) -> Self {
        match refused {
            Refused::Store(error) => error.into(),
            Refused::Because(why) => Problem::forbidden(why),
        }
    }
}

pub(super) async fn page(State(gateway): State<Arc<Gateway>>, headers: HeaderMap) -> Shown {
    let visitor = visitor(&gateway, &headers)?;
    let account = visitor.person.account.clone();
    let own = gateway.blocking(move |gateway| {
        gateway.noted(passkey::of_person(&*gateway.reader, gateway.gate().settings(), &account, now()))
    });
    let own = own.await??;
    let content = content(&own, &visitor);
    Ok(html(frame::page(&gateway, &visitor, "/passkeys", "Passkeys", content)))
}

fn content(own: &[Passkey], visitor: &Visitor) -> Markup {
    markup! {
        h1 { "Passkeys" }
        p { "Some rules want a yes that is signed by something only you hold: a phone, a security key, this machine's own. Add it here; \
             the request then asks for it." }
        @if let Err(why) = &visitor.site {
            p.trouble role="alert" { (why) }
        } @else if is_fresh(&visitor.person) {
            @if !own.is_empty() { p { "One that you have signs first, then the new one is made. Removing takes a signature, too." } }
            form.stack id="new-passkey" {
                label for="passkey-name" { "What you call it" }
                input id="passkey-name" maxlength="60" autocomplete="off" placeholder="phone, key, laptop";
                button { "Add a passkey" }
                p.passkey role="status" hidden {}
            }
        } @else {
            p.trouble { "Passkeys are added right after logging in: type " code { "herma up" } " for a new link, open it, and come back here." }
        }
        @if own.is_empty() { p.calm { "You have none." } }
        ul.parts {
            @for one in own {
                li {
                    b { (text::line(&one.name)) } " for " (text::line(&one.rp)) ", added " (text::moment(one.made))
                    @if let Some(used) = one.used { ", last used " (text::moment(used)) } @else { ", never used" }
                    form method="post" action={ "/passkeys/" (one.id) "/remove" } data-passkey={ "/passkeys/" (one.id) "/removal" } {
                        input type="hidden" name="csrf" value=(visitor.csrf);
                        input type="hidden" name="assertion" value="";
                        p.passkey role="status" hidden {}
                        button.plain aria-label={ "Remove " (one.name) } { "Remove" }
                    }
                }
            }
        }
    }
}

fn is_fresh(person: &Person) -> bool {
    (0..passkey::FRESH).contains(&(now() - person.held.made))
}

/// What the script of a page of ours sends: whose it is, where it is, and what it says.
async fn said(gateway: &Gateway, headers: &HeaderMap, body: Body) -> Result<(Visitor, Site, Value), Problem> {
    let visitor = visitor(gateway, headers)?;
    check_csrf(&visitor.csrf, brought(headers, CSRF_HEADER))?;
    visitor.person.check_key(&visitor.key)?;
    let site = visitor.site.clone().map_err(Problem::forbidden)?;
    let body = read_body(body).await?;
    let value = if body.is_empty() {
        Value::Null
    } else {
        serde_json::from_slice(&body).map_err(|_| Problem::usage("this is no JSON"))?
    };
    Ok((visitor, site, value))
}

fn fresh(person: &Person) -> Result<(), Problem> {
    match is_fresh(person) {
        true => Ok(()),
        false => Err(Problem::forbidden("log in again first: passkeys are added right after a login")),
    }
}

pub(super) async fn to_register(
    State(gateway): State<Arc<Gateway>>,
    headers: HeaderMap,
    body: Body,
) -> Result<Json, Problem> {
    let (visitor, site, _) = said(&gateway, &headers, body).await?;
    fresh(&visitor.person)?;
    let options = gateway.blocking(move |gateway| {
        let gate = gateway.gate();
        passkey::to_register(gate.store(), gate.settings(), site.holder(&visitor.person), now())
    });
    Ok(Json(options.await??))
}

pub(super) async fn register(
    State(gateway): State<Arc<Gateway>>,
    headers: HeaderMap,
    body: Body,
) -> Result<Json, Problem> {
    let (visitor, site, brought) = said(&gateway, &headers, body).await?;
    fresh(&visitor.person)?;
    let made = gateway.blocking(move |gateway| {
        let gate = gateway.gate();
        passkey::register(gate.store(), gate.settings(), site.holder(&visitor.person), &brought, now())
    });
    Ok(Json(json!({"id": made.await??.id})))
}

/// A challenge for one's yes to one request.
pub(super) async fn to_answer(
    State(gateway): State<Arc<Gateway>>,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Body,
) -> Result<Json, Problem> {
    let (visitor, site, _) = said(&gateway, &headers, body).await?;
    let options = gateway.blocking(move |gateway| {
        let request = gateway.noted(gateway.reader.request(&id))?;
        gateway.noted(request.open(now()))?;
        let gate = gateway.gate();
        let holder = site.holder(&visitor.person);
        let purpose = Purpose::Answer(&request);
        Ok::<_, Problem>(passkey::to_sign(gate.store(), gate.settings(), purpose, holder, now())?)
    });
    Ok(Json(options.await??))
}

/// A challenge for taking one's own passkey away.
pub(super) async fn to_remove(
    State(gateway): State<Arc<Gateway>>,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Body,
) -> Result<Json, Problem> {
    let (visitor, site, _) = said(&gateway, &headers, body).await?;
    let options = gateway.blocking(move |gateway| {
        let (gate, holder) = (gateway.gate(), site.holder(&visitor.person));
        passkey::to_sign(gate.store(), gate.settings(), Purpose::Remove(&id), holder, now())
    });
    Ok(Json(options.await??))
}

pub(super) async fn remove(
    State(gateway): State<Arc<Gateway>>,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Body,
) -> Shown {
    let visitor = visitor(&gateway, &headers)?;
    let form = Form::read(&visitor, body).await?;
    let assertion = form.filled("assertion").unwrap_or_default().to_owned();
    let gone = gateway.blocking(move |gateway| {
        let (gate, account) = (gateway.gate(), &visitor.person.account);
        let own = gateway.noted(passkey::of_person(gate.store(), gate.settings(), account, now()))?;
        if !own.iter().any(|one| one.id == id) {
            return Ok(false);
        }
        // Whoever has the session alone takes nothing away that it could do without.
        proven(gateway, &visitor, Purpose::Remove(&id), &assertion)?;
        gateway.noted(passkey::remove(gate.store(), &id, account, now()))
    });
    match gone.await?? {
        true => Ok(see("/passkeys")),
        false => Err(Failure(Problem::unknown("there is no such passkey of yours"))),
    }
}

/// What a form brings, checked: the level of its answer, and what proves it.
pub(super) fn proven(
    gateway: &Gateway,
    visitor: &Visitor,
    purpose: Purpose<'_>,
    assertion: &str,
) -> Result<(u8, String), Problem> {
    let site = visitor.site.as_ref().map_err(|why| Problem::forbidden(why.as_str()))?;
    if assertion.is_empty() {
        return Err(Problem::forbidden("this takes a signature of a passkey that you have"));
    }
    let assertion: Value =
        serde_json::from_str(assertion).map_err(|_| Problem::usage("the passkey's answer cannot be read"))?;
    let gate = gateway.gate();
    let holder = site.holder(&visitor.person);
    let proof = passkey::signed(gate.store(), gate.settings(), purpose, holder, &assertion, now())?;
    Ok((passkey::LEVEL, proof))
}

/// Beside the choices of a request that wants a passkey: that it does, and what is in the way.
pub(super) fn note(gateway: &Gateway, visitor: &Visitor) -> Option<Markup> {
    match &visitor.site {
        Err(why) => Some(markup! { p.trouble { (why) } }),
        Ok(site) if !site.has_one(gateway, &visitor.person) => Some(markup! {
            p.trouble { "A yes to this is signed with a passkey, and you have none for " (site.rp) ": "
                a href="/passkeys" { "add one" } ". Denying takes none." }
        }),
        Ok(_) => None,
    }
}
