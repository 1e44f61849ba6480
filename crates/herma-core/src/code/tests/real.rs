//! Real code: `HERMA_CODE=python:/usr/lib/python3:py cargo test -p herma-core --release code::tests::real -- --ignored
//! --nocapture` reads every such file and says how many could be read, what was found and how long it took.

use std::path::Path;
use std::time::Instant;

use super::show;
use crate::code::read;
use crate::knowledge::Lang;

fn files(dir: &Path, ext: &str, out: &mut Vec<std::path::PathBuf>) {
    let Ok(entries) = std::fs::read_dir(dir) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() && !path.is_symlink() {
            files(&path, ext, out);
        } else if path.extension().is_some_and(|e| e == ext) {
            out.push(path);
        }
    }
}

#[test]
#[ignore = "needs a directory of real code"]
fn real_code() {
    let spec = std::env::var("HERMA_CODE").expect("HERMA_CODE=lang:dir:ext");
    let mut parts = spec.split(':');
    let (lang, dir, ext) = (parts.next().unwrap(), parts.next().unwrap(), parts.next().unwrap());
    let lang = match lang {
        "python" => Lang::Python,
        "javascript" => Lang::JavaScript,
        "perl" => Lang::Perl,
        "ruby" => Lang::Ruby,
        "php" => Lang::Php,
        "lua" => Lang::Lua,
        other => panic!("{other}"),
    };
    let mut all = Vec::new();
    files(Path::new(dir), ext, &mut all);
    let (mut n, mut bytes, mut incomplete, mut worst) = (0, 0, 0, (0.0, String::new()));
    let mut total = 0.0;
    for path in all {
        let Ok(source) = std::fs::read_to_string(&path) else { continue };
        if source.len() > 64 * 1024 {
            continue;
        }
        let start = Instant::now();
        let reading = read(lang, &source);
        let us = start.elapsed().as_secs_f64() * 1e6;
        total += us;
        n += 1;
        bytes += source.len();
        let rate = us / (source.len() as f64 / 1024.0 + 1.0);
        if rate > worst.0 {
            worst = (rate, format!("{} {us:.0} us for {} bytes", path.display(), source.len()));
        }
        incomplete += usize::from(!reading.complete);
        if std::env::var("HERMA_SHOW").is_ok() && (!reading.findings.is_empty() || !reading.complete) {
            println!("{}: {}", path.display(), show(&reading).chars().take(600).collect::<String>());
        }
    }
    println!(
        "{n} files, {bytes} bytes, {incomplete} incomplete, {:.2} us/KiB, worst {}",
        total / (bytes as f64 / 1024.0),
        worst.1
    );
}

const SCRIPT: &str = r#"
import argparse, csv, json, os, re, sys
from collections import Counter, defaultdict
from pathlib import Path

LEVELS = ("DEBUG", "INFO", "WARN", "ERROR")
STAMP = re.compile(r"^(\d{4}-\d\d-\d\d) (\d\d:\d\d)")


def parse(line):
    m = STAMP.match(line)
    if not m:
        return None
    day, minute = m.groups()
    rest = line[m.end():].strip()
    level, _, message = rest.partition(" ")
    if level not in LEVELS:
        level = "INFO"
    return {"day": day, "minute": minute, "level": level, "message": message}


def summarise(rows):
    by_day = defaultdict(Counter)
    slow = []
    for row in rows:
        by_day[row["day"]][row["level"]] += 1
        if "took" in row["message"]:
            ms = int(row["message"].rsplit("took ", 1)[1].rstrip("ms"))
            if ms > 1000:
                slow.append((ms, row["message"]))
    slow.sort(reverse=True)
    return by_day, slow[:10]


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("folder")
    ap.add_argument("--out", default="report.json")
    args = ap.parse_args()
    rows = []
    for path in sorted(Path(args.folder).glob("*.log")):
        with open(path, encoding="utf-8", errors="replace") as f:
            for line in f:
                row = parse(line)
                if row is not None:
                    rows.append(row)
    by_day, slow = summarise(rows)
    report = {"days": {d: dict(c) for d, c in sorted(by_day.items())}, "slow": slow, "total": len(rows)}
    with open(args.out, "w") as f:
        json.dump(report, f, indent=2, sort_keys=True)
    w = csv.writer(sys.stdout)
    w.writerow(["day", *LEVELS])
    for day, counts in sorted(by_day.items()):
        w.writerow([day] + [counts.get(level, 0) for level in LEVELS])
    print(f"{len(rows)} rows from {len(by_day)} days, {len(slow)} slow", file=sys.stderr)


if __name__ == "__main__":
    main()
"#;

#[test]
#[ignore = "a measurement: run with --release --nocapture"]
fn speed() {
    // The least of many: the machine is shared.
    let best = (0..4000)
        .map(|_| {
            let start = Instant::now();
            std::hint::black_box(read(Lang::Python, SCRIPT));
            start.elapsed()
        })
        .min()
        .unwrap();
    println!("{} bytes in {best:?}: {}", SCRIPT.len(), show(&read(Lang::Python, SCRIPT)));
}
