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
    "pass", "secret", "token", "api_key", "apikey", "api-key", "api[_-]", "private key", "private_key",
    "credential", "akia", "ghp_", "gh[", "glpat", "xox", "sk-", "begin rsa", "begin openssh", "aws_", "_key", "psk=", "authtoken",
];

/// Verbs that make a program show something.
#[rustfmt::skip]
const SHOWS: &[&str] = &[
    "cat", "config", "describe", "display", "dump", "export", "export-secret", "fetch", "find", "get", "get-all", "get-value",
    "inspect", "lookup", "output", "print", "print-access-token", "printenv", "pull", "read", "reveal", "show", "view",
];

/// What a program is asked for by them. Compared word by word, without case.
#[rustfmt::skip]
const SECRETS: &[&str] = &[
    "apikey", "authtoken", "credential", "credentials", "keyring", "passwd", "password", "passwords", "privatekey",
    "requirepass", "secret", "secrets", "showsecret", "token", "tokens",
];

/// The same, as some programs spell it.
#[rustfmt::skip]
const SPELLED: &[&str] = &[
    "private-key", "private_key", "initial-password", "Environment.Variables", "appsettings", "env:list", "env:get",
    "npmAuthToken", "_authToken", "extraheader", "userPassword", "userData",
];

/// None of them is shorter.
const SPELLED_MIN: usize = 7;

/// They show texts of the project, in which such words stand everywhere.
#[rustfmt::skip]
const ABOUT_TEXT: &[&str] = &[
    "apt", "brew", "cargo", "conda", "git", "go", "helm", "man", "npm", "pip", "pip3", "pnpm", "pytest", "rustup", "tldr", "yarn",
];

const SEARCHERS: &[&str] = &["ack", "ag", "awk", "egrep", "fgrep", "grep", "rg", "ugrep", "zgrep"];

/// They ask somebody else's server about a name.
const RESOLVERS: &[&str] =
    &["dig", "drill", "getent", "host", "kdig", "nslookup", "ping", "ping6", "traceroute", "whois"];

impl Walker<'_> {
    pub(super) fn secrets_shown(&mut self, name: &str, fields: &[Field], stdin: &Value) {
        self.asks_for_a_secret(name, fields);
        let word = |at: usize| fields.get(at).map_or("", |f| f.value.prefix());
        let environments = match name {
            // `ps eww` and `ps auxe` print the environment of other processes.
            "ps" => {
                let flags = word(1);
                !flags.starts_with('-')
                    && flags.contains('e')
                    && flags.bytes().all(|b| b.is_ascii_lowercase())
            }
            "getent" => matches!(word(1), "shadow" | "gshadow"),
            "docker" | "podman" | "nerdctl" => {
                word(1) == "inspect" && fields.iter().any(|f| f.value.prefix().contains(".Env"))
            }
            // Their own words for variables: `$ENV.X`, `env(X)`, `ENVIRON["X"]`.
            "jq" | "yq" | "awk" | "gawk" => fields.iter().skip(1).any(|f| {
                let text = f.value.prefix();
                let asks =
                    ["$ENV", "env(", "env.", "ENVIRON"].iter().any(|w| text.contains(w)) || text == "env";
                asks && (text == "env"
                    || ["TOKEN", "SECRET", "PASSWORD", "_KEY"].iter().any(|w| text.contains(w)))
            }),
            "systemctl" | "aws" => fields.iter().any(|f| f.value.prefix().contains("Environment")),
            "kubectl" | "oc" => fields.iter().any(|f| f.value.prefix().ends_with("/secrets")),
            _ => fields.iter().any(|f| f.value.prefix().ends_with("_authToken")) && word(1) == "config",
        };
        if environments {
            self.shows(&format!("what `{name}` prints"), self.span);
        }
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
                if field.value.prefix().eq_ignore_ascii_case("axfr") {
                    self.connects(&field.value, field.span, "principle/whole-zone");
                }
                if let Some(secret) =
                    field.value.secret().map(str::to_owned).or_else(|| secret_variable(&field.value))
                {
                    self.send(&field.value, field.span, "principle/secret-in-a-name", Some(&secret));
                }
            }
        }
    }

    /// `docker exec api env`: a service is told its passwords by its environment.
    pub(in crate::understand) fn environment_of_service(&mut self) {
        if self.run_place == crate::knowledge::RunPlace::Container {
            self.shows("the environment of a service", self.span);
        }
    }

    /// `glab config get token`, `rails credentials:show`, `terraform output db_password`: a verb that shows, and the
    /// word for a secret. Names of files and sentences do not count.
    fn asks_for_a_secret(&mut self, name: &str, fields: &[Field]) {
        let spelled_so = |text: &str| {
            text.len() >= SPELLED_MIN && SPELLED.iter().any(|s| super::holds(text, s.as_bytes()))
        };
        let spelled = || fields.iter().any(|f| spelled_so(f.value.prefix()));
        if (ABOUT_TEXT.binary_search(&name).is_ok() && !spelled()) || SEARCHERS.binary_search(&name).is_ok() {
            return;
        }
        // `kubectl get secrets` lists names; `-o` shows what is in them.
        if matches!(name, "kubectl" | "oc")
            && !fields.iter().any(|f| {
                f.value.prefix().starts_with("-o")
                    || f.value.prefix().starts_with("--output")
                    || f.value.prefix().starts_with("--template")
            })
        {
            return;
        }
        let words = || fields.iter().skip(1).filter_map(|f| f.known().map(|t| (f.span, t)));
        let shows = |word: &str| SHOWS.binary_search(&word).is_ok();
        let verb = spelled()
            || words().any(|(_, text)| !text.contains(['/', ' ', '=']) && text.split(':').any(shows));
        if !verb {
            return;
        }
        let secret = words().find(|(_, text)| {
            spelled_so(text)
                || !text.contains(['/', ' ', '.', '=', '('])
                    && text
                        .split(['-', '_', ':'])
                        .any(|w| SECRETS.binary_search(&w.to_ascii_lowercase().as_str()).is_ok())
        });
        if let Some((span, text)) = secret {
            let what = format!("`{}`", crate::text::shown(text));
            self.shows(&what, span);
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
            Source::Secret(what) if what == "the environment" => Some(what.clone()),
            Source::Output(program) if self.sourced_secret && super::is_environment(program) => {
                Some("the environment".to_owned())
            }
            _ => None,
        });
        if let Some(secret) = named {
            self.shows(&secret, self.span);
        }
    }

    /// Inline code that prints every variable there is.
    pub(in crate::understand) fn prints_environment(&mut self, code: &str, span: Span) {
        const WHOLE: &[&str] = &[
            "dict(os.environ)",
            "print(os.environ)",
            "os.environ.items()",
            "stringify(process.env)",
            "log(process.env)",
            "http_build_query(getenv())",
            "print_r(getenv())",
            "var_dump(getenv())",
            "puts ENV",
            "p ENV",
            "ENV.to_h",
            "%ENV",
        ];
        // Modules that are made to watch a person, or to take what browsers and keyrings keep.
        #[rustfmt::skip]
        const WATCH: &[&str] = &[
            "pynput", "browser_cookie3", "secretstorage", "import keyring", "win32crypt", "pyautogui.screenshot",
            "ImageGrab.grab", "mss.mss", "keyboard.on_press", "keyboard.record", "get_frozen_credentials",
            "netrc.netrc(", "dotenv_values(",
        ];
        // What a framework's console is told to print.
        #[rustfmt::skip]
        const SETTINGS: &[&str] = &[
            ".SECRET_KEY", ".DATABASES", "app.key", "APP_KEY", "application.credentials", "application.secrets",
            "personal_access_tokens", "system.users", "database.connections", "secret_key_base",
        ];
        let printed = ["print", "puts", "dump", "echo", "console.log", "inspect", "find("]
            .iter()
            .any(|w| code.contains(w));
        if printed
            && code.len() < 400
            && let Some(what) = SETTINGS.iter().find(|w| code.contains(**w))
        {
            self.shows(&format!("`{what}`"), span);
        }
        let resolves =
            ["gethostbyname", "dns.lookup", "dns.resolve", "getaddrinfo"].iter().any(|w| code.contains(w));
        if resolves && ["TOKEN", "SECRET", "PASSWORD", "API_KEY"].iter().any(|w| code.contains(w)) {
            self.shows("a secret in a name that it looks up", span);
        }
        if let Some(module) = WATCH.iter().find(|w| code.contains(**w)) {
            self.shows(&format!("what `{module}` reads"), span);
        }
        // A one-liner that prints one variable.
        let prints =
            ["print", "console.log", "puts", "echo", "process.env."].iter().any(|w| code.contains(w));
        let reads =
            ["environ", "getenv", "process.env", "ENV[", "ENV.fetch"].iter().any(|w| code.contains(w));
        let secret =
            ["_TOKEN", "SECRET", "PASSWORD", "API_KEY", "ACCESS_KEY", "/secret", "|token", "\"KEY\""]
                .iter()
                .any(|w| code.contains(w));
        if code.len() < 120
            && prints
            && reads
            && secret
            && !code.contains("bool(")
            && !code.contains("len(")
            && !code.contains(" in os.environ")
        {
            self.shows("a variable that holds a secret", span);
        }
        if WHOLE.iter().any(|w| code.contains(w))
            && ["print", "log", "puts", "http", "dump", "send", "post"].iter().any(|w| code.contains(w))
        {
            self.shows("the environment", span);
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
        for list in [super::SEARCHERS, super::RESOLVERS, super::SHOWS, super::SECRETS, super::ABOUT_TEXT] {
            assert!(list.is_sorted());
        }
        for spelled in super::SPELLED {
            assert!(spelled.len() >= super::SPELLED_MIN, "{spelled}");
        }
    }
}
