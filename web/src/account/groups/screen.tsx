import { useEffect, useMemo } from 'preact/hooks';
import { Roles } from '../../members/roles.ts';
import { ShelfScreen } from '../../parts/shelf/screen.tsx';
import { groups } from './groups.tsx';

export function GroupsScreen() {
  const roles = useMemo(() => new Roles(null), []);
  const kind = useMemo(() => groups(roles), [roles]);
  useEffect(() => {
    roles.load();
  }, [roles]);
  return <ShelfScreen org={null} kind={kind} />;
}
