//! The dialects of chat channels: which code speaks one, which settings that code reads, and how it knows who has written.
//! `build.rs` compiles this file too, so a name that no code answers to is a build error.

/// How a chat service is spoken to. The code is in `herma-server`, one module of `chat` per dialect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChannelDialect {
    Discord,
    Slack,
    Telegram,
    Webhook,
}

/// What a dialect's code can do, whichever channel it serves.
#[derive(Debug, Clone, Copy)]
pub struct DialectFacts {
    /// The settings that it reads, in the order in which people are told. `times` belongs to every channel.
    pub keys: &'static [Key],
    /// How people answer.
    pub answered: &'static str,
    pub proof: Proof,
}

/// How a message is known to come from the service.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Proof {
    /// Herma fetches it with the bot's token; a webhook brings a header that is derived from the token.
    Token,
    /// The service signs it with a secret that only it and Herma have.
    SigningSecret,
    /// The service signs it with a key of which Herma has the public half.
    PublicKey,
    /// A secret that the operator has made: whoever holds it speaks for every account of the channel.
    OwnSecret,
}

/// A setting of `[channel.NAME]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Key {
    BaseUrl,
    Poll,
    PublicKeyHex,
    SecretFile,
    SigningSecretFile,
    Timeout,
    TokenFile,
    Url,
    WebhookUrl,
}

#[derive(Debug, Clone, Copy)]
pub struct KeyFacts {
    pub name: &'static str,
    pub kind: KeyKind,
    /// Whether a policy may leave it out although it has no default.
    pub optional: bool,
    /// What people are told. `TITLE` and `NAME` are the channel's.
    pub about: &'static str,
}

#[derive(Debug, Clone, Copy)]
pub enum KeyKind {
    /// A file that holds a secret; its usual name is the channel's with this ending. No agent reads it.
    Secret(&'static str),
    /// An address, encrypted or on this machine.
    Address {
        example: &'static str,
    },
    Seconds {
        least: u32,
        most: u32,
        default: u32,
    },
    /// So many hexadecimal digits.
    Hex(usize),
}

impl ChannelDialect {
    pub const NAMES: &[(&str, ChannelDialect)] = &[
        ("discord", ChannelDialect::Discord),
        ("slack", ChannelDialect::Slack),
        ("telegram", ChannelDialect::Telegram),
        ("webhook", ChannelDialect::Webhook),
    ];

    #[must_use]
    pub const fn facts(self) -> DialectFacts {
        match self {
            ChannelDialect::Discord => DialectFacts {
                keys: &[Key::TokenFile, Key::PublicKeyHex, Key::BaseUrl, Key::Timeout],
                answered: "buttons, commands from the menu",
                proof: Proof::PublicKey,
            },
            ChannelDialect::Slack => DialectFacts {
                keys: &[Key::TokenFile, Key::SigningSecretFile, Key::BaseUrl, Key::Timeout],
                answered: "buttons, commands, commands without `/`",
                proof: Proof::SigningSecret,
            },
            ChannelDialect::Telegram => DialectFacts {
                keys: &[Key::TokenFile, Key::BaseUrl, Key::WebhookUrl, Key::Poll, Key::Timeout],
                answered: "buttons, commands",
                proof: Proof::Token,
            },
            ChannelDialect::Webhook => DialectFacts {
                keys: &[Key::Url, Key::SecretFile, Key::Timeout],
                answered: "JSON, by a program of yours",
                proof: Proof::OwnSecret,
            },
        }
    }
}

impl Proof {
    /// As the table in the documentation has it.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Proof::Token => "fetched with the bot's token, or sent with a header derived from it",
            Proof::SigningSecret => "HMAC-SHA256 with the app's signing secret",
            Proof::PublicKey => "Ed25519 with the application's key",
            Proof::OwnSecret => "HMAC-SHA256 with the channel's own secret",
        }
    }
}

impl Key {
    #[must_use]
    pub const fn facts(self) -> KeyFacts {
        let (name, kind, about) = match self {
            Key::BaseUrl => ("base_url", KeyKind::Address { example: "https://chat.example.org" }, ""),
            Key::Poll => (
                "poll",
                KeyKind::Seconds { least: 1, most: 300, default: 50 },
                "seconds that one look for news may take",
            ),
            Key::PublicKeyHex => {
                ("public_key", KeyKind::Hex(64), "64 hexadecimal digits, from the application's page")
            }
            Key::SecretFile => {
                ("secret_file", KeyKind::Secret("secret"), "beside the policy, or an absolute path, or ~/…")
            }
            Key::SigningSecretFile => ("signing_secret_file", KeyKind::Secret("secret"), ""),
            Key::Timeout => (
                "timeout",
                // Services answer within one second; a busy one within a few.
                KeyKind::Seconds { least: 1, most: 60, default: 15 },
                "seconds; a service that takes longer is down",
            ),
            Key::TokenFile => {
                ("token_file", KeyKind::Secret("token"), "beside the policy, or an absolute path, or ~/…")
            }
            Key::Url => (
                "url",
                KeyKind::Address { example: "https://pager.example.org/herma" },
                "where cards are sent",
            ),
            Key::WebhookUrl => (
                "webhook_url",
                KeyKind::Address { example: "https://herma.example.org" },
                "TITLE calls /channels/NAME there; without it Herma fetches (long poll)",
            ),
        };
        KeyFacts { name, kind, optional: matches!(self, Key::WebhookUrl), about }
    }
}
