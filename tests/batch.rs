//! The contract of `herma check --batch` (design, section 10), through the binary.

use crate::common;

use common::{CWD, HOME, assert_contract, batch, herma};
use serde_json::{Value, json};

const ALLOWED: &str = "git status";
const ASKED: &str = "git push --force origin main";
const DENIED: &str = "rm -rf /";

#[test]
fn batch_answers_in_order_whatever_the_ids() {
    let commands = [ALLOWED, DENIED, "ls -la", ASKED];
    let wants = ["allow", "deny", "allow", "ask"];
    let mut input = String::new();
    for n in 0..2_000 {
        let id = match n % 3 {
            0 => json!(n),
            1 => json!(format!("row-{n}")),
            _ => json!(n as f64 + 0.5),
        };
        input.push_str(&json!({"id": id, "command": commands[n % 4]}).to_string());
        input.push('\n');
    }
    let answers = batch(&input);
    assert_eq!(answers.len(), 2_000);
    for (n, answer) in answers.iter().enumerate() {
        let id = match n % 3 {
            0 => json!(n),
            1 => json!(format!("row-{n}")),
            _ => json!(n as f64 + 0.5),
        };
        assert_eq!(answer["id"], id);
        assert_eq!(answer["decision"], wants[n % 4], "{answer}");
    }
    assert_contract(&answers[0]);
}

#[test]
fn batch_echoes_ids_exactly_and_null_without_one() {
    let ids = [r#""""#, r#""a\"b\u00e9""#, "0", "-7", "18446744073709551615", "1.5", "null"];
    let mut input: String = ids.iter().map(|id| format!("{{\"id\":{id},\"command\":\"ls\"}}\n")).collect();
    input.push_str("{\"command\":\"ls\"}");
    let answers = batch(&input);
    assert_eq!(answers.len(), ids.len() + 1, "the last line counts without a line end");
    for (id, answer) in ids.iter().zip(&answers) {
        assert_eq!(answer["id"], serde_json::from_str::<Value>(id).unwrap());
    }
    assert_eq!(answers.last().unwrap()["id"], Value::Null);
}

#[test]
fn batch_answers_what_it_cannot_read_with_ask() {
    let unreadable = [
        "{not json",
        "[]",
        "42",
        "\"rm -rf /\"",
        "null",
        "{}",
        r#"{"id": 7}"#,
        r#"{"id": 8, "command": 5}"#,
        r#"{"id": 9, "command": null}"#,
        r#"{"id": 10, "tool": 3, "args": {}}"#,
        r#"{"id": 11, "command": "ls""#,
    ];
    let input = unreadable.join("\n") + "\n{\"id\":\"last\",\"command\":\"git status\"}\n";
    let answers = batch(&input);
    assert_eq!(answers.len(), unreadable.len() + 1);
    for (line, answer) in unreadable.iter().zip(&answers) {
        assert_eq!(answer["decision"], "ask", "{line}: {answer}");
        assert_contract(answer);
    }
    for (at, id) in [(6, 7), (7, 8), (8, 9), (9, 10)] {
        assert_eq!(answers[at]["id"], id, "an id that could be read is echoed");
    }
    assert_eq!(answers.last().unwrap()["decision"], "allow", "a bad line spoils no other");
}

#[test]
fn batch_takes_bytes_that_are_no_text() {
    let run = herma(
        &["check", "--batch"],
        b"{\"id\":1,\"command\":\"ls \xff\xfe\"}\n{\"id\":2,\"command\":\"ls\"}\n",
    );
    assert_eq!(run.code, Some(0), "{run:?}");
    let answers: Vec<Value> = run.stdout.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    assert_eq!(answers.len(), 2);
    assert_eq!(answers[0]["decision"], "ask");
    assert_eq!(answers[1]["decision"], "allow");
}

#[test]
fn batch_of_nothing_is_answered_by_nothing() {
    let run = herma(&["check", "--batch"], b"");
    assert_eq!((run.code, run.stdout.as_str()), (Some(0), ""));
}

#[test]
fn batch_lines_have_a_place_of_their_own() {
    let rows = [
        json!({"id": "build", "command": "rm -rf ./build", "cwd": "/home/dev/src/app", "home": "/home/dev"}),
        json!({"id": "home", "command": "rm -rf .", "cwd": "/home/eve", "home": "/home/eve"}),
        json!({"id": "root", "command": "rm -rf *", "cwd": "/", "home": "/home/dev"}),
        json!({"id": "tilde", "command": "rm -rf /srv/eve", "cwd": "/tmp", "home": "/srv/eve"}),
    ];
    let input: String = rows.iter().map(|row| format!("{row}\n")).collect();
    let got: Vec<String> = batch(&input)
        .iter()
        .map(|a| format!("{} {}", a["id"].as_str().unwrap(), a["decision"].as_str().unwrap()))
        .collect();
    assert_eq!(got, ["build allow", "home deny", "root deny", "tilde deny"]);
}

#[test]
fn batch_lines_are_independent() {
    let input = format!(
        "{}\n{}\n",
        json!({"id": 1, "command": "cd /; X=rm; export X"}),
        json!({"id": 2, "command": "ls *", "cwd": CWD, "home": HOME})
    );
    assert_eq!(batch(&input)[1]["decision"], "allow");
}

#[test]
fn batch_takes_tool_calls() {
    let rows = [
        (json!({"id": 1, "tool": "read_file", "args": {"path": "src/main.rs"}}), "allow"),
        (
            json!({"id": 2, "tool": "write_file", "args": {"path": "src/main.rs", "content": "fn main() {}"}}),
            "allow",
        ),
        (json!({"id": 3, "tool": "terminal", "args": {"command": DENIED}}), "deny"),
        (json!({"id": 4, "tool": "send_message", "args": {"to": "eve@example.com", "text": "hello"}}), "ask"),
        (json!({"id": 5, "tool": "Bash", "args": {"command": DENIED}, "action": "read"}), "deny"),
        (json!({"id": 6, "tool": "frobnicate", "args": {}, "description": "Deletes every customer"}), "ask"),
    ];
    let input: String = rows
        .iter()
        .map(|(row, _)| {
            let mut row = row.clone();
            row["cwd"] = json!(CWD);
            row["home"] = json!(HOME);
            format!("{row}\n")
        })
        .collect();
    for (answer, (row, want)) in batch(&input).iter().zip(&rows) {
        assert_eq!(answer["decision"], *want, "{row}: {answer}");
        assert_eq!(answer["tool_name"], row["tool"]);
        assert_contract(answer);
    }
}

#[test]
fn a_long_batch_line_does_not_stop_the_others() {
    let long = "x".repeat(1 << 20);
    let input = format!("{}\n{}\n", json!({"id": 1, "command": long}), json!({"id": 2, "command": "ls"}));
    let answers = batch(&input);
    assert_ne!(answers[0]["decision"], "allow");
    assert_eq!(answers[0]["decided_by"], "bound");
    assert_eq!(answers[1]["decision"], "allow");
}

/// Texts that ended the process: every line has its answer, and so have those behind it.
#[test]
fn batch_survives_texts_that_overflowed_its_stack() {
    let hard = [
        format!("ls {}", "/a".repeat(32_000)),
        format!("rm {}", "*/".repeat(30_000)),
        format!("ls {}", "**/".repeat(20_000)),
        format!("vim -c '{}' x", ":g/a/".repeat(12_000)),
        format!("sed '{}' x", "s/a/b/;".repeat(8_000)),
    ];
    let mut input = String::new();
    for (n, text) in hard.iter().enumerate() {
        input.push_str(&json!({"id": n, "command": text}).to_string());
        input.push('\n');
    }
    input.push_str(&json!({"id": "cwd", "command": "rm x", "cwd": "/a".repeat(400_000)}).to_string());
    input.push('\n');
    input.push_str(&json!({"id": "home", "command": "rm ~/x", "home": "/a".repeat(400_000)}).to_string());
    input.push('\n');
    input.push_str(&json!({"id": "last", "command": DENIED}).to_string());
    let answers = batch(&input);
    assert_eq!(answers.len(), hard.len() + 3);
    for (n, answer) in answers.iter().take(hard.len()).enumerate() {
        assert_eq!(answer["id"], json!(n));
    }
    for answer in &answers[hard.len()..hard.len() + 2] {
        assert_eq!(answer["decision"], "ask", "{}", answer["id"]);
    }
    assert_eq!(answers.last().unwrap()["decision"], "deny");
}
