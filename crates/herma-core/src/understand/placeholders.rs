//! Holes: stand-ins for what is unknown inside of text that is parsed again.

use super::field::{Part, Source, Value};
use super::walk::Walker;

/// Stand-ins for unknown pieces inside text that is parsed again. Plane 15 is nobody's alphabet.
const HOLE_BASE: u32 = 0xF_0000;
const HOLE_LAST: u32 = 0xF_0FFF;

pub(super) fn is_hole(c: char) -> bool {
    (HOLE_BASE..=HOLE_LAST).contains(&u32::from(c))
}

impl Walker<'_> {
    /// The text of a value for parsing again; what is unknown becomes a hole.
    pub(super) fn text_with_holes(&mut self, value: &Value) -> String {
        let mut out = String::new();
        for part in &value.parts {
            match part {
                Part::Text(text) | Part::Glob(text) => out.push_str(text),
                Part::Unknown(source) => {
                    let index = u32::try_from(self.holes.len()).unwrap_or(u32::MAX);
                    let hole =
                        HOLE_BASE.checked_add(index).filter(|c| *c <= HOLE_LAST).and_then(char::from_u32);
                    match hole {
                        Some(hole) => {
                            self.holes.push(source.clone());
                            out.push(hole);
                        }
                        None => self.too_complex(),
                    }
                }
            }
        }
        out
    }

    pub(super) fn hole(&self, c: char) -> Source {
        let index = u32::from(c).wrapping_sub(HOLE_BASE) as usize;
        self.holes.get(index).cloned().unwrap_or(Source::Input)
    }
}
