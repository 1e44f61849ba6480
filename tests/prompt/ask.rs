//! `herma ask`: an agent's question to a person.

use super::support::Said;
use super::support::pty::{Place, Terminal};
use super::{CTRL_C, ESC, sequences};

fn ask(place: Place, args: &[&str], ready: &str) -> Terminal {
    let mut terminal = Terminal::new(80, 24);
    let args: Vec<&str> = ["ask"].iter().chain(args).copied().collect();
    terminal.start(place, &args, &[]);
    terminal.wait_for(ready);
    terminal
}

fn said(terminal: &mut Terminal, keys: &str) -> (String, Option<i32>) {
    terminal.press(keys);
    let Said { stdout, status, .. } = terminal.finish();
    (stdout, status.code())
}

#[test]
fn with_choices() {
    let args = ["Which branch?", "--choice", "main", "--choice", "next"];
    for (keys, want) in [
        ("1", ("main\n", 0)),
        ("2", ("next\n", 0)),
        ("\x1b[B\r", ("next\n", 0)),
        ("8\r", ("main\n", 0)),
        ("32 or 1\r", ("2 or 1\n", 0)),
        ("3x\x1b", ("", -1)),
        (CTRL_C, ("", 130)),
    ] {
        let mut terminal = ask(Place::AtTerminal, &args, "s left");
        let screen = terminal.text();
        for row in [" Which branch?", " ❯ 1. main", "   2. next", "   3. Other (type your answer)"] {
            assert!(screen.lines().any(|l| l == row), "{row}:\n{screen}");
        }
        if want.1 == -1 {
            // Esc leaves the field, and the choices are back.
            terminal.press("3x");
            terminal.wait_for("type your answer, Enter");
            terminal.press(ESC);
            terminal.wait_for("1-9 or");
            assert_eq!(said(&mut terminal, "1"), ("main\n".to_owned(), Some(0)));
            continue;
        }
        assert_eq!(said(&mut terminal, keys), (want.0.to_owned(), Some(want.1)), "{keys:?}");
    }
}

#[test]
fn without_choices() {
    let mut terminal = ask(Place::AtTerminal, &["Your name?"], "type your answer, Enter to send");
    assert!(!terminal.cursor_is_hidden(), "there is something to type");
    assert_eq!(said(&mut terminal, "Änne 1\x7f2\r"), ("Änne 2\n".to_owned(), Some(0)));
}

#[test]
fn leaves_standard_input_alone() {
    let mut terminal = ask(Place::InPipe, &["Go on?", "--choice", "yes"], "s left");
    assert_eq!(said(&mut terminal, "1"), ("yes\n".to_owned(), Some(0)));
}

#[test]
fn in_plain_lines() {
    let mut terminal = ask(Place::AtTerminal, &["Which?", "--choice", "a", "--plain"], "type a number");
    terminal.press("2\n");
    terminal.wait_for("type your answer, then Enter");
    assert_eq!(said(&mut terminal, "1\n"), ("1\n".to_owned(), Some(0)));
    assert_eq!(sequences(&terminal.raw), Vec::<String>::new());
}

#[test]
fn gives_up_after_its_time() {
    for more in [&[][..], &["--plain"], &["--choice", "a"]] {
        let args: Vec<&str> = ["Well?", "--timeout", "1"].iter().chain(more).copied().collect();
        let mut terminal = ask(Place::AtTerminal, &args, "Well?");
        let want = "no answer within 1 s: use your best judgement\n";
        assert_eq!(said(&mut terminal, ""), (want.to_owned(), Some(124)), "{more:?}");
    }
}

#[test]
fn without_a_terminal_says_so() {
    let mut terminal = Terminal::new(80, 24);
    terminal.start(Place::Nowhere, &["ask", "Anybody?"], &[]);
    let said = terminal.finish();
    assert_eq!((said.code(), said.stdout.as_str()), (Some(1), ""));
    assert!(said.stderr.contains("there is no terminal to ask at"), "{said:?}");
}
