//! A path in pieces, where some pieces are patterns and some are not known.

use super::super::field::{Part, Source, Value};

/// One component of a path.
#[derive(Debug, Clone)]
pub(super) struct Component {
    pub text: String,
    pub glob: bool,
    pub unknown: bool,
    /// Fits (nearly) every name: `*`, `.*`, `.[!.]*`.
    pub everything: bool,
}

#[derive(Debug)]
pub(super) struct Components {
    pub absolute: bool,
    /// It starts with something unknown: it may be anywhere.
    pub unknown_root: bool,
    pub list: Vec<Component>,
}

impl Components {
    pub fn of(value: &Value) -> Self {
        let mut list = vec![];
        let mut current = Component { text: String::new(), glob: false, unknown: false, everything: false };
        let absolute =
            value.prefix().starts_with('/') || value.prefix() == "~" || value.prefix().starts_with("~/");
        let unknown_root =
            matches!(value.parts.first(), Some(Part::Unknown(s)) if !matches!(s, Source::Input));
        for part in &value.parts {
            match part {
                Part::Text(text) => {
                    let mut pieces = text.split('/');
                    current.text.push_str(pieces.next().unwrap_or(""));
                    for piece in pieces {
                        let next = Component {
                            text: piece.to_owned(),
                            glob: false,
                            unknown: false,
                            everything: false,
                        };
                        list.push(std::mem::replace(&mut current, next));
                    }
                }
                Part::Glob(glob) => {
                    current.text.push_str(glob);
                    current.glob = true;
                }
                Part::Unknown(_) => {
                    current.text.push('…');
                    current.unknown = true;
                }
            }
        }
        list.push(current);
        let mut out = Components { absolute, unknown_root, list: Vec::new() };
        for mut component in list {
            if component.text.is_empty() || component.text == "." {
                continue;
            }
            component.everything = component.glob
                && !component.unknown
                && matches!(
                    component.text.as_str(),
                    "*" | "**" | ".*" | ".[!.]*" | ".[^.]*" | ".??*" | "?*" | "..?*" | "*.*"
                );
            out.push(component);
        }
        out
    }

    fn push(&mut self, component: Component) {
        if component.text != ".." || component.glob || component.unknown {
            self.list.push(component);
            return;
        }
        match self.list.last() {
            // Behind a pattern or something unknown it leads back as well: `/tmp/*/..` is `/tmp`.
            Some(last) if last.text != ".." => {
                self.list.pop();
            }
            None if self.absolute => {}
            _ => self.list.push(component),
        }
    }

    /// Puts a relative path below a folder.
    pub fn below(&mut self, folder: &str) {
        let own = std::mem::take(&mut self.list);
        self.absolute = true;
        for piece in folder.split('/').filter(|p| !p.is_empty() && *p != ".") {
            // `cd ~/.config/h*`: where we are may be a pattern itself.
            let glob = piece.contains(['*', '?']);
            self.push(Component { text: piece.to_owned(), glob, unknown: false, everything: false });
        }
        for component in own {
            self.push(component);
        }
    }

    /// The known beginning, and what follows from the first pattern or unknown on.
    pub fn split(self) -> (Vec<String>, Vec<Component>) {
        let at = self.list.iter().position(|c| c.glob || c.unknown).unwrap_or(self.list.len());
        let mut known: Vec<String> = Vec::with_capacity(at);
        let mut rest = Vec::new();
        for (i, component) in self.list.into_iter().enumerate() {
            if i < at { known.push(component.text) } else { rest.push(component) }
        }
        (known, rest)
    }
}
