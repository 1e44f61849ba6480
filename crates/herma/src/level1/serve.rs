//! The service: one process of the user `herma` that judges what agents bring, keeps it, and takes people's answers.
//!
//! Who is at the other end is what the kernel says, and nothing that is sent changes it. A thread a connection: a call that
//! waits for a person is one that sleeps.

use super::edits::{self, Waiting};
use super::places::{Places, USER};
use super::questions::{Who, attend as attend_question};
use super::told::Told;
use super::users;
use super::wire;
use crate::answer;
use crate::answerer::may_process_answer;
use crate::approvals::{ApprovalService, now};
use crate::effective_policy;
use crate::enforce::LocalEnforcer;
use crate::enforce::Peer;
use crate::enforce::words::outcome_at_socket;
use crate::hook::events;
use crate::hook::person::{listen_by, with_card};
use crate::hook::reply;
use crate::host::{self, Above};
use crate::paths::{self, Paths};
use crate::session_state::{self, SessionKey};
use crate::world::user_name;
use herma_agents::{Agent, AskOwnPrompt, Event, Reply, Request as Call};
use herma_core::call::Surface;
use herma_core::policy::{HookAsk, HookNobody};
use herma_core::{Answer, Decision, Question, World};
use herma_gate::{Caller, Enforcer, Ruling};
use herma_store::{Filter, Host, Outcome, Request, Store};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::net::{UnixListener, UnixStream};
use std::process::{Command, ExitCode};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Connections at a time, in all and of one user: whoever floods the socket keeps only themselves out.
const CONNECTIONS_MAX: usize = 512;
const OF_ONE_USER: usize = 128;
/// Whoever takes longer to say what they want is let go.
const TO_SPEAK: Duration = Duration::from_secs(10);
/// No hook waits longer for a person.
const WAIT_MAX: Duration = Duration::from_secs(3600);
/// Requests in one answer.
const LISTED: usize = 200;
/// Pages that are looked through for them.
const PAGES: usize = 50;
const SURFACE: &str = "hook";
const CONTRADICTS: &str = "herma: not run, because what a script says and which script it is do not go together: it was written to \
    while it was judged, or somebody else speaks for it. Try again.";

/// Serves until it is ended. Root makes the folder of the socket, and goes on as the user `herma`.
pub(super) fn serve(places: &Places) -> Result<ExitCode, String> {
    let user = users::known(places, USER)?;
    if users::own_uid() == 0 {
        prepare(places, &user)?;
        return become_user(places, &user);
    }
    let paths = places.paths()?;
    let owner = fs::metadata(&paths.data).map_err(|e| format!("`{}`: {e}", paths.data.display()))?.uid();
    if users::own_uid() != owner {
        return Err(format!("only root or `{USER}` can start this: `sudo herma setup serve`"));
    }
    let listener = listen(places)?;
    // The store must be usable before anybody hears that we are here.
    drop(ApprovalService::open(&paths).map_err(|e| e.to_string())?);
    let pid = places.pid_file();
    paths::write_atomically(&pid, std::process::id().to_string().as_bytes(), Some(0o644))
        .map_err(|e| format!("`{}`: {e}", pid.display()))?;
    println!("herma serves level 1 at {}", places.socket().display());
    let here = Arc::new(Here::default());
    for stream in listener.incoming() {
        let Ok(stream) = stream else { continue };
        // Without a thread the connection is closed, which is a deny.
        let (paths, here) = (paths.clone(), Arc::clone(&here));
        let _ = std::thread::Builder::new()
            .stack_size(herma_core::work::STACK)
            .spawn(move || attend(stream, &paths, &here));
    }
    Ok(ExitCode::SUCCESS)
}

/// The folder of the socket: only `herma` can put something there, so only `herma` can be what answers there.
pub(super) fn prepare(places: &Places, user: &users::User) -> Result<(), String> {
    let socket = places.socket();
    let folder = socket.parent().ok_or("the socket has no folder")?;
    let cannot = |e: std::io::Error| format!("`{}`: {e}", folder.display());
    super::install::open_folder(folder)?;
    std::os::unix::fs::chown(folder, Some(user.uid), Some(user.gid)).map_err(cannot)?;
    fs::set_permissions(folder, fs::Permissions::from_mode(0o755)).map_err(cannot)
}

/// The same program again, as the user that everything belongs to.
fn become_user(places: &Places, user: &users::User) -> Result<ExitCode, String> {
    use std::os::unix::process::CommandExt;
    let binary = std::env::current_exe().map_err(|e| e.to_string())?;
    let mut command = Command::new("setpriv");
    command.env_clear().env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin").current_dir("/");
    // Below another root nobody here knows that user, and so nobody its home.
    command.env("HOME", places.data());
    command.arg(format!("--reuid={}", user.uid)).arg(format!("--regid={}", user.gid));
    command.args(["--clear-groups", "--no-new-privs", "--inh-caps=-all", "--bounding-set=-all", "--"]);
    command.arg(binary).args(["setup", "serve", "--root"]).arg(places.root());
    Err(format!("`setpriv` could not be started: {}", command.exec()))
}

fn listen(places: &Places) -> Result<UnixListener, String> {
    let socket = places.socket();
    let cannot = |e: std::io::Error| format!("`{}`: {e}", socket.display());
    if UnixStream::connect(&socket).is_ok() {
        return Err(format!("another service listens at `{}` already", socket.display()));
    }
    match fs::remove_file(&socket) {
        Err(e) if e.kind() != std::io::ErrorKind::NotFound => return Err(cannot(e)),
        Ok(()) | Err(_) => {}
    }
    let listener = UnixListener::bind(&socket).map_err(cannot)?;
    // Everybody may knock; the kernel says who it is.
    fs::set_permissions(&socket, fs::Permissions::from_mode(0o666)).map_err(cannot)?;
    Ok(listener)
}

/// Who is here.
#[derive(Default)]
struct Here {
    crowd: Crowd,
    waiting: Waiting,
}

/// How many are here, of each user.
#[derive(Debug, Default)]
struct Crowd(Mutex<HashMap<u32, usize>>);

/// A place in the crowd, given back when it is dropped.
struct Place<'a>(&'a Crowd, u32);

impl Crowd {
    fn enter(&self, uid: u32) -> Option<Place<'_>> {
        let mut here = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if here.values().sum::<usize>() >= CONNECTIONS_MAX
            || here.get(&uid).is_some_and(|n| *n >= OF_ONE_USER)
        {
            return None;
        }
        *here.entry(uid).or_default() += 1;
        Some(Place(self, uid))
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        let mut here = self.0.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = here.get_mut(&self.1) {
            *count = count.saturating_sub(1);
        }
    }
}

fn attend(mut stream: UnixStream, paths: &Paths, here: &Here) {
    let Ok(peer) = rustix::net::sockopt::socket_peercred(&stream) else { return };
    let (uid, pid) = (peer.uid.as_raw(), peer.pid.as_raw_nonzero().get());
    let _ = stream.set_read_timeout(Some(TO_SPEAK));
    let _ = stream.set_write_timeout(Some(TO_SPEAK));
    let Some(_place) = here.crowd.enter(uid) else {
        let _ = wire::send(&mut stream, &json!({"error": "too many calls of this user wait already"}));
        return;
    };
    let Ok(message) = wire::receive(&mut stream) else { return };
    let Ok(shared) = stream.try_clone() else { return };
    let client = Arc::new(Client::new(shared, uid, u32::try_from(pid).unwrap_or_default()));
    let said = match wire::text(&message, "op") {
        Some("hook") => {
            let said = hook(&client, &message, paths, &here.waiting);
            here.waiting.leave(&client);
            said
        }
        Some("who") => who(&client, paths),
        Some("list") => list(&client, &message, paths),
        Some("request") => request(&client, &message, paths),
        Some("answer") => answered(&client, &message, paths),
        Some("edit") => edited(&client, &message, paths, &here.waiting),
        Some("ask" | "asked" | "questions" | "reply") => questions(&client, &message, paths),
        Some(_) | None => Err("this is nothing that can be asked for here".to_owned()),
    };
    // Nobody hears it only when they are gone.
    let _ = wire::send(&mut stream, &said.unwrap_or_else(|error| json!({"error": error})));
}

/// The other end: a user of this machine, and what that user sees of it.
pub(super) struct Client {
    stream: Mutex<UnixStream>,
    uid: u32,
    pid: u32,
    host: Host,
    /// It has not answered once: what comes now may be the answer to another question.
    lost: AtomicBool,
    /// What it has said about its files, and whether that was two things about one.
    told: Mutex<Told>,
    contradicts: AtomicBool,
}

impl Client {
    fn new(stream: UnixStream, uid: u32, pid: u32) -> Client {
        let host = Above::of(&pid.to_string()).agent();
        let (lost, contradicts) = (AtomicBool::new(false), AtomicBool::new(false));
        Client { stream: Mutex::new(stream), uid, pid, host, lost, told: Mutex::default(), contradicts }
    }

    /// Whether it is still listened to.
    pub(super) fn is_believed(&self) -> bool {
        !self.contradicts.load(Ordering::SeqCst) && self.is_there()
    }

    fn name(&self) -> String {
        user_name(self.uid).unwrap_or_else(|| self.uid.to_string())
    }

    /// Asks the other end. One that does not answer has nothing to say.
    fn exchange(&self, message: &Value) -> Option<Value> {
        let mut stream = self.stream.lock().unwrap_or_else(PoisonError::into_inner);
        if self.lost.load(Ordering::SeqCst) {
            return None;
        }
        let answer = wire::send(&mut *stream, message).and_then(|()| wire::receive(&mut *stream));
        self.lost.store(answer.is_err(), Ordering::SeqCst);
        answer.ok()
    }

    fn tell(&self, message: &Value) {
        let mut stream = self.stream.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = wire::send(&mut *stream, message);
    }
}

impl World for Client {
    fn ask(&self, question: Question<'_>) -> Answer {
        let Some(message) = self.exchange(&wire::question(question)) else { return Answer::Unknown };
        let answer = wire::answered(&message);
        if !self.told.lock().unwrap_or_else(PoisonError::into_inner).agrees(question, &answer) {
            // Nothing more is believed: whoever this is counts as gone, so nobody is asked and no yes is taken.
            self.contradicts.store(true, Ordering::SeqCst);
            self.lost.store(true, Ordering::SeqCst);
            return Answer::Unknown;
        }
        answer
    }
}

impl Peer for Client {
    fn account(&self) -> String {
        format!("unix:{}", self.uid)
    }

    fn host(&self) -> Host {
        self.host
    }

    fn is_there(&self) -> bool {
        use rustix::net::{RecvFlags, recv};
        if self.lost.load(Ordering::SeqCst) {
            return false;
        }
        let stream = self.stream.lock().unwrap_or_else(PoisonError::into_inner);
        let flags = RecvFlags::PEEK | RecvFlags::DONTWAIT;
        match recv(&*stream, &mut [0_u8; 1][..], flags) {
            Ok((read, _)) => read > 0,
            Err(e) => e == rustix::io::Errno::AGAIN || e == rustix::io::Errno::INTR,
        }
    }
}

fn hook(client: &Arc<Client>, message: &Value, paths: &Paths, waiting: &Waiting) -> Result<Value, String> {
    let agent = wire::text(message, "agent").and_then(Agent::with_hook).ok_or("there is no such agent")?;
    let notes_only = message.get("note").and_then(Value::as_bool).unwrap_or(false);
    let input = wire::text(message, "input").unwrap_or_default();
    // Users are kept apart by it: sessions, grants, limits.
    let name = format!("{}@{}", agent.name, client.name());
    let line = match agent.parse_event(input.as_bytes()) {
        Ok(Event::Before(call)) => ruled(client, message, (paths, waiting), agent, &name, call),
        Ok(Event::After(result)) if notes_only => {
            events::after(paths, &name, &result);
            String::new()
        }
        Ok(Event::Said(prompt)) if notes_only => {
            let card = events::said(Some(paths), &name, &prompt);
            let line = agent.nothing_said();
            card.map_or_else(|| line.to_owned(), |card| with_card(line, &card))
        }
        Err(_) if notes_only => String::new(),
        Ok(Event::After(_) | Event::Said(_)) => {
            let why = format!("the hook was called for another event than `{}`", agent.event);
            agent.render(&Reply::Deny(format!("herma: not run, because {why}")))
        }
        Err(why) => agent.render(&Reply::Deny(format!("herma: not run, because {why}"))),
    };
    Ok(json!({"line": line}))
}

fn ruled(
    client: &Arc<Client>,
    message: &Value,
    (paths, waits): (&Paths, &Waiting),
    agent: &'static Agent,
    name: &str,
    mut request: Call,
) -> String {
    let state = effective_policy::load(paths).seen_by(&request.call, &**client);
    let interactive = message.get("interactive").and_then(Value::as_bool).unwrap_or(false);
    request.call.origin.surface = if interactive { Surface::Interactive } else { Surface::Headless };
    let tells = agent.own_prompt != AskOwnPrompt::Never;
    let known = tells.then_some(request.call.origin.surface);
    request.call.origin.surface = host::surface_of(&client.pid.to_string(), known);
    listen_by(&mut request, &state, |transcript| {
        let words = client.exchange(&json!({"said": transcript}))?;
        wire::text(&words, "words").map(str::to_owned)
    });
    let session = request.call.origin.session.clone().filter(|session| !session.is_empty());
    let Host { pid, started } = client.host;
    let session = session.unwrap_or_else(|| format!("process-{pid}-{started}"));
    let caller = Caller { agent: name.to_owned(), session, surface: SURFACE };
    let settings = state.policy().hook;
    let nobody = settings.nobody == HookNobody::Deny && request.call.origin.surface != Surface::Interactive;
    // The agent's own prompt is the agent's user's: what it says is no answer here.
    let wait = match settings.ask {
        HookAsk::Hold | HookAsk::Agent if !nobody => message.get("wait_ms").and_then(Value::as_u64),
        HookAsk::Hold | HookAsk::Agent | HookAsk::Deny => None,
    };
    let until = Instant::now() + wait.map_or(Duration::ZERO, Duration::from_millis).min(WAIT_MAX);
    let peer: Arc<dyn Peer> = Arc::<Client>::clone(client);
    let enforcer = LocalEnforcer::new(paths.clone()).for_peer(peer).final_reply_only();
    let mut waiting = |asked: &Request| {
        let line = agent.render(&Reply::Deny(format!(
            "herma: {} It was not run; do not try to get around this.",
            outcome_at_socket(asked)
        )));
        // Whoever changes the call meanwhile needs its eyes.
        waits.enter(&asked.id, client);
        client.tell(&json!({"waits": line}));
    };
    // Where an approval is silence there is no room for other arguments.
    let carries = agent.carries(&request.call.tool) || request.takes_edits;
    let (ruling, edited) = match carries && !reply::is_silent(agent, &request) {
        true => enforcer.rule_or_edited(&request.call, &caller, until, &mut waiting),
        false => (enforcer.rule(&request.call, &caller, until, &mut waiting), None),
    };
    let card = ruling.verdict().crisis_card.clone();
    let reply = match ruling {
        _ if client.contradicts.load(Ordering::SeqCst) => Reply::Deny(CONTRADICTS.to_owned()),
        Ruling::Run { why, verdict, request: None }
            if verdict.decision == Decision::Allow && edited.is_none() =>
        {
            drop(why);
            reply::allow(agent, &request, &verdict, state.policy())
        }
        Ruling::Run { why, verdict, request: claimed } => {
            if let Some(id) = claimed {
                enforcer.report(&id, Outcome::Handed);
                let whose = SessionKey {
                    agent: name,
                    session: request.call.origin.session.as_deref().unwrap_or_default(),
                    cwd: request.call.cwd.as_deref().unwrap_or_default(),
                };
                let key = session_state::call_key(&request.call, request.call_id.as_deref());
                let _ = session_state::change(paths, whose, |notes| notes.add_handed(&key, id.as_str()));
            }
            let reason = format!("herma: {why}");
            match edited {
                None => reply::yes(agent, &request, &verdict, reason),
                Some(args) => Reply::AllowInstead { reason, args },
            }
        }
        Ruling::Refused { reason, .. } | Ruling::Waits { reason, .. } => Reply::Deny(reason),
    };
    let line = agent.render(&reply);
    match card {
        Some(card) => with_card(&line, &card),
        None => line,
    }
}

/// Whether this user is somebody who answers here.
fn is_person(keeper: &ApprovalService, client: &Client) -> bool {
    keeper.gate.settings().person(&client.account()).is_some()
}

fn keeper(paths: &Paths) -> Result<ApprovalService, String> {
    ApprovalService::open(paths).map_err(|e| e.to_string())
}

fn who(client: &Client, paths: &Paths) -> Result<Value, String> {
    let keeper = keeper(paths)?;
    Ok(json!({"level": 1, "account": client.account(), "user": client.name(),
        "answers": is_person(&keeper, client), "pid": std::process::id(), "version": env!("CARGO_PKG_VERSION")}))
}

/// What whoever asks may read of a request: people all of it; others their own, and nothing to answer with.
fn readable(keeper: &ApprovalService, client: &Client, mut one: Request) -> Option<Value> {
    if !is_person(keeper, client) {
        if one.requesters().all(|asked| asked != client.account()) {
            return None;
        }
        one.digits.clear();
    }
    Some(wire::request(&one))
}

fn list(client: &Client, message: &Value, paths: &Paths) -> Result<Value, String> {
    let keeper = keeper(paths)?;
    let all = message.get("all").and_then(Value::as_bool).unwrap_or(false);
    let filter = if all { Filter::default() } else { Filter::waiting() };
    let (mut rows, mut after) = (Vec::new(), None);
    // Others' requests are passed over: they must not keep somebody from seeing their own.
    for _ in 0..PAGES {
        let page = keeper.gate.page(&filter, after.as_ref(), LISTED, now()).map_err(|e| e.to_string())?;
        rows.extend(page.requests.into_iter().filter_map(|one| readable(&keeper, client, one)));
        after = page.next;
        if after.is_none() || rows.len() >= LISTED {
            break;
        }
    }
    rows.truncate(LISTED);
    Ok(json!({"requests": rows}))
}

fn request(client: &Client, message: &Value, paths: &Paths) -> Result<Value, String> {
    let keeper = keeper(paths)?;
    let name = wire::text(message, "id").ok_or("which request?")?;
    let known = keeper.gate.store().request(name).map_err(|e| e.to_string())?;
    let known = keeper.gate.tick(&known.id, now()).map_err(|e| e.to_string())?.request;
    let votes = keeper.gate.store().votes(&known.id).map_err(|e| e.to_string())?;
    let (wants, can_approve) = keeper.wants(&known, &votes, &client.account(), super::remote::LEVEL);
    // What is offered is what will be taken.
    let widest = keeper.gate.settings().widest(&known, &client.account());
    let row = readable(&keeper, client, Request { widest, ..known });
    // To whoever may not read it there is none.
    row.map(|row| json!({"request": row, "wants": wants, "can_approve": can_approve}))
        .ok_or_else(|| format!("there is no request `{name}`"))
}

/// What agents ask people, and what people say to it.
fn questions(client: &Client, message: &Value, paths: &Paths) -> Result<Value, String> {
    let keeper = keeper(paths)?;
    let account = client.account();
    let person = keeper.gate.settings().person(&account);
    if wire::text(message, "op") == Some("reply") {
        may_process_answer(keeper.gate.store(), client.pid)?;
    }
    let who = Who { name: client.name(), person };
    attend_question(&keeper, paths, &who, message).unwrap_or_else(|| Err("this is no question".to_owned()))
}

/// A person's change of a call that waits. What they may say yes to, they may change.
fn edited(client: &Client, message: &Value, paths: &Paths, waiting: &Waiting) -> Result<Value, String> {
    let keeper = keeper(paths)?;
    let account = client.account();
    if !is_person(&keeper, client) {
        return Err(format!("`{}` ({account}) is nobody who may answer here", client.name()));
    }
    may_process_answer(keeper.gate.store(), client.pid)?;
    edits::edited(&keeper, paths, waiting, message, &account)
}

/// A person's answer. Of all that is sent, nothing says who it is.
fn answered(client: &Client, message: &Value, paths: &Paths) -> Result<Value, String> {
    let keeper = keeper(paths)?;
    let account = client.account();
    if !is_person(&keeper, client) {
        return Err(format!("`{}` ({account}) is nobody who may answer here", client.name()));
    }
    may_process_answer(keeper.gate.store(), client.pid)?;
    let name = wire::text(message, "id").ok_or("which request?")?;
    let reply = super::remote::read_reply(message, &account).ok_or("that is no answer")?;
    let said = answer::answer(&keeper, name, &reply)?;
    Ok(json!({"done": said}))
}
