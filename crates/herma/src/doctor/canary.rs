//! The proof that a hook is alive: it is run as the agent would run it, with calls whose answers are known.
//!
//! The calls are data on the hook's stdin. The hook judges them; nothing executes them.

use super::{DoctorFinding, Level};
use herma_agents::wrapper;
use herma_agents::{Agent, Heard};
use std::fs;
use std::io::{Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

/// Longer than the hook's own watchdog.
const ANSWER_MAX: Duration = Duration::from_secs(40);

const HARMLESS: &str = "ls";
const CATASTROPHE: &str = "rm -rf /";

pub(super) fn try_hook(agent: &Agent, command: &str, script: &str) -> Vec<DoctorFinding> {
    let fix = format!("`herma connect {}`", agent.name);
    let mut findings = Vec::new();
    let mut expect = |about, call: &str, command: &str, good: &dyn Fn(Heard) -> bool, well: &str| {
        let input = agent.sample_call(call, "/");
        let finding = match run(command, &input) {
            Ok(stdout) if good(agent.hear(&stdout)) => DoctorFinding::new(Level::Ok, about, well),
            Ok(stdout) => {
                let text = format!("`{call}`, only judged, was answered {:?}", agent.hear(&stdout));
                DoctorFinding::new(Level::Broken, about, text).fix(fix.clone())
            }
            Err(why) => DoctorFinding::new(Level::Broken, about, why).fix(fix.clone()),
        };
        findings.push(finding);
    };
    let passes = |heard| matches!(heard, Heard::Allow | Heard::Silence);
    let denies = |heard| heard == Heard::Deny;
    expect("canary", HARMLESS, command, &passes, "a harmless call passes");
    expect("canary", CATASTROPHE, command, &denies, "a catastrophic call is denied");
    match Copy::without_binary(script) {
        Ok(copy) => expect(
            "canary",
            HARMLESS,
            &wrapper::quote(&copy.0.display().to_string()),
            &denies,
            "with herma missing, everything is denied",
        ),
        Err(e) => {
            let text = format!("the wrapper could not be tried without its binary: {e}");
            findings.push(DoctorFinding::new(Level::Note, "canary", text));
        }
    }
    findings
}

/// An event that decides nothing must be answered with nothing.
pub(super) fn try_note(agent: &Agent, command: &str) -> Result<(), String> {
    let stdout = run(command, &agent.sample_result("/"))?;
    match agent.hear(&stdout) {
        Heard::Silence => Ok(()),
        heard => Err(format!("a result that is only to be noted was answered {heard:?}")),
    }
}

/// A copy of the wrapper that names a binary which does not exist.
struct Copy(PathBuf);

impl Copy {
    fn without_binary(script: &str) -> std::io::Result<Copy> {
        let path = std::env::temp_dir().join(format!("herma-doctor-{}", std::process::id()));
        // Never through something that stands there already: the folder may be everybody's.
        let mut file = fs::OpenOptions::new().write(true).create_new(true).open(&path)?;
        let copy = Copy(path);
        file.set_permissions(fs::Permissions::from_mode(0o700))?;
        file.write_all(wrapper::with_binary(script, "/nonexistent/herma").as_bytes())?;
        Ok(copy)
    }
}

impl Drop for Copy {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

fn run(command: &str, input: &str) -> Result<String, String> {
    let mut child = Command::new("sh")
        .arg("-c")
        .arg(command)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|e| format!("`sh` could not be started: {e}"))?;
    if let Some(mut stdin) = child.stdin.take() {
        // A hook that is not there reads nothing; its silence is what is looked at.
        let _ = stdin.write_all(input.as_bytes());
    }
    let Some(mut stdout) = child.stdout.take() else {
        return Err("the hook has no output".to_owned());
    };
    let (send, receive) = mpsc::channel();
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let read = stdout.read_to_end(&mut bytes);
        let _ = send.send(read.map(|_| String::from_utf8_lossy(&bytes).into_owned()));
    });
    let heard = receive.recv_timeout(ANSWER_MAX);
    if heard.is_err() {
        let _ = child.kill();
    }
    let _ = child.wait();
    match heard {
        Ok(Ok(stdout)) => Ok(stdout),
        Ok(Err(e)) => Err(format!("the hook's answer could not be read: {e}")),
        Err(_) => Err(format!("the hook did not answer within {} s", ANSWER_MAX.as_secs())),
    }
}
