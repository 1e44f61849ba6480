//! From a call to what may run.

pub(crate) mod request;
pub(crate) mod words;
