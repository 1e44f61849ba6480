//! The gateway: an agent submits, a person decides, whatever happens in between.

use crate::support;
use crate::support::gateway;
use crate::support::http;

use gateway::{Client, Gateway};
use herma_store::{State, Store};
use http::error;
use serde_json::{Value, json};
use support::HERMA;

const MEDIUM: &str = "git push origin main";
const CRITICAL: &str = "rm -rf /home/dev/photos";

#[test]
fn a_waiting_call_is_answered_and_runs_once() {
    let gateway = Gateway::start();
    let (agent, person) = (gateway.agent("bot"), gateway.person());
    assert_eq!(agent.post("/v1/calls", &Client::call("git status", "s1")).json()["decision"], "allow");
    assert_eq!(agent.post("/v1/calls", &Client::call("rm -rf /", "s1")).json()["decision"], "deny");
    let id = agent.asks(CRITICAL);
    let waiting = agent.open("POST", "/v1/calls?wait=60", &Client::call(CRITICAL, "s1").to_string());
    let shown = person.get(&format!("/v1/requests/{id}")).json();
    assert_eq!(shown["command"], CRITICAL);
    assert_eq!(shown["effects"][0]["span"], json!([7, CRITICAL.len()]));
    assert!(shown["factors"]["reversibility"].as_f64().unwrap() > 0.5, "{shown}");
    assert_eq!(person.approve(&id, "once").status, 200);
    let answer = waiting.finish().json();
    assert_eq!((&answer["decision"], &answer["request"]), (&json!("allow"), &json!(id)), "{answer}");
    assert_ne!(agent.asks(CRITICAL), id, "a yes for once is used up");
    assert_eq!(
        agent.post(&format!("/v1/requests/{id}/outcome"), &json!({"exit": 0})).json()["outcome"],
        "ended with 0"
    );
}

#[test]
fn a_no_reaches_the_agent_with_its_reason_and_is_not_asked_anew() {
    let gateway = Gateway::start();
    let (agent, person) = (gateway.agent("bot"), gateway.person());
    let id = agent.asks(CRITICAL);
    let body = json!({"answer": "deny", "reason": "the only copy"});
    assert_eq!(person.post(&format!("/v1/requests/{id}/decision"), &body).json()["state"], "denied");
    let mut again = Client::call(CRITICAL, "s1");
    again["request"] = json!(id);
    let answer = agent.post("/v1/calls?wait=5", &again).json();
    assert_eq!(answer["decision"], "deny");
    assert!(answer["reason"].as_str().unwrap().contains("the only copy"), "{answer}");
    assert_eq!(person.get("/v1/requests?state=pending").json()["requests"], json!([]), "no second question");
}

#[test]
fn a_yes_for_the_session_holds_for_that_session_and_for_the_command_line() {
    let gateway = Gateway::start();
    let (agent, person) = (gateway.agent("bot"), gateway.person());
    let id = agent.asks(MEDIUM);
    assert_eq!(person.approve(&id, "session").status, 200);
    let mut first = Client::call(MEDIUM, "s1");
    first["request"] = json!(id);
    assert_eq!(agent.post("/v1/calls", &first).json()["decision"], "allow", "whoever waited has it first");
    let call =
        |session: &str| agent.post("/v1/calls", &Client::call(MEDIUM, session)).json()["decision"].clone();
    assert_eq!((call("s1"), call("s1"), call("s2")), (json!("allow"), json!("allow"), json!("ask")));
    let other = gateway.agent("other").post("/v1/calls", &Client::call(MEDIUM, "s1")).json();
    assert_eq!(other["decision"], "ask", "another agent's session of that name");
    let grants = person.get("/v1/grants").json();
    let grant = grants["grants"][0]["id"].as_str().unwrap();
    assert_eq!(person.post(&format!("/v1/grants/{grant}/revoke"), &json!({})).json()["live"], false);
    assert_eq!(call("s1"), "ask", "taken back at once");
}

#[test]
fn t19_t20_an_old_button_and_a_double_click() {
    let gateway = Gateway::start();
    let (agent, person) = (gateway.agent("bot"), gateway.person());
    let (old, new) = (agent.asks(MEDIUM), agent.asks("git push origin master"));
    let digest = gateway.store().request(&old).unwrap().digest;
    let stale =
        person.post(&format!("/v1/requests/{new}/decision"), &json!({"answer": "approve", "digest": digest}));
    assert_eq!(error(&stale), (403, "other_shown".to_owned()));
    let unseen = person.post(&format!("/v1/requests/{new}/decision"), &json!({"answer": "approve"}));
    assert_eq!(error(&unseen), (403, "not_all_shown".to_owned()));
    let body = json!({"answer": "approve", "digest": digest}).to_string();
    let clicks: Vec<_> =
        (0..8).map(|_| person.open("POST", &format!("/v1/requests/{old}/decision"), &body)).collect();
    let mut statuses: Vec<u16> = clicks.into_iter().map(|click| click.finish().status).collect();
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409, 409, 409, 409, 409, 409, 409]);
    assert_eq!(gateway.store().request(&new).unwrap().state, State::Pending);
    // By ticket nothing is opened in the inbox.
    let ticket = gateway.store().request(&new).unwrap().ticket;
    assert_eq!(gateway.logged_in().get(&format!("/r/{ticket}")).status, 404);
}

#[test]
fn t34_the_digits_stand_in_the_whole_view_and_nowhere_else() {
    let gateway = Gateway::start();
    let (agent, person) = (gateway.agent("bot"), gateway.person());
    let mut events = person.open("GET", "/v1/events", "");
    assert_eq!(events.event().unwrap().1, "hello");
    let id = agent.asks(CRITICAL);
    let request = gateway.store().request(&id).unwrap();
    let decide = |digits: Value| {
        let body = json!({"answer": "approve", "digest": request.digest, "digits": digits});
        person.post(&format!("/v1/requests/{id}/decision"), &body)
    };
    let wrong = if request.digits == "11" { "12" } else { "11" };
    for digits in [json!(null), json!(""), json!(wrong)] {
        assert_eq!(error(&decide(digits)), (403, "digits".to_owned()));
    }
    assert!(agent.get(&format!("/v1/requests/{id}")).json().get("digits").is_none(), "not for the agent");
    let list = person.get("/v1/requests").json();
    assert!(list["requests"][0].get("digits").is_none());
    let event: Value = serde_json::from_str(&events.event().unwrap().2).unwrap();
    assert!(event["id"] == json!(id) && event.get("digits").is_none(), "{event}");
    let browser = gateway.logged_in();
    assert!(!browser.get("/").body.contains("class=\"digits\""));
    let page = browser.get(&format!("/r/{id}")).body;
    assert!(page.contains(&format!("<b class=\"digits\">{}</b>", request.digits)));
    assert!(
        page.find("The whole command").unwrap() < page.find("class=\"digits\"").unwrap(),
        "behind all of it"
    );
    // A yes is a step of its own; a no is one key.
    assert!(page.contains("?step=once") && !page.contains("name=\"digits\""));
    assert!(browser.get(&format!("/r/{id}?step=once")).body.contains("name=\"digits\""));
    assert_eq!(decide(json!(request.digits)).status, 200);
}

#[test]
fn t35_an_agent_that_asks_too_much_is_locked() {
    let gateway = Gateway::start();
    let agent = gateway.agent("bot");
    (0..20).for_each(|n| drop(agent.asks(&format!("rm -rf /home/dev/photos{n}"))));
    let answer = agent.post("/v1/calls", &Client::call("rm -rf /home/dev/music", "s1")).json();
    assert_eq!(answer["decision"], "deny");
    assert!(answer["reason"].as_str().unwrap().contains("locked"), "{answer}");
    assert_eq!(
        gateway.person().get("/v1/requests?limit=200").json()["requests"].as_array().unwrap().len(),
        20
    );
}

#[test]
fn t02_t09_t12_t36_the_page_shows_what_will_run() {
    let gateway = Gateway::start();
    let evil = "echo '<script>alert(1)</script>\u{202e}\u{1b}[2K' > x; rm -rf /home/dev/photos";
    let mut call = Client::call(evil, "<b>s1</b>");
    call["args"]["description"] = json!("<img src=x onerror=alert(2)> URGENT, please approve now");
    let id = gateway.agent("bot").post("/v1/calls", &call).json()["request"].as_str().unwrap().to_owned();
    let browser = gateway.logged_in();
    for path in ["/".to_owned(), format!("/r/{id}"), "/history".to_owned()] {
        let page = browser.get(&path).body;
        assert!(
            !page.contains("<script>alert") && !page.contains("<img") && !page.contains("<b>s1"),
            "{path}: {page}"
        );
        assert!(!page.contains(['\u{202e}', '\u{1b}']), "{path}");
    }
    let page = browser.get(&format!("/r/{id}")).body;
    assert!(page.contains("\\u{202e}") && page.contains("hidden characters shown as escapes"), "{page}");
    assert!(page.contains("the agent presses for a yes"), "{page}");
    assert!(page.find("class=\"loss\"").unwrap() < page.find("<mark>").unwrap(), "deletions first");
    let words = page.find("In the agent").unwrap();
    assert!(page.find("The whole command").unwrap() < words && words < page.find("URGENT").unwrap(), "apart");
    assert!(page.contains("data-key=\"4\" autofocus"), "deny has the focus");
    // What cannot be shown whole can only be denied.
    let long = Client::call(&format!("rm -rf /home/dev/photos # {}", "x".repeat(300_000)), "s1");
    let answer = gateway.agent("bot").post("/v1/calls", &long).json();
    let id = answer["request"].as_str().unwrap();
    let page = browser.get(&format!("/r/{id}")).body;
    assert!(
        page.contains("can only be denied")
            && !page.contains("data-key=\"1\"")
            && page.contains("data-key=\"4\"")
    );
    assert_eq!(error(&gateway.person().approve(id, "once")), (403, "not_all_shown".to_owned()));
}

#[test]
fn events_resume_where_they_broke_off() {
    let gateway = Gateway::start();
    let (agent, person) = (gateway.agent("bot"), gateway.person());
    let mut events = person.open("GET", "/v1/events", "");
    let (start, ..) = events.event().unwrap();
    let first = agent.asks(CRITICAL);
    let (seen, name, data) = events.event().unwrap();
    assert!(name == "request" && data.contains(&first) && seen > start);
    drop(events);
    let second = agent.asks(MEDIUM);
    assert_eq!(person.approve(&first, "once").status, 200);
    let mut resumed =
        person.clone().with("Last-Event-ID", &seen.unwrap().to_string()).open("GET", "/v1/events", "");
    assert_eq!(resumed.event().unwrap().1, "hello");
    let missed: Vec<(bool, bool)> = (0..2)
        .map(|_| resumed.event().unwrap().2)
        .map(|data| (data.contains(&second), data.contains(&first) && data.contains("approved")))
        .collect();
    assert_eq!(missed, [(true, false), (false, true)]);
    // An agent hears of its own only.
    let mut theirs = gateway.agent("other").with("Last-Event-ID", "0").open("GET", "/v1/events", "");
    assert_eq!(theirs.event().unwrap().1, "hello");
    let own = gateway.agent("other").asks(MEDIUM);
    assert!(theirs.event().unwrap().2.contains(&own));
}

#[test]
fn what_waits_outlives_the_gateway_and_is_taken_up_again() {
    let mut gateway = Gateway::start();
    let token = gateway.agent("bot").headers;
    let id = gateway.agent("bot").asks(CRITICAL);
    let agent = |gateway: &Gateway, path: &str, call: &Value| {
        let headers: Vec<(&str, &str)> = token.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
        http::Open::send(&gateway.address, "POST", path, &headers, call.to_string().as_bytes())
    };
    let waiting = agent(&gateway, "/v1/calls?wait=60", &Client::call(CRITICAL, "s1"));
    // The call is in flight once it is counted as waiting.
    let person = gateway.person();
    while !person.get("/metrics").body.contains("herma_calls_waiting 1\n") {}
    gateway.end();
    assert_eq!(waiting.finish().json()["decision"], "ask", "finished, not dropped");
    gateway.up();
    let again = agent(&gateway, "/v1/calls?wait=60", &Client::call(CRITICAL, "s1"));
    assert_eq!(gateway.person().approve(&id, "once").status, 200);
    assert_eq!(again.finish().json()["decision"], "allow");
    assert_eq!(gateway.store().request(&id).unwrap().state, State::Executed);
}

#[test]
fn a_question_is_asked_and_answered() {
    let gateway = Gateway::start();
    let (agent, person) = (gateway.agent("bot"), gateway.person());
    let question = json!({"question": "Which branch?", "choices": ["main", "next"]});
    let waiting = agent.open("POST", "/v1/ask?wait=60", &question.to_string());
    let mut events = person.clone().with("Last-Event-ID", "0").open("GET", "/v1/events", "");
    let id = loop {
        if let Some(id) = person.get("/v1/questions").json()["questions"][0]["id"].as_str() {
            break id.to_owned();
        }
        // The next event says that there is something to look at.
        drop(events.event());
    };
    assert_eq!(gateway.agent("other").get(&format!("/v1/ask/{id}")).status, 404);
    assert!(gateway.logged_in().get("/").body.contains("Which branch?"));
    assert_eq!(person.post(&format!("/v1/questions/{id}/answer"), &json!({"answer": "neither"})).status, 200);
    assert_eq!(waiting.finish().json()["answer"], "neither");
    assert_eq!(person.post(&format!("/v1/questions/{id}/answer"), &json!({"answer": "next"})).status, 409);
}

#[test]
fn t22_an_edited_command_is_judged_again() {
    let gateway = Gateway::start();
    let (agent, person) = (gateway.agent("bot"), gateway.person());
    let id = agent.asks(CRITICAL);
    let edit = |id: &str, command: &str| {
        person.post(&format!("/v1/requests/{id}/edit"), &json!({"command": command}))
    };
    assert_eq!(error(&edit(&id, "rm -rf /")).0, 409, "what must never happen is not edited in");
    let edited = edit(&id, "rm -rf /home/dev/photos/old").json();
    assert_eq!(
        (edited["state"].as_str(), edited["tier"].as_str()),
        (Some("pending"), Some("critical")),
        "{edited}"
    );
    assert_eq!(gateway.store().request(&id).unwrap().state, State::Canceled);
    let milder = edit(edited["id"].as_str().unwrap(), "ls").json();
    assert_eq!(milder["tier"], "critical", "never easier to approve: {milder}");
}

#[test]
fn t22_all_arguments_of_any_tool_are_edited() {
    let gateway = Gateway::start();
    let (agent, person) = (gateway.agent("bot"), gateway.person());
    let call = |args: Value| {
        json!({"tool": "mcp__bank__create_transfer", "args": args, "session": "s", "cwd": "/srv/app",
            "description": "Moves money.", "home": "/home/dev"})
    };
    let asked = agent.post("/v1/calls", &call(json!({"amount": 500, "to": ["ada"], "note": "rent"}))).json();
    let id = asked["request"].as_str().unwrap();
    let edit = |id: &str, body: Value| person.post(&format!("/v1/requests/{id}/edit"), &body);
    assert_eq!(error(&edit(id, json!({"command": "x"}))).0, 409, "it is no command");
    assert_eq!(error(&edit(id, json!({"args": [1]}))).0, 400);
    assert_eq!(error(&edit(id, json!({"args": {"amount": 5}, "text": "x"}))).0, 400);
    let twice = r#"{"args": {"amount": 5, "amount": 500}}"#;
    let twice = person.open("POST", &format!("/v1/requests/{id}/edit"), twice).finish();
    assert_eq!(twice.status, 400);
    let why = twice.json()["error"]["message"].as_str().unwrap().to_owned();
    assert!(why.contains("`amount` stands twice at line 1 column"), "{why}");

    // Shorter, and with another recipient: what the person sees and answers is the new call.
    let args = json!({"amount": 5, "to": ["bo"]});
    let edited = edit(id, json!({"args": args})).json();
    assert!(edited["command"].as_str().unwrap().contains("bo") && edited["tier"] == asked["verdict"]["tier"]);
    assert_ne!(edited["digest"], asked["verdict"]["digest"]);
    let mut again = call(json!({"amount": 500, "to": ["ada"], "note": "rent"}));
    again["request"] = id.into();
    let over = agent.post("/v1/calls", &again).json();
    assert_eq!(over["decision"], "deny", "{over}");
    assert_eq!((&over["instead"]["args"], &over["instead"]["request"]), (&args, &edited["id"]), "{over}");
    assert_eq!(person.approve(edited["id"].as_str().unwrap(), "once").status, 200);
    assert_eq!(agent.post("/v1/calls", &call(args)).json()["decision"], "allow");
    let old = agent.post("/v1/calls", &call(json!({"amount": 500, "to": ["ada"], "note": "rent"})));
    assert_eq!(old.json()["decision"], "ask", "what it was before is not approved");
}

#[test]
fn t22_whoever_takes_edits_gets_the_arguments_with_the_yes() {
    let gateway = Gateway::start();
    let (agent, person) = (gateway.agent("bot"), gateway.person());
    let call = |args: Value| {
        json!({"tool": "mcp__bank__create_transfer", "args": args, "session": "s", "cwd": "/srv/app",
            "home": "/home/dev", "edits": true})
    };
    let before = call(json!({"amount": 500, "to": ["ada"]}));
    let id = agent.post("/v1/calls", &before).json()["request"].as_str().unwrap().to_owned();
    let mut again = before.clone();
    again["request"] = json!(id);
    let edit = |id: &str, args: Value| {
        let said = person.post(&format!("/v1/requests/{id}/edit"), &json!({"args": args})).json();
        said["id"].as_str().unwrap_or_else(|| panic!("{said}")).to_owned()
    };
    let waiting = agent.open("POST", "/v1/calls?wait=60", &again.to_string());
    let first = edit(&id, json!({"amount": 50, "to": ["ada"]}));
    // Whoever comes back meanwhile still waits, for the request that it knows.
    let meanwhile = agent.post("/v1/calls", &again).json();
    assert_eq!((&meanwhile["decision"], &meanwhile["request"]), (&json!("ask"), &json!(id)), "{meanwhile}");
    let args = json!({"amount": 5, "to": ["bo"]});
    let last = edit(&first, args.clone());
    assert_eq!(person.approve(&last, "once").status, 200);
    let said = waiting.finish().json();
    assert_eq!((&said["decision"], &said["args"], &said["request"]), (&json!("allow"), &args, &json!(last)));
    assert_eq!(said["instead"], Value::Null);
    assert_eq!(gateway.store().request(&last).unwrap().state, State::Executed);
    let over = agent.post("/v1/calls", &again).json();
    assert_eq!((&over["decision"], &over["args"]), (&json!("deny"), &Value::Null), "good once: {over}");

    // A no to what it was edited into is a no, and another agent gets nothing of it.
    let id = agent.post("/v1/calls", &call(json!({"amount": 9, "to": ["cy"]}))).json()["request"].clone();
    let mut again = call(json!({"amount": 9, "to": ["cy"]}));
    again["request"] = id.clone();
    let next = edit(id.as_str().unwrap(), json!({"amount": 8, "to": ["cy"]}));
    let other = gateway.agent("other").post("/v1/calls", &again);
    assert_eq!(other.status, 404, "{other:?}");
    let no = json!({"answer": "deny", "reason": "no money"});
    assert_eq!(person.post(&format!("/v1/requests/{next}/decision"), &no).status, 200);
    let said = agent.post("/v1/calls", &again).json();
    assert_eq!((&said["decision"], &said["args"]), (&json!("deny"), &Value::Null), "{said}");
    assert!(said["reason"].as_str().unwrap().contains("no money"), "{said}");
}

/// What has become harmless was asked about all the same, and is used up like any other.
#[test]
fn t22_an_edited_command_comes_with_its_yes() {
    let gateway = Gateway::start();
    let (agent, person) = (gateway.agent("bot"), gateway.person());
    let mut call = Client::call(CRITICAL, "s1");
    // Where, it does not say: that is where the gateway stands.
    call.as_object_mut().unwrap().remove("cwd");
    call["edits"] = json!(true);
    call["args"]["description"] = json!("tidies up");
    call["request"] = agent.post("/v1/calls", &call).json()["request"].clone();
    let id = call["request"].as_str().unwrap();
    let edited = person.post(&format!("/v1/requests/{id}/edit"), &json!({"command": "ls"})).json();
    assert_eq!(person.approve(edited["id"].as_str().unwrap(), "once").status, 200);
    let said = agent.post("/v1/calls", &call).json();
    assert_eq!(said["decision"], "allow", "{said}");
    assert_eq!(said["args"], json!({"command": "ls", "description": "tidies up"}));
    assert_eq!(gateway.store().request(edited["id"].as_str().unwrap()).unwrap().state, State::Executed);
}

#[test]
fn t22_no_argument_is_edited_into_what_must_never_happen() {
    let gateway = Gateway::start();
    let (agent, person) = (gateway.agent("bot"), gateway.person());
    let call = json!({"tool": "terminal", "args": {"command": "git push --force origin main", "timeout": 5},
        "session": "s", "cwd": "/srv/app", "home": "/home/dev"});
    let asked = agent.post("/v1/calls", &call).json();
    let id = asked["request"].as_str().unwrap();
    let edit = |args: Value| person.post(&format!("/v1/requests/{id}/edit"), &json!({"args": args}));
    let refused = edit(json!({"command": "rm -rf /", "timeout": 5}));
    assert_eq!(refused.status, 409);
    assert!(refused.json()["error"]["message"].as_str().unwrap().contains("may not run"), "{refused:?}");
    assert_eq!(error(&edit(json!({"timeout": 5}))).0, 409, "a command without a command");
    assert_eq!(gateway.store().request(id).unwrap().state, State::Pending);
    let edited = edit(json!({"command": "git push --force origin main", "timeout": 600})).json();
    let effects = edited["effects"].to_string();
    assert!(effects.contains("600") && edited["command"] == "git push --force origin main", "{edited}");
}

#[test]
fn of_a_message_its_text_alone_is_edited() {
    let gateway = Gateway::start();
    let (agent, person) = (gateway.agent("bot"), gateway.person());
    let call = json!({"tool": "send_message", "args": {"target": "them", "message": "hi"}, "session": "s",
        "cwd": "/srv/app", "home": "/home/dev"});
    let asked = agent.post("/v1/calls", &call).json();
    let id = asked["request"].as_str().unwrap();
    let edit = |id: &str, body: Value| person.post(&format!("/v1/requests/{id}/edit"), &body);
    assert_eq!(error(&edit(id, json!({"command": "{\"target\": \"others\"}"}))).0, 409);
    assert_eq!(error(&edit(id, json!({"command": "a", "text": "b"}))).0, 400);
    assert_eq!(error(&edit(id, json!({}))).0, 400);
    let edited = edit(id, json!({"text": "hello"})).json();
    let args = gateway.store().request(edited["id"].as_str().unwrap()).unwrap().document.args;
    assert_eq!(args, Some(json!({"target": "them", "message": "hello"})));
    let command = agent.asks(CRITICAL);
    assert_eq!(error(&edit(&command, json!({"text": "ls"}))).0, 409, "a command is no message");
    let other = json!({"target": "others", "message": "hello"});
    let edited = edit(edited["id"].as_str().unwrap(), json!({"args": other})).json();
    assert!(edited["command"].as_str().unwrap().contains("others"), "{edited}");
}

#[test]
fn status_and_down_say_how_it_is() {
    let mut gateway = Gateway::start();
    gateway.agent("bot").asks(CRITICAL);
    let home = gateway.home.display().to_string();
    let run = |command: &str| {
        let mut program = support::command(HERMA, gateway.home.parent().unwrap());
        support::run(program.args([command, "--home", &home]), b"")
    };
    let said = run("status");
    assert_eq!(said.code(), Some(0), "{said:?}");
    for want in ["gateway   up", "waiting   1", "channel   inbox: up", "disk "] {
        assert!(said.stdout.contains(want), "{want}: {said:?}");
    }
    assert!(run("down").stdout.contains("1 wait"));
    assert_eq!((run("down").code(), run("status").code()), (Some(3), Some(3)));
    gateway.up();
}

#[test]
fn in_the_background_and_as_a_unit() {
    let scratch = support::Scratch::new();
    let home = scratch.path().join("home").display().to_string();
    let run = |args: &[&str]| {
        let mut command = support::command(HERMA, scratch.path());
        support::run(command.args(args).args(["--home", &home]), b"")
    };
    let said = run(&["up", "--detach", "--listen", "127.0.0.1:0"]);
    assert!(
        said.stdout.contains("herma is up at http://127.0.0.1:") && !said.stdout.contains("login#"),
        "{said:?}"
    );
    assert_eq!(run(&["status"]).code(), Some(0));
    assert_eq!(run(&["down"]).code(), Some(0));
    let log = std::fs::read_to_string(scratch.path().join("home/gateway.log")).unwrap();
    assert_eq!(log, "", "nothing went wrong, and no link is in it");
    let said = run(&["up", "--install"]);
    let unit = std::fs::read_to_string(scratch.path().join(".config/systemd/user/herma.service")).unwrap();
    assert!(said.stdout.contains(&unit) && unit.contains(&format!("{HERMA} up --home {home}\n")), "{said:?}");
    assert_eq!(run(&["status"]).code(), Some(3), "written, not started");
}

#[test]
fn t22_an_assessor_says_no_to_what_a_call_is_edited_into() {
    let own = "version = 1\n[[assessor]]\nname = \"own\"\ndeadline_ms = 9000\ncommand = [\"/bin/sh\", \"-c\", \
        'if grep -q production; then echo \"{\\\"raise\\\": \\\"deny\\\", \\\"reason\\\": \\\"not there\\\"}\"; else echo \"{}\"; fi']\n";
    let gateway = Gateway::with_policy(own, &[]);
    let (agent, person) = (gateway.agent("bot"), gateway.person());
    let id = agent.asks("curl -X DELETE https://staging.example.org/x");
    let edit = |command: &str| person.post(&format!("/v1/requests/{id}/edit"), &json!({"command": command}));
    let refused = edit("curl -X DELETE https://production.example.org/x");
    assert_eq!(refused.status, 409, "{refused:?}");
    assert!(refused.body.contains("assessor `own`: not there"), "{refused:?}");
    assert_eq!(gateway.store().request(&id).unwrap().state, State::Pending);
    assert_eq!(edit("curl -X DELETE https://staging.example.org/y").status, 200);
}

#[test]
fn t22_of_many_edits_the_agent_is_told_the_last() {
    let gateway = Gateway::start();
    let (agent, person) = (gateway.agent("bot"), gateway.person());
    let first = agent.asks(MEDIUM);
    let mut last = first.clone();
    for branch in ["a", "b", "c"] {
        let body = json!({"command": format!("git push origin {branch}")});
        let edited = person.post(&format!("/v1/requests/{last}/edit"), &body).json();
        last = edited["id"].as_str().unwrap().to_owned();
    }
    let mut again = Client::call(MEDIUM, "s1");
    again["request"] = json!(first);
    let over = agent.post("/v1/calls", &again).json();
    assert_eq!(over["instead"]["request"], json!(last), "{over}");
    assert_eq!(over["instead"]["args"]["command"], "git push origin c", "{over}");
}

#[test]
fn what_is_no_number_begins_anew_and_what_is_no_path_is_said_in_json() {
    let gateway = Gateway::start();
    let mut events = gateway.person().with("Last-Event-ID", "junk").open("GET", "/v1/events", "");
    let (first, second) = (events.event(), events.event());
    assert!(format!("{first:?} {second:?}").contains("reset"), "{first:?} {second:?}");
    let nothing = gateway.person().get("/v1/nothing");
    assert_eq!(error(&nothing).0, 404, "{nothing:?}");
    assert!(nothing.json()["error"]["message"].as_str().unwrap().contains("no such path"), "{nothing:?}");
}
