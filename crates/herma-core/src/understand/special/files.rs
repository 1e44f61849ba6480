//! Programs on files whose words mean something by themselves: `dd`, `ln`, `tee`, `sed`, `awk`, `make`, `tar`, `rsync`.

use crate::effect::{Kind, Reach, Span, Tier, Undo};
use crate::knowledge::Lang;
use crate::understand::empties::is_nothing;
use crate::understand::field::{Field, Part, Source, Value};
use crate::understand::options::{Options, rest_of};
use crate::understand::place::{PlaceKind, starts_by_itself};
use crate::understand::walk::Walker;
use crate::world::{Answer, Question};

/// How much of a patch is read, and how many of the files that it names are looked at.
const MAX_PATCH: usize = 64 * 1024;
const MAX_PATCHED: usize = 256;

/// What is read there is nothing, or nothing that anybody wants.
fn is_empty_device(input: &Field) -> bool {
    ["/dev/null", "/dev/zero", "/dev/urandom", "/dev/random"].iter().any(|device| input.is(device))
}

impl Walker<'_> {
    pub(super) fn dd(&mut self, options: &Options) {
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
            if options.value("if").is_some_and(is_empty_device) && !options.has("seek") {
                self.empties(&output.value, output.span);
            }
            let moves = ["skip", "seek", "count", "conv", "iseek", "oseek", "iflag", "oflag"];
            if let Some(input) =
                options.value("if").filter(|_| !moves.iter().any(|o| options.value(o).is_some()))
            {
                let from = self.place(&input.value);
                let own = self.written.iter().rev().find(|(p, _)| *p == from.path).map(|(_, c)| c.clone());
                if own.is_some() || from.kind != PlaceKind::Credential && !from.unknown {
                    let content = own.unwrap_or_else(|| Value::unknown(Source::File(from.path)));
                    self.remember_written(&output.value, &content, false);
                }
            }
            let endless = options
                .value("if")
                .is_some_and(|i| matches!(i.value.prefix(), "/dev/zero" | "/dev/urandom" | "/dev/random"));
            if endless && options.value("count").is_none() {
                self.exhausts(output.span, "writes without end");
            }
        }
    }

    /// A link away from a start-up file or to a secret is as good as the file itself.
    pub(super) fn link(&mut self, options: &Options) {
        let from_here = options.has("-r") || !options.has("-s");
        if let Some(folder) = options.value("-t") {
            for target in &options.args {
                self.link_made(&target.value, &folder.value, from_here, true);
            }
            return;
        }
        let Some((last, targets)) = options.args.split_last() else { return };
        if targets.is_empty() {
            self.link_made(&last.value, &Value::text("."), from_here, true);
            return;
        }
        self.path_effect(Kind::Write, &last.value, last.span, "ln/makes", "makes the link {}", false);
        let folder = targets.len() > 1 || last.known().is_some_and(|name| name.ends_with('/') || name == ".");
        for target in targets {
            if !options.has("-s") && self.place(&target.value).kind == PlaceKind::Credential {
                // Later nobody sees by its name what it is.
                self.path_effect(
                    Kind::Read,
                    &target.value,
                    target.span,
                    "ln/secret",
                    "makes another name of {}",
                    false,
                );
            }
            self.link_made(&target.value, &last.value, from_here, folder);
        }
    }

    pub(super) fn tee(&mut self, options: &Options, stdin: &Value) -> Value {
        let append = options.has("-a");
        for arg in &options.args.clone() {
            let kind = if append { Kind::Write } else { Kind::Overwrite };
            self.path_effect(kind, &arg.value, arg.span, "tee/writes", "writes {}", false);
            self.remember_written(&arg.value, stdin, append);
            if !append && !stdin.is_empty() && is_nothing(stdin) {
                self.empties(&arg.value, arg.span);
            }
        }
        stdin.clone()
    }

    pub(super) fn sed(&mut self, options: &Options, stdin: &Value) {
        let in_place = options.has("-i") || options.has("--in-place") || options.has("-I");
        let mut files = options.args.clone();
        let mut script: Option<(Value, Span)> = None;
        let mut add = |part: &Value, span: Span| match &mut script {
            Some((all, _)) => {
                all.push_text("\n");
                all.append(part);
            }
            None => script = Some((part.clone(), span)),
        };
        let mut given = false;
        for option in &options.given {
            let Some(value) = &option.value else { continue };
            match option.name.as_ref() {
                "-e" | "--expression" => add(&value.value, value.span),
                // What is in a file that was there before is read where programs' scripts are.
                "-f" | "--file" => {
                    let path = self.place(&value.value).path;
                    if let Some((_, own)) = self.written.iter().rev().find(|(p, _)| *p == path) {
                        add(own, value.span);
                    }
                }
                _ => continue,
            }
            given = true;
        }
        if !given && !files.is_empty() {
            let first = files.remove(0);
            // The sed of a Mac takes the suffix of `-i` as a word of its own.
            let first = if in_place && first.is("") && !files.is_empty() { files.remove(0) } else { first };
            add(&first.value, first.span);
        }
        let deletes_all = script
            .as_ref()
            .is_some_and(|(s, _)| matches!(s.known().map(str::trim), Some("d" | "1,$d" | "1,$ d")));
        if in_place && deletes_all {
            for file in &files {
                self.empties(&file.value, file.span);
            }
        }
        if in_place {
            let inserted = script.as_ref().and_then(|(script, _)| script.known()).map(inserted_by_sed);
            for file in &files {
                let path = self.place(&file.value).path;
                match &inserted {
                    // Each file gets a text of its own.
                    Some(text) if self.works(text.len() / 64) => self.note_inserted(&path, text.clone()),
                    Some(_) => break,
                    None => self.note_written(&path, false, "sed/unknown"),
                }
            }
        }
        if let Some((script, span)) = script {
            let input = match files.as_slice() {
                [] => stdin.clone(),
                [file] if !file.is("-") => Value::unknown(Source::File(self.place(&file.value).path)),
                _ => Value::default(),
            };
            self.sed_script(&script, &input, span);
        }
        for file in &files {
            let kind = if in_place { Kind::Overwrite } else { Kind::Read };
            let (rule, text) =
                if in_place { ("sed/in-place", "edits {} in place") } else { ("sed/reads", "reads {}") };
            self.path_effect(kind, &file.value, file.span, rule, text, false);
        }
    }

    pub(super) fn awk(&mut self, options: &Options, stdin: &Value) {
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
            if options.values("-i").any(|v| v.value.prefix().ends_with("inplace")) {
                self.path_effect(
                    Kind::Write,
                    &file.value,
                    file.span,
                    "awk/in-place",
                    "edits {} in place",
                    false,
                );
            }
        }
        let _ = stdin;
    }

    pub(super) fn make(&mut self, options: &Options, stdin: &Value) {
        let targets = options.args.iter().filter_map(|a| a.known()).filter(|t| !t.contains('='));
        self.make_targets = targets.map(str::to_owned).collect();
        let assigned: Vec<String> = options
            .args
            .iter()
            .filter_map(|a| a.known())
            .filter(|t| t.contains('='))
            .map(str::to_owned)
            .collect();
        for file in options
            .values("-f")
            .chain(options.values("--file"))
            .chain(options.values("--makefile"))
            .cloned()
            .collect::<Vec<_>>()
        {
            if file.is("-") || file.is("/dev/stdin") {
                self.code_on_stdin(Lang::Make, stdin);
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
            } else {
                let path = self.place(&file.value).path;
                self.make_recipe(&path, &assigned, file.span);
            }
        }
        if !options.has("-f") && !options.has("--file") && !options.has("--makefile") {
            for name in ["GNUmakefile", "makefile", "Makefile"] {
                let folder = options.value("-C").map_or(String::new(), |c| format!("{}/", c.value.prefix()));
                let path = self.place(&Value::text(format!("{folder}{name}"))).path;
                let own = self.written.iter().rev().find(|(p, _)| *p == path).map(|(_, c)| c.clone());
                if let Some(content) = own {
                    self.run_code(Lang::Make, &content, self.span);
                } else if self.make_recipe(&path, &assigned, self.span) {
                    break;
                }
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
                let runs = |t: &str| {
                    t.contains(' ') || t.contains('/') && !crate::understand::command::is_system_program(t)
                };
                if value.known().is_some_and(runs) {
                    self.in_subshell(|w| w.run_text(&value, arg.span));
                }
            }
        }
    }

    pub(super) fn tar(&mut self, options: &Options) {
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
        self.tar_from_folders(options);
        let unpacks = options.has("-x")
            || options.has("--extract")
            || options
                .raw
                .first()
                .is_some_and(|w| w.value.prefix().contains('x') && !w.value.prefix().starts_with("--"));
        if !unpacks || options.has("-O") || options.has("--to-command") {
            return;
        }
        let folders: Vec<Field> = options.values("-C").cloned().collect();
        let here = Field::new(Value::text(self.cwd().unwrap_or_else(|| ".".to_owned())), self.span);
        for folder in if folders.is_empty() { std::slice::from_ref(&here) } else { folders.as_slice() } {
            // Every member is looked for in every folder.
            if !self.works(options.args.len() / 4) {
                break;
            }
            self.path_effect(Kind::Write, &folder.value, folder.span, "tar/unpacks", "unpacks into {}", true);
            self.tar_members(options, folder);
        }
        if options.has("-P") {
            let text = "unpacks to wherever the archive says";
            self.effect(
                Kind::Overwrite,
                None,
                self.span,
                "tar/anywhere",
                text,
                Tier::High,
                Reach::System,
                Undo::Hard,
            );
        }
    }

    /// `tar xf x.tar .claude/settings.json`: names that are unpacked because they are asked for.
    fn tar_members(&mut self, options: &Options, folder: &Field) {
        for member in options
            .args
            .iter()
            .filter(|a| a.value.prefix().contains("/.") || a.value.prefix().starts_with('.'))
        {
            let mut at = folder.to_value();
            at.push_text("/");
            at.append(&member.value);
            let placed = self.place(&at);
            if matches!(placed.kind, PlaceKind::Guard | PlaceKind::Startup) || starts_by_itself(&placed.path)
            {
                self.path_effect(Kind::Write, &at, member.span, "tar/member", "unpacks {}", false);
            } else if self.holds(&placed.path).is_some() {
                self.path_effect(Kind::Write, &at, member.span, "tar/member", "unpacks {}", true);
            }
        }
    }

    /// The files that a patch names, if its text is at hand: fed to it, written by this call, or on disk.
    pub(super) fn patched(&mut self, text: &Value, folder: &Value, strip: usize, span: Span) {
        let Some(text) = text.known() else { return };
        let lines =
            text.lines().filter_map(|line| line.strip_prefix("+++ ").or_else(|| line.strip_prefix("--- ")));
        if lines.clone().nth(MAX_PATCHED).is_some() {
            self.unreadable(span, "patch/bound", "patches more files than are looked at");
        }
        let names: Vec<String> = lines
            .take(MAX_PATCHED)
            .map(|line| line.split('\t').next().unwrap_or(line).trim().trim_matches('"').to_owned())
            .filter(|name| name != "/dev/null")
            .collect();
        for name in names {
            let stripped = name.splitn(strip + 1, '/').last().unwrap_or(&name);
            // Without a count `patch` takes the last name, git the rest behind the first.
            for name in [name.as_str(), stripped] {
                let at = if name.starts_with('/') {
                    Value::text(name)
                } else {
                    let mut at = folder.clone();
                    at.push_text("/");
                    at.push_text(name);
                    at
                };
                let placed = self.place(&at);
                self.note_written(&placed.path, false, "patch/names");
                if matches!(placed.kind, PlaceKind::Guard | PlaceKind::Startup | PlaceKind::Credential)
                    || starts_by_itself(&placed.path)
                {
                    self.path_effect(Kind::Write, &at, span, "patch/names", "patches {}", false);
                }
            }
        }
    }

    /// `patch`, `git apply`, `git am`: where they work, and the text they apply.
    pub(super) fn patch(&mut self, options: &Options, stdin: &Value) {
        let folder = ["-d", "--directory"].iter().find_map(|name| options.value(name));
        let folder = folder.map_or_else(|| Value::text(self.cwd().unwrap_or_default()), Field::to_value);
        let count = options.value("-p").and_then(|p| p.known()).and_then(|p| p.parse().ok()).unwrap_or(1);
        let mut texts = vec![(stdin.clone(), self.span)];
        for file in options.values("-i").chain(&options.args).cloned().collect::<Vec<_>>() {
            let content = self.text_of_file(&file.value);
            texts.push((content, file.span));
        }
        if let [Part::Unknown(Source::File(path))] = stdin.parts.as_slice() {
            let content = self.text_of_file(&Value::text(path.clone()));
            texts.push((content, self.span));
        }
        if texts.iter().all(|(text, _)| text.known().is_none_or(str::is_empty)) {
            self.fills_unseen(&folder);
        }
        for (text, span) in texts {
            self.patched(&text, &folder, count, span);
        }
    }

    /// What is in a file: what this text wrote there, or what lies there, if that is no secret.
    fn text_of_file(&mut self, file: &Value) -> Value {
        let placed = self.place(file);
        if let Some((_, content)) = self.written.iter().rev().find(|(p, _)| *p == placed.path) {
            return content.clone();
        }
        if placed.unknown || placed.many || self.placed_before_reading(&placed.path, self.span) {
            return Value::default();
        }
        match self.world.ask(Question::Read(&placed.path, MAX_PATCH)) {
            Answer::Bytes(bytes) => String::from_utf8(bytes).map_or_else(|_| Value::default(), Value::text),
            _ => Value::default(),
        }
    }

    /// `tar -C ~ -c .ssh`: what is packed lies below the folder that was named last.
    fn tar_from_folders(&mut self, options: &Options) {
        let mut words = options.raw.iter();
        let mut folder: Option<Field> = None;
        while let Some(word) = words.next() {
            if word.is("-C") || word.is("--directory") {
                folder = words.next().cloned();
            } else if let Some(folder) = folder.as_ref().filter(|_| !word.value.prefix().starts_with('-')) {
                let mut inside = folder.to_value();
                inside.push_text("/");
                inside.append(&word.value);
                if self.place(&inside).kind == PlaceKind::Credential {
                    self.path_effect(Kind::Read, &inside, word.span, "tar/packs", "packs {}", true);
                }
            }
        }
    }

    pub(super) fn rsync(&mut self, options: &Options) {
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
        for source in sources.iter().filter(|s| !remote(s)) {
            self.path_effect(Kind::Read, &source.value, source.span, "rsync/from", "reads {}", false);
        }
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
            for source in sources.iter().cloned() {
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
}

/// What a sed script may put into a file: replacements of `s`, and the texts of `a`, `i` and `c`.
fn inserted_by_sed(script: &str) -> String {
    let mut out = String::new();
    for line in script.lines() {
        let mut rest = line;
        while let Some(at) = rest.find('s') {
            let after = rest.get(at + 1..).unwrap_or("");
            let Some(mark) = after.chars().next().filter(|c| c.is_ascii_punctuation() && *c != '\\') else {
                rest = after;
                continue;
            };
            let mut parts = [String::new(), String::new()];
            let mut part = 0;
            let mut used = mark.len_utf8();
            let mut chars = after.chars().skip(1);
            while let Some(c) = chars.next() {
                used += c.len_utf8();
                if c == mark {
                    part += 1;
                    if part == 2 {
                        break;
                    }
                    continue;
                }
                if c == '\\' {
                    let Some(next) = chars.next() else { break };
                    used += next.len_utf8();
                    parts
                        .get_mut(part)
                        .into_iter()
                        .for_each(|p| p.push(if next == 'n' { '\n' } else { next }));
                    continue;
                }
                parts.get_mut(part).into_iter().for_each(|p| p.push(c));
            }
            if part == 2 {
                out.push_str(&parts[1]);
                out.push('\n');
            }
            rest = after.get(used..).unwrap_or("");
        }
        let text = line.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, ' ' | '$' | ','));
        if let Some(text) =
            ["a\\", "i\\", "c\\", "a ", "i ", "c "].iter().find_map(|mark| text.strip_prefix(mark))
        {
            out.push_str(text.trim_start());
            out.push('\n');
        }
    }
    out
}
