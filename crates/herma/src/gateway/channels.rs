//! The chat services of the policy, with their secrets. They are read when the gateway starts; when they change, it starts
//! anew by itself: the same process, the same address. What waits stays, cards that are out stay good, callers call again.

use super::stamp::{Stamp, policies, stamps};
use crate::effective_policy;
use crate::paths::Paths;
use herma_core::policy::ChannelSettings;
use herma_server::{Channel, Gateway, chat};
use std::cell::RefCell;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// Longer than any token.
const SECRET_MAX: u64 = 16 << 10;
/// A change is noticed within this.
const LOOK: Duration = Duration::from_secs(1);

/// What channels are made of.
#[derive(PartialEq, Eq)]
struct Known {
    settings: ChannelSettings,
    /// Each secret, and the file that it came from.
    secrets: Vec<(PathBuf, String)>,
}

/// The channels as the files say now, and what they were made of.
pub(super) struct AtStart {
    paths: Paths,
    known: Known,
    stamp: Stamp,
}

pub(super) fn open(paths: &Paths) -> Result<(Vec<Arc<dyn Channel>>, AtStart), String> {
    // Before they are read: what is written meanwhile is looked at again.
    let policies = stamps(&policies(paths));
    let (channels, known) = read(paths)?;
    let mut stamp_now = policies;
    stamp_now.extend(stamps(&files(&known)));
    Ok((channels, AtStart { paths: paths.clone(), known, stamp: stamp_now }))
}

impl AtStart {
    /// Until what was read at the start has become something else, and something that can be used. What cannot is said,
    /// and the old settings stay in force.
    pub(super) async fn changed(mut self, gateway: Arc<Gateway>) {
        let mut broken = false;
        loop {
            tokio::time::sleep(LOOK).await;
            let now = self.stamp();
            if now == self.stamp && !broken {
                continue;
            }
            self.stamp = now;
            match read(&self.paths) {
                Ok((_, found)) if found == self.known => {
                    broken = false;
                    gateway.settings_wait(None);
                }
                Ok(_) => match program() {
                    Some(_) => return,
                    None => {
                        broken = true;
                        let why = "herma was replaced since it was started: `herma down`, then `herma up`";
                        gateway.settings_wait(Some(why.to_owned()));
                    }
                },
                Err(why) => {
                    broken = true;
                    gateway.settings_wait(Some(why));
                }
            }
        }
    }

    fn stamp(&self) -> Stamp {
        let mut all = stamps(&policies(&self.paths));
        all.extend(stamps(&files(&self.known)));
        all
    }
}

/// This program, if it still lies where it was started.
pub(super) fn program() -> Option<PathBuf> {
    std::env::current_exe().ok().filter(|path| path.exists())
}

fn files(known: &Known) -> Vec<PathBuf> {
    known.secrets.iter().map(|(path, _)| path.clone()).collect()
}

fn read(paths: &Paths) -> Result<(Vec<Arc<dyn Channel>>, Known), String> {
    let settings = effective_policy::load(paths).base().policy().channel.clone();
    let secrets = RefCell::new(Vec::new());
    let channels = chat::open(&settings, &|file| {
        let path = place(paths, file)?;
        let text = secret(&path)?;
        secrets.borrow_mut().push((path, text.clone()));
        Ok(text)
    })?;
    Ok((channels, Known { settings, secrets: secrets.into_inner() }))
}

/// A name without a folder lies beside the policy.
fn place(paths: &Paths, file: &str) -> Result<PathBuf, String> {
    let folder = paths.policy.parent().ok_or("the policy file has no folder")?;
    Ok(match file.strip_prefix("~/") {
        Some(rest) => std::env::home_dir().ok_or("there is no home folder")?.join(rest),
        None => folder.join(file),
    })
}

/// What a file holds that only its owner may read.
fn secret(path: &Path) -> Result<String, String> {
    let name = path.display();
    let about = std::fs::metadata(path).map_err(|e| format!("`{name}`: {e}"))?;
    if about.mode() & 0o077 != 0 {
        return Err(format!("`{name}` holds a secret and others may read it: `chmod 600 {name}`"));
    }
    if about.len() > SECRET_MAX {
        return Err(format!("`{name}` is too long to be a secret"));
    }
    let text = std::fs::read_to_string(path).map_err(|e| format!("`{name}`: {e}"))?;
    match text.trim() {
        "" => Err(format!("`{name}` is empty")),
        secret => Ok(secret.to_owned()),
    }
}
