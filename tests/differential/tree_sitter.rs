//! The names of commands as tree-sitter-bash sees them, substitutions included: those that are written out.

use tree_sitter::{Node, Parser};

/// Deeper trees are not looked at: it may not take the test's stack.
const DEEPEST: usize = 200;

/// `None`: it does not take the text.
pub fn of(text: &str) -> Option<Vec<String>> {
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_bash::LANGUAGE.into()).ok()?;
    let tree = parser.parse(text, None)?;
    let root = tree.root_node();
    if root.has_error() {
        return None;
    }
    let mut names = Vec::new();
    collect(root, text, 0, &mut names);
    Some(names)
}

fn collect(node: Node<'_>, text: &str, depth: usize, names: &mut Vec<String>) {
    if depth > DEEPEST {
        return;
    }
    if node.kind() == "command_name"
        && let Some(name) = node.utf8_text(text.as_bytes()).ok().filter(|name| is_written_out(name))
    {
        names.push(name.to_owned());
    }
    let mut cursor = node.walk();
    for child in node.children(&mut cursor) {
        collect(child, text, depth + 1, names);
    }
}

/// Nothing in it is quoted or expanded, and it is none of the reserved words that tree-sitter takes for commands.
fn is_written_out(name: &str) -> bool {
    !["time", "coproc", "!"].contains(&name)
        && !name.contains(|c: char| "'\"\\$`{}*?[]~<>()".contains(c) || c.is_whitespace())
}
