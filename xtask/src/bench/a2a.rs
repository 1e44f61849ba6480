//! A2A: send and get over kept connections with mutual TLS, through the gate and the shelf, to an executor that echoes.

use super::report::Report;
use crate::failure::Failure;
use herma_a2a::client::Client;
use herma_a2a::pki::{Authority, Folder, Names};
use herma_a2a::server::Files;
use herma_a2a::tls;
use serde_json::json;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Issue 10.
const PER_SECOND: f64 = 1000.0;
/// Connections that are kept; a fleet has more, two cores do not.
const CONNECTIONS: usize = 16;
const TIME: Duration = Duration::from_secs(5);

struct Serving(Child, std::path::PathBuf);

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
        let _ = std::fs::remove_dir_all(&self.1);
    }
}

pub fn measure(report: &mut Report, binary: &Path) -> Result<(), Failure> {
    report.part(&format!("a2a: {CONNECTIONS} kept connections, client and server on this machine"));
    let home = binary.with_file_name(format!("bench-a2a-{}", std::process::id()));
    let failed = |error: &dyn std::fmt::Display| Failure::new(format!("a2a: {error}"));
    let folder = Folder::new(home.join("pki"));
    Authority::init(&folder, "bench.internal", None, None).map_err(|e| failed(&e))?;
    let authority = Authority::open(&folder, &mut || None).map_err(|e| failed(&e))?;
    let names = Names { dns: vec!["localhost".to_owned()], ip: vec!["127.0.0.1".to_owned()] };
    for name in ["bob", "alice"] {
        authority.issue(name, &names, 1).map_err(|e| failed(&e))?;
    }
    let mut child = Command::new(binary)
        .args(["a2a", "serve", "--name", "bob", "--port", "0", "--rate", "100000", "--echo", "--home"])
        .arg(&home)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(Failure::of(binary.display()))?;
    let stdout = child.stdout.take();
    let _serving = Serving(child, home);
    let mut line = String::new();
    if let Some(stdout) = stdout {
        BufReader::new(stdout).read_line(&mut line).map_err(Failure::of("herma a2a serve"))?;
    }
    let url =
        line.split(" listens on ").nth(1).ok_or_else(|| Failure::new("herma a2a serve did not start"))?;
    let url = url.trim().to_owned();
    let files = Files {
        certificate: folder.certificate("alice"),
        key: folder.key("alice"),
        ca: folder.ca(),
        crl: folder.crl(),
    };
    let trust = files.trust().map_err(|e| failed(&e))?;
    let own = files.own().map_err(|e| failed(&e))?;
    let config = Arc::new(tls::client_config(&trust, &own, None).map_err(|e| failed(&e))?);
    let runtime = tokio::runtime::Runtime::new().map_err(Failure::of("tokio"))?;
    let (pairs, time) = runtime.block_on(async {
        let start = Instant::now();
        let mut all = Vec::new();
        for _ in 0..CONNECTIONS {
            let mut client = Client::new(&url, Arc::clone(&config)).map_err(|e| failed(&e))?;
            all.push(tokio::spawn(async move {
                let mut pairs = 0usize;
                while start.elapsed() < TIME {
                    let message =
                        json!({"messageId": "m", "role": "ROLE_USER", "parts": [{"text": "list the files"}]});
                    let sent = client.rpc("SendMessage", &json!({"message": message})).await?;
                    client.rpc("GetTask", &json!({"id": sent["task"]["id"]})).await?;
                    pairs += 1;
                }
                Ok::<usize, herma_a2a::client::ClientError>(pairs)
            }));
        }
        let mut pairs = 0;
        for one in all {
            pairs += one.await.map_err(|e| failed(&e))?.map_err(|e| failed(&e))?;
        }
        Ok::<_, Failure>((pairs, start.elapsed()))
    })?;
    let trips = 2.0 * pairs as f64 / time.as_secs_f64();
    report.note("tasks sent, run to their end and read back", &format!("{:.0} a second", trips / 2.0));
    let target = format!("{PER_SECOND:.0} a second");
    report.target("send/get round trips", &format!("{trips:.0} a second"), &target, trips >= PER_SECOND);
    Ok(())
}
