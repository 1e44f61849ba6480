//! `herma completions` and `herma man`: both made out of the help texts, so that there is one place that says it.

use crate::check::usage;
use std::ffi::OsString;
use std::fmt::Write;
use std::process::ExitCode;

const COMPLETIONS_HELP: &str = "\
usage: herma completions bash|zsh|fish

Prints what a shell needs to complete herma's commands and options:

  bash   herma completions bash > ~/.local/share/bash-completion/completions/herma
  zsh    herma completions zsh > \"${fpath[1]}/_herma\"
  fish   herma completions fish > ~/.config/fish/completions/herma.fish

exit: 0, 2 usage
";

const MAN_HELP: &str = "\
usage: herma man [COMMAND]

Prints the manual page of everything, or of one command: `herma man > ~/.local/share/man/man1/herma.1`, or
`herma man run | man -l -`. The pages are in docs/man too.

exit: 0, 2 usage
";

/// Every command with its help text, and the words that may come right behind it. A command that is not in here is
/// neither completed nor in the manual; a test compares it with `herma help`.
const PAGES: &[Page] = &[
    Page::of("check", crate::check::HELP, &[]),
    Page::of("explain", crate::explain::HELP, &[]),
    Page::of("eval", crate::eval::HELP, &[]),
    Page::of("run", crate::run::HELP, &[]),
    Page::of("ask", crate::ask::HELP, &[]),
    Page::of("up", crate::gateway::UP_HELP, &[]),
    Page::of("status", crate::gateway::STATUS_HELP, &[]),
    Page::of("down", crate::gateway::DOWN_HELP, &[]),
    Page::of("token", crate::gateway::TOKEN_HELP, &["add", "list", "revoke"]),
    Page::of("approver", crate::approver::HELP, &["add", "link", "remove", "list"]),
    Page::of("inbox", crate::inbox::HELP, &[]),
    Page::of("list", crate::list::HELP, &[]),
    Page::of("approve", crate::answer::APPROVE_HELP, &[]),
    Page::of("deny", crate::answer::DENY_HELP, &[]),
    Page::of("grants", crate::grants::HELP, &["list", "show", "revoke", "add"]),
    Page::of("session", crate::session::HELP, &["list", "show", "end"]),
    Page::of("audit", crate::audit::HELP, &["verify", "export", "checkpoint"]),
    Page::of("policy", crate::policy_command::HELP, &["check", "test", "show", "add", "apply", "restore"]),
    Page::of("mode", crate::mode::HELP, &["show", "set"]),
    Page::of("reviewer", crate::reviewer::HELP, &["test"]),
    Page::of("crisis", crate::crisis::HELP, &["card", "report"]),
    Page::of("trace", crate::history::TRACE_HELP, &["list", "show", "export"]),
    Page::of("stats", crate::history::STATS_HELP, &[]),
    Page::of("replay", crate::history::REPLAY_HELP, &[]),
    Page::of("suggest", crate::history::SUGGEST_HELP, &[]),
    Page::of("forget", crate::history::FORGET_HELP, &[]),
    Page::of("review", crate::review::REVIEW_HELP, &["list", "show", "clear"]),
    Page::of("undo", crate::review::UNDO_HELP, &[]),
    Page::of("connect", crate::connect::CONNECT_HELP, &["claude-code", "codex", "gemini"]),
    Page::of("disconnect", crate::connect::DISCONNECT_HELP, &["claude-code", "codex", "gemini"]),
    Page::of("doctor", crate::doctor::HELP, &["claude-code", "codex", "gemini"]),
    Page::of("setup", crate::level1::HELP, &["serve"]),
    Page::of(
        "pki",
        crate::pki::HELP,
        &["init", "issue", "csr", "sign", "renew", "revoke", "crl", "list", "verify"],
    ),
    Page::of("a2a", crate::a2a::HELP, &["serve", "send", "status", "cancel", "list", "agents"]),
    #[cfg(target_os = "linux")]
    Page::of("mcp", crate::mcp::HELP, &["wrap", "proxy", "serve", "permission", "scan", "lock"]),
    Page::of("init", crate::init::HELP, &[]),
    Page::of("paths", crate::places::HELP, &[]),
    Page::of("config", crate::config::HELP, &["list"]),
    Page::of("completions", COMPLETIONS_HELP, &["bash", "zsh", "fish"]),
    Page::of("man", MAN_HELP, &[]),
];

struct Page {
    name: &'static str,
    help: &'static str,
    words: &'static [&'static str],
}

impl Page {
    const fn of(name: &'static str, help: &'static str, words: &'static [&'static str]) -> Page {
        Page { name, help, words }
    }

    /// Every `--option` of its help text, in the order of the alphabet.
    fn options(&self) -> Vec<&'static str> {
        let typed = |c: char| !(c.is_ascii_alphanumeric() || c == '-');
        let mut all: Vec<&str> = self.help.split(typed).filter(|word| is_option(word)).collect();
        all.push("--help");
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Its own manual page.
    fn manual(&self) -> String {
        let version = env!("CARGO_PKG_VERSION");
        let (name, about) = (self.name, roff(&self.about()));
        let upper = name.to_ascii_uppercase();
        format!(
            ".TH HERMA\\-{upper} 1 \"\" \"herma {version}\" \"User Commands\"\n.SH NAME\nherma\\-{name} \\- {about}\
             .SH DESCRIPTION\n.nf\n{}.fi\n.SH SEE ALSO\n.B herma\n(1)\n",
            roff(self.help)
        )
    }

    /// What `herma help` says about it.
    fn about(&self) -> String {
        let mut lines = crate::HELP.lines().filter_map(|line| line.strip_prefix("  "));
        let is_it = |line: &&str| line.split([' ', ',']).any(|word| word == self.name);
        let line = lines.find(|line| line.get(..21).is_some_and(|head| is_it(&head)));
        line.and_then(|line| line.get(21..)).unwrap_or_default().trim().to_owned()
    }
}

fn is_option(word: &str) -> bool {
    word.strip_prefix("--")
        .is_some_and(|name| name.starts_with(|c: char| c.is_ascii_lowercase()) && !name.ends_with('-'))
}

pub fn completions(args: &[OsString]) -> ExitCode {
    let words: Vec<&str> = args.iter().map(|word| word.to_str().unwrap_or_default()).collect();
    let text = match words.as_slice() {
        ["bash"] => bash(),
        ["zsh"] => zsh(),
        ["fish"] => fish(),
        ["--help" | "-h"] => COMPLETIONS_HELP.to_owned(),
        _ => return usage("for which shell? bash, zsh or fish"),
    };
    print!("{text}");
    ExitCode::SUCCESS
}

pub fn man(args: &[OsString]) -> ExitCode {
    let words: Vec<&str> = args.iter().map(|word| word.to_str().unwrap_or_default()).collect();
    let text = match words.as_slice() {
        [] => page(),
        ["--help" | "-h"] => MAN_HELP.to_owned(),
        [name] => match PAGES.iter().find(|page| page.name == *name) {
            Some(page) => page.manual(),
            None => return usage(&format!("there is no page for `{name}`; `herma help` lists the commands")),
        },
        _ => return usage("`herma man` takes one command at most"),
    };
    print!("{text}");
    ExitCode::SUCCESS
}

fn names() -> String {
    PAGES.iter().map(|page| page.name).collect::<Vec<_>>().join(" ")
}

fn bash() -> String {
    let mut cases = String::new();
    for page in PAGES {
        let (words, options) = (page.words.join(" "), page.options().join(" "));
        let _ = writeln!(cases, "        {}) words='{words}' options='{options}' ;;", page.name);
    }
    format!(
        "\
# bash completion for herma; made by `herma completions bash`
_herma() {{
    local current=${{COMP_WORDS[COMP_CWORD]}} words= options=
    COMPREPLY=()
    if ((COMP_CWORD == 1)); then
        COMPREPLY=($(compgen -W '{} help version' -- \"$current\"))
        return
    fi
    case ${{COMP_WORDS[COMP_CWORD - 1]}} in
        --home | --cwd) COMPREPLY=($(compgen -d -- \"$current\")); return ;;
    esac
    case ${{COMP_WORDS[1]}} in
{cases}    esac
    if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W \"$options\" -- \"$current\"))
    elif ((COMP_CWORD == 2)) && [[ -n $words ]]; then
        COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))
    fi
}}
complete -o default -F _herma herma
",
        names()
    )
}

fn zsh() -> String {
    let (mut commands, mut cases) = (String::new(), String::new());
    for page in PAGES {
        let about = page.about().replace('\'', "'\\''").replace(':', "\\:");
        let _ = writeln!(commands, "        '{}:{about}'", page.name);
        let (words, options) = (page.words.join(" "), page.options().join(" "));
        let _ = writeln!(cases, "        {}) words_=({words}) options_=({options}) ;;", page.name);
    }
    format!(
        "\
#compdef herma
# zsh completion for herma; made by `herma completions zsh`
_herma() {{
    local -a commands words_ options_
    commands=(
{commands}    )
    if ((CURRENT == 2)); then
        _describe command commands
        return
    fi
    case $words[CURRENT-1] in
        --home | --cwd) _files -/; return ;;
    esac
    case $words[2] in
{cases}    esac
    if [[ $words[CURRENT] == -* ]]; then
        compadd -- $options_
    elif ((CURRENT == 3 && $#words_)); then
        compadd -- $words_
    else
        _files
    fi
}}
_herma \"$@\"
"
    )
}

fn fish() -> String {
    let mut text = "# fish completion for herma; made by `herma completions fish`\n".to_owned();
    for page in PAGES {
        let about = page.about().replace('\\', "\\\\").replace('\'', "\\'");
        let _ = writeln!(text, "complete -c herma -n __fish_use_subcommand -f -a {} -d '{about}'", page.name);
        let seen = format!("complete -c herma -n '__fish_seen_subcommand_from {}'", page.name);
        for option in page.options() {
            let takes = match option {
                "--home" | "--cwd" => " -x -a '(__fish_complete_directories)'",
                _ => "",
            };
            let _ = writeln!(text, "{seen} -l {}{takes}", option.trim_start_matches('-'));
        }
        if !page.words.is_empty() {
            let _ = writeln!(text, "{seen} -f -a '{}'", page.words.join(" "));
        }
    }
    text
}

/// The manual, as roff.
fn page() -> String {
    let version = env!("CARGO_PKG_VERSION");
    let mut text = format!(".TH HERMA 1 \"\" \"herma {version}\" \"User Commands\"\n.SH NAME\n");
    text.push_str(
        "herma \\- a human confirmation firewall for AI agents\n.SH SYNOPSIS\n.B herma\n.I COMMAND\n…\n",
    );
    text.push_str(".SH DESCRIPTION\n.nf\n");
    text.push_str(&roff(crate::HELP));
    text.push_str(".fi\n.SH COMMANDS\n");
    for page in PAGES {
        let _ = write!(text, ".SS herma {}\n.nf\n{}.fi\n", page.name, roff(page.help));
    }
    text
}

/// Text as it stands: no character of it is an order to the typesetter.
fn roff(text: &str) -> String {
    let escaped = text.replace('\\', "\\e").replace('-', "\\-");
    escaped
        .lines()
        .map(|line| if line.starts_with(['.', '\'']) { format!("\\&{line}\n") } else { format!("{line}\n") })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_of_the_help_has_its_page() {
        // Not for people.
        let hidden = ["hook"];
        for line in crate::HELP.lines().filter_map(|line| line.strip_prefix("  ")) {
            let Some(head) = line.get(..21).filter(|_| !line.starts_with(' ')) else { continue };
            for name in head.split(',').filter_map(|part| part.split_whitespace().next()) {
                let known = PAGES.iter().any(|page| page.name == name) || hidden.contains(&name);
                assert!(known, "`{name}` is missing in PAGES");
            }
        }
        for page in PAGES {
            assert!(!page.about().is_empty(), "`herma help` says nothing about `{}`", page.name);
            assert!(page.help.starts_with("usage: herma "), "{}", page.name);
            assert!(
                page.options().len() > 1 || page.name == "man" || page.name == "completions",
                "{}",
                page.name
            );
        }
    }

    #[test]
    fn completions_name_what_there_is() {
        for text in [bash(), zsh(), fish()] {
            for word in ["approve", "revoke", "claude-code"] {
                assert!(text.contains(word), "{word}");
            }
        }
        assert!(bash().contains("--scope") && zsh().contains("--scope") && fish().contains("-l scope"));
    }

    #[test]
    fn the_manual_gives_no_orders() {
        let pages: Vec<String> = PAGES.iter().map(Page::manual).chain([page()]).collect();
        for line in pages.iter().flat_map(|page| page.lines()).filter(|line| line.starts_with('.')) {
            let order = line.split(' ').next().unwrap();
            assert!([".TH", ".SH", ".SS", ".nf", ".fi", ".B", ".I"].contains(&order), "{line}");
        }
    }
}
