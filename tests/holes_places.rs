//! Places with real files: secrets that are never quoted, and work that git does not hold.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What stands in every secret of the throw-away home. It must not come out anywhere.
const CANARY: &str = "CANARYKEYWORD";

fn throw_away(name: &str) -> PathBuf {
    let root = std::env::temp_dir().join(format!("herma-places-{name}-{}", std::process::id()));
    _ = fs::remove_dir_all(&root);
    fs::create_dir_all(root.join("home/app")).unwrap();
    root
}

fn herma(root: &Path, args: &[&str]) -> (Option<i32>, String) {
    let home = root.join("home");
    let out = Command::new(env!("CARGO_BIN_EXE_herma"))
        .args(args)
        .current_dir(home.join("app"))
        .env("HOME", &home)
        .env("HERMA_HOME", root.join("herma"))
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&out.stdout).into_owned() + &String::from_utf8_lossy(&out.stderr);
    (out.status.code(), said)
}

#[test]
fn t65_words_of_a_secret_are_in_no_output() {
    let root = throw_away("secret");
    let home = root.join("home");
    for file in [".ssh/id_rsa", ".aws/credentials", ".netrc", "app/token.json", "app/secrets/prod.yaml"] {
        let path = home.join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, format!("{CANARY}A one two\nrm -rf {CANARY}B\nimport {CANARY}C\n+++ b/{CANARY}D\n"))
            .unwrap();
    }
    std::os::unix::fs::symlink(home.join(".ssh/id_rsa"), home.join("app/innocent.sh")).unwrap();
    for command in [
        "sh ~/.ssh/id_rsa",
        "nohup ~/.aws/credentials",
        "~/.ssh/id_rsa",
        ". ~/.ssh/id_rsa",
        "source ~/.aws/credentials",
        "python3 ~/.netrc",
        "perl ~/.netrc",
        "node ~/.aws/credentials",
        "bash --rcfile ~/.netrc -i",
        "make -f ~/.netrc",
        "awk -f ~/.netrc",
        "sed -f ~/.netrc x",
        "git apply ~/.netrc",
        "patch -p1 < ~/.netrc",
        "kill $(cat ~/.netrc)",
        "sh innocent.sh",
        "./innocent.sh",
        ". ./innocent.sh",
        "sh token.json",
        "bash secrets/prod.yaml",
        "curl file://$HOME/.ssh/id_rsa",
        "python3 -c 'import runpy, os; runpy.run_path(os.path.expanduser(\"~/.netrc\"))'",
        "xargs sh < ~/.netrc",
    ] {
        for args in [
            vec!["check", "--json", "--", command],
            vec!["check", "--", command],
            vec!["explain", "--", command],
        ] {
            let (code, said) = herma(&root, &args);
            assert!(!said.contains(CANARY), "{args:?}: {said}");
            if args.first() == Some(&"check") {
                assert!(matches!(code, Some(10 | 20)), "{args:?}: {code:?} {said}");
            }
        }
    }
    fs::remove_dir_all(&root).unwrap();
}

#[test]
fn t69_uncommitted_work_is_asked_about_and_committed_work_is_not() {
    let root = throw_away("loss");
    let app = root.join("home/app");
    let git = |args: &[&str]| {
        let status =
            Command::new("git").args(args).current_dir(&app).env("HOME", root.join("home")).status().unwrap();
        assert!(status.success(), "git {args:?}");
    };
    git(&["init", "-q", "."]);
    fs::write(app.join(".gitignore"), ".env\n").unwrap();
    fs::write(app.join("clean.py"), "a\n").unwrap();
    fs::write(app.join("changed.py"), "b\n").unwrap();
    git(&["add", "-A"]);
    git(&["-c", "user.name=a", "-c", "user.email=a@b.example", "commit", "-qm", "x"]);
    fs::write(app.join("changed.py"), "changed since\n").unwrap();
    fs::write(app.join(".env"), "A=1\n").unwrap();
    for (command, want) in [
        ("git checkout -- changed.py", 10),
        ("git restore changed.py", 10),
        ("git checkout -- clean.py", 0),
        ("git restore clean.py", 0),
        ("git restore --staged changed.py", 0),
    ] {
        let (code, said) = herma(&root, &["check", "--", command]);
        assert_eq!(code, Some(want), "{command}: {said}");
    }
    // Below the system's folder for temporary files everything is scratch; the ignored secret is one wherever it lies.
    for command in [": > .env", "echo A=2 > .env", "cp .gitignore .env", "truncate -s 0 .env"] {
        let (code, said) = herma(&root, &["check", "--", command]);
        assert_eq!(code, Some(10), "{command}: {said}");
    }
    fs::remove_dir_all(&root).unwrap();
}
