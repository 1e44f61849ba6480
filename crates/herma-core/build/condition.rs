//! The small languages inside strings, `when`, `on` and `code`: read, checked, and written the way
//! `src/knowledge/unpack.rs` reads them, one letter for the kind and then the rest.

use super::format::Style;
use super::scope::Scope;
use super::write::{ALTERNATIVE, ITEM};
use crate::effect::CommandVerb;

/// `-r|-R !-i @2=*.git`: spaces are "and", bars are "or", `!` is "not".
pub fn when(text: &str, scope: &Scope) -> Result<String, String> {
    let mut all = Vec::new();
    for term in text.split_whitespace() {
        let mut any = Vec::new();
        for word in term.split('|') {
            let (negate, word) = match word.strip_prefix('!') {
                Some(rest) => ("!", rest),
                None => ("", word),
            };
            any.push(format!("{negate}{}", cond(word, scope)?));
        }
        all.push(any.join(ALTERNATIVE));
    }
    if all.is_empty() {
        return Err("an empty `when`: leave it out".to_owned());
    }
    Ok(all.join(ITEM))
}

fn cond(word: &str, scope: &Scope) -> Result<String, String> {
    if word == "stdin" {
        return Ok("i".to_owned());
    }
    if let Some(glob) = word.strip_prefix("stdin=") {
        return Ok(format!("I{glob}"));
    }
    if let Some(glob) = word.strip_prefix("@last=") {
        return Ok(format!("l{glob}"));
    }
    if let Some(kind) = word.strip_prefix("@verb=") {
        let known = CommandVerb::ALL.iter().any(|v| v.as_str() == kind);
        return if known { Ok(format!("V{kind}")) } else { Err(format!("unknown verb: `{kind}`")) };
    }
    if let Some(rest) = word.strip_prefix("@>=") {
        return Ok(format!("n{}", position(rest)?));
    }
    if let Some(glob) = word.strip_prefix("@=") {
        return Ok(format!("*{glob}"));
    }
    if let Some(rest) = word.strip_prefix('@') {
        let (n, glob) = rest.split_once('=').ok_or_else(|| format!("`{word}` lacks `=GLOB`"))?;
        return Ok(format!("a{}={glob}", position(n)?));
    }
    if !is_option(word, scope.style) {
        return Err(format!(
            "`{word}` is no condition: -o, -o=GLOB, @N=GLOB, @=GLOB, @last=GLOB, @verb=KIND, @>=N, stdin or stdin=GLOB"
        ));
    }
    match word.split_once('=') {
        None => Ok(format!("o{}", scope.canonical(word)?)),
        Some((name, glob)) => Ok(format!("v{}={glob}", scope.canonical_with_value(name)?)),
    }
}

/// An effect on nothing that can be named.
pub const NOTHING: &str = "-";

/// `args`, `args2..`, `arg1`, `last`, `butlast`, an option, `cwd`, `none`.
pub fn on(text: &str, scope: &Scope) -> Result<String, String> {
    Ok(match text {
        "args" => "f1".to_owned(),
        "last" => "l".to_owned(),
        "butlast" => "b".to_owned(),
        "cwd" => "c".to_owned(),
        "none" => NOTHING.to_owned(),
        _ => {
            if let Some(n) = text.strip_prefix("args").and_then(|r| r.strip_suffix("..")) {
                format!("f{}", position(n)?)
            } else if let Some(n) = text.strip_prefix("arg") {
                format!("a{}", position(n)?)
            } else if is_option(text, scope.style) {
                format!("v{}", scope.canonical_with_value(text)?)
            } else {
                return Err(format!("unknown `on`: `{text}`"));
            }
        }
    })
}

/// `-c`, `args1..`, `arg1`, `+args`, `script1`, `script:-f`, `stdin`.
pub fn carried(text: &str, scope: &Scope) -> Result<String, String> {
    if text == "stdin" {
        Ok("i".to_owned())
    } else if text == "+args" {
        Ok("+".to_owned())
    } else if let Some(name) = text.strip_prefix("script:") {
        Ok(format!("w{}", scope.canonical_with_value(name)?))
    } else if let Some(n) = text.strip_prefix("script") {
        Ok(format!("s{}", position(n)?))
    } else if let Some(n) = text.strip_prefix("args").and_then(|r| r.strip_suffix("..")) {
        Ok(format!("f{}", position(n)?))
    } else if let Some(n) = text.strip_prefix("arg") {
        Ok(format!("a{}", position(n)?))
    } else if is_option(text, scope.style) {
        Ok(format!("v{}", scope.canonical_with_value(text)?))
    } else {
        Err(format!("unknown `code`: `{text}`"))
    }
}

fn position(text: &str) -> Result<u8, String> {
    match text.parse() {
        Ok(n) if n > 0 => Ok(n),
        _ => Err(format!("`{text}` is no operand number (they count from 1)")),
    }
}

fn is_option(word: &str, style: Style) -> bool {
    style == Style::Dd || word.starts_with('-') || (style == Style::Single && word.starts_with('+'))
}
