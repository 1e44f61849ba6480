//! The dialects that agents speak: a hook's JSON in and out, and how to connect an agent. Which agent speaks which, and
//! everything else about it, is its spec in `knowledge/agents/`.
//!
//! Everything here is a function of text: what an agent hands in becomes a [`ToolCall`](herma_core::ToolCall),
//! what Herma decided becomes the line that agent understands, and a settings file becomes the settings file
//! with Herma's entry in it. Reading and writing the files is the binary's part.

#![forbid(unsafe_code)]

mod agent;
mod claude_code;
mod cline;
mod codex;
pub mod codex_config;
mod copilot;
mod crush;
mod cursor;
mod gemini;
mod generic;
mod goose;
mod hermes;
pub mod hermes_config;
mod in_process;
pub mod json_edit;
pub mod managed;
mod openclaw;
mod opencode;
pub mod request;
pub mod settings;
mod shape;
pub mod text;
pub mod wrapper;

pub use agent::{
    AGENTS, Agent, AskOwnPrompt, Heard, Install, NOTED_TIMEOUT_S, Noted, Reply, Scope, TimeUnit, Tool,
    ToolKind,
};
pub use herma_specs::{Dialect, NAMES, Quirks};
pub use request::{Event, Prompt, Request, RequestError, ToolResult};
