// JSON that keeps each number and each text as it was written: the hashes of the audit log are made of exactly that.

/** A number, text or word as written; a list; or members by their names as written, with the quotes. */
export type Written = string | Written[] | Map<string, Written>;

const TOKEN = /\s*("[^"\\]*(?:\\.[^"\\]*)*"|[\w.+-]+|[{}[\],:])/y;

/** Of valid JSON. */
export function written(text: string): Written {
  const tokens = new RegExp(TOKEN); // with a place of its own
  let next = '';
  const step = () => {
    const known = next;
    next = tokens.exec(text)?.[1] ?? '';
    return known;
  };
  const until = (end: string, take: () => void) => {
    while (next !== end && next !== '') {
      take();
      if (next === ',') step();
    }
    step();
  };
  const value = (): Written => {
    const first = step();
    if (first === '[') {
      const items: Written[] = [];
      until(']', () => items.push(value()));
      return items;
    }
    if (first !== '{') return first;
    const members = new Map<string, Written>();
    until('}', () => {
      const name = step();
      step();
      members.set(name, value());
    });
    return members;
  };
  step();
  return value();
}

/** With sorted names and without blanks. */
export function canonical(node: Written): string {
  if (typeof node === 'string') return node;
  if (Array.isArray(node)) return `[${node.map(canonical).join(',')}]`;
  const members = [...node].map(([name, value]) => ({ name: JSON.parse(name) as string, as: name, value }));
  members.sort((a, b) => (a.name < b.name ? -1 : 1));
  return `{${members.map(({ as, value }) => `${as}:${canonical(value)}`).join(',')}}`;
}

/** Where the other word for the product stands in place of ours, as in ids of sessions. */
const OTHER = new RegExp(
  [
    '(?<!\\\\)"(?:num_|target_)?devin(?:_mode|_sessions_org_id|_id|_messages)"(?=\\s*:)',
    '(?<!\\\\)"(?:source|agent|direction)"\\s*:\\s*"devin"',
    '(?<!\\\\)"acus_by_product"\\s*:\\s*\\{\\s*"devin"',
    '(?<!\\\\)"(?:event_)?type"\\s*:\\s*"devin_message"',
    '(?<!\\\\)"remove_repo_from_devin"',
    '(?<!\\\\)"UseDevinSessions"',
    '\\bdevin-[0-9a-f]{32}\\b',
  ].join('|'),
  'g',
);

/** JSON in our word: what is hashed, whichever word it was written in. */
export const ours = (json: string) =>
  json.replace(OTHER, found => found.replace('devin', 'agent').replace('Devin', 'Agent'));

/** A member, or undefined of what has no members. */
export const member = (node: Written | undefined, name: string): Written | undefined =>
  node instanceof Map ? node.get(`"${name}"`) : undefined;

/** A text or number among the members; null when it is something else. */
export function plain(node: Written | undefined, name: string): string | number | null {
  const found = member(node, name);
  const value: unknown = typeof found === 'string' ? JSON.parse(found) : null;
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}
