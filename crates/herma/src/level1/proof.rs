//! What the agent's user must not be able to do, tried for real: as that user, by `herma doctor`.
//!
//! Nothing is changed by trying: files are opened and closed again, a signal is only asked for, and the answer that is forged is
//! one to no request.

use super::places::{Level1, Places, USER};
use super::{client, managed, remove, users};
use serde_json::{Value, json};
use std::fs::{self, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

/// Groups whose members can become root.
const AS_GOOD_AS_ROOT: &[&str] = &["root", "docker", "lxd", "incus", "disk", "shadow", USER];

/// One thing that was tried.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proof {
    /// Whether it could not be done, as it should be.
    pub held: bool,
    pub text: String,
}

impl Proof {
    /// Something that must fail for want of a right.
    fn denied<T>(what: &str, tried: io::Result<T>) -> Proof {
        match tried {
            Err(e) if e.kind() == io::ErrorKind::PermissionDenied => {
                Proof { held: true, text: format!("cannot {what} ({e})") }
            }
            Err(e) if e.kind() == io::ErrorKind::NotFound => {
                Proof { held: true, text: format!("cannot {what}: it sees no such thing") }
            }
            Err(e) => {
                Proof { held: false, text: format!("could not {what}, but not for want of a right: {e}") }
            }
            Ok(_) => Proof { held: false, text: format!("CAN {what}") },
        }
    }

    fn of(held: bool, text: impl Into<String>) -> Proof {
        Proof { held, text: text.into() }
    }
}

/// Tries everything, as whoever runs this.
pub fn all(places: &Places) -> Vec<Proof> {
    let mut out = Vec::new();
    let data = places.data();
    let named = |what: &str, path: &Path| format!("{what} {}", path.display());
    out.push(Proof::denied(&named("list", &data), fs::read_dir(&data)));
    let store = data.join("herma.db");
    out.push(Proof::denied(&named("read the store", &store), fs::File::open(&store)));
    out.push(Proof::denied(&named("write the store", &store), write(&store)));
    out.push(Proof::denied(&named("read keys in", &data.join("pki")), fs::read_dir(data.join("pki"))));
    for (what, name) in [("read the policy", "policy.toml"), ("read tokens in", "tokens")] {
        let path = data.join(name);
        out.push(Proof::denied(&named(what, &path), fs::File::open(&path)));
    }
    out.push(Proof::denied(
        &named("write the policy", &data.join("policy.toml")),
        write(&data.join("policy.toml")),
    ));
    for one in managed::all(places) {
        out.push(Proof::denied(&named("write", &one.file), write(&one.file)));
        out.push(Proof::denied(&named("write", &one.wrapper), write(&one.wrapper)));
        out.extend(one.file.parent().map(replace));
    }
    for path in [places.config(), places.binary(), places.unit()] {
        out.push(Proof::denied(&named("write", &path), write(&path)));
        out.extend(path.parent().map(replace));
    }
    out.push(replace(&places.hooks()));
    out.extend(places.socket().parent().map(replace));
    out.extend(service(places));
    out.push(forged(places));
    out.push(sudo());
    out.extend(groups());
    out
}

fn write(path: &Path) -> io::Result<fs::File> {
    OpenOptions::new().append(true).open(path)
}

/// Who can put a file into a folder can put another in the place of each that is there.
fn replace(folder: &Path) -> Proof {
    let path: PathBuf = folder.join(format!(".herma-proof-{}", std::process::id()));
    let tried = OpenOptions::new().write(true).create_new(true).open(&path);
    if tried.is_ok() {
        let _ = fs::remove_file(&path);
    }
    Proof::denied(&format!("put anything into {}", folder.display()), tried)
}

fn service(places: &Places) -> Vec<Proof> {
    let Some(pid) = remove::running(places) else {
        return vec![Proof::of(false, "the service does not run: every call of the agents is denied")];
    };
    let process = i32::try_from(pid).ok().and_then(rustix::process::Pid::from_raw);
    let signal = process.map_or(Ok(()), rustix::process::test_kill_process);
    vec![
        Proof::denied(&format!("end the service, process {pid}"), signal.map_err(io::Error::from)),
        Proof::denied(
            &format!("look into the service's memory (/proc/{pid}/mem)"),
            fs::File::open(format!("/proc/{pid}/mem")),
        ),
        Proof::denied(
            &format!("reach what the service has open (/proc/{pid}/fd)"),
            fs::read_dir(format!("/proc/{pid}/fd")),
        ),
    ]
}

/// An answer with everything in it that a forger would write.
fn forged(places: &Places) -> Proof {
    let answer = json!({"op": "answer", "id": "0000", "answer": "approve", "scope": "always", "seen": "", "digits": "00",
        "account": "unix:0", "uid": 0, "by": "root", "user": "root", "channel": "terminal"});
    match client::call(places, &answer) {
        Err(why) if why.contains("nobody who may answer") => {
            Proof::of(true, format!("cannot answer over the socket, whoever it says it is: {why}"))
        }
        Err(why) => Proof::of(false, format!("the socket did not say that it may not answer: {why}")),
        Ok(_) => Proof::of(false, "CAN answer over the socket"),
    }
}

fn sudo() -> Proof {
    let tried = Command::new("sudo")
        .args(["-n", "true"])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    match tried {
        Ok(status) if status.success() => {
            Proof::of(false, "CAN become root by `sudo` without a password: then nothing here holds")
        }
        Ok(_) => Proof::of(true, "cannot become root by `sudo` without a password"),
        Err(_) => Proof::of(true, "cannot become root by `sudo`: there is none"),
    }
}

fn groups() -> Option<Proof> {
    let output = Command::new("id").arg("-Gn").output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let strong: Vec<&str> = text.split_whitespace().filter(|name| AS_GOOD_AS_ROOT.contains(name)).collect();
    Some(match strong.is_empty() {
        true => Proof::of(true, "is in no group that is as good as root"),
        false => Proof::of(false, format!("is in {}: that is as good as root", strong.join(", "))),
    })
}

/// `herma setup prove`: one line of JSON a proof.
pub(super) fn print(places: &Places) -> Result<ExitCode, String> {
    for Proof { held, text } in all(places) {
        println!("{}", json!({"held": held, "text": text}));
    }
    Ok(ExitCode::SUCCESS)
}

/// The proofs as one of the agents' users: by ourselves if that is who we are, else by root's leave.
pub fn as_agent(level1: &Level1, name: &str) -> Result<Vec<Proof>, String> {
    let places = &level1.places;
    let user = users::known(places, name)?;
    if users::own_uid() == user.uid {
        return Ok(all(places));
    }
    if users::own_uid() != 0 {
        return Err(format!("only root or `{name}` can try what `{name}` can do: `sudo herma doctor`"));
    }
    let mut command = Command::new("setpriv");
    command.env_clear().env("PATH", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin");
    command.arg(format!("--reuid={}", user.uid)).arg(format!("--regid={}", user.gid)).arg("--init-groups");
    command.args(["--inh-caps=-all", "--"]).arg(places.binary());
    command.args(["setup", "prove", "--root"]).arg(places.root()).current_dir("/").stdin(Stdio::null());
    let output = command.output().map_err(|e| format!("`setpriv` could not be started: {e}"))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let proof = |line: &str| {
        let value: Value = serde_json::from_str(line).ok()?;
        Some(Proof { held: value.get("held")?.as_bool()?, text: value.get("text")?.as_str()?.to_owned() })
    };
    let proofs: Vec<Proof> = text.lines().filter_map(proof).collect();
    match output.status.success() && !proofs.is_empty() {
        true => Ok(proofs),
        false => Err(format!("nothing could be tried: {}", String::from_utf8_lossy(&output.stderr).trim())),
    }
}
