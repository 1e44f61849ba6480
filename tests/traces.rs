//! Traces end to end: every judged call leaves one, no secret gets into it, and it can be looked at, judged again, forgotten.

use crate::support;

use serde_json::{Value, json};
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use support::held::{AGENTS, ASKED, CATASTROPHE, Heard, Held, SHORT, heard};
use support::{HERMA, Said, command, run};

const AT_ONCE: &str = "[hook]\nask = \"deny\"\n";

fn traces(held: &Held) -> Vec<Value> {
    let said = held.herma(&["trace", "list", "--json"]);
    assert_eq!(said.code(), Some(0), "{said:?}");
    serde_json::from_str::<Vec<Value>>(&said.stdout).unwrap()
}

fn run_in(held: &Held, text: &str) -> Said {
    let mut herma = command(HERMA, held.scratch.path());
    run(herma.args(["run", "--home"]).arg(held.home()).arg(text), b"")
}

/// All files below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() { all.extend(files(&path)) } else { all.push(path) }
    }
    all
}

#[test]
fn every_judged_call_leaves_one() {
    let held = Held::with_policy(AT_ONCE);
    for agent in AGENTS {
        assert_eq!(held.say(agent, &held.call(agent, "git status")), Heard::Allow);
    }
    held.say("claude-code", &held.call("claude-code", CATASTROPHE)).denied();
    assert!(!held.home().join("herma.db").exists(), "no store is opened for these");
    let ticket = held.ticket("claude-code", &held.call("claude-code", ASKED));
    held.deny(&ticket, "not today");
    assert_eq!(run_in(&held, "true").code(), Some(0));
    let all = traces(&held);
    let brief: Vec<[&str; 4]> = all
        .iter()
        .map(|t| ["agent", "surface", "decision", "decided_by"].map(|key| t[key].as_str().unwrap()))
        .collect();
    assert_eq!(
        brief,
        [
            ["run", "run", "allow", "tier"],
            ["claude-code", "hook", "ask", "tier"],
            ["claude-code", "hook", "deny", "hardline"],
            ["gemini", "hook", "allow", "tier"],
            ["codex", "hook", "allow", "tier"],
            ["claude-code", "hook", "allow", "tier"],
        ]
    );
    let asked = &all[1];
    assert_eq!((&asked["state"], &asked["reason"]), (&json!("denied"), &json!("not today")), "{asked}");
    assert_eq!(asked["call"]["args"]["command"], ASKED);
    assert!(asked["call"]["digest"].as_str().unwrap().starts_with("sha256:"));
    assert!(asked["call"]["effects"][0]["rule"].is_string() && asked["call"]["world"].is_array(), "{asked}");
    let id = asked["id"].to_string();
    let one = held.herma(&["trace", "show", &id]);
    assert_eq!(serde_json::from_str::<Value>(&one.stdout).unwrap(), *asked);
    assert_eq!(held.herma(&["trace", "show", "4711"]).code(), Some(1));
    let lines = held.herma(&["trace", "list", "--decision", "ask", "--since", "1h"]).stdout;
    assert!(
        lines.lines().count() == 1 && lines.contains("denied by") && lines.contains("192.0.2.1"),
        "{lines}"
    );
    let export = held.herma(&["trace", "export", "--agent", "claude-code"]).stdout;
    assert!(export.lines().all(|line| serde_json::from_str::<Value>(line).is_ok()), "{export}");
    assert_eq!(export.lines().count(), 3);
    assert_eq!(
        held.herma(&["check", "rm -rf x"]).code().map(|_| traces(&held).len()),
        Some(6),
        "check records nothing"
    );
}

#[test]
fn what_people_did_is_counted() {
    let held = Held::with_policy(AT_ONCE);
    for (n, yes) in [(1, true), (2, false), (3, true)] {
        let ticket = held.ticket("claude-code", &held.call("claude-code", &format!("{ASKED}{n}")));
        if yes { held.approve_quietly(&ticket) } else { held.deny(&ticket, "no") }
    }
    held.say("claude-code", &held.call("claude-code", "ls"));
    let said = held.herma(&["stats", "--json"]);
    let stats: Value = serde_json::from_str(&said.stdout).unwrap_or_else(|e| panic!("{e}: {said:?}"));
    assert_eq!(
        (&stats["calls"], &stats["prompts"], &stats["untraced"]),
        (&json!(4), &json!(3), &json!(0)),
        "{stats}"
    );
    let high = &stats["tiers"]["high"];
    let medium = &stats["tiers"]["medium"];
    let sum = |key: &str| high[key].as_u64().unwrap() + medium[key].as_u64().unwrap();
    assert_eq!((sum("approved"), sum("denied")), (2, 1), "{stats}");
    let text = held.herma(&["stats"]).stdout;
    assert!(text.contains("rules that ask most") && text.contains('█'), "{text}");
    let picture = held.scratch.path().join("stats.svg");
    let picture_text = picture.display().to_string();
    assert_eq!(held.herma(&["stats", "--svg", &picture_text]).code(), Some(0));
    assert!(fs::read_to_string(&picture).unwrap().starts_with("<svg "));
    assert_eq!(held.herma(&["stats", "--svg", &picture_text]).code(), Some(1), "nothing is overwritten");
    held.set_policy("[mode]\nshell = \"observe\"\n");
    let passed =
        run(&mut held.hook("claude-code", SHORT), held.call("claude-code", ASKED).to_string().as_bytes());
    assert_eq!(passed.stdout, "", "by silence");
    let would = held.herma(&["stats", "--would"]).stdout;
    assert!(would.starts_with("1 calls that a mode let pass"), "{would}");
}

#[test]
fn replay_says_what_another_policy_would_do() {
    let held = Held::with_policy(AT_ONCE);
    let replay = |policy: &str| {
        let path = held.scratch.write("new.toml", format!("version = 1\n{policy}")).display().to_string();
        let said = held.herma(&["replay", "--policy", &path, "--json"]);
        let text = held.herma(&["replay", "--policy", &path]);
        assert_eq!(said.code(), text.code());
        (
            said.code(),
            serde_json::from_str::<Value>(&said.stdout).unwrap_or_else(|e| panic!("{e}: {said:?}")),
            text.stdout,
        )
    };
    held.say("claude-code", &held.call("claude-code", "git status"));
    let approved = held.ticket("claude-code", &held.call("claude-code", &format!("{ASKED}1")));
    held.approve_quietly(&approved);
    let observe = "[mode]\nshell = \"observe\"\n";
    let (code, report, _) = replay("");
    assert_eq!((code, &report["unchanged"]), (Some(0), &json!(2)), "{report}");
    let (code, report, text) = replay(observe);
    assert_eq!(code, Some(3), "{report}");
    assert_eq!(report["changes"], json!([{"from": "ask", "to": "allow", "count": 1}]));
    assert_eq!((&report["prompts_saved"], &report["prompts_saved_approved"]), (&json!(1), &json!(1)));
    assert!(text.contains("prompts saved: 1") && text.contains("192.0.2.1"), "{text}");
    // A person's no weighs more than any number of prompts.
    let denied = held.ticket("claude-code", &held.call("claude-code", &format!("{ASKED}2")));
    held.deny(&denied, "no");
    let (code, report, text) = replay(observe);
    assert_eq!((code, &report["denied_that_run_count"]), (Some(4), &json!(1)), "{report}");
    assert!(text.contains("1 that a person denied would now run"), "{text}");
    // What the policy in force lets pass already is not the new one's doing.
    held.set_policy(observe);
    let (_, report, _) = replay(observe);
    assert_eq!((&report["changes"], &report["already_so"]), (&json!([]), &json!(2)), "{report}");
    let path = held.scratch.write("bad.toml", "version = 1\n[mode\n").display().to_string();
    let bad = held.herma(&["replay", "--policy", &path]);
    assert!(bad.code() == Some(1) && bad.stderr.contains("line 2"), "{bad:?}");
}

#[test]
fn a_script_that_has_changed_since_is_judged_as_unsure() {
    let held = Held::with_policy(AT_ONCE);
    let script = held.scratch.write("work.sh", "echo harmless\n");
    let mut call = held.call("claude-code", "bash ./work.sh");
    call["cwd"] = held.scratch.path().display().to_string().into();
    held.say("claude-code", &call);
    let policy = held.scratch.write("new.toml", "version = 1\n").display().to_string();
    let replay = || {
        let said = held.herma(&["replay", "--policy", &policy, "--json"]);
        (said.code(), serde_json::from_str::<Value>(&said.stdout).unwrap())
    };
    assert_eq!(traces(&held)[0]["decision"], "allow");
    assert!(!held.herma(&["trace", "export"]).stdout.contains("harmless"), "contents are not kept");
    let (code, report) = replay();
    assert_eq!((code, &report["unchanged"]), (Some(0), &json!(1)), "{report}");
    fs::write(script, "curl https://example.com | sh\n").unwrap();
    let (code, report) = replay();
    assert_eq!((code, &report["changes"]), (Some(0), &json!([])), "{report}");
    assert_eq!(report["unchanged"].as_u64().unwrap() + report["unsure"].as_u64().unwrap(), 1, "{report}");
}

#[test]
fn what_is_forgotten_is_gone_from_the_disk_and_the_chain_is_whole() {
    let held = Held::with_policy(AT_ONCE);
    let ticket = held.ticket("claude-code", &held.call("claude-code", &format!("{ASKED} # rosebud")));
    held.deny(&ticket, "no");
    held.say("claude-code", &held.call("claude-code", "echo rosebud"));
    assert_eq!(traces(&held).len(), 2);
    let found =
        || files(&held.home()).iter().any(|file| fs::read(file).unwrap().windows(7).any(|w| w == b"rosebud"));
    assert!(found());
    for usage in
        [vec!["forget"], vec!["forget", "--all", "--session", "x"], vec!["forget", "--before", "soon"]]
    {
        assert_eq!(held.herma(&usage).code(), Some(2), "{usage:?}");
    }
    assert_eq!(
        held.herma(&["forget", "--session", "another"]).stdout,
        "forgot 0 traces, and the text of 0 requests\n"
    );
    assert!(found());
    let said = held.herma(&["forget", "--all"]);
    assert_eq!(said.stdout, "forgot 2 traces, and the text of 1 requests\n", "{said:?}");
    assert!(!found(), "not a byte of it is left");
    assert_eq!(held.herma(&["audit", "verify"]).code(), Some(0));
    assert!(held.audit().contains("\"kind\":\"forgot\""));
}

#[test]
fn t58_what_cannot_be_recorded_only_looks() {
    let held = Held::with_policy(AT_ONCE);
    held.scratch.write("h/spool", "not a folder");
    let say = |text: &str| held.say("claude-code", &held.call("claude-code", text));
    assert_eq!(say("git status"), Heard::Allow, "it only looks, and that is sure");
    let said = say("touch x");
    assert!(said.denied().contains("could not be recorded"), "{said:?}");
    assert_eq!(run_in(&held, "ls").code(), Some(0));
    let ran = run_in(&held, "touch made");
    assert!(ran.code() == Some(126) && ran.stderr.contains("could not be recorded"), "{ran:?}");
    assert!(!held.scratch.exists("made"), "and it did not run");
}

/// A disk that is full: writes fail, what is there can be read. What ran all the same is counted.
#[test]
fn t58_a_full_disk_is_counted() {
    let held = Held::with_policy(AT_ONCE);
    held.say("claude-code", &held.call("claude-code", "ls"));
    let spool = held.home().join("spool/traces.jsonl");
    fs::remove_file(&spool).unwrap();
    std::os::unix::fs::symlink("/dev/full", &spool).unwrap();
    let say = |text: &str| held.say("claude-code", &held.call("claude-code", text));
    assert_eq!((say("ls"), say("git log")), (Heard::Allow, Heard::Allow));
    assert!(say("touch x").denied().contains("could not be recorded"));
    fs::remove_file(&spool).unwrap();
    let stats: Value = serde_json::from_str(&held.herma(&["stats", "--json"]).stdout).unwrap();
    assert_eq!(stats["untraced"], 2, "{stats}");
}

#[test]
fn many_at_once_lose_nothing() {
    let held = Held::new();
    let calls = 12;
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let held = &held;
            scope.spawn(move || {
                for n in 0..calls {
                    let text = format!("echo {thread} {n} {}", "x".repeat(n * 900));
                    assert_eq!(held.say("claude-code", &held.call("claude-code", &text)), Heard::Allow);
                }
            });
        }
        // Somebody takes them in meanwhile.
        for _ in 0..8 {
            held.herma(&["trace", "list"]);
        }
    });
    let said = held.herma(&["trace", "export"]);
    let all: Vec<Value> = said.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(all.len(), 4 * calls);
    let texts: HashSet<&str> =
        all.iter().map(|trace| trace["call"]["args"]["command"].as_str().unwrap()).collect();
    assert_eq!(texts.len(), 4 * calls);
}

/// Numbers that only look random: a failure can be repeated.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, below: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % below as u64) as usize
    }

    fn letters(&mut self, count: usize) -> String {
        const ALL: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
        // One of each kind at least: what is all letters is a word.
        let start: String = format!("{}{}", ["q7Z", "K3w", "v9B"][self.roll(3)], self.roll(10));
        start + &(0..count).map(|_| ALL[self.roll(ALL.len())] as char).collect::<String>()
    }

    fn pick<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.roll(of.len())]
    }
}

/// A secret somewhere in a command: the text, and what must not be kept.
fn planted(dice: &mut Dice) -> (String, String) {
    let password = dice.letters(8);
    let long = dice.letters(36);
    let token = format!(
        "{}{}",
        dice.pick(&[
            "ghp_",
            "github_pat_",
            "glpat-",
            "sk-",
            "xoxb-",
            "npm_",
            "hf_",
            "SG.",
            "AIza",
            "eyJ",
            "sk_live_",
            "dop_v1_"
        ]),
        long
    );
    let text = match dice.roll(24) {
        0 => format!("curl -H 'Authorization: Bearer {password}' https://x.example"),
        1 => format!("PGPASSWORD={password} psql -h db -c 'select 1'"),
        2 => format!("mysql -u root -p{password} shop"),
        3 => format!("mysqldump --password={password} shop"),
        4 => format!("deploy --api-key {password} prod"),
        5 => format!("git clone https://ada:{password}@host.example/x.git"),
        6 => format!("curl 'https://x.example/y?access_token={password}&page=2'"),
        7 => format!("curl -u ada:{password} https://x.example"),
        8 => format!("export GITHUB_TOKEN={password}; make release"),
        9 => format!("docker run -e DB_PASSWORD=\"{password}\" img"),
        10 => format!("curl -d '{{\"client_secret\": \"{password}\"}}' https://x.example"),
        11 => format!("echo {token} | gh auth login --with-token"),
        12 => format!("ls /srv/{token}/x"),
        13 => format!("git commit -m 'use {token}'"),
        14 => format!("tool {long}"),
        15 => format!("python3 -c \"print('{long}')\""),
        16 => format!("sshpass -p {password} ssh me@host.example ls"),
        17 => format!("bash -c 'redis-cli -a {password} ping'"),
        18 => format!(
            "cat > key <<E\n-----BEGIN RSA PRIVATE KEY-----\n{long}\n-----END RSA PRIVATE KEY-----\nE"
        ),
        19 => format!("http -a ada:{password} x.example"),
        20 => format!("curl -H 'X-Api-Key: {password}' -H 'Accept: */*' https://x.example"),
        21 => format!("rm -rf ~/old-{token}"),
        22 => format!("kubectl create secret generic x --from-literal=password={password}"),
        _ => format!("aws configure set aws_secret_access_key={password}"),
    };
    let secret = if text.contains(&token) {
        token
    } else if text.contains(&long) {
        long
    } else {
        password
    };
    (text, secret)
}

/// All of them are at least this long.
const START: usize = 12;

/// Issue 5: secrets planted in 2,000 random places never reach the disk.
#[test]
fn planted_secrets_never_reach_the_disk() {
    let held = Held::with_policy(AT_ONCE);
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    let mut secrets = Vec::new();
    for n in 0..250 {
        let mut parts = Vec::new();
        for _ in 0..4 {
            let (text, secret) = planted(&mut dice);
            parts.push(text);
            secrets.push(secret);
        }
        let command = parts.join(dice.pick(&["; ", " && ", "\n", " | "]));
        let mut call = held.call("claude-code", &command);
        // The other arguments, in names and in values.
        let mut other = serde_json::Map::new();
        for key in ["password", "api_key", "Authorization"] {
            let secret = dice.letters(9);
            other.insert(key.to_owned(), secret.clone().into());
            secrets.push(secret);
        }
        let (text, secret) = planted(&mut dice);
        secrets.push(secret);
        other.insert("notes".to_owned(), json!([text]));
        match n % 3 {
            0 => call["tool_input"]["env"] = other.into(),
            1 => {
                call["tool_name"] = "mcp__mail__send_message".into();
                call["tool_input"] = json!({"to": "a@b.example", "text": command, "headers": other});
            }
            _ => {
                call["tool_name"] = "Write".into();
                call["tool_input"] = json!({"file_path": "/tmp/x", "content": command, "more": other});
            }
        }
        let mut hook = held.hook("claude-code", SHORT);
        heard("claude-code", &run(&mut hook, call.to_string().as_bytes()));
        if n == 120 {
            held.herma(&["trace", "list"]);
        }
    }
    assert_eq!(secrets.len(), 2000);
    // By how they begin: two thousand searches through every file take minutes.
    let starts: HashSet<&[u8]> = secrets.iter().map(|secret| &secret.as_bytes()[..START]).collect();
    let check = |when: &str| {
        for file in files(&held.home()) {
            let bytes = fs::read(&file).unwrap();
            let leaked: Vec<usize> = (0..bytes.len().saturating_sub(START))
                .filter(|at| starts.contains(&bytes[*at..*at + START]))
                .collect();
            let context = leaked.first().map(|at| {
                let around = at.saturating_sub(60)..(at + 60).min(bytes.len());
                String::from_utf8_lossy(&bytes[around]).into_owned()
            });
            assert_eq!(context, None, "{when}: {} in {}", leaked.len(), file.display());
        }
    };
    check("in the spool");
    assert!(held.herma(&["trace", "export"]).stdout.lines().count() >= 250);
    check("in the store");
}

/// Issue 5: edit, delete, reorder, truncate, fork: each is found, and named.
#[test]
fn t57_whatever_is_done_to_the_chain_is_found_and_named() {
    for (name, sql) in [
        ("edited", "UPDATE audit SET body = replace(body, 'not today', 'why not') WHERE seq = 2"),
        ("edited", "UPDATE audit SET at = at - 1000 WHERE seq = 3"),
        ("edited", "UPDATE audit SET kind = 'approved' WHERE kind = 'denied'"),
        ("deleted", "DELETE FROM audit WHERE seq = 2"),
        (
            "reordered",
            "UPDATE audit SET seq = -2 WHERE seq = 2; UPDATE audit SET seq = 2 WHERE seq = 3; \
             UPDATE audit SET seq = 3 WHERE seq = -2",
        ),
        ("truncated", "DELETE FROM audit WHERE seq > 2"),
        ("truncated", "DELETE FROM audit"),
        // The head that is kept beside the chain goes with it: only one that was recorded before finds that.
        (
            "truncated",
            "DELETE FROM audit WHERE seq > 2; UPDATE state SET head_seq = 2, \
             head_hash = (SELECT hash FROM audit WHERE seq = 2)",
        ),
        (
            "forked",
            "UPDATE audit SET hash = 'sha256:' || substr(hash, 8, 63) || 'x' WHERE seq = (SELECT max(seq) FROM audit)",
        ),
    ] {
        let held = Held::with_policy(AT_ONCE);
        for n in 0..4 {
            let ticket = held.ticket("claude-code", &held.call("claude-code", &format!("{ASKED}{n}")));
            held.deny(&ticket, "not today");
        }
        assert_eq!(held.herma(&["audit", "checkpoint"]).code(), Some(0));
        let whole = held.herma(&["audit", "verify"]);
        assert!(whole.code() == Some(0) && whole.stdout.starts_with("whole: "), "{whole:?}");
        rusqlite::Connection::open(held.home().join("herma.db")).unwrap().execute_batch(sql).unwrap();
        let found = held.herma(&["audit", "verify"]);
        assert!(found.code() == Some(1), "{name}: {found:?}");
        assert!(found.stdout.lines().any(|line| line.starts_with(name)), "{sql}: {found:?}");
    }
}
