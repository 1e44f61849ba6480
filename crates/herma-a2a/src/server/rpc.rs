//! The methods.

use super::body::Body;
use super::engine::Engine;
use super::limits::Cost;
use super::stream::follow;
use super::task_store::Wanted;
use crate::protocol::{Fault, State, Version, legacy, member, read_message, when};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Instant;

/// A page of a list, unless the caller says.
const PAGE: usize = 50;
const PAGE_MAX: i64 = 100;

/// What a method gives.
#[derive(Debug)]
pub(super) enum Given {
    Result(Value),
    Stream(Body),
}

/// One request, with the identity that the connection has shown.
#[derive(Debug)]
pub(super) struct Asked<'a> {
    pub peer: &'a str,
    pub version: Version,
    pub id: Value,
}

pub(super) async fn call(
    engine: &Arc<Engine>,
    asked: &Asked<'_>,
    method: &str,
    params: &Value,
) -> Result<Given, Fault> {
    // The name is that of 1.0; an old client has its own, and only those.
    let (method, params) = match asked.version {
        Version::V10 => (method, params.clone()),
        Version::V03 => {
            let method = legacy::method(method).ok_or_else(|| Fault::no_method(method))?;
            (method, legacy::params(method, params))
        }
    };
    if !params.is_object() {
        return Err(Fault::params("`params` is no object"));
    }
    let cost = if method.starts_with("Send") { Cost::Task } else { Cost::Look };
    engine.meter.take(asked.peer, cost, engine.limits.rate, Instant::now())?;
    let result = match method {
        "SendMessage" => send(engine, asked, &params).await?,
        "SendStreamingMessage" => {
            let message = read_message(&params, engine.card.takes)?;
            let live = engine.take(asked.peer, message, push_of(&params)).await?;
            return Ok(Given::Stream(follow(live, asked.id.clone(), asked.version).await));
        }
        "SubscribeToTask" => {
            let id = text(&params, "id")?;
            let Some(live) = engine.live(id, asked.peer) else {
                let kept = engine.kept(id, asked.peer)?;
                let state = kept.task.status.state.plain();
                return Err(Fault::unsupported(format!("the task is over: {state}")));
            };
            return Ok(Given::Stream(follow(live, asked.id.clone(), asked.version).await));
        }
        "GetTask" => {
            let history = history(&params)?;
            engine.kept(text(&params, "id")?, asked.peer)?.task.to_json(history, true)
        }
        "ListTasks" => list(engine, asked.peer, &params)?,
        "CancelTask" => engine.cancel(text(&params, "id")?, asked.peer).await?.to_json(None, true),
        "GetExtendedAgentCard" => engine.card.extended(),
        _ => push(engine, asked.peer, method, &params).await?,
    };
    Ok(Given::Result(match asked.version {
        Version::V10 => result,
        Version::V03 => legacy::result(method, &result),
    }))
}

async fn send(engine: &Arc<Engine>, asked: &Asked<'_>, params: &Value) -> Result<Value, Fault> {
    let message = read_message(params, engine.card.takes)?;
    let empty = json!({});
    let configuration = member(params, "configuration").unwrap_or(&empty);
    let history = history(configuration)?;
    let at_once = member(configuration, "returnImmediately").and_then(Value::as_bool).unwrap_or(false);
    let live = engine.take(asked.peer, message, push_of(params)).await?;
    if at_once {
        return Ok(json!({"task": live.task().await.to_json(history, true)}));
    }
    live.rest().await;
    if let Some(message) = live.message() {
        engine.forget(&live.id).await;
        return Ok(json!({"message": message}));
    }
    Ok(json!({"task": live.task().await.to_json(history, true)}))
}

fn push_of(params: &Value) -> Option<Value> {
    let configuration = member(params, "configuration")?;
    member(configuration, "taskPushNotificationConfig").cloned()
}

fn text<'a>(params: &'a Value, name: &str) -> Result<&'a str, Fault> {
    let text = member(params, name).and_then(Value::as_str).filter(|text| !text.is_empty());
    text.ok_or_else(|| Fault::params(format!("`{name}` is missing")))
}

fn history(params: &Value) -> Result<Option<usize>, Fault> {
    match member(params, "historyLength") {
        None => Ok(None),
        Some(number) => {
            let length = number.as_i64().and_then(|number| usize::try_from(number).ok());
            length.map(Some).ok_or_else(|| Fault::params("`historyLength` is no number from 0 on"))
        }
    }
}

fn list(engine: &Engine, peer: &str, params: &Value) -> Result<Value, Fault> {
    let limit = match member(params, "pageSize") {
        None => PAGE,
        Some(number) => {
            let size = number.as_i64().filter(|size| (1..=PAGE_MAX).contains(size));
            let size = size.and_then(|size| usize::try_from(size).ok());
            size.ok_or_else(|| Fault::params(format!("`pageSize` is between 1 and {PAGE_MAX}")))?
        }
    };
    let state = match member(params, "status").map(|state| state.as_str().unwrap_or("?")) {
        None | Some("TASK_STATE_UNSPECIFIED") => None,
        Some(name) => Some(State::named(name).ok_or_else(|| Fault::params("`status` is no state"))?),
    };
    let after = match member(params, "statusTimestampAfter") {
        None => None,
        Some(time) => {
            let time = time.as_str().and_then(when::parse);
            Some(time.ok_or_else(|| Fault::params("`statusTimestampAfter` is no time"))?)
        }
    };
    let cursor = match member(params, "pageToken").map(|token| token.as_str().unwrap_or("?")) {
        None | Some("") => None,
        Some(token) => {
            let parts = token.split_once('.').and_then(|(at, id)| Some((at.parse().ok()?, id.to_owned())));
            Some(parts.ok_or_else(|| Fault::params("`pageToken` is none of ours"))?)
        }
    };
    let context = member(params, "contextId").and_then(Value::as_str).filter(|context| !context.is_empty());
    let artifacts = member(params, "includeArtifacts").and_then(Value::as_bool).unwrap_or(false);
    let history = history(params)?;
    let wanted = Wanted { context: context.map(str::to_owned), state, after, cursor, limit };
    let listed = engine.shelf.list(peer, &wanted).map_err(|error| engine.trouble(&error))?;
    let next = listed.tasks.last().filter(|_| listed.more);
    let next = next.map(|last| format!("{}.{}", last.status.at, last.id)).unwrap_or_default();
    let tasks: Vec<Value> = listed.tasks.iter().map(|task| task.to_json(history, artifacts)).collect();
    Ok(json!({"tasks": tasks, "nextPageToken": next, "pageSize": limit, "totalSize": listed.total}))
}

async fn push(engine: &Arc<Engine>, peer: &str, method: &str, params: &Value) -> Result<Value, Fault> {
    const METHODS: &[&str] = &[
        "CreateTaskPushNotificationConfig",
        "GetTaskPushNotificationConfig",
        "ListTaskPushNotificationConfigs",
        "DeleteTaskPushNotificationConfig",
    ];
    if !METHODS.contains(&method) {
        return Err(Fault::no_method(method));
    }
    if !engine.push.is_on() {
        return Err(Fault::no_push());
    }
    let task = text(params, "taskId")?;
    let task = engine.kept(task, peer)?.task.id;
    let all = || engine.shelf.pushes(&task).map_err(|error| engine.trouble(&error));
    match method {
        "CreateTaskPushNotificationConfig" => engine.keep_push(&task, params).await,
        "ListTaskPushNotificationConfigs" => Ok(json!({"configs": all()?, "nextPageToken": ""})),
        "GetTaskPushNotificationConfig" => {
            let id = text(params, "id")?;
            let found =
                all()?.into_iter().find(|config| config.get("id").and_then(Value::as_str) == Some(id));
            found.ok_or_else(|| Fault::task_not_found(id))
        }
        _ => {
            let id = text(params, "id")?.to_owned();
            engine.shelf.remove_push(task.clone(), id).await.map_err(|error| engine.trouble(&error))?;
            Ok(json!({}))
        }
    }
}
