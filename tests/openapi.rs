//! The OpenAPI document, taken at its word: schemathesis sends what it allows and what it does not, and every answer must be
//! one that it names.

use crate::support::gateway;

use gateway::Gateway;
use herma_server::credential::Kind;
use serde_json::Value;
use std::process::Command;

const CHECKS: &str =
    "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance";

/// The document without what never ends: a stream, and waiting for people who are not there.
fn document(gateway: &Gateway) -> Value {
    let mut document = gateway.nobody().get("/v1/openapi.json").json();
    let paths = document["paths"].as_object_mut().unwrap();
    assert!(paths.remove("/v1/events").is_some());
    for operation in paths.values_mut().flat_map(|path| path.as_object_mut().unwrap().values_mut()) {
        // Not even a limit of 0: whoever tries what a document does not allow would wait for minutes.
        operation["parameters"].as_array_mut().unwrap().retain(|parameter| parameter["name"] != "wait");
    }
    document
}

fn holds_for(kind: Kind) {
    let gateway = Gateway::start();
    let who = if kind == Kind::Agent { "bot".to_owned() } else { gateway.account() };
    let token = gateway.token(kind, &who);
    let file = gateway.home.join("openapi.json");
    std::fs::write(&file, document(&gateway).to_string()).unwrap();
    let said = Command::new("schemathesis")
        .arg("run")
        .arg(&file)
        .args([
            "--url",
            &format!("http://{}", gateway.address),
            "-H",
            &format!("Authorization: Bearer {token}"),
        ])
        .args([
            "--checks",
            CHECKS,
            "--max-examples",
            "10",
            "--phases",
            "examples,coverage,fuzzing",
            "--seed",
            "1",
        ])
        .current_dir(&gateway.home)
        .output()
        .unwrap_or_else(|e| panic!("schemathesis: {e}; `cargo xtask test --install` brings it"));
    let text = String::from_utf8_lossy(&said.stdout);
    assert!(said.status.success(), "{text}{}", String::from_utf8_lossy(&said.stderr));
    assert!(text.contains("Tested: 17"), "every operation was tried: {text}");
}

#[test]
fn every_answer_to_an_agent_is_documented() {
    holds_for(Kind::Agent);
}

#[test]
fn every_answer_to_a_person_is_documented() {
    holds_for(Kind::Person);
}
