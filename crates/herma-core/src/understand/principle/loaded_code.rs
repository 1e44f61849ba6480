//! Variables that make programs run or load something else: `GIT_SSH_COMMAND`, `PAGER`, `NODE_OPTIONS`. For libraries see
//! `preload`.

use super::Standing;
use super::preload::NAMES_SETTINGS;
use super::shell_argument::command_in;
use crate::effect::{Kind, Reach, Span, Tier, Undo};
use crate::knowledge::Lang;
use crate::understand::field::{Field, Value};
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
    "DOTNET_STARTUP_HOOKS",
    "CORECLR_PROFILER_PATH",
    "PYTHONBREAKPOINT",
];

/// Prompts: what is substituted in them is run whenever they are shown.
const PROMPTS: &[&str] = &[
    "PS0", "PS1", "PS2", "PS3", "PS4", "PROMPT", "PROMPT2", "PROMPT3", "PROMPT4", "RPROMPT", "RPS1",
    "SPROMPT",
];

/// Their value is a command of an editor.
const EDITS: &[&str] = &["EXINIT", "GVIMINIT", "VIMINIT"];

/// Their value lists folders of modules, and what those end in.
const FOLDERS: &[(&str, Lang, &str)] = &[
    ("NODE_PATH", Lang::JavaScript, ".js"),
    ("PERL5LIB", Lang::Perl, ".pm"),
    ("PERLLIB", Lang::Perl, ".pm"),
    ("PYTHONPATH", Lang::Python, ".py"),
    ("RUBYLIB", Lang::Ruby, ".rb"),
];

/// Their value lists folders of compiled code, or of any.
#[rustfmt::skip]
const LIBRARIES: &[&str] = &[
    "CLASSPATH", "DYLD_FALLBACK_LIBRARY_PATH", "DYLD_FRAMEWORK_PATH", "DYLD_LIBRARY_PATH", "ERL_LIBS", "GEM_HOME", "GEM_PATH",
    "GIO_EXTRA_MODULES", "GTK_PATH", "GUILE_LOAD_PATH", "JULIA_LOAD_PATH", "LD_LIBRARY_PATH", "LUA_CPATH", "LUA_PATH",
    "OPENSSL_ENGINES", "OPENSSL_MODULES", "PYTHONHOME", "PYTHONUSERBASE", "R_LIBS", "R_LIBS_USER", "TCLLIBPATH",
];

/// Ends of names of variables that nobody listed and that name such folders.
const LIBRARY_ENDS: &[&str] = &[
    "_CLASSPATH",
    "_LIBRARY_PATH",
    "_LOAD_PATH",
    "_MODULE_PATH",
    "_PLUGINS_DIR",
    "_PLUGIN_DIR",
    "_PLUGIN_PATH",
];

/// Their value is a folder that programs are installed into.
#[rustfmt::skip]
const INSTALLS_INTO: &[&str] = &[
    "BINDIR", "BIN_DIR", "BUN_INSTALL", "CARGO_INSTALL_ROOT", "DENO_INSTALL_ROOT", "DESTDIR", "GEM_HOME", "GOBIN",
    "INSTALL_DIR", "NPM_CONFIG_PREFIX", "PIPX_BIN_DIR", "PIP_PREFIX", "PIP_TARGET", "PREFIX", "PYTHONUSERBASE",
    "UV_INSTALL_DIR", "UV_TOOL_BIN_DIR", "npm_config_prefix",
];

fn lists_libraries(name: &str) -> bool {
    LIBRARIES.binary_search(&name).is_ok()
        || FOLDERS.iter().any(|(variable, ..)| *variable == name)
        || LIBRARY_ENDS.iter().any(|end| name.ends_with(end))
}

/// Folders of one such list, and bytes of a path.
const MAX_FOLDERS: usize = 4;
const MAX_PATH: usize = 1024;

/// Options of compilers and build tools that run a program or load a plug-in.
#[rustfmt::skip]
const LOADING_OPTIONS: &[&str] = &[
    "-toolexec", "-exec", "-vettool", "--eval", "-fplugin=", "-javaagent", "-agentpath", "-wrapper", "linker=", "-fuse-ld=./",
    "-fuse-ld=/tmp", "--init-script",
];

/// Harmless uses of those: options that load nothing.
fn loads(name: &str, value: &Value) -> bool {
    match name {
        "NODE_OPTIONS" => value.literal().is_none_or(|t| {
            ["--require", "-r ", "--import", "--loader", "--experimental-loader", "--eval"]
                .iter()
                .any(|o| t.contains(o))
        }),
        "JAVA_TOOL_OPTIONS" | "_JAVA_OPTIONS" | "JDK_JAVA_OPTIONS" => value
            .literal()
            .is_none_or(|t| t.contains("agent") || t.contains("-XX:On") || t.contains("-XX:Flags=")),
        "RUBYOPT" | "PERL5OPT" => {
            value.literal().is_none_or(|t| t.contains("-r") || t.contains("-M") || t.contains("-I"))
        }
        // A debugger is what it is for.
        "PYTHONBREAKPOINT" => !value.known().is_some_and(|t| {
            matches!(t, "" | "0") || t.rsplit('.').next().is_some_and(|f| matches!(f, "set_trace" | "embed"))
        }),
        "ENV" => value.known().is_some_and(|t| t.contains('/')),
        _ => !value.is_empty(),
    }
}

/// Variables that nobody listed, by how they are called: `MY_TOOL_PAGER`, `RUSTC_WRAPPER`.
fn names_a_command(name: &str) -> bool {
    #[rustfmt::skip]
    const ENDS: &[&str] = &[
        "ASKPASS", "BROWSER", "CC", "CMD", "COMMAND", "CXX", "EDITOR", "HOOK", "MAKE", "OPENER", "PAGER", "PROG", "PROGRAM", "RSH", "SHELL", "SSH", "TERMINAL", "VIEWER", "VISUAL", "WRAPPER",
    ];
    ENDS.binary_search(&name.rsplit('_').next().unwrap_or(name)).is_ok()
}

impl Walker<'_> {
    /// A variable that is set for one command only: whoever does that wants the command to see it.
    pub(in crate::understand) fn variable_for_command(&mut self, name: &str, value: &Value, span: Span) {
        self.environment(name, value, span);
        if !FOLDERS.iter().any(|(variable, ..)| *variable == name) {
            self.code_by_variable(name, value, span);
        }
        if INSTALLS_INTO.binary_search(&name).is_ok() {
            self.folder_output(name, &Field::new(value.clone(), span));
        }
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

    fn is_of_the_project(&self, value: &Value) -> bool {
        matches!(self.place(value).kind, PlaceKind::Workspace | PlaceKind::WorkspaceRoot | PlaceKind::Build)
    }

    /// Folders that code is loaded from, and that this very call fills by means that are not followed.
    fn filled_folders(&mut self, name: &str, value: &Value, span: Span) {
        let Some(list) = value.known().filter(|t| t.len() < MAX_PATH && !t.contains("://")) else { return };
        let folders: Vec<String> = list
            .split([':', ';'])
            .map(|f| f.split('?').next().unwrap_or(f).trim_end_matches("/*"))
            .filter(|f| !f.is_empty() && !f.starts_with('$'))
            .take(MAX_FOLDERS)
            .map(|f| self.place(&Value::text(f)).path)
            .collect();
        for folder in folders {
            if let Some(from) = self.downloaded_below(&folder) {
                self.runs_download(Some(&from), span, &format!("loads what it just downloaded from {from}"));
            } else if self.files.fills(&folder) {
                self.loads_unknown(name, value, span, "loads code from a folder that this call fills");
            }
        }
    }

    fn downloaded_below(&self, folder: &str) -> Option<String> {
        self.written.iter().find_map(|(path, content)| {
            let below = path.strip_prefix(folder)?;
            (below.is_empty() || below.starts_with('/')).then(|| content.download().map(str::to_owned))?
        })
    }

    pub(super) fn loads_unknown(&mut self, name: &str, value: &Value, span: Span, what: &str) {
        let text = format!("`{name}` {what}");
        let target = Some(value.shown());
        self.effect(
            Kind::RunUnknownCode,
            target,
            span,
            "principle/loaded-code",
            &text,
            Tier::High,
            Reach::User,
            Undo::Hard,
        );
    }

    /// A variable that names a file or folders of code: read as a recipe is, where git does not have it unchanged.
    pub(super) fn code_by_variable(&mut self, name: &str, value: &Value, span: Span) {
        let Some(text) = value.known().filter(|t| !t.contains([' ', '\n', '(']) && t.len() < MAX_PATH) else {
            return;
        };
        if self.speculating || text.is_empty() || text.contains("://") {
            return;
        }
        if let Some((_, lang, ending)) = FOLDERS.iter().find(|(variable, ..)| *variable == name) {
            let folders = text.split(':').filter(|f| !f.is_empty() && !f.starts_with('$')).take(MAX_FOLDERS);
            for folder in folders.map(|f| self.place(&Value::text(f)).path).collect::<Vec<_>>() {
                self.code_in_folder(&folder, *lang, ending, span);
            }
            return;
        }
        // `LUA_INIT=@a.lua`: a file, not code.
        let text = text.strip_prefix('@').unwrap_or(text);
        if text.contains(['/', '.']) || name == "MAKEFILES" || NAMES_SETTINGS.contains(&name) {
            let placed = self.place(&Value::text(text));
            // It may hold a token: only what it runs is looked for, and nothing of it is shown.
            let of_npm = ["npm_config_userconfig", "npm_config_globalconfig"];
            if of_npm.iter().any(|own| own.eq_ignore_ascii_case(name)) {
                return self.npm_settings(&placed.path, span);
            }
            if name == "KUBECONFIG" {
                return self.kubernetes_settings(&placed.path, span);
            }
            if ![PlaceKind::Workspace, PlaceKind::Build, PlaceKind::Scratch].contains(&placed.kind) {
                return;
            }
            let path = placed.path;
            let lang =
                if name == "MAKEFILES" { Some(Lang::Make) } else { super::written_argument::language(&path) };
            self.file_by_variable(&path, lang, span);
        }
    }

    /// `GOFLAGS=-toolexec=./x`, `MAKEFLAGS=--eval=…`, `CFLAGS=-fplugin=./x.so`: options that load or run something.
    fn loading_options(&mut self, name: &str, value: &Value, span: Span) {
        let ends = ["FLAGS", "OPTS", "OPTIONS", "_ARGS", "_CONFIG"];
        let Some(text) = value.known().filter(|_| ends.iter().any(|end| name.ends_with(end))) else { return };
        let found = LOADING_OPTIONS.iter().find(|option| {
            text.split([' ', ',']).any(|word| {
                word.strip_prefix(**option).is_some_and(|rest| {
                    let value = rest.trim_start_matches(['=', ':']);
                    !value.starts_with("/usr/")
                        && (option.ends_with('=') || rest.is_empty() || rest.starts_with(['=', ':']))
                })
            })
        });
        if let Some(option) = found {
            let text = format!("`{name}` makes the programs that follow run something else (`{option}`)");
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
        }
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
        if EDITS.contains(&name) && value.known().is_some() {
            self.speculate(true, |w| {
                w.run_code(Lang::Editor, value, span);
            });
            return;
        }
        if name.to_ascii_uppercase().ends_with("SHELL") && value.known().is_some_and(|t| !t.contains(' ')) {
            // The system's shells are ordinary; a script in place of one runs with every line.
            let own = value
                .known()
                .filter(|t| t.contains('/') && !crate::understand::command::is_system_program(t));
            if own.is_some() {
                self.speculate(true, |w| {
                    w.run_text(value, span);
                });
            }
            return;
        }
        if name == "GOROOT" && value.known().is_some_and(|t| !t.is_empty()) && self.is_of_the_project(value) {
            self.loads_unknown(name, value, span, "takes the compiler from a folder of the project");
        }
        if lists_libraries(name) && !self.speculating {
            self.filled_folders(name, value, span);
        }
        // A variable that is only the shell's own hands nothing to a program.
        if FOLDERS.iter().any(|(variable, ..)| *variable == name) || name == "MAKEFILES" {
            self.code_by_variable(name, value, span);
        }
        self.loading_options(name, value, span);
        self.settings_by_variable(name, value, span);
        if names_a_command(name) && value.known().is_some_and(|t| !t.is_empty()) {
            self.speculate(false, |w| {
                w.run_text(value, span);
            });
            return;
        }
        self.other_index(name, value, span);
        if super::preload::PRELOADED.contains(&name) && self.own_libraries(value) {
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
        if PROMPTS.contains(&name) && value.literal().is_some_and(|t| t.contains(['$', '`', '\\'])) {
            self.evaluates_prompt(value);
        }
        self.history_variable(name, value, span);
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn lists_are_sorted() {
        assert!(super::LIBRARIES.is_sorted());
        assert!(super::INSTALLS_INTO.is_sorted());
    }
}
