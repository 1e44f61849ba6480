//! `herma connect mcp CLIENT` and back: a client's servers, started through Herma.

use super::clients::{Client, Configured, Launch};
use crate::connect::place::Settings;
use crate::connect::{ConnectError, own_binary, person, unified};
use crate::paths::{self, Paths};
use herma_agents::text::plain_line;
use herma_mcp::lock::Key;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

pub const HELP: &str = "\
usage: herma connect mcp CLIENT [--project] [--dry-run] [--yes] [--home DIR]
       herma disconnect mcp CLIENT [--project] [--dry-run] [--yes] [--home DIR]

Rewrites the MCP servers in the settings of CLIENT (claude-code, claude-desktop, cursor, vscode, codex) so that each is
started by `herma mcp wrap`. Shows the change as a diff, asks, keeps everything else as it is, and keeps a copy;
`disconnect` puts it back. Servers that are reached by a URL are named, not changed: `herma mcp proxy` is for those.

  --project    the settings of the project in the current folder, instead of the user's
  --dry-run    only show the change
  --yes        do not ask (needed where there is no terminal)
  --home DIR   where Herma keeps its things

exit code: 0 done, or nothing to do; 1 not done; 2 usage, or nobody to ask
";

const NOT_DONE: u8 = 1;
const USAGE: u8 = 2;

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Way {
    Connect,
    Disconnect,
}

struct Arguments {
    client: &'static Client,
    project: bool,
    dry_run: bool,
    yes: bool,
    home: Option<OsString>,
}

fn parse(args: &[OsString]) -> Result<Option<Arguments>, String> {
    let (mut client, mut project, mut dry_run, mut yes, mut home) = (None, false, false, false, None);
    let mut words = args.iter();
    while let Some(word) = words.next() {
        match word.to_str().unwrap_or_default() {
            "--help" | "-h" => return Ok(None),
            "--project" => project = true,
            "--dry-run" => dry_run = true,
            "--yes" | "-y" => yes = true,
            "--home" => home = Some(words.next().cloned().ok_or("`--home` needs a value")?),
            name => {
                let known = Client::named(name).filter(|_| client.is_none());
                client = Some(known.ok_or_else(|| format!("there is no MCP client `{}`", plain_line(name)))?);
            }
        }
    }
    let client = client.ok_or("which client? one of claude-code, claude-desktop, cursor, vscode, codex")?;
    Ok(Some(Arguments { client, project, dry_run, yes, home }))
}

pub fn main(way: Way, args: &[OsString]) -> ExitCode {
    match parse(args) {
        Ok(None) => {
            print!("{HELP}");
            ExitCode::SUCCESS
        }
        Ok(Some(arguments)) => run(way, &arguments).unwrap_or_else(|error| {
            eprintln!("herma: {error}");
            ExitCode::from(NOT_DONE)
        }),
        Err(complaint) => {
            eprintln!("herma: {complaint}");
            ExitCode::from(USAGE)
        }
    }
}

fn plain(error: impl ToString) -> ConnectError {
    ConnectError::Plain(error.to_string())
}

fn run(way: Way, arguments: &Arguments) -> Result<ExitCode, ConnectError> {
    let Arguments { client, project, dry_run, yes, home } = arguments;
    let paths = Paths::resolve(home.as_deref()).map_err(plain)?;
    let file = match project {
        true => client.project_file().ok_or_else(|| plain("this client has no settings of a project"))?,
        false => client.user_file().map_err(plain)?,
    };
    let settings = Settings::read(&file)?;
    let Some(text) = &settings.text else {
        println!("{} has no servers here: {} does not exist", client.title, file.display());
        return Ok(ExitCode::SUCCESS);
    };
    let broken = |message: String| ConnectError::Settings { path: settings.path.clone(), message };
    let record = Record::of(&paths, client, &settings.path);
    let new = match way {
        Way::Connect => {
            let start = start_words(&paths)?;
            client.changed(&settings.path, text, &|one| wrapped(&start, one)).map_err(broken)?
        }
        Way::Disconnect => match record.before_if_untouched(text) {
            Some(before) => before,
            None => client.changed(&settings.path, text, &unwrapped).map_err(broken)?,
        },
    };
    for Configured { name, launch, .. } in client.servers(&settings.path, text).map_err(broken)? {
        if let (Launch::Url { url, .. }, Way::Connect) = (launch, way) {
            let (name, url) = (plain_line(&name), plain_line(&url));
            println!(
                "not changed: `{name}` is reached by its URL; `herma mcp proxy --upstream {url}` is for those"
            );
        }
    }
    if new == *text {
        println!("nothing to change in {}", settings.path.display());
        return Ok(ExitCode::SUCCESS);
    }
    print!("{}", unified(&settings.path, Some(text), Some(&new)));
    if *dry_run {
        println!("\nnothing was changed (--dry-run)");
        return Ok(ExitCode::SUCCESS);
    }
    match person::ask("change it like this?", *yes).map_err(plain)? {
        person::Answer::Yes => {}
        person::Answer::No => {
            println!("nothing was changed");
            return Ok(ExitCode::from(NOT_DONE));
        }
        person::Answer::NobodyThere => {
            eprintln!(
                "herma: nothing was changed, since there is no terminal to ask on; say it again with --yes"
            );
            return Ok(ExitCode::from(USAGE));
        }
    }
    if way == Way::Connect {
        record.keep(text, &new)?;
        crate::effective_policy::record_first(&paths);
    }
    settings.write(&new)?;
    if way == Way::Disconnect {
        record.forget();
    }
    println!("changed {}", settings.path.display());
    Ok(ExitCode::SUCCESS)
}

/// `/abs/herma mcp wrap --home …`: what comes before the server's own name and command.
fn start_words(paths: &Paths) -> Result<Vec<String>, ConnectError> {
    let own = own_binary()?.into_os_string();
    let words = [own, "mcp".into(), "wrap".into()].into_iter().chain(paths.as_arguments());
    words.map(|word| word.into_string().map_err(|_| plain("Herma's own place is no text"))).collect()
}

fn wrapped(start: &[String], one: &Configured) -> Option<Vec<String>> {
    let Launch::Command { words, .. } = &one.launch else { return None };
    if one.is_wrapped {
        return None;
    }
    let mut all = start.to_vec();
    // A name that is none is made out of the command.
    if Key::plain(&one.name).is_ok() {
        all.extend(["--name".to_owned(), one.name.clone()]);
    }
    all.push("--".to_owned());
    all.extend(words.iter().cloned());
    Some(all)
}

fn unwrapped(one: &Configured) -> Option<Vec<String>> {
    match &one.launch {
        Launch::Command { words, .. } if one.is_wrapped => Some(words.clone()),
        Launch::Command { .. } | Launch::Url { .. } => None,
    }
}

/// What the settings were before Herma came, and what it made of them.
struct Record(PathBuf);

impl Record {
    fn of(paths: &Paths, client: &Client, settings: &Path) -> Record {
        let key = Key::configured(client.name, &[settings], "".as_ref());
        let name = key.map_or_else(|_| client.name.to_owned(), |key| key.as_str().to_owned());
        Record(paths.backups().join(format!("mcp-{name}")))
    }

    fn before_if_untouched(&self, now: &str) -> Option<String> {
        let after = fs::read_to_string(self.0.join("after")).ok()?;
        fs::read_to_string(self.0.join("before")).ok().filter(|_| after == now)
    }

    fn keep(&self, before: &str, after: &str) -> Result<(), ConnectError> {
        paths::make_folder(&self.0).map_err(ConnectError::io("cannot make the folder", &self.0))?;
        let past = self.before_if_untouched(before);
        for (name, text) in [("before", past.as_deref().unwrap_or(before)), ("after", after)] {
            let path = self.0.join(name);
            paths::write_atomically(&path, text.as_bytes(), None)
                .map_err(ConnectError::io("cannot write", &path))?;
        }
        Ok(())
    }

    fn forget(&self) {
        // Only a copy: what counts has been written.
        let _ = fs::remove_dir_all(&self.0);
    }
}
