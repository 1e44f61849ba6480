//! Whatever the text: an answer, in bounded time, and no panic.

use std::time::{Duration, Instant};

use proptest::prelude::*;

use crate::code::{read, read_sql};
use crate::knowledge::Lang;

const LANGS: [Lang; 7] =
    [Lang::Python, Lang::JavaScript, Lang::Perl, Lang::Ruby, Lang::Php, Lang::Lua, Lang::Awk];

const PIECES: &[&str] = &[
    "import os",
    "os.system(",
    "from x import *",
    "def f(a, b=1):\n  ",
    "f(",
    "lambda x: ",
    "exec(",
    "eval ",
    "getattr(os, ",
    "require('fs')",
    "const {a: b} = ",
    "=> ",
    "${",
    "`",
    "'",
    "\"",
    "\"\"\"",
    "f'{x",
    "{{",
    "}",
    "{",
    "(",
    ")",
    "[",
    "]",
    "\n",
    "\n    ",
    ";",
    ",",
    ":",
    "::",
    "->",
    "=",
    "+=",
    "<<EOT\n",
    "EOT\n",
    "<<<X\n",
    "q{",
    "qw(",
    "s/a/b/e",
    "m{",
    "%w[",
    "%x(",
    "#{",
    "/*",
    "*/",
    "//",
    "--",
    "--[[",
    "]]",
    "#",
    "=pod\n",
    "=cut\n",
    "$x",
    "@y",
    "%z",
    "$$",
    "$)",
    "${x}",
    "\\",
    "\\x7",
    "é",
    "𝄞",
    "0x",
    "1e5",
    ".5",
    "for x in ",
    "for (const f of ",
    "foreach (",
    "while ",
    "if ",
    "else ",
    "do |x|",
    "end",
    "x",
    "y.z",
    "system ",
    "unlink ",
    "[::-1]",
    "[1:",
    "*",
    "**",
    "%",
    "% (",
    ".join(",
    ".format(",
    "getline",
    " | ",
    "> \"x\"",
    "print ",
    "new ",
    "await ",
    "class A",
    "function g(",
    "sub h {",
    "push @y, ",
    "x.append(",
    "x = [x, x]\n",
    "x += x\n",
    "f = f.bind\n",
    "return ",
    "not ",
    "/x",
    "<x",
    "?",
    "select 'a",
    "drop table ",
    "$q$",
    "\\copy ",
    ".read ",
    "/*!",
];

fn any_text() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(PIECES), 0..60).prop_map(|v| v.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn any_pieces(text in any_text()) {
        for lang in LANGS {
            read(lang, &text);
        }
        read_sql(&text);
    }

    #[test]
    fn any_characters(text in "\\PC{0,80}") {
        for lang in LANGS {
            read(lang, &text);
        }
        read_sql(&text);
    }
}

/// A quarter of what a call may have, so that the test stays quick; a square takes seconds even then.
const SIZE: usize = 16 * 1024;
const LONGEST: Duration = Duration::from_millis(1500);

/// Every piece, repeated.
#[test]
fn no_squares() {
    let extra = [
        "(/[",
        "\"$a{",
        "f\"{ {",
        "x=[x,x];",
        "x=x+x;",
        "def f(): f(f(f()))\n",
        "`${",
        "[x for x in [",
        "f(lambda: ",
        "{a:",
        "if x: x=[x]\n",
        "a<b<",
        "x.y.z.",
        "x=x.bind;",
        "x = f(x)\ndef f(y): return [y, y]\n",
        "os.system('a' + ",
        "'a'*99999;",
        "f('",
        "s{",
        "<<A;",
    ];
    let mut slow = Vec::new();
    let mut time = |what: String, f: &mut dyn FnMut()| {
        let start = Instant::now();
        f();
        if start.elapsed() > LONGEST {
            slow.push(format!("{what}: {:?}", start.elapsed()));
        }
    };
    for piece in PIECES.iter().chain(&extra) {
        let text = piece.repeat(SIZE / piece.len());
        for lang in LANGS {
            time(format!("{lang:?} {piece:?}"), &mut || drop(read(lang, &text)));
        }
        time(format!("sql {piece:?}"), &mut || drop(read_sql(&text)));
    }
    assert!(slow.is_empty(), "{}", slow.join("\n"));
}
