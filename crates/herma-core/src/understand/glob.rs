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

/// One step of a pattern.
#[derive(Clone, Copy)]
enum Step {
    One(u8),
    /// One character of a name: `?`, or a set of which only the place matters.
    Any,
    Set(usize),
    /// Any part of a name.
    Star,
    /// Any part of a path.
    Path,
    /// Any number of folders.
    Folders,
}

/// Whether some path fits both a pattern as the shell takes it (`*` stays within a name and begins no hidden one, `…`
/// is anything) and one of our lists (`*` goes on over slashes).
pub fn meets(written: &str, listed: &str) -> bool {
    /// Longer ones are nobody's, and may mean anything.
    const MAX: usize = 512;
    if !written.contains(['*', '?', '[', '…']) {
        return fits(listed, written);
    }
    if written.len() > MAX || listed.len() > MAX {
        return true;
    }
    // Most differ at their plain ends, before either becomes a pattern.
    let plain = |&(w, l): &(u8, u8)| w.is_ascii() && !matches!(w, b'*' | b'?' | b'[' | b']') && l != b'*';
    let differs = |(w, l): (u8, u8)| w != l;
    if written.bytes().zip(listed.bytes()).take_while(plain).any(differs)
        || written.bytes().rev().zip(listed.bytes().rev()).take_while(plain).any(differs)
    {
        return false;
    }
    let (own, theirs) = (steps(written), listed.as_bytes());
    // reach[t]: the steps so far fit the first `t` of the list's characters. A star in the list takes any number of steps.
    let close = |reach: &mut Vec<bool>| {
        for t in 0..theirs.len() {
            if reach.get(t) == Some(&true)
                && theirs.get(t) == Some(&b'*')
                && let Some(next) = reach.get_mut(t + 1)
            {
                *next = true;
            }
        }
    };
    let mut reach = vec![false; theirs.len() + 1];
    if let Some(first) = reach.first_mut() {
        *first = true;
    }
    close(&mut reach);
    let mut name_begins = true;
    for step in own {
        let mut next = vec![false; reach.len()];
        let repeats = matches!(step, Step::Star | Step::Path | Step::Folders);
        if repeats {
            next.clone_from(&reach);
        }
        for t in 0..theirs.len() {
            let at = if repeats { next.get(t) } else { reach.get(t) };
            if at != Some(&true) {
                continue;
            }
            let Some(&c) = theirs.get(t) else { continue };
            let to = if c == b'*' { t } else { t + 1 };
            let hidden = name_begins && c == b'.' && reach.get(t) == Some(&true);
            let takes = c == b'*'
                || match step {
                    Step::One(own) => own == c,
                    Step::Any | Step::Star => c != b'/' && !hidden,
                    Step::Set(open) => {
                        c != b'/' && set(written.as_bytes(), open, c).is_none_or(|(fits, _)| fits)
                    }
                    Step::Path | Step::Folders => true,
                };
            if takes && let Some(found) = next.get_mut(to) {
                *found = true;
                if repeats || to == t {
                    close(&mut next);
                }
            }
        }
        if matches!(step, Step::Folders) {
            // What follows begins a name.
            for t in 1..next.len() {
                let begins = reach.get(t) == Some(&true) || matches!(theirs.get(t - 1), Some(b'/' | b'*'));
                if let Some(at) = next.get_mut(t) {
                    *at &= begins;
                }
            }
        }
        close(&mut next);
        // A search takes hidden names for names.
        name_begins = matches!(step, Step::One(b'/'));
        reach = next;
    }
    reach.last() == Some(&true)
}

/// The pattern with `?` for each set: a name such as `[id]` is a name where it is not known to be a pattern.
pub fn without_sets(pattern: &str) -> String {
    let mut out = String::with_capacity(pattern.len());
    let mut rest = pattern;
    while let Some(open) = rest.find('[') {
        let Some((_, next)) = set(rest.as_bytes(), open, 0) else { break };
        out.push_str(rest.get(..open).unwrap_or(""));
        out.push('?');
        rest = rest.get(next..).unwrap_or("");
    }
    out.push_str(rest);
    out
}

fn steps(pattern: &str) -> Vec<Step> {
    let bytes = pattern.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let rest = bytes.get(at..).unwrap_or(&[]);
        if rest.starts_with("…".as_bytes()) {
            // `…/x` is `x` itself as well.
            let folders = rest.get("…".len()) == Some(&b'/');
            out.push(if folders { Step::Folders } else { Step::Path });
            at += "…".len() + usize::from(folders);
            continue;
        }
        at += 1;
        match byte {
            b'*' => out.push(Step::Star),
            b'?' => out.push(Step::Any),
            b'[' => match set(bytes, at - 1, 0) {
                Some((_, next)) => {
                    out.push(Step::Set(at - 1));
                    at = next;
                }
                None => out.push(Step::One(byte)),
            },
            _ => out.push(Step::One(byte)),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{fits, meets};

    #[test]
    fn two_patterns_meet_where_one_path_fits_both() {
        for (written, listed, want) in [
            (".config/h*/policy.toml", ".config/herma*", true),
            (".config/herm?", ".config/herma*", true),
            (".config/x*", ".config/herma*", false),
            (".config/*", ".config/herma*", true),
            ("*", ".herma", false),
            ("?herma", ".herma", false),
            (".h*", ".herma", true),
            (".[hx]erma", ".herma", true),
            (".[ab]erma", ".herma", false),
            ("/e*/passwd", "/etc/pass*", true),
            ("/e*", "/etc/passwd", false),
            ("…/policy.toml", ".config/herma*/policy.toml", true),
            ("…/.bashrc", ".bashrc", true),
            ("…/main.rs", ".bashrc", false),
            ("a/…/a", "*/.herma", false),
            ("a/…/.herma", "*/.herma", true),
            ("src/*.rs", "*/.herma", false),
            ("a/.h*/*", "*/.herma/policy.toml", true),
            ("~/.b*rc", ".bashrc", false),
            (".b*rc", ".bashrc", true),
        ] {
            assert_eq!(meets(written, listed), want, "{written} {listed}");
        }
    }

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
