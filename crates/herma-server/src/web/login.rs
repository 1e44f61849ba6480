//! Coming in with a link from a terminal, and leaving.

use super::{Failure, Form, Shown, frame, html, see, visitor};
use crate::api::{form, read_body};
use crate::credential::{self, SESSION_LASTS};
use crate::gateway::{Gateway, now};
use crate::problem::Problem;
use crate::who::COOKIE;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use maud::{Markup, html as markup};
use std::sync::Arc;

pub(super) async fn page() -> Response {
    html(login_page(None))
}

/// For whoever is nobody here.
pub(super) fn asked_to() -> Response {
    (StatusCode::UNAUTHORIZED, html(login_page(None))).into_response()
}

fn login_page(wrong: Option<&str>) -> Markup {
    frame::bare(
        "Log in",
        markup! {
            h1 { "Log in" }
            @if let Some(wrong) = wrong { p.trouble role="alert" { (wrong) } }
            p { "Type " code { "herma up" } " in a terminal of your own: it prints a link that is good once, for one minute. Open it, or type its code here." }
            // The code comes behind a `#`, which no browser sends and no log sees; the script puts it into the form.
            form.stack method="post" action="/login" id="login" {
                label for="code" { "Code" }
                input id="code" name="code" autocomplete="off" autocapitalize="off" spellcheck="false" required;
                button { "Log in" }
            }
        },
    )
}

pub(super) async fn enter(State(gateway): State<Arc<Gateway>>, headers: HeaderMap, body: Body) -> Shown {
    let pairs = form(&read_body(body).await?);
    let field = |name: &str| {
        let found = pairs.iter().find(|(known, _)| known == name);
        found.map(|(_, text)| text.trim().to_owned()).unwrap_or_default()
    };
    let (code, key) = (field("code"), field("key"));
    let token = gateway.blocking(move |gateway| session(gateway, &code, &key)).await??;
    let Some(token) = token else {
        let page =
            html(login_page(Some("This code is not good, or no longer: each is good once, for one minute.")));
        return Ok((StatusCode::FORBIDDEN, page).into_response());
    };
    let secure = if gateway.is_secure(&headers) { "; Secure" } else { "" };
    let cookie = format!(
        "{COOKIE}={token}; Path=/; HttpOnly; SameSite=Strict; Max-Age={}{secure}",
        SESSION_LASTS / 1000
    );
    let mut response = see("/");
    let value = cookie.parse().map_err(|_| Failure::from(Problem::internal("no cookie could be made")))?;
    response.headers_mut().insert(header::SET_COOKIE, value);
    Ok(response)
}

/// A code becomes a session of the same account, once.
fn session(gateway: &Gateway, code: &str, key: &str) -> Result<Option<String>, Problem> {
    let gate = gateway.gate();
    let Some(code) = gateway.noted(credential::take_code(gate.store(), code, now()))? else {
        return Ok(None);
    };
    // Whoever was taken off the list meanwhile does not come in.
    if gate.settings().person(&code.who).is_none() {
        return Ok(None);
    }
    Ok(Some(gateway.noted(credential::session(gate.store(), &code, key, now()))?.1))
}

pub(super) async fn leave(State(gateway): State<Arc<Gateway>>, headers: HeaderMap, body: Body) -> Shown {
    let visitor = visitor(&gateway, &headers)?;
    Form::plain(&visitor, body).await?;
    let person = visitor.person;
    let gone = gateway.blocking(move |gateway| {
        gateway.noted(credential::revoke(gateway.gate().store(), &person.held.id, &person.account, now()))
    });
    gone.await??;
    let mut response = see("/login");
    if let Ok(value) = format!("{COOKIE}=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0").parse() {
        response.headers_mut().insert(header::SET_COOKIE, value);
    }
    Ok(response)
}
