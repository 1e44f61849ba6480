//! Which agents there are: `a2a_agents.json`, and the environment above it.

use crate::pki::replace;
use serde_json::{Map, Value, json};
use std::path::{Path, PathBuf};

/// One agent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Agent {
    pub name: String,
    pub url: String,
    /// The identity it had when it was added; another one is not talked to.
    pub identity: Option<String>,
}

/// `{"allegro": {"url" | "base_url" | "card_url": …}}` or `{"allegro": "https://…"}`.
#[derive(Debug)]
pub struct Registry {
    path: PathBuf,
    all: Map<String, Value>,
}

/// The variable that says where an agent is, whatever the file says.
pub fn variable(name: &str) -> String {
    let name: String =
        name.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_uppercase() } else { '_' }).collect();
    format!("HERMA_A2A_{name}_URL")
}

impl Registry {
    pub fn read(path: &Path) -> Result<Registry, String> {
        let text = match std::fs::read_to_string(path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => "{}".to_owned(),
            Err(error) => return Err(format!("`{}`: {error}", path.display())),
            Ok(text) => text,
        };
        match serde_json::from_str(&text) {
            Ok(Value::Object(all)) => Ok(Registry { path: path.to_owned(), all }),
            Ok(_) => Err(format!("`{}` is no object of agents", path.display())),
            Err(error) => Err(format!("`{}` cannot be read: {error}", path.display())),
        }
    }

    pub fn agents(&self) -> Vec<Agent> {
        self.all.iter().filter_map(|(name, value)| agent(name, value)).collect()
    }

    /// The environment, then the file, then an address as it stands.
    pub fn find(&self, name: &str, environment: impl Fn(&str) -> Option<String>) -> Result<Agent, String> {
        if let Some(url) = environment(&variable(name)).filter(|url| !url.is_empty()) {
            return Ok(Agent { name: name.to_owned(), url, identity: None });
        }
        if let Some(value) = self.all.get(name) {
            let fault = || format!("`{name}` in `{}` has no url", self.path.display());
            return agent(name, value).ok_or_else(fault);
        }
        if name.contains("://") {
            return Ok(Agent { name: name.to_owned(), url: name.to_owned(), identity: None });
        }
        Err(format!(
            "no agent `{name}` is known: neither {} nor `{}` names it; `herma a2a agents add {name} URL` does",
            variable(name),
            self.path.display()
        ))
    }

    pub fn add(&mut self, agent: &Agent) -> Result<(), String> {
        let mut value = json!({"url": agent.url});
        if let (Some(identity), Some(map)) = (&agent.identity, value.as_object_mut()) {
            map.insert("identity".to_owned(), identity.as_str().into());
        }
        self.all.insert(agent.name.clone(), value);
        self.write()
    }

    /// False if it was not there.
    pub fn remove(&mut self, name: &str) -> Result<bool, String> {
        let was = self.all.remove(name).is_some();
        self.write().map(|()| was)
    }

    fn write(&self) -> Result<(), String> {
        let text = format!("{:#}\n", Value::Object(self.all.clone()));
        replace(&self.path, text.as_bytes()).map_err(|error| format!("`{}`: {error}", self.path.display()))
    }
}

fn agent(name: &str, value: &Value) -> Option<Agent> {
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let url = match value {
        Value::String(url) => Some(url.clone()),
        _ => ["url", "base_url", "card_url"].iter().find_map(|key| value.get(key).and_then(text)),
    }?;
    Some(Agent { name: name.to_owned(), url, identity: value.get("identity").and_then(text) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_then_the_file_then_an_address() {
        let all = json!({"a": "https://a/", "b": {"base_url": "https://b/"}, "c": {"card_url": "https://c/x",
            "identity": "spiffe://f/agent/c"}, "d": {}});
        let Value::Object(all) = all else { panic!("no object") };
        let registry = Registry { path: "/r.json".into(), all };
        let none = |_: &str| None;
        let url = |name: &str| registry.find(name, none).map(|agent| agent.url);
        assert_eq!(url("a").unwrap(), "https://a/");
        assert_eq!(url("b").unwrap(), "https://b/");
        assert_eq!(registry.find("c", none).unwrap().identity.unwrap(), "spiffe://f/agent/c");
        assert_eq!(url("https://x:1/").unwrap(), "https://x:1/");
        assert!(url("d").is_err());
        let said = url("my-agent").unwrap_err();
        assert!(said.contains("HERMA_A2A_MY_AGENT_URL") && said.contains("/r.json"), "{said}");
        let found = registry.find("a", |name| (name == "HERMA_A2A_A_URL").then(|| "https://e/".to_owned()));
        assert_eq!(found.unwrap().url, "https://e/");
    }
}
