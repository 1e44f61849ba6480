//! Other hosts: `ssh` and `netcat`.

use crate::effect::{Kind, Reach, Tier, Undo};
use crate::knowledge::{Lang, RunPlace};
use crate::understand::builtin::{joined, span_of};
use crate::understand::field::{Field, Value};
use crate::understand::options::{Options, rest_of};
use crate::understand::walk::Walker;

/// Programs that take what comes in and keep it, run it or hand it on. Sorted.
#[rustfmt::skip]
const READS_INPUT: &[&str] = &[
    "base64", "bash", "bunzip2", "bzip2", "cat", "cpio", "dd", "docker", "gpg", "gunzip", "gzip", "lz4", "mbuffer", "mysql", "nc",
    "openssl", "pax", "perl", "pg_restore", "podman", "psql", "pv", "python", "python3", "sh", "socat", "split", "sponge", "sudo",
    "tar", "tee", "unxz", "unzstd", "xz", "zcat", "zfs", "zsh", "zstd",
];

impl Walker<'_> {
    pub(super) fn ssh(&mut self, options: &Options, stdin: &Value) {
        for value in options.values("-o").cloned().collect::<Vec<_>>() {
            let text = value.value.prefix().to_owned();
            if let Some((key, _)) = text.split_once(['=', ' '])
                && matches!(
                    key.to_ascii_lowercase().as_str(),
                    "proxycommand"
                        | "localcommand"
                        | "knownhostscommand"
                        | "remotecommand"
                        | "permitlocalcommand"
                )
                && !key.eq_ignore_ascii_case("permitlocalcommand")
            {
                let code = rest_of(&value, key.len() + 1);
                self.in_subshell(|w| w.run_text(&code.value, value.span));
            }
        }
        let Some((host, command)) = options.args.split_first() else { return };
        if let Some(secret) = stdin.secret().map(str::to_owned) {
            self.send(&host.value, host.span, "ssh/send", Some(&secret));
        }
        let local =
            crate::understand::network::is_loopback(crate::understand::network::host_of(host.value.prefix()));
        let shown = host.value.shown();
        if command.is_empty() {
            let tunnels = ["-R", "-D", "-L", "-w"].iter().any(|o| options.has(o));
            let tier = if options.has("-R") || tunnels && !local { Tier::Medium } else { Tier::Low };
            self.effect(
                Kind::OpenNetwork,
                Some(shown.clone()),
                host.span,
                "ssh/connect",
                &format!("opens a session on `{shown}`"),
                tier,
                Reach::Remote,
                Undo::Easy,
            );
            if !stdin.is_empty() {
                let outer = std::mem::replace(&mut self.run_place, RunPlace::Remote);
                self.code_on_stdin(Lang::Shell, stdin);
                self.run_place = outer;
            }
            return;
        }
        // `tar c . | ssh host tar x`, `cat f | ssh host cat`: what is piped in goes there.
        let reads = command.first().and_then(|f| f.known()).is_some_and(|text| {
            let program = text.split([' ', ';', '|']).next().unwrap_or("").rsplit('/').next().unwrap_or("");
            READS_INPUT.binary_search(&program).is_ok()
        });
        if !local && reads && !stdin.is_empty() && stdin.known().is_none() && !options.has("-n") {
            let secret = stdin.secret().map(str::to_owned);
            self.send(&host.value, host.span, "ssh/send", secret.as_deref());
        }
        let span = span_of(command, self.span);
        let code = joined(command);
        let outer =
            std::mem::replace(&mut self.run_place, if local { RunPlace::Here } else { RunPlace::Remote });
        let before = self.effects.len();
        self.in_subshell(|w| w.run_text(&code, span));
        let worst = self.effects.iter().skip(before).map(|e| e.floor).max().unwrap_or(Tier::Safe);
        self.run_place = outer;
        let tier = if worst > Tier::Safe { Tier::Medium } else { Tier::Low };
        self.effect(
            Kind::Run,
            Some(shown.clone()),
            span,
            "ssh/run",
            &format!("runs a command on `{shown}`"),
            tier,
            Reach::Remote,
            Undo::Hard,
        );
    }

    pub(super) fn netcat(&mut self, name: &str, options: &Options, stdin: &Value) {
        let runs: Vec<Field> =
            ["-e", "-c", "--exec", "--sh-exec"].iter().flat_map(|o| options.values(o)).cloned().collect();
        if !runs.is_empty()
            || options.args.iter().any(|a| {
                a.value.prefix().to_ascii_uppercase().contains("EXEC:")
                    || a.value.prefix().to_ascii_uppercase().contains("SYSTEM:")
            })
        {
            self.effect(
                Kind::RunUnknownCode,
                None,
                self.span,
                "netcat/shell",
                "puts a program behind a network connection",
                Tier::Critical,
                Reach::Remote,
                Undo::None,
            );
            for code in runs {
                self.in_subshell(|w| w.run_text(&code.value, code.span));
            }
            return;
        }
        let scans = options.has("-z");
        if let Some(host) = options.args.first().cloned() {
            let local = crate::understand::network::is_loopback(crate::understand::network::host_of(
                host.value.prefix(),
            ));
            if options.has("-l") || options.has("--listen") {
                self.effect(
                    Kind::OpenNetwork,
                    None,
                    self.span,
                    "netcat/listen",
                    "opens a port",
                    Tier::Low,
                    Reach::Remote,
                    Undo::Easy,
                );
            } else if scans && !local && options.args.iter().skip(1).any(|p| p.value.prefix().contains('-')) {
                self.connects(&host.value, host.span, "netcat/sweep");
            } else if scans || local {
                self.effect(
                    Kind::OpenNetwork,
                    Some(host.value.shown()),
                    host.span,
                    "netcat/look",
                    "looks whether a port is open",
                    Tier::Low,
                    Reach::Remote,
                    Undo::Easy,
                );
            } else if stdin.is_empty() {
                self.connects(&host.value, host.span, "netcat/connect");
            } else {
                let secret = stdin.secret().map(str::to_owned);
                self.send(&host.value, host.span, &format!("{name}/send"), secret.as_deref());
            }
        } else if options.has("-l") {
            self.effect(
                Kind::OpenNetwork,
                None,
                self.span,
                "netcat/listen",
                "opens a port",
                Tier::Low,
                Reach::Remote,
                Undo::Easy,
            );
        }
    }
}
