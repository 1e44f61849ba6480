//! The parts of the README that list agents, out of their specs.

use super::AGAIN;
use crate::failure::Failure;
use crate::test::workspace_root;
use herma_specs::{AGENTS, AgentSpec};
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

/// Between a line `<!-- agents:NAME -->` and this one everything is rendered.
const END: &str = "<!-- agents:end -->\n";
/// Where the comments of the setup lines begin.
const COLUMN: usize = 30;

type Part = (&'static str, fn() -> String);
const PARTS: &[Part] = &[("setup", setup), ("table", table)];

pub(super) fn write() -> Result<(), Failure> {
    let (path, there) = readme()?;
    let wanted = rendered(&there)?;
    if wanted != there {
        fs::write(&path, wanted).map_err(Failure::of(path.display()))?;
        println!("  README.md written");
    }
    Ok(())
}

pub(super) fn check() -> Result<(), Failure> {
    let (_, there) = readme()?;
    match rendered(&there)? == there {
        true => {
            println!("  README.md lists the agents of knowledge/agents/");
            Ok(())
        }
        false => {
            Err(Failure::new(format!("README.md does not list the agents of knowledge/agents/; {AGAIN}")))
        }
    }
}

fn readme() -> Result<(PathBuf, String), Failure> {
    let path = workspace_root().join("README.md");
    let text = fs::read_to_string(&path).map_err(Failure::of(path.display()))?;
    Ok((path, text))
}

fn rendered(page: &str) -> Result<String, Failure> {
    let mut page = page.to_owned();
    for (name, render) in PARTS {
        let begin = format!("<!-- agents:{name} -->\n");
        let parts =
            page.split_once(&begin).and_then(|(before, rest)| Some((before, rest.split_once(END)?.1)));
        let (before, after) =
            parts.ok_or_else(|| Failure::new(format!("README.md has no part `agents:{name}`")))?;
        page = format!("{before}{begin}{}{END}{after}", render());
    }
    Ok(page)
}

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
