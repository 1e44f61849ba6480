//! Herma's files and the agents' settings as an argument of a program that is no known reader.

use super::Standing;
use super::secret_argument::looks_like_a_path;
use crate::effect::{Kind, Reach, Span, Tier, Undo};
use crate::knowledge::RunPlace;
use crate::understand::field::{Field, Value};
use crate::understand::network::may_be_loopback;
use crate::understand::options::rest_of;
use crate::understand::own_secret::shows_nothing;
use crate::understand::place::{PlaceKind, starts_by_itself};
use crate::understand::walk::Walker;

/// They look at settings without changing them, or say by their own words what they change. Sorted.
const READERS: &[&str] =
    &["[", "code", "diff", "fd", "fdfind", "find", "gfind", "git", "herma", "jq", "ls", "stat", "test", "yq"];

/// Those, and the agents whose settings they are.
fn may_name_settings(name: &str) -> bool {
    READERS.binary_search(&name).is_ok() || herma_specs::lists::NAME_SETTINGS.contains(&name)
}

/// They show a page to somebody who may press something on it. Sorted.
#[rustfmt::skip]
const OPENS_PAGES: &[&str] = &[
    "brave", "brave-browser", "browsh", "carbonyl", "chrome", "chromium", "chromium-browser", "elinks", "epiphany", "explorer",
    "firefox", "google-chrome", "links", "links2", "lynx", "microsoft-edge", "msedge", "open", "opera", "qutebrowser",
    "sensible-browser", "start", "vivaldi", "w3m", "www-browser", "x-www-browser", "xdg-open",
];

/// They rename files by a pattern or a rule. Sorted.
const RENAMES: &[&str] =
    &["file-rename", "imv", "mmv", "perl-rename", "prename", "qmv", "rename", "rename.ul", "vidir"];

/// Names of one command that a rule is tried on.
const MAX_RENAMED: usize = 256;

/// They carry bytes to a host and a port. Sorted.
const CONNECTS: &[&str] =
    &["nc", "nc.openbsd", "nc.traditional", "ncat", "netcat", "openssl", "socat", "telnet"];

impl Walker<'_> {
    /// Herma's secrets in the hands of any program that may show them, and its gateway's address.
    pub(super) fn own_secret_arguments(&mut self, name: &str, fields: &[Field]) {
        let harmless = shows_nothing(name);
        for field in fields.iter().skip(1) {
            self.speaks_to_gateway(&field.value.spelled(), field.span);
            let text = field.value.prefix();
            if harmless || self.run_place != RunPlace::Here {
                continue;
            }
            let text = text.rsplit_once(['=', '@']).map_or(text, |(_, path)| path);
            if looks_like_a_path(text) {
                let skipped = field.value.prefix().len() - text.len();
                let value = if skipped == 0 { field.value.clone() } else { rest_of(field, skipped).value };
                let placed = self.place(&value);
                if self.is_own_secret(&placed.path) {
                    self.reads_own_secret(&placed.path, field.span, "principle/own-secret");
                }
            }
        }
    }

    /// A browser, or a plain connection, to the gateway's address.
    pub(super) fn gateway_arguments(&mut self, name: &str, fields: &[Field], stdin: &Value, speaks: bool) {
        // What `curl` is told to send is looked at by itself; where it connects is looked at here.
        // A client of Herma's own is told where its gateway is.
        let speaks = (speaks || name == "curl")
            && name != "herma"
            && (self.run_place == RunPlace::Here || self.host_network);
        for field in fields.iter().skip(1).filter(|_| speaks) {
            let text = field.value.spelled();
            let word = text
                .split_once('=')
                .filter(|_| text.starts_with('-'))
                .map_or(text.as_ref(), |(_, value)| value);
            // A word that is an address and nothing else.
            let host = match word.strip_prefix('[') {
                Some(rest) => rest.split(']').next().unwrap_or(""),
                None => word.split(':').next().unwrap_or(""),
            };
            let address =
                word.starts_with("http://") || word.starts_with("https://") || may_be_loopback(host);
            if address && !word.contains(char::is_whitespace) {
                self.requests_gateway(word, field.span);
            }
            // `ssh -L 8080:127.0.0.1:7717`, `curl --resolve x:7717:127.0.0.1`: the gateway under another address.
            let parts = || word.split(':');
            if parts().nth(2).is_some()
                && parts().any(may_be_loopback)
                && parts().any(|part| self.is_gateway_port(part))
            {
                self.speaks_to_gateway("127.0.0.1:7717/…", field.span);
            }
            // `curl --unix-socket`, `socat - UNIX-CONNECT:…`: the socket by which Herma is spoken to.
            let path = word.rsplit_once(':').map_or(word, |(_, path)| path);
            if path.ends_with(".sock") && !may_name_settings(name) {
                let placed = self.place(&Value::text(path));
                if placed.kind == PlaceKind::Guard {
                    self.answers_at_gateway(&placed.path, field.span);
                }
            }
        }
        if OPENS_PAGES.binary_search(&name).is_ok() {
            for field in fields.iter().skip(1) {
                if let Some(path) = self.own_page_in(&field.value.spelled()) {
                    self.answers_at_gateway(&path, field.span);
                }
            }
        }
        // `nc -z` only looks whether somebody listens.
        if CONNECTS.binary_search(&name).is_err() || fields.iter().any(|f| f.is("-z")) {
            return;
        }
        let spelled: Vec<_> = fields.iter().skip(1).map(|f| f.value.spelled()).collect();
        let words: Vec<&str> = spelled.iter().map(AsRef::as_ref).collect();
        for (host, port) in words.iter().zip(words.iter().skip(1)) {
            self.connects_gateway(host, port, stdin, self.span);
        }
        for word in words {
            let word = word.trim_start_matches("TCP:").trim_start_matches("TCP4:").trim_start_matches("tcp:");
            if let Some((host, port)) = word.rsplit_once(':') {
                self.connects_gateway(host, port.split(',').next().unwrap_or(port), stdin, self.span);
            }
        }
    }

    /// `rename 's/y/.claude/' y`: what the rule makes of the names, where that guards the agent or starts by itself.
    pub(super) fn renames_to_guard(&mut self, name: &str, fields: &[Field]) {
        if RENAMES.binary_search(&name).is_err() {
            return;
        }
        let mut words = fields.iter().skip(1).filter(|f| !f.value.prefix().starts_with('-'));
        let Some(rule) = words.next().and_then(|f| f.value.literal()) else { return };
        let Some((pattern, replacement)) = substitution(&rule) else { return };
        let Ok(pattern) = regex_lite::Regex::new(&pattern) else { return };
        let names: Vec<(String, Span)> =
            words.filter_map(|f| Some((f.value.literal()?, f.span))).take(MAX_RENAMED).collect();
        for (old, span) in names {
            crate::work::charge(1 + old.len() / 8);
            // Of names that only a pattern says, some may become what the rule puts in.
            let new = match old.contains(['*', '?']) {
                true => replacement.clone(),
                false => pattern.replace(&old, replacement.as_str()).into_owned(),
            };
            let placed = self.place(&Value::text(new.as_str()));
            let weighty = self.is_guard_folder(&placed.path)
                || matches!(placed.kind, PlaceKind::Guard | PlaceKind::Startup)
                || starts_by_itself(&placed.path);
            if new != old && weighty {
                let deep = self.holds(&placed.path).is_some();
                let value = Value::text(placed.path);
                self.path_effect(Kind::Write, &value, span, "rename/into", "renames something to {}", deep);
            }
        }
    }

    pub(super) fn guard_arguments(&mut self, name: &str, fields: &[Field], standing: Standing) {
        // `git config -f` writes any file that is named.
        let writes = name == "git" && fields.iter().any(|f| matches!(f.value.prefix(), "-f" | "--file"));
        if may_name_settings(name) && !writes {
            return;
        }
        for field in fields.iter().skip(1).filter(|f| looks_like_a_path(f.value.prefix())) {
            let placed = self.place(&field.value);
            // Of a folder, a program that nobody knows may take the place or the whole contents.
            let folder = (standing == Standing::Unlisted || RENAMES.binary_search(&name).is_ok())
                && self.is_guard_folder(&placed.path);
            if (placed.kind == PlaceKind::Guard || folder || self.is_moved_guard(&placed.path))
                && !self.effects.iter().any(|e| e.target.as_deref() == Some(&placed.path))
            {
                let text = format!("hands `{}`, which guards this agent, to `{name}`", placed.path);
                self.effect(
                    Kind::DisableGuard,
                    Some(placed.path),
                    field.span,
                    "principle/guard-argument",
                    &text,
                    Tier::High,
                    Reach::User,
                    Undo::Hard,
                );
            }
        }
    }
}

/// Pattern and replacement of `s/A/B/`, as the rule for a renaming spells them.
fn substitution(rule: &str) -> Option<(String, String)> {
    let mut letters = rule.trim().strip_prefix('s')?.chars();
    let mark = letters.next().filter(|c| c.is_ascii_punctuation() && *c != '\\')?;
    // `s{A}{B}` has two pairs, and no everyday rule has.
    let mut parts = vec![String::new()];
    let mut escaped = false;
    for c in letters {
        match c {
            c if escaped => {
                let part = parts.last_mut()?;
                // In the replacement, below, an escaped sign is the sign.
                if c != mark {
                    part.push('\\');
                }
                part.push(c);
                escaped = false;
            }
            '\\' => escaped = true,
            c if c == mark => parts.push(String::new()),
            c => parts.last_mut()?.push(c),
        }
    }
    let [pattern, replacement, flags] = parts.as_slice() else { return None };
    let replacement = replacement.replace('\\', "");
    (!flags.contains('e')).then(|| (pattern.clone(), replacement))
}

#[cfg(test)]
mod tests {
    use crate::world::TableWorld;
    use crate::{Decision, Policy, ToolCall, judge};

    #[test]
    fn the_list_is_sorted() {
        assert!(super::READERS.is_sorted());
        assert!(super::OPENS_PAGES.is_sorted());
        assert!(super::CONNECTS.is_sorted());
        assert!(super::RENAMES.is_sorted());
    }

    #[test]
    fn t62_renamed_to_a_guarded_folder_is_asked() {
        for command in [
            "rename 's/y/.claude/' y",
            "prename 's/^/./' claude",
            "perl-rename 's|(.*)|.$1|' claude",
            "rename 's/^b/\\.b/' bashrc && cd ~ && rename 's/^/./' bashrc",
            "rename 's/y/.claude/' *",
            "rename y .claude y",
            "mmv y .claude",
            "exch y .claude",
            "foo .claude",
            "foo ~/.claude",
            "foo .git/hooks",
        ] {
            let verdict = judge(&ToolCall::shell(command), &TableWorld::developer(), &Policy::default());
            assert_ne!(verdict.decision, Decision::Allow, "{command}");
        }
        for command in [
            "rename 's/a/b/' x.txt",
            "prename 's/\\.jpeg$/.jpg/' *.jpeg",
            "rename .htm .html docs/*.htm",
            "mmv '*.jpeg' '#1.jpg'",
            "foo src",
            "ls .claude",
            "tree .claude",
            "du -sh .claude",
            "git add .claude",
            "rg x .claude",
        ] {
            let verdict = judge(&ToolCall::shell(command), &TableWorld::developer(), &Policy::default());
            assert_eq!(verdict.decision, Decision::Allow, "{command}: {}", verdict.reason());
        }
    }
}
