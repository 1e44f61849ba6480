//! What the documentation says is what Herma does: the tables of `docs/*.md` are judged here.
//!
//! A table whose first column is `command` holds a command a row; every column that is named like a part of the verdict
//! must be that part. A table whose first column is `path` holds a path a row, and columns named by a command with `PATH` in
//! it. A table whose first column is `call` holds a tool and its arguments a row, and may have columns `description` and
//! `annotations`. A block that starts with `$ herma explain '…'` holds what that prints.

use crate::common;

use common::{CWD, HOME, batch, herma};
use herma_core::effect::Kind;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// A page that lost its examples would pass every other test.
const MIN_EXAMPLES: usize = 10;
const MIN_EXAMPLES_OF_A_PRINCIPLE: usize = 2;

#[test]
fn decisions_are_as_printed() {
    let rows = check_page("decisions.md");
    assert!(rows >= MIN_EXAMPLES, "only {rows} commands");
    assert!(check_explanations("decisions.md") > 0, "no explanation is shown");
}

#[test]
fn the_formula_is_the_codes() {
    let page = read("decisions.md");
    assert!(page.contains(
        "risk = 1 - (1 - 0.5 class) (1 - 0.4 target) (1 - 0.4 reversibility) (1 - 0.4 human impact)"
    ));
    let mut count = 0;
    for table in tables(&page).iter().filter(|t| t.header.iter().any(|h| h == "human impact")) {
        let weights = [("class", 0.5), ("target", 0.4), ("reversibility", 0.4), ("human impact", 0.4)];
        for row in &table.rows {
            let number = |name: &str| -> f64 {
                let at = table.header.iter().position(|h| h == name).unwrap();
                row[at].parse().unwrap()
            };
            let risk =
                1.0 - weights.iter().map(|(name, weight)| 1.0 - weight * number(name)).product::<f64>();
            assert!((risk - number("risk")).abs() < 0.011, "{}: {risk}", row[0]);
            count += 1;
        }
    }
    assert!(count > 0, "no factors are shown");
}

#[test]
fn floors_are_those_of_the_code() {
    let page = read("decisions.md");
    let tables = tables(&page);
    let floors = tables.iter().find(|t| t.header.first().is_some_and(|h| h == "floor")).expect("a table");
    for kind in Kind::ALL {
        let row = floors.rows.iter().find(|row| row[1].contains(&format!("`{kind}`")));
        let row = row.unwrap_or_else(|| panic!("no floor is given for `{kind}`"));
        let (tier, _, _) = kind.ordinary();
        assert!(row[0].starts_with(tier.as_str()), "`{kind}` is {tier}, and stands under {}", row[0]);
    }
}

#[test]
fn principles_are_as_printed() {
    check_page("principles.md");
}

#[test]
fn every_principle_has_its_section() {
    let page = read("principles.md");
    let sections: Vec<&str> = page.split("\n## ").skip(1).collect();
    let folder = root().join("crates/herma-core/src/understand/principle");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        let section = sections.iter().find(|s| s.contains(&format!("[`{name}`]")));
        let section = section.unwrap_or_else(|| panic!("docs/principles.md has no section on `{name}`"));
        let examples: usize = tables(section).iter().map(|t| t.rows.len()).sum();
        assert!(examples >= MIN_EXAMPLES_OF_A_PRINCIPLE, "`{name}` has {examples} examples");
        count += 1;
    }
    assert_eq!(count, sections.len(), "docs/principles.md has a section on something that is no principle");
}

#[test]
fn tools_are_as_printed() {
    let rows = check_page("tools.md");
    assert!(rows >= MIN_EXAMPLES, "only {rows} calls");
}

/// Judges all tables of a page; gives how many commands there were.
#[track_caller]
fn check_page(page: &str) -> usize {
    let mut wrong = Vec::new();
    let mut count = 0;
    for table in tables(&read(page)) {
        match table.header.first().map(String::as_str) {
            Some("command") => {
                let commands: Vec<String> = table.rows.iter().map(|row| unquoted(&row[0])).collect();
                for (row, verdict) in table.rows.iter().zip(judge(&commands)) {
                    let right = expected(&table.header, row, |column| part(&verdict, column));
                    wrong.extend(difference(row, &right));
                    count += 1;
                }
            }
            Some("call") => {
                for row in &table.rows {
                    let verdict = judge_call(&table.header, row);
                    let right = expected(&table.header, row, |column| part(&verdict, column));
                    wrong.extend(difference(row, &right));
                    count += 1;
                }
            }
            Some("path") => {
                for row in &table.rows {
                    let path = unquoted(&row[0]);
                    let right = expected(&table.header, row, |column| {
                        let command = unquoted(column);
                        command.contains("PATH").then(|| tier_or_deny(&command.replace("PATH", &path)))
                    });
                    wrong.extend(difference(row, &right));
                    count += table.header.len() - 1;
                }
            }
            _ => {}
        }
    }
    assert!(
        wrong.is_empty(),
        "docs/{page} says something else than Herma. If Herma is right, these are the rows:\n{}",
        wrong.join("\n")
    );
    count
}

/// The row as it should be: columns that name nothing stay as they are.
fn expected(header: &[String], row: &[String], of: impl Fn(&str) -> Option<String>) -> Vec<String> {
    assert_eq!(header.len(), row.len(), "a row of another length: {row:?}");
    let first = row.first().cloned().into_iter();
    let rest = header.iter().zip(row).skip(1);
    first.chain(rest.map(|(column, cell)| of(column).unwrap_or_else(|| cell.clone()))).collect()
}

fn difference(row: &[String], right: &[String]) -> Option<String> {
    (row != right).then(|| format!("| {} |", right.join(" | ")))
}

/// The part of a verdict that a column is named after.
fn part(verdict: &Value, column: &str) -> Option<String> {
    let word = |v: &Value| v.as_str().unwrap().to_owned();
    let number = |v: &Value| format!("{:.2}", v.as_f64().unwrap());
    let factors = &verdict["factors"];
    Some(match column {
        "decision" | "tier" => word(&verdict[column]),
        "risk" => number(&verdict["risk_score"]),
        "confidence" => number(&verdict["confidence"]),
        "rule" => format!("`{}`", word(&verdict["reasons"][0]["rule"])),
        "class" | "target" | "reversibility" => number(&factors[column]),
        "human impact" => number(&factors["human_impact"]),
        _ => return None,
    })
}

fn tier_or_deny(command: &str) -> String {
    let verdict = judge(&[command.to_owned()]).remove(0);
    if verdict["decision"] == "deny" {
        "**deny**".to_owned()
    } else {
        verdict["tier"].as_str().unwrap().to_owned()
    }
}

fn judge(commands: &[String]) -> Vec<Value> {
    let lines: Vec<String> = commands
        .iter()
        .map(|command| json!({"command": command, "cwd": CWD, "home": HOME}).to_string())
        .collect();
    batch(&lines.join("\n"))
}

/// A row of a table of calls: `tool {"argument": …}`, and what its server says about the tool.
fn judge_call(header: &[String], row: &[String]) -> Value {
    let call = unquoted(&row[0]);
    let (tool, args) = call.split_once(' ').unwrap_or((&call, "{}"));
    let args: Value = serde_json::from_str(args).unwrap_or_else(|e| panic!("`{call}`: {e}"));
    let mut line = json!({"tool": tool, "args": args, "cwd": CWD, "home": HOME});
    for (column, cell) in header.iter().zip(row).filter(|(_, cell)| !cell.is_empty()) {
        match column.as_str() {
            "description" => line["description"] = json!(unquoted(cell)),
            "annotations" => line["annotations"] = serde_json::from_str(&unquoted(cell)).unwrap(),
            _ => {}
        }
    }
    batch(&line.to_string()).remove(0)
}

/// Compares each explanation that a page shows; gives how many there were.
#[track_caller]
fn check_explanations(page: &str) -> usize {
    let mut count = 0;
    for block in read(page).split("\n```text\n$ herma explain '").skip(1) {
        let (command, rest) = block.split_once("'\n").expect("the command is quoted");
        let (shown, _) = rest.split_once("\n```").expect("the block ends");
        let said = herma(&["explain", "--cwd", CWD, command], b"").stdout;
        assert_eq!(shown.trim_end(), said.trim_end(), "docs/{page}: `herma explain '{command}'`");
        count += 1;
    }
    count
}

struct Table {
    header: Vec<String>,
    rows: Vec<Vec<String>>,
}

fn tables(page: &str) -> Vec<Table> {
    let mut tables: Vec<Table> = Vec::new();
    let mut inside = false;
    for line in page.lines() {
        if !line.starts_with('|') {
            inside = false;
        } else if !inside {
            tables.push(Table { header: cells(line), rows: Vec::new() });
            inside = true;
        } else if !line.starts_with("|---") {
            tables.last_mut().unwrap().rows.push(cells(line));
        }
    }
    tables
}

/// Bars with a backslash before them are text.
fn cells(line: &str) -> Vec<String> {
    let line = line.trim().trim_start_matches('|').trim_end_matches('|').replace("\\|", "\0");
    line.split('|').map(|cell| cell.trim().replace('\0', "\\|")).collect()
}

/// What a code span holds.
fn unquoted(cell: &str) -> String {
    let text = match cell.strip_prefix("``").and_then(|c| c.strip_suffix("``")) {
        Some(inner) => inner.trim(),
        None => cell.trim_matches('`'),
    };
    text.replace("\\|", "|")
}

fn read(page: &str) -> String {
    std::fs::read_to_string(root().join("docs").join(page)).unwrap()
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The README has three lines for each agent, in order, and says of those that were not tried that they were not.
#[test]
fn the_readme_sets_up_each_agent_in_three_lines() {
    let page =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../README.md")).unwrap();
    let block = page.split("<summary>Three lines for each agent</summary>").nth(1).unwrap();
    let block = block.split("```").nth(1).unwrap();
    let parts: Vec<&str> = block.trim_start_matches("sh\n").trim().split("\n\n").collect();
    assert_eq!(parts.len(), herma_agents::AGENTS.len());
    for (part, agent) in parts.iter().zip(herma_agents::AGENTS) {
        let lines: Vec<&str> = part.lines().collect();
        assert_eq!(lines.len(), 4, "{part}");
        assert!(lines[0].starts_with(&format!("# {}", agent.title)), "{part}");
        assert_eq!(lines[0].contains("by its documentation, not tried"), !agent.tried, "{part}");
        assert!(lines[1].starts_with(&format!("herma connect {}", agent.name)), "{part}");
        assert!(lines[2].starts_with(&format!("herma doctor {}", agent.name)), "{part}");
        assert!(lines[3].starts_with(agent.program), "{part}");
    }
}
