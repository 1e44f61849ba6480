//! What the official compatibility kit (a2a-tck, branch 1.0-dev) asks of a server over JSON-RPC, one test a requirement or
//! a group of them, named after it. The kit itself is not on a package registry; docs/a2a.md says how it is run beside this.

use crate::support;

use herma_a2a::client::{Client, ClientError};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::process::Command;
use support::fleet::{Fleet, Serving, at_once, block_on, message};

/// The kit's executor: what it does hangs on how the message's id begins; the longest beginning first.
const EXECUTOR: &str = r#"
read -r job
# The history holds earlier messages.
job=${job#*\"message\":}
artifact() { echo "{\"artifact\":{\"artifactId\":\"a\",\"parts\":[$1]}$2}"; }
is() { case "$job" in *"\"messageId\":\"$1"*) return 0 ;; esac; return 1; }
done_() { echo '{"status":"completed"}'; exit; }
is tck-artifact-file-url && { artifact '{"url":"https://example.com/output.txt","filename":"output.txt","mediaType":"text/plain"}'; done_; }
is tck-artifact-file && { artifact '{"raw":"dGNr","filename":"output.txt","mediaType":"text/plain"}'; done_; }
is tck-artifact-text && { artifact '{"text":"Generated text content"}'; done_; }
is tck-artifact-data && { artifact '{"data":{"key":"value","count":42}}'; done_; }
is tck-message-response && { echo '{"message":{"parts":[{"text":"Direct message response"}]}}'; exit; }
is tck-input-required && { echo '{"status":"input-required","text":"which?"}'; exit; }
is tck-reject-task && { echo '{"status":"rejected","text":"rejected"}'; exit; }
is tck-stream-artifact-chunked && { echo '{"status":"working"}'; artifact '{"text":"chunk-1 "}'; artifact '{"text":"chunk-2"}' ',"append":true,"lastChunk":true'; done_; }
is tck-stream && { echo '{"status":"working"}'; artifact '{"text":"Stream hello from TCK"}'; done_; }
is tck-long && { echo '{"status":"working"}'; sleep 1; done_; }
is tck-never && { echo '{"status":"working"}'; sleep 300; done_; }
echo '{"status":"completed","text":"Hello from TCK"}'
"#;

struct Kit {
    serving: Serving,
    fleet: Fleet,
}

impl Kit {
    fn new(more: &[&str]) -> Kit {
        let fleet = Fleet::trusting();
        fleet.pki(&["issue", "alice"]);
        let script = fleet.held.scratch.write("executor.sh", EXECUTOR);
        let script = script.to_str().unwrap();
        let args = [more, &["--input", "json", "--output", "events", "--exec", "sh", script]].concat();
        let serving = fleet.serve(&args);
        Kit { fleet, serving }
    }

    fn client(&self) -> Client {
        self.fleet.client("alice", &self.serving)
    }

    /// A request with other headers than a client would send: curl's answer, headers first.
    fn raw(&self, headers: &[&str], body: Option<&str>, path: &str) -> (String, String) {
        let files = self.fleet.files("alice");
        let mut curl = Command::new("curl");
        curl.args(["-sS", "-i", "--max-time", "30", "--cacert"]).arg(files.ca);
        curl.arg("--cert").arg(files.certificate).arg("--key").arg(files.key);
        for header in headers {
            curl.args(["-H", header]);
        }
        if let Some(body) = body {
            curl.args(["--data-binary", body]);
        }
        let said = curl.arg(format!("{}{path}", self.serving.url.trim_end_matches('/'))).output().unwrap();
        let text = String::from_utf8(said.stdout).unwrap();
        let (head, body) =
            text.split_once("\r\n\r\n").unwrap_or_else(|| panic!("{text:?} {:?}", said.stderr));
        (head.to_owned(), body.to_owned())
    }

    fn json(&self, headers: &[&str], body: &str) -> Value {
        serde_json::from_str(&self.raw(headers, Some(body), "/").1).unwrap()
    }
}

const JSON: &str = "content-type: application/json";
const V10: &str = "a2a-version: 1.0";

fn code(error: &ClientError) -> i64 {
    match error {
        ClientError::Rpc { code, .. } => *code,
        other => panic!("{other}"),
    }
}

async fn send(client: &mut Client, id: &str) -> Value {
    client.rpc("SendMessage", &message(id, "Hello from TCK")).await.unwrap()
}

async fn events(client: &mut Client, method: &str, params: &Value) -> Vec<Value> {
    let mut stream = client.stream(method, params).await.unwrap();
    let mut all = Vec::new();
    while let Some(event) = stream.next().await.unwrap() {
        all.push(event);
    }
    all
}

#[test]
fn core_send_001_and_execution_mode_001_002() {
    let kit = Kit::new(&[]);
    block_on(async {
        let mut client = kit.client();
        let task = send(&mut client, "tck-complete-task-1").await["task"].clone();
        assert_eq!(task["status"]["state"], "TASK_STATE_COMPLETED");
        assert_eq!(task["status"]["message"]["parts"][0]["text"], "Hello from TCK");
        assert!(task["id"].is_string() && task["contextId"].is_string());
        assert!(task["status"]["timestamp"].as_str().unwrap().ends_with('Z'));
        let early = client.rpc("SendMessage", &at_once("tck-long-1", "x")).await.unwrap();
        let state = early["task"]["status"]["state"].as_str().unwrap();
        assert!(["TASK_STATE_SUBMITTED", "TASK_STATE_WORKING"].contains(&state), "{state}");
    });
}

#[test]
fn core_send_002_and_multi_a_terminal_task_takes_no_message() {
    let kit = Kit::new(&[]);
    block_on(async {
        let mut client = kit.client();
        let task = send(&mut client, "tck-complete-task-1").await["task"].clone();
        let with = |task: &Value, context: &Value| {
            let mut all = message("tck-complete-task-2", "more");
            all["message"]["taskId"] = task.clone();
            all["message"]["contextId"] = context.clone();
            all
        };
        let over = client.rpc("SendMessage", &with(&task["id"], &Value::Null)).await.unwrap_err();
        assert_eq!(code(&over), -32004);
        // CORE-MULTI-004: an id that the client made up.
        let unknown = client.rpc("SendMessage", &with(&json!("made-up"), &Value::Null)).await.unwrap_err();
        assert_eq!(code(&unknown), -32001);
        // CORE-MULTI-005, 006: the context is the task's, and another one is refused.
        let asked = send(&mut client, "tck-input-required-1").await["task"].clone();
        assert_eq!(asked["status"]["state"], "TASK_STATE_INPUT_REQUIRED");
        let other = client.rpc("SendMessage", &with(&asked["id"], &json!("another"))).await.unwrap_err();
        assert_eq!(code(&other), -32602);
        let goes_on = client.rpc("SendMessage", &with(&asked["id"], &Value::Null)).await.unwrap();
        assert_eq!(goes_on["task"]["id"], asked["id"]);
        assert_eq!(goes_on["task"]["contextId"], asked["contextId"]);
        assert_eq!(goes_on["task"]["status"]["state"], "TASK_STATE_COMPLETED");
        // CORE-MULTI-001, 002: made here, or kept.
        let mut named = message("tck-complete-task-3", "x");
        named["message"]["contextId"] = json!("my-context");
        assert_eq!(client.rpc("SendMessage", &named).await.unwrap()["task"]["contextId"], "my-context");
    });
}

#[test]
fn core_send_003_media_that_the_executor_cannot_take() {
    let fleet = Fleet::trusting();
    fleet.pki(&["issue", "alice"]);
    let serving = fleet.serve(&["--exec", "cat"]);
    block_on(async {
        let mut client = fleet.client("alice", &serving);
        let mut odd = message("m", "");
        odd["message"]["parts"] = json!([{"raw": "dGNr", "mediaType": "application/x-unsupported"}]);
        assert_eq!(code(&client.rpc("SendMessage", &odd).await.unwrap_err()), -32005);
    });
    // Who gets the message whole says so in its card, and takes it.
    let kit = Kit::new(&[]);
    block_on(async {
        let mut client = kit.client();
        let modes = client.card().await.unwrap()["defaultInputModes"].clone();
        assert!(modes.as_array().unwrap().contains(&json!("*/*")), "{modes}");
        let mut odd = message("tck-complete-task-1", "");
        odd["message"]["parts"] = json!([{"raw": "dGNr", "mediaType": "application/x-unsupported"}]);
        assert!(client.rpc("SendMessage", &odd).await.unwrap()["task"].is_object());
    });
}

#[test]
fn core_stream_001_003_and_stream_order_001() {
    let kit = Kit::new(&[]);
    block_on(async {
        let all = events(&mut kit.client(), "SendStreamingMessage", &message("tck-stream-001", "x")).await;
        assert!(all[0]["task"]["id"].is_string(), "the first is the task: {all:?}");
        let last = all.last().unwrap();
        assert_eq!(last["statusUpdate"]["status"]["state"], "TASK_STATE_COMPLETED");
        let artifact = all.iter().position(|event| event.get("artifactUpdate").is_some()).unwrap();
        assert!(artifact > 0 && artifact < all.len() - 1, "{all:?}");
        let chunks =
            events(&mut kit.client(), "SendStreamingMessage", &message("tck-stream-artifact-chunked", "x"))
                .await;
        let chunks: Vec<_> = chunks.iter().filter_map(|event| event.get("artifactUpdate")).collect();
        assert_eq!((chunks[0].get("append"), chunks[1]["append"].as_bool()), (None, Some(true)));
        assert_eq!(chunks[1]["lastChunk"], true);
        let task = kit.client().rpc("GetTask", &json!({"id": chunks[0]["taskId"]})).await.unwrap();
        assert_eq!(task["artifacts"][0]["parts"], json!([{"text": "chunk-1 "}, {"text": "chunk-2"}]));
    });
}

#[test]
fn stream_sub_001_002_003() {
    let kit = Kit::new(&[]);
    block_on(async {
        let mut client = kit.client();
        let task = client.rpc("SendMessage", &at_once("tck-long-1", "x")).await.unwrap()["task"].clone();
        let all = events(&mut kit.client(), "SubscribeToTask", &json!({"id": task["id"]})).await;
        assert_eq!(all[0]["task"]["id"], task["id"]);
        assert_eq!(all.last().unwrap()["statusUpdate"]["status"]["state"], "TASK_STATE_COMPLETED");
        let over = client.stream("SubscribeToTask", &json!({"id": task["id"]})).await.unwrap_err();
        assert_eq!(code(&over), -32004);
        let nobodys = client.stream("SubscribeToTask", &json!({"id": "nobody"})).await.unwrap_err();
        assert_eq!(code(&nobodys), -32001);
    });
}

#[test]
fn core_get_001_002_and_hist_001_to_006() {
    let kit = Kit::new(&[]);
    block_on(async {
        let mut client = kit.client();
        let id = send(&mut client, "tck-complete-task-1").await["task"]["id"].clone();
        let mut length = async |length: Value| {
            let task = client.rpc("GetTask", &json!({"id": id, "historyLength": length})).await.unwrap();
            task.get("history").map_or(0, |history| history.as_array().unwrap().len())
        };
        assert_eq!(length(json!(0)).await, 0);
        assert_eq!(length(json!(1)).await, 1);
        assert_eq!(length(Value::Null).await, 2);
        assert_eq!(length(json!(50)).await, 2);
        let negative = client.rpc("GetTask", &json!({"id": id, "historyLength": -1})).await.unwrap_err();
        assert_eq!(code(&negative), -32602);
        assert_eq!(code(&client.rpc("GetTask", &json!({"id": "nobody"})).await.unwrap_err()), -32001);
        assert_eq!(code(&client.rpc("GetTask", &json!({})).await.unwrap_err()), -32602);
    });
}

#[test]
fn core_list_001_to_005() {
    let kit = Kit::new(&[]);
    block_on(async {
        let mut client = kit.client();
        for number in 0..5 {
            let mut one = message(&format!("tck-artifact-text-{number}"), "x");
            one["message"]["contextId"] = json!(if number < 3 { "a" } else { "b" });
            client.rpc("SendMessage", &one).await.unwrap();
        }
        let (mut token, mut seen) = (String::new(), Vec::new());
        loop {
            let page = client.rpc("ListTasks", &json!({"pageSize": 2, "pageToken": token})).await.unwrap();
            assert_eq!((page["totalSize"].as_i64(), page["pageSize"].as_i64()), (Some(5), Some(2)));
            for task in page["tasks"].as_array().unwrap() {
                assert!(task.get("artifacts").is_none(), "left out unless they are asked for: {task}");
                seen.push((task["status"]["timestamp"].as_str().unwrap().to_owned(), task["id"].clone()));
            }
            token = page["nextPageToken"].as_str().unwrap().to_owned();
            if token.is_empty() {
                break;
            }
        }
        assert_eq!(seen.len(), 5);
        assert!(seen.windows(2).all(|pair| pair[0].0 >= pair[1].0), "the newest first: {seen:?}");
        let some =
            client.rpc("ListTasks", &json!({"contextId": "a", "includeArtifacts": true})).await.unwrap();
        assert_eq!(some["tasks"].as_array().unwrap().len(), 3);
        assert!(some["tasks"][0]["artifacts"].is_array());
        let none = client.rpc("ListTasks", &json!({"status": "TASK_STATE_WORKING"})).await.unwrap();
        assert_eq!((&none["tasks"], &none["nextPageToken"]), (&json!([]), &json!("")));
        for wrong in [
            json!({"pageSize": 0}),
            json!({"pageSize": 101}),
            json!({"pageToken": "x"}),
            json!({"status": "y"}),
        ] {
            assert_eq!(code(&client.rpc("ListTasks", &wrong).await.unwrap_err()), -32602, "{wrong}");
        }
    });
}

#[test]
fn core_cancel_001_002_003() {
    let kit = Kit::new(&[]);
    block_on(async {
        let mut client = kit.client();
        let task = client.rpc("SendMessage", &at_once("tck-never-1", "x")).await.unwrap()["task"].clone();
        let canceled = client.rpc("CancelTask", &json!({"id": task["id"]})).await.unwrap();
        assert_eq!(canceled["status"]["state"], "TASK_STATE_CANCELED");
        assert_eq!(code(&client.rpc("CancelTask", &json!({"id": task["id"]})).await.unwrap_err()), -32002);
        assert_eq!(code(&client.rpc("CancelTask", &json!({"id": "nobody"})).await.unwrap_err()), -32001);
    });
}

#[test]
fn dm_art_001_dm_msg_001_and_states() {
    let kit = Kit::new(&[]);
    block_on(async {
        let mut client = kit.client();
        for (id, name, want) in [
            ("tck-artifact-text", "text", json!("Generated text content")),
            ("tck-artifact-file", "raw", json!("dGNr")),
            ("tck-artifact-file-url", "url", json!("https://example.com/output.txt")),
            ("tck-artifact-data", "data", json!({"key": "value", "count": 42})),
        ] {
            let task = send(&mut client, id).await["task"].clone();
            assert!(task["artifacts"][0]["artifactId"].is_string(), "{task}");
            assert_eq!(task["artifacts"][0]["parts"][0][name], want);
        }
        let answer = send(&mut client, "tck-message-response").await;
        assert_eq!(answer["message"]["parts"][0]["text"], "Direct message response");
        assert_eq!(answer["message"]["role"], "ROLE_AGENT");
        assert!(answer.get("task").is_none());
        assert_eq!(
            send(&mut client, "tck-reject-task").await["task"]["status"]["state"],
            "TASK_STATE_REJECTED"
        );
    });
}

#[test]
fn ver_server_001_002_003_and_the_methods_of_0_3() {
    let kit = Kit::new(&[]);
    let new = r#"{"jsonrpc":"2.0","id":1,"method":"ListTasks","params":{}}"#;
    assert!(kit.json(&[JSON, V10], new)["result"]["tasks"].is_array());
    // Patch numbers do not count.
    assert!(kit.json(&[JSON, "a2a-version: 1.0.1"], new)["result"]["tasks"].is_array());
    let unknown = kit.json(&[JSON, "a2a-version: 99.0"], new);
    assert_eq!(unknown["error"]["code"], -32009);
    assert_eq!(unknown["error"]["data"][0]["reason"], "VERSION_NOT_SUPPORTED");
    // None or an empty one is 0.3, which has other names.
    assert_eq!(kit.json(&[JSON], new)["error"]["code"], -32601);
    let old = r#"{"jsonrpc":"2.0","id":"x","method":"message/send","params":{"message":{"messageId":"tck-artifact-text",
        "role":"user","kind":"message","parts":[{"kind":"text","text":"hi"}]}}}"#;
    for headers in [&[JSON][..], &[JSON, "a2a-version;"], &[JSON, "a2a-version: 0.3"]] {
        let said = kit.json(headers, old);
        assert_eq!((&said["id"], &said["result"]["kind"]), (&json!("x"), &json!("task")), "{said}");
        assert_eq!(said["result"]["status"]["state"], "completed");
        assert_eq!(said["result"]["artifacts"][0]["parts"][0]["kind"], "text");
        let get =
            json!({"jsonrpc": "2.0", "id": 2, "method": "tasks/get", "params": {"id": said["result"]["id"]}});
        assert_eq!(kit.json(headers, &get.to_string())["result"]["status"]["state"], "completed");
    }
    let stream = old.replace("message/send", "message/stream");
    let (head, body) = kit.raw(&[JSON], Some(&stream), "/");
    assert!(head.to_lowercase().contains("text/event-stream"), "{head}");
    assert!(body.contains(r#""kind":"status-update""#) && body.contains(r#""final":true"#), "{body}");
}

#[test]
fn jsonrpc_sse_002_every_error_has_its_code() {
    let kit = Kit::new(&[]);
    let call = r#"{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{}}"#;
    for (headers, body, want) in [
        (&["content-type: text/plain", V10][..], call, -32005),
        (&[JSON, V10], "{", -32700),
        (&[JSON, V10], "[]", -32600),
        (&[JSON, V10], r#"{"id":1,"method":"x"}"#, -32600),
        (&[JSON, V10], r#"{"jsonrpc":"2.0","id":1}"#, -32600),
        (&[JSON, V10], r#"{"jsonrpc":"2.0","id":1,"method":"Nothing"}"#, -32601),
        (&[JSON, V10], call, -32602),
        (&[JSON, V10], r#"{"jsonrpc":"2.0","id":1,"method":"GetTask","params":[]}"#, -32602),
        (
            &[JSON, V10],
            r#"{"jsonrpc":"2.0","id":1,"method":"CreateTaskPushNotificationConfig","params":{}}"#,
            -32003,
        ),
    ] {
        let said = kit.json(headers, body);
        assert_eq!(said["error"]["code"], want, "{body} {said}");
        assert_eq!(said["jsonrpc"], "2.0");
    }
    let info = kit.json(&[JSON, V10], r#"{"jsonrpc":"2.0","id":1,"method":"GetTask","params":{"id":"x"}}"#);
    let info = &info["error"]["data"][0];
    assert_eq!(info["@type"], "type.googleapis.com/google.rpc.ErrorInfo");
    assert_eq!((&info["reason"], &info["domain"]), (&json!("TASK_NOT_FOUND"), &json!("a2a-protocol.org")));
}

#[test]
fn card_required_fields_caching_and_the_extended_card() {
    let kit = Kit::new(&[]);
    let (head, body) = kit.raw(&[], None, "/.well-known/agent-card.json");
    let card: Value = serde_json::from_str(&body).unwrap();
    for name in [
        "name",
        "description",
        "version",
        "supportedInterfaces",
        "capabilities",
        "defaultInputModes",
        "defaultOutputModes",
        "skills",
    ] {
        assert!(card.get(name).is_some(), "{name}");
    }
    assert_eq!(card["supportedInterfaces"][0]["protocolBinding"], "JSONRPC");
    assert_eq!(card["supportedInterfaces"][0]["protocolVersion"], "1.0");
    assert!(card["securitySchemes"]["mtls"]["mtlsSecurityScheme"].is_object());
    let head = head.to_lowercase();
    assert!(head.contains("cache-control:") && head.contains("max-age="), "{head}");
    assert!(head.contains("last-modified:"), "{head}");
    let etag = head.lines().find_map(|line| line.strip_prefix("etag: ")).unwrap().to_owned();
    let (again, _) = kit.raw(&[&format!("if-none-match: {etag}")], None, "/.well-known/agent-card.json");
    assert!(again.starts_with("HTTP/1.1 304"), "{again}");
    assert_eq!(kit.raw(&[], None, "/agent-card.json").1, body);
    block_on(async {
        let extended = kit.client().rpc("GetExtendedAgentCard", &json!({})).await.unwrap();
        assert!(extended["skills"].as_array().unwrap().len() > card["skills"].as_array().unwrap().len());
    });
}

#[test]
fn push_create_get_list_del_and_deliver() {
    let webhook = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/hook", webhook.local_addr().unwrap());
    let kit = Kit::new(&["--push-allow", "127.0.0.1"]);
    let (tell, told) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        for stream in webhook.incoming() {
            let mut stream = stream.unwrap();
            let mut all = Vec::new();
            let mut some = [0u8; 4096];
            // Head and body of one request: the body is JSON, and ends with its last brace.
            while !(all.windows(4).any(|w| w == b"\r\n\r\n") && all.ends_with(b"}")) {
                let read = stream.read(&mut some).unwrap();
                all.extend_from_slice(&some[..read]);
            }
            stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n").unwrap();
            let _ = tell.send(String::from_utf8(all).unwrap());
        }
    });
    block_on(async {
        let mut client = kit.client();
        let task = send(&mut client, "tck-input-required-1").await["task"].clone();
        let config = json!({"taskId": task["id"], "url": url, "token": "t0",
            "authentication": {"scheme": "Bearer", "credentials": "c0"}});
        let made = client.rpc("CreateTaskPushNotificationConfig", &config).await.unwrap();
        let which = json!({"taskId": task["id"], "id": made["id"]});
        assert_eq!(client.rpc("GetTaskPushNotificationConfig", &which).await.unwrap(), made);
        let all =
            client.rpc("ListTaskPushNotificationConfigs", &json!({"taskId": task["id"]})).await.unwrap();
        assert_eq!(all["configs"], json!([made]));
        let elsewhere = json!({"taskId": task["id"], "url": "http://169.254.169.254/"});
        let refused = client.rpc("CreateTaskPushNotificationConfig", &elsewhere).await.unwrap_err();
        assert_eq!(code(&refused), -32602);
        let mut more = message("tck-complete-task-2", "go on");
        more["message"]["taskId"] = task["id"].clone();
        client.rpc("SendMessage", &more).await.unwrap();
        // Deliveries are their own tasks: they come in any order.
        let mut completed = None;
        while completed.is_none() {
            let request = told.recv_timeout(support::PATIENCE).unwrap();
            completed = request.contains("TASK_STATE_COMPLETED").then_some(request);
        }
        let request = completed.unwrap();
        let (head, body) = request.split_once("\r\n\r\n").unwrap();
        let head = head.to_lowercase();
        assert!(head.contains("content-type: application/a2a+json"), "{head}");
        assert!(
            head.contains("authorization: bearer c0") && head.contains("x-a2a-notification-token: t0"),
            "{head}"
        );
        let event: Value = serde_json::from_str(body).unwrap();
        assert_eq!(event["statusUpdate"]["taskId"], task["id"]);
        client.rpc("DeleteTaskPushNotificationConfig", &which).await.unwrap();
        assert_eq!(code(&client.rpc("GetTaskPushNotificationConfig", &which).await.unwrap_err()), -32001);
        client.rpc("DeleteTaskPushNotificationConfig", &which).await.unwrap();
    });
}
