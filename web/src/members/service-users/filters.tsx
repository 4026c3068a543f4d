import type { Signal } from '@preact/signals';
import type { ServiceUser } from '../../api/types.ts';
import type { Shelf } from '../../parts/shelf/store.ts';
import { complain } from '../../parts/status.tsx';

export function Filters({ shelf, inactive }: { shelf: Shelf<ServiceUser>; inactive: Signal<boolean> }) {
  const choose = (value: string) => {
    inactive.value = value === 'all';
    shelf.again().catch(complain);
  };
  return (
    <label>
      <span>Show</span>
      <select
        id="shown"
        value={inactive.value ? 'all' : 'active'}
        onChange={event => choose(event.currentTarget.value)}
      >
        <option value="active">active</option>
        <option value="all">also expired and deleted</option>
      </select>
    </label>
  );
}
