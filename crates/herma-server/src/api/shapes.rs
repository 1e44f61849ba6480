//! Requests and grants as JSON. The two digits are for people, and only in the whole view of one request.

use herma_core::grant::Width;
use herma_core::text::shown;
use herma_store::{Decided, Grant, Millis, Request, ShownEffect};
use herma_view::remembered::{earlier, in_words, remembered};
use herma_view::view::{became, command_of, is_crisis, view};
use serde_json::{Value, json};

/// Who looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum For {
    Agent,
    Person,
}

/// A request in a list or an event.
pub(crate) fn summary(request: &Request) -> Value {
    json!({
        "id": request.id.as_str(), "ticket": request.ticket, "agent": request.agent, "session": request.session,
        "surface": request.surface, "tool": request.tool, "cwd": request.cwd, "tier": request.tier.as_str(),
        "class": request.class.as_str(), "state": request.state.as_str(), "created": request.created,
        "expires": request.expires, "level": request.stage.level, "deadline": request.stage.deadline,
        "words": words(request), "decided": request.decided.as_ref().map(decided), "merged": request.merged,
        "needed": request.needed, "answer_level": request.proof,
        "revision": request.revision,
    })
}

/// The first thing that would happen.
pub(crate) fn words(request: &Request) -> String {
    // What is for a person in crisis is read in full or not at all.
    if is_crisis(request) {
        return "for a person in crisis: open it to see all of it".to_owned();
    }
    let effects = &request.document.effects;
    let first = effects.first().map(|effect| effect.text.as_str()).unwrap_or_default();
    match effects.iter().skip(1).filter(|effect| effect.asks()).count() {
        0 => first.to_owned(),
        more => format!("{first} (and {more} more)"),
    }
}

fn decided(decided: &Decided) -> Value {
    json!({"at": decided.at, "by": decided.by, "how": decided.how, "reason": decided.reason,
           "scope": decided.scope.map(|scope| scope.as_str())})
}

/// One request, whole.
pub(crate) fn request(request: &Request, whom: For) -> Value {
    let mut value = summary(request);
    let document = &request.document;
    let effects: Vec<Value> = document.effects.iter().map(ShownEffect::to_json).collect();
    let more = json!({
        "digest": request.digest, "risk": round(request.risk), "confidence": round(request.confidence),
        "widest": request.widest.as_str(), "command": command_of(request),
        "effects": effects, "factors": document.factors, "taint": document.taint, "narration": document.narration,
        "instead": document.instead,
        "good_until": request.good_until(), "claimed": request.claimed, "outcome": became(request),
    });
    merge(&mut value, more);
    if whom == For::Person {
        let shown = view(request, remembered(request, Width::Command, None, &[]));
        let digits = shown.needs_digits().then(|| request.digits.clone());
        merge(
            &mut value,
            json!({"needs_digits": shown.needs_digits(), "shown_whole": shown.can_be_shown(), "digits": digits}),
        );
    }
    value
}

/// What a yes for longer would store, with what else that would let pass.
pub(crate) fn with_remembered(store: &dyn herma_store::Store, one: &Request, mut value: Value) -> Value {
    let words = remembered(one, Width::Command, None, &earlier(store));
    merge(&mut value, json!({"remembered": {"session": words.session, "always": words.always}}));
    value
}

pub(crate) fn grant(grant: &Grant, now: Millis) -> Value {
    json!({
        "id": grant.id.as_str(), "scope": grant.scope.as_str(), "allows": in_words(std::slice::from_ref(&grant.rule)),
        "about": shown(&grant.about), "agent": grant.agent, "session": grant.session, "tier": grant.tier.as_str(),
        "by": grant.by, "given": grant.given, "expires": grant.expires, "used": grant.used,
        "last_used": grant.last_used, "live": grant.is_live(now),
    })
}

fn merge(value: &mut Value, more: Value) {
    if let (Some(value), Value::Object(more)) = (value.as_object_mut(), more) {
        value.extend(more);
    }
}

pub(crate) fn round(number: f32) -> f64 {
    (f64::from(number) * 100.0).round() / 100.0
}
