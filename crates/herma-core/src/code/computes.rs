//! Code that cannot be read, for quotes that do not match, and yet has no word by which code reaches outside: it computes and
//! prints. Permission rules are often stored with doubled quotes (`d.get(''name'')`), and mean harmless one-liners.
//!
//! Every word counts, in quotes or not, so it does not matter where a string begins. Only modules that compute may be
//! imported, and nothing that turns text into code or names may be mentioned.

/// Modules that only compute. `typing` and `functools` evaluate annotations; they are not among them.
#[rustfmt::skip]
const PURE: &[&str] = &[
    "base64", "binascii", "bisect", "collections", "csv", "datetime", "decimal", "difflib", "fractions", "hashlib", "heapq", "html",
    "itertools", "json", "math", "pprint", "random", "re", "statistics", "string", "struct", "sys", "textwrap", "time", "unicodedata",
    "zlib",
];

/// Words by which code reaches files, programs, the network, or the names of other things.
#[rustfmt::skip]
const REACHES: &[&str] = &[
    "Path", "Popen", "addaudithook", "aiohttp", "argv", "attrgetter", "bltns", "breakpoint", "breakpointhook", "builtins", "cffi", "chmod",
    "code", "codecs", "codeop", "compile", "ctypes", "delattr", "dir", "environ", "eval", "excepthook", "exec", "execfile", "fileinput",
    "fork", "ftplib", "functools", "gc", "getattr", "getenv", "glob", "globals", "help", "http", "httpx", "imp", "importlib", "input",
    "inspect", "io", "kill", "linecache", "locals", "main", "marshal", "meta_path", "methodcaller", "modules", "multiprocessing", "nt",
    "open", "operator", "os", "pathlib", "path_hooks", "pickle", "popen", "posix", "pty", "raw_input", "remove", "rename", "requests",
    "rmdir", "rmtree", "runpy", "setattr", "settrace", "shelve", "shutil", "signal", "site", "smtplib", "socket", "spawn", "subprocess",
    "system", "tempfile", "threading", "tokenize", "types", "typing", "unlink", "urllib", "urlopen", "vars", "webbrowser", "write_bytes",
    "write_text",
];

/// Whether this Python text can only compute and print, wherever its strings begin and end.
pub(super) fn only_computes(source: &str) -> bool {
    // Python folds other alphabets into ASCII when it reads names.
    source.is_ascii()
        && words(source).all(|word| !reaches(word))
        && source.split([';', '\n']).all(imports_only_pure)
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

fn reaches(word: &str) -> bool {
    let inner = ["f_", "tb_", "co_", "gi_", "cr_", "ag_"];
    REACHES.contains(&word) || word.starts_with('_') || inner.iter().any(|start| word.starts_with(start))
}

/// `import sys, json as j` and `from collections import Counter` of modules that compute; or no import at all.
fn imports_only_pure(statement: &str) -> bool {
    if !words(statement).any(|word| word == "import") {
        return true;
    }
    let mut all = words(statement);
    match all.next() {
        Some("from") => {
            all.next().is_some_and(|module| PURE.contains(&module)) && all.next() == Some("import")
        }
        Some("import") => {
            let mut alias = false;
            all.all(|word| {
                let renames = std::mem::replace(&mut alias, word == "as");
                renames || word == "as" || PURE.contains(&word)
            })
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::only_computes;

    #[test]
    fn one_liners_with_doubled_quotes_only_compute() {
        for text in [
            "import sys, json; d = json.load(sys.stdin); print(d.get(''''name'''', {}))",
            "import sys,json; r=json.load\\(sys.stdin\\); [print\\(x[''name'']\\) for x in r]",
            "from collections import Counter\nprint(Counter(''abc''))",
        ] {
            assert!(only_computes(text), "{text}");
        }
    }

    #[test]
    fn a_word_that_reaches_outside_counts_in_quotes_too() {
        for text in [
            "import os; os.system(''ls'')",
            "import sys; sys.modules[''o''+''s'']",
            "print(open(''/etc/passwd'').read())",
            "x = ''eval''",
            "import json; json.codecs.open(''x'')",
            "().__class__",
            "import sys as s, shutil",
            "if 1: import json",
            "import random; random._os.system(''x'')",
            "ｅval(''1'')",
            "from os import path",
            "import csv; csv.types.CodeType",
        ] {
            assert!(!only_computes(text), "{text}");
        }
    }
}
