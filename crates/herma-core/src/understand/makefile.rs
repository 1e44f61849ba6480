//! Which recipes of a makefile would run.

/// Rules of one makefile that are looked at.
const MAX_RULES: usize = 256;

struct Rule<'t> {
    targets: Vec<&'t str>,
    needs: Vec<&'t str>,
    recipe: Vec<&'t str>,
}

/// The commands that `make WANTED…` would run: `$(shell …)` always, recipes of the targets and of what they need. With
/// nothing wanted, of the first target. A target that the file does not name may be made by a pattern: then all run.
pub(super) fn recipes(text: &str, wanted: &[String]) -> Vec<String> {
    let mut rules: Vec<Rule<'_>> = Vec::new();
    let mut commands = Vec::new();
    for line in text.lines().take(MAX_RULES * 8) {
        if let Some(shell) = line.split_once("$(shell ").map(|(_, rest)| rest.trim_end_matches(')')) {
            commands.push(plain(shell));
        }
        if let Some(recipe) = line.strip_prefix('\t') {
            if let Some(rule) = rules.last_mut() {
                rule.recipe.push(recipe);
            }
        } else if let Some((targets, rest)) = line.split_once(':').filter(|(t, r)| is_rule(t, r)) {
            let (needs, recipe) = rest.split_once(';').unwrap_or((rest, ""));
            rules.push(Rule {
                targets: targets.split_whitespace().collect(),
                needs: needs.trim_start_matches(':').split_whitespace().collect(),
                recipe: if recipe.is_empty() { Vec::new() } else { vec![recipe] },
            });
        }
    }
    let first = rules.iter().flat_map(|r| &r.targets).find(|t| !t.starts_with('.')).copied();
    let mut queue: Vec<&str> = if wanted.is_empty() {
        first.into_iter().collect()
    } else {
        wanted.iter().map(String::as_str).collect()
    };
    let named = |target: &str| rules.iter().any(|r| r.targets.contains(&target));
    let all = queue.iter().any(|t| !named(t));
    let mut seen: Vec<&str> = Vec::new();
    while let Some(target) = queue.pop() {
        if seen.contains(&target) || seen.len() > MAX_RULES {
            continue;
        }
        seen.push(target);
        queue.extend(
            rules.iter().filter(|r| r.targets.contains(&target)).flat_map(|r| r.needs.iter().copied()),
        );
    }
    for rule in &rules {
        let pattern = rule.targets.iter().any(|t| t.contains('%') || t.starts_with('.'));
        if all || pattern || rule.targets.iter().any(|t| seen.contains(t)) {
            commands.extend(rule.recipe.iter().map(|r| plain(r)));
        }
    }
    commands
}

/// `a b: c`, not `X := y` and not a line that belongs to something else.
fn is_rule(targets: &str, rest: &str) -> bool {
    !targets.is_empty()
        && !targets.starts_with([' ', '#', '\t'])
        && !rest.starts_with('=')
        && !targets.contains('=')
}

fn plain(recipe: &str) -> String {
    recipe.trim_start_matches(['@', '-', '+', ' ']).replace("$$", "$")
}

#[cfg(test)]
mod tests {
    use super::recipes;

    const FILE: &str = "X := 1\nall: a\n\techo all\na: b\n\t@echo a\nb:\n\techo b\nclean:\n\trm -rf out\n";

    #[test]
    fn only_what_would_run_is_read() {
        let of = |wanted: &[&str]| recipes(FILE, &wanted.iter().map(|t| (*t).to_owned()).collect::<Vec<_>>());
        assert_eq!(of(&[]), ["echo all", "echo a", "echo b"]);
        assert_eq!(of(&["clean"]), ["rm -rf out"]);
        assert_eq!(of(&["b"]), ["echo b"]);
        assert_eq!(of(&["elsewhere"]).len(), 4, "a target that is not named may be any");
        assert_eq!(recipes("x:;id", &[]), ["id"]);
        assert_eq!(recipes("V=$(shell id)\nx:\n\ttrue", &[]), ["id", "true"]);
    }
}
