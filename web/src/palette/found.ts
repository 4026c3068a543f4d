// The sessions that the server finds by a text, when the typing pauses.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { answer, api } from '../api/client.ts';
import { refusal } from '../api/problem.ts';
import type { Session } from '../api/types.ts';
import { may } from '../boot.ts';
import { learn } from '../store/sessions.ts';

const PAUSE = 200;
const MOST = 8;
/** Of a search, as the API has it. */
const LONGEST = 200;

export interface Found {
  sessions: Session[];
  /** Why there are none. */
  problem: string | null;
}

const NONE: Found = { sessions: [], problem: null };

/** Nothing while the text changes, so that nobody chooses what another text has found. */
export function useFound(org: string | null, text: string): Found {
  const found = useSignal(NONE);
  const search = text.trim().slice(0, LONGEST);
  useEffect(() => {
    found.value = NONE;
    if (!org || !search || !may(org, 'ViewOrgSessions')) return undefined;
    let over = false;
    const timer = setTimeout(async () => {
      const said = await find(org, search);
      if (!over) found.value = said;
    }, PAUSE);
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [org, search]);
  return found.value;
}

async function find(org_id: string, search: string): Promise<Found> {
  try {
    const params = { path: { org_id }, query: { search, first: MOST } };
    const page = await answer(api.GET('/v3/organizations/{org_id}/sessions', { params }));
    return { sessions: page.items.map(session => learn(session).peek()), problem: null };
  } catch (thrown) {
    return { sessions: [], problem: refusal(thrown).message };
  }
}
