//! `herma up`, `status`, `down`, `token`: the gateway as a process, and who may come in.

mod channels;
mod demo;
mod host;
mod names;
mod record;
mod stamp;
mod status;
mod token;
mod unit;
mod up;

pub use record::is_up;
pub use token::{HELP as TOKEN_HELP, main as token};

use crate::check::usage;
use crate::paths::Paths;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

pub const UP_HELP: &str = "\
usage: herma up [--listen ADDRESS] [--host NAME] [--detach] [--demo] [--install] [--home DIR]

Starts the gateway: the web inbox, and an HTTP API for agents (`/v1/openapi.json` describes it). Ctrl-C ends it; what waits
for a person stays, and is there again afterwards. At a terminal it prints a link to log in with: good once, for one minute.
Typed again while the gateway is up, it prints another one.

  --listen ADDRESS  where (default: 127.0.0.1:7717)
  --host NAME       another name that browsers may use: `box.lan:7717`, or `https://herma.example.org` where a proxy in front
                    of it does TLS; may be given several times. Under any other name it does not answer
  --detach          in the background; says so once it answers. It writes to gateway.log in Herma's data folder
  --demo            a home of its own that is thrown away, and a scripted agent whose calls you can answer: nothing of it runs
  --install         write a systemd user unit that starts it at login, print it, and do nothing else
  --home DIR        Herma's own home

exit: 0 ended as asked, 1 not started (says why), 2 usage
";

pub const STATUS_HELP: &str = "\
usage: herma status [--json] [--home DIR]

Says how the gateway, the store, the disk and the channels are, and what waits.

exit: 0 all is well, 1 something is not, 3 the gateway is not up, 2 usage
";

pub const DOWN_HELP: &str = "\
usage: herma down [--home DIR]

Ends the gateway: what is in flight is finished, what waits for a person stays pending.

exit: 0 ended, 1 it did not end, 3 it was not up, 2 usage
";

pub const EXIT_NOT_UP: u8 = 3;

/// Where the gateway of this home is, for whoever is handed a link, if it is up.
pub fn address(paths: &Paths) -> Option<String> {
    record::running(paths).and_then(|record| names::to_hand_over(&record.names).cloned())
}

/// What was typed, over all of these commands.
#[derive(Debug, Default)]
struct Options {
    listen: Option<String>,
    hosts: Vec<String>,
    detach: bool,
    detached: bool,
    demo: bool,
    install: bool,
    json: bool,
    home: Option<OsString>,
}

impl Options {
    /// `None` if help was asked for.
    fn parse(args: &[OsString], own: &[&str]) -> Result<Option<Options>, String> {
        let mut out = Options::default();
        let mut words = args.iter();
        while let Some(word) = words.next() {
            let mut value =
                || words.next().cloned().ok_or(format!("`{}` needs a value", word.to_string_lossy()));
            let name = word.to_str().unwrap_or_default();
            if name != "--home" && name != "--help" && name != "-h" && !own.contains(&name) {
                return Err(format!("`{}` is no option; --help lists them", word.to_string_lossy()));
            }
            match name {
                "--help" | "-h" => return Ok(None),
                "--home" => out.home = Some(value()?),
                "--listen" => out.listen = Some(value()?.to_string_lossy().into_owned()),
                "--host" => out.hosts.push(value()?.to_string_lossy().into_owned()),
                "--detach" => out.detach = true,
                "--detached" => out.detached = true,
                "--demo" => out.demo = true,
                "--install" => out.install = true,
                _ => out.json = true,
            }
        }
        Ok(Some(out))
    }

    fn paths(&self) -> Result<Paths, String> {
        Paths::resolve(self.home.as_deref()).map_err(|e| e.to_string())
    }
}

pub fn up(args: &[OsString]) -> ExitCode {
    // `--detached` is how `--detach` starts itself; not for people.
    let own = ["--listen", "--host", "--detach", "--detached", "--demo", "--install"];
    with_options(args, UP_HELP, &own, up::up)
}

pub fn status(args: &[OsString]) -> ExitCode {
    with_options(args, STATUS_HELP, &["--json"], status::status)
}

pub fn down(args: &[OsString]) -> ExitCode {
    with_options(args, DOWN_HELP, &[], status::down)
}

fn with_options(
    args: &[OsString],
    help: &str,
    own: &[&str],
    work: impl FnOnce(&Options) -> Result<ExitCode, String>,
) -> ExitCode {
    let options = match Options::parse(args, own) {
        Ok(Some(options)) => options,
        Ok(None) => {
            print!("{help}");
            return ExitCode::SUCCESS;
        }
        Err(message) => return usage(&message),
    };
    work(&options).unwrap_or_else(|why| {
        eprintln!("herma: {}", herma_core::text::shown(&why));
        ExitCode::FAILURE
    })
}

/// What a person types to get this very program: from a checkout there is no `herma` on the search path yet.
fn own_name() -> String {
    let Ok(own) = std::env::current_exe() else { return "herma".to_owned() };
    let is_own = |folder: PathBuf| folder.join("herma").canonicalize().is_ok_and(|path| path == own);
    let path = std::env::var_os("PATH").unwrap_or_default();
    if std::env::split_paths(&path).any(is_own) {
        return "herma".to_owned();
    }
    let here = std::env::current_dir().ok();
    let near = here
        .as_ref()
        .and_then(|here| own.strip_prefix(here).ok())
        .filter(|path| path.components().count() > 1);
    near.unwrap_or(&own).display().to_string()
}
