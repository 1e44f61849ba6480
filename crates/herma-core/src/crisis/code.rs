//! Marks of code in a message. Names of tools come and go; how code is written stays.

/// Endings of files that people who write software speak of.
const ENDINGS: &[&str] = &[
    "py", "rs", "js", "ts", "tsx", "jsx", "go", "cpp", "hpp", "java", "rb", "sh", "yml", "yaml", "json",
    "toml", "sql", "log", "conf", "cfg", "ini", "html", "css", "lock", "exe", "dll", "php", "kt", "cs",
    "lua", "tf", "xml", "csv", "env",
];
const OPERATORS: &[&str] = &["::", "()", "->", "=>", "!=", "==", "&&", "||", "{}", "[]", "</", "/>"];
const UNITS: &[&str] =
    &["ms", "kb", "mb", "gb", "tb", "kib", "mib", "gib", "mi", "gi", "ghz", "mhz", "fps", "px"];

/// How many words of it are written as only code is.
pub fn marks(message: &str) -> usize {
    message.split_ascii_whitespace().filter(|word| is_code(word)).count()
}

fn is_code(word: &str) -> bool {
    // People send links, broken hearts and tears too; and some type a backtick for an apostrophe.
    if word.contains("://") || word.contains("</3") || word.contains("<3") || is_face(word) {
        return false;
    }
    let bare =
        word.trim_matches(|c: char| matches!(c, ',' | '.' | ';' | ':' | '!' | '?' | '(' | ')' | '"' | '\''));
    let bytes = bare.as_bytes();
    // Nearly every word is plain.
    let plain = |b: &u8| b.is_ascii_lowercase() || !b.is_ascii() || *b == b'\'';
    if bytes.iter().skip(1).all(plain)
        && bytes.first().is_none_or(u8::is_ascii_alphanumeric)
        && bare.len() + 2 > word.len()
    {
        return false;
    }
    let near = |at: usize, is: fn(&u8) -> bool| bytes.get(at).is_some_and(is);
    let joined = |mark: u8| {
        let inside = |at: usize| {
            near(at.wrapping_sub(1), u8::is_ascii_alphanumeric) && near(at + 1, u8::is_ascii_alphanumeric)
        };
        bytes.iter().enumerate().any(|(at, b)| *b == mark && inside(at))
    };
    let starts = |with: &str| {
        bare.strip_prefix(with).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_alphabetic()))
    };
    let path = (starts("/") && bare.matches('/').count() > 1) || starts("~/") || starts("./");
    let ending =
        bare.rsplit_once('.').is_some_and(|(name, ending)| !name.is_empty() && ENDINGS.contains(&ending));
    let digits = bytes.iter().take_while(|b| b.is_ascii_digit()).count();
    let size = digits > 0
        && bare.get(digits..).is_some_and(|unit| UNITS.iter().any(|one| unit.eq_ignore_ascii_case(one)));
    let issue = bare.strip_prefix('#').is_some_and(|n| n.len() > 2 && n.bytes().all(|b| b.is_ascii_digit()));
    let variable = bare
        .strip_prefix('$')
        .is_some_and(|n| n.len() > 2 && n.starts_with(|c: char| c.is_ascii_uppercase()));
    let inner = |at: usize| {
        near(at.wrapping_sub(1), u8::is_ascii_alphabetic) && near(at + 1, u8::is_ascii_alphabetic)
    };
    bytes.iter().enumerate().any(|(at, b)| *b == b'`' && !inner(at))
        || word.starts_with('`')
        || word.ends_with('`')
        || OPERATORS.iter().any(|one| word.contains(one))
        || joined(b'_')
        || starts("--")
        || path
        || ending
        || size
        || issue
        || variable
        || humps(bytes)
}

/// `T_T`, `u_u`, `o__o`.
fn is_face(word: &str) -> bool {
    let eyes = word.trim_matches(|c: char| matches!(c, ',' | '.' | '!' | '?' | '(' | ')'));
    matches!(eyes.as_bytes(), [left, middle @ .., right]
        if left.eq_ignore_ascii_case(right) && left.is_ascii_alphabetic()
            && !middle.is_empty() && middle.len() <= 3 && middle.iter().all(|b| matches!(b, b'_' | b'.')))
}

/// `getUserName`, `CrashLoopBackOff`: more than a brand's name has.
fn humps(word: &[u8]) -> bool {
    let up =
        |pair: &&[u8]| matches!(pair, [low, high] if low.is_ascii_lowercase() && high.is_ascii_uppercase());
    word.windows(2).filter(up).count() >= 2
}

#[cfg(test)]
mod tests {
    use super::marks;

    #[test]
    fn code_is_told_by_how_it_is_written() {
        for code in [
            "it ended in worker.py",
            "set MAX_RETRIES",
            "call `run` again",
            "std::fs",
            "main() hangs",
            "use --no-daemon",
            "/var/log/x",
            "CrashLoopBackOff again",
            "256Mi",
            "see #4312",
            "$HOME is empty",
        ] {
            assert_eq!(marks(code), 1, "{code}");
        }
        for words in [
            "I can't go on. I want to die.",
            "he/she said so (really)",
            "my iPhone and YouTube",
            "at 3 am, 24/7, #1",
            "e.g. the VA or the ER",
            "I'm 38 and/or tired...",
            "5mg of it",
            "--",
            "well -- no",
            "it costs $400",
            "https://example.com",
        ] {
            assert_eq!(marks(words), 0, "{words}");
        }
    }
}
