//! What a spec says about an agent.

use crate::dialect::{Dialect, Quirks, Writer};

/// One agent. [`AgentSpec::hook`] is there if Herma can be connected to it; else only its process and its files are known.
#[derive(Debug, Clone, Copy)]
pub struct AgentSpec {
    /// As the command line spells it: the name of its file in `knowledge/agents/`.
    pub name: &'static str,
    /// As a person spells it.
    pub title: &'static str,
    /// The program's name on the search path, and of its process.
    pub program: &'static str,
    /// Folders that it is installed in: `node …/@anthropic-ai/claude-code/cli.js`.
    pub packages: &'static [&'static str],
    /// A variable that it sets for what it starts.
    pub mark: Option<&'static str>,
    /// The version that was tried for real. Without one the spec follows the agent's documentation.
    pub measured: Option<&'static str>,
    /// What the README says about it.
    pub readme: Readme,
    /// Its command line as an executor of A2A tasks (`herma a2a serve --agent`).
    pub executor: &'static [&'static str],
    pub guard: Guard,
    pub hook: Option<HookSpec>,
}

/// The words about an agent that only its README lines have.
#[derive(Debug, Clone, Copy)]
pub struct Readme {
    /// What `herma connect` does.
    pub connect: &'static str,
    /// What `herma doctor` says.
    pub doctor: &'static str,
    /// The command that starts the agent.
    pub start: &'static str,
    /// What to know when it is started.
    pub note: &'static str,
    /// What to know in general.
    pub remark: &'static str,
}

/// The files of an agent that the judge knows, each list complete: what `build.rs` derives is in it.
#[derive(Debug, Clone, Copy)]
pub struct Guard {
    /// Settings and hooks below a home, as patterns.
    pub home: &'static [&'static str],
    /// Folders below a home in which those lie.
    pub folders: &'static [&'static str],
    /// Settings and hooks anywhere, by the end of their path.
    pub anywhere: &'static [&'static str],
    /// Folders of a project whose files the agent loads or runs by itself.
    pub loads: &'static [&'static str],
    /// Settings of the machine, as patterns.
    pub system: &'static [&'static str],
    /// Names of folders whose loss is more than that of files.
    pub precious: &'static [&'static str],
    /// Below the folder that a variable names: what guards there. A slash at the end: and all below it. A dot: the folder itself.
    pub moved: &'static [&'static str],
    /// Credentials below a home, as patterns.
    pub secrets: &'static [&'static str],
    /// What it obeys or runs by itself below a home, as patterns.
    pub startup: &'static [&'static str],
    /// The same in a project: files by the end of their path; folders end with a slash.
    pub project_startup: &'static [&'static str],
}

/// How an agent asks, how it wants to be answered, and where it is told to ask.
#[derive(Debug, Clone, Copy)]
pub struct HookSpec {
    /// The hook event that comes before a tool call. Any other event on stdin is not a tool call. Empty where there is only
    /// one.
    pub event: &'static str,
    /// The events that are only noted, where the agent has them.
    pub noted: Option<Noted>,
    /// Where in the hook's input what stands.
    pub shape: Shape,
    /// Whether the agent itself was tried. Else this follows its documentation, and people are told so.
    pub tried: bool,
    /// Every tool this agent is known to offer. A name that is not in here is passed on all the same.
    pub tools: &'static [Tool],
    /// How it wants to be answered.
    pub dialect: Dialect,
    pub quirks: Quirks,
    /// Files besides the user's and the project's whose switches `herma doctor` looks at.
    pub switch_files: &'static [&'static str],
    /// Settings of the machine that `herma setup --level 1` writes.
    pub managed_file: Option<&'static str>,
    /// Tools whose approval may come with other arguments than the call's, which the agent then runs instead. Only those that
    /// were seen to: an agent that does not know of it would run the call as it was.
    pub carries_edits: &'static [&'static str],
    /// Whether the agent has a prompt of its own that a question may be handed to.
    pub own_prompt: AskOwnPrompt,
    /// The agent's folder, and the environment variable that moves it.
    pub folder: Folder,
    /// The settings file inside that folder.
    pub user_file: &'static str,
    /// The settings file below a project's root.
    pub project_file: &'static str,
    /// What Herma writes there.
    pub install: Install,
    /// The matcher that takes every tool.
    pub matcher: &'static str,
    /// How long the agent is told to wait for the hook, in seconds.
    pub timeout_s: u32,
    pub timeout_unit: TimeUnit,
    /// Further members of the hook's object, as JSON: the agent's fail-closed switch, a name.
    pub extra: &'static [(&'static str, &'static str)],
    /// Whether the agent itself blocks when the hook command fails or overruns its time.
    pub fails_closed: bool,
    /// What no setting can close in this agent; `herma doctor` prints it.
    pub open_by_nature: &'static [&'static str],
}

/// The events that decide nothing: what a tool gave back, and what the person said.
#[derive(Debug, Clone, Copy)]
pub struct Noted {
    pub after_tool: &'static str,
    /// Where what a failed tool gave back is an event of its own.
    pub after_failure: Option<&'static str>,
    pub user_prompt: Option<&'static str>,
}

/// Where an agent keeps its settings.
#[derive(Debug, Clone, Copy)]
pub struct Folder {
    /// The variable that names another place, if the agent has one.
    pub variable: Option<&'static str>,
    /// Whether the variable names the folder itself, or the home that the folder lies in.
    pub variable_is_home: bool,
    /// The folder's name in the user's home.
    pub name: &'static str,
}

/// How an agent is told to ask.
#[derive(Debug, Clone, Copy)]
pub enum Install {
    /// An entry in its settings: `{"hooks": {EVENT: [{"matcher": …, "hooks": [{…}]}]}}`.
    Groups,
    /// An entry in its settings, without groups: `{"hooks": {EVENT: [{…}]}}`; and what else the file must have.
    List { besides: &'static [(&'static str, &'static str)] },
    /// A file that is Herma's alone, and others that it needs beside it.
    File { writer: Writer, runs: bool, beside: &'static [(&'static str, &'static str)] },
}

/// The unit in which an agent counts a hook's time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TimeUnit {
    Seconds,
    Milliseconds,
}

/// When a question may be handed to the agent's own prompt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AskOwnPrompt {
    /// Never: "ask" is unknown there, and what is unknown runs.
    Never,
    /// Only in these permission modes, and only where somebody sits in front of it.
    InModes(&'static [&'static str]),
}

/// One tool of an agent.
#[derive(Debug, Clone, Copy)]
pub struct Tool {
    pub name: &'static str,
    pub kind: ToolKind,
    /// The argument that moves the working directory, if the tool has one.
    pub dir_argument: Option<&'static str>,
    /// An argument that goes by another name everywhere else: its name here, and its usual one.
    pub renamed: Option<(&'static str, &'static str)>,
}

/// What sort of tool it is, as far as the hook itself must know. What it does is `herma-core`'s to say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ToolKind {
    /// Runs a command: `[mode] shell` is its mode.
    Shell,
    /// Everything else: `[mode] tools` is its mode.
    Plain,
    /// Talks with the person in front of the agent. An explicit allow would answer in that person's place, so
    /// the hook stays silent and the agent asks.
    AsksPerson,
}

/// Places inside the hook's input, as JSON pointers.
#[derive(Debug, Clone, Copy)]
pub struct Shape {
    /// What says which event it is. `None`: the agent calls this hook for nothing else, and does not say.
    pub event: Option<&'static str>,
    pub tool: &'static str,
    pub args: &'static str,
    /// Whether the arguments may come as a text that holds the JSON.
    pub args_may_be_text: bool,
    pub session: &'static str,
    /// The first that is there counts.
    pub cwd: &'static [&'static str],
    pub sub_agent: &'static [&'static str],
    /// Where a main agent has an id as well: what only a sub-agent has.
    pub parent: Option<&'static str>,
    /// The agent's own name for a call: the first that is there counts.
    pub call_id: &'static [&'static str],
    /// Tool and arguments of a call that has run, where they stand elsewhere.
    pub after: Option<(&'static str, &'static str)>,
    /// What it gave back: the first that is there counts.
    pub result: &'static [&'static str],
    /// What the person said.
    pub prompt: &'static str,
}
