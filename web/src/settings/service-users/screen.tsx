import { useMemo } from 'preact/hooks';
import { useServiceUsers } from '../../members/service-users/state.ts';
import { ShelfScreen } from '../../parts/shelf/screen.tsx';
import { serviceUsers } from './service-users.tsx';

export function ServiceUsersScreen({ org }: { org: string }) {
  const state = useServiceUsers(org);
  const kind = useMemo(() => serviceUsers(org, state), [state]);
  return <ShelfScreen org={org} kind={kind} />;
}
