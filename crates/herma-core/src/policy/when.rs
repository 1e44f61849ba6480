//! `when`: a CEL expression over the assessment. Compiled when it is first needed, and then kept.
//!
//! Its work is bounded beforehand, by its length, its depth and its loops: nothing in a judgement looks at a clock.

use super::error::nearest;
use super::matcher::{Seen, surface_name};
use crate::effect::Tier;
use cel::objects::{Key, Map};
use cel::parser::PrattParser;
use cel::{Context, Env, IdedExpr, Value};
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

/// A condition that is longer is a program, and nobody can check it by reading.
const MAX_TEXT: usize = 1024;
/// Nodes and nesting of the expression.
const MAX_NODES: usize = 500;
const MAX_DEPTH: u16 = 32;
/// `all`, `exists` and the like run over lists: one inside the other, twice, is as much as a condition needs.
const MAX_LOOPS: usize = 2;
const LOOPS: &[&str] = &[".all(", ".exists(", ".exists_one(", ".map(", ".filter("];
/// Effects that are shown to an expression: as many as are shown to a person.
const MAX_EFFECTS: usize = 48;
/// Bytes of arguments that are shown to an expression. More overruns.
const MAX_ARGS: usize = 64 * 1024;

/// The names that an expression may use.
const NAMES: &[&str] = &[
    "tool",
    "args",
    "agent",
    "session",
    "surface",
    "cwd",
    "tier",
    "class",
    "risk",
    "confidence",
    "reversible",
    "outbound",
    "crisis_sensitive",
    "effects",
    "safe",
    "low",
    "medium",
    "high",
    "critical",
];

#[derive(Debug, Clone)]
pub(super) struct When {
    pub(super) text: String,
    compiled: Arc<OnceLock<Result<Compiled, String>>>,
}

#[derive(Debug)]
struct Compiled {
    expression: IdedExpr,
    names: Vec<&'static str>,
}

impl PartialEq for When {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for When {}

impl When {
    pub(super) fn new(text: String) -> When {
        When { text, compiled: Arc::default() }
    }

    /// What is wrong with it, before any call is judged.
    pub(super) fn check(&self) -> Result<(), String> {
        self.compiled().map(|_| ())
    }

    /// Whether it holds. `Err` where it errs or would overrun: what that counts as is for the rule to say.
    pub(super) fn holds(&self, seen: &Seen<'_>) -> Result<bool, String> {
        let compiled = self.compiled()?;
        let mut context = Context::with_env(env());
        for name in &compiled.names {
            context.add_variable_from_value(*name, value_of(name, seen)?);
        }
        match Value::resolve(&compiled.expression, &context) {
            Ok(Value::Bool(holds)) => Ok(holds),
            Ok(other) => Err(format!("it gives a {}, not true or false", other.type_of())),
            Err(error) => Err(error.to_string()),
        }
    }

    fn compiled(&self) -> Result<&Compiled, String> {
        self.compiled.get_or_init(|| compile(&self.text)).as_ref().map_err(Clone::clone)
    }
}

fn env() -> Arc<Env> {
    static ENV: OnceLock<Arc<Env>> = OnceLock::new();
    Arc::clone(ENV.get_or_init(|| Arc::new(Env::stdlib())))
}

fn compile(text: &str) -> Result<Compiled, String> {
    let squeezed: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let loops: usize = LOOPS.iter().map(|name| squeezed.matches(name).count()).sum();
    if text.len() > MAX_TEXT || loops > MAX_LOOPS {
        return Err(format!("too much for a condition: at most {MAX_TEXT} bytes and {MAX_LOOPS} loops"));
    }
    let parser = PrattParser::default().max_recursion_depth(MAX_DEPTH).max_expression_node_count(MAX_NODES);
    let expression = parser.parse(text).map_err(|errors| errors.to_string())?;
    let references = expression.references();
    let mut names = Vec::new();
    for name in references.variables() {
        match NAMES.iter().find(|known| **known == name) {
            Some(known) => names.push(*known),
            // The variable of a loop, or a mistake: which of the two, the text says.
            None if LOOPS.iter().any(|l| squeezed.contains(&format!("{l}{name},")))
                || name.starts_with('@') => {}
            None => {
                let meant = nearest(name, NAMES.iter().copied());
                let hint = meant.map_or_else(
                    || format!("known are {}", NAMES.join(", ")),
                    |meant| format!("did you mean `{meant}`?"),
                );
                return Err(format!("`{name}` is not known here; {hint}"));
            }
        }
    }
    Ok(Compiled { expression, names })
}

fn value_of(name: &str, seen: &Seen<'_>) -> Result<Value, String> {
    let (call, a) = (seen.call, seen.assessment);
    let text = |text: &str| Value::from(text.to_owned());
    let known = |text: Option<&str>| Value::from(text.unwrap_or("").to_owned());
    Ok(match name {
        "tool" => text(&call.tool),
        "agent" => known(call.origin.agent.as_deref()),
        "session" => known(call.origin.session.as_deref()),
        "surface" => text(surface_name(call.origin.surface)),
        "cwd" => text(seen.cwd),
        "tier" => tier(a.tier),
        "safe" => tier(Tier::Safe),
        "low" => tier(Tier::Low),
        "medium" => tier(Tier::Medium),
        "high" => tier(Tier::High),
        "critical" => tier(Tier::Critical),
        "class" => text(a.class.as_str()),
        "risk" => Value::Float(f64::from(a.risk)),
        "confidence" => Value::Float(f64::from(a.confidence)),
        "reversible" => Value::Bool(a.reversible),
        "outbound" => Value::Bool(a.outbound),
        "crisis_sensitive" => Value::Bool(a.crisis_sensitive),
        "effects" => {
            if seen.effects.len() > MAX_EFFECTS {
                return Err(format!("more than {MAX_EFFECTS} effects"));
            }
            Value::List(Arc::new(seen.effects.iter().map(|e| effect(e.effect)).collect()))
        }
        "args" => {
            if call.args.to_string().len() > MAX_ARGS {
                return Err("the arguments are too long for a condition".to_owned());
            }
            cel::to_value(&call.args).map_err(|error| error.to_string())?
        }
        other => return Err(format!("`{other}` is not known here")),
    })
}

fn tier(tier: Tier) -> Value {
    Value::Int(tier as i64)
}

fn effect(effect: &crate::effect::Effect) -> Value {
    let text = |text: &str| Value::from(text.to_owned());
    let fields = [
        ("kind", text(effect.kind.as_str())),
        ("target", text(effect.target.as_deref().unwrap_or(""))),
        ("command", text(&effect.command)),
        ("scale", text(effect.scale.as_str())),
        ("reach", text(effect.reach.as_str())),
        ("undo", text(effect.undo.as_str())),
        ("rule", text(&effect.rule)),
        ("tier", tier(effect.floor)),
    ];
    let map: HashMap<Key, Value> = fields.into_iter().map(|(k, v)| (Key::from(k.to_owned()), v)).collect();
    Value::Map(Map { map: Arc::new(map) })
}
