use super::*;

fn question(choices: &[&str]) -> Question {
    let mut question = Question::new("Which branch?", choices.iter().map(|c| (*c).to_owned()).collect());
    let _ = question.show(Screen::new(80, 24, true), Some(9));
    question
}

fn pressed(choices: &[&str], keys: &str) -> Option<Reply> {
    let mut question = question(choices);
    keys.chars().find_map(|c| {
        question.press(&match c {
            '^' => Key::Up,
            'v' => Key::Down,
            '.' => Key::Enter,
            '!' => Key::Esc,
            '#' => Key::Interrupt,
            other => Key::Char(other),
        })
    })
}

fn text(question: &mut Question, columns: usize, rows: usize) -> Vec<String> {
    let shown = question.show(Screen::new(columns, rows, true), Some(9));
    assert!(shown.lines.len() <= rows, "{} rows of {rows}", shown.lines.len());
    assert!(shown.lines.iter().all(|l| l.width() < columns), "{shown:?}");
    shown.lines.iter().map(Line::text).collect()
}

#[test]
fn keys_are_answers() {
    let said = |text: &str| Some(Reply::Text(text.to_owned()));
    let two = ["main", "next"];
    for (choices, keys, want) in [
        (&two[..], "1", said("main")),
        (&two, "2", said("next")),
        (&two, ".", said("main")),
        (&two, "v.", said("next")),
        (&two, "v^^.", said("main")),
        (&two, "0456x", None),
        (&two, "3", None),
        // In the field, digits are text.
        (&two, "312.", said("12")),
        (&two, "vvv.1.", said("1")),
        (&two, "3.", None),
        (&two, "3x!1", said("main")),
        (&two, "!", Some(Reply::Interrupt)),
        (&two, "3#", Some(Reply::Interrupt)),
        (&[], "1 or 2.", said("1 or 2")),
        (&[], ".  .", None),
        (&[], "!", Some(Reply::Interrupt)),
    ] {
        assert_eq!(pressed(choices, keys), want, "{choices:?} {keys}");
    }
}

#[test]
fn looks_like_the_prompt() {
    let rows = text(&mut question(&["main", "next"]), 80, 24);
    assert_eq!(
        rows[1..],
        [
            " Which branch?",
            " ❯ 1. main",
            "   2. next",
            "   3. Other (type your answer)",
            " 1-9 or ↑/↓ to select, Enter to confirm · 9 s left",
        ]
    );
    let rows = text(&mut question(&[]), 80, 24);
    assert_eq!(
        rows[1..],
        [" Which branch?", " › ", " type your answer, Enter to send, Esc to give none · 9 s left",]
    );
}

#[test]
fn fits_any_screen() {
    let many: Vec<String> = (1..30).map(|n| format!("choice {n} {}", "文 ".repeat(n))).collect();
    for (columns, rows) in [(40, 24), (40, 10), (80, 12), (30, 8)] {
        let mut question = Question::new(&"a long question, ".repeat(60), many.clone());
        for _ in 0..many.len() {
            let lines = text(&mut question, columns, rows);
            assert!(lines.iter().any(|l| l.starts_with(" ❯ ")), "{columns}x{rows}: {lines:#?}");
            let _ = question.press(&Key::Down);
        }
    }
}

#[test]
fn t06_nothing_in_it_is_obeyed() {
    let mut question = Question::new("a\x1b[2Jb\u{202e}", vec!["c\x07\nd".to_owned()]);
    let text = text(&mut question, 80, 24).join("\n");
    assert!(text.contains("a\\u{1b}[2Jb\\u{202e}") && text.contains("c\\u{7}\\u{a}d"), "{text}");
    assert!(text.contains("hidden characters shown as escapes"), "{text}");
    assert_eq!(
        question.press(&Key::Char('1')),
        Some(Reply::Text("c\x07\nd".to_owned())),
        "given back as it came"
    );
}

#[test]
fn plain_lines() {
    let mut question = question(&["main"]);
    assert_eq!(
        question.speak(Some(9))[1..],
        ["Which branch?", "1. main", "2. Other (type your answer)", "9 seconds left",]
    );
    assert!(question.hear("7").is_err());
    assert!(question.hear("main").is_err());
    assert_eq!(question.hear("2\n"), Ok(None));
    assert_eq!(question.hear(" 2 \n"), Ok(Some(Reply::Text("2".to_owned()))));
}
