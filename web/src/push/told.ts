// What a push says, read with care: only our server can have sealed it, but a title is a stranger's text.

export interface Told {
  title: string;
  body: string;
  /** A newer one of the session takes its place. */
  tag: string;
  url: string;
}

const WORDS = new Map([
  ['asks', 'Asks you'],
  ['approval', 'Waits for approval'],
  ['finished', 'Finished'],
  ['failed', 'Failed'],
]);

const LONGEST = 200;

const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, LONGEST) : '');

/** Always something: a browser lets nobody push who shows nothing. */
export function readPush(data: string | undefined, origin: string): Told {
  const said = parsed(data);
  return {
    title: text(said.title) || 'Untitled session',
    body: WORDS.get(text(said.kind)) ?? 'Look at it',
    tag: text(said.session_id) || 'agent',
    url: ours(said.url, origin),
  };
}

function parsed(data: string | undefined): Record<string, unknown> {
  try {
    const read: unknown = JSON.parse(data ?? '');
    return typeof read === 'object' && read ? (read as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** An address of ours, else the list of sessions. */
export function ours(url: unknown, origin: string): string {
  const start = `${origin}/`;
  if (typeof url !== 'string') return start;
  try {
    const whole = new URL(url, start);
    return whole.origin === origin ? whole.href : start;
  } catch {
    return start;
  }
}

/** Of several pages: the one that shows the same place, else any. */
export function pageFor<P extends { url: string }>(
  pages: readonly P[],
  url: string,
): { page: P; there: boolean } | null {
  const path = new URL(url).pathname;
  const same = pages.find(page => new URL(page.url).pathname === path);
  const page = same ?? pages[0];
  return page ? { page, there: same?.url === url } : null;
}
