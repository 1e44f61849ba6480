//! `cargo xtask picture`: the prompt as a picture for the README, drawn out of the lines that the panel itself makes.
//!
//! `docs/prompt.svg` is committed. `--check` fails when it is not what the prompt shows; `cargo xtask test` runs it.

use crate::failure::Failure;
use crate::test::{cargo, workspace_root};
use serde::Deserialize;
use std::fmt::Write as _;
use std::fs;
use std::process::Command;

const PICTURE: &str = "docs/prompt.svg";
/// What an ordinary terminal shows.
const SIZE: &str = "80x26";
/// A critical request's time.
const SECONDS: &str = "10";

const COLUMN: f32 = 8.4;
const ROW: usize = 19;
const MARGIN: usize = 16;
const COLUMNS: usize = 80;

/// As `herma prompt-demo --frame` prints it.
#[derive(Debug, Deserialize)]
struct Piece {
    text: String,
    look: String,
}

pub fn run(args: &[String]) -> Result<(), Failure> {
    match args {
        [] => {
            fs::write(workspace_root().join(PICTURE), draw()?).map_err(Failure::of(PICTURE))?;
            println!("xtask: {PICTURE} drawn");
            Ok(())
        }
        [one] if one == "--check" => check(),
        [other, ..] => Err(Failure::usage(format!("picture: no option `{other}`; see `cargo xtask help`"))),
    }
}

pub fn check() -> Result<(), Failure> {
    let there = fs::read_to_string(workspace_root().join(PICTURE)).map_err(Failure::of(PICTURE))?;
    if there == draw()? {
        println!("  {PICTURE} is what the prompt shows");
        return Ok(());
    }
    Err(Failure::new(format!("{PICTURE} is not what the prompt shows; `cargo xtask picture` draws it again")))
}

fn draw() -> Result<String, Failure> {
    Ok(svg(&lines()?))
}

/// The panel's lines, from a debug build: only that has the demo.
fn lines() -> Result<Vec<Vec<Piece>>, Failure> {
    let args =
        ["run", "--quiet", "--package", "herma", "--", "prompt-demo", "--frame", SIZE, "--timeout", SECONDS];
    let output = Command::new(cargo()).args(args).current_dir(workspace_root()).output();
    let output = output.map_err(Failure::of("herma prompt-demo"))?;
    if !output.status.success() {
        return Err(Failure::new(format!("herma prompt-demo: {}", String::from_utf8_lossy(&output.stderr))));
    }
    serde_json::from_slice(&output.stdout).map_err(Failure::of("what herma prompt-demo prints"))
}

fn svg(lines: &[Vec<Piece>]) -> String {
    let width = (COLUMNS as f32 * COLUMN) as usize + 2 * MARGIN;
    let height = lines.len() * ROW + 2 * MARGIN;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"Herma asks before a command is run\">\n\
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
