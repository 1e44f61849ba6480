//! `herma connect` and `herma disconnect`: idempotent, undone to the byte, and a wrapper that cannot fail open.

use crate::support;

use serde_json::Value;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;
use support::agents::run_as_agent;
use support::{HERMA, Said, Scratch, command, run};

const AGENTS: [&str; 3] = ["claude-code", "codex", "gemini"];

fn settings_of(agent: &str) -> &'static str {
    match agent {
        "claude-code" => ".claude/settings.json",
        "codex" => ".codex/hooks.json",
        _ => ".gemini/settings.json",
    }
}

/// Settings that somebody cares about: comments, an order, other hooks, no line end at the end.
const LOVED: &str = "{\n\t// keep this\n\t\"zebra\": 1,\n\t\"hooks\": {\n\t\t\"Stop\": [],\n\t\t\"PreToolUse\": [\n\t\t\t\
    {\"matcher\": \"Bash\", \"hooks\": [{\"type\": \"command\", \"command\": \"/bin/true\"}]} /* mine */\n\t\t],\n\t\t\
    \"BeforeTool\": [\n\t\t\t{\"matcher\": \"x\", \"hooks\": []},\n\t\t]\n\t},\n\t\"apple\": [1, 2,]\n}";

fn herma(home: &Scratch, args: &[&str]) -> Said {
    run(command(HERMA, home.path()).args(args), b"")
}

/// Codex is not on the search path here, so it cannot be asked about trust: exit 1, and everything else done.
fn connect(home: &Scratch, agent: &str) -> Said {
    let said = herma(home, &["connect", agent, "--yes"]);
    let code = if agent == "codex" { 1 } else { 0 };
    assert_eq!(said.code(), Some(code), "{agent}: {said:?}");
    said
}

fn wrapper(home: &Scratch, agent: &str) -> PathBuf {
    home.path().join(format!(".local/share/herma/hooks/herma-{agent}"))
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

#[test]
fn connecting_twice_changes_nothing_and_disconnecting_restores_every_byte() {
    for agent in AGENTS {
        for before in [None, Some(LOVED), Some("{}"), Some(""), Some("{\"a\":1}\n")] {
            let home = Scratch::new();
            let path = home.path().join(settings_of(agent));
            if let Some(text) = before {
                home.write(settings_of(agent), text);
                fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
            }
            connect(&home, agent);
            let connected = fs::read_to_string(&path).unwrap();
            assert!(connected.contains("herma-"), "{agent}: {connected}");
            let again = connect(&home, agent);
            assert!(again.stdout.contains("already connected"), "{agent}: {again:?}");
            assert_eq!(fs::read_to_string(&path).unwrap(), connected);
            let mode_before = before.map(|_| 0o640);
            assert_eq!(mode(&path), mode_before.unwrap_or(0o600), "{agent}");

            let said = herma(&home, &["disconnect", agent, "--yes"]);
            assert_eq!(said.code(), Some(0), "{said:?}");
            assert_eq!(fs::read_to_string(&path).ok().as_deref(), before, "{agent}");
            assert_eq!(path.parent().unwrap().exists(), before.is_some(), "{agent}: a folder of our making");
            assert!(!wrapper(&home, agent).exists(), "{agent}");
            let again = herma(&home, &["disconnect", agent, "--yes"]);
            assert_eq!(again.code(), Some(0));
            assert!(again.stdout.contains("not connected"), "{again:?}");
        }
    }
}

#[test]
fn what_was_there_stays_in_its_order() {
    for agent in AGENTS {
        let home = Scratch::new();
        home.write(settings_of(agent), LOVED);
        connect(&home, agent);
        let text = home.read(settings_of(agent));
        for line in LOVED.lines() {
            let bare =
                line.trim().trim_end_matches(']').trim_end_matches("/* mine */").trim().trim_end_matches(',');
            assert!(text.contains(bare), "{agent}: `{bare}` is gone from {text}");
        }
        let order: Vec<usize> = ["zebra", "Stop", "PreToolUse", "BeforeTool", "apple"]
            .iter()
            .map(|w| text.find(w).unwrap())
            .collect();
        assert!(order.is_sorted(), "{agent}: {text}");
    }
}

#[test]
fn an_edit_in_between_survives_disconnecting() {
    for agent in AGENTS {
        let home = Scratch::new();
        home.write(settings_of(agent), LOVED);
        connect(&home, agent);
        let edited = home.read(settings_of(agent)).replace("\"zebra\": 1", "\"zebra\": 2");
        home.write(settings_of(agent), edited);
        assert_eq!(herma(&home, &["disconnect", agent, "--yes"]).code(), Some(0));
        assert_eq!(home.read(settings_of(agent)), LOVED.replace("\"zebra\": 1", "\"zebra\": 2"), "{agent}");
    }
}

#[test]
fn the_backup_is_the_text_before() {
    let home = Scratch::new();
    home.write(settings_of("gemini"), LOVED);
    let said = connect(&home, "gemini");
    let place =
        said.stdout.lines().find_map(|line| line.strip_prefix("what was there before is kept in ")).unwrap();
    assert_eq!(fs::read_to_string(place).unwrap(), LOVED);
    assert_eq!(mode(Path::new(place)), 0o600);
}

#[test]
fn nothing_is_changed_without_a_yes() {
    for agent in AGENTS {
        for args in [
            &["connect", agent] as &[&str],
            &["connect", agent, "--dry-run"],
            &["connect", agent, "--dry-run", "--yes"],
        ] {
            let home = Scratch::new();
            home.write(settings_of(agent), LOVED);
            let said = herma(&home, args);
            let wanted = if args.contains(&"--dry-run") { 0 } else { 2 };
            assert_eq!(said.code(), Some(wanted), "{args:?}: {said:?}");
            assert!(said.stdout.contains("+++ "), "the change is shown: {said:?}");
            assert_eq!(home.read(settings_of(agent)), LOVED);
            assert!(!home.exists(".local"), "{args:?}");
        }
    }
}

#[test]
fn broken_settings_are_refused_with_their_place() {
    for agent in AGENTS {
        for (text, place) in [
            ("{\n  \"a\": 1\n  \"b\": 2\n}\n", "line 3, column 3"),
            ("{\"hooks\": ", "line 1, column 11"),
            ("\"just text\"", "an object"),
            ("{\"hooks\": []}", "`hooks` is not an object"),
        ] {
            let home = Scratch::new();
            home.write(settings_of(agent), text);
            let said = herma(&home, &["connect", agent, "--yes"]);
            assert_eq!(said.code(), Some(1), "{agent}: {said:?}");
            assert!(said.stderr.contains(place), "{agent}: {}", said.stderr);
            assert!(said.stderr.contains(settings_of(agent)), "{agent}: {}", said.stderr);
            assert_eq!(home.read(settings_of(agent)), text);
            assert!(!wrapper(&home, agent).exists());
        }
        let home = Scratch::new();
        home.write(settings_of(agent), b"{\n \"a\": \"\xff\"}");
        let said = herma(&home, &["connect", agent, "--yes"]);
        assert!(said.stderr.contains("line 2, column 8"), "{said:?}");
    }
}

#[test]
fn a_link_is_followed_and_stays() {
    let home = Scratch::new();
    home.write("dotfiles/claude.json", "{}\n");
    fs::create_dir(home.path().join(".claude")).unwrap();
    symlink("../dotfiles/claude.json", home.path().join(".claude/settings.json")).unwrap();
    connect(&home, "claude-code");
    assert!(fs::symlink_metadata(home.path().join(".claude/settings.json")).unwrap().is_symlink());
    assert!(home.read("dotfiles/claude.json").contains("herma-claude-code"));
    herma(&home, &["disconnect", "claude-code", "--yes"]);
    assert_eq!(home.read("dotfiles/claude.json"), "{}\n");
}

#[test]
fn a_project_has_its_own_settings() {
    for (agent, file) in [
        ("claude-code", ".claude/settings.local.json"),
        ("codex", ".codex/hooks.json"),
        ("gemini", ".gemini/settings.json"),
    ] {
        let home = Scratch::new();
        let project = Scratch::new();
        let said = run(
            command(HERMA, home.path()).current_dir(project.path()).args([
                "connect",
                agent,
                "--project",
                "--yes",
            ]),
            b"",
        );
        assert!(project.read(file).contains(&format!("herma-{agent}")), "{said:?}");
        assert!(!home.exists(settings_of(agent)), "{agent}: the user's settings are left alone");
        assert!(said.stdout.contains("do not commit"), "{said:?}");
        let away = run(
            command(HERMA, home.path()).current_dir(project.path()).args([
                "disconnect",
                agent,
                "--project",
                "--yes",
            ]),
            b"",
        );
        assert_eq!(away.code(), Some(0), "{away:?}");
        assert!(!project.exists(file), "{agent}");
    }
}

#[test]
fn the_agents_own_variable_is_heard() {
    for (agent, variable, file) in [
        ("claude-code", "CLAUDE_CONFIG_DIR", "moved/settings.json"),
        ("codex", "CODEX_HOME", "moved/hooks.json"),
        ("gemini", "GEMINI_CLI_HOME", "moved/.gemini/settings.json"),
    ] {
        let home = Scratch::new();
        let mut herma = command(HERMA, home.path());
        herma.env(variable, home.path().join("moved")).args(["connect", agent, "--yes"]);
        let said = run(&mut herma, b"");
        assert!(home.exists(file), "{said:?}");
    }
}

#[test]
fn the_switches_of_each_agent_are_set() {
    let home = Scratch::new();
    connect(&home, "claude-code");
    let claude: Value = serde_json::from_str(&home.read(settings_of("claude-code"))).unwrap();
    let hook = &claude["hooks"]["PreToolUse"][0];
    assert_eq!(hook["matcher"], "*");
    assert_eq!(hook["hooks"][0]["timeout"], 600);
    assert_eq!(hook["hooks"][0]["onFailure"], "block");
    connect(&home, "gemini");
    let gemini: Value = serde_json::from_str(&home.read(settings_of("gemini"))).unwrap();
    assert_eq!(gemini["hooks"]["BeforeTool"][0]["hooks"][0]["timeout"], 600_000);
    let script = fs::read_to_string(wrapper(&home, "gemini")).unwrap();
    assert!(script.contains("\ndeadline=570\n"), "below the agent's timeout: {script}");
    assert_eq!(mode(&wrapper(&home, "gemini")), 0o700);
    assert_eq!(mode(wrapper(&home, "gemini").parent().unwrap()), 0o700);
}

/// Connects with a binary of its own, so that a test may take it away. Gives the settings' command.
fn connected_with_own_binary(home: &Scratch, agent: &str) -> (PathBuf, String) {
    let binary = home.path().join("the bin/her'ma");
    fs::create_dir_all(binary.parent().unwrap()).unwrap();
    fs::copy(HERMA, &binary).unwrap();
    let mut herma = command(&binary, home.path());
    run(
        herma
            .args(["connect", agent, "--yes", "--deadline", "2", "--home"])
            .arg(home.path().join("it's home")),
        b"",
    );
    let settings: Value = serde_json::from_str(&home.read(settings_of(agent))).unwrap();
    let event = if agent == "gemini" { "BeforeTool" } else { "PreToolUse" };
    let line = settings["hooks"][event][0]["hooks"][0]["command"].as_str().unwrap().to_owned();
    (binary, line)
}

fn call(agent: &str, shell_command: &str) -> String {
    let (event, tool) =
        if agent == "gemini" { ("BeforeTool", "run_shell_command") } else { ("PreToolUse", "Bash") };
    serde_json::json!({"hook_event_name": event, "tool_name": tool, "cwd": "/", "permission_mode": "default",
        "tool_input": {"command": shell_command}})
    .to_string()
}

fn is_deny(agent: &str, said: &Said) {
    assert_eq!(said.code(), Some(0), "{agent}: {said:?}");
    let value: Value =
        serde_json::from_str(&said.stdout).unwrap_or_else(|e| panic!("{agent}: {e}: {said:?}"));
    let inner = &value["hookSpecificOutput"];
    let (decision, reason) = match inner.is_null() {
        true => (&value["decision"], &value["reason"]),
        false => (&inner["permissionDecision"], &inner["permissionDecisionReason"]),
    };
    assert!(matches!(decision.as_str(), Some("deny" | "block")), "{agent}: {said:?}");
    assert!(reason.as_str().is_some_and(|r| !r.is_empty()), "{agent}: {said:?}");
}

#[test]
fn the_wrapper_passes_on_what_the_hook_says() {
    for agent in AGENTS {
        let home = Scratch::new();
        let (_, line) = connected_with_own_binary(&home, agent);
        let harmless = run_as_agent(&line, home.path(), call(agent, "git status").as_bytes());
        assert!(!harmless.stdout.contains("#herma"), "the mark is stripped: {harmless:?}");
        let wanted = if agent == "codex" { "" } else { "\"allow\"" };
        assert!(harmless.stdout.contains(wanted), "{agent}: {harmless:?}");
        assert_eq!(harmless.stdout.is_empty(), agent == "codex", "{agent}: {harmless:?}");
        assert_eq!((harmless.code(), harmless.stderr.as_str()), (Some(0), ""), "{agent}");
        is_deny(agent, &run_as_agent(&line, home.path(), call(agent, "rm -rf /").as_bytes()));
    }
}

#[test]
fn the_wrapper_denies_when_the_binary_does_not_answer() {
    for agent in AGENTS {
        let home = Scratch::new();
        let (binary, line) = connected_with_own_binary(&home, agent);
        let input = call(agent, "git status");
        // More than a pipe holds, so that a hook which reads nothing would break the agent's pipe.
        let large = input.replace("git status", &"x".repeat(300_000));
        for fake in [
            "kill -KILL $$",
            "kill -SEGV $$",
            "exit 0",
            "exit 1",
            "echo '{not json'",
            "echo '{}'",
            "echo '{\"decision\":\"allow\"}'",
            "printf '{\"decision\":\"allow\"}#herma-answered#x'",
            "printf 'allow#herma-answered#'",
            "printf '\\0\\0'",
        ] {
            fs::remove_file(&binary).unwrap();
            fs::write(&binary, format!("#!/bin/sh\n{fake}\n")).unwrap();
            fs::set_permissions(&binary, fs::Permissions::from_mode(0o755)).unwrap();
            is_deny(agent, &run_as_agent(&line, home.path(), input.as_bytes()));
            is_deny(agent, &run_as_agent(&line, home.path(), large.as_bytes()));
        }
        fs::remove_file(&binary).unwrap();
        is_deny(agent, &run_as_agent(&line, home.path(), input.as_bytes()));
        is_deny(agent, &run_as_agent(&line, home.path(), large.as_bytes()));
        fs::create_dir(&binary).unwrap();
        is_deny(agent, &run_as_agent(&line, home.path(), input.as_bytes()));
    }
}

#[test]
fn where_the_agent_fails_open_the_command_itself_denies_without_its_wrapper() {
    for agent in ["codex", "gemini"] {
        let home = Scratch::new();
        let (_, line) = connected_with_own_binary(&home, agent);
        let script = home.path().join(format!("it's home/hooks/herma-{agent}"));
        fs::write(&script, "#!/bin/sh\nkill -KILL $$\n").unwrap();
        is_deny(agent, &run_as_agent(&line, home.path(), b"{}"));
        fs::remove_file(&script).unwrap();
        is_deny(agent, &run_as_agent(&line, home.path(), b"{}"));
    }
}

#[test]
fn a_stopped_hook_is_ended_where_the_agent_would_not_block() {
    for agent in ["codex", "gemini"] {
        let home = Scratch::new();
        let (binary, line) = connected_with_own_binary(&home, agent);
        fs::remove_file(&binary).unwrap();
        fs::write(&binary, "#!/bin/sh\nkill -STOP $$\n").unwrap();
        fs::set_permissions(&binary, fs::Permissions::from_mode(0o755)).unwrap();
        is_deny(agent, &run_as_agent(&line, home.path(), call(agent, "git status").as_bytes()));
    }
}

#[test]
fn the_wrapper_keeps_to_its_home_whatever_the_environment_says() {
    let home = Scratch::new();
    let (_, line) = connected_with_own_binary(&home, "gemini");
    home.write("it's home/policy.toml", "version = 1\n[hook]\nallow = \"silent\"\n");
    let mut shell = command("/bin/sh", home.path());
    shell
        .args(["-c", &line])
        .env("HERMA_HOME", "/nowhere")
        .env("XDG_DATA_HOME", "/nowhere")
        .env_remove("HOME");
    let said = run(&mut shell, call("gemini", "git status").as_bytes());
    assert_eq!(said.stdout, "", "{said:?}");
}

#[test]
fn codex_is_asked_about_trust_and_the_hash_is_written_after_a_yes() {
    let home = Scratch::new();
    // Answers as `codex app-server` does, for the hook that stands in the settings.
    let codex = home.write(
        "bin/codex",
        "#!/bin/sh\nread -r _; read -r _; read -r list\n\
         echo '{\"id\":1,\"result\":{}}'\n\
         trusted=untrusted; grep -q sha256:abc \"$HOME/.codex/config.toml\" 2>/dev/null && trusted=trusted\n\
         printf '{\"id\":2,\"result\":{\"data\":[{\"hooks\":['\n\
         awk -v f=\"$HOME/.codex/hooks.json\" -v t=\"$trusted\" '/\"command\": / { printf \"%s{%s\", n ? \",\" : \"\", $0; \
         printf \"\\\"key\\\":\\\"%s:event_%d:0:0\\\",\\\"currentHash\\\":\\\"sha256:abc%d\\\",\", f, n, n; \
         printf \"\\\"trustStatus\\\":\\\"%s\\\"}\", t; n++ }' \"$HOME/.codex/hooks.json\"\n\
         printf ']}]}}\\n'\n\
         cat >/dev/null\n",
    );
    fs::set_permissions(&codex, fs::Permissions::from_mode(0o755)).unwrap();
    let config = "# mine\nmodel = \"x\"  # fast\n";
    home.write(".codex/config.toml", config);
    let herma = |args: &[&str]| {
        let path = format!("{}:/usr/bin:/bin", home.path().join("bin").display());
        run(command(HERMA, home.path()).env("PATH", path).args(args), b"")
    };
    let refused = herma(&["connect", "codex", "--yes", "--no-trust"]);
    assert_eq!(refused.code(), Some(1), "a hook that codex skips is not connected: {refused:?}");
    let switched = format!("{config}\n[features]\nunified_exec_tty = false\n");
    assert_eq!(home.read(".codex/config.toml"), switched);
    let nobody = herma(&["connect", "codex"]);
    assert_eq!(nobody.code(), Some(1), "{nobody:?}");
    assert_eq!(home.read(".codex/config.toml"), switched);

    let said = herma(&["connect", "codex", "--yes"]);
    assert_eq!(said.code(), Some(0), "{said:?}");
    assert!(said.stdout.contains("skips it without a word"), "it is explained: {said:?}");
    let trusted = home.read(".codex/config.toml");
    assert!(trusted.starts_with(&switched), "{trusted}");
    for number in 0..3 {
        assert!(trusted.contains(&format!("trusted_hash = \"sha256:abc{number}\"")), "{trusted}");
    }
    assert_eq!(herma(&["connect", "codex", "--yes"]).code(), Some(0));
    assert_eq!(herma(&["disconnect", "codex", "--yes"]).code(), Some(0));
    assert_eq!(home.read(".codex/config.toml"), config);

    // Codex writes to its file too: then only our own lines go.
    herma(&["connect", "codex", "--yes"]);
    let by_codex = home.read(".codex/config.toml") + "\n[projects.\"/w\"]\ntrust_level = \"trusted\"\n";
    home.write(".codex/config.toml", by_codex);
    assert_eq!(herma(&["disconnect", "codex", "--yes"]).code(), Some(0));
    assert_eq!(
        home.read(".codex/config.toml"),
        format!("{config}\n[projects.\"/w\"]\ntrust_level = \"trusted\"\n")
    );
}

#[test]
fn wrong_usage_is_exit_2() {
    let home = Scratch::new();
    for args in [
        &["connect", "emacs"] as &[&str],
        &["connect", "codex", "gemini"],
        &["connect", "codex", "--deadline", "0"],
        &["disconnect", "--yes"],
        &["doctor", "emacs"],
        &["doctor", "--frobnicate"],
    ] {
        let said = herma(&home, args);
        assert_eq!(said.code(), Some(2), "{args:?}: {said:?}");
        assert!(said.stderr.contains("usage: herma"), "{args:?}: {said:?}");
    }
    for name in ["connect", "disconnect", "doctor"] {
        let said = herma(&home, &[name, "--help"]);
        assert_eq!(said.code(), Some(0));
        assert!(said.stdout.contains("exit code"), "{name}: {said:?}");
    }
}

/// Every agent in, seen by the table and the doctor, and out again without a trace.
#[test]
fn each_agent_is_connected_and_disconnected() {
    for agent in herma_agents::AGENTS {
        let home = Scratch::new();
        let before = tree(home.path());
        let said = herma(&home, &["connect", agent.name, "--yes", "--no-trust"]);
        // These two run nothing before their own person has agreed there.
        let agrees = ["codex", "hermes"].contains(&agent.name);
        let wanted = if agrees { 1 } else { 0 };
        assert_eq!(said.code(), Some(wanted), "{}: {said:?}", agent.name);
        assert_eq!(said.stdout.contains("not tried"), !agent.tried, "{}: {said:?}", agent.name);
        let table = herma(&home, &["connect"]);
        let line = table.stdout.lines().find(|line| line.starts_with(agent.name)).unwrap();
        assert!(line.contains("connected") && !line.contains("not connected"), "{line}");
        let doctor = herma(&home, &["doctor", agent.name, "--json"]);
        assert!(doctor.stdout.contains("a catastrophic call is denied"), "{}: {doctor:?}", agent.name);
        assert!(doctor.stdout.contains("with herma missing, everything is denied"), "{}", agent.name);
        if !agrees {
            assert_eq!(doctor.code(), Some(0), "{}: {doctor:?}", agent.name);
        }
        let said = herma(&home, &["disconnect", agent.name, "--yes"]);
        assert_eq!(said.code(), Some(0), "{}: {said:?}", agent.name);
        let settings =
            tree(home.path()).into_iter().filter(|path| !path.contains("herma")).collect::<Vec<_>>();
        let empty: Vec<_> = settings.iter().filter(|path| !before.contains(path)).collect();
        assert!(empty.iter().all(|path| home.path().join(path).is_dir()), "{}: {empty:?}", agent.name);
    }
}

/// Every file and folder below, as paths.
fn tree(root: &std::path::Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut open = vec![root.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).unwrap().flatten() {
            let path = entry.path();
            found.push(path.strip_prefix(root).unwrap().display().to_string());
            if path.is_dir() {
                open.push(path);
            }
        }
    }
    found
}

/// What a person sees is a diff that `patch` understands.
#[test]
fn the_diff_is_one_that_patch_takes() {
    let home = Scratch::new();
    let file = home.write(settings_of("claude-code"), LOVED);
    let said = herma(&home, &["connect", "claude-code", "--dry-run"]);
    let diff = said.stdout.split("--- /dev/null").next().unwrap();
    let patch = home.write("the.diff", diff);
    let applied = Command::new("git")
        .args(["apply", "--unsafe-paths", "-p1", "--directory=/"])
        .arg(&patch)
        .current_dir("/")
        .output()
        .unwrap();
    let after_patch = fs::read_to_string(&file).unwrap();
    assert!(applied.status.success(), "{}", String::from_utf8_lossy(&applied.stderr));
    fs::write(&file, LOVED).unwrap();
    connect(&home, "claude-code");
    assert_eq!(fs::read_to_string(&file).unwrap(), after_patch);
}
