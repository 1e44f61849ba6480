//! What a tool does, in one word: what the tables of known tools say, and what a name comes down to.
//!
//! Shared with `build.rs`, which checks `knowledge/tools/*.toml` against these words.

macro_rules! does {
    ($($(#[$meta:meta])* $name:ident = $text:literal,)*) => {
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Does { $($(#[$meta])* $name,)* }
        impl Does {
            pub const ALL: &'static [(Does, &'static str, &'static str)] = &[$((Does::$name, $text, stringify!($name)),)*];
        }
    };
}

does! {
    // An agent's own tools, which act here.
    /// A command line, or a list of them.
    Shell = "shell",
    /// Text typed into a program that is already running.
    Types = "types",
    Code = "code",
    /// Files that are named, or the workspace.
    Reads = "reads",
    Writes = "writes",
    /// Moves files that are named.
    Relocates = "relocates",
    /// Deletes files that are named.
    Deletes = "deletes",
    /// Writes the files that a patch text names.
    Patches = "patches",
    Fetches = "fetches",
    /// Screen, keyboard and mouse: its action says whether it looks.
    Desktop = "desktop",
    /// Runs a sub-agent, which meets the same gate.
    Delegates = "delegates",
    /// Nothing outside the agent itself.
    Nothing = "nothing",
    /// Makes something run later, without anybody watching.
    Schedules = "schedules",
    // Somebody's service.
    Looks = "looks",
    /// Computes, drafts, draws.
    Makes = "makes",
    /// Changes what is the user's own, near, and easily had back: a local commit, a note, a knowledge graph.
    Keeps = "keeps",
    /// Moves about in a browser or on a screen: what is pressed says what it is.
    Drives = "drives",
    /// Hands a statement to a database.
    Queries = "queries",
    Changes = "changes",
    Runs = "runs",
    Messages = "messages",
    Publishes = "publishes",
    Deploys = "deploys",
    Pays = "pays",
    Permits = "permits",
    Removes = "removes",
    Stops = "stops",
    /// Gives out a secret.
    Reveals = "reveals",
    /// Turns off what watches or protects.
    Disarms = "disarms",
    /// Moves what people's safety hangs on.
    Endangers = "endangers",
    /// Says of itself that it does harm.
    Harms = "harms",
    /// Is named after a thing and not after an act: `order_tracker`.
    Thing = "thing",
    Unknown = "unknown",
}
