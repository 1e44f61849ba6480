//! From `knowledge/words/*.toml` to one text and a sorted index: word, and the bits of its senses.

use super::Problem;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Sense, then language, then words with blanks between.
type File = BTreeMap<String, BTreeMap<String, String>>;

#[derive(Debug, Default)]
pub struct Words {
    all: BTreeMap<String, u32>,
}

impl Words {
    pub fn file(&mut self, file: &str, text: &str, problems: &mut Vec<Problem>) {
        let mut problem = |message: String| {
            problems.push(Problem { file: format!("words/{file}"), line: 0, message });
        };
        let parsed: File = match toml::from_str(text) {
            Ok(parsed) => parsed,
            Err(error) => return problem(error.message().trim().replace('\n', ", ")),
        };
        for (name, languages) in parsed {
            let Some(bit) = crate::senses::NAMES.iter().position(|n| *n == name) else {
                problem(format!("`{name}` is no sense; see senses.rs"));
                continue;
            };
            for word in languages.values().flat_map(|words| words.split_whitespace()) {
                if word.len() > usize::from(u8::MAX) || word.chars().any(char::is_uppercase) {
                    problem(format!("`{word}`: words are short and in lower case"));
                }
                *self.all.entry(word.to_owned()).or_default() |= 1 << bit;
            }
        }
    }

    pub fn finish(&self) -> String {
        let (mut text, mut index) = (String::new(), String::new());
        for (word, bits) in &self.all {
            let _ = writeln!(index, "    ({}, {}, {bits:#x}),", text.len(), word.len());
            text.push_str(word);
        }
        format!("static WORDS_TEXT: &str = {text:?};\nstatic INDEX: &[(u32, u8, u32)] = &[\n{index}];\n")
    }
}
