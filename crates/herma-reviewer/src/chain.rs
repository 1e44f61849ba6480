//! The providers in their order: who cannot answer is passed over, and left alone for a while.

use crate::fail::{Fail, Kind, of_status};
use crate::frame::{Case, Frame};
use crate::http::{Carrier, Post, Received};
use crate::protocol::{Form, answer, request, short};
use crate::{Opinion, Provider, Usage};
use std::time::{Duration, Instant};

/// Who has failed lately, and until when that counts; and in which form a model wants to be asked. Kept between processes
/// by whoever calls.
pub trait Memory {
    fn is_left_alone(&self, provider: &str) -> bool;
    fn leave_alone(&mut self, provider: &str, time: Duration);
    fn form(&self, provider: &str, model: &str) -> Form;
    fn remember_form(&mut self, provider: &str, model: &str, form: Form);
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

/// What one provider has at least, however many wait behind it.
const SHARE_MIN: Duration = Duration::from_secs(1);

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
    let able: Vec<&Provider> = providers.iter().filter(|one| !memory.is_left_alone(&one.name)).collect();
    for (at, provider) in able.iter().enumerate() {
        let fail = |kind, text: &str| Fail { by: provider.name.clone(), kind, text: text.to_owned() };
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            break;
        }
        let frame = match Frame::of(case) {
            Ok(frame) => frame,
            Err((kind, text)) => {
                fails.push(fail(kind, &text));
                break;
            }
        };
        let last = at + 1 == able.len();
        let received = match carry(provider, &frame, carrier, memory, share(left, last)) {
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
        // Malformed and refused end it: what one model was talked out of answering, the next might be talked into.
        let ended = match of_status(received.status, &received.body) {
            Some(kind) => Err((kind, format!("status {}: {}", received.status, short(&received.body)))),
            None => said.and_then(|text| frame.read(&provider.name, &text)),
        };
        match ended {
            Ok(opinion) => {
                usage.push(used);
                return Reviewed { review: Review::Opinion(opinion), usage };
            }
            Err((kind, text)) => {
                used.failed = Some(kind);
                usage.push(used);
                fails.push(fail(kind, &text));
                match kind.remembered() {
                    Some(time) => memory.leave_alone(&provider.name, time),
                    None => break,
                }
            }
        }
    }
    Reviewed { review: Review::Failed(fails), usage }
}

/// One that hangs leaves the next ones time to answer.
fn share(left: Duration, last: bool) -> Duration {
    if last { left } else { (left / 2).max(SHARE_MIN).min(left) }
}

/// Asks one provider; again, if all it minds is a setting that not every model has. What it took is remembered.
fn carry(
    provider: &Provider,
    frame: &Frame,
    carrier: &dyn Carrier,
    memory: &mut dyn Memory,
    within: Duration,
) -> Result<Received, (Kind, String)> {
    let until = Instant::now() + within;
    let Provider { name, model, protocol, .. } = provider;
    let known = memory.form(name, model);
    let mut form = known;
    loop {
        let (url, headers, body) = request(provider, frame, form);
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err((Kind::TimedOut, "it took too long".to_owned()));
        }
        let post = Post { url: &url, headers: &headers, body: body.to_string(), within: left };
        let received = carrier.post(&post)?;
        match form.without(*protocol, &received.body).filter(|_| received.status == 400) {
            Some(other) => form = other,
            // It is another model by now than the one that was remembered.
            None if received.status == 400 && form == known && known != Form::default() => {
                memory.remember_form(name, model, Form::default());
                return carry(
                    provider,
                    frame,
                    carrier,
                    memory,
                    until.saturating_duration_since(Instant::now()),
                );
            }
            None => {
                if form != known && received.status == 200 {
                    memory.remember_form(name, model, form);
                }
                return Ok(received);
            }
        }
    }
}

fn nothing(provider: &Provider, kind: Kind) -> Usage {
    Usage {
        provider: provider.name.clone(),
        model: provider.model.clone(),
        input: 0,
        output: 0,
        failed: Some(kind),
    }
}
