//! What a request keeps of its call, so that a person can change it.

use crate::redact::redacted;
use herma_core::ToolCall;
use herma_core::call::Taint;
use herma_core::digest::freely_varied;
use herma_store::{Beside, KeptTaint, NewRequest, Request};
use serde_json::{Value, json};

/// Arguments longer than this are not kept to be edited.
pub(super) const KEPT_MAX: usize = 16 << 10;
/// What a tool's server says of it, up to here: whoever waits judges by all of it.
const SAID_MAX: usize = 4 << 10;
/// What strangers wrote that the agent had read, up to here.
const TAINT_MAX: usize = 8 << 10;

/// Keeps the arguments, if there is no secret in them. A command that is called with nothing else is its own.
pub fn keep(new: &mut NewRequest, call: &ToolCall, command: Option<&str>) {
    let mut args = call.args.clone();
    if let Some(args) = args.as_object_mut() {
        let varied = freely_varied(&call.tool);
        args.retain(|name, _| !varied.contains(&name.as_str()));
    }
    let Some(members) = args.as_object() else { return };
    let beside = beside(call);
    let text = format!("{args}{}", json!(beside));
    if text.len() > KEPT_MAX + SAID_MAX + TAINT_MAX || redacted(&text) != text {
        return;
    }
    let alone = members.len() == 1 && command.is_some_and(|name| members.contains_key(name));
    new.document.args = (!alone).then_some(args);
    new.document.beside = beside;
}

/// What the call was judged with, and bound to, besides.
fn beside(call: &ToolCall) -> Beside {
    let here = || std::env::current_dir().ok().map(|here| here.to_string_lossy().into_owned());
    Beside {
        bound_to: call.bound_to.clone(),
        // A call that does not say where is judged where we stand, which whoever edits it does not.
        cwd: if call.cwd.is_none() { here() } else { None },
        home: call.home.clone(),
        action: call.action.clone(),
        description: call.description.clone().filter(|text| text.len() <= SAID_MAX / 2),
        annotations: call.annotations.clone().filter(|value| value.to_string().len() <= SAID_MAX / 2),
        taint: kept_taint(&call.context.taint),
    }
}

/// What strangers wrote, the newest that there is room for. Where some is left out, the rest may mean anything.
fn kept_taint(taint: &[Taint]) -> Vec<KeptTaint> {
    let (mut kept, mut size) = (Vec::new(), 0);
    for Taint { source, order, names, more } in taint.iter().rev().cloned() {
        let one = KeptTaint { source, order, names, more };
        size += json!(one).to_string().len();
        if size > TAINT_MAX && !kept.is_empty() {
            break;
        }
        kept.push(one);
    }
    if kept.len() < taint.len()
        && let Some(last) = kept.last_mut()
    {
        last.more = true;
    }
    kept.reverse();
    kept
}

fn taint_of(beside: &Beside) -> Vec<Taint> {
    let all = beside.taint.iter().cloned();
    all.map(|KeptTaint { source, order, names, more }| Taint { source, order, names, more }).collect()
}

/// The same call, with these arguments.
pub(super) fn call_of(old: &Request, args: Value) -> ToolCall {
    let beside = &old.document.beside;
    let mut call = ToolCall {
        tool: old.tool.clone(),
        args,
        cwd: beside.cwd.clone().or_else(|| Some(old.cwd.clone())),
        home: beside.home.clone(),
        action: beside.action.clone(),
        description: beside.description.clone(),
        annotations: beside.annotations.clone(),
        bound_to: beside.bound_to.clone(),
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
    let document = &request.document;
    document.args.clone().or_else(|| command.map(|name| json!({name: document.command})))
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
