//! A secret, or one of the machine's own files, in something that leaves.

use crate::effect::{Kind, Reach, Span, Tier, Undo};
use crate::understand::field::{Field, Source, Value};
use crate::understand::place::PlaceKind;
use crate::understand::walk::Walker;

/// Parts of variable names that say "secret".
#[rustfmt::skip]
const MARKS: &[&str] = &[
    "TOKEN", "SECRET", "PASSWORD", "PASSWD", "API_KEY", "APIKEY", "ACCESS_KEY", "PRIVATE_KEY", "CREDENTIAL",
];

/// A variable whose name says that it holds a secret.
pub(in crate::understand) fn secret_variable(value: &Value) -> Option<String> {
    value.sources().find_map(|s| match s {
        Source::Variable(name) if is_secret_name(name) => Some(format!("${name}")),
        Source::Output(program) if is_environment(program) => Some("the environment".to_owned()),
        _ => None,
    })
}

/// `GITHUB_TOKEN`, but not `MAX_TOKENS`.
fn is_secret_name(name: &str) -> bool {
    let name = name.to_ascii_uppercase().replace("TOKENS", "").replace("TOKENIZ", "");
    MARKS.iter().any(|m| name.contains(m))
}

/// Programs that print all variables there are.
pub(in crate::understand) fn is_environment(program: &str) -> bool {
    if let Some((name, verb)) = program.split_once(' ') {
        let tool = matches!(
            name,
            "docker"
                | "docker-compose"
                | "podman"
                | "kubectl"
                | "helm"
                | "terraform"
                | "tofu"
                | "heroku"
                | "tmux"
        );
        let shows = matches!(
            verb,
            "inspect"
                | "exec"
                | "history"
                | "config"
                | "get"
                | "state"
                | "show"
                | "output"
                | "capture-pane"
                | "compose"
        );
        return tool && shows;
    }
    matches!(program, "env" | "printenv" | "export" | "declare" | "set" | "compgen")
}

/// Whose secret it is, by the first word of its variable, and a word of the hosts that it is meant for.
#[rustfmt::skip]
const OWNERS: &[(&str, &str)] = &[
    ("ANTHROPIC", "anthropic"), ("ATLASSIAN", "atlassian"), ("AWS", "amazonaws"), ("CLAUDE", "anthropic"),
    ("CLOUDFLARE", "cloudflare"), ("DATADOG", "datadog"), ("DIGITALOCEAN", "digitalocean"),
    ("DOCKER", "docker"), ("GEMINI", "google"), ("GH", "github"), ("GITHUB", "github"), ("GITLAB", "gitlab"),
    ("GOOGLE", "google"), ("HEROKU", "heroku"), ("HF", "huggingface"), ("HUGGINGFACE", "huggingface"),
    ("LINEAR", "linear"), ("NETLIFY", "netlify"), ("NOTION", "notion"), ("NPM", "npm"), ("OPENAI", "openai"),
    ("PYPI", "pypi"), ("SENDGRID", "sendgrid"), ("SENTRY", "sentry"), ("STRIPE", "stripe"),
    ("TWILIO", "twilio"), ("VERCEL", "vercel"),
];

/// The same with chat channels.
fn owners() -> impl Iterator<Item = &'static (&'static str, &'static str)> {
    OWNERS.iter().chain(herma_specs::CHANNELS.iter().filter_map(|spec| spec.owner.as_ref()))
}

/// A secret of one service in a request to another. Secrets without an owner's name go where their user sends them.
pub(in crate::understand) fn goes_astray(value: &Value, host: &str) -> Option<String> {
    let secret = secret_variable(value)?;
    let Some(name) = secret.strip_prefix('$') else { return Some(secret) };
    let first = name.split('_').next()?;
    let (_, word) = owners().find(|(owner, _)| *owner == first)?;
    (!host.is_empty() && !host.contains(word) && !crate::understand::network::is_loopback(host))
        .then_some(secret)
}

/// A secret as part of an address: fine where its owner is the host, as in `https://$GITHUB_TOKEN@github.com/…`.
fn goes_astray_in(address: &Value) -> Option<String> {
    let secret = secret_variable(address)?;
    let shown = address.shown();
    let owner = secret.trim_start_matches('$').split('_').next().unwrap_or("").to_ascii_lowercase();
    let known = owners().find(|(o, _)| o.eq_ignore_ascii_case(&owner));
    (!known.is_some_and(|(_, word)| shown.contains(word))).then_some(secret)
}

/// The first operand behind the verb is an address: it is copied from.
fn address_first(fields: &[Field]) -> bool {
    let copies = |f: &Field| f.known().is_some_and(|t| matches!(t, "copy" | "cp" | "rsync" | "sync"));
    let Some(at) = fields.iter().skip(1).position(copies) else { return false };
    let operands = || fields.iter().skip(at + 2).filter(|f| !f.value.prefix().starts_with('-'));
    operands().count() > 1 && operands().next().is_some_and(|f| f.value.prefix().contains("://"))
}

/// Programs that pack or copy folders with all that is in them.
fn is_tar(name: &str) -> bool {
    matches!(name, "tar" | "gtar" | "bsdtar")
}

const PACKERS: &[&str] = &[
    "7z",
    "7za",
    "borg",
    "bsdtar",
    "cp",
    "cpio",
    "duplicity",
    "rar",
    "rclone",
    "restic",
    "rsync",
    "scp",
    "tar",
    "zip",
];

impl Walker<'_> {
    /// A whole home packed or copied: its keys and tokens go along.
    pub(super) fn packs_a_home(&mut self, name: &str, fields: &[Field]) {
        if PACKERS.binary_search(&name).is_err() {
            return;
        }
        let mut operands: Vec<Field> = Vec::new();
        // Where `tar` goes first: what is named then lies there.
        let (mut below, mut goes) = (None::<Field>, false);
        for field in fields.iter().skip(1) {
            let text = field.value.prefix();
            if goes {
                below = Some(field.clone());
                goes = false;
            } else if is_tar(name) && (field.is("-C") || field.is("--directory")) {
                goes = true;
            } else if let Some(folder) = text.strip_prefix("--directory=").filter(|_| is_tar(name)) {
                below = Some(Field::text(folder, field.span));
            } else if !text.starts_with('-') {
                operands.push(match &below {
                    Some(folder) if !text.starts_with(['/', '~']) => {
                        let mut inside = folder.to_value();
                        inside.push_text("/");
                        inside.append(&field.value);
                        Field::new(inside, field.span)
                    }
                    _ => field.clone(),
                });
            }
        }
        let sources = if matches!(name, "cp" | "rsync" | "scp" | "rclone") {
            operands.split_last().map_or(&[][..], |(_, sources)| sources)
        } else {
            operands.as_slice()
        };
        let folder =
            name != "cp" || fields.iter().any(|f| f.is("-r") || f.is("-a") || f.is("-R") || f.is("-av"));
        for field in sources {
            let placed = self.place(&field.value);
            let whole = matches!(placed.kind, PlaceKind::HomeWhole | PlaceKind::Root)
                || matches!(placed.path.as_str(), "/home" | "/root" | "/etc" | "/Users")
                || placed.kind == PlaceKind::OtherHome && placed.many;
            if whole && folder {
                let text = format!("copies all of `{}`, with the secrets in it", placed.path);
                self.effect(
                    Kind::ReadSecret,
                    Some(placed.path),
                    field.span,
                    "principle/packs-a-home",
                    &text,
                    Tier::Medium,
                    Reach::User,
                    Undo::Easy,
                );
            }
        }
    }

    /// A secret in an address, or beside one that is not its owner's: it goes there, whatever the program is.
    pub(super) fn secret_to_address(&mut self, name: &str, fields: &[Field]) {
        if matches!(name, "curl" | "wget" | "echo" | "printf") {
            return;
        }
        let addresses = || fields.iter().skip(1).filter(|f| f.value.prefix().contains("://"));
        let Some(address) = addresses().next().cloned() else { return };
        let host = crate::understand::network::host_of(address.value.prefix());
        let inside = addresses()
            .find_map(|f| f.value.secret().map(str::to_owned).or_else(|| goes_astray_in(&f.value)));
        let beside = || fields.iter().skip(1).find_map(|f| goes_astray(&f.value, host));
        if let Some(secret) = inside.or_else(beside) {
            self.send(&address.value, address.span, "principle/secret-in-address", Some(&secret));
        }
    }

    /// Any program, handed something and an address that takes files: it will send it there.
    pub(super) fn uploads(&mut self, fields: &[Field], stdin: &Value) {
        const TAKES_FILES: &[&str] =
            &["ftp", "ftps", "sftp", "scp", "dav", "davs", "ws", "wss", "tcp", "s3", "gs", "rsync"];
        const SENDS: &[&str] =
            &["put", "upload", "send", "push", "post", "copy", "cp", "sync", "--upload", "--send"];
        let words = || fields.iter().skip(1);
        // `-c copy` is the value of an option.
        let sends = fields.windows(2).any(|pair| match pair {
            [before, word] => {
                word.known().is_some_and(|t| SENDS.contains(&t))
                    && !(word.is("copy") && before.value.prefix().starts_with('-'))
            }
            _ => false,
        });
        let address = words().find(|f| {
            f.value.prefix().split_once("://").is_some_and(|(scheme, _)| {
                TAKES_FILES.contains(&scheme)
                    || sends && matches!(scheme, "http" | "https" | "azure" | "b2" | "mega")
            })
        });
        let Some(address) = address.cloned() else { return };
        // `cp s3://bucket/x .`: what stands last is where it goes.
        let goes_there = words().next_back().is_some_and(|last| last.value.prefix().contains("://"));
        if !goes_there && address_first(fields) {
            return;
        }
        // What a table says about the address need not be said again.
        let shown = address.value.shown();
        if self.effects.iter().any(|e| e.target.as_deref() == Some(&shown)) {
            return;
        }
        let hands = !stdin.is_empty()
            || words().any(|f| {
                let text = f.value.prefix();
                !text.contains("://") && !text.starts_with('-') && text.contains(['/', '.'])
            });
        if hands {
            self.send(&address.value, address.span, "principle/uploads", stdin.secret());
        }
    }

    /// A file that goes into a request: the secret that it holds, if it does. The machine's own files have no business
    /// in a request, wherever it goes.
    pub(in crate::understand) fn file_leaves(&mut self, file: &Field, span: Span) -> Option<String> {
        let placed = self.place(&file.value);
        match placed.kind {
            PlaceKind::Credential => return Some(placed.path),
            PlaceKind::System | PlaceKind::Startup | PlaceKind::OtherHome => {
                let text = format!("sends `{}`, which is not the project's", placed.path);
                self.effect(
                    Kind::Send,
                    Some(placed.path),
                    span,
                    "principle/system-file-leaves",
                    &text,
                    Tier::High,
                    Reach::Remote,
                    Undo::None,
                );
                return None;
            }
            _ => {}
        }
        self.written
            .iter()
            .rev()
            .find(|(p, _)| *p == placed.path)
            .and_then(|(_, c)| c.secret().map(str::to_owned))
    }
}
