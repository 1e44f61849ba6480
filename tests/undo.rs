//! The way back, end to end: kept by `herma run` and by hooks, listed by `herma review`, gone by `herma undo`.

use crate::support;

use serde_json::{Value, json};
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, SystemTime};
use support::held::{Heard, approve_at, ended, started, wait_for_calls};
use support::home::{Home, approve};
use support::{HERMA, Said, finish, run};

const KEEP: &str = "version = 1\n[review]\nchanges = \"keep\"\n";
const ALLOW: &str = "version = 1\n[review]\nchanges = \"keep\"\ndeletes = \"allow\"\n";

fn home(policy: &str) -> Home {
    let home = Home::new();
    fs::create_dir_all(home.herma_home()).unwrap();
    fs::write(Path::new(&home.herma_home()).join("policy.toml"), policy).unwrap();
    fs::write(home.0.join("photos/dog.jpg"), "dog").unwrap();
    fs::set_permissions(home.0.join("photos/dog.jpg"), fs::Permissions::from_mode(0o640)).unwrap();
    fs::create_dir(home.0.join("photos/empty")).unwrap();
    symlink("cat.jpg", home.0.join("photos/best")).unwrap();
    fs::hard_link(home.0.join("photos/cat.jpg"), home.0.join("photos/kitty.jpg")).unwrap();
    let old = SystemTime::UNIX_EPOCH + Duration::new(1_600_000_000, 987_654_321);
    for name in ["photos/cat.jpg", "photos/dog.jpg", "photos/empty", "photos"] {
        fs::File::open(home.0.join(name)).unwrap().set_modified(old).unwrap();
    }
    home
}

/// Everything below the photos, as it is to come back.
fn photos(home: &Home) -> Vec<String> {
    let mut out = Vec::new();
    let mut waiting = vec![home.0.join("photos")];
    while let Some(path) = waiting.pop() {
        let m = fs::symlink_metadata(&path).unwrap();
        let inside = match m.is_dir() {
            true => String::new(),
            false if m.is_symlink() => format!("{:?}", fs::read_link(&path).unwrap()),
            false => fs::read_to_string(&path).unwrap(),
        };
        let time = (m.mtime(), m.mtime_nsec());
        let names = if m.is_dir() { 0 } else { m.nlink() };
        out.push(format!("{} {:o} {names} {time:?} {inside}", path.display(), m.mode()));
        if m.is_dir() {
            waiting.extend(fs::read_dir(&path).unwrap().map(|one| one.unwrap().path()));
        }
    }
    out.sort();
    out
}

fn reviewed(home: &Home) -> Vec<Value> {
    let said = home.herma(&["review", "--json"]);
    serde_json::from_str(&said.stdout).unwrap_or_else(|e| panic!("{e}: {said:?}"))
}

fn id(home: &Home) -> String {
    reviewed(home)[0]["id"].as_str().unwrap().to_owned()
}

fn call(home: &Home, tool: &str, input: Value) -> Value {
    json!({"session_id": "s", "cwd": home.0, "permission_mode": "default", "hook_event_name": "PreToolUse",
        "tool_name": tool, "tool_input": input})
}

fn hook_command(home: &Home, deadline: &str) -> Command {
    let mut hook = support::command(HERMA, &home.0);
    hook.args(["hook", "claude-code", "--deadline", deadline, "--home", &home.herma_home()]);
    hook
}

fn hook(home: &Home, deadline: &str, tool: &str, input: Value) -> Value {
    let said = run(&mut hook_command(home, deadline), call(home, tool, input).to_string().as_bytes());
    let answer: Value = serde_json::from_str(&said.stdout).unwrap_or_else(|e| panic!("{e}: {said:?}"));
    answer["hookSpecificOutput"].clone()
}

#[test]
fn a_deletion_that_can_be_undone_runs_and_comes_back_exactly() {
    let home = home(ALLOW);
    let before = photos(&home);
    let said = home.herma(&["run", "rm -rf photos"]);
    assert_eq!(said.code(), Some(0), "{said:?}");
    assert!(!home.0.join("photos").exists());
    assert!(said.stderr.contains("puts it back"), "{said:?}");
    let list = home.herma(&["review"]).stdout;
    assert!(list.contains("rm -rf photos") && list.contains("can be undone for 23 h"), "{list}");
    let show = home.herma(&["review", "show", &id(&home)]).stdout;
    assert!(show.contains("puts back") && show.contains("photos/cat.jpg"), "{show}");
    let undone = home.herma(&["undo", &id(&home)]);
    assert_eq!(undone.code(), Some(0), "{undone:?}");
    assert_eq!(photos(&home), before);
    // And the undo itself.
    let (_, redo) = undone.stdout.split_once("`herma undo ").unwrap();
    let redone = home.herma(&["undo", redo.split('`').next().unwrap()]);
    assert_eq!(redone.code(), Some(0), "{redone:?}");
    assert!(!home.0.join("photos").exists());
    assert_eq!(home.herma(&["audit", "verify"]).code(), Some(0));
    assert!(home.herma(&["audit", "export"]).stdout.contains("\"undo\""));
}

#[test]
fn killed_at_any_step_it_goes_on() {
    for step in 0..40 {
        let home = home(ALLOW);
        let before = photos(&home);
        assert_eq!(home.herma(&["run", "rm -rf photos"]).code(), Some(0));
        let id = id(&home);
        let mut undo = Command::new(HERMA);
        undo.args(["undo", "--home", &home.herma_home(), &id]).env_clear().env("HOME", &home.0);
        undo.env("HERMA_TEST_FAULT", format!("undo-{step}")).current_dir(&home.0);
        undo.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let killed = finish(undo.spawn().unwrap());
        let again = home.herma(&["undo", &id]);
        assert_eq!(photos(&home), before, "step {step}: {killed:?} {again:?}");
        if killed.code().is_some() {
            assert!(step > 10, "it ended by itself after {step} steps");
            return;
        }
    }
    panic!("it has more steps than anybody thought");
}

#[test]
fn without_that_setting_it_is_asked_about_and_the_prompt_says_so() {
    let home = home(KEEP);
    let before = photos(&home);
    let mut terminal = home.run("rm -rf photos");
    let text = terminal.text().split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("(can be undone until tomorrow)"), "{text}");
    assert!(text.contains("deletes 4 files"), "{text}");
    approve(&mut terminal, "1");
    let said = terminal.finish();
    assert_eq!(said.code(), Some(0), "{said:?}");
    assert!(!home.0.join("photos").exists());
    assert_eq!(home.herma(&["undo", &id(&home)]).code(), Some(0));
    assert_eq!(photos(&home), before);
}

#[test]
fn what_changes_a_file_is_kept_whatever_it_is() {
    for command in [
        "echo x > photos/dog.jpg",
        "echo x >> photos/dog.jpg",
        "truncate -s 1 photos/dog.jpg",
        "mv photos/dog.jpg photos/wolf.jpg",
        "mv photos/dog.jpg photos/empty",
        "rm photos/dog.jpg",
        "rm photos/*",
        "rmdir photos/empty",
        "chmod 600 photos/dog.jpg",
        "sed -i s/dog/wolf/ photos/dog.jpg",
        "cp photos/dog.jpg photos/new.jpg",
        "mkdir -p photos/a/b && echo x > photos/a/b/c",
        "echo x | tee photos/dog.jpg",
    ] {
        let home = home(ALLOW);
        let before = photos(&home);
        let said = home.herma(&["run", command]);
        assert!(photos(&home) != before, "{command}: {said:?}");
        let undone = home.herma(&["undo", &id(&home)]);
        assert_eq!(undone.code(), Some(0), "{command}: {undone:?}");
        assert_eq!(photos(&home), before, "{command}");
    }
}

#[test]
fn a_hook_keeps_it_too() {
    let home = home(ALLOW);
    let before = photos(&home);
    let photo = home.0.join("photos/dog.jpg");
    // As Claude Code would, after the hook's yes.
    let answer = hook(&home, "25", "Write", json!({"file_path": photo, "content": "wolf"}));
    assert_eq!(answer["permissionDecision"], "allow", "{answer}");
    fs::write(&photo, "wolf").unwrap();
    let written = photos(&home);
    let answer = hook(&home, "25", "Bash", json!({"command": "rm -r photos"}));
    assert_eq!(answer["permissionDecision"], "allow", "{answer}");
    fs::remove_dir_all(home.0.join("photos")).unwrap();
    let all = reviewed(&home);
    assert_eq!((all.len(), all[0]["agent"].as_str()), (2, Some("claude-code")), "{all:?}");
    let undo = |n: usize| home.herma(&["undo", all[n]["id"].as_str().unwrap()]);
    assert_eq!(undo(0).code(), Some(0));
    assert_eq!(photos(&home), written);
    let said = undo(1);
    assert_eq!((said.code(), photos(&home)), (Some(0), before), "{said:?}");
}

#[test]
fn what_somebody_changed_since_is_left_alone() {
    let home = home(ALLOW);
    assert_eq!(home.herma(&["run", "echo a > photos/a; echo b > photos/b"]).code(), Some(0));
    fs::write(home.0.join("photos/a"), "mine now").unwrap();
    let said = home.herma(&["undo", &id(&home)]);
    assert_eq!(said.code(), Some(1), "{said:?}");
    assert!(said.stderr.contains("photos/a` was changed since"), "{said:?}");
    assert_eq!(fs::read_to_string(home.0.join("photos/a")).unwrap(), "mine now");
    assert!(!home.0.join("photos/b").exists(), "the rest of it is undone");
    let forced = home.herma(&["undo", &id(&home), "--force"]);
    assert!(forced.stderr.contains("only a person at a terminal"), "{forced:?}");
}

#[test]
fn no_way_back_is_no_reason_to_be_lenient() {
    let tight = format!("{ALLOW}files = 2\n");
    let home = home(&tight);
    let check = |command: &str| home.herma(&["check", command]).code();
    assert_eq!(check("rm -rf photos"), Some(10), "more files than are kept");
    assert_eq!(check("rm photos/dog.jpg"), Some(0));
    // Nothing can be written where it would be kept.
    fs::write(Path::new(&home.herma_home()).join("undo"), "a file").unwrap();
    let answer = hook(&home, "2", "Bash", json!({"command": "rm photos/dog.jpg"}));
    assert_eq!(answer["permissionDecision"], "deny", "{answer}");
    assert!(answer["permissionDecisionReason"].as_str().unwrap().contains("pending approval"), "{answer}");
    let said: Said = home.herma(&["check", "herma undo K7M2PX"]);
    assert_eq!(said.code(), Some(20), "an agent may not undo: {said:?}");
}

#[test]
fn off_is_off() {
    let home = home("version = 1\n");
    assert_eq!(home.herma(&["run", "echo x > photos/dog.jpg"]).code(), Some(0));
    assert!(reviewed(&home).is_empty());
    assert!(!Path::new(&home.herma_home()).join("undo").exists());
}

/// The agent's own prompt says that it can be undone: nobody tells us when it is answered.
#[test]
fn a_question_that_is_handed_on_has_its_way_back_too() {
    let home = home(&format!("{KEEP}[hook]\nask = \"agent\"\n"));
    let before = photos(&home);
    let answer = hook(&home, "25", "Bash", json!({"command": "rm -r photos"}));
    assert_eq!(answer["permissionDecision"], "ask", "{answer}");
    assert!(answer["permissionDecisionReason"].as_str().unwrap().contains("can be undone"), "{answer}");
    fs::remove_dir_all(home.0.join("photos")).unwrap();
    assert_eq!(home.herma(&["undo", &id(&home)]).code(), Some(0));
    assert_eq!(photos(&home), before);
}

/// Kept after the yes, not before the question: what was written while it waited comes back too.
#[test]
fn a_held_call_has_its_way_back_from_the_moment_it_is_approved() {
    let home = home(KEEP);
    let waiting =
        started(&mut hook_command(&home, "60"), &call(&home, "Bash", json!({"command": "rm -r photos"})));
    let request = wait_for_calls(&Path::new(&home.herma_home()).join("herma.db"), 1);
    assert!(reviewed(&home).is_empty(), "nothing is kept for a question");
    fs::write(home.0.join("photos/late.jpg"), "late").unwrap();
    let before = photos(&home);
    let mut terminal = home.start((100, 40), &["approve", &request.ticket], &[]);
    approve_at(&mut terminal, "1");
    let said = terminal.finish();
    assert_eq!(said.code(), Some(0), "{said:?}");
    assert_eq!(ended("claude-code", waiting), Heard::Allow);
    fs::remove_dir_all(home.0.join("photos")).unwrap();
    assert_eq!(home.herma(&["undo", &id(&home)]).code(), Some(0));
    assert_eq!(photos(&home), before);
}

/// What a folder holds counts, not only its name: the way back is said, and the question stays.
#[test]
fn what_is_precious_in_a_folder_is_asked_about_though_it_can_be_undone() {
    let home = home(ALLOW);
    let app = home.0.join("app");
    for folder in
        [".git/objects", ".git/refs", ".claude/skills", ".herma", "keys/deep", "notes", "vendor/.git", "conf"]
    {
        fs::create_dir_all(app.join(folder)).unwrap();
    }
    for file in [
        ".git/HEAD",
        ".claude/skills/a.md",
        "keys/deep/id_rsa",
        "notes/a.txt",
        "notes/b.txt",
        "vendor/.git/HEAD",
        "conf/.env",
        "a.txt",
    ] {
        fs::write(app.join(file), "ref: refs/heads/main\n").unwrap();
    }
    let check = |folder: &Path, command: &str| {
        let mut herma = support::command(HERMA, &home.0);
        herma.args(["check", "--home", &home.herma_home(), command]).current_dir(folder);
        run(&mut herma, b"")
    };
    let whole = format!("rm -rf {}", app.display());
    for command in [
        "rm -rf .",
        "rm -rf ./.??*",
        "rm -rf ./.h*",
        "rm -rf ./.c*",
        "rm -rf *",
        "rm -rf ./*",
        "rm -rf [a-z]*",
        "rm -rf keys",
        "rm -rf k*",
        "rm -rf .claude",
        "rm -rf vendor",
        "rm -rf notes conf",
        &whole,
        "rm -rf .git",
        "rm conf/.env",
    ] {
        let said = check(&app, command);
        assert!(matches!(said.code(), Some(10 | 20)), "{command}: {said:?}");
    }
    // From inside of it as well.
    for command in ["rm -rf ..", "rm -rf ../notes", "rm -rf ../keys", &whole] {
        let said = check(&app.join("notes"), command);
        assert!(matches!(said.code(), Some(10 | 20)), "{command}: {said:?}");
    }
    let said = check(&app, "rm -rf keys");
    assert!(said.stdout.contains("with `keys/deep/id_rsa` in it (can be undone"), "{said:?}");
    for command in ["rm -rf notes", "rm notes/*", "rm notes/a*", "rm a.txt"] {
        let said = check(&app, command);
        assert_eq!(said.code(), Some(0), "{command}: {said:?}");
    }
}
