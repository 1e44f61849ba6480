//! A policy file that was replaced behind the person's back is not in force (T62, second line of defence): whatever hole a
//! write came through, the recorded policy holds until a person has run `herma policy apply`.

use crate::support;
use crate::support::gateway;

use gateway::{Client, Gateway};
use herma_store::{SqliteStore, Store};
use serde_json::{Value, json};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use support::held::{ASKED, Heard, Held, approve_at};
use support::mcp::{World, refusal};
use support::pty::{Place, Terminal};

const NOT_APPLIED: &str = "edited policy not applied";
const OWN: &str = "version = 1\n[[rule]]\nname = \"no-docker\"\nprogram = \"docker\"\ndecision = \"deny\"\n";
/// What an attacker would have in its place.
const ATTACKS: &[&str] = &[
    "version = 1\n[mode]\nshell = \"off\"\ntools = \"off\"\n",
    "version = 1\n[mode]\nshell = \"observe\"\ntools = \"observe\"\n",
    "version = 1\n[[rule]]\nname = \"all\"\ntool = \"*\"\ndecision = \"allow\"\nmax_tier = \"critical\"\n",
    "version = 1\n[[rule]]\nname = \"no-docker\"\nprogram = \"docker\"\ndecision = \"deny\"\n[mode]\nheadless = \"off\"\n",
];

/// An MCP server with one tool, which notes that it ran.
const SERVER: &str = r#"
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    method, result = message.get("method"), {}
    if method == "initialize":
        result = {"protocolVersion": message["params"]["protocolVersion"], "capabilities": {"tools": {}},
                  "serverInfo": {"name": "test", "version": "1"}}
    elif method == "tools/list":
        result = {"tools": [{"name": "delete_account", "description": "deletes an account",
                             "inputSchema": {"type": "object"}}]}
    elif method == "tools/call":
        open(sys.argv[1], "a").write("ran\n")
        result = {"content": [{"type": "text", "text": "ran"}]}
    if "id" in message:
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}), flush=True)
"#;

/// A home whose policy has been in use.
fn in_use() -> Held {
    let held = Held::new();
    held.scratch.write("h/policy.toml", OWN);
    assert!(matches!(held.say("claude-code", &held.call("claude-code", "docker ps")), Heard::Deny(_)));
    held
}

fn checked(held: &Held, command: &str) -> Value {
    serde_json::from_str(&held.herma(&["check", "--json", command]).stdout).unwrap()
}

#[test]
fn t62_a_replaced_policy_is_not_in_force_in_hook_check_and_run() {
    for attack in ATTACKS {
        let held = in_use();
        held.scratch.write("h/policy.toml", attack);
        let said = held.say("claude-code", &held.call("claude-code", "docker ps"));
        assert!(
            said.denied().contains("no-docker") && said.denied().contains(NOT_APPLIED),
            "{attack}: {said:?}"
        );
        let said = held.say("claude-code", &held.call("claude-code", ASKED));
        assert!(said.denied().contains(NOT_APPLIED), "{attack}: {said:?}");
        let verdict = checked(&held, ASKED);
        assert_eq!(verdict["decision"], "ask", "{attack}: {verdict}");
        assert!(verdict["notice"].as_str().unwrap().contains(NOT_APPLIED), "{verdict}");
        let said = held.herma(&["check", "ls"]);
        assert!(said.stderr.contains(NOT_APPLIED), "what is allowed says so too: {said:?}");
        let said = held.herma(&["run", "docker ps"]);
        assert_eq!(said.code(), Some(126), "{attack}: {said:?}");
        assert!(said.stderr.contains(NOT_APPLIED), "{attack}: {said:?}");
    }
}

#[test]
fn t62_a_replaced_policy_is_not_in_force_at_the_gateway() {
    let gateway = Gateway::with_policy(OWN, &[]);
    let agent = gateway.agent("bot");
    let call = |command: &str| agent.post("/v1/calls", &Client::call(command, "s1")).json();
    assert_eq!(call("docker ps")["decision"], "deny");
    for attack in ATTACKS {
        gateway.put(attack, &[]);
        let said = call("docker ps");
        assert_eq!(said["decision"], "deny", "{attack}: {said}");
        assert!(said["reason"].as_str().unwrap().contains(NOT_APPLIED), "{said}");
        let said = call("git push --force origin main");
        assert_eq!(said["decision"], "ask", "{attack}: {said}");
        assert!(said["verdict"]["notice"].as_str().unwrap().contains(NOT_APPLIED), "{said}");
    }
    // A person sees it in the inbox.
    let page = gateway.logged_in().get("/");
    assert!(page.body.contains(NOT_APPLIED), "{}", page.body);
    gateway.put(OWN, &[]);
    assert!(!gateway.logged_in().get("/").body.contains(NOT_APPLIED));
}

#[test]
fn t62_an_approver_in_a_replaced_policy_is_nobody() {
    let gateway = Gateway::with_policy(OWN, &[]);
    assert_eq!(gateway.person().get("/v1/requests").status, 200);
    gateway.put(&format!("{OWN}[[approver]]\nname = \"eve\"\naccounts = [\"web:eve\"]\n"), &[]);
    let token = gateway.token(herma_server::credential::Kind::Person, "web:eve");
    let eve = gateway.nobody().with("Authorization", &format!("Bearer {token}"));
    assert_eq!(eve.get("/v1/requests").status, 403);
}

#[test]
#[cfg(target_os = "linux")]
fn t62_a_replaced_policy_is_not_in_force_before_an_mcp_server() {
    let world = World::with_policy("");
    let log = world.held.scratch.path().join("ran.log");
    let server = ["python3", "-c", SERVER, log.to_str().unwrap()].map(str::to_owned);
    let mut client = world.wrap_server("test", &["--hold", "1"], &server);
    client.greet();
    assert!(refusal(&client.call(1, "delete_account", json!({}))).contains("pending approval"));
    for (at, attack) in (2..).zip(&ATTACKS[..3]) {
        world.held.scratch.write("h/policy.toml", attack);
        let said = refusal(&client.call(at, "delete_account", json!({ "at": at })));
        assert!(said.contains("pending approval") && said.contains(NOT_APPLIED), "{attack}: {said}");
    }
    assert!(!log.exists(), "nothing of it reached the server");
}

#[test]
fn t62_a_deleted_emptied_or_broken_policy_leaves_the_recorded_one_in_force() {
    let held = in_use();
    let file = held.home().join("policy.toml");
    fs::remove_file(&file).unwrap();
    assert_eq!(checked(&held, "docker ps")["decision"], "deny");
    assert!(checked(&held, "docker ps")["notice"].as_str().unwrap().contains(NOT_APPLIED));
    for text in ["", "version = 1\n", "version = 1\n[mode\n", "version = 9\n"] {
        fs::write(&file, text).unwrap();
        assert_eq!(checked(&held, "docker ps")["decision"], "deny", "{text:?}");
    }
    fs::remove_file(&file).unwrap();
    std::os::unix::fs::symlink("/etc/hostname", &file).unwrap();
    assert_eq!(checked(&held, "docker ps")["decision"], "deny");
}

#[test]
fn t62_the_store_knows_better_than_a_replaced_copy() {
    for copied in [true, false] {
        let held = in_use();
        // Anything that is asked opens the store, which then knows the policy.
        held.say("claude-code", &held.call("claude-code", ASKED));
        held.scratch.write("h/policy.toml", ATTACKS[0]);
        let copy = held.home().join("policy.last-good.toml");
        match copied {
            true => fs::write(&copy, ATTACKS[0]).unwrap(),
            false => fs::remove_file(&copy).unwrap(),
        }
        let said = held.herma(&["doctor"]);
        assert!(said.stdout.contains("is not the policy that was recorded"), "{said:?}");
        // Whatever opens the store puts it right.
        held.herma(&["list"]);
        assert_eq!(fs::read_to_string(&copy).unwrap(), OWN);
        assert_eq!(checked(&held, ASKED)["decision"], "ask");
        assert_eq!(held.audit().contains("restored"), copied);
    }
}

#[test]
fn an_edit_that_only_tightens_is_in_force_at_once_and_stays() {
    let held = in_use();
    let more = format!("{OWN}[[rule]]\nname = \"no-push\"\nprogram = \"git push\"\ndecision = \"deny\"\n");
    held.scratch.write("h/policy.toml", &more);
    let verdict = checked(&held, "git push");
    assert_eq!((verdict["decision"].as_str(), verdict.get("notice")), (Some("deny"), None), "{verdict}");
    // From then on that is what an edit is compared with.
    held.scratch.write("h/policy.toml", OWN);
    assert_eq!(checked(&held, "git push")["decision"], "deny");
    assert!(held.herma(&["doctor"]).stdout.contains("rule `no-push` is removed or weaker"));
}

#[test]
fn a_person_applies_an_edit_with_the_code_and_an_agent_does_not() {
    let held = in_use();
    held.say("claude-code", &held.call("claude-code", ASKED));
    held.scratch.write("h/policy.toml", ATTACKS[0]);
    let said = held.herma(&["policy", "apply"]);
    assert_eq!(said.code(), Some(1), "without a terminal nobody agrees: {said:?}");
    for text in ["herma policy apply", "herma policy restore"] {
        let verdict = checked(&held, text);
        assert_eq!((&verdict["decision"], &verdict["hardline"]), (&json!("deny"), &json!(true)), "{verdict}");
    }
    // Nothing is built on an edit that nobody has looked at.
    let said = held.herma(&["mode", "set", "all", "enforce"]);
    assert!(said.code() == Some(1) && said.stderr.contains(NOT_APPLIED), "{said:?}");
    let home = held.home().display().to_string();
    let mut terminal = Terminal::new(110, 45);
    terminal.start(Place::AtTerminal, &["policy", "apply", "--home", &home], &[("CLAUDECODE", "1")]);
    let said = terminal.finish();
    assert!(said.code() == Some(1) && said.stderr.contains("an agent may not answer"), "{said:?}");
    assert_eq!(checked(&held, ASKED)["decision"], "ask");
    let mut terminal = Terminal::new(110, 45);
    terminal.start(Place::AtTerminal, &["policy", "apply", "--home", &home], &[]);
    let text = terminal.wait_for("r denies with a reason");
    assert!(text.contains("mode.shell: enforce -> off"), "{text}");
    assert!(text.contains("digits to approve it: "), "{text}");
    approve_at(&mut terminal, "1");
    let said = terminal.finish();
    assert_eq!(said.code(), Some(0), "{said:?}");
    let verdict = checked(&held, ASKED);
    assert_eq!((verdict["decision"].as_str(), verdict.get("notice")), (Some("allow"), None), "{verdict}");
    assert!(held.audit().contains("\"change\":\"apply\""), "{}", held.audit());
    let said = held.herma(&["doctor"]);
    assert!(!said.stdout.contains(NOT_APPLIED) && !said.stdout.contains("altered"), "{said:?}");
    assert_eq!(held.herma(&["policy", "apply"]).code(), Some(0), "there is nothing left to apply");
}

#[test]
fn the_recorded_policy_can_be_put_back() {
    let held = in_use();
    held.scratch.write("h/policy.toml", ATTACKS[2]);
    let home = held.home().display().to_string();
    let mut terminal = Terminal::new(110, 45);
    terminal.start(Place::AtTerminal, &["policy", "restore", "--home", &home], &[]);
    approve_at(&mut terminal, "1");
    assert_eq!(terminal.finish().code(), Some(0));
    assert_eq!(held.scratch.read("h/policy.toml"), OWN);
    assert_eq!(checked(&held, "docker ps").get("notice"), None);
}

#[test]
fn commands_that_change_the_policy_record_it() {
    let held = in_use();
    let home = held.home().display().to_string();
    let mut terminal = Terminal::new(110, 45);
    terminal.start(Place::AtTerminal, &["mode", "set", "shell", "observe", "--home", &home], &[]);
    approve_at(&mut terminal, "1");
    assert_eq!(terminal.finish().code(), Some(0));
    let verdict = checked(&held, ASKED);
    assert_eq!((verdict["decision"].as_str(), verdict.get("notice")), (Some("allow"), None), "{verdict}");
    let recorded = recorded(&held.home());
    assert_eq!(recorded, held.scratch.read("h/policy.toml"));
    assert_eq!(held.herma(&["mode", "set", "shell", "enforce"]).code(), Some(0));
    assert_eq!(checked(&held, ASKED)["decision"], "ask");
}

#[test]
fn the_first_file_ever_found_is_recorded_as_found() {
    let held = Held::new();
    assert_eq!(checked(&held, ASKED)["decision"], "ask");
    held.scratch.write("h/policy.toml", ATTACKS[0]);
    let verdict = checked(&held, ASKED);
    assert_eq!((verdict["decision"].as_str(), verdict.get("notice")), (Some("allow"), None), "{verdict}");
    held.herma(&["list"]);
    assert_eq!(recorded(&held.home()), ATTACKS[0]);
    assert!(held.audit().contains("\"change\":\"found\""));
}

/// Whoever has connected an agent uses the built-in policy: an agent must not be able to bring the first file.
#[test]
fn t62_after_connect_the_first_file_has_to_be_applied() {
    for connect in [&["connect", "claude-code", "--yes"][..], &["connect", "gemini", "--yes"]] {
        let held = Held::new();
        let said = held.herma(connect);
        assert_eq!(said.code(), Some(0), "{said:?}");
        assert_eq!(checked(&held, ASKED).get("notice"), None, "nothing was edited");
        held.scratch.write("h/policy.toml", ATTACKS[0]);
        let verdict = checked(&held, ASKED);
        assert_eq!(verdict["decision"], "ask", "{verdict}");
        assert!(verdict["notice"].as_str().unwrap().contains(NOT_APPLIED), "{verdict}");
        // What only tightens is in force at once, as ever.
        held.scratch.write("h/policy.toml", OWN);
        let verdict = checked(&held, "docker ps");
        assert_eq!((verdict["decision"].as_str(), verdict.get("notice")), (Some("deny"), None), "{verdict}");
        // The store, which the first question makes, says the same.
        held.say("claude-code", &held.call("claude-code", ASKED));
        assert_eq!(recorded(&held.home()), OWN);
    }
}

#[test]
fn a_person_applies_the_first_file_after_connect() {
    let held = Held::new();
    held.herma(&["connect", "claude-code", "--yes"]);
    held.set_policy("[mode]\nshell = \"off\"\n");
    let verdict = checked(&held, ASKED);
    assert_eq!((verdict["decision"].as_str(), verdict.get("notice")), (Some("allow"), None), "{verdict}");
}

#[test]
fn a_file_that_is_there_before_connect_stays_in_force() {
    for before in [&["check", "ls"][..], &["connect", "claude-code", "--dry-run"]] {
        let held = Held::new();
        held.herma(before);
        held.scratch.write("h/policy.toml", ATTACKS[1]);
        held.herma(&["connect", "claude-code", "--yes"]);
        let verdict = checked(&held, ASKED);
        assert_eq!((verdict["decision"].as_str(), verdict.get("notice")), (Some("allow"), None), "{verdict}");
    }
}

/// `herma init` writes a file, and that is recorded: another one is an edit.
#[test]
fn t62_after_init_another_file_has_to_be_applied() {
    let held = Held::new();
    assert_eq!(held.herma(&["init", "--yes"]).code(), Some(0));
    held.scratch.write("h/policy.toml", ATTACKS[0]);
    assert_eq!(checked(&held, ASKED)["decision"], "ask");
}

#[test]
fn an_admin_policy_that_others_can_write_is_reported() {
    let held = in_use();
    let admin = held.scratch.write("admin.toml", "version = 1\n");
    fs::set_permissions(&admin, fs::Permissions::from_mode(0o666)).unwrap();
    let mut doctor = support::command(support::HERMA, held.scratch.path());
    doctor.args(["doctor", "--home"]).arg(held.home()).env("HERMA_TEST_ADMIN_POLICY", &admin);
    let said = support::run(&mut doctor, b"");
    assert!(said.stdout.contains("can be written by others than root"), "{said:?}");
}

fn recorded(home: &Path) -> String {
    let store = SqliteStore::open(&home.join("herma.db")).unwrap();
    store.note("policy", "recorded", 0).unwrap().unwrap().body
}
