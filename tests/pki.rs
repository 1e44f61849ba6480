//! `herma pki`: identities are made once, kept private, prolonged, taken back.

use crate::support;

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use support::fleet::Fleet;
use support::held::Held;
use support::{HERMA, command, run};

fn mode(path: &Path) -> u32 {
    std::fs::metadata(path).unwrap().permissions().mode() & 0o777
}

#[test]
fn keys_and_folders_are_the_owners_alone() {
    let fleet = Fleet::new();
    for file in
        ["ca/fleet-ca.key", "ca/fleet-ca.crt", "ca/fleet-ca.crl", "agents/bob/bob.key", "agents/bob/bob.crt"]
    {
        assert_eq!(mode(&fleet.file(file)), 0o600, "{file}");
    }
    for folder in ["", "ca", "agents", "agents/bob"] {
        assert_eq!(mode(&fleet.file(folder)), 0o700, "{folder}");
    }
}

#[test]
fn no_key_is_ever_overwritten() {
    let fleet = Fleet::new();
    let before = ["ca/fleet-ca.key", "agents/bob/bob.key"].map(|key| std::fs::read(fleet.file(key)).unwrap());
    for args in [&["pki", "init", "--no-passphrase"][..], &["pki", "issue", "bob"]] {
        let said = fleet.held.herma(args);
        assert_eq!(said.code(), Some(1), "{said:?}");
        assert!(said.stderr.contains("never overwritten"), "{said:?}");
    }
    fleet.pki(&["renew", "bob"]);
    let after = ["ca/fleet-ca.key", "agents/bob/bob.key"].map(|key| std::fs::read(fleet.file(key)).unwrap());
    assert_eq!(before, after);
}

#[test]
fn an_encrypted_ca_opens_with_its_passphrase_alone_and_openssl_reads_it() {
    let held = Held::new();
    let pki = |passphrase: &str, args: &[&str]| {
        let mut pki = command(HERMA, held.scratch.path());
        pki.arg("pki").args(args).arg("--home").arg(held.home()).env("HERMA_PKI_PASSPHRASE", passphrase);
        run(&mut pki, b"")
    };
    assert_eq!(pki("short", &["init"]).code(), Some(1));
    assert_eq!(pki("correct horse", &["init"]).code(), Some(0));
    let key = held.home().join("pki/ca/fleet-ca.key");
    assert!(std::fs::read_to_string(&key).unwrap().contains("ENCRYPTED PRIVATE KEY"));
    let wrong = pki("battery staple", &["issue", "bob"]);
    assert!(wrong.stderr.contains("does not open"), "{wrong:?}");
    let none = held.herma(&["pki", "issue", "bob"]);
    assert!(none.stderr.contains("HERMA_PKI_PASSPHRASE"), "{none:?}");
    assert_eq!(pki("correct horse", &["issue", "bob"]).code(), Some(0));
    let mut openssl = command("openssl", held.scratch.path());
    let read = run(openssl.args(["pkey", "-noout", "-passin", "pass:correct horse", "-in"]).arg(&key), b"");
    assert_eq!(read.code(), Some(0), "{read:?}");
}

#[test]
fn a_request_is_signed_and_its_key_never_travels() {
    let (fleet, far) = (Fleet::new(), Held::new());
    let said = far.herma(&["pki", "csr", "carol"]);
    assert_eq!(said.code(), Some(0), "{said:?}");
    let csr = far.home().join("pki/agents/carol/carol.csr");
    let out = far.home().join("pki/agents/carol/carol.crt");
    fleet.pki(&["sign", csr.to_str().unwrap(), "--name", "carol", "--out", out.to_str().unwrap()]);
    assert!(!fleet.file("agents/carol/carol.key").exists());
    let said = fleet.pki(&["verify", out.to_str().unwrap()]);
    assert!(said.stdout.contains("spiffe://fleet.internal/agent/carol"), "{said:?}");
    assert!(said.stdout.contains("good"), "{said:?}");
}

#[test]
fn what_is_revoked_is_refused_and_stays_so() {
    let fleet = Fleet::new();
    fleet.pki(&["issue", "mallory"]);
    assert!(fleet.pki(&["verify", "mallory"]).stdout.contains("good"));
    fleet.pki(&["revoke", "mallory"]);
    let said = fleet.held.herma(&["pki", "verify", "mallory"]);
    assert_eq!(said.code(), Some(1), "{said:?}");
    assert!(said.stdout.contains("it was revoked"), "{said:?}");
    assert!(fleet.pki(&["list"]).stdout.contains("revoked"));
    let renewed = fleet.held.herma(&["pki", "renew", "mallory"]);
    assert!(renewed.stderr.contains("was revoked, and stays so"), "{renewed:?}");
    // The others are none the worse.
    assert!(fleet.pki(&["verify", "bob"]).stdout.contains("good"));
    let unknown = fleet.held.herma(&["pki", "revoke", "nobody"]);
    assert!(unknown.stderr.contains("no certificate of `nobody`"), "{unknown:?}");
}

#[test]
fn an_external_intermediate_serves_as_the_fleets_ca() {
    let held = Held::new();
    let folder = held.scratch.path();
    let openssl = |args: &[&str]| {
        let said = run(command("openssl", folder).args(args), b"");
        assert_eq!(said.code(), Some(0), "{args:?} {said:?}");
    };
    let ca = "basicConstraints=critical,CA:TRUE\nkeyUsage=critical,keyCertSign,cRLSign\nsubjectKeyIdentifier=hash\n";
    held.scratch.write("ca.ext", ca);
    let key = ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256"];
    for name in ["root.key", "middle.key"] {
        openssl(&[&["genpkey", "-out", name], &key[..]].concat());
    }
    openssl(&["req", "-new", "-key", "root.key", "-subj", "/CN=root", "-out", "root.csr"]);
    openssl(&[
        "x509", "-req", "-in", "root.csr", "-signkey", "root.key", "-days", "9", "-extfile", "ca.ext",
        "-out", "root.crt",
    ]);
    openssl(&["req", "-new", "-key", "middle.key", "-subj", "/CN=middle", "-out", "middle.csr"]);
    openssl(&[
        "x509",
        "-req",
        "-in",
        "middle.csr",
        "-CA",
        "root.crt",
        "-CAkey",
        "root.key",
        "-CAcreateserial",
        "-days",
        "9",
        "-extfile",
        "ca.ext",
        "-out",
        "middle.crt",
    ]);
    held.scratch
        .write("chain.crt", format!("{}{}", held.scratch.read("middle.crt"), held.scratch.read("root.crt")));
    let at = |name: &str| folder.join(name).display().to_string();
    let init = |key: &str| {
        let (chain, key) = (at("chain.crt"), at(key));
        held.herma(&["pki", "init", "--no-passphrase", "--external-cert", &chain, "--external-key", &key])
    };
    assert!(init("root.key").stderr.contains("not the one it names"));
    assert_eq!(init("middle.key").code(), Some(0));
    assert_eq!(held.herma(&["pki", "issue", "bob"]).code(), Some(0));
    let said = held.herma(&["pki", "verify", "bob"]);
    assert_eq!(said.code(), Some(0), "{said:?}");
    held.herma(&["pki", "revoke", "bob"]);
    assert!(held.herma(&["pki", "verify", "bob"]).stdout.contains("it was revoked"));
}

/// Who is let in is a decision of people like any other: it stands in the chain.
#[test]
fn changes_of_the_fleet_stand_in_the_audit_chain() {
    let fleet = Fleet::new();
    fleet.pki(&["issue", "alice", "--days", "7"]);
    fleet.pki(&["renew", "alice"]);
    fleet.pki(&["revoke", "alice"]);
    let exported = fleet.held.herma(&["audit", "export"]).stdout;
    let entries: Vec<serde_json::Value> = exported
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap())
        .filter(|entry| entry["kind"] == "pki")
        .map(|entry| entry["body"].clone())
        .collect();
    let actions: Vec<&str> = entries.iter().map(|body| body["action"].as_str().unwrap()).collect();
    let want = [
        "init",
        "issue",
        "issue: done",
        "issue",
        "issue: done",
        "renew",
        "renew: done",
        "revoke",
        "revoke: done",
    ];
    assert_eq!(actions, want);
    assert!(entries.iter().all(|body| body["by"].is_string()), "{entries:?}");
    assert_eq!((&entries[3]["name"], &entries[3]["days"]), (&"alice".into(), &"7".into()));
    let serials = entries[8]["serials"].as_array().unwrap();
    assert!(serials.iter().all(|one| one.as_str().unwrap().ends_with(" revoked")), "{serials:?}");
    assert_eq!(fleet.held.herma(&["audit", "verify"]).code(), Some(0));
    // What cannot be put on record is not done.
    for side in ["herma.db-wal", "herma.db-shm"] {
        let _ = std::fs::remove_file(fleet.held.home().join(side));
    }
    std::fs::write(fleet.held.home().join("herma.db"), "no store".repeat(1000)).unwrap();
    let said = fleet.held.herma(&["pki", "issue", "mallory"]);
    assert!(said.code() == Some(1) && said.stderr.contains("store"), "{said:?}");
    assert!(!fleet.file("agents/mallory").exists());
}
