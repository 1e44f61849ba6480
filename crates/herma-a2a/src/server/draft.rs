//! An answer to a person in crisis: a draft, until a human has read it (design, section 7).
//!
//! Nothing of it goes out before: neither what it says on the way nor what it makes. The card goes with every state of the
//! task and needs nobody. If the server ends meanwhile, the draft stays where people find it, and the task is FAILED.

use super::engine::{Engine, Live};
use super::gate::{edited_text, reply};
use crate::executor::{Ending, Produced, canceled};
use crate::protocol::{Artifact, State};
use herma_gate::Ruling;
use serde_json::{Map, Value, json};
use std::sync::Arc;
use std::time::Instant;
use tokio::sync::oneshot;

/// An artifact's own name that is longer than this is no name.
const NAME_MAX: usize = 40;

/// What was made for somebody in crisis, and how it ended.
#[derive(Debug, Default)]
pub(super) struct Draft {
    artifacts: Vec<Artifact>,
    pub ending: Option<Ending>,
}

impl Draft {
    /// What is said on the way is for somebody who waits for a machine; nobody does here.
    pub fn take(&mut self, produced: Produced) {
        match produced {
            Produced::Artifact(artifact) => self.artifacts.push(artifact),
            Produced::Progress(_) => {}
        }
    }

    /// All of its words, as a human reads them. None: there is nothing that a model has said.
    fn text(&self) -> Option<String> {
        let parts = match &self.ending {
            Some(
                Ending::Answered(parts)
                | Ending::Message(parts)
                | Ending::InputRequired(parts)
                | Ending::Rejected(parts)
                | Ending::Completed(Some(parts)),
            ) => shown(parts),
            Some(Ending::Completed(None) | Ending::Failed(_) | Ending::Canceled) | None => Vec::new(),
        };
        let all: Vec<String> = self.artifacts.iter().flat_map(made).chain(parts).collect();
        (!all.is_empty()).then(|| all.join("\n"))
    }

    /// How it ended, without the words that an executor has for a failure: nobody has read those.
    fn ending(&mut self) -> Ending {
        match self.ending.take() {
            Some(Ending::Failed(_)) => Ending::Failed("failed".to_owned()),
            Some(ending) => ending,
            None => Ending::Completed(None),
        }
    }
}

/// Parts as a human reads them: a text as it is, everything else whole.
fn shown(parts: &Value) -> Vec<String> {
    let one = |part: &Value| match (part.as_object().map(Map::len), part.get("text").and_then(Value::as_str))
    {
        (Some(1), Some(text)) => text.to_owned(),
        _ => part.to_string(),
    };
    let parts = parts.as_array().map(Vec::as_slice).unwrap_or_default();
    parts.iter().map(one).filter(|text| !text.is_empty()).collect()
}

/// What was made: what is in it, and whatever else it says of itself.
fn made(artifact: &Artifact) -> Vec<String> {
    let mut rest = artifact.value.clone();
    let parts = rest.as_object_mut().and_then(|all| all.remove("parts")).unwrap_or_default();
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    let is_name = |id: &Value| id.as_str().is_some_and(|id| id.len() <= NAME_MAX && id.chars().all(plain));
    if let Some(all) = rest.as_object_mut()
        && all.get("artifactId").is_some_and(is_name)
    {
        all.remove("artifactId");
    }
    let says_more = rest.as_object().is_none_or(|all| !all.is_empty());
    says_more.then(|| rest.to_string()).into_iter().chain(shown(&parts)).collect()
}

impl Engine {
    /// Puts the draft to a human, and gives out what they have approved: as it is, or as they have changed it.
    pub(super) async fn give_out(self: Arc<Engine>, live: Arc<Live>, mut draft: Draft) {
        let Some(text) = draft.text() else { return self.end(&live, draft.ending()).await };
        let (call, caller) = reply(&*live.kept.lock().await, &text);
        let to = call.args.get("to").cloned();
        let (tell, mut asked) = oneshot::channel();
        let (enforcer, until) = (Arc::clone(&self.enforcer), Instant::now() + self.limits.answer);
        let mut ruling = tokio::task::spawn_blocking(move || {
            let mut tell = Some(tell);
            enforcer.rule_or_edited(&call, &caller, until, &mut |request| {
                if let Some(tell) = tell.take() {
                    let _ = tell.send((request.id.as_str().to_owned(), request.ticket.clone()));
                }
            })
        });
        let mut cancel = live.cancel.subscribe();
        let (mut request, mut waits) = (None, true);
        let ruled = loop {
            tokio::select! {
                ruled = &mut ruling => break ruled,
                Ok((id, ticket)) = &mut asked, if waits => {
                    waits = false;
                    request = Some(id);
                    self.log.line(&format!("task {} of {}: its answer waits for a person ({ticket})", live.id, live.peer));
                }
                () = canceled(&mut cancel) => {
                    if let Some(request) = request.take() {
                        let answers = Arc::clone(&self.answers);
                        let _ = tokio::task::spawn_blocking(move || answers.withdraw(&request, "the agent canceled its task")).await;
                    }
                    return;
                }
            }
        };
        match ruled {
            Ok((Ruling::Run { request, .. }, edited)) => {
                match &edited {
                    None => {
                        for artifact in std::mem::take(&mut draft.artifacts) {
                            self.add(&live, artifact).await;
                        }
                        self.end(&live, draft.ending()).await;
                    }
                    // Of what was changed, only the text is what somebody has read, and it goes where the task came from.
                    Some(args) => match edited_text(args).filter(|_| args.get("to") == to.as_ref()) {
                        Some(text) => self.end(&live, Ending::Answered(json!([{"text": text}]))).await,
                        None => {
                            self.say(&live, State::Rejected, Some("a person here has answered otherwise"))
                                .await;
                        }
                    },
                }
                self.report(request, herma_store::Outcome::Handed);
            }
            Ok((Ruling::Refused { .. }, _)) => {
                self.say(&live, State::Rejected, Some("a person here has not let the answer out")).await;
            }
            Ok((Ruling::Waits { .. }, _)) => {
                self.say(&live, State::Rejected, Some("nobody here has read the answer in time")).await;
            }
            Err(error) => {
                self.log.line(&format!("task {}: its answer could not be judged: {error}", live.id));
                self.say(&live, State::Rejected, Some("the answer could not be judged")).await;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn artifact(text: &str) -> Artifact {
        let value = json!({"artifactId": "a", "parts": [{"text": text}]});
        Artifact { value, append: false, last: true }
    }

    #[test]
    fn all_that_a_model_said_is_read_and_nothing_on_the_way_goes_out() {
        let mut draft = Draft::default();
        draft.take(Produced::Progress(Some(json!([{"text": "thinking"}]))));
        draft.take(Produced::Artifact(artifact("one")));
        draft.ending = Some(Ending::Completed(Some(json!([{"text": "two"}]))));
        assert_eq!(draft.text().as_deref(), Some("one\ntwo"));
        // Whatever is not plain text is shown whole.
        draft.artifacts = vec![artifact("")];
        draft.ending = Some(Ending::Completed(Some(json!([{"text": "", "data": {"say": "three"}}]))));
        assert_eq!(draft.text().as_deref(), Some(r#"{"data":{"say":"three"},"text":""}"#));
        let value = json!({"artifactId": "a", "name": "four", "parts": [{"text": "five"}]});
        draft.artifacts = vec![Artifact { value, append: false, last: true }];
        draft.ending = Some(Ending::Failed("six".to_owned()));
        assert_eq!(draft.text().as_deref(), Some("{\"name\":\"four\"}\nfive"));
        assert!(matches!(draft.ending(), Ending::Failed(words) if words == "failed"));
        for silent in [Ending::Completed(None), Ending::Failed("it broke".to_owned()), Ending::Canceled] {
            assert_eq!(Draft { artifacts: Vec::new(), ending: Some(silent) }.text(), None);
        }
    }
}
