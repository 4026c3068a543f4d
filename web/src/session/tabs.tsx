import type { ComponentChildren } from 'preact';
import { type Place, TABS, type Tab } from './place.ts';

export function Tabs({ place, children }: { place: Place; children: ComponentChildren }) {
  return (
    <div class="tabs">
      <nav aria-label="Parts of the session">
        {(Object.keys(TABS) as Tab[]).map(name => (
          <button
            key={name}
            type="button"
            aria-current={place.tab === name ? 'page' : undefined}
            onClick={() => place.show(name)}
          >
            {TABS[name]}
          </button>
        ))}
      </nav>
      {children}
    </div>
  );
}
