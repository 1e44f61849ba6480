//! `cargo xtask fuzz`: random texts against what must always hold (`fuzz/`), for a while each.

mod seeds;

use crate::failure::Failure;
use crate::needs;
use crate::test::{cargo, workspace_root};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::time::Instant;

const TARGETS: &[&str] = &["scan", "parse", "evaluate", "place", "check", "mcp", "a2a"];
/// Long enough to go through the seeds and some way past them.
const SECONDS: u32 = 20;
/// Longer inputs find the same, and later.
const LONGEST: u32 = 2048;
/// One input may take this long before it counts as a hang, and this much memory. Seconds, megabytes.
const TIMEOUT: u32 = 10;
const MEMORY: u32 = 1024;
/// The part of the output that says what went wrong.
const SAID: usize = 12;

struct Options {
    seconds: u32,
    /// Where chance starts; 0 is somewhere else each time.
    seed: u32,
    targets: Vec<&'static str>,
}

/// Where everything lies.
struct Places {
    root: PathBuf,
    /// What is built, and the output of the runs.
    built: PathBuf,
    seeds: PathBuf,
}

pub fn run(args: &[String]) -> Result<(), Failure> {
    let options = parse(args)?;
    let root = workspace_root();
    needs::FUZZ.install_if_missing(&root)?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let built = target.join("fuzz");
    let places = Places { seeds: built.join("seeds"), root, built };
    let start = Instant::now();

    let count = seeds::write(&places.root, &places.seeds, TARGETS)?;
    println!("xtask: [1/3] {count} seeds, from the knowledge tables and the tests");
    println!("xtask: [2/3] building {}", options.targets.join(", "));
    build(&places)?;
    println!("xtask: [3/3] {} s each, as many at a time as there are processors", options.seconds);
    let crashed = run_all(&places, &options)?;
    println!("xtask: {} s", start.elapsed().as_secs());
    if crashed == 0 {
        Ok(())
    } else {
        Err(Failure::new(format!("{crashed} of the targets found something; see above")))
    }
}

fn parse(args: &[String]) -> Result<Options, Failure> {
    let mut options = Options { seconds: SECONDS, seed: 0, targets: Vec::new() };
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        if let "--seconds" | "--seed" = arg.as_str() {
            let number = args
                .next()
                .and_then(|n| n.parse().ok())
                .filter(|n| *n > 0)
                .ok_or_else(|| Failure::usage(format!("fuzz: `{arg}` wants a number above 0")))?;
            *(if arg == "--seed" { &mut options.seed } else { &mut options.seconds }) = number;
        } else {
            let known = TARGETS.iter().find(|target| *target == arg);
            options.targets.push(known.ok_or_else(|| {
                Failure::usage(format!("fuzz: no target `{arg}`; there are {}", TARGETS.join(", ")))
            })?);
        }
    }
    if options.targets.is_empty() {
        options.targets = TARGETS.to_vec();
    }
    Ok(options)
}

/// `cargo fuzz WHAT`, with the flags that every call needs.
fn cargo_fuzz(places: &Places, what: &str) -> Command {
    let mut command = Command::new(cargo());
    command.args(["fuzz", what, "--fuzz-dir", "fuzz", "--target-dir"]).arg(&places.built);
    // No sanitizer: there is next to no `unsafe` here, and without one it is several times faster.
    command.args(["--sanitizer", "none"]);
    command
        .current_dir(&places.root)
        // A stable compiler knows the flags too, and takes them when it is told that it may.
        .env("RUSTC_BOOTSTRAP", "1")
        .env("RUSTC_WRAPPER", places.root.join("fuzz/rustc-ours"))
        .env("CARGO_PROFILE_RELEASE_INCREMENTAL", "false")
        // cargo-fuzz asks for all debug information; lines are enough, and a third faster to build.
        .env("RUSTFLAGS", "-Cdebuginfo=line-tables-only");
    command
}

fn build(places: &Places) -> Result<(), Failure> {
    let mut command = cargo_fuzz(places, "build");
    let shown = needs::shown(&command);
    let status = command.status().map_err(Failure::of(&shown))?;
    if status.success() { Ok(()) } else { Err(Failure::new(format!("{shown}: {status}"))) }
}

/// Runs the targets side by side; gives how many found something.
fn run_all(places: &Places, options: &Options) -> Result<usize, Failure> {
    let cores = std::thread::available_parallelism().map_or(1, |n| n.get());
    let waiting = Mutex::new(options.targets.iter());
    let next = || waiting.lock().ok().and_then(|mut targets| targets.next().copied());
    let results: Vec<Result<bool, Failure>> = std::thread::scope(|scope| {
        let work = || {
            let mut results = Vec::new();
            while let Some(target) = next() {
                results.push(run_one(places, target, options));
            }
            results
        };
        let workers: Vec<_> = (0..cores.min(options.targets.len())).map(|_| scope.spawn(work)).collect();
        workers
            .into_iter()
            .flat_map(|worker| worker.join().unwrap_or_else(|_| vec![Err(Failure::new("a thread died"))]))
            .collect()
    });
    let mut crashed = 0;
    for found in results {
        crashed += usize::from(found?);
    }
    Ok(crashed)
}

/// Whether it found something.
fn run_one(places: &Places, target: &str, options: &Options) -> Result<bool, Failure> {
    let Options { seconds, seed, .. } = options;
    let corpus = places.root.join("fuzz/corpus").join(target);
    fs::create_dir_all(&corpus).map_err(Failure::of(corpus.display()))?;
    let log = places.built.join(format!("{target}.log"));
    let output = File::create(&log).map_err(Failure::of(log.display()))?;
    let second = output.try_clone().map_err(Failure::of(log.display()))?;
    let mut command = cargo_fuzz(places, "run");
    command.arg(target).arg(&corpus).arg(places.seeds.join(target)).arg("--");
    command.args([
        format!("-dict={}", places.root.join("fuzz/shell.dict").display()),
        format!("-max_total_time={seconds}"),
        format!("-seed={seed}"),
        format!("-max_len={LONGEST}"),
        format!("-timeout={TIMEOUT}"),
        format!("-rss_limit_mb={MEMORY}"),
        "-print_final_stats=1".to_owned(),
        "-verbosity=1".to_owned(),
    ]);
    let status =
        command.stdout(output).stderr(second).status().map_err(Failure::of(needs::shown(&command)))?;
    let said = fs::read(&log).map_err(Failure::of(log.display()))?;
    let said = String::from_utf8_lossy(&said);
    if status.success() {
        let runs = said.lines().find_map(|line| line.strip_prefix("stat::number_of_executed_units:"));
        println!("  {target:<9} {} inputs in {seconds} s, nothing found", runs.unwrap_or("?").trim());
        return Ok(false);
    }
    tell(target, &said, &log);
    Ok(true)
}

/// What went wrong, and how to see it again.
fn tell(target: &str, said: &str, log: &Path) {
    println!("  {target:<9} FOUND SOMETHING:");
    let lines: Vec<&str> = said.lines().collect();
    let from = lines
        .iter()
        .position(|line| line.contains("panicked at") || line.contains("ERROR: libFuzzer"))
        .unwrap_or_else(|| lines.len().saturating_sub(SAID));
    for line in lines.iter().skip(from).take_while(|line| !line.contains("stack backtrace")).take(SAID) {
        println!("    {}", line.chars().take(1000).collect::<String>());
    }
    let input = said.lines().find_map(|line| line.split_once("Test unit written to ")).map(|(_, file)| file);
    if let Some(file) = input {
        println!("    input:  {file}");
        if let Some(base64) = said.lines().find(|line| line.starts_with("Base64: ")) {
            println!("    {base64}");
        }
        println!(
            "    repeat: RUSTC_BOOTSTRAP=1 RUSTC_WRAPPER=$PWD/fuzz/rustc-ours cargo fuzz run --sanitizer none {target} {file}"
        );
        println!("    then:   write it down in tests/regressions/, named by what went wrong");
    }
    println!("    all it said: {}", log.display());
}
