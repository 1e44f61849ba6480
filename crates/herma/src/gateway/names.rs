//! What browsers may call the gateway, and what people are told to type.

use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};

/// By which names it answers: over plain HTTP, and behind a proxy with TLS.
pub(super) struct Names {
    pub plain: Vec<String>,
    pub secure: Vec<String>,
    /// As addresses, the best for this machine first.
    pub shown: Vec<String>,
}

impl Names {
    /// As we listen, and as we were told.
    pub(super) fn of(address: SocketAddr, told: &[String]) -> Names {
        let port = address.port();
        let every = address.ip().is_unspecified();
        let mut plain = Vec::new();
        // "All of them" is no name, and a page that was led there was led there by somebody.
        if !every {
            plain.push(address.to_string());
        }
        if every || address.ip().is_loopback() {
            plain.extend(["127.0.0.1", "localhost", "[::1]"].map(|name| format!("{name}:{port}")));
        }
        let (mut secure, mut named) = (Vec::new(), Vec::new());
        for name in told {
            let bare = name.trim_end_matches('/');
            match bare.strip_prefix("https://") {
                Some(host) => {
                    secure.push(host.to_owned());
                    named.push(bare.to_owned());
                }
                None => {
                    let host = bare.strip_prefix("http://").unwrap_or(bare);
                    plain.push(host.to_owned());
                    named.push(format!("http://{host}"));
                }
            }
        }
        let mut shown = match every {
            true => vec![format!("http://localhost:{port}")],
            false => vec![format!("http://{address}")],
        };
        if address.ip().is_loopback() {
            shown.push(format!("http://localhost:{port}"));
        }
        shown.extend(named);
        shown.dedup();
        Names { plain, secure, shown }
    }
}

/// The address for somebody who is handed a link: a name that was given, else the one by which passkeys work here.
pub(super) fn to_hand_over(shown: &[String]) -> Option<&String> {
    let local = |name: &&String| name.contains("//localhost:");
    let ours = |name: &&String| local(name) || name.contains("//127.") || name.contains("//[::1]");
    shown.iter().find(|name| !ours(name)).or_else(|| shown.iter().find(local)).or(shown.first())
}

/// Where this machine reaches a gateway that listens there.
pub(super) fn reached_at(listen: SocketAddr) -> SocketAddr {
    match listen {
        SocketAddr::V4(v4) if v4.ip().is_unspecified() => SocketAddr::from((Ipv4Addr::LOCALHOST, v4.port())),
        SocketAddr::V6(v6) if v6.ip().is_unspecified() => SocketAddr::from((Ipv6Addr::LOCALHOST, v6.port())),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_printed_is_answered_to() {
        let of = |listen: &str, told: &[&str]| {
            let told: Vec<String> = told.iter().map(|name| (*name).to_owned()).collect();
            let names = Names::of(listen.parse().unwrap(), &told);
            for shown in &names.shown {
                let (scheme, host) = shown.split_once("://").unwrap();
                let known = if scheme == "https" { &names.secure } else { &names.plain };
                assert!(known.iter().any(|name| name == host), "{shown}");
            }
            assert!(!names.plain.iter().any(|name| name.starts_with("0.0.0.0") || name.starts_with("[::]")));
            names
        };
        let here = of("127.0.0.1:7717", &[]);
        assert_eq!(here.shown, ["http://127.0.0.1:7717", "http://localhost:7717"]);
        assert_eq!(to_hand_over(&here.shown).unwrap(), "http://localhost:7717");
        for everywhere in ["0.0.0.0:7717", "[::]:7717"] {
            let all = of(everywhere, &["box.lan:7717", "https://herma.example.org/"]);
            assert_eq!(
                all.shown,
                ["http://localhost:7717", "http://box.lan:7717", "https://herma.example.org"]
            );
            assert_eq!(to_hand_over(&all.shown).unwrap(), "http://box.lan:7717");
            assert!(all.plain.contains(&"127.0.0.1:7717".to_owned()), "from this machine, by its own name");
        }
        assert_eq!(of("192.168.1.7:80", &[]).shown, ["http://192.168.1.7:80"]);
        assert_eq!(reached_at("0.0.0.0:1".parse().unwrap()).to_string(), "127.0.0.1:1");
    }
}
