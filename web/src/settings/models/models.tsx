// Models that an organization has set up for its sessions.
import { answer, api } from '../../api/client.ts';
import type { Page, RegisteredModel } from '../../api/types.ts';
import { may } from '../../boot.ts';
import { ModelFacts } from '../../parts/models/fields.tsx';
import { changed, modelBody, modelValues } from '../../parts/models/values.ts';
import { textOrNull, type Values, wrong } from '../../parts/shelf/form.ts';
import type { Kind } from '../../parts/shelf/kind.ts';
import { to } from '../../routes.ts';
import { marked } from '../../text/marks.ts';
import { Fields } from './fields.tsx';
import { TypedKeys } from './key.ts';
import type { Known } from './known.ts';

const ALL = '/v3/organizations/{org_id}/registered-models';
const ONE = '/v3/organizations/{org_id}/registered-models/{model_id}';
const FIRST = 200;
const WRITES = 'ManageOrgSettings';

export function models(org: string, known: Known): Kind<RegisteredModel> {
  const path = { org_id: org };
  const one = (model_id: string) => ({ params: { path: { ...path, model_id } } });
  const lacks = may(org, WRITES) ? null : WRITES;
  const keys = new TypedKeys(org);
  return {
    title: 'Models',
    one: 'model',
    permission: lacks ? 'UseAgentSessions' : WRITES,
    lacks,
    adding: { link: 'Register a model', button: 'Register' },
    address: to.settings(org, 'models'),
    command: 'agent model create fast anthropic:claude-haiku-5-5 --key MODEL_KEY',
    page: after =>
      answer(api.GET(ALL, { params: { path, query: { first: FIRST, after } } })) as Promise<Page<RegisteredModel>>,
    get: id => answer(api.GET(ONE, one(id))),
    id: model => model.model_id,
    name: model => model.name,
    text: model => `${model.provider}\n${model.provider_model}\n${model.base_url ?? ''}`,
    fixed: () => lacks && `Changing it needs ${lacks}.`,
    values: valuesOf,
    save: async (model, values, key) => {
      const body = bodyOf(values);
      await keys.keep(values);
      const saved = await (model
        ? answer(api.PATCH(ONE, { ...one(model.model_id), body: changed(body, bodyOf(valuesOf(model))) }))
        : answer(
            api.POST(ALL, {
              params: { path, header: { 'Idempotency-Key': key } },
              body: { ...body, provider: values.provider as RegisteredModel['provider'] },
            }),
          ));
      keys.forget();
      known.load();
      return saved;
    },
    spreads: model => model.is_default,
    remove: model => answer(api.DELETE(ONE, one(model.model_id))),
    removal: model => ({
      verb: 'Delete',
      says: `Sessions that run with “${marked(model.name)}” sleep at their next call of the model then, until one of that name is registered.`,
    }),
    Facts: ({ item }) => <ModelFacts item={item} keys={item.key_secrets.length} />,
    Fields: ({ form, item }) => <Fields org={org} form={form} item={item} known={known} />,
  };
}

const valuesOf = (model: RegisteredModel | null): Values => ({
  ...modelValues(model),
  key_secret: model?.key_secret ?? '',
  key_secrets: (model?.key_secrets ?? []).slice(1).join(', '),
  key: '',
});

const bodyOf = (values: Values) => ({ ...modelBody(values), ...keysOf(values) });

/** The first alone where there is no other: what is wrong with it is said at its field. */
function keysOf(values: Values): { key_secret?: string | null; key_secrets?: string[] } {
  const first = textOrNull(values, 'key_secret');
  const others = String(values.key_secrets)
    .split(',')
    .map(name => name.trim())
    .filter(Boolean);
  if (!others.length) return { key_secret: first };
  if (!first) throw wrong('key_secret', 'The first of its keys is needed');
  return { key_secrets: [first, ...others] };
}
