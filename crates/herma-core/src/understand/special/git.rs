//! Settings that make git run something.

use crate::effect::{Kind, Reach, Span, Tier, Undo};
use crate::understand::field::Value;
use crate::understand::glob;
use crate::understand::options::{Options, rest_of};
use crate::understand::place::PlaceKind;
use crate::understand::walk::Walker;

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
    pub(super) fn git(&mut self, options: &Options) {
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
        let leaf = options.leaf();
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
