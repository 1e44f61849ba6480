//! `herma setup --level 1`: first everything that guards, and the settings that rely on it last. Whoever is killed in between
//! leaves agents as they were; done again, it goes on.

use super::managed::{self, Managed};
use super::places::{Level1, Places, USER};
use super::serve;
use super::users::{self, User};
use crate::connect::own_binary;
use crate::paths;
use herma_core::policy::PolicyFile;
use herma_store::SqliteStore;
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown, lchown};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};
use toml_edit::{Array, ArrayOfTables, DocumentMut, Item, Table, value};

/// A service that takes longer than this to listen does not.
const TO_START: Duration = Duration::from_secs(5);

/// What is to be made, checked before anything is.
#[derive(Debug)]
pub(super) struct Plan {
    places: Places,
    agents: Vec<User>,
    approvers: Vec<User>,
    deadline_s: Option<u32>,
    before: Option<Level1>,
    all: Vec<Managed>,
}

impl Plan {
    pub fn new(
        places: &Places,
        agents: &[&str],
        approvers: &[&str],
        deadline_s: Option<u32>,
    ) -> Result<Plan, String> {
        let before = Level1::here(places)?;
        let known = |names: Vec<String>| -> Result<Vec<User>, String> {
            names.iter().map(|name| users::known(places, name)).collect()
        };
        let sudo_user = std::env::var("SUDO_USER").ok().filter(|name| !name.is_empty() && name != "root");
        let agents = joined(before.as_ref().map(|b| &b.agents), agents, sudo_user.as_deref());
        if agents.is_empty() {
            return Err("whose agents? `--agent-user NAME` says it".to_owned());
        }
        let agents = known(agents)?;
        let approvers = known(joined(before.as_ref().map(|b| &b.approvers), approvers, Some("root")))?;
        if let Some(both) = agents.iter().find(|agent| approvers.iter().any(|one| one.uid == agent.uid)) {
            return Err(format!(
                "`{}` would answer what its own agents ask: `--approver NAME` takes another user, or root",
                both.name
            ));
        }
        let own = users::known(places, USER).ok();
        let is_own = |one: &&User| own.as_ref().is_some_and(|own| own.uid == one.uid) || one.name == USER;
        if let Some(own) = agents.iter().chain(&approvers).find(is_own) {
            return Err(format!("`{}` is whom the service runs as: nobody else's work is theirs", own.name));
        }
        if let Some(root) = agents.iter().find(|agent| agent.uid == 0) {
            return Err(format!(
                "agents of `{}` can do and undo everything here: let them run as another user",
                root.name
            ));
        }
        let all = managed::all(places);
        let plan = Plan { places: places.clone(), agents, approvers, deadline_s, before, all };
        // What cannot be read is not guessed at, and nothing is changed before all of it is known.
        for one in &plan.all {
            one.wanted()?;
        }
        plan.policy()?;
        Ok(plan)
    }

    /// What would be done, in words.
    pub fn show(&self) -> Result<String, String> {
        let names = |users: &[User]| users.iter().map(|u| u.name.as_str()).collect::<Vec<_>>().join(", ");
        let mut out = format!(
            "level 1 for agents of {}, answered by {}\n\
             - the system user `{USER}`; {} is its alone: store, policy, keys\n\
             - {}: this program, as hooks and the service run it\n\
             - {}: the service at {}\n\
             - {}: the hooks' scripts, root's\n",
            names(&self.agents),
            names(&self.approvers),
            self.places.data().display(),
            self.places.binary().display(),
            self.places.unit().display(),
            self.places.socket().display(),
            self.places.hooks().display(),
        );
        for one in &self.all {
            out.push_str(&one.diff()?);
        }
        Ok(out)
    }

    pub fn carry_out(&self) -> Result<String, String> {
        let places = &self.places;
        self.binary()?;
        killed_by_a_test("binary");
        let made = match users::find(places, USER)? {
            Some(_) => self.before.as_ref().is_some_and(|before| before.made_user),
            None => {
                users::make(places)?;
                true
            }
        };
        killed_by_a_test("user");
        let user = users::known(places, USER)?;
        self.data(&user)?;
        killed_by_a_test("data");
        for one in &self.all {
            put(&one.wrapper, one.script(places, self.deadline_s).as_bytes(), 0o755)?;
        }
        killed_by_a_test("hooks");
        let level1 = Level1 {
            places: places.clone(),
            agents: self.agents.iter().map(|user| user.name.clone()).collect(),
            approvers: self.approvers.iter().map(|user| user.name.clone()).collect(),
            made_user: made,
        };
        open_folder(&places.own())?;
        level1.write()?;
        killed_by_a_test("config");
        let serves = self.service(&user)?;
        killed_by_a_test("service");
        for one in &self.all {
            if one.install(places)? {
                println!("{} takes its hook from {}", one.agent.title, one.file.display());
            }
            killed_by_a_test(one.agent.name);
        }
        Ok(serves)
    }

    /// A copy that only root can change, wherever this one lies.
    fn binary(&self) -> Result<(), String> {
        let own = own_binary().map_err(|e| e.to_string())?;
        let place = self.places.binary();
        let bytes = fs::read(&own).map_err(|e| format!("`{}`: {e}", own.display()))?;
        if own != place && fs::read(&place).ok().as_ref() != Some(&bytes) {
            put(&place, &bytes, 0o755)?;
        }
        Ok(())
    }

    fn data(&self, user: &User) -> Result<(), String> {
        let data = self.places.data();
        let cannot = |e: std::io::Error| format!("`{}`: {e}", data.display());
        let is_new = !data.exists();
        // The folders above are everybody's to pass through.
        open_folder(data.parent().ok_or("the data has no folder")?)?;
        paths::make_folder(&data).map_err(cannot)?;
        let about = fs::symlink_metadata(&data).map_err(cannot)?;
        let is_empty = || fs::read_dir(&data).is_ok_and(|mut entries| entries.next().is_none());
        if !about.is_dir() || !(is_new || about.uid() == user.uid || about.uid() == 0 && is_empty()) {
            return Err(format!("`{}` is somebody else's; move it away and try again", data.display()));
        }
        chown(&data, Some(user.uid), Some(user.gid)).map_err(cannot)?;
        fs::set_permissions(&data, fs::Permissions::from_mode(0o700)).map_err(cannot)?;
        let policy = self.places.paths()?.policy;
        let text = self.policy()?;
        if fs::read_to_string(&policy).ok().as_deref() != Some(text.as_str()) {
            paths::write_atomically(&policy, text.as_bytes(), None).map_err(cannot)?;
            // The folder is that user's: what stands there by now may be a link.
            lchown(&policy, Some(user.uid), Some(user.gid)).map_err(cannot)?;
        }
        self.record(&text, user)
    }

    /// Root has said who answers: that is in force without another question.
    fn record(&self, text: &str, user: &User) -> Result<(), String> {
        let paths = self.places.paths()?;
        let copy = paths.last_good_policy();
        let body = serde_json::json!({ "change": "setup", "by": "root" });
        match paths.store().exists() {
            true => {
                let store = SqliteStore::open(&paths.store()).map_err(|e| e.to_string())?;
                crate::effective_policy::record::put_agreed(&store, &paths, text, "policy", body)?;
            }
            false if copy.exists() => {
                paths::write_atomically(&copy, text.as_bytes(), None).map_err(|e| e.to_string())?;
            }
            // The first file is recorded as it is found.
            false => return Ok(()),
        }
        lchown(&copy, Some(user.uid), Some(user.gid)).map_err(|e| e.to_string())
    }

    /// The policy of the service, with those who answer in it. What else it says stays.
    fn policy(&self) -> Result<String, String> {
        let path = self.places.paths()?.policy;
        let broken = |why: String| format!("`{}`: {why}; mend it and try again", path.display());
        let text = match crate::effective_policy::read(&path) {
            Ok(text) => text.unwrap_or_else(|| "version = 1\n".to_owned()),
            Err(e) => return Err(broken(e.to_string())),
        };
        PolicyFile::parse(&text).map_err(|e| broken(e.to_string()))?;
        let mut document: DocumentMut =
            text.parse().map_err(|e: toml_edit::TomlError| broken(e.to_string()))?;
        let people = document.entry("approver").or_insert(Item::ArrayOfTables(ArrayOfTables::new()));
        let people = people
            .as_array_of_tables_mut()
            .ok_or_else(|| broken("`approver` is no list of tables".to_owned()))?;
        let has = |people: &ArrayOfTables, account: &str| {
            let accounts = people.iter().filter_map(|one| one.get("accounts").and_then(Item::as_array));
            accounts.flatten().any(|one| one.as_str() == Some(account))
        };
        for agent in &self.agents {
            if has(people, &format!("unix:{}", agent.uid)) {
                return Err(broken(format!(
                    "`{}` is named as one who answers, and its agents ask",
                    agent.name
                )));
            }
        }
        for one in &self.approvers {
            let account = format!("unix:{}", one.uid);
            if !has(people, &account) {
                let mut table = Table::new();
                table.insert("name", value(&one.name));
                table.insert("role", value("admin"));
                table.insert("accounts", value([account.as_str()].into_iter().collect::<Array>()));
                people.push(table);
            }
        }
        Ok(document.to_string())
    }

    /// Starts it where systemd does such things; says what is left to do where it does not.
    fn service(&self, user: &User) -> Result<String, String> {
        let places = &self.places;
        serve::prepare(places, user)?;
        put(&places.unit(), unit(places).as_bytes(), 0o644)?;
        let by_hand = format!("{} setup serve", places.binary().display());
        if !places.is_real() || !Path::new("/run/systemd/system").exists() {
            return Ok(format!(
                "systemd does not run here: start the service yourself, and at every boot: `{by_hand}`. Until then every \
                 call of these agents is denied"
            ));
        }
        users::run(Command::new("systemctl").arg("daemon-reload"))?;
        users::run(Command::new("systemctl").args(["enable", "--now", "herma.service"]))?;
        // What was up already runs the program of before.
        users::run(Command::new("systemctl").args(["restart", "herma.service"]))?;
        answers(&places.socket())?;
        Ok("the service runs: `systemctl status herma`".to_owned())
    }
}

/// Waits until it does: systemd says that it was started, not that it listens, and until then every call is denied.
fn answers(socket: &Path) -> Result<(), String> {
    let until = Instant::now() + TO_START;
    while UnixStream::connect(socket).is_err() {
        if Instant::now() > until {
            return Err(
                "the service was started, and does not answer: `systemctl status herma` says why".to_owned()
            );
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    Ok(())
}

/// Lets a test end setup half way. A release build has no such switch.
#[cfg(debug_assertions)]
fn killed_by_a_test(step: &str) {
    if std::env::var("HERMA_TEST_FAULT").is_ok_and(|fault| fault == format!("setup:{step}")) {
        let _ = rustix::process::kill_process(rustix::process::getpid(), rustix::process::Signal::KILL);
    }
}

#[cfg(not(debug_assertions))]
fn killed_by_a_test(_step: &str) {}

fn joined(before: Option<&Vec<String>>, named: &[&str], otherwise: Option<&str>) -> Vec<String> {
    let mut all: Vec<String> = before.cloned().unwrap_or_default();
    for name in named {
        if !all.iter().any(|known| known == name) {
            all.push((*name).to_owned());
        }
    }
    if all.is_empty() {
        all.extend(otherwise.map(str::to_owned));
    }
    all
}

fn unit(places: &Places) -> String {
    format!(
        "# Written by `herma setup --level 1`; `herma setup --remove` takes it away.\n\
         [Unit]\nDescription=Herma: who may answer for people\n\n\
         [Service]\nUser={USER}\nGroup={USER}\nExecStart={} setup serve\n\
         RuntimeDirectory=herma\nRuntimeDirectoryMode=0755\nRestart=always\nRestartSec=1\nUMask=0077\n\
         NoNewPrivileges=yes\nCapabilityBoundingSet=\nProtectSystem=strict\nReadWritePaths={}\nProtectHome=yes\n\
         PrivateTmp=yes\nPrivateDevices=yes\nProtectKernelTunables=yes\nRestrictSUIDSGID=yes\n\n\
         [Install]\nWantedBy=multi-user.target\n",
        places.binary().display(),
        places.data().display()
    )
}

/// A file of root's, replaced in one step.
fn put(path: &Path, bytes: &[u8], mode: u32) -> Result<(), String> {
    if let Some(folder) = path.parent() {
        open_folder(folder)?;
    }
    paths::write_atomically(path, bytes, Some(mode))
        .map_err(|e| format!("cannot write `{}`: {e}", path.display()))
}

/// A folder that everybody may read.
pub(super) fn open_folder(folder: &Path) -> Result<(), String> {
    let missing: Vec<PathBuf> =
        folder.ancestors().take_while(|above| !above.exists()).map(Path::to_owned).collect();
    for one in missing.iter().rev() {
        let made =
            fs::create_dir(one).and_then(|()| fs::set_permissions(one, fs::Permissions::from_mode(0o755)));
        made.map_err(|e| format!("cannot make `{}`: {e}", one.display()))?;
    }
    Ok(())
}
