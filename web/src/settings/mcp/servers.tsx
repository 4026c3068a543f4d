// Programs whose tools the sessions of an organization have, by the Model Context Protocol.
import { answer, api } from '../../api/client.ts';
import type { McpServer, Page } from '../../api/types.ts';
import { may } from '../../boot.ts';
import { lines, textOrNull, type Values, wrong } from '../../parts/shelf/form.ts';
import type { Kind } from '../../parts/shelf/kind.ts';
import { to } from '../../routes.ts';
import { marked } from '../../text/marks.ts';
import { Fields } from './fields.tsx';
import { header, headerLine } from './headers.ts';

const ALL = '/v3/organizations/{org_id}/mcp-servers';
const ONE = '/v3/organizations/{org_id}/mcp-servers/{mcp_server_id}';
const FIRST = 200;
const WRITES = 'ManageOrgSettings';

export function servers(org: string): Kind<McpServer> {
  const path = { org_id: org };
  const one = (mcp_server_id: string) => ({ params: { path: { ...path, mcp_server_id } } });
  const lacks = may(org, WRITES) ? null : WRITES;
  return {
    title: 'MCP servers',
    one: 'MCP server',
    permission: lacks ? 'UseAgentSessions' : WRITES,
    lacks,
    adding: { link: 'Add an MCP server', button: 'Add' },
    address: to.settings(org, 'mcp'),
    command:
      "agent mcp-server create tracker --url https://mcp.example.com/mcp --header 'Authorization=Bearer TRACKER_TOKEN'",
    page: after =>
      answer(api.GET(ALL, { params: { path, query: { first: FIRST, after } } })) as Promise<Page<McpServer>>,
    get: id => answer(api.GET(ONE, one(id))),
    id: server => server.mcp_server_id,
    name: server => server.name,
    text: server => `${server.url ?? ''}\n${server.command ?? ''}`,
    fixed: () => lacks && `Changing it needs ${lacks}.`,
    values: valuesOf,
    save: (server, values, key) => {
      const transport = values.transport as McpServer['transport'];
      const body = bodyOf(values, transport);
      if (server) return answer(api.PATCH(ONE, { ...one(server.mcp_server_id), body }));
      const params = { path, header: { 'Idempotency-Key': key } };
      return answer(api.POST(ALL, { params, body: { ...body, transport } }));
    },
    remove: server => answer(api.DELETE(ONE, one(server.mcp_server_id))),
    removal: server => ({
      verb: 'Delete',
      says: `Later calls of the tools of “${marked(server.name)}” are answered with an error, also in sessions that run.`,
    }),
    Facts,
    Fields,
  };
}

const text = (items: string[] | null | undefined) => (items ?? []).join('\n');

function valuesOf(server: McpServer | null): Values {
  return {
    name: server?.name ?? '',
    transport: server?.transport ?? 'http',
    url: server?.url ?? '',
    headers: text(server?.headers.map(headerLine)),
    client_id: server?.oauth?.client_id ?? '',
    client_secret: server?.oauth?.client_secret ?? '',
    token_url: server?.oauth?.token_url ?? '',
    scope: server?.oauth?.scope ?? '',
    command: server?.command ?? '',
    args: text(server?.args),
    environment: text(server?.environment),
    allowed_tools: text(server?.allowed_tools),
    is_enabled: server?.is_enabled ?? true,
  };
}

function typedHeader(line: string) {
  const typed = header(line);
  if (!typed) throw wrong('headers', `“${line}” is not a name, = and the key of a secret.`);
  return typed;
}

/** Without a name it has no account. */
function oauthOf(values: Values) {
  const client_id = textOrNull(values, 'client_id');
  if (!client_id) return null;
  return {
    client_id,
    client_secret: textOrNull(values, 'client_secret') ?? '',
    token_url: textOrNull(values, 'token_url'),
    scope: textOrNull(values, 'scope'),
  };
}

/** What is of the other transport is left out: it may stand there from a change of mind. */
function bodyOf(values: Values, transport: McpServer['transport']) {
  const tools = lines(values, 'allowed_tools');
  const common = {
    name: String(values.name).trim(),
    allowed_tools: tools.length > 0 ? tools : null,
    is_enabled: values.is_enabled === true,
  };
  return transport === 'http'
    ? {
        ...common,
        url: textOrNull(values, 'url'),
        headers: lines(values, 'headers').map(typedHeader),
        oauth: oauthOf(values),
      }
    : {
        ...common,
        command: textOrNull(values, 'command'),
        args: lines(values, 'args'),
        environment: lines(values, 'environment'),
      };
}

function Facts({ item }: { item: McpServer }) {
  return (
    <>
      {!item.is_enabled && <span class="tag">off</span>}
      <span>{item.transport === 'http' ? 'asked by the service' : 'runs on the machine'}</span>
      <code>{marked(item.url ?? item.command ?? '')}</code>
      {item.oauth && <span>by OAuth</span>}
      {item.allowed_tools && <span>{item.allowed_tools.length} tools</span>}
    </>
  );
}
