//! Disks that are full, read-only or damaged: the store says so, and the gate closes (T58).

use crate::support::{NOW, Scratch, again, all, ask, assert_sound, put, told, yes};
use herma_store::audit::NewEntry;
use herma_store::{ApprovalDocument, Filter, NewRequest, RequestId, SqliteStore, State, Store, StoreError};
use rusqlite::Connection;
use std::fs::{self, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

/// Fills the disk, then tries everything that must not work any more. Prints what the store said.
#[test]
#[ignore = "started by the tests below"]
fn child() {
    let Some((path, task)) = told() else { return };
    let store = match (SqliteStore::open(&path), task.as_str()) {
        (Err(error), "open") => return println!("\nerror {}", kind(&error)),
        (Ok(store), "fill") => store,
        (opened, task) => panic!("{task}: {opened:?}"),
    };
    let first = put(&store, "first");
    println!("\napproved {}", first.id);
    store.decide(&first.id, &yes(), NOW).unwrap();
    let heavy = |n: usize| NewRequest {
        document: ApprovalDocument::of_command(&"x".repeat(20_000)),
        ..ask(&n.to_string())
    };
    let error =
        (0..1000).find_map(|n| store.create(&heavy(n), None, NOW).err()).expect("a disk that is never full");
    println!("error {}", kind(&error));
    assert!(error.closes_the_gate());
    // Where there was no room for much there may be some for little: with the smallest writes until none is left.
    let least = NewEntry::new("n", serde_json::Value::Null);
    let error =
        (0..100_000).find_map(|_| store.append(&least, NOW).err()).expect("a disk that is never full");
    println!("error {}", kind(&error));
    let claim = store.claim(&first.id, &first.digest, NOW).expect_err("it would have run without a record");
    println!("error {}", kind(&claim));
}

fn kind(error: &StoreError) -> &'static str {
    match error {
        StoreError::Full => "full",
        StoreError::ReadOnly(_) => "read-only",
        StoreError::Io(_) => "io",
        StoreError::Corrupt(_) => "corrupt",
        StoreError::NewerStore { .. } => "newer",
        StoreError::Unknown { .. }
        | StoreError::Expired { .. }
        | StoreError::AlreadyDecided { .. }
        | StoreError::NotApproved { .. }
        | StoreError::OtherAction
        | StoreError::Unreadable { .. }
        | StoreError::Busy => "refused",
    }
}

/// Runs our child through a shell that limits it first; gives what it said.
fn limited(shell: &mut Command, script: &str, store: &Path, task: &str) -> Vec<String> {
    let child = again("disk::child", store, task);
    let shell = shell.args(["sh", "-ec", &format!("{script}\nexec \"$@\""), "sh"]);
    let shell = shell.arg(child.get_program()).args(child.get_args());
    let out = shell.envs(child.get_envs().filter_map(|(k, v)| Some((k, v?)))).output().unwrap();
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    let text = String::from_utf8_lossy(&out.stdout).into_owned();
    text.lines()
        .filter(|l| l.starts_with("error ") || l.starts_with("approved "))
        .map(str::to_owned)
        .collect()
}

/// A name space of its own, in which it may mount.
fn mounting() -> Command {
    let mut command = Command::new("unshare");
    command.args(["--map-root-user", "--mount"]);
    command
}

#[test]
fn t58_a_full_disk() {
    let scratch = Scratch::new("full");
    let (mount, store) = (scratch.path(""), scratch.path("herma.db"));
    let script = format!("mount -t tmpfs -o size=600k none '{}'", mount.display());
    let said = limited(&mut mounting(), &script, &store, "fill");
    assert_eq!(said[1..], ["error full"; 3]);
}

#[test]
fn t58_a_file_that_may_not_grow() {
    let scratch = Scratch::new("limit");
    let path = scratch.path("herma.db");
    // Without the signal a write past the limit is an error like any other.
    let said = limited(&mut Command::new("env"), "trap '' XFSZ; ulimit -f 600", &path, "fill");
    assert_eq!(said[1..], ["error io"; 3]);
    // With room again, all is as it was: approved and not run.
    let store = SqliteStore::open(&path).unwrap();
    assert_sound(&store);
    let first = store.request(said[0].strip_prefix("approved ").unwrap()).unwrap();
    assert_eq!((first.state, first.claimed), (State::Approved, None));
    store.claim(&first.id, &first.digest, NOW).unwrap();
}

#[test]
fn t58_a_read_only_disk() {
    let scratch = Scratch::new("read-only");
    let path = scratch.path("herma.db");
    put(&SqliteStore::open(&path).unwrap(), "x");
    let mount = scratch.path("");
    let mount = mount.display();
    let script = format!("mount --bind '{mount}' '{mount}'; mount -o remount,bind,ro '{mount}'");
    assert_eq!(limited(&mut mounting(), &script, &path, "open"), ["error read-only"]);
    let nowhere = scratch.path("not/yet/herma.db");
    assert_eq!(limited(&mut mounting(), &script, &nowhere, "open"), ["error read-only"]);
}

/// A store with some hundred pages, closed.
fn filled(path: &Path) -> Vec<RequestId> {
    let store = SqliteStore::open(path).unwrap();
    let ids: Vec<RequestId> = (0..40).map(|n| put(&store, &n.to_string()).id).collect();
    for id in &ids {
        store.decide(id, &yes(), NOW).unwrap();
    }
    drop(store);
    // Everything into the one file, so that there is one place to damage.
    let plain = Connection::open(path).unwrap();
    plain.query_row("PRAGMA wal_checkpoint(TRUNCATE)", (), |_| Ok(())).unwrap();
    ids
}

#[test]
fn t58_damaged_pages() {
    let scratch = Scratch::new("damage");
    let path = scratch.path("herma.db");
    let ids = filled(&path);
    let good = fs::read(&path).unwrap();
    let pages = good.len() / 4096;
    assert!(pages > 20, "{pages}");
    let (mut corrupt, mut found_by_use) = (0, 0);
    for page in 0..pages {
        let mut file = OpenOptions::new().read(true).write(true).truncate(true).open(&path).unwrap();
        file.write_all(&good).unwrap();
        file.seek(SeekFrom::Start(page as u64 * 4096)).unwrap();
        file.write_all(&[0xa5; 4096]).unwrap();
        drop(file);
        for side in ["herma.db-wal", "herma.db-shm"] {
            let _ = fs::remove_file(scratch.path(side));
        }
        let store = match SqliteStore::open(&path) {
            Ok(store) => store,
            Err(StoreError::Corrupt(_)) => {
                corrupt += 1;
                continue;
            }
            Err(other) => panic!("page {page}: {other:?}"),
        };
        // Either what was approved is run once, or the store says that it is damaged. Never anything else.
        for (n, id) in ids.iter().enumerate() {
            match store.claim(id, &format!("sha256:{n}"), NOW) {
                Ok(run) => assert_eq!((run.state, run.digest), (State::Executed, format!("sha256:{n}"))),
                Err(StoreError::Corrupt(_)) => found_by_use += 1,
                Err(other) => panic!("page {page}: {other:?}"),
            }
            assert!(store.claim(id, &format!("sha256:{n}"), NOW).is_err(), "page {page}: it ran twice");
        }
    }
    assert!(corrupt > 0);
    assert!(found_by_use > 0);
}

#[test]
fn t58_no_database_at_all() {
    let scratch = Scratch::new("garbage");
    let path = scratch.path("herma.db");
    let open = || SqliteStore::open(&path).map(drop);
    fs::write(&path, "this is not a database, whatever its name says ".repeat(100)).unwrap();
    assert!(matches!(open(), Err(StoreError::Corrupt(_))), "{:?}", open());
    fs::remove_file(&path).unwrap();
    Connection::open(&path).unwrap().execute_batch("CREATE TABLE diary (day TEXT)").unwrap();
    assert!(matches!(open(), Err(StoreError::Corrupt(_))), "somebody else's");
    fs::remove_file(&path).unwrap();
    fs::create_dir(&path).unwrap();
    assert!(open().is_err());
}

#[test]
fn a_newer_store_says_upgrade() {
    let scratch = Scratch::new("newer");
    let path = scratch.path("herma.db");
    drop(SqliteStore::open(&path).unwrap());
    Connection::open(&path).unwrap().pragma_update(None, "user_version", 99).unwrap();
    let error = SqliteStore::open(&path).map(drop).unwrap_err();
    assert!(matches!(error, StoreError::NewerStore { found: 99, .. }), "{error}");
    assert!(error.to_string().contains("upgrade"), "{error}");
}

/// A store from before there were traces gets their tables, and loses nothing.
#[test]
fn an_older_store_is_brought_up_to_date() {
    let scratch = Scratch::new("older");
    let path = scratch.path("herma.db");
    put(&SqliteStore::open(&path).unwrap(), "x");
    let older = "ALTER TABLE request ADD COLUMN rendering TEXT NOT NULL DEFAULT '\"x\"'; ALTER TABLE request ADD COLUMN effects TEXT NOT NULL DEFAULT '[]'; ALTER TABLE request DROP COLUMN document; ALTER TABLE request DROP COLUMN edited_into; ALTER TABLE vote DROP COLUMN through; ALTER TABLE vote DROP COLUMN proof; ALTER TABLE vote DROP COLUMN level; ALTER TABLE request DROP COLUMN proof; DROP TABLE note; DROP INDEX request_revision; DROP TABLE trace; DROP TABLE traced_call; PRAGMA user_version = 2";
    Connection::open(&path).unwrap().execute_batch(older).unwrap();
    let store = SqliteStore::open(&path).unwrap();
    assert_eq!(store.traced_calls(0, 1).unwrap(), []);
    assert_eq!(store.list(&Filter::default(), None, 10).unwrap().requests.len(), 1);
}

#[test]
fn an_older_store_is_brought_up_to_date_with_all_that_is_in_it() {
    let scratch = Scratch::new("older");
    let path = scratch.path("herma.db");
    let store = SqliteStore::open(&path).unwrap();
    let request = put(&store, "x");
    let vote =
        herma_store::Vote { answer: herma_store::Answer::Approve(herma_store::Scope::Always), ..yes() };
    store.decide(&request.id, &vote, NOW).unwrap();
    let (grants, votes) = (store.grants(9).unwrap(), store.votes(&request.id).unwrap());
    drop(store);
    let older = "ALTER TABLE request ADD COLUMN rendering TEXT NOT NULL DEFAULT '\"x\"'; ALTER TABLE request ADD COLUMN effects TEXT NOT NULL DEFAULT '[]'; ALTER TABLE request DROP COLUMN document; ALTER TABLE request DROP COLUMN edited_into; ALTER TABLE vote DROP COLUMN through; ALTER TABLE vote DROP COLUMN proof; ALTER TABLE vote DROP COLUMN level; ALTER TABLE request DROP COLUMN proof; DROP TABLE note; DROP INDEX request_revision; DROP TABLE trace; DROP TABLE traced_call; DROP INDEX permission_by_rule; ALTER TABLE request DROP COLUMN parts; \
                 ALTER TABLE vote DROP COLUMN width; ALTER TABLE permission DROP COLUMN rule; \
                 ALTER TABLE permission DROP COLUMN about; PRAGMA user_version = 1";
    Connection::open(&path).unwrap().execute_batch(older).unwrap();
    let store = SqliteStore::open(&path).unwrap();
    let kept = store.request(request.id.as_str()).unwrap();
    assert_eq!((kept.state, &kept.document), (State::Approved, &request.document));
    assert_eq!(store.votes(&request.id).unwrap(), votes);
    let kept = store.grants(9).unwrap();
    assert_eq!((kept.len(), &kept[0].rule), (1, &herma_core::grant::Rule::Exact));
    assert_eq!(herma_store::Grant { about: grants[0].about.clone(), ..kept[0].clone() }, grants[0]);
    assert!(store.find_grant(&request.digest, "x", "y", request.tier, NOW).unwrap().is_some());
    assert_eq!(store.claim(&request.id, &request.digest, NOW).unwrap().state, State::Executed);
    assert_sound(&store);
}

/// What a newer herma wrote, or nobody can read: a person may say no to it, and nobody runs it.
#[test]
fn what_cannot_be_read_can_only_be_denied() {
    let scratch = Scratch::new("unreadable");
    let path = scratch.path("herma.db");
    let store = SqliteStore::open(&path).unwrap();
    let (waits, approved) = (put(&store, "x"), put(&store, "y"));
    store.decide(&approved.id, &yes(), NOW).unwrap();
    for document in ["{\"version\": 2, \"command\": \"ls\", \"effects\": []}", "{}", "", "rm"] {
        Connection::open(&path).unwrap().execute("UPDATE request SET document = ?1", [document]).unwrap();
        let unreadable = |result| matches!(result, Err(StoreError::Unreadable { .. }));
        assert!(unreadable(store.decide(&waits.id, &yes(), NOW)), "{document}");
        assert!(unreadable(store.claim(&approved.id, &approved.digest, NOW)), "{document}");
        assert_eq!(all(&store).len(), 2, "the others can still be listed");
    }
    assert_ne!(put(&store, "x").id, waits.id, "the same call is a question of its own again");
    let no = herma_store::Vote { answer: herma_store::Answer::Deny, ..yes() };
    let other = put(&store, "z");
    Connection::open(&path).unwrap().execute("UPDATE request SET document = ''", ()).unwrap();
    assert_eq!(store.decide(&other.id, &no, NOW).unwrap().state, State::Denied);
    assert_sound(&store);
}

#[test]
fn t55_nobody_else_reads_it() {
    let scratch = Scratch::new("mode");
    let path = scratch.path("share/herma/herma.db");
    put(&SqliteStore::open(&path).unwrap(), "x");
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&scratch.path("share/herma")), 0o700);
    let files = fs::read_dir(scratch.path("share/herma")).unwrap().map(|entry| entry.unwrap().path());
    let modes: Vec<_> = files.map(|file| (mode(&file), file)).collect();
    assert!(modes.len() >= 2, "{modes:?}");
    assert!(modes.iter().all(|(mode, _)| *mode == 0o600), "{modes:?}");
}

#[test]
fn t18_a_row_written_by_hand_approves_nothing() {
    let scratch = Scratch::new("forged");
    let path = scratch.path("herma.db");
    let store = SqliteStore::open(&path).unwrap();
    let (real, forged) = (put(&store, "x"), put(&store, "y"));
    let entry = store.decide(&real.id, &yes(), NOW).unwrap().decided.unwrap().entry;
    let plain = Connection::open(&path).unwrap();
    let forge = "UPDATE request SET state = 'approved', decided_at = ?1, decided_by = 'ada', decided_how = 'terminal', \
                 scope = 'once', entry = ?2 WHERE id = ?3";
    // With no entry, with somebody else's, and with one that is not hashed right.
    plain.execute(forge, (NOW, 77, forged.id.as_str())).unwrap();
    assert!(matches!(store.claim(&forged.id, "sha256:y", NOW), Err(StoreError::Corrupt(_))));
    plain.execute(forge, (NOW, entry as i64, forged.id.as_str())).unwrap();
    assert!(matches!(store.claim(&forged.id, "sha256:y", NOW), Err(StoreError::Corrupt(_))));
    let body = format!("{{\"digest\":\"sha256:y\",\"request\":\"{}\"}}", forged.id);
    plain.execute("UPDATE audit SET body = ?1", [body]).unwrap();
    assert!(matches!(store.claim(&forged.id, "sha256:y", NOW), Err(StoreError::Corrupt(_))));
    assert_eq!(all(&store).iter().filter(|r| r.claimed.is_some()).count(), 0);
}

#[test]
fn t57_the_chain_in_the_file() {
    use herma_store::audit::{self, AuditFinding};
    let cases: [(&str, AuditFinding); 4] = [
        (
            "UPDATE audit SET body = replace(body, 'ada', 'bob') WHERE seq = 2",
            AuditFinding::Edited { seq: 2 },
        ),
        ("DELETE FROM audit WHERE seq = 2", AuditFinding::Missing { from: 2, to: 2 }),
        ("DELETE FROM audit WHERE seq = 3", AuditFinding::Truncated { end: 2, recorded: 3 }),
        (
            "UPDATE audit SET seq = 6 - seq WHERE seq <> 2; UPDATE audit SET seq = 6 - seq WHERE seq > 3;
          UPDATE audit SET seq = -seq; UPDATE audit SET seq = 4 + seq",
            AuditFinding::Unlinked { seq: 1 },
        ),
    ];
    for (edit, finding) in cases {
        let scratch = Scratch::new("chain");
        let path = scratch.path("herma.db");
        let store = SqliteStore::open(&path).unwrap();
        for action in ["x", "y", "z"] {
            store.decide(&put(&store, action).id, &yes(), NOW).unwrap();
        }
        assert_sound(&store);
        Connection::open(&path).unwrap().execute_batch(edit).unwrap();
        let findings = audit::verify(&store, &[]).unwrap().findings;
        assert!(findings.contains(&finding), "{edit}: {findings:?}");
    }
}

#[test]
fn a_hundred_thousand_are_listed_by_page() {
    let scratch = Scratch::new("many");
    let path = scratch.path("herma.db");
    let store = SqliteStore::open(&path).unwrap();
    let one = put(&store, "x");
    // A copy of the one, many times over: asking a hundred thousand times takes minutes.
    let columns: Vec<String> = {
        let plain = Connection::open(&path).unwrap();
        let mut statement = plain.prepare("SELECT name FROM pragma_table_info('request')").unwrap();
        statement.query_map((), |row| row.get(0)).unwrap().map(Result::unwrap).collect()
    };
    let copied = columns.iter().map(|column| match column.as_str() {
        "id" => "printf('%026d', n)".to_owned(),
        "ticket" | "digest" => format!("'{column}' || n"),
        "deadline" => "deadline + n % 1000".to_owned(),
        "level" => "2 + n % 3".to_owned(),
        other => other.to_owned(),
    });
    let sql = format!(
        "WITH RECURSIVE many (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM many WHERE n < 99999)
         INSERT INTO request SELECT {} FROM many, request WHERE id = '{}'",
        copied.collect::<Vec<_>>().join(", "),
        one.id
    );
    Connection::open(&path).unwrap().execute_batch(&sql).unwrap();
    for filter in [herma_store::Filter::waiting(), herma_store::Filter::default()] {
        let (mut after, mut times) = (None, Vec::new());
        for _ in 0..50 {
            let start = std::time::Instant::now();
            let page = store.list(&filter, after.as_ref(), 100).unwrap();
            times.push(start.elapsed());
            assert_eq!(page.requests.len(), 100);
            after = page.next;
        }
        // The target is 50 ms in a release build (`cargo xtask bench store`). Here a scan would take a second, and a
        // busy machine delays one page, not half of them.
        times.sort();
        assert!(times[25].as_millis() < 250, "{times:?}");
    }
}

#[test]
fn a_truncated_file_is_damage() {
    let scratch = Scratch::new("cut");
    let path = scratch.path("herma.db");
    filled(&path);
    let mut bytes = Vec::new();
    OpenOptions::new().read(true).open(&path).unwrap().read_to_end(&mut bytes).unwrap();
    fs::write(&path, &bytes[..bytes.len() / 2]).unwrap();
    let outcome = SqliteStore::open(&path).and_then(|store| store.list(&Default::default(), None, 1000));
    assert!(matches!(outcome, Err(StoreError::Corrupt(_))), "{outcome:?}");
}

/// A remembered yes that nobody gave: level 0 promises that it is found out.
#[test]
fn t18_a_grant_written_by_hand_is_found() {
    use herma_store::audit::{self, AuditFinding};
    let scratch = Scratch::new("forged-grant");
    let path = scratch.path("herma.db");
    let store = SqliteStore::open(&path).unwrap();
    let request = put(&store, "x");
    let vote =
        herma_store::Vote { answer: herma_store::Answer::Approve(herma_store::Scope::Always), ..yes() };
    store.decide(&request.id, &vote, NOW).unwrap();
    assert_eq!(audit::verify(&store, &[]).unwrap().findings, []);
    let id = store.grants(9).unwrap()[0].id.as_str().to_owned();
    let wider = "UPDATE permission SET digest = 'sha256:y'";
    Connection::open(&path).unwrap().execute(wider, ()).unwrap();
    assert_eq!(audit::verify(&store, &[]).unwrap().findings, [AuditFinding::ForgedGrant { id }]);
}

#[test]
fn t20_a_used_approval_that_is_reset_by_hand_is_not_run_again() {
    use herma_store::audit::{self, AuditFinding};
    let scratch = Scratch::new("again");
    let path = scratch.path("herma.db");
    let store = SqliteStore::open(&path).unwrap();
    let request = put(&store, "x");
    store.decide(&request.id, &yes(), NOW).unwrap();
    store.claim(&request.id, &request.digest, NOW + 1).unwrap();
    let plain = Connection::open(&path).unwrap();
    plain.execute("UPDATE request SET state = 'approved', claimed = NULL", ()).unwrap();
    let again = store.claim(&request.id, &request.digest, NOW + 2);
    assert!(matches!(&again, Err(StoreError::Corrupt(why)) if why.contains("was used")), "{again:?}");
    let reset = AuditFinding::Reset { ticket: request.ticket.clone() };
    assert_eq!(audit::verify(&store, &[]).unwrap().findings, std::slice::from_ref(&reset));
    // Run again by a version that did not look: the chain shows it.
    store
        .append(&NewEntry::new("executed", serde_json::json!({"request": request.id.as_str()})), NOW + 3)
        .unwrap();
    let found = audit::verify(&store, &[]).unwrap().findings;
    assert_eq!(found, [AuditFinding::UsedTwice { seq: 3, request: request.id.as_str().to_owned() }, reset]);
}
