//! `herma up`.

use super::host::LocalGatewayHost;
use super::names::Names;
use super::record::{self, Held, Record};
use super::{Options, channels, demo, own_name, status, unit};
use crate::answerer::may_answer;
use crate::approvals::{account, now};
use crate::paths::{FILE_MODE, Paths};
use crate::style::Style;
use herma_core::text::shown;
use herma_server::credential::{self, CODE_LASTS, Kind};
use herma_server::{Gateway, GatewayHost, Opening};
use herma_store::{Filter, SqliteStore, Store};
use std::fs::OpenOptions;
use std::io::{BufRead, BufReader, IsTerminal, Write};
use std::net::SocketAddr;
use std::os::unix::fs::OpenOptionsExt;
use std::os::unix::process::CommandExt;
use std::process::{Command, ExitCode, Stdio};
use std::sync::Arc;
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};

const LISTEN: &str = "127.0.0.1:7717";
/// What `--detach` reads off its child.
const READY: &str = "ready";

pub(super) fn up(options: &Options) -> Result<ExitCode, String> {
    if options.demo && (options.detach || options.install) {
        return Err("the demo is for whoever looks at it: without --detach and --install".to_owned());
    }
    let demo = options.demo.then(demo::Home::new).transpose()?;
    let paths = match &demo {
        Some(home) if options.home.is_none() => home.paths()?,
        Some(_) | None => options.paths()?,
    };
    if options.install {
        return unit::install(&paths, options);
    }
    if options.detach {
        return detach(&paths, options);
    }
    let Some(held) = Held::take(&paths).map_err(|e| e.to_string())? else {
        return already_up(&paths);
    };
    if options.detached {
        // Of a session of its own: closing the terminal does not end it.
        let _ = rustix::process::setsid();
    }
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .max_blocking_threads(herma_server::THREADS)
        .thread_stack_size(herma_core::work::STACK)
        .enable_all()
        .build();
    let runtime = runtime.map_err(|e| e.to_string())?;
    let done = runtime.block_on(serve(&paths, options, &held));
    // What still blocks is judged for nobody any more.
    runtime.shutdown_background();
    match done? {
        End::Asked => Ok(ExitCode::SUCCESS),
        End::Changed(address) => {
            drop(held);
            Err(again(options, address))
        }
    }
}

/// Why a gateway has ended.
enum End {
    Asked,
    /// What it had read at the start is not so any more. It was at this address.
    Changed(SocketAddr),
}

/// This process becomes the same gateway with the settings as they now are. Gives why it did not.
fn again(options: &Options, address: SocketAddr) -> String {
    let Some(program) = channels::program() else { return "herma is not where it was".to_owned() };
    let mut command = Command::new(program);
    command.arg("up").args(options.detached.then_some("--detached")).arg("--listen").arg(address.to_string());
    command.args(options.hosts.iter().flat_map(|host| ["--host", host]));
    command.args(options.home.iter().flat_map(|home| ["--home".as_ref(), home.as_os_str()]));
    format!("it did not start anew: {}", command.exec())
}

async fn serve(paths: &Paths, options: &Options, held: &Held) -> Result<End, String> {
    more_files();
    let listen = options.listen.as_deref().unwrap_or(LISTEN);
    let address: SocketAddr =
        listen.parse().map_err(|_| format!("`{listen}` is no address: 127.0.0.1:7717"))?;
    let listener = TcpListener::bind(address)
        .await
        .map_err(|e| format!("{listen}: {e}; --listen takes another address"))?;
    let address = listener.local_addr().map_err(|e| e.to_string())?;
    let Names { plain: hosts, secure: secure_hosts, shown: names } = Names::of(address, &options.hosts);
    let watch = credential::secret().map_err(|e| e.to_string())?;
    let open = |_| SqliteStore::open(&paths.store()).map(Arc::new).map_err(|e| e.to_string());
    let (reader, watcher) = (open(())?, open(())?);
    let house: Arc<dyn GatewayHost> = Arc::new(LocalGatewayHost::open(paths).map_err(|e| e.to_string())?);
    let (channels, at_start) = channels::open(paths)?;
    let opening = Opening {
        house: Arc::clone(&house),
        reader,
        watcher,
        channels,
        hosts,
        secure_hosts,
        watch: watch.clone(),
    };
    let gateway = Gateway::open(opening).map_err(|e| e.to_string())?;
    // Before anybody hears that we are up: a signal that comes then ends us as it should.
    let ended = ended()?;
    held.note(&address.to_string(), &names, &watch).map_err(|e| format!("the gateway's note: {e}"))?;
    greet(paths, options, &*house, address, &names)?;
    let script = options.demo.then(|| demo::start(Arc::clone(&house), Arc::clone(&gateway)));
    let stopping = Arc::clone(&gateway);
    let watching = (!options.demo).then_some(at_start);
    let end = tokio::spawn(async move {
        let changed = async {
            match watching {
                Some(at_start) => at_start.changed(Arc::clone(&stopping)).await,
                // A demo has no channels.
                None => std::future::pending().await,
            }
        };
        let end = tokio::select! {
            () = ended => End::Asked,
            () = changed => End::Changed(address),
        };
        stopping.stop();
        end
    });
    herma_server::serve(gateway, listener).await.map_err(|e| e.to_string())?;
    // It may be writing: what a demo leaves behind is nothing only if nobody writes any more.
    if let Some(script) = script {
        let _ = script.await;
    }
    let end = end.await.unwrap_or(End::Asked);
    if let End::Changed(_) = end {
        eprintln!("herma: the settings of channels have changed: starting anew with them");
        return Ok(end);
    }
    let waiting =
        house.gate().store().list(&Filter::waiting(), None, 1000).map_or(0, |page| page.requests.len());
    if options.demo {
        println!("\nherma is down, and the demo's home is gone.");
    } else if !options.detached {
        println!("\nherma is down; {}. Hooks go on asking without it.", status::left(waiting));
    }
    Ok(End::Asked)
}

/// SIGTERM or Ctrl-C.
fn ended() -> Result<impl Future<Output = ()>, String> {
    let on = |kind| signal(kind).map_err(|e| e.to_string());
    let (mut term, mut int) = (on(SignalKind::terminate())?, on(SignalKind::interrupt())?);
    Ok(async move {
        tokio::select! {
            _ = term.recv() => {}
            _ = int.recv() => {}
        }
    })
}

/// Each waiting call is a connection.
fn more_files() {
    use rustix::process::{Resource, getrlimit, setrlimit};
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    // With fewer, fewer can wait; the rest is told so.
    let _ = setrlimit(Resource::Nofile, limit);
}

/// What is connected, what waits, what to type next.
fn greet(
    paths: &Paths,
    options: &Options,
    house: &dyn GatewayHost,
    address: SocketAddr,
    names: &[String],
) -> Result<(), String> {
    if options.detached {
        // Whoever started us may have gone by now, when we start anew.
        let _ = writeln!(std::io::stdout(), "{READY} {address}");
        return Ok(());
    }
    let style = Style::of_stdout();
    println!("{} at {}", style.bold("herma is up"), names.first().map_or("", String::as_str));
    if address.ip().is_unspecified() && options.hosts.is_empty() {
        println!(
            "from other machines it answers by no name yet: --host NAME:{} gives it one",
            address.port()
        );
    }
    if !address.ip().is_loopback() {
        println!("{}", style.yellow("others can reach it, in plain HTTP: put a proxy with TLS in front of it (--host https://NAME)"));
    }
    let state = crate::effective_policy::load(paths);
    let policy = state.base().policy();
    for nobody in crate::policy_command::unanswerable(policy.rules.iter(), &policy.approvers) {
        println!("{}", style.yellow(&nobody));
    }
    print!("{}", status::overview(paths, &house.gate()));
    if options.demo {
        println!("demo      a scripted agent asks; nothing of it runs. This home is thrown away at the end");
    }
    println!("");
    login_link(paths, house.gate().store(), names, options.demo)?;
    let me = own_name();
    println!("");
    match (options.demo, status::connected(paths).is_empty()) {
        (true, _) => println!("next      open the link, and answer what the agent asks; Ctrl-C ends it"),
        (false, true) => {
            println!("next      open the link, and in another terminal:");
            println!(
                "          {me} connect claude-code     that agent asks here from now on; or codex, gemini, …"
            );
            println!("          {me} token add agent NAME    or a program of yours submits calls");
            println!("          Ctrl-C ends it; --detach runs it in the background");
        }
        (false, false) => {
            println!("next      open the link; Ctrl-C ends it, --detach runs it in the background")
        }
    }
    Ok(())
}

/// A link to log in with: to a person at a terminal, and to nobody else. It is in no log: what stands behind `#` is never
/// sent, and what is printed is printed to the terminal alone.
fn login_link(paths: &Paths, store: &dyn Store, names: &[String], demo: bool) -> Result<(), String> {
    if !std::io::stdout().is_terminal() {
        println!("Type `herma up` at a terminal to get a link to log in with.");
        return Ok(());
    }
    if let Err(why) = may_answer(store) {
        println!("No link to log in with: {}.", shown(&why));
        return Ok(());
    }
    let who = account(paths).map_err(|e| e.to_string())?;
    let (_, code) = credential::mint(store, Kind::Code, &who, Some(CODE_LASTS), &who, now())
        .map_err(|e| e.to_string())?;
    // A demo's home is its own: the same command is another demo.
    let again = if demo { "" } else { "; the same command in another terminal gives a new one" };
    for (at, name) in names.iter().enumerate() {
        match (at, name.contains("//localhost:")) {
            (0, _) => {
                println!("log in    {name}/login#{code}");
                println!("          good once, for one minute{again}");
            }
            (_, true) => {
                println!("          with passkeys, which browsers keep for a name only: {name}/login#{code}")
            }
            (_, false) => println!("          or {name}/login#{code}"),
        }
    }
    Ok(())
}

fn already_up(paths: &Paths) -> Result<ExitCode, String> {
    let Some(Record { pid, names, .. }) = record::running(paths) else {
        return Err("another gateway is starting or ending; try again".to_owned());
    };
    println!("herma is up already, process {pid}, at {}", names.join(", "));
    let store = SqliteStore::open(&paths.store()).map_err(|e| e.to_string())?;
    login_link(paths, &store, &names, false)?;
    Ok(ExitCode::SUCCESS)
}

/// Starts the same again in the background, and waits until it answers.
fn detach(paths: &Paths, options: &Options) -> Result<ExitCode, String> {
    if record::running(paths).is_some() {
        return already_up(paths);
    }
    crate::paths::make_folder(&paths.data).map_err(|e| e.to_string())?;
    let log = paths.data.join("gateway.log");
    let file = OpenOptions::new()
        .create(true)
        .append(true)
        .mode(FILE_MODE)
        .custom_flags(libc::O_NOFOLLOW)
        .open(&log);
    let file = file.map_err(|e| format!("`{}`: {e}", log.display()))?;
    let mut command = Command::new(std::env::current_exe().map_err(|e| e.to_string())?);
    command.args(["up", "--detached"]);
    command.args(options.listen.iter().flat_map(|listen| ["--listen", listen]));
    command.args(options.hosts.iter().flat_map(|host| ["--host", host]));
    command.args(options.home.iter().flat_map(|home| ["--home".as_ref(), home.as_os_str()]));
    let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(file).spawn();
    let mut child = child.map_err(|e| e.to_string())?;
    let mut line = String::new();
    if let Some(out) = child.stdout.take() {
        let _ = BufReader::new(out).read_line(&mut line);
    }
    let Some(address) = line.trim().strip_prefix(READY).map(str::trim) else {
        let _ = child.wait();
        return Err(format!("it did not start; `{}` says why", log.display()));
    };
    let address: SocketAddr = address.parse().map_err(|_| format!("`{address}` is no address"))?;
    let names = Names::of(address, &options.hosts).shown;
    println!("herma is up at {}, process {}; `{} down` ends it", names.join(", "), child.id(), own_name());
    let store = SqliteStore::open(&paths.store()).map_err(|e| e.to_string())?;
    login_link(paths, &store, &names, options.demo)?;
    let _ = std::io::stdout().flush();
    Ok(ExitCode::SUCCESS)
}
