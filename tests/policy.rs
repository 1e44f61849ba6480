//! Policy through the binary: layers, broken files, the commands, and the cookbook of docs/policy.md.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test says no by panicking")]

mod support;

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
fn a_rule_that_nobody_here_may_answer_is_denied() {
    let home = Home::new();
    write(&home, "[[rule]]\nname = \"far\"\nprogram = \"touch\"\ndecision = \"ask\"\nlevel = 2\n");
    let said = home.herma(&["run", "touch x"]);
    assert_eq!(said.code(), Some(126), "{said:?}");
    assert!(said.stderr.contains("level 2"), "{said:?}");
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
    assert!(home.herma(&["mode", "show"]).stdout.contains("shell  observe"));
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
