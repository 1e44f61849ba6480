//! The words of knowledge/orders.txt, by the names of its lists.

use std::sync::LazyLock;

const TABLE: &str = include_str!("../../../../knowledge/orders.txt");

#[derive(Debug)]
pub(super) struct List(Vec<&'static str>);

impl List {
    fn named(name: &str) -> List {
        let is_head = |line: &&str| line.starts_with('[') && line.ends_with(']');
        let entries = TABLE
            .lines()
            .skip_while(|line| line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) != Some(name))
            .skip(1)
            .take_while(|line| !is_head(line))
            .filter(|line| !line.starts_with('#'))
            .flat_map(|line| line.split(';'))
            .map(|entry| entry.trim().trim_matches('"'))
            .filter(|entry| !entry.is_empty());
        List(entries.collect())
    }

    pub(super) fn has(&self, word: &str) -> bool {
        self.0.contains(&word)
    }

    /// One of them stands somewhere in the text.
    pub(super) fn is_in(&self, text: &str) -> bool {
        self.0.iter().any(|one| text.contains(one))
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &'static str> {
        self.0.iter().copied()
    }
}

macro_rules! lists {
    ($($name:ident)*) => {
        #[derive(Debug)]
        pub(super) struct Lists { $(pub(super) $name: List),* }

        pub(super) static LISTS: LazyLock<Lists> =
            LazyLock::new(|| Lists { $($name: List::named(stringify!($name))),* });

        #[cfg(test)]
        const NAMES: &[&str] = &[$(stringify!($name)),*];
    };
}

lists! {
    aside told whose surely_told aside_whole aside_abroad earlier_abroad
    machines perhaps_machines hail ought addressed
    poses person quiet surely_quiet secrets secret_files
    sends does leads leads_to
}

#[cfg(test)]
mod tests {
    use super::{List, NAMES, TABLE};

    #[test]
    fn every_list_of_the_table_is_used_and_none_is_empty() {
        let heads: Vec<&str> =
            TABLE.lines().filter_map(|line| line.strip_prefix('[')?.strip_suffix(']')).collect();
        assert_eq!(heads, NAMES);
        for name in NAMES {
            let list = List::named(name);
            assert!(list.0.len() > 3, "{name}");
            assert!(list.iter().all(|one| one == one.to_lowercase() && !one.contains('"')), "{name}");
        }
        assert!(List::named("person").has("user "), "a space that belongs to it stays");
        assert!(List::named("poses").has("### system"));
    }
}
