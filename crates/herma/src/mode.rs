//! `herma mode`: how strictly, per area. A weaker mode takes a person at a terminal, and is on record (T51).

use crate::answerer::may_change;
use crate::check::usage;
use crate::paths::Paths;
use crate::policy_command::edit_file::{Change, Weight};
use crate::policy_command::origin;
use crate::policy_file;
use herma_core::policy::{Mode, Modes};
use herma_core::text::shown;
use serde_json::json;
use std::ffi::OsString;
use std::process::ExitCode;
use toml_edit::{Item, Table, value};

pub const HELP: &str = "\
usage: herma mode show
       herma mode set shell|tools|all enforce|smart|observe|off

  enforce   what matters waits for a person (default)
  smart     a reviewer may clear what is medium; without one, the same as enforce
  observe   nothing waits: what would have been asked is only recorded
  off       nothing waits

What must never happen, rules that deny or ask every time, and crises hold in every mode. A weaker mode is asked about at
the terminal, with the two digits, and is in the audit chain; it is refused to agents.

  --home DIR   Herma's own home

exit: 0, 1 not changed, 2 usage
";

pub fn main(args: &[OsString]) -> ExitCode {
    let (mut words, mut home) = (Vec::new(), None);
    let mut rest = args.iter();
    while let Some(word) = rest.next() {
        match word.to_str().unwrap_or_default() {
            "--help" | "-h" => {
                print!("{HELP}");
                return ExitCode::SUCCESS;
            }
            "--home" => match rest.next() {
                Some(folder) => home = Some(folder.clone()),
                None => return usage("`--home` needs a value"),
            },
            text => words.push(text.to_owned()),
        }
    }
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let paths = Paths::resolve(home.as_deref()).map_err(|e| e.to_string());
    let done = match words.as_slice() {
        ["show"] | [] => paths.map(|paths| show(&paths)),
        ["set", area, mode] => {
            let areas: &[&str] = match *area {
                "shell" => &["shell"],
                "tools" => &["tools"],
                "all" => &["shell", "tools"],
                other => return usage(&format!("`{other}` is no area: shell, tools or all")),
            };
            let Some(mode) = Mode::named(mode) else {
                return usage(&format!("`{mode}` is no mode: enforce, smart, observe or off"));
            };
            paths.and_then(|paths| set(&paths, areas, mode))
        }
        _ => return usage("show, or set AREA MODE; --help says more"),
    };
    match done {
        Ok(text) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Err(why) => {
            eprintln!("herma: {}", shown(&why));
            ExitCode::FAILURE
        }
    }
}

fn show(paths: &Paths) -> String {
    let here = policy_file::load(paths).for_call(&herma_core::ToolCall::default());
    let Modes { shell, tools } = here.policy().mode;
    [("shell", "mode.shell", shell), ("tools", "mode.tools", tools)]
        .map(|(area, name, mode)| format!("{area:<6} {:<8} {}\n", mode.as_str(), shown(&origin(&here, name))))
        .concat()
}

fn set(paths: &Paths, areas: &[&str], mode: Mode) -> Result<String, String> {
    may_change(paths)?;
    let now = policy_file::load(paths).base().policy().mode;
    let was = |area: &str| if area == "shell" { now.shell } else { now.tools };
    let change = Change::of(paths, |document| {
        let section = document.entry("mode").or_insert(Item::Table(Table::new()));
        let section = section.as_table_like_mut().ok_or("`mode` is no table in your file")?;
        for area in areas {
            section.insert(area, value(mode.as_str()));
        }
        Ok(())
    })?;
    let from: Vec<&str> = areas.iter().map(|area| was(area).as_str()).collect();
    let body = json!({ "areas": areas, "from": from, "to": mode.as_str() });
    let weaker = areas.iter().any(|area| mode < was(area));
    match weaker {
        true => {
            let sentence =
                format!("switches {} to {}: less is asked about", areas.join(" and "), mode.as_str());
            change.agree(paths, Weight::Loosens, &sentence, "mode", body)?;
        }
        false => change.write(paths, "mode", body)?,
    }
    Ok(areas.iter().map(|area| format!("{area:<6} {}\n", mode.as_str())).collect())
}
