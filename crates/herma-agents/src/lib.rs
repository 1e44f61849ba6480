//! One file an agent: its hook's JSON in and out, and how to connect it.

#![forbid(unsafe_code)]
