//! `herma`: the boundary between what an agent wants to do and what happens.

use herma_core::world::TableWorld;
use herma_core::{Policy, ToolCall, judge};
use std::process::ExitCode;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.as_slice() {
        [command, text] if command == "check" => {
            let verdict =
                judge(&ToolCall::shell(text.as_str()), &TableWorld::developer(), &Policy::default());
            println!("{}", verdict.to_json(&serde_json::Value::Null, 0));
            ExitCode::from(verdict.exit_code())
        }
        _ => {
            eprintln!("usage: herma check COMMAND");
            ExitCode::from(2)
        }
    }
}
