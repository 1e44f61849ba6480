//! Attacks on a signed yes, with an authenticator that does what it is told.

use super::*;
use herma_gate::{Person, Settings};
use herma_store::{MemoryStore, NewRequest, Request};
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, Ed25519KeyPair, KeyPair};

const NOW: Millis = 1_800_000_000_000;
const HERE: Place<'static> = Place { origin: "http://localhost:7717", rp: "localhost" };
const ADA: Holder<'static> = Holder { account: "web:ada", session: "s-ada", place: HERE };
const BOB: Holder<'static> = Holder { account: "web:bob", session: "s-bob", place: HERE };

enum Signer {
    P256(Box<EcdsaKeyPair>),
    Ed25519(Box<Ed25519KeyPair>),
}

/// Signs whatever it is asked to.
struct Authenticator {
    id: Vec<u8>,
    signer: Signer,
    count: u32,
    flags: u8,
    rp: &'static str,
    origin: &'static str,
}

impl Authenticator {
    fn new(id: &str) -> Authenticator {
        let random = SystemRandom::new();
        let made = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, &random).unwrap();
        let pair = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, made.as_ref(), &random).unwrap();
        Authenticator::with(id, Signer::P256(Box::new(pair)))
    }

    fn with(id: &str, signer: Signer) -> Authenticator {
        Authenticator { id: id.into(), signer, count: 1, flags: 0x05, rp: HERE.rp, origin: HERE.origin }
    }

    fn client(&self, kind: &str, challenge: &str) -> Vec<u8> {
        json!({"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": false})
            .to_string()
            .into_bytes()
    }

    fn data(&self, flags: u8) -> Vec<u8> {
        let mut data = Sha256::digest(self.rp.as_bytes()).to_vec();
        data.push(flags);
        data.extend(self.count.to_be_bytes());
        data
    }

    fn key(&self) -> Vec<u8> {
        match &self.signer {
            Signer::P256(pair) => {
                let point = pair.public_key().as_ref();
                [b"\xa5\x01\x02\x03\x26\x20\x01\x21\x58\x20", &point[1..33], b"\x22\x58\x20", &point[33..]]
                    .concat()
            }
            Signer::Ed25519(pair) => {
                [b"\xa4\x01\x01\x03\x27\x20\x06\x21\x58\x20", pair.public_key().as_ref()].concat()
            }
        }
    }

    fn create(&self, challenge: &str) -> Value {
        let id = [&[0; 16][..], &(self.id.len() as u16).to_be_bytes(), &self.id].concat();
        let data = [self.data(self.flags | 0x40), id, self.key()].concat();
        let length = (data.len() as u16).to_be_bytes();
        let object = [b"\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x59", &length[..], &data].concat();
        json!({"name": "key", "clientDataJSON": base64::encode(&self.client("webauthn.create", challenge)),
               "attestationObject": base64::encode(&object)})
    }

    fn get(&mut self, challenge: &str) -> Value {
        // Some have no counter, and say zero for ever.
        self.count += u32::from(self.count > 0);
        let (client, data) = (self.client("webauthn.get", challenge), self.data(self.flags));
        let message = [&data[..], &Sha256::digest(&client)].concat();
        let signature = match &self.signer {
            Signer::P256(pair) => pair.sign(&SystemRandom::new(), &message).unwrap().as_ref().to_vec(),
            Signer::Ed25519(pair) => pair.sign(&message).as_ref().to_vec(),
        };
        json!({"id": base64::encode(&self.id), "clientDataJSON": base64::encode(&client),
               "authenticatorData": base64::encode(&data), "signature": base64::encode(&signature)})
    }
}

struct World {
    store: MemoryStore,
    settings: Settings,
}

impl World {
    fn new() -> World {
        let mut settings = Settings::for_one("ada", "web:ada");
        settings.people.push(Person { name: "bob".into(), accounts: vec!["web:bob".into()] });
        settings.medium.people.push("bob".into());
        World { store: MemoryStore::new(), settings }
    }

    fn request(&self, action: &str) -> Request {
        let new = NewRequest {
            expires: NOW + 3_600_000,
            proof: 2,
            ..NewRequest::of_action(&format!("sha256:{action}"), "Bash", action)
        };
        self.store.create(&new, None, NOW).unwrap().request().unwrap()
    }

    fn register(&self, holder: Holder<'_>, authenticator: &Authenticator) -> Done<Passkey> {
        let options = to_register(&self.store, &self.settings, holder, NOW)?;
        let made = authenticator.create(options["challenge"].as_str().unwrap());
        register(&self.store, &self.settings, holder, &made, NOW)
    }

    /// Adds one with a signature of another.
    fn register_with(
        &self,
        holder: Holder<'_>,
        new: &Authenticator,
        old: &mut Authenticator,
    ) -> Done<Passkey> {
        let options = to_register(&self.store, &self.settings, holder, NOW)?;
        let mut made = new.create(options["challenge"].as_str().unwrap());
        made["signed"] = old.get(options["signed"]["challenge"].as_str().unwrap());
        register(&self.store, &self.settings, holder, &made, NOW)
    }

    fn challenge_for(&self, holder: Holder<'_>, purpose: Purpose<'_>) -> String {
        let options = to_sign(&self.store, &self.settings, purpose, holder, NOW).unwrap();
        options["challenge"].as_str().unwrap().to_owned()
    }

    fn challenge(&self, holder: Holder<'_>, request: &Request) -> String {
        self.challenge_for(holder, Purpose::Answer(request))
    }

    fn prove(&self, holder: Holder<'_>, request: &Request, assertion: &Value) -> Done<String> {
        signed(&self.store, &self.settings, Purpose::Answer(request), holder, assertion, NOW)
    }

    /// A whole try of Ada's.
    fn tries(&self, authenticator: &mut Authenticator, request: &Request) -> Done<String> {
        let challenge = self.challenge(ADA, request);
        self.prove(ADA, request, &authenticator.get(&challenge))
    }

    fn kinds(&self) -> Vec<String> {
        self.store.entries(0, 100).unwrap().into_iter().map(|entry| entry.kind).collect()
    }
}

#[track_caller]
fn refused<T: fmt::Debug>(done: Done<T>, words: &str) {
    let why = done.unwrap_err().to_string();
    assert!(why.contains(words), "{why}");
}

#[test]
fn a_passkey_is_made_signs_and_is_on_record() {
    let world = World::new();
    let mut key = Authenticator::new("k");
    let made = world.register(ADA, &key).unwrap();
    assert_eq!(
        (made.account.as_str(), made.name.as_str(), made.rp.as_str()),
        ("web:ada", "key", "localhost")
    );
    let request = world.request("x");
    let proof: Value = serde_json::from_str(&world.tries(&mut key, &request).unwrap()).unwrap();
    assert_eq!(proof["passkey"], made.id.as_str());
    // Whoever reads the record can check the signature again, with nothing but what stands there.
    let decoded = |name: &str| base64::decode(proof[name].as_str().unwrap()).unwrap();
    let (data, client, signature) =
        (decoded("authenticator_data"), decoded("client_data"), decoded("signature"));
    let of = Key::parse(proof["key"].as_str().unwrap()).unwrap();
    verify::signed(&of, &data, &client, &signature, HERE).unwrap();
    let challenge = Purpose::Answer(&request).bound(proof["nonce"].as_str().unwrap(), "web:ada");
    assert_eq!(verify::challenge(&client).unwrap(), challenge);
    assert_eq!(list(&world.store, NOW).unwrap()[0].used, Some(NOW));
    assert!(remove(&world.store, &made.id, "web:ada", NOW).unwrap());
    assert_eq!(world.kinds(), ["passkey", "passkey-removed"]);
    refused(to_sign(&world.store, &world.settings, Purpose::Answer(&request), ADA, NOW), "no passkey");
}

#[test]
fn another_kind_of_key() {
    let world = World::new();
    let made = Ed25519KeyPair::generate_pkcs8(&SystemRandom::new()).unwrap();
    let pair = Ed25519KeyPair::from_pkcs8(made.as_ref()).unwrap();
    let mut key = Authenticator::with("e", Signer::Ed25519(Box::new(pair)));
    world.register(ADA, &key).unwrap();
    world.tries(&mut key, &world.request("x")).unwrap();
}

#[test]
fn t20_a_signature_is_good_once_and_for_two_minutes() {
    let world = World::new();
    let mut key = Authenticator::new("k");
    world.register(ADA, &key).unwrap();
    let request = world.request("x");
    let assertion = key.get(&world.challenge(ADA, &request));
    world.prove(ADA, &request, &assertion).unwrap();
    refused(world.prove(ADA, &request, &assertion), "signed for something else, before");
    let late = key.get(&world.challenge(ADA, &request));
    refused(
        signed(&world.store, &world.settings, Purpose::Answer(&request), ADA, &late, NOW + CHALLENGE_LASTS),
        "too long ago",
    );
    // A challenge that nobody gave out.
    refused(world.prove(ADA, &request, &key.get(&base64::encode(&[7; 32]))), "signed for something else");
    // What was tried and failed is used up as well.
    let challenge = world.challenge(ADA, &request);
    key.flags = 0x01;
    refused(world.prove(ADA, &request, &key.get(&challenge)), "did not check who it was");
    key.flags = 0x05;
    refused(world.prove(ADA, &request, &key.get(&challenge)), "signed for something else");
}

#[test]
fn t14_t19_a_signature_for_one_request_is_none_for_another() {
    let world = World::new();
    let mut key = Authenticator::new("k");
    world.register(ADA, &key).unwrap();
    let (harmless, grave) = (world.request("ls"), world.request("rm -rf ~/photos"));
    let challenge = world.challenge(ADA, &harmless);
    refused(world.prove(ADA, &grave, &key.get(&challenge)), "signed for something else");
    // The same request, whose action has become another.
    let changed = Request { digest: "sha256:other".into(), ..harmless.clone() };
    let challenge = world.challenge(ADA, &harmless);
    refused(world.prove(ADA, &changed, &key.get(&challenge)), "signed for something else");
    // One that was drawn to add a passkey, and the other way round.
    let options = to_register(&world.store, &world.settings, ADA, NOW).unwrap();
    refused(
        world.prove(ADA, &harmless, &key.get(options["challenge"].as_str().unwrap())),
        "signed for something else",
    );
    let challenge = world.challenge(ADA, &harmless);
    refused(
        register(&world.store, &world.settings, BOB, &Authenticator::new("n").create(&challenge), NOW),
        "signed for something else",
    );
}

#[test]
fn t53_a_signature_from_another_page_or_site_is_none() {
    let world = World::new();
    let mut key = Authenticator::new("k");
    world.register(ADA, &key).unwrap();
    let request = world.request("x");
    for origin in [
        "http://localhost:1",
        "https://localhost:7717",
        "http://evil.example",
        "http://127.0.0.1:7717",
        "null",
    ] {
        key.origin = origin;
        refused(world.tries(&mut key, &request), "another page");
    }
    key.origin = HERE.origin;
    key.rp = "evil.example";
    refused(world.tries(&mut key, &request), "another site");
    key.rp = HERE.rp;
    // In a frame.
    let challenge = world.challenge(ADA, &request);
    let mut framed = key.get(&challenge);
    let client =
        json!({"type": "webauthn.get", "challenge": challenge, "origin": HERE.origin, "crossOrigin": true});
    framed["clientDataJSON"] = base64::encode(client.to_string().as_bytes()).into();
    refused(world.prove(ADA, &request, &framed), "inside another page");
    // On another name of the gateway it is another site.
    let place = Place { origin: "https://herma.example", rp: "herma.example" };
    refused(
        to_sign(&world.store, &world.settings, Purpose::Answer(&request), Holder { place, ..ADA }, NOW),
        "no passkey for herma.example",
    );
    for (flags, words) in [(0x00, "nobody touched"), (0x04, "nobody touched"), (0x01, "did not check who")] {
        key.flags = flags;
        refused(world.tries(&mut key, &request), words);
        let fresh = Authenticator { flags, ..Authenticator::new("other") };
        refused(world.register(BOB, &fresh), words);
    }
}

#[test]
fn t29_a_copied_key_is_found_out_by_its_counter() {
    let world = World::new();
    let mut key = Authenticator::new("k");
    world.register(ADA, &key).unwrap();
    let request = world.request("x");
    key.count = 40;
    world.tries(&mut key, &request).unwrap();
    for count in [40, 7] {
        key.count = count;
        refused(world.tries(&mut key, &request), "counter went back");
    }
    assert_eq!(world.kinds(), ["passkey", "passkey-refused", "passkey-refused"]);
    key.count = 41;
    world.tries(&mut key, &request).unwrap();
    let mut still = Authenticator { count: 0, ..Authenticator::new("z") };
    world.register_with(ADA, &still, &mut key).unwrap();
    for _ in 0..2 {
        world.tries(&mut still, &request).unwrap();
    }
}

#[test]
fn t31_a_passkey_is_one_persons() {
    let world = World::new();
    let (mut ada, mut bob) = (Authenticator::new("a"), Authenticator::new("b"));
    world.register(ADA, &ada).unwrap();
    world.register(BOB, &bob).unwrap();
    let request = world.request("x");
    // Bob's key in Ada's session; Ada's challenge in Bob's.
    let challenge = world.challenge(ADA, &request);
    refused(world.prove(ADA, &request, &bob.get(&challenge)), "somebody else's");
    let challenge = world.challenge(ADA, &request);
    refused(world.prove(BOB, &request, &bob.get(&challenge)), "signed for something else");
    // Another session of Ada's.
    let challenge = world.challenge(ADA, &request);
    refused(
        world.prove(Holder { session: "s-2", ..ADA }, &request, &ada.get(&challenge)),
        "signed for something else",
    );
    // Ada's id with Bob's signature.
    let challenge = world.challenge(ADA, &request);
    let mut forged = bob.get(&challenge);
    forged["id"] = base64::encode(b"a").into();
    refused(world.prove(ADA, &request, &forged), "not of this passkey");
    // Taking over an id that is known.
    refused(world.register_with(BOB, &Authenticator::new("a"), &mut bob), "known already");
    // Whoever is not known any more.
    let gone = Settings::for_one("carol", "web:carol");
    let challenge = world.challenge(ADA, &request);
    refused(
        signed(&world.store, &gone, Purpose::Answer(&request), ADA, &ada.get(&challenge), NOW),
        "somebody else's",
    );
}

#[test]
fn t18_a_row_written_by_hand_is_no_passkey() {
    let world = World::new();
    let mut key = Authenticator::new("k");
    world.register(ADA, &key).unwrap();
    let request = world.request("x");
    let mut mallory = Authenticator::new("m");
    let known = list(&world.store, NOW).unwrap().remove(0);
    let (item, _) = cbor::Item::read(Box::leak(mallory.key().into_boxed_slice())).unwrap();
    let point = |label| item.numbered(label).and_then(cbor::Item::bytes).unwrap();
    let text = format!("-7 {}", base64::encode(&[&[4][..], point(-2), point(-3)].concat()));
    let forged = Passkey { id: base64::encode(b"m"), key: Key::parse(&text).unwrap(), ..known };
    let note = written(&forged);
    world.store.swap_note(NOTE, &forged.id, None, Some(&note), NOW).unwrap();
    refused(world.tries(&mut mallory, &request), "not known here");
    world.tries(&mut key, &request).unwrap();
}

#[test]
fn t32_one_more_passkey_takes_a_signature_of_one_that_is_there() {
    let world = World::new();
    let (mut first, second) = (Authenticator::new("1"), Authenticator::new("2"));
    let made = world.register(ADA, &first).unwrap();
    refused(world.register(ADA, &second), "takes a signature of one that you have");
    // Neither somebody else's, nor one that signs for itself, nor one for something else.
    let mut bobs = Authenticator::new("b");
    world.register(BOB, &bobs).unwrap();
    refused(world.register_with(ADA, &second, &mut bobs), "somebody else's");
    refused(world.register_with(ADA, &second, &mut Authenticator::new("2")), "not known here");
    let request = world.request("x");
    for purpose in [Purpose::Answer(&request), Purpose::Remove(&made.id)] {
        let options = to_register(&world.store, &world.settings, ADA, NOW).unwrap();
        let mut brought = second.create(options["challenge"].as_str().unwrap());
        brought["signed"] = first.get(&world.challenge_for(ADA, purpose));
        refused(register(&world.store, &world.settings, ADA, &brought, NOW), "signed for something else");
    }
    // And a signature for one more is no yes, and takes none away.
    for purpose in [Purpose::Answer(&request), Purpose::Remove(&made.id)] {
        let assertion = first.get(&world.challenge_for(ADA, Purpose::Add));
        refused(
            signed(&world.store, &world.settings, purpose, ADA, &assertion, NOW),
            "signed for something else",
        );
    }
    let removes = first.get(&world.challenge_for(ADA, Purpose::Remove("another")));
    refused(
        signed(&world.store, &world.settings, Purpose::Remove(&made.id), ADA, &removes, NOW),
        "signed for something else",
    );
    assert_eq!(list(&world.store, NOW).unwrap().len(), 2);
    let added = world.register_with(ADA, &second, &mut first).unwrap();
    let entry = world.store.entries(0, 100).unwrap().pop().unwrap();
    let body: Value = serde_json::from_str(&entry.body).unwrap();
    assert_eq!(
        (&body["id"], &body["with"]),
        (&json!(added.id), &json!(made.id)),
        "which one has vouched is on record"
    );
    // On another site there is none that could sign: no way around it there either.
    let elsewhere = Holder { place: Place { origin: "https://h.example", rp: "h.example" }, ..ADA };
    refused(to_register(&world.store, &world.settings, elsewhere, NOW), "your passkeys are for localhost");
    // Who has lost all has them taken away at a terminal, and begins anew.
    for id in [&made.id, &added.id] {
        assert!(remove(&world.store, id, "unix:1000", NOW).unwrap());
    }
    world.register(ADA, &second).unwrap();
}

#[test]
fn what_cannot_be_read_is_refused() {
    let world = World::new();
    let mut key = Authenticator::new("k");
    world.register(ADA, &key).unwrap();
    let request = world.request("x");
    for name in ["clientDataJSON", "authenticatorData", "signature"] {
        for text in ["", "!", "AA"] {
            let mut assertion = key.get(&world.challenge(ADA, &request));
            assertion[name] = text.into();
            assert!(world.prove(ADA, &request, &assertion).is_err(), "{name} {text}");
        }
    }
    assert!(world.prove(ADA, &request, &Value::Null).is_err());
    let options = to_register(&world.store, &world.settings, ADA, NOW).unwrap();
    let mut made = Authenticator::new("n").create(options["challenge"].as_str().unwrap());
    made["attestationObject"] = "oA".into();
    assert!(register(&world.store, &world.settings, ADA, &made, NOW).is_err());
}
