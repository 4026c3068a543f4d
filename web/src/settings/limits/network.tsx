// What sessions may reach by the network, and whether people may use their machines.
import { answer, api } from '../../api/client.ts';
import type { MachineAccess, NetworkPolicy } from '../../api/types.ts';
import { may } from '../../boot.ts';
import { AreaField, CheckField, ChoiceField } from '../../parts/shelf/fields.tsx';
import { lines } from '../../parts/shelf/form.ts';
import { permissions } from './account.tsx';
import type { Setting } from './setting.ts';
import { target, written } from './targets.ts';

const POLICY = '/v3/enterprise/organizations/{org_id}/network-policy';
const ACCESS = '/v3/organizations/{org_id}/machine-access';

const REACHES = { everything: 'everything that their machine reaches', listed: 'the service and what is listed' };

export function network(org: string): Setting<NetworkPolicy> {
  const params = { path: { org_id: org } };
  return {
    id: 'network-policy',
    title: 'What sessions reach by the network',
    ...permissions('ManageEnterpriseSettings'),
    get: () => answer(api.GET(POLICY, { params })),
    values: kept => ({
      reaches: kept.enabled ? 'listed' : 'everything',
      allow: kept.allow.map(written).join('\n'),
    }),
    put: values => {
      const enabled = values.reaches === 'listed';
      const allow = lines(values, 'allow').map(target);
      return answer(api.PUT(POLICY, { params, body: { enabled, allow } }));
    },
    clear: kept =>
      kept.source === 'organization'
        ? {
            label: 'As for all organizations',
            says: 'What the operator has set for all counts again, for sessions that begin or wake from then on.',
            act: () => answer(api.DELETE(POLICY, { params })),
          }
        : null,
    Fields: ({ form, kept }) => (
      <>
        <ChoiceField form={form} name="reaches" also={['enabled']} label="They reach" choices={REACHES} />
        <AreaField
          form={form}
          name="allow"
          label="Hosts and addresses that are allowed, one a line"
          hint={`Such as packages.example.com, *.corp.example or 10.20.0.0/16. It counts for sessions that begin or wake from now on. ${
            kept.source === 'organization' ? 'Said for this organization.' : 'As for all organizations.'
          }`}
          code
        />
      </>
    ),
  };
}

export function machines(org: string): Setting<MachineAccess> {
  const params = { path: { org_id: org } };
  const needs = 'ManageOrgSettings';
  return {
    id: 'machine-access',
    title: 'People on the machines of sessions',
    needs,
    reads: may(org, needs) || may(org, 'ViewOrgSessions'),
    writes: may(org, needs),
    get: () => answer(api.GET(ACCESS, { params })),
    values: kept => ({ access: kept.enabled }),
    put: values => answer(api.PUT(ACCESS, { params, body: { enabled: values.access === true } })),
    Fields: ({ form }) => (
      <CheckField
        form={form}
        name="access"
        label="Whoever may steer a session may use terminals and the desktop of its machine"
        hint="There they can read the session’s secrets. Switched off, what is open ends within seconds."
      />
    ),
  };
}
