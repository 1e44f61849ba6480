"""An MCP server for the conformance suite: each call of a tool becomes a line in the file that is named."""
import json
import sys

TOOLS = {
    "get_thing": "gets a thing",
    "run_command": "runs a command",
    "delete_account": "deletes an account",
    "send_message": "sends a message to a person",
    "get_issue": "gets an issue",
    "get_page": "gets a page",
}
page = [""]


def say(message):
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    sys.stdout.flush()


def answer(method, params):
    if method == "initialize":
        return {"protocolVersion": params["protocolVersion"], "capabilities": {"tools": {}, "prompts": {}},
                "serverInfo": {"name": "test", "version": "1"}}
    if method == "tools/list":
        return {"tools": [{"name": n, "description": d, "inputSchema": {"type": "object"}} for n, d in TOOLS.items()]}
    if method == "prompts/get":
        return {"messages": [{"role": "user", "content": {"type": "text", "text": "hello"}}]}
    if method == "tools/call":
        with open(sys.argv[1], "a") as log:
            log.write(json.dumps([params["name"], params.get("arguments")]) + "\n")
        text = params["arguments"].get("text", "") if params["name"] == "get_issue" else "ran"
        return {"content": [{"type": "text", "text": text}]}
    return {}


for line in sys.stdin:
    message = json.loads(line)
    if "method" in message and "id" in message:
        say({"id": message["id"], "result": answer(message["method"], message.get("params", {}))})
