//! Effects: what a call would do, to what, how far, and where the text says so.

use std::fmt;
use std::sync::Arc;

/// A byte range of the text that was judged.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Span {
    pub start: u32,
    pub end: u32,
}

impl Span {
    pub fn new(start: usize, end: usize) -> Self {
        let clamp = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Span { start: clamp(start), end: clamp(end.max(start)) }
    }

    pub fn to(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

macro_rules! words {
    ($(#[$meta:meta])* $name:ident { $($(#[$vmeta:meta])* $variant:ident = $text:literal,)* }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name { $($(#[$vmeta])* $variant,)* }
        impl $name {
            pub const ALL: &'static [$name] = &[$($name::$variant,)*];
            pub const fn as_str(self) -> &'static str {
                match self { $($name::$variant => $text,)* }
            }
            pub fn parse(text: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|one| one.as_str() == text)
            }
        }
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { f.write_str(self.as_str()) }
        }
    };
}

words! {
    /// What kind of thing happens.
    Kind {
        Read = "read",
        ReadSecret = "read-secret",
        /// Runs something that is known and ordinary: a build, a test, an unlisted program.
        Run = "run",
        Write = "write",
        Overwrite = "overwrite",
        Delete = "delete",
        Move = "move",
        ChangePermission = "change-permission",
        ChangeConfig = "change-config",
        Install = "install",
        RunUnknownCode = "run-unknown-code",
        OpenNetwork = "open-network",
        Download = "download",
        Send = "send",
        Publish = "publish",
        Message = "message",
        Pay = "pay",
        StopProcess = "stop-process",
        StopService = "stop-service",
        PowerOff = "power-off",
        WipeDisk = "wipe-disk",
        RewriteHistory = "rewrite-history",
        DropData = "drop-data",
        EscalatePrivilege = "escalate-privilege",
        DisableGuard = "disable-guard",
        Persist = "persist",
        /// Moves what people's safety hangs on: a valve, a brake, a dose.
        Endanger = "endanger",
        /// Says of itself that it does harm: steals, forges, sabotages.
        Harm = "harm",
        Exhaust = "exhaust",
        AnswerForPerson = "answer-for-person",
        Unreadable = "unreadable",
    }
}

words! {
    /// What the word that says it all amounts to, on command lines of nouns and one verb (`gcloud compute disks list`).
    CommandVerb { Read = "read", Change = "change", Delete = "delete", }
}

words! {
    /// How much of it.
    Scale { One = "one", Many = "many", Everything = "everything", }
}

words! {
    /// How far it goes.
    Reach {
        Scratch = "scratch",
        Workspace = "workspace",
        User = "user",
        System = "system",
        Remote = "remote",
        Person = "another person",
    }
}

words! {
    /// What it takes to have it back.
    Undo { Easy = "easy", Hard = "hard", None = "none", }
}

words! {
    /// The side-effect class.
    Class { ReadOnly = "read_only", LocalReversible = "local_reversible", External = "external", Critical = "critical", }
}

words! {
    /// The approval tier. It belongs to the action and never changes.
    Tier { Safe = "safe", Low = "low", Medium = "medium", High = "high", Critical = "critical", }
}

/// A command as the shell would start it: every word known, in a known folder, here, fed by nothing, carried by no other
/// command, with no variable, function or alias of the text around it. Only of such a one can a grant speak.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setting {
    pub words: Vec<String>,
    pub folder: String,
    /// Where that folder is, links followed. `None`: not known, or not looked at.
    pub real: Option<String>,
}

/// Where the path of a target leads, through links that are there and links that the call makes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Leads {
    /// It is what it is called, or no path.
    #[default]
    Here,
    To(String),
    /// It hangs on what the call itself does first, or could not be found out.
    Unsure,
}

/// Spans of one effect that are kept. A text of the largest size that is read at all has few commands more than these.
const MAX_SPANS: usize = 1024;

/// What stands behind an effect that is shown once for many (design, invariant 9).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Repeats {
    /// How many more of the same it speaks of.
    pub more: u32,
    /// Where else the text says it.
    pub spans: Vec<Span>,
    /// Further places that were not kept.
    pub unmarked: u32,
}

impl Repeats {
    pub(crate) fn mark(&mut self, span: Span) {
        // A loop that is read twice says the same at the same place.
        if self.spans.last() == Some(&span) {
            return;
        }
        if self.spans.len() >= MAX_SPANS {
            self.settle();
        }
        if self.spans.len() < MAX_SPANS {
            self.spans.push(span);
        } else if self.spans.binary_search_by_key(&(span.start, span.end), |s| (s.start, s.end)).is_err() {
            self.unmarked = self.unmarked.saturating_add(1);
        }
    }

    fn settle(&mut self) {
        self.spans.sort_unstable_by_key(|s| (s.start, s.end));
        self.spans.dedup();
    }
}

/// One thing that a call would do.
#[derive(Debug, Clone, PartialEq)]
pub struct Effect {
    pub kind: Kind,
    /// A path, host, pid, table, account; `None` is *unknown*.
    pub target: Option<String>,
    pub scale: Scale,
    pub reach: Reach,
    pub undo: Undo,
    pub span: Span,
    /// The entry that said so: `rm/recursive`, `principle/secret-argument`.
    pub rule: String,
    /// Whose doing it is: the program and its subcommand as they were typed, `docker compose down`. Empty for what the shell
    /// itself does, such as a redirection.
    pub command: String,
    /// How exactly that was called, where nothing in the text could have made it mean something else.
    pub setting: Option<Arc<Setting>>,
    /// Noted when the call is judged, once all of it is known.
    pub leads: Leads,
    /// Where one effect stands for several: how many, and where.
    pub repeats: Repeats,
    /// One sentence for a person, lower case, no full stop.
    pub text: String,
    /// The lowest tier this effect may have.
    pub floor: Tier,
    /// Nobody can lift it. Holds the safe way, told with the reason.
    pub hardline: bool,
    /// How sure we are, 0 to 1, that this is what would happen.
    pub certainty: f32,
    /// What to do instead, if there is something: a command that itself passes, or what a person can do.
    pub instead: Option<String>,
}

impl Effect {
    /// How many of the same it speaks of.
    pub fn count(&self) -> u32 {
        self.repeats.more.saturating_add(1)
    }

    /// Every place of the text that says it.
    pub fn spans(&self) -> impl Iterator<Item = Span> + '_ {
        std::iter::once(self.span).chain(self.repeats.spans.iter().copied())
    }

    /// Whether this effect by itself is a reason to ask a person. Its spans are underlined, and it is never left out.
    pub fn asks(&self) -> bool {
        self.hardline || self.floor >= Tier::Medium || self.certainty < 0.5
    }

    /// Puts the spans in order and takes out those that are there twice.
    pub(crate) fn settle_spans(&mut self) {
        if !self.repeats.spans.is_empty() {
            self.repeats.settle();
            let own = self.span;
            self.repeats.spans.retain(|span| *span != own);
        }
    }
}

impl Kind {
    /// What an act amounts to where no path says more.
    pub const fn ordinary(self) -> (Tier, Reach, Undo) {
        match self {
            Kind::Read => (Tier::Safe, Reach::Workspace, Undo::Easy),
            Kind::Run => (Tier::Low, Reach::Workspace, Undo::Easy),
            Kind::Write | Kind::Move | Kind::ChangePermission => (Tier::Low, Reach::Workspace, Undo::Easy),
            Kind::Overwrite => (Tier::Low, Reach::Workspace, Undo::Hard),
            Kind::Download => (Tier::Low, Reach::Workspace, Undo::Easy),
            Kind::Install | Kind::EscalatePrivilege => (Tier::Medium, Reach::System, Undo::Hard),
            Kind::OpenNetwork | Kind::Send | Kind::Publish => (Tier::Medium, Reach::Remote, Undo::Hard),
            Kind::Message => (Tier::Medium, Reach::Person, Undo::None),
            Kind::Pay | Kind::Endanger | Kind::Harm => (Tier::High, Reach::Person, Undo::None),
            Kind::StopService | Kind::ChangeConfig | Kind::DisableGuard | Kind::Persist => {
                (Tier::High, Reach::System, Undo::Hard)
            }
            Kind::ReadSecret => (Tier::High, Reach::User, Undo::None),
            Kind::RunUnknownCode => (Tier::High, Reach::User, Undo::None),
            Kind::Unreadable => (Tier::Medium, Reach::User, Undo::Hard),
            Kind::Delete | Kind::StopProcess | Kind::RewriteHistory | Kind::DropData | Kind::Exhaust => {
                (Tier::Critical, Reach::User, Undo::None)
            }
            Kind::PowerOff | Kind::WipeDisk | Kind::AnswerForPerson => {
                (Tier::Critical, Reach::System, Undo::None)
            }
        }
    }
}
