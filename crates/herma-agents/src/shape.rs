//! Where an agent's JSON has what: most agree with Claude Code, some do not.

use crate::request::RequestError;
use herma_specs::Shape;
use serde_json::{Map, Value};

/// Reads what an agent sent, and writes what it would send.
pub(crate) trait Places {
    fn text(&self, input: &Value, at: &'static str) -> Result<Option<String>, RequestError>;
    fn first_text(&self, input: &Value, places: &[&'static str]) -> Result<Option<String>, RequestError>;
    fn sub_agent(&self, input: &Value) -> Result<Option<String>, RequestError>;
    fn arguments(&self, input: &Value, at: &'static str) -> Result<Map<String, Value>, RequestError>;
    fn sample_result(&self, event: &str, tool: &str, cwd: &str) -> Value;
    fn sample(&self, event: &str, tool: &str, args: Value, cwd: &str) -> Value;
}

impl Places for Shape {
    /// A text that is there or not; anything else is an error, so that no odd type slips by.
    fn text(&self, input: &Value, at: &'static str) -> Result<Option<String>, RequestError> {
        match input.pointer(at) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) => Ok(Some(text.clone())),
            Some(_) => Err(RequestError::Member(name(at))),
        }
    }

    fn first_text(&self, input: &Value, places: &[&'static str]) -> Result<Option<String>, RequestError> {
        for at in places {
            if let Some(text) = self.text(input, at)?.filter(|text| !text.is_empty()) {
                return Ok(Some(text));
            }
        }
        Ok(None)
    }

    /// Whose call it is, if it is not the main agent's.
    fn sub_agent(&self, input: &Value) -> Result<Option<String>, RequestError> {
        match self.parent {
            None => self.first_text(input, self.sub_agent),
            Some(at) => match self.text(input, at)?.filter(|parent| !parent.is_empty()) {
                None => Ok(None),
                // One without a name of its own goes by its parent's.
                Some(parent) => Ok(Some(self.first_text(input, self.sub_agent)?.unwrap_or(parent))),
            },
        }
    }

    fn arguments(&self, input: &Value, at: &'static str) -> Result<Map<String, Value>, RequestError> {
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
    fn sample_result(&self, event: &str, tool: &str, cwd: &str) -> Value {
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
    fn sample(&self, event: &str, tool: &str, args: Value, cwd: &str) -> Value {
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
