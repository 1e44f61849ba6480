//! `herma mode`: how strictly, per area. A weaker mode takes a person at a terminal, and is on record (T51).

use crate::answerer::may_change;
use crate::check::usage;
use crate::effective_policy;
use crate::paths::Paths;
use crate::policy_command::edit_file::{Change, Weight};
use crate::policy_command::origin;
use herma_core::policy::{Mode, Modes};
use herma_core::text::shown;
use serde_json::json;
use std::ffi::OsString;
use std::process::ExitCode;
use toml_edit::{Item, Table, value};

pub const HELP: &str = "\
usage: herma mode show
       herma mode set shell|tools|all|headless|cron enforce|smart|observe|off

  enforce   what matters waits for a person (default)
  smart     a reviewer may clear what is medium, and raise what would run where
            `[reviewer] look = \"changes\"`; without one, the same as enforce
  observe   nothing waits: what would have been asked is only recorded
  off       nothing waits

  headless, cron   in place of both areas where nobody sits in front of the agent, or a clock has started it

What must never happen, rules that deny or ask every time, and crises hold in every mode. A weaker mode is asked about at
the terminal, with the two digits, and is in the audit chain; it is refused to agents. Where the administrator's policy says
`pinned = true`, its modes are the weakest there are.

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
                "headless" => &["headless"],
                "cron" => &["cron"],
                other => return usage(&format!("`{other}` is no area: shell, tools, all, headless or cron")),
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
    let here = effective_policy::load(paths).for_call(&herma_core::ToolCall::default());
    let Modes { shell, tools, headless, cron, pinned } = here.policy().mode;
    let areas = [
        ("shell", "mode.shell", Some(shell)),
        ("tools", "mode.tools", Some(tools)),
        ("headless", "mode.headless", headless),
        ("cron", "mode.cron", cron),
    ];
    let line = |(area, name, mode): &(&str, &str, Option<Mode>)| {
        let mode = mode.map(Mode::as_str)?;
        Some(format!("{area:<8} {mode:<8} {}\n", shown(&origin(&here, name))))
    };
    let mut out: String = areas.iter().filter_map(line).collect();
    if pinned {
        out.push_str("pinned   by the administrator: nothing weaker can be set\n");
    }
    for ignored in here.merged.ignored.iter().filter(|one| one.what.starts_with("`mode.")) {
        out.push_str(&format!("{}\n", shown(&ignored.to_string())));
    }
    out
}

/// What holds now, where a mode would stand in the place of others: the strictest of these.
fn held(modes: &Modes, area: &str) -> Mode {
    let both = modes.shell.max(modes.tools);
    match area {
        "shell" => modes.shell,
        "tools" => modes.tools,
        "headless" => modes.headless.unwrap_or(both),
        _ => modes.cron.or(modes.headless).unwrap_or(both),
    }
}

fn set(paths: &Paths, areas: &[&str], mode: Mode) -> Result<String, String> {
    may_change(paths)?;
    let now = effective_policy::load(paths).base().policy().mode;
    let was = |area: &str| held(&now, area);
    let change = Change::of(paths, |document| {
        let section = document.entry("mode").or_insert(Item::Table(Table::new()));
        let section = section.as_table_like_mut().ok_or("`mode` is no table in your file")?;
        for area in areas {
            section.insert(area, value(mode.as_str()));
        }
        Ok(())
    })?;
    let after =
        effective_policy::load_text(paths, &paths.policy, change.new_text()).map_err(|e| e.to_string())?;
    let after = after.base();
    let said = |area: &&&str| held(&after.policy().mode, area) != mode;
    if let Some(area) = areas.iter().find(said) {
        return Err(format!(
            "the administrator has pinned the modes: {area} stays {}, and nothing was changed",
            held(&after.policy().mode, area).as_str()
        ));
    }
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
    Ok(areas.iter().map(|area| format!("{area:<8} {}\n", mode.as_str())).collect())
}
