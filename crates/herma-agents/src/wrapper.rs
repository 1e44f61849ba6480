//! The script between an agent and the hook: it closes what a binary cannot close about itself.
//!
//! A program that was killed, or is not there any more, says nothing; and to most agents nothing means yes. The
//! wrapper passes on only an answer that ends with the hook's own mark. Anything else becomes the deny.

use crate::agent::Agent;
use std::fmt::Write;

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
        let mut command = String::new();
        if let Some(timeout) = self.timeout_program {
            let _ = write!(command, "{} --foreground -s KILL {} ", quote(timeout), self.deadline_s + GRACE_S);
        }
        let _ = write!(command, "{} hook {}", quote(self.binary), self.agent.name);
        for word in self.home {
            let _ = write!(command, " {}", quote(word));
        }
        let _ = write!(command, " --deadline {} --mark '{MARK}'", self.deadline_s);
        format!(
            "#!/bin/sh\n\
             # Written by `herma connect {name}`; `herma disconnect {name}` takes it away. Do not edit.\n\
             # {title} runs a command when its hook fails. This passes on only what the hook really said,\n\
             # which ends with a mark; anything else, a killed or missing herma too, is a deny.\n\
             deny() {{\n\
             \x20 printf '%s\\n' '{deny}'\n\
             \x20 # What is left unread would be a broken pipe to the agent, and so a failed hook.\n\
             \x20 exec >/dev/null 2>&1\n\
             \x20 PATH=$PATH:/usr/bin:/bin cat\n\
             \x20 exit 0\n\
             }}\n\
             trap deny TERM HUP INT\n\
             said=$({command} 2>/dev/null)\n\
             case $said in\n\
             '{MARK}') exit 0 ;;\n\
             '{{'*'}}{MARK}') printf '%s\\n' \"${{said%'{MARK}'}}\" ;;\n\
             *) deny ;;\n\
             esac\n",
            name = self.agent.name,
            title = self.agent.title,
            deny = self.agent.canned_deny,
        )
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
    }
}
