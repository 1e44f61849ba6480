//! An external command: the task on its standard input, the answer on its standard output. It runs in a process group of
//! its own, which is killed as a whole on cancel, on timeout, and when it leaves somebody behind.

use super::events::{self, Said};
use super::preset::TEXT;
use super::{Ending, Job, OUTPUT_MAX, Produced, canceled};
use crate::Log;
use rustix::process::{Pid, Signal, kill_process_group};
use serde_json::json;
use std::process::Stdio;
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::process::Child;
use tokio::sync::{mpsc, watch};
use tokio::time::Instant;

/// Between a word and a blow.
const GRACE: Duration = Duration::from_secs(2);
/// Of what it says on its standard error, so much a task goes to the log.
const ERRORS_MAX: u64 = 8 * 1024;

/// What it reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Input {
    Text,
    /// `{"taskId", "contextId", "peer", "chain", "text", "message", "history"}`.
    Json,
}

/// What it writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Output {
    Text,
    /// JSON lines, see [`events`].
    Events,
}

#[derive(Debug, Clone)]
pub struct Command {
    pub argv: Vec<String>,
    pub input: Input,
    pub output: Output,
}

/// Kills the group when nobody waits for it any more.
struct Group(Option<Pid>);

impl Group {
    fn signal(&self, signal: Signal) {
        if let Some(group) = self.0 {
            // Gone already: that is what was wanted.
            let _ = kill_process_group(group, signal);
        }
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.signal(Signal::KILL);
    }
}

impl Command {
    pub(super) async fn run(
        &self,
        job: &Job,
        limit: Duration,
        tell: mpsc::Sender<Produced>,
        mut cancel: watch::Receiver<bool>,
        log: &Log,
    ) -> Ending {
        let mut child = match self.start(job) {
            Ok(child) => child,
            Err(error) => {
                log.line(&format!("task {}: the executor could not be started: {error}", job.task));
                return Ending::Failed("the executor could not be started".to_owned());
            }
        };
        let group = Group(child.id().and_then(|pid| Pid::from_raw(i32::try_from(pid).unwrap_or(0))));
        let deadline = Instant::now() + limit;
        let work = self.talk(&mut child, &group, job, tell, log);
        tokio::select! {
            ending = work => ending,
            () = canceled(&mut cancel) => {
                end(&group, &mut child).await;
                Ending::Canceled
            }
            () = tokio::time::sleep_until(deadline) => {
                end(&group, &mut child).await;
                log.line(&format!("task {}: the executor took longer than {} s", job.task, limit.as_secs()));
                Ending::Failed(format!("it took longer than {} s", limit.as_secs()))
            }
        }
    }

    fn start(&self, job: &Job) -> std::io::Result<Child> {
        let mut words = self.argv.iter().map(|word| word.replace(TEXT, &job.text));
        let program = words.next().ok_or_else(|| std::io::Error::other("no command is named"))?;
        tokio::process::Command::new(program)
            .args(words)
            .env("HERMA_A2A_TASK", &job.task)
            .env("HERMA_A2A_CONTEXT", &job.context)
            .env("HERMA_A2A_PEER", &job.peer)
            // Whatever it hands on in turn carries the chain.
            .env("HERMA_A2A_CHAIN", job.chain.join(" "))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .kill_on_drop(true)
            .spawn()
    }

    /// Feeds it, hears it out, and waits for its end.
    async fn talk(
        &self,
        child: &mut Child,
        group: &Group,
        job: &Job,
        tell: mpsc::Sender<Produced>,
        log: &Log,
    ) -> Ending {
        let input = match self.input {
            Input::Text => job.text.clone(),
            Input::Json => {
                let Job { task, context, peer, chain, text, message, history } = job;
                let all = json!({"taskId": task, "contextId": context, "peer": peer, "chain": chain, "text": text,
                    "message": message, "history": history});
                format!("{all}\n")
            }
        };
        let stdin = child.stdin.take();
        let feed = async move {
            if let Some(mut stdin) = stdin {
                // It need not read what it does not care for.
                let _ = stdin.write_all(input.as_bytes()).await;
            }
        };
        let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
        let errors = errors(stderr);
        let heard = async {
            match stdout {
                Some(stdout) => self.hear(stdout, tell).await,
                None => Heard::default(),
            }
        };
        let over = async {
            let status = child.wait().await;
            // Whoever it left behind would hold the pipes open for ever.
            group.signal(Signal::KILL);
            status
        };
        let ((), heard, errors, status) = tokio::join!(feed, heard, errors, over);
        if !errors.trim().is_empty() {
            log.line(&format!("task {}: the executor says: {}", job.task, errors.trim_end()));
        }
        if let Some(why) = heard.fault {
            log.line(&format!("task {}: the executor's output: {why}", job.task));
            return Ending::Failed("the executor's answer cannot be used".to_owned());
        }
        match (heard.ending, status) {
            (Some(ending), _) => ending,
            (None, Ok(status)) if status.success() => match self.output {
                Output::Text => Ending::Answered(json!([{"text": heard.text}])),
                Output::Events => Ending::Completed(None),
            },
            (None, status) => {
                let status = status.map_or_else(|error| error.to_string(), |status| status.to_string());
                log.line(&format!("task {}: the executor failed: {status}", job.task));
                Ending::Failed("the executor failed".to_owned())
            }
        }
    }

    async fn hear(&self, stdout: impl AsyncRead + Unpin, tell: mpsc::Sender<Produced>) -> Heard {
        let mut heard = Heard::default();
        let mut from = BufReader::new(stdout).take(OUTPUT_MAX as u64 + 1);
        if self.output == Output::Text {
            let mut bytes = Vec::new();
            let read = from.read_to_end(&mut bytes).await;
            heard.fault = match read {
                Err(error) => Some(error.to_string()),
                Ok(_) if bytes.len() > OUTPUT_MAX => Some(format!("more than {OUTPUT_MAX} bytes")),
                Ok(_) => None,
            };
            heard.text = String::from_utf8_lossy(&bytes).trim_end_matches('\n').to_owned();
            return heard;
        }
        let (mut line, mut number, mut all) = (String::new(), 0usize, 0usize);
        loop {
            line.clear();
            match from.read_line(&mut line).await {
                Ok(0) => return heard,
                Ok(read) => all += read,
                Err(error) => return heard.with_fault(error.to_string()),
            }
            if all > OUTPUT_MAX {
                return heard.with_fault(format!("more than {OUTPUT_MAX} bytes"));
            }
            // What comes behind the end is nobody's.
            if line.trim().is_empty() || heard.ending.is_some() {
                continue;
            }
            number += 1;
            let produced = match events::line(&line, number) {
                Err(why) => return heard.with_fault(why),
                Ok(Said::End(ending)) => {
                    heard.ending = Some(ending);
                    continue;
                }
                Ok(Said::Progress(parts)) => Produced::Progress(parts),
                Ok(Said::Artifact(artifact)) => Produced::Artifact(artifact),
            };
            if tell.send(produced).await.is_err() {
                return heard.with_fault("nobody listens any more".to_owned());
            }
        }
    }
}

#[derive(Debug, Default)]
struct Heard {
    text: String,
    ending: Option<Ending>,
    fault: Option<String>,
}

impl Heard {
    fn with_fault(mut self, why: String) -> Heard {
        self.fault = Some(why);
        self
    }
}

async fn errors(from: Option<impl AsyncRead + Unpin>) -> String {
    let Some(mut from) = from else { return String::new() };
    let mut kept = Vec::new();
    let _ = (&mut from).take(ERRORS_MAX).read_to_end(&mut kept).await;
    // The rest is read and dropped: a full pipe would stop it.
    let _ = tokio::io::copy(&mut from, &mut tokio::io::sink()).await;
    String::from_utf8_lossy(&kept).into_owned()
}

async fn end(group: &Group, child: &mut Child) {
    group.signal(Signal::TERM);
    if tokio::time::timeout(GRACE, child.wait()).await.is_err() {
        group.signal(Signal::KILL);
        let _ = child.wait().await;
    }
    group.signal(Signal::KILL);
}
