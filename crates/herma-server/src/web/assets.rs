//! Style and script: in the binary, named by what is in them, so that a browser keeps them for good.

use super::Failure;
use crate::problem::Problem;
use axum::extract::Path;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use sha2::{Digest, Sha256};
use std::sync::LazyLock;

const CSS: &str = include_str!("inbox.css");
const JS: &str = include_str!("inbox.js");
const ICON: &str = include_str!("icon.svg");

pub(super) static CSS_NAME: LazyLock<String> = LazyLock::new(|| name(CSS, "css"));
pub(super) static JS_NAME: LazyLock<String> = LazyLock::new(|| name(JS, "js"));
pub(super) const ICON_NAME: &str = "icon.svg";

fn name(text: &str, end: &str) -> String {
    let hash: String =
        Sha256::digest(text.as_bytes()).iter().take(6).map(|byte| format!("{byte:02x}")).collect();
    format!("{hash}.{end}")
}

pub(super) async fn asset(Path(file): Path<String>) -> Result<Response, Failure> {
    let (kind, text) = match file.as_str() {
        name if name == *CSS_NAME => ("text/css; charset=utf-8", CSS),
        name if name == *JS_NAME => ("text/javascript; charset=utf-8", JS),
        ICON_NAME => ("image/svg+xml", ICON),
        _ => return Err(Problem::unknown("there is no such file").into()),
    };
    let headers =
        [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "public, max-age=31536000, immutable")];
    Ok((headers, text).into_response())
}
