// Limits and rules of an organization, a section for each.
import { useSignal } from '@preact/signals';
import { useCallback, useEffect, useMemo } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { answer, api } from '../../api/client.ts';
import { Refusal } from '../../api/problem.ts';
import type { Platform } from '../../api/types.ts';
import { may, organizationName, takeFirst } from '../../boot.ts';
import { useGuard } from '../../parts/leaving.tsx';
import type { Form } from '../../parts/shelf/form.ts';
import { Failed, Gone } from '../../parts/states.tsx';
import { complain } from '../../parts/status.tsx';
import { setTitle } from '../../parts/title.ts';
import { seesLimits } from '../tabs.ts';
import { acus, retention } from './account.tsx';
import { addresses } from './addresses.tsx';
import { machines, network } from './network.tsx';
import { Section } from './section.tsx';
import { approvals, platform } from './sessions.tsx';
import { tags } from './tags.tsx';

const TITLE = 'Limits and rules';
const NEEDS = 'ManageOrgSettings';

export function LimitsScreen({ org }: { org: string }) {
  const first = useMemo(takeFirst, []);
  useEffect(() => setTitle(TITLE), []);
  if (first?.problem?.status === 404) return <Gone what="organization" />;
  if (first?.problem) return <Failed problem={Refusal.of(first.problem)} />;
  if (seesLimits(org)) return <Shown org={org} />;
  return (
    <section class="empty">
      <h1>{TITLE}</h1>
      <p>This needs {NEEDS}.</p>
    </section>
  );
}

function Shown({ org }: { org: string }) {
  const { url } = useLocation();
  const places = useSignal<Platform[]>([]);
  const forms = useMemo(() => new Set<Form>(), [org]);
  useGuard(
    useCallback(() => [...forms].some(form => form.changed), [forms]),
    url,
  );
  useEffect(() => {
    if (!may(org, 'UseAgentSessions')) return;
    answer(api.GET('/v3/organizations/{org_id}/platforms', { params: { path: { org_id: org } } })).then(found => {
      places.value = found.items;
    }, complain);
  }, [org]);
  const where = useMemo(() => platform(org, places), [org]);
  const asks = useMemo(() => approvals(org), [org]);
  const reached = useMemo(() => network(org), [org]);
  const used = useMemo(() => machines(org), [org]);
  const uses = useMemo(() => acus(org), [org]);
  const keeps = useMemo(() => retention(org), [org]);
  const tagged = useMemo(() => tags(org), [org]);
  const from = useMemo(addresses, []);
  return (
    <div class="limits">
      <header class="head">
        <h1>{TITLE}</h1>
        <p class="hint">{organizationName(org)}</p>
      </header>
      <Section setting={where} forms={forms} />
      <Section setting={asks} forms={forms} />
      <Section setting={used} forms={forms} />
      <Section setting={reached} forms={forms} />
      <Section setting={uses} forms={forms} />
      <Section setting={keeps} forms={forms} />
      <Section setting={tagged} forms={forms} />
      <Section setting={from} forms={forms} />
    </div>
  );
}
