//! What came before a call, as far as it had a part in the verdict: the chain from a stranger's text to the call.

use super::short;
use crate::assessors::Ran;
use crate::redact::Redactor;
use herma_core::call::{Context, Finding, FindingSource, Taint, ToolCall};
use herma_core::effect::Tier;
use herma_core::text::Quoted;
use herma_core::{Assessment, Decision};
use serde_json::Value;
use std::fmt::Write;

/// The reviewer, where an assessor has a name: it could have any.
const REVIEWER: &str = "true";

/// Writes the context, where it changed something. Replay judges with it, and so comes to the same.
pub(super) fn write(out: &mut String, call: &ToolCall, assessment: &Assessment, redactor: &Redactor) {
    let Context { taint, crisis, raised } = &call.context;
    let tainted = assessment.effects.iter().any(|effect| effect.rule.starts_with("taint/"));
    let taint: &[Taint] = if tainted { taint } else { &[] };
    if taint.is_empty() && !crisis && raised.is_empty() {
        return;
    }
    let _ = write!(out, ",\"context\":{{\"crisis\":{crisis},\"taint\":[");
    for (at, Taint { source, order, names, more }) in taint.iter().enumerate() {
        let _ = write!(out, "{}{{\"source\":{}", comma(at), Quoted(&short(redactor, source)));
        if let Some(order) = order {
            let _ = write!(out, ",\"order\":{}", Quoted(&short(redactor, order)));
        }
        if *more {
            out.push_str(",\"more\":true");
        }
        out.push_str(",\"names\":[");
        for (at, name) in names.iter().enumerate() {
            let _ = write!(out, "{}{}", comma(at), Quoted(&short(redactor, name)));
        }
        out.push_str("]}");
    }
    out.push_str("],\"raised\":[");
    for (at, Finding { by, decision, tier, reason }) in raised.iter().enumerate() {
        let tier = tier.map_or_else(|| "null".to_owned(), |tier| format!("\"{tier}\""));
        let by = match by {
            FindingSource::Assessor(name) => Quoted(&short(redactor, name)).to_string(),
            FindingSource::Reviewer => REVIEWER.to_owned(),
        };
        let _ = write!(
            out,
            "{}{{\"by\":{by},\"decision\":\"{}\",\"tier\":{tier},\"reason\":{}}}",
            comma(at),
            decision.as_str(),
            Quoted(&short(redactor, reason)),
        );
    }
    out.push_str("]}");
}

fn comma(at: usize) -> &'static str {
    if at > 0 { "," } else { "" }
}

/// Reads it back.
pub(super) fn read(call: &Value) -> Context {
    let Some(context) = call.get("context") else { return Context::default() };
    let list =
        |name: &str| context.get(name).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let text = |value: Option<&Value>| value.and_then(Value::as_str).map(str::to_owned);
    let taint = list("taint").iter().map(|one| Taint {
        source: text(one.get("source")).unwrap_or_default(),
        order: text(one.get("order")),
        names: one
            .get("names")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .filter_map(|name| text(Some(name)))
            .collect(),
        more: one.get("more").and_then(Value::as_bool).unwrap_or(false),
    });
    let raised = list("raised").iter().map(|one| Finding {
        by: match one.get("by") {
            Some(Value::Bool(true)) => FindingSource::Reviewer,
            by => FindingSource::Assessor(text(by).unwrap_or_default()),
        },
        decision: match one.get("decision").and_then(Value::as_str) {
            Some("deny") => Decision::Deny,
            Some("ask") => Decision::Ask,
            _ => Decision::Allow,
        },
        tier: one.get("tier").and_then(Value::as_str).and_then(tier),
        reason: text(one.get("reason")).unwrap_or_default(),
    });
    Context {
        taint: taint.collect(),
        crisis: context.get("crisis").and_then(Value::as_bool).unwrap_or(false),
        raised: raised.collect(),
    }
}

fn tier(name: &str) -> Option<Tier> {
    Tier::ALL.iter().copied().find(|tier| tier.as_str() == name)
}

/// What each assessor came to: of a failure, why.
pub(super) fn write_assessors(out: &mut String, ran: &[Ran], redactor: &Redactor) {
    if ran.is_empty() {
        return;
    }
    out.push_str(",\"assessors\":[");
    for (at, Ran { name, came_to }) in ran.iter().enumerate() {
        let (key, said) = match came_to {
            Ok(said) => ("said", said),
            Err(why) => ("failed", why),
        };
        let said = short(redactor, said);
        let _ = write!(out, "{}{{\"name\":{},\"{key}\":{}}}", comma(at), Quoted(name), Quoted(&said));
    }
    out.push(']');
}
