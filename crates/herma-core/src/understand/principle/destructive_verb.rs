//! What a program is asked to do by its words: an unlisted program with a verb of loss (`log erase`, `sst remove`), and
//! tasks whose name says that they reach other people (`npm run deploy`, `./deploy.sh`, `just apply`).

use crate::effect::{Kind, Reach, Span, Tier, Undo};
use crate::knowledge::RunPlace;
use crate::understand::field::Field;
use crate::understand::walk::Walker;

/// Verbs after which something is gone. Sorted.
#[rustfmt::skip]
const LOSES: &[&str] = &[
    "abandon", "cancel", "decommission", "del", "delete", "deprovision", "deregister", "destroy", "discard", "drop", "erase", "evict",
    "flush", "kill", "nuke", "obliterate", "purge", "remove", "reset", "revoke", "rm", "shred", "shutdown", "teardown", "terminate",
    "trash", "truncate", "undeploy", "unpublish", "wipe", "zap",
];

/// Options by which a program is told the same. Sorted.
const LOSING_OPTIONS: &[&str] =
    &["--delete", "--delete-all", "--destroy", "--erase", "--factory-reset", "--nuke", "--purge", "--wipe"];

/// Of those, verbs that tools of the workspace also use for their own lists and views: behind a word of their own only.
const EVERYDAY: &[&str] =
    &["cancel", "del", "delete", "discard", "drop", "flush", "kill", "remove", "reset", "rm", "trash", "zap"];

/// Verbs that change what other people use. Sorted.
const REACHES: &[&str] =
    &["apply", "deploy", "failover", "promote", "publish", "release", "rollback", "rollout", "ship"];

/// Parts of a task's name that say that nothing leaves: `deploy:dry-run`, `release-notes`, `test:deploy`. Sorted.
#[rustfmt::skip]
const HARMLESS: &[&str] = &[
    "build", "changelog", "check", "clean", "config", "debug", "dev", "diff", "doc", "docs", "dry", "example", "format", "help", "info",
    "init", "lint", "list", "local", "localhost", "log", "logs", "mock", "note", "notes", "patch", "plan", "preview", "simulate",
    "status", "template", "test", "tests", "types", "validate", "verify", "version", "view", "watch",
];

/// Unlisted tools whose `remove` and `reset` are about the project's packages, their own caches or their own lists. Sorted.
#[rustfmt::skip]
const OF_THE_PROJECT: &[&str] = &[
    "apm", "bit", "bower", "carthage", "chezmoi", "conan", "dart", "direnv", "dub", "elm", "jspm", "mint", "ng", "nimble", "nx",
    "paket", "plop", "raco", "rebar3", "shards", "spago", "stow", "swift", "tldr", "tuist", "vcpkg", "xmake", "zef", "zoxide",
];

/// Programs that run tasks of a project by name, and which word in front of the name says so. Sorted.
#[rustfmt::skip]
const RUNNERS: &[(&str, &[&str])] = &[
    ("ant", &[]), ("artisan", &[]), ("bun", &["run"]), ("bundle", &["exec"]), ("cap", &[]), ("cargo", &["make", "xtask"]), ("composer", &["run", "run-script"]),
    ("dagger", &["call"]), ("deno", &["task"]), ("doit", &[]), ("earthly", &[]), ("fab", &[]), ("go-task", &[]), ("gradle", &[]), ("gradlew", &[]),
    ("hatch", &["run"]), ("inv", &[]), ("invoke", &[]), ("just", &[]), ("lein", &[]), ("lerna", &["run"]), ("mage", &[]), ("make", &[]), ("mike", &[]), ("mkdocs", &[]),
    ("gmake", &[]), ("mise", &["run", "r"]), ("moon", &["run"]), ("mvn", &[]), ("mvnw", &[]), ("nox", &[]), ("npm", &["run", "run-script"]),
    ("nx", &["run"]), ("pdm", &["run"]), ("pixi", &["run"]), ("pnpm", &["run", ""]), ("poe", &[]), ("poetry", &["run", "poe"]), ("rake", &[]),
    ("sbt", &[]), ("task", &[]), ("taskfile", &[]), ("tox", &[]), ("turbo", &["run"]), ("wireit", &[]), ("yarn", &["run", ""]),
];

/// Words of one command that are looked at.
const MAX_WORDS: usize = 12;

impl Walker<'_> {
    /// A task by its name, whoever runs it.
    pub(super) fn task_names(&mut self, name: &str, fields: &[Field]) {
        let Some((_, leads)) = RUNNERS.iter().find(|(runner, _)| *runner == name) else { return };
        let shows = |f: &Field| {
            f.known().is_some_and(|t| matches!(t, "-n" | "--dry-run" | "--just-print" | "--recon"))
        };
        if matches!(name, "make" | "gmake" | "just" | "task" | "go-task") && fields.iter().any(shows) {
            return;
        }
        let words: Vec<&Field> = operands(fields).collect();
        let from = match words.first().and_then(|f| f.known()) {
            _ if leads.is_empty() => 0,
            Some(first) if leads.contains(&first) => 1,
            Some(_) if leads.contains(&"") => 0,
            _ => return,
        };
        // One name behind a word that says `run`; what follows belongs to the task.
        let most = if leads.is_empty() { words.len() } else { 1 };
        for word in words.into_iter().skip(from).take(most) {
            let Some(text) = word.known() else { continue };
            let task = text.trim_start_matches([':', '+']);
            let alone = leads.is_empty() && matches!(task, "prod" | "production" | "live");
            if let Some(verb) = task_verb(task).or_else(|| on_production(task)) {
                self.reaches_others(verb, text, word.span);
            } else if alone || self.means_production() && changes_data(task) {
                self.reaches_others("deploy", text, word.span);
            }
        }
    }

    /// `RAILS_ENV=production`: what the call says about where its tasks work.
    fn means_production(&self) -> bool {
        const NAMES: &[&str] = &[
            "APP_ENV",
            "DEPLOY_ENV",
            "DJANGO_ENV",
            "ENVIRONMENT",
            "FLASK_ENV",
            "MIX_ENV",
            "NODE_ENV",
            "RACK_ENV",
            "RAILS_ENV",
            "STAGE",
        ];
        self.state.known_variables().any(|(name, value)| NAMES.contains(&name) && is_production(value))
    }

    /// A change that is aimed at production by a word beside it: `truffle migrate --network mainnet`,
    /// `eas update --branch production`, `manage.py migrate --database=prod`.
    pub(super) fn aims_at_production(&mut self, name: &str, fields: &[Field]) {
        if self.in_file
            || self.speculating
            || self.run_place != RunPlace::Here
            || LOCAL.binary_search(&name).is_ok()
            || asks_for_help(fields)
        {
            return;
        }
        let words = || fields.iter().skip(1).take(MAX_WORDS).filter_map(|f| f.known().map(|t| (t, f.span)));
        let harmless = |w: &str| {
            w.split([':', '-', '_']).any(|p| {
                HARMLESS.binary_search(&p).is_ok()
                    || matches!(p, "pull" | "get" | "describe" | "show" | "env" | "start" | "serve")
            })
        };
        if words().any(|(w, _)| !w.starts_with('-') && harmless(w)) {
            return;
        }
        let task = words().find(|(w, _)| w.contains(':') && changes_data(w));
        if let Some((task, span)) = task.filter(|_| self.means_production()) {
            return self.reaches_others("deploy", task, span);
        }
        let verb = words().find(|(w, _)| {
            changes_data(w) || matches!(*w, "run" | "up" | "update" | "upgrade" | "trigger" | "sync" | "new")
        });
        let Some((verb, span)) = verb else { return };
        let aimed = fields.windows(2).skip(1).any(|pair| match pair {
            [option, value] => {
                option.value.prefix().starts_with('-')
                    && (value.known().is_some_and(is_production) && !option.value.prefix().contains('=')
                        || value.known().is_some_and(|v| v == "ssh://prod" || v == "ssh://production"))
            }
            _ => false,
        });
        let joined = words().any(|(w, _)| {
            w.starts_with("--") && w.split_once('=').is_some_and(|(_, value)| is_production(value))
        });
        // A program of one's own may run with production's settings; on the main network every call counts.
        let mainnet = words().any(|(w, _)| w == "mainnet" || w.ends_with("=mainnet"));
        let own = verb == "run" && RUNS_OWN.binary_search(&name).is_ok() && !mainnet;
        if (aimed || joined) && !own {
            self.reaches_others("deploy", verb, span);
        }
    }

    /// A script by its name: `./deploy.sh prod`, `python scripts/release.py`.
    pub(in crate::understand) fn script_name(&mut self, path: &str, span: Span) {
        let base = path.rsplit('/').next().unwrap_or(path);
        let stem = base.split_once('.').map_or(base, |(stem, _)| stem);
        // `apply.py`, `ship.js` are names of modules, too.
        if let Some(verb) = task_verb(stem).filter(|verb| !matches!(*verb, "apply" | "promote" | "ship")) {
            self.reaches_others(verb, base, span);
        }
    }

    /// The verb of a program that nobody listed.
    pub(super) fn destructive_verbs(&mut self, name: &str, fields: &[Field]) {
        // What a file that was there before, a container or a guess says is judged by what it does.
        if self.in_file || self.speculating || self.run_place != RunPlace::Here || asks_for_help(fields) {
            return;
        }
        let project = OF_THE_PROJECT.binary_search(&name).is_ok();
        let span = fields.first().map_or(self.span, |f| f.span);
        // `poetry run deploy`: a task of the project that has the name of what it does.
        if !project {
            self.script_name(name, span);
        }
        if let Some(verb) = compound(name).filter(|_| !project) {
            return self.loses(verb, name, span);
        }
        let option = |f: &Field| {
            let text = f.value.prefix().split('=').next().unwrap_or("");
            LOSING_OPTIONS.binary_search(&text).ok().and_then(|at| LOSING_OPTIONS.get(at)).copied()
        };
        if let Some(option) = fields.iter().skip(1).take(MAX_WORDS).find_map(option).filter(|_| !project) {
            return self.loses(option.trim_start_matches('-'), name, span);
        }
        let mut words = operands(fields).enumerate().take(3);
        while let Some((index, Some(text))) = words.next().map(|(index, word)| (index, word.known())) {
            // A subcommand is a plain word; what has a dot or a slash is what it works on.
            if !text.bytes().all(|b| b.is_ascii_lowercase() || matches!(b, b'-' | b'_' | b':')) {
                return;
            }
            let first = text.rsplit(':').next().unwrap_or(text).split(['-', '_']).next().unwrap_or(text);
            let alone = first.len() == text.len() || text.contains(':');
            let all = text.split(['-', '_']).any(|part| matches!(part, "all" | "everything"));
            let everyday = EVERYDAY.contains(&first) && (project || !alone) && !all;
            let loses = LOSES.binary_search(&first).ok().and_then(|at| LOSES.get(at)).filter(|_| !everyday);
            if let Some(verb) = loses.copied().or_else(|| if index == 0 { compound(text) } else { None }) {
                return self.loses(verb, name, span);
            }
            if let Some(verb) = task_verb(text).filter(|_| !project) {
                return self.reaches_others(verb, name, span);
            }
        }
    }

    fn loses(&mut self, verb: &str, name: &str, span: Span) {
        self.effect(
            Kind::Delete,
            None,
            span,
            "principle/destructive-verb",
            &format!("`{}` is asked to {verb} something; no table says what", crate::text::shown(name)),
            Tier::High,
            Reach::User,
            Undo::Hard,
        );
        self.less_sure();
    }

    fn reaches_others(&mut self, verb: &str, what: &str, span: Span) {
        let tier = if verb == "deploy" || verb == "rollout" || LOSES.contains(&verb) {
            Tier::High
        } else {
            Tier::Medium
        };
        let what = crate::text::shown(what);
        self.effect(
            Kind::Publish,
            Some(what.clone()),
            span,
            "principle/task-name",
            &format!("by its name, `{what}` reaches other people"),
            tier,
            Reach::Remote,
            Undo::Hard,
        );
        self.less_sure();
    }

    fn less_sure(&mut self) {
        if let Some(last) = self.effects.last_mut() {
            last.certainty = last.certainty.min(0.8);
        }
    }
}

/// Words that are neither options nor their values, as far as anybody can tell without a table.
fn operands(fields: &[Field]) -> impl Iterator<Item = &Field> {
    let option = |at: usize| fields.get(at).is_some_and(|f| f.value.prefix().starts_with('-'));
    fields
        .iter()
        .enumerate()
        .skip(1)
        .take(MAX_WORDS)
        .filter(move |(at, f)| {
            let text = f.value.prefix();
            // `-C dir`: a short option in front may take the word; a long one without `=` seldom stands before a verb.
            let taken =
                *at > 1 && option(at - 1) && fields.get(at - 1).is_some_and(|o| o.value.prefix().len() == 2);
            !text.is_empty() && !option(*at) && !taken && !text.contains('=')
        })
        .map(|(_, f)| f)
}

fn asks_for_help(fields: &[Field]) -> bool {
    fields.iter().skip(1).any(|f| {
        f.known().is_some_and(|t| matches!(t, "--help" | "-h" | "help" | "--version" | "--dry-run" | "-n"))
    })
}

/// The verb that a task's name begins or ends with, unless another part says that nothing leaves.
fn task_verb(task: &str) -> Option<&'static str> {
    let mut parts = task.split([':', '-', '_', '/', '.']).filter(|p| !p.is_empty());
    let (first, last) = (parts.clone().next()?, parts.clone().next_back()?);
    if parts.any(|p| HARMLESS.binary_search(&p.to_ascii_lowercase().as_str()).is_ok()) {
        return None;
    }
    let found = |word: &str| {
        let word = word.to_ascii_lowercase();
        REACHES.iter().chain(TASKS_LOSE).find(|verb| **verb == word).copied()
    };
    // `db:reset`, `reset-database`: what every developer's own database has, and production too.
    let database = || {
        let data = |p: &str| matches!(p, "db" | "database" | "prod" | "production");
        (data(first) && matches!(last, "reset" | "drop")).then_some("drop")
    };
    let camel =
        || task.strip_prefix("deploy").filter(|rest| rest.starts_with(char::is_uppercase)).map(|_| "deploy");
    found(first).or_else(|| found(last)).or_else(database).or_else(camel)
}

/// Verbs of loss that name a task of a project: `make destroy`.
const TASKS_LOSE: &[&str] = &["destroy", "nuke", "purge", "teardown", "undeploy", "wipe"];

fn is_production(word: &str) -> bool {
    matches!(word, "prod" | "production" | "mainnet" | "mainnet-beta")
}

/// Verbs that change what a running system holds.
fn changes_data(task: &str) -> bool {
    const CHANGES: &[&str] = &[
        "apply",
        "backfill",
        "deploy",
        "deploys",
        "drop",
        "import",
        "migrate",
        "migration",
        "migrations",
        "promote",
        "provision",
        "push",
        "release",
        "reset",
        "restore",
        "rollback",
        "rollout",
        "seed",
        "upload",
    ];
    task.split([':', '-', '_', '.', '/']).any(|part| CHANGES.binary_search(&part).is_ok())
}

/// `migrate:prod`, `db:seed:production`: a change, and where.
fn on_production(task: &str) -> Option<&'static str> {
    let parts = || task.split([':', '-', '_', '.', '/']);
    let harmless = parts().any(|p| HARMLESS.binary_search(&p).is_ok());
    (parts().any(|p| is_production(p) || p == "live") && changes_data(task) && !harmless).then_some("deploy")
}

/// Programs that keep to this machine, or have rules of their own about where they reach. Sorted.
#[rustfmt::skip]
const LOCAL: &[&str] = &[
    "bundle", "cargo", "cat", "cp", "curl", "echo", "eslint", "find", "git", "grep", "jest", "kubectl", "ls", "mv", "next", "node",
    "npm", "npx", "pip", "pip3", "pnpm", "printf", "python", "python3", "rg", "sed", "tsc", "vite", "webpack", "yarn",
];

/// Programs whose `run` starts a program of the project. Sorted.
#[rustfmt::skip]
const RUNS_OWN: &[&str] = &[
    "bazel", "bun", "deno", "docker", "docker-compose", "dotnet", "flutter", "gh", "glab", "go", "gradle", "hatch", "ionic", "mise",
    "nerdctl", "nx", "pdm", "podman", "poetry", "rye", "swift", "turbo", "uv",
];

/// `scancel`, `resetbtm`, `purge-queue`, `condor_rm`: a name made of a verb and what it is done to.
fn compound(name: &str) -> Option<&'static str> {
    const BEGINS: &[&str] = &["delete", "destroy", "erase", "purge", "reset", "revoke", "undeploy", "wipe"];
    const ENDS: &[&str] = &["cancel", "destroy", "erase", "purge", "terminate", "wipe"];
    let plain = name.bytes().all(|b| b.is_ascii_lowercase() || matches!(b, b'-' | b'_'));
    if !plain
        || name.ends_with("ed")
        || name.ends_with("able")
        || name.ends_with("er")
        || name.ends_with("ing")
    {
        return None;
    }
    let longer = |verb: &&&str| name.len() > verb.len();
    let begins = BEGINS.iter().filter(longer).find(|v| {
        // `reset-view`, `delete-line`: two words are a tool's own command, one is a verb with its object.
        name.strip_prefix(**v).is_some_and(|rest| !rest.starts_with(['-', '_']))
    });
    begins.or_else(|| ENDS.iter().filter(longer).find(|v| name.ends_with(**v))).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_are_sorted() {
        assert!(
            LOCAL.is_sorted()
                && RUNS_OWN.is_sorted()
                && LOSES.is_sorted()
                && REACHES.is_sorted()
                && HARMLESS.is_sorted()
                && OF_THE_PROJECT.is_sorted()
        );
    }

    #[test]
    fn tasks_by_their_names() {
        for yes in [
            "deploy",
            "deploy:prod",
            "deploy-staging",
            "prod-deploy",
            "release",
            "publish",
            "npm-publish",
            "apply",
            "destroy",
            "infra:destroy",
            "rollback",
            "db:reset",
            "deployProd",
            "ci/deploy",
        ] {
            assert!(task_verb(yes).is_some(), "{yes}");
        }
        for no in [
            "build",
            "predeploy",
            "deploy:dry-run",
            "deploy-check",
            "release-notes",
            "release:notes",
            "build-release",
            "test:deploy",
            "reset",
            "employ",
            "applying",
            "clean",
            "deploy-local",
            "publisher",
            "releases",
        ] {
            assert_eq!(task_verb(no), None, "{no}");
        }
    }

    #[test]
    fn names_made_of_a_verb() {
        for yes in ["scancel", "resetbtm", "deleteall", "purgequeue", "erasedisk", "diskwipe"] {
            assert!(compound(yes).is_some(), "{yes}");
        }
        for no in [
            "reset",
            "reset-view",
            "resetted",
            "deleted",
            "wiper",
            "resettable",
            "model",
            "cancel",
            "erasing",
        ] {
            assert_eq!(compound(no), None, "{no}");
        }
    }
}
