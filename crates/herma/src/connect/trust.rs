//! Codex's hook trust: explained, asked for, and written down only after a yes.

use super::arguments::Arguments;
use super::person::{self, Answer};
use super::place::{self, Settings};
use super::record::{self, Record};
use super::{ConnectError, diff};
use crate::paths::Paths;
use herma_agents::Agent;
use herma_agents::codex_config::{self, Listed};
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// Codex answers in about a second.
const CODEX_MAX: Duration = Duration::from_secs(20);

const WHY: &str = "
codex runs a hook only after its user has reviewed it, and skips it without a word until then.
a review is a hash of the hook in codex's config.toml; codex's own `/hooks` screen writes the same.";

/// Offers to write the hooks' trust. Says whether codex will run them.
pub(super) fn offer(
    agent: &Agent,
    arguments: &Arguments,
    paths: &Paths,
    settings: &Settings,
    commands: &[String],
) -> Result<bool, ConnectError> {
    let untrusted: Vec<Listed> = match ask_codex(commands) {
        Ok(listed) if listed.iter().all(|one| one.trusted) => return Ok(true),
        Ok(listed) => listed.into_iter().filter(|one| !one.trusted).collect(),
        Err(why) => {
            println!(
                "{WHY}\n{why}: open codex, type `/hooks`, and trust the hook of {}",
                settings.path.display()
            );
            return Ok(false);
        }
    };
    let config = config_file(agent)?;
    let old = config.text.as_deref().unwrap_or_default();
    let mut new = old.to_owned();
    println!("{WHY}");
    for one in &untrusted {
        new = codex_config::with_trust(&new, one)
            .map_err(|e| ConnectError::Settings { path: config.path.clone(), message: e.to_string() })?;
        println!("the hook is: {}", one.command);
    }
    print!("{}", diff::unified(&config.path, config.text.as_deref(), Some(&new)));
    let later = "codex does not run the hook yet: open codex, type `/hooks`, and trust it";
    if arguments.dry_run || arguments.no_trust {
        println!("{later}");
        return Ok(arguments.dry_run);
    }
    match person::ask("did you read the hooks, and shall codex trust them?", arguments.yes)
        .map_err(super::plain)?
    {
        Answer::Yes => {}
        Answer::No | Answer::NobodyThere => {
            println!("{later}");
            return Ok(false);
        }
    }
    let clean = |text: &str| {
        untrusted
            .iter()
            .fold(text.to_owned(), |text, one| codex_config::without_trust(&text, &one.key).unwrap_or(text))
    };
    record::keep(agent, paths, &config, &new, &clean)?;
    for one in &untrusted {
        record::note(agent, paths, &config.path, &one.key)?;
    }
    config.write(&new)?;
    println!("codex trusts the hook now: {}", config.path.display());
    Ok(true)
}

/// Codex's own file, which is the user's for every scope.
pub(super) fn config_file(agent: &Agent) -> Result<Settings, ConnectError> {
    Settings::read(&place::user_folder(agent)?.join("config.toml"))
}

/// Puts `config.toml` back to what it was before these settings were connected.
pub(super) fn withdraw(agent: &Agent, paths: &Paths, settings: &Settings) -> Result<(), ConnectError> {
    let config = config_file(agent)?;
    let Some(record) = Record::find(agent, paths, &config.path) else {
        return Ok(());
    };
    let last = record::count(agent, paths) == 1;
    let untouched = config.text.as_deref() == Some(record.after.as_str());
    if last && untouched {
        match &record.before {
            Some(before) => config.write(before)?,
            None => config.delete(record.made_folder)?,
        }
        return record.forget();
    }
    // Codex writes to this file too, and another project may need the switch: only what is ours goes.
    let broken = |e: codex_config::ConfigError| ConnectError::Settings {
        path: config.path.clone(),
        message: e.to_string(),
    };
    if let Some(text) = &config.text {
        let own = format!("{}:", settings.path.display());
        let mut new = text.clone();
        for key in record.note.iter().flat_map(|note| note.lines()).filter(|key| key.starts_with(&own)) {
            new = codex_config::without_trust(&new, key).map_err(broken)?;
        }
        if last {
            let before = record.before.as_deref().unwrap_or_default();
            new = codex_config::without_typing_off(&new, before).map_err(broken)?;
        }
        if new != *text {
            config.write(&new)?;
        }
        if !last && untouched {
            record.now_is(&new)?;
        }
    }
    if last { record.forget() } else { Ok(()) }
}

/// Asks codex itself what it thinks of the hooks with these commands. An error is a sentence for a person.
pub fn ask_codex(commands: &[String]) -> Result<Vec<Listed>, String> {
    let folder = std::env::current_dir().map_err(|e| e.to_string())?;
    let mut child = Command::new("codex")
        .arg("app-server")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|_| "codex was not found on the search path, so it could not be asked".to_owned())?;
    let (send, receive) = mpsc::channel();
    if let Some(stdout) = child.stdout.take() {
        std::thread::spawn(move || {
            for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                if send.send(line).is_err() {
                    return;
                }
            }
        });
    }
    let mut stdin = child.stdin.take();
    let asked = stdin.as_mut().map(|stdin| {
        stdin
            .write_all(codex_config::questions(&folder.to_string_lossy()).as_bytes())
            .and_then(|()| stdin.flush())
    });
    let until = Instant::now() + CODEX_MAX;
    let mut found = None;
    while let Ok(line) = receive.recv_timeout(until.saturating_duration_since(Instant::now())) {
        found = codex_config::find_in_answer(&line, commands);
        if found.is_some() {
            break;
        }
    }
    drop(asked);
    let _ = child.kill();
    let _ = child.wait();
    match found {
        Some(listed) if !listed.is_empty() => Ok(listed),
        Some(_) => Err("codex does not list the hook".to_owned()),
        None => Err("codex did not say what it thinks of the hook".to_owned()),
    }
}
