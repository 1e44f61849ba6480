//! Programs that bring files whose content nobody sees: archives, copies from other machines, downloads by list. What they may
//! have replaced is unknown from then on, also where a file lay there before. Possibly written means unknown.

use super::field::{Field, Source, Value};
use super::options::Options;
use super::place::PlaceKind;
use super::walk::Walker;
use crate::effect::Kind;
use crate::knowledge::RunPlace;
use crate::world::{Answer, Entry, Question};

/// Programs that unpack archives into folders. Sorted.
const UNPACK: &[&str] = &[
    "7z",
    "7za",
    "7zr",
    "7zz",
    "ar",
    "bsdtar",
    "cabextract",
    "cpio",
    "gtar",
    "jar",
    "p7zip",
    "pax",
    "tar",
    "unar",
    "unrar",
    "unzip",
];

/// Programs that copy from other machines. Sorted.
const COPY_FROM_AFAR: &[&str] = &[
    "aws",
    "az",
    "docker",
    "gcloud",
    "gsutil",
    "kubectl",
    "mc",
    "nerdctl",
    "oc",
    "openrsync",
    "podman",
    "rclone",
    "rsync",
    "s3cmd",
    "scp",
    "sftp",
];

/// Endings that the programs take off which unpack one file.
const PACKED: &[&str] = &[".gz", ".bz2", ".xz", ".zst", ".lz4", ".lzma", ".lz", ".lzo", ".br", ".Z", ".z"];

impl Walker<'_> {
    /// Notes what a program may have replaced; `before`: how many effects there were before it.
    pub(super) fn replaces(&mut self, name: &str, options: &Options, before: usize) {
        if self.run_place != RunPlace::Here || self.speculating {
            return;
        }
        if UNPACK.binary_search(&name).is_ok() {
            self.unpacks_over(name, options, before);
        } else if COPY_FROM_AFAR.binary_search(&name).is_ok() {
            self.copies_from_afar(options);
        } else if matches!(name, "wget" | "wget2" | "aria2c") {
            let many = ["-i", "--input-file", "-r", "--recursive", "-m", "--mirror"];
            if many.iter().any(|o| options.has(o)) {
                let folder = ["-P", "-d"].iter().find_map(|o| options.value(o)).map(Field::to_value);
                self.fills_unseen(&folder.unwrap_or_else(|| Value::text(".")));
            }
        } else if name == "csplit" && options.value("-f").is_none() {
            let pieces = self.place(&Value::text("xx")).path;
            self.note_written(&pieces, false, name);
        } else {
            self.unpacks_file(name, options);
        }
    }

    fn unpacks_over(&mut self, name: &str, options: &Options, before: usize) {
        if name == "ar" {
            if options.raw.first().is_some_and(|w| w.value.prefix().trim_start_matches('-').starts_with('x'))
            {
                self.fills_unseen(&Value::text("."));
            }
            return;
        }
        let rule = format!("{name}/");
        let written: Vec<String> = self
            .effects
            .iter()
            .skip(before)
            .filter(|e| {
                !matches!(e.kind, Kind::Read | Kind::ReadSecret | Kind::Run) && e.rule.starts_with(&rule)
            })
            .filter_map(|e| e.target.clone())
            .filter(|path| path.starts_with('/'))
            .collect();
        for path in written {
            if self.is_folder_to_fill(&path) {
                self.files.replace_below(&path);
            }
        }
    }

    fn is_folder_to_fill(&self, path: &str) -> bool {
        self.cwd_now() == Some(path)
            || self.start.as_deref() == Some(path)
            || !matches!(self.world.ask(Question::Look(path)), Answer::Entry(Entry::File { .. }))
    }

    /// `scp host:i.sh .`, `aws s3 sync s3://bucket .`: by its name, or anything in the folder.
    fn copies_from_afar(&mut self, options: &Options) {
        let afar = |f: &Field| {
            let text = f.value.prefix();
            text.contains("://") || text.split('/').next().is_some_and(|host| host.contains(':'))
        };
        let Some((to, from)) = options.args.split_last() else { return };
        if afar(to) {
            return;
        }
        for source in from.iter().filter(|f| afar(f)) {
            let text = source.value.shown();
            let name = text.rsplit(['/', ':']).next().unwrap_or("").to_owned();
            let whole = name.is_empty()
                || !name.contains('.')
                || source.known().is_none()
                || ["-r", "-a", "--recursive"].iter().any(|o| options.has(o));
            if whole {
                self.fills_unseen(&to.value);
                continue;
            }
            let mut at = to.to_value();
            at.push_text("/");
            at.push_text(&name);
            let content = Value::unknown(Source::Download(crate::text::shown(&text)));
            self.remember_written(&at, &content, false);
        }
    }

    /// `gunzip x.sh.gz` leaves `x.sh`.
    fn unpacks_file(&mut self, name: &str, options: &Options) {
        const ALWAYS: &[&str] = &["bunzip2", "gunzip", "uncompress", "unlz4", "unxz", "unzstd"];
        const WITH_OPTION: &[&str] = &[
            "brotli", "bzip2", "compress", "gzip", "lz4", "lzip", "lzma", "lzop", "pbzip2", "pigz", "xz",
            "zstd",
        ];
        let unpacks = ALWAYS.binary_search(&name).is_ok()
            || WITH_OPTION.binary_search(&name).is_ok() && options.has("-d");
        if !unpacks || options.has("-c") {
            return;
        }
        for file in &options.args {
            let path = self.place(&file.value).path;
            if let Some(out) = PACKED.iter().find_map(|ending| path.strip_suffix(ending)) {
                self.note_written(out, false, name);
            }
        }
    }

    /// A script of the project, or of scratch: one that code writes by a name that is not known.
    pub(super) fn is_in_workspace(&mut self, path: &str) -> bool {
        matches!(self.kind_of(path), PlaceKind::Workspace | PlaceKind::Scratch)
            && matches!(self.world.ask(Question::Look(path)), Answer::Entry(_))
    }

    /// This file, or whatever lies below it, is another one now.
    pub(super) fn replaces_file(&mut self, file: &Value) {
        let path = self.place(file).path;
        self.note_written(&path, false, "replaced");
        self.fills_unseen(file);
    }

    /// Something is put into this folder under names that are not known.
    pub(super) fn fills_unseen(&mut self, folder: &Value) {
        let file = self.files.innermost().filter(|_| self.in_file).map(str::to_owned);
        let placed = self.place(folder);
        if placed.unknown || file.is_some_and(|file| self.is_settled(&file)) {
            return;
        }
        let path = placed.path.trim_end_matches("/*").to_owned();
        self.files.replace_below(&path);
    }
}

#[cfg(test)]
#[path = "replaced_tests.rs"]
mod tests;
