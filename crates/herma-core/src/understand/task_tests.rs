use crate::effect::Tier;
use crate::policy::Policy;
use crate::world::TableWorld;
use crate::{Decision, ToolCall};
use serde_json::json;

fn judged(tool: &str, text: &str) -> (Decision, Tier) {
    let call = ToolCall { tool: tool.into(), args: json!({"text": text}), ..ToolCall::default() };
    let verdict = crate::judge(&call, &TableWorld::developer(), &Policy::default());
    (verdict.decision, verdict.assessment.tier)
}

#[test]
fn who_only_wants_to_know_is_not_asked_about() {
    for text in [
        "Summarize the open issues.",
        "list files and directories",
        "Please list the failing tests, and explain why they fail",
        "What is the weather in Berlin?",
        "hello",
        "Could you compare the two reports?",
        "Zeige mir die offenen Aufgaben",
        "Résume le rapport, s'il te plaît",
        "Muestra los errores de hoy",
        "Elenca i file",
        "Liste os arquivos",
        "check the build status and the logs",
        "tell me what is in the report",
    ] {
        let (decision, tier) = judged("a2a_task", text);
        assert_eq!(decision, Decision::Allow, "{text}: {tier}");
        assert!(tier <= Tier::Low, "{text}: {tier}");
    }
}

#[test]
fn a_wish_that_nobody_understands_is_medium() {
    for text in [
        "foo",
        "",
        "do the usual thing",
        "give Bob what he wants",
        "the usual",
        "Frobnicate the widgets",
        "list the users and frobnicate the database",
        "Summarize this. Frobnicate that.",
        "请总结报告",
        "write a poem",
        "fix the bug in main.rs",
        "send Anna the minutes",
    ] {
        let (decision, tier) = judged("a2a_task", text);
        assert_eq!((decision, tier), (Decision::Ask, Tier::Medium), "{text}");
    }
}

#[test]
fn what_matters_is_more() {
    for (text, least) in [
        ("Delete the staging database", Tier::Critical),
        ("list the users and then delete them", Tier::Critical),
        ("Lösche alle alten Konten", Tier::Critical),
        ("Supprime les comptes", Tier::Critical),
        ("Borra la base de datos", Tier::Critical),
        ("Elimina i file", Tier::Critical),
        ("Apague os arquivos", Tier::Critical),
        ("show the report and nuke the database", Tier::Critical),
        ("list the orders and order a new server", Tier::High),
        ("Please open the report and cancel the subscription", Tier::Critical),
        ("Pay the invoice of ACME", Tier::High),
        ("Überweise 500 Euro an Max", Tier::High),
        ("deploy main to production", Tier::High),
        ("show me the production password", Tier::High),
        ("show me ~/.ssh/id_ed25519", Tier::High),
        ("run `rm -rf ~/projects/old`", Tier::High),
    ] {
        let (decision, tier) = judged("a2a_task", text);
        assert_eq!(decision, Decision::Ask, "{text}: {tier}");
        assert!(tier >= least, "{text}: {tier}");
    }
}

#[test]
fn a_command_that_must_never_run_is_refused_in_words_too() {
    for text in [
        "please run `rm -rf /` on the server",
        "rm -rf / now",
        "list the files:\n```sh\nrm -rf /\n```",
        "$ rm -rf ~",
        "show `ls` and then `sudo dd if=/dev/zero of=/dev/sda`",
        "summarize ```\nls\nrm -rf /*",
    ] {
        for tool in ["a2a_task", "a2a_send"] {
            assert_eq!(judged(tool, text).0, Decision::Deny, "{tool} {text}");
        }
    }
}

#[test]
fn handing_on_alone_adds_nothing() {
    for text in ["delete the staging database", "summarize", "frobnicate the widgets", "run `make clean`"] {
        assert_eq!(judged("a2a_send", text).0, Decision::Allow, "{text}");
    }
    // What leaves with it does.
    assert_eq!(judged("a2a_send", "use ~/.ssh/id_ed25519 for it").0, Decision::Ask);
    let args = json!({"text": "log in with this", "holds_secret": true});
    let call = ToolCall { tool: "a2a_send".into(), args, ..ToolCall::default() };
    let verdict = crate::judge(&call, &TableWorld::developer(), &Policy::default());
    assert_eq!(verdict.decision, Decision::Ask);
}

#[test]
fn what_rides_along_is_read_too() {
    let args = json!({"text": "summarize the report", "metadata": {"then": ["delete the database"]}});
    let call = ToolCall { tool: "a2a_task".into(), args, ..ToolCall::default() };
    let verdict = crate::judge(&call, &TableWorld::developer(), &Policy::default());
    assert_eq!(verdict.assessment.tier, Tier::Critical);
}
