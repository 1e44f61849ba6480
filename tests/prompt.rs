//! The prompt as a person meets it: the binary on a real pseudo-terminal, keys typed, the screen looked at.

#[path = "prompt/ask.rs"]
mod ask;
use crate::support;

use serde_json::{Value, json};
use support::pty::{Place, Terminal};
use support::signal;

const UP: &str = "\x1b[A";
const DOWN: &str = "\x1b[B";
const ENTER: &str = "\r";
const ESC: &str = "\x1b";
const CTRL_C: &str = "\x03";
/// The last row that is drawn of a prompt.
const READY: &str = "r denies with a reason";

/// The prompt for a request, drawn.
fn prompt(request: &Value, columns: u16, rows: u16) -> Terminal {
    prompt_in(request, columns, rows, &[], &[])
}

fn prompt_in(
    request: &Value,
    columns: u16,
    rows: u16,
    more: &[&str],
    environment: &[(&str, &str)],
) -> Terminal {
    let mut terminal = Terminal::new(columns, rows);
    start(&mut terminal, request, more, environment);
    terminal.wait_for(if more.contains(&"--plain") { "then Enter" } else { READY });
    terminal
}

fn start(terminal: &mut Terminal, request: &Value, more: &[&str], environment: &[(&str, &str)]) {
    let request = request.to_string();
    let mut args = vec!["prompt-demo", "--request", &request];
    args.extend(more);
    terminal.start(Place::AtTerminal, &args, environment);
}

fn answer(terminal: &mut Terminal) -> Value {
    let said = terminal.finish();
    assert_eq!(said.code(), Some(0), "{said:?}");
    serde_json::from_str(&said.stdout).unwrap_or_else(|e| panic!("{e}: {said:?}"))
}

fn by_person() -> Value {
    json!({"deny": null, "by": "Person"})
}

fn command(text: &str) -> Value {
    json!({"tier": "medium", "command": text})
}

fn long() -> String {
    (0..200).map(|n| format!("echo {n}\n")).collect::<String>() + "rm -rf ~/photos"
}

// --- answering -----------------------------------------------------------------------------------------------

#[test]
fn keys_are_answers() {
    for (keys, want) in [
        ("1", json!({"allow": "once"})),
        ("2", json!({"allow": "session"})),
        ("3", json!({"allow": "always"})),
        ("4", by_person()),
        (ENTER, by_person()),
        (&format!("{UP}{UP}{DOWN}{ENTER}"), json!({"allow": "always"})),
        ("9074", by_person()),
        ("rnot today\r", json!({"deny": "not today", "by": "Person"})),
        (ESC, json!({"deny": null, "by": "Interrupt"})),
        (CTRL_C, json!({"deny": null, "by": "Interrupt"})),
    ] {
        let mut terminal = prompt(&command("git push"), 80, 24);
        terminal.press(keys);
        assert_eq!(answer(&mut terminal), want, "{keys:?}");
        let closing = if want.get("allow").is_some() { "herma: a" } else { "herma: denied" };
        assert!(terminal.text().starts_with(closing), "one line stays:\n{}", terminal.text());
    }
}

#[test]
fn an_arrow_that_arrives_in_parts_is_no_escape() {
    let mut terminal = prompt(&command("git push"), 80, 24);
    terminal.press("\x1b");
    terminal.press("[A");
    terminal.wait_for("❯ 3.");
    terminal.press("4");
    assert_eq!(answer(&mut terminal), by_person());
}

#[test]
fn keys_typed_before_it_was_drawn_are_discarded() {
    for before in ["1", "1\n", "1\r2\r3\r", "\x1b[A\r"] {
        let mut terminal = Terminal::new(80, 24);
        terminal.press(before);
        start(&mut terminal, &command("git push"), &[], &[]);
        let text = terminal.wait_for(READY);
        assert!(text.contains("❯ 4. Deny"), "{text}");
        terminal.press("4");
        assert_eq!(answer(&mut terminal), by_person(), "{before:?}");
    }
}

#[test]
fn a_pasted_digit_is_no_answer() {
    let mut terminal = prompt(&command("git push"), 80, 24);
    terminal.press("\x1b[200~1\r\x1b[201~4");
    assert_eq!(answer(&mut terminal), by_person());
}

#[test]
fn time_runs_out_and_is_counted_down() {
    let mut terminal = prompt_in(&command("git push"), 80, 24, &["--timeout", "2"], &[]);
    terminal.wait_for("1 s left");
    assert_eq!(answer(&mut terminal), json!("expired"));
    assert!(terminal.all().contains("2 s left"), "{}", terminal.all());
    assert!(terminal.text().contains("nobody answered in time"), "{}", terminal.text());
}

#[test]
fn an_answer_from_elsewhere_closes_it_and_says_whose() {
    let mut request = command("git push");
    request["answered_after_ms"] = json!(1);
    let mut terminal = Terminal::new(80, 24);
    start(&mut terminal, &request, &[], &[]);
    assert_eq!(answer(&mut terminal), json!("elsewhere"));
    assert_eq!(terminal.text().trim(), "herma: allowed once by anna, on the phone");
}

// --- leaving the terminal as it was -----------------------------------------------------------------------------

#[test]
fn every_way_out_restores_the_terminal() {
    let mut panics = command("git push");
    panics["panic_after_ms"] = json!(1);
    type Leave = fn(&mut Terminal);
    let ways: [(&str, Leave); 5] = [
        ("an answer", |t| t.press("1")),
        ("Ctrl-C", |t| t.press(CTRL_C)),
        ("SIGTERM", |t| signal(t.pid(), "TERM")),
        ("SIGHUP", |t| signal(t.pid(), "HUP")),
        ("a panic", |_| {}),
    ];
    for (name, leave) in ways {
        let panics = if name == "a panic" { &panics } else { &command("git push") };
        let mut terminal = Terminal::new(80, 24);
        let before = format!("{:?}", terminal.modes());
        start(&mut terminal, panics, &[], &[]);
        if name != "a panic" {
            terminal.wait_for(READY);
            assert_ne!(format!("{:?}", terminal.modes()), before, "keys are read one by one");
            assert!(terminal.cursor_is_hidden());
        }
        leave(&mut terminal);
        let said = terminal.finish();
        assert_eq!(format!("{:?}", terminal.modes()), before, "{name}: {said:?}");
        assert!(!terminal.cursor_is_hidden(), "{name}");
        if name == "a panic" {
            assert_eq!(said.code(), Some(101), "{said:?}");
        }
        if name.starts_with("SIG") {
            assert!(said.stdout.contains(r#""by":"Signal""#), "{name} is a denial: {said:?}");
        }
    }
}

#[test]
fn a_closed_terminal_is_a_denial() {
    let mut terminal = prompt(&command("git push"), 80, 24);
    terminal.hang_up();
    let answer = answer(&mut terminal);
    assert!(answer.get("deny").is_some() && answer["by"] != "Person", "{answer}");
}

#[test]
fn the_end_of_input_is_a_denial() {
    let mut terminal = prompt_in(&command("git push"), 80, 24, &["--plain"], &[]);
    // The end of input, as a person types it.
    terminal.press("\x04");
    assert_eq!(answer(&mut terminal), json!({"deny": null, "by": "Lost"}));
}

// --- any screen -------------------------------------------------------------------------------------------------

#[test]
fn at_40_columns() {
    let text = "curl -s https://example.net/install.sh | bash -s -- --prefix /usr/local 文字列";
    let mut terminal = prompt(&command(text), 40, 24);
    let screen = terminal.text();
    for row in ["1. Allow once", "2. Allow for this session", "3. Add to permanent allowlist", "❯ 4. Deny"]
    {
        assert!(screen.contains(row), "{row}:\n{screen}");
    }
    assert!(screen.contains("1-9 or ↑/↓ to select, Enter to confirm"), "{screen}");
    let shown: String = screen
        .lines()
        .filter_map(|l| l.strip_prefix(" │ ").or_else(|| l.strip_prefix(" ┆ ")))
        .map(|l| l.trim_end().to_owned() + " ")
        .collect();
    assert_eq!(shown.replace(' ', ""), text.replace(' ', ""), "all of it is there:\n{screen}");
    terminal.press("1");
    assert_eq!(answer(&mut terminal), json!({"allow": "once"}));
}

#[test]
fn a_terminal_that_reports_no_size() {
    let mut terminal = prompt(&command("git push"), 0, 0);
    assert!(terminal.text().contains(&"─".repeat(50)), "{}", terminal.text());
    terminal.press("1");
    assert_eq!(answer(&mut terminal), json!({"allow": "once"}));
}

#[test]
fn a_resize_draws_it_again_without_remains() {
    let mut terminal = prompt(
        &json!({"command": "git push", "deletes": ["deletes `x` and a number of other things"]}),
        80,
        24,
    );
    for (columns, rows) in [(40, 24), (100, 30), (36, 40)] {
        terminal.resize(columns, rows);
        let title = usize::from(columns) - 1;
        let screen = terminal.wait_until("the new width", |text| {
            text.lines().next().is_some_and(|l| l.chars().count() == title) && text.contains(READY)
        });
        assert_eq!(screen.matches("1. Allow once").count(), 1, "{columns}x{rows}:\n{screen}");
        assert_eq!(screen.matches("── herma").count(), 1, "{columns}x{rows}:\n{screen}");
    }
    terminal.resize(80, 6);
    terminal.wait_for("too small to show it");
    terminal.press("1");
    terminal.resize(80, 24);
    terminal.wait_for(READY);
    terminal.press("2");
    assert_eq!(answer(&mut terminal), json!({"allow": "session"}), "the 1 was not taken");
}

#[test]
fn underlined_with_colours_and_without() {
    let request = json!({"command": "ls && rm -rf x", "mark": ["rm -rf x"]});
    let mut terminal = prompt(&request, 80, 24);
    assert_eq!(terminal.underlined(), ["rm -rf x"]);
    terminal.press("4");
    let _ = answer(&mut terminal);
    let mut terminal = prompt_in(&request, 80, 24, &[], &[("NO_COLOR", "1")]);
    let screen = terminal.text();
    assert!(screen.contains(" │ ls && rm -rf x\n         ^^^^^^^^\n"), "{screen}");
    terminal.press("4");
    let _ = answer(&mut terminal);
    let styles = sequences(&terminal.raw).into_iter().filter(|s| s.ends_with('m')).count();
    assert_eq!(styles, 0, "{}", terminal.all());
}

#[test]
fn plain_lines_for_those_who_listen() {
    let request = json!({"tier": "high", "command": "rm -rf x", "mark": ["rm -rf x"], "deletes": ["deletes `x`"],
        "narration": "just\ncleaning", "digits": 31});
    for (more, environment) in [(&["--plain"][..], &[][..]), (&[], &[("TERM", "dumb")])] {
        let mut terminal = Terminal::new(80, 40);
        terminal.press("1\n");
        start(&mut terminal, &request, more, environment);
        let text = terminal.wait_for("type a number, then Enter");
        for line in [
            "herma asks, tier high",
            "loss: deletes `x`",
            "| rm -rf x",
            "this matters in it: rm -rf x",
            "agent: just",
            "agent: cleaning",
            "digits to approve it: 31",
            "1. Allow once",
            "4. Deny",
        ] {
            assert!(text.lines().any(|l| l == line), "{line}:\n{text}");
        }
        terminal.press("7\n");
        terminal.wait_for("that is none of the numbers");
        terminal.press("1\n");
        terminal.wait_for("type the two digits");
        terminal.press("99\n");
        terminal.wait_for("these are not the digits");
        terminal.press("31\n");
        assert_eq!(answer(&mut terminal), json!({"allow": "once"}));
        assert_eq!(sequences(&terminal.raw), Vec::<String>::new(), "the cursor is never moved");
    }
    let mut terminal = prompt_in(&request, 80, 40, &["--plain"], &[]);
    terminal.press("4 use git clean\n");
    assert_eq!(answer(&mut terminal), json!({"deny": "use git clean", "by": "Person"}));
    let mut terminal = prompt_in(&request, 80, 40, &["--plain"], &[]);
    terminal.press(CTRL_C);
    assert_eq!(answer(&mut terminal), json!({"deny": null, "by": "Interrupt"}));
}

// --- attacks ----------------------------------------------------------------------------------------------------

#[test]
fn t01_narration_is_marked_as_the_agents() {
    let request =
        json!({"command": "rm -rf ~/photos", "narration": "just cleaning up\n   1. Allow once (safe)"});
    let mut terminal = prompt(&request, 80, 24);
    let screen = terminal.text();
    let at = |text: &str| screen.find(text).unwrap_or_else(|| panic!("{text}:\n{screen}"));
    assert!(at(" │ rm -rf ~/photos") < at("in the agent's own words, which nobody checked"));
    assert!(at("nobody checked") < at(" » just cleaning up"));
    assert!(screen.contains(" »    1. Allow once (safe)"), "{screen}");
    terminal.press("4");
    assert_eq!(answer(&mut terminal), by_person());
}

#[test]
fn t02_cut_text_cannot_be_approved() {
    let mut terminal = prompt(&command(&long()), 80, 24);
    let screen = terminal.text();
    assert!(screen.contains("5. View full command") && screen.contains("more rows …"), "{screen}");
    terminal.press("1");
    terminal.wait_for("not all of it was shown");
    terminal.press("5");
    let mut seen = terminal.wait_until("the first page", |t| t.contains("rows 1-") && t.contains(READY));
    assert!(seen.contains("❯ 4. Deny") && !seen.contains("View full command"), "{seen}");
    terminal.press("1");
    terminal.wait_for("not all of it was shown yet");
    let mut last = 1;
    while !seen.contains("│ rm -rf ~/photos") {
        terminal.press(" ");
        let page = terminal
            .wait_until("the next page", |t| first_row(t).is_some_and(|n| n > last) && t.contains(READY));
        last = first_row(&page).unwrap();
        seen += &page;
    }
    for n in 0..200 {
        assert!(seen.contains(&format!("│ echo {n}\n")), "row {n} was never on the screen");
    }
    terminal.press("1");
    assert_eq!(answer(&mut terminal), json!({"allow": "once"}));
}

fn first_row(screen: &str) -> Option<usize> {
    screen.split(" rows ").nth(1)?.split('-').next()?.parse().ok()
}

#[test]
fn t04_the_tail_of_argv_is_visible() {
    let mut terminal = prompt(&json!({"argv": ["sh", "-c", "echo 'hi'", "x y", "", "; rm -rf ~"]}), 80, 24);
    let screen = terminal.text();
    assert!(screen.contains(r" │ sh -c 'echo '\''hi'\''' 'x y' '' '; rm -rf ~'"), "{screen}");
    terminal.press("4");
    let _ = answer(&mut terminal);
}

#[test]
fn t05_white_space_that_makes_another_binary_is_visible() {
    for (request, want) in [
        (command("/opt/tool "), " │ /opt/tool·"),
        (command(" ls"), " │ ·ls"),
        (command("ls\u{a0}-l"), r" │ ls\u{a0}-l"),
        (json!({"argv": ["/opt/tool ", "x"]}), " │ '/opt/tool ' x"),
        (command("a\tb\n"), " │ a→   b⏎"),
    ] {
        let mut terminal = prompt(&request, 80, 24);
        assert!(terminal.text().contains(want), "{want}:\n{}", terminal.text());
        terminal.press("4");
        let _ = answer(&mut terminal);
    }
}

#[test]
fn t06_no_escape_from_data_reaches_the_terminal() {
    let evil = "echo \x1b[38D\x1b[K\x1b]52;c;cm0=\x07\x1b]8;;http://x\x1b\\y\x1b]0;title\x07\u{9b}2J\x08\x0c\x7f\x1bc";
    let request = json!({"command": evil, "agent": evil, "session": evil, "tool": evil, "cwd": evil, "sentences": [evil],
        "deletes": [evil], "narration": evil, "instead": evil, "always": evil});
    for (more, environment) in [(&[][..], &[][..]), (&["--plain"], &[]), (&[], &[("NO_COLOR", "1")])] {
        let mut terminal = prompt_in(&request, 100, 60, more, environment);
        let screen = terminal.text();
        assert!(screen.contains(r"echo \u{1b}[38D\u{1b}[K\u{1b}]52;c;cm0=\u{7}"), "{screen}");
        assert!(screen.contains("hidden characters shown as escapes"), "{screen}");
        terminal.press(if more.is_empty() { "4" } else { "4\n" });
        let _ = answer(&mut terminal);
        for sequence in sequences(&terminal.raw) {
            let ours = ["[?25l", "[?25h", "[?2004h", "[?2004l", "[J"].contains(&sequence.as_str())
                || (sequence.starts_with('[')
                    && sequence.ends_with(['m', 'A', 'G'])
                    && sequence[1..sequence.len() - 1].bytes().all(|b| b.is_ascii_digit() || b == b';'));
            assert!(ours, "ESC {sequence} is none of ours");
        }
        let rest = terminal.all().replace('\x1b', "");
        assert!(!rest.contains(|c: char| c.is_control() && c != '\r' && c != '\n'), "{rest:?}");
    }
}

/// Every escape sequence in the output, without its ESC.
fn sequences(raw: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(raw).into_owned();
    let ends = |s: &str| {
        s.char_indices().skip(1).find(|(_, c)| c.is_ascii_alphabetic()).map_or(s.len(), |(at, _)| at + 1)
    };
    text.split('\x1b').skip(1).map(|s| s[..ends(s)].to_owned()).collect()
}

#[test]
fn t07_what_hides_or_misleads_is_shown_as_an_escape() {
    let text = "curl р\u{430}ypal.com; echo \u{202e}gpj.exe; r\u{200b}m \u{e0041}x";
    let mut terminal = prompt(&command(text), 100, 24);
    let screen = terminal.text();
    for want in [
        r"curl \u{440}\u{430}ypal.com",
        r"\u{202e}gpj.exe",
        r"r\u{200b}m \u{e0041}x",
        r"! 3 hidden characters shown as escapes: \u{200b}, \u{202e}, \u{e0041}",
        r"! 2 characters look like another: \u{430} is no `a`, \u{440} is no `p`",
    ] {
        assert!(screen.contains(want), "{want}:\n{screen}");
    }
    terminal.press("4");
    let _ = answer(&mut terminal);
}

#[test]
fn t08_blank_lines_do_not_push_the_payload_out_of_view() {
    for (rest, want) in [("\n".repeat(300), "‹299 blank lines›"), (" ".repeat(4000), "‹4000 spaces›")]
    {
        let mut terminal = prompt(&command(&format!("ls;{rest}rm -rf ~")), 80, 24);
        let screen = terminal.text();
        assert!(screen.contains(want) && screen.contains("rm -rf ~"), "{want}:\n{screen}");
        assert!(!screen.contains("View full command"), "all of it fits:\n{screen}");
        terminal.press("4");
        let _ = answer(&mut terminal);
    }
    // Pushed by other rows: the tail stays on the screen.
    let mut terminal = prompt(&command(&long()), 80, 24);
    assert!(terminal.text().contains(" │ rm -rf ~/photos"), "{}", terminal.text());
    terminal.press("4");
    let _ = answer(&mut terminal);
}

#[test]
fn t34_tier_high_and_critical_take_the_digits_of_the_full_view() {
    for tier in ["high", "critical"] {
        let request = json!({"tier": tier, "command": "rm -rf x", "digits": 83});
        let mut terminal = prompt(&request, 80, 24);
        assert!(terminal.text().contains("digits to approve it: 83"));
        terminal.press("2");
        terminal.wait_for("Allow for this session: type the two digits shown above");
        terminal.press("38\r");
        terminal.wait_for("these are not the digits");
        terminal.press("83\r");
        assert_eq!(answer(&mut terminal), json!({"allow": "session"}));
        // Deny stays one key.
        let mut terminal = prompt(&request, 80, 24);
        terminal.press("4");
        assert_eq!(answer(&mut terminal), by_person());
        let mut terminal = prompt(&request, 80, 24);
        terminal.press("1");
        terminal.wait_for("type the two digits");
        terminal.press(ESC);
        assert_eq!(answer(&mut terminal), json!({"deny": null, "by": "Interrupt"}));
    }
    // Shortened, the digits are not shown.
    let mut terminal = prompt(&json!({"tier": "critical", "command": long()}), 80, 24);
    assert!(!terminal.text().contains("digits to approve"), "{}", terminal.text());
    terminal.press("4");
    assert_eq!(answer(&mut terminal), by_person());
}
