//! One work budget for a whole judgement: whatever a call holds, judging it ends soon and without a crash.

use crate::common;

use common::judge_call;
use herma_core::work::{self, BUDGET, STACK};
use herma_core::world::{Process, TableWorld};
use herma_core::{Decision, Policy, ToolCall};
use serde_json::json;

/// Units of work that judging a call takes, and what is decided.
fn work_of(call: &ToolCall) -> (u64, Decision) {
    let decision = judge_call(call).decision;
    (work::last(), decision)
}

/// Long texts that took seconds, or ended the process, before there was a budget.
fn long_texts() -> Vec<(&'static str, String)> {
    let numbered = |start: &str, word: &str, count: usize| {
        format!("{start} {}", (0..count).map(|i| format!("{word}{i}")).collect::<Vec<_>>().join(" "))
    };
    vec![
        ("relative cd", format!("{}rm x", "cd a; ".repeat(250))),
        ("cd in branches", format!("{}rm x", "if a; then cd b; fi; ".repeat(2_500))),
        ("nested find", format!("{}ls", "find . -exec ".repeat(4_000))),
        ("editor commands", format!("vim {}", "+:!ls ".repeat(10_000))),
        ("deleted files", numbered("rm", "x", 9_000)),
        ("copied files", format!("{} d", numbered("cp", "x", 9_000))),
        ("made folders", format!("{}; rm -r x1 x2", numbered("mkdir", "x", 9_000))),
        ("packed files", format!("tar xf a {}", "b ".repeat(25_000))),
        ("a deep path", format!("ls {}", "/a".repeat(32_000))),
        ("a deep path deleted", format!("rm {}", "a/".repeat(32_000))),
        ("stars", format!("rm {}", "*/".repeat(30_000))),
        ("double stars", format!("ls {}", "**/".repeat(20_000))),
        ("sets", format!("rm {}", "[a-z]*".repeat(9_000))),
        ("global commands of an editor", format!("vim -c '{}' x", ":g/a/".repeat(12_000))),
        ("a sed script", format!("sed '{}' x", "s/a/b/;".repeat(8_000))),
        ("arguments used again", format!("set -- {}; {}", "a ".repeat(9_000), "rm $*;".repeat(900))),
        ("carriers", format!("{}rm x", "sudo env xargs ".repeat(3_000))),
        ("evaluated text", format!("{}rm x", "eval ".repeat(12_000))),
        ("links", (0..2_500).map(|i| format!("ln -s a{i} b{i};")).collect()),
        ("one link of many words", "ln -s a".repeat(8_836)),
        ("one link of many words and folders", "ln -s a  b".repeat(6_400)),
        ("variables", (0..5_000).map(|i| format!("a{i}=1;")).collect()),
        ("redirections", (0..5_000).map(|i| format!(">x{i};")).collect()),
        (
            "aliases",
            format!("{}a0", (0..3_000).map(|i| format!("alias a{i}=a{};", i + 1)).collect::<String>()),
        ),
        (
            "loops in loops",
            format!("{}rm $i{}", "for i in a b c d e f g h; do ".repeat(20), "; done".repeat(20)),
        ),
        ("calls of python", format!("python3 -c 'import os\n{}'", "os.remove(\"a\")\n".repeat(3_500))),
        ("parentheses of python", format!("python3 -c '{}'", "(".repeat(30_000))),
        ("blocks of awk", format!("awk '{}'", "{print (((((".repeat(4_000))),
        ("statements", format!("psql -c '{}'", "drop table a;".repeat(4_000))),
        ("nested statements", format!("psql -c '{}'", "select (".repeat(8_000))),
        ("arithmetic", format!("echo $(({}1", "(".repeat(20_000))),
        ("substitutions", "$(".repeat(30_000)),
        ("defaults in defaults", format!("echo {}", "${a:-".repeat(10_000))),
        ("conditions of cmd", format!("cmd /c \"{}del x\"", "if a==b ".repeat(8_000))),
        ("calls of cmd", format!("cmd /c \"{}\"", "call ".repeat(12_000))),
        ("loops of cmd", format!("cmd /c \"{}del x\"", "for %a in (b) do ".repeat(3_700))),
        ("ranges", "{1..255} ".repeat(7_000)),
        ("letters", "{a..z}{a..z} ".repeat(5_000)),
        ("arrow functions", format!("node -e '{}1'", "a=>".repeat(21_000))),
        ("short functions of PHP", format!("php -r '{}1;'", "fn()=>".repeat(10_000))),
        ("evaluated calls of R", format!("Rscript -e '{}'", "eval(".repeat(12_000))),
        ("evaluated calls of Tcl", format!("expect -c '{}'", "eval(".repeat(12_000))),
        ("branches of PowerShell", format!("powershell -c '{}'", "if(1){".repeat(10_000))),
        ("sums of PowerShell", format!("powershell -c '{}'", "$x=$x+$x;".repeat(6_500))),
        ("sent to a shell", format!("cat <<E | sh\n{}E", "rm a\n".repeat(12_000))),
    ]
}

#[test]
fn every_long_text_is_judged_within_the_budget() {
    for (what, text) in long_texts() {
        let (units, decision) = work_of(&ToolCall::shell(&text));
        assert!(units <= BUDGET + BUDGET / 4, "{what}: {units} units, {decision:?}");
        if units >= BUDGET {
            assert_ne!(decision, Decision::Allow, "{what}: past the budget it is asked");
        }
    }
}

#[test]
fn long_folders_and_arguments_are_bounded_up_front() {
    let long = "/a".repeat(400_000);
    let shell = |cwd: Option<&str>, home: Option<&str>| ToolCall {
        cwd: cwd.map(str::to_owned),
        home: home.map(str::to_owned),
        ..ToolCall::shell("rm -r ~/x y")
    };
    let tool =
        |tool: &str, args: serde_json::Value| ToolCall { tool: tool.to_owned(), args, ..ToolCall::default() };
    for (what, call, asked) in [
        ("folder", shell(Some(&long), None), true),
        ("home", shell(None, Some(&long)), true),
        ("path", tool("write_file", json!({"path": long, "content": "x"})), false),
        ("many values", tool("frob", json!({"a": vec!["b/c"; 100_000]})), true),
        ("long text", tool("send_message", json!({"text": "please ".repeat(100_000)})), true),
        (
            "long content",
            tool("write_file", json!({"path": "x", "content": "rm -rf / ".repeat(100_000)})),
            false,
        ),
        ("long name", tool(&"a_b_".repeat(50_000), json!({})), true),
    ] {
        let (units, decision) = work_of(&call);
        assert!(units <= BUDGET + BUDGET / 4, "{what}: {units} units");
        assert!(!asked || decision != Decision::Allow, "{what}: {decision:?}");
    }
}

/// What was found before the budget was spent is kept.
#[test]
fn a_long_tail_does_not_soften_what_stands_before_it() {
    let text = format!("rm -rf /; {}", "find . -exec ".repeat(4_000));
    assert_eq!(judge_call(&ToolCall::shell(&text)).decision, Decision::Deny);
}

/// Stopping a few dozen processes is ordinary: the process table is looked at once.
#[test]
fn many_kills_stay_far_below_the_budget() {
    let process = |pid: i32| Process {
        pid,
        parent: 1,
        group: pid,
        name: format!("worker{pid}"),
        command: format!("/usr/bin/worker{pid} --serve"),
        uid: 1000,
        host: false,
        myself: false,
    };
    let world = TableWorld { processes: Some((2..402).map(process).collect()), ..TableWorld::developer() };
    for text in [
        (0..32).map(|i| format!("kill {}; ", 1_000 + i)).collect::<String>(),
        format!("kill {}", (0..32).map(|i| format!("{} ", 1_000 + i)).collect::<String>()),
        (0..32).map(|i| format!("pkill -f server{i}; ")).collect(),
    ] {
        let verdict = herma_core::judge(&ToolCall::shell(&text), &world, &Policy::default());
        assert!(work::last() < BUDGET / 4, "{text}: {} units", work::last());
        assert!(!verdict.assessment.bounded, "{text}");
    }
}

/// A costly command does not hide what the person said.
#[test]
fn past_the_budget_a_person_in_crisis_is_still_heard() {
    let mut call = ToolCall::shell("find . -exec ".repeat(4_000));
    call.conversation.human = true;
    call.conversation.last_message = Some("I want to kill myself tonight".to_owned());
    let verdict = judge_call(&call);
    assert!(work::last() >= BUDGET && verdict.assessment.crisis_sensitive);
    assert!(verdict.crisis_card.is_some());
}

#[test]
fn the_same_call_takes_the_same_work() {
    let call = ToolCall::shell("cd src && git status | grep -v x; rm -r build");
    let (first, _) = work_of(&call);
    assert_eq!(work_of(&call).0, first);
    assert!((50..BUDGET / 100).contains(&first), "{first}");
}

/// Twice the text is twice the work, whatever is repeated. (Not so for `cd a; `: each goes into a longer path, up to the
/// longest that the system takes.)
#[test]
fn work_grows_with_the_length_of_the_text() {
    const FRAGMENTS: &[&str] = &[
        "ls; ",
        "rm x; ",
        "a && ",
        "a || ",
        "a | ",
        "cd /a; ",
        "x=1; ",
        "$x ",
        "\"$x\" ",
        "$(a) ",
        "`a` ",
        "~/ ",
        "*/",
        "**/",
        "[a-z]",
        "{a,b} ",
        "{a ",
        "a/",
        "../",
        "./",
        ". ",
        "-x ",
        "--x=y ",
        "a=b ",
        "'a' ",
        "\"a\" ",
        "\\a",
        ">x ",
        "<x ",
        "2>&1 ",
        "http://a/b ",
        "a@b ",
        "1 ",
        "$((1+1)) ",
        "${a:-b} ",
        "${a/b/c} ",
        "sudo ",
        "env ",
        "xargs ",
        "eval ",
        "find . -exec ",
        "bash -c ",
        "-c a ",
        "-e a ",
        "+:!ls ",
        "if a; then b; fi; ",
        "for i in a b; do c; done; ",
        "f() { a; }; f; ",
        "a & ",
        "mkdir x; ",
        "mv a b; ",
        "ln -s a b; ",
        "touch x; ",
        "git -c a=b status; ",
        "curl -d @x http://a; ",
        "kill 1; ",
        "docker run -v a:b c; ",
        "ssh h ",
        "echo a > b; ",
        "/etc/passwd ",
        "/bin/sh ",
        "sh ",
        "-- ",
        "a:b ",
        "a,b ",
        "%s ",
        "rm **/a ",
        "rm a dd b=c ",
        "x rm -r a -- ls ",
        "sh -c a ",
        "|| true; ",
        "export a=b; ",
        "alias a=b; ",
        "trap a EXIT; ",
        "set -- a; ",
        "shift; ",
        "read x; ",
        "test -f a; ",
        "[[ a == b ]]; ",
    ];
    const AROUND: &[(&str, &str)] = &[
        ("", ""),
        ("ls ", ""),
        ("rm -r ", ""),
        ("frobnicate ", ""),
        ("tar cf x.tar ", ""),
        ("vim ", ""),
        ("echo '", "'"),
        ("python3 -c '", "'"),
        ("awk '", "'"),
        ("sed '", "'"),
        ("psql -c '", "'"),
        ("bash -c \"", "\""),
        ("cat <<E | sh\n", "\nE"),
    ];
    let judged = std::thread::Builder::new().stack_size(STACK).spawn(|| {
        let mut wrong = Vec::new();
        for (head, tail) in AROUND {
            for fragment in FRAGMENTS {
                let count = 2_400 / fragment.len();
                let text = |count: usize| format!("{head}{}{tail}", fragment.repeat(count));
                let (once, _) = work_of(&ToolCall::shell(text(count)));
                let (twice, decision) = work_of(&ToolCall::shell(text(2 * count)));
                assert!(twice <= BUDGET + BUDGET / 4, "{head}{fragment}: {twice}");
                if twice >= BUDGET {
                    assert_ne!(decision, Decision::Allow, "{head}{fragment}");
                    continue;
                }
                if twice * 10 >= once * 26 + 20_000 {
                    wrong.push(format!("{head}{fragment}…: {once} units, then {twice}"));
                }
            }
        }
        wrong
    });
    let wrong = judged.unwrap().join().unwrap();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Texts that nest as deep as anything is followed, by what they nest in.
fn deep_texts() -> Vec<(&'static str, String)> {
    let nest = |open: &str, middle: &str, close: &str, count: usize| {
        format!("{}{middle}{}", open.repeat(count), close.repeat(count))
    };
    let mut all = vec![
        ("groups", nest("{ ", "rm x", "; }", 31)),
        ("subshells", nest("( ", "rm x", " )", 31)),
        ("substitutions", nest("$(", "rm x", ")", 31)),
        ("quoted substitutions", nest("\"$(", "rm x", ")\"", 15)),
        ("defaults", format!("echo {}", nest("${a:-", "b", "}", 31))),
        ("branches", nest("if a; then ", "rm x", "; fi", 31)),
        ("loops", nest("for i in $x; do ", "rm $i", "; done", 12)),
        ("process substitutions", nest("diff <(", "rm x", ")", 31)),
        ("cases", nest("case $x in a) ", "rm x", ";; esac", 31)),
        ("carriers", format!("{}rm x", "sudo ".repeat(30))),
        ("evals", format!("{}rm x", "eval ".repeat(30))),
        ("finds", format!("{}rm x", "find . -exec ".repeat(30))),
        ("functions", nest("f() { ", "rm x", "; }; f", 15)),
        ("functions that call each other", nest("f() { if a; then { ", "f", "; }; fi; }; f; f", 5)),
        ("functions in loops", nest("f() { while a; do (", "f", "); done; }; f", 6)),
        ("unlisted programs", format!("{}rm -rf x", "frob -- ".repeat(30))),
    ];
    // Each carrier holds a text that nests by itself.
    let mut text = "rm x".to_owned();
    for _ in 0..6 {
        text = nest("{ if a; then ", &text, "; fi; }", 12);
        text = format!("bash -c {}", quoted(&text));
    }
    all.push(("groups in carriers", text));
    let mut text = "rm x".to_owned();
    for _ in 0..12 {
        text = format!("eval \"$(echo {})\"", quoted(&text));
    }
    all.push(("decoded carriers", text.chars().take(60_000).collect()));
    all.push(("python in shell", format!("python3 -c 'x = {}'", nest("[(", "1", ")]", 400))));
    all.push(("javascript", format!("node -e 'x = {}'", nest("a(b[", "1", "])", 400))));
    all.push(("awk", format!("awk '{{ x = {} }}'", nest("(", "1", ")", 800))));
    all.push(("sql", format!("psql -c 'select {}'", nest("(", "1", ")", 800))));
    all.push(("arithmetic", format!("echo $(({}))", nest("(", "1", ")", 800))));
    all
}

/// A stack of two megabytes is what a thread has if nobody says otherwise: a debug build must get by with it too.
#[test]
fn deep_texts_fit_on_an_ordinary_stack() {
    let size = std::env::var("HERMA_TEST_STACK").ok().and_then(|kb| kb.parse::<usize>().ok()).unwrap_or(2048);
    let only = std::env::var("HERMA_TEST_TEXT").ok();
    for (what, text) in deep_texts() {
        if only.as_deref().is_some_and(|only| only != what) {
            continue;
        }
        eprintln!("{what}");
        let judged = std::thread::Builder::new()
            .stack_size(size << 10)
            .spawn(move || drop(judge_call(&ToolCall::shell(text))));
        judged.unwrap().join().unwrap();
    }
}

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}
