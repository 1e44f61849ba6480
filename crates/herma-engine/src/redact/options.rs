//! Secrets that are the value of an option, as a shell or a program would read its words.

use super::is_plain;
use super::named::is_secret_option;
use serde_json::Value;
use std::ops::Range;

/// Text inside quotes is read as a command again, so deep: `ssh host "bash -c 'mysql -px'"`.
const DEPTH: usize = 3;
/// A shorter value is a flag or an example.
const SHORTEST: usize = 3;

/// How a program takes a secret.
enum Takes {
    /// `-p x` and `-px`.
    Either(&'static str),
    /// `-px` only: `-p x` means something else.
    Joined(&'static str),
    /// `-p x` only.
    Apart(&'static str),
    /// `-u name:x`: what follows the sign.
    Behind(&'static str, char),
}

#[rustfmt::skip]
const PROGRAMS: &[(&[&str], Takes)] = &[
    (&["mysql", "mariadb", "mysqldump", "mysqladmin", "mysqlimport", "mariadb-dump", "mycli"], Takes::Joined("-p")),
    (&["sshpass"], Takes::Either("-p")),
    (&["redis-cli", "valkey-cli"], Takes::Either("-a")),
    (&["mongo", "mongosh", "mongodump", "mongorestore", "mongoimport", "mongoexport"], Takes::Either("-p")),
    // `docker login -p`, `az login -p`; `docker run -p` is a port.
    (&["login"], Takes::Apart("-p")),
    (&["curl", "http", "https", "xh", "curlie"], Takes::Behind("-u", ':')),
    (&["curl", "wget", "git"], Takes::Behind("--user", ':')),
    (&["curl"], Takes::Behind("-U", ':')),
    (&["curl"], Takes::Behind("--proxy-user", ':')),
    (&["http", "https", "xh"], Takes::Behind("-a", ':')),
    (&["smbclient", "rpcclient", "net"], Takes::Behind("-U", '%')),
    (&["ldapsearch", "ldapmodify", "ldapadd", "ldapdelete", "ldapwhoami", "ldappasswd"], Takes::Either("-w")),
    (&["zip", "unzip", "sqlcmd", "bcp"], Takes::Either("-P")),
    (&["7z", "7za", "7zz", "rar", "unrar"], Takes::Joined("-p")),
    (&["openssl"], Takes::Behind("-passin", ':')),
    (&["openssl"], Takes::Behind("-passout", ':')),
    (&["openssl"], Takes::Apart("-k")),
    (&["openssl"], Takes::Apart("-K")),
    (&["vncviewer", "xfreerdp", "wlfreerdp"], Takes::Joined("/p:")),
    (&["psexec", "winexe"], Takes::Behind("-U", '%')),
    (&["lftp", "ncftp"], Takes::Behind("-u", ',')),
    (&["ssh-keygen"], Takes::Apart("-N")),
    (&["ssh-keygen"], Takes::Apart("-P")),
    (&["keytool", "jarsigner"], Takes::Apart("-storepass")),
    (&["keytool", "jarsigner"], Takes::Apart("-keypass")),
    (&["keytool"], Takes::Apart("-srcstorepass")),
    (&["keytool"], Takes::Apart("-deststorepass")),
    (&["nmcli"], Takes::Apart("password")),
    (&["nmcli"], Takes::Apart("wifi-sec.psk")),
    (&["influx", "cqlsh", "clickhouse-client", "kinit", "snmpwalk"], Takes::Apart("-p")),
];

/// For each first letter of a program, a bit for each length that such a name has: most words are none of them.
const LENGTHS: [u64; 128] = lengths();

#[allow(clippy::indexing_slicing, reason = "worked out by the compiler")]
const fn lengths() -> [u64; 128] {
    let mut lengths = [0; 128];
    let mut at = 0;
    while at < PROGRAMS.len() {
        let names = PROGRAMS[at].0;
        let mut i = 0;
        while i < names.len() {
            lengths[names[i].as_bytes()[0] as usize] |= 1 << names[i].len();
            i += 1;
        }
        at += 1;
    }
    lengths
}

fn may_be_program(name: &str) -> bool {
    let lengths = name.bytes().next().and_then(|first| LENGTHS.get(usize::from(first)));
    name.len() < 64 && lengths.is_some_and(|lengths| lengths >> name.len() & 1 == 1)
}

/// A word: where its content lies in the text.
struct Word {
    range: Range<usize>,
    quoted: bool,
}

/// Adds what the options of the commands in this text say.
pub(super) fn find(text: &str, found: &mut Vec<Range<usize>>) {
    commands(text, 0, DEPTH, found);
}

/// Secrets in a list of arguments: which, and where in it.
pub(super) fn in_arguments(items: &[Value]) -> Vec<(usize, Range<usize>)> {
    let words: Vec<&str> = items.iter().map(|item| item.as_str().unwrap_or_default()).collect();
    in_words(&words)
}

fn commands(text: &str, offset: usize, depth: usize, found: &mut Vec<Range<usize>>) {
    let mut command: Vec<Word> = Vec::new();
    let finish = |command: &mut Vec<Word>, found: &mut Vec<Range<usize>>| {
        let words: Vec<&str> =
            command.iter().map(|word| text.get(word.range.clone()).unwrap_or_default()).collect();
        for (index, range) in in_words(&words) {
            if let Some(word) = command.get(index) {
                let start = offset + word.range.start;
                found.push(start + range.start..start + range.end);
            }
        }
        for (word, content) in command.iter().zip(&words) {
            if word.quoted && depth > 0 && content.contains(char::is_whitespace) {
                commands(content, offset + word.range.start, depth - 1, found);
            }
        }
        command.clear();
    };
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b' ' | b'\t' | b'\r' => at += 1,
            b'\n' | b';' | b'|' | b'&' | b'(' | b')' | b'`' => {
                finish(&mut command, found);
                at += 1;
            }
            _ => {
                let (word, next) = word(bytes, at);
                command.push(word);
                at = next.max(at + 1);
            }
        }
    }
    finish(&mut command, found);
}

/// The word at this place, and where the next thing begins.
fn word(bytes: &[u8], start: usize) -> (Word, usize) {
    let mut at = start;
    let mut quote = None;
    while let Some(&byte) = bytes.get(at) {
        match (byte, quote) {
            (b'\\', None | Some(b'"')) => at += 1,
            (b'\'' | b'"', None) => quote = Some(byte),
            (byte, Some(open)) if byte == open => quote = None,
            (b' ' | b'\t' | b'\r' | b'\n' | b';' | b'|' | b'&' | b'(' | b')' | b'`', None) => break,
            _ => {}
        }
        at += 1;
    }
    let end = at.min(bytes.len());
    let first = bytes.get(start).copied();
    let closed = end > start + 1 && bytes.get(end - 1).copied() == first;
    match first {
        Some(b'\'' | b'"') if closed => (Word { range: start + 1..end - 1, quoted: true }, end),
        Some(b'\'' | b'"') => (Word { range: start + 1..end, quoted: true }, end),
        _ => (Word { range: start..end, quoted: false }, end),
    }
}

fn in_words(words: &[&str]) -> Vec<(usize, Range<usize>)> {
    let mut found = Vec::new();
    // Those that were named so far: a command has one or two.
    let mut programs: Vec<&Takes> = Vec::new();
    for (index, word) in words.iter().enumerate() {
        let next = words.get(index + 1).copied().unwrap_or_default();
        if word.starts_with('-') && !word.contains('=') && is_secret_option(word.trim_start_matches('-')) {
            let long = word.starts_with("--") || word.len() > 3;
            if long && !next.starts_with('-') {
                push(&mut found, index + 1, 0..next.len(), next);
            }
        }
        for takes in &programs {
            match **takes {
                Takes::Either(option) | Takes::Apart(option) if *word == option => {
                    push(&mut found, index + 1, 0..next.len(), next);
                }
                Takes::Either(option) | Takes::Joined(option)
                    if word.starts_with(option) && word.len() > option.len() =>
                {
                    push(&mut found, index, option.len()..word.len(), word);
                }
                Takes::Behind(option, sign) if *word == option => {
                    if let Some(at) = next.find(sign) {
                        push(&mut found, index + 1, at + sign.len_utf8()..next.len(), next);
                    }
                }
                Takes::Behind(option, sign) if word.starts_with(option) => {
                    if let Some(at) = word.find(sign) {
                        push(&mut found, index, at + sign.len_utf8()..word.len(), word);
                    }
                }
                Takes::Either(_) | Takes::Joined(_) | Takes::Apart(_) | Takes::Behind(..) => {}
            }
        }
        if programs.len() < PROGRAMS.len() && !word.starts_with('-') {
            let name = base(word);
            if may_be_program(name) {
                let takes = PROGRAMS.iter().filter(|(names, _)| names.contains(&name));
                programs.extend(takes.map(|(_, takes)| takes));
            }
        }
    }
    found
}

fn base(word: &str) -> &str {
    word.rsplit('/').next().unwrap_or(word)
}

fn push(found: &mut Vec<(usize, Range<usize>)>, index: usize, range: Range<usize>, word: &str) {
    let value = word.get(range.clone()).unwrap_or_default();
    let quotes = |c: char| c == '"' || c == '\'';
    let start = range.start + (value.len() - value.trim_start_matches(quotes).len());
    let value = value.trim_matches(quotes);
    if value.len() >= SHORTEST && is_plain(value) {
        found.push((index, start..start + value.len()));
    }
}
