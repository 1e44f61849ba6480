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

/// Of those, the ones that only search.
const SEARCHES: &[&str] =
    &["ack", "ag", "egrep", "fgrep", "ggrep", "grep", "pcregrep", "rg", "ugrep", "zgrep"];

/// Programs whose words are for people.
const FOR_PEOPLE: &[&str] = &[
    "banner",
    "boxes",
    "cowsay",
    "figlet",
    "herma",
    "logger",
    "lolcat",
    "notify-send",
    "say",
    "toilet",
    "zenity",
];

/// Which words of a command line are data. Worked out once, asked for every word.
pub(super) struct Data<'f> {
    fields: &'f [Field],
    for_people: bool,
    /// The first operand of a program that takes a pattern or a script there.
    pattern: Option<usize>,
    /// That operand is code which may name files to read.
    code: bool,
    git: bool,
    /// What stands behind its `-e` is looked for.
    searches: bool,
}

impl<'f> Data<'f> {
    pub(super) fn of(name: &str, fields: &'f [Field]) -> Self {
        let git_grep = || name == "git" && fields.get(1).is_some_and(|f| f.is("grep"));
        let pattern = if PATTERN_FIRST.binary_search(&name).is_ok() {
            first_operand(fields, 1)
        } else if git_grep() {
            first_operand(fields, 2)
        } else {
            None
        };
        Data {
            fields,
            for_people: FOR_PEOPLE.binary_search(&name).is_ok(),
            pattern,
            code: CODE_FIRST.contains(&name),
            git: name == "git",
            searches: SEARCHES.contains(&name) || git_grep(),
        }
    }

    /// Whether the word at `index` is only looked for, recorded or shown.
    pub(super) fn is_text(&self, index: usize) -> bool {
        if self.pattern == Some(index) {
            return true;
        }
        let text = self.fields.get(index).map_or("", |f| f.value.prefix());
        if self.for_people {
            return !text.starts_with(['/', '~', '.']) || text.contains(' ');
        }
        if let Some((option, _)) = text.split_once('=')
            && option.starts_with('-')
        {
            return TEXT_OPTIONS.binary_search(&option).is_ok();
        }
        let before = index.checked_sub(1).filter(|b| *b > 0).and_then(|b| self.fields.get(b));
        let before = before.map_or("", |f| f.value.prefix());
        // `git commit -am "…"`: several letters, of which the last takes the value.
        let clustered = before.len() > 2 && !before.starts_with("--") && before.ends_with('m');
        // `python -m module`, `install -m 755`: the short one is a message only where there is something to say.
        before.starts_with('-')
            && (self.searches && matches!(before, "-e" | "--regexp")
                || self.git && matches!(before, "-S" | "-G")
                || TEXT_OPTIONS.binary_search(&before).is_ok() && before.len() > 2
                || (before == "-m" || clustered) && text.contains(' '))
    }

    /// Whether the word at `index` is code whose quoted parts may be files.
    pub(super) fn is_code(&self, index: usize) -> bool {
        self.code && self.pattern == Some(index)
    }
}

/// Programs whose first operand is code that may name files to read.
const CODE_FIRST: &[&str] = &["jq", "sed", "gsed", "yq"];

fn first_operand(fields: &[Field], from: usize) -> Option<usize> {
    let given = |f: &Field| matches!(f.value.prefix(), "-e" | "-f" | "--regexp" | "--file" | "--files");
    if fields.iter().any(given) {
        return None;
    }
    fields.iter().enumerate().skip(from).find(|(_, f)| !f.value.prefix().starts_with('-')).map(|(i, _)| i)
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
