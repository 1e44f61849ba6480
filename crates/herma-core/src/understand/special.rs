//! Programs that need code of their own.

use super::builtin::{joined, span_of};
use super::field::{Field, Part, Source, Value};
use super::glob;
use super::options::{Options, rest_of};
use super::place::PlaceKind;
use super::walk::Walker;
use crate::effect::{Kind, Reach, Span, Tier, Undo};
use crate::knowledge::{Lang, OptValue, RunPlace, Special};

impl Walker<'_> {
    pub(super) fn special(
        &mut self,
        special: Special,
        name: &str,
        options: &Options,
        stdin: &Value,
    ) -> Option<Value> {
        match special {
            Special::Awk => self.awk(options, stdin),
            Special::Crontab => self.crontab(options, stdin),
            Special::Curl => return Some(self.curl(name, options, stdin)),
            Special::Dd => self.dd(options),
            Special::Docker => self.docker(options),
            Special::Env => return self.env(options, stdin),
            Special::Find => self.find(options),
            Special::Fuser => self.fuser(options),
            Special::Git => self.git(options),
            Special::Herma => self.herma(options),
            Special::Kill => self.kill(name, options),
            Special::Pkill | Special::Killall => return self.pkill(name, options),
            Special::Ln => self.link(options),
            Special::Make => self.make(options, stdin),
            Special::Netcat => self.netcat(name, options, stdin),
            Special::Rsync => self.rsync(options),
            Special::Sed => self.sed(options),
            Special::Ssh => self.ssh(options, stdin),
            Special::Sudo => return self.sudo(options, stdin),
            Special::Tar => self.tar(options),
            Special::Tee => return Some(self.tee(options, stdin)),
            Special::Tmux => self.tmux(options),
            Special::Xargs => self.xargs(options, stdin),
        }
        None
    }

    fn sudo(&mut self, options: &Options, stdin: &Value) -> Option<Value> {
        if options.has("-S") && (!stdin.is_empty() || self.run_place == RunPlace::Here && stdin.has_unknown())
        {
            self.hardline(
                Kind::EscalatePrivilege,
                self.span,
                "sudo/password-piped",
                "feeds a password into `sudo -S`",
            );
            if let Some(last) = self.effects.last_mut() {
                last.instead = Some("a person runs it with `sudo` and types the password".to_owned());
            }
        }
        let rest: Vec<Field> = options
            .args
            .iter()
            .skip_while(|a| a.is("-") || a.value.prefix().split_once('=').is_some_and(|(n, _)| is_name(n)))
            .cloned()
            .collect();
        for assign in options.args.iter().take(options.args.len() - rest.len()) {
            self.assignment_word(assign);
        }
        if rest.is_empty() {
            if options.has("-s") || options.has("-i") || options.has("-e") {
                self.effect(
                    Kind::EscalatePrivilege,
                    None,
                    self.span,
                    "sudo/shell",
                    "opens a shell or editor as root",
                    Tier::High,
                    Reach::System,
                    Undo::Hard,
                );
            }
            return None;
        }
        let outer = std::mem::replace(&mut self.elevated, true);
        let before = self.effects.len();
        let out = self.in_subshell(|w| {
            if options.has("-s") || options.has("-i") {
                let span = span_of(&rest, w.span);
                w.run_text(&joined(&rest), span)
            } else {
                w.exec(rest, stdin.clone())
            }
        });
        self.elevated = outer;
        // As root, even a write that is ordinary for the user is the system's business.
        let changes = self.effects.iter().skip(before).any(|e| !matches!(e.kind, Kind::Read));
        if changes {
            self.effect(
                Kind::EscalatePrivilege,
                None,
                self.span,
                "sudo/run",
                "runs with the rights of root",
                Tier::Medium,
                Reach::System,
                Undo::Hard,
            );
        } else {
            self.effect(
                Kind::EscalatePrivilege,
                None,
                self.span,
                "sudo/look",
                "looks with the rights of root",
                Tier::Low,
                Reach::System,
                Undo::Easy,
            );
        }
        Some(out)
    }

    /// `env A=1 B=2 command`, `env -S 'command line'`.
    fn env(&mut self, options: &Options, stdin: &Value) -> Option<Value> {
        if let Some(text) = options.value("-S") {
            let text = text.clone();
            let mut value = text.to_value();
            for arg in &options.args {
                value.push_text(" ");
                value.append(&arg.value);
            }
            return Some(self.in_subshell(|w| w.run_text(&value, text.span)));
        }
        let rest: Vec<Field> = options
            .args
            .iter()
            .skip_while(|a| a.is("-") || a.value.prefix().split_once('=').is_some_and(|(n, _)| is_name(n)))
            .cloned()
            .collect();
        for assign in options.args.iter().take(options.args.len() - rest.len()) {
            self.assignment_word(assign);
        }
        let folder = options.value("-C").cloned();
        if rest.is_empty() {
            return None;
        }
        Some(self.in_subshell(|w| {
            if let Some(folder) = folder {
                let placed = w.place(&folder.value);
                w.state.cwd = vec![(!placed.unknown).then_some(placed.path)];
            }
            w.exec(rest, stdin.clone())
        }))
    }

    fn assignment_word(&mut self, word: &Field) {
        if let Some((name, _)) = word.value.prefix().split_once('=') {
            let name = name.to_owned();
            let value = rest_of(word, name.len() + 1).value;
            self.environment(&name, &value, word.span);
        }
    }

    fn xargs(&mut self, options: &Options, stdin: &Value) {
        let mut fields: Vec<Field> = options.args.clone();
        if fields.is_empty() {
            return;
        }
        let span = fields.first().map_or(self.span, |f| f.span);
        let items: Vec<Field> = match stdin.known() {
            Some(text) if !text.trim().is_empty() => {
                text.split_whitespace().take(64).map(|w| Field::text(w, span)).collect()
            }
            _ if stdin.is_empty() => vec![Field::new(Value::unknown(Source::Input), span)],
            _ => vec![Field::new(stdin.through("xargs"), span)],
        };
        let marker = options
            .value("-I")
            .or_else(|| options.value("-J"))
            .and_then(|m| m.known().map(str::to_owned))
            .or_else(|| options.given.iter().any(|g| g.name == "-i").then(|| "{}".to_owned()));
        match marker {
            Some(marker) => {
                for item in &items {
                    let replaced: Vec<Field> =
                        fields.iter().map(|f| replace_marker(f, &marker, &item.value)).collect();
                    self.in_subshell(|w| w.exec(replaced, Value::default()));
                }
            }
            None => {
                fields.extend(items);
                self.in_subshell(|w| w.exec(fields, Value::default()));
            }
        }
    }

    fn find(&mut self, options: &Options) {
        let search = Search::of(options);
        let roots: Vec<Field> =
            if search.roots.is_empty() { vec![Field::text(".", self.span)] } else { search.roots.clone() };
        for root in &roots {
            self.path_effect(Kind::Read, &root.value, root.span, "find/reads", "searches {}", false);
        }
        for root in roots {
            for target in search.found(&root.value) {
                if search.deletes {
                    self.find_deletes(&root, &target, &search);
                }
                for action in &search.actions {
                    let fields: Vec<Field> =
                        action.iter().map(|f| replace_marker(f, "{}", &target)).collect();
                    self.in_subshell(|w| w.exec(fields, Value::default()));
                }
            }
        }
    }

    fn find_deletes(&mut self, root: &Field, target: &Value, search: &Search) {
        let span = self.span;
        if !search.filtered {
            // Everything below: as `rm -rf root/*`.
            self.path_effect(Kind::Delete, target, span, "find/delete", "deletes everything below {}", true);
            return;
        }
        if !search.names.is_empty() {
            self.path_effect(
                Kind::Delete,
                target,
                span,
                "find/delete-some",
                "deletes what is found as {}",
                true,
            );
            return;
        }
        let placed = self.place(&root.value);
        let tier = if matches!(placed.kind, PlaceKind::Scratch | PlaceKind::Build) {
            Tier::Low
        } else {
            Tier::Critical
        };
        self.effect(
            Kind::Delete,
            Some(placed.path.clone()),
            span,
            "find/delete-some",
            &format!("deletes what it finds below `{}`", placed.path),
            tier,
            Reach::User,
            Undo::None,
        );
    }

    fn dd(&mut self, options: &Options) {
        if let Some(input) = options.value("if") {
            let input = input.clone();
            self.path_effect(Kind::Read, &input.value, input.span, "dd/reads", "reads {}", false);
        }
        if let Some(output) = options.value("of") {
            let output = output.clone();
            self.path_effect(
                Kind::Overwrite,
                &output.value,
                output.span,
                "dd/writes",
                "writes over {}",
                false,
            );
        }
    }

    /// A link away from a start-up file or to a secret is as good as the file itself.
    fn link(&mut self, options: &Options) {
        let Some((last, targets)) = options.args.split_last() else { return };
        if targets.is_empty() {
            return;
        }
        self.path_effect(Kind::Write, &last.value, last.span, "ln/makes", "makes the link {}", false);
    }

    fn tee(&mut self, options: &Options, stdin: &Value) -> Value {
        let append = options.has("-a");
        for arg in &options.args.clone() {
            let kind = if append { Kind::Write } else { Kind::Overwrite };
            self.path_effect(kind, &arg.value, arg.span, "tee/writes", "writes {}", false);
            self.remember_written(&arg.value, stdin, append);
        }
        stdin.clone()
    }

    fn sed(&mut self, options: &Options) {
        let mut scripts: Vec<Field> =
            options.values("-e").chain(options.values("--expression")).cloned().collect();
        let mut files = options.args.clone();
        if scripts.is_empty() && !options.has("-f") && !options.has("--file") && !files.is_empty() {
            scripts.push(files.remove(0));
        }
        for script in &scripts {
            self.sed_script(&script.value, script.span);
        }
        let in_place = options.has("-i") || options.has("--in-place") || options.has("-I");
        for file in &files {
            let kind = if in_place { Kind::Overwrite } else { Kind::Read };
            let (rule, text) =
                if in_place { ("sed/in-place", "edits {} in place") } else { ("sed/reads", "reads {}") };
            self.path_effect(kind, &file.value, file.span, rule, text, false);
        }
    }

    fn awk(&mut self, options: &Options, stdin: &Value) {
        let mut files = options.args.clone();
        if !options.has("-f") && !options.has("--file") && !files.is_empty() {
            let program = files.remove(0);
            // The reader follows variables of the text only, so values of `-v` are put in front.
            let mut source = Value::default();
            let assigns: Vec<String> = options
                .values("-v")
                .filter_map(|v| v.known())
                .filter_map(|t| t.split_once('='))
                .map(|(n, v)| format!("{n} = \"{}\"; ", v.replace(['"', '\\'], "")))
                .collect();
            if !assigns.is_empty() {
                source.push_text(&format!("BEGIN {{ {} }}\n", assigns.concat()));
            }
            source.append(&program.value);
            self.run_code(Lang::Awk, &source, program.span);
        }
        for file in files.iter().filter(|f| !f.value.prefix().contains('=')) {
            self.path_effect(Kind::Read, &file.value, file.span, "awk/reads", "reads {}", false);
        }
        let _ = stdin;
    }

    fn make(&mut self, options: &Options, stdin: &Value) {
        for file in options
            .values("-f")
            .chain(options.values("--file"))
            .chain(options.values("--makefile"))
            .cloned()
            .collect::<Vec<_>>()
        {
            if file.is("-") || file.is("/dev/stdin") {
                self.from_stdin(Lang::Make, stdin);
                continue;
            }
            let content = match file.value.parts.as_slice() {
                [Part::Unknown(Source::Pipe(content))] => Some(content.as_ref().clone()),
                _ => {
                    let path = self.place(&file.value).path;
                    self.written.iter().rev().find(|(p, _)| *p == path).map(|(_, c)| c.clone())
                }
            };
            if let Some(content) = content {
                self.run_code(Lang::Make, &content, file.span);
            }
        }
        for text in options.values("--eval").cloned().collect::<Vec<_>>() {
            let mut recipe = Value::text("x:\n\t");
            recipe.append(&text.value);
            self.run_code(Lang::Make, &recipe, text.span);
            self.run_code(Lang::Make, &text.value, text.span);
        }
        for arg in options.args.clone() {
            if let Some((name, _)) = arg.value.prefix().split_once('=')
                && matches!(name, "SHELL" | "CC" | "CXX" | "LD" | "AR")
            {
                let value = rest_of(&arg, name.len() + 1).value;
                if value.known().is_some_and(|t| t.contains(' ')) {
                    self.in_subshell(|w| w.run_text(&value, arg.span));
                }
            }
        }
    }

    fn tar(&mut self, options: &Options) {
        for name in [
            "--to-command",
            "--use-compress-program",
            "-I",
            "--checkpoint-action",
            "--rsh-command",
            "--info-script",
            "-F",
            "--new-volume-script",
        ] {
            for value in options.values(name).cloned().collect::<Vec<_>>() {
                let text = value.value.prefix().to_owned();
                let code = match text.strip_prefix("exec=") {
                    Some(_) => rest_of(&value, "exec=".len()).value,
                    None if name == "--checkpoint-action" => continue,
                    None => value.value.clone(),
                };
                self.in_subshell(|w| w.run_text(&code, value.span));
            }
        }
        let unpacks = options.has("-x")
            || options.has("--extract")
            || options
                .raw
                .first()
                .is_some_and(|w| w.value.prefix().contains('x') && !w.value.prefix().starts_with("--"));
        for folder in options.values("-C").cloned().collect::<Vec<_>>() {
            if unpacks {
                self.path_effect(
                    Kind::Write,
                    &folder.value,
                    folder.span,
                    "tar/unpacks",
                    "unpacks into {}",
                    true,
                );
            }
        }
    }

    fn rsync(&mut self, options: &Options) {
        for name in ["-e", "--rsh", "--rsync-path"] {
            for value in options.values(name).cloned().collect::<Vec<_>>() {
                if name == "--rsync-path" && value.known().is_some_and(|t| t.starts_with("sudo ")) {
                    continue;
                }
                self.in_subshell(|w| w.run_text(&value.value, value.span));
            }
        }
        let Some((target, sources)) = options.args.split_last() else { return };
        let deletes = options.given.iter().any(|g| g.name.starts_with("--del"));
        let remote = |f: &Field| f.value.prefix().split('/').next().is_some_and(|h| h.contains(':'));
        if remote(target) {
            let secret = sources
                .iter()
                .map(|s| self.place(&s.value))
                .find(|p| p.kind == PlaceKind::Credential)
                .map(|p| p.path);
            self.send(&target.value, target.span, "rsync/send", secret.as_deref());
        } else if deletes {
            let mut contents = target.to_value();
            contents.push_text("/");
            contents.push(Part::Glob("*".to_owned()));
            self.path_effect(
                Kind::Delete,
                &contents,
                target.span,
                "rsync/mirror",
                "deletes what the source lacks in {}",
                true,
            );
        } else {
            self.path_effect(Kind::Overwrite, &target.value, target.span, "rsync/writes", "writes {}", true);
        }
        if options.has("--remove-source-files") {
            for source in sources.to_vec() {
                self.path_effect(
                    Kind::Delete,
                    &source.value,
                    source.span,
                    "rsync/removes-source",
                    "removes {} after copying",
                    true,
                );
            }
        }
    }

    fn ssh(&mut self, options: &Options, stdin: &Value) {
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
        let local = super::network::is_loopback(super::network::host_of(host.value.prefix()));
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
                self.from_stdin(Lang::Shell, stdin);
                self.run_place = outer;
            }
            return;
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

    fn netcat(&mut self, name: &str, options: &Options, stdin: &Value) {
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
            let local = super::network::is_loopback(super::network::host_of(host.value.prefix()));
            if options.has("-l") || options.has("--listen") {
                self.effect(
                    Kind::OpenNetwork,
                    None,
                    self.span,
                    "netcat/listen",
                    "opens a port",
                    Tier::Medium,
                    Reach::Remote,
                    Undo::Easy,
                );
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
                Tier::Medium,
                Reach::Remote,
                Undo::Easy,
            );
        }
    }

    fn crontab(&mut self, options: &Options, stdin: &Value) {
        let file = options.args.first();
        if options.has("-l") || file.is_none() && !options.has("-r") && !options.has("-e") && stdin.is_empty()
        {
            return;
        }
        let (tier, text) = if options.has("-r") {
            (Tier::Critical, "deletes the crontab")
        } else {
            (Tier::High, "changes what runs by itself")
        };
        self.effect(Kind::Persist, None, self.span, "crontab/change", text, tier, Reach::User, Undo::None);
        if let Some(text) = stdin.literal() {
            for line in text.lines().filter(|l| !l.trim_start().starts_with('#')) {
                let command = line
                    .split_whitespace()
                    .skip(if line.trim_start().starts_with('@') { 1 } else { 5 })
                    .collect::<Vec<_>>()
                    .join(" ");
                if !command.is_empty() {
                    self.in_subshell(|w| w.run_text(&Value::text(command), w.span));
                }
            }
        }
    }

    /// Keys typed into another terminal.
    fn tmux(&mut self, options: &Options) {
        const TYPES: &[&str] = &[
            "send-keys",
            "send",
            "stuff",
            "pipe-pane",
            "run-shell",
            "run",
            "if-shell",
            "if",
            "respawn-pane",
            "respawn-window",
            "new-window",
            "neww",
            "split-window",
            "splitw",
            "new-session",
            "new",
            "new-s",
            "set-hook",
            "display-popup",
            "popup",
        ];
        let verb_at = options.raw.iter().position(|w| TYPES.contains(&w.value.prefix()));
        let Some((verb, rest)) = verb_at.and_then(|at| options.raw.get(at..)).and_then(|r| r.split_first())
        else {
            return;
        };
        let span = self.span;
        let mut words = rest.iter();
        let mut typed: Vec<Field> = Vec::new();
        while let Some(word) = words.next() {
            match word.known() {
                Some(
                    "-t" | "-s" | "-c" | "-n" | "-x" | "-y" | "-F" | "-e" | "-f" | "-l" | "-N" | "-w" | "-h"
                    | "-p",
                ) if !matches!(verb.known(), Some("send-keys" | "send"))
                    || word.is("-t")
                    || word.is("-N") =>
                {
                    words.next();
                }
                Some("Enter" | "C-m" | "C-j" | "KPEnter" | "Space") => {
                    typed.push(Field::text("\n", word.span))
                }
                Some(text) if text.starts_with('-') && text.len() > 1 => {}
                _ => typed.push(word.clone()),
            }
        }
        if typed.is_empty() {
            return;
        }
        let code = joined(&typed);
        self.in_subshell(|w| w.run_text(&code, span));
        if matches!(verb.known(), Some("send-keys" | "send" | "stuff")) {
            self.effect(
                Kind::Run,
                None,
                span,
                "tmux/send-keys",
                "types into another terminal",
                Tier::Medium,
                Reach::User,
                Undo::Hard,
            );
        }
    }

    /// Containers: what their mounts and privileges make the host's again.
    fn docker(&mut self, options: &Options) {
        let mut risky = None;
        for given in &options.given {
            let value = given.value.as_ref().map(|v| v.value.clone());
            match given.name.as_ref() {
                "--privileged" => risky = Some("gives a container the rights of the host"),
                "--pid" | "--ipc" | "--userns" | "--net" | "--network"
                    if value.as_ref().is_some_and(|v| v.known() == Some("host"))
                        && given.name != "--network"
                        && given.name != "--net" =>
                {
                    risky = Some("puts a container into the host's own space");
                }
                "--cap-add" | "--device" | "--security-opt" => {
                    risky = risky.or(Some("gives a container more rights than usual"))
                }
                "-v" | "--volume" | "--mount" => {
                    if let Some(value) = value {
                        self.mount(&value, given.span);
                    }
                }
                _ => {}
            }
        }
        if let Some(text) = risky {
            self.effect(
                Kind::EscalatePrivilege,
                None,
                self.span,
                "docker/privilege",
                text,
                Tier::High,
                Reach::System,
                Undo::Hard,
            );
        }
    }

    fn mount(&mut self, value: &Value, span: Span) {
        let text = value.prefix();
        let source = if text.contains("source=") || text.contains("src=") {
            text.split(',')
                .find_map(|p| p.strip_prefix("source=").or_else(|| p.strip_prefix("src=")))
                .map(Value::text)
        } else {
            let end = text.find(':').unwrap_or(text.len());
            text.get(..end).map(Value::text)
        };
        let Some(source) = source.filter(|s| s.prefix().starts_with(['/', '~', '.'])) else { return };
        let read_only = value.literal().is_some_and(|t| t.ends_with(":ro") || t.contains("readonly"));
        let placed = self.place(&source);
        let whole = matches!(
            placed.kind,
            PlaceKind::Root
                | PlaceKind::SystemFolder
                | PlaceKind::HomeWhole
                | PlaceKind::Credential
                | PlaceKind::Guard
                | PlaceKind::System
                | PlaceKind::Startup
        );
        let socket = placed.path.ends_with("docker.sock");
        if socket
            || whole && !read_only
            || matches!(placed.kind, PlaceKind::Root | PlaceKind::Credential | PlaceKind::Guard)
        {
            self.effect(
                Kind::EscalatePrivilege,
                Some(placed.path.clone()),
                span,
                "docker/mount",
                &format!("hands `{}` of the host to a container", placed.path),
                Tier::High,
                Reach::System,
                Undo::Hard,
            );
        }
    }

    /// Settings that make git run something: `-c alias.x='!…'`, `-c core.sshCommand=…`.
    fn git(&mut self, options: &Options) {
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
        if leaf.names.contains(&"config") && options.args.len() >= 2 {
            let (key, setting) = (options.args.first().cloned(), options.args.get(1).cloned());
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

    fn git_setting(&mut self, key: &str, value: &Value, span: Span) {
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
        } else if RUNS.iter().any(|p| glob::fits(p, &key)) {
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

    /// Herma's own commands: what changes something is for people only.
    fn herma(&mut self, options: &Options) {
        const ORDINARY: &[&str] = &[
            "check",
            "explain",
            "list",
            "trace",
            "doctor",
            "ask",
            "version",
            "help",
            "status",
            "paths",
            "stats",
            "completions",
            "eval",
            "hook",
        ];
        const ORDINARY_SUB: &[(&str, &str)] = &[
            ("policy", "check"),
            ("policy", "test"),
            ("policy", "show"),
            ("audit", "verify"),
            ("grants", "list"),
            ("session", "list"),
            ("config", "list"),
            ("mcp", "list"),
            ("a2a", "list"),
            ("pki", "list"),
            ("mode", "show"),
        ];
        let mut words = options.raw.iter();
        let verb = loop {
            match words.next() {
                Some(word) if matches!(word.known(), Some("--home" | "--policy" | "--data")) => {
                    words.next();
                }
                Some(word) if word.value.prefix().starts_with('-') => {}
                Some(word) => break word,
                None => return,
            }
        };
        if verb.is("run") {
            // Guarded execution of something else: what counts is what it runs.
            let rest: Vec<Field> = words.skip_while(|w| w.value.prefix().starts_with('-')).cloned().collect();
            self.in_subshell(|w| w.exec(rest, Value::default()));
            return;
        }
        let sub = words.next().and_then(|w| w.known()).unwrap_or("");
        let ordinary = verb.known().is_some_and(|v| ORDINARY.contains(&v) || ORDINARY_SUB.contains(&(v, sub)));
        if ordinary {
            self.effect(
                Kind::Read,
                None,
                self.span,
                "herma/looks",
                "asks Herma",
                Tier::Safe,
                Reach::User,
                Undo::Easy,
            );
            return;
        }
        let shown = verb.value.shown();
        self.hardline(
            Kind::AnswerForPerson,
            self.span,
            "herma/answers",
            &format!("`herma {shown}` decides in a person's place"),
        );
        if let Some(last) = self.effects.last_mut() {
            last.instead = Some("a person runs it in a terminal of their own".to_owned());
        }
    }
}

fn is_name(text: &str) -> bool {
    !text.is_empty()
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
        && !text.starts_with(|c: char| c.is_ascii_digit())
}

/// A word with a marker (`{}`) replaced.
fn replace_marker(field: &Field, marker: &str, with: &Value) -> Field {
    let mut value = Value::default();
    for part in &field.value.parts {
        match part {
            Part::Text(text) if !marker.is_empty() => {
                for (i, piece) in text.split(marker).enumerate() {
                    if i > 0 {
                        value.append(with);
                    }
                    value.push_text(piece);
                }
            }
            other => value.push(other.clone()),
        }
    }
    Field::new(value, field.span)
}

/// Names in one `find` that are looked at one by one.
const MAX_NAMES: usize = 16;

/// A `find` command line, taken apart in order.
#[derive(Default)]
struct Search {
    roots: Vec<Field>,
    names: Vec<String>,
    /// Something other than depth and type narrows what is found.
    filtered: bool,
    deletes: bool,
    actions: Vec<Vec<Field>>,
}

impl Search {
    fn of(options: &Options) -> Self {
        const NARROWS_NOTHING: &[&str] = &[
            "-print",
            "-print0",
            "-depth",
            "-d",
            "-xdev",
            "-mount",
            "-mindepth",
            "-maxdepth",
            "-L",
            "-H",
            "-P",
            "-o",
            "-or",
            "-a",
            "-and",
            "-ls",
            "-type",
            "-ignore_readdir_race",
            "-noleaf",
            "-follow",
            "-true",
            "-not",
            "-f",
            "-printf",
            "-E",
            "-X",
            "-x",
            "-warn",
            "-nowarn",
            "-daystart",
        ];
        let mut search = Search::default();
        let mut words = options.raw.iter();
        let mut negated = false;
        while let Some(word) = words.next() {
            let text = word.value.prefix();
            match text {
                "-exec" | "-execdir" | "-ok" | "-okdir" => {
                    let command: Vec<Field> =
                        words.by_ref().take_while(|w| !w.is(";") && !w.is("+")).cloned().collect();
                    search.actions.push(command);
                }
                "-delete" => search.deletes = true,
                "!" | "-not" => {
                    negated = true;
                    continue;
                }
                "(" | ")" | "," => {}
                _ if text.starts_with('-') => {
                    let takes = options
                        .chain
                        .iter()
                        .flat_map(|p| p.opts)
                        .any(|o| o.value == OptValue::Required && o.names.contains(&text));
                    let value = if takes { words.next() } else { None };
                    if matches!(text, "-name" | "-iname" | "-path" | "-wholename" | "-ipath") && !negated {
                        search.names.extend(value.and_then(|v| v.value.literal()));
                    }
                    search.filtered |= !NARROWS_NOTHING.contains(&text);
                }
                _ => search.roots.push(word.clone()),
            }
            negated = false;
        }
        search
    }

    /// What it would name below a root: one pattern a name, or everything.
    fn found(&self, root: &Value) -> Vec<Value> {
        let below = |tail: &[Part]| {
            let mut value = root.clone();
            value.push_text("/");
            tail.iter().for_each(|part| value.push(part.clone()));
            value
        };
        if self.names.is_empty() {
            return vec![below(&[if self.filtered {
                Part::Unknown(Source::Input)
            } else {
                Part::Glob("*".to_owned())
            }])];
        }
        let named = |name: &String| {
            let name = name.trim_start_matches("*/").trim_start_matches("./");
            below(&[Part::Unknown(Source::Input), Part::Text("/".to_owned()), Part::Glob(name.to_owned())])
        };
        self.names.iter().take(MAX_NAMES).map(named).collect()
    }
}
