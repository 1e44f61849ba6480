//! Applying what the tables know to one command line.

use super::field::{Field, Part, Source, Value};
use super::filter;
use super::options::Options;
use super::principle::Standing;
use super::walk::Walker;
use crate::effect::{Kind, Reach, Span, Tier, Undo};
use crate::knowledge::{Base, Lang, On, Program, Rule, Special, What};

/// Programs that choose the database by the environment that they are told.
const BY_ENVIRONMENT: &[&str] =
    &["artisan", "knex", "mix", "rails", "rake", "sequelize", "sequelize-cli", "symfony"];
/// Variables that tell it.
const ENVIRONMENTS: &[&str] = &["APP_ENV", "MIX_ENV", "NODE_ENV", "RACK_ENV", "RAILS_ENV"];

/// `vercel project ls`, `stripe customers list`: only names what is there, and nothing among it is a secret.
fn lists(options: &Options) -> bool {
    const SECRET: &[&str] = &["cred", "env", "item", "key", "login", "pass", "secret", "token", "vault"];
    let words: Vec<&str> = options.args.iter().map_while(|a| a.known()).collect();
    let plain = words.len() == options.args.len() && words.iter().all(|w| super::command_verb::is_word(w));
    plain
        && matches!(words.as_slice(), [_, "ls" | "list"] | [_, _, "ls" | "list"])
        && !options.path.iter().map(String::as_str).chain(words).any(|w| SECRET.iter().any(|s| w.contains(s)))
}

impl Walker<'_> {
    /// A command whose program is in the tables. Gives what it would print, as far as that is known.
    pub(super) fn apply(
        &mut self,
        name: &str,
        program: &'static Program,
        fields: &[Field],
        stdin: &Value,
    ) -> Value {
        let elsewhere = std::mem::take(&mut self.elsewhere);
        let options = Options::of(program, fields.get(1..).unwrap_or(&[]));
        self.command =
            options.path.iter().fold(crate::text::shown(name), |all, word| format!("{all} {word}"));
        let span = self.span;
        let before = self.effects.len();
        let looks = options.only_looks() || options.asks_for_help();
        let mut said = looks;
        if looks {
            self.effect(
                Kind::Read,
                None,
                span,
                &format!("{name}/looks"),
                "only looks",
                Tier::Safe,
                Reach::Workspace,
                Undo::Easy,
            );
        }
        let landing = if looks { None } else { self.landing_of(name, &options) };
        let by_name = std::mem::replace(&mut self.lands_by_name, landing.is_some());
        for (level, program) in options.chain.iter().enumerate() {
            for rule in program.rules {
                if !looks && options.holds(rule.when, stdin, level) {
                    said = true;
                    self.fire(name, rule, &options, span);
                }
            }
        }
        self.acts_at_home(name, before, &options);
        // Carried code is followed even then: `python -c CODE --version` hands the option to the code.
        let mut read = false;
        let mut hands_on = options
            .chain
            .iter()
            .any(|p| matches!(p.special, Some(Special::Sudo | Special::Env | Special::Xargs)));
        for (level, program) in options.chain.clone().into_iter().enumerate() {
            for runs in program.runs {
                if options.holds(runs.when, stdin, level) && self.carried(runs, &options, stdin) {
                    said = true;
                    read |= !matches!(runs.lang, Lang::Other | Lang::Sql);
                    hands_on |= runs.lang == Lang::Argv;
                }
            }
        }
        let mut printed = None;
        for program in options.chain.clone() {
            if let Some(special) = program.special.filter(|_| !looks) {
                printed = self.special(special, name, &options, stdin).or(printed);
                said |= self.effects.len() > before;
            }
        }
        self.lands_by_name = by_name;
        if let Some(landing) = &landing {
            self.lands(landing);
        }
        self.copies(name, &options, stdin);
        self.downloads(before, fields);
        self.compiles(name, fields, stdin);
        self.makes(name, &options);
        self.unpacks(name, &options, stdin);
        if !looks {
            self.replaces(name, &options, before);
        }
        // What an editor or an interpreter is fed are commands, not what it writes.
        if !read {
            self.writes_input(before, stdin);
        }
        if !said {
            // From an unusual place a table's rules hold, but not that it asks about whatever they do not say.
            let base = match options.leaf().base {
                Base::Asks if elsewhere || lists(&options) => Base::Runs,
                base => base,
            };
            self.base(name, base, &options, span);
            if options.leaf().base == Base::Runs {
                self.disk_arguments(name, fields);
            }
        }
        self.touches_only(name, fields, before);
        let standing = match options.leaf().base {
            _ if read => Standing::Carrier,
            Base::Reads | Base::Nothing => Standing::Reader,
            Base::Runs | Base::Asks => Standing::Listed,
        };
        // The words of a command that is handed on were looked at as its own.
        let own = if hands_on { fields.len().saturating_sub(options.args.len()) } else { fields.len() };
        self.principles(name, fields.get(..own).unwrap_or(fields), stdin, standing);
        self.wrapped_tools(name, fields, own, standing);
        self.sweeps(name, &options);
        printed
            .or_else(|| self.filtered(name, fields.get(1..).unwrap_or(&[]), stdin))
            .unwrap_or_else(|| self.prints(name, &options, stdin))
    }

    /// A cloud that runs on this machine (`aws --endpoint-url http://localhost:4566`), a chain that does (`--rpc-url`), and the
    /// database of the tests (`RAILS_ENV=test rake db:drop`) are the developer's own. Secrets stay secrets.
    fn acts_at_home(&mut self, name: &str, before: usize, options: &Options) {
        const ENDPOINTS: &[&str] = &["--endpoint-url", "--rpc-url"];
        let local = ENDPOINTS.iter().filter_map(|option| options.value(option)).any(|url| {
            url.known().is_some_and(|url| {
                let host = super::network::host_of(url);
                !host.is_empty() && super::network::is_loopback(host)
            })
        });
        let tests = BY_ENVIRONMENT.contains(&name)
            && self.state.known_variables().any(|(n, v)| ENVIRONMENTS.contains(&n) && v == "test");
        for effect in self.effects.iter_mut().skip(before) {
            let lowers = local
                && matches!(effect.kind, Kind::Publish | Kind::Delete | Kind::Pay | Kind::Send)
                || tests && effect.kind == Kind::DropData;
            if lowers && !effect.hardline {
                // No money and nobody else: a chain, a queue or a registry of this machine.
                if matches!(effect.kind, Kind::Publish | Kind::Pay | Kind::Send) {
                    effect.kind = Kind::Run;
                }
                effect.floor = Tier::Low;
                effect.reach = Reach::Workspace;
                effect.undo = Undo::Hard;
            }
        }
    }

    /// What a pure program prints. What decodes a file of the workspace gets that file's text.
    fn filtered(&mut self, name: &str, args: &[Field], stdin: &Value) -> Option<Value> {
        const DECODERS: &[&str] = &["base32", "base64", "gbase64", "openssl", "rev", "tr", "xxd"];
        let out = filter::output(name, args, stdin);
        if out.is_some() || DECODERS.binary_search(&name).is_err() {
            return out;
        }
        let operand = |f: &Field| f.known().is_some_and(|t| !t.starts_with('-'));
        let (path, args) = match stdin.parts.as_slice() {
            [Part::Unknown(Source::File(path))] => (path.clone(), args.to_vec()),
            [] if name != "tr" && args.iter().filter(|f| operand(f)).count() == 1 => {
                let file = args.iter().find(|f| operand(f))?;
                let rest = args.iter().filter(|f| !operand(f)).cloned().collect();
                (self.place(&file.value).path, rest)
            }
            _ => return None,
        };
        if self.written.iter().any(|(p, _)| *p == path) {
            return None;
        }
        match self.file_text(&path, false) {
            super::files::FileText::Text(text) => filter::output(name, &args, &Value::text(text)),
            _ => None,
        }
    }

    /// A copy, a move or a link of a file is as good as the file when it is run later.
    fn copies(&mut self, name: &str, options: &Options, stdin: &Value) {
        if matches!(name, "cp" | "mv" | "install" | "ln" | "gcp" | "gmv") {
            self.put_into_folder(name, options);
        }
        let [from, to] = options.args.as_slice() else { return };
        if matches!(name, "aws" | "gsutil" | "gcloud" | "rclone" | "mc" | "s3cmd") {
            return self.copies_from_cloud(from, to);
        }
        if matches!(name, "scp" | "rsync") {
            let remote = |f: &Field| f.value.prefix().split('/').next().is_some_and(|h| h.contains(':'));
            if remote(from) && !remote(to) {
                let content = Value::unknown(Source::Download(from.value.shown()));
                self.remember_written(&to.value, &content, false);
                return;
            }
        } else if !matches!(name, "cp" | "mv" | "ln" | "install" | "gcp" | "gmv") {
            return;
        }
        if self.place(&from.value).path == "/dev/null" && !matches!(name, "scp" | "rsync") {
            self.empties(&to.value, to.span);
            return;
        }
        if self.place(&to.value).path == "/dev/null" && matches!(name, "mv" | "gmv") {
            let text = "moves {} into nothing";
            self.path_effect(Kind::Delete, &from.value, from.span, "file/into-nothing", text, true);
            return;
        }
        if super::builtin::is_stdin(from) && !stdin.is_empty() {
            self.remember_written(&to.value, stdin, false);
            return;
        }
        if matches!(name, "mv" | "gmv") {
            let (from, to) = (self.place(&from.value), self.place(&to.value));
            self.moved.push((to.path, from.path));
        }
        let source = self.place(&from.value);
        let known = self.written.iter().rev().find(|(p, _)| *p == source.path).map(|(_, c)| c.clone());
        let content = known.unwrap_or_else(|| match source.kind {
            super::place::PlaceKind::Credential => Value::unknown(Source::Secret(source.path)),
            _ => Value::unknown(Source::File(source.path)),
        });
        self.remember_written(&to.value, &content, false);
    }

    /// `cp x.desktop ~/.config/autostart/`: what is put into such a folder is run by itself later.
    fn put_into_folder(&mut self, name: &str, options: &Options) {
        let target = options.value("-t").or_else(|| options.args.last());
        let Some(target) = target.cloned() else { return };
        let placed = self.place(&target.value);
        let inside = self.kind_of(&format!("{}/x", placed.path.trim_end_matches('/')));
        // A folder of programs is not run by itself.
        let programs = placed.path.ends_with("/bin");
        if inside == super::place::PlaceKind::Startup && placed.kind != inside && !programs {
            self.effect(
                Kind::Persist,
                Some(placed.path.clone()),
                target.span,
                &format!("{name}/into"),
                &format!("puts files into `{}`, where they are run by themselves later", placed.path),
                Tier::High,
                Reach::User,
                Undo::Hard,
            );
        }
    }

    /// `aws s3 cp s3://bucket/x .`
    fn copies_from_cloud(&mut self, from: &Field, to: &Field) {
        let address = from.value.prefix();
        if !address.contains("://") || to.value.prefix().contains("://") {
            return;
        }
        let content = Value::unknown(Source::Download(crate::text::shown(address)));
        let base = address.rsplit('/').next().unwrap_or("").to_owned();
        let folder = to.value.prefix().trim_end_matches('/').to_owned();
        self.remember_written(&to.value, &content, false);
        self.remember_written(&Value::text(format!("{folder}/{base}")), &content, false);
    }

    /// A program that a table knows to download leaves a file behind: the one it is told to, or one called like the
    /// address.
    fn downloads(&mut self, before: usize, fields: &[Field]) {
        if !self.effects.iter().skip(before).any(|e| e.kind == Kind::Download) {
            return;
        }
        let word = |at: usize| fields.get(at).map_or("", |f| f.value.prefix());
        let value_of = |names: &[&str]| {
            (1..fields.len()).find_map(|at| {
                let (option, joined) =
                    word(at).split_once('=').map_or((word(at), None), |(o, v)| (o, Some(v)));
                names.contains(&option).then(|| joined.unwrap_or(word(at + 1)).to_owned())
            })
        };
        let Some(address) = (1..fields.len()).map(word).find(|w| w.contains("://")) else { return };
        let content = Value::unknown(Source::Download(crate::text::shown(address)));
        let named = value_of(&["-o", "-O", "--out", "--output", "--output-document"]);
        let base = address.split(['?', '#']).next().unwrap_or("").rsplit('/').next().unwrap_or("").to_owned();
        let file = named.unwrap_or(base);
        let folder = value_of(&["-d", "--dir", "-P", "--paths", "--output-dir"]);
        if !file.is_empty() && file != "-" {
            let path = match folder.filter(|_| !file.starts_with('/')) {
                Some(folder) => format!("{folder}/{file}"),
                None => file,
            };
            self.remember_written(&Value::text(path), &content, false);
        }
    }

    /// A program built out of a download is that download, in another form.
    fn compiles(&mut self, name: &str, fields: &[Field], stdin: &Value) {
        const COMPILERS: &[&str] = &[
            "c++", "cc", "clang", "clang++", "g++", "gcc", "ghc", "go", "ldc2", "nim", "rustc", "tcc", "zig",
        ];
        let piped = stdin.download().filter(|_| fields.iter().any(|f| f.is("-"))).map(|_| stdin.clone());
        if self.written.is_empty() && piped.is_none() || COMPILERS.binary_search(&name).is_err() {
            return;
        }
        let words = || fields.iter().skip(1).filter(|f| !f.value.prefix().starts_with('-'));
        let source = words().find_map(|f| {
            let path = self.place(&f.value).path;
            let (_, content) = self.written.iter().rev().find(|(p, _)| *p == path)?;
            content.download().is_some().then(|| content.clone())
        });
        let Some(source) = source.or(piped) else { return };
        let out = fields.iter().position(|f| f.is("-o")).and_then(|at| fields.get(at + 1));
        let out = out.map_or_else(|| Value::text("a.out"), Field::to_value);
        self.remember_written(&out, &source, false);
    }

    /// `ls -l .env`, `wc -l .env`: they name a secret without showing what is in it.
    fn touches_only(&mut self, name: &str, fields: &[Field], before: usize) {
        if !super::principle::touches_without_showing(name, fields) {
            return;
        }
        for effect in self.effects.iter_mut().skip(before).filter(|e| e.kind == Kind::ReadSecret) {
            let own = effect.rule.split('/').next() == Some(name);
            if own && effect.reach <= Reach::User {
                effect.kind = Kind::Read;
                effect.floor = Tier::Safe;
                effect.undo = Undo::Easy;
                effect.text = format!("looks at `{}`", effect.target.as_deref().unwrap_or("…"));
            }
        }
    }

    /// Whatever a program writes while it is fed with a known text may be that text.
    fn writes_input(&mut self, before: usize, stdin: &Value) {
        if stdin.known().is_none_or(str::is_empty) {
            return;
        }
        let written: Vec<String> = self
            .effects
            .iter()
            .skip(before)
            .filter(|e| matches!(e.kind, Kind::Write | Kind::Overwrite))
            .filter_map(|e| e.target.clone())
            .filter(|path| path.starts_with('/') && !self.written.iter().any(|(p, _)| p == path))
            .collect();
        for path in written {
            self.remember_written(&Value::text(path), stdin, false);
        }
    }

    /// Folders and pipes that the text makes: what it removes again later was its own.
    fn makes(&mut self, name: &str, options: &Options) {
        match name {
            "mkdir" | "touch" => {
                for arg in &options.args {
                    self.made.push(self.place(&arg.value).path);
                }
            }
            "mkfifo" => {
                for arg in &options.args.clone() {
                    // Whatever somebody writes into it comes out of it.
                    self.remember_written(&arg.value, &Value::unknown(Source::Input), false);
                }
            }
            "git" if options.chain.last().is_some_and(|p| p.names.contains(&"clone")) => {
                let folder = match options.args.as_slice() {
                    [_, folder] => folder.value.shown(),
                    [from] => {
                        let from = from.value.shown();
                        let last =
                            from.trim_end_matches('/').rsplit(['/', ':']).next().unwrap_or("").to_owned();
                        last.trim_end_matches(".git").to_owned()
                    }
                    _ => return,
                };
                let path = self.place(&Value::text(folder)).path;
                let from = options.args.first().map_or(String::new(), |f| f.value.shown());
                if from.contains("://") || from.split('/').next().is_some_and(|host| host.contains(':')) {
                    self.fetched.push((path.clone(), from));
                }
                self.made.push(path);
            }
            "gh" | "glab" if options.args.first().is_some_and(|sub| sub.is("clone")) => {
                let from = options.args.get(1).map_or(String::new(), |f| f.value.shown());
                let base =
                    from.trim_end_matches('/').rsplit('/').next().unwrap_or("").trim_end_matches(".git");
                let folder = options.args.get(2).map_or_else(|| Value::text(base), Field::to_value);
                let path = self.place(&folder).path;
                self.fetched.push((path, from));
            }
            _ => {}
        }
    }

    /// Names of files that a search prints, as patterns below the folders that it goes through.
    fn lists_files(&self, name: &str, options: &Options, stdin: &Value) -> Option<Value> {
        /// They print some of the lines that they are given, as they are.
        const NARROW: &[&str] = &["egrep", "fgrep", "grep", "head", "shuf", "sort", "tac", "tail", "uniq"];
        let searches = matches!(name, "grep" | "egrep" | "fgrep" | "rg" | "ag" | "ack");
        let patterns = usize::from(searches && !options.has("-e") && !options.has("-f"));
        let roots = options.args.get(patterns..).unwrap_or(&[]);
        if NARROW.binary_search(&name).is_ok() && stdin.has_glob() && roots.is_empty() && !options.has("-c") {
            return Some(stdin.clone());
        }
        if !searches || !(options.has("-l") || options.has("-L")) {
            return None;
        }
        let recursive = options.has("-r") || options.has("-R") || matches!(name, "rg" | "ag" | "ack");
        if !recursive && roots.is_empty() {
            return None;
        }
        let here = [Field::text(".", self.span)];
        let mut lines = Value::default();
        for (index, root) in if roots.is_empty() { &here } else { roots }.iter().enumerate() {
            if index > 0 {
                lines.push_text("\n");
            }
            lines.append(&root.value);
            if recursive {
                lines.push_text("/");
                lines.push(Part::Unknown(Source::Input));
                lines.push_text("/");
                lines.push(Part::Glob("*".to_owned()));
            }
        }
        Some(lines)
    }

    /// An archive out of the network, unpacked: whatever is new below its folder came from there.
    fn unpacks(&mut self, name: &str, options: &Options, stdin: &Value) {
        const UNPACKERS: &[&str] = &["7z", "7za", "bsdtar", "cpio", "gtar", "tar", "unar", "unrar", "unzip"];
        if UNPACKERS.binary_search(&name).is_err() {
            return;
        }
        let from_file = || {
            let files = options.args.iter().chain(options.values("-f")).chain(options.values("--file"));
            files.map(|f| self.place(&f.value).path).find_map(|path| {
                let (_, content) = self.written.iter().rev().find(|(p, _)| *p == path)?;
                content.download().map(str::to_owned)
            })
        };
        let Some(from) = stdin.download().map(str::to_owned).or_else(from_file) else { return };
        let folder = ["-C", "--directory", "-d", "-o"].iter().find_map(|o| options.value(o));
        let folder = folder.map_or_else(|| self.cwd(), |f| Some(self.place(&f.value).path));
        if let Some(folder) = folder {
            self.fetched.push((folder, from));
        }
    }

    /// The taint of what a program prints: that of its input and of the files it reads.
    fn prints(&mut self, name: &str, options: &Options, stdin: &Value) -> Value {
        let mut value = stdin.clone();
        if name == "ls" && options.args.iter().any(|a| a.value.has_glob()) && !options.has("-l") {
            // The names that fit a pattern are that pattern, a line each.
            let mut lines = Value::default();
            for arg in &options.args {
                lines.append(&arg.value);
                lines.push_text("\n");
            }
            return lines;
        }
        if let Some(lines) = self.lists_files(name, options, stdin) {
            return lines;
        }
        if options.leaf().base == Base::Reads {
            for arg in &options.args {
                if let [Part::Unknown(Source::Pipe(content))] = arg.value.parts.as_slice() {
                    value.append(content);
                    continue;
                }
                let placed = self.place(&arg.value);
                if placed.kind == super::place::PlaceKind::Credential {
                    return Value::unknown(Source::Secret(placed.path));
                }
                if let Some((_, content)) = self.written.iter().rev().find(|(p, _)| *p == placed.path) {
                    value.append(&content.clone());
                } else if name == "cat" && options.args.len() == 1 {
                    let path = super::named_files::path_to_run(&arg.value, &placed);
                    return Value::unknown(Source::File(path));
                }
            }
            let pids = value.sources().all(|s| *s == Source::ChildPid);
            if name == "cat" && !options.args.is_empty() && !value.is_empty() && pids {
                return value;
            }
        }
        match options.chain.get(1..) {
            Some([.., leaf]) => {
                value.through(&format!("{name} {}", leaf.names.first().copied().unwrap_or("")))
            }
            _ => value.through(name),
        }
    }

    fn fire(&mut self, name: &str, rule: &'static Rule, options: &Options, span: Span) {
        let id = format!("{name}/{}", rule.id);
        let words = options.on(rule.on);
        let before = self.effects.len();
        match (rule.on, rule.what) {
            (On::Nothing, _) => self.plain(rule, &id, None, span),
            // A rule that fires says something, even where the word it speaks of is missing.
            (on, _) if words.is_empty() && on != On::Cwd => self.plain(rule, &id, None, span),
            (On::Cwd, _) => match self.cwd() {
                Some(cwd) => {
                    self.path_effect(rule.effect, &Value::text(cwd), span, &id, rule.text, rule.deep)
                }
                None => self.plain(rule, &id, None, span),
            },
            (_, What::Path) => {
                for word in words.iter().take_while(|_| !crate::work::is_spent()) {
                    self.path_effect(rule.effect, &word.value, word.span, &id, rule.text, rule.deep);
                }
            }
            (_, What::Host) => {
                for word in words.iter().take_while(|_| !crate::work::is_spent()) {
                    self.host_effect(rule, &id, word);
                }
            }
            (_, What::Name) => {
                for word in words.iter().take_while(|_| !crate::work::is_spent()) {
                    self.plain(rule, &id, Some(word), word.span);
                }
            }
        }
        let root = self.run_place == crate::knowledge::RunPlace::Here
            && self.policy.place.backend == crate::policy::Backend::Host
            && (self.user.as_deref() == Some("root") || self.elevated);
        // A container that is free as a whole is free to be opened as well.
        let free = if rule.effect == Kind::ChangePermission && self.is_free_container() {
            self.effects
                .iter()
                .skip(before)
                .filter_map(|e| e.target.clone())
                .filter(|t| self.is_whole(t))
                .collect()
        } else {
            Vec::new()
        };
        // What the table says on top of what the ground says.
        for effect in self.effects.iter_mut().skip(before) {
            if effect.target.as_ref().is_none_or(|target| !free.contains(target)) {
                effect.floor = effect.floor.max(rule.tier.unwrap_or(effect.floor));
            }
            effect.undo = effect.undo.max(rule.undo.unwrap_or(effect.undo));
            effect.reach = effect.reach.max(rule.reach.unwrap_or(effect.reach));
            effect.hardline |= rule.hardline && self.run_place == crate::knowledge::RunPlace::Here;
            // As root an installation changes the system at once, as it does behind `sudo`.
            if root && effect.kind == Kind::Install && effect.reach >= Reach::System {
                effect.floor = effect.floor.max(Tier::Medium);
            }
            if effect.instead.is_none() {
                effect.instead = rule.instead.map(str::to_owned);
            }
        }
    }

    fn plain(&mut self, rule: &'static Rule, id: &str, word: Option<&Field>, span: Span) {
        let target = word.map(|w| w.value.shown());
        let text = rule.text.replace("{}", &target.as_deref().map_or(String::new(), |t| format!("`{t}`")));
        let (tier, reach, undo) = rule.effect.ordinary();
        let listed = word.is_some_and(|w| {
            w.value.sources().any(
                |s| !matches!(s, Source::Output(made) if made.ends_with(" run") || made.ends_with(" create")),
            )
        });
        let destructive = matches!(
            rule.effect,
            Kind::StopService | Kind::StopProcess | Kind::Delete | Kind::DropData | Kind::RewriteHistory
        );
        let guard = word.is_some_and(|w| w.known().is_some_and(|t| matches!(t, "herma" | "herma.service")))
            && matches!(
                rule.effect,
                Kind::StopService
                    | Kind::StopProcess
                    | Kind::Persist
                    | Kind::ChangeConfig
                    | Kind::DisableGuard
            );
        let hard = guard || matches!(rule.effect, Kind::PowerOff | Kind::WipeDisk);
        if hard {
            self.hardline(rule.effect, span, id, &text);
            return;
        }
        let mut tier = rule.tier.unwrap_or(tier);
        if destructive && listed {
            // Whatever a listing or a variable names: nobody can say how many, or whose.
            tier = tier.max(Tier::Medium);
        }
        self.effect(
            rule.effect,
            target,
            span,
            id,
            &text,
            tier,
            rule.reach.unwrap_or(reach),
            rule.undo.unwrap_or(undo),
        );
    }

    fn base(&mut self, name: &str, base: Base, options: &Options, span: Span) {
        match base {
            Base::Nothing => {
                self.effect(
                    Kind::Read,
                    None,
                    span,
                    &format!("{name}/prints"),
                    "prints",
                    Tier::Safe,
                    Reach::Scratch,
                    Undo::Easy,
                );
            }
            Base::Reads => {
                for arg in &options.args {
                    self.path_effect(
                        Kind::Read,
                        &arg.value,
                        arg.span,
                        &format!("{name}/reads"),
                        "reads {}",
                        false,
                    );
                }
                if options.args.is_empty() {
                    self.effect(
                        Kind::Read,
                        None,
                        span,
                        &format!("{name}/reads"),
                        "reads",
                        Tier::Safe,
                        Reach::Workspace,
                        Undo::Easy,
                    );
                }
            }
            Base::Runs => self.effect(
                Kind::Run,
                None,
                span,
                &format!("{name}/runs"),
                &format!("runs `{name}`"),
                Tier::Low,
                Reach::Workspace,
                Undo::Easy,
            ),
            Base::Asks => {
                self.effect(
                    Kind::Run,
                    None,
                    span,
                    &format!("{name}/runs"),
                    &format!("runs `{name}`, whose effect the text does not say"),
                    Tier::Medium,
                    Reach::User,
                    Undo::Hard,
                );
            }
        }
    }
}
