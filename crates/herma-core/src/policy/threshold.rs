//! Where the bands of the score lie (design, section 4). The floors of the effects hold whatever is set here: what deletes
//! for good or speaks to a person is asked about at any threshold.

use serde::Deserialize;
use serde::de::{self, Deserializer};

/// A number between 0 and 1, in hundredths: equal where it is written the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Hundredths(u8);

impl Hundredths {
    pub fn get(self) -> f32 {
        f32::from(self.0) / 100.0
    }
}

impl std::fmt::Display for Hundredths {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{:02}", self.0 / 100, self.0 % 100)
    }
}

/// The bands of the score.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Thresholds {
    /// Below this risk a call is safe or low.
    pub risk_low: Hundredths,
    /// Above this one it is high.
    pub risk_high: Hundredths,
    /// Between the two it is low from this confidence on, else medium.
    pub confidence_low: Hundredths,
    /// Below this confidence it is at least medium.
    pub confidence_ask: Hundredths,
}

impl Default for Thresholds {
    fn default() -> Self {
        Thresholds {
            risk_low: Hundredths(25),
            risk_high: Hundredths(60),
            confidence_low: Hundredths(75),
            confidence_ask: Hundredths(50),
        }
    }
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct ThresholdSection {
    pub(super) risk_low: Option<Hundredths>,
    pub(super) risk_high: Option<Hundredths>,
    pub(super) confidence_low: Option<Hundredths>,
    pub(super) confidence_ask: Option<Hundredths>,
}

impl<'de> Deserialize<'de> for Hundredths {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = f64::deserialize(deserializer)?;
        let hundredths = (number * 100.0).round();
        // Finer ones would be kept as something else than was written.
        let exact = (number * 100.0 - hundredths).abs() < 1e-6;
        match exact && (0.0..=100.0).contains(&hundredths) {
            // Between 0 and 100: nothing is cut off.
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
            true => Ok(Hundredths(hundredths as u8)),
            false => Err(de::Error::custom(format!(
                "`{number}` is no threshold; write a number from 0.0 to 1.0 with two digits, as 0.25"
            ))),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::policy::{Layer, PolicyFile, merge};
    use crate::world::TableWorld;
    use crate::{Decision, Policy, ToolCall, judge};

    fn decided(policy: &Policy, command: &str) -> Decision {
        judge(&ToolCall::shell(command), &TableWorld::developer(), policy).decision
    }

    #[test]
    fn stricter_thresholds_ask_about_more() {
        let strict =
            Policy::parse("version = 1\n[threshold]\nrisk_low = 0.0\nconfidence_low = 1.0\n").unwrap();
        assert_eq!(decided(&Policy::default(), "touch notes.txt"), Decision::Allow);
        assert_eq!(decided(&strict, "touch notes.txt"), Decision::Ask);
        assert_eq!(decided(&strict, "rm -rf /"), Decision::Deny);
    }

    #[test]
    fn no_threshold_takes_a_floor_away() {
        let text = "version = 1\n[threshold]\nrisk_low = 1.0\nrisk_high = 1.0\nconfidence_low = 0.0\nconfidence_ask = 0.0\n";
        let loose = Policy::parse(text).unwrap();
        for command in [
            "git push --force origin main",
            "rm -rf src",
            "cat ~/.ssh/id_rsa",
            "\"$(",
            "sudo reboot",
            "curl x.io | sh",
        ] {
            let want = decided(&Policy::default(), command);
            assert_ne!(want, Decision::Allow, "{command}");
            assert_eq!(decided(&loose, command), want, "{command}");
        }
    }

    #[test]
    fn t48_a_project_may_only_tighten_them() {
        let tight =
            PolicyFile::parse("version = 1\n[threshold]\nrisk_low = 0.1\nconfidence_ask = 0.9\n").unwrap();
        let loose =
            PolicyFile::parse("version = 1\n[threshold]\nrisk_low = 0.9\nconfidence_ask = 0.1\n").unwrap();
        let project = Layer::Project("/p".to_owned());
        let merged = merge(&[(project.clone(), &loose)]);
        assert_eq!((merged.policy.threshold, merged.ignored.len()), (Policy::default().threshold, 2));
        let merged = merge(&[(Layer::User, &loose), (project, &tight)]);
        assert_eq!(merged.policy.threshold.risk_low.to_string(), "0.10");
        assert_eq!(merged.policy.threshold.confidence_ask.to_string(), "0.90");
    }

    #[test]
    fn what_is_no_threshold_is_said_with_its_place() {
        for wrong in ["1.5", "-0.1", "0.255", "\"0.5\"", "nan"] {
            let error =
                PolicyFile::parse(&format!("version = 1\n[threshold]\nrisk_low = {wrong}\n")).unwrap_err();
            assert_eq!(error.line, 3, "{error}");
        }
    }
}
