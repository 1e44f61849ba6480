use super::*;
use crate::world::TableWorld;
use crate::{judge, judge_with_undo};

const ON: &str = "version = 1\n[review]\nchanges = \"keep\"\n";
const ALLOW: &str = "version = 1\n[review]\nchanges = \"keep\"\ndeletes = \"allow\"\n";

fn planned(command: &str, policy: &str) -> Option<Vec<String>> {
    let (call, world) = (ToolCall::shell(command), TableWorld::developer());
    let policy = Policy::parse(policy).unwrap();
    let verdict = judge(&call, &world, &policy);
    let changes = plan(&call, &verdict, &world, &policy)?;
    Some(
        changes
            .iter()
            .map(|one| {
                format!("{}{}", one.path, one.pattern.as_deref().map_or(String::new(), |p| format!(" {p}")))
            })
            .collect(),
    )
}

fn decided(command: &str, policy: &str) -> (Decision, Tier, String) {
    decided_with(command, policy, None)
}

fn decided_with(command: &str, policy: &str, precious: Option<&str>) -> (Decision, Tier, String) {
    let policy = Policy::parse(policy).unwrap();
    let until = UndoPlan::until(policy.review.keep);
    let way_back = UndoPlan { files: 214, until, without: Vec::new(), precious: precious.map(str::to_owned) };
    let verdict = judge_with_undo(&ToolCall::shell(command), &TableWorld::developer(), &policy, &way_back);
    (verdict.decision, verdict.assessment.tier, verdict.reason())
}

#[test]
fn what_is_to_be_kept_is_what_would_be_changed() {
    let app = "/home/dev/src/app";
    for (command, want) in [
        ("rm -rf notes", vec![format!("{app}/notes")]),
        ("echo x > a.txt", vec![format!("{app}/a.txt")]),
        ("mv a b", vec![format!("{app}/a"), format!("{app}/b")]),
        ("truncate -s 0 x.txt", vec![format!("{app}/x.txt")]),
        ("cd notes && rm x", vec![format!("{app}/notes/x")]),
        // Deeper than the pattern says: the whole folder.
        ("find notes -type f -exec rm {} +", vec![format!("{app}/notes")]),
        ("find notes -name 'x*' -exec rm -rf {} +", vec![format!("{app}/notes")]),
        ("find . -name 'x*' | xargs rm -rf", vec![app.to_owned()]),
        ("rm -rf n*", vec![app.to_owned()]),
        ("make && rm old.txt", vec![format!("{app}/old.txt")]),
        ("chmod 600 a.sh", vec![format!("{app}/a.sh")]),
        ("touch /tmp/x; rm a.txt", vec![format!("{app}/a.txt")]),
    ] {
        assert_eq!(planned(command, ON), Some(want), "{command}");
    }
}

#[test]
fn there_is_no_way_back_from_these() {
    for command in [
        "git status",
        "ls -la",
        "rm -rf /",
        "rm -rf ~/Documents",
        "rm -rf $X",
        "rm -rf .git",
        "shred x.txt",
        "rm a.txt; curl -X POST https://example.com -d @b",
        "rm a.txt; git push --force origin main",
        "rm a.txt; kill 1001",
        "ln -s /etc etc; rm -r etc/x",
        "rm a.txt; echo x >> ~/.bashrc",
        "rm a.txt; sudo systemctl stop nginx",
        "git clean -fd",
    ] {
        assert_eq!(planned(command, ON), None, "{command}");
    }
    assert_eq!(planned("rm -rf notes", "version = 1\n"), None, "review is off");
}

#[test]
fn what_can_be_undone_says_so_and_is_still_asked_about() {
    let (decision, tier, reason) = decided("rm -rf notes", ON);
    assert_eq!((decision, tier), (Decision::Ask, Tier::Critical));
    assert_eq!(
        reason,
        "deletes 214 files: `/home/dev/src/app/notes` and everything in it (can be undone until tomorrow)"
    );
}

#[test]
fn a_setting_lets_a_deletion_run_that_can_be_undone() {
    let (decision, tier, _) = decided("rm -rf notes", ALLOW);
    assert_eq!((decision, tier), (Decision::Allow, Tier::Low));
    // Not what a rule wants asked about, nor what a piece of code does.
    let rule = format!("{ALLOW}[[rule]]\nname = \"ask\"\neffect = \"delete\"\ndecision = \"ask\"\n");
    assert_eq!(decided("rm -rf notes", &rule).0, Decision::Ask);
    assert_eq!(decided("python -c 'import os; os.remove(\"f\")'", ALLOW).0, Decision::Ask);
    assert_eq!(decided("rm -rf /", ALLOW).0, Decision::Deny);
    assert_eq!(decided("rm -rf ~/Documents", ALLOW).0, Decision::Ask);
}

#[test]
fn only_below_the_paths_that_are_named() {
    let policy = format!("{ON}paths = [\"./notes\"]\n");
    assert!(planned("rm -rf notes/old", &policy).is_some());
    assert_eq!(planned("rm -rf src/old", &policy), None);
    assert_eq!(planned("rm -rf notes/old src/old", &policy), None, "all of it or nothing");
}

#[test]
fn t48_a_project_cannot_switch_review() {
    use crate::policy::{Layer, PolicyFile, merge};
    let user = PolicyFile::parse(ALLOW).unwrap();
    let project = |text: &str| PolicyFile::parse(&format!("version = 1\n[review]\n{text}\n")).unwrap();
    let merged = |text: &str| {
        let merged = merge(&[(Layer::User, &user), (Layer::Project("/p".to_owned()), &project(text))]);
        (merged.policy.review, merged.ignored.len())
    };
    for text in
        ["changes = \"off\"", "keep = \"1s\"", "files = 1", "mib = 1", "total_mib = 1", "paths = \"/x\""]
    {
        assert_eq!(merged(text), (merge(&[(Layer::User, &user)]).policy.review, 1), "{text}");
    }
    // It may want to be asked.
    let (review, ignored) = merged("deletes = \"ask\"");
    assert_eq!((review.deletes, ignored), (ReviewDeletes::Ask, 0));
    // And not to be allowed.
    let alone =
        merge(&[(Layer::Project("/p".to_owned()), &project("changes = \"keep\"\ndeletes = \"allow\""))]);
    assert_eq!(
        (alone.policy.review.changes, alone.policy.review.deletes),
        (ReviewChanges::Off, ReviewDeletes::Ask)
    );
}

#[test]
fn what_holds_something_precious_is_asked_about_though_it_can_be_undone() {
    let (decision, tier, reason) = decided_with("rm -rf keys", ALLOW, Some("with `id_rsa` in it"));
    assert_eq!(decision, Decision::Ask);
    assert!(tier >= Tier::Medium, "{tier:?}");
    assert!(reason.contains("with `id_rsa` in it (can be undone"), "{reason}");
}

#[test]
fn what_is_precious() {
    for yes in [
        ".git",
        "a/.git/HEAD",
        ".herma",
        ".claude/skills/x.md",
        ".cursor",
        "keys/id_rsa",
        ".env",
        "a/.env.production",
        "tls/server.pem",
        "credentials.json",
        ".mcp.json",
        ".github/hooks/herma.json",
    ] {
        assert!(Change::is_precious(yes), "{yes}");
    }
    for no in
        ["src/main.rs", ".gitignore", ".github/workflows/ci.yml", ".env.example", "a/node_modules/x/test.pem"]
    {
        assert!(!Change::is_precious(no), "{no}");
    }
}
