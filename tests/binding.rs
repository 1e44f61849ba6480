//! What was approved is what runs: between the question and the answer, and between an answer and the next call, somebody
//! changes the script, a link, the folder, the environment, the arguments. Through the binary, at a real terminal.

use crate::support;

use std::fs;
use std::os::unix::fs::symlink;
use support::home::{Home, approve};
use support::pty::Terminal;

/// Goes out, so that it is asked about; there is no such place.
const SENDS: &str = "git push no-such-remote main || true\n";

fn script(mark: &str) -> String {
    format!("touch {mark}\n{SENDS}")
}

fn refused(terminal: &mut Terminal, because: &str) {
    let said = terminal.finish();
    assert_eq!(said.code(), Some(126), "{said:?}\n{}", terminal.text());
    assert!(said.stderr.contains("no longer what was approved"), "{said:?}");
    assert!(said.stderr.contains(because), "{said:?}");
}

/// `herma run` at a terminal, which runs at once: nobody is asked.
fn runs_unasked(home: &Home, command: &str, environment: &[(&str, &str)]) {
    let mut terminal = home.start((100, 30), &["run", command], environment);
    let said = terminal.finish();
    assert_eq!(said.code(), Some(0), "{said:?}\n{}", terminal.text());
}

/// The same, which is asked about, and denied.
fn is_asked(home: &Home, command: &str, environment: &[(&str, &str)]) {
    let mut terminal = home.start((100, 30), &["run", command], environment);
    terminal.wait_for("r denies with a reason");
    terminal.press("4");
    assert_eq!(terminal.finish().code(), Some(126));
}

#[test]
fn t16_a_script_changed_after_the_question_does_not_run() {
    let home = Home::new();
    fs::write(home.0.join("work.sh"), script("ran")).unwrap();
    let mut terminal = home.run("bash ./work.sh");
    fs::write(home.0.join("work.sh"), script("evil")).unwrap();
    terminal.press("1");
    refused(&mut terminal, "work.sh`, which it runs, was changed");
    assert!(!home.0.join("ran").exists() && !home.0.join("evil").exists());
    // Asked about as it is now, it runs.
    let mut terminal = home.run("bash ./work.sh");
    terminal.press("1");
    assert_eq!(terminal.finish().code(), Some(0));
    assert!(home.0.join("evil").exists());
    assert_eq!(home.states(), ["executed", "approved"]);
}

#[test]
fn t16_a_script_that_another_script_runs_counts_too() {
    let home = Home::new();
    fs::write(home.0.join("outer.sh"), "bash ./inner.sh\n").unwrap();
    fs::write(home.0.join("inner.sh"), script("ran")).unwrap();
    let mut terminal = home.run("bash ./outer.sh");
    fs::write(home.0.join("inner.sh"), script("evil")).unwrap();
    terminal.press("1");
    refused(&mut terminal, "inner.sh`, which it runs, was changed");
    assert!(!home.0.join("ran").exists() && !home.0.join("evil").exists());
}

#[test]
fn t15_a_link_to_a_script_led_elsewhere_does_not_run() {
    let home = Home::new();
    fs::write(home.0.join("good.sh"), script("ran")).unwrap();
    fs::write(home.0.join("evil.sh"), script("evil")).unwrap();
    symlink("good.sh", home.0.join("current.sh")).unwrap();
    let mut terminal = home.run("bash ./current.sh");
    fs::remove_file(home.0.join("current.sh")).unwrap();
    symlink("evil.sh", home.0.join("current.sh")).unwrap();
    terminal.press("1");
    refused(&mut terminal, "current.sh`, which it runs, was changed");
    assert!(!home.0.join("ran").exists() && !home.0.join("evil").exists());
}

#[test]
fn t15_a_link_on_the_way_to_what_is_deleted_leads_elsewhere() {
    let home = Home::new();
    fs::create_dir_all(home.0.join("thesis/old")).unwrap();
    fs::create_dir_all(home.0.join("photos/old")).unwrap();
    symlink("photos", home.0.join("album")).unwrap();
    let mut terminal = home.run("rm -rf ./album/old");
    fs::remove_file(home.0.join("album")).unwrap();
    symlink("thesis", home.0.join("album")).unwrap();
    approve(&mut terminal, "1");
    refused(&mut terminal, "album/old` leads somewhere else");
    assert!(home.0.join("thesis/old").exists() && home.0.join("photos/old").exists());
}

#[test]
fn t16_another_folder_in_the_place_of_the_working_directory() {
    let home = Home::new();
    let work = home.0.join("work");
    fs::create_dir(&work).unwrap();
    let mut terminal = Terminal::new(100, 30);
    terminal.folder = Some(work.clone());
    let (user, herma_home) = (home.0.display().to_string(), home.herma_home());
    let command = format!("touch ran; {SENDS}");
    let args = ["run", "--home", &herma_home, &command];
    terminal.start(support::pty::Place::AtTerminal, &args, &[("HOME", &user)]);
    terminal.wait_for("r denies with a reason");
    fs::rename(&work, home.0.join("moved")).unwrap();
    fs::create_dir(&work).unwrap();
    terminal.press("1");
    refused(&mut terminal, "work` is another one");
    assert!(!work.join("ran").exists() && !home.0.join("moved/ran").exists());
}

#[test]
fn t14_a_yes_for_good_is_for_these_arguments_only() {
    let home = Home::new();
    fs::write(home.0.join("work.sh"), script("ran")).unwrap();
    let mut terminal = home.run("bash ./work.sh staging");
    terminal.press("3");
    assert_eq!(terminal.finish().code(), Some(0));
    fs::remove_file(home.0.join("ran")).unwrap();
    runs_unasked(&home, "bash ./work.sh staging", &[]);
    assert!(home.0.join("ran").exists());
    for other in ["bash ./work.sh production", "bash ./work.sh staging ", "bash ./work.sh staging; true"] {
        is_asked(&home, other, &[]);
    }
}

#[test]
fn t16_a_yes_for_good_is_for_this_script_and_this_environment_only() {
    let home = Home::new();
    fs::write(home.0.join("work.sh"), script("ran")).unwrap();
    let mut terminal = home.run("bash ./work.sh");
    terminal.press("3");
    assert_eq!(terminal.finish().code(), Some(0));
    runs_unasked(&home, "bash ./work.sh", &[]);
    runs_unasked(&home, "bash ./work.sh", &[("EDITOR_THEME", "dark")]);
    let evil = home.0.join("bin").display().to_string();
    for (name, value) in [
        ("PATH", format!("{evil}:/usr/local/bin:/usr/bin:/bin")),
        ("BASH_ENV", format!("{evil}/startup")),
        ("LD_PRELOAD", format!("{evil}/evil.so")),
        ("GIT_SSH_COMMAND", "evil".to_owned()),
    ] {
        // What the loader cannot load it only complains about.
        is_asked(&home, "bash ./work.sh", &[(name, &value)]);
    }
    fs::write(home.0.join("work.sh"), script("evil")).unwrap();
    is_asked(&home, "bash ./work.sh", &[]);
    assert!(!home.0.join("evil").exists());
}
