//! Ten thousand inputs for each agent, as nobody sends them, near what somebody does.
//!
//! What is held against them is written down here a second time, apart from the adapters: which answers an agent's
//! dialect knows, and what an input must have so that anybody could read a call in it.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test says no by panicking")]

mod seen;

use herma_agents::{Agent, Dialect, Reply};
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{Config, TestRunner};
use seen::{Reads, Seen, seen};
use serde_json::{Map, Value, json};
use std::cell::Cell;

const CASES: u32 = 10_000;

/// What is done to a good input.
#[derive(Debug, Clone)]
enum Edit {
    /// One byte of its text is another, gone, or one more; or the rest is missing.
    Byte(Index, u8, u8),
    /// A member, at any depth, is something else.
    Put(Index, Value),
    Remove(Index),
    Rename(Index, String),
    /// A member of the outermost object stands there twice.
    Twice(Index, Value),
    /// Nothing of it is left.
    Noise(Vec<u8>),
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        ".{0,12}".prop_map(Value::from),
        prop_oneof![
            Just("allow"),
            Just(""),
            Just(" "),
            Just("PreToolUse"),
            Just("rm -rf /"),
            Just("{\"command\":1}")
        ]
        .prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
            proptest::collection::btree_map("[a-z_]{0,9}", inner, 0..3)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

fn any_edit() -> impl Strategy<Value = Edit> {
    prop_oneof![
        3 => (any::<Index>(), any::<u8>(), 0..4_u8).prop_map(|(at, byte, how)| Edit::Byte(at, byte, how)),
        4 => (any::<Index>(), any_json()).prop_map(|(at, value)| Edit::Put(at, value)),
        2 => any::<Index>().prop_map(Edit::Remove),
        1 => (any::<Index>(), "[a-zA-Z_]{0,12}").prop_map(|(at, name)| Edit::Rename(at, name)),
        1 => (any::<Index>(), any_json()).prop_map(|(at, value)| Edit::Twice(at, value)),
        1 => proptest::collection::vec(any::<u8>(), 0..200).prop_map(Edit::Noise),
    ]
}

fn edited(good: &Value, edits: &[Edit]) -> Vec<u8> {
    let mut value = good.clone();
    for edit in edits {
        match edit {
            Edit::Put(at, other) => with_member(&mut value, at, |members, name| {
                members.insert(name, other.clone());
            }),
            Edit::Remove(at) => with_member(&mut value, at, |members, name| {
                members.remove(&name);
            }),
            Edit::Rename(at, to) => with_member(&mut value, at, |members, name| {
                let inner = members.remove(&name).unwrap_or_default();
                members.insert(to.clone(), inner);
            }),
            Edit::Byte(..) | Edit::Twice(..) | Edit::Noise(_) => {}
        }
    }
    let mut text = value.to_string().into_bytes();
    for edit in edits {
        match edit {
            Edit::Byte(at, byte, how) if !text.is_empty() => {
                let at = at.index(text.len());
                match how {
                    0 => text[at] = *byte,
                    1 => text.truncate(at),
                    2 => drop(text.remove(at)),
                    _ => text.insert(at, *byte),
                }
            }
            Edit::Twice(at, other) => {
                let names: Vec<&String> = good.as_object().unwrap().keys().collect();
                let again = format!("{{{}:{other},", json!(names[at.index(names.len())]));
                text.splice(..1.min(text.len()), again.into_bytes());
            }
            Edit::Noise(noise) => text.clone_from(noise),
            Edit::Byte(..) | Edit::Put(..) | Edit::Remove(_) | Edit::Rename(..) => {}
        }
    }
    text
}

/// One member of one of the objects inside.
fn with_member(value: &mut Value, at: &Index, change: impl FnOnce(&mut Map<String, Value>, String)) {
    let mut places = Vec::new();
    members_of(value, String::new(), &mut places);
    if places.is_empty() {
        return;
    }
    let (object, name) = places.swap_remove(at.index(places.len()));
    if let Some(Value::Object(members)) = value.pointer_mut(&object) {
        change(members, name);
    }
}

fn members_of(value: &Value, at: String, out: &mut Vec<(String, String)>) {
    match value {
        Value::Object(members) => members.iter().for_each(|(name, inner)| {
            out.push((at.clone(), name.clone()));
            members_of(inner, format!("{at}/{}", name.replace('~', "~0").replace('/', "~1")), out);
        }),
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(i, inner)| members_of(inner, format!("{at}/{i}"), out));
        }
        _ => {}
    }
}

/// The tool that anybody would read in it: one JSON object, the right event, a name, arguments. `None`: nobody can.
fn tool_in(dialect: Dialect, reads: &Reads, input: &[u8]) -> Option<String> {
    let value: Value = serde_json::from_slice(input).ok().filter(Value::is_object)?;
    let text = |at: &str| value.pointer(at).and_then(Value::as_str);
    let (event, tool, args) = match dialect {
        // The Python package's own.
        Dialect::Hermes if value.get("hook_event_name").is_none() => (&None, "/tool", "/args"),
        _ => (&reads.event, reads.tool.as_str(), reads.args.as_str()),
    };
    if event.as_ref().is_some_and(|(at, name)| text(at) != Some(name)) {
        return None;
    }
    let args = match value.pointer(args)? {
        Value::String(inner) if reads.args_may_be_text => serde_json::from_str::<Value>(inner).ok()?,
        other => other.clone(),
    };
    let readable = args.is_object() || args.is_null();
    text(tool).filter(|tool| readable && !tool.trim().is_empty()).map(str::to_owned)
}

/// What a line says in the dialect of this agent: `None` if it is no answer there.
fn said(agent: &Agent, line: &str) -> Option<&'static str> {
    let spoken_by_silence = !matches!(agent.dialect, Dialect::Cline | Dialect::Plugin | Dialect::Hermes);
    if line.is_empty() {
        return spoken_by_silence.then_some("pass");
    }
    if line.contains('\n') {
        return None;
    }
    let value: Value = serde_json::from_str(line).ok()?;
    let has = |value: &Value, names: &[&str]| {
        let members = value.as_object();
        members.is_some_and(|members| {
            members.len() == names.len() && names.iter().all(|name| members.contains_key(*name))
        })
    };
    let is_text = |value: &Value| value.as_str().is_some_and(|text| !text.trim().is_empty());
    match agent.dialect {
        Dialect::ClaudeCode | Dialect::Codex => {
            let inner = &value["hookSpecificOutput"];
            let whole = has(&value, &["hookSpecificOutput"])
                && has(inner, &["hookEventName", "permissionDecision", "permissionDecisionReason"])
                && inner["hookEventName"] == agent.event
                && is_text(&inner["permissionDecisionReason"]);
            match inner["permissionDecision"].as_str().filter(|_| whole)? {
                "allow" if agent.dialect == Dialect::ClaudeCode => Some("pass"),
                "ask" if agent.dialect == Dialect::ClaudeCode => Some("stop"),
                "deny" => Some("stop"),
                _ => None,
            }
        }
        Dialect::Copilot => {
            let whole = has(&value, &["permissionDecision", "permissionDecisionReason"])
                && is_text(&value["permissionDecisionReason"]);
            passes(value["permissionDecision"].as_str().filter(|_| whole)?, "allow", "deny")
        }
        Dialect::Gemini => {
            let whole = has(&value, &["decision", "reason"]) && is_text(&value["reason"]);
            passes(value["decision"].as_str().filter(|_| whole)?, "allow", "deny")
        }
        Dialect::Plugin if has(&value, &["decision"]) => (value["decision"] == "silence").then_some("pass"),
        Dialect::Plugin => {
            let whole = has(&value, &["decision", "reason"]) && is_text(&value["reason"]);
            passes(value["decision"].as_str().filter(|_| whole)?, "allow", "deny")
        }
        Dialect::Cline if value["cancel"] == false => has(&value, &["cancel"]).then_some("pass"),
        Dialect::Cline => (has(&value, &["cancel", "errorMessage"])
            && value["cancel"] == true
            && is_text(&value["errorMessage"]))
        .then_some("stop"),
        Dialect::Cursor if value["permission"] == "allow" => has(&value, &["permission"]).then_some("pass"),
        Dialect::Cursor => (has(&value, &["permission", "user_message", "agent_message"])
            && value["permission"] == "deny"
            && is_text(&value["agent_message"])
            && is_text(&value["user_message"]))
        .then_some("stop"),
        Dialect::Goose if value["decision"] == "allow" => has(&value, &["decision"]).then_some("pass"),
        Dialect::Goose => (has(&value, &["decision", "reason"])
            && value["decision"] == "block"
            && is_text(&value["reason"]))
        .then_some("stop"),
        Dialect::Crush => {
            let whole = has(&value, &["version", "decision", "reason"])
                && value["version"] == 1
                && value["reason"].is_string();
            passes(value["decision"].as_str().filter(|_| whole)?, "allow", "deny")
        }
        Dialect::Hermes if value["action"] == "block" => {
            let whole = has(&value, &["action", "decision", "reason", "ticket", "crisis_card"])
                && is_text(&value["reason"]);
            (whole && value["decision"] == "deny").then_some("stop")
        }
        Dialect::Hermes => {
            let whole = has(&value, &["decision", "reason", "ticket", "crisis_card"]);
            (whole && value["decision"] == "allow").then_some("pass")
        }
        Dialect::Generic => panic!("nothing is connected by it"),
    }
}

fn passes(word: &str, yes: &str, no: &str) -> Option<&'static str> {
    if word == yes { Some("pass") } else { (word == no).then_some("stop") }
}

#[test]
fn ten_thousand_inputs_for_each_agent_get_an_answer_of_its_dialect() {
    for (agent, Seen { reads, calls, .. }) in seen() {
        let name = agent.name;
        let good: Vec<Value> = calls.into_iter().map(|one| one.input).collect();
        let (read, unread) = (Cell::new(0_u32), Cell::new(0_u32));
        let input = (proptest::sample::select(good), proptest::collection::vec(any_edit(), 1..4))
            .prop_map(|(good, edits)| edited(&good, &edits));
        let config = Config { cases: CASES, failure_persistence: None, ..Config::default() };
        let held = TestRunner::new(config).run(&input, |input| {
            holds(agent, &reads, &input, &read, &unread);
            Ok(())
        });
        held.unwrap_or_else(|e| panic!("{name}: {e}"));
        // Half of what is asked of an adapter is asked by each.
        assert!(
            read.get() > CASES / 20 && unread.get() > CASES / 20,
            "{name}: {read:?} read, {unread:?} not"
        );
    }
}

fn holds(agent: &Agent, reads: &Reads, input: &[u8], read: &Cell<u32>, unread: &Cell<u32>) {
    let (name, shown) = (agent.name, String::from_utf8_lossy(input));
    match agent.parse(input) {
        Err(why) => {
            unread.set(unread.get() + 1);
            // What the hook says to what it cannot read.
            let line = agent.render(&Reply::Deny(why.to_string()));
            assert_eq!(said(agent, &line), Some("stop"), "{name}: {shown}: {line}");
        }
        Ok(request) => {
            read.set(read.get() + 1);
            assert_eq!(
                Some(&request.call.tool),
                tool_in(agent.dialect, reads, input).as_ref(),
                "{name} read a call in {shown}"
            );
            assert!(request.call.args.is_object(), "{name}: {shown}");
            // The caller's own words in the answer change nothing about it.
            let words = format!("{} {}", request.call.tool, request.call.args);
            for (reply, wants) in [
                (Reply::Silence, "pass"),
                (Reply::Allow(words.clone()), "pass"),
                (Reply::Ask(words.clone()), "stop"),
                (Reply::Deny(words), "stop"),
                (Reply::Deny(String::new()), "stop"),
            ] {
                let line = agent.render(&reply);
                assert_eq!(said(agent, &line), Some(wants), "{name}: {shown}: {line}");
            }
        }
    }
    assert_eq!(said(agent, &agent.canned_deny()), Some("stop"), "{name}");
}
