//! An answer to a person in crisis: a draft, until a human has read it (design, section 7).
//!
//! Nothing of it goes out before: neither what it says on the way nor what it makes. The card goes with every state of the
//! task and needs nobody. If the server ends meanwhile, the draft stays where people find it, and the task is FAILED.

use super::engine::{Engine, Live};
use super::gate::{edited_text, reply};
use crate::executor::{Ending, Produced, canceled};
use crate::protocol::{Artifact, State, text_of};
use herma_gate::Ruling;
use serde_json::json;
use std::sync::Arc;
use std::time::Instant;
use tokio::sync::oneshot;

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
            ) => Some(text_of(&json!({"parts": parts}))),
            Some(Ending::Completed(None) | Ending::Failed(_) | Ending::Canceled) | None => None,
        };
        let made = self.artifacts.iter().map(|artifact| text_of(&artifact.value));
        let all: Vec<String> = made.chain(parts).filter(|text| !text.is_empty()).collect();
        (!all.is_empty()).then(|| all.join("\n"))
    }
}

impl Engine {
    /// Puts the draft to a human, and gives out what they have approved: as it is, or as they have changed it.
    pub(super) async fn give_out(self: Arc<Engine>, live: Arc<Live>, draft: Draft) {
        let Some(text) = draft.text() else {
            let ending = draft.ending.unwrap_or(Ending::Canceled);
            return self.end(&live, ending).await;
        };
        let (call, caller) = reply(&*live.kept.lock().await, &text);
        let (tell, mut asked) = oneshot::channel();
        let (front, until) = (Arc::clone(&self.front), Instant::now() + self.limits.answer);
        let mut ruling = tokio::task::spawn_blocking(move || {
            let mut tell = Some(tell);
            front.rule_or_edited(&call, &caller, until, &mut |request| {
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
                let ending = match edited.as_ref().and_then(edited_text) {
                    // Of what was changed, only the text is what somebody has read.
                    Some(text) => Ending::Answered(json!([{"text": text}])),
                    None => {
                        for artifact in draft.artifacts {
                            self.add(&live, artifact).await;
                        }
                        draft.ending.unwrap_or(Ending::Completed(None))
                    }
                };
                self.end(&live, ending).await;
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

    fn made(text: &str) -> Artifact {
        let value = json!({"artifactId": "a", "parts": [{"text": text}]});
        Artifact { value, append: false, last: true }
    }

    #[test]
    fn all_that_a_model_said_is_read_and_nothing_on_the_way_goes_out() {
        let mut draft = Draft::default();
        draft.take(Produced::Progress(Some(json!([{"text": "thinking"}]))));
        draft.take(Produced::Artifact(made("one")));
        draft.ending = Some(Ending::Completed(Some(json!([{"text": "two"}]))));
        assert_eq!(draft.text().as_deref(), Some("one\ntwo"));
        for silent in [Ending::Completed(None), Ending::Failed("it broke".to_owned()), Ending::Canceled] {
            assert_eq!(Draft { artifacts: Vec::new(), ending: Some(silent) }.text(), None);
        }
    }
}
