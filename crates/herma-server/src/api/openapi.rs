//! The OpenAPI document: what the routes say about themselves, and the shapes they name.

use serde_json::{Map, Value, json};

/// Who may call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Access {
    Nobody,
    Agent,
    Person,
    Both,
}

/// What any route may answer beside its own.
const ANY: &[(&str, &str)] = &[
    ("400", "what was sent cannot be used"),
    ("403", "not with this credential, not from that page, or the answer does not count"),
    ("405", "another method"),
    ("408", "it took too long to arrive"),
    ("413", "too large"),
    ("421", "under a name that is not this gateway's"),
    ("503", "the store fails; nothing that needs a person runs"),
];
const WITH_CREDENTIAL: &[(&str, &str)] = &[("401", "no credential, or none that is good")];
const OF_AGENTS: &[(&str, &str)] = &[("429", "too many calls of this agent, or of all, are open")];
const WITH_ID: &[(&str, &str)] = &[("404", "there is none of that name"), ("410", "it has expired")];
const WITH_BODY: &[(&str, &str)] =
    &[("404", "there is none of that name"), ("409", "somebody was first, or it cannot be done any more")];

pub(super) fn operation(
    summary: &str,
    about: &str,
    access: Access,
    parameters: &[Value],
    body: Option<Value>,
    answer: Value,
) -> Value {
    let mut responses = Map::new();
    let problem = json!({"application/json": {"schema": reference("Problem")}});
    let mut say = |all: &[(&str, &str)]| {
        for (status, about) in all {
            responses.insert((*status).to_owned(), json!({"description": about, "content": problem}));
        }
    };
    say(ANY);
    if access != Access::Nobody {
        say(WITH_CREDENTIAL);
    }
    if matches!(access, Access::Agent | Access::Both) {
        say(OF_AGENTS);
    }
    let named = parameters.iter().any(|one| one["in"] == "path");
    if named {
        say(WITH_ID);
    }
    if body.is_some() || named {
        say(WITH_BODY);
    }
    responses.insert(
        "200".to_owned(),
        json!({"description": "done", "content": {"application/json": {"schema": answer}}}),
    );
    let security = match access {
        Access::Nobody => json!([]),
        Access::Agent => json!([{"agent": []}]),
        Access::Person => json!([{"approver": []}, {"session": []}]),
        Access::Both => json!([{"agent": []}, {"approver": []}, {"session": []}]),
    };
    let mut operation = json!({"summary": summary, "description": about, "parameters": parameters, "responses": responses, "security": security});
    if let Some(body) = body {
        operation["requestBody"] =
            json!({"required": true, "content": {"application/json": {"schema": body}}});
    }
    operation
}

pub(super) fn parameter(name: &str, about: &str, schema: Value) -> Value {
    json!({"name": name, "in": "query", "required": false, "description": about, "schema": schema})
}

pub(super) fn id() -> Value {
    json!({"name": "id", "in": "path", "required": true, "schema": {"type": "string", "minLength": 1}})
}

pub(super) fn reference(name: &str) -> Value {
    json!({"$ref": format!("#/components/schemas/{name}")})
}

pub(super) fn list_of(name: &str) -> Value {
    json!({"type": "array", "items": reference(name)})
}

/// An object whose members are all there.
pub(super) fn object(members: &[(&str, Value)]) -> Value {
    let properties: Map<String, Value> =
        members.iter().map(|(name, schema)| ((*name).to_owned(), schema.clone())).collect();
    let all_may_lack = members
        .iter()
        .all(|(_, schema)| schema["type"].as_array().is_some_and(|types| types.contains(&"null".into())));
    let required: Vec<&str> = members.iter().map(|(name, _)| *name).filter(|_| !all_may_lack).collect();
    json!({"type": "object", "properties": properties, "required": required})
}

/// The whole document.
pub fn document() -> Value {
    let mut paths = Map::new();
    for route in super::table() {
        let methods: Map<String, Value> =
            route.says.into_iter().map(|(method, says)| (method.to_owned(), says)).collect();
        paths.insert(route.path.to_owned(), Value::Object(methods));
    }
    let bearer = |about: &str| json!({"type": "http", "scheme": "bearer", "description": about});
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Herma", "version": env!("CARGO_PKG_VERSION"),
            "description": "A human confirmation firewall for AI agents. Agents submit calls and read what is their own; people decide. Neither credential does the other's work.",
        },
        "paths": paths,
        "components": {
            "securitySchemes": {
                "agent": bearer("`herma token add agent NAME`"),
                "approver": bearer("`herma token add approver`"),
                "session": {"type": "apiKey", "in": "cookie", "name": crate::who::COOKIE, "description": "a browser's; what changes something also needs the page's own token in `x-herma-csrf`, and in `x-herma-key` the key that it keeps for its own address and port"},
            },
            "schemas": schemas(),
        },
    })
}

fn schemas() -> Value {
    let (text, whole, time) = (
        json!({"type": "string"}),
        json!({"type": "integer"}),
        json!({"type": "integer", "description": "milliseconds since 1970"}),
    );
    let maybe = |kind: &str| json!({"type": [kind, "null"]});
    let tier = json!({"type": "string", "enum": ["safe", "low", "medium", "high", "critical"]});
    let state = json!({"type": "string", "enum": ["pending", "approved", "denied", "expired", "canceled", "delegated", "executed", "unknown"]});
    let summary = [
        ("id", text.clone()),
        ("ticket", text.clone()),
        ("agent", text.clone()),
        ("session", text.clone()),
        ("surface", text.clone()),
        ("tool", text.clone()),
        ("cwd", text.clone()),
        ("tier", tier.clone()),
        ("class", text.clone()),
        ("state", state.clone()),
        ("created", time.clone()),
        ("expires", time.clone()),
        ("level", whole.clone()),
        ("deadline", time.clone()),
        ("words", text.clone()),
        ("decided", maybe("object")),
        ("merged", whole.clone()),
        ("needed", json!({"type": "integer", "description": "how many different people must say yes"})),
        ("answer_level", json!({"type": "integer", "description": "2: a yes must be signed with a passkey"})),
        ("revision", whole.clone()),
    ];
    let mut request = summary.to_vec();
    request.extend([
        ("digest", text.clone()),
        ("risk", json!({"type": "number"})),
        ("confidence", json!({"type": "number"})),
        ("widest", text.clone()),
        ("command", text.clone()),
        ("effects", json!({"type": "array"})),
    ]);
    json!({
        "Problem": object(&[("error", object(&[("code", text.clone()), ("message", text.clone())]))]),
        "Ruling": object(&[
            ("decision", json!({"type": "string", "enum": ["allow", "ask", "deny"]})), ("reason", text.clone()),
            ("request", maybe("string")), ("ticket", maybe("string")), ("verdict", json!({"type": "object", "description": "what `herma check --json` prints"})),
            ("instead", json!({"type": ["object", "null"], "description": "of a deny: a person has changed the call into this one (`tool`, `args`); made so, it finds its `request`"})),
            ("args", json!({"type": ["object", "null"], "description": "of an allow, only to whoever said `edits`: a person has changed the call, and these are to run, not its own"})),
            ("crisis_card", json!({"type": ["string", "null"], "description": "set while a person of the conversation may be in a suicidal crisis: show them this text at once, whatever was decided"})),
        ]),
        "Summary": object(&summary),
        "Request": object(&request),
        "Grant": object(&[
            ("id", text.clone()), ("scope", text.clone()), ("allows", text.clone()), ("about", text.clone()), ("agent", text.clone()),
            ("session", text.clone()), ("tier", tier.clone()), ("by", text.clone()), ("given", time.clone()), ("expires", maybe("integer")),
            ("used", whole.clone()), ("last_used", maybe("integer")), ("live", json!({"type": "boolean"})),
        ]),
        "Trace": object(&[
            ("id", whole.clone()), ("at", time.clone()), ("agent", text.clone()), ("session", text.clone()), ("surface", text.clone()),
            ("tier", tier), ("rule", text.clone()), ("tool", text.clone()), ("decision", text.clone()), ("decided_by", text.clone()),
            ("would", maybe("string")), ("elapsed_us", whole), ("request", maybe("string")), ("state", maybe("string")),
        ]),
        "Question": object(&[
            ("id", text.clone()), ("agent", text.clone()), ("session", text.clone()), ("cwd", text.clone()), ("question", text.clone()), ("choices", json!({"type": "array", "items": {"type": "string"}})),
            ("asked", time.clone()), ("until", time), ("answer", maybe("string")), ("by", maybe("string")),
        ]),
    })
}
