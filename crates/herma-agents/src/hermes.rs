//! The dialect of Hermes Agent, and its plugin.
//!
//! Its shell hooks can only block, and whatever else becomes of one is a yes. The plugin is ours: what is no clear yes is
//! blocked.

use crate::agent::{Agent, Reply};
use crate::generic;
use crate::settings::note_of;
use serde_json::json;

/// A whole deny for those who have no time to write one.
pub(crate) const CANNED_DENY: &str = concat!(
    r#"{"action":"block","decision":"deny","reason":"herma: the hook came to no answer, so this was not run; "#,
    r#"a person can look into it with `herma doctor`","ticket":null,"crisis_card":null}"#
);

/// The usual words, and the one that Hermes' own shell hooks know: `deny` alone would run there.
pub(crate) fn render(agent: &Agent, reply: &Reply) -> String {
    match reply {
        Reply::Silence | Reply::Allow(_) => generic::render(agent, reply),
        // Its plugins cannot give a call other arguments.
        Reply::AllowInstead { reason, .. } => render(agent, &Reply::Deny(reason.clone())),
        Reply::Ask(_) | Reply::Deny(_) => {
            generic::render(agent, reply).replacen('{', r#"{"action":"block","#, 1)
        }
    }
}

pub(crate) fn plugin(agent: &Agent, command: &str) -> String {
    PLUGIN
        .replace("@COMMAND@", &json!(command).to_string())
        .replace("@NOTE@", &json!(note_of(command)).to_string())
        .replace("@TIMEOUT@", &agent.timeout_in_settings(agent.event).to_string())
}

const PLUGIN: &str = r#"# Written by `herma connect hermes`; `herma disconnect hermes` takes it away. Do not edit.
# Every tool call goes to Herma first. Hermes swallows what a hook raises and runs the call, so whatever is no clear yes is
# a block, and nothing is raised.
import json
import os
import subprocess
import sys

COMMAND = @COMMAND@
NOTE = @NOTE@
TIMEOUT_S = @TIMEOUT@
NOTE_TIMEOUT_S = 5


def register(ctx):
    ctx.register_hook("pre_tool_call", before_tool_call)
    ctx.register_hook("post_tool_call", after_tool_call)
    ctx.register_hook("pre_llm_call", said)
    ctx.register_hook("subagent_start", child_started)
    ctx.register_hook("subagent_stop", child_stopped)


# Sessions of sub-agents, while they run. They meet the same gate; the trace says whose call it was.
CHILDREN = set()


def child_started(child_session_id=None, **_):
    if isinstance(child_session_id, str) and child_session_id:
        CHILDREN.add(child_session_id)


def child_stopped(child_session_id=None, **_):
    if isinstance(child_session_id, str):
        CHILDREN.discard(child_session_id)


def before_tool_call(tool_name="", args=None, task_id="", session_id="", tool_call_id="", **_):
    try:
        call = _event("pre_tool_call", session_id, task_id)
        call.update(tool_name=tool_name, tool_input=args or {}, tool_use_id=tool_call_id or None)
        answer = json.loads(_ask(COMMAND, call, TIMEOUT_S))
        if answer.get("decision") == "allow":
            return None
        reason = answer.get("reason")
    except BaseException as error:  # a hook that raises is a hook that allows
        reason = f"herma could not be asked, so this was not run: {error!r}; see `herma doctor`"
    return {"action": "block", "message": reason or "herma: not run"}


def after_tool_call(tool_name="", args=None, result=None, task_id="", session_id="", tool_call_id="", **_):
    event = _event("post_tool_call", session_id, task_id)
    event.update(tool_name=tool_name, tool_input=args or {}, tool_use_id=tool_call_id or None, tool_response=_plain(result))
    _note(event)


def said(user_message=None, session_id="", task_id="", **_):
    if isinstance(user_message, str) and user_message:
        event = _event("pre_llm_call", session_id, task_id)
        event.update(prompt=user_message)
        _show(_note(event))


def _event(name, session_id, task_id):
    event = {"hook_event_name": name, "session_id": session_id or None, "cwd": _cwd(task_id)}
    if session_id in CHILDREN:
        event["agent_id"] = session_id
    return event


def _note(event):
    # Only noted, nothing decided: Hermes must not notice, whatever becomes of it.
    try:
        return _ask(NOTE, event, NOTE_TIMEOUT_S)
    except BaseException:
        return ""


def _show(line):
    # A card for a person in crisis: Hermes has no place for it, so it stands in the terminal that they type in.
    try:
        card = json.loads(line or "{}").get("systemMessage")
        if card and sys.stderr.isatty():
            print(card, file=sys.stderr, flush=True)
    except BaseException:
        pass


def _ask(command, event, timeout):
    done = subprocess.run(
        ["/bin/sh", "-c", command], input=json.dumps(event).encode(), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        timeout=timeout, check=True,
    )
    return done.stdout.decode()


def _plain(result):
    try:
        parsed = json.loads(result) if isinstance(result, str) else result
        json.dumps(parsed)
        return parsed
    except (TypeError, ValueError):
        return str(result)


def _cwd(task_id):
    # Where the terminal stands: a `cd` of an earlier call lasts. Without a record it is where Hermes was started.
    try:
        from tools.approval import get_current_session_key
        from tools.terminal_tool import get_session_cwd

        known = get_session_cwd(get_current_session_key(default="") or task_id)
    except Exception:
        known = None
    return known or os.environ.get("TERMINAL_CWD") or os.getcwd()
"#;
