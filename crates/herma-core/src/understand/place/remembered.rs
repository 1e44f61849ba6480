//! Places that were worked out already: each word of a command is placed by its table and by several principles.

use super::super::field::{Part, Value};
use super::Placed;

/// Where a place is looked for, by its mark. A collision works it out again.
const SLOTS: usize = 64;

/// Folders that the text may be in; of more it is worked out again.
const MAX_FOLDERS: usize = 16;

/// INVARIANT: a place hangs on the value, the folder and the links that the text has made; whoever makes a link clears this.
pub(in super::super) struct PlacedSoFar {
    /// One more than the place in `known`; 0 is none.
    slots: [u8; SLOTS],
    known: Vec<Known>,
    folders: Vec<Option<String>>,
}

struct Known {
    mark: u64,
    folder: usize,
    value: Value,
    placed: Placed,
}

impl Default for PlacedSoFar {
    fn default() -> Self {
        PlacedSoFar { slots: [0; SLOTS], known: Vec::new(), folders: Vec::new() }
    }
}

impl PlacedSoFar {
    pub(super) fn get(&self, value: &Value, folder: Option<&str>) -> Option<Placed> {
        let mark = mark(value);
        let at = usize::from(*self.slots.get(slot(mark))?).checked_sub(1)?;
        let known = self.known.get(at).filter(|known| known.mark == mark)?;
        let same = self.folders.get(known.folder).is_some_and(|f| f.as_deref() == folder);
        (same && known.value == *value).then(|| known.placed.clone())
    }

    pub(super) fn put(&mut self, value: &Value, folder: Option<&str>, placed: &Placed) {
        if self.folders.len() >= MAX_FOLDERS {
            self.clear();
        }
        let folder = self.folders.iter().position(|f| f.as_deref() == folder).unwrap_or_else(|| {
            self.folders.push(folder.map(str::to_owned));
            self.folders.len() - 1
        });
        let mark = mark(value);
        let known = Known { mark, folder, value: value.clone(), placed: placed.clone() };
        let Some(slot) = self.slots.get_mut(slot(mark)) else { return };
        match usize::from(*slot).checked_sub(1).and_then(|at| self.known.get_mut(at)) {
            Some(old) => *old = known,
            None => {
                self.known.push(known);
                *slot = u8::try_from(self.known.len()).unwrap_or(0);
            }
        }
    }

    pub(super) fn clear(&mut self) {
        *self = PlacedSoFar::default();
    }
}

/// Tells values apart fast, but not surely: the length and both ends of each part.
fn mark(value: &Value) -> u64 {
    const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut mark = SPREAD;
    for part in &value.parts {
        let text = match part {
            Part::Text(text) => text.as_bytes(),
            Part::Glob(text) => text.as_bytes(),
            Part::Unknown(_) => b"?",
        };
        let (head, tail) = match (text.first_chunk::<8>(), text.last_chunk::<8>()) {
            (Some(head), Some(tail)) => (u64::from_le_bytes(*head), u64::from_le_bytes(*tail)),
            _ => (text.iter().fold(0, |all, byte| all << 8 | u64::from(*byte)), 0),
        };
        for piece in [head, tail, text.len() as u64] {
            mark = (mark ^ piece).wrapping_mul(SPREAD).rotate_left(29);
        }
    }
    mark
}

fn slot(mark: u64) -> usize {
    usize::try_from(mark >> 32).unwrap_or(0) % SLOTS
}

#[cfg(test)]
mod tests {
    use super::super::PlaceKind;
    use super::*;

    fn placed(path: &str) -> Placed {
        Placed {
            kind: PlaceKind::Workspace,
            path: path.to_owned(),
            contents: false,
            many: false,
            unknown: false,
        }
    }

    #[test]
    fn a_place_is_remembered_for_its_folder_only() {
        let mut so_far = PlacedSoFar::default();
        let value = Value::text("src/main.rs");
        so_far.put(&value, Some("/a"), &placed("/a/src/main.rs"));
        assert_eq!(so_far.get(&value, Some("/a")), Some(placed("/a/src/main.rs")));
        assert_eq!(so_far.get(&value, Some("/b")), None);
        assert_eq!(so_far.get(&value, None), None);
        assert_eq!(so_far.get(&Value::text("src/nain.rs"), Some("/a")), None);
        so_far.clear();
        assert_eq!(so_far.get(&value, Some("/a")), None);
    }

    #[test]
    fn many_values_never_give_the_place_of_another() {
        let mut so_far = PlacedSoFar::default();
        for n in 0..1000 {
            let text = format!("a-long-folder-name/{n}/end-of-the-name");
            so_far.put(&Value::text(text.as_str()), None, &placed(&text));
            for m in [n, n / 2, 0] {
                let text = format!("a-long-folder-name/{m}/end-of-the-name");
                let found = so_far.get(&Value::text(text.as_str()), None);
                assert!(found.is_none_or(|p| p.path == text), "{text}");
            }
        }
    }
}
