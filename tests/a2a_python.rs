//! The official Python SDK as an independent other side: as client of our server, and as server of our client. It is
//! installed by `cargo xtask test --install`, into target/a2a-python.

use crate::support;

use std::io::Read;
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};
use support::fleet::{Fleet, block_on, client_of};
use support::{PATIENCE, command, run};

const EXECUTOR: &str = r#"
read -r job
case "$job" in
*tck-stream*) echo '{"status":"working"}'; echo '{"artifact":{"parts":[{"text":"x"}]}}' ;;
*tck-never*) echo '{"status":"working"}'; sleep 300 ;;
esac
echo '{"status":"completed"}'
"#;

fn python() -> PathBuf {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let python = target.join("a2a-python/bin/python");
    assert!(python.exists(), "{} is missing: `cargo xtask test --install` makes it", python.display());
    python
}

fn script() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/support/a2a_sdk.py")
}

#[test]
fn the_python_sdk_is_served() {
    let fleet = Fleet::trusting();
    fleet.pki(&["issue", "alice"]);
    let executor = fleet.held.scratch.write("executor.sh", EXECUTOR);
    let executor = executor.to_str().unwrap();
    let serving = fleet.serve(&["--input", "json", "--output", "events", "--exec", "sh", executor]);
    let files = fleet.files("alice");
    let mut client = command(python(), fleet.held.scratch.path());
    client.arg(script()).args(["client", serving.url.trim_end_matches('/')]);
    let said = run(client.arg(files.certificate).arg(files.key).arg(files.ca), b"");
    let want = "card bob\nsend TASK_STATE_COMPLETED\nstream task status_update True\nget True\nlist 2\nsubscribe True\n\
                cancel TASK_STATE_CANCELED\n";
    assert_eq!((said.stdout.as_str(), said.code()), (want, Some(0)), "{}", said.stderr);
}

struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn the_python_sdk_serves() {
    let fleet = Fleet::new();
    fleet.pki(&["issue", "alice"]);
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let files = fleet.files("bob");
    let mut server = command(python(), fleet.held.scratch.path());
    server.arg(script()).args(["serve", &port.to_string()]);
    server.arg(files.certificate).arg(files.key).arg(files.ca);
    let mut server = Server(server.stdout(Stdio::null()).spawn().unwrap());
    let deadline = Instant::now() + PATIENCE;
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        let mut said = String::new();
        let ended = server.0.try_wait().unwrap();
        assert!(
            ended.is_none(),
            "{} {said}",
            server.0.stderr.take().unwrap().read_to_string(&mut said).unwrap()
        );
        assert!(Instant::now() < deadline, "the SDK does not listen");
        std::thread::sleep(Duration::from_millis(50));
    }
    let serving = fleet.elsewhere(&format!("https://127.0.0.1:{port}/"));
    for wait in [&["--wait"][..], &["--wait", "--json"]] {
        let args = [&["send", "--agent", "bob", "--task", "list the files"], wait].concat();
        let said = fleet.a2a("alice", &serving, &args);
        assert_eq!(said.code(), Some(0), "{said:?}");
        assert!(said.stdout.contains("python: list the files"), "{said:?}");
    }
    block_on(async {
        let mut client = client_of(&fleet.files("alice"), &serving);
        let card = client.card().await.unwrap();
        assert_eq!(card["name"], "python");
        let missing = client.rpc("GetTask", &serde_json::json!({"id": "nobody"})).await.unwrap_err();
        assert!(missing.to_string().contains("-32001"), "{missing}");
    });
}
