import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';

export const TABS = { timeline: 'Timeline', changes: 'Changes', details: 'Details' };
export type Tab = keyof typeof TABS;

export function Tabs({ tab, children }: { tab: Signal<Tab>; children: ComponentChildren }) {
  return (
    <div class="tabs">
      <nav aria-label="Parts of the session">
        {(Object.keys(TABS) as Tab[]).map(name => (
          <button
            key={name}
            type="button"
            aria-current={tab.value === name ? 'page' : undefined}
            onClick={() => {
              tab.value = name;
            }}
          >
            {TABS[name]}
          </button>
        ))}
      </nav>
      {children}
    </div>
  );
}
