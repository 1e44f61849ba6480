//! How much of the gateway agents may take, one of them and all of them: whatever they do, people come in and are answered
//! (T60).

use crate::problem::Problem;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Calls that one agent may have open at a time, waiting ones and streams among them. It may ask twenty things a minute; the
/// rest is sub-agents that wait, and room.
pub(crate) const OF_ONE_AGENT: usize = 512;
/// Calls that all of them may have open: the rest of the connections are for people.
const OF_ALL_AGENTS: usize = 7_000;
/// Threads that judge, read and write for agents, at most: for all of them, and for one. [`THREADS`] has more.
const AT_WORK_FOR_ALL: usize = 48;
const AT_WORK_FOR_ONE: usize = 24;
/// Threads that a gateway should have for what blocks. More would only wait for each other: judging takes a processor, asking
/// waits for the disk.
pub const THREADS: usize = 64;

pub(crate) struct Limits {
    open: Mutex<Open>,
    at_work: Arc<Semaphore>,
}

#[derive(Default)]
struct Open {
    agents: HashMap<String, Room>,
    all: usize,
}

/// What one agent has open, and at work.
struct Room {
    open: usize,
    at_work: Arc<Semaphore>,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { open: Mutex::default(), at_work: Arc::new(Semaphore::new(AT_WORK_FOR_ALL)) }
    }
}

impl Limits {
    /// A place for one call of this agent, if there is one. It is free again when the call is over.
    pub(crate) fn enter(self: &Arc<Self>, agent: &str) -> Result<Place, Problem> {
        let mut open = self.open();
        let Open { agents, all } = &mut *open;
        let own = agents.get(agent).map_or(0, |room| room.open);
        if own >= OF_ONE_AGENT || *all >= OF_ALL_AGENTS {
            return Err(Problem::too_many(format!(
                "{own} calls of this agent are open, and {all} of all agents, of {OF_ONE_AGENT} and {OF_ALL_AGENTS} at most: try again when one is over"
            )));
        }
        let new = || Room { open: 0, at_work: Arc::new(Semaphore::new(AT_WORK_FOR_ONE)) };
        let room = agents.entry(agent.to_owned()).or_insert_with(new);
        room.open += 1;
        *all += 1;
        let at_work = Arc::clone(&room.at_work);
        Ok(Place { limits: Arc::clone(self), agent: agent.to_owned(), at_work })
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One open call of an agent.
pub(crate) struct Place {
    limits: Arc<Limits>,
    agent: String,
    at_work: Arc<Semaphore>,
}

impl Place {
    /// Until a thread may work for this call. First come, first served, among this agent's own and then among all.
    pub(crate) async fn turn(&self) -> (Option<OwnedSemaphorePermit>, Option<OwnedSemaphorePermit>) {
        // They are never closed.
        let own = Arc::clone(&self.at_work).acquire_owned().await.ok();
        (own, Arc::clone(&self.limits.at_work).acquire_owned().await.ok())
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut open = self.limits.open();
        let Open { agents, all } = &mut *open;
        *all = all.saturating_sub(1);
        if let Some(room) = agents.get_mut(&self.agent) {
            room.open = room.open.saturating_sub(1);
            if room.open == 0 {
                agents.remove(&self.agent);
            }
        }
    }
}

impl std::fmt::Debug for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Place").field("agent", &self.agent).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn t60_one_agent_does_not_take_the_place_of_others_nor_all_that_of_people() {
        let limits = Arc::new(Limits::default());
        let mut inside: Vec<Place> = (0..OF_ONE_AGENT).map(|_| limits.enter("greedy").unwrap()).collect();
        assert_eq!(limits.enter("greedy").unwrap_err().status.as_u16(), 429);
        let other = limits.enter("other").unwrap();
        inside.pop();
        let again = limits.enter("greedy").unwrap();
        drop((other, again));
        inside.extend(
            (0..OF_ALL_AGENTS - inside.len()).map(|n| limits.enter(&format!("agent{}", n / 100)).unwrap()),
        );
        assert_eq!(limits.enter("last").unwrap_err().status.as_u16(), 429);
        drop(inside);
        let open = limits.open();
        assert!(open.agents.is_empty() && open.all == 0, "nothing is left of whoever is gone");
    }

    fn is_ready<F: Future>(future: std::pin::Pin<&mut F>) -> bool {
        future.poll(&mut std::task::Context::from_waker(std::task::Waker::noop())).is_ready()
    }

    #[test]
    fn t60_an_agent_with_much_to_do_keeps_no_other_waiting() {
        let limits = Arc::new(Limits::default());
        let (greedy, other) = (limits.enter("greedy").unwrap(), limits.enter("other").unwrap());
        let turn = || Arc::clone(&greedy.at_work).try_acquire_owned().unwrap();
        let mut turns: Vec<_> = (0..AT_WORK_FOR_ONE).map(|_| turn()).collect();
        let mut next = Box::pin(greedy.turn());
        assert!(!is_ready(next.as_mut()), "it waits for its own");
        assert!(is_ready(Box::pin(other.turn()).as_mut()));
        turns.pop();
        assert!(is_ready(next.as_mut()));
        const { assert!(AT_WORK_FOR_ALL < THREADS, "people have threads that no agent takes") };
    }
}
