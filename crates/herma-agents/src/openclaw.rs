//! OpenClaw, by its documentation: a plugin inside its process.

use crate::agent::{Agent, AskOwnPrompt, Folder, Install, TimeUnit, plain, shell};
use crate::opencode;
use crate::shape::USUAL;
use serde_json::json;

pub(crate) static AGENT: Agent = Agent {
    name: "openclaw",
    title: "OpenClaw",
    program: "openclaw",
    event: "before_tool_call",
    noted: None,
    shape: USUAL,
    tried: false,
    tools: &[
        shell("exec", Some("workdir")),
        shell("bash", Some("workdir")),
        shell("process", None),
        plain("read"),
        plain("write"),
        plain("edit"),
        plain("apply_patch"),
        plain("web_fetch"),
        plain("web_search"),
        plain("browser"),
        plain("message"),
        plain("cron"),
    ],
    render: opencode::render,
    carries_edits: &[],
    canned_deny: opencode::AGENT.canned_deny,
    own_prompt: AskOwnPrompt::Never,
    folder: Folder { variable: Some("OPENCLAW_STATE_DIR"), variable_is_home: false, name: ".openclaw" },
    user_file: "extensions/herma/index.js",
    project_file: ".openclaw/extensions/herma/index.js",
    install: Install::File {
        text: plugin,
        runs: false,
        beside: &[(
            "openclaw.plugin.json",
            "{\n  \"id\": \"herma\",\n  \"configSchema\": { \"type\": \"object\", \"additionalProperties\": false, \"properties\": {} }\n}\n",
        )],
    },
    matcher: "",
    timeout_s: 600,
    timeout_unit: TimeUnit::Milliseconds,
    extra: &[],
    fails_closed: true,
    open_by_nature: &[
        "a handler that overruns its own time is left out, and the call runs",
        "a plugin that OpenClaw cannot load is left out without a word",
    ],
};

fn plugin(agent: &Agent, command: &str) -> String {
    PLUGIN
        .replace("@COMMAND@", &json!(command).to_string())
        .replace("@TIMEOUT@", &agent.timeout_in_settings(agent.event).to_string())
}

const PLUGIN: &str = r#"// Written by `herma connect openclaw`; `herma disconnect openclaw` takes it away. Do not edit.
// Every tool call goes to Herma first. Whatever is no clear yes is blocked.
import { spawn } from "node:child_process"

const COMMAND = @COMMAND@
const TIMEOUT_MS = @TIMEOUT@

const ask = (call) =>
  new Promise((resolve) => {
    const child = spawn("/bin/sh", ["-c", COMMAND], { stdio: ["pipe", "pipe", "ignore"] })
    const late = setTimeout(() => child.kill("SIGKILL"), TIMEOUT_MS - 10000)
    let said = ""
    child.stdout.on("data", (text) => (said += text))
    child.stdin.on("error", () => {})
    child.on("error", () => resolve({}))
    child.on("close", (code) => {
      clearTimeout(late)
      try {
        resolve(code === 0 ? JSON.parse(said) : {})
      } catch {
        resolve({})
      }
    })
    child.stdin.end(JSON.stringify(call))
  })

export default {
  id: "herma",
  register(api) {
    api.on(
      "before_tool_call",
      async (event, ctx) => {
        const said = await ask({
          hook_event_name: "before_tool_call",
          session_id: String(ctx?.sessionKey ?? event.runId ?? ""),
          cwd: ctx?.workspaceDir ?? process.cwd(),
          tool_name: event.toolName,
          tool_input: event.params ?? {},
          tool_use_id: event.toolCallId,
        })
        if (said.decision === "allow" || said.decision === "silence") return {}
        return { block: true, blockReason: said.reason || "herma: its hook is missing or was killed, so this was not run; see `herma doctor`" }
      },
      { priority: -1000, timeoutMs: TIMEOUT_MS },
    )
  },
}
"#;
