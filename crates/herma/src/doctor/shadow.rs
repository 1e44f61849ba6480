//! What switches a hook off although it stands in the settings.

use super::{DoctorFinding, Level};
use crate::connect::{enable, place};
use herma_agents::json_edit::{self, Node};
use herma_agents::{Agent, Quirks, codex_config, settings};
use std::fs;
use std::path::{Path, PathBuf};

pub(super) fn look(agent: &Agent) -> Vec<DoctorFinding> {
    match agent.quirks {
        Quirks::ClaudeCode => claude_code(agent),
        Quirks::Gemini => gemini(agent),
        Quirks::Codex => codex(agent),
        Quirks::Hermes => hermes(agent),
        Quirks::None => Vec::new(),
    }
}

fn off(path: &Path, what: &str) -> DoctorFinding {
    let text = format!("`{what}` in {} switches hooks off", path.display());
    DoctorFinding::new(Level::Broken, "shadowed", text).fix("take it out")
}

fn is(node: Option<&Node>, literal: &str) -> bool {
    node.and_then(Node::literal) == Some(literal)
}

fn read(path: &Path) -> Option<Node> {
    json_edit::parse(&fs::read_to_string(path).ok()?).ok()
}

fn user_file(agent: &Agent) -> Option<PathBuf> {
    place::user_folder(agent).ok().map(|folder| folder.join(agent.user_file))
}

fn claude_code(agent: &Agent) -> Vec<DoctorFinding> {
    let (mut files, project): (Vec<PathBuf>, Vec<PathBuf>) =
        agent.switch_files.iter().map(PathBuf::from).partition(|path| path.is_absolute());
    let managed = files.clone();
    files.extend(user_file(agent));
    files.extend(project);
    let mut findings = Vec::new();
    for path in files {
        let Some(root) = read(&path) else { continue };
        let text = fs::read_to_string(&path).unwrap_or_default();
        // Level 1: the hooks that alone may run are Herma's.
        if settings::hooks(agent, &text).is_ok_and(|all| all.iter().any(|hook| hook.ours))
            && managed.contains(&path)
        {
            continue;
        }
        for switch in ["disableAllHooks", "allowManagedHooksOnly"] {
            if is(root.get(switch), "true") {
                findings.push(off(&path, &format!("{switch}: true")));
            }
        }
    }
    findings
}

fn hermes(agent: &Agent) -> Vec<DoctorFinding> {
    if enable::is_enabled(agent) {
        return Vec::new();
    }
    let text = "hermes does not load the plugin: `plugins.enabled` in its config.yaml does not name it";
    vec![DoctorFinding::new(Level::Broken, "shadowed", text).fix("`hermes plugins enable herma`")]
}

fn gemini(agent: &Agent) -> Vec<DoctorFinding> {
    let mut findings = Vec::new();
    for path in agent.switch_files.iter().map(PathBuf::from).chain(user_file(agent)) {
        let Some(root) = read(&path) else { continue };
        for section in ["hooksConfig", "hooks"] {
            let Some(config) = root.get(section) else { continue };
            if is(config.get("enabled"), "false") {
                findings.push(off(&path, &format!("{section}.enabled: false")));
            }
            let disabled = config.get("disabled").map(Node::items).unwrap_or_default();
            if disabled.iter().any(|name| name.as_str().is_some_and(|name| name.contains("herma"))) {
                findings.push(off(&path, &format!("{section}.disabled")));
            }
        }
    }
    findings
}

fn codex(agent: &Agent) -> Vec<DoctorFinding> {
    let user = place::user_folder(agent).map(|folder| folder.join("config.toml")).unwrap_or_default();
    let mut findings = vec![match fs::read_to_string(&user)
        .is_ok_and(|text| codex_config::typing_is_off(&text))
    {
        true => DoctorFinding::new(Level::Ok, "typing", "nothing can be typed unseen into a running program"),
        false => DoctorFinding::new(
            Level::Broken,
            "typing",
            "the model can start a shell and type into it, and codex asks no hook about that",
        )
        .fix("`herma connect codex`"),
    }];
    for path in [user].into_iter().chain(agent.switch_files.iter().map(PathBuf::from)) {
        let Ok(text) = fs::read_to_string(&path) else { continue };
        findings.extend(codex_config::hooks_switched_off(&text).map(|switch| off(&path, &switch)));
        if codex_config::typing_switched_on(&text) {
            let text = format!("`unified_exec_tty = true` in {} opens it again", path.display());
            findings.push(DoctorFinding::new(Level::Broken, "typing", text).fix("take it out"));
        }
    }
    findings
}
