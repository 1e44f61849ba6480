//! Set-uid and set-gid: a program that runs with its owner's rights, whoever starts it.

use crate::effect::{Kind, Reach, Tier, Undo};
use crate::understand::field::Field;
use crate::understand::walk::Walker;

impl Walker<'_> {
    /// A mode that gives a file its owner's rights, as `install -m 4755` does. `chmod` has its table.
    pub(super) fn setuid_argument(&mut self, name: &str, fields: &[Field]) {
        // `find -perm -4000` looks for them; folders with set-gid are ordinary.
        if matches!(name, "find" | "fd" | "mkdir" | "chmod" | "umask") {
            return;
        }
        for (index, field) in fields.iter().enumerate().skip(1) {
            let text = field.value.prefix();
            let before = fields.get(index - 1).map_or("", |f| f.value.prefix());
            let mode = match text.split_once('=') {
                Some(("--mode" | "--chmod" | "-m", mode)) => mode,
                _ if matches!(before, "-m" | "--mode" | "--chmod") => text,
                _ if text.starts_with("-m") && text.len() > 2 => text.get(2..).unwrap_or(""),
                _ => continue,
            };
            if gives_owners_rights(mode) {
                self.effect(
                    Kind::EscalatePrivilege,
                    None,
                    field.span,
                    "principle/set-uid",
                    &format!("`{name}` makes a program that runs with its owner's rights"),
                    Tier::High,
                    Reach::System,
                    Undo::Hard,
                );
            }
        }
    }
}

/// `4755`, `06755`, `u+s`, `=xs`, `ug+xs`.
pub(super) fn gives_owners_rights(mode: &str) -> bool {
    let digits = mode.trim_start_matches('0');
    if digits.len() == 4 && digits.bytes().all(|b| b.is_ascii_digit()) {
        return digits.starts_with(['2', '4', '6', '7']);
    }
    mode.split(',').any(|part| {
        let who = part.trim_start_matches(['u', 'g', 'o', 'a']);
        who.starts_with(['+', '='])
            && who.contains('s')
            && who.get(1..).is_some_and(|r| r.chars().all(|c| "rwxXst".contains(c)))
    })
}

#[cfg(test)]
mod tests {
    use super::gives_owners_rights;

    #[test]
    fn knows_the_modes() {
        for mode in ["4755", "06755", "u+s", "=xs", "ug+xs", "u=rwxs,go=rx", "2755"] {
            assert!(gives_owners_rights(mode), "{mode}");
        }
        for mode in ["755", "0644", "+x", "u=rwx", "1777", "module", "a+rX", "slow"] {
            assert!(!gives_owners_rights(mode), "{mode}");
        }
    }
}
