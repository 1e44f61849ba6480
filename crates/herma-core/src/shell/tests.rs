use super::syntax::{Command, Script};
use super::{ParseError, parse, read};

/// The first words of all simple commands at the top of the tree.
fn names(script: &Script) -> Vec<String> {
    let mut out = Vec::new();
    for item in &script.items {
        for pipeline in std::iter::once(&item.first).chain(item.rest.iter().map(|(_, p)| p)) {
            for command in &pipeline.commands {
                match command {
                    Command::Simple(s) => {
                        out.push(s.words.first().map_or(String::new(), |w| format!("{:?}", w.segments)))
                    }
                    Command::Compound { kind, .. } => {
                        out.push(format!("{kind:?}").split([' ', '(']).next().unwrap().to_owned())
                    }
                    Command::Function { name, .. } => out.push(format!("fn {name}")),
                }
            }
        }
    }
    out
}

#[test]
fn accepts_what_bash_accepts() {
    for text in [
        "ls",
        "ls -la | grep x && echo y || true; sleep 1 &",
        "if a; then b; elif c; then d; else e; fi",
        "for i in 1 2 3; do echo $i; done",
        "for ((i=0;i<3;i++)); do echo $i; done",
        "for i; do :; done",
        "while read -r x; do echo \"$x\"; done < f",
        "case $1 in a|b) echo;; (c) x;& *) y;; esac",
        "f() { echo; }; f",
        "function g { echo; }",
        "function h() ( echo )",
        "{ a; b; } > x 2>&1",
        "( a; b ) | c",
        "cat <<EOF\nhi $x\nEOF",
        "cat <<'EOF' > out\nit's $x\nEOF\necho",
        "cat <<-EOF\n\thi\n\tEOF",
        "git commit -m \"$(cat <<'EOF'\nit's (fine)\n\nEOF\n)\"",
        "a=1 b=(1 2 3) c+=x d[1]=y cmd",
        "x=$((1 + (2*3)))",
        "((x++))",
        "[[ -f x && $y =~ ^(a|b)+$ ]]",
        "diff <(a) <(b)",
        "tee >(cat >&2)",
        "echo ${x:-${y:=z}} ${#a[@]} ${!p*}",
        "echo `echo \\`date\\``",
        "echo $'a\\'b' $\"x\"",
        "! grep x",
        "time -p ls",
        "coproc X { ls; }",
        "coproc ls",
        "a=$(b <<<x)",
        "echo a#b # comment 'unterminated",
        "exec 3<>/dev/tcp/h/1",
        "cmd {fd}>x",
        "ls &>x",
        "ls >&x",
        "ls 2>&1 >&-",
        "echo ${x/a\\/b/c} ${x//\\//-} ${x%.*} ${x##*/} ${x^^} ${x@Q} ${x:1:2}",
        "rm !(a|b)",
        "echo {a,b}{1..3}",
        "x=",
        "x= y=2",
        "select x in a b; do echo $x; done",
        "echo \\\n  b",
        "until a; do b; done",
        "$( echo a )",
        "if (a); then { b; }; fi",
        "for x in a b\ndo\n  echo\ndone",
        "a &&\n b ||\n c |\n d",
        "{ echo; } 2>/dev/null",
        "echo }",
        "echo if then",
        "a=(\n x # c\n y\n)",
        "case x in esac",
        "f()\n{\n :\n}",
        "echo $(case x in a) b;; esac)",
        "[ a = b ] && ! [ c ]",
        "declare -a x=(a b)",
        "echo $ \"$\"",
        "let x=1+2",
        "echo ${x:?\"a b\"}",
        "cat << 'A B'\nx\nA B",
        "a <<X; b <<Y\n1\nX\n2\nY",
        "echo \"${x:-'a'}\"",
        "> f",
        "<f cat",
        "${ ls; }",
    ] {
        assert!(parse(text).is_ok(), "{text:?}: {:?}", parse(text).err());
    }
}

#[test]
fn refuses_what_bash_refuses() {
    for text in [
        "if a; then b",
        "for i in 1; echo; end",
        "'x",
        "\"x",
        "`x",
        "$(x",
        "${x",
        "a | | b",
        "a && ; b",
        "(a",
        "{ a;",
        ")",
        "}",
        "done",
        "a (b)",
        "case x in a",
        "f() ls",
        "[[ a",
        "echo <",
        "&& a",
        "function f; ls; end",
        "| a",
        "fi",
    ] {
        assert!(parse(text).is_err(), "{text:?}: {:?}", parse(text));
    }
}

#[test]
fn an_unfinished_here_document_is_said() {
    assert_eq!(parse("cat <<EOF\nx").unwrap_err(), ParseError::Unterminated("a here-document"));
}

#[test]
fn depth_is_bounded() {
    for (open, n) in [
        ("{ ", 5000),
        ("$(", 5000),
        ("\"$(", 1000),
        ("if ", 3000),
        ("( ", 5000),
        ("${x:-", 5000),
        ("$((", 4000),
    ] {
        let text = open.repeat(n);
        assert!(read(&text, None).error.is_some(), "{open}");
    }
}

#[test]
fn closed_parentheses_of_arithmetic_are_bounded_too() {
    let text = format!("echo $(({}1{})); rm -rf /", "(".repeat(40), ")".repeat(40));
    let parsed = read(&text, None);
    assert_eq!(parsed.error, Some(ParseError::TooDeep));
    assert!(names(&parsed.script).iter().any(|n| n.contains("rm")), "what follows is still read");
}

#[test]
fn what_stands_in_broken_text_is_salvaged() {
    let parsed = read("sudo if true; then rm -rf /; fi", None);
    assert!(parsed.error.is_some());
    assert!(names(&parsed.script).iter().any(|n| n.contains("rm")), "{:?}", names(&parsed.script));
}

#[test]
fn a_negated_subshell_is_walked() {
    assert_eq!(names(&parse("!(ls)").unwrap()), ["Subshell"]);
}

#[test]
fn spans_are_byte_offsets_of_the_text() {
    let script = parse("echo a; rm  -rf x").unwrap();
    let item = &script.items[1];
    assert_eq!((item.first.span.start, item.first.span.end), (8, 17));
}

/// A bound inside of a part that is read apart is a bound of the whole: here-documents 32 deep were read as nothing.
#[test]
fn a_bound_inside_a_here_document_is_said() {
    for depth in [31, 32, 33, 64, 200] {
        let opened: String = (0..depth).map(|n| format!("cat <<E{n}\n$(")).collect();
        let closed: String = (0..depth).rev().map(|n| format!(")\nE{n}\n")).collect();
        let parsed = super::read(&format!("{opened}rm -rf /{closed}"), None);
        let said = parsed.error.is_some_and(super::ParseError::is_bound);
        assert_eq!(said, depth >= 32, "{depth}: {:?}", parsed.error);
    }
    let ticks = "echo `echo \\`cat <<E\n$((((((((((((((((((((((((((((((((((((((((1))))))))))))))))))))))))))))))))))))))))\nE\n\\``";
    assert!(super::read(ticks, None).error.is_some());
}
