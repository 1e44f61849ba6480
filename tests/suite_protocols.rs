//! MCP and A2A, with their own clients and suites.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test says no by panicking")]

mod a2a_kit;
mod a2a_python;
mod a2a_serve;
mod mcp_clients;
mod mcp_lock;
mod mcp_proxy;
mod mcp_rmcp;
mod mcp_wrap;
mod pki;

use herma_tests as support;
