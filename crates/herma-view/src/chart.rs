//! Bars: in a terminal, and as SVG.

use std::fmt::Write;

/// The longest bar, in columns.
const WIDTH: usize = 40;

/// One bar: what it stands for, and how much; in parts, such as approved and denied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bar {
    pub label: String,
    pub value: u64,
    /// What is said behind it.
    pub note: String,
}

impl Bar {
    pub fn new(label: impl Into<String>, value: u64) -> Self {
        Bar { label: label.into(), value, note: String::new() }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chart {
    pub title: String,
    pub bars: Vec<Bar>,
}

impl Chart {
    /// For a terminal.
    pub fn text(&self) -> String {
        let mut out = format!("{}\n", self.title);
        let most = self.most();
        let labels = self.bars.iter().map(|bar| bar.label.chars().count()).max().unwrap_or(0);
        for bar in &self.bars {
            let eighths = (bar.value * WIDTH as u64 * 8).div_ceil(most) as usize;
            let part = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"].get(eighths % 8).copied().unwrap_or("");
            let drawn = format!("{}{part}", "█".repeat(eighths / 8));
            let note = if bar.note.is_empty() { String::new() } else { format!("  {}", bar.note) };
            let _ = writeln!(out, "  {:<labels$}  {drawn:<WIDTH$} {}{note}", bar.label, bar.value);
        }
        if self.bars.is_empty() {
            out.push_str("  nothing\n");
        }
        out
    }

    fn most(&self) -> u64 {
        self.bars.iter().map(|bar| bar.value).max().unwrap_or(0).max(1)
    }
}

/// All charts, one below the other.
pub fn svg(charts: &[Chart]) -> String {
    const LINE: usize = 18;
    let mut body = String::new();
    let mut y = 24;
    for chart in charts {
        let _ = writeln!(body, "<text x=\"12\" y=\"{y}\" class=\"t\">{}</text>", escaped(&chart.title));
        y += LINE;
        let most = chart.most();
        for bar in &chart.bars {
            let width = bar.value * 420 / most;
            let _ = writeln!(
                body,
                "<text x=\"212\" y=\"{y}\" text-anchor=\"end\">{}</text><rect x=\"220\" y=\"{}\" width=\"{width}\" \
                 height=\"12\" rx=\"2\"/><text x=\"{}\" y=\"{y}\">{} {}</text>",
                escaped(&bar.label),
                y - 10,
                228 + width,
                bar.value,
                escaped(&bar.note)
            );
            y += LINE;
        }
        y += LINE;
    }
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"820\" height=\"{y}\" viewBox=\"0 0 820 {y}\">\n<style>text{{font:\
         12px sans-serif;fill:#333}}.t{{font-weight:bold;font-size:14px}}rect{{fill:#4a7ebb}}</style>\n<rect width=\"820\" \
         height=\"{y}\" style=\"fill:#fff\"/>\n{body}</svg>\n"
    )
}

fn escaped(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).fold(String::new(), |mut out, c| {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c => out.push(c),
        }
        out
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_as_long_as_they_are_much() {
        let bars = vec![Bar::new("a", 80), Bar { note: "<x>".into(), ..Bar::new("bc", 1) }, Bar::new("d", 0)];
        let chart = Chart { title: "t & u".into(), bars };
        let text = chart.text();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[1].matches('█').count(), WIDTH);
        assert!(lines[2].contains("▌") && lines[2].ends_with("1  <x>"), "{text}");
        assert!(!lines[3].contains('█'));
        let svg = svg(&[chart]);
        assert!(svg.contains("t &amp; u") && svg.contains("&lt;x&gt;") && !svg.contains("<x>"), "{svg}");
    }
}
