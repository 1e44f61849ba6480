//! What is counted, as bars.

use super::{Shown, frame, html, text, visitor};
use crate::api::Query;
use crate::gateway::{Gateway, now};
use crate::problem::Problem;
use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use herma_store::{Filter, Millis, TraceFilter};
use herma_view::chart::{Bar, Chart};
use herma_view::stats::{Counts, charts};
use maud::{Markup, html as markup};
use std::sync::Arc;

/// Requests whose risk is counted, the newest ones.
const RISKS: usize = 1000;
const HOUR: Millis = 3_600_000;
/// How far back, in hours, and what that is called.
const SPANS: &[(Millis, &str)] = &[(24, "a day"), (24 * 7, "a week"), (24 * 30, "a month")];

pub(super) async fn page(State(gateway): State<Arc<Gateway>>, uri: Uri, headers: HeaderMap) -> Shown {
    let visitor = visitor(&gateway, &headers)?;
    let wanted = Query::of(&uri).text("hours").and_then(|text| text.parse().ok());
    let hours = SPANS.iter().map(|(hours, _)| *hours).find(|hours| wanted == Some(*hours)).unwrap_or(24 * 7);
    let (counts, risks) = gateway.blocking(move |gateway| find(gateway, hours)).await??;
    let mut all = charts(&counts, false);
    all.push(risks);
    all.extend(counts.decisions_by_agent_and_tool());
    let content = markup! {
        h1 { "Charts" }
        p.tabs { @for (span, name) in SPANS { a href={ "/charts?hours=" (span) } aria-current=[(*span == hours).then_some("page")] { (name) } " " } }
        p { (counts.calls) " calls judged"
            @if let Some(wait) = counts.median_wait() { "; half of all answers came within " (format!("{:.1}", wait as f64 / 1000.0)) " s" } "." }
        div.charts { @for chart in &all { (drawn(chart)) } }
    };
    Ok(html(frame::page(&gateway, &visitor, "/charts", "Charts", content)))
}

fn find(gateway: &Gateway, hours: Millis) -> Result<(Counts, Chart), Problem> {
    let since = now() - hours * HOUR;
    gateway.house.ingest();
    let counts = gateway.counts(&TraceFilter { since: Some(since), ..TraceFilter::default() })?;
    let page = gateway.noted(gateway.reader.list(&Filter::default(), None, RISKS))?;
    let mut classes = [0; 10];
    for request in page.requests.iter().filter(|one| one.created >= since) {
        let class = ((request.risk * 10.0) as usize).min(9);
        if let Some(count) = classes.get_mut(class) {
            *count += 1;
        }
    }
    let bars = classes.iter().enumerate();
    let bars = bars.map(|(class, count)| {
        Bar::new(
            format!(
                "0.{class} to {}",
                if class == 9 { "1.0".to_owned() } else { format!("0.{}", class + 1) }
            ),
            *count,
        )
    });
    Ok((counts, Chart { title: "risk of what was asked about".to_owned(), bars: bars.collect() }))
}

/// As a picture without a single style of its own: the page's policy allows none.
fn drawn(chart: &Chart) -> Markup {
    // What was answered stands below the bar: a phone has no pointer to rest on it.
    let line = if chart.bars.iter().all(|bar| bar.note.is_empty()) { 22 } else { 38 };
    let most = chart.bars.iter().map(|bar| bar.value).max().unwrap_or(0).max(1);
    let height = chart.bars.len() * line + 4;
    markup! {
        figure {
            figcaption { (text::line(&chart.title)) }
            @if chart.bars.iter().all(|bar| bar.value == 0) { p.calm { "nothing" } }
            @else {
                svg viewBox={ "0 0 360 " (height) } role="img" aria-label=(chart.title) {
                    @for (at, bar) in chart.bars.iter().enumerate() {
                        text x="126" y=(at * line + 15) text-anchor="end" { (short(&bar.label)) }
                        rect x="132" y=(at * line + 3) width=(bar.value * 180 / most) height="15" rx="2" {}
                        text x=(138 + bar.value * 180 / most) y=(at * line + 15) { (bar.value) }
                        @if !bar.note.is_empty() { text.note x="132" y=(at * line + 31) { (bar.note) } }
                    }
                }
            }
        }
    }
}

fn short(label: &str) -> String {
    const MOST: usize = 15;
    match label.char_indices().nth(MOST) {
        Some((at, _)) => format!("{}…", label.get(..at).unwrap_or_default()),
        None => label.to_owned(),
    }
}
