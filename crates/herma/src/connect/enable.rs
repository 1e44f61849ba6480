//! Hermes loads a plugin only once its user has enabled it: asked for, and done by Hermes itself.

use super::arguments::Arguments;
use super::person::{self, Answer};
use super::place::{self, Settings};
use super::record::{self, Record};
use super::{ConnectError, diff, plain};
use crate::paths::Paths;
use herma_agents::{Agent, hermes_config};
use std::process::{Command, Stdio};

const LATER: &str = "hermes does not load the plugin yet: `hermes plugins enable herma` enables it";

pub(super) fn config_file(agent: &Agent) -> Result<Settings, ConnectError> {
    Settings::read(&place::user_folder(agent)?.join("config.yaml"))
}

/// Whether Hermes loads the plugin.
pub fn is_enabled(agent: &Agent) -> bool {
    config_file(agent)
        .is_ok_and(|config| hermes_config::is_enabled(config.text.as_deref().unwrap_or_default()))
}

/// Offers to have it enabled. Says whether Hermes will load it.
pub(super) fn offer(agent: &Agent, arguments: &Arguments, paths: &Paths) -> Result<bool, ConnectError> {
    if is_enabled(agent) {
        return Ok(true);
    }
    println!("\nhermes loads a plugin only if `plugins.enabled` in its config.yaml names it.");
    if arguments.dry_run || arguments.no_trust {
        println!("{LATER}");
        return Ok(arguments.dry_run);
    }
    match person::ask("shall `hermes plugins enable herma` be run?", arguments.yes).map_err(plain)? {
        Answer::Yes => {}
        Answer::No | Answer::NobodyThere => {
            println!("{LATER}");
            return Ok(false);
        }
    }
    let before = config_file(agent)?;
    if let Err(why) = hermes(&["plugins", "enable", "herma", "--no-allow-tool-override"]) {
        println!("{why}. {LATER}");
        return Ok(false);
    }
    let after = config_file(agent)?;
    let Some(text) = after.text.as_deref().filter(|text| hermes_config::is_enabled(text)) else {
        println!("{LATER}");
        return Ok(false);
    };
    record::keep(agent, paths, &before, text, &|text| text.to_owned())?;
    print!("{}", diff::unified(&after.path, before.text.as_deref(), Some(text)));
    println!("hermes loads the plugin now");
    Ok(true)
}

/// Puts `config.yaml` back, or has Hermes take the plugin out of what others have edited since.
pub(super) fn withdraw(agent: &Agent, paths: &Paths) -> Result<(), ConnectError> {
    let config = config_file(agent)?;
    let Some(record) = Record::find(agent, paths, &config.path) else { return Ok(()) };
    if config.text.as_deref() == Some(record.after.as_str()) {
        match &record.before {
            Some(before) => config.write(before)?,
            None => config.delete(record.made_folder)?,
        }
    } else if let Err(why) = hermes(&["plugins", "disable", "herma"]) {
        println!("{why}: take `herma` out of `plugins.enabled` in {}", config.path.display());
    }
    record.forget()
}

fn hermes(words: &[&str]) -> Result<(), String> {
    let status = Command::new("hermes")
        .args(words)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .map_err(|_| "hermes was not found on the search path".to_owned())?;
    if status.success() { Ok(()) } else { Err(format!("`hermes {}` failed", words.join(" "))) }
}
