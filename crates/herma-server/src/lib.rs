//! The gateway: one process that answers agents over HTTP, shows people what waits, and sees to it that time passes.
//!
//! | file | is |
//! |---|---|
//! | `gateway`, `house` | what all of it shares; what only the machine around it knows |
//! | `hub`, `timers` | following the store; levels, expiry and who is told |
//! | `trouble`, `clock` | what fails, and since when; a clock that is set while we run |
//! | `channel` | where people are told and answer; the web inbox is the first |
//! | `chat/` | Telegram, Slack, Discord, webhooks |
//! | `question` | what agents ask people |
//! | `credential`, `guard`, `who` | tokens and sessions; which requests are let in at all; whose they are |
//! | `passkey/` | answers that are signed: of level 2 |
//! | `api/` | `/v1`: for programs |
//! | `web/` | the inbox: for people |
//! | `serve`, `seats`, `limits` | connections and their end; who is let go when there is no room; how much agents may take |
//!
//! It knows no terminal and judges nothing itself: [`GatewayHost`] is the binary.

#![forbid(unsafe_code)]

pub mod channel;
pub mod chat;
pub mod credential;
pub mod metrics;
pub mod passkey;
pub mod question;

mod api;
mod clock;
mod connection_slots;
mod gateway;
mod guard;
mod host;
mod hub;
mod inbound;
mod limits;
mod problem;
mod serve;
mod timers;
mod trouble;
mod web;
mod who;

pub use api::openapi::document as openapi;
pub use channel::{Channel, ChannelState};
pub use gateway::{Gateway, Opening, now};
pub use host::{GatewayHost, PolicyPage, PolicyRow, TheGate};
pub use limits::THREADS;
pub use serve::serve;
pub use trouble::Ill;
