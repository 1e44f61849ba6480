use crate::world::{Entry, TableWorld, Tracked};
use crate::{Decision, Policy, ToolCall, judge};

const APP: &str = "/home/dev/src/app";

fn world() -> TableWorld {
    let mut world = TableWorld::developer();
    for (name, text) in [
        ("a.py", "import os, sys\nos.system(sys.argv[1])\n"),
        ("l.py", "import subprocess, sys\nsubprocess.run(sys.argv[1:])\n"),
        ("b.py", "import shutil, sys\nshutil.rmtree(sys.argv[1])\n"),
        (
            "p.py",
            "import argparse, shutil\np = argparse.ArgumentParser()\np.add_argument('dir')\na = p.parse_args()\nshutil.rmtree(a.dir)\n",
        ),
        ("c4.py", "import os\nos.system(input())\n"),
        (
            "m.py",
            "import os, sys\nfor f in os.listdir(sys.argv[1]):\n    if f.endswith('.pyc'):\n        os.remove(os.path.join(sys.argv[1], f))\n",
        ),
        ("e.js", "require('fs').rmSync(process.argv[2], { recursive: true })\n"),
        ("a.js", "require('child_process').execSync(process.argv[2])\n"),
        ("a.rb", "system(ARGV[0])\n"),
        ("a.pl", "system($ARGV[0]);\n"),
        ("kept.py", "import shutil, sys\nshutil.rmtree(sys.argv[1])\n"),
    ] {
        let path = format!("{APP}/{name}");
        world.files.insert(path.clone(), text.as_bytes().to_vec());
        world.entries.insert(path.clone(), Entry::File { size: text.len() as u64, executable: true });
        world.tracked.insert(path, if name == "kept.py" { Tracked::Clean } else { Tracked::Untracked });
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

#[test]
fn t67_a_script_does_what_its_arguments_say() {
    let wrong = judged(
        &[
            "python3 a.py \"rm -rf ~/photos\"",
            "python3 l.py rm -rf ~/photos",
            "python3 b.py ~/photos",
            "python3 p.py ~/photos",
            "node e.js ~/photos",
            "node a.js 'rm -rf ~/photos'",
            "ruby a.rb 'rm -rf ~/photos'",
            "perl a.pl 'rm -rf ~/photos'",
            "echo \"rm -rf ~/photos\" | python3 c4.py",
        ],
        true,
    );
    assert!(wrong.is_empty(), "run unasked:\n{}", wrong.join("\n"));
}

#[test]
fn t67_scripts_that_work_on_the_workspace_stay_quiet() {
    let wrong = judged(
        &[
            "python3 m.py src",
            "python3 kept.py build",
            "python3 kept.py src/old",
            "python3 b.py build",
            "node e.js dist",
            "python3 a.py 'cargo test'",
            "python3 l.py cargo test",
            "ruby a.rb 'ls -la'",
            "echo ls | python3 c4.py",
        ],
        false,
    );
    assert!(wrong.is_empty(), "stopped:\n{}", wrong.join("\n"));
}
