//! A world that answers in time: a disk or mount that hangs is an unknown, not a wait.

use super::touches_disk;
use herma_core::{Answer, Question, World};
use std::cell::{Cell, RefCell};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

/// A later answer counts as unknown, and is placed as the worst.
const ANSWER_MAX: Duration = Duration::from_millis(50);
/// After this many threads have got stuck nothing more is asked: the machine is not well.
const STUCK_MAX: u32 = 4;

/// Looks before sleeping: some tens of microseconds.
const LOOKS: u32 = 1_000;

/// Asks another world from a helper thread, which is started when the first question needs it.
#[derive(Debug)]
pub struct TimedWorld<W> {
    inner: W,
    helper: RefCell<Option<Helper>>,
    stuck: Cell<u32>,
}

#[derive(Debug)]
struct Helper {
    questions: Sender<Asked>,
    answers: Receiver<Answer>,
}

/// A question that owns its words, so that it can outlive an impatient asker.
#[derive(Debug)]
enum Asked {
    Home,
    Cwd,
    User,
    Env(String),
    Look(String),
    RealPath(String),
    Tracked(String),
    WorkTree(String),
    Read(String, usize),
    Processes,
    Which(String),
}

/// Looks a few times before going to sleep: waking up costs more than most answers take.
fn soon<T>(look: impl Fn() -> Option<T>) -> Option<T> {
    (0..LOOKS).find_map(|_| {
        std::hint::spin_loop();
        look()
    })
}

impl<W: World + Clone + Send + 'static> TimedWorld<W> {
    pub fn new(inner: W) -> Self {
        TimedWorld { inner, helper: RefCell::new(None), stuck: Cell::new(0) }
    }

    fn start(&self) -> Option<Helper> {
        let (questions, asked) = channel::<Asked>();
        let (answered, answers) = channel();
        let world = self.inner.clone();
        let work = move || {
            while let Some(question) = soon(|| asked.try_recv().ok()).or_else(|| asked.recv().ok()) {
                if answered.send(world.ask(question.borrow())).is_err() {
                    return;
                }
            }
        };
        std::thread::Builder::new().spawn(work).ok().map(|_| Helper { questions, answers })
    }
}

impl<W: World + Clone + Send + 'static> World for TimedWorld<W> {
    fn ask(&self, question: Question<'_>) -> Answer {
        if !touches_disk(question) {
            return self.inner.ask(question);
        }
        if self.stuck.get() >= STUCK_MAX {
            return Answer::Unknown;
        }
        let mut slot = self.helper.borrow_mut();
        if slot.is_none() {
            *slot = self.start();
        }
        let answer = slot.as_ref().and_then(|helper| {
            helper.questions.send(Asked::from(question)).ok()?;
            soon(|| helper.answers.try_recv().ok()).or_else(|| helper.answers.recv_timeout(ANSWER_MAX).ok())
        });
        match answer {
            Some(answer) => answer,
            None => {
                // Left to itself: it would answer the next question with this one's answer.
                *slot = None;
                self.stuck.set(self.stuck.get() + 1);
                Answer::Unknown
            }
        }
    }
}

impl From<Question<'_>> for Asked {
    fn from(question: Question<'_>) -> Asked {
        match question {
            Question::Home => Asked::Home,
            Question::Cwd => Asked::Cwd,
            Question::User => Asked::User,
            Question::Env(name) => Asked::Env(name.to_owned()),
            Question::Look(path) => Asked::Look(path.to_owned()),
            Question::RealPath(path) => Asked::RealPath(path.to_owned()),
            Question::Tracked(path) => Asked::Tracked(path.to_owned()),
            Question::WorkTree(path) => Asked::WorkTree(path.to_owned()),
            Question::Read(path, max) => Asked::Read(path.to_owned(), max),
            Question::Processes => Asked::Processes,
            Question::Which(name) => Asked::Which(name.to_owned()),
        }
    }
}

impl Asked {
    fn borrow(&self) -> Question<'_> {
        match self {
            Asked::Home => Question::Home,
            Asked::Cwd => Question::Cwd,
            Asked::User => Question::User,
            Asked::Env(name) => Question::Env(name),
            Asked::Look(path) => Question::Look(path),
            Asked::RealPath(path) => Question::RealPath(path),
            Asked::Tracked(path) => Question::Tracked(path),
            Asked::WorkTree(path) => Question::WorkTree(path),
            Asked::Read(path, max) => Question::Read(path, *max),
            Asked::Processes => Question::Processes,
            Asked::Which(name) => Question::Which(name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;

    /// Answers everything with the path, but never comes back from `/hangs`.
    #[derive(Debug, Clone)]
    struct Hanging;

    impl World for Hanging {
        fn ask(&self, question: Question<'_>) -> Answer {
            match question {
                Question::Look("/hangs") => loop {
                    std::thread::park();
                },
                Question::RealPath(path) => Answer::Text(path.to_owned()),
                _ => Answer::Missing,
            }
        }
    }

    #[test]
    fn a_hanging_disk_is_unknown_and_does_not_mix_up_answers() {
        let world = TimedWorld::new(Hanging);
        assert_eq!(world.ask(Question::RealPath("/a")), Answer::Text("/a".to_owned()));
        assert_eq!(world.ask(Question::Look("/hangs")), Answer::Unknown);
        assert_eq!(world.ask(Question::RealPath("/b")), Answer::Text("/b".to_owned()));
    }

    #[test]
    fn it_gives_up_on_a_machine_that_only_hangs() {
        let world = TimedWorld::new(Hanging);
        let start = Instant::now();
        for _ in 0..1000 {
            assert_eq!(world.ask(Question::Look("/hangs")), Answer::Unknown);
        }
        assert!(start.elapsed() < ANSWER_MAX * 40, "{:?}", start.elapsed());
    }
}
