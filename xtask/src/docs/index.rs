//! The first page: what is there, how to read it, how to add to it.

use super::Family;
use super::format::Program;
use super::markdown::code;
use super::page::{heading, title};
use std::collections::BTreeMap;
use std::fmt::Write as _;

const HOW_TO_READ: &str = "\
## How to read a page

Each program has a section: its names, what it is, what it does, and examples.

| column | says |
|---|---|
| rule | the name that a verdict gives as its reason |
| when | when the rule fires. An *operand* is a word that is no option. `*` stands for any text. All rules that fire count, those of the program for its subcommands too |
| what happens | what a person is told; `…` is the target |
| effect | the kind of act; [decisions.md](../decisions.md) says what each amounts to |
| on | which words are the target: paths, hosts, or names of other things (packages, branches, tables) |
| tier | safe and low run at once, from medium on a person is asked, **deny** is refused and nobody can lift it |

*By place* means that the ground decides: `rm` on `/tmp/x` is low, on `~/Documents` critical, on `~` refused.
[decisions.md](../decisions.md#the-ground) has the list. What holds for any program, listed or not, is in
[principles.md](../principles.md).

The examples are tests. Each is judged with every build, in the world of a developer who works in `~/src/app`.
";

const HOW_TO_ADD: &str = "\
## How to add a program

1. Put an entry into the file of its family in `knowledge/`, or make a new file. The keys are explained in
   [architecture.md](../architecture.md#adding-a-program).
2. Give it examples that must pass and examples that must not. Without two the build fails: an entry without examples
   is an opinion.
3. `cargo test -p herma-core` builds the tables and judges the examples. A mistake is named with file and line.
4. `cargo xtask docs` renders these pages. They are made by it: edit the tables, never the pages.
";

pub fn render(families: &[Family], tools: &str) -> String {
    let programs = || families.iter().flat_map(|f| &f.programs);
    let mut out = String::from("# What Herma knows about programs\n\n");
    out.push_str(
        "<!-- Made by `cargo xtask docs` out of knowledge/*.toml: change those files, not this one. -->\n\n",
    );
    let _ = writeln!(
        out,
        "{} programs under {} names, with {} subcommands, {} rules and {} examples, in {} families.\n\
         A program that is not here is no question by itself: it runs as ordinary work, and the\n\
         [principles](../principles.md) still hold for it.\n",
        programs().count(),
        programs().map(|p| p.names.get_ref().len()).sum::<usize>(),
        programs()
            .map(|p| count(p, &|p| p.sub.iter().map(|s| s.get_ref().names.get_ref().len()).sum()))
            .sum::<usize>(),
        programs().map(|p| count(p, &|p| p.rule.len())).sum::<usize>(),
        programs().map(|p| count(p, &|p| p.example.len())).sum::<usize>(),
        families.len(),
    );
    out.push_str(HOW_TO_READ);
    out.push('\n');
    out.push_str(HOW_TO_ADD);
    out.push_str("\n## Families\n\n| family | programs | how many | examples |\n|---|---|--:|--:|\n");
    for family in families {
        let links: Vec<String> = family.programs.iter().map(|p| link(family, p)).collect();
        let examples: usize = family.programs.iter().map(|p| count(p, &|p| p.example.len())).sum();
        let _ = writeln!(
            out,
            "| [{}]({}.md) | {} | {} | {examples} |",
            title(family),
            family.name,
            links.join(" "),
            family.programs.len()
        );
    }
    out.push_str(tools);
    out.push_str("\n## All names\n");
    let mut letters: BTreeMap<char, BTreeMap<&str, String>> = BTreeMap::new();
    for family in families {
        for program in &family.programs {
            let (_, anchor) = heading(program);
            for name in program.names.get_ref() {
                let first = name.chars().next().filter(|c| c.is_alphabetic()).unwrap_or('#');
                let link = format!("[{}]({}.md#{anchor})", code(name), family.name);
                letters.entry(first.to_ascii_uppercase()).or_default().insert(name, link);
            }
        }
    }
    for (letter, names) in letters {
        let links: Vec<String> = names.into_values().collect();
        let _ = writeln!(out, "\n**{letter}** {}", links.join(" "));
    }
    out
}

fn link(family: &Family, program: &Program) -> String {
    let (name, anchor) = heading(program);
    format!("[{}]({}.md#{anchor})", code(name), family.name)
}

/// A number of a program and all its subcommands.
fn count(program: &Program, of: &dyn Fn(&Program) -> usize) -> usize {
    of(program) + program.sub.iter().map(|s| count(s.get_ref(), of)).sum::<usize>()
}
