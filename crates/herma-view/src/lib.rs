//! What a person is shown: the same on every surface, as a value without a screen.
//!
//! | file | is |
//! |---|---|
//! | `request` | what is asked, and what can be answered |
//! | `view` | a request of the store as that |
//! | `visible`, `look_alike` | bytes made fit to be looked at |
//! | `pressure` | words by which an agent presses for a yes |
//! | `remembered` | what a yes for longer would be remembered as, in words |
//! | `stats`, `chart` | what is counted, and bars of it |
//! | `time`, `duration` | moments and lengths, as people write and read them |

#![forbid(unsafe_code)]

pub mod chart;
pub mod duration;
mod look_alike;
pub mod pressure;
pub mod remembered;
pub mod request;
pub mod stats;
pub mod time;
pub mod view;
pub mod visible;
