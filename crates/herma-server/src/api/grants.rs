//! What was allowed for longer, and taking it back.

use super::openapi::{Access, id, list_of, object, operation, reference};
use super::{Json, shapes};
use crate::gateway::{Gateway, now};
use crate::problem::Problem;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, Method};
use herma_core::effect::Tier;
use herma_store::{Grant, GrantId, Store};
use serde_json::{Value, json};
use std::sync::Arc;

/// Nobody reads more.
pub(crate) const GRANTS_MAX: usize = 500;

pub(super) async fn list(State(gateway): State<Arc<Gateway>>, headers: HeaderMap) -> Result<Json, Problem> {
    gateway.person(&headers, &Method::GET)?;
    let grants = gateway.blocking(|gateway| gateway.noted(gateway.reader.grants(GRANTS_MAX))).await??;
    let grants: Vec<Value> = grants.iter().map(|grant| shapes::grant(grant, now())).collect();
    Ok(Json(json!({ "grants": grants })))
}

pub(super) fn list_doc() -> Value {
    let page = object(&[("grants", list_of("Grant"))]);
    operation("List grants", "The newest first, dead ones too.", Access::Person, &[], None, page)
}

pub(super) async fn revoke(
    State(gateway): State<Arc<Gateway>>,
    Path(id): Path<String>,
    method: Method,
    headers: HeaderMap,
) -> Result<Json, Problem> {
    let person = gateway.person(&headers, &method)?;
    let grant = gateway.blocking(move |gateway| gateway.take_back(&id, &person.account)).await??;
    Ok(Json(shapes::grant(&grant, now())))
}

pub(super) fn revoke_doc() -> Value {
    operation(
        "Take a grant back",
        "At once, for whoever uses it.",
        Access::Person,
        &[id()],
        None,
        reference("Grant"),
    )
}

impl Gateway {
    /// Takes a grant back, in the name of whoever the account is.
    pub(crate) fn take_back(&self, id: &str, account: &str) -> Result<Grant, Problem> {
        let gate = self.gate();
        // Who only looks takes nothing back.
        let may = |person: &&str| gate.settings().approvers(Tier::Medium).any(|one| one == *person);
        let person = gate.settings().person(account).filter(may).ok_or_else(|| {
            Problem::forbidden(format!("`{}` may not do this", herma_core::text::shown(account)))
        })?;
        self.noted(gate.store().revoke_grant(&GrantId::parse(id), person, now()))
    }
}
