//! Settings that make git run something.

use crate::effect::{Kind, Reach, Span, Tier, Undo};
use crate::understand::field::{Field, Value};
use crate::understand::glob;
use crate::understand::options::{Options, rest_of};
use crate::understand::place::PlaceKind;
use crate::understand::walk::Walker;
use std::collections::HashSet;

/// Settings that say where a push goes: a yes to `git push origin` was given for another place.
const PUSHES_GO: &[&str] = &[
    "remote.*.url",
    "remote.*.pushurl",
    "remote.pushdefault",
    "branch.*.pushremote",
    "url.*.insteadof",
    "url.*.pushinsteadof",
];

impl Walker<'_> {
    /// Settings that make git run something: `-c alias.x='!…'`, `-c core.sshCommand=…`.
    pub(super) fn git(&mut self, options: &Options, stdin: &Value) {
        for value in options.values("-c").cloned().collect::<Vec<_>>() {
            let text = value.value.prefix().to_owned();
            let Some((key, _)) = text.split_once('=') else { continue };
            let setting = rest_of(&value, key.len() + 1).value;
            self.git_setting(key, &setting, value.span);
        }
        for value in ["--upload-pack", "--receive-pack", "--exec", "-u", "-x"]
            .iter()
            .flat_map(|o| options.values(o))
            .cloned()
            .collect::<Vec<_>>()
        {
            if value.known().is_some_and(|t| t.contains([' ', ';', '|', '$', '/']))
                && !options.chain.iter().any(|p| p.names.contains(&"push"))
            {
                self.in_subshell(|w| w.run_text(&value.value, value.span));
            }
        }
        if matches!(options.path.last().map(|word| word.as_ref()), Some("apply" | "am")) {
            self.git_applies(options, stdin);
        }
        self.git_discards(options);
        self.git_writes(options);
        let leaf = options.leaf();
        if matches!(options.path.last().map(|word| word.as_ref()), Some("push" | "send-pack")) {
            let folder = match options.value("-C") {
                Some(there) => Some(self.place(&there.value).path),
                None => self.cwd(),
            };
            self.uses.repositories.extend(folder);
        }
        if leaf.names.contains(&"clean") && (options.has("-f") || options.has("-i")) {
            self.git_clean(options);
        }
        if leaf.names.contains(&"config") && options.args.len() >= 2 {
            // `git config set KEY VALUE` is the newer way to say it.
            let first = usize::from(options.args.first().and_then(|word| word.known()) == Some("set"));
            let (key, setting) = (options.args.get(first).cloned(), options.args.get(first + 1).cloned());
            if let (Some(key), Some(setting)) = (key.as_ref().and_then(|k| k.known()), setting) {
                self.git_setting(key, &setting.value, setting.span);
            }
        }
        for arg in &options.args {
            if let Some(code) = arg.value.prefix().strip_prefix("ext::") {
                let code = Value::text(code);
                self.in_subshell(|w| w.run_text(&code, arg.span));
            }
        }
    }

    /// Files that `checkout` and `restore` bring back: what was changed in them since is lost.
    fn git_discards(&mut self, options: &Options) {
        let leaf = options.leaf();
        let (restores, checks_out) = (leaf.names.contains(&"restore"), leaf.names.contains(&"checkout"));
        let index_only = options.has("-S") && !options.has("-W");
        if !(restores && !index_only || checks_out) || options.has("-p") {
            return;
        }
        let makes_branch = ["-b", "-B", "--orphan"].iter().any(|o| options.has(o));
        let behind_dashes: Option<HashSet<Span>> = options
            .raw
            .iter()
            .position(|w| w.is("--"))
            .map(|at| options.raw.iter().skip(at).map(|w| w.span).collect());
        let started_in = options.value("--work-tree").or_else(|| options.value("-C"));
        // What another commit than the last one holds is not what lies there.
        let first = options.args.first().map(|f| f.span).filter(|_| checks_out && options.args.len() > 1);
        let commit =
            if restores { options.value("-s") } else { options.args.first().filter(|_| first.is_some()) };
        let from_elsewhere = commit.is_some_and(|c| !matches!(c.known(), Some("HEAD" | "@" | "--" | ".")));
        for arg in options.args.iter().filter(|_| !makes_branch) {
            // In front of `--` stands a branch or a commit.
            if restores || behind_dashes.as_ref().is_none_or(|paths| paths.contains(&arg.span)) {
                let folder = started_in.filter(|_| !arg.value.prefix().starts_with('/'));
                let mut target = folder.map_or_else(Value::default, Field::to_value);
                if folder.is_some() {
                    target.push_text("/");
                }
                target.append(&arg.value);
                self.discards_changes(&target, arg.span);
                if from_elsewhere && first.is_none_or(|first| first != arg.span || behind_dashes.is_some()) {
                    self.replaces_file(&target);
                }
            }
        }
    }

    /// Paths that a command of git changes, removes or puts away, where they guard, sign in or start something; and the
    /// whole folder, where what it changes there is not said and it is no project.
    fn git_writes(&mut self, options: &Options) {
        const BY_PATH: &[&str] = &["checkout", "restore", "rm", "stash", "mv", "push", "reset"];
        const WHOLE: &[&str] =
            &["pull", "checkout", "switch", "stash", "reset", "merge", "rebase", "pop", "apply"];
        let verb = options.path.iter().map(AsRef::as_ref).find(|w| BY_PATH.contains(w) || WHOLE.contains(w));
        let Some(verb) = verb.map(str::to_owned) else { return };
        let index_only = options.has("--cached") || options.has("-S") && !options.has("-W");
        if verb == "push" || index_only || verb == "reset" && !options.has("--hard") {
            return;
        }
        let there = options.value("-C").map(Field::to_value);
        let here = there.clone().unwrap_or_else(|| Value::text(self.cwd().unwrap_or_default()));
        let looks = options.args.iter().any(|a| a.is("list") || a.is("show"));
        let behind = options.raw.iter().position(|w| w.is("--"));
        for arg in options.args.iter().filter(|_| BY_PATH.contains(&verb.as_str()) && !looks) {
            let named = behind.is_none_or(|at| options.raw.iter().skip(at).any(|w| w.span == arg.span));
            let mut target = Value::default();
            if let Some(there) = there.as_ref().filter(|_| !arg.value.prefix().starts_with(['/', '~'])) {
                target.append(there);
                target.push_text("/");
            }
            target.append(&arg.value);
            let placed = self.place(&target);
            let kind = placed.kind;
            let grave = matches!(kind, PlaceKind::Guard | PlaceKind::Startup)
                || kind != PlaceKind::HomeWhole && self.holds(&placed.path) == Some(PlaceKind::Guard);
            if named && grave {
                let act = if matches!(verb.as_str(), "rm" | "mv") { Kind::Move } else { Kind::Write };
                self.path_effect(act, &target, arg.span, "git/paths", "changes {} by git", false);
            }
        }
        let placed = self.place(&here);
        let no_project = matches!(placed.kind, PlaceKind::HomeWhole | PlaceKind::Guard)
            || placed.kind == PlaceKind::Home && self.holds(&placed.path).is_some();
        if WHOLE.contains(&verb.as_str()) && no_project && !looks {
            self.path_effect(Kind::Write, &here, self.span, "git/whole", "changes files in {} by git", true);
        }
    }

    /// The folder that a patch is applied in, and the files that it names.
    fn git_applies(&mut self, options: &Options, stdin: &Value) {
        let looks = ["--check", "--stat", "--numstat", "--summary"].iter().any(|o| options.has(o));
        if looks && !options.has("--apply") {
            return;
        }
        let folder = ["--directory", "-C"].iter().find_map(|name| options.value(name));
        let folder = folder.map_or_else(|| Value::text(self.cwd().unwrap_or_default()), Field::to_value);
        if self.holds(&self.place(&folder).path).is_some() {
            self.path_effect(Kind::Write, &folder, self.span, "git/applies", "changes files in {}", true);
        }
        self.patch(options, stdin);
    }

    /// Where it would clean: a whole system or home is no work tree, and `-x` leaves nothing of it.
    fn git_clean(&mut self, options: &Options) {
        let mut folder = Value::text(self.cwd().unwrap_or_default());
        for there in options.values("-C").chain(options.values("--work-tree")) {
            let placed = self.place(&there.value);
            folder = if placed.unknown { there.to_value() } else { Value::text(placed.path) };
        }
        let placed = self.place(&folder);
        if matches!(placed.kind, PlaceKind::Root | PlaceKind::SystemFolder | PlaceKind::HomeWhole) {
            let text = "deletes what git does not know in {}";
            self.path_effect(Kind::Delete, &folder, self.span, "git/clean", text, true);
        }
    }

    pub(super) fn git_setting(&mut self, key: &str, value: &Value, span: Span) {
        let key = key.to_ascii_lowercase();
        const RUNS: &[&str] = &[
            "core.sshcommand",
            "core.pager",
            "core.editor",
            "core.fsmonitor",
            "core.askpass",
            "core.gitproxy",
            "diff.external",
            "sequence.editor",
            "credential.helper",
            "gpg.program",
            "pager.*",
            "diff.*.command",
            "diff.*.textconv",
            "merge.*.driver",
            "filter.*.clean",
            "filter.*.smudge",
            "filter.*.process",
            "difftool.*.cmd",
            "mergetool.*.cmd",
            "browser.*.cmd",
            "uploadpack.packobjectshook",
            "gpg.*.program",
            "interactive.difffilter",
        ];
        if key.starts_with("alias.") {
            let text = value.literal().unwrap_or_default();
            if let Some(code) = text.strip_prefix('!') {
                self.in_subshell(|w| w.run_text(&Value::text(code), span));
            } else {
                self.in_subshell(|w| w.run_text(&Value::text(format!("git {text}")), span));
            }
        } else if glob::fits_any(RUNS, &key) {
            let harmless = value.known().is_some_and(|t| {
                matches!(
                    t.trim(),
                    "" | "cat"
                        | "less"
                        | "true"
                        | "false"
                        | "vim"
                        | "vi"
                        | "nano"
                        | "store"
                        | "cache"
                        | "osxkeychain"
                        | "manager"
                        | "delta"
                        | "gpg"
                        | "less -FRX"
                        | "code --wait"
                        | "libsecret"
                        | "no"
                        | "never"
                        | "auto"
                )
            });
            if !harmless {
                self.in_subshell(|w| w.run_text(value, span));
                self.effect(
                    Kind::Run,
                    Some(key.clone()),
                    span,
                    "git/setting-runs",
                    &format!("makes git run a program by `{key}`"),
                    Tier::Medium,
                    Reach::User,
                    Undo::Hard,
                );
            }
        } else if glob::fits_any(PUSHES_GO, &key) {
            self.effect(
                Kind::ChangeConfig,
                Some(value.shown()),
                span,
                "git/remote-set",
                &format!("lets pushes go to `{}`", value.shown()),
                Tier::Medium,
                Reach::Remote,
                Undo::Easy,
            );
        } else if key == "core.hookspath" {
            self.effect(
                Kind::Persist,
                Some(value.shown()),
                span,
                "git/hooks-path",
                "makes git run hooks from another folder",
                Tier::High,
                Reach::User,
                Undo::Hard,
            );
        }
    }
}
