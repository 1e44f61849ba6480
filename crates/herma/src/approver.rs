//! `herma approver`: who answers beside the user of this machine, and by which accounts.

use crate::answerer::{may_answer, may_change};
use crate::approvals::{ApprovalService, account, now, settings};
use crate::check::usage;
use crate::effective_policy;
use crate::paths::Paths;
use crate::policy_command::edit_file::{Change, Weight};
use herma_core::policy::check_account;
use herma_core::text::shown;
use herma_gate::Person;
use herma_server::credential::{self, Kind};
use herma_server::passkey::{self, Passkey};
use herma_store::{Millis, Store};
use herma_view::time;
use serde_json::{Value, json};
use std::ffi::OsString;
use std::io::IsTerminal;
use std::process::ExitCode;
use toml_edit::{Array, ArrayOfTables, DocumentMut, Item, Table, value};

pub const HELP: &str = concat!(
    "\
usage: herma approver add NAME [--role ROLE] [--on-call WHEN] [ACCOUNT…]
       herma approver link NAME ACCOUNT
       herma approver login NAME
       herma approver remove NAME
       herma approver remove-passkey ID
       herma approver list [--json]

Who answers beside you, and by which accounts. Whoever uses one of a person's accounts is that person; whoever uses another is
nobody. `link` adds an account to a person, or to yourself by your own name. All of it stands in your policy file, and holds at
once.

",
    herma_specs::accounts_help!(),
    "

`login` prints a link to the web inbox for a person with an account `web:NAME`: good once, for ten minutes. Passkeys are added
in the inbox, right after logging in; `list` shows them, and `remove-passkey` takes one away. Removing a person takes all they hold:
sessions, links, tokens, passkeys. Who comes in by a link or token that you have made counts as one voice with you: where a rule wants
several people, or somebody else than you, that takes a passkey of theirs or an account in chat.

  --role ROLE      viewer: looks; approver: answers, for a session at most; admin: answers, also for good (default: approver)
  --on-call WHEN   first: told at once; backup: at half time of a level; everyone: at half time of the last (default: first)
  --json           one line of JSON
  --home DIR       Herma's own home

Changes are shown and agreed to at a terminal. Refused to agents. docs/channels.md says how chat is set up.

exit: 0, 1 not done, 2 usage
"
);

/// Longer than one's own: it has to be handed over.
/// More grants nobody has given.
const GRANTS_MAX: usize = 100_000;
const HANDED_LASTS: Millis = 10 * 60_000;

/// What was typed.
#[derive(Debug, Default)]
struct Typed {
    words: Vec<String>,
    role: Option<String>,
    on_call: Option<String>,
    json: bool,
    home: Option<OsString>,
}

pub fn main(args: &[OsString]) -> ExitCode {
    let mut typed = Typed::default();
    let mut rest = args.iter();
    while let Some(word) = rest.next() {
        let mut given = || rest.next().map(|word| word.to_string_lossy().into_owned());
        match word.to_str().unwrap_or_default() {
            "--help" | "-h" => {
                print!("{HELP}");
                return ExitCode::SUCCESS;
            }
            "--json" => typed.json = true,
            "--home" => match rest.next() {
                Some(folder) => typed.home = Some(folder.clone()),
                None => return usage("`--home` needs a value"),
            },
            "--role" => match given() {
                Some(role) if ["viewer", "approver", "admin"].contains(&role.as_str()) => {
                    typed.role = Some(role)
                }
                _ => return usage("`--role` is viewer, approver or admin"),
            },
            "--on-call" => match given() {
                Some(when) if ["first", "backup", "everyone"].contains(&when.as_str()) => {
                    typed.on_call = Some(when)
                }
                _ => return usage("`--on-call` is first, backup or everyone"),
            },
            other if other.starts_with('-') => {
                return usage(&format!("`{other}` is no option; --help lists them"));
            }
            text => typed.words.push(text.to_owned()),
        }
    }
    let paths = Paths::resolve(typed.home.as_deref()).map_err(|e| e.to_string());
    let words: Vec<&str> = typed.words.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        ["list"] => paths.and_then(|paths| list(&paths, typed.json)),
        ["add", name, accounts @ ..] => paths.and_then(|paths| add(&paths, name, accounts, &typed)),
        ["link", name, account] => paths.and_then(|paths| link(&paths, name, account)),
        ["remove", name] => paths.and_then(|paths| remove(&paths, name)),
        ["login", name] => paths.and_then(|paths| login(&paths, name)),
        ["remove-passkey", id] => paths.and_then(|paths| remove_passkey(&paths, id)),
        _ => {
            return usage(
                "add NAME, link NAME ACCOUNT, login NAME, remove NAME, remove-passkey ID, or list; --help says more",
            );
        }
    };
    match done {
        Ok(text) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Err(why) => {
            eprintln!("herma: {}", shown(&why));
            ExitCode::FAILURE
        }
    }
}

/// One of those who answer.
struct Row<'a> {
    person: &'a Person,
    role: &'static str,
    on_call: &'static str,
    passkeys: Vec<Passkey>,
}

/// Everybody, as the gate knows them: the user of this machine first.
fn list(paths: &Paths, as_json: bool) -> Result<String, String> {
    let keeper = ApprovalService::open(paths).map_err(|e| e.to_string())?;
    let (own, settings) = (&keeper.account, keeper.gate.settings());
    let policy = effective_policy::load(paths);
    let named = &policy.base().policy().approvers;
    let passkeys = passkey::list(keeper.gate.store(), now()).map_err(|e| e.to_string())?;
    let rows = settings.people.iter().map(|person| {
        let known =
            named.iter().find(|one| one.name == person.name).filter(|_| !person.accounts.contains(own));
        let theirs = |one: &&Passkey| settings.person(&one.account) == Some(&person.name);
        Row {
            person,
            role: known.map_or("admin", |one| one.role.as_str()),
            on_call: known.map_or("first", |one| one.on_call.as_str()),
            passkeys: passkeys.iter().filter(theirs).cloned().collect(),
        }
    });
    match as_json {
        true => Ok(format!("{}\n", rows.map(|row| row.to_json()).collect::<Value>())),
        false => Ok(rows.map(|row| row.to_text()).collect()),
    }
}

impl Row<'_> {
    fn to_json(&self) -> Value {
        let passkey = |one: &Passkey| json!({"id": one.id, "name": one.name, "site": one.rp, "added": one.made, "used": one.used});
        json!({"name": self.person.name, "role": self.role, "on_call": self.on_call, "accounts": self.person.accounts,
               "passkeys": self.passkeys.iter().map(passkey).collect::<Vec<_>>()})
    }

    fn to_text(&self) -> String {
        let Row { person, role, on_call, passkeys } = self;
        let accounts = match person.accounts.is_empty() {
            true => "no account: can answer nothing".to_owned(),
            false => person.accounts.join(" "),
        };
        let mut text = format!("{:<20} {role:<9} {on_call:<9} {}\n", shown(&person.name), shown(&accounts));
        for one in passkeys {
            let used =
                one.used.map_or("never used".to_owned(), |used| format!("used {} UTC", time::shown(used)));
            let line = format!(
                "passkey `{}` for {}, added {} UTC, {used}: {}",
                one.name,
                one.rp,
                time::shown(one.made),
                one.id
            );
            text.push_str(&format!("{:<20} {}\n", "", shown(&line)));
        }
        text
    }
}

/// A link for somebody else: whoever opens it is that person, so it is for a person to hand over.
fn login(paths: &Paths, name: &str) -> Result<String, String> {
    let keeper = ApprovalService::open(paths).map_err(|e| e.to_string())?;
    may_answer(keeper.gate.store())?;
    if !std::io::stdout().is_terminal() {
        return Err("a link to log in with is shown at a terminal only".to_owned());
    }
    let account = web_account(&keeper, name)?;
    let address = crate::gateway::address(paths).ok_or("the gateway is not up: `herma up` starts it")?;
    let made = credential::mint(
        keeper.gate.store(),
        Kind::Code,
        account,
        Some(HANDED_LASTS),
        &keeper.account,
        now(),
    );
    let (_, code) = made.map_err(|e| e.to_string())?;
    Ok(format!(
        "log in as {}: {address}/login#{code}\n(good once, for ten minutes; from another machine with the gateway's own name before `/login`)\n",
        shown(name)
    ))
}

/// The account by which somebody comes in here: to the web inbox, and through the API.
pub fn web_account<'a>(keeper: &'a ApprovalService, name: &str) -> Result<&'a str, String> {
    let person = keeper.gate.settings().people.iter().find(|one| one.name == name);
    let person = person.ok_or(format!("there is no `{name}`; `herma approver list` shows everybody"))?;
    let here = |account: &&String| **account == keeper.account || account.starts_with("web:");
    person.accounts.iter().find(here).map(String::as_str).ok_or(format!(
        "`{name}` has no account in the web inbox; `herma approver link {name} web:{name}` makes one"
    ))
}

fn remove_passkey(paths: &Paths, id: &str) -> Result<String, String> {
    let keeper = ApprovalService::open(paths).map_err(|e| e.to_string())?;
    may_answer(keeper.gate.store())?;
    let gone = passkey::remove(keeper.gate.store(), id, &keeper.account, now()).map_err(|e| e.to_string())?;
    match gone {
        true => Ok(format!("the passkey {} signs nothing here any more\n", shown(id))),
        false => Err(format!("there is no passkey `{id}`; `herma approver list` shows them")),
    }
}

fn add(paths: &Paths, name: &str, accounts: &[&str], typed: &Typed) -> Result<String, String> {
    may_change(paths)?;
    for account in accounts {
        check_account(account)?;
        unclaimed(paths, account)?;
    }
    let change = Change::of(paths, |document| {
        let people = people(document)?;
        if find(people, name).is_some() {
            return Err(format!(
                "there is a `{name}` already; `herma approver link {name} ACCOUNT` adds an account"
            ));
        }
        let mut table = Table::new();
        table.insert("name", value(name));
        for (key, text) in [("role", &typed.role), ("on_call", &typed.on_call)] {
            if let Some(text) = text {
                table.insert(key, value(text));
            }
        }
        table.insert("accounts", value(accounts.iter().copied().collect::<Array>()));
        people.push(table);
        Ok(())
    })?;
    let role = typed.role.as_deref().unwrap_or("approver");
    let sentence = format!("`{name}` becomes {role}, by {}", spoken(accounts));
    let body = json!({"change": "add", "approver": name, "role": role, "accounts": accounts});
    change.agree(paths, Weight::Loosens, &sentence, "approver", body)?;
    Ok(format!("{} is {role}{}\n", shown(name), hint(paths, accounts)))
}

fn link(paths: &Paths, name: &str, account: &str) -> Result<String, String> {
    may_change(paths)?;
    check_account(account)?;
    unclaimed(paths, account)?;
    let known = known(paths)?;
    if !known.iter().any(|person| person == name) {
        return Err(format!(
            "there is no `{name}`: {}; `herma approver add {name} {account}` adds one",
            known.join(", ")
        ));
    }
    let change = Change::of(paths, |document| {
        let people = people(document)?;
        match find(people, name).and_then(|at| people.get_mut(at)) {
            Some(table) => {
                let accounts = table.entry("accounts").or_insert(value(Array::new()));
                accounts.as_array_mut().ok_or("`accounts` is no list in your file")?.push(account);
            }
            None => {
                let mut table = Table::new();
                table.insert("name", value(name));
                table.insert("accounts", value([account].into_iter().collect::<Array>()));
                people.push(table);
            }
        }
        Ok(())
    })?;
    let body = json!({"change": "link", "approver": name, "account": account});
    change.agree(paths, Weight::Loosens, &format!("whoever uses {account} is `{name}`"), "approver", body)?;
    Ok(format!("{account} is {}{}\n", shown(name), hint(paths, &[account])))
}

fn remove(paths: &Paths, name: &str) -> Result<String, String> {
    may_change(paths)?;
    let change = Change::of(paths, |document| {
        let people = people(document)?;
        let at = find(people, name)
            .ok_or(format!("your policy names no `{name}`; `herma approver list` shows everybody"))?;
        people.remove(at);
        Ok(())
    })?;
    let body = json!({"change": "remove", "approver": name});
    let sentence =
        format!("`{name}` may answer nothing any more, and what `{name}` allowed for longer no longer holds");
    // Whose they are is known only as long as the person is.
    let keeper = ApprovalService::open(paths).map_err(|e| e.to_string())?;
    let (store, own) = (keeper.gate.store(), &keeper.account);
    let person = keeper.gate.settings().people.iter().find(|one| one.name == name);
    let accounts: Vec<String> = person.map(|one| one.accounts.clone()).unwrap_or_default();
    let accounts: Vec<String> = accounts.into_iter().filter(|one| one != own).collect();
    change.agree(paths, Weight::Tightens, &sentence, "approver", body)?;
    // Whoever is named again later comes in anew: what was held before is good for nothing.
    let failed = |e: herma_store::StoreError| {
        format!(
            "`{name}` may answer nothing any more, but what they hold could not be taken away: {e}; `herma token revoke` does"
        )
    };
    let gone = credential::revoke_all(store, &accounts, own, now()).map_err(failed)?;
    let mut keys = 0;
    for one in
        passkey::list(store, now()).map_err(failed)?.iter().filter(|one| accounts.contains(&one.account))
    {
        keys += usize::from(passkey::remove(store, &one.id, own, now()).map_err(failed)?);
    }
    let mut said = 0;
    for one in &accounts {
        said += store.take_back(one, own, now()).map_err(failed)?;
    }
    let allowed = revoke_allowed(store, name, own).map_err(failed)?;
    let mut held = match (gone, keys) {
        (0, 0) => String::new(),
        _ => format!("; {gone} of their sessions, links and tokens and {keys} passkeys are good for nothing"),
    };
    if said > 0 {
        held.push_str(&format!("; their yes counts no more ({said} not run yet)"));
    }
    if allowed > 0 {
        held.push_str(&format!("; {allowed} of their grants are revoked"));
    }
    Ok(format!("{} may answer nothing any more{held}\n", shown(name)))
}

/// Takes back what somebody has allowed for longer, and counts it. By name: whoever is given that name later has allowed
/// nothing.
pub fn revoke_allowed(store: &dyn Store, name: &str, by: &str) -> Result<usize, herma_store::StoreError> {
    let mut allowed = 0;
    for one in store.grants(GRANTS_MAX)? {
        if one.by == name && one.is_live(now()) {
            store.revoke_grant(&one.id, by, now())?;
            allowed += 1;
        }
    }
    Ok(allowed)
}

/// The names of everybody.
fn known(paths: &Paths) -> Result<Vec<String>, String> {
    let own = account(paths).map_err(|e| e.to_string())?;
    Ok(settings(paths, &own).people.into_iter().map(|person| person.name).collect())
}

/// One account is one person.
fn unclaimed(paths: &Paths, new: &str) -> Result<(), String> {
    let own = account(paths).map_err(|e| e.to_string())?;
    match settings(paths, &own).person(new) {
        Some(person) => Err(format!("{new} is `{person}`'s already: one account is one person")),
        None => Ok(()),
    }
}

fn people(document: &mut DocumentMut) -> Result<&mut ArrayOfTables, String> {
    let all = document.entry("approver").or_insert(Item::ArrayOfTables(ArrayOfTables::new()));
    all.as_array_of_tables_mut().ok_or("`approver` is no list of tables in your file".to_owned())
}

fn find(people: &ArrayOfTables, name: &str) -> Option<usize> {
    people.iter().position(|table| table.get("name").and_then(Item::as_str) == Some(name))
}

fn spoken(accounts: &[&str]) -> String {
    if accounts.is_empty() { "no account yet".to_owned() } else { accounts.join(", ") }
}

/// What is still missing before anybody is reached there.
fn hint(paths: &Paths, accounts: &[&str]) -> String {
    let policy = effective_policy::load(paths);
    let channel = &policy.base().policy().channel;
    let missing = accounts
        .iter()
        .filter_map(|account| account.split(':').next())
        .find(|kind| herma_specs::channel(kind).is_some() && channel.get(kind).is_none());
    missing.map_or(String::new(), |kind| {
        format!("; nothing is sent there before the policy has a [channel.{kind}] (docs/channels.md)")
    })
}
