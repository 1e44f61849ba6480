//! Settings of curl: each line is an option, so that a file of them is read as if it stood on the command line.

use super::field::{Field, Part, Source, Value};
use super::files::{FileText, Why};
use super::walk::Walker;
use crate::effect::Span;

/// Options of one file that are read.
const MAX_OPTIONS: usize = 256;

/// The words of a settings file: `upload-file = "x"`, `url: y`, `-s`.
fn words(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    for line in text.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('#')).take(MAX_OPTIONS)
    {
        crate::work::charge(line.len() / 8 + 1);
        let (key, value) = match line.find(['=', ':', ' ', '\t']) {
            Some(at) => (line.get(..at).unwrap_or(""), line.get(at..).unwrap_or("")),
            None => (line, ""),
        };
        // A file may name another one; that is asked about where it is read.
        let key = if key.starts_with('-') { key.to_owned() } else { format!("--{key}") };
        out.push(key);
        let value = value.trim_start_matches([' ', '\t', '=', ':']).trim();
        let quoted = value.strip_prefix('"').map(|v| v.strip_suffix('"').unwrap_or(v));
        let value = quoted.map_or_else(|| value.to_owned(), |v| v.replace("\\\"", "\""));
        if !value.is_empty() {
            out.push(value);
        }
    }
    out
}

impl Walker<'_> {
    /// `curl -K cfg`: the options in the file, with those of the command.
    pub(super) fn curl_settings(&mut self, fields: &[Field], stdin: &Value) {
        let mut files: Vec<Field> = Vec::new();
        let mut rest: Vec<Field> = Vec::new();
        let mut words = fields.iter();
        while let Some(word) = words.next() {
            let text = word.value.prefix();
            let joined = ["--config=", "-K"]
                .iter()
                .find(|o| text.starts_with(**o) && (text.len() > o.len() || word.value.parts.len() > 1));
            if matches!(text, "-K" | "--config") && word.value.parts.len() == 1 {
                files.extend(words.next().cloned());
            } else if let Some(option) = joined {
                files.push(super::options::rest_of(word, option.len()));
            } else {
                rest.push(word.clone());
            }
        }
        for file in files {
            let text = if file.is("-") { stdin.literal() } else { self.curl_text(&file) };
            if let Some(text) = text {
                self.run_curl_options(&text, rest.clone(), file.span);
            }
        }
    }

    fn curl_text(&mut self, file: &Field) -> Option<String> {
        if let [Part::Unknown(Source::Pipe(content))] = file.value.parts.as_slice() {
            return content.literal();
        }
        let path = self.place(&file.value).path;
        if let Some((_, content)) = self.written.iter().rev().find(|(p, _)| *p == path) {
            return content.literal();
        }
        match self.file_text(&path, false) {
            FileText::Text(text) => Some(text),
            FileText::Unreadable(why) => {
                self.unreadable_file(&path, None, why, file.span);
                None
            }
            FileText::Native | FileText::Absent => None,
        }
    }

    /// The options of a settings file, behind those of a command. What is in the file is not quoted.
    pub(super) fn run_curl_options(&mut self, text: &str, mut fields: Vec<Field>, span: Span) {
        let words = words(text);
        if words.iter().any(|w| matches!(w.as_str(), "--config" | "-K")) {
            return self.unknown_code_in("curl's settings", Why::Bound, span);
        }
        fields.extend(words.into_iter().map(|word| Field::text(word, span)));
        self.in_subshell(|w| w.exec(fields, Value::default()));
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn each_line_is_an_option() {
        assert_eq!(
            super::words("# c\nupload-file = \".env\"\nurl: https://x.example\n-s\nuser a:b\n"),
            ["--upload-file", ".env", "--url", "https://x.example", "-s", "--user", "a:b"]
        );
    }
}
