// The keys of the session page.
import { useMemo } from 'preact/hooks';
import { useKeys } from '../keys.ts';
import { GROUP } from './commands.ts';
import { toLatest } from './latest.tsx';
import { type Place, TABS, type Tab } from './place.ts';
import type { Scroll } from './scroll.ts';
import type { SessionState } from './store.ts';

const TELLING = '[data-kind="question"], [data-kind="approval"], [data-kind="problem"], [data-status="failed"]';

function steps(selector = ''): HTMLElement[] {
  const all = [...document.querySelectorAll<HTMLElement>('.feed article')];
  return selector ? all.filter(step => step.matches(selector)) : all;
}

/** The next of some steps, seen from the one that has the focus, or from the middle of the view. */
function move(by: 1 | -1, selector = '') {
  const all = steps(selector);
  const focus = document.activeElement?.closest<HTMLElement>('.feed article');
  const from = focus ? focus.getBoundingClientRect().top : innerHeight / 2;
  const others = all.filter(step => step !== focus);
  const after = others.filter(step => step.getBoundingClientRect().top > from);
  const before = others.filter(step => step.getBoundingClientRect().top <= from && step !== focus);
  const to = by > 0 ? after[0] : before.at(-1);
  to?.focus({ preventScroll: true });
  to?.scrollIntoView({ block: 'nearest' });
}

/** Of the part in view. */
export function useTimelineKeys(state: SessionState, scroll: Scroll) {
  const keys = useMemo(
    () => [
      { keys: 'j', does: 'Next step', run: () => move(1) },
      { keys: 'k', does: 'Step before', run: () => move(-1) },
      { keys: 'o', does: 'Open or close what the step holds', run: openFocused },
      { keys: 'n', does: 'Next question or failure', run: () => move(1, TELLING) },
      { keys: 'N', does: 'Question or failure before', run: () => move(-1, TELLING) },
      { keys: 'G', does: 'Latest step', group: GROUP, run: () => toLatest(state, scroll) },
      {
        keys: 'r',
        does: 'Write to the agent',
        group: GROUP,
        run: () => document.getElementById('message')?.focus(),
      },
    ],
    [state, scroll],
  );
  useKeys(keys, [keys]);
}

export function useSessionKeys({ show }: Place) {
  const keys = useMemo(
    () => [
      { keys: '/', does: 'Find in session', group: GROUP, run: () => document.getElementById('find')?.focus() },
      ...(Object.keys(TABS) as Tab[]).map((tab, i) => ({
        keys: String(i + 1),
        does: TABS[tab],
        group: GROUP,
        run: () => show(tab),
      })),
    ],
    [show],
  );
  useKeys(keys, [keys]);
}

function openFocused() {
  const step = document.activeElement?.closest('.feed article');
  step?.querySelector<HTMLElement>('button[aria-expanded], summary')?.click();
}
