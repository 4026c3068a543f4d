// What another agent does with the service, by the official client in TypeScript: over HTTP, and by the pipes of `agent mcp`.
import assert from "node:assert/strict";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const { AGENT_API_URL: url, AGENT_API_KEY: key, AGENT_ORG: org, AGENT: agent } = process.env;

async function call(client, name, args = {}) {
  const result = await client.callTool({ name, arguments: args });
  assert.ok(!result.isError, JSON.stringify(result));
  return result.structuredContent;
}

async function tried(transport, how) {
  const client = new Client({ name: "clients", version: "1" });
  await client.connect(transport);
  assert.equal(client.getServerVersion().name, "agent-service");
  const { tools } = await client.listTools();
  assert.ok(tools.some((tool) => tool.name === "start_session"));
  await client.ping();
  const started = await call(client, "start_session", { prompt: "Say so.", title: how });
  const id = started.session_id;
  await call(client, "message_session", { session_id: id, message: "And say it again." });
  assert.equal((await call(client, "get_session", { session_id: id })).title, how);
  assert.ok((await call(client, "list_sessions")).items.some((one) => one.session_id === id));
  await call(client, "wait_for_session", { session_id: id, seconds: 1 });
  await call(client, "list_knowledge");
  const refused = await client.callTool({ name: "get_session", arguments: { session_id: "agent-no" } });
  assert.equal(refused.isError, true);
  await client.close();
  console.log(`TypeScript, ${how}: ${tools.length} tools, a session started, answered and read`);
}

const address = new URL(`${url}/mcp?org_id=${org}`);
await tried(new StreamableHTTPClientTransport(address, { requestInit: { headers: { Authorization: `Bearer ${key}` } } }), "over HTTP");
const env = { ...process.env, AGENT_ORG_ID: org };
await tried(new StdioClientTransport({ command: agent, args: ["mcp"], env }), "by pipes");

const nobody = new Client({ name: "nobody", version: "1" });
await assert.rejects(nobody.connect(new StreamableHTTPClientTransport(address)));
