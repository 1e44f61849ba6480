//! The counterweight: text that is only data has no effect beyond where it goes.

use crate::understand::field::Field;

/// Options whose value is a text for people, or a pattern to look for.
#[rustfmt::skip]
const TEXT_OPTIONS: &[&str] = &[
    "--author", "--body", "--caption", "--comment", "--commit-message", "--content", "--desc", "--description",
    "--exclude", "--filter-text", "--format", "--grep", "--header", "--include", "--label", "--match", "--message",
    "--milestone", "--msg", "--name", "--note", "--notes", "--pattern", "--prompt", "--query", "--reason", "--regex",
    "--regexp", "--search", "--subject", "--summary", "--text", "--title", "-m",
];

/// Programs whose first operand is a pattern or a script, not a file.
#[rustfmt::skip]
const PATTERN_FIRST: &[&str] = &[
    "ack", "ag", "ast-grep", "awk", "egrep", "fgrep", "gawk", "ggrep", "grep", "gsed", "jq", "mawk", "nawk", "pcregrep",
    "perl", "pgrep", "pt", "rg", "sed", "sg", "ugrep", "yq", "zgrep",
];

/// Programs whose words are for people.
const FOR_PEOPLE: &[&str] =
    &["banner", "boxes", "cowsay", "figlet", "logger", "lolcat", "notify-send", "say", "toilet", "zenity"];

/// Whether the word at `index` is only looked for, recorded or shown.
pub(super) fn is_text(name: &str, fields: &[Field], index: usize) -> bool {
    if FOR_PEOPLE.binary_search(&name).is_ok() {
        return true;
    }
    let text = fields.get(index).map_or("", |f| f.value.prefix());
    if let Some((option, _)) = text.split_once('=')
        && option.starts_with('-')
    {
        return TEXT_OPTIONS.binary_search(&option).is_ok();
    }
    let before =
        index.checked_sub(1).filter(|b| *b > 0).and_then(|b| fields.get(b)).map_or("", |f| f.value.prefix());
    // `python -m module`, `install -m 755`: the short one is a message only where there is something to say.
    if TEXT_OPTIONS.binary_search(&before).is_ok() && (before.len() > 2 || text.contains(' ')) {
        return true;
    }
    PATTERN_FIRST.binary_search(&name).is_ok() && first_operand(fields) == Some(index)
}

/// Programs whose first operand is code that may name files to read.
const CODE_FIRST: &[&str] = &["jq", "sed", "gsed", "yq"];

/// Whether the word at `index` is such code: what it quotes may be a file.
pub(super) fn is_code(name: &str, fields: &[Field], index: usize) -> bool {
    CODE_FIRST.contains(&name) && first_operand(fields) == Some(index)
}

fn first_operand(fields: &[Field]) -> Option<usize> {
    let given = |f: &Field| matches!(f.value.prefix(), "-e" | "-f" | "--regexp" | "--file" | "--files");
    if fields.iter().any(given) {
        return None;
    }
    fields.iter().enumerate().skip(1).find(|(_, f)| !f.value.prefix().starts_with('-')).map(|(i, _)| i)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_lists_are_sorted() {
        for list in [super::TEXT_OPTIONS, super::PATTERN_FIRST, super::FOR_PEOPLE] {
            assert!(list.is_sorted());
        }
    }
}
