//! The serving end: who may come in, what they may ask, and what becomes of their tasks.

mod body;
mod card;
mod draft;
mod engine;
mod gate;
mod http;
mod limits;
mod listen;
mod push;
mod rpc;
mod stream;
mod task_store;

pub use card::Card;
pub use engine::{Engine, Parts};
pub use gate::{Answers, CHAIN, CRISIS_CARD, DEPTH_MAX, REPLY, Settled, TOOL, crisis_card, outgoing};
pub use limits::Limits;
pub use listen::{Files, Listener, serve};
pub use push::{Allowed, PushRules};
pub use task_store::{TaskStore, TaskStoreError};
