//! A unified diff, for a person to read before saying yes.

use herma_agents::text::plain_lines;
use std::fmt::Write;
use std::path::Path;

/// Lines of context around a change.
const CONTEXT: usize = 3;
/// Beyond this many changed lines a side, the whole middle is shown as replaced: right, only not minimal.
const TABLE_MAX: usize = 2000;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Line<'a> {
    Same(&'a str),
    Gone(&'a str),
    New(&'a str),
}

/// `None` is a file that does not exist. Nothing in the texts can reach the terminal as a control sequence.
pub fn unified(path: &Path, old: Option<&str>, new: Option<&str>) -> String {
    let lines = compare(&split(old), &split(new));
    if lines.iter().all(|line| matches!(line, Line::Same(_))) {
        return String::new();
    }
    let name = path.display().to_string();
    let mut out = String::new();
    let side = |there: bool| if there { name.as_str() } else { "/dev/null" };
    let _ = writeln!(out, "--- {}\n+++ {}", side(old.is_some()), side(new.is_some()));
    for hunk in hunks(&lines) {
        write_hunk(&mut out, &lines, hunk);
    }
    plain_lines(&out)
}

fn split(text: Option<&str>) -> Vec<&str> {
    text.map(|text| text.split_inclusive('\n').collect()).unwrap_or_default()
}

/// The longest common subsequence, after what is equal at both ends was set aside.
fn compare<'a>(old: &[&'a str], new: &[&'a str]) -> Vec<Line<'a>> {
    let head = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let (old_rest, new_rest) = (old.get(head..).unwrap_or_default(), new.get(head..).unwrap_or_default());
    let tail = old_rest.iter().rev().zip(new_rest.iter().rev()).take_while(|(a, b)| a == b).count();
    let old_middle = old_rest.get(..old_rest.len() - tail).unwrap_or_default();
    let new_middle = new_rest.get(..new_rest.len() - tail).unwrap_or_default();

    let mut lines: Vec<Line<'a>> = old.iter().take(head).map(|line| Line::Same(line)).collect();
    lines.extend(middle(old_middle, new_middle));
    lines.extend(old_rest.iter().skip(old_middle.len()).map(|line| Line::Same(line)));
    lines
}

fn middle<'a>(old: &[&'a str], new: &[&'a str]) -> Vec<Line<'a>> {
    if old.len() > TABLE_MAX || new.len() > TABLE_MAX {
        let gone = old.iter().map(|line| Line::Gone(line));
        return gone.chain(new.iter().map(|line| Line::New(line))).collect();
    }
    // longest[i][j]: how many lines old[i..] and new[j..] have in common.
    let width = new.len() + 1;
    let mut longest = vec![0_u32; (old.len() + 1) * width];
    let at = |table: &[u32], i: usize, j: usize| table.get(i * width + j).copied().unwrap_or(0);
    for (i, a) in old.iter().enumerate().rev() {
        for (j, b) in new.iter().enumerate().rev() {
            let best = if a == b {
                at(&longest, i + 1, j + 1) + 1
            } else {
                at(&longest, i + 1, j).max(at(&longest, i, j + 1))
            };
            if let Some(cell) = longest.get_mut(i * width + j) {
                *cell = best;
            }
        }
    }
    let (mut i, mut j) = (0, 0);
    let mut lines = Vec::new();
    loop {
        match (old.get(i), new.get(j)) {
            (Some(a), Some(b)) if a == b => {
                lines.push(Line::Same(a));
                (i, j) = (i + 1, j + 1);
            }
            (Some(a), b) if b.is_none() || at(&longest, i + 1, j) >= at(&longest, i, j + 1) => {
                lines.push(Line::Gone(a));
                i += 1;
            }
            (_, Some(b)) => {
                lines.push(Line::New(b));
                j += 1;
            }
            (_, None) => return lines,
        }
    }
}

/// Ranges of lines that hold the changes and their context.
fn hunks(lines: &[Line<'_>]) -> Vec<std::ops::Range<usize>> {
    let mut hunks: Vec<std::ops::Range<usize>> = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        if matches!(line, Line::Same(_)) {
            continue;
        }
        let range = at.saturating_sub(CONTEXT)..(at + CONTEXT + 1).min(lines.len());
        match hunks.last_mut() {
            Some(last) if last.end >= range.start => last.end = range.end,
            _ => hunks.push(range),
        }
    }
    hunks
}

fn write_hunk(out: &mut String, lines: &[Line<'_>], hunk: std::ops::Range<usize>) {
    let count = |range: std::ops::Range<usize>| {
        let lines = lines.get(range).unwrap_or_default();
        let old = lines.iter().filter(|line| !matches!(line, Line::New(_))).count();
        let new = lines.iter().filter(|line| !matches!(line, Line::Gone(_))).count();
        (old, new)
    };
    let (old_before, new_before) = count(0..hunk.start);
    let (old, new) = count(hunk.clone());
    let start = |before: usize, length: usize| if length == 0 { before } else { before + 1 };
    let _ = writeln!(out, "@@ -{},{old} +{},{new} @@", start(old_before, old), start(new_before, new));
    for line in lines.get(hunk).unwrap_or_default() {
        let (sign, text) = match line {
            Line::Same(text) => (' ', text),
            Line::Gone(text) => ('-', text),
            Line::New(text) => ('+', text),
        };
        let _ = writeln!(out, "{sign}{}", text.trim_end_matches('\n'));
        if !text.ends_with('\n') {
            let _ = writeln!(out, "\\ No newline at end of file");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_is_shown_with_its_surroundings() {
        let old = "1\n2\n3\n4\n5\n6\n7\n8\n9\n";
        let new = "1\n2\n3\n4\nfive\n6\n7\n8\n9\nten";
        assert_eq!(
            unified(Path::new("/f"), Some(old), Some(new)),
            "--- /f\n+++ /f\n@@ -2,8 +2,9 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n 9\n+ten\n\\ No newline at end of file\n"
        );
    }

    #[test]
    fn a_new_file_comes_from_nowhere() {
        assert_eq!(
            unified(Path::new("/f"), None, Some("a\n")),
            "--- /dev/null\n+++ /f\n@@ -0,0 +1,1 @@\n+a\n"
        );
        assert_eq!(
            unified(Path::new("/f"), Some("a\n"), None),
            "--- /f\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-a\n"
        );
        assert_eq!(unified(Path::new("/f"), Some("a\n"), Some("a\n")), "");
    }

    #[test]
    fn no_escape_reaches_the_terminal() {
        assert!(!unified(Path::new("/f"), None, Some("\x1b[2J\n")).contains('\x1b'));
    }
}
