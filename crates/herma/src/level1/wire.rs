//! What goes over the socket of level 1: a length, then one JSON object. One connection, one matter.

use herma_core::effect::{Class, Tier};
use herma_core::grant::Parts;
use herma_core::world::{Entry, Process, Tracked};
use herma_core::{Answer, Question};
use herma_store::{ApprovalDocument, Decided, Millis, Request, RequestId, Scope, Stage, State};
use serde_json::{Map, Value, json};
use std::io::{self, Read, Write};

/// An agent writes whole files into a call (16 MiB at most), and JSON in JSON has escapes.
const FRAME_MAX: u32 = 40 << 20;

pub fn send(stream: &mut impl Write, message: &Value) -> io::Result<()> {
    let text = message.to_string();
    let length = u32::try_from(text.len()).ok().filter(|length| *length <= FRAME_MAX);
    let length = length.ok_or_else(|| io::Error::other("this is too long to be sent"))?;
    let mut bytes = length.to_be_bytes().to_vec();
    bytes.extend_from_slice(text.as_bytes());
    stream.write_all(&bytes)
}

pub fn receive(stream: &mut impl Read) -> io::Result<Value> {
    let mut length = [0; 4];
    stream.read_exact(&mut length)?;
    let length = u32::from_be_bytes(length);
    if length > FRAME_MAX {
        return Err(io::Error::other("this is too long to be read"));
    }
    let mut bytes = Vec::new();
    stream.take(u64::from(length)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 != u64::from(length) {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    match serde_json::from_slice(&bytes)? {
        object @ Value::Object(_) => Ok(object),
        _ => Err(io::Error::other("this is no JSON object")),
    }
}

pub fn text<'a>(message: &'a Value, key: &str) -> Option<&'a str> {
    message.get(key).and_then(Value::as_str)
}

/// A question about the machine, for the one who sees what the agent sees.
pub fn question(question: Question<'_>) -> Value {
    match question {
        Question::Home => json!({"ask": "home"}),
        Question::Cwd => json!({"ask": "cwd"}),
        Question::User => json!({"ask": "user"}),
        Question::Env(name) => json!({"ask": "env", "of": name}),
        Question::Look(path) => json!({"ask": "look", "of": path}),
        Question::RealPath(path) => json!({"ask": "real", "of": path}),
        Question::Tracked(path) => json!({"ask": "tracked", "of": path}),
        Question::WorkTree(path) => json!({"ask": "tree", "of": path}),
        Question::Read(path, most) => json!({"ask": "read", "of": path, "most": most}),
        Question::List(path) => json!({"ask": "list", "of": path}),
        Question::Processes => json!({"ask": "processes"}),
        Question::Port(port) => json!({"ask": "port", "of": port}),
        Question::Which(name) => json!({"ask": "which", "of": name}),
        Question::Identity(path) => json!({"ask": "identity", "of": path}),
        Question::Stamp(path) => json!({"ask": "stamp", "of": path}),
        Question::Guarded => json!({"ask": "guarded"}),
    }
}

pub fn asked(message: &Value) -> Option<Question<'_>> {
    let of = text(message, "of").unwrap_or_default();
    Some(match text(message, "ask")? {
        "home" => Question::Home,
        "cwd" => Question::Cwd,
        "user" => Question::User,
        "env" => Question::Env(of),
        "look" => Question::Look(of),
        "real" => Question::RealPath(of),
        "tracked" => Question::Tracked(of),
        "tree" => Question::WorkTree(of),
        "read" => Question::Read(of, usize::try_from(message.get("most")?.as_u64()?).ok()?),
        "list" => Question::List(of),
        "processes" => Question::Processes,
        "port" => Question::Port(of),
        "which" => Question::Which(of),
        "identity" => Question::Identity(of),
        "stamp" => Question::Stamp(of),
        "guarded" => Question::Guarded,
        _ => return None,
    })
}

pub fn answer(answer: &Answer) -> Value {
    match answer {
        Answer::Unknown => json!({"is": "unknown"}),
        Answer::Missing => json!({"is": "missing"}),
        Answer::Text(text) => json!({"is": "text", "text": text}),
        Answer::Bytes(bytes) => {
            let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
            json!({"is": "bytes", "hex": hex})
        }
        Answer::Entry(entry) => match entry {
            Entry::File { size, executable } => json!({"is": "file", "size": size, "runs": executable}),
            Entry::Directory => json!({"is": "folder"}),
            Entry::Link => json!({"is": "link"}),
            Entry::BlockDevice => json!({"is": "block"}),
            Entry::Other => json!({"is": "other"}),
        },
        Answer::Tracked(tracked) => match tracked {
            Tracked::Clean => json!({"is": "clean"}),
            Tracked::Modified => json!({"is": "modified"}),
            Tracked::Untracked => json!({"is": "untracked"}),
            Tracked::NoRepository => json!({"is": "no-repository"}),
        },
        Answer::Processes(table) => {
            let row =
                |p: &Process| json!([p.pid, p.parent, p.group, p.name, p.command, p.uid, p.host, p.myself]);
            json!({"is": "processes", "table": table.iter().map(row).collect::<Vec<_>>()})
        }
    }
}

/// What is no answer is unknown, which is placed as the worst.
pub fn answered(message: &Value) -> Answer {
    let Some(is) = text(message, "is") else { return Answer::Unknown };
    let known = match is {
        "missing" => Some(Answer::Missing),
        "text" => text(message, "text").map(|text| Answer::Text(text.to_owned())),
        "bytes" => text(message, "hex").and_then(unhex).map(Answer::Bytes),
        "file" => file(message).map(Answer::Entry),
        "folder" => Some(Answer::Entry(Entry::Directory)),
        "link" => Some(Answer::Entry(Entry::Link)),
        "block" => Some(Answer::Entry(Entry::BlockDevice)),
        "other" => Some(Answer::Entry(Entry::Other)),
        "clean" => Some(Answer::Tracked(Tracked::Clean)),
        "modified" => Some(Answer::Tracked(Tracked::Modified)),
        "untracked" => Some(Answer::Tracked(Tracked::Untracked)),
        "no-repository" => Some(Answer::Tracked(Tracked::NoRepository)),
        "processes" => message
            .get("table")
            .and_then(Value::as_array)
            .and_then(|table| table.iter().map(process).collect::<Option<Vec<_>>>())
            .map(Answer::Processes),
        _ => None,
    };
    known.unwrap_or(Answer::Unknown)
}

fn file(message: &Value) -> Option<Entry> {
    Some(Entry::File { size: message.get("size")?.as_u64()?, executable: message.get("runs")?.as_bool()? })
}

fn process(row: &Value) -> Option<Process> {
    let number = |at: usize| row.get(at)?.as_i64().and_then(|n| i32::try_from(n).ok());
    Some(Process {
        pid: number(0)?,
        parent: number(1)?,
        group: number(2)?,
        name: row.get(3)?.as_str()?.to_owned(),
        command: row.get(4)?.as_str()?.to_owned(),
        uid: u32::try_from(row.get(5)?.as_u64()?).ok()?,
        host: row.get(6)?.as_bool()?,
        myself: row.get(7)?.as_bool()?,
    })
}

fn unhex(text: &str) -> Option<Vec<u8>> {
    let digit = |byte: u8| char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    let pair = |pair: &[u8]| match pair {
        [high, low] => Some(digit(*high)? << 4 | digit(*low)?),
        _ => None,
    };
    text.as_bytes().chunks(2).map(pair).collect()
}

/// A request, for whoever may answer it.
pub fn request(one: &Request) -> Value {
    let decided = one.decided.as_ref().map(|d| {
        json!({"at": d.at, "by": d.by, "how": d.how, "reason": d.reason,
            "scope": d.scope.map(Scope::as_str), "entry": d.entry})
    });
    json!({
        "id": one.id.as_str(), "ticket": one.ticket, "digest": one.digest, "agent": one.agent,
        "session": one.session, "requester": one.requester, "surface": one.surface, "tool": one.tool,
        "cwd": one.cwd, "document": one.document.to_json(), "parts": one.parts.to_json(),
        "tier": one.tier.as_str(), "class": one.class.as_str(), "risk": one.risk,
        "confidence": one.confidence, "needed": one.needed, "proof": one.proof, "widest": one.widest.as_str(),
        "digits": one.digits, "created": one.created, "level": one.stage.level, "expires": one.expires,
        "good_for": one.good_for, "state": one.state.as_str(), "decided": decided, "edited_into": one.edited_into, "merged": one.merged,
        "claimed": one.claimed, "revision": one.revision,
    })
}

pub fn read_request(message: &Value) -> Option<Request> {
    let one: &Map<String, Value> = message.as_object()?;
    let text = |key: &str| Some(one.get(key)?.as_str()?.to_owned());
    let time = |key: &str| one.get(key)?.as_i64() as Option<Millis>;
    #[allow(clippy::cast_possible_truncation, reason = "a share between 0 and 1")]
    let share = |key: &str| Some(one.get(key)?.as_f64()? as f32);
    let small = |key: &str| u8::try_from(one.get(key)?.as_u64()?).ok();
    Some(Request {
        id: RequestId::parse(&text("id")?)?,
        ticket: text("ticket")?,
        digest: text("digest")?,
        agent: text("agent")?,
        session: text("session")?,
        requester: text("requester"),
        surface: text("surface")?,
        tool: text("tool")?,
        cwd: text("cwd")?,
        document: ApprovalDocument::from_json(one.get("document")?.clone()),
        parts: Parts::from_json(one.get("parts")?)?,
        tier: Tier::ALL.iter().copied().find(|tier| Some(tier.as_str()) == one["tier"].as_str())?,
        class: Class::ALL.iter().copied().find(|class| Some(class.as_str()) == one["class"].as_str())?,
        risk: share("risk")?,
        confidence: share("confidence")?,
        needed: small("needed")?,
        proof: small("proof")?,
        widest: Scope::parse(&text("widest")?)?,
        digits: text("digits")?,
        created: time("created")?,
        stage: Stage { level: small("level")?, ..Stage::default() },
        expires: time("expires")?,
        good_for: time("good_for")?,
        state: State::parse(&text("state")?)?,
        decided: one.get("decided").and_then(decided),
        edited_into: text("edited_into"),
        claimed: time("claimed"),
        outcome: None,
        merged: u32::try_from(one.get("merged")?.as_u64()?).ok()?,
        revision: one.get("revision")?.as_u64()?,
    })
}

fn decided(value: &Value) -> Option<Decided> {
    Some(Decided {
        at: value.get("at")?.as_i64()?,
        by: value.get("by")?.as_str()?.to_owned(),
        how: value.get("how")?.as_str()?.to_owned(),
        reason: value.get("reason").and_then(Value::as_str).map(str::to_owned),
        scope: value.get("scope").and_then(Value::as_str).and_then(Scope::parse),
        entry: value.get("entry")?.as_u64()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_and_answers_survive_the_way() {
        for one in [Question::Home, Question::Env("PATH"), Question::Read("/a b", 7), Question::Processes] {
            assert_eq!(asked(&question(one)), Some(one));
        }
        let process = Process {
            pid: 7,
            parent: 1,
            group: 7,
            name: "a".into(),
            command: "a b".into(),
            uid: 3,
            host: true,
            myself: false,
        };
        for one in [
            Answer::Unknown,
            Answer::Missing,
            Answer::Text("x".into()),
            Answer::Bytes(vec![0, 255, 16]),
            Answer::Entry(Entry::File { size: 9, executable: true }),
            Answer::Entry(Entry::BlockDevice),
            Answer::Tracked(Tracked::Untracked),
            Answer::Processes(vec![process]),
        ] {
            assert_eq!(answered(&answer(&one)), one);
        }
        for odd in [json!({}), json!({"is": "bytes", "hex": "0"}), json!({"is": "file"}), json!({"is": 3})] {
            assert_eq!(answered(&odd), Answer::Unknown, "{odd}");
        }
    }

    #[test]
    fn a_frame_is_whole_or_an_error() {
        let mut bytes = Vec::new();
        send(&mut bytes, &json!({"op": "who"})).unwrap();
        assert_eq!(receive(&mut bytes.as_slice()).unwrap(), json!({"op": "who"}));
        for cut in 0..bytes.len() {
            assert!(receive(&mut &bytes[..cut]).is_err(), "{cut}");
        }
        assert!(receive(&mut &b"\xff\xff\xff\xff{}"[..]).is_err());
        assert!(receive(&mut &b"\x00\x00\x00\x02[]"[..]).is_err());
    }
}
