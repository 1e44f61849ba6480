//! A2A 0.3: the same things by other names. Requests are turned into those of 1.0, answers back.

use super::{Event, State, Task};
use serde_json::{Map, Value, json};

/// The method of 1.0, if 0.3 has one for it.
pub fn method(name: &str) -> Option<&'static str> {
    Some(match name {
        "message/send" => "SendMessage",
        "message/stream" => "SendStreamingMessage",
        "tasks/get" => "GetTask",
        "tasks/cancel" => "CancelTask",
        "tasks/resubscribe" => "SubscribeToTask",
        "tasks/pushNotificationConfig/set" => "CreateTaskPushNotificationConfig",
        "tasks/pushNotificationConfig/get" => "GetTaskPushNotificationConfig",
        "tasks/pushNotificationConfig/list" => "ListTaskPushNotificationConfigs",
        "tasks/pushNotificationConfig/delete" => "DeleteTaskPushNotificationConfig",
        "agent/getAuthenticatedExtendedCard" => "GetExtendedAgentCard",
        _ => return None,
    })
}

/// The parameters of 0.3 as those of 1.0.
pub fn params(method: &str, params: &Value) -> Value {
    match method {
        "SendMessage" | "SendStreamingMessage" => {
            let mut out = params.clone();
            if let Some(message) = params.get("message") {
                put(&mut out, "message", message_in(message));
            }
            if let Some(configuration) = params.get("configuration") {
                let blocking = configuration.get("blocking").and_then(Value::as_bool).unwrap_or(true);
                let mut configuration = configuration.clone();
                put(&mut configuration, "returnImmediately", (!blocking).into());
                if let Some(push) = configuration.get("pushNotificationConfig").cloned() {
                    put(&mut configuration, "taskPushNotificationConfig", push);
                }
                put(&mut out, "configuration", configuration);
            }
            out
        }
        "CreateTaskPushNotificationConfig" => {
            let mut out = params.get("pushNotificationConfig").cloned().unwrap_or(json!({}));
            put(&mut out, "taskId", params.get("taskId").cloned().unwrap_or(Value::Null));
            let scheme = out.pointer("/authentication/schemes/0").cloned();
            if let (Some(scheme), Some(authentication)) = (scheme, out.get_mut("authentication")) {
                put(authentication, "scheme", scheme);
            }
            out
        }
        "GetTaskPushNotificationConfig" | "DeleteTaskPushNotificationConfig" => {
            json!({"taskId": params.get("id"), "id": params.get("pushNotificationConfigId")})
        }
        "ListTaskPushNotificationConfigs" => json!({"taskId": params.get("id")}),
        _ => params.clone(),
    }
}

fn put(value: &mut Value, name: &str, what: Value) {
    if let Some(map) = value.as_object_mut() {
        map.insert(name.to_owned(), what);
    }
}

fn message_in(message: &Value) -> Value {
    let mut out = message.clone();
    let role = match message.get("role").and_then(Value::as_str) {
        Some("user") => "ROLE_USER".into(),
        Some("agent") => "ROLE_AGENT".into(),
        _ => message.get("role").cloned().unwrap_or(Value::Null),
    };
    put(&mut out, "role", role);
    if let Some(parts) = message.get("parts").and_then(Value::as_array) {
        put(&mut out, "parts", parts.iter().map(part_in).collect());
    }
    if let Some(map) = out.as_object_mut() {
        map.remove("kind");
    }
    out
}

fn part_in(part: &Value) -> Value {
    let mut out = Map::new();
    let mut copy = |from: Option<&Value>, to: &str| {
        if let Some(value) = from {
            out.insert(to.to_owned(), value.clone());
        }
    };
    copy(part.get("metadata"), "metadata");
    match part.get("kind").and_then(Value::as_str) {
        Some("file") => {
            let file = part.get("file");
            let of = |name: &str| file.and_then(|file| file.get(name));
            copy(of("bytes"), "raw");
            copy(of("uri"), "url");
            copy(of("mimeType"), "mediaType");
            copy(of("name"), "filename");
        }
        Some("data") => copy(part.get("data"), "data"),
        _ => copy(part.get("text"), "text"),
    }
    Value::Object(out)
}

fn part_out(part: &Value) -> Value {
    if let Some(text) = part.get("text") {
        return json!({"kind": "text", "text": text});
    }
    if let Some(data) = part.get("data") {
        return json!({"kind": "data", "data": data});
    }
    let mut file = Map::new();
    for (from, to) in [("raw", "bytes"), ("url", "uri"), ("mediaType", "mimeType"), ("filename", "name")] {
        if let Some(value) = part.get(from) {
            file.insert(to.to_owned(), value.clone());
        }
    }
    json!({"kind": "file", "file": file})
}

pub fn message_out(message: &Value) -> Value {
    let mut out = message.clone();
    let role =
        if message.get("role").and_then(Value::as_str) == Some("ROLE_AGENT") { "agent" } else { "user" };
    put(&mut out, "role", role.into());
    put(&mut out, "kind", "message".into());
    if let Some(parts) = message.get("parts").and_then(Value::as_array) {
        put(&mut out, "parts", parts.iter().map(part_out).collect());
    }
    out
}

fn artifact_out(artifact: &Value) -> Value {
    let mut out = artifact.clone();
    if let Some(parts) = artifact.get("parts").and_then(Value::as_array) {
        put(&mut out, "parts", parts.iter().map(part_out).collect());
    }
    out
}

fn status_out(status: &Value) -> Value {
    let mut out = status.clone();
    let state = status.get("state").and_then(Value::as_str).and_then(State::named);
    put(&mut out, "state", state.map_or("unknown", State::plain).into());
    if let Some(message) = status.get("message") {
        put(&mut out, "message", message_out(message));
    }
    out
}

/// A task of 1.0 as one of 0.3.
pub fn task_out(task: &Value) -> Value {
    let mut out = task.clone();
    put(&mut out, "kind", "task".into());
    put(&mut out, "status", status_out(task.get("status").unwrap_or(&Value::Null)));
    let each = |name: &str, turn: fn(&Value) -> Value| {
        task.get(name).and_then(Value::as_array).map(|all| all.iter().map(turn).collect::<Value>())
    };
    if let Some(all) = each("artifacts", artifact_out) {
        put(&mut out, "artifacts", all);
    }
    if let Some(all) = each("history", message_out) {
        put(&mut out, "history", all);
    }
    out
}

/// The answer to a method of 1.0 as 0.3 gives it.
pub fn result(method: &str, result: &Value) -> Value {
    match method {
        "SendMessage" => match (result.get("task"), result.get("message")) {
            (Some(task), _) => task_out(task),
            (None, Some(message)) => message_out(message),
            (None, None) => result.clone(),
        },
        "GetTask" | "CancelTask" => task_out(result),
        "CreateTaskPushNotificationConfig" | "GetTaskPushNotificationConfig" => push_out(result),
        "ListTaskPushNotificationConfigs" => {
            let all = result.get("configs").and_then(Value::as_array);
            all.map(|all| all.iter().map(push_out).collect()).unwrap_or(json!([]))
        }
        "DeleteTaskPushNotificationConfig" => Value::Null,
        "GetExtendedAgentCard" => card(result),
        _ => result.clone(),
    }
}

fn push_out(config: &Value) -> Value {
    let mut inner = config.clone();
    let scheme = config.pointer("/authentication/scheme").cloned();
    if let (Some(scheme), Some(authentication)) = (scheme, inner.get_mut("authentication")) {
        put(authentication, "schemes", json!([scheme]));
    }
    json!({"taskId": config.get("taskId"), "pushNotificationConfig": inner})
}

/// An event of a stream.
pub fn event(event: &Event, task: &str, context: &str) -> Value {
    match event {
        Event::Task(task) => task_out(&Task::to_json(task, None, true)),
        Event::Status(status) => json!({"kind": "status-update", "taskId": task, "contextId": context,
            "status": status_out(&status.to_json()),
            "final": status.state.is_terminal() || status.state.is_interrupted()}),
        Event::Artifact(artifact) => json!({"kind": "artifact-update", "taskId": task, "contextId": context,
            "artifact": artifact_out(&artifact.value), "append": artifact.append, "lastChunk": artifact.last}),
    }
}

/// The card as 0.3 wants it.
pub fn card(card: &Value) -> Value {
    let mut out = card.clone();
    put(&mut out, "protocolVersion", "0.3.0".into());
    put(&mut out, "preferredTransport", "JSONRPC".into());
    put(&mut out, "url", card.pointer("/supportedInterfaces/0/url").cloned().unwrap_or(Value::Null));
    put(&mut out, "supportsAuthenticatedExtendedCard", true.into());
    put(&mut out, "securitySchemes", json!({"mtls": {"type": "mutualTLS"}}));
    put(&mut out, "security", json!([{"mtls": []}]));
    if let Some(map) = out.as_object_mut() {
        map.remove("supportedInterfaces");
        map.remove("securityRequirements");
    }
    out
}
