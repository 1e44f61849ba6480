//! Which programs run which files of a folder without being handed them.

use crate::knowledge::Lang;

/// How such a file is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum How {
    /// Code in a language that has a reader.
    Code(Lang),
    /// Settings: the values of keys that say that they are run.
    Commands,
    /// `name: command` on each line.
    Processes,
    /// A language without a reader: process calls and deletions are looked for.
    Text,
    /// Sources of a compiled language.
    Source,
    Xml,
}

pub(super) struct Row {
    pub programs: &'static [&'static str],
    pub files: &'static [&'static str],
    pub how: How,
}

const fn row(programs: &'static [&'static str], files: &'static [&'static str], how: How) -> Row {
    Row { programs, files, how }
}

const PYTHON: How = How::Code(Lang::Python);
const RUBY: How = How::Code(Lang::Ruby);
const JAVASCRIPT: How = How::Code(Lang::JavaScript);

#[rustfmt::skip]
pub(super) const ROWS: &[Row] = &[
    row(&["alembic"], &["alembic/env.py", "migrations/env.py"], PYTHON),
    row(&["ansible-playbook"], &["ansible.cfg"], How::Commands),
    row(&["ant"], &["build.xml"], How::Xml),
    row(&["babel"], &[".babelrc.js", ".babelrc.cjs"], JAVASCRIPT),
    row(&["bazel", "bazelisk", "buck2"], &["BUILD", "BUILD.bazel", "WORKSPACE", "MODULE.bazel"], How::Text),
    row(&["bundle", "bundler"], &["Gemfile"], RUBY),
    row(&["cabal", "stack"], &["Setup.hs"], How::Source),
    row(&["cap", "rake", "thor", "guard"], &["Rakefile", "rakefile", "Rakefile.rb", "Thorfile", "Guardfile", "Capfile"], RUBY),
    row(&["direnv"], &[".envrc"], How::Code(Lang::Shell)),
    row(&["doit"], &["dodo.py"], PYTHON),
    row(&["dune"], &["dune", "bin/dune", "src/dune", "lib/dune", "test/dune"], How::Text),
    row(&["eslint"], &[".eslintrc.js", ".eslintrc.cjs"], JAVASCRIPT),
    row(&["fab"], &["fabfile.py"], PYTHON),
    row(&["fastlane"], &["fastlane/Fastfile", "Fastfile"], RUBY),
    row(&["flask"], &["app.py", "wsgi.py"], PYTHON),
    row(&["foreman", "goreman", "hivemind", "honcho", "overmind"], &["Procfile", "Procfile.dev"], How::Processes),
    row(&["gdb"], &[".gdbinit"], How::Text),
    row(&["goreleaser"], &[".goreleaser.yaml", ".goreleaser.yml"], How::Commands),
    row(&["gradle", "gradlew"], &["build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts"], How::Text),
    row(&["grunt"], &["Gruntfile.js"], JAVASCRIPT),
    row(&["gulp"], &["gulpfile.js", "gulpfile.mjs", "gulpfile.ts"], JAVASCRIPT),
    row(&["gunicorn"], &["gunicorn.conf.py"], PYTHON),
    row(&["helmfile"], &["helmfile.yaml", "helmfile.yml", "helmfile.yaml.gotmpl"], How::Commands),
    row(&["inv", "invoke"], &["tasks.py"], PYTHON),
    row(&["jake"], &["Jakefile", "Jakefile.js"], JAVASCRIPT),
    row(&["karma"], &["karma.conf.js"], JAVASCRIPT),
    row(&["knex"], &["knexfile.js", "knexfile.ts", "knexfile.cjs"], JAVASCRIPT),
    row(&["latexmk"], &[".latexmkrc", "latexmkrc"], How::Code(Lang::Perl)),
    row(&["lefthook"], &["lefthook.yml", ".lefthook.yml"], How::Commands),
    row(&["lein"], &["project.clj"], How::Text),
    row(&["locust"], &["locustfile.py"], PYTHON),
    row(&["lint-staged"], &[".lintstagedrc.js", ".lintstagedrc.cjs"], JAVASCRIPT),
    row(&["makepkg"], &["PKGBUILD"], How::Code(Lang::Shell)),
    row(&["mage"], &["magefile.go"], How::Source),
    row(&["meson"], &["meson.build"], How::Text),
    row(&["mise"], &["mise.toml", ".mise.toml"], How::Commands),
    row(&["mix"], &["mix.exs"], How::Text),
    row(&["mocha"], &[".mocharc.js", ".mocharc.cjs"], JAVASCRIPT),
    row(&["mvn", "mvnw"], &["pom.xml"], How::Xml),
    row(&["ninja", "samu"], &["build.ninja"], How::Commands),
    row(&["nix", "nix-build", "nix-shell"], &["flake.nix", "shell.nix", "default.nix"], How::Text),
    row(&["nox"], &["noxfile.py"], PYTHON),
    row(&["pod"], &["Podfile"], RUBY),
    row(&["pre-commit", "prek"], &[".pre-commit-config.yaml"], How::Commands),
    row(&["prettier"], &[".prettierrc.js", ".prettierrc.cjs"], JAVASCRIPT),
    row(&["process-compose"], &["process-compose.yaml", "process-compose.yml"], How::Commands),
    row(&["py.test", "pytest"], &["conftest.py", "tests/conftest.py", "test/conftest.py"], PYTHON),
    row(&["R", "Rscript"], &[".Rprofile"], How::Text),
    row(&["rebar3"], &["rebar.config", "rebar.config.script"], How::Text),
    row(&["rspec"], &["spec/spec_helper.rb", "spec/rails_helper.rb"], RUBY),
    row(&["sbt"], &["build.sbt", "project/plugins.sbt"], How::Text),
    row(&["scons"], &["SConstruct", "SConscript"], PYTHON),
    row(&["serverless", "sls"], &["serverless.yml"], How::Commands),
    row(&["skaffold"], &["skaffold.yaml"], How::Commands),
    row(&["snakemake"], &["Snakefile", "workflow/Snakefile"], PYTHON),
    row(&["sphinx-build"], &["conf.py", "docs/conf.py", "docs/source/conf.py"], PYTHON),
    row(&["swift"], &["Package.swift"], How::Source),
    row(&["stylelint"], &[".stylelintrc.js", ".stylelintrc.cjs"], JAVASCRIPT),
    row(&["tailwindcss"], &["tailwind.config.js", "tailwind.config.cjs", "tailwind.config.ts"], JAVASCRIPT),
    row(&["tilt"], &["Tiltfile"], PYTHON),
    row(&["tox"], &["tox.ini"], How::Commands),
    row(&["vagrant"], &["Vagrantfile"], RUBY),
    row(&["waf"], &["wscript"], PYTHON),
    row(&["zig"], &["build.zig"], How::Source),
];

/// Programs with a reader of their own in this module. Sorted.
#[rustfmt::skip]
pub(super) const OWN: &[&str] = &[
    "air", "autossh", "bacon", "bats", "borp", "bun", "bunx", "busted", "c8", "cargo", "cmake", "codecept", "composer",
    "concurrently", "coverage", "cross", "ctest", "cucumber", "deno", "dlv", "docker", "docker-compose", "dx", "electron",
    "ginkgo", "git", "go", "go-task", "gotestsum", "green", "hatch", "jasmine", "just", "lab", "lerna", "lint-staged", "lua",
    "luajit", "maturin", "minitest", "node", "nodejs", "npm", "npm-run-all", "npm-run-all2", "npx", "nx", "opentofu",
    "packer", "paratest", "pdm", "perl", "pest", "phpunit", "pip", "pip3", "pipenv", "pixi", "pnpm", "pnpx", "podman",
    "podman-compose", "poe", "poetry", "prove", "py.test", "pytest", "qunit", "rails", "richgo", "ruby", "run-p", "run-s",
    "rye", "scp", "sftp", "shellspec", "ssh", "tap", "tape", "task", "terraform", "terragrunt", "tofu", "trunk", "ts-node",
    "tsx", "turbo", "unittest", "uv", "uvu", "ward", "wasm-pack", "wtr", "yarn",
];

/// Tools that load `NAME.config.js` or its like. Sorted.
#[rustfmt::skip]
pub(super) const CONFIGURED_BY_CODE: &[&str] = &[
    "astro", "ava", "babel", "commitlint", "craco", "cypress", "drizzle-kit", "eslint", "gatsby", "jest", "knex",
    "lint-staged", "metro", "next", "nuxt", "nyc", "playwright", "pm2", "postcss", "prettier", "prisma",
    "release-it", "rollup", "semantic-release", "stylelint", "svelte", "tailwindcss", "tsup", "vite", "vitest",
    "wdio", "webpack",
];

/// For each first letter of those programs, a bit for each length that such a name has.
static LENGTHS: [u64; 128] = lengths();

#[allow(clippy::indexing_slicing, reason = "worked out by the compiler")]
const fn lengths() -> [u64; 128] {
    let mut lengths = noted([0; 128], OWN);
    lengths = noted(lengths, CONFIGURED_BY_CODE);
    let mut at = 0;
    while at < ROWS.len() {
        lengths = noted(lengths, ROWS[at].programs);
        at += 1;
    }
    lengths
}

#[allow(clippy::indexing_slicing, reason = "worked out by the compiler")]
const fn noted(mut lengths: [u64; 128], names: &[&str]) -> [u64; 128] {
    let mut at = 0;
    while at < names.len() {
        lengths[names[at].as_bytes()[0] as usize] |= 1 << names[at].len();
        at += 1;
    }
    lengths
}

/// Whether a program may run files of its folder.
pub(in crate::understand) fn is_runner(name: &str) -> bool {
    let lengths = name.bytes().next().and_then(|first| LENGTHS.get(usize::from(first)));
    if name.len() >= 64 || lengths.is_none_or(|lengths| lengths >> name.len() & 1 == 0) {
        // Most programs begin like none of them, or are longer or shorter.
        return is_python(name) || super::roads::loads(name);
    }
    OWN.binary_search(&name).is_ok()
        || super::roads::loads(name)
        || is_python(name)
        || CONFIGURED_BY_CODE.binary_search(&name).is_ok()
        || ROWS.iter().any(|row| row.programs.contains(&name))
}

pub(in crate::understand) fn is_python(name: &str) -> bool {
    let bare = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    matches!(bare, "python" | "pypy")
}

#[cfg(test)]
mod tests {
    #[test]
    fn lists_are_sorted() {
        assert!(super::OWN.is_sorted());
        assert!(super::CONFIGURED_BY_CODE.is_sorted());
    }

    #[test]
    fn every_program_of_the_tables_is_a_runner() {
        let rows = super::ROWS.iter().flat_map(|row| row.programs);
        for name in super::OWN.iter().chain(super::CONFIGURED_BY_CODE).chain(rows) {
            assert!(super::is_runner(name), "{name}");
        }
        for (name, want) in [("python3.12", true), ("pypy3", true), ("ls", false), ("", false), ("é", false)]
        {
            assert_eq!(super::is_runner(name), want, "{name}");
        }
    }
}
