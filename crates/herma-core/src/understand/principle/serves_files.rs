//! A home, the system, or a folder of secrets served to whoever connects: `python3 -m http.server -d ~`.

use crate::effect::{Kind, Reach, Tier, Undo};
use crate::understand::field::{Field, Value};
use crate::understand::options::rest_of;
use crate::understand::place::PlaceKind;
use crate::understand::walk::Walker;

/// Words by which a program serves the files of a folder.
const SERVES: &[&str] = &[
    "file-server",
    "file_server",
    "http-server",
    "http.server",
    "httpd",
    "serve",
    "SimpleHTTPServer",
    "webfsd",
];

impl Walker<'_> {
    pub(super) fn serves_files(&mut self, fields: &[Field]) {
        let serves =
            |f: &Field| f.known().is_some_and(|t| SERVES.contains(&t.rsplit('/').next().unwrap_or(t)));
        if !fields.iter().take(4).any(serves) {
            return;
        }
        let folders = fields.iter().skip(1).filter_map(|f| {
            let text = f.value.prefix();
            match text.split_once('=') {
                Some((option, _)) => Some(rest_of(f, option.len() + 1)),
                None => text.starts_with(['/', '~', '.']).then(|| f.clone()),
            }
        });
        let mut places: Vec<(Value, _)> = folders.map(|f| (f.to_value(), f.span)).collect();
        if places.is_empty() {
            places.push((Value::text("."), self.span));
        }
        for (folder, span) in places {
            let placed = self.place(&folder);
            let wide = matches!(
                placed.kind,
                PlaceKind::Root
                    | PlaceKind::HomeWhole
                    | PlaceKind::SystemFolder
                    | PlaceKind::System
                    | PlaceKind::Credential
                    | PlaceKind::OtherHome
            );
            if wide {
                let text = format!("serves `{}` to whoever connects", placed.path);
                self.effect(
                    Kind::OpenNetwork,
                    Some(placed.path),
                    span,
                    "principle/serves-files",
                    &text,
                    Tier::High,
                    Reach::Remote,
                    Undo::None,
                );
            }
        }
    }
}
