//! What the CA has signed and taken back: a JSON file beside it.

use super::files::{Folder, replace};
use super::{PkiError, Result};
use serde_json::{Value, json};

/// The form of the file.
const VERSION: u64 = 1;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ledger {
    /// The trust domain of every identity.
    pub domain: String,
    /// Counts the lists that were signed: a reader never takes an older one.
    pub crl_number: u64,
    pub issued: Vec<Entry>,
}

/// One certificate. Times are seconds since the epoch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    pub serial: String,
    pub name: String,
    pub dns: Vec<String>,
    pub ip: Vec<String>,
    pub not_before: i64,
    pub not_after: i64,
    pub revoked: Option<i64>,
}

/// How a certificate stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    Good,
    /// Two thirds of its life are over.
    Due,
    Expired,
    Revoked,
}

impl Standing {
    pub fn as_str(self) -> &'static str {
        match self {
            Standing::Good => "good",
            Standing::Due => "due for renewal",
            Standing::Expired => "expired",
            Standing::Revoked => "revoked",
        }
    }
}

impl Entry {
    pub fn standing(&self, now: i64) -> Standing {
        match () {
            () if self.revoked.is_some() => Standing::Revoked,
            () if now >= self.not_after => Standing::Expired,
            () if is_due(self.not_before, self.not_after, now) => Standing::Due,
            () => Standing::Good,
        }
    }
}

/// Whether two thirds of a life are over.
pub fn is_due(not_before: i64, not_after: i64, now: i64) -> bool {
    now.saturating_sub(not_before) >= not_after.saturating_sub(not_before) / 3 * 2
}

impl Ledger {
    pub fn new(domain: &str) -> Ledger {
        Ledger { domain: domain.to_owned(), crl_number: 0, issued: Vec::new() }
    }

    pub fn read(folder: &Folder) -> Result<Ledger> {
        let path = folder.ledger();
        let text = match std::fs::read_to_string(&path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return Err(PkiError::NoCa { path: folder.root().to_owned() });
            }
            other => other.map_err(PkiError::io(&path))?,
        };
        let value: Value = serde_json::from_str(&text).map_err(|e| PkiError::unreadable(&path, e))?;
        if value.get("version").and_then(Value::as_u64) != Some(VERSION) {
            return Err(PkiError::unreadable(&path, "another version of Herma wrote it; upgrade"));
        }
        from_json(&value).ok_or_else(|| PkiError::unreadable(&path, "a field is missing"))
    }

    pub(super) fn write(&self, folder: &Folder) -> Result<()> {
        let path = folder.ledger();
        let text = format!("{:#}\n", self.to_json());
        replace(&path, text.as_bytes()).map_err(PkiError::io(&path))
    }

    /// By serial number, or the latest certificate of that name.
    pub fn find(&self, what: &str) -> Option<&Entry> {
        let serial = what.to_ascii_lowercase();
        let by_serial = self.issued.iter().find(|entry| entry.serial == serial);
        by_serial.or_else(|| self.issued.iter().rev().find(|entry| entry.name == what))
    }

    fn to_json(&self) -> Value {
        let issued: Vec<Value> = self
            .issued
            .iter()
            .map(|e| {
                json!({"serial": e.serial, "name": e.name, "dns": e.dns, "ip": e.ip, "not_before": e.not_before,
                    "not_after": e.not_after, "revoked": e.revoked})
            })
            .collect();
        json!({"version": VERSION, "domain": self.domain, "crl_number": self.crl_number, "issued": issued})
    }
}

fn from_json(value: &Value) -> Option<Ledger> {
    let texts = |value: &Value| -> Option<Vec<String>> {
        value.as_array()?.iter().map(|text| text.as_str().map(str::to_owned)).collect()
    };
    let entry = |value: &Value| -> Option<Entry> {
        Some(Entry {
            serial: value.get("serial")?.as_str()?.to_owned(),
            name: value.get("name")?.as_str()?.to_owned(),
            dns: texts(value.get("dns")?)?,
            ip: texts(value.get("ip")?)?,
            not_before: value.get("not_before")?.as_i64()?,
            not_after: value.get("not_after")?.as_i64()?,
            revoked: match value.get("revoked")? {
                Value::Null => None,
                time => Some(time.as_i64()?),
            },
        })
    };
    Some(Ledger {
        domain: value.get("domain")?.as_str()?.to_owned(),
        crl_number: value.get("crl_number")?.as_u64()?,
        issued: value.get("issued")?.as_array()?.iter().map(entry).collect::<Option<_>>()?,
    })
}
