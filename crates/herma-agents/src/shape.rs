//! Where an agent's JSON has what: most agree with Claude Code, some do not.

use crate::request::RequestError;
use serde_json::{Map, Value};

/// Places inside the hook's input, as JSON pointers.
#[derive(Debug, Clone, Copy)]
pub struct Shape {
    /// What says which event it is. `None`: the agent calls this hook for nothing else, and does not say.
    pub event: Option<&'static str>,
    pub tool: &'static str,
    pub args: &'static str,
    /// Whether the arguments may come as a text that holds the JSON.
    pub args_may_be_text: bool,
    pub session: &'static str,
    /// The first that is there counts.
    pub cwd: &'static [&'static str],
    pub sub_agent: &'static [&'static str],
    /// Where a main agent has an id as well: what only a sub-agent has.
    pub parent: Option<&'static str>,
    /// The agent's own name for a call: the first that is there counts.
    pub call_id: &'static [&'static str],
    /// Tool and arguments of a call that has run, where they stand elsewhere.
    pub after: Option<(&'static str, &'static str)>,
    /// What it gave back: the first that is there counts.
    pub result: &'static [&'static str],
    /// What the person said.
    pub prompt: &'static str,
}

/// Where nearly all have it.
pub(crate) const PROMPT: &str = "/prompt";

/// As Claude Code has it, and everybody who copied it.
pub(crate) const USUAL: Shape = Shape {
    event: Some("/hook_event_name"),
    tool: "/tool_name",
    args: "/tool_input",
    args_may_be_text: false,
    session: "/session_id",
    cwd: &["/cwd"],
    sub_agent: &["/agent_id", "/agent_type"],
    parent: None,
    call_id: &["/tool_use_id"],
    after: None,
    // A tool that failed has an error in its place.
    result: &["/tool_response", "/error"],
    prompt: PROMPT,
};

impl Shape {
    /// A text that is there or not; anything else is an error, so that no odd type slips by.
    pub(crate) fn text(&self, input: &Value, at: &'static str) -> Result<Option<String>, RequestError> {
        match input.pointer(at) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) => Ok(Some(text.clone())),
            Some(_) => Err(RequestError::Member(name(at))),
        }
    }

    pub(crate) fn first_text(
        &self,
        input: &Value,
        places: &[&'static str],
    ) -> Result<Option<String>, RequestError> {
        for at in places {
            if let Some(text) = self.text(input, at)?.filter(|text| !text.is_empty()) {
                return Ok(Some(text));
            }
        }
        Ok(None)
    }

    /// Whose call it is, if it is not the main agent's.
    pub(crate) fn sub_agent(&self, input: &Value) -> Result<Option<String>, RequestError> {
        match self.parent {
            None => self.first_text(input, self.sub_agent),
            Some(at) => match self.text(input, at)?.filter(|parent| !parent.is_empty()) {
                None => Ok(None),
                // One without a name of its own goes by its parent's.
                Some(parent) => Ok(Some(self.first_text(input, self.sub_agent)?.unwrap_or(parent))),
            },
        }
    }

    pub(crate) fn arguments(
        &self,
        input: &Value,
        at: &'static str,
    ) -> Result<Map<String, Value>, RequestError> {
        let odd = || RequestError::Member(name(at));
        match input.pointer(at) {
            Some(Value::Object(args)) => Ok(args.clone()),
            // A tool without arguments.
            Some(Value::Null) => Ok(Map::new()),
            Some(Value::String(text)) if self.args_may_be_text => match herma_core::json::value(text) {
                Ok(Value::Object(args)) => Ok(args),
                Ok(_) | Err(_) => Err(odd()),
            },
            _ => Err(odd()),
        }
    }

    /// What a call gave back, as the agent would put it: for trying out a hook.
    pub(crate) fn sample_result(&self, event: &str, tool: &str, cwd: &str) -> Value {
        let mut result = self.sample(event, tool, Value::Object(Map::new()), cwd);
        if let Some((name, args)) = self.after {
            put(&mut result, name, tool.into());
            put(&mut result, args, Value::Object(Map::new()));
        }
        if let Some(at) = self.result.first() {
            put(&mut result, at, "nothing".into());
        }
        result
    }

    /// A call as the agent would put it: for trying out a hook.
    pub(crate) fn sample(&self, event: &str, tool: &str, args: Value, cwd: &str) -> Value {
        let mut call = Value::Object(Map::new());
        if let Some(at) = self.event {
            put(&mut call, at, event.into());
        }
        put(&mut call, self.tool, tool.into());
        put(&mut call, self.args, args);
        put(&mut call, self.session, "herma-doctor".into());
        if let Some(at) = self.cwd.first() {
            put(&mut call, at, cwd.into());
        }
        call
    }
}

/// The member's own name, for whoever reads the error.
fn name(at: &'static str) -> &'static str {
    at.trim_start_matches('/')
}

fn put(into: &mut Value, at: &str, value: Value) {
    let mut here = into;
    for part in at.split('/').skip(1) {
        here = match part.parse::<usize>() {
            Ok(_) => {
                *here = Value::Array(vec![Value::Null]);
                &mut here[0]
            }
            Err(_) => &mut here[part],
        };
    }
    *here = value;
}
