//! What Herma needs in Codex's `config.toml`: a switch, and the trust in its hook.
//!
//! The switch: what the model types into a program that is already running (`write_stdin`) meets no hook, so a
//! shell that was harmless to start could be told anything. With `unified_exec_tty = false` nothing can be typed.
//!
//! The trust: Codex runs a hook only after its user has reviewed it, and the review is a hash in this file. The
//! hash is Codex's own (`codex app-server`, `hooks/list`); Herma writes it down only when a person has seen the
//! hook and said yes, which is what Codex's `/hooks` screen does.

use serde_json::{Value, json};
use toml_edit::{DocumentMut, Item, Table, value};

/// One hook, as Codex lists it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    pub command: String,
    /// The name under which its trust is kept.
    pub key: String,
    pub hash: String,
    pub trusted: bool,
    pub enabled: bool,
}

/// A `config.toml` that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {message}")]
pub struct ConfigError {
    pub line: usize,
    pub column: usize,
    pub message: String,
}

/// The request whose answer lists the hooks.
pub const LIST_ID: u64 = 2;

/// What is said to `codex app-server` to have its hooks listed for a folder, line by line.
#[must_use]
pub fn questions(folder: &str) -> String {
    let hello = json!({"id": 1, "method": "initialize", "params":
        {"clientInfo": {"name": "herma", "version": env!("CARGO_PKG_VERSION")}}});
    let ready = json!({"method": "initialized"});
    let list = json!({"id": LIST_ID, "method": "hooks/list", "params": {"cwds": [folder]}});
    format!("{hello}\n{ready}\n{list}\n")
}

/// If this line answers the list, the hooks with one of these commands that Codex knows.
#[must_use]
pub fn find_in_answer(line: &str, commands: &[String]) -> Option<Vec<Listed>> {
    let message: Value = serde_json::from_str(line).ok()?;
    if message.get("id").and_then(Value::as_u64) != Some(LIST_ID) {
        return None;
    }
    let folders = message.pointer("/result/data").and_then(Value::as_array);
    let hooks = folders.into_iter().flatten().filter_map(|f| f.get("hooks")?.as_array()).flatten();
    let ours = |hook: &&Value| text(hook, "command").is_some_and(|one| commands.iter().any(|own| own == one));
    Some(hooks.filter(ours).filter_map(listed).collect())
}

fn listed(hook: &Value) -> Option<Listed> {
    Some(Listed {
        command: text(hook, "command")?.to_owned(),
        key: text(hook, "key")?.to_owned(),
        hash: text(hook, "currentHash")?.to_owned(),
        trusted: matches!(text(hook, "trustStatus"), Some("trusted" | "managed")),
        enabled: hook.get("enabled").and_then(Value::as_bool).unwrap_or(true),
    })
}

fn text<'a>(hook: &'a Value, name: &str) -> Option<&'a str> {
    hook.get(name).and_then(Value::as_str)
}

pub(crate) const FEATURES: &str = "features";
pub(crate) const TTY: &str = "unified_exec_tty";

/// Whether the model may type into running programs, unseen.
#[must_use]
pub fn typing_is_off(config: &str) -> bool {
    feature(config, TTY) == Some(false)
}

/// `config.toml` with the switch in it that keeps the model from typing into running programs.
pub fn with_typing_off(config: &str) -> Result<String, ConfigError> {
    if typing_is_off(config) {
        return Ok(config.to_owned());
    }
    let mut document = parse(config)?;
    let features = document.entry(FEATURES).or_insert_with(|| Item::Table(Table::new()));
    let features = features.as_table_like_mut().ok_or_else(|| not_a_table(FEATURES))?;
    features.insert(TTY, value(false));
    Ok(document.to_string())
}

/// `config.toml` with the switch as it was in the text before.
pub fn without_typing_off(config: &str, before: &str) -> Result<String, ConfigError> {
    let mut document = parse(config)?;
    let was = parse(before)?;
    let Some(features) = document.get_mut(FEATURES).and_then(Item::as_table_like_mut) else {
        return Ok(config.to_owned());
    };
    match was.get(FEATURES).and_then(|features| features.get(TTY)) {
        Some(item) => drop(features.insert(TTY, item.clone())),
        None => drop(features.remove(TTY)),
    }
    if features.is_empty() && was.get(FEATURES).is_none() {
        document.remove(FEATURES);
    }
    Ok(document.to_string())
}

fn feature(config: &str, name: &str) -> Option<bool> {
    parse(config).ok()?.get(FEATURES)?.get(name)?.as_bool()
}

pub(crate) fn not_a_table(name: &str) -> ConfigError {
    ConfigError { line: 1, column: 1, message: format!("`{name}` is not a table here; write it as one") }
}

/// `config.toml` with the hook's hash in it. What else is there keeps its order and its comments.
pub fn with_trust(config: &str, hook: &Listed) -> Result<String, ConfigError> {
    let mut document = parse(config)?;
    let state = implicit_table(document.as_table_mut(), "hooks")
        .and_then(|hooks| implicit_table(hooks, "state"))
        .ok_or_else(|| not_a_table("hooks"))?;
    if !state.contains_key(&hook.key) {
        state.insert(&hook.key, Item::Table(Table::new()));
    }
    let entry =
        state.get_mut(&hook.key).and_then(Item::as_table_like_mut).ok_or_else(|| not_a_table("hooks"))?;
    entry.insert("trusted_hash", value(&hook.hash));
    Ok(document.to_string())
}

fn implicit_table<'a>(parent: &'a mut Table, name: &str) -> Option<&'a mut Table> {
    let item = parent.entry(name).or_insert_with(|| {
        let mut table = Table::new();
        table.set_implicit(true);
        Item::Table(table)
    });
    item.as_table_mut()
}

/// `config.toml` without that hook's trust, and without the tables that only held it.
pub fn without_trust(config: &str, key: &str) -> Result<String, ConfigError> {
    let mut document = parse(config)?;
    let Some(hooks) = document.get_mut("hooks").and_then(Item::as_table_like_mut) else {
        return Ok(config.to_owned());
    };
    let Some(state) = hooks.get_mut("state").and_then(Item::as_table_like_mut) else {
        return Ok(config.to_owned());
    };
    if state.remove(key).is_none() {
        return Ok(config.to_owned());
    }
    if state.is_empty() {
        hooks.remove("state");
    }
    if hooks.is_empty() {
        document.remove("hooks");
    }
    Ok(document.to_string())
}

/// The switch in `config.toml` that turns all hooks off, if it is there.
#[must_use]
pub fn hooks_switched_off(config: &str) -> Option<String> {
    let off = ["hooks", "codex_hooks"].into_iter().find(|name| feature(config, name) == Some(false))?;
    Some(format!("[features] {off} = false"))
}

/// Whether this `config.toml` says that the model may type into running programs.
#[must_use]
pub fn typing_switched_on(config: &str) -> bool {
    feature(config, TTY) == Some(true)
}

pub(crate) fn parse(config: &str) -> Result<DocumentMut, ConfigError> {
    config.parse::<DocumentMut>().map_err(|e| {
        let before = config.get(..e.span().map_or(0, |s| s.start)).unwrap_or(config);
        ConfigError {
            line: before.matches('\n').count() + 1,
            column: before.rsplit('\n').next().unwrap_or_default().chars().count() + 1,
            message: e.message().trim().to_owned(),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hook() -> Listed {
        Listed {
            command: "/w".to_owned(),
            key: "/h/.codex/hooks.json:pre_tool_use:0:0".to_owned(),
            hash: "sha256:ab".to_owned(),
            trusted: false,
            enabled: true,
        }
    }

    #[test]
    fn trust_goes_in_and_out_without_a_trace() {
        let config = "# mine\nmodel = \"x\" # fast\n\n[tools]\nweb = true\n";
        let with = with_trust(config, &hook()).unwrap();
        assert!(with.starts_with(config), "{with}");
        assert!(
            with.contains(
                "[hooks.state.\"/h/.codex/hooks.json:pre_tool_use:0:0\"]\ntrusted_hash = \"sha256:ab\""
            ),
            "{with}"
        );
        assert_eq!(with_trust(&with, &hook()).unwrap(), with);
        assert_eq!(without_trust(&with, &hook().key).unwrap(), config);
        assert_eq!(without_trust(config, &hook().key).unwrap(), config);
    }

    #[test]
    fn a_broken_config_is_refused_with_its_place() {
        let error = with_trust("a = 1\nb = = 2\n", &hook()).unwrap_err();
        assert_eq!(error.line, 2, "{error}");
        assert!(with_trust("hooks = 3\n", &hook()).is_err());
    }

    #[test]
    fn typing_is_switched_off_and_back() {
        for before in [
            "",
            "model = \"x\" # fast\n",
            "[features]\nhooks = true # on\n",
            "features.unified_exec_tty = true\n",
        ] {
            let with = with_typing_off(before).unwrap();
            assert!(typing_is_off(&with), "{with}");
            assert_eq!(with_typing_off(&with).unwrap(), with);
            assert_eq!(without_typing_off(&with, before).unwrap(), before);
        }
        assert!(with_typing_off("features = 1\n").is_err());
    }

    #[test]
    fn the_switch_is_seen() {
        assert_eq!(hooks_switched_off("[features]\nhooks = true\n"), None);
        let off = hooks_switched_off("features.hooks = false\n");
        assert_eq!(off.as_deref(), Some("[features] hooks = false"));
    }

    #[test]
    fn the_answer_is_found_among_other_lines() {
        let own = ["/w".to_owned()];
        assert_eq!(find_in_answer("{\"method\":\"configWarning\"}", &own), None);
        assert_eq!(find_in_answer("not json", &own), None);
        assert_eq!(find_in_answer("{\"id\":2,\"result\":{\"data\":[]}}", &own), Some(Vec::new()));
        let line = json!({"id": 2, "result": {"data": [{"cwd": "/", "hooks": [
            {"key": "k", "command": "/other", "currentHash": "sha256:0", "trustStatus": "trusted"},
            {"key": hook().key, "command": "/w", "currentHash": "sha256:ab", "trustStatus": "untrusted"},
        ]}]}});
        assert_eq!(find_in_answer(&line.to_string(), &own), Some(vec![hook()]));
    }
}
