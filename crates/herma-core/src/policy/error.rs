//! What is wrong with a policy file, where, and what was probably meant.

/// A policy file that cannot be used: where, and why.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {message}")]
pub struct PolicyError {
    pub line: usize,
    pub column: usize,
    pub message: String,
}

impl PolicyError {
    /// At this byte of the text. A word that is nearly a known one is named in the message.
    pub(super) fn at(text: &str, offset: usize, message: impl Into<String>) -> PolicyError {
        let before = text.get(..offset).unwrap_or(text);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        let mut message = message.into().trim().to_owned();
        if let Some(meant) = meant(&message) {
            message.push_str(&format!("; did you mean `{meant}`?"));
        }
        PolicyError { line, column, message }
    }
}

/// Where the lines of a text start. Counting them anew for each rule would make a long file slow to read.
pub(super) struct Lines(Vec<usize>);

impl Lines {
    pub(super) fn of(text: &str) -> Lines {
        Lines(text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(at, _)| at).collect())
    }

    /// The line that this byte is on.
    pub(super) fn at(&self, offset: usize) -> usize {
        self.0.partition_point(|end| *end < offset) + 1
    }
}

/// "unknown field `moed`, expected one of `version`, `mode`": the known word that is nearest to the first.
fn meant(message: &str) -> Option<String> {
    let mut words = message.split('`').skip(1).step_by(2);
    let wrong = words.next()?;
    nearest(wrong, words)
}

/// The candidate that is nearest to a word, if one is near at all.
pub(super) fn nearest<'a>(wrong: &str, candidates: impl Iterator<Item = &'a str>) -> Option<String> {
    let near = (wrong.chars().count() / 3).clamp(1, 3);
    candidates
        .map(|candidate| (distance(wrong, candidate), candidate))
        .filter(|(far, candidate)| *far <= near && *candidate != wrong)
        .min()
        .map(|(_, candidate)| candidate.to_owned())
}

/// How many letters have to be put in, left out, changed, or swapped with their neighbour.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut rows: Vec<Vec<usize>> = vec![(0..=b.len()).collect()];
    let cell = |rows: &[Vec<usize>], i: usize, j: usize| {
        rows.get(i).and_then(|row| row.get(j)).copied().unwrap_or(usize::MAX / 2)
    };
    for (i, x) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, y) in b.iter().enumerate() {
            let left = row.last().copied().unwrap_or(0) + 1;
            let changed = cell(&rows, i, j) + usize::from(x != y);
            let mut best = left.min(cell(&rows, i, j + 1) + 1).min(changed);
            if i > 0 && j > 0 && a.get(i - 1) == Some(y) && b.get(j - 1) == Some(x) {
                best = best.min(cell(&rows, i - 1, j - 1) + 1);
            }
            row.push(best);
        }
        rows.push(row);
    }
    cell(&rows, a.len(), b.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_word_is_named() {
        assert_eq!(meant("unknown field `moed`, expected one of `mode`, `hook`").as_deref(), Some("mode"));
        assert_eq!(meant("unknown field `banana`, expected one of `mode`, `hook`"), None);
        assert_eq!(nearest("delte", ["read", "delete"].into_iter()).as_deref(), Some("delete"));
    }
}
