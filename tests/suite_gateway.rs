//! The gateway: API, web inbox, chat, crisis lanes, trouble.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test says no by panicking")]

mod browser;
mod channel_services;
mod channel_specs;
mod channels;
mod crisis;
mod crisis_surfaces;
mod gateway;
mod gateway_attacks;
mod gateway_doors;
mod gateway_killed;
mod gateway_says;
mod links;
mod openapi;
mod people;
mod questions;
mod sessions_across;
mod trouble;

use herma_tests as support;
