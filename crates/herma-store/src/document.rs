//! What a request holds for whoever answers it and for whoever runs it afterwards: one typed document, with a version.
//!
//! Secrets are redacted before anything gets in here. A document of a version that is not known says nothing to anybody:
//! its request can be denied and will expire, but it can neither be approved nor run.

use herma_core::effect::{Kind, Span, Tier};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// The format that is written, and the only one that is read: older ones are rewritten when the store is opened.
const VERSION: u64 = 1;

/// What stands in the place of a document that was lost: why.
const UNREADABLE: &str = "unreadable";

/// What stands in the place of a command that was forgotten.
const FORGOTTEN: &str = "‹forgotten›";

#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct ApprovalDocument {
    /// The action as it will run: a command, or the arguments of a tool.
    pub command: String,
    /// What it would do, the worst first.
    pub effects: Vec<ShownEffect>,
    /// How many more effects there are than stand here.
    #[serde(default)]
    pub more: u32,
    /// It waits because of a person in crisis.
    #[serde(default)]
    pub crisis: bool,
    /// What could be done in its place.
    #[serde(default)]
    pub instead: Option<String>,
    /// The agent's own words about it, which nobody checked.
    #[serde(default)]
    pub narration: Option<String>,
    #[serde(default)]
    pub factors: Option<ShownFactors>,
    /// What strangers wrote and the agent has read.
    #[serde(default)]
    pub taint: Vec<ShownTaint>,
    /// What assessors and the reviewer said when it was first judged: without it, it would not be the same question.
    #[serde(default)]
    pub raised: Vec<Said>,
    /// The variables that it will run with, as hashes: whoever edits it sits in another environment.
    #[serde(default)]
    pub environment: BTreeMap<String, String>,
    /// The arguments, where they may be edited and are more than the command.
    #[serde(default)]
    pub args: Option<Value>,
    /// What else the call was judged with.
    #[serde(default)]
    pub beside: Beside,
    /// The request that a person has edited into this one.
    #[serde(default)]
    pub edited_from: Option<String>,
    /// Whoever waits for it takes other arguments with a yes, by its own word.
    #[serde(default)]
    pub carried: bool,
    /// Why it could not be read, if it could not. Nobody may approve or run what they cannot see.
    #[serde(skip)]
    pub unreadable: Option<String>,
}

/// One effect, as a person is told it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "EffectText", into = "EffectText")]
pub struct ShownEffect {
    pub rule: String,
    /// One sentence. Only ever shown: what is compared is `key`.
    pub text: String,
    pub kind: Kind,
    pub tier: Tier,
    /// The places of the command that say it; none if it is not the command that does.
    pub spans: Vec<Span>,
    /// How many of the same it speaks of.
    pub count: u32,
    /// A hash of what exactly happens to what. `None`: it was written before there was one.
    pub key: Option<String>,
    /// Asked about because nobody can be sure.
    pub unsure: bool,
}

impl ShownEffect {
    /// Something that is told beside what was judged.
    pub fn note(rule: &str, text: String, tier: Tier) -> Self {
        ShownEffect {
            rule: rule.to_owned(),
            text,
            kind: Kind::Run,
            tier,
            spans: Vec::new(),
            count: 1,
            key: None,
            unsure: false,
        }
    }

    /// Whether this is why a person is asked.
    pub fn asks(&self) -> bool {
        self.tier >= Tier::Medium || self.unsure
    }

    pub fn to_json(&self) -> Value {
        serde_json::to_value(self).unwrap_or_default()
    }
}

/// An effect as it is written.
#[derive(Serialize, Deserialize)]
struct EffectText {
    rule: String,
    text: String,
    effect: String,
    tier: String,
    span: [u32; 2],
    #[serde(default = "one")]
    count: u32,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    spans: Vec<[u32; 2]>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    key: Option<String>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    unsure: bool,
}

fn one() -> u32 {
    1
}

impl From<ShownEffect> for EffectText {
    fn from(one: ShownEffect) -> Self {
        let places: Vec<[u32; 2]> = one.spans.iter().map(|span| [span.start, span.end]).collect();
        EffectText {
            rule: one.rule,
            text: one.text,
            effect: one.kind.as_str().to_owned(),
            tier: one.tier.as_str().to_owned(),
            span: places.first().copied().unwrap_or_default(),
            count: one.count,
            spans: if places.len() > 1 { places } else { Vec::new() },
            key: one.key,
            unsure: one.unsure,
        }
    }
}

impl TryFrom<EffectText> for ShownEffect {
    type Error = String;

    fn try_from(one: EffectText) -> Result<Self, String> {
        let places = if one.spans.is_empty() { vec![one.span] } else { one.spans };
        let span = |[start, end]: [u32; 2]| (start < end).then_some(Span { start, end });
        Ok(ShownEffect {
            kind: Kind::parse(&one.effect).ok_or_else(|| format!("no effect is called `{}`", one.effect))?,
            tier: Tier::parse(&one.tier).ok_or_else(|| format!("no tier is called `{}`", one.tier))?,
            rule: one.rule,
            text: one.text,
            spans: places.into_iter().filter_map(span).collect(),
            count: one.count,
            key: one.key,
            unsure: one.unsure,
        })
    }
}

/// The five factors of the risk, in hundredths.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct ShownFactors {
    pub class: f64,
    pub target: f64,
    pub reversibility: f64,
    pub human_impact: f64,
    pub certainty: f64,
}

impl ShownFactors {
    /// Each with its name.
    pub fn each(&self) -> [(&'static str, f64); 5] {
        let ShownFactors { class, target, reversibility, human_impact, certainty } = *self;
        [
            ("class", class),
            ("target", target),
            ("reversibility", reversibility),
            ("human impact", human_impact),
            ("certainty", certainty),
        ]
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ShownTaint {
    pub source: String,
    #[serde(default)]
    pub order: Option<String>,
}

/// Somebody's word about the call.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Said {
    /// `reviewer`, or `assessor:NAME`.
    pub by: String,
    pub reason: String,
}

/// What a call was judged with, and bound to, besides its arguments.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Beside {
    pub bound_to: Vec<String>,
    pub cwd: Option<String>,
    pub home: Option<String>,
    pub action: Option<String>,
    pub description: Option<String>,
    pub annotations: Option<Value>,
    pub taint: Vec<KeptTaint>,
}

/// What strangers wrote, as far as it is judged by.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct KeptTaint {
    pub source: String,
    #[serde(default)]
    pub order: Option<String>,
    #[serde(default)]
    pub names: Vec<String>,
    /// There is more than was kept.
    pub more: bool,
}

impl ApprovalDocument {
    /// The least: the action itself.
    pub fn of_command(command: &str) -> Self {
        ApprovalDocument { command: command.to_owned(), ..ApprovalDocument::default() }
    }

    /// What is left of a request whose text was forgotten.
    pub(crate) fn forgotten() -> Self {
        Self::of_command(FORGOTTEN)
    }

    pub fn to_json(&self) -> Value {
        if let Some(why) = &self.unreadable {
            return json!({UNREADABLE: why});
        }
        let mut all = serde_json::to_value(self).unwrap_or_default();
        all["version"] = VERSION.into();
        all
    }

    pub fn to_text(&self) -> String {
        self.to_json().to_string()
    }

    /// Never fails: what cannot be read is a document that says so.
    pub fn from_json(value: Value) -> Self {
        let read = match value.get("version").and_then(Value::as_u64) {
            Some(VERSION) => serde_json::from_value(value).map_err(|error| error.to_string()),
            Some(other) => Err(format!("it is of format {other}, and this herma knows {VERSION}")),
            None => Err(value[UNREADABLE].as_str().unwrap_or("it says no format").to_owned()),
        };
        read.unwrap_or_else(Self::unread)
    }

    pub fn parse(text: &str) -> Self {
        match serde_json::from_str(text) {
            Ok(value) => Self::from_json(value),
            Err(error) => Self::unread(error.to_string()),
        }
    }

    fn unread(why: String) -> Self {
        let command = format!("‹what this is about cannot be read: {why}›");
        ApprovalDocument { unreadable: Some(why), ..Self::of_command(&command) }
    }

    /// What the first releases kept in two texts: what is shown, and what happens.
    pub(crate) fn from_first_format(rendering: &str, effects: &str) -> Self {
        let (Ok(rendering), Ok(effects)) =
            (serde_json::from_str::<Value>(rendering), serde_json::from_str::<Value>(effects))
        else {
            return Self::unread("it was damaged before".to_owned());
        };
        let mut all = match rendering {
            Value::Object(all) => all,
            Value::String(command) => Map::from_iter([("command".to_owned(), command.into())]),
            _ => return Self::unread("it was damaged before".to_owned()),
        };
        all.entry("command").or_insert_with(|| "".into());
        all.retain(|_, value| !value.is_null());
        let said = effects.as_array().into_iter().flatten().filter_map(said_in_first_format);
        all.insert("raised".to_owned(), said.collect());
        let mut each = effects.as_array().into_iter().flatten();
        let crisis = each.any(|one| one["rule"] == herma_core::crisis::lane::RULE);
        all.insert("crisis".to_owned(), crisis.into());
        all.insert("effects".to_owned(), effects);
        all.insert("version".to_owned(), VERSION.into());
        Self::from_json(Value::Object(all))
    }
}

/// Somebody's word stood among the effects, in a sentence.
fn said_in_first_format(effect: &Value) -> Option<Value> {
    let (rule, text) = (effect["rule"].as_str()?, effect["text"].as_str()?);
    match rule.strip_prefix("assessor/") {
        Some(name) => {
            let reason = text.strip_prefix(&format!("assessor `{name}`: ")).unwrap_or(text);
            Some(json!({"by": format!("assessor:{name}"), "reason": reason}))
        }
        None if rule == "reviewer/raises" => Some(json!({"by": "reviewer", "reason": text})),
        None => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document() -> ApprovalDocument {
        ApprovalDocument {
            effects: vec![ShownEffect {
                spans: vec![Span::new(0, 2), Span::new(4, 6)],
                count: 2,
                key: Some("k".to_owned()),
                ..ShownEffect::note("rm/files", "deletes 2 files".to_owned(), Tier::Medium)
            }],
            environment: BTreeMap::from([("PATH".to_owned(), "sha256:1".to_owned())]),
            args: Some(json!({"command": "rm a; rm b", "timeout": 3})),
            carried: true,
            ..ApprovalDocument::of_command("rm a; rm b")
        }
    }

    #[test]
    fn a_document_comes_back_as_it_was() {
        assert_eq!(ApprovalDocument::parse(&document().to_text()), document());
    }

    #[test]
    fn what_cannot_be_read_says_so_and_nothing_else() {
        let mut newer = document().to_json();
        newer["version"] = 2.into();
        let mut worse = document().to_json();
        worse["effects"][0]["tier"] = "harmless".into();
        for text in [newer.to_string(), worse.to_string(), "{}".to_owned(), "[]".to_owned(), String::new()] {
            let read = ApprovalDocument::parse(&text);
            assert!(read.unreadable.is_some(), "{text}");
            assert!(read.command.contains("cannot be read") && read.effects.is_empty(), "{read:?}");
            assert_eq!(ApprovalDocument::parse(&read.to_text()), read, "and stays so");
        }
    }

    #[test]
    fn the_first_format_is_read() {
        let rendering = r#"{"command":"rm a","instead":null,"environment":{"PATH":"sha256:1"},"more":3,
            "factors":{"class":0.5,"target":0.1,"reversibility":0.2,"human_impact":0.0,"certainty":0.98},
            "taint":[{"source":"a page","order":null}],"carried":true,"edited_from":"01X","args":{"command":"rm a"},
            "beside":{"cwd":"/w","bound_to":["x"],"taint":[{"source":"a page","order":null,"names":["h"],"more":false}]}}"#;
        let effects = r#"[{"rule":"rm/files","text":"deletes `a`","effect":"delete","tier":"medium","span":[0,4],"count":1},
            {"rule":"assessor/acme","text":"assessor `acme`: not on a Friday","effect":"run","tier":"high","span":[0,0],"count":1,"of":"x"},
            {"rule":"crisis/person","text":"for a person","effect":"message","tier":"critical","span":[0,0]}]"#;
        let read = ApprovalDocument::from_first_format(rendering, effects);
        assert_eq!(read.unreadable, None);
        assert_eq!((read.command.as_str(), read.more, read.crisis, read.carried), ("rm a", 3, true, true));
        assert_eq!(read.raised, [Said { by: "assessor:acme".into(), reason: "not on a Friday".into() }]);
        assert_eq!(read.beside.bound_to, ["x"]);
        assert_eq!(read.beside.taint.first().map(|one| (one.names.len(), one.more)), Some((1, false)));
        let spans: Vec<usize> = read.effects.iter().map(|effect| effect.spans.len()).collect();
        assert_eq!(spans, [1, 0, 0]);
        assert_eq!(ApprovalDocument::from_first_format("\"ls\"", "[]"), ApprovalDocument::of_command("ls"));
        assert!(ApprovalDocument::from_first_format("rm", "[]").unreadable.is_some());
    }
}
