//! Herma's entry in an agent's settings: put in, found again, taken out.
//!
//! Most agents keep hooks in the same shape: `{"hooks": {EVENT: [{"matcher": …, "hooks": [{…}]}]}}`; some without the
//! groups, and some want a file of their own ([`Install`]).

use crate::agent::{Agent, Install, Reply};
use crate::json_edit::{self, JsonError, Node};
use crate::wrapper::quote;
use serde_json::json;

/// Why settings cannot be changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SettingsError {
    #[error("{0}")]
    Json(#[from] JsonError),
    #[error("`{0}` is not {1}; mend it, or take it out, and try again")]
    Shape(String, &'static str),
    #[error("line 1: somebody else's hook is in the place of Herma's; move it away, and try again")]
    Taken,
}

/// One of the hooks that a settings file names for the agent's tool calls.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hook {
    pub command: String,
    pub matcher: Option<String>,
    /// As the settings spell it.
    pub timeout: Option<String>,
    /// Whether every further member that Herma sets (a fail-closed switch) is as Herma sets it.
    pub extra_as_set: bool,
    /// Whether it is Herma's.
    pub ours: bool,
    group: usize,
    index: usize,
    alone: bool,
}

/// The name of the wrapper's file, by which Herma knows its own entries.
#[must_use]
pub fn wrapper_name(agent: &Agent) -> String {
    format!("herma-{}", agent.name)
}

/// The command that stands in the settings. Agents that run the tool when a hook fails get a last word here
/// too, for the case that the wrapper itself is missing or killed.
#[must_use]
pub fn command(agent: &Agent, wrapper: &str) -> String {
    let wrapper = quote(wrapper);
    if agent.fails_closed {
        return wrapper;
    }
    let reason = "herma: its hook is missing or was killed, so this was not run; see `herma doctor`";
    let deny = match agent.install {
        Install::Groups => json!({"decision": "block", "reason": reason}).to_string(),
        Install::List { .. } | Install::File { .. } => agent.render(&Reply::Deny(reason.to_owned())),
    };
    format!("{wrapper} || printf '%s\\n' '{deny}'")
}

/// The word that tells the wrapper that nothing is decided here.
pub const NOTE: &str = "note";

/// The command of the events that are only noted. Whatever is wrong with it, the agent must not notice.
#[must_use]
pub fn note_command(wrapper: &str) -> String {
    format!("{} {NOTE} 2>/dev/null || true", quote(wrapper))
}

/// The same, by the command of the event that decides: it begins with the wrapper.
#[must_use]
pub fn note_of(command: &str) -> String {
    let wrapper = command.split(" || printf ").next().unwrap_or(command);
    format!("{wrapper} {NOTE} 2>/dev/null || true")
}

/// The command of an event, by the wrapper's path.
#[must_use]
pub fn command_of(agent: &Agent, event: &str, wrapper: &str) -> String {
    if event == agent.event { command(agent, wrapper) } else { note_command(wrapper) }
}

/// Every event that Herma has an entry for, the one that decides first.
pub fn events(agent: &Agent) -> impl Iterator<Item = &'static str> {
    [agent.event].into_iter().chain(agent.noted_events())
}

/// A file that is Herma's alone says in it which wrapper it calls; nobody else's file names one.
fn own_file(agent: &Agent, event: &str, text: &str) -> Option<Hook> {
    let name = format!("/hooks/{}", wrapper_name(agent));
    let end = text.find(&name)? + name.len();
    let (before, after) = (text.get(..end)?, text.get(end..)?);
    let start = match after.starts_with('\'') {
        true => before.rfind('\'')?,
        false => before.rfind(|c: char| c == '"' || c.is_whitespace())?,
    };
    let path = before.get(start + 1..)?;
    Some(Hook {
        extra_as_set: agent.own_file(&command(agent, path)) == text,
        command: command_of(agent, event, path),
        matcher: matcher(agent, event).map(str::to_owned),
        timeout: Some(agent.timeout_in_settings(event).to_string()),
        ours: true,
        group: 0,
        index: 0,
        alone: true,
    })
}

/// All hooks of the agent's tool event in this text, in order.
pub fn hooks(agent: &Agent, text: &str) -> Result<Vec<Hook>, SettingsError> {
    hooks_of(agent, agent.event, text)
}

/// All hooks of one event in this text, in order.
pub fn hooks_of(agent: &Agent, event: &str, text: &str) -> Result<Vec<Hook>, SettingsError> {
    if let Install::File { .. } = agent.install {
        return Ok(own_file(agent, event, text).into_iter().collect());
    }
    let root = parse(text)?;
    let Some(groups) = root.get("hooks").and_then(|hooks| hooks.get(event)) else {
        return Ok(Vec::new());
    };
    let hook = |node: &Node, hook: &Node, (group, index), alone| {
        let command = hook.get("command").and_then(Node::as_str).unwrap_or_default();
        Hook {
            command: command.to_owned(),
            matcher: node.get("matcher").and_then(Node::as_str).map(str::to_owned),
            timeout: hook.get("timeout").and_then(Node::literal).map(str::to_owned),
            extra_as_set: extra(agent, event).all(|(key, value)| spelt(text, hook, key) == Some(*value)),
            ours: is_ours(agent, command),
            group,
            index,
            alone,
        }
    };
    let mut found = Vec::new();
    for (group, node) in groups.items().iter().enumerate() {
        if let Install::List { .. } = agent.install {
            found.push(hook(node, node, (group, 0), true));
            continue;
        }
        let inner = node.get("hooks").map(Node::items).unwrap_or_default();
        found.extend(
            inner.iter().enumerate().map(|(index, one)| hook(node, one, (group, index), inner.len() == 1)),
        );
    }
    Ok(found)
}

/// A switch that blocks when the hook fails has no place where nothing is decided.
fn extra<'a>(agent: &'a Agent, event: &str) -> impl Iterator<Item = &'a (&'static str, &'static str)> {
    let decides = event == agent.event;
    agent.extra.iter().filter(move |(key, _)| decides || *key == "name")
}

fn spelt<'a>(text: &'a str, hook: &Node, key: &str) -> Option<&'a str> {
    text.get(hook.get(key)?.span.clone())
}

pub(crate) fn is_ours(agent: &Agent, command: &str) -> bool {
    let name = format!("/hooks/{}", wrapper_name(agent));
    command.match_indices(&name).any(|(at, _)| {
        let next = command.get(at + name.len()..).and_then(|rest| rest.chars().next());
        next.is_none_or(|c| c == '\'' || c.is_whitespace())
    })
}

/// The text with Herma's entries in it, and no second ones. Text that has them as they should be comes back unchanged.
pub fn with_hook(agent: &Agent, text: &str, wrapper: &str) -> Result<String, SettingsError> {
    if all_as_set(agent, text, wrapper)? {
        return Ok(text.to_owned());
    }
    if let Install::File { .. } = agent.install {
        let ours = hooks(agent, text)?.iter().any(|hook| hook.ours);
        return match text.trim().is_empty() || ours {
            true => Ok(agent.own_file(&command(agent, wrapper))),
            false => Err(SettingsError::Taken),
        };
    }
    let text = without_hook(agent, text, None)?;
    let mut text = if text.trim().is_empty() { "{}\n".to_owned() } else { text };
    for event in events(agent) {
        text = insert(agent, event, &text, &command_of(agent, event, wrapper))?;
    }
    Ok(text)
}

fn all_as_set(agent: &Agent, text: &str, wrapper: &str) -> Result<bool, SettingsError> {
    for event in events(agent) {
        let ours: Vec<Hook> = hooks_of(agent, event, text)?.into_iter().filter(|hook| hook.ours).collect();
        let [hook] = ours.as_slice() else { return Ok(false) };
        if !is_as_set(agent, event, hook, &command_of(agent, event, wrapper)) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether an entry is exactly what `connect` would write.
#[must_use]
pub fn is_as_set(agent: &Agent, event: &str, hook: &Hook, command: &str) -> bool {
    hook.command == command
        && hook.matcher.as_deref() == matcher(agent, event)
        && hook.timeout.as_deref() == Some(agent.timeout_in_settings(event).to_string().as_str())
        && hook.extra_as_set
}

/// What a person says is of no tool.
#[must_use]
pub fn matcher(agent: &Agent, event: &str) -> Option<&'static str> {
    let said = agent.noted.is_some_and(|noted| noted.user_prompt == Some(event));
    (!said).then_some(agent.matcher)
}

fn insert(agent: &Agent, event: &str, text: &str, command: &str) -> Result<String, SettingsError> {
    let root = parse(text)?;
    if !root.is_object() {
        return Err(SettingsError::Shape("the settings".to_owned(), "an object"));
    }
    let group = match agent.install {
        Install::List { besides, .. } => {
            if let Some((key, value)) = besides.iter().find(|(key, _)| root.get(key).is_none()) {
                let text = json_edit::append(text, &root, &root, 0, &format!("\"{key}\": {value}"));
                return insert(agent, event, &text, command);
            }
            let first = matcher(agent, event).map(|one| format!("\"matcher\": {}", json!(one)));
            let mut all = fields(agent, event, command, &first.unwrap_or_default());
            all.retain(|field| !field.is_empty());
            format!("{{\n  {}\n}}", all.join(",\n  "))
        }
        Install::Groups | Install::File { .. } => {
            let matcher = matcher(agent, event).map(|one| format!("\"matcher\": {},\n  ", json!(one)));
            let fields = fields(agent, event, command, "\"type\": \"command\"").join(",\n      ");
            format!(
                "{{\n  {}\"hooks\": [\n    {{\n      {fields}\n    }}\n  ]\n}}",
                matcher.unwrap_or_default()
            )
        }
    };
    let entry = format!("\"{event}\": [\n{}\n]", indent(&group, 1));
    let Some(hooks) = root.get("hooks") else {
        let all = format!("\"hooks\": {{\n{}\n}}", indent(&entry, 1));
        return Ok(json_edit::append(text, &root, &root, 0, &all));
    };
    if !hooks.is_object() {
        return Err(SettingsError::Shape("hooks".to_owned(), "an object"));
    }
    match hooks.get(event) {
        None => Ok(json_edit::append(text, &root, hooks, 1, &entry)),
        Some(groups) if groups.is_array() => Ok(json_edit::append(text, &root, groups, 2, &group)),
        Some(_) => Err(SettingsError::Shape(format!("hooks.{event}"), "a list")),
    }
}

fn fields(agent: &Agent, event: &str, command: &str, first: &str) -> Vec<String> {
    let mut fields = vec![
        first.to_owned(),
        format!("\"command\": {}", json!(command)),
        format!("\"timeout\": {}", agent.timeout_in_settings(event)),
    ];
    fields.extend(extra(agent, event).map(|(key, value)| format!("\"{key}\": {value}")));
    fields
}

fn indent(text: &str, levels: usize) -> String {
    let pad = "  ".repeat(levels);
    text.lines().map(|line| format!("{pad}{line}")).collect::<Vec<_>>().join("\n")
}

/// The text without any entry of Herma's. Containers that are empty then go too, unless they were there
/// before Herma came: `before` is the text of that time.
pub fn without_hook(agent: &Agent, text: &str, before: Option<&str>) -> Result<String, SettingsError> {
    if let Install::File { .. } = agent.install {
        let ours = hooks(agent, text)?.iter().any(|hook| hook.ours);
        return Ok(if ours { String::new() } else { text.to_owned() });
    }
    let mut text = text.to_owned();
    let before = before.map(parse).transpose()?;
    for event in events(agent) {
        // One at a time: each removal moves the places of the others.
        while let Some(hook) = hooks_of(agent, event, &text)?.into_iter().find(|hook| hook.ours) {
            text = remove_one(event, &text, &hook)?;
        }
        text = prune(event, &text, before.as_ref())?;
    }
    Ok(text)
}

fn remove_one(event: &str, text: &str, hook: &Hook) -> Result<String, SettingsError> {
    let root = parse(text)?;
    let missing = || SettingsError::Shape(format!("hooks.{event}"), "there any more");
    let groups = root.get("hooks").and_then(|h| h.get(event)).ok_or_else(missing)?;
    if hook.alone {
        return Ok(json_edit::remove(text, groups, hook.group));
    }
    let inner = groups.items().get(hook.group).and_then(|g| g.get("hooks")).ok_or_else(missing)?;
    Ok(json_edit::remove(text, inner, hook.index))
}

fn prune(event: &str, text: &str, before: Option<&Node>) -> Result<String, SettingsError> {
    let root = parse(text)?;
    let Some((at, hooks)) = find(&root, "hooks") else {
        return Ok(text.to_owned());
    };
    let had_hooks = before.and_then(|b| b.get("hooks"));
    if let Some((inner, groups)) = find(hooks, event)
        && groups.items().is_empty()
        && groups.is_array()
        && had_hooks.and_then(|h| h.get(event)).is_none()
    {
        let text = json_edit::remove(text, hooks, inner);
        return prune(event, &text, before);
    }
    if hooks.is_object() && hooks.members().is_empty() && had_hooks.is_none() {
        return Ok(json_edit::remove(text, &root, at));
    }
    Ok(text.to_owned())
}

fn find<'a>(node: &'a Node, key: &str) -> Option<(usize, &'a Node)> {
    node.members().iter().enumerate().rev().find(|(_, m)| m.key == key).map(|(i, m)| (i, &m.node))
}

/// An empty file is an empty object: some editors leave one.
pub(crate) fn parse(text: &str) -> Result<Node, JsonError> {
    json_edit::parse(if text.trim().is_empty() { "{}" } else { text })
}

#[cfg(test)]
mod tests {
    use super::*;

    const WRAPPER: &str = "/home/dev/.local/share/herma/hooks/herma-claude-code";

    fn claude() -> &'static Agent {
        Agent::named("claude-code").expect("an agent")
    }

    #[test]
    fn a_new_file_is_what_the_agent_wants() {
        let text = with_hook(claude(), "", WRAPPER).unwrap();
        let value: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(
            value,
            json!({"hooks": {
                "PreToolUse": [{"matcher": "*", "hooks": [
                    {"type": "command", "command": WRAPPER, "timeout": 600, "onFailure": "block"}]}],
                "PostToolUse": [{"matcher": "*", "hooks": [
                    {"type": "command", "command": note_command(WRAPPER), "timeout": 5}]}],
                "PostToolUseFailure": [{"matcher": "*", "hooks": [
                    {"type": "command", "command": note_command(WRAPPER), "timeout": 5}]}],
                "UserPromptSubmit": [{"hooks": [
                    {"type": "command", "command": note_command(WRAPPER), "timeout": 5}]}]}})
        );
        let gemini = Agent::named("gemini").unwrap();
        let text = with_hook(gemini, "", "/h/hooks/herma-gemini").unwrap();
        let value: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(value["hooks"]["BeforeTool"][0]["hooks"][0]["timeout"], 600_000);
        assert_eq!(value["hooks"]["AfterTool"][0]["hooks"][0]["name"], "herma");
    }

    #[test]
    fn a_second_time_changes_nothing() {
        for agent in crate::AGENTS {
            for folder in ["/h me", "/home"] {
                let line = format!("{folder}/hooks/{}", wrapper_name(agent));
                let before = match agent.install {
                    Install::File { .. } => "",
                    Install::Groups | Install::List { .. } => "{\"a\": 1}\n",
                };
                let once = with_hook(agent, before, &line).unwrap();
                assert_eq!(with_hook(agent, &once, &line).unwrap(), once, "{}", agent.name);
                let found = hooks(agent, &once).unwrap();
                assert!(
                    is_as_set(agent, agent.event, &found[0], &command(agent, &line)),
                    "{}: {found:?}",
                    agent.name
                );
                let without = without_hook(agent, &once, Some(before)).unwrap();
                assert!(!without.contains("herma-"), "{}: {without}", agent.name);
            }
        }
    }

    #[test]
    fn somebody_elses_hook_file_is_left_alone() {
        let cline = Agent::named("cline").unwrap();
        let line = "/h/hooks/herma-cline";
        let theirs = "#!/bin/sh\nexec /usr/bin/lint\n";
        assert_eq!(with_hook(cline, theirs, line), Err(SettingsError::Taken));
        assert_eq!(without_hook(cline, theirs, None).unwrap(), theirs);
    }

    #[test]
    fn a_list_without_groups_is_what_cursor_and_crush_want() {
        let of = |name: &str| {
            let agent = Agent::named(name).unwrap();
            let line = format!("/h/hooks/herma-{name}");
            let text = with_hook(agent, "", &line).unwrap();
            serde_json::from_str::<serde_json::Value>(&text).unwrap()
        };
        let note = "/h/hooks/herma-cursor note 2>/dev/null || true";
        assert_eq!(
            of("cursor"),
            json!({"version": 1, "hooks": {
                "preToolUse": [{"matcher": ".*", "command": "/h/hooks/herma-cursor", "timeout": 600, "failClosed": true}],
                "postToolUse": [{"matcher": ".*", "command": note, "timeout": 5}],
                "beforeSubmitPrompt": [{"command": note, "timeout": 5}]}})
        );
        let crush = of("crush");
        assert_eq!(crush.pointer("/hooks/PreToolUse/0/name"), Some(&json!("herma")), "{crush}");
    }

    #[test]
    fn other_hooks_stay_and_an_old_entry_is_replaced() {
        let text = r#"{
    // what I like
    "model": "opus",
    "hooks": {
        "Stop": [],
        "PreToolUse": [
            {"matcher": "Bash", "hooks": [{"type": "command", "command": "/usr/bin/lint"}]},
            {"matcher": "*", "hooks": [
                {"type": "command", "command": "/old/hooks/herma-claude-code", "timeout": 5},
                {"type": "command", "command": "/usr/bin/other"}
            ]}
        ]
    }
}
"#;
        let got = with_hook(claude(), text, WRAPPER).unwrap();
        let all = hooks(claude(), &got).unwrap();
        let commands: Vec<&str> = all.iter().map(|hook| hook.command.as_str()).collect();
        assert_eq!(commands, ["/usr/bin/lint", "/usr/bin/other", WRAPPER]);
        assert!(got.contains("// what I like"));
        let without = without_hook(claude(), &got, Some(text)).unwrap();
        assert!(!without.contains("herma-claude-code"), "{without}");
        assert!(without.contains("/usr/bin/other"), "{without}");
    }

    #[test]
    fn taking_out_leaves_what_was_there() {
        for text in [
            "{\n  \"model\": \"opus\"\n}\n",
            "{\n  \"hooks\": {\n    \"PreToolUse\": [\n      {\"matcher\": \"Bash\", \"hooks\": []}\n    ]\n  }\n}\n",
            "{\n  // nothing yet\n  \"hooks\": {\n    \"Stop\": []\n  }\n}\n",
        ] {
            let with = with_hook(claude(), text, WRAPPER).unwrap();
            assert_ne!(with, text);
            assert_eq!(without_hook(claude(), &with, Some(text)).unwrap(), text);
        }
    }

    #[test]
    fn odd_shapes_are_refused() {
        for text in ["[]", "{\"hooks\": []}", "{\"hooks\": {\"PreToolUse\": {}}}", "{\"hooks\": 1}", "{"] {
            assert!(with_hook(claude(), text, WRAPPER).is_err(), "{text}");
        }
    }
}
