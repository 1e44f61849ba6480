//! What a yes depends on beside the words of the call: files that it would run, where its paths lead, variables that turn
//! one command into another (design, section 6; T14 to T16).
//!
//! Looked at only when somebody is to be asked: what simply runs is bound to nothing, and pays for nothing.

use crate::digest::hex;
use crate::remotes;
use crate::understand::{Area, Uses};
use crate::world::{Answer, Question, World};
use sha2::{Digest, Sha256};

/// Variables that decide which programs run, and what is loaded into them, without the command naming them.
#[rustfmt::skip]
pub(crate) const VARIABLES: &[&str] = &[
    "PATH", "HOME", "IFS", "ENV", "BASH_ENV", "SHELLOPTS", "BASHOPTS", "CDPATH", "GLOBIGNORE",
    "LD_PRELOAD", "LD_AUDIT", "LD_LIBRARY_PATH", "DYLD_INSERT_LIBRARIES", "DYLD_LIBRARY_PATH", "GCONV_PATH",
    "PYTHONPATH", "PYTHONHOME", "PYTHONSTARTUP", "NODE_OPTIONS", "NODE_PATH", "PERL5LIB", "PERL5OPT", "PERL5DB",
    "RUBYLIB", "RUBYOPT", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS", "CLASSPATH", "MAKEFLAGS", "TAR_OPTIONS",
    "GIT_DIR", "GIT_WORK_TREE", "GIT_EXEC_PATH", "GIT_TEMPLATE_DIR", "GIT_SSH", "GIT_SSH_COMMAND", "GIT_EDITOR",
    "GIT_SEQUENCE_EDITOR", "GIT_PAGER", "GIT_EXTERNAL_DIFF", "GIT_ASKPASS", "GIT_PROXY_COMMAND", "GIT_CONFIG_PARAMETERS",
    "GIT_CONFIG_COUNT", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_INDEX_FILE",
    "DOCKER_HOST", "KUBECONFIG", "AWS_PROFILE",
];

/// Folders whose programs only the administrator can replace: `PATH` says which, and that is enough.
const SYSTEM: &[&str] =
    &["/bin/", "/sbin/", "/usr/bin/", "/usr/sbin/", "/usr/local/bin/", "/usr/local/sbin/"];

/// As many files that feed a command are read; more are told by inode, size and times. With the largest that is hashed this
/// bounds the work before a question to some tens of milliseconds.
const INPUTS_READ: usize = 16;

/// One thing that has to be the same when the call runs.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Bound {
    pub kind: BoundKind,
    pub name: String,
    /// What it is now, of a variable its hash: to be compared, never to be shown.
    pub is: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum BoundKind {
    /// The folder that it starts in.
    Folder,
    /// A script or program that it runs.
    File,
    /// A file that it reads: a list of what to delete, a payload to send.
    Input,
    /// A path that it changes, and where that leads.
    Target,
    Variable,
}

/// Everything that a yes to this call is to be bound to, in an order that hangs on nothing.
pub(crate) fn bind(uses: &Uses, area: Area, cwd: &str, world: &dyn World) -> Vec<Bound> {
    let bound = |kind: BoundKind, name: &str, is: Answer| Bound { kind, name: name.to_owned(), is: said(is) };
    let file = |path: &str| bound(BoundKind::File, path, world.ask(Question::Identity(path)));
    let mut all = vec![bound(BoundKind::Folder, cwd, world.ask(Question::Identity(cwd)))];
    all.extend(uses.files.iter().map(|path| file(path)));
    for name in &uses.programs {
        match world.ask(Question::Which(name)) {
            Answer::Text(path) if !SYSTEM.iter().any(|folder| path.starts_with(folder)) => {
                all.push(file(&path))
            }
            _ => {}
        }
    }
    for path in &uses.targets {
        all.push(bound(BoundKind::Target, path, world.ask(Question::RealPath(path))));
    }
    let fixed = match area {
        Area::Shell => VARIABLES,
        Area::Tools => &[],
    };
    for folder in &uses.repositories {
        let (name, is) = remotes::of(folder, world);
        all.push(Bound { kind: BoundKind::File, name, is });
    }
    if area == Area::Shell {
        inputs(uses, world, &mut all);
    }
    for name in fixed.iter().copied().chain(uses.variables.iter().map(String::as_str)) {
        match world.ask(Question::Env(name)) {
            Answer::Missing => {}
            value => {
                let is = hex(&Sha256::digest(said(value).as_bytes()));
                all.push(Bound { kind: BoundKind::Variable, name: name.to_owned(), is });
            }
        }
    }
    all.sort();
    all.dedup();
    all
}

/// What a bound thing is that is not there.
pub(crate) const MISSING: &str = "missing";

/// The files that feed it. Most words name none, and one that is not there yet changes the digest by being made.
fn inputs(uses: &Uses, world: &dyn World, all: &mut Vec<Bound>) {
    let mut read = 0;
    for path in uses.inputs() {
        if uses.files.contains(&path) {
            continue;
        }
        let Answer::Text(stamp) = world.ask(Question::Stamp(&path)) else { continue };
        let is = match read < INPUTS_READ {
            true => said(world.ask(Question::Identity(&path))),
            false => stamp,
        };
        read += 1;
        all.push(Bound { kind: BoundKind::Input, name: path, is });
    }
}

/// What cannot be known is the same as what cannot be known: the call was shown with that.
fn said(answer: Answer) -> String {
    match answer {
        Answer::Text(text) => text,
        Answer::Missing => MISSING.to_owned(),
        Answer::Unknown | Answer::Entry(_) | Answer::Tracked(_) | Answer::Bytes(_) | Answer::Processes(_) => {
            "unknown".to_owned()
        }
    }
}

/// Whether every command hangs on this variable, named or not.
pub fn is_general(name: &str) -> bool {
    VARIABLES.contains(&name)
}

/// What is no longer as it was, in words for a person.
pub fn changes(before: &[Bound], now: &[Bound]) -> Vec<String> {
    let differs = |one: &&Bound, others: &[Bound]| !others.contains(one);
    let mut names: Vec<(BoundKind, &str)> = before
        .iter()
        .filter(|one| differs(one, now))
        .chain(now.iter().filter(|one| differs(one, before)))
        .map(|one| (one.kind, one.name.as_str()))
        .collect();
    names.sort_unstable();
    names.dedup();
    names
        .into_iter()
        .map(|(kind, name)| match kind {
            BoundKind::Folder => format!("the folder `{name}` is another one"),
            BoundKind::File if remotes::is_settings(name) => {
                format!("`{name}`, which says where a push goes, was changed")
            }
            BoundKind::File => format!("`{name}`, which it runs, was changed"),
            BoundKind::Input => format!("`{name}`, which it reads, was changed"),
            BoundKind::Target => format!("`{name}` leads somewhere else"),
            BoundKind::Variable => format!("the variable `{name}` was changed"),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::TableWorld;
    use crate::{Decision, Policy, ToolCall, Verdict};

    fn world() -> TableWorld {
        let mut world = TableWorld::developer();
        world.files.insert("/home/dev/src/app/deploy.sh".into(), b"rm -rf ~/Documents\n".to_vec());
        world.env.insert("PATH".into(), "/usr/bin:/bin".into());
        world
    }

    fn judged(text: &str, world: &TableWorld) -> Verdict {
        let verdict = crate::judge(&ToolCall::shell(text), world, &Policy::default());
        assert_eq!(verdict.decision, Decision::Ask, "{text}");
        verdict
    }

    #[test]
    fn t16_a_script_that_it_runs_is_part_of_the_action() {
        let before = judged("bash ./deploy.sh", &world());
        let mut other = world();
        other.files.insert("/home/dev/src/app/deploy.sh".into(), b"rm -rf ~/Documents \n".to_vec());
        let after = judged("bash ./deploy.sh", &other);
        assert_ne!(before.digest, after.digest);
        assert_eq!(
            changes(&before.bound, &after.bound),
            ["`/home/dev/src/app/deploy.sh`, which it runs, was changed"]
        );
        assert_eq!(before.digest, judged("bash ./deploy.sh", &world()).digest);
    }

    #[test]
    fn t16_variables_that_it_hangs_on_are_part_of_the_action() {
        for (name, text) in [
            ("PATH", "rm -rf ~/Documents"),
            ("WHERE", "rm -rf ~/Documents/$WHERE"),
            ("WHERE", "rm -rf ~/Documents/${WHERE:-old}"),
            ("WHERE", "for i in $WHERE; do rm -rf ~/Documents/$i; done"),
            ("WHERE", "rm -rf ~/Documents/$((WHERE + 1))"),
        ] {
            let mut other = world();
            other.env.insert(name.into(), "/home/dev/evil".into());
            let (before, after) = (judged(text, &world()), judged(text, &other));
            assert_ne!(before.digest, after.digest, "{name}");
            let changes = changes(&before.bound, &after.bound);
            assert!(changes.contains(&format!("the variable `{name}` was changed")), "{text}: {changes:?}");
        }
        let mut other = world();
        other.env.insert("EDITOR_THEME".into(), "dark".into());
        assert_eq!(
            judged("rm -rf ~/Documents", &world()).digest,
            judged("rm -rf ~/Documents", &other).digest
        );
    }

    #[test]
    fn t15_where_a_link_leads_is_part_of_the_action() {
        let mut other = world();
        other.links.insert("/home/dev/Documents".into(), "/home/dev/Pictures".into());
        let (before, after) = (judged("rm -rf ~/Documents", &world()), judged("rm -rf ~/Documents", &other));
        assert_ne!(before.digest, after.digest);
        assert_eq!(changes(&before.bound, &after.bound), ["`/home/dev/Documents` leads somewhere else"]);
    }

    #[test]
    fn t16_a_recipe_that_nobody_names_is_part_of_the_action() {
        let text = "cd sub && make deploy && rm -rf ~/Documents";
        let mut other = world();
        other.files.insert("/home/dev/src/app/sub/Makefile".into(), b"deploy:\n\techo evil\n".to_vec());
        let (before, after) = (judged(text, &world()), judged(text, &other));
        assert_eq!(
            changes(&before.bound, &after.bound),
            ["`/home/dev/src/app/sub/Makefile`, which it runs, was changed"]
        );
    }

    #[test]
    fn t16_a_file_that_feeds_it_is_part_of_the_action() {
        let mut missed = Vec::new();
        for text in [
            "xargs rm -rf < input",
            "xargs -a input rm -rf",
            "xargs -ainput rm -rf",
            "xargs --arg-file=input rm -rf",
            "cat input | xargs rm -rf",
            "cat input | sort | xargs rm -rf; rm input",
            "echo ~/x >> input; cat input | xargs rm -rf",
            "rm -rf $(cat input)",
            "rm -rf $(<input)",
            "while read -r f; do rm -rf \"$f\"; done < input",
            "cd .. && xargs rm -rf < app/input",
            "ssh prod 'bash -s' < input",
            "cat input | ssh prod bash",
            "kubectl apply -f input",
            "kubectl apply -f ./input",
            "crontab input",
            "ansible-playbook input",
            "sudo cp input /etc/systemd/system/",
            "sudo mv input /etc/systemd/system/",
            "sudo install -m 644 input /etc/systemd/system/x.service",
            "sudo tee /etc/hosts < input",
            "curl -X POST -d @input https://example.org/",
            "curl -X POST -d@input https://example.org/",
            "curl -F file=@input https://example.org/",
            "curl -T input https://example.org/",
            "mail -s hello ada@example.org < input",
            "scp input host.example.org:",
            "rsync -a input host.example.org:/srv/",
            "gh release create v1 input",
            "gh issue create --title x --body-file input",
        ] {
            let of = |bytes: &[u8]| {
                let mut world = world();
                world.files.insert("/home/dev/src/app/input".into(), bytes.to_vec());
                crate::judge(&ToolCall::shell(text), &world, &Policy::default())
            };
            let (before, after) = (of(b"one\n"), of(b"two\n"));
            if before.decision != Decision::Ask || before.digest == after.digest {
                missed.push((text, before.decision));
            }
            assert_eq!(before.digest, of(b"one\n").digest, "{text}");
        }
        assert_eq!(missed, []);
    }

    #[test]
    fn what_it_only_writes_or_deletes_may_change() {
        for text in [
            "rm -rf ~/Documents/letter",
            "curl -X POST https://example.org/ -o ~/Documents/letter",
            "sudo sed -i s/a/b/ /home/dev/Documents/letter",
        ] {
            let of = |bytes: &[u8]| {
                let mut world = world();
                world.files.insert("/home/dev/Documents/letter".into(), bytes.to_vec());
                judged(text, &world).digest
            };
            assert_eq!(of(b"one"), of(b"two"), "{text}");
        }
    }

    #[test]
    fn of_many_files_most_are_not_read() {
        let mut world = world();
        let names: Vec<String> = (0..100).map(|i| format!("f{i:03}")).collect();
        for name in &names {
            world.files.insert(format!("/home/dev/src/app/{name}"), b"same size".to_vec());
        }
        let verdict = judged(&format!("scp {} host.example.org:", names.join(" ")), &world);
        let inputs = || verdict.bound.iter().filter(|one| one.kind == BoundKind::Input);
        assert_eq!(inputs().count(), names.len());
        assert_eq!(inputs().filter(|one| one.is != "9").count(), INPUTS_READ);
    }

    #[test]
    fn what_simply_runs_asks_nothing() {
        let verdict = crate::judge(&ToolCall::shell("git status"), &world(), &Policy::default());
        assert_eq!((verdict.decision, verdict.bound), (Decision::Allow, Vec::new()));
    }
}
