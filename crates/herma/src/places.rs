//! `herma paths`: where everything lies.

use crate::check::usage;
use crate::paths::Paths;
use herma_core::text::shown;
use serde_json::{Map, Value};
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

pub const HELP: &str = "\
usage: herma paths [--json] [--home DIR]

Where everything lies: `--home`, else HERMA_HOME, else ~/.config/herma and ~/.local/share/herma.

  --json      one object, name to path
  --home DIR  Herma's own home

exit: 0, 1 if there is no home directory, 2 usage
";

pub fn main(args: &[OsString]) -> ExitCode {
    let (mut machine, mut home) = (false, None);
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
            other => return usage(&format!("`{other}` is no option; --help lists them")),
        }
    }
    let paths = match Paths::resolve(home.as_deref()) {
        Ok(paths) => paths,
        Err(error) => {
            eprintln!("herma: {error}");
            return ExitCode::FAILURE;
        }
    };
    let all = places(&paths);
    if machine {
        let object: Map<String, Value> = all
            .iter()
            .map(|(name, path, _)| ((*name).to_owned(), path.display().to_string().into()))
            .collect();
        println!("{}", Value::Object(object));
        return ExitCode::SUCCESS;
    }
    for (name, path, about) in all {
        let there = if path.exists() { "" } else { " (not there yet)" };
        println!("{name:<17} {}{there}\n{:<17} {about}", shown(&path.display().to_string()), "");
    }
    ExitCode::SUCCESS
}

fn places(paths: &Paths) -> Vec<(&'static str, PathBuf, &'static str)> {
    vec![
        ("policy", paths.policy.clone(), "your policy; `herma init` writes a first one"),
        (
            "last_good_policy",
            paths.last_good_policy(),
            "the recorded one: it stays in force while that is broken, or edited and not applied",
        ),
        ("data", paths.data.clone(), "everything that Herma keeps; nobody else may read it"),
        ("store", paths.store(), "requests, votes, grants, sessions, the audit chain"),
        ("spool", paths.spool(), "what hooks have noted and nobody has taken in yet"),
        ("undo", paths.undo(), "what lay there before files were changed; `herma review` lists it"),
        (
            "sessions",
            paths.sessions(),
            "what was noted about agents' sessions: strangers' texts, signs of a crisis",
        ),
        ("hooks", paths.hooks(), "what connected agents run"),
        ("pki", paths.data.join("pki"), "the fleet's certificates, and this home's keys"),
        ("a2a_tasks", paths.data.join("a2a.db"), "tasks that other agents have sent, whole"),
        ("a2a_agents", paths.data.join("a2a_agents.json"), "agents that can be asked, and where they are"),
        ("backups", paths.backups(), "agents' settings as they were before `herma connect`"),
    ]
}
