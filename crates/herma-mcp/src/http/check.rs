//! Whether a request may come in at all (T54), and whether its headers say what its body says.

use crate::message::Message;
use hyper::HeaderMap;
use hyper::header::{HOST, ORIGIN};
use serde_json::Value;

/// HeaderMismatch, as the 2026-07-28 revision has it.
pub const HEADER_MISMATCH: i64 = -32020;

/// A page in a browser reaches loopback under any name that it likes, and says which: that name must be ours.
pub fn is_local(headers: &HeaderMap, port: u16) -> Result<(), &'static str> {
    let mut hosts = headers.get_all(HOST).iter();
    let host = hosts.next().and_then(|host| host.to_str().ok());
    let ours = host.is_some_and(|host| is_loopback(host, Some(port)));
    if !ours || hosts.next().is_some() {
        return Err("herma: this is not the host you are looking for: only loopback names are served");
    }
    for origin in headers.get_all(ORIGIN) {
        let name = origin.to_str().unwrap_or_default();
        let host = name.strip_prefix("http://").or_else(|| name.strip_prefix("https://"));
        if !host.is_some_and(|host| is_loopback(host, None)) {
            return Err("herma: pages of this origin are not served");
        }
    }
    Ok(())
}

/// `localhost`, `127.0.0.1` or `[::1]`; with a port, that port.
fn is_loopback(authority: &str, port: Option<u16>) -> bool {
    let (name, given) = match authority.rsplit_once(':') {
        Some((name, digits)) if digits.chars().all(|c| c.is_ascii_digit()) => {
            (name, digits.parse::<u16>().ok())
        }
        _ => (authority, None),
    };
    let known = ["localhost", "127.0.0.1", "[::1]"].iter().any(|one| name.eq_ignore_ascii_case(one));
    let port_fits = match (port, given) {
        (Some(port), Some(given)) => port == given,
        (Some(port), None) => port == 80,
        (None, _) => true,
    };
    known && port_fits
}

/// A server that routes by headers must not be told something else than one that reads the body.
pub fn headers_match(headers: &HeaderMap, message: &Message) -> Result<(), String> {
    let params = |name: &str| message.param(name).and_then(Value::as_str);
    let version = message.param("_meta").and_then(|meta| meta.get("io.modelcontextprotocol/protocolVersion"));
    for (header, said) in [
        ("mcp-method", message.method()),
        ("mcp-name", params("name").or_else(|| params("uri"))),
        ("mcp-protocol-version", version.and_then(Value::as_str)),
    ] {
        let mut values = headers.get_all(header).iter();
        let Some(value) = values.next() else { continue };
        if values.next().is_some() {
            return Err(format!("the header `{header}` stands twice"));
        }
        // Of a message that says nothing about it, the header says nothing either.
        let (Some(said), Ok(value)) = (said, value.to_str()) else {
            if header == "mcp-protocol-version" || said.is_none() && header == "mcp-name" {
                continue;
            }
            return Err(format!("the header `{header}` does not fit the message"));
        };
        if decoded(value.trim()).as_deref() != Some(said) {
            return Err(format!("the header `{header}` says something else than the message"));
        }
    }
    Ok(())
}

/// What is not plain ASCII comes as `=?base64?…?=`.
fn decoded(value: &str) -> Option<String> {
    let Some(coded) = value.strip_prefix("=?base64?").and_then(|rest| rest.strip_suffix("?=")) else {
        return Some(value.to_owned());
    };
    let (mut bytes, mut bits, mut count) = (Vec::new(), 0_u32, 0_u32);
    for c in coded.trim_end_matches('=').bytes() {
        let digit = match c {
            b'A'..=b'Z' => c - b'A',
            b'a'..=b'z' => c - b'a' + 26,
            b'0'..=b'9' => c - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return None,
        };
        bits = (bits << 6 | u32::from(digit)) & 0xff_ffff;
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push(u8::try_from(bits >> count & 0xff).ok()?);
        }
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::Piece;
    use hyper::header::{HeaderName, HeaderValue};

    fn headers(all: &[(&str, &str)]) -> HeaderMap {
        let pair = |(name, value): &(&str, &str)| {
            (HeaderName::try_from(*name).unwrap(), HeaderValue::try_from(*value).unwrap())
        };
        let mut map = HeaderMap::new();
        all.iter().map(pair).for_each(|(name, value)| {
            map.append(name, value);
        });
        map
    }

    #[test]
    fn t54_only_loopback_names_are_served() {
        for (all, ok) in [
            (vec![("host", "127.0.0.1:7000")], true),
            (vec![("host", "LocalHost:7000")], true),
            (vec![("host", "[::1]:7000"), ("origin", "http://localhost:3000")], true),
            (vec![("host", "evil.example:7000")], false),
            (vec![("host", "127.0.0.1:7001")], false),
            (vec![("host", "127.0.0.1.evil.example:7000")], false),
            (vec![("host", "127.0.0.1:7000"), ("host", "evil.example")], false),
            (vec![], false),
            (vec![("host", "127.0.0.1:7000"), ("origin", "http://evil.example")], false),
            (vec![("host", "127.0.0.1:7000"), ("origin", "http://localhost.evil.example")], false),
            (vec![("host", "127.0.0.1:7000"), ("origin", "null")], false),
            (vec![("host", "127.0.0.1:7000"), ("origin", "http://evil.example@localhost")], false),
        ] {
            assert_eq!(is_local(&headers(&all), 7000).is_ok(), ok, "{all:?}");
        }
    }

    #[test]
    fn headers_say_what_the_body_says() {
        let text = r#"{"id":1,"method":"tools/call","params":{"name":"größe","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}"#;
        let message = Piece::read(text.as_bytes()).unwrap().into_messages().remove(0);
        for (all, ok) in [
            (vec![], true),
            (vec![("mcp-method", "tools/call"), ("mcp-name", "=?base64?Z3LDtsOfZQ==?=")], true),
            (vec![("mcp-method", "ping")], false),
            (vec![("mcp-name", "other")], false),
            (vec![("mcp-name", "=?base64?Z3Jvc3Nl?=")], false),
            (vec![("mcp-method", "tools/call"), ("mcp-method", "ping")], false),
            (vec![("mcp-protocol-version", "2025-11-25")], false),
            (vec![("mcp-protocol-version", "2026-07-28")], true),
        ] {
            assert_eq!(headers_match(&headers(&all), &message).is_ok(), ok, "{all:?}");
        }
    }
}
