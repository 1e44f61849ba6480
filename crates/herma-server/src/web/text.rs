//! Other people's words on a page: each atom escaped, nothing hidden (T06 to T08, T09).

use herma_core::effect::{Span, Tier};
use herma_store::{Millis, State};
use herma_view::visible::{Atom, Look, Visible, visible, visible_line};
use maud::{Markup, html};

/// One line of somebody's text.
pub(super) fn line(text: &str) -> Markup {
    atoms(&visible_line(text))
}

/// Text with its line breaks, and marks underlined.
pub(super) fn block(bytes: &[u8], marks: &[Span]) -> Markup {
    atoms(&visible(bytes, marks))
}

/// The same, already made visible.
pub(super) fn atoms(shown: &Visible) -> Markup {
    let runs =
        shown.atoms.chunk_by(|a, b| a.look == b.look && a.marked == b.marked && !a.breaks && !b.breaks);
    html! {
        @for run in runs {
            @match run.first() {
                Some(atom) if atom.breaks => "\n",
                Some(atom) => (piece(atom, run)),
                None => "",
            }
        }
    }
}

fn piece(first: &Atom, run: &[Atom]) -> Markup {
    let text: String = run.iter().map(|atom| atom.text.as_ref()).collect();
    match (first.marked, first.look) {
        (true, Look::Escaped) => html! { mark { span.esc { (text) } } },
        (true, _) => html! { mark { (text) } },
        (false, Look::Escaped) => html! { span.esc { (text) } },
        (false, _) => html! { (text) },
    }
}

/// What is left, counted down by the page's script.
pub(super) fn countdown(until: Millis, now: Millis) -> Markup {
    html! { span.left data-until=(until) { (herma_view::duration::text((until - now).max(0))) } }
}

/// When, in UTC; the script says it in the reader's own time.
pub(super) fn moment(at: Millis) -> Markup {
    let text = herma_view::time::shown(at);
    html! { time data-at=(at) { (text) " UTC" } }
}

/// How what became of a request looks.
pub(super) fn outcome_class(state: State) -> &'static str {
    match state {
        State::Approved | State::Executed => "went",
        State::Denied => "refused",
        State::Pending | State::Expired | State::Canceled | State::Delegated | State::Unknown => "open-ended",
    }
}

pub(super) fn tier(tier: Tier) -> Markup {
    html! { span class={ "tier " (tier.as_str()) } { (tier.as_str()) } }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn t09_no_markup_and_no_control_character_comes_from_a_text() {
        let evil = "<script>alert(1)</script>\u{202e}\u{1b}[31m\" onclick=x &amp;";
        for made in [line(evil), block(evil.as_bytes(), &[Span::new(3, 9)])] {
            let text = made.into_string();
            assert!(!text.contains("<script"), "{text}");
            assert!(text.contains("&amp;amp;"), "{text}");
            assert!(!text.contains(['\u{202e}', '\u{1b}']), "{text}");
            assert!(text.contains("\\u{202e}") && text.contains("\\u{1b}"), "{text}");
        }
    }
}
