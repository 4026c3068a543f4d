// Where sessions go that say nothing themselves, and what their agents ask people to approve.
import type { Signal } from '@preact/signals';
import { answer, api } from '../../api/client.ts';
import type { ApprovalPolicy, DefaultPlatform, Platform } from '../../api/types.ts';
import { may } from '../../boot.ts';
import { AreaField, ChoiceField, type Choices } from '../../parts/shelf/fields.tsx';
import { lines } from '../../parts/shelf/form.ts';
import type { Setting } from './setting.ts';

const PLATFORM = '/v3beta1/organizations/{org_id}/default-platform';
const APPROVALS = '/v3/organizations/{org_id}/approval-policy';
const NEEDS = 'ManageOrgSettings';

const permissions = (org: string) => ({
  needs: NEEDS,
  reads: may(org, NEEDS) || may(org, 'ViewOrgSessions'),
  writes: may(org, NEEDS),
});

const MACHINES: Choices = {
  '': 'wherever there is a place',
  linux: 'any outpost of Linux',
  macos: 'any outpost of macOS',
  windows: 'any outpost of Windows',
};

/** Ids of outposts are among the names of machines, and are none of them. */
export function platform(org: string, places: Signal<Platform[]>): Setting<DefaultPlatform> {
  const params = { path: { org_id: org } };
  return {
    id: 'default-platform',
    title: 'Where sessions go',
    ...permissions(org),
    get: () => answer(api.GET(PLATFORM, { params })),
    values: kept => ({ platform: kept.outpost_pool_id ?? kept.platform ?? '' }),
    put: ({ platform: chosen }) => {
      const name = String(chosen);
      const body = Object.hasOwn(MACHINES, name) ? { platform: name || null } : { outpost_pool_id: name };
      return answer(api.PUT(PLATFORM, { params, body }));
    },
    Fields: ({ form, kept }) => {
      const outposts = places.value.map(place => [place.outpost_id, `the outpost ${place.platform}`]);
      const held = kept.outpost_pool_id && [
        kept.outpost_pool_id,
        `the outpost ${kept.outpost_pool_name ?? 'that is gone'}`,
      ];
      const choices = { ...MACHINES, ...Object.fromEntries(held ? [...outposts, held] : outposts) };
      return (
        <ChoiceField
          form={form}
          name="platform"
          also={['outpost_pool_id']}
          label="Of those that name no place"
          choices={choices}
        />
      );
    },
  };
}

const MODES: Record<ApprovalPolicy['mode'], string> = {
  never: 'nothing',
  risky: 'what is risky: pushes, pull requests, publishing, rules of the network',
  always: 'all that does something',
};

export function approvals(org: string): Setting<ApprovalPolicy> {
  const params = { path: { org_id: org } };
  return {
    id: 'approvals',
    title: 'Approvals',
    ...permissions(org),
    get: () => answer(api.GET(APPROVALS, { params })),
    values: kept => ({ mode: kept.mode, commands: kept.commands.join('\n') }),
    put: values => {
      const body = { mode: values.mode as ApprovalPolicy['mode'], commands: lines(values, 'commands') };
      return answer(api.PUT(APPROVALS, { params, body }));
    },
    Fields: ({ form }) => (
      <>
        <ChoiceField form={form} name="mode" label="Agents ask before" choices={MODES} />
        <AreaField
          form={form}
          name="commands"
          label="Commands that are risky too, one a line"
          hint="Programs, perhaps with arguments, such as terraform apply."
          code
        />
      </>
    ),
  };
}
