use crate::world::{Entry, TableWorld, Tracked};
use crate::{Decision, Policy, ToolCall, judge};

const APP: &str = "/home/dev/src/app";

fn world() -> TableWorld {
    let mut world = TableWorld::developer();
    for (name, text) in [
        ("x.py", "import shutil\nshutil.rmtree('/home/dev/photos')\n"),
        ("x.js", "require('child_process').execSync('rm -rf ~/photos')\n"),
        ("x.sh", "rm -rf ~/photos\n"),
        ("s.sql", ".shell rm -rf ~/photos\n"),
        ("evil.mk", "all:\n\trm -rf ~/photos\n"),
        ("g", "shell rm -rf ~/photos\n"),
        ("st.sh", "#!/bin/sh\npython3 -\n"),
        ("st2.sh", "#!/bin/sh\ncat > z.sh; sh z.sh\n"),
        ("st3.sh", "#!/bin/sh\nexec < x.py\npython3\n"),
        (
            "lines.sh",
            "#!/bin/bash\nset -e\nwhile read -r l; do echo \"got $l\"; done\nn=$(grep -c a README.md)\nnode -e 'console.log(1)'\n",
        ),
        ("list", "a\nb\n"),
        ("q.sql", "select 1;\n"),
    ] {
        let path = format!("{APP}/{name}");
        world.files.insert(path.clone(), text.as_bytes().to_vec());
        world.entries.insert(path.clone(), Entry::File { size: text.len() as u64, executable: true });
        world.tracked.insert(path, Tracked::Untracked);
    }
    world
}

fn judged(commands: &[&str], allow: bool) -> Vec<String> {
    commands
        .iter()
        .map(|command| (command, judge(&ToolCall::shell(*command), &world(), &Policy::default())))
        .filter(|(_, verdict)| (verdict.decision == Decision::Allow) == allow)
        .map(|(command, verdict)| format!("{command}: {}", verdict.reason()))
        .collect()
}

fn stopped(commands: &[&str]) {
    let wrong = judged(commands, true);
    assert!(wrong.is_empty(), "run unasked:\n{}", wrong.join("\n"));
}

fn allowed(commands: &[&str]) {
    let wrong = judged(commands, false);
    assert!(wrong.is_empty(), "stopped:\n{}", wrong.join("\n"));
}

#[test]
fn t67_a_nested_shell_has_the_input_of_its_context() {
    stopped(&[
        "bash -c python3 < x.py",
        "bash -c 'python3' <<< \"import shutil; shutil.rmtree('/home/dev/photos')\"",
        "sh -c \"python3 -\" <<< \"import shutil; shutil.rmtree('/home/dev/photos')\"",
        "bash -c node < x.js",
        "echo \"drop table users\" | bash -c \"psql prod\"",
        "bash -c \"make -f -\" < evil.mk",
        "bash -c \"sqlite3 a.db\" < s.sql",
        "echo 'rm -rf ~/photos' | bash -c '. /dev/stdin'",
        "sh -c \". /dev/fd/0\" < x.sh",
        "bash -c 'eval \"$(cat)\"' <<< 'rm -rf ~/photos'",
        "{ eval \"$(cat)\"; } < x.sh",
        "f() { eval \"$(cat)\"; }; f < x.sh",
        "echo 'rm -rf ~/photos' | eval \"$(cat)\"",
        "bash -c 'bash -c \"bash\"' < x.sh",
        "eval python3 < x.py",
        "sudo -u dev bash -c python3 < x.py",
        "xargs -a list bash -c 'true'; bash -c sh < x.sh",
        "python3 -c 'import os; os.system(\"sh\")' < x.sh",
        "python3 -c 'import subprocess; subprocess.run([\"sh\"])' < x.sh",
        "find . -maxdepth 0 -exec sh \\; < x.sh",
    ]);
}

#[test]
fn t67_what_a_nested_shell_writes_of_its_input_is_followed() {
    stopped(&[
        "bash -c \"cat > z.sh\" < x.sh; sh z.sh",
        "echo 'rm -rf ~/photos' | bash -c \"cat > z.sh\"; sh z.sh",
        "echo 'rm -rf ~/photos' | sh -c 'tee z.sh'; sh z.sh",
        "./st.sh < x.py",
        "cat x.py | bash st.sh",
        "./st2.sh < x.sh",
        "echo 'rm -rf ~/photos' | ./st2.sh",
    ]);
}

#[test]
fn t67_a_shell_reads_on_from_where_exec_points_it() {
    stopped(&[
        "exec < x.py; python3",
        "exec 0< x.py; python3 -",
        "exec < x.py; bash -c python3",
        "exec <<< 'rm -rf ~/photos'; eval \"$(cat)\"",
        "if true; then exec < x.py; fi; python3",
        "f() { exec < x.py; }; f; python3",
        "{ exec < x.py; python3; } < list",
        "test -f x.py && exec < x.py; python3",
        "./st3.sh",
        "bash st3.sh < list",
        "gdb < g",
        "lldb < g",
        "bash -c gdb < g",
    ]);
}

#[test]
fn t67_input_that_is_only_read_stays_quiet() {
    allowed(&[
        "bash -c \"cat\" < list",
        "echo hi | bash -c 'cat > out.txt'",
        "cat list | ./lines.sh",
        "./lines.sh < list",
        "while read l; do echo $l; done < list",
        "while read -r l; do x=$(grep -c $l README.md); echo $x; done < list",
        "bash -c 'sort | uniq -c' < list",
        "cat x.sh | while read -r l; do echo \"$l\"; done",
        "echo y | bash -c 'npm init'",
        "exec < list; read a; echo $a",
        "exec < list; while read l; do echo $l; done",
        "bash -c 'psql dev' < q.sql",
        "cat list | xargs sh -c 'echo \"$@\"'",
        "cat README.md | python3 -c 'import sys; print(len(sys.stdin.read()))'",
        "x=$(cat list | bash -c 'wc -l')",
        "bash <<'E'\nread x\ncargo build\nE",
        "echo 1 | sh -c 'python3 -c \"print(1)\"'",
        "exec < /dev/tty; read a",
        "gdb -batch -ex bt ./app core < /dev/null",
    ]);
}
