//! A place of the system as the output of any program: `-o /usr/bin/ls`, `--outDir /etc`, `DESTDIR=/`.

use crate::effect::Kind;
use crate::understand::field::{Field, Value};
use crate::understand::options::rest_of;
use crate::understand::place::PlaceKind;
use crate::understand::walk::Walker;

/// Options whose value is written to, beside those that begin or end with `out`.
const WRITES: &[&str] =
    &["-o", "-O", "--dest", "--destdir", "--destination", "--install-dir", "--target-dir", "--to", "DESTDIR"];

/// Their `-o` is something else, or the tables say it.
const OTHERWISE: &[&str] =
    &["curl", "find", "grep", "mount", "ps", "rg", "scp", "sftp", "ssh", "sshfs", "wget"];

impl Walker<'_> {
    pub(super) fn system_outputs(&mut self, name: &str, fields: &[Field]) {
        if OTHERWISE.binary_search(&name).is_ok() {
            return;
        }
        for (index, field) in fields.iter().enumerate().skip(1) {
            let text = field.value.prefix();
            let (option, value) = match text.split_once('=') {
                Some((option, _)) => (option, rest_of(field, option.len() + 1)),
                // `-o/usr/bin/ls`
                None if text.starts_with("-o/") => ("-o", rest_of(field, 2)),
                None => match fields.get(index + 1) {
                    Some(next) => (text, next.clone()),
                    None => continue,
                },
            };
            if says_output(option) && value.value.prefix().starts_with('/') {
                self.system_output(name, &value.value, &value);
            }
        }
    }

    fn system_output(&mut self, name: &str, value: &Value, field: &Field) {
        let placed = self.place(value);
        let system = matches!(
            placed.kind,
            PlaceKind::Root | PlaceKind::SystemFolder | PlaceKind::System | PlaceKind::Device
        );
        if !system
            || self.effects.iter().any(|e| e.target.as_deref() == Some(&placed.path) && e.kind != Kind::Read)
        {
            return;
        }
        let text = format!("lets `{name}` write to {{}}");
        self.path_effect(Kind::Overwrite, value, field.span, "principle/system-output", &text, false);
    }
}

/// `--outfile`, `--go_out`, `--output-dir`.
fn says_output(option: &str) -> bool {
    let word = option.trim_start_matches('-').to_ascii_lowercase();
    WRITES.contains(&option)
        || option.starts_with("--")
            && (word.starts_with("out")
                || word.ends_with("_out")
                || word.ends_with("-out")
                || word.ends_with("-output"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_that_name_an_output() {
        assert!(OTHERWISE.is_sorted());
        for yes in ["-o", "--output", "--outDir", "--go_out", "--out-file", "DESTDIR"] {
            assert!(says_output(yes), "{yes}");
        }
        for no in ["--route", "-x", "--timeout", "--prefix", "out", "--without-x"] {
            assert!(!says_output(no), "{no}");
        }
    }
}
