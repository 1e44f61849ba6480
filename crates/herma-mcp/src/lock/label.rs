//! What a holder writes down about itself, for people.

use crate::process::{Process, boot_id};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::time::{SystemTime, UNIX_EPOCH};

const VERSION: u64 = 1;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    pub process: Process,
    boot: String,
    pub uid: u32,
    /// The program that is run, by name; its arguments may hold secrets, so only their hash is kept.
    pub program: String,
    pub command_hash: String,
    /// Seconds since the epoch.
    pub since: u64,
}

impl Label {
    /// Ourselves, running this.
    pub fn of<S: AsRef<OsStr>>(command: &[S]) -> Label {
        let mut hasher = Sha256::new();
        for word in command {
            hasher.update((word.as_ref().len() as u64).to_le_bytes());
            hasher.update(word.as_ref().as_bytes());
        }
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
        Label {
            process: Process::current(),
            boot: boot_id(),
            uid: rustix::process::getuid().as_raw(),
            program: command.first().map_or_else(String::new, |w| w.as_ref().to_string_lossy().into_owned()),
            command_hash: crate::hex(&hasher.finalize()),
            since,
        }
    }

    /// The same process, not one that has got its number since, nor one of before the machine was started anew.
    pub fn is_alive(&self) -> bool {
        self.boot == boot_id() && self.process.is_alive()
    }

    pub fn to_json(&self) -> Value {
        let mut value = self.process.to_json();
        if let Some(map) = value.as_object_mut() {
            map.insert("version".to_owned(), json!(VERSION));
            map.insert("boot".to_owned(), json!(self.boot));
            map.insert("uid".to_owned(), json!(self.uid));
            map.insert("program".to_owned(), json!(self.program));
            map.insert("command_hash".to_owned(), json!(self.command_hash));
            map.insert("since".to_owned(), json!(self.since));
        }
        value
    }

    pub(super) fn from_json(value: &Value) -> Option<Label> {
        let text = |name: &str| Some(value.get(name)?.as_str()?.to_owned());
        Some(Label {
            process: Process::from_json(value)?,
            boot: text("boot")?,
            uid: u32::try_from(value.get("uid")?.as_u64()?).ok()?,
            program: text("program")?,
            command_hash: text("command_hash")?,
            since: value.get("since")?.as_u64()?,
        })
    }
}
