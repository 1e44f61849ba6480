//! Which recipes of a makefile would run.

/// Lines of a makefile past which it is not read.
const MAX_LINES: usize = 2_000;

struct Rule<'t> {
    targets: Vec<&'t str>,
    needs: Vec<&'t str>,
    recipe: Vec<&'t str>,
}

/// The commands that `make WANTED…` would run: `$(shell …)` and `X != …` always, recipes of the targets and of what they
/// need. With nothing wanted, of the first target. A target that the file does not name may be made by a pattern: then
/// all run. `None` where the file does what is not followed here: it includes others, or has other marks.
pub(super) fn recipes(text: &str, wanted: &[String]) -> Option<Vec<String>> {
    // A line that ends in a backslash goes on in the next one.
    let text = &text.replace("\\\r\n", " ").replace("\\\n\t", " ").replace("\\\n", " ");
    let odd = |line: &str| {
        line.starts_with("include ")
            || line.starts_with("-include ")
            || line.starts_with(".RECIPEPREFIX")
            || line.contains("$(eval")
    };
    if text.lines().any(odd) || text.lines().count() > MAX_LINES {
        return None;
    }
    let mut rules: Vec<Rule<'_>> = Vec::new();
    let mut commands = Vec::new();
    let mut variables: Vec<(&str, &str)> = Vec::new();
    for line in text.lines() {
        for mark in ["$(shell ", "${shell "] {
            if let Some((_, rest)) = line.split_once(mark) {
                commands.push(plain(rest.trim_end_matches([')', '}']), &variables));
            }
        }
        if let Some(recipe) = line.strip_prefix('\t') {
            if let Some(rule) = rules.last_mut() {
                rule.recipe.push(recipe);
            }
        } else if let Some((name, value)) = line.split_once("!=").filter(|(n, _)| is_variable(n)) {
            variables.push((name.trim(), ""));
            commands.push(plain(value.trim(), &variables));
        } else if let Some((name, value)) = line.split_once('=').filter(|(n, _)| is_variable(n)) {
            variables.push((name.trim().trim_end_matches([':', '?', '+', ' ']), value.trim()));
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
    // A name that is put together may be any.
    let computed = rules.iter().any(|r| r.targets.iter().chain(&r.needs).any(|t| t.contains('$')));
    let all = computed || queue.iter().any(|t| !named(t));
    let mut seen: Vec<&str> = Vec::new();
    while let Some(target) = queue.pop() {
        if seen.contains(&target) {
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
            commands.extend(rule.recipe.iter().map(|r| plain(r, &variables)));
        }
    }
    Some(commands)
}

fn is_variable(name: &str) -> bool {
    let name = name.trim().trim_end_matches([':', '?', '+', ' ']);
    !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.'))
}

/// `a b: c`, not `X := y` and not a line that belongs to something else.
fn is_rule(targets: &str, rest: &str) -> bool {
    !targets.is_empty()
        && !targets.starts_with([' ', '#', '\t'])
        && !rest.starts_with('=')
        && !targets.contains('=')
}

/// A recipe as the shell gets it: `$$` is a dollar, `$(NAME)` what the file says, or a variable that is not known.
fn plain(recipe: &str, variables: &[(&str, &str)]) -> String {
    let mut text = recipe.trim_start_matches(['@', '-', '+', ' ']).to_owned();
    for made in ["$(MAKE)", "${MAKE}"] {
        text = text.replace(made, "make");
    }
    // A value may name others.
    for _ in 0..3 {
        for (name, value) in variables.iter().rev() {
            text = text.replace(&format!("$({name})"), value).replace(&format!("${{{name}}}"), value);
        }
    }
    let mut out = String::new();
    let mut rest = text.as_str();
    while let Some((before, after)) = rest.split_once("$(") {
        out.push_str(before);
        let name = after.split(')').next().unwrap_or("");
        let plain = !before.ends_with('$') && is_variable(name) && !name.is_empty();
        out.push_str(if plain { "${" } else { "$(" });
        rest = after;
        if plain {
            out.push_str(name);
            out.push('}');
            rest = after.get(name.len() + 1..).unwrap_or("");
        }
    }
    out.push_str(rest);
    out.replace("$$", "$")
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test says no by panicking")]
mod tests {
    use super::recipes;

    const FILE: &str = "X := 1\nall: a\n\techo all\na: b\n\t@echo a\nb:\n\techo b\nclean:\n\trm -rf out\n";

    #[test]
    fn only_what_would_run_is_read() {
        let of = |wanted: &[&str]| {
            recipes(FILE, &wanted.iter().map(|t| (*t).to_owned()).collect::<Vec<_>>()).unwrap()
        };
        assert_eq!(of(&[]), ["echo all", "echo a", "echo b"]);
        assert_eq!(of(&["clean"]), ["rm -rf out"]);
        assert_eq!(of(&["b"]), ["echo b"]);
        assert_eq!(of(&["elsewhere"]).len(), 4, "a target that is not named may be any");
        let first = |file: &str| recipes(file, &[]).unwrap();
        assert_eq!(first("x:;id"), ["id"]);
        assert_eq!(first("V=$(shell id)\nx:\n\ttrue"), ["id", "true"]);
        assert_eq!(first("X!=id\nx:\n\ttrue"), ["id", "true"]);
        assert_eq!(first("D=out\nx:\n\trm -rf $(D)/* $(E) $$HOME"), ["rm -rf out/* ${E} $HOME"]);
        assert_eq!(recipes("include x.mk", &[]), None);
    }
}
