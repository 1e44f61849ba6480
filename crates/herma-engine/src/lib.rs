//! The engine: the one way from a call to a verdict, an approval, a claim, a run and a trace (docs/architecture.md).
//!
//! Surfaces (hooks, `herma run`, the HTTP API, MCP, A2A, level 1) translate: they build a call, say what they can do, and
//! render the [`Enforcement`](enforce::Enforcement).
//!
//! | module | is |
//! |---|---|
//! | `enforce` | the pipeline |
//! | `world` | what the judge asks about this machine |
//! | `effective_policy` | the policy in force: layers, projects, the recorded copy |
//! | `approvals` | the store of this home, who may answer, a judged call as a question |
//! | `session_state` | what is known of a session |
//! | `assessors`, `reviewer` | what else may raise or clear a call |
//! | `undo` | saving files so that a call can be undone |
//! | `edit` | a call as a person has edited it |
//! | `crisis` | the card for a person in crisis |
//! | `redact`, `trace`, `spool` | records without secrets |
//! | `paths`, `clock`, `terminal_session`, `text` | where things lie, the time, who sits at the terminal, text cut to size |

#![forbid(unsafe_code)]
#![allow(
    missing_debug_implementations,
    reason = "a call in flight holds a world, a store and a line, which have none"
)]

pub mod approvals;
pub mod assessors;
pub mod clock;
pub mod crisis;
pub mod edit;
pub mod effective_policy;
pub mod enforce;
pub mod paths;
pub mod redact;
pub mod reviewer;
pub mod session_state;
pub mod spool;
pub mod terminal_session;
pub mod text;
pub mod trace;
pub mod undo;
pub mod world;
