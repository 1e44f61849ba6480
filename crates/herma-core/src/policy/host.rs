//! The host that a target names.

/// Out of a URL, `user@host:path`, `host:port`, or a name; in lower case. `None` for what is no host, or is written so
/// that readers differ on it.
pub fn host_of(target: &str) -> Option<String> {
    let authority = match target.split_once("://") {
        Some((_, rest)) => rest.split(['/', '?', '#']).next().unwrap_or(""),
        None if target.starts_with(['/', '~', '.']) => return None,
        None => target,
    };
    // `https://evil.com\\@good.com`: one reader goes to the one, another to the other.
    if authority.contains('\\') {
        return None;
    }
    let host = authority.rsplit('@').next().unwrap_or("");
    let host = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or(""),
        // More than one colon is an address of its own kind.
        None if host.matches(':').count() > 1 => host,
        None => host.split(':').next().unwrap_or(""),
    };
    let host = host.trim_end_matches('.').to_ascii_lowercase();
    let plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b'_' | b':');
    (!host.is_empty() && host.bytes().all(plain)).then_some(host)
}

#[cfg(test)]
mod tests {
    use super::host_of;

    #[test]
    fn hosts_are_found() {
        for (target, want) in [
            ("https://API.Example.com/x?y=@good.com", Some("api.example.com")),
            ("https://good.com@evil.com/", Some("evil.com")),
            ("https://evil.com\\@good.com/", None),
            ("https://evil.com\\.good.com/", None),
            ("https://evil.com#@good.com", Some("evil.com")),
            ("me@prod:/srv", Some("prod")),
            ("localhost:3000", Some("localhost")),
            ("http://[::1]:80/", Some("::1")),
            ("prod", Some("prod")),
            ("example.com.", Some("example.com")),
            ("/etc/passwd", None),
            ("$HOST", None),
            ("", None),
        ] {
            assert_eq!(host_of(target).as_deref(), want, "{target}");
        }
    }
}
