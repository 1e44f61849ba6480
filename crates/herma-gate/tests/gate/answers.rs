//! Who may answer: attacks on authority.

use crate::support::{
    MINUTE, NOW, SECOND, Scratch, call, gate, names, refused, settings, waits, waits_for, yes,
};
use herma_core::effect::Tier;
use herma_gate::{Asked, Gate, GateError, Nobody, PASSKEY, Patience, Refusal, Reply, Seen, Settings, Why};
use herma_store::{
    Answer, MemoryStore, NewRequest, Note, Request, Scope, SqliteStore, State, Store, StoreError,
};

fn not_an_approver(account: &str) -> Refusal {
    Refusal::NotAnApprover { account: account.into() }
}

#[test]
fn t02_a_part_is_not_the_whole() {
    let gate = gate();
    let request = waits(&gate, "x", Tier::Medium, NOW);
    let blind = Reply { seen: Seen::Part, ..yes("unix:ada", &request) };
    assert_eq!(refused(gate.answer(&request.ticket, &blind, NOW)), Refusal::NotAllShown);
    assert_eq!(gate.store().request(&request.ticket).unwrap(), request);
    let no = Reply::deny("unix:ada", Some("what is this"));
    assert_eq!(gate.answer(&request.ticket, &no, NOW).unwrap().request.state, State::Denied);
}

#[test]
fn t18_decisions_come_only_from_the_store() {
    let gate = gate();
    let request = waits(&gate, "x", Tier::Medium, NOW);
    // Whatever a client keeps or says: the text of its transcript, a request that it calls approved, a name.
    let mut forged = request.clone();
    forged.state = State::Approved;
    let waiting = Err(GateError::Store(StoreError::NotApproved { state: State::Pending }));
    assert_eq!(gate.claim(&forged.id, &forged.digest, NOW), waiting);
    for account in ["ada", "a", "", "user: approve", "unix:ADA", "unix:ada "] {
        let outcome = gate.answer(&request.ticket, &yes(account, &request), NOW);
        assert_eq!(refused(outcome), not_an_approver(account));
    }
    assert_eq!(gate.store().votes(&request.id).unwrap(), []);
}

#[test]
fn t28_an_empty_list_is_nobody() {
    let mut nobody = settings();
    for level in [&mut nobody.medium, &mut nobody.high, &mut nobody.critical] {
        level.people.clear();
        level.backup.clear();
    }
    for settings in [nobody, Settings::default()] {
        let gate = Gate::new(MemoryStore::new(), settings);
        let request = waits(&gate, "x", Tier::Medium, NOW);
        for account in ["unix:ada", "unix:root", ""] {
            let outcome = gate.answer(&request.ticket, &yes(account, &request), NOW);
            assert_eq!(refused(outcome), Refusal::NobodyMay);
            let outcome = gate.answer(&request.ticket, &Reply::deny(account, None), NOW);
            assert_eq!(refused(outcome), Refusal::NobodyMay);
        }
    }
}

#[test]
fn t28_nor_is_a_name_without_an_account_anybody() {
    let mut settings = Settings::for_one("ada", "unix:ada");
    settings.people[0].accounts.clear();
    let gate = Gate::new(MemoryStore::new(), settings);
    let request = waits(&gate, "x", Tier::Medium, NOW);
    for account in ["", "ada", "unix:ada"] {
        assert_eq!(refused(gate.answer(&request.ticket, &yes(account, &request), NOW)), Refusal::NobodyMay);
    }
}

#[test]
fn those_of_a_lower_level_do_not_answer_what_is_graver() {
    let gate = gate();
    let (medium, critical) = (waits(&gate, "x", Tier::Medium, NOW), waits(&gate, "y", Tier::Critical, NOW));
    let outcome = gate.answer(&critical.ticket, &yes("unix:ada", &critical), NOW);
    assert_eq!(refused(outcome), not_an_approver("unix:ada"));
    assert!(gate.answer(&medium.ticket, &yes("unix:carol", &medium), NOW).is_ok(), "those above may always");
    assert!(gate.answer(&critical.ticket, &yes("unix:carol", &critical), NOW).is_ok());
}

#[test]
fn t31_who_asked_does_not_approve() {
    let gate = gate();
    // By name or by any account: it is the same person.
    for (n, requester) in ["ada", "unix:ada", "phone:ada"].into_iter().enumerate() {
        let mut new = call(&n.to_string(), Tier::Medium);
        new.requester = Some(requester.into());
        let request = waits_for(&gate, &new, NOW);
        for account in ["unix:ada", "phone:ada"] {
            let outcome = gate.answer(&request.ticket, &yes(account, &request), NOW);
            assert_eq!(refused(outcome), Refusal::Requester);
        }
        assert!(gate.answer(&request.ticket, &yes("unix:bob", &request), NOW).is_ok());
    }
}

#[test]
fn t31_one_person_with_two_accounts_is_one_voice() {
    let mut two = settings();
    two.medium.needed = 2;
    let gate = Gate::new(MemoryStore::new(), two);
    let request = waits(&gate, "x", Tier::Medium, NOW);
    for account in ["unix:ada", "phone:ada", "unix:ada"] {
        let answered = gate.answer(&request.ticket, &yes(account, &request), NOW).unwrap();
        assert_eq!((answered.request.state, answered.tell), (State::Pending, vec![]));
        assert!(gate.claim(&request.id, &request.digest, NOW).is_err());
    }
    let answered = gate.answer(&request.ticket, &yes("unix:bob", &request), NOW).unwrap();
    assert_eq!(answered.request.state, State::Approved);
}

/// Everybody has one account in the web inbox and one behind the webhook, too.
fn with_more_accounts(needed: u8) -> Settings {
    let mut settings = settings();
    settings.medium.needed = needed;
    for person in &mut settings.people {
        person.accounts.extend([format!("web:{}", person.name), format!("webhook:{}", person.name)]);
    }
    settings
}

#[test]
fn t31_whoever_made_the_link_and_whoever_comes_by_it_are_one_voice() {
    let gate = Gate::new(MemoryStore::new(), with_more_accounts(2));
    let by_ada = |account: &str, request: &Request| yes(account, request).made_by("unix:ada");
    let is_one_voice =
        |outcome, who: &str| assert_eq!(refused(outcome), Refusal::OneVoice { who: who.into() });
    // First herself, then as somebody whose link she has made; and the other way round.
    let request = waits(&gate, "x", Tier::Medium, NOW);
    gate.answer(&request.ticket, &yes("unix:ada", &request), NOW).unwrap();
    is_one_voice(gate.answer(&request.ticket, &by_ada("web:bob", &request), NOW), "ada");
    let other = waits(&gate, "y", Tier::Medium, NOW);
    gate.answer(&other.ticket, &by_ada("web:bob", &other), NOW).unwrap();
    is_one_voice(gate.answer(&other.ticket, &yes("phone:ada", &other), NOW), "bob");
    is_one_voice(gate.answer(&other.ticket, &by_ada("web:carol", &other), NOW), "bob");
    for one in [&request, &other] {
        assert_eq!(gate.store().votes(&one.id).unwrap().len(), 1);
        assert!(gate.claim(&one.id, &one.digest, NOW).is_err());
    }
    let wants = gate.settings().wants(&other, &gate.store().votes(&other.id).unwrap());
    assert!(wants[0].contains("bob has, 1 missing"), "{wants:?}");
    // By a link of one's own one is oneself; and so is who came in another way.
    let own = yes("web:carol", &other).made_by("unix:carol");
    assert_eq!(gate.answer(&other.ticket, &own, NOW).unwrap().request.state, State::Approved);
    gate.answer(&request.ticket, &yes("unix:bob", &request), NOW).unwrap();
    gate.claim(&request.id, &request.digest, NOW).unwrap();
    // A no is everybody's.
    let third = waits(&gate, "z", Tier::Medium, NOW);
    gate.answer(&third.ticket, &yes("unix:ada", &third), NOW).unwrap();
    let no = Reply::deny("web:bob", None).made_by("unix:ada");
    assert_eq!(gate.answer(&third.ticket, &no, NOW).unwrap().request.state, State::Denied);
}

#[test]
fn t31_who_asked_does_not_approve_by_a_link_made_for_somebody_else() {
    let gate = Gate::new(MemoryStore::new(), with_more_accounts(1));
    let mut new = call("x", Tier::Medium);
    new.requester = Some("unix:ada".into());
    let request = waits_for(&gate, &new, NOW);
    for maker in ["unix:ada", "phone:ada"] {
        let outcome = gate.answer(&request.ticket, &yes("web:bob", &request).made_by(maker), NOW);
        assert_eq!(refused(outcome), Refusal::MakerAsked { maker: "ada".into() });
    }
    let told = gate.settings().may_say_yes_by(&request, &[], "web:bob", Some("unix:ada"), 0);
    assert_eq!(told, Err(Refusal::MakerAsked { maker: "ada".into() }), "and it is not offered");
    // Ada may hold the secret of the webhook, too.
    let outcome = gate.answer(&request.ticket, &yes("webhook:bob", &request), NOW);
    assert_eq!(refused(outcome), Refusal::MakerAsked { maker: "ada".into() });
    assert!(gate.answer(&request.ticket, &yes("web:bob", &request).made_by("unix:carol"), NOW).is_ok());
}

/// Whoever made the link cannot have signed with a passkey that is not theirs.
#[test]
fn t31_what_a_passkey_has_signed_is_its_owners_own_voice() {
    let gate = Gate::new(MemoryStore::new(), with_more_accounts(2));
    let signed = |account: &str, request: &Request| {
        yes(account, request).made_by("unix:ada").proven(2, "{\"passkey\":\"k\"}")
    };
    let passkey = Note::new(PASSKEY, "k", "{}");
    assert!(gate.store().swap_note(PASSKEY, "k", None, Some(&passkey), NOW).unwrap());
    // Two people on one machine, both by links that its user has made.
    let mut new = call("x", Tier::Medium);
    (new.requester, new.proof) = (Some("unix:ada".into()), 2);
    let request = waits_for(&gate, &new, NOW);
    assert_eq!(refused(gate.answer(&request.ticket, &signed("web:ada", &request), NOW)), Refusal::Requester);
    for level in [0, 1] {
        let weak = yes("web:bob", &request).made_by("unix:ada").proven(level, "{}");
        assert!(gate.answer(&request.ticket, &weak, NOW).is_err(), "level {level}");
    }
    assert_eq!(gate.settings().may_say_yes_by(&request, &[], "web:bob", Some("unix:ada"), 2), Ok(()));
    let first = gate.answer(&request.ticket, &signed("web:bob", &request), NOW).unwrap();
    assert_eq!(first.request.state, State::Pending);
    let again = gate.answer(&request.ticket, &signed("unix:bob", &request), NOW).unwrap();
    assert_eq!(again.request.state, State::Pending, "two passkeys of one person are one voice");
    let second = gate.answer(&request.ticket, &signed("web:carol", &request), NOW).unwrap();
    assert_eq!(second.request.state, State::Approved);
    gate.claim(&request.id, &request.digest, NOW).unwrap();
    // Where no rule wants a passkey, it lets somebody be a voice of their own beside whoever made their link.
    let other = waits(&gate, "y", Tier::Medium, NOW);
    gate.answer(&other.ticket, &yes("unix:ada", &other), NOW).unwrap();
    let outcome = gate.answer(&other.ticket, &yes("web:bob", &other).made_by("unix:ada"), NOW);
    assert_eq!(refused(outcome), Refusal::OneVoice { who: "ada".into() });
    let answered = gate.answer(&other.ticket, &signed("web:bob", &other), NOW).unwrap();
    assert_eq!(answered.request.state, State::Approved);
}

#[test]
fn t31_one_webhook_is_one_voice() {
    let gate = Gate::new(MemoryStore::new(), with_more_accounts(2));
    let request = waits(&gate, "x", Tier::Medium, NOW);
    gate.answer(&request.ticket, &yes("webhook:ada", &request), NOW).unwrap();
    let outcome = gate.answer(&request.ticket, &yes("webhook:bob", &request), NOW);
    assert_eq!(refused(outcome), Refusal::OneVoice { who: "ada".into() });
    assert_eq!(gate.store().votes(&request.id).unwrap().len(), 1);
    let answered = gate.answer(&request.ticket, &yes("unix:bob", &request), NOW).unwrap();
    assert_eq!(answered.request.state, State::Approved);
}

#[test]
fn t32_removed_between_vote_and_run() {
    let scratch = Scratch::new("removed");
    let gate = Gate::new(SqliteStore::open(&scratch.path()).unwrap(), settings());
    let request = waits(&gate, "x", Tier::Medium, NOW);
    gate.answer(&request.ticket, &yes("unix:ada", &request), NOW).unwrap();
    let mut without = settings();
    for level in [&mut without.medium, &mut without.high] {
        level.people.clear();
    }
    let later = Gate::new(SqliteStore::open(&scratch.path()).unwrap(), without);
    let outcome = later.claim(&request.id, &request.digest, NOW);
    assert_eq!(refused(outcome), Refusal::NoLongerAnApprover { by: "ada".into() });
    gate.claim(&request.id, &request.digest, NOW).expect("and nothing was used up");
}

#[test]
fn t32_a_name_that_was_given_to_somebody_else_is_not_who_has_answered() {
    let scratch = Scratch::new("renamed");
    let gate = Gate::new(SqliteStore::open(&scratch.path()).unwrap(), settings());
    let request = waits(&gate, "x", Tier::Medium, NOW);
    gate.answer(&request.ticket, &yes("unix:ada", &request), NOW).unwrap();
    let mut another = settings();
    for person in another.people.iter_mut().filter(|person| person.name == "ada") {
        person.accounts = vec!["unix:mallory".to_owned()];
    }
    let later = Gate::new(SqliteStore::open(&scratch.path()).unwrap(), another);
    let outcome = later.claim(&request.id, &request.digest, NOW);
    assert_eq!(refused(outcome), Refusal::NoLongerAnApprover { by: "ada".into() });
}

/// Taken off the list, and named again with the same account: what was said before does not come back.
#[test]
fn t32_who_is_named_again_has_said_nothing() {
    let scratch = Scratch::new("again");
    let with = |people: &[&str]| {
        let mut all = settings();
        all.medium.needed = 2;
        all.people.retain(|person| people.contains(&person.name.as_str()));
        Gate::new(SqliteStore::open(&scratch.path()).unwrap(), all)
    };
    let before = with(&["ada", "bob", "carol"]);
    let request = waits(&before, "x", Tier::Medium, NOW);
    before.answer(&request.ticket, &yes("unix:ada", &request), NOW).unwrap();
    // Bob says yes while she is not there, and that is one.
    let without = with(&["bob", "carol"]);
    let answered = without.answer(&request.ticket, &yes("unix:bob", &request), NOW).unwrap();
    assert_eq!(answered.request.state, State::Pending);
    let again = with(&["ada", "bob", "carol"]);
    assert!(again.claim(&request.id, &request.digest, NOW).is_err());
    assert_eq!(again.store().votes(&request.id).unwrap().len(), 1);
    let answered = again.answer(&request.ticket, &yes("unix:ada", &request), NOW).unwrap();
    assert_eq!(answered.request.state, State::Approved);
    again.claim(&request.id, &request.digest, NOW).unwrap();
}

#[test]
fn t32_a_grant_of_somebody_removed_is_a_question() {
    let scratch = Scratch::new("removed");
    let gate = Gate::new(SqliteStore::open(&scratch.path()).unwrap(), settings());
    let request = waits(&gate, "x", Tier::Medium, NOW);
    gate.answer(&request.ticket, &Reply::approve("unix:ada", Scope::Always, &request), NOW).unwrap();
    let asked = gate.ask(&call("x", Tier::Medium), Patience::Open, NOW).unwrap();
    assert!(matches!(asked, Asked::Granted(_)), "{asked:?}");
    let later =
        Gate::new(SqliteStore::open(&scratch.path()).unwrap(), Settings::for_one("carol", "unix:carol"));
    waits(&later, "x", Tier::Medium, NOW);
}

fn relaxed() -> Settings {
    let mut settings = settings();
    settings.rate.max = u32::MAX;
    settings
}

#[test]
fn t34_whoever_guesses_digits_has_said_no() {
    let scratch = Scratch::new("digits");
    let open = || Gate::new(SqliteStore::open(&scratch.path()).unwrap(), settings());
    let request = waits(&open(), "x", Tier::High, NOW);
    let guess = |account: &str| {
        // Each time another process: the count is in the store.
        let reply = Reply::approve(account, Scope::Once, &request).with_digits("xx").on("telegram");
        open().answer(&request.ticket, &reply, NOW)
    };
    assert_eq!(refused(guess("unix:ada")), Refusal::WrongDigits { left: 2 });
    assert_eq!(refused(guess("unix:bob")), Refusal::WrongDigits { left: 2 }, "each for themselves");
    // By another account it is the same person.
    assert_eq!(refused(guess("phone:ada")), Refusal::WrongDigits { left: 1 });
    // No digits at all are no guess.
    let none = Reply::approve("unix:ada", Scope::Once, &request);
    assert_eq!(refused(open().answer(&request.ticket, &none, NOW)), Refusal::Digits);
    let denied = guess("unix:ada").unwrap().request;
    assert_eq!(denied.state, State::Denied);
    let decided = denied.decided.unwrap();
    assert_eq!((decided.by.as_str(), decided.how.as_str()), ("ada", "telegram"));
    assert_eq!(decided.reason.as_deref(), Some("the digits were wrong"));
}

#[test]
fn t31_of_a_quorum_nobody_who_asked_is_a_part() {
    let gate = gate();
    let mut new = call("x", Tier::Medium);
    (new.needed, new.requester) = (2, Some("unix:ada".into()));
    let request = waits_for(&gate, &new, NOW);
    let first = gate.answer(&request.ticket, &yes("unix:bob", &request), NOW).unwrap();
    assert_eq!(first.request.state, State::Pending);
    for account in ["unix:ada", "phone:ada"] {
        assert_eq!(refused(gate.answer(&request.ticket, &yes(account, &request), NOW)), Refusal::Requester);
    }
    let second = gate.answer(&request.ticket, &yes("unix:carol", &request), NOW).unwrap();
    assert_eq!(second.request.state, State::Approved);
    gate.claim(&request.id, &request.digest, NOW).unwrap();
    // A no is everybody's.
    let again = waits_for(&gate, &NewRequest { digest: "sha256:y".into(), ..new }, NOW);
    gate.answer(&again.ticket, &yes("unix:bob", &again), NOW).unwrap();
    let denied = gate.answer(&again.ticket, &Reply::deny("unix:ada", None), NOW).unwrap();
    assert_eq!(denied.request.state, State::Denied);
}

#[test]
fn t31_whoever_edits_it_has_asked_for_it_too() {
    let gate = gate();
    let mut new = call("x", Tier::Medium);
    new.requester = Some("unix:ada".into());
    let request = waits_for(&gate, &new, NOW);
    let Asked::Waits { request: edited, .. } =
        gate.edit(&request.ticket, "unix:bob", &call("y", Tier::Medium), NOW).unwrap()
    else {
        panic!()
    };
    for account in ["unix:ada", "unix:bob"] {
        assert_eq!(refused(gate.answer(&edited.ticket, &yes(account, &edited), NOW)), Refusal::Requester);
    }
    assert!(gate.answer(&edited.ticket, &yes("unix:carol", &edited), NOW).is_ok());
}

#[test]
fn t32_a_yes_of_too_low_a_level_or_of_a_passkey_since_removed_does_not_count() {
    let gate = gate();
    let mut new = call("x", Tier::Medium);
    new.proof = 2;
    let request = waits_for(&gate, &new, NOW);
    for level in [0, 1] {
        let reply = yes("unix:ada", &request).proven(level, "{}");
        assert_eq!(refused(gate.answer(&request.ticket, &reply, NOW)), Refusal::Level { wanted: 2 });
    }
    let said = Refusal::Level { wanted: 2 }.to_string();
    assert!(said.contains("passkey") && said.contains("herma up"), "{said}");
    assert_eq!(gate.store().votes(&request.id).unwrap(), []);
    let reply = yes("unix:ada", &request).proven(2, "{\"passkey\":\"k\"}");
    assert_eq!(gate.answer(&request.ticket, &reply, NOW).unwrap().request.state, State::Approved);
    // T32: a passkey that is not there any more has signed nothing.
    let outcome = gate.claim(&request.id, &request.digest, NOW);
    assert_eq!(refused(outcome), Refusal::PasskeyRemoved { by: "ada".into() });
    let passkey = Note::new(PASSKEY, "k", "{}");
    assert!(gate.store().swap_note(PASSKEY, "k", None, Some(&passkey), NOW).unwrap());
    gate.claim(&request.id, &request.digest, NOW).unwrap();
    // A no takes no passkey.
    let other = waits_for(&gate, &NewRequest { digest: "sha256:y".into(), ..new }, NOW);
    assert!(gate.answer(&other.ticket, &Reply::deny("unix:ada", None), NOW).is_ok());
}

#[test]
fn t34_the_digits_of_the_whole_view() {
    for (tier, account) in [(Tier::High, "unix:ada"), (Tier::Critical, "unix:carol")] {
        let gate = Gate::new(MemoryStore::new(), relaxed());
        let request = waits(&gate, "x", tier, NOW);
        let wrong: Vec<String> =
            (0..100).map(|n| format!("{n:02}")).filter(|n| *n != request.digits).collect();
        assert_eq!(wrong.len(), 99);
        let plain = Reply::approve(account, Scope::Once, &request);
        assert_eq!(refused(gate.answer(&request.ticket, &plain, NOW)), Refusal::Digits);
        let asked = wrong.iter().map(String::as_str).chain(["", " ", "1", "001"]);
        for (n, digits) in asked.enumerate() {
            let other = waits(&gate, &format!("x{n}"), tier, NOW);
            let digits = if digits == other.digits { "xx" } else { digits };
            let reply = Reply::approve(account, Scope::Once, &other).with_digits(digits);
            assert_eq!(refused(gate.answer(&other.ticket, &reply, NOW)), Refusal::WrongDigits { left: 2 });
        }
        // Knowing the digits without having seen the whole is knowing them from somewhere else.
        let unseen = Reply { seen: Seen::Part, ..yes(account, &request) };
        assert_eq!(refused(gate.answer(&request.ticket, &unseen, NOW)), Refusal::NotAllShown);
        assert_eq!(gate.store().request(&request.ticket).unwrap(), request);
        assert!(gate.answer(&request.ticket, &yes(account, &request), NOW).is_ok());
        let other = waits(&gate, "y", tier, NOW);
        let no = Reply::deny(account, None);
        assert!(gate.answer(&other.ticket, &no, NOW).is_ok(), "a no is always one key");
    }
}

#[test]
fn t35_push_bombing() {
    let gate = gate();
    let max = gate.settings().rate.max;
    let mut told = 0;
    for n in 0..1000 {
        // The same few over and over, then ever new ones.
        let action = if n < 500 { n % 3 } else { n };
        match gate.ask(&call(&action.to_string(), Tier::Medium), Patience::Open, NOW + n).unwrap() {
            Asked::Waits { tell, .. } => told += tell.len(),
            Asked::Locked(lock) => assert_eq!(lock.agent, "a"),
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(told, max as usize, "each new question once, and no more than the limit");
    let first = gate.store().request(&waits(&gate, "0", Tier::Medium, NOW + 1000).ticket).unwrap();
    assert!(first.merged > 150, "{}", first.merged);
    assert_eq!(gate.store().lock("a", NOW + 1000).unwrap().unwrap().since, NOW + 500 + i64::from(max) - 3);
    let mut other = call("x", Tier::Medium);
    other.agent = "b".into();
    waits_for(&gate, &other, NOW + 1000);
    gate.store().unlock("a", "ada", NOW + 2000).unwrap();
    waits(&gate, "later", Tier::Medium, NOW + 2 * MINUTE);
}

#[test]
fn t45_nobody_to_ask_never_runs() {
    let gate = Gate::new(MemoryStore::new(), Settings::default());
    let Asked::Waits { request, tell, .. } = gate.ask(&call("x", Tier::Medium), Patience::Open, NOW).unwrap()
    else {
        panic!()
    };
    assert_eq!((request.ticket.len(), tell), (4, vec![]), "it waits with a ticket");
    for later in [0, MINUTE, 59 * MINUTE, 61 * MINUTE, 24 * 60 * MINUTE] {
        gate.tick(&request.id, NOW + later).unwrap();
        assert!(gate.claim(&request.id, &request.digest, NOW + later).is_err());
    }
    let ended = gate.store().request(&request.ticket).unwrap();
    assert_eq!(ended.state, State::Expired, "which is not a person's no");

    let deny = Settings { nobody: Nobody::Deny, ..Settings::default() };
    let gate = Gate::new(MemoryStore::new(), deny);
    assert_eq!(gate.ask(&call("x", Tier::Medium), Patience::Open, NOW).unwrap(), Asked::Nobody);
    // Too few for what is needed, or only the one who asks, is nobody too.
    let one = Settings { nobody: Nobody::Deny, ..Settings::for_one("ada", "unix:ada") };
    let gate = Gate::new(MemoryStore::new(), one);
    let mut two = call("x", Tier::Medium);
    two.needed = 2;
    assert_eq!(gate.ask(&two, Patience::Open, NOW).unwrap(), Asked::Nobody);
    let mut own = call("x", Tier::Medium);
    own.requester = Some("unix:ada".into());
    assert_eq!(gate.ask(&own, Patience::Open, NOW).unwrap(), Asked::Nobody);
    waits(&gate, "x", Tier::Medium, NOW);
}

#[test]
fn the_scope_of_a_yes() {
    let gate = gate();
    let mut every_time = call("x", Tier::Medium);
    every_time.widest = Scope::Once;
    let request = waits_for(&gate, &every_time, NOW);
    for scope in [Scope::Session, Scope::Always] {
        let reply = Reply { answer: Answer::Approve(scope), ..yes("unix:ada", &request) };
        let refusal = refused(gate.answer(&request.ticket, &reply, NOW));
        assert_eq!(refusal, Refusal::TooWide { widest: Scope::Once });
    }
    // Nor does a grant that is there already reach what is asked about every time.
    let usual = waits(&gate, "y", Tier::Medium, NOW);
    let session = Reply { answer: Answer::Approve(Scope::Session), ..yes("unix:ada", &usual) };
    gate.answer(&usual.ticket, &session, NOW).unwrap();
    gate.claim(&usual.id, &usual.digest, NOW).unwrap();
    let asked = gate.ask(&call("y", Tier::Medium), Patience::Open, NOW).unwrap();
    assert!(matches!(asked, Asked::Granted(_)), "{asked:?}");
    let graver = gate.ask(&call("y", Tier::Critical), Patience::Open, NOW).unwrap();
    assert!(matches!(graver, Asked::Waits { .. }), "not above the tier it was given for");
    let again =
        waits_for(&gate, &herma_store::NewRequest { widest: Scope::Once, ..call("y", Tier::Medium) }, NOW);
    assert_eq!(again.state, State::Pending);
}

#[test]
fn a_resumed_session_confirms_its_grant_once() {
    use herma_store::Host;
    let gate = gate();
    gate.store().arrive("a", "s", Host { pid: 1, started: 1 }, NOW).unwrap();
    let request = waits(&gate, "x", Tier::Medium, NOW);
    let session = Reply { answer: Answer::Approve(Scope::Session), ..yes("unix:ada", &request) };
    gate.answer(&request.ticket, &session, NOW).unwrap();
    gate.claim(&request.id, &request.digest, NOW).unwrap();
    gate.store().arrive("a", "s", Host { pid: 2, started: 2 }, NOW).unwrap();
    let again = waits(&gate, "x", Tier::Medium, NOW + SECOND);
    gate.answer(&again.ticket, &yes("unix:ada", &again), NOW + SECOND).unwrap();
    let third = gate.ask(&call("x", Tier::Medium), Patience::Open, NOW + 2 * SECOND).unwrap();
    assert!(matches!(third, Asked::Granted(_)), "{third:?}");
}

#[test]
fn late_answers_are_told_the_outcome() {
    let gate = gate();
    let request = waits(&gate, "x", Tier::Medium, NOW);
    let answered = gate.answer(&request.ticket, &Reply::deny("unix:ada", Some("no")), NOW + 1).unwrap();
    assert_eq!(names(&answered.tell), [("ada", Why::Over)]);
    // Even without digits, without having seen it: who is late is late.
    let late = gate.answer(&request.ticket, &Reply::deny("unix:bob", None), NOW + 2);
    let told = StoreError::AlreadyDecided { by: "ada".into(), what: State::Denied, when: NOW + 1 };
    assert_eq!(late, Err(GateError::Store(told)));
    let unknown = gate.answer("7K2M9", &yes("unix:ada", &request), NOW);
    assert!(matches!(unknown, Err(GateError::Store(StoreError::Unknown { .. }))), "{unknown:?}");
}

#[test]
fn a_no_that_nobody_waited_for_is_told_to_the_repeated_call_once() {
    let gate = gate();
    let new = call("x", Tier::Medium);
    let request = waits_for(&gate, &new, NOW);
    gate.answer(&request.ticket, &Reply::deny("unix:ada", Some("not on a Friday")), NOW + SECOND).unwrap();
    let asked = gate.ask(&new, Patience::Open, NOW + 9 * MINUTE).unwrap();
    let Asked::Waits { request: told, tell } = asked else { panic!("{asked:?}") };
    assert_eq!((told.id, told.state, tell), (request.id.clone(), State::Denied, Vec::new()));
    let again = waits_for(&gate, &new, NOW + 9 * MINUTE);
    assert_ne!(again.id, request.id, "whoever has heard the no asks anew");
    gate.answer(&again.ticket, &Reply::deny("unix:ada", None), NOW + 9 * MINUTE).unwrap();
    let heard = gate.hold(&again.id, NOW + 9 * MINUTE, &|| NOW + 9 * MINUTE, &mut |_, _| {}).unwrap();
    assert_eq!(heard.state, State::Denied);
    let third = waits_for(&gate, &new, NOW + 10 * MINUTE);
    assert_eq!(third.state, State::Pending, "a call that waited has heard it");
    gate.answer(&third.ticket, &Reply::deny("unix:ada", None), NOW + 10 * MINUTE).unwrap();
    assert_eq!(waits_for(&gate, &new, NOW + 21 * MINUTE).state, State::Pending, "an old no is no answer");
}
