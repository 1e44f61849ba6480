//! The agents people have, as executors. A task's words come on standard input or joined to an option: they never become
//! options themselves.

/// Stands for the task's text in a command line.
pub const TEXT: &str = "{text}";

/// Name and command line.
pub const PRESETS: &[(&str, &[&str])] = &[
    ("claude", &["claude", "-p"]),
    ("codex", &["codex", "exec", "-"]),
    ("hermes", &["hermes", "chat", "--quiet", "--query={text}"]),
];

pub fn preset(name: &str) -> Option<Vec<String>> {
    let (_, words) = PRESETS.iter().find(|(known, _)| *known == name)?;
    Some(words.iter().map(|word| (*word).to_owned()).collect())
}
