//! `herma status` and `herma down`.

use super::host::disk_free;
use super::record::{self, Record};
use super::{EXIT_NOT_UP, Options, names, own_name};
use crate::approvals::{ApprovalService, now};
use crate::paths::Paths;
use crate::trace;
use herma_core::text::shown;
use herma_server::{TheGate, question};
use herma_store::Filter;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Less than this is nearly full.
const DISK_LOW: u64 = 100 << 20;
/// How long the gateway may take to answer, and to end.
const ANSWERS_WITHIN: Duration = Duration::from_secs(5);
const ENDS_WITHIN: Duration = Duration::from_secs(15);
/// Counting further says no more.
const COUNTED_MAX: usize = 1000;

pub(super) fn status(options: &Options) -> Result<ExitCode, String> {
    let paths = options.paths()?;
    let running = record::running(&paths);
    let health = running.as_ref().map(health);
    let keeper = ApprovalService::open(&paths);
    let free = disk_free(&paths);
    let low = free.is_some_and(|free| free < DISK_LOW);
    let well = matches!(&health, Some(Ok(health)) if is_well(health)) && keeper.is_ok() && !low;
    if options.json {
        println!(
            "{}",
            json!({
                "gateway": running.as_ref().map(|known| json!({"pid": known.pid, "listen": known.listen})),
                "health": health.as_ref().map(|health| health.clone().unwrap_or_else(|why| json!({"status": "silent", "why": why}))),
                "store": keeper.as_ref().map_or_else(ToString::to_string, |_| "ok".to_owned()),
                "disk_free": free, "untraced": trace::untraced(&paths),
                "waiting": keeper.as_ref().ok().map(|keeper| waiting(&keeper.gate)),
            })
        );
    } else {
        let mut out = String::new();
        match (&running, &health) {
            (Some(Record { pid, names, .. }), Some(Ok(_))) => {
                let _ = writeln!(out, "gateway   up, process {pid}, at {}", names.join(", "));
            }
            (Some(Record { pid, listen, .. }), other) => {
                let why = other.as_ref().and_then(|health| health.as_ref().err()).map(String::as_str);
                let _ = writeln!(
                    out,
                    "gateway   process {pid} does not answer at {listen}: {}",
                    why.unwrap_or("no reason known")
                );
            }
            (None, _) => out.push_str(&format!(
                "gateway   not up; `{} up` starts it. Hooks ask without it\n",
                own_name()
            )),
        }
        match &keeper {
            Ok(keeper) => out.push_str(&overview(&paths, &keeper.gate)),
            Err(error) => drop(writeln!(out, "store     {error}")),
        }
        if let Some(Ok(health)) = &health {
            if health["status"] != "ok" {
                let _ = writeln!(out, "gate      closed {}", health["store"].as_str().unwrap_or_default());
            }
            for (name, before) in
                [("clock", "clock     "), ("settings", "settings  changed, and not in force ")]
            {
                if let Some(text) = health[name].as_str() {
                    let _ = writeln!(out, "{before}{text}");
                }
            }
            for (name, state) in health["channels"].as_object().into_iter().flatten() {
                let _ = writeln!(out, "channel   {name}: {}", state.as_str().unwrap_or_default());
            }
        }
        print!("{}", out.lines().map(|line| shown(line) + "\n").collect::<String>());
    }
    Ok(match (well, running.is_some()) {
        (true, _) => ExitCode::SUCCESS,
        (false, true) => ExitCode::FAILURE,
        (false, false) => ExitCode::from(EXIT_NOT_UP),
    })
}

/// Whether nothing waits to be mended. A clock that was set is only said.
fn is_well(health: &Value) -> bool {
    let mut channels = health["channels"].as_object().into_iter().flatten();
    health["status"] == "ok" && health["settings"].is_null() && channels.all(|(_, state)| state == "up")
}

/// Store, disk and what waits, in lines.
pub(super) fn overview(paths: &Paths, gate: &TheGate) -> String {
    let mut out = format!("store     {}\n", paths.store().display());
    if let Some(free) = disk_free(paths) {
        let _ = writeln!(
            out,
            "disk      {} MB free{}",
            free >> 20,
            if free < DISK_LOW { ": nearly full" } else { "" }
        );
    }
    let untraced = trace::untraced(paths);
    if untraced > 0 {
        let _ = writeln!(out, "traces    {untraced} calls left none, because the disk was full or failing");
    }
    if let Some(notice) = crate::effective_policy::load(paths).base().notice() {
        let _ = writeln!(out, "policy    {}", herma_core::text::shown(notice));
    }
    let connected: Vec<String> = connected(paths);
    let _ = match connected.is_empty() {
        true => {
            writeln!(
                out,
                "agents    none connected; `{} connect claude-code` puts Herma in front of one",
                own_name()
            )
        }
        false => writeln!(out, "agents    {}", connected.join(", ")),
    };
    let waits = waiting(gate);
    let next = if waits > 0 { "; `herma list` shows them" } else { "" };
    let _ = writeln!(out, "waiting   {waits}{}{next}", if waits == COUNTED_MAX { " or more" } else { "" });
    let asked = question::open(gate.store(), now()).map_or(0, |open| open.len());
    if asked > 0 {
        let _ = writeln!(out, "asked     {asked} by agents; `herma ask` answers");
    }
    out
}

fn waiting(gate: &TheGate) -> usize {
    gate.page(&Filter::waiting(), None, COUNTED_MAX, now()).map_or(0, |page| page.requests.len())
}

/// The agents that run a wrapper of this home.
pub(super) fn connected(paths: &Paths) -> Vec<String> {
    let entries = std::fs::read_dir(paths.hooks()).into_iter().flatten().flatten();
    let mut names: Vec<String> = entries
        .filter_map(|entry| entry.file_name().into_string().ok())
        .filter(|name| !name.starts_with('.'))
        .map(|name| name.split('.').next().unwrap_or_default().trim_start_matches("herma-").to_owned())
        .collect();
    names.sort();
    names.dedup();
    names
}

/// Asks the gateway itself how it is.
fn health(Record { listen, watch, .. }: &Record) -> Result<Value, String> {
    let address: SocketAddr = listen.parse().map_err(|_| format!("`{listen}` is no address"))?;
    let address = names::reached_at(address);
    let mut stream = TcpStream::connect_timeout(&address, ANSWERS_WITHIN).map_err(|e| e.to_string())?;
    stream.set_read_timeout(Some(ANSWERS_WITHIN)).map_err(|e| e.to_string())?;
    let asked = format!(
        "GET /v1/health HTTP/1.1\r\nHost: {address}\r\nX-Herma-Watch: {watch}\r\nConnection: close\r\n\r\n"
    );
    stream.write_all(asked.as_bytes()).map_err(|e| e.to_string())?;
    let mut answer = String::new();
    stream.take(64 << 10).read_to_string(&mut answer).map_err(|e| e.to_string())?;
    let (_, body) = answer.split_once("\r\n\r\n").ok_or("it does not speak HTTP")?;
    serde_json::from_str(body).map_err(|e| e.to_string())
}

pub(super) fn down(options: &Options) -> Result<ExitCode, String> {
    let paths = options.paths()?;
    let Some(Record { pid, .. }) = record::running(&paths) else {
        println!("the gateway is not up");
        return Ok(ExitCode::from(EXIT_NOT_UP));
    };
    let raw = i32::try_from(pid).ok().and_then(rustix::process::Pid::from_raw).ok_or("that is no process")?;
    rustix::process::kill_process(raw, rustix::process::Signal::TERM)
        .map_err(|e| format!("process {pid}: {e}"))?;
    let start = Instant::now();
    while !record::is_free(&paths) {
        if start.elapsed() > ENDS_WITHIN {
            return Err(format!(
                "process {pid} was told to end, and has not within {} s",
                ENDS_WITHIN.as_secs()
            ));
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let keeper = ApprovalService::open(&paths).map_err(|e| e.to_string())?;
    println!("herma is down; {}", left(waiting(&keeper.gate)));
    Ok(ExitCode::SUCCESS)
}

/// What becomes of so many that wait.
pub(super) fn left(waiting: usize) -> String {
    match waiting {
        0 => "nothing waits".to_owned(),
        1 => "1 waits, and will be there again".to_owned(),
        many => format!("{many} wait, and will be there again"),
    }
}
