//! `herma review` and `herma undo`: what can be had back, and having it back.

use crate::answerer::{may_change, terminal_of_agent};
use crate::approvals::{ApprovalService, now};
use crate::check::usage;
use crate::duration;
use crate::paths::Paths;
use herma_core::text::shown;
use herma_engine::text::cut;
use herma_store::Store;
use herma_store::audit::NewEntry;
use herma_undo::{Entry, Force, Name, Preview, Standing, clean_up, entries, find};
use serde_json::json;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::io::IsTerminal;
use std::process::ExitCode;

pub const REVIEW_HELP: &str = "\
usage: herma review [list] [--json] [--home DIR]
       herma review show ID
       herma review clear ID | --all

What agents have changed in a workspace and can be undone. Kept only where the policy says so:

  [review]
  changes = \"keep\"      keep the way back before a file of the workspace is changed (default \"off\")
  deletes = \"allow\"     let a deletion run that can be undone (default \"ask\": it is asked about, and the prompt says so)
  keep = \"24h\"          for how long, up to 30d
  files = 2000          of one call; what has more has no way back
  mib = 64              the same in MiB; total_mib = 2048 is for all together
  paths = [\"./src\"]     only below these (default: all of the workspace)

  list    the newest first (default)
  show    what `herma undo` would put back, take away, and leave alone
  clear   forgets a way back, or all of them; for people only

  --json      for machines
  --home DIR  Herma's own home

exit: 0, 1 failure, 2 usage
";

pub const UNDO_HELP: &str = "\
usage: herma undo ID [--force] [--home DIR]

Puts back what a call has changed: bytes, modes, times, links. What was not there is taken away. What somebody has changed
since is left alone, and named. `herma review` lists the IDs; an undo has one too, and can be undone.

Stopped half-way, the same command goes on. For people only: to an agent it is refused.

  --force     overwrite what was changed since as well; it is kept. Only at a terminal
  --home DIR  Herma's own home

exit: 0 all of it is back, 1 some of it was left alone or nothing could be done, 2 usage
";

/// Paths of one entry on one screen.
const SHOWN_PATHS: usize = 200;
/// Entries that are over, taken away in one go.
const CLEANED: usize = 1000;

/// What was typed.
#[derive(Default)]
struct Typed {
    words: Vec<String>,
    machine: bool,
    all: bool,
    force: bool,
    home: Option<OsString>,
}

fn typed(args: &[OsString], options: &[&str]) -> Result<Option<Typed>, String> {
    let mut typed = Typed::default();
    let mut rest = args.iter();
    while let Some(word) = rest.next() {
        match word.to_str().unwrap_or_default() {
            "--help" | "-h" => return Ok(None),
            "--home" => typed.home = Some(rest.next().cloned().ok_or("`--home` needs a value")?),
            "--json" if options.contains(&"--json") => typed.machine = true,
            "--all" if options.contains(&"--all") => typed.all = true,
            "--force" if options.contains(&"--force") => typed.force = true,
            option if option.starts_with('-') => {
                return Err(format!("`{option}` is no option; --help lists them"));
            }
            word => typed.words.push(word.to_owned()),
        }
    }
    Ok(Some(typed))
}

pub fn review(args: &[OsString]) -> ExitCode {
    let typed = match typed(args, &["--json", "--all"]) {
        Ok(Some(typed)) => typed,
        Ok(None) => {
            print!("{REVIEW_HELP}");
            return ExitCode::SUCCESS;
        }
        Err(why) => return usage(&why),
    };
    let paths = Paths::resolve(typed.home.as_deref()).map_err(|e| e.to_string());
    let words: Vec<&str> = typed.words.iter().map(String::as_str).collect();
    let done = match (words.as_slice(), typed.all) {
        ([] | ["list"], false) => paths.and_then(|paths| list(&paths, typed.machine)),
        (["show", id], false) => paths.and_then(|paths| show(&paths, id)),
        (["clear", id], false) => paths.and_then(|paths| clear(&paths, Some(id))),
        (["clear"], true) => paths.and_then(|paths| clear(&paths, None)),
        _ => return usage("list, show ID, clear ID or clear --all; --help says more"),
    };
    match done {
        Ok(text) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Err(why) => failed(&why),
    }
}

pub fn undo(args: &[OsString]) -> ExitCode {
    let typed = match typed(args, &["--force"]) {
        Ok(Some(typed)) => typed,
        Ok(None) => {
            print!("{UNDO_HELP}");
            return ExitCode::SUCCESS;
        }
        Err(why) => return usage(&why),
    };
    let [id] = typed.words.as_slice() else { return usage("which one? `herma review` lists them") };
    let done = Paths::resolve(typed.home.as_deref())
        .map_err(|e| e.to_string())
        .and_then(|paths| go_back(&paths, id, typed.force));
    match done {
        Ok(code) => code,
        Err(why) => failed(&why),
    }
}

fn failed(why: &str) -> ExitCode {
    eprintln!("herma: {}", shown(why));
    ExitCode::FAILURE
}

fn list(paths: &Paths, machine: bool) -> Result<String, String> {
    let store = paths.undo();
    // What is over is gone whoever looks; that some of it stays is no reason not to list the rest.
    let _ = clean_up(&store, now(), CLEANED);
    let all = entries(&store).map_err(|e| e.to_string())?;
    if machine {
        let all: Vec<_> = all.iter().map(as_json).collect();
        return Ok(format!("{}\n", serde_json::Value::from(all)));
    }
    if all.is_empty() {
        return Ok("nothing is kept that could be undone\n".to_owned());
    }
    Ok(all.iter().map(|entry| format!("{}\n", line(entry))).collect())
}

fn as_json(entry: &Entry) -> serde_json::Value {
    let about = &entry.about;
    let (standing, redo) = match entry.standing() {
        Ok(Standing::Open) => ("open", None),
        Ok(Standing::HalfUndone) => ("half undone", None),
        Ok(Standing::Undone { redo, .. }) => ("undone", Some(redo)),
        Err(_) => ("damaged", None),
    };
    json!({"id": entry.id, "at": about.at, "until": about.until, "agent": about.agent, "session": about.session,
        "tool": about.tool, "what": about.what, "cwd": about.cwd, "state": standing, "redo": redo,
        "undoes": about.undoes, "files": entry.measure.files, "bytes": entry.measure.bytes,
        "paths": entry.roots.iter().map(|path| Name::from(path).to_string()).collect::<Vec<_>>()})
}

fn line(entry: &Entry) -> String {
    let about = &entry.about;
    let ago = duration::text(now() - about.at);
    let left = duration::text(about.until - now());
    let state = match entry.standing() {
        Ok(Standing::Open) => format!("can be undone for {left}"),
        Ok(Standing::HalfUndone) => format!("half undone: `herma undo {}` goes on", entry.id),
        Ok(Standing::Undone { redo, .. }) => format!("undone; `herma undo {redo}` takes that back"),
        Err(why) => why.to_string(),
    };
    let files = match entry.measure.files {
        1 => "1 file".to_owned(),
        n => format!("{n} files"),
    };
    format!(
        "{}  {ago} ago  {}  {files} kept, {state}\n        {}",
        entry.id,
        cut(&shown(&about.agent), 30),
        cut(&about.what, 160)
    )
}

fn show(paths: &Paths, id: &str) -> Result<String, String> {
    let entry = find(&paths.undo(), id).map_err(|e| e.to_string())?;
    let mut out = format!("{}\n        in {}\n", line(&entry), shown(&entry.about.cwd));
    if !matches!(entry.standing(), Ok(Standing::Open)) {
        return Ok(out);
    }
    let Preview { back, away, left } = entry.preview().map_err(|e| e.to_string())?;
    let mut part = |title: &str, lines: Vec<String>| {
        if lines.is_empty() {
            return;
        }
        let _ = writeln!(out, "\n{title}");
        for line in lines.iter().take(SHOWN_PATHS) {
            let _ = writeln!(out, "  {line}");
        }
        if lines.len() > SHOWN_PATHS {
            let _ = writeln!(out, "  … and {} more", lines.len() - SHOWN_PATHS);
        }
    };
    part("puts back", back.iter().map(Name::to_string).collect());
    part("takes away, since it was not there", away.iter().map(Name::to_string).collect());
    part("leaves alone", left.iter().map(ToString::to_string).collect());
    if back.is_empty() && away.is_empty() && left.is_empty() {
        out.push_str("\nnothing has changed\n");
    }
    Ok(out)
}

fn clear(paths: &Paths, id: Option<&str>) -> Result<String, String> {
    may_change(paths)?;
    let store = paths.undo();
    let gone = match id {
        Some(id) => vec![find(&store, id).map_err(|e| e.to_string())?],
        None => entries(&store).map_err(|e| e.to_string())?,
    };
    for entry in &gone {
        entry.remove().map_err(|e| e.to_string())?;
    }
    record(paths, json!({"cleared": gone.iter().map(|entry| entry.id.as_str()).collect::<Vec<_>>()}))?;
    Ok(format!("{} forgotten\n", gone.len()))
}

fn go_back(paths: &Paths, id: &str, force: bool) -> Result<ExitCode, String> {
    may_change(paths)?;
    if force && (!std::io::stdin().is_terminal() || terminal_of_agent().is_some()) {
        return Err("`--force` overwrites what somebody has changed since: only a person at a terminal may"
            .to_owned());
    }
    let force = if force { Force::Overwrite } else { Force::Never };
    let undone = herma_undo::undo_with(&paths.undo(), id, now(), force, &mut stopped_by_a_test)
        .map_err(|e| e.to_string())?;
    record(paths, json!({"undone": id, "redo": undone.redo, "left": undone.left.len()}))?;
    for left in undone.left.iter().take(SHOWN_PATHS) {
        eprintln!("herma: left alone: {}", shown(&left.to_string()));
    }
    println!(
        "put back {}, took away {}, left alone {}; `herma undo {}` takes this back",
        undone.restored,
        undone.removed,
        undone.left.len(),
        undone.redo
    );
    Ok(if undone.left.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn record(paths: &Paths, body: serde_json::Value) -> Result<(), String> {
    let keeper = ApprovalService::open(paths).map_err(|e| e.to_string())?;
    keeper.gate.store().append(&NewEntry::new("undo", body), now()).map(|_| ()).map_err(|e| e.to_string())
}

/// Lets a test kill an undo at any step. A release build has no such switch.
fn stopped_by_a_test() -> std::io::Result<()> {
    #[cfg(debug_assertions)]
    {
        use std::sync::atomic::{AtomicU32, Ordering};
        static STEPS: AtomicU32 = AtomicU32::new(0);
        let fault = std::env::var("HERMA_TEST_FAULT").unwrap_or_default();
        let at = fault.strip_prefix("undo-").and_then(|at| at.parse().ok());
        if at == Some(STEPS.fetch_add(1, Ordering::SeqCst)) {
            std::process::abort();
        }
    }
    Ok(())
}
