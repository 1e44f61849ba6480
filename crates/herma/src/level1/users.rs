//! The users of this machine, as its user database has them.

use super::places::{Places, USER};
use std::fs;
use std::process::{Command, Stdio};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct User {
    pub name: String,
    pub uid: u32,
    pub gid: u32,
}

pub(super) fn find(places: &Places, name: &str) -> Result<Option<User>, String> {
    let path = places.passwd();
    let text = fs::read_to_string(&path).map_err(|e| format!("`{}`: {e}", path.display()))?;
    Ok(text.lines().filter_map(line).find(|user| user.name == name))
}

/// One that must be there.
pub(super) fn known(places: &Places, name: &str) -> Result<User, String> {
    find(places, name)?.ok_or_else(|| format!("there is no user `{name}` here"))
}

fn line(line: &str) -> Option<User> {
    let mut fields = line.split(':');
    let name = fields.next()?.to_owned();
    Some(User { name, uid: fields.nth(1)?.parse().ok()?, gid: fields.next()?.parse().ok()? })
}

/// Makes the system user, without a shell and a password.
pub(super) fn make(places: &Places) -> Result<(), String> {
    let data = places.data();
    let mut command = tool(places, "useradd");
    command.args(["--system", "--user-group", "--no-create-home", "--shell", "/usr/sbin/nologin"]);
    command.args(["--comment", "Herma, who may answer for people", "--home-dir"]).arg(&data).arg(USER);
    run(&mut command)
}

pub(super) fn delete(places: &Places) -> Result<(), String> {
    run(tool(places, "userdel").arg(USER))
}

fn tool(places: &Places, name: &str) -> Command {
    let mut command = Command::new(name);
    command.env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin").stdin(Stdio::null());
    if !places.is_real() {
        command.arg("--prefix").arg(places.root());
    }
    command
}

pub(super) fn run(command: &mut Command) -> Result<(), String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|e| format!("`{name}` could not be started: {e}"))?;
    match output.status.success() {
        true => Ok(()),
        false => Err(format!("`{name}`: {}", String::from_utf8_lossy(&output.stderr).trim())),
    }
}

/// Whoever runs this.
pub(super) fn own_uid() -> u32 {
    rustix::process::geteuid().as_raw()
}
