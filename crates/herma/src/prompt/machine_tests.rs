use super::super::keys::Key;
use super::super::request::{Answer, Choice, Denier, Request, Scope};
use super::super::samples::{Asked, request, screen};
use super::*;
use herma_core::effect::Tier;

const PERSON: Answer = Answer::Deny { reason: None, by: Denier::Person };
const INTERRUPT: Answer = Answer::Deny { reason: None, by: Denier::Interrupt };

fn of_tier(tier: Tier) -> Request {
    Request { tier, ..request("git push") }
}

/// What comes of these keys, each on a freshly drawn screen: `^` and `v` are arrows, `.` is Enter, `<` Backspace.
fn pressed(request: Request, keys: &str) -> Option<Answer> {
    let mut asked = Asked::new(request, screen(80, 24));
    asked.draw();
    for c in keys.chars() {
        let key = match c {
            '^' => Key::Up,
            'v' => Key::Down,
            '.' => Key::Enter,
            '<' => Key::Backspace,
            other => Key::Char(other),
        };
        if let Some(answer) = asked.machine.press(&key) {
            return Some(answer);
        }
        asked.draw();
    }
    None
}

#[test]
fn keys_are_answers() {
    let allow = |scope| Some(Answer::Allow(scope));
    for (keys, want) in [
        ("1", allow(Scope::Once)),
        ("2", allow(Scope::Session)),
        ("3", allow(Scope::Always)),
        ("4", Some(PERSON)),
        // Deny is preselected.
        (".", Some(PERSON)),
        ("^.", allow(Scope::Always)),
        ("^^^.", allow(Scope::Once)),
        ("^^^^^^.", allow(Scope::Once)),
        ("vv.", Some(PERSON)),
        ("^v.", Some(PERSON)),
        // What is not on the list does nothing.
        ("567890xyz ", None),
        ("54", Some(PERSON)),
        ("r.", Some(PERSON)),
        ("rno 1.", Some(Answer::Deny { reason: Some("no 1".to_owned()), by: Denier::Person })),
        ("rab<.", Some(Answer::Deny { reason: Some("a".to_owned()), by: Denier::Person })),
        // Only on Deny.
        ("^r", None),
    ] {
        assert_eq!(pressed(of_tier(Tier::Medium), keys), want, "{keys}");
    }
}

#[test]
fn t34_from_tier_high_on_a_yes_takes_the_digits() {
    for tier in [Tier::High, Tier::Critical] {
        for (keys, want) in [
            ("1", None),
            ("1.", None),
            ("147", None),
            ("147.", Some(Answer::Allow(Scope::Once))),
            ("247.", Some(Answer::Allow(Scope::Session))),
            ("347.", Some(Answer::Allow(Scope::Always))),
            ("^^^.47.", Some(Answer::Allow(Scope::Once))),
            ("148<7.", Some(Answer::Allow(Scope::Once))),
            ("148.", None),
            ("148.47.", Some(Answer::Allow(Scope::Once))),
            // A third digit does not count, and does not answer either.
            ("1479.", Some(Answer::Allow(Scope::Once))),
            ("111.22.33.", Some(Answer::Deny { reason: None, by: Denier::WrongDigits })),
            // Deny stays one key.
            ("4", Some(PERSON)),
            (".", Some(PERSON)),
        ] {
            assert_eq!(pressed(of_tier(tier), keys), want, "{tier} {keys}");
        }
    }
}

#[test]
fn ways_out_are_denials_in_every_step() {
    for before in ["", "^", "r", "rab", "1", "14"] {
        for way_out in [Key::Interrupt, Key::Esc, Key::EndOfInput] {
            let mut asked = Asked::new(of_tier(Tier::Critical), screen(80, 24));
            asked.draw();
            for c in before.chars() {
                let key = if c == '^' { Key::Up } else { Key::Char(c) };
                assert_eq!(asked.machine.press(&key), None);
            }
            assert_eq!(asked.machine.press(&way_out), Some(INTERRUPT), "{before} {way_out:?}");
        }
    }
}

#[test]
fn keys_typed_before_it_was_drawn_are_discarded() {
    let mut asked = Asked::new(of_tier(Tier::Medium), screen(80, 24));
    for key in [Key::Char('1'), Key::Up, Key::Enter, Key::Esc] {
        assert_eq!(asked.machine.press(&key), None);
    }
    asked.draw();
    assert_eq!(asked.machine.press(&Key::Enter), Some(PERSON), "and nothing was moved by them");
}

#[test]
fn a_pasted_number_is_no_answer() {
    let mut asked = Asked::new(of_tier(Tier::Medium), screen(80, 24));
    asked.draw();
    assert_eq!(asked.machine.press(&Key::Paste("1\n".to_owned())), None);
    assert_eq!(asked.machine.press(&Key::Other), None);
}

#[test]
fn what_is_not_offered_cannot_be_chosen() {
    let request = || Request { offers: vec![Choice::Once], ..of_tier(Tier::Medium) };
    assert_eq!(pressed(request(), "23"), None);
    assert_eq!(pressed(request(), "1"), Some(Answer::Allow(Scope::Once)));
    assert_eq!(pressed(request(), "^."), Some(Answer::Allow(Scope::Once)));
    let nothing = || Request { offers: vec![Choice::View, Choice::Deny], ..of_tier(Tier::Medium) };
    assert_eq!(pressed(nothing(), "1235^^"), None);
    assert_eq!(pressed(nothing(), "^^."), Some(PERSON));
}

#[test]
fn t02_what_was_cut_cannot_be_approved() {
    let long: String = (0..200).map(|n| format!("echo {n}\n")).collect();
    let mut asked = Asked::new(request(&long), screen(80, 24));
    asked.draw();
    for yes in ['1', '2', '3'] {
        assert_eq!(asked.machine.press(&Key::Char(yes)), None);
        assert_eq!(asked.machine.notice(), Some(Notice::NotAllShown));
        asked.draw();
    }
    // Enter on an approval is refused as well.
    asked.machine.press(&Key::Up);
    asked.draw();
    assert_eq!(asked.machine.press(&Key::Enter), None);
    // Viewing takes its own choice away, and selects Deny.
    assert_eq!(asked.machine.press(&Key::Char('5')), None);
    asked.draw();
    assert!(!asked.machine.choices().contains(&Choice::View));
    assert_eq!(asked.machine.selected(), Choice::Deny);
    assert_eq!(asked.machine.press(&Key::Char('5')), None);
    assert_eq!(asked.machine.press(&Key::Char('1')), None, "only the first page was shown");
    // A jump to the end leaves a hole.
    asked.machine.press(&Key::End);
    asked.draw();
    assert_eq!(asked.machine.press(&Key::Char('1')), None, "the middle was not shown");
    asked.machine.press(&Key::Home);
    let mut pages = 0;
    loop {
        let before = asked.draw().drawn;
        asked.machine.press(&Key::Char(' '));
        if before.to == before.end {
            break;
        }
        pages += 1;
        assert!(pages < 100, "it does not end");
    }
    asked.draw();
    assert_eq!(asked.machine.press(&Key::Char('1')), Some(Answer::Allow(Scope::Once)));
}

#[test]
fn t02_a_resize_forgets_nothing_and_grants_nothing() {
    let long: String = (0..60).map(|n| format!("echo {n} and some more words to wrap\n")).collect();
    let mut asked = Asked::new(request(&long), screen(80, 24));
    asked.draw();
    asked.machine.press(&Key::Char('5'));
    asked.draw();
    asked.screen = screen(40, 24);
    asked.draw();
    assert_eq!(asked.machine.press(&Key::Char('1')), None);
    // Large enough for all of it.
    asked.screen = screen(80, 200);
    asked.draw();
    asked.screen = screen(40, 24);
    asked.draw();
    assert_eq!(asked.machine.press(&Key::Char('1')), Some(Answer::Allow(Scope::Once)));
}

#[test]
fn t02_too_small_a_window_leaves_only_deny() {
    for (columns, rows) in [(80, 5), (20, 24), (1, 1), (80, 8)] {
        let mut asked = Asked::new(of_tier(Tier::Medium), screen(columns, rows));
        asked.draw();
        assert_eq!(asked.machine.choices(), vec![Choice::Deny], "{columns}x{rows}");
        assert_eq!(asked.machine.press(&Key::Char('1')), None);
        assert_eq!(asked.machine.press(&Key::Char('4')), Some(PERSON));
    }
}

#[test]
fn t02_what_no_terminal_can_show_can_only_be_denied() {
    let huge = "x".repeat(super::super::request::SHOWN_MAX + 1);
    for keys in ["1", "2", "3", "5"] {
        assert_eq!(pressed(request(&huge), keys), None);
    }
    assert_eq!(pressed(request(&huge), "4"), Some(PERSON));
}
