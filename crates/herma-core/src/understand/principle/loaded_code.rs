//! Variables that make programs run or load something else: `GIT_SSH_COMMAND`, `PAGER`, `LD_PRELOAD`.

use super::Standing;
use super::shell_argument::command_in;
use crate::effect::{Kind, Reach, Span, Tier, Undo};
use crate::knowledge::Lang;
use crate::understand::field::Value;
use crate::understand::place::PlaceKind;
use crate::understand::walk::Walker;

/// Their value is a command line.
#[rustfmt::skip]
const COMMANDS: &[&str] = &[
    "GIT_SSH_COMMAND",
    "GIT_SSH",
    "GIT_EDITOR",
    "GIT_SEQUENCE_EDITOR",
    "GIT_PAGER",
    "GIT_EXTERNAL_DIFF",
    "GIT_ASKPASS",
    "GIT_PROXY_COMMAND",
    "SSH_ASKPASS",
    "SUDO_ASKPASS",
    "EDITOR",
    "VISUAL",
    "PAGER",
    "MANPAGER",
    "BROWSER",
    "LESSOPEN",
    "LESSCLOSE",
    "PROMPT_COMMAND",
    "RSYNC_RSH",
    "SUDO_EDITOR",
    "FCEDIT",
    "TAR_OPTIONS",
    "MAKEFLAGS_SHELL",
];

/// Their value names code that is loaded into every program.
const LOADED: &[&str] = &[
    "LD_PRELOAD",
    "LD_AUDIT",
    "DYLD_INSERT_LIBRARIES",
    "BASH_ENV",
    "ENV",
    "PYTHONSTARTUP",
    "PERL5DB",
    "PERL5OPT",
    "RUBYOPT",
    "NODE_OPTIONS",
    "JAVA_TOOL_OPTIONS",
    "_JAVA_OPTIONS",
    "JDK_JAVA_OPTIONS",
    "PYTHONWARNINGS_MODULE",
    "GCONV_PATH",
    "GIT_EXEC_PATH",
    "GIT_TEMPLATE_DIR",
    "GIT_CONFIG_PARAMETERS",
];

/// Harmless uses of those: options that load nothing.
fn loads(name: &str, value: &Value) -> bool {
    match name {
        "NODE_OPTIONS" => value.literal().is_none_or(|t| {
            ["--require", "-r ", "--import", "--loader", "--experimental-loader", "--eval"]
                .iter()
                .any(|o| t.contains(o))
        }),
        "JAVA_TOOL_OPTIONS" | "_JAVA_OPTIONS" | "JDK_JAVA_OPTIONS" => {
            value.literal().is_none_or(|t| t.contains("agent"))
        }
        "RUBYOPT" | "PERL5OPT" => {
            value.literal().is_none_or(|t| t.contains("-r") || t.contains("-M") || t.contains("-I"))
        }
        "ENV" => value.known().is_some_and(|t| t.contains('/')),
        _ => !value.is_empty(),
    }
}

/// Variables that nobody listed, by how they are called: `MY_TOOL_PAGER`, `RUSTC_WRAPPER`.
fn names_a_command(name: &str) -> bool {
    #[rustfmt::skip]
    const ENDS: &[&str] = &[
        "ASKPASS", "BROWSER", "CC", "CMD", "COMMAND", "CXX", "EDITOR", "HOOK", "OPENER", "PAGER", "PROG", "PROGRAM", "RSH", "SHELL", "SSH", "TERMINAL", "VIEWER", "VISUAL", "WRAPPER",
    ];
    ENDS.binary_search(&name.rsplit('_').next().unwrap_or(name)).is_ok()
}

impl Walker<'_> {
    /// A variable that is set for one command only: whoever does that wants the command to see it.
    pub(in crate::understand) fn variable_for_command(&mut self, name: &str, value: &Value, span: Span) {
        self.environment(name, value, span);
        let Some(text) = value.known() else { return };
        if let Some(code) = text.strip_prefix("() {").filter(|_| name.starts_with("BASH_FUNC")) {
            let code = Value::text(code.trim_end_matches(['}', ' ']));
            self.in_subshell(|w| w.run_text(&code, span));
        }
        if text.len() > 2 && !name.ends_with("SHELL") && text.contains(['(', '`', ' ']) {
            let text = text.to_owned();
            self.foreign_calls(&text, span, false);
            if let Some((command, sure)) = command_in("", &text, Standing::Unlisted) {
                self.speculate(sure, |w| {
                    w.run_text(&Value::text(command), span);
                });
            }
        }
    }

    /// Libraries of the system (`libjemalloc.so.2`, `/usr/lib/…`), or of the project and not made by this very text: to
    /// load them is no more than to run the project's own program. Root's programs are another matter.
    fn own_libraries(&self, value: &Value) -> bool {
        let Some(list) = value.known().filter(|_| !self.elevated) else { return false };
        let mut files = list.split([':', ' ']).filter(|f| !f.is_empty());
        files.all(|file| {
            let path = self.place(&Value::text(file));
            let system =
                ["/usr/lib", "/lib", "/usr/local/lib", "/opt/homebrew/"].iter().any(|f| file.starts_with(f));
            let named = !file.contains('/') && file.starts_with("lib");
            let own = matches!(path.kind, PlaceKind::Workspace | PlaceKind::Build)
                && !self.written.iter().any(|(p, _)| *p == path.path);
            system || named || own
        })
    }

    /// A variable that makes a package manager take its packages from elsewhere.
    fn other_index(&mut self, name: &str, value: &Value, span: Span) {
        const INDEXES: &[&str] = &[
            "PIP_INDEX_URL",
            "PIP_EXTRA_INDEX_URL",
            "UV_INDEX_URL",
            "UV_DEFAULT_INDEX",
            "npm_config_registry",
            "NPM_CONFIG_REGISTRY",
        ];
        const KNOWN: &[&str] = &[
            "://pypi.org",
            "://registry.npmjs.org",
            "://localhost",
            "://127.0.0.1",
            "://download.pytorch.org",
        ];
        if INDEXES.contains(&name) && !value.is_empty() && !KNOWN.iter().any(|k| value.prefix().contains(k)) {
            self.effect(
                Kind::RunUnknownCode,
                Some(value.shown()),
                span,
                "principle/other-index",
                "takes packages from another place than usual",
                Tier::Medium,
                Reach::User,
                Undo::Hard,
            );
        }
    }

    /// A variable is set, for one command or for all that follow.
    pub(in crate::understand) fn environment(&mut self, name: &str, value: &Value, span: Span) {
        if COMMANDS.contains(&name) {
            let text = value.literal().unwrap_or_default();
            let text = text.trim_start_matches('|').to_owned();
            if value.known().is_some() && !text.is_empty() {
                self.in_subshell(|w| w.run_text(&Value::text(text), span));
            }
            return;
        }
        if name.ends_with("SHELL") && value.known().is_some_and(|t| !t.contains(' ')) {
            return;
        }
        if names_a_command(name) && value.known().is_some_and(|t| !t.is_empty()) {
            self.speculate(false, |w| {
                w.run_text(value, span);
            });
            return;
        }
        self.other_index(name, value, span);
        if matches!(name, "LD_PRELOAD" | "DYLD_INSERT_LIBRARIES") && self.own_libraries(value) {
            return;
        }
        if (LOADED.contains(&name) || name.starts_with("GIT_CONFIG_VALUE_")) && loads(name, value) {
            if matches!(name, "BASH_ENV" | "ENV")
                && let Some(content) = value
                    .known()
                    .and_then(|p| self.written.iter().rev().find(|(w, _)| w == p).map(|(_, c)| c.clone()))
            {
                self.in_subshell(|w| w.run_code(Lang::Shell, &content, span));
            }
            let text = format!("`{name}` loads code into the programs that follow");
            self.effect(
                Kind::RunUnknownCode,
                Some(value.shown()),
                span,
                "principle/loaded-code",
                &text,
                Tier::High,
                Reach::User,
                Undo::None,
            );
            return;
        }
        if matches!(name, "PS0" | "PS1" | "PS2" | "PS4")
            && let Some(text) = value.known().filter(|t| t.contains("$(") || t.contains('`'))
        {
            let text = format!(": \"{}\"", text.replace('"', ""));
            self.in_subshell(|w| w.run_text(&Value::text(text), span));
        }
        self.history_variable(name, value, span);
    }
}
