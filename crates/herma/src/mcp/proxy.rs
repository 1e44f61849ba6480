//! `herma mcp proxy`: the firewall over HTTP.

use super::exec::{self, IfTaken};
use super::options::{self, Options};
use crate::check::usage;
use crate::paths::Paths;
use herma_core::text::shown;
use herma_mcp::guard::Input;
use herma_mcp::http::{self, Behind, Started};
use herma_mcp::lock::{Key, Locks};
use std::ffi::OsString;
use std::io;
use std::net::TcpListener;
use std::process::{ExitCode, Stdio};
use std::sync::Arc;

const HELP: &str = "\
usage: herma mcp proxy --listen 127.0.0.1:PORT --upstream URL [--name N] [--hold SECONDS]
       herma mcp proxy --listen 127.0.0.1:PORT [--name N] [--hold SECONDS] -- COMMAND…

Listens for MCP clients over streamable HTTP, and stands between them and a server: one that is reached by its URL, or a
command that talks over its standard streams, started once for each session. Point the client at
http://127.0.0.1:PORT/mcp. With port 0 a free one is taken; the address is printed.

  --listen ADDRESS  a loopback address; requests for another host name, or from pages of another origin, are refused
  --upstream URL    the server, http or https; credentials of the client are passed on to it
  --name N          what people call the server (default: made out of the URL or the command)
  --hold SECONDS    how long a call waits for an answer before the model is told to call again (default: 50)
  --home DIR        Herma's own home

exit: 1 it could not listen, 2 usage
";

pub fn main(args: &[OsString]) -> ExitCode {
    let options = match options::parse(args) {
        Ok(Some(options)) => options,
        Ok(None) => {
            print!("{HELP}");
            return ExitCode::SUCCESS;
        }
        Err(message) => return usage(&message),
    };
    if options.listen.is_none() || options.upstream.is_some() != options.command.is_empty() {
        return usage("give --listen, and either --upstream URL or a command after `--`; --help says more");
    }
    match run(options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("herma: {}", shown(&message));
            ExitCode::FAILURE
        }
    }
}

fn run(options: Options) -> Result<(), String> {
    let paths = options.paths()?;
    let name = options.server_name()?;
    let mut firewall = options.firewall(&paths, &name)?;
    let listen = options.listen.clone().unwrap_or_default();
    let listener = TcpListener::bind(&listen).map_err(|e| format!("cannot listen on `{listen}`: {e}"))?;
    let address = listener.local_addr().map_err(|e| e.to_string())?;
    let behind = match options.upstream.clone() {
        Some(url) => Behind::Url(url),
        None => {
            let folder = std::env::current_dir().unwrap_or_default();
            firewall.cwd = folder.to_str().map(str::to_owned);
            let command = options.command.clone();
            Behind::Command(Box::new(move || start(&paths, &name, &command)))
        }
    };
    // For whoever started us with port 0; nothing else is ever printed here.
    println!("http://{address}/mcp");
    http::serve(listener, Arc::new(firewall), behind).map_err(|e| e.to_string())
}

fn start(paths: &Paths, name: &str, command: &[OsString]) -> io::Result<Started> {
    let key = Key::plain(name).map_err(|e| io::Error::other(e.to_string()))?;
    let locks = Locks::at(paths.mcp_locks());
    let started = exec::start(&locks, &key, IfTaken::Off, Input::IsItsLife, command, |command| {
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
    });
    let mut guarded = started.map_err(|why| io::Error::other(format!("{why:?}")))?;
    let (Some(to_server), Some(from_server)) = (guarded.guard.stdin.take(), guarded.guard.stdout.take())
    else {
        return Err(io::Error::other("the server has no standard streams"));
    };
    Ok(Started {
        to_server: Box::new(to_server),
        from_server: Box::new(from_server),
        finish: Box::new(move || guarded.finish_beside()),
    })
}
