//! Which branch a push reaches. The branch is state of the call: `git switch main; git push` is `git push origin main`,
//! whatever the disk says now; settings may send it elsewhere; a branch that nobody can name may be that one, too.

use crate::effect::{Kind, Reach, Span, Tier, Undo};
use crate::understand::field::{Field, Part, Source, Value};
use crate::understand::glob;
use crate::understand::options::Options;
use crate::understand::state::{Head, Var};
use crate::understand::walk::Walker;
use crate::world::{Answer, Entry, Question};

/// `ref: refs/heads/NAME`; no branch has a longer name.
const MAX_HEAD: usize = 512;

/// Settings of a repository; longer ones are read as far as this.
const MAX_CONFIG: usize = 64 * 1024;

/// Where a push goes.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Goal {
    /// The branch that the work tree is on.
    Current,
    Branch(String),
    /// A pattern or a setting that takes the shared branches along.
    Every,
    /// Nobody can say.
    Unknown,
    /// A tag, a note, a branch that is deleted: other rules speak of these.
    Other,
}

/// Branches that others build on.
fn is_shared(branch: &str) -> bool {
    matches!(branch, "main" | "master" | "trunk" | "develop" | "production" | "prod" | "release")
        || branch.starts_with("release/")
}

/// A branch by its short name.
fn short(name: &str) -> &str {
    name.strip_prefix("refs/heads/").or_else(|| name.strip_prefix("heads/")).unwrap_or(name)
}

impl Walker<'_> {
    /// What git prints or changes about the branch that it is on.
    pub(super) fn git_branch(&mut self, options: &Options) -> Option<Value> {
        let command = options.path.last().map(|word| word.as_str())?;
        match command {
            "push" => self.pushes(options),
            "checkout" | "co" | "switch" => self.switches(command, options),
            "branch" if ["-m", "-M", "--move"].iter().any(|o| options.has(o)) => self.renames_branch(options),
            "branch" if options.has("--show-current") => return self.prints_branch(options),
            "rev-parse" if options.raw.iter().any(|w| w.is("--abbrev-ref")) => {
                return self
                    .prints_branch(options)
                    .filter(|_| options.raw.iter().any(|w| w.is("HEAD") || w.is("@")));
            }
            "symbolic-ref" => match options.args.as_slice() {
                [head, to] if head.is("HEAD") => self.goes_to(options, &to.value),
                [head] if head.is("HEAD") && options.has("--short") => return self.prints_branch(options),
                _ => {}
            },
            "add" if options.path.iter().any(|word| word == "worktree") => self.adds_work_tree(options),
            "config" => {
                let first = usize::from(options.args.first().is_some_and(|word| word.is("set")));
                if let (Some(key), Some(value)) = (options.args.get(first), options.args.get(first + 1))
                    && let Some(key) = key.known()
                {
                    self.git_settings.push((lowered(key), value.value.literal().unwrap_or_default()));
                }
            }
            _ => {}
        }
        None
    }

    fn prints_branch(&self, options: &Options) -> Option<Value> {
        match self.heads_of(options).as_slice() {
            [Head::Named(branch)] => Some(Value::text(branch.clone())),
            _ => None,
        }
    }

    /// `git checkout NAME`, `git switch -c NAME`.
    fn switches(&mut self, command: &str, options: &Options) {
        let makes =
            ["-b", "-B", "--orphan", "--create", "--force-create"].iter().find_map(|o| options.value(o));
        if let Some(name) = makes.cloned() {
            return self.goes_to(options, &name.value);
        }
        let dashes = options.raw.iter().any(|w| w.is("--"));
        let [name] = options.args.as_slice() else { return };
        if dashes || options.has("-d") || options.has("--detach") || options.has("-p") {
            return;
        }
        // A file is brought back, not gone to.
        if command != "switch" && !name.known().is_some_and(|text| is_shared(short(text))) {
            let placed = self.place(&name.value);
            let file = match self.world.ask(Question::Look(&placed.path)) {
                Answer::Entry(_) => true,
                Answer::Missing => false,
                _ => name.value.prefix().rsplit('/').next().is_some_and(|last| last.contains('.')),
            };
            if file {
                return;
            }
        }
        self.goes_to(options, &name.value);
    }

    /// `git branch -m NEW`, `git branch -m OLD NEW`.
    fn renames_branch(&mut self, options: &Options) {
        match options.args.as_slice() {
            [new] => self.goes_to(options, &new.value),
            [old, new] => {
                let own = self.heads_of(options).iter().any(|head| match head {
                    Head::Named(name) => old.is(name),
                    Head::OnDisk | Head::Unknown => true,
                });
                if own {
                    self.goes_to(options, &new.value);
                }
            }
            _ => {}
        }
    }

    fn adds_work_tree(&mut self, options: &Options) {
        let Some(folder) = options.args.first() else { return };
        let placed = self.place(&folder.value);
        let made = ["-b", "-B"].iter().find_map(|o| options.value(o));
        let head = match made.or_else(|| options.args.get(1)) {
            Some(name) => head_of(&name.value),
            None => Head::Named(placed.path.rsplit('/').next().unwrap_or_default().to_owned()),
        };
        if !placed.unknown {
            self.state.set_head(&placed.path, head);
        }
    }

    /// From here on the work tree is on this branch.
    fn goes_to(&mut self, options: &Options, name: &Value) {
        let Some(folder) = self.git_folder(options) else { return };
        let folder = match self.world.ask(Question::WorkTree(&folder)) {
            Answer::Text(root) => root,
            _ => folder,
        };
        self.state.set_head(&folder, head_of(name));
    }

    /// The folder that git works in.
    fn git_folder(&self, options: &Options) -> Option<String> {
        let mut folder = self.cwd();
        for there in options.values("-C") {
            let placed = self.place(&there.value);
            folder = (!placed.unknown).then_some(placed.path);
        }
        folder
    }

    /// `--git-dir`, `GIT_DIR`: the repository by its own folder.
    fn git_dir(&self, options: &Options) -> Option<Value> {
        let variable = || match self.state.get("GIT_DIR")? {
            [.., Var::Scalar(value)] => Some(value.clone()),
            _ => None,
        };
        options.value("--git-dir").map(Field::to_value).or_else(variable)
    }

    /// The branches that the work tree may be on; none where nothing is known of a repository.
    fn heads_of(&self, options: &Options) -> Vec<Head> {
        if let Some(dir) = self.git_dir(options) {
            let placed = self.place(&dir);
            let head = self.read_small(&format!("{}/HEAD", placed.path), MAX_HEAD).and_then(branch_in);
            return vec![head.map_or(Head::Unknown, Head::Named)];
        }
        let Some(folder) = self.git_folder(options) else { return Vec::new() };
        let root = self.world.text(Question::WorkTree(&folder));
        let on_disk = || root.as_deref().and_then(|root| self.branch_on_disk(root)).map(Head::Named);
        // The innermost folder of which the text said something; a repository inside that one is its own.
        let noted = self.state.heads_at(&folder);
        match noted.filter(|(noted, _)| root.as_ref().is_none_or(|root| root.len() <= noted.len())) {
            Some((_, heads)) => heads
                .iter()
                .filter_map(|head| match head {
                    Head::OnDisk => on_disk(),
                    head => Some(head.clone()),
                })
                .collect(),
            None => on_disk().into_iter().collect(),
        }
    }

    fn read_small(&self, path: &str, most: usize) -> Option<String> {
        match self.world.ask(Question::Read(path, most)) {
            Answer::Bytes(bytes) => String::from_utf8(bytes).ok(),
            _ => None,
        }
    }

    /// The folder of the repository of a work tree: a linked one says in a file where that is.
    fn repository_of(&self, root: &str) -> String {
        let dot = format!("{root}/.git");
        let link = match self.world.ask(Question::Look(&dot)) {
            Answer::Entry(Entry::Directory) => None,
            _ => self.read_small(&dot, MAX_HEAD),
        };
        match link.as_deref().and_then(|link| link.strip_prefix("gitdir:")).map(str::trim) {
            Some(dir) if dir.starts_with('/') => dir.to_owned(),
            Some(dir) => format!("{root}/{dir}"),
            None => dot,
        }
    }

    fn branch_on_disk(&self, root: &str) -> Option<String> {
        self.read_small(&format!("{}/HEAD", self.repository_of(root)), MAX_HEAD).and_then(branch_in)
    }

    /// Settings that hold for this push, the strongest last: the user's, the repository's, those of the call.
    fn push_settings(&self, options: &Options) -> Vec<(String, String)> {
        let mut files =
            vec![format!("{}/.gitconfig", self.home), format!("{}/.config/git/config", self.home)];
        if let Some(dir) = self.git_dir(options) {
            files.push(format!("{}/config", self.place(&dir).path));
        } else if let Some(root) =
            self.git_folder(options).and_then(|folder| self.world.text(Question::WorkTree(&folder)))
        {
            let dir = self.repository_of(&root);
            // A linked work tree has its settings where the repository is.
            let common = dir.split_once("/worktrees/").map(|(common, _)| common.to_owned());
            files.push(format!("{}/config", common.unwrap_or(dir)));
        }
        let mut all: Vec<(String, String)> = Vec::new();
        for file in files {
            all.extend(settings_in(&self.read_small(&file, MAX_CONFIG).unwrap_or_default()));
        }
        all.extend(self.git_settings.iter().cloned());
        for given in options.values("-c") {
            if let Some((key, value)) = given.value.literal().unwrap_or_default().split_once('=') {
                all.push((lowered(key), value.to_owned()));
            }
        }
        all
    }

    fn pushes(&mut self, options: &Options) {
        let everything = ["--mirror", "--all", "-d"].iter().any(|o| options.has(o));
        if everything {
            return;
        }
        let heads = self.heads_of(options);
        let goals: Vec<Goal> = match options.args.as_slice() {
            [_, refs @ ..] if !refs.is_empty() => refs.iter().map(|r| goal(&r.value)).collect(),
            _ if options.has("--tags") => return,
            args => self.goals_by_settings(args.first().or_else(|| options.value("--repo")), &heads, options),
        };
        for goal in goals {
            let why = match goal {
                Goal::Other => continue,
                Goal::Branch(name) if !is_shared(&name) || self.said_of_branch(&name) => continue,
                Goal::Branch(name) => (name.clone(), format!("pushes to `{name}`, which others build on")),
                Goal::Every => (String::new(), "pushes every branch that it has".to_owned()),
                // In a file that was there before, a variable is an argument of its own.
                Goal::Unknown if self.in_file => continue,
                Goal::Unknown => {
                    (String::new(), "pushes to a branch that cannot be known beforehand".to_owned())
                }
                Goal::Current => {
                    let shared = heads.iter().find_map(|head| match head {
                        Head::Named(name) => is_shared(short(name))
                            .then(|| (name.clone(), format!("pushes to `{name}`, the branch that it is on"))),
                        Head::Unknown if !self.in_file => Some((
                            String::new(),
                            "pushes a branch that cannot be known beforehand".to_owned(),
                        )),
                        Head::Unknown | Head::OnDisk => None,
                    });
                    let Some(shared) = shared else { continue };
                    shared
                }
            };
            self.publishes(why, self.span);
        }
    }

    /// What the table says of a branch by its plain name need not be said again.
    fn said_of_branch(&self, branch: &str) -> bool {
        let names = |e: &crate::effect::Effect| e.target.as_deref().is_some_and(|t| t.contains(branch));
        self.effects.iter().any(|e| e.rule.ends_with("/main") && names(e))
    }

    fn publishes(&mut self, (branch, text): (String, String), span: Span) {
        let target = Some(branch).filter(|branch| !branch.is_empty());
        self.effect(Kind::Publish, target, span, "git/main", &text, Tier::Medium, Reach::Remote, Undo::Hard);
    }

    /// A push that names no branch goes where the settings say.
    fn goals_by_settings(&self, remote: Option<&Field>, heads: &[Head], options: &Options) -> Vec<Goal> {
        let settings = self.push_settings(options);
        let last = |key: &str| settings.iter().rev().find(|(k, _)| k == key).map(|(_, value)| value.as_str());
        let of_branch = |branch: &str, key: &str| last(&format!("branch.{branch}.{key}")).map(str::to_owned);
        let current = heads.iter().find_map(|head| match head {
            Head::Named(name) => Some(name.as_str()),
            _ => None,
        });
        let remote = remote.and_then(|r| r.known()).map(str::to_owned);
        let remote = remote
            .or_else(|| last("remote.pushdefault").map(str::to_owned))
            .or_else(|| current.and_then(|branch| of_branch(branch, "remote")))
            .unwrap_or_else(|| "origin".to_owned());
        if last(&format!("remote.{remote}.mirror")).is_some_and(|v| v != "false") {
            return vec![Goal::Every];
        }
        let refs: Vec<Goal> = settings
            .iter()
            .filter(|(key, _)| *key == format!("remote.{remote}.push"))
            .map(|(_, value)| goal(&Value::text(value.clone())))
            .collect();
        if !refs.is_empty() {
            return refs;
        }
        match last("push.default").map(str::to_ascii_lowercase).as_deref() {
            Some("matching") => vec![Goal::Every],
            Some("upstream" | "tracking") => {
                let upstream = current.and_then(|branch| of_branch(branch, "merge"));
                vec![upstream.map_or(Goal::Current, |name| Goal::Branch(short(&name).to_owned()))]
            }
            _ => vec![Goal::Current],
        }
    }
}

/// `ref: refs/heads/NAME` of a file `HEAD`.
fn branch_in(head: String) -> Option<String> {
    Some(head.strip_prefix("ref: refs/heads/")?.trim().to_owned())
}

/// The branch of a name in the text; `-` is the one before.
fn head_of(name: &Value) -> Head {
    match name.known() {
        Some("-" | "@{-1}") | None if !has_own_beginning(name) => Head::Unknown,
        Some(text) => Head::Named(short(text).to_owned()),
        None => Head::Named(name.prefix().to_owned()),
    }
}

/// `feat/$ID`: what it begins with says that it is none of the shared ones.
fn has_own_beginning(name: &Value) -> bool {
    let begins = short(name.prefix());
    name.known().is_none() && begins.len() > 2 && !"release/".starts_with(begins)
}

/// Where one refspec goes.
fn goal(spec: &Value) -> Goal {
    if let Some(text) = spec.known() {
        let text = text.strip_prefix('+').unwrap_or(text);
        let (from, to) = text.split_once(':').map_or((text, text), |(from, to)| (from, to));
        return match short(to) {
            "" if from.is_empty() && text == ":" => Goal::Every,
            "" => Goal::Other,
            "HEAD" | "@" => Goal::Current,
            pattern if pattern.contains('*') => {
                let takes = ["main", "master", "production"].iter().any(|b| glob::fits(pattern, b));
                if takes && !pattern.starts_with("refs/tags/") { Goal::Every } else { Goal::Other }
            }
            // `:main` deletes it, and is said elsewhere.
            _ if from.is_empty() => Goal::Other,
            name => Goal::Branch(name.to_owned()),
        };
    }
    // Behind the last colon stands where it goes.
    let mut to = Value::default();
    for part in &spec.parts {
        match part {
            Part::Text(text) => match text.rsplit_once(':') {
                Some((_, behind)) => to = Value::text(behind),
                None => to.push_text(text),
            },
            part => to.push(part.clone()),
        }
    }
    if to.known().is_some() {
        return goal(&Value::text(format!("x:{}", to.prefix())));
    }
    let prefix = short(to.prefix().trim_start_matches('+'));
    let of_git = |source: &Source| matches!(source, Source::Output(program) if program.starts_with("git"));
    if has_own_beginning(&to) {
        Goal::Branch(format!("{prefix}…"))
    } else if to.prefix().starts_with("refs/tags/") {
        Goal::Other
    } else if prefix.is_empty() && to.sources().next().is_some() && to.sources().all(of_git) {
        Goal::Current
    } else {
        Goal::Unknown
    }
}

/// Sections and keys have no case; what stands in quotes has.
fn lowered(key: &str) -> String {
    match (key.split_once('.'), key.rsplit_once('.')) {
        (Some((section, _)), Some((middle, name))) if middle.len() > section.len() => {
            let middle = middle.get(section.len()..).unwrap_or_default();
            format!("{}{middle}.{}", section.to_ascii_lowercase(), name.to_ascii_lowercase())
        }
        _ => key.to_ascii_lowercase(),
    }
}

/// `[section "name"] key = value` as `section.name.key`.
fn settings_in(text: &str) -> Vec<(String, String)> {
    let mut section = String::new();
    let mut out = Vec::new();
    for line in text.lines().map(str::trim).filter(|line| !line.starts_with(['#', ';'])) {
        let mut line = line;
        if let Some((head, rest)) = line.strip_prefix('[').and_then(|l| l.split_once(']')) {
            section = match head.split_once('"') {
                Some((kind, name)) => {
                    format!("{}.{}", kind.trim().to_ascii_lowercase(), name.trim_end_matches('"'))
                }
                None => head.trim().to_ascii_lowercase(),
            };
            line = rest.trim();
        }
        if line.is_empty() {
            continue;
        }
        let (key, value) = line.split_once('=').unwrap_or((line, "true"));
        let value = value.split([';', '#']).next().unwrap_or("").trim().trim_matches('"');
        out.push((format!("{section}.{}", key.trim().to_ascii_lowercase()), value.to_owned()));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refspec_says_where_it_goes() {
        let branch = |name: &str| Goal::Branch(name.to_owned());
        for (spec, want) in [
            ("main", branch("main")),
            ("heads/main", branch("main")),
            ("refs/heads/main", branch("main")),
            ("+HEAD:main", branch("main")),
            ("feat/x:refs/heads/main", branch("main")),
            ("feat/x", branch("feat/x")),
            ("HEAD", Goal::Current),
            ("+@", Goal::Current),
            ("*:*", Goal::Every),
            ("refs/heads/*", Goal::Every),
            ("refs/heads/*:refs/heads/*", Goal::Every),
            (":", Goal::Every),
            ("refs/heads/feat/*:refs/heads/feat/*", Goal::Other),
            ("refs/tags/*:refs/tags/*", Goal::Other),
            (":main", Goal::Other),
        ] {
            assert_eq!(goal(&Value::text(spec)), want, "{spec}");
        }
    }

    #[test]
    fn settings_are_read_as_git_writes_them() {
        let text = "[push]\n\tdefault = upstream\n[remote \"Origin\"]\n\tPush = HEAD:refs/heads/main # c\n\tmirror\n";
        let want = [
            ("push.default", "upstream"),
            ("remote.Origin.push", "HEAD:refs/heads/main"),
            ("remote.Origin.mirror", "true"),
        ];
        let got = settings_in(text);
        assert_eq!(got, want.map(|(k, v)| (k.to_owned(), v.to_owned())));
        assert_eq!(lowered("Remote.Origin.PUSH"), "remote.Origin.push");
        assert_eq!(lowered("push.Default"), "push.default");
    }
}
