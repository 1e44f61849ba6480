//! Who is to be told. Whether they can be reached, and where, is for the channels to find out.

/// One person is to hear of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    pub person: String,
    pub why: Why,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Why {
    /// It waits for them.
    Asked,
    /// Half of the level's time is over.
    Backup,
    /// Nobody answered on the level below.
    Escalated,
    /// Somebody has said yes, and others are still missing: whatever they were shown is to say so.
    Counted,
    /// It is over: whatever they were shown is to say what became of it.
    Over,
}

pub(crate) fn notices<'a>(people: impl IntoIterator<Item = &'a str>, why: Why) -> Vec<Notice> {
    let mut notices: Vec<Notice> = Vec::new();
    for person in people {
        if notices.iter().all(|known| known.person != person) {
            notices.push(Notice { person: person.to_owned(), why });
        }
    }
    notices
}
