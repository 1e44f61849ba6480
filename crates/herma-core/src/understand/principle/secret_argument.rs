//! A secret as an argument of any program: it will be read, printed or sent.

use super::Standing;
use super::data::Data;
use crate::effect::{Kind, Span};
use crate::understand::field::{Field, Value};
use crate::understand::options::rest_of;
use crate::understand::place::PlaceKind;
use crate::understand::walk::Walker;

/// Programs that touch a file without showing what is in it. Sorted.
#[rustfmt::skip]
const TOUCH_WITHOUT_SHOWING: &[&str] = &[
    "[", "access", "aws", "basename", "bash", "cd", "chattr", "chgrp", "chmod", "chown", "command", "dirname",
    "docker", "docker-compose", "du", "echo", "exa", "export", "eza", "fd", "file", "find", "getfacl", "gh", "git",
    "gpg-agent", "hddtemp", "helm", "herma", "htdigest", "htpasswd", "install", "keytool", "kubectl", "ln", "ls",
    "lsattr", "lsd", "md5sum", "mkdir", "mv", "printf", "readlink", "realpath", "rm", "rmdir", "rsync", "scp", "sed",
    "setfacl", "sftp", "sh", "sha256sum", "shred", "ssh", "ssh-add", "ssh-copy-id", "ssh-keygen", "stat", "tee",
    "terraform", "test", "touch", "tree", "type", "umask", "wc", "which", "zsh",
];

/// Files that hold secrets by their name alone.
const BARE: &[&str] = &["credentials", "kubeconfig", "secrets"];

/// What may stand before a path inside a word: `INPUT:/etc/shadow`, `"include /etc/shadow"`, `-f/etc/shadow`.
const BEFORE_A_PATH: &[char] =
    &[' ', '=', ':', ',', '@', '"', '\'', '(', '<', ';', '|', '{', '`', '\n', '\t', '['];

pub(in crate::understand) fn touches_without_showing(name: &str) -> bool {
    // These carry or send what they touch; the tables say which.
    const CARRY: &[&str] = &[
        "aws", "docker", "gh", "git", "helm", "install", "kubectl", "mv", "rsync", "scp", "sed", "sftp",
        "ssh", "tee",
    ];
    TOUCH_WITHOUT_SHOWING.binary_search(&name).is_ok() && !CARRY.contains(&name)
}

/// Options by which even those show what is in a file.
const SHOWS: &[&str] = &["--contents", "--files0-from", "--from-file", "-F", "-S"];

impl Walker<'_> {
    pub(super) fn secret_arguments(&mut self, name: &str, fields: &[Field], standing: Standing) {
        let touches = TOUCH_WITHOUT_SHOWING.binary_search(&name).is_ok() && !shows_history(name, fields)
            || checks_certificates(name, fields);
        let words = Data::of(name, fields);
        for (index, field) in fields.iter().enumerate().skip(1) {
            let text = field.value.prefix();
            let option = text.split_once('=').map_or_else(
                || fields.get(index - 1).filter(|_| index > 1).map_or("", |f| f.value.prefix()),
                |(option, _)| option,
            );
            if text.is_empty()
                || touches && !SHOWS.contains(&option)
                || words.is_text(index) && !words.is_code(index) && !names_a_file(text)
            {
                continue;
            }
            // `vault secrets list`: to a program whose subcommands are known, the bare word is one of them.
            let subcommand = standing == Standing::Listed && BARE.contains(&text);
            if looks_like_a_path(text) && !subcommand && !words.is_code(index) {
                let value = match text.split_once('=') {
                    Some((key, _)) => rest_of(field, key.len() + 1),
                    None if text.starts_with('@') => rest_of(field, 1),
                    None if name == "git" && text.contains(':') => {
                        rest_of(field, text.find(':').map_or(0, |at| at + 1))
                    }
                    None => field.clone(),
                };
                self.secret_argument(name, &value.value, field.span);
            }
            // Code that has a reader of its own says by its calls what it reads.
            if standing != Standing::Carrier {
                self.secrets_inside(name, text.to_owned(), field.span);
            }
        }
    }

    /// Text that a program is fed with, and that may make it read a secret: an include, an entity, a list of files.
    pub(super) fn secret_in_text(&mut self, name: &str, text: &Value) {
        if let Some(text) = text.known() {
            let text = format!(" {text}");
            self.secrets_inside(name, text, self.span);
        }
    }

    fn secrets_inside(&mut self, name: &str, text: String, span: Span) {
        for path in paths_inside(&text) {
            let path = match path.strip_prefix('~') {
                Some(below) => format!("{}{below}", self.home),
                None => path.to_owned(),
            };
            self.secret_argument(name, &Value::text(path), span);
        }
    }

    fn secret_argument(&mut self, name: &str, value: &Value, span: Span) {
        let placed = self.place(value);
        if placed.kind == PlaceKind::Credential
            && !self.effects.iter().any(|e| e.target.as_deref() == Some(&placed.path))
        {
            let text = format!("hands {{}} to `{name}`");
            self.path_effect(Kind::Read, value, span, "principle/secret-argument", &text, false);
        }
    }
}

/// A text that is nothing but a path: a message is not.
fn names_a_file(text: &str) -> bool {
    let value = text.split_once('=').map_or(text, |(_, value)| value);
    value.starts_with(['/', '~', '@']) && !value.contains(' ')
}

/// `openssl verify -CAfile ca.pem server.pem`: certificates lie in files named like keys.
fn checks_certificates(name: &str, fields: &[Field]) -> bool {
    name == "openssl"
        && matches!(
            fields.get(1).map_or("", |f| f.value.prefix()),
            "verify" | "x509" | "crl" | "ocsp" | "s_client"
        )
}

/// The first word that is neither an option nor the value of one: `git -C x --no-pager show`.
fn subcommand(fields: &[Field]) -> &str {
    let mut words = fields.iter().skip(1).map(|f| f.value.prefix());
    while let Some(word) = words.next() {
        match word {
            "-C" | "-c" | "--git-dir" | "--work-tree" => {
                words.next();
            }
            word if word.starts_with('-') => {}
            word => return word,
        }
    }
    ""
}

/// `git show HEAD^:.env`, `git log -p -- .env`: what a secret was.
fn shows_history(name: &str, fields: &[Field]) -> bool {
    name == "git"
        && match subcommand(fields) {
            "show" | "cat-file" | "blame" | "annotate" => true,
            "log" => {
                fields.iter().any(|f| f.is("-p") || f.is("--patch") || f.value.prefix().starts_with("-S"))
            }
            "grep" | "diff" => fields.iter().any(|f| f.is("--no-index")),
            _ => false,
        }
}

pub(super) fn looks_like_a_path(text: &str) -> bool {
    (!text.starts_with('-') || text.contains('=')) && text.contains(['/', '.', '_', '~', '@'])
        || BARE.contains(&text)
}

/// Absolute paths, or paths below the home, that begin inside a word.
pub(super) fn paths_inside(text: &str) -> impl Iterator<Item = &str> {
    let joined = text.len() > 2 && text.starts_with('-') && !text.starts_with("--");
    text.match_indices('/').filter_map(move |(slash, _)| {
        let start = if text.get(..slash).is_some_and(|t| t.ends_with('~')) { slash - 1 } else { slash };
        let before = text.get(..start)?;
        let opens = before.ends_with(BEFORE_A_PATH) || joined && before.len() == 2;
        // `https://host/…` is an address; `file:///…` is a path.
        let address = text.get(slash..)?.starts_with("//") && before.ends_with(':');
        let path = if address {
            text.get(..slash)?.ends_with("file:").then(|| text.get(slash + 2..))??
        } else {
            text.get(start..)?
        };
        if !opens || path.len() < 2 {
            return None;
        }
        let end = path
            .find([' ', '"', '\'', ')', ';', '|', '>', ',', '}', '`', '\n', '\t', ']'])
            .unwrap_or(path.len());
        path.get(..end)
    })
}

#[cfg(test)]
mod tests {
    use super::{TOUCH_WITHOUT_SHOWING, paths_inside};

    #[test]
    fn the_list_is_sorted() {
        assert!(TOUCH_WITHOUT_SHOWING.is_sorted());
    }

    #[test]
    fn finds_paths_inside_words() {
        for (text, want) in [
            ("INPUT:/etc/shadow", vec!["/etc/shadow"]),
            ("-f/etc/shadow", vec!["/etc/shadow"]),
            ("include ~/.ssh/id_rsa;", vec!["~/.ssh/id_rsa"]),
            ("file:///etc/shadow", vec!["/etc/shadow"]),
            ("https://host/etc/shadow", vec![]),
            ("src/etc/shadow", vec![]),
            ("a=/x,b=/y z", vec!["/x", "/y"]),
        ] {
            assert_eq!(paths_inside(text).collect::<Vec<_>>(), want, "{text}");
        }
    }
}
