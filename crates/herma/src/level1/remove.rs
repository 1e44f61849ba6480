//! `herma setup --remove`: the settings first, so that nothing ever names a script that is not there. What stays is said.

use super::managed;
use super::places::{Level1, Places, USER};
use super::users;
use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

/// The service has nothing to finish: what waits is in the store.
const TO_END: Duration = Duration::from_secs(5);

/// Undoes it, and says what was left and why.
pub(super) fn remove(places: &Places, purge: bool) -> Result<String, String> {
    let level1 = Level1::here(places)?;
    let mut said = Vec::new();
    for one in managed::all(places) {
        said.extend(one.remove(places)?);
        gone(&one.wrapper)?;
    }
    end_service(places)?;
    gone(&places.unit())?;
    gone(&places.socket())?;
    gone(&places.pid_file())?;
    gone(&places.config())?;
    gone(&places.binary())?;
    for folder in
        [places.hooks(), places.own(), places.socket().with_file_name(""), places.binary().with_file_name("")]
    {
        if let Err(e) = fs::remove_dir(&folder)
            && e.kind() == io::ErrorKind::DirectoryNotEmpty
        {
            said.push(format!("{} stays: there is something in it that is not ours", folder.display()));
        }
    }
    let made_user = level1.as_ref().is_some_and(|level1| level1.made_user);
    said.extend(data(places, purge, made_user)?);
    said.push("level 1 is undone; `herma connect AGENT` guards an agent at level 0".to_owned());
    Ok(said.join("\n"))
}

fn data(places: &Places, purge: bool, made_user: bool) -> Result<Vec<String>, String> {
    let data = places.data();
    let name = data.display();
    if !purge {
        let there = data.exists();
        let stays = format!(
            "{name} and the user `{USER}` stay: requests, grants and the record of decisions are there. `herma setup \
             --remove --purge` takes them away too"
        );
        return Ok(there.then_some(stays).into_iter().collect());
    }
    let mut said = Vec::new();
    if data.exists() {
        fs::remove_dir_all(&data).map_err(|e| format!("`{name}`: {e}"))?;
        said.push(format!("{name} is gone, and the record of decisions with it"));
    }
    match users::find(places, USER)? {
        Some(_) if made_user || places.config().exists() => {
            users::delete(places)?;
            said.push(format!("the user `{USER}` is gone"));
        }
        Some(_) => {
            said.push(format!("the user `{USER}` stays: setup did not make it, or does not know any more"))
        }
        None => {}
    }
    Ok(said)
}

fn end_service(places: &Places) -> Result<(), String> {
    if places.is_real() && Path::new("/run/systemd/system").exists() && places.unit().exists() {
        users::run(Command::new("systemctl").args(["disable", "--now", "herma.service"]))?;
    }
    let Some(pid) = running(places) else { return Ok(()) };
    let Some(process) = i32::try_from(pid).ok().and_then(rustix::process::Pid::from_raw) else {
        return Ok(());
    };
    let _ = rustix::process::kill_process(process, rustix::process::Signal::TERM);
    let until = Instant::now() + TO_END;
    while running(places).is_some() {
        if Instant::now() > until {
            return Err(format!("the service, process {pid}, does not end"));
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    Ok(())
}

/// The service, if it runs: a process of that user, with our program's name.
pub(super) fn running(places: &Places) -> Option<u32> {
    let pid: u32 = fs::read_to_string(places.pid_file()).ok()?.trim().parse().ok()?;
    let user = users::find(places, USER).ok()??;
    let owner = fs::metadata(format!("/proc/{pid}")).ok()?.uid();
    let name = fs::read_to_string(format!("/proc/{pid}/comm")).ok()?;
    let state = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let is_dead = state.rsplit_once(')').is_some_and(|(_, rest)| rest.trim_start().starts_with('Z'));
    (owner == user.uid && name.trim() == "herma" && !is_dead).then_some(pid)
}

fn gone(path: &Path) -> Result<(), String> {
    match fs::remove_file(path) {
        Err(e) if e.kind() != io::ErrorKind::NotFound => {
            Err(format!("cannot remove `{}`: {e}", path.display()))
        }
        Ok(()) | Err(_) => Ok(()),
    }
}
