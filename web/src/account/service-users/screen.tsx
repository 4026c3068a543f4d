import { useMemo } from 'preact/hooks';
import { useServiceUsers } from '../../members/service-users/state.ts';
import { ShelfScreen } from '../../parts/shelf/screen.tsx';
import { serviceUsers } from './service-users.tsx';

export function ServiceUsersScreen() {
  const state = useServiceUsers(null);
  const kind = useMemo(() => serviceUsers(state), [state]);
  return <ShelfScreen org={null} kind={kind} />;
}
