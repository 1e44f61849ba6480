//! What a lock is called: a server's name, and which configuration of it.

use sha2::{Digest, Sha256};
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

/// Longer names are nobody's, and some file systems end at 255 bytes.
const NAME_MAX: usize = 64;
/// So much of a hash tells configurations apart.
const HASH_CHARS: usize = 12;
/// Stands in no name.
const BETWEEN: char = '@';

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Key {
    text: String,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no name for a lock: up to 64 letters, digits, `.`, `-` and `_`, and no `.` first")]
pub struct KeyError(pub String);

impl Key {
    /// A lock by name alone.
    pub fn plain(name: &str) -> Result<Key, KeyError> {
        let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
        let ok = (1..=NAME_MAX).contains(&name.len()) && !name.starts_with('.') && name.chars().all(fits);
        if ok { Ok(Key { text: name.to_owned() }) } else { Err(KeyError(name.to_owned())) }
    }

    /// A server of this name, started like this: another command, or another folder, is another instance.
    pub fn configured<S: AsRef<OsStr>>(name: &str, command: &[S], folder: &OsStr) -> Result<Key, KeyError> {
        let Key { text: name } = Key::plain(name)?;
        let mut hasher = Sha256::new();
        for part in command.iter().map(AsRef::as_ref).chain([folder]) {
            hasher.update((part.len() as u64).to_le_bytes());
            hasher.update(part.as_bytes());
        }
        let hash = crate::hex(&hasher.finalize());
        Ok(Key { text: format!("{name}{BETWEEN}{}", hash.get(..HASH_CHARS).unwrap_or(&hash)) })
    }

    /// As a file's name says it.
    pub(super) fn parse(text: &str) -> Option<Key> {
        let (name, hash) = text.split_once(BETWEEN).unwrap_or((text, ""));
        let ok = hash.chars().all(|c| c.is_ascii_hexdigit()) && Key::plain(name).is_ok();
        ok.then(|| Key { text: text.to_owned() })
    }

    pub fn as_str(&self) -> &str {
        &self.text
    }

    pub fn name(&self) -> &str {
        self.text.split(BETWEEN).next().unwrap_or(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_no_path() {
        for name in ["../x", "a/b", "", ".hidden", "a b", "a@b", "ü", &"x".repeat(65)] {
            assert!(Key::plain(name).is_err(), "{name}");
        }
        for name in ["fs", "server-everything", "a.b_c"] {
            assert_eq!(Key::plain(name).unwrap().as_str(), name);
        }
    }

    #[test]
    fn another_command_or_folder_is_another_lock() {
        let key = |command: &[&str], folder: &str| Key::configured("x", command, OsStr::new(folder)).unwrap();
        let one = key(&["a", "b"], "/w");
        assert_eq!(one, key(&["a", "b"], "/w"));
        assert_ne!(one, key(&["ab"], "/w"));
        assert_ne!(one, key(&["a", "b"], "/v"));
        assert_eq!(one.name(), "x");
        assert_eq!(Key::parse(one.as_str()), Some(one));
    }
}
