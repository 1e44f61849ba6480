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

/// Options that say what a variable says: program, option, variable.
const OPTIONS: &[(&str, &str, &str)] = &[
    ("git", "--exec-path", "GIT_EXEC_PATH"),
    ("git", "--template", "GIT_TEMPLATE_DIR"),
    ("openssl", "-config", "OPENSSL_CONF"),
    ("php", "-c", "PHPRC"),
];

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

    /// `git --exec-path=.`, `git init --template=x`, `gcc -fplugin=./x.so`: options that load what a variable would.
    pub(super) fn loading_arguments(&mut self, name: &str, fields: &[Field]) {
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
                }
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
