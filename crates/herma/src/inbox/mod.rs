//! `herma inbox`: everything that waits for a person on one screen, live, and what became of the rest.
//!
//! | file | is |
//! |---|---|
//! | `model` | what is open, what was pressed: no clock, no terminal, no store |
//! | `questions` | what agents ask, and the one that is being answered |
//! | `past` | the decided ones, and which of them is looked at |
//! | `screen` | the model as rows of a screen of any size |
//! | `canvas` | these rows as ratatui draws them: only what has changed |
//! | `news` | the store, asked for changes by a thread that sleeps until there are some |
//!
//! What is shown of a request, and which keys answer it, is the prompt's own panel and key machine.

mod canvas;
#[cfg(debug_assertions)]
pub mod demo;
mod model;
mod news;
mod past;
mod questions;
mod screen;

use crate::answerer::may_answer;
use crate::approvals::{ApprovalService, now};
use crate::check::usage;
use crate::enforce::LocalEnforcer;
use crate::level1::Level1;
use crate::paths::Paths;
use crate::prompt::keys::Decoder;
use crate::prompt::paint;
use crate::prompt::panel::Screen;
use crate::prompt::tty::{Input, Reading, Tty};
use crate::prompt::{Answer as Said, Denier, NoTerminal};
use crate::view::{outcome, scope_of};
use canvas::Canvas;
use herma_core::grant::Width;
use herma_core::text::shown;
use herma_gate::{Caller, Enforcer, GateError, Reply};
use herma_server::question::{self, Answered, Question};
use herma_store::{Request, State, Store, StoreError};
use model::{Act, Inbox};
use news::News;
use ratatui::Terminal;
use std::ffi::OsString;
use std::process::ExitCode;
use std::time::Duration;

pub const HELP: &str = "\
usage: herma inbox [--home DIR]

Shows what waits for a person, the most urgent first, and answers it. It is refused to an agent, and without a terminal.

  ↑ ↓          select a request; Enter opens it, Esc goes back
  1 2 3 4      once, for the session, always, deny; 5 shows all of it where it was shortened
  a            answers what agents ask: a number, or a text; PgDn and PgUp go to the next and the one before
  h            what has been decided, by whom, and why
  ?            all keys
  q            quits; what was not answered waits on

exit: 0, 1 without a terminal, if you may not answer, or if the store cannot be used; 2 usage
";

/// An arrow may arrive in parts; an ESC that nothing follows for so long is the key itself.
const ESC_ALONE: Duration = Duration::from_millis(60);
/// With nothing to count down, there is nothing to do before somebody sends news.
const QUIET: Duration = Duration::from_secs(60);

pub fn main(args: &[OsString]) -> ExitCode {
    let mut home = None;
    let mut words = args.iter();
    while let Some(word) = words.next() {
        match word.to_str().unwrap_or_default() {
            "--help" | "-h" => {
                print!("{HELP}");
                return ExitCode::SUCCESS;
            }
            "--home" => match words.next() {
                Some(folder) => home = Some(folder.clone()),
                None => return usage("`--home` needs a value"),
            },
            other => return usage(&format!("`{other}` is no option; --help lists them")),
        }
    }
    // What is said last is said below the screen, which is gone by then.
    match opened(home).and_then(|mut session| session.run().map(|()| session.last.take())) {
        Ok(last) => {
            if let Some(last) = last {
                eprintln!("{last}");
            }
            ExitCode::SUCCESS
        }
        Err(why) => {
            eprintln!("herma: {}", shown(&why));
            ExitCode::FAILURE
        }
    }
}

fn opened(home: Option<OsString>) -> Result<Session, String> {
    if Level1::for_command(home.as_deref())?.is_some() {
        return Err("level 1 holds here: `herma list` and `herma approve ID` go through its socket; the inbox is for the user \
                    that the store belongs to (`sudo -u herma herma inbox --home /var/lib/herma`)"
            .to_owned());
    }
    let paths = Paths::resolve(home.as_deref()).map_err(|e| e.to_string())?;
    let keeper = ApprovalService::open(&paths).map_err(|e| e.to_string())?;
    may_answer(keeper.gate.store())?;
    if paint::is_simple_terminal() {
        return Err(
            "this terminal can only print lines: use `herma list` and `herma approve ID --plain`".to_owned()
        );
    }
    let tty = Tty::open(Reading::Screen).map_err(|e| NoTerminal::from(e).to_string())?;
    let colour = paint::colour_is_wanted();
    let Ok(screen) = Terminal::new(Canvas::new(size(&tty, colour)));
    let news = News::listen(&paths)?;
    let enforcer = LocalEnforcer::new(paths.clone());
    Ok(Session { paths, keeper, enforcer, tty, screen, colour, inbox: Inbox::default(), news, last: None })
}

fn size(tty: &Tty, colour: bool) -> Screen {
    let (columns, rows) = tty.size();
    Screen::new(columns, rows, colour)
}

struct Session {
    paths: Paths,
    keeper: ApprovalService,
    tty: Tty,
    screen: Terminal<Canvas>,
    colour: bool,
    inbox: Inbox,
    news: News,
    enforcer: LocalEnforcer,
    /// The card for a person in crisis: then the screen gives way to it.
    last: Option<String>,
}

impl Session {
    fn run(&mut self) -> Result<(), String> {
        let mut decoder = Decoder::default();
        self.refresh();
        self.inbox.open_first();
        self.tty.write(paint::BEGIN_SCREEN).map_err(|e| e.to_string())?;
        self.tty.forget_input();
        loop {
            if self.tty.signals.ended_by().is_some() {
                return Ok(());
            }
            if self.tty.signals.was_resumed() {
                let _ = self.tty.set_modes();
                let Ok(()) = self.screen.clear();
            }
            let _ = self.tty.signals.was_resized();
            // Keys may answer what was drawn before they were typed, and nothing else.
            if self.inbox.is_fresh() {
                self.tty.forget_input();
            }
            if !self.draw() {
                return Ok(());
            }
            self.inbox.settle();
            let wait = if decoder.is_waiting() { ESC_ALONE } else { self.until_next() };
            match self.tty.read_or(wait, Some(self.news.socket())) {
                Input::Bytes(bytes) => decoder.feed(&bytes),
                Input::Nothing if decoder.is_waiting() => {
                    if decoder.give_up().is_some_and(|key| self.press(&key)) {
                        return Ok(());
                    }
                }
                Input::Nothing => {}
                Input::Closed => return Ok(()),
            }
            if self.news.have_come() || self.inbox.is_due(now()) {
                self.refresh();
            }
            while let Some(key) = decoder.next_key() {
                if self.press(&key) {
                    return Ok(());
                }
                // Each key acts on what was drawn after the one before it; what it has opened is drawn above.
                if !self.inbox.is_fresh() && !self.draw() {
                    return Ok(());
                }
            }
        }
    }

    /// `true` if that was the end.
    fn press(&mut self, key: &crate::prompt::keys::Key) -> bool {
        match self.inbox.press(key) {
            Act::Nothing => {}
            Act::Quit => return true,
            Act::Look => self.refresh(),
            Act::Answer(request, said) => self.answer(&request, said),
            Act::Tell(question, answer) => self.tell(&question, &answer),
        }
        self.last.is_some()
    }

    /// INVARIANT: what is answered is the request that was on the screen when the key was pressed, by id and digest (T19).
    fn answer(&mut self, request: &Request, said: Said) {
        let account = &self.keeper.account;
        let reply = match said {
            Said::Allow(scope) => Reply::approve(account, scope_of(scope), request)
                .with_digits(&request.digits)
                .as_wide_as(Width::Command),
            Said::Deny { reason, by } => {
                let wrong = (by == Denier::WrongDigits).then(|| "the digits were wrong".to_owned());
                Reply::deny(account, reason.or(wrong).as_deref())
            }
            Said::Expire | Said::Elsewhere => return,
        };
        match self.keeper.gate.answer(request.id.as_str(), &reply.on("inbox"), now()) {
            Ok(answered) if answered.request.state == State::Pending => {
                self.inbox.say("counted; it waits for another approver");
            }
            Ok(answered) => self.inbox.over(&answered.request.id, format!("you: {}", answered.request.state)),
            Err(GateError::Store(StoreError::Expired { .. } | StoreError::AlreadyDecided { .. })) => {
                let became = self.keeper.gate.store().request(request.id.as_str());
                let what = became.map_or_else(|e| e.to_string(), |request| outcome(&request));
                self.inbox.over(&request.id, format!("too late: {what}"));
            }
            Err(error) => self.inbox.say(&error.to_string()),
        }
        self.refresh();
    }

    /// The first answer counts, wherever it is given.
    fn tell(&mut self, question: &Question, answer: &str) {
        let Some(by) = self.keeper.gate.settings().person(&self.keeper.account) else {
            return self.inbox.say("you are nobody who may answer here");
        };
        let store = self.keeper.gate.store();
        let told = match question::answer(store, &question.id, answer, (by, "inbox"), now()) {
            Ok(Answered::Counts(one)) => format!("{} is told: {answer}", one.agent),
            Ok(Answered::Before(one)) => {
                format!("{} was first: {}", one.by.unwrap_or_default(), one.answer.unwrap_or_default())
            }
            Ok(Answered::InCrisis(one)) => {
                let caller = Caller { agent: one.agent, session: one.session, surface: "question" };
                self.last = self.enforcer.said(&caller, &one.cwd, answer);
                "that was not passed on".to_owned()
            }
            Ok(Answered::Unknown) => "it is not asked any more".to_owned(),
            Err(error) => error.to_string(),
        };
        self.refresh();
        self.inbox.answered(&told);
    }

    fn refresh(&mut self) {
        self.inbox.notice = crate::effective_policy::load(&self.paths).base().notice().map(str::to_owned);
        match news::look(&self.keeper, &self.inbox, now()) {
            Ok(found) => self.inbox.update(found),
            Err(error) => self.inbox.trouble(error.to_string()),
        }
    }

    /// `false` if the terminal is gone.
    fn draw(&mut self) -> bool {
        let size = size(&self.tty, self.colour);
        self.screen.backend_mut().resize(size);
        let inbox = &mut self.inbox;
        let Ok(_) = self.screen.draw(|frame| screen::draw(inbox, frame, size, now()));
        let text = self.screen.backend_mut().take();
        self.tty.write(&text).is_ok()
    }

    /// Until the countdown changes.
    fn until_next(&self) -> Duration {
        if self.inbox.counts_down() {
            let over = u64::try_from(now().rem_euclid(1000)).unwrap_or(0);
            Duration::from_millis(1001 - over)
        } else {
            QUIET
        }
    }
}
