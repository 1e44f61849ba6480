//! Reads JSON settings with their places, and changes them without touching a byte that is not concerned.
//!
//! People keep comments, their own order and their own indentation in these files, and the agents accept
//! comments and trailing commas. So the text is parsed for its spans, and an edit is a splice.

use std::ops::Range;

/// Deeper than any settings file; the reader is recursive.
const NESTING_MAX: usize = 100;

/// A value and where it stands in the text.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    pub span: Range<usize>,
    pub value: Value,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    Object(Vec<Member>),
    Array(Vec<Node>),
    String(String),
    /// A number, `true`, `false` or `null`, as it is spelt.
    Other(String),
}

#[derive(Debug, Clone, PartialEq)]
pub struct Member {
    pub key: String,
    /// From the key's first quote to the end of the value.
    pub span: Range<usize>,
    pub node: Node,
}

/// Why a text is not JSON: where, and what was expected.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {message}")]
pub struct JsonError {
    pub line: usize,
    pub column: usize,
    pub message: String,
}

impl Node {
    /// The member of that name; the last one counts, as in every JSON reader.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.members().iter().rev().find(|member| member.key == key).map(|member| &member.node)
    }

    #[must_use]
    pub fn members(&self) -> &[Member] {
        match &self.value {
            Value::Object(members) => members,
            Value::Array(_) | Value::String(_) | Value::Other(_) => &[],
        }
    }

    #[must_use]
    pub fn items(&self) -> &[Node] {
        match &self.value {
            Value::Array(items) => items,
            Value::Object(_) | Value::String(_) | Value::Other(_) => &[],
        }
    }

    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        match &self.value {
            Value::String(text) => Some(text),
            Value::Object(_) | Value::Array(_) | Value::Other(_) => None,
        }
    }

    /// As it is spelt: `true`, `600`.
    #[must_use]
    pub fn literal(&self) -> Option<&str> {
        match &self.value {
            Value::Other(text) => Some(text),
            Value::Object(_) | Value::Array(_) | Value::String(_) => None,
        }
    }

    #[must_use]
    pub fn is_object(&self) -> bool {
        matches!(self.value, Value::Object(_))
    }

    #[must_use]
    pub fn is_array(&self) -> bool {
        matches!(self.value, Value::Array(_))
    }
}

/// Parses JSON that may have comments and trailing commas.
pub fn parse(text: &str) -> Result<Node, JsonError> {
    let mut reader = Reader { text, at: if text.starts_with('\u{feff}') { 3 } else { 0 } };
    let node = reader.value(0)?;
    reader.skip_blank()?;
    match reader.peek() {
        None => Ok(node),
        Some(_) => Err(reader.error("something follows the end of the settings")),
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn error(&self, message: &str) -> JsonError {
        let before = self.text.get(..self.at).unwrap_or(self.text);
        JsonError {
            line: before.matches('\n').count() + 1,
            column: before.rsplit('\n').next().unwrap_or_default().chars().count() + 1,
            message: message.to_owned(),
        }
    }

    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn skip_blank(&mut self) -> Result<(), JsonError> {
        loop {
            match self.peek() {
                Some(b' ' | b'\t' | b'\r' | b'\n') => self.at += 1,
                Some(b'/') if self.rest().starts_with("//") => {
                    self.at += self.rest().find('\n').unwrap_or(self.rest().len());
                }
                Some(b'/') if self.rest().starts_with("/*") => match self.rest().find("*/") {
                    Some(end) => self.at += end + 2,
                    None => return Err(self.error("this comment has no end")),
                },
                _ => return Ok(()),
            }
        }
    }

    fn value(&mut self, depth: usize) -> Result<Node, JsonError> {
        if depth > NESTING_MAX {
            return Err(self.error("nested too deeply"));
        }
        self.skip_blank()?;
        let start = self.at;
        let value = match self.peek() {
            Some(b'{') => Value::Object(self.object(depth)?),
            Some(b'[') => Value::Array(self.array(depth)?),
            Some(b'"') => Value::String(self.string()?),
            Some(_) => Value::Other(self.literal()?),
            None => return Err(self.error("a value is missing")),
        };
        Ok(Node { span: start..self.at, value })
    }

    fn object(&mut self, depth: usize) -> Result<Vec<Member>, JsonError> {
        let mut members = Vec::new();
        self.at += 1;
        loop {
            self.skip_blank()?;
            let start = self.at;
            match self.peek() {
                Some(b'}') => break,
                Some(b'"') => {}
                _ => return Err(self.error("expected a key in double quotes, or `}`")),
            }
            let key = self.string()?;
            self.skip_blank()?;
            if self.peek() != Some(b':') {
                return Err(self.error("expected `:` after a key"));
            }
            self.at += 1;
            let node = self.value(depth + 1)?;
            members.push(Member { key, span: start..self.at, node });
            self.skip_blank()?;
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(b'}') => break,
                _ => return Err(self.error("expected `,` or `}`")),
            }
        }
        self.at += 1;
        Ok(members)
    }

    fn array(&mut self, depth: usize) -> Result<Vec<Node>, JsonError> {
        let mut items = Vec::new();
        self.at += 1;
        loop {
            self.skip_blank()?;
            if self.peek() == Some(b']') {
                break;
            }
            items.push(self.value(depth + 1)?);
            self.skip_blank()?;
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(b']') => break,
                _ => return Err(self.error("expected `,` or `]`")),
            }
        }
        self.at += 1;
        Ok(items)
    }

    fn string(&mut self) -> Result<String, JsonError> {
        let bytes = self.text.as_bytes();
        let mut end = self.at + 1;
        loop {
            match bytes.get(end) {
                Some(b'"') => break,
                Some(b'\\') => end += 2,
                Some(b'\n') | None => return Err(self.error("this text has no closing quote")),
                Some(_) => end += 1,
            }
        }
        let spelt = self.text.get(self.at..=end).unwrap_or_default();
        // serde_json knows the escapes.
        let text = serde_json::from_str(spelt).map_err(|_| self.error("this is not a JSON text"))?;
        self.at = end + 1;
        Ok(text)
    }

    fn literal(&mut self) -> Result<String, JsonError> {
        let stop = |c: char| c.is_whitespace() || ",]}:/\"{[".contains(c);
        let word = self.rest().split(stop).next().unwrap_or_default().to_owned();
        let known = matches!(word.as_str(), "true" | "false" | "null");
        if !known && serde_json::from_str::<serde_json::Number>(&word).is_err() {
            return Err(self.error("expected a value"));
        }
        self.at += word.len();
        Ok(word)
    }
}

/// How a text is laid out, so that what is added looks as if it had always been there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Layout<'a> {
    pub unit: &'a str,
    pub line_end: &'a str,
}

/// The layout of a text: the white space before its first key, and its line ends.
#[must_use]
pub fn layout<'a>(text: &'a str, root: &Node) -> Layout<'a> {
    let line_end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let first = root.members().first().map(|m| m.span.start).or(root.items().first().map(|n| n.span.start));
    let unit = first.map_or("", |at| indentation_at(text, at));
    Layout { unit: if unit.is_empty() { "  " } else { unit }, line_end }
}

/// The white space that begins the line of this place, if nothing else stands before it.
fn indentation_at(text: &str, at: usize) -> &str {
    let before = text.get(..at).unwrap_or_default();
    match before.rfind('\n') {
        Some(end) => {
            let line = before.get(end + 1..).unwrap_or_default();
            let blank = line.trim_start_matches([' ', '\t']);
            if blank.is_empty() { line } else { "" }
        }
        None => "",
    }
}

/// Adds a child (`"key": value`, or an array's item) as the last one of an object or array.
/// `child` is laid out with `\n` and two spaces a level; it is brought into the text's own layout.
#[must_use]
pub fn append(text: &str, root: &Node, container: &Node, depth: usize, child: &str) -> String {
    let layout = layout(text, root);
    let last = match &container.value {
        Value::Object(members) => members.last().map(|m| m.span.end),
        Value::Array(items) => items.last().map(|n| n.span.end),
        Value::String(_) | Value::Other(_) => return text.to_owned(),
    };
    let close = container.span.end - 1;
    let child = lay_out(child, layout, depth + 1);
    let indent = layout.unit.repeat(depth + 1);
    let tail = format!("{}{}", layout.line_end, layout.unit.repeat(depth));
    match last {
        // Before anything that stands between the brackets: a comment stays where it is.
        None => {
            let open = container.span.start + 1;
            let inner = text.get(open..close).unwrap_or_default();
            let kept = inner.trim_end();
            splice(text, open..close, &format!("{kept}{}{indent}{child}{tail}", layout.line_end))
        }
        Some(end) => {
            let between = text.get(end..close).unwrap_or_default();
            let kept = between.trim_end();
            let comma = trailing_comma(kept);
            let comma_at_end = if comma { "," } else { "" };
            let separator = if comma { "" } else { "," };
            let blank_tail =
                if between.contains('\n') { between.get(kept.len()..).unwrap_or_default() } else { &tail };
            let added =
                format!("{separator}{kept}{}{indent}{child}{comma_at_end}{blank_tail}", layout.line_end);
            splice(text, end..close, &added)
        }
    }
}

/// Whether a comma stands in the text outside of comments.
fn trailing_comma(between: &str) -> bool {
    find_comma(between).is_some()
}

fn find_comma(text: &str) -> Option<usize> {
    let mut at = 0;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        if rest.starts_with("//") {
            at += rest.find('\n').unwrap_or(rest.len());
        } else if rest.starts_with("/*") {
            at += rest.find("*/").map_or(rest.len(), |end| end + 2);
        } else if rest.starts_with(',') {
            return Some(at);
        } else {
            at += rest.chars().next().map_or(1, char::len_utf8);
        }
    }
    None
}

/// Takes out the child with this index, with its comma and its line.
#[must_use]
pub fn remove(text: &str, container: &Node, index: usize) -> String {
    let spans: Vec<Range<usize>> = match &container.value {
        Value::Object(members) => members.iter().map(|m| m.span.clone()).collect(),
        Value::Array(items) => items.iter().map(|n| n.span.clone()).collect(),
        Value::String(_) | Value::Other(_) => return text.to_owned(),
    };
    let Some(gone) = spans.get(index) else {
        return text.to_owned();
    };
    let before = index.checked_sub(1).and_then(|i| spans.get(i));
    let after = spans.get(index + 1);
    let range = match (before, after) {
        // The only one: the brackets close up.
        (None, None) => container.span.start + 1..container.span.end - 1,
        (_, Some(next)) => gone.start..next.start,
        (Some(previous), None) => {
            // The comma before goes too, but what stands after it (a comment of its own line) stays.
            let between = text.get(previous.end..gone.start).unwrap_or_default();
            let comma = find_comma(between).map_or(previous.end, |at| previous.end + at);
            let kept = text.get(comma + 1..gone.start).unwrap_or_default().trim_end();
            return splice(text, comma..gone.end, kept);
        }
    };
    splice(text, range, "")
}

/// Puts another text in the place of a value.
#[must_use]
pub fn replace(text: &str, root: &Node, node: &Node, depth: usize, value: &str) -> String {
    splice(text, node.span.clone(), &lay_out(value, layout(text, root), depth))
}

fn splice(text: &str, range: Range<usize>, with: &str) -> String {
    let head = text.get(..range.start).unwrap_or_default();
    let tail = text.get(range.end..).unwrap_or_default();
    format!("{head}{with}{tail}")
}

/// Brings a snippet (two spaces a level) to a layout, its first line at the caller's place.
fn lay_out(snippet: &str, layout: Layout<'_>, depth: usize) -> String {
    let mut out = String::new();
    for (i, line) in snippet.lines().enumerate() {
        if i > 0 {
            out.push_str(layout.line_end);
            let inner = line.trim_start_matches(' ');
            let level = (line.len() - inner.len()) / 2;
            out.push_str(&layout.unit.repeat(depth + level));
            out.push_str(inner);
        } else {
            out.push_str(line);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn add(text: &str, path: &[&str], child: &str) -> String {
        let root = parse(text).unwrap();
        let mut node = &root;
        for key in path {
            node = node.get(key).unwrap();
        }
        append(text, &root, node, path.len(), child)
    }

    #[test]
    fn comments_order_and_layout_stay() {
        let text =
            "{\n\t// mine\n\t\"b\": [1, 2],  /* two */\n\t\"a\": {\n\t\t\"x\": true // last\n\t},\n}\n";
        let got = add(text, &["a"], "\"y\": [\n  1\n]");
        assert_eq!(
            got,
            "{\n\t// mine\n\t\"b\": [1, 2],  /* two */\n\t\"a\": {\n\t\t\"x\": true, // last\n\t\t\"y\": [\n\t\t\t1\n\t\t]\n\t},\n}\n"
        );
        assert!(parse(&got).is_ok());
        let got = add(text, &[], "\"c\": 1");
        assert!(got.ends_with("\t},\n\t\"c\": 1,\n}\n"), "{got}");
    }

    #[test]
    fn an_empty_container_opens_up() {
        assert_eq!(add("{}", &[], "\"a\": 1"), "{\n  \"a\": 1\n}");
        assert_eq!(add("{\n    \"a\": []\n}\n", &["a"], "1"), "{\n    \"a\": [\n        1\n    ]\n}\n");
        assert_eq!(add("{ /* why */ }", &[], "\"a\": 1"), "{ /* why */\n  \"a\": 1\n}");
    }

    #[test]
    fn a_compact_text_stays_valid() {
        let got = add("{\"a\":{\"b\":[1]}}", &["a", "b"], "{\n  \"c\": 2\n}");
        let value: serde_json::Value = serde_json::from_str(&got).unwrap();
        assert_eq!(value, serde_json::json!({"a": {"b": [1, {"c": 2}]}}));
    }

    #[test]
    fn what_was_added_can_be_removed() {
        for text in [
            "{\n  \"a\": [\n    1\n  ]\n}\n",
            "{\r\n    \"a\": [\r\n        {\"x\": 1} // one\r\n    ]\r\n}",
            "{\n\t\"a\": [\n\t\t1,\n\t\t2\n\t], // end\n}\n",
        ] {
            let added = add(text, &["a"], "{\n  \"c\": 2\n}");
            let root = parse(&added).unwrap();
            let array = root.get("a").unwrap();
            assert_eq!(remove(&added, array, array.items().len() - 1), text);
        }
    }

    #[test]
    fn the_first_and_the_only_child_can_be_removed() {
        let text = "{\"a\": [1, 2], \"b\": [3]}";
        let root = parse(text).unwrap();
        assert_eq!(remove(text, root.get("a").unwrap(), 0), "{\"a\": [2], \"b\": [3]}");
        assert_eq!(remove(text, root.get("b").unwrap(), 0), "{\"a\": [1, 2], \"b\": []}");
        assert_eq!(remove(text, &root, 0), "{\"b\": [3]}");
    }

    #[test]
    fn errors_have_a_place() {
        for (text, line, column) in [
            ("{\n  \"a\": 1\n  \"b\": 2\n}", 3, 3),
            ("{\"a\": tru}", 1, 7),
            ("{\"a\": \"x}", 1, 7),
            ("", 1, 1),
            ("{} {}", 1, 4),
            ("{/* }", 1, 2),
            ("{\"a\" 1}", 1, 6),
        ] {
            let error = parse(text).unwrap_err();
            assert_eq!((error.line, error.column), (line, column), "{text}: {error}");
        }
        assert!(parse(&"[".repeat(100_000)).is_err());
    }

    #[test]
    fn values_are_what_json_says() {
        let text = "\u{feff}{\"k\\u0041\": \"a\\n\\\"b\\\"\", \"n\": -1.5e3, \"u\": \"ü\", \"k\": null,}";
        let root = parse(text).unwrap();
        assert_eq!(root.get("kA").unwrap().as_str(), Some("a\n\"b\""));
        assert_eq!(root.get("n").unwrap().literal(), Some("-1.5e3"));
        assert_eq!(root.get("u").unwrap().as_str(), Some("ü"));
    }
}
