//! The recorded calls, judged again: each different one once, on all cores, in the world as it was recorded.

use super::call_text;
use crate::effective_policy::PolicyState;
use crate::trace::replay_world::{Files, RecordedWorld, recorded};
use herma_core::text::shown;
use herma_core::{Decision, ToolCall};
use herma_store::{SqliteStore, Store};
use serde_json::Value;
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError, mpsc};

/// Calls that are handed to a worker at a time.
const SHARE: usize = 500;

/// Which judgement: the call, and the session where the policy speaks of sessions (0 where it does not).
pub(super) type Key = (u64, u32);

/// Shows each of these calls with its world to `look`, which judges it, under as many policies as it likes: a call is read once.
/// Keeps what that gives. What cannot be read any more is left out.
pub(super) fn judge_all<T: Send>(
    store: &SqliteStore,
    keys: &HashSet<Key>,
    sessions: &[String],
    look: &(impl Fn(Key, &ToolCall, &RecordedWorld<'_>) -> T + Sync),
) -> Result<HashMap<Key, T>, String> {
    let mut of_call: HashMap<u64, Vec<u32>> = HashMap::with_capacity(keys.len());
    for (call, session) in keys {
        of_call.entry(*call).or_default().push(*session);
    }
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
    let (send, receive) = mpsc::sync_channel::<Vec<(u64, String)>>(cores * 4);
    let receive = Arc::new(Mutex::new(receive));
    let (of_call, mut judged) = (&of_call, HashMap::with_capacity(keys.len()));
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..cores)
            .map(|_| {
                let receive = Arc::clone(&receive);
                let worker = std::thread::Builder::new().stack_size(herma_core::work::STACK);
                let work = move || {
                    let (files, mut judged) = (Files::default(), Vec::new());
                    loop {
                        let next = receive.lock().unwrap_or_else(PoisonError::into_inner).recv();
                        let Ok(share) = next else { return judged };
                        for (call, body) in share {
                            for session in of_call.get(&call).into_iter().flatten() {
                                let name = sessions.get(*session as usize).map_or("", String::as_str);
                                let key = (call, *session);
                                let now = seen(&body, name, &files, |call, world| look(key, call, world));
                                judged.extend(now.map(|now| (key, now)));
                            }
                        }
                    }
                };
                worker.spawn_scoped(scope, work)
            })
            .collect();
        drop(receive);
        let mut after = 0;
        let read = loop {
            match store.traced_calls(after, SHARE) {
                Ok(share) => {
                    let Some((last, _)) = share.last() else { break Ok(()) };
                    after = *last;
                    let wanted = share.into_iter().filter(|(call, _)| of_call.contains_key(call)).collect();
                    // Nobody takes it only when all workers are gone, which the joining finds out.
                    if send.send(wanted).is_err() {
                        break Ok(());
                    }
                }
                Err(error) => break Err(error.to_string()),
            }
        };
        drop(send);
        for worker in workers {
            let worker = worker.map_err(|e| format!("cannot start a thread: {e}"))?;
            judged.extend(worker.join().map_err(|_| "judging failed inside; please report it".to_owned())?);
        }
        read
    })?;
    Ok(judged)
}

/// A recorded call, with the world as it was.
fn seen<T>(
    body: &str,
    session: &str,
    files: &Files,
    look: impl FnOnce(&ToolCall, &RecordedWorld<'_>) -> T,
) -> Option<T> {
    let mut call: Value = serde_json::from_str(body).ok()?;
    let (call, world) = recorded(&mut call, session, files)?;
    Some(look(&call, &world))
}

/// What is decided about one recorded call, and whether something was lost since.
pub(super) fn decided(body: &str, policy: &PolicyState) -> Option<(Decision, bool)> {
    seen(body, "", &Files::default(), |call, world| {
        let decision = policy.decision(call, world);
        (decision, world.is_lost())
    })
}

/// What a call was, in words.
pub(super) fn text_of(store: &dyn Store, call: u64) -> String {
    let found = store.traced_calls(call.saturating_sub(1), 1).ok().and_then(|calls| calls.into_iter().next());
    found
        .and_then(|(_, body)| serde_json::from_str(&body).ok())
        .map_or(String::new(), |call| call_text(&call))
}

/// On one line, and no longer than one.
pub(super) fn cut(text: &str) -> String {
    shown(text).replace('\n', "⏎").chars().take(100).collect()
}
