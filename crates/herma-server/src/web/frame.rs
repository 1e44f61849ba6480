//! What stands around every page.

use super::Visitor;
use super::assets::{CSS_NAME, ICON_NAME, JS_NAME};
use crate::gateway::Gateway;
use crate::problem::Problem;
use maud::{DOCTYPE, Markup, html};

/// Where one can go, and the key that goes there.
const PLACES: &[(&str, &str)] = &[
    ("/", "Inbox"),
    ("/history", "History"),
    ("/grants", "Grants"),
    ("/charts", "Charts"),
    ("/policy", "Policy"),
    ("/audit", "Audit"),
    ("/passkeys", "Passkeys"),
];

const KEYS: &[(&str, &str)] = &[
    ("1 2 3", "allow once, for the session, always"),
    ("4", "deny"),
    ("↑ ↓ or k j", "choose a request"),
    ("Enter", "open it; in an open one: deny, which is selected"),
    ("r", "deny with a reason"),
    ("e", "change the command first"),
    ("Esc", "back to the list"),
    ("?", "this"),
];

pub(super) fn page(
    gateway: &Gateway,
    visitor: &Visitor,
    place: &str,
    title: &str,
    content: Markup,
) -> Markup {
    let complaints = gateway.complaints();
    html! {
        (head(title))
        body data-csrf=(visitor.csrf) {
            a.skip href="#main" { "To the content" }
            header {
                a.brand href="/" { "Herma" }
                nav aria-label="Pages" {
                    @for (path, name) in PLACES {
                        a href=(path) aria-current=[(*path == place).then_some("page")] { (name) }
                    }
                }
                form method="post" action="/logout" {
                    input type="hidden" name="csrf" value=(visitor.csrf);
                    button.plain { "Log out" }
                }
            }
            div id="state" data-live=(complaints.join("\n")) {
                @for one in &complaints { p.trouble role="alert" { (super::text::line(one)) } }
            }
            noscript { p.trouble { "This page only shows: answering takes its script." } }
            p.lost.keyless role="alert" hidden { "This page can show, and not answer: log in at this very address, and let this browser keep what \
                the page stores. Type " code { "herma up" } " for a link." }
            p.lost role="alert" hidden { "No connection to the gateway; what you see may be old." }
            main id="main" { (content) }
            dialog id="keys" aria-label="Keys" {
                h2 { "Keys" }
                dl { @for (key, what) in KEYS { dt { (key) } dd { (what) } } }
                form method="dialog" { button { "Close" } }
            }
        }
    }
}

pub(super) fn bare(title: &str, content: Markup) -> Markup {
    html! { (head(title)) body { header { a.brand href="/" { "Herma" } } main id="main" { (content) } } }
}

fn head(title: &str) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en";
        head {
            meta charset="utf-8";
            meta name="viewport" content="width=device-width, initial-scale=1";
            meta name="color-scheme" content="light dark";
            title { (title) " · Herma" }
            link rel="icon" href={ "/a/" (ICON_NAME) };
            link rel="stylesheet" href={ "/a/" (*CSS_NAME) };
            script src={ "/a/" (*JS_NAME) } defer {}
        }
    }
}

pub(super) fn failure(problem: &Problem) -> Markup {
    let card = problem.crisis_card.as_deref().unwrap_or_default();
    bare(
        "Not done",
        html! { h1 { "Not done" } @for line in card.lines() { p { strong { (super::text::line(line)) } } }
        p { (super::text::line(&problem.text)) } p { a href="/" { "Back to the inbox" } } },
    )
}
