//! As much of CBOR (RFC 8949) as passkeys are written in: numbers, bytes, texts, lists and maps of a known length.

/// Authenticators nest three deep.
const DEPTH_MAX: u8 = 8;
/// A key has five members, an attestation a few more.
const MEMBERS_MAX: u64 = 64;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Item<'a> {
    Number(i64),
    Bytes(&'a [u8]),
    Text(&'a str),
    List(Vec<Item<'a>>),
    Map(Vec<(Item<'a>, Item<'a>)>),
    /// True, false, null and whatever else nobody here looks at.
    Other,
}

impl<'a> Item<'a> {
    /// The first item, and what stands behind it. `None` for what is not written as authenticators write.
    pub(super) fn read(bytes: &'a [u8]) -> Option<(Item<'a>, &'a [u8])> {
        read(bytes, DEPTH_MAX)
    }

    pub(super) fn named(&self, name: &str) -> Option<&Item<'a>> {
        self.member(|key| *key == Item::Text(name))
    }

    pub(super) fn numbered(&self, number: i64) -> Option<&Item<'a>> {
        self.member(|key| *key == Item::Number(number))
    }

    fn member(&self, is: impl Fn(&Item<'a>) -> bool) -> Option<&Item<'a>> {
        let Item::Map(members) = self else { return None };
        let mut found = members.iter().filter(|(key, _)| is(key));
        // Of two of the same name nobody knows which one another reader would take.
        match (found.next(), found.next()) {
            (Some((_, value)), None) => Some(value),
            _ => None,
        }
    }

    pub(super) fn bytes(&self) -> Option<&'a [u8]> {
        match self {
            Item::Bytes(bytes) => Some(bytes),
            _ => None,
        }
    }

    pub(super) fn number(&self) -> Option<i64> {
        match self {
            Item::Number(number) => Some(*number),
            _ => None,
        }
    }
}

fn read(bytes: &[u8], depth: u8) -> Option<(Item<'_>, &[u8])> {
    let (first, rest) = bytes.split_first()?;
    let (kind, small) = (first >> 5, first & 0x1f);
    let (number, rest) = match small {
        0..=23 => (u64::from(small), rest),
        24..=27 => {
            let (number, rest) = rest.split_at_checked(1 << (small - 24))?;
            (number.iter().fold(0, |all, byte| (all << 8) | u64::from(*byte)), rest)
        }
        // Of a length that is not known beforehand: no authenticator may write so.
        _ => return None,
    };
    match kind {
        0 => Some((Item::Number(i64::try_from(number).ok()?), rest)),
        1 => Some((Item::Number(-1 - i64::try_from(number).ok()?), rest)),
        2 | 3 => {
            let (text, rest) = rest.split_at_checked(usize::try_from(number).ok()?)?;
            let item =
                if kind == 2 { Item::Bytes(text) } else { Item::Text(std::str::from_utf8(text).ok()?) };
            Some((item, rest))
        }
        4 | 5 => {
            let depth = depth.checked_sub(1).filter(|_| number <= MEMBERS_MAX)?;
            let (mut list, mut map, mut rest) = (Vec::new(), Vec::new(), rest);
            for _ in 0..number {
                let (item, behind) = read(rest, depth)?;
                rest = behind;
                if kind == 4 {
                    list.push(item);
                    continue;
                }
                let (value, behind) = read(rest, depth)?;
                rest = behind;
                map.push((item, value));
            }
            Some((if kind == 4 { Item::List(list) } else { Item::Map(map) }, rest))
        }
        7 => Some((Item::Other, rest)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::Item;

    #[test]
    fn what_authenticators_write() {
        // {"fmt": "none", 1: -7, 3: [h'0102', true]}
        let bytes = b"\xa3\x63fmt\x64none\x01\x26\x03\x82\x42\x01\x02\xf5rest";
        let (item, rest) = Item::read(bytes).unwrap();
        assert_eq!(rest, b"rest");
        assert_eq!(item.named("fmt"), Some(&Item::Text("none")));
        assert_eq!(item.numbered(1).and_then(Item::number), Some(-7));
        let list = item.numbered(3).unwrap();
        assert_eq!(list, &Item::List(vec![Item::Bytes(&[1, 2]), Item::Other]));
    }

    #[test]
    fn what_nobody_should_write() {
        let deep = [0x81; 40];
        let cases: &[&[u8]] = &[
            b"",
            b"\x5f\x41\x01\xff",
            b"\x9f\xff",
            b"\x1b\xff\xff\xff\xff\xff\xff\xff\xff",
            b"\x42\x01",
            b"\x9a\xff\xff\xff\xff",
            b"\x61\xff",
            b"\x18",
            b"\xc0\x00",
            &deep,
        ];
        for case in cases {
            assert_eq!(Item::read(case), None, "{case:?}");
        }
        // Twice the same name is none.
        let (twice, _) = Item::read(b"\xa2\x01\x02\x01\x03").unwrap();
        assert_eq!(twice.numbered(1), None);
    }
}
