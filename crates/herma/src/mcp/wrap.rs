//! `herma mcp wrap`: what a client starts in place of a server that talks over its standard streams.

use super::exec::{self, IfTaken};
use super::options::{self, Options};
use crate::check::usage;
use herma_core::text::shown;
use herma_gate::Caller;
use herma_mcp::guard::Input;
use herma_mcp::lock::{Key, Locks};
use herma_mcp::process::Process;
use herma_mcp::stdio::Pump;
use std::ffi::OsString;
use std::process::{ExitCode, Stdio};
use std::sync::Arc;

const HELP: &str = "\
usage: herma mcp wrap [--name N] [--lock refuse|wait|replace-orphan|off] [--hold SECONDS] -- COMMAND…

Starts an MCP server, and stands between it and whoever started this. Every call of a tool is judged: what is harmless
passes, what matters waits for a person, what must never happen is refused in words that the model can act on. What the
server says of its tools is pinned when it is first seen; a change waits for a person too.

  --name N        what people call the server (default: made out of the command)
  --lock POLICY   if the same server runs already in this folder: refuse (default), wait, replace-orphan, off
  --hold SECONDS  how long a call waits for an answer before the model is told to call again (default: 50,
                  since many clients give up after 60)
  --home DIR      Herma's own home

The server is ended when its client goes away, however that happens, and leaves nothing running.

exit: the server's own code, 75 another instance runs, 127 it could not be started, 2 usage
";

/// What a server has for an orderly end when its client is gone.
const ABANDONED: std::time::Duration = std::time::Duration::from_millis(300);

pub fn main(args: &[OsString]) -> ExitCode {
    let options = match options::parse(args) {
        Ok(Some(options)) => options,
        Ok(None) => {
            print!("{HELP}");
            return ExitCode::SUCCESS;
        }
        Err(message) => return usage(&message),
    };
    if options.command.is_empty() || options.listen.is_some() || options.upstream.is_some() {
        return usage("give the server's command after `--`; --help says more");
    }
    match run(&options) {
        Ok(code) => code,
        Err(message) => {
            eprintln!("herma: {}", shown(&message));
            ExitCode::FAILURE
        }
    }
}

fn run(options: &Options) -> Result<ExitCode, String> {
    let paths = options.paths()?;
    let name = options.server_name()?;
    let folder = std::env::current_dir().unwrap_or_default();
    let lock_key = Key::configured(&name, &options.command, folder.as_os_str()).map_err(|e| e.to_string())?;
    let mut firewall = options.firewall(&paths, &name)?;
    firewall.cwd = folder.to_str().map(str::to_owned);
    let locks = Locks::at(paths.mcp_locks());
    let if_taken = options.if_taken.unwrap_or(IfTaken::Refuse);
    let started = exec::start(&locks, &lock_key, if_taken, Input::IsItsLife, &options.command, |command| {
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
    });
    let mut guarded = match started {
        Ok(guarded) => guarded,
        Err(why) => return Ok(why.say(&name)),
    };
    let (Some(to_server), Some(from_server)) = (guarded.guard.stdin.take(), guarded.guard.stdout.take())
    else {
        return Err("the server has no standard streams".to_owned());
    };
    let parent = Process::parent();
    let session = parent.map_or_else(String::new, |parent| format!("-{}-{}", parent.pid, parent.started));
    let caller = Caller { agent: "mcp".to_owned(), session: format!("{name}{session}"), surface: "mcp" };
    let to_client = Box::new(std::io::stdout());
    let pump = Pump::new(Arc::new(firewall), caller, to_client, Box::new(to_server));
    let cannot = |error: std::io::Error| format!("no thread can be started: {error}");
    let client = Arc::clone(&pump);
    spawn("client", move || client.serve_client(std::io::stdin())).map_err(cannot)?;
    if let Some(handle) = parent.and_then(|parent| parent.open().ok()) {
        let abandoned = Arc::clone(&pump);
        let watch = move || {
            herma_mcp::process::wait_for_end(&handle);
            abandoned.close_server();
            // Nobody reads its last words: the guard does the rest, and does it sooner when we are gone too.
            std::thread::sleep(ABANDONED);
            std::process::exit(1)
        };
        spawn("watch", watch).map_err(cannot)?;
    }
    if let Err(error) = pump.serve_server(from_server) {
        eprintln!("herma: {name}: {error}; the server is ended");
    }
    pump.close_server();
    Ok(guarded.finish())
}

fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> std::io::Result<()> {
    std::thread::Builder::new()
        .stack_size(herma_core::work::STACK)
        .name(name.to_owned())
        .spawn(work)
        .map(drop)
}
