//! Which recipes of a makefile would run, and what they are once variables and functions are put in.

mod expand;

use expand::Variables;

/// Lines of a makefile past which it is not read.
const MAX_LINES: usize = 2_000;

struct Rule<'t> {
    targets: Vec<&'t str>,
    needs: Vec<&'t str>,
    recipe: Vec<&'t str>,
}

/// Programs of make's own rules, by the variables that name them. Sorted.
const IMPLICIT: &[&str] = &["AR", "AS", "CC", "CPP", "CXX", "FC", "LD", "LEX", "PC", "RM", "YACC"];

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
            || line.contains("${eval")
    };
    if text.lines().any(odd) || text.lines().count() > MAX_LINES {
        return None;
    }
    crate::work::charge(text.len() / 16);
    let mut rules: Vec<Rule<'_>> = Vec::new();
    let mut run_at_once: Vec<&str> = Vec::new();
    let mut variables = Variables::default();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        for mark in ["$(shell ", "${shell "] {
            for (at, _) in line.match_indices(mark) {
                let inside = line.get(at + 1..).and_then(expand::balanced).map(|(inside, _)| inside);
                let rest = line.get(at + 2..).unwrap_or("");
                run_at_once.push(inside.unwrap_or(rest).trim_start_matches("shell "));
            }
        }
        if let Some(recipe) = line.strip_prefix('\t') {
            if let Some(rule) = rules.last_mut() {
                rule.recipe.push(recipe);
            }
            continue;
        }
        let bare = line.trim_start();
        let bare = bare.strip_prefix("override ").unwrap_or(bare);
        if let Some(name) = bare.strip_prefix("define ") {
            let name = name.trim().trim_end_matches(['=', ':', '?', '+', ' ']);
            let mut body = String::new();
            for line in lines.by_ref().take_while(|l| l.trim() != "endef") {
                body.push_str(line.trim_start_matches('\t'));
                body.push('\n');
            }
            variables.set(name, body.trim_end(), false);
            continue;
        }
        let exported = bare.strip_prefix("export").filter(|rest| rest.is_empty() || rest.starts_with(' '));
        let bare = exported.map_or(bare, str::trim_start);
        if exported.is_some() {
            match bare.split_once('=') {
                Some((name, _)) => variables.export(name_of(name)),
                None if bare.trim().is_empty() => variables.export_all(),
                None => bare.split_whitespace().for_each(|name| variables.export(name)),
            }
        }
        if let Some((name, value)) = bare.split_once("!=").filter(|(n, _)| is_variable(n)) {
            variables.set(name.trim(), "", false);
            run_at_once.push(value.trim());
        } else if let Some((name, value)) = bare.split_once('=').filter(|(n, _)| is_variable(n)) {
            variables.set(name_of(name), value.trim(), name.trim_end().ends_with('+'));
        } else if let Some((targets, rest)) = line.split_once(':').filter(|(t, r)| is_rule(t, r)) {
            // `all: CC = x`: a variable of one target.
            if let Some((name, value)) = rest.split_once('=').filter(|(n, _)| is_variable(n)) {
                variables.set(name_of(name), value.trim(), name.trim_end().ends_with('+'));
                continue;
            }
            let (needs, recipe) = rest.split_once(';').unwrap_or((rest, ""));
            rules.push(Rule {
                targets: targets.split_whitespace().collect(),
                needs: needs.trim_start_matches(':').split_whitespace().collect(),
                recipe: if recipe.is_empty() { Vec::new() } else { vec![recipe] },
            });
        }
    }
    let mut chosen: Vec<&str> = run_at_once;
    let at_once = chosen.len();
    chosen.extend(wanted_recipes(&rules, wanted));
    let mut commands: Vec<String> = Vec::new();
    for (at, recipe) in chosen.into_iter().enumerate() {
        let in_shell = at >= at_once;
        for command in variables.commands(recipe, in_shell)? {
            if !commands.contains(&command) {
                commands.push(command);
            }
        }
    }
    // What make's own rules start, where the file names another program for them.
    for name in IMPLICIT.iter().filter(|name| variables.holds(name)) {
        commands.extend(variables.commands(&format!("$({name}) x.c"), true)?);
    }
    Some(commands)
}

/// The recipes of the targets that are asked for, and of what they need.
fn wanted_recipes<'t>(rules: &[Rule<'t>], wanted: &[String]) -> Vec<&'t str> {
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
        crate::work::charge(rules.len());
        seen.push(target);
        queue.extend(
            rules.iter().filter(|r| r.targets.contains(&target)).flat_map(|r| r.needs.iter().copied()),
        );
    }
    let mut chosen = Vec::new();
    for rule in rules {
        let pattern = rule.targets.iter().any(|t| t.contains('%') || t.starts_with('.'));
        if all || pattern || rule.targets.iter().any(|t| seen.contains(t)) {
            chosen.extend(rule.recipe.iter().copied());
        }
    }
    chosen
}

/// `X` of `X :=`, `X ?=`, `X +=`.
fn name_of(name: &str) -> &str {
    name.trim().trim_end_matches([':', '?', '+', ' '])
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
        assert_eq!(first("define R\nrm a\nrm b\nendef\nx:\n\t$(R)"), ["rm a\nrm b"]);
        assert_eq!(first("f=$(1) -rf $(2)\nx:\n\t$(call f,rm,d)"), ["rm -rf d"]);
        assert_eq!(first("x:\n\tsh -c \"$$C\"\nexport C=rm d"), ["export C='rm d'\nsh -c \"$C\""]);
        assert_eq!(first("SHELL=./sh\nx:\n\ttrue"), ["./sh -c 'true'"]);
        assert_eq!(first("SHELL=/bin/bash\nx:\n\ttrue"), ["true"]);
        assert_eq!(first("CC=rm d;\nx: a.o"), ["rm d; x.c"]);
        assert_eq!(first("x:\n\t$(file >z.sh,rm d)sh z.sh"), ["printf '%s\\n' 'rm d' >z.sh\nsh z.sh"]);
        assert_eq!(first("X=a\nX=b\nx:\n\techo $(X)"), ["echo b", "echo a"]);
        assert_eq!(first("A=$(B)\nB=$(A)\nx:\n\ttrue $(Q:.c=.o) $(if $(A),y,n)").len(), 1);
    }
}
