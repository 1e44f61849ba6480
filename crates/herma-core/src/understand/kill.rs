//! Stopping processes: whose they are, by the real process table.

use super::field::{Field, Found, SessionKey, Source, Value};
use super::options::Options;
use super::place::PlaceKind;
use super::walk::Walker;
use crate::effect::{Kind, Reach, Span, Tier, Undo};
use crate::knowledge::RunPlace;
use crate::world::{Answer, Process, Question};
use std::rc::Rc;

const THE_SAFE_WAY: &str = "a person stops or restarts it in a terminal of their own";

impl Walker<'_> {
    fn processes(&self) -> Option<Vec<Process>> {
        match self.world.ask(Question::Processes) {
            Answer::Processes(list) => Some(list),
            _ => None,
        }
    }

    /// Whether the host's processes are the ones meant.
    fn host_counts(&self) -> bool {
        self.run_place == RunPlace::Here && !self.is_in_container()
    }

    /// `kill`: each operand a pid, a group, a job, or something computed.
    pub(super) fn kill(&mut self, name: &str, options: &Options) {
        let mut words = options.raw.iter().peekable();
        let mut looks = false;
        let mut debugs = false;
        // At most one signal, then pids; a second thing with a dash is a process group.
        match words.peek().map(|w| w.value.prefix().to_owned()).as_deref() {
            Some("-s" | "-n" | "--signal") => {
                words.next();
                let signal = words.next();
                looks = signal.is_some_and(|signal| signal.is("0"));
                debugs = signal.is_some_and(|signal| opens_a_debugger(signal.value.prefix()));
            }
            Some("-l" | "-L" | "--list" | "--table" | "-0") => looks = true,
            Some(text) if text.len() > 1 && text.starts_with('-') && text != "--" => {
                debugs = opens_a_debugger(text.trim_start_matches('-'));
                words.next();
            }
            _ => {}
        }
        if looks {
            self.effect(
                Kind::Read,
                None,
                self.span,
                "kill/looks",
                "looks whether a process is there",
                Tier::Safe,
                Reach::User,
                Undo::Easy,
            );
            return;
        }
        let words: Vec<_> = words.filter(|w| !w.is("--")).collect();
        let children = words.iter().any(|w| w.value.sources().any(|s| *s == Source::ChildPid));
        for word in words {
            // `pids="$pids $!"` in a loop: the first time round it is empty.
            let gathered =
                |s: &Source| matches!(s, Source::Variable(v) if v.bytes().all(|b| b.is_ascii_lowercase()));
            if children && word.value.known().is_none() && word.value.sources().all(gathered) {
                continue;
            }
            // `kill -USR1 $(pgrep node)`: that nothing of the kind runs now says little.
            let nobodys = |s: &Source| matches!(s, Source::Pids(found) if found.whose == SessionKey::Nobodys);
            if debugs && word.value.sources().any(nobodys) {
                self.foreign_process(word.span, &format!("{name}/debugs"), &word.value.shown(), 0.6);
                continue;
            }
            self.kill_target(&word.value, word.span, &format!("{name}/pid"));
        }
        // `kill -1` alone: there was no signal after all.
        if options.raw.len() == 1
            && let Some(only) = options.raw.first().filter(|w| w.value.prefix().starts_with('-'))
        {
            self.kill_target(&only.value, only.span, &format!("{name}/group"));
        }
    }

    pub(super) fn kill_target(&mut self, target: &Value, span: Span, rule: &str) {
        let shown = target.shown();
        let here = self.host_counts();
        if let Some(text) = target.known() {
            if text.starts_with('%') {
                self.own_process(span, rule, text);
                return;
            }
            match text.parse::<i64>() {
                Ok(-1 | 0) if here => self.host_stop(
                    span,
                    rule,
                    &format!("`kill {text}` reaches every process it may, the agent's host among them"),
                ),
                Ok(1) if here => self.host_stop(span, rule, "process 1 carries the whole system"),
                Ok(pid) => self.kill_pid(pid, span, rule),
                Err(_) => self.foreign_process(span, rule, &shown, 0.9),
            }
            return;
        }
        // A minus before something computed is a process group.
        let group = target.prefix() == "-" || target.prefix() == "-- -";
        for source in target.sources() {
            match source {
                Source::OwnPid if here => {
                    return self.host_stop(span, rule, "the shell that the agent's host runs this in");
                }
                Source::ParentPid if here => {
                    return self.host_stop(span, rule, "the parent of this shell is the agent's host");
                }
                Source::Pids(found) => {
                    let found = Rc::clone(found);
                    return self.found_processes(&found, span, rule);
                }
                Source::ChildPid if !group => return self.own_process(span, rule, "$!"),
                Source::File(path) if !group && path.ends_with("pid") => {
                    let path = path.clone();
                    return self.kill_by_file(&path, span, rule);
                }
                _ => {}
            }
        }
        self.foreign_process(span, rule, &shown, 0.6);
    }

    /// Whether the text has started a program of that name, or with `full` a command line like that, in the background.
    fn started_itself(&self, pattern: &str, full: bool) -> bool {
        const IDLE: &[&str] = &["true", "false", ":", "echo", "printf", "sleep", "test", "cat", "yes"];
        self.started.iter().any(|line| {
            let mut words = line.split(' ');
            let program = words.next().unwrap_or("");
            let name = program.rsplit('/').next().unwrap_or("");
            let script = words.next().unwrap_or("");
            !IDLE.contains(&name)
                && pattern.len() > 2
                && (name == pattern || full && (line.contains(pattern) || script.contains(pattern)))
        })
    }

    /// `kill $(cat server.pid)`: whoever the file names now. The project's own pid files name what it started.
    fn kill_by_file(&mut self, path: &str, span: Span, rule: &str) {
        if self.placed_before_reading(path, span) {
            return;
        }
        let named = match self.world.ask(Question::Read(path, 32)) {
            Answer::Bytes(bytes) => String::from_utf8_lossy(&bytes).trim().parse::<i64>().ok(),
            _ => None,
        };
        let here = self.start.as_deref().is_some_and(|s| s.len() > 1 && path.starts_with(&format!("{s}/")));
        let ours = here || self.kind_of(path) == PlaceKind::Scratch || path.starts_with("/tmp/");
        if path.contains("herma") {
            return self.host_stop(span, rule, "it would reach Herma itself");
        }
        match named {
            Some(pid) if pid > 1 && self.host_counts() => self.kill_pid(pid, span, rule),
            None if ours => self.own_process(span, rule, path),
            _ => self.foreign_process(span, rule, path, 0.6),
        }
    }

    fn kill_pid(&mut self, pid: i64, span: Span, rule: &str) {
        let Some(list) = self.processes().filter(|_| self.host_counts()) else {
            return self.foreign_process(span, rule, &pid.to_string(), 0.9);
        };
        let wanted = pid.unsigned_abs();
        let meant = |p: &Process| {
            if pid < 0 {
                u64::from(p.group.unsigned_abs()) == wanted
            } else {
                u64::from(p.pid.unsigned_abs()) == wanted
            }
        };
        let hits: Vec<&Process> = list.iter().filter(|p| meant(p)).collect();
        let mut found = found(&hits, &list, &pid.to_string());
        if hits.is_empty() && self.sees_all_processes() {
            found.whose = SessionKey::Nobodys;
        }
        self.found_processes(&found, span, rule);
    }

    /// Whether the process table holds everything that this kill could reach. On Linux below Windows (WSL) it does not show
    /// the processes of Windows.
    fn sees_all_processes(&self) -> bool {
        let there = |path: &&str| matches!(self.world.ask(Question::Look(path)), Answer::Entry(_));
        !self.stops_on_windows || !WINDOWS_BESIDE.iter().any(there)
    }

    /// Stops something as a command of Windows does.
    pub(super) fn stopping_on_windows<T>(&mut self, stop: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.stops_on_windows, true);
        let out = stop(self);
        self.stops_on_windows = outer;
        out
    }

    fn found_processes(&mut self, found: &Found, span: Span, rule: &str) {
        match &found.host {
            Some(which) if self.host_counts() => {
                self.host_stop(span, rule, &format!("it would reach {which}"))
            }
            _ => match found.whose {
                SessionKey::Own => self.own_process(span, rule, &found.shown),
                SessionKey::Nobodys => self.effect(
                    Kind::StopProcess,
                    Some(found.shown.clone()),
                    span,
                    rule,
                    &format!("stops `{}`, of which nothing runs now", found.shown),
                    Tier::Low,
                    Reach::Workspace,
                    Undo::Easy,
                ),
                SessionKey::Users => self.effect(
                    Kind::StopProcess,
                    Some(found.shown.clone()),
                    span,
                    rule,
                    &format!("stops `{}`, a process of yours that it did not start", found.shown),
                    Tier::Medium,
                    Reach::User,
                    Undo::Hard,
                ),
                SessionKey::Others => self.foreign_process(span, rule, &found.shown, 0.9),
            },
        }
    }

    fn host_stop(&mut self, span: Span, rule: &str, why: &str) {
        self.hardline(
            Kind::StopProcess,
            span,
            rule,
            &format!("stops the host that guards this agent: {why}"),
        );
        if let Some(last) = self.effects.last_mut() {
            last.instead = Some(THE_SAFE_WAY.to_owned());
        }
    }

    fn own_process(&mut self, span: Span, rule: &str, what: &str) {
        self.effect(
            Kind::StopProcess,
            Some(what.to_owned()),
            span,
            rule,
            &format!("stops `{what}`, which it started itself"),
            Tier::Low,
            Reach::Workspace,
            Undo::Hard,
        );
    }

    fn foreign_process(&mut self, span: Span, rule: &str, what: &str, certainty: f32) {
        if self.is_free_container() {
            let text = format!("stops `{what}` in the container");
            let kind = Kind::StopProcess;
            return self.effect(
                kind,
                Some(what.to_owned()),
                span,
                rule,
                &text,
                Tier::Low,
                Reach::Scratch,
                Undo::Hard,
            );
        }
        self.effect(
            Kind::StopProcess,
            Some(what.to_owned()),
            span,
            rule,
            &format!("stops `{what}`, which it did not start"),
            Tier::Critical,
            Reach::User,
            Undo::None,
        );
        if let Some(last) = self.effects.last_mut() {
            last.certainty = last.certainty.min(certainty);
        }
    }

    /// `pkill`, `pgrep`: the processes a pattern would match. `full` looks at whole command lines.
    fn matching(&self, pattern: &str, full: bool, exact: bool) -> Option<Found> {
        // The name counts however it is spelled: `her.a`, `h[e]rma`.
        let names_guard = pattern.to_ascii_lowercase().contains("herma")
            || regex_lite::Regex::new(pattern).is_ok_and(|r| r.is_match("herma"));
        let names_guard = names_guard || self.fits_program(pattern, "herma", full, exact);
        let guard = names_guard.then(|| "Herma itself".to_owned());
        let guard = guard.or_else(|| self.names_host(pattern, full, exact));
        let Some(list) = self.processes() else {
            return Some(Found { shown: pattern.to_owned(), host: guard, whose: SessionKey::Others });
        };
        let anchored = if exact { format!("^(?:{pattern})$") } else { pattern.to_owned() };
        let regex = regex_lite::Regex::new(&anchored).ok();
        let fits = |p: &Process| {
            let text = if full { p.command.as_str() } else { p.name.as_str() };
            regex.as_ref().map_or_else(|| text.contains(pattern), |regex| regex.is_match(text))
        };
        // `taskkill /im *` has patterns of its own.
        let understood = regex.is_some() && !(self.stops_on_windows && pattern.contains(['*', '?']));
        let hits: Vec<&Process> = list.iter().filter(|p| !p.myself && fits(p)).collect();
        let mut found = found(&hits, &list, pattern);
        found.host = guard.or(found.host);
        // On another host or in a container other processes run.
        if !self.host_counts() {
            found.whose = SessionKey::Others;
            return Some(found);
        }
        // `pkill -f 'vite --port 5173'`: nothing runs that it could mean. What keeps the machine running may be back in a
        // moment, so its name is asked about in any case.
        if hits.is_empty()
            && understood
            && found.host.is_none()
            && !names_a_guard(pattern)
            && !names_a_service(pattern)
            && self.sees_all_processes()
        {
            found.whose = SessionKey::Nobodys;
        }
        Some(found)
    }

    /// The agent's host by its name, though nothing of that name runs now. Where the process table shows which agent that
    /// is, another agent is only another program.
    fn names_host(&self, pattern: &str, full: bool, exact: bool) -> Option<String> {
        let agent = agent_named_by(pattern).or_else(|| {
            let programs = crate::agents::HOSTS.iter().map(|host| host.program);
            programs.into_iter().find(|program| self.fits_program(pattern, program, full, exact))
        })?;
        let hosts = self.processes().unwrap_or_default();
        let mut known = hosts.iter().filter(|p| p.host).filter_map(|p| agent_named_by(&p.command));
        let named = known.clone().next().is_none() || known.any(|host| host == agent);
        named.then(|| format!("`{agent}`, which runs this agent"))
    }

    /// Whether a pattern with signs of its own names this program, wherever it may be installed: `^/usr/bin/h.rma`, `cl.ude`.
    /// What it finds must be the whole name: a folder or a letter of it names nobody.
    fn fits_program(&self, pattern: &str, program: &str, full: bool, exact: bool) -> bool {
        if program.is_empty() || !pattern.contains(['.', '[', '(', '*', '+', '?', '^', '|', '\\', '{']) {
            return false;
        }
        crate::work::charge(4 + pattern.len() / 16);
        let anchored = if exact { format!("^(?:{pattern})$") } else { pattern.to_owned() };
        let Ok(regex) = regex_lite::Regex::new(&anchored) else { return false };
        let home = self.home.trim_end_matches('/');
        let own =
            self.own_program().and_then(|path| path.rsplit_once('/')).map(|(folder, _)| format!("{folder}/"));
        let usual = ["", "/usr/bin/", "/usr/local/bin/", "/opt/homebrew/bin/", "/bin/"].map(str::to_owned);
        let below = [".local/bin", ".cargo/bin", "bin", ".npm-global/bin", ".bun/bin"]
            .map(|b| format!("{home}/{b}/"));
        let folders = usual.into_iter().chain(below).chain(own).take(if full { usize::MAX } else { 1 });
        folders.into_iter().any(|folder| {
            let line = format!("{folder}{program}");
            // Alone, and with the words that the pattern has behind the name: both ends may be anchored.
            let words =
                pattern.split_once(' ').map_or(" run", |(first, _)| pattern.get(first.len()..).unwrap_or(""));
            let words = words.trim_end_matches('$');
            ["", words].iter().any(|words| {
                let text = format!("{line}{words}");
                let found =
                    regex.find_iter(&text).any(|m| m.start() <= folder.len() && m.end() >= line.len());
                // A pattern that any program fits names none.
                found && !regex.is_match(&format!("{folder}zz{words}"))
            })
        })
    }

    /// `pkill` stops what `pgrep` lists.
    pub(super) fn pkill(&mut self, name: &str, options: &Options) -> Option<Value> {
        let looks = name.starts_with("pgrep") || name == "pidof" || options.has("-0");
        let full = options.has("-f") || options.has("--full");
        let exact = options.has("-x")
            || options.has("--exact")
            || name == "pidof"
            || name == "killall"
            || name == "killall5";
        let mut founds = Vec::new();
        for arg in &options.args {
            match arg.value.literal() {
                Some(pattern) => {
                    let mut found = self.matching(&pattern, full, exact);
                    if let Some(found) = found.as_mut() {
                        // The text itself started something of that name a moment ago.
                        if found.host.is_none() && self.started_itself(&pattern, full) {
                            found.whose = SessionKey::Own;
                        }
                    }
                    founds.extend(found);
                }
                None => {
                    founds.push(Found { shown: arg.value.shown(), host: None, whose: SessionKey::Others })
                }
            }
        }
        let by_user = ["-u", "-U", "-t", "-g", "-G", "-P", "-s"].iter().find_map(|o| options.value(o));
        if founds.is_empty()
            && let Some(value) = by_user
        {
            let own_user = value.known().is_some_and(|u| self.user.as_deref() == Some(u))
                || value.value.shown().contains("USER")
                || value.value.sources().any(|s| matches!(s, Source::ParentPid | Source::OwnPid));
            let host = own_user.then(|| "every process of this user, the agent's host among them".to_owned());
            founds.push(Found { shown: value.value.shown(), host, whose: SessionKey::Others });
        }
        if (options.has("-v") || options.has("--inverse")) && !looks {
            founds.push(Found {
                shown: "all but those".to_owned(),
                host: Some("everything that does not fit, the agent's host among it".to_owned()),
                whose: SessionKey::Others,
            });
        }
        if let Some(file) = options.value("-F").or_else(|| options.value("--pidfile")).cloned() {
            let path = self.place(&file.value).path;
            self.kill_by_file(&path, file.span, &format!("{name}/pid"));
        }
        if let Some(found) = self.selected(options) {
            founds.push(found);
        }
        let span = self.span;
        if looks {
            self.effect(
                Kind::Read,
                None,
                span,
                &format!("{name}/looks"),
                "looks into the process table",
                Tier::Safe,
                Reach::User,
                Undo::Easy,
            );
            let merged = founds.into_iter().reduce(|a, b| Found {
                shown: format!("{} {}", a.shown, b.shown),
                host: a.host.or(b.host),
                whose: if a.whose == b.whose { a.whose } else { SessionKey::Others },
            })?;
            return Some(Value::unknown(Source::Pids(Rc::new(merged))));
        }
        for found in founds {
            self.found_processes(&found, span, &format!("{name}/matches"));
        }
        None
    }

    /// `-P`, `-g`, `-U`: processes by parent, group or user, without a pattern.
    fn selected(&self, options: &Options) -> Option<Found> {
        if !options.args.is_empty() {
            return None;
        }
        let list = self.processes()?;
        let number =
            |name: &str| options.value(name).and_then(|v| v.known().and_then(|t| t.parse::<i32>().ok()));
        let (parent, group, user) = (number("-P"), number("-g"), number("-U").or_else(|| number("-u")));
        let chosen = |p: &&Process| {
            parent == Some(p.parent)
                || group == Some(p.group)
                || group == Some(0) && p.host
                || user.is_some_and(|u| u32::try_from(u).is_ok_and(|u| u == p.uid))
        };
        let hits: Vec<&Process> = list.iter().filter(chosen).collect();
        (!hits.is_empty()).then(|| found(&hits, &list, "those processes"))
    }

    /// `kill-port 7717`, `fkill :7717`: an unlisted program that stops whatever holds Herma's port.
    pub(super) fn stops_own_port(&mut self, name: &str, fields: &[Field]) {
        if !name.contains("kill") {
            return;
        }
        let own = |f: &&Field| {
            f.known().is_some_and(|t| self.is_gateway_port(t.trim_start_matches([':', '-', 'p'])))
        };
        if let Some(span) = fields.iter().skip(1).find(own).map(|f| f.span) {
            self.host_stop(span, "principle/own-port", "it would reach Herma itself");
        }
    }

    /// Whose processes hold a port now.
    fn holders(&self, port: &str) -> Option<Found> {
        if port.is_empty() || !port.bytes().all(|b| b.is_ascii_digit()) || !self.host_counts() {
            return None;
        }
        let shown = format!("port {port}");
        if self.is_gateway_port(port) {
            let host = Some("Herma itself".to_owned());
            return Some(Found { shown, host, whose: SessionKey::Others });
        }
        let list = self.processes()?;
        match self.world.ask(Question::Port(port)) {
            Answer::Missing => Some(Found { shown, host: None, whose: SessionKey::Nobodys }),
            Answer::Text(pids) => {
                let pids: Option<Vec<i32>> = pids.split(' ').map(|pid| pid.parse().ok()).collect();
                let Some(pids) = pids else {
                    return Some(Found { shown, host: None, whose: SessionKey::Others });
                };
                let hits: Vec<&Process> = list.iter().filter(|p| pids.contains(&p.pid)).collect();
                Some(found(&hits, &list, &shown))
            }
            _ => None,
        }
    }

    /// `lsof -ti:3000` prints the numbers of the processes that hold a port. With more conditions it prints others, too.
    pub(super) fn lsof(&mut self, options: &Options) -> Option<Value> {
        let words: Option<Vec<&str>> = options.raw.iter().map(Field::known).collect();
        let words = words?;
        let (mut bare, mut port) = (false, None);
        let mut at = 0;
        while let Some(word) = words.get(at) {
            at += 1;
            if word.eq_ignore_ascii_case("-stcp:listen")
                || matches!(*word, "-n" | "-P" | "-nP" | "-Pn" | "-w")
            {
                continue;
            }
            if *word == "-s" && words.get(at).is_some_and(|w| w.eq_ignore_ascii_case("tcp:listen")) {
                at += 1;
                continue;
            }
            if *word == "-t" {
                bare = true;
                continue;
            }
            // `-i:3000`, `-ti:3000`, `-iTCP:3000`, `-ti tcp:3000`.
            let (letters, spec) = word.strip_prefix('-')?.split_once('i')?;
            bare |= letters.contains('t');
            let spec = if spec.is_empty() {
                at += 1;
                words.get(at - 1)?
            } else {
                spec
            };
            let (protocol, number) = spec.split_once(':')?;
            let plain = matches!(
                protocol.to_ascii_lowercase().as_str(),
                "" | "tcp" | "udp" | "4tcp" | "6tcp" | "4" | "6"
            );
            if !plain
                || !letters.bytes().all(|b| matches!(b, b't' | b'n' | b'P'))
                || port.replace(number).is_some()
            {
                return None;
            }
        }
        let found = self.holders(port.filter(|_| bare)?)?;
        Some(Value::unknown(Source::Pids(Rc::new(found))))
    }

    /// `fuser -k` and the like: whoever holds a file or port.
    pub(super) fn fuser(&mut self, options: &Options) {
        if !options.has("-k") && !options.has("--kill") {
            return;
        }
        for arg in &options.args.clone() {
            let everything = matches!(
                self.place(&arg.value).kind,
                super::place::PlaceKind::Root
                    | super::place::PlaceKind::SystemFolder
                    | super::place::PlaceKind::HomeWhole
            );
            let guard = everything
                || self.place(&arg.value).kind == super::place::PlaceKind::Guard
                || self.is_gateway_port(arg.value.prefix().split('/').next().unwrap_or(""));
            let port = arg.known().and_then(|t| t.strip_suffix("/tcp").or_else(|| t.strip_suffix("/udp")));
            let found = port.filter(|_| !options.has("-m")).and_then(|port| self.holders(port));
            if guard {
                self.host_stop(arg.span, "fuser/kill", "it would reach Herma itself");
            } else if let Some(found) = found {
                self.found_processes(&found, arg.span, "fuser/kill");
            } else {
                self.foreign_process(arg.span, "fuser/kill", &arg.value.shown(), 0.9);
            }
        }
    }
}

/// Parts of the names of programs that watch over a machine.
#[rustfmt::skip]
const GUARDS: &[&str] = &[
    "aide", "apparmor", "audit", "auditbeat", "avast", "avguard", "bitdefender", "carbonblack", "cbagent", "chkrootkit",
    "clamav", "clamd", "cortex", "crowdstrike", "cylance", "defender", "drweb", "eset", "fail2ban", "falco", "falcon",
    "filebeat", "firewall", "freshclam", "fsecure", "huntress", "jamf", "kaspersky", "kolide", "lacework", "littlesnitch",
    "lulu", "maldet", "malwarebytes", "mcafee", "mdatp", "nessus", "norton", "opensnitch", "osquery", "ossec", "portmaster",
    "qualys", "rapid7", "rkhunter", "santa", "selinux", "sentinel", "snort", "sophos", "splunk", "suricata", "symantec",
    "sysdig", "sysmon", "tanium", "threatlocker", "trellix", "trendmicro", "tripwire", "twistlock", "ufw", "uptycs", "wazuh",
    "wdavdaemon", "webroot", "xagt", "zeek",
];

/// Programs that a machine, a desktop or other programs live on.
#[rustfmt::skip]
const SERVICES: &[&str] = &[
    "apache", "apache2", "asterisk", "avahi-daemon", "bash", "bind", "bluetoothd", "caddy", "cassandra", "clickhouse", "clickhouse-server",
    "colima", "consul", "containerd", "coredns", "cron", "crond", "csrss", "cupsd", "dbus", "dbus-broker", "dbus-daemon", "dhclient",
    "dnsmasq", "docker", "dockerd", "dovecot", "dwm", "elasticsearch", "etcd", "explorer", "finder", "fish", "frpc", "gdm", "gitlab",
    "gnome-session", "gnome-shell", "gpg-agent", "haproxy", "httpd", "i3", "inetd", "influxd", "init", "jenkins", "journald", "kafka",
    "kdeinit5", "keepalived", "kubelet", "kwin", "launchd", "libvirtd", "lightdm", "login", "loginwindow", "lsass", "mariadb", "mariadbd",
    "memcached", "minio", "mongod", "mongodb", "mosquitto", "mutter", "mysql", "mysqld", "named", "netdata", "networkmanager", "nginx",
    "nomad", "ntpd", "opensearch", "openvpn", "php-fpm", "pipewire", "plasmashell", "podman", "polkitd", "postfix", "postgres",
    "postgresql", "postmaster", "prometheus", "pulseaudio", "qemu", "rabbitmq", "redis", "redis-server", "rsyslogd", "samba", "screen",
    "sddm", "sendmail", "services", "sh", "slapd", "smbd", "smss", "snapd", "spoolsv", "squid", "ssh", "ssh-agent", "sshd", "sudo",
    "svchost", "sway", "syslog", "syslogd", "systemd", "systemuiserver", "tailscaled", "tmux", "tomcat", "traefik", "udevd", "unbound",
    "vault", "wayland", "windowserver", "winlogon", "wininit", "wireplumber", "wpa_supplicant", "xfce4-session", "xinetd", "xorg",
    "xwayland", "zookeeper", "zsh",
];

/// Node's inspector starts at this signal, and takes commands from whoever connects.
fn opens_a_debugger(signal: &str) -> bool {
    let name = signal.to_ascii_uppercase();
    matches!(name.strip_prefix("SIG").unwrap_or(&name), "USR1" | "10")
}

/// Where the other half of the machine shows itself, if this is Linux below Windows.
const WINDOWS_BESIDE: &[&str] =
    &["/proc/sys/fs/binfmt_misc/WSLInterop", "/run/WSL", "/mnt/c/Windows", "/c/Windows"];

/// The agent that a pattern or a command line names: as a program, not as a folder on the way to another one.
fn agent_named_by(pattern: &str) -> Option<&'static str> {
    let plain: String =
        pattern.chars().filter(|c| !matches!(c, '[' | ']' | '^' | '$' | '\\' | '(' | ')')).collect();
    plain.split([' ', '*', '|', '+', '?']).take(16).find_map(|word| {
        let last = word.trim_end_matches('.').rsplit('/').next()?.to_ascii_lowercase();
        let last = last.trim_start_matches('.');
        let name = ["-code", "-cli", ".js", ".exe"]
            .iter()
            .fold(last, |name, end| name.strip_suffix(end).unwrap_or(name));
        crate::agents::by_program(name).map(|host| host.program)
    })
}

fn names_a_guard(pattern: &str) -> bool {
    let lower = pattern.to_ascii_lowercase();
    lower.split(|c: char| !c.is_ascii_alphanumeric()).any(|word| {
        // `esets`, `clamd`: the same program as a service.
        let plain = word.trim_end_matches(['d', 's']);
        GUARDS.iter().any(|guard| {
            word == *guard || guard.len() > 4 && word.starts_with(guard) || plain.len() > 3 && plain == *guard
        })
    })
}

/// Whether a pattern names a service as a program, not as a part of a path: `nginx`, `postgres:`, `redis-server`, `sshd`.
fn names_a_service(pattern: &str) -> bool {
    let lower = pattern.to_ascii_lowercase();
    lower.split(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '-' | '_' | '/')).any(|word| {
        let name = word.rsplit('/').next().unwrap_or(word);
        let name = name.trim_matches(|c| matches!(c, '-' | '_'));
        name.starts_with("systemd")
            || SERVICES.iter().any(|s| *s == name || name.strip_suffix('d') == Some(s))
    })
}

/// The user that the agent runs as, as far as the table shows it.
fn own_user(all: &[Process]) -> Option<u32> {
    let myself = all.iter().find(|p| p.myself);
    myself.or_else(|| all.iter().filter(|p| p.host && p.pid > 1).max_by_key(|p| p.pid)).map(|p| p.uid)
}

/// Whose processes these are.
fn found(hits: &[&Process], all: &[Process], shown: &str) -> Found {
    let host = hits
        .iter()
        .find(|p| p.host || p.name == "herma")
        .map(|p| format!("`{}` (process {})", p.name, p.pid));
    let own = !hits.is_empty() && hits.iter().all(|p| started_by_host(p, all));
    // Everything that root runs looks like one's own to root: a service is one all the same.
    let users = |p: &Process| {
        p.uid != 0
            && Some(p.uid) == own_user(all)
            && !names_a_service(&p.name)
            && !names_a_guard(&p.name)
            && !names_a_guard(&p.command)
    };
    let whose = match hits {
        _ if own => SessionKey::Own,
        [one] if users(one) => SessionKey::Users,
        _ => SessionKey::Others,
    };
    Found { shown: shown.to_owned(), host, whose }
}

/// A descendant of the agent's host that is not part of the host itself.
fn started_by_host(process: &Process, all: &[Process]) -> bool {
    let mut current = process.parent;
    // The nearest ancestor that belongs to the host must be the agent, not merely init.
    for _ in 0..64 {
        let Some(parent) = all.iter().find(|p| p.pid == current) else { return false };
        if parent.host {
            return parent.pid > 1 && !is_session_root(parent, all);
        }
        current = parent.parent;
    }
    false
}

/// A host process whose own parent is init: the user's session, not the agent.
fn is_session_root(process: &Process, all: &[Process]) -> bool {
    process.parent <= 1 && all.iter().any(|p| p.host && p.parent == process.pid)
}
