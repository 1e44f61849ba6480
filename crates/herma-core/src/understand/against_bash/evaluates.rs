//! What bash runs, we see: every context in which a shell evaluates text, with a harmless command in it for the shell
//! itself and a dangerous one for the judge.

use crate::policy::Policy;
use crate::verdict::Decision;
use crate::world::TableWorld;
use crate::{ToolCall, judge};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const BASH: &str = include_str!("evaluates.txt");
const ZSH: &str = include_str!("evaluates_zsh.txt");

/// How long a shell may take; one that waits for input has none.
const PATIENCE: Duration = Duration::from_secs(10);

fn texts(table: &str) -> impl Iterator<Item = String> {
    table
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with("# "))
        .map(|line| line.replace('⏎', "\n"))
}

/// A folder of its own with a program that leaves a mark.
struct Yard {
    folder: PathBuf,
}

impl Yard {
    fn new(name: &str) -> Yard {
        let folder = std::env::temp_dir().join(format!("herma-evaluates-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(folder.join("work")).unwrap();
        let canary = folder.join("canary");
        std::fs::write(&canary, "#!/bin/sh\necho x >> \"$CANARY\"\n").unwrap();
        let _ = Command::new("chmod").arg("755").arg(&canary).status();
        Yard { folder }
    }

    /// Whether the shell runs the command in the text.
    fn runs(&self, shell: &[&str], text: &str) -> bool {
        let canary = self.folder.join("canary");
        let mark = self.folder.join("mark");
        let _ = std::fs::remove_file(&mark);
        let text = text.replace("/bin/PROG", &canary.display().to_string()).replace("PROG", "canary");
        let text = text.replace("ARGS", "").replace("PAY", "canary");
        let path = format!("{}:/usr/bin:/bin", self.folder.display());
        let Ok(mut child) = Command::new(shell[0])
            .args(&shell[1..])
            .args(["-c", &text, shell[0]])
            .env_clear()
            .env("PATH", path)
            .env("HOME", self.folder.join("work"))
            .env("CANARY", &mark)
            .current_dir(self.folder.join("work"))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
        else {
            return false;
        };
        let start = Instant::now();
        while matches!(child.try_wait(), Ok(None)) && start.elapsed() < PATIENCE {
            std::thread::sleep(Duration::from_millis(1));
        }
        let _ = child.kill();
        let _ = child.wait();
        // What runs in the background may come a little later.
        if !mark.exists() && text.contains(">(") {
            std::thread::sleep(Duration::from_millis(50));
        }
        let _ = std::fs::remove_dir_all(self.folder.join("work"));
        let _ = std::fs::create_dir_all(self.folder.join("work"));
        mark.exists()
    }
}

impl Drop for Yard {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn decision(text: &str) -> Decision {
    let text = text.replace("PROG", "rm").replace("ARGS", "-rf /").replace("PAY", "rm -rf /");
    judge(&ToolCall::shell(text), &TableWorld::developer(), &Policy::default()).decision
}

fn compare(name: &str, shell: &[&str], table: &str) {
    if !Path::new("/bin").join(shell[0]).exists() && !Path::new("/usr/bin").join(shell[0]).exists() {
        println!("skipped: no {}", shell[0]);
        return;
    }
    let yard = Yard::new(name);
    let mut run = 0;
    let mut unseen = Vec::new();
    for text in texts(table) {
        if yard.runs(shell, &text) {
            run += 1;
            if decision(&text) == Decision::Allow {
                unseen.push(text);
            }
        }
    }
    assert!(run > 20, "the shell ran only {run} of the texts: the comparison says nothing");
    assert!(unseen.is_empty(), "{} runs these, and we allow them:\n{}", shell[0], unseen.join("\n"));
}

#[test]
fn t64_whatever_bash_evaluates_is_seen() {
    compare("bash", &["bash", "--norc", "--noprofile"], BASH);
}

#[test]
fn t64_whatever_zsh_evaluates_is_seen() {
    compare("zsh", &["zsh", "-f"], ZSH);
}

/// Arithmetic as everybody writes it.
#[test]
fn everyday_arithmetic_stays_quiet() {
    let asked: Vec<String> = texts(include_str!("quiet.txt"))
        .filter(|text| {
            let call = ToolCall::shell(text.clone());
            judge(&call, &TableWorld::developer(), &Policy::default()).decision != Decision::Allow
        })
        .collect();
    assert!(asked.is_empty(), "asked about:\n{}", asked.join("\n"));
}
