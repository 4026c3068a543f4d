import { useEffect, useMemo } from 'preact/hooks';
import { Roles } from '../../members/roles.ts';
import { ShelfScreen } from '../../parts/shelf/screen.tsx';
import { people } from './people.tsx';

export function PeopleScreen({ org }: { org: string }) {
  const roles = useMemo(() => new Roles(org), [org]);
  const kind = useMemo(() => people(org, roles), [roles]);
  useEffect(() => {
    roles.load();
  }, [roles]);
  return <ShelfScreen org={org} kind={kind} />;
}
