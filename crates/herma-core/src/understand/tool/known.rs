//! The tables of known tools: `knowledge/tools/*.toml`, made into one text and a sorted index by `build.rs`.

use super::does::Does;
use super::name;
use crate::blob::{u16_at, u32_at};
use crate::effect::Tier;
use serde_json::Value as Json;

include!(concat!(env!("OUT_DIR"), "/tools.rs"));

/// Eight bytes each, as `build/tool.rs` wrote them: where a name begins, how long it is, the number of its entry.
#[allow(clippy::indexing_slicing, reason = "worked out by the compiler")]
const fn names<const N: usize>(bytes: &[u8], from: usize) -> [(u32, u16, u16); N] {
    let mut out = [(0, 0, 0); N];
    let mut i = 0;
    while i < N {
        let at = from + 8 * i;
        out[i] = (u32_at(bytes, at), u16_at(bytes, at + 4), u16_at(bytes, at + 6));
        i += 1;
    }
    out
}

/// What a table says about a tool.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Known {
    pub(super) does: Does,
    pub(super) tier: Option<Tier>,
    pub(super) text: &'static str,
    looks_when: &'static str,
}

impl Known {
    /// With these arguments it only looks.
    pub(super) fn only_looks(&self, args: &Json) -> bool {
        self.looks_when.lines().filter_map(|line| line.split_once('=')).any(|(key, value)| {
            args.get(key).and_then(Json::as_str).is_some_and(|given| given.eq_ignore_ascii_case(value))
        })
    }
}

/// By the server's name and the tool's own; a name without a server only where the table says so.
pub(super) fn tool(full: &str) -> Option<Known> {
    // `terminal`, `bash`: most calls. One word in small letters is its own key, and of no server.
    if !full.is_empty() && full.bytes().all(|b| b.is_ascii_lowercase()) {
        return find(&format!("/{full}"));
    }
    let (server, own) = name::split(full);
    let own = name::key(own);
    match server {
        None => find(&format!("/{own}")),
        Some(server) => {
            // `developer__shell` is an agent's own tool, and stands in its table under its whole name.
            find(&format!("{}/{own}", name::key(server)))
                .or_else(|| find(&format!("/{}", name::key(full))).filter(|_| !full.starts_with("mcp__")))
        }
    }
}

fn find(key: &str) -> Option<Known> {
    let part = |start: u32, len: u32| TOOLS_TEXT.get(start as usize..(start + len) as usize).unwrap_or("");
    let at = NAMES.binary_search_by(|&(start, len, _)| part(start, u32::from(len)).cmp(key)).ok()?;
    let &(_, _, number) = NAMES.get(at)?;
    let &(does, tier, start, len) = ENTRIES.get(usize::from(number))?;
    let (text, looks_when) = part(start, len).split_once('\n')?;
    Some(Known { does, tier, text, looks_when })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::TableWorld;
    use crate::{Policy, ToolCall, judge};

    include!(concat!(env!("OUT_DIR"), "/tool_examples.rs"));

    #[test]
    fn a_server_is_part_of_the_name() {
        assert!(tool("mcp__filesystem__write_file").is_some_and(|k| k.does == Does::Writes));
        assert!(tool("mcp__nobody_knows__write_file").is_none());
        assert!(tool("write_file").is_some_and(|k| k.does == Does::Writes));
        assert!(tool("developer__shell").is_some_and(|k| k.does == Does::Shell));
    }

    #[test]
    fn examples_get_the_verdict_they_name() {
        let world = TableWorld::developer();
        let mut wrong = Vec::new();
        for (file, line, tool, args, want) in TOOL_EXAMPLES {
            let args = serde_json::from_str(args).unwrap_or_else(|e| panic!("{file}:{line}: {e}"));
            let call = ToolCall { tool: (*tool).to_owned(), args, ..ToolCall::default() };
            let verdict = judge(&call, &world, &Policy::default());
            if verdict.decision.as_str() != *want {
                wrong.push(format!(
                    "{file}:{line}: `{tool}` wants {want}, gets {} ({})",
                    verdict.decision.as_str(),
                    verdict.reason()
                ));
            }
        }
        assert!(
            wrong.is_empty(),
            "{} of {} examples are judged wrongly:\n{}",
            wrong.len(),
            TOOL_EXAMPLES.len(),
            wrong.join("\n")
        );
    }
}
