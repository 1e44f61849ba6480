//! The policy as merged.

use super::{Shown, frame, html, text, visitor};
use crate::gateway::Gateway;
use crate::host::PolicyRow;
use axum::extract::State;
use axum::http::HeaderMap;
use maud::{Markup, html as markup};
use std::sync::Arc;

pub(super) async fn page(State(gateway): State<Arc<Gateway>>, headers: HeaderMap) -> Shown {
    let visitor = visitor(&gateway, &headers)?;
    let page = gateway.blocking(|gateway| gateway.house.policy()).await?;
    let content = markup! {
        h1 { "Policy" }
        p { "What is in force, merged out of all files. A project may add to it, and only tighten. It is changed in a terminal: " code { "herma policy add" } "." }
        h2 { "Rules, in the order in which they are asked" }
        (rows(&page.rules, "No rule of your own: what is built in decides."))
        h2 { "Settings" }
        (rows(&page.settings, ""))
        h2 { "Files" }
        (rows(&page.files, "None: what is built in is in force."))
        @if !page.ignored.is_empty() { h2 { "Ignored" } ul.warnings { @for one in &page.ignored { li { (text::line(one)) } } } }
    };
    Ok(html(frame::page(&gateway, &visitor, "/policy", "Policy", content)))
}

fn rows(rows: &[PolicyRow], none: &str) -> Markup {
    markup! {
        @if rows.is_empty() { p.calm { (none) } }
        dl.rows { @for row in rows { dt { (text::line(&row.name)) } dd { (text::line(&row.value)) " " span.faint { (text::line(&row.from)) } } } }
    }
}
