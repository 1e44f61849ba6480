//! The settings of the machine: the hook put in, and taken out again. What was there before is kept.

use super::places::Places;
use crate::connect::place::Settings;
use crate::connect::record::{self, Record};
use crate::connect::unified;
use herma_agents::wrapper::Wrapper;
use herma_agents::{AGENTS, Agent, Quirks, managed, settings};
use std::path::PathBuf;

/// The hook answers this many seconds before the agent stops waiting for it.
const BEFORE_TIMEOUT_S: u32 = 30;
const READABLE: u32 = 0o644;

/// One agent whose settings root can fix for everybody.
#[derive(Debug, Clone)]
pub(super) struct Managed {
    pub agent: &'static Agent,
    pub file: PathBuf,
    pub wrapper: PathBuf,
    folder: PathBuf,
}

/// All of them.
pub(super) fn all(places: &Places) -> Vec<Managed> {
    let one = |agent: &'static Agent| {
        let file = places.file(agent.managed_file?);
        let wrapper = places.hooks().join(settings::wrapper_name(agent));
        Some(Managed { agent, file, wrapper, folder: places.hooks() })
    };
    AGENTS.into_iter().filter_map(one).collect()
}

impl Managed {
    /// The script that the agent runs: it knows the socket, and nothing of any home.
    pub fn script(&self, places: &Places, deadline_s: Option<u32>) -> String {
        let socket = ["--socket".to_owned(), places.socket().display().to_string()];
        let longest = self.agent.timeout_s - BEFORE_TIMEOUT_S;
        Wrapper {
            agent: self.agent,
            binary: &places.binary().display().to_string(),
            home: &socket,
            deadline_s: deadline_s.unwrap_or(longest).min(longest),
            timeout_program: crate::connect::timeout_program()
                .as_deref()
                .filter(|_| !self.agent.fails_closed),
        }
        .script()
    }

    /// The file, and the text that it should have. One that cannot be read is nobody's to guess at.
    pub fn wanted(&self) -> Result<(Settings, String), String> {
        let mut file = Settings::read(&self.file).map_err(|e| e.to_string())?;
        let now = file.text.as_deref().unwrap_or_default();
        let wrapper = self.wrapper.display().to_string();
        let new = self.with(now, &wrapper).map_err(|why| {
            format!(
                "`{}`, {why}; nothing was changed in it, mend the file and try again",
                file.path.display()
            )
        })?;
        // Agents of every user read it; nobody but root writes it.
        file.mode = Some(READABLE);
        file.owner = Some((0, 0));
        Ok((file, new))
    }

    fn with(&self, text: &str, wrapper: &str) -> Result<String, String> {
        match self.agent.quirks {
            Quirks::Codex => {
                managed::codex_with(self.agent, text, wrapper, &self.folder.display().to_string())
                    .map_err(|e| e.to_string())
            }
            _ => managed::claude_with(self.agent, text, wrapper).map_err(|e| e.to_string()),
        }
    }

    fn without(&self, text: &str, before: Option<&str>) -> Result<String, String> {
        match self.agent.quirks {
            Quirks::Codex => managed::codex_without(self.agent, text, before).map_err(|e| e.to_string()),
            _ => managed::claude_without(self.agent, text, before).map_err(|e| e.to_string()),
        }
    }

    /// What would be changed, as a person reads it.
    pub fn diff(&self) -> Result<String, String> {
        let (file, new) = self.wanted()?;
        Ok(unified(&file.path, file.text.as_deref(), Some(&new)))
    }

    /// Puts the hook in. Says whether anything had to be done.
    pub fn install(&self, places: &Places) -> Result<bool, String> {
        let (file, new) = self.wanted()?;
        if file.text.as_deref() == Some(new.as_str()) {
            return Ok(false);
        }
        let clean = |text: &str| self.without(text, None).unwrap_or_else(|_| text.to_owned());
        record::keep(self.agent, &places.backups(), &file, &new, &clean).map_err(|e| e.to_string())?;
        if let Some(folder) = file.path.parent() {
            super::install::open_folder(folder)?;
        }
        file.write(&new).map_err(|e| e.to_string())?;
        Ok(true)
    }

    /// Takes it out: exactly what was there before, or, if others have edited since, all but what is Herma's. Says what was
    /// done.
    pub fn remove(&self, places: &Places) -> Result<Option<String>, String> {
        let file = Settings::read(&self.file).map_err(|e| e.to_string())?;
        let past = Record::find(self.agent, &places.backups(), &file.path);
        let name = file.path.display().to_string();
        let Some(text) = file.text.clone() else {
            past.map(|past| past.forget()).transpose().map_err(|e| e.to_string())?;
            return Ok(None);
        };
        let said = match &past {
            Some(past) if past.after == text => {
                match &past.before {
                    Some(before) => file.write(before).map_err(|e| e.to_string())?,
                    None => file.delete(past.made_folder).map_err(|e| e.to_string())?,
                }
                let what =
                    if past.before.is_some() { "is as it was" } else { "is gone: it was not there before" };
                Some(format!("{name} {what}"))
            }
            _ => {
                let before = past.as_ref().and_then(|past| past.before.as_deref());
                let new = self
                    .without(&text, before)
                    .map_err(|why| format!("`{name}`, {why}; it was left as it is, mend it and try again"))?;
                if new == text {
                    None
                } else {
                    file.write(&new).map_err(|e| e.to_string())?;
                    Some(format!("{name} was left without Herma's hook: others have edited it since"))
                }
            }
        };
        past.map(|past| past.forget()).transpose().map_err(|e| e.to_string())?;
        Ok(said)
    }
}
