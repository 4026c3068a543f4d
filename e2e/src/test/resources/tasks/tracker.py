"""A tracker as an MCP server with more tools than are told one by one: JSON lines on standard input and output."""

import json
import sys

SCHEMA = {"type": "object", "properties": {"number": {"type": "integer"}}, "required": ["number"]}
KINDS = ["issue", "label", "milestone", "project", "board", "release"]
WORK = ["show", "open", "close", "rename", "delete"]
TOOLS = [
    {"name": "%s_%s" % (work, kind), "description": "To %s one %s." % (work, kind), "inputSchema": SCHEMA}
    for kind in KINDS
    for work in WORK
]


def answer(method, params):
    if method == "initialize":
        return {
            "protocolVersion": params["protocolVersion"],
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "tracker", "version": "1"},
        }
    if method == "tools/list":
        return {"tools": TOOLS}
    if method == "tools/call":
        work, kind = params["name"].split("_")
        with open("tracker.log", "a") as log:
            log.write("%s %d\n" % (params["name"], params["arguments"]["number"]))
        text = "%s #%d is %sd." % (kind.capitalize(), params["arguments"]["number"], work)
        return {"content": [{"type": "text", "text": text}], "isError": False}
    return {}


for line in sys.stdin:
    message = json.loads(line)
    if "id" in message and "method" in message:
        result = answer(message["method"], message.get("params", {}))
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}), flush=True)
