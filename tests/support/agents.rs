//! The real agents: where they are installed, and how each is run against a scripted model.

use super::held::{approve_at, wait_for_calls};
use super::model_server::{Api, Before, Call, ModelServer, Script};
use super::pty::Terminal;
use super::sandbox::Sandbox;
use super::{HERMA, Said, Scratch, finish, run};
use herma_store::{Session, SqliteStore, Store};
use serde_json::json;
use std::ffi::OsString;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command};

/// Keep in step with install-agents.sh.
const CLAUDE_CODE: &str = "claude-code-2.1.325/node_modules/@anthropic-ai/claude-code-linux-x64/claude";
const CODEX: &str =
    "codex-0.166.0/node_modules/@openai/codex-linux-x64/vendor/x86_64-unknown-linux-musl/bin/codex";
const HERMES: &str = "hermes-0.19.0/venv/bin/hermes";
const GEMINI: &str = "gemini-0.61.0/node_modules/@google/gemini-cli/bundle/gemini.js";

const COPILOT: &str = "copilot-1.0.102/node_modules/@github/copilot-linux-x64/copilot";
const CLINE: &str = "cline-3.0.65/node_modules/@cline/cli-linux-x64/bin/cline";
const OPENCODE: &str = "opencode-1.18.33/node_modules/opencode-linux-x64/bin/opencode";
const OPENCODE_PLUGIN: &str = "opencode-plugin-1.18.33/.";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RealAgent {
    ClaudeCode,
    Codex,
    Gemini,
    Hermes,
    Copilot,
    Cline,
    OpenCode,
}

pub const ALL: [RealAgent; 6] = [
    RealAgent::ClaudeCode,
    RealAgent::Codex,
    RealAgent::Gemini,
    RealAgent::Copilot,
    RealAgent::Cline,
    RealAgent::OpenCode,
];

/// A home with a connected agent in it, in a sandbox.
#[derive(Debug)]
pub struct Setup {
    pub agent: RealAgent,
    pub sandbox: Sandbox,
    /// Further arguments for the agent.
    pub extra: Vec<&'static str>,
    /// What happens while the model thinks.
    pub before: Before,
    /// How long the plugin of Hermes waits for a person.
    pub wait_s: u32,
    model: Option<ModelServer>,
}

/// Somebody at another terminal of the same home.
#[derive(Debug, Clone)]
pub struct Person {
    /// `herma`, as it is started there.
    herma: Vec<OsString>,
    store: PathBuf,
}

/// What came of one run.
#[derive(Debug)]
pub struct Outcome {
    /// Whether the command that the model asked for was run: it makes a file.
    pub ran: bool,
    /// What the model was told about its last tool call.
    pub told: String,
    /// And about each.
    pub all: Vec<String>,
    pub said: Said,
}

impl RealAgent {
    pub fn name(self) -> &'static str {
        match self {
            RealAgent::ClaudeCode => "claude-code",
            RealAgent::Codex => "codex",
            RealAgent::Gemini => "gemini",
            RealAgent::Hermes => "hermes",
            RealAgent::Copilot => "copilot",
            RealAgent::Cline => "cline",
            RealAgent::OpenCode => "opencode",
        }
    }

    pub fn file(self) -> PathBuf {
        let file = cache().join(match self {
            RealAgent::ClaudeCode => CLAUDE_CODE,
            RealAgent::Codex => CODEX,
            RealAgent::Gemini => GEMINI,
            RealAgent::Hermes => HERMES,
            RealAgent::Copilot => COPILOT,
            RealAgent::Cline => CLINE,
            RealAgent::OpenCode => OPENCODE,
        });
        assert!(
            file.exists(),
            "the real {} is not installed ({} is missing): run `cargo xtask test --install`",
            self.name(),
            file.display()
        );
        file
    }
}

impl Setup {
    /// A fresh home in which `herma connect` has written the agent's settings.
    pub fn connected(agent: RealAgent) -> Setup {
        Setup::connected_for(agent, "3")
    }

    /// The same, with a hook that waits so many seconds for a person.
    pub fn connected_for(agent: RealAgent, deadline: &str) -> Setup {
        Setup::connected_on(agent, deadline, Scratch::new())
    }

    /// The same, in this folder.
    pub fn connected_on(agent: RealAgent, deadline: &str, work: Scratch) -> Setup {
        let setup = Setup::prepared_on(agent, work);
        let said = setup.herma(&["connect", agent.name(), "--yes", "--deadline", deadline]);
        assert_eq!(said.code(), Some(0), "{said:?}");
        setup
    }

    /// A fresh home in which the agent would run, but does not know of Herma yet.
    pub fn prepared(agent: RealAgent) -> Setup {
        Setup::prepared_on(agent, Scratch::new())
    }

    fn prepared_on(agent: RealAgent, work: Scratch) -> Setup {
        let file = agent.file();
        let mut readable = vec![cache_of(&file)];
        readable.extend((agent == RealAgent::Gemini).then(node_folder).flatten());
        if agent == RealAgent::Hermes {
            readable.extend(python_folder(&file));
            readable.push(python_package());
        }
        let sandbox = Sandbox::on(work, &readable);
        let work = &sandbox.work;
        fs::create_dir_all(work.path().join("home")).unwrap();
        fs::create_dir_all(work.path().join("project")).unwrap();
        fs::create_dir_all(work.path().join("bin")).unwrap();
        // A binary of its own, which a test may take away or replace.
        fs::copy(HERMA, work.path().join("bin/herma")).unwrap();
        let setup =
            Setup { agent, sandbox, extra: Vec::new(), before: Before::default(), wait_s: 3, model: None };
        setup.install(&file);
        setup
    }

    /// Hermes with the plugin of the Python package, which waits so many seconds for a person.
    pub fn with_python_plugin(wait_s: u32) -> Setup {
        let mut setup = Setup::prepared(RealAgent::Hermes);
        setup.wait_s = wait_s;
        let mut plugin = setup.inside(&setup.agent.file().with_file_name("python"));
        plugin.args(["-B", "-m", "herma.hermes_plugin"]);
        let said = finish_quietly(plugin);
        assert_eq!(said.code(), Some(0), "{said:?}");
        let config = format!("{}plugins:\n  enabled: [herma]\n", hermes_config(0));
        setup.sandbox.work.write("home/.hermes/config.yaml", config);
        setup
    }

    fn install(&self, file: &Path) {
        let work = &self.sandbox.work;
        let link = |name: &str| std::os::unix::fs::symlink(file, work.path().join("bin").join(name)).unwrap();
        match self.agent {
            RealAgent::ClaudeCode => link("claude"),
            RealAgent::Codex => {
                link("codex");
                work.write("home/.codex/config.toml", codex_config(0));
            }
            RealAgent::Gemini => {
                let settings = json!({
                    "security": {"auth": {"selectedType": "gemini-api-key"}, "folderTrust": {"enabled": false}},
                    "general": {"disableAutoUpdate": true, "enableAutoUpdate": false},
                    "privacy": {"usageStatisticsEnabled": false}, "telemetry": {"enabled": false}});
                work.write("home/.gemini/settings.json", settings.to_string());
            }
            RealAgent::Hermes => {
                link("hermes");
                work.write("home/.hermes/config.yaml", hermes_config(0));
            }
            RealAgent::Copilot => link("copilot"),
            RealAgent::Cline => link("cline"),
            RealAgent::OpenCode => {
                link("opencode");
                let folder = work.path().join("home/.config/opencode");
                fs::create_dir_all(&folder).unwrap();
                // What it would fetch for a plugin, were there a network.
                let copied =
                    Command::new("cp").arg("-r").arg(cache().join(OPENCODE_PLUGIN)).arg(&folder).status();
                assert!(copied.unwrap().success());
            }
        }
    }

    pub fn home(&self) -> PathBuf {
        self.sandbox.work.path().join("home")
    }

    pub fn binary(&self) -> PathBuf {
        self.sandbox.work.path().join("bin/herma")
    }

    /// Runs the copied binary in this home, inside the sandbox.
    pub fn herma(&self, args: &[&str]) -> Said {
        let mut command = self.inside(&self.binary());
        command.args(args);
        finish_quietly(command)
    }

    /// Puts a script in the place of the binary that the wrapper names.
    pub fn replace_binary(&self, script: &str) {
        fs::remove_file(self.binary()).unwrap();
        let path = self.sandbox.work.write("bin/herma", script);
        fs::set_permissions(path, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    }

    fn inside(&self, program: &Path) -> Command {
        let mut command = self.sandbox.command(Path::new("/usr/bin/env"));
        command
            .arg("-i")
            .arg(format!("--chdir={}/project", self.sandbox.work.path().display()))
            .arg(format!("HOME={}", self.home().display()))
            .arg(format!("PATH={}/bin:{}:/usr/bin:/bin", self.sandbox.work.path().display(), node_bin()));
        // Nothing but loopback: whoever asks for more gets a proxy that is not there.
        for name in ["HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"] {
            command.arg(format!("{name}=http://127.0.0.1:9"));
        }
        command.args(["NO_PROXY=127.0.0.1,localhost", "no_proxy=127.0.0.1,localhost"]);
        command.args(extra_environment(self));
        command.arg(program);
        command
    }

    /// Has the model ask for this command; `{canary}` in it becomes a file whose making proves that it ran.
    pub fn ask_for(&mut self, shell_command: &str) -> Outcome {
        let call = self.shell_call(shell_command);
        self.ask_for_calls(vec![call])
    }

    /// A call of the agent's shell.
    pub fn shell_call(&self, shell_command: &str) -> Call {
        let canary = self.canary();
        let shell_command = shell_command.replace("{canary}", &canary.display().to_string());
        let (tool, input) = match self.agent {
            RealAgent::ClaudeCode => ("Bash", json!({"command": shell_command, "description": "scripted"})),
            RealAgent::Codex => ("exec_command", json!({"cmd": shell_command})),
            RealAgent::Gemini => {
                ("run_shell_command", json!({"command": shell_command, "description": "scripted"}))
            }
            RealAgent::Hermes => ("terminal", json!({"command": shell_command})),
            RealAgent::Copilot | RealAgent::OpenCode => {
                ("bash", json!({"command": shell_command, "description": "scripted"}))
            }
            RealAgent::Cline => ("run_commands", json!({"commands": [shell_command]})),
        };
        Call { tool: tool.to_owned(), input }
    }

    /// Has the model ask for these calls of the agent's own tools, one after the other.
    pub fn ask_for_calls(&mut self, calls: Vec<Call>) -> Outcome {
        let agent = self.start(calls);
        self.outcome(agent)
    }

    /// `herma a2a serve --preset NAME`, with this agent doing the work; its model says `done`. Gives the address.
    pub fn serve(&mut self, preset: &str) -> (Child, String) {
        self.start_model(Vec::new());
        // What it would be told on its own command line stands in its settings.
        drop(self.agent_command());
        let mut serve = self.inside(&self.binary());
        serve.args(["a2a", "serve", "--name", "bob", "--port", "0", "--preset", preset]);
        let mut child = serve.spawn().unwrap_or_else(|e| panic!("{serve:?}: {e}"));
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let url = line.trim().split(" listens on ").nth(1).unwrap_or_else(|| panic!("{line}")).to_owned();
        (child, url)
    }

    /// The same, while something else goes on.
    pub fn start(&mut self, calls: Vec<Call>) -> Child {
        self.start_model(calls);
        let mut command = self.agent_command();
        command.spawn().unwrap_or_else(|e| panic!("{command:?}: {e}"))
    }

    fn start_model(&mut self, calls: Vec<Call>) {
        let api = match self.agent {
            RealAgent::ClaudeCode => Api::Anthropic,
            RealAgent::Codex => Api::OpenAi,
            RealAgent::Gemini => Api::Gemini,
            RealAgent::Hermes => Api::Chat,
            RealAgent::Copilot | RealAgent::Cline | RealAgent::OpenCode => Api::Chat,
        };
        self.model = Some(ModelServer::start(Script { api, calls, before: self.before.clone() }));
    }

    /// What came of it, when it is over.
    pub fn outcome(&self, agent: Child) -> Outcome {
        let said = finish(agent);
        let model = self.model.as_ref().unwrap();
        assert!(model.asked(), "the model was never asked: {said:?}");
        let told = model.results();
        Outcome {
            ran: self.canary().exists(),
            told: told.last().cloned().unwrap_or_default(),
            all: told,
            said,
        }
    }

    /// Somebody who may answer.
    pub fn person(&self) -> Person {
        let command = self.inside(Path::new("/usr/bin/env"));
        let mut herma = vec![command.get_program().to_owned()];
        herma.extend(command.get_args().map(ToOwned::to_owned));
        herma.extend(["TERM=xterm-256color".into(), self.binary().into()]);
        Person { herma, store: self.home().join(".local/share/herma/herma.db") }
    }

    /// The file whose making proves that a command ran.
    pub fn canary(&self) -> PathBuf {
        self.sandbox.work.path().join("project/canary")
    }

    fn agent_command(&self) -> Command {
        match self.agent {
            RealAgent::ClaudeCode => {
                let mut command = self.inside(&self.sandbox.work.path().join("bin/claude"));
                // The tool itself is allowed, so that only the hook stands in the way.
                command.args(["-p", "go", "--output-format", "json", "--model", "claude-sonnet-4-5"]);
                command.args(["--allowedTools", "Bash"]).args(&self.extra);
                command
            }
            RealAgent::Codex => {
                let config = fs::read_to_string(self.home().join(".codex/config.toml")).unwrap();
                let port = self.model.as_ref().unwrap().port;
                self.sandbox.work.write(
                    "home/.codex/config.toml",
                    config.replace("127.0.0.1:0/", &format!("127.0.0.1:{port}/")),
                );
                let mut command = self.inside(&self.sandbox.work.path().join("bin/codex"));
                command.args(["exec", "--json", "--skip-git-repo-check"]).args(&self.extra).arg("go");
                command
            }
            RealAgent::Gemini => {
                let mut command = self.inside(Path::new("/usr/bin/env"));
                command.arg("node").arg(self.agent.file());
                command
                    .args(["-p", "go", "-m", "gemini-2.5-flash", "--approval-mode", "yolo", "-o", "json"])
                    .args(&self.extra);
                command
            }
            RealAgent::Hermes => {
                let port = self.model.as_ref().unwrap().port;
                let config = fs::read_to_string(self.home().join(".hermes/config.yaml")).unwrap();
                // Each run has a model of its own.
                let (before, after) = config.split_once("127.0.0.1:").unwrap();
                let (_, after) = after.split_once('/').unwrap();
                let config = format!("{before}127.0.0.1:{port}/{after}");
                self.sandbox.work.write("home/.hermes/config.yaml", config);
                let mut command = self.inside(&self.sandbox.work.path().join("bin/hermes"));
                // Its own guard stands aside, so that only the plugin is in the way.
                command.args(["chat", "-q", "go", "-Q", "--yolo"]).args(&self.extra);
                command
            }
            RealAgent::Copilot => {
                let mut command = self.inside(&self.sandbox.work.path().join("bin/copilot"));
                command.args(["-p", "go", "--no-auto-update", "--allow-all-tools"]).args(&self.extra);
                command
            }
            RealAgent::Cline => {
                // It is told of its model by a command of its own; and leaves a daemon behind, which ends with the sandbox.
                let script = format!(
                    "cline auth -p openai-compatible -k scripted -m scripted -b http://127.0.0.1:{}/v1 && \
                     exec cline --json -P openai-compatible -m scripted -t 100 'please go'",
                    self.port()
                );
                let mut command = self.inside(Path::new("/bin/sh"));
                command.args(["-c", &script]);
                command
            }
            RealAgent::OpenCode => {
                let provider = json!({"npm": "@ai-sdk/openai-compatible", "name": "scripted",
                    "options": {"baseURL": format!("http://127.0.0.1:{}/v1", self.port()), "apiKey": "scripted"},
                    "models": {"scripted": {"name": "scripted", "limit": {"context": 100_000, "output": 4096}}}});
                let config = json!({"autoupdate": false, "share": "disabled", "model": "scripted/scripted",
                    "small_model": "scripted/scripted", "provider": {"scripted": provider},
                    "permission": {"bash": "allow", "edit": "allow"}});
                self.sandbox.work.write("home/.config/opencode/opencode.json", config.to_string());
                let mut command = self.inside(&self.sandbox.work.path().join("bin/opencode"));
                command
                    .args(["run", "--format", "json", "--model", "scripted/scripted"])
                    .args(&self.extra)
                    .arg("go");
                command
            }
        }
    }

    fn port(&self) -> u16 {
        self.model.as_ref().map_or(0, |model| model.port)
    }
}

impl Person {
    /// Waits until so many calls have come in, and gives the ticket of the newest request.
    pub fn wait_for_calls(&self, count: usize) -> String {
        wait_for_calls(&self.store, count).ticket
    }

    /// The sessions that have asked.
    pub fn sessions(&self) -> Vec<Session> {
        SqliteStore::open(&self.store).unwrap().sessions(10).unwrap()
    }

    /// What became of a request.
    pub fn outcome(&self, ticket: &str) -> Option<herma_store::Outcome> {
        SqliteStore::open(&self.store).unwrap().request(ticket).unwrap().outcome
    }

    pub fn approve(&self, ticket: &str) {
        self.approve_by(&[&self.herma[..], &["approve".into(), ticket.into()]].concat());
    }

    /// Changes it first, with this program of `sed`.
    pub fn approve_edited(&self, ticket: &str, sed: &str) {
        let (binary, before) = self.herma.split_last().unwrap();
        let editor = format!("EDITOR=sed -i '{sed}'").into();
        let words = [editor, binary.clone(), "approve".into(), "--edit".into(), ticket.into()];
        self.approve_by(&[before, &words].concat());
    }

    fn approve_by(&self, words: &[OsString]) {
        let mut terminal = Terminal::new(100, 40);
        terminal.start_words(words);
        approve_at(&mut terminal, "1");
        let said = terminal.finish();
        assert_eq!(said.code(), Some(0), "{said:?}");
    }
}

fn extra_environment(setup: &Setup) -> Vec<String> {
    let port = setup.port();
    match setup.agent {
        RealAgent::ClaudeCode => vec![
            format!("ANTHROPIC_BASE_URL=http://127.0.0.1:{port}"),
            "ANTHROPIC_API_KEY=scripted".to_owned(),
            "DISABLE_TELEMETRY=1".to_owned(),
            "DISABLE_AUTOUPDATER=1".to_owned(),
            "DISABLE_ERROR_REPORTING=1".to_owned(),
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1".to_owned(),
        ],
        RealAgent::Codex => vec!["SCRIPTED_KEY=scripted".to_owned()],
        RealAgent::Gemini => vec![
            format!("GOOGLE_GEMINI_BASE_URL=http://127.0.0.1:{port}"),
            "GEMINI_API_KEY=scripted".to_owned(),
            "GEMINI_CLI_NO_RELAUNCH=true".to_owned(),
        ],
        RealAgent::Hermes => vec![
            "OPENAI_API_KEY=scripted".to_owned(),
            format!("PYTHONPATH={}", python_package().display()),
            "PYTHONDONTWRITEBYTECODE=1".to_owned(),
            format!("HERMA_BIN={}", setup.binary().display()),
            format!("HERMA_WAIT_S={}", setup.wait_s),
        ],
        RealAgent::Copilot => vec![
            format!("COPILOT_PROVIDER_BASE_URL=http://127.0.0.1:{port}/v1"),
            "COPILOT_PROVIDER_API_KEY=scripted".to_owned(),
            "COPILOT_MODEL=scripted".to_owned(),
            "COPILOT_AUTO_UPDATE=false".to_owned(),
            "COPILOT_OFFLINE=true".to_owned(),
        ],
        RealAgent::Cline => vec!["CLINE_TELEMETRY_DISABLED=1".to_owned()],
        RealAgent::OpenCode => vec![
            "OPENCODE_DISABLE_AUTOUPDATE=1".to_owned(),
            "OPENCODE_DISABLE_MODELS_FETCH=1".to_owned(),
            "OPENCODE_DISABLE_LSP_DOWNLOAD=1".to_owned(),
        ],
    }
}

pub fn codex_config(port: u16) -> String {
    format!(
        "model = \"scripted\"\nmodel_provider = \"scripted\"\napproval_policy = \"never\"\n\
         sandbox_mode = \"danger-full-access\"\ncheck_for_update_on_startup = false\n\n\
         [analytics]\nenabled = false\n\n[model_providers.scripted]\nname = \"scripted\"\n\
         base_url = \"http://127.0.0.1:{port}/v1\"\nwire_api = \"responses\"\nenv_key = \"SCRIPTED_KEY\"\n\
         request_max_retries = 0\nstream_max_retries = 0\n"
    )
}

fn hermes_config(port: u16) -> String {
    format!(
        "model:\n  default: scripted\n  provider: custom\n  base_url: http://127.0.0.1:{port}/v1\n  \
         api_key: scripted\n  context_length: 200000\n"
    )
}

/// `python/` of this repository.
fn python_package() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../python").canonicalize().unwrap()
}

/// Where the Python of an environment lies, if that is not a system folder.
fn python_folder(hermes: &Path) -> Option<PathBuf> {
    let python = hermes.with_file_name("python").canonicalize().unwrap();
    (!python.starts_with("/usr")).then(|| python.ancestors().nth(2).map(Path::to_owned)).flatten()
}

/// Where install-agents.sh puts them.
fn cache() -> PathBuf {
    let cache = std::env::var_os("XDG_CACHE_HOME").filter(|v| !v.is_empty()).map(PathBuf::from);
    cache.unwrap_or_else(|| std::env::home_dir().expect("a home").join(".cache")).join("herma-agents")
}

/// The folder that holds all agents.
fn cache_of(file: &Path) -> PathBuf {
    let cache = file.ancestors().find(|folder| folder.ends_with("herma-agents"));
    cache.expect("below the cache").canonicalize().unwrap()
}

/// Where node lies, if that is not a system folder.
fn node_folder() -> Option<PathBuf> {
    let bin = PathBuf::from(node_bin());
    (!bin.starts_with("/usr")).then(|| bin.parent().map(Path::to_owned)).flatten()
}

fn node_bin() -> String {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&path).map(|folder| folder.join("node")).find(|node| node.exists());
    let real = found.and_then(|node| node.canonicalize().ok());
    real.and_then(|node| Some(node.parent()?.display().to_string())).unwrap_or_else(|| "/usr/bin".to_owned())
}

fn finish_quietly(mut command: Command) -> Said {
    let child = command.spawn().unwrap_or_else(|e| panic!("{command:?}: {e}"));
    finish(child)
}

/// Runs a hook command as an agent would, outside of any agent.
pub fn run_as_agent(command_line: &str, home: &Path, input: &[u8]) -> Said {
    let mut shell = super::command("/bin/sh", home);
    run(shell.args(["-c", command_line]), input)
}
