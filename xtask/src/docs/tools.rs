//! Known tools: one family, one page, and their part of the first page.

use super::markdown::{cell, code, codes, sentence};
use super::tool_format::File;
use std::fmt::Write as _;

/// A table in `knowledge/tools/`.
pub struct ToolFamily {
    pub name: String,
    pub about: Option<String>,
    pub file: File,
}

impl ToolFamily {
    pub fn page(&self) -> String {
        format!("tools-{}.md", self.name)
    }

    pub fn names(&self) -> usize {
        self.file.tool.iter().map(|t| t.get_ref().names.get_ref().split_whitespace().count()).sum()
    }

    fn examples(&self) -> usize {
        self.file.tool.iter().map(|t| t.get_ref().example.len()).sum()
    }
}

pub fn render(family: &ToolFamily) -> String {
    let mut out = format!("# Tools: {}\n\n", family.name);
    let _ = writeln!(
        out,
        "<!-- Made by `cargo xtask docs` out of knowledge/tools/{}.toml: change that file, not this one. -->\n",
        family.name
    );
    if let Some(about) = &family.about {
        let _ = writeln!(out, "{about}\n");
    }
    let _ = writeln!(
        out,
        "Out of [`knowledge/tools/{0}.toml`](../../knowledge/tools/{0}.toml). [How a tool call is read](../tools.md).",
        family.name
    );
    if !family.file.server.is_empty() {
        let servers = codes(family.file.server.iter().map(String::as_str), "and");
        let bare = if family.file.bare { ", or without a server's name" } else { "" };
        let _ = writeln!(out, "\nAs tools of {servers} (`mcp__SERVER__tool`){bare}.");
    }
    out.push_str("\n| tools | what they do | |\n|---|---|---|\n");
    for tool in &family.file.tool {
        let tool = tool.get_ref();
        let names: Vec<String> = tool.names.get_ref().split_whitespace().map(code).collect();
        let mut notes: Vec<String> = tool.text.iter().map(|t| sentence(&cell(t))).collect();
        notes.extend(tool.tier.as_ref().map(|t| format!("tier {}", t.get_ref())));
        if !tool.looks_when.is_empty() {
            notes
                .push(format!("only looks with {}", codes(tool.looks_when.iter().map(String::as_str), "or")));
        }
        let _ = writeln!(out, "| {} | {} | {} |", names.join(" "), tool.does.get_ref(), notes.join("; "));
    }
    out.push_str("\n## Examples\n\n| call | decision |\n|---|---|\n");
    for example in family.file.tool.iter().flat_map(|t| &t.get_ref().example) {
        let example = example.get_ref();
        let args = example.args.as_deref().unwrap_or("");
        let call = format!("{} {args}", example.tool);
        let _ = writeln!(out, "| {} | {} |", code(call.trim()), example.want);
    }
    out
}

/// Their part of the first page.
pub fn index(families: &[ToolFamily]) -> String {
    let names: usize = families.iter().map(ToolFamily::names).sum();
    let mut out = format!(
        "\n## Tools\n\n{names} tools of agents and of popular servers; any other is read by its name, arguments and description\n\
         ([tools.md](../tools.md)).\n\n| family | what | tools | examples |\n|---|---|--:|--:|\n"
    );
    for family in families {
        let _ = writeln!(
            out,
            "| [{}]({}) | {} | {} | {} |",
            family.name,
            family.page(),
            family.about.as_deref().unwrap_or(""),
            family.names(),
            family.examples()
        );
    }
    out
}
