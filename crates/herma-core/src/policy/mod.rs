//! Policy: rules and settings, in layers (design, section 5; `docs/policy.md`).
//!
//! A file is read into a [`PolicyFile`]; the files that are in force are merged into one [`Policy`], which is what a
//! judgement is made with. Nothing in here opens a file: whoever calls brings the texts.

mod assessor;
mod channel;
#[cfg(test)]
mod channel_tests;
mod duration;
mod error;
mod example;
mod host;
mod hours;
mod layers;
mod matcher;
mod path;
mod people;
mod raw;
mod reviewer;
mod rule;
mod rules;
mod settings;
mod show;
mod threshold;
mod tighter;
mod when;

pub use assessor::{Assessor, OnFailure};
pub use channel::{ChannelSettings, ChannelSetup};
pub use error::PolicyError;
pub use example::{Failure, run_examples};
pub use host::host_of;
pub use hours::{ChannelTimes, Quiet, Wakes};
pub use layers::{Ignored, Merged, merge};
pub(crate) use matcher::Seen;
pub use people::{Approver, OnCall, Role, check_account};
pub use reviewer::{ProviderProtocol, ProviderSettings, ReviewerLook, ReviewerSettings};
pub use rule::{Example, ExampleCall, Layer, Rule};
pub use rules::Rules;
pub use settings::{
    AfterLast, Backend, ContainerRoot, CrisisSettings, HookAllow, HookAsk, HookNobody, HookSettings,
    McpSettings, Mode, Modes, PlaceSettings, ReviewChanges, ReviewDeletes, ReviewSettings, Times,
    TraceSettings,
};
pub use threshold::{Hundredths, Thresholds};
pub use tighter::loosened;

use error::Lines;
use raw::RawPolicy;
use settings::Sections;

/// The only version of the format there is.
pub const POLICY_VERSION: u32 = 1;

/// What is in force: all layers merged.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Policy {
    pub mode: Modes,
    pub hook: HookSettings,
    pub place: PlaceSettings,
    pub times: Times,
    pub threshold: Thresholds,
    pub crisis: CrisisSettings,
    pub review: ReviewSettings,
    pub trace: TraceSettings,
    pub mcp: McpSettings,
    pub channel: ChannelSettings,
    /// Who answers beside the user of this machine.
    pub approvers: Vec<Approver>,
    pub reviewer: ReviewerSettings,
    pub rules: Rules,
    /// Programs of the user's that look at each call.
    pub assessors: Vec<Assessor>,
}

impl Policy {
    /// One file, as the user's, over what is built in.
    pub fn parse(text: &str) -> Result<Policy, PolicyError> {
        Ok(merge(&[(Layer::User, &PolicyFile::parse(text)?)]).policy)
    }
}

/// One `policy.toml`, version 1.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PolicyFile {
    sections: Sections,
    pub channel: ChannelSettings,
    pub approvers: Vec<Approver>,
    pub rules: Vec<Rule>,
    pub assessors: Vec<Assessor>,
}

impl PolicyFile {
    /// Reads a file. Expressions are not looked at: one that errs has a meaning of its own, and hooks have no time.
    pub fn parse(text: &str) -> Result<PolicyFile, PolicyError> {
        let raw: RawPolicy = toml::from_str(text)
            .map_err(|e| PolicyError::at(text, e.span().map_or(0, |s| s.start), e.message()))?;
        let RawPolicy {
            version,
            mode,
            hook,
            place,
            times,
            threshold,
            crisis,
            trace,
            review,
            mcp,
            channel,
            approver,
            reviewer,
            rule,
            assessor,
        } = raw;
        if version != POLICY_VERSION {
            let message =
                format!("version `{version}` is not known here; this herma reads version {POLICY_VERSION}");
            return Err(PolicyError { line: 1, column: 1, message });
        }
        let lines = Lines::of(text);
        let mut rules: Vec<Rule> = Vec::with_capacity(rule.len());
        let mut names = std::collections::HashSet::with_capacity(rule.len());
        for raw in rule {
            let name_at = raw.get_ref().name.span().start;
            let rule = Rule::read(raw, text, &lines)?;
            if !names.insert(rule.name.clone()) {
                return Err(PolicyError::at(
                    text,
                    name_at,
                    format!("there are two rules named `{}`", rule.name),
                ));
            }
            rules.push(rule);
        }
        let mut assessors: Vec<Assessor> = Vec::with_capacity(assessor.len());
        for raw in assessor {
            let at = raw.span().start;
            let one = raw.into_inner().read(text)?;
            let twice = assessors.iter().any(|known| known.name == one.name);
            if twice || assessors.len() >= assessor::ASSESSORS_MAX {
                let most = assessor::ASSESSORS_MAX;
                let message = match twice {
                    true => format!("there are two assessors named `{}`", one.name),
                    false => format!("there are more than {most} assessors"),
                };
                return Err(PolicyError::at(text, at, message));
            }
            assessors.push(one);
        }
        let mut approvers: Vec<Approver> = Vec::with_capacity(approver.len());
        for raw in approver {
            let one = raw.read(text, &approvers)?;
            approvers.push(one);
        }
        Ok(PolicyFile {
            channel,
            approvers,
            sections: Sections { mode, hook, place, times, threshold, crisis, trace, review, mcp, reviewer },
            rules,
            assessors,
        })
    }

    /// Everything that is wrong with a file, expressions included.
    pub fn check(text: &str) -> Result<PolicyFile, Vec<PolicyError>> {
        let file = PolicyFile::parse(text).map_err(|error| vec![error])?;
        let wrong = |rule: &Rule| {
            let why = rule.check().err()?;
            let offset = rule.when().and_then(|when| text.find(when)).unwrap_or(0);
            Some(PolicyError::at(text, offset, format!("rule {}, when: {why}", rule.name)))
        };
        let errors: Vec<PolicyError> = file.rules.iter().filter_map(wrong).collect();
        if errors.is_empty() { Ok(file) } else { Err(errors) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_names_line_and_column() {
        let error = Policy::parse("version = 1\n[mode]\nshell = \"sleepy\"\n").unwrap_err();
        assert_eq!((error.line, error.column), (3, 9));
        let error = Policy::parse("version = 1\nmoed = 3\n").unwrap_err();
        assert_eq!(error.line, 2);
    }

    #[test]
    fn another_version_is_refused() {
        assert!(Policy::parse("version = 2\n").is_err());
    }

    #[test]
    fn an_unknown_word_is_answered_with_the_known_ones() {
        let error = Policy::parse("version = 1\n[hook]\nask = \"maybe\"\n").unwrap_err();
        assert_eq!((error.line, error.column), (3, 7));
        for word in ["maybe", "hold", "agent", "deny"] {
            assert!(error.message.contains(&format!("`{word}`")), "{error}");
        }
        let policy = Policy::parse("version = 1\n[hook]\nask = \"agent\"\nnobody = \"deny\"\n").unwrap();
        assert_eq!((policy.hook.ask, policy.hook.nobody), (HookAsk::Agent, HookNobody::Deny));
        assert_eq!(Policy::default().hook.ask, HookAsk::Hold);
    }

    #[test]
    fn modes_differ_per_area() {
        let policy =
            Policy::parse("version = 1\n[mode]\nshell = \"enforce\"\ntools = \"observe\"\n").unwrap();
        assert_eq!(policy.mode.tools, Mode::Observe);
    }
}

#[cfg(test)]
mod layer_tests;
