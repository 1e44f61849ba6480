//! News from the store. A thread sleeps until some process has changed a request, and then sends a byte. Questions of agents
//! have no such bell: they are looked at each second.

use super::model::{Inbox, Page};
use crate::approvals::{AT_TERMINAL, ApprovalService};
use crate::paths::Paths;
use herma_gate::GateError;
use herma_server::question::Question;
use herma_store::{Filter, Millis, Request, RequestId, SqliteStore, State, Store};
use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::net::UnixStream;
use std::time::Duration;

/// Requests on one screen, of those that wait and of those that are decided.
const PAGE: usize = 200;
/// How long the thread sleeps at most; a change wakes it before.
const SLEEP: Duration = Duration::from_secs(1);
/// Between two tries on a store that fails.
const TRY_AGAIN: Duration = Duration::from_secs(1);

#[derive(Debug)]
pub struct News {
    bytes: UnixStream,
}

impl News {
    /// Starts the thread. It ends with the process.
    pub fn listen(paths: &Paths) -> Result<News, String> {
        let (bytes, mut send) = UnixStream::pair().map_err(|e| e.to_string())?;
        bytes.set_nonblocking(true).map_err(|e| e.to_string())?;
        // If nobody takes the bytes, one of them says it all.
        send.set_nonblocking(true).map_err(|e| e.to_string())?;
        let store = SqliteStore::open(&paths.store()).map_err(|e| e.to_string())?;
        std::thread::spawn(move || {
            let (mut seen, mut asked) = (0, Vec::new());
            loop {
                match store.wait_for_any(seen, SLEEP) {
                    Ok(revision) => {
                        let questions = herma_server::question::open(&store, crate::approvals::now());
                        let questions = questions.unwrap_or_else(|_| asked.clone());
                        if revision != seen || questions != asked {
                            (seen, asked) = (revision, questions);
                            let _ = send.write(&[1]);
                        }
                    }
                    Err(_) => {
                        let _ = send.write(&[1]);
                        std::thread::sleep(TRY_AGAIN);
                    }
                }
            }
        });
        Ok(News { bytes })
    }

    pub fn socket(&self) -> BorrowedFd<'_> {
        self.bytes.as_fd()
    }

    pub fn have_come(&mut self) -> bool {
        let mut some = false;
        while matches!(self.bytes.read(&mut [0; 64]), Ok(count) if count > 0) {
            some = true;
        }
        some
    }
}

/// What a request wants beyond one person's yes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Wants {
    pub lines: Vec<String>,
    /// `1/2`: how many of how many have said yes.
    pub count: Option<String>,
    pub only_deny: bool,
}

/// What the store holds now.
#[derive(Debug, Default)]
pub struct Found {
    pub pending: Vec<Request>,
    /// There are more than are shown.
    pub more: bool,
    pub decided: Vec<Request>,
    /// The newest of all, for what else a rule would have admitted.
    pub earlier: Vec<Request>,
    /// Of those that want more than one person's yes: what, and whether one from here can count.
    pub wants: BTreeMap<RequestId, Wants>,
    /// The one that is open, if it is not among the first that wait.
    pub open: Option<Request>,
    /// What agents ask, without an answer yet.
    pub questions: Vec<Question>,
}

pub fn look(keeper: &ApprovalService, inbox: &Inbox, now: Millis) -> Result<Found, GateError> {
    let store = keeper.gate.store();
    let mut page = store.list(&Filter::waiting(), None, PAGE)?;
    // Whoever looks moves the clock on; what has expired, in one go.
    let (over, due): (Vec<_>, Vec<_>) = page
        .requests
        .iter()
        .filter(|request| is_due(request, now))
        .partition(|request| request.expires <= now);
    if !over.is_empty() {
        store.expire_due(now, PAGE)?;
    }
    for request in &due {
        let _ = keeper.gate.tick(&request.id, now)?;
    }
    if !over.is_empty() || !due.is_empty() {
        page = store.list(&Filter::waiting(), None, PAGE)?;
    }
    let decided = match inbox.page {
        Page::Past => store.list(&Filter::default(), None, PAGE)?.requests,
        Page::Waiting | Page::Help | Page::Questions => Vec::new(),
    };
    let decided = decided.into_iter().filter(|request| request.state != State::Pending).collect();
    let is_listed = |id: &RequestId| page.requests.iter().any(|request| request.id == *id);
    let open = match inbox.open_id().filter(|id| !is_listed(id)) {
        Some(id) => Some(store.request(id.as_str())?),
        None => None,
    };
    let earlier = crate::remembered::earlier(store);
    let mut wants = BTreeMap::new();
    let special = |one: &&Request| one.needed > 1 || one.proof > 0 || one.requester.is_some();
    for request in page.requests.iter().chain(&open).filter(special) {
        wants.insert(request.id.clone(), wanted(keeper, request)?);
    }
    let questions = herma_server::question::open(store, now)?;
    Ok(Found { more: page.next.is_some(), pending: page.requests, decided, earlier, wants, open, questions })
}

fn wanted(keeper: &ApprovalService, request: &Request) -> Result<Wants, GateError> {
    let votes = keeper.gate.store().votes(&request.id)?;
    let (lines, can_approve) = keeper.wants(request, &votes, &keeper.account, AT_TERMINAL);
    let yes = herma_gate::yeses(&votes).len();
    let count = (request.needed > 1).then(|| format!("{yes}/{}", request.needed));
    Ok(Wants { lines, count, only_deny: !can_approve })
}

/// Whether time has done something to it that nobody has stored yet.
pub fn is_due(request: &Request, now: Millis) -> bool {
    request.expires <= now || request.stage.deadline <= now
}
