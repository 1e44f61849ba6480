//! What must survive a crash: requests, votes, sessions, grants, traces and the audit chain.
//!
//! [`Store`] is the contract; [`SqliteStore`] keeps it on one machine, [`MemoryStore`] is the model it is tested
//! against, and [`conformance::conformance`] is what every store must pass. Each operation is one transaction, and
//! durable when it returns. Times come in as [`Millis`]: nothing here asks what time it is.
//!
//! ```
//! use herma_core::effect::{Class, Tier};
//! use herma_store::{Answer, MemoryStore, NewRequest, Scope, State, Store, Vote};
//!
//! let store = MemoryStore::new();
//! let new = NewRequest { agent: "claude-code".into(), session: "s1".into(), tier: Tier::Medium,
//!                        expires: 60_000, ..NewRequest::of_action("sha256:00", "Bash", "rm -rf photos") };
//! let request = store.create(&new, None, 1_000)?.request()?;
//! let yes = Vote { by: "ada".into(), answer: Answer::Approve(Scope::Once), ..Vote::default() };
//! store.decide(&request.id, &yes, 2_000)?;
//! let run = store.claim(&request.id, "sha256:00", 3_000)?;
//! assert_eq!(run.state, State::Executed);
//! assert!(store.claim(&request.id, "sha256:00", 3_001).is_err(), "once");
//! # Ok::<(), herma_store::StoreError>(())
//! ```

#![forbid(unsafe_code)]

pub mod audit;
pub mod conformance;
pub mod spool;

mod canonical;
mod document;
mod error;
mod failpoint;
mod grant;
mod id;
mod memory;
mod note;
mod ops;
mod request;
mod session;
mod sqlite;
mod store;
mod trace;
mod transition;
mod wake;
mod words;

pub use document::{ApprovalDocument, Beside, KeptTaint, Said, ShownEffect, ShownFactors, ShownTaint};
pub use error::{Result, StoreError};
pub use grant::{Grant, GrantId, NewGrant};
pub use id::RequestId;
pub use memory::MemoryStore;
pub use note::Note;
pub use request::{Answer, Decided, NewRequest, Outcome, Request, Scope, Stage, State, Vote, requesters};
pub use session::{Arrival, Host, Session};
pub use sqlite::{SqliteStore, local_offset};
pub use store::{Climb, Created, Cursor, End, Filter, Ingest, Lock, Order, Page, RateLimit, Store};
pub use trace::{Answered, Forget, Forgotten, LINE_VERSION, NewTrace, TraceFilter, TraceLine};

pub use transition::voices;

/// Milliseconds since the epoch.
pub type Millis = i64;
