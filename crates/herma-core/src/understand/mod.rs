//! Understanding: from a call to its effects.
//!
//! The walker goes through the syntax tree as the shell would, with what is constant evaluated and what is not
//! kept as *unknown, from there*. Nothing is run; nothing in here touches the machine but through the World.

#[cfg(any(test, feature = "fuzzing"))]
#[doc(hidden)]
pub mod fuzzing;
pub mod glob;
pub mod place;

#[cfg(test)]
mod against_bash;
#[cfg(test)]
mod agent_tests;
mod apply;
mod arguments;
mod arith;
mod assign;
mod brace;
mod builtin;
mod carry;
mod command;
mod command_verb;
mod curl_settings;
mod dependencies;
mod effects;
mod empties;
mod evaluate;
mod expand;
mod field;
mod files;
mod filter;
mod functions;
#[cfg(test)]
mod growth_tests;
mod inline;
mod input;
mod kill;
mod landing;
mod last_look;
#[cfg(test)]
mod leaks_tests;
mod makefile;
pub mod mcp;
mod named_files;
#[cfg(test)]
mod nested_tests;
mod network;
mod operate;
mod options;
mod other_code;
mod own_secret;
mod placeholders;
#[cfg(test)]
mod places_tests;
mod principle;
mod print;
mod program_name;
#[cfg(test)]
mod program_tests;
#[cfg(test)]
mod quiet_tests;
mod read;
mod recipes;
mod redirect;
mod repeat;
mod replaced;
mod search_path;
#[cfg(test)]
mod second_review_tests;
mod sed;
mod settings_file;
mod simple;
mod source;
mod special;
mod sql;
mod state;
#[cfg(test)]
mod state_tests;
mod task;
mod task_words;
#[cfg(test)]
mod third_review_tests;
pub(crate) mod tool;
mod traps;
mod walk;
mod windows;
mod zsh;

pub use tool::is_shell;

pub(crate) use dependencies::Uses;
pub(crate) use tool::{Area, Understood, assess_call};
