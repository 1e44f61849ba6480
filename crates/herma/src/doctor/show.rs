//! The doctor's findings, for a person and for a program.

use super::{DoctorFinding, Level, Report};
use herma_agents::text::plain_line;
use serde_json::{Value, json};
use std::fmt::Write;
use std::io::IsTerminal;

/// Colours only where somebody sees them.
fn coloured() -> bool {
    std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

pub(super) fn text(general: &[DoctorFinding], reports: &[Report]) -> String {
    let coloured = coloured();
    let mut out = String::new();
    for report in reports {
        let _ = writeln!(out, "{}", report.agent.title);
        for finding in &report.findings {
            line(&mut out, finding, coloured);
        }
        out.push('\n');
    }
    let _ = writeln!(out, "herma");
    for finding in general {
        line(&mut out, finding, coloured);
    }
    out
}

fn line(out: &mut String, finding: &DoctorFinding, coloured: bool) {
    let (on, off) = match (coloured, finding.level) {
        (false, _) => ("", ""),
        (true, Level::Ok) => ("\x1b[32m", "\x1b[0m"),
        (true, Level::Note) => ("\x1b[2m", "\x1b[0m"),
        (true, Level::Open) => ("\x1b[33m", "\x1b[0m"),
        (true, Level::Broken) => ("\x1b[1;31m", "\x1b[0m"),
    };
    let level = finding.level.as_str();
    let _ = write!(out, "  {on}{level:<6}{off}  {:<11}  {}", finding.about, plain_line(&finding.text));
    if let Some(fix) = &finding.fix {
        let _ = write!(out, "  -> {}", plain_line(fix));
    }
    out.push('\n');
}

pub(super) fn json(general: &[DoctorFinding], reports: &[Report], well: bool) -> Value {
    let findings = |findings: &[DoctorFinding]| -> Vec<Value> {
        findings
            .iter()
            .map(|f| json!({"level": f.level.as_str(), "about": f.about, "text": f.text, "fix": f.fix}))
            .collect()
    };
    let agents: Vec<Value> = reports
        .iter()
        .map(|report| {
            json!({"agent": report.agent.name, "connected": report.connected,
                "findings": findings(&report.findings)})
        })
        .collect();
    json!({"version": 1, "well": well, "agents": agents, "herma": findings(general)})
}
