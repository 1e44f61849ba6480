//! The walker: through lists, pipelines and compound commands, in the order the shell would run them.

use super::dependencies::Uses;
use super::field::{Part, Source, Value};
use super::files::FilesRead;
use super::place::{PlaceKind, PlacedSoFar};
use super::principle::calls_itself_twice;
use super::state::{State, Var};
use super::traps::Trap;
use super::windows::drive;
use crate::effect::{Effect, Kind, Setting, Span, Tier};
use crate::knowledge::RunPlace;
use crate::policy::{Backend, Policy};
use crate::shell::syntax::{AndOr, Command, Compound, Item, Pipeline, Script, Segment};
use crate::shell::{self, Parsed};
use crate::world::{Question, World};
use std::cell::{OnceCell, RefCell};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;

/// Commands looked at in one call before it counts as too complex. A long script has a few hundred.
const MAX_STEPS: u32 = 6_000;

/// Units of work that walking to a command takes.
const STEP: usize = 10;

/// Carriers and functions inside each other. Honest use stays below six.
const MAX_DEPTH: u32 = 24;

/// Commands inside each other, through compound commands, functions and carriers together. The parser bounds one text, but a
/// carrier holds another: with both bounds alone a judgement would need ten times the stack.
const MAX_NESTED: u32 = 64;

/// Bytes that expansions may put together in one call: `A=$A$A` a few dozen times is a gigabyte.
const MAX_UNFOLDED: usize = 1 << 20;

pub(crate) struct Walker<'w> {
    pub(super) world: &'w dyn World,
    pub(super) policy: &'w Policy,
    pub(super) home: String,
    pub(super) user: Option<String>,
    pub(super) state: State,
    /// The working directory at the start: what the workspace is measured by.
    pub(super) start: Option<String>,
    pub(super) workspaces: OnceCell<Vec<String>>,
    pub(super) herma_home: OnceCell<Option<String>>,
    /// The folder of which the last `find` names everything.
    pub(super) found_whole: Option<Value>,
    /// A pattern that fits every name stands for everything below its folder: a search found it.
    pub(super) found_deep: bool,
    pub(super) scratch_folder: OnceCell<Option<String>>,
    pub(super) own_program: OnceCell<Option<String>>,
    pub(super) moved_guard: OnceCell<Vec<String>>,
    pub(super) kinds: RefCell<Vec<(String, PlaceKind)>>,
    pub(super) behind_links: RefCell<Vec<(String, PlaceKind)>>,
    pub(super) placed: RefCell<PlacedSoFar>,
    /// Links this text makes, and where they lead; `None` is "somewhere".
    pub(super) links: Vec<(String, Option<String>)>,
    /// Where in that list the last link of a name is.
    pub(super) link_named: HashMap<String, usize>,
    pub(super) holes: Vec<Source>,
    /// Files this text writes, and what it writes into them.
    pub(super) written: Vec<(String, Value)>,
    /// What was read of files so far.
    pub(super) files: FilesRead,
    /// Variables were taken from a file that holds secrets.
    pub(super) sourced_secret: bool,
    /// The program being looked at, and its subcommand, as they are typed.
    pub(super) command: String,
    /// How exactly it is called, if a grant may speak of it.
    pub(super) setting: Option<Arc<Setting>>,
    /// Somewhere in the text, before or behind, stands what can make another command mean something else.
    pub(super) tampers: bool,
    pub(super) in_background: bool,
    /// Reading the words of a script as those of the tool that it is called like.
    pub(super) in_known_script: bool,
    /// The program being looked at is called like a listed one, but is the project's own or lies in scratch.
    pub(super) elsewhere: bool,
    /// Commands whose output is known here, and which tell something of this machine.
    pub(super) told: Vec<Span>,
    /// Command lines that this text starts in the background.
    pub(super) started: Vec<String>,
    /// Folders of the host inside the container being looked at: their path in there, and here.
    pub(super) mounts: Vec<(String, String)>,
    /// What this text moves: to where, and from where.
    pub(super) moved: Vec<(String, String)>,
    /// What the `make` being read was asked for.
    pub(super) make_targets: Vec<String>,
    /// Folders that this text fills from the network, and where from.
    pub(super) fetched: Vec<(String, String)>,
    /// What this text brings from another's repository: the work tree it may go into, from where, and by which names.
    pub(super) fetched_commits: Vec<super::principle::FetchedCommits>,
    /// Work trees that it was put into: what lies there is not what lay there before.
    pub(super) merged: Vec<(String, String)>,
    /// Folders this text makes, if they are not there yet.
    pub(super) made: Vec<String>,
    /// Settings of git that this text makes.
    pub(super) git_settings: Vec<(String, String)>,
    /// The names that the command being looked at puts into its folder are known, and looked at by themselves.
    pub(super) lands_by_name: bool,
    /// What is stopped is a process of Windows, beside which the process table shows only Linux.
    pub(super) stops_on_windows: bool,
    /// The command being looked at.
    pub(super) span: Span,
    pub(super) run_place: RunPlace,
    /// Reading a file that was there before the call, rather than the call's own text.
    pub(super) in_file: bool,
    pub(super) elevated: bool,
    /// Policy says that calls run in a container; here one reaches for the host around it.
    pub(super) host_again: bool,
    /// Inside a container that has the network of the host: its loopback is ours.
    pub(super) host_network: bool,
    /// Reading words that may be a command, of which nobody says that they are one.
    pub(super) speculating: bool,
    /// Reading a text a second time, as a shell for which it is not written.
    pub(super) other_dialect: bool,
    /// Programs that words of the commands around this one were taken for.
    pub(super) guessed: Vec<&'static str>,
    pub(super) depth: u32,
    /// Functions being called, the innermost last: the body of each, and the state it was called in.
    pub(super) calls: Vec<(Rc<Command>, State)>,
    /// Traps that the shell being walked has set.
    pub(super) traps: Vec<Trap>,
    /// The first command with a program of which nobody knows what it writes, by the steps that were left.
    pub(super) unfollowed: Option<u32>,
    /// What the script being read was called with, if it is one of another language.
    pub(super) script_arguments: Rc<Vec<Value>>,
    /// Sourced files being read, the innermost last.
    pub(super) sourced: Vec<super::source::Sourced>,
    pub(super) builtins_seen: bool,
    /// Commands so far whose name is a pattern.
    pub(super) name_patterns: u32,
    /// What `local` names held outside, one list a function.
    pub(super) locals: Vec<Vec<(String, Option<Vec<Var>>)>>,
    /// Names that cannot be set any more.
    pub(super) fixed: Vec<String>,
    /// Names whose values the shell changes on the way: `declare -l`, `-u`, `-i`.
    pub(super) changed: Vec<String>,
    pub(super) attributes: super::evaluate::Attributes,
    pub(super) steps: u32,
    nested: u32,
    /// How far into the text the walk came.
    pub(super) reached: u32,
    unfolded: usize,
    /// Words that braces made so far.
    pub(super) braced: usize,
    pub(super) picks: Vec<(String, usize)>,
    pub(super) several: Vec<(String, usize)>,
    pub(super) cwd_pick: usize,
    pub(crate) effects: Vec<Effect>,
    /// Effects so far that are more than a look, repeated ones included.
    pub(super) changes: u32,
    /// Where effects were put, once there are many.
    pub(super) pushed: HashMap<u64, usize>,
    /// Kinds of effects that were added past the bound.
    pub(super) past_bound: HashSet<(Kind, String, bool, Tier)>,
    /// A bound was reached; what follows was not looked at.
    pub(crate) bounded: bool,
    pub(crate) uses: Uses,
}

/// Where a container usually sees the root of its host.
const HOST_MOUNTS: &[&str] = &["/host", "/hostfs", "/host_root", "/rootfs", "/proc/1/root"];

/// In a container that policy speaks of, what lies there is the host's.
fn host_mounts(policy: &Policy) -> Vec<(String, String)> {
    match policy.place.backend {
        Backend::Container => HOST_MOUNTS.iter().map(|m| ((*m).to_owned(), "/".to_owned())).collect(),
        Backend::Host => Vec::new(),
    }
}

/// A folder of a Windows drive as it is called here: every path is placed by its `/`.
fn here(folder: String) -> String {
    match drive(&folder) {
        Some((letter, rest)) => format!("/mnt/{letter}{}", rest.replace('\\', "/")),
        None => folder,
    }
}

impl<'w> Walker<'w> {
    pub(crate) fn new(
        world: &'w dyn World,
        policy: &'w Policy,
        cwd: Option<String>,
        home: Option<String>,
    ) -> Self {
        let named_home = home.is_some();
        let home = home.or_else(|| world.text(Question::Home)).unwrap_or_else(|| "~".to_owned());
        let user = if named_home { None } else { world.text(Question::User) };
        let user = user.or_else(|| home.rsplit('/').next().filter(|u| !u.is_empty()).map(str::to_owned));
        let cwd = cwd.or_else(|| world.text(Question::Cwd));
        let (home, cwd) = (here(home), cwd.map(here));
        Walker {
            world,
            policy,
            home,
            user,
            start: cwd.clone(),
            workspaces: OnceCell::new(),
            herma_home: OnceCell::new(),
            found_whole: None,
            found_deep: false,
            moved_guard: OnceCell::new(),
            scratch_folder: OnceCell::new(),
            own_program: OnceCell::new(),
            kinds: RefCell::default(),
            behind_links: RefCell::default(),
            placed: RefCell::default(),
            state: State::at(cwd),
            links: Vec::new(),
            link_named: HashMap::new(),
            holes: Vec::new(),
            written: Vec::new(),
            files: FilesRead::default(),
            sourced_secret: false,
            command: String::new(),
            setting: None,
            tampers: false,
            fetched: Vec::new(),
            fetched_commits: Vec::new(),
            merged: Vec::new(),
            made: Vec::new(),
            git_settings: Vec::new(),
            lands_by_name: false,
            stops_on_windows: false,
            make_targets: Vec::new(),
            moved: Vec::new(),
            mounts: host_mounts(policy),
            told: Vec::new(),
            started: Vec::new(),
            in_background: false,
            in_known_script: false,
            elsewhere: false,
            span: Span::default(),
            run_place: RunPlace::Here,
            in_file: false,
            elevated: false,
            host_again: false,
            host_network: false,
            speculating: false,
            other_dialect: false,
            guessed: Vec::new(),
            depth: 0,
            calls: Vec::new(),
            traps: Vec::new(),
            unfollowed: None,
            script_arguments: Rc::default(),
            sourced: Vec::new(),
            builtins_seen: false,
            name_patterns: 0,
            locals: Vec::new(),
            fixed: Vec::new(),
            changed: Vec::new(),
            attributes: super::evaluate::Attributes::default(),
            steps: MAX_STEPS,
            nested: 0,
            reached: 0,
            unfolded: 0,
            braced: 0,
            picks: Vec::new(),
            several: Vec::new(),
            cwd_pick: 0,
            effects: Vec::new(),
            changes: 0,
            pushed: HashMap::new(),
            past_bound: HashSet::new(),
            bounded: false,
            uses: Uses::default(),
        }
    }

    /// The text of the call itself.
    pub(crate) fn top_level(&mut self, text: &str) {
        self.suspicious_characters(text);
        let mut parsed = shell::read(text, None);
        if let Some(whole) = parsed.error.and_then(|error| shell::complete(text, error)) {
            parsed = Parsed { script: whole, error: None };
        }
        if parsed.script.items.is_empty() && parsed.error.is_none() && text.trim().is_empty() {
            self.unreadable(
                Span::new(0, text.len()),
                "shell/empty",
                "an empty command: there is nothing to judge",
            );
        }
        let out = self.list(&parsed.script, &Value::default());
        self.run_traps();
        self.last_look(&parsed.script);
        self.printed_at_the_end(&out);
        self.typed_lines(text);
        // Past a bound nothing more is walked: first what could be read.
        self.parse_trouble(parsed.error, Span::new(0, text.len()));
    }

    /// Text that is run as shell code: `eval`, `bash -c`, decoded payloads. Everything in it gets this span.
    pub(super) fn run_text(&mut self, value: &Value, span: Span) -> Value {
        if !self.deeper() {
            return Value::unknown(Source::Output("sh".to_owned()));
        }
        let text = self.text_with_holes(value);
        let parsed = shell::read(&text, Some(span));
        self.parse_trouble(parsed.error, span);
        let stdin = self.input();
        let out = self.list(&parsed.script, &stdin);
        self.depth -= 1;
        out
    }

    pub(super) fn deeper(&mut self) -> bool {
        if self.depth >= MAX_DEPTH || crate::work::is_spent() {
            self.too_complex();
            return false;
        }
        self.depth += 1;
        true
    }

    fn step(&mut self) -> bool {
        if self.steps == 0 || !self.works(STEP) {
            self.too_complex();
            return false;
        }
        self.steps -= 1;
        true
    }

    /// Whether the budget of this judgement is spent: nothing more is walked. Any other bound answers for its own words
    /// only, and what stands beside them is read.
    pub(super) fn is_over(&self) -> bool {
        self.steps == 0 || crate::work::is_spent()
    }

    /// Charges work; false, and the call too complex, once the budget of the judgement is spent.
    pub(super) fn works(&mut self, units: usize) -> bool {
        let more = crate::work::charge(units);
        if !more {
            self.too_complex();
        }
        more
    }

    /// Counts what an expansion adds; false when it is too much.
    pub(super) fn may_unfold(&mut self, value: &Value) -> bool {
        let size: usize = value.parts.iter().map(|p| if let Part::Text(t) = p { t.len() } else { 128 }).sum();
        self.unfolded = self.unfolded.saturating_add(size);
        if self.unfolded > MAX_UNFOLDED || !self.works(1 + size / 64) {
            self.too_complex();
            return false;
        }
        true
    }

    pub(super) fn cwd(&self) -> Option<String> {
        self.cwd_now().map(str::to_owned)
    }

    pub(super) fn cwd_now(&self) -> Option<&str> {
        self.state.cwd.get(self.cwd_pick).or_else(|| self.state.cwd.last())?.as_deref()
    }

    /// A variable as this round of combinations has it.
    pub(super) fn pick(&mut self, name: &str) -> Option<Var> {
        let alternatives = self.state.get(name)?;
        let last = alternatives.len().checked_sub(1)?;
        if last > 0 && !self.several.iter().any(|(n, _)| n == name) {
            self.several.push((name.to_owned(), last + 1));
        }
        let index = self.picks.iter().find(|(n, _)| n == name).map_or(last, |(_, i)| *i);
        alternatives.get(index).cloned()
    }

    // --- lists and pipelines -------------------------------------------------------------------------------

    pub(super) fn list(&mut self, script: &Script, stdin: &Value) -> Value {
        self.with_input(stdin, |w| w.list_here(script))
    }

    fn list_here(&mut self, script: &Script) -> Value {
        let mut out = Value::default();
        for item in &script.items {
            if self.is_over() {
                self.too_complex();
                break;
            }
            let stdin = &*self.input();
            let printed = if item.background {
                let outer = std::mem::replace(&mut self.in_background, true);
                let printed = self.in_subshell(|w| w.item(item, stdin));
                self.in_background = outer;
                printed
            } else {
                self.item(item, stdin)
            };
            out.append(&printed);
        }
        out
    }

    fn item(&mut self, item: &Item, stdin: &Value) -> Value {
        let places = self.state.cwd.len();
        let mut out = self.pipeline(&item.first, stdin);
        let mut certain = infallible(&item.first);
        let mut before: Option<State> = None;
        for (op, pipeline) in &item.rest {
            if *op == AndOr::And && before.is_none() && places == 1 {
                // It did not fail, so `cd` went where it said.
                self.state.cwd.truncate(1);
            }
            match op {
                AndOr::And if certain => {}
                AndOr::And => before = before.or_else(|| Some(self.state.clone())),
                AndOr::Or => match &before {
                    Some(state) => self.state.merge(state.clone()),
                    None => before = Some(self.state.clone()),
                },
            }
            out.append(&self.pipeline(pipeline, stdin));
            certain = certain && *op == AndOr::And && infallible(pipeline);
        }
        if let Some(before) = before {
            self.state.merge(before);
        }
        out
    }

    fn pipeline(&mut self, pipeline: &Pipeline, stdin: &Value) -> Value {
        self.works(pipeline.commands.len().saturating_mul(stdin.size() / 64));
        if let [command] = pipeline.commands.as_slice() {
            return self.command(command, stdin.clone());
        }
        let mut flow = stdin.clone();
        for (i, command) in pipeline.commands.iter().enumerate() {
            let before = self.state.clone();
            flow = self.command(command, flow);
            let after = std::mem::replace(&mut self.state, before);
            self.outlives(&after);
            // zsh, and bash with `lastpipe`, run the last one in the shell itself.
            if i + 1 == pipeline.commands.len() {
                self.state.merge(after);
            }
        }
        flow
    }

    /// The output of `$( )`, its own state thrown away.
    pub(super) fn capture(&mut self, script: &Script) -> Value {
        let stdin = self.input();
        self.in_subshell(|w| w.list(script, &stdin)).trimmed()
    }

    pub(super) fn process_substitution(&mut self, writes: bool, script: &Script) -> Value {
        let stdin = if writes { Rc::new(Value::unknown(Source::Input)) } else { self.input() };
        self.in_subshell(|w| w.list(script, &stdin))
    }

    /// Which branch a work tree is on lies on the disk: it outlives the shell that changed it.
    fn outlives(&mut self, inside: &State) {
        if !self.speculating {
            self.state.take_heads(inside);
        }
    }

    pub(super) fn in_subshell<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> T {
        let (state, picks, several, span) = (
            self.state.clone(),
            std::mem::take(&mut self.picks),
            std::mem::take(&mut self.several),
            self.span,
        );
        // A child has no traps but its own, which run at its end.
        let traps = std::mem::take(&mut self.traps);
        let out = f(self);
        self.run_traps();
        self.traps = traps;
        let inside = std::mem::replace(&mut self.state, state);
        self.outlives(&inside);
        self.picks = picks;
        self.several = several;
        self.span = span;
        out
    }

    pub(super) fn command(&mut self, command: &Command, stdin: Value) -> Value {
        if self.nested >= MAX_NESTED {
            self.too_complex();
            return Value::default();
        }
        if !self.step() {
            return Value::default();
        }
        if let Command::Simple(simple) = command {
            self.reached = self.reached.max(simple.span.start);
        }
        self.nested += 1;
        let out = self.with_input(&stdin.clone(), |w| w.command_here(command, stdin));
        self.nested -= 1;
        self.note_for_traps();
        out
    }

    fn command_here(&mut self, command: &Command, stdin: Value) -> Value {
        match command {
            Command::Simple(simple) => self.simple(simple, &stdin),
            Command::Function { name, body, span } => {
                if calls_itself_twice(name, body) {
                    self.fork_bomb(*span, name);
                }
                if super::zsh::is_called_by_the_shell(name) {
                    self.maybe(|w| w.command(body, Value::default()));
                    self.set_trap(Value::text(name.as_str()), *span);
                }
                self.tampers = true;
                let file = self.file_being_read();
                self.state.define(name, body, file);
                Value::default()
            }
            Command::Compound { kind, redirects, span } => {
                self.span = *span;
                let flow = if redirects.is_empty() {
                    self.redirections(redirects, stdin)
                } else {
                    let mut flows = self.for_every_value(|w| w.redirections(redirects, stdin.clone()));
                    let differ = flows.iter().any(|flow| flow.stdin != flows[0].stdin);
                    let mut flow = flows.swap_remove(0);
                    if differ {
                        flow.stdin = flow.stdin.through("<");
                    }
                    flow
                };
                let out = self.compound(kind, &flow.stdin);
                self.deliver(out, &flow)
            }
        }
    }

    fn compound(&mut self, kind: &Compound, stdin: &Value) -> Value {
        match kind {
            Compound::Group(script) => self.list(script, stdin),
            Compound::Subshell(script) => self.in_subshell(|w| w.list(script, stdin)),
            Compound::If { branches, otherwise } => self.branches(branches, otherwise.as_ref(), stdin),
            Compound::For { name, words, body } => self.for_loop(name, words.as_deref(), body, stdin),
            Compound::ArithFor { header, body } => {
                for word in header {
                    self.arithmetic_word(word);
                }
                self.repeatedly(|w| w.list(body, stdin))
            }
            Compound::While { test, body } => self.while_loop(test, body, stdin),
            Compound::Case { subject, arms } => {
                let _ = self.value_of(subject);
                let mut out = Value::default();
                for (patterns, body) in arms {
                    for pattern in patterns {
                        let _ = self.value_of(pattern);
                    }
                    out.append(&self.maybe(|w| w.list(body, stdin)));
                }
                out
            }
            Compound::Arith(word) => {
                self.arithmetic_word(word);
                Value::default()
            }
            Compound::Test(words) => {
                self.test_operands(words);
                Value::default()
            }
            Compound::Coproc(command) => {
                self.in_subshell(|w| w.command(command, Value::unknown(Source::Input)))
            }
        }
    }

    fn arithmetic_word(&mut self, word: &crate::shell::syntax::Word) {
        let expression = self.value_of(word);
        let _ = self.arithmetic(&expression);
    }

    /// Something that may or may not run: both states hold afterwards.
    pub(super) fn maybe<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.state.clone();
        let out = f(self);
        self.state.merge(before);
        out
    }

    fn branches(
        &mut self,
        branches: &[(Script, Script)],
        otherwise: Option<&Script>,
        stdin: &Value,
    ) -> Value {
        let mut out = Value::default();
        let mut ends = Vec::new();
        for (test, body) in branches {
            self.list(test, stdin);
            let before = self.state.clone();
            out.append(&self.list(body, stdin));
            ends.push(std::mem::replace(&mut self.state, before));
        }
        if let Some(body) = otherwise {
            out.append(&self.list(body, stdin));
        }
        for end in ends {
            self.state.merge(end);
        }
        out
    }
}

/// A pipeline that cannot fail, so that what follows `&&` surely runs.
fn infallible(pipeline: &Pipeline) -> bool {
    pipeline.commands.iter().all(|c| match c {
        Command::Simple(s) => match s.words.first().map(|w| w.segments.as_slice()) {
            None => s.redirects.is_empty(),
            Some([Segment::Text(name)]) => {
                matches!(name.as_str(), "echo" | "export" | "true" | ":" | "printf" | "set" | "shopt")
            }
            Some(_) => false,
        },
        Command::Function { .. } => true,
        Command::Compound { .. } => false,
    })
}
