//! A file that runs by itself later, as an argument of any program that is no known reader: `-o ~/.bashrc`,
//! `OPEN:/root/.ssh/authorized_keys,append`.

use super::secret_argument::{looks_like_a_path, paths_inside};
use super::system_output::says_output;
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
        for (index, field) in fields.iter().enumerate().skip(1) {
            let text = field.value.prefix();
            if !looks_like_a_path(text) {
                continue;
            }
            let before = fields.get(index - 1).filter(|_| index > 1).map_or("", |f| f.value.prefix());
            let (option, whole) = match text.split_once('=') {
                Some((key, _)) => (key, rest_of(field, key.len() + 1)),
                None => (before, field.clone()),
            };
            let written = says_output(option);
            self.startup_argument(name, &whole.value, field.span, written);
            for path in paths_inside(text) {
                self.startup_argument(name, &Value::text(path), field.span, written);
            }
        }
    }

    fn startup_argument(&mut self, name: &str, value: &Value, span: Span, written: bool) {
        let placed = self.place(value);
        if placed.kind != PlaceKind::Startup || self.said_of_file(&placed.path, written) {
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
