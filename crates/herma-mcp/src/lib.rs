//! MCP: a firewall in front of any server, and one instance of each.
//!
//! A raw pump: every message is parsed once and assessed, and the bytes that were assessed are the bytes that are
//! forwarded. What is not known passes as it is.

#![forbid(unsafe_code)]

pub mod firewall;
#[cfg(target_os = "linux")]
pub mod guard;
#[cfg(feature = "http")]
pub mod http;
pub mod lock;
pub mod message;
mod one_line;
mod ordered_worker;
pub mod person;
pub mod pin;
pub mod process;
pub mod sieve;
pub mod stdio;
pub mod suspicion;
mod under_way;

pub(crate) fn hex(bytes: &[u8]) -> String {
    let digit = |half: u8| char::from_digit(u32::from(half), 16).unwrap_or('0');
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}
