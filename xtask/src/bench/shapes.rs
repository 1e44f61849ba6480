//! Texts of a wanted size, each of a shape that some parser somewhere finds quadratic.

type Shape = fn(usize) -> String;

pub const ALL: &[(&str, Shape)] = &[
    ("list of commands", |n| repeat("git log --oneline -3 src/a.rs; ", n)),
    ("lines", |n| repeat("cp -r src/a.rs build/out\n", n)),
    ("and-or list", |n| closed("true", " && test -f README.md || echo no", "", n)),
    ("one quoted word", |n| closed("echo '", "ab \\ \" $( x ", "'", n)),
    ("one double-quoted word", |n| closed("echo \"", "ab $x \\\" c ", "\"", n)),
    ("one bare word", |n| closed("echo ", "abcdefgh", "", n)),
    ("many words", |n| closed("ls ", "src/lib.rs ", "", n)),
    ("many options", |n| closed("rm ", "-f ", "x", n)),
    ("many rm targets", |n| closed("rm -rf ", "build/a1 ", "", n)),
    ("nested $( ), 16 deep", |n| repeat(&format!("echo {}; ", nested("$(echo ", ")", 16)), n)),
    ("nested \"$( )\", 16 deep", |n| repeat(&format!("echo {}; ", nested("\"$(echo ", ")\"", 16)), n)),
    ("flat $( )", |n| closed("echo ", "$(date) ", "", n)),
    ("backticks", |n| closed("echo ", "`date` ", "", n)),
    ("nested groups, 16 deep", |n| repeat(&format!("{};\n", nested("{ ", "; }", 16)), n)),
    ("if", |n| repeat("if test -d x; then ls x; else mkdir x; fi\n", n)),
    ("case", |n| closed("case $x in ", "a*|b) ls a;; ", "esac", n)),
    ("here-document", |n| closed("cat <<EOF\n", "a line with $x and `date`\n", "EOF\n", n)),
    ("quoted here-document", |n| closed("cat <<'EOF'\n", "rm -rf / is only text\n", "EOF\n", n)),
    ("many here-documents", |n| repeat("cat <<E\nx\nE\n", n)),
    ("pipes", |n| closed("cat x", " | grep a", "", n)),
    ("assignments", |n| repeat("A=$A/x; B=\"$A\"; ", n)),
    ("growing assignment", |n| repeat("A=$A$A; ", n)),
    ("braces", |n| closed("echo ", "{a,b}{c,d} ", "", n)),
    ("product of braces", |n| closed("echo ", "{a,b}", "", n)),
    ("range braces", |n| closed("echo ", "{1..9999}", "", n)),
    ("arithmetic", |n| closed("echo $((1", " + x * (3 << 2)", "))", n)),
    ("parameter operands", |n| closed("echo ", "${x:-${y:-$(date)}} ", "", n)),
    ("bash -c in bash -c", |n| repeat("bash -c \"bash -c 'ls -l'\"; ", n)),
    ("base64 pipes", |n| repeat("echo bHMgLWw= | base64 -d | sh; ", n)),
    ("comments", |n| repeat("# rm -rf / 988\n", n)),
    ("redirections", |n| repeat("echo x >>build/log 2>&1; ", n)),
    ("functions", |n| repeat("f() { ls; }; f; ", n)),
    ("perl -i (a regex guard's bane)", |n| repeat("perl -i ", n)),
    ("python -c", |n| closed("python3 -c '", "x = [i for i in range(9)]\n", "'", n)),
    ("sql", |n| closed("psql -c \"", "select a, b from t where c = 1; ", "\"", n)),
    ("open quotes", |n| repeat("echo 'a\" ", n)),
    ("open parentheses", |n| repeat("(", n)),
    ("open $(", |n| repeat("$(", n)),
    ("open $((", |n| repeat("$((", n)),
    ("open $(( $(", |n| repeat("echo $(( $(", n)),
    ("open (( and subscripts", |n| repeat("((a[", n)),
    ("open ${x[", |n| repeat("${x[", n)),
    ("open ${x:-", |n| repeat("${x:-", n)),
    ("open arrays", |n| repeat("x=(a ", n)),
    ("open braces", |n| closed("echo ", "{a,", "", n)),
    ("open groups", |n| repeat("{ ", n)),
    ("open if", |n| repeat("if ", n)),
    ("open backticks", |n| repeat("`a ", n)),
    ("open here-documents", |n| repeat("cat <<E ", n)),
];

/// `unit` until `n` is reached, never past it.
fn repeat(unit: &str, n: usize) -> String {
    unit.repeat((n / unit.len()).max(1))
}

fn closed(open: &str, unit: &str, close: &str, n: usize) -> String {
    let room = n.saturating_sub(open.len() + close.len());
    format!("{open}{}{close}", repeat(unit, room))
}

fn nested(open: &str, close: &str, depth: usize) -> String {
    format!("{}ls{}", open.repeat(depth), close.repeat(depth))
}
