//! JSON that every reader reads alike.
//!
//! Whoever acts on a call may read it with another parser than we do: one takes the first of two equal keys, another the
//! last. So there is no such call: a key that stands twice, at any depth, is refused.

use serde::de::{self, DeserializeSeed, MapAccess, SeqAccess, Visitor};
use serde_json::{Error, Map, Value};
use std::fmt;

/// As deep as serde_json itself goes.
pub const DEPTH_MAX: usize = 127;

/// A value, and whether some number in it may not be exactly what was written.
#[derive(Debug, Clone, PartialEq)]
pub struct Read {
    pub value: Value,
    pub inexact: bool,
}

/// Reads one value that is all of the text. An error that [`is_data`](Error::is_data) is about JSON that is well-formed.
pub fn read(text: &str, depth: usize) -> Result<Read, Error> {
    let mut inexact = false;
    let mut reader = serde_json::Deserializer::from_str(text);
    let value = Strict { left: depth, inexact: &mut inexact }.deserialize(&mut reader)?;
    reader.end()?;
    Ok(Read { value, inexact })
}

/// The value alone, as deep as anybody goes.
pub fn value(text: &str) -> Result<Value, Error> {
    read(text, DEPTH_MAX).map(|read| read.value)
}

/// The same of bytes, which must be text.
pub fn value_of_bytes(bytes: &[u8]) -> Result<Value, Error> {
    value(std::str::from_utf8(bytes).map_err(|_| de::Error::custom("the bytes are no text (UTF-8)"))?)
}

struct Strict<'a> {
    /// How much deeper it may get.
    left: usize,
    inexact: &'a mut bool,
}

impl Strict<'_> {
    fn deeper<E: de::Error>(&mut self) -> Result<Strict<'_>, E> {
        let left = self.left.checked_sub(1).ok_or_else(|| E::custom("nested too deep"))?;
        Ok(Strict { left, inexact: self.inexact })
    }
}

impl<'de> DeserializeSeed<'de> for Strict<'_> {
    type Value = Value;

    fn deserialize<D: de::Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Strict<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(Value::from(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(Value::from(value))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        *self.inexact = true;
        Ok(Value::from(value))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::String(value.to_owned()))
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(Value::String(value))
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut items: A) -> Result<Value, A::Error> {
        let mut all = Vec::new();
        while let Some(item) = items.next_element_seed(self.deeper()?)? {
            all.push(item);
        }
        Ok(Value::Array(all))
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut entries: A) -> Result<Value, A::Error> {
        let mut all = Map::new();
        while let Some(key) = entries.next_key::<String>()? {
            if all.contains_key(&key) {
                let key = crate::text::shown(&key);
                return Err(de::Error::custom(format!("the key `{key}` stands twice")));
            }
            let value = entries.next_value_seed(self.deeper()?)?;
            all.insert(key, value);
        }
        Ok(Value::Object(all))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read_is_what_serde_json_reads() {
        let text = r#"{"a":[1,-2,3.5,"x",null,true,{"b":{}}],"c":"\u00e9"}"#;
        assert_eq!(value(text).unwrap(), serde_json::from_str::<Value>(text).unwrap());
        assert!(read(text, 10).unwrap().inexact && !read("[1]", 10).unwrap().inexact);
    }

    #[test]
    fn a_key_that_stands_twice_is_refused_at_any_depth() {
        for text in [
            r#"{"a":1,"a":1}"#,
            r#"{"a":1,"\u0061":2}"#,
            r#"{"x":[{"command":"ls","command":"rm -rf /"}]}"#,
            r#"{"x":{"y":{"b":1,"b":2}}}"#,
        ] {
            assert!(value(text).unwrap_err().to_string().contains("stands twice"), "{text}");
        }
        for text in ["", "{} {}", "[1", r#"{"a":"\ud800"}"#] {
            assert!(value(text).is_err(), "{text}");
        }
        assert!(value_of_bytes(b"\"\xff\"").is_err());
    }

    #[test]
    fn what_is_too_deep_is_refused() {
        let deep = |n: usize| format!("{}{}", "[".repeat(n), "]".repeat(n));
        assert!(read(&deep(4), 4).is_ok() && read(&deep(6), 4).is_err());
        assert!(value(&deep(100)).is_ok() && value(&deep(1_000_000)).is_err());
    }
}
