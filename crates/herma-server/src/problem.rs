//! What went wrong, for a program: a status, a word, a sentence.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use herma_gate::{GateError, Refusal};
use herma_store::StoreError;
use serde_json::json;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Problem {
    pub status: StatusCode,
    /// For programs: stays the same whatever the sentence says.
    pub code: &'static str,
    pub text: String,
    /// What the person who said this is shown at once (design, section 7).
    pub crisis_card: Option<String>,
}

impl Problem {
    fn new(status: StatusCode, code: &'static str, text: impl Into<String>) -> Self {
        Problem { status, code, text: text.into(), crisis_card: None }
    }

    /// A person's own need is nobody's answer: it is not passed on and not written down, and help is shown.
    pub(crate) fn in_crisis(card: Option<String>) -> Self {
        Problem { crisis_card: card, ..Problem::conflict("crisis", "That was not passed on.") }
    }

    pub(crate) fn usage(text: impl Into<String>) -> Self {
        Problem::new(StatusCode::BAD_REQUEST, "usage", text)
    }

    pub(crate) fn no_credential() -> Self {
        let text = "a token is needed, and this is none or no longer good: `herma token add` makes one";
        Problem::new(StatusCode::UNAUTHORIZED, "no_credential", text)
    }

    pub(crate) fn forbidden(text: impl Into<String>) -> Self {
        Problem::new(StatusCode::FORBIDDEN, "forbidden", text)
    }

    pub(crate) fn elsewhere(text: impl Into<String>) -> Self {
        Problem::new(StatusCode::MISDIRECTED_REQUEST, "other_host", text)
    }

    pub(crate) fn unknown(text: impl Into<String>) -> Self {
        Problem::new(StatusCode::NOT_FOUND, "unknown", text)
    }

    pub(crate) fn too_large(limit: usize) -> Self {
        let text = format!("a request may have {limit} bytes at most");
        Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", text)
    }

    pub(crate) fn too_many(text: impl Into<String>) -> Self {
        Problem::new(StatusCode::TOO_MANY_REQUESTS, "too_many_at_once", text)
    }

    pub(crate) fn too_slow() -> Self {
        Problem::new(StatusCode::REQUEST_TIMEOUT, "too_slow", "the request took too long to arrive")
    }

    pub(crate) fn conflict(code: &'static str, text: impl Into<String>) -> Self {
        Problem::new(StatusCode::CONFLICT, code, text)
    }

    pub(crate) fn internal(text: impl Into<String>) -> Self {
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, "unavailable", text)
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        let text = error.to_string();
        match error {
            StoreError::Unknown { .. } => Problem::unknown(text),
            StoreError::Expired { .. } => Problem::new(StatusCode::GONE, "expired", text),
            StoreError::AlreadyDecided { .. } => Problem::conflict("already_decided", text),
            StoreError::NotApproved { .. } => Problem::conflict("not_approved", text),
            StoreError::OtherAction => Problem::conflict("other_action", text),
            StoreError::Unreadable { .. } => Problem::conflict("unreadable", text),
            StoreError::NewerStore { .. }
            | StoreError::Corrupt(_)
            | StoreError::Full
            | StoreError::ReadOnly(_)
            | StoreError::Busy
            | StoreError::Io(_) => Problem::new(StatusCode::SERVICE_UNAVAILABLE, "store", text),
        }
    }
}

impl From<GateError> for Problem {
    fn from(error: GateError) -> Self {
        match error {
            GateError::Store(error) => error.into(),
            GateError::Refused(refusal) => {
                let code = match &refusal {
                    Refusal::NobodyMay
                    | Refusal::NotAnApprover { .. }
                    | Refusal::NoLongerAnApprover { .. }
                    | Refusal::PasskeyRemoved { .. } => "not_an_approver",
                    Refusal::Requester | Refusal::MakerAsked { .. } => "requester",
                    Refusal::OneVoice { .. } => "one_voice",
                    Refusal::NotAllShown => "not_all_shown",
                    Refusal::OtherShown => "other_shown",
                    Refusal::Digits | Refusal::WrongDigits { .. } => "digits",
                    Refusal::Level { .. } => "level",
                    Refusal::TooWide { .. } => "too_wide",
                };
                Problem::new(StatusCode::FORBIDDEN, code, refusal.to_string())
            }
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut body = json!({"error": {"code": self.code, "message": self.text}});
        if let (Some(card), Some(all)) = (self.crisis_card, body.as_object_mut()) {
            all.insert("crisis_card".to_owned(), card.into());
        }
        let body = body.to_string();
        let mut response = (self.status, [(header::CONTENT_TYPE, "application/json")], body).into_response();
        if self.status == StatusCode::UNAUTHORIZED {
            response.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        if self.status == StatusCode::TOO_MANY_REQUESTS {
            // The connection is not kept either: it is what there are too many of.
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
            response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
        }
        response
    }
}
