use super::*;
use herma_core::policy::{Layer, PolicyFile, merge};
use herma_core::world::TableWorld;

fn in_force(command: &str, rest: &str) -> EffectivePolicy {
    let text = format!("version = 1\n[[assessor]]\nname = \"own\"\ncommand = {command}\n{rest}\n");
    let file = PolicyFile::parse(&text).unwrap();
    let mut in_force = EffectivePolicy::default();
    in_force.merged = merge(&[(Layer::User, &file)]);
    in_force
}

fn says(answer: &str) -> EffectivePolicy {
    in_force(&format!("[\"/bin/sh\", \"-c\", 'cat >/dev/null; echo \"$0\"', '{answer}']"), "")
}

fn judged(in_force: &EffectivePolicy, command: &str) -> (Verdict, Vec<Ran>) {
    let mut call = ToolCall::shell(command);
    judge(in_force, &mut call, &TableWorld::developer(), "run", Run::Now)
}

#[test]
fn it_may_raise_and_never_lower() {
    let commands = ["git status", "git push --force origin main", "rm -rf /"];
    for answer in [
        r#"{"raise": "ask", "reason": "I want to see it"}"#,
        r#"{"raise": "deny", "reason": "not today"}"#,
        r#"{"raise": null, "tier": "high", "reason": "r"}"#,
        r#"{"raise": null, "tier": "safe", "reason": "all is well"}"#,
        r#"{"raise": null}"#,
        "{}",
    ] {
        let in_force = says(answer);
        for command in commands {
            let plain = in_force.judge(&ToolCall::shell(command), &TableWorld::developer());
            let (verdict, ran) = judged(&in_force, command);
            assert!(ran[0].came_to.is_ok(), "{answer}: {ran:?}");
            assert!(verdict.decision >= plain.decision, "{answer}: {command}");
            assert!(verdict.assessment.tier >= plain.assessment.tier, "{answer}: {command}");
            assert!(verdict.assessment.risk >= plain.assessment.risk, "{answer}: {command}");
            assert_eq!(verdict.hardline, plain.hardline, "{answer}: {command}");
        }
    }
}

#[test]
fn what_it_raises_is_said_in_its_words() {
    let (verdict, _) = judged(&says(r#"{"raise": "ask", "reason": "touches billing"}"#), "git status");
    assert_eq!((verdict.decision, verdict.decided_by.as_str()), (Decision::Ask, "assessor:own"));
    assert_eq!(verdict.reason(), "assessor `own`: touches billing");
    let (verdict, _) =
        judged(&says(r#"{"raise": "deny", "reason": "frozen"}"#), "git push --force origin main");
    assert_eq!((verdict.decision, verdict.decided_by.as_str()), (Decision::Deny, "assessor:own"));
    assert_eq!(verdict.reason(), "refused by assessor `own`: frozen");
    let (verdict, _) = judged(&says(r#"{"tier": "critical", "reason": "production"}"#), "git status");
    assert_eq!((verdict.decision, verdict.assessment.tier), (Decision::Ask, Tier::Critical));
}

#[test]
fn a_failure_is_closed_or_ignored_by_setting_and_always_said() {
    let long = "head -c 100000 /dev/zero | tr \"\\\\0\" x";
    for (script, why) in [
        ("exit 3", "exit status: 3"),
        ("echo nonsense", "no JSON"),
        ("echo []", "no JSON object"),
        ("echo {\\\"raise\\\":\\\"allow\\\"}", "`raise` is neither"),
        ("echo {\\\"tier\\\":\\\"none\\\"}", "`tier` is no tier"),
        ("kill -9 $$", "signal: 9"),
        ("sleep 60", "longer than 300 ms"),
        ("true", "no JSON"),
        (long, "too long"),
    ] {
        let command = format!(
            "[\"/bin/sh\", \"-c\", \"{}\"]",
            script.replace('"', "\\\"").replace("\\\\\"", "\\\\\\\"")
        );
        for (setting, decision) in [("ignore", Decision::Allow), ("close", Decision::Ask)] {
            let rest = format!("deadline_ms = 300\non_failure = \"{setting}\"");
            let (verdict, ran) = judged(&in_force(&command, &rest), "git status");
            let failed = ran[0].came_to.clone().unwrap_err();
            assert!(failed.contains(why), "{script}: {failed}");
            assert_eq!(verdict.decision, decision, "{script}");
        }
    }
    let (verdict, _) = judged(&in_force("[\"/nonexistent/assessor\"]", ""), "git status");
    assert_eq!(verdict.decision, Decision::Ask, "closed is the default");
}

/// Who reads a pipe to its end has waited for all that could write to it.
#[test]
fn at_its_deadline_it_ends_with_all_that_it_started() {
    let pipe = std::env::temp_dir().join(format!("herma-assessor-{}", std::process::id()));
    let _ = std::fs::remove_file(&pipe);
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let script = format!("(sleep 60; echo survived) > {} & wait", pipe.display());
    let in_force = in_force(&format!("[\"/bin/sh\", \"-c\", '{script}']"), "deadline_ms = 3000");
    let path = pipe.clone();
    let reader = std::thread::spawn(move || std::fs::read_to_string(path));
    let (_, ran) = judged(&in_force, "git status");
    assert!(ran[0].came_to.is_err());
    assert_eq!(reader.join().unwrap().unwrap(), "");
    let _ = std::fs::remove_file(&pipe);
}

#[test]
fn it_is_asked_only_about_what_it_looks_at() {
    let in_force = in_force("[\"/nonexistent\"]", "tools = [\"mcp__*\"]\nmin_tier = \"medium\"");
    assert!(judged(&in_force, "git push --force origin main").1.is_empty());
    let call = |tool: &str, args| ToolCall { tool: tool.to_owned(), args, ..ToolCall::default() };
    let asked =
        |mut call: ToolCall| judge(&in_force, &mut call, &TableWorld::developer(), "x", Run::Now).1.len();
    assert_eq!(asked(call("mcp__mail__send_message", json!({"to": "a@b.example", "text": "hi"}))), 1);
    assert_eq!(asked(call("mcp__fs__read_file", json!({"path": "src/main.rs"}))), 0);
}

#[test]
fn a_project_may_not_bring_programs() {
    let file =
        PolicyFile::parse("version = 1\n[[assessor]]\nname = \"x\"\ncommand = [\"/bin/true\"]\n").unwrap();
    let merged = merge(&[(Layer::Project("/w".to_owned()), &file)]);
    assert!(merged.policy.assessors.is_empty());
    assert_eq!(merged.ignored.len(), 1);
    assert!(merged.ignored[0].to_string().contains("assessor `x`"), "{}", merged.ignored[0]);
    for broken in [
        "command = [\"sh\"]",
        "command = []",
        "command = [\"/x\"]\ndeadline_ms = 0",
        "command = [\"/x\"]\nwhat = 1",
    ] {
        assert!(
            PolicyFile::parse(&format!("version = 1\n[[assessor]]\nname = \"x\"\n{broken}\n")).is_err(),
            "{broken}"
        );
    }
}
