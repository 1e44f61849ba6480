//! Rules to which nobody could say yes. A signed answer takes a browser, and who has no account there has no way into one.

use herma_core::policy::{Approver, Rule};
use herma_core::text::shown;

/// Whose accounts lead into the inbox: a login of one's own on this machine, or a link.
const IN_THE_INBOX: &[&str] = &["unix:", "web:"];
/// Signed by a passkey.
const SIGNED: u8 = 2;

/// What to say of each rule that wants more voices than there can be.
pub fn unanswerable<'a>(rules: impl IntoIterator<Item = &'a Rule>, approvers: &[Approver]) -> Vec<String> {
    let signs = |account: &String| IN_THE_INBOX.iter().any(|kind| account.starts_with(kind));
    let others = approvers.iter().filter(|one| one.accounts.iter().any(signs));
    // With the user of this machine.
    let voices = 1 + others.count();
    let wanted = |rule: &Rule| usize::from(rule.quorum) + usize::from(!rule.self_approval);
    let beyond = rules.into_iter().filter(|rule| rule.level >= SIGNED && wanted(rule) > voices);
    beyond
        .map(|rule| {
            let with = match rule.self_approval {
                false => "self_approval = false".to_owned(),
                true => format!("quorum = {}", rule.quorum),
            };
            format!(
                "rule {}: nobody can approve it yet. `level = 2` is signed with a passkey in the inbox, and too few have an account \
                 there for `{with}`: `herma approver link NAME web:NAME` and `herma approver login NAME` let somebody in, or leave out \
                 `level = 2` and let them answer from chat",
                shown(&rule.name)
            )
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use herma_core::policy::PolicyFile;

    #[test]
    fn only_a_signed_answer_of_several_people_is_nobodys() {
        let said = |rule: &str, approvers: &str| {
            let text = format!(
                "version = 1\n[[rule]]\nname = \"x\"\nprogram = \"npm\"\ndecision = \"ask\"\n{rule}\n{approvers}"
            );
            let file = PolicyFile::parse(&text).unwrap();
            unanswerable(&file.rules, &file.approvers).len()
        };
        let chat = "[[approver]]\nname = \"ada\"\naccounts = [\"telegram:111\"]\n";
        let login = "[[approver]]\nname = \"ada\"\naccounts = [\"unix:1001\"]\n";
        let web = "[[approver]]\nname = \"ada\"\naccounts = [\"telegram:111\", \"web:ada\"]\n";
        for rule in ["level = 2\nquorum = 2", "level = 2\nself_approval = false"] {
            assert_eq!((said(rule, ""), said(rule, chat)), (1, 1), "{rule}");
            assert_eq!((said(rule, login), said(rule, web)), (0, 0), "{rule}");
        }
        for rule in ["level = 2", "quorum = 2", "self_approval = false"] {
            assert_eq!(said(rule, chat), 0, "{rule}");
        }
    }
}
