//! Another agent: found, reached, asked.

use super::exit::Failure;
use super::identity;
use crate::options::Typed;
use crate::paths::Paths;
use herma_a2a::client::{Agent, Client, Registry};
use herma_a2a::tls;
use std::path::PathBuf;
use std::sync::Arc;

/// Where agents are written down.
pub fn registry_path(paths: &Paths) -> PathBuf {
    paths.data.join("a2a_agents.json")
}

/// A connection to be, and on whose behalf.
#[derive(Debug)]
pub struct Reached {
    pub agent: Agent,
    pub client: Client,
    /// Our own identity.
    pub own: String,
}

/// The agent that `--agent` and `--url` name.
pub fn reach(typed: &Typed, paths: &Paths) -> Result<Reached, Failure> {
    let registry = Registry::read(&registry_path(paths)).map_err(Failure::Other)?;
    let environment = |name: &str| std::env::var(name).ok();
    let agent = match (typed.value("--agent"), typed.value("--url")) {
        (None, None) => return Err(Failure::Usage("which agent? --agent NAME".to_owned())),
        (name, Some(url)) => {
            Agent { name: name.unwrap_or(url).to_owned(), url: url.to_owned(), identity: None }
        }
        (Some(name), None) => registry.find(name, environment).map_err(Failure::NoAgent)?,
    };
    reach_agent(agent, typed, paths)
}

pub fn reach_agent(agent: Agent, typed: &Typed, paths: &Paths) -> Result<Reached, Failure> {
    let (files, _) = identity::files(typed, paths)?;
    let own = files.own()?;
    let config = tls::client_config(&files.trust()?, &own, agent.identity.as_deref())?;
    let client = Client::new(&agent.url, Arc::new(config))?;
    Ok(Reached { agent, client, own: own.identity.uri })
}

/// Runs something that waits for the network. One thread: there is one connection.
pub fn block_on<T>(work: impl Future<Output = Result<T, Failure>>) -> Result<T, Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.map_err(|error| Failure::Other(error.to_string()))?.block_on(work)
}
