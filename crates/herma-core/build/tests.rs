//! Every kind of mistake that a table can hold is named, with its line.

use super::Compiler;

const GOOD: &str = r#"[[program]]
names = ["rm", "grm"]
about = "removes files"
opts = ["-r -R --recursive", "-o --output=", "--color=?"]
[[program.rule]]
id = "all"
when = "-R|!@2=*.o @>=1 --output=x*"
effect = "delete"
on = "--output"
reach = "person"
text = "deletes {}"
[[program.sub]]
names = ["push"]
[[program.sub.runs]]
code = "args2.."
lang = "javascript"
when = "-r stdin"
[[program.example]]
run = "rm x"
want = "allow"
[[program.example]]
run = "rm -r \"x\""
want = ["ask", "deny"]
"#;

fn compile(text: &str) -> Result<super::Made, Vec<String>> {
    let mut compiler = Compiler::default();
    compiler.file("t.toml", text);
    compiler.finish().map_err(|problems| problems.iter().map(ToString::to_string).collect())
}

/// The problems of `GOOD` after one replacement; one mistake may cause another.
fn problems(from: &str, to: &str) -> String {
    assert!(GOOD.contains(from), "{from} is not in the good table");
    compile(&GOOD.replacen(from, to, 1)).expect_err("the mistake went unnoticed").join("\n")
}

#[test]
fn a_good_table_becomes_records() {
    let made = compile(GOOD).unwrap();
    let push = "Ppush\x1f0\x1f2\x1f\x1f\x1f\nCo-r\x1ei\x1ff2\x1f3\x1f0";
    let rm = "Prm grm\x1f0\x1f2\x1f\x1f\x1f\nO-r -R --recursive\nO-o --output=\nO--color=?";
    let rule =
        "\nRall\x1fo-r\x1d!a2=*.o\x1en1\x1ev-o=x*\x1f5\x1fv-o\x1f0\x1f\x1f\x1f5\x1f\x1f\x1fdeletes {}\x1f";
    let sub = format!("\nSpush\x1f0\x1f{}", push.len());
    assert_eq!(made.records, format!("{push}{rm}{rule}{sub}grmrm"));
    let (rm_at, end) = (push.len(), made.records.len());
    let places = format!("PROGRAMS: &[(u32, u32)] = &[({rm_at}, {}), ];", end - rm_at - "grmrm".len());
    assert!(made.tables.contains(&places), "{}", made.tables);
    assert!(
        made.tables.contains(&format!("= &[({}, 3, 0), ({}, 2, 0), ];", end - 5, end - 2)),
        "{}",
        made.tables
    );
    assert!(
        made.examples.contains(r#"("t.toml", 22, "rm -r \"x\"", &["ask", "deny"]),"#),
        "{}",
        made.examples
    );
}

#[test]
fn mistakes_are_named_with_their_line() {
    let cases = [
        ("names = [\"push\"]", "name = [\"push\"]", "t.toml:13: unknown field `name`"),
        ("effect = \"delete\"", "effect = \"destroy\"", "t.toml:8: unknown effect: `destroy`"),
        ("-R|!@2", "-x|!@2", "t.toml:7: option `-x` is not in `opts`"),
        ("on = \"--output\"", "on = \"-r\"", "t.toml:9: option `-r` takes no value"),
        ("--output=x*", "--recursive=x", "t.toml:7: option `--recursive` takes no value"),
        ("@>=1", "@>=0", "t.toml:7: `0` is no operand number"),
        ("--output=x*", "-r", "t.toml:9: `when` must ask for `--output`"),
        (
            "effect = \"delete\"",
            "effect = \"persist\"",
            "t.toml:8: `persist` on a path says nothing by itself",
        ),
        (
            "names = [\"push\"]",
            "names = [\"push\"]\nopts = [\"-r\"]",
            "t.toml:14: option `-r` is the parent's too",
        ),
        ("@>=1", "args", "t.toml:7: `args` is no condition"),
        ("@>=1", "@verb=frobs", "t.toml:7: unknown verb: `frobs`"),
        ("on = \"--output\"", "on = \"everything\"", "t.toml:9: unknown `on`: `everything`"),
        ("on = \"--output\"\n", "", "t.toml:10: `{}` in `text`, but no `on`"),
        ("text = \"deletes {}\"", "text = \"\"", "t.toml:11: an empty `text`"),
        ("text = \"deletes {}\"\n", "", "missing field `text`"),
        ("text = \"deletes {}\"", "text = \"Deletes {}\"", "t.toml:11: `text` starts in lower case"),
        ("text = \"deletes {}\"", "text = \"deletes {}.\"", "t.toml:11: `text` is one sentence"),
        ("\"person\"", "\"village\"", "t.toml:10: unknown reach: `village`"),
        ("\"javascript\"", "\"cobol\"", "t.toml:16: unknown variant `cobol`"),
        ("args2..", "argsx..", "t.toml:15: `x` is no operand number"),
        ("-o --output=", "-r --output=", "t.toml:4: option `-r` twice"),
        ("--color=?", "color=?", "t.toml:4: `color` is no option in style gnu"),
        ("\"allow\"", "\"maybe\"", "t.toml:20: `want` is allow, ask, deny"),
        ("about = \"removes files\"\n", "", "t.toml:2: no `about`"),
        ("[[program.example]]\nrun = \"rm x\"\nwant = \"allow\"\n", "", "t.toml:2: 1 examples"),
        ("names = [\"push\"]", "names = [\"push\", \"push\"]", "t.toml:13: subcommand `push` twice"),
    ];
    for (from, to, expected) in cases {
        let found = problems(from, to);
        assert!(found.contains(expected), "{from} -> {to}: {found}");
    }
}

#[test]
fn a_program_has_one_entry() {
    let mut compiler = Compiler::default();
    compiler.file("a.toml", GOOD);
    compiler.file("b.toml", &GOOD.replace("[\"rm\", \"grm\"]", "[\"grm\"]"));
    let problems = compiler.finish().unwrap_err();
    assert_eq!(problems[0].to_string(), "knowledge/b.toml:2: program `grm` is already in knowledge/a.toml");
}

#[test]
fn advice_is_an_example() {
    let text = GOOD.replace("text = \"deletes {}\"", "text = \"deletes {}\"\ninstead = \"git stash\"");
    assert!(compile(&text).unwrap().examples.contains(r#"("t.toml", 12, "git stash", &["allow"]),"#));
}

#[test]
fn conditions_and_values_of_every_kind_are_written() {
    let text = GOOD
        .replace("@>=1 --output=x*", "@last=*.o @verb=delete --output=x*")
        .replace("--color=?", "--arg==")
        .replace("about = \"removes files\"", "about = \"removes files\"\nanycase = true")
        .replace("code = \"args2..\"", "code = \"+args\"");
    let records = compile(&text).unwrap().records;
    for part in ["\x1el*.o\x1eVdelete\x1e", "\nO--arg==\n", "Prm grm\x1f0\x1f2\x1fc\x1f", "\x1f+\x1f"] {
        assert!(records.contains(part), "{part:?} is not in {records:?}");
    }
}

const TOOLS: &str = r#"# Orders.
server = ["acme"]
[[tool]]
names = "list_orders getOrder"
does = "looks"
tier = "low"
example = [{ tool = "mcp__acme__get_order", want = "allow" }]
"#;

fn tools(text: &str) -> Result<super::Made, Vec<String>> {
    let mut compiler = Compiler::default();
    compiler.tools("orders.toml", text);
    compiler.finish().map_err(|problems| problems.iter().map(ToString::to_string).collect())
}

#[test]
fn a_shell_of_an_agent_needs_no_table() {
    let mut compiler = Compiler::default();
    compiler.tools("orders.toml", TOOLS);
    compiler.shells(&["zephyr_exec"]);
    let made = compiler.finish().unwrap();
    assert!(made.tools.rust.contains("zephyr_exec"), "{:?}", made.tools);
    assert_eq!(made.tools.rust.matches("Does::Shell").count(), 1, "{:?}", made.tools);
}

#[test]
fn a_shell_that_a_table_has_in_another_spelling_is_that_tool() {
    let mut compiler = Compiler::default();
    compiler.tools("orders.toml", &TOOLS.replace("server = [\"acme\"]\n", "").replace("mcp__acme__", ""));
    compiler.shells(&["Get-Order"]);
    assert!(!compiler.finish().unwrap().tools.rust.contains("Does::Shell"));
}

#[test]
fn a_good_table_of_tools_is_taken() {
    let made = tools(TOOLS).unwrap();
    assert!(
        made.tools.rust.contains("acme/get_order") && made.tools.rust.contains("Does::Looks"),
        "{:?}",
        made.tools
    );
    assert!(made.tool_examples.contains("mcp__acme__get_order"));
}

#[test]
fn mistakes_in_a_table_of_tools_are_named() {
    for (from, to, message) in [
        ("\"looks\"", "\"dances\"", "tools/orders.toml:5: `dances` is no word for what a tool does"),
        ("\"low\"", "\"lowish\"", "tools/orders.toml:6: `lowish` is no tier"),
        ("example = [{ tool = \"mcp__acme__get_order\", want = \"allow\" }]", "", "a table needs examples"),
        ("server = [\"acme\"]", "sevrer = [\"acme\"]", "unknown field `sevrer`"),
    ] {
        let problems = tools(&TOOLS.replace(from, to)).unwrap_err();
        assert!(problems.iter().any(|p| p.contains(message)), "{message}: {problems:?}");
    }
    let twice = format!("{TOOLS}[[tool]]\nnames = \"get_order\"\ndoes = \"removes\"\n");
    let problems = tools(&twice).unwrap_err();
    assert!(problems.iter().any(|p| p.contains("is already in")), "{problems:?}");
}

#[test]
fn words_have_senses_that_exist() {
    let words = |text: &str| {
        let mut compiler = Compiler::default();
        compiler.words("tools.toml", text);
        compiler.finish().map_err(|problems| problems.iter().map(ToString::to_string).collect::<Vec<_>>())
    };
    let made = words("[reads]\nen = \"get list\"\nes = \"buscar get\"\n").unwrap();
    assert!(made.words.contains("buscargetlist"), "{}", made.words);
    assert!(words("[raeds]\nen = \"get\"\n").unwrap_err()[0].contains("`raeds` is no sense"));
    assert!(words("[reads]\nen = \"Get\"\n").unwrap_err()[0].contains("lower case"));
}

#[test]
fn tables_written_as_bytes_are_read_back() {
    let mut blob = super::blob::Blob::new("numbers.bin");
    blob.u16s("SMALL", &[0, 1, u16::MAX]);
    blob.u32s("LARGE", &[7, u32::MAX]);
    blob.i8s("SIGNED", &[-128, 0, 127]);
    let made = blob.finish();
    assert_eq!(crate::blob::u16s::<3>(&made.bytes, 0), [0, 1, u16::MAX]);
    assert_eq!(crate::blob::u32s::<2>(&made.bytes, 6), [7, u32::MAX]);
    assert_eq!(crate::blob::i8s::<3>(&made.bytes, 14), [-128, 0, 127]);
    assert!(
        made.rust.contains(made.file) && made.rust.contains("pub static LARGE: [u32; 2] = u32s(BLOB, 6);"),
        "{}",
        made.rust
    );
}
