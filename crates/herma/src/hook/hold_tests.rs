use super::*;

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
