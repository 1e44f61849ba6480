use super::*;
use serde_json::json;

const ALL: [HookAsk; 3] = [HookAsk::Hold, HookAsk::Agent, HookAsk::Deny];

#[test]
fn what_is_done_is_what_the_settings_say() {
    let settings = |ask, nobody| HookSettings { ask, nobody, ..HookSettings::default() };
    let way = |ask, own| super::way(&settings(ask, HookNobody::Wait), own, || panic!("nobody asked"));
    assert_eq!(ALL.map(|ask| way(ask, true)), [Way::Hold, Way::Delegate, Way::Ticket]);
    assert_eq!(ALL.map(|ask| way(ask, false)), [Way::Hold, Way::Hold, Way::Ticket]);
    // T45: with nobody there, nothing waits that is not to wait.
    for ask in ALL {
        assert_eq!(super::way(&settings(ask, HookNobody::Deny), true, || false), Way::Refuse);
        assert_ne!(super::way(&settings(ask, HookNobody::Deny), true, || true), Way::Refuse);
    }
}

/// Whatever the settings: nobody but a human answers, nothing is dropped, and the first card is not held up.
#[test]
fn in_a_crisis_it_is_held_or_gets_a_ticket() {
    let verdict = |crisis_first| {
        let call = herma_core::ToolCall::shell("ls");
        let world = herma_core::world::TableWorld::developer();
        Verdict { crisis_first, ..herma_core::judge(&call, &world, &herma_core::Policy::default()) }
    };
    for ask in ALL {
        for nobody in [HookNobody::Wait, HookNobody::Deny] {
            let settings = |ask, nobody| HookSettings { ask, nobody, ..HookSettings::default() };
            let way = |first, there| way_in_crisis(&verdict(first), &settings(ask, nobody), || there);
            assert_eq!(way(true, true), Way::Ticket);
            let later = [way(false, true), way(false, false)];
            assert!(later.iter().all(|way| matches!(way, Way::Hold | Way::Ticket)), "{later:?}");
        }
    }
}

#[test]
fn t49_what_carries_authority_is_shown() {
    let effects = |args: Value| {
        let call = ToolCall { tool: "Bash".to_owned(), args, ..ToolCall::default() };
        let (name, command) = command_of(&call).unwrap();
        assert_eq!(command, "make");
        with_other_arguments("[]", &call, name)
    };
    assert_eq!(effects(json!({"command": "make", "description": "builds"})), "[]");
    let bare = effects(json!({"cmd": "make", "dangerouslyDisableSandbox": true}));
    assert!(bare.contains(r#"is called with {\"dangerouslyDisableSandbox\":true}"#), "{bare}");
}

#[test]
fn t02_what_is_too_long_to_be_shown_stays_too_long() {
    let long = format!("a{}z", "é".repeat(SHOWN_MAX));
    let kept = bounded(&long);
    assert!(kept.len() > SHOWN_MAX && kept.len() < SHOWN_MAX + 100, "{}", kept.len());
    assert!(kept.starts_with('a') && kept.ends_with('z'));
    assert_eq!(bounded("short"), "short");
}
