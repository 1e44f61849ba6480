//! Tasks between agents over mutual TLS: the protocol (A2A 1.0), a server, a client, and the fleet's certificates.
//!
//! What a task may do is not decided here: every task is a tool call that goes through the gate (`herma_gate::Front`).

#![forbid(unsafe_code)]

pub mod pki;
pub mod protocol;
pub mod tls;
