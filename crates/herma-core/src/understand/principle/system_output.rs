//! A place of the system as the output of any program: `-o /usr/bin/ls`, `--outDir /etc`, `DESTDIR=/`.

use crate::effect::Kind;
use crate::understand::field::{Field, Value};
use crate::understand::options::rest_of;
use crate::understand::place::{PlaceKind, starts_by_itself};
use crate::understand::walk::Walker;

/// Options whose value is written to, beside those that begin or end with `out`.
const WRITES: &[&str] =
    &["-o", "-O", "--dest", "--destdir", "--destination", "--install-dir", "--target-dir", "--to", "DESTDIR"];

/// Options whose value is a folder that is written to, in most programs that have them.
const FOLDERS: &[&str] = &[
    "-d",
    "-t",
    "--dir",
    "--directory",
    "--extract-to",
    "--install-root",
    "--into",
    "--prefix",
    "--root",
    "--target",
    "--target-directory",
    "PREFIX",
    "INSTALL_ROOT",
    "CMAKE_INSTALL_PREFIX",
    "-DCMAKE_INSTALL_PREFIX",
];

/// Their `-o` is something else, or the tables say it.
const OTHERWISE: &[&str] =
    &["curl", "find", "grep", "mount", "ps", "rg", "scp", "sftp", "ssh", "sshfs", "wget"];

impl Walker<'_> {
    /// Folders that a program which is no reader may fill.
    pub(super) fn folder_outputs(&mut self, name: &str, fields: &[Field]) {
        for (option, value) in options_with_values(fields) {
            if says_output(option) || FOLDERS.contains(&option) {
                self.folder_output(name, &value.field());
            }
        }
        self.folder_operand(name, fields);
    }

    pub(super) fn system_outputs(&mut self, name: &str, fields: &[Field]) {
        if OTHERWISE.binary_search(&name).is_ok() {
            return;
        }
        for (option, value) in options_with_values(fields) {
            if !says_output(option) {
                continue;
            }
            let value = value.field();
            if value.value.prefix().starts_with('/') {
                self.system_output(name, &value.value, &value);
            }
        }
    }

    /// `ditto y ~/.config`, `svn checkout URL ~/.config`: a program without a rule for it, whose last word is a folder that
    /// holds the guard, and whose other words name something to put there.
    fn folder_operand(&mut self, name: &str, fields: &[Field]) {
        const READ: &[&str] =
            &["diff", "info", "list", "ls", "scan", "search", "show", "stat", "status", "verify"];
        let words = || fields.iter().skip(1).filter(|f| !f.value.prefix().starts_with('-'));
        let (Some(last), true) = (words().next_back().cloned(), words().count() >= 2) else { return };
        let brings = words().take(words().count() - 1).any(|w| {
            w.value.prefix().contains(['/', ':', '.']) || self.written_below(&w.value) || name == "ditto"
        });
        let reads = words().next().is_some_and(|w| w.known().is_some_and(|t| READ.contains(&t)));
        if !brings || reads || !last.value.prefix().contains(['/', '.', '~']) {
            return;
        }
        let placed = self.place(&last.value);
        let said = |e: &crate::effect::Effect| e.target.as_deref() == Some(&placed.path);
        if self.holds(&placed.path) == Some(PlaceKind::Guard) && !self.effects.iter().any(said) {
            let text = format!("lets `{name}` write to {{}}");
            self.path_effect(Kind::Overwrite, &last.value, last.span, "principle/folder-output", &text, true);
        }
    }

    /// `cd ~/.claude && frob extract x`: whatever is in the archive lands in the folder it is started in.
    pub(super) fn unpacks_here(&mut self, fields: &[Field]) {
        const UNPACKS: &[&str] =
            &["expand", "extract", "inflate", "unarchive", "unpack", "unzip", "xf", "xvf", "xzf"];
        let verb = fields.get(1).and_then(|f| f.known()).map_or("", |w| w.trim_start_matches('-'));
        let Some(folder) = self.cwd().filter(|_| fields.len() > 2 && UNPACKS.binary_search(&verb).is_ok())
        else {
            return;
        };
        if self.holds(&folder) == Some(PlaceKind::Guard) {
            let (span, folder) = (self.span, Value::text(folder));
            self.path_effect(Kind::Write, &folder, span, "principle/unpacks-here", "unpacks into {}", true);
        }
    }

    /// The text has put something there.
    fn written_below(&self, value: &Value) -> bool {
        let path = self.place(value).path;
        self.made.contains(&path) || self.written.iter().any(|(p, _)| p.starts_with(path.as_str()))
    }

    /// `--root ~/.local`, `--target .claude`: whatever it puts there may replace what guards the agent or runs by itself.
    pub(super) fn folder_output(&mut self, name: &str, field: &Field) {
        let text = field.value.prefix();
        if !text.contains(['/', '.', '~']) || text.starts_with('-') {
            return;
        }
        let placed = self.place(&field.value);
        if self.effects.iter().any(|e| e.target.as_deref() == Some(&placed.path) && e.kind != Kind::Read) {
            return;
        }
        if self.holds(&placed.path).is_some() || starts_by_itself(&placed.path) {
            let text = format!("lets `{name}` write to {{}}");
            self.path_effect(
                Kind::Overwrite,
                &field.value,
                field.span,
                "principle/folder-output",
                &text,
                true,
            );
        }
    }

    fn system_output(&mut self, name: &str, value: &Value, field: &Field) {
        let placed = self.place(value);
        let system = matches!(
            placed.kind,
            PlaceKind::Root | PlaceKind::SystemFolder | PlaceKind::System | PlaceKind::Device
        );
        if !system || self.said_of_file(&placed.path, true) {
            return;
        }
        let text = format!("lets `{name}` write to {{}}");
        self.path_effect(Kind::Overwrite, value, field.span, "principle/system-output", &text, false);
    }
}

/// What may be an option's value: put together only where the option says that it matters.
enum OptionValue<'f> {
    /// What stands behind so many bytes of the word.
    Behind(&'f Field, usize),
    Next(&'f Field),
}

impl OptionValue<'_> {
    fn field(&self) -> Field {
        match self {
            OptionValue::Behind(field, skipped) => rest_of(field, *skipped),
            OptionValue::Next(field) => (*field).clone(),
        }
    }
}

/// Each word that may be an option, with what may be its value.
fn options_with_values(fields: &[Field]) -> impl Iterator<Item = (&str, OptionValue<'_>)> {
    fields.iter().enumerate().skip(1).filter_map(|(index, field)| {
        let text = field.value.prefix();
        match text.split_once('=') {
            Some((option, _)) => Some((option, OptionValue::Behind(field, option.len() + 1))),
            // `-o/usr/bin/ls`
            None if text.starts_with("-o/") => Some(("-o", OptionValue::Behind(field, 2))),
            None => fields.get(index + 1).map(|next| (text, OptionValue::Next(next))),
        }
    })
}

/// `--outfile`, `--go_out`, `--output-dir`.
pub(super) fn says_output(option: &str) -> bool {
    if WRITES.contains(&option) {
        return true;
    }
    if !option.starts_with("--") {
        return false;
    }
    let word = option.trim_start_matches('-').to_ascii_lowercase();
    word.starts_with("out") || word.ends_with("_out") || word.ends_with("-out") || word.ends_with("-output")
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
