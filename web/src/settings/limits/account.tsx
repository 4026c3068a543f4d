// What those who look after the account set for an organization: what it may use, and how long its sessions are kept.
import { answer, api } from '../../api/client.ts';
import type { Organization, Retention } from '../../api/types.ts';
import { mayInAccount } from '../../boot.ts';
import { TextField } from '../../parts/shelf/fields.tsx';
import { numberOrNull, wrong } from '../../parts/shelf/form.ts';
import type { Setting } from './setting.ts';

const ORGANIZATION = '/v3/enterprise/organizations/{org_id}';
const RETENTION = '/v3/enterprise/organizations/{org_id}/retention';

export const permissions = (needs: string) => ({ needs, reads: mayInAccount(needs), writes: mayInAccount(needs) });

export function acus(org: string): Setting<Organization> {
  const params = { path: { org_id: org } };
  return {
    id: 'acus',
    title: 'ACUs',
    ...permissions('ManageOrganizations'),
    get: () => answer(api.GET(ORGANIZATION, { params })),
    values: kept => ({
      max_session_acu_limit: String(kept.max_session_acu_limit ?? ''),
      max_cycle_acu_limit: String(kept.max_cycle_acu_limit ?? ''),
    }),
    put: values => {
      const body = {
        max_session_acu_limit: numberOrNull(values, 'max_session_acu_limit'),
        max_cycle_acu_limit: numberOrNull(values, 'max_cycle_acu_limit'),
      };
      return answer(api.PATCH(ORGANIZATION, { params, body }));
    },
    Fields: ({ form }) => (
      <div class="pair">
        <TextField form={form} name="max_session_acu_limit" label="One session may use" placeholder="no limit" />
        <TextField form={form} name="max_cycle_acu_limit" label="All, in a billing cycle" placeholder="no limit" />
      </div>
    ),
  };
}

export function retention(org: string): Setting<Retention> {
  const params = { path: { org_id: org } };
  return {
    id: 'retention',
    title: 'How long ended sessions are kept',
    ...permissions('ManageEnterpriseSettings'),
    get: () => answer(api.GET(RETENTION, { params })),
    values: kept => ({ session_days: String(kept.session_days) }),
    put: async values => {
      const session_days = numberOrNull(values, 'session_days');
      if (session_days === null) throw wrong('session_days', 'A number is needed');
      return answer(api.PUT(RETENTION, { params, body: { session_days } }));
    },
    warns: ({ session_days }) =>
      Number(session_days) > 0
        ? `Sessions that ended more than ${session_days} days ago are erased within minutes, with their logs and files.`
        : null,
    clear: kept =>
      kept.source === 'organization'
        ? {
            label: 'As for all organizations',
            says: 'Sessions are kept as long as those of all organizations then. What ended before that is erased within minutes, with its logs and files.',
            act: () => answer(api.DELETE(RETENTION, { params })),
          }
        : null,
    Fields: ({ form, kept }) => (
      <TextField
        form={form}
        name="session_days"
        label="Days after its end until a session is erased"
        hint={`0 is never. ${kept.source === 'organization' ? 'Said for this organization.' : 'As for all organizations.'}`}
      />
    ),
  };
}
