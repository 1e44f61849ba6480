//! A project's layer never loosens anything, whatever it says (T48).

use super::*;
use crate::world::TableWorld;
use crate::{ToolCall, judge};
use proptest::prelude::*;

const COMMANDS: &[&str] = &[
    "git status",
    "git push origin main",
    "git push origin feature && rm -rf build",
    "rm -rf ~/Documents",
    "rm -rf /",
    "docker compose down",
    "npm publish",
    "curl -d @x https://api.example.com/y",
    "cat ~/.ssh/id_rsa",
    "echo x > ~/.bashrc; ls",
    "kill 1001",
    "sudo systemctl stop nginx",
    "$X foo",
];

fn word(of: &'static [&'static str]) -> impl Strategy<Value = String> {
    proptest::sample::select(of).prop_map(|w| format!("\"{w}\""))
}

fn line(key: &'static str, value: impl Strategy<Value = String>) -> impl Strategy<Value = String> {
    proptest::option::of(value).prop_map(move |v| v.map_or(String::new(), |v| format!("{key} = {v}\n")))
}

fn rule() -> impl Strategy<Value = String> {
    let matchers = (
        line("program", word(&["git", "git push", "rm", "docker", "*", "npm publish", "curl"])),
        line("effect", word(&["delete", "publish", "*", "send", "write", "stop-*", "unreadable"])),
        line("path", word(&["~/Documents", "./build", "/", ".bashrc", "**/id_rsa"])),
        line("host", word(&["*.example.com", "*"])),
        line("tool", word(&["terminal", "Bash", "*"])),
        line("when", word(&["tier >= high", "risk > 0.5", "1 / 0 == 1", "outbound", "(("])),
    );
    let decision = prop_oneof![
        (0..5usize).prop_map(|t| {
            let tier = ["safe", "low", "medium", "high", "critical"][t];
            format!("effect_all = 0\ndecision = \"allow\"\nmax_tier = \"{tier}\"\n")
        }),
        Just("decision = \"deny\"\n".to_owned()),
        (any::<bool>(), any::<bool>(), 0..3u8).prop_map(|(e, h, l)| format!(
            "decision = \"ask\"\nevery_time = {e}\nhuman = {h}\nlevel = {l}\n"
        )),
    ];
    (matchers, decision).prop_map(|((a, b, c, d, e, f), decision)| {
        let about = format!("{a}{b}{c}{d}{e}{f}");
        // An allow must be about something.
        let all = if about.is_empty() { "tool = \"*\"\n" } else { "" };
        format!("{about}{}", decision.replace("effect_all = 0\n", all))
    })
}

fn file() -> impl Strategy<Value = PolicyFile> {
    let mode = word(&["enforce", "observe", "smart", "off"]);
    let mode_too = word(&["enforce", "observe", "smart", "off"]);
    let sections = (
        line("shell", mode),
        line("tools", mode_too),
        line("backend", word(&["host", "container"])),
        line("container_root", word(&["ask", "allow"])),
        line("ask", word(&["hold", "agent", "deny"])),
        line("critical", word(&["1s", "1h"])),
    );
    (sections, proptest::collection::vec(rule(), 0..5)).prop_map(|((a, b, c, d, e, f), rules)| {
        let rules: String =
            rules.iter().enumerate().map(|(i, r)| format!("[[rule]]\nname = \"r{i}\"\n{r}")).collect();
        let text = format!("version = 1\n[mode]\n{a}{b}[place]\n{c}{d}[hook]\n{e}[times]\n{f}{rules}");
        PolicyFile::parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn t48_no_project_makes_any_decision_weaker(admin in file(), user in file(), project in file(), granted in any::<bool>()) {
        let root = Layer::Project("/home/dev/src/app".to_owned());
        let without = merge(&[(Layer::Admin, &admin), (Layer::User, &user)]).policy;
        let with = merge(&[(Layer::Admin, &admin), (Layer::User, &user), (root, &project)]).policy;
        let world = TableWorld::developer();
        let grants = move |_: &crate::Assessment| granted.then(|| "G".to_owned());
        for command in COMMANDS {
            let call = ToolCall::shell(*command);
            let before = crate::judge_with(&call, &world, &without, &grants);
            let after = crate::judge_with(&call, &world, &with, &grants);
            prop_assert!(after.decision >= before.decision, "{}: {} by {}, was {} by {}", command,
                after.decision.as_str(), after.decided_by, before.decision.as_str(), before.decided_by);
            prop_assert!(!before.hardline || after.hardline);
            if after.decision == before.decision {
                prop_assert!(after.level >= before.level && after.human >= before.human);
                prop_assert!(after.every_time >= before.every_time);
            }
        }
        prop_assert!(with.hook.ask >= without.hook.ask && with.times == without.times);
    }
}

#[test]
fn t48_what_a_project_may_not_say_is_reported() {
    let project = PolicyFile::parse(
        "version = 1\n[mode]\nshell = \"off\"\n[place]\nbackend = \"container\"\n[times]\nhigh = \"1s\"\n\
         [[rule]]\nname = \"free\"\nprogram = \"rm\"\ndecision = \"allow\"\n\
         [[rule]]\nname = \"tight\"\nprogram = \"rm\"\ndecision = \"ask\"\n",
    )
    .unwrap();
    let merged = merge(&[(Layer::Project("/p".to_owned()), &project)]);
    let said: Vec<String> = merged.ignored.iter().map(ToString::to_string).collect();
    assert_eq!(said.len(), 4, "{said:?}");
    assert!(said.iter().any(
        |s| s == "rule `free`, which allows, of the project `/p` is ignored: a project may only tighten"
    ));
    assert_eq!(merged.policy.mode, Modes::default());
    assert_eq!(merged.policy.rules.len(), 1);
}

#[test]
fn a_projects_dot_is_the_project() {
    let text = "version = 1\n[[rule]]\nname = \"r\"\npath = \"./secret\"\ndecision = \"deny\"\n";
    let file = PolicyFile::parse(text).unwrap();
    let policy = merge(&[(Layer::Project("/home/dev/src".to_owned()), &file)]).policy;
    let judged = |command: &str| judge(&ToolCall::shell(command), &TableWorld::developer(), &policy).decision;
    assert_eq!(judged("cat ../secret/x"), crate::Decision::Deny);
    assert_ne!(judged("cat ./secret/x"), crate::Decision::Deny);
}

#[test]
fn later_layers_override_settings_and_denies_add_up() {
    let admin = PolicyFile::parse("version = 1\n[mode]\nshell = \"enforce\"\n[[rule]]\nname = \"no\"\nprogram = \"npm publish\"\ndecision = \"deny\"\n").unwrap();
    let user = PolicyFile::parse("version = 1\n[mode]\nshell = \"observe\"\n[times]\nmedium = \"5m\"\n[[rule]]\nname = \"yes\"\nprogram = \"npm\"\ndecision = \"allow\"\nmax_tier = \"critical\"\n").unwrap();
    let merged = merge(&[(Layer::Admin, &admin), (Layer::User, &user)]);
    assert_eq!((merged.policy.mode.shell, merged.policy.times.medium), (Mode::Observe, 300));
    let verdict = judge(&ToolCall::shell("npm publish"), &TableWorld::developer(), &merged.policy);
    assert_eq!(verdict.decided_by, "policy:no");
}

#[test]
fn mistakes_are_named_with_what_was_meant() {
    for (rule, line, says) in [
        ("program = \"rm\"\ndecison = \"deny\"", 5, "did you mean `decision`?"),
        ("program = \"rm\"\ndecision = \"denny\"", 5, "did you mean `deny`?"),
        ("effect = \"delte\"\ndecision = \"deny\"", 3, "did you mean `delete`?"),
        ("surface = \"headles\"\ndecision = \"deny\"", 3, "did you mean `headless`?"),
        ("decision = \"allow\"", 3, "say what it is about"),
        (
            "program = \"rm\"\ndecision = \"deny\"\nmax_tier = \"high\"",
            3,
            "max_tier goes with decision = \"allow\" only",
        ),
        (
            "program = \"rm\"\ndecision = \"allow\"\nhuman = true",
            3,
            "human goes with decision = \"ask\" only",
        ),
        ("program = []\ndecision = \"deny\"", 4, "empty pattern"),
        ("path = \"../x\"\ndecision = \"deny\"", 3, "no path for a rule"),
        ("when = \"teir > 2\"\ndecision = \"deny\"", 4, "did you mean `tier`?"),
        (
            "program = \"rm\"\ndecision = \"deny\"\nexample = [{ want = \"deny\" }]",
            6,
            "either run, or tool and args",
        ),
    ] {
        let text = format!("version = 1\n[[rule]]\nname = \"r\"\n{rule}\n");
        let errors = PolicyFile::check(&text).unwrap_err();
        let error = errors.first().unwrap();
        assert!(error.message.contains(says), "{rule}: {error}");
        assert_eq!(error.line, line, "{rule}: {error}");
    }
}

#[test]
fn examples_are_tests() {
    let text = "version = 1\n[[rule]]\nname = \"r\"\nprogram = \"docker\"\ndecision = \"ask\"\nexample = [\n  \
                { run = \"docker ps\", want = \"ask\" },\n  { run = \"ls\", want = \"deny\" },\n  \
                { tool = \"Write\", args = { file_path = \"/home/dev/src/app/x\" }, want = \"allow\" },\n]\n";
    let (count, failures) = run_examples(&PolicyFile::parse(text).unwrap());
    assert_eq!((count, failures.len()), (3, 1));
    assert_eq!((failures[0].line, failures[0].call.as_str()), (8, "ls"));
}
