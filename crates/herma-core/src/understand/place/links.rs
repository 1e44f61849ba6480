//! Links: where a path leads, as the machine says and as the text itself makes it.

use super::super::field::Value;
use super::super::walk::Walker;
use super::{MAX_REMEMBERED, PlaceKind, worse};
use crate::work::charge;
use crate::world::{Answer, Entry, Question};

/// Links in a row that are followed.
const MAX_LINKS: usize = 8;

/// Links that one text makes and that are followed. Each is looked at for every path that comes after it.
const MAX_MADE: usize = 256;

impl Walker<'_> {
    /// A link may lead away from a place that matters as well as to one: the worse of the two counts.
    pub(super) fn kind_through_links(&self, path: &str) -> PlaceKind {
        let named = self.kind_of(path);
        if path.starts_with('~') || self.links.is_empty() && !path.trim_start_matches('/').contains('/') {
            return named;
        }
        if let Some((_, kind)) = self.behind_links.borrow().iter().find(|(p, _)| p == path) {
            return *kind;
        }
        let kind = self.worse_through_links(path, named);
        let mut seen = self.behind_links.borrow_mut();
        if seen.len() < MAX_REMEMBERED {
            seen.push((path.to_owned(), kind));
        }
        kind
    }

    fn worse_through_links(&self, path: &str, named: PlaceKind) -> PlaceKind {
        let mut named = named;
        let mut at = path.to_owned();
        // A link may lead to a link.
        for _ in 0..MAX_LINKS {
            match self.through_own_link(&at) {
                Some(Some(behind)) => {
                    named = worse(named, self.kind_of(&behind));
                    at = behind;
                }
                Some(None) => {
                    named = worse(named, PlaceKind::Unknown);
                    break;
                }
                None => break,
            }
        }
        // More links than are followed lead anywhere.
        if self.through_own_link(&at).is_some() {
            named = worse(named, PlaceKind::Unknown);
        }
        match self.world.ask(Question::RealPath(path)) {
            Answer::Text(real) if real != path => worse(named, self.kind_of(&real)),
            // Links in a circle, no right to look, a disk that hangs: it may lead anywhere.
            Answer::Unknown => worse(named, PlaceKind::Unknown),
            _ => named,
        }
    }

    /// Where a path leads through a link that this call makes. `Some(None)`: somewhere.
    fn through_own_link(&self, path: &str) -> Option<Option<String>> {
        if self.links.is_empty() {
            return None;
        }
        charge(1 + path.len() / 32);
        // Of all the links on the way, the one made last counts.
        let folders = path.match_indices('/').filter_map(|(at, _)| path.get(..at));
        let made = folders.chain([path]).filter_map(|name| self.link_named.get(name)).max()?;
        let (link, target) = self.links.get(*made)?;
        let rest = path.get(link.len()..)?;
        Some(target.as_ref().map(|target| match format!("{}{rest}", target.trim_end_matches('/')) {
            root if root.is_empty() => "/".to_owned(),
            real => real,
        }))
    }

    /// The call makes a link: from here on the name leads there. A relative target counts from the link's folder, or
    /// from here. `folder`: the name is that of a folder, and the link is made in it.
    pub(in super::super) fn link_made(
        &mut self,
        target: &Value,
        name: &Value,
        from_here: bool,
        folder: bool,
    ) {
        if self.links.len() >= MAX_MADE {
            self.too_complex();
            return;
        }
        let name = self.place(name).path;
        let folder = folder || self.world.ask(Question::Look(&name)) == Answer::Entry(Entry::Directory);
        let placed = match target.known() {
            Some(text) if !text.starts_with('/') && !from_here => {
                let parent = name.rsplit_once('/').map_or("", |(parent, _)| parent);
                let beside = if folder { name.as_str() } else { parent };
                self.place(&Value::text(format!("{beside}/{text}")))
            }
            _ => self.place(target),
        };
        let base = placed.path.rsplit('/').next().unwrap_or("").to_owned();
        let target = Some(placed.path).filter(|_| !placed.unknown && placed.kind != PlaceKind::Unknown);
        // In a folder, the link gets the name of what it leads to.
        let link = if folder { format!("{}/{base}", name.trim_end_matches('/')) } else { name };
        self.link_named.insert(link.clone(), self.links.len());
        self.links.push((link, target));
        self.behind_links.borrow_mut().clear();
        self.placed.borrow_mut().clear();
    }

    /// The path as the system walks it, where a `..` stands behind a name.
    pub(super) fn with_links_followed(&self, text: &str) -> Option<String> {
        let mut at = if text.starts_with('/') { String::new() } else { self.cwd()? };
        let mut named = false;
        let mut behind_a_name = false;
        for part in text.split('/') {
            match part {
                "" | "." => {}
                ".." => {
                    // Where we are is no link; what the text names may be one.
                    behind_a_name |= named;
                    let real = if named { self.real(&at) } else { at };
                    at = real.rsplit_once('/').map_or(String::new(), |(folder, _)| folder.to_owned());
                }
                part => {
                    named = true;
                    at = format!("{}/{part}", at.trim_end_matches('/'));
                }
            }
        }
        behind_a_name.then(|| if at.is_empty() { "/".to_owned() } else { at })
    }

    fn real(&self, path: &str) -> String {
        match self.through_own_link(path) {
            Some(Some(behind)) => behind,
            _ => self.world.text(Question::RealPath(path)).unwrap_or_else(|| path.to_owned()),
        }
    }
}
