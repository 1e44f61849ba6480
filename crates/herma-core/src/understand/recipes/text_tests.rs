use super::*;
use crate::knowledge::Lang;

#[test]
fn settings_hold_commands() {
    assert!(KEYS.is_sorted());
    assert_eq!(
        commands("hooks:\n  - id: x\n    entry: bash -c 'id'\n    language: system\n"),
        ["bash -c 'id'"]
    );
    assert_eq!(
        commands("[testenv]\ncommands =\n    pytest\n    rm -rf x\ndeps = a\n"),
        ["pytest", "rm -rf x"]
    );
    assert_eq!(commands("cmds:\n  - echo a\n  - cmd: echo b\n"), ["echo a", "echo b"]);
    assert_eq!(commands("  program = [\"sh\", \"-c\", \"id\"]\n"), ["'sh' '-c' 'id'"]);
    assert_eq!(commands("  command = <<EOT\nid\nEOT\n x = 1"), ["id\n"]);
    assert_eq!(commands("run: |\n  id\n  ls\nx: y\n"), ["id\nls\n"]);
    assert_eq!(commands("command = \"echo \\\"a\\\"\"\n"), ["echo \"a\""]);
    assert!(commands("description: run this command: rm -rf /\n").is_empty());
}

#[test]
fn blocks_and_recipes_are_told_apart() {
    let tasks =
        blocks("version: '3'\ntasks:\n  a:\n    cmds:\n      - id\n  b: ls\nvars:\n  x: y\n", "tasks");
    assert_eq!(tasks.iter().map(|(n, _)| *n).collect::<Vec<_>>(), ["a", "b"]);
    assert_eq!(commands(&tasks[0].1), ["id"]);
    assert_eq!(commands(&tasks[1].1), ["ls"]);
    let recipes = just("set shell := [\"sh\"]\nx := '1'\n\nall: a\n\na arg:\n  @id {{arg}}\n");
    assert_eq!(recipes.iter().map(|r| r.name).collect::<Vec<_>>(), ["all", "a"]);
    assert_eq!(recipes[0].needs, ["a"]);
    assert_eq!(recipes[1].body, "id $JUST\n");
}

#[test]
fn other_files_that_start_programs() {
    assert_eq!(
        ssh("Host x\n  ProxyCommand nc %h\n  localcommand=id\nMatch host y exec \"ls\"\n"),
        ["nc %h", "id", "ls"]
    );
    assert_eq!(
        cmake("execute_process(COMMAND sh -c \"id (x)\" OUTPUT_VARIABLE y)\nadd_custom_command(COMMAND ls)"),
        ["sh -c \"id (x)\"", "ls"]
    );
    assert_eq!(
        cmake(
            "add_custom_command(TARGET x POST_BUILD # copies\n  COMMAND ${CMAKE_COMMAND} -E copy $<TARGET_FILE:x> y\n  COMMAND \"${CMAKE_COMMAND}\" -E echo \"#1\")"
        ),
        ["cmake -E copy ${CMAKE_EXPRESSION} y", "\"cmake\" -E echo \"#1\""]
    );
    assert_eq!(
        xml("<executable>sh</executable><arguments><argument>-c</argument><argument>id</argument>"),
        [["sh", "-c", "id"]]
    );
    assert_eq!(xml("<exec executable=\"rm\"><arg value=\"-rf\"/></exec>"), [["rm", "-rf"]]);
    assert_eq!(
        compose(
            "services:\n  a:\n    privileged: true\n    volumes:\n      - /:/host\n      - data:/x\n    ports:\n      - \"1:2\"\n"
        ),
        ["--privileged", "-v /:/host"]
    );
}

#[test]
fn compiled_sources_start_programs() {
    let (found, code) =
        compiled("// `rm`\n/* system(\"x\") */ Command::new(\"rm\").arg(\"-rf\").args([\"a\"]).status();");
    assert_eq!(found, [["rm", "-rf", "a"]]);
    assert!(!code.contains("system") && !code.contains('`'));
    assert_eq!(compiled("exec.Command(`sh`, \"-c\", \"id\").Run()").0, [["sh", "-c", "id"]]);
}

#[test]
fn imports_are_found() {
    assert_eq!(
        imports(Lang::Python, "import os, m.n as x\nfrom .p import q\nfrom . import r"),
        ["os", "m/n", "p/q", "p", "r"]
    );
    assert_eq!(
        imports(Lang::JavaScript, "const a = require('./a'); import b from \"../b.js\"; require('fs')"),
        ["./a", "../b.js"]
    );
}
