use std::time::{Duration, Instant};

use crate::code::{SedAct, read_sed};

fn acts(script: &str) -> Vec<SedAct> {
    let reading = read_sed(script, |_| false);
    assert!(reading.complete, "{script}");
    reading.acts
}

#[test]
fn commands_end_where_sed_says() {
    let run = |t: &str| SedAct::Run(t.to_owned());
    let read = |t: &str| SedAct::Read(t.to_owned());
    let write = |t: &str| SedAct::Write(t.to_owned());
    for (script, want) in [
        ("1e id;ls\np", vec![run("id;ls")]),
        ("1e\\\nid", vec![run("id")]),
        ("1e one\\\ntwo", vec![run("one\ntwo")]),
        ("1{e id\n}", vec![run("id")]),
        ("e", vec![SedAct::RunInput]),
        ("s/[/]/x/w a;b", vec![write("a;b")]),
        ("s,a\\,e,b,;r x", vec![read("x")]),
        ("y/w e/abc/;W x", vec![write("x")]),
        ("\\,x,I!R y", vec![read("y")]),
        ("0~3,+2 w z", vec![write("z")]),
        ("a e id\nr x", vec![read("x")]),
        ("a\\\n  e id\\\ne id\nr x", vec![read("x")]),
        ("b end;: end;$!N", vec![]),
        ("# e id\np", vec![]),
        ("s/[^]/]e/ /g;/[[:alpha:]/]/d", vec![]),
    ] {
        assert_eq!(acts(script), want, "{script}");
    }
}

#[test]
fn what_is_no_sed_is_said() {
    for script in ["s/a/b", "s/[/b/", "/x", "k", "pp e id", "s/a/b/k", "w"] {
        assert!(!read_sed(script, |_| false).complete, "{script}");
    }
}

#[test]
fn hostile_scripts_are_read_in_linear_time() {
    for piece in
        ["[", "s/", "{", "\\", "1,", "/[[:", "e\\\n", "w x\n", "!", "s/a/&&\\1/e;", "y/", "a\\", "\u{e9}"]
    {
        let script = piece.repeat(400_000 / piece.len());
        let start = Instant::now();
        read_sed(&script, |_| false);
        assert!(start.elapsed() < Duration::from_secs(2), "{piece:?} took {:?}", start.elapsed());
    }
}
