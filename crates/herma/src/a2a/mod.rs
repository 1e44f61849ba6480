//! `herma a2a`: tasks between agents.

mod agents;
mod answers;
mod ask;
mod exit;
mod identity;
mod progress;
mod send;
mod serve;
mod upkeep;

use crate::check::usage;
use crate::options::{Known, Typed};
use crate::paths::Paths;
use exit::Failure;
use herma_core::text::shown;
use std::ffi::OsString;
use std::process::ExitCode;

pub const HELP: &str = "\
usage: herma a2a serve [--host 127.0.0.1] [--port 9443] [options] --exec COMMAND…
       herma a2a [send] --agent NAME --task TEXT [--wait] [--timeout 30] [--poll-interval 0.5] [--json]
       herma a2a status --agent NAME --task-id ID [--json]
       herma a2a cancel --agent NAME --task-id ID [--json]
       herma a2a list --agent NAME [--limit N] [--json]
       herma a2a agents list | add NAME URL | remove NAME | discover URL…

Hands a task to another agent, and takes tasks from others (A2A 1.0), over TLS 1.3 with a certificate on both sides. Every
task is judged by its words. One that only wants to know something runs; one that matters waits for a person at the serving
side (state auth-required), who answers with `herma approve`, and never over A2A.

serving
  --exec COMMAND…         does the work: the task's text on its standard input, the answer on its standard output. Takes
                          all words behind it; killed with its process group on cancel and timeout
  --input text|json       what it reads: the text (default), or one JSON object with message, history, peer and chain
  --output text|events    what it writes: the answer (default), or events as JSON lines (docs/a2a.md)
  --preset claude|codex|hermes   `claude -p`, `codex exec -`, `hermes chat`
  --openai URL --model M  an OpenAI-compatible endpoint; its key is in HERMA_A2A_OPENAI_KEY
  --name NAME             which agent of this home serves (HERMA_AGENT_NAME)
  --url URL               the address in the card, if it is not the one listened on
  --description TEXT      what the card says
  --push-allow HOST[:PORT]   switches push notifications on, to these hosts only; may be given several times
  --max-time SECONDS      for one task (3600); --max-tasks N executors at once (8)
  --answer-within SECONDS how long a task waits for what it asked its peer (86400); past it, it is rejected
  --keep DAYS             how long a task that is over can still be asked about (30)
  --max-body BYTES        of one request (1048576); --rate N new tasks a second and peer (50)

asking
  --agent NAME            HERMA_A2A_<NAME>_URL, else a2a_agents.json, else a literal URL
  --url URL               its address, whatever is known under that name
  --task TEXT, --task-id ID
  --context ID            goes on in a conversation
  --wait                  until it is over; shows how it goes. A question of the other agent is put to you
  --timeout SECONDS       how long to wait; past it exit 124, with the task's id (30)
  --poll-interval SECONDS   where it cannot be streamed (0.5)
  --requester NAME        a note for the other side; who asks is what the certificate says
  --json                  {\"agent\", \"url\", \"card\", \"task\"}

both
  --cert FILE --key FILE --ca FILE --crl FILE   HERMA_A2A_CERT, _KEY, _CA; else those of `herma pki` in this home. The list
                          of revoked certificates lies beside the CA
  --home DIR              Herma's own home

exit: 0 done; 1 failed; 2 usage; 3 no such agent; 4 your certificate was refused; 5 theirs was not accepted; 6 the list of
revoked certificates is out of date; 7 nobody answers; 8 the task failed, was rejected or canceled; 9 it waits for somebody;
124 not in time; 126 refused here before it left
";

const KNOWN: Known = Known {
    values: &[
        "--host",
        "--port",
        "--cert",
        "--key",
        "--ca",
        "--crl",
        "--input",
        "--output",
        "--preset",
        "--openai",
        "--model",
        "--name",
        "--url",
        "--description",
        "--push-allow",
        "--max-time",
        "--max-tasks",
        "--max-body",
        "--rate",
        "--answer-within",
        "--keep",
        "--agent",
        "--task",
        "--task-id",
        "--context",
        "--timeout",
        "--poll-interval",
        "--requester",
        "--limit",
    ],
    flags: &["--wait", "--json", "--echo"],
    rest: Some("--exec"),
};

pub fn main(args: &[OsString]) -> ExitCode {
    let typed = match Typed::read(args, &KNOWN) {
        Ok(typed) if typed.help => {
            print!("{HELP}");
            return ExitCode::SUCCESS;
        }
        Ok(typed) => typed,
        Err(message) => return usage(&message),
    };
    let paths = match Paths::resolve(typed.home()) {
        Ok(paths) => paths,
        Err(error) => return ended(&Failure::Other(error.to_string())),
    };
    let words: Vec<&str> = typed.words.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        ["serve"] => serve::main(&typed, &paths),
        // Bare options mean send, as they always did.
        [] | ["send"] => send::send(&typed, &paths),
        ["status"] => send::status(&typed, &paths),
        ["cancel"] => send::cancel(&typed, &paths),
        ["list"] => send::list(&typed, &paths),
        ["agents", rest @ ..] => agents::main(rest, &typed, &paths),
        _ => return usage("serve, send, status, cancel, list or agents; --help says more"),
    };
    match done {
        Ok(code) => code,
        Err(failure) => ended(&failure),
    }
}

fn ended(failure: &Failure) -> ExitCode {
    let said = failure.to_string();
    if !said.is_empty() {
        eprintln!("herma: {}", shown(&said));
    }
    ExitCode::from(failure.code())
}
