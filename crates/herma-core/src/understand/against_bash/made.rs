//! Texts made at random out of pieces that are harmless in every order.

use proptest::prelude::*;

fn one_of(pieces: &'static [&'static str]) -> impl Strategy<Value = String> {
    prop::sample::select(pieces).prop_map(str::to_owned)
}

fn name() -> impl Strategy<Value = String> {
    one_of(&["x", "y", "a", "i"])
}

/// Words without a command in them.
fn plain() -> impl Strategy<Value = String> {
    one_of(&[
        "rm", "-rf", "/", "abc", "'a b'", "\"a b\"", "a.b.c", "a:b:c", "a/b/c", "AbC", "1", "2", "0", "10",
        "'*'", "$'a\\tb'", "''", "a\\ b", "x", "y", "{a,b}", "{1..3}", "~/x", "'a\\tb'", "1+1", "'$x'",
    ])
}

fn parameter() -> impl Strategy<Value = String> {
    let op = one_of(&[
        "", ":-d", "-d", ":+d", "+d", "#*.", "##*.", "%.*", "%%.*", "/a/q", "//a/q", "/#a/q", "/%c/q",
        "//[ab]/", ":1", ":0:1", ": -1", ":1:-1", "^", "^^", ",", ",,", "~~", "@Q", "@U", "#'*'", "[0]",
        "[1]", "[@]", "[-1]", "[@]:1", "[i]", "[*]",
    ]);
    let start = one_of(&["", "", "", "#", "!"]);
    (start, name(), op).prop_map(|(start, name, op)| format!("${{{start}{name}{op}}}"))
}

fn number() -> impl Strategy<Value = String> {
    let atom = one_of(&[
        "1", "2", "3", "010", "0x1f", "x", "i", "y", "(1+2)", "-1", "x++", "--i", "i=2", "!0", "~1",
    ]);
    let op = one_of(&[
        "+", "-", "*", "/", "%", "**", "<<", ">>", "&", "|", "^", "&&", "||", "<", "==", ",", " + ", " * ",
    ]);
    (atom, prop::collection::vec((op, one_of(&["1", "2", "3", "x", "i", "(2*2)", "- 2"])), 0..4)).prop_map(
        |(first, rest)| rest.into_iter().fold(first, |text, (op, atom)| format!("{text}{op}{atom}")),
    )
}

fn printer() -> impl Strategy<Value = String> {
    let filter = one_of(&[
        "rev",
        "tac",
        "cat",
        "sort",
        "uniq",
        "head -1",
        "head -n 2",
        "tail -1",
        "tail -n +2",
        "tail -n 1",
        "cut -c2-",
        "cut -d: -f2",
        "cut -d. -f1",
        "cut -d/ -f2-",
        "tr a b",
        "tr a-c A-C",
        "tr -d a",
        "tr -s a",
        "tr -dc abc",
        "sed s/a/b/",
        "sed s/a/b/g",
        "sed 's/a/b/;s/b/c/'",
        "sed -n p",
        "sed 1d",
        "awk '{print $1}'",
        "awk '{print $2}'",
        "awk -F: '{print $2}'",
        "base64 | base64 -d",
        "head -c 2",
        "tail -c 2",
    ]);
    let print = one_of(&[
        "printf '%s\\n' a b c",
        "printf '%s:' a b",
        "echo a:b:c",
        "echo abc",
        "echo a b c",
        "printf 'a\\nb\\n'",
        "echo -e 'a\\tb'",
        "printf '%5s|%-3s|%.1s' a b cd",
        "printf '%d,%x' 10 255",
        "echo \"$x\"",
        "echo $y",
        "printf %b 'a\\x41'",
        "echo -n a.b.c",
        "printf '%s\\n' \"${a[@]}\"",
    ]);
    (print, prop::collection::vec(filter, 0..3)).prop_map(|(print, filters)| {
        let line = filters.into_iter().fold(print, |line, filter| format!("{line} | {filter}"));
        format!("$({line})")
    })
}

fn word() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        3 => plain(),
        4 => parameter(),
        2 => number().prop_map(|text| format!("$(({text}))")),
        2 => printer(),
        1 => parameter().prop_map(|text| format!("\"{text}\"")),
        1 => printer().prop_map(|text| format!("\"{text}\"")),
    ];
    prop::collection::vec(piece, 1..3).prop_map(|pieces| pieces.concat())
}

fn statement() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => (name(), word()).prop_map(|(name, word)| format!("{name}={word}")),
        1 => (name(), word()).prop_map(|(name, word)| format!("{name}+={word}")),
        2 => (name(), prop::collection::vec(word(), 0..4)).prop_map(|(name, words)| format!("{name}=({})", words.join(" "))),
        1 => (name(), word()).prop_map(|(name, word)| format!("{name}+=({word})")),
        2 => (name(), one_of(&["0", "1", "2", "i", "-1", "x"]), word()).prop_map(|(name, at, word)| format!("{name}[{at}]={word}")),
        2 => number().prop_map(|text| format!("(({text}))")),
        1 => (name(), number()).prop_map(|(name, text)| format!("(({name}={text}))")),
        1 => name().prop_map(|name| format!("unset {name}")),
        1 => name().prop_map(|name| format!("unset '{name}[0]'")),
        1 => (name(), name(), word()).prop_map(|(a, b, word)| format!("read -r {a} {b} <<< {word}")),
        1 => (name(), word()).prop_map(|(name, word)| format!("read {name} <<< {word}")),
        1 => (name(), word()).prop_map(|(name, word)| format!("printf -v {name} %s {word}")),
        1 => (name(), word()).prop_map(|(name, word)| format!("export {name}={word}")),
        1 => (name(), word(), word()).prop_map(|(name, one, two)| format!("for i in {one} {two}; do {name}=$i; done")),
        1 => (name(), word()).prop_map(|(name, word)| format!("f() {{ {name}=$1; }}; f {word}")),
        1 => (name(), word()).prop_map(|(name, word)| format!("if [ \"$x\" = 1 ]; then {name}={word}; fi")),
        1 => (name(), word()).prop_map(|(name, word)| format!("({name}={word})")),
        1 => prop::collection::vec(word(), 0..4).prop_map(|words| format!("set -- {}", words.join(" "))),
        1 => one_of(&["IFS=:", "IFS=", "unset IFS", "shift", "declare -i i", "declare -l y", "declare -u x"]),
    ]
}

/// What sets up, and the words.
pub fn text() -> impl Strategy<Value = (String, String)> {
    let setup = prop::collection::vec(statement(), 0..5).prop_map(|statements| statements.join("\n"));
    let words = prop::collection::vec(word(), 1..4).prop_map(|words| words.join(" "));
    (setup, words)
}
