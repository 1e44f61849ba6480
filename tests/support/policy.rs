//! A policy that is changed while a home is in use, as a person does it.

use super::held::approve_at;
use super::pty::{Place, Terminal};
use super::{HERMA, command_as, run};
use std::path::Path;

/// Puts an edited policy file in force: `herma policy apply` at a terminal, with the code. What only tightens is in force
/// already, and so is the first file of a home.
pub fn apply(home: &Path) {
    apply_as(None, home);
}

/// The same, by the user that the home belongs to.
pub fn apply_as(user: Option<u32>, home: &Path) {
    let mut show = command_as(user, HERMA, home);
    let said = run(show.args(["policy", "show", "--home"]).arg(home), b"");
    if !said.stdout.contains("edited policy not applied") {
        return;
    }
    let home = home.display().to_string();
    let mut terminal = Terminal::new(100, 40);
    terminal.user = user;
    terminal.start(Place::AtTerminal, &["policy", "apply", "--home", &home], &[]);
    approve_at(&mut terminal, "1");
    let said = terminal.finish();
    assert_eq!(said.code(), Some(0), "{said:?}");
}

/// Writes it, and puts it in force.
pub fn set(home: &Path, text: &str) {
    std::fs::create_dir_all(home).unwrap();
    std::fs::write(home.join("policy.toml"), text).unwrap();
    apply(home);
}
