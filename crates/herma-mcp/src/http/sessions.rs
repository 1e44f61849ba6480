//! Whose session an id is: whoever shows the same credential as the one that it was given to.

use crate::hex;
use hyper::HeaderMap;
use hyper::header::AUTHORIZATION;
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

pub const SESSION: &str = "mcp-session-id";
/// More sessions than one proxy sees; beyond it the oldest are forgotten all at once.
const SESSIONS_MAX: usize = 10_000;
/// So much of a hash tells sessions apart.
const SHORT: usize = 16;

#[derive(Debug, Default)]
pub struct Sessions(Mutex<HashMap<String, Session>>);

#[derive(Debug, Clone)]
struct Session {
    credential: String,
    agent: String,
}

impl Sessions {
    fn all(&self) -> MutexGuard<'_, HashMap<String, Session>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The server has given this id to whoever sent these headers.
    pub fn opened(&self, id: &str, headers: &HeaderMap, agent: String) {
        let mut all = self.all();
        if all.len() >= SESSIONS_MAX {
            all.clear();
        }
        all.insert(id.to_owned(), Session { credential: credential(headers), agent });
    }

    /// An id that was given to somebody else is no id.
    pub fn allows(&self, headers: &HeaderMap) -> bool {
        let mut ids = headers.get_all(SESSION).iter();
        let Some(id) = ids.next() else { return true };
        let known = id.to_str().ok().and_then(|id| self.all().get(id).cloned());
        ids.next().is_none() && known.is_none_or(|session| session.credential == credential(headers))
    }

    /// The agent's name, and a short name of its session.
    pub fn who(&self, headers: &HeaderMap) -> (String, String) {
        let id = headers.get(SESSION).and_then(|id| id.to_str().ok());
        let known = id.and_then(|id| self.all().get(id).cloned());
        let agent = known.map_or_else(|| "mcp".to_owned(), |session| session.agent);
        let of = format!("{} {}", id.unwrap_or_default(), credential(headers));
        let name = hex(&Sha256::digest(of.as_bytes()));
        (agent, name.get(..SHORT).unwrap_or(&name).to_owned())
    }
}

fn credential(headers: &HeaderMap) -> String {
    let mut hasher = Sha256::new();
    for value in headers.get_all(AUTHORIZATION) {
        hasher.update((value.len() as u64).to_le_bytes());
        hasher.update(value.as_bytes());
    }
    hex(&hasher.finalize())
}
