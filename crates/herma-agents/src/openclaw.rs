//! The plugin of OpenClaw.

use crate::agent::Agent;
use crate::in_process::ASK;
use crate::settings::note_of;
use serde_json::json;

pub(crate) fn plugin(agent: &Agent, command: &str) -> String {
    PLUGIN
        .replace("@ASK@", ASK)
        .replace("@COMMAND@", &json!(command).to_string())
        .replace("@NOTE@", &json!(note_of(command)).to_string())
        .replace("@NOTE_TIMEOUT@", &agent.noted_timeout_in_settings().to_string())
        .replace("@TIMEOUT@", &agent.timeout_in_settings(agent.event).to_string())
}

const PLUGIN: &str = r#"// Written by `herma connect openclaw`; `herma disconnect openclaw` takes it away. Do not edit.
// Every tool call goes to Herma first. Whatever is no clear yes is blocked.
import { spawn } from "node:child_process"

const COMMAND = @COMMAND@
const NOTE = @NOTE@
const TIMEOUT_MS = @TIMEOUT@
const NOTE_MS = @NOTE_TIMEOUT@

// Before OpenClaw loses patience: what it leaves out, it runs.
const WITHIN_MS = TIMEOUT_MS - 4000

@ASK@
// Only noted, nothing decided: OpenClaw must not notice, whatever becomes of it.
const note = async (event) => {
  try {
    await ask(JSON.stringify(event()), NOTE, NOTE_MS)
  } catch {}
}

const block = (blockReason) => ({ block: true, blockReason })

// A session of a sub-agent is named after it: `agent:main:subagent:…`.
const subAgent = (session) => {
  const at = String(session ?? "").indexOf("subagent:")
  return at < 0 ? undefined : String(session).slice(at)
}

const called = (name, event, ctx) => ({
  hook_event_name: name,
  session_id: String(ctx?.sessionKey ?? event.runId ?? ""),
  agent_id: subAgent(ctx?.sessionKey),
  cwd: ctx?.workspaceDir ?? process.cwd(),
  tool_name: event.toolName,
  tool_input: event.params ?? {},
  tool_use_id: event.toolCallId,
})

export default {
  id: "herma",
  register(api) {
    api.on(
      "before_tool_call",
      async (event, ctx) => {
        // What is thrown here may be a yes to OpenClaw: arguments that are no JSON, an answer that is none, a late one.
        try {
          const call = JSON.stringify(called("before_tool_call", event, ctx))
          const said = JSON.parse(await ask(call, COMMAND, WITHIN_MS))
          if (said.decision === "allow" || said.decision === "silence") return {}
          return block(said.reason || BROKEN)
        } catch (error) {
          return block(String(error?.message ?? "").startsWith("herma: ") ? error.message : `herma: this call cannot be read, so it was not run (${error?.message ?? error})`)
        }
      },
      { priority: -1000, timeoutMs: TIMEOUT_MS },
    )
    api.on("after_tool_call", (event, ctx) =>
      note(() => ({
        ...called("after_tool_call", event, ctx),
        tool_response: event.error ? { error: event.error, result: event.result } : event.result,
      })),
    )
    api.on("message_received", async (event, ctx) => {
      // Whose conversation it is must be known, or it would be noted for nobody, or for everybody.
      const session = event.sessionKey ?? ctx?.sessionKey
      if (!session) return
      await note(() => ({
        hook_event_name: "message_received",
        session_id: String(session),
        prompt: String(event.content ?? ""),
      }))
    })
  },
}
"#;
