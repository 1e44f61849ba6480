//! Questions of agents to people: with choices, or for a text. An answer permits nothing.
//!
//! They lie in the store, so that whoever answers first answers for all: in the inbox, in chat, or `herma ask` at a terminal.

use herma_store::audit::NewEntry;
use herma_store::{Millis, Note, Result, Store, StoreError};
use serde_json::{Value, json};

/// Notes of this kind are questions.
const NOTE: &str = "question";
/// How long one stays open, and how long its answer is kept.
const OPEN_FOR: Millis = 3_600_000;
pub const TEXT_MAX: usize = 4000;
pub const CHOICES_MAX: usize = 20;
/// Characters of one choice: it is a button, not a page.
pub const CHOICE_MAX: usize = 200;
/// Of one agent at a time: more is no question but noise (T35).
const OPEN_MAX: usize = 20;
/// Of an id, where it is typed.
const SHORT: usize = 6;
/// A shorter beginning of an id is a slip, not a name.
const SHORTEST: usize = 4;

/// A question as it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    pub id: String,
    pub agent: String,
    /// Its session and its folder, as far as they are known: whose conversation the answer belongs to.
    pub session: String,
    pub cwd: String,
    pub text: String,
    pub choices: Vec<String>,
    pub asked: Millis,
    pub until: Millis,
    pub answer: Option<String>,
    pub by: Option<String>,
}

/// Who asks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Asker<'a> {
    pub agent: &'a str,
    pub session: &'a str,
    pub cwd: &'a str,
}

/// What came of asking.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(clippy::large_enum_variant, reason = "there is one a question")]
pub enum Asked {
    /// It waits; the same again is the same question.
    Waits(Question),
    TooMany,
}

/// What came of an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answered {
    Counts(Question),
    /// Somebody was first; this is how it stands.
    Before(Question),
    /// The person who answers may be in a crisis. Their need is nobody's answer and is not written down: it stays open, and
    /// whoever took the answer shows them the card.
    InCrisis(Question),
    Unknown,
}

impl Question {
    fn read(note: &Note) -> Option<Question> {
        let body: Value = serde_json::from_str(&note.body).ok()?;
        let text = |name: &str| body.get(name)?.as_str().map(str::to_owned);
        let choices = body.get("choices")?.as_array()?.iter().filter_map(Value::as_str);
        Some(Question {
            id: note.key.clone(),
            agent: text("agent")?,
            session: text("session").unwrap_or_default(),
            cwd: text("cwd").unwrap_or_default(),
            text: text("question")?,
            choices: choices.map(str::to_owned).collect(),
            asked: body.get("asked")?.as_i64()?,
            until: note.until?,
            answer: text("answer"),
            by: text("by"),
        })
    }

    fn note(&self) -> Note {
        Note::new(NOTE, &self.id, self.to_json().to_string()).until(self.until)
    }

    pub fn to_json(&self) -> Value {
        json!({"id": self.id, "agent": self.agent, "session": self.session, "cwd": self.cwd, "question": self.text, "choices": self.choices, "asked": self.asked,
               "until": self.until, "answer": self.answer, "by": self.by})
    }

    /// Whether a person's own words, and no choice on offer, show signs of a crisis.
    pub fn shows_crisis(&self, words: &str) -> bool {
        !self.choices.iter().any(|choice| choice == words) && herma_core::crisis::read(words).band.gates()
    }

    /// As people type it.
    pub fn short(&self) -> &str {
        self.id.get(..SHORT).unwrap_or(&self.id)
    }

    /// What a person means by this: the number of a choice, or their own words.
    pub fn meant(&self, text: &str) -> String {
        let number = text.trim().parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        number.and_then(|at| self.choices.get(at)).map_or_else(|| text.trim().to_owned(), Clone::clone)
    }
}

/// What is wrong with a question, in words for whoever asks it.
pub fn wrong_with(text: &str, choices: &[impl AsRef<str>]) -> Option<String> {
    if text.trim().is_empty() || text.len() > TEXT_MAX || choices.len() > CHOICES_MAX {
        return Some(format!("a question has 1 to {TEXT_MAX} bytes, and {CHOICES_MAX} choices at most"));
    }
    let fits = |choice: &str| !choice.trim().is_empty() && choice.chars().count() <= CHOICE_MAX;
    let odd = choices.iter().any(|choice| !fits(choice.as_ref()));
    odd.then(|| format!("a choice has 1 to {CHOICE_MAX} characters"))
}

/// All that are still remembered, the oldest first.
pub fn all(store: &dyn Store, now: Millis) -> Result<Vec<Question>> {
    let mut all: Vec<Question> = store.notes(NOTE, now)?.iter().filter_map(Question::read).collect();
    all.sort_by(|a, b| (a.asked, &a.id).cmp(&(b.asked, &b.id)));
    Ok(all)
}

/// Those without an answer.
pub fn open(store: &dyn Store, now: Millis) -> Result<Vec<Question>> {
    let mut open = all(store, now)?;
    open.retain(|one| one.answer.is_none());
    Ok(open)
}

pub fn find(store: &dyn Store, id: &str, now: Millis) -> Result<Option<Question>> {
    Ok(store.note(NOTE, id, now)?.as_ref().and_then(Question::read))
}

/// By its id or the beginning of it; the only one if there is none. `Err` is what is to be said.
pub fn named(open: &[Question], name: Option<&str>) -> std::result::Result<Question, String> {
    let fits = |one: &&Question| match name {
        Some(name) => name.len() >= SHORTEST && one.id.starts_with(&name.to_ascii_lowercase()),
        None => true,
    };
    let mut found = open.iter().filter(fits);
    match (found.next(), found.next(), name) {
        (Some(one), None, _) => Ok(one.clone()),
        (None, _, Some(name)) => {
            Err(format!("no open question is called `{}`", herma_core::text::shown(name)))
        }
        (None, _, None) => Err("nothing is asked".to_owned()),
        (Some(_), Some(_), _) => Err("more than one is asked: say which".to_owned()),
    }
}

pub fn put(
    store: &dyn Store,
    asker: Asker<'_>,
    text: &str,
    choices: Vec<String>,
    now: Millis,
) -> Result<Asked> {
    let Asker { agent, session, cwd } = asker;
    let open = open(store, now)?;
    let mut own = open.iter().filter(|one| one.agent == agent);
    if let Some(same) =
        own.clone().find(|one| one.text == text && one.choices == choices && one.session == session)
    {
        return Ok(Asked::Waits(same.clone()));
    }
    if own.by_ref().count() >= OPEN_MAX {
        return Ok(Asked::TooMany);
    }
    let question = Question {
        id: crate::credential::random::<8>()?,
        agent: agent.to_owned(),
        session: session.to_owned(),
        cwd: cwd.to_owned(),
        text: text.to_owned(),
        choices,
        asked: now,
        until: now.saturating_add(OPEN_FOR),
        answer: None,
        by: None,
    };
    match store.swap_note(NOTE, &question.id, None, Some(&question.note()), now)? {
        true => Ok(Asked::Waits(question)),
        false => Err(StoreError::Io("two questions drew the same name; try again".to_owned())),
    }
}

/// A person, known by name, answers on a channel. The first one counts.
pub fn answer(
    store: &dyn Store,
    id: &str,
    answer: &str,
    (by, how): (&str, &str),
    now: Millis,
) -> Result<Answered> {
    let Some(question) = find(store, id, now)? else { return Ok(Answered::Unknown) };
    if question.answer.is_some() {
        return Ok(Answered::Before(question));
    }
    if question.shows_crisis(answer) {
        return Ok(Answered::InCrisis(question));
    }
    let answered = Question { answer: Some(answer.to_owned()), by: Some(by.to_owned()), ..question.clone() };
    if !store.swap_note(NOTE, id, Some(&question.note().body), Some(&answered.note()), now)? {
        return Ok(find(store, id, now)?.map_or(Answered::Unknown, Answered::Before));
    }
    let entry = json!({"question": id, "agent": answered.agent, "by": by, "how": how});
    store.append(&NewEntry::new("answered", entry), now)?;
    Ok(Answered::Counts(answered))
}

#[cfg(test)]
mod tests {
    use super::*;
    use herma_store::MemoryStore;

    fn asked(store: &MemoryStore, agent: &str, text: &str) -> Question {
        let asker = Asker { agent, ..Asker::default() };
        match put(store, asker, text, vec!["main".to_owned(), "next".to_owned()], 1).unwrap() {
            Asked::Waits(question) => question,
            Asked::TooMany => panic!("too many"),
        }
    }

    #[test]
    fn the_first_answer_counts_and_the_same_again_is_the_same_question() {
        let store = MemoryStore::new();
        let one = asked(&store, "bot", "Which?");
        assert_eq!(asked(&store, "bot", "Which?"), one);
        assert_ne!(asked(&store, "other", "Which?").id, one.id, "another agent's is another");
        assert_eq!(
            (one.meant("2"), one.meant("3"), one.meant(" neither ")),
            ("next".into(), "3".into(), "neither".into())
        );
        let Answered::Counts(done) = answer(&store, &one.id, "next", ("ada", "inbox"), 2).unwrap() else {
            panic!()
        };
        assert_eq!((done.answer.as_deref(), done.by.as_deref()), (Some("next"), Some("ada")));
        assert_eq!(answer(&store, &one.id, "main", ("bob", "inbox"), 3).unwrap(), Answered::Before(done));
        assert_eq!(answer(&store, "00", "main", ("bob", "inbox"), 3).unwrap(), Answered::Unknown);
        assert_eq!(open(&store, 3).unwrap().len(), 1);
    }

    #[test]
    fn a_person_in_crisis_is_heard_and_not_written_down() {
        let store = MemoryStore::new();
        let one = asked(&store, "bot", "Which?");
        let said = "neither. I want to kill myself";
        let Answered::InCrisis(same) = answer(&store, &one.id, said, ("ada", "inbox"), 2).unwrap() else {
            panic!()
        };
        assert_eq!((&same, find(&store, &one.id, 3).unwrap()), (&one, Some(one.clone())), "it stays open");
        // What the agent put on offer is the agent's words.
        let offered = vec!["I want to kill myself".to_owned()];
        let asker = Asker { agent: "bot", ..Asker::default() };
        let Asked::Waits(two) = put(&store, asker, "Which title?", offered, 4).unwrap() else { panic!() };
        let done = answer(&store, &two.id, "I want to kill myself", ("ada", "inbox"), 5).unwrap();
        assert!(matches!(done, Answered::Counts(_)), "{done:?}");
    }

    #[test]
    fn one_is_named_by_its_beginning_and_never_guessed() {
        let store = MemoryStore::new();
        assert_eq!(named(&[], None).unwrap_err(), "nothing is asked");
        let one = asked(&store, "bot", "Which?");
        let all = open(&store, 1).unwrap();
        assert_eq!(named(&all, None).unwrap(), one);
        assert_eq!(named(&all, Some(&one.short().to_ascii_uppercase())).unwrap(), one);
        assert!(named(&all, Some(&one.id[..2])).is_err(), "too short to be meant");
        let two = Question { id: "0123456789abcdef".to_owned(), ..one.clone() };
        assert!(named(&[one, two], None).unwrap_err().contains("say which"));
    }

    #[test]
    fn t35_one_agent_asks_so_much_at_a_time() {
        let store = MemoryStore::new();
        (0..OPEN_MAX).for_each(|n| drop(asked(&store, "bot", &n.to_string())));
        assert_eq!(
            put(&store, Asker { agent: "bot", ..Asker::default() }, "one more", Vec::new(), 1).unwrap(),
            Asked::TooMany
        );
    }
}
