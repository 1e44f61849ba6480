//! What a word can mean in the name or the description of a tool. A word may have several senses: one bit each.
//!
//! Shared with `build.rs`, which checks `knowledge/words/*.toml` against these names.

macro_rules! senses {
    ($($(#[$meta:meta])* $name:ident = $text:literal,)*) => {
        /// In the order of their bits.
        pub const NAMES: &[&str] = &[$($text,)*];
        senses!(@bits 0u32; $($(#[$meta])* $name,)*);
    };
    (@bits $n:expr; $(#[$meta:meta])* $name:ident, $($rest:tt)*) => {
        $(#[$meta])*
        pub const $name: u32 = 1 << $n;
        senses!(@bits $n + 1; $($rest)*);
    };
    (@bits $n:expr;) => {};
}

senses! {
    // Verbs, and hardly anything else.
    READS = "reads",
    /// Computes, writes a text, draws: nothing outside changes.
    MAKES = "makes",
    /// Clicks, scrolls, navigates: harmless or not by what it touches.
    MOVES = "moves",
    CHANGES = "changes",
    RUNS = "runs",
    TELLS = "tells",
    PUBLISHES = "publishes",
    PAYS = "pays",
    PERMITS = "permits",
    DELETES = "deletes",
    STOPS = "stops",
    DISABLES = "disables",
    HARMS = "harms",
    // Words that are verbs in one name (`order_pizza`) and nouns in another (`order_status`).
    MAY_CHANGE = "may-change",
    MAY_TELL = "may-tell",
    MAY_PAY = "may-pay",
    MAY_RUN = "may-run",
    // Nouns.
    /// What one looks at: `status`, `logs`, `forecast`.
    SHOWN = "shown",
    /// What a tool is called after: `tracker`, `database`, `assistant`.
    THING = "thing",
    SECRET = "secret",
    MONEY = "money",
    ACCESS = "access",
    GUARD = "guard",
    SAFETY = "safety",
    LIVE = "live",
    MESSAGE = "message",
    // What colours the rest.
    HARMFUL = "harmful",
    /// Against harm: `detect`, `prevention`, `antivirus`.
    DEFENDS = "defends",
    DATABASE = "database",
    BROAD = "broad",
    JOINS = "joins",
    /// Words that carry no meaning of their own here, so that their parts are not read: `pull_request`.
    PLAIN = "plain",
}
