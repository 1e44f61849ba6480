//! A world without a disk: for a judgement that must not wait for one that hangs.

use super::{RealWorld, touches_disk};
use herma_core::{Answer, Question, World};

/// What a disk would have to tell is unknown, and placed as the worst.
#[derive(Debug, Clone, Default)]
pub struct DisklessWorld;

impl World for DisklessWorld {
    fn ask(&self, question: Question<'_>) -> Answer {
        match question {
            Question::Guarded => super::guarded::guarded_by_variables(),
            other if touches_disk(other) => Answer::Unknown,
            other => RealWorld.ask(other),
        }
    }
}
