//! Policy through the binary: layers, broken files, the commands, and the cookbook of docs/policy.md.

use crate::support;

use serde_json::json;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use support::HERMA;
use support::home::{Home, approve};
use support::pty::Terminal;

const DENY_DOCKER: &str =
    "[[rule]]\nname = \"no-docker\"\nprogram = \"docker\"\ndecision = \"deny\"\nreason = \"not here\"\n";

fn write(home: &Home, text: &str) -> PathBuf {
    let path = PathBuf::from(home.herma_home()).join("policy.toml");
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, format!("version = 1\n{text}")).unwrap();
    path
}

/// `herma ARGS…` at a terminal, up to the drawn prompt.
fn at_terminal(home: &Home, args: &[&str]) -> Terminal {
    let mut terminal = home.start((100, 40), args, &[]);
    terminal.wait_for("r denies with a reason");
    terminal
}

#[test]
fn every_recipe_of_the_cookbook_keeps_its_word() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/policy.md");
    let page = fs::read_to_string(page).unwrap();
    let (_, cookbook) = page.split_once("## Cookbook").unwrap();
    let home = Home::new();
    let recipes: Vec<&str> =
        cookbook.split("```toml\n").skip(1).map(|r| r.split("```").next().unwrap()).collect();
    assert!(recipes.len() >= 20, "{}", recipes.len());
    let mut failed = String::new();
    for (at, recipe) in recipes.iter().enumerate() {
        let file = home.0.join(format!("recipe-{at}.toml"));
        fs::write(&file, format!("version = 1\n{recipe}")).unwrap();
        let said = home.herma(&["policy", "test", file.to_str().unwrap()]);
        let tested = recipe.contains("example = [") && !said.stdout.contains("has no example");
        if said.code() != Some(0) || !tested {
            failed.push_str(&format!("{}{}\n", said.stdout, said.stderr));
        }
    }
    assert!(failed.is_empty(), "{failed}");
}

#[test]
fn a_rule_of_the_user_decides_check_run_and_explain() {
    let home = Home::new();
    write(&home, DENY_DOCKER);
    let said = home.herma(&["check", "--json", "ls; docker ps"]);
    assert_eq!(said.code(), Some(20), "{said:?}");
    assert!(said.stdout.contains("\"decided_by\":\"policy:no-docker\""), "{said:?}");
    let said = home.herma(&["run", "docker ps"]);
    assert_eq!(said.code(), Some(126), "{said:?}");
    assert!(said.stderr.contains("rule `no-docker`: not here"), "{said:?}");
    let said = home.herma(&["explain", "docker ps"]);
    assert!(said.stdout.contains("rule `no-docker`: not here (user policy)"), "{said:?}");
    assert_eq!(home.herma(&["check", "ls"]).code(), Some(0));
}

#[test]
fn what_a_rule_wants_of_the_answer_is_explained() {
    let home = Home::new();
    let rule = "[[rule]]\nname = \"far\"\nprogram = \"touch\"\ndecision = \"ask\"\nlevel = 2\nquorum = 3\nself_approval = false\n";
    write(&home, rule);
    let said = home.herma(&["explain", "touch x"]);
    let want = "every time, by a human, answered at level 2, by 3 people, not by whoever runs the agent";
    assert!(said.stdout.contains(want), "{said:?}");
    let said = home.herma(&["check", "--json", "touch x"]);
    assert!(said.stdout.contains("\"level\":2,\"quorum\":3,\"self_approval\":false"), "{said:?}");
    let said = home.herma(&["policy", "show"]);
    assert!(said.stdout.contains("of level 2, 3 people, not whoever runs the agent"), "{said:?}");
}

#[test]
fn a_broken_file_leaves_the_last_good_one_in_force() {
    let home = Home::new();
    let path = write(&home, DENY_DOCKER);
    assert_eq!(home.herma(&["check", "docker ps"]).code(), Some(20));
    fs::write(&path, "version = 1\n[[rule]]\nname = \"x\"\ndecison = \"deny\"\n").unwrap();
    let said = home.herma(&["check", "docker ps"]);
    assert_eq!(said.code(), Some(20), "{said:?}");
    assert!(said.stderr.contains("line 4, column 1"), "{said:?}");
    let said = home.herma(&["policy", "check"]);
    assert_eq!(said.code(), Some(1), "{said:?}");
    assert!(said.stdout.contains("did you mean `decision`?"), "{said:?}");
    let said = home.herma(&["policy", "show"]);
    assert!(said.stdout.contains("the last good copy is in force"), "{said:?}");
    assert!(said.stdout.contains("no-docker: deny, program docker"), "{said:?}");
}

#[test]
fn an_example_that_comes_out_otherwise_is_named() {
    let home = Home::new();
    write(&home, &format!("{DENY_DOCKER}example = [{{ run = \"ls\", want = \"deny\" }}]\n"));
    let said = home.herma(&["policy", "test"]);
    assert_eq!(said.code(), Some(1), "{said:?}");
    assert!(
        said.stdout.contains("rule no-docker: `ls` should be deny, and is allow (decided by tier"),
        "{said:?}"
    );
}

#[test]
fn a_rule_is_added_by_a_person_and_comments_stay() {
    let home = Home::new();
    let path = write(&home, "# mine\n[mode] # how strictly\nshell = \"enforce\"\n");
    let add = [
        "policy",
        "add",
        "quiet",
        "--program",
        "git push",
        "--decision",
        "allow",
        "--run",
        "git push origin main=allow",
    ];
    let said = home.herma(&add);
    assert_eq!(said.code(), Some(1), "without a terminal nobody says yes: {said:?}");
    let mut terminal = at_terminal(&home, &add);
    assert!(terminal.text().contains("adds the rule `quiet`"), "{}", terminal.text());
    approve(&mut terminal, "1");
    let said = terminal.finish();
    assert_eq!(said.code(), Some(0), "{said:?}");
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains("# mine\n[mode] # how strictly\n") && text.contains("name = \"quiet\""), "{text}");
    assert_eq!(home.herma(&["policy", "test"]).code(), Some(0));
    let said = home.herma(&["check", "--json", "git push origin main"]);
    assert!(said.stdout.contains("policy:quiet"), "{said:?}");
    assert!(home.herma(&["audit", "export"]).stdout.contains("\"kind\":\"policy\""));
}

#[test]
fn t51_a_weaker_mode_takes_a_person_and_is_on_record() {
    let home = Home::new();
    let said = home.herma(&["mode", "set", "shell", "observe"]);
    assert_eq!(said.code(), Some(1), "without a terminal nobody says yes: {said:?}");
    assert_eq!(home.herma(&["check", "git push origin main"]).code(), Some(10));
    for text in ["herma mode set shell observe", "herma policy add x --decision allow --program rm"] {
        assert_eq!(home.herma(&["check", text]).code(), Some(20), "{text}");
    }
    for text in ["herma mode show", "herma policy check", "herma policy test", "herma policy show"] {
        assert_eq!(home.herma(&["check", text]).code(), Some(0), "{text}");
    }

    let mut terminal = at_terminal(&home, &["mode", "set", "shell", "observe"]);
    approve(&mut terminal, "1");
    assert_eq!(terminal.finish().code(), Some(0));
    let said = home.herma(&["check", "--json", "git push origin main"]);
    assert!(
        said.stdout.contains("\"decided_by\":\"mode:observe\"") && said.stdout.contains("\"would\":\"ask\""),
        "{said:?}"
    );
    assert!(home.herma(&["mode", "show"]).stdout.contains("shell    observe"));
    let chain = home.herma(&["audit", "export"]).stdout;
    assert!(chain.contains("\"kind\":\"mode\"") && chain.contains("observe"), "{chain}");
    assert_eq!(home.herma(&["audit", "verify"]).code(), Some(0));

    // Back is no question.
    assert_eq!(home.herma(&["mode", "set", "all", "enforce"]).code(), Some(0));
    assert_eq!(home.herma(&["check", "git push origin main"]).code(), Some(10));
}

#[test]
fn t48_a_hook_meets_the_rules_of_its_project_and_nothing_looser() {
    let home = Home::new();
    let app = home.0.join("app");
    fs::create_dir_all(app.join(".herma")).unwrap();
    fs::create_dir_all(app.join("deep")).unwrap();
    let rules = format!("version = 1\n[mode]\nshell = \"off\"\n{DENY_DOCKER}");
    fs::write(app.join(".herma/policy.toml"), rules).unwrap();
    let hook = |folder: &Path, command: &str| {
        let mut hook = Command::new(HERMA);
        hook.args(["hook", "claude-code", "--deadline", "2", "--home", &home.herma_home()]);
        hook.env_clear().env("HOME", &home.0).env("PATH", "/usr/bin:/bin").current_dir(&home.0);
        let mut hook = hook.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let call = json!({"session_id": "s", "hook_event_name": "PreToolUse", "cwd": folder,
            "tool_name": "Bash", "tool_input": {"command": command}});
        hook.stdin.take().unwrap().write_all(call.to_string().as_bytes()).unwrap();
        String::from_utf8(hook.wait_with_output().unwrap().stdout).unwrap()
    };
    let said = hook(&app.join("deep"), "ls; docker ps");
    assert!(said.contains("\"deny\"") && said.contains("rule `no-docker`: not here"), "{said}");
    let said = hook(&app, "git push origin main");
    assert!(said.contains("pending approval"), "the project's mode is not taken: {said}");
    let said = hook(&home.0, "docker ps");
    assert!(said.contains("\"allow\""), "{said}");
    for command in
        ["cd app && docker ps", "true; (cd ./app/deep; docker ps)", "bash -c 'cd app && docker ps'"]
    {
        let said = hook(&home.0, command);
        assert!(said.contains("rule `no-docker`: not here"), "{command}: {said}");
    }
}

#[test]
fn t47_no_agent_changes_a_projects_rules() {
    let home = Home::new();
    for text in [
        "rm -rf .herma",
        "mv .herma x",
        "echo x > .herma/policy.toml",
        "sed -i s/deny/ask/ .herma/policy.toml",
    ] {
        assert_eq!(home.herma(&["check", text]).code(), Some(20), "{text}");
    }
    assert_eq!(home.herma(&["check", "cat .herma/policy.toml"]).code(), Some(0));
}

#[test]
fn an_administrators_deny_holds_whatever_the_user_allows() {
    let home = Home::new();
    write(
        &home,
        "[[rule]]\nname = \"yes\"\nprogram = \"docker\"\ndecision = \"allow\"\nmax_tier = \"critical\"\n",
    );
    let admin = home.0.join("admin.toml");
    fs::write(&admin, format!("version = 1\n{DENY_DOCKER}")).unwrap();
    let mut check = Command::new(HERMA);
    check.args(["check", "--json", "--home", &home.herma_home(), "docker ps"]);
    check.env("HERMA_TEST_ADMIN_POLICY", &admin).current_dir(&home.0);
    let said = String::from_utf8(check.output().unwrap().stdout).unwrap();
    assert!(said.contains("policy:no-docker") && said.contains("\"layer\":\"admin\""), "{said}");
}

/// `herma ARGS…` under an administrator's policy.
fn under_admin(home: &Home, admin: &str, args: &[&str]) -> support::Said {
    let path = home.0.join("admin.toml");
    fs::write(&path, format!("version = 1\n{admin}")).unwrap();
    let place = path.display().to_string();
    home.start((100, 40), args, &[("HERMA_TEST_ADMIN_POLICY", &place)]).finish()
}

#[test]
fn t51_what_the_administrator_has_pinned_stays() {
    let home = Home::new();
    let pinned = "[mode]\nshell = \"enforce\"\npinned = true\n";
    let file = write(&home, "[mode]\nshell = \"off\"\nheadless = \"off\"\n");
    let said = under_admin(&home, pinned, &["check", "git push origin main"]);
    assert_eq!(said.code(), Some(10), "{said:?}");
    assert!(said.stderr.contains("`mode.shell` of your own policy is ignored"), "{said:?}");
    let shown = under_admin(&home, pinned, &["mode", "show"]).stdout;
    assert!(shown.contains("shell    enforce  admin policy") && shown.contains("pinned"), "{shown}");
    for area in ["shell", "all", "headless", "cron"] {
        let said = under_admin(&home, pinned, &["mode", "set", area, "observe"]);
        assert_eq!(said.code(), Some(1), "{said:?}");
        assert!(said.stderr.contains("the administrator has pinned the modes"), "{said:?}");
    }
    assert_eq!(
        fs::read_to_string(&file).unwrap(),
        "version = 1\n[mode]\nshell = \"off\"\nheadless = \"off\"\n"
    );
    // Without the pin the user's word counts.
    let said = under_admin(&home, "[mode]\nshell = \"enforce\"\n", &["check", "git push origin main"]);
    assert_eq!(said.code(), Some(0), "{said:?}");
}

#[test]
fn where_nobody_sits_another_mode_holds() {
    let home = Home::new();
    write(&home, "[mode]\nshell = \"observe\"\nheadless = \"enforce\"\n[hook]\nask = \"deny\"\n");
    let call = json!({"session_id": "s", "cwd": home.0, "permission_mode": "default",
        "hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": "git push origin main"}});
    let hook = |entry: &str| {
        let mut hook = Command::new(HERMA);
        hook.args(["hook", "claude-code", "--deadline", "5", "--home", &home.herma_home()]);
        hook.env_clear()
            .env("HOME", &home.0)
            .env("PATH", "/usr/bin:/bin")
            .env("CLAUDE_CODE_ENTRYPOINT", entry);
        hook.current_dir(&home.0).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = hook.spawn().unwrap();
        child.stdin.take().unwrap().write_all(call.to_string().as_bytes()).unwrap();
        support::finish(child).stdout
    };
    assert_eq!(hook("cli"), "", "a person sits there: observed, by silence");
    assert!(hook("sdk-py").contains("pending approval"), "nobody does: asked");
    // At a terminal `herma run` is a person's; without one it is nobody's.
    let at_terminal = home.start((100, 30), &["run", "git push no-such-remote main || true"], &[]).finish();
    assert_eq!(at_terminal.code(), Some(0), "{at_terminal:?}");
    let mut nowhere = Terminal::new(80, 24);
    nowhere.folder = Some(home.0.clone());
    let (user, own) = (home.0.display().to_string(), home.herma_home());
    write(
        &home,
        "[mode]\nshell = \"observe\"\nheadless = \"enforce\"\n[times]\nmedium = \"1s\"\nhigh = \"1s\"\ncritical = \"1s\"\n",
    );
    support::policy::apply(Path::new(&own));
    nowhere.start(
        support::pty::Place::Nowhere,
        &["run", "--home", &own, "git push no-such-remote main"],
        &[("HOME", &user)],
    );
    let said = nowhere.finish();
    assert_eq!(said.code(), Some(124), "{said:?}");
}

#[test]
fn explain_names_the_rule_of_each_part() {
    let home = Home::new();
    write(
        &home,
        "[[rule]]\nname = \"pushes\"\nprogram = \"git push\"\ndecision = \"allow\"\n\
         [[rule]]\nname = \"compose\"\nprogram = \"docker compose down\"\ndecision = \"ask\"\n\
         [[rule]]\nname = \"no-npm\"\nprogram = \"npm\"\ndecision = \"deny\"\n",
    );
    let text = "ls; git push origin main && docker compose down; npm test; curl -X POST -d x https://a.example; rm -rf /";
    let page = home.herma(&["explain", text]).stdout;
    let (_, parts) = page.split_once("parts\n").unwrap();
    let parts: Vec<Vec<&str>> =
        parts.lines().take(6).map(|line| line.split_whitespace().collect::<Vec<_>>()).collect();
    let brief: Vec<(&str, &str)> = parts.iter().map(|part| (part[0], *part.last().unwrap())).collect();
    assert_eq!(
        brief,
        [
            ("allow", "[tier]"),
            ("allow", "[policy:pushes]"),
            ("ask", "[policy:compose]"),
            ("deny", "[policy:no-npm]"),
            ("ask", "[tier]"),
            ("deny", "[hardline]"),
        ],
        "{page}"
    );
}
