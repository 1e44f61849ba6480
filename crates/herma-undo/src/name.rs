//! Names of files as they are: any bytes, written as text that can be read back.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::ffi::OsString;
use std::fmt;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

/// A path, a link's text, or the name of an attribute.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name(pub PathBuf);

impl Name {
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// UTF-8 stays as it is, but for the backslash; any other byte is `\xNN`.
    fn text(&self) -> String {
        let mut out = String::new();
        for chunk in self.0.as_os_str().as_bytes().utf8_chunks() {
            out.push_str(&chunk.valid().replace('\\', "\\\\"));
            for byte in chunk.invalid() {
                out.push_str(&format!("\\x{byte:02x}"));
            }
        }
        out
    }

    fn parse(text: &str) -> Option<Name> {
        let mut bytes = Vec::with_capacity(text.len());
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('\\') {
            bytes.extend_from_slice(before.as_bytes());
            rest = match after.strip_prefix('\\') {
                Some(rest) => {
                    bytes.push(b'\\');
                    rest
                }
                None => {
                    let (digits, rest) = after.strip_prefix('x')?.split_at_checked(2)?;
                    bytes.push(u8::from_str_radix(digits, 16).ok()?);
                    rest
                }
            };
        }
        bytes.extend_from_slice(rest.as_bytes());
        Some(Name(OsString::from_vec(bytes).into()))
    }
}

impl<P: AsRef<Path> + ?Sized> From<&P> for Name {
    fn from(path: &P) -> Name {
        Name(path.as_ref().to_owned())
    }
}

/// For a person: nothing in a name may move a cursor.
impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.text().chars() {
            match c.is_control() {
                true => write!(f, "{}", c.escape_default())?,
                false => write!(f, "{c}")?,
            }
        }
        Ok(())
    }
}

impl Serialize for Name {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.text())
    }
}

impl<'de> Deserialize<'de> for Name {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Name, D::Error> {
        let text = String::deserialize(deserializer)?;
        Name::parse(&text).ok_or_else(|| de::Error::custom("no name"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_bytes_come_back() {
        for bytes in
            [&b"plain"[..], b"a\\b", b"\xff\xfe", "zwölf".as_bytes(), b"a\nb", b"\\x41", b"\xc3\\\xff"]
        {
            let name = Name(OsString::from_vec(bytes.to_vec()).into());
            assert_eq!(Name::parse(&name.text()), Some(name.clone()), "{name:?}");
        }
        assert_eq!(Name::parse("a\\q"), None);
    }
}
