//! `herma`: the boundary between what an agent wants to do and what happens.

mod connect;
mod doctor;
mod hook;
mod last_word;
mod paths;
mod policy_file;
mod world;

use std::ffi::OsString;
use std::process::ExitCode;

fn main() -> ExitCode {
    let args: Vec<OsString> = std::env::args_os().skip(1).collect();
    let (command, rest) = match args.split_first() {
        Some((command, rest)) => (command.to_str().unwrap_or_default(), rest),
        None => ("", [].as_slice()),
    };
    match (command, rest) {
        ("hook", rest) => hook::main(rest),
        ("connect", rest) => connect::connect(rest),
        ("disconnect", rest) => connect::disconnect(rest),
        ("doctor", rest) => doctor::main(rest),
        _ => {
            eprintln!("usage: herma hook|connect|disconnect|doctor …");
            ExitCode::from(2)
        }
    }
}
