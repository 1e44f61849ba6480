//! Programs on files whose words mean something by themselves: `dd`, `ln`, `tee`, `sed`, `awk`, `make`, `tar`, `rsync`.

use crate::effect::{Kind, Span};
use crate::knowledge::Lang;
use crate::understand::field::{Field, Part, Source, Value};
use crate::understand::options::{Options, rest_of};
use crate::understand::place::PlaceKind;
use crate::understand::walk::Walker;

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
            self.link_made(&target.value, &last.value, from_here, folder);
        }
    }

    pub(super) fn tee(&mut self, options: &Options, stdin: &Value) -> Value {
        let append = options.has("-a");
        for arg in &options.args.clone() {
            let kind = if append { Kind::Write } else { Kind::Overwrite };
            self.path_effect(kind, &arg.value, arg.span, "tee/writes", "writes {}", false);
            self.remember_written(&arg.value, stdin, append);
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
        }
        let _ = stdin;
    }

    pub(super) fn make(&mut self, options: &Options, stdin: &Value) {
        let targets = options.args.iter().filter_map(|a| a.known()).filter(|t| !t.contains('='));
        self.make_targets = targets.map(str::to_owned).collect();
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
            }
        }
        if !options.has("-f") && !options.has("--file") && !options.has("--makefile") {
            for name in ["GNUmakefile", "makefile", "Makefile"] {
                let folder = options.value("-C").map_or(String::new(), |c| format!("{}/", c.value.prefix()));
                let path = self.place(&Value::text(format!("{folder}{name}"))).path;
                let own = self.written.iter().rev().find(|(p, _)| *p == path).map(|(_, c)| c.clone());
                if let Some(content) = own {
                    self.run_code(Lang::Make, &content, self.span);
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
                if value.known().is_some_and(|t| t.contains(' ')) {
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
