//! Why an answer did not count.

use herma_store::{Scope, StoreError};

pub type Result<T> = std::result::Result<T, GateError>;

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GateError {
    /// Unknown, expired, already decided; or the store itself failed, and then nothing that needed a person may run.
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Refused(#[from] Refusal),
}

/// The answer was heard, and does not count. The request is as it was.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    #[error("nobody may answer this: the list of approvers is empty")]
    NobodyMay,
    #[error("`{account}` may not answer this")]
    NotAnApprover { account: String },
    #[error("whoever runs the agent cannot approve this: another approver must")]
    Requester,
    /// Whoever made a link could have used it.
    #[error(
        "`{maker}`, who asked for this, made the link or token that this came by, or holds the secret behind it: another approver \
         must, who came in another way"
    )]
    MakerAsked { maker: String },
    #[error(
        "`{who}` has said yes already, and both may be one person: by a link or token that one has made, or by one secret for both. It \
         takes somebody who came in another way"
    )]
    OneVoice { who: String },
    #[error("not all of it was shown: view the whole request first")]
    NotAllShown,
    /// An old button, a reused message: the person looked at something else.
    #[error("what was shown is not what would run: look at it again")]
    OtherShown,
    #[error("approving this needs the two digits at the end of the whole request")]
    Digits,
    #[error(
        "these are not the two digits at the end of the whole request; after {left} more like these it is denied"
    )]
    WrongDigits { left: u8 },
    /// The account is right, and an answer of this kind is not enough.
    #[error(
        "a rule wants a yes of level {wanted} here, signed with a passkey: answer it in the web inbox (`herma up`) with one. \
         Denying takes none"
    )]
    Level { wanted: u8 },
    #[error("this can be allowed for `{widest}` at most")]
    TooWide { widest: Scope },
    /// Between the answer and the run somebody was taken off the list.
    #[error("`{by}`, who approved it, is no longer an approver")]
    NoLongerAnApprover { by: String },
    #[error("the passkey that `{by}` approved it with was removed")]
    PasskeyRemoved { by: String },
}
