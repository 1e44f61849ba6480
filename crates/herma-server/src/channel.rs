//! Where people are told of requests, and answer them.

use crate::gateway::Gateway;
use crate::question::Question;
use crate::trouble::Ill;
use axum::http::HeaderMap;
use herma_gate::Notice;
use herma_store::Request;
use serde_json::Value;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A way to reach people. The gateway's timers tell it who is to hear of what; answers come back through
/// [`Gateway::decide`], which asks the settings whether the account may.
///
/// After a restart a channel is told again of everything that still waits: one that has a message out for a request does
/// nothing then. What was decided while the gateway was down it finds out by itself in `start`, from the notes it keeps in
/// the store.
pub trait Channel: Send + Sync {
    /// As votes, metrics and `herma status` call it: `inbox`, `telegram`.
    fn name(&self) -> &'static str;
    /// The gateway is up: start whatever runs beside it. It ends with [`Gateway::stopped`].
    fn start(&self, gateway: &Arc<Gateway>);
    /// Somebody is to hear of a request. Called from the timer's thread: queue it, do not wait.
    fn tell(&self, request: &Request, notice: &Notice);
    /// An agent has a question, or it was answered. The same rules.
    fn question(&self, _: &Question) {}
    fn state(&self) -> ChannelState;
    /// The service sends something to `/channels/NAME`. Whether it is the service is for the channel to find out; `None`
    /// where nothing is ever sent.
    fn receive(&self, _: &Arc<Gateway>, _: &HeaderMap, _: &[u8]) -> Option<Receipt> {
        None
    }
}

/// What a service that has sent something is told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Receipt {
    pub status: u16,
    pub body: Value,
}

impl Receipt {
    pub(crate) fn ok(body: Value) -> Option<Receipt> {
        Some(Receipt { status: 200, body })
    }

    pub(crate) fn refused(status: u16, why: &str) -> Option<Receipt> {
        Some(Receipt { status, body: serde_json::json!({"error": {"code": "refused", "text": why}}) })
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChannelState {
    Up,
    Down(Ill),
}

impl ChannelState {
    /// `up`, or `down since …`.
    pub fn plain(&self) -> String {
        match self {
            ChannelState::Up => "up".to_owned(),
            ChannelState::Down(ill) => format!("down {}", ill.since()),
        }
    }

    /// `up`, or `down since …: why`.
    pub fn text(&self) -> String {
        match self {
            ChannelState::Up => "up".to_owned(),
            ChannelState::Down(ill) => format!("down {}", ill.text()),
        }
    }
}

/// The web inbox: its pages follow the events by themselves, so there is nothing to send.
#[derive(Debug, Default)]
pub struct Inbox {
    told: AtomicU64,
}

impl Channel for Inbox {
    fn name(&self) -> &'static str {
        INBOX
    }

    fn start(&self, _: &Arc<Gateway>) {}

    fn tell(&self, _: &Request, _: &Notice) {
        self.told.fetch_add(1, Ordering::Relaxed);
    }

    fn state(&self) -> ChannelState {
        ChannelState::Up
    }
}

/// What votes from pages say where they came from.
pub const INBOX: &str = "inbox";
/// The same for an approver's own program.
pub const API: &str = "api";
