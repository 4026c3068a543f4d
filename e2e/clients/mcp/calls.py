"""What another agent does with the service, by the official client in Python: over HTTP, and by the pipes of `agent mcp`."""

import asyncio
import os

import httpx2
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

URL = f"{os.environ['AGENT_API_URL']}/mcp?org_id={os.environ['AGENT_ORG']}"
KEY = {"Authorization": "Bearer " + os.environ["AGENT_API_KEY"]}


async def call(client, name, **arguments):
    result = await client.call_tool(name, arguments)
    assert not result.is_error, result
    return result.structured_content


async def tried(server, how):
    async with Client(server) as client:
        tools = (await client.list_tools()).tools
        assert any(tool.name == "start_session" for tool in tools)
        started = await call(client, "start_session", prompt="Say so.", title=how)
        session = started["session_id"]
        await call(client, "message_session", session_id=session, message="And say it again.")
        assert (await call(client, "get_session", session_id=session))["title"] == how
        await call(client, "wait_for_session", session_id=session, seconds=1)
        await call(client, "list_schedules")
        refused = await client.call_tool("get_session", {"session_id": "agent-no"})
        assert refused.is_error
        print(f"Python, {how}: {len(tools)} tools, a session started, answered and read")


async def main():
    async with httpx2.AsyncClient(headers=KEY, timeout=70) as http:
        await tried(streamable_http_client(URL, http_client=http), "over HTTP")
    env = {**os.environ, "AGENT_ORG_ID": os.environ["AGENT_ORG"]}
    await tried(StdioServerParameters(command=os.environ["AGENT"], args=["mcp"], env=env), "by pipes")


asyncio.run(main())
