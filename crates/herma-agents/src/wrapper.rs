//! The script between an agent and the hook: it closes what a binary cannot close about itself.
//!
//! A program that was killed, or is not there any more, says nothing; and to most agents nothing means yes. The
//! wrapper passes on only an answer that ends with the hook's own mark. Anything else becomes the deny.

use crate::agent::Agent;
use crate::settings::NOTE;

/// Ends an answer that the hook really came to. A letter more or less, and the wrapper denies.
pub const MARK: &str = "#herma-answered#";

/// What one wrapper script is about.
#[derive(Debug, Clone)]
pub struct Wrapper<'a> {
    pub agent: &'a Agent,
    /// Absolute path of the `herma` binary.
    pub binary: &'a str,
    /// Arguments that name the home, each a word of its own.
    pub home: &'a [String],
    /// Seconds until the hook itself denies.
    pub deadline_s: u32,
    /// `timeout` of the coreutils, where the agent would run the command if the hook hung: a process that was
    /// stopped cannot keep its own deadline.
    pub timeout_program: Option<&'a str>,
}

/// Seconds between the hook's own deadline and the moment it is killed from outside.
pub const GRACE_S: u32 = 2;

impl Wrapper<'_> {
    /// The script. POSIX sh, absolute paths, and nothing taken from the environment.
    #[must_use]
    pub fn script(&self) -> String {
        let killer = match self.timeout_program {
            Some(timeout) => {
                format!("{} --foreground -s KILL {} ", quote(timeout), self.deadline_s + GRACE_S)
            }
            None => String::new(),
        };
        let noter = match self.timeout_program {
            Some(timeout) => format!("{} --foreground -s KILL {GRACE_S} ", quote(timeout)),
            None => String::new(),
        };
        let home: String = self.home.iter().map(|word| format!(" {}", quote(word))).collect();
        format!(
            "#!/bin/sh\n\
             # Written by `herma connect {name}`; `herma disconnect {name}` takes it away. Do not edit.\n\
             # To {title} a hook that dies may be a yes. This passes on only what the hook really said,\n\
             # which ends with a mark; anything else, a killed or missing herma too, is a deny.\n\
             {BINARY}{binary}\n\
             {DEADLINE}{deadline}\n\
             deny() {{\n\
             \x20 printf '%s\\n' '{deny}'\n\
             \x20 # What is left unread would be a broken pipe to the agent, and so a failed hook.\n\
             \x20 exec >/dev/null 2>&1\n\
             \x20 PATH=$PATH:/usr/bin:/bin cat\n\
             \x20 exit 0\n\
             }}\n\
             # Only noted, nothing decided: the agent must not notice, whatever becomes of it.\n\
             if [ \"${{1-}}\" = {NOTE} ]; then\n\
             \x20 said=$({noter}\"$herma\" hook {name}{home} --note --mark '{MARK}' 2>/dev/null)\n\
             \x20 case $said in\n\
             \x20 '{{'*'}}{MARK}') printf '%s\\n' \"${{said%'{MARK}'}}\" ;;\n\
             \x20 esac\n\
             \x20 exit 0\n\
             fi\n\
             trap deny TERM HUP INT\n\
             said=$({killer}\"$herma\" hook {name}{home} --deadline \"$deadline\" --mark '{MARK}' 2>/dev/null)\n\
             case $said in\n\
             '{MARK}') exit 0 ;;\n\
             '{{'*'}}{MARK}') printf '%s\\n' \"${{said%'{MARK}'}}\" ;;\n\
             *) deny ;;\n\
             esac\n",
            name = self.agent.name,
            title = self.agent.title,
            binary = quote(self.binary),
            deadline = self.deadline_s,
            deny = self.agent.canned_deny(),
        )
    }
}

const BINARY: &str = "herma=";
const DEADLINE: &str = "deadline=";

/// What a wrapper script says about itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Told {
    pub binary: String,
    pub deadline_s: u32,
}

/// Reads a wrapper script back. `None` if it is not one.
#[must_use]
pub fn read_script(script: &str) -> Option<Told> {
    let value = |name: &str| script.lines().find_map(|line| line.strip_prefix(name));
    Some(Told { binary: unquote(value(BINARY)?), deadline_s: value(DEADLINE)?.parse().ok()? })
}

/// The same script with another binary: what would it say if that were not there?
#[must_use]
pub fn with_binary(script: &str, binary: &str) -> String {
    let swap = |line: &str| match line.starts_with(BINARY) {
        true => format!("{BINARY}{}", quote(binary)),
        false => line.to_owned(),
    };
    script.lines().map(|line| swap(line) + "\n").collect()
}

fn unquote(word: &str) -> String {
    match word.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\'')) {
        Some(inner) => inner.replace("'\\''", "'"),
        None => word.to_owned(),
    }
}

/// One word for a POSIX shell. What needs no quotes gets none, so that a person can read it.
#[must_use]
pub fn quote(word: &str) -> String {
    let bare = |c: char| c.is_ascii_alphanumeric() || "/._-+,:@%".contains(c);
    if !word.is_empty() && word.chars().all(bare) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_only_where_needed() {
        assert_eq!(quote("/usr/bin/herma"), "/usr/bin/herma");
        assert_eq!(quote("/a b/it's"), "'/a b/it'\\''s'");
        assert_eq!(quote(""), "''");
        assert_eq!(quote("$HOME"), "'$HOME'");
        for word in ["/usr/bin/herma", "/a b/it's", "''"] {
            assert_eq!(unquote(&quote(word)), word);
        }
    }

    #[test]
    fn a_script_can_be_read_back() {
        for agent in crate::AGENTS {
            let home = ["--home".to_owned(), "/h o".to_owned()];
            let wrapper =
                Wrapper { agent, binary: "/o'p/herma", home: &home, deadline_s: 9, timeout_program: None };
            let script = wrapper.script();
            let told = Told { binary: "/o'p/herma".to_owned(), deadline_s: 9 };
            assert_eq!(read_script(&script), Some(told));
            let other = read_script(&with_binary(&script, "/nowhere"));
            assert_eq!(other.map(|told| told.binary).as_deref(), Some("/nowhere"));
        }
        assert_eq!(read_script("#!/bin/sh\n"), None);
    }
}
