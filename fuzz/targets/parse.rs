//! Parsing and walking: every part of the tree points into the text, and a text means the same wherever it stands.

#![no_main]

use herma_core::effect::Span;
use herma_core::shell::{self, ParseError};
use herma_fuzz::{holds_of_every_verdict, judge, lies_within, nothing_hides_what_follows, tree};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let text = herma_fuzz::text(data);
    let parsed = shell::read(&text, None);
    let mut parts = 0;
    tree::spans(&parsed.script, &mut |span: Span| {
        parts += 1;
        lies_within(span, &text, "a part of the tree");
    });
    assert!(parts <= 64 + 16 * text.len(), "{parts} parts out of {} bytes: {text:?}", text.len());

    // Text that is no part of the call's own points at the word that carried it, everywhere.
    let fixed = Span::new(3, 5);
    let carried = shell::read(&text, Some(fixed));
    assert_eq!(carried.error, parsed.error, "{text:?}");
    tree::spans(&carried.script, &mut |span: Span| assert_eq!(span, fixed, "{text:?}"));

    if parsed.error.is_none() {
        means_the_same_inside(&text, &tree::shape(&parsed.script));
    }
    holds_of_every_verdict(&text, &judge(&text));
    nothing_hides_what_follows(&text);
});

/// What can be read to its end can be read within a group, a subshell and a substitution, with the same commands.
fn means_the_same_inside(text: &str, shape: &[String]) {
    if shape.is_empty() || text.ends_with('\\') {
        return;
    }
    for (open, close) in [("{ ", "\n}"), ("( ", "\n)"), ("if :; then ", "\nfi"), ("echo \"$( ", "\n)\"")] {
        let longer = format!("{open}{text}{close}");
        match shell::parse(&longer) {
            Ok(script) => {
                let inside = tree::shape(&script);
                assert!(
                    inside.windows(shape.len()).any(|part| part == shape),
                    "{shape:?} is lost in {longer:?}: {inside:?}"
                );
            }
            Err(ParseError::TooDeep | ParseError::TooComplex | ParseError::TooLong) => {}
            Err(error) => panic!("{text:?} can be read, {longer:?} cannot: {error}"),
        }
    }
}
