// The keys of the list: they move between the links of the rows, which say themselves where they lead.
import { useMemo } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { may } from '../boot.ts';
import { useKeys } from '../keys.ts';
import { complain } from '../parts/status.tsx';
import { to } from '../routes.ts';
import { archiveWithUndo } from './row.tsx';
import type { Selection } from './selection.ts';
import type { SessionList } from './store.ts';

const links = () => [...document.querySelectorAll<HTMLElement>('.row .title')];
const idOf = (element: Element | null | undefined) => element?.closest<HTMLElement>('.row')?.dataset.session;

/** The rows as they stand on the page. */
export const shownRows = () => links().map(link => idOf(link) ?? '');

function move(by: number) {
  const all = links();
  const at = all.findIndex(link => idOf(link) === idOf(document.activeElement));
  all[Math.min(all.length - 1, Math.max(0, at + by))]?.focus();
}

export function useListKeys(list: SessionList, selection: Selection, org: string) {
  const { route } = useLocation();
  const keys = useMemo(() => {
    const archiveIt = () => {
      const bulk = document.querySelector<HTMLElement>('.bulk button');
      if (selection.chosen.peek().size > 0) return bulk?.click();
      const id = idOf(document.activeElement);
      const row = list.rows.peek()?.find(each => each.peek().session_id === id);
      if (row) archiveWithUndo(row.peek()).catch(complain);
    };
    const choose = (how: (id: string) => void) => () => {
      const id = idOf(document.activeElement);
      if (id) how(id);
    };
    const moving = [
      { keys: 'j', does: 'Next session', run: () => move(1) },
      { keys: 'k', does: 'Session before', run: () => move(-1) },
    ];
    const writing = [
      { keys: 'x', does: 'Select the session', run: choose(selection.toggle) },
      { keys: 'X', does: 'Select all up to the session', run: choose(id => selection.range(id, shownRows())) },
      { keys: 'e', does: 'Archive the selected ones, or the session', run: archiveIt },
      { keys: 'Escape', does: 'Select none', run: selection.clear },
    ];
    return [
      ...moving,
      ...(may(org, 'ManageOrgSessions') ? writing : []),
      { keys: 'c', does: 'New session', run: () => route(to.create(org)) },
      { keys: '/', does: 'Search', group: 'This list', run: () => document.getElementById('search')?.focus() },
    ];
  }, [list, selection]);
  useKeys(keys, [keys]);
}
