//! The words behind a command with subcommands: which are options, which have values, and what stands by itself.

use std::ffi::{OsStr, OsString};

/// What was typed.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Typed {
    pub words: Vec<String>,
    values: Vec<(&'static str, String)>,
    flags: Vec<&'static str>,
    /// Everything behind the option that takes all the rest.
    pub rest: Option<Vec<String>>,
    pub home: Option<OsString>,
    pub help: bool,
}

/// Which options there are.
#[derive(Debug, Clone, Copy)]
pub struct Known {
    pub values: &'static [&'static str],
    pub flags: &'static [&'static str],
    /// Takes every word behind it.
    pub rest: Option<&'static str>,
}

/// No options but `--help` and `--home`.
pub const PLAIN: Known = Known { values: &[], flags: &[], rest: None };

impl Typed {
    pub fn read(args: &[OsString], known: &Known) -> Result<Typed, String> {
        let mut out = Typed::default();
        let mut words = args.iter();
        while let Some(word) = words.next() {
            let Some(text) = word.to_str() else { return Err("a word is not valid UTF-8".to_owned()) };
            if known.rest == Some(text) {
                let rest = words.by_ref().map(|word| word.to_str().map(str::to_owned));
                let rest = rest.collect::<Option<Vec<_>>>().ok_or("a word is not valid UTF-8")?;
                if rest.is_empty() {
                    return Err(format!("`{text}` needs a command"));
                }
                out.rest = Some(rest);
                break;
            }
            let (name, joined) = match text.split_once('=') {
                Some((name, value)) if name.starts_with("--") => (name, Some(value.to_owned())),
                _ => (text, None),
            };
            let mut value = || {
                let next = || words.next().and_then(|word| word.to_str()).map(str::to_owned);
                joined.clone().or_else(next).ok_or(format!("`{name}` needs a value"))
            };
            if name == "--help" || name == "-h" {
                out.help = true;
            } else if name == "--home" {
                // A path need not be text.
                let next = || words.next().cloned();
                let folder = joined.clone().map(OsString::from).or_else(next);
                out.home = Some(folder.ok_or("`--home` needs a value")?);
            } else if let Some(name) = known.values.iter().find(|one| **one == name) {
                out.values.push((name, value()?));
            } else if let Some(name) = known.flags.iter().find(|one| **one == name) {
                out.flags.push(name);
            } else if name.starts_with('-') && name.len() > 1 {
                return Err(format!("`{name}` is no option here; --help lists them"));
            } else {
                out.words.push(text.to_owned());
            }
        }
        Ok(out)
    }

    pub fn has(&self, flag: &str) -> bool {
        self.flags.contains(&flag)
    }

    /// The last one counts.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.all(name).last().copied()
    }

    pub fn all(&self, name: &str) -> Vec<&str> {
        self.values.iter().filter(|(one, _)| *one == name).map(|(_, value)| value.as_str()).collect()
    }

    pub fn number<T: std::str::FromStr>(&self, name: &str) -> Result<Option<T>, String> {
        match self.value(name) {
            None => Ok(None),
            Some(text) => text.parse().map(Some).map_err(|_| format!("`{name} {text}`: that is no number")),
        }
    }

    pub fn home(&self) -> Option<&OsStr> {
        self.home.as_deref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: Known = Known { values: &["--a"], flags: &["--b"], rest: Some("--exec") };

    fn read(words: &[&str]) -> Result<Typed, String> {
        Typed::read(&words.iter().map(OsString::from).collect::<Vec<_>>(), &KNOWN)
    }

    #[test]
    fn options_may_stand_anywhere_before_the_rest() {
        let typed = read(&["x", "--a", "1", "--b", "--a=2", "y", "--exec", "sh", "-c", "--a"]).unwrap();
        assert_eq!(typed.words, ["x", "y"]);
        assert_eq!(typed.all("--a"), ["1", "2"]);
        assert_eq!(typed.value("--a"), Some("2"));
        assert!(typed.has("--b"));
        assert_eq!(typed.rest.unwrap(), ["sh", "-c", "--a"]);
        for (words, want) in [
            (&["--c"][..], "`--c` is no option"),
            (&["--a"], "needs a value"),
            (&["--exec"], "needs a command"),
        ] {
            assert!(read(words).unwrap_err().contains(want), "{words:?}");
        }
    }
}
