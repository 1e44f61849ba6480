//! `herma config list`: every setting, its value, and where that comes from.

use crate::check::usage;
use crate::paths::Paths;
use herma_core::text::shown;
use serde_json::{Value, json};
use std::ffi::OsString;
use std::process::ExitCode;

pub const HELP: &str = "\
usage: herma config list [--json] [--home DIR]

Every setting of the policy file with its value, where that comes from (the file, or the default), and what else it can be.

  --json      one array: name, value, default, source, choices, about
  --home DIR  Herma's own home

exit: 0, 1 if the policy file cannot be read, 2 usage
";

/// A setting: its name, what it is without a word in the file, and what it may be.
pub struct Setting {
    pub table: &'static str,
    pub key: &'static str,
    pub default: &'static str,
    pub choices: &'static [&'static str],
    pub about: &'static str,
}

const MODES: &[&str] = &["enforce", "observe", "smart", "off"];

pub const SETTINGS: &[Setting] = &[
    setting("mode", "shell", "enforce", MODES, "how strictly, for shell commands"),
    setting("mode", "tools", "enforce", MODES, "how strictly, for all other tools"),
    setting("hook", "allow", "allow", &["allow", "silent"], "what a hook says to what is allowed"),
    setting(
        "hook",
        "ask",
        "hold",
        &["hold", "agent", "deny"],
        "what a hook does with what a person must see",
    ),
    setting("hook", "nobody", "wait", &["wait", "deny"], "and where nobody sits in front of the agent"),
    setting("place", "backend", "host", &["host", "container"], "where commands run"),
    setting(
        "place",
        "container_root",
        "ask",
        &["ask", "allow"],
        "root, home and power-off in that container",
    ),
    setting("review", "changes", "off", &["off", "keep"], "the way back of file changes in the workspace"),
    setting("review", "deletes", "ask", &["allow", "ask"], "what a deletion that can be undone needs"),
    setting("review", "keep", "24h", &[], "how long a way back is kept"),
    setting("review", "files", "2000", &[], "files and folders that one call may have kept"),
    setting("review", "mib", "64", &[], "MiB that one call may have kept"),
    setting("review", "total_mib", "2048", &[], "MiB that are kept in all"),
];

const fn setting(
    table: &'static str,
    key: &'static str,
    default: &'static str,
    choices: &'static [&'static str],
    about: &'static str,
) -> Setting {
    Setting { table, key, default, choices, about }
}

/// A setting as it stands.
struct Row {
    name: String,
    value: String,
    from_file: bool,
    known: Option<&'static Setting>,
}

pub fn main(args: &[OsString]) -> ExitCode {
    let (mut names, mut machine, mut home) = (Vec::new(), false, None);
    let mut words = args.iter();
    while let Some(word) = words.next() {
        match word.to_str().unwrap_or_default() {
            "--help" | "-h" => {
                print!("{HELP}");
                return ExitCode::SUCCESS;
            }
            "--json" => machine = true,
            "--home" => match words.next() {
                Some(folder) => home = Some(folder.clone()),
                None => return usage("`--home` needs a value"),
            },
            option if option.starts_with('-') => {
                return usage(&format!("`{option}` is no option; --help lists them"));
            }
            name => names.push(name.to_owned()),
        }
    }
    if names != ["list"] {
        return usage("`herma config list`; --help says more");
    }
    let listed = Paths::resolve(home.as_deref()).map_err(|e| e.to_string()).and_then(|paths| {
        let text = match std::fs::read_to_string(&paths.policy) {
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => String::new(),
            read => read.map_err(|e| format!("`{}`: {e}", paths.policy.display()))?,
        };
        Ok((rows(&text)?, paths))
    });
    let (rows, paths) = match listed {
        Ok(listed) => listed,
        Err(why) => {
            eprintln!("herma: {}", shown(&why));
            return ExitCode::FAILURE;
        }
    };
    let source = |row: &Row| match row.from_file {
        true => paths.policy.display().to_string(),
        false => "default".to_owned(),
    };
    if machine {
        let all = rows.iter().map(|row| {
            json!({"name": row.name, "value": row.value, "source": source(row),
                "default": row.known.map(|one| one.default), "choices": row.known.map(|one| one.choices),
                "about": row.known.map(|one| one.about)})
        });
        println!("{}", Value::from(all.collect::<Vec<_>>()));
        return ExitCode::SUCCESS;
    }
    for row in &rows {
        let about = row.known.map_or(String::new(), |one| match one.choices {
            [] => one.about.to_owned(),
            choices => format!("{}: {}", one.about, choices.join(", ")),
        });
        println!(
            "{:<22} {:<10} {}\n{:<22} {about}",
            shown(&row.name),
            shown(&row.value),
            shown(&source(row)),
            ""
        );
    }
    ExitCode::SUCCESS
}

/// Every known setting, and what else the file holds in tables of its own.
fn rows(text: &str) -> Result<Vec<Row>, String> {
    let file: toml::Table = text.parse().map_err(|e: toml::de::Error| e.message().to_owned())?;
    let in_file = |table: &str, key: &str| file.get(table).and_then(|table| table.get(key)).map(plain);
    let mut rows: Vec<Row> = SETTINGS
        .iter()
        .map(|one| {
            let found = in_file(one.table, one.key);
            let from_file = found.is_some();
            let value = found.unwrap_or_else(|| one.default.to_owned());
            Row { name: format!("{}.{}", one.table, one.key), value, from_file, known: Some(one) }
        })
        .collect();
    for (table, values) in &file {
        for (key, value) in values.as_table().into_iter().flatten() {
            let name = format!("{table}.{key}");
            if !rows.iter().any(|row| row.name == name) {
                rows.push(Row { name, value: plain(value), from_file: true, known: None });
            }
        }
    }
    Ok(rows)
}

fn plain(value: &toml::Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use herma_core::Policy;

    #[test]
    fn every_default_is_the_default_and_every_choice_is_one() {
        for one in SETTINGS {
            for choice in one.choices {
                let text = format!("version = 1\n[{}]\n{} = \"{choice}\"\n", one.table, one.key);
                let policy = Policy::parse(&text).unwrap_or_else(|e| panic!("{text}: {e}"));
                assert_eq!(policy == Policy::default(), *choice == one.default, "{text}");
            }
        }
    }

    #[test]
    fn where_a_value_comes_from() {
        let rows = rows("version = 1\n[hook]\nask = \"agent\"\n[times]\nhigh = 30\n").unwrap();
        let of = |name: &str| {
            rows.iter().find(|row| row.name == name).map(|row| (row.value.as_str(), row.from_file))
        };
        assert_eq!(of("hook.ask"), Some(("agent", true)));
        assert_eq!(of("hook.nobody"), Some(("wait", false)));
        assert_eq!(of("times.high"), Some(("30", true)));
        assert!(super::rows("version = ").is_err());
    }
}
