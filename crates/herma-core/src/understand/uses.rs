//! What a call hangs on beside its own words: collected on the way, looked at only if somebody is asked.

/// Names only. Whoever binds a yes to them asks the world what they are.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Uses {
    /// Scripts and programs that it runs by their path.
    pub(crate) files: Vec<String>,
    /// Programs that it runs by their name.
    pub(crate) programs: Vec<String>,
    /// Paths that it changes, or reads although they are somebody's secret.
    pub(crate) targets: Vec<String>,
    /// Variables that it takes from outside.
    pub(crate) variables: Vec<String>,
}

/// Each name once.
pub(super) fn note(names: &mut Vec<String>, name: &str) {
    if !names.iter().any(|known| known == name) {
        names.push(name.to_owned());
    }
}
