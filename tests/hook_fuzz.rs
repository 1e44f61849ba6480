//! Spoilt input through the hook itself: one line of the agent's dialect, exit code 0, and never a yes to what cannot be read.
//! Ten thousand for each adapter are in `herma-agents`; these go through the whole program.

use crate::support;

use herma_agents::{AGENTS, Agent, Heard};
use support::{HERMA, Scratch, command, run};

const INPUTS: u64 = 150;

/// The same numbers each time: what fails once fails again.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, below: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 11).unwrap() % below.max(1)
    }
}

/// A good call with a few bytes changed, cut or doubled.
fn spoilt(agent: &Agent, dice: &mut Dice) -> Vec<u8> {
    let mut text = agent.sample_call("ls", "/tmp").into_bytes();
    for _ in 0..=dice.roll(3) {
        let at = dice.roll(text.len());
        let byte = u8::try_from(dice.roll(256)).unwrap();
        match dice.roll(5) {
            0 if !text.is_empty() => text[at] = byte,
            1 => text.truncate(at),
            2 if !text.is_empty() => drop(text.remove(at)),
            3 => text.extend_from_within(at..),
            _ => text.insert(at, b"{}[]\",:0\\ "[usize::from(byte) % 10]),
        }
    }
    text
}

#[test]
fn spoilt_input_gets_one_answer_and_never_a_yes() {
    for (index, agent) in AGENTS.into_iter().enumerate() {
        let scratch = Scratch::new();
        // Nobody is waited for: this is about reading.
        scratch.write("h/policy.toml", "version = 1\n[hook]\nask = \"deny\"\n");
        let mut dice = Dice(0x9e37_79b9_7f4a_7c15 ^ index as u64);
        let mut unread = 0;
        for _ in 0..INPUTS {
            let input = spoilt(agent, &mut dice);
            let mut hook = command(HERMA, scratch.path());
            hook.args(["hook", agent.name, "--deadline", "1", "--home"]).arg(scratch.path().join("h"));
            let said = run(&mut hook, &input);
            let shown = String::from_utf8_lossy(&input);
            assert_eq!((said.code(), said.stderr.as_str()), (Some(0), ""), "{}: {shown}", agent.name);
            assert!(said.stdout.lines().count() <= 1, "{}: {shown}: {said:?}", agent.name);
            let heard = agent.hear(&said.stdout);
            assert_ne!(heard, Heard::Garbage, "{}: {shown}: {said:?}", agent.name);
            if agent.parse(&input).is_err() {
                unread += 1;
                assert_eq!(heard, Heard::Deny, "{}: {shown}: {said:?}", agent.name);
            }
        }
        assert!(unread > INPUTS / 2, "{}: {unread}", agent.name);
    }
}
