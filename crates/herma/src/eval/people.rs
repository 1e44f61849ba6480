//! Permission rules that people committed with their projects, as labelled rows.

use super::text_of;
use herma_core::ToolCall;
use serde_json::{Value, json};

/// What somebody once decided, for good.
pub struct Rule {
    kind: String,
    tool: String,
    /// A whole command, rather than a prefix or a pattern.
    exact: bool,
    pub by: String,
}

impl Rule {
    pub fn of(row: &Value) -> Option<Rule> {
        let exact = row.get("exact")?.as_bool()?;
        Some(Rule {
            kind: text_of(row, "kind")?,
            tool: text_of(row, "tool")?,
            exact,
            by: text_of(row, "by")?,
        })
    }

    pub fn source(&self) -> String {
        format!("people {}", if self.is_shell() { "Bash" } else { &self.tool })
    }

    pub fn stratum(&self) -> String {
        format!("{} {}", self.kind, if self.exact { "exact" } else { "prefix" })
    }

    /// Only a whole command can be right or wrong. A prefix says nothing of what follows it.
    pub fn want(&self) -> Vec<String> {
        let fine: &[&str] = match (self.exact, self.kind.as_str()) {
            (false, _) => &["allow", "ask", "deny"],
            (true, "allow") => &["allow"],
            (true, _) => &["ask", "deny"],
        };
        fine.iter().map(|&w| w.to_owned()).collect()
    }

    fn is_shell(&self) -> bool {
        self.tool.eq_ignore_ascii_case("bash")
    }
}

/// The call that such a rule speaks of.
pub fn call(row: &Value) -> Option<ToolCall> {
    let rule = Rule::of(row)?;
    let what = text_of(row, "command")?;
    if rule.is_shell() {
        return Some(ToolCall::shell(what));
    }
    let args = match rule.tool.as_str() {
        "PowerShell" => json!({ "command": what }),
        "WebFetch" => json!({ "url": format!("https://{}/", what.trim_start_matches("domain:")) }),
        "Skill" | "SlashCommand" => json!({ "command": what }),
        "Write" => json!({ "file_path": what, "content": "" }),
        "Edit" => json!({ "file_path": what, "old_string": "a", "new_string": "b" }),
        _ => json!({ "file_path": what }),
    };
    Some(ToolCall { tool: rule.tool, args, ..ToolCall::default() })
}
