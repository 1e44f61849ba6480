//! What a request keeps of its call, so that a person can change it.

use super::ARGS;
use crate::redact::redacted;
use herma_core::ToolCall;
use herma_core::call::Taint;
use herma_core::digest::freely_varied;
use herma_store::{NewRequest, Request};
use serde_json::{Map, Value, json};

/// Arguments longer than this are not kept to be edited.
pub(super) const KEPT_MAX: usize = 16 << 10;
/// What a tool's server says of it, up to here: whoever waits judges by all of it.
const SAID_MAX: usize = 4 << 10;
/// What strangers wrote that the agent had read, up to here.
const TAINT_MAX: usize = 8 << 10;
/// Where what stands beside the arguments is kept.
const BESIDE: &str = "beside";

/// Keeps the arguments, if there is no secret in them. A command that is called with nothing else is its own.
pub fn keep(new: &mut NewRequest, call: &ToolCall, command: Option<&str>) {
    let mut args = call.args.clone();
    if let Some(args) = args.as_object_mut() {
        let varied = freely_varied(&call.tool);
        args.retain(|name, _| !varied.contains(&name.as_str()));
    }
    let Some(members) = args.as_object() else { return };
    let beside = beside(call);
    let text = format!("{args}{}", Value::Object(beside.clone()));
    if text.len() > KEPT_MAX + SAID_MAX + TAINT_MAX || redacted(&text) != text {
        return;
    }
    let alone = members.len() == 1 && command.is_some_and(|name| members.contains_key(name));
    if !alone {
        new.rendering = super::with(&new.rendering, ARGS, args);
    }
    if !beside.is_empty() {
        new.rendering = super::with(&new.rendering, BESIDE, Value::Object(beside));
    }
}

/// What the call was judged with, and bound to, besides.
fn beside(call: &ToolCall) -> Map<String, Value> {
    let mut all = Map::new();
    let mut put = |name: &str, value: Value| all.insert(name.to_owned(), value);
    if !call.bound_to.is_empty() {
        put("bound_to", json!(call.bound_to));
    }
    // A call that does not say where is judged where we stand, which whoever edits it does not.
    if call.cwd.is_none()
        && let Ok(here) = std::env::current_dir()
    {
        put("cwd", json!(here.to_string_lossy()));
    }
    for (name, value) in [("home", &call.home), ("action", &call.action)] {
        if let Some(value) = value {
            put(name, json!(value));
        }
    }
    let said = [
        ("description", call.description.clone().map(Value::from)),
        ("annotations", call.annotations.clone()),
    ];
    for (name, value) in said {
        if let Some(value) = value.filter(|value| value.to_string().len() <= SAID_MAX / 2) {
            put(name, value);
        }
    }
    if !call.context.taint.is_empty() {
        put("taint", kept_taint(&call.context.taint));
    }
    all
}

/// What strangers wrote, the newest that there is room for. Where some is left out, the rest may mean anything.
fn kept_taint(taint: &[Taint]) -> Value {
    let (mut kept, mut size) = (Vec::new(), 0);
    for one in taint.iter().rev() {
        let value = json!({"source": one.source, "order": one.order, "names": one.names, "more": one.more});
        size += value.to_string().len();
        if size > TAINT_MAX && !kept.is_empty() {
            break;
        }
        kept.push(value);
    }
    if kept.len() < taint.len()
        && let Some(last) = kept.last_mut()
    {
        last["more"] = true.into();
    }
    kept.reverse();
    kept.into()
}

fn taint_of(beside: &Value) -> Vec<Taint> {
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let all = beside["taint"].as_array().into_iter().flatten();
    all.map(|one| Taint {
        source: text(&one["source"]).unwrap_or_default(),
        order: text(&one["order"]),
        names: one["names"].as_array().into_iter().flatten().filter_map(text).collect(),
        more: one["more"].as_bool().unwrap_or(true),
    })
    .collect()
}

/// The same call, with these arguments.
pub(super) fn call_of(old: &Request, rendering: &Value, args: Value) -> ToolCall {
    let beside = &rendering[BESIDE];
    let text = |name: &str| beside[name].as_str().map(str::to_owned);
    let bound_to = beside["bound_to"].as_array().into_iter().flatten();
    let mut call = ToolCall {
        tool: old.tool.clone(),
        args,
        cwd: text("cwd").or_else(|| Some(old.cwd.clone())),
        home: text("home"),
        action: text("action"),
        description: text("description"),
        annotations: beside.get("annotations").cloned(),
        bound_to: bound_to.filter_map(|one| one.as_str().map(str::to_owned)).collect(),
        ..ToolCall::default()
    };
    // What was held for a person in crisis stays so, whatever it is edited into.
    call.context.crisis = crate::crisis::is_crisis(old);
    call.context.taint = taint_of(beside);
    // Rules may speak of who asks. `herma run` is nobody's session.
    if old.surface != "run" {
        call.origin.agent = Some(agent_of(old).to_owned());
        call.origin.session = Some(old.session.clone());
    }
    call
}

/// The agent by the name that it goes by itself: at level 1 its user stands behind it.
pub(super) fn agent_of(old: &Request) -> &str {
    old.agent.split_once('@').map_or(old.agent.as_str(), |(name, _)| name)
}

/// The arguments of an edited call, for whoever waits for it.
pub fn args_of(request: &Request, command: Option<&str>) -> Option<Value> {
    let rendering: Value = serde_json::from_str(&request.rendering).ok()?;
    match (rendering.get(ARGS), command) {
        (Some(args), _) => Some(args.clone()),
        (None, Some(name)) => Some(json!({name: rendering["command"].as_str()?})),
        (None, None) => None,
    }
}

/// Whether some number in it may not be exactly what was written.
pub(super) fn is_rough(value: &Value) -> bool {
    match value {
        Value::Number(number) => number.is_f64(),
        Value::Array(all) => all.iter().any(is_rough),
        Value::Object(all) => all.values().any(is_rough),
        Value::Null | Value::Bool(_) | Value::String(_) => false,
    }
}
