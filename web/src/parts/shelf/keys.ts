import { useMemo } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { useKeys } from '../../keys.ts';
import { leave } from '../leaving.tsx';
import type { Shelf } from './store.ts';

function move(by: number) {
  const all = [...document.querySelectorAll<HTMLElement>('.items a')];
  const current = all.indexOf(document.activeElement as HTMLElement);
  const at = current < 0 ? all.findIndex(link => link.ariaCurrent) : current;
  all[Math.min(all.length - 1, Math.max(0, at + by))]?.focus();
}

export function useShelfKeys<T>(shelf: Shelf<T>) {
  const { route } = useLocation();
  const { kind } = shelf;
  const keys = useMemo(() => {
    const add = {
      keys: 'c',
      does: kind.adding?.link ?? `New ${kind.one}`,
      group: 'This list',
      run: () => leave(() => route(`${kind.address}?item=new`)),
    };
    return [
      { keys: 'j', does: `Next ${kind.one}`, run: () => move(1) },
      { keys: 'k', does: `${kind.one} before`, run: () => move(-1) },
      ...(kind.lacks ? [] : [add]),
      { keys: '/', does: 'Search', group: 'This list', run: () => document.getElementById('search')?.focus() },
    ];
  }, [kind]);
  useKeys(keys, [keys]);
}
