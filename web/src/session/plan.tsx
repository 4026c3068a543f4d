import type { JSX } from 'preact';
import type { Step } from '../api/types.ts';
import { marked } from '../text/marks.ts';

type Items = NonNullable<Step['plan']>;

const SIGNS = { open: '○', doing: '◐', done: '●' };
const WORDS = { open: 'open', doing: 'under way', done: 'done' };

export function Plan({ items }: { items: Items }): JSX.Element {
  return (
    <ul class="plan">
      {items.map((item, i) => (
        <li key={i} class={item.status}>
          <span role="img" aria-label={WORDS[item.status]}>
            {SIGNS[item.status]}
          </span>{' '}
          {marked(item.text)}
        </li>
      ))}
    </ul>
  );
}

/** The newest plan, in a line that opens. */
export function PlanLine({ steps }: { steps: Step[] }): JSX.Element | null {
  const items = steps.findLast(step => step.kind === 'plan' && step.plan)?.plan;
  if (!items || items.length === 0) return null;
  const done = items.filter(item => item.status === 'done').length;
  const doing = items.find(item => item.status === 'doing');
  return (
    <details class="planline">
      <summary>
        Plan {done}/{items.length}
        {doing && <span class="hint"> {marked(doing.text)}</span>}
      </summary>
      <Plan items={items} />
    </details>
  );
}
