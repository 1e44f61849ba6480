//! `herma approve --edit` at a terminal: where a person types what is to run instead.

use crate::approvals::ApprovalService;
use crate::paths::Paths;
use crate::prompt::{self, Reply, Wait};
use herma_core::text::shown;
use herma_engine::edit::{Editable, Field, may_be_shown};
use herma_engine::enforce::LocalEnforcer;
use herma_store::Request;
use herma_view::view::{arguments, command_of};
use serde_json::{Value, json};
use std::fs::OpenOptions;
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::PathBuf;
use std::process::Command;

/// What a person types at a terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum What {
    /// The command, or the text of a message, where the call has one; else all arguments.
    Simple,
    Arguments,
}

/// What somebody typed.
#[derive(Debug, Clone, PartialEq)]
pub enum Typed {
    Command(String),
    Text(String),
    Arguments(Value),
}

/// Lets a person edit what can be read of a request, where somebody else judges what comes out. `None`: nothing was changed.
pub fn typed(paths: &Paths, old: &Request, what: What) -> Result<Option<Typed>, String> {
    let command = command_of(old);
    may_be_shown(&command)?;
    let args = old.document.args.clone().unwrap_or_else(|| json!({"command": command}));
    Ok(match (Field::of(&args, &command), what) {
        (Some(field), What::Simple) => {
            let before = args.get(field.name()).and_then(Value::as_str).unwrap_or_default();
            let after = edited_text(paths, before, field.ending())?;
            (after != before).then_some(match field {
                Field::Command(_) => Typed::Command(after),
                Field::Text(_) => Typed::Text(after),
            })
        }
        (None, _) | (_, What::Arguments) => {
            let after = edited_arguments(paths, &args)?;
            (after != args).then_some(Typed::Arguments(after))
        }
    })
}

/// Lets a person edit the call. Gives the request that is to be answered now: the edited one, or the same if nothing was
/// changed.
pub fn edited(keeper: &ApprovalService, paths: &Paths, old: Request, what: What) -> Result<Request, String> {
    let enforcer = LocalEnforcer::new(paths.clone());
    let editable = Editable::of(&old, &enforcer)?;
    let args = match (editable.field, what) {
        (Some(field), What::Simple) => {
            let after = edited_text(paths, editable.text(), field.ending())?;
            editable.with_text(field, &after)
        }
        (None, _) | (_, What::Arguments) => edited_arguments(paths, &editable.call.args)?,
    };
    editable.put(keeper, &old, args, &keeper.account)
}

/// In the person's editor; without one, in a line of the terminal.
fn edited_text(paths: &Paths, before: &str, ending: &str) -> Result<String, String> {
    edited_as(paths, (before, before), ending)
}

/// The same of arguments: in a line of the terminal they are one line.
fn edited_arguments(paths: &Paths, before: &Value) -> Result<Value, String> {
    let (file, line) = (format!("{before:#}"), before.to_string());
    arguments(&edited_as(paths, (&file, &line), "json")?)
}

fn edited_as(paths: &Paths, (before, line): (&str, &str), ending: &str) -> Result<String, String> {
    let editor = ["VISUAL", "EDITOR"].iter().filter_map(std::env::var_os).find(|value| !value.is_empty());
    let Some(editor) = editor else { return edited_line(line, ending) };
    let file = Draft::new(paths, before, ending)?;
    // As git does: the variable may hold a program with options.
    let status = Command::new("sh")
        .arg("-c")
        .arg(format!("{} \"$1\"", editor.to_string_lossy()))
        .arg("sh")
        .arg(&file.0)
        .status()
        .map_err(|e| format!("the editor could not be started: {e}"))?;
    if !status.success() {
        return Err(format!(
            "`{}` ended with {status}: nothing was changed",
            shown(&editor.to_string_lossy())
        ));
    }
    let text = std::fs::read_to_string(&file.0).map_err(|e| format!("reading what was edited: {e}"))?;
    // The line end that we, or the editor, have put behind it.
    Ok(text.strip_suffix('\n').unwrap_or(&text).to_owned())
}

fn edited_line(before: &str, ending: &str) -> Result<String, String> {
    let what = match ending {
        "json" => "the arguments that it is to run with, as JSON",
        "txt" => "the text that is to be sent instead",
        _ => "the command that is to run instead",
    };
    let fits = before.trim() == before && !before.contains(char::is_control);
    if !fits || before.chars().count() > prompt::FIELD_MAX {
        return Err("it does not fit into a line: set EDITOR to edit it".to_owned());
    }
    match prompt::edit(what, before, Wait::default()) {
        Ok(Reply::Text(text)) => Ok(text),
        Ok(Reply::Expire | Reply::Interrupt | Reply::Lost | Reply::Signal(_)) => {
            Err("nothing was changed; the request waits as it was".to_owned())
        }
        Err(none) => Err(none.to_string()),
    }
}

/// A file for the editor, readable by its owner only, gone when it is over.
struct Draft(PathBuf);

impl Draft {
    fn new(paths: &Paths, text: &str, ending: &str) -> Result<Draft, String> {
        let path = paths.data.join(format!("edit-{}.{ending}", std::process::id()));
        let _ = std::fs::remove_file(&path);
        let mut options = OpenOptions::new();
        let made = options.write(true).create_new(true).mode(0o600).open(&path);
        let mut file = made.map_err(|e| format!("a file to edit in: {e}"))?;
        let draft = Draft(path);
        writeln!(file, "{text}").map_err(|e| format!("a file to edit in: {e}"))?;
        Ok(draft)
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}
