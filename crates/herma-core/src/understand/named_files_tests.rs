use super::fits_path;
use crate::world::{Entry, TableWorld, Tracked};
use crate::{Decision, Policy, ToolCall, judge};

const APP: &str = "/home/dev/src/app";
const HOSTILE: &str = "rm -rf ~/photos\n";

fn world(files: &[(&str, &str)]) -> TableWorld {
    let mut world = TableWorld::developer();
    for (name, text) in files {
        let path = format!("{APP}/{name}");
        for (at, _) in path.match_indices('/').skip(4) {
            world.entries.insert(path[..at].to_owned(), Entry::Directory);
        }
        world.entries.insert(path.clone(), Entry::File { size: text.len() as u64, executable: true });
        world.tracked.insert(path.clone(), Tracked::Untracked);
        world.files.insert(path, text.as_bytes().to_vec());
    }
    world
}

fn decides(world: &TableWorld, command: &str) -> Decision {
    judge(&ToolCall::shell(command), world, &Policy::default()).decision
}

#[test]
fn t64_scripts_named_by_a_pattern_or_a_search_are_read() {
    let python = "import shutil; shutil.rmtree('/home/dev/photos')\n";
    let hostile = world(&[
        ("ex.sh", HOSTILE),
        ("sub/ex.sh", HOSTILE),
        ("big.py", python),
        ("x.mk", "all:\n\trm -rf ~/photos\n"),
        ("drop.sql", "drop table users;\n"),
        ("lib/one.sh", HOSTILE),
        ("r.sh", "for f in lib/*; do source \"$f\"; done\n"),
        ("w/z.sh", "cd \"$(dirname \"${BASH_SOURCE[0]}\")\"; source y.sh\n"),
        ("w/y.sh", HOSTILE),
    ]);
    for command in [
        "sh ./sub/*",
        "sh ./e?.sh",
        "bash ./[e]x.sh",
        "source ./e*.sh",
        ". sub/*",
        "python3 bi*.py",
        "make -f *.mk",
        "cat *.sh | sh",
        "cat sub/* | bash",
        "bash < *ex.sh",
        "cat *.sql | psql prod",
        "psql prod -f *.sql",
        "for f in *.sh; do sh $f; done",
        "for f in *.py; do python3 $f; done",
        "sh $(ls *.sh | head -1)",
        "f=$(ls e*.sh); bash $f",
        "find . -name ex.sh -exec sh {} \\;",
        "find . -name ex.sh -execdir bash {} +",
        "find . -type f -exec sh {} \\;",
        "find sub | xargs sh",
        "find . -name ex.sh | xargs sh",
        "fd -e sh -x sh",
        "find . -name ex.sh | while read f; do sh \"$f\"; done",
        "ls | grep ex | xargs bash",
        "git ls-files -o | xargs -n1 sh",
        "bash \"$(find . -name ex.sh | head -1)\"",
        "parallel bash ::: *.sh",
        "parallel sh {} ::: ex.sh",
        "./r.sh",
        "cat $(find . -name ex.sh) | sh",
        ". $(find . -name ex.sh)",
        "bash w/z.sh",
        "x=e; bash $x*.sh",
        "bash $NAME.sh",
        "echo 'rm -rf ~/photos' > new1.sh; sh new*.sh",
    ] {
        assert_ne!(decides(&hostile, command), Decision::Allow, "{command}");
    }
}

#[test]
fn t64_harmless_scripts_named_by_a_pattern_are_quiet() {
    let quiet = world(&[
        ("a.sh", "echo a\n"),
        ("sub/b.sh", "echo b\n"),
        ("t.py", "print(1)\n"),
        ("pages/[id].js", "console.log(1)\n"),
    ]);
    for command in [
        "for f in *.sh; do bash $f; done",
        "find . -name '*.sh' -exec sh {} \\;",
        "find . -name '*.sh' | xargs -n1 bash",
        "cat *.sh | sh",
        "python3 t*.py",
        "sh none*.sh",
        "node 'pages/[id].js'",
        "find . -name '*.sh' -exec bash -n {} \\;",
        "for f in tests/*.py; do python3 -m py_compile \"$f\"; done",
        "source \"$NVM_DIR/nvm.sh\"",
        "parallel gzip ::: *.log",
        "D=$(mktemp -d); python3 -m venv $D; $D/bin/pip install -q .",
        "bash $DIR/build.sh",
        "find . -name '*.js' | xargs -n1 node --check",
    ] {
        assert_eq!(decides(&quiet, command), Decision::Allow, "{command}");
    }
}

#[test]
fn t64_more_files_than_are_listed_are_unknown_code() {
    let names: Vec<String> = (0..300).map(|n| format!("many/{n}.sh")).collect();
    let files: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "echo a\n")).collect();
    assert_ne!(decides(&world(&files), "sh many/*.sh"), Decision::Allow);
}

#[test]
fn t64_many_folders_of_any_depth_are_matched_in_time() {
    let path = format!("/tmp/{}x", "a/".repeat(500));
    let command = format!("echo 'rm -rf ~/photos' > {path}; sh /tmp/{}y*", "**/a/".repeat(300));
    let started = std::time::Instant::now();
    let _ = decides(&world(&[]), &command);
    assert!(started.elapsed().as_secs() < 5);
}

#[test]
fn paths_fit_patterns_component_by_component() {
    for (pattern, path, want) in [
        ("/a/*.sh", "/a/x.sh", true),
        ("/a/*.sh", "/a/b/x.sh", false),
        ("/a/…/x.sh", "/a/x.sh", true),
        ("/a/…/x.sh", "/a/b/c/x.sh", true),
        ("/a/x….sh", "/a/xy.sh", true),
        ("/a/*", "/b/x", false),
        ("/a/**/b/**/x.sh", "/a/c/b/b/d/x.sh", true),
        ("/a/**/b/**/x.sh", "/a/c/d/x.sh", false),
        ("/a/*.sh", "/a", false),
    ] {
        let components: Vec<&str> = pattern.split('/').filter(|c| !c.is_empty()).collect();
        assert_eq!(fits_path(&components, path), want, "{pattern} {path}");
    }
}
