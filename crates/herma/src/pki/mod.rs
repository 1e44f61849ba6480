//! `herma pki`: the fleet's certificates.

mod passphrase;

use crate::answerer::may_change;
use crate::approvals::{ApprovalService, now};
use crate::check::usage;
use crate::duration;
use crate::options::{Known, Typed};
use crate::paths::Paths;
use herma_a2a::pki::{
    Authority, CRL_DAYS, Entry, External, Folder, Identity, Issued, LEAF_DAYS, Ledger, Names, PkiError,
    check, crl_beside, request,
};
use herma_core::text::shown;
use herma_store::Store;
use herma_store::audit::NewEntry;
use serde_json::{Value, json};
use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

pub use passphrase::from_environment;

pub const HELP: &str = "\
usage: herma pki init [--domain NAME] [--no-passphrase] [--external-cert FILE --external-key FILE]
       herma pki issue NAME [--dns HOST]… [--ip ADDRESS]… [--days N]
       herma pki csr NAME
       herma pki sign FILE --name NAME [--dns HOST]… [--ip ADDRESS]… [--days N] [--out FILE]
       herma pki renew NAME [--days N]
       herma pki revoke NAME|SERIAL
       herma pki crl [--days N]
       herma pki list [--json]
       herma pki verify NAME|FILE [--ca FILE] [--crl FILE]

The certificates by which the agents of a fleet know each other. An identity is the one URI in a certificate,
spiffe://DOMAIN/agent/NAME.

  init     makes the fleet's CA and its list of revoked certificates. Its key is encrypted with a passphrase, typed here
           or in HERMA_PKI_PASSPHRASE. --external-cert takes somebody else's intermediate instead, its chain behind it
  issue    a key and a certificate for an agent; without --dns and --ip it is good for NAME, localhost and loopback
  csr      makes a key here, and a request that the CA's holder signs: the key never travels
  sign     signs such a request; who it is for is said here, whatever the request says
  renew    the same key and names for another life; `herma a2a serve` does it by itself at two thirds
  revoke   takes a certificate back: a name means every one it ever had. Servers drop it within a second or two
  crl      signs the list of revoked certificates anew
  list     every certificate, and how it stands
  verify   whether a certificate would be let in, and if not, why: exit 1

  --days N          how long it is good (issue, sign, renew: 90; crl: 30)
  --no-passphrase   the CA's key is protected by its file's mode alone; then renewals need nobody
  --home DIR        Herma's own home; everything lies in its folder `pki`

exit: 0, 1 not done, 2 usage
";

const KNOWN: Known = Known {
    values: &[
        "--domain",
        "--external-cert",
        "--external-key",
        "--dns",
        "--ip",
        "--days",
        "--name",
        "--out",
        "--ca",
        "--crl",
    ],
    flags: &["--no-passphrase", "--json"],
    rest: None,
};
/// The trust domain of a fleet that nobody named.
const DOMAIN: &str = "fleet.internal";

pub fn main(args: &[OsString]) -> ExitCode {
    let typed = match Typed::read(args, &KNOWN) {
        Ok(typed) if typed.help => {
            print!("{HELP}");
            return ExitCode::SUCCESS;
        }
        Ok(typed) => typed,
        Err(message) => return usage(&message),
    };
    let words: Vec<&str> = typed.words.iter().map(String::as_str).collect();
    let paths = match Paths::resolve(typed.home()) {
        Ok(paths) => paths,
        Err(error) => return failed(&error.to_string()),
    };
    let pki = Pki { folder: folder(&paths), typed: &typed };
    let done = match words.as_slice() {
        ["list"] => pki.list(),
        ["verify", what] => match pki.verify(what) {
            Ok((said, true)) => Ok(said),
            Ok((said, false)) => {
                print!("{said}");
                return ExitCode::FAILURE;
            }
            Err(why) => Err(why),
        },
        ["init" | "crl"] | ["issue" | "csr" | "sign" | "renew" | "revoke", _] => {
            may_change(&paths).and_then(|()| pki.change_on_record(&paths, &words))
        }
        _ => {
            return usage(
                "init, issue NAME, csr NAME, sign FILE, renew NAME, revoke NAME, crl, list or verify; --help says more",
            );
        }
    };
    match done {
        Ok(said) => {
            print!("{said}");
            ExitCode::SUCCESS
        }
        Err(why) => failed(&why),
    }
}

fn failed(why: &str) -> ExitCode {
    eprintln!("herma: {}", shown(why));
    ExitCode::FAILURE
}

/// Puts a change of the fleet's certificates into the audit chain. Who made it is said here, unless `what` says so.
pub fn record(paths: &Paths, mut what: Value) -> Result<(), String> {
    let keeper = ApprovalService::open(paths).map_err(|error| error.to_string())?;
    let by = keeper.gate.settings().person(&keeper.account).unwrap_or(&keeper.account).to_owned();
    if let Some(what) = what.as_object_mut() {
        what.entry("by").or_insert_with(|| json!(by));
    }
    let entry = NewEntry::new("pki", what);
    keeper.gate.store().append(&entry, now()).map(drop).map_err(|error| error.to_string())
}

/// Where the certificates of a home are.
pub fn folder(paths: &Paths) -> Folder {
    Folder::new(paths.data.join("pki"))
}

struct Pki<'a> {
    folder: Folder,
    typed: &'a Typed,
}

impl Pki<'_> {
    /// On record first: a certificate that nobody can find out about is not made. What was made follows, by its serials.
    fn change_on_record(&self, paths: &Paths, words: &[&str]) -> Result<String, String> {
        let [action, ..] = words else { return Err("nothing to do".to_owned()) };
        let name = self.typed.value("--name").or_else(|| words.get(1).copied());
        let before = self.serials();
        let unwritten = |error: String| format!("it cannot be put on record, and is not done: {error}");
        // Without a CA, or with one already there, nothing happens.
        if self.folder.ca_key().exists() != (*action == "init") || *action == "csr" {
            record(
                paths,
                json!({"action": action, "name": name, "dns": self.typed.all("--dns"),
                "ip": self.typed.all("--ip"), "days": self.typed.value("--days")}),
            )
            .map_err(unwritten)?;
        }
        let said = self.change(words).map_err(|error| error.to_string())?;
        let after = self.serials();
        let changed: Vec<&String> = after.iter().filter(|serial| !before.contains(serial)).collect();
        if !changed.is_empty() {
            let what = json!({"action": format!("{action}: done"), "name": name, "serials": changed});
            record(paths, what).map_err(|error| format!("it is done, but not on record: {error}"))?;
        }
        Ok(said)
    }

    /// What the CA has signed and taken back; that a certificate was revoked makes it another one.
    fn serials(&self) -> Vec<String> {
        let ledger = Ledger::read(&self.folder).map(|ledger| ledger.issued).unwrap_or_default();
        let serial = |entry: Entry| match entry.revoked {
            Some(_) => format!("{} revoked", entry.serial),
            None => entry.serial,
        };
        ledger.into_iter().map(serial).collect()
    }

    fn change(&self, words: &[&str]) -> Result<String, PkiError> {
        match words {
            ["init"] => self.init(),
            ["issue", name] => {
                let issued = self.authority()?.issue(name, &self.names(Some(name)), self.days(LEAF_DAYS)?)?;
                let mut said = about(&issued);
                let _ = writeln!(
                    said,
                    "certificate {}",
                    shown(&self.folder.certificate(name).display().to_string())
                );
                let _ = writeln!(said, "key         {}", shown(&self.folder.key(name).display().to_string()));
                Ok(said)
            }
            ["csr", name] => {
                request(&self.folder, name)?;
                let path = self.folder.csr(name);
                Ok(format!(
                    "{}\nsign it with: herma pki sign FILE --name {name}\n",
                    shown(&path.display().to_string())
                ))
            }
            ["sign", file] => self.sign(Path::new(file)),
            ["renew", name] => Ok(about(&self.authority()?.renew(name, self.days(LEAF_DAYS)?)?)),
            ["revoke", what] => {
                let ended = self.authority()?.revoke(what)?;
                if ended.is_empty() {
                    return Ok(format!("{} has expired already; there is nothing to revoke\n", shown(what)));
                }
                Ok(ended.iter().fold(String::new(), |mut said, entry| {
                    let _ = writeln!(said, "revoked {} ({})", entry.name, entry.serial);
                    said
                }))
            }
            _ => {
                self.authority()?.sign_crl(self.days(CRL_DAYS)?)?;
                Ok(format!("{}\n", shown(&self.folder.crl().display().to_string())))
            }
        }
    }

    fn init(&self) -> Result<String, PkiError> {
        let external = match (self.typed.value("--external-cert"), self.typed.value("--external-key")) {
            (None, None) => None,
            (Some(chain), Some(key)) => Some(External { chain: Path::new(chain), key: Path::new(key) }),
            _ => return Err(PkiError::Refused("--external-cert and --external-key go together".to_owned())),
        };
        // Before anybody types a passphrase in vain.
        if self.folder.ca_key().exists() {
            let hint = "a fleet has one CA; move its folder away first if you want another";
            return Err(PkiError::Exists { path: self.folder.ca_key(), hint });
        }
        let passphrase = match self.typed.has("--no-passphrase") {
            true => None,
            false => Some(passphrase::new().map_err(PkiError::Refused)?),
        };
        let domain = self.typed.value("--domain").unwrap_or(DOMAIN);
        Authority::init(&self.folder, domain, passphrase.as_deref(), external)?;
        let path = |path: PathBuf| shown(&path.display().to_string());
        Ok(format!(
            "fleet {domain}\nca   {}\nkey  {}{}\ncrl  {}\nnext: herma pki issue NAME\n",
            path(self.folder.ca()),
            path(self.folder.ca_key()),
            if passphrase.is_some() { " (encrypted)" } else { "" },
            path(self.folder.crl())
        ))
    }

    fn authority(&self) -> Result<Authority, PkiError> {
        Authority::open(&self.folder, &mut passphrase::existing)
    }

    fn days(&self, usual: u32) -> Result<u32, PkiError> {
        self.typed.number("--days").map(|days| days.unwrap_or(usual)).map_err(PkiError::Refused)
    }

    /// As typed; for a new agent of which nothing was said, this machine.
    fn names(&self, name: Option<&str>) -> Names {
        let owned = |name: &str| self.typed.all(name).into_iter().map(str::to_owned).collect::<Vec<_>>();
        let (mut dns, mut ip) = (owned("--dns"), owned("--ip"));
        if let (Some(name), true, true) = (name, dns.is_empty(), ip.is_empty()) {
            // An underscore is no part of a host name.
            dns = [name, "localhost"]
                .iter()
                .filter(|one| !one.contains('_'))
                .map(|one| (*one).to_owned())
                .collect();
            ip = vec!["127.0.0.1".to_owned(), "::1".to_owned()];
        }
        Names { dns, ip }
    }

    fn sign(&self, file: &Path) -> Result<String, PkiError> {
        let Some(name) = self.typed.value("--name") else {
            return Err(PkiError::Refused("for whom? --name NAME".to_owned()));
        };
        let csr =
            std::fs::read_to_string(file).map_err(|error| PkiError::Io { path: file.to_owned(), error })?;
        let issued =
            self.authority()?.sign_request(&csr, name, &self.names(Some(name)), self.days(LEAF_DAYS)?)?;
        let out = self.typed.value("--out").map_or_else(|| file.with_extension("crt"), PathBuf::from);
        herma_a2a::pki::replace(&out, issued.pem.as_bytes())
            .map_err(|error| PkiError::Io { path: out.clone(), error })?;
        Ok(format!("{}certificate {}\n", about(&issued), shown(&out.display().to_string())))
    }

    fn list(&self) -> Result<String, String> {
        let ledger = Ledger::read(&self.folder).map_err(|error| error.to_string())?;
        let now = crate::approvals::now() / 1000;
        if self.typed.has("--json") {
            let all: Vec<_> = ledger
                .issued
                .iter()
                .map(|e| {
                    json!({"name": e.name, "identity": Identity::uri_of(&ledger.domain, &e.name), "serial": e.serial,
                        "dns": e.dns, "ip": e.ip, "not_before": e.not_before, "not_after": e.not_after,
                        "standing": e.standing(now).as_str()})
                })
                .collect();
            return Ok(format!("{}\n", json!(all)));
        }
        let mut said = String::new();
        for entry in &ledger.issued {
            let left = match entry.not_after - now {
                left if left > 0 => format!("{} left", duration::text(left.saturating_mul(1000))),
                _ => "over".to_owned(),
            };
            let standing = entry.standing(now).as_str();
            let _ = writeln!(said, "{:<20} {:<15} {left:<16} {}", entry.name, standing, entry.serial);
        }
        if said.is_empty() {
            said = "no certificate yet: herma pki issue NAME\n".to_owned();
        }
        Ok(said)
    }

    fn verify(&self, what: &str) -> Result<(String, bool), String> {
        let certificate = match what.contains(['/', '.']) && Path::new(what).exists() {
            true => PathBuf::from(what),
            false => self.folder.certificate(what),
        };
        let ca = self.typed.value("--ca").map_or_else(|| self.folder.ca(), PathBuf::from);
        let crl = self.typed.value("--crl").map_or_else(|| crl_beside(&ca), PathBuf::from);
        let checked = check(&certificate, &ca, &crl).map_err(|error| error.to_string())?;
        let mut said = String::new();
        if let Some(identity) = &checked.identity {
            let _ = writeln!(said, "identity {}\nserial   {}", shown(&identity.uri), identity.serial);
        }
        for fault in &checked.faults {
            let _ = writeln!(said, "refused  {}", shown(fault));
        }
        if checked.faults.is_empty() {
            said.push_str("good\n");
        }
        Ok((said, checked.faults.is_empty()))
    }
}

fn about(issued: &Issued) -> String {
    let left = (issued.entry.not_after - crate::approvals::now() / 1000).saturating_mul(1000);
    format!(
        "identity    {}\nserial      {}\ngood for    {}\n",
        issued.identity,
        issued.entry.serial,
        duration::text(left)
    )
}
