//! Secrets that are printed, or looked for: variables that hold one, the environment searched for one, a home or the
//! system searched for words such as "password".

use super::secret_variable;
use crate::effect::{Kind, Reach, Span, Tier, Undo};
use crate::understand::field::{Field, Source, Value};
use crate::understand::place::PlaceKind;
use crate::understand::walk::Walker;

/// Words of a pattern by which secrets are found. Compared without case.
#[rustfmt::skip]
const SECRET_WORDS: &[&str] = &[
    "passw", "passwd", "secret", "token", "api_key", "apikey", "api-key", "api[_-]", "private key", "private_key",
    "credential", "akia", "ghp_", "xox", "sk-", "begin rsa", "begin openssh", "aws_", "_key", "psk=", "authtoken",
];

const SEARCHERS: &[&str] = &["ack", "ag", "egrep", "fgrep", "grep", "rg", "ugrep", "zgrep"];

/// They ask somebody else's server about a name.
const RESOLVERS: &[&str] =
    &["dig", "drill", "host", "kdig", "nslookup", "ping", "ping6", "traceroute", "whois"];

impl Walker<'_> {
    pub(super) fn secrets_shown(&mut self, name: &str, fields: &[Field], stdin: &Value) {
        if name == "printenv" {
            for field in fields.iter().skip(1) {
                let variable = Value::unknown(Source::Variable(field.value.prefix().to_owned()));
                if let Some(secret) = secret_variable(&variable) {
                    self.shows(&secret, field.span);
                }
            }
        } else if SEARCHERS.binary_search(&name).is_ok() {
            self.search_for_secrets(name, fields, stdin);
        } else if RESOLVERS.binary_search(&name).is_ok() {
            for field in fields.iter().skip(1) {
                if let Some(secret) =
                    field.value.secret().map(str::to_owned).or_else(|| secret_variable(&field.value))
                {
                    self.send(&field.value, field.span, "principle/secret-in-a-name", Some(&secret));
                }
            }
        }
    }

    fn search_for_secrets(&mut self, name: &str, fields: &[Field], stdin: &Value) {
        let pattern = fields.iter().skip(1).find(|f| {
            let text = f.value.prefix().to_ascii_lowercase();
            !text.starts_with("--") && SECRET_WORDS.iter().any(|w| text.contains(w))
        });
        let Some(pattern) = pattern else { return };
        let environment = secret_variable(stdin).is_some();
        let wide = fields.iter().skip(1).any(|f| {
            f.value.prefix().contains(['/', '~'])
                && !std::ptr::eq(f, pattern)
                && matches!(
                    self.place(&f.value).kind,
                    PlaceKind::Root | PlaceKind::HomeWhole | PlaceKind::SystemFolder | PlaceKind::OtherHome
                )
        });
        if environment || wide {
            let span = pattern.span;
            self.shows(&format!("what `{name}` finds"), span);
        }
    }

    /// What the whole call prints in the end: a variable that holds a secret is shown to whoever called.
    pub(in crate::understand) fn printed_at_the_end(&mut self, out: &Value) {
        let named = out.sources().find_map(|s| match s {
            Source::Variable(_) => secret_variable(&Value::unknown(s.clone())),
            _ => None,
        });
        if let Some(secret) = named {
            self.shows(&secret, self.span);
        }
    }

    fn shows(&mut self, what: &str, span: Span) {
        self.effect(
            Kind::ReadSecret,
            Some(what.to_owned()),
            span,
            "principle/secret-shown",
            &format!("shows {what}, which holds a secret"),
            Tier::High,
            Reach::User,
            Undo::None,
        );
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_lists_are_sorted() {
        for list in [super::SEARCHERS, super::RESOLVERS] {
            assert!(list.is_sorted());
        }
    }
}
