//! The scenarios, each written once for all surfaces.

mod approving;
mod changing;
mod crisis;
mod failing;
mod findings;
mod judging;
mod recording;
mod remembering;

pub use approving::*;
pub use changing::*;
pub use crisis::*;
pub use failing::*;
pub use findings::*;
pub use judging::*;
pub use recording::*;
pub use remembering::*;

use super::surface::{Met, Opener};

#[track_caller]
fn assert_asked(met: Met) -> herma_store::Request {
    match met {
        Met::Asked(request) => *request,
        other => panic!("not asked about: {other:?}"),
    }
}

#[track_caller]
fn assert_refused(met: Met) -> String {
    match met {
        Met::Denied(reason) => reason,
        other => panic!("not refused: {other:?}"),
    }
}
