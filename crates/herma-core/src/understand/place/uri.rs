//! `file:///home/dev/%2essh/id_rsa` is a path, in another spelling.

/// The path that a `file:` address names; none if it is no such address.
pub(in super::super) fn path_of_uri(text: &str) -> Option<String> {
    let scheme = text.get(..5)?;
    if !scheme.eq_ignore_ascii_case("file:") {
        return None;
    }
    let rest = text.get(5..)?;
    let path = match rest.strip_prefix("//") {
        // `file://localhost/x`: the host is this one, or nobody's.
        Some(after) => after.get(after.find('/')?..)?,
        None => rest,
    };
    let path = path.split(['?', '#']).next().unwrap_or(path);
    path.starts_with('/').then(|| decoded(path))
}

fn decoded(text: &str) -> String {
    if !text.contains('%') {
        return text.to_owned();
    }
    let mut out = Vec::with_capacity(text.len());
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        if byte != b'%' {
            out.push(byte);
            continue;
        }
        let mut ahead = bytes.clone();
        let digit = |b: Option<u8>| b.and_then(|b| char::from(b).to_digit(16));
        match (digit(ahead.next()), digit(ahead.next())) {
            (Some(high), Some(low)) => {
                out.push(u8::try_from(high * 16 + low).unwrap_or(b'?'));
                bytes = ahead;
            }
            _ => out.push(byte),
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

#[cfg(test)]
mod tests {
    use super::path_of_uri;

    #[test]
    fn addresses_of_files() {
        for (text, want) in [
            ("file:///a/b", Some("/a/b")),
            ("FILE:///a/b", Some("/a/b")),
            ("file:/a/b", Some("/a/b")),
            ("file://localhost/a", Some("/a")),
            ("file:///a/%2essh/id%5Frsa?x#y", Some("/a/.ssh/id_rsa")),
            ("file:///a/%zz%4", Some("/a/%zz%4")),
            ("file:a", None),
            ("files/a", None),
            ("https://a/b", None),
            ("é:ü/", None),
        ] {
            assert_eq!(path_of_uri(text).as_deref(), want, "{text}");
        }
    }
}
