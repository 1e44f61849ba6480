//! A rule in words.

use super::rule::Rule;
use crate::verdict::Decision;
use std::fmt;

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.decision.as_str())?;
        let times = if self.every_time { " every time" } else { "" };
        let human = if self.human { ", a human" } else { "" };
        write!(f, "{times}{human}")?;
        if self.level > 0 {
            write!(f, ", of level {}", self.level)?;
        }
        if self.quorum > 1 {
            write!(f, ", {} people", self.quorum)?;
        }
        if !self.self_approval {
            write!(f, ", not whoever runs the agent")?;
        }
        if self.decision == Decision::Allow {
            write!(f, " up to {}", self.max_tier)?;
        }
        for (name, patterns) in self.about() {
            write!(f, ", {name} {}", patterns.join(" or "))?;
        }
        if let Some(when) = self.when() {
            write!(f, ", when {when}")?;
        }
        Ok(())
    }
}
