// The whole audit log, oldest first, as it is written.
import { get } from '../../api/client.ts';
import { refusal } from '../../api/problem.ts';
import { canonical, member, plain, type Written, written } from './canonical.ts';

const PATH = '/v3/enterprise/audit-logs';
const FIRST = 200;
/** Refusals in a row for too many requests. */
const TRIES = 10;
const PAUSE = 2000;

const pause = (signal: AbortSignal) =>
  new Promise<void>((done, fail) => {
    const ended = () => {
      clearTimeout(timer);
      fail(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', ended);
      done();
    }, PAUSE);
    signal.addEventListener('abort', ended);
  });

async function page(after: string | null, signal: AbortSignal): Promise<Written> {
  const query = new URLSearchParams({ order: 'asc', first: String(FIRST), ...(after ? { after } : {}) });
  for (let tried = 1; ; tried++) {
    try {
      return written(await (await get(`${PATH}?${query}`, {}, signal)).text());
    } catch (thrown) {
      if (refusal(thrown).status !== 429 || tried === TRIES) throw thrown;
      await pause(signal);
    }
  }
}

/** Page by page. */
export async function* records(signal: AbortSignal): AsyncGenerator<Written[]> {
  let after: string | null = null;
  do {
    const found: Written = await page(after, signal);
    const items = member(found, 'items');
    yield Array.isArray(items) ? items : [];
    const cursor = plain(found, 'end_cursor');
    after = member(found, 'has_next_page') === 'true' && cursor !== null ? String(cursor) : null;
  } while (after);
}

/** As a line of a file, as `agent audit export` writes it. */
export const lineOf = (record: Written) => `${canonical(record)}\n`;
