//! A model behind an OpenAI-compatible endpoint (`POST BASE/chat/completions`).

use super::{Ending, Job, OUTPUT_MAX, canceled};
use crate::Log;
use crate::protocol::{member, text_of};
use crate::web;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::sync::watch;

#[derive(Debug, Clone)]
pub struct Chat {
    /// `https://api.example.com/v1`.
    pub base: String,
    pub model: String,
    /// Sent as `Authorization: Bearer …`; from the environment, never from the command line.
    pub key: Option<String>,
}

impl Chat {
    pub(super) async fn run(
        &self,
        job: &Job,
        limit: Duration,
        mut cancel: watch::Receiver<bool>,
        log: &Log,
    ) -> Ending {
        let ask = async {
            match tokio::time::timeout(limit, self.ask(job)).await {
                Ok(Ok(text)) => Ending::Answered(json!([{"text": text}])),
                Ok(Err(why)) => {
                    log.line(&format!("task {}: the model's endpoint: {why}", job.task));
                    Ending::Failed("the model could not be asked".to_owned())
                }
                Err(_) => Ending::Failed(format!("it took longer than {} s", limit.as_secs())),
            }
        };
        tokio::select! {
            ending = ask => ending,
            () = canceled(&mut cancel) => Ending::Canceled,
        }
    }

    async fn ask(&self, job: &Job) -> Result<String, String> {
        let mut messages: Vec<Value> = Vec::new();
        for message in &job.history {
            let role = match member(message, "role").and_then(Value::as_str) {
                Some("ROLE_AGENT") => "assistant",
                _ => "user",
            };
            messages.push(json!({"role": role, "content": text_of(message)}));
        }
        if messages.is_empty() {
            messages.push(json!({"role": "user", "content": job.text}));
        }
        let body = json!({"model": self.model, "messages": messages, "stream": false}).to_string();
        let url = format!("{}/chat/completions", self.base.trim_end_matches('/'));
        let bearer = self.key.as_ref().map(|key| ("authorization".to_owned(), format!("Bearer {key}")));
        let headers: Vec<(String, String)> =
            bearer.into_iter().chain([("content-type".to_owned(), "application/json".to_owned())]).collect();
        let answer = web::post(&url, &headers, body, web::Roots::System, OUTPUT_MAX).await?;
        if !(200..300).contains(&answer.status) {
            return Err(format!("answered {}", answer.status));
        }
        let value: Value = serde_json::from_slice(&answer.body).map_err(|error| error.to_string())?;
        let text = value.pointer("/choices/0/message/content").and_then(Value::as_str);
        text.map(str::to_owned).ok_or_else(|| "there is no answer in what came back".to_owned())
    }
}
