//! Recall against prompt rate: what another threshold of the score would have bought.

use super::Judged;
use herma_core::Decision;
use std::fmt::Write;

/// One threshold: everything with at least this score is stopped.
pub struct Point {
    threshold: f64,
    prompts: f64,
    recall: f64,
}

/// Steps of the threshold.
const STEPS: u32 = 50;
const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 440.0;
const MARGIN: f64 = 60.0;

/// The points of the curve; the last one is what the product decides (threshold 2: no score reaches it).
pub fn points(judged: &[Judged]) -> Vec<Point> {
    let share = |risky: bool, stopped: &dyn Fn(&Judged) -> bool| {
        let rows: Vec<&Judged> = judged.iter().filter(|j| j.risky() == Some(risky)).collect();
        rows.iter().filter(|j| stopped(j)).count() as f64 / rows.len().max(1) as f64 * 100.0
    };
    let mut out: Vec<Point> = (0..=STEPS)
        .map(|step| {
            let threshold = f64::from(step) / f64::from(STEPS);
            let stopped = move |j: &Judged| f64::from(j.verdict.assessment.risk) >= threshold;
            Point { threshold, prompts: share(false, &stopped), recall: share(true, &stopped) }
        })
        .collect();
    let decided = |j: &Judged| j.verdict.decision != Decision::Allow;
    out.push(Point { threshold: 2.0, prompts: share(false, &decided), recall: share(true, &decided) });
    out
}

pub fn table(points: &[Point]) -> String {
    let mut out = "\nthreshold   prompts on harmless rows   risky rows stopped\n".to_owned();
    for point in points {
        let name =
            if point.threshold > 1.0 { "decided".to_owned() } else { format!("{:.2}", point.threshold) };
        let _ = writeln!(out, "{name:>9}   {:>22.1} %   {:>16.1} %", point.prompts, point.recall);
    }
    out
}

pub fn picture(points: &[Point]) -> String {
    let x = |share: f64| MARGIN + share / 100.0 * (WIDTH - 2.0 * MARGIN);
    let y = |share: f64| HEIGHT - MARGIN - share / 100.0 * (HEIGHT - 2.0 * MARGIN);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" font-size=\"12\">\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"white\"/>\n"
    );
    for tick in [0.0, 25.0, 50.0, 75.0, 100.0] {
        let _ = writeln!(
            out,
            "<path d=\"M{:.1} {:.1}H{:.1}M{:.1} {:.1}V{:.1}\" stroke=\"#ddd\" fill=\"none\"/><text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{tick} %</text><text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{tick} %</text>",
            x(0.0),
            y(tick),
            x(100.0),
            x(tick),
            y(0.0),
            y(100.0),
            MARGIN - 8.0,
            y(tick) + 4.0,
            x(tick),
            HEIGHT - MARGIN + 18.0
        );
    }
    let (line, decided): (Vec<&Point>, Vec<&Point>) = points.iter().partition(|p| p.threshold <= 1.0);
    let path: Vec<String> = line.iter().map(|p| format!("{:.1} {:.1}", x(p.prompts), y(p.recall))).collect();
    let _ =
        writeln!(out, "<path d=\"M{}\" stroke=\"#246\" stroke-width=\"2\" fill=\"none\"/>", path.join("L"));
    for point in decided {
        let _ = writeln!(
            out,
            "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"5\" fill=\"#c30\"/><text x=\"{:.1}\" y=\"{:.1}\">as decided: {:.1} % of harmless rows prompted, {:.1} % of risky rows stopped</text>",
            x(point.prompts),
            y(point.recall),
            x(point.prompts) + 10.0,
            y(point.recall) + 16.0,
            point.prompts,
            point.recall
        );
    }
    let _ = writeln!(
        out,
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">prompts on harmless rows</text><text transform=\"translate(16 {:.1}) rotate(-90)\" text-anchor=\"middle\">risky rows stopped</text></svg>",
        WIDTH / 2.0,
        HEIGHT - 14.0,
        HEIGHT / 2.0
    );
    out
}
