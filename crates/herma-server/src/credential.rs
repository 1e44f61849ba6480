//! Tokens, sessions and login codes. Two kinds of holder, and neither becomes the other: what a credential is good for
//! stands in the store beside its hash, never in what the caller says (T26).

use herma_store::audit::NewEntry;
use herma_store::{Millis, Note, Result, Store, StoreError};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// Notes of this kind are credentials.
const NOTE: &str = "credential";
/// Letters of an id: enough to tell them apart, few enough to type.
const ID_BYTES: usize = 5;
/// 256 bits that nobody guesses.
const SECRET_BYTES: usize = 32;
/// A login code is typed off a terminal if need be; it is good for one minute and one try of each guess.
const CODE_BYTES: usize = 20;
/// How long a login link may be used (issue: 60 s).
pub const CODE_LASTS: Millis = 60_000;
/// How long a browser stays logged in.
pub const SESSION_LASTS: Millis = 7 * 24 * 3_600_000;

/// A clock that is set back by less is one that was corrected.
const CLOCK_SLACK: Millis = 60_000;

/// What a credential is good for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Submits calls, and reads what came of its own.
    Agent,
    /// Decides, from a program of the person's own.
    Person,
    /// Decides, from a browser: only ever in a cookie.
    Session,
    /// Becomes a session, once.
    Code,
}

impl Kind {
    pub const fn as_str(self) -> &'static str {
        match self {
            Kind::Agent => "agent",
            Kind::Person => "approver",
            Kind::Session => "session",
            Kind::Code => "code",
        }
    }

    fn parse(text: &str) -> Option<Kind> {
        [Kind::Agent, Kind::Person, Kind::Session, Kind::Code].into_iter().find(|kind| kind.as_str() == text)
    }
}

/// A credential as the store knows it: everything but the secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Credential {
    pub id: String,
    pub kind: Kind,
    /// An agent's name, or a person's account.
    pub who: String,
    /// The account that had it made: whoever hands somebody a link could have used it, too.
    pub by: String,
    pub made: Millis,
    pub until: Option<Millis>,
    /// Of a session: the hash of the key of its page.
    key: Option<String>,
}

/// A page's key: as much as a token's secret, and no whole file.
const KEY_LETTERS: std::ops::RangeInclusive<usize> = 43..=128;

impl Credential {
    /// Whether this is the key of the page that the session was made in. A cookie goes to every port of a host; what a page
    /// keeps for itself goes to no other, so who has got hold of the cookie alone decides nothing.
    pub(crate) fn opens(&self, key: &str) -> bool {
        self.key.as_ref().is_some_and(|known| same(known, &hash(key)))
    }
}

/// Makes one. The token is in nobody's hands but the caller's.
pub fn mint(
    store: &dyn Store,
    kind: Kind,
    who: &str,
    lasts: Option<Millis>,
    by: &str,
    now: Millis,
) -> Result<(Credential, String)> {
    made(store, kind, (who, by), lasts, None, now)
}

/// A browser's session, of whoever the code was for and by whoever made it. Without a key of its page it only looks.
pub fn session(store: &dyn Store, code: &Credential, key: &str, now: Millis) -> Result<(Credential, String)> {
    let key = KEY_LETTERS.contains(&key.len()).then_some(key);
    made(store, Kind::Session, (&code.who, &code.by), Some(SESSION_LASTS), key, now)
}

fn made(
    store: &dyn Store,
    kind: Kind,
    (who, by): (&str, &str),
    lasts: Option<Millis>,
    key: Option<&str>,
    now: Millis,
) -> Result<(Credential, String)> {
    let key = key.map(hash);
    let secret = match kind {
        Kind::Code => random::<CODE_BYTES>()?,
        Kind::Agent | Kind::Person | Kind::Session => random::<SECRET_BYTES>()?,
    };
    let id = random::<ID_BYTES>()?;
    let until = lasts.map(|time| now.saturating_add(time));
    let body =
        json!({"kind": kind.as_str(), "who": who, "by": by, "hash": hash(&secret), "made": now, "key": key})
            .to_string();
    let note = Note { until, ..Note::new(NOTE, &id, body) };
    // On record before it exists: a credential that nobody has heard of must not work.
    store.append(
        &NewEntry::new("credential", json!({"id": id, "kind": kind.as_str(), "who": who, "by": by})),
        now,
    )?;
    if !store.swap_note(NOTE, &id, None, Some(&note), now)? {
        return Err(StoreError::Io("two credentials drew the same name; try again".to_owned()));
    }
    let (who, by) = (who.to_owned(), by.to_owned());
    let credential = Credential { id: id.clone(), kind, who, by, made: now, until, key };
    Ok((credential, format!("{id}.{secret}")))
}

/// The credential behind a token, if it is the right secret (T27).
pub fn check(store: &dyn Store, token: &str, now: Millis) -> Result<Option<Credential>> {
    Ok(found(store, token, now)?.map(|(credential, _)| credential))
}

/// Uses up a login code: whoever gets an account is the only one.
pub fn take_code(store: &dyn Store, code: &str, now: Millis) -> Result<Option<Credential>> {
    let Some((credential, body)) = found(store, code, now)? else { return Ok(None) };
    if credential.kind != Kind::Code || !store.swap_note(NOTE, &credential.id, Some(&body), None, now)? {
        return Ok(None);
    }
    Ok(Some(credential))
}

pub fn list(store: &dyn Store, now: Millis) -> Result<Vec<Credential>> {
    Ok(store.notes(NOTE, now)?.iter().filter_map(|note| Some(read(note)?.0)).collect())
}

/// `false` if there is none of this name.
pub fn revoke(store: &dyn Store, id: &str, by: &str, now: Millis) -> Result<bool> {
    let Some(note) = store.note(NOTE, id, now)? else { return Ok(false) };
    let gone = store.swap_note(NOTE, id, Some(&note.body), None, now)?;
    if gone {
        store.append(&NewEntry::new("credential-revoked", json!({"id": id, "by": by})), now)?;
    }
    Ok(gone)
}

/// Takes away whatever people hold by these accounts: sessions, tokens, links. Gives how many that were.
pub fn revoke_all(store: &dyn Store, accounts: &[String], by: &str, now: Millis) -> Result<usize> {
    let mut gone = 0;
    for one in list(store, now)? {
        if one.kind != Kind::Agent && accounts.contains(&one.who) && revoke(store, &one.id, by, now)? {
            gone += 1;
        }
    }
    Ok(gone)
}

fn found(store: &dyn Store, token: &str, now: Millis) -> Result<Option<(Credential, String)>> {
    let Some((id, secret)) = token.split_once('.') else { return Ok(None) };
    if id.len() != 2 * ID_BYTES || !id.bytes().all(|b| b.is_ascii_hexdigit()) {
        return Ok(None);
    }
    let Some(note) = store.note(NOTE, id, now)? else { return Ok(None) };
    let Some((credential, known)) = read(&note) else { return Ok(None) };
    // One that ends, made later than now: the clock was set back, and nobody knows how old it is (T21).
    if credential.until.is_some() && now < credential.made.saturating_sub(CLOCK_SLACK) {
        return Ok(None);
    }
    Ok(same(&known, &hash(secret)).then_some((credential, note.body)))
}

fn read(note: &Note) -> Option<(Credential, String)> {
    let body: Value = serde_json::from_str(&note.body).ok()?;
    let text = |name: &str| body.get(name).and_then(Value::as_str).map(str::to_owned);
    let who = text("who")?;
    let credential = Credential {
        id: note.key.clone(),
        kind: Kind::parse(body.get("kind")?.as_str()?)?,
        // Tokens from before this was kept were made for oneself only; such sessions have no key, and decide nothing.
        by: text("by").unwrap_or_else(|| who.clone()),
        who,
        key: text("key"),
        made: body.get("made")?.as_i64()?,
        until: note.until,
    };
    Some((credential, body.get("hash")?.as_str()?.to_owned()))
}

/// A text that only the holder of a session can know, for its forms (T53).
pub(crate) fn csrf(token: &str) -> String {
    hash(&format!("herma csrf {token}"))
}

/// Takes as long for what is nearly right as for what is not.
pub(crate) fn same(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.bytes().zip(b.bytes()).fold(0, |all, (a, b)| all | (a ^ b)) == 0
}

fn hash(text: &str) -> String {
    hex(&Sha256::digest(text.as_bytes()))
}

pub(crate) fn random<const N: usize>() -> Result<String> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|e| StoreError::Io(format!("no randomness: {e}")))?;
    Ok(hex(&bytes))
}

/// One that stands in no store: for as long as a process lives.
pub fn secret() -> Result<String> {
    random::<SECRET_BYTES>()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use herma_store::MemoryStore;

    #[test]
    fn t27_the_value_of_a_token_counts_not_its_presence() {
        let store = MemoryStore::new();
        let (made, token) = mint(&store, Kind::Agent, "a", None, "ada", 1).unwrap();
        assert_eq!(check(&store, &token, 2).unwrap(), Some(made.clone()));
        for wrong in [
            "",
            ".",
            "x",
            &made.id,
            &format!("{}.", made.id),
            &format!("{}.{}", made.id, "0".repeat(64)),
            &token[..token.len() - 1],
            &format!("{token}0"),
        ] {
            assert_eq!(check(&store, wrong, 2).unwrap(), None, "{wrong}");
        }
        assert!(!store.notes(NOTE, 2).unwrap()[0].body.contains(&token[11..]), "only its hash is kept");
        assert!(revoke(&store, &made.id, "ada", 3).unwrap());
        assert_eq!(check(&store, &token, 4).unwrap(), None);
    }

    #[test]
    fn a_code_is_good_once_and_for_a_minute() {
        let store = MemoryStore::new();
        let code = || mint(&store, Kind::Code, "unix:1", Some(CODE_LASTS), "ada", 0).unwrap().1;
        let (first, late) = (code(), code());
        assert_eq!(take_code(&store, &first, 1).unwrap().unwrap().who, "unix:1");
        assert_eq!(take_code(&store, &first, 2).unwrap(), None, "once");
        assert_eq!(take_code(&store, &late, CODE_LASTS).unwrap(), None, "too late");
        let token = mint(&store, Kind::Agent, "a", None, "ada", 1).unwrap().1;
        assert_eq!(take_code(&store, &token, 2).unwrap(), None, "an agent's token logs nobody in");
    }

    #[test]
    fn a_session_is_opened_by_the_key_of_its_page_alone() {
        let store = MemoryStore::new();
        let code = mint(&store, Kind::Code, "web:cy", Some(CODE_LASTS), "unix:1", 0).unwrap().0;
        let key = "k".repeat(64);
        let (made, token) = session(&store, &code, &key, 1).unwrap();
        assert_eq!(
            (made.who.as_str(), made.by.as_str()),
            ("web:cy", "unix:1"),
            "who made the link stays known"
        );
        let known = check(&store, &token, 2).unwrap().unwrap();
        assert_eq!(known, made);
        assert!(known.opens(&key));
        let token = token.split_once('.').unwrap().1;
        for wrong in ["", "k", &"j".repeat(64), token] {
            assert!(!known.opens(wrong), "{wrong}");
        }
        assert!(
            !store.notes(NOTE, 2).unwrap().iter().any(|note| note.body.contains(&key)),
            "only its hash is kept"
        );
        for short in ["", "1234"] {
            assert!(
                !session(&store, &code, short, 1).unwrap().0.opens(short),
                "a key that can be guessed is none"
            );
        }
    }
}
