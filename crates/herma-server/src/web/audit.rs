//! Whether the record of decisions is whole, and its newest entries.

use super::{Shown, frame, html, text, visitor};
use crate::gateway::Gateway;
use crate::problem::Problem;
use axum::extract::State;
use axum::http::HeaderMap;
use herma_store::audit::{Entry, Verified, verify};
use maud::html as markup;
use std::sync::Arc;

/// Entries that are shown.
const NEWEST: u64 = 50;

pub(super) async fn page(State(gateway): State<Arc<Gateway>>, headers: HeaderMap) -> Shown {
    let visitor = visitor(&gateway, &headers)?;
    let (verified, entries) = gateway.blocking(find).await??;
    let content = markup! {
        h1 { "Audit" }
        @if verified.findings.is_empty() {
            p.good role="status" { "The record is whole: " (verified.head.seq) " entries, each linked to the one before." }
        } @else {
            p.trouble role="alert" { "The record is not whole:" }
            ul.warnings { @for finding in &verified.findings { li { (finding.to_string()) } } }
        }
        p.faint.digest { "head " (verified.head.to_text()) }
        ol.past { @for entry in entries.iter().rev() {
            li { span.top { (entry.seq) " " b { (text::line(&entry.kind)) } " " (text::moment(entry.at)) } code.words { (text::line(&entry.body)) } }
        } }
    };
    Ok(html(frame::page(&gateway, &visitor, "/audit", "Audit", content)))
}

fn find(gateway: &Gateway) -> Result<(Verified, Vec<Entry>), Problem> {
    let verified = gateway.noted(verify(&*gateway.reader, &[]))?;
    let after = verified.head.seq.saturating_sub(NEWEST);
    let newest = usize::try_from(NEWEST).unwrap_or(0);
    Ok((verified, gateway.noted(gateway.reader.entries(after, newest))?))
}
