// What belongs together on screens of their own, by tabs: each has an address, the first nine a number as their key.
import { useMemo } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { useKeys } from '../keys.ts';
import { leave } from './leaving.tsx';

const DIGITS = 9;

interface Properties<T extends { id: string; name: string }> {
  label: string;
  tabs: T[];
  shown: T;
  address: (tab: T) => string;
}

export function Tabs<T extends { id: string; name: string }>({ label, tabs, shown, address }: Properties<T>) {
  const { route } = useLocation();
  const keys = useMemo(
    () =>
      tabs.slice(0, DIGITS).map((tab, i) => ({
        keys: String(i + 1),
        does: tab.name,
        run: () => leave(() => route(address(tab))),
      })),
    [tabs],
  );
  useKeys(keys, [keys]);
  if (tabs.length === 0) return null;
  return (
    <nav aria-label={label} class="screens">
      {tabs.map(tab => (
        <a key={tab.id} href={address(tab)} aria-current={tab.id === shown.id ? 'page' : undefined}>
          {tab.name}
        </a>
      ))}
    </nav>
  );
}
