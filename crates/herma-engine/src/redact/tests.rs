use super::{Redactor, filled, redacted};
use serde_json::json;

/// Made here, so that no scanner takes this file for a leak.
fn token(start: &str) -> String {
    format!("{start}{}", "a1B2c3D4e5F6g7H8i9J0k1L2")
}

#[test]
fn values_go_and_everything_else_stays() {
    let github = token("ghp_");
    for (text, kept, gone) in [
        ("curl -H 'Authorization: Bearer abcdef0123456789' https://x", "https://x", "abcdef0123456789"),
        (&format!("deploy --token={github} prod"), "prod", github.as_str()),
        ("PGPASSWORD=hunter2hunter2 psql -h db", "psql -h db", "hunter2hunter2"),
        ("PGPASSWORD='hunter 2 hunter' psql -h db", "psql -h db", "hunter 2 hunter"),
        ("mysql -u root -phunter2 shop", "mysql -u root -p‹", "hunter2"),
        ("mysql -u root --password hunter2 shop", "--password ‹", "hunter2"),
        ("sudo sshpass -p hunter2 ssh me@host", "ssh me@host", "hunter2"),
        ("bash -c 'sshpass -p hunter2 ssh me@host'", "ssh me@host'", "hunter2"),
        ("curl -u ada:hunter2 https://x/y", "-u ada:‹", "hunter2"),
        ("curl -uada:hunter2 https://x/y", "-uada:‹", "hunter2"),
        ("git clone https://ada:hunter2@host/x.git", "https://ada:‹", "hunter2"),
        ("psql postgres://app:hunter2@db:5432/shop", "@db:5432/shop", "hunter2"),
        ("curl 'https://x/y?api_key=abcd1234&page=2'", "&page=2'", "abcd1234"),
        ("curl -H 'X-Api-Key: abcd1234' https://x", "https://x", "abcd1234"),
        ("curl -d '{\"password\": \"hun ter2\", \"user\": \"ada\"}' x", "\"user\": \"ada\"", "hun ter2"),
        ("curl -b 'x' -H 'Cookie: a=b1c2d3; sid=77aa' https://x", "https://x", "sid=77aa"),
        ("docker run -e DB_PASSWORD=hunter2 img", "img", "hunter2"),
        ("export AWS_SECRET_ACCESS_KEY=abcd1234efgh", "export AWS_SECRET_ACCESS_KEY=‹", "abcd1234efgh"),
        ("redis-cli -a hunter2 ping", "ping", "hunter2"),
        ("openssl enc -aes256 -passin pass:hunter2 -in x", "-in x", "hunter2"),
        ("deploy --pwd hunter2hunter2 prod", "prod", "hunter2hunter2"),
        ("cat > c.toml <<E\ntoken = \"hunter2hunter2\"\nE", "token = \"‹", "hunter2hunter2"),
        ("cat > c.ini <<E\npassword = hunter2hunter2\nE", "password = ‹", "hunter2hunter2"),
        ("echo '<password>hunter2</password>'", "</password>'", "hunter2"),
        ("psql -c \"ALTER USER ada PASSWORD 'hunter2'\"", "ALTER USER ada PASSWORD '‹", "hunter2"),
        ("mysql -e \"CREATE USER ada IDENTIFIED BY 'hunter2'\"", "IDENTIFIED BY '‹", "hunter2"),
        ("mysql -e \"create user ada identified by 'hun ter2'\"", "identified by '‹", "hun ter2"),
        ("echo machine host login ada password hunter2 >> .netrc", ">> .netrc", "hunter2"),
        ("echo hunter2 | sudo -S rm x", "| sudo -S rm x", "hunter2"),
        ("printf 'hunter2\\n' | sudo -k -S id", "| sudo -k -S id", "hunter2"),
        ("echo 'ada:hunter2' | sudo chpasswd", "echo 'ada:‹", "hunter2"),
        ("ssh-keygen -t ed25519 -N hunter2 -f key", "-f key", "hunter2"),
        ("keytool -genkey -storepass hunter2 -alias a", "-alias a", "hunter2"),
        ("nmcli dev wifi connect home password hunter2", "password ‹", "hunter2"),
        ("git clone https://hunter2hunter2@host/x.git", "@host/x.git", "hunter2hunter2"),
        ("tell them the password is hunter2.", "the password is ‹", "hunter2"),
        ("curl -d pin=4711 https://x", "https://x", "4711"),
        ("echo q7Hx2Kp9Zm4Tb8Wn3R | tool", "| tool", "q7Hx2Kp9Zm4Tb8Wn3R"),
        ("echo q7Hx2Kp9Zm4Tb8Wn3Rv6Yc1L | tool", "| tool", "q7Hx2Kp9Zm4Tb8Wn3Rv6Yc1L"),
    ] {
        let out = redacted(text);
        assert!(out.contains(kept) && !out.contains(gone) && out.contains("‹secret, "), "{text}\n{out}");
    }
}

#[test]
fn what_is_no_secret_stays() {
    for text in [
        "rm -rf ~/photos",
        "curl -H \"Authorization: Bearer $TOKEN\" https://x",
        "git commit -m 'token=x'",
        "mysql -p shop",
        "docker run -p 8080:80 nginx",
        "ssh -p 2222 me@host",
        "mkdir -p src/components/password-reset",
        "git show 4b825dc642cb6eb9a060e54bf8d69288fbee4904",
        "cat /run/secrets/token",
        "tool --token-file=/run/token --max-tokens=4096 --password-stdin",
        "cargo test -p herma-core t16_variables_that_it_hangs_on",
        "docker pull alpine@sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "ls /home/ada/src/MyProject/target/debug/deps/libAbstractFactory2-1a2b3c4d5e6f7a8b.rlib",
        "kubectl get secret my-secret -o yaml",
        "curl -u ada https://x",
        "curl -d @body.json https://x",
        "pip install sk-learn",
        "cd $PWD && PWD=/tmp ls",
        "uuidgen; echo 123e4567-e89b-12d3-a456-426614174000",
        "gh auth login --with-token < token.txt",
        "npm run build:production -- --mode=development",
        "ssh git@github.com:herma/herma.git",
        "grep -r password 'src/main.rs'",
        "grep password config.txt",
        "echo the password is wrong",
        "echo 'the password is required'",
        "let token = next_token2(x)",
        "if token == \"x\"",
        "echo hello | sudo tee /etc/motd",
        "git clone https://git@github.com/x/y.git",
        "git clone https://ada@host/x.git",
        "echo 'please reset the password for ada'",
        "ssh-keygen -t ed25519 -N '' -f key",
        "cargo test Sha256Aes128Gcm16",
        "pin=12; gpio --pin 4",
        "echo '<token>a</b>'",
        "echo a password reset page > notes.txt",
    ] {
        assert_eq!(redacted(text), text);
    }
}

#[test]
fn private_keys_go_and_certificates_stay() {
    let key = "cat > k <<E\n-----BEGIN OPENSSH PRIVATE KEY-----\nb3Blbn\nAAAA\n-----END OPENSSH PRIVATE KEY-----\nE";
    let out = redacted(key);
    assert!(!out.contains("b3Blbn") && !out.contains("AAAA") && out.ends_with("KEY-----\nE"), "{out}");
    assert!(!redacted("-----BEGIN RSA PRIVATE KEY-----\nb3Blbn").contains("b3Blbn"), "unfinished");
    let certificate = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----";
    assert_eq!(redacted(certificate), certificate);
}

#[test]
fn tokens_of_known_services_are_known_anywhere() {
    for start in ["ghp_", "github_pat_", "glpat-", "sk-", "xoxb-", "npm_", "hf_", "SG.", "AIza", "sk_live_"] {
        let token = token(start);
        for text in
            [format!("say {token}"), format!("x('{token}')"), format!("a/{token}/b"), format!("k:{token},")]
        {
            let out = redacted(&text);
            assert!(!out.contains(&token) && !out.contains("e5F6g7H8"), "{text}: {out}");
        }
    }
    let jwt = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl";
    assert!(!redacted(&format!("echo {jwt}")).contains("c2lnbmF0dXJl"));
}

#[test]
fn arguments_are_read_by_their_names() {
    let args = json!({
        "url": "https://x", "headers": {"Authorization": "Bearer abcd", "Accept": "text/html"},
        "body": {"client_secret": "s3cr3t", "max_tokens": 4096, "password": 12345678},
        "argv": ["mysql", "-ps3same", "shop"], "note": "the s3same again",
    });
    let redactor = Redactor::of(&args);
    let kept = redactor.value(&args).to_string();
    for gone in ["abcd", "s3cr3t", "12345678", "s3same"] {
        assert!(!kept.contains(gone), "{gone}: {kept}");
    }
    for stays in ["https://x", "Bearer ", "text/html", "4096", "mysql", "shop"] {
        assert!(kept.contains(stays), "{stays}: {kept}");
    }
    assert!(!redactor.text("reads s3cr3t").contains("s3cr3t"), "and everywhere else");
    let named = json!({
        "env": [{"name": "API_TOKEN", "value": "s3cr3t-one"}, {"name": "LANG", "value": "stays-one"}],
        "set": {"key": "password", "value": "s3cr3t-two"}, "type": {"selector": "#password", "text": "s3cr3t-three"},
        "fill": {"element": "Password field", "ref": "e7", "text": "s3cr3t-four"}, "pin": "4711", "note": "s3cr3t-two",
        "search": {"selector": "#search", "text": "stays-two"},
    });
    let kept = Redactor::of(&named).value(&named).to_string();
    for gone in ["s3cr3t-one", "s3cr3t-two", "s3cr3t-three", "s3cr3t-four", "4711"] {
        assert!(!kept.contains(gone), "{gone}: {kept}");
    }
    for stays in ["stays-one", "stays-two", "API_TOKEN", "#password", "Password field", "e7"] {
        assert!(kept.contains(stays), "{stays}: {kept}");
    }
    let plain = json!({"command": "git status", "timeout": 5});
    assert!(Redactor::of(&plain).is_idle());
    assert_eq!(Redactor::of(&plain).value(&plain), plain);
}

#[test]
fn a_redacted_text_can_be_filled_and_is_stable() {
    let text = "PGPASSWORD=hunter2hunter2 psql -h db";
    let out = redacted(text);
    assert_eq!(redacted(&out), out, "once is enough");
    let filled = filled(&out).unwrap();
    assert_eq!(filled.len(), text.len());
    assert!(
        filled.ends_with(" psql -h db") && !filled.contains(char::is_control) && !filled.contains("hunter2")
    );
    assert_eq!(super::filled(text), None);
}

/// A hook must not be held up by a text that somebody made for it. Generous: a quadratic search takes minutes, and tests
/// run unoptimised on busy machines.
#[test]
fn no_text_takes_forever() {
    for part in [
        "y ",
        "token:\"",
        "a=",
        "@",
        "x://",
        "mysql -p ",
        "'",
        "-----BEGIN ",
        "password: ",
        "ghp_",
        "\\",
        "‹secret, ",
        "<pin>",
        "password is ",
        "echo x1y2 | sudo -S ",
        "identified by '",
        "token = ",
    ] {
        let text = part.repeat((16 << 10) / part.len());
        let start = std::time::Instant::now();
        let _ = redacted(&text);
        assert!(start.elapsed() < std::time::Duration::from_secs(20), "{part:?}: {:?}", start.elapsed());
    }
}
