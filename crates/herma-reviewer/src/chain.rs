//! The providers in their order: who cannot answer is passed over, and left alone for a while.

use crate::fail::{Fail, of_status};
use crate::frame::{Case, Frame};
use crate::http::{Carrier, Post};
use crate::protocol::{answer, request, short};
use crate::{Opinion, Provider, Usage};
use std::time::{Duration, Instant};

/// Who has failed lately, and until when that counts. Kept between processes by whoever calls.
pub trait Memory {
    fn is_left_alone(&self, provider: &str) -> bool;
    fn leave_alone(&mut self, provider: &str, time: Duration);
}

/// What came of asking.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Review {
    Opinion(Opinion),
    /// Nobody had one: a person decides, and hears why.
    Failed(Vec<Fail>),
}

/// And what it cost.
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use]
pub struct Reviewed {
    pub review: Review,
    pub usage: Vec<Usage>,
}

/// Asks one provider after the other, within the time there is.
pub fn review(
    providers: &[Provider],
    case: &Case,
    carrier: &dyn Carrier,
    memory: &mut dyn Memory,
    within: Duration,
) -> Reviewed {
    let until = Instant::now() + within;
    let (mut fails, mut usage) = (Vec::new(), Vec::new());
    for provider in providers {
        let fail = |kind, text: &str| Fail { by: provider.name.clone(), kind, text: text.to_owned() };
        if memory.is_left_alone(&provider.name) {
            continue;
        }
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            break;
        }
        let Some(frame) = Frame::of(case) else { break };
        let (url, headers, body) = request(provider, &frame);
        let post = Post { url: &url, headers: &headers, body: body.to_string(), within: left };
        let received = match carrier.post(&post) {
            Ok(received) => received,
            Err((kind, text)) => {
                usage.push(nothing(provider, kind));
                if let Some(time) = kind.remembered() {
                    memory.leave_alone(&provider.name, time);
                }
                fails.push(fail(kind, &short(&text)));
                continue;
            }
        };
        let (said, mut used) = answer(provider, &received.body);
        if let Some(kind) = of_status(received.status, &received.body) {
            used.failed = Some(kind);
            usage.push(used);
            if let Some(time) = kind.remembered() {
                memory.leave_alone(&provider.name, time);
            }
            fails.push(fail(kind, &format!("status {}: {}", received.status, short(&received.body))));
            continue;
        }
        // Malformed and refused end it: what one model was talked out of answering, the next might be talked into.
        match said.and_then(|text| frame.read(&provider.name, &text)) {
            Ok(opinion) => {
                usage.push(used);
                return Reviewed { review: Review::Opinion(opinion), usage };
            }
            Err((kind, text)) => {
                used.failed = Some(kind);
                usage.push(used);
                fails.push(fail(kind, &text));
                break;
            }
        }
    }
    Reviewed { review: Review::Failed(fails), usage }
}

fn nothing(provider: &Provider, kind: crate::Kind) -> Usage {
    Usage {
        provider: provider.name.clone(),
        model: provider.model.clone(),
        input: 0,
        output: 0,
        failed: Some(kind),
    }
}
