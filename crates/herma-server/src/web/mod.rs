//! The inbox for people: pages rendered here, live by the events, usable without a script.

mod answer;
mod assets;
mod audit;
mod charts;
mod frame;
mod grants;
mod history;
mod inbox;
mod login;
mod passkeys;
mod policy;
mod request;
mod text;

use crate::api::{form, read_body};
use crate::gateway::Gateway;
use crate::problem::Problem;
use crate::who::{Holder, KEY_HEADER, Person, brought, check_csrf};
use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use maud::Markup;
use std::sync::Arc;

pub(crate) fn routes() -> Router<Arc<Gateway>> {
    Router::new()
        .route("/", get(inbox::page))
        .route("/r/{id}", get(inbox::page_of))
        .route("/r/{id}/decide", post(answer::decide))
        .route("/r/{id}/edit", post(answer::edit))
        .route("/r/{id}/passkey", post(passkeys::to_answer))
        .route("/q/{id}", post(answer::question))
        .route("/history", get(history::page))
        .route("/grants", get(grants::page))
        .route("/grants/{id}/revoke", post(grants::revoke))
        .route("/charts", get(charts::page))
        .route("/policy", get(policy::page))
        .route("/audit", get(audit::page))
        .route("/passkeys", get(passkeys::page).post(passkeys::register))
        .route("/passkeys/options", post(passkeys::to_register))
        .route("/passkeys/{id}/remove", post(passkeys::remove))
        .route("/passkeys/{id}/removal", post(passkeys::to_remove))
        .route("/login", get(login::page).post(login::enter))
        .route("/logout", post(login::leave))
        .route("/a/{file}", get(assets::asset))
        .fallback(nothing)
}

/// What a page gives: itself, or the page that says why not.
type Shown = Result<Response, Failure>;

/// A problem, for a person.
pub(crate) struct Failure(Problem);

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Self {
        Failure(problem)
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        match self.0.status {
            StatusCode::UNAUTHORIZED => login::asked_to(),
            status => (status, html(frame::failure(&self.0))).into_response(),
        }
    }
}

fn html(page: Markup) -> Response {
    ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], page.into_string()).into_response()
}

/// Elsewhere, by a GET: a reload does not send the form again.
fn see(place: &str) -> Response {
    (StatusCode::SEE_OTHER, [(header::LOCATION, place.to_owned())]).into_response()
}

/// A person with a browser. Tokens are for programs.
pub(crate) struct Visitor {
    pub person: Person,
    pub csrf: String,
    /// Where the browser is, for passkeys: or why none work there.
    site: Result<passkeys::Site, String>,
    /// The key of the page, where its script sends it as a header.
    key: String,
}

fn visitor(gateway: &Gateway, headers: &HeaderMap) -> Result<Visitor, Problem> {
    match gateway.holder(headers)? {
        Holder::Person(person) => match person.csrf.clone() {
            Some(csrf) => {
                let (site, key) =
                    (passkeys::Site::of(gateway, headers), brought(headers, KEY_HEADER).to_owned());
                Ok(Visitor { person, csrf, site, key })
            }
            None => Err(Problem::no_credential()),
        },
        Holder::Agent(_) => Err(Problem::no_credential()),
    }
}

/// A form of ours, from a page of ours.
struct Form(Vec<(String, String)>);

impl Form {
    /// One that decides nothing.
    async fn plain(visitor: &Visitor, body: Body) -> Result<Form, Problem> {
        let form = Form(form(&read_body(body).await?));
        check_csrf(&visitor.csrf, form.text("csrf").unwrap_or_default())?;
        Ok(form)
    }

    /// From the page that was logged in, and no other server of the same host.
    async fn read(visitor: &Visitor, body: Body) -> Result<Form, Problem> {
        let form = Form::plain(visitor, body).await?;
        visitor.person.check_key(form.text("key").unwrap_or(&visitor.key))?;
        Ok(form)
    }

    fn text(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    fn filled(&self, name: &str) -> Option<&str> {
        self.text(name).map(str::trim).filter(|text| !text.is_empty())
    }
}

async fn nothing(uri: Uri) -> Response {
    match uri.path().starts_with("/v1/") {
        true => Problem::unknown("there is no such path; `/v1/openapi.json` lists them").into_response(),
        false => Failure(Problem::unknown("there is no such page")).into_response(),
    }
}
