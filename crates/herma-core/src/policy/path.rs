//! A rule's path: where it starts, and the names below, each with its own pattern.
//!
//! It means the file or folder that it names and everything below.

use super::settings::ReviewSettings;
use crate::effect::{Effect, Kind, Scale};
use crate::understand::glob;
use crate::world::{Question, World};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PathPattern {
    start: Start,
    /// `**` is any number of names.
    names: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Start {
    Root,
    Home,
    /// Of a project's rule the project; else the folder that the call runs in.
    Here,
    Anywhere,
}

/// Where a judgement stands.
#[derive(Clone, Copy)]
pub(super) struct Ground<'a> {
    pub(super) home: &'a str,
    pub(super) here: &'a str,
    pub(super) world: &'a dyn World,
}

/// In whose favour a doubt counts: a pattern in the command may or may not mean the file, a folder holds more than its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Doubt {
    /// Deny and ask: what may be meant is meant.
    Fits,
    /// Allow: only what is surely meant.
    Fails,
}

impl PathPattern {
    pub(super) fn parse(text: &str) -> Result<PathPattern, String> {
        let (start, rest) = match text {
            "~" => (Start::Home, ""),
            "." => (Start::Here, ""),
            _ if text.starts_with("~/") => (Start::Home, text.get(2..).unwrap_or("")),
            _ if text.starts_with("$HOME/") => (Start::Home, text.get(6..).unwrap_or("")),
            _ if text.starts_with("./") => (Start::Here, text.get(2..).unwrap_or("")),
            _ if text.starts_with('/') => (Start::Root, text),
            _ if text.starts_with("**/") || !text.trim_end_matches('/').contains('/') => {
                (Start::Anywhere, text)
            }
            _ => (Start::Here, text),
        };
        let names: Vec<String> =
            rest.split('/').filter(|n| !n.is_empty() && *n != ".").map(str::to_owned).collect();
        if text.is_empty() || names.iter().any(|n| n == "..") {
            return Err(format!("`{text}` is no path for a rule: it may not be empty nor hold `..`"));
        }
        if text.starts_with('~') && start != Start::Home {
            return Err(format!("`{text}`: of homes only `~` is known here; write the path out"));
        }
        if start == Start::Anywhere && names.iter().all(|n| n == "**") {
            return Err(format!("`{text}` is every path there is; leave `path` out, or write `/`"));
        }
        Ok(PathPattern { start, names })
    }

    /// Whether an effect is on this path, by its name or by where that leads (T52).
    pub(super) fn fits(&self, effect: &Effect, real: Option<&str>, ground: Ground<'_>, doubt: Doubt) -> bool {
        let Some(target) = effect.target.as_deref() else { return false };
        if !target.starts_with('/') && !target.starts_with('~') {
            return false;
        }
        let below = effect.scale != Scale::One
            || matches!(effect.kind, Kind::Delete | Kind::Move | Kind::ChangePermission);
        match doubt {
            Doubt::Fits => {
                self.fits_text(target, ground, below, doubt)
                    || real.is_some_and(|real| {
                        real != target && self.fits_text(real, ground, below, doubt)
                            || self.fits_where_it_leads(real, ground, below, doubt)
                    })
            }
            Doubt::Fails => {
                let unknown = target.contains(['$', '…', '`']);
                !unknown
                    && self.fits_text(target, ground, below, doubt)
                    && real.is_some_and(|real| {
                        self.fits_text(real, ground, below, doubt)
                            || self.fits_where_it_leads(real, ground, below, doubt)
                    })
            }
        }
    }

    fn fits_text(&self, target: &str, ground: Ground<'_>, below: bool, doubt: Doubt) -> bool {
        let from = match self.start {
            Start::Root => "/",
            Start::Home => ground.home,
            Start::Here => ground.here,
            Start::Anywhere => return self.anywhere(target, doubt),
        };
        if from.is_empty() {
            return false;
        }
        match below_folder(target, from) {
            Some(rest) => fit(&self.names, &names_of(rest), below, doubt),
            // The folder above all that the rule names.
            None => doubt == Doubt::Fits && below && below_folder(from, target).is_some(),
        }
    }

    fn anywhere(&self, target: &str, doubt: Doubt) -> bool {
        let names = names_of(target);
        (0..names.len()).any(|at| fit(&self.names, names.get(at..).unwrap_or(&[]), false, doubt))
    }

    /// The rule's own path may lead through a link too.
    fn fits_where_it_leads(&self, real: &str, ground: Ground<'_>, below: bool, doubt: Doubt) -> bool {
        let from = match self.start {
            Start::Root => "",
            Start::Home => ground.home,
            Start::Here => ground.here,
            Start::Anywhere => return false,
        };
        // A link below a home or a project may be anybody's: what it leads to is not what was allowed.
        let plain = match doubt {
            Doubt::Fits => self.names.iter().take_while(|n| !n.contains(['*', '?', '['])).count(),
            Doubt::Fails => 0,
        };
        let mut named = from.trim_end_matches('/').to_owned();
        for name in self.names.iter().take(plain) {
            named.push('/');
            named.push_str(name);
        }
        if named.is_empty() || !named.starts_with('/') {
            return false;
        }
        match ground.world.text(Question::RealPath(&named)) {
            Some(leads) if leads != named => match below_folder(real, &leads) {
                Some(rest) => fit(self.names.get(plain..).unwrap_or(&[]), &names_of(rest), below, doubt),
                None => doubt == Doubt::Fits && below && below_folder(&leads, real).is_some(),
            },
            _ => false,
        }
    }
}

/// What comes behind a folder in a path that is the folder, or lies in it.
fn below_folder<'a>(path: &'a str, folder: &str) -> Option<&'a str> {
    path.strip_prefix(folder.trim_end_matches('/')).filter(|rest| rest.is_empty() || rest.starts_with('/'))
}

fn names_of(path: &str) -> Vec<&str> {
    path.split('/').filter(|n| !n.is_empty()).collect()
}

fn fit(pattern: &[String], names: &[&str], below: bool, doubt: Doubt) -> bool {
    let Some((first, rest)) = pattern.split_first() else { return true };
    if first == "**" {
        return (0..=names.len()).any(|at| fit(rest, names.get(at..).unwrap_or(&[]), below, doubt));
    }
    match names.split_first() {
        Some((name, others)) => fits_name(first, name, doubt) && fit(rest, others, below, doubt),
        // A folder that holds what the rule names.
        None => below && doubt == Doubt::Fits,
    }
}

/// One name. In a command it may be a pattern itself.
fn fits_name(pattern: &str, name: &str, doubt: Doubt) -> bool {
    let written = name.contains(['*', '?', '[']);
    match (written, doubt) {
        (false, _) => glob::fits(pattern, name),
        (true, Doubt::Fails) => pattern == "*",
        (true, Doubt::Fits) => {
            let hidden = pattern.starts_with('.') && !name.starts_with('.');
            glob::fits(pattern, name) || !hidden && (pattern.contains('*') || glob::fits(name, pattern))
        }
    }
}

impl ReviewSettings {
    /// Whether all of an effect surely lies below the named paths.
    pub(crate) fn covers(
        &self,
        effect: &Effect,
        real: &str,
        (home, here): (&str, &str),
        world: &dyn World,
    ) -> bool {
        let ground = Ground { home, here, world };
        self.paths.is_empty()
            || self.paths.iter().any(|path| path.fits(effect, Some(real), ground, Doubt::Fails))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::TableWorld;

    fn fits(pattern: &str, target: &str, doubt: Doubt) -> bool {
        let world = TableWorld::developer();
        let ground = Ground { home: "/home/dev", here: "/home/dev/src/app", world: &world };
        let below = target.ends_with('!');
        PathPattern::parse(pattern).unwrap().fits_text(target.trim_end_matches('!'), ground, below, doubt)
    }

    #[test]
    fn a_path_is_the_folder_and_what_is_in_it() {
        for (pattern, target, want) in [
            ("~/Documents", "/home/dev/Documents", true),
            ("~/Documents", "/home/dev/Documents/a/b", true),
            ("~/Documents", "/home/dev/Documents2", false),
            ("./dist/**", "/home/dev/src/app/dist/x", true),
            ("dist/out", "/home/dev/src/app/dist/out/y", true),
            ("./*.log", "/home/dev/src/app/a.log", true),
            ("./*.log", "/home/dev/src/app/sub/a.log", false),
            (".env", "/srv/x/.env", true),
            ("**/.env.*", "/srv/x/.env.prod", true),
            ("/etc", "/etc/passwd", true),
            ("/srv/*/data", "/srv/a/data/x", true),
            ("/srv/*/data", "/srv/a/b/data", false),
            ("/srv/**/data", "/srv/a/b/data", true),
        ] {
            assert_eq!(fits(pattern, target, Doubt::Fits), want, "{pattern} {target}");
            assert_eq!(fits(pattern, target, Doubt::Fails), want, "{pattern} {target}");
        }
    }

    #[test]
    fn a_doubt_never_allows_and_always_stops() {
        for (pattern, target) in [
            ("~/Documents/tax", "/home/dev/Documents/*"),
            ("~/Documents/tax", "/home/dev/Documents!"),
            ("~/Documents/tax", "/home!"),
            ("./build/a?", "/home/dev/src/app/build/*"),
            (".env", "/home/dev/src/app/.e*"),
        ] {
            assert!(fits(pattern, target, Doubt::Fits), "{pattern} {target}");
            assert!(!fits(pattern, target, Doubt::Fails), "{pattern} {target}");
        }
        assert!(!fits(".env", "/home/dev/src/app/*", Doubt::Fits), "a star means no hidden files");
    }

    #[test]
    fn some_paths_are_none() {
        for wrong in ["", "../x", "~root/x", "**", "*/../x"] {
            assert!(PathPattern::parse(wrong).is_err(), "{wrong}");
        }
    }
}
