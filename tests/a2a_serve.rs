//! Tasks between agents, end to end: two homes, a person, strangers, limits, a crash.

use crate::support;

use herma_a2a::client::ClientError;
use herma_a2a::pki::Folder;
use herma_a2a::server::Files;
use rcgen::{CertificateParams, ExtendedKeyUsagePurpose, Issuer, KeyPair, SanType, SerialNumber};
use serde_json::{Value, json};
use std::os::unix::fs::PermissionsExt;
use support::fleet::{Fleet, Serving, at_once, block_on, message};
use support::held::Held;
use support::{Ends, Notes, PATIENCE, finish};

const DANGEROUS: &str = "delete the staging database";

/// What the README shows: two agents in two homes, a dangerous task held, approved, completed.
#[test]
fn a_dangerous_task_is_held_approved_and_completed() {
    let fleet = Fleet::new();
    fleet.pki(&["issue", "alice"]);
    let serving = fleet.serve(&["--exec", "sed", "s/^/done: /"]);
    let harmless =
        fleet.a2a("alice", &serving, &["send", "--agent", "bob", "--task", "list the open issues", "--wait"]);
    assert_eq!(
        (harmless.code(), harmless.stdout.as_str()),
        (Some(0), "done: list the open issues\n"),
        "{harmless:?}"
    );

    let args = ["send", "--agent", "bob", "--task", DANGEROUS, "--wait", "--timeout", "60", "--json"];
    let sending = fleet.a2a_command("alice", &serving, &args).spawn().unwrap();
    let request = fleet.held.wait_for_calls(1);
    assert_eq!(request.agent, "spiffe://fleet.internal/agent/alice");
    assert_eq!(request.surface, "a2a");
    // It is asked of the person, and nothing has run.
    serving.wait_for_log("waits for a person");
    fleet.held.approve(&request.ticket, "1");
    let said = finish(sending);
    assert_eq!(said.code(), Some(0), "{said:?}");
    let all: Value = serde_json::from_str(&said.stdout).unwrap();
    assert_eq!(all["agent"], "bob");
    assert_eq!(all["task"]["status"]["state"], "TASK_STATE_COMPLETED");
    assert_eq!(all["task"]["artifacts"][0]["parts"][0]["text"], format!("done: {DANGEROUS}"));
    assert!(all["card"]["name"] == "bob" && all["url"].is_string());
    assert_eq!(fleet.held.requests()[0].state.as_str(), "executed");
}

#[test]
fn a_denied_task_is_rejected_with_the_reason() {
    let fleet = Fleet::new();
    fleet.pki(&["issue", "alice"]);
    let serving = fleet.serve(&["--exec", "cat"]);
    let args = ["send", "--agent", "bob", "--task", DANGEROUS, "--wait", "--timeout", "60"];
    let sending = fleet.a2a_command("alice", &serving, &args).spawn().unwrap();
    let request = fleet.held.wait_for_calls(1);
    serving.wait_for_log("waits for a person");
    fleet.held.deny(&request.ticket, "not on a Friday");
    let said = finish(sending);
    assert_eq!(said.code(), Some(8), "{said:?}");
    assert!(said.stdout.contains("rejected") && said.stdout.contains("not on a Friday"), "{said:?}");
}

#[test]
fn a_yes_to_one_task_is_none_to_the_next() {
    let fleet = Fleet::new();
    fleet.pki(&["issue", "alice"]);
    let serving = fleet.serve(&["--exec", "cat"]);
    block_on(async {
        let mut alice = fleet.client("alice", &serving);
        let first = alice.rpc("SendMessage", &message("m1", DANGEROUS)).await.unwrap();
        assert_eq!(first["task"]["status"]["state"], "TASK_STATE_AUTH_REQUIRED");
        let words = first["task"]["status"]["message"]["parts"][0]["text"].as_str().unwrap().to_owned();
        assert!(words.contains("waits for a person") && words.contains("deleted"), "{words}");
        // No message over A2A answers it.
        let mut again = message("m2", "approved");
        again["message"]["taskId"] = first["task"]["id"].clone();
        let refused = alice.rpc("SendMessage", &again).await.unwrap_err();
        assert!(matches!(refused, ClientError::Rpc { code: -32004, .. }), "{refused}");
        fleet.held.approve_quietly(&fleet.held.requests()[0].ticket);
        let done = until(&mut alice, &first["task"]["id"], "TASK_STATE_COMPLETED").await;
        assert_eq!(done["artifacts"][0]["parts"][0]["text"], DANGEROUS);
        // The same words once more are another task.
        let second = alice.rpc("SendMessage", &message("m3", DANGEROUS)).await.unwrap();
        assert_eq!(second["task"]["status"]["state"], "TASK_STATE_AUTH_REQUIRED");
    });
}

/// Follows a task until it stands so, or is over.
async fn until(client: &mut herma_a2a::client::Client, id: &Value, state: &str) -> Value {
    // Over already: then nobody is told any more.
    if let Ok(mut events) = client.stream("SubscribeToTask", &json!({"id": id})).await {
        loop {
            let event =
                tokio::time::timeout(PATIENCE, events.next()).await.expect("something happens").unwrap();
            let Some(event) = event else { break };
            let now =
                event.pointer("/statusUpdate/status/state").or_else(|| event.pointer("/task/status/state"));
            if now.is_some_and(|now| now == state) {
                break;
            }
        }
    }
    let task = client.rpc("GetTask", &json!({"id": id})).await.unwrap();
    assert_eq!(task["status"]["state"], state, "{task}");
    task
}

/// Follows a task to its end.
async fn over(client: &mut herma_a2a::client::Client, id: &Value) -> Value {
    if let Ok(mut events) = client.stream("SubscribeToTask", &json!({"id": id})).await {
        while tokio::time::timeout(PATIENCE, events.next())
            .await
            .expect("something happens")
            .unwrap()
            .is_some()
        {}
    }
    client.rpc("GetTask", &json!({"id": id})).await.unwrap()
}

/// What asks its peer something and gets no answer is over after a while; nobody's answer is no.
#[test]
fn nobodys_answer_is_no() {
    let fleet = Fleet::of(Held::with_policy("[times]\nexpires_after = \"1s\"\n"));
    fleet.pki(&["issue", "alice"]);
    let asks = r#"echo '{"status":"input-required","text":"which one?"}'"#;
    let serving = fleet.serve(&["--answer-within", "1", "--output", "events", "--exec", "sh", "-c", asks]);
    block_on(async {
        let mut alice = fleet.client("alice", &serving);
        let asking = alice.rpc("SendMessage", &message("m1", "list the files")).await.unwrap();
        assert_eq!(asking["task"]["status"]["state"], "TASK_STATE_INPUT_REQUIRED");
        // The person of the serving side does not come by either.
        let waiting = alice.rpc("SendMessage", &message("m2", DANGEROUS)).await.unwrap();
        assert_eq!(waiting["task"]["status"]["state"], "TASK_STATE_AUTH_REQUIRED");
        for (task, why) in [(&asking, "nobody answered what it asked"), (&waiting, "nobody answered in time")]
        {
            let ended = until(&mut alice, &task["task"]["id"], "TASK_STATE_REJECTED").await;
            let words = ended["status"]["message"]["parts"][0]["text"].as_str().unwrap();
            assert!(words.contains(why), "{words}");
        }
        let mut late = message("m3", "list the second");
        late["message"]["taskId"] = asking["task"]["id"].clone();
        let refused = alice.rpc("SendMessage", &late).await.unwrap_err();
        assert!(matches!(refused, ClientError::Rpc { code: -32004, .. }), "{refused}");
    });
}

#[test]
fn what_has_been_over_for_long_is_forgotten() {
    let fleet = Fleet::new();
    fleet.pki(&["issue", "alice"]);
    let serving = fleet.serve(&["--exec", "cat"]);
    let id = block_on(async {
        let done = fleet.client("alice", &serving).rpc("SendMessage", &message("m1", "list the files")).await;
        done.unwrap()["task"]["id"].clone()
    });
    serving.kill();
    let again = fleet.serve(&["--keep", "0", "--exec", "cat"]);
    again.wait_for_log("1 old tasks were forgotten");
    block_on(async {
        let gone = fleet.client("alice", &again).rpc("GetTask", &json!({"id": id})).await.unwrap_err();
        assert!(matches!(gone, ClientError::Rpc { code: -32001, .. }), "{gone}");
    });
}

/// What two readers could read in two ways is no task: the gate reads it as one, the executor as another.
#[test]
fn t42_a_key_that_stands_twice_makes_no_task() {
    let fleet = Fleet::new();
    fleet.pki(&["issue", "alice"]);
    let serving = fleet.serve(&["--exec", "cat"]);
    let files = fleet.files("alice");
    let post = |body: &str| {
        let mut curl = support::command("curl", fleet.held.scratch.path());
        curl.args(["-sS", "-H", "content-type: application/json", "-H", "a2a-version: 1.0", "-d", body]);
        curl.arg("--cacert")
            .arg(&files.ca)
            .arg("--cert")
            .arg(&files.certificate)
            .arg("--key")
            .arg(&files.key);
        let said = support::run(curl.arg(&serving.url), b"");
        serde_json::from_str::<Value>(&said.stdout).unwrap_or_else(|e| panic!("{e}: {said:?}"))
    };
    let body = |part: &str| {
        format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{{"message":{{"messageId":"m","role":"ROLE_USER","parts":[{part}]}}}}}}"#
        )
    };
    assert!(post(&body(r#"{"text":"list the files"}"#))["result"]["task"].is_object());
    for part in [
        r#"{"text":"list the files","text":"delete the files"}"#,
        r#"{"text":"list the files","t\u0065xt":"delete the files"}"#,
        r#"{"data":{"a":1,"a":{"b":2}}}"#,
    ] {
        let said = post(&body(part));
        assert_eq!(said["error"]["code"], -32700, "{part}: {said}");
    }
}

#[test]
fn t59_a_task_of_another_peer_does_not_exist() {
    let fleet = Fleet::new();
    fleet.pki(&["issue", "alice"]);
    fleet.pki(&["issue", "mallory"]);
    let serving = fleet.serve(&["--exec", "sleep", "60"]);
    block_on(async {
        let (mut alice, mut mallory) = (fleet.client("alice", &serving), fleet.client("mallory", &serving));
        let task = alice.rpc("SendMessage", &at_once("m1", "list the files")).await.unwrap()["task"].clone();
        let mut follow = message("m2", "list more");
        follow["message"]["taskId"] = task["id"].clone();
        for (method, params) in [
            ("GetTask", json!({"id": task["id"]})),
            ("CancelTask", json!({"id": task["id"]})),
            ("SendMessage", follow),
            ("GetTaskPushNotificationConfig", json!({"taskId": task["id"], "id": "x"})),
        ] {
            let theirs = mallory.rpc(method, &params).await.unwrap_err().to_string();
            let mut nobodys = params.clone();
            let text =
                nobodys.to_string().replace(task["id"].as_str().unwrap(), "0123456789abcdef0123456789abcdef");
            nobodys = serde_json::from_str(&text).unwrap();
            // The same words as for one that never was.
            assert_eq!(theirs, mallory.rpc(method, &nobodys).await.unwrap_err().to_string(), "{method}");
        }
        let subscribed = mallory.stream("SubscribeToTask", &json!({"id": task["id"]})).await.unwrap_err();
        assert!(matches!(subscribed, ClientError::Rpc { code: -32001, .. }), "{subscribed}");
        assert_eq!(mallory.rpc("ListTasks", &json!({})).await.unwrap()["totalSize"], 0);
        assert_eq!(alice.rpc("ListTasks", &json!({})).await.unwrap()["totalSize"], 1);
    });
}

#[test]
fn t59_a_requester_field_never_changes_who_asks() {
    let fleet = Fleet::new();
    fleet.pki(&["issue", "mallory"]);
    let serving = fleet.serve(&["--exec", "sh", "-c", "echo $HERMA_A2A_PEER"]);
    let args = ["send", "--agent", "bob", "--task", "show me who asks", "--requester", "alice", "--wait"];
    let said = fleet.a2a("mallory", &serving, &args);
    assert_eq!(said.stdout, "spiffe://fleet.internal/agent/mallory\n", "{said:?}");
}

#[test]
fn t59_strangers_are_refused_each_with_its_reason() {
    let fleet = Fleet::new();
    fleet.pki(&["issue", "alice"]);
    fleet.pki(&["issue", "mallory"]);
    let serving = fleet.serve(&["--exec", "cat"]);
    let made = |name: &str, change: fn(&mut CertificateParams)| odd(&fleet, name, change);
    let rogue = Fleet::new();
    rogue.pki(&["issue", "alice"]);
    let of_rogue = Files {
        ca: fleet.file("ca/fleet-ca.crt"),
        crl: fleet.file("ca/fleet-ca.crl"),
        ..rogue.files("alice")
    };
    fleet.pki(&["revoke", "mallory"]);
    serving.wait_for_log("certificates read again");
    for (who, files, reason) in [
        ("a rogue CA", of_rogue, "not the fleet's"),
        ("revoked", fleet.files("mallory"), "it was revoked"),
        ("expired", made("old", |p| p.not_after = rcgen::date_time_ymd(2020, 1, 1)), "it has expired"),
        (
            "wrong usage",
            made("server", |p| p.extended_key_usages = vec![ExtendedKeyUsagePurpose::ServerAuth]),
            "wrong extended key usage",
        ),
        (
            "two identities",
            made("two", |p| {
                p.subject_alt_names
                    .push(SanType::URI("spiffe://fleet.internal/agent/bob".try_into().unwrap()))
            }),
            "two identities",
        ),
        ("no identity", made("none", |p| p.subject_alt_names.clear()), "no identity"),
    ] {
        let failed = refused(&files, &serving);
        assert!(failed, "{who} was let in");
        serving.wait_for_log(reason);
    }
    // Without any certificate.
    let mut curl = support::command("curl", fleet.held.scratch.path());
    let said = support::run(
        curl.args(["-sS", "--cacert"]).arg(fleet.file("ca/fleet-ca.crt")).arg(&serving.url),
        b"",
    );
    assert_ne!(said.code(), Some(0), "{said:?}");
    serving.wait_for_log("no certificate was presented");
    // Who is welcome still is.
    let fine =
        fleet.a2a("alice", &serving, &["send", "--agent", "bob", "--task", "list the files", "--wait"]);
    assert_eq!(fine.code(), Some(0), "{fine:?}");
}

/// A certificate of the fleet's own CA that no Herma would make.
fn odd(fleet: &Fleet, name: &str, change: fn(&mut CertificateParams)) -> Files {
    let read = |file: &str| std::fs::read_to_string(fleet.file(file)).unwrap();
    let ca = KeyPair::from_pem(&read("ca/fleet-ca.key")).unwrap();
    let issuer = Issuer::from_ca_cert_pem(&read("ca/fleet-ca.crt"), ca).unwrap();
    let key = KeyPair::generate().unwrap();
    let mut params = CertificateParams::default();
    let uri = format!("spiffe://fleet.internal/agent/{name}");
    params.subject_alt_names = vec![SanType::URI(uri.as_str().try_into().unwrap())];
    params.extended_key_usages = vec![ExtendedKeyUsagePurpose::ClientAuth];
    params.serial_number = Some(SerialNumber::from(4711));
    params.use_authority_key_identifier_extension = true;
    change(&mut params);
    let certificate = params.signed_by(&key, &issuer).unwrap();
    let folder = Folder::new(fleet.held.scratch.path().join("odd"));
    herma_a2a::pki::private_file(&folder.key(name), key.serialize_pem().as_bytes()).unwrap();
    herma_a2a::pki::private_file(&folder.certificate(name), certificate.pem().as_bytes()).unwrap();
    Files { certificate: folder.certificate(name), key: folder.key(name), ..fleet.files("bob") }
}

/// Whether this certificate is refused. By curl, which does not look at its own certificate first.
fn refused(files: &Files, serving: &Serving) -> bool {
    let address = serving.url.trim_start_matches("https://").trim_end_matches('/').to_owned();
    let mut curl = std::process::Command::new("curl");
    curl.args(["-sS", "-o", "/dev/null", "--max-time", "20", "--cacert"]).arg(&files.ca);
    curl.arg("--cert").arg(&files.certificate).arg("--key").arg(&files.key);
    let said = curl.arg(format!("https://{address}/.well-known/agent-card.json")).output().unwrap();
    !said.status.success()
}

#[test]
fn who_is_revoked_is_dropped_from_a_running_connection() {
    let fleet = Fleet::new();
    fleet.pki(&["issue", "mallory"]);
    let serving = fleet.serve(&["--exec", "cat"]);
    block_on(async {
        let mut mallory = fleet.client("mallory", &serving);
        mallory.card().await.unwrap();
        fleet.pki(&["revoke", "mallory"]);
        serving.wait_for_log("dropped: its certificate was revoked");
        let refused = mallory.card().await.unwrap_err();
        assert!(matches!(refused, ClientError::OurCertificate { .. }), "{refused}");
        assert!(refused.to_string().contains("your certificate was refused"), "{refused}");
    });
    let said = fleet.a2a("mallory", &serving, &["send", "--agent", "bob", "--task", "list the files"]);
    assert_eq!(said.code(), Some(4), "{said:?}");
}

#[test]
fn each_way_to_fail_has_its_own_words_and_code() {
    let fleet = Fleet::new();
    fleet.pki(&["issue", "alice"]);
    let serving = fleet.serve(&["--exec", "sleep", "30"]);
    let send =
        |args: &[&str]| fleet.a2a("alice", &serving, &[&["send", "--task", "list the files"], args].concat());
    let unknown = send(&["--agent", "carol"]);
    assert_eq!(unknown.code(), Some(3), "{unknown:?}");
    assert!(unknown.stderr.contains("HERMA_A2A_CAROL_URL"), "{unknown:?}");
    let plain = send(&["--agent", "http://127.0.0.1:1/"]);
    assert!(plain.code() == Some(2) && plain.stderr.contains("not encrypted"), "{plain:?}");
    let nobody = send(&["--agent", "https://127.0.0.1:1/"]);
    assert!(nobody.code() == Some(7) && nobody.stderr.contains("nobody answers"), "{nobody:?}");
    let late = send(&["--agent", "bob", "--wait", "--timeout", "1"]);
    assert_eq!(late.code(), Some(124), "{late:?}");
    assert!(late.stderr.contains("task ") && late.stderr.contains("working"), "{late:?}");
    // A server that another CA vouches for.
    let other = Fleet::new();
    let foreign = other.serve(&["--exec", "cat"]);
    let theirs = send(&["--agent", "x", "--url", &foreign.url]);
    assert!(theirs.code() == Some(5) && theirs.stderr.contains("not the fleet's"), "{theirs:?}");
    // A list that is out of date.
    stale(&fleet);
    let stale = send(&["--agent", "bob"]);
    assert!(stale.code() == Some(6) && stale.stderr.contains("out of date"), "{stale:?}");
    serving.wait_for_log("certificates read again");
    assert!(refused(&fleet.files("alice"), &serving));
    serving.wait_for_log("the list of revoked certificates (CRL) is out of date");
}

/// Puts a list in place whose time is over.
fn stale(fleet: &Fleet) {
    let read = |file: &str| std::fs::read_to_string(fleet.file(file)).unwrap();
    let ca = KeyPair::from_pem(&read("ca/fleet-ca.key")).unwrap();
    let issuer = Issuer::from_ca_cert_pem(&read("ca/fleet-ca.crt"), ca).unwrap();
    let list = rcgen::CertificateRevocationListParams {
        this_update: rcgen::date_time_ymd(2020, 1, 1),
        next_update: rcgen::date_time_ymd(2020, 2, 1),
        crl_number: SerialNumber::from(99),
        issuing_distribution_point: None,
        revoked_certs: Vec::new(),
        key_identifier_method: rcgen::KeyIdMethod::Sha256,
    };
    let pem = list.signed_by(&issuer).unwrap().pem().unwrap();
    std::fs::write(fleet.file("ca/fleet-ca.crl"), pem).unwrap();
}

#[test]
fn beyond_a_limit_there_is_a_clear_refusal() {
    let fleet = Fleet::new();
    fleet.pki(&["issue", "alice"]);
    let serving = fleet.serve(&["--rate", "2", "--max-body", "5000", "--exec", "cat"]);
    block_on(async {
        let mut alice = fleet.client("alice", &serving);
        let long = alice.rpc("SendMessage", &message("m", &"x".repeat(6000))).await.unwrap_err();
        assert!(long.to_string().contains("longer than 5000 bytes"), "{long}");
        let mut refused = None;
        for number in 0..20 {
            refused = alice
                .rpc("SendMessage", &at_once(&format!("m{number}"), "list the files"))
                .await
                .err()
                .or(refused);
        }
        let refused = refused.unwrap().to_string();
        assert!(refused.contains("too many requests"), "{refused}");
    });
}

#[test]
fn a_canceled_task_takes_its_whole_process_group_along() {
    let fleet = Fleet::new();
    fleet.pki(&["issue", "alice"]);
    let mut pids = Notes::at(fleet.held.scratch.path().join("pids"));
    let script = format!("sleep 300 & echo $! > {0}; echo $$ > {0}; wait", pids.path());
    let serving = fleet.serve(&["--exec", "sh", "-c", &script]);
    block_on(async {
        let mut alice = fleet.client("alice", &serving);
        let task = alice.rpc("SendMessage", &at_once("m1", "list the files")).await.unwrap()["task"].clone();
        let started: Vec<u32> = pids.next(2).iter().map(|pid| pid.parse().unwrap()).collect();
        let ends = Ends::of(&started);
        let canceled = alice.rpc("CancelTask", &json!({"id": task["id"]})).await.unwrap();
        assert_eq!(canceled["status"]["state"], "TASK_STATE_CANCELED");
        ends.within(PATIENCE, "all of them end");
    });
}

#[test]
fn a_failing_executor_tells_the_peer_nothing_about_itself() {
    let fleet = Fleet::new();
    fleet.pki(&["issue", "alice"]);
    let serving = fleet.serve(&["--exec", "sh", "-c", "echo 'secret path /srv/x' >&2; exit 3"]);
    let said =
        fleet.a2a("alice", &serving, &["send", "--agent", "bob", "--task", "list the files", "--wait"]);
    assert_eq!(said.code(), Some(8), "{said:?}");
    assert!(
        said.stdout.contains("failed: the executor failed") && !said.stdout.contains("/srv/x"),
        "{said:?}"
    );
    serving.wait_for_log("secret path /srv/x");
}

#[test]
fn a_chain_that_is_too_long_or_a_circle_is_rejected() {
    let fleet = Fleet::new();
    fleet.pki(&["issue", "alice"]);
    let serving = fleet.serve(&["--exec", "sh", "-c", "echo $HERMA_A2A_CHAIN"]);
    let send = |chain: &str| {
        let args = ["send", "--agent", "bob", "--task", "show the chain", "--wait"];
        let mut send = fleet.a2a_command("alice", &serving, &args);
        support::run(send.env("HERMA_A2A_CHAIN", chain), b"")
    };
    let alice = "spiffe://fleet.internal/agent/alice";
    assert_eq!(
        send("spiffe://fleet.internal/agent/x").stdout,
        format!("spiffe://fleet.internal/agent/x {alice}\n")
    );
    let circle = send("spiffe://fleet.internal/agent/bob");
    assert!(circle.code() == Some(8) && circle.stdout.contains("in a circle"), "{circle:?}");
    let long = send("a b c d");
    assert!(long.code() == Some(126) && long.stderr.contains("too often"), "{long:?}");
    block_on(async {
        let mut lying = message("m1", "show the chain");
        lying["message"]["metadata"] = json!({"herma/chain": ["a", "b", "c", "d"]});
        let said = fleet.client("alice", &serving).rpc("SendMessage", &lying).await.unwrap();
        assert_eq!(said["task"]["status"]["state"], "TASK_STATE_REJECTED");
    });
}

#[test]
fn what_leaves_is_judged_before_it_leaves() {
    let fleet = Fleet::new();
    fleet.pki(&["issue", "alice"]);
    let serving = fleet.serve(&["--exec", "cat"]);
    let refused = fleet.a2a("alice", &serving, &["send", "--agent", "bob", "--task", "run `rm -rf /` there"]);
    assert_eq!(refused.code(), Some(126), "{refused:?}");
    let token = "list the issues with ghp_aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789";
    let held = fleet.a2a("alice", &serving, &["send", "--agent", "bob", "--task", token, "--timeout", "1"]);
    assert_eq!(held.code(), Some(9), "{held:?}");
    assert!(held.stderr.contains("it has not left"), "{held:?}");
    // Nothing of either has reached the other side.
    assert!(!serving.log().contains("task "), "{}", serving.log());
}

#[test]
fn agents_are_written_down_with_the_identity_they_had() {
    let fleet = Fleet::new();
    fleet.pki(&["issue", "alice"]);
    fleet.pki(&["issue", "carol"]);
    let serving = fleet.serve(&["--exec", "cat"]);
    let a2a = |args: &[&str]| fleet.a2a("alice", &serving, args);
    let added = a2a(&["agents", "add", "builder", &serving.url]);
    assert!(
        added.code() == Some(0) && added.stdout.contains("spiffe://fleet.internal/agent/bob"),
        "{added:?}"
    );
    assert!(a2a(&["agents", "list"]).stdout.contains("builder"));
    let said = a2a(&["send", "--agent", "builder", "--task", "list the files", "--wait"]);
    assert_eq!(said.stdout, "list the files\n", "{said:?}");
    let found = a2a(&["agents", "discover", &serving.url]);
    assert!(found.stdout.starts_with("bob "), "{found:?}");
    // Another agent at the same address is not the one that was meant.
    let registry = fleet.held.scratch.path().join("home-of-alice/a2a_agents.json");
    let text = std::fs::read_to_string(&registry).unwrap().replace("agent/bob", "agent/carol");
    std::fs::write(&registry, text).unwrap();
    let other = a2a(&["send", "--agent", "builder", "--task", "list the files", "--wait"]);
    assert!(other.code() == Some(5) && other.stderr.contains("was expected"), "{other:?}");
    assert_eq!(a2a(&["agents", "remove", "builder"]).code(), Some(0));
    assert_eq!(a2a(&["agents", "remove", "builder"]).code(), Some(3));
}

/// 500 tasks of 50 peers, a crash in the middle: none lost, none run twice.
#[test]
fn a_crash_in_the_middle_loses_nothing_and_runs_nothing_twice() {
    const PEERS: usize = 50;
    const EACH: usize = 10;
    let fleet = Fleet::new();
    let authority = herma_a2a::pki::Authority::open(&Folder::new(fleet.file("")), &mut || None).unwrap();
    for peer in 0..PEERS {
        authority.issue(&format!("peer{peer}"), &herma_a2a::pki::Names::default(), 1).unwrap();
    }
    let runs = fleet.held.scratch.path().join("runs");
    // One short line, appended in one write: each run leaves exactly one.
    let mut begun = Notes::at(fleet.held.scratch.path().join("begun"));
    let script = format!(
        "echo $HERMA_A2A_TASK >> {}; echo . >> {}; sleep 0.02; echo done",
        runs.display(),
        begun.path()
    );
    let args = ["--max-tasks", "4", "--exec", "sh", "-c", script.as_str()];
    let serving = fleet.serve(&args);
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let mut ids: Vec<(usize, String)> = Vec::new();
    let sent = runtime.block_on(async {
        let mut all = Vec::new();
        for peer in 0..PEERS {
            let mut client = fleet.client(&format!("peer{peer}"), &serving);
            all.push(tokio::spawn(async move {
                let mut ids = Vec::new();
                for number in 0..EACH {
                    let task = at_once(&format!("m{number}"), "list the files");
                    ids.push(
                        client.rpc("SendMessage", &task).await.unwrap()["task"]["id"]
                            .as_str()
                            .unwrap()
                            .to_owned(),
                    );
                }
                (peer, ids)
            }));
        }
        let mut sent = Vec::new();
        for one in all {
            sent.push(one.await.unwrap());
        }
        sent
    });
    for (peer, of_peer) in sent {
        ids.extend(of_peer.into_iter().map(|id| (peer, id)));
    }
    assert_eq!(ids.len(), PEERS * EACH);
    let status = std::fs::read_to_string(format!("/proc/{}/status", serving.pid())).unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap().trim();
    let peak: u64 = peak.split_whitespace().next().unwrap().parse().unwrap();
    assert!(peak < 300 * 1024, "{peak} kB");
    // In the middle: some have run, and not all.
    begun.next(20);
    serving.kill();
    let before = std::fs::read_to_string(&runs).unwrap().lines().count();
    assert!(before < ids.len(), "{before} had run already");
    let again = fleet.serve(&args);
    runtime.block_on(async {
        let (mut completed, mut interrupted) = (0, 0);
        for (peer, id) in &ids {
            let mut client = fleet.client(&format!("peer{peer}"), &again);
            let task = over(&mut client, &json!(id)).await;
            match task["status"]["state"].as_str().unwrap() {
                "TASK_STATE_COMPLETED" => completed += 1,
                "TASK_STATE_FAILED" => {
                    let words = task["status"]["message"]["parts"][0]["text"].as_str().unwrap();
                    assert!(words.contains("interrupted by a restart"), "{words}");
                    interrupted += 1;
                }
                other => panic!("{other}"),
            }
        }
        assert_eq!(completed + interrupted, ids.len());
        assert!(interrupted <= 4, "{interrupted} were at work, of at most 4");
    });
    let ran = std::fs::read_to_string(&runs).unwrap();
    let mut once = std::collections::HashSet::new();
    for id in ran.lines() {
        assert!(once.insert(id.to_owned()), "{id} ran twice");
    }
}

#[test]
fn what_waits_for_a_person_outlives_the_server() {
    let fleet = Fleet::new();
    fleet.pki(&["issue", "alice"]);
    let serving = fleet.serve(&["--exec", "cat"]);
    let sent = block_on(async {
        fleet.client("alice", &serving).rpc("SendMessage", &message("m1", DANGEROUS)).await.unwrap()
    });
    serving.kill();
    let mode = std::fs::metadata(fleet.held.home().join("a2a.db")).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode, 0o600);
    fleet.held.approve_quietly(&fleet.held.requests()[0].ticket);
    let again = fleet.serve(&["--exec", "cat"]);
    let done = block_on(async {
        until(&mut fleet.client("alice", &again), &sent["task"]["id"], "TASK_STATE_COMPLETED").await
    });
    assert_eq!(done["artifacts"][0]["parts"][0]["text"], DANGEROUS);
}

#[test]
fn two_servers_of_one_home_are_one_too_many() {
    let fleet = Fleet::new();
    let _serving = fleet.serve(&["--exec", "cat"]);
    let second = fleet.held.herma(&["a2a", "serve", "--name", "bob", "--port", "0", "--exec", "cat"]);
    assert!(second.code() == Some(1) && second.stderr.contains("in use by another"), "{second:?}");
}
