//! What a person changes before they answer, through the socket.
//!
//! What comes out is judged anew, and that takes the eyes of the agent's user: those of the hook that waits for the answer.
//! Where none waits any more, nothing can be edited.

use super::serve::Client;
use super::wire;
use crate::approvals::{ApprovalService, now};
use crate::enforce::{LocalEnforcer, Peer};
use crate::paths::Paths;
use herma_engine::edit::{Edit, into_edited};
use herma_store::{RequestId, Store};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The hooks that wait, and what for. Two may wait for the same.
#[derive(Default)]
pub(super) struct Waiting(Mutex<Vec<(String, Arc<Client>)>>);

impl Waiting {
    fn all(&self) -> MutexGuard<'_, Vec<(String, Arc<Client>)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn enter(&self, id: &RequestId, client: &Arc<Client>) {
        self.all().push((id.as_str().to_owned(), Arc::clone(client)));
    }

    /// Whoever waited for one waits for the other, if it is still there.
    fn follow(&self, old: &RequestId, new: &RequestId) {
        let mut all = self.all();
        let there: Vec<Arc<Client>> =
            all.iter().filter(|(id, _)| id == old.as_str()).map(|(_, client)| Arc::clone(client)).collect();
        all.extend(there.into_iter().map(|client| (new.as_str().to_owned(), client)));
    }

    /// It has its answer.
    pub(super) fn leave(&self, client: &Arc<Client>) {
        self.all().retain(|(_, one)| !Arc::ptr_eq(one, client));
    }

    fn of(&self, id: &RequestId) -> Option<Arc<Client>> {
        self.all().iter().find(|(one, _)| one == id.as_str()).map(|(_, client)| Arc::clone(client))
    }
}

/// Makes another request of one that waits. Whoever asks for this was looked at before.
pub(super) fn edited(
    keeper: &ApprovalService,
    paths: &Paths,
    waiting: &Waiting,
    message: &Value,
    account: &str,
) -> Result<Value, String> {
    let name = wire::text(message, "id").ok_or("which request?")?;
    let old = keeper.gate.store().request(name).map_err(|e| e.to_string())?;
    let old = keeper.gate.tick(&old.id, now()).map_err(|e| e.to_string())?.request;
    let edit = match (wire::text(message, "command"), wire::text(message, "text"), message.get("args")) {
        (Some(command), None, None) => Edit::Command(command),
        (None, Some(text), None) => Edit::Text(text),
        (None, None, Some(args)) => Edit::Arguments(args),
        (_, _, _) => return Err("what is it to become?".to_owned()),
    };
    let waits = waiting.of(&old.id).filter(|client| client.is_believed());
    let waits = waits.ok_or(
        "its agent does not wait for it any more, and only that agent's user sees what another call would do: deny it, and \
         say in the reason what to call instead",
    )?;
    // What comes out is judged by the eyes of the hook that waits.
    let peer: Arc<dyn Peer> = Arc::<Client>::clone(&waits);
    let enforcer = LocalEnforcer::new(paths.clone()).for_peer(peer);
    let new = into_edited(&enforcer, keeper, &old, edit, account)?;
    if !waits.is_believed() {
        return Err("what its agent's user says of its files does not go together: deny it".to_owned());
    }
    waiting.follow(&old.id, &new.id);
    Ok(json!({"request": wire::request(&new)}))
}
