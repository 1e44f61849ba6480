//! A secret as an argument of any program: it will be read, printed or sent.

use super::Standing;
use super::data::Data;
use crate::effect::{Kind, Reach, Span, Tier, Undo};
use crate::understand::field::{Field, Value};
use crate::understand::options::rest_of;
use crate::understand::place::{PlaceKind, may_mean_a_secret, path_of_uri};
use crate::understand::walk::Walker;

/// Programs that touch a file without showing what is in it. Sorted.
#[rustfmt::skip]
const TOUCH_WITHOUT_SHOWING: &[&str] = &[
    "[", "access", "aws", "basename", "bash", "cd", "chattr", "chgrp", "chmod", "chown", "command", "dirname",
    "docker", "docker-compose", "du", "echo", "exa", "export", "eza", "fd", "file", "find", "getfacl", "gh", "git",
    "gpg-agent", "hddtemp", "helm", "herma", "htdigest", "htpasswd", "install", "keytool", "kubectl", "ln", "ls",
    "lsattr", "lsd", "md5sum", "mkcert", "mkdir", "mv", "printf", "readlink", "realpath", "rm", "rmdir", "rsync", "scp", "sed",
    "setfacl", "sftp", "sh", "sha256sum", "shred", "ssh", "ssh-add", "ssh-copy-id", "ssh-keygen", "stat", "tee",
    "terraform", "test", "touch", "tree", "type", "umask", "wc", "which", "zsh",
];

/// Files that hold secrets by their name alone.
const BARE: &[&str] = &["credentials", "kubeconfig", "secrets"];

/// What may stand before a path inside a word: `INPUT:/etc/shadow`, `"include /etc/shadow"`, `-f/etc/shadow`.
const BEFORE_A_PATH: &[char] =
    &[' ', '=', ':', ',', '@', '"', '\'', '(', '<', ';', '|', '{', '`', '\n', '\t', '['];

pub(in crate::understand) fn touches_without_showing(name: &str, fields: &[Field]) -> bool {
    // These carry or send what they touch; the tables say which.
    const CARRY: &[&str] = &[
        "aws", "docker", "gh", "git", "helm", "install", "kubectl", "mv", "rsync", "scp", "sed", "sftp",
        "ssh", "tee",
    ];
    let shows = |f: &Field| {
        let text = f.value.prefix();
        shows_what_it_reads(name, text.split_once('=').map_or(text, |(option, _)| option))
    };
    // A hard link is the file under a name that does not say so; a symbolic one is followed.
    let symbolic = |f: &Field| {
        let text = f.value.prefix();
        text == "--symbolic" || text.starts_with('-') && !text.starts_with("--") && text.contains('s')
    };
    let carries = CARRY.contains(&name) || name == "ln" && !fields.iter().any(symbolic);
    TOUCH_WITHOUT_SHOWING.binary_search(&name).is_ok() && !carries && !fields.iter().skip(1).any(shows)
}

/// Options by which even those show what is in a file.
const SHOWS: &[&str] =
    &["--contents", "--files-from", "--files0-from", "--from-file", "--magic-file", "--restore", "-F", "-S"];

/// `file -f LIST` and `file -m MAGIC` print the lines that they cannot make sense of.
fn shows_what_it_reads(name: &str, option: &str) -> bool {
    SHOWS.contains(&option) || name == "file" && matches!(option, "-f" | "-m")
}

/// An option by which a search prints no lines.
fn only_names(field: &Field) -> bool {
    let text = field.value.prefix();
    matches!(text, "--files" | "--files-with-matches" | "--files-without-match" | "--count" | "--quiet")
        || text.starts_with('-') && !text.starts_with("--") && text.contains(['l', 'L', 'c', 'q'])
}

/// Searches that print the lines they find, and take patterns of the files to look into. Sorted.
const SEARCHES: &[&str] = &["ack", "ag", "egrep", "fgrep", "ggrep", "grep", "rg", "rgrep", "ug", "ugrep"];

impl Walker<'_> {
    /// `grep -r . --include=.env .`, `rg -g '.env*' .`: a search of nothing but secrets.
    pub(super) fn secret_patterns(&mut self, name: &str, fields: &[Field]) {
        if SEARCHES.binary_search(&name).is_err() || fields.iter().skip(1).any(only_names) {
            return;
        }
        for (index, field) in fields.iter().enumerate().skip(1) {
            let text = field.value.literal().unwrap_or_default();
            let before = fields.get(index - 1).filter(|_| index > 1).map_or("", |f| f.value.prefix());
            let includes = |option: &str| matches!(option, "--include" | "--glob" | "--iglob" | "-g" | "-G");
            let pattern = match text.split_once('=') {
                Some((option, pattern)) if includes(option) => pattern,
                _ if includes(before) => text.as_str(),
                _ => continue,
            };
            self.secret_pattern(name, pattern, field.span);
        }
    }

    /// A pattern of the files to look into that means nothing but secrets.
    pub(in crate::understand) fn secret_pattern(&mut self, name: &str, pattern: &str, span: Span) {
        let pattern = pattern.trim_start_matches("**/");
        if !pattern.contains('/') && may_mean_a_secret(pattern) {
            return self.secret_named(&Value::text(pattern), span, name);
        }
        let pattern = pattern.trim_end_matches('*').trim_end_matches('.');
        if pattern.is_empty() || pattern.starts_with('!') || pattern.contains(['*', '?']) {
            return;
        }
        if self.place(&Value::text(pattern)).kind == PlaceKind::Credential {
            self.secret_named(&Value::text(pattern), span, name);
        }
    }

    pub(super) fn secret_arguments(
        &mut self,
        name: &str,
        fields: &[Field],
        words: &Data<'_>,
        standing: Standing,
    ) {
        let touches = TOUCH_WITHOUT_SHOWING.binary_search(&name).is_ok() && !shows_history(name, fields)
            || checks_certificates(name, fields);
        let patterns = patterns_end(name, fields);
        for (index, field) in fields.iter().enumerate().skip(1.max(patterns)) {
            let text = field.value.prefix();
            let option = text.split_once('=').map_or_else(
                || fields.get(index - 1).filter(|_| index > 1).map_or("", |f| f.value.prefix()),
                |(option, _)| option,
            );
            if text.is_empty()
                || touches && !shows_what_it_reads(name, option) && path_of_uri(text).is_none()
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
            if standing != Standing::Carrier || !text.contains(['(', ';', '{', '\n', ' ']) {
                self.secrets_inside(name, text, field.span);
            }
        }
    }

    /// Text that a program is fed with, and that may make it read a secret: an include, an entity, a list of files.
    pub(in crate::understand) fn secret_in_text(&mut self, name: &str, text: &Value) {
        if let Some(text) = text.known() {
            let text = format!(" {text}");
            self.secrets_inside(name, &text, self.span);
        }
    }

    /// Inline code that names a secret of a home or of the system: whatever it does with it, it is not the project's. The
    /// project's own `.env` is read by its own code every day.
    pub(in crate::understand) fn secrets_in_code(&mut self, code: &str, span: Span) {
        if self.speculating || self.in_file {
            return;
        }
        self.speaks_to_gateway(code, span);
        for (at, _) in code.match_indices(['"', '\'', '`']) {
            let rest = code.get(at + 1..).unwrap_or_default();
            let end = rest.find(['"', '\'', '`', '?', '\n']).unwrap_or(rest.len());
            let path = rest.get(..end).unwrap_or_default().trim_start_matches("file:");
            let whole = match path.strip_prefix("~/") {
                Some(below) => format!("{}/{below}", self.home),
                None if path.starts_with('/') && path.len() > 2 => path.to_owned(),
                None => continue,
            };
            let placed = self.place(&Value::text(whole));
            if self.is_own_secret(&placed.path) {
                self.reads_own_secret(&placed.path, span, "principle/own-secret");
            }
        }
        for path in quoted_paths(code) {
            let below_home = path.strip_prefix("~/").map(|below| format!("{}/{below}", self.home));
            // `HOME + "/.aws/credentials"`: the end of the path says what it is.
            let tail = path.starts_with("/.") && self.names_a_secret(path);
            let value = Value::text(below_home.unwrap_or_else(|| path.to_owned()));
            let placed = self.place(&value);
            if tail || placed.kind == PlaceKind::Credential && !self.is_project_secret(&placed) {
                self.secret_named(&value, span, "code");
            }
        }
    }

    fn secrets_inside(&mut self, name: &str, text: &str, span: Span) {
        for path in paths_inside(text) {
            let path = match path.strip_prefix('~') {
                Some(below) => format!("{}{below}", self.home),
                None => path.to_owned(),
            };
            self.secret_argument(name, &Value::text(path), span);
        }
    }

    fn secret_argument(&mut self, name: &str, value: &Value, span: Span) {
        if self.place(value).kind == PlaceKind::Credential {
            self.secret_named(value, span, name);
        }
    }

    /// `scp box:/etc/shadow .`, `kubectl cp pod:/run/secrets/token .`: a secret of another machine, copied here.
    pub(super) fn remote_secrets(&mut self, name: &str, fields: &[Field]) {
        let copies = match name {
            "scp" | "rsync" | "sftp" | "rclone" => true,
            "docker" | "podman" | "nerdctl" | "kubectl" | "oc" => fields.iter().any(|f| f.is("cp")),
            _ => false,
        };
        let sources = fields.len().saturating_sub(usize::from(name != "sftp"));
        for field in fields.iter().take(sources).skip(1).filter(|_| copies) {
            let Some((host, path)) = field.value.prefix().split_once(':') else { continue };
            // `C:/x` is a drive to whoever copies between machines.
            let drive = host.len() == 1 && matches!(name, "scp" | "rsync" | "sftp" | "rclone");
            let there = !host.is_empty() && !drive && !host.contains('/') && !path.starts_with("//");
            let secret = |w: &Self| match path.starts_with('/') {
                true => w.kind_of(path) == PlaceKind::Credential,
                false => w.names_a_secret(&format!("/{}", path.trim_start_matches("~/"))),
            };
            if there && secret(self) {
                self.effect(
                    Kind::ReadSecret,
                    Some(field.value.shown()),
                    field.span,
                    "principle/remote-secret",
                    &format!("copies `{path}` from `{host}`: it holds a secret"),
                    Tier::High,
                    Reach::Remote,
                    Undo::None,
                );
            }
        }
    }

    fn secret_named(&mut self, value: &Value, span: Span, name: &str) {
        let path = self.place(value).path;
        // What a table or a reader already says about it need not be said again.
        let runs = self.effects.iter().all(|e| e.target.as_deref() != Some(&path) || e.kind == Kind::Run);
        if self.said_of_file(&path, false) && !runs {
            return;
        }
        self.effect(
            Kind::ReadSecret,
            Some(path.clone()),
            span,
            "principle/secret-argument",
            &format!("hands `{path}` to `{name}`: it holds a secret"),
            Tier::High,
            Reach::User,
            Undo::None,
        );
    }
}

/// Paths that are a quoted text of their own, or its beginning, on ground where secrets lie. Code is full of other slashes.
fn quoted_paths(code: &str) -> impl Iterator<Item = &str> {
    const GROUND: &[&str] = &[
        "~/.",
        "/.",
        "/etc/",
        "/root/",
        "/home/",
        "/Users/",
        "/var/",
        "/run/",
        "/proc/",
        "~/Library/",
        "/Library/",
    ];
    code.match_indices(['"', '\'', '`']).filter_map(|(at, _)| {
        let rest = code.get(at + 1..)?;
        let end = rest.find(['"', '\'', '`', ' ', '\n', '\\', ')']).unwrap_or(rest.len());
        rest.get(..end).filter(|path| GROUND.iter().any(|g| path.starts_with(g)))
    })
}

/// A text that is nothing but a path: a message is not.
fn names_a_file(text: &str) -> bool {
    let value = text.split_once('=').map_or(text, |(_, value)| value);
    value.starts_with(['/', '~', '@']) && !value.contains(' ')
}

/// `openssl verify -CAfile ca.pem server.pem`: certificates lie in files named like keys. Public halves may be shown.
fn checks_certificates(name: &str, fields: &[Field]) -> bool {
    let has = |option: &str| fields.iter().any(|f| f.is(option));
    name == "openssl"
        && match fields.get(1).map_or("", |f| f.value.prefix()) {
            "verify" | "x509" | "crl" | "ocsp" | "s_client" => true,
            // The public half of a key, or nothing of it.
            "rsa" | "ec" | "pkey" | "dsa" => (has("-noout") || has("-pubout")) && !has("-text"),
            _ => false,
        }
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

/// The words of `git grep` before this one are options and the pattern: what it looks for is no file.
fn patterns_end(name: &str, fields: &[Field]) -> usize {
    if name != "git" || subcommand(fields) != "grep" {
        return 0;
    }
    let words = || fields.iter().enumerate().skip_while(|(_, f)| !f.is("grep")).skip(1);
    if let Some((at, _)) = words().find(|(_, f)| f.is("--")) {
        return at + 1;
    }
    let by_option = words().any(|(_, f)| f.is("-e") || f.is("-f"));
    let mut plain = words().filter(|(_, f)| !f.value.prefix().starts_with('-'));
    if by_option { 0 } else { plain.next().map_or(0, |(at, _)| at + 1) }
}

/// `git show HEAD^:.env`, `git log -p -- .env`: what a secret was.
fn shows_history(name: &str, fields: &[Field]) -> bool {
    name == "git"
        && match subcommand(fields) {
            "show" | "cat-file" | "blame" | "annotate" => true,
            "log" => {
                fields.iter().any(|f| f.is("-p") || f.is("--patch") || f.value.prefix().starts_with("-S"))
            }
            "diff" => fields.iter().any(|f| f.is("--no-index")),
            "grep" => !fields.iter().skip(1).any(only_names),
            // What is stored as an object, or in the index against the project's own list, can be read by anybody who gets the
            // repository.
            "hash-object" => fields.iter().any(|f| f.is("-w")),
            "add" | "stage" => {
                fields.iter().any(|f| f.is("--force") || f.is("-f") || f.is("-fA") || f.is("-Af"))
            }
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
