//! Secrets by the words of their names, and what agents, editors and shells run by themselves inside a project.

use super::lists::{join, joined};
use herma_specs::lists as agents;

/// Words of a data file's name that say what is in it.
const SECRET_WORDS: &[&str] = &["credential", "credentials", "token"];

/// Beside one of these `token` counts something, or is a colour of a design.
#[rustfmt::skip]
const NOT_BESIDE: &[&str] = &[
    "added", "benchmark", "bucket", "budget", "chars", "colors", "count", "counts", "design", "example", "fixture", "limit",
    "limits", "list", "map", "metrics", "mock", "price", "prices", "pricing", "report", "sample", "schema", "spec", "special",
    "stats", "template", "test", "tests", "theme", "type", "types", "usage", "vocab",
];

/// Endings of files that hold data rather than code or prose.
#[rustfmt::skip]
const DATA: &[&str] = &[
    "bak", "cfg", "conf", "config", "csv", "dat", "db", "enc", "env", "gpg", "ini", "json", "json5", "jwt", "kdbx", "key",
    "old", "pem", "plist", "properties", "sqlite", "toml", "tsv", "txt", "xml", "yaml", "yml",
];

/// Endings of code, prose and pictures: free wherever they lie.
#[rustfmt::skip]
const SOURCE: &[&str] = &[
    "adoc", "bash", "c", "cc", "clj", "cmake", "cpp", "cs", "css", "dart", "el", "elm", "erl", "ex", "exs", "feature", "fs",
    "go", "gradle", "graphql", "h", "hbs", "hpp", "hs", "html", "java", "jl", "js", "jsx", "kt", "kts", "less", "lua", "m",
    "md", "mdx", "mjs", "ml", "nix", "nu", "php", "pl", "png", "proto", "ps1", "py", "pyi", "r", "rb", "rego", "rs", "rst",
    "scala", "scss", "sh", "sol", "sql", "svelte", "svg", "swift", "tf", "tpl", "ts", "tsx", "vue", "zig", "zsh",
];

/// Folders of which each data file is a secret.
const SECRET_FOLDERS: &[&str] = &["/secrets/", "/.secrets/", "/secret/", "/.secret/"];

/// Folders of texts, colours and samples: `locales/token.en.yml` translates the word, `themes/token.json` lists colours.
#[rustfmt::skip]
const WORDING_FOLDERS: &[&str] = &[
    "__fixtures__", "__mocks__", "design", "design-tokens", "fixtures", "i18n", "l10n", "lang", "langs", "languages", "locale", "locales",
    "messages", "mocks", "testdata", "theme", "themes", "translations",
];

/// Whether `token` in the name of this file is a word of a text, a colour or a sample.
pub(super) fn is_wording(path: &str) -> bool {
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    folder.split('/').any(|part| WORDING_FOLDERS.binary_search(&part).is_ok())
}

/// Ends of the names that say that a file is there to be shown.
const SHOWN: &[&str] = &["example", "sample", "template", "dist", "tmpl"];

/// `github-token.txt`, `aws_credentials.json`, `secrets/prod.yaml`, `.token`.
pub(super) fn is_secret_by_words(path: &str) -> bool {
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    let in_secrets = path.contains("secret") && SECRET_FOLDERS.iter().any(|f| path.contains(f));
    let said = name.contains("oken")
        || name.contains("redential")
        || name.contains("OKEN")
        || name.contains("REDENTIAL");
    if !in_secrets && !said || name.is_empty() {
        return false;
    }
    let hidden = name.starts_with('.');
    let plain = name.trim_start_matches('.').to_ascii_lowercase();
    let (stem, ending) = match plain.rsplit_once('.') {
        Some((stem, ending)) => (stem, Some(ending)),
        None => (plain.as_str(), None),
    };
    if SHOWN.iter().any(|s| ending == Some(s) || stem.ends_with(s)) {
        return false;
    }
    if in_secrets {
        // A pattern, or a name that is not known, may be any of them.
        return ending.is_none_or(|e| SOURCE.binary_search(&e).is_err()) && !is_source_folder(folder);
    }
    let words = || stem.split(|c: char| !c.is_ascii_alphanumeric()).filter(|w| !w.is_empty());
    let named = match ending {
        Some("token" | "credential" | "credentials") => return true,
        Some(ending) => DATA.binary_search(&ending).is_ok(),
        // `src/token` and `token-saver` are folders as often as not; `.token` and `github-token` are not.
        None => {
            hidden || words().count() > 1 && words().next_back().is_some_and(|w| SECRET_WORDS.contains(&w))
        }
    };
    named
        && words().any(|w| SECRET_WORDS.contains(&w))
        && !words().any(|w| NOT_BESIDE.binary_search(&w).is_ok())
        && !(is_wording(path) && words().any(|w| w == "token"))
}

/// `src/secrets/mod.rs` is code about secrets; so is what lies beside it.
fn is_source_folder(folder: &str) -> bool {
    ["/src/secret", "/lib/secret", "/pkg/secret", "/internal/secret", "/docs/secret", "/cmd/secret"]
        .iter()
        .any(|code| folder.contains(code))
}

/// Files of a project that an agent, an editor, git or a shell runs or obeys by itself, by the end of their path.
#[rustfmt::skip]
const PROJECT_STARTUP: &[&str] = joined!(&[
    "/.mcp.json", "/.envrc", "/.autoenv", "/.autoenv.zsh", "/.vscode/tasks.json", "/.vscode/settings.json",
    "/.vscode/launch.json", "/.vscode/mcp.json", "/.devcontainer/devcontainer.json", "/.devcontainer.json",
    "/.zed/tasks.json", "/.zed/settings.json", "/.exrc", "/.nvimrc", "/.nvim.lua", "/.vimrc", "/.lvimrc",
    "/.dir-locals.el", "/.gdbinit", "/.lldbinit", "/.Rprofile", "/.irbrc", "/.pryrc", "/.pdbrc",
    "/.idea/workspace.xml", "/.roo/mcp.json", "/.kilocode/mcp.json", "/.kiro/settings/mcp.json",
    "/.junie/mcp/mcp.json", "/.amazonq/mcp.json", "/.theia/tasks.json", "/.fleet/run.json",
], agents::PROJECT_STARTUP);

/// Folders of a project whose files are such.
#[rustfmt::skip]
const PROJECT_STARTUP_FOLDERS: &[&str] = joined!(&[
    "/.husky/", "/.idea/runConfigurations/", "/.kiro/hooks/", "/.amazonq/cli-agents/", "/.continue/",
    "/.roo/commands/", "/.git-hooks/", "/.githooks/",
], agents::PROJECT_STARTUP_FOLDERS);

/// Whether something runs or obeys this file of a project without being told to.
pub(in super::super) fn starts_by_itself(path: &str) -> bool {
    // Some of an agent's files are not hidden.
    let unhidden = |end: &&str| !end.starts_with("/.") && path.ends_with(end);
    if path.ends_with(".code-workspace") || agents::PROJECT_STARTUP.iter().any(unhidden) {
        return true;
    }
    path.contains("/.")
        && (PROJECT_STARTUP.iter().any(|end| path.ends_with(end))
            || PROJECT_STARTUP_FOLDERS.iter().any(|folder| path.contains(folder)))
}

/// Whether such files lie below a folder.
pub(super) fn leads_to_startup(tail: &str) -> bool {
    let below = |listed: &&str| listed.strip_prefix(tail).is_some_and(|rest| rest.starts_with('/'));
    PROJECT_STARTUP.iter().any(below) || PROJECT_STARTUP_FOLDERS.iter().any(below)
}

/// `.env`, `.env.local`, `prod.env`: made to be sourced.
pub(in super::super) fn is_environment_file(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or("");
    name == ".env" || name == ".envrc" || name.starts_with(".env.") || name.ends_with(".env")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_sorted() {
        assert!(NOT_BESIDE.is_sorted());
        assert!(WORDING_FOLDERS.is_sorted());
        assert!(DATA.is_sorted());
        assert!(SOURCE.is_sorted());
    }

    #[test]
    fn words_that_say_secret_in_data_files_only() {
        for yes in [
            "/a/github-token.txt",
            "/a/my_token.json",
            "/a/.token",
            "/a/slack.token",
            "/a/aws-credential.txt",
            "/a/credential.json",
            "/a/credentials.yaml",
            "/a/gcp_credentials_prod.json",
            "/a/access-token",
            "/a/secrets/prod.yaml",
            "/a/config/secrets/db.txt",
            "/a/secrets/api",
            "/a/secret/key.txt",
            "/a/TOKEN.txt",
            "/a/locales/secrets/prod.yaml",
            "/a/fixtures/credentials.yaml",
        ] {
            assert!(is_secret_by_words(yes), "{yes}");
        }
        for no in [
            "/a/token.go",
            "/a/src/token.ts",
            "/a/tests/credentials_test.py",
            "/a/src/secrets/mod.rs",
            "/a/docs/token.md",
            "/a/tokenizer.json",
            "/a/special_tokens_map.json",
            "/a/design-tokens.json",
            "/a/tokens.css",
            "/a/src/token",
            "/a/token_usage.json",
            "/a/secrets/README.md",
            "/a/secret/main.py",
            "/a/src/secret/list.txt",
            "/a/secretary/list.txt",
            "/a/secrets/main.tf",
            "/a/credentials.json.example",
            "/a/token.example.json",
            "/a/terraform/secrets/variables.tf",
            "/a/token-limits.yaml",
            "/a/config/locales/token.en.yml",
            "/a/src/i18n/de/token.json",
            "/a/tests/fixtures/access_token.json",
            "/a/src/themes/token.json",
        ] {
            assert!(!is_secret_by_words(no), "{no}");
        }
    }

    #[test]
    fn what_a_project_runs_by_itself() {
        for yes in [
            "/a/.mcp.json",
            "/a/.vscode/tasks.json",
            "/a/.husky/pre-commit",
            "/a/.claude/commands/x.md",
            "/a/.envrc",
            "/a/b/.claude/agents/y.md",
            "/a/x.code-workspace",
            "/a/.cursor/mcp.json",
        ] {
            assert!(starts_by_itself(yes), "{yes}");
        }
        for no in [
            "/a/src/tasks.json",
            "/a/.vscode/extensions.json",
            "/a/.github/workflows/ci.yml",
            "/a/CLAUDE.md",
            "/a/.claude/worktrees/x/src/a.rs",
        ] {
            assert!(!starts_by_itself(no), "{no}");
        }
    }
}
