//! The index file: versions 2, 3 and 4 (`gitformat-index(5)`).

/// One file of the index.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry<'a> {
    pub name: &'a [u8],
    pub mtime_s: u32,
    pub mtime_ns: u32,
    pub size: u32,
    /// Its contents are in git: neither "to be added" nor one side of a conflict.
    pub has_content: bool,
}

/// The fixed part before an entry's name, with SHA-1.
const FIXED: usize = 62;
const EXTENDED: u16 = 0x4000;
const STAGE: u16 = 0x3000;
const INTENT_TO_ADD: u16 = 0x2000;

/// Calls `each` for every entry. `None` if this is no index that can be read; `Some(false)` if entries may be
/// kept elsewhere (a split or sparse index).
pub(super) fn read(bytes: &[u8], mut each: impl FnMut(&Entry<'_>)) -> Option<bool> {
    if bytes.get(..4)? != b"DIRC" {
        return None;
    }
    let version = u32_at(bytes, 4)?;
    if !(2..=4).contains(&version) {
        return None;
    }
    let count = u32_at(bytes, 8)?;
    let mut at = 12;
    let mut previous: Vec<u8> = Vec::new();
    for _ in 0..count {
        let flags = u16_at(bytes, at + 60)?;
        let mut name_at = at + FIXED;
        let mut more_flags = 0;
        if flags & EXTENDED != 0 {
            if version < 3 {
                return None;
            }
            more_flags = u16_at(bytes, name_at)?;
            name_at += 2;
        }
        let next = if version == 4 {
            // The name is the one before, less some bytes at its end, and what follows up to a NUL.
            let (cut, suffix_at) = varint(bytes, name_at)?;
            let suffix = until_nul(bytes, suffix_at)?;
            previous.truncate(previous.len().checked_sub(cut)?);
            previous.extend_from_slice(suffix);
            suffix_at + suffix.len() + 1
        } else {
            let name = until_nul(bytes, name_at)?;
            previous.clear();
            previous.extend_from_slice(name);
            // One to eight NULs, to a multiple of eight bytes.
            at + ((name_at - at + name.len() + 8) & !7)
        };
        each(&Entry {
            name: &previous,
            mtime_s: u32_at(bytes, at + 8)?,
            mtime_ns: u32_at(bytes, at + 12)?,
            size: u32_at(bytes, at + 36)?,
            has_content: flags & STAGE == 0 && more_flags & INTENT_TO_ADD == 0,
        });
        at = next;
    }
    extensions(bytes, at)
}

/// Looks through the extensions for those that keep entries elsewhere.
fn extensions(bytes: &[u8], mut at: usize) -> Option<bool> {
    // A SHA-1 checksum ends the file. With SHA-256 the entries above would not have been readable.
    let end = bytes.len().checked_sub(20)?;
    while at < end {
        let name = bytes.get(at..at + 4)?;
        let length = usize::try_from(u32_at(bytes, at + 4)?).ok()?;
        if name == b"link" || name == b"sdir" {
            return Some(false);
        }
        at = at.checked_add(8)?.checked_add(length)?;
    }
    (at == end).then_some(true)
}

fn until_nul(bytes: &[u8], at: usize) -> Option<&[u8]> {
    let rest = bytes.get(at..)?;
    rest.get(..rest.iter().position(|b| *b == 0)?)
}

fn varint(bytes: &[u8], mut at: usize) -> Option<(usize, usize)> {
    let mut byte = *bytes.get(at)?;
    let mut value = usize::from(byte & 0x7f);
    while byte & 0x80 != 0 {
        at += 1;
        byte = *bytes.get(at)?;
        value = value.checked_add(1)?.checked_mul(128)?.checked_add(usize::from(byte & 0x7f))?;
    }
    Some((value, at + 1))
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..at.checked_add(4)?)?.try_into().ok().map(u32::from_be_bytes)
}

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    bytes.get(at..at.checked_add(2)?)?.try_into().ok().map(u16::from_be_bytes)
}
