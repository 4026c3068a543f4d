"""The tracker as an MCP server on standard input and output: one JSON message a line."""

import json
import sys
from pathlib import Path

ISSUES = Path(__file__).parent / "issues.json"
NUMBER = {"type": "object", "properties": {"number": {"type": "integer"}}, "required": ["number"]}
TOOLS = [
    {
        "name": "list_issues",
        "description": "Lists the open issues: number, kind, date and title.",
        "inputSchema": {"type": "object", "properties": {}},
        "annotations": {"readOnlyHint": True},
    },
    {
        "name": "get_issue",
        "description": "Shows all of an issue.",
        "inputSchema": NUMBER,
        "annotations": {"readOnlyHint": True},
    },
    {
        "name": "close_issue",
        "description": "Closes an issue, with the reason in a sentence.",
        "inputSchema": {
            "type": "object",
            "properties": {"number": {"type": "integer"}, "reason": {"type": "string"}},
            "required": ["number", "reason"],
        },
    },
]


def load():
    return json.loads(ISSUES.read_text())


def save(issues):
    lines = ",\n".join("  " + json.dumps(issue) for issue in issues)
    ISSUES.write_text("[\n" + lines + "\n]\n")


def call(name, arguments):
    issues = load()
    if name == "list_issues":
        lines = [
            "#{number} {kind} {opened} {title}".format(**issue)
            for issue in issues
            if issue["state"] == "open"
        ]
        return "\n".join(lines)
    for issue in issues:
        if issue["number"] != arguments["number"]:
            continue
        if name == "close_issue":
            issue["state"] = "closed"
            issue["reason"] = arguments["reason"]
            save(issues)
            return "Issue #{number} is closed.".format(**issue)
        return json.dumps(issue, indent=2)
    raise LookupError("there is no issue #" + str(arguments["number"]))


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
        try:
            text, failed = call(params["name"], params.get("arguments", {})), False
        except (LookupError, KeyError) as e:
            text, failed = str(e), True
        return {"content": [{"type": "text", "text": text}], "isError": failed}
    return {}


def main():
    print("the tracker listens", file=sys.stderr)
    for line in sys.stdin:
        message = json.loads(line)
        if "id" in message and "method" in message:
            result = answer(message["method"], message.get("params", {}))
            print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}), flush=True)


if __name__ == "__main__":
    main()
