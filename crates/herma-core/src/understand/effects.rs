//! Making effects: what a kind of act on a kind of ground amounts to (design, sections 4 and 5).

use super::carry::MOUNTED;
use super::dependencies::note as note_use;
use super::field::{Source, Value};
use super::place::{PlaceKind, Placed, is_watching_device, starts_by_itself, worse};
use super::walk::Walker;
use crate::effect::{Effect, Kind, Leads, Reach, Repeats, Scale, Span, Tier, Undo};
use crate::knowledge::RunPlace;
use crate::policy::{Backend, ContainerRoot};
use crate::shell::ParseError;
use crate::text::shown;
use crate::world::{Answer, Question, Tracked};

/// Effects of one call that are kept, for rules and grants to look at each. With more a text is too complex to inspect,
/// and only kinds of effects that are not there yet are added.
const MAX_EFFECTS: usize = 4096;
/// As many effects are compared one by one before an index is worth its cost: nearly every call has fewer.
const COMPARED: usize = 32;

/// Units of work that comparing one pattern with all those places takes.
const PATTERN: usize = 150;

/// Ways to be rid of something and have it back. They must themselves pass.
const KEEP_IN_GIT: &str = "git stash push --include-untracked";
const PUT_ASIDE: &str = "mkdir -p /tmp/removed && mv FILE /tmp/removed/";

/// They make folders or empty files: nothing is put into what they name.
const MAKE_EMPTY: &[&str] =
    &["mkdir/folder", "gmkdir/folder", "install/folders", "touch/touch", "gtouch/touch"];

/// They put a whole new content in place of the old one.
const REPLACES: &[&str] = &[
    "redirect/overwrite",
    "cp/to",
    "cp/into",
    "mv/to",
    "mv/into",
    "install/to",
    "tee/writes",
    "dd/writes",
    "tool/replaces",
    "code/write",
];

/// What the ground makes of an act.
pub(super) struct Ruling {
    tier: Tier,
    reach: Reach,
    undo: Undo,
    hardline: bool,
    certainty: f32,
}

impl Ruling {
    pub(super) fn new(tier: Tier, reach: Reach, undo: Undo) -> Self {
        Ruling { tier, reach, undo, hardline: false, certainty: 0.98 }
    }

    pub(super) fn hard(reach: Reach) -> Self {
        Ruling { tier: Tier::Critical, reach, undo: Undo::None, hardline: true, certainty: 0.98 }
    }

    fn unsure(mut self, certainty: f32) -> Self {
        self.certainty = certainty;
        self
    }
}

impl Walker<'_> {
    /// Adds an effect. One that is there already is only marked at one more place of the text.
    pub(crate) fn push(&mut self, mut effect: Effect) {
        self.works(1 + self.effects.len().min(COMPARED) / 16);
        effect.command.clone_from(&self.command);
        if self.in_file && effect.text.contains("://") {
            effect.text = crate::text::without_credentials(&effect.text);
            effect.target = effect.target.as_deref().map(crate::text::without_credentials);
        }
        self.changes += u32::from(effect.kind != Kind::Read);
        let same = |e: &Effect| {
            e.kind == effect.kind
                && e.command == effect.command
                && e.target == effect.target
                && e.rule == effect.rule
                && e.floor >= effect.floor
                && e.hardline >= effect.hardline
                && e.certainty <= effect.certainty
        };
        let mut key = 0;
        let mut at = self.effects.iter().take(COMPARED).position(same);
        if at.is_none() && self.effects.len() >= COMPARED {
            key = key_of(&effect);
            // What was there may have been taken out or raised since: it is looked at before it counts.
            at = self.pushed.get(&key).copied().filter(|at| self.effects.get(*at).is_some_and(same));
        }
        if let Some(known) = at.and_then(|at| self.effects.get_mut(at)) {
            // Two commands, one effect: what is granted to the one is not granted to the other.
            if known.command != self.command || known.setting != self.setting {
                known.setting = None;
            }
            if known.span != effect.span {
                known.repeats.mark(effect.span);
            }
            return;
        }
        effect.setting.clone_from(&self.setting);
        if self.effects.len() >= COMPARED {
            if self.effects.len() >= MAX_EFFECTS && !self.is_new_past_bound(&effect) {
                return;
            }
            self.pushed.insert(key, self.effects.len());
        }
        self.effects.push(effect);
    }

    /// Past the bound, whether nothing of the kind was added there yet. The call is asked about in any case.
    fn is_new_past_bound(&mut self, effect: &Effect) -> bool {
        self.too_complex();
        self.past_bound.insert((effect.kind, effect.rule.clone(), effect.hardline, effect.floor))
    }

    /// An act on something that is no path.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn effect(
        &mut self,
        kind: Kind,
        target: Option<String>,
        span: Span,
        rule: &str,
        text: &str,
        tier: Tier,
        reach: Reach,
        undo: Undo,
    ) {
        self.push(Effect {
            kind,
            target: target.map(|t| shown(&t)),
            scale: Scale::One,
            reach,
            undo,
            span,
            rule: rule.to_owned(),
            command: String::new(),
            setting: None,
            leads: Leads::Here,
            repeats: Repeats::default(),
            text: shown(text),
            floor: tier,
            hardline: false,
            certainty: 0.98,
            instead: None,
        });
    }

    pub(super) fn hardline(&mut self, kind: Kind, span: Span, rule: &str, text: &str) {
        // On another machine the same words speak of that machine: a person may well want it.
        let here = self.run_place == RunPlace::Here;
        let contained = kind == Kind::PowerOff && here && self.is_in_container();
        if contained && self.is_free_container() {
            self.effect(kind, None, span, rule, text, Tier::Low, Reach::Scratch, Undo::Hard);
            return;
        }
        let here = here && !contained;
        self.push(Effect {
            kind,
            target: None,
            scale: Scale::Everything,
            reach: if here { Reach::System } else { Reach::Remote },
            undo: Undo::None,
            span,
            rule: rule.to_owned(),
            command: String::new(),
            setting: None,
            leads: Leads::Here,
            repeats: Repeats::default(),
            text: shown(text),
            floor: Tier::Critical,
            hardline: here,
            certainty: 0.98,
            instead: Some("a person does this by hand, in a terminal of their own".to_owned()),
        });
    }

    pub(crate) fn unreadable(&mut self, span: Span, rule: &str, text: &str) {
        self.push(Effect {
            kind: Kind::Unreadable,
            target: None,
            scale: Scale::One,
            reach: Reach::Workspace,
            undo: Undo::Hard,
            span,
            rule: rule.to_owned(),
            command: String::new(),
            setting: None,
            leads: Leads::Here,
            repeats: Repeats::default(),
            text: shown(text),
            floor: Tier::Medium,
            hardline: false,
            certainty: 0.4,
            instead: None,
        });
    }

    pub(super) fn too_complex(&mut self) {
        if !self.bounded {
            self.bounded = true;
            self.unreadable(self.span, "shell/bound", "too complex to inspect");
            self.look_twice();
        }
    }

    /// What nobody has read may be anything: whoever says yes to it is asked for the digits.
    fn look_twice(&mut self) {
        if let Some(last) = self.effects.last_mut().filter(|e| e.kind == Kind::Unreadable) {
            last.floor = last.floor.max(Tier::High);
        }
    }

    pub(super) fn parse_trouble(&mut self, error: Option<ParseError>, span: Span) {
        let Some(error) = error else { return };
        self.note_broken_file();
        let bounded = error.is_bound();
        self.bounded |= bounded;
        self.unreadable(span, "shell/parse", &error.to_string());
        if bounded {
            self.look_twice();
        }
    }

    /// Characters on which readers of shell text differ, or which hide what is there.
    pub(super) fn suspicious_characters(&mut self, text: &str) {
        if text.bytes().all(|b| matches!(b, b' '..=b'~' | b'\n' | b'\t')) {
            return;
        }
        for (at, c) in text.char_indices() {
            let (rule, what) = match c {
                ' '..='~' | '\n' | '\t' => continue,
                '\0' => ("shell/nul", "holds a NUL character: shells disagree on what follows"),
                '\r' => {
                    ("shell/carriage-return", "holds a carriage return, which bash takes as part of a word")
                }
                '\u{feff}' => {
                    ("shell/byte-order-mark", "holds a byte-order mark, which bash takes as part of a word")
                }
                c if super::placeholders::is_hole(c) => {
                    ("shell/private-use", "holds characters of no script")
                }
                c if crate::text::is_deceptive(c) => {
                    ("shell/hidden-characters", "holds characters that hide or reorder what is shown")
                }
                _ => continue,
            };
            self.unreadable(Span::new(at, at + c.len_utf8()), rule, what);
            return;
        }
    }

    /// An act on a path: the ground it is on decides what it amounts to.
    pub(super) fn path_effect(
        &mut self,
        kind: Kind,
        value: &Value,
        span: Span,
        rule: &str,
        text: &str,
        deep: bool,
    ) {
        if let Some(host) = self.mounted(value) {
            // What is mounted into a container is the host's.
            let place = std::mem::replace(&mut self.run_place, RunPlace::Here);
            let mounts = std::mem::take(&mut self.mounts);
            let outer = std::mem::replace(&mut self.host_again, true);
            self.path_effect(kind, &host, span, &format!("{MOUNTED}{rule}"), text, deep);
            self.host_again = outer;
            self.run_place = place;
            self.mounts = mounts;
            return;
        }
        // What this text writes, moves, makes and links is looked through for each path.
        let own = self.written.len() + self.moved.len() + self.made.len() + self.links.len();
        // A pattern is compared with every place that it may mean.
        let pattern = if value.has_glob() { PATTERN } else { 0 };
        if !self.works(5 + own / 8 + pattern) {
            return;
        }
        let mut placed = self.place(value);
        let writes = matches!(kind, Kind::Write | Kind::Overwrite);
        let guessed = self.take_worst_meant(kind, value, &mut placed, deep);
        if kind != Kind::Read && placed.kind != PlaceKind::Guard && self.is_moved_guard(&placed.path) {
            placed.kind = PlaceKind::Guard;
        }
        if kind != Kind::Read && self.is_moved_guards_folder(placed.path.trim_end_matches("/*")) {
            placed.kind = worse(placed.kind, PlaceKind::Startup);
        }
        if matches!(kind, Kind::Write | Kind::Overwrite)
            && !MAKE_EMPTY.contains(&rule)
            && placed.kind != PlaceKind::Guard
            && starts_by_itself(&placed.path)
        {
            placed.kind = worse(placed.kind, PlaceKind::Startup);
        }
        if matches!(kind, Kind::Read | Kind::ReadSecret)
            && self.run_place == RunPlace::Here
            && !super::own_secret::shows_nothing(rule.split('/').next().unwrap_or(""))
            && self.is_own_secret(&placed.path)
        {
            self.reads_own_secret(&placed.path, span, rule);
            return;
        }
        if rule.ends_with("/let-read") && placed.kind != PlaceKind::Credential {
            // Only a secret is meant for nobody else.
            return;
        }
        if placed.path == "/proc/sysrq-trigger" && matches!(kind, Kind::Write | Kind::Overwrite) {
            self.hardline(
                Kind::PowerOff,
                span,
                rule,
                "writes `/proc/sysrq-trigger`: that stops or restarts the machine at once",
            );
            return;
        }
        if kind == Kind::Read
            && placed.kind != PlaceKind::Credential
            && let Some(secret) = self.copy_of_secret(&placed.path)
        {
            let original = Value::text(secret);
            if self.place(&original).kind == PlaceKind::Credential {
                self.path_effect(Kind::Read, &original, span, rule, text, false);
                return;
            }
        }
        // Nothing has an empty name: `rm -rf ""` fails.
        if kind == Kind::Delete && value.is_empty() && rule.starts_with("rm/") {
            return;
        }
        if kind == Kind::Delete && self.empties_nothing(rule, &placed) {
            return;
        }
        if kind == Kind::Delete && !value.has_glob() && self.is_nothing_there(&placed) {
            let text = format!("deletes `{}`, which is not there", crate::text::shown(&placed.path));
            let target = Some(placed.path.clone());
            return self.effect(kind, target, span, rule, &text, Tier::Low, Reach::Workspace, Undo::Easy);
        }
        // An empty folder for secrets holds none.
        if MAKE_EMPTY.contains(&rule) && rule.contains("mkdir") && placed.kind == PlaceKind::Credential {
            placed.kind = PlaceKind::Home;
        }
        if kind == Kind::Delete {
            self.deletes_what_was_moved(&placed.path, span, rule, text, deep);
        }
        let ruling = self.rule_on(kind, &placed, deep);
        let ruling = if guessed {
            // A search may come upon the guard: a person looks.
            Ruling::new(Tier::Critical, Reach::User, Undo::None)
        } else {
            ruling
        };
        let ruling = self.raised(kind, value, &placed, rule, deep, ruling);
        let ruling = if self.is_the_containers(kind, &placed) {
            Ruling::new(Tier::Low, Reach::Scratch, Undo::Hard)
        } else {
            ruling
        };
        let held = self.replaces_below(kind, &placed, rule).or_else(|| self.takes_guard_along(kind, &placed));
        let ruling = match held {
            Some(_) if ruling.hardline => ruling,
            Some(PlaceKind::Guard) => Ruling::new(Tier::Critical, Reach::User, Undo::Hard),
            Some(_) => Ruling::new(Tier::High.max(ruling.tier), Reach::User, Undo::Hard),
            None => ruling,
        };
        let mut ruling = if self.run_place == RunPlace::Here { ruling } else { self.elsewhere(kind, ruling) };
        let kind = match (kind, placed.kind) {
            (Kind::Read, PlaceKind::Credential) => Kind::ReadSecret,
            (Kind::Write | Kind::Overwrite, PlaceKind::Disk) => Kind::WipeDisk,
            (Kind::Write | Kind::Overwrite | Kind::Move, _) if held == Some(PlaceKind::Guard) => {
                Kind::DisableGuard
            }
            (Kind::Write | Kind::Overwrite, _) if held == Some(PlaceKind::Startup) => Kind::Persist,
            (Kind::Write | Kind::Overwrite, PlaceKind::Startup) => Kind::Persist,
            (Kind::Write | Kind::Overwrite, PlaceKind::System) => Kind::ChangeConfig,
            (
                Kind::Write | Kind::Overwrite | Kind::Delete | Kind::Move | Kind::ChangePermission,
                PlaceKind::Guard,
            ) => Kind::DisableGuard,
            (Kind::Read | Kind::Write | Kind::Overwrite, PlaceKind::Socket) => Kind::OpenNetwork,
            (kind, _) => kind,
        };
        if self.in_file && ruling.certainty < 0.9 && !ruling.hardline {
            // Ordinary programs delete what their arguments name. Only a known target counts in a file's code.
            ruling = match self.handed_path(kind) {
                // What it was handed lies elsewhere: that is what it deletes, for all that anybody knows.
                Some(handed) => {
                    let placed = self.place(&handed);
                    self.rule_on(kind, &placed, deep)
                }
                None => Ruling::new(Tier::Low, Reach::Workspace, Undo::Hard),
            };
        }
        if ruling.tier >= Tier::Medium {
            note_use(&mut self.uses.targets, &placed.path);
        }
        if self.run_place == RunPlace::Here && !placed.many && !placed.unknown {
            match kind {
                Kind::Read | Kind::ReadSecret => _ = self.uses.reads.insert(placed.path.clone()),
                Kind::Write | Kind::Overwrite | Kind::Delete if !rule.starts_with("redirect/") => {
                    self.uses.writes.insert(placed.path.clone());
                }
                _ => {}
            }
        }
        if self.run_place == RunPlace::Here && writes && !placed.unknown {
            let path = placed.path.trim_end_matches("/*").to_owned();
            self.note_written(&path, deep || placed.many || placed.contents, rule);
        }
        let scale = if placed.contents {
            Scale::Everything
        } else if placed.many || deep {
            Scale::Many
        } else {
            Scale::One
        };
        let path = shown(&placed.path);
        let mut sentence = text.replace("{}", &format!("`{path}`"));
        let noted = note(&placed).filter(|_| {
            // What is let pass is not said to be grave.
            ruling.tier > Tier::Low || !matches!(placed.kind, PlaceKind::Credential | PlaceKind::HomeWhole)
        });
        let below = held.and_then(|held| note_below(kind, held));
        if let Some(note) = below.or(noted) {
            sentence = format!("{sentence}: {note}");
        }
        self.push(Effect {
            kind,
            target: if placed.kind == PlaceKind::Unknown { None } else { Some(path) },
            scale,
            reach: ruling.reach,
            undo: ruling.undo,
            span,
            rule: rule.to_owned(),
            command: String::new(),
            setting: None,
            leads: Leads::Here,
            repeats: Repeats::default(),
            text: sentence,
            floor: ruling.tier,
            hardline: ruling.hardline,
            certainty: ruling.certainty,
            instead: instead(kind, &placed, ruling.hardline),
        });
    }

    /// What many targets, a mode for everybody, or a secret that nobody else holds add to what the ground says.
    fn raised(
        &self,
        kind: Kind,
        value: &Value,
        placed: &Placed,
        rule: &str,
        deep: bool,
        mut ruling: Ruling,
    ) -> Ruling {
        let writes = matches!(kind, Kind::Write | Kind::Overwrite) && !MAKE_EMPTY.contains(&rule);
        let outside = matches!(
            placed.kind,
            PlaceKind::Home | PlaceKind::HomeWhole | PlaceKind::OtherHome | PlaceKind::Elsewhere
        );
        let searched = placed.kind == PlaceKind::Unknown && placed.path.starts_with('/');
        let permits = kind == Kind::ChangePermission;
        let found = value.sources().any(|s| matches!(s, Source::Output(program) if program == "find"));
        let many = placed.many
            || placed.path.contains('*')
            || found
            || deep && (permits || rule.ends_with("/replace-all"));
        let changes = kind == Kind::Overwrite || writes || permits;
        if changes && many && (outside || searched) {
            // Many targets outside the workspace are never low.
            ruling.tier = ruling.tier.max(Tier::Medium);
            ruling.undo = Undo::Hard;
        }
        let loses = matches!(kind, Kind::Overwrite | Kind::Move);
        if loses && placed.kind == PlaceKind::Unknown && self.lists_from_elsewhere(value) {
            ruling.tier = ruling.tier.max(Tier::Medium);
            ruling.certainty = ruling.certainty.min(0.6);
        }
        let secret = placed.kind == PlaceKind::Credential;
        if secret && rule.ends_with("/let-read") && !self.is_project_secret(placed) {
            ruling.tier = ruling.tier.max(Tier::High);
        }
        if secret && matches!(rule, "ed/edit" | "red/edit" | "ex/edit" | "ex/edit-after") {
            // What an editor of lines is told, it prints.
            ruling.tier = ruling.tier.max(Tier::High);
        }
        if writes && placed.kind == PlaceKind::HomeWhole {
            ruling.tier = ruling.tier.max(Tier::Medium);
        }
        if rule.ends_with("/open-one")
            && !matches!(placed.kind, PlaceKind::Scratch | PlaceKind::Build | PlaceKind::Null)
        {
            ruling.tier = ruling.tier.max(Tier::Medium);
        }
        if writes
            && placed.kind == PlaceKind::Credential
            && ruling.tier == Tier::Low
            && REPLACES.contains(&rule)
            && self.loses_project_secret(&placed.path)
        {
            ruling.tier = Tier::High;
            ruling.undo = Undo::None;
        }
        ruling
    }

    /// Names that a list gave, of which nobody knows that they lie in the workspace: `grep -rl x / | xargs sed -i …`.
    fn lists_from_elsewhere(&self, value: &Value) -> bool {
        const LIST: &[&str] = &["ack", "ag", "egrep", "fd", "fgrep", "find", "git", "grep", "ls", "rg"];
        // `sed -i … $(cat list)`: whatever stands in a file.
        if value.sources().any(|s| matches!(s, Source::File(_))) {
            return !self.in_file;
        }
        let listed = value.sources().any(|s| matches!(s, Source::Output(program) if program == "xargs"));
        if !listed || self.in_file {
            return false;
        }
        let mut searched = false;
        for effect in self.effects.iter().filter(|e| e.kind == Kind::Read) {
            let program = effect.rule.split('/').next().unwrap_or("");
            if LIST.binary_search(&program).is_err() {
                continue;
            }
            searched = true;
            let there = effect.target.as_deref().map(|target| self.kind_of(target));
            let here = there.is_none_or(|kind| {
                matches!(
                    kind,
                    PlaceKind::Workspace | PlaceKind::WorkspaceRoot | PlaceKind::Build | PlaceKind::Scratch
                )
            });
            if !here {
                return true;
            }
        }
        !searched
    }

    /// The worst that a write of several or unknown names into a folder may replace. Where the names are known they are
    /// looked at one by one instead.
    fn replaces_below(&self, kind: Kind, placed: &Placed, rule: &str) -> Option<PlaceKind> {
        let writes = matches!(kind, Kind::Write | Kind::Overwrite);
        if !writes || MAKE_EMPTY.contains(&rule) || rule.ends_with("/edit") {
            return None;
        }
        if placed.unknown && !placed.contents {
            // `cp "$f" ~/"$(basename "$f")"`: one name that may be any. `~/$name.txt` is none of those.
            return self.holds(placed.path.strip_suffix("/…")?);
        }
        if self.lands_by_name {
            return None;
        }
        self.holds(&placed.path)
    }

    /// A folder that is moved away takes along what guards the agent in there.
    fn takes_guard_along(&self, kind: Kind, placed: &Placed) -> Option<PlaceKind> {
        if kind != Kind::Move || placed.unknown {
            return None;
        }
        self.holds(&placed.path).filter(|held| *held == PlaceKind::Guard)
    }

    /// A pattern is as bad as the worst thing that it may mean. True if that is the guard, and no more than a guess.
    fn take_worst_meant(&self, kind: Kind, value: &Value, placed: &mut Placed, deep: bool) -> bool {
        let changes = matches!(
            kind,
            Kind::Write | Kind::Overwrite | Kind::Move | Kind::ChangePermission | Kind::Delete
        );
        let own = value.sources().all(|s| matches!(s, Source::Input));
        if !changes || !own || !placed.many || kind == Kind::Delete && (placed.contents || placed.unknown) {
            return false;
        }
        let Some(meant) = self.worst_meant(placed, kind == Kind::Move || deep) else { return false };
        let guard = meant.kind == PlaceKind::Guard;
        if kind == Kind::Delete && !guard || guard && placed.kind == PlaceKind::Guard {
            return false;
        }
        placed.kind = worse(placed.kind, meant.kind);
        guard && !meant.sure
    }

    /// `mv src build; rm -rf build`: what was moved there a moment ago is lost.
    fn deletes_what_was_moved(&mut self, path: &str, span: Span, rule: &str, text: &str, deep: bool) {
        let folder = path.trim_end_matches("/*");
        let below = |to: &str| to == folder || to.strip_prefix(folder).is_some_and(|r| r.starts_with('/'));
        let found: Vec<String> =
            self.moved.iter().filter(|(to, _)| below(to)).map(|(_, from)| from.clone()).collect();
        let moved = std::mem::take(&mut self.moved);
        for from in found {
            self.path_effect(Kind::Delete, &Value::text(from), span, rule, text, deep);
        }
        self.moved = moved;
    }

    /// What the text itself has copied a secret to is one as well.
    fn copy_of_secret(&self, path: &str) -> Option<String> {
        let (_, content) = self.written.iter().rev().find(|(p, _)| p == path)?;
        content.secret().map(str::to_owned)
    }

    /// Policy says that commands run in a container, and this one does not reach for the host around it.
    pub(super) fn is_in_container(&self) -> bool {
        self.policy.place.backend == Backend::Container && !self.host_again
    }

    /// Policy says that commands run in a container, and that its root is free.
    pub(super) fn is_free_container(&self) -> bool {
        self.run_place == RunPlace::Here
            && self.is_in_container()
            && self.policy.place.container_root == ContainerRoot::Allow
    }

    /// A change of what such a container holds beside the workspace, which may be mounted, and what guards or signs in.
    fn is_the_containers(&self, kind: Kind, placed: &Placed) -> bool {
        let whole = matches!(placed.kind, PlaceKind::Root | PlaceKind::SystemFolder | PlaceKind::HomeWhole);
        self.is_free_container()
            // Beside the whole, what guards the agent stays guarded.
            && (whole || !self.holds_guard(&placed.path))
            && matches!(
                kind,
                Kind::Delete | Kind::Move | Kind::Write | Kind::Overwrite | Kind::ChangePermission
            )
            && matches!(
                placed.kind,
                PlaceKind::Root
                    | PlaceKind::SystemFolder
                    | PlaceKind::System
                    | PlaceKind::HomeWhole
                    | PlaceKind::Home
                    | PlaceKind::OtherHome
                    | PlaceKind::Elsewhere
            )
    }

    fn rule_on(&self, kind: Kind, placed: &Placed, deep: bool) -> Ruling {
        match kind {
            Kind::Delete | Kind::Move => self.rule_on_loss(kind, placed, deep),
            Kind::ChangePermission => self.rule_on_permission(placed, deep),
            Kind::Write | Kind::Overwrite => self.rule_on_write(kind, placed),
            Kind::Read | Kind::ReadSecret => rule_on_read(placed, self.elevated),
            other => {
                let (tier, _, undo) = other.ordinary();
                Ruling::new(tier, reach_of(placed.kind), undo)
            }
        }
    }

    fn rule_on_loss(&self, kind: Kind, placed: &Placed, deep: bool) -> Ruling {
        // Without going down, `rm ~` fails; `rm ~/*` takes the files.
        let goes = deep || placed.contents || kind == Kind::Move || placed.many;
        if let Some(ruling) = self.rule_on_whole(placed).filter(|_| goes || placed.kind == PlaceKind::Guard) {
            return ruling;
        }
        match placed.kind {
            PlaceKind::Null | PlaceKind::Scratch => Ruling::new(Tier::Low, Reach::Scratch, Undo::Hard),
            PlaceKind::Build => Ruling::new(Tier::Low, Reach::Workspace, Undo::Easy),
            PlaceKind::Workspace | PlaceKind::WorkspaceRoot if kind == Kind::Move => {
                Ruling::new(Tier::Low, Reach::Workspace, Undo::Easy)
            }
            PlaceKind::Elsewhere if kind == Kind::Move => Ruling::new(Tier::Low, Reach::System, Undo::Easy),
            // One named file is easily moved back; a folder such as ~/Documents is missed at once.
            PlaceKind::Home if kind == Kind::Move && !placed.many && is_file_name(&placed.path) => {
                Ruling::new(Tier::Low, Reach::User, Undo::Easy)
            }
            PlaceKind::Home if kind == Kind::Move => Ruling::new(Tier::Medium, Reach::User, Undo::Easy),
            PlaceKind::Disk => Ruling::hard(Reach::System),
            PlaceKind::Workspace if self.comes_back(placed, deep) => {
                Ruling::new(Tier::Low, Reach::Workspace, Undo::Easy)
            }
            // Moved, it is still there.
            PlaceKind::Unknown if kind == Kind::Move => {
                Ruling::new(Tier::Low, Reach::User, Undo::Easy).unsure(0.78)
            }
            PlaceKind::Unknown => Ruling::new(Tier::Critical, Reach::User, Undo::None).unsure(0.45),
            PlaceKind::System | PlaceKind::Device | PlaceKind::Startup => {
                Ruling::new(Tier::Critical, Reach::System, Undo::None)
            }
            other => Ruling::new(Tier::Critical, reach_of(other), Undo::None),
        }
    }

    /// Deleted, and easily had again: git holds the same bytes, or the call itself made it.
    fn comes_back(&self, placed: &Placed, deep: bool) -> bool {
        if self.made.contains(&placed.path) && self.world.ask(Question::Look(&placed.path)) == Answer::Missing
        {
            return true;
        }
        // What was there before is not the text's own, even if it has written to it.
        let there = matches!(self.world.ask(Question::Look(&placed.path)), Answer::Entry(_));
        let own = !there && self.written.iter().any(|(p, _)| *p == placed.path);
        if deep || placed.many || placed.unknown {
            return own;
        }
        own || self.world.ask(Question::Tracked(&placed.path)) == Answer::Tracked(Tracked::Clean)
    }

    fn rule_on_permission(&self, placed: &Placed, deep: bool) -> Ruling {
        if let Some(ruling) =
            self.rule_on_whole(placed).filter(|_| deep || placed.contents || placed.kind == PlaceKind::Guard)
        {
            return ruling;
        }
        match placed.kind {
            PlaceKind::Root
            | PlaceKind::SystemFolder
            | PlaceKind::System
            | PlaceKind::Startup
            | PlaceKind::Disk
            | PlaceKind::Device => Ruling::new(Tier::High, Reach::System, Undo::Hard),
            PlaceKind::HomeWhole | PlaceKind::OtherHome | PlaceKind::Guard => {
                Ruling::new(Tier::High, Reach::User, Undo::Hard)
            }
            PlaceKind::Unknown if deep => Ruling::new(Tier::Medium, Reach::User, Undo::Hard).unsure(0.6),
            // One's own keys are made private again every day; the system's are not one's own.
            PlaceKind::Credential
                if ["/etc/", "/var/", "/root/", "/run/"].iter().any(|f| placed.path.starts_with(f))
                    && !(self.home == "/root" && placed.path.starts_with("/root/")) =>
            {
                Ruling::new(Tier::High, Reach::System, Undo::Hard)
            }
            other => Ruling::new(Tier::Low, reach_of(other), Undo::Easy),
        }
    }

    fn rule_on_write(&self, kind: Kind, placed: &Placed) -> Ruling {
        match placed.kind {
            PlaceKind::Guard | PlaceKind::Disk => Ruling::hard(Reach::System),
            PlaceKind::Root | PlaceKind::SystemFolder | PlaceKind::System | PlaceKind::Device => {
                Ruling::new(Tier::High, Reach::System, Undo::Hard)
            }
            PlaceKind::Startup | PlaceKind::OtherHome => Ruling::new(Tier::High, Reach::User, Undo::Hard),
            // Everything in a home at once.
            PlaceKind::HomeWhole if placed.contents => Ruling::new(Tier::Medium, Reach::User, Undo::Hard),
            PlaceKind::Credential if self.is_project_secret(placed) => {
                Ruling::new(Tier::Low, Reach::Workspace, Undo::Hard)
            }
            PlaceKind::Credential => Ruling::new(Tier::High, Reach::User, Undo::Hard),
            PlaceKind::Socket if is_loopback_socket(&placed.path) => {
                Ruling::new(Tier::Low, Reach::Workspace, Undo::Easy)
            }
            PlaceKind::Socket => Ruling::new(Tier::High, Reach::Remote, Undo::None),
            PlaceKind::GitDir => Ruling::new(Tier::Medium, Reach::Workspace, Undo::Hard),
            PlaceKind::Unknown => Ruling::new(Tier::Low, Reach::User, Undo::Hard).unsure(0.8),
            PlaceKind::Null => Ruling::new(Tier::Safe, Reach::Scratch, Undo::Easy),
            PlaceKind::Scratch => Ruling::new(Tier::Low, Reach::Scratch, Undo::Easy),
            other => {
                let undo = if kind == Kind::Overwrite { Undo::Hard } else { Undo::Easy };
                Ruling::new(Tier::Low, reach_of(other), undo)
            }
        }
    }

    /// `.env`, test keys and the like in the workspace or in scratch: written every day, read only with a person's
    /// leave.
    pub(super) fn is_project_secret(&self, placed: &Placed) -> bool {
        self.start.as_deref().is_some_and(|s| s.len() > 1 && s != self.home && placed.path.starts_with(s))
            || placed.path.starts_with("/tmp/")
    }

    /// The same words, said to another host or inside a container.
    fn elsewhere(&self, kind: Kind, ruling: Ruling) -> Ruling {
        let (certainty, hard) = (ruling.certainty, ruling.hardline);
        let changes = !matches!(kind, Kind::Read | Kind::ReadSecret);
        let tier = match self.run_place {
            _ if hard => Tier::Critical,
            RunPlace::Remote if changes => ruling.tier.max(Tier::Medium),
            RunPlace::Container if kind == Kind::Delete => ruling.tier.min(Tier::Medium),
            RunPlace::Container => ruling.tier.min(Tier::Medium),
            RunPlace::Remote | RunPlace::Here => ruling.tier,
        };
        Ruling { tier, reach: Reach::Remote, undo: ruling.undo, hardline: false, certainty }
    }
}

fn rule_on_read(placed: &Placed, elevated: bool) -> Ruling {
    match placed.kind {
        PlaceKind::Credential => Ruling::new(Tier::High, Reach::User, Undo::None),
        // What others let everybody read is no secret; with root's rights, or hidden, it was not meant for us.
        PlaceKind::OtherHome if elevated || placed.path.contains("/.") => {
            Ruling::new(Tier::Medium, Reach::User, Undo::Easy)
        }
        PlaceKind::Disk => Ruling::new(Tier::High, Reach::System, Undo::Easy),
        PlaceKind::Device if is_watching_device(&placed.path) => {
            Ruling::new(Tier::High, Reach::User, Undo::Easy)
        }
        PlaceKind::Socket if is_loopback_socket(&placed.path) => {
            Ruling::new(Tier::Low, Reach::Workspace, Undo::Easy)
        }
        PlaceKind::Socket => Ruling::new(Tier::High, Reach::Remote, Undo::Easy),
        other => Ruling::new(Tier::Safe, reach_of(other), Undo::Easy),
    }
}

fn is_file_name(path: &str) -> bool {
    path.rsplit('/').next().is_some_and(|name| name.trim_start_matches('.').contains('.'))
}

/// `/dev/tcp/127.0.0.1/80`: a look at this machine's own ports.
fn is_loopback_socket(path: &str) -> bool {
    path.split('/').nth(3).is_some_and(super::network::is_loopback)
}

/// What two effects have to share before they are compared.
fn key_of(effect: &Effect) -> u64 {
    use std::hash::{DefaultHasher, Hash, Hasher};
    let mut hasher = DefaultHasher::new();
    (effect.kind, &effect.command, &effect.target, &effect.rule).hash(&mut hasher);
    hasher.finish()
}

fn reach_of(kind: PlaceKind) -> Reach {
    match kind {
        PlaceKind::Scratch | PlaceKind::Null => Reach::Scratch,
        PlaceKind::Build | PlaceKind::Workspace | PlaceKind::WorkspaceRoot | PlaceKind::GitDir => {
            Reach::Workspace
        }
        PlaceKind::Home
        | PlaceKind::HomeWhole
        | PlaceKind::Credential
        | PlaceKind::Startup
        | PlaceKind::Guard
        | PlaceKind::OtherHome
        | PlaceKind::Unknown => Reach::User,
        PlaceKind::Root
        | PlaceKind::SystemFolder
        | PlaceKind::System
        | PlaceKind::Disk
        | PlaceKind::Device
        | PlaceKind::Elsewhere => Reach::System,
        PlaceKind::Socket => Reach::Remote,
    }
}

/// What a write of names that nobody knows may hit.
fn note_below(kind: Kind, held: PlaceKind) -> Option<&'static str> {
    Some(match held {
        PlaceKind::Guard if kind == Kind::DisableGuard => "files that guard this agent are in there",
        PlaceKind::Guard => "it may replace files there that guard this agent",
        PlaceKind::Startup => "it may replace files there that run at start-up",
        _ => "it may replace secrets there",
    })
}

fn note(placed: &Placed) -> Option<&'static str> {
    Some(match placed.kind {
        PlaceKind::Root => "the whole system",
        PlaceKind::SystemFolder => "a folder the system lives in",
        PlaceKind::HomeWhole => "a whole home directory",
        PlaceKind::Credential => "it holds a secret",
        PlaceKind::Startup => "it is run by itself later",
        PlaceKind::Guard => "it guards this agent",
        PlaceKind::Disk => "a raw disk",
        PlaceKind::GitDir => "the repository's history",
        PlaceKind::OtherHome => "another person's",
        PlaceKind::System => "part of the system",
        PlaceKind::Socket => "a network connection",
        PlaceKind::Unknown => "what that is cannot be known beforehand",
        PlaceKind::Scratch
        | PlaceKind::Build
        | PlaceKind::Workspace
        | PlaceKind::WorkspaceRoot
        | PlaceKind::Home
        | PlaceKind::Null
        | PlaceKind::Device
        | PlaceKind::Elsewhere => {
            return None;
        }
    })
}

fn instead(kind: Kind, placed: &Placed, hardline: bool) -> Option<String> {
    if placed.kind == PlaceKind::Guard {
        return Some("a person changes Herma's and the agent's settings by hand".to_owned());
    }
    if hardline {
        return Some("name the files that are meant; a person does this by hand".to_owned());
    }
    match (kind, placed.kind) {
        (Kind::Delete, PlaceKind::Workspace | PlaceKind::WorkspaceRoot) => Some(KEEP_IN_GIT.to_owned()),
        (Kind::Delete, _) => Some(PUT_ASIDE.to_owned()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::world::TableWorld;
    use crate::{Decision, Policy, ToolCall, judge};

    #[test]
    fn what_is_suggested_passes_itself() {
        for command in [super::KEEP_IN_GIT, super::PUT_ASIDE] {
            let verdict = judge(&ToolCall::shell(command), &TableWorld::developer(), &Policy::default());
            assert_eq!(verdict.decision, Decision::Allow, "{command}: {}", verdict.reason());
        }
    }

    #[test]
    fn an_effect_knows_whose_doing_it_is() {
        for (text, rule, command) in [
            ("sudo docker compose -f x.yml down -v", "docker/", "docker compose down"),
            ("cd x && git push --force", "git/", "git push"),
            ("find . -name x -exec rm -r {} +", "rm/", "rm"),
            ("echo x > /etc/hosts", "redirect/", ""),
            ("foo | xargs ./bin/tool --all", "run/path", "./bin/tool"),
            ("/usr/bin/docker ps", "docker/", "docker ps"),
        ] {
            let verdict = judge(&ToolCall::shell(text), &TableWorld::developer(), &Policy::default());
            let effect = verdict.assessment.effects.iter().find(|e| e.rule.starts_with(rule));
            assert_eq!(effect.map(|e| e.command.as_str()), Some(command), "{text}");
        }
    }
}
