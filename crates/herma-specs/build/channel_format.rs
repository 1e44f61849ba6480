//! The format of a channel's table, and what serde cannot check. `docs/add-a-channel.md` explains the keys.

use crate::channel_dialect::{ChannelDialect, Key, Proof};
use crate::format::{chosen, last};
use serde::Deserialize;

/// Kinds of accounts and names of ways to answer that are no channel's, and a kind of note of all of them together.
const RESERVED: &[&str] = &["unix", "web", "inbox", "api", "chat", "seen"];
/// Ends the name of a channel's second kind of note.
const RESERVED_END: &str = "-offset";
/// Longer than any id of a service.
const ID_MAX: usize = 64;

/// A table, and the name of its file.
pub struct ChannelFile {
    pub name: String,
    pub table: Table,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    pub title: String,
    pub dialect: String,
    pub base_url: Option<String>,
    /// Its place in lists. Those without one come last, by name.
    #[serde(default = "last")]
    pub rank: u32,
    pub account: Account,
    #[serde(default)]
    pub guard: Guard,
    pub docs: Docs,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Account {
    /// Characters and ranges of an id: `A-Z0-9`. Without them an account is any name.
    pub characters: Option<String>,
    /// The shortest and the longest id.
    pub length: Option<(usize, usize)>,
    pub is: Option<String>,
    pub example: String,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Guard {
    /// Below a home, as patterns: what a client of the service logs in with.
    pub secrets: Vec<String>,
    pub variable: Option<String>,
    pub host: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Docs {
    pub setup: String,
    #[serde(default)]
    pub notes: String,
}

pub fn read(name: &str, text: &str) -> Result<ChannelFile, Vec<String>> {
    let table: Table = toml::from_str(text).map_err(|e| vec![e.to_string().replace('\n', "; ")])?;
    let problems = problems(name, &table);
    if problems.is_empty() { Ok(ChannelFile { name: name.to_owned(), table }) } else { Err(problems) }
}

impl Table {
    /// Checked when the table was read.
    pub fn dialect(&self) -> Option<ChannelDialect> {
        ChannelDialect::NAMES.iter().find(|(name, _)| *name == self.dialect).map(|(_, dialect)| *dialect)
    }
}

impl Account {
    /// `A-Z0-9` as ranges.
    pub fn ranges(&self) -> Vec<(char, char)> {
        let mut left = self.characters.as_deref().unwrap_or_default().chars().peekable();
        let mut found = Vec::new();
        while let Some(from) = left.next() {
            let to = match left.next_if_eq(&'-') {
                Some(dash) => left.next().unwrap_or(dash),
                None => from,
            };
            found.push((from, to));
        }
        found
    }
}

fn problems(name: &str, table: &Table) -> Vec<String> {
    let mut found = Vec::new();
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if !name.starts_with(|c: char| c.is_ascii_lowercase()) || !name.chars().all(plain) {
        found.push("the file's name is the channel's: lower case letters, digits and hyphens".to_owned());
    }
    if RESERVED.contains(&name) || name.ends_with(RESERVED_END) {
        found.push(format!(
            "`{name}` is taken: {} and names that end with `{RESERVED_END}`",
            RESERVED.join(", ")
        ));
    }
    found.extend(chosen("dialect", &table.dialect, ChannelDialect::NAMES).err());
    let Some(facts) = table.dialect().map(ChannelDialect::facts) else { return found };
    if let Some(url) = &table.base_url {
        if !facts.keys.contains(&Key::BaseUrl) {
            found.push(format!("dialect `{}` has no `base_url`: each policy says `url`", table.dialect));
        }
        if url.strip_prefix("https://").is_none_or(str::is_empty) || url.ends_with('/') {
            found.push("`base_url` begins with `https://` and does not end with `/`".to_owned());
        }
    }
    let Account { characters, length, is, example } = &table.account;
    match (characters, length, is) {
        (Some(_), Some((least, most)), Some(_)) => {
            let ranges = table.account.ranges();
            let known = |c: char| ranges.iter().any(|(from, to)| (*from..=*to).contains(&c));
            if ranges.is_empty() || ranges.iter().any(|(from, to)| from > to || !to.is_ascii_graphic()) {
                found
                    .push("`characters` of `[account]` are characters and ranges, as in `A-Z0-9`".to_owned());
            }
            if *least < 1
                || most > &ID_MAX
                || !(*least..=*most).contains(&example.len())
                || !example.chars().all(known)
            {
                found.push(format!(
                    "`example` of `[account]` is no id by its `characters` and `length` (at most {ID_MAX})"
                ));
            }
        }
        (None, None, None) if facts.proof == Proof::OwnSecret => {}
        // A name can be taken by anybody who is quick; an id stays.
        (_, _, _) => {
            found.push("`[account]` needs `characters`, `length` and `is`: what an id looks like".to_owned())
        }
    }
    let guard = &table.guard;
    if guard.variable.is_some() != guard.host.is_some() {
        found.push("`variable` and `host` of `[guard]` come together".to_owned());
    }
    for entry in guard.secrets.iter().filter(|entry| entry.is_empty() || entry.starts_with('/')) {
        found.push(format!("`{entry}` in `[guard]` is not a path below a home"));
    }
    found
}
