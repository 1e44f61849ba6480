//! The small languages inside strings: `when`, `on` and `code`.

use super::format::Style;
use super::scope::Scope;

/// `-r|-R !-i @2=*.git`: spaces are "and", bars are "or", `!` is "not".
pub fn when(text: &str, scope: &Scope) -> Result<String, String> {
    let mut all = Vec::new();
    for term in text.split_whitespace() {
        let mut any = Vec::new();
        for word in term.split('|') {
            let (negate, word) = match word.strip_prefix('!') {
                Some(rest) => (true, rest),
                None => (false, word),
            };
            any.push(format!("Test {{ negate: {negate}, cond: {} }}", cond(word, scope)?));
        }
        all.push(format!("&[{}]", any.join(", ")));
    }
    if all.is_empty() {
        return Err("an empty `when`: leave it out".to_owned());
    }
    Ok(format!("&[{}]", all.join(", ")))
}

fn cond(word: &str, scope: &Scope) -> Result<String, String> {
    if word == "stdin" {
        return Ok("Cond::Stdin".to_owned());
    }
    if let Some(rest) = word.strip_prefix("@>=") {
        return Ok(format!("Cond::AtLeast({})", position(rest)?));
    }
    if let Some(glob) = word.strip_prefix("@=") {
        return Ok(format!("Cond::AnyArg({glob:?})"));
    }
    if let Some(rest) = word.strip_prefix('@') {
        let (n, glob) = rest.split_once('=').ok_or_else(|| format!("`{word}` lacks `=GLOB`"))?;
        return Ok(format!("Cond::Arg({}, {glob:?})", position(n)?));
    }
    if !is_option(word, scope.style) {
        return Err(format!("`{word}` is no condition: -o, -o=GLOB, @N=GLOB, @=GLOB, @>=N or stdin"));
    }
    match word.split_once('=') {
        None => Ok(format!("Cond::Opt({:?}, None)", scope.canonical(word)?)),
        Some((name, glob)) => {
            Ok(format!("Cond::Opt({:?}, Some({glob:?}))", scope.canonical_with_value(name)?))
        }
    }
}

/// `args`, `args2..`, `arg1`, `last`, `butlast`, an option, `cwd`, `none`.
pub fn on(text: &str, scope: &Scope) -> Result<String, String> {
    Ok(match text {
        "args" => "On::Args".to_owned(),
        "last" => "On::Last".to_owned(),
        "butlast" => "On::ButLast".to_owned(),
        "cwd" => "On::Cwd".to_owned(),
        "none" => "On::Nothing".to_owned(),
        _ => {
            if let Some(n) = text.strip_prefix("args").and_then(|r| r.strip_suffix("..")) {
                format!("On::ArgsFrom({})", position(n)?)
            } else if let Some(n) = text.strip_prefix("arg") {
                format!("On::Arg({})", position(n)?)
            } else if is_option(text, scope.style) {
                format!("On::Opt({:?})", scope.canonical_with_value(text)?)
            } else {
                return Err(format!("unknown `on`: `{text}`"));
            }
        }
    })
}

/// `-c`, `args1..`, `arg1`, `script1`, `script:-f`, `stdin`.
pub fn carried(text: &str, scope: &Scope) -> Result<String, String> {
    if text == "stdin" {
        Ok("Carried::Stdin".to_owned())
    } else if let Some(name) = text.strip_prefix("script:") {
        Ok(format!("Carried::ScriptOpt({:?})", scope.canonical_with_value(name)?))
    } else if let Some(n) = text.strip_prefix("script") {
        Ok(format!("Carried::Script({})", position(n)?))
    } else if let Some(n) = text.strip_prefix("args").and_then(|r| r.strip_suffix("..")) {
        Ok(format!("Carried::ArgsFrom({})", position(n)?))
    } else if let Some(n) = text.strip_prefix("arg") {
        Ok(format!("Carried::Arg({})", position(n)?))
    } else if is_option(text, scope.style) {
        Ok(format!("Carried::Opt({:?})", scope.canonical_with_value(text)?))
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
