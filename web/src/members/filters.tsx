import { useSignal } from '@preact/signals';
import type { Person } from '../api/types.ts';
import type { Shelf } from '../parts/shelf/store.ts';
import { complain } from '../parts/status.tsx';
import { isByGroups, isInvited } from './person.ts';

const SHOWN: Record<string, { name: string; fits: (person: Person) => boolean }> = {
  all: { name: 'all', fits: () => true },
  invited: { name: 'invited', fits: isInvited },
  groups: { name: 'by groups', fits: isByGroups },
};

export function Filters({ shelf }: { shelf: Shelf<Person> }) {
  const chosen = useSignal('all');
  const choose = (name: string) => {
    chosen.value = name;
    shelf.filter.value = SHOWN[name]?.fits ?? (() => true);
    shelf.all().catch(complain);
  };
  return (
    <label>
      <span>Show</span>
      <select id="shown" value={chosen.value} onChange={event => choose(event.currentTarget.value)}>
        {Object.entries(SHOWN).map(([value, { name }]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
