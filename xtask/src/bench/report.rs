//! Figures beside their targets.

use std::time::Duration;

#[derive(Default)]
pub struct Report {
    met: usize,
    missed: Vec<String>,
}

impl Report {
    pub fn part(&self, title: &str) {
        println!("\n== {title}");
    }

    /// A figure that nothing is demanded of.
    pub fn note(&self, name: &str, figure: &str) {
        println!("  {name:<34} {figure}");
    }

    /// A figure with a target: `met` says whether it is reached.
    pub fn target(&mut self, name: &str, figure: &str, target: &str, met: bool) {
        let mark = if met { "met" } else { "MISSED" };
        println!("  {name:<34} {figure:<58} target {target}: {mark}");
        if met {
            self.met += 1;
        } else {
            self.missed.push(format!("{name}: {figure} (target {target})"));
        }
    }

    /// Prints what was missed; gives how many.
    pub fn summary(&self) -> usize {
        println!("\n{} targets met, {} missed", self.met, self.missed.len());
        for line in &self.missed {
            println!("  missed: {line}");
        }
        self.missed.len()
    }
}

/// Measured times, sorted.
pub struct Times(Vec<Duration>);

impl Times {
    pub fn new(mut times: Vec<Duration>) -> Self {
        times.sort_unstable();
        Times(times)
    }

    pub fn median(&self) -> Duration {
        self.quantile(0.5)
    }

    pub fn p99(&self) -> Duration {
        self.quantile(0.99)
    }

    fn quantile(&self, q: f64) -> Duration {
        let last = self.0.len().saturating_sub(1);
        let at = (last as f64 * q).round() as usize;
        self.0.get(at.min(last)).copied().unwrap_or_default()
    }
}

pub fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

pub fn us(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}
