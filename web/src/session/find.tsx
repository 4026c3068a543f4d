// Finds a text in all steps, also in those that are not on the page.
import { useSignal } from '@preact/signals';
import { answer, api } from '../api/client.ts';
import { complain } from '../parts/status.tsx';
import { marked } from '../text/marks.ts';
import type { Scroll } from './scroll.ts';
import type { SessionState } from './store.ts';

interface Found {
  items: { seq: number; step_id: string; excerpt: string }[];
  more: boolean;
}

const MOST = 50;

export function Find({ state, scroll }: { state: SessionState; scroll: Scroll }) {
  const found = useSignal<Found | null>(null);
  const words = useSignal('');
  const search = async () => {
    const q = words.value.trim();
    found.value = null;
    if (!q) return;
    try {
      const query = { q, first: MOST };
      const page = await answer(
        api.GET('/v3/organizations/{org_id}/sessions/{session_id}/find', { params: { path: state.path, query } }),
      );
      found.value = { items: page.items, more: page.has_next_page };
    } catch (thrown) {
      complain(thrown);
    }
  };
  return (
    <search class="find">
      <form
        onSubmit={event => {
          event.preventDefault();
          search();
        }}
      >
        <input
          id="find"
          type="search"
          aria-label="Find in session"
          placeholder="Find in session"
          maxLength={200}
          value={words.value}
          onInput={event => {
            words.value = event.currentTarget.value;
            if (!words.value) found.value = null;
          }}
        />
      </form>
      {found.value && <Results found={found.value} choose={(seq, step) => show(state, scroll, seq, step)} />}
    </search>
  );
}

function Results({ found, choose }: { found: Found; choose: (seq: number, step: string) => void }) {
  return (
    <div class="results" role="region" aria-label="Found">
      {found.items.length === 0 && <p class="hint">Nothing found{found.more && ' in the first part of the log'}.</p>}
      <ul>
        {found.items.map(item => (
          <li key={item.step_id}>
            <button type="button" class="quiet" onClick={() => choose(item.seq, item.step_id)}>
              {marked(item.excerpt)}
            </button>
          </li>
        ))}
      </ul>
      {found.more && found.items.length > 0 && <p class="hint">There is more: make the text longer.</p>}
    </div>
  );
}

async function show(state: SessionState, scroll: Scroll, seq: number, step: string) {
  scroll.follows.value = false;
  if (!state.steps.peek()?.some(each => each.id === step)) await state.load(seq);
  requestAnimationFrame(() => {
    const element = document.getElementById(step);
    if (element) scroll.to(element);
  });
}
