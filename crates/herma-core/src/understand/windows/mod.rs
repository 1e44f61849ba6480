//! Windows' shells: PowerShell, `cmd`, and `wsl`. What they run is read and judged like any other text: where a command
//! has a counterpart on Unix it is judged as that one, so that both come to the same tier.

mod cmd;
mod cmdlet;
mod dialect;
mod lex;
mod member;
mod paths;
mod power;
mod programs;
#[cfg(test)]
mod tests;

use super::builtin::{joined, span_of};
use super::field::{Field, Source, Value};
use super::walk::Walker;
use crate::effect::Kind;
use crate::effect::{Reach, Span, Tier, Undo};
use crate::knowledge::Lang;
use crate::world::{Answer, Question};
pub(super) use paths::drive;
use power::Power;

/// How much of a script is read.
const MAX_SCRIPT: usize = 64 * 1024;

/// Options of `powershell.exe` that take a value, as far as they have to be told apart.
const TAKES: &[&str] = &[
    "executionpolicy",
    "ep",
    "ex",
    "windowstyle",
    "w",
    "version",
    "psconsolefile",
    "inputformat",
    "if",
    "outputformat",
    "of",
    "configurationname",
    "config",
    "custompipename",
    "settingsfile",
    "workingdirectory",
    "wd",
    "configurationfile",
    "encodedarguments",
    "ea",
];

impl Walker<'_> {
    /// A shell or a program of Windows by its name without `.exe`; `None` if it is none.
    pub(super) fn windows(&mut self, name: &str, fields: &[Field], stdin: &Value) -> Option<Value> {
        let bare =
            name.get(name.len().saturating_sub(4)..).is_some_and(|end| end.eq_ignore_ascii_case(".exe"));
        let small = if bare || name.starts_with(|c: char| c.is_ascii_uppercase()) {
            Some(name.to_ascii_lowercase())
        } else {
            None
        };
        let name = small.as_deref().unwrap_or(name);
        let name = name.strip_suffix(".exe").unwrap_or(name);
        Some(match name {
            "powershell" | "pwsh" | "powershell_ise" | "pwsh-preview" => {
                self.power_program(name, fields, stdin)
            }
            "cmd" | "command.com" => self.cmd_program(fields, stdin),
            "wsl" | "wslexe" => self.wsl_program(fields, stdin),
            _ => return self.windows_program(name, fields),
        })
    }

    /// PowerShell text: of the call itself, or carried by something else.
    pub(super) fn power_text(&mut self, value: &Value, fixed: Option<Span>, stdin: &Value) -> Value {
        // What it sets and what its names mean is its own: no grant for a command of the shell speaks of it.
        self.tampers = true;
        let span = fixed.unwrap_or(self.span);
        let mut power = Power::new(self, fixed);
        let input = if stdin.is_empty() { Vec::new() } else { vec![stdin.clone()] };
        let out = match fixed {
            None => power.text(&value.literal().unwrap_or_default(), input),
            Some(_) => power.code(value, span, &input),
        };
        power::joined(&out)
    }

    /// `dotnet build | Select-String error`: a command of PowerShell in a text that was taken for a shell's. The shell would
    /// look for a program of that name; PowerShell would run it. The words are handed on as the shell leaves them.
    pub(super) fn cmdlet_in_shell(&mut self, fields: &[Field], stdin: &Value) -> Value {
        let mut text = Value::default();
        for field in fields {
            if !text.is_empty() {
                text.push_text(" ");
            }
            match field.known() {
                Some(word) if !word.contains(|c: char| c.is_whitespace() || "|;&<>\"'`".contains(c)) => {
                    text.push_text(word);
                }
                Some(word) => text.push_text(&format!("'{}'", word.replace('\'', "''"))),
                None => text.append(&field.value),
            }
        }
        self.effect(
            Kind::Run,
            None,
            self.span,
            "powershell/runs",
            "runs a command of PowerShell",
            Tier::Low,
            Reach::Workspace,
            Undo::Easy,
        );
        self.power_text(&text, Some(self.span), stdin)
    }

    /// The text of a call to a tool that is PowerShell.
    pub(super) fn power_top_level(&mut self, text: &str) {
        self.suspicious_characters(text);
        if text.trim().is_empty() {
            self.unreadable(
                Span::new(0, text.len()),
                "shell/empty",
                "an empty command: there is nothing to judge",
            );
            return;
        }
        if text.len() > MAX_SCRIPT {
            self.too_complex();
            return;
        }
        self.power_text(&Value::text(text), None, &Value::default());
        if self.effects.is_empty() {
            self.effect(
                Kind::Read,
                None,
                Span::new(0, text.len()),
                "powershell/value",
                "shows a value",
                Tier::Safe,
                Reach::Workspace,
                Undo::Easy,
            );
        }
    }

    /// `powershell [-NoProfile …] -Command TEXT | -EncodedCommand BASE64 | -File x.ps1 …`.
    fn power_program(&mut self, name: &str, fields: &[Field], stdin: &Value) -> Value {
        let outer = self.span;
        self.effect(
            Kind::Run,
            None,
            outer,
            &format!("{name}/runs"),
            &format!("runs `{name}`"),
            Tier::Low,
            Reach::Workspace,
            Undo::Easy,
        );
        let args = fields.get(1..).unwrap_or(&[]);
        let mut at = 0;
        while let Some(arg) = args.get(at) {
            let rest = args.get(at + 1..).unwrap_or(&[]);
            let Some(word) = arg.known().filter(|w| w.starts_with(['-', '/']) && w.len() > 1) else {
                if arg.value.prefix().starts_with('-')
                    || arg.known().is_none() && arg.value.prefix().is_empty()
                {
                    self.unreadable(
                        arg.span,
                        "powershell/unknown",
                        "runs code that is known only at run time",
                    );
                }
                // The first word that is no option: a file to `pwsh`, code to `powershell`.
                let all = args.get(at..).unwrap_or(&[]);
                let file = arg.value.prefix().to_ascii_lowercase().ends_with(".ps1");
                if file {
                    self.power_script(arg);
                    return Value::unknown(Source::Output(name.to_owned()));
                }
                return self.power_text(&own_item(joined(all)), Some(span_of(all, outer)), stdin);
            };
            let option = word.trim_start_matches(['-', '/']).to_ascii_lowercase();
            let short = |full: &str, least: usize| full.starts_with(option.as_str()) && option.len() >= least;
            if matches!(option.as_str(), "?" | "help" | "h" | "version" | "v") && rest.is_empty() {
                return Value::unknown(Source::Output(name.to_owned()));
            }
            if short("command", 1) || option == "commandwithargs" || option == "cwa" {
                if rest.first().is_some_and(super::builtin::is_stdin) {
                    return self.power_stdin(name, stdin);
                }
                if rest.is_empty() {
                    break;
                }
                return self.power_text(&own_item(joined(rest)), Some(span_of(rest, outer)), stdin);
            }
            if short("encodedcommand", 1) || option == "ec" || option == "enc" {
                let Some(code) = rest.first() else { break };
                match code.known().and_then(decoded) {
                    Some(text) => {
                        // What it comes to is judged; that it was hidden from whoever reads along is asked about.
                        self.effect(
                            Kind::Run,
                            None,
                            code.span,
                            "powershell/encoded",
                            "runs code that is encoded, so that nobody can read along",
                            Tier::Medium,
                            Reach::User,
                            Undo::Hard,
                        );
                        self.power_text(&Value::text(text), Some(code.span), stdin);
                    }
                    None => self.unreadable(
                        code.span,
                        "powershell/encoded",
                        "runs encoded code that cannot be read",
                    ),
                }
                return Value::unknown(Source::Output(name.to_owned()));
            }
            if short("file", 1) {
                let Some(file) = rest.first() else { break };
                if super::builtin::is_stdin(file) {
                    return self.power_stdin(name, stdin);
                }
                self.power_script(file);
                return Value::unknown(Source::Output(name.to_owned()));
            }
            at += if TAKES.iter().any(|t| *t == option || option.len() > 2 && t.starts_with(option.as_str()))
            {
                2
            } else {
                1
            };
        }
        self.power_stdin(name, stdin)
    }

    fn power_stdin(&mut self, name: &str, stdin: &Value) -> Value {
        if stdin.is_empty() {
            self.open_shell(name, self.span);
        } else if let [super::field::Part::Unknown(Source::File(path))] = stdin.parts.as_slice() {
            let path = path.clone();
            self.power_file(&path, self.span);
        } else {
            self.power_text(stdin, Some(self.span), &Value::default());
        }
        Value::unknown(Source::Output(name.to_owned()))
    }

    /// A file of PowerShell that is run.
    pub(super) fn power_script(&mut self, file: &Field) {
        let path = self.windows_path(&file.value);
        let placed = self.place(&path);
        if placed.kind == super::place::PlaceKind::Credential {
            self.path_effect(Kind::Read, &path, file.span, "powershell/script", "runs {}", false);
            return;
        }
        if let Some(content) =
            self.written.iter().rev().find(|(p, _)| *p == placed.path).map(|(_, c)| c.clone())
        {
            self.power_text(&content, Some(file.span), &Value::default());
            return;
        }
        if path.has_unknown() && placed.unknown && path.prefix().is_empty() && path.parts.len() == 1 {
            self.unreadable(file.span, "powershell/unknown", "runs a script that is known only at run time");
            return;
        }
        if ["http://", "https://"].iter().any(|scheme| file.value.prefix().starts_with(scheme)) {
            let shown = file.value.shown();
            self.runs_download(Some(&shown), file.span, &format!("runs code from {shown}"));
            return;
        }
        self.power_file(&placed.path, file.span);
        let text = format!("runs `{}`", placed.path);
        self.effect(
            Kind::Run,
            Some(placed.path),
            file.span,
            "run/script",
            &text,
            Tier::Low,
            Reach::Workspace,
            Undo::Easy,
        );
    }

    /// Reads a script from the disk and walks it.
    fn power_file(&mut self, path: &str, span: Span) {
        self.foreign_script(path, span, |w, text| {
            w.power_text(&Value::text(text), Some(span), &Value::default());
        });
    }

    fn foreign_script(&mut self, path: &str, span: Span, walk: impl FnOnce(&mut Self, String)) {
        super::dependencies::note(&mut self.uses.files, path);
        if self.placed_before_reading(path, span) {
            return;
        }
        let Answer::Bytes(bytes) = self.world.ask(Question::Read(path, MAX_SCRIPT)) else { return };
        let readable = bytes.len() < MAX_SCRIPT && !bytes.contains(&0);
        let Some(text) = String::from_utf8(bytes).ok().filter(|_| readable) else {
            self.effect(
                Kind::RunUnknownCode,
                Some(path.to_owned()),
                span,
                "run/unread-script",
                &format!("runs `{path}`, which cannot be read"),
                Tier::High,
                Reach::User,
                Undo::None,
            );
            return;
        };
        let outer = std::mem::replace(&mut self.in_file, true);
        let kept = self.effects.len();
        let (cwd, state) = (self.span, self.state.clone());
        walk(self, text.trim_start_matches('\u{feff}').to_owned());
        (self.span, self.state) = (cwd, state);
        // What merely could not be followed in a file that was there before is not held against the call.
        let mut index = 0;
        self.effects.retain(|e| {
            index += 1;
            index <= kept || e.kind != Kind::Unreadable || e.rule == "shell/bound"
        });
        self.in_file = outer;
    }

    /// `wsl [-d DISTRIBUTION] [-u USER] [-e] COMMAND …`.
    fn wsl_program(&mut self, fields: &[Field], stdin: &Value) -> Value {
        let args = fields.get(1..).unwrap_or(&[]);
        let mut at = 0;
        let mut plain = false;
        while let Some(arg) = args.get(at) {
            let Some(word) = arg.known().filter(|w| w.starts_with('-')) else { break };
            match word {
                "-d" | "--distribution" | "--cd" | "--shell-type" | "--distribution-id" => at += 2,
                "-u" | "--user" => {
                    if args.get(at + 1).is_some_and(|user| user.is("root")) {
                        let words = [
                            vec![Field::text("sudo", arg.span)],
                            args.get(at + 2..)
                                .unwrap_or(&[])
                                .iter()
                                .skip_while(|f| matches!(f.known(), Some("-e" | "--" | "--exec")))
                                .cloned()
                                .collect(),
                        ]
                        .concat();
                        return if words.len() > 1 {
                            self.exec(words, stdin.clone())
                        } else {
                            self.open_shell("wsl", self.span);
                            Value::default()
                        };
                    }
                    at += 2;
                }
                "-e" | "--exec" => {
                    plain = true;
                    at += 1;
                    break;
                }
                "--" => {
                    at += 1;
                    break;
                }
                "-l" | "--list" | "-v" | "--version" | "--status" | "--help" | "-q" | "--verbose"
                | "--quiet" | "--online" | "-o" | "--all" | "--running" => {
                    self.effect(
                        Kind::Read,
                        None,
                        self.span,
                        "wsl/list",
                        "lists distributions",
                        Tier::Safe,
                        Reach::Workspace,
                        Undo::Easy,
                    );
                    at += 1;
                    if at >= args.len() {
                        return Value::unknown(Source::Output("wsl".to_owned()));
                    }
                }
                "--unregister" => {
                    self.effect(
                        Kind::Delete,
                        args.get(at + 1).map(|f| f.value.shown()),
                        self.span,
                        "wsl/unregister",
                        "deletes a distribution and all files in it",
                        Tier::Critical,
                        Reach::System,
                        Undo::None,
                    );
                    return Value::default();
                }
                "--shutdown" | "--terminate" | "-t" => {
                    self.effect(
                        Kind::StopService,
                        None,
                        self.span,
                        "wsl/stop",
                        "stops running Linux systems",
                        Tier::Critical,
                        Reach::System,
                        Undo::Hard,
                    );
                    return Value::default();
                }
                _ => {
                    self.effect(
                        Kind::ChangeConfig,
                        None,
                        self.span,
                        "wsl/manage",
                        "changes the installed Linux systems",
                        Tier::Medium,
                        Reach::System,
                        Undo::Hard,
                    );
                    return Value::default();
                }
            }
        }
        let rest: Vec<Field> = args.get(at..).unwrap_or(&[]).to_vec();
        if rest.is_empty() {
            if !self.code_on_stdin(Lang::Shell, stdin) {
                self.open_shell("wsl", self.span);
            }
            return Value::default();
        }
        self.effect(
            Kind::Run,
            None,
            self.span,
            "wsl/runs",
            "runs a command in Linux",
            Tier::Low,
            Reach::Workspace,
            Undo::Easy,
        );
        // Without `-e` the words go through the login shell once more.
        let special =
            rest.iter().any(|f| f.value.prefix().contains(['$', ';', '|', '&', '`', '>', '<', '(']));
        if plain || !special {
            return self.in_subshell(|w| w.exec(rest, stdin.clone()));
        }
        let span = span_of(&rest, self.span);
        self.in_subshell(|w| w.exec(rest.clone(), stdin.clone()));
        self.in_subshell(|w| w.run_code(Lang::Shell, &joined(&rest), span))
    }

    /// A key of the registry is changed or deleted.
    pub(super) fn registry_change(&mut self, key: &str, gone: bool, span: Span) {
        let (kind, tier, text) = cmdlet::registry_text(key, gone);
        let reach = if key.starts_with("HKCU") { Reach::User } else { Reach::System };
        self.effect(kind, Some(key.to_owned()), span, "registry/changes", &text, tier, reach, Undo::Hard);
    }
}

/// `$_` in double quotes is the shell's before it is PowerShell's: meant is the item of the pipe.
fn own_item(text: Value) -> Value {
    let mut out = Value::default();
    for part in text.parts {
        match part {
            super::field::Part::Unknown(Source::Variable(name)) if name == "_" => out.push_text("$_"),
            part => out.push(part),
        }
    }
    out
}

/// Base64 of UTF-16, as `-EncodedCommand` takes it, or of UTF-8.
fn decoded(text: &str) -> Option<String> {
    let bytes = crate::code::base64_bytes(text)?;
    let wide = bytes.len() % 2 == 0
        && bytes.len() > 1
        && bytes.chunks_exact(2).filter(|pair| pair.get(1) == Some(&0)).count() * 2 > bytes.len() / 2;
    if wide {
        let units: Vec<u16> = bytes
            .chunks_exact(2)
            .filter_map(|pair| Some(u16::from_le_bytes([*pair.first()?, *pair.get(1)?])))
            .collect();
        return String::from_utf16(&units).ok();
    }
    String::from_utf8(bytes).ok()
}
