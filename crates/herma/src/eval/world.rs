//! The world of a labelled row: the files that the row says are there, over the machine that measures.

use crate::world::RealWorld;
use herma_core::world::{Entry, TableWorld, Tracked};
use herma_core::{Answer, Question, World};
use serde_json::Value;

/// A file made of a repeated text is at most this long: enough to pass every bound of the judge.
const REPEATED_MAX: usize = 4 << 20;

/// The user of a row that names none. Installing as root is asked about: figures must not depend on who measures.
const ORDINARY_USER: &str = "user";

/// Files of a row, absolute. What the row does not name is asked of the machine.
#[derive(Debug, Default)]
pub struct RowWorld {
    table: TableWorld,
}

impl RowWorld {
    /// `files` maps paths (relative ones below `cwd`) to contents; `tracked` lists those that git tracks unmodified, and
    /// makes `cwd` a work tree. `user` runs the call.
    pub fn of(row: &Value) -> Result<Self, String> {
        let mut world = RowWorld::default();
        let user = row.get("user").and_then(Value::as_str).unwrap_or(ORDINARY_USER);
        world.table.user = Some(user.to_owned());
        let cwd = row.get("cwd").and_then(Value::as_str).unwrap_or("/").trim_end_matches('/');
        let home = row.get("home").and_then(Value::as_str).unwrap_or("/").trim_end_matches('/');
        let absolute = |path: &str| match path.strip_prefix("~/") {
            Some(below) => format!("{home}/{below}"),
            None if path.starts_with('/') => path.to_owned(),
            None => format!("{cwd}/{}", path.strip_prefix("./").unwrap_or(path)),
        };
        for (path, content) in row.get("files").and_then(Value::as_object).into_iter().flatten() {
            world.add(absolute(path), content_of(content)?);
        }
        if let Some(tracked) = row.get("tracked").and_then(Value::as_array) {
            world.table.work_tree = Some(cwd.to_owned());
            for path in tracked.iter().filter_map(Value::as_str) {
                world.table.tracked.insert(absolute(path), Tracked::Clean);
            }
        }
        Ok(world)
    }

    fn add(&mut self, path: String, content: Vec<u8>) {
        let executable = content.starts_with(b"#!") || content.starts_with(b"\x7fELF");
        let entry = Entry::File { size: content.len() as u64, executable };
        for (at, _) in path.match_indices('/').filter(|(at, _)| *at > 0) {
            self.table.entries.insert(path[..at].to_owned(), Entry::Directory);
        }
        self.table.tracked.insert(path.clone(), Tracked::Untracked);
        self.table.entries.insert(path.clone(), entry);
        self.table.files.insert(path, content);
    }
}

/// A text; `{"base64": …}`; or `{"repeat": …, "times": …, "then": …}` for what is too long to spell out.
fn content_of(value: &Value) -> Result<Vec<u8>, String> {
    if let Some(text) = value.as_str() {
        return Ok(text.as_bytes().to_vec());
    }
    let text = |key: &str| value.get(key).and_then(Value::as_str).unwrap_or("");
    if value.get("base64").is_some() {
        return herma_core::code::base64_bytes(text("base64"))
            .ok_or_else(|| "bad base64 in `files`".to_owned());
    }
    let times = value.get("times").and_then(Value::as_u64).unwrap_or(1);
    let times = usize::try_from(times).unwrap_or(usize::MAX).min(REPEATED_MAX / text("repeat").len().max(1));
    Ok(format!("{}{}", text("repeat").repeat(times), text("then")).into_bytes())
}

impl World for RowWorld {
    fn ask(&self, question: Question<'_>) -> Answer {
        let known = match question {
            Question::Look(path) | Question::Tracked(path) => self.table.entries.contains_key(path),
            Question::Read(path, _) | Question::Identity(path) | Question::Stamp(path) => {
                self.table.files.contains_key(path)
            }
            Question::WorkTree(_) => self.table.work_tree.is_some(),
            Question::User => true,
            _ => false,
        };
        if known { self.table.ask(question) } else { RealWorld.ask(question) }
    }
}
