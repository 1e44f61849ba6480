//! `cargo xtask picture`: prompt and inbox as pictures for the README, drawn out of the lines that they make themselves.
//!
//! They are committed. `--check` fails when one is not what the terminal shows; `cargo xtask test` runs it.

use crate::failure::Failure;
use crate::test::{cargo, workspace_root};
use serde::Deserialize;
use std::fmt::Write as _;
use std::fs;
use std::process::Command;

/// A picture, and what prints its lines: only a debug build does.
struct Picture {
    file: &'static str,
    says: &'static str,
    command: &'static [&'static str],
}

/// As an ordinary terminal shows them; ten seconds are a critical request's time.
const PICTURES: [Picture; 2] = [
    Picture {
        file: "docs/prompt.svg",
        says: "Herma asks before a command is run",
        command: &["prompt-demo", "--frame", "80x26", "--timeout", "10"],
    },
    Picture {
        file: "docs/inbox.svg",
        says: "Everything that waits for a person, on one screen",
        command: &["inbox-demo", "80x32"],
    },
];

const COLUMN: f32 = 8.4;
const ROW: usize = 19;
const MARGIN: usize = 16;
const COLUMNS: usize = 80;

/// As `herma prompt-demo --frame` and `herma inbox-demo` print it.
#[derive(Debug, Deserialize)]
struct Piece {
    text: String,
    look: String,
}

pub fn run(args: &[String]) -> Result<(), Failure> {
    match args {
        [] => {
            for picture in &PICTURES {
                let file = picture.file;
                fs::write(workspace_root().join(file), picture.draw()?).map_err(Failure::of(file))?;
                println!("xtask: {file} drawn");
            }
            Ok(())
        }
        [one] if one == "--check" => check(),
        [other, ..] => Err(Failure::usage(format!("picture: no option `{other}`; see `cargo xtask help`"))),
    }
}

pub fn check() -> Result<(), Failure> {
    for picture in &PICTURES {
        let file = picture.file;
        let there = fs::read_to_string(workspace_root().join(file)).map_err(Failure::of(file))?;
        if there != picture.draw()? {
            let how = "`cargo xtask picture` draws it again";
            return Err(Failure::new(format!("{file} is not what the terminal shows; {how}")));
        }
        println!("  {file} is what the terminal shows");
    }
    Ok(())
}

impl Picture {
    fn draw(&self) -> Result<String, Failure> {
        Ok(svg(&self.lines()?, self.says))
    }

    fn lines(&self) -> Result<Vec<Vec<Piece>>, Failure> {
        let name = self.command.first().copied().unwrap_or_default();
        let mut command = Command::new(cargo());
        command.args(["run", "--quiet", "--package", "herma", "--"]).args(self.command);
        let output = command.current_dir(workspace_root()).output().map_err(Failure::of(name))?;
        if !output.status.success() {
            return Err(Failure::new(format!("herma {name}: {}", String::from_utf8_lossy(&output.stderr))));
        }
        serde_json::from_slice(&output.stdout).map_err(Failure::of(name))
    }
}

fn svg(lines: &[Vec<Piece>], says: &str) -> String {
    let width = (COLUMNS as f32 * COLUMN) as usize + 2 * MARGIN;
    let height = lines.len() * ROW + 2 * MARGIN;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{says}\">\n\
         <rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"#1c1f26\"/>\n\
         <g font-family=\"'DejaVu Sans Mono', Menlo, Consolas, monospace\" \
         font-size=\"14\" fill=\"#d6d9e0\">\n"
    );
    for (row, line) in lines.iter().enumerate() {
        let y = MARGIN + row * ROW + 14;
        let mut column = 0;
        for piece in line {
            let length = piece.text.chars().count();
            // Placed by its column, without the blanks around it: what a viewer makes of those is its own affair.
            let before = length - piece.text.trim_start().chars().count();
            let text = piece.text.trim();
            let x = MARGIN as f32 + (column + before) as f32 * COLUMN;
            column += length;
            if text.is_empty() {
                continue;
            }
            // The length is given, so that no font of a reader's machine moves the columns.
            let _ = writeln!(
                out,
                "<text x=\"{x:.1}\" y=\"{y}\" textLength=\"{:.1}\"{}>{}</text>",
                text.chars().count() as f32 * COLUMN,
                style(&piece.look),
                escaped(text)
            );
        }
    }
    out.push_str("</g>\n</svg>\n");
    out
}

fn style(look: &str) -> &'static str {
    match look {
        "Strong" => " font-weight=\"bold\"",
        "Faint" => " fill=\"#8b919e\"",
        "Good" => " fill=\"#8ec07c\"",
        "Warn" => " fill=\"#e5c07b\"",
        "Danger" => " fill=\"#f07178\" font-weight=\"bold\"",
        "Marked" => " fill=\"#f07178\" font-weight=\"bold\" text-decoration=\"underline\"",
        "Escaped" => " fill=\"#e5c07b\" font-style=\"italic\"",
        _ => "",
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
