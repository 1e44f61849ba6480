//! Rules to which nobody could say yes. A signed answer takes a browser, and a browser comes in by a link: whoever made the
//! link may have been the one who signed. So what all of this machine's links can do is what its user can do alone.

use herma_core::policy::{Approver, Rule};
use herma_core::text::shown;

/// A login of one's own on this machine makes links of one's own.
const OWN_LOGIN: &str = "unix:";
/// Signed by a passkey.
const SIGNED: u8 = 2;

/// What to say of each rule that wants more voices than there can be.
pub fn unanswerable<'a>(rules: impl IntoIterator<Item = &'a Rule>, approvers: &[Approver]) -> Vec<String> {
    let others =
        approvers.iter().filter(|one| one.accounts.iter().any(|account| account.starts_with(OWN_LOGIN)));
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
                "rule {}: nobody can approve it yet. `level = 2` is signed in a browser, and browsers log in by links that the user of \
                 this machine makes, so they are one voice: not enough with `{with}`. Leave out `level = 2` and let approvers answer \
                 from chat accounts of their own (`herma approver link`), or name approvers with a login of their own here (`unix:UID`)",
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
        for rule in ["level = 2\nquorum = 2", "level = 2\nself_approval = false"] {
            assert_eq!((said(rule, ""), said(rule, chat), said(rule, login)), (1, 1, 0), "{rule}");
        }
        for rule in ["level = 2", "quorum = 2", "self_approval = false"] {
            assert_eq!(said(rule, chat), 0, "{rule}");
        }
    }
}
