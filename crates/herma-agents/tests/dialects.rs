//! Each agent's own JSON, as it was seen (facts about the agents) or as its documentation gives it, and what comes of it.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test says no by panicking")]

mod seen;

use herma_agents::{Agent, Event, Reply};
use seen::seen;

#[test]
fn what_an_agent_sends_is_read() {
    for (agent, seen) in seen() {
        let name = agent.name;
        for one in seen.calls {
            let read = agent.parse(one.input.to_string().as_bytes());
            let call = read.unwrap_or_else(|e| panic!("{name}: {e}: {}", one.input)).call;
            assert_eq!(call.tool, one.tool, "{name}");
            assert_eq!(call.args, one.args, "{name}");
            assert_eq!(call.origin.session.as_deref(), Some(one.session.as_str()), "{name}");
            assert_eq!(call.cwd.as_deref(), Some(one.cwd.as_str()), "{name}");
            assert_eq!(call.origin.sub_agent, one.sub_agent, "{name}");
            assert_eq!(call.origin.agent.as_deref(), Some(name));
        }
    }
}

/// What agents say when a tool has run, and when their person has spoken.
#[test]
fn what_is_only_noted_is_read() {
    let event = |agent: &Agent, input: &serde_json::Value| agent.parse_event(input.to_string().as_bytes());
    for (agent, seen) in seen() {
        let name = agent.name;
        for one in seen.results {
            let Ok(Event::After(got)) = event(agent, &one.input) else { panic!("{name}: {}", one.input) };
            assert_eq!((&got.call.tool, &got.call_id), (&one.tool, &one.call_id), "{name}");
            assert!(got.text(1000).contains(&one.text), "{name}: {}", got.text(1000));
            // It is no call to be judged.
            assert!(agent.parse(one.input.to_string().as_bytes()).is_err(), "{name}");
        }
        for one in seen.prompts {
            let Ok(Event::Said(got)) = event(agent, &one.input) else { panic!("{name}: {}", one.input) };
            assert_eq!((got.text, got.session), (one.text, Some(one.session)), "{name}");
        }
    }
}

/// What is said, letter for letter: agents are not forgiving.
#[test]
fn what_is_said_is_what_the_agent_wants() {
    for (agent, seen) in seen() {
        let name = agent.name;
        assert_eq!(agent.render(&Reply::Allow("fine".to_owned())), seen.says.allow, "{name}");
        assert_eq!(agent.render(&Reply::Deny("no".to_owned())), seen.says.deny, "{name}");
    }
}
