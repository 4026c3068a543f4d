import { useEffect, useMemo } from 'preact/hooks';
import { Roles } from '../../members/roles.ts';
import { ShelfScreen } from '../../parts/shelf/screen.tsx';
import { people } from './people.tsx';

export function PeopleScreen() {
  const roles = useMemo(() => new Roles(null), []);
  const kind = useMemo(() => people(roles), [roles]);
  useEffect(() => {
    roles.load();
  }, [roles]);
  return <ShelfScreen org={null} kind={kind} />;
}
