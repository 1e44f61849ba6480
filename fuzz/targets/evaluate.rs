//! Evaluation: what is said to be known is what bash would make of it.
//!
//! The same bytes are taken as an arithmetic expression whose value we compute another way, as a text in many
//! spellings, and as words in which only crashes and bounds are looked for.

#![no_main]

use herma_core::understand::fuzzing::{arithmetic, expand_last, filter};
use herma_core::world::TableWorld;
use herma_fuzz::encodings;
use herma_fuzz::expression::Expression;
use libfuzzer_sys::fuzz_target;

/// Programs whose output is computed.
const FILTERS: &[&str] = &[
    "echo", "printf", "cat", "base64", "base32", "openssl", "xxd", "rev", "tac", "tr", "cut", "sed", "head",
    "tail", "awk", "sort", "uniq", "basename", "dirname", "fmt", "nl",
];

fuzz_target!(|data: &[u8]| {
    let Some((kind, rest)) = data.split_first() else { return };
    let text = herma_fuzz::text(rest);
    match kind % 4 {
        0 => computes_as_bash_does(rest),
        1 => reads_every_spelling(&text),
        2 => {
            let _ = arithmetic(&text);
            let mut pieces = text.split('\0');
            let stdin = pieces.next().unwrap_or("");
            let args: Vec<&str> = pieces.collect();
            for name in FILTERS {
                let _ = filter(name, &args, stdin);
            }
        }
        _ => {
            let world = TableWorld::developer();
            if let Some(expanded) = expand_last(&text, &world) {
                assert_eq!(Some(expanded), expand_last(&text, &world), "{text:?}");
            }
        }
    }
});

fn computes_as_bash_does(data: &[u8]) {
    let expression = Expression::from_bytes(data);
    if let (Some(ours), Some(theirs)) = (arithmetic(&expression.text), expression.value) {
        assert_eq!(ours, theirs, "{}", expression.text);
    }
}

fn reads_every_spelling(text: &str) {
    let world = TableWorld::developer();
    for (spelling, want) in encodings::all(text) {
        let Some(expanded) = expand_last(&spelling, &world) else {
            panic!("cannot be read: {spelling:?}");
        };
        if expanded.bounded {
            continue;
        }
        for fields in &expanded.choices {
            match fields.as_slice() {
                [Some(_), Some(value)] => assert_eq!(*value, want, "{spelling:?}"),
                // Not known: then it is asked about.
                [Some(_), None] => {}
                other => panic!("{} fields instead of one out of {spelling:?}", other.len()),
            }
        }
    }
}
