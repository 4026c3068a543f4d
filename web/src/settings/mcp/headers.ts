// Headers of requests to an MCP server as they are typed, one a line: a name, what stands before a secret, and its key.
import type { McpHeader } from '../../api/types.ts';

export const headerLine = ({ name, prefix, secret }: McpHeader) => `${name}=${prefix ?? ''}${secret}`;

/** What stands before the secret ends with the last space. Null of a line that is none. */
export function header(line: string): McpHeader | null {
  const at = line.indexOf('=');
  if (at < 1 || at === line.length - 1) return null;
  const value = line.slice(at + 1);
  const space = value.lastIndexOf(' ') + 1;
  return { name: line.slice(0, at).trim(), prefix: value.slice(0, space) || null, secret: value.slice(space) };
}
