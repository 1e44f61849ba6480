use super::*;

fn text(bytes: &[u8]) -> String {
    visible(bytes, &[]).atoms.iter().map(|a| if a.breaks { "\n" } else { a.text.as_ref() }).collect()
}

fn warnings(text: &str) -> String {
    visible(text.as_bytes(), &[]).warnings.sentences().join("; ")
}

#[test]
fn plain_text_stays_as_it_is() {
    for same in [
        "git push --force",
        "echo 'grüße, 世界'\nls",
        "if x; then\n    y\nfi",
        "echo naïve–ish",
        "привет мир",
        "ёж и он",
    ] {
        assert_eq!(text(same.as_bytes()), same);
        assert_eq!(warnings(same), "", "{same}");
    }
}

#[test]
fn t05_white_space_that_could_be_overlooked_is_visible() {
    for (from, want) in [
        ("/bin/ls ", "/bin/ls·"),
        ("  ls", "··ls"),
        ("ls \nrm", "ls·\nrm"),
        ("a\tb", "a→   b"),
        ("ls\n", "ls⏎"),
        ("ls\u{a0}-l", "ls\\u{a0}-l"),
        ("ls\r\n", "ls\\u{d}⏎"),
        ("a\u{3000}b", "a\\u{3000}b"),
    ] {
        assert_eq!(text(from.as_bytes()), want, "{from:?}");
    }
}

#[test]
fn t06_nothing_that_a_terminal_would_obey() {
    for from in ["\x1b[2J", "\x1b]52;c;eA==\x07", "\u{9b}31m", "\x08\x08", "\x7f", "\x00", "\x1b[38D\x1b[K"] {
        assert!(!text(from.as_bytes()).contains(char::is_control), "{from:?}");
        assert!(warnings(from).contains("hidden character"), "{from:?}: {}", warnings(from));
    }
    assert_eq!(text(b"a\xff\xfeb"), "a\\xffb".replace('b', "\\xfeb"));
}

#[test]
fn t07_what_hides_or_misleads_is_an_escape() {
    for (from, want) in [
        ("rm \u{202e}txt.exe", "rm \\u{202e}txt.exe"),
        ("r\u{200b}m", "r\\u{200b}m"),
        ("a\u{e0041}b", "a\\u{e0041}b"),
        ("a\u{fe0f}b", "a\\u{fe0f}b"),
        ("e\u{301}x", "e\\u{301}x"),
        ("b\u{338}", "b\\u{338}"),
        ("и\u{306}\u{306}\u{306}", "и\\u{306}\\u{306}\\u{306}"),
        ("curl \u{440}\u{430}ypal.com", "curl \\u{440}\\u{430}ypal.com"),
        ("\u{441}\u{43e}\u{440}\u{443} x", "\\u{441}\\u{43e}\\u{440}\\u{443} x"),
        ("ls \u{2013}rf x", "ls \\u{2013}rf x"),
        ("a\u{2215}b", "a\\u{2215}b"),
        ("\u{ff52}\u{ff4d} x", "\\u{ff52}\\u{ff4d} x"),
        ("\u{1d42b}m", "\\u{1d42b}m"),
        ("\u{e0b0}", "\\u{e0b0}"),
    ] {
        assert_eq!(text(from.as_bytes()), want, "{from:?}");
        assert!(!warnings(from).is_empty(), "{from:?} is not warned about");
    }
    assert_eq!(warnings("\u{430}b"), "1 character looks like another: \\u{430} is no `a`");
    assert_eq!(warnings("a\u{202e}\u{202e}"), "2 hidden characters shown as escapes: \\u{202e}");
}

#[test]
fn t08_runs_of_nothing_are_folded_into_a_count() {
    for (from, want) in [
        (format!("ls{}rm", " ".repeat(200)), "ls‹200 spaces›rm"),
        (format!("ls{}rm", "\n".repeat(57)), "ls\n‹56 blank lines›\nrm"),
        (format!("{}rm", "\n".repeat(57)), "‹57 blank lines›\nrm"),
        (format!("ls\n{}rm", "  \n".repeat(9)), "ls\n‹9 blank lines, 18 blanks in them›\nrm"),
        (format!("ls{}rm", "\t".repeat(90)), "ls‹90 tabs›rm"),
        ("a\n\n\nb".to_owned(), "a\n\n\nb"),
    ] {
        assert_eq!(text(from.as_bytes()), want);
    }
    assert_eq!(warnings(&format!("ls{}rm", "\n".repeat(57))), "56 blank lines folded");
}

#[test]
fn marks_are_bytes_of_the_source() {
    let source = "écho \u{202e}; rm x";
    let from = source.find("rm").unwrap();
    let shown = visible(source.as_bytes(), &[Span::new(from, source.len())]);
    let marked: String =
        shown.atoms.iter().filter(|a| a.look == Look::Marked).map(|a| a.text.as_ref()).collect();
    assert_eq!(marked, "rm x");
    let nested = [Span::new(4, 6), Span::new(0, 9), Span::new(2, 3)];
    let shown = visible(b"0123456789ab", &nested);
    assert_eq!(shown.atoms.iter().filter(|a| a.marked).count(), 9);
}

#[test]
fn in_one_line_a_break_is_an_escape() {
    let line: String = visible_line("a\nb").atoms.iter().map(|a| a.text.to_string()).collect();
    assert_eq!(line, "a\\u{a}b");
}

/// Reads back what was shown. Signs that stand for something are left out of the texts below.
fn read_back(shown: &str) -> String {
    let mut out = String::new();
    let mut rest = shown;
    while let Some(c) = rest.chars().next() {
        if let Some((code, tail)) = rest.strip_prefix("\\u{").and_then(|r| r.split_once('}')) {
            out.extend(char::from_u32(u32::from_str_radix(code, 16).unwrap()));
            rest = tail;
            continue;
        }
        if let Some(tail) = rest.strip_prefix("→   ") {
            out.push('\t');
            rest = tail;
            continue;
        }
        out.push(match c {
            '·' => ' ',
            '⏎' => '\n',
            other => other,
        });
        rest = &rest[c.len_utf8()..];
    }
    out
}

proptest::proptest! {
    #[test]
    fn t03_every_byte_of_the_source_can_be_read_back(source in "([a-z0-9 \t\n;а-яα-ω文\u{1b}\u{7}\u{202e}\u{200b}\u{301}\u{a0}\u{9b}é🦀]{0,12}x){0,4}[ \t]{0,2}\n?") {
        let shown = visible(source.as_bytes(), &[]);
        proptest::prop_assume!(shown.warnings.lines == 0 && shown.warnings.spaces == 0);
        let text: String = shown.atoms.iter().map(|a| if a.breaks { "\n" } else { a.text.as_ref() }).collect();
        proptest::prop_assert_eq!(read_back(&text), source);
    }
}
