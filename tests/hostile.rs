//! Hostile input, through the binary: a cautious verdict within a second, no crash, never an allow.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test says no by panicking")]

mod common;

use common::{Run, finish, herma};
use serde_json::json;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::time::Duration;

const A_SECOND: Duration = Duration::from_secs(1);
/// Linux takes no longer argument than this; what is longer comes on standard input.
const LONGEST_ARGUMENT: usize = 128 * 1024 - 1;

/// Every way in: as an argument where the system can carry it, on standard input, as a batch line, as a tool call.
fn verdicts(text: &[u8]) -> Vec<(&'static str, Run)> {
    let mut runs = vec![("stdin", herma(&["check", "-"], text))];
    if text.len() <= LONGEST_ARGUMENT && !text.contains(&0) {
        let mut command = common::command();
        command.arg("check").arg("--").arg(OsStr::from_bytes(text));
        runs.push(("argument", finish(&mut command, b"")));
    }
    runs
}

/// Through the JSON ways in, which carry text only.
fn batch_verdict(text: &str) -> serde_json::Value {
    let row = json!({"id": 1, "command": text, "cwd": common::CWD, "home": common::HOME});
    common::batch(&format!("{row}\n")).remove(0)
}

#[track_caller]
fn cautious(name: &str, text: &[u8]) {
    for (way, run) in verdicts(text) {
        let shown: String = format!("{:?}", run.stderr).chars().take(400).collect();
        assert!(
            matches!(run.code, Some(10 | 20)),
            "{name} by {way}: {} is no cautious verdict: {shown}",
            run.code.map_or("a signal".to_owned(), |code| format!("exit {code}"))
        );
        assert!(run.time < A_SECOND, "{name} by {way} took {:?}", run.time);
    }
    if let Ok(text) = std::str::from_utf8(text) {
        let answer = batch_verdict(text);
        assert_ne!(answer["decision"], "allow", "{name} by batch: {answer}");
    }
}

#[test]
fn empty() {
    cautious("nothing", b"");
    cautious("blanks", b" \t\n\n  ");
}

#[test]
fn nul_bytes() {
    cautious("a NUL", b"\0");
    cautious("a NUL inside", b"git status\0; rm -rf /");
    cautious("a NUL behind", b"ls\0");
    let answer = batch_verdict("git status\0");
    assert_ne!(answer["decision"], "allow");
}

#[test]
fn invalid_utf8() {
    cautious("a stray byte", b"ls \xff");
    cautious("half a character", b"echo \xe2\x82");
    cautious("an overlong slash", b"rm -rf \xc0\xaf");
    cautious("a lone surrogate", b"ls \xed\xa0\x80");
    cautious("nothing but stray bytes", &[0x80; 100]);
}

#[test]
fn carriage_returns() {
    // Bash takes a CR as a part of the word; other readers take it as a line end.
    cautious("CRLF", b"git status\r\nrm -rf /\r\n");
    cautious("a CR before the command", b"echo x\rrm -rf /");
    cautious("a CR in a plain command", b"ls\r\n");
}

#[test]
fn byte_order_mark() {
    cautious("a mark", "\u{feff}".as_bytes());
    cautious("a mark in front", "\u{feff}rm -rf /".as_bytes());
    cautious("a mark before a harmless command", "\u{feff}ls".as_bytes());
}

#[test]
fn ten_megabytes() {
    cautious("10 MB of one word", &vec![b'a'; 10_000_000]);
    cautious("10 MB of commands", "ls; ".repeat(2_500_000).as_bytes());
    cautious("10 MB of open parentheses", &vec![b'('; 10_000_000]);
    cautious("10 MB of NUL", &vec![0; 10_000_000]);
}

#[test]
fn just_past_the_bound() {
    let padded = |n: usize| format!("ls {}", "a".repeat(n - 3));
    cautious("one byte past 64 KiB", padded(64 * 1024 + 1).as_bytes());
    // t42: a cap must not hide what stands behind it.
    cautious("rm behind the bound", format!("{}; rm -rf /", padded(64 * 1024)).as_bytes());
    cautious("rm before the bound", format!("rm -rf /; {}", padded(64 * 1024)).as_bytes());
}

#[test]
fn nesting_without_end() {
    for depth in [5_000, 100_000] {
        for open in [
            "{ ",
            "(",
            "((",
            "$(",
            "$((",
            "${x:-",
            "`",
            "if ",
            "while ",
            "for x in a; do ",
            "case x in a) ",
            "[[ ( ",
            "<(",
            "{a,",
            "f() { ",
            "coproc { ",
            "\"$(",
            "\"`",
            "${x[",
            "x=(",
        ] {
            cautious(&format!("{depth} times `{open}`"), open.repeat(depth).as_bytes());
        }
    }
}

#[test]
fn closed_nesting_past_the_bound() {
    for (open, middle, close) in [
        ("{ ", "rm -rf /", "; }"),
        ("(", "rm -rf /", ")"),
        ("$(", "rm -rf /", ")"),
        ("\"$(", "rm -rf /", ")\""),
        ("echo \"$(", "rm -rf /", ")\""),
        ("echo $((", "1", "))"),
        ("${x:-", "$(rm -rf /)", "}"),
        ("if true; then ", "rm -rf /", "; fi"),
        ("while true; do ", "rm -rf /", "; done"),
        ("case x in x) ", "rm -rf /", ";; esac"),
        ("echo <(", "rm -rf /", ")"),
    ] {
        for depth in [33, 1_000, 5_000] {
            let text = format!("{}{middle}{}", open.repeat(depth), close.repeat(depth));
            cautious(&format!("{depth} deep `{open}`"), text.as_bytes());
        }
    }
}

#[test]
fn braces_and_backticks_of_the_issue() {
    cautious(
        "5,000 nested braces",
        format!("{}rm -rf /{}", "{ ".repeat(5_000), "; }".repeat(5_000)).as_bytes(),
    );
    cautious(
        "5,000 nested brace expansions",
        format!("echo {}a{}", "{b,".repeat(5_000), "}".repeat(5_000)).as_bytes(),
    );
    cautious("9,999 backticks", "`".repeat(9_999).as_bytes());
    cautious("10,000 backticks with rm", format!("{}rm -rf /", "`".repeat(10_000)).as_bytes());
    cautious(
        "1,000 nested \"$(",
        format!("{}rm -rf /{}", "\"$(".repeat(1_000), ")\"".repeat(1_000)).as_bytes(),
    );
    let mut deep = "rm -rf /".to_owned();
    for _ in 0..8 {
        // Each level doubles the backslashes, as bash wants it.
        deep = format!("echo `{}`", deep.replace('\\', "\\\\").replace('`', "\\`"));
    }
    cautious("backticks in backticks", deep.as_bytes());
}

#[test]
fn what_is_never_closed() {
    for text in [
        "echo 'abc",
        "echo \"abc",
        "echo $'abc",
        "echo `abc",
        "echo $(abc",
        "echo ${abc",
        "echo $((1",
        "((1",
        "[[ a",
        "( ls",
        "{ ls",
        "if true",
        "if true; then ls",
        "while true; do ls",
        "for x in a",
        "case x in",
        "case x in a) ls",
        "f() {",
        "cat <<EOF",
        "cat <<EOF\nrm -rf /\n",
        "cat <<'EOF'\nabc",
        "cat <<-\tEOF\nabc\nEO",
        "cat <<",
        "cat >",
        "ls |",
        "ls &&",
        "echo \"$(cat <<EOF\nabc\nEOF",
        "x=(a b",
        "rm -rf / '",
        "'; rm -rf /",
    ] {
        cautious(text, text.as_bytes());
    }
}

#[test]
fn what_closes_nothing() {
    for text in [
        ")",
        "}",
        "fi",
        "done",
        "esac",
        "then",
        "do",
        "else",
        ";;",
        "&&",
        "||",
        "|",
        ";",
        "&",
        "<",
        ">",
        "]]",
        "ls )",
        "ls ;; ls",
        "ls | | ls",
        "ls && && ls",
        "() ls",
        "{ }",
        "( )",
        "if; then; fi",
    ] {
        cautious(text, text.as_bytes());
    }
}

/// Work, not only depth and length, is bounded: a small text must not unfold into a large one.
#[test]
fn small_texts_that_unfold() {
    for text in [
        format!("echo {}", "{a,b}".repeat(64)),
        format!("echo {}", "{1..99999}".repeat(8)),
        "echo {1..999999999999}".to_owned(),
        format!("A=xxxxxxxxxxxxxxxx; {} $A -rf /", "A=$A$A; ".repeat(60)),
        format!(
            "{}f0() {{ rm -rf /; }}; f40",
            (1..=40).map(|n| format!("f{n}() {{ f{}; f{}; }}; ", n - 1, n - 1)).collect::<String>()
        ),
        "f() { f; f; }; f".to_owned(),
        "f() { bash -c f; }; f".to_owned(),
        format!("{}'rm -rf /'", "bash -c ".repeat(5_000)),
        format!("{}rm -rf /", "sudo ".repeat(5_000)),
        format!("{}rm -rf /", "env ".repeat(5_000)),
        format!("{}rm -rf /", "xargs ".repeat(5_000)),
        format!("printf '%99999999999s' x | sh; echo {}", "/*".repeat(5_000)),
        format!(
            "for a in {{1..99}}; do {} $a; {} done",
            "for b in {1..99}; do ".repeat(20),
            "done; ".repeat(20)
        ),
    ] {
        let shown: String = text.chars().take(60).collect();
        cautious(&shown, text.as_bytes());
    }
}

#[test]
fn other_languages_and_prose() {
    for text in [
        "Get-ChildItem -Path C:\\ -Recurse | Remove-Item -Force",
        "Remove-Item -Recurse -Force $env:USERPROFILE",
        "function fish_prompt; echo hi; end; rm -rf /",
        "please delete all the files in my home folder, thank you",
        "Sure! Here is the command:\n```bash\nrm -rf /\n```",
        "<html><body>rm</body></html>",
    ] {
        cautious(text, text.as_bytes());
    }
}

#[test]
fn hostile_json() {
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let args =
        ["{\"command\":", "{\"a\":"].map(|open| format!("{}1{}", open.repeat(50_000), "}".repeat(50_000)));
    for text in
        [deep.as_str(), &args[0], &args[1], "{\"command\":\"ls\",\"command\":\"rm -rf /\"}", "\u{feff}{}"]
    {
        let run = herma(&["check", "--batch"], format!("{text}\n").as_bytes());
        assert_eq!(run.code, Some(0), "{:?}", run.stderr);
        assert!(run.time < A_SECOND);
        let answer: serde_json::Value = serde_json::from_str(run.stdout.trim()).unwrap();
        assert_ne!(answer["decision"], "allow", "{answer}");
    }
}
