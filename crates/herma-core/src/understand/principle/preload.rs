//! Libraries and settings that are loaded into a program: judged where the program starts, so that it makes no difference
//! whether the variable was set by a prefix, by `env`, by `export` or by a tool's argument, or is an option instead.

use crate::effect::Span;
use crate::understand::command::is_system_program;
use crate::understand::field::{Field, Value};
use crate::understand::place::PlaceKind;
use crate::understand::state::Var;
use crate::understand::walk::Walker;
use crate::world::{Answer, Question};

/// Their value lists libraries that every program loads.
pub(super) const PRELOADED: &[&str] = &["LD_PRELOAD", "DYLD_INSERT_LIBRARIES", "LD_AUDIT"];

/// Their value lists folders that programs take libraries from.
const SEARCHED: &[&str] = &["LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "DYLD_FRAMEWORK_PATH"];

/// Their value is a settings file, or the folder of one, which may load code: the variable and the file in the folder.
const SETTINGS: &[(&str, &str)] =
    &[("CURL_HOME", ".curlrc"), ("OPENSSL_CONF", ""), ("PHPRC", "php.ini"), ("ZDOTDIR", ".zshenv")];

/// Settings in a home that shells and tools read by themselves.
const IN_A_HOME: &[&str] =
    &[".bash_profile", ".bashrc", ".curlrc", ".profile", ".zprofile", ".zshenv", ".zshrc"];

/// Options that say what a variable says: program, option, variable. The value is joined by `=` or the next word.
const OPTIONS: &[(&str, &str, &str)] = &[
    ("cmake", "--toolchain", "CMAKE_TOOLCHAIN_FILE"),
    ("git", "--exec-path", "GIT_EXEC_PATH"),
    ("git", "--template", "GIT_TEMPLATE_DIR"),
    ("helm", "--kubeconfig", "KUBECONFIG"),
    ("k9s", "--kubeconfig", "KUBECONFIG"),
    ("kubectl", "--kubeconfig", "KUBECONFIG"),
    ("npm", "--script-shell", "npm_config_script_shell"),
    ("npm", "--userconfig", "npm_config_userconfig"),
    ("npx", "--userconfig", "npm_config_userconfig"),
    ("oc", "--kubeconfig", "KUBECONFIG"),
    ("openssl", "-config", "OPENSSL_CONF"),
    ("php", "-c", "PHPRC"),
    ("pnpm", "--userconfig", "npm_config_userconfig"),
];

/// Options whose value is joined without a mark, and which say what a variable says.
const JOINED: &[(&str, &str, &str)] = &[("perl", "-I", "PERL5LIB"), ("ruby", "-I", "RUBYLIB")];

/// Programs that take variables as words: `make CC=x`, `cmake -DX=y`.
const TAKES_VARIABLES: &[(&str, &str)] =
    &[("bmake", ""), ("cmake", "-D"), ("gmake", ""), ("gradle", "-P"), ("make", ""), ("remake", "")];

/// Variables that hold options of a program.
const HOLDS_OPTIONS: &[(&str, &[&str])] = &[
    ("GNUMAKEFLAGS", &["gmake", "make"]),
    ("MAKEFLAGS", &["bmake", "gmake", "make"]),
    ("MAVEN_ARGS", &["mvn"]),
    ("PYTEST_ADDOPTS", &["py.test", "pytest"]),
    ("TAR_OPTIONS", &["gtar", "tar"]),
];

/// Options of one such variable that are read.
const MAX_OPTIONS: usize = 32;

/// Variables that name a settings file, with or without a slash, out of which a program starts others.
pub(super) const NAMES_SETTINGS: &[&str] = &["CMAKE_TOOLCHAIN_FILE", "KUBECONFIG"];

/// Compilers and linkers load a plug-in by these.
const PLUGINS: &[&str] = &["-fplugin=", "-fpass-plugin=", "-plugin=", "--load-pass-plugin="];

impl Walker<'_> {
    /// A program starts, with the variables that are set by now.
    pub(in crate::understand) fn libraries_for(&mut self, name: &str, fields: &[Field]) {
        if self.speculating {
            return;
        }
        let span = fields.first().map_or(self.span, |f| f.span);
        for variable in PRELOADED {
            for value in self.set_to(variable) {
                // To load a library of the project into the project's own program is no more than to run that program.
                if !self.is_own_program(name) && self.own_libraries(&value) && !self.settled_libraries(&value)
                {
                    let what = "loads a library of this folder into a program that is not built here";
                    self.loads_unknown(variable, &value, span, what);
                }
            }
        }
        if only_reads(name) {
            for variable in SEARCHED {
                for value in self.set_to(variable) {
                    self.libraries_for_reader(variable, &value, span);
                }
            }
        }
    }

    fn set_to(&self, variable: &str) -> Vec<Value> {
        let scalar = |var: &Var| if let Var::Scalar(value) = var { Some(value.clone()) } else { None };
        self.state.get(variable).unwrap_or_default().iter().filter_map(scalar).collect()
    }

    /// A program of the project, called by its path.
    fn is_own_program(&self, name: &str) -> bool {
        name.contains('/')
            && !is_system_program(name)
            && matches!(
                self.place(&Value::text(name)).kind,
                PlaceKind::Workspace | PlaceKind::Build | PlaceKind::Scratch
            )
    }

    /// Libraries of the system (`libjemalloc.so.2`, `/usr/lib/…`), or of the project and not made by this very text. Root's
    /// programs are another matter.
    pub(super) fn own_libraries(&self, value: &Value) -> bool {
        let Some(list) = value.known().filter(|_| !self.elevated) else { return false };
        listed(list).all(|file| {
            let path = self.place(&Value::text(file));
            let own = matches!(path.kind, PlaceKind::Workspace | PlaceKind::Build)
                && !self.written.iter().any(|(p, _)| *p == path.path);
            is_of_system(file) || own
        })
    }

    /// All of them are the system's, or git has them unchanged.
    fn settled_libraries(&mut self, value: &Value) -> bool {
        let files: Vec<String> = listed(value.known().unwrap_or("")).map(str::to_owned).collect();
        files.iter().all(|file| {
            is_of_system(file) || {
                let path = self.place(&Value::text(file.as_str())).path;
                self.is_committed(&path)
            }
        })
    }

    /// `LD_LIBRARY_PATH=. ls`: libraries of a folder that anybody may fill, loaded into a program of the system.
    fn libraries_for_reader(&mut self, name: &str, value: &Value, span: Span) {
        let folders: Vec<String> = value.known().unwrap_or("").split(':').map(str::to_owned).collect();
        let open = folders.iter().filter(|f| !f.is_empty()).any(|folder| {
            matches!(
                self.place(&Value::text(folder)).kind,
                PlaceKind::Workspace | PlaceKind::WorkspaceRoot | PlaceKind::Build | PlaceKind::Scratch
            )
        });
        if open {
            self.loads_unknown(name, value, span, "loads libraries of a folder that anybody may fill");
        }
    }

    /// A variable that names settings which may load code. What lies there is judged where it can be read; what is not there
    /// loads nothing.
    pub(super) fn settings_by_variable(&mut self, name: &str, value: &Value, span: Span) {
        let Some(text) = value.known().filter(|t| !t.is_empty()) else { return };
        let placed = self.place(&Value::text(text));
        if self.speculating || matches!(placed.kind, PlaceKind::System | PlaceKind::Startup) {
            return;
        }
        if name == "HOME" {
            // Programs take their settings from there.
            for file in IN_A_HOME {
                let path = format!("{}/{file}", placed.path.trim_end_matches('/'));
                if self.is_written(&path) || matches!(self.world.ask(Question::Look(&path)), Answer::Entry(_))
                {
                    self.settings_that_load(&path, span);
                }
            }
            return;
        }
        let Some((_, file)) = SETTINGS.iter().find(|(variable, _)| *variable == name) else { return };
        let inside = format!("{}/{file}", placed.path.trim_end_matches('/'));
        let there =
            |w: &Self, path: &str| w.is_written(path) || w.world.ask(Question::Look(path)) != Answer::Missing;
        let found = match file.is_empty() || text.ends_with(".ini") {
            true => Some(placed.path).filter(|path| there(self, path)),
            false => Some(inside).filter(|path| there(self, path)),
        };
        let Some(path) = found else { return };
        match self.settings_that_load(&path, span) {
            Some(true) => self.loads_unknown(name, value, span, "names settings that load code"),
            Some(false) => {}
            None => self.loads_unknown(name, value, span, "names settings that could not be read"),
        }
    }

    pub(super) fn is_written(&self, path: &str) -> bool {
        self.written.iter().any(|(p, _)| p == path)
    }

    /// The command with the options that a variable adds to it: `MAKEFLAGS=-fx.mk make` is `make -fx.mk`.
    pub(in crate::understand) fn with_options_of_variables(
        &self,
        name: &str,
        mut fields: Vec<Field>,
    ) -> Vec<Field> {
        for (variable, _) in HOLDS_OPTIONS.iter().filter(|(_, programs)| programs.contains(&name)) {
            let span = fields.first().map_or(self.span, |f| f.span);
            for value in self.set_to(variable) {
                let Some(text) = value.known() else { continue };
                let mut words: Vec<String> =
                    text.split_whitespace().take(MAX_OPTIONS).map(str::to_owned).collect();
                // make writes single letters without a dash there.
                if let Some(first) = words
                    .first_mut()
                    .filter(|w| variable.ends_with("MAKEFLAGS") && !w.starts_with('-') && !w.contains('='))
                {
                    first.insert(0, '-');
                }
                words.retain(|word| word != "--");
                let at = fields.len().min(1);
                fields.splice(at..at, words.into_iter().map(|word| Field::text(word, span)));
            }
        }
        fields
    }

    /// `make CC=./x`, `cmake -DCMAKE_TOOLCHAIN_FILE=x`: what a variable of the environment would say.
    fn variables_as_words(&mut self, name: &str, fields: &[Field]) {
        let Some((_, mark)) = TAKES_VARIABLES.iter().find(|(program, _)| *program == name) else { return };
        for (at, field) in fields.iter().enumerate().skip(1) {
            let Some(text) = field.value.prefix().strip_prefix(mark) else { continue };
            // `-D NAME=VALUE`.
            let (field, text) = match fields.get(at + 1).filter(|_| text.is_empty() && !mark.is_empty()) {
                Some(next) => (next, next.value.prefix()),
                None => (field, text),
            };
            let Some((variable, _)) = text.split_once('=') else { continue };
            let skipped = field.value.prefix().len() - text.len() + variable.len() + 1;
            // `NAME:FILEPATH=x` says a type as well.
            let variable = variable.split(':').next().unwrap_or(variable).to_owned();
            // A stage is often called so, and only an interactive shell reads the variable.
            if variable == "ENV" || !crate::understand::special::is_name(&variable) {
                continue;
            }
            let value = crate::understand::options::rest_of(field, skipped).to_value();
            if !value.is_empty() {
                self.environment(&variable, &value, field.span);
                if NAMES_SETTINGS.contains(&variable.as_str()) {
                    self.code_by_variable(&variable, &value, field.span);
                }
            }
        }
    }

    /// `git --exec-path=.`, `git init --template=x`, `gcc -fplugin=./x.so`: options that load what a variable would.
    pub(super) fn loading_arguments(&mut self, name: &str, fields: &[Field]) {
        self.variables_as_words(name, fields);
        for (at, field) in fields.iter().enumerate().skip(1) {
            let text = field.value.prefix();
            if !text.starts_with('-') {
                continue;
            }
            for (_, option, variable) in OPTIONS.iter().filter(|(program, ..)| *program == name) {
                let value = match text.strip_prefix(option) {
                    Some("") if option.starts_with("--exec") => continue,
                    Some("") => fields.get(at + 1).map(Field::to_value),
                    Some(rest) if rest.starts_with('=') => {
                        Some(crate::understand::options::rest_of(field, option.len() + 1).to_value())
                    }
                    _ => continue,
                };
                let value = value.filter(|v| !v.is_empty() && !v.prefix().starts_with("/usr/"));
                if let Some(value) = value {
                    self.environment(variable, &value, field.span);
                    self.settings_by_variable(variable, &value, field.span);
                    self.code_by_variable(variable, &value, field.span);
                }
            }
            for (_, option, variable) in JOINED.iter().filter(|(program, ..)| *program == name) {
                let value = match text.strip_prefix(option) {
                    Some("") => fields.get(at + 1).map(Field::to_value),
                    Some(_) => Some(crate::understand::options::rest_of(field, option.len()).to_value()),
                    None => continue,
                };
                if let Some(value) = value {
                    self.code_by_variable(variable, &value, field.span);
                }
            }
            if name == "protoc" && text.starts_with("--plugin=") {
                // `--plugin=NAME=PATH`: the compiler starts it.
                let start = text.rfind('=').map_or(0, |at| at + 1);
                let program = crate::understand::options::rest_of(field, start).to_value();
                self.speculate(true, |w| {
                    w.run_text(&program, field.span);
                });
            }
            let plugin = PLUGINS.iter().find_map(|option| text.strip_prefix(option));
            if let Some(file) = plugin.filter(|f| f.contains('/') && !is_of_system(f)) {
                let path = self.place(&Value::text(file)).path;
                if !self.is_committed(&path) {
                    let value = Value::text(file);
                    self.loads_unknown(name, &value, field.span, "loads a plug-in that git does not have");
                }
            }
        }
    }
}

fn listed(list: &str) -> impl Iterator<Item = &str> {
    list.split([':', ' ']).filter(|f| !f.is_empty())
}

fn is_of_system(file: &str) -> bool {
    ["/usr/lib", "/lib", "/usr/local/lib", "/opt/homebrew/"].iter().any(|f| file.starts_with(f))
        || !file.contains('/') && file.starts_with("lib")
}

fn only_reads(name: &str) -> bool {
    use crate::knowledge::Base;
    crate::knowledge::program(name).is_some_and(|p| matches!(p.base, Base::Reads | Base::Nothing))
}
