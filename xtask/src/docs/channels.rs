//! The parts of `docs/channels.md` that list channels, out of their specs.

use super::parts::Page;
use herma_specs::{CHANNELS, ChannelSpec, Key, KeyKind};
use std::fmt::Write as _;

pub(super) const PAGE: Page =
    Page { file: "docs/channels.md", kind: "channels", parts: &[("table", table), ("sections", sections)] };

/// Where the comments of settings begin.
const COLUMN: usize = 40;

fn table() -> String {
    let mut out =
        "| channel | an account | answered by | a message is proved by |\n|---|---|---|---|\n".to_owned();
    for spec in &CHANNELS {
        let ChannelSpec { title, name, example, .. } = spec;
        let facts = spec.dialect.facts();
        let proof = facts.proof.text();
        let _ = writeln!(out, "| {title} | `{name}:{example}` | {} | {proof} |", facts.answered);
    }
    out
}

fn sections() -> String {
    CHANNELS.iter().map(section).collect()
}

/// What to set up, the settings, and what to know.
fn section(spec: &ChannelSpec) -> String {
    let lines: String = spec.dialect.facts().keys.iter().map(|key| setting(spec, *key)).collect();
    let settings = format!("```toml\n[{}]\n{lines}```", spec.section);
    let heading = format!("## {}", spec.title);
    let parts = [heading.as_str(), spec.docs.setup.trim(), settings.as_str(), spec.docs.notes.trim()];
    let parts = parts.into_iter().filter(|part| !part.is_empty());
    format!("{}\n\n", parts.collect::<Vec<_>>().join("\n\n"))
}

/// One line, as a comment where it may be left out.
fn setting(spec: &ChannelSpec, key: Key) -> String {
    let facts = key.facts();
    let may_be_left_out = facts.optional || spec.default_of(key).is_some();
    let (may_be_left_out, value) = match facts.kind {
        KeyKind::Seconds { .. } => (true, spec.example_of(key)),
        KeyKind::Hex(_) => (may_be_left_out, "\"…\"".to_owned()),
        KeyKind::Secret(_) | KeyKind::Address { .. } => {
            (may_be_left_out, format!("\"{}\"", spec.example_of(key)))
        }
    };
    let line = format!("{}{} = {value}", if may_be_left_out { "# " } else { "" }, facts.name);
    match facts.about.replace("TITLE", spec.title).replace("NAME", spec.name) {
        about if about.is_empty() => format!("{line}\n"),
        about => format!("{line:<COLUMN$} # {about}\n"),
    }
}
