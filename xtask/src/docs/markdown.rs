//! The little Markdown that the pages need.

/// A code span that survives in a table: backticks, bars and line ends inside it do not break it.
pub fn code(text: &str) -> String {
    let text = text.trim_end_matches('\n').replace('\n', " ⏎ ").replace('|', "\\|");
    if text.contains('`') { format!("`` {text} ``") } else { format!("`{text}`") }
}

/// Prose in a table. Angle brackets would be taken for HTML, asterisks and underscores for emphasis.
pub fn cell(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut in_code = false;
    for c in text.chars() {
        match c {
            '`' => in_code = !in_code,
            '|' => out.push('\\'),
            '<' | '*' | '_' if !in_code => out.push('\\'),
            _ => {}
        }
        out.push(c);
    }
    out
}

/// Several code spans: `a`, `b` and `c`.
pub fn codes<'a>(texts: impl IntoIterator<Item = &'a str>, last: &str) -> String {
    list(&texts.into_iter().map(code).collect::<Vec<_>>(), last)
}

/// a, b and c.
pub fn list(items: &[String], last: &str) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., end] => format!("{} {last} {end}", most.join(", ")),
    }
}

/// The anchor that renderers give a heading.
pub fn anchor(heading: &str) -> String {
    heading
        .to_lowercase()
        .chars()
        .filter_map(|c| match c {
            ' ' => Some('-'),
            c if c.is_alphanumeric() || matches!(c, '-' | '_') => Some(c),
            _ => None,
        })
        .collect()
}

pub fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => format!("{}{}", first.to_uppercase(), chars.as_str()),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_breaks_a_table() {
        assert_eq!(code("a | b"), "`a \\| b`");
        assert_eq!(code("echo `id`\n"), "`` echo `id` ``");
        assert_eq!(code("cat <<E\nx\nE"), "`cat <<E ⏎ x ⏎ E`");
        assert_eq!(cell("a*b `c*d` <e>"), "a\\*b `c*d` \\<e>");
    }

    #[test]
    fn lists_read_like_sentences() {
        assert_eq!(codes(["a"], "or"), "`a`");
        assert_eq!(codes(["a", "b", "c"], "or"), "`a`, `b` or `c`");
    }
}
