//! Every agent's spec is really guarded: its settings, its folder, its hooks, its process. Nothing here names an agent.

use crate::agents::HOSTS;
use crate::effect::Kind;
use crate::policy::Policy;
use crate::verdict::{Decision, Verdict};
use crate::world::TableWorld;
use crate::{ToolCall, judge};
use herma_specs::{AgentSpec, HookSpec};
use serde_json::json;

fn hooked() -> impl Iterator<Item = (&'static AgentSpec, &'static HookSpec)> {
    HOSTS.iter().filter_map(|spec| Some((spec, spec.hook.as_ref()?)))
}

fn judged(call: &ToolCall) -> Verdict {
    // No process of the table says which agent runs this one.
    let world = TableWorld { processes: Some(Vec::new()), ..TableWorld::developer() };
    judge(call, &world, &Policy::default())
}

fn command(text: &str) -> Verdict {
    judged(&ToolCall::shell(text))
}

fn is_refused_for_good(text: &str) {
    let verdict = command(text);
    assert!(verdict.hardline, "{text}: {:?}, {}", verdict.decision, verdict.reason());
    assert_eq!(verdict.decision, Decision::Deny, "{text}");
}

fn is_not_allowed(text: &str) {
    let verdict = command(text);
    assert_ne!(verdict.decision, Decision::Allow, "{text}");
}

#[test]
fn settings_that_connect_an_agent_cannot_be_changed() {
    for (_, hook) in hooked() {
        let user = format!("~/{}/{}", hook.folder.name, hook.user_file);
        for file in [user.as_str(), hook.project_file] {
            is_refused_for_good(&format!("echo '{{}}' > {file}"));
            is_refused_for_good(&format!("rm -f {file}"));
            is_refused_for_good(&format!("sed -i s/herma/true/ {file}"));
            for (tool, args) in [
                ("Write", json!({"file_path": file, "content": "{}"})),
                ("Edit", json!({"file_path": file, "old_string": "herma", "new_string": "x"})),
            ] {
                let call = ToolCall { tool: tool.to_owned(), args, ..ToolCall::shell("") };
                let verdict = judged(&call);
                assert_eq!(verdict.decision, Decision::Deny, "{tool} {file}: {}", verdict.reason());
            }
        }
        is_not_allowed(&format!("cp -r /tmp/x/. ~/{}/", hook.folder.name));
        is_not_allowed(&format!("rm -rf ~/{}", hook.folder.name));
    }
}

#[test]
fn what_a_spec_lists_is_guarded() {
    let one = |pattern: &str| pattern.replace('*', "x");
    for spec in &HOSTS {
        let guard = &spec.guard;
        for pattern in guard.home {
            is_refused_for_good(&format!("echo x > ~/{}", one(pattern)));
        }
        for end in guard.anywhere {
            is_refused_for_good(&format!("rm -rf ~/src/app{end}"));
        }
        for pattern in guard.system {
            is_refused_for_good(&format!("echo x > {}", one(pattern)));
        }
        for folder in guard.folders {
            is_not_allowed(&format!("tar -C ~/{folder} -xf /tmp/x.tar"));
        }
        for folder in guard.loads {
            is_not_allowed(&format!("echo x > ~/src/app{folder}x.js"));
        }
        for name in guard.precious {
            is_not_allowed(&format!("rm -rf ~/src/app/{name}"));
        }
        for pattern in guard.secrets {
            let text = format!("cat ~/{}", one(pattern));
            is_not_allowed(&text);
            let kinds: Vec<Kind> =
                command(&text).assessment.effects.iter().map(|effect| effect.kind).collect();
            assert!(kinds.contains(&Kind::ReadSecret), "{text}: {kinds:?}");
        }
        for pattern in guard.startup {
            is_not_allowed(&format!("echo x > ~/{}", one(pattern)));
        }
        for end in guard.project_startup {
            let name = if end.ends_with('/') { "x.md" } else { "" };
            is_not_allowed(&format!("echo x > ~/src/app{end}{name}"));
        }
    }
}

#[test]
fn an_agents_process_cannot_be_killed() {
    for spec in &HOSTS {
        for text in [format!("pkill -f {}", spec.program), format!("killall {}", spec.program)] {
            is_refused_for_good(&text);
        }
    }
}

#[test]
fn a_variable_that_moves_settings_is_known() {
    for (spec, hook) in hooked() {
        let Some(variable) = hook.folder.variable else { continue };
        assert!(herma_specs::lists::VARIABLES.contains(&variable), "{}", spec.name);
        assert!(!spec.guard.moved.is_empty(), "{}", spec.name);
    }
}

#[test]
fn a_shell_of_an_agent_is_read_as_one() {
    for tool in herma_specs::lists::SHELL_TOOLS {
        for key in ["command", "chars", "text", "data", "input"] {
            let call = ToolCall {
                tool: (*tool).to_owned(),
                args: json!({key: "rm -rf /\n"}),
                ..ToolCall::shell("")
            };
            let verdict = judged(&call);
            if verdict.decision == Decision::Deny {
                break;
            }
            assert_ne!(key, "input", "{tool}: {}", verdict.reason());
        }
    }
}

/// The lists of the judge are made of the specs: an agent that is named in one by hand is forgotten in the next.
#[test]
fn no_guard_list_names_an_agent_by_hand() {
    let sources = [
        ("place/lists.rs", include_str!("place/lists.rs")),
        ("place/words.rs", include_str!("place/words.rs")),
        ("place/below.rs", include_str!("place/below.rs")),
        ("place/patterns.rs", include_str!("place/patterns.rs")),
        ("place/sensitive.rs", include_str!("place/sensitive.rs")),
        ("kill.rs", include_str!("kill.rs")),
        ("expand.rs", include_str!("expand.rs")),
        ("principle/guard_argument.rs", include_str!("principle/guard_argument.rs")),
    ];
    let folders = HOSTS.iter().flat_map(|spec| spec.guard.precious);
    let names: Vec<String> = folders
        .map(|folder| format!("{folder}/"))
        .chain(herma_specs::lists::VARIABLES.iter().map(|name| format!("\"{name}\"")))
        .chain(HOSTS.iter().map(|spec| format!("\"{}\"", spec.program)))
        .collect();
    for (file, source) in sources {
        let code = source.split("#[cfg(test)]").next().unwrap_or(source);
        for line in code.lines().filter(|line| !line.trim_start().starts_with("//")) {
            let named = names.iter().find(|name| line.contains(name.as_str()));
            assert!(named.is_none(), "{file} names {named:?}; it belongs to knowledge/agents/: {line}");
        }
    }
}
