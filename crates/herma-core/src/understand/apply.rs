//! Applying what the tables know to one command line.

use super::field::{Field, Part, Source, Value};
use super::filter;
use super::options::Options;
use super::principle::Standing;
use super::walk::Walker;
use crate::effect::{Kind, Reach, Span, Tier, Undo};
use crate::knowledge::{Base, Lang, On, Program, Rule, Special, What};

impl Walker<'_> {
    /// A command whose program is in the tables. Gives what it would print, as far as that is known.
    pub(super) fn apply(
        &mut self,
        name: &str,
        program: &'static Program,
        fields: &[Field],
        stdin: &Value,
    ) -> Value {
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
        for (level, program) in options.chain.iter().enumerate() {
            for rule in program.rules {
                if !looks && options.holds(rule.when, stdin, level) {
                    said = true;
                    self.fire(name, rule, &options, span);
                }
            }
        }
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
        self.copies(name, &options, stdin);
        self.downloads(before, fields);
        self.compiles(name, fields, stdin);
        self.makes(name, &options);
        self.writes_input(before, stdin);
        if !said {
            self.base(name, options.leaf().base, &options, span);
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
        self.sweeps(name, &options);
        printed
            .or_else(|| filter::output(name, fields.get(1..).unwrap_or(&[]), stdin))
            .unwrap_or_else(|| self.prints(name, &options, stdin))
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
            "mkdir" => {
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
                self.made.push(self.place(&Value::text(folder)).path);
            }
            _ => {}
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
                    return Value::unknown(Source::File(placed.path));
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
                for word in &words {
                    self.path_effect(rule.effect, &word.value, word.span, &id, rule.text, rule.deep);
                }
            }
            (_, What::Host) => {
                for word in &words {
                    self.host_effect(rule, &id, word);
                }
            }
            (_, What::Name) => {
                for word in &words {
                    self.plain(rule, &id, Some(word), word.span);
                }
            }
        }
        // What the table says on top of what the ground says.
        for effect in self.effects.iter_mut().skip(before) {
            effect.floor = effect.floor.max(rule.tier.unwrap_or(effect.floor));
            effect.undo = effect.undo.max(rule.undo.unwrap_or(effect.undo));
            effect.reach = effect.reach.max(rule.reach.unwrap_or(effect.reach));
            effect.hardline |= rule.hardline && self.run_place == crate::knowledge::RunPlace::Here;
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
