//! A project's layer never loosens anything, whatever it says (T48).

use super::*;
use crate::call::Surface;
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
        (any::<bool>(), any::<bool>(), 0..3u8, 1..4u8, any::<bool>()).prop_map(|(e, h, l, q, s)| format!(
            "decision = \"ask\"\nevery_time = {e}\nhuman = {h}\nlevel = {l}\nquorum = {q}\nself_approval = {s}\n"
        )),
    ];
    (matchers, decision).prop_map(|((a, b, c, d, e, f), decision)| {
        let about = format!("{a}{b}{c}{d}{e}{f}");
        // An allow must be about something.
        let all = if about.is_empty() { "tool = \"*\"\n" } else { "" };
        format!("{about}{}", decision.replace("effect_all = 0\n", all))
    })
}

fn share(key: &'static str) -> impl Strategy<Value = String> {
    proptest::option::of(0..=20u8).prop_map(move |share| {
        share.map_or(String::new(), |s| format!("{key} = {:.2}\n", f64::from(s) / 20.0))
    })
}

fn file() -> impl Strategy<Value = PolicyFile> {
    let mode = word(&["enforce", "observe", "smart", "off"]);
    let mode_too = word(&["enforce", "observe", "smart", "off"]);
    let nobody = word(&["enforce", "observe", "smart", "off"]);
    let clock = word(&["enforce", "observe", "smart", "off"]);
    let sections = (
        line("shell", mode),
        line("tools", mode_too),
        line("backend", word(&["host", "container"])),
        line("container_root", word(&["ask", "allow"])),
        line("ask", word(&["hold", "agent", "deny"])),
        line("critical", word(&["1s", "1h"])),
        line("headless", nobody),
        line("cron", clock),
        proptest::option::of(any::<bool>())
            .prop_map(|pinned| pinned.map_or(String::new(), |pinned| format!("pinned = {pinned}\n"))),
        share("risk_low"),
        share("confidence_ask"),
    );
    (sections, proptest::collection::vec(rule(), 0..5)).prop_map(|((a, b, c, d, e, f, g, h, i, j, k), rules)| {
        let rules: String =
            rules.iter().enumerate().map(|(i, r)| format!("[[rule]]\nname = \"r{i}\"\n{r}")).collect();
        let text =
            format!("version = 1\n[mode]\n{a}{b}{g}{h}{i}[place]\n{c}{d}[hook]\n{e}[times]\n{f}[threshold]\n{j}{k}{rules}");
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
        let surfaces = [Surface::Interactive, Surface::Headless, Surface::Cron];
        for (command, surface) in COMMANDS.iter().flat_map(|command| surfaces.map(|surface| (command, surface))) {
            let mut call = ToolCall::shell(*command);
            call.origin.surface = surface;
            let before = crate::judge_with(&call, &world, &without, &grants);
            let after = crate::judge_with(&call, &world, &with, &grants);
            prop_assert!(after.decision >= before.decision, "{}: {} by {}, was {} by {}", command,
                after.decision.as_str(), after.decided_by, before.decision.as_str(), before.decided_by);
            prop_assert!(!before.hardline || after.hardline);
            if after.decision == before.decision {
                prop_assert!(after.level >= before.level && after.human >= before.human);
                prop_assert!(after.quorum >= before.quorum && after.self_approval <= before.self_approval);
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

fn with_admin(admin: &str, user: &str) -> Merged {
    let file = |text: &str| PolicyFile::parse(&format!("version = 1\n{text}")).unwrap();
    merge(&[(Layer::Admin, &file(admin)), (Layer::User, &file(user))])
}

#[test]
fn t51_a_pinned_mode_is_the_weakest_that_a_user_may_choose() {
    let merged = with_admin(
        "[mode]\nshell = \"smart\"\npinned = true\n",
        "[mode]\nshell = \"off\"\ntools = \"observe\"\nheadless = \"off\"\npinned = false\n",
    );
    let said: Vec<String> = merged.ignored.iter().map(ToString::to_string).collect();
    assert_eq!(merged.policy.mode, Modes { shell: Mode::Smart, pinned: true, ..Modes::default() });
    assert_eq!(said.len(), 4, "{said:?}");
    assert_eq!(said[0], "`mode.shell` of your own policy is ignored: the administrator's policy says so");
    let stricter =
        with_admin("[mode]\nshell = \"observe\"\npinned = true\n", "[mode]\nshell = \"enforce\"\n");
    assert_eq!((stricter.policy.mode.shell, stricter.ignored.len()), (Mode::Enforce, 0));
    let free = with_admin("[mode]\nshell = \"enforce\"\n", "[mode]\nshell = \"off\"\n");
    assert_eq!(free.policy.mode.shell, Mode::Off);
}

#[test]
fn where_nobody_is_another_mode_may_hold() {
    let policy =
        Policy::parse("version = 1\n[mode]\nshell = \"observe\"\nheadless = \"enforce\"\ncron = \"off\"\n")
            .unwrap();
    let judged = |surface: Surface, policy: &Policy| {
        let mut call = ToolCall::shell("npm publish");
        call.origin.surface = surface;
        judge(&call, &TableWorld::developer(), policy).decided_by
    };
    assert_eq!(judged(Surface::Interactive, &policy), "mode:observe");
    assert_eq!(judged(Surface::Headless, &policy), "tier");
    assert_eq!(judged(Surface::Cron, &policy), "mode:off");
    let strict = Policy::parse("version = 1\n[mode]\nshell = \"observe\"\nheadless = \"enforce\"\n").unwrap();
    assert_eq!(judged(Surface::Cron, &strict), "tier", "a clock is nobody too");
}

#[test]
fn how_long_traces_are_kept_is_no_projects_business() {
    let text =
        "version = 1\n[trace]\nkeep = \"7d\"\nmax_traces = 5000\ncommand_bytes = 4096\nargument_bytes = 64\n";
    let file = PolicyFile::parse(text).unwrap();
    let trace = merge(&[(Layer::User, &file)]).policy.trace;
    let want = TraceSettings { keep: 7 * 86_400, max_traces: 5000, command_bytes: 4096, argument_bytes: 64 };
    assert_eq!(trace, want);
    let project = merge(&[(Layer::Project("/p".to_owned()), &file)]);
    assert_eq!((project.policy.trace, project.ignored.len()), (TraceSettings::default(), 4));
    for wrong in
        ["keep = \"soon\"", "max_traces = 3", "command_bytes = 99999", "keep = 30", "argument_bytes = -1"]
    {
        assert!(PolicyFile::parse(&format!("version = 1\n[trace]\n{wrong}\n")).is_err(), "{wrong}");
    }
}

#[test]
fn the_words_behind_any_program_are_stopped() {
    let no = |program: &str, command: &str| {
        let text =
            format!("version = 1\n[[rule]]\nname = \"no\"\nprogram = \"{program}\"\ndecision = \"deny\"\n");
        let file = PolicyFile::parse(&text).unwrap();
        let policy = merge(&[(Layer::User, &file)]).policy;
        judge(&ToolCall::shell(command), &TableWorld::developer(), &policy).decision == crate::Decision::Deny
    };
    for (program, command) in [
        ("npm run deploy", "npm run deploy"),
        ("npm run deploy", "cd x && npm --silent run deploy -- --yes"),
        ("npm run deploy", "bash -c 'npm run deploy'"),
        ("just ship", "just ship"),
        ("./deploy.sh prod", "./deploy.sh prod --now"),
        ("make deploy", "make -j4 deploy"),
        ("make deploy", "sudo make deploy"),
        ("git push", "git -C x push"),
    ] {
        assert!(no(program, command), "{program}: {command}");
    }
    for (program, command) in [
        ("npm run deploy", "npm run test"),
        ("npm run deploy", "npm test"),
        ("make deploy", "make"),
        ("make deploy", "git commit -m 'make deploy'"),
        ("./deploy.sh prod", "./deploy.sh staging"),
        ("git push", "git commit -m push"),
    ] {
        assert!(!no(program, command), "{program}: {command}");
    }
}
