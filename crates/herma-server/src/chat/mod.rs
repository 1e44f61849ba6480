//! Chat: where people are told of requests on their phones, and answer there.
//!
//! | file | is |
//! |---|---|
//! | `card` | a request as a message: all of it, or only its no and a link |
//! | `words` | `/approve`, `/deny`, `/pending` |
//! | `desk`, `answers` | what all services share: who is told, and which card is whose; what a button or a command does |
//! | `questions` | what agents ask people |
//! | `http`, `sign` | talking to a service; knowing that it is the service that talks to us |
//! | `telegram`, `slack`, `discord`, `webhook` | one service each: its texts, its updates, its proof of authenticity |
//!
//! No service is trusted with anything but whose account speaks. Whether that account may answer, what it was shown and
//! whether the digits are right is for the gate to say.

mod answers;
mod card;
mod desk;
mod discord;
mod http;
mod questions;
mod sign;
mod slack;
mod telegram;
mod webhook;
mod words;

use crate::channel::Channel;
use herma_core::policy::ChannelSettings;
use std::sync::Arc;

/// Half as many bytes in hexadecimal, three quarters in base 64: 128 bits at least.
const WEBHOOK_SECRET: usize = 32;

/// The channels that are set up. `secret` reads a file that holds one; what cannot be read is said, and nothing starts.
pub fn open(
    settings: &ChannelSettings,
    secret: &dyn Fn(&str) -> Result<String, String>,
) -> Result<Vec<Arc<dyn Channel>>, String> {
    let mut all: Vec<Arc<dyn Channel>> = Vec::new();
    if let Some(one) = &settings.telegram {
        all.push(desk::open(telegram::Telegram::new(one, &secret(&one.token_file)?)?, one.times));
    }
    if let Some(one) = &settings.slack {
        let (token, signing) = (secret(&one.token_file)?, secret(&one.signing_secret_file)?);
        all.push(desk::open(slack::Slack::new(one, &token, &signing), one.times));
    }
    if let Some(one) = &settings.discord {
        all.push(desk::open(discord::Discord::new(one, &secret(&one.token_file)?)?, one.times));
    }
    if let Some(one) = &settings.webhook {
        let text = secret(&one.secret_file)?;
        // The others are made by a service, and long. This one is made by a person, and whoever guesses it answers.
        if text.len() < WEBHOOK_SECRET {
            return Err(format!(
                "the secret of [channel.webhook] in `{file}` has {} characters, and {WEBHOOK_SECRET} at least are needed: \
                 `openssl rand -hex 32 > {file}` makes one",
                text.len(),
                file = one.secret_file
            ));
        }
        all.push(desk::open(webhook::Webhook::new(one, &text), one.times));
    }
    Ok(all)
}
