//! The store: durable decisions against what the disk allows, and pages of a long list.

use super::report::{Report, Times, ms};
use crate::failure::Failure;
use herma_core::effect::Tier;
use herma_store::{Answer, Filter, NewRequest, RequestId, Scope, SqliteStore, Store, Vote};
use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::Barrier;
use std::time::{Duration, Instant};

/// Issue 4.
const WRITERS: usize = 8;
const SHARE_OF_FSYNC: f64 = 0.5;
const REQUESTS: usize = 100_000;
const PAGE_MS: f64 = 50.0;
/// What a person is shown at a time.
const PAGE: usize = 100;
/// Decisions and syncs take turns, a few at a time. A sync of one disk may take 0.1 ms now and 4 ms a second later: in
/// long turns the figure says which of the two was luckier, and nothing about the store.
const ROUNDS: usize = 100;
const DECISIONS: usize = 4;
const SYNCS: usize = DECISIONS * WRITERS;
/// The file that is synced, written before and overwritten in place: the cheapest sync there is.
const BLOCK: usize = 4096;
const BLOCKS: usize = 256;
const NOW: i64 = 1_800_000_000_000;

pub fn measure(report: &mut Report) -> Result<(), Failure> {
    report.part(&format!("store: {WRITERS} writers, and {REQUESTS} requests"));
    decisions(report)?;
    pages(report)
}

fn decisions(report: &mut Report) -> Result<(), Failure> {
    // Beside our own binary: a temporary folder may be in memory, where a sync is free.
    let myself = std::env::current_exe().map_err(Failure::of("own path"))?;
    let scratch = Scratch::below(myself.parent().unwrap_or(Path::new(".")))?;
    let path = scratch.0.join("herma.db");
    let writers = writers(&path)?;
    let sync = Sync::new(&scratch.0.join("sync"))?;
    let (mut synced, mut decided, mut shares) = (Duration::ZERO, Duration::ZERO, Vec::new());
    for round in 0..ROUNDS {
        // Half before and half after, so that a disk that changes its pace changes it for both.
        let before = sync.time(SYNCS / 2)?;
        let decisions = decide_time(&writers, round)?;
        let syncs = before + sync.time(SYNCS / 2)?;
        shares.push(syncs.as_secs_f64() / decisions.as_secs_f64());
        synced += syncs;
        decided += decisions;
    }
    shares.sort_by(f64::total_cmp);
    let quantile = |q: usize| shares.get(ROUNDS * q / 100).copied().unwrap_or_default();
    let per_second = |time: Duration| (SYNCS * ROUNDS) as f64 / time.as_secs_f64();
    report.note("write 4 KiB and sync, one writer", &format!("{:.0} a second", per_second(synced)));
    report.note("durable decisions", &format!("{:.0} a second", per_second(decided)));
    // The median round is judged, not the sum: a sum is that of the slowest moments of the disk, in which any store
    // looks good.
    let share = quantile(50);
    let figure = format!("{share:.2} of the syncs (p10 {:.2}, p90 {:.2})", quantile(10), quantile(90));
    let target = format!("{SHARE_OF_FSYNC} of them");
    report.target("decisions, median round", &figure, &target, share >= SHARE_OF_FSYNC);
    Ok(())
}

/// A file that is overwritten and synced.
struct Sync(File);

impl Sync {
    fn new(path: &Path) -> Result<Self, Failure> {
        let file = File::create(path).map_err(Failure::of(path.display()))?;
        file.write_all_at(&vec![1; BLOCK * BLOCKS], 0).map_err(Failure::of(path.display()))?;
        file.sync_all().map_err(Failure::of(path.display()))?;
        Ok(Sync(file))
    }

    fn time(&self, syncs: usize) -> Result<Duration, Failure> {
        let start = Instant::now();
        for n in 0..syncs {
            let at = (n % BLOCKS * BLOCK) as u64;
            self.0.write_all_at(&[n as u8; BLOCK], at).map_err(Failure::of("write"))?;
            self.0.sync_data().map_err(Failure::of("sync"))?;
        }
        Ok(start.elapsed())
    }
}

/// Each has a connection of its own, as processes would, and the questions that it will answer.
type Writer = (SqliteStore, Vec<RequestId>);

fn writers(path: &Path) -> Result<Vec<Writer>, Failure> {
    let mut writers = Vec::new();
    for writer in 0..WRITERS {
        let store = SqliteStore::open(path).map_err(Failure::of(path.display()))?;
        let asked = (0..ROUNDS * DECISIONS).map(|n| ask(&store, &format!("{writer} {n}"), NOW));
        let ids = asked.collect::<Result<Vec<_>, _>>()?;
        writers.push((store, ids));
    }
    Ok(writers)
}

fn decide_time(writers: &[Writer], round: usize) -> Result<Duration, Failure> {
    let vote = Vote { by: "ada".to_owned(), answer: Answer::Approve(Scope::Once), ..Vote::default() };
    let start_line = Barrier::new(WRITERS + 1);
    std::thread::scope(|scope| {
        let at_work: Vec<_> = writers
            .iter()
            .map(|(store, ids)| {
                let share = ids.iter().skip(round * DECISIONS).take(DECISIONS);
                scope.spawn(|| {
                    start_line.wait();
                    share.map(|id| store.decide(id, &vote, NOW)).try_for_each(|done| done.map(drop))
                })
            })
            .collect();
        start_line.wait();
        let start = Instant::now();
        for writer in at_work {
            let done = writer.join().map_err(|_| Failure::new("a writer panicked"))?;
            done.map_err(Failure::of("decide"))?;
        }
        Ok(start.elapsed())
    })
}

fn pages(report: &mut Report) -> Result<(), Failure> {
    // In memory where there is such a place: a page comes out of the cache, but filling syncs every request.
    let memory = PathBuf::from("/dev/shm");
    let scratch = Scratch::below(&if memory.is_dir() { memory } else { std::env::temp_dir() })?;
    let store = SqliteStore::open(&scratch.0.join("herma.db")).map_err(Failure::of("store"))?;
    let start = Instant::now();
    for n in 0..REQUESTS {
        ask(&store, &n.to_string(), NOW + n as i64)?;
    }
    let each = start.elapsed() / REQUESTS as u32;
    report.note("asked, without a disk", &format!("{:.3} ms each", ms(each)));
    for (name, filter) in [("newest first", Filter::default()), ("most urgent first", Filter::waiting())] {
        let (mut times, mut after) = (Vec::new(), None);
        loop {
            let start = Instant::now();
            let page = store.list(&filter, after.as_ref(), PAGE).map_err(Failure::of("list"))?;
            times.push(start.elapsed());
            after = page.next;
            if after.is_none() {
                break;
            }
        }
        let count = times.len();
        let times = Times::new(times);
        let (median, p99) = (ms(times.median()), ms(times.p99()));
        let figure = format!("median {median:.2} ms, p99 {p99:.2} ms ({count} pages of {PAGE})");
        report.target(name, &figure, &format!("{PAGE_MS} ms"), p99 <= PAGE_MS);
    }
    Ok(())
}

fn ask(store: &SqliteStore, action: &str, now: i64) -> Result<RequestId, Failure> {
    let new = NewRequest {
        agent: "bench".to_owned(),
        session: "bench".to_owned(),
        tier: Tier::Medium,
        expires: NOW + 3_600_000,
        ..NewRequest::of_action(&format!("sha256:{action}"), "Bash", action)
    };
    let created = store.create(&new, None, now).map_err(Failure::of("create"))?;
    created.request().map(|request| request.id).map_err(Failure::of("create"))
}

/// A folder of our own, gone afterwards.
struct Scratch(PathBuf);

impl Scratch {
    fn below(folder: &Path) -> Result<Self, Failure> {
        let path = folder.join(format!("herma-bench-store-{}", std::process::id()));
        std::fs::create_dir_all(&path).map_err(Failure::of(path.display()))?;
        Ok(Scratch(path))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
