//! What is decided without a person, and what a person is shown.

use super::{Opener, assert_asked, assert_refused};
use crate::conformance::surface::{Call, Met, Outcome};
use crate::support::pty::{Place, Terminal};
use herma_core::effect::Tier;
use herma_store::{Scope, State};

pub fn hardline(open: &Opener) {
    let surface = open.surface("");
    assert_refused(surface.meets(&Call::Hardline));
    assert_eq!((surface.room().ran().len(), surface.room().asked()), (0, 0));
    let traces = surface.room().traces();
    assert_eq!((traces.len(), &traces[0]["decided_by"]), (1, &"hardline".into()), "{traces:?}");
}

pub fn kill_of_own_pid_and_parent(open: &Opener) {
    let surface = open.surface("");
    for command in ["kill -9 $$", "kill -9 $PPID", "kill 0", "sh -c 'kill -9 $PPID'"] {
        assert_refused(surface.meets(&Call::Shell(command.to_owned())));
    }
    assert_eq!((surface.room().ran().len(), surface.room().asked()), (0, 0));
}

/// The process that the agent runs in, by its number.
pub fn kill_of_the_agents_process(open: &Opener) {
    let surface = open.surface("");
    assert_refused(surface.meets(&Call::Shell(format!("kill {}", surface.room().agent))));
    assert_eq!(surface.room().asked(), 0);
}

fn in_mode(open: &Opener, mode: &str) {
    let surface = open.surface(&format!("[mode]\nshell = \"{mode}\"\ntools = \"{mode}\"\n"));
    assert!(matches!(surface.meets(&Call::Asked), Met::Ran));
    assert_eq!((surface.room().ran().len(), surface.room().asked()), (1, 0));
    assert_refused(surface.meets(&Call::Hardline));
    assert_eq!(surface.room().traces().len(), 2);
}

pub fn observe(open: &Opener) {
    in_mode(open, "observe");
}

pub fn off(open: &Opener) {
    in_mode(open, "off");
}

pub fn numbered_choices(open: &Opener) {
    let surface = open.surface("");
    let (under_way, request) = surface.asks(&Call::Asked);
    let home = surface.held().home().display().to_string();
    let mut terminal = Terminal::new(100, 40);
    terminal.user = surface.held().owner;
    terminal.start(Place::AtTerminal, &["approve", "--home", &home, &request.ticket], &[]);
    let text = terminal.wait_for("r denies with a reason");
    // Each choice keeps its number where another is not offered.
    for (choice, offered) in [
        ("1. Allow once", true),
        ("2. Allow for this session", request.widest >= Scope::Session),
        ("3. Add to permanent allowlist", request.widest >= Scope::Always),
        ("4. Deny", true),
    ] {
        assert_eq!(text.contains(choice), offered, "`{choice}`:\n{text}");
    }
    terminal.press("4");
    terminal.finish();
    under_way.finish().denied();
    assert_eq!(surface.room().ran().len(), 0);
}

/// Where a clock has started the agent, a rule about that holds, and nothing runs that nobody has answered.
pub fn cron(open: &Opener) {
    let surface =
        open.surface("[[rule]]\nname = \"night\"\ntool = \"*\"\nsurface = \"cron\"\ndecision = \"deny\"\n");
    surface.under("cron", &Call::Asked).denied();
    assert_eq!((surface.room().ran().len(), surface.room().asked()), (0, 0));
    assert_asked(surface.meets(&Call::Asked));
    let times = "[times]\nmedium = \"1s\"\nhigh = \"1s\"\ncritical = \"1s\"\nexpires_after = \"1s\"\n";
    let surface = open.surface(times);
    assert_ne!(surface.under("cron", &Call::Asked), Outcome::Ran);
    assert_eq!((surface.room().ran().len(), surface.room().asked()), (0, 1));
}

/// A request starts at the level of its tier, and stays there for the time of that level. The last level of a request that a
/// surface keeps open lasts as long as the request.
pub fn tiers_and_their_times(open: &Opener) {
    let surface = open.surface("");
    let medium = assert_asked(surface.meets(&Call::Asked));
    assert_eq!((medium.tier, medium.stage.level), (Tier::Medium, 2));
    assert_eq!(medium.stage.deadline - medium.stage.since, 60_000);
    let critical = assert_asked(surface.meets(&Call::Critical));
    assert_eq!((critical.tier, critical.stage.level), (Tier::Critical, 4));
    let time = critical.stage.deadline - critical.stage.since;
    assert!(time == 10_000 || critical.stage.deadline == critical.expires, "{critical:?}");
}

/// The last level's time is over, and that is a denial where the policy says so.
pub fn after_last_level_deny(open: &Opener) {
    let times = "[times]\nmedium = \"1s\"\nhigh = \"1s\"\ncritical = \"1s\"\nafter_last = \"deny\"\n";
    let surface = open.surface(times);
    let check = surface.held().herma(&["policy", "check"]);
    assert_eq!(check.code(), Some(0), "no such setting: {check:?}");
    let (under_way, request) = surface.asks(&Call::Asked);
    under_way.finish().denied();
    assert_ne!(surface.room().request(&request.ticket).state, State::Pending, "it stays open");
    assert_eq!(surface.room().ran().len(), 0);
}
