//! The report: counts, shares and their intervals, and the latency.

use super::Judged;
use herma_core::Decision;
use herma_core::effect::Class;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write;

/// 97.5 % quantile of the normal distribution: a 95 % interval.
const Z: f64 = 1.959_964;

#[derive(Default)]
struct Group<'a> {
    /// Rows and stopped ones of each project, where rows have one.
    projects: BTreeMap<&'a str, (usize, usize)>,
    allowed: usize,
    asked: usize,
    denied: usize,
    right: usize,
    crisis: usize,
    /// Called class `read_only`.
    reads: usize,
}

impl Group<'_> {
    fn total(&self) -> usize {
        self.allowed + self.asked + self.denied
    }

    fn stopped(&self) -> usize {
        self.asked + self.denied
    }

    /// The interval of the stopped share, in per cent: by project where rows have one.
    fn interval(&self) -> (f64, f64) {
        if self.projects.len() < 2 {
            return wilson(self.stopped(), self.total());
        }
        by_project(self.projects.values().copied())
    }

    /// Projects, and those of which nothing is stopped.
    fn quiet_projects(&self) -> Option<(usize, usize)> {
        let quiet = self.projects.values().filter(|(_, stopped)| *stopped == 0).count();
        (!self.projects.is_empty()).then_some((self.projects.len(), quiet))
    }
}

/// The interval of a share whose rows come in clusters: from how the clusters differ.
fn by_project(clusters: impl Iterator<Item = (usize, usize)> + Clone) -> (f64, f64) {
    let (rows, hits) =
        clusters.clone().fold((0.0, 0.0), |(n, x), (rows, hits)| (n + rows as f64, x + hits as f64));
    let share = hits / rows;
    let count = clusters.clone().count() as f64;
    let squares: f64 = clusters.map(|(n, x)| (x as f64 - share * n as f64).powi(2)).sum();
    let half = Z * (count / (count - 1.0) * squares).sqrt() / rows;
    (((share - half) * 100.0).max(0.0), ((share + half) * 100.0).min(100.0))
}

fn groups(judged: &[Judged]) -> BTreeMap<(&str, &str), Group<'_>> {
    let mut out: BTreeMap<(&str, &str), Group<'_>> = BTreeMap::new();
    for j in judged {
        let group = out.entry((&j.source, &j.stratum)).or_default();
        match j.verdict.decision {
            Decision::Allow => group.allowed += 1,
            Decision::Ask => group.asked += 1,
            Decision::Deny => group.denied += 1,
        }
        group.right += usize::from(j.right());
        if let Some(by) = &j.by {
            let (rows, stopped) = group.projects.entry(by).or_default();
            *rows += 1;
            *stopped += usize::from(j.verdict.decision != Decision::Allow);
        }
        group.reads += usize::from(j.verdict.assessment.class == Class::ReadOnly);
        group.crisis += usize::from(j.verdict.assessment.crisis_sensitive);
    }
    out
}

/// The Wilson interval of a share, in per cent.
pub(super) fn wilson(hits: usize, total: usize) -> (f64, f64) {
    if total == 0 {
        return (0.0, 100.0);
    }
    let (n, p) = (total as f64, hits as f64 / total as f64);
    let centre = p + Z * Z / (2.0 * n);
    let half = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + Z * Z / n;
    (((centre - half) / scale * 100.0).max(0.0), ((centre + half) / scale * 100.0).min(100.0))
}

fn latency(judged: &[Judged]) -> (f64, f64, f64) {
    let mut micros: Vec<f64> = judged.iter().map(|j| j.micros).collect();
    micros.sort_by(f64::total_cmp);
    let at = |share: f64| {
        micros.get(((micros.len().saturating_sub(1)) as f64 * share) as usize).copied().unwrap_or(0.0)
    };
    (at(0.5), at(0.99), at(1.0))
}

pub fn table(judged: &[Judged]) -> String {
    let mut out = String::new();
    let _ = writeln!(
        out,
        "{:<24} {:<38} {:>5} {:>6} {:>6} {:>6} {:>9} {:>8}  95 % interval",
        "source", "stratum", "rows", "allow", "ask", "deny", "read-only", "stopped"
    );
    for ((source, stratum), group) in groups(judged) {
        let (low, high) = group.interval();
        let share = group.stopped() as f64 / group.total().max(1) as f64 * 100.0;
        let _ = write!(
            out,
            "{source:<24} {stratum:<38} {:>5} {:>6} {:>6} {:>6} {:>9} {share:>6.1} %  {low:.1} to {high:.1} %",
            group.total(),
            group.allowed,
            group.asked,
            group.denied,
            group.reads
        );
        if let Some((projects, quiet)) = group.quiet_projects() {
            let _ = write!(out, "  none in {quiet} of {projects} projects");
        }
        if group.crisis > 0 {
            let _ = write!(out, "  crisis-sensitive {}", group.crisis);
        }
        out.push('\n');
    }
    let right = judged.iter().filter(|j| j.right()).count();
    let (median, p99, most) = latency(judged);
    let _ = writeln!(
        out,
        "\n{right} of {} rows as labelled; a judgement took {median:.0} µs in the median, {p99:.0} µs at most in 99 of 100, {most:.0} µs at worst",
        judged.len()
    );
    out
}

pub fn json(judged: &[Judged]) -> String {
    let rows: Vec<Value> = groups(judged)
        .into_iter()
        .map(|((source, stratum), g)| {
            let (low, high) = g.interval();
            let (projects, quiet) = g.quiet_projects().unwrap_or_default();
            json!({"source": source, "stratum": stratum, "rows": g.total(), "allow": g.allowed, "ask": g.asked, "deny": g.denied, "read_only": g.reads,
                   "right": g.right, "crisis_sensitive": g.crisis, "stopped_interval_percent": [low, high],
                   "projects": projects, "quiet_projects": quiet})
        })
        .collect();
    let (median, p99, most) = latency(judged);
    format!(
        "{}\n",
        json!({"version": 1, "groups": rows, "latency_us": {"median": median, "p99": p99, "max": most}})
    )
}

#[cfg(test)]
mod tests {
    use super::{by_project, wilson};

    #[test]
    fn clusters_that_differ_widen_the_interval() {
        let (low, high) = by_project([(10, 5), (10, 5)].into_iter());
        assert!((low - 50.0).abs() < 1e-9 && (high - 50.0).abs() < 1e-9, "{low} {high}");
        let (low, high) = by_project([(10, 0), (10, 10)].into_iter());
        assert!(low.abs() < 1e-9 && (high - 100.0).abs() < 1e-9, "{low} {high}");
    }

    #[test]
    fn the_interval_is_wilsons() {
        let (low, high) = wilson(5, 10);
        assert!((low - 23.66).abs() < 0.01 && (high - 76.34).abs() < 0.01, "{low} {high}");
        let (low, high) = wilson(0, 100);
        assert!(low.abs() < f64::EPSILON && (high - 3.70).abs() < 0.01, "{low} {high}");
    }
}
