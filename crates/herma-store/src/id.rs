//! Names: ids that nobody can guess, tickets that anybody can say aloud.

use crate::{Millis, Result, StoreError};
use std::fmt;

/// Crockford's base 32: sorts like the number, and has no letters that look like digits.
const BASE32: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// For tickets also without 0 and 1, which are said like O and I.
const SPOKEN: &[u8] = b"23456789ABCDEFGHJKMNPQRSTVWXYZ";
/// A ticket has at least this many letters: 810,000 of them.
const TICKET_LETTERS: usize = 4;
/// So many draws in a row that were taken say that the length is crowded.
const DRAWS: usize = 8;

/// The id of a request: its time, then 80 random bits. Sorted by time, guessed by nobody.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RequestId(String);

impl RequestId {
    const LETTERS: usize = 26;

    pub(crate) fn new(now: Millis) -> Result<Self> {
        let random: [u8; 10] = random()?;
        let time = u128::try_from(now).unwrap_or(0) & 0xffff_ffff_ffff;
        let bits = random.iter().fold(time, |bits, byte| bits << 8 | u128::from(*byte));
        let letter = |at: usize| char::from(BASE32[(bits >> (5 * (Self::LETTERS - 1 - at)) & 31) as usize]);
        Ok(RequestId((0..Self::LETTERS).map(letter).collect()))
    }

    /// Takes what a person typed or a store holds; says nothing about whether there is such a request.
    pub fn parse(text: &str) -> Option<Self> {
        let upper = text.to_ascii_uppercase();
        let known = upper.len() == Self::LETTERS && upper.bytes().all(|b| BASE32.contains(&b));
        known.then_some(RequestId(upper))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A ticket that is not `taken`: short while there is room, longer when it is crowded.
pub(crate) fn ticket(mut taken: impl FnMut(&str) -> Result<bool>) -> Result<String> {
    for letters in TICKET_LETTERS.. {
        for _ in 0..DRAWS {
            let ticket = spoken(letters)?;
            if !taken(&ticket)? {
                return Ok(ticket);
            }
        }
    }
    Err(StoreError::Io("no ticket is free".to_owned()))
}

fn spoken(letters: usize) -> Result<String> {
    let mut text = String::with_capacity(letters);
    while text.len() < letters {
        let [byte] = random()?;
        // Without this the first letters of the alphabet would come more often.
        if usize::from(byte) < 256 / SPOKEN.len() * SPOKEN.len() {
            text.push(char::from(SPOKEN[usize::from(byte) % SPOKEN.len()]));
        }
    }
    Ok(text)
}

/// The two digits of the attention check.
pub(crate) fn digits() -> Result<String> {
    loop {
        let [byte] = random()?;
        if byte < 200 {
            return Ok(format!("{:02}", byte % 100));
        }
    }
}

/// Random letters for a name of our own, such as a grant's.
pub(crate) fn name(letters: usize) -> Result<String> {
    spoken(letters)
}

fn random<const N: usize>() -> Result<[u8; N]> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|e| StoreError::Io(format!("no randomness: {e}")))?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_sort_by_time_and_differ() {
        let (a, b, c) =
            (RequestId::new(1_000).unwrap(), RequestId::new(1_001).unwrap(), RequestId::new(1_001).unwrap());
        assert!(a < b);
        assert!(a < c);
        assert_ne!(b, c);
        assert_eq!(RequestId::parse(&a.as_str().to_ascii_lowercase()), Some(a));
        assert_eq!(RequestId::parse("7K2M"), None);
    }

    #[test]
    fn tickets_grow_when_crowded() {
        assert_eq!(ticket(|_| Ok(false)).unwrap().len(), 4);
        assert_eq!(ticket(|t| Ok(t.len() < 6)).unwrap().len(), 6);
    }

    #[test]
    fn tickets_have_no_letters_that_look_alike() {
        let all: String = (0..500).map(|_| spoken(4).unwrap()).collect();
        assert!(all.chars().all(|c| !"01OILU".contains(c)), "{all}");
    }
}
