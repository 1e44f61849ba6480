//! Settings that belong to the machine, which no user can change: Claude Code's managed settings and Codex's requirements.
//!
//! The hook in them is the same as in a user's settings. Beside it stands the switch that lets no other hook run: another one
//! could change a call after Herma has judged it.

use crate::agent::Agent;
use crate::codex_config::{ConfigError, FEATURES, TTY, not_a_table, parse as parse_toml};
use crate::json_edit;
use crate::settings::{self, SettingsError};
use toml_edit::{ArrayOfTables, DocumentMut, Item, Table, value};

/// Claude Code: only hooks of these settings run.
const CLAUDE_ONLY: &str = "allowManagedHooksOnly";
/// Claude Code: no hooks at all.
const CLAUDE_NONE: &str = "disableAllHooks";
/// Codex: only hooks of its requirements run.
const CODEX_ONLY: &str = "allow_managed_hooks_only";
/// What Codex must not be able to switch: hooks on, typing into running programs off (`codex_config.rs`).
const PINNED: &[(&str, bool)] = &[("hooks", true), (TTY, false)];

/// Claude Code's managed settings with the hook and the switch. What is right already comes back unchanged.
pub fn claude_with(agent: &Agent, text: &str, wrapper: &str) -> Result<String, SettingsError> {
    let text = settings::with_hook(agent, text, wrapper)?;
    let text = switched(&text, CLAUDE_ONLY, true)?;
    // Hooks that are switched off altogether run nobody's.
    match settings::parse(&text)?.get(CLAUDE_NONE) {
        Some(_) => switched(&text, CLAUDE_NONE, false),
        None => Ok(text),
    }
}

fn switched(text: &str, name: &str, on: bool) -> Result<String, SettingsError> {
    let root = settings::parse(text)?;
    let on = if on { "true" } else { "false" };
    Ok(match root.get(name) {
        Some(node) if node.literal() == Some(on) => text.to_owned(),
        Some(node) => json_edit::replace(text, &root, node, 1, on),
        None => json_edit::append(text, &root, &root, 0, &format!("\"{name}\": {on}")),
    })
}

/// The same without what is Herma's; the switch as it was before.
pub fn claude_without(agent: &Agent, text: &str, before: Option<&str>) -> Result<String, SettingsError> {
    let text = settings::without_hook(agent, text, before)?;
    let text = restored(&text, CLAUDE_ONLY, before)?;
    // Herma only ever turns a switch that was there: one that was not is somebody else's.
    let was = before.map(settings::parse).transpose()?;
    match was.as_ref().and_then(|was| was.get(CLAUDE_NONE)) {
        Some(_) => restored(&text, CLAUDE_NONE, before),
        None => Ok(text),
    }
}

fn restored(text: &str, name: &str, before: Option<&str>) -> Result<String, SettingsError> {
    let root = settings::parse(text)?;
    let was = before.map(settings::parse).transpose()?;
    let was = was.as_ref().and_then(|was| was.get(name)).and_then(|node| node.literal());
    let at = root.members().iter().position(|member| member.key == name);
    Ok(match (at, root.get(name), was) {
        (Some(_), Some(node), Some(was)) => json_edit::replace(text, &root, node, 1, was),
        (Some(at), _, None) => json_edit::remove(text, &root, at),
        _ => text.to_owned(),
    })
}

/// Codex's `requirements.toml` with the hooks and the switches.
pub fn codex_with(agent: &Agent, text: &str, wrapper: &str, folder: &str) -> Result<String, ConfigError> {
    let mut document = parse_toml(text)?;
    document.insert(CODEX_ONLY, value(true));
    let features = document.entry(FEATURES).or_insert_with(|| Item::Table(Table::new()));
    let features = features.as_table_like_mut().ok_or_else(|| not_a_table(FEATURES))?;
    for (name, on) in PINNED {
        if features.get(name).and_then(Item::as_bool) != Some(*on) {
            features.insert(name, value(*on));
        }
    }
    forget_hooks(agent, &mut document);
    let hooks = document.entry("hooks").or_insert_with(|| Item::Table(Table::new()));
    let hooks = hooks.as_table_mut().ok_or_else(|| not_a_table("hooks"))?;
    if !hooks.contains_key("managed_dir") {
        hooks.insert("managed_dir", value(folder));
    }
    for event in settings::events(agent) {
        let mut handlers = ArrayOfTables::new();
        let mut handler = Table::new();
        handler.insert("type", value("command"));
        handler.insert("command", value(settings::command_of(agent, event, wrapper)));
        let timeout = i64::try_from(agent.timeout_in_settings(event)).unwrap_or(i64::MAX);
        handler.insert("timeout", value(timeout));
        handlers.push(handler);
        let mut group = Table::new();
        if let Some(matcher) = settings::matcher(agent, event) {
            group.insert("matcher", value(matcher));
        }
        group.insert("hooks", Item::ArrayOfTables(handlers));
        let groups = hooks.entry(event).or_insert_with(|| Item::ArrayOfTables(ArrayOfTables::new()));
        groups.as_array_of_tables_mut().ok_or_else(|| not_a_table(event))?.push(group);
    }
    Ok(document.to_string())
}

/// The same without what is Herma's; the switches as they were before.
pub fn codex_without(agent: &Agent, text: &str, before: Option<&str>) -> Result<String, ConfigError> {
    let mut document = parse_toml(text)?;
    let was = parse_toml(before.unwrap_or_default())?;
    forget_hooks(agent, &mut document);
    restore(&mut document, &was, CODEX_ONLY);
    if let Some(hooks) = document.get_mut("hooks").and_then(Item::as_table_mut) {
        if was.get("hooks").and_then(|hooks| hooks.get("managed_dir")).is_none() {
            hooks.remove("managed_dir");
        }
        if hooks.is_empty() && was.get("hooks").is_none() {
            document.remove("hooks");
        }
    }
    if let Some(features) = document.get_mut(FEATURES).and_then(Item::as_table_like_mut) {
        for (name, _) in PINNED {
            match was.get(FEATURES).and_then(|features| features.get(name)) {
                Some(item) => drop(features.insert(name, item.clone())),
                None => drop(features.remove(name)),
            }
        }
        if features.is_empty() && was.get(FEATURES).is_none() {
            document.remove(FEATURES);
        }
    }
    Ok(document.to_string())
}

fn restore(document: &mut DocumentMut, was: &DocumentMut, key: &str) {
    match was.get(key) {
        Some(item) => drop(document.insert(key, item.clone())),
        None => drop(document.remove(key)),
    }
}

/// Takes Herma's groups out of every event, and events that are empty then.
fn forget_hooks(agent: &Agent, document: &mut DocumentMut) {
    let Some(hooks) = document.get_mut("hooks").and_then(Item::as_table_mut) else { return };
    for event in settings::events(agent) {
        let Some(groups) = hooks.get_mut(event).and_then(Item::as_array_of_tables_mut) else { continue };
        groups.retain(|group| !has_ours(agent, group));
        if groups.is_empty() {
            hooks.remove(event);
        }
    }
}

fn has_ours(agent: &Agent, group: &Table) -> bool {
    let handlers = group.get("hooks").and_then(Item::as_array_of_tables);
    let mut commands =
        handlers.into_iter().flatten().filter_map(|one| one.get("command").and_then(Item::as_str));
    commands.any(|command| settings::is_ours(agent, command))
}

/// Whether Codex's requirements hold the hook of this wrapper and every switch.
#[must_use]
pub fn codex_is_set(agent: &Agent, text: &str, wrapper: &str, folder: &str) -> bool {
    let toml = |text: &str| parse_toml(text).ok().map(|document| document.to_string());
    codex_with(agent, text, wrapper, folder).ok() == toml(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FOLDER: &str = "/etc/herma/hooks";

    fn agent(name: &str) -> &'static Agent {
        Agent::named(name).unwrap()
    }

    #[test]
    fn claude_codes_settings_take_the_hook_and_give_it_back() {
        let (claude, wrapper) = (agent("claude-code"), format!("{FOLDER}/herma-claude-code"));
        for before in [
            "{}\n",
            "{\n  \"model\": \"x\"\n}\n",
            "{\n  \"allowManagedHooksOnly\": false,\n  \"hooks\": {\n    \"PreToolUse\": []\n  }\n}\n",
        ] {
            let with = claude_with(claude, before, &wrapper).unwrap();
            let value: serde_json::Value = serde_json::from_str(&with).unwrap();
            assert_eq!(value[CLAUDE_ONLY], true, "{with}");
            assert!(with.contains(&wrapper), "{with}");
            assert_eq!(claude_with(claude, &with, &wrapper).unwrap(), with, "twice is once");
            let value = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
            let after = claude_without(claude, &with, Some(before)).unwrap();
            assert_eq!(value(&after), value(before), "{after}");
        }
        for broken in ["{", "[]", "{\"hooks\": 3}"] {
            assert!(claude_with(claude, broken, &wrapper).is_err(), "{broken}");
        }
    }

    #[test]
    fn codex_requirements_take_the_hook_and_give_it_back() {
        let (codex, wrapper) = (agent("codex"), format!("{FOLDER}/herma-codex"));
        for before in [
            "",
            "# ours\nallowed_sandbox_modes = [\"read-only\"]\n",
            "[features]\nweb = true\nhooks = false\n\n[hooks]\nmanaged_dir = \"/x\"\n\n[[hooks.PreToolUse]]\nmatcher = \"^Bash$\"\n\n[[hooks.PreToolUse.hooks]]\ntype = \"command\"\ncommand = \"/x/y\"\n",
        ] {
            let with = codex_with(codex, before, &wrapper, FOLDER).unwrap();
            let document = parse_toml(&with).unwrap();
            assert_eq!(document[CODEX_ONLY].as_bool(), Some(true), "{with}");
            assert_eq!(document[FEATURES]["hooks"].as_bool(), Some(true), "{with}");
            assert_eq!(document[FEATURES][TTY].as_bool(), Some(false), "{with}");
            assert!(codex_is_set(codex, &with, &wrapper, FOLDER), "twice is once: {with}");
            assert!(!codex_is_set(codex, before, &wrapper, FOLDER));
            let after = codex_without(codex, &with, Some(before)).unwrap();
            let plain = |text: &str| parse_toml(text).unwrap().to_string().replace('\n', "");
            assert_eq!(plain(&after), plain(before));
        }
        for broken in ["a = = 1", "hooks = 3", "features = 1"] {
            assert!(codex_with(codex, broken, &wrapper, FOLDER).is_err(), "{broken}");
        }
    }
}
