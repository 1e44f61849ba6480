//! Why there is no way back.

use crate::name::Name;
use std::io;
use std::path::Path;

#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    #[error("it holds more than {0} files")]
    TooMany(u64),
    #[error("it holds more than {} MiB", .0 >> 20)]
    TooLarge(u64),
    #[error("what is kept already leaves no room for it ({} MiB in all)", .0 >> 20)]
    NoRoom(u64),
    #[error("`{0}` is neither a file, a folder nor a link")]
    Special(Name),
    #[error("`{0}` has another name elsewhere, by a hard link")]
    LinkedElsewhere(Name),
    #[error("`{0}` lies on another file system")]
    OtherDisk(Name),
    #[error("`{0}` lies behind a link")]
    BehindLink(Name),
    #[error("`{0}` changed while it was copied")]
    Changing(Name),
    #[error("`{0}`: {1}")]
    Io(Name, io::Error),
    #[error("there is no entry `{0}`; `herma review` lists them")]
    Unknown(String),
    #[error("`{0}` has been undone already; `herma undo {1}` takes that back")]
    Undone(String, String),
    #[error("`{0}` cannot be read: {1}")]
    Damaged(String, String),
    #[error("another `herma undo` is at work")]
    Busy,
}

impl Refusal {
    pub(crate) fn at(path: &Path) -> impl FnOnce(io::Error) -> Refusal + '_ {
        move |error| Refusal::Io(Name::from(path), error)
    }
}
