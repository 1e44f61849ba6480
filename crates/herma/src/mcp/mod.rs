//! `herma mcp`: a firewall in front of MCP servers, and one instance of each.

mod clients;
pub mod connect;
mod exec;
mod lock;
mod options;
mod proxy;
mod scan;
mod scan_url;
mod serve;
mod wrap;

use crate::check::usage;
use std::ffi::OsString;
use std::process::ExitCode;

pub const HELP: &str = "\
usage: herma mcp wrap [--name N] [--lock POLICY] [--hold SECONDS] -- COMMAND…
       herma mcp proxy --listen 127.0.0.1:PORT --upstream URL | -- COMMAND…
       herma mcp serve
       herma mcp permission
       herma mcp scan
       herma mcp lock run NAME -- COMMAND…
       herma mcp lock status NAME | list | cleanup | release NAME [--force]

  wrap -- COMMAND…            stand between a client and a server that talk over standard streams
  proxy                       the same over HTTP, in front of a URL or of a command
  serve                       Herma as a server, for agents that ask first: check, request_approval, ask_human
  permission                  the same server, for `claude --permission-prompt-tool mcp__herma__permission_prompt`
  scan                        what the servers in your clients' settings offer, and what is fishy about it
  lock run NAME -- COMMAND…   run it, if nobody else runs under this name
  lock status NAME            whether it is locked, and by whom
  lock list                   all that are held, or were left behind
  lock cleanup                clear what was left behind; prints how many
  lock release NAME           the same for one; what is in use stays in use
                              --force ends its holder: TERM, then KILL

  --home DIR     Herma's own home
  --json         for machines
  --lock POLICY  if another instance runs: refuse (default), wait, replace-orphan, off

`herma connect mcp CLIENT` rewrites a client's servers to go through `wrap`; `herma disconnect mcp CLIENT` restores them.
`replace-orphan` ends a server whose client is gone; a live one is never ended. Each subcommand has its own --help.

exit: of `lock run` and `wrap` the command's own code, 75 another instance runs, 127 it could not be started;
else 0, 1 not done, 2 usage
";

pub fn main(args: &[OsString]) -> ExitCode {
    let (name, rest) = match args.split_first() {
        Some((name, rest)) => (name.to_str().unwrap_or_default(), rest),
        None => return usage("which one? `herma mcp --help` lists them"),
    };
    match name {
        "wrap" => wrap::main(rest),
        "proxy" => proxy::main(rest),
        "serve" => serve::main(rest),
        "permission" => serve::permission(rest),
        "scan" => scan::main(rest),
        "lock" => lock::main(rest),
        // Not for people: what stands between a wrapper and its server.
        "guard" => exec::guard(rest),
        "exec" => exec::become_server(rest),
        "--help" | "-h" | "help" => {
            print!("{HELP}");
            ExitCode::SUCCESS
        }
        other => usage(&format!(
            "`{}` is no subcommand; `herma mcp --help` lists them",
            herma_core::text::shown(other)
        )),
    }
}
