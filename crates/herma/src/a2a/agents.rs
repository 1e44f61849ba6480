//! `herma a2a agents`: who can be asked.

use super::ask::{block_on, reach_agent, registry_path};
use super::exit::Failure;
use crate::answerer::may_change;
use crate::options::Typed;
use crate::paths::Paths;
use herma_a2a::client::{Agent, Registry, variable};
use herma_a2a::pki::{is_name, name_of};
use herma_core::text::shown;
use serde_json::{Value, json};
use std::process::ExitCode;

pub fn main(words: &[&str], typed: &Typed, paths: &Paths) -> Result<ExitCode, Failure> {
    let read = || Registry::read(&registry_path(paths)).map_err(Failure::Other);
    match words {
        [] | ["list"] => list(&read()?, typed),
        ["add", name, url] => {
            may_change(paths).map_err(Failure::Refused)?;
            if !is_name(name) {
                return Err(Failure::Usage(format!("`{name}` is no name of an agent")));
            }
            let (agent, card) = look(name, url, typed, paths)?;
            read()?.add(&agent).map_err(Failure::Other)?;
            said(typed, &agent, &card);
            Ok(ExitCode::SUCCESS)
        }
        ["remove", name] => {
            may_change(paths).map_err(Failure::Refused)?;
            match read()?.remove(name).map_err(Failure::Other)? {
                true => Ok(ExitCode::SUCCESS),
                false => {
                    Err(Failure::NoAgent(format!("`{name}` is not in `{}`", registry_path(paths).display())))
                }
            }
        }
        ["discover", urls @ ..] if !urls.is_empty() => discover(urls, typed, paths),
        _ => Err(Failure::Usage("agents list, add NAME URL, remove NAME, or discover URL…".to_owned())),
    }
}

fn list(registry: &Registry, typed: &Typed) -> Result<ExitCode, Failure> {
    let overridden = |name: &str| std::env::var(variable(name)).ok().filter(|url| !url.is_empty());
    let agents = registry.agents();
    if typed.has("--json") {
        let all: Vec<Value> = agents
            .iter()
            .map(|a| {
                let url = overridden(&a.name).unwrap_or_else(|| a.url.clone());
                json!({"name": a.name, "url": url, "identity": a.identity})
            })
            .collect();
        println!("{}", json!(all));
        return Ok(ExitCode::SUCCESS);
    }
    for agent in agents {
        let by = overridden(&agent.name);
        let note = by.as_ref().map(|_| format!(" ({})", variable(&agent.name))).unwrap_or_default();
        let url = by.unwrap_or(agent.url);
        println!(
            "{:<16} {}{note} {}",
            shown(&agent.name),
            shown(&url),
            shown(&agent.identity.unwrap_or_default())
        );
    }
    Ok(ExitCode::SUCCESS)
}

/// Looks at an agent; it is remembered by the identity it has now.
fn look(name: &str, url: &str, typed: &Typed, paths: &Paths) -> Result<(Agent, Value), Failure> {
    let agent = Agent { name: name.to_owned(), url: url.to_owned(), identity: None };
    let mut reached = reach_agent(agent, typed, paths)?;
    block_on(async move {
        let card = reached.client.card().await?;
        reached.agent.identity = reached.client.identity.clone();
        Ok((reached.agent, card))
    })
}

fn said(typed: &Typed, agent: &Agent, card: &Value) {
    if typed.has("--json") {
        let Agent { name, url, identity } = agent;
        println!("{}", json!({"name": name, "url": url, "identity": identity, "card": card}));
        return;
    }
    let about = card.get("description").and_then(Value::as_str).unwrap_or_default();
    let identity = agent.identity.as_deref().unwrap_or_default();
    println!(
        "{:<16} {} {}\n{:<16} {}",
        shown(&agent.name),
        shown(&agent.url),
        shown(identity),
        "",
        shown(about)
    );
}

/// Asks each address who is there. Nothing is written.
fn discover(urls: &[&str], typed: &Typed, paths: &Paths) -> Result<ExitCode, Failure> {
    let mut last = None;
    for url in urls {
        // A host alone is enough.
        let full = if url.contains("://") { (*url).to_owned() } else { format!("https://{url}") };
        let full = match full.strip_prefix("https://") {
            Some(rest) if !rest.contains([':', '/']) => format!("{full}:9443/"),
            _ => full,
        };
        match look(url, &full, typed, paths) {
            Ok((mut agent, card)) => {
                agent.name = agent.identity.as_deref().map_or(*url, name_of).to_owned();
                said(typed, &agent, &card);
            }
            Err(failure) => {
                eprintln!("herma: {}", shown(&failure.to_string()));
                last = Some(failure.code());
            }
        }
    }
    Ok(last.map_or(ExitCode::SUCCESS, ExitCode::from))
}
