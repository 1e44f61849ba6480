//! What holds when code runs: functions that are defined anew, and traps that run later than they are set.

use crate::policy::Policy;
use crate::verdict::Decision;
use crate::world::TableWorld;
use crate::{ToolCall, judge};

fn decides(command: &str) -> Decision {
    judge(&ToolCall::shell(command), &TableWorld::developer(), &Policy::default()).decision
}

#[test]
fn t64_a_function_that_redefines_itself_is_followed() {
    for depth in 1..30 {
        let command =
            format!("{}rm -rf /{}f", "f() { ".repeat(depth), "; }; f".repeat(depth).trim_end_matches('f'));
        assert_ne!(decides(&command), Decision::Allow, "{command}");
    }
    let two = "f() { g() { f() { g() { f() { rm -rf /; }; f; }; g; }; f; }; g; }; f";
    assert_eq!(decides(two), Decision::Deny);
}

#[test]
fn t64_what_changes_from_call_to_call_of_a_function_is_followed() {
    for command in [
        "a=true; b=true; c=true; f() { $a; a=$b; b=$c; c='rm -rf /home/dev/photos'; f; }; f",
        "f() { $1; shift; f \"$@\"; }; f true true true true 'rm -rf /home/dev/photos'",
    ] {
        assert_ne!(decides(command), Decision::Allow, "{command}");
    }
    for command in [
        "fact() { [ $1 -le 1 ] && echo 1 || echo $(( $1 * $(fact $(( $1 - 1 ))) )); }; fact 5",
        "retry() { n=$((n + 1)); npm test || { [ $n -lt 3 ] && retry; }; }; retry",
    ] {
        assert_eq!(decides(command), Decision::Allow, "{command}");
    }
}

#[test]
fn t64_a_trap_is_judged_with_what_holds_when_it_runs() {
    assert_eq!(decides("T=/tmp/x; trap 'rm -rf \"$T\"' EXIT; T=/"), Decision::Deny);
    for command in [
        "T=/tmp/x; trap 'rm -rf \"$T\"' EXIT; T=~/photos",
        "T=/tmp/x; cleanup() { rm -rf \"$T\"; }; trap cleanup EXIT; T=~/photos",
        "f() { :; }; trap f EXIT; f() { rm -rf ~/photos; }",
        "c=ls; trap '$c -rf ~/photos' EXIT; c=rm",
        "sh -c 'T=/tmp/a; trap \"rm -rf \\$T\" 0; T=$HOME/photos'",
        "T=/tmp/x; trap 'rm -rf \"$T\"' EXIT; T=~/photos; exit; T=/tmp/y",
        "T=/tmp/x; trap 'rm -rf \"$T\"' EXIT; if a; then T=~/photos; exit; fi; T=/tmp/y",
        "T=/tmp/x; trap 'rm -rf \"$T\"' EXIT; { T=~/photos; exit; T=/tmp/y; }",
        "T=~/photos; trap 'rm -rf \"$T\"' EXIT; T=/tmp/y",
        "set -- /tmp/x; trap 'rm -rf \"$1\"' EXIT; set -- ~/photos",
        "trap 'rm -rf photos' EXIT; cd ~",
        "T=/tmp/x; trap 'rm -rf \"$T\"' INT TERM; T=~/photos",
        "T=/tmp/x; trap 'rm -rf \"$T\"' EXIT; g() { T=~/photos; }; g",
        "T=/tmp/x; trap 'rm -rf \"$T\"' EXIT; read T <<< ~/photos",
        "T=/tmp/x; trap 'rm -rf \"$T\"' EXIT; for T in a ~/photos; do exit; done; T=/tmp/z",
        "T=/tmp/x; TRAPEXIT() { rm -rf \"$T\"; }; T=~/photos",
        "T=/tmp/x; (trap 'rm -rf \"$T\"' EXIT; T=~/photos)",
        "trap 'trap \"rm -rf ~/photos\" EXIT' EXIT",
    ] {
        assert_ne!(decides(command), Decision::Allow, "{command}");
    }
}

#[test]
fn t64_a_trap_that_cleans_up_what_is_made_later_is_quiet() {
    for command in [
        "trap 'rm -rf \"$T\"' EXIT; T=$(mktemp -d); ls $T",
        "T=$(mktemp -d); trap 'rm -rf \"$T\"' EXIT; ls $T",
        "cleanup() { rm -rf \"$tmp\"; }; trap cleanup EXIT; cd src; tmp=$(mktemp -d); cp a.c $tmp",
        "T=\"\"; trap '[ -n \"$T\" ] && rm -rf \"$T\"' EXIT; T=$(mktemp -d); ls",
        "trap 'echo done' EXIT; make",
        "trap - INT; make",
    ] {
        assert_eq!(decides(command), Decision::Allow, "{command}");
    }
}
