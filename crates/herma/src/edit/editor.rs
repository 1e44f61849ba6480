//! Where a person types what is to run instead.

use crate::paths::Paths;
use crate::prompt::{self, Reply as Typed, Wait};
use herma_core::text::shown;
use herma_view::view::arguments;
use serde_json::Value;
use std::fs::OpenOptions;
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::PathBuf;
use std::process::Command;

/// In the person's editor; without one, in a line of the terminal.
pub(super) fn edited_text(paths: &Paths, before: &str, ending: &str) -> Result<String, String> {
    edited_as(paths, (before, before), ending)
}

/// The same of arguments: in a line of the terminal they are one line.
pub(super) fn edited_arguments(paths: &Paths, before: &Value) -> Result<Value, String> {
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
        Ok(Typed::Text(text)) => Ok(text),
        Ok(Typed::Expire | Typed::Interrupt | Typed::Lost | Typed::Signal(_)) => {
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
