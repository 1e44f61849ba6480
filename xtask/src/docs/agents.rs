//! The parts of the README that list agents, out of their specs.

use super::parts::Page;
use herma_specs::{AGENTS, AgentSpec};
use std::fmt::Write as _;

pub(super) const PAGE: Page =
    Page { file: "README.md", kind: "agents", parts: &[("setup", setup), ("table", table)] };

/// Where the comments of the setup lines begin.
const COLUMN: usize = 30;

fn connected() -> impl Iterator<Item = &'static AgentSpec> {
    AGENTS.iter().filter(|spec| spec.hook.is_some())
}

/// Three lines for each agent.
fn setup() -> String {
    let line = |command: &str, note: &str| match note {
        "" => format!("{command}\n"),
        _ => format!("{command:<COLUMN$}# {note}\n"),
    };
    let one = |spec: &AgentSpec| {
        let tried = if spec.measured.is_some() { "" } else { ": by its documentation, not tried" };
        format!(
            "# {}{tried}\n{}{}{}",
            spec.title,
            line(&format!("herma connect {}", spec.name), spec.readme.connect),
            line(&format!("herma doctor {}", spec.name), spec.readme.doctor),
            line(spec.readme.start, spec.readme.note),
        )
    };
    format!("```sh\n{}```\n", connected().map(one).collect::<Vec<_>>().join("\n"))
}

fn table() -> String {
    let mut out =
        "| agent | connect with | tried with the real one | good to know |\n|---|---|---|---|\n".to_owned();
    for spec in connected() {
        let tried = match spec.measured {
            Some(version) => format!("yes, {version}"),
            None => "no, by its documentation".to_owned(),
        };
        let remark = format!("{} ", spec.readme.remark);
        let _ = writeln!(out, "| {} | `{}` | {tried} | {}|", spec.title, spec.name, remark.trim_start());
    }
    out
}
