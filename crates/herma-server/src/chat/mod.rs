//! Chat: where people are told of requests on their phones, and answer there.
//!
//! | file | is |
//! |---|---|
//! | `card` | a request as a message: all of it, or only its no and a link |
//! | `words` | `/approve`, `/deny`, `/pending` |
//! | `desk`, `answers` | what all services share: who is told, and which card is whose; what a button or a command does |
//! | `questions` | what agents ask people |
//! | `http`, `sign` | talking to a service; knowing that it is the service that talks to us |
//! | `telegram`, `slack`, `discord`, `webhook` | one dialect each: its texts, its updates, its proof of authenticity. Which channels speak it is in `knowledge/channels/` |
//!
//! No service is trusted with anything but whose account speaks. Whether that account may answer, what it was shown and
//! whether the digits are right is for the gate to say.

mod answers;
mod card;
mod chat_dispatcher;
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
use herma_specs::{ChannelDialect, ChannelSpec, Key};
use std::sync::Arc;

/// The channels that are set up. `secret` reads a file that holds one; what cannot be read is said, and nothing starts.
pub fn open(
    settings: &ChannelSettings,
    secret: &dyn Fn(&str) -> Result<String, String>,
) -> Result<Vec<Arc<dyn Channel>>, String> {
    let mut all: Vec<Arc<dyn Channel>> = Vec::new();
    let mut held: Vec<(&'static ChannelSpec, Key, String)> = Vec::new();
    for setup in settings.iter() {
        let spec = setup.spec;
        for (key, file) in setup.secret_files() {
            let text = secret(file)?;
            // Whoever holds it would speak for the accounts of both.
            let shared = |(other, _, known): &&(&ChannelSpec, Key, String)| {
                other.dialect == spec.dialect && *other != spec && *known == text
            };
            if let Some((other, _, _)) = held.iter().find(shared) {
                return Err(format!(
                    "[{}] and [{}] have the same secret: each channel needs its own",
                    other.section, spec.section
                ));
            }
            held.push((spec, key, text));
        }
        let secret = |wanted: Key| {
            let found = held.iter().find(|(of, key, _)| *of == spec && *key == wanted);
            found.map(|(_, _, text)| text.as_str()).ok_or(format!("[{}] has no {wanted:?}", spec.section))
        };
        all.push(match spec.dialect {
            ChannelDialect::Discord => {
                chat_dispatcher::open(discord::Discord::new(setup, secret(Key::TokenFile)?)?, setup.times)
            }
            ChannelDialect::Slack => {
                let (token, signing) = (secret(Key::TokenFile)?, secret(Key::SigningSecretFile)?);
                chat_dispatcher::open(slack::Slack::new(setup, token, signing), setup.times)
            }
            ChannelDialect::Telegram => {
                chat_dispatcher::open(telegram::Telegram::new(setup, secret(Key::TokenFile)?)?, setup.times)
            }
            ChannelDialect::Webhook => {
                chat_dispatcher::open(webhook::Webhook::new(setup, secret(Key::SecretFile)?)?, setup.times)
            }
        });
    }
    Ok(all)
}
