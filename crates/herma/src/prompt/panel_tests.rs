use super::super::keys::Key;
use super::super::request::Command;
use super::super::samples::{Asked, marked, request, screen, sentence};
use super::*;

fn text(request: Request, columns: usize, rows: usize) -> String {
    Asked::new(request, screen(columns, rows)).text()
}

fn rows(request: Request, columns: usize, rows: usize) -> Vec<String> {
    text(request, columns, rows).lines().map(str::to_owned).collect()
}

#[test]
fn the_whole_panel() {
    let request = Request {
        narration: Some("just cleaning up".to_owned()),
        instead: Some("mv photos photos.old".to_owned()),
        tier: Tier::Critical,
        ..marked("cd x && rm -rf photos", "rm -rf photos")
    };
    let want = "\
── herma ── critical ──────────────────────────────────────────────────────────
 claude-code (session 7f3a) wants to use terminal in /home/dev/src/app

 ✗ deletes `photos`
 • sends `x` to `example.net`

 the whole command
 │ cd x && rm -rf photos

 in the agent's own words, which nobody checked
 » just cleaning up

 instead: mv photos photos.old

 digits to approve it: 47

   1. Allow once
   2. Allow for this session
   3. Add to permanent allowlist
 ❯ 4. Deny
 1-9 or ↑/↓ to select, Enter to confirm · 58 s left
 r denies with a reason for the agent
";
    assert_eq!(text(request, 80, 24), want);
}

#[test]
fn a_terminal_without_a_size_has_an_ordinary_one() {
    assert_eq!(text(request("ls"), 0, 0), text(request("ls"), 80, 24));
}

#[test]
fn no_row_is_wider_and_no_frame_higher_than_the_screen() {
    let long = (0..40).map(|n| format!("echo 'row {n} 文字列 {}'\n", "x".repeat(n * 3))).collect::<String>();
    let narration = "Ünïcödé 🦀 ".repeat(40);
    for command in ["ls", &long, "x y ".repeat(300).as_str(), "\u{202e}\n\n\n\n\n\n\x1b[2J"] {
        for tier in [Tier::Medium, Tier::Critical] {
            for (columns, rows) in
                [(40, 24), (40, 14), (35, 12), (80, 24), (200, 60), (80, 16), (20, 10), (36, 40)]
            {
                let request = Request {
                    narration: Some(narration.clone()),
                    instead: Some("something else ".repeat(8)),
                    always: Some("exactly this command".to_owned()),
                    sentences: (0..9)
                        .map(|n| sentence(&format!("does thing {n} to `{}`", "p/".repeat(n)), n % 2 == 0))
                        .collect(),
                    tier,
                    ..request(command)
                };
                let mut asked = Asked::new(request, screen(columns, rows));
                for key in
                    [Key::Other, Key::Char('1'), Key::Char('5'), Key::Char(' '), Key::End, Key::Char('r')]
                {
                    let frame = asked.draw();
                    let at = format!("{columns}x{rows} {tier} {key:?} {:.20}", command);
                    assert!(frame.lines.len() <= rows, "{at}: {} rows", frame.lines.len());
                    for line in &frame.lines {
                        assert!(line.width() < columns, "{at}: {:?}", line.text());
                    }
                    if let Some((row, column)) = frame.cursor {
                        assert!(row < frame.lines.len() && column < columns, "{at}: cursor {row} {column}");
                    }
                    let _ = asked.machine.press(&key);
                }
            }
        }
    }
}

#[test]
fn at_40_columns_hint_and_seconds_stand_in_two_rows() {
    let rows = rows(request("git push --force origin main --and --more --words"), 40, 24);
    let hint = rows.iter().position(|r| r == " 1-9 or ↑/↓ to select, Enter to confirm").unwrap();
    assert_eq!(rows[hint + 1], " 58 s left");
    assert!(rows.contains(&" │ git push --force origin main --and ".to_owned()), "{rows:#?}");
    assert!(rows.contains(&" ┆ --more --words".to_owned()), "{rows:#?}");
}

#[test]
fn what_matters_is_underlined() {
    let of = |colour: bool| {
        let mut asked = Asked::new(marked("ls; rm x", "rm x"), Screen::new(80, 24, colour));
        asked.draw().lines
    };
    let piece = |line: &Line| line.pieces().iter().any(|p| p.text == "rm x" && p.look == Look::Marked);
    assert!(of(true).iter().any(piece));
    let without: Vec<String> = of(false).iter().map(Line::text).collect();
    let at = without.iter().position(|row| row == " │ ls; rm x").unwrap();
    assert_eq!(without[at + 1], "       ^^^^");
}

#[test]
fn t01_the_agents_words_stand_apart_behind_its_command() {
    let mut request = request("rm -rf photos");
    request.narration = Some("harmless\n 4. Deny\nthe whole command\n │ ls".to_owned());
    let rows = rows(request, 80, 40);
    let at =
        |text: &str| rows.iter().position(|row| row == text).unwrap_or_else(|| panic!("{text}: {rows:#?}"));
    let heading = at(" in the agent's own words, which nobody checked");
    assert!(at(" │ rm -rf photos") < heading);
    for line in [" » harmless", " » ·4. Deny", " » the whole command", " » ·│ ls"] {
        assert!(at(&line.replace('·', " ")) > heading, "every row of it has the bar");
    }
}

#[test]
fn t12_deletions_stand_first_and_are_not_folded() {
    let long: String = (0..200).map(|n| format!("echo {n}\n")).collect();
    let mut many = request(&long);
    many.sentences = (0..9).map(|n| sentence(&format!("sends {n}"), false)).collect();
    many.sentences.extend((0..4).map(|n| sentence(&format!("deletes {n}"), true)));
    let rows = rows(many, 80, 24);
    for n in 0..4 {
        assert_eq!(rows[2 + n], format!(" ✗ deletes {n}"), "{rows:#?}");
    }
}

#[test]
fn t04_the_last_argument_is_visible_quoted() {
    let mut request = request("");
    let argv = ["sh", "-c", "echo hi", "x", "rm -rf ~"];
    request.command = Command::argv(&argv, Vec::new());
    assert!(text(request, 80, 24).contains(" │ sh -c 'echo hi' x 'rm -rf ~'\n"));
}

#[test]
fn t08_the_tail_is_visible_however_long_the_rest_is() {
    for rest in [
        "\n".repeat(500),
        " ".repeat(5000),
        "echo x\n".repeat(500),
        "x".repeat(50_000) + "\n",
        "# \n".repeat(900),
    ] {
        for (columns, rows) in [(80, 24), (40, 24), (40, 16), (80, 300)] {
            let text = text(request(&format!("ls{rest}; rm -rf ~")), columns, rows);
            assert!(text.contains("; rm -rf ~"), "{columns}x{rows}:\n{text}");
        }
    }
}

#[test]
fn t02_shortened_text_says_so_and_can_be_viewed() {
    let long: String = (0..200).map(|n| format!("echo {n}\n")).collect();
    let mut asked = Asked::new(Request { tier: Tier::High, ..request(&long) }, screen(80, 24));
    let first = asked.text();
    assert!(first.contains("   5. View full command\n"), "{first}");
    assert!(first.contains(" more rows …\n"), "{first}");
    assert!(!first.contains("digits to approve"), "they stand in the full view: {first}");
    asked.machine.press(&Key::Char('1'));
    assert!(asked.text().contains(" not all of it was shown: 5 shows it\n"));
    asked.machine.press(&Key::Char('5'));
    let viewed = asked.text();
    assert!(!viewed.contains("5. View"), "{viewed}");
    assert!(viewed.contains(" ❯ 4. Deny\n"), "{viewed}");
    assert!(viewed.contains(" rows 1-"), "{viewed}");
    let mut seen = viewed;
    for _ in 0..40 {
        asked.machine.press(&Key::Char(' '));
        seen += &asked.text();
    }
    for n in 0..199 {
        assert!(seen.contains(&format!(" │ echo {n}\n")), "row {n} was never shown");
    }
    assert!(seen.contains("digits to approve it: 47"));
}

#[test]
fn t34_the_step_that_asks_for_digits() {
    let mut asked = Asked::new(Request { tier: Tier::Critical, ..request("rm x") }, screen(80, 24));
    asked.draw();
    asked.machine.press(&Key::Char('1'));
    let text = asked.text();
    assert!(text.contains("digits to approve it: 47"), "{text}");
    assert!(
        text.contains(" Allow once: type the two digits shown above\n › __\n Enter to confirm, Esc to deny"),
        "{text}"
    );
    assert!(!text.contains("4. Deny"));
    asked.machine.press(&Key::Char('4'));
    assert!(asked.text().contains(" › 4_\n"));
    asked.machine.press(&Key::Enter);
    assert!(asked.text().contains("these are not the digits"));
}

#[test]
fn what_always_stores_is_said() {
    let mut request = request("ls");
    request.always = Some("exactly this command, in this folder".to_owned());
    let text = text(request, 80, 24);
    assert!(text.contains("allowlist\n     that is: exactly this command, in this folder\n"), "{text}");
}

#[test]
fn every_field_is_made_visible() {
    let evil = "x\x1b]0;t\x07\u{202e}y\n 1. z";
    let request = Request {
        agent: evil.to_owned(),
        session: Some(evil.to_owned()),
        tool: evil.to_owned(),
        cwd: evil.to_owned(),
        sentences: vec![sentence(evil, true), sentence(evil, false)],
        narration: Some(evil.to_owned()),
        instead: Some(evil.to_owned()),
        always: Some(evil.to_owned()),
        ..request(evil)
    };
    let text = text(request, 120, 60);
    assert!(!text.contains(|c: char| c.is_control() && c != '\n'), "{text:?}");
    assert!(!text.contains('\u{202e}'));
    assert_eq!(text.matches("\n 1. z").count(), 0, "no line of the data begins like one of ours");
    assert!(text.contains("hidden characters shown as escapes"), "{text}");
}
