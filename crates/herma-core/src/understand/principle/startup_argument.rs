//! A file that runs by itself later, as an argument of any program that is no known reader: `-o ~/.bashrc`,
//! `OPEN:/root/.ssh/authorized_keys,append`.

use super::secret_argument::{looks_like_a_path, paths_inside};
use crate::effect::{Kind, Reach, Span, Tier, Undo};
use crate::understand::field::{Field, Value};
use crate::understand::options::rest_of;
use crate::understand::place::PlaceKind;
use crate::understand::walk::Walker;

/// They read such files, or have their own rules for them.
#[rustfmt::skip]
const READERS: &[&str] = &[
    "bash", "chmod", "chown", "code", "crontab", "diff", "docker", "file", "find", "git", "ls", "podman", "sh", "shellcheck",
    "ssh", "ssh-add", "ssh-copy-id", "ssh-keygen", "stat", "systemctl", "test", "touch", "visudo", "zsh",
];

impl Walker<'_> {
    pub(super) fn startup_arguments(&mut self, name: &str, fields: &[Field]) {
        if READERS.binary_search(&name).is_ok() {
            return;
        }
        for field in fields.iter().skip(1) {
            let text = field.value.prefix();
            if !looks_like_a_path(text) {
                continue;
            }
            let whole = match text.split_once('=') {
                Some((key, _)) => rest_of(field, key.len() + 1),
                None => field.clone(),
            };
            self.startup_argument(name, &whole.value, field.span);
            for path in paths_inside(text) {
                self.startup_argument(name, &Value::text(path), field.span);
            }
        }
    }

    fn startup_argument(&mut self, name: &str, value: &Value, span: Span) {
        let placed = self.place(value);
        if placed.kind != PlaceKind::Startup
            || self.effects.iter().any(|e| e.target.as_deref() == Some(&placed.path))
        {
            return;
        }
        let text = format!("hands `{}`, which is run by itself later, to `{name}`", placed.path);
        self.effect(
            Kind::Persist,
            Some(placed.path),
            span,
            "principle/startup-argument",
            &text,
            Tier::High,
            Reach::User,
            Undo::Hard,
        );
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_list_is_sorted() {
        assert!(super::READERS.is_sorted());
    }
}
