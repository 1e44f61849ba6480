//! Passkeys: answers of level 2 (design, section 6). A yes is signed by something that only the person holds, over a challenge
//! that stands for this request, this action and this moment.
//!
//! | file | is |
//! |---|---|
//! | `verify` | what a browser and an authenticator say, checked: pure |
//! | `purpose` | what somebody signs for |
//! | `cbor`, `base64` | how they write it |
//!
//! This file keeps whose they are, and which challenges are out: both in the store, so that a restart changes nothing.

mod base64;
mod cbor;
mod purpose;
#[cfg(test)]
mod tests;
mod verify;

pub use purpose::Purpose;
pub use verify::{Key, Place};

use crate::credential;
use herma_gate::{PASSKEY as NOTE, Settings};
use herma_store::audit::NewEntry;
use herma_store::{Millis, Note, Store, StoreError};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::fmt;

/// The level of an answer that a passkey has signed.
pub const LEVEL: u8 = 2;
/// Notes of this kind are challenges that are out.
const CHALLENGE: &str = "passkey-challenge";
/// The entry of the audit chain that a passkey rests on.
const MADE: &str = "passkey";
/// How long a challenge may be used: as long as somebody looks for a key and finds the sensor.
pub const CHALLENGE_LASTS: Millis = 120_000;
/// How long after a login a passkey may be added: whoever finds an open browser adds none.
pub const FRESH: Millis = 5 * 60_000;
/// A person has a phone, a laptop, two keys, and spare ones.
const PER_PERSON: usize = 20;
const NAME_MAX: usize = 60;

/// A passkey as the store knows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Passkey {
    /// As the authenticator calls it, in base 64.
    pub id: String,
    /// Whose it is: the account of the session that it was added in.
    pub account: String,
    /// What the person calls it.
    pub name: String,
    /// The site that it was made for.
    pub rp: String,
    key: Key,
    /// What its counter said last.
    count: u32,
    pub made: Millis,
    pub used: Option<Millis>,
    /// The entry of the audit chain that says so.
    entry: u64,
}

/// Why something was not done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refused {
    Store(StoreError),
    Because(String),
}

impl From<StoreError> for Refused {
    fn from(error: StoreError) -> Self {
        Refused::Store(error)
    }
}

impl From<&str> for Refused {
    fn from(why: &str) -> Self {
        Refused::Because(why.to_owned())
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::Store(error) => error.fmt(f),
            Refused::Because(why) => f.write_str(why),
        }
    }
}

type Done<T> = Result<T, Refused>;

/// Who is in front of the browser, and where it is.
#[derive(Debug, Clone, Copy)]
pub struct Holder<'a> {
    pub account: &'a str,
    /// The name of the session's credential.
    pub session: &'a str,
    pub place: Place<'a>,
}

/// Said to whoever brings no signature.
const FIRST_SIGN: &str = "you have a passkey already: adding another takes a signature of one that you have. Who has lost it has it \
                          taken away at a terminal, with `herma approver remove-passkey`";
const STALE: &str = "this was signed for something else, before, or too long ago: try again";

/// Everybody's.
pub fn list(store: &dyn Store, now: Millis) -> Result<Vec<Passkey>, StoreError> {
    let mut all: Vec<Passkey> = store.notes(NOTE, now)?.iter().filter_map(read).collect();
    all.sort_by_key(|one| one.made);
    Ok(all)
}

/// Those of this person, by any account.
pub fn of_person(
    store: &dyn Store,
    settings: &Settings,
    account: &str,
    now: Millis,
) -> Result<Vec<Passkey>, StoreError> {
    let person = settings.person(account);
    let mut all = list(store, now)?;
    all.retain(|one| person.is_some() && settings.person(&one.account) == person);
    Ok(all)
}

/// `false` if there is none of this id.
pub fn remove(store: &dyn Store, id: &str, by: &str, now: Millis) -> Result<bool, StoreError> {
    let Some(note) = store.note(NOTE, id, now)? else { return Ok(false) };
    let owner = read(&note).map(|one| one.account);
    // Gone first: what could not be recorded must not go on working either.
    let gone = store.swap_note(NOTE, id, Some(&note.body), None, now)?;
    if gone {
        store
            .append(&NewEntry::new("passkey-removed", json!({"id": id, "account": owner, "by": by})), now)?;
    }
    Ok(gone)
}

/// A challenge for a new passkey, and what a browser has to know for it.
pub fn to_register(store: &dyn Store, settings: &Settings, holder: Holder<'_>, now: Millis) -> Done<Value> {
    let person = settings.person(holder.account).ok_or("you are not known here any more")?;
    let known = of_person(store, settings, holder.account, now)?;
    if known.len() >= PER_PERSON {
        return Err("these are enough passkeys: remove one first".into());
    }
    // Who has one shows that it is theirs: a session alone, however young, adds none.
    let signed = match known.is_empty() {
        true => Value::Null,
        false => to_sign(store, settings, Purpose::Add, holder, now)?,
    };
    let challenge = base64::encode(&random_bytes()?);
    put_challenge(store, &challenge, json!({"for": "register"}), holder, now)?;
    let user = Sha256::digest(format!("herma person {person}"));
    let parameters: Vec<Value> =
        verify::ALGORITHMS.iter().map(|one| json!({"type": "public-key", "alg": one})).collect();
    Ok(json!({
        "challenge": challenge, "rp": {"id": holder.place.rp, "name": "Herma"},
        "user": {"id": base64::encode(&user), "name": person, "displayName": person},
        "pubKeyCredParams": parameters, "timeout": CHALLENGE_LASTS, "attestation": "none",
        "authenticatorSelection": {"userVerification": "required", "residentKey": "preferred"},
        "excludeCredentials": descriptors(&known, holder.place.rp), "signed": signed,
    }))
}

/// Takes a new passkey in, beside those that there are only with a signature of one of them. On record before it works.
pub fn register(
    store: &dyn Store,
    settings: &Settings,
    holder: Holder<'_>,
    brought: &Value,
    now: Millis,
) -> Done<Passkey> {
    let with = match of_person(store, settings, holder.account, now)?.is_empty() {
        true => Value::Null,
        false if brought["signed"].is_null() => return Err(FIRST_SIGN.into()),
        false => {
            signed(store, settings, Purpose::Add, holder, &brought["signed"], now)?;
            brought["signed"]["id"].clone()
        }
    };
    let client_data = bytes_of(brought, "clientDataJSON")?;
    let note = take_challenge(store, &verify::challenge(&client_data)?, holder, now)?;
    if note["for"] != "register" {
        return Err(STALE.into());
    }
    verify::check_client(&client_data, "webauthn.create", holder.place)?;
    let (id, key, count) = verify::made(&bytes_of(brought, "attestationObject")?, holder.place)?;
    let id = base64::encode(&id);
    let name: String = brought["name"].as_str().unwrap_or_default().trim().chars().take(NAME_MAX).collect();
    let name = if name.is_empty() { "a passkey".to_owned() } else { name };
    if store.note(NOTE, &id, now)?.is_some() {
        return Err("this passkey is known already".into());
    }
    let said = json!({"id": id, "account": holder.account, "name": name, "rp": holder.place.rp, "key": key.to_text(), "by": holder.account,
                      "session": holder.session, "with": with});
    let entry = store.append(&NewEntry::new(MADE, said), now)?.seq;
    let passkey = Passkey {
        id: id.clone(),
        account: holder.account.to_owned(),
        name,
        rp: holder.place.rp.to_owned(),
        key,
        count,
        made: now,
        used: None,
        entry,
    };
    match store.swap_note(NOTE, &id, None, Some(&written(&passkey)), now)? {
        true => Ok(passkey),
        false => Err("this passkey is known already".into()),
    }
}

/// A challenge for a signature of this person, and what a browser has to know for it.
pub fn to_sign(
    store: &dyn Store,
    settings: &Settings,
    purpose: Purpose<'_>,
    holder: Holder<'_>,
    now: Millis,
) -> Done<Value> {
    let all = of_person(store, settings, holder.account, now)?;
    let here: Vec<Passkey> = all.iter().filter(|one| one.rp == holder.place.rp).cloned().collect();
    if here.is_empty() {
        return Err(Refused::Because(match (all.first(), purpose) {
            (Some(other), Purpose::Add | Purpose::Remove(_)) => format!(
                "your passkeys are for {}: open the inbox there, or have them taken away with `herma approver remove-passkey`",
                other.rp
            ),
            (Some(_) | None, _) => format!("you have no passkey for {}: add one first", holder.place.rp),
        }));
    }
    let nonce = base64::encode(&random_bytes()?);
    let challenge = purpose.bound(&nonce, holder.account);
    put_challenge(store, &challenge, purpose.about(&nonce), holder, now)?;
    Ok(json!({
        "challenge": challenge, "rpId": holder.place.rp, "userVerification": "required", "timeout": CHALLENGE_LASTS,
        "allowCredentials": descriptors(&here, holder.place.rp),
    }))
}

/// That a passkey of this person has signed for this, just now and only once: a yes to a request as it stands. Gives what
/// proves it.
pub fn signed(
    store: &dyn Store,
    settings: &Settings,
    purpose: Purpose<'_>,
    holder: Holder<'_>,
    assertion: &Value,
    now: Millis,
) -> Done<String> {
    let client_data = bytes_of(assertion, "clientDataJSON")?;
    let challenge = verify::challenge(&client_data)?;
    // Whatever else is wrong with it: it is used up.
    let note = take_challenge(store, &challenge, holder, now)?;
    let nonce = note["nonce"].as_str().unwrap_or_default();
    // What it was drawn for is what is done, and a request's action is still the same.
    if note != purpose.about(nonce) || !credential::same(&purpose.bound(nonce, holder.account), &challenge) {
        return Err(STALE.into());
    }
    verify::check_client(&client_data, "webauthn.get", holder.place)?;
    let id = assertion["id"].as_str().unwrap_or_default();
    let known = store.note(NOTE, id, now)?;
    let passkey = known.as_ref().and_then(read).ok_or("this passkey is not known here")?;
    let person = settings.person(holder.account);
    if person.is_none() || settings.person(&passkey.account) != person {
        return Err("this passkey is somebody else's".into());
    }
    if passkey.rp != holder.place.rp || !rests_on_the_chain(store, &passkey)? {
        return Err("this passkey is not known here".into());
    }
    let (data, signature) = (bytes_of(assertion, "authenticatorData")?, bytes_of(assertion, "signature")?);
    let count = verify::signed(&passkey.key, &data, &client_data, &signature, holder.place)?;
    // Those without a counter always say zero.
    if (count != 0 || passkey.count != 0) && count <= passkey.count {
        let why = json!({"id": id, "account": holder.account, "for": purpose.to_text(), "why": "its counter went back",
                         "was": passkey.count, "is": count});
        store.append(&NewEntry::new("passkey-refused", why), now)?;
        return Err(
            "this passkey's counter went back: there may be a copy of it. Remove it, and add another".into(),
        );
    }
    let used = written(&Passkey { count, used: Some(now), ..passkey.clone() });
    if !store.swap_note(NOTE, id, known.as_ref().map(|note| note.body.as_str()), Some(&used), now)? {
        return Err(STALE.into());
    }
    Ok(json!({"passkey": id, "name": passkey.name, "key": passkey.key.to_text(), "nonce": nonce,
              "client_data": assertion["clientDataJSON"], "authenticator_data": assertion["authenticatorData"],
              "signature": assertion["signature"]})
    .to_string())
}

fn put_challenge(
    store: &dyn Store,
    challenge: &str,
    about: Value,
    holder: Holder<'_>,
    now: Millis,
) -> Done<()> {
    let body =
        json!({"about": about, "account": holder.account, "session": holder.session, "rp": holder.place.rp});
    let note = Note::new(CHALLENGE, challenge, body.to_string()).until(now.saturating_add(CHALLENGE_LASTS));
    match store.swap_note(CHALLENGE, challenge, None, Some(&note), now)? {
        true => Ok(()),
        false => Err(STALE.into()),
    }
}

/// A challenge that is out, for this session on this site: whoever gets it is the only one.
fn take_challenge(store: &dyn Store, challenge: &str, holder: Holder<'_>, now: Millis) -> Done<Value> {
    let note = store.note(CHALLENGE, challenge, now)?.ok_or(STALE)?;
    if !store.swap_note(CHALLENGE, challenge, Some(&note.body), None, now)? {
        return Err(STALE.into());
    }
    let mut body: Value = serde_json::from_str(&note.body).unwrap_or_default();
    let ours = body["account"] == holder.account
        && body["session"] == holder.session
        && body["rp"] == holder.place.rp;
    match ours {
        true => Ok(body["about"].take()),
        false => Err(STALE.into()),
    }
}

/// A row that somebody wrote by hand is no passkey: the chain has to say that it was made.
fn rests_on_the_chain(store: &dyn Store, passkey: &Passkey) -> Result<bool, StoreError> {
    let Some(before) = passkey.entry.checked_sub(1) else { return Ok(false) };
    let entries = store.entries(before, 1)?;
    let Some(entry) = entries.first().filter(|entry| entry.seq == passkey.entry) else { return Ok(false) };
    let body: Value = serde_json::from_str(&entry.body).unwrap_or_default();
    Ok(entry.is_whole()
        && entry.kind == MADE
        && body["id"] == passkey.id.as_str()
        && body["account"] == passkey.account.as_str()
        && body["rp"] == passkey.rp.as_str()
        && body["key"] == passkey.key.to_text().as_str())
}

fn descriptors(all: &[Passkey], rp: &str) -> Vec<Value> {
    let here = all.iter().filter(|one| one.rp == rp);
    here.map(|one| json!({"type": "public-key", "id": one.id})).collect()
}

fn written(one: &Passkey) -> Note {
    let body = json!({"account": one.account, "name": one.name, "rp": one.rp, "key": one.key.to_text(), "count": one.count,
                      "made": one.made, "used": one.used, "entry": one.entry});
    Note::new(NOTE, &one.id, body.to_string())
}

fn read(note: &Note) -> Option<Passkey> {
    let body: Value = serde_json::from_str(&note.body).ok()?;
    let text = |name: &str| body[name].as_str().map(str::to_owned);
    Some(Passkey {
        id: note.key.clone(),
        account: text("account")?,
        name: text("name")?,
        rp: text("rp")?,
        key: Key::parse(body["key"].as_str()?)?,
        count: u32::try_from(body["count"].as_u64()?).ok()?,
        made: body["made"].as_i64()?,
        used: body["used"].as_i64(),
        entry: body["entry"].as_u64()?,
    })
}

fn bytes_of(brought: &Value, name: &'static str) -> Done<Vec<u8>> {
    let text = brought[name].as_str();
    text.and_then(base64::decode)
        .ok_or_else(|| Refused::Because(format!("`{name}` is missing, or not in base 64")))
}

fn random_bytes() -> Result<[u8; 32], StoreError> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|e| StoreError::Io(format!("no randomness: {e}")))?;
    Ok(bytes)
}
