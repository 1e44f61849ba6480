//! Scripts that JSON files name: npm and its like, Deno, Composer.

use super::{Gate, first_plain, join, parent, value_of};
use crate::effect::{Kind, Reach, Span, Tier, Undo};
use crate::knowledge::Lang;
use crate::understand::field::Value;
use crate::understand::walk::Walker;
use crate::world::{Answer, Question};
use serde_json::Value as Json;

/// Scripts that one call starts, those before and after each included.
const MAX_SCRIPTS: usize = 16;

/// What package managers run at an installation, a publication, a version.
const INSTALL: &[&str] =
    &["preinstall", "install", "postinstall", "prepublish", "preprepare", "prepare", "postprepare"];
const PUBLISH: &[&str] =
    &["prepublishOnly", "prepack", "preprepare", "prepare", "postpack", "publish", "postpublish"];
const VERSION: &[&str] = &["preversion", "version", "postversion"];

impl Walker<'_> {
    pub(super) fn package_scripts(&mut self, name: &str, words: &[&str], folder: &str, span: Span) {
        let folder = match value_of(words, &["--prefix", "-C", "--cwd", "--dir"]) {
            Some(other) => join(folder, other),
            None => folder.to_owned(),
        };
        let member = value_of(words, &["-w", "--workspace", "--filter", "-F"]).map(str::to_owned);
        let words = &without_values(words)[..];
        let (member, words) = match (name, words) {
            ("yarn", ["workspace", member, rest @ ..]) => (Some((*member).to_owned()), rest),
            _ => (member, words),
        };
        let folder = member.and_then(|m| self.member_folder(&folder, &m)).unwrap_or(folder);
        let Some(path) = self.find_up(&folder, &["package.json"]) else { return };
        let Some((at, verb)) = first_plain(words).or((name == "yarn").then_some((0, "install"))) else {
            return;
        };
        let rest = words.get(at + 1..).unwrap_or(&[]);
        let mut wanted: Vec<String> = Vec::new();
        match verb {
            "run" | "run-script" | "rum" | "urn" => {
                wanted.extend(first_plain(rest).map(|(_, script)| script.to_owned()));
            }
            "test" | "t" | "tst" if name != "bun" => wanted.push("test".to_owned()),
            "start" | "stop" | "restart" => wanted.push(verb.to_owned()),
            "install" | "i" | "ci" | "add" | "update" | "up" | "rebuild" | "install-test" | "it" => {
                wanted.extend(INSTALL.iter().map(|s| (*s).to_owned()));
                if matches!(verb, "install-test" | "it") {
                    wanted.push("test".to_owned());
                }
            }
            "publish" | "pack" => wanted.extend(PUBLISH.iter().map(|s| (*s).to_owned())),
            "version" => wanted.extend(VERSION.iter().map(|s| (*s).to_owned())),
            "explore" => {
                let behind = rest.iter().position(|w| *w == "--").map_or(0, |at| at + 1);
                let inner = rest.get(behind..).unwrap_or(&[]);
                if let Some((program, inner)) = inner.split_first().filter(|_| behind > 0) {
                    let program = (*program).to_owned();
                    let place =
                        first_plain(rest).map_or_else(|| folder.clone(), |(_, place)| join(&folder, place));
                    if self.is_folder(&place) {
                        self.recipes_of(&program, inner, &place, span);
                    }
                }
                return;
            }
            "exec" | "x" | "dlx" => {
                self.npm_settings(&join(&folder, ".npmrc"), span);
                if let Some((at, program)) = first_plain(rest) {
                    let program = program.to_owned();
                    self.recipes_of(&program, rest.get(at + 1..).unwrap_or(&[]), &folder, span);
                }
                return;
            }
            // `yarn build`, `pnpm lint`, `bun dev`: a script by its name, else a program of the project.
            other if name != "npm" => {
                wanted.push(other.to_owned());
                let other = other.to_owned();
                self.recipes_of_program(&other, rest, &folder, span);
            }
            _ => return,
        }
        let several = ["-r", "--recursive", "-w", "--workspace", "-ws", "--workspaces", "--filter", "-F"];
        if words.iter().any(|w| several.contains(&w.split('=').next().unwrap_or(w))) {
            self.workspace_scripts(words, &folder, span);
        }
        let script_shell = join(parent(&path), ".npmrc");
        self.npm_settings(&script_shell, span);
        self.json_scripts(&path, &["scripts"], &wanted, span);
    }

    /// The folder of a package of a workspace, by its path or its name.
    fn member_folder(&self, folder: &str, member: &str) -> Option<String> {
        let bare = member.trim_start_matches("./").trim_end_matches("...");
        let bare = if bare.starts_with('@') { bare.rsplit('/').next().unwrap_or(bare) } else { bare };
        ["", "packages/", "apps/", "libs/", "services/"]
            .iter()
            .map(|place| join(folder, &format!("{place}{bare}")))
            .find(|place| self.is_there(&join(place, "package.json")))
    }

    /// A program that a package manager may start: never itself again.
    fn recipes_of_program(&mut self, program: &str, rest: &[&str], folder: &str, span: Span) {
        if !matches!(program, "npm" | "yarn" | "pnpm" | "bun" | "npx" | "bunx")
            && super::table::is_runner(program)
        {
            self.recipes_of(program, rest, folder, span);
        }
    }

    /// `script-shell`, `shell`, `git`, `node-options` in `.npmrc`: a program that runs with every script. The file may hold
    /// a token, so that nothing of it is shown.
    pub(in crate::understand) fn npm_settings(&mut self, path: &str, span: Span) {
        let own = self.written.iter().rev().find(|(p, _)| p == path).and_then(|(_, c)| c.literal());
        let text = own.or_else(|| match self.world.ask(Question::Read(path, 16 * 1024)) {
            Answer::Bytes(bytes) => String::from_utf8(bytes).ok(),
            _ => None,
        });
        let runs = |line: &str| {
            line.split_once('=').is_some_and(|(key, value)| {
                let value = value.trim();
                let shell = value.rsplit('/').next().unwrap_or("");
                let ordinary = value.is_empty()
                    || matches!(shell, "sh" | "bash" | "zsh" | "cmd.exe" | "powershell" | "pwsh");
                match key.trim().replace('_', "-").as_str() {
                    "script-shell" | "shell" | "git" | "editor" => !ordinary && value != "git",
                    "node-options" => {
                        ["-r", "--require", "--import", "--loader"].iter().any(|o| value.contains(o))
                    }
                    "onload-script" => !value.is_empty(),
                    _ => false,
                }
            })
        };
        if text.is_some_and(|text| text.lines().any(|line| runs(line.trim()))) {
            self.effect(
                Kind::RunUnknownCode,
                Some(path.to_owned()),
                span,
                "npm/script-shell",
                "`.npmrc` makes every script run with another program",
                Tier::High,
                Reach::User,
                Undo::Hard,
            );
        }
    }

    /// `npx run-s a b`, `concurrently "npm:a"`: scripts of the package by their names.
    pub(super) fn scripts_by_runner(&mut self, words: &[&str], folder: &str, span: Span) {
        let Some(path) = self.find_up(folder, &["package.json"]) else { return };
        let wanted: Vec<String> = words
            .iter()
            .filter(|w| !w.is_empty() && !w.starts_with('-'))
            .map(|w| {
                w.split_once(':')
                    .filter(|(by, _)| matches!(*by, "npm" | "yarn" | "pnpm" | "bun"))
                    .map_or(*w, |(_, name)| name)
            })
            .map(str::to_owned)
            .collect();
        self.json_scripts(&path, &["scripts"], &wanted, span);
    }

    pub(super) fn deno_task(&mut self, words: &[&str], folder: &str, span: Span) {
        let Some((at, "task")) = first_plain(words) else { return };
        let Some((_, task)) = first_plain(words.get(at + 1..).unwrap_or(&[])) else { return };
        if let Some(path) = self.find_up(folder, &["deno.json", "deno.jsonc", "package.json"]) {
            self.json_scripts(&path, &["tasks", "scripts"], &[task.to_owned()], span);
        }
    }

    pub(super) fn composer_scripts(&mut self, words: &[&str], folder: &str, span: Span) {
        let Some((at, verb)) = first_plain(words) else { return };
        let Some(path) = self.find_up(folder, &["composer.json"]) else { return };
        let wanted: Vec<String> = match verb {
            "run" | "run-script" => first_plain(words.get(at + 1..).unwrap_or(&[]))
                .map(|(_, s)| s.to_owned())
                .into_iter()
                .collect(),
            "install" | "update" | "require" | "create-project" | "dump-autoload" => [
                "pre-install-cmd",
                "post-install-cmd",
                "pre-update-cmd",
                "post-update-cmd",
                "pre-autoload-dump",
                "post-autoload-dump",
                "post-root-package-install",
                "post-create-project-cmd",
                "pre-command-run",
            ]
            .iter()
            .map(|s| (*s).to_owned())
            .collect(),
            other => vec![other.to_owned()],
        };
        self.json_scripts(&path, &["scripts"], &wanted, span);
    }

    /// Runs the named scripts of a JSON file, with what runs before and after each.
    pub(super) fn json_scripts(&mut self, path: &str, keys: &[&str], wanted: &[String], span: Span) {
        let Some(text) = self.recipe_text(path, Gate::Always, None, span) else { return };
        let Ok(json) = serde_json::from_str::<Json>(&text) else { return };
        let Some(scripts) = keys.iter().find_map(|key| json.get(key)?.as_object()) else { return };
        // What the call itself writes may be called by any name.
        let own = self.written.iter().any(|(p, _)| p == path);
        let all: Vec<String> = if own { scripts.keys().cloned().collect() } else { Vec::new() };
        let names = all.iter().chain(wanted).flat_map(|name| {
            // `run-s build:*` names several.
            let prefix = name.strip_suffix('*');
            let listed =
                scripts.keys().filter(move |key| prefix.is_some_and(|p| key.starts_with(p))).cloned();
            [format!("pre{name}"), name.clone(), format!("post{name}")].into_iter().chain(listed)
        });
        let chosen: Vec<(String, Vec<String>)> = names
            .filter_map(|name| {
                let commands = match scripts.get(&name)? {
                    Json::String(command) => vec![command.clone()],
                    Json::Array(list) => list.iter().filter_map(|c| c.as_str()).map(str::to_owned).collect(),
                    Json::Object(task) => {
                        task.get("command")?.as_str().map(str::to_owned).into_iter().collect()
                    }
                    _ => return None,
                };
                Some((name, commands))
            })
            .take(MAX_SCRIPTS)
            .collect();
        let folder = parent(path).to_owned();
        for (name, commands) in chosen {
            let key = format!("{path}#{name}");
            self.inside_recipe(&key, path, &folder, true, span, |w| {
                for command in commands {
                    // `@name` is another script of Composer's, `run-s a b` several of npm's.
                    let others = script_names(&command);
                    if others.is_empty() {
                        w.in_subshell(|w| w.run_code(Lang::Shell, &Value::text(command), span));
                    } else {
                        w.json_scripts(path, keys, &others, span);
                    }
                }
            });
        }
    }
}

/// The words without the options that take a value, and without those values.
fn without_values<'t>(words: &[&'t str]) -> Vec<&'t str> {
    const WITH_VALUE: &[&str] =
        &["--prefix", "-C", "--cwd", "--dir", "-w", "--workspace", "--filter", "-F", "--loglevel"];
    let mut out = Vec::new();
    let mut words = words.iter().copied();
    while let Some(word) = words.next() {
        if word == "--" {
            out.push(word);
            out.extend(words);
            break;
        }
        if WITH_VALUE.contains(&word) {
            words.next();
        } else {
            out.push(word);
        }
    }
    out
}

/// Scripts that a command of a package names in the language of its runner.
fn script_names(command: &str) -> Vec<String> {
    let mut words = command.split_whitespace();
    match words.next() {
        Some("run-s" | "run-p" | "npm-run-all" | "npm-run-all2") => {
            words.filter(|w| !w.starts_with('-')).map(str::to_owned).collect()
        }
        Some(first) if first.starts_with('@') && !matches!(first, "@php" | "@putenv" | "@composer") => {
            vec![first.trim_start_matches('@').to_owned()]
        }
        _ => Vec::new(),
    }
}
