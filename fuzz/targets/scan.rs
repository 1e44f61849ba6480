//! Bounds: a text that repeats without end is answered in time and within the work budget, costs no more per byte than
//! others, and is never allowed past a bound.
//!
//! The input is a recipe, so that a short one makes a long text: a count, then what opens, what stands in the middle
//! and what closes, each ended by a NUL.

#![no_main]

use herma_core::shell::{self, MAX_TEXT, ParseError};
use herma_core::{Decision, effect::Span, work};
use herma_fuzz::{holds_of_every_verdict, in_time, judge, lies_within};
use libfuzzer_sys::fuzz_target;

/// Units of work that a byte may cost, before the budget ends it: some hundred for what names a path or starts a program. A
/// thousand means that a line of half a kilobyte spends the whole budget.
const UNITS_PER_BYTE: u64 = 1_000;

/// Just past the longest text that is read.
const LONGEST: usize = MAX_TEXT + 64;

fuzz_target!(|data: &[u8]| {
    let Some(text) = unfold(data) else { return };
    let parsed = in_time(&text, || shell::read(&text, None));
    assert_eq!(parsed.error == Some(ParseError::TooLong), text.len() > MAX_TEXT);
    herma_fuzz::tree::spans(&parsed.script, &mut |span: Span| lies_within(span, &text, "a part of the tree"));
    let verdict = in_time(&text, || judge(&text));
    let units = work::last();
    assert!(units <= work::BUDGET + work::BUDGET / 4, "{units} units of work: {text:?}");
    // Cost per byte: what is repeated must not cost more each time.
    let per_byte = units / (text.len() as u64 + 64);
    assert!(per_byte < UNITS_PER_BYTE || units >= work::BUDGET, "{per_byte} units a byte: {text:?}");
    holds_of_every_verdict(&text, &verdict);
    if matches!(parsed.error, Some(ParseError::TooLong | ParseError::TooDeep | ParseError::TooComplex)) {
        assert_ne!(verdict.decision, Decision::Allow);
        assert!(verdict.assessment.bounded, "a bound is not said: {text:?}");
    }
});

fn unfold(data: &[u8]) -> Option<String> {
    let (count, pieces) = data.split_first()?;
    let pieces = herma_fuzz::text(pieces);
    let mut pieces = pieces.split('\0');
    let (open, middle, close) = (pieces.next()?, pieces.next().unwrap_or(""), pieces.next().unwrap_or(""));
    // Most counts are small; the last ones go to the bound and past it.
    let count = match count {
        0..=127 => usize::from(*count),
        128..=254 => usize::from(count - 126).pow(2),
        255 => LONGEST,
    };
    let most = (LONGEST / (open.len() + close.len()).max(1)).min(count);
    Some(format!("{}{middle}{}", open.repeat(most), close.repeat(most)))
}
