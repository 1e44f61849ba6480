//! What a server sends, looked at while it passes: a result may be a hundred megabytes on one line.
//!
//! Only the keys of the message itself, and of its result, decide whether it has to be read: a request of the server, a
//! list of tools, a question to the person. The rest passes as it is.

use crate::message::fold;

/// Longer keys are none of ours.
const KEY_MAX: usize = 32;

/// What the keys so far say.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Facts {
    /// It begins like an array: several messages.
    pub is_batch: bool,
    pub has_method: bool,
    /// A result or an error: an answer.
    pub is_answer: bool,
    /// The result lists tools.
    pub has_tools: bool,
    /// The result is a question to the client.
    pub asks_client: bool,
    /// The result tells the model what to do: a server's greeting may.
    pub has_instructions: bool,
    /// A key stands twice, or is written so that another reader could take it for another.
    pub is_odd: bool,
    /// It is no JSON object.
    pub is_broken: bool,
    /// The object is closed.
    pub is_complete: bool,
}

impl Facts {
    /// Whether nobody has to read it: an answer that is nothing but a result.
    pub fn may_pass(self) -> bool {
        let Facts {
            is_batch, has_method, has_tools, asks_client, has_instructions, is_odd, is_broken, ..
        } = self;
        let is_read = has_method || has_tools || asks_client || has_instructions;
        self.is_answer && !(is_batch || is_read || is_odd || is_broken)
    }
}

/// A scanner over the bytes of one message.
#[derive(Debug, Clone, Default)]
pub struct Sieve {
    facts: Facts,
    depth: usize,
    in_text: bool,
    escaped: bool,
    /// Whether the next text at this depth is a key; only followed for the first two depths.
    key_next: bool,
    /// Whether the second depth is the object of `result`.
    in_result: bool,
    under_result: bool,
    key: Vec<u8>,
    reading_key: bool,
    seen: Seen,
}

#[derive(Debug, Clone, Copy, Default)]
struct Seen {
    result: bool,
    error: bool,
    id: bool,
}

impl Sieve {
    pub fn facts(&self) -> Facts {
        self.facts
    }

    pub fn feed(&mut self, bytes: &[u8]) {
        let mut rest = bytes;
        while let Some((&byte, after)) = rest.split_first() {
            if self.in_text && !self.escaped && !self.reading_key {
                // The inside of a text is most of a large message.
                let plain = rest.iter().position(|b| matches!(b, b'"' | b'\\')).unwrap_or(rest.len());
                if plain > 0 {
                    rest = rest.get(plain..).unwrap_or_default();
                    continue;
                }
            }
            self.step(byte);
            rest = after;
        }
    }

    fn step(&mut self, byte: u8) {
        if self.in_text {
            self.step_in_text(byte);
            return;
        }
        if self.facts.is_complete {
            self.facts.is_broken |= !byte.is_ascii_whitespace();
            return;
        }
        match byte {
            b'{' | b'[' => {
                if self.depth == 0 {
                    self.facts.is_batch = byte == b'[';
                    self.key_next = byte == b'{';
                } else if self.depth == 1 {
                    self.in_result = self.under_result && byte == b'{';
                    self.key_next = self.in_result;
                }
                self.depth += 1;
            }
            b'}' | b']' => {
                self.depth = match self.depth.checked_sub(1) {
                    Some(depth) => depth,
                    None => {
                        self.facts.is_broken = true;
                        0
                    }
                };
                if self.depth == 1 {
                    self.in_result = false;
                }
                self.key_next = false;
                self.facts.is_complete = self.depth == 0;
            }
            b',' => {
                self.key_next = self.depth == 1 && !self.facts.is_batch || self.depth == 2 && self.in_result
            }
            b'"' => {
                self.in_text = true;
                self.reading_key = self.key_next && (self.depth == 1 || self.depth == 2);
                self.key_next = false;
                self.key.clear();
                self.facts.is_broken |= self.depth == 0;
            }
            _ if self.depth == 0 && !byte.is_ascii_whitespace() => self.facts.is_broken = true,
            _ => {}
        }
    }

    fn step_in_text(&mut self, byte: u8) {
        if self.escaped {
            self.escaped = false;
        } else if byte == b'\\' {
            self.escaped = true;
            // A key that is spelled in escapes has something to hide.
            self.facts.is_odd |= self.reading_key;
        } else if byte == b'"' {
            self.in_text = false;
            if std::mem::take(&mut self.reading_key) {
                self.note_key();
            }
        } else if self.reading_key && self.key.len() <= KEY_MAX {
            self.key.push(byte);
        }
    }

    fn note_key(&mut self) {
        let key = String::from_utf8_lossy(&self.key);
        let facts = &mut self.facts;
        if self.depth == 1 {
            self.under_result = false;
            let twice = |seen: &mut bool| std::mem::replace(seen, true);
            match key.as_ref() {
                "method" => facts.has_method = true,
                "result" => {
                    facts.is_odd |= twice(&mut self.seen.result) || self.seen.error;
                    facts.is_answer = true;
                    self.under_result = true;
                }
                "error" => {
                    facts.is_odd |= twice(&mut self.seen.error) || self.seen.result;
                    facts.is_answer = true;
                }
                "id" => facts.is_odd |= twice(&mut self.seen.id),
                "jsonrpc" => {}
                other => facts.is_odd |= ["method", "result", "id", "error"].contains(&fold(other).as_str()),
            }
        } else {
            match fold(&key).as_str() {
                "tools" => facts.has_tools = true,
                "inputrequests" => facts.asks_client = true,
                "instructions" => facts.has_instructions = true,
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(text: &str) -> Facts {
        let mut whole = Sieve::default();
        whole.feed(text.as_bytes());
        // It must not matter how the bytes arrive.
        let mut single = Sieve::default();
        text.bytes().for_each(|byte| single.feed(&[byte]));
        assert_eq!(whole.facts(), single.facts(), "{text}");
        whole.facts()
    }

    #[test]
    fn an_answer_passes() {
        for text in [
            r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"\"method\": \"x\" } ] {"}]}}"#,
            r#"{"result":{"a":{"tools":[],"method":1}},"jsonrpc":"2.0","id":1} "#,
            r#"{"id":1,"error":{"code":1,"message":"tools"}}"#,
            r#"{"id":1,"result":{}}"#,
            r#"{"id":1,"result":{"content":["tools","method",{"x":"tools"}]},"_x":{"tools":1}}"#,
        ] {
            let facts = facts(text);
            assert!(facts.may_pass() && facts.is_complete, "{text}: {facts:?}");
        }
    }

    #[test]
    fn what_somebody_has_to_read_does_not() {
        for text in [
            r#"{"jsonrpc":"2.0","id":1,"method":"sampling/createMessage"}"#,
            r#"{"id":1,"result":{},"method":"elicitation/create"}"#,
            r#"{"id":1,"result":{},"m\u0065thod":"elicitation/create"}"#,
            r#"{"id":1,"result":{},"Method":"elicitation/create"}"#,
            r#"{"id":1,"result":{"nextCursor":"x","tools":[]}}"#,
            r#"{"id":1,"result":{"resultType":"input_required","inputRequests":{}}}"#,
            r#"{"id":1,"result":{"serverInfo":{},"instructions":"x"}}"#,
            r#"{"id":1,"result":{},"result":{}}"#,
            r#"{"id":1,"id":2,"result":{}}"#,
            r#"[{"id":1,"result":{}}]"#,
            r#"{"id":1}"#,
            r#""text""#,
            r#"{"id":1,"result":{}}{"id":1,"method":"x"}"#,
            "]",
            "log line",
        ] {
            assert!(!facts(text).may_pass(), "{text}");
        }
        assert!(!facts(r#"{"id":1,"result":{"a":"#).is_complete);
    }
}
