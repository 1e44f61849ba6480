//! `herma policy apply` and `restore`: what becomes of a policy file that was edited by hand and is not in force.

use super::edit_file::{Change, Weight};
use crate::answerer::may_change;
use crate::effective_policy::{self, FileState, NotApplied};
use crate::paths::Paths;
use herma_core::policy::PolicyFile;
use herma_core::text::shown;
use serde_json::json;
use std::process::ExitCode;

/// Sentences that a prompt shows of what gets looser. The whole change stands below them.
const SHOWN: usize = 8;

/// Shows what gets looser, asks with the code, and puts the file in force.
pub(super) fn apply(paths: &Paths) -> Result<ExitCode, String> {
    may_change(paths)?;
    let Some(edited) = not_applied(paths)? else {
        println!("nothing to apply: {} is in force as it is", shown(&paths.policy.display().to_string()));
        return Ok(ExitCode::SUCCESS);
    };
    let change = Change::applying(&edited);
    PolicyFile::check(change.new_text()).map_err(|errors| {
        let first = errors.first().map(|e| e.message.clone()).unwrap_or_default();
        format!("fix the file first: {first}; `herma policy check` says where")
    })?;
    let mut looser: Vec<String> = edited.looser.iter().take(SHOWN).cloned().collect();
    if let Some(more) = edited.looser.len().checked_sub(SHOWN).filter(|more| *more > 0) {
        looser.push(format!("and {more} more"));
    }
    let sentence = format!("applies the edited policy, which loosens: {}", looser.join("; "));
    let body = json!({ "change": "apply", "looser": edited.looser });
    change.agree(paths, Weight::Loosens, &sentence, "policy", body)?;
    println!("{} is in force", shown(&paths.policy.display().to_string()));
    Ok(ExitCode::SUCCESS)
}

/// Puts the recorded policy back into the file.
pub(super) fn restore(paths: &Paths) -> Result<ExitCode, String> {
    may_change(paths)?;
    let Some(edited) = not_applied(paths)? else {
        println!("nothing to restore: {} is in force as it is", shown(&paths.policy.display().to_string()));
        return Ok(ExitCode::SUCCESS);
    };
    let body = json!({ "change": "restore" });
    let sentence = "puts the recorded policy back; the edits below are dropped";
    Change::restoring(&edited).agree(paths, Weight::Tightens, sentence, "policy", body)?;
    println!("{} is the recorded policy again", shown(&paths.policy.display().to_string()));
    Ok(ExitCode::SUCCESS)
}

fn not_applied(paths: &Paths) -> Result<Option<NotApplied>, String> {
    let state = effective_policy::load(paths);
    let broken = state.base().layers.iter().find_map(|one| match &one.state {
        FileState::LastGood(_, broken) | FileState::Broken(broken) if one.path == paths.policy => {
            Some(broken)
        }
        _ => None,
    });
    match broken {
        Some(broken) => Err(format!("fix the file first: {broken}")),
        None => Ok(state.base().not_applied().cloned()),
    }
}
