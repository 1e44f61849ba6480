//! The pump between a client and a server that talk in lines.

use crate::firewall::{Firewall, Step, agent_of, tool_error};
use crate::message::{self, INTERNAL_ERROR, Kind, MESSAGE_MAX, Message, Piece, Refusal};
use crate::one_line::OneLine;
use crate::ordered_worker::OrderedWorker;
use crate::sieve::Sieve;
use herma_gate::Caller;
use herma_store::{Request, RequestId};
use serde_json::{Value, json};
use std::collections::{HashMap, VecDeque};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// An answer above this passes while it comes, unread but for its keys.
const PASSES_ABOVE: usize = 1 << 20;
const CHUNK: usize = 64 << 10;
/// How often whoever waits hears that there is progress.
const PROGRESS: Duration = Duration::from_secs(5);

/// Calls of one client that wait at the same time: each has a thread.
const HELD_MAX: usize = 256;

type Out = Box<dyn Write + Send>;

/// Both ends, and what is held between them.
pub struct Pump {
    firewall: Arc<Firewall>,
    caller: Mutex<Caller>,
    to_client: Mutex<Out>,
    /// `None`: its input is closed.
    to_server: Mutex<Option<Out>>,
    held: Mutex<HashMap<String, Holding>>,
}

impl std::fmt::Debug for Pump {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Pump").field("firewall", &self.firewall).finish_non_exhaustive()
    }
}

/// What a client says, as far as it is read.
struct Reading<R> {
    reader: R,
    /// Of a batch, what comes next.
    left: VecDeque<Message>,
}

/// A call that waits for a person.
struct Holding {
    request: RequestId,
    /// Gone when it is no longer waited for.
    _progress: Option<Sender<()>>,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Pump {
    pub fn new(firewall: Arc<Firewall>, caller: Caller, to_client: Out, to_server: Out) -> Arc<Pump> {
        Arc::new(Pump {
            firewall,
            caller: Mutex::new(caller),
            to_client: Mutex::new(to_client),
            to_server: Mutex::new(Some(to_server)),
            held: Mutex::new(HashMap::new()),
        })
    }

    fn say_to_client(&self, line: &str) {
        // Whoever does not listen any more will be seen to by the reader of the other side.
        let _ = put(&mut *locked(&self.to_client), line);
    }

    fn say_to_server(&self, line: &str) {
        if let Some(server) = &mut *locked(&self.to_server) {
            let _ = put(server, line);
        }
    }

    /// The server's input ends, and with it the server.
    pub fn close_server(&self) {
        locked(&self.to_server).take();
    }

    /// Everything that the client says, in order. What waits for a person is left behind with this thread, and another one
    /// goes on: so an allowed call costs no change of threads. Comes back at the end, or after such a wait.
    pub fn serve_client(self: &Arc<Self>, client: impl Read + Send + 'static) {
        let reader = BufReader::with_capacity(CHUNK, client);
        self.read_client(Reading { reader, left: VecDeque::new() });
    }

    fn read_client(self: &Arc<Self>, reading: Reading<impl BufRead + Send + 'static>) {
        let (place, mut line) = (Arc::new(Mutex::new(Some(reading))), Vec::new());
        loop {
            // Gone: another one reads.
            let Some(mut reading) = locked(&place).take() else { return };
            let message = match reading.left.pop_front() {
                Some(message) => Some(message),
                None => match read_line(&mut reading.reader, &mut line) {
                    Ok(Line::End) | Err(_) => return self.close_server(),
                    Ok(Line::TooLong) => {
                        self.say_to_client(&message::too_large().answer());
                        None
                    }
                    Ok(Line::Read) if line.trim_ascii().is_empty() => None,
                    Ok(Line::Read) => match Piece::read(&line) {
                        Err(refusal) => {
                            self.say_to_client(&refusal.answer());
                            None
                        }
                        Ok(piece) => {
                            reading.left.extend(piece.into_messages());
                            reading.left.pop_front()
                        }
                    },
                },
            };
            *locked(&place) = Some(reading);
            if let Some(message) = message {
                self.client_message(message, &mut || {
                    // With too many that wait, what comes next waits too.
                    if locked(&self.held).len() < HELD_MAX {
                        let (pump, place) = (Arc::clone(self), Arc::clone(&place));
                        let next = move || {
                            let reading = locked(&place).take();
                            if let Some(reading) = reading {
                                pump.read_client(reading);
                            }
                        };
                        // Without a thread for it, it goes on here, later.
                        let _ = std::thread::Builder::new()
                            .stack_size(herma_core::work::STACK)
                            .name("client".to_owned())
                            .spawn(next);
                    }
                });
            }
        }
    }

    /// Rules on a message and does what comes of it. Says to `waits`, once, that it will take a person's time.
    pub(crate) fn client_message(self: &Arc<Self>, message: Message, waits: &mut dyn FnMut()) {
        match message.method() {
            Some("initialize") => {
                if let Some(agent) = agent_of(&message) {
                    locked(&self.caller).agent = agent;
                }
            }
            Some("notifications/cancelled") if self.cancel(&message) => return,
            _ => {}
        }
        let caller = locked(&self.caller).clone();
        // It decides nothing: what could not be read is as if nobody had said it.
        let hear = || self.firewall.hears_person(&message, &caller);
        let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(hear));
        self.show_card(&caller);
        if !Firewall::assesses(&message) {
            self.say_to_server(&message.line);
            return;
        }
        let key = message.id().map(Value::to_string).unwrap_or_default();
        let mut waits = Some(waits);
        let mut asked = |request: &Request| {
            self.show_card(&caller);
            self.hold(&key, &message, request);
            if let Some(waits) = waits.take() {
                waits();
            }
        };
        let judged = || self.firewall.from_client(&message, &caller, &mut asked);
        // A bug in judging one call must not end all others.
        let step =
            std::panic::catch_unwind(std::panic::AssertUnwindSafe(judged)).unwrap_or_else(|_| match message
                .kind()
            {
                Kind::Request => {
                    Step::Answer(tool_error(&message, "herma: not run: Herma failed to judge it."))
                }
                Kind::Notification | Kind::Response => Step::Drop,
            });
        // INVARIANT: a call that was cancelled while it waited goes nowhere, whatever was answered.
        if !self.let_go(&key, &message) {
            return;
        }
        match step {
            Step::Forward => self.say_to_server(&message.line),
            Step::Replace(line) => self.say_to_server(&line),
            Step::Answer(line) => self.say_to_client(&line),
            Step::Drop => {}
        }
    }

    /// A person in crisis is shown help before anything else is said.
    fn show_card(&self, caller: &Caller) {
        if let Some(line) = self.firewall.take_card(caller) {
            self.say_to_client(&line);
        }
    }

    /// Somebody is asked: whoever wants to hear of progress does.
    fn hold(self: &Arc<Self>, key: &str, message: &Message, request: &Request) {
        let progress = message.progress_token().cloned().map(|token| {
            let (open, closed) = channel::<()>();
            let pump = Arc::clone(self);
            let text = crate::firewall::asked_text(request);
            let tell = move || {
                for count in 1_u64.. {
                    let params = json!({"progressToken": token, "progress": count, "message": text});
                    let note =
                        json!({"jsonrpc": "2.0", "method": "notifications/progress", "params": params});
                    pump.say_to_client(&note.to_string());
                    if closed.recv_timeout(PROGRESS) != Err(RecvTimeoutError::Timeout) {
                        return;
                    }
                }
            };
            // Without a thread for it, it waits in silence.
            let _ = std::thread::Builder::new()
                .stack_size(herma_core::work::STACK)
                .name("progress".to_owned())
                .spawn(tell);
            open
        });
        let holding = Holding { request: request.id.clone(), _progress: progress };
        locked(&self.held).insert(key.to_owned(), holding);
    }

    /// The end of waiting. `false`: the client has cancelled it.
    fn let_go(&self, key: &str, message: &Message) -> bool {
        let mut held = locked(&self.held);
        let cancelled = format!("cancelled {key}");
        held.remove(key);
        held.remove(&cancelled).is_none() || message.kind() != Kind::Request
    }

    /// `true` if it was about a call that is held here, of which the server knows nothing.
    fn cancel(&self, message: &Message) -> bool {
        let Some(key) = message.param("requestId").map(Value::to_string) else { return false };
        let mut held = locked(&self.held);
        let Some(holding) = held.remove(&key) else { return false };
        let request = holding.request.clone();
        held.insert(format!("cancelled {key}"), holding);
        drop(held);
        self.firewall.enforcer().withdraw(&request, "the agent has cancelled the call");
        true
    }

    /// Everything that the server says, to its end.
    pub fn serve_server(self: &Arc<Self>, mut server: impl Read) -> io::Result<()> {
        let (mut lane, mut chunk) = (OrderedWorker::default(), vec![0; CHUNK]);
        let (mut kept, mut sieve) = (Vec::new(), Sieve::default());
        // While an answer passes, nobody else may write to the client.
        let mut passing: Option<(MutexGuard<'_, Out>, OneLine)> = None;
        loop {
            let count = match server.read(&mut chunk) {
                Ok(0) => return Ok(()),
                Ok(count) => count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            let mut rest = chunk.get(..count).unwrap_or_default();
            while !rest.is_empty() {
                let end = rest.iter().position(|byte| *byte == b'\n');
                let (part, after) = rest.split_at(end.unwrap_or(rest.len()));
                rest = after.get(usize::from(end.is_some())..).unwrap_or_default();
                sieve.feed(part);
                let facts = sieve.facts();
                if let Some((client, filter)) = &mut passing {
                    // What turns out to be something else after all is cut off: half a line is no message.
                    if !facts.may_pass() || end.is_some() && !facts.is_complete {
                        return Err(io::Error::other("a large answer of the server is none"));
                    }
                    client.write_all(&filter.feed(part))?;
                } else {
                    kept.extend_from_slice(part);
                    if end.is_none() && kept.len() > PASSES_ABOVE && facts.may_pass() {
                        let caller = locked(&self.caller).clone();
                        self.firewall.hears(&caller, &kept);
                        let (mut client, mut filter) = (locked(&self.to_client), OneLine::default());
                        client.write_all(&filter.feed(&kept))?;
                        kept = Vec::new();
                        passing = Some((client, filter));
                    }
                    if kept.len() > MESSAGE_MAX {
                        return Err(io::Error::other("a message of the server is too large to be read"));
                    }
                }
                if end.is_some() {
                    match passing.take() {
                        Some((mut client, filter)) => {
                            client.write_all(&filter.finish())?;
                            client.write_all(b"\n")?;
                            client.flush()?;
                        }
                        None => {
                            self.server_said(&kept, facts.may_pass() && facts.is_complete, &mut lane)?;
                            kept.clear();
                        }
                    }
                    sieve = Sieve::default();
                }
            }
        }
    }

    fn server_said(
        self: &Arc<Self>,
        line: &[u8],
        may_pass: bool,
        lane: &mut OrderedWorker,
    ) -> io::Result<()> {
        if line.trim_ascii().is_empty() {
            return Ok(());
        }
        if may_pass && !has_line_ends(line) {
            let caller = locked(&self.caller).clone();
            self.firewall.hears(&caller, line);
            let mut whole = Vec::with_capacity(line.len() + 1);
            whole.extend_from_slice(line.trim_ascii());
            whole.push(b'\n');
            let mut client = locked(&self.to_client);
            client.write_all(&whole)?;
            return client.flush();
        }
        match Piece::read(line) {
            // Many servers print what they should not; it is no message.
            Err(Refusal { text, .. }) => {
                eprintln!("herma: a line of the server was not passed on: {text}");
            }
            Ok(piece) => {
                for message in piece.into_messages() {
                    self.server_message(message, lane);
                }
            }
        }
        Ok(())
    }

    fn server_message(self: &Arc<Self>, message: Message, lane: &mut OrderedWorker) {
        let (pump, caller) = (Arc::clone(self), locked(&self.caller).clone());
        let broken =
            message.id().map(|id| message::error(id, INTERNAL_ERROR, "herma: it could not be judged"));
        let is_answer = message.kind() == Kind::Response;
        let job = move |waits: &mut dyn FnMut()| {
            let step = pump.firewall.from_server(&message, &caller, &mut |_| {
                pump.show_card(&caller);
                waits();
            });
            pump.show_card(&caller);
            match step {
                Step::Forward => pump.say_to_client(&message.line),
                Step::Replace(line) => pump.say_to_client(&line),
                Step::Answer(line) => pump.say_to_server(&line),
                Step::Drop => {}
            }
        };
        if !lane.run(Box::new(job))
            && let Some(line) = broken
        {
            if is_answer { self.say_to_client(&line) } else { self.say_to_server(&line) }
        }
    }
}

/// In one write: a reader that is woken by half a line is woken twice.
fn put(out: &mut dyn Write, line: &str) -> io::Result<()> {
    let mut whole = Vec::with_capacity(line.len() + 1);
    whole.extend_from_slice(line.as_bytes());
    whole.push(b'\n');
    out.write_all(&whole)?;
    out.flush()
}

/// Whether some reader would find more than one line in it: U+0085, U+2028, U+2029, a carriage return inside.
fn has_line_ends(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    line.windows(2).any(|two| two == [0xc2, 0x85])
        || line.windows(3).any(|three| matches!(three, [0xe2, 0x80, 0xa8 | 0xa9]))
        || line.contains(&b'\r')
}

enum Line {
    Read,
    TooLong,
    End,
}

/// One line, without its end; the last one may have none.
fn read_line(reader: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<Line> {
    line.clear();
    let mut too_long = false;
    loop {
        let bytes = match reader.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            other => other?,
        };
        if bytes.is_empty() {
            return Ok(if line.is_empty() && !too_long { Line::End } else { ended(too_long) });
        }
        let end = bytes.iter().position(|byte| *byte == b'\n');
        let part = bytes.get(..end.unwrap_or(bytes.len())).unwrap_or_default();
        too_long |= line.len() + part.len() > MESSAGE_MAX;
        if too_long {
            line.clear();
        } else {
            line.extend_from_slice(part);
        }
        let used = part.len() + usize::from(end.is_some());
        reader.consume(used);
        if end.is_some() {
            return Ok(ended(too_long));
        }
    }
}

fn ended(too_long: bool) -> Line {
    if too_long { Line::TooLong } else { Line::Read }
}
