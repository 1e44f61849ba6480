//! `herma policy add`: a rule, written into the user's own file.

use super::edit_file::{Change, Weight};
use crate::answerer::may_change;
use crate::argv::argument;
use crate::paths::Paths;
use herma_core::effect::Tier;
use herma_core::policy::PolicyFile;
use herma_core::text::shown;
use serde_json::json;
use std::ffi::OsString;
use std::process::ExitCode;
use toml_edit::{Array, ArrayOfTables, DocumentMut, InlineTable, Item, Table, value};

/// The matchers, in the order in which they are written.
const MATCHERS: &[&str] = &["tool", "program", "effect", "path", "host", "agent", "session", "surface"];

/// What was typed.
#[derive(Debug, Default, Clone)]
pub struct Wanted {
    name: String,
    decision: String,
    about: Vec<(&'static str, String)>,
    when: Option<String>,
    reason: Option<String>,
    max_tier: Option<String>,
    level: Option<i64>,
    quorum: Option<i64>,
    not_self: bool,
    every_time: bool,
    human: bool,
    runs: Vec<(String, String)>,
}

impl Wanted {
    pub(super) fn parse(words: &[OsString]) -> Result<Wanted, String> {
        let mut out = Wanted::default();
        let mut words = words.iter().map(|word| word.to_string_lossy().into_owned());
        while let Some(word) = words.next() {
            let mut given = || words.next().ok_or_else(|| format!("`{word}` needs a value"));
            match word.as_str() {
                "--decision" => out.decision = given()?,
                "--when" => out.when = Some(given()?),
                "--reason" => out.reason = Some(given()?),
                "--max-tier" => out.max_tier = Some(given()?),
                "--level" => out.level = Some(given()?.parse().map_err(|_| "`--level` is 0, 1 or 2")?),
                "--quorum" => {
                    out.quorum = Some(given()?.parse().map_err(|_| "`--quorum` is a number of people")?)
                }
                "--no-self-approval" => out.not_self = true,
                "--every-time" => out.every_time = true,
                "--human" => out.human = true,
                "--run" => {
                    let text = given()?;
                    let (run, want) = text.rsplit_once('=').ok_or("`--run` wants COMMAND=DECISION")?;
                    out.runs.push((run.to_owned(), want.to_owned()));
                }
                option if option.starts_with("--") => {
                    let own = MATCHERS.iter().find(|name| option.strip_prefix("--") == Some(**name));
                    let own =
                        own.ok_or_else(|| format!("`{option}` is no option here; --help lists them"))?;
                    out.about.push((*own, given()?));
                }
                name if out.name.is_empty() => out.name = name.to_owned(),
                other => return Err(format!("`{other}` is one word too many")),
            }
        }
        match (out.name.is_empty(), out.decision.is_empty()) {
            (true, _) => Err("what is the rule to be called? --help says more".to_owned()),
            (_, true) => Err("--decision allow, ask or deny?".to_owned()),
            (false, false) => Ok(out),
        }
    }

    /// A rule that allows.
    pub fn allow(
        name: String,
        about: Vec<(&'static str, String)>,
        when: Option<String>,
        max_tier: Tier,
    ) -> Wanted {
        let (decision, max_tier) = ("allow".to_owned(), Some(max_tier.as_str().to_owned()));
        Wanted { name, decision, about, when, max_tier, ..Wanted::default() }
    }

    pub fn because(self, reason: String) -> Wanted {
        Wanted { reason: Some(reason), ..self }
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    /// Behind the rules that a file has.
    pub fn append_to(&self, document: &mut DocumentMut) -> Result<(), String> {
        let rules = document.entry("rule").or_insert(Item::ArrayOfTables(ArrayOfTables::new()));
        let rules = rules.as_array_of_tables_mut().ok_or("`rule` is no list of tables in your file")?;
        rules.push(self.table());
        Ok(())
    }

    /// As it would stand in a file.
    pub fn as_toml(&self) -> String {
        let mut document = DocumentMut::new();
        match self.append_to(&mut document) {
            Ok(()) => document.to_string(),
            Err(why) => why,
        }
    }

    /// What a person types to have it.
    pub fn command_line(&self) -> String {
        let mut words = vec!["herma policy add".to_owned(), argument(&self.name), "--decision".to_owned()];
        words.push(self.decision.clone());
        for (name, pattern) in &self.about {
            words.push(format!("--{name} {}", argument(pattern)));
        }
        for (name, text) in [("when", &self.when), ("max-tier", &self.max_tier), ("reason", &self.reason)] {
            words.extend(text.iter().map(|text| format!("--{name} {}", argument(text))));
        }
        words.join(" ")
    }

    fn table(&self) -> Table {
        let mut table = Table::new();
        table.insert("name", value(&self.name));
        for name in MATCHERS {
            let all: Vec<&str> =
                self.about.iter().filter(|(own, _)| own == name).map(|(_, text)| text.as_str()).collect();
            match all.as_slice() {
                [] => {}
                [one] => {
                    table.insert(name, value(*one));
                }
                several => {
                    table.insert(name, value(several.iter().copied().collect::<Array>()));
                }
            }
        }
        for (name, text) in [("when", &self.when), ("max_tier", &self.max_tier), ("reason", &self.reason)] {
            if let Some(text) = text {
                table.insert(name, value(text));
            }
        }
        table.insert("decision", value(&self.decision));
        for (name, set) in [("every_time", self.every_time), ("human", self.human)] {
            if set {
                table.insert(name, value(true));
            }
        }
        if let Some(level) = self.level {
            table.insert("level", value(level));
        }
        if let Some(quorum) = self.quorum {
            table.insert("quorum", value(quorum));
        }
        if self.not_self {
            table.insert("self_approval", value(false));
        }
        if !self.runs.is_empty() {
            let example = |(run, want): &(String, String)| {
                InlineTable::from_iter([("run", run.as_str()), ("want", want.as_str())])
            };
            table.insert("example", value(self.runs.iter().map(example).collect::<Array>()));
        }
        table
    }
}

pub(super) fn add(paths: &Paths, wanted: &Wanted) -> Result<ExitCode, String> {
    may_change(paths)?;
    let change = Change::of(paths, |document| wanted.append_to(document))?;
    let file = PolicyFile::parse(change.new_text()).map_err(|e| e.to_string())?;
    let rule = file.rules.iter().find(|rule| rule.name == wanted.name).ok_or("the rule got lost")?;
    let weight = match rule.decision {
        herma_core::Decision::Allow => Weight::Loosens,
        herma_core::Decision::Ask | herma_core::Decision::Deny => Weight::Tightens,
    };
    let body = json!({ "change": "add", "rule": rule.name, "says": rule.to_string() });
    change.agree(paths, weight, &format!("adds the rule `{}`: {rule}", rule.name), "policy", body)?;
    println!("{}: rule {} is in force", shown(&paths.policy.display().to_string()), rule.name);
    Ok(ExitCode::SUCCESS)
}
