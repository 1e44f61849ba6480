//! Which level of "who may answer" holds here, and the proofs of it.

use super::canary;
use super::{DoctorFinding, Level};
use crate::level1::proof::{self, Proof};
use crate::level1::{Level1, hooks};
use herma_agents::{AGENTS, Agent};
use std::ffi::OsStr;

pub(super) struct Levels {
    pub findings: Vec<DoctorFinding>,
    /// Whether agents are guarded by settings of the machine.
    pub guards: bool,
}

pub(super) fn look(home: Option<&OsStr>) -> Levels {
    let (findings, guards) = match Level1::for_command(home) {
        Ok(Some(level1)) => (of_level1(&level1), true),
        Ok(None) => (
            vec![DoctorFinding::new(
                Level::Note,
                "level",
                "0: herma and its agents are one user; what is promised is evidence, not prevention",
            )],
            false,
        ),
        Err(why) => {
            let broken = DoctorFinding::new(Level::Broken, "level", why).fix("`sudo herma setup --level 1`");
            (vec![broken], false)
        }
    };
    Levels { findings, guards }
}

fn of_level1(level1: &Level1) -> Vec<DoctorFinding> {
    let text = format!(
        "1: store, policy and keys are another user's; {} answer for agents of {}",
        level1.approvers.join(", "),
        level1.agents.join(", ")
    );
    let mut out = vec![DoctorFinding::new(Level::Ok, "level", text)];
    for (agent, file, as_set) in hooks(level1) {
        out.push(match as_set {
            true => DoctorFinding::new(Level::Ok, "settings", format!("{}: {}", agent.title, file.display())),
            false => DoctorFinding::new(
                Level::Broken,
                "settings",
                format!("{}: {} does not hold the hook as it was set", agent.title, file.display()),
            )
            .fix("`sudo herma setup --level 1`"),
        });
    }
    for name in &level1.agents {
        match proof::as_agent(level1, name) {
            Ok(proofs) => out.extend(proofs.iter().map(|proof| proved(name, proof))),
            Err(why) => out.push(DoctorFinding::new(Level::Note, "proof", why)),
        }
    }
    let managed = AGENTS.into_iter().find(|agent| agent.managed_file.is_some());
    out.extend(managed.into_iter().flat_map(|agent| alive(level1, agent)));
    out
}

fn proved(name: &str, proof: &Proof) -> DoctorFinding {
    let text = format!("`{name}` {}", proof.text);
    match proof.held {
        true => DoctorFinding::new(Level::Ok, "proof", text),
        false => DoctorFinding::new(Level::Broken, "proof", text)
            .fix("`sudo herma setup --level 1` mends what it can"),
    }
}

/// The hook that the settings name, run as the agent would.
fn alive(level1: &Level1, agent: &'static Agent) -> Vec<DoctorFinding> {
    let wrapper = level1.places.hooks().join(herma_agents::settings::wrapper_name(agent));
    let script = std::fs::read_to_string(&wrapper).unwrap_or_default();
    let command = herma_agents::settings::command(agent, &wrapper.display().to_string());
    canary::try_hook(agent, &command, &script)
}
