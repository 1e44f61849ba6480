//! Which program a name means: its base name without `.exe`, wherever it lies, in whatever version.

use std::borrow::Cow;

use crate::knowledge;

/// Endings of programs on Windows: typed or not, the same program starts.
const ENDINGS: &[&str] = &[".exe", ".cmd", ".bat", ".com", ".ps1"];

/// Parts of a download's name that say for which machine it was built: `kubectl-linux-amd64`.
#[rustfmt::skip]
const BUILT_FOR: &[&str] = &[
    "64bit", "aarch64", "amd64", "arm64", "darwin", "gnu", "latest", "linux", "linux64", "macos", "musl", "osx", "static",
    "win64", "windows", "x64", "x86_64",
];

/// Packages that are called otherwise than the program in them.
pub(super) const PACKAGES: &[(&str, &str)] =
    &[("awscli", "aws"), ("azure-cli", "az"), ("google-cloud-sdk", "gcloud"), ("kubernetes-cli", "kubectl")];

/// No program has a longer name; longer ones are not looked up in other spellings.
const MAX_NAME: usize = 64;

/// The folder and the base name of a program, in either system's spelling.
pub(super) fn split(name: &str) -> (&str, &str) {
    match name.rfind(['/', '\\']) {
        Some(at) => (name.get(..at).unwrap_or(""), name.get(at + 1..).unwrap_or("")),
        None => ("", name),
    }
}

/// The name by which the tables know a program: itself, or without its ending, its version, what it was built for, and
/// its capitals where only so a table has it.
pub(super) fn known_as(base: &str) -> Cow<'_, str> {
    if knowledge::program(base).is_some() || base.len() > MAX_NAME {
        return Cow::Borrowed(base);
    }
    let plain = without_ending(base);
    // `nixpkgs#kubectl`: a package of a collection.
    let plain = plain.rsplit('#').next().unwrap_or(plain);
    let plain = PACKAGES.iter().find(|(package, _)| *package == plain).map_or(plain, |(_, program)| program);
    if knowledge::program(plain).is_some() {
        return Cow::Borrowed(plain);
    }
    // File systems of Windows and macOS do not tell `RM` from `rm`.
    let lower = plain.bytes().any(|b| b.is_ascii_uppercase()) && plain.len() > 1;
    let folded = if lower { Cow::Owned(plain.to_ascii_lowercase()) } else { Cow::Borrowed(plain) };
    if lower && knowledge::program(&folded).is_some() {
        return folded;
    }
    match without_version(&folded).filter(|name| knowledge::program(name).is_some()) {
        Some(name) => Cow::Owned(name.to_owned()),
        None => Cow::Borrowed(plain),
    }
}

fn without_ending(base: &str) -> &str {
    let end = |ending: &&str| {
        let at = base.len().checked_sub(ending.len()).filter(|at| *at > 0)?;
        base.get(at..).filter(|tail| tail.eq_ignore_ascii_case(ending)).and_then(|_| base.get(..at))
    };
    ENDINGS.iter().find_map(end).unwrap_or(base)
}

/// `kubectl-1.29`, `kubectl_v1.29.0_linux_amd64`, `python3.15`, `clang++-17`.
fn without_version(base: &str) -> Option<&str> {
    let mut name = base;
    while let Some((head, tail)) = name.rsplit_once(['-', '_']) {
        let version = tail.strip_prefix('v').unwrap_or(tail);
        let number = version.starts_with(|c: char| c.is_ascii_digit())
            && version.bytes().all(|b| b.is_ascii_digit() || b == b'.' || b.is_ascii_lowercase());
        if head.is_empty() || !number && BUILT_FOR.binary_search(&tail).is_err() {
            break;
        }
        name = head;
    }
    let bare = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    // `x86_64` parts at its underscore.
    let bare = bare.strip_suffix("-x86").unwrap_or(bare);
    (bare.len() > 1 && bare.len() < base.len()).then_some(bare)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_its_base_name() {
        assert!(BUILT_FOR.is_sorted());
        for (name, want) in [
            ("kubectl", "kubectl"),
            ("kubectl.exe", "kubectl"),
            ("KUBECTL.EXE", "kubectl"),
            ("Kubectl", "kubectl"),
            ("kubectl-1.29", "kubectl"),
            ("kubectl1.29", "kubectl"),
            ("kubectl_v1.29.0_linux_amd64", "kubectl"),
            ("terraform-darwin-arm64", "terraform"),
            ("python3.99", "python"),
            ("python3.12", "python3.12"),
            ("psql-16", "psql"),
            ("npm.cmd", "npm"),
            ("aws.ps1", "aws"),
            ("frob.exe", "frob"),
            ("awscli", "aws"),
            ("nixpkgs#kubectl", "kubectl"),
            ("frob-1.2", "frob-1.2"),
            ("Frob", "Frob"),
            ("base64", "base64"),
            (".exe", ".exe"),
            ("", ""),
        ] {
            assert_eq!(known_as(name), want, "{name}");
        }
    }

    #[test]
    fn folders_of_both_systems() {
        assert_eq!(split(r"C:\Program Files\x\kubectl.exe"), (r"C:\Program Files\x", "kubectl.exe"));
        assert_eq!(split("/mnt/c/x/kubectl.exe"), ("/mnt/c/x", "kubectl.exe"));
        assert_eq!(split("kubectl"), ("", "kubectl"));
    }
}
