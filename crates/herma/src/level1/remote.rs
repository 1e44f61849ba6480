//! Answering through the socket: what a person types at a terminal of their own, where the store is another user's.

use super::client;
use super::places::Level1;
use super::wire;
use crate::answer::ChatDispatcher;
use crate::edit::{self, Typed, What};
use crate::paths::{Paths, make_folder};
use herma_core::grant::Width;
use herma_gate::{Reply, Seen};
use herma_store::{Answer, Request, Scope};
use serde_json::{Value, json};

/// Of what level an answer is that comes through the socket: of another user than the agent's.
pub(super) const LEVEL: u8 = 1;

/// The service, as whoever answers sees it.
#[derive(Debug)]
pub struct Remote {
    level1: Level1,
    account: String,
}

impl Remote {
    pub fn new(level1: Level1) -> Remote {
        // The service goes by what the kernel says; this is only for what is written on the screen.
        let account = format!("unix:{}", super::users::own_uid());
        Remote { level1, account }
    }

    pub(super) fn places(&self) -> &super::places::Places {
        &self.level1.places
    }

    /// What waits, or all of it.
    pub fn list(&self, all: bool) -> Result<Vec<Request>, String> {
        let answer = client::call(&self.level1.places, &json!({"op": "list", "all": all}))?;
        let rows = answer.get("requests").and_then(Value::as_array);
        Ok(rows.into_iter().flatten().filter_map(wire::read_request).collect())
    }
}

impl ChatDispatcher for Remote {
    fn account(&self) -> &str {
        &self.account
    }

    fn may_answer(&self) -> Result<(), String> {
        let who = client::call(&self.level1.places, &json!({"op": "who"}))?;
        match who.get("answers").and_then(Value::as_bool) {
            Some(true) => Ok(()),
            Some(false) | None => Err(format!(
                "level 1 holds here, and you are nobody who may answer; it is for {}",
                self.level1.approvers.join(", ")
            )),
        }
    }

    fn request(&self, name: &str) -> Result<Request, String> {
        let answer = client::call(&self.level1.places, &json!({"op": "request", "id": name}))?;
        let request = answer.get("request").and_then(wire::read_request);
        request.ok_or_else(|| "the service says nothing that is known here".to_owned())
    }

    fn earlier(&self) -> Vec<Request> {
        // Without them the rule is said all the same; only what else it would admit is not.
        self.list(true).unwrap_or_default()
    }

    fn wants(&self, request: &Request) -> Result<(Vec<String>, bool), String> {
        let asked = json!({"op": "request", "id": request.id.as_str()});
        let answer = client::call(&self.level1.places, &asked)?;
        let lines = answer.get("wants").and_then(Value::as_array).into_iter().flatten();
        let lines = lines.filter_map(|line| line.as_str().map(str::to_owned)).collect();
        Ok((lines, answer.get("can_approve").and_then(Value::as_bool).unwrap_or(false)))
    }

    fn edited(&self, request: Request, what: What) -> Result<Request, String> {
        // The draft is in the home of whoever types it: their editor is their own.
        let paths = Paths::resolve(None).map_err(|e| e.to_string())?;
        make_folder(&paths.data).map_err(|e| format!("a file to edit in: {e}"))?;
        let Some(typed) = edit::typed(&paths, &request, what)? else { return Ok(request) };
        let id = request.id.as_str();
        let message = match typed {
            Typed::Command(command) => json!({"op": "edit", "id": id, "command": command}),
            Typed::Text(text) => json!({"op": "edit", "id": id, "text": text}),
            Typed::Arguments(args) => json!({"op": "edit", "id": id, "args": args}),
        };
        let answer = client::call(&self.level1.places, &message)?;
        let request = answer.get("request").and_then(wire::read_request);
        request.ok_or_else(|| "the service says nothing that is known here".to_owned())
    }

    fn answer(&self, name: &str, reply: &Reply) -> Result<String, String> {
        let done = client::call(&self.level1.places, &written_reply(name, reply))?;
        Ok(wire::text(&done, "done").unwrap_or("answered").to_owned())
    }
}

fn written_reply(name: &str, reply: &Reply) -> Value {
    let (answer, scope) = match reply.answer {
        Answer::Approve(scope) => ("approve", Some(scope.as_str())),
        Answer::Deny => ("deny", None),
    };
    let seen = match &reply.seen {
        Seen::Whole(digest) => Some(digest),
        Seen::Part => None,
    };
    json!({"op": "answer", "id": name, "answer": answer, "scope": scope, "reason": reply.reason, "seen": seen,
        "digits": reply.digits, "width": reply.width.as_str(), "lasts": reply.lasts})
}

/// An answer off the socket, by the account that the kernel names.
pub(super) fn read_reply(message: &Value, account: &str) -> Option<Reply> {
    let text = |key: &str| wire::text(message, key).map(str::to_owned);
    let answer = match wire::text(message, "answer")? {
        "approve" => Answer::Approve(Scope::parse(wire::text(message, "scope")?)?),
        "deny" => Answer::Deny,
        _ => return None,
    };
    Some(Reply {
        account: account.to_owned(),
        channel: "socket".to_owned(),
        answer,
        reason: text("reason"),
        seen: text("seen").map_or(Seen::Part, Seen::Whole),
        digits: text("digits"),
        width: Width::parse(wire::text(message, "width").unwrap_or("exact"))?,
        lasts: message.get("lasts").and_then(Value::as_i64),
        level: LEVEL,
        proof: None,
        maker: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_answered_is_read_and_who_it_was_is_not() {
        let deny = Reply { level: LEVEL, ..Reply::deny("unix:1", Some("no")).on("socket") };
        assert_eq!(read_reply(&written_reply("7K2M", &deny), "unix:1"), Some(deny));
        let forged = json!({"op": "answer", "id": "7K2M", "answer": "approve", "scope": "once", "seen": "d",
            "account": "unix:0", "by": "root", "channel": "terminal", "digits": "42", "level": 2, "proof": "{}"});
        let read = read_reply(&forged, "unix:1001").unwrap();
        assert_eq!((read.account.as_str(), read.channel.as_str()), ("unix:1001", "socket"));
        assert_eq!((read.level, read.proof), (1, None), "what is signed comes by the inbox");
        for odd in [json!({}), json!({"answer": "approve"}), json!({"answer": "approve", "scope": "ever"})] {
            assert_eq!(read_reply(&odd, "unix:1"), None, "{odd}");
        }
    }
}
