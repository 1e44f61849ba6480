//! A result as a reader and a model see it: sentences, and which of them no reader would ever see.

/// A sentence is a few lines; what is longer is looked at in pieces.
const SENTENCE_MAX: usize = 700;
/// Invisible characters inside one sentence that no language puts there.
const INVISIBLE_MIN: usize = 3;
/// The shortest text that somebody would bother to encode.
const ENCODED_MIN: usize = 40;

/// Who sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Seen {
    ByAll,
    /// In a comment: authors of templates speak to authors there.
    InSource,
    /// Made invisible on purpose: by style, by invisible letters, by an encoding.
    ByNoReader,
}

#[derive(Debug, Clone)]
pub(super) struct Sentence {
    pub(super) text: String,
    /// In small letters, invisible ones taken out.
    pub(super) lower: String,
    pub(super) seen: Seen,
}

/// All sentences of a text, in order; what was hidden stands behind what is visible.
pub(super) fn sentences(text: &str) -> Vec<Sentence> {
    let mut all = Vec::new();
    let (tags, rest) = without_tag_letters(text);
    let mut hidden = Vec::new();
    let visible = without_hidden(&rest, &mut hidden);
    split(&visible, Seen::ByAll, &mut all);
    for (piece, seen) in &hidden {
        split(piece, *seen, &mut all);
    }
    if !tags.is_empty() {
        split(&tags, Seen::ByNoReader, &mut all);
    }
    for decoded in encoded(&rest) {
        split(&decoded, Seen::ByNoReader, &mut all);
    }
    all
}

/// Letters of the Unicode tag block look like nothing, and models read them.
fn without_tag_letters(text: &str) -> (String, String) {
    if !text.contains('\u{E0020}') && !text.chars().any(is_tag) {
        return (String::new(), text.to_owned());
    }
    let tags = text.chars().filter(|c| is_tag(*c));
    let tags = tags.filter_map(|c| char::from_u32(u32::from(c) - 0xE0000)).collect();
    (tags, text.chars().filter(|c| !is_tag(*c)).collect())
}

fn is_tag(c: char) -> bool {
    ('\u{E0020}'..='\u{E007E}').contains(&c)
}

fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{200B}' | '\u{2060}' | '\u{FEFF}' | '\u{00AD}' | '\u{200C}' | '\u{200D}' | '\u{2061}'..='\u{2064}'
    )
}

/// The text without its markup; comments, and what a style hides, go to `hidden`.
fn without_hidden(text: &str, hidden: &mut Vec<(String, Seen)>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        out.push_str(rest.get(..at).unwrap_or_default());
        rest = rest.get(at..).unwrap_or_default();
        if let Some(comment) = rest.strip_prefix("<!--") {
            let end = comment.find("-->").unwrap_or(comment.len());
            hidden.push((comment.get(..end).unwrap_or_default().to_owned(), Seen::InSource));
            rest = comment.get(end + 3..).unwrap_or_default();
            out.push('\n');
            continue;
        }
        let (Some(end), true) = (rest.find('>'), rest.get(1..2).is_some_and(opens_tag)) else {
            out.push('<');
            rest = rest.get(1..).unwrap_or_default();
            continue;
        };
        let tag = rest.get(1..end).unwrap_or_default().to_ascii_lowercase();
        let name: String = tag.chars().take_while(|c| c.is_ascii_alphanumeric()).collect();
        let whole = rest.get(..=end).unwrap_or_default();
        rest = rest.get(end + 1..).unwrap_or_default();
        if hides(&tag) && !name.is_empty() {
            let close = format!("</{name}");
            let end = find_ignoring_case(rest, &close).unwrap_or(rest.len());
            hidden.push((plain(rest.get(..end).unwrap_or_default()), Seen::ByNoReader));
            rest = rest.get(end..).unwrap_or_default();
            out.push('\n');
            continue;
        }
        // Tags that are no HTML are part of what is said: `<IMPORTANT>`, `<|im_start|>`.
        match is_html(name.as_str()) || tag.starts_with('/') {
            true => {
                for attribute in ["alt=\"", "title=\"", "content=\"", "aria-label=\""] {
                    let value = whole.split_once(attribute).and_then(|(_, rest)| rest.split_once('"'));
                    if let Some((value, _)) = value {
                        out.push_str(&format!("\n{value}\n"));
                    }
                }
                out.push_str(if is_block(&name) { "\n\n" } else { " " });
            }
            false => out.push_str(&format!("\n\n{whole} ")),
        }
    }
    out.push_str(rest);
    markdown_comments(&out, hidden)
}

fn opens_tag(c: &str) -> bool {
    c.starts_with(|c: char| c.is_ascii_alphabetic() || c == '/' || c == '!' || c == '|')
}

fn find_ignoring_case(text: &str, what: &str) -> Option<usize> {
    text.as_bytes().windows(what.len()).position(|window| window.eq_ignore_ascii_case(what.as_bytes()))
}

fn plain(text: &str) -> String {
    let mut inside = false;
    text.chars()
        .filter(|c| {
            let keep = !inside && *c != '<';
            inside = match c {
                '<' => true,
                '>' => false,
                _ => inside,
            };
            keep
        })
        .collect()
}

/// `[//]: # (text)`
fn markdown_comments(text: &str, hidden: &mut Vec<(String, Seen)>) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let start = line.trim_start();
        match start.starts_with("[//]:") || start.starts_with("[comment]:") {
            true => hidden.push((start.trim_start_matches(|c| c != '(').to_owned(), Seen::InSource)),
            false => out.push_str(line),
        }
    }
    out
}

fn hides(tag: &str) -> bool {
    let style: String = tag.chars().filter(|c| !c.is_whitespace()).collect();
    let by_style = [
        "display:none",
        "visibility:hidden",
        "font-size:0",
        "font-size:1px",
        "opacity:0;",
        "opacity:0\"",
        "opacity:0'",
        "color:white",
        "color:#fff",
        "color:transparent",
        "left:-9999",
        "left:-1000",
        "text-indent:-",
        "max-height:0",
        "width:0;",
        "clip:rect(0",
    ];
    // Letters as white as a dark button's are ordinary; a background says so.
    let white = style.contains("background");
    by_style.iter().any(|one| style.contains(one) && !(white && one.starts_with("color:")))
        || tag.split_whitespace().skip(1).any(|word| word == "hidden")
}

fn is_html(name: &str) -> bool {
    const NAMES: &[&str] = &[
        "a",
        "abbr",
        "article",
        "aside",
        "b",
        "blockquote",
        "body",
        "br",
        "button",
        "code",
        "dd",
        "details",
        "div",
        "dl",
        "dt",
        "em",
        "figure",
        "figcaption",
        "footer",
        "form",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "head",
        "header",
        "hr",
        "html",
        "i",
        "iframe",
        "img",
        "input",
        "label",
        "li",
        "link",
        "main",
        "meta",
        "nav",
        "noscript",
        "ol",
        "option",
        "p",
        "path",
        "pre",
        "script",
        "section",
        "select",
        "small",
        "span",
        "strong",
        "style",
        "sub",
        "summary",
        "sup",
        "svg",
        "table",
        "tbody",
        "td",
        "textarea",
        "th",
        "thead",
        "title",
        "tr",
        "u",
        "ul",
        "video",
    ];
    NAMES.contains(&name)
}

fn is_block(name: &str) -> bool {
    !matches!(
        name,
        "a" | "abbr" | "b" | "code" | "em" | "i" | "span" | "strong" | "sub" | "sup" | "u" | "small" | "img"
    )
}

/// Words in base64 that are a text.
fn encoded(text: &str) -> Vec<String> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '/' | '=' | '-' | '_');
    text.split(|c: char| !is_part(c))
        .filter(|word| word.len() >= ENCODED_MIN)
        .take(16)
        .filter_map(decoded)
        .collect()
}

fn decoded(word: &str) -> Option<String> {
    let (mut bits, mut count, mut bytes) = (0_u32, 0_u32, Vec::with_capacity(word.len()));
    for c in word.trim_end_matches('=').bytes() {
        let value = match c {
            b'A'..=b'Z' => c - b'A',
            b'a'..=b'z' => c - b'a' + 26,
            b'0'..=b'9' => c - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            _ => return None,
        };
        bits = (bits << 6 | u32::from(value)) & 0xff_ffff;
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    let text = String::from_utf8(bytes).ok()?;
    let readable = text.chars().all(|c| !c.is_control() || c == '\n') && text.matches(' ').count() >= 3;
    readable.then_some(text)
}

/// Sentences of one piece. Lines that were only wrapped are one line again.
fn split(text: &str, seen: Seen, all: &mut Vec<Sentence>) {
    let mut joined = String::with_capacity(text.len());
    for line in text.lines() {
        let line = line.trim();
        let starts = line.is_empty() || line.starts_with(['-', '*', '#', '>', '|', '`', '$', '[', '+']);
        let numbered =
            line.split_once(['.', ')']).is_some_and(|(n, _)| n.len() < 3 && n.parse::<u8>().is_ok());
        joined.push(if starts || numbered { '\n' } else { ' ' });
        joined.push_str(line);
    }
    for line in joined.split('\n') {
        let (mut start, mut chars) = (0, line.char_indices().peekable());
        while let Some((at, c)) = chars.next() {
            let next_is_space = chars.peek().is_none_or(|(_, next)| next.is_whitespace());
            let ends = matches!(c, '。' | '！' | '？') || matches!(c, '.' | '!' | '?') && next_is_space;
            if ends || at - start > SENTENCE_MAX {
                let end = at + c.len_utf8();
                push(line.get(start..end).unwrap_or_default(), seen, all);
                start = end;
            }
        }
        push(line.get(start..).unwrap_or_default(), seen, all);
    }
}

fn push(text: &str, seen: Seen, all: &mut Vec<Sentence>) {
    let text = text.trim();
    if text.is_empty() {
        return;
    }
    let letters: Vec<char> = text.chars().collect();
    let odd = letters.windows(3).filter(|w| {
        matches!(w, [a, b, c] if is_invisible(*b) && a.is_ascii_alphanumeric() && c.is_ascii_alphanumeric())
    });
    let seen = if odd.count() >= INVISIBLE_MIN { Seen::ByNoReader } else { seen };
    let text: String = letters.into_iter().filter(|c| !is_invisible(*c)).collect();
    all.push(Sentence { lower: text.to_lowercase(), text, seen });
}
