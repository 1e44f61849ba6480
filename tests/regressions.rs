//! Past faults, one a file in `tests/regressions/`, named by what went wrong. The first line says which decisions are
//! right (`want: deny`, `want: ask deny`), the rest is the command.

use crate::common;

use std::path::Path;

#[test]
fn no_fault_comes_back() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/regressions");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let wrong: Vec<String> = files.iter().filter_map(|file| fault(file)).collect();
    assert!(files.len() > 30, "only {} files were found", files.len());
    assert!(wrong.is_empty(), "{} of {} are back:\n{}", wrong.len(), files.len(), wrong.join("\n"));
}

/// What is wrong with a file, if something is.
fn fault(file: &Path) -> Option<String> {
    let name = file.file_stem().unwrap().to_string_lossy().into_owned();
    let text = std::fs::read_to_string(file).unwrap();
    let Some((want, command)) = text.strip_prefix("want: ").and_then(|rest| rest.split_once('\n')) else {
        return Some(format!("{name}: its first line does not say what is wanted"));
    };
    let want: Vec<&str> = want.split(' ').collect();
    if let Some(word) = want.iter().find(|word| !["allow", "ask", "deny"].contains(word)) {
        return Some(format!("{name}: wants `{word}`, which is no decision"));
    }
    let verdict = common::judge(command.strip_suffix('\n').unwrap_or(command));
    let got = verdict.decision.as_str();
    (!want.contains(&got))
        .then(|| format!("{name}: wants {}, gets {got} ({})", want.join(" or "), verdict.reason()))
}
