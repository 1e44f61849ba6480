use super::{FileText, Why, interpreter, is_native};
use crate::knowledge::Lang;
use crate::world::{Entry, TableWorld, Tracked};
use crate::{Decision, Policy, ToolCall, judge};

const APP: &str = "/home/dev/src/app";

fn world(files: &[(&str, &[u8])]) -> TableWorld {
    let mut world = TableWorld::developer();
    for (name, bytes) in files {
        let path = if name.starts_with('/') { (*name).to_owned() } else { format!("{APP}/{name}") };
        world.entries.insert(path.clone(), Entry::File { size: bytes.len() as u64, executable: true });
        world.tracked.insert(path.clone(), Tracked::Untracked);
        world.files.insert(path, bytes.to_vec());
    }
    world
}

fn decides(world: &TableWorld, command: &str) -> Decision {
    judge(&ToolCall::shell(command), world, &Policy::default()).decision
}

fn all_tracked(mut world: TableWorld) -> TableWorld {
    world.tracked.values_mut().for_each(|t| *t = Tracked::Clean);
    world
}

#[test]
fn t63_scripts_that_cannot_be_read_are_asked() {
    let long = format!("#!/bin/bash\n{}rm -rf /\n", "# pad\n".repeat(12_000));
    let deep = format!("{}rm -rf /{}\n", "(".repeat(40), ")".repeat(40));
    for (name, bytes) in [
        ("long.sh", long.as_bytes()),
        ("nul.sh", b"#!/bin/bash\necho a\0\nrm -rf /\n"),
        ("latin.sh", b"#!/bin/bash\necho \xff\nrm -rf /\n"),
        ("deep.sh", deep.as_bytes()),
        ("broken.sh", b"if true; then echo a\n"),
    ] {
        let untracked = world(&[(name, bytes)]);
        for command in
            [format!("bash {name}"), format!("./{name}"), format!(". ./{name}"), format!("sh < {name}")]
        {
            assert_ne!(decides(&untracked, &command), Decision::Allow, "{command}");
        }
        let clean = all_tracked(world(&[(name, bytes)]));
        assert_eq!(decides(&clean, &format!("bash {name}")), Decision::Allow, "tracked {name}");
        assert_eq!(decides(&clean, &format!("./{name}; rm -rf /")), Decision::Deny, "what follows {name}");
    }
}

#[test]
fn t63_an_unknown_interpreter_line_is_asked_and_a_named_interpreter_reads() {
    let odd = world(&[("odd", b"#!/usr/bin/frob\nrm -rf /\n")]);
    assert_eq!(decides(&odd, "./odd"), Decision::Ask);
    assert_eq!(decides(&odd, "bash odd"), Decision::Deny);
    assert_eq!(decides(&all_tracked(odd), "./odd"), Decision::Allow);
    let known = world(&[
        ("t", b"#!/usr/bin/env -S uv run --script\nprint(1)\n"),
        ("e", b"#!/usr/bin/expect\nspawn ls\n"),
    ]);
    assert_eq!(decides(&known, "./t"), Decision::Allow);
    assert_eq!(decides(&known, "./e"), Decision::Allow);
}

#[test]
fn t63_programs_and_bundles_are_no_scripts() {
    let mut elf = b"\x7fELF\x02\x01\x01".to_vec();
    elf.resize(70_000, 0);
    let bundle = "var a = 1;\n".repeat(10_000);
    let world = world(&[("target/debug/app", &elf), ("x", &elf), ("dist/bundle.js", bundle.as_bytes())]);
    for command in
        ["./target/debug/app --help", "gcc x.c -o x && ./x", "node dist/bundle.js", "pytest", "./missing.sh"]
    {
        assert_eq!(decides(&world, command), Decision::Allow, "{command}");
    }
    // A shell that is handed it reads it as a text.
    assert_eq!(decides(&world, "sh ./x"), Decision::Ask);
}

#[test]
fn t63_text_from_a_file_is_read_before_it_is_run() {
    let files = world(&[
        ("b", b"cm0gLXJmIC8K\n"),
        ("c", b"rm -rf /\n"),
        ("ok", b"echo fine\n"),
        ("late.sh", b"eval \"$(base64 -d b)\"\n"),
        ("late.py", b"import os\nos.system(open('c').read())\n"),
        ("drop.sql", b"drop table users;\n"),
        ("big.sql", &b"-- pad\n".repeat(12_000)),
    ]);
    for command in [
        "eval \"$(base64 -d b)\"",
        "base64 -d < b | sh",
        "base64 --decode b | bash",
        "cat b | base64 -d | sh",
        "eval \"$(cat c)\"",
        "eval \"$(<c)\"",
        "python3 -c \"import os; os.system(open('c').read())\"",
        "bash late.sh",
        "python3 late.py",
    ] {
        assert_eq!(decides(&files, command), Decision::Deny, "{command}");
    }
    for command in
        ["psql prod < drop.sql", "psql prod < big.sql", "psql prod -f big.sql", "cat big.sql | psql prod"]
    {
        assert_eq!(decides(&files, command), Decision::Ask, "{command}");
    }
    assert_eq!(decides(&files, "eval \"$(cat ok)\""), Decision::Allow);
    assert_eq!(decides(&all_tracked(files), "psql dev < big.sql"), Decision::Allow);
}

#[test]
fn interpreters_and_native_programs_are_told_by_their_beginning() {
    assert_eq!(interpreter("echo"), Ok(None));
    assert_eq!(interpreter("#!/usr/bin/env python3.12\n"), Ok(Some(Lang::Python)));
    assert_eq!(interpreter("#! /bin/sh -e\n"), Ok(Some(Lang::Shell)));
    assert_eq!(interpreter("#!/opt/x\n"), Err(Why::Interpreter));
    assert!(!is_native(b"MZ=1\nrm -rf /\n"));
    assert!(!is_native(b"\x7fELF\nrm -rf /\n"));
    assert_ne!(FileText::Native, FileText::Absent);
}

#[test]
fn t67_files_written_in_the_same_call_are_followed_or_unknown() {
    let files = world(&[
        ("c", b"rm -rf ~/Documents\n"),
        ("p.diff", b"--- a/z.sh\n+++ b/z.sh\n@@ -0,0 +1 @@\n+rm -rf ~\n"),
        ("x/z.sh", b"rm -rf ~/Documents"),
    ]);
    for command in [
        "python3 -c 'open(\"z.sh\",\"w\").write(\"rm -rf ~/Documents\")'; bash z.sh",
        "python3 -c 'f=open(\"z.sh\",\"w\"); f.write(\"rm -rf \"); f.write(\"~/Documents\")'; bash z.sh",
        "python3 -c 'from pathlib import Path; Path(\"z.sh\").write_text(\"rm -rf ~/Documents\")'; bash z.sh",
        "python3 -c 'open(\"z.sh\",\"w\").write(bytes(x).decode())'; bash z.sh",
        "node -e 'require(\"fs\").writeFileSync(\"z.sh\", \"rm -rf ~/Documents\")'; sh z.sh",
        "echo 'rm -rf ~/Documents' > z.sh; node -e 'require(\"fs\").appendFileSync(\"z.sh\", \"#\")'; sh z.sh",
        "sort -o z.sh c; sh z.sh",
        "sort -o z.sh c && . ./z.sh",
        "dd if=c of=z.sh; sh z.sh",
        "iconv -o z.sh c; sh z.sh",
        "find . -name c -fprintf z.sh '%p'; sh z.sh",
        "awk '{print > \"z.sh\"}' c; sh z.sh",
        "patch -p1 < p.diff; bash z.sh",
        "git apply p.diff; ./z.sh",
        "tar xf a.tar; ./run.sh",
        "unzip a.zip -d y; bash y/run.sh",
        "frobnicate -o z.sh; bash z.sh",
        "sed -i 's/^.*$/rm -rf \\/home\\/dev\\/Documents/' z.sh; bash z.sh",
        "echo ok > z.sh; sort -o z.sh c; sh z.sh",
        "cp -r x y; bash y/z.sh",
        "mv x y && bash y/z.sh",
        "sort -o Makefile c; make",
    ] {
        assert_ne!(decides(&files, command), Decision::Allow, "{command}");
    }
    for command in [
        "python3 -c 'open(\"z.sh\",\"w\").write(\"echo fine\")'; bash z.sh",
        "gcc x.c -o x && ./x",
        "sed -i 's/DEBUG=0/DEBUG=1/' run.sh && ./run.sh",
        "black app.py && python3 app.py",
        "touch run.sh && bash run.sh",
        "go build -o app . && ./app",
        "cargo build && ./target/debug/app",
        "mkdir -p out && python3 gen.py && pytest",
        "tar xf data.tar -C data && bash x.sh",
        "python3 -c 'open(\"out.json\",\"w\").write(x)'; cat out.json",
    ] {
        let there = world(&[("x.sh", b"echo fine\n")]);
        assert_eq!(decides(&there, command), Decision::Allow, "{command}");
    }
}

#[test]
fn t64_files_past_the_bound_are_unknown() {
    let world = world(&[("z.sh", b"echo a\n"), ("w/z.sh", b"echo a\n")]);
    let many = |one: &dyn Fn(usize) -> String| (0..300).map(one).collect::<String>();
    for command in [
        many(&|i| format!("sort a -o f{i}; ")) + "sort b -o z.sh; sh z.sh",
        many(&|i| format!("tar xf a.tar -C d{i}; ")) + "tar xf b.tar -C w; sh w/z.sh",
        many(&|i| format!("sed -i 's/a/b{i}/' f{i}; ")) + "sed -i 's/a/rm -rf x/' z.sh; sh z.sh",
    ] {
        assert_ne!(decides(&world, &command), Decision::Allow, "{}", &command[command.len() - 40..]);
    }
    // The same file again is no further file.
    let same = many(&|_| "sort a -o f; ".to_owned()) + "sh z.sh";
    assert_eq!(decides(&world, &same), Decision::Allow);
}

#[test]
fn t64_a_sourced_trap_runs_with_what_holds_at_the_end() {
    for (trap, command) in [
        ("trap 'rm -rf $f' EXIT\n", ". ./t.sh; f=~; true"),
        ("trap '$x' EXIT\n", ". ./t.sh; x='rm -rf /'"),
        ("trap g EXIT\n", "source t.sh; g() { rm -rf /; }"),
        ("trap g EXIT\n", "bash -c '. ./t.sh; g() { rm -rf /; }'"),
        ("trap g EXIT\n", "eval \"$(cat t.sh)\"; g() { rm -rf /; }"),
    ] {
        assert_ne!(decides(&world(&[("t.sh", trap.as_bytes())]), command), Decision::Allow, "{command}");
    }
    let script = world(&[("m.sh", b". ./t.sh\ng() { rm -rf /; }\n"), ("t.sh", b"trap g EXIT\n")]);
    assert_ne!(decides(&script, "bash m.sh"), Decision::Allow);
    for (trap, command) in [
        ("trap 'rm -rf \"$D\"' EXIT\n", ". ./t.sh; D=/tmp/x; mkdir -p $D"),
        ("trap 'echo bye' EXIT\n", ". ./t.sh; make"),
        ("trap '$cleanup' EXIT\n", ". ./t.sh; make"),
    ] {
        assert_eq!(decides(&world(&[("t.sh", trap.as_bytes())]), command), Decision::Allow, "{command}");
    }
}

#[test]
fn t64_a_script_that_may_appear_is_unknown() {
    let mut world = world(&[("gen.sh", b"echo a\n")]);
    world.entries.insert(APP.to_owned(), Entry::Directory);
    for name in ["z.sh", "out.py", "tool", "app", "dist/x.js"] {
        world.missing.insert(format!("{APP}/{name}"));
    }
    world.entries.insert(format!("{APP}/dist"), Entry::Directory);
    for command in ["frob; sh z.sh", "frob && . ./z.sh", "./tool x && python3 out.py", "./tool; ./z.sh"] {
        assert_ne!(decides(&world, command), Decision::Allow, "{command}");
    }
    for command in [
        "sh z.sh",
        "sh gen.sh; sh z.sh",
        "ls; python3 out.py",
        "gcc a.c -o app && ./app",
        "frob build && node dist/x.js",
        "frob && ./app",
        "frob; sh gen.sh",
        "frob; python3 unseen.py",
    ] {
        assert_eq!(decides(&world, command), Decision::Allow, "{command}");
    }
}
