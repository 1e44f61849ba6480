//! The dialect of plugins that are ours, and the one of OpenCode: it throws unless the answer is a clear yes.

use crate::agent::{Agent, Reply};
use crate::in_process::ASK;
use crate::settings::note_of;
use crate::text::reason_or_default;
use serde_json::json;

/// A whole deny for those who have no time to write one.
pub(crate) const CANNED_DENY: &str = concat!(
    r#"{"decision":"deny","reason":"herma: the hook came to no answer, so this was not run; "#,
    r#"a person can look into it with `herma doctor`"}"#
);

/// In words that leave no room: silence is said, not kept.
pub(crate) fn render(_: &Agent, reply: &Reply) -> String {
    let (decision, reason) = match reply {
        Reply::Silence => ("silence", String::new()),
        Reply::Allow(reason) => ("allow", reason.clone()),
        Reply::Ask(reason) | Reply::Deny(reason) | Reply::AllowInstead { reason, .. } => {
            ("deny", reason_or_default(reason))
        }
    };
    match reason.is_empty() {
        true => json!({"decision": decision}).to_string(),
        false => json!({"decision": decision, "reason": reason}).to_string(),
    }
}

pub(crate) fn plugin(agent: &Agent, command: &str) -> String {
    PLUGIN
        .replace("@COMMAND@", &json!(command).to_string())
        .replace("@NOTE@", &json!(note_of(command)).to_string())
        .replace("@ASK@", ASK)
        .replace("@NOTE_TIMEOUT@", &agent.noted_timeout_in_settings().to_string())
        .replace("@TIMEOUT@", &agent.timeout_in_settings(agent.event).to_string())
}

const PLUGIN: &str = r#"// Written by `herma connect opencode`; `herma disconnect opencode` takes it away. Do not edit.
// Every tool call goes to Herma first. Whatever is no clear yes is thrown, and what is thrown is not run.
import { spawn } from "node:child_process"

const COMMAND = @COMMAND@
const NOTE = @NOTE@
const TIMEOUT_MS = @TIMEOUT@
const NOTE_MS = @NOTE_TIMEOUT@

@ASK@
// Only noted, nothing decided: OpenCode must not notice, whatever becomes of it.
const note = async (event) => {
  try {
    await ask(JSON.stringify(event), NOTE, NOTE_MS)
  } catch {}
}

// A session with a parent is a sub-agent's. It meets the same gate; the trace says whose call it was. Nothing hangs on it,
// so nobody waits long for it.
const children = new Map()
const subAgent = async (client, sessionID) => {
  if (!children.has(sessionID)) {
    try {
      const late = new Promise((resolve) => setTimeout(resolve, 1000).unref?.())
      const session = await Promise.race([client.session.get({ path: { id: sessionID } }), late])
      if (session?.data) children.set(sessionID, Boolean(session.data.parentID))
    } catch {}
  }
  return children.get(sessionID) ? sessionID : undefined
}

export const Herma = async ({ directory, client }) => ({
  "tool.execute.after": async (input, output) => {
    await note({
      hook_event_name: "tool.execute.after",
      session_id: input.sessionID,
      cwd: directory,
      tool_name: input.tool,
      tool_input: input.args ?? {},
      tool_use_id: input.callID,
      tool_response: { output: output?.output ?? "", exit_code: output?.metadata?.exit },
    })
  },
  "chat.message": async (input, output) => {
    const said = (output?.parts ?? []).filter((part) => part.type === "text" && !part.synthetic)
    await note({
      hook_event_name: "chat.message",
      session_id: input.sessionID,
      cwd: directory,
      prompt: said.map((part) => part.text).join("\n"),
    })
  },
  "tool.execute.before": async (input, output) => {
    const call = JSON.stringify({
      hook_event_name: "tool.execute.before",
      session_id: input.sessionID,
      agent_id: await subAgent(client, input.sessionID),
      cwd: directory,
      tool_name: input.tool,
      tool_input: output.args ?? {},
      tool_use_id: input.callID,
    })
    const said = JSON.parse(await ask(call, COMMAND, TIMEOUT_MS))
    if (said.decision !== "allow" && said.decision !== "silence") {
      throw new Error(said.reason || "herma: denied")
    }
  },
})
"#;
