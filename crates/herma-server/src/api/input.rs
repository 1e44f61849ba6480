//! What callers send, within bounds.

use crate::problem::Problem;
use axum::body::Body;
use http_body_util::LengthLimitError;
use serde_json::{Map, Value};
use std::time::Duration;

/// A tool call above this is no tool call (T60).
const BODY_MAX: usize = 1 << 20;
/// A body that trickles in is let go.
const BODY_WITHIN: Duration = Duration::from_secs(10);

pub(crate) async fn read_body(body: Body) -> Result<Vec<u8>, Problem> {
    let bytes = tokio::time::timeout(BODY_WITHIN, axum::body::to_bytes(body, BODY_MAX)).await;
    let bytes = bytes.map_err(|_| Problem::too_slow())?;
    let bytes = bytes.map_err(|error| match error.into_inner().downcast_ref::<LengthLimitError>() {
        Some(_) => Problem::too_large(BODY_MAX),
        None => Problem::usage("the body broke off"),
    })?;
    Ok(bytes.to_vec())
}

/// A JSON object whose members are all known: a word that we do not know may be one that matters.
pub(crate) struct Object(Map<String, Value>);

impl Object {
    pub(crate) async fn read(body: Body, known: &[&str]) -> Result<Object, Problem> {
        let bytes = read_body(body).await?;
        let value = herma_core::json::value_of_bytes(&bytes)
            .map_err(|e| Problem::usage(format!("the body is no JSON: {e}")))?;
        let Value::Object(map) = value else { return Err(Problem::usage("the body is no JSON object")) };
        match map.keys().find(|key| !known.contains(&key.as_str())) {
            Some(other) => {
                let other = herma_core::text::shown(other);
                Err(Problem::usage(format!("`{other}` is no member of this: {}", known.join(", "))))
            }
            None => Ok(Object(map)),
        }
    }

    pub(crate) fn take(&mut self, name: &str) -> Option<Value> {
        self.0.remove(name).filter(|value| !value.is_null())
    }

    pub(crate) fn text(&mut self, name: &str) -> Result<Option<String>, Problem> {
        match self.take(name) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(_) => Err(Problem::usage(format!("`{name}` is a text"))),
        }
    }

    pub(crate) fn needed_text(&mut self, name: &str) -> Result<String, Problem> {
        self.text(name)?.ok_or_else(|| Problem::usage(format!("`{name}` is missing")))
    }

    pub(crate) fn number(&mut self, name: &str) -> Result<Option<i64>, Problem> {
        match self.take(name) {
            None => Ok(None),
            Some(value) => match value.as_i64() {
                Some(number) => Ok(Some(number)),
                None => Err(Problem::usage(format!("`{name}` is a whole number"))),
            },
        }
    }
}

/// What stands behind the question mark.
#[derive(Debug, Default)]
pub(crate) struct Query(Vec<(String, String)>);

impl Query {
    pub(crate) fn of(uri: &axum::http::Uri) -> Query {
        Query(form(uri.query().unwrap_or_default().as_bytes()))
    }

    /// The same, where a word that we do not know is a mistake.
    pub(crate) fn strict(uri: &axum::http::Uri, known: &[&str]) -> Result<Query, Problem> {
        let query = Query::of(uri);
        match query.0.iter().find(|(name, _)| !known.contains(&name.as_str())) {
            Some((name, _)) => {
                Err(Problem::usage(format!("`{}` is nothing to ask for here", herma_core::text::shown(name))))
            }
            None => Ok(query),
        }
    }

    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        let found = self.0.iter().find(|(known, _)| known == name)?;
        Some(found.1.as_str()).filter(|text| !text.is_empty())
    }

    pub(crate) fn number(&self, name: &str, least: u64, most: u64) -> Result<Option<u64>, Problem> {
        let Some((_, text)) = self.0.iter().find(|(known, _)| known == name) else { return Ok(None) };
        let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        let number = text.parse().ok().filter(|number| digits && (least..=most).contains(number));
        number.map(Some).ok_or_else(|| Problem::usage(format!("`{name}` is a number from {least} to {most}")))
    }
}

/// The pairs of a form.
pub(crate) fn form(bytes: &[u8]) -> Vec<(String, String)> {
    form_urlencoded::parse(bytes).into_owned().collect()
}
