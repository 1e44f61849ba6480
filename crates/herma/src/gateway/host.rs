//! This machine, as the gateway sees it.

use super::stamp::{Stamp, policies, stamps};
use crate::approvals::{ApprovalService, account, now, settings};
use crate::approver::revoke_allowed;
use crate::effective_policy;
use crate::enforce::LocalEnforcer;
use crate::paths::Paths;
use crate::policy_command::policy_rows;
use crate::{spool, trace};
use herma_core::ToolCall;
use herma_core::text::shown;
use herma_engine::edit::{Edit, into_edited};
use herma_gate::{Enforcer, Gate, Settings};
use herma_server::{GatewayHost, PolicyPage, TheGate};
use herma_store::{Request, SqliteStore, Store, StoreError};
use std::sync::{Arc, Mutex, PoisonError};

/// What is taken in of the spool at a time, beside the work.
const TAKEN_IN: u64 = 16 << 20;

pub(super) struct LocalGatewayHost {
    paths: Paths,
    kept: Arc<Kept>,
    enforcer: LocalEnforcer,
}

/// One store for all, and the settings as the files say at the moment.
struct Kept {
    paths: Paths,
    store: Arc<SqliteStore>,
    account: String,
    gate: Mutex<(Stamp, Arc<TheGate>)>,
}

impl LocalGatewayHost {
    pub(super) fn open(paths: &Paths) -> Result<LocalGatewayHost, StoreError> {
        let store = Arc::new(SqliteStore::open(&paths.store())?);
        let account = account(paths)?;
        let gate = Arc::new(Gate::new(Arc::clone(&store), settings(paths, &account)));
        let gate = Mutex::new((stamps(&policies(paths)), gate));
        let kept = Arc::new(Kept { paths: paths.clone(), store, account, gate });
        let for_enforcer = Arc::clone(&kept);
        let enforcer = LocalEnforcer::keeping(paths.clone(), Arc::new(move || for_enforcer.keeper()));
        Ok(LocalGatewayHost { paths: paths.clone(), kept, enforcer })
    }
}

impl Kept {
    fn keeper(&self) -> ApprovalService {
        ApprovalService { gate: self.gate(), account: self.account.clone() }
    }

    /// Made anew when a file has changed: a person who was taken off the list is off it at once (T32).
    fn gate(&self) -> Arc<TheGate> {
        let now = stamps(&policies(&self.paths));
        let mut known = self.gate.lock().unwrap_or_else(PoisonError::into_inner);
        if known.0 != now {
            let gate = Gate::new(Arc::clone(&self.store), settings(&self.paths, &self.account));
            self.take_back(known.1.settings(), gate.settings());
            *known = (now, Arc::new(gate));
        }
        Arc::clone(&known.1)
    }
}

impl Kept {
    /// Who was taken off the list has said nothing, and has not when they are named again.
    fn take_back(&self, before: &Settings, after: &Settings) {
        let accounts = before.people.iter().flat_map(|person| &person.accounts);
        for account in accounts.filter(|account| after.person(account).is_none()) {
            if let Err(error) = self.store.take_back(account, "herma", now()) {
                eprintln!("herma: what {} has said could not be taken back: {error}", shown(account));
            }
        }
        let is_named = |name: &str| after.people.iter().any(|person| person.name == name);
        for person in before.people.iter().filter(|person| !is_named(&person.name)) {
            if let Err(error) = revoke_allowed(&*self.store, &person.name, "herma") {
                eprintln!("herma: what {} has allowed could not be taken back: {error}", shown(&person.name));
            }
        }
    }
}

impl GatewayHost for LocalGatewayHost {
    fn gate(&self) -> Arc<TheGate> {
        self.kept.gate()
    }

    fn enforcer(&self) -> &dyn Enforcer {
        &self.enforcer
    }

    fn edit(&self, request: &Request, edit: Edit<'_>, account: &str) -> Result<Request, String> {
        into_edited(&self.enforcer, &self.kept.keeper(), request, edit, account)
    }

    fn policy(&self) -> PolicyPage {
        policy_rows(&effective_policy::load(&self.paths).for_call(&ToolCall::default()))
    }

    fn policy_notice(&self) -> Option<String> {
        effective_policy::load(&self.paths).base().notice().map(str::to_owned)
    }

    fn ingest(&self) {
        let policy = effective_policy::load(&self.paths);
        spool::ingest(&*self.kept.store, &self.paths, &policy.base().policy().trace, now(), TAKEN_IN);
    }

    fn untraced(&self) -> u64 {
        trace::untraced(&self.paths)
    }

    fn redacted(&self, text: &str) -> String {
        crate::redact::redacted(text)
    }

    fn disk_free(&self) -> Option<u64> {
        disk_free(&self.paths)
    }
}

/// Bytes that are left where the store lies.
pub(super) fn disk_free(paths: &Paths) -> Option<u64> {
    let disk = rustix::fs::statvfs(&paths.data).ok()?;
    Some(disk.f_bavail.saturating_mul(disk.f_frsize))
}
