// The tags that sessions of an organization may have, and the one that they get.
import { answer, api } from '../../api/client.ts';
import { AreaField, TextField } from '../../parts/shelf/fields.tsx';
import { lines, textOrNull, wrong } from '../../parts/shelf/form.ts';
import { permissions } from './account.tsx';
import type { Setting } from './setting.ts';

const ALLOWED = '/v3/enterprise/organizations/{org_id}/tags';
const DEFAULT = '/v3/enterprise/organizations/{org_id}/tags/default';

interface Tags {
  allowed: string[];
  standard: string | null;
}

export function tags(org: string): Setting<Tags> {
  const params = { path: { org_id: org } };
  const standard = async () => (await answer(api.GET(DEFAULT, { params }))).default_tag;
  return {
    id: 'tags',
    title: 'Tags of sessions',
    ...permissions('ManageEnterpriseSettings'),
    get: async () => ({ allowed: (await answer(api.GET(ALLOWED, { params }))).tags, standard: await standard() }),
    values: kept => ({ tags: kept.allowed.join('\n'), tag: kept.standard ?? '' }),
    put: async values => {
      const allowed = lines(values, 'tags');
      const tag = textOrNull(values, 'tag');
      if (tag && allowed.length > 0 && !allowed.includes(tag)) throw wrong('tag', 'It is none of those above.');
      const kept = await answer(api.PUT(ALLOWED, { params, body: { tags: allowed } }));
      if (tag) await answer(api.PUT(DEFAULT, { params, body: { tag } }));
      else await answer(api.DELETE(DEFAULT, { params }));
      return { allowed: kept.tags, standard: tag };
    },
    Fields: ({ form }) => (
      <>
        <AreaField
          form={form}
          name="tags"
          label="Tags that they may have, one a line"
          hint="None lets them have any."
          code
        />
        <TextField
          form={form}
          name="tag"
          label="Tag of those that are created without"
          placeholder="none"
          spellcheck={false}
          hint="One of those above."
        />
      </>
    ),
  };
}
