//! Shell patterns, matched without a regular expression and without blowing up.

/// Whether `pattern` (`*`, `?`, `[…]`, `\x`) fits all of `text`.
pub fn fits(pattern: &str, text: &str) -> bool {
    // Most patterns of our tables are an ending or a plain name: no need to walk for those.
    if let Some(ending) = pattern.strip_prefix('*').filter(|rest| is_plain(rest)) {
        return text.ends_with(ending);
    }
    // And nearly all of the rest differ in their first byte.
    if let Some(first) = pattern.bytes().next()
        && !matches!(first, b'*' | b'?' | b'[' | b'\\')
        && text.bytes().next() != Some(first)
    {
        return false;
    }
    // Bytes, not characters: no allocation on the hot path. A `?` fits one byte; our tables are ASCII.
    let (pattern, text) = (pattern.as_bytes(), text.as_bytes());
    let (mut p, mut t) = (0, 0);
    // Where to resume after the last star: only the last one ever needs another try, so this is quadratic at worst.
    let mut resume: Option<(usize, usize)> = None;
    while t < text.len() {
        match one(pattern, p, text.get(t).copied()) {
            Match::Star => {
                resume = Some((p + 1, t));
                p += 1;
            }
            Match::Yes(next) => {
                p = next;
                t += 1;
            }
            Match::No => match resume {
                Some((star, at)) => {
                    p = star;
                    t = at + 1;
                    resume = Some((star, t));
                }
                None => return false,
            },
        }
    }
    pattern.iter().skip(p).all(|c| *c == b'*')
}

/// Whether one of `patterns` fits. Nearly all of them differ in their first or last byte, and are through after one look.
pub fn fits_any(patterns: &[&str], text: &str) -> bool {
    let bytes = text.as_bytes();
    let (Some(first), Some(last)) = (bytes.first(), bytes.last()) else {
        return patterns.iter().any(|p| fits(p, text));
    };
    let differs = |own: Option<&u8>, other: &u8| {
        own.is_some_and(|own| own != other && !matches!(own, b'*' | b'?' | b'[' | b']' | b'\\'))
    };
    patterns.iter().any(|pattern| {
        let own = pattern.as_bytes();
        !differs(own.first(), first) && !differs(own.last(), last) && fits(pattern, text)
    })
}

fn is_plain(text: &str) -> bool {
    !text.bytes().any(|b| matches!(b, b'*' | b'?' | b'[' | b'\\'))
}

enum Match {
    Star,
    Yes(usize),
    No,
}

fn one(pattern: &[u8], at: usize, c: Option<u8>) -> Match {
    let (Some(&head), Some(c)) = (pattern.get(at), c) else { return Match::No };
    match head {
        b'*' => Match::Star,
        b'?' => Match::Yes(at + 1),
        b'[' => match set(pattern, at, c) {
            Some((true, next)) => Match::Yes(next),
            Some((false, _)) => Match::No,
            None if c == b'[' => Match::Yes(at + 1),
            None => Match::No,
        },
        b'\\' if pattern.get(at + 1) == Some(&c) => Match::Yes(at + 2),
        _ if head == c => Match::Yes(at + 1),
        _ => Match::No,
    }
}

/// `[a-z]`, `[!x]`, `[^x]`, `[[:alpha:]]` taken loosely (any letter, digit or mark fits a named class).
fn set(pattern: &[u8], open: usize, c: u8) -> Option<(bool, usize)> {
    let mut at = open + 1;
    let negated = matches!(pattern.get(at), Some(b'!' | b'^'));
    if negated {
        at += 1;
    }
    let mut found = false;
    let first = at;
    loop {
        let &head = pattern.get(at)?;
        if head == b']' && at > first {
            return Some((found != negated, at + 1));
        }
        if head == b'[' && pattern.get(at + 1) == Some(&b':') {
            found |= c.is_ascii_alphanumeric() || c == b'_';
            at += 2;
            while *pattern.get(at)? != b']' {
                at += 1;
            }
            at += 1;
            continue;
        }
        if pattern.get(at + 1) == Some(&b'-') && pattern.get(at + 2).is_some_and(|e| *e != b']') {
            let &last = pattern.get(at + 2)?;
            found |= head <= c && c <= last;
            at += 3;
        } else {
            found |= head == c;
            at += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::fits;

    #[test]
    fn patterns_fit_as_in_the_shell() {
        for (pattern, text, want) in [
            ("*", "", true),
            ("r?", "rm", true),
            ("r[m]", "rm", true),
            ("r[!a-l]", "rm", true),
            ("*.log", "a.log", true),
            ("*.log", "a.logs", false),
            ("a*b*c", "axxbyyc", true),
            ("a*b*c", "axxbyy", false),
            ("[", "[", true),
            ("\\*", "*", true),
            ("", "x", false),
        ] {
            assert_eq!(fits(pattern, text), want, "{pattern} {text}");
        }
    }

    #[test]
    fn many_stars_stay_cheap() {
        assert!(!fits(&"*a".repeat(200), &"a".repeat(190)));
    }
}
