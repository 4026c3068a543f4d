// Where rows stand.
import type { Signal } from '@preact/signals';
import type { Session } from '../api/types.ts';

type Rows = Signal<Session>[];

/** Newest first, each once. */
export function placed(rows: Rows, more: Rows): Rows {
  const all = [...new Set([...rows, ...more])];
  return all.sort((one, other) => {
    const a = one.peek();
    const b = other.peek();
    return b.created_at - a.created_at || (b.session_id < a.session_id ? -1 : 1);
  });
}
