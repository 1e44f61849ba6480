//! `[[approver]]`: who else answers, by which accounts (`docs/channels.md`).

use super::error::PolicyError;
use super::rule::Layer;
use herma_specs::{CHANNEL_NAMES, CHANNELS, Ids};
use serde::Deserialize;
use toml::Spanned;

const NAME_MAX: usize = 64;
/// Kinds of accounts besides those of channels. The part before the colon names what vouches for the account.
const LOCAL_KINDS: &[&str] = &["unix", "web"];
const UNIX_IDS: Ids = Ids { characters: &[('0', '9')], least: 1, most: 10, is: "its number, not its name" };

/// A person, and the accounts that are known to be this person's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Approver {
    pub name: String,
    pub layer: Layer,
    pub role: Role,
    pub on_call: OnCall,
    /// `telegram:123456789`. Whoever uses one of them is this person, and nobody else is.
    pub accounts: Vec<String>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Looks, and answers nothing.
    Viewer,
    #[default]
    Approver,
    /// Answers, and may do so for good: only an admin's "always" counts.
    Admin,
}

/// When somebody is told of a request.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OnCall {
    /// At once.
    #[default]
    First,
    /// At half time of a level.
    Backup,
    /// When it is at the last level, and half of that is over too.
    Everyone,
}

impl Role {
    pub const fn as_str(self) -> &'static str {
        match self {
            Role::Viewer => "viewer",
            Role::Approver => "approver",
            Role::Admin => "admin",
        }
    }
}

impl OnCall {
    pub const fn as_str(self) -> &'static str {
        match self {
            OnCall::First => "first",
            OnCall::Backup => "backup",
            OnCall::Everyone => "everyone",
        }
    }
}

/// Whether it is written as an account is: its kind, and an id as that kind has them.
pub fn check_account(account: &str) -> Result<(), String> {
    let Some((kind, id)) = account.split_once(':') else {
        let known: Vec<String> =
            CHANNELS.iter().map(|spec| format!("{}:{}", spec.name, spec.example)).collect();
        return Err(format!("`{account}` is no account: {}", known.join(", ")));
    };
    let ids = match (kind, herma_specs::channel(kind)) {
        ("unix", _) => Some(&UNIX_IDS),
        ("web", _) => None,
        (_, Some(spec)) => spec.ids.as_ref(),
        (_, None) => {
            let known: Vec<&str> = LOCAL_KINDS.iter().chain(CHANNEL_NAMES).copied().collect();
            return Err(format!("`{kind}` is no kind of account: {}", known.join(", ")));
        }
    };
    match ids {
        // A name can be taken by anybody who is quick; the number stays.
        Some(ids) if !ids.fits(id) => Err(format!("`{id}`: an account of {kind} is {}", ids.is)),
        None if !is_name(id) => Err(format!("`{id}` is no name: letters, digits, `-`, `_`, `.`")),
        Some(_) | None => Ok(()),
    }
}

fn is_name(text: &str) -> bool {
    !text.is_empty()
        && text.len() <= NAME_MAX
        && text.chars().all(|c| c.is_alphanumeric() || "-_.@".contains(c))
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawApprover {
    name: Spanned<String>,
    #[serde(default)]
    role: Role,
    #[serde(default)]
    on_call: OnCall,
    #[serde(default)]
    accounts: Vec<Spanned<String>>,
}

impl RawApprover {
    /// `known` are those of the same file before it: a name, and an account, is one person's.
    pub(super) fn read(self, text: &str, known: &[Approver]) -> Result<Approver, PolicyError> {
        let RawApprover { name, role, on_call, accounts } = self;
        let fail = |at: usize, message: String| Err(PolicyError::at(text, at, message));
        let at = name.span().start;
        let name = name.into_inner();
        if !is_name(&name) {
            return fail(
                at,
                format!("`{name}` is no name for a person: letters, digits, `-`, `_`, `.`, `@`"),
            );
        }
        if known.iter().any(|one| one.name == name) {
            return fail(at, format!("there are two approvers named `{name}`"));
        }
        let mut own: Vec<String> = Vec::with_capacity(accounts.len());
        for account in accounts {
            let at = account.span().start;
            let account = account.into_inner();
            if let Err(why) = check_account(&account) {
                return fail(at, why);
            }
            let other = known.iter().find(|one| one.accounts.contains(&account));
            if let Some(other) = other {
                return fail(
                    at,
                    format!("`{account}` is `{}`'s already: one account is one person", other.name),
                );
            }
            own.push(account);
        }
        Ok(Approver { name, layer: Layer::BuiltIn, role, on_call, accounts: own })
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Layer, Policy, PolicyFile, merge};
    use super::*;

    const ADA: &str = "version = 1\n[[approver]]\nname = \"ada\"\naccounts = [\"telegram:111\"]\n";

    #[test]
    fn an_account_is_one_persons() {
        let policy = Policy::parse(ADA).unwrap();
        assert_eq!((policy.approvers[0].role, policy.approvers[0].on_call), (Role::Approver, OnCall::First));
        let second = |name: &str, account: &str| {
            format!("{ADA}[[approver]]\nname = \"{name}\"\naccounts = [\"{account}\"]\n")
        };
        let error = Policy::parse(&second("bob", "telegram:111")).unwrap_err();
        assert_eq!(error.line, 7);
        assert!(error.message.contains("`ada`'s already"), "{error}");
        for (name, account) in [
            ("ada", "telegram:2"),
            ("bob", "telegram:@bob"),
            ("bob", "irc:bob"),
            ("b b", "telegram:2"),
            ("bob", "bob"),
        ] {
            assert!(Policy::parse(&second(name, account)).is_err(), "{name} {account}");
        }
    }

    #[test]
    fn t48_a_project_names_nobody_and_no_channel() {
        let project = PolicyFile::parse(
            "version = 1\n[channel.webhook]\nurl = \"https://evil.example\"\nsecret_file = \"x\"\n\
             [[approver]]\nname = \"eve\"\naccounts = [\"telegram:666\"]\n",
        );
        let user = PolicyFile::parse(ADA).unwrap();
        let merged =
            merge(&[(Layer::User, &user), (Layer::Project("/srv/app".to_owned()), &project.unwrap())]);
        assert_eq!(merged.policy.approvers.len(), 1);
        assert_eq!(merged.policy.channel.get("webhook"), None);
        assert_eq!(merged.ignored.len(), 2, "{:?}", merged.ignored);
    }

    #[test]
    fn whom_the_administrator_has_named_the_user_does_not_rename() {
        let admin = PolicyFile::parse(&ADA.replace("ada", "root-on-call")).unwrap();
        let user = PolicyFile::parse(ADA).unwrap();
        let merged = merge(&[(Layer::Admin, &admin), (Layer::User, &user)]);
        let names: Vec<&str> = merged.policy.approvers.iter().map(|one| one.name.as_str()).collect();
        assert_eq!(names, ["root-on-call"]);
    }
}
