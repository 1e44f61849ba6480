//! Hosts and addresses: what stays on this machine, what leaves it.

use super::field::{Field, Source, Value};
use super::options::Options;
use super::principle::{goes_astray, secret_variable};
use super::tool::personal;
use super::walk::Walker;
use crate::effect::{Kind, Reach, Span, Tier, Undo};
use crate::knowledge::Rule;

/// The host in a URL, `user@host:path`, `host:port` or plain name.
pub(super) fn host_of(text: &str) -> &str {
    let rest = text.split_once("://").map_or(text, |(_, rest)| rest);
    let authority = rest.split(['/', '?', '#']).next().unwrap_or("");
    let host = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
    if let Some(end) = host.strip_prefix('[').and_then(|h| h.find(']')) {
        return host.get(1..=end).unwrap_or(host);
    }
    host.split(':').next().unwrap_or(host)
}

pub(super) fn is_loopback(host: &str) -> bool {
    matches!(host, "localhost" | "::1" | "0.0.0.0" | "host.docker.internal" | "ip6-localhost")
        || host.starts_with("127.") && host.parse::<std::net::Ipv4Addr>().is_ok()
        || host.ends_with(".localhost")
        || host.is_empty()
}

/// The address at which a cloud tells its machines their own credentials, however it is spelled.
pub(super) fn is_metadata_service(host: &str) -> bool {
    const NAMES: &[&str] = &[
        "169.254.169.254",
        "169.254.170.2",
        "100.100.100.200",
        "metadata.google.internal",
        "fd00:ec2::254",
        "metadata",
    ];
    let number = match host.strip_prefix("0x") {
        Some(hex) => u32::from_str_radix(hex, 16).ok(),
        None => host.parse::<u32>().ok(),
    };
    NAMES.contains(&host)
        || number.is_some_and(|n| NAMES.contains(&std::net::Ipv4Addr::from(n).to_string().as_str()))
}

impl Walker<'_> {
    /// An effect of a table on a host: what stays on loopback is everyday work.
    pub(super) fn host_effect(&mut self, rule: &'static Rule, id: &str, word: &Field) {
        let shown = word.value.shown();
        let text = rule.text.replace("{}", &format!("`{shown}`"));
        let (tier, reach, undo) = rule.effect.ordinary();
        let tier = rule.tier.unwrap_or(tier);
        let local = !word.value.prefix().is_empty() && is_loopback(host_of(word.value.prefix()));
        let tier = if local { tier.min(Tier::Low) } else { tier };
        self.effect(
            rule.effect,
            Some(shown),
            word.span,
            id,
            &text,
            tier,
            if local { Reach::Workspace } else { rule.reach.unwrap_or(reach) },
            rule.undo.unwrap_or(undo),
        );
    }

    /// Data leaves for an address. `with` names a secret that goes along.
    pub(super) fn send(&mut self, to: &Value, span: Span, rule: &str, with: Option<&str>) {
        self.speaks_to_gateway(to.prefix(), span);
        let shown = to.shown();
        if let Some(path) = to.prefix().strip_prefix("file://") {
            self.path_effect(Kind::Overwrite, &Value::text(path), span, rule, "writes {}", false);
            return;
        }
        let local = !to.prefix().is_empty() && is_loopback(host_of(to.prefix()));
        let (tier, text) = match (with, local) {
            (Some(secret), false) => (Tier::Critical, format!("sends `{secret}` to `{shown}`")),
            (_, true) => (Tier::Low, format!("calls `{shown}` on this machine")),
            (None, false) => (Tier::Medium, format!("sends data to `{shown}`")),
        };
        self.effect(
            Kind::Send,
            Some(shown),
            span,
            rule,
            &text,
            tier,
            if local { Reach::Workspace } else { Reach::Remote },
            Undo::None,
        );
    }

    pub(super) fn fetches(&mut self, from: &Value, span: Span, rule: &str) {
        self.speaks_to_gateway(from.prefix(), span);
        if is_metadata_service(host_of(from.prefix())) {
            self.effect(
                Kind::ReadSecret,
                Some(from.shown()),
                span,
                rule,
                "asks the cloud's metadata service, which hands out credentials",
                Tier::High,
                Reach::Remote,
                Undo::None,
            );
            return;
        }
        let shown = from.shown();
        if let Some(secret) = from.secret().map(str::to_owned).or_else(|| secret_variable(from)) {
            self.send(from, span, rule, Some(&secret));
            return;
        }
        let host = host_of(from.prefix());
        if !is_loopback(host) && personal::in_address(&shown, host) {
            self.send(from, span, rule, Some("a secret in its address"));
            return;
        }
        if let Some(path) = from.prefix().strip_prefix("file://") {
            self.path_effect(Kind::Read, &Value::text(path), span, rule, "reads {}", false);
            return;
        }
        self.effect(
            Kind::Download,
            Some(shown.clone()),
            span,
            rule,
            &format!("fetches `{shown}`"),
            Tier::Low,
            Reach::Workspace,
            Undo::Easy,
        );
    }

    pub(super) fn connects(&mut self, to: &Value, span: Span, rule: &str) {
        let local = !to.prefix().is_empty() && is_loopback(host_of(to.prefix()));
        let tier = if local { Tier::Low } else { Tier::Medium };
        let shown = to.shown();
        self.effect(
            Kind::OpenNetwork,
            Some(shown.clone()),
            span,
            rule,
            &format!("opens a connection to `{shown}`"),
            tier,
            Reach::Remote,
            Undo::Easy,
        );
    }

    /// `curl` and `wget`: method, body, where the answer goes.
    pub(super) fn curl(&mut self, name: &str, options: &Options, stdin: &Value) -> Value {
        let mut urls: Vec<Field> = options.args.clone();
        urls.extend(options.values("--url").cloned());
        let mut secret = stdin.secret().map(str::to_owned).filter(|_| {
            options.given.iter().any(|g| g.value.as_ref().is_some_and(|v| v.value.prefix().contains('-')))
        });
        let mut body = false;
        for given in &options.given {
            let Some(value) = &given.value else { continue };
            let sends = matches!(
                given.name.as_ref(),
                "-d" | "--data"
                    | "--data-binary"
                    | "--data-raw"
                    | "--data-ascii"
                    | "--data-urlencode"
                    | "--json"
                    | "-F"
                    | "--form"
                    | "--form-string"
                    | "-T"
                    | "--upload-file"
                    | "--post-data"
                    | "--post-file"
                    | "--body-data"
                    | "--body-file"
                    | "--url-query"
            );
            body |= sends && !(given.name.contains("url-query"));
            let carries = value
                .value
                .secret()
                .map(str::to_owned)
                .or_else(|| if sends { secret_variable(&value.value) } else { None });
            let host = urls.first().map_or("", |u| host_of(u.value.prefix()));
            if let Some(what) = carries.or_else(|| goes_astray(&value.value, host)) {
                secret = Some(what);
            }
            if sends || matches!(given.name.as_ref(), "-H" | "--header") {
                secret = self.file_argument(&given.name, value, stdin).or(secret);
            }
        }
        let method = options
            .value("-X")
            .or_else(|| options.value("--request"))
            .or_else(|| options.value("--method"))
            .and_then(|m| m.known().map(str::to_ascii_uppercase));
        let writes = match method.as_deref() {
            Some("GET" | "HEAD" | "OPTIONS") => false,
            Some(_) => true,
            None => body && !options.has("-G") && !options.has("--get"),
        };
        let shown = urls.first().map_or_else(String::new, |u| u.value.shown());
        for url in &urls {
            let in_url = url.value.secret().map(str::to_owned).or_else(|| secret_variable(&url.value));
            let secret = secret.clone().or(in_url);
            if writes || secret.is_some() {
                self.send(&url.value, url.span, &format!("{name}/send"), secret.as_deref());
            } else {
                self.fetches(&url.value, url.span, &format!("{name}/fetch"));
            }
        }
        self.downloaded_files(name, options, &urls, &shown);
        Value::unknown(Source::Download(shown))
    }

    /// `-d @file`, `-F f=@file`, `-T file`: the secret that goes out, if the file holds one.
    fn file_argument(&mut self, option: &str, value: &Field, stdin: &Value) -> Option<String> {
        let text = value.value.prefix().to_owned();
        let at = text.find('@').or_else(|| text.find('<')).map(|i| i + 1);
        let whole = matches!(option, "-T" | "--upload-file" | "--post-file" | "--body-file");
        let file = match at {
            _ if whole => value.clone(),
            Some(at) => super::options::rest_of(value, at),
            None => return None,
        };
        if file.is("-") || file.is(".") {
            return stdin.secret().map(str::to_owned);
        }
        self.file_leaves(&file, value.span)
    }

    fn downloaded_files(&mut self, name: &str, options: &Options, urls: &[Field], from: &str) {
        let content = Value::unknown(Source::Download(from.to_owned()));
        let named: Vec<Field> = ["-o", "--output", "-O", "--output-document"]
            .iter()
            .flat_map(|o| options.values(o))
            .cloned()
            .collect();
        for file in named {
            if file.is("-") {
                continue;
            }
            self.path_effect(
                Kind::Overwrite,
                &file.value,
                file.span,
                &format!("{name}/output"),
                "writes {}",
                false,
            );
            let folder = options.value("--output-dir").map(|f| f.value.prefix().to_owned());
            match folder.filter(|_| !file.value.prefix().starts_with('/')) {
                Some(folder) => {
                    let path = Value::text(format!("{folder}/{}", file.value.prefix()));
                    self.remember_written(&path, &content, false);
                }
                None => self.remember_written(&file.value, &content, false),
            }
        }
        let by_url = name == "wget" && !options.has("-O") && !options.has("--output-document")
            || name == "curl" && (options.has("-O") || options.has("--remote-name"));
        if by_url {
            for url in urls {
                let base = url.value.shown();
                let base =
                    base.split(['?', '#']).next().unwrap_or("").rsplit('/').next().unwrap_or("").to_owned();
                let folder = options.value("-P").map_or(String::new(), |p| format!("{}/", p.value.prefix()));
                if !base.is_empty() {
                    self.remember_written(&Value::text(format!("{folder}{base}")), &content, false);
                }
            }
        }
    }
}
