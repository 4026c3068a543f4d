import { signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { ShelfScreen } from '../../parts/shelf/screen.tsx';
import { Roles } from '../roles.ts';
import { type State, serviceUsers } from './service-users.tsx';

export function ServiceUsersScreen({ org }: { org: string }) {
  const state = useMemo((): State => ({ roles: new Roles(), inactive: signal(false), fresh: signal(null) }), [org]);
  const kind = useMemo(() => serviceUsers(org, state), [state]);
  useEffect(() => {
    state.roles.load();
  }, [state]);
  return <ShelfScreen org={org} kind={kind} />;
}
