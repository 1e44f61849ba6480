//! `herma stats`: how often people are asked, how they answer, and because of what.

use super::Options;
use crate::approvals::now;
use crate::check::usage;
use herma_engine::reviewer::usage;
use herma_store::Store;
use herma_view::chart::{Chart, svg};
use herma_view::stats::{Counts, as_json, charts};
use herma_view::time;
use std::ffi::OsString;
use std::fs::OpenOptions;
use std::io::Write;
use std::process::ExitCode;

pub const HELP: &str = "\
usage: herma stats [--since TIME] [--agent NAME] [--would | --tokens] [--json] [--svg FILE] [--home DIR]

From the traces: prompts per hour, how long answers take, who said yes and no by tier, and which rules ask most.

  --since TIME  30d (default), 12h, 90m, or a day: 2026-11-16 (UTC)
  --would       what a mode let pass that would have been asked
  --tokens      what the reviewer of mode smart has cost instead, by model; failed calls too
  --svg FILE    the same as a picture; FILE must not exist
  --json        the numbers

exit: 0, 1 if the store cannot be read, 2 usage
";

pub fn main(args: &[OsString]) -> ExitCode {
    let options =
        match Options::parse(args, &["--since", "--agent", "--would", "--tokens", "--json", "--svg"]) {
            Ok(Some(options)) if options.words.is_empty() => options,
            Ok(Some(_)) => return usage("`stats` takes options only; --help lists them"),
            Ok(None) => {
                print!("{HELP}");
                return ExitCode::SUCCESS;
            }
            Err(message) => return usage(&message),
        };
    match run(&options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("herma: {why}");
            ExitCode::FAILURE
        }
    }
}

fn run(options: &Options) -> Result<(), String> {
    let (paths, keeper) = options.open()?;
    let mut filter = options.filter();
    filter.since = filter.since.or_else(|| Some(now() - super::MONTH));
    if options.tokens {
        let sums = usage::sums(&paths, filter.since.unwrap_or_default());
        let text = match options.json {
            true => format!("{}\n", usage::json(&sums)),
            false => usage::text(&sums),
        };
        return std::io::stdout().lock().write_all(text.as_bytes()).map_err(|e| e.to_string());
    }
    let mut counts = Counts::default();
    keeper
        .gate
        .store()
        .each_trace(&filter, &mut |trace| counts.count(trace, options.would))
        .map_err(|e| e.to_string())?;
    let untraced = crate::trace::untraced(&paths);
    let charts = charts(&counts, options.would);
    if let Some(path) = &options.svg {
        // Never over something that is there.
        let file = OpenOptions::new().write(true).create_new(true).open(path);
        file.and_then(|mut file| file.write_all(svg(&charts).as_bytes()))
            .map_err(|e| format!("`{}`: {e}", path.display()))?;
    }
    let text = match options.json {
        true => format!("{}\n", as_json(&counts, untraced)),
        false => text(&counts, &charts, untraced, options.would),
    };
    std::io::stdout().lock().write_all(text.as_bytes()).map_err(|e| e.to_string())
}

fn text(counts: &Counts, charts: &[Chart], untraced: u64, would: bool) -> String {
    let Some(first) = counts.first else { return "no traces\n".to_owned() };
    let of = |decision: &str| counts.decisions.get(decision).copied().unwrap_or(0);
    let what = if would { "calls that a mode let pass" } else { "calls" };
    let mut out = format!(
        "{} {what} from {} to {} UTC: {} allowed, {} asked, {} denied; {} µs to judge one, on average\n",
        counts.calls,
        time::shown(first),
        time::shown(counts.last),
        of("allow"),
        of("ask"),
        of("deny"),
        counts.judging / counts.calls.max(1)
    );
    if let Some(wait) = counts.median_wait() {
        out.push_str(&format!("half of all answers came within {:.1} s\n", wait as f64 / 1000.0));
    }
    if untraced > 0 {
        out.push_str(&format!("{untraced} calls left no trace, because the disk was full or failing\n"));
    }
    for chart in charts {
        out.push('\n');
        out.push_str(&chart.text());
    }
    out
}
