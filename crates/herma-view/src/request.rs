//! What a person is asked about: the view of a request that a surface shows.

use herma_core::Verdict;
use herma_core::effect::{Effect, Kind, Span, Tier};
use serde_json::Value;

/// More than this is not read in a terminal: such a request can only be denied here (design, section 6).
pub const SHOWN_MAX: usize = 256 << 10;

/// Everything that is shown. Filled by whoever holds the request; all texts may be hostile.
#[derive(Debug, Clone)]
pub struct Request {
    pub agent: String,
    pub session: Option<String>,
    pub tool: String,
    pub cwd: String,
    pub tier: Tier,
    pub sentences: Vec<Sentence>,
    pub command: Command,
    /// The agent's own words: never what is approved (T01).
    pub narration: Option<String>,
    pub instead: Option<String>,
    /// Which of `Once`, `Session`, `Always` may be chosen. `Deny` always may.
    pub offers: Vec<Choice>,
    /// What `Session` and `Always` would store, in words.
    pub for_session: Option<String>,
    pub always: Option<String>,
    /// What `Always` is called where it ends by itself.
    pub always_label: Option<String>,
    /// What a yes needs beyond one person's word.
    pub wants: Vec<String>,
    /// The two digits of the attention check (T34), made by [`two_digits`]. Asked for from tier high on.
    pub digits: Digits,
}

/// One thing that will happen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sentence {
    pub text: String,
    /// Something is lost. Shown before all else, and never folded (T12).
    pub deletes: bool,
}

impl From<&Effect> for Sentence {
    fn from(effect: &Effect) -> Self {
        let deletes = match effect.kind {
            Kind::Delete | Kind::Overwrite | Kind::WipeDisk | Kind::DropData | Kind::RewriteHistory => true,
            Kind::Read
            | Kind::ReadSecret
            | Kind::Run
            | Kind::Write
            | Kind::Move
            | Kind::ChangePermission
            | Kind::ChangeConfig
            | Kind::Install
            | Kind::RunUnknownCode
            | Kind::OpenNetwork
            | Kind::Download
            | Kind::Send
            | Kind::Publish
            | Kind::Message
            | Kind::Pay
            | Kind::StopProcess
            | Kind::StopService
            | Kind::PowerOff
            | Kind::EscalatePrivilege
            | Kind::DisableGuard
            | Kind::Persist
            | Kind::Endanger
            | Kind::Harm
            | Kind::Exhaust
            | Kind::AnswerForPerson
            | Kind::Unreadable => false,
        };
        Sentence { text: effect.text.clone(), deletes }
    }
}

/// What is said of effects that are neither listed nor counted elsewhere.
pub fn left_out(more: u32) -> Option<Sentence> {
    let text = match more {
        0 => return None,
        1 => "1 more effect that needs no approval is not listed".to_owned(),
        more => format!("{more} more effects that need no approval are not listed"),
    };
    Some(Sentence { text, deletes: false })
}

/// The bytes that will run, and which of them matter most.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Command {
    pub bytes: Vec<u8>,
    /// Byte ranges to be underlined.
    pub marks: Vec<Span>,
}

impl Command {
    /// A text that a shell will read.
    pub fn shell(text: impl Into<Vec<u8>>, marks: Vec<Span>) -> Command {
        Command { bytes: text.into(), marks }
    }

    /// The marks of what stands behind this byte, counted from there.
    pub fn marks_from(&self, offset: usize) -> Vec<Span> {
        let behind = |span: &Span| {
            Span::new(
                (span.start as usize).saturating_sub(offset),
                (span.end as usize).saturating_sub(offset),
            )
        };
        self.marks.iter().map(behind).filter(|span| span.end > span.start).collect()
    }

    /// A program and its arguments, each as one word of a shell (T04). `marks` are places in that text, which is the one
    /// that was judged.
    pub fn argv<W: AsRef<[u8]>>(words: &[W], marks: Vec<Span>) -> Command {
        let words: Vec<Vec<u8>> = words.iter().map(|word| quoted(word.as_ref())).collect();
        Command { bytes: words.join(&b' '), marks }
    }

    /// The arguments of a tool that is no shell.
    pub fn arguments(args: &Value) -> Command {
        Command { bytes: format!("{args:#}").into_bytes(), marks: Vec::new() }
    }
}

/// A word as a shell would have to be given it. The same rule as in `herma check`, for any bytes.
fn quoted(word: &[u8]) -> Vec<u8> {
    let plain = |b: &u8| b.is_ascii_alphanumeric() || b"-_./:=@%+,".contains(b);
    if !word.is_empty() && word.iter().all(plain) {
        return word.to_vec();
    }
    let mut out = vec![b'\''];
    for byte in word {
        match byte {
            b'\'' => out.extend_from_slice(br"'\''"),
            other => out.push(*other),
        }
    }
    out.push(b'\'');
    out
}

/// What can be answered. The numbers never move: 4 is Deny whatever else is on offer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Choice {
    Once,
    Session,
    Always,
    Deny,
    View,
}

impl Choice {
    pub const fn number(self) -> char {
        match self {
            Choice::Once => '1',
            Choice::Session => '2',
            Choice::Always => '3',
            Choice::Deny => '4',
            Choice::View => '5',
        }
    }

    pub const fn label(self) -> &'static str {
        match self {
            Choice::Once => "Allow once",
            Choice::Session => "Allow for this session",
            Choice::Always => "Add to permanent allowlist",
            Choice::Deny => "Deny",
            Choice::View => "View full command",
        }
    }
}

/// How far a yes goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    Once,
    Session,
    Always,
}

/// What came of asking.
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use]
pub enum Answer {
    Allow(Scope),
    Deny {
        /// Reaches the agent.
        reason: Option<String>,
        by: Denier,
    },
    /// Nobody answered in time. Never told as a person's no.
    Expire,
    /// Somebody answered on another surface.
    Elsewhere,
}

/// Who or what said no.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Denier {
    /// Chose Deny.
    Person,
    /// Ctrl-C or Esc.
    Interrupt,
    /// The terminal was closed, or cannot be read any more.
    Lost,
    /// The process was told to end.
    Signal(i32),
    /// The digits of the attention check were wrong too often.
    WrongDigits,
}

/// Two digits to be typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Digits(pub u8);

impl Digits {
    pub fn text(self) -> String {
        format!("{:02}", self.0 % 100)
    }
}

/// New digits. They prove that somebody looked, not who: a hasher's seed is random enough.
pub fn two_digits() -> Digits {
    use std::hash::{BuildHasher, Hasher, RandomState};
    let number = RandomState::new().build_hasher().finish() % 90 + 10;
    Digits(u8::try_from(number).unwrap_or(10))
}

/// The parts of the judged text that matter, as `herma explain` underlines them.
pub fn marks_of(verdict: &Verdict) -> Vec<Span> {
    verdict.assessment.effects.iter().filter(|e| e.asks()).flat_map(Effect::spans).collect()
}

impl Request {
    /// What a verdict says, as a person is shown it. Who asks, and where, is for the caller to fill in.
    pub fn of(verdict: &Verdict, command: Command) -> Request {
        let effects = &verdict.assessment.effects;
        let mut sentences: Vec<Sentence> = Vec::new();
        sentences.extend(verdict.rule.iter().map(|rule| Sentence { text: rule.text(), deletes: false }));
        // What is safe is no news; what is said twice is read once.
        for sentence in effects.iter().filter(|e| e.floor > Tier::Safe).map(Sentence::from) {
            if !sentences.contains(&sentence) {
                sentences.push(sentence);
            }
        }
        sentences.extend(left_out(verdict.assessment.more));
        let instead = effects.iter().filter(|e| e.floor >= Tier::Medium).find_map(|e| e.instead.clone());
        Request {
            agent: "somebody".to_owned(),
            session: None,
            tool: verdict.tool.clone(),
            cwd: String::new(),
            tier: verdict.assessment.tier,
            sentences,
            command,
            narration: None,
            instead,
            offers: match verdict.every_time {
                true => vec![Choice::Once],
                false => vec![Choice::Once, Choice::Session, Choice::Always],
            },
            for_session: None,
            always: None,
            always_label: None,
            wants: Vec::new(),
            digits: two_digits(),
        }
    }

    /// What a choice is called here.
    pub fn label(&self, choice: Choice) -> &str {
        match (choice, &self.always_label) {
            (Choice::Always, Some(label)) => label,
            (choice, _) => choice.label(),
        }
    }

    /// What a choice would store, in words.
    pub fn rule(&self, choice: Choice) -> Option<&str> {
        match choice {
            Choice::Session => self.for_session.as_deref(),
            Choice::Always => self.always.as_deref(),
            Choice::Once | Choice::Deny | Choice::View => None,
        }
    }

    /// Whether approving takes the digits too.
    pub fn needs_digits(&self) -> bool {
        match self.tier {
            Tier::High | Tier::Critical => true,
            Tier::Safe | Tier::Low | Tier::Medium => false,
        }
    }

    /// Whether a terminal can show all of it.
    pub fn can_be_shown(&self) -> bool {
        let words: usize = self.sentences.iter().map(|s| s.text.len()).sum();
        let others = [self.narration.as_deref(), self.instead.as_deref(), self.always.as_deref()];
        let others: usize = others.into_iter().flatten().map(str::len).sum();
        self.command.bytes.len() + words + others <= SHOWN_MAX
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn t04_every_argument_is_one_word() {
        let argv: [&[u8]; 5] = [b"sh", b"-c", b"echo 'hi'", b"", b"rm -rf ~"];
        let text = Command::argv(&argv, Vec::new()).bytes;
        assert_eq!(text, br"sh -c 'echo '\''hi'\''' '' 'rm -rf ~'");
        assert_eq!(Command::argv(&[b"ls "], Vec::new()).bytes, b"'ls '");
        assert_eq!(Command::argv(&[b"\xff"], Vec::new()).bytes, b"'\xff'");
    }

    #[test]
    fn digits_are_two() {
        for _ in 0..100 {
            let text = two_digits().text();
            assert!(text.len() == 2 && !text.starts_with('0'), "{text}");
        }
    }
}
