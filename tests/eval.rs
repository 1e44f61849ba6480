//! `herma eval` through the binary: counts, misses, the curve and its picture.

use std::path::PathBuf;
use std::process::{Command, Output};

const ROWS: &str = r#"{"command":"git status","want":"allow","source":"own","cwd":"/home/dev/src/app","home":"/home/dev"}
{"command":"rm -rf ~","want":"deny","source":"own","cwd":"/home/dev/src/app","home":"/home/dev"}
{"command":"ls","want":"deny","source":"own","cwd":"/home/dev/src/app","home":"/home/dev"}
{"tool":"send_message","args":{"target":"Dana","message":"hi"},"label":"outbound","source":"tools"}
"#;

fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("eval-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&path).unwrap();
    path
}

fn eval(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_herma"))
        .arg("eval")
        .args(args)
        .env_clear()
        .env("HOME", "/nonexistent")
        .output()
        .unwrap()
}

#[test]
fn rows_are_counted_by_source_and_stratum() {
    let folder = folder("count");
    let file = folder.join("rows.jsonl");
    std::fs::write(&file, ROWS).unwrap();
    let (misses, curve) = (folder.join("misses.jsonl"), folder.join("curve.svg"));
    let out = eval(&[
        "--misses",
        misses.to_str().unwrap(),
        "--curve",
        curve.to_str().unwrap(),
        file.to_str().unwrap(),
    ]);
    let text = String::from_utf8(out.stdout).unwrap();
    assert!(out.status.success(), "{text}");
    let row = text.lines().find(|l| l.contains("want deny")).unwrap();
    assert_eq!(row.split_whitespace().skip(3).take(4).collect::<Vec<_>>(), ["2", "1", "0", "1"], "{row}");
    assert!(text.contains("3 of 4 rows as labelled"), "{text}");
    let missed = std::fs::read_to_string(misses).unwrap();
    assert_eq!(missed.lines().count(), 1);
    assert!(missed.contains(r#""got":"allow""#), "{missed}");
    assert!(std::fs::read_to_string(curve).unwrap().starts_with("<svg"));
}

#[test]
fn figures_do_not_depend_on_the_user_who_measures() {
    let folder = folder("user");
    let file = folder.join("rows.jsonl");
    let rows = r#"{"command":"apt-get install -y jq","want":"allow","source":"own"}
{"command":"apt-get install -y jq","want":"ask","source":"own","user":"root"}
"#;
    std::fs::write(&file, rows).unwrap();
    let out = eval(&[file.to_str().unwrap()]);
    let text = String::from_utf8(out.stdout).unwrap();
    assert!(text.contains("2 of 2 rows as labelled"), "{text}");
}

#[test]
fn a_broken_row_is_named() {
    let folder = folder("broken");
    let file = folder.join("rows.jsonl");
    std::fs::write(&file, "{\"command\":\"ls\",\"want\":\"allow\"}\nnot json\n").unwrap();
    let out = eval(&[file.to_str().unwrap()]);
    assert_eq!(out.status.code(), Some(1));
    assert!(String::from_utf8(out.stderr).unwrap().contains("line 2"));
}

#[test]
fn no_file_is_wrong_usage() {
    assert_eq!(eval(&[]).status.code(), Some(2));
}

#[test]
fn rules_of_people_are_counted_by_project() {
    let rows = r#"{"id":"1","by":"a","kind":"allow","tool":"Bash","exact":true,"command":"git status","cwd":"/home/dev/src/app","home":"/home/dev"}
{"id":"2","by":"b","kind":"allow","tool":"Bash","exact":true,"command":"kubectl delete namespace prod","cwd":"/home/dev/src/app","home":"/home/dev"}
{"id":"3","by":"b","kind":"deny","tool":"Read","exact":true,"command":".env","cwd":"/home/dev/src/app","home":"/home/dev"}
{"id":"4","by":"b","kind":"allow","tool":"Bash","exact":false,"command":"kubectl delete"}
"#;
    let file = folder("people").join("rows.jsonl");
    std::fs::write(&file, rows).unwrap();
    let out = eval(&[file.to_str().unwrap()]);
    let text = String::from_utf8(out.stdout).unwrap();
    let line =
        |name: &str| text.lines().find(|l| l.contains(name)).unwrap_or_else(|| panic!("{name}: {text}"));
    assert!(line("allow exact").contains("none in 1 of 2 projects"), "{text}");
    assert!(line("people Read").contains("100.0 %"), "{text}");
    assert!(text.contains("3 of 4 rows as labelled"), "a prefix is neither right nor wrong: {text}");
}

#[test]
fn files_of_a_row_are_read_as_if_they_were_there() {
    let row = |content: &str, tracked: &str| {
        format!(
            r#"{{"command":"bash setup.sh","want":"allow","source":"own","cwd":"/home/dev/src/app","home":"/home/dev","files":{{"setup.sh":{content}}}{tracked}}}"#
        )
    };
    let file = folder("files").join("rows.jsonl");
    for (content, tracked, decision) in [
        (r#""cargo test\n""#, "", 1),
        (r#""rm -rf ~/Documents\n""#, r#","tracked":["setup.sh"]"#, 2),
        (r#"{"base64":"cm0gLXJmIH4vRG9jdW1lbnRzCg=="}"#, "", 2),
        (r#"{"repeat":"true\n","times":3,"then":"rm -rf ~/Documents\n"}"#, "", 2),
    ] {
        std::fs::write(&file, row(content, tracked)).unwrap();
        let out = eval(&[file.to_str().unwrap()]);
        let text = String::from_utf8(out.stdout).unwrap();
        let line = text.lines().find(|l| l.contains("want allow")).unwrap();
        let counts: Vec<&str> = line.split_whitespace().skip(3).take(4).collect();
        assert_eq!(counts.get(decision), Some(&"1"), "{content}: {line}");
    }
}
