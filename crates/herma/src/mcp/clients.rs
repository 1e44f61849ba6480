//! Where MCP clients keep the servers that they start, and what stands there.

use crate::paths;
use herma_agents::json_edit::{self, Node};
use serde_json::{Value, json};
use std::io;
use std::path::{Path, PathBuf};
use toml_edit::{Array, DocumentMut};

/// A client, its settings below the user's home, and those below a project; and under which key the servers stand.
pub struct Client {
    pub name: &'static str,
    pub title: &'static str,
    user: &'static [&'static str],
    project: Option<&'static str>,
    key: &'static str,
}

pub const CLIENTS: &[Client] = &[
    Client {
        name: "claude-code",
        title: "Claude Code",
        user: &[".claude.json"],
        project: Some(".mcp.json"),
        key: "mcpServers",
    },
    Client {
        name: "claude-desktop",
        title: "Claude Desktop",
        user: &[
            ".config/Claude/claude_desktop_config.json",
            "Library/Application Support/Claude/claude_desktop_config.json",
        ],
        project: None,
        key: "mcpServers",
    },
    Client {
        name: "cursor",
        title: "Cursor",
        user: &[".cursor/mcp.json"],
        project: Some(".cursor/mcp.json"),
        key: "mcpServers",
    },
    Client {
        name: "vscode",
        title: "VS Code",
        user: &[".config/Code/User/mcp.json", "Library/Application Support/Code/User/mcp.json"],
        project: Some(".vscode/mcp.json"),
        key: "servers",
    },
    Client {
        name: "codex",
        title: "Codex",
        user: &[".codex/config.toml"],
        project: Some(".codex/config.toml"),
        key: "mcp_servers",
    },
];

/// How a server is reached.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Launch {
    Command { words: Vec<String>, env: Vec<(String, String)> },
    Url { url: String, headers: Vec<(String, String)> },
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Configured {
    pub name: String,
    pub launch: Launch,
    /// It goes through Herma already; the command is the one behind it.
    pub is_wrapped: bool,
}

impl Client {
    pub fn named(name: &str) -> Option<&'static Client> {
        CLIENTS.iter().find(|client| client.name == name)
    }

    pub fn user_file(&self) -> io::Result<PathBuf> {
        let home = paths::user_home()?;
        let all = self.user.iter().map(|name| home.join(name));
        let found = all.clone().find(|path| path.exists()).or_else(|| all.clone().next());
        found.ok_or_else(|| io::Error::other("this client has no settings of its user"))
    }

    pub fn project_file(&self) -> Option<PathBuf> {
        Some(std::env::current_dir().ok()?.join(self.project?))
    }

    /// The servers in these settings.
    pub fn servers(&self, path: &Path, text: &str) -> Result<Vec<Configured>, String> {
        let root = self.read(path, text)?;
        let mut found = Vec::new();
        for list in lists(&root, self.key) {
            for (name, entry) in list {
                found.extend(configured(name, entry));
            }
        }
        Ok(found)
    }

    fn read(&self, path: &Path, text: &str) -> Result<Value, String> {
        match is_toml(path) {
            true => toml::from_str::<toml::Value>(text)
                .map_err(|e| e.to_string())
                .and_then(|value| serde_json::to_value(value).map_err(|e| e.to_string())),
            false if text.trim().is_empty() => Ok(json!({})),
            false => Ok(value_of(&json_edit::parse(text).map_err(|e| e.to_string())?)),
        }
    }

    /// The same settings, with every command changed by `change`; `None` leaves it as it is.
    pub fn changed(
        &self,
        path: &Path,
        text: &str,
        change: &dyn Fn(&Configured) -> Option<Vec<String>>,
    ) -> Result<String, String> {
        if is_toml(path) { self.changed_toml(text, change) } else { self.changed_json(text, change) }
    }

    fn changed_json(
        &self,
        text: &str,
        change: &dyn Fn(&Configured) -> Option<Vec<String>>,
    ) -> Result<String, String> {
        let mut text = text.to_owned();
        // One at a time: each change moves what stands behind it.
        loop {
            let root = json_edit::parse(&text).map_err(|e| e.to_string())?;
            let next = places(&root, self.key).into_iter().find_map(|(name, entry, depth)| {
                let words = change(&configured(&name, &value_of(entry))?)?;
                Some((entry, depth, words))
            });
            let Some((entry, depth, words)) = next else { return Ok(text) };
            let (Some((program, rest)), Some(command)) = (words.split_first(), entry.get("command")) else {
                return Ok(text);
            };
            let args = serde_json::to_string_pretty(rest).map_err(|e| e.to_string())?;
            // What stands further behind first.
            let with_args = match entry.get("args") {
                Some(old) => json_edit::replace(&text, &root, old, depth + 1, &args),
                None => json_edit::append(&text, &root, entry, depth + 1, &format!("\"args\": {args}")),
            };
            let again = json_edit::parse(&with_args).map_err(|e| e.to_string())?;
            let command_text = command.as_str().unwrap_or_default().to_owned();
            let place = places(&again, self.key).into_iter().find_map(|(_, entry, depth)| {
                let command = entry.get("command")?;
                let is_it = command.as_str() == Some(&command_text) && args_of(entry) == rest;
                is_it.then_some((command, depth))
            });
            let Some((command, depth)) = place else {
                return Err("the settings cannot be changed".to_owned());
            };
            text = json_edit::replace(&with_args, &again, command, depth + 1, &json!(program).to_string());
        }
    }

    fn changed_toml(
        &self,
        text: &str,
        change: &dyn Fn(&Configured) -> Option<Vec<String>>,
    ) -> Result<String, String> {
        let mut document: DocumentMut = text.parse().map_err(|e: toml_edit::TomlError| e.to_string())?;
        let values = self.read(Path::new("x.toml"), text)?;
        let Some(list) = values.get(self.key).and_then(Value::as_object) else { return Ok(text.to_owned()) };
        for (name, entry) in list {
            let Some(words) = configured(name, entry).as_ref().and_then(change) else { continue };
            let place = document.get_mut(self.key).and_then(|servers| servers.get_mut(name));
            let Some(place) = place.and_then(toml_edit::Item::as_table_like_mut) else { continue };
            if let Some((program, rest)) = words.split_first() {
                place.insert("command", toml_edit::value(program));
                place.insert("args", toml_edit::value(rest.iter().collect::<Array>()));
            }
        }
        Ok(document.to_string())
    }
}

fn is_toml(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == "toml")
}

/// Claude Code keeps servers of single projects below `projects` too.
fn lists<'a>(root: &'a Value, key: &str) -> Vec<&'a serde_json::Map<String, Value>> {
    let projects = root.get("projects").and_then(Value::as_object).into_iter().flat_map(|all| all.values());
    std::iter::once(root).chain(projects).filter_map(|at| at.get(key)?.as_object()).collect()
}

/// Every entry of a server in the text, with its depth.
fn places<'a>(root: &'a Node, key: &str) -> Vec<(String, &'a Node, usize)> {
    let below = |node: &'a Node, depth: usize| {
        let list = node.get(key).map(|list| list.members()).unwrap_or_default();
        list.iter().map(move |member| (member.key.clone(), &member.node, depth)).collect::<Vec<_>>()
    };
    let projects = root.get("projects").map(|all| all.members()).unwrap_or_default();
    let mut all = below(root, 2);
    all.extend(projects.iter().flat_map(|project| below(&project.node, 4)));
    all
}

fn args_of(entry: &Node) -> Vec<String> {
    let items = entry.get("args").map(Node::items).unwrap_or_default();
    items.iter().filter_map(|item| item.as_str().map(str::to_owned)).collect()
}

fn value_of(node: &Node) -> Value {
    if node.is_object() {
        let pairs = node.members().iter().map(|member| (member.key.clone(), value_of(&member.node)));
        Value::Object(pairs.collect())
    } else if node.is_array() {
        Value::Array(node.items().iter().map(value_of).collect())
    } else if let Some(text) = node.as_str() {
        json!(text)
    } else {
        node.literal().and_then(|text| serde_json::from_str(text).ok()).unwrap_or(Value::Null)
    }
}

fn configured(name: &str, entry: &Value) -> Option<Configured> {
    let text = |value: &Value| value.as_str().map(str::to_owned);
    if let Some(url) = entry.get("url").or_else(|| entry.get("serverUrl")).and_then(Value::as_str) {
        let pairs = ["headers", "http_headers"].iter().find_map(|key| entry.get(key)?.as_object());
        let mut headers: Vec<(String, String)> = pairs
            .into_iter()
            .flatten()
            .filter_map(|(name, value)| Some((name.clone(), text(value)?)))
            .collect();
        if let Some(variable) = entry.get("bearer_token_env_var").and_then(Value::as_str) {
            headers.push(("Authorization".to_owned(), format!("Bearer ${{{variable}}}")));
        }
        let launch = Launch::Url { url: url.to_owned(), headers };
        return Some(Configured { name: name.to_owned(), launch, is_wrapped: false });
    }
    let mut words = vec![text(entry.get("command")?)?];
    words.extend(entry.get("args").and_then(Value::as_array).into_iter().flatten().filter_map(text));
    let env = entry.get("env").and_then(Value::as_object).into_iter().flatten();
    let env = env.filter_map(|(name, value)| Some((name.clone(), text(value)?))).collect();
    let behind = behind(&words).map(<[String]>::to_vec);
    let is_wrapped = behind.is_some();
    let launch = Launch::Command { words: behind.unwrap_or(words), env };
    Some(Configured { name: name.to_owned(), launch, is_wrapped })
}

/// The command behind `herma mcp wrap … -- COMMAND…`.
fn behind(words: &[String]) -> Option<&[String]> {
    let is_ours = words.first()?.rsplit('/').next()? == "herma"
        && words.get(1..3)? == ["mcp".to_owned(), "wrap".to_owned()];
    let at = words.iter().position(|word| word == "--").filter(|_| is_ours)?;
    words.get(at + 1..).filter(|rest| !rest.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrapped(one: &Configured) -> Option<Vec<String>> {
        let Launch::Command { words, .. } = &one.launch else { return None };
        let mut all: Vec<String> = ["/bin/herma", "mcp", "wrap", "--"].map(str::to_owned).to_vec();
        all.extend(words.iter().cloned());
        (!one.is_wrapped).then_some(all)
    }

    fn unwrapped(one: &Configured) -> Option<Vec<String>> {
        match &one.launch {
            Launch::Command { words, .. } if one.is_wrapped => Some(words.clone()),
            _ => None,
        }
    }

    #[test]
    fn json_is_changed_in_place_and_back() {
        let text = "{\n  // mine\n  \"theme\": \"dark\",\n  \"mcpServers\": {\n    \"fs\": {\"args\": [\"-y\", \"x\"], \"command\": \"npx\"},\n    \"twin\": {\"command\": \"npx\"},\n    \"web\": {\"type\": \"http\", \"url\": \"https://e.example/mcp\"}\n  },\n  \"projects\": {\"/w\": {\"mcpServers\": {\"git\": {\"command\": \"uvx\", \"args\": [\"git\"]}}}}\n}\n";
        let client = Client::named("claude-code").unwrap();
        let path = Path::new("a.json");
        let new = client.changed(path, text, &wrapped).unwrap();
        assert!(new.contains("// mine") && new.contains("https://e.example/mcp"), "{new}");
        let servers = client.servers(path, &new).unwrap();
        assert_eq!(servers.iter().filter(|one| one.is_wrapped).count(), 3, "{new}");
        assert_eq!(client.changed(path, &new, &wrapped).unwrap(), new, "once");
        let back = client.changed(path, &new, &unwrapped).unwrap();
        assert_eq!(client.servers(path, &back).unwrap(), client.servers(path, text).unwrap(), "{back}");
    }

    #[test]
    fn toml_is_changed_in_place() {
        let text = "model = \"x\" # mine\n\n[mcp_servers.fs]\ncommand = \"npx\"\nargs = [\"-y\", \"x\"]\n\n[mcp_servers.web]\nurl = \"https://e.example\"\n";
        let client = Client::named("codex").unwrap();
        let path = Path::new("config.toml");
        let new = client.changed(path, text, &wrapped).unwrap();
        assert!(new.contains("# mine") && new.contains("command = \"/bin/herma\""), "{new}");
        let back = client.changed(path, &new, &unwrapped).unwrap();
        assert_eq!(client.servers(path, &back).unwrap(), client.servers(path, text).unwrap());
    }
}
