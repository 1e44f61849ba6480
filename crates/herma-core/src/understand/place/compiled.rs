//! The lists of paths, compiled: a path is compared with the few patterns that begin or end like it.
//!
//! The index of a list is worked out by the compiler and lies beside it in the binary: nothing is set up at a start.

use super::lists;
use crate::understand::glob;

const BUCKETS: usize = 64;
/// Patterns by how they begin, by how they end, and those that a look at either does not tell apart.
const CLASSES: usize = 2 * BUCKETS + 1;
const REST: usize = 2 * BUCKETS;

/// A list of patterns with its index.
pub(super) struct Compiled<const N: usize> {
    list: &'static [&'static str],
    /// Bytes at the beginning, and at the end, that patterns are told apart by.
    head: usize,
    tail: usize,
    /// Places in the list, class by class, and where each class begins.
    order: [u16; N],
    begins: [u16; CLASSES + 1],
}

/// `static NAME` is the list of that name; patterns are told apart by so many bytes at their beginning and at their end.
macro_rules! compiled {
    ($($name:ident by $head:literal and $tail:literal),+ $(,)?) => {
        $(pub(super) static $name: Compiled<{ lists::$name.len() }> = Compiled::of(lists::$name, $head, $tail);)+
    };
}

// Below a home all begin with a dot, and many with `.config/`; on the system with `/etc/`.
compiled! {
    BUILD_FILES by 2 and 2,
    HOME_SECRETS by 4 and 2,
    SYSTEM_SECRETS by 7 and 2,
    HIDDEN_SECRETS by 2 and 2,
    NOT_SECRET by 4 and 2,
    NAMED_SECRETS by 3 and 2,
    NAMED_HARMLESS by 3 and 2,
    HOME_STARTUP by 4 and 2,
    SYSTEM_STARTUP by 6 and 2,
    HOME_GUARD by 4 and 2,
    SYSTEM_GUARD by 6 and 2,
    // Ends of paths, not patterns.
    GUARD_ENDS by 255 and 6,
}

impl<const N: usize> Compiled<N> {
    const fn of(list: &'static [&'static str], head: usize, tail: usize) -> Self {
        let mut begins = [0; CLASSES + 1];
        let mut order = [0; N];
        let (mut class, mut at) = (0, 0);
        while class < CLASSES {
            begins[class] = at as u16;
            let mut i = 0;
            while i < N {
                if class_of(list[i].as_bytes(), head, tail) == class {
                    order[at] = i as u16;
                    at += 1;
                }
                i += 1;
            }
            class += 1;
        }
        begins[CLASSES] = at as u16;
        Compiled { list, head, tail, order, begins }
    }

    /// Whether one of the patterns fits.
    pub(super) fn fits(&self, text: &str) -> bool {
        self.begins_like(text)
            .chain(self.ends_like(text))
            .chain(self.class(REST))
            .any(|p| glob::fits(p, text))
    }

    /// Whether a text ends in one of the list, which are no patterns.
    pub(super) fn end(&self, text: &str) -> bool {
        self.ends_like(text).chain(self.class(REST)).any(|end| text.ends_with(end))
    }

    /// Whether it is one of the folders of which the list says `folder/*`.
    pub(super) fn has_folder(&self, text: &str) -> bool {
        let is = |pattern: &'static str| pattern.strip_suffix("/*") == Some(text);
        // A folder shorter than what patterns are told apart by may begin more than one class.
        match text.len() < self.head {
            true => self.list.iter().copied().any(is),
            false => self.begins_like(text).chain(self.class(REST)).any(is),
        }
    }

    fn begins_like(&self, text: &str) -> impl Iterator<Item = &'static str> {
        let head = text.as_bytes().get(..self.head).map(|head| bucket(head, 0, head.len()));
        head.into_iter().flat_map(|class| self.class(class))
    }

    fn ends_like(&self, text: &str) -> impl Iterator<Item = &'static str> {
        let from = text.len().checked_sub(self.tail);
        let tail = from.and_then(|from| text.as_bytes().get(from..)).map(|tail| bucket(tail, 0, tail.len()));
        tail.into_iter().flat_map(|class| self.class(BUCKETS + class))
    }

    fn class(&self, class: usize) -> impl Iterator<Item = &'static str> {
        let place = |class: usize| self.begins.get(class).map_or(0, |at| usize::from(*at));
        let order = self.order.get(place(class)..place(class + 1)).unwrap_or(&[]);
        order.iter().filter_map(|at| self.list.get(usize::from(*at)).copied())
    }
}

const fn class_of(pattern: &[u8], head: usize, tail: usize) -> usize {
    if pattern.len() >= head && is_plain(pattern, 0, head) {
        return bucket(pattern, 0, head);
    }
    if pattern.len() >= tail && is_plain(pattern, pattern.len() - tail, pattern.len()) {
        return BUCKETS + bucket(pattern, pattern.len() - tail, pattern.len());
    }
    REST
}

const fn is_plain(bytes: &[u8], from: usize, to: usize) -> bool {
    let mut at = from;
    while at < to {
        if matches!(bytes[at], b'*' | b'?' | b'[' | b']' | b'\\') {
            return false;
        }
        at += 1;
    }
    true
}

/// INVARIANT: the same for a pattern, when it is compiled, and for a text that it fits.
#[allow(clippy::indexing_slicing, reason = "its callers hand in places inside")]
const fn bucket(bytes: &[u8], from: usize, to: usize) -> usize {
    let (mut at, mut hash) = (from, 0_usize);
    while at < to {
        hash = hash * 31 + bytes[at] as usize;
        hash %= 8191;
        at += 1;
    }
    hash % BUCKETS
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A text that each pattern fits.
    fn samples(pattern: &str) -> [String; 3] {
        ["", "x", "a/b.c"].map(|inside| pattern.replace('*', inside))
    }

    fn same<const N: usize>(compiled: &Compiled<N>, texts: &[String]) {
        for text in texts {
            assert_eq!(compiled.fits(text), glob::fits_any(compiled.list, text), "{text}");
        }
    }

    #[test]
    fn compiled_lists_say_what_the_lists_say() {
        let all = [
            lists::BUILD_FILES,
            lists::HOME_SECRETS,
            lists::SYSTEM_SECRETS,
            lists::HIDDEN_SECRETS,
            lists::NOT_SECRET,
            lists::NAMED_SECRETS,
            lists::NAMED_HARMLESS,
            lists::HOME_STARTUP,
            lists::SYSTEM_STARTUP,
            lists::HOME_GUARD,
            lists::SYSTEM_GUARD,
            lists::GUARD_ENDS,
        ];
        let mut texts: Vec<String> = all.iter().copied().flatten().flat_map(|p| samples(p)).collect();
        texts.extend(all.iter().copied().flatten().map(|p| format!("x{p}")));
        texts.extend(all.iter().copied().flatten().map(|p| p.trim_end_matches("/*").to_owned()));
        texts.extend(["", "a", ".", "src/main.rs", "ü", "…/x", "/", "/etc"].map(str::to_owned));
        same(&BUILD_FILES, &texts);
        same(&HOME_SECRETS, &texts);
        same(&SYSTEM_SECRETS, &texts);
        same(&HIDDEN_SECRETS, &texts);
        same(&NOT_SECRET, &texts);
        same(&NAMED_SECRETS, &texts);
        same(&NAMED_HARMLESS, &texts);
        same(&HOME_STARTUP, &texts);
        same(&SYSTEM_STARTUP, &texts);
        same(&HOME_GUARD, &texts);
        same(&SYSTEM_GUARD, &texts);
        for text in &texts {
            assert_eq!(
                GUARD_ENDS.end(text),
                lists::GUARD_ENDS.iter().any(|end| text.ends_with(end)),
                "{text}"
            );
            let folder = lists::HOME_SECRETS.iter().any(|p| p.strip_suffix("/*") == Some(text.as_str()));
            assert_eq!(HOME_SECRETS.has_folder(text), folder, "{text}");
        }
    }
}
