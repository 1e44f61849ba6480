//! From `knowledge/tools/*.toml` to one text, a sorted index of names, and the entries they lead to.

use super::blob::{Blob, Compiled};
use super::{Problem, line_of, tool_format as format};
use std::collections::BTreeMap;
use std::fmt::Write as _;

#[derive(Debug, Default)]
pub struct Tools {
    /// `server/name`, or `/name` for one that needs no server: the number of its entry, and where it was said.
    names: BTreeMap<String, (usize, String)>,
    entries: Vec<String>,
    text: String,
    examples: String,
}

impl Tools {
    pub fn file(&mut self, file: &str, text: &str, problems: &mut Vec<Problem>) {
        let file = format!("tools/{file}");
        let mut problem = |at: usize, message: String| {
            problems.push(Problem { file: file.clone(), line: line_of(text, at), message });
        };
        let parsed: format::File = match toml::from_str(text) {
            Ok(parsed) => parsed,
            Err(error) => {
                let at = error.span().map_or(0, |s| s.start);
                return problem(at, error.message().trim().replace('\n', ", "));
            }
        };
        if parsed.tool.is_empty() {
            problem(0, "no `[[tool]]` in this table".to_owned());
        }
        let mut examples = 0;
        for spanned in &parsed.tool {
            let tool = spanned.get_ref();
            let word = tool.does.get_ref();
            let Some((_, _, does)) = crate::does::Does::ALL.iter().find(|(_, text, _)| text == word) else {
                problem(
                    tool.does.span().start,
                    format!("`{word}` is no word for what a tool does; see does.rs"),
                );
                continue;
            };
            let tier = match &tool.tier {
                None => "None".to_owned(),
                Some(tier) => match crate::effect::Tier::ALL.iter().find(|t| t.as_str() == tier.get_ref()) {
                    Some(tier) => format!("Some(Tier::{tier:?})"),
                    None => {
                        problem(tier.span().start, format!("`{}` is no tier", tier.get_ref()));
                        continue;
                    }
                },
            };
            let said = format!("{}\n{}", tool.text.as_deref().unwrap_or(""), tool.looks_when.join("\n"));
            let (start, len) = (self.text.len(), said.len());
            self.text.push_str(&said);
            let number = self.entries.len();
            self.entries.push(format!("    (Does::{does}, {tier}, {start}, {len}),\n"));
            let at = tool.names.span().start;
            for name in tool.names.get_ref().split_whitespace() {
                let name = crate::name::key(name);
                let mut keys: Vec<String> =
                    parsed.server.iter().map(|s| format!("{}/{name}", crate::name::key(s))).collect();
                if parsed.bare || parsed.server.is_empty() {
                    keys.push(format!("/{name}"));
                }
                for key in keys {
                    match self.names.get(&key) {
                        Some((other, _)) if *other == number => {}
                        Some((_, other)) => problem(at, format!("`{key}` is already in knowledge/{other}")),
                        None => _ = self.names.insert(key, (number, file.clone())),
                    }
                }
            }
            for example in &tool.example {
                examples += 1;
                let line = line_of(text, example.span().start);
                let format::Example { tool, args, want } = example.get_ref();
                let args = args.as_deref().unwrap_or("{}");
                let _ = writeln!(self.examples, "    ({file:?}, {line}, {tool:?}, {args:?}, {want:?}),");
            }
        }
        if examples == 0 {
            problem(0, "a table needs examples: they are its tests".to_owned());
        }
    }

    /// Shells that agents' specs name: those that no table has yet. Their examples are those of the agents.
    pub fn shells(&mut self, names: &[&str]) {
        let number = self.entries.len();
        for name in names {
            let key = format!("/{}", crate::name::key(name));
            self.names.entry(key).or_insert_with(|| (number, "agents".to_owned()));
        }
        let used = self.names.values().any(|(entry, _)| *entry == number);
        let shell = crate::does::Does::ALL.iter().find(|(_, word, _)| *word == "shell");
        if let Some((_, _, does)) = shell.filter(|_| used) {
            self.entries.push(format!("    (Does::{does}, None, 0, 0),\n"));
        }
    }

    pub fn finish(mut self) -> (Compiled, String) {
        let mut index = Vec::new();
        for (name, (number, _)) in &self.names {
            index.extend((self.text.len() as u32).to_le_bytes());
            index.extend((name.len() as u16).to_le_bytes());
            index.extend((*number as u16).to_le_bytes());
            self.text.push_str(name);
        }
        let mut tables = Blob::new("tools.bin");
        tables.table("NAMES", "(u32, u16, u16)", "names", self.names.len(), index);
        let _ = write!(
            tables.rust,
            "static TOOLS_TEXT: &str = {:?};\n\
             static ENTRIES: &[(Does, Option<Tier>, u32, u32)] = &[\n{}];\n",
            self.text,
            self.entries.concat()
        );
        let examples =
            format!("pub static TOOL_EXAMPLES: &[(&str, u32, &str, &str, &str)] = &[\n{}];\n", self.examples);
        (tables.finish(), examples)
    }
}
