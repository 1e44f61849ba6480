use crate::effect::Tier;
use crate::world::{Entry, TableWorld, Tracked};
use crate::{Decision, Policy, ToolCall, Verdict, judge};

const APP: &str = "/home/dev/src/app";
const EVIL: &str = "rm -rf ~/photos\n";

/// A checkout with files that git does not have; a name that begins with `~` lies in the home.
fn world(files: &[(&str, &str)]) -> TableWorld {
    let mut world = TableWorld::developer();
    world.entries.insert(APP.to_owned(), Entry::Directory);
    // A search path that may be empty looks here.
    for name in ["git", "head", "ls", "pip", "pytest", "python"] {
        world.missing.insert(format!("{APP}/{name}"));
    }
    for (name, text) in files {
        let path = match name.strip_prefix('~') {
            Some(rest) => format!("/home/dev{rest}"),
            None => format!("{APP}/{name}"),
        };
        world.files.insert(path.clone(), text.as_bytes().to_vec());
        world.entries.insert(path.clone(), Entry::File { size: text.len() as u64, executable: true });
        world.tracked.insert(path, Tracked::Untracked);
    }
    world
}

fn at(files: &[(&str, &str)], command: &str) -> Verdict {
    judge(&ToolCall::shell(command), &world(files), &Policy::default())
}

fn stopped(rows: &[(&[(&str, &str)], &str)]) {
    let ran: Vec<_> =
        rows.iter().filter(|(files, command)| at(files, command).decision == Decision::Allow).collect();
    assert!(ran.is_empty(), "run unasked: {ran:#?}");
}

fn allowed(rows: &[(&[(&str, &str)], &str)]) {
    let held: Vec<_> = rows
        .iter()
        .map(|(files, command)| (command, at(files, command)))
        .filter(|(_, verdict)| verdict.decision != Decision::Allow)
        .map(|(command, verdict)| format!("{command}: {}", verdict.reason()))
        .collect();
    assert!(held.is_empty(), "held: {held:#?}");
}

#[test]
fn t67_what_a_sourced_file_defines_holds_in_the_caller() {
    let git: &[_] = &[("fn.sh", "git() { rm -rf ~/photos; }\n"), ("in.sh", ". ./fn.sh\ngit status\n")];
    let own: &[_] = &[("fn.sh", "frob() { rm -rf ~/photos; }\n"), ("two.sh", "source ./fn.sh\n")];
    let alias: &[_] = &[("al.sh", "alias ls='rm -rf ~/photos'\n")];
    stopped(&[
        (git, ". ./fn.sh; git status"),
        (git, "source fn.sh && git status"),
        (git, "command . ./fn.sh; git status"),
        (git, "builtin source ./fn.sh\ngit status"),
        (git, "eval \"$(cat fn.sh)\"; git status"),
        (git, "eval \"$(<fn.sh)\"; git status"),
        (git, "eval \"set -e; $(cat fn.sh)\"; git status"),
        (git, "source <(cat fn.sh); git status"),
        (git, "cat fn.sh | { . /dev/stdin; git status; }"),
        (git, "bash --rcfile fn.sh -i -c \"git status\""),
        (git, "bash --init-file ./fn.sh -ic 'git status'"),
        (git, "bash -c \". ./fn.sh; git status\""),
        (git, "bash -c \"$(cat fn.sh); git status\""),
        (git, "if [ -f fn.sh ]; then . ./fn.sh; fi; git status"),
        (git, "[ -f fn.sh ] && . ./fn.sh; git status"),
        (git, "for f in ./fn.sh; do . \"$f\"; done; git status"),
        (git, ". ./*n.sh; git status"),
        (git, "g() { . ./fn.sh; }; g; git status"),
        (git, "./in.sh"),
        (git, "bash in.sh"),
        (git, "BASH_ENV=./fn.sh bash -c 'git status'"),
        (own, ". ./fn.sh; frob"),
        (own, ". ./two.sh; frob"),
        (own, ". ./fn.sh; (frob)"),
        (own, ". ./fn.sh; x=$(frob)"),
        (alias, ". ./al.sh\nls"),
        (alias, "source al.sh\nls -la"),
    ]);
    assert!(at(own, ". ./fn.sh; frob").assessment.tier >= Tier::High);
}

#[test]
fn t67_variables_and_folders_of_a_sourced_file_hold_in_the_caller() {
    let load: &[_] = &[("ld.sh", "export LD_PRELOAD=./a.so\n"), ("a.so", "\u{1}")];
    let path: &[_] = &[("exp.sh", "export PATH=$PWD/bin:$PATH\n"), ("bin/git", EVIL)];
    let venv: &[_] = &[
        (".venv/bin/activate", "VIRTUAL_ENV=$PWD/.venv\nPATH=\"$VIRTUAL_ENV/bin:$PATH\"\nexport PATH\n"),
        (".venv/bin/ls", EVIL),
    ];
    let folder: &[_] = &[("cdd.sh", "cd ~/photos\n"), ("~/photos/a.jpg", "x")];
    let settings: &[_] = &[(".env", "API_KEY=abc\nPATH=./bin:$PATH\n"), ("bin/git", EVIL)];
    let moves: &[_] = &[(".env", "X=~/photos\ncd ~/photos\n"), ("v.sh", "X=~/photos\nset -- ~/photos\n")];
    stopped(&[
        (load, ". ./ld.sh; ls"),
        (path, ". ./exp.sh; git status"),
        (path, "bash -c '. ./exp.sh; git status'"),
        (venv, "source .venv/bin/activate; ls"),
        (&[(".venv/bin/activate", "ls() { rm -rf ~/photos; }\n")], "source .venv/bin/activate; ls"),
        (folder, ". ./cdd.sh; rm -rf ./*"),
        (folder, ". ./cdd.sh && rm -rf *"),
        (settings, "source .env; git status"),
        (settings, "set -a; . ./.env; set +a; git status"),
        (moves, "X=/tmp/x; source .env; rm -rf $X"),
        (moves, "source .env; rm -rf ./*"),
        (moves, "X=/tmp/x; . ./v.sh; rm -rf $X"),
        (moves, "set -- /tmp/x; . ./v.sh; rm -rf \"$1\""),
        // A file may end before it reaches its later assignments.
        (&[("r.sh", "[ -n \"$A\" ] && return\nX=/tmp/x\n")], "X=~/photos; . ./r.sh; rm -rf $X"),
    ]);
}

const ACTIVATE: &str = r#"# This file must be used with "source bin/activate" *from bash*
deactivate () {
    if [ -n "${_OLD_VIRTUAL_PATH:-}" ] ; then
        PATH="${_OLD_VIRTUAL_PATH:-}"
        export PATH
        unset _OLD_VIRTUAL_PATH
    fi
    hash -r 2> /dev/null
    if [ -n "${_OLD_VIRTUAL_PS1:-}" ] ; then
        PS1="${_OLD_VIRTUAL_PS1:-}"
        export PS1
        unset _OLD_VIRTUAL_PS1
    fi
    unset VIRTUAL_ENV
    unset VIRTUAL_ENV_PROMPT
    if [ ! "${1:-}" = "nondestructive" ] ; then
        unset -f deactivate
    fi
}
deactivate nondestructive
case "$(uname)" in
    CYGWIN*|MSYS*|MINGW*)
        VIRTUAL_ENV=$(cygpath /home/dev/src/app/.venv)
        export VIRTUAL_ENV
        ;;
    *)
        export VIRTUAL_ENV=/home/dev/src/app/.venv
        ;;
esac
_OLD_VIRTUAL_PATH="$PATH"
PATH="$VIRTUAL_ENV/"bin":$PATH"
export PATH
if [ -z "${VIRTUAL_ENV_DISABLE_PROMPT:-}" ] ; then
    _OLD_VIRTUAL_PS1="${PS1:-}"
    PS1="(.venv) ${PS1:-}"
    export PS1
fi
hash -r 2> /dev/null
"#;

#[test]
fn t67_sourced_files_of_every_day_stay_quiet() {
    let venv: &[_] = &[
        (".venv/bin/activate", ACTIVATE),
        (
            ".venv/bin/pip",
            "#!/home/dev/src/app/.venv/bin/python3\nimport re\nimport sys\nfrom pip._internal.cli.main import main\nif __name__ == '__main__':\n    sys.exit(main())\n",
        ),
        ("app.py", "print(1)\n"),
    ];
    let lib: &[_] = &[
        (
            "lib.sh",
            "log() { echo \"[$(date)] $*\" >&2; }\ndie() { log \"$@\"; exit 1; }\nrun() { log \"+ $*\"; \"$@\"; }\nset -euo pipefail\ntrap 'rm -rf \"$WORK\"' EXIT\n",
        ),
        (
            "env.sh",
            "export RUST_LOG=debug\nexport PATH=\"$HOME/.cargo/bin:$PATH\"\nexport A=1 B=2 C=3 D=4 E=5\n",
        ),
        ("cd.sh", "cd build\n"),
    ];
    let cargo: &[_] = &[(
        "~/.cargo/env",
        "#!/bin/sh\n# rustup shell setup\ncase \":${PATH}:\" in\n    *:\"$HOME/.cargo/bin\":*)\n        ;;\n    *)\n        export PATH=\"$HOME/.cargo/bin:$PATH\"\n        ;;\nesac\n",
    )];
    let settings: &[_] = &[(".env", "PORT=3000\nAPI_KEY=abcdef\nNODE_ENV=development\n"), ("out.txt", "x")];
    allowed(&[
        (venv, "source .venv/bin/activate; ls"),
        (venv, "source .venv/bin/activate && pip install -r requirements.txt && python app.py"),
        (venv, "source .venv/bin/activate && pytest -q; deactivate"),
        (venv, ". .venv/bin/activate; git status; git diff | head"),
        (lib, ". ./lib.sh; log hi"),
        (lib, ". ./lib.sh; run cargo build"),
        (lib, "source ./lib.sh && die 'no'"),
        (lib, "source ./env.sh && cargo build"),
        (lib, ". ./env.sh; echo $A $B $C $D $E; docker run --rm -e A=$A -e B=$B -e C=$C -e D=$D -e E=$E img"),
        (lib, ". ./cd.sh; ls; make"),
        (cargo, ". ~/.cargo/env; cargo build"),
        (cargo, ". \"$HOME/.cargo/env\" && cargo test && git status"),
        (settings, "set -a; . .env; set +a; npm start"),
        (settings, "source .env; git status; echo $PORT"),
        (&[], "eval \"$(ssh-agent -s)\""),
        (&[], ". ~/.nvm/nvm.sh && nvm use"),
        (&[], ". ./absent.sh; ls"),
        (&[], "source .venv/bin/activate; ls; pytest"),
    ]);
}

#[test]
fn t67_a_file_that_sources_itself_ends() {
    let files: &[_] = &[("a.sh", ". ./b.sh\nf\n"), ("b.sh", "f() { . ./a.sh; }\n. ./a.sh\n")];
    allowed(&[(files, ". ./a.sh; f; ls"), (files, "bash a.sh")]);
    stopped(&[(files, "BASH_ENV=./a.sh bash a.sh")]);
}
