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

/// Programs that run what a file of the folder says, without the command naming it.
const RECIPES: &[(&[&str], &[&str])] = &[
    (&["make", "gmake"], &["GNUmakefile", "makefile", "Makefile"]),
    (&["just"], &["justfile", "Justfile", ".justfile"]),
    (&["task"], &["Taskfile.yml", "Taskfile.yaml"]),
    (&["npm", "npx", "yarn", "pnpm", "bun"], &["package.json"]),
    (&["docker-compose"], COMPOSE),
    (&["docker", "podman"], COMPOSE),
    (&["git"], &[".git/hooks/pre-commit", ".git/hooks/commit-msg", ".git/hooks/pre-push"]),
];
const COMPOSE: &[&str] =
    &["Dockerfile", "compose.yaml", "compose.yml", "docker-compose.yaml", "docker-compose.yml"];

impl Uses {
    /// A program is run by its name, in this folder.
    pub(super) fn program(&mut self, name: &str, folder: Option<&str>) {
        note(&mut self.programs, name);
        let recipes = RECIPES.iter().filter(|(names, _)| names.contains(&name)).flat_map(|(_, files)| *files);
        for file in recipes {
            if let Some(folder) = folder {
                note(&mut self.files, &format!("{}/{file}", folder.trim_end_matches('/')));
            }
        }
    }
}

/// Each name once.
pub(super) fn note(names: &mut Vec<String>, name: &str) {
    if !names.iter().any(|known| known == name) {
        names.push(name.to_owned());
    }
}
