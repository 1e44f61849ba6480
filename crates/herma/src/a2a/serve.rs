//! `herma a2a serve`.

use super::answers::HomeAnswers;
use super::exit::Failure;
use super::{identity, upkeep};
use crate::answerer::may_change;
use crate::enforce::LocalEnforcer;
use crate::options::Typed;
use crate::paths::Paths;
use crate::pki;
use herma_a2a::Log;
use herma_a2a::executor::{Chat, Command, Executor, Input, Output, preset};
use herma_a2a::pki::name_of;
use herma_a2a::protocol::Takes;
use herma_a2a::server::{Allowed, Card, Engine, Files, Limits, Listener, Parts, PushRules, TaskStore, serve};
use herma_a2a::tls;
use herma_core::text::shown;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;

/// How often certificates are looked at.
const UPKEEP: Duration = Duration::from_secs(60);
const DAY_S: u64 = 86_400;
/// What is being said when we are told to stop may be said to its end.
const FAREWELL: Duration = Duration::from_millis(300);

pub fn main(typed: &Typed, paths: &Paths) -> Result<ExitCode, Failure> {
    may_change(paths).map_err(Failure::Refused)?;
    let (files, name) = identity::files(typed, paths)?;
    let own = files.own()?;
    let executor = executor(typed)?;
    let limits = limits(typed)?;
    let push = push(typed, &files)?;
    let port = match (typed.number("--port").map_err(Failure::Usage)?, std::env::var("HERMA_A2A_PORT")) {
        (Some(port), _) => port,
        (None, Ok(text)) if !text.is_empty() => {
            text.parse().map_err(|_| Failure::Usage(format!("HERMA_A2A_PORT: `{text}` is no port")))?
        }
        _ => 9443,
    };
    let host = typed.value("--host").map(str::to_owned).or_else(|| std::env::var("HERMA_A2A_HOST").ok());
    let host = host.filter(|host| !host.is_empty()).unwrap_or_else(|| "127.0.0.1".to_owned());
    let shelf =
        TaskStore::open(&paths.data.join("a2a.db")).map_err(|error| Failure::Other(error.to_string()))?;
    let log = Log::new(|line| eprintln!("herma a2a: {}", shown(line)));
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .thread_stack_size(herma_core::work::STACK)
        .enable_all()
        .build();
    let runtime = runtime.map_err(|error| Failure::Other(error.to_string()))?;
    let done = runtime.block_on(async {
        let listener = Listener::bind(&host, port).await;
        let listener = listener.map_err(|error| Failure::Other(format!("{host}:{port}: {error}")))?;
        let address = listener.address;
        let url = typed.value("--url").map_or_else(|| format!("https://{address}/"), str::to_owned);
        let described = typed.value("--description").map(str::to_owned);
        let agent = name_of(&own.identity.uri).to_owned();
        let card = Card {
            description: described
                .unwrap_or_else(|| format!("{agent}, behind Herma: what matters waits for a person")),
            name: agent,
            url: url.clone(),
            identity: own.identity.uri.clone(),
            push: push.is_on(),
            takes: match &executor {
                Executor::Command(Command { input: Input::Json, .. }) => Takes::Anything,
                _ => Takes::Text,
            },
            executor: about(&executor),
            changed: crate::approvals::now() / 1000,
        };
        let parts = Parts { shelf, executor, limits, card, push, log: log.clone() };
        let enforcer = Arc::new(LocalEnforcer::new(paths.clone()));
        let engine = Engine::new(parts, enforcer, Arc::new(HomeAnswers::new(paths.clone())));
        let (stop, stopped) = watch::channel(false);
        tokio::spawn(told_to_stop(stop));
        let folder = pki::folder(paths);
        let (kept, log, home) = (files.clone(), log.clone(), paths.clone());
        tokio::spawn(async move {
            loop {
                let (folder, files, name, log) = (folder.clone(), kept.clone(), name.clone(), log.clone());
                let home = home.clone();
                let look = move || {
                    let now = crate::approvals::now() / 1000;
                    upkeep::look(&folder, &files, name.as_deref(), now, &log, &|what| {
                        pki::record(&home, what)
                    });
                };
                let _ = tokio::task::spawn_blocking(look).await;
                tokio::time::sleep(UPKEEP).await;
            }
        });
        engine.resume().await.map_err(|error| Failure::Other(error.to_string()))?;
        println!("{} listens on {}", shown(&own.identity.uri), shown(&url));
        serve(engine, listener, files, stopped).await?;
        tokio::time::sleep(FAREWELL).await;
        Ok(ExitCode::SUCCESS)
    });
    // Executors are killed with us; what they were at is said at the next start.
    runtime.shutdown_timeout(FAREWELL);
    done
}

async fn told_to_stop(stop: watch::Sender<bool>) {
    use tokio::signal::unix::{SignalKind, signal};
    let (Ok(mut term), Ok(mut interrupt)) =
        (signal(SignalKind::terminate()), signal(SignalKind::interrupt()))
    else {
        return std::future::pending().await;
    };
    tokio::select! {
        _ = term.recv() => {}
        _ = interrupt.recv() => {}
    }
    stop.send_replace(true);
    // Whoever holds the other end waits for it; ours must outlive them.
    stop.closed().await;
}

fn executor(typed: &Typed) -> Result<Executor, Failure> {
    let input = match typed.value("--input") {
        None | Some("text") => Input::Text,
        Some("json") => Input::Json,
        Some(other) => return Err(Failure::Usage(format!("`--input {other}`: text or json"))),
    };
    let output = match typed.value("--output") {
        None | Some("text") => Output::Text,
        Some("events") => Output::Events,
        Some(other) => return Err(Failure::Usage(format!("`--output {other}`: text or events"))),
    };
    let all = (&typed.rest, typed.value("--preset"), typed.value("--openai"), typed.has("--echo"));
    match all {
        (Some(argv), None, None, false) => {
            Ok(Executor::Command(Command { argv: argv.clone(), input, output }))
        }
        (None, Some(name), None, false) => {
            let argv = preset(name);
            let argv = argv
                .ok_or_else(|| Failure::Usage(format!("`{name}` is no preset: claude, codex or hermes")))?;
            Ok(Executor::Command(Command { argv, input: Input::Text, output: Output::Text }))
        }
        (None, None, Some(base), false) => {
            let model =
                typed.value("--model").ok_or_else(|| Failure::Usage("--openai needs --model".to_owned()))?;
            if !base.starts_with("http://") && !base.starts_with("https://") {
                return Err(Failure::Usage(format!("`--openai {base}`: that is no http address")));
            }
            let key = std::env::var("HERMA_A2A_OPENAI_KEY").ok().filter(|key| !key.is_empty());
            Ok(Executor::Chat(Chat { base: base.to_owned(), model: model.to_owned(), key }))
        }
        (None, None, None, true) => Ok(Executor::Echo),
        (None, None, None, false) => {
            Err(Failure::Usage("who does the work? --exec COMMAND…, --preset or --openai".to_owned()))
        }
        _ => Err(Failure::Usage("one of --exec, --preset and --openai".to_owned())),
    }
}

fn about(executor: &Executor) -> String {
    match executor {
        Executor::Command(command) => {
            let program = command.argv.first().map(String::as_str).unwrap_or_default();
            let program = Path::new(program).file_name().and_then(|name| name.to_str());
            format!("the command `{}`", program.unwrap_or_default())
        }
        Executor::Chat(chat) => format!("the model {}", chat.model),
        Executor::Echo => "an echo".to_owned(),
    }
}

fn limits(typed: &Typed) -> Result<Limits, Failure> {
    let usual = Limits::default();
    let time: Option<u64> = typed.number("--max-time").map_err(Failure::Usage)?;
    let answer: Option<u64> = typed.number("--answer-within").map_err(Failure::Usage)?;
    let keep: Option<u64> = typed.number("--keep").map_err(Failure::Usage)?;
    Ok(Limits {
        body: typed.number("--max-body").map_err(Failure::Usage)?.unwrap_or(usual.body),
        rate: typed.number("--rate").map_err(Failure::Usage)?.unwrap_or(usual.rate),
        working: typed.number("--max-tasks").map_err(Failure::Usage)?.unwrap_or(usual.working),
        time: time.map_or(usual.time, Duration::from_secs),
        answer: answer.map_or(usual.answer, Duration::from_secs),
        keep: keep.map_or(usual.keep, |days| Duration::from_secs(days.saturating_mul(DAY_S))),
        ..usual
    })
}

fn push(typed: &Typed, files: &Files) -> Result<PushRules, Failure> {
    let mut allowed = Vec::new();
    for text in typed.all("--push-allow") {
        let one = Allowed::parse(text);
        allowed.push(one.ok_or_else(|| Failure::Usage(format!("`--push-allow {text}`: HOST or HOST:PORT")))?);
    }
    if allowed.is_empty() {
        return Ok(PushRules::default());
    }
    let config = tls::client_config(&files.trust()?, &files.own()?, None)?;
    Ok(PushRules { allowed, tls: Some(Arc::new(config)) })
}
