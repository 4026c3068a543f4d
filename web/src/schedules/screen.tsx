import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { answer, api } from '../api/client.ts';
import type { Playbook } from '../api/types.ts';
import { may } from '../boot.ts';
import { ShelfScreen } from '../parts/shelf/screen.tsx';
import { complain } from '../parts/status.tsx';
import { schedules } from './schedules.tsx';

const MOST = 200;

export function SchedulesScreen({ org }: { org: string }) {
  const playbooks = useSignal<Playbook[]>([]);
  const kind = useMemo(() => schedules(org, playbooks), [org]);
  useEffect(() => {
    if (!may(org, 'UseAgentSessions') && !may(org, 'ManageOrgPlaybooks')) return;
    const params = { path: { org_id: org }, query: { first: MOST, include_enterprise: true } };
    answer(api.GET('/v3/organizations/{org_id}/playbooks', { params })).then(found => {
      playbooks.value = found.items;
    }, complain);
  }, [org]);
  return <ShelfScreen org={org} kind={kind} />;
}
