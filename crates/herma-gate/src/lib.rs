//! The life of an approval: who is asked, for how long, who comes next, whose answer counts.
//!
//! Everything here is a function of the settings, the request as it stands in the store, and the time: [`opening`],
//! [`next_step`] and [`judge_reply`] say what is to be stored and who is to be told. [`Gate`] applies them to a store;
//! the store decides who was first. No clock, no terminal, no network.
//!
//! ```
//! use herma_core::effect::Tier;
//! use herma_gate::{Asked, Gate, Patience, Reply, Settings};
//! use herma_store::{MemoryStore, NewRequest, Scope, State};
//!
//! let gate = Gate::new(MemoryStore::new(), Settings::for_one("ada", "unix:1000"));
//! let new = NewRequest { agent: "claude-code".into(), session: "s1".into(), tier: Tier::Medium,
//!                        ..NewRequest::of_action("sha256:00", "Bash", "curl -X POST …") };
//! let Asked::Waits { request, tell, .. } = gate.ask(&new, Patience::Open, 1_000)? else { panic!() };
//! assert_eq!(tell[0].person, "ada");
//! let answered = gate.answer(&request.ticket, &Reply::approve("unix:1000", Scope::Once, &request), 2_000)?;
//! assert_eq!(answered.request.state, State::Approved);
//! gate.claim(&request.id, "sha256:00", 3_000)?; // and now run it
//! # Ok::<(), herma_gate::GateError>(())
//! ```

#![forbid(unsafe_code)]

mod distinct_approvers;
mod enforcer;
mod error;
mod gate;
mod notice;
mod opening;
mod reply;
mod requirements;
mod settings;
mod step;

pub use enforcer::{Caller, Edited, Enforcer, Ruling};
pub use error::{GateError, Refusal, Result};
pub use gate::{Answered, Asked, Gate, PASSKEY, Ticked};
pub use notice::{Notice, Why};
pub use opening::{Editor, Opening, Patience, edited, opening};
pub use reply::{Reply, Seen, judge_reply, still_stands};
pub use requirements::{beyond_one_yes, yeses};
pub use settings::{Level, Nobody, Person, Settings};
pub use step::{Step, next_step};

/// The tool of an answer to another agent's task, as rules and traces name it.
pub const A2A_REPLY: &str = "a2a_reply";
