//! Changes to the user's own policy file: comments stay, a person at a terminal says yes, and it is on record.

use crate::answerer::{may_answer, may_change, terminal_of_agent};
use crate::approvals::ApprovalService;
use crate::connect::unified;
use crate::effective_policy::{self, NotApplied, read, record};
use crate::paths::{self, Paths};
use crate::prompt::{self, Answer, Choice, Command, Outside, Sentence, Wait, two_digits};
use herma_core::effect::Tier;
use herma_core::policy::PolicyFile;
use serde_json::{Value, json};
use std::fs;
use toml_edit::DocumentMut;

/// A change, before anybody has agreed to it.
pub struct Change {
    old: Option<String>,
    new: String,
}

/// What kind of change it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Weight {
    /// Less will be asked about: the digits are wanted.
    Loosens,
    Tightens,
}

impl Change {
    /// Applies an edit to the file as it is now. A file that is broken is mended by hand, and one that was edited and not
    /// applied is nothing to build on: whoever agrees to this change has not seen that one.
    pub fn of(
        paths: &Paths,
        edit: impl FnOnce(&mut DocumentMut) -> Result<(), String>,
    ) -> Result<Change, String> {
        if let Some(notice) = effective_policy::load(paths).base().notice() {
            return Err(format!("{notice}, or `herma policy restore`; nothing was changed"));
        }
        let old = read(&paths.policy).map_err(|e| format!("`{}`: {e}", paths.policy.display()))?;
        let text = old.clone().unwrap_or_else(|| "version = 1\n".to_owned());
        let broken = |e: &herma_core::policy::PolicyError| format!("`{}`, {e}", paths.policy.display());
        PolicyFile::parse(&text).map_err(|e| format!("mend the file first: {}", broken(&e)))?;
        let mut document: DocumentMut = text.parse().map_err(|e: toml_edit::TomlError| e.to_string())?;
        edit(&mut document)?;
        let new = document.to_string();
        PolicyFile::check(&new)
            .map_err(|errors| errors.first().map(|e| e.message.clone()).unwrap_or_default())?;
        Ok(Change { old, new })
    }

    /// The file as it was edited, in the place of what is recorded.
    pub fn applying(edited: &NotApplied) -> Change {
        let new = edited.text.clone().unwrap_or_else(|| record::NOTHING.to_owned());
        Change { old: Some(edited.recorded.clone()), new }
    }

    /// What is recorded, in the place of the edited file.
    pub fn restoring(edited: &NotApplied) -> Change {
        Change { old: edited.text.clone(), new: edited.recorded.clone() }
    }

    pub fn new_text(&self) -> &str {
        &self.new
    }

    /// Shows it, asks, writes it down in the chain, and then into the file.
    pub fn agree(
        &self,
        paths: &Paths,
        weight: Weight,
        sentence: &str,
        kind: &str,
        body: Value,
    ) -> Result<(), String> {
        may_change(paths)?;
        if let Some(agent) = terminal_of_agent() {
            return Err(format!("this terminal is one of `{agent}`, not a person's"));
        }
        let diff = unified(&paths.policy, self.old.as_deref(), Some(&self.new));
        if !asked(sentence, &diff, weight)? {
            return Err("nothing was changed".to_owned());
        }
        self.write(paths, kind, body)
    }

    /// Without asking: for what only tightens.
    pub fn write(&self, paths: &Paths, kind: &str, mut body: Value) -> Result<(), String> {
        let keeper = ApprovalService::open(paths).map_err(|e| e.to_string())?;
        may_answer(keeper.gate.store())?;
        let by = keeper.gate.settings().person(&keeper.account).unwrap_or(&keeper.account).to_owned();
        if let Some(body) = body.as_object_mut() {
            body.insert("by".to_owned(), json!(by));
        }
        // On record first: a change that nobody can find out about does not happen, and what is not recorded is not in force.
        record::put_agreed(keeper.gate.store(), paths, &self.new, kind, body)?;
        let folder = paths.policy.parent().ok_or("the policy file has no folder")?;
        paths::make_folder(folder).map_err(|e| e.to_string())?;
        // A link in its place leads to where people keep it.
        let place = fs::canonicalize(&paths.policy).unwrap_or_else(|_| paths.policy.clone());
        paths::write_atomically(&place, self.new.as_bytes(), None).map_err(|e| e.to_string())
    }
}

fn asked(sentence: &str, diff: &str, weight: Weight) -> Result<bool, String> {
    let tier = match weight {
        Weight::Loosens => Tier::Critical,
        Weight::Tightens => Tier::Medium,
    };
    let request = prompt::Request {
        agent: "herma policy".to_owned(),
        session: None,
        tool: "policy".to_owned(),
        cwd: String::new(),
        tier,
        sentences: vec![Sentence { text: sentence.to_owned(), deletes: false }],
        command: Command::shell(diff.as_bytes().to_vec(), Vec::new()),
        narration: None,
        instead: None,
        offers: vec![Choice::Once],
        for_session: None,
        always: None,
        always_label: None,
        wants: Vec::new(),
        digits: two_digits(),
    };
    let answer = prompt::confirm(&request, Wait { deadline: None, plain: false }, &mut || Outside::Nothing);
    match answer.map_err(|e| e.to_string())? {
        Answer::Allow(_) => Ok(true),
        Answer::Deny { .. } | Answer::Expire | Answer::Elsewhere => Ok(false),
    }
}
